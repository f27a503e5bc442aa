"""The constraint set as the place where fields and forms are compared."""

from __future__ import annotations

from collections.abc import Sequence

from diffgeo import Form, Identity, LevelSet, VectorForm, d, level_set
from diffgeo.errors import AxiomViolation, NoWitness, Undecided
from mechanics.dynamics import Dynamics
from mechanics.systems import System


class Place:
    """The submanifold of J¹π where the constraints of a system vanish.

    Constraints that are affine in the velocities are solved for velocities, and functions and
    forms pulled back along the inclusion; what remains is a level set on its source, and
    equality there is equality modulo its ideal. Both are exact.

    Raises
    ------
    Undecided
        The set is empty or reducible, so that it is no submanifold.
    """

    def __init__(self, system: System) -> None:
        self.jets = system.evolution_space
        self.set = system.constraint_set
        remaining = self.set.remaining
        self.level: LevelSet | None = None
        if remaining:
            try:
                self.level = level_set(self.set.inclusion.source, remaining, name="the constraints")
            except (AxiomViolation, NoWitness) as error:
                # That objects cannot be compared there says nothing about a theory.
                raise Undecided(f"nothing is compared on the constraint set: {error}") from None

    def same(self, first: Form, second: Form | int, name: str = "") -> Identity:
        """The statement that two functions or forms on J¹π are equal on the set."""
        difference = self.set.restrict(first) - self.set.restrict(0 * first + second)
        zero = 0 * difference
        if self.level is None:
            identity = difference == zero
        else:
            identity = self.level.restrict(difference) == self.level.restrict(zero)
        return Identity(identity.left, identity.right, name)

    def same_fields(self, X: VectorForm, Y: VectorForm) -> list[Identity]:
        """The statement that two fields on J¹π are equal at the points of the set."""
        return [self.same(X(f), Y(f), f"the rate of {f}") for f in self.jets.coordinates]

    def same_motion(self, first: Dynamics, second: Dynamics, factor: int = 1) -> list[Identity]:
        """Equal fields; the reaction form of the second is ``factor`` times that of the first."""
        return [
            *self.same_fields(first.field, second.field),
            self.same(factor * reaction(first), reaction(second), "the reaction form"),
        ]


def reaction(dynamics: Dynamics) -> Form:
    """The reaction 1-form Σ λ^i S^*dφ_i on J¹π."""
    system = dynamics.system
    jets = system.evolution_space
    S = jets.vertical_endomorphism
    pairs = zip(dynamics.multipliers, system.constraints, strict=True)
    return sum((m * S.transpose(d(phi)) for m, phi in pairs), start=0 * jets.dt)


def combination(matrix: Sequence[Sequence[Form]], functions: Sequence[Form]) -> list[Form]:
    """The functions A_ij f_j."""
    return [
        sum((a * f for a, f in zip(row, functions, strict=True)), start=0 * functions[0])
        for row in matrix
    ]
