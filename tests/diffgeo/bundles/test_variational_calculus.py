"""Euler operator, Helmholtz, Noether; point symmetries against the algebras that are published."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from diffgeo import Fibration, Manifold, Map, bracket, check, jet
from diffgeo.bundles import (
    euler_operator,
    is_conserved,
    is_point_symmetry,
    is_variational,
    noether_current,
    point_symmetries,
)
from diffgeo.errors import AxiomViolation, SpaceMismatch, UndefinedSymbol
from diffgeo.testing import functions


def jets_over(base: str, fibre: str, order: int, parameters: str = "", **declared):
    E = Manifold("E", [*base.split(), *fibre.split()], parameters, **declared)
    B = Manifold("B", base.split(), parameters, **declared)
    return jet(Fibration(Map(E, B, {x: x for x in base.split()})), order)


J1, J2, J3 = (jets_over("t x", "u", k) for k in (1, 2, 3))
E = J2.fibration.total
FEW = settings(max_examples=8, deadline=None)


@pytest.mark.parametrize(
    ("jets", "lagrangian", "expressions"),
    [
        (J1, "u_t**2/2 - u_x**2/2 + cos(u)", {"u": "u_xx - u_tt - sin(u)"}),
        (J2, "u_t**2/2 - u_xx**2/2", {"u": "-u_tt - u_xxxx"}),
        (J2, "u_t*u_x/2 + u_x**3/6 - u_xx**2/2", {"u": "-u_tx - u_x*u_xx - u_xxxx"}),
        (jets_over("x", "y", 1), "sqrt(1 + ydot**2)", {"y": "-yddot/(1 + ydot**2)**(3/2)"}),
        (
            jets_over("x y", "u", 1),
            "sqrt(1 + u_x**2 + u_y**2)",
            {
                "u": "-((1 + u_y**2)*u_xx - 2*u_x*u_y*u_xy + (1 + u_x**2)*u_yy)"
                "/(1 + u_x**2 + u_y**2)**(3/2)"
            },
        ),
        (
            jets_over("t", "x y", 1, "m", functions="V(x, y)"),
            "m*(xdot**2 + ydot**2)/2 - V(x, y)",
            {"x": "-m*xddot - Derivative(V(x, y), x)", "y": "-m*yddot - Derivative(V(x, y), y)"},
        ),
    ],
)
def test_equations_of_euler_and_lagrange(jets, lagrangian, expressions):
    found = euler_operator(jets.function(lagrangian))
    for q, wanted in expressions.items():
        assert check(found[q] == found[q].space.function(wanted))
        assert not check(found[q] == -found[q].space.function(wanted))
    assert is_variational(found, next(iter(found.values())).space)


@given(functions(J1, 2, 2), functions(J1, 2, 2))
@FEW
def test_divergences_have_no_equations(f, g):
    up = jet(J1.fibration, 2)
    divergence = up.total_derivatives[0](f) + up.total_derivatives[1](g)
    assert check(euler_operator(divergence)["u"] == 0)
    assert not check(euler_operator(J1["u"] ** 2)["u"] == 0)


@given(functions(J1, 3, 2))
@FEW
def test_what_is_variational_satisfies_helmholtz(f):
    expressions = euler_operator(f)
    space = expressions["u"].space
    assert is_variational(expressions, space)
    assert not is_variational({"u": expressions["u"] + space["u_t"]}, space)


@pytest.mark.parametrize("expression", ["u_t", "u_t - u_xx", "u*u_tt", "u_tx*u_x", "u_t - u_xxx"])
def test_what_is_not_variational(expression):
    assert not is_variational({"u": expression}, J3)


def test_systems_of_helmholtz():
    jets = jets_over("t", "x y", 2)
    assert is_variational({"x": "xddot - ydot", "y": "yddot + xdot"}, jets)
    assert not is_variational({"x": "xddot - ydot", "y": "yddot - xdot"}, jets)
    with pytest.raises(SpaceMismatch, match="each of x, y"):
        is_variational({"x": "xddot"}, jets)


def test_conserved_currents_of_the_wave_equation():
    L = J1.function("u_t**2/2 - u_x**2/2")
    above = J1.fibration.total
    for X, density in {
        above.frame[0]: "-(u_t**2 + u_x**2)/2",
        above.frame[1]: "-u_t*u_x",
        above.frame[2]: "u_t",
        above.vector_field(t="x", x="t"): "-x*(u_t**2 + u_x**2)/2 - t*u_t*u_x",
    }.items():
        P = noether_current(L, X)
        assert check(P[0] == J1.function(density)) and not check(P[0] == 0)
        assert is_conserved(P, euler_operator(L), X)
        assert not is_conserved([2 * P[0], P[1]], euler_operator(L), X)
    with pytest.raises(AxiomViolation, match="no symmetry"):
        noether_current(L, above.vector_field(u="u"))


def test_currents_up_to_divergences_and_of_higher_order():
    jets = jets_over("t", "x", 1, "m")
    space, L = jets.fibration.total, jets.function("m*xdot**2/2")
    boost = space.vector_field(x="t")
    with pytest.raises(AxiomViolation):
        noether_current(L, boost)
    (P,) = noether_current(L, boost, [space.function("m*x")])
    assert check(jets.function("m*(t*xdot - x)") == P) and is_conserved(
        [P], euler_operator(L), boost
    )
    beam = J2.function("u_t**2/2 - u_xx**2/2")
    P = noether_current(beam, E.frame[0])
    wanted = ("-(u_t**2 + u_xx**2)/2", "u_tx*u_xx - u_t*u_xxx")
    assert all(check(p == p.space.function(f)) for p, f in zip(P, wanted, strict=True))
    assert is_conserved(P, euler_operator(beam), E.frame[0])
    assert not is_conserved(P, euler_operator(beam), E.frame[1])


#: Equations, order, degree of the fields, and the dimension of what is found (Olver, chapter 2;
#: with the solutions of the equation of that degree, for linear ones).
ALGEBRAS = {
    "Korteweg and de Vries": ("t x", 3, {"u_t": "-u*u_x - u_xxx"}, 2, 4),
    "Burgers": ("t x", 2, {"u_t": "-u*u_x + u_xx"}, 2, 5),
    # ∂_t, ∂_x, u∂_u, two scalings and boosts, one projection; heat polynomials to degree 3.
    "heat": ("t x", 2, {"u_t": "u_xx"}, 3, 6 + 4),
    # The conformal algebra so(3, 2), u∂_u, and solutions of degree 2: 1 + 3 + 5.
    "wave": ("t x y", 2, {"u_tt": "u_xx + u_yy"}, 2, 10 + 1 + 9),
    "Laplace": ("x y z", 2, {"u_zz": "-u_xx - u_yy"}, 2, 10 + 1 + 9),
    # f(x)∂_x + g(y)∂_y - (f' + g')∂_u for quadratic f and g.
    "Liouville": ("x y", 2, {"u_xy": "exp(u)"}, 2, 6),
    "sine-Gordon": ("x y", 2, {"u_xy": "sin(u)"}, 2, 3),
}


@pytest.mark.parametrize("name", ALGEBRAS)
def test_published_algebras(name):
    base, order, equations, degree, dimension = ALGEBRAS[name]
    jets = jets_over(base, "u", order)
    fields = point_symmetries(equations, jets, degree=degree)
    assert len(fields) == dimension
    assert all(is_point_symmetry(X, equations, jets) for X in fields[:: max(1, dimension // 4)])
    wrong = jets.fibration.total.vector_field({base.split()[0]: f"{base.split()[0]}**2", "u": "u"})
    assert not is_point_symmetry(wrong, equations, jets)


def test_symmetries_are_a_lie_algebra():
    equations = {"u_t": "-u*u_x - u_xxx"}
    fields = point_symmetries(equations, J3)
    for X in fields:
        for Y in fields:
            Z = bracket(X, Y)
            assert is_point_symmetry(Z, equations, J3)
    assert not check(bracket(fields[2], fields[0]) == 0)


def test_equations_with_parameters():
    jets = jets_over("t x", "u", 2, "c", positive="c")
    fields = point_symmetries({"u_tt": "c**2*u_xx + u**3"}, jets)
    space = jets.fibration.total
    boost = space.vector_field(t="x", x="c**2*t")
    assert is_point_symmetry(boost, {"u_tt": "c**2*u_xx + u**3"}, jets)
    assert not is_point_symmetry(
        space.vector_field(t="x", x="t"), {"u_tt": "c**2*u_xx + u**3"}, jets
    )
    assert len(fields) == 4


def test_refusals():
    with pytest.raises(UndefinedSymbol):
        point_symmetries({"u_t": "u_t + u_x"}, J2)
    with pytest.raises(TypeError):
        euler_operator(E.function("u"))
    with pytest.raises(SpaceMismatch, match="no field on"):
        noether_current(J1.function("u_t**2"), E.frame[0])
