"""The ledger of Miron and Nimineț, and its data."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any

from mechanics.papers.engine.claims import (
    Claim,
    Judgement,
    Ledger,
    NotCheckable,
    State,
    Stated,
)
from mechanics.papers.engine.random_data import Germs
from mechanics.papers.miron_niminet import TITLE
from mechanics.papers.miron_niminet.data import (
    Semispray,
    System,
    semisprays,
    systems,
    systems_in_charts,
)
from mechanics.papers.miron_niminet.metrical_data import (
    curved_data,
    damped_data,
    einstein_data,
    general_data,
    plane_data,
    space_data,
)
from mechanics.papers.miron_niminet.metrical_scene import GermScene, MetricalScene
from mechanics.papers.miron_niminet.scene import SprayScene, SystemScene
from mechanics.papers.miron_niminet.smallest_data import SMALLEST
from mechanics.papers.miron_niminet.special_data import classical_systems, finsler_systems

#: What makes the data of a family.
FAMILIES: dict[str, Callable[[int, bool], Sequence[Semispray | System | Germs]]] = {
    "semispray": semisprays,
    "system": systems,
    "charts": systems_in_charts,
    "plane": plane_data,
    "space": space_data,
    "germs": general_data,
    "classical": classical_systems,
    "finsler": finsler_systems,
    "curved": curved_data,
    "damped": damped_data,
    "einstein": einstein_data,
}


class PaperLedger(Ledger):
    """The ledger of a paper whose theorems have numbers of their own, such as T4.1.

    In a section the claims are in the order in which they are stated.
    """

    def ordered(self) -> list[Claim]:
        """The claims by sections."""
        return sorted(self.claims.values(), key=lambda claim: section_of(claim.id))


def section_of(id: str) -> int:
    """The section of a claim: the first number in its id."""
    found = re.search(r"\d+", id)
    return int(found.group()) if found else 0


def data(family: str, seed: int, quick: bool) -> list[tuple[str, Any]]:
    """The data of a family, by its name in `FAMILIES`; made once, so that claims share them."""
    return [(str(datum), scene(datum)) for datum in FAMILIES[family](seed, quick)]


def made(datum: Semispray | System | Germs) -> SprayScene | MetricalScene:
    """The scene of a datum."""
    if isinstance(datum, Semispray):
        return SprayScene(datum)
    return GermScene(datum) if isinstance(datum, Germs) else MetricalScene(datum)


def small(family: str) -> list[tuple[str, Any]]:
    """Data in which refutations are short to read."""
    return [(str(datum), scene(datum)) for datum in SMALLEST.get(family, ())]


LEDGER = PaperLedger("miron-niminet", TITLE, data, small=small)


def claim(
    id: str, where: str, kind: str, statement: str | None = None, on: str = "regular"
) -> Callable[[State | Stated], Claim]:
    """As `Ledger.claim`; on completely nonholonomic data λ = 0 is a part of what is right."""
    bind = LEDGER.claim(id, where, kind, statement, on)

    def bound(given: State | Stated) -> Claim:
        state = given.state if isinstance(given, Stated) else given

        @wraps(state)
        def with_multipliers(s: Any) -> Judgement | NotCheckable:
            found = state(s)
            if not isinstance(s, SystemScene) or s.leaves_multipliers:
                return found
            assert isinstance(found, Judgement)
            if found.repaired:
                return replace(found, repaired={**found.repaired, **s.without_multipliers()})
            if found.corrected:
                return replace(found, corrected={**found.corrected, **s.without_multipliers()})
            return replace(found, printed={**found.printed, **s.without_multipliers()})

        return bind(
            replace(given, state=with_multipliers)
            if isinstance(given, Stated)
            else with_multipliers
        )

    return bound


#: The scene of a datum, made once.
scene: Callable[[Semispray | System | Germs], Any] = LEDGER.once(made)
