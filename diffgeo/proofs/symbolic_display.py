"""Symbolic objects as text for readers and as LaTeX, as they were made."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from diffgeo.calculus.display import join_terms
from diffgeo.interop.typeset import name_latex
from diffgeo.proofs import constructions
from diffgeo.proofs.symbolic_degrees import Sign

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

    def factor(self, number: int | Fraction | Sign, thing: str) -> str:
        """A multiple by a number, such as ``-2*K``; the number itself if the thing is empty."""
        if isinstance(number, Sign):
            exponent = str(number.degree).replace("*", " ") if self.latex else number.degree
            power = f"(-1)^{{{exponent}}} " if self.latex else f"(-1)^({exponent})*"
            return self.factor(number.factor, power + thing)
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
        return join_terms(terms)


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
        return notation.group(inner(part)) if part.made.compound else inner(part)

    n = notation
    match thing.made:
        case constructions.Named((name, *_)) | constructions.NamedDerivation((name, *_)):
            return n.name(str(name))
        case constructions.Number((number,)):
            return n.factor(number, "")
        case constructions.Unit():
            return n.identity
        case constructions.Exterior():
            return n.d
        case constructions.Sum(terms):
            return n.sum(list(map(inner, terms)))
        case constructions.Multiple((number, part)):
            return n.factor(number, factor(part))
        case constructions.Product(parts):
            return n.product.join(map(factor, parts))
        case constructions.Composition(parts) | constructions.Composed(parts):
            return n.composition.join(map(factor, parts)) or n.identity
        case constructions.Bracket((first, second)):
            return f"[{inner(first)}, {inner(second)}]"
        case constructions.Applied((part, *rest)) | constructions.Value((part, *rest)):
            return n.applied(factor(part), *map(inner, rest))
        case constructions.Back((phi, part)):
            return n.applied(f"{inner(phi)}^*", inner(part))
        case constructions.Multiplication((form,)):
            return inner(form)
        case constructions.Interior((K,)):
            return n.index("i", inner(K))
        case constructions.Insertion((K, M)):
            return n.applied(n.index("i", inner(K)), inner(M))
    (K,) = thing.arguments
    return n.index("L", inner(K))
