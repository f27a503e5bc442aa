"""Jets by their characterisations: contact forms, total derivative, vertical endomorphism."""

from __future__ import annotations

import pytest
from hypothesis import given

from diffgeo import FibredManifold, Map, VectorForm, bracket, check, d, interior, jet, lie, tangent
from diffgeo.errors import AxiomViolation, DegreeMismatch, NameClash, NotSupported, SpaceMismatch
from diffgeo.testing import forms, functions, sections, vector_fields

E = FibredManifold("E", time="t", coordinates="x y", parameters="m", functions="f(t)")
J = jet(E, 1)
S = J.vertical_endomorphism
t, x, y = E.coordinates
xdot, ydot = J.velocities


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
    assert check(J.is_second_order(gamma))
    assert check(gamma(xdot) == -J["x"]) and check(gamma(J["y"]) == ydot)
    assert not check(J.is_second_order(gamma + J.frame[1]))
    assert not check(J.is_second_order(2 * gamma))
    assert check(J.projection.tangent(gamma) == J.total_derivative)


@given(vector_fields(J, degree=1, terms=1))
def test_second_order_fields_are_those_over_the_total_derivative(X):
    gamma = J.second_order_field()
    for field in (X, gamma + S(X), gamma + X):
        over = bool(check(J.projection.tangent(field) == J.total_derivative))
        assert over == bool(check(J.is_second_order(field)))


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
