"""Function rings: the functions on the domain of a chart, with a zero test.

The coefficients of forms are elements of a ring that belongs to the chart. Geometry adds,
multiplies, differentiates, substitutes and asks whether an element is zero; it never looks inside
an element, so that a ring may be replaced by another.

**Main definitions.** `protocol` is all that geometry may ask of a ring: `Condition` (where a
function is defined), `Decision` (a zero, with how it is known). `Expression` is the neutral tree
in which formulas enter and leave. Two rings are behind the protocol: `exact`, which decides, and
`germs`, truncated Taylor series at random points, which never build a formula.

**Main results.** A zero of the exact ring is exact, or it is said to be probable with a bound of
the error; a non-zero answer is never wrong. What was divided by is a condition of the result.

**Modules**, in the order of a book: `expression`, `elementary_functions`, `protocol`, `exact`,
`germs`, and `factories` (the ring that a manifold is asked to have).
"""
