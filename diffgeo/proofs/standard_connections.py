"""Connections on the tangent bundle of R^n as values for declared ones, and lifts of fields.

With coordinates x and y, ``J = dx^i ⊗ ∂/∂y^i``: a connection is ``h = dx^i ⊗ δ_i`` with
``δ_i = ∂/∂x^i - N^k_i ∂/∂y^k``, here ``N^k_i = Γ^k_ij y^j`` with few Γ, which may have torsion; F
takes ∂/∂y^i to δ_i and that to -∂/∂y^i. A field of M is its complete lift. Source: Grifone,
Structure presque tangente et connexions I (1972).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from diffgeo.proofs.constructions import Bracket, Composed, Named, Value
from diffgeo.proofs.indeterminate_polynomials import (
    ONE,
    Polynomial,
    derivative,
    plus,
    scaled,
    times,
)
from diffgeo.proofs.instances import Data, Instance, components, symbols_in
from diffgeo.proofs.symbolic_objects import Symbolic, is_zero

#: Which of F∘J = h and the like: their left and right sides.
Pairs = Sequence[tuple[Symbolic, Symbolic]]


def standard_connection(
    both: Pairs, J: Symbolic, coordinates: Sequence[tuple[str, str]], random: Random
) -> dict[Symbolic, Data]:
    """Values of F and h with ``F∘J = h``, and of fields X and C with [J, X] = 0, [C, X] = 0.

    So a field Z of which JZ is known, as that of a covariant derivative is, has one value.
    """
    found: dict[Symbolic, Data] = {J: {(y, (x,)): ONE for x, y in coordinates}}
    moved = {
        left.arguments[1]: right
        for left, right in both
        if isinstance(left.made, Value) and left.arguments[0] is J and not is_zero(right)
    }
    found |= _lifts(both, J, moved.keys(), coordinates, random)
    for left, right in both:
        if isinstance(left.made, Composed) and isinstance(right.made, Named):
            F, last = left.arguments
            if last is J and isinstance(F.made, Named) and F is not J and right is not F:
                sprays = [a.arguments[1] for a, b in both if _is_spray(a, J, b, right)]
                found |= _connection(F, right, sprays, coordinates, random)
                break
    for Z, value in moved.items():
        if Z not in found and found.keys() >= {*symbols_in(value)}:
            found |= _lifted(
                Z, components(Instance(found, 2 * len(coordinates)).value(value)), coordinates
            )
    del found[J]
    return found


def _lifted(
    Z: Symbolic, vertical: Data, coordinates: Sequence[tuple[str, str]]
) -> dict[Symbolic, Data]:
    """The field of which JZ is given, if it is one of M."""
    names, data = dict(coordinates), dict[Any, Polynomial]()
    for x, y in coordinates:
        value = vertical.get((y, ()), {})
        if not all(name in names for monomial in value for name in monomial):
            return {}
        _add(data, (x, ()), value)
        for other, slope in coordinates:
            _add(data, (y, ()), times({(slope,): Fraction(1)}, derivative(value, other)))
    return {Z: data}


def _is_spray(left: Symbolic, J: Symbolic, right: Symbolic, h: Symbolic) -> bool:
    """Whether it says of a field S that h is made of [J, S]."""
    parts = left.arguments if isinstance(left.made, Bracket) else (None, None)
    named = parts[0] is J and isinstance(parts[1].made, Named) and not parts[1].degree
    return named and h in symbols_in(right)


def _connection(
    F: Symbolic,
    h: Symbolic,
    sprays: Sequence[Symbolic],
    coordinates: Sequence[tuple[str, str]],
    random: Random,
) -> dict[Symbolic, Data]:
    """That of a spray, ``y^i ∂/∂x^i - N^k_i y^i ∂/∂y^k`` with symmetric Γ, where there is one."""
    count = len(coordinates)
    N: dict[tuple[int, int], Polynomial] = {}
    for _ in range(random.randint(1, 2 * count)):
        k, i, j = (random.randrange(count) for _ in range(3))
        more = random.choice(((), (), (random.choice(coordinates)[0],)))
        number = Fraction(random.choice((1, 1, -1)))
        for a, b in {(i, j), (j, i)} if sprays else {(i, j)}:
            term = {tuple(sorted((coordinates[b][1], *more))): number}
            N[k, a] = plus(N.get((k, a), {}), term)
    spray: Data = {(x, ()): {(y,): Fraction(1)} for x, y in coordinates} if sprays else {}
    for (k, i), value in N.items() if sprays else ():
        _add(spray, (coordinates[k][1], ()), times({(coordinates[i][1],): Fraction(-1)}, value))
    horizontal: Data = {}
    complex_: Data = {(y, (x,)): scaled(ONE, -1) for x, y in coordinates}
    for i, (x, y) in enumerate(coordinates):
        for k, (_, up) in enumerate(coordinates):
            slope = scaled(N.get((k, i), {}), -1)
            _add(horizontal, (up, (x,)), slope)
            _add(complex_, (up, (y,)), slope)
            _add(complex_, (coordinates[k][0], (x,)), scaled(slope, -1))
            for m, (_, far) in enumerate(coordinates):
                _add(complex_, (far, (x,)), times(slope, N.get((m, k), {})))
        _add(horizontal, (x, (x,)), ONE)
        _add(complex_, (x, (y,)), ONE)
    return {h: horizontal, F: complex_, **dict.fromkeys(sprays[:1], spray)}


def _lifts(
    both: Pairs,
    J: Symbolic,
    others: Collection[Symbolic],
    coordinates: Sequence[tuple[str, str]],
    random: Random,
) -> dict[Symbolic, Data]:
    """Complete lifts of fields ``a^i ∂_i``, which are ``a^i ∂/∂x^i + y^j ∂_j a^i ∂/∂y^i``."""
    brackets = [left.arguments for left, right in both if _vanishing_bracket(left, right)]
    fields = [X for first, X in brackets if first is J and X not in others]
    found: dict[Symbolic, Data] = {}
    directions = random.sample(coordinates, len(coordinates))
    for n, X in enumerate(dict.fromkeys(fields)):
        data: Data = {}
        x, y = directions[n % len(directions)]
        other, slope = random.choice(coordinates)
        if random.random() < 0.5:
            data[x, ()] = ONE
        else:
            _add(data, (x, ()), {(other,): Fraction(1)})
            _add(data, (y, ()), {(slope,): Fraction(1)})
        found[X] = data
    for C, X in brackets:
        if X in found and C is not J and C not in found:
            found[C] = {(y, ()): {(y,): Fraction(1)} for _, y in coordinates}
    return found


def _vanishing_bracket(left: Symbolic, right: Symbolic) -> bool:
    named = isinstance(left.made, Bracket) and all(
        isinstance(a.made, Named) for a in left.arguments
    )
    return named and not left.arguments[1].degree and is_zero(right)


def _add(data: Data, place: tuple[str, tuple[str, ...]], value: Polynomial) -> None:
    total = plus(data.get(place, {}), value)
    data.pop(place, None)
    if total:
        data[place] = total
