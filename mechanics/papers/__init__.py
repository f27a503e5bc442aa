"""The ledgers: the claims of the papers, each stated with the library and judged by it.

One function per claim, bound to its id, says what the paper says with the operations of
`diffgeo` and `mechanics`; the verdict is computed. ``mechanics verify`` runs the ledgers. What
came out when the ledger was written is recorded in ``engine/recorded/``, which no ledger reads.

**Main definitions.** `ledger` gives the `Ledger` of a paper; `engine` judges it.

**Main results.** A claim holds if all its parts hold for all data and a mutated form is refuted; it
fails if it is refuted and a corrected form holds.

**Papers**: `deleon_martin`, `sarlet`, `senkerikova`, `miron_niminet`, `frigioiu`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from mechanics.errors import UnknownName
from mechanics.wording import nearest

if TYPE_CHECKING:
    from mechanics.papers.engine.claims import Ledger

#: The papers that have a ledger, by name; the module of the ledger is called alike.
PAPERS = {
    "deleon-martin": "M. de León, D. Martín de Diego, Non-holonomic mechanical systems in jet "
    "bundles",
    "miron-niminet": "R. Miron, V. Nimineţ, The Lagrangian geometrical model and the associated "
    "dynamical system of a nonholonomic mechanical system",
    "frigioiu": "C. Frigioiu, K. Hedrih, I. G. Bîrsan, Lagrangian geometrical model of the "
    "rheonomic mechanical systems",
    "sarlet": "W. Sarlet, A direct geometrical construction of the dynamics of non-holonomic "
    "Lagrangian systems",
    "senkerikova": "P. Šenkeříková, Mechanické systémy s diferenciálními vazbami a problém "
    "regularity",
}


def ledger(paper: str) -> Ledger:
    """The ledger of a paper.

    Raises
    ------
    UnknownName
        With the nearest known name.
    """
    if paper not in PAPERS:
        hint = nearest(paper, list(PAPERS)) or f"; the papers are {', '.join(PAPERS)}"
        raise UnknownName(f"no ledger of a paper {paper!r}{hint}")
    module = import_module(f"mechanics.papers.{paper.replace('-', '_')}")
    return module.LEDGER  # type: ignore[no-any-return]
