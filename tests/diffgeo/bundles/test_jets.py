"""Jets by their characterisations: contact forms, total derivative, vertical endomorphism."""

from __future__ import annotations

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
    identity_map,
    interior,
    jet,
    lie,
    tangent,
    torsion,
)
from diffgeo.errors import (
    AxiomViolation,
    DegreeMismatch,
    NameClash,
    NotSupported,
    SpaceMismatch,
    UndefinedSymbol,
)
from diffgeo.testing import fibred_automorphisms, forms, functions, natural, sections, vector_fields

E = FibredManifold("E", time="t", coordinates="x y", parameters="m", functions="f(t)")
J = jet(E, 1)
S = J.vertical_endomorphism
t, x, y = E.coordinates
xdot, ydot = J.velocities
B = Manifold("B", "x y")
PLANE = FibredManifold("P", base=B, coordinates="u")
FEW = settings(max_examples=15)


def test_one_jet_space_for_each_order():
    assert jet(E) is J and jet(E, 2) is jet(E, 2) and jet(E, 2).base_space is J
    assert J.chart.coordinates == ("t", "x", "y", "xdot", "ydot")
    assert [str(f) for f in (*J.positions, *J.velocities)] == ["x", "y", "xdot", "ydot"]
    assert check(J.projection.pull(E.time) == J.time)
    assert check(E.projection @ J.projection == J.source_projection)


@given(functions(E), functions(E))
def test_total_derivative_is_the_derivation_that_prolongs_time(F, G):
    dT = J.total_derivative
    assert check(dT(F * G) == dT(F) * J.projection.pull(G) + J.projection.pull(F) * dT(G))
    assert check(bracket(d, dT) == 0)
    assert check(dT(F) == J.contract(d(F)))
    assert check(dT(E.time) == 1)


@given(functions(E), sections(E))
def test_total_derivative_is_the_derivative_along_prolonged_sections(F, section):
    clock = E.base.frame[0]
    lifted = J.prolong(section)
    assert check(lifted.pull(J.total_derivative(F)) == lie(clock, section.pull(F)))
    assert check(lifted.pull(J.contact(F)) == 0)
    assert check(J.projection @ lifted == section)


def test_only_prolonged_sections_annihilate_contact_forms():
    arbitrary = Map(E.base, J, {"t": "t", "x": "t**2", "y": 0, "xdot": "t", "ydot": 0})
    assert not check(arbitrary.pull(J.contact(x)) == 0)


@given(functions(E), forms(E, 1))
def test_vertical_endomorphism(F, alpha):
    pull = J.projection.pull
    assert check(S.transpose(pull(alpha)) == 0)
    assert check(S.transpose(d(J.total_derivative(F))) == J.contact(F))


def test_vertical_endomorphism_in_the_chart():
    assert str(S) == "(-xdot dt + dx)⊗∂_xdot + (-ydot dt + dy)⊗∂_ydot"
    assert check(S @ S == 0)
    dx, dt = d(J["x"]), J.dt
    assert not check((dx + xdot * dt).tensor(J.frame[3]) + J.contact(y).tensor(J.frame[4]) == S)


def test_second_order_fields():
    gamma = J.second_order_field({"x": "-x", "y": "t*xdot"})
    assert J.is_second_order(gamma)
    assert check(gamma(xdot) == -J["x"]) and check(gamma(J["y"]) == ydot)
    assert not J.is_second_order(gamma + J.frame[1])
    assert not J.is_second_order(2 * gamma)
    assert check(J.projection.tangent(gamma) == J.total_derivative)


@given(vector_fields(J, degree=1, terms=1))
def test_second_order_fields_are_those_over_the_total_derivative(X):
    gamma = J.second_order_field()
    for field in (X, gamma + S(X), gamma + X):
        over = bool(check(J.projection.tangent(field) == J.total_derivative))
        assert over == bool(J.is_second_order(field))


@given(forms(E, 1))
def test_contraction_is_evaluation_on_second_order_fields(mu):
    gamma = J.second_order_field({"x": "y"})
    assert check(J.contract(mu) == J.projection.pull(mu)(gamma))
    assert check(J.contract(mu) == J.embedding.pull(tangent(E).contract(mu)))


