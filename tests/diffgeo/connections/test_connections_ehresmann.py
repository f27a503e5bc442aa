"""Ehresmann connections: projectors, curvature, lifts, sections, parts of forms."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import (
    EhresmannConnection,
    Fibration,
    Manifold,
    Map,
    Status,
    bracket,
    check,
    d,
    interior,
    jet,
    lie,
    torsion,
)
from diffgeo.errors import AxiomViolation, DegreeMismatch, SpaceMismatch, UndefinedSymbol
from diffgeo.testing import (
    automorphisms,
    ehresmann_connections,
    fibred_automorphisms,
    forms,
    natural,
    projectors,
    sections,
    vector_fields,
)

B = Manifold("B", "x y")
E = Manifold("E", "x y z w")
PI = Fibration(Map(E, B, {"x": "x", "y": "y"}))
x, y, z, w = E.coordinates
#: Over a base of dimension 3, where identities of 3-forms say something.
BASE = Manifold("B3", "p q r")
TOTAL = Manifold("E3", "p q r u")
OVER = Fibration(Map(TOTAL, BASE, {"p": "p", "q": "q", "r": "r"}))

FEW = settings(max_examples=5)
SOME = settings(max_examples=15)

DRAWN = {name: name for name in E.chart.coordinates}

#: δ_x = ∂_x + yw ∂_z, δ_y = ∂_y + xz ∂_z + w ∂_w.
CURVED = EhresmannConnection.from_coefficients(PI, {"z": {"x": "y*w", "y": "x*z"}, "w": {"y": "w"}})


def random_connections(degree: int = 2, terms: int = 1) -> st.SearchStrategy:
    return ehresmann_connections(PI, degree, terms)


@given(random_connections(), vector_fields(E, degree=1, terms=1))
@SOME
def test_projectors(connection, X):
    h, v = connection.horizontal_projector, connection.vertical_projector
    assert check((v @ v == v) & (h @ h == h) & (h @ v == 0) & (v @ h == 0) & (h + v == E.identity))
    assert not check(v @ v == 2 * v) and not check(h - v == E.identity)
    assert PI.is_vertical(v(X))
    assert connection.horizontal.contains(h(X)) and connection.vertical.contains(v(X))
    assert connection.horizontal.rank == 2 and connection.vertical.rank == 2


def test_horizontal_fields_are_not_vertical():
    h = CURVED.horizontal_projector
    assert not PI.is_vertical(h(E.frame[0]))
    assert not CURVED.horizontal.contains(E.frame[0])


@given(random_connections(), vector_fields(E, 1, 1), vector_fields(E, 1, 1))
@FEW
def test_curvature_is_the_vertical_part_of_brackets(connection, X, Y):
    h, v, R = connection.horizontal_projector, connection.vertical_projector, connection.curvature
    assert check(R(X, Y) == v(bracket(h(X), h(Y))))
    assert check(torsion(v) == R) and check(interior(R, v) == R)
    assert check(R(X, v(Y)) == 0)


def test_curvature_by_hand():
    """[δ_x, δ_y] = (δ_x(xz) - δ_y(yw)) ∂_z + δ_x(w) ∂_w = (z + xyw - w - yw) ∂_z."""
    delta_x = E.vector_field(x=1, z="y*w")
    delta_y = E.vector_field(y=1, z="x*z", w="w")
    expected = E.vector_field(z="z + x*y*w - w - y*w")
    assert check(CURVED.curvature(E.frame[0], E.frame[1]) == expected)
    assert check(bracket(delta_x, delta_y) == expected)
    assert not check(CURVED.curvature(E.frame[0], E.frame[1]) == -expected)
    assert not check(
        bracket(CURVED.horizontal_projector, CURVED.horizontal_projector) == CURVED.curvature
    )


@given(random_connections(1), vector_fields(B, 1, 1), vector_fields(B, 1, 1))
@FEW
def test_horizontal_lifts(connection, X, Y):
    lift, R = connection.lift, connection.curvature
    assert check(PI.projection.related(lift(X), X))
    assert check(connection.vertical_projector(lift(X)) == 0)
    assert check(R(lift(X), lift(Y)) == bracket(lift(X), lift(Y)) - lift(bracket(X, Y)))
    f = x * y
    assert check(lift(B["x"] * B["y"] * X) == f * lift(X))


def test_lifts_are_no_morphism_where_there_is_curvature():
    X, Y = B.frame
    lift = CURVED.lift
    assert not check(bracket(lift(X), lift(Y)) == lift(bracket(X, Y)))
    assert not check(CURVED.curvature(lift(X), lift(Y)) == bracket(lift(Y), lift(X)))


@given(random_connections(1))
@FEW
def test_flat_if_and_only_if_involutive(connection):
    assert bool(connection.is_flat()) == bool(connection.horizontal.is_involutive())


@given(fibred_automorphisms(PI))
@FEW
def test_images_of_the_trivial_connection_are_flat(phi):
    trivial = EhresmannConnection.from_coefficients(PI, {})
    moved = trivial.pulled_back(phi)
    assert moved.is_flat() and moved.horizontal.is_involutive()


def test_curved_connections_are_not_involutive():
    assert not CURVED.is_flat() and not CURVED.horizontal.is_involutive()


@given(ehresmann_connections(OVER, degree=2, terms=1), forms(TOTAL, 1, 1, 1))
@FEW
def test_bianchi_and_the_square_of_d_h(connection, alpha):
    assert check(connection.bianchi())
    d_h, R = connection.horizontal_derivative, connection.curvature
    assert check(d_h(d_h(alpha)) == lie(R, alpha))
    f = TOTAL["u"] * TOTAL["p"]
    assert check(d_h(d_h(f)) == lie(R, f))


def test_negative_controls_of_bianchi_and_of_d_h():
    connection = EhresmannConnection.from_coefficients(
        OVER, {"u": {"p": "q*u", "q": "r*u**2", "r": "p"}}
    )
    h, R = connection.horizontal_projector, connection.curvature
    assert check(bracket(h, R) == 0)
    assert not check(bracket(h, TOTAL["u"] * R) == 0)
    assert not check(bracket(connection.vertical_projector, TOTAL["u"] * R) == 0)
    d_h, f = connection.horizontal_derivative, TOTAL["u"]
    assert check(d_h(d_h(f)) == lie(R, f))
    assert not check(d_h(d_h(f)) == -lie(R, f))
    assert not check(d_h(d_h(f)) == 2 * lie(R, f))
    assert not check(d_h(d_h(f)) == 0)


@given(random_connections(1), forms(E, 2, 1, 1), vector_fields(E, 1, 1), vector_fields(E, 1, 1))
@FEW
def test_parts_of_forms(connection, alpha, X, Y):
    h, v, part = connection.horizontal_projector, connection.vertical_projector, connection.part
    assert check(part(alpha, 2)(X, Y) == alpha(h(X), h(Y)))
    assert check(part(alpha, 1)(X, Y) == alpha(h(X), v(Y)) + alpha(v(X), h(Y)))
    assert check(part(alpha, 0)(X, Y) == alpha(v(X), v(Y)))
    assert check(connection.horizontal_part(alpha) == part(alpha, 2))
    assert check(connection.vertical_part(alpha) == part(alpha, 0))
    assert check(part(alpha, 3) == 0)
    assert check(connection.horizontal_part(X) == h(X)) and check(
        connection.vertical_part(X) == v(X)
    )


@given(random_connections(1), forms(E, 1, 1, 1), st.integers(0, 1))
@FEW
def test_parts_of_d(connection, alpha, number):
    part, R = connection.part, connection.curvature
    alpha = part(alpha, number)
    assert check(connection.covariant_differential(alpha) == part(d(alpha), number + 1))
    assert check(part(d(alpha), number + 2) == -interior(R, alpha))
    everything = connection.covariant_differential(alpha) + part(d(alpha), number)
    assert check(d(alpha) == everything - interior(R, alpha))


def test_parts_of_d_with_a_wrong_sign_are_refuted():
    eta = CURVED.part(d(z), 0)
    assert check(CURVED.part(d(eta), 2) == -interior(CURVED.curvature, eta))
    assert check(CURVED.part(d(eta), 1) == CURVED.covariant_differential(eta))
    assert not check(CURVED.part(d(eta), 2) == interior(CURVED.curvature, eta))
    assert not check(CURVED.part(d(eta), 1) == CURVED.horizontal_derivative(eta))
    assert not check(CURVED.part(eta, 0) == CURVED.part(eta, 1))


@given(random_connections(), sections(PI, degree=2, terms=1))
@FEW
def test_covariant_derivative_of_sections(connection, s):
    nabla = connection.covariant_derivative(s)
    for X in B.frame:
        for q in ("z", "w"):
            # X(s^*q) minus what the horizontal lift of X does to q, along s.
            expected = X(s.pull(E[q])) - s.pull(connection.lift(X)(E[q]))
            assert check(interior(X, nabla.components[q]) == expected)
    assert check(nabla.components["x"] == 0)


def test_parallel_sections():
    linear = EhresmannConnection.from_coefficients(PI, {"z": {"x": "1", "y": "w"}})
    parallel = Map(B, E, {"x": "x", "y": "y", "z": "x + 2*y", "w": "2"})
    assert linear.is_parallel(parallel)
    assert not linear.is_parallel(Map(B, E, {"x": "x", "y": "y", "z": "x", "w": "2"}))
    with pytest.raises(SpaceMismatch, match="derives maps to E"):
        linear.is_parallel(PI.projection)


@given(random_connections(), fibred_automorphisms(PI, terms=1))
@FEW
def test_ways_to_give_a_connection(connection, phi):
    v = connection.vertical_projector
    jets = jet(PI)
    assert check(connection == EhresmannConnection(PI, v))
    assert check(connection == EhresmannConnection.from_horizontal_projector(PI, E.identity - v))
    assert check(connection == EhresmannConnection.from_lift(PI, connection.lift))
    assert not check(
        connection == EhresmannConnection.from_lift(PI, lambda X: connection.lift(X) + E.frame[2])
    )
    section = connection.section(jets)
    assert check(connection == EhresmannConnection.from_section(section))
    etas = [v.transpose(d(z)) + v.transpose(d(w)), v.transpose(d(w))]
    assert check(connection == EhresmannConnection.from_forms(PI, etas))
    planes = connection.horizontal.annihilator
    assert check(connection == EhresmannConnection.from_forms(PI, planes))
    moved = connection.pulled_back(phi)
    assert check(moved == EhresmannConnection.from_lift(PI.projection @ phi, moved.lift))


def test_different_connections_differ():
    other = EhresmannConnection.from_coefficients(PI, {"z": {"x": "y*w"}})
    assert not check(other == CURVED)
    assert check(CURVED.section(jet(PI)).image(4) == x * 0 + y * w)


@given(random_connections(1), vector_fields(B, 1, 1), automorphisms(E, degree=1, terms=1))
@FEW
def test_pulled_back(connection, X, phi):
    """Under every diffeomorphism: a connection on π∘φ."""
    moved = connection.pulled_back(phi)
    assert check(moved.curvature == phi.pull(connection.curvature))
    assert check(moved.lift(X) == phi.pull(connection.lift(X)))
    if not check(X == 0):
        assert not check(moved.lift(X) == -phi.pull(connection.lift(X)))
    assert check(
        moved.covariant_differential(phi.pull(d(z)))
        == phi.pull(connection.covariant_differential(d(z)))
    )


def test_naturality():
    connections = random_connections(1)
    assert natural(lambda c: c.curvature, connections, examples=5)
    assert natural(lambda c, a: c.part(a, 1), connections, forms(E, 2, 1, 1), examples=5)
    assert natural(lambda c: c.horizontal, connections, examples=5)
    # The vertical part of a coordinate field is not.
    phi = Map(E, E, {**DRAWN, "z": "z + x**2"}, inverse={**DRAWN, "z": "z - x**2"})
    part = phi.pull(CURVED.vertical_projector(E.frame[0]))
    assert not check(phi.pull(CURVED).vertical_projector(E.frame[0]) == part)


def test_gauge_transformations():
    """φ(x, z) = (x, z + f(x)) takes the coefficient B to B∘φ - f'; an abelian R is invariant."""
    line = Manifold("L", "a b", functions="f(a, b)")
    bundle = Manifold("P", "a b s", functions="f(a, b)")
    pi = Fibration(Map(bundle, line, {"a": "a", "b": "b"}))
    phi = Map(
        bundle,
        bundle,
        {"a": "a", "b": "b", "s": "s + f(a, b)"},
        inverse={"a": "a", "b": "b", "s": "s - f(a, b)"},
    )
    A = EhresmannConnection.from_coefficients(pi, {"s": {"a": "b**2", "b": "a*b"}})
    moved = A.pulled_back(phi)
    f = bundle.function("f(a, b)")
    expected = A.vertical_projector + d(f).tensor(bundle.frame[2])
    assert check(moved.vertical_projector == expected)
    assert not check(moved == A)
    assert check(moved.curvature == A.curvature)
    assert not check(A.curvature == 0)


