"""The checks that every theory of constraints has to pass, as identities.

Each is a function of a `Case` and of random choices. It gives identities that hold on the
constraint set; it raises `NotApplicable` where it says nothing about the case.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from diffgeo import Form, Identity, Map, VectorForm, Verdict, check, identity_map
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import DiffGeoError, SingularSystem
from diffgeo.subsets import inverse_map
from mechanics.errors import NotApplicable, RedundantConstraints, SingularConstraintMatrix
from mechanics.model.geometric_data import Datum
from mechanics.model.lagrangian import chetaev_forms, euler_lagrange_form, is_regular
from mechanics.model.plain_answers import vanishes
from mechanics.model.systems import System
from mechanics.testing.variations import Chance, in_other_coordinates, leaf, varied
from mechanics.theories import multipliers
from mechanics.theories.base import Construction
from mechanics.theories.dynamics import Dynamics, same_motions
from mechanics.theories.equality_on_constraints import Place, PlaceOfStates, combination, place
from mechanics.theories.jumps import LAW, STATED, related_jumps
from mechanics.theories.registry import Theory, with_multipliers
from mechanics.theories.relations import related, related_by

#: What a check states.
Stated: TypeAlias = Identity | Verdict


class Case:
    """A theory on a system: its dynamics, that of its oracle, and where they are compared."""

    def __init__(self, theory: Theory, system: System) -> None:
        self.theory = theory
        self.system = system

    @cached_property
    def construction(self) -> Construction:
        """What the theory answers."""
        return self.theory.construct(self.system)

    @cached_property
    def dynamics(self) -> Dynamics:
        """The dynamics by the theory."""
        return self.theory(self.system)

    @cached_property
    def oracle(self) -> Dynamics | None:
        """The dynamics with which the theory has to agree."""
        return self.theory.reference(self.system)

    @property
    def place(self) -> Place | PlaceOfStates:
        """Where the motions are."""
        return self.dynamics.place

    def require_constraints(self, least: int = 1) -> None:
        """Raise `NotApplicable` if there are fewer constraints."""
        if len(self.system.constraints) < least:
            raise NotApplicable(f"needs {least} constraint{'s' * (least > 1)}")

    def require(self, *laws: str) -> None:
        """Raise `NotApplicable` if the principle of the theory does not claim a law."""
        principle = self.theory.principle
        for law in laws:
            if not getattr(principle, law):
                raise NotApplicable(f"the principle {principle} does not claim it ({law})")

    def same_motion(
        self, other: Dynamics, factor: int = 1, same_states: bool = True
    ) -> Sequence[Stated]:
        """That another dynamics on the same jets is the same, and its reaction, up to a factor.

        Where states need not be the ``same_states``, as momenta are not if L is another one, its
        motions are compared with those of the oracle, if there is one on the evolution space, or
        with the states of the same positions and velocities, if they have no other freedom.
        """
        ours, known = self.dynamics, self.oracle
        if ours.is_on_jets and other.is_on_jets and not ours.equations:
            same: Sequence[Stated] = place(ours.system).same_motion(ours, other, factor)
            # The equations with multipliers, which know no walls, are compared between them.
            jumps = other.theory is ours.theory
            return [*same, *related_jumps(other, ours, self.same[1])] if jumps else same
        if not (same_states or ours.is_on_jets) and known is not None and known.is_on_jets:
            return same_motions(other, known)
        if not same_states and ours.manifold.dimension == ours.motion.target.dimension:
            return related_by(other, ours, inverse_map(ours.motion) @ other.motion, factor)
        return related(other, ours, *self.same, factor)

    @property
    def same(self) -> tuple[Map, Map]:
        """The identity, as a change of coordinates."""
        return (
            identity_map(self.system.configuration_space),
            identity_map(self.system.evolution_space),
        )


def step_at_fault(ours: Dynamics, theirs: Dynamics, change: Map, prolonged: Map) -> str:
    """The first step of a construction that a change of coordinates does not relate; or nothing.

    Only single objects are looked at: the entries of a matrix may belong to a frame.
    """
    maps = [theirs.space.induced(ours.space, change, prolonged), prolonged, change]
    for mine, given in zip(ours.steps, theirs.steps, strict=False):
        if _is_related(mine.value, given.value, maps) is False:
            return f"the first step that is not natural is {mine.name}: {mine.equation}"
    return ""


def _is_related(mine: object, given: object, maps: list[Map]) -> bool | None:
    """Whether an object is the other one in other coordinates; None if that is not known."""
    for map_ in maps:
        if not isinstance(given, Form | VectorForm) or given.space is not map_.target:
            continue
        try:
            if isinstance(given, Form):
                return bool(check(mine == map_.pull(given), counterexample=False))
            if given.degree == 0 and isinstance(mine, VectorForm):
                return bool(check(map_.related(mine, given), counterexample=False))
        except DiffGeoError:
            return None
    return None


#: Identities of one check.
Statement = Callable[[Case, Chance], Sequence[Stated]]


@dataclass(frozen=True)
class Check:
    """A check by name; ``drawn`` if it makes random choices, which are then repeated."""

    name: str
    meaning: str
    statement: Statement
    drawn: bool = True


def second_order(case: Case, chance: Chance) -> Sequence[Stated]:
    """S X = 0 and dt(X) = 1 on the constraint set."""
    if not case.dynamics.is_on_jets:
        return case.dynamics.second_order()
    jets, X, same = case.system.evolution_space, case.dynamics.field, case.place.same
    vertical = jets.vertical_endomorphism(X)
    return [same(jets.dt(X), 1, "dt(X)"), *(same(vertical(f), 0, "S X") for f in jets.coordinates)]


def tangent(case: Case, chance: Chance) -> Sequence[Stated]:
    """X(φ_i) = 0 on the set of the motions, and the same for the theory's own equations."""
    X, functions = case.dynamics.field, case.dynamics.constraints
    if not functions:
        raise NotApplicable("needs 1 constraint")
    keys = [*case.system.constraint_keys]
    keys += [f"equation {i + 1}" for i in range(len(functions) - len(keys))]
    pairs = zip(keys, functions, strict=True)
    return [case.place.same(X(phi), 0, f"the rate of {key}") for key, phi in pairs]


