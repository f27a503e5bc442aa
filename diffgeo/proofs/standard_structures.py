"""Standard values of the tensors of tangent structures and of jets, and of functions without zeros.

On TR^n, with coordinates x and y, they are ``J = dx^i ⊗ ∂/∂y^i`` and ``C = y^i ∂/∂y^i``; on first
jets, with coordinates t, x and y, ``S = (dx^i - y^i dt) ⊗ ∂/∂y^i``, for which [S, S] = 2dt⊗S.
Where one of two relations is supposed alone, these say too little: of ``[J, J] = 0`` without
``J∘J = 0`` the standard value is that of curves of higher order, with coordinates x_0, …, x_r,
``J = k dx_{k-1} ⊗ ∂/∂x_k`` and ``C = k x_k ∂/∂x_k``; of ``J∘J = 0`` alone
``J = e^{-y} dx^i ⊗ ∂/∂y^i`` and ``C = ∂/∂y`` with y = y^1, for which ``[C, J] = -J`` as well.
Almost contact structures have constant values. Tensors are recognised by their relations; fields
and functions are found for them by solving.
Source: of jets of higher order, de León and Rodrigues, Generalized Classical Mechanics (1985).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

from diffgeo.proofs.constructions import (
    Bracket,
    Composed,
    Multiple,
    Named,
    Number,
    Product,
    Sum,
    Unit,
    Value,
)
from diffgeo.proofs.indeterminate_polynomials import ONE, Polynomial, exponential, scaled
from diffgeo.proofs.instances import Data, coordinate_names, symbols_in
from diffgeo.proofs.standard_connections import standard_connection
from diffgeo.proofs.symbolic_objects import Symbolic, SymbolicForm, SymbolicVectorForm, is_zero
from diffgeo.verdicts.verdict import Identity

Pair = tuple[Symbolic, Symbolic]


def standard_structures(
    relations: Sequence[Identity], dimension: int, random: Random
) -> dict[Symbolic, Data]:
    """Values for a tensor with ``J∘J = 0`` or [J, J] = 0, for what is tied to it, and units."""
    both = [pair for r in relations for pair in ((r.left, r.right), (r.right, r.left))]
    names = coordinate_names(dimension)
    found = _units(both, names, random)
    squares = (left.arguments[0] for left, right in both if is_zero(right) and _is_square(left))
    closed = [left.arguments[0] for left, right in both if _is_own_bracket(left)]
    square = next(squares, None)
    tensor = square if square is not None else next(iter(closed), None)
    if tensor is None:
        return found | _almost_contact(both, names)
    times = list(_times(tensor, both))
    t, rest = names[: len(times)], names[len(times) :]
    if square is None:
        if len(rest) < 3:
            return found
        chain = rest[: random.randint(3, len(rest))]
        steps = [(x, y, Fraction(k)) for k, (x, y) in enumerate(pairwise(chain), start=1)]
    else:
        half = len(rest) // 2
        steps = [(x, y, Fraction(1)) for x, y in zip(rest[:half], rest[half:], strict=False)]
    if not steps:
        return found
    moving = square is not None and not any(tensor is t for t in closed) and random.random() < 0.5
    factor = exponential(steps[0][1], -1) if moving else ONE
    values: Data = {(y, (x,)): scaled(factor, k) for x, y, k in steps}
    found[tensor] = values
    found.update({time: {("", (t[0],)): ONE} for time in times})
    if times:
        values.update({(y, (t[0],)): {(y,): -k} for _, y, k in steps})
    some = steps[: random.randint(1, len(steps))] if square is not None else steps
    for left, right in both:
        applied = isinstance(left.made, Value) and left.arguments[0] is tensor
        if applied and isinstance(right.made, Named) and not times:
            along: Data = {(y, ()): {(y,): k} for _, y, k in random.choice((some, steps))}
            found[right] = {(steps[0][1], ()): ONE} if moving else along
    if square is not None and not times and not moving and len(rest) == 2 * half:
        pairs = list(zip(rest[:half], rest[half:], strict=True))
        found |= standard_connection(both, tensor, pairs, random)
    return found


def _units(both: Sequence[Pair], names: Sequence[str], random: Random) -> dict[Symbolic, Data]:
    """Functions f and g with ``f*g = 1``, or another number: constants, or exponentials."""
    found: dict[Symbolic, Data] = {}
    for left, right in both:
        if isinstance(left.made, Product) and isinstance(right.made, Number):
            pair = [a for a in left.arguments if isinstance(a.made, Named)]
            number = Fraction(right.arguments[0])
            if len(pair) == 2 and pair[0] is not pair[1] and number and not found.keys() & {*pair}:
                name, sign = random.choice(names), random.choice((1, -1))
                units: list[tuple[Polynomial, Polynomial]] = [(ONE, ONE)]
                units.append((exponential(name, sign), exponential(name, -sign)))
                one, other = random.choice(units)
                found |= {pair[0]: {("", ()): one}, pair[1]: {("", ()): scaled(other, number)}}
    return found


def _almost_contact(both: Sequence[Pair], names: Sequence[str]) -> dict[Symbolic, Data]:
    """``φ∘φ = ±(id - η⊗ξ)``: η = dz, ξ = ∂_z, and quarter turns or a reflection of the rest."""
    for left, right in both:
        terms = (
            {type(a.made): (c, a) for c, a in map(_multiple, right.arguments)}
            if (_is_square(left) and isinstance(right.made, Sum))
            else {}
        )
        if terms.keys() != {Unit, Product} or not len(names) % 2 or len(names) < 3:
            continue
        (sign, _), (opposite, product) = terms[Unit], terms[Product]
        if abs(sign) != 1 or sign != -opposite:
            continue
        *rest, z = names
        phi: Data = {}
        for x, y in zip(rest[::2], rest[1::2], strict=True):
            phi |= {(y, (x,)): ONE, (x, (y,)): scaled(ONE, Fraction(sign))}
        eta, xi = product.arguments
        if all(isinstance(a.made, Named) for a in (eta, xi)) and eta.degree == 1 and not xi.degree:
            return {left.arguments[0]: phi, eta: {("", (z,)): ONE}, xi: {(z, ()): ONE}}
    return {}


def _multiple(thing: Symbolic) -> tuple[Any, Symbolic]:
    return thing.arguments if isinstance(thing.made, Multiple) else (1, thing)


def _is_square(thing: Symbolic) -> bool:
    return isinstance(thing.made, Composed) and _is_twice_a_tensor(thing)


def _is_own_bracket(thing: Symbolic) -> bool:
    return isinstance(thing.made, Bracket) and _is_twice_a_tensor(thing)


def _is_twice_a_tensor(thing: Symbolic) -> bool:
    first, second = thing.arguments
    tensor = isinstance(first, SymbolicVectorForm) and first.degree == 1
    return first is second and tensor and isinstance(first.made, Named)


def _times(tensor: Symbolic, both: Sequence[Pair]) -> Iterator[SymbolicForm]:
    """The 1-form dt of which [S, S] is a multiple: none of a tangent structure."""
    for left, right in both:
        if isinstance(left.made, Bracket) and set(left.arguments) == {tensor}:
            forms = [s for s in symbols_in(right) if isinstance(s, SymbolicForm) and s.degree == 1]
            yield from forms[:1]
            return