def test_projection_that_is_no_coordinate_projection():
    space = Manifold("N", "x y z")
    pi = Map(space, B, {"x": "x + z**2", "y": "y"})
    connection = EhresmannConnection.from_forms(pi, [d(space["z"]) - space["x"] * d(space["y"])])
    X = B.vector_field(x="y")
    assert check(pi.related(connection.lift(X), X))
    assert check(connection.vertical_projector(connection.lift(X)) == 0)
    assert connection.vertical.rank == 1
    assert not check(connection.curvature == 0)


@given(projectors(E, 2))
@SOME
def test_random_projectors(P):
    from diffgeo import AlmostProduct

    assert check(P @ P == P)
    structure = AlmostProduct(P)
    assert structure.image.rank == 2 and structure.kernel.rank == 2


def test_adapted_frame():
    frame = CURVED.adapted_frame
    assert frame.names == ("δ_x", "δ_y", "∂_z", "∂_w")
    assert [label.form for label in frame.labels] == ["dx", "dy", "δz", "δw"]
    assert r"\frac{\delta}{\delta x}" in frame.latex()
    assert frame.write(CURVED.horizontal_projector) == "dx⊗δ_x + dy⊗δ_y"
    assert frame.write(CURVED.vertical_projector) == "δz⊗∂_z + δw⊗∂_w"
    assert check(frame.coframe[2] == CURVED.vertical_projector.transpose(d(z)))
    assert frame.latex_of(frame.coframe[2]) == r"\delta z"


