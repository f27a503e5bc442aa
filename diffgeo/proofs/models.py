"""Random data that satisfy declared relations.

Symbols get values one after the other. Those with relations that are not linear in them,
such as P∘P = P, get a constant tensor of a known algebraic type, conjugated by a polynomial
matrix of determinant 1 (if the matrix is the differential of an automorphism, the tensor is
integrable). Relations that are affine in a symbol, the others being given, are solved for
polynomial coefficients of small degree. Whatever the relations are: in the end each of them
is checked exactly, and data that violate one are thrown away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations
from random import Random
from types import MappingProxyType
from typing import Any

from diffgeo.calculus.brackets import interior
from diffgeo.errors import NotSupported, Refusal
from diffgeo.proofs import indeterminate_polynomials as polynomials
from diffgeo.proofs.dependence import (
    decided_by,
    degree_in,
    is_pointwise,
    is_tied,
    occurs,
    waits,
)
from diffgeo.proofs.dimensions import dimension_at, dimension_of
from diffgeo.proofs.elimination import solution
from diffgeo.proofs.hypotheses import ForAll, NoKernel
from diffgeo.proofs.indeterminate_polynomials import Polynomial
from diffgeo.proofs.instances import (
    Data,
    Instance,
    components,
    coordinate_names,
    is_of_derivations,
    order_of,
    symbols_in,
)
from diffgeo.proofs.known_tensors import known_multivectors, known_tensors
from diffgeo.proofs.pointwise_solutions import pointwise_solutions
from diffgeo.proofs.sampling import (
    monomial_values,
    places,
    rotation,
    sparse,
    sparse_form,
    standard_forms,
)
from diffgeo.proofs.symbolic_multivectors import SymbolicMultivector
from diffgeo.proofs.symbolic_objects import (
    Symbolic,
    SymbolicForm,
    SymbolicOperator,
    SymbolicVectorForm,
)
from diffgeo.proofs.time_allowed import time_is_up
from diffgeo.verdicts.verdict import Identity, Status, check

#: Relations of operators that are no derivations: at most so many composed.
ORDER = 2
#: Degrees of the polynomials that are solved for, by turns, and the most coefficients.
DEGREES = ((1, 2, 0), (0, 1, 2), (2, 1, 0))
#: The same where standard structures are given: of linear semisprays the curvature vanishes.
QUADRATIC = ((2, 1, 0), (2, 1, 0), (1, 2, 0))
MOST_UNKNOWNS = 130
#: Steps of the search for data that satisfy relations, in one dimension.
STEPS = 4_000


def holds(instance: Instance, relation: Identity) -> bool:
    """Whether the data certainly satisfy a relation."""
    if isinstance(relation, NoKernel):
        return _has_no_kernel(instance, relation)
    if isinstance(relation, ForAll):
        chosen = monomial_values(relation, instance.dimension)
        return chosen is not None and all(
            holds(Instance({**instance.data, **data}, instance.dimension), relation.stated)
            for data in chosen
        )
    try:
        stated = list(instance.identities(relation, test_forms(instance, relation)))
        return all(
            isinstance(concrete, bool)
            or check(concrete, counterexample=False).status is Status.VERIFIED
            for concrete, _, _ in stated
        )
    except Refusal:
        return False


def _has_no_kernel(instance: Instance, relation: NoKernel) -> bool:
    """Whether a minor of the matrix of all insertions is a function without zeros."""
    home = relation.tensors[0].home
    n = dimension_at(home, instance.dimension)
    rows: list[list[Polynomial]] = [[] for _ in range(n)]
    for tensor in map(instance.value, relation.tensors):
        images = [components(interior(field, tensor)) for field in instance.space_at(home).frame]
        for place in dict.fromkeys(place for image in images for place in image):
            for row, image in zip(rows, images, strict=True):
                row.append(image.get(place, polynomials.ZERO))
    columns = list(zip(*rows, strict=True))
    minors = (polynomials.determinant(list(chosen)) for chosen in combinations(columns, n))
    return any(map(polynomials.is_unit, minors))


def test_forms(instance: Instance, relation: Identity) -> list[tuple[Any, str]]:
    """Forms on which an operator of order at most `ORDER` vanishes only if it is zero.

    An operator made of m derivations vanishes if and only if it does on all products of at
    most m generators: coordinates and their differentials.

    Raises
    ------
    NotSupported
        The relation is one of operators of larger order.
    """
    if not isinstance(relation.left, SymbolicOperator) or is_of_derivations(relation):
        return []
    order = max(order_of(relation.left), order_of(relation.right))
    if order > ORDER:
        raise NotSupported(f"{relation} is a relation of operators of order {order} > {ORDER}")
    home = relation.left.home
    names = coordinate_names(dimension_at(home, instance.dimension))
    return [
        (instance.space_at(home).form(len(key), {key: polynomials.text({m: Fraction(1)})}), "")
        for size in range(order + 1)
        for key in combinations(names, size)
        for m in polynomials.monomials(names, order - size)
    ]


class Budget:
    """How many candidates and unknown coefficients a search may still try, of which degrees."""

    def __init__(self, steps: int = STEPS, degrees: Sequence[Sequence[int]] = DEGREES) -> None:
        self.steps, self.degrees = steps, degrees

    def spend(self) -> bool:
        """Take one step; whether there was one left."""
        self.steps -= 1
        return self.steps >= 0 and not time_is_up()


def satisfying(
    symbols: Sequence[Symbolic],
    relations: Sequence[Identity],
    dimension: int,
    random: Random,
    budget: Budget,
    standard: bool = False,
    forms_first: bool = False,
    begun: Mapping[Symbolic, Data] = MappingProxyType({}),
) -> Instance | None:
    """Random data for the symbols that satisfy the relations, or None if none were found.

    Some symbols may have begun with values that are `begun`.

    Where it is `standard`, forms have the standard values of their degree where the relations
    allow it, functions are quadratic, and fields follow from them: on R^2 with ω = dx1∧dx2
    there is a Hamiltonian field of every function, with random ω hardly of one. If
    `forms_first`, these are chosen before fields of which something is supposed: of every L there
    are equations of motion, of a random field hardly an L.
    """
    data = dict(begun)
    waiting = [symbol for symbol in symbols if symbol not in data]
    random.shuffle(waiting)
    while waiting and not time_is_up():
        # Relations that are not linear in a symbol are met first; then the symbol about which
        # the most is decided by those that have values.
        waiting = sorted(
            waiting,
            key=lambda s: (
                standard and forms_first and _is_standard(s),
                standard and not waits(s, waiting, relations),
                standard and (is_tied(s, begun, data, relations), _is_standard(s)),
                *_urgency(s, data, relations),
            ),
            reverse=True,
        )
        group = waiting[:1] if standard else _group(waiting, relations)
        decided = decided_by(group, data, relations)
        values = _standard_values if standard and _is_standard(group[0]) else _values
        found: dict[Symbolic, Data] | None
        if not decided and degree_in(group, relations) > 1:
            found = {group[0]: next(_models(group[0], dimension, random))}
        else:
            found = values(group, data, decided, dimension, random, budget)
        if found is None:
            return None
        data |= found
        waiting = [symbol for symbol in waiting if symbol not in found]
    if waiting:
        return None
    instance = Instance({s: data[s] for s in symbols}, dimension)
    return instance if all(holds(instance, relation) for relation in relations) else None


def _group(waiting: Sequence[Symbolic], relations: Sequence[Identity]) -> list[Symbolic]:
    """The first symbol, with others if the relations are affine in all of them together."""
    group = [waiting[0]]
    if degree_in(group, relations) != 1:
        return group
    for other in waiting[1:]:
        if degree_in([other], relations) and degree_in([*group, other], relations) == 1:
            group.append(other)
    return group


def _urgency(
    symbol: Symbolic, data: Mapping[Symbolic, Data], relations: Sequence[Identity]
) -> tuple[bool, int, int]:
    degree = degree_in([symbol], relations)
    return degree > 1, len(decided_by([symbol], data, relations)), -degree


def _values(
    group: Sequence[Symbolic],
    data: Mapping[Symbolic, Data],
    decided: Sequence[Identity],
    dimension: int,
    random: Random,
    budget: Budget,
) -> dict[Symbolic, Data] | None:
    """Values that satisfy all relations whose other symbols have values."""
    symbol = group[0]
    if not decided:
        return {symbol: _any_value(symbol, dimension, random)}
    candidates: Iterator[dict[Symbolic, Data]]
    if (defined := _defined(symbol, data, decided, dimension)) is not None:
        candidates = iter([{symbol: defined}])
        decided = decided_by([symbol], data, decided)
    elif degree_in(group, decided) < 2:
        candidates = _solved(group, data, decided, dimension, random, budget)
    else:
        kind = type(symbol), symbol.degree, symbol.home
        others = [data[s] for s in data if (type(s), s.degree, s.home) == kind]
        negatives = (_negative(value) for value in others if random.random() < 0.3)
        linear = [r for r in decided_by([symbol], data, decided) if degree_in([symbol], [r]) == 1]
        solved = _solved_at_points(symbol, data, linear, dimension, random) if linear else ()
        models = _models(symbol, dimension, random)
        candidates = ({symbol: value} for value in chain(solved, negatives, models))
    for candidate in candidates:
        if not budget.spend():
            return None
        instance = Instance({**data, **candidate}, dimension)
        if all(holds(instance, relation) for relation in decided):
            return candidate
    return None


def _is_standard(symbol: Symbolic) -> bool:
    return isinstance(symbol, SymbolicForm) and symbol.degree <= 2


def _standard_values(
    group: Sequence[Symbolic],
    data: Mapping[Symbolic, Data],
    decided: Sequence[Identity],
    dimension: int,
    random: Random,
    budget: Budget,
) -> dict[Symbolic, Data] | None:
    """The standard value of a form of degree at most 2, or else one as for other symbols."""
    here = dimension_of(group[0], dimension)
    for value in standard_forms(group[0].degree, here, random):
        instance = Instance({**data, group[0]: value}, dimension)
        if budget.spend() and all(holds(instance, relation) for relation in decided):
            return {group[0]: value}
    return _values(group, data, decided, dimension, random, budget)


def _defined(
    symbol: Symbolic,
    data: Mapping[Symbolic, Data],
    relations: Sequence[Identity],
    dimension: int,
) -> Data | None:
    """The value of a symbol that one relation defines by the others: ``h == ...``."""
    for relation in decided_by([symbol], data, relations):
        for side, other in ((relation.left, relation.right), (relation.right, relation.left)):
            if side is symbol and symbol not in set(symbols_in(other)):
                try:
                    return components(Instance(data, dimension).value(other))
                except Refusal:
                    return None
    return None


# --- relations that are affine in a symbol -----------------------------------------------


def _solved(
    group: Sequence[Symbolic],
    data: Mapping[Symbolic, Data],
    relations: Sequence[Identity],
    dimension: int,
    random: Random,
    budget: Budget,
) -> Iterator[dict[Symbolic, Data]]:
    """Polynomial solutions of relations that are affine in some symbols together."""
    exponentials = _exponentials(data)
    nothing: dict[Symbolic, Data] = {symbol: {} for symbol in group}
    for degree in random.choice(budget.degrees):
        unknowns = [
            (symbol, place, monomial)
            for symbol in group
            for place in places(symbol, dimension)
            for monomial in polynomials.monomials(
                [*coordinate_names(dimension_of(symbol, dimension)), *exponentials], degree
            )
        ]
        if len(unknowns) > MOST_UNKNOWNS:
            continue
        random.shuffle(unknowns)  # so that other solutions are found each time
        try:
            known = Instance(data, dimension)
            parts = [_residual(nothing, known, relation) for relation in relations]
            about = {s: [n for n, r in enumerate(relations) if occurs(s, r)] for s in group}
            columns: list[Coefficients] = []
            for symbol, place, monomial in unknowns:
                if not budget.spend():
                    return
                unit = {**nothing, symbol: {place: {monomial: Fraction(1)}}}
                column: Coefficients = {}
                for number in about[symbol]:
                    image = _residual(unit, known, relations[number])
                    change = _difference(image, parts[number])
                    column |= {(number, *key): value for key, value in change.items()}
                columns.append(column)
        except Refusal:
            return
        right = {(n, *key): -value for n, part in enumerate(parts) for key, value in part.items()}
        found = solution(columns, right, lambda key: key)
        if found is None:
            continue
        particular, free = found
        for size in (3, 2, 1, 0) if degree else (0, 1, 2):
            chosen = random.sample(free, min(size, len(free)))
            total = dict(particular)
            for direction in chosen:
                factor = random.choice([1, 1, -1, 2])
                for index, value in direction.items():
                    total[index] = total.get(index, Fraction(0)) + factor * value
            solved: dict[Symbolic, Data] = {symbol: {} for symbol in group}
            for index, value in total.items():
                if value:
                    symbol, place, monomial = unknowns[index]
                    solved[symbol].setdefault(place, {})[monomial] = value
            yield solved


def _solved_at_points(
    symbol: Symbolic,
    data: Mapping[Symbolic, Data],
    relations: Sequence[Identity],
    dimension: int,
    random: Random,
) -> Iterator[Data]:
    """Solutions of relations that are affine in a symbol at each point, of whatever degree."""
    if not all(is_pointwise(relation, symbol) for relation in relations):
        return
    known = Instance(data, dimension)

    def residual(values: Data) -> dict[Any, Polynomial]:
        found: dict[Any, Polynomial] = {}
        for number, relation in enumerate(relations):
            row = _residual({symbol: values}, known, relation)
            for (place, label, monomial), value in row.items():
                found.setdefault((number, place, label), {})[monomial] = value
        return found

    names = coordinate_names(dimension_of(symbol, dimension))
    unknown = places(symbol, dimension)
    yield from pointwise_solutions(
        unknown, residual, lambda: {(random.choice(names),): Fraction(1)}, random
    )


def _exponentials(data: Mapping[Symbolic, Data]) -> list[str]:
    """The exponentials that occur, and their reciprocals."""
    polynomial = (p for places in data.values() for p in places.values())
    found = {n for p in polynomial for m in p for n in m if n.startswith("exp(")}
    return sorted(found | set(map(polynomials.reciprocal, found)))


Coefficients = dict[Any, Fraction]


def _difference(first: Coefficients, second: Coefficients) -> Coefficients:
    keys = {**first, **second}
    row = {k: first.get(k, Fraction(0)) - second.get(k, Fraction(0)) for k in keys}
    return {k: value for k, value in row.items() if value}


def _residual(values: Mapping[Symbolic, Data], known: Instance, relation: Identity) -> Coefficients:
    """The coefficients of ``left - right`` of a relation."""
    instance = known.with_values(values)
    row: Coefficients = {}
    tests = test_forms(instance, relation)
    for place, (concrete, _, _) in enumerate(instance.identities(relation, tests)):
        for label, element in concrete.residuals():
            tree = element.ring.expression(element)
            for monomial, coefficient in polynomials.from_expression(tree).items():
                key = (place, label, monomial)
                row[key] = row.get(key, Fraction(0)) + coefficient
    return row


# --- models of relations that are not linear ---------------------------------------------


def _models(symbol: Symbolic, dimension: int, random: Random) -> Iterator[Data]:
    """Values of known algebraic types in random order, the zero at last."""
    dimension = dimension_of(symbol, dimension)
    if isinstance(symbol, SymbolicVectorForm) and symbol.degree == 1:
        yield from known_tensors(dimension, random)
    elif isinstance(symbol, SymbolicMultivector):
        yield from known_multivectors(symbol.degree, dimension, random)
    elif isinstance(symbol, SymbolicForm):
        names = coordinate_names(dimension)
        if random.random() < 0.2:  # of f g = g g it does not follow that f = g
            yield {}
        for _ in range(3):
            yield {p: v for p, v in sparse_form(symbol.degree, dimension, random).items()}
        if symbol.degree <= dimension:
            yield {("", tuple(names[: symbol.degree])): polynomials.ONE}
    else:
        for _ in range(3):
            yield _any_value(symbol, dimension, random)
    yield {}


def _any_value(symbol: Symbolic, dimension: int, random: Random) -> Data:
    """Sparse data; of fields rotations as often, whose brackets are fields of the same kind."""
    field = isinstance(symbol, SymbolicVectorForm) and not symbol.degree
    return (rotation if field and random.random() < 0.5 else sparse)(symbol, dimension, random)


def _negative(data: Data) -> Data:
    return {place: polynomials.scaled(value, -1) for place, value in data.items()}
