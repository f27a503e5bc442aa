"""Fibrations: what is vertical, projectable, basic; sections; vertical bundles."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import (
    Fibration,
    FibredManifold,
    Manifold,
    Map,
    bracket,
    check,
    d,
    identity_map,
    interior,
    jet,
    lie,
    tangent,
)
from diffgeo.bundles import vertical_bundle
from diffgeo.errors import (
    AxiomViolation,
    DegreeMismatch,
    ExpressionError,
    NameClash,
    NotSupported,
    SpaceMismatch,
    UndefinedSymbol,
)
from diffgeo.testing import (
    fibred_automorphisms,
    forms,
    functions,
    natural,
    projectable_fields,
    sections,
    vector_fields,
    vertical_fields,
)

B = Manifold("B", "x y", parameters="m", functions="f(x)", positive="m")
E = FibredManifold("E", base=B, coordinates="u v")
LINE = FibredManifold("Q", coordinates="q r")
M = FibredManifold("M", time="t", coordinates="x y", parameters="m", functions="f(t)")
P = FibredManifold("P", base=M, coordinates="z")
OVER_TIME = M @ P
SEVERAL = [E, LINE, P, OVER_TIME]
fibrations = st.sampled_from(SEVERAL)
FEW = settings(max_examples=25)


# --- one total space, several fibrations -------------------------------------------------


def test_a_fibred_manifold_takes_over_what_its_base_declares():
    assert E.chart.coordinates == ("x", "y", "u", "v") and E.base is B
    assert E.chart.parameters == ("m",) and E.chart.signs == {"m": 1}
    assert str(E.function("m*f(x)*u")) == "m*u*f(x)"
    assert check(E.projection.pull(B.function("m*f(x)*y")) == E.function("m*f(x)*y"))
    signed = FibredManifold("F", base=B, coordinates="u", positive="u")
    assert signed.chart.signs == {"m": 1, "u": 1}
    assert check(signed.section(u="m").pull(signed.function("sqrt(u**2)")) == B["m"])


def test_compositions_of_fibrations_are_fibrations():
    assert P.fibre_names == ("z",) and P.base_names == ("t", "x", "y")
    assert OVER_TIME.fibre_names == ("x", "y", "z") and OVER_TIME.total is P
    assert check(OVER_TIME.projection == M.projection @ P.projection)
    assert OVER_TIME.latex() == r"P \to R" and str(OVER_TIME) == "the fibration P → R"
    assert check(OVER_TIME.time == P["t"]) and check(OVER_TIME.dt == d(P["t"]))
    assert P.vertical_distribution.rank == 1 and OVER_TIME.vertical_distribution.rank == 3
    assert OVER_TIME.vertical_distribution.contains(P.vertical_distribution)
    assert not check(P.vertical_distribution == OVER_TIME.vertical_distribution)


def test_coordinates_of_the_base_may_have_other_names_and_places():
    N = Manifold("N", "a b c")
    pi = Fibration(Map(N, Manifold("S", "s r"), {"s": "c", "r": "a"}))
    assert pi.base_names == ("c", "a") and pi.fibre_names == ("b",)
    assert check(pi.descend(N.function("a*c")) == pi.base.function("s*r"))
    section = pi.section(b="s**2")
    assert pi.is_section(section) and check(section.pull(N["b"] * N["c"]) == pi.base["s"] ** 3)


# --- vertical and projectable fields ------------------------------------------------------


@given(st.data(), fibrations)
@FEW
def test_vertical_fields_are_those_over_zero(data, pi):
    X = data.draw(vertical_fields(pi))
    assert pi.is_vertical(X) and pi.vertical_distribution.contains(X)
    f = data.draw(functions(pi.base))
    assert check(X(pi.projection.pull(f)) == 0)
    Y = X + (1 + pi.base_coordinates[0] ** 2) * pi.total.frame[0]
    assert not pi.is_vertical(Y) and not pi.vertical_distribution.contains(Y)


@given(st.data(), fibrations)
@FEW
def test_projectable_fields_are_related_to_fields_on_the_base(data, pi):
    X, Y = data.draw(projectable_fields(pi)), data.draw(projectable_fields(pi))
    below = pi.projected(X)
    assert pi.is_projectable(X) and check(pi.projection.related(X, below))
    assert not check(pi.projection.related(X, below + pi.base.frame[0]))
    assert check(pi.projected(bracket(X, Y)) == bracket(below, pi.projected(Y)))


@given(st.data(), fibrations)
@FEW
def test_projectable_fields_keep_the_vertical_distribution(data, pi):
    X = data.draw(vector_fields(pi.total, degree=1))
    symmetry = pi.vertical_distribution.is_symmetry(X)
    assert bool(pi.is_projectable(X)) == bool(symmetry)
    assert not all(pi.is_projectable(f * Y) for f in pi.total.coordinates for Y in pi.total.frame)


def test_a_field_that_is_not_projectable():
    X = E.vector_field(x="u")
    assert not E.is_projectable(X)
    with pytest.raises(AxiomViolation, match="projectability fails"):
        E.projected(X)
    assert OVER_TIME.is_projectable(P.vector_field(x="z"))
    assert not P.is_projectable(P.vector_field(x="z"))


# --- basic forms --------------------------------------------------------------------------


@given(st.data(), fibrations, st.integers(0, 2))
@FEW
def test_basic_forms_are_pulled_back_from_the_base(data, pi, degree):
    if degree > pi.base.dimension:
        return
    beta = data.draw(forms(pi.base, degree))
    alpha = pi.projection.pull(beta)
    assert pi.is_basic(alpha) and check(pi.descend(alpha) == beta)
    q = pi.fibre_coordinates[0]
    volume = d(pi.base_coordinates[0])
    assert pi.is_semibasic(q * volume) and not pi.is_basic(q * volume)
    assert not pi.is_semibasic(d(q))


@given(st.data(), fibrations)
@FEW
def test_semibasic_forms_are_killed_by_vertical_fields(data, pi):
    X = data.draw(vertical_fields(pi))
    alpha = data.draw(functions(pi.total)) * pi.projection.pull(data.draw(forms(pi.base, 1)))
    assert pi.is_semibasic(alpha) and check(interior(X, alpha) == 0)
    assert not all(pi.is_semibasic(d(f)) for f in pi.total.coordinates)
    assert pi.is_semibasic(lie(X, alpha))


def test_forms_descend_past_denominators():
    E1 = FibredManifold("E", base=Manifold("B", "x"), coordinates="u v")
    f = E1.function("(x**2*(u - v) + x)/(x*(u - v) + 1)")
    assert check(E1.descend(f) == E1.base["x"])
    with pytest.raises(AxiomViolation, match="being basic fails"):
        E1.descend(E1["u"] * f)


# --- sections and fibred maps ---------------------------------------------------------------


@given(st.data(), fibrations)
@FEW
def test_sections(data, pi):
    section = data.draw(sections(pi))
    assert pi.is_section(section)
    f = data.draw(functions(pi.base))
    assert check(section.pull(pi.projection.pull(f)) == f)


@given(st.data(), fibrations)
@FEW
def test_fibred_maps_have_maps_below(data, pi):
    phi = data.draw(fibred_automorphisms(pi))
    psi = data.draw(fibred_automorphisms(pi))
    assert pi.is_fibred(phi)
    below = pi.base_map(phi)
    assert check(pi.projection @ phi == below @ pi.projection)
    assert check(below @ below.inverse == identity_map(pi.base))
    assert check(pi.base_map(phi @ psi) == below @ pi.base_map(psi))


def test_maps_that_are_not_fibred():
    shear = Map(P, P, {"t": "t", "x": "x + z", "y": "y", "z": "z"})
    assert OVER_TIME.is_fibred(shear, OVER_TIME) and not P.is_fibred(shear)
    with pytest.raises(AxiomViolation, match="is not fibred: x \\+ z, t"):
        P.base_map(Map(P, P, {"t": "x + z", "x": "t", "y": "t", "z": "z"}))
    with pytest.raises(AxiomViolation, match="new time q is no function of t"):
        LINE.base_map(Map(LINE, LINE, {"t": "q", "q": "t", "r": "r"}))


def test_fibrations_are_pulled_back_where_they_stay_adapted():
    phi = Map(
        P,
        P,
        {"t": "t", "x": "x", "y": "y", "z": "z + x"},
        inverse={"t": "t", "x": "x", "y": "y", "z": "z - x"},
    )
    assert check(P.pulled_back(phi).projection == P.projection @ phi)
    move = Map(
        P,
        P,
        {"t": "2*t", "x": "x", "y": "y", "z": "z"},
        inverse={"t": "t/2", "x": "x", "y": "y", "z": "z"},
    )
    with pytest.raises(NotSupported, match="not adapted"):
        P.pulled_back(move)
    assert not check(P.projection @ move == P.projection)


# --- naturality ----------------------------------------------------------------------------


@pytest.mark.parametrize("pi", [E, LINE, OVER_TIME], ids=["plane", "line", "composed"])
def test_statements_are_natural_under_fibred_automorphisms(pi):
    under, fields = fibred_automorphisms(pi), vector_fields(pi.total, degree=1)
    assert natural(pi.is_vertical, fields, under=under, examples=10)
    assert natural(pi.is_projectable, fields, under=under, examples=10)
    assert natural(pi.is_semibasic, forms(pi.total, 1, degree=1), under=under, examples=10)
    below = pi.base_map
    projectable = projectable_fields(pi, degree=1)
    assert natural(pi.projected, projectable, under=under, lifts=[below], examples=10)
    assert natural(lambda: pi.vertical_distribution, under=under, examples=5)

    def rates(X):
        return [X(q) for q in pi.total.coordinates]

    assert not natural(rates, fields, under=under, examples=50, shrink=False)


def test_the_vertical_distribution_is_not_natural_under_all_automorphisms():
    swap = Map(
        E,
        E,
        {"x": "u", "u": "x", "y": "y", "v": "v"},
        inverse={"x": "u", "u": "x", "y": "y", "v": "v"},
    )
    assert not natural(E.is_vertical, vector_fields(E), under=st.just(swap), shrink=False)
    assert not natural(lambda: E.vertical_distribution, under=st.just(swap), shrink=False)


# --- vertical bundles ------------------------------------------------------------------------


@given(st.data(), fibrations)
@FEW
def test_vertical_bundle(data, pi):
    V, T = vertical_bundle(pi), tangent(pi.total)
    assert V.base is pi.total and V.inclusion.target is T and vertical_bundle(pi) is V
    assert check(T.projection @ V.inclusion == V.projection)
    below = d(data.draw(functions(pi.base)))
    assert check(V.contract(pi.projection.pull(below)) == 0)
    X, mu = data.draw(vertical_fields(pi)), data.draw(forms(pi.total, 1))
    section = V.field_section(X)
    assert V.is_section(section) and check(section.pull(V.contract(mu)) == mu(X))
    lifted = V.vertical_lift(X)
    assert V.is_vertical(lifted)
    assert check(lifted(V.contract(mu)) == V.projection.pull(mu(X)))
    assert not check(lifted(V.contract(mu)) == V.projection.pull(mu(X)) + 1)


def test_vertical_lifts_are_those_of_the_tangent_bundle():
    V, T = vertical_bundle(E), tangent(E)
    X = E.vector_field(u="x*v", v="u")
    assert V.chart.coordinates == ("x", "y", "u", "v", "udot", "vdot")
    assert V["udot"].latex() == r"\dot{u}"
    assert str(V.vertical_lift(X)) == "x*v ∂_udot + u ∂_vdot"
    J = T.vertical_endomorphism
    above = T.vector_field(u="x*v", v="u")
    assert check(V.inclusion.related(V.vertical_lift(X), J(above)))
    with pytest.raises(AxiomViolation, match="being vertical fails"):
        V.field_section(E.frame[0])


# --- what is refused ---------------------------------------------------------------------------


def test_projections_that_are_not_adapted():
    N = Manifold("N", "a b")
    with pytest.raises(NotSupported, match="s goes to a \\+ b, which is no coordinate of N"):
        Fibration(Map(N, Manifold("S", "s"), {"s": "a + b"}))
    with pytest.raises(NotSupported, match="s goes to 2\\*a"):
        Fibration(Map(N, Manifold("S", "s"), {"s": "2*a"}))
    with pytest.raises(AxiomViolation, match="no submersion"):
        Fibration(Map(N, Manifold("S", "s r"), {"s": "a", "r": "a"}))
    scaled = Manifold("S", "s", parameters="k")
    with pytest.raises(NotSupported, match="changes parameters"):
        Fibration(Map(N, scaled, {"s": "a", "k": "2"}))


def test_wrong_input():
    with pytest.raises(SpaceMismatch, match="fields on E, not the vector field"):
        E.is_vertical(B.frame[0])
    with pytest.raises(DegreeMismatch, match="a vector field"):
        E.is_vertical(E.identity)
    with pytest.raises(SpaceMismatch, match="forms on E, not the function"):
        E.is_basic(B["x"])
    with pytest.raises(SpaceMismatch, match="is no section of E: give a Map from its base B to E"):
        E.is_section(E.projection)
    with pytest.raises(SpaceMismatch, match="no fibred map to E"):
        E.base_map(E.projection)
    with pytest.raises(SpaceMismatch, match="P → R"):
        OVER_TIME.is_section(M.section(x=0, y=0))
    with pytest.raises(NotSupported, match="E has no time: its base has dimension 2"):
        print(E.dt)
    with pytest.raises(NameClash, match="the name x is declared twice on F"):
        FibredManifold("F", base=B, coordinates="x")
    with pytest.raises(NameClash, match="the name m is declared twice on F"):
        FibredManifold("F", base=B, coordinates="m")
    with pytest.raises(ExpressionError, match="F takes its parameters from B: declare"):
        FibredManifold("F", base=B, coordinates="u", parameters="k")
    with pytest.raises(ExpressionError, match="F takes its time from B"):
        FibredManifold("F", time="t", base=B)
    with pytest.raises(ExpressionError, match="one time, not 2"):
        FibredManifold("F", time="t s", coordinates="x")
    with pytest.raises(UndefinedSymbol, match="no image of v"):
        E.section(u=0)
    with pytest.raises(SpaceMismatch, match="B is no fibration"):
        jet(B)
