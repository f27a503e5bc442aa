"""The checks that every theory of constraints has to pass, as identities.

Each is a function of a `Case` and of random choices. It gives identities that hold on the
constraint set; it raises `NotApplicable` where it says nothing about the case.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from diffgeo import Identity, check
from diffgeo.errors import SingularSystem
from mechanics.errors import NotApplicable, RedundantConstraints, SingularConstraintMatrix
from mechanics.model.lagrangian import euler_lagrange_form
from mechanics.model.systems import System
from mechanics.model.zero_test import vanishes
from mechanics.testing.variations import Chance, leaf, moved, varied
from mechanics.theories import multipliers
from mechanics.theories.base import Construction
from mechanics.theories.dynamics import Dynamics
from mechanics.theories.equality_on_constraints import Place, combination, reaction
from mechanics.theories.registry import Theory


class Case:
    """A theory on a system: its dynamics, that of the oracle, and where they are compared."""

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
    def oracle(self) -> Dynamics:
        """The dynamics by `theories.multipliers`."""
        return multipliers(self.system)

    @cached_property
    def place(self) -> Place:
        """The constraint set."""
        return Place(self.system)

    def require_constraints(self, least: int = 1) -> None:
        """Raise `NotApplicable` if there are fewer constraints."""
        if len(self.system.constraints) < least:
            raise NotApplicable(f"needs {least} constraint{'s' * (least > 1)}")


#: Identities of one check.
Statement = Callable[[Case, Chance], list[Identity]]


@dataclass(frozen=True)
class Check:
    """A check by name; ``drawn`` if it makes random choices, which are then repeated."""

    name: str
    meaning: str
    statement: Statement
    drawn: bool = True


def second_order(case: Case, chance: Chance) -> list[Identity]:
    """S X = 0 and dt(X) = 1 on the constraint set."""
    jets, X, same = case.system.evolution_space, case.dynamics.field, case.place.same
    vertical = jets.vertical_endomorphism(X)
    return [same(jets.dt(X), 1, "dt(X)"), *(same(vertical(f), 0, "S X") for f in jets.coordinates)]


def tangent(case: Case, chance: Chance) -> list[Identity]:
    """X(φ_i) = 0 on the constraint set."""
    case.require_constraints()
    X, system = case.dynamics.field, case.system
    pairs = zip(system.constraint_keys, system.constraints, strict=True)
    return [case.place.same(X(phi), 0, f"the rate of {key}") for key, phi in pairs]


def oracle(case: Case, chance: Chance) -> list[Identity]:
    """Accelerations and reaction form are those of d'Alembert and Chetaev."""
    return case.place.same_motion(case.oracle, case.dynamics)


def free(case: Case, chance: Chance) -> list[Identity]:
    """Without constraints L_X Θ_L - dL = F, for X of second order."""
    bare = varied(case.system, constraints=())
    X, jets = case.theory(bare).field, bare.evolution_space
    equations = euler_lagrange_form(bare.lagrangian, jets, X) == bare.force
    return [
        replace(equations, name="the Euler-Lagrange equations"),
        jets.vertical_endomorphism(X) == 0,
        jets.dt(X) == 1,
    ]


def natural(case: Case, chance: Chance) -> list[Identity]:
    """The dynamics of the pulled-back data is the pull-back of the dynamics."""
    new, change = moved(case.system, chance.change())
    ours, theirs, place = case.theory(new), case.dynamics, Place(new)
    return [
        *(
            place.same(ours.field(change.pull(f)), change.pull(theirs.field(f)), f"the rate of {f}")
            for f in theirs.system.evolution_space.coordinates
        ),
        place.same(reaction(ours), change.pull(reaction(theirs)), "the reaction form"),
    ]


def recombined(case: Case, chance: Chance) -> list[Identity]:
    """φ → A φ, A an invertible matrix of functions on J¹π, changes nothing on the set."""
    case.require_constraints()
    system = case.system
    A = chance.invertible(system.evolution_space, len(system.constraints))
    new = varied(system, constraints=combination(A, system.constraints), same_set=True)
    return case.place.same_motion(case.dynamics, case.theory(new))


