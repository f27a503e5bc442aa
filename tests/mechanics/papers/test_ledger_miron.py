"""The ledger of Miron and Nimineț on one small seeded datum for each claim.

Every outcome is the recorded one, every mutated form is refuted, and a wrong sign in an operation
of the library changes outcomes.
"""

from __future__ import annotations

import pytest
from wrong_signs import BRACKET, TRANSPOSE, noticed

from diffgeo import bracket, check
from mechanics.papers import ledger
from mechanics.papers.miron_niminet.data import (
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


# --- data -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "datum",
    [random_semispray(2, 0), random_semispray(3, 0), generic_semispray(2), generic_semispray(3)],
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
    [random_system(2, 0), random_system(3, 0), randers_system(), generic_system()],
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


test_a_wrong_sign_in_the_library_is_noticed = noticed(
    BOOK,
    (BRACKET, ["MN-2.09", "MN-2.11", "MN-4.08", "MN-4.11", "MN-4.13"]),
    (
        "-1 bundles.tangents.TangentBundle.vertical_endomorphism",
        ["MN-2.02", "MN-2.03", "MN-2.08"],
    ),
    (TRANSPOSE, ["MN-1.02"]),
    ("-1 bundles.tangents.TangentBundle.vertical_endomorphism", ["MN-3.01"]),
    (TRANSPOSE, ["MN-3.02"]),
)
