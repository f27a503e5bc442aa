"""The conformance test of theories of constraints: `check_theory`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from traceback import extract_tb

from diffgeo import Identity, Status, Verdict, check, limit
from diffgeo.errors import DiffGeoError, NotSupported, Refusal
from diffgeo.limits import working_clock
from mechanics.errors import BadSystem, NotApplicable, SingularConstraintMatrix, SingularLagrangian
from mechanics.independent_tasks import completed
from mechanics.model.systems import System
from mechanics.testing.conformance_report import Answer, Line, Report
from mechanics.testing.groups_of_changes import AUTONOMOUS, Group, group_of
from mechanics.testing.systems_for_checks import standard_systems
from mechanics.testing.theory_checks import (
    CHECKS,
    CLAIM,
    CONTROL,
    JUMPS,
    REDUNDANCY,
    SPANS,
    Case,
    Check,
    coherent,
    missing_term,
    natural,
    not_natural,
    redundancy,
    scaled,
)
from mechanics.testing.variations import Chance, supplied
from mechanics.theories.base import Claim
from mechanics.theories.jumps import checks_of_jumps
from mechanics.theories.registry import Theory, as_theory, theory_named

#: Why the motion may change if L and F are scaled.
_KEPT = "data that the theory needs are not scaled; if that changes the motion, say scales=False"


def check_theory(
    theory: object,
    systems: Iterable[System] | None = None,
    *,
    examples: int = 1,
    seed: int = 0,
    seconds: float | None = 20.0,
    workers: int = 1,
    scheduler: str | None = None,
) -> Report:
    """Whether a theory of constraints is right: the checks that every theory passes.

    On each system, by exact verdicts on the constraint set (never by floating-point numbers):

    ``second order``, ``tangent``
        The field is of second order and tangent to the constraint set.
    ``coherent``
        The multipliers are those of the field, by the law of the theory's principle:
        inertia = λ^i ρ_i; for d'Alembert's EL_A - F_A = λ^i ∂φ_i/∂v^A. A failure says whether it
        is the forces or the reaction that the field lacks, or has with the other sign.
    ``oracle``
        Accelerations and reaction form are those of `theories.multipliers`, for a principle with
        other reactions of the equations with these, or of the oracle that the theory declares.
    ``free``
        Without constraints the motion is that of Euler and Lagrange.
    ``natural``
        The theory commutes with random time-dependent changes of coordinates, prolonged to
        J¹π or induced on its space of states, under which all data are pulled back (see
        `mechanics.testing.groups_of_changes`). A failure names the first step of the construction
        that is not natural.
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
    ``spans``
        Other forms with the span of a codistribution that the theory needs change nothing.
    ``jumps``
        At walls positions and constraints are kept, the motion is led back, and the jump of the
        momentum is one of the wall and of reactions: J^*Θ - Θ = μ dh + λ^i ρ_i up to dt.
    ``claim``
        The theorems that the theory claims, each a `Claim`.

    What a principle does not claim (`Principle.ideal`, ``scales``, ``gauge``) is not asked. Data
    that the theory needs are drawn for systems that lack them.

    Parameters
    ----------
    theory
        A `Theory`, an object like one, or the name of a registered one.
    systems
        Default: `standard_systems`, which contain the edge cases n = 1 and m = 0, 1, 2, n.
    examples
        How many random choices each check makes.
    seed
        Of further random choices: the first choice of each check is the same for every seed.
    seconds
        What one line may compute; one that needs more is undecided. Other processes do not count.
        None for no limit.
    workers, scheduler
        How many processes compute (0: one for each core), or the Dask cluster that does: each
        system is a task.

    Returns
    -------
    Report
        A theory that raises `NotApplicable` (or `SingularLagrangian`) is not judged by that
        check on that system, and the line says why; one that refuses data which depend on
        time is judged by data that do not. Any other error is a failure, and the other lines
        are not lost.

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
    lines = partial(_lines, judged, examples, seed, seconds)
    done = dict(completed(lines, enumerate(given), workers=workers, scheduler=scheduler))
    return Report(judged.name, tuple(line for k in range(len(given)) for line in done[k]), seed)


