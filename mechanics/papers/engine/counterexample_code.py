"""Counterexamples to claims as Python: the system, both sides by the claim's own statement.

What is written starts from the text of a system, its Lagrangian and constraints, and has the claim
state anew what it says of it; nothing that was computed before is used.
"""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING, Any

from diffgeo import Verdict
from mechanics.papers.engine.claims import Fact, Witness

if TYPE_CHECKING:
    from collections.abc import Callable

    from mechanics.papers.engine.claims import Claim, Ledger, Statement


class CodeWriter:
    """Writes the code of the statements of a claim.

    Parameters
    ----------
    ledger, claim
        Whose statements they are.
    seed, quick
        Of the data, where a datum cannot be written and is taken from the ledger by its name.
    """

    def __init__(self, ledger: Ledger, claim: Claim, *, seed: int = 0, quick: bool = False) -> None:
        self.ledger, self.claim = ledger, claim
        self.seed, self.quick = seed, quick

    def code(
        self,
        datum: tuple[str, Any],
        place: tuple[str, str, int],
        statement: Statement,
        witness: Witness | None = None,
    ) -> str:
        """Python that makes a statement again, and prints its verdict and the values of its sides.

        Parameters
        ----------
        datum
            Its name and what the claim was stated of.
        place
            Which parts of the judgement, the part, and the number of the statement in it.
        statement
            The statement, judged.
        witness
            What it is about, if that is not the datum.

        Returns
        -------
        str
            The code; empty if the ledger cannot be found again, as one that is in no file.
        """
        if not self.ledger.found_by:
            return ""
        of, part, number = place
        imports: dict[str, set[str]] = {}
        chosen = f"number={number}" * bool(number)
        if witness and (made := self._made(witness.datum, imports)) and _importable(witness.state):
            _import(imports, Witness.__module__, Witness.__qualname__)
            _import(imports, witness.state.__module__, witness.state.__qualname__)
            state = witness.state.__qualname__
            lines = [f"datum = {made}", f"statement = Witness(datum, {state}).stated({chosen})"]
        else:
            _import(imports, "mechanics.papers", self.ledger.found_by.partition("(")[0])
            where = filter(None, (repr(part), chosen, f"of={of!r}" * (of != "printed")))
            lines = [
                f"book = {self.ledger.found_by}",
                f"datum = {self._of_claim(*datum, imports)}",
                f"statement = book.claims[{self.claim.id!r}].stated(datum, {', '.join(where)})",
            ]
        heads = [f"from {home} import {', '.join(sorted(imports[home]))}" for home in imports]
        program = [*sorted(heads), "", *lines]
        counterexample = statement.counterexample if isinstance(statement, Verdict) else None
        if counterexample is not None and (text := counterexample.code_with(program)):
            return text
        if isinstance(statement, Fact):
            return "\n".join([*program, *_FACT, ""])
        return "\n".join(["from diffgeo import check", *program, *_VERDICT, ""])

    def name(self, datum: Any) -> str:
        """What a thing is called: what is made of texts by the first of them, a text by itself."""
        origin = self.ledger.origin(datum)
        return str(origin[1][0] if origin and origin[1] else getattr(datum, "name", datum))

    def _of_claim(self, name: str, datum: Any, imports: dict[str, set[str]]) -> str:
        """What makes a datum of the claim, from text if it is known how."""
        if datum is None:
            return "None  # the claim makes what it is about itself"
        chosen = f"{self.claim.family!r}, {self.seed}, {self.quick}"
        return self._made(datum, imports) or f"dict(book.data({chosen}))[{name!r}]"

    def _made(self, datum: Any, imports: dict[str, set[str]]) -> str:
        """An expression that makes a thing from text; empty if it is not known how."""
        if isinstance(datum, str):
            return repr(datum)
        origin = self.ledger.origin(datum)
        if origin is None or not all(map(_importable, (origin[0], *origin[1]))):
            return ""
        make, given = origin
        written = ", ".join(_written(argument, imports) for argument in given)
        _import(imports, make.__module__, make.__qualname__)
        return f"{make.__qualname__}({written})"


_FACT = (
    "print(statement.text)",
    "# What is stated, and what is found:",
    "for side in statement.sides:",
    "    print(side)",
)
_VERDICT = (
    "verdict = check(statement)",
    "print(verdict.status)  # expected: REFUTED",
    "# What is stated, and what is found:",
    'print("true")',
    'print("true" if verdict else f"false: {verdict.counterexample or verdict.evidence}")',
)


def _import(imports: dict[str, set[str]], home: str, name: str) -> None:
    imports.setdefault(home, set()).add(name)


def _importable(thing: Any) -> bool:
    """Whether another program can import what makes a thing."""
    if isinstance(thing, int | str):
        return True
    if "<" in getattr(thing, "__qualname__", ""):
        return False  # a function in a function
    kind: Callable[..., Any] = type(thing) if is_dataclass(thing) else thing
    home = str(getattr(kind, "__module__", "")).partition(".")[0]
    return bool(home) and PathFinder.find_spec(home) is not None


def _written(thing: Any, imports: dict[str, set[str]]) -> str:
    """An expression for a number, a text, or data that consist of such."""
    if not is_dataclass(thing):
        return repr(thing)
    _import(imports, type(thing).__module__, type(thing).__qualname__)
    given = [(field, getattr(thing, field.name)) for field in fields(thing)]
    lines = [
        f"    {field.name}={value!r},\n"
        for field, value in given
        if field.default is MISSING or value != field.default
    ]
    return f"{type(thing).__qualname__}(\n{''.join(lines)})"