def coherent(case: Case, chance: Chance) -> Sequence[Stated]:
    """The reaction that the field has is that of the multipliers, by the law of the principle."""
    made = case.dynamics
    rest = made.inertia - made.declared_reaction
    return [case.place.same(rest(Y), 0, f"inertia - reaction on {Y}") for Y in made.manifold.frame]


def jumps(case: Case, chance: Chance) -> Sequence[Stated]:
    """At walls positions and constraints are kept, and the law of the momentum holds."""
    made = case.dynamics
    return [each for jump in made.jumps for law in STATED for each in law(made, jump)]


def missing_term(case: Case) -> str:
    """What a field lacks that is not coherent; or whether it or the multipliers are at fault."""
    made = case.dynamics
    rest, reaction = made.inertia - made.declared_reaction, made.declared_reaction
    force = made.above(case.system.force)
    for words, term in (
        ("the field lacks the forces F", -force),
        ("the field has the forces F with the other sign", -2 * force),
        ("the field lacks the reaction", -reaction),
        ("the multipliers are those of the field with the other sign", -2 * reaction),
    ):
        stated = [case.place.same((rest - term)(Y), 0) for Y in made.manifold.frame]
        if check(stated, counterexample=False):
            return words
    known = case.oracle
    if known is None or known.manifold is not made.manifold:
        return ""
    other = known.declared_reaction - reaction
    for words, stated in (
        ("the motion is the right one, and the multipliers are not", same_motions(made, known)),
        (
            "the multipliers are the right ones, and the motion is not",
            [case.place.same(other(Y), 0) for Y in made.manifold.frame],
        ),
    ):
        if check(stated, counterexample=False):
            return words
    return ""


def oracle(case: Case, chance: Chance) -> Sequence[Stated]:
    """Accelerations and reaction form are those of d'Alembert and Chetaev, or of its oracle."""
    if case.oracle is None:
        raise NotApplicable("the theory has no oracle")
    if case.dynamics.manifold is case.oracle.manifold:
        return case.same_motion(case.oracle)
    return same_motions(case.dynamics, case.oracle)


def free(case: Case, chance: Chance) -> Sequence[Stated]:
    """Without constraints the inertia vanishes, for X of second order: L_X Θ_L - dL = F."""
    if case.theory.principle.reactions not in (None, chetaev_forms):
        raise NotApplicable("the principle has reactions that do not come from constraints")
    try:
        bare = case.theory(varied(case.system, constraints=()))
    except SingularConstraintMatrix:
        if is_regular(case.system.lagrangian, case.system.evolution_space):
            raise
        raise NotApplicable("the Lagrangian is singular: no free motion is determined") from None
    if not bare.is_on_jets or bare.equations or not case.theory.principle.is_lagrangian:
        frame = bare.manifold.frame
        return [*bare.second_order(), *(bare.on_constraints(bare.inertia(Y)) for Y in frame)]
    system = bare.system
    X, jets = bare.field, system.evolution_space
    equations = euler_lagrange_form(system.lagrangian, jets, X) == system.force
    return [
        replace(equations, name="the Euler-Lagrange equations"),
        jets.vertical_endomorphism(X) == 0,
        jets.dt(X) == 1,
    ]


