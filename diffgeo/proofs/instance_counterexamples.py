"""What a concrete instance that refutes a statement over symbols shows."""

from __future__ import annotations

from dataclasses import dataclass, field

from diffgeo.verdicts.verdict import Counterexample


@dataclass(frozen=True)
class InstanceCounterexample(Counterexample):
    """Concrete forms on a concrete manifold for which a symbolic identity fails.

    Attributes
    ----------
    place, instance, script
        The manifold; the forms by the names of the symbols (and ``test_form``, if the identity of
        operators fails on that form); the code. The rest is as for `Counterexample`: the point is
        one where a component is not zero.

    Examples
    --------
    >>> from diffgeo import check, d, symbols_of_forms
    >>> alpha, beta = symbols_of_forms("alpha beta", degree=1)
    >>> found = check(d(alpha * beta) == d(alpha) * beta + alpha * d(beta)).counterexample
    >>> print(found.place, found.instance["beta"], found.value)
    R3 (x1, x2, x3) form(1, {('x3',): 'x2'}) -2
    """

    place: str = ""
    instance: dict[str, str] = field(default_factory=dict)
    script: str = ""

    @property
    def code(self) -> str:
        """Python code that shows the failure; it needs nothing but `diffgeo`."""
        return self.script

    def __str__(self) -> str:
        given = ", ".join(f"{name} = {value}" for name, value in self.instance.items())
        return f"on {self.place} with {given}: {super().__str__()}"
