"""Theories of nonholonomic constraints: one small object each, one file a theory.

A theory says, in geometric words only, how a system gives a second-order field and its
multipliers. Everything else follows from its registration: derivation, comparison, simulation.

**Main definitions.** `Theory`, `Construction`, `Step`, `Claim`; `Dynamics`, what a theory gives for
a system, with what can be checked of it.

**Main results.** `multipliers` solves the equations of Lagrange, d'Alembert and Chetaev and is the
oracle; that every other theory agrees with it where both are defined is a verdict for each system.

**Modules**, in the order of a book: `base`, `registry`, `built_in`, `checks`,
`dynamics`; `multipliers` in
`multiplier_equations`; `projection` (de León and Martín de Diego) in `projection_theory`;
`omega_gamma` (Sarlet) in `omega_gamma_theory` on its `reduced_geometry`; `constrained_cartan`
(Krupková) in `constrained_cartan_theory` on its `canonical_distribution`; `lagrange_space` (Miron
and Nimineţ) in `lagrange_space_theory`; `rheonomic` (Frigioiu, Hedrih and Bîrsan) in
`rheonomic_theory`; `vakonomic` (another principle) in `vakonomic_principle`;
`equality_on_constraints` (where answers are compared), `closed_formulas` (how they are written).
"""

from __future__ import annotations

from mechanics.theories.base import Claim, Construction, Step, Theory

# Bound after the submodules of the same names, so that `theories.projection` is the theory.
from mechanics.theories.constrained_cartan import constrained_cartan
from mechanics.theories.lagrange_space import lagrange_space
from mechanics.theories.multipliers import multipliers
from mechanics.theories.omega_gamma import omega_gamma
from mechanics.theories.projection import projection
from mechanics.theories.registry import broken, registered, theory_named
from mechanics.theories.rheonomic import rheonomic
from mechanics.theories.vakonomic import Vakonomic, vakonomic

BUILT_IN = (projection, omega_gamma, constrained_cartan, lagrange_space, rheonomic, multipliers)

__all__ = [
    "BUILT_IN",
    "Claim",
    "Construction",
    "Step",
    "Theory",
    "Vakonomic",
    "broken",
    "constrained_cartan",
    "lagrange_space",
    "multipliers",
    "omega_gamma",
    "projection",
    "registered",
    "rheonomic",
    "theory_named",
    "vakonomic",
]
