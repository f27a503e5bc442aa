"""The ledgers: the claims of the papers, each stated with the library and judged by it.

One function per claim, bound to its id, says what the paper says with the operations of
`diffgeo` and `mechanics`; the verdict is computed. ``mechanics verify`` runs the ledgers. What
came out when the ledger was written is recorded in ``recorded/``, which no ledger reads.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from mechanics._text import nearest
from mechanics.errors import UnknownName

if TYPE_CHECKING:
    from mechanics.ledger.claims import Ledger

#: The modules of the ledgers by the names of the papers.
PAPERS = {"deleon-martin": "mechanics.ledger.deleon_martin"}


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
    return import_module(PAPERS[paper]).LEDGER  # type: ignore[no-any-return]
