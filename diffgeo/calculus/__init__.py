"""The calculus of differential forms: Ω(M), its derivations, and the one bracket.

A `Manifold` is one chart domain with its graded algebra Ω(M) of forms. A `Form` of degree 0 is a
function; a `VectorForm` of degree 0 is a vector field. Everything that acts on forms is a
`Derivation`: `d`, `interior` (i_K) and `lie` (L_K). A `Map` is the morphism φ^* of algebras that
it is.

**Main definitions.** `Manifold`, `Form`, `VectorForm`, `Derivation`, `bracket`, `Multivector`,
`Map`.

**Main results.** Every derivation is L_K + i_N for one pair of vector-valued forms (`decompose`,
by Frölicher and Nijenhuis). So there is one `bracket`: the graded commutator of derivations, the
bracket of Frölicher and Nijenhuis where its arguments are vector-valued forms, that of Schouten
and Nijenhuis where they are multivector fields.

**Modules**, in the order of a book: `charts`, `spaces`, `forms`, `vector_forms`, `derivations`,
`images_of_forms` (what they make of many forms), `brackets` (i_K, L_K, the one bracket),
`compositions` (operators of higher order), `multivectors`, `maps`, `local_diffeomorphisms` (what
they pull back), `identity_maps`, `points`, `flows`, `powers`, `antiderivatives`,
`linear_algebra`, `compilation`, `functions_of_results`,
`requirements_of_domain` and `function_data` (functions as programs, where they are defined, and in
files). What they share: `coefficients` (arithmetic, conditions, comparison), `sparse_components`,
`named_components`, `point_values`, `polynomial_roots`, `represented` (objects that stand for forms
elsewhere), `protocols`, `declarations`, `sympy_declarations` and `requirements` (what callers
give), `display` and `operator_labels` (how it is written).
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
