"""The Hamiltonian side of a constrained system: Legendre maps, J¹π*, Hamilton's equations.

For a regular Lagrangian the Legendre map Leg: J¹π → T*E is the only map over E with
``Leg^*θ = Θ_L``; ``leg = ν∘Leg`` to J¹π* = T*E/⟨dt⟩ is a local diffeomorphism, and
``h = Leg∘leg⁻¹`` is the Hamiltonian section, ``p_t = -H``. With ``Ω_h = h^*ω_E``, ω_E = -dθ,
everything of the Lagrangian side has its image here. Source: M. de León, D. Martín de Diego,
Non-holonomic mechanical systems in jet bundles, section 5.

Signs: the paper writes h as ``p_t = H``, so its H is minus the usual one, which is used here;
forces and multipliers obey the public convention EL_A = F_A + λ^i ∂φ_i/∂v^A.
"""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from diffgeo import d, inverse_map, pairing
from diffgeo.bundles import dual_jet
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import AxiomViolation, Refusal
from mechanics.errors import NoHamiltonian, SingularLagrangian
from mechanics.model.added_words import offered
from mechanics.model.extended_jets import require_no_variables
from mechanics.model.lagrangian import cartan_form, hessian, vertical_frame
from mechanics.model.plain_answers import vanishes
from mechanics.theories.checks import Check, judged
from mechanics.theories.projection_theory import (
    DETERMINANT,
    ConstraintProjection,
    constraint_projection,
)

if TYPE_CHECKING:
    from diffgeo import Form, Identity, Map, VectorForm
    from diffgeo.bundles import DualJetBundle
    from diffgeo.structures import Cosymplectic
    from mechanics.faces.conveniences import HamiltonianConveniences as _Conveniences
    from mechanics.model.systems import System
else:
    _Conveniences = offered("HamiltonianDynamics")

CITATION = (
    "M. de León, D. Martín de Diego, Non-holonomic mechanical systems in jet bundles, section 5"
)
TITLE = "Hamiltonian side on the dual of the first jets: P(E_h)"


