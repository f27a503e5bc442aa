"""Late refinement: finer angles, exponents and roots after coarser ones.

``sin(x/2)`` after ``sin(x)``: the pair of ``x`` must become a pair of double angles. A
refinement builds a new tower. The finer generators come first, and every generator of the
old tower is adjoined again, by the same functions that adjoined it: the sine of ``x`` finds
itself to be ``2*sin(x/2)*cos(x/2)``, a root may find its radicand to be a square now, an
inverse may fall into factors. So each old generator gets an *image*, and all theory stays
in the adjunctions. Elements made before are rewritten by the images when they are next
used. A refinement that some adjunction refuses is undone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from flint import fmpq_mpoly

from diffgeo.errors import LateRefinement
from diffgeo.rings.exact import bases, odd_roots
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.snapshot import transaction
from diffgeo.rings.exact.tower import Generator, Kind, Tower
from diffgeo.rings.exact.transfer import RingMap

if TYPE_CHECKING:
    from diffgeo.rings.exact.node import Function
    from diffgeo.rings.exact.ring import ExactRing


def refine(
    ring: ExactRing,
    divisors: Mapping[int, int],
    members: Sequence[Element] = (),
    replaced: Sequence[int] = (),
    radicals: Sequence[tuple[Element, int]] = (),
) -> None:
    """Replace the tower by one with finer generators.

    Parameters
    ----------
    divisors
        By generator of the present tower: into how many parts its angle or exponent is
        divided.
    members, replaced
        Angles (exponents) that take the place of those of the cosines (exponentials)
        ``replaced``.
    radicals
        Functions and odd orders of roots that are taken before all others.

    Raises
    ------
    Refusal
        What the adjunctions refuse (`NeedsSign` for a root that has become plus or minus a
        function of unknown sign); the ring is then as it was.
    """
    if ring.retirement is not None:
        raise LateRefinement(
            "a refinement of an angle, exponent or root asks for another one; give the "
            "expressions together, in one call"
        )
    old = ring.tower
    with transaction(ring):
        new = Tower(ring.new_version(), old)
        retirement = Retirement(ring, old, divisors, members, replaced, radicals)
        new.images = retirement.value
        matrices = list(ring.memory.get("matrices", {}).values())
        ring.tower, ring.memory = new, {}
        ring.retirement = retirement
        ring.forget()
        for generator in old.generators:
            if generator.kind.is_base and generator.kind is not Kind.JET:
                new.append(Generator(-1, generator.kind, generator.name))
        try:
            values = [retirement.value(index) for index in range(len(old))]
        finally:
            ring.retirement = None
        # Polynomials of this tower for ever; elements go on to later towers.
        new.images = values.__getitem__
        table = ring.memory.setdefault("matrices", {})
        for matrix in matrices:
            table[matrix.key()] = matrix


class Retirement(RingMap):
    """The images of the generators of an old tower in the tower that takes its place."""

    def __init__(
        self,
        ring: ExactRing,
        old: Tower,
        divisors: Mapping[int, int],
        members: Sequence[Element],
        replaced: Sequence[int],
        radicals: Sequence[tuple[Element, int]],
    ) -> None:
        super().__init__(ring, ring, {}, {})
        self._ring = ring
        self._old = old
        self._divisors = divisors
        self._members = list(members)
        self._replaced = set(replaced)
        self._radicals = list(radicals)
        self._found: dict[int, Element] = {}
        self._active: set[int] = set()

    def __call__(self, element: Function) -> Function:
        """Elements carry over by themselves: they are rewritten when they are used."""
        return element

    def value(self, index: int) -> tuple[fmpq_mpoly, int]:
        """The image of an old generator as a polynomial of the new tower, with conditions."""
        image = self.image(index)
        return image.polynomial, image.mask

    def image(self, index: int) -> Element:
        """The image of an old generator."""
        if index not in self._found:
            if index in self._active:
                raise LateRefinement(
                    "a finer root is needed inside of itself; give the expressions together, in "
                    "one call, the finer one first"
                )
            self._active.add(index)
            generator = self._old.generators[index]
            if not generator.kind.is_base or generator.kind is Kind.JET:
                self._adjoin_finer(generator)
            image = self._image(generator)
            if generator.kind is Kind.INVERSE:
                # The same condition, though the inverse may have fallen into factors.
                image = Element(image.ring, image.polynomial, generator.mask)
            self._found[index] = image
        return self._found[index]

    def knows(self, element: Element) -> bool:
        """Whether an element uses only generators that have an image already."""
        if self._ring.tower.owns(element._polynomial):
            return True
        polynomial = self._old.lift(element._polynomial)
        return all(i in self._found for i in self._old.used(polynomial))

    def _adjoin_finer(self, generator: Generator) -> None:
        """The finer generators that the image needs."""
        ring, part = self._ring, Fraction(1, self._divisors.get(generator.index, 1))
        if generator.index in self._replaced:
            members, self._members = self._members, []
            if generator.kind is Kind.COSINE:
                bases.adjoin_angles(ring, members)
            else:
                bases.adjoin_exponents(ring, members)
        if generator.kind is Kind.ROOT and generator.degree % 2:
            radicals, self._radicals = self._radicals, []
            for function, order in radicals:
                odd_roots.odd_root(ring, function, order)
        if part == 1 or generator.argument is None:
            return
        match generator.kind:
            case Kind.COSINE | Kind.SINE:
                bases.adjoin_angles(ring, [generator.argument * part])
            case Kind.EXPONENTIAL:
                bases.adjoin_exponents(ring, [generator.argument * part])
