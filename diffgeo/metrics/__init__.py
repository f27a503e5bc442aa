"""Metrics: musical isomorphisms, Levi-Civita and curvature, Hodge, Clifford.

A `Metric` is a symmetric non-degenerate tensor of any signature.

**Main definitions.** `Metric`, `LeviCivita`, `hodge_star`, `codifferential`, `laplace_de_rham`,
`clifford_product`; `InducedMetric` and `InducedConnection` of a level set; `killing_fields`,
`orthonormal_frame`, `petrov_type`, and a gallery, `exact_solution`.

**Main results.** The connection of Levi-Civita is the one without torsion for which the metric is
constant, by the formula of Koszul in brackets (`koszul_formula`). Whether a field is a Killing or a
conformal field and whether a form is harmonic are verdicts. The Clifford product has galgebra as
its second opinion.

**Modules**, in the order of a book: `pseudo_riemannian`, `levi_civita`, `orthonormal_frames`,
`infinitesimal_isometries`, `petrov`, `gallery_of_solutions`, `induced`, `curves`,
`hypersurfaces`, `implicit_hypersurfaces`, `null_hypersurfaces`, `slicings`,
`characteristic_forms`, `hodge`, `volumes`, `clifford`, `clifford_functions`,
`spinors`.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
