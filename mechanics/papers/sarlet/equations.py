"""What sections 4 and 5 print, as functions of a scene: θ_L̄, ψ, Ω and the reduced equations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from diffgeo import d, interior
from diffgeo.calculus import linear_algebra as linear
from mechanics.model.lagrangian import cartan_form
from mechanics.papers.engine.terms import combined
from mechanics.papers.sarlet.scene import SectionScene
from mechanics.theories import omega_gamma_theory
from mechanics.theories.omega_gamma_theory import ReducedLagrangian

if TYPE_CHECKING:
    from diffgeo import Form, VectorForm
    from mechanics.papers.engine.claims import Statement


def printed_C(s: SectionScene, sign: int = -1) -> list[list[Form]]:
    """T(B^a_β) - X_β(B^a_α v^α + B^a), rows by a."""
    T = s.section.total_time_derivative
    affine = [combined(b0, s.v, row) for b0, row in zip(s.B_0, s.B, strict=True)]
    return [
        [T(s.zero.pull(b)) + sign * X(g) for b, X in zip(row, s.X, strict=True)]
        for row, g in zip(s.B, affine, strict=True)
    ]


def printed_Psi(s: SectionScene, C: list[list[Form]]) -> VectorForm:
    """C^a_β θ^β ⊗ ∂/∂y^a."""
    zero = 0 * s.dt
    terms = (combined(zero, row, s.theta).tensor(Y) for row, Y in zip(C, s.d_y, strict=True))
    return sum(terms, start=0 * s.N)


def reaction_terms(s: SectionScene, C: list[list[Form]], l: list[Form] | None = None) -> list[Form]:  # noqa: E741
    """C^a_α l_a, by α."""
    factors = s.l if l is None else l
    return [combined(0 * s.Lbar, factors, [row[i] for row in C]) for i in range(s.k)]


def printed_theta(s: SectionScene, sign: int = 1) -> Form:
    """L̄ dt + p_α θ^α."""
    return combined(s.Lbar * s.dt, [sign * p for p in s.p_bar], s.theta)


def printed_psi(s: SectionScene, C: list[list[Form]], first: int = 1, second: int = 1) -> Form:
    """C^a_α l_a θ^α - (∂L̄/∂y^a) η^a, with signs."""
    by_theta = combined(0 * s.dt, [first * f for f in reaction_terms(s, C)], s.theta)
    return combined(by_theta, [-second * Y(s.Lbar) for Y in s.d_y], s.eta)


def forces(s: SectionScene, C: list[list[Form]], factor: int = 1) -> list[Form]:
    """Q_α = X_α(L̄) + C^a_α l_a."""
    pairs = zip(s.X, reaction_terms(s, C), strict=True)
    return [X(s.Lbar) + factor * term for X, term in pairs]


def balance(
    s: SectionScene, Gamma: VectorForm, C: list[list[Form]] | None = None, factor: int = 1
) -> list[Form]:
    """Γ(p_α) - X_α(L̄) - C^a_α l_a; C is that of Γ unless another one is given."""
    rows = s.C_of(Gamma) if C is None else C
    return [Gamma(p) - Q for p, Q in zip(s.p_bar, forces(s, rows, factor), strict=True)]


def along_theta(s: SectionScene, values: list[Form]) -> Form:
    """E_α θ^α."""
    return combined(0 * s.dt, values, s.theta)


def with_psi(s: SectionScene, psi: Form) -> Form:
    """dθ_L̄ + ψ∧dt."""
    return d(s.reduced.theta) + psi * s.dt


def hessian(s: SectionScene) -> list[list[Form]]:
    """∂²L̄/∂v^β∂v^α."""
    return [[V(p) for p in s.p_bar] for V in s.d_v]


def free_hessian(s: SectionScene, coordinates: Iterable[str]) -> list[list[Form]]:
    """σ^*(∂²L/∂v^A∂v^B) for the velocities of these coordinates."""
    fields = [s.J1.vector_field({f"{q}dot": 1}) for q in coordinates]
    return [[s.sigma.pull(V(U(s.L))) for U in fields] for V in fields]


def regularity_matrix(s: SectionScene, factor: int = 1) -> list[list[Form]]:
    """∂²L̄/∂v^β∂v^α - l_a ∂²g^a/∂v^β∂v^α."""
    bent = [
        [combined(0 * s.Lbar, s.l, [V(row[a]) for row in s.B]) for a in range(s.k)] for V in s.d_v
    ]
    return [
        [h - factor * b for h, b in zip(first, second, strict=True)]
        for first, second in zip(hessian(s), bent, strict=True)
    ]


def rank_of(s: SectionScene, Omega: Form) -> int:
    """The rank of a 2-form on P at the generic point."""
    return linear.rank([[interior(Y, interior(X, Omega)) for Y in s.P.frame] for X in s.P.frame])


def along_fibres(s: SectionScene) -> list[VectorForm]:
    """Fields K_a = ∂/∂y^a + c^α ∂/∂v^α with K_a(p_α) = 0, where L̄ is regular."""
    fields = []
    for Y in s.d_y:
        rates = linear.solve(hessian(s), [-Y(p) for p in s.p_bar])
        fields.append(combined(Y, rates, s.d_v))
    return fields


def made_by_the_theory(s: SectionScene) -> list[Statement]:
    """On the leaves of the constraints in J¹τ₁ the theory 'omega_gamma' makes the same motion.

    There it is the field with i_X dΘ_L = λ_a S₁^*d(w^a - g^a) that is tangent to the leaves. On P
    the reaction is EL_a η^a, for every second-order field.
    """
    made, S = omega_gamma_theory.construct(s.system), s.J1.vertical_endomorphism
    _, reaction = s.euler_lagrange(s.Gamma, s.L)
    leaves = ReducedLagrangian.along_leaves(s.system, s.datum.dependent)
    acting = combined(0 * s.J1.dt, made.multipliers, [S.transpose(d(f)) for f in s.solved])
    return [
        interior(made.field, d(cartan_form(s.L, s.J1))) == acting,
        *(made.field(f) == 0 for f in s.solved),
        s.J1.is_second_order(made.field),
        s.sigma.pull(leaves.determinant) == s.reduced.determinant,
        s.reduced.reaction(s.Gamma) == combined(0 * s.dt, reaction, s.eta),
        *omega_gamma_theory.is_of_second_order(s.system, made),
        omega_gamma_theory.reaction_law(s.system, made),
    ]


def moved(s: SectionScene) -> tuple[ReducedLagrangian, VectorForm]:
    """The construction made anew in the old coordinates of E → M → R, and Γ in them."""
    old = s.change.old
    return ReducedLagrangian.on_section(old, s.moved_L, 0 * old.J1.dt), s.moved_Gamma
