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
from math import lcm
from typing import TYPE_CHECKING

from flint import fmpz_mat

from diffgeo.errors import Undecided
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.modular import ModularPoint

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing

_PRIMES_TRIED = 6


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
    forms = [m.form(ring) for m in (*family, member)]
    directions = sorted({b for form in forms for b in form})
    for trial in range(_PRIMES_TRIED):
        solution = _solve_modular(ring, forms, directions, trial)
        if solution is None:
            return None
        coefficients, prime = solution
        guess = [reconstruct(c, prime) for c in coefficients]
        if all(c is not None for c in guess):
            exact = [c for c in guess if c is not None]
            if _confirm(ring, forms, directions, exact):
                return exact
    raise Undecided(
        f"cannot decide whether {member.element} is a rational combination of "
        f"{', '.join(str(m.element) for m in family)}; write the arguments with common factors"
    )


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
    points = [ModularPoint(ring, f"independence {trial} 0")]
    points[0].extend()
    prime = points[0].prime
    points += [
        ModularPoint(ring, f"independence {trial} {k}", prime) for k in range(1, len(forms) + 3)
    ]
    rows = []
    for point in points:
        point.extend()
        for b in directions:
            rows.append([point.evaluate(f[b].polynomial) if b in f else 0 for f in forms])
    return _eliminate(rows, prime)


def _eliminate(rows: list[list[int]], prime: int) -> tuple[list[int], int] | None:
    width = len(rows[0]) - 1 if rows else 0
    pivots: list[int] = []
    top = 0
    for column in range(width):
        found = next((r for r in range(top, len(rows)) if rows[r][column]), None)
        if found is None:
            # The family itself looks dependent at this prime: not a usable prime.
            return [0] * width, 1
        rows[top], rows[found] = rows[found], rows[top]
        scale = pow(rows[top][column], -1, prime)
        rows[top] = [value * scale % prime for value in rows[top]]
        for r, row in enumerate(rows):
            if r != top and row[column]:
                factor = row[column]
                rows[r] = [(a - factor * b) % prime for a, b in zip(row, rows[top], strict=True)]
        pivots.append(column)
        top += 1
    if any(row[width] for row in rows[top:]):
        return None
    return [rows[k][width] for k in range(width)], prime


def reconstruct(residue: int, prime: int) -> Fraction | None:
    """The rational of small height with this residue, by the extended Euclid algorithm."""
    bound = int((prime // 2) ** 0.5)
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
