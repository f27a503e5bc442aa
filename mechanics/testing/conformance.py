"""The conformance test of theories of constraints: `check_theory`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from diffgeo import Identity, Status, Verdict, check
from diffgeo.errors import DiffGeoError, Refusal
from mechanics.errors import (
    BadSystem,
    NotApplicable,
    SingularConstraintMatrix,
    SingularLagrangian,
)
from mechanics.model.systems import System
from mechanics.testing.conformance_report import Answer, Line, Report
from mechanics.testing.groups_of_changes import AUTONOMOUS, Group, group_of
from mechanics.testing.systems_for_checks import standard_systems
from mechanics.testing.theory_checks import (
    CHECKS,
    CLAIM,
    CONTROL,
    REDUNDANCY,
    Case,
    Check,
    redundancy,
)
from mechanics.testing.variations import Chance
from mechanics.theories.base import Claim
from mechanics.theories.registry import as_theory, theory_named


def check_theory(
    theory: object,
    systems: Iterable[System] | None = None,
    *,
    examples: int = 1,
    seed: int = 0,
) -> Report:
    """Whether a theory of constraints is right: the checks that every theory passes.

    On each system, by exact verdicts on the constraint set (never by floating-point numbers):

    ``second order``, ``tangent``
        The field is of second order and tangent to the constraint set.
    ``oracle``
        Accelerations and reaction form Σ λ^i S^*dφ_i are those of `theories.multipliers`.
    ``free``
        Without constraints the motion is that of Euler and Lagrange.
    ``natural``
        The theory commutes with random time-dependent changes of coordinates, prolonged to
        J¹π (see `mechanics.testing.groups_of_changes`).
    ``recombined``, ``permuted``, ``redundant``
        φ → A φ with an invertible matrix A of functions on J¹π, and constraints in another
        order, change nothing; a constraint that depends on the others is refused by name.
    ``holonomic``
        The constraint d_T f = 0 gives the reduced system on each leaf f = c, prolonged.
    ``scaled``, ``scaling L alone``
        (L, F) → (cL, cF) keeps the motion and scales the reaction; with F ≠ 0 kept, the motion
        changes (a control, whose verdict must be REFUTED).
    ``gauge``
        L → L + d_T F changes nothing.
    ``claim``
        The theorems that the theory claims, each a `Claim`.

    Parameters
    ----------
    theory
        A `Theory`, an object like one, or the name of a registered one.
    systems
        Default: `standard_systems`, which contain the edge cases n = 1 and m = 0, 1, 2, n.
    examples
        How many random choices each check makes.
    seed
        Of the random choices.

    Returns
    -------
    Report
        A theory that raises `NotApplicable` (or `SingularLagrangian`) is not judged by that
        check on that system, and the line says why; one that refuses data which depend on
        time is judged by data that do not. Any other error of the library is a failure;
        errors of Python in the theory's code are not caught.

    Examples
    --------
    >>> from mechanics import System, theories
    >>> from mechanics.testing import check_theory
    >>> sled = System(coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2",
    ...               constraints=["ydot - x*xdot"])
    >>> bool(check_theory(theories.projection, [sled]))
    True
    """
    judged = theory_named(theory) if isinstance(theory, str) else as_theory(theory)
    given = standard_systems() if systems is None else list(systems)
    judge = _Judge(group_of(judged), examples, seed)
    lines = [line for system in given for line in judge.lines(Case(judged, system))]
    return Report(judged.name, tuple(lines), seed)


class _Judge:
    """Makes the lines of a report."""

    def __init__(self, group: Group, examples: int, seed: int) -> None:
        self.group = group
        self.examples = examples
        self.seed = seed

    def lines(self, case: Case) -> Iterator[Line]:
        """All checks of a theory on a system; one line if it is not applicable there."""
        name = case.system.name
        try:
            _ = case.dynamics
        except (NotApplicable, SingularLagrangian) as error:
            yield Line("all", name, Answer.NOT_APPLICABLE, note=_reason(error, case))
            return
        except SingularConstraintMatrix as error:
            # Right where the reaction is not determined; not where the oracle determines it.
            if _is_determined(case):
                yield _of_error("all", name, error)
            else:
                yield Line("all", name, Answer.NOT_APPLICABLE, note=_reason(error, case))
            return
        except DiffGeoError as error:
            yield _of_error("all", name, error)
            return
        for item in CHECKS:
            yield self._line(item, case)
        yield self._redundancy(case)
        for claim in case.theory.claims:

            def identities(claim: Claim = claim) -> list[Identity]:
                found = claim.identity(case.system, case.construction)
                return [found] if isinstance(found, Identity) else found

            yield self._decide(f"{CLAIM}: {claim.statement}", case, identities)

    def _line(self, item: Check, case: Case) -> Line:
        count = self.examples if item.drawn else 1

        def identities(group: Group = self.group) -> list[Identity]:
            chances = [self._chance(item.name, case, k, group) for k in range(count)]
            return [identity for chance in chances for identity in item.statement(case, chance)]

        line = self._decide(item.name, case, identities, control=item is CONTROL)
        if not (item.drawn and self.group.time_dependent and line.answer is Answer.NOT_APPLICABLE):
            return line
        # A theory that refuses data with the time is judged by data without it.
        less = self._decide(item.name, case, lambda: identities(AUTONOMOUS), item is CONTROL)
        if less.answer is Answer.NOT_APPLICABLE:
            return line
        return replace(less, note=f"drawn without the time, with which: {line.note}")

    def _decide(
        self,
        name: str,
        case: Case,
        identities: Callable[[], list[Identity]],
        control: bool = False,
    ) -> Line:
        system = case.system.name
        try:
            verdict = check(identities(), name=name, seed=self.seed)
        except (NotApplicable, SingularLagrangian) as error:
            return Line(name, system, Answer.NOT_APPLICABLE, note=_reason(error, case))
        except DiffGeoError as error:
            return _of_error(name, system, error)
        return Line(name, system, _answer(verdict, control), verdict, _note(verdict, control))

    def _redundancy(self, case: Case) -> Line:
        name = case.system.name
        try:
            wrong = redundancy(case, self._chance(REDUNDANCY, case, 0, self.group))
        except NotApplicable as error:
            return Line(REDUNDANCY, name, Answer.NOT_APPLICABLE, note=_reason(error, case))
        except DiffGeoError as error:
            return _of_error(REDUNDANCY, name, error)
        answer = Answer.FAILS if wrong else Answer.HOLDS
        return Line(REDUNDANCY, name, answer, note=wrong or "refused by name")

    def _chance(self, name: str, case: Case, number: int, group: Group) -> Chance:
        # Not the theory's name: all theories are judged by the same choices.
        seed = f"{self.seed} {name} {case.system.name} {number}"
        return Chance(case.system, seed, group.time_dependent)


def _is_determined(case: Case) -> bool:
    """Whether the multiplier equations determine motion and reaction."""
    try:
        _ = case.oracle
    except (SingularConstraintMatrix, SingularLagrangian):
        return False
    return True


def _answer(verdict: Verdict, control: bool) -> Answer:
    if verdict.status is Status.UNKNOWN:
        return Answer.UNDECIDED
    return Answer.HOLDS if (verdict.status is Status.REFUTED) is control else Answer.FAILS


def _note(verdict: Verdict, control: bool) -> str:
    if not control:
        return ""
    if verdict.status is Status.REFUTED:
        return "as it must be"
    return "the force has no effect"


def _of_error(name: str, system: str, error: DiffGeoError) -> Line:
    refused = isinstance(error, Refusal) and not isinstance(error, BadSystem)
    answer = Answer.UNDECIDED if refused else Answer.FAILS
    return Line(name, system, answer, note=f"{type(error).__name__}: {error}")


def _reason(error: DiffGeoError, case: Case) -> str:
    """The message without the place of the system, which the line names."""
    return str(error).removeprefix(f"{case.system.specification.where}: ")
