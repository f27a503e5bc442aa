"""The ledger of Frigioiu, Hedrih and Bîrsan, and its data."""

from __future__ import annotations

from typing import Any

from mechanics.papers.engine.claims import Ledger
from mechanics.papers.engine.random_data import Germs
from mechanics.papers.frigioiu import TITLE
from mechanics.papers.frigioiu.data import SMALLEST, Datum
from mechanics.papers.frigioiu.data import data as texts
from mechanics.papers.frigioiu.scene import GermScene, TimeScene
from mechanics.papers.frigioiu.surfaces import SurfaceScene, particles

#: Families of section IV; "none" are opinions.
_SURFACES = ("cylinder", "surface", "moving cylinder", "moving surface", "none")


def data(family: str, seed: int, quick: bool) -> list[tuple[str, Any]]:
    """The data of a family, made once, so that claims share them."""
    if family == "none":
        return [(family, None)]
    if family in _SURFACES:
        return [(particles(family).name, on_surface(family))]
    return [(str(datum), scene(datum)) for datum in texts(family, seed, quick)]


def small(family: str) -> list[tuple[str, Any]]:
    """Data in which refutations are short to read."""
    return [] if family in _SURFACES else [(str(datum), scene(datum)) for datum in SMALLEST]


LEDGER = Ledger("frigioiu", TITLE, data, small=small)
claim, once = LEDGER.claim, LEDGER.once


def made(datum: Datum | Germs) -> TimeScene:
    """The scene of a datum."""
    return GermScene(datum) if isinstance(datum, Germs) else TimeScene(datum)


#: The scene of a datum, made once.
scene = LEDGER.once(made)
_on_surface = LEDGER.once(SurfaceScene)


def on_surface(family: str) -> SurfaceScene:
    """The scene of a particle of section IV."""
    return _on_surface(particles(family))
