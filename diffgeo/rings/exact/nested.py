"""Squares in towers of square roots.

The roots of degree two are adjoined one after another to the field of half angles: first
those whose radicand lies in the field, then the nested ones. In ``K(r)`` with ``r**2 = q``
an element ``a + b*r`` is a square

* for ``b = 0`` if and only if ``a`` or ``a*q`` is a square in ``K``;
* otherwise if and only if ``a**2 - q*b**2`` is the square of some ``n`` in ``K``, and
  ``(a + n)/2`` or ``(a - n)/2`` is a square in ``K``.

The recursion ends in the field of half angles, where square classes decide. Nothing is
adjoined on the way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import fmpq_mpoly

from diffgeo.errors import NestedRoot, TooLarge
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.half_angles import (
    combination,
    factorise,
    field_quotient,
    halve,
    merge,
    square_class,
)
from diffgeo.rings.exact.tower import Generator, Kind

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing

#: No more square roots than these may occur in one radicand, at any depth.
MOST_ROOTS = 6
#: Larger polynomials are not examined.
MOST_TERMS = 500

#: How many modular points are asked whether there can be a root.
POINTS = 8

#: Numerator and denominator, polynomials of the tower without inverses.
Quotient = tuple[fmpq_mpoly, fmpq_mpoly]


def square_roots(ring: ExactRing) -> list[Generator]:
    """The roots of degree two, but those that are made of absolute values."""
    roots = (g for g in ring.tower.generators if g.kind is Kind.ROOT and g.degree == 2)
    return [g for g in roots if not g.cases]


def is_nested(ring: ExactRing, root: Generator) -> bool:
    """Whether the radicand of a root contains roots."""
    assert root.argument is not None
    return bool(roots_in(ring, root.argument.polynomial))


def roots_in(ring: ExactRing, polynomial: fmpq_mpoly) -> list[int]:
    """The roots that occur in a polynomial."""
    tower = ring.tower
    return [i for i in tower.used(polynomial) if tower.generators[i].kind is Kind.ROOT]


def require_few_roots(ring: ExactRing, polynomial: fmpq_mpoly, shown: Element) -> None:
    """Refuse radicands with roots of higher order or with too many roots.

    Raises
    ------
    NestedRoot
        If there is a root of higher order, or more than six square roots.
    """
    found: set[int] = set()
    stack = roots_in(ring, polynomial)
    while stack:
        index = stack.pop()
        if index in found:
            continue
        found.add(index)
        generator = ring.tower.generators[index]
        assert generator.argument is not None
        if generator.degree != 2:
            raise NestedRoot(
                f"sqrt({shown}) has a root of order {generator.degree} inside a root; "
                "introduce a coordinate for the inner root"
            )
        stack.extend(roots_in(ring, generator.argument.polynomial))
    if len(found) > MOST_ROOTS:
        raise NestedRoot(
            f"sqrt({shown}) has {len(found)} roots inside a root, more than {MOST_ROOTS}; "
            "introduce a coordinate for one of them"
        )


def root_in_tower(ring: ExactRing, radicand: fmpq_mpoly) -> Quotient | None:
    """A square root of a polynomial in the present functions, up to sign, or ``None``."""
    search = _Search(ring)
    simple = [g.index for g in square_roots(ring) if not is_nested(ring, g)]
    nested = [g.index for g in square_roots(ring) if is_nested(ring, g)]
    return search.root(radicand, simple, nested)


class _Search:
    """One question; the factorisations of radicands are computed once."""

    def __init__(self, ring: ExactRing) -> None:
        self._ring = ring
        self._tower = ring.tower
        self._one = ring.tower.constant(1)

    def root(self, q: fmpq_mpoly, simple: list[int], nested: list[int]) -> Quotient | None:
        """The root in the field with the given roots; nested ones were adjoined last."""
        if not len(q):
            return q, self._one
        if self._is_no_square(q):
            return None
        if len(q) > MOST_TERMS:
            raise TooLarge(
                f"a radicand with {len(q)} terms came up in the search for a simpler form of a "
                "nested root; simplify it or introduce a coordinate for the root"
            )
        if nested:
            top = nested[-1]
            nested = nested[:-1]
        else:
            used = self._tower.used(q)
            found = [i for i in simple if i in used]
            if not found:
                return self._in_base(q, simple)
            top = found[-1]
            simple = [i for i in simple if i != top]
        square = self._radicand(top)
        r = self._tower.variable(top)
        b = self._tower.derivative(q, top)
        a = q - b * r
        if not len(b):
            return self._without(a, square, r, simple, nested)
        norm = self.root(self._tower.reduce(a * a - square * b * b), simple, nested)
        if norm is None:
            return None
        n, m = norm
        for sign in (1, -1):
            # (a + n/m)/2 = (a*m + n)*2*m/(2*m)**2
            half = self.root(self._tower.reduce((a * m + sign * n) * 2 * m), simple, nested)
            if half is not None:
                above, below = half
                first = self._lowest(above, below * 2 * m)
                # The other part is b/(2*first)*r.
                second = self._lowest(b * first[1] * r, first[0] * 2)
                return self._sum(first, second)
        return None

    def _is_no_square(self, q: fmpq_mpoly) -> bool:
        """Whether values at modular points prove that there is no root.

        A root would be integral over the polynomials, because its square is one. Where no
        radicand vanishes, the ring that the roots generate is normal, so the root has a value
        in the prime field there, and the value of ``q`` is a square.
        """
        for number in range(POINTS):
            point = self._ring.modular_point(number)
            value = point.evaluate(q)
            if value and pow(value, (point.prime - 1) // 2, point.prime) != 1:
                return True
        return False

    def _without(
        self,
        a: fmpq_mpoly,
        square: fmpq_mpoly,
        r: fmpq_mpoly,
        simple: list[int],
        nested: list[int],
    ) -> Quotient | None:
        found = self.root(a, simple, nested)
        if found is not None:
            return found
        found = self.root(self._tower.reduce(a * square), simple, nested)
        if found is None:
            return None
        return self._lowest(found[0] * r, found[1] * square)

    def _in_base(self, q: fmpq_mpoly, simple: list[int]) -> Quotient | None:
        """By square classes; any product of the roots may help."""
        ring = self._ring
        factors = factorise(ring, q)
        others = [factorise(ring, self._radicand(i)) for i in simple]
        chosen = combination(square_class(factors), [square_class(f) for f in others])
        if chosen is None:
            return None
        product, below = self._one, self._one
        for position in chosen:
            factors = merge(factors, others[position])
            product = product * self._tower.variable(simple[position])
            below = below * self._radicand(simple[position])
        numerator, denominator = field_quotient(ring, halve(factors))
        # sqrt(q) = sqrt(q*p1*p2)/(r1*r2) = sqrt(q*p1*p2)*r1*r2/(p1*p2)
        return self._lowest(numerator.polynomial * product, denominator.polynomial * below)

    def _radicand(self, index: int) -> fmpq_mpoly:
        argument = self._tower.generators[index].argument
        assert argument is not None
        return argument.polynomial

    def _sum(self, left: Quotient, right: Quotient) -> Quotient:
        common = left[1].gcd(right[1])
        mine, others = divmod(left[1], common)[0], divmod(right[1], common)[0]
        return self._lowest(left[0] * others + right[0] * mine, left[1] * others)

    def _lowest(self, numerator: fmpq_mpoly, denominator: fmpq_mpoly) -> Quotient:
        """The quotient without roots as denominators, and without common factors."""
        numerator, denominator = self._tower.reduce(numerator), self._tower.reduce(denominator)
        for index in roots_in(self._ring, denominator):
            r = self._tower.variable(index)
            quotient, rest = divmod(denominator, r)
            if not len(rest):
                numerator = self._tower.reduce(numerator * r)
                denominator = self._tower.reduce(quotient * self._radicand(index))
        common = numerator.gcd(denominator)
        if not common.is_constant():
            numerator = divmod(numerator, common)[0]
            denominator = divmod(denominator, common)[0]
        return numerator, denominator
