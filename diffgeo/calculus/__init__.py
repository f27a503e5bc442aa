"""The calculus of differential forms: Ω(M), its derivations, and the one bracket.

A `Manifold` is one chart domain with its graded algebra Ω(M) of forms. A `Form` of degree 0 is a
function; a `VectorForm` of degree 0 is a vector field. Everything that acts on forms is a
`Derivation`: `d`, `interior` (i_K) and `lie` (L_K), and every derivation is L_K + i_M for one
pair of vector-valued forms (`decompose`). The one `bracket` is the graded commutator where its
arguments are derivations, the Frölicher-Nijenhuis bracket where they are vector-valued forms, the
Schouten-Nijenhuis bracket where they are `Multivector` fields. A `Map` is the morphism φ^* of
algebras that it is.

In the order of a book: `spaces`, `forms`, `vector_forms`, `derivations`, `operators` (i_K, L_K,
the bracket), `compositions`, `multivectors`, `maps`, `linear_algebra`. `coefficients` is what all
objects with coefficients share: arithmetic, conditions, comparison; `display` how they are written.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
