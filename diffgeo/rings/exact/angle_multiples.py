"""Which multiples of a basis angle a function really uses.

After a refinement ``sin(x)`` is ``2*sin(x/2)*cos(x/2)``. A map must not ask for the half of
the image of ``x`` on its behalf: written in ``cos(k*x/2)`` and ``sin(k*x/2)`` the function
uses even ``k`` only, so the image of ``x`` itself is enough.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from math import gcd
from typing import TYPE_CHECKING

from flint import fmpq_mpoly

from diffgeo.rings.exact.tower import Kind

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing

#: Larger polynomials are taken as they are.
MOST_TERMS = 2_000

#: Exponents of generators, phases of waves, coefficient.
Term = tuple[dict[int, int], dict[int, int], Fraction]


class Waves:
    """The terms of a polynomial, in waves where these have a common period.

    Attributes
    ----------
    periods
        By cosine (or exponential): the greatest common divisor of the phases, if it is not 1.
    owners
        The generators that are written in waves, with the key of their period.
    terms
        Exponents of generators; phases ``k`` for ``cos(k*angle)`` or ``exp(k*exponent)``,
        ``-k`` for ``sin(k*angle)``; coefficient. Made when they are needed.
    """

    def __init__(
        self, ring: ExactRing, polynomial: fmpq_mpoly, split: bool = True, always: bool = False
    ) -> None:
        tower = ring.tower
        self.periods: dict[int, int] = {}
        self.owners: dict[int, int] = {}
        self._tower, self._polynomial = tower, polynomial
        if not split or len(polynomial) > MOST_TERMS or (tower.previous is None and not always):
            # Without a refinement the generators are what somebody asked for.
            return
        used = tower.used(polynomial)
        inverses = {}
        for index in used:
            generator = tower.generators[index]
            if generator.kind is Kind.INVERSE and generator.argument is not None:
                inverse_of = tower.single_generator(generator.argument.polynomial)
                if inverse_of is not None:
                    inverses[inverse_of] = index
        for index in sorted({*used, *inverses}):
            generator = tower.generators[index]
            if generator.kind is Kind.EXPONENTIAL:
                self._take_exponential(index, inverses.get(index, -1))
            elif generator.kind is Kind.SINE and index in used:
                self._take_angle(generator.partner, index)
            elif generator.kind is Kind.COSINE and index in used and generator.partner not in used:
                self._take_angle(index, generator.partner)

    @cached_property
    def terms(self) -> list[Term]:
        """Exponents, phases, coefficient of each term."""
        return [(p, {}, value) for p, value in self._tower.terms(self._polynomial)]

    def _take_angle(self, cosine: int, sine: int) -> None:
        found: dict[tuple[tuple[int, int], ...], Term] = {}
        for powers, phases, value in self.terms:
            rest = {i: n for i, n in powers.items() if i not in (cosine, sine)}
            for phase, weight in _phases(powers.get(cosine, 0), powers.get(sine, 0)).items():
                key = (*sorted(rest.items()), *sorted({**phases, cosine: phase}.items()), (-1, 0))
                old = found[key][2] if key in found else Fraction(0)
                found[key] = (rest, {**phases, cosine: phase}, old + value * weight)
        self._take(cosine, sine, [term for term in found.values() if term[2]])

    def _take_exponential(self, index: int, inverse: int) -> None:
        terms = []
        for powers, phases, value in self.terms:
            rest = {i: n for i, n in powers.items() if i not in (index, inverse)}
            phase = powers.get(index, 0) - powers.get(inverse, 0)
            terms.append((rest, {**phases, index: phase}, value))
        self._take(index, inverse, terms)

    def _take(self, index: int, other: int, terms: list[Term]) -> None:
        period = gcd(*(phases[index] for _, phases, _ in terms))
        if period > 1:
            self.periods[index] = period
            self.owners |= {index: index, other: index}
            self.terms = terms


def _phases(cosines: int, sines: int) -> dict[int, Fraction]:
    """``cos**a * sin**b`` for ``b <= 1`` as a sum of waves; phases as in `Waves`."""
    result = {-1 if sines else 0: Fraction(1)}
    for _ in range(cosines):
        larger: dict[int, Fraction] = {}
        for phase, weight in result.items():
            # cos(k)*cos(1) = (cos(k+1) + cos(k-1))/2, and the same with sin(k).
            for k in (abs(phase) + 1, abs(phase) - 1):
                if phase >= 0:
                    new = abs(k)
                elif k == 0:
                    continue
                else:
                    new = -k
                larger[new] = larger.get(new, Fraction(0)) + weight / 2
        result = larger
    return result
