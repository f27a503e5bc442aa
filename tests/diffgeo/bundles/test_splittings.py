"""Horizontal and contact parts over bases of any dimension: d_H, d_V, Cartan's distribution."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import FibredManifold, Manifold, Map, bracket, check, d, interior, jet, lie
from diffgeo.errors import DegreeMismatch, NotSupported, SpaceMismatch
from diffgeo.testing import fibred_automorphisms, forms, functions, natural, sections, vector_fields

B = Manifold("B", "x y", parameters="m", functions="f(x)")
PLANE = FibredManifold("E", base=B, coordinates="u v")
SPACE = FibredManifold("W", base=Manifold("X", "x y z"), coordinates="u")
LINE = FibredManifold("Q", coordinates="q r")
JETS = [jet(PLANE, 1), jet(PLANE, 2), jet(SPACE, 1), jet(SPACE, 2), jet(LINE, 1), jet(LINE, 3)]
jets = st.sampled_from(JETS)
HIGHER = st.sampled_from([J for J in JETS if J.order > 1] + [jet(LINE, 2)])
SMALL = settings(max_examples=25)
FEW = settings(max_examples=12)


# --- the differentials -------------------------------------------------------------------


@given(st.data(), jets)
@SMALL
def test_horizontal_and_vertical_differential_add_up_to_d(data, J):
    d_H, d_V, pull = J.horizontal_differential, J.vertical_differential, J.projection.pull
    for degree in (0, 1):
        alpha = data.draw(forms(J.base_space, degree, degree=1, terms=1))
        assert check(d_H(alpha) + d_V(alpha) == d(pull(alpha)))
    F, G = (data.draw(functions(J.base_space, terms=1)) for _ in range(2))
    assert check(d_H(F * G) == d_H(F) * pull(G) + pull(F) * d_H(G))
    slopes = zip(J.base_coordinates, J.total_derivatives, strict=True)
    assert check(d_H(F) == sum((D(F) * d(x) for x, D in slopes), start=0 * d_H(F)))


@pytest.mark.parametrize("J", JETS, ids=str)
def test_both_commute_with_d(J):
    for D in (J.horizontal_differential, J.vertical_differential):
        assert check(bracket(D, d) == 0) and check(bracket(d, D) == 0)
    assert not check(bracket(interior(J.horizontal_part), d) == 0)


@given(st.data(), HIGHER)
@SMALL
def test_both_have_square_zero_and_anticommute(data, J):
    below = J.base_space
    alpha = data.draw(forms(below.base_space, data.draw(st.integers(0, 1)), degree=1, terms=1))
    H, V = J.horizontal_differential, J.vertical_differential
    h, v = below.horizontal_differential, below.vertical_differential
    assert check(H(h(alpha)) == 0) and check(V(v(alpha)) == 0)
    assert check(H(v(alpha)) == -V(h(alpha)))


def test_mixed_differentials_do_not_commute():
    J2, J1 = jet(PLANE, 2), jet(PLANE, 1)
    u = PLANE["u"]
    mixed = J2.horizontal_differential(J1.vertical_differential(u))
    other = J2.vertical_differential(J1.horizontal_differential(u))
    assert not check(mixed == other) and not check(mixed == 0)


# --- total derivatives -------------------------------------------------------------------


@given(st.data(), jets)
@SMALL
def test_total_derivatives_are_derivatives_along_prolonged_sections(data, J):
    X = data.draw(vector_fields(J.fibration.base, degree=1, terms=1))
    section = data.draw(sections(J.fibration, degree=2))
    below = section if J.order == 1 else J.base_space.prolong(section)
    alpha = data.draw(forms(J.base_space, data.draw(st.integers(0, 1)), degree=1, terms=1))
    derived = J.prolong(section).pull(J.total_derivative_along(X)(alpha))
    assert check(derived == lie(X, below.pull(alpha)))
    restricted = J.prolong(section).pull(interior(J.horizontal_part, alpha))
    assert check(restricted == alpha.degree * below.pull(alpha))


@given(st.data(), HIGHER)
@SMALL
def test_total_derivatives_represent_fields_on_the_base(data, J):
    """D_X D_Y - D_Y D_X = D_[X,Y], from functions two orders down."""
    X, Y = (data.draw(vector_fields(J.fibration.base, terms=1)) for _ in range(2))
    F = data.draw(functions(J.base_space.base_space, terms=1))
    up, low = J.total_derivative_along, J.base_space.total_derivative_along
    left = up(X)(low(Y)(F)) - up(Y)(low(X)(F))
    assert check(left == J.projection.pull(low(bracket(X, Y))(F)))


def test_total_derivatives_along_fields_that_do_not_commute():
    J2, J1 = jet(PLANE, 2), jet(PLANE, 1)
    X, Y = B.frame[0], B["x"] * B.frame[1]
    u = PLANE["u"]
    first = J2.total_derivative_along(X)(J1.total_derivative_along(Y)(u))
    second = J2.total_derivative_along(Y)(J1.total_derivative_along(X)(u))
    assert not check(first == second) and check(first - second == J2["u_y"])


@pytest.mark.parametrize("J", [jet(LINE, 1), jet(LINE, 3)], ids=str)
def test_over_the_line_there_is_one_total_derivative(J):
    clock = LINE.base.frame[0]
    assert check(J.total_derivative_along(clock) == J.total_derivative)
    assert check(interior(J.holonomic_lift(clock)) == J.contraction)
    assert check(J.horizontal_part == J.dt.tensor(J.holonomic_lift(clock)))
    assert not check(J.total_derivative_along(2 * clock) == J.total_derivative)


def test_total_derivatives_by_hand():
    J = jet(PLANE, 2)
    F = jet(PLANE, 1).function("x*u*u_y + f(x)")
    assert str(J.total_derivatives[0](F)) == "x*u*u_xy + x*u_x*u_y + u*u_y + Derivative(f(x), x)"
    assert check(J.total_derivatives[1](F) == J.function("x*u_y**2 + x*u*u_yy"))


# --- contact forms -----------------------------------------------------------------------


@given(st.data(), jets)
@SMALL
def test_contact_forms_vanish_on_prolonged_sections(data, J):
    section = J.prolong(data.draw(sections(J.fibration, degree=2)))
    theta = J.contact(data.draw(functions(J.base_space)))
    assert check(section.pull(theta) == 0) and J.contact_ideal.contains(theta)
    alpha = data.draw(forms(J.base_space, 1, degree=1, terms=1))
    assert check(section.pull(interior(J.contact_part, alpha)) == 0)


@pytest.mark.parametrize("J", [jet(SPACE, 1), jet(PLANE, 2), jet(LINE, 3)], ids=str)
def test_cartan_distribution(J):
    C, n = J.cartan_distribution, J.fibration.base.dimension
    assert C.rank == J.dimension - len(J.contact_forms)
    assert all(check(theta(X) == 0) for theta in J.contact_forms for X in C.basis)
    assert not C.is_involutive() and not J.contact_ideal.is_differential()
    flag = [D.rank for D in C.derived_flag()]
    orders = [len(J.derivatives.of_order(k)) for k in range(J.order + 1)]
    assert flag == [n + sum(orders[k:]) for k in range(J.order, -1, -1)]


def test_contact_forms_by_hand():
    J = jet(SPACE, 1)
    assert str(J.contact_forms[0]) == "-u_x dx - u_y dy - u_z dz + du"
    assert not J.contact_ideal.contains(d(J["u"]) - J["u_x"] * d(J["x"]))
    assert not J.contact_ideal.contains(d(J["u_x"]))


# --- naturality --------------------------------------------------------------------------


@pytest.mark.parametrize("pi", [PLANE, LINE], ids=str)
def test_splittings_are_natural_under_fibred_automorphisms(pi):
    J1, J2 = jet(pi, 1), jet(pi, 2)
    under = fibred_automorphisms(pi, degree=1, terms=1)
    both = {"under": under, "lifts": [J1.prolong_fibred, J2.prolong_fibred], "examples": 6}
    assert natural(J2.horizontal_differential, forms(J1, 1, degree=1, terms=1), **both)
    assert natural(J2.contact, functions(J1, terms=1), **both)
    assert natural(lambda: J1.cartan_distribution, **both)

    def derived(X, F):
        return J1.total_derivative_along(X)(F)

    changes = {"under": under, "lifts": [pi.base_map, J1.prolong_fibred], "examples": 6}
    fields = vector_fields(pi.base, degree=1, terms=1)
    assert natural(derived, fields, functions(pi, terms=1), **changes)
    assert not natural(lambda: pi.total.frame[-1], under=under, examples=20, shrink=False)


def test_the_total_derivative_along_a_coordinate_is_not_natural():
    J = jet(PLANE, 1)
    along = J.total_derivatives[0]
    turn = (
        {"x": "x", "y": "y + x", "u": "u", "v": "v"},
        {"x": "x", "y": "y - x", "u": "u", "v": "v"},
    )
    under = st.just(Map(PLANE, PLANE, turn[0], inverse=turn[1]))
    assert not natural(
        along, st.just(PLANE["u"]), under=under, lifts=[J.prolong_fibred], shrink=False
    )


# --- what is refused ---------------------------------------------------------------------


def test_wrong_input():
    J = jet(PLANE, 1)
    with pytest.raises(SpaceMismatch, match=r"fields on the base B are lifted to J1\(E\), not the"):
        J.total_derivative_along(PLANE.frame[0])
    with pytest.raises(DegreeMismatch, match="cannot lift"):
        J.holonomic_lift(B.identity)
    with pytest.raises(DegreeMismatch, match="cannot make a contact form of"):
        J.contact(d(PLANE["u"]))
    with pytest.raises(NotSupported, match="over the line of time, and the base B has dimension 2"):
        print(J.total_derivative)
    with pytest.raises(SpaceMismatch, match="acts on forms on E"):
        J.horizontal_differential(J["u_x"])
    with pytest.raises(SpaceMismatch, match="no section of"):
        J.is_holonomic(Map(B, PLANE, {"x": "x", "y": "y", "u": 0, "v": 0}))
