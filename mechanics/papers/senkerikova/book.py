"""The ledger of Šenkeříková, and its data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mechanics.papers.deleon_martin.spaces import Spaces
from mechanics.papers.engine.claims import Ledger
from mechanics.papers.sarlet.data import Datum
from mechanics.papers.senkerikova import TITLE
from mechanics.papers.senkerikova import data as texts
from mechanics.papers.senkerikova.scene import ConstraintScene

_FAMILIES: dict[str, Callable[[int, bool], list[Datum]]] = {
    "systems": texts.systems,
    "affine": texts.affine,
    "one affine": lambda seed, quick: [texts.one_affine()],
    "two affine": lambda seed, quick: [texts.two_affine()],
    "conic": lambda seed, quick: [texts.conic()],
    "one quadratic": lambda seed, quick: [texts.one_quadratic()],
    "two quadratic": lambda seed, quick: [texts.two_quadratic()],
}


#: What claims are about that make their systems themselves.
_NAMED = {
    "none": "the systems named in the statements",
    "any constraint": "undefined g in space, k = 1 and k = 2: every constraint",
    "coefficients": "undefined D, E, F, G of (t, q): all coefficients of the entry",
}


def data(family: str, seed: int, quick: bool) -> list[tuple[str, Any]]:
    """The data of a family; made once, so that claims share them.

    "systems", "affine", "one affine", … "two quadratic" are scenes, "spaces" jets of a fibration.
    Claims on `_NAMED` make their systems themselves.
    """
    if family in _NAMED:
        return [(_NAMED[family], None)]
    if family == "spaces":
        sizes = (2,) if quick else (2, 1, 3)
        return [(f"undefined functions, m = {m}", spaces(m)) for m in sizes]
    return [(str(datum), scene(datum)) for datum in _FAMILIES[family](seed, quick)]


def witness(name: str) -> ConstraintScene:
    """The scene of one of the small systems."""
    return scene(texts.SMALL[name])


LEDGER = Ledger("senkerikova", TITLE, data)
claim, once = LEDGER.claim, LEDGER.once
#: The scene of a datum, and the jets of a fibration of dimension m, each made once.
scene, spaces = once(ConstraintScene), once(Spaces)
