"""Prolongation of sections, fibred maps and vector fields, by what characterises them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import (
    Fibration,
    FibredManifold,
    Manifold,
    Map,
    VectorForm,
    bracket,
    check,
    d,
    germs,
    identity_map,
    interior,
    jet,
    lie,
)
from diffgeo.calculus.brackets import symbol
from diffgeo.errors import AxiomViolation, DegreeMismatch, SpaceMismatch
from diffgeo.testing import (
    fibred_automorphisms,
    functions,
    natural,
    projectable_fields,
    sections,
    vector_fields,
)
from diffgeo.verdicts.verdict import Status

B = Manifold("B", "x y", parameters="m", functions="f(x)")
PLANE = FibredManifold("E", base=B, coordinates="u")
LINE = FibredManifold("Q", coordinates="q r", functions="f(t)")
SIMPLE = FibredManifold("C", time="x", coordinates="u")
MIDDLE = FibredManifold("M", time="t", coordinates="x")
OVER_TIME = MIDDLE @ FibredManifold("P", base=MIDDLE, coordinates="z")
SEVERAL = [PLANE, LINE, OVER_TIME]
IDS = ["plane", "line", "composed"]
JETS = [jet(PLANE, 1), jet(PLANE, 2), jet(LINE, 1), jet(LINE, 3), jet(OVER_TIME, 2)]
jets = st.sampled_from(JETS)
SMALL = settings(max_examples=20)
FEW = settings(max_examples=12)


# --- sections ----------------------------------------------------------------------------


@given(st.data(), jets)
@SMALL
def test_prolonged_sections(data, J):
    section = data.draw(sections(J.fibration))
    lifted = J.prolong(section)
    assert J.source_fibration.is_section(lifted) and J.is_holonomic(lifted)
    assert check(J.projection_to(0) @ lifted == section)
    if J.order > 1:
        assert check(J.projection @ lifted == J.lowered(J.order - 1).prolong(section))


@given(st.data(), jets)
@SMALL
def test_sections_that_are_holonomic_are_prolonged(data, J):
    other = data.draw(sections(J.source_fibration, degree=1))
    holonomic = bool(J.is_holonomic(other))
    below = J.projection_to(0) @ other
    assert holonomic == bool(check(other == J.prolong(below)))
    assert J.is_holonomic(J.prolong(below))
    if not holonomic:
        assert not check(J.prolong(below) == other)


def test_a_section_with_wrong_derivatives_is_not_holonomic():
    J = jet(PLANE, 2)
    right = {"u": "x**2*y", "u_x": "2*x*y", "u_y": "x**2", "u_xx": "2*y", "u_xy": "2*x", "u_yy": 0}
    wrong = right | {"u_xy": "x"}
    right, wrong = (J.source_fibration.section(given) for given in (right, wrong))
    assert J.is_holonomic(right) and not J.is_holonomic(wrong)


# --- fibred maps -------------------------------------------------------------------------


@given(st.data(), jets)
@FEW
def test_prolonged_maps_take_jets_to_jets(data, J):
    pi = J.fibration
    phi = data.draw(fibred_automorphisms(pi, terms=1))
    section = data.draw(sections(pi, degree=2, terms=1))
    below = pi.base_map(phi)
    moved = phi @ section @ below.inverse
    lifted = J.prolong_fibred(phi)
    assert check(lifted @ J.prolong(section) == J.prolong(moved) @ below)
    assert check(J.projection @ lifted == _lower(J, phi) @ J.projection)
    assert check(lifted @ lifted.inverse == identity_map(J))


def _lower(J, phi):
    return phi if J.order == 1 else J.lowered(J.order - 1).prolong_fibred(phi)


@given(st.data(), jets)
@FEW
def test_prolongation_is_a_functor(data, J):
    phi = data.draw(fibred_automorphisms(J.fibration, terms=1))
    psi = data.draw(fibred_automorphisms(J.fibration, terms=1))
    assert check(J.prolong_fibred(phi @ psi) == J.prolong_fibred(phi) @ J.prolong_fibred(psi))
    if not check(phi @ psi == psi @ phi):
        assert not check(
            J.prolong_fibred(phi @ psi) == J.prolong_fibred(psi) @ J.prolong_fibred(phi)
        )
    assert check(J.prolong_fibred(identity_map(J.fibration.total)) == identity_map(J))


@given(st.data(), jets)
@FEW
def test_prolonged_maps_keep_the_contact_ideal(data, J):
    lifted = J.prolong_fibred(data.draw(fibred_automorphisms(J.fibration, terms=1)))
    for theta in J.contact_forms:
        assert J.contact_ideal.contains(lifted.pull(theta))
    bent = Map(
        J,
        J,
        {
            n: 2 * f if f is J.coordinates[-1] else f
            for n, f in zip(J.chart.coordinates, J.coordinates, strict=True)
        },
    )
    assert not J.contact_ideal.contains(bent.pull(J.contact_forms[-1]))


def test_prolonged_maps_by_hand():
    J = jet(SIMPLE, 2)
    phi = Map(SIMPLE, SIMPLE, {"x": "2*x", "u": "u**2"})
    lifted = J.prolong_fibred(phi)
    assert check(lifted.pull(J["udot"]) == J.function("u*udot"))
    assert check(lifted.pull(J["uddot"]) == J.function("(u*uddot + udot**2)/2"))
    assert not check(lifted.pull(J["udot"]) == J.function("2*u*udot"))


def test_maps_without_known_inverse_are_prolonged_where_that_of_the_bases_is_regular():
    J = jet(PLANE, 1)
    phi = Map(PLANE, PLANE, {"x": "x + y**3", "y": "x*y", "u": "u*x"})
    lifted, D = J.prolong_fibred(phi), J.total_derivatives
    for i, rates in enumerate([("1", "y"), ("3*y**2", "x")]):
        slope = sum(
            (J.function(c) * lifted.pull(v) for c, v in zip(rates, J.velocities, strict=True)),
            start=J.function(0),
        )
        assert check(D[i](phi.pull(PLANE["u"])) == slope)
    assert lifted.inverse is None
    assert "3*y**3 - x != 0" in map(str, lifted.pull(J["u_x"]).conditions)
    with pytest.raises(AxiomViolation, match="no local diffeomorphism"):
        J.prolong_fibred(Map(PLANE, PLANE, {"x": "x", "y": "x", "u": "u"}))
    with pytest.raises(AxiomViolation, match="no local diffeomorphism"):
        jet(SIMPLE).prolong_fibred(Map(SIMPLE, SIMPLE, {"x": "1", "u": "u"}))


def test_maps_between_different_fibrations():
    below = Manifold("D", "a b", parameters="m", functions="f(x)")
    other = FibredManifold("F", base=below, coordinates="v w")
    phi = Map(other, PLANE, {"x": "a + b", "y": "b", "u": "v*w"})
    J, K = jet(PLANE, 1), jet(other, 1)
    lifted = J.prolong_fibred(phi)
    assert lifted.source is K
    assert check(lifted.pull(J["u_y"]) == K.function("v*(w_b - w_a) + w*(v_b - v_a)"))
    plain = Fibration(other.projection)
    assert check(J.prolong_fibred(phi, plain) == lifted)


def test_parameters_and_functions_may_be_made_concrete():
    E = FibredManifold("E", coordinates="q", parameters="m", functions="f(t)")
    F = FibredManifold("F", coordinates="q")
    J, K = jet(E, 2), jet(F, 2)
    phi = Map(F, E, {"t": "t", "q": "2*q", "m": 3}, {"f(t)": "t**2"})
    lifted = J.prolong_fibred(phi)
    assert check(lifted.pull(J.function("m*f(t)*qddot")) == K.function("6*t**2*qddot"))
    force = jet(E).function("m*f(t)*qdot")
    assert check(lifted.pull(J.total_derivative(force)) == K.function("12*t*qdot + 6*t**2*qddot"))
    assert check(E.base_map(phi).pull(E.base.function("m*f(t)")) == F.base.function("3*t**2"))


# --- vector fields -----------------------------------------------------------------------


@given(st.data(), jets)
@SMALL
def test_prolonged_fields_are_related_and_keep_the_contact_ideal(data, J):
    X = data.draw(vector_fields(J.fibration.total, terms=1))
    lifted = J.prolong_field(X)
    assert check(J.projection_to(0).related(lifted, X))
    for theta in J.contact_forms:
        assert J.contact_ideal.contains(lie(lifted, theta))
    wrong = lifted + J["x" if "x" in J.chart.coordinates else "t"] * J.frame[-1]
    assert not all(J.contact_ideal.contains(lie(wrong, theta)) for theta in J.contact_forms)


@given(st.data(), jets)
@FEW
def test_prolongation_of_fields_is_a_homomorphism(data, J):
    X = data.draw(vector_fields(J.fibration.total, terms=1))
    Y = data.draw(vector_fields(J.fibration.total, terms=1))
    left = J.prolong_field(bracket(X, Y))
    assert check(left == bracket(J.prolong_field(X), J.prolong_field(Y)))
    half = J.prolong_field(X + Fraction(1, 2) * Y)
    assert check(half == J.prolong_field(X) + J.prolong_field(Y) / 2)


def test_prolongation_of_fields_keeps_the_order_of_the_bracket():
    J = jet(PLANE, 2)
    X, Y = PLANE.vector_field(u="u**2"), PLANE.vector_field(x="u", u="x*y")
    left = J.prolong_field(bracket(X, Y))
    assert not check(left == bracket(J.prolong_field(Y), J.prolong_field(X)))


@given(st.data(), jets)
@SMALL
def test_projectable_fields_commute_with_total_derivatives(data, J):
    """X^(k) D_Y F = D_Y X^(k-1) F + D_[ξ,Y] F for X over ξ on the base."""
    pi = J.fibration
    X = data.draw(projectable_fields(pi, terms=1))
    Y = data.draw(vector_fields(pi.base, degree=1, terms=1))
    F = data.draw(functions(J.base_space, terms=1))
    below = X if J.order == 1 else J.lowered(J.order - 1).prolong_field(X)
    D, moved = J.total_derivative_along(Y), J.total_derivative_along(bracket(pi.projected(X), Y))
    assert check(J.prolong_field(X)(D(F)) == D(below(F)) + moved(F))
    if not check(moved(F) == 0):
        assert not check(J.prolong_field(X)(D(F)) == D(below(F)) - moved(F))


@pytest.mark.parametrize("order", [1, 2])
def test_commutators_with_total_derivatives_need_their_term(order):
    """X = ∂_x + u ∂_u moves Y = x ∂_y: [∂_x, x ∂_y] = ∂_y."""
    J = jet(PLANE, order)
    pi = J.fibration
    X, Y = PLANE.vector_field(x=1, u="u"), pi.base.vector_field(y="x")
    F = J.base_space["u"] ** 2
    below = X if order == 1 else J.lowered(order - 1).prolong_field(X)
    D, moved = J.total_derivative_along(Y), J.total_derivative_along(bracket(pi.projected(X), Y))
    left = J.prolong_field(X)(D(F))
    assert check(left == D(below(F)) + moved(F))
    assert not check(left == D(below(F)))
    assert not check(left == D(below(F)) - moved(F))


@pytest.mark.parametrize("order", [1, 2])
def test_characteristics_have_a_sign(order):
    """Q = η - u_i ξ^i; with + the prolongation is another one."""
    J, higher, first = (jet(PLANE, k) for k in (order, order + 1, 1))
    X = PLANE.vector_field(x="u", u="x")
    values = [interior(X_over(first, X), first.contact(q)) for q in PLANE.coordinates]
    F = J["u_y"]
    slope = higher.projection_to(0).pull(X(PLANE["x"])) * higher.total_derivatives[0](F)
    found = higher.projection.pull(J.prolong_field(X)(F))
    characteristic = VectorForm(PLANE, 0, values, first.projection)
    assert check(found == J.prolong_field(characteristic)(F) + slope)
    assert not check(found == J.prolong_field(characteristic)(F))
    assert not check(found == J.prolong_field(characteristic)(F) - slope)


# --- generalised fields ---------------------------------------------------------------


def along_jets(pi, order, **components):
    """The field along J^m → E with functions on J^m as components."""
    J, E = jet(pi, order), pi.total
    given = {q: J.function(text) for q, text in components.items()}
    values = [given.get(q, J.function(0)) for q in E.chart.coordinates]
    return VectorForm(E, 0, values, J.projection_to(0))


@given(st.data(), jets)
@FEW
def test_prolonged_fields_by_their_characteristics(data, J):
    """X^(k) = X_Q^(k) + Σ_j ξ^j D_j along J^{k+1} → J^k, Q the contact part of X."""
    pi = J.fibration
    X, higher = data.draw(vector_fields(pi.total, terms=1)), jet(pi, J.order + 1)
    first = jet(pi, 1)
    values = [interior(X_over(first, X), first.contact(q)) for q in pi.total.coordinates]
    evolutionary = VectorForm(pi.total, 0, values, first.projection)
    F = data.draw(functions(J, terms=1))
    xi = [higher.projection_to(0).pull(X(x)) for x in pi.base_coordinates]
    slopes = (f * D(F) for f, D in zip(xi, higher.total_derivatives, strict=True))
    right = sum(slopes, start=J.prolong_field(evolutionary)(F))
    left = higher.projection.pull(J.prolong_field(X)(F))
    assert check(left == right)
    if not check(left == 0):
        assert not check(left == -right)


def X_over(jets, X):
    """A field on jets over a field on E."""
    return jets.vector_field({q: jets.projection.pull(f) for q, f in X.components.items()})


def test_evolutionary_fields_commute_with_total_derivatives():
    """The flow u_t = u_xx + u u_y as a field on jets."""
    J1, J2, J3 = (jet(PLANE, order) for order in (1, 2, 3))
    X = along_jets(PLANE, 2, u="u_xx + u*u_y")
    first = J1.prolong_field(X)
    assert first.target is J3 and first.space is J1
    for q in (PLANE["u"], PLANE["x"] * PLANE["u"] ** 2):
        for below, above in zip(J1.total_derivatives, J3.total_derivatives, strict=True):
            assert check(first(below(q)) == above(X(q)))
            assert not check(first(below(q)) == above(X(q)) + J3["u_x"])
    assert J2.prolong_field(X).target is jet(PLANE, 4)


@given(st.data(), jets)
@FEW
def test_fields_that_depend_on_no_derivatives_are_prolonged_as_before(data, J):
    X = data.draw(vector_fields(J.fibration.total, terms=1))
    above = jet(J.fibration, 2)
    general = J.prolong_field(symbol(above.projection_to(0).restrict(X)))
    restricted = jet(J.fibration, J.order + 2).projection_to(J.order).restrict(J.prolong_field(X))
    assert check(lie(general) == restricted)


def test_rotations_of_the_plane():
    """Olver, section 2.3: curvature is an invariant of the second prolongation."""
    J = jet(SIMPLE, 2)
    X = SIMPLE.vector_field(x="-u", u="x")
    lifted = J.prolong_field(X)
    assert str(lifted) == "-u ∂_x + x ∂_u + (udot**2 + 1) ∂_udot + 3*udot*uddot ∂_uddot"
    squared = J.function("uddot**2/(1 + udot**2)**3")
    assert check(lifted(squared) == 0)
    assert not check(lifted(J.function("uddot**2/(1 + udot**2)**2")) == 0)


def test_a_symmetry_of_the_heat_equation():
    """Olver, section 2.4: x ↦ x + 2εt, u ↦ u exp(-εx - ε²t) keeps u_t = u_xx."""
    heat = FibredManifold("H", base=Manifold("B", "x t"), coordinates="u")
    J = jet(heat, 2)
    equation = J["u_t"] - J["u_xx"]
    moved = J.prolong_field(heat.vector_field(x="2*t", u="-x*u"))(equation)
    assert check(moved == -J["x"] * equation)
    assert not check(
        J.prolong_field(heat.vector_field(x="t", u="-x*u"))(equation) == -J["x"] * equation
    )


# --- flows -------------------------------------------------------------------------------


FLOWS = [
    ("1", "0", {"t": "t + e", "q": "q"}),
    ("0", "t*q", {"t": "t", "q": "q*exp(e*t)"}),
    ("2*t", "q", {"t": "t*exp(2*e)", "q": "q*exp(e)"}),
    ("t**2", "t*q", {"t": "t/(1 - e*t)", "q": "q/(1 - e*t)"}),
]


@pytest.mark.parametrize("order", [1, 2, 3])
@pytest.mark.parametrize("along, up, flow", FLOWS)
def test_prolonged_fields_generate_prolonged_flows(along, up, flow, order):
    """The derivative of J^kφ_ε at ε = 0, ε being a parameter that becomes a coordinate."""
    E = FibredManifold("E", coordinates="q", parameters="e")
    J = jet(E, order)
    X = J.prolong_field(E.vector_field(t=along, q=up))
    lifted = J.prolong_fibred(Map(E, E, flow))
    wider = Manifold("J x R", (*J.chart.coordinates, "e"))
    unfold = Map(wider, J, {n: n for n in (*J.chart.coordinates, "e")})
    start = Map(J, wider, {**{n: n for n in J.chart.coordinates}, "e": 0})
    for z in J.coordinates:
        slope = start.pull(wider.frame[-1](unfold.pull(lifted.pull(z))))
        assert check(slope == X(z))
        assert not check(slope == X(z) + J["q"])


def test_germs_have_jets_too():
    E = FibredManifold("E", base=Manifold("B", "x y", ring=germs(4)), coordinates="u")
    J, J1 = jet(E, 2), jet(E, 1)
    x, y, u = E.coordinates
    flat = J.horizontal_differential(J1.horizontal_differential(x * u**2 + y))
    assert check(flat == 0).status is Status.PROBED
    X, Y = E.vector_field({"x": u, "u": x * y}), E.vector_field({"y": u * x})
    right = bracket(J.prolong_field(X), J.prolong_field(Y))
    assert check(J.prolong_field(bracket(X, Y)) == right).status is Status.PROBED
    assert not check(J.prolong_field(bracket(Y, X)) == right)


# --- naturality --------------------------------------------------------------------------


@pytest.mark.parametrize("pi", SEVERAL, ids=IDS)
def test_prolongation_is_natural(pi):
    J, under = jet(pi, 2), fibred_automorphisms(pi, degree=1)
    fields = vector_fields(pi.total, degree=1, terms=1)
    assert natural(J.prolong_field, fields, under=under, lifts=[J.prolong_fibred], examples=8)


def test_lifts_that_forget_the_contact_forms_are_not_natural():
    J = jet(LINE, 1)

    def careless(X):
        return J.vector_field({n: J.projection.pull(f) for n, f in X.components.items()})

    shear = {"t": "t", "q": "q + t**2", "r": "r"}, {"t": "t", "q": "q - t**2", "r": "r"}
    under = st.just(Map(LINE, LINE, shear[0], inverse=shear[1]))
    fields = st.just(LINE.frame[0])
    assert not natural(careless, fields, under=under, lifts=[J.prolong_fibred], shrink=False)


# --- what is refused ---------------------------------------------------------------------


def test_wrong_input():
    J = jet(PLANE, 1)
    for field in (J.frame[0], along_jets(LINE, 2), along_jets(OVER_TIME, 1)):
        with pytest.raises(SpaceMismatch, match="or along jets of E, are prolonged to J1"):
            J.prolong_field(field)
    with pytest.raises(DegreeMismatch, match="cannot prolong the"):
        J.prolong_field(PLANE.identity)
    with pytest.raises(AxiomViolation, match="the base must go to itself"):
        J.prolong(Map(B, PLANE, {"x": "y", "y": "x", "u": 0}))
    with pytest.raises(SpaceMismatch, match="no section of E"):
        J.prolong(J.projection)
    with pytest.raises(AxiomViolation, match="depend on where in the fibre"):
        J.prolong_fibred(Map(PLANE, PLANE, {"x": "x + u", "y": "y", "u": "u"}))
    total = OVER_TIME.total
    with pytest.raises(SpaceMismatch, match="the fibration of its source"):
        J.prolong_fibred(
            Map(
                Manifold("N", "x y u", parameters="m", functions="f(x)"),
                PLANE,
                {"x": "x", "y": "y", "u": "u"},
            )
        )
    with pytest.raises(SpaceMismatch, match="no section of P → R"):
        jet(OVER_TIME).prolong(identity_map(total))
    assert d(J["u"]).degree == 1