@given(forms(E, 1))
def test_complete_lift_restricted_to_jets(mu):
    """S^* of the complete lift, restricted to jets, is S^*d of the function of mu."""
    lifted = tangent(E).total_derivative(mu)
    function = J.contract(mu)
    assert check(S.transpose(J.embedding.pull(lifted)) == S.transpose(d(function)))


def test_embedding_has_unit_speed():
    bundle = tangent(E)
    assert bundle is tangent(E)
    assert check(J.embedding.pull(bundle.contract(E.dt)) == 1)
    assert check(bundle.projection @ J.embedding == J.projection)
    assert not check(J.embedding.pull(bundle.contract(E.dt)) == 0)


def test_jets_of_order_two():
    J2 = jet(E, 2)
    assert J2.chart.coordinates[-2:] == ("xddot", "yddot")
    force = J.function("f(t)*xdot")
    assert check(J2.total_derivative(force) == J2.function("Derivative(f(t), t)*xdot + f(t)*xddot"))
    section = E.section(x="t**3", y="f(t)")
    lifted = J2.prolong(section)
    assert check(lifted.pull(J2["xddot"]) == E.base.function("6*t"))
    assert check(lifted.pull(J2["yddot"]) == E.base.function("Derivative(f(t), t, t)"))
    assert check(lifted.pull(J2.contact(xdot)) == 0)
    assert check(J2.embedding.pull(tangent(J)["xdot_dot"]) == J2["xddot"])


def test_names_of_velocities():
    assert J["xdot"].latex() == r"\dot{x}"
    assert jet(E, 2)["yddot"].latex() == r"\ddot{y}"
    with pytest.raises(NameClash, match="xdot is declared on F"):
        jet(FibredManifold("F", coordinates="x", parameters="xdot"))


def test_what_jets_refuse():
    with pytest.raises(AxiomViolation, match="time must go to itself"):
        J.prolong(Map(E.base, E, {"t": "2*t", "x": 0, "y": 0}))
    with pytest.raises(SpaceMismatch, match="section"):
        J.prolong(J.projection)
    with pytest.raises(DegreeMismatch, match="1-form"):
        J.contract(t)
    with pytest.raises(NotSupported, match="order 1"):
        jet(E, 2).second_order_field()
    with pytest.raises(SpaceMismatch, match="J1"):
        J.total_derivative(J.time)


def test_lie_derivative_of_s_along_a_second_order_field():
    """(L_Γ S)² is the identity off Γ: the square of L_Γ S is id - dt ⊗ Γ."""
    gamma = J.second_order_field({"x": "x*ydot", "y": "m*xdot**2"})
    product: VectorForm = lie(gamma, S)
    assert check(product @ product == J.identity - J.dt.tensor(gamma))
    assert not check(product @ product == J.identity)
    assert check(interior(product, J.dt) == 0)


# --- one jet space for each fibration, with readable names -------------------------------


def test_jets_belong_to_a_fibration_not_to_an_object():
    assert jet(Fibration(E.projection)) is J and J.fibration is E
    M = FibredManifold("M", coordinates="x")
    Q = FibredManifold("Q", base=M, coordinates="z")
    over_time, again = jet(M @ Q), jet(M @ Q)
    assert over_time is again and over_time is not jet(Q)
    assert over_time.chart.coordinates == ("t", "x", "z", "xdot", "zdot")
    assert jet(Q).chart.coordinates == ("t", "x", "z", "z_t", "z_x")


def test_names_over_bases_of_higher_dimension():
    J2 = jet(PLANE, 2)
    assert J2.chart.coordinates == ("x", "y", "u", "u_x", "u_y", "u_xx", "u_xy", "u_yy")
    assert J2["u_xy"].latex() == "u_{x y}" and d(J2["u_x"]).latex() == r"\mathrm{d}u_{x}"
    assert check(J2.derivative("u", "y", "x") == J2["u_xy"])
    assert [str(f) for f in (*J2.positions, *J2.velocities)] == ["u", "u_x", "u_y"]
    long = jet(FibredManifold("L", base=Manifold("B", "x1 theta"), coordinates="w1"), 2)
    assert long.chart.coordinates[-3:] == ("w1_x1_x1", "w1_x1_theta", "w1_theta_theta")
    assert long["w1_x1_theta"].latex() == r"{w_{1}}_{x_{1} \theta}"
    assert check(jet(E, 2).derivative("x", "t", "t") == jet(E, 2)["xddot"])


