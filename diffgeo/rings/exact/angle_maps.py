"""Ring maps that know of an angle only its cosine and sine.

A function of such an angle has an image if it is written in ``cos(n*angle)`` and ``sin(n*angle)``
with integers n, whatever parts of the angle are generators.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from diffgeo.errors import NotSupported, OutsideDomain, Refusal
from diffgeo.rings.exact import sines_and_exponentials
from diffgeo.rings.exact.constants import pi
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.node import expanded
from diffgeo.rings.exact.tower import Generator, Kind
from diffgeo.rings.exact.transfer import Image, RingMap

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing

#: Cosine and sine.
Pair = tuple[Image, Image]


class _NotInWaves(Exception):
    """The angle itself, or a part of it, would need an image."""


class AngleRingMap(RingMap):
    """A ring map with the cosine and the sine of some coordinates in the place of their images.

    Raises, on application, what `RingMap` does; `OutsideDomain` for functions that are not
    periodic in these coordinates, and `NotSupported` where the period was not made visible.
    """

    _splits_always = True

    def __init__(
        self,
        source: ExactRing,
        target: ExactRing,
        images: Mapping[str, Image],
        angles: Mapping[str, Pair],
        mask: int,
        spaces: tuple[str, str] = ("", ""),
    ) -> None:
        super().__init__(source, target, images, {}, mask)
        self._angles = dict(angles)
        self._spaces = spaces
        self._inside = False

    def __call__(self, element: Any) -> Image:
        """The image of a function that is periodic."""
        if self._inside:
            return super().__call__(element)
        self._inside = True
        try:
            return super().__call__(element)
        except _NotInWaves:
            raise self._refusal(expanded(element)) from None
        finally:
            self._inside = False

    def _refusal(self, element: Element) -> Refusal:
        ring, (of, on) = self.source, self._spaces
        for name in self._angles:
            turned = ring.generator(name) + 2 * pi(ring)
            moved = RingMap(ring, ring, {name: turned}, {})(element)
            if not ring.certainly_zero(moved - element):
                return OutsideDomain(
                    f"{element} depends on the angle {name}{of and f' of {of}'} and not only on "
                    f"its sine and cosine: it is no function on {on or 'the target of the map'}"
                )
        return NotSupported(
            f"{element} is periodic in {', '.join(self._angles)}, but is not written in sines and "
            "cosines of integer multiples; expand it"
        )

    def _condition(self, position: int) -> int:
        try:
            return super()._condition(position)
        except _NotInWaves:
            if self.source.domain.records[position].relation == "!=":
                # If the function still had this denominator it would have no image itself.
                return 0
            raise

    def _apart(self, theta: Element) -> tuple[dict[str, int], Element]:
        """Integer multiples of angles, and the rest of a sum."""
        ring, found = self.source, {}
        for name in self._angles:
            slope = ring.derivative(theta, name).constant
            if slope is None or slope.denominator != 1:
                raise _NotInWaves
            if slope:
                found[name] = int(slope)
                theta = theta - ring.generator(name) * slope
        return found, theta

    def _needs(self, generator: Generator) -> list[int]:
        if generator.kind not in (Kind.SINE, Kind.COSINE):
            return super()._needs(generator)
        # The image of the rest is asked for when it is known which multiple is used.
        return []

    def _pair(self, theta: Element) -> Pair:
        multiples, rest = self._apart(theta)
        sine, cosine = sines_and_exponentials.sincos(self.target, expanded(self(rest)))
        for name, n in multiples.items():
            c, s = self._angles[name]
            other = sines_and_exponentials.multiple_angle(self.target, (s, c), n)
            sine, cosine = sines_and_exponentials.add_angles((sine, cosine), other)
        return sine, cosine

    def _wave(self, index: int, period: int, phase: int) -> Image:
        generator = self.source.tower.generators[index]
        if generator.kind is Kind.EXPONENTIAL or generator.argument is None:
            return super()._wave(index, period, phase)
        sine, cosine = self._pair(generator.argument * Fraction(abs(phase)))
        return cosine if phase >= 0 else sine

    def _adjoin_bases(self, ready: list[Generator]) -> None:
        """Angles are adjoined one by one: some of them are known by their sines and cosines."""

    def _image(self, generator: Generator) -> Image:
        if generator.kind is Kind.COORDINATE and generator.name in self._angles:
            raise _NotInWaves
        if generator.kind in (Kind.SINE, Kind.COSINE) and generator.argument is not None:
            return self._pair(generator.argument)[generator.kind is Kind.COSINE]
        return super()._image(generator)