def permuted(case: Case, chance: Chance) -> list[Identity]:
    """Constraints in another order: the same motion, multipliers in that order."""
    case.require_constraints(2)
    new = varied(case.system, constraints=case.system.constraints[::-1], same_set=True)
    ours, theirs = case.dynamics, case.theory(new)
    pairs = zip(ours.multipliers, reversed(theirs.multipliers), strict=True)
    return [
        *case.place.same_motion(ours, theirs),
        *(case.place.same(a, b, f"multiplier {i}") for i, (a, b) in enumerate(pairs, 1)),
    ]


def holonomic(case: Case, chance: Chance) -> list[Identity]:
    """The constraint d_T f = 0 gives on each leaf f = c the free motion of the leaf, prolonged.

    The field of the reduced system is related to X by J¹i. (That the reaction vanishes on leaves
    is true for every theory: J¹i pulls S^*d(d_T f), a multiple of contact(f), back to zero.)
    """
    system = case.system
    *kept, last = system.specification.coordinates
    if not kept:
        raise NotApplicable("needs two coordinates: a leaf has none left")
    rest = chance.polynomial((*chance.clock, *kept))
    jets, E = system.evolution_space, system.configuration_space
    (derivative,) = jets.total_derivatives
    new = varied(system, constraints=[derivative(E.function(f"{last} + {rest}"))])
    found = leaf(system, rest)
    X, reduced = case.theory(new), multipliers(found.system)
    related = found.inclusion.related(reduced.field, X.field)
    return [replace(related, name="the field of the leaf")]


def scaled(case: Case, chance: Chance) -> list[Identity]:
    """(L, F) → (cL, cF): the same motion, c times the reaction form."""
    c, system = chance.number(), case.system
    new = varied(system, lagrangian=c * system.lagrangian, force=c * system.force, same_set=True)
    return case.place.same_motion(case.dynamics, case.theory(new), factor=c)


def control(case: Case, chance: Chance) -> list[Identity]:
    """L → cL with the same F ≠ 0 changes the motion: this identity has to be refuted."""
    c, system = chance.number(), case.system
    new = varied(system, lagrangian=c * system.lagrangian, same_set=True)
    expected = case.place.same_motion(case.oracle, multipliers(new), factor=c)
    if vanishes(system.force) or check(expected, counterexample=False):
        raise NotApplicable("no force, or one that does not change the motion")
    return case.place.same_motion(case.dynamics, case.theory(new), factor=c)


def gauge(case: Case, chance: Chance) -> list[Identity]:
    """L → L + d_T F: the same motion and the same reaction form."""
    system = case.system
    (derivative,) = system.evolution_space.total_derivatives
    term = derivative(system.configuration_space.function(chance.gauge()))
    new = varied(system, lagrangian=system.lagrangian + term, same_set=True)
    return case.place.same_motion(case.dynamics, case.theory(new))


def redundancy(case: Case, chance: Chance) -> str:
    """What a theory does with a constraint that depends on the others; "" if it is refused.

    It has to raise `SingularConstraintMatrix` or `RedundantConstraints`.
    """
    case.require_constraints()
    system = case.system
    jets = system.evolution_space
    factors = [[jets.function(chance.polynomial(chance.states)) for _ in system.constraints]]
    phi = [*system.constraints, *combination(factors, system.constraints)]
    try:
        case.theory(varied(system, constraints=phi, same_set=True))
    except (SingularConstraintMatrix, RedundantConstraints):
        return ""
    except SingularSystem as error:
        return (
            f"{type(error).__name__} instead of SingularConstraintMatrix: {error}; ask "
            "system.constraint_set.require_regular(determinant, name) before solving"
        )
    return (
        "a constraint that depends on the others is accepted; ask "
        "system.constraint_set.require_regular(determinant, name)"
    )


#: The control, which has to be refuted.
CONTROL = Check("scaling L alone", "L -> cL with F kept is refuted", control)

#: In the order of a report.
CHECKS = (
    Check("second order", "S X = 0, dt(X) = 1", second_order, drawn=False),
    Check("tangent", "X(phi_i) = 0", tangent, drawn=False),
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
REDUNDANCY = "redundant"
CLAIM = "claim"