class HamiltonianDynamics(_Conveniences):
    """The constrained dynamics of a system on J¹π*; `System.hamiltonian` makes it.

    Attributes
    ----------
    system : System
    dual : DualJetBundle
        J¹π*, with the extended dual T*E as ``dual.extended``.

    With ``regular=False`` det C is not looked at: spaces, maps and Z̃_i are made, the motion is not.

    Raises
    ------
    SingularLagrangian
        The Legendre map is no local diffeomorphism.
    NoHamiltonian
        It is one, but the velocities could not be expressed by the momenta.
    SingularConstraintMatrix
        det C = 0 on the whole constraint set.

    Examples
    --------
    >>> from mechanics import System
    >>> particle = System(coordinates="x", parameters="m", lagrangian="m*xdot**2/2 - x**2")
    >>> print(particle.hamiltonian().function)
    (2*m*x**2 + p_x**2)/(2*m)
    """

    def __init__(self, system: System, *, regular: bool = True) -> None:
        self.system = system
        require_no_variables(system, "the Hamiltonian side")
        self.dual: DualJetBundle = dual_jet(system.configuration_space)
        phi, lagrangian_side = system.constraints, self.lagrangian_side
        if phi and regular:
            system.constraint_set.require_regular(lagrangian_side.determinant, DETERMINANT)
        _ = self.inverse_legendre

    # --- the Legendre maps ---------------------------------------------------------

    @cached_property
    def extended_legendre(self) -> Map:
        """Leg: J¹π → T*E, the map over E with ``Leg^*θ = Θ_L``."""
        jets = self.system.evolution_space
        Theta = cartan_form(self.system.lagrangian, jets)
        return self.dual.extended.semibasic_map(Theta, jets.projection)

    @cached_property
    def legendre(self) -> Map:
        """The Legendre map leg = ν∘Leg: J¹π → J¹π*, a local diffeomorphism."""
        return self.dual.reduction @ self.extended_legendre

    @cached_property
    def inverse_legendre(self) -> Map:
        """leg⁻¹: the velocities as functions of the momenta."""
        where = self.system.specification.where
        try:
            return inverse_map(self.legendre)
        except AxiomViolation:
            raise SingularLagrangian(
                f"{where}: the Lagrangian is singular: its Legendre map to {self.dual} is no "
                "local diffeomorphism, so there is no Hamiltonian; give a regular Lagrangian"
            ) from None
        except Refusal as error:
            raise NoHamiltonian(
                f"{where}: the velocities could not be expressed by the momenta: {error}"
            ) from None

    @cached_property
    def section(self) -> Map:
        """The Hamiltonian section h = Leg∘leg⁻¹ of ν: T*E → J¹π*."""
        h = self.extended_legendre @ self.inverse_legendre
        if self._is_quadratic:
            return h
        # Roots and exponentials of the velocities simplify only when they are multiplied out.
        return self.dual.hamiltonian_section(self.dual.hamiltonian_function(h).settled())

    @cached_property
    def function(self) -> Form:
        """The Hamiltonian function H, ``h^*p_t = -H``."""
        return self.dual.hamiltonian_function(self.section)

    # --- geometry on J¹π* ------------------------------------------------------------

    @cached_property
    def structure(self) -> Cosymplectic:
        """The cosymplectic structure (Ω_h, η₁): ``Ω_h = h^*ω_E``, ``η₁ = dt``."""
        return self.dual.cosymplectic(self.section)

    @cached_property
    def evolution_field(self) -> VectorForm:
        """E_h: ``i_E Ω_h = -F``, ``dt(E) = 1``; without forces the Reeb field."""
        reeb = self.structure.reeb()
        return reeb + self.structure.solve(-self.force) if self.system.forces else reeb

    @cached_property
    def force(self) -> Form:
        """F on J¹π*: ``(leg⁻¹)^*F``."""
        return self.inverse_legendre.pull(self.system.force)

    @cached_property
    def constraints(self) -> tuple[Form, ...]:
        """The constraints φ_i∘leg⁻¹."""
        return self.inverse_legendre.pull(self.system.constraints)

    @cached_property
    def reactions(self) -> tuple[Form, ...]:
        """The 1-forms (leg⁻¹)^*μ̄_i of the reactions."""
        return self.inverse_legendre.pull(self.lagrangian_side.reactions)

    @cached_property
    def projection(self) -> ConstraintProjection:
        """The almost product structure on J¹π*: Z̃_i, C̃, Q̃ made from (Ω_h, dt), not carried."""
        return ConstraintProjection(
            self.structure, self.evolution_field, self.constraints, self.reactions
        )

    @property
    def field(self) -> VectorForm:
        """The constrained motion P̃(E_h)."""
        return self.projection.field

    @property
    def multipliers(self) -> tuple[Form, ...]:
        """λ^i on J¹π*, in the order of the constraints; EL_A = F_A + λ^i ∂φ_i/∂v^A."""
        return self.projection.multipliers

    @property
    def determinant(self) -> Form:
        """The regularity det C̃; it must not vanish."""
        return self.projection.determinant

    @cached_property
    def lagrangian_side(self) -> ConstraintProjection:
        """The same on J¹π, from (Ω_L, dt), with which this side is compared."""
        return constraint_projection(self.system)

    # --- Hamilton's equations ----------------------------------------------------------

    @cached_property
    def position_rates(self) -> tuple[Form, ...]:
        """``X(q) = (dq)^v(H) = ∂H/∂p`` along the motion, in the order of the coordinates."""
        return tuple(self.dual.vertical_lift(d(q))(self.function) for q in self._positions)

    def momentum_rates(self, multipliers: tuple[Form, ...] | None = None) -> tuple[Form, ...]:
        """``X(P_Y) = -Y^c(H) + (F + λ^i μ̃_i)(Y^c)``, Y the vertical frame of E.

        In coordinates ``dp/dt = -∂H/∂q + F + λ^i ∂φ_i/∂v``.
        """
        given = self.multipliers if multipliers is None else multipliers
        total = linear.combination(given, self.reactions, self.force)
        lifts = [self.dual.complete_lift(Y) for Y in self.dual.fibration.vertical_frame]
        return tuple(pairing(total, Y) - Y(self.function) for Y in lifts)

    # --- checks --------------------------------------------------------------------

    def is_hamiltonian(self) -> tuple[Check, ...]:
        """Hamilton's equations with reactions hold for P̃(E_h), and the constraints too."""
        X, dual = self.field, self.dual

        def equations() -> list[Identity]:
            rates = (*self.position_rates, *self.momentum_rates())
            known = (*self._positions_above, *dual.momenta)
            return [X(f) == rate for f, rate in zip(known, rates, strict=True)]

        answers = [
            judged("Hamilton's equations with reactions hold", equations),
            judged("dt(X) = 1", lambda: pairing(dual.dt, X) == 1),
        ]
        keys = zip(self.system.constraint_keys, self.constraints, strict=True)
        return (
            *answers,
            *(judged(f"{key} is preserved", partial(_vanishes_along, X, phi)) for key, phi in keys),
        )

    def relatedness(self) -> tuple[Check, ...]:
        """The theorems of section 5 on this system: both sides are related by leg.

        Each is an identity between objects that were made independently on J¹π and on J¹π*.
        """
        jets, leg = self.system.evolution_space, self.legendre
        below, above = self.lagrangian_side, self.projection
        theta = self.dual.extended.liouville_form
        pairs = list(zip(below.fields, above.fields, strict=True))
        answers = [
            judged(
                "Leg^* theta = Theta_L",
                lambda: (
                    self.extended_legendre.pull(theta) == cartan_form(self.system.lagrangian, jets)
                ),
            ),
            judged(
                "leg^* Omega_h = Omega_L",
                lambda: leg.pull(self.structure.omega) == below.structure.omega,
            ),
            judged("leg^* dt = dt", lambda: leg.pull(self.dual.dt) == jets.dt),
            judged(
                "xi_L and E_h are leg-related",
                lambda: leg.related(below.free, self.evolution_field),
            ),
        ]
        if not pairs:
            return tuple(answers)
        answers += [
            judged(f"Z_{i} and its image are leg-related", partial(leg.related, Z, W))
            for i, (Z, W) in enumerate(pairs, 1)
        ]
        return (
            *answers,
            judged(
                "C on both sides agree",
                lambda: [
                    c == leg.pull(e)
                    for row, other in zip(below.matrix, above.matrix, strict=True)
                    for c, e in zip(row, other, strict=True)
                ],
            ),
            judged(
                "T leg o Q = Q o T leg",
                lambda: [
                    leg.related(below.projector(X), above.projector(self.inverse_legendre.pull(X)))
                    for X in jets.frame
                ],
            ),
            judged(
                "P(xi_L) and P(E_h) are leg-related",
                lambda: leg.related(below.field, above.field),
            ),
            judged(
                "multipliers on both sides agree",
                lambda: [
                    c == leg.pull(e)
                    for c, e in zip(below.multipliers, above.multipliers, strict=True)
                ],
            ),
        )

    def checks(self) -> tuple[Check, ...]:
        """All statements that can be checked of this result."""
        return (*self.is_hamiltonian(), *self.relatedness())

    # --- looking at it -------------------------------------------------------------

    @property
    def _is_quadratic(self) -> bool:
        """Whether the Hessian of L does not depend on the velocities."""
        jets = self.system.evolution_space
        V = vertical_frame(jets)
        entries = [entry for row in hessian(self.system.lagrangian, jets) for entry in row]
        return all(vanishes(X(entry)) for X in V for entry in entries)

    @property
    def _positions(self) -> tuple[Form, ...]:
        """The coordinates of E but the time, as functions on E."""
        return self.system.configuration_space.coordinates[1:]

    @property
    def _positions_above(self) -> tuple[Form, ...]:
        return tuple(self.dual.projection.pull(q) for q in self._positions)

    def __repr__(self) -> str:
        return f"<HamiltonianDynamics of {self.system.name}>"


def _vanishes_along(X: VectorForm, function: Form) -> Identity:
    return X(function) == 0
