"""Declared relations and their consequences, as normal forms.

A relation R = 0 of forms, vector-valued forms or derivations has as consequences all that is
made of R by the operations of the calculus: derivations applied to it, products with forms,
and, for a vector-valued R, ``i_R`` and ``L_R`` in the place of derivations. Each consequence
is computed by these operations from the normal form of R, so that it vanishes wherever R
does; which ones are computed is a matter of search only.

Search: a term of the statement is compared with the terms of the relations. Where the word
of a relation's term is contained in the word of a basis element, the remaining letters are
applied to the relation. A letter may come from a commutator (``L_K`` from ``[i_K, d]``,
``i_{i_K M}`` from ``[i_K, i_M]``, …); words are compared with such letters split too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product
from typing import Any

from diffgeo.proofs import normal_form as normal
from diffgeo.proofs.histories import (
    Acted,
    Applied,
    Composed,
    DerivationBy,
    History,
    Multiplied,
    PulledBack,
    RelatedAt,
    Stated,
)
from diffgeo.proofs.instances import symbols_in
from diffgeo.proofs.normal_form import Atom, Basis, Element, Letter, Monomial, Word
from diffgeo.proofs.symbolic_maps import RelatedFields, SymbolicMap
from diffgeo.proofs.symbolic_multivectors import SymbolicMultivector
from diffgeo.proofs.symbolic_objects import Symbolic, SymbolicForm, SymbolicOperator
from diffgeo.proofs.words import around, expansions, leftovers, without
from diffgeo.verdicts.verdict import Identity

#: By how many maps, one after the other, relations are pulled back.
COMPOSED = 2


@dataclass(frozen=True)
class Relation:
    """``element = 0``: a form, a vector-valued form, or an operator that is no derivation."""

    number: int
    part: str
    sort: str
    element: Element
    #: Of fields that a map relates: the serial number of the map, and they.
    pair: tuple[int, Element, Element] | None = None
    #: The maps by which the declared relation is pulled back, the first one first.
    back: tuple[int, ...] = ()

    def related(self, rank: int, basis: Basis) -> Consequence:
        """``i_X φ^* = φ^* i_Y``, or with L, at a basis element."""
        pairs = {self.number: self.pair} if self.pair else {}
        element = Operations({}, pairs).related(self.number, rank, basis)
        return Consequence(RelatedAt(self.number, rank, basis), element)

    @property
    def consequence(self) -> Consequence:
        """The relation as the first of its consequences."""
        history: History = Stated(self.number, self.part)
        for phi in self.back:
            history = PulledBack(phi, history)
        return Consequence(history, self.element)


@dataclass(frozen=True)
class Consequence:
    """An element that vanishes wherever the relations hold."""

    history: History
    element: Element

    def acted(self, letters: Word) -> Consequence:
        """Derivations applied to it."""
        if not letters:
            return self
        return Consequence(Acted(letters, self.history), OPERATIONS.acted(letters, self.element))

    def derivation(self, rank: int) -> Consequence:
        """``i_R`` or ``L_R``."""
        element = OPERATIONS.derivation(rank, self.element)
        return Consequence(DerivationBy(rank, self.history), element)

    def pulled(self, phi: int) -> Consequence:
        """Its pull-back."""
        return Consequence(PulledBack(phi, self.history), OPERATIONS.pulled(phi, self.element))

    def applied(self, basis: Basis) -> Consequence:
        """Its value, as of an operator, on a basis element."""
        element = OPERATIONS.applied(self.element, basis)
        return Consequence(Applied(self.history, basis), element)

    def composed(self, prefix: Word, suffix: Word) -> Consequence:
        """The operator between derivations."""
        if not prefix and not suffix:
            return self
        element = OPERATIONS.composed(prefix, self.element, suffix)
        return Consequence(Composed(prefix, self.history, suffix), element)

    def multiplied(self, before: Monomial, after: Monomial = (), tail: Any = None) -> Consequence:
        """Its product with factors on both sides."""
        if not before and not after and tail is None:
            return self
        element = OPERATIONS.multiplied(before, self.element, after, tail)
        return Consequence(Multiplied(before, self.history, after, tail), element)


def relations_of(number: int, identity: Identity) -> list[Relation]:
    """The relations that one declared identity states.

    A derivation ``L_K + i_N`` vanishes if and only if K and N do.
    """
    left, right = identity.left, identity.right
    element = normal.combine([(1, left.normal_form), (-1, right.normal_form)])
    if not element:
        return []
    if isinstance(identity, RelatedFields):
        pair = (identity.phi.serial, identity.X.normal_form, identity.Y.normal_form)
        return [Relation(number, "", "vector", element, pair)]
    if not isinstance(left, SymbolicOperator):
        return [Relation(number, "", sort_of(left), element)]
    if any(len(word) != 1 for _, word in element):
        return [Relation(number, "", "operator", element)]
    K = {(m, letter[2]): v for (m, (letter,)), v in element.items() if not letter[0]}
    rest = normal.combine([(1, element), (-1, normal.lie(K))])
    N = {(m, letter[2]): v for (m, (letter,)), v in rest.items()}
    found = [Relation(number, part, "vector", e) for part, e in (("K", K), ("N", N)) if e]
    return found


def pulled_back(relations: Sequence[Relation], known: Sequence[Identity]) -> list[Relation]:
    """The relations on the targets of maps, pulled back by them, also by one after the other."""
    sides = [side for identity in known for side in (identity.left, identity.right)]
    maps: list[Any] = [s for s in symbols_in(*sides) if isinstance(s, SymbolicMap)]
    homes = {n: i.left.home or i.right.home for n, i in enumerate(known, start=1)}
    found = [(relation, homes[relation.number]) for relation in relations if maps]
    for relation, home in found:  # grows
        for phi in maps if len(relation.back) < COMPOSED and relation.sort != "operator" else ():
            if phi.target is home:
                element = normal.pulled(phi.serial, relation.element)
                by = (*relation.back, phi.serial)
                found.append((replace(relation, element=element, pair=None, back=by), phi.source))
    return [relation for relation, _ in found if relation.back]


def sort_of(thing: Symbolic) -> str:
    """Form, vector or operator: which kind of tail the normal form has."""
    if isinstance(thing, SymbolicForm):
        return "form"
    operator = isinstance(thing, SymbolicOperator | SymbolicMultivector)
    return "operator" if operator else "vector"


# --- sizes -------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 15)
def size_of_basis(basis: Basis) -> int:
    """The number of atoms of a basis element and of its letters; d counts one."""
    _, inner = normal.PULLED.get(abs(basis[0][0]), (0, None))
    own = 1 if inner is None else size_of_basis(inner)
    return own + sum(size_of_basis(letter[2]) for letter in basis[1])


def size(term: tuple[Monomial, Any]) -> int:
    """The number of atoms of a term."""
    monomial, tail = term
    total = sum(map(size_of_basis, monomial))
    if tail is None:
        return total
    if is_word(tail):
        return total + sum(size_of_basis(letter[2]) for letter in tail)
    return total + size_of_basis(tail)


def is_word(tail: Any) -> bool:
    """Whether the tail of a term is a word of an operator (else a basis element)."""
    return not tail or len(tail[0]) == 3


def order(term: tuple[Monomial, Any]) -> tuple[Any, ...]:
    """Large terms are eliminated first."""
    return (size(term), term[0], () if term[1] is None else term[1])


# --- where a relation fits ---------------------------------------------------------------


class Consequences:
    """The consequences of relations that have a given term."""

    def __init__(self, relations: Iterable[Relation], leading: bool, units: bool = False) -> None:
        self._relations, self._units = list(relations), units
        self._known: dict[Basis, list[Consequence]] = {}
        self._patterns: list[tuple[Relation, Monomial, Any]] = []
        for relation in self._relations:
            terms = [t for t in relation.element if _telling(t)]
            if leading and terms:
                terms = [max(terms, key=order)]
            self._patterns += [(relation, *term) for term in terms]

    def of_term(self, monomial: Monomial, tail: Any) -> Iterator[Consequence]:
        """Consequences in which a term of a form, vector-valued form or operator may occur."""
        for place, basis in enumerate(monomial):
            before, after = monomial[:place], monomial[place + 1 :]
            for inner in self._of_basis(basis):
                yield inner.multiplied(before, after, tail)
        yield from self._of_products(monomial, tail)
        yield from self._of_units(monomial, tail)
        if tail is None:
            return
        if not is_word(tail):
            for inner in self._of_basis(tail):
                yield inner.multiplied(monomial)
            return
        for inner in self._of_word(tail):
            yield inner.multiplied(monomial)

    def _of_units(self, monomial: Monomial, tail: Any) -> Iterator[Consequence]:
        """Relations with a term 1 or id, which occurs everywhere: as a factor, or composed."""
        if not self._units:
            return
        for relation in self._relations:
            inner = relation.consequence
            if ((), None) in relation.element:
                yield inner.multiplied((), monomial, tail)
            if ((), normal.IDENTITY) in relation.element and tail and not is_word(tail):
                yield inner.acted((normal.insertion_letter(tail),)).multiplied(monomial)
        parts = [(basis, _without_place(monomial, n)) for n, basis in enumerate(monomial)]
        for basis, rest in [*parts, *([(tail, monomial)] if tail and not is_word(tail) else [])]:
            for relation, factors, end in self._patterns:
                others = without(rest, factors) if relation.sort == "vector" and factors else None
                if others is not None:
                    for inner in self._in_letter_of(basis, relation, end):
                        whole = rest is monomial  # the basis element is the tail
                        yield inner.multiplied(others, (), None if whole else tail)

    def _in_letter_of(self, basis: Basis, relation: Relation, end: Basis) -> Iterator[Consequence]:
        """A relation where a letter has the vector of its term, whose factors are elsewhere."""
        atom, word = basis
        for place, letter in enumerate(word):
            for letters in leftovers(letter[2][1], end[1]) if letter[2][0] == end[0] else ():
                inner = relation.consequence.acted(letters).derivation(letter[0])
                yield inner.applied((atom, word[place + 1 :])).acted(word[:place])

    def _of_basis(self, basis: Basis) -> list[Consequence]:
        """Consequences of the sort of a basis element: the relation inside it, or in a letter."""
        if basis not in self._known:
            self._known[basis] = []  # no relation is inside itself
            self._known[basis] = list(self._search(basis))
        return self._known[basis]

    def _search(self, basis: Basis) -> Iterator[Consequence]:
        atom, word = basis
        sort = "form" if atom[0] < 0 else "vector"
        for relation, monomial, tail in self._patterns:
            if relation.sort == "operator":
                if not monomial:
                    yield from self._operator_inside(relation, tail, word, atom)
                continue
            pattern = (monomial[0] if monomial else None) if sort == "form" else tail
            alone = len(monomial) == 1 if sort == "form" else not monomial
            if relation.sort != sort or not alone or pattern is None or pattern[0] != atom:
                continue
            for letters in leftovers(word, pattern[1]):
                yield relation.consequence.acted(letters)
        for prefix, letter, suffix, inner in self._in_letters(word):
            yield inner.derivation(letter[0]).applied((atom, suffix)).acted(prefix)
        if abs(atom[0]) in normal.PULLED:
            yield from self._behind_map(*normal.PULLED[abs(atom[0])], word)

    def _behind_map(self, phi: int, inner: Basis | None, word: Word) -> Iterator[Consequence]:
        """What relations say of φ^*: at what is pulled back, and where fields are related."""
        for known in self._of_basis(inner) if inner is not None else ():
            yield known.pulled(phi).acted(word)
        at = normal.IDENTITY if inner is None else inner
        for relation in self._relations:
            if relation.pair is None or relation.pair[0] != phi:
                continue
            _, *pair = relation.pair
            for side, letters in ((1, word), (2, at[1])):
                fields = {basis for monomial, basis in pair[side - 1] if not monomial}
                for expansion in expansions(letters):
                    for place, letter in enumerate(expansion):
                        if letter[2] in fields:
                            rest = (*expansion[:place], *expansion[place + 1 :])
                            where = at if side == 1 else (at[0], rest)
                            made = relation.related(letter[0], where)
                            yield made.acted(rest if side == 1 else word)

    def _of_word(self, word: Word) -> Iterator[Consequence]:
        """Consequences for the word of an operator."""
        for relation, monomial, tail in self._patterns:
            if relation.sort == "operator" and not monomial:
                for prefix, suffix in around(word, tail):
                    yield relation.consequence.composed(prefix, suffix)
        for prefix, letter, suffix, inner in self._in_letters(word):
            yield inner.derivation(letter[0]).composed(prefix, suffix)

    def _in_letters(self, word: Word) -> Iterator[tuple[Word, Letter, Word, Consequence]]:
        for place, letter in enumerate(word):
            if letter[2] != normal.IDENTITY:
                for inner in self._of_basis(letter[2]):
                    yield word[:place], letter, word[place + 1 :], inner

    def _operator_inside(
        self, relation: Relation, pattern: Word, word: Word, atom: Atom
    ) -> Iterator[Consequence]:
        for prefix, suffix in around(word, pattern):
            yield relation.consequence.applied((atom, suffix)).acted(prefix)

    def _of_products(self, monomial: Monomial, tail: Any) -> Iterator[Consequence]:
        """Relations whose terms are products: their factors lie in factors of the term."""
        for relation, factors, end in self._patterns:
            vector = relation.sort == "vector" and not (tail is None or is_word(tail))
            if relation.sort == "operator" or len(factors) + vector < 2:
                continue
            if relation.sort == "vector" and not vector:
                continue
            for chosen in _choices(monomial, factors):
                matched = [monomial[place] for place in chosen] + ([tail] if vector else [])
                patterns = [*factors, *([end] if vector else [])]
                if any(m[0] != p[0] for m, p in zip(matched, patterns, strict=True)):
                    continue
                rest = tuple(b for place, b in enumerate(monomial) if place not in chosen)
                remaining = [
                    list(leftovers(m[1], p[1])) for m, p in zip(matched, patterns, strict=True)
                ]
                for letters in product(*remaining):
                    joined = tuple(sorted(letter for word in letters for letter in word))
                    inner = relation.consequence.acted(joined)
                    yield inner.multiplied(rest, (), None if vector else tail)


def _telling(term: tuple[Monomial, Any]) -> bool:
    """Whether a term says more than 1 or id, which fit everywhere."""
    monomial, tail = term
    return bool(monomial) or not (tail is None or tail in ((), normal.IDENTITY))


def _without_place(monomial: Monomial, place: int) -> Monomial:
    return (*monomial[:place], *monomial[place + 1 :])


def _choices(monomial: Monomial, factors: Monomial) -> Iterator[tuple[int, ...]]:
    if not factors:
        yield ()
        return
    for rest in _choices(monomial, factors[:-1]):
        for place in range(len(monomial)):
            if place not in rest:
                yield (*rest, place)


# --- operations on elements --------------------------------------------------------------


@dataclass(frozen=True)
class Operations:
    """The steps of histories, done with the normal forms of relations."""

    relations: Mapping[tuple[int, str], Element]
    pairs: Mapping[int, tuple[int, Element, Element]] = field(default_factory=dict)

    def relation(self, number: int, part: str) -> Element:
        """The normal form of a relation."""
        return self.relations[number, part]

    def acted(self, letters: Word, inner: Element) -> Element:
        """Derivations applied, the last one first."""
        for letter in reversed(letters):
            inner = normal.act(letter, inner)
        return inner

    def derivation(self, rank: int, inner: Element) -> Element:
        """``i_R`` or ``L_R``."""
        return normal.insertion(inner) if rank else normal.lie(inner)

    def applied(self, inner: Element, basis: Basis) -> Element:
        """The value on a basis element."""
        atom, word = basis
        return normal.through(inner, normal.evaluate(word, atom), normal.act)

    def related(self, number: int, rank: int, basis: Basis) -> Element:
        """Related fields at a basis element."""
        return normal.related(*self.pairs[number], rank, basis)

    def pulled(self, phi: int, inner: Element) -> Element:
        """The pull-back."""
        return normal.pulled(phi, inner)

    def composed(self, prefix: Word, inner: Element, suffix: Word) -> Element:
        """The operator between derivations."""
        element = normal.compose(inner, {((), suffix): normal.ONE})
        for letter in reversed(prefix):
            element = normal.compose_letter(letter, element)
        return element

    def multiplied(self, before: Monomial, inner: Element, after: Monomial, tail: Any) -> Element:
        """The product."""
        if after or tail is not None:
            inner = normal.multiply(inner, {(after, tail): normal.ONE})
        return normal.multiply({(before, None): normal.ONE}, inner)


OPERATIONS = Operations({})
