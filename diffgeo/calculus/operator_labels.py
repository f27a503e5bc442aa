"""How derivations and other operators on forms were made, so that they are written like that.

A label costs two references when an operator is made; it is written out only when it is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from diffgeo.calculus import display
from diffgeo.calculus.protocols import OnSpace

D = TypeVar("D")
Writer = Callable[[object], str]

#: What binds weaker than a product.
_SUMS = ("sum", "negative")
_NAMES = {"lie": r"\mathcal{L}_{", "interior": "i_{"}


@dataclass(frozen=True)
class Label:
    """The operation that made an operator, and what it was made of.

    ``word`` is the name of the operation (``lie``, ``interior``, ``bracket``, ``tangent``,
    ``restrict``, ``pull``), or ``d``, ``sum``, ``negative``, ``multiple``, ``composition``;
    ``named`` has text and LaTeX in the place of operands, ``derivation`` a derivation.
    """

    word: str
    operands: tuple[Any, ...] = ()


#: The label of zero.
NOTHING = Label("named", ("0", "0"))


def label_of(thing: object) -> Label | None:
    """The label of an operator; None if it is not known how it was made."""
    return getattr(thing, "_label", None)


def named(thing: D, text: str, latex: str) -> D:
    """The operator, written by a name that it has in the literature."""
    thing._label = Label("named", (text, latex))  # type: ignore[attr-defined]
    return thing


def text(thing: object, write: Writer = str) -> str:
    """An operator as it would be typed; its operands are written by ``write``."""
    label = label_of(thing)
    if label is None:
        return write(thing)
    first, *rest = label.operands or ("",)
    if label.word in ("named", "derivation"):
        return text(first, write)
    if label.word == "d":
        return "d"
    if label.word == "sum":
        return display.join_terms(text(part, write) for part in label.operands)
    if label.word == "negative":
        return f"-{_factor(first, write)}"
    if label.word == "multiple":
        return f"{_coefficient(first, write)}*{_factor(rest[0], write)}"
    if label.word == "composition":
        return " @ ".join(_factor(part, write) for part in label.operands)
    written = (text(part, write) for part in label.operands)
    return f"{label.word}({', '.join(written)})"


def latex(thing: object) -> str:
    """An operator in LaTeX, without dollar signs."""
    label = label_of(thing)
    if label is None:
        return display.inside(thing)
    first, *rest = label.operands or ("",)
    if label.word == "d":
        return r"\mathrm{d}"
    if label.word == "named":
        return str(rest[0])
    if label.word == "derivation":
        return latex(first)
    if label.word in _NAMES:
        return f"{_NAMES[label.word]}{display.inside(first)}}}"
    if label.word == "bracket":
        return rf"\left[{latex(first)},\, {latex(rest[0])}\right]"
    if label.word == "sum":
        return display.join_terms(latex(part) for part in label.operands)
    if label.word == "negative":
        return f"-{_latex_factor(first)}"
    if label.word == "multiple":
        coefficient = display.inside(first) if isinstance(first, OnSpace) else str(first)
        wrapped = rf"\left({coefficient}\right)" if " " in coefficient else coefficient
        return rf"{wrapped}\, {_latex_factor(rest[0])}"
    if label.word == "tangent":
        return rf"{_latex_factor(first)} \circ \varphi^*"
    if label.word == "restrict":
        return rf"\varphi^* \circ {_latex_factor(first)}"
    if label.word == "pull":
        return rf"\varphi^*\left({latex(first)}\right)"
    return r" \circ ".join(_latex_factor(part) for part in label.operands)


def _coefficient(thing: object, write: Writer) -> str:
    written = write(thing)
    return f"({written})" if " " in written else written


def _factor(thing: object, write: Writer) -> str:
    label = label_of(thing)
    written = text(thing, write)
    return f"({written})" if label is None or label.word in _SUMS else written


def _latex_factor(thing: object) -> str:
    label = label_of(thing)
    written = latex(thing)
    return rf"\left({written}\right)" if label is None or label.word in _SUMS else written
