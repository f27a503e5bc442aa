"""Sections 7 and 8 of the ledger of Miron and Nimineț: curvatures, and the examples.

Data are what they are called, the claims are those of the paper, and wrong signs in the library
and in the formulas change outcomes.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from wrong_signs import BRACKET, TRANSPOSE, noticed

from diffgeo import check
from mechanics.papers import ledger
from mechanics.papers.engine import recorded_outcomes as recorded
from mechanics.papers.engine.claims import Fact
from mechanics.papers.engine.judgement import judge
from mechanics.papers.miron_niminet import book, equations
from mechanics.papers.miron_niminet.data import NONHOLONOMIC, System, constrained_in_space
from mechanics.papers.miron_niminet.metrical_data import SIMPLE, curved_data, germs, plane_system
from mechanics.papers.miron_niminet.metrical_scene import MetricalScene
from mechanics.papers.miron_niminet.special_data import (
    POLAR,
    FinslerSystem,
    classical_system,
    classical_systems,
    finsler_in_space,
    finsler_systems,
    generic_classical_system,
    riemannian_in_space,
)
from mechanics.spaces.lagrange_spaces import LagrangeGeometry, NLinearConnection

BOOK = ledger("miron-niminet")
#: Undefined functions, with n = 3.
ALL_IN_SPACE = (constrained_in_space(), riemannian_in_space(), finsler_in_space())


# --- data -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "datum",
    [classical_system(2, 0), classical_system(3, 0), POLAR, generic_classical_system()],
    ids=lambda datum: datum.name,
)
def test_classical_systems(datum) -> None:
    s = book.scene(datum)
    assert s.space.is_riemannian() and check(s.system.postulate_holds())
    assert not check(s.plain.L("ijk") == 0, counterexample=False)
    assert not check(s.loose.postulate_holds(), counterexample=False)


@pytest.mark.parametrize(
    "datum",
    [datum for datum in finsler_systems(0, False) if datum.multipliers],
    ids=lambda datum: datum.name,
)
def test_finsler_systems(datum: FinslerSystem) -> None:
    s = book.scene(datum)
    F = s.TM.function(datum.norm)
    assert s.space.is_finsler() and check(s.C(F) == F) and check(F**2 == s.L)
    assert not s.space.is_riemannian()
    assert check(s.system.postulate_holds())
    assert not check(s.system.geometry.h == s.free.h, counterexample=False)


def test_all_systems_in_space() -> None:
    """Of a degree in the velocities only where they are said to be."""
    spaces = [book.scene(datum).space for datum in ALL_IN_SPACE]
    assert [bool(space.is_riemannian()) for space in spaces] == [False, True, False]
    assert [bool(space.is_finsler()) for space in spaces] == [False, True, True]


@pytest.mark.parametrize("datum", [*NONHOLONOMIC, *ALL_IN_SPACE], ids=lambda datum: datum.name)
def test_what_is_completely_nonholonomic(datum: System) -> None:
    """λ = 0 is not said where a = dx, which is integrable."""
    integrable = replace(datum, constraints=(("1", *"0" * (len(datum.coordinates) - 1)),))
    for given, leaves_none in ((datum, True), (integrable, False)):
        parts = MetricalScene(given).without_multipliers()
        facts = [one for part in parts.values() for one in part if isinstance(one, Fact)]
        assert all(fact.true for fact in facts) is leaves_none


def test_data_of_curvatures() -> None:
    """No curvature is zero by accident, and both dimensions occur."""
    s = book.scene(plane_system(0))
    for G in (s.plain, s.star):
        for T in (G.R, G.P, G.S):
            assert not check(T("ijkh") == 0, counterexample=False)
    assert {len(datum.coordinates) for datum in curved_data(0, False)} == {2, 3, 4}
    assert len(classical_systems(0, False)) == 8
    simple = book.scene(SIMPLE)
    assert check(simple.plain.N("ij") == 0)
    assert {key for key, f in simple.K.values.items() if not check(f == 0)} == {(0, 0)}
    assert check(simple.K[0, 0] == simple.x[1])


def test_the_connection_between_has_the_torsion_of_its_own() -> None:
    """(5.8) has the other order of indices, which matters as L̄ is not symmetric."""
    s = book.scene(plane_system(1))
    M = s.middle["postulate"]
    slope = M.fibre_slope(M.N)
    assert not check(M.T_torsion("ijk") == 0, counterexample=False)
    assert check(M.P_torsion("ijk") + M.L("ikj") == slope("ijk"))
    assert not check(M.P_torsion("ijk") + M.L("ijk") == slope("ijk"), counterexample=False)
    D = s.system.deformation.intermediate
    assert check(M.of(D.torsion_P)("ijk") == M.P_torsion("ijk"))


# --- wrong signs -------------------------------------------------------------------------------


def wrong_over(patch: pytest.MonkeyPatch) -> None:
    """The connection over another N is what it was."""
    patch.setattr(NLinearConnection, "over", lambda self, nonlinear: self)


def wrong_scalar(patch: pytest.MonkeyPatch) -> None:
    """The trace of Ric on TM, R + S."""
    right = LagrangeGeometry.scalar_R.func
    both = property(lambda self: right(self) + self.scalar_S)
    patch.setattr(LagrangeGeometry, "scalar_R", both)


def wrong_mixed(patch: pytest.MonkeyPatch) -> None:
    """¹P_ij and +²P_ij."""
    both = property(lambda self: (self.metrical.ricci_P1, self.metrical.ricci_P2))
    patch.setattr(LagrangeGeometry, "einstein_mixed", both)


def wrong_K(patch: pytest.MonkeyPatch) -> None:
    """-K."""
    right = MetricalScene.K_of
    patch.setattr(MetricalScene, "K_of", lambda self, G: (-right(self, G)("ij")).to("ij"))


def wrong_symbols(patch: pytest.MonkeyPatch) -> None:
    """-γ^i_jk."""
    right = equations.twice
    patch.setattr(equations, "twice", lambda s, T: [-f for f in right(s, T)])


test_a_wrong_sign_is_noticed = noticed(
    BOOK,
    (
        "-1 connections.n_linear_connections.NLinearConnection._curvature",
        ["MN-7.05p", "MN-7.07ppp", "MN-7.16", "MN-7.20"],
    ),
    (wrong_over, ["MN-7.11", "MN-7.14", "MN-7.16"]),
    (wrong_scalar, ["MN-7.07pppp", "MN-7.08"]),
    (wrong_mixed, ["MN-7.09"]),
    (wrong_K, ["MN-7.04", "MN-7.10", "MN-7.12", "MN-7.15", "MN-7.22"]),
    (BRACKET, ["MN-T8.4", "MN-8.13-8.15", "MN-8.geo"]),
    (TRANSPOSE, ["MN-8.05"]),
    (wrong_symbols, ["MN-8.09", "MN-8.10", "MN-8.23"]),
)


@pytest.mark.parametrize("id", ["MN-7.16", "MN-7.19", "MN-7.20", "MN-8.18"])
def test_what_fails_does_so_for_other_seeds(id: str) -> None:
    outcome = judge(BOOK, BOOK.claims[id], seed=5, quick=True)
    assert recorded.difference(outcome) == ""
    assert outcome.correction_evidence == "verified" and outcome.counterexample is not None


@pytest.mark.parametrize("id", ["MN-7.15", "MN-7.16", "MN-7.19", "MN-7.20"])
def test_corrections_in_both_readings_for_all_systems(id: str) -> None:
    """On random germs for n = 2, where multipliers depend on velocities too."""
    s = book.scene(germs(2, 7))
    assert list(s.decided) == ["postulate", "d'Alembert-Chetaev"]
    assert not check(s.star.N("ij") == s.kept.N("ij"), counterexample=False)
    judgement = BOOK.claims[id].state(s)
    for part in judgement.corrected.values():
        for identity in listed(part):
            assert check(identity, counterexample=False)
    printed = [one for part in judgement.printed.values() for one in listed(part)]
    assert not all(check(identity, counterexample=False) for identity in printed)


def listed(part) -> list:
    return part if isinstance(part, list) else [part]
