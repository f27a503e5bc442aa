"""The ledger of Frigioiu, Hedrih and Bîrsan, and its data."""

from __future__ import annotations

from typing import Any

from mechanics.papers.engine.claims import Ledger
from mechanics.papers.frigioiu import TITLE
from mechanics.papers.frigioiu.data import data as texts
from mechanics.papers.frigioiu.scene import TimeScene


def data(family: str, seed: int, quick: bool) -> list[tuple[str, Any]]:
    """The data of a family, made once, so that claims share them."""
    if family == "none":
        return [("the system named in the statements", None)]
    return [(str(datum), scene(datum)) for datum in texts(family, seed, quick)]


LEDGER = Ledger("frigioiu", TITLE, data)
claim, once = LEDGER.claim, LEDGER.once
#: The scene of a datum, made once.
scene = LEDGER.once(TimeScene)
