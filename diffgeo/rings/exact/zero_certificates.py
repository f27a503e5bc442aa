"""Certificates: unexpanded functions that vanish, proved without expanding them.

A function made of solutions of linear systems ``A x = b`` is a polynomial ``e(x)`` in the
unknowns, kept as variables. It vanishes if ``e = sum(mu_i*(A x - b)_i)`` for some
multipliers; that is an identity of polynomials, decided exactly and without determinants.
Systems are eliminated one after another, those with the most deeply nested entries first.
The multipliers solve ``A^T mu = c``, where ``c`` are the coefficients in ``e``: they are
computed at random points of a prime field, and taken for a rational number times a product
of two of the functions that occur where they look so. In mechanics most of them are numbers,
velocities, and coefficients and multipliers of constraints.

What is found at random points is only a guess; the last step is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from flint import nmod_mat

from diffgeo.errors import Undecided
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.independence import reconstruct
from diffgeo.rings.exact.node import Node
from diffgeo.rings.exact.size_limits import factored
from diffgeo.rings.exact.unknowns import (
    POINTS,
    GivenUp,
    Monomial,
    Points,
    Polynomial,
    Reading,
    System,
    own_degree,
)

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing

#: A function that needs more elimination steps than this is given up.
STEPS = 40
#: Factors of coefficients with at most so many terms are tried in multipliers.
FACTOR_TERMS = 50


def proves_zero(ring: ExactRing, node: Node, simple: bool = False) -> bool:
    """Whether a certificate shows that an unexpanded function vanishes.

    A simple one is about the solution of one system, with rational multiples of generators
    and unknowns for multipliers: it is found, or given up, much faster than an expansion.
    """
    try:
        reading = Reading(ring, most=1 if simple else None)
        e, points = reading.read(node), Points(ring)
        return _eliminated(reading, e, points, _Candidates(reading, points, [] if simple else [e]))
    except (GivenUp, Undecided, ZeroDivisionError):
        return False


def remainder(ring: ExactRing, node: Node) -> list[Element]:
    """Functions c_k with ``node = sum(c_k*u_k)``, for products u_k of unknowns of linear systems.

    Multiples of the equations are subtracted as far as multipliers are found.

    Raises
    ------
    GivenUp
        The polynomial in the unknowns is too large.
    """
    reading = Reading(ring)
    e, points = reading.read(node), Points(ring)
    candidates = _Candidates(reading, points, [e])
    for _ in range(STEPS):
        try:
            reduced = _step(reading, e, points, candidates)
        except (GivenUp, Undecided, ZeroDivisionError):
            break
        if reduced is None:
            break
        e = reduced
    return list(e.terms.values())


def vanishes(
    reading: Reading,
    e: Polynomial,
    points: Points,
    related: Sequence[Polynomial] = (),
) -> bool:
    """Eliminate the unknowns of all systems, then ask the ring about what remains.

    Multipliers are made of what occurs in the systems, the function and ``related`` ones.

    Raises
    ------
    GivenUp
        If multipliers are not found.
    """
    return _eliminated(reading, e, points, _Candidates(reading, points, [e, *related]))


def _eliminated(reading: Reading, e: Polynomial, points: Points, candidates: _Candidates) -> bool:
    for _ in range(STEPS):
        reduced = _step(reading, e, points, candidates)
        if reduced is None:
            return all(reading.ring.certainly_zero(c) for c in e.terms.values())
        e = reduced
    raise GivenUp


def _step(
    reading: Reading, e: Polynomial, points: Points, candidates: _Candidates
) -> Polynomial | None:
    """Lower the degree in the unknowns of one system; ``None`` if there are no unknowns left.

    Which system can be eliminated depends on the function: the first one that can is taken.
    """
    ring = reading.ring
    degrees = [(s, _clean_degree(ring, e, s)) for s in reading.outermost_first()]
    present = [(s, degree) for s, degree in degrees if degree]
    if not present:
        return None
    for system, degree in present:
        try:
            top = _top_coefficients(e, system, degree)
            reduced = _by_multipliers(reading, e, system, top, points, candidates)
        except GivenUp:
            continue
        if _clean_degree(ring, reduced, system) < degree:
            return reduced
    raise GivenUp


def _by_multipliers(
    reading: Reading,
    e: Polynomial,
    system: System,
    top: list[Polynomial],
    points: Points,
    candidates: _Candidates,
) -> Polynomial:
    """Subtract multiples of the equations."""
    for number, multiplier in enumerate(_guess(reading, system, top, points, candidates)):
        if multiplier.terms:
            e = e - multiplier * system.relation(number, reading.ring)
    return e


def _clean_degree(ring: ExactRing, e: Polynomial, system: System) -> int:
    """The degree in the unknowns of a system; coefficients that are hidden zeros are dropped."""
    for monomial, value in list(e.terms.items()):
        if (
            own_degree(monomial, system)
            and ring.tower.has_inverses(value.polynomial)
            and ring.certainly_zero(value)
        ):
            del e.terms[monomial]
    return max((own_degree(m, system) for m in e.terms), default=0)


def _top_coefficients(e: Polynomial, system: System, degree: int) -> list[Polynomial]:
    """``c_j`` with ``sum(c_j*x_j)`` the part of highest degree in the unknowns."""
    found: list[dict[Monomial, Element]] = [{} for _ in system.unknowns]
    for monomial, value in e.terms.items():
        if own_degree(monomial, system) < degree:
            continue
        for unknown, n in monomial:
            if unknown in system.index:
                powers = dict(monomial)
                powers[unknown] -= 1
                key = tuple((u, k) for u, k in powers.items() if k)
                # Euler's identity: the part is the sum of x_j times its derivative / degree.
                found[system.index[unknown]][key] = value * Fraction(n, degree)
    return [Polynomial(e.ring, terms) for terms in found]


def _guess(
    reading: Reading,
    system: System,
    coefficients: list[Polynomial],
    points: Points,
    candidates: _Candidates,
) -> list[Polynomial]:
    """Multipliers with ``rows^T * multipliers = coefficients``, guessed from their values."""
    ring, p = reading.ring, points.prime
    groups: dict[Monomial, list[dict[Monomial, Element]]] = {}
    size = len(system.unknowns)
    # Unknowns that do not occur in the matrix are carried along as factors.
    inner = {u for row in system.rows for entry in row for m in entry.terms for u, _ in m}
    for column, coefficient in enumerate(coefficients):
        for monomial, value in coefficient.terms.items():
            outer = tuple((u, n) for u, n in monomial if u not in inner)
            rest = tuple((u, n) for u, n in monomial if u in inner)
            group = groups.setdefault(outer, [{} for _ in range(size)])
            group[column][rest] = value
    matrices = [
        nmod_mat([[points.polynomial(k, row[j]) for row in system.rows] for j in range(size)], p)
        for k in range(POINTS)
    ]
    total = [Polynomial(ring, {}) for _ in range(size)]
    for outer, group in groups.items():
        right = [Polynomial(ring, terms) for terms in group]
        solutions = []
        for k in range(POINTS):
            values = nmod_mat([[points.polynomial(k, c)] for c in right], p)
            solutions.append([int(v) for v in matrices[k].solve(values).entries()])
        factor = Polynomial(ring, {outer: ring.one})
        for number in range(size):
            values = [s[number] for s in solutions]
            if any(values):
                guess = _recognise(values, candidates)
                total[number] = total[number] + guess * factor
    return total


def _recognise(values: Sequence[int], candidates: _Candidates) -> Polynomial:
    """A rational number times at most two of the candidates, from its values."""
    p = candidates.prime
    found = candidates.multiple_of_one(values)
    if found is not None:
        return found
    for inverses, function in candidates.listed:
        rest = [v * w % p for v, w in zip(values, inverses, strict=True)]
        found = candidates.multiple_of_one(rest)
        if found is not None:
            return found * function
    raise GivenUp


def _factors(ring: ExactRing, element: Element) -> list[Element]:
    """The factors that are not single generators."""
    if len(element.polynomial) > FACTOR_TERMS:
        return []
    _, factors = factored(element.polynomial)
    return [Element(ring, f) for f, _ in factors if len(f) > 1] if len(factors) > 1 else []


class _Candidates:
    """Functions that multipliers are made of, found by their values up to a rational number.

    Generators, unknowns and, if functions are given, what occurs in these and in the systems.
    """

    def __init__(self, reading: Reading, points: Points, written: list[Polynomial]) -> None:
        ring, p = reading.ring, points.prime
        self._reading, self.prime = reading, p
        one = reading.leaf(ring.one)
        functions = [one, *(reading.leaf(ring.element_of(g.index)) for g in ring.tower.generators)]
        functions += [reading.unknown(u) for u in range(reading.count)]
        if written:
            written = written + [b for s in reading.systems for b in s.right]
            written += [entry for s in reading.systems for row in s.rows for entry in row]
        parts = {str(c.polynomial): c for f in written for c in f.terms.values()}
        functions += [reading.leaf(c) for c in parts.values()]
        functions += [reading.leaf(f) for c in parts.values() for f in _factors(ring, c)]
        self.listed: list[tuple[list[int], Polynomial]] = []
        self._table: dict[tuple[int, ...], tuple[int, Polynomial]] = {}
        for function in functions:
            values = [points.polynomial(k, function) for k in range(POINTS)]
            if not all(values) or self._key(values) in self._table:
                continue
            self._table[self._key(values)] = values[0], function
            self.listed.append(([pow(v, -1, p) for v in values], function))

    def _key(self, values: Sequence[int]) -> tuple[int, ...]:
        scale = pow(values[0], -1, self.prime)
        return tuple(v * scale % self.prime for v in values[1:])

    def multiple_of_one(self, values: Sequence[int]) -> Polynomial | None:
        """The rational multiple of a candidate with these values."""
        found = self._table.get(self._key(values)) if all(values) else None
        if found is None:
            return None
        value, function = found
        number = reconstruct(values[0] * pow(value, -1, self.prime) % self.prime, self.prime)
        if number is None:
            return None
        return function * self._reading.leaf(self._reading.ring.rational(number))