def test_names_on_jets_of_sections_of_jets():
    repeated = jet(J.source_fibration, 2)
    assert repeated.chart.coordinates[5:9] == ("x_dot", "y_dot", "xdot_dot", "ydot_dot")
    assert repeated["xdot_ddot"].latex() == r"\dot{x}_{;t t}"
    twice = jet(jet(PLANE).source_fibration)
    assert twice.chart.coordinates[5:] == ("u__x", "u__y", "u_x__x", "u_x__y", "u_y__x", "u_y__y")
    assert twice["u_x__y"].latex() == "u_{x;y}" and twice["u__x"].latex() == "u_{;x}"


@pytest.mark.parametrize("pi", [E, PLANE], ids=str)
def test_projections_between_jets_are_fibrations(pi):
    J3 = jet(pi, 3)
    assert check(J3.projection_to(3) == identity_map(J3))
    for order in range(3):
        below = jet(pi, order) if order else pi
        assert J3.projection_to(order).target is below
        over = Fibration(J3.projection_to(order))
        assert over.vertical_distribution.rank == J3.dimension - below.dimension
        if order:
            assert check(below.source_projection @ over.projection == J3.source_projection)
    assert check(J3.projection_to(1) == J3.lowered(2).projection @ J3.projection)


# --- the vertical endomorphism -----------------------------------------------------------


@pytest.mark.parametrize("order", [1, 2, 3])
@given(data=st.data())
@FEW
def test_vertical_endomorphism_and_total_derivative(order, data):
    """i_S d_T - d_T i_S is the insertion of the contact part."""
    above, below = jet(E, order + 1), jet(E, order)
    alpha = data.draw(forms(below, data.draw(st.integers(1, 2)), degree=1, terms=1))
    upper, lower = (jets.vertical_endomorphism for jets in (above, below))
    d_T = above.total_derivative
    left = interior(upper, d_T(alpha)) - d_T(interior(lower, alpha))
    assert check(left == interior(above.contact_part, alpha))
    assert check(above.projection.related(lie(upper), lie(lower)))


@pytest.mark.parametrize("order", [1, 2])
def test_vertical_endomorphism_and_total_derivative_with_wrong_signs(order):
    above, below = jet(E, order + 1), jet(E, order)
    alpha = below["x"] * d(below.coordinates[-1]) + below["t"] * d(below["y"])
    upper, lower = (jets.vertical_endomorphism for jets in (above, below))
    first = interior(upper, above.total_derivative(alpha))
    second = above.total_derivative(interior(lower, alpha))
    contact = interior(above.contact_part, alpha)
    assert check(first - second == contact)
    assert not check(first + second == contact)
    assert not check(first - second == -contact) and not check(first - second == 0)
    assert not check(first - second == above.projection.pull(alpha))


@pytest.mark.parametrize("order", [1, 2, 3])
def test_torsion_of_the_vertical_endomorphism(order):
    """N_S = dt∧S on jets of every order, so S is not integrable."""
    jets = jet(E, order)
    S_k, dt = jets.vertical_endomorphism, jets.dt
    assert check(torsion(S_k) == dt * S_k)
    assert check(bracket(S_k, S_k) == 2 * dt * S_k)
    for wrong in (0 * torsion(S_k), -1 * dt * S_k, 2 * dt * S_k):
        assert not check(torsion(S_k) == wrong)


@pytest.mark.parametrize("order", [1, 2, 3])
def test_powers_of_the_vertical_endomorphism(order):
    jets = jet(E, order)
    S, power = jets.vertical_endomorphism, jets.identity
    for exponent in range(1, order + 2):
        power = power @ S
        assert bool(check(power == 0)) == (exponent == order + 1)
    assert check(interior(S, jets.dt) == 0)
    for F in (E["x"], E["t"] * E["y"]):
        assert check(S.transpose(jets.projection_to(0).pull(d(F))) == 0)


