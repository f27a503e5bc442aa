"""Gröbner bases over the generators of a ring, with the relations of those that occur."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from flint import Ordering, fmpq_mpoly, fmpz_mpoly, fmpz_mpoly_ctx, fmpz_mpoly_vec

from diffgeo.rings.exact.tower import Kind, primitive_part

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing

#: Gröbner bases beyond this size (polynomials, terms, bits) are given up.
LIMITS = (80, 500, 2_000)


class GroebnerBasis:
    """A Gröbner basis over the generators of a ring, with or without one inverted function.

    The relations are those of the generators in the equations and in what is ``asked`` for, so
    that the ring may have any others.
    """

    def __init__(
        self,
        ring: ExactRing,
        equations: Sequence[fmpq_mpoly],
        inverted: fmpq_mpoly | None = None,
        asked: Iterable[int] = (),
    ) -> None:
        self._ring = ring
        self._size = len(ring.tower)
        self._newest = ring.tower.newest
        polynomials = [*equations, *([] if inverted is None else [inverted])]
        #: The generators whose relations count.
        self.generators = closure(
            ring, [*asked, *(i for p in polynomials for i in ring.tower.used(p))]
        )
        names = ["inverse", *(f"g{i}" for i in reversed(range(self._size)))]
        self._context = fmpz_mpoly_ctx.get(tuple(names), Ordering.degrevlex)
        relations = [
            ring.tower.vanishing(r)
            for r in ring.tower.falling
            if self.generators.issuperset(index for index, _ in r.triggers)
        ]
        members = [self._convert(ring.tower.lift(p)) for p in (*equations, *relations)]
        if inverted is not None:
            members.append(self._context.gen(0) * self._convert(inverted) - 1)
        #: Whether the basis is complete; if not, only membership can be relied on.
        self.complete = True
        self._basis = fmpz_mpoly_vec(members, self._context)
        if len(members) > 1:
            self._basis, self.complete = self._basis.buchberger_naive(LIMITS)

    @property
    def is_current(self) -> bool:
        """Whether the ring has the same generators still."""
        return self._ring.tower.newest is self._newest

    @property
    def is_everything(self) -> bool:
        """Whether 1 is in the ideal: the equations have no common zero, not even complex."""
        return self.contains(self._ring.tower.constant(1))

    def knows(self, polynomial: fmpq_mpoly) -> bool:
        """Whether the relations of all generators of a polynomial count."""
        return self.generators.issuperset(self._ring.tower.used(polynomial))

    def contains(self, polynomial: fmpq_mpoly) -> bool:
        """Whether a polynomial (without inverse generators) is certainly in the ideal."""
        if not len(polynomial):
            return True
        return bool(self._convert(polynomial).reduction_primitive_part(self._basis).is_zero())

    def _convert(self, polynomial: fmpq_mpoly) -> fmpz_mpoly:
        primitive = primitive_part(self._ring.tower.lift(polynomial))[1]
        terms = {(0, *map(int, e[len(e) - self._size :])): int(c.p) for e, c in primitive.terms()}
        return self._context.from_dict(terms)


def closure(ring: ExactRing, generators: Iterable[int]) -> frozenset[int]:
    """Generators with those that their relations are made of."""
    found: set[int] = set()
    left = [*generators]
    while left:
        index = left.pop()
        if index in found:
            continue
        found.add(index)
        generator = ring.tower.generators[index]
        if generator.kind in (Kind.INVERSE, Kind.ROOT) and generator.argument is not None:
            left += ring.tower.used(generator.argument.polynomial)
        if generator.kind in (Kind.SINE, Kind.COSINE):
            left.append(generator.partner)
    return frozenset(found)
