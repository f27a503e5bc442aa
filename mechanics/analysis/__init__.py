"""Analysis: what can be said of a constrained system and its motions.

Theories beside each other, regularity, energy, momenta, first integrals, invariant volumes, the
Hamiltonian side.

**Main definitions.** `compare` and `Comparison`; `Regularity`; `EnergyBalance`; `Noether`, with the
momentum equation under constraints; `FirstIntegrals` in a finite space of functions;
`InvariantVolume`; `Symmetries` with their `LieAlgebra`; `ChaplyginSystem`;
`NonholonomicMomentum`; `ReducedMotion` and reconstruction; `NonholonomicBracket`;
`InverseProblem`; `DarbouxFunctions`; `DynamicalSymmetries`;
`Integrability` by quadratures; `HamiltonJacobi`, complete solutions;
`HamiltonianDynamics` by Legendre maps; `RelativeEquilibria` and their stability;
`PostulateReading`; `MovingSurface`.

**Main results.** Whether theories agree, whether a quantity is conserved and why, where a system is
regular: each is a verdict on the constraint set, or a condition on the parameters that is decided
for all of their values.

**Modules**, in the order of a book: `answers` (what each question has), `compared_theories`,
`comparison`, `regularity`, `energy`, `noether`, `ansatz`, `found_integral`, `first_integrals`,
`prescribed_derivatives`, `local_potentials`, `densities`, `divergences`, `density_search`,
`invariant_volume`,
`lie_algebras`, `solvable_algebras`, `determining_equations`, `symmetries`, `natural_systems`,
`extactic_determinants`, `darboux`,
`dynamical_symmetries`,
`complementary_groups`, `chaplygin`,
`equations_of_momenta`, `conserved_momenta`, `nonholonomic_momentum`, `reduced_motion`,
`linear_brackets`, `nonholonomic_brackets`,
`helmholtz`, `lagrangian_spaces`, `inverse_problem`, `hamiltonian`, `separation`, `known_integrals`,
`hamilton_jacobi`, `complete_solutions`, `quadratures`, `integrability`,
`postulate`, `moving_surface`, `parabolic_cylinder`,
`spectral_stability`, `relative_equilibria`, `equilibrium_search`, `equilibria_in_box`.
"""