def natural(case: Case, chance: Chance, straight: bool = False) -> Sequence[Stated]:
    """The dynamics of the pulled-back data is the pull-back of the dynamics."""
    new = in_other_coordinates(case.system, chance.change(straight))
    return related(case.theory(new.system), case.dynamics, new.change, new.prolonged)


def not_natural(case: Case, chance: Chance, straight: bool = False) -> str:
    """Where in the construction naturality is lost."""
    new = in_other_coordinates(case.system, chance.change(straight))
    return step_at_fault(case.theory(new.system), case.dynamics, new.change, new.prolonged)


def recombined(case: Case, chance: Chance) -> Sequence[Stated]:
    """φ → A φ, A an invertible matrix of functions on J¹π, changes nothing on the set.

    For a theory that refuses the A φ, as it is for constraints that are affine in the velocities,
    they are functions on E; for one that refuses these, they are numbers.
    """
    case.require_constraints()
    case.require("recombines")
    system, size = case.system, len(case.system.constraints)

    def answer(names: Sequence[str]) -> Dynamics:
        A = chance.invertible(system.evolution_space, size, names)
        phi = combination(A, system.constraints)
        return case.theory(varied(system, constraints=phi, same_set=True))

    for names in (chance.states, chance.places):
        with suppress(NotApplicable):
            return case.same_motion(answer(names))
    return case.same_motion(answer(()))


def spans(case: Case, chance: Chance) -> Sequence[Stated]:
    """Other forms with the same span in a codistribution that the theory needs change nothing."""
    system, data = case.system, dict(case.system.data)
    names = [name for name, kind in case.theory.needs.items() if kind == "codistribution"]
    if not names:
        raise NotApplicable("the theory needs no codistribution")
    for name in names:
        forms = data[name].parts
        space = forms[0].space
        among = chance.states if space is system.evolution_space else chance.places
        A = chance.invertible(space, len(forms), among)
        parts = [linear.combination(row, forms, 0 * forms[0]) for row in A]
        data[name] = Datum("codistribution", tuple(parts))
    return case.same_motion(case.theory(varied(system, data=data, same_set=True)))


def permuted(case: Case, chance: Chance) -> Sequence[Stated]:
    """Constraints in another order: the same motion, multipliers in that order."""
    case.require_constraints(2)
    if case.theory.principle.reactions is None:
        raise NotApplicable("the principle has no reactions to be permuted")
    new = varied(case.system, constraints=case.system.constraints[::-1], same_set=True)
    ours, theirs = case.dynamics, case.theory(new)
    if case.theory.principle.reactions is not chetaev_forms:
        return case.same_motion(theirs)
    across = ours.space.induced(theirs.space, *case.same)
    pairs = enumerate(zip(ours.multipliers, reversed(theirs.multipliers), strict=True), 1)
    return [
        *case.same_motion(theirs),
        *(theirs.place.same(across.pull(a), b, f"multiplier {i}") for i, (a, b) in pairs),
    ]


def holonomic(case: Case, chance: Chance) -> Sequence[Stated]:
    """The constraint d_T f = 0 gives on each leaf f = c the free motion of the leaf, prolonged.

    The field of the reduced system is related to X by J¹i. (That the reaction vanishes on leaves
    is true for every theory: J¹i pulls S^*d(d_T f), a multiple of contact(f), back to zero.)
    """
    case.require("ideal")
    if not case.dynamics.is_on_jets:
        raise NotApplicable("leaves are compared on the evolution space")
    system = case.system
    if any(datum in case.system.data for datum in case.theory.needs):
        raise NotApplicable("the data that the theory needs have no meaning on a leaf")
    *kept, last = system.specification.coordinates
    if not kept:
        raise NotApplicable("needs two coordinates: a leaf has none left")
    rest = chance.polynomial((*chance.clock, *kept))
    jets, E = system.evolution_space, system.configuration_space
    (derivative,) = jets.total_derivatives
    new = varied(system, constraints=[derivative(E.function(f"{last} + {rest}"))])
    found = leaf(system, rest)
    is_lagrangian = case.theory.principle.is_lagrangian
    X, reduced = case.theory(new), (multipliers if is_lagrangian else case.theory)(found.system)
    related = found.inclusion.related(reduced.field, X.field)
    return [replace(related, name="the field of the leaf")]


