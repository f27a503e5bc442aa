"""Decisions over the real numbers: signs, zeros, and cases of parameters.

Whether a denominator can vanish, whether equations have real solutions, for which values of the
parameters something holds: questions about real polynomials, which are decided exactly or
answered by UNKNOWN with the reason.

**Main definitions.** Sign conditions and their combinations by "and" and "or"; sets of points with
parameters; sentences about all reals or all complex numbers; enclosures of all values over boxes.

**Main results.** An answer is a proof: by z3 over the reals, by pseudo-division over the complex
numbers, by Gröbner bases, sums of squares and root counting, or by balls that exclude zero. No
float decides.

**Modules**, in the order of a book: `claims_about_signs`, `sign_conditions`, `natural_domain`
(where a formula is defined), `point_sets`, `real_sentences` (z3), `constructible` (complex
numbers), `real_algebra`, `real_zeros`, `complex_roots`, `nonlinear_equations`, `prolonged_ideals`,
`enclosures`, `interval_arrays`, `certified_zeros`, `taylor_models`, `ball_series`,
`taylor_remainders`, `enclosed_flows`, `zero_sets_of_formulas`, and `case_split`.
"""
