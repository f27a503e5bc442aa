"""Coordinates in which functions of coordinates and angles are rational, and their real zeros."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, product

from flint import fmpq_mpoly

from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.points import RealPoint, sample_points
from diffgeo.rings.exact.ring import ExactRing
from diffgeo.rings.exact.tower import Kind

#: When a change of sign was seen, an exact zero is looked for at so many points.
_POINTS = 150
#: So many of the simplest points are looked at before random ones.
_SIMPLE = 300


class RationalChart:
    """A ring of polynomials: coordinates, parameters, and tangents of half angles.

    With ``c = (1 - t²)/(1 + t²)``, ``s = 2t/(1 + t²)``, or around the angle π with -c for c.
    """

    def __init__(self, ring: ExactRing, angles: dict[int, bool]) -> None:
        self._source = ring
        self._angles = angles
        domain = ring.domain
        names = {index: name for name, index in ring.base.items()}
        self._names = {**names, **{index: f"half_angle_{index}" for index in angles}}
        self.ring = ExactRing(
            ring.coordinates,
            (*ring.parameters, *(self._names[i] for i in angles)),
            signs={names[i]: sign for i, sign in domain.declared.items()},
            nonzero=[names[i] for i in domain.nonzero],
        )
        self._tangents = [self.ring.generator(self._names[i]) for i in angles]

    def polynomial(self, polynomial: fmpq_mpoly) -> fmpq_mpoly:
        """The polynomial times a power of ``1 + t²`` for every angle."""
        one = self.ring.one
        terms = list(self._source.tower.terms(polynomial))
        powers: dict[int, int] = {}
        for exponents, _ in terms:
            for angle in self._angles:
                partner = self._source.tower.generators[angle].partner
                total = exponents.get(angle, 0) + exponents.get(partner, 0)
                powers[angle] = max(powers.get(angle, 0), total)
        result = self.ring.zero
        for exponents, value in terms:
            term = self.ring.rational(value)
            for index, n in exponents.items():
                if index in self._names and index not in self._angles:
                    term = term * self.ring.generator(self._names[index]) ** n
            for (angle, inverted), t in zip(self._angles.items(), self._tangents, strict=True):
                pair = self._source.tower.generators[angle]
                here, there = exponents.get(angle, 0), exponents.get(pair.partner, 0)
                sines, cosines = (here, there) if pair.kind is Kind.SINE else (there, here)
                cosine = t * t - one if inverted else one - t * t
                rest = powers[angle] - sines - cosines
                term = term * (2 * t) ** sines * cosine**cosines * (one + t * t) ** rest
            result = result + term
        return result.polynomial

    def is_harmless(self, factor: fmpq_mpoly) -> bool:
        """Whether a factor is in parameters only, or a declared non-zero coordinate."""
        used = self.ring.tower.used(factor)
        parameters = {self.ring.base[name] for name in self._source.parameters}
        single = self.ring.tower.single_generator(factor)
        return set(used) <= parameters or single in self.ring.domain.nonzero

    def zero(self, factor: fmpq_mpoly) -> str | None:
        """Where a polynomial vanishes: at a rational point, or between two of them.

        The points lie in one convex part of the domain, so a change of sign proves a zero.
        """
        signs: dict[bool, dict[str, Fraction]] = {}
        nonzero = {self.ring.tower.generators[i].name for i in self.ring.domain.nonzero}
        for count, base in enumerate(simple_points(self.ring)):
            base = {n: abs(v) if n in nonzero else v for n, v in base.items()}
            value = RealPoint(self.ring, base).evaluate(factor)
            if value == 0:
                return f"at {self._where(base, factor)}"
            signs.setdefault(bool(value > 0), base)
            # An exact zero is nicer to show, but a change of sign is as good.
            if len(signs) == 2 and count >= _POINTS:
                break
        if len(signs) < 2:
            return None
        below, above = (self._where(signs[positive], factor) for positive in (False, True))
        return f"between ({below}) and ({above})"

    def _where(self, base: dict[str, Fraction], factor: fmpq_mpoly) -> str:
        text = shown_point(self.ring, base, factor)
        for index, inverted in self._angles.items():
            angle = self._source.tower.generators[index].argument
            shown = f"{'cot' if inverted else 'tan'}(({angle})/2)"
            text = text.replace(self._names[index], shown)
        return text


def simple_points(ring: ExactRing) -> Iterator[dict[str, Fraction]]:
    """Points with declared signs: those with coordinates 0, 1, -1 first, then others."""
    domain, one = ring.domain, Fraction(1)
    pools = []
    for name, index in ring.base.items():
        sign = domain.declared.get(index)
        pool = [Fraction(0), one, -one] if name in ring.coordinates else [one, -one, Fraction(0)]
        if sign is not None:
            pool = [one * sign, 2 * one * sign]
        elif index in domain.nonzero:
            pool = [one, -one]
        pools.append(pool)
    for values in islice(product(*pools), _SIMPLE):
        yield dict(zip(ring.base, values, strict=True))
    yield from sample_points(ring)


def shown_point(ring: ExactRing, base: dict[str, Fraction], *polynomials: fmpq_mpoly) -> str:
    """The coordinates and parameters of a point that matter."""
    names: set[str] = set()
    for polynomial in polynomials:
        for node in ring.expression(Element(ring, polynomial)).walk():
            names.add(getattr(node, "name", ""))
    return ", ".join(f"{n} = {v}" for n, v in base.items() if n in names)
