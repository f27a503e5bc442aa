"""Q-linear independence of closed 1-forms decides which transcendental generators are free.

For angles the forms are ``d(angle)`` and the differentials of arctangents; for exponentials
and logarithms ``d(exponent)`` and ``da/a``. By Ax's theorem the generators are algebraically
independent over the base variables exactly when these forms are linearly independent over
the rationals. The question is linear algebra over a prime field at random points
(independence there is a proof), and every relation found is confirmed exactly. Constants have
zero differential; they are compared with each other by linear algebra over the rationals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, isqrt, lcm
from typing import TYPE_CHECKING

from flint import fmpz_mat, nmod_mat

from diffgeo.errors import Undecided
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.modular import ModularPoint

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing

_PRIMES_TRIED = 6
#: The answer of a prime at which nothing can be seen.
_UNUSABLE: tuple[list[int], int] = ([], 1)


@dataclass(frozen=True, slots=True)
class Member:
    """A closed 1-form: ``dy``; ``dy/y`` if ``logarithmic``; that of ``atan2(y, over)``.

    ``value`` is a function of which it is the differential, where that is not ``element``.
    """

    element: Element
    logarithmic: bool = False
    over: Element | None = None
    value: Element | None = None

    @property
    def primitive(self) -> Element:
        """The function (angle, exponent, logarithm, arctangent) whose differential this is."""
        return self.element if self.value is None else self.value

    @property
    def constant(self) -> bool:
        """Whether the form is zero because everything in it is a number."""
        tower = self.element.ring.tower
        parts = (self.element,) if self.over is None else (self.element, self.over)
        return all(tower.is_constant(p.polynomial) for p in parts)

    def form(self, ring: ExactRing) -> dict[int, Element]:
        """Coefficients along the base variables (all of them independent)."""
        result = {}
        for generator in list(ring.tower.generators):
            if generator.kind.is_base:
                part = self._along(ring, generator.index)
                if not ring.vanishes(part):
                    result[generator.index] = part
        return result

    def _along(self, ring: ExactRing, variable: int) -> Element:
        part = ring.differentials.along(self.element, variable, chain=False)
        if self.over is not None:
            y, x = self.element, self.over
            total = x * part - y * ring.differentials.along(x, variable, chain=False)
            return total if ring.vanishes(total) else total / (x * x + y * y)
        if self.logarithmic and not ring.vanishes(part):
            return part / self.element
        return part


def express(ring: ExactRing, family: Sequence[Member], member: Member) -> list[Fraction] | None:
    """Rational coefficients with ``member = sum(c * family)`` as forms, or ``None``.

    The family must be independent over the rationals. Both answers are certain. A constant
    member is compared with the constants of the family, as a number.

    Raises
    ------
    Undecided
        If no prime shows independence and no relation can be confirmed.
    """
    constant = member.constant
    chosen = [k for k, m in enumerate(family) if m.constant == constant]
    reduced = [family[k] for k in chosen]
    row = (_express_number if constant else _express_form)(ring, reduced, member)
    if row is None:
        return None
    full = [Fraction(0)] * len(family)
    for k, coefficient in zip(chosen, row, strict=True):
        full[k] = coefficient
    return full


def _express_form(
    ring: ExactRing, family: Sequence[Member], member: Member
) -> list[Fraction] | None:
    forms = [*(_form_of(ring, m) for m in family), member.form(ring)]
    directions = sorted({b for form in forms for b in form})
    known = [0] * len(family)
    modulus = 1
    for trial in range(_PRIMES_TRIED):
        solution = _solve_modular(ring, forms, directions, trial)
        if solution is None:
            return None
        coefficients, prime = solution
        if gcd(prime, modulus) > 1 or prime == 1:
            continue
        # Large numbers need several primes.
        lift = pow(modulus, -1, prime) * modulus
        known = [
            (a + (c - a) * lift) % (modulus * prime)
            for a, c in zip(known, coefficients, strict=True)
        ]
        modulus *= prime
        guess = [reconstruct(c, modulus) for c in known]
        if all(c is not None for c in guess):
            exact = [c for c in guess if c is not None]
            if _confirm(ring, forms, directions, exact):
                return exact
    raise Undecided(
        f"cannot decide whether {member.element} is a rational combination of "
        f"{', '.join(str(m.element) for m in family)}; write the arguments with common factors"
    )


def _form_of(ring: ExactRing, member: Member) -> dict[int, Element]:
    """The form of a member of the family, which is asked for again and again."""
    key = (member.element, member.logarithmic, member.over)
    if key not in ring.forms:
        ring.forms[key] = member.form(ring)
    return ring.forms[key]


def _express_number(
    ring: ExactRing, family: Sequence[Member], member: Member
) -> list[Fraction] | None:
    """The same for numbers, by their coefficients as polynomials over the rationals."""
    tower = ring.tower
    cleared = [tower.clear(m.primitive.polynomial) for m in (*family, member)]
    common: dict[int, int] = {}
    for _, exponents in cleared:
        for index, n in exponents.items():
            common[index] = max(common.get(index, 0), n)
    vectors = []
    for numerator, exponents in cleared:
        for index, n in common.items():
            argument = tower.generators[index].argument
            assert argument is not None
            numerator = tower.lift(numerator) * tower.lift(argument.polynomial) ** (
                n - exponents.get(index, 0)
            )
        terms = tower.terms(tower.reduce(numerator))
        vectors.append({tuple(sorted(powers.items())): value for powers, value in terms})
    monomials = sorted({key for vector in vectors for key in vector})
    rows = [[v.get(key, Fraction(0)) for v in vectors] for key in monomials]
    return _eliminate_rational(rows, len(family))


def _eliminate_rational(rows: list[list[Fraction]], width: int) -> list[Fraction] | None:
    top = 0
    for column in range(width):
        found = next(r for r in range(top, len(rows)) if rows[r][column])
        rows[top], rows[found] = rows[found], rows[top]
        rows[top] = [value / rows[top][column] for value in rows[top]]
        for r, row in enumerate(rows):
            if r != top and row[column]:
                factor = row[column]
                rows[r] = [a - factor * b for a, b in zip(row, rows[top], strict=True)]
        top += 1
    if any(row[width] for row in rows[top:]):
        return None
    return [rows[k][width] for k in range(width)]


def _solve_modular(
    ring: ExactRing, forms: list[dict[int, Element]], directions: list[int], trial: int
) -> tuple[list[int], int] | None:
    """Solve at random points modulo one prime; ``None`` proves independence."""
    points = _points(ring, trial, len(forms) + 3)
    prime, width = points[0].prime, len(forms) - 1
    rows = []
    for point in points:
        for b in directions:
            # What is asked for is asked once; the forms of the family are asked again and again.
            row = [
                point.residue(f[b], keep=k < width) if b in f else 0 for k, f in enumerate(forms)
            ]
            if None in row:
                return _UNUSABLE
            rows.append(row)
    if not rows:
        return [], prime
    reduced, rank = nmod_mat(rows, prime).rref()
    if rank > width:
        return None
    if any(int(reduced[k, k]) != 1 for k in range(width)):
        # The family itself looks dependent at this prime.
        return _UNUSABLE
    return [int(reduced[k, width]) for k in range(width)], prime


def _points(ring: ExactRing, trial: int, count: int) -> list[ModularPoint]:
    """Points over one prime field, the same for all questions until one must be drawn anew."""
    points = ring.samples.setdefault(trial, [])
    if not points:
        points.append(ModularPoint(ring, f"independence {trial} 0", split=True))
    points[0].extend()
    prime = points[0].prime
    if len(points) > 1 and points[1].prime != prime:
        # A new generator had no value at the first point, which is over another field now.
        del points[1:]
    while len(points) < count:
        seed = f"independence {trial} {len(points)}"
        points.append(ModularPoint(ring, seed, prime, split=True))
    for point in points[1:count]:
        point.extend()
    return points[:count]


def reconstruct(residue: int, prime: int) -> Fraction | None:
    """The rational of small height with this residue, by the extended Euclid algorithm."""
    bound = isqrt(prime // 2)
    r0, r1, t0, t1 = prime, residue, 0, 1
    while r1 > bound:
        quotient = r0 // r1
        r0, r1 = r1, r0 - quotient * r1
        t0, t1 = t1, t0 - quotient * t1
    if t1 == 0 or abs(t1) > bound:
        return None
    return Fraction(r1, t1)


def _confirm(
    ring: ExactRing,
    forms: list[dict[int, Element]],
    directions: list[int],
    coefficients: list[Fraction],
) -> bool:
    for b in directions:
        total = forms[-1].get(b, ring.zero)
        for form, coefficient in zip(forms, coefficients, strict=False):
            if b in form:
                total = total - form[b] * coefficient
        if not ring.certainly_zero(total):
            return False
    return True


def lattice_basis(rows: Sequence[Sequence[Fraction]]) -> list[list[Fraction]]:
    """A short basis of the lattice that rational vectors span."""
    if not rows:
        return []
    scale = lcm(*(c.denominator for row in rows for c in row))
    matrix = fmpz_mat([[int(c * scale) for c in row] for row in rows]).hnf()
    nonzero = [
        [int(matrix[i, j]) for j in range(matrix.ncols())]
        for i in range(matrix.nrows())
        if any(int(matrix[i, j]) for j in range(matrix.ncols()))
    ]
    reduced = fmpz_mat(nonzero).lll()
    return [
        [Fraction(int(reduced[i, j]), scale) for j in range(reduced.ncols())]
        for i in range(reduced.nrows())
    ]
