"""Words of letters: which letters remain without those of a pattern.

A letter may come from a commutator (``L_K`` from ``[i_K, d]``, ``i_{i_K M}`` from
``[i_K, i_M]``, …); words are compared with such letters split too.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from diffgeo.proofs import normal_form as normal
from diffgeo.proofs.normal_form import Basis, Letter, Word

#: How many letters of one word are split into commutators.
SPLITS = 2


@lru_cache(maxsize=1 << 14)
def expansions(word: Word) -> tuple[Word, ...]:
    """The word, and the words from which it may arise by commutators."""
    found: dict[Word, None] = {word: None}
    newest = [word]
    for _ in range(SPLITS):
        following = []
        for given in newest:
            for place, letter in enumerate(given):
                for pair in _splits(letter):
                    split = tuple(sorted((*given[:place], *given[place + 1 :], *pair)))
                    if split not in found:
                        found[split] = None
                        following.append(split)
        newest = following
    return tuple(found)


def _splits(letter: Letter) -> Iterator[tuple[Letter, Letter]]:
    rank, _, basis = letter
    atom, word = basis
    if basis == normal.IDENTITY:
        return
    if rank == 0:
        yield normal.insertion_letter(basis), normal.D
    if word:
        rest: Basis = (atom, word[1:])
        make = normal.insertion_letter if rank else normal.lie_letter
        yield word[0], make(rest)
        if rank and not word[0][0]:
            yield normal.insertion_letter(word[0][2]), normal.lie_letter(rest)


def leftovers(word: Word, pattern: Word) -> Iterator[Word]:
    """What remains of a word (or of one it comes from) without the letters of a pattern."""
    found: dict[Word, None] = {}
    for expansion in expansions(word):
        if (rest := without(expansion, pattern)) is not None:
            found[rest] = None
    yield from found


def without(word: tuple[Any, ...], pattern: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """What remains of a word without letters; None if it has not all of them."""
    rest = list(word)
    for letter in pattern:
        if letter not in rest:
            return None
        rest.remove(letter)
    return tuple(rest)


def around(word: Word, pattern: Word) -> Iterator[tuple[Word, Word]]:
    """Letters before and behind a pattern in a word."""
    for rest in leftovers(word, pattern):
        for place in range(len(rest) + 1):
            yield rest[:place], rest[place:]