def scaled(case: Case, chance: Chance) -> Sequence[Stated]:
    """(L, F) → (cL, cF): the same motion, c times the reaction form."""
    case.require("scales")
    c, system = chance.number(), case.system
    new = varied(system, lagrangian=c * system.lagrangian, force=c * system.force, same_set=True)
    return case.same_motion(case.theory(new), factor=c, same_states=False)


def control(case: Case, chance: Chance) -> Sequence[Stated]:
    """L → cL with the same F ≠ 0 changes the motion: this identity has to be refuted."""
    case.require("scales")
    if not case.theory.principle.is_lagrangian:
        raise NotApplicable("its motion is not compared with that of Lagrange's equations")
    c, system = chance.number(), case.system
    new = varied(system, lagrangian=c * system.lagrangian, same_set=True)
    known = with_multipliers(case.theory.principle)
    try:
        expected = Case(known, system).same_motion(known(new), factor=c)
    except SingularConstraintMatrix as error:
        raise NotApplicable(f"nothing says what the motion would be: {error}") from None
    if vanishes(system.force) or check(expected, counterexample=False):
        raise NotApplicable("no force, or one that does not change the motion")
    return case.same_motion(case.theory(new), factor=c, same_states=False)


def gauge(case: Case, chance: Chance) -> Sequence[Stated]:
    """L → L + d_T F: the same motion and the same reaction form."""
    case.require("gauge")
    system = case.system
    (derivative,) = system.evolution_space.total_derivatives
    term = derivative(system.configuration_space.function(chance.gauge()))
    new = varied(system, lagrangian=system.lagrangian + term, same_set=True)
    return case.same_motion(case.theory(new), same_states=False)


def redundancy(case: Case, chance: Chance) -> str:
    """What a theory does with a constraint that depends on the others; "" if it is refused.

    It has to raise `SingularConstraintMatrix` or `RedundantConstraints`.
    """
    case.require_constraints()
    system = case.system
    jets = system.evolution_space
    question = "system.constraint_set.require_regular(determinant, name)"
    if not case.dynamics.is_on_jets:
        question = "mechanics.theories.require_independent(system)"

    def accepted(names: Sequence[str]) -> str:
        factors = [[jets.function(chance.polynomial(names)) for _ in system.constraints]]
        phi = [*system.constraints, *combination(factors, system.constraints)]
        try:
            case.theory(varied(system, constraints=phi, same_set=True))
        except (SingularConstraintMatrix, RedundantConstraints):
            return ""
        except SingularSystem as error:
            return (
                f"{type(error).__name__} instead of SingularConstraintMatrix: {error}; ask "
                f"{question} before solving"
            )
        return f"a constraint that depends on the others is accepted; ask {question}"

    for names in (chance.states, chance.places):
        with suppress(NotApplicable):
            return accepted(names)
    return accepted(())


#: The control, which has to be refuted.
CONTROL = Check("scaling L alone", "L -> cL with F kept is refuted", control)

#: In the order of a report.
CHECKS = (
    Check("second order", "S X = 0, dt(X) = 1", second_order, drawn=False),
    Check("tangent", "X(phi_i) = 0", tangent, drawn=False),
    Check("coherent", "inertia = lambda^i rho_i", coherent, drawn=False),
    Check("oracle", "equal to the multiplier equations", oracle, drawn=False),
    Check("free", "without constraints the Euler-Lagrange equations", free, drawn=False),
    Check("natural", "commutes with changes of coordinates", natural),
    Check("recombined", "phi -> A phi", recombined),
    Check("permuted", "constraints in another order", permuted, drawn=False),
    Check("holonomic", "d_T f = 0 is the reduced system on each leaf f = c", holonomic),
    Check("scaled", "(L, F) -> (cL, cF)", scaled),
    CONTROL,
    Check("gauge", "L -> L + d_T F", gauge),
)
#: For theories that need a codistribution.
SPANS = Check("spans", "other forms with the span of a codistribution", spans)
#: For theories whose motions jump at walls.
JUMPS = Check("jumps", LAW, jumps, drawn=False)
REDUNDANCY = "redundant"
CLAIM = "claim"