def test_vertical_endomorphism_of_order_two_in_the_chart():
    S2 = jet(FibredManifold("Q", coordinates="q"), 2).vertical_endomorphism
    assert str(S2) == "(-qdot dt + dq)⊗∂_qdot + (-2*qddot dt + 2 dqdot)⊗∂_qddot"


@pytest.mark.parametrize("order", [1, 2])
def test_vertical_endomorphism_is_natural_for_translations_of_time_only(order):
    jets = jet(E, order)

    def endomorphism(F):
        return jets.vertical_endomorphism.transpose(d(F))

    lifts, data = [jets.prolong_fibred], functions(jets, terms=1)
    shift = {"t": "t + 3", "x": "x", "y": "y"}, {"t": "t - 3", "x": "x", "y": "y"}
    stretch = {"t": "2*t", "x": "x", "y": "y"}, {"t": "t/2", "x": "x", "y": "y"}
    later, faster = (Map(E, E, there, inverse=back) for there, back in (shift, stretch))
    moving = fibred_automorphisms(E, fixed=["t"], degree=1).map(lambda phi: later @ phi)
    assert natural(endomorphism, data, under=moving, lifts=lifts, examples=8)
    assert not natural(endomorphism, data, under=st.just(faster), lifts=lifts, shrink=False)


@pytest.mark.parametrize("order", [1, 2])
@given(data=st.data())
@FEW
def test_vertical_endomorphisms_over_other_bases(order, data):
    """i_S D_X - D_X i_S = η(X) i_v for S = S_η with a closed 1-form η."""
    above, below = jet(PLANE, order + 1), jet(PLANE, order)
    eta = d(data.draw(functions(B)))
    X = data.draw(vector_fields(B, degree=1, terms=1))
    alpha = data.draw(forms(below, 1, degree=1, terms=1))
    upper, lower = (jets.vertical_endomorphism_along(eta) for jets in (above, below))
    D = above.total_derivative_along(X)
    left = interior(upper, D(alpha)) - D(interior(lower, alpha))
    factor = above.source_projection.pull(eta(X))
    assert check(left == factor * interior(above.contact_part, alpha))
    one = d(above["u"])
    assert check(upper.transpose(one) == 0)


def test_vertical_endomorphisms_of_forms_that_are_not_closed():
    eta = B["y"] * d(B["x"])
    S1 = jet(PLANE).vertical_endomorphism_along(eta)
    assert str(S1) == "(-y*u_x dx - y*u_y dy + y du)⊗∂_u_x"
    with pytest.raises(AxiomViolation, match="closedness fails for the 1-form y dx"):
        jet(PLANE, 2).vertical_endomorphism_along(eta)
    with pytest.raises(SpaceMismatch, match=r"belongs to a 1-form on the base B, not to"):
        jet(PLANE).vertical_endomorphism_along(d(PLANE["u"]))
    assert check(J.vertical_endomorphism_along(d(E.base["t"])) == S)
    assert not check(J.vertical_endomorphism_along(2 * d(E.base["t"])) == S)


def test_vertical_endomorphisms_are_natural():
    J2 = jet(PLANE, 2)

    def endomorphism(f):
        return J2.vertical_endomorphism_along(d(f))

    changes = {"under": fibred_automorphisms(PLANE, degree=1), "examples": 8}
    lifts = [PLANE.base_map, J2.prolong_fibred]
    assert natural(endomorphism, functions(B), lifts=lifts, **changes)


# --- holonomic embeddings and second-order fields ----------------------------------------


@pytest.mark.parametrize("pi", [E, PLANE], ids=str)
@given(data=st.data())
@FEW
def test_holonomic_embedding(pi, data):
    """γ∘j^{k+1} s = j¹(j^k s)."""
    for order in (2, 3):
        jets, section = jet(pi, order), data.draw(sections(pi, degree=2))
        gamma, below = jets.holonomic_embedding, jets.base_space
        repeated = jet(below.source_fibration)
        assert gamma.target is repeated
        assert check(gamma @ jets.prolong(section) == repeated.prolong(below.prolong(section)))
        other = data.draw(sections(pi, degree=2))
        if not check(other == section):
            assert not check(
                gamma @ jets.prolong(other) == repeated.prolong(below.prolong(section))
            )
        assert check(repeated.projection @ gamma == jets.projection)


