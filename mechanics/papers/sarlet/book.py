"""The ledger of Sarlet, and its data."""

from __future__ import annotations

from typing import Any

from mechanics.papers.engine.claims import Ledger
from mechanics.papers.sarlet import TITLE
from mechanics.papers.sarlet.data import SMALL
from mechanics.papers.sarlet.data import data as texts
from mechanics.papers.sarlet.scene import SectionScene


def data(family: str, seed: int, quick: bool) -> list[tuple[str, Any]]:
    """The data of a family, "linear" or "non-linear"; made once, so that claims share them."""
    if family == "none":
        return [("the systems named in the statements", None)]
    return [(str(datum), scene(datum)) for datum in texts(seed, quick, linear=family == "linear")]


def small(family: str) -> list[tuple[str, Any]]:
    """Data in which refutations are short to read."""
    chosen = [datum for datum in SMALL.values() if datum.linear == (family == "linear")]
    return [] if family == "none" else [(str(datum), scene(datum)) for datum in chosen]


LEDGER = Ledger("sarlet", TITLE, data, small=small)
claim = LEDGER.claim
#: The scene of a datum, made once.
scene = LEDGER.once(SectionScene)
