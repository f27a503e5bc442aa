"""Krupková's constrained systems: the class of ι^*dΘ_L modulo the constraint ideal.

The motion is the field ξ of the canonical distribution C with dt(ξ) = 1 on which dΘ_L,
restricted to C, vanishes; external forces are the right-hand side. That ξ is of second order
is not asked for but follows where the system is regular.

Source: O. Krupková, Mechanical systems with nonholonomic constraints, J. Math. Phys. 38 (1997);
P. Šenkeříková, Mechanical systems with differential constraints and the problem of
regularity, chapter 2 (in Czech).
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo import Distribution, d, interior
from diffgeo.calculus import linear_algebra as linear
from mechanics.model.lagrangian import cartan_form, chetaev_forms
from mechanics.model.velocity_choice import choose_velocities
from mechanics.theories.base import Claim, Construction, Step
from mechanics.theories.canonical_distribution import CanonicalDistribution, SectionDistribution
from mechanics.theories.registry import Theory

if TYPE_CHECKING:
    from diffgeo import Form, Identity, VectorForm
    from mechanics.model.constraint_sections import JetSection
    from mechanics.model.systems import System

CITATION = (
    "O. Krupková, Mechanical systems with nonholonomic constraints, J. Math. Phys. 38 (1997) "
    "5098-5126; P. Šenkeříková, chapter 2"
)
DETERMINANT = "det of dTheta_L on C and ker dt, the square of that of condition (1)"


class ConstrainedCartan:
    """The class of ι^*dΘ_L on the canonical distribution, and what it determines.

    Parameters
    ----------
    distribution
        C: along the leaves of the constraints in J¹π, or on Q in normal form.
    theta, force
        The Lepage equivalent and the force on the space of C; those of the system of C, if it
        has one.
    """

    def __init__(
        self,
        distribution: CanonicalDistribution | SectionDistribution,
        theta: Form | None = None,
        force: Form | None = None,
    ) -> None:
        self.distribution = distribution
        if isinstance(distribution, CanonicalDistribution):
            system = distribution.system
            theta = cartan_form(system.lagrangian, system.evolution_space)
            force = system.force
        assert theta is not None and force is not None
        #: The Lepage equivalent θ_λ = L dt + S^*dL, on Q pulled back to it.
        self.theta = theta
        self.force = force

    @classmethod
    def on_section(cls, section: JetSection, lagrangian: Form, force: Form) -> ConstrainedCartan:
        """On Q in normal form: ι^*θ_λ and ι^*F with the frame of C on Q."""
        theta = section.sigma.pull(cartan_form(lagrangian, section.J1))
        return cls(SectionDistribution(section), theta, section.sigma.pull(force))

    @cached_property
    def alpha(self) -> Form:
        """dθ_λ, a representative of the class."""
        return d(self.theta)

    @cached_property
    def matrix(self) -> list[list[Form]]:
        """α on the frame W_l, V_l of C ∩ ker dt; α(e_j, e_i) in row i and column j."""
        _, *e = self.distribution.frame
        return [[self.alpha(b, a) for b in e] for a in e]

    @cached_property
    def determinant(self) -> Form:
        """Its determinant: the class is regular where it does not vanish."""
        one = self.distribution.space.function(1)
        return linear.determinant(self.matrix) if self.matrix else one

    @cached_property
    def condition_matrix(self) -> list[list[Form]]:
        """M_ls = α(V_l, W_s): the matrix of condition (1).

        In coordinates ∂²L̄/∂v^l∂v^s - (∂L/∂v^{n+a} ∘ ι) ∂²g^a/∂v^l∂v^s.
        """
        V, W = self.distribution.vertical, self.distribution.complement
        return [[self.alpha(v, w) for w in W] for v in V]

    @cached_property
    def field(self) -> VectorForm:
        """The field ξ of C with dt(ξ) = 1 and α(ξ, e) = F(e) for the fields e of C."""
        start, *e = self.distribution.frame
        right = [self.force(a) - self.alpha(start, a) for a in e]
        solution = linear.solve(self.matrix, right) if e else []
        return linear.combination(solution, e, start)

    def reduced_equations(self, Gamma: VectorForm) -> tuple[Form, ...]:
        """F(W_l) - α(Γ, W_l): the reduced equations of motion, for a second-order field Γ of C.

        In coordinates ``∂_{c,l}L̄ - d_c L̄_l/dt - (L_{n+a}∘ι)(∂_{c,l}g^a - d_c g^a_l/dt)``, for
        F = 0.
        """
        W = self.distribution.complement
        return tuple(self.force(w) - self.alpha(Gamma, w) for w in W)

    @cached_property
    def characteristic_distribution(self) -> Distribution:
        """The fields ζ of C with (α + F∧dt)(ζ, e) = 0 for all e in C: spanned by ξ if regular."""
        return self._kernel(self.distribution.frame)

    @cached_property
    def dynamical_distribution(self) -> Distribution:
        """The same for those e in C only that are vertical over time.

        ξ is in it, and solutions are its integral sections: the equation on the remaining field
        of C follows, or is an energy law.
        """
        _, *e = self.distribution.frame
        return self._kernel(tuple(e))

    def _kernel(self, against: tuple[VectorForm, ...]) -> Distribution:
        C, space = self.distribution.frame, self.distribution.space
        form = self.alpha + self.force * self.distribution.dt
        rows = [[form(e, a) for e in C] for a in against]
        found = linear.kernel(rows) if rows else [[space.function(1)]]
        return Distribution(space, [linear.combination(row, C, 0 * C[0]) for row in found])


def construct(system: System) -> Construction:
    """ξ ∈ C with dt(ξ) = 1 and i_ξ dΘ_L - F = 0 on C.

    Raises
    ------
    SingularConstraintMatrix
        The forms S^*dφ_a are dependent on the constraint set, or the class is regular nowhere.
    """
    jets = system.evolution_space
    C = CanonicalDistribution(system, choose_velocities(system))
    made = ConstrainedCartan(C)
    system.constraint_set.require_regular(made.determinant, DETERMINANT)
    xi = made.field

    # i_ξ dΘ_L - F is in the constraint ideal: λ^a Φ^a, modulo dφ_a.
    reaction = interior(xi, made.alpha) - system.force
    Y = [C.projector(jets.prolong_field(y)) for y in C.choice.along]
    rows = [[mu(y) for mu in chetaev_forms(system)] for y in Y]
    multipliers = linear.solve(rows, [reaction(y) for y in Y]) if rows else ()
    return Construction(
        field=xi,
        multipliers=tuple(multipliers),
        determinant=made.determinant,
        determinant_name=DETERMINANT,
        steps=(
            Step("theta", "theta = L dt + S^* dL", made.theta, "chapter 2"),
            Step("M", "M_ls = dtheta(V_l, W_s)", made.condition_matrix, "(1)"),
        ),
    )


def is_of_second_order(system: System, made: Construction) -> Identity:
    """S ξ = 0: the motion is a semispray, though only ξ ∈ C was asked for."""
    return system.evolution_space.vertical_endomorphism(made.field) == 0


constrained_cartan = Theory(
    name="constrained_cartan",
    title="class of the Cartan form modulo the constraint ideal",
    citation=CITATION,
    construct=construct,
    claims=(Claim("S xi = 0", is_of_second_order),),
)
