"""The ledger of Miron and Nimineţ on one small seeded datum for each claim.

Every outcome is the recorded one, every mutated form is refuted, and a wrong sign in an operation
of the library changes outcomes. All sections are named in `SECTIONS`.
"""

from __future__ import annotations

import pytest
from depth import THOROUGH
from wrong_signs import BRACKET, TRANSPOSE, Change, label, unnoticed

from diffgeo import bracket, check
from mechanics.papers import ledger
from mechanics.papers.engine import recorded_outcomes as recorded
from mechanics.papers.engine.judgement import run
from mechanics.papers.miron_niminet import book
from mechanics.papers.miron_niminet.data import (
    SMALL,
    Semispray,
    System,
    generic_semispray,
    generic_system,
    randers_system,
    random_semispray,
    random_system,
)
from mechanics.papers.miron_niminet.scene import SprayScene, SystemScene

BOOK = ledger("miron-niminet")
RECORDED = recorded.outcomes("miron-niminet")
#: The claims of the sections, in the order of the paper.
SECTIONS = {
    1: "1.01 1.02 1.03",
    2: "2.01 2.02 2.03 2.03x 2.04 2.05 2.06 2.07 2.08 2.08p 2.09 2.10 2.11",
    3: "3.00 3.01 3.02 3.03 3.03a 3.03b 3.04 3.05 3.06 3.07 3.08 3.09 3.10",
    4: "4.01 4.02 4.03 4.04 4.05 4.07 T4.1 T4.2 4.08 4.09 C4.1 4.10 4.11 4.13 C4.2",
    5: "5.01 5.02 5.02p 5.03 5.03p 5.04 5.05 5.S 5.06a-c 5.07R 5.07P 5.07S 5.08 5.09 5.10a-c 5.10p "
    "5.10pp 5.B",
    6: "6.01 6.01p 6.02 6.03a-c 6.04 P6.1 6.04n 6.05 6.06 6.07a 6.07b 6.08 6.09 6.10 T6.3 6.11 "
    "6.11z 6.12 6.13 T6.4 6.14",
    7: "7.01 7.02 7.03 7.04 7.05 7.05p 7.06 7.07ppp 7.07pppp 7.08 7.09 7.10 7.11 7.11p 7.12 7.13 "
    "7.14 7.15 7.16 7.17 7.18 7.19 7.20 7.22 7.23",
    8: "8.01 8.03 8.05 8.07 8.07p 8.08 8.09 8.10 T8.3 T8.4 8.L 8.12 8.13-8.15 8.16 8.17 8.18 8.19 "
    "8.20 8.21 8.23 8.geo T8.6 8.d",
}


def test_every_claim_of_these_sections_is_stated_and_recorded() -> None:
    expected = [f"MN-{id}" for ids in SECTIONS.values() for id in ids.split()]
    assert [claim.id for claim in BOOK.ordered()] == expected
    assert list(RECORDED) == expected


@pytest.mark.parametrize("seed", [1, 2] if THOROUGH else [1])
def test_other_seeds_give_the_same(seed: int) -> None:
    found = list(run(BOOK, seed=seed, quick=True))
    assert [recorded.difference(outcome) for outcome in found] == [""] * len(RECORDED)
    assert all(f"seed {seed}" in outcome.used[0] for outcome in found)


# --- data -------------------------------------------------------------------------------------


def test_scenes_are_made_once() -> None:
    assert book.data("system", 0, True) == book.data("system", 0, True)
    assert book.data("system", 0, True) != book.data("system", 1, True)


@pytest.mark.parametrize(
    "datum",
    [random_semispray(2, 0), random_semispray(3, 0), generic_semispray()],
    ids=lambda datum: datum.name,
)
def test_semisprays_are_curved_and_not_homogeneous(datum: Semispray) -> None:
    s = SprayScene(datum)
    assert not check(bracket(s.h, s.h) == 0, counterexample=False)
    assert not check(bracket(s.C, s.S) == s.S, counterexample=False)
    # The other connection is of no semispray: its weak torsion is not zero.
    assert not check(bracket(s.J, s.other_h) == 0, counterexample=False)
    assert check(bracket(s.J, s.h) == 0)


@pytest.mark.parametrize(
    "datum",
    [SMALL, random_system(2, 0), random_system(3, 0), randers_system(), generic_system()],
    ids=lambda datum: datum.name,
)
def test_systems_are_what_they_are_called(datum: System) -> None:
    """C_ijk is not zero, the forces bend N, and (3.11) is no accident of closed constraints."""
    s = SystemScene(datum)
    assert not check(s.space.cartan_tensor == 0, counterexample=False)
    assert check(s.system.postulate_holds())
    assert not check(s.loose.postulate_holds(), counterexample=False)
    assert not check(s.system.reaction == 0, counterexample=False)
    assert not check(s.system.keeps_constraints(), counterexample=False)


# --- wrong signs in the library change outcomes ----------------------------------------------


@pytest.mark.parametrize(
    ("change", "ids"),
    [
        (BRACKET, ["MN-2.09", "MN-2.11", "MN-4.08", "MN-4.11", "MN-4.13"]),
        (
            "-1 bundles.tangents.TangentBundle.vertical_endomorphism",
            ["MN-2.02", "MN-2.03", "MN-2.08"],
        ),
        (TRANSPOSE, ["MN-1.02"]),
        ("-1 bundles.tangents.TangentBundle.vertical_endomorphism", ["MN-3.01"]),
        (TRANSPOSE, ["MN-3.02"]),
        (
            "-1 mechanics.spaces.lagrange_spaces.regular_lagrangians.LagrangeSpace.raised",
            ["MN-1.01", "MN-1.03", "MN-3.06", "MN-3.10", "MN-4.03", "MN-4.07", "MN-4.08"],
        ),
    ],
    ids=label,
)
def test_a_wrong_sign_in_the_library_is_noticed(
    change: Change,
    ids: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert unnoticed(BOOK, change, ids, monkeypatch) == []
