"""Germs: functions as truncated Taylor series at random points.

For large data: no expression is built, so nothing swells. A difference that is not zero at a
point is not zero; what is zero at all points is probable, with a bound of the error.

**Main definitions.** `GermRing` with its elements; the number of derivatives that can be taken is
the order of the series.

**Main results.** The bound of the error is a lemma of Schwartz and Zippel for the degrees and
heights that `numerator_bounds` knows; with floats there is no bound, and nothing is called zero.

**Modules**, in the order of a book: `taylor` (arithmetic of series), `germ_element`, `germ_ring`,
`germ_functions`, `germ_sums` (all coefficients as one array), `germ_linear`, `germ_maps`,
`numerator_bounds`, `arrays_of_bounds`, `germ_values` (what is shown instead of formulas).
"""
