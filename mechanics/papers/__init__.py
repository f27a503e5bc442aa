"""The ledgers: the claims of the papers, each stated with the library and judged by it.

One function per claim, bound to its id, says what the paper says with the operations of
`diffgeo` and `mechanics`; the verdict is computed. ``mechanics verify`` runs the ledgers. What
came out when the ledger was written is recorded in ``engine/recorded/``, which no ledger reads.

**Main definitions.** `ledger` gives the `Ledger` of a paper; `engine` judges it.

**Main results.** A claim holds if all its parts hold for all data and a mutated form is refuted; it
fails if it is refuted and a corrected form holds.

**Papers**: `deleon_martin`, `sarlet`, `senkerikova`, `miron_niminet`, `frigioiu`.

Nothing below knows of a paper: papers are found by entry points, see `mechanics.faces.paper_list`.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
