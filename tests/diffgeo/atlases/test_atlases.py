"""Manifolds with several charts: transitions, fields on overlaps, extension to whole charts."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import (
    Atlas,
    Manifold,
    Map,
    Metric,
    Status,
    bracket,
    check,
    d,
    interior,
    level_set,
    lie,
    sphere,
    wedge,
)
from diffgeo.atlases import (
    AngleMap,
    AtlasMap,
    LocalDiffeomorphism,
    circle,
    cylinder,
    is_orientable,
    orientation,
    plane,
    projective_space,
    torus,
)
from diffgeo.bundles import product
from diffgeo.calculus import multivector
from diffgeo.errors import (
    AxiomViolation,
    DegreeMismatch,
    NeedsOrientation,
    NotSupported,
    OutsideDomain,
    SpaceMismatch,
    Undecided,
    UndefinedSymbol,
)
from diffgeo.subsets import nowhere_zero
from diffgeo.testing import forms, vector_fields

S2 = sphere(2)
NORTH, SOUTH = S2.charts
PLANE = plane()
CARTESIAN, POLAR = PLANE.charts
x, y = CARTESIAN.coordinates
r, phi = POLAR.coordinates
FEW = settings(max_examples=12)

AREA = S2.field(NORTH.form(2, {("u1", "u2"): "4/(1 + u1**2 + u2**2)**2"}))
ROTATION = S2.field(NORTH.vector_field(u1="-u2", u2="u1"))
#: The other rotations, by quaternions: u ↦ (1 + u²)/2 and its multiple by i.
TILTS = [
    S2.field(NORTH.vector_field(u1="(1 + u1**2 - u2**2)/2", u2="u1*u2")),
    S2.field(NORTH.vector_field(u1="u1*u2", u2="(1 - u1**2 + u2**2)/2")),
]


# --- the sphere ------------------------------------------------------------------------


def test_charts_of_the_sphere():
    assert S2.dimension == 2 and str(S2) == "S2"
    assert S2.chart("north") is NORTH
    assert [str(c) for c in S2.overlap(NORTH, SOUTH)] == ["u1**2 + u2**2 != 0"]
    change = S2.transition(NORTH, SOUTH)
    assert check(change.pull(SOUTH["w1"]) == NORTH.function("u1/(u1**2 + u2**2)"))
    assert change.inverse is S2.transition(SOUTH, NORTH)
    with pytest.raises(UndefinedSymbol, match="no chart 'west'; its charts are north, south"):
        S2.chart("west")


def test_rotations_extend_to_the_whole_sphere():
    verdict = ROTATION.extends()
    assert verdict.status is Status.VERIFIED
    assert check(ROTATION.extended(SOUTH) == SOUTH.vector_field(w1="-w2", w2="w1"))
    assert not check(ROTATION.extended(SOUTH) == SOUTH.vector_field(w1="w2", w2="-w1"))
    for X in TILTS:
        assert X.extends()
        assert check(lie(X, AREA) == 0)
    A, B = TILTS
    # As holomorphic fields: [(1 + u²)/2, i(1 - u²)/2] = -iu.
    assert check(bracket(A, B) == -ROTATION)
    assert not check(bracket(A, B) == ROTATION)


def test_a_translation_of_one_chart_has_a_double_zero_at_the_other_pole():
    X = S2.field(NORTH.frame[0])
    assert check(X.extended(SOUTH) == SOUTH.vector_field(w1="w2**2 - w1**2", w2="-2*w1*w2"))
    assert not check(X.extended(SOUTH) == SOUTH.vector_field(w1="w2**2 - w1**2", w2="2*w1*w2"))
    assert check(X.extension() == X)
    assert X.extension().charts == S2.charts


def test_what_does_not_extend_is_refused_with_its_locus():
    slope = S2.field(d(NORTH["u1"]))
    verdict = slope.extends()
    assert verdict.status is Status.REFUTED
    assert "in the chart south" in verdict.evidence and "w1**2 + w2**2 = 0" in verdict.evidence
    with pytest.raises(
        OutsideDomain, match=r"du1 .* to the chart south of S2 fails.*w1 = 0, w2 = 0"
    ):
        slope.extended(SOUTH)
    # It extends to the chart where it was given.
    assert slope.extends(NORTH)
    assert S2.field(d(NORTH.function("1/(1 + u1**2 + u2**2)"))).extends()
    # The code shows the pole; it needs a rational one.
    code = verdict.counterexample.code
    assert "evaluate('w1**2 + w2**2', {'w1': '0', 'w2': '0'})" in code
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == verdict.counterexample.value == "0"
    irrational = S2.field(NORTH.function("1/(u1**2 + u2**2 - 2)**2")).extends(NORTH)
    assert irrational.status is Status.REFUTED
    assert irrational.counterexample.point == {"u1": 1, "u2": 1}
    double = S2.field(NORTH.function("1/(u1**2 - 2)")).extends(NORTH)
    assert double.status is Status.REFUTED and double.counterexample is None
    assert not S2.field(NORTH.vector_field(u1="u1**3")).extends()


def test_the_area_form():
    assert AREA.extends()
    # Inversion changes the orientation.
    expected = SOUTH.form(2, {("w1", "w2"): "-4/(1 + w1**2 + w2**2)**2"})
    assert check(AREA.extended(SOUTH) == expected)
    assert not check(AREA.extended(SOUTH) == -expected)
    assert check(lie(ROTATION, AREA) == 0)
    assert not check(lie(S2.field(NORTH.frame[0]), AREA) == 0)
    assert check(d(interior(ROTATION, AREA)) == 0)
    # The height H is a Hamiltonian of the rotation, up to the sign: i_X area = -dH.
    height = S2.function(NORTH, "(u1**2 + u2**2 - 1)/(u1**2 + u2**2 + 1)")
    assert height.extends()
    assert check(interior(ROTATION, AREA) == -d(height))
    assert not check(interior(ROTATION, AREA) == d(height))


def test_the_area_form_is_that_of_the_level_set():
    M = Manifold("R3", "x y z")
    embedding = Map(
        NORTH,
        M,
        {
            "x": "2*u1/(1 + u1**2 + u2**2)",
            "y": "2*u2/(1 + u1**2 + u2**2)",
            "z": "(u1**2 + u2**2 - 1)/(1 + u1**2 + u2**2)",
        },
    )
    N = level_set(M, "x**2 + y**2 + z**2 - 1")
    assert N.receives(embedding)
    radial = M.vector_field(x="x", y="y", z="z")
    dx, dy, dz = map(d, M.coordinates)
    area = embedding.pull(interior(radial, dx * dy * dz))
    # At the south pole the outward normal is -∂_z, so the chart has the other orientation.
    assert check(area == -AREA.on(NORTH))
    assert not check(area == AREA.on(NORTH))


def test_multivectors_extend_too():
    # The inverse of the area form is a Poisson structure on the whole sphere.
    P = S2.field(
        NORTH.function("(1 + u1**2 + u2**2)**2/4") * multivector(NORTH.frame[0], NORTH.frame[1])
    )
    assert P.extends()
    assert check(bracket(P, P) == 0)
    assert check(bracket(ROTATION, P) == 0)
    sharp = P.extended(SOUTH)
    assert check(AREA.extended(SOUTH)(*SOUTH.frame) * sharp(*map(d, SOUTH.coordinates)) == 1)


# --- agreement and equality ------------------------------------------------------------


def test_values_in_several_charts_must_agree():
    both = S2.field(NORTH.vector_field(u1="-u2", u2="u1"), SOUTH.vector_field(w1="-w2", w2="w1"))
    assert both.charts == (NORTH, SOUTH)
    assert check(both == ROTATION)
    with pytest.raises(AxiomViolation, match=r"north and south of S2: REFUTED.*left - right"):
        S2.field(NORTH.vector_field(u1="-u2", u2="u1"), SOUTH.vector_field(w1="w2", w2="-w1"))
    with pytest.raises(SpaceMismatch, match="two values are given in the chart north"):
        S2.field(NORTH.frame[0], NORTH.frame[1])


def test_equality_across_charts():
    here = S2.field(NORTH.function("u1/(1 + u1**2 + u2**2)"))
    there = S2.field(SOUTH.function("w1/(1 + w1**2 + w2**2)"))
    assert check(here == there)
    assert not check(here == -there)
    assert check(here - there == 0)
    assert not check(here + there == 0)


@given(st.integers(0, 2).flatmap(lambda k: forms(NORTH, k)), vector_fields(NORTH))
@FEW
def test_operations_do_not_depend_on_the_chart(alpha, X):
    a, b = S2.field(alpha), S2.field(S2.transition(SOUTH, NORTH).pull(alpha))
    V, W = S2.field(X), S2.field(S2.transition(SOUTH, NORTH).pull(X))
    assert check(a == b) and check(V == W)
    assert check(d(a) == d(b))
    assert check(lie(V, a) == lie(W, b))
    assert check(a * a == a * b)
    assert check(interior(W, a) == interior(V, b))
    assert check(lie(W, a) == interior(V, d(b)) + d(interior(W, b)))


def test_a_wrong_sign_is_refuted_across_charts():
    a = S2.field(NORTH["u1"] * d(NORTH["u2"]))
    W = S2.field(SOUTH.vector_field(w1="-w2", w2="w1"))
    assert check(lie(ROTATION, a) == interior(W, d(a)) + d(interior(W, a)))
    assert not check(lie(ROTATION, a) == interior(W, d(a)) - d(interior(W, a)))


# --- polar coordinates -----------------------------------------------------------------


def test_what_extends_from_polar_coordinates():
    for thing, expected in (
        (POLAR.frame[1], CARTESIAN.vector_field(x="-y", y="x")),
        (r * POLAR.frame[0], CARTESIAN.vector_field(x="x", y="y")),
        (r * d(r), x * d(x) + y * d(y)),
        (r**2 * d(phi), x * d(y) - y * d(x)),
        (r * d(r) * d(phi), d(x) * d(y)),
        (POLAR.function("r**2*cos(2*phi)"), x**2 - y**2),
        (POLAR.function("r*sin(phi)"), y),
    ):
        field = PLANE.field(thing)
        assert field.extends().status is Status.VERIFIED
        assert check(field.extended(CARTESIAN) == expected)
        assert not check(field.extended(CARTESIAN) == 2 * expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("r**3*cos(3*phi)", "x**3 - 3*x*y**2"),
        ("r*(2*cos(phi/2)**2 - 1)", "x"),
        ("2*r*sin(phi/2)*cos(phi/2)", "y"),
        ("r**2*(8*cos(phi/2)**4 - 8*cos(phi/2)**2 + 1)", "x**2 - y**2"),
        ("atan2(r*sin(phi), 2 + r**2*cos(phi)**2)", "atan2(y, 2 + x**2)"),
    ],
)
def test_multiples_of_an_angle_extend(text, expected):
    """A new plane for each: halves of the angle are generators or not."""
    for first in ("1", "cos(phi/2)"):
        R2 = plane()
        cartesian, polar = R2.charts
        polar.function(first)
        field = R2.field(polar.function(text))
        assert field.extends(cartesian).status is Status.VERIFIED
        assert check(field.on(cartesian) == cartesian.function(expected))
        assert not check(field.on(cartesian) == 2 * cartesian.function(expected))


@pytest.mark.parametrize("text", ["cos(phi/2)", "phi", "exp(phi)", "r**2*sin(phi/2)*cos(phi)"])
def test_what_is_not_periodic_does_not_extend(text):
    verdict = PLANE.field(POLAR.function(text)).extends()
    assert verdict.status is Status.REFUTED and "depends on the angle phi" in verdict.evidence


def test_conditions_are_carried_along_angles():
    R2 = plane()
    cartesian, polar = R2.charts
    one = R2.field(polar.function("cos(phi)/cos(phi)")).on(cartesian)
    assert check(one == 1) and "x != 0" in map(str, one.conditions)
    assert not check(one == 2)


def test_polar_angles_and_their_differentials_on_a_sphere():
    """atan2(u2, u1) has a cut in each chart; its differential is singular at the poles only."""
    for chart in S2.charts:
        first, second = chart.chart.coordinates
        angle = S2.field(chart.function(f"atan2({second}, {first})"))
        verdict = angle.extends(chart)
        assert verdict.status is Status.REFUTED and f"{second} = 0" in verdict.evidence
        verdict = S2.field(d(angle.on(chart))).extends(chart)
        assert verdict.status is Status.REFUTED
        assert set(verdict.counterexample.point.values()) == {0}
    assert not S2.field(NORTH.function("atan(u1)")).extends()
    assert S2.field(NORTH.function("atan(u1/(1 + u1**2 + u2**2))")).extends()


def test_what_does_not_extend_from_polar_coordinates():
    for thing in (
        d(r),
        r,
        POLAR.frame[0],
        d(phi),
        POLAR.function("cos(phi)"),
        POLAR.frame[1] / r,
        POLAR.function("r*cos(2*phi)"),
        1 / r,
    ):
        verdict = PLANE.field(thing).extends()
        assert verdict.status is Status.REFUTED
        assert "x**2 + y**2 = 0" in verdict.evidence and "x = 0, y = 0" in verdict.evidence


def test_an_angle_itself_is_no_function():
    verdict = PLANE.field(phi).extends()
    assert verdict.status is Status.REFUTED
    assert "depends on the angle phi of polar" in verdict.evidence
    with pytest.raises(OutsideDomain, match="only on its sine and cosine"):
        PLANE.field(phi * d(r)).on(CARTESIAN)


def test_cartesian_fields_are_known_in_polar_coordinates():
    translation = PLANE.field(CARTESIAN.frame[0])
    assert check(translation.on(POLAR) == POLAR.vector_field(r="cos(phi)", phi="-sin(phi)/r"))
    assert not check(translation.on(POLAR) == POLAR.vector_field(r="cos(phi)", phi="sin(phi)/r"))
    assert check(PLANE.field(x * d(y) - y * d(x)) == PLANE.field(r**2 * d(phi)))
    assert check(
        bracket(PLANE.field(POLAR.frame[1]), translation) == -PLANE.field(CARTESIAN.frame[1])
    )


@given(forms(CARTESIAN, 1), vector_fields(CARTESIAN))
@FEW
def test_there_and_back_again(alpha, X):
    """Polynomial data survive the way through polar coordinates, and are found smooth again."""
    to_polar = PLANE.transition(POLAR, CARTESIAN)
    for thing in (alpha, X, d(alpha), lie(X, alpha)):
        field = PLANE.field(to_polar.pull(thing))
        assert check(field.extended(CARTESIAN) == thing)
    assert check(to_polar.pull(X(x)) == to_polar.pull(X)(to_polar.pull(x)))


def test_wrong_polar_coordinates_are_refused():
    wrong = LocalDiffeomorphism(POLAR, CARTESIAN, {"x": "r*cos(phi)", "y": "r*sin(phi)"})
    root = "sqrt(x**2 + y**2)"
    with pytest.raises(AxiomViolation, match="its cosine of phi fails"):
        AngleMap(wrong, {"r": root}, {"phi": (f"y/{root}", f"x/{root}")})
    with pytest.raises(AxiomViolation, match="its value r fails"):
        AngleMap(wrong, {"r": f"2*{root}"}, {"phi": (f"x/{root}", f"y/{root}")})
    with pytest.raises(UndefinedSymbol, match="phi on polar needs an image"):
        AngleMap(wrong, {"r": root}, {})


# --- other manifolds -------------------------------------------------------------------


def test_a_form_on_the_cylinder():
    C = cylinder()
    first, second = C.charts
    assert C.dimension == 2
    # h dφ with the angle φ = 2 arctan u.
    form = C.field(first.form(1, {"u": "2*h/(1 + u**2)"}))
    assert form.extends()
    assert check(form.extended(second) == second.form(1, {"w": "-2*h/(1 + w**2)"}))
    assert not C.field(first.form(1, {"u": "h"})).extends()
    assert check(d(form) == C.field(second.form(2, {("w", "h"): "2/(1 + w**2)"})))
    assert not check(d(form) == C.field(second.form(2, {("w", "h"): "-2/(1 + w**2)"})))


def test_the_torus():
    T = torus()
    assert len(T.charts) == 4 and T.dimension == 2
    home = T.charts[0]
    turn = T.field(home.vector_field(u="(1 + u**2)/2"))
    other = T.field(home.vector_field(p="(1 + p**2)/2"))
    assert turn.extends() and other.extends()
    assert check(bracket(turn, other) == 0)
    assert not check(bracket(turn, T.field(home.vector_field(p="u"))) == 0)
    far = T.charts[3]
    assert check(turn.extended(far) == far.vector_field(w="-(1 + w**2)/2"))
    assert not T.field(home.vector_field(u="u**3")).extends()
    assert not T.field(home.function("u")).extends()


def test_the_circle():
    C = circle()
    u, _ = (chart.coordinates[0] for chart in C.charts)
    # On the circle the fields of polynomials up to degree 2 extend: sl(2).
    for degree in range(3):
        assert C.field(u**degree * C.charts[0].frame[0]).extends()
    assert not C.field(u**3 * C.charts[0].frame[0]).extends()


def test_projective_spaces():
    P = projective_space(2)
    U0, U1, U2 = P.charts
    assert P.dimension == 2
    # Linear fields of R³ extend: x1 ∂_x0 is -a1 (a1 ∂_a1 + a2 ∂_a2) in the first chart.
    X = P.field(U0.vector_field(a1="-a1**2", a2="-a1*a2"))
    assert X.extends()
    assert check(X.extended(U1) == U1.vector_field(b0="1"))
    assert not check(X.extended(U2) == U2.vector_field(c0="c0"))
    assert check(X.extended(U2) == U2.vector_field(c0="c1"))
    assert not P.field(U0.form(2, {("a1", "a2"): "1"})).extends()


def test_a_map_between_atlases():
    antipode = AtlasMap(
        S2,
        S2,
        [
            Map(NORTH, SOUTH, {"w1": "-u1", "w2": "-u2"}, inverse={"u1": "-w1", "u2": "-w2"}),
            Map(SOUTH, NORTH, {"u1": "-w1", "u2": "-w2"}, inverse={"w1": "-u1", "w2": "-u2"}),
        ],
    )
    assert check(antipode.pull(AREA) == -AREA)
    assert not check(antipode.pull(AREA) == AREA)
    assert check(antipode.pull(ROTATION) == ROTATION)
    assert check(antipode.pull(lie(ROTATION, AREA)) == lie(antipode.pull(ROTATION), -AREA))
    P = projective_space(2)
    U0 = P.charts[0]
    quotient = AtlasMap(
        S2,
        P,
        [
            Map(NORTH, U0, {"a1": "u2/u1", "a2": "(u1**2 + u2**2 - 1)/(2*u1)"}),
            Map(SOUTH, U0, {"a1": "w2/w1", "a2": "(1 - w1**2 - w2**2)/(2*w1)"}),
        ],
    )
    f = P.function(U0, "a1/(1 + a1**2 + a2**2)")
    assert f.extends()
    assert check(antipode.pull(quotient.pull(f)) == quotient.pull(f))
    assert quotient.pull(f).extends()
    with pytest.raises(AxiomViolation, match="agreement of its expressions"):
        AtlasMap(
            S2,
            P,
            [
                Map(NORTH, U0, {"a1": "u2/u1", "a2": "(u1**2 + u2**2 - 1)/(2*u1)"}),
                Map(SOUTH, U0, {"a1": "w2/w1", "a2": "(w1**2 + w2**2 - 1)/(2*w1)"}),
            ],
        )
    with pytest.raises(SpaceMismatch, match="pulls back fields on RP2"):
        quotient.pull(AREA)


# --- wrong input -----------------------------------------------------------------------


def test_wrong_transitions_are_refused():
    a, b, c = (Manifold(name, name) for name in "abc")
    with pytest.raises(AxiomViolation, match="the given inverse of the map a → b is none"):
        Atlas("wrong", [Map(a, b, {"b": "1/a"}, inverse={"a": "2/b"})])
    with pytest.raises(AxiomViolation, match="has no inverse, so it is no transition"):
        Atlas("wrong", [Map(a, b, {"b": "1/a"})])
    ab = Map(a, b, {"b": "1/a"}, inverse={"a": "1/b"})
    bc = Map(b, c, {"c": "b + 1"}, inverse={"b": "c - 1"})
    with pytest.raises(AxiomViolation, match="the cocycle condition fails for the map a → c"):
        Atlas("wrong", [ab, bc, Map(a, c, {"c": "1/a"}, inverse={"a": "1/c"})])
    good = Atlas("good", [ab, bc])
    assert check(good.transition(a, c) == Map(a, c, {"c": "1/a + 1"}))
    assert [str(p) for p in good.overlap(c, a)] == ["c - 1 != 0"]
    with pytest.raises(AxiomViolation, match="no transition leads from the chart a"):
        Atlas("wrong", [ab], [a, b, c])
    with pytest.raises(AxiomViolation, match="different dimensions 1 and 2"):
        Atlas("wrong", [], [a, Manifold("e", "e f")])
    with pytest.raises(AxiomViolation, match="has no charts"):
        Atlas("empty", [])
    with pytest.raises(AxiomViolation, match="one transition between two charts"):
        Atlas("wrong", [ab, Map(a, b, {"b": "2/a"}, inverse={"a": "2/b"})])


def test_wrong_fields_are_named():
    with pytest.raises(SpaceMismatch, match=r"lives on no chart of S2; the charts are north"):
        S2.field(CARTESIAN.frame[0])
    with pytest.raises(NotSupported, match="forms, vector-valued forms, multivectors and tensors"):
        S2.field("u1")
    with pytest.raises(SpaceMismatch, match="different atlases"):
        ROTATION + PLANE.field(CARTESIAN.frame[0])
    with pytest.raises(TypeError, match=r"lie\(X, alpha\)"):
        lie(ROTATION)
    with pytest.raises(SpaceMismatch, match="is no chart of S2"):
        AREA.on(CARTESIAN)


def test_what_is_not_decided_is_not_extended():
    line = Manifold("line", "s")
    A = Atlas("R", [], [line])
    field = A.field(line.function("sin(s)/s"))
    assert field.extends().status is Status.UNKNOWN
    with pytest.raises(Undecided, match="is not decided: it is perhaps not smooth where s = 0"):
        field.extended(line)


@given(vector_fields(NORTH, degree=1), forms(NORTH, 1, degree=1))
@FEW
def test_naturality_under_maps_into_a_chart(X, alpha):
    turn = Map(
        SOUTH,
        NORTH,
        {"u1": "3*w1/5 - 4*w2/5", "u2": "4*w1/5 + 3*w2/5"},
        inverse={"w1": "3*u1/5 + 4*u2/5", "w2": "-4*u1/5 + 3*u2/5"},
    )
    field, form = S2.field(X), S2.field(alpha)
    assert check(turn.pull(lie(field, form)) == lie(turn.pull(field), turn.pull(form)))
    assert check(turn.pull(d(form)) == d(turn.pull(form)))


def test_how_they_look():
    assert repr(S2) == "<the atlas S2 (charts north, south)>"
    assert repr(ROTATION) == "<the vector field -u2 ∂_u1 + u1 ∂_u2 (on north) as a field on S2>"
    assert str(S2.field(NORTH["u1"])) == "north: u1"
    assert "aligned" in ROTATION._repr_latex_()
    assert check(
        wedge(S2.field(d(NORTH["u1"])), S2.field(d(NORTH["u2"]))) * 4
        == 4 * S2.field(d(NORTH["u1"]) * d(NORTH["u2"]))
    )


def test_products_with_angles_are_refused_for_their_reason() -> None:
    height = Manifold("N", "h")
    with pytest.raises(NotSupported, match="are angles"):
        product(plane(), height)
    assert product(circle(), height).dimension == 2


def test_functions_without_zeros():
    # On the sphere z = (1 - |u|²)/(1 + |u|²) up to sign has zeros, 2 + z has none.
    S = sphere(2)
    z = S.field(S.charts[0].function("(1 - u1**2 - u2**2)/(1 + u1**2 + u2**2)"))
    assert nowhere_zero(z + 2) and not nowhere_zero(z)
    # 1 + z vanishes at one point, which only one of the charts has.
    assert not nowhere_zero(1 + z) and not nowhere_zero(1 - z)
    with pytest.raises(DegreeMismatch, match="function"):
        nowhere_zero(d(z))
    with pytest.raises(OutsideDomain):
        nowhere_zero(2 / (1 + z))


def test_orientations():
    for space in (sphere(2), sphere(3), projective_space(3), torus(), plane(), circle()):
        assert is_orientable(space)
    verdict = is_orientable(projective_space(2))
    assert not verdict and "is positive at" in verdict.evidence
    with pytest.raises(AxiomViolation, match="RP2 is not orientable"):
        orientation(projective_space(2))


def test_a_volume_needs_an_orientation():
    S = sphere(2)
    north, south = S.charts
    chosen = orientation(S)
    assert (chosen.on(north), chosen.on(south), (-chosen).signs) == (1, -1, (-1, 1))
    factor = "4/(1 + {0}1**2 + {0}2**2)**2"
    metrics = [Metric.diagonal(c, **{f"{n}{k}": factor.format(n) for k in (1, 2)})
               for c, n in ((north, "u"), (south, "w"))]  # fmt: skip
    for g in (S.glue(metrics[0]), S.glue(*metrics)):
        with pytest.raises(NeedsOrientation, match="on S2 depends on an orientation"):
            print(g.volume)
        positive, negative = (g.oriented(o).volume for o in (chosen, -chosen))
        assert check(positive == -negative) and not check(positive == negative)
        assert check(positive.on(south) == -metrics[1].volume)


def test_a_chart_with_angles_beside_two_others() -> None:
    """Spherical coordinates on the sphere with its stereographic charts."""
    S = sphere(2)
    north, south = S.charts
    angles = Manifold("angles", "theta phi", domain="theta in (0, pi)")
    far = "sin(theta)/(1 - cos(theta))"
    there = LocalDiffeomorphism(angles, north, {"u1": f"{far}*cos(phi)", "u2": f"{far}*sin(phi)"})
    radius = "sqrt(u1**2 + u2**2)"
    polar = {"theta": "acos((u1**2 + u2**2 - 1)/(u1**2 + u2**2 + 1))"}
    AngleMap(there, polar, {"phi": (f"u1/{radius}", f"u2/{radius}")})
    A = Atlas("S2", [S.transition(north, south), there])
    over = A.transition(south, angles)
    assert isinstance(over, AngleMap)
    w1, w2 = south.coordinates
    assert check(over.pull(d(angles["phi"])) == (w1 * d(w2) - w2 * d(w1)) / (w1**2 + w2**2))
    assert check(
        over.pull(angles.function("cos(theta)")) == (1 - w1**2 - w2**2) / (1 + w1**2 + w2**2)
    )
    assert not check(over.pull(angles.function("cos(theta)")) == 0)
    turn, down = A.field(angles.vector_field(phi=1)), A.field(angles.vector_field(theta=1))
    assert check(turn.extended(south) == south.vector_field(w1="-w2", w2="w1"))
    assert turn.extends() and not down.extends()
    assert check(A.transition(angles, south).pull(south.vector_field(w1="-w2", w2="w1"))
                 == angles.vector_field(phi=1))  # fmt: skip
