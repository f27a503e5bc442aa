"""Normal forms, and how consequences of relations were made, as text or LaTeX."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from diffgeo.proofs import normal_form as normal
from diffgeo.proofs.normal_form import Basis, Element, Letter, Monomial, Word
from diffgeo.proofs.relations import is_word
from diffgeo.proofs.symbolic_display import Notation


class NormalWriter:
    """Writes normal forms with the names of the symbols by their serial numbers.

    Vector-valued forms are those of a chart, on whose components derivations act.
    """

    def __init__(self, names: Mapping[int, str], notation: Notation) -> None:
        self.names = names
        self.notation = notation

    def element(self, element: Element, most: int = 12) -> str:
        """A normal form; only the number of its terms if there are many."""
        if len(element) > most:
            count = f"{len(element)} terms"
            return rf"\text{{({count})}}" if self.notation.latex else f"({count})"
        terms = [self.notation.factor(value, self.term(*term)) for term, value in element.items()]
        return self.notation.sum(terms)

    def term(self, monomial: tuple[Basis, ...], tail: Any) -> str:
        """A product of forms with a vector-valued form or a word of derivations."""
        factors = [self.basis(basis) for basis in monomial]
        if tail is not None and not is_word(tail):
            factors.append(self.basis(tail))
        elif tail:
            word = self.word(tail)
            plain = len(tail) == 1 or not factors
            factors.append(word if plain else self.notation.group(word))
        elif tail is not None:  # the empty word is the identity of Ω
            factors.append(r"\mathbf{1}" if self.notation.latex else "1")
        return self.notation.product.join(factors)

    def basis(self, basis: Basis) -> str:
        """A word of derivations applied to a symbol."""
        atom, word = basis
        text = self.atom(atom)
        for letter in reversed(word):
            text = self.notation.applied(self.letter(letter), text)
        return text

    def atom(self, atom: tuple[int, int]) -> str:
        """The name of a symbol."""
        if not atom[0]:
            return self.notation.identity
        if abs(atom[0]) in normal.PULLED:
            phi, basis = normal.PULLED[abs(atom[0])]
            inner = self.notation.name("x") if basis is None else self.basis(basis)
            return self.notation.applied(f"{self.atom((phi, 0))}^*", inner)
        return self.notation.name(self.names.get(abs(atom[0]), f"s{abs(atom[0])}"))

    def letter(self, letter: Letter) -> str:
        """A derivation."""
        if letter == normal.D:
            return self.notation.d
        return self.notation.index("i" if letter[0] else "L", self.basis(letter[2]))

    def word(self, word: Word) -> str:
        """A composition of derivations."""
        return self.notation.composition.join(map(self.letter, word))

    # --- how a consequence was made -----------------------------------------------

    def relation(self, number: int, part: str) -> str:
        """The name of a relation: R_1, R_2, and so on."""
        name = f"R_{{{number}}}" if self.notation.latex else f"R{number}"
        return f"{name}^{{{part}}}" if part and self.notation.latex else name + part

    def acted(self, letters: Word, inner: str) -> str:
        """Derivations applied, the last one first."""
        for letter in reversed(letters):
            inner = self.notation.applied(self.letter(letter), inner)
        return inner

    def derivation(self, rank: int, inner: str) -> str:
        """``i_R`` or ``L_R``."""
        return self.notation.index("i" if rank else "L", inner)

    def related(self, number: int, rank: int, basis: Basis) -> str:
        """``i_X φ^* - φ^* i_Y``, or with L, at a basis element."""
        index = self.notation.index("i" if rank else "L", self.relation(number, ""))
        return self.notation.applied(index, self.basis(basis))

    def pulled(self, phi: int, inner: str) -> str:
        """A pull-back."""
        return self.notation.applied(f"{self.atom((phi, 0))}^*", inner)

    def applied(self, inner: str, basis: Basis) -> str:
        """The value of an operator."""
        return self.notation.applied(inner, self.basis(basis))

    def composed(self, prefix: Word, inner: str, suffix: Word) -> str:
        """The operator between derivations."""
        words = [self.word(prefix), inner, self.word(suffix)]
        return self.notation.composition.join(filter(None, words))

    def multiplied(self, before: Monomial, inner: str, after: Monomial, tail: Any) -> str:
        """The product."""
        factors = [self.basis(basis) for basis in before] + [inner]
        rest = self.term(after, tail) if after or tail is not None else ""
        return self.notation.product.join([*factors, *([rest] if rest else [])])
