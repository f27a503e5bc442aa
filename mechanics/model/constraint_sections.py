"""The spaces of constraints solved for velocities: σ: P = π^*J¹τ₀ → J¹τ₁.

The configuration space E is fibred over a manifold M, and both over time:

    π: E → M,  τ₀: M → R,  τ₁ = τ₀∘π;   P = E ×_M J¹τ₀,   ρ: P → E,  π₁: P → J¹τ₀.

Velocities of points of M are free; those along the fibres of π are given by the constraints,
that is, by a section σ of p = (τ_{1,0}, j¹π): J¹τ₁ → P. Source: W. Sarlet, A direct geometrical
construction of the dynamics of non-holonomic Lagrangian systems, sections 2 and 5.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo import (
    Derivation,
    EhresmannConnection,
    Fibration,
    FibredManifold,
    Map,
    bracket,
    check,
    d,
    interior,
    jet,
    submanifold,
)
from diffgeo.calculus import FunctionLike, display
from diffgeo.calculus import linear_algebra as linear
from diffgeo.subsets import solution_branches
from mechanics.errors import BadSystem, NotApplicable, UnknownName
from mechanics.model.plain_answers import vanishes
from mechanics.model.velocity_choice import choose_velocities
from mechanics.wording import listed

if TYPE_CHECKING:
    from diffgeo import Form, Manifold, VectorForm, Verdict
    from diffgeo.bundles import JetSpace
    from mechanics.model.systems import System


def fibration_over(E: FibredManifold, dependent: Sequence[str]) -> Fibration:
    """π: E → M that forgets the coordinates called `dependent`; M is fibred over time.

    Undefined functions of a forgotten coordinate do not descend to M.

    Raises `UnknownName` if one of the names is no fibre coordinate of E.
    """
    for name in dependent:
        if name not in E.fibre_names:
            raise UnknownName(
                f"{name!r} is no coordinate of {E.name} over time; those are "
                f"{listed(E.fibre_names)}"
            )
    kept = [name for name in E.fibre_names if name not in dependent]
    (time,) = E.base_names
    declared = E.declarations([time, *kept]) | {"coordinates": kept}
    declared["functions"] = [
        f"{name}({', '.join(arguments)})"
        for name, arguments in E.chart.functions.items()
        if not {*arguments} & {*dependent}
    ]
    M = FibredManifold("M", time=time, **declared)
    return Fibration(Map(E, M, {name: E[name] for name in M.chart.coordinates}))


class JetSection(display.Shown):
    """A section σ of p: J¹τ₁ → P, with the spaces and maps around it.

    Parameters
    ----------
    E
        The configuration space, fibred over time.
    equations
        The velocities along the fibres of π as functions of time, coordinates and the other
        velocities: ``{"zdot": "y*xdot"}``. Roots are allowed; the root that is written is the
        branch.

    Attributes
    ----------
    E, M : FibredManifold
        The spaces of π.
    fibration : Fibration
        π: E → M.
    J1, J0 : JetSpace
        J¹τ₁ and J¹τ₀.
    P : Manifold
        P = π^*J¹τ₀, identified with its image J_σ.
    sigma, p : Map
        σ: P → J¹τ₁ and p: J¹τ₁ → P, with p∘σ = id.
    rho, pi_1 : Map
        ρ: P → E and π₁: P → J¹τ₀.

    Raises
    ------
    BadSystem
        An equation is not solved for the velocity of a coordinate, or for every one.
    UndefinedSymbol
        A right side contains a solved velocity or an undeclared name.

    Examples
    --------
    >>> from diffgeo import FibredManifold
    >>> from mechanics.model.constraint_sections import JetSection
    >>> section = JetSection(FibredManifold("E", coordinates="x y z"), {"zdot": "y*xdot"})
    >>> print(section.vertical_projector)
    (-y dx + dz)⊗∂_z
    """

    def __init__(self, E: FibredManifold, equations: Mapping[str, FunctionLike]) -> None:
        self.E = E
        self.J1: JetSpace = jet(E, 1)
        by_velocity = {f"{name}dot": name for name in E.fibre_names}
        for velocity in equations:
            if velocity not in by_velocity:
                raise BadSystem(
                    f"{velocity!r} is no velocity on {self.J1.name}; solve for some of "
                    f"{listed(by_velocity)}"
                )
        self.equations = dict(equations)
        self.dependent = tuple(by_velocity[velocity] for velocity in equations)
        self.fibration = fibration_over(E, self.dependent)
        self.M: FibredManifold = self.fibration.base  # type: ignore[assignment]
        self.J0: JetSpace = jet(self.M, 1)
        self.P: Manifold
        self.P, self.sigma = submanifold(self.J1, self.equations, name="P")
        self.p = Map(self.J1, self.P, {x: self.J1[x] for x in self.P.chart.coordinates})
        self.rho = self.J1.projection @ self.sigma
        self.jet_of_pi: Map = self.J0.prolong_fibred(self.fibration.projection, E)
        self.pi_1 = self.jet_of_pi @ self.sigma

    @classmethod
    def of(cls, system: System, dependent: Sequence[str] | None = None) -> JetSection:
        """The section of a system whose constraints are of degree one in velocities.

        `dependent` are the coordinates whose velocities are solved for; by default those of
        `choose_velocities`. Constraints of higher degree are given in solved form: the
        choice of the root is the user's.

        Raises
        ------
        NotApplicable
            The constraints cannot be solved rationally for these velocities.
        """
        names = tuple(dependent) if dependent is not None else choose_velocities(system).dependent
        given = {key.removeprefix("solved."): key for key in system.constraint_keys}
        velocities = [f"{name}dot" for name in names]
        if system.specification.solved and set(given) == set(velocities):
            pairs = zip(given, system.constraints, strict=True)
            J = system.evolution_space
            return cls(system.configuration_space, {v: J[v] - phi for v, phi in pairs})
        J, phi = system.evolution_space, system.constraints
        fields = [J.vector_field({v: 1}) for v in velocities]
        rows = [[W(f) for W in fields] for f in phi]
        if not all(vanishes(W(entry)) for row in rows for entry in row for W in fields):
            raise NotApplicable(
                f"{system.specification.where}: the constraints are not of degree one in "
                f"{listed(velocities)}, so which root is meant is not known; choose one of "
                "JetSection.branches(system), or give them in solved form"
            )
        w = [J[v] for v in velocities]
        m = range(len(w))
        right = [
            sum((row[b] * w[b] for b in m), start=-f) for row, f in zip(rows, phi, strict=True)
        ]
        values = linear.solve(rows, right)
        return cls(system.configuration_space, dict(zip(velocities, values, strict=True)))

    @classmethod
    def branches(
        cls, system: System, dependent: Sequence[str] | None = None
    ) -> tuple[JetSection, ...]:
        """The sections into which the constraint set of a system falls, one for each root.

        Each has its `domain`. Only what can be solved for in radicals is found, and that
        there are no other branches is not claimed.

        Raises
        ------
        NotSupported
            No branch was found that could be verified.
        """
        names = tuple(dependent) if dependent is not None else choose_velocities(system).dependent
        velocities = [f"{name}dot" for name in names]
        found = solution_branches(system.evolution_space, system.constraints, velocities)
        E = system.configuration_space
        return tuple(
            cls(E, {v: branch.images[v].to_sympy(plain=True) for v in velocities})
            for branch in found
        )

    @property
    def domain(self) -> tuple[str, ...]:
        """Where σ is defined: ``p != 0`` for denominators, ``q > 0`` for roots."""
        return tuple(str(condition) for condition in self.sigma.conditions)

    # --- what lives on P ----------------------------------------------------------------

    @cached_property
    def dt(self) -> Form:
        """Dt on P."""
        return self.sigma.pull(self.J1.dt)

    @cached_property
    def vertical_endomorphism(self) -> VectorForm:
        """S on P, with S^*α = σ^*S₁^*p^*α for 1-forms α on P."""
        S = self.J1.vertical_endomorphism
        P = self.P
        return sum(
            (
                self.sigma.pull(S.transpose(self.p.pull(d(x)))).tensor(X)
                for x, X in zip(P.coordinates, P.frame, strict=True)
            ),
            start=0 * P.identity,
        )

    @cached_property
    def vertical_frame(self) -> tuple[VectorForm, ...]:
        """A frame of the vector fields on P that are vertical over E."""
        return tuple(self.P.vector_field({f"{name}dot": 1}) for name in self.M.fibre_names)

    def second_order_field(
        self, accelerations: Mapping[str, FunctionLike] | None = None
    ) -> VectorForm:
        """Γ on P with given accelerations of the coordinates of M (0 where none is given)."""
        T, P = self.total_time_derivative, self.P
        values: dict[str, FunctionLike] = {x: T(self.E[x]) for x in self.E.chart.coordinates}
        return P.vector_field(values | {f"{x}dot": a for x, a in (accelerations or {}).items()})

    @cached_property
    def total_time_derivative(self) -> Derivation:
        """T, the canonical field along ρ, as a derivation: T = σ^*∘d_T on forms of E."""
        (d_T,) = self.J1.total_derivatives
        return Derivation(
            self.E,
            0,
            lambda a: self.sigma.pull(d_T.on_function(a)),
            lambda a: self.sigma.pull(d_T.on_differential(a)),
            along=self.rho,
        )

    @cached_property
    def vertical_projector(self) -> VectorForm:
        """N on P: N^*dF = dF - (TF)dt - S^*d(TF) for F on E, and N^*π₁^* = 0.

        The vertical projector of the connection σ̃₁ on π₁: P → J¹τ₀.
        """
        S, T, P = self.vertical_endomorphism, self.total_time_derivative, self.P

        def lifted(y: Form) -> Form:
            return d(self.rho.pull(y)) - T(y) * self.dt - S.transpose(d(T(y)))

        terms = (lifted(self.E[y]).tensor(P.vector_field({y: 1})) for y in self.dependent)
        return sum(terms, start=0 * P.identity)

    @cached_property
    def connection(self) -> EhresmannConnection:
        """The connection σ̃₁ on π₁: P → J¹τ₀, with vertical projector N."""
        return EhresmannConnection(self.pi_1, self.vertical_projector)

    # --- the connection on π of constraints of degree one ----------------------------------

    def is_connection(self) -> Verdict:
        """Whether σ comes from a connection on π: whether the constraints are affine.

        i_V N_N = 0 for all vectors V that are vertical over E: the curvature of σ̃₁ has no
        part along the fibres of ρ.
        """
        N = self.vertical_projector
        curvature = bracket(N, N) / 2
        V = [self.vertical_endomorphism(X) for X in self.P.frame]
        return check([interior(v, curvature) == 0 for v in V], name="σ comes from a connection")

    @cached_property
    def connection_on_E(self) -> EhresmannConnection:
        """The Ehresmann connection on π: E → M whose vertical projector is N on E.

        Raises `NotApplicable` if the constraints are not affine.
        """
        if not self.is_connection():
            raise NotApplicable(
                "the constraints are not affine in the velocities, so σ comes from no connection "
                "on E → M; use `connection`, which lives on P → J¹τ₀"
            )
        # N is constant along the fibres of ρ: any section of ρ brings it down to E.
        E, N = self.E, self.vertical_projector
        kept = E.chart.coordinates
        down = Map(E, self.P, {x: E[x] if x in kept else 0 for x in self.P.chart.coordinates})
        terms = (
            down.pull(N.transpose(self.rho.pull(d(E[y])))).tensor(E.vector_field({y: 1}))
            for y in self.dependent
        )
        projector = sum(terms, start=0 * E.identity)
        return EhresmannConnection(self.fibration.projection, projector)

    def __str__(self) -> str:
        return ", ".join(f"{v} = {self.sigma.images[v]}" for v in self.equations)

    def __repr__(self) -> str:
        return f"<the section of {self.J1.name} → {self.P.name} with {self}>"

    def latex(self) -> str:
        """The equations in LaTeX."""
        return r",\; ".join(
            f"{self.J1[v].latex()} = {self.sigma.images[v].latex()}" for v in self.equations
        )
