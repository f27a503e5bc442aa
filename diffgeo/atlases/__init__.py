"""Manifolds covered by several charts.

A `Manifold` is one chart domain with its algebra of forms; an `Atlas` is a set of them, glued by
transition Maps with verified inverses. What is given in one chart is known on all overlaps.

**Main definitions.** `Atlas`, `AtlasObject` (objects of any kind, chart by chart), `AtlasField`,
`AtlasMap`, `AtlasBundle`, `AtlasProduct`; `sphere`, `projective_space`, `torus`, `cylinder`,
`circle`, `plane`; `spherical_coordinates`; `orientation`; coordinates that are angles (`AngleMap`).

**Main results.** It is decided exactly whether what is given in one chart extends to the whole of
another, and objects of several charts agree on their overlaps or are refused. Tangent and
cotangent bundles, jets and products of atlases are atlases.

**Modules**, in the order of a book: `atlas`, `fields_on_atlases`, `objects_on_atlases`,
`extension`, `atlas_maps`, `fibred_atlases`, `products_of_atlases`, `angles`,
`orientations`, `standard_atlases`, `standard_charts`.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
