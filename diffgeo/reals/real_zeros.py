"""Common real zeros of functions of a ring, decided by z3 with its generators as variables.

The generators satisfy their relations (``r**2 = q`` and ``r > 0``, ``s**2 + c**2 = 1``, …) and the
declared signs. Functions have no common zero if that has no solution; a solution is an answer only
where the generators have no other relations. The limit is on the work of z3, not on its time, so
that the same question has the same answer on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from importlib.util import find_spec
from typing import TYPE_CHECKING

from diffgeo.rings.exact.exclusion import exclusive
from diffgeo.rings.exact.groebner_bases import closure
from diffgeo.rings.exact.tower import Kind

if TYPE_CHECKING:
    from types import ModuleType

    from flint import fmpq_mpoly
    from z3 import ArithRef, BoolRef

    from diffgeo.rings.exact.element import Element
    from diffgeo.rings.exact.ring import ExactRing

#: The work of z3 for one question (its unit of resources; at most half a second).
WORK_LIMIT = 1_000_000
#: Questions with more terms, or terms of higher degree, are not asked.
LARGEST = (400, 24)

#: Generators that have no relations but those which are told to z3.
_ALGEBRAIC = (Kind.COORDINATE, Kind.PARAMETER, Kind.INVERSE, Kind.ROOT)


@exclusive
def have_common_zero(
    ring: ExactRing,
    functions: Sequence[Element],
    nonzero: Sequence[Element] = (),
    some_nonzero: Sequence[Element] = (),
    closed: bool = False,
    work: int = WORK_LIMIT,
) -> bool | None:
    """Whether functions have a common real zero, for some values of the parameters.

    Parameters
    ----------
    functions
        They vanish there.
    nonzero, some_nonzero
        All of these, and one of those, must not vanish there.
    closed
        Whether roots of 0 count, at which they are defined and not smooth.
    work
        The limit, in the unit of z3.

    Returns
    -------
    bool or None
        None where that was not decided.
    """
    groups = [[e.polynomial for e in group] for group in (functions, nonzero, some_nonzero)]
    table = ring.memory.setdefault("real zeros", {})
    key = (ring.tower.version, closed, work, *(tuple(sorted(map(str, group))) for group in groups))
    alone = len(functions) == 1 and not (nonzero or some_nonzero or ring.domain.facts)
    if key not in table and alone and _changes_sign(ring, groups[0][0]):
        table[key] = True
    if key not in table:
        # In a browser there is no z3; then nothing is known.
        known = find_spec("z3") is not None
        table[key] = _Question(ring, groups, closed).answer(work) if known else None
    return table[key]  # type: ignore[no-any-return]


def _changes_sign(ring: ExactRing, polynomial: fmpq_mpoly) -> bool:
    """Whether the degree in some coordinate is odd, with a number as leading coefficient."""
    tower, declared = ring.tower, {*ring.domain.declared, *ring.domain.nonzero}
    used = tower.used(polynomial)
    if any(tower.generators[i].kind not in (Kind.COORDINATE, Kind.PARAMETER) for i in used):
        return False
    for index in used:
        degree, kind = tower.degree(polynomial, index), tower.generators[index].kind
        if degree % 2 == 0 or index in declared or kind is not Kind.COORDINATE:
            continue
        leading = polynomial
        for _ in range(degree):
            leading = tower.derivative(leading, index)
        if leading.is_constant():
            return True
    return False


class _Question:
    """A question, with one variable of z3 for each generator that occurs."""

    def __init__(
        self, ring: ExactRing, groups: Sequence[Sequence[fmpq_mpoly]], closed: bool
    ) -> None:
        import z3

        self._z3: ModuleType = z3
        self._closed = closed
        # One of its own: one thread at a time, and no traces of earlier questions.
        self._context = z3.Context()
        self._tower = ring.tower
        self._groups = groups
        given = {*ring.domain.declared, *ring.domain.nonzero}
        self._declared = {i: ring.domain.declared.get(i, 0) for i in given}
        #: What is declared to hold everywhere.
        self._facts = [(r.element.polynomial, r.relation) for r in ring.domain.facts]
        told = [*(p for group in groups for p in group), *(p for p, _ in self._facts)]
        used = closure(ring, (i for p in told for i in ring.tower.used(p)))
        self._variables = {i: z3.Real(f"v{k}", self._context) for k, i in enumerate(sorted(used))}

    def answer(self, work: int) -> bool | None:
        """Whether there is a solution."""
        if not self._is_small():
            return None
        z3 = self._z3
        zero, nonzero, some = ([self._term(p) for p in group] for group in self._groups)
        solver = z3.Solver(ctx=self._context)
        solver.set("rlimit", work)
        solver.add(*(f == 0 for f in zero), *(f != 0 for f in nonzero))
        for polynomial, relation in self._facts:
            value = self._term(polynomial)
            solver.add(value > 0 if relation == ">" else value != 0)
        if some:
            solver.add(z3.Or([f != 0 for f in some]))
        for index in self._variables:
            solver.add(*self._properties(index))
        found = solver.check()
        if found == z3.unsat:
            return False
        kinds = {self._tower.generators[i].kind for i in self._variables}
        return True if found == z3.sat and kinds <= {*_ALGEBRAIC} else None

    def _is_small(self) -> bool:
        polynomials = [p for group in self._groups for p in group]
        terms, degree = LARGEST
        return sum(map(len, polynomials)) <= terms and all(
            p.total_degree() <= degree for p in polynomials if len(p)
        )

    def _properties(self, index: int) -> list[BoolRef]:
        """What is told of a generator."""
        v, generator = self._variables[index], self._tower.generators[index]
        if index in self._declared:
            sign = self._declared[index]
            return [v != 0 if not sign else v > 0 if sign > 0 else v < 0]
        match generator.kind:
            case Kind.INVERSE:
                assert generator.argument is not None
                return [v * self._term(generator.argument.polynomial) == 1]
            case Kind.ROOT:
                assert generator.argument is not None
                power = self._z3.Product([v] * generator.degree)
                return [
                    v >= 0 if self._closed else v > 0,
                    power == self._term(generator.argument.polynomial),
                ]
            case Kind.SINE:
                other = self._variables[generator.partner]
                return [v * v + other * other == 1]
            case Kind.EXPONENTIAL:
                return [v > 0]
            case Kind.CONSTANT:
                return [
                    v > self._rational(Fraction(314159, 100000)),
                    v < self._rational(Fraction(314160, 100000)),
                ]
        return []

    def _term(self, polynomial: fmpq_mpoly) -> ArithRef:
        terms = []
        for powers, value in self._tower.terms(polynomial):
            factors = [self._rational(value)] if value != 1 or not powers else []
            for index, n in powers.items():
                factors += [self._variables[index]] * n
            terms.append(self._z3.Product(factors))
        return self._z3.Sum(terms) if terms else self._rational(Fraction(0))

    def _rational(self, number: Fraction) -> ArithRef:
        return self._z3.Q(number.numerator, number.denominator, self._context)
