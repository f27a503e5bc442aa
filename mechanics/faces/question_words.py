"""What one may ask a `System` directly: words that forward to the chapter of analysis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from diffgeo import VectorForm
    from diffgeo.calculus import FunctionLike
    from mechanics.analysis.chaplygin import ChaplyginSystem
    from mechanics.analysis.darboux import DarbouxFunctions
    from mechanics.analysis.dynamical_symmetries import DynamicalSymmetries
    from mechanics.analysis.energy import EnergyBalance
    from mechanics.analysis.equilibria_in_box import EquilibriaInBox
    from mechanics.analysis.equilibrium_search import EquilibriumSearch
    from mechanics.analysis.first_integrals import FirstIntegrals
    from mechanics.analysis.hamilton_jacobi import HamiltonJacobi
    from mechanics.analysis.integrability import Integrability
    from mechanics.analysis.invariant_volume import InvariantVolume
    from mechanics.analysis.inverse_problem import InverseProblem
    from mechanics.analysis.noether import Noether
    from mechanics.analysis.nonholonomic_brackets import NonholonomicBracket
    from mechanics.analysis.nonholonomic_momentum import NonholonomicMomentum
    from mechanics.analysis.reduced_motion import ReducedMotion
    from mechanics.analysis.relative_equilibria import RelativeEquilibria
    from mechanics.analysis.symmetries import Symmetries
    from mechanics.theories.registry import Theory

#: The class that has the method by inheritance.
Owner: TypeAlias = Any


class SystemQuestions:
    """What one may ask of a `System`."""

    def energy_balance(
        self: Owner, frame: VectorForm | None = None, *, theory: Theory | str | None = None
    ) -> EnergyBalance:
        """The energy in a frame of reference on E, and what changes it; see `EnergyBalance`."""
        from mechanics.analysis.energy import EnergyBalance
        from mechanics.theories.registry import derive

        return EnergyBalance(derive(self, theory), frame)

    def noether(
        self: Owner,
        field: VectorForm | Mapping[str, FunctionLike],
        gauge: FunctionLike | None = None,
        *,
        theory: Theory | str | None = None,
    ) -> Noether:
        """The momentum of a field on E (or its components by name), and what changes it.

        See `mechanics.analysis.noether.Noether`; the momentum is ``Θ_L(X¹) - gauge``.
        """
        from mechanics.analysis.noether import Noether
        from mechanics.theories.registry import derive

        return Noether(derive(self, theory), field, gauge)

    def first_integrals(self: Owner, degree: int = 2, **settings: Any) -> FirstIntegrals:
        """First integrals in a finite space of functions; see `first_integrals.search`.

        Parameters
        ----------
        degree
            They are polynomials of degree at most 1 or 2 in the velocities.
        settings
            ``order``, of the coefficients; ``extra``, functions besides; ``theory``.

        Returns
        -------
        FirstIntegrals
            Each with its verdict.
        """
        from mechanics.analysis.first_integrals import search

        return search(self, degree, **settings)

    def darboux(
        self: Owner,
        degree: int = 1,
        order: int = 1,
        *,
        theory: Theory | str | None = None,
        **settings: Any,
    ) -> DarbouxFunctions:
        """Functions that divide their rates, and their integrals; see `DarbouxFunctions`."""
        from mechanics.analysis.darboux import DarbouxFunctions
        from mechanics.theories.registry import derive

        return DarbouxFunctions(derive(self, theory), degree, order, **settings)

    def dynamical_symmetries(
        self: Owner,
        degree: int = 1,
        order: int = 1,
        *,
        theory: Theory | str | None = None,
        **settings: Any,
    ) -> DynamicalSymmetries:
        """Symmetries that depend on velocities, and invariant forms; see `DynamicalSymmetries`."""
        from mechanics.analysis.dynamical_symmetries import DynamicalSymmetries
        from mechanics.theories.registry import derive

        return DynamicalSymmetries(derive(self, theory), degree, order, **settings)

    def invariant_volume(self: Owner, *, theory: Theory | str | None = None) -> InvariantVolume:
        """Whether the constrained motion has an invariant volume; see `InvariantVolume`."""
        from mechanics.analysis.invariant_volume import InvariantVolume
        from mechanics.theories.registry import derive

        return InvariantVolume(derive(self, theory))

    def chaplygin(
        self: Owner,
        group: Sequence[VectorForm | Mapping[str, FunctionLike]] | None = None,
        *,
        theory: Theory | str | None = None,
    ) -> ChaplyginSystem:
        """Whether it becomes Hamiltonian in a new time; see `ChaplyginSystem`."""
        from mechanics.analysis.chaplygin import ChaplyginSystem
        from mechanics.theories.registry import derive

        return ChaplyginSystem(derive(self, theory), group)

    def nonholonomic_bracket(
        self: Owner,
        group: Sequence[VectorForm | Mapping[str, FunctionLike]] | None = None,
        *,
        theory: Theory | str | None = None,
    ) -> NonholonomicBracket:
        """Whether its motion on a quotient has a Poisson bracket; see `NonholonomicBracket`."""
        from mechanics.analysis.nonholonomic_brackets import nonholonomic_bracket
        from mechanics.theories.registry import derive

        return nonholonomic_bracket(derive(self, theory), group)

    def nonholonomic_momentum(
        self: Owner,
        group: Sequence[VectorForm | Mapping[str, FunctionLike]] | None = None,
        *,
        order: int = 1,
        extra: Sequence[FunctionLike] = (),
        theory: Theory | str | None = None,
    ) -> NonholonomicMomentum:
        """The momentum map of a group under constraints; see `NonholonomicMomentum`."""
        from mechanics.analysis.nonholonomic_momentum import NonholonomicMomentum
        from mechanics.theories.registry import derive

        return NonholonomicMomentum(derive(self, theory), group, order, extra)

    def reduced_motion(
        self: Owner,
        group: Sequence[VectorForm | Mapping[str, FunctionLike]] | None = None,
        *,
        theory: Theory | str | None = None,
    ) -> ReducedMotion:
        """The motion on the quotient by a group, and its reconstruction; see `ReducedMotion`."""
        from mechanics.analysis.reduced_motion import ReducedMotion
        from mechanics.theories.registry import derive

        return ReducedMotion(derive(self, theory), group)

    def hamilton_jacobi(
        self: Owner,
        velocities: Mapping[str, FunctionLike] | None = None,
        *,
        order: int | None = None,
        extra: Sequence[FunctionLike] = (),
        theory: Theory | str | None = None,
        **given: Any,
    ) -> HamiltonJacobi:
        """A solution of the equation of Hamilton and Jacobi, found or given; see `HamiltonJacobi`.

        Given are ``velocities``, ``momenta`` or an ``action``, with ``free`` names of constants,
        as for `given_solution`; otherwise a complete solution is looked for, as by
        `complete_solution`.
        """
        from mechanics.analysis.complete_solutions import complete_solution, given_solution
        from mechanics.theories.registry import derive

        dynamics = derive(self, theory)
        if velocities is None and not given:
            return complete_solution(dynamics, order, extra)
        return given_solution(dynamics, velocities, **given)

    def integrability(
        self: Owner,
        order: int | None = None,
        extra: Sequence[FunctionLike] = (),
        *,
        theory: Theory | str | None = None,
    ) -> Integrability:
        """What implies that its motions are integrable by quadratures; see `Integrability`."""
        from mechanics.analysis.integrability import Integrability
        from mechanics.theories.registry import derive

        return Integrability(derive(self, theory), order, extra)

    def relative_equilibria(
        self: Owner,
        states: Mapping[str, FunctionLike],
        free: str | Sequence[str] = (),
        group: Sequence[VectorForm | Mapping[str, FunctionLike]] | None = None,
        *,
        positive: str | Sequence[str] = (),
        theory: Theory | str | None = None,
    ) -> RelativeEquilibria:
        """A family of (relative) equilibria, the linear motion near it, and its stability.

        The states are formulas for coordinates and velocities in parameters and free names; see
        `mechanics.model.families_of_states.family_of_states` and `RelativeEquilibria`.
        """
        from mechanics.analysis.relative_equilibria import RelativeEquilibria
        from mechanics.model.families_of_states import family_of_states
        from mechanics.theories.registry import derive

        family = family_of_states(self, states, free, positive)
        return RelativeEquilibria(derive(self, theory), family, group)

    def equilibria(
        self: Owner,
        states: Mapping[str, FunctionLike] | None = None,
        free: str | Sequence[str] = (),
        group: Sequence[VectorForm | Mapping[str, FunctionLike]] | None = None,
        *,
        positive: str | Sequence[str] = (),
        theory: Theory | str | None = None,
    ) -> EquilibriumSearch:
        """The (relative) equilibria among such states; see `EquilibriumSearch`.

        Without states those at rest; ``{"phidot": "u"}`` with ``u`` free are those that turn.
        """
        from mechanics.analysis.equilibrium_search import EquilibriumSearch
        from mechanics.model.families_of_states import family_of_states
        from mechanics.theories.registry import derive

        family = family_of_states(self, states or {}, free, positive)
        return EquilibriumSearch(derive(self, theory), family, group)

    def equilibria_in(
        self: Owner,
        box: Mapping[str, tuple[Fraction | int, Fraction | int]],
        values: Mapping[str, Any] | None = None,
        states: Mapping[str, FunctionLike] | None = None,
        free: str | Sequence[str] = (),
        group: Sequence[VectorForm | Mapping[str, FunctionLike]] | None = None,
        *,
        positive: str | Sequence[str] = (),
        theory: Theory | str | None = None,
    ) -> EquilibriaInBox:
        """All (relative) equilibria among such states in a box, in balls; see `EquilibriaInBox`.

        The box has an interval for each coordinate and free name on which the equations depend;
        all parameters have exact values.
        """
        from mechanics.analysis.equilibria_in_box import EquilibriaInBox
        from mechanics.model.families_of_states import family_of_states
        from mechanics.theories.registry import derive

        family = family_of_states(self, states or {}, free, positive)
        return EquilibriaInBox(derive(self, theory), family, box, values, group)

    def inverse_problem(
        self: Owner, order: int = 2, *, theory: Theory | str | None = None, **settings: Any
    ) -> InverseProblem:
        """Lagrangians of its equations of motion; see `InverseProblem`."""
        from mechanics.analysis.inverse_problem import InverseProblem
        from mechanics.theories.registry import derive

        return InverseProblem(derive(self, theory), order, **settings)

    def symmetries(
        self: Owner, order: int = 1, *, theory: Theory | str | None = None, **settings: Any
    ) -> Symmetries:
        """Point symmetries in a finite space of fields; see `Symmetries`."""
        from mechanics.analysis.symmetries import Symmetries
        from mechanics.theories.registry import derive

        return Symmetries(derive(self, theory), order, **settings)
