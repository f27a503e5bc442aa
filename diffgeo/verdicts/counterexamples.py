"""Counterexamples: points and data at which an identity fails, with code that shows it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from diffgeo.calculus.display import Shown
from diffgeo.errors import ExpressionError, Refusal
from diffgeo.interop.parsing import Names, parse
from diffgeo.interop.syntax import MAX_LENGTH
from diffgeo.interop.typeset import latex
from diffgeo.notebooks import InNotebooks, Markup, code, folded, formula, words
from diffgeo.rings.elementary_functions import ELEMENTARY
from diffgeo.verdicts.explanations import WIDTH, latex_text, short, symbols_latex
from diffgeo.verdicts.statements import program_or_nothing

if TYPE_CHECKING:
    from diffgeo.verdicts.identities import Identity


@dataclass(frozen=True)
class Counterexample(InNotebooks, Shown):
    """A point, and concrete functions, at which one component of an identity fails.

    Attributes
    ----------
    point, functions
        Values of coordinates and parameters, and formulas of undefined functions.
    label, residual, value
        The component of ``left - right``, as a formula that `diffgeo.evaluate` reads, and what it
        is there instead of 0.
    statement, everywhere, written
        The identity, and the whole point with all functions, for the code; other code.

    Examples
    --------
    >>> from diffgeo import Manifold, check
    >>> x, y = Manifold("M", "x y").coordinates
    >>> found = check(x * y == x).counterexample
    >>> print(found, "|", found.residual)
    left - right is -1 at x = 1, y = 0 | x*(y - 1)
    """

    point: dict[str, Fraction]
    functions: dict[str, str]
    value: str
    label: str
    residual: str
    statement: Identity | None = field(default=None, compare=False, repr=False, kw_only=True)
    everywhere: tuple[dict[str, Fraction], dict[str, str]] = field(
        default=({}, {}), compare=False, repr=False, kw_only=True
    )
    written: str = field(default="", compare=False, repr=False, kw_only=True)

    @property
    def code(self) -> str:
        """Python code that shows the failure; it needs nothing but `diffgeo`.

        It makes both sides again from their components, and prints the verdict and their values
        at the point; of objects on an atlas those in one chart, of operators of higher order those
        of the form on which they differ, of germs those at all points, of a class of a user those
        of the objects that it means. What is too long is shown by one component of
        ``left - right``, and not at all if it has more than 50,000 characters, which are not read,
        or is a germ.
        """
        return self.written or self._both_sides or self._code_of_residual()

    def code_with(self, made: Sequence[str]) -> str:
        """The code, with the identity made by other lines than from components of its sides.

        Parameters
        ----------
        made
            Lines of Python, imports first, that make the identity and call it ``statement``.

        Returns
        -------
        str
            Python code that prints the verdict on ``statement`` and the values of its sides at the
            point; empty where the identity is not known.

        Examples
        --------
        >>> from diffgeo import Manifold, check
        >>> x, y = Manifold("M", "x y").coordinates
        >>> found = check(x * y == x).counterexample
        >>> made = ["from diffgeo import Manifold", "", "x, y = Manifold('M', 'x y').coordinates"]
        >>> exec(found.code_with([*made, "statement = x * y == x"]))
        REFUTED
        0
        1
        """
        if self.statement is None:
            return ""
        return program_or_nothing(self.statement, self.label, *self.everywhere, made)

    def to_dict(self, code: str | None = None) -> dict[str, Any]:
        """The counterexample as data for JSON, with other code than its own if it is given."""
        return {
            "point": {name: str(value) for name, value in self.point.items()},
            "functions": dict(self.functions),
            "value": self.value,
            "label": self.label,
            "residual": self.residual,
            "code": code or self.code,
        }

    @cached_property
    def _both_sides(self) -> str:
        if self.statement is None:
            return ""
        return program_or_nothing(self.statement, self.label, *self.everywhere)

    def __getstate__(self) -> dict[str, Any]:
        # For pickling: the code in the place of the sides, which belong to a space.
        return {**vars(self), "statement": None, "written": self.code}

    def _code_of_residual(self) -> str:
        if not 0 < len(self.residual) <= MAX_LENGTH:  # germs have none; what is longer is not read
            return ""
        point = {name: str(value) for name, value in self.point.items()}
        arguments = f"{self.residual!r}, {point!r}" + (
            f", {self.functions!r}" * bool(self.functions)
        )
        return (
            f"from diffgeo import evaluate\n\n# {self._meaning()}\n"
            f"print(evaluate({arguments}))  # expected: {self.value}\n"
        )

    def _meaning(self) -> str:
        """What the number is that the code prints."""
        component = f" (component {self.label})" if self.label else ""
        return f"left - right{component} at this point; 0 if the identity held."

    def __str__(self) -> str:
        where = [f"{n} = {v}" for n, v in (*self.point.items(), *self.functions.items())]
        component = f" ({short(self.label)})" if self.label else ""
        place = f" at {', '.join(where)}" if where else ""
        return f"left - right{component} is {short(self.value)}{short(place, 2 * WIDTH)}"

    def _repr_markdown_(self) -> str:
        return f"{self}\n\n```python\n{self.code}```" if self.code else str(self)

    def html(self) -> Markup:
        """Value and point, and the program, which folds out."""
        program = folded("a program that shows it", code(self.code)) if self.code else ""
        found = self.formula()
        return Markup(f"<div>{formula(found) if found else words(str(self))}{program}</div>")

    def latex(self) -> str:
        """LaTeX source, without dollar signs; what is too long is cut."""
        return self.formula() or latex_text(short(str(self), 3 * WIDTH))

    def formula(self) -> str:
        """LaTeX of value and point, without dollar signs; none where more is said or too much."""
        text = str(self)
        if text != Counterexample.__str__(self) or len(text) > 3 * WIDTH:
            return ""
        names = symbols_latex(self.statement)
        given = (*self.point.items(), *self.functions.items())
        at = [f"{_formula(name, names)} = {_formula(str(v), names)}" for name, v in given]
        component = rf"\ {latex_text(f'({self.label})')}" if self.label else ""
        left = rf"\text{{left}} - \text{{right}}{component} = {_formula(self.value, names)}"
        return left + (r" \quad \text{at } " + r",\ ".join(at) if given else "")


def _formula(text: str, names: dict[str, str]) -> str:
    """LaTeX of a number or a formula; words as words."""
    if re.fullmatch(r"-?\d+\.\d+", text):  # an approximation is not turned into a fraction
        return text
    called = {f: 1 + inner.count(",") for f, inner in re.findall(r"(\w+)\(([^()]*)\)", text)}
    called = {f: n for f, n in called.items() if f not in ELEMENTARY}
    symbols = set(re.findall(r"[^\W\d]\w*", text)) - set(called) - set(ELEMENTARY)
    try:
        return latex(parse(text, Names(symbols, called)), names)
    except (Refusal, ExpressionError):
        return latex_text(text)
