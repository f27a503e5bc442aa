"""How relations depend on a symbol: of which degree, at each point or by derivatives, with what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from diffgeo.proofs import constructions
from diffgeo.proofs.constructions import Multiple, NamedDerivation, Sum
from diffgeo.proofs.instances import Data, parts_of, symbols_in
from diffgeo.proofs.symbolic_objects import Symbolic
from diffgeo.verdicts.verdict import Identity


def decided_by(
    group: Sequence[Symbolic], data: Mapping[Symbolic, Data], relations: Sequence[Identity]
) -> list[Identity]:
    """The relations of some symbols whose other symbols have values."""
    ready = {*data, *group}
    found = []
    for relation in relations:
        occurring = symbols_of(relation)
        if occurring & set(group) and occurring <= ready:
            found.append(relation)
    return found


def is_tied(
    symbol: Symbolic,
    begun: Mapping[Symbolic, Data],
    data: Mapping[Symbolic, Data],
    relations: Sequence[Identity],
) -> bool:
    """Whether something is decided of a symbol: by others, if some have begun with values."""
    return any(
        not begun or symbols_of(relation) & data.keys()
        for relation in decided_by([symbol], data, relations)
    )


def waits(symbol: Symbolic, waiting: Sequence[Symbolic], relations: Sequence[Identity]) -> bool:
    """Whether a tensor, of which something else is supposed, is told by derivatives of another."""
    if degree_in([symbol], relations) < 2:
        return False
    linear = [r for r in relations if degree_in([symbol], [r]) == 1 and is_pointwise(r, symbol)]
    others = ((r, s) for r in linear for s in waiting if s is not symbol and occurs(s, r))
    return any(not is_pointwise(r, other) for r, other in others)


def degree_in(symbols: Sequence[Symbolic], relations: Sequence[Identity]) -> int:
    """The degree of the relations as polynomials in symbols: 0 if none of them occurs."""
    wanted = set(symbols)
    return max((_degree(side, wanted) for r in relations for side in (r.left, r.right)), default=0)


def _degree(thing: Any, symbols: set[Symbolic]) -> int:
    if not isinstance(thing, Symbolic):
        return 0
    if thing in symbols:
        return 1
    below = [_degree(a, symbols) for a in thing.arguments]
    additive = isinstance(thing.made, Sum | Multiple | NamedDerivation)
    return max(below, default=0) if additive else sum(below)


def occurs(symbol: Symbolic, relation: Identity) -> bool:
    """Whether a symbol is in a relation."""
    return symbol in symbols_of(relation)


@lru_cache(maxsize=256)
def symbols_of(relation: Identity) -> frozenset[Symbolic]:
    """The symbols of a relation."""
    return frozenset(symbols_in(relation.left, relation.right))


def is_pointwise(relation: Identity, symbol: Symbolic) -> bool:
    """Whether a symbol is not differentiated in a relation, nor moved by a map."""
    return _is_pointwise(relation.left, symbol) and _is_pointwise(relation.right, symbol)


def _is_pointwise(thing: Any, symbol: Symbolic) -> bool:
    if thing is symbol or all(part is not symbol for part in parts_of(thing)):
        return True
    match thing.made:
        case constructions.Applied((operator, _)):
            if not isinstance(operator.made, constructions.Interior):
                return False
        case (
            constructions.Sum()
            | constructions.Multiple()
            | constructions.Product()
            | constructions.Composed()
            | constructions.Insertion()
            | constructions.Interior()
            | constructions.Value()
        ):
            pass
        case _:
            return False
    return all(_is_pointwise(part, symbol) for part in thing.arguments)
