"""Connections along maps: geodesics, second fundamental form."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from diffgeo import LinearConnection, Manifold, Map, Metric, bracket, check, d, decompose, tangent
from diffgeo.connections import ConnectionAlong
from diffgeo.errors import DegreeMismatch, SpaceMismatch
from diffgeo.structures import tensor
from diffgeo.testing import functions, linear_connections, maps, metrics, vector_fields

N = Manifold("N", "x y z")
P = Manifold("P", "u v")
line = Manifold("I", "s")
FEW = settings(max_examples=12)
vectors = vector_fields(P, degree=1, terms=1)
connections = linear_connections(N, terms=1, size=3)


def restricted(phi, Y):
    """Y∘φ as a field along φ."""
    return decompose(phi.restrict(Y))[0]


@given(connections, maps(P, N, terms=1), vectors, vector_fields(N, terms=1), functions(P))
@FEW
def test_axioms(nabla, phi, U, Y, f):
    along = nabla.along(phi)
    V = restricted(phi, Y)
    assert check(along(f * U, V) == f * along(U, V))
    assert check(along(U, f * V) == U(f) * V + f * along(U, V))


@given(connections, maps(P, N, terms=1), vectors, vector_fields(N, terms=1))
@FEW
def test_restricted_fields(nabla, phi, U, Y):
    """∇_U (Y∘φ) = (∇_{Tφ U} Y)∘φ: applied to a function, through ∇Y at φ."""
    along = nabla.along(phi)
    found = along(U, restricted(phi, Y))
    for f in N.coordinates:
        slopes = [phi.pull(nabla(e, Y)(f)) for e in N.frame]
        components = [U(phi.pull(g)) for g in N.coordinates]
        value = sum(a * b for a, b in zip(components, slopes, strict=True))
        assert check(found(f) == value)


def test_the_direction_is_the_first_argument():
    nabla = LinearConnection.from_coefficients(N, {("x", "y", "z"): "1"})
    plane = Map(P, N, {"x": "0", "y": "u", "z": "v"})
    along, (U, V) = nabla.along(plane), P.frame
    assert check(along(U, along.tangent(V)) == restricted(plane, N.frame[0]))
    assert check(along(V, along.tangent(U)) == 0)
    assert not check(along(V, along.tangent(U)) == restricted(plane, N.frame[0]))


@given(connections, maps(P, N, terms=1), vectors, vectors)
@FEW
def test_torsion_along_a_map(nabla, phi, U, V):
    """∇_U Tφ V - ∇_V Tφ U - Tφ[U, V] = T(Tφ U, Tφ V)."""
    along = nabla.along(phi)
    left = along(U, along.tangent(V)) - along(V, along.tangent(U)) - along.tangent(bracket(U, V))
    for f in N.coordinates:
        value = phi.pull(nabla.torsion.components[str(f)])(U, V)
        assert check(left(f) == value)
        if not check(value == 0):
            assert not check(left(f) == -value)


@given(metrics(N, steps=1), maps(P, N, degree=1), vectors, vectors, vectors)
@FEW
def test_the_second_fundamental_form_is_a_symmetric_tensor(g, phi, U, V, W):
    source = LinearConnection.from_coefficients(P, {("u", "u", "v"): "v", ("u", "v", "u"): "v"})
    bending = g.connection.along(phi).bending
    assert check(bending(source, U, V) == bending(source, V, U))
    f = P["u"] * P["v"]
    assert check(
        bending(source, f * U, V + W) == f * (bending(source, U, V) + bending(source, U, W))
    )


def sphere():
    S = Manifold("S", "a b")
    return Metric.diagonal(S, a=1, b="sin(a)**2")


def test_the_sphere_bends_by_its_normal():
    S, space = sphere(), Metric.diagonal(N, x=1, y=1, z=1)
    inclusion = Map(S.space, N, {"x": "sin(a)*cos(b)", "y": "sin(a)*sin(b)", "z": "cos(a)"})
    along = space.connection.along(inclusion)
    normal = restricted(inclusion, N.vector_field(x="x", y="y", z="z"))
    for U in S.space.frame:
        for V in S.space.frame:
            value = along.bending(S.connection, U, V)
            assert check(value == -S(U, V) * normal)
    U, V = S.space.frame
    assert not check(along.bending(S.connection, U, U) == normal)
    assert check(along(U, normal) == along.tangent(U))


def test_great_circles_are_geodesics():
    S = sphere()
    curve = Map(line, S.space, {"a": "2*s", "b": "1"})
    assert S.connection.along(curve).is_geodesic()
    parallel = Map(line, S.space, {"a": "1", "b": "s"})
    assert not S.connection.along(parallel).is_geodesic()
    accelerated = Map(line, S.space, {"a": "s**2", "b": "1"})
    assert not S.connection.along(accelerated).is_geodesic()


def test_geodesics_are_integral_curves_of_the_spray():
    """Half circles in the half plane: the velocity is related to the spray."""
    H = Manifold("H", "x y", positive="y")
    g = Metric.diagonal(H, x="1/y**2", y="1/y**2")
    curve = Map(line, H, {"x": "sinh(s)/cosh(s)", "y": "1/cosh(s)"})
    assert g.connection.along(curve).is_geodesic()
    bundle, (U,) = tangent(H), line.frame
    velocity = Map(
        line,
        bundle,
        {
            **{name: curve.pull(f) for name, f in zip("xy", H.coordinates, strict=True)},
            **{f"{name}dot": U(curve.pull(f)) for name, f in zip("xy", H.coordinates, strict=True)},
        },
    )
    assert check(velocity.related(U, g.connection.geodesic_spray))
    assert not check(velocity.related(2 * U, g.connection.geodesic_spray))


def test_refusals():
    S = sphere()
    curve = Map(line, N, {"x": "s", "y": "0", "z": "0"})
    flat = LinearConnection.from_coefficients(N, {})
    with pytest.raises(SpaceMismatch, match="a Map to S is needed"):
        S.connection.along(curve)
    along = ConnectionAlong(flat, curve)
    (U,) = line.frame
    with pytest.raises(SpaceMismatch, match="differentiates along fields on I"):
        along(N.frame[0], along.tangent(U))
    with pytest.raises(SpaceMismatch, match="differentiates fields along its map"):
        along(U, N.frame[0])
    with pytest.raises(DegreeMismatch, match="is no curve"):
        flat.along(Map(P, N, {"x": "u", "y": "v", "z": "0"})).is_geodesic()
    with pytest.raises(SpaceMismatch, match="pull the tensor back"):
        tensor(d(N["x"]) * d(N["y"]))(along.tangent(U), N.frame[1])
    assert str(tensor(d(N["x"]))(along.tangent(U))) == "1"
    assert repr(along).startswith("<the connection along the map I → N")
