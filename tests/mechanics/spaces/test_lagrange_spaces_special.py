"""Lagrange spaces: naturality, Finsler and Riemannian spaces, wrong input."""

from __future__ import annotations

import pytest

from diffgeo import Manifold, Map, bracket, check, d, tangent
from diffgeo.bundles import tangent_map
from diffgeo.errors import AxiomViolation, DegreeMismatch, SpaceMismatch
from mechanics.errors import BadSystem, SingularLagrangian
from mechanics.spaces.lagrange_spaces import (
    Deformation,
    LagrangeGeometry,
    LagrangeSpace,
    LagrangeSystem,
    NLinearConnection,
)

# --- naturality --------------------------------------------------------------------------------


def test_objects_are_natural() -> None:
    """Under the tangent map of a diffeomorphism of M, for polynomial L and force."""
    M = Manifold("M", "x y")
    TM = tangent(M)
    back = {"x": "x - y**2/4", "y": "y/2"}
    change = tangent_map(Map(M, M, {"x": "x + y**2", "y": "2*y"}, inverse=back))
    L = TM.function("xdot**2*(1 + x) + xdot*ydot + ydot**2 + xdot**3/3")
    system = LagrangeSystem(L, TM.function("x*ydot**2") * d(TM["x"]))
    moved = system.pulled_back(change)
    for make in (
        lambda s: s.semispray,
        lambda s: s.geometry.h,
        lambda s: s.geometry.curvature,
        lambda s: s.elicoidal,
        lambda s: s.geometry.theta,
        lambda s: s.geometry.electromagnetic,
        lambda s: s.deformation.tensor,
        lambda s: s.lagrange_space.cartan_tensor,
        lambda s: s.geometry.metrical.torsion_P,
    ):
        assert check(make(moved) == change.pull(make(system)), counterexample=False)
    # Outside the group: a change of TM that is no tangent map.
    images = {"x": "x", "y": "y", "xdot": "xdot + x", "ydot": "ydot"}
    back = {**images, "xdot": "xdot - x"}
    shift = Map(TM, TM, images, inverse=back)
    twisted = system.pulled_back(shift)
    assert not check(twisted.semispray == shift.pull(system.semispray), counterexample=False)
    assert not check(twisted.geometry.h == shift.pull(system.geometry.h), counterexample=False)
    # What is not natural: the semispray without curvature in these coordinates.
    flat = TM.semispray()
    assert not check(flat == change.pull(flat), counterexample=False)


# --- special spaces ----------------------------------------------------------------------------

XY = tangent(Manifold("M", "x y", parameters="b"))


def test_a_randers_metric() -> None:
    """L = (α + β)²: homogeneous, with roots; spray, tension zero, and C_ijk y^k = 0."""
    TM = tangent(Manifold("M", "x y"))
    space = LagrangeSpace(TM.function("(sqrt(xdot**2 + ydot**2) + y*xdot/3)**2"))
    assert space.is_finsler() and not space.is_riemannian()
    S, C = space.semispray, TM.liouville_field
    assert check(bracket(C, S) == S) and check(space.geometry.tension == 0)
    assert check(space.energy == space.lagrangian)
    assert check(space.cartan_tensor.insert(S, 0) == 0)
    g = space.metric
    assert check(g(S, S) == space.lagrangian) and not check(g(S, S) == 2 * space.lagrangian)
    force = TM.function("ydot") * d(TM["x"])
    moved = LagrangeSystem(space, force)
    assert check(moved.balance()) and not check(bracket(C, moved.semispray) == moved.semispray)


def test_a_kropina_and_a_minkowski_metric() -> None:
    TM = tangent(Manifold("M", "x y", positive="y"))
    kropina = LagrangeSpace(TM.function("((xdot**2 + y*ydot**2)/(xdot + y*ydot))**2"))
    assert kropina.is_finsler() and check(kropina.geometry.tension == 0)
    minkowski = LagrangeSpace(TM.function("sqrt(xdot**4 + ydot**4 + xdot**2*ydot**2)"))
    assert minkowski.is_finsler() and not minkowski.is_riemannian()
    assert check(minkowski.semispray == TM.semispray())
    assert check(minkowski.geometry.curvature == 0)


def test_riemann_and_damping() -> None:
    """F_i = -b y_i: N* = N + (b/4) δ, L* = L, 𝓕 = 0, R*^i_jk = R^i_jk."""
    space = LagrangeSpace(XY.function("xdot**2 + cos(x)**2*ydot**2"))
    assert space.is_riemannian() and space.is_finsler()
    lowered = XY.function("xdot") * d(XY["x"]) + XY.function("cos(x)**2*ydot") * d(XY["y"])
    system = LagrangeSystem(space, -XY["b"] * lowered)
    passage = system.deformation
    assert check(4 * passage.tensor == -XY["b"] * system.J)
    assert check(system.geometry.electromagnetic == 0) and check(passage.U == 0)
    assert check(system.geometry.curvature == space.geometry.curvature)
    assert check(system.geometry.scalar_R == 2) and not check(system.geometry.scalar_R == -2)
    assert check(system.geometry.einstein_h == 0)  # in two dimensions
    assert check(space.geometry.metrical.ricci_R == space.metric)


# --- wrong input -------------------------------------------------------------------------------


def test_wrong_input() -> None:
    TM, L = XY, XY.function("xdot**2 + ydot**2")
    with pytest.raises(SpaceMismatch, match="no tangent bundle"):
        LagrangeSpace(Manifold("N", "q").function("q"))
    with pytest.raises(DegreeMismatch, match="a function L"):
        LagrangeSpace(d(L))
    with pytest.raises(SingularLagrangian, match="singular"):
        _ = LagrangeSpace(XY.function("xdot**2")).semispray
    with pytest.raises(AxiomViolation, match="not semibasic"):
        LagrangeSystem(L, d(TM["xdot"]))
    with pytest.raises(DegreeMismatch, match="semibasic 1-form"):
        LagrangeSystem(L, d(TM["x"]) * d(TM["y"]))
    with pytest.raises(BadSystem, match="0 multipliers for 1 constraints"):
        LagrangeSystem(L, None, [TM["xdot"]])
    with pytest.raises(BadSystem, match="a constraint is a function"):
        LagrangeSystem(L, None, [d(TM["x"])], [TM["x"]])
    with pytest.raises(AxiomViolation, match="J S = C"):
        LagrangeGeometry(LagrangeSpace(L), TM.liouville_field)
    with pytest.raises(DegreeMismatch, match="DistinguishedConnection"):
        NLinearConnection(LagrangeSpace(L).connection)
    D = LagrangeSpace(L).geometry.metrical
    with pytest.raises(DegreeMismatch, match="slot 0 of a d-tensor"):
        D.substituted(D.torsion_C, 0, D.torsion_C)
    with pytest.raises(DegreeMismatch, match=r"type \(1, q\) is contracted"):
        D.trace(LagrangeSpace(L).metric, 1)
    passage = Deformation(LagrangeSpace(L).geometry, LagrangeSpace(L).geometry)
    assert check(passage.tensor == 0)