def test_what_is_refused():
    v = CURVED.vertical_projector
    with pytest.raises(AxiomViolation, match="image of v is vertical"):
        EhresmannConnection(PI, v + d(z).tensor(E.frame[0]))
    with pytest.raises(AxiomViolation, match=r"v\(V\) = V for vertical fields"):
        EhresmannConnection(PI, d(z).tensor(E.frame[2]))
    with pytest.raises(AxiomViolation, match=r"v\(V\) = V for vertical fields"):
        EhresmannConnection(PI, 2 * v)
    with pytest.raises(DegreeMismatch, match=r"\(1,1\) tensor as projector"):
        EhresmannConnection(PI, E.frame[0])
    with pytest.raises(SpaceMismatch, match="projector of a connection on E"):
        EhresmannConnection(PI, TOTAL.identity)
    with pytest.raises(SpaceMismatch, match="is no fibration"):
        EhresmannConnection(7, v)
    with pytest.raises(AxiomViolation, match="dependent on E"):
        EhresmannConnection(Map(E, B, {"x": "x", "y": "x**2"}), v)
    with pytest.raises(AxiomViolation, match="independent on the fibres"):
        EhresmannConnection.from_forms(PI, [d(z), d(z) + d(x)])
    with pytest.raises(AxiomViolation, match="Tπ∘X"):
        EhresmannConnection.from_lift(PI, lambda X: E.frame[0])
    with pytest.raises(UndefinedSymbol, match="no fibre coordinate"):
        EhresmannConnection.from_coefficients(PI, {"x": {"y": "1"}})
    with pytest.raises(UndefinedSymbol, match="'z' is not declared on B"):
        EhresmannConnection.from_coefficients(PI, {"z": {"z": "1"}})
    with pytest.raises(SpaceMismatch, match="lifts vector fields on B"):
        CURVED.lift(E.frame[0])
    with pytest.raises(SpaceMismatch, match="splits what lives on E"):
        CURVED.part(d(B["x"]), 1)
    with pytest.raises(SpaceMismatch, match="they live on"):
        _ = EhresmannConnection.from_coefficients(OVER, {}) == CURVED
    with pytest.raises(SpaceMismatch, match="section of first jets"):
        EhresmannConnection.from_section(Map(B, E, {"x": "x", "y": "y", "z": "x", "w": "1"}))
    jets = jet(PI)
    wrong = {"x": "y", "y": "x", "z": "z", "w": "w"}
    slopes = dict.fromkeys(jets.chart.coordinates[4:], "0")
    with pytest.raises(AxiomViolation, match="is no section of"):
        EhresmannConnection.from_section(Map(E, jets, {**wrong, **slopes}))


def test_looks():
    shown = "δ_x = ∂_x + y*w ∂_z, δ_y = ∂_y + x*z ∂_z + w ∂_w"
    assert str(CURVED) == f"the connection ({shown}) on E"
    assert repr(CURVED) == f"<the connection {shown} (on E)>"
    assert CURVED.latex().startswith(r"\frac{\delta}{\delta x} = \partial_{x} + y w\, \partial_{z}")
    assert CURVED._repr_latex_() == f"${CURVED.latex()}$"
    assert CURVED.summary(12) == "δ_x = ∂_x + y*w ∂_z, δ …"
    assert CURVED.is_flat().status is Status.REFUTED
