"""Proofs under declared relations: the statement as a combination of consequences.

The consequences that have a term in common with the statement, then those that have a term
in common with these, … are collected; an exact linear system over Q asks whether the
statement is a combination of them. The combination is added up again before it is believed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from diffgeo.errors import Undecided
from diffgeo.proofs import normal_form as normal
from diffgeo.proofs.elimination import Span, solution
from diffgeo.proofs.histories import History
from diffgeo.proofs.normal_form import Element
from diffgeo.proofs.relations import Consequence, Consequences, Operations, Relation, order, size
from diffgeo.proofs.rules import tracing
from diffgeo.proofs.time_allowed import time_is_up

#: Rounds of collecting, and consequences that are made in each phase, at which it ends.
ROUNDS = 8
MOST = 1_500
#: The same where a search is to be short, and where relations are so many before lemmas are found.
FEW = 300
FIRST = 80
MANY = 10
#: Terms larger than the largest of the statement and the lemmas by more than this are not followed.
SLACK = 2
_UNITS = (((), None), ((), normal.IDENTITY))


@dataclass(frozen=True)
class Summand:
    """A consequence of a relation with its coefficient in a combination."""

    coefficient: Fraction
    consequence: Consequence

    @property
    def numbers(self) -> set[int]:
        """The numbers of the declared identities that were used."""
        return {self.consequence.history.number}


@dataclass
class Search:
    """What was tried: the combination, or how much was looked at."""

    combination: list[Summand] | None
    collected: int
    complete: bool

    def __str__(self) -> str:
        end = "all that fit" if self.complete else "the search was cut"
        return f"not a combination of {self.collected} consequences of the relations ({end})"


def deduce(
    target: Element,
    relations: list[Relation],
    lemmas: Sequence[Relation] = (),
    most: int = MOST,
) -> Search:
    """Write ``target`` as a combination of consequences of the relations, if that is found.

    Lemmas are relations among them, which say how large terms may be on the way. First only the
    largest terms of the relations are looked for (rewriting), then all terms.
    """
    if not target:
        return Search([], 0, True)
    found = Search(None, 0, True)
    reach = max((size(t) for r in lemmas for t in r.element), default=0)
    units = any(term in r.element for r in relations for term in _UNITS)
    for leading, with_units in [(True, False), (False, False)] + [(False, True)] * units:
        found = _collect(target, Consequences(relations, leading, with_units), reach, most)
        if found.combination is not None:
            return found
    for relation in relations:  # t = (p t - r t)/c for a function r = p - c, and p t may follow
        constant = relation.element.get(((), None), 0)
        if relation.sort == "form" and constant:
            rest = {term: value for term, value in relation.element.items() if term != ((), None)}
            product = normal.multiply(rest, target)
            inner = _collect(product, Consequences(relations, True), reach, most)
            if inner.combination is not None:
                return Search(_divided(target, relation, constant, inner), inner.collected, True)
    return found


def _divided(target: Element, relation: Relation, constant: Any, search: Search) -> list[Summand]:
    """The combination for the target out of one for its product with ``p = r - constant``."""
    c = Fraction(constant)
    found = [Summand(-s.coefficient / c, s.consequence) for s in search.combination or ()]
    for (monomial, tail), value in target.items():
        made = relation.consequence.multiplied((), monomial, tail)
        found.append(Summand(value / c, made))
    return found


def equal_to(
    target: Element, candidates: Sequence[Element], relations: list[Relation], most: int
) -> int | None:
    """The place of the first candidate to which rewriting finds that the target is equal."""
    span: Span[Any] = Span(order)
    _collect(target, Consequences(relations, True), 0, most, span)
    for place, candidate in enumerate(candidates):
        if not span.reduce(normal.combine([(1, target), (-1, candidate)]))[0]:
            return place
    return None


def summed(
    target: Element, candidates: Sequence[Element], relations: list[Relation], most: int
) -> tuple[dict[int, Fraction], list[Summand]] | None:
    """The multiples of candidates, by their places, of which the target is found to be the sum.

    With the combination that is the target less the sum.
    """
    terms: Element = {term: normal.ONE for each in (*candidates, target) for term in each}
    units = any(term in r.element for r in relations for term in _UNITS)
    for with_units in (False, True)[: 1 + units]:
        span: Span[Any] = Span(order)
        reach = max((size(t) for r in relations for t in r.element), default=0)
        consequences = Consequences(relations, False, with_units)
        collected: list[Consequence] = []
        _collect(terms, consequences, reach, most, span, collected)
        rests = [span.reduce(candidate)[0] for candidate in candidates]
        found = solution(rests, span.reduce(target)[0], order)
        if found is not None:
            parts = [(-value, candidates[n]) for n, value in found[0].items()]
            rest = normal.combine([(1, target), *parts])
            return found[0], _combination(rest, span, collected) or []
    return None


def _collect(
    target: Element,
    consequences: Consequences,
    reach: int,
    most: int,
    span: Span[Any] | None = None,
    collected: list[Consequence] | None = None,
) -> Search:
    limit = max([reach, *map(size, target)]) + SLACK
    span = Span(order) if span is None else span
    collected = [] if collected is None else collected
    known: set[History] = set()
    seen: set[Any] = set()
    terms, complete = sorted(target, key=order), True
    for _ in range(ROUNDS):
        following: dict[Any, None] = {}
        for term in terms:
            if term in seen:
                continue
            seen.add(term)
            for consequence in consequences.of_term(*term):
                if consequence.history in known or not consequence.element:
                    continue
                known.add(consequence.history)
                if len(known) >= most or time_is_up():
                    return Search(_combination(target, span, collected), len(collected), False)
                if max(map(size, consequence.element)) > limit:
                    complete = False
                    continue
                if span.add(consequence.element, len(collected)):
                    collected.append(consequence)
                    following.update(dict.fromkeys(consequence.element))
        combination = _combination(target, span, collected)
        if combination is not None:
            return Search(combination, len(collected), complete)
        terms = sorted((t for t in following if t not in seen), key=order)
        if not terms:
            return Search(None, len(collected), complete)
    return Search(None, len(collected), False)


def _combination(
    target: Element, span: Span[Any], collected: list[Consequence]
) -> list[Summand] | None:
    rest, combination = span.reduce(target)
    if rest:
        return None
    return [Summand(value, collected[index]) for index, value in sorted(combination.items())]


def verified(target: Element, combination: list[Summand], relations: list[Relation]) -> set[str]:
    """The rules that a combination uses, made again from its histories and added up.

    It is believed for what it adds up to, not for how it was found.

    Raises
    ------
    Undecided
        It does not add up to the target.
    """
    pairs = {r.number: r.pair for r in relations if r.pair}
    elements = {(r.number, r.part): r.element for r in relations if not r.back}
    given = Operations(elements, pairs)
    with tracing() as used:
        added = normal.combine(
            (s.coefficient, s.consequence.history.made(given)) for s in combination
        )
    if added != target:
        raise Undecided("the combination of consequences does not add up to the statement")
    return used
