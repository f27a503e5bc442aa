"""Sections 5 and 6 of the ledger of Miron and Nimineț: indices, data, and wrong signs.

Components with indices are tested against sums by hand, the geometry in indices against the
library and against numbers of a system that is small enough to do on paper.
"""

from __future__ import annotations

from functools import cached_property
from itertools import product

import pytest
from wrong_signs import BRACKET, TRANSPOSE, noticed

from diffgeo import Manifold, Status, check, tangent
from mechanics.papers import ledger
from mechanics.papers.engine.judgement import judge
from mechanics.papers.miron_niminet import almost_symplectic, bianchi, maxwell
from mechanics.papers.miron_niminet.indices import Components, cyclic
from mechanics.papers.miron_niminet.metrical_data import (
    TURNING,
    germs,
    plane_system,
    randers_germs,
    space_system,
)
from mechanics.papers.miron_niminet.metrical_scene import GermScene, IndexGeometry, MetricalScene
from mechanics.spaces.lagrange_spaces import LagrangeGeometry

BOOK = ledger("miron-niminet")


def holds(identity) -> bool:
    verdict = check(identity, counterexample=False)
    assert verdict.status is not Status.UNKNOWN, verdict
    return bool(verdict)


def test_small_counterexamples_with_code_are_shown() -> None:
    """Germs refute the same, without a formula; random systems with longer ones."""
    outcome = judge(BOOK, BOOK.claims["MN-6.05"])
    assert outcome.verdict == "false" and any("germs" in name for name in outcome.used)
    shown = outcome.counterexample
    assert shown is not None and shown["datum"].startswith("gyroscopic: ") and shown["code"]


# --- indices ------------------------------------------------------------------------------------

TM = tangent(Manifold("M", "x y"))
N = range(2)


def table(rank: int, seed: int) -> Components:
    """Functions that are not alike."""
    x, y, u, v = TM.coordinates
    return Components.of(
        TM, 2, rank, lambda *key: x ** (key[0] + seed) + y * (1 + key[-1]) + u * sum(key) + v * seed
    )


def test_products_sum_over_equal_letters() -> None:
    A, B = table(2, 1), table(3, 2)
    found = (A("im") * B("mjk")).to("kij")
    for i, j, k in product(N, N, N):
        assert holds(found[k, i, j] == A[i, 0] * B[0, j, k] + A[i, 1] * B[1, j, k])
    # Two letters at once, and none: a function and all products.
    assert holds((A("ij") * A("ji")).to("")[()] == sum(A[i, j] * A[j, i] for i in N for j in N))
    assert holds((A("ij") * B("klm")).to("ijklm")[1, 0, 1, 1, 0] == A[1, 0] * B[1, 1, 0])
    assert not holds(A("im") * B("mjk") == A("mi") * B("mjk"))


def test_traces_sums_and_cyclic_sums() -> None:
    A, B = table(3, 1), table(3, 3)
    trace = A("iji").to("j")
    assert holds(trace[1,] == A[0, 1, 0] + A[1, 1, 1])
    assert not holds(trace[1,] == A[0, 0, 1] + A[1, 1, 1])
    total = (A("ijk") - 2 * B("kji")).to("ijk")
    assert holds(total[0, 1, 1] == A[0, 1, 1] - 2 * B[1, 1, 0])
    turned = cyclic(A).to("ijk")
    assert holds(turned[0, 0, 1] == A[0, 0, 1] + A[0, 1, 0] + A[1, 0, 0])
    assert holds(A("ijk") == A("ijk")) and not holds(A("ijk") == A("jik"))
    assert holds(A("ijk") / 2 + A("ijk") / 2 == A("ijk"))


def test_wrong_letters_are_refused() -> None:
    with pytest.raises(ValueError, match="2 indices are called 'ijk'"):
        table(2, 1)("ijk")
    with pytest.raises(ValueError, match="the indices ij are not put in the order ik"):
        table(2, 1)("ij").to("ik")
    geometry = MetricalScene(TURNING).star
    with pytest.raises(ValueError, match="3 indices have the kinds 'ul'"):
        geometry.h_derivative(geometry.L, "ul")


# --- data ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_exact_systems_are_curved(seed: int) -> None:
    for datum in (plane_system(seed), space_system(seed)):
        s = MetricalScene(datum)
        things = [s.C_low("ijk"), s.K("ij"), s.star.R_torsion("ijk"), s.star.P_torsion("ijk")]
        things += [s.star.R("ijkh"), s.star.P("ijkh"), s.star.D("ij"), s.plain.D("ij")]
        if s.n == 2:
            things.append(s.star.S("ijkh"))
        assert [holds(thing == 0) for thing in things] == [False] * len(things)
        assert check(s.star.N("ij") == s.plain.N("ij") - s.K("ij")).status is Status.VERIFIED
        assert not holds(s.kept.N("ij") == s.star.N("ij"))


@pytest.mark.parametrize("n", [2, 3])
def test_germs_obey_the_postulate_and_are_general(n: int) -> None:
    s = GermScene(germs(n, 0))
    assert len(s.Q) == n - 1 and holds(s.system.postulate_holds())
    assert all(holds(V(f) == 0) for f in s.Lambda for V in s.d_y)
    assert not holds(s.loose.postulate_holds())
    for T in (s.star.R("ijkh"), s.star.P("ijkh"), s.star.S("ijkh"), s.star.P_torsion("ijk")):
        assert not holds(T == 0)
    assert not holds(s.y_up("i") * s.C_low("ijk") == 0)


