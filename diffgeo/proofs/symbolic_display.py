"""Symbolic objects as text for readers and as LaTeX, as they were made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from diffgeo.interop.typeset import name_latex

if TYPE_CHECKING:
    from diffgeo.proofs.symbolic_objects import Symbolic


@dataclass(frozen=True)
class Notation:
    """The signs of one way of writing: text, or LaTeX."""

    latex: bool
    product: str
    composition: str
    d: str
    identity: str

    def name(self, name: str) -> str:
        """A declared name."""
        return name_latex(name) if self.latex else name

    def index(self, letter: str, index: str) -> str:
        """``L_K``, with braces where they are needed."""
        if self.latex:
            return f"{letter}_{{{index}}}"
        plain = index.isidentifier() and "_" not in index
        return f"{letter}_{index}" if plain else f"{letter}_{{{index}}}"

    def group(self, text: str) -> str:
        """A text in parentheses."""
        return rf"\left({text}\right)" if self.latex else f"({text})"

    def applied(self, operator: str, *arguments: str) -> str:
        """The value of an operator."""
        return operator + self.group(", ".join(arguments))

    def factor(self, number: int | Fraction, thing: str) -> str:
        """A multiple by a number, such as ``-2*K``; the number itself if the thing is empty."""
        sign, size = "-" if number < 0 else "", abs(Fraction(number))
        if size == 1 and thing:
            return sign + thing
        text = str(size)
        if self.latex and size.denominator != 1:
            text = rf"\tfrac{{{size.numerator}}}{{{size.denominator}}}"
        if not thing:
            return sign + text
        return f"{sign}{text}{' ' if self.latex else '*'}{thing}"

    def sum(self, terms: list[str]) -> str:
        """A sum; terms that begin with a minus sign are subtracted."""
        text = ""
        for term in terms:
            if not text:
                text = term
            elif term.startswith("-"):
                text += f" - {term[1:]}"
            else:
                text += f" + {term}"
        return text or "0"


TEXT = Notation(False, "*", "∘", "d", "id")
LATEX = Notation(True, r" \wedge ", r" \circ ", r"\mathrm{d}", r"\mathrm{id}")


def text(thing: Symbolic) -> str:
    """The object as it was made: ``[K, M]``, ``i_K``, ``L_{[K, M]}``, ``d``."""
    return write(thing, TEXT)


def latex(thing: Symbolic) -> str:
    """LaTeX source of the object as it was made, without dollar signs."""
    return write(thing, LATEX)


def write(thing: Symbolic, notation: Notation) -> str:
    """The object in one notation."""

    def inner(part: Any) -> str:
        return write(part, notation)

    def factor(part: Symbolic) -> str:
        plain = part.kind not in _COMPOUND or (part.kind == "sum" and not part.arguments)
        return inner(part) if plain else notation.group(inner(part))

    return _WRITERS[thing.kind](thing.arguments, notation, inner, factor)


_COMPOUND = ("sum", "multiple", "composition", "composed", "product")
_Part = Callable[[Any], str]


def _operator(letter: str) -> Callable[..., str]:
    def writer(arguments: tuple[Any, ...], notation: Notation, inner: _Part, _: _Part) -> str:
        operator = notation.index(letter, inner(arguments[0]))
        rest = [inner(a) for a in arguments[1:]]
        return notation.applied(operator, *rest) if rest else operator

    return writer


_WRITERS: dict[str, Callable[..., str]] = {
    "symbol": lambda a, n, inner, factor: n.name(str(a[0])),
    "derivation": lambda a, n, inner, factor: n.name(str(a[0])),
    "number": lambda a, n, inner, factor: n.factor(a[0], ""),
    "identity": lambda a, n, inner, factor: n.identity,
    "d": lambda a, n, inner, factor: n.d,
    "sum": lambda a, n, inner, factor: n.sum(list(map(inner, a))),
    "multiple": lambda a, n, inner, factor: n.factor(a[0], factor(a[1])),
    "product": lambda a, n, inner, factor: n.product.join(map(factor, a)),
    "composition": lambda a, n, inner, factor: n.composition.join(map(factor, a)),
    "composed": lambda a, n, inner, factor: n.composition.join(map(factor, a)),
    "bracket": lambda a, n, inner, factor: f"[{inner(a[0])}, {inner(a[1])}]",
    "applied": lambda a, n, inner, factor: n.applied(factor(a[0]), inner(a[1])),
    "value": lambda a, n, inner, factor: n.applied(factor(a[0]), *map(inner, a[1:])),
    "interior": _operator("i"),
    "insertion": _operator("i"),
    "lie": _operator("L"),
}
