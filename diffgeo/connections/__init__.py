"""Connections: of Ehresmann, of second-order fields, linear, and those of Lagrange spaces.

A connection is a projector onto the vertical fields, or a derivative of fields along fields.

**Main definitions.** `EhresmannConnection`; `NonlinearConnection` on TM, that of a semispray and
`SecondOrderConnection` on jets; `LinearConnection`, `MovingFrame`, `ConnectionAlong`;
`DistinguishedConnection`, `NLinearConnection`, `canonical_metrical`.

**Main results.** Curvature is half of the bracket of the projector with itself. A semispray S makes
the connection ½(id - [S, J]); a second-order field on J¹π makes its own, with
`jacobi_endomorphism` and `DynamicalDerivative`. The structure equations of Cartan and the
identities of Bianchi are verdicts (`BianchiIdentities`).

**Modules**, in the order of a book: `adapted_frames`, `complementary_projectors`,
`ehresmann_connections`, `nonlinear_connections`, `semisprays`, `second_order_connections`,
`dynamical_derivatives`, `linear_connections`, `pullbacks_of_connections`, `moving_frames`,
`framed_connections`, `along_maps`, `distinguished_connections`, `metrical_connections`,
`n_linear_connections`, `bianchi`, `principal_connections`, `vector_bundles`,
`enclosed_geodesics`.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
