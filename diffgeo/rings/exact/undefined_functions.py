"""Functions that are known by their derivatives, or not at all: undefined ones.

Each derivative of an undefined function at each tuple of arguments is one base variable. At a
generic point different argument tuples are different points, and the values of a smooth function
and its derivatives at different points can be chosen freely: so these variables are independent
as soon as the argument tuples differ as ring elements. Of a primitive that is not known, and its
non-zero answers are confirmed by balls.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from diffgeo.errors import ExpressionError, UndefinedSymbol
from diffgeo.rings.elementary_functions import PRIMITIVES
from diffgeo.rings.exact.confirmation import rests_on_conjecture
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.linear import shared
from diffgeo.rings.exact.tower import Generator, Kind

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing


def _same(ring: ExactRing, left: Element, right: Element) -> bool:
    """Whether two arguments are one function: hashes first, they differ for most of them."""
    if ring.fingerprint(left) != ring.fingerprint(right):
        # Numbers whose independence is conjectured may be equal all the same.
        difference = left - right
        if not rests_on_conjecture(ring, difference):
            return False
    return ring.equal(left, right)


def _masks(arguments: Sequence[Element]) -> int:
    """The conditions of all arguments."""
    return reduce(or_, (a.mask for a in arguments), 0)


def jet(
    ring: ExactRing, function: str, orders: tuple[int, ...], arguments: Sequence[Element]
) -> Element:
    """The partial derivative of multi-index ``orders`` of an undefined function.

    Raises
    ------
    UndefinedSymbol
        If the function was not declared.
    ExpressionError
        If the number of arguments is not the declared one.
    """
    if function not in ring.functions:
        known = ", ".join(ring.functions) or "none"
        raise UndefinedSymbol(f"the function {function} is not declared; declared: {known}")
    if len(arguments) != ring.functions[function]:
        raise ExpressionError(
            f"{function} takes {ring.functions[function]} argument(s), not {len(arguments)}"
        )
    tables = ring.memory.setdefault(("jets", function), [])
    for entry in tables:
        if entry[0] is arguments or all(
            a is b or _same(ring, a, b) for a, b in zip(entry[0], arguments, strict=True)
        ):
            known_arguments, table = entry
            break
    else:
        known_arguments, table = tuple(shared(ring, a) for a in arguments), {}
        tables.append((known_arguments, table))
    index = table.get(orders)
    if index is None:
        like = next(iter(table.values()), None)
        mask = _masks(known_arguments) if like is None else ring.tower.generators[like].mask
        new = Generator(-1, Kind.JET, function, orders=orders, arguments=known_arguments, mask=mask)
        index = table[orders] = ring.tower.append(new, like)
    value = ring.element_of(index)
    return value if arguments is known_arguments else value.under(_masks(arguments))


def primitive(ring: ExactRing, name: str, argument: Element) -> Element:
    """A function of `PRIMITIVES` at an argument: the same generator at equal ones."""
    function = PRIMITIVES[name]
    known = ring.memory.get(("primitives", name), [])
    for index, place in known:
        if place is argument or _same(ring, place, argument):
            return ring.element_of(index).under(argument.mask)
    if function.parity:
        for index, place in known:
            if _same(ring, -place, argument):
                return (ring.element_of(index) * function.parity).under(argument.mask)
        if function.parity < 0 and ring.certainly_zero(argument):
            return ring.zero.under(argument.mask)
    place = shared(ring, argument)
    (slope,) = ring.ingest([function.derivative(ring.expression(place))])
    generator = Generator(
        -1, Kind.PRIMITIVE, name, place, arguments=(slope,), mask=place.mask | slope.mask
    )
    index = ring.tower.append(generator)
    # Not the list of before: to read the derivative may have refined the ring.
    ring.memory.setdefault(("primitives", name), []).append((index, place))
    return ring.element_of(index).under(argument.mask)
