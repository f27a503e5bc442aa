"""Schouten, Cotton and York; divergence and Laplacian of tensors; curl, cross product, frames."""

from __future__ import annotations

import pytest
from hypothesis import given
from metric_examples import FEW, M, X, Y, Z, example, fields, sphere

from diffgeo import Manifold, Metric, check, d
from diffgeo.atlases import spherical_coordinates
from diffgeo.errors import AxiomViolation, DegreeMismatch, NeedsSign
from diffgeo.metrics import (
    cotton_york,
    cross_product,
    curl,
    exact_solution,
    kulkarni_nomizu,
    orthonormal_frame,
)
from diffgeo.structures import tensor
from diffgeo.testing import functions, metrics

FLAT = Metric.diagonal(M, x=1, y=1, z=1)


def nil() -> Metric:
    """The left-invariant metric of the group of Heisenberg."""
    dx, dy, dz = (d(f) for f in M.coordinates)
    return Metric.from_coframe([dx, dy, dz - M["x"] * dy])


@given(metrics(M, 1, 1, 1))
@FEW
def test_curvature_is_made_of_weyl_and_schouten(g):
    nabla = g.connection
    assert check(nabla.riemann == nabla.weyl + kulkarni_nomizu(nabla.schouten, g.tensor))
    assert check(nabla.riemann == kulkarni_nomizu(nabla.schouten, g.tensor))  # dimension 3
    assert check(g.trace(nabla.schouten) == nabla.scalar / 4)
    assert not check(nabla.schouten == nabla.schouten + g.tensor)


def test_weyl_is_conformal():
    g = exact_solution("schwarzschild")
    factor = 1 + g.space["r"] ** 2 * g.space["t"] ** 2
    other = g.rescaled(factor)
    assert check(other.connection.weyl == factor * g.connection.weyl)
    assert not check(other.connection.weyl == g.connection.weyl)


def test_the_volume_of_a_conformal_metric():
    g = Metric.diagonal(M, x=1, y=1, z=1).oriented(-1)
    assert check(g.rescaled(M.function("exp(2*x)")).volume == M.function("exp(3*x)") * g.volume)
    assert not check(g.rescaled(M.function("exp(2*x)")).volume == g.volume)


def test_cotton_vanishes_for_what_is_conformally_flat():
    for g in (sphere(3), exact_solution("btz"), FLAT.rescaled(M.function("1 + x**2*y**2 + z**2"))):
        assert check(g.connection.cotton == 0)
    assert not check(nil().connection.cotton == 0)


def test_cotton_and_york_of_the_group_of_heisenberg():
    """In the orthonormal frame diag(-1/2, -1/2, 1), up to the sign of the orientation."""
    g = nil()
    york = cotton_york(g)
    frame = [X, Y + M["x"] * Z, Z]
    values = [[york(e, f) for f in frame] for e in frame]
    size = values[2][2]
    assert check(size**2 == 1)
    for a in range(3):
        for b in range(3):
            wanted = 0 if a != b else 1 if a == 2 else -1
            assert check((1 if a == b == 2 else 2) * values[a][b] == wanted * size)
    assert check(g.trace(york) == 0) and check(g.connection.divergence(york) == 0)
    assert check(cotton_york(g.oriented(-1)) == -york)
    assert not check(york == 0)


def test_divergences():
    g = example()
    nabla = g.connection
    assert check(nabla.divergence(nabla.einstein) == 0) and check(g.divergence(nabla.einstein) == 0)
    assert check(2 * nabla.divergence(nabla.ricci) == tensor(d(nabla.scalar)))
    assert not check(nabla.divergence(nabla.ricci) == tensor(d(nabla.scalar)))
    U = M.vector_field(x="y*z", y="x**2", z="z")
    assert check(nabla.divergence(U).as_function() == g.divergence(U))
    assert check(nabla.divergence(nabla.torsion) == 0)


@given(functions(M, 2, 2))
@FEW
def test_the_laplacian_of_functions(f):
    g = example()
    assert check(g.connection.laplacian(f).as_function() == g.laplacian(f))
    assert not check(FLAT.connection.laplacian(M["x"] ** 2).as_function() == 0)


def test_the_laplacian_of_a_killing_field():
    g = exact_solution("kerr")
    S = sphere(3)
    K = S.space.vector_field(c=1)
    assert S.is_killing(K)
    ricci = S.raised(S.connection.ricci).insert(K)
    assert check(S.connection.laplacian(K) == -ricci)
    assert not check(S.connection.laplacian(K) == ricci)
    around = g.space.frame[3]
    assert check(g.connection.laplacian(around) == 0)


@given(fields, fields, fields)
@FEW
def test_cross_products(U, V, W):
    cross = cross_product(U, cross_product(V, W, FLAT), FLAT)
    assert check(cross == FLAT(U, W) * V - FLAT(U, V) * W)
    assert check(FLAT(cross_product(U, V, FLAT), U) == 0)
    assert not check(cross_product(X, Y, FLAT) == -Z)


@given(metrics(M, 1, 1, 1), functions(M, 1, 1))
@FEW
def test_curls(g, f):
    try:
        _ = g.volume
    except (NeedsSign, ValueError):
        return
    assert check(curl(g.gradient(f), g) == 0)
    assert check(g.divergence(curl(f * X, g)) == 0)
    assert not check(curl(M["y"] * X, FLAT) == Z)


def test_the_curl_in_spherical_coordinates():
    """Against the table: curl(A φ̂) = (1/(r sin θ) ∂_θ(A sin θ)) r̂ - (1/r ∂_r(rA)) θ̂."""
    phi = spherical_coordinates()
    space = phi.source
    g = phi.pull(Metric.diagonal(phi.target, x=1, y=1, z=1))
    radial, polar, around = orthonormal_frame(g)
    found = curl(space.function("r**2*sin(theta)") * around, g)
    assert check(found == space.function("2*r*cos(theta)") * radial
                 - space.function("3*r*sin(theta)") * polar)  # fmt: skip
    assert not check(found == 0)
    assert check(cross_product(radial, polar, g) == around)


def test_orthonormal_frames():
    g = exact_solution("kerr")
    # Outside of the ergosphere ∂_t is timelike.
    with pytest.raises(NeedsSign, match="declare signs or a domain"):
        orthonormal_frame(g)
    flat = Metric.from_components(M, {("x", "y"): 1, ("z", "z"): 1})
    with pytest.raises(AxiomViolation, match="null"):
        orthonormal_frame(flat)
    frame = orthonormal_frame(flat, [X + Y, X - 2 * Y, X + Z])
    squares = [[flat(e, f) for f in frame] for e in frame]
    assert [str(row[k]) for k, row in enumerate(squares)] == ["1", "-1", "1"]
    assert all(check(squares[a][b] == 0) for a in range(3) for b in range(a))
    assert not check(flat(X, Y) == 0)


def test_dimension_three_is_needed():
    H = Manifold("H", "x y", positive="y")
    g = Metric.diagonal(H, x="1/y**2", y="1/y**2")
    for question in (
        lambda: curl(H.frame[0], g),
        lambda: cross_product(*H.frame, g),
        lambda: cotton_york(g),
        lambda: g.connection.schouten,
    ):
        with pytest.raises(DegreeMismatch, match="dimension 2"):
            question()
