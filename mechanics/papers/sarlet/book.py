"""The ledger of Sarlet, and its data."""

from __future__ import annotations

from typing import Any

from mechanics.papers.engine.claims import Ledger
from mechanics.papers.sarlet import TITLE
from mechanics.papers.sarlet.data import Datum
from mechanics.papers.sarlet.data import data as texts
from mechanics.papers.sarlet.scene import SectionScene

_SCENES: dict[str, SectionScene] = {}


def data(family: str, seed: int, quick: bool) -> list[tuple[str, Any]]:
    """The data of a family, "linear" or "non-linear"; made once, so that claims share them."""
    if family == "none":
        return [("the systems named in the statements", None)]
    return [(str(datum), scene(datum)) for datum in texts(seed, quick, linear=family == "linear")]


def scene(datum: Datum) -> SectionScene:
    """The scene of a datum, made once."""
    if str(datum) not in _SCENES:
        _SCENES[str(datum)] = SectionScene(datum)
    return _SCENES[str(datum)]


def forget() -> None:
    """Make the data anew, for tests that change what they are made with."""
    _SCENES.clear()


LEDGER = Ledger("sarlet", TITLE, data, forget)
claim = LEDGER.claim
