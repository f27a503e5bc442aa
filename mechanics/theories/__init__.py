"""Theories of nonholonomic constraints: one small object each, one file a theory.

A theory says, in geometric words only, how a system gives a second-order field and its
multipliers. Everything else follows from its registration: derivation, comparison, simulation.

**Main definitions.** `Theory`, `Construction`, `Step`, `Claim`; `Dynamics`, what a theory gives for
a system, with what can be checked of it.

**Main results.** `multipliers` solves the equations of Lagrange, d'Alembert and Chetaev and is the
oracle; that every other theory agrees with it where both are defined is a verdict for each system.

**Modules**, in the order of a book: `principles` (which law, where reactions live), `state_spaces`
(where a field lives), `orbit_spaces` (quotients by a group), `states_without_time`, `jumps`
(impacts at walls), `base`, `registry`,
`built_in`, `checks`, `dynamics`, `parameter_conditions`, `relations`, `dynamics_on_atlases`;
`multipliers` in `multiplier_equations`;
`projection` (de León and Martín de Diego) in `projection_theory`;
`omega_gamma` (Sarlet) in `omega_gamma_theory` on its `reduced_geometry`; `constrained_cartan`
(Krupková) in `constrained_cartan_theory` on its `canonical_distribution`; `lagrange_space` (Miron
and Nimineț) in `lagrange_space_theory`; `rheonomic` (Frigioiu, Hedrih and Bîrsan) in
`rheonomic_theory`; `vakonomic` (another principle) in `vakonomic_principle`;
`equality_on_constraints` (where answers are compared), `closed_formulas` (how they are written).
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
