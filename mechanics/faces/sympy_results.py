"""A derivation as SymPy objects: accelerations, multipliers, reactions, conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mechanics.algorithm.constraint_algorithm import Reduction

if TYPE_CHECKING:
    from mechanics.analysis.densities import Density
    from mechanics.analysis.hamiltonian import HamiltonianDynamics
    from mechanics.faces.reduction_report import AnyReduction
    from mechanics.output_files import Data
    from mechanics.theories.dynamics import Dynamics


def sympy_results(dynamics: Dynamics) -> Data:
    """The results in the objects with which the system was made; see `Dynamics.to_sympy`."""
    system, shown = dynamics.system, dynamics.presentation
    jets = system.evolution_space
    reactions: dict[str, Any] = {}
    for q in system.specification.coordinates:
        # ∂φ/∂v is what the vertical field of the coordinate makes of φ.
        along = jets.vector_field({f"{q}dot": 1})
        terms = zip(shown.multipliers, system.constraints, strict=True)
        total = sum((factor * along(phi) for factor, phi in terms), start=jets.function(0))
        reactions[q] = total.to_sympy()
    return {
        "accelerations": {name: f.to_sympy() for name, f in shown.accelerations.items()},
        "multipliers": [f.to_sympy() for f in shown.multipliers],
        "reactions": reactions,
        "conditions": [jets.chart.relation(c) for c in dynamics.domain],
    }


def hamiltonian_results(dynamics: HamiltonianDynamics) -> Data:
    """The formulas of the Hamiltonian side; see `HamiltonianDynamics.to_sympy`."""
    from mechanics.faces.hamiltonian_report import present

    shown = present(dynamics)
    named = {"momenta": shown.momenta, "positions": shown.positions, "rates": shown.rates}
    return {
        "hamiltonian": shown.hamiltonian.to_sympy(),
        **{key: {n: f.to_sympy() for n, f in found.items()} for key, found in named.items()},
        "multipliers": [f.to_sympy() for f in shown.multipliers],
    }


def reduction_results(reduction: AnyReduction) -> Data:
    """The sets of a constraint algorithm and the motion at its end, if there is one."""
    found: Data = {"sets": [[f.to_sympy() for f in stage.new] for stage in reduction.stages]}
    if reduction.is_union:
        return found | {"branches": [reduction_results(each) for each in reduction.branches]}
    if not reduction.is_consistent:
        return found
    if isinstance(reduction, Reduction):
        word, rates = "accelerations", reduction.accelerations
    else:
        word, rates = "rates", reduction.rates
    return found | {
        word: {n: f.to_sympy() for n, f in rates.items()},
        "multipliers": [f.to_sympy() for f in reduction.multipliers],
    }


def density(found: Density, plain: bool) -> Any:
    """The function of which a density is the logarithm."""
    h = found.exponent
    result = h.space.function(f"exp({h})").to_sympy(plain=plain)
    for p, c in found.factors:
        result *= abs(p.to_sympy(plain=plain)) ** c.to_sympy(plain=plain)
    return result
