"""Two linear systems with the same solution, compared without expanding it.

The accelerations by two theories are solutions ``y`` and ``z`` of different systems. To
prove that they are equal, ``z`` is inserted into the equations ``B y = c``: as ``B`` is
regular, ``y = z`` if all residuals vanish, and these have certificates.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from diffgeo.errors import Refusal
from diffgeo.rings.exact.node import LinearSystem, Node
from diffgeo.rings.exact.programme_evaluation import determinant_by_minors
from diffgeo.rings.exact.ranks import echelon
from diffgeo.rings.exact.unknowns import GivenUp, Points, Polynomial, Reading, System, own_degree
from diffgeo.rings.exact.zero_certificates import vanishes

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing


def prove_together(ring: ExactRing, questions: Sequence[Node]) -> list[Node]:
    """The unexpanded functions of a list that a certificate shows to vanish.

    Where the functions are ``y_j - z_j`` for the unknowns of one system ``B y = c``, it is
    shown that ``B z = c``; then they vanish, as ``B`` is regular.
    """
    reading = Reading(ring)
    read: list[tuple[Node, Polynomial]] = []
    for node in questions:
        try:
            read.append((node, reading.read(node)))
        except GivenUp:
            continue
    if not read:
        return []
    proved: list[Node] = []
    points, known = Points(ring), _Known(reading, read)
    for system in reading.outermost_first():
        try:
            proved += _by_insertion(reading, system, read, points, known)
        except (GivenUp, Refusal, ZeroDivisionError):
            continue
        read = [(n, e) for n, e in read if n not in proved]
    return proved


def _by_insertion(
    reading: Reading,
    system: System,
    read: list[tuple[Node, Polynomial]],
    points: Points,
    known: _Known,
) -> list[Node]:
    """Questions ``number*y_j - z_j`` for the unknowns of one system, proved by insertion."""
    images: dict[int, Polynomial] = {}
    asked: list[Node] = []
    ring = reading.ring
    for node, e in read:
        own = [m for m in e.terms if own_degree(m, system)]
        if len(own) != 1 or len(own[0]) != 1 or own[0][0][1] != 1:
            continue
        number, unknown = e.terms[own[0]].constant, own[0][0][0]
        if not number or unknown in images:
            continue
        rest = Polynomial(ring, {m: c for m, c in e.terms.items() if m != own[0]})
        images[unknown] = rest * reading.leaf(ring.rational(-1 / number))
        asked.append(node)
    if not asked:
        return []
    missing = []
    for column, unknown in enumerate(system.unknowns):
        if unknown not in images:
            found = known.same_value(system, unknown)
            if found is None:
                missing.append(column)
            else:
                images[unknown] = found
    others = [s for s in reading.systems if s is not system]
    without = Reading(ring)
    without.systems, without.count = others, reading.count
    for e in _residuals(system, images, missing, points):
        if not vanishes(without, e, points, list(images.values())):
            return []
    return asked


def _residuals(
    system: System, images: dict[int, Polynomial], missing: list[int], points: Points
) -> list[Polynomial]:
    """What must vanish for the images to be part of the solution.

    Unknowns without an image are eliminated by bordered determinants: the equations that
    determine them, and one equation more.
    """
    rows = []
    for entries, right in zip(system.rows, system.right, strict=True):
        total = right * -1
        for unknown, entry in zip(system.unknowns, entries, strict=True):
            if unknown in images:
                total = total + entry * images[unknown]
        rows.append([*(entries[j] for j in missing), total])
    if not missing:
        return [row[-1] for row in rows]
    numbers = [[points.polynomial(0, e) for e in row[:-1]] for row in rows]
    pivots = echelon(numbers, points.prime)
    zero = Polynomial(rows[0][0].ring, {})
    one = Polynomial(zero.ring, {(): zero.ring.one})
    border = [rows[k] for k in pivots]
    return [
        determinant_by_minors([*border, row], zero, one)
        for k, row in enumerate(rows)
        if k not in pivots
    ]


class _Known:
    """Functions that occur in the questions, with their values at one modular point."""

    def __init__(self, reading: Reading, read: Sequence[tuple[Node, Polynomial]]) -> None:
        ring = reading.ring
        point = ring.modular_point(0)
        for question, _ in read:
            question.evaluate_modular(point)
        self._reading, self._prime = reading, point.prime
        self._values: dict[int, int] = {}
        functions = [(1, reading.leaf(ring.one))]
        for key, value in list(reading.cache.items()):
            images = point.cache.get(key)
            if isinstance(key, LinearSystem) and images is not None:
                for unknown, image in zip(value, images, strict=True):
                    ((((number, _),), _),) = unknown.terms.items()
                    self._values[number] = image
                    functions.append((image, unknown))
            elif isinstance(key, Node) and images is not None:
                functions.append((images, value))
                if key.kind == "inverse":
                    ((((number, _),), _),) = value.terms.items()
                    self._values[number] = images
        for generator in ring.tower.generators:
            image = point.values[generator.index]
            functions.append((image, reading.leaf(ring.element_of(generator.index))))
        # What a solution is multiplied by is often a solution elsewhere.
        for _, e in read:
            for number in sorted({u for m in e.terms for u, _ in m}):
                slope = e.derivative(number)
                functions.append((self._value(slope), slope))
        self._listed = [(v, f) for v, f in functions if v]

    def _value(self, polynomial: Polynomial) -> int:
        point = self._reading.ring.modular_point(0)
        total = 0
        for monomial, coefficient in polynomial.terms.items():
            value = point.evaluate(coefficient.polynomial)
            for number, n in monomial:
                value = value * pow(self._values[number], n, self._prime) % self._prime
            total += value
        return total % self._prime

    def same_value(self, system: System, unknown: int) -> Polynomial | None:
        """A product of two functions without the unknowns of a system, up to sign."""
        own, p = self._values.get(unknown), self._prime
        if not own:
            return None
        usable = [
            (v, f) for v, f in self._listed if not any(own_degree(m, system) for m in f.terms)
        ]
        table = {v: f for v, f in reversed(usable)}
        for value, function in usable:
            rest = own * pow(value, -1, p) % p
            if rest in table:
                return function * table[rest]
            if p - rest in table:
                return function * table[p - rest] * -1
        return None
