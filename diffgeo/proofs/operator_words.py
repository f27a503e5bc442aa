"""Proofs about multivectors: statements as words of operators, which do not commute.

A multivector P is the operator i_P, and what is said of multivectors is a polynomial in letters
i_P, i_K, L_K and products with forms. The lines of a proof are multiples of axioms and relations by
words on both sides. Which multiples are tried: those in which words occur that have to be
cancelled, of axioms with the same letters. Each letter is as often in a word of an axiom as in the
others, so there are finitely many, and linear algebra decides whether they add up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any

from diffgeo.proofs.certificate_lines import Lines, Place, Polynomial, Word
from diffgeo.proofs.elimination import Span
from diffgeo.proofs.time_allowed import time_is_up

#: Words longer than this are not looked for in axioms.
LONGEST = 7
#: Letters by which words become longer where letters are written out.
UNFOLDED = 2
#: Multiples of axioms and relations after which a search ends.
MOST = 20_000


class WordSearch:
    """Looks for multiples of axioms and relations that add up to what is stated.

    Parameters
    ----------
    lines
        Where lines are written, with the rules by which words become normal.
    relations
        The numbers of lines that are supposed, or proved.
    """

    def __init__(self, lines: Lines, relations: Iterable[int]) -> None:
        self.lines, self.book = lines, lines.book
        self._relations = [line for line in map(self._simplified, relations) if line is not None]
        self._tensors: dict[Word, list[int]] = {}
        self._axioms: dict[Word, list[int]] = {}
        self.tried, self.complete = 0, True

    def line(self, target: Polynomial) -> int | None:
        """A line that says that the polynomial is zero, or None if none is found."""
        used: dict[Place, Any] = {}
        rest = self.lines.reduced(target, used)
        if not rest:
            return self.lines.added(used)
        for longest in range(2, LONGEST + 1):
            found = self._combination(rest, longest)
            if found is not None:
                for place, factor in found.items():
                    used[place] = used.get(place, 0) + factor
                return self.lines.added({place: c for place, c in used.items() if c})
            if time_is_up():
                break
        self.complete = not time_is_up()
        return None

    def _combination(self, target: Polynomial, longest: int) -> dict[Place, Any] | None:
        """Multiples of lines that add up to the target, with axioms of words that are so long."""
        span: Span[Word] = Span(_order)
        made: list[dict[Place, Any]] = []
        known: set[Place] = set()
        waiting = dict.fromkeys(target)
        seen: set[Word] = set()
        while waiting:
            following: dict[Word, None] = {}
            for word in waiting:
                seen.add(word)
                for place in self._fitting(word, longest):
                    if place in known:
                        continue
                    known.add(place)
                    self.tried += 1
                    if len(known) > MOST or time_is_up():
                        return self._found(target, span, made)
                    rest, used = self._multiple(place)
                    if rest and span.add(rest, len(made)):
                        made.append(used)
                        following.update(dict.fromkeys(w for w in rest if w not in seen))
            found = self._found(target, span, made)
            if found is not None:
                return found
            waiting = {word: None for word in following if word not in seen}
        return None

    def _found(
        self, target: Polynomial, span: Span[Word], made: list[dict[Place, Any]]
    ) -> dict[Place, Any] | None:
        rest, combination = span.reduce(target)
        if rest:
            return None
        total: dict[Place, Any] = {}
        for number, factor in combination.items():
            for place, c in made[number].items():
                total[place] = total.get(place, 0) + factor * c
        return total

    def _multiple(self, place: Place) -> tuple[Polynomial, dict[Place, Any]]:
        """What a line between two words says in normal words, and how it is made."""
        left, line, right = place
        value = {(*left, *word, *right): c for word, c in self.lines.values[line].items()}
        used: dict[Place, Any] = {}
        rest = self.lines.reduced(value, used)
        made = {other: -c for other, c in used.items()}
        made[place] = made.get(place, 0) + 1
        return rest, made

    def _fitting(self, word: Word, longest: int) -> Iterator[Place]:
        """Lines with a part of the word, between the rest of it."""
        for whole in self._unfolded(word) if self._relations else ():
            for left, part, right in _parts(whole):
                for line in self._relations:
                    if part in self.lines.values[line]:
                        yield left, line, right
        for left, part, right in _parts(word):
            if 1 < len(part) <= longest:
                for line in self._axioms_of(tuple(sorted(part))):
                    if part in self.lines.values[line]:
                        yield left, line, right

    def _unfolded(self, word: Word) -> list[Word]:
        """The word, and words in which L_K = [i_K, d] and e(D t) = [D, e(t)] are written out.

        So are i and L of ``D K``, one of the parts of which [D, i_K] and [D, L_K] consist.
        """
        found = {word: None}
        waiting = [word]
        while waiting:
            whole = waiting.pop()
            for place, letter in enumerate(whole):
                kind, term, *_ = self.book.terms[letter]
                pairs: list[Word] = []
                if kind == "L" and letter != self.lines.d(letter):
                    pairs.append((self.book.i(term), self.lines.d(letter)))
                if kind in ("e", "i", "L") and self.book.terms[term][0] == "act":
                    D, inner = self.book.terms[term][1:]
                    if self.book.terms[D][0] in ("i", "L"):
                        pairs.append((D, self.book(kind, inner)))
                for both in (order for pair in pairs for order in (pair, pair[::-1])):
                    new = (*whole[:place], *both, *whole[place + 1 :])
                    if new not in found and len(new) <= len(word) + UNFOLDED:
                        found[new] = None
                        waiting.append(new)
        return list(found)

    # --- axioms of given letters --------------------------------------------------------

    def _axioms_of(self, letters: Word) -> list[int]:
        """That commutators of tensors vanish, which have these letters."""
        if letters not in self._axioms:
            found: dict[Any, int] = {}
            for first, second in _splittings(letters):
                for A, B in product(self._tensors_of(first), self._tensors_of(second)):
                    both = self.book.commutator(A, B)
                    if self._vanishes(both):
                        self._remember(found, self._simplified(self.lines.line("order", both)))
            self._axioms[letters] = list(found.values())
        return self._axioms[letters]

    def _remember(self, found: dict[Any, int], line: int | None) -> None:
        if line is not None:
            found.setdefault(_direction(self.lines.values[line]), line)

    def _vanishes(self, tensor: int) -> bool:
        order = self.book.order(tensor)
        return order < 0 or self._level(tensor, order) < 0

    def _level(self, tensor: int, order: int) -> int:
        level: int = order + self.book.types[tensor][1]
        return level

    def _tensors_of(self, letters: Word) -> list[int]:
        """Commutators of these letters in which there are no derivatives."""
        if letters not in self._tensors:
            found: dict[Any, int] = {}
            for term in self._made_of(letters):
                rest = self.lines.reduced(self.book.operator(term), {})
                if rest:
                    found.setdefault(_direction(rest), term)
            self._tensors[letters] = list(found.values())
        return self._tensors[letters]

    def _made_of(self, letters: Word) -> Iterator[int]:
        if len(letters) == 1:
            if self.book.terms[letters[0]][0] in ("e", "i", "p"):
                yield letters[0]
            return
        for first, second in _splittings(letters):
            for A, B in product(self._tensors_of(first), self._tensors_of(second)):
                both = self.book.commutator(A, B)
                if not self._vanishes(both):
                    yield both
        for letter in dict.fromkeys(letters):
            kind, K, *_ = self.book.terms[letter]
            rest = list(letters)
            rest.remove(letter)
            if kind != "L":
                continue
            if letter == self.lines.d(letter):
                for first, second in _splittings(tuple(rest)):
                    pairs = product(self._multivectors_of(first), self._multivectors_of(second))
                    for A, B in pairs:
                        yield self.book.commutator(self.book.commutator(A, letter), B)
            elif self.book.types[K][1] == 0:
                d = self.lines.d(letter)
                for B in self._multivectors_of(tuple(rest)):
                    yield self.book.commutator(self.book.commutator(self.book.i(K), d), B)

    def _multivectors_of(self, letters: Word) -> list[int]:
        return [A for A in self._tensors_of(letters) if not self._level(A, self.book.order(A))]

    def _simplified(self, line: int) -> int | None:
        """The line in normal words; None if nothing remains."""
        used: dict[Place, Any] = {}
        rest = self.lines.reduced(self.lines.values[line], used)
        if not rest:
            return None
        if not used:
            return line
        return self.lines.added({((), line, ()): 1} | {place: -c for place, c in used.items()})


def _parts(word: Word) -> Iterator[tuple[Word, Word, Word]]:
    """All parts of a word, with what stands before and behind."""
    for start in range(len(word)):
        for end in range(start + 1, len(word) + 1):
            yield word[:start], word[start:end], word[end:]


def _order(word: Word) -> tuple[int, Word]:
    return len(word), word


def _direction(value: Mapping[Word, Any]) -> Any:
    """The same for a polynomial and its multiples."""
    first = value[min(value)]
    return frozenset((word, c / first if c % first else c // first) for word, c in value.items())


def _splittings(letters: Word) -> Iterator[tuple[Word, Word]]:
    """All ways to divide letters, each as often as it occurs, into two that are not empty."""
    seen = set()
    for chosen in product((False, True), repeat=len(letters) - 1):
        first = (letters[0], *(x for x, here in zip(letters[1:], chosen, strict=True) if here))
        second = tuple(x for x, here in zip(letters[1:], chosen, strict=True) if not here)
        if second and (first, second) not in seen:
            seen.add((first, second))
            yield first, second
