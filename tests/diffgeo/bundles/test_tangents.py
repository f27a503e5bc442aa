"""Tangent bundles by their characterisations; tangent maps, and the flip of TTM."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from diffgeo import (
    FibredManifold,
    Manifold,
    Map,
    bracket,
    check,
    d,
    identity_map,
    jet,
    lie,
    tangent,
    torsion,
)
from diffgeo.bundles import tangent_map
from diffgeo.errors import DegreeMismatch, NameClash, NotSupported, SpaceMismatch, UndefinedSymbol
from diffgeo.testing import automorphisms, forms, functions, vector_fields

M = Manifold("M", "x y z", parameters="m", functions="f(t)")
T = tangent(M)
TT = tangent(T)
J, C = T.vertical_endomorphism, T.liouville_field
pull, rate = T.projection.pull, T.total_derivative
FEW = settings(max_examples=15)
SOME = settings(max_examples=40)


def test_one_tangent_bundle_for_each_manifold():
    assert tangent(M) is T and T.base_space is M
    assert T.chart.coordinates == ("x", "y", "z", "xdot", "ydot", "zdot")
    assert [str(v) for v in T.velocities] == ["xdot", "ydot", "zdot"]
    assert T["xdot"].latex() == r"\dot{x}"


# --- canonical objects -----------------------------------------------------------------


@given(functions(M), forms(M, 1))
@SOME
def test_vertical_endomorphism_by_its_characterisation(f, mu):
    assert check(J.transpose(pull(mu)) == 0)
    assert check(J.transpose(d(rate(f))) == pull(d(f)))
    assert check(J.transpose(rate(mu)) == pull(mu))


def test_vertical_endomorphism_in_the_chart():
    assert str(J) == "dx⊗∂_xdot + dy⊗∂_ydot + dz⊗∂_zdot"
    assert check(J @ J == 0) and check(torsion(J) == 0)
    assert not check(2 * J == J)
    assert not check(J.transpose(d(rate(M["x"]))) == 0)


@given(functions(M), forms(M, 1))
@SOME
def test_liouville_field_by_its_characterisation(f, mu):
    assert check(C(pull(f)) == 0)
    assert check(C(T.contract(mu)) == T.contract(mu))
    assert check(C(rate(f)) == rate(f))


def test_liouville_field_and_vertical_endomorphism():
    assert str(C) == "xdot ∂_xdot + ydot ∂_ydot + zdot ∂_zdot"
    assert check(lie(C, J) == -J) and check(J(C) == 0)
    assert not check(lie(C, J) == J)
    assert not check(C(T["xdot"] ** 2) == T["xdot"] ** 2)


@given(functions(T), functions(T), functions(M))
@SOME
def test_semisprays(a, b, f):
    S = T.semispray({"x": a, "z": b})
    assert T.is_semispray(S) and check(J(S) == C)
    assert check(S(pull(f)) == rate(f))
    assert check(S(T["xdot"]) == a) and check(S(T["ydot"]) == 0) and check(S(T["zdot"]) == b)
    assert check(lie(S, J) @ lie(S, J) == T.identity)


@given(vector_fields(T, degree=1, terms=1))
@SOME
def test_semisprays_are_the_fields_over_the_total_derivative(X):
    S = T.semispray()
    for field in (X, S + J(X), S + X):
        over = bool(check(T.projection.tangent(field) == rate))
        assert over == bool(T.is_semispray(field))


def test_sprays_have_quadratic_forces():
    for force, quadratic in (
        ("x*xdot*ydot", True),
        ("xdot", False),
        ("x", False),
        ("xdot**3", False),
    ):
        S = T.semispray({"y": force})
        assert T.is_semispray(S)
        assert bool(T.is_spray(S)) is quadratic
    assert not T.is_spray(2 * T.semispray())


@given(automorphisms(M), functions(T, degree=1))
@FEW
def test_canonical_objects_are_natural(phi, a):
    lifted = tangent_map(phi)
    assert check(lifted.pull(J) == J)
    assert check(lifted.pull(C) == C)
    S = T.semispray({"y": a})
    assert T.is_semispray(lifted.pull(S))


def test_canonical_objects_are_not_natural_under_other_maps():
    phi = Map(T, T, {n: T[n] for n in T.chart.coordinates} | {"xdot": T["xdot"] + T["ydot"]})
    back = Map(T, T, {n: T[n] for n in T.chart.coordinates} | {"xdot": T["xdot"] - T["ydot"]})
    phi.inverse, back.inverse = back, phi
    assert not check(phi.pull(J) == J)
    shift = Map(
        T,
        T,
        {n: T[n] for n in T.chart.coordinates} | {"xdot": T["xdot"] + 1},
        inverse={n: T[n] for n in T.chart.coordinates} | {"xdot": T["xdot"] - 1},
    )
    assert not check(shift.pull(C) == C)


# --- sections and tangent maps -----------------------------------------------------------


@given(vector_fields(M), forms(M, 1), functions(M))
@SOME
def test_a_field_is_a_section(X, mu, f):
    section = T.field_section(X)
    assert check(section.pull(T.contract(mu)) == mu(X))
    assert check(section.pull(rate(f)) == X(f))
    assert check(T.projection @ section == identity_map(M))


def test_sections_tell_fields_apart():
    X, Y = M.frame[0], M["x"] * M.frame[1]
    assert not check(T.field_section(X) == T.field_section(X + Y))


@given(automorphisms(M), automorphisms(M), forms(M, 1))
@FEW
def test_tangent_maps(phi, psi, mu):
    lifted = tangent_map(phi)
    assert check(T.projection @ lifted == phi @ T.projection)
    assert check(lifted.pull(T.contract(mu)) == T.contract(phi.pull(mu)))
    assert check(tangent_map(phi @ psi) == lifted @ tangent_map(psi))
    assert check(lifted.inverse @ lifted == identity_map(T))


def test_the_tangent_of_a_composition_has_an_order():
    phi = Map(M, M, {"x": "x + y**2", "y": "y", "z": "z"})
    psi = Map(M, M, {"x": "x", "y": "y + x", "z": "z"})
    right = tangent_map(phi) @ tangent_map(psi)
    assert check(tangent_map(phi @ psi) == right)
    assert not check(tangent_map(psi @ phi) == right)


@given(vector_fields(M), automorphisms(M))
@FEW
def test_tangent_maps_of_sections(X, phi):
    """Tφ∘X = (φ_*X)∘φ, with X = φ^*Y."""
    lifted = tangent_map(phi)
    assert check(lifted @ T.field_section(phi.pull(X)) == T.field_section(X) @ phi)


def test_tangent_of_a_curve():
    line = Manifold("R", "t", functions="f(t)")
    curve = Map(line, M, {"x": "t**2", "y": "f(t)", "z": 1, "m": 3}, functions={"f(t)": "t"})
    lifted = tangent_map(curve)
    assert str(lifted.pull(T["xdot"])) == "2*t*tdot"
    assert str(lifted.pull(T["ydot"])) == "tdot*Derivative(f(t), t)"
    assert check(lifted.pull(T["zdot"]) == 0) and check(lifted.pull(T["m"]) == 3)
    assert check(lifted.pull(T.function("f(x)")) == tangent(line).function("t**2"))
    assert lifted.inverse is None


def test_fields_along_a_map_are_maps_to_the_tangent_bundle():
    line = Manifold("R", "t", parameters="m", functions="f(t)")
    curve = Map(line, M, {"x": "t**2", "y": "t", "z": 1})
    velocity = T.field_section(bracket_free(curve, line))
    assert velocity.source is line
    assert check(T.projection @ velocity == curve)
    assert check(velocity.pull(T["xdot"]) == line.function("2*t"))


def bracket_free(curve, line):
    """The velocity of a curve, as a field along it."""
    from diffgeo import decompose

    return decompose(curve.tangent(line.frame[0]))[0]


# --- the second tangent bundle -----------------------------------------------------------


def test_names_on_iterated_tangent_bundles():
    assert TT.chart.coordinates[6:] == (
        "x_dot",
        "y_dot",
        "z_dot",
        "xdot_dot",
        "ydot_dot",
        "zdot_dot",
    )
    assert TT["x_dot"].latex() == r"\delta x" and TT["xdot_dot"].latex() == r"\delta \dot{x}"
    named = Manifold("N", "lam", latex={"lam": r"\Lambda"})
    assert named["lam"].latex() == r"\Lambda"
    assert tangent(named)["lamdot"].latex() == r"\dot{\Lambda}"
    third = tangent(TT)
    assert len(set(third.chart.coordinates)) == 24
    written = [c.latex() for c in third.coordinates]
    assert len(set(written)) == 24


def test_canonical_flip():
    flip = TT.canonical_flip
    assert check(flip @ flip == identity_map(TT)) and flip.inverse is flip
    assert check(tangent_map(T.projection) @ flip == TT.projection)
    assert not check(TT.projection @ flip == TT.projection)


@given(functions(M))
@SOME
def test_canonical_flip_keeps_second_derivatives(f):
    flip = TT.canonical_flip
    assert check(flip.pull(TT.total_derivative(rate(f))) == TT.total_derivative(rate(f)))
    assert check(flip.pull(TT.projection.pull(rate(f))) == TT.total_derivative(pull(f)))


@given(vector_fields(T, degree=1, terms=1))
@SOME
def test_semisprays_are_the_sections_that_the_flip_fixes(X):
    flip = TT.canonical_flip
    for field in (X, T.semispray() + J(X)):
        section = TT.field_section(field)
        fixed = bool(check(flip @ section == section))
        assert fixed == bool(T.is_semispray(field))


@given(vector_fields(M))
@SOME
def test_the_flip_makes_complete_lifts(X):
    flipped = TT.canonical_flip @ tangent_map(T.field_section(X))
    assert check(flipped == TT.field_section(T.complete_lift(X)))


def test_the_flip_is_needed_for_complete_lifts():
    X = M["x"] * M.frame[0]
    assert not check(tangent_map(T.field_section(X)) == TT.field_section(T.complete_lift(X)))


@given(automorphisms(M, degree=1))
@settings(max_examples=10)
def test_the_flip_is_natural(phi):
    second = tangent_map(tangent_map(phi))
    flip = TT.canonical_flip
    assert check(flip @ second == second @ flip)


# --- over other spaces -------------------------------------------------------------------


def test_over_fibred_manifolds_and_jets():
    E = FibredManifold("E", time="t", coordinates="x", parameters="m")
    assert tangent(E).chart.coordinates == ("t", "x", "tdot", "xdot")
    over = tangent(jet(E))
    assert over.chart.coordinates[3:] == ("t_dot", "x_dot", "xdot_dot")
    assert check(torsion(over.vertical_endomorphism) == 0)
    assert not check(torsion(over["t_dot"] * over.vertical_endomorphism) == 0)


@given(forms(FibredManifold("E", time="t", coordinates="x y"), 1))
@SOME
def test_complete_lifts_of_one_forms_and_jets(mu):
    """The complete lift of μ, restricted to velocities with dt = 1, is d_T μ on J¹."""
    E = mu.space
    jets = jet(E)
    restricted = jets.embedding.pull(tangent(E).complete_lift(mu))
    assert check(restricted == jets.total_derivative(mu))
    assert check(jets.embedding.pull(tangent(E).contract(mu)) == jets.contract(mu))


def test_restricted_complete_lifts_are_no_pullbacks():
    E = FibredManifold("E", time="t", coordinates="x")
    mu = E["x"] * E.dt
    restricted = jet(E).embedding.pull(tangent(E).complete_lift(mu))
    assert str(restricted) == "xdot dt"
    assert not check(restricted == jet(E).projection.pull(mu))
    assert not check(restricted == d(jet(E).contract(mu)))


def test_what_tangent_bundles_refuse():
    other = Manifold("N", "u")
    with pytest.raises(NameClash, match="xdot is declared on N and is the name of a velocity"):
        tangent(Manifold("N", "x", parameters="xdot"))
    with pytest.raises(SpaceMismatch, match=r"sections of T.M. are vector fields on M, not .*N"):
        T.field_section(other.frame[0])
    with pytest.raises(DegreeMismatch, match="take for a section"):
        T.field_section(M.identity)
    with pytest.raises(NotSupported, match="M is no tangent bundle"):
        T.canonical_flip  # noqa: B018
    with pytest.raises(UndefinedSymbol, match="'xdot' is not a coordinate of M"):
        T.semispray({"xdot": 1})
    with pytest.raises(DegreeMismatch, match="semispray"):
        T.is_semispray(J)
    with pytest.raises(DegreeMismatch, match="1-form"):
        T.contract(M["x"])
    with pytest.raises(SpaceMismatch, match=r"T.M."):
        T.is_semispray(M.frame[0])
    with pytest.raises(SpaceMismatch):
        bracket(C, M.frame[0])
