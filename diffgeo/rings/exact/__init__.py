"""The exact ring of functions of one chart, on python-flint's multivariate polynomials.

A function is a polynomial in generators, reduced by their relations. The generators stand in a
`tower`, in the order in which they were adjoined: coordinates, parameters, derivatives of
undefined functions, sines and cosines, exponentials, logarithms, roots, arctangents, constants,
and one inverse for each denominator.

**Main definitions.** `ExactRing` and its `Element`; the `domain` with the conditions that were used
and the signs that are known; unexpanded solutions of linear systems (`node`).

**Main results.** A generator is adjoined only when its independence of the others is decided
(`independence`: closed 1-forms that are linearly independent over Q; `roots`: square classes). So
different polynomials are different functions, and the zero test is a comparison (`zero`). Where a
function is not expanded, random points over prime fields refute and certificates prove.

**Modules**, in the order of a book. The one facade is `ring` with its `element`; its engine may
import each other freely.

- Generators: `tower`, `contexts`, `derivation`, `undefined_functions`, `inverses`, `snapshot`
  (undoing), `retirement` (late refinement), `exclusion` (threads).
- Transcendental functions: `sines_and_exponentials`, `bases`, `independence`, `constants`,
  `multiplicative_relations`, `arctangents`, `half_angles`, `angle_maps`,
  `angle_multiples`, `multiple_angles`.
- Roots: `roots`, `odd_roots`, `nested`, `absolute_values` (zero tests by cases of signs),
  `algebraic_numbers` (cosines of parts of pi).
- Zero and sign: `zero`, `confirmation`, `zero_certificates`, `domain`, `declared_signs`,
  `declared_domain`, `sign_rules`, `transcendental_signs`, `strict_signs`, `poles`.
- Points: `points`, `counterexample_points`, `narrow_domains`, `solving`, `modular`,
  `induced_points`, `random_points`, `digests`, `size`, `size_limits`.
- Linear algebra: `matrices`, `determinants`, `schur_complements`, `linear`, `equations`, `blocks`,
  `ranks`, `linear_relations`, `node`, `insertion`, `unknowns`, `programme_evaluation`, `sums`.
- Equations: `polynomial_ideals`, `groebner_bases`, `rational_charts`, `reduction`.
- Maps and the border: `transfer`, `reading_expressions`, `writing_expressions`, `partial_sums`,
  `horner`, `maps_to_germs`, `serialization`, `pickling`.
"""

from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.ring import ExactRing

__all__ = ["Element", "ExactRing"]
