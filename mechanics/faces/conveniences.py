"""What one may ask a system or a result for directly: words that forward to the chapters.

The classes have these methods by inheritance; see `mechanics.model.added_words`. Each chapter is
imported when its word is used, so that this module costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from mechanics.faces.question_words import SystemQuestions
from mechanics.model.added_words import offers

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    import xarray

    from mechanics.algorithm.constraint_algorithm import Reduction
    from mechanics.algorithm.precosymplectic import PrecosymplecticReduction
    from mechanics.analysis.hamiltonian import HamiltonianDynamics
    from mechanics.analysis.regularity import Regularity
    from mechanics.model.system_files import Number
    from mechanics.model.systems import System
    from mechanics.motion.compiled_motion import CompiledMotion
    from mechanics.motion.enclosed_motion import EnclosedTrajectory
    from mechanics.motion.trajectory import Trajectory
    from mechanics.output_files import Data
    from mechanics.theories.dynamics import Dynamics
    from mechanics.theories.equality_on_constraints import Place
    from mechanics.theories.registry import Theory

#: The class that has the method by inheritance: `System`, `Dynamics`, …
Owner: TypeAlias = Any


@offers("System")
class SystemConveniences(SystemQuestions):
    """What can be made of a `System`."""

    def dynamics(self: Owner, theory: Theory | str | None = None) -> Dynamics:
        """The constrained dynamics by a theory (default: `theories.projection`).

        Parameters
        ----------
        theory
            A `Theory` or its name; `projection` if it is left out.

        Returns
        -------
        Dynamics
            Field, multipliers, conditions; see there for the names.

        Raises
        ------
        SingularLagrangian
            The theory needs the Euler–Lagrange field and there is none.
        SingularConstraintMatrix
            The constraints do not determine the reaction.
        """
        from mechanics.theories.registry import derive

        return derive(self, theory)

    def specialised(self: Owner, values: Mapping[str, Any]) -> System:
        """The system for special values of parameters; see `mechanics.model.special_parameters`."""
        from mechanics.model.special_parameters import specialised

        return specialised(self, values)

    @property
    def reference(self: Owner) -> Dynamics:
        """The equations with multipliers, with which other theories are compared; made once."""
        from mechanics.theories.registry import reference

        return reference(self)

    @property
    def place(self: Owner) -> Place:
        """The constraint set as the place of comparisons, made once; see `Place`."""
        from mechanics.theories.equality_on_constraints import place

        return place(self)

    def reduction(self: Owner, *, strict: bool = False) -> Reduction:
        """The constraint algorithm, for constraints or a Lagrangian that are singular.

        With `strict` it stops where a rank is not known to be constant.

        Raises `ConstraintAlgorithmStopped` if it has no answer.
        """
        from mechanics.algorithm.constraint_algorithm import Reduction

        return Reduction(self, strict=strict)

    def precosymplectic_reduction(self: Owner, *, strict: bool = False) -> PrecosymplecticReduction:
        """The algorithm of Gotay and Nester for (Ω_L, dt), without the second-order condition.

        `reduction` asks for that condition from the beginning; its sets are contained in these.
        """
        from mechanics.algorithm.precosymplectic import PrecosymplecticReduction

        return PrecosymplecticReduction(self, strict=strict)

    def regularity(self: Owner, field: str = "real", seconds: float = 60.0) -> Regularity:
        """Where it is regular, for all parameters; see `Regularity`."""
        from mechanics.analysis.regularity import Regularity

        return Regularity(self, field, seconds)

    def hamiltonian(self: Owner) -> HamiltonianDynamics:
        """The constrained dynamics on the dual J¹π*, by the Legendre map of L.

        Raises
        ------
        SingularLagrangian
            The Legendre map is no local diffeomorphism.
        NoHamiltonian
            The velocities could not be expressed by the momenta.
        SingularConstraintMatrix
            The constraints do not determine the reaction.
        """
        from mechanics.analysis.hamiltonian import HamiltonianDynamics

        return HamiltonianDynamics(self)

    def simulate(
        self: Owner,
        values: Mapping[str, Number] | None = None,
        *,
        theory: Theory | str | None = None,
        **settings: Any,
    ) -> Trajectory:
        """Integrate the equations of motion; see `mechanics.simulate`.

        Initial values, parameters, ``until`` and the integrator's settings are keywords
        (names that are no identifiers go into ``values``: ``{"f(t)": "2*t"}``); what is not
        given comes from the system's ``[simulate]`` table.

        Parameters
        ----------
        values
            Values of names that are no identifiers, such as ``{"f(t)": "2*t"}``.
        theory
            A `Theory` or its name; `projection` if it is left out.
        settings
            Initial values and parameters by name, and what `mechanics.simulate` takes: ``until``,
            ``points``, ``method``, ``rtol``, ``atol``, ``step``, ``project``, ``limit``.

        Returns
        -------
        Trajectory
            It plots itself, and is written as CSV.
        """
        from mechanics.motion.simulation import simulate
        from mechanics.theories.registry import derive

        return simulate(derive(self, theory), values, **settings)

    def sweep(
        self: Owner,
        grid: Mapping[str, Any] | None = None,
        random: Mapping[str, str] | None = None,
        members: int | None = None,
        *,
        theory: Theory | str | None = None,
        **settings: Any,
    ) -> xarray.Dataset:
        """Integrate the motion for a grid of values and random ones; see `Dynamics.sweep`."""
        from mechanics.motion.campaign import sweep
        from mechanics.theories.registry import derive

        return sweep(derive(self, theory), grid, random, members, **settings)


@offers("Dynamics")
class DynamicsConveniences:
    """What can be made of a `Dynamics`."""

    @property
    def accelerations(self: Owner) -> Data:
        """The accelerations as SymPy expressions; valid on the constraints."""
        return {name: f.to_sympy() for name, f in self.presentation.accelerations.items()}

    def to_sympy(self: Owner) -> Data:
        """Accelerations, multipliers, reactions and conditions as SymPy objects.

        They are written in the objects with which the system was made. Accelerations and the
        components of the reaction λ^i ∂φ_i/∂v^A are by the names of the coordinates, multipliers
        in the order of the constraints; conditions (those of `Dynamics.domain`) are relations.
        All are valid on the constraints.
        """
        from mechanics.faces.sympy_results import sympy_results

        return sympy_results(self)

    def save(self: Owner, path: str | Path, *, force: bool = False) -> Path:
        """Write the derivation to a file, to be read by `mechanics.load_dynamics`.

        A file that is no derivation is replaced with `force` only, and the system file never.
        """
        from mechanics.faces.derivation_files import save

        return save(self, path, force=force)

    def compile(self: Owner, functions: Mapping[str, str] | None = None) -> CompiledMotion:
        """The equations as straight-line programs for Python, numpy, C, JAX and heyoka.

        Concrete functions are given as ``{"f(t)": "t**2"}``, for all that the system declares. The
        programs are made once and kept; see `CompiledMotion`.
        """
        from mechanics.motion.compiled_motion import compiled_motion

        return compiled_motion(self, functions)

    def sweep(
        self: Owner,
        grid: Mapping[str, Any] | None = None,
        random: Mapping[str, str] | None = None,
        members: int | None = None,
        **settings: Any,
    ) -> xarray.Dataset:
        """Integrate the motion for a grid of values and for random ones, as one dataset.

        See `mechanics.motion.campaign.sweep`.
        """
        from mechanics.motion.campaign import sweep

        return sweep(self, grid, random, members, **settings)

    def enclose(
        self: Owner, values: Mapping[str, Number] | None = None, **settings: Any
    ) -> EnclosedTrajectory:
        """The motion in balls that contain it; see `mechanics.motion.enclosed_motion.enclose`."""
        from mechanics.motion.enclosed_motion import enclose

        return enclose(self, values, **settings)

    def simulate(
        self: Owner, values: Mapping[str, Number] | None = None, **settings: Any
    ) -> Trajectory:
        """Integrate the equations of motion; see `mechanics.simulate`."""
        from mechanics.motion.simulation import simulate

        return simulate(self, values, **settings)

    def _repr_latex_(self: Owner) -> str:
        from mechanics.faces.derivation_report import latex

        return f"$${latex(self)}$$"


@offers("HamiltonianDynamics")
class HamiltonianConveniences:
    """How a `HamiltonianDynamics` is shown."""

    def to_sympy(self: Owner) -> Data:
        """The Hamiltonian, the equations and the multipliers, as for `Dynamics.to_sympy`."""
        from mechanics.faces.sympy_results import hamiltonian_results

        return hamiltonian_results(self)

    def _repr_latex_(self: Owner) -> str:
        from mechanics.faces.hamiltonian_report import latex

        return f"$${latex(self)}$$"


@offers("Density")
class DensityConveniences:
    """How a `Density` is written for SymPy."""

    def to_sympy(self: Owner, *, plain: bool = False) -> Any:
        """``|p_1|^{c_1} … e^h``."""
        from mechanics.faces.sympy_results import density

        return density(self, plain)


@offers("PostulateReading")
class PostulateConveniences:
    """How a `PostulateReading` is shown."""

    def __str__(self: Owner) -> str:
        from mechanics.faces.postulate_report import text

        return text(self)

    def latex(self: Owner) -> str:
        """The verdict with its formulas."""
        from mechanics.faces.postulate_report import latex

        return latex(self)

    def _repr_latex_(self: Owner) -> str:
        return f"$${self.latex()}$$"

    def to_dict(self: Owner) -> Data:
        """As data for JSON."""
        from mechanics.faces.postulate_report import data

        return data(self)


@offers("SetsAndMotions")
class ReductionConveniences:
    """How the sets and motions of a constraint algorithm are shown."""

    def to_sympy(self: Owner) -> Data:
        """The sets, and the motion and its multipliers, as for `Dynamics.to_sympy`."""
        from mechanics.faces.sympy_results import reduction_results

        return reduction_results(self)

    def __str__(self: Owner) -> str:
        from mechanics.faces.reduction_report import text

        return text(self)

    def _repr_latex_(self: Owner) -> str:
        from mechanics.faces.reduction_report import latex

        return f"$${latex(self)}$$"


@offers("Reduction")
class MotionConveniences:
    """What can be made of a `Reduction`."""

    def simulate(
        self: Owner, values: Mapping[str, Number] | None = None, **settings: Any
    ) -> Trajectory:
        """Integrate `field` on P_f; see `mechanics.motion.simulation_on_sets.simulate_on_set`."""
        from mechanics.motion.simulation_on_sets import simulate_on_set

        return simulate_on_set(self, values, **settings)
