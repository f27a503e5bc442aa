"""Normal forms, and how consequences of relations were made, as text or LaTeX."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from diffgeo.proofs import normal_form as normal
from diffgeo.proofs.normal_form import Basis, Element, Letter, Word
from diffgeo.proofs.relations import History, is_word
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

    def history(self, history: History) -> str:
        """A consequence, written with R_1, R_2, … for the relations."""
        kind, *parts = history
        notation = self.notation
        if kind == "relation":
            number, part = parts
            name = f"R_{{{number}}}" if notation.latex else f"R{number}"
            return f"{name}^{{{part}}}" if part and notation.latex else name + part
        if kind == "act":
            return self._applied(parts[0], self.history(parts[1]))
        if kind == "derivation":
            return notation.index("i" if parts[0] else "L", self.history(parts[1]))
        if kind == "letter":
            rank, prefix, basis, inner = parts
            operator = notation.index("i" if rank else "L", self.history(inner))
            return self._applied(prefix, notation.applied(operator, self.basis(basis)))
        if kind == "applied":
            prefix, basis, inner = parts
            value = notation.applied(self.history(inner), self.basis(basis))
            return self._applied(prefix, value)
        if kind == "composed":
            prefix, inner, suffix = parts
            words = [self.word(prefix), self.history(inner), self.word(suffix)]
            return notation.composition.join(filter(None, words))
        before, inner, after, tail = parts
        factors = [self.basis(basis) for basis in before] + [self.history(inner)]
        rest = self.term(after, tail) if after or tail is not None else ""
        return notation.product.join([*factors, *([rest] if rest else [])])

    def _applied(self, letters: Word, text: str) -> str:
        for letter in reversed(letters):
            text = self.notation.applied(self.letter(letter), text)
        return text