def _lines(
    theory: Theory, examples: int, seed: int, seconds: float | None, system: System
) -> list[Line]:
    """The lines of one system."""
    return [*_Judge(group_of(theory), examples, seed, seconds).lines(theory, system)]


class _Judge:
    """Makes the lines of a report."""

    def __init__(self, group: Group, examples: int, seed: int, seconds: float | None) -> None:
        self.group = group
        self.examples = examples
        self.seed = seed
        self.seconds = seconds
        try:
            with self.limit():
                pass
        except NotSupported:
            self.seconds = None  # nothing watches the time here, as in a browser

    def limit(self, share: int = 1) -> limit:
        """That of one line, or of a part; not of a machine that is busy with something else."""
        return limit(self.seconds and self.seconds / share, clock=working_clock())

    def lines(self, theory: Theory, system: System) -> Iterator[Line]:
        """All checks of a theory on a system; one line if it is not applicable there."""
        chance = Chance(system, f"0 data {system.name}", self.group.time_dependent)
        try:
            with self.limit():
                case = Case(theory, supplied(system, theory, chance))
        except DiffGeoError as error:
            yield _of_error("all", system.name, error)
            return
        refused = self._refused(case)
        if refused is not None:
            yield refused
            return
        items = [*CHECKS, *([SPANS] if "codistribution" in theory.needs.values() else [])]
        for item in [*items, *([JUMPS] if case.dynamics.jumps else [])]:
            yield self._line(item, case)
        line = self._guarded(REDUNDANCY, case, partial(self._redundancy, case, self.group))
        if line.answer is Answer.NOT_APPLICABLE and self.group.time_dependent:
            line = self._guarded(REDUNDANCY, case, partial(self._redundancy, case, AUTONOMOUS))
        yield line
        for claim in case.theory.claims:

            def stated(claim: Claim = claim) -> Sequence[Identity | Verdict]:
                found = claim.identity(case.system, case.construction)
                return [found] if isinstance(found, Identity) else found

            name = f"{CLAIM}: {claim.statement}"
            yield self._guarded(name, case, partial(self._decided, name, case, stated))

    def _refused(self, case: Case) -> Line | None:
        """The one line where there is no dynamics."""
        name = case.system.name

        def made() -> Line:
            _ = case.dynamics
            return Line("all", name, Answer.HOLDS)

        def determined() -> Line:
            answer = Answer.HOLDS if _is_determined(case) else Answer.NOT_APPLICABLE
            return Line("all", name, answer)

        try:
            with self.limit():
                _ = case.dynamics
        except SingularConstraintMatrix as error:
            # Right where the reaction is not determined; not where the oracle determines it.
            if self._guarded("all", case, determined).answer is Answer.NOT_APPLICABLE:
                return Line("all", name, Answer.NOT_APPLICABLE, note=_reason(error, case))
            return _of_error("all", name, error)
        except Exception:
            found = self._guarded("all", case, made)
            return None if found.answer is Answer.HOLDS else found
        return None

    def _line(self, item: Check, case: Case) -> Line:
        """One check by one choice for all seeds, and by those of the seed.

        So what the first choice refutes is refuted for every seed.
        """

        def line(group: Group, straight: bool = False) -> Line:
            seeds = [f"0 {item.name} {case.system.name} 0"]
            seeds += [
                f"{self.seed} {item.name} {case.system.name} {k}"
                for k in range(self.examples)
                if item.drawn and (self.seed or k)
            ]
            drawn = partial(self._drawn, item, case, group=group, straight=straight)
            # What these changes leave open is asked for affine ones: both are the line.
            share = 2 if item.statement is natural else 1
            found = [self._guarded(item.name, case, partial(drawn, s), share) for s in seeds]
            first, *rest = found
            failed = [line for line in found if line.answer is Answer.FAILS]
            if failed and first.answer is not Answer.NOT_APPLICABLE:
                return failed[0]
            # What a further choice leaves open takes nothing from what the first one has shown.
            left = [line.evidence for line in rest if line.answer is Answer.UNDECIDED]
            told = [first.note, *(f"another choice is undecided: {text}" for text in left)]
            return replace(first, note="; ".join(filter(None, told)))

        def decided(group: Group) -> Line:
            made = line(group)
            if item.statement is not natural or made.answer is not Answer.UNDECIDED:
                return made
            # Affine changes keep what is large small, and refute most of what is not natural.
            less = line(group, straight=True)
            if less.answer is Answer.FAILS:
                return less
            held = "under affine changes it holds" if less.answer is Answer.HOLDS else ""
            return replace(made, note="; ".join(filter(None, (made.note, held))))

        made = decided(self.group)
        if not (item.drawn and self.group.time_dependent and made.answer is Answer.NOT_APPLICABLE):
            return made
        # A theory that refuses data with the time is judged by data without it.
        less = decided(AUTONOMOUS)
        if less.answer is Answer.NOT_APPLICABLE:
            return made
        drawn = f"drawn without the time, with which: {made.note}"
        return replace(less, note="; ".join(filter(None, (less.note, drawn))))

    def _drawn(
        self, item: Check, case: Case, seed: str, group: Group, straight: bool = False
    ) -> Line:
        def chance() -> Chance:
            # Not the theory's name: all theories are judged by the same choices.
            return Chance(case.system, seed, group.time_dependent)

        stated = partial(item.statement, case, chance())
        if straight:
            stated = partial(natural, case, chance(), straight=True)
        line = self._decided(item.name, case, stated, control=item is CONTROL)
        if line.answer is Answer.FAILS:
            with suppress(DiffGeoError):  # that no fault is found in time changes no answer
                if item.statement is natural:
                    return replace(line, note=not_natural(case, chance(), straight))
                if item.statement is coherent:
                    return replace(line, note=missing_term(case))
                if item.statement is scaled and case.theory.needs:
                    return replace(line, note=_KEPT)
                if item is JUMPS:
                    wrong = [c for c in checks_of_jumps(case.dynamics) if c.holds is False]
                    return replace(line, note="; ".join(f"false: {c.statement}" for c in wrong))
        return line

    def _decided(
        self,
        name: str,
        case: Case,
        stated: Callable[[], Sequence[Identity | Verdict]],
        control: bool = False,
    ) -> Line:
        system, statements = case.system.name, list(stated())
        if not statements:
            return Line(name, system, Answer.NOT_APPLICABLE, note="nothing is stated here")
        verdict = check(statements, name=name, seed=self.seed)
        return Line(name, system, _answer(verdict, control), verdict, _note(verdict, control))

    def _guarded(self, name: str, case: Case, make: Callable[[], Line], share: int = 1) -> Line:
        """A line in bounded time; what goes wrong in making it is its answer."""
        system = case.system.name
        try:
            with self.limit(share):
                return make()
        except (NotApplicable, SingularLagrangian) as error:
            return Line(name, system, Answer.NOT_APPLICABLE, note=_reason(error, case))
        except DiffGeoError as error:
            return _of_error(name, system, error)
        except Exception as error:
            # A mistake in the theory's code is an answer, and the other lines are not lost.
            last = extract_tb(error.__traceback__)[-1]
            where = f"{Path(last.filename).name}, line {last.lineno}, in {last.name}"
            text = f"{type(error).__name__}: {error} ({where})"
            return Line(name, system, Answer.FAILS, note=text)

    def _redundancy(self, case: Case, group: Group) -> Line:
        seed = f"0 {REDUNDANCY} {case.system.name} 0"
        wrong = redundancy(case, Chance(case.system, seed, group.time_dependent))
        answer = Answer.FAILS if wrong else Answer.HOLDS
        return Line(REDUNDANCY, case.system.name, answer, note=wrong or "refused by name")


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
