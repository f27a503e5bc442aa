"""The ledger of de León and Martín de Diego, and its data."""

from __future__ import annotations

from typing import Any

from mechanics.papers.deleon_martin import TITLE
from mechanics.papers.deleon_martin.spaces import Spaces
from mechanics.papers.engine.claims import Ledger
from mechanics.papers.engine.constrained_scene import Scene
from mechanics.papers.engine.random_data import (
    SMALL,
    SMALLEST,
    Datum,
    generic,
    pursuit,
    random,
    regular_data,
    singular,
    solved,
)


def data(family: str, seed: int, quick: bool) -> list[tuple[str, Any]]:
    """The data of a family; made once, so that claims share what is computed."""
    if family == "none":
        return [("the systems named in the statements", None)]
    if family == "spaces":
        sizes = [2] if quick else [1, 2, 3]
        return [(f"undefined functions, n = {n}", spaces(n)) for n in sizes]
    return [(str(datum), scene(datum)) for datum in _texts(family, seed, quick)]


def _texts(family: str, seed: int, quick: bool) -> list[Datum]:
    if family in ("regular", "few constraints"):
        known = regular_data(seed, quick)
        all_ = generic(2, 2) if family == "regular" else solved(3, 2)
        return known if quick else [all_, *known]
    if family == "light":
        # Restriction to the constraints makes large fractions: small data only.
        small = random(2, 2, seed)
        known = [generic(1, 1), solved(2, 1), solved(2, 2), small]
        return [small] if quick else [*known, SMALL["oscillator"], pursuit()]
    if family == "hyperregular":
        small = random(2, 1, seed, quadratic=True)
        if quick:
            return [small]
        known = [solved(2, 1, quadratic=True), solved(3, 2, quadratic=True)]
        return [small, *known, random(3, 2, seed, quadratic=True), SMALL["cubic"], pursuit()]
    if family == "small hyperregular":
        small = random(2, 1, seed, quadratic=True)
        known = [solved(n, m, quadratic=True) for n, m in ((2, 1), (2, 2), (3, 2))]
        return [small] if quick else [small, *known, SMALL["cubic"], pursuit()]
    if family == "singular":
        small = singular(3, 2, 1, seed)
        if quick:
            return [small]
        sizes = [(2, 1, 1), (3, 1, 1), (4, 2, 2), (4, 3, 1)]
        known = [SMALL["rank one"], SMALL["partly determinate"]]
        return [small, *(singular(*size, seed) for size in sizes), *known]
    if family == "pursuit":
        return [pursuit()]
    return [SMALL[family]]


def small(family: str) -> list[tuple[str, Any]]:
    """Data in which refutations are short to read."""
    return [(str(datum), scene(datum)) for datum in SMALLEST.get(family, ())]


LEDGER = Ledger("deleon-martin", TITLE, data, small=small)
claim, once = LEDGER.claim, LEDGER.once
#: The scene of a datum, and the jets of a fibration with n fibre coordinates, each made once.
scene, spaces = once(Scene, by=str), once(Spaces)
