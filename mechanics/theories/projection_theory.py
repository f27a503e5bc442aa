"""The projection of de León and Martín de Diego: the dynamics is P(ξ_L).

Numbers in brackets are the paper's equations; S is its J̃, η its (π₁)^*dt.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo import AlmostProduct, d, interior
from diffgeo.calculus import linear_algebra as linear
from mechanics.model.lagrangian import (
    cartan_form,
    chetaev_forms,
    cosymplectic_structure,
    euler_lagrange_field,
)
from mechanics.theories.base import Claim, Construction, Step, StepWhenAsked
from mechanics.theories.registry import Theory

if TYPE_CHECKING:
    from diffgeo import Form, Identity, VectorForm
    from diffgeo.structures import AlmostCosymplectic
    from mechanics.model.systems import System

CITATION = (
    "M. de León, D. Martín de Diego, Non-holonomic mechanical systems in jet bundles, section 3"
)
DETERMINANT = "det C, C_ij = Z_i(phi_j)"


class ConstraintProjection:
    """The almost product structure (P, Q) of constraints on an almost cosymplectic manifold.

    The same construction on J¹π and, with the transported data, on J¹π*.

    Parameters
    ----------
    structure
        (Ω, η).
    free
        The free motion ξ: i_ξ Ω = -F and η(ξ) = 1.
    constraints
        The functions φ_i.
    reactions
        The 1-forms μ̄_i of the ideal reactions.
    """

    def __init__(
        self,
        structure: AlmostCosymplectic,
        free: VectorForm,
        constraints: Sequence[Form],
        reactions: Sequence[Form],
    ) -> None:
        self.structure = structure
        self.free = free
        self.constraints = tuple(constraints)
        self.reactions = tuple(reactions)

    @cached_property
    def fields(self) -> tuple[VectorForm, ...]:
        """The fields Z_i, (5): i_Z Ω = μ̄, η(Z) = 0."""
        return tuple(self.structure.solve(form) for form in self.reactions)

    @cached_property
    def matrix(self) -> list[list[Form]]:
        """C_ij = Z_i(φ_j)."""
        return [[Z(phi) for phi in self.constraints] for Z in self.fields]

    @cached_property
    def determinant(self) -> Form:
        """The determinant of C; 1 without constraints."""
        if not self.constraints:
            return self.structure.space.function(1)
        return linear.determinant(self.matrix)

    @cached_property
    def complement(self) -> tuple[VectorForm, ...]:
        """The fields Y^i = C^ij Z_j, with C_ij C^jk = δ_i^k: dφ_k(Y^i) = δ_k^i."""
        zero = 0 * self.free
        return tuple(linear.combination(row, self.fields, zero) for row in self._inverse)

    @cached_property
    def projector(self) -> VectorForm:
        """Q = C^ij dφ_i ⊗ Z_j = dφ_i ⊗ Y^i.

        The print has Z_i ⊗ dφ_j; Q² = Q for C that is not symmetric needs Z_j ⊗ dφ_i.
        """
        terms = (d(phi).tensor(Y) for phi, Y in zip(self.constraints, self.complement, strict=True))
        return sum(terms, start=0 * self.structure.space.identity)

    @cached_property
    def almost_product(self) -> AlmostProduct:
        """The structure (P, Q), P = id - Q; that P is a projector is verified.

        The images of P are tangent to the level sets of all φ_i, those of Q are spanned by the Z_j.
        """
        forms = [d(phi) for phi in self.constraints]
        return AlmostProduct.along(self.structure.space, forms, self.complement)

    @cached_property
    def field(self) -> VectorForm:
        """The constrained motion P(ξ) = ξ - λ^j Z_j: tangent to the level sets of all φ_i."""
        return linear.combination((-value for value in self.multipliers), self.fields, self.free)

    @cached_property
    def multipliers(self) -> tuple[Form, ...]:
        """λ^j = C^ij ξ(φ_i) in the public convention EL_A = F_A + λ^i ∂φ_i/∂v^A.

        The solution of (λ^j Z_j)(φ_i) = ξ(φ_i), so that Q(ξ) = λ^j Z_j.
        The paper's multipliers obey EL_A = -Λ^i μ_iA: the public ones are minus Λ^j.
        """
        if not self.constraints:
            return ()
        columns = [list(column) for column in zip(*self.matrix, strict=True)]
        return tuple(linear.solve(columns, [self.free(phi) for phi in self.constraints]))

    @cached_property
    def _inverse(self) -> list[list[Form]]:
        return linear.inverse(self.matrix) if self.constraints else []


def constraint_projection(system: System) -> ConstraintProjection:
    """Z_i, C and the almost product structure (P, Q) of a system on J¹π.

    Raises `SingularLagrangian` if there is no ξ_L. That det C is not 0 is not asked.

    Examples
    --------
    >>> from mechanics import System
    >>> from mechanics.theories.projection_theory import constraint_projection
    >>> sled = System(coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2",
    ...               constraints="ydot - x*xdot")
    >>> parts = constraint_projection(sled)
    >>> print(parts.determinant, "|", parts.almost_product.verdict.status)
    -x**2 - 1 | VERIFIED
    """
    jets = system.evolution_space
    Omega = cosymplectic_structure(system.lagrangian, jets)  # (Ω_L, η), Ω_L = -dΘ_L
    xi = euler_lagrange_field(Omega, jets, system.force)  # (1); i_ξ Ω_L = -F with forces
    mu = chetaev_forms(system)  # μ̄_i, Chetaev's where φ_i is not affine
    return ConstraintProjection(Omega, xi, system.constraints, mu)


def construct(system: System) -> Construction:
    """P(ξ_L) with the almost product structure (P, Q) of the constraints.

    Raises
    ------
    SingularLagrangian
        There is no ξ_L.
    SingularConstraintMatrix
        det C = 0 on the whole constraint set.
    """
    jets, m = system.evolution_space, range(len(system.constraints))
    parts = constraint_projection(system)
    Omega, xi, mu = parts.structure, parts.free, parts.reactions
    system.constraint_set.require_regular(parts.determinant, DETERMINANT)

    return Construction(
        field=parts.field,
        multipliers=parts.multipliers,
        determinant=parts.determinant,
        determinant_name=DETERMINANT,
        steps=(
            StepWhenAsked(
                "Theta_L",
                "Theta_L = L dt + S^* dL",
                lambda: cartan_form(system.lagrangian, jets),
                "section 3",
            ),
            Step("Omega_L", "Omega_L = -d Theta_L", Omega.omega, "section 3"),
            Step("xi_L", "i_xi Omega_L = 0, dt(xi) = 1", xi, "(1)"),
            *(Step(f"mu_{i + 1}", "mu = S^* dphi", mu[i], "section 3") for i in m),
            *(Step(f"Z_{i + 1}", "i_Z Omega_L = mu, dt(Z) = 0", parts.fields[i], "(5)") for i in m),
            Step("C", "C_ij = Z_i(phi_j)", parts.matrix, "section 3"),
            StepWhenAsked("Q", "Q = C^ij dphi_i (x) Z_j", lambda: parts.projector, "section 3"),
        ),
    )


def reaction_law(system: System, made: Construction) -> Identity:
    """i_X Ω_L = -F - λ^i S^*dφ_i: the reaction is a combination of the μ̄_i."""
    acting = linear.combination(made.multipliers, chetaev_forms(system), system.force)
    Omega: Form = made.step("Omega_L")
    return interior(made.field, Omega) == -acting


def in_the_image(system: System, made: Construction) -> Identity:
    """Q(X) = 0: the motion is in the image of P."""
    Q: VectorForm = made.step("Q")
    return Q(made.field) == 0


projection = Theory(
    name="projection",
    title="almost product structure on the evolution space: P(xi_L)",
    citation=CITATION,
    construct=construct,
    claims=(
        Claim("i_X Omega_L = -F - lambda^i S^* dphi_i", reaction_law),
        Claim("Q(X) = 0", in_the_image),
    ),
)
