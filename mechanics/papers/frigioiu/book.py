"""The ledger of Frigioiu, Hedrih and Bîrsan, and its data."""

from __future__ import annotations

from typing import Any

from mechanics.papers.engine.claims import Ledger
from mechanics.papers.frigioiu import TITLE
from mechanics.papers.frigioiu.data import data as texts
from mechanics.papers.frigioiu.scene import TimeScene

#: What claims are about that make their systems themselves.
_NAMED = {
    "none": "the particle on the moving cylinder, for all its parameters",
    "surface": "undefined f(x, y, t) and U: every moving surface and potential",
}


def data(family: str, seed: int, quick: bool) -> list[tuple[str, Any]]:
    """The data of a family, made once, so that claims share them."""
    if family in _NAMED:
        return [(_NAMED[family], None)]
    return [(str(datum), scene(datum)) for datum in texts(family, seed, quick)]


LEDGER = Ledger("frigioiu", TITLE, data)
claim, once = LEDGER.claim, LEDGER.once
#: The scene of a datum, made once.
scene = LEDGER.once(TimeScene)
