"""Q-linear independence of closed 1-forms decides which transcendental generators are free.

For angles the forms are ``d(angle)``; for exponentials and logarithms ``d(exponent)`` and
``da/a``. By Ax's theorem the generators are algebraically independent over the base
variables exactly when these forms are linearly independent over the rationals. The
question is linear algebra over a prime field at random points (independence there is a
proof), and every relation found is confirmed exactly.
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
    """A closed 1-form: ``dy``, or ``dy/y`` if ``logarithmic``."""

    element: Element
    logarithmic: bool = False

    def form(self, ring: ExactRing) -> dict[int, Element]:
        """Coefficients along the base variables (all of them independent)."""
        result = {}
        for generator in list(ring.tower.generators):
            if not generator.kind.is_base:
                continue
            part = ring.differentials.along(self.element, generator.index, chain=False)
            if not ring.vanishes(part):
                result[generator.index] = part / self.element if self.logarithmic else part
        return result


def express(ring: ExactRing, family: Sequence[Member], member: Member) -> list[Fraction] | None:
    """Rational coefficients with ``member = sum(c * family)`` as forms, or ``None``.

    The family must be independent over the rationals. Both answers are certain.

    Raises
    ------
    Undecided
        If no prime shows independence and no relation can be confirmed.
    """
    forms = [m.form(ring) for m in (*family, member)]
    directions = sorted({b for form in forms for b in form})
    for trial in range(_PRIMES_TRIED):
        solution = _solve_modular(ring, forms, directions, trial)
        if solution is None:
            return None
        coefficients, prime = solution
        guess = [_reconstruct(c, prime) for c in coefficients]
        if all(c is not None for c in guess):
            exact = [c for c in guess if c is not None]
            if _confirm(ring, forms, directions, exact):
                return exact
    raise Undecided(
        f"cannot decide whether {member.element} is a rational combination of "
        f"{', '.join(str(m.element) for m in family)}; write the arguments with common factors"
    )


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


def _reconstruct(residue: int, prime: int) -> Fraction | None:
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