@pytest.mark.parametrize("n", [2, 3])
def test_germs_of_randers_metrics_are_finsler_metrics(n: int) -> None:
    """C(L) = 2L, y^i C_ijk = 0 and y^i_|j = 0 without forces, and no quadratic L."""
    s = GermScene(randers_germs(n, 0))
    assert holds(s.space.liouville_field(s.L) == 2 * s.L) and not holds(s.C_low("ijk") == 0)
    assert holds(s.y_up("i") * s.C_low("ijk") == 0) and holds(s.plain.D("ij") == 0)
    assert not holds(s.star.D("ij") == 0)
    # So the field is the elicoidal tensor, -8 F = El.
    El = almost_symplectic.elicoidal(s.star)
    assert holds(-8 * maxwell.field(s.star)("ij") == El("ij"))


# --- the geometry in indices -----------------------------------------------------------------


def test_the_turning_force_by_hand() -> None:
    """L = ẋ² + ẏ² + ż², F = zẋ dy: 2G² = -zẋ/2, N*²_1 = -z/4, 𝓕_12 = -z/8, R*²_13 = -1/4."""
    s = MetricalScene(TURNING)
    z, G = s.x[2], s.star
    values = {(1, 0): -z / 4}
    assert all(holds(G.N[i, j] == values.get((i, j), s.zero)) for i in range(3) for j in range(3))
    assert holds(G.L("ijk") == 0) and holds(G.C("ijk") == 0)
    assert holds(8 * maxwell.field(G)[0, 1] == -z) and holds(G.D[1, 0] == z / 4)
    assert holds(4 * G.R_torsion[1, 0, 2] == s.TM.function(-1))
    left, right = maxwell.cyclic_slope(G).to("ijk"), maxwell.of_C(G, G.R_torsion)
    assert holds(8 * left[0, 1, 2] == s.TM.function(-1)) and holds(right == 0)
    assert holds(left("ijk") == -maxwell.of_g(G) / 2)


def test_covariant_derivatives_of_the_library_and_in_indices() -> None:
    s = GermScene(germs(2, 1))
    G, D = s.star, s.system.geometry.metrical
    T = D.torsion_P
    assert holds(G.of(T)("ijk") == G.P_torsion("ijk"))
    assert holds(G.of(D.h_derivative(T))("ijkh") == G.h_derivative(G.P_torsion, "ull")("ijkh"))
    assert holds(G.of(D.v_derivative(T))("ijkh") == G.v_derivative(G.P_torsion, "ull")("ijkh"))
    assert not holds(G.of(D.v_derivative(T))("ijkh") == G.h_derivative(G.P_torsion, "ull")("ijkh"))
    for mine, of_library in ((G.R, D.curvature_R), (G.P, D.curvature_P), (G.S, D.curvature_S)):
        assert holds(G.of(of_library)("ijkh") == mine("ijkh"))
        assert not holds(G.of(of_library)("ijkh") == mine("ijhk"))


def test_a_wrong_term_in_an_identity_of_bianchi_is_noticed() -> None:
    """Each identity is refuted when the geometry of N is put among that of N*."""
    s = GermScene(germs(3, 1))
    right, wrong = bianchi.Bianchi(s.star), bianchi.Bianchi(s.star)
    wrong.T, wrong.Q = s.plain.R_torsion, s.plain.P_torsion
    for of in ("of_torsions", "of_curvatures"):
        for one, other in zip(
            getattr(right, of)().items(), getattr(wrong, of)().items(), strict=True
        ):
            (name, (left, expected)), (_, (bent, found)) = one, other
            assert holds(left == expected), name
            # (5) has torsions of the fibres only, which are the same for both.
            assert holds(bent == found) is name.startswith("(5)"), name


# --- wrong signs in the library change outcomes ----------------------------------------------


def wrong_connection(patch: pytest.MonkeyPatch) -> None:
    """The vertical projector in the place of the horizontal one, h = ½(id + [S, J])."""
    right = LagrangeGeometry.h.fget
    patch.setattr(LagrangeGeometry, "h", property(lambda self: self.space.identity - right(self)))


def wrong_metric(patch: pytest.MonkeyPatch) -> None:
    """-g, which changes no connection, but lowered tensors."""
    right = MetricalScene.g_low.func
    patch.setattr(MetricalScene, "g_low", property(lambda self: (-right(self)("ij")).to("ij")))


def wrong_curvature(patch: pytest.MonkeyPatch) -> None:
    """-R^i_jkh in indices."""
    right = IndexGeometry.R.func
    wrong = cached_property(lambda self: (-right(self)("ijkh")).to("ijkh"))
    wrong.__set_name__(IndexGeometry, "R")
    patch.setattr(IndexGeometry, "R", wrong)


test_a_wrong_sign_in_the_library_is_noticed = noticed(
    BOOK,
    (wrong_connection, ["MN-5.02", "MN-5.04", "MN-5.09", "MN-6.07a", "MN-6.09"]),
    (wrong_metric, ["MN-5.07S", "MN-6.03a-c", "MN-6.12"]),
    (wrong_curvature, ["MN-5.06a-c", "MN-5.10pp", "MN-6.03a-c"]),
    (BRACKET, ["MN-5.02", "MN-5.08", "MN-6.01"]),
    (TRANSPOSE, ["MN-6.09", "MN-6.04", "MN-5.05"]),
)
