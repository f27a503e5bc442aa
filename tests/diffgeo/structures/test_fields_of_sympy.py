"""Fields of `sympy.diffgeom`, and what SymPy says about them itself."""

from __future__ import annotations

import pytest
import sympy
from sympy.diffgeom import (
    CoordSystem,
    Differential,
    LieDerivative,
    Patch,
    TensorProduct,
    WedgeProduct,
    metric_to_Ricci_components,
)
from sympy.diffgeom import Manifold as SymPyManifold
from sympy.diffgeom.rn import R2, R2_p, R2_r

from diffgeo import Manifold, Metric, check, d, lie
from diffgeo.errors import DegreeMismatch, NotSupported
from diffgeo.structures import from_sympy_diffgeom, map_of_systems, space_of_system

x, y = R2_r.coord_functions()
dx, dy = R2_r.base_oneforms()
ex, ey = R2_r.base_vectors()
M = space_of_system(R2_r)


def read(field):
    return from_sympy_diffgeom(field, M)


def test_fields_and_forms():
    assert check(read(x**2 * sympy.sin(y)) == M.function("x**2*sin(y)"))
    assert check(read(x * ey - y * ex) == M.vector_field(x="-y", y="x"))
    assert check(read(x * dy + dx) == M.form(1, {"x": 1, "y": "x"}))
    assert check(read(y * WedgeProduct(dx, dy)) == M.form(2, {("x", "y"): "y"}))
    assert check(read(Differential(x**2 * y)) == d(M.function("x**2*y")))
    assert check(read(TensorProduct(dx + y * dy, dy)) == read(TensorProduct(dx, dy))
                 + M["y"] * read(TensorProduct(dy, dy)))  # fmt: skip
    assert not check(read(WedgeProduct(dx, dy)) == read(WedgeProduct(dy, dx)))


def test_derivatives_agree_with_those_of_sympy():
    X, f = x * ey - y**2 * ex, x**3 + x * y
    assert check(lie(read(X), read(f)) == read(LieDerivative(X, f)))
    assert not check(lie(read(X), read(f)) == read(f))


def test_curvature_agrees_with_that_of_sympy():
    patch = Patch("P", SymPyManifold("H", 2))
    names = sympy.symbols("u", real=True), sympy.symbols("v", positive=True)
    system = CoordSystem("half plane", patch, names)
    u, v = system.coord_functions()
    du, dv = system.base_oneforms()
    metric = (1 + u**2) * (TensorProduct(du, du) + TensorProduct(dv, dv)) / v**2
    space = space_of_system(system)
    g = Metric(from_sympy_diffgeom(metric, space))
    theirs = metric_to_Ricci_components(metric)
    for i, a in enumerate(space.frame):
        for j, b in enumerate(space.frame):
            value = from_sympy_diffgeom(theirs[i, j], space)
            assert check(g.connection.ricci(a, b) == value)
            assert not check(g.connection.ricci(a, b) == value + 1)


def test_changes_of_coordinates():
    P = space_of_system(R2_p, domain="rho > 0")
    phi = map_of_systems(R2_p, R2_r, P, M)
    flat = TensorProduct(dx, dx) + TensorProduct(dy, dy)
    rho, _ = R2_p.coord_functions()
    drho, dtheta = R2_p.base_oneforms()
    polar = TensorProduct(drho, drho) + rho**2 * TensorProduct(dtheta, dtheta)
    pulled = phi.pull(read(flat))
    assert check(pulled == from_sympy_diffgeom(polar, P)) and not check(pulled == 2 * pulled)
    with pytest.raises(DegreeMismatch, match="no coordinates"):
        map_of_systems(R2_r, R2_p, M, Manifold("Q", "a b"))
    assert R2.dim == M.dimension


def test_text_is_not_evaluated():
    with pytest.raises(NotSupported, match="no expression of SymPy"):
        from_sympy_diffgeom("print('evaluated')", space_of_system(R2_r))


def test_refusals():
    with pytest.raises(NotSupported, match="write TensorProduct or WedgeProduct"):
        read(dx * dy)
    with pytest.raises(DegreeMismatch):
        read(dx + ex)
    with pytest.raises(DegreeMismatch):
        read(x + dx)
