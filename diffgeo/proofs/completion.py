"""Consequences of algebraic relations between (1,1) tensors, by completion.

Compositions of tensors are words that do not commute, and relations between sums of them, such as
``F@J == h`` or ``P@P == P``, are rules that replace the largest word. Where two rules overlap, the
two results are equal, which may be new. Source: Bergman, The diamond lemma for ring theory (1978).
What is found is suggested as lemmas, and believed once it is proved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import reduce
from operator import matmul
from typing import Any

from diffgeo.proofs.constructions import Composed, Multiple, Named, Sum, Unit
from diffgeo.proofs.symbolic_objects import SymbolicVectorForm, every_manifold
from diffgeo.verdicts.verdict import Identity

#: The longest words that are replaced, and the most rules.
LONGEST = 3
MOST_RULES = 24
#: A character that is larger than all others.
LAST = chr(0x10FFFF)

Word = tuple[str, ...]
Polynomial = dict[Word, Fraction]
#: A word, by what it is replaced, and the identity that says so.
Rule = tuple[Word, Polynomial, Identity]


class Completion:
    """Rules for the compositions of tensors, which are known by what is written for them."""

    def __init__(self, relations: Sequence[Identity]) -> None:
        self.letters: dict[str, SymbolicVectorForm] = {}
        self.rules: list[Rule] = []
        self._waiting: list[tuple[Polynomial, list[Identity]]] = []
        for relation in relations:
            sides = (relation.left, relation.right)
            if all(isinstance(s, SymbolicVectorForm) and s.degree == 1 for s in sides):
                left, right = map(self._read, sides)
                self._waiting.append((_plus(left, right, -1), [relation]))

    @property
    def equations(self) -> list[Polynomial]:
        """The relations that are between (1,1) tensors."""
        return [polynomial for polynomial, _ in self._waiting]

    def is_algebraic(self, polynomial: Polynomial) -> bool:
        """Whether the letters are symbols, and not brackets or products."""
        letters = [self.letters[letter] for word in polynomial for letter in word]
        return all(isinstance(letter.made, Named) for letter in letters)

    def lemmas(self) -> Iterator[tuple[Identity, list[Identity]]]:
        """What is new, each with those before it and the relations from which it follows."""
        while self._waiting and len(self.rules) < MOST_RULES:
            place = min(range(len(self._waiting)), key=lambda n: _size(self._waiting[n][0]))
            polynomial, reasons = self._waiting.pop(place)
            rest, used = self._reduced(polynomial)
            if not rest or len(word := max(rest, key=_order)) not in range(1, LONGEST + 1):
                continue
            value = rest.pop(word)
            image = {w: -c / value for w, c in rest.items()}
            (stated, *more), reasons = reasons, [*reasons, *used]
            if more or used:
                stated = self._written({word: Fraction(1)}) == self._written(image)
                yield stated, list({id(r): r for r in reasons}.values())
            rule = (word, image, stated)
            self.rules.append(rule)
            for other in self.rules:
                for first, second in ((rule, other), (other, rule)):
                    reasons = [first[2], second[2]]
                    self._waiting += [(p, reasons) for p in _overlaps(first, second) if p]

    def _reduced(self, polynomial: Polynomial) -> tuple[Polynomial, list[Identity]]:
        rest, used = dict(polynomial), []
        while found := next(_places(rest, self.rules), None):
            before, (word, image, stated), behind = found
            value = rest.pop((*before, *word, *behind))
            rest = _plus(rest, {(*before, *w, *behind): c for w, c in image.items()}, value)
            used.append(stated)
        return rest, used

    def _read(self, tensor: Any) -> Polynomial:
        match tensor.made:
            case Unit():
                return {(): Fraction(1)}
            case Sum(terms):
                return reduce(_plus, map(self._read, terms), {})
            case Multiple((factor, inner)):
                return _plus({}, self._read(inner), factor)
            case Composed((first, second)):
                total: Polynomial = {}
                for word, value in self._read(first).items():
                    moved = {(*word, *w): c for w, c in self._read(second).items()}
                    total = _plus(total, moved, value)
                return total
        # Brackets and products are larger than symbols: [J, S] is replaced by 2h - id.
        letter = str(tensor) if isinstance(tensor.made, Named) else f"{LAST}{tensor}"
        self.letters.setdefault(letter, tensor)
        return {(letter,): Fraction(1)}

    def _written(self, polynomial: Polynomial) -> Any:
        terms = [
            value * reduce(matmul, [self.letters[letter] for letter in word])
            if word
            else value * every_manifold.identity
            for word, value in polynomial.items()
        ]
        return sum(terms[1:], terms[0]) if terms else 0 * every_manifold.identity


def _size(polynomial: Polynomial) -> tuple[Any, ...]:
    return max(map(_order, polynomial), default=(0, ())), len(polynomial)


def _order(word: Word) -> tuple[int, Word]:
    return len(word), word


def _places(polynomial: Polynomial, rules: Sequence[Rule]) -> Iterator[tuple[Word, Rule, Word]]:
    for found in polynomial:
        for rule in rules:
            length = len(rule[0])
            for start in range(len(found) - length + 1):
                if found[start : start + length] == rule[0]:
                    yield found[:start], rule, found[start + length :]


def _overlaps(first: Rule, second: Rule) -> Iterator[Polynomial]:
    """The differences of the two ways to replace words that end and begin with the same."""
    (a, image, _), (b, other, _) = first, second
    for common in range(1, min(len(a), len(b)) + (a != b)):
        if a[-common:] == b[:common]:
            left = {(*w, *b[common:]): c for w, c in image.items()}
            yield _plus(left, {(*a[:-common], *w): c for w, c in other.items()}, -1)


def _plus(first: Polynomial, second: Polynomial, factor: Any = 1) -> Polynomial:
    total = dict(first)
    for word, value in second.items():
        total[word] = total.get(word, Fraction(0)) + Fraction(factor) * value
    return {word: value for word, value in total.items() if value}
