"""Random polynomial data in the place of symbols: small, sparse, or wide; or indeterminate."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations, product
from math import comb
from random import Random

from diffgeo.proofs.constructions import Applied, Back, Bracket, Lie
from diffgeo.proofs.dependence import degree_in
from diffgeo.proofs.dimensions import dimension_at, dimension_of
from diffgeo.proofs.hypotheses import ForAll
from diffgeo.proofs.indeterminate_polynomials import Polynomial, monomials, plus, scaled
from diffgeo.proofs.instances import (
    Data,
    Instance,
    Place,
    coordinate_names,
    order_of,
    parts_of,
)
from diffgeo.proofs.symbolic_maps import SymbolicMap
from diffgeo.proofs.symbolic_multivectors import SymbolicMultivector
from diffgeo.proofs.symbolic_objects import Symbolic, SymbolicForm

#: Derivatives up to which a hypothesis on all things of a kind is decided.
MOST_DERIVATIVES = 3


def sparse(symbol: Symbolic, dimension: int, random: Random) -> Data:
    """Few components, each of one or two monomials of degree at most 2."""
    dimension = dimension_of(symbol, dimension)
    coordinates = coordinate_names(dimension)
    directions = [""]
    if has_directions(symbol):
        wanted = min(dimension, 2 + (symbol.degree > 1))
        directions = sorted(random.sample(coordinates, wanted))
    return {
        (direction, key): _polynomial(coordinates, random)
        for direction in directions
        for key in _keys(coordinates, symbol.degree, random)
    }


def simple_maps(
    symbols: Iterable[Symbolic], dimension: int, random: Random
) -> dict[Symbolic, Data]:
    """Images of the coordinates for maps: one of them, or zero, and often a product besides."""
    found: dict[Symbolic, Data] = {}
    for symbol in symbols:
        if isinstance(symbol, SymbolicMap):
            names = coordinate_names(dimension_of(symbol, dimension))
            there = coordinate_names(dimension_at(symbol.target, dimension))
            chosen = random.choice([names, random.sample(names, len(names)), [names[0]]])
            found[symbol] = {
                (name, ()): {(image,): Fraction(1)}
                for name, image in zip(there, chosen, strict=False)
            }
            if random.random() < 0.6:
                product = tuple(sorted(random.choices(names[:-1] or names, k=2)))
                last = found[symbol].setdefault((there[-1], ()), {})
                last[product] = last.get(product, Fraction(0)) + 1
    return found


def monomial_values(relation: ForAll, dimension: int) -> Iterator[dict[Symbolic, Data]] | None:
    """Zero and monomials for the symbols of a hypothesis, which decide it; None if they do not.

    They do if the relation is affine in each symbol, and differentiates few times: then all things
    have the jets of sums of these.
    """
    parts = parts_of(relation.stated.left, relation.stated.right)
    applied = [p.arguments[0] for p in parts if isinstance(p.made, Applied)]
    others = [p for p in parts if isinstance(p.made, Bracket | Lie) and p not in {*applied}]
    order = sum(map(order_of, applied)) + len(others)
    affine = all(degree_in([symbol], [relation.stated]) < 2 for symbol in relation.symbols)
    if not affine or order > MOST_DERIVATIVES or any(isinstance(p.made, Back) for p in parts):
        return None
    choices = [
        [
            {},
            *(
                {place: {monomial: Fraction(1)}}
                for place in places(symbol, dimension)
                for monomial in monomials(coordinate_names(dimension_of(symbol, dimension)), order)
            ),
        ]
        for symbol in relation.symbols
    ]
    return (dict(zip(relation.symbols, chosen, strict=True)) for chosen in product(*choices))


def rotation(symbol: Symbolic, dimension: int, random: Random) -> Data:
    """The vector field of rotations in the plane of two coordinates: three of them are so(3)."""
    dimension = dimension_of(symbol, dimension)
    if dimension < 2:
        return sparse(symbol, dimension, random)
    first, second = random.sample(coordinate_names(min(dimension, 3)), 2)
    return {(first, ()): {(second,): Fraction(-1)}, (second, ()): {(first,): Fraction(1)}}


def sparse_form(degree: int, dimension: int, random: Random) -> dict[Place, Polynomial]:
    """A form of few components, for tests of operators."""
    coordinates = coordinate_names(dimension)
    keys = _keys(coordinates, degree, random)
    return {("", key): _polynomial(coordinates, random) for key in keys}


def standard_forms(degree: int, dimension: int, random: Random) -> list[Data]:
    """Simple functions; dx1 - x2 dx3, dx1, dx1 + x1 dx2; dx1∧dx2 + …, dx2∧dx3 + …, or not closed.

    The last one is dx1∧dx2 + dx3∧dx4 + … with one more term, such as x1 dx2∧dx3, as regular as
    without it.
    """
    names = coordinate_names(dimension)
    if degree == 0:
        quadratic = tuple(sorted(random.choices(names, k=2)))
        linear: Polynomial = {(random.choice(names),): Fraction(1)}
        squares: Polynomial = {(name, name): Fraction(1) for name in names}
        simple = [linear, linear, {**linear, quadratic: Fraction(1)}, {**linear, **squares}]
        return [{("", ()): random.choice(simple)}]
    if degree == 2:
        paired = [zip(rest[::2], rest[1::2], strict=False) for rest in (names, names[1:])]
        forms: list[Data] = [{("", pair): {(): Fraction(1)} for pair in pairs} for pairs in paired]
        if dimension > 2:
            others = [("", pair) for pair in combinations(names, 2) if ("", pair) not in forms[0]]
            more: Polynomial = {(random.choice(names),): Fraction(1)}
            forms.append({**forms[0], random.choice(others): more})
        found = [form for form in forms if form]
        return random.sample(found, len(found))
    exact: Data = {("", (names[0],)): {(): Fraction(1)}}
    pairs = zip(names[1::2], names[2::2], strict=False)
    contact: Data = {**exact, **{("", (p,)): {(q,): Fraction(-1)} for q, p in pairs}}
    integrable: Data = {
        **exact,
        **{("", (name,)): {(names[0],): Fraction(1)} for name in names[1:2]},
    }
    return random.sample([contact, exact, integrable], 3)


def _keys(coordinates: list[str], degree: int, random: Random) -> list[tuple[str, ...]]:
    if degree > len(coordinates):
        return []
    keys = list(combinations(coordinates, degree))
    return sorted(random.sample(keys, min(2 + (degree > 1), comb(len(coordinates), degree))))


def _polynomial(coordinates: list[str], random: Random) -> Polynomial:
    terms: Polynomial = {}
    for _ in range(random.randint(1, 2)):
        monomial = tuple(sorted(random.choices(coordinates, k=random.randint(0, 2))))
        terms[monomial] = Fraction(random.randint(1, 3))
    return terms


def wide(symbols: list[Symbolic], dimension: int, random: Random) -> dict[Symbolic, Data]:
    """Data for identities of high degree in a large dimension.

    The values of a symbol are multiples of products of differentials, of as many as fit,
    which do not overlap if the dimension allows it; their coefficients contain all coordinates
    and their vectors point in all directions, so that no derivative and no insertion vanishes
    by accident.
    """
    coordinates = coordinate_names(dimension)
    free: list[str] = []
    found: dict[Symbolic, Data] = {}
    for symbol in symbols:
        data: Data = {}
        for _ in range(max(2, dimension // max(symbol.degree, 1)) if symbol.degree else 1):
            if symbol.degree > dimension:
                break
            if len(free) < symbol.degree:
                rest = [name for name in coordinates if name not in free]
                random.shuffle(rest)
                free += rest
            key, free = tuple(sorted(free[: symbol.degree])), free[symbol.degree :]
            slope: Polynomial = {(name,): Fraction(random.randint(1, 5)) for name in coordinates}
            for direction in coordinates if has_directions(symbol) else [""]:
                quadratic: Polynomial = {
                    tuple(sorted(random.choices(coordinates, k=2))): Fraction(1)
                }
                value = plus(scaled(slope, random.randint(1, 3)), quadratic)
                data[direction, key] = plus(data.get((direction, key), {}), value)
        found[symbol] = data
    return found


def indeterminate(symbols: list[Symbolic], dimension: int) -> Instance:
    """The instance whose coefficients are undefined functions of all coordinates.

    An identity holds for it if and only if it holds for all data in that dimension.
    """
    coordinates = coordinate_names(dimension)
    declared: list[str] = []
    texts = {}
    taken: dict[str, int] = {}
    for symbol in symbols:
        base = str(symbol)
        taken[base] = taken.get(base, 0) + 1
        prefix = base if taken[base] == 1 else f"{base}_{taken[base]}"
        written = {}
        for place in places(symbol, dimension):
            direction, key = place
            numbers = [direction[1:], "".join(name[1:] for name in key)]
            name = "_".join([f"{prefix}", *filter(None, numbers)]) + "_"
            signature = f"{name}({', '.join(coordinates)})"
            declared.append(signature)
            written[place] = signature
        texts[symbol] = written
    return Instance({symbol: {} for symbol in symbols}, dimension, tuple(declared), texts)


def has_directions(symbol: Symbolic) -> bool:
    """Whether its values are vectors; those of forms and multivectors are numbers."""
    return not isinstance(symbol, SymbolicForm | SymbolicMultivector)


def places(symbol: Symbolic, dimension: int) -> list[Place]:
    """All components of a form, vector-valued form or multivector in a dimension."""
    coordinates = coordinate_names(dimension_of(symbol, dimension))
    directions = coordinates if has_directions(symbol) else [""]
    keys = combinations(coordinates, symbol.degree)
    return [(direction, key) for key in keys for direction in directions]
