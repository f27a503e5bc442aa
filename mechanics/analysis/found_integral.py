"""A first integral that was found, with its verdict and where it is a function."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mechanics.analysis.noether import written

if TYPE_CHECKING:
    from diffgeo import Form
    from mechanics.model.angles import Periodicity
    from mechanics.output_files import Data
    from mechanics.theories.checks import Check


@dataclass(frozen=True)
class FirstIntegral:
    """A function that is constant along the motion, with its verdict.

    Attributes
    ----------
    function : Form
        On J¹π; it represents its restriction to the constraint set.
    degree : int
        The degree in the velocities of the space in which it was found.
    check : Check
        The verdict on Γ(f) = 0 on the constraint set.
    periodicity : Periodicity
        Whether it is a function on the manifold, or only a local one: an angle, or an arc.

    Examples
    --------
    >>> from mechanics import load
    >>> found = load("nonholonomic-particle").first_integrals().linear[0]
    >>> print(found, found.check.verdict.status.name)
    ydot VERIFIED
    """

    function: Form
    degree: int
    check: Check
    periodicity: Periodicity

    def __str__(self) -> str:
        return written(self.function)

    def lines(self) -> list[str]:
        """The function, where it is local only, and its verdict, as readable lines."""
        return [*self.periodicity.lines(f"  {self}"), f"    {self.check}"]

    def to_dict(self) -> Data:
        """As data for JSON."""
        return {
            "function": str(self.function),
            **self.periodicity.to_dict(),
            "check": self.check.to_dict(),
        }

    def __repr__(self) -> str:
        return f"<FirstIntegral {self.function.summary()}>"

    def _repr_latex_(self) -> str:
        return f"${self.function.latex()}$"