@pytest.mark.parametrize("pi", [E, PLANE], ids=str)
def test_the_holonomic_submanifold_is_the_image(pi):
    J2 = jet(pi, 2)
    N, inclusion = J2.holonomic_submanifold
    assert N.dimension == J2.dimension
    highest = dict(zip(N.chart.coordinates, J2.chart.coordinates, strict=True))
    onto = Map(J2, N, highest, inverse={j: n for n, j in highest.items()})
    assert check(inclusion @ onto == J2.holonomic_embedding)
    first, last = N.chart.coordinates[0], J2.chart.coordinates[-1]
    assert not check(inclusion @ Map(J2, N, {**highest, first: last}) == J2.holonomic_embedding)


@pytest.mark.parametrize("pi", [E, PLANE], ids=str)
def test_holonomic_embedding_is_natural(pi):
    J1, J2 = jet(pi, 1), jet(pi, 2)
    repeated, gamma = jet(J1.source_fibration), jet(pi, 2).holonomic_embedding

    @given(fibred_automorphisms(pi, degree=1))
    @FEW
    def commutes(phi):
        twice = repeated.prolong_fibred(J1.prolong_fibred(phi), J1.source_fibration)
        assert check(gamma @ J2.prolong_fibred(phi) == twice @ gamma)
        if not check(J2.prolong_fibred(phi) == identity_map(J2)):
            assert not check(gamma == twice @ gamma)

    commutes()


@given(vector_fields(J, degree=1, terms=1))
@FEW
def test_second_order_fields_are_those_that_factor_through_jets_of_order_two(X):
    """As sections of TJ¹π, they go through J²π → J¹(π_1) → TJ¹π."""
    J2, repeated = jet(E, 2), jet(J.source_fibration)
    assert check(J2.embedding == repeated.embedding @ J2.holonomic_embedding)
    for field in (X, J.second_order_field() + S(X), J.second_order_field() + X):
        accelerations = {"xddot": field(xdot), "yddot": field(ydot)}
        places = dict(zip(J.chart.coordinates, J.coordinates, strict=True))
        through = J2.embedding @ Map(J, J2, {**places, **accelerations})
        as_section = tangent(J).field_section(field)
        assert bool(check(as_section == through)) == bool(J.is_second_order(field))


# --- what is refused, over other bases and orders ----------------------------------------


def test_wrong_orders_and_names():
    with pytest.raises(DegreeMismatch, match="have order 1 or more, not 0; those of order 0 are"):
        jet(E, 0)
    with pytest.raises(DegreeMismatch, match="order 1 or more, not -1"):
        jet(E, -1)
    with pytest.raises(DegreeMismatch, match=r"J1\(E\) projects to jets of order 0 to 1, not 2"):
        J.projection_to(2)
    with pytest.raises(UndefinedSymbol, match=r"J1\(E\) has no derivative of x along t, t: derive"):
        J.derivative("x", "t", "t")
    with pytest.raises(UndefinedSymbol, match="no derivative of x along s"):
        J.derivative("x", "s")
    with pytest.raises(NotSupported, match="if its order is 2 or more"):
        print(J.holonomic_embedding)
    with pytest.raises(NameClash, match="u_x is declared on F and is the name of a derivative"):
        jet(FibredManifold("F", base=Manifold("B", "x y", parameters="u_x"), coordinates="u"))
    with pytest.raises(NameClash, match=r"u_x_x is declared on J1\(F\) and is the name of a deriv"):
        jet(FibredManifold("F", base=Manifold("B", "x x_x"), coordinates="u"), 2)
    for name in ("xdot", "t"):
        with pytest.raises(
            UndefinedSymbol, match=f"'{name}' is not a coordinate of the fibres of E"
        ):
            J.second_order_field({name: 1})


def test_what_belongs_to_the_line_of_time():
    plane = jet(PLANE)
    for property_ in ("time", "dt", "total_derivative", "embedding", "vertical_endomorphism"):
        with pytest.raises(NotSupported, match="over the line of time, and the base B has dim"):
            getattr(plane, property_)
    with pytest.raises(NotSupported, match="over the line of time"):
        plane.second_order_field()
    with pytest.raises(SpaceMismatch, match="B is no fibration"):
        jet(B)
