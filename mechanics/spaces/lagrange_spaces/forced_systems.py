"""Lagrangian mechanical systems Σ = (M, L, F, Q) on TM, with multipliers in two readings.

The evolution is ``EL_i = F_i + λ^σ a_σi``, (1.03), (3.10), with the reaction forms
``a_σ = J^*dQ_σ``, ``a_σi = ∂Q_σ/∂y^i``. What λ is:

- d'Alembert and Chetaev: functions λ(x, y) such that S* keeps the constraints, ``S*(Q_σ) = 0``.
  Constraints may depend on the velocities in any way;
- the paper's Postulate, (3.10), (3.11): functions λ(x) with ``d(λ^σ a_σ) = 0``, for constraints
  that are linear in the velocities. They are given, and checked; or those are found for which
  the motion stays on the constraints, where there are such.

Numbers in brackets are those of R. Miron, V. Nimineț, Facta Universitatis 5 (2006).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo import Form, check, d, interior, level_set
from diffgeo.calculus import display, signs_in
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import AxiomViolation, DiffGeoError, SingularSystem, SpaceMismatch
from mechanics.errors import BadSystem, NotApplicable, SingularConstraintMatrix
from mechanics.spaces.lagrange_spaces.lagrange_geometry import Deformation, LagrangeGeometry
from mechanics.spaces.lagrange_spaces.regular_lagrangians import LagrangeSpace
from mechanics.wording import aligned

if TYPE_CHECKING:
    from diffgeo import Identity, Map, VectorForm
    from diffgeo.bundles import TangentBundle

#: How the multipliers were found.
CHETAEV, POSTULATE, FREE = "d'Alembert-Chetaev", "postulate", "no constraints"


class LagrangeSystem(display.Shown):
    """A mechanical system on a Lagrange space, (1.02), (4.01).

    Use `chetaev` or `postulate` for systems with constraints.

    Parameters
    ----------
    space
        L^n = (M, L), or L.
    force
        The external force F = F_i(x, y) dx^i, a semibasic 1-form on TM; None for 0.
    constraints
        Functions Q_σ on TM, each to vanish.
    multipliers
        Functions λ^σ on TM, one for each constraint.
    reading
        What the multipliers are, for display.

    Raises
    ------
    AxiomViolation
        The force is not semibasic.
    BadSystem
        There are not as many multipliers as constraints.

    Examples
    --------
    >>> from diffgeo import Manifold, d, tangent
    >>> from mechanics.spaces.lagrange_spaces import LagrangeSystem
    >>> TM = tangent(Manifold("M", "x"))
    >>> damped = LagrangeSystem(TM.function("xdot**2"), TM.function("-2*xdot") * d(TM["x"]))
    >>> print(damped.semispray)
    xdot ∂_x - xdot ∂_xdot
    """

    def __init__(
        self,
        space: LagrangeSpace | Form,
        force: Form | None = None,
        constraints: Sequence[Form] = (),
        multipliers: Sequence[Form] = (),
        reading: str = FREE,
    ) -> None:
        self.lagrange_space = space if isinstance(space, LagrangeSpace) else LagrangeSpace(space)
        self.bundle: TangentBundle = self.lagrange_space.bundle
        self.force: Form = 0 * d(self.lagrange_space.lagrangian) if force is None else force
        if force is not None:
            self.lagrange_space.require_semibasic(force)
        self.constraints = tuple(constraints)
        self.multipliers = tuple(multipliers)
        self.reading = reading
        for what, functions in (("constraint", constraints), ("multiplier", multipliers)):
            for function in functions:
                self.require_function(what, function)
        if len(self.constraints) != len(self.multipliers):
            raise BadSystem(
                f"{len(self.multipliers)} multipliers for {len(self.constraints)} constraints on "
                f"{self.bundle.name}: give one for each, or let LagrangeSystem.chetaev(space, "
                "force, constraints) find them"
            )

    # --- the two readings ------------------------------------------------------------------

    @classmethod
    def chetaev(
        cls,
        space: LagrangeSpace | Form,
        force: Form | None = None,
        constraints: Sequence[Form] = (),
    ) -> LagrangeSystem:
        """The system with the multipliers for which S* keeps the constraints, ``S*(Q_σ) = 0``.

        With the semispray S_F of L and the forces alone and ``Z_σ = ½ a_σ^i ∂/∂y^i``, that is
        ``i_{Z_σ} ω = a_σ``, they solve ``Z_σ(Q_τ) λ^σ = -S_F(Q_τ)``.

        Raises
        ------
        SingularConstraintMatrix
            The matrix Z_σ(Q_τ) is singular on all of TM.
        """
        free = cls(space, force)
        reactions = ReactionFields(free, constraints)
        found = reactions.multipliers if reactions.constraints else ()
        reading = CHETAEV if reactions.constraints else FREE
        made = cls(free.lagrange_space, force, reactions.constraints, found, reading)
        made.semispray = reactions.constrained(free.semispray)
        return made

    @classmethod
    def postulate(
        cls,
        space: LagrangeSpace | Form,
        force: Form | None,
        constraints: Sequence[Form],
        multipliers: Sequence[Form] | None = None,
    ) -> LagrangeSystem:
        """The system with multipliers λ(x) that obey ``d(λ^σ a_σ) = 0``, (3.10), (3.11).

        Without ``multipliers`` those are taken for which S* is tangent to the set ``Q = 0``: on it
        they are the multipliers of d'Alembert and Chetaev, which have to be functions of x there.
        (``λ = 0`` always obeys (3.11); the motion then ignores the constraints.)

        Raises
        ------
        AxiomViolation
            A given multiplier depends on velocities, or (3.11) is refuted.
        NotApplicable
            The constraints are not linear in the velocities, or no λ(x) keeps them and obeys
            (3.11); the message says which.
        """
        made = cls(space, force)
        for Q in constraints:
            made.require_function("constraint", Q)
            if not made.is_linear(Q):
                raise NotApplicable(
                    f"the constraint {Q.summary()} on {made.bundle.name} is not linear in the "
                    "velocities, as the postulate (3.11) asks for; use LagrangeSystem.chetaev"
                )
        found = multipliers
        if found is None:
            found = _on_the_base(cls.chetaev(made.lagrange_space, force, constraints))
        system = cls(made.lagrange_space, force, constraints, found, POSTULATE)
        for f in system.multipliers:
            if not check(system.J.transpose(d(f)) == 0, counterexample=False):
                raise AxiomViolation(
                    f"the multiplier {f.summary()} on {made.bundle.name} depends on velocities; "
                    "the postulate (3.11) is about functions of the position: pull one back with "
                    "the projection"
                )
        if not check(system.postulate_holds(), counterexample=False):
            text = ", ".join(f.summary() for f in system.multipliers)
            if multipliers is None:
                raise NotApplicable(
                    f"the multipliers {text} keep the constraints on {made.bundle.name}, but "
                    "d(lambda Q) = 0, (3.11), fails for them; use LagrangeSystem.chetaev"
                )
            raise AxiomViolation(
                f"d(lambda Q) = 0, (3.11), fails on {made.bundle.name} for the multipliers {text}: "
                "give others, or use LagrangeSystem.chetaev"
            )
        return system

    # --- forces and multipliers ---------------------------------------------------------------

    @property
    def J(self) -> VectorForm:
        """The vertical endomorphism."""
        return self.lagrange_space.vertical_endomorphism

    @cached_property
    def reaction_forms(self) -> tuple[Form, ...]:
        """a_σ = J^*dQ_σ = a_σi dx^i."""
        return tuple(self.J.transpose(d(Q)) for Q in self.constraints)

    @cached_property
    def reaction(self) -> Form:
        """λ^σ a_σ."""
        return linear.combination(self.multipliers, self.reaction_forms, 0 * self.force)

    @property
    def total_force(self) -> Form:
        """Φ = F + λ^σ a_σ."""
        return self.force + self.reaction

    @property
    def beta(self) -> Form:
        """β = d(λ^σ a_σ), (3.05), (3.09)."""
        return d(self.reaction)

    def postulate_holds(self) -> Identity:
        """The equation (3.11), d(λ^σ Q_σ(x, dx)) = 0."""
        return self.beta == 0

    @property
    def extended_lagrangian(self) -> Form:
        """L* = L + λ^σ Q_σ, (3.03)."""
        L = self.lagrange_space.lagrangian
        return linear.combination(self.multipliers, self.constraints, L)

    @property
    def elicoidal(self) -> Form:
        """El = d_J Φ, El_ij = ∂Φ_j/∂y^i - ∂Φ_i/∂y^j; for λ(x) that of F, (3.01)."""
        Phi = self.total_force
        return interior(self.J, d(Phi)) - d(interior(self.J, Phi))

    # --- dynamics -------------------------------------------------------------------------------

    @cached_property
    def semispray(self) -> VectorForm:
        """The canonical semispray S*, ``i_{S*} ω = Φ - dE_L``, (4.2), (4.7)."""
        return self.lagrange_space.forced_semispray(self.total_force)

    @property
    def force_field(self) -> VectorForm:
        """Z = Φ^i ∂/∂y^i, ``i_Z ω = 2Φ``; S* = S + ½ Z."""
        return 2 * self.lagrange_space.sharp(self.total_force)

    def evolution(self) -> Identity:
        """The evolution equations ``i_{S*} ω = Φ - dE_L``, theorem 4.2."""
        return self.lagrange_space.spray_equation(self.semispray, self.total_force)

    def balance(self) -> Identity:
        """The law of energy, ``S*(E_L) = Φ(S*)`` = Φ_i y^i."""
        return self.semispray(self.lagrange_space.energy) == self.total_force(self.semispray)

    def keeps_constraints(self) -> list[Identity]:
        """The statements S*(Q_σ) = 0, on all of TM."""
        return [self.semispray(Q) == 0 for Q in self.constraints]

    @cached_property
    def geometry(self) -> LagrangeGeometry:
        """The Lagrange geometry of Σ, that of S*: N*, CΓ(N*) and what they make."""
        return LagrangeGeometry(self.lagrange_space, self.semispray)

    @property
    def free_geometry(self) -> LagrangeGeometry:
        """The geometry of S, without forces: N, CΓ(N) and what they make."""
        return self.lagrange_space.geometry

    @cached_property
    def deformation(self) -> Deformation:
        """The passage from N to N*: K, U, B̄, L̄Γ(N*)."""
        return Deformation(self.free_geometry, self.geometry)

    # --- naturality and looking at it -------------------------------------------------------------

    def pulled_back(self, phi: Map) -> LagrangeSystem:
        """The system of the pulled-back data, for the tangent map of a diffeomorphism."""
        return LagrangeSystem(
            phi.pull(self.lagrange_space),
            phi.pull(self.force),
            [phi.pull(Q) for Q in self.constraints],
            [phi.pull(f) for f in self.multipliers],
            self.reading,
        )

    def __str__(self) -> str:
        return (
            f"the system of L = {self.lagrange_space.lagrangian.summary()} on {self.bundle.name} "
            f"with {len(self.constraints)} constraints ({self.reading})"
        )

    def latex(self) -> str:
        """LaTeX source."""
        rows = [f"L &= {self.lagrange_space.lagrangian.latex()}", f"F &= {self.force.latex()}"]
        return aligned([*rows, *(f"0 &= {Q.latex()}" for Q in self.constraints)])

    def _repr_latex_(self) -> str:
        return f"$${self.latex()}$$"

    # --- inside ---------------------------------------------------------------------------

    def is_linear(self, Q: Form) -> bool:
        """Whether Q = a_i(x) y^i: ``C(Q) = Q`` and a = J^*dQ is a form on M."""
        slope = self.J.transpose(d(Q))
        # |y| has the degree 1, too.
        parts = [d(f) for f in (slope, *signs_in([Q]))]
        basic = [interior(self.J(X), part) == 0 for X in self.bundle.frame for part in parts]
        homogeneous = self.lagrange_space.liouville_field(Q) == Q
        return bool(check([homogeneous, *basic], counterexample=False))

    def require_function(self, what: str, function: Form) -> None:
        """Raise unless it is a function on TM."""
        if not isinstance(function, Form) or function.degree != 0:
            raise BadSystem(f"a {what} is a function on {self.bundle.name}, not {function!r}")
        if function.space is not self.bundle:
            raise SpaceMismatch(
                f"the {what} {function.summary()} is on {function.space.name}, not on "
                f"{self.bundle.name}: pull it back with the projection"
            )


class ReactionFields:
    """What the reactions of constraints do to a semispray.

    Parameters
    ----------
    free
        The system without constraints.
    constraints
        The functions Q_σ.
    """

    def __init__(self, free: LagrangeSystem, constraints: Sequence[Form]) -> None:
        self.free = free
        self.constraints = tuple(constraints)
        for Q in self.constraints:
            free.require_function("constraint", Q)

    @cached_property
    def fields(self) -> tuple[VectorForm, ...]:
        """Z_σ = ½ a_σ^i ∂/∂y^i, ``i_{Z_σ} ω = J^*dQ_σ``."""
        space, J = self.free.lagrange_space, self.free.J
        return tuple(space.raised(J.transpose(d(Q))) for Q in self.constraints)

    @cached_property
    def matrix(self) -> list[list[Form]]:
        """Z_σ(Q_τ) = ½ g^ij a_σi a_τj in row τ and column σ; symmetric."""
        return [[Z(Q) for Z in self.fields] for Q in self.constraints]

    @cached_property
    def determinant(self) -> Form:
        """Its determinant; 1 without constraints."""
        if not self.constraints:
            return self.free.bundle.function(1)
        return linear.determinant(self.matrix)

    @cached_property
    def multipliers(self) -> tuple[Form, ...]:
        """λ with ``(S_F + λ^σ Z_σ)(Q_τ) = 0``."""
        if not self.constraints:
            return ()
        try:
            return tuple(
                linear.solve(self.matrix, [-self.free.semispray(Q) for Q in self.constraints])
            )
        except SingularSystem:
            text = ", ".join(Q.summary() for Q in self.constraints)
            raise SingularConstraintMatrix(
                f"the constraints {text} on {self.free.bundle.name} do not determine their "
                "reaction: g^ij a_i a_j is singular; remove or reformulate one of them"
            ) from None

    def constrained(self, field: VectorForm) -> VectorForm:
        """``S_F + λ^σ Z_σ``."""
        return linear.combination(self.multipliers, self.fields, field)


def _on_the_base(system: LagrangeSystem) -> list[Form]:
    """Functions λ(x) that are equal to the multipliers of a system on the set Q = 0.

    The set contains the zero section, where their values are read off.
    """
    bundle = system.bundle
    place = level_set(bundle, system.constraints, name="Q = 0")
    zero = bundle.field_section(bundle.base_space.vector_field())
    found = []
    for f in system.multipliers:
        try:
            value = bundle.projection.pull(zero.pull(f))
        except DiffGeoError as error:
            raise NotApplicable(
                f"the multiplier {f.summary()} on {bundle.name} has no value at rest ({error}), so "
                "no function of the position was found; give the multipliers"
            ) from None
        if not place.same(f, value):
            raise NotApplicable(
                f"the constraints on {bundle.name} are kept by the multiplier {f.summary()} only, "
                "which depends on velocities also where they hold: no lambda(x) of the postulate "
                "(3.11) keeps them; give the multipliers, or use LagrangeSystem.chetaev"
            )
        found.append(value)
    return found
