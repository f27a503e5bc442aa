"""Submanifolds given by equations: restriction, tangency, verdicts modulo the equations."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import (
    FibredManifold,
    Manifold,
    Map,
    Status,
    bracket,
    check,
    d,
    evaluate,
    interior,
    jet,
    level_set,
    lie,
)
from diffgeo.calculus import multivector, schouten
from diffgeo.errors import (
    AmbiguousTruth,
    AxiomViolation,
    DegreeMismatch,
    NotSupported,
    NoWitness,
    OutsideDomain,
    SpaceMismatch,
)
from diffgeo.subsets import components
from diffgeo.testing import (
    automorphisms,
    forms,
    functions,
    tangent_fields,
    vector_fields,
    vector_forms,
)

M = Manifold("M", "x y z", parameters="a")
x, y, z = M.coordinates
dx, dy, dz = d(x), d(y), d(z)
SPHERE = level_set(M, "x**2 + y**2 + z**2 - 1", name="S2")
RADIAL = M.vector_field(x="x", y="y", z="z")
ROTATIONS = [
    M.vector_field(y="-z", z="y"),
    M.vector_field(z="-x", x="z"),
    M.vector_field(x="-y", y="x"),
]
FEW = settings(max_examples=15)

# The sphere without its north pole, by the stereographic projection: an independent route.
PLANE = Manifold("plane", "u v", parameters="a")
STEREOGRAPHIC = Map(
    PLANE,
    M,
    {
        "x": "2*u/(1 + u**2 + v**2)",
        "y": "2*v/(1 + u**2 + v**2)",
        "z": "(u**2 + v**2 - 1)/(1 + u**2 + v**2)",
    },
)
# A graph, z = x*y + a, both as a level set and solved.
SADDLE = level_set(M, z - x * y - M["a"], name="saddle")
SOLVED, INCLUSION = SADDLE.graph("z")


# --- the unit sphere -------------------------------------------------------------------


def test_the_sphere():
    assert SPHERE.dimension == 2
    assert SPHERE.conditions == ()
    assert SPHERE.same(x * dx + y * dy + z * dz, 0).status is Status.VERIFIED
    assert not SPHERE.same(x * dx + y * dy - z * dz, 0)
    assert SPHERE.same(x**4 - 1, (y**2 + z**2) * (y**2 + z**2 - 2))
    assert not SPHERE.same(x**4, (y**2 + z**2) * (y**2 + z**2 - 2))
    assert SPHERE.receives(STEREOGRAPHIC)
    assert SPHERE.same(x**2, 1 - y**2 - z**2).evidence == "in the ideal of the equations"


def test_rotations_are_tangent_and_the_radial_field_is_not():
    for X in ROTATIONS:
        assert SPHERE.is_tangent(X)
    verdict = SPHERE.is_tangent(RADIAL)
    assert verdict.status is Status.REFUTED
    with pytest.raises(AxiomViolation, match=r"tangency to S2 fails for the vector field x ∂_x"):
        SPHERE.restrict(RADIAL)
    # Tangent on the sphere only.
    X = ROTATIONS[0] + (x**2 + y**2 + z**2 - 1) * RADIAL
    assert SPHERE.is_tangent(X)
    assert SPHERE.same(X, ROTATIONS[0])
    assert not SPHERE.same(X, ROTATIONS[1])


def test_counterexamples_are_points_of_the_sphere():
    verdict = SPHERE.same(x * y, 0)
    point = verdict.counterexample.point
    assert point["x"] ** 2 + point["y"] ** 2 + point["z"] ** 2 == 1
    assert point["x"] * point["y"] != 0
    assert evaluate(verdict.counterexample.residual, point) == point["x"] * point["y"]


def test_the_area_form():
    area = interior(RADIAL, dx * dy * dz)
    assert not SPHERE.same(area, 0)
    assert SPHERE.same(z * area, dx * dy)
    assert not SPHERE.same(area, dx * dy)
    restricted = SPHERE.restrict(area)
    for X in ROTATIONS:
        assert check(lie(SPHERE.restrict(X), restricted) == 0)
    assert check(d(restricted) == 0)
    # Forms above the dimension vanish.
    assert SPHERE.same(dx * dy * dz, 0)


def test_brackets_of_rotations():
    A, B, C = (SPHERE.restrict(X) for X in ROTATIONS)
    assert check(bracket(A, B) == -C)
    assert not check(bracket(A, B) == C)
    assert check(x * A + y * B + z * C == 0)
    assert check(A(SPHERE.restrict(y)) == SPHERE.restrict(-z))


def test_operators_need_all_arguments():
    A = SPHERE.restrict(ROTATIONS[0])
    with pytest.raises(TypeError, match=r"lie\(X, alpha\)"):
        lie(A)
    with pytest.raises(SpaceMismatch, match="apply it to a representative"):
        lie(RADIAL)(SPHERE.restrict(x))
    with pytest.raises(TypeError, match="no truth value"):
        bool(A)


# --- laws on random data ---------------------------------------------------------------


def some_forms():
    return st.integers(0, 2).flatmap(lambda k: forms(M, k))


@given(some_forms(), some_forms())
@FEW
def test_restriction_is_a_morphism(alpha, beta):
    a, b = SPHERE.restrict(alpha), SPHERE.restrict(beta)
    assert check(d(a) == SPHERE.restrict(d(alpha)))
    assert check(a * b == SPHERE.restrict(alpha * beta))
    (normal,) = SPHERE.conormal
    (phi,) = SPHERE.equations
    changed = alpha + phi * alpha
    assert check(SPHERE.restrict(changed) == a)
    assert check(d(SPHERE.restrict(changed)) == d(a))
    assert SPHERE.same(beta * normal, 0)


@given(some_forms())
def test_the_verdict_is_that_of_the_stereographic_projection(alpha):
    assert bool(SPHERE.same(alpha, 0)) == bool(check(STEREOGRAPHIC.pull(alpha) == 0))


@given(some_forms())
def test_the_verdict_is_that_of_the_solved_graph(alpha):
    (phi,) = SADDLE.equations
    for form in (alpha, phi * alpha, d(phi) * alpha):
        assert bool(SADDLE.same(form, 0)) == bool(check(INCLUSION.pull(form) == 0))


@given(vector_fields(M, degree=1), functions(M, degree=1))
@FEW
def test_tangency_on_the_graph(X, f):
    (phi,) = SADDLE.equations
    assert bool(SADDLE.is_tangent(X)) == bool(check(INCLUSION.pull(X(phi)) == 0))
    # X - X(φ) ∂_z is tangent, for ∂_z φ = 1.
    tangent = X - X(phi) * M.frame[2]
    assert SADDLE.is_tangent(tangent + f * phi * M.frame[2])


@given(tangent_fields(SPHERE), tangent_fields(SPHERE), forms(M, 1))
@FEW
def test_tangent_fields_are_a_lie_algebra(X, Y, alpha):
    assert SPHERE.is_tangent(bracket(X, Y))
    R, S, a = SPHERE.restrict(X), SPHERE.restrict(Y), SPHERE.restrict(alpha)
    assert check(lie(R, a) == interior(R, d(a)) + d(interior(R, a)))
    assert check(d(a)(R, S) == R(a(S)) - S(a(R)) - a(bracket(R, S)))
    # A change of the representative off the sphere does not matter.
    (phi,) = SPHERE.equations
    assert check(bracket(SPHERE.restrict(X + phi * RADIAL), S) == bracket(R, S))


@given(tangent_fields(level_set(M, ["x*y - z", "x + y**2 - 1"], name="curve")))
@FEW
def test_fields_tangent_to_a_curve(X):
    curve = level_set(M, ["x*y - z", "x + y**2 - 1"])
    assert curve.is_tangent(X)
    assert not curve.is_tangent(X + M.frame[0])


def test_cartan_with_a_wrong_sign_is_refuted():
    R, a = SPHERE.restrict(ROTATIONS[0]), SPHERE.restrict(x * dy)
    assert not check(lie(R, a) == interior(R, d(a)) - d(interior(R, a)))


@given(vector_forms(M, 1, degree=1, terms=1))
@FEW
def test_tensors_are_tangent_if_they_keep_the_conormal_forms(K):
    n = SPHERE.conormal[0] / 2
    # The orthogonal projection to the tangent spaces makes every tensor tangent.
    P = M.identity - n * RADIAL
    assert SPHERE.is_tangent(P)
    L = P @ K
    assert SPHERE.is_tangent(L)
    assert check(SPHERE.restrict(P) @ SPHERE.restrict(L) == SPHERE.restrict(L))
    assert SPHERE.is_tangent(bracket(L, L))
    assert check(SPHERE.restrict(P) == SPHERE.restrict(M.identity))


def test_a_tensor_that_leaves_the_sphere_is_refused():
    assert not SPHERE.is_tangent(M.vector_form(1, {"x": dy}))


def test_multivectors():
    A, B, C = ROTATIONS
    # The Lie-Poisson structure of so(3) is tangent to its spheres, the symplectic leaves.
    P = z * multivector(M.frame[0], M.frame[1])
    P = P + x * multivector(M.frame[1], M.frame[2]) + y * multivector(M.frame[2], M.frame[0])
    assert SPHERE.is_tangent(P)
    R = SPHERE.restrict(P)
    assert check(bracket(R, R) == 0)
    assert SPHERE.same(P * (x**2 + y**2 + z**2), P)
    assert not SPHERE.same(P, 2 * P)
    assert not SPHERE.is_tangent(multivector(M.frame[0], M.frame[1]))
    assert check(schouten(P, P) == 0)
    assert SPHERE.same(x * multivector(A, B), z * multivector(B, C))
    assert not SPHERE.same(x * multivector(A, B), -z * multivector(B, C))


@given(automorphisms(M, degree=1, terms=1), forms(M, 1), tangent_fields(SPHERE))
@FEW
def test_naturality(phi, alpha, X):
    preimage = SPHERE.pulled_back(phi)
    assert preimage.is_tangent(phi.pull(X))
    for form in (alpha, d(SPHERE.equations[0]), SPHERE.equations[0] * alpha):
        assert bool(preimage.same(phi.pull(form), 0)) == bool(SPHERE.same(form, 0))
    assert check(preimage == level_set(M, phi.pull(SPHERE.equations[0])))
    assert not check(preimage == level_set(M, phi.pull(SPHERE.equations[0] - 1)))
    R, a = SPHERE.restrict(X), SPHERE.restrict(alpha)
    assert check(phi.pull(lie(R, a)) == lie(phi.pull(R), phi.pull(a)))


# --- other level sets ------------------------------------------------------------------


def test_a_torus_of_revolution():
    torus = level_set(M, "(x**2 + y**2 + z**2 + 3)**2 - 16*(x**2 + y**2)", name="T2")
    around = ROTATIONS[2]
    assert torus.is_tangent(around)
    assert not torus.is_tangent(ROTATIONS[0])
    assert torus.same(lie(around, x * dy - y * dx), 0)
    assert not torus.same(x * dy - y * dx, 0)
    # The same with a root: the distance from the circle of radius 2 is 1.
    rooted = level_set(M, "(sqrt(x**2 + y**2) - 2)**2 + z**2 - 1", name="T2")
    # The equation is (q - 4r)(q + 4r) = 0 with the root r > 0, and q + 4r > 0.
    assert check(rooted == torus)
    assert not torus.same(M.function("x**2 + y**2 + z**2 + 3 - 3*sqrt(x**2 + y**2)"), 0)
    assert not check(rooted == SPHERE)
    assert rooted.is_tangent(around)
    assert rooted.same(z * dz, -(1 - 2 / M.function("sqrt(x**2 + y**2)")) * (x * dx + y * dy))
    assert not rooted.same(z * dz, (1 - 2 / M.function("sqrt(x**2 + y**2)")) * (x * dx + y * dy))
    assert not check(rooted == SPHERE)


def test_a_cone_away_from_its_apex():
    cone = level_set(M, "x**2 + y**2 - z**2", name="cone")
    assert [str(c) for c in cone.conditions] == ["d(x**2 + y**2 - z**2) != 0"]
    verdict = cone.is_tangent(RADIAL)
    assert verdict and [str(c) for c in verdict.conditions] == ["d(x**2 + y**2 - z**2) != 0"]
    assert not cone.is_tangent(ROTATIONS[0])
    assert cone.same((x * dy - y * dx) * (x * dx + y * dy - z * dz), 0)
    # The form z² dθ = x dy - y dx is not closed, dθ is.
    theta = (x * dy - y * dx) / z**2
    assert cone.same(d(theta), 0)
    assert not cone.same(d(x * dy - y * dx), 0)


def test_orthogonal_matrices():
    G = Manifold("gl(2)", "a b c e")
    a, b, c, e = G.coordinates
    O2 = level_set(G, [a**2 + b**2 - 1, c**2 + e**2 - 1, a * c + b * e], name="O(2)")
    SO2 = level_set(G, [a - e, b + c, a * e - b * c - 1], name="SO(2)")
    determinant = a * e - b * c
    assert O2.dimension == SO2.dimension == 1
    assert O2.conditions == SO2.conditions == ()
    assert O2.same(determinant**2, 1)
    assert not O2.same(determinant, 1)
    assert SO2.same(determinant, 1)
    assert SO2.same(a**2 + b**2, 1)
    assert not check(O2 == SO2)
    # a de - e da + … : the Maurer-Cartan form has one component on SO(2).
    left = G.vector_field(a="-b", b="a", c="-e", e="c")
    assert SO2.is_tangent(left) and O2.is_tangent(left)
    assert SO2.same(a * d(b) - b * d(a), c * d(e) - e * d(c))
    assert not SO2.same(a * d(b) - b * d(a), 0)


def test_a_constraint_on_velocities():
    E = FibredManifold("E", "t", "x y", parameters="c", positive="c")
    J = jet(E, 1)
    u, v = J.velocities
    N = level_set(J, [u**2 + v**2 - J["c"] ** 2], name="speed c")
    assert N.dimension == 4 and N.conditions == ()
    S = J.vertical_endomorphism
    gamma = J.second_order_field()
    turning = gamma + u * S(J.second_order_field()) + J.vector_field(xdot=-v, ydot=u)
    assert N.is_tangent(gamma) and N.is_tangent(turning)
    assert not N.is_tangent(J.second_order_field({"x": "1"}))
    reaction = S.transpose(N.conormal[0])
    assert not N.same(reaction, 0)
    # i_Γ S^*dφ = 0, and u du + v dv = 0 on N: twice the reaction inserted into d_T is 2c².
    assert N.same(interior(gamma, reaction), 0)
    assert N.same(reaction + 2 * J["c"] ** 2 * J.dt, 2 * u * d(J["x"]) + 2 * v * d(J["y"]))


def test_without_rational_points_the_counterexample_is_certified():
    N = level_set(M, "x**2 + y**2 - 3", name="no rational point")
    verdict = N.same(x, y)
    assert verdict.status is Status.REFUTED and verdict.counterexample is None
    assert "no rational point" in verdict.reason and "certified by balls" in verdict.reason
    assert N.same(x * dx, -y * dy)


def test_angles():
    T = Manifold("T", "theta phi")
    theta = T["theta"]
    N = level_set(T, "sin(theta) - cos(phi)", name="curve")
    s = T.function("sin(theta)")
    assert N.same(s**2, T.function("1 - sin(phi)**2"))
    assert not N.same(s, T.function("sin(phi)"))
    assert N.same(d(s), d(T.function("cos(phi)")))
    assert not N.same(d(theta), d(T["phi"]))


def test_undefined_functions():
    F = Manifold("F", "x y", functions="f(x)")
    N = level_set(F, "y - f(x)", name="graph of f")
    assert N.same(d(F["y"]), F.function("Derivative(f(x), x)") * d(F["x"]))
    assert not N.same(d(F["y"]), F.function("f(x)") * d(F["x"]))
    _, inclusion = N.graph("y")
    assert check(inclusion.pull(F["y"] - F.function("f(x)")) == 0)


def test_intersections():
    plane = level_set(M, "z - x", name="plane")
    circle = SPHERE & plane
    assert circle.dimension == 1 and circle.name == "S2 ∩ plane"
    assert circle.same(2 * x**2 + y**2, 1)
    assert not SPHERE.same(2 * x**2 + y**2, 1)
    # A part of the sphere is not the sphere, from either side.
    assert not check(circle == SPHERE)
    whole = SPHERE
    assert not check(whole == circle)
    assert circle.same(dx * dy, 0)
    assert circle.same(2 * x * dx + y * dy, 0)
    assert circle.is_tangent(x * M.frame[1] * 2 - y * (M.frame[0] + M.frame[2]))
    assert not circle.is_tangent(ROTATIONS[2])
    with pytest.raises(SpaceMismatch, match="lie in different manifolds"):
        SPHERE & level_set(PLANE, "u")
    with pytest.raises(SpaceMismatch, match="different level sets"):
        SPHERE.restrict(x) + plane.restrict(x)


def test_graphs():
    with pytest.raises(NotSupported, match="cannot be solved rationally for z"):
        SPHERE.graph("z")
    with pytest.raises(DegreeMismatch, match="name as many coordinates"):
        SADDLE.graph("x", "y")
    hyperbola = level_set(M, x * y - 1, name="hyperbola")
    solved, inclusion = hyperbola.graph("y")
    assert [str(c) for c in inclusion.pull(y).conditions] == ["x != 0"]
    assert hyperbola.receives(inclusion)
    assert not SADDLE.receives(inclusion)
    assert solved.dimension == 2


def test_conormal_ideal():
    assert SPHERE.ideal.contains(SPHERE.conormal[0] * dx)
    assert not SPHERE.ideal.contains(dx)
    assert SPHERE.ideal.is_differential()


# --- refusals --------------------------------------------------------------------------


def test_reducible_equations_are_refused_and_split():
    with pytest.raises(AxiomViolation, match="is reducible: take one of x = 0, y = 0"):
        level_set(M, "x*y")
    first, second = components(M, "x**2*y*(z**2 + 1)", name="axes")
    assert str(first) == "x = 0" and str(second) == "y = 0"
    assert (first.name, second.name) == ("axes1", "axes2")
    (only,) = components(M, "a*(x - 1)")
    assert str(only) == "x - 1 = 0"
    assert [str(c) for c in only.conditions] == ["a != 0"]


def test_dependent_equations_are_refused():
    with pytest.raises(AxiomViolation, match=r"d\(2\*x \+ 2\*y\) depends on the differentials"):
        level_set(M, ["x + y", "z", "2*x + 2*y"])
    # A parabola and the tangent at its vertex meet with dependent differentials only.
    with pytest.raises(AxiomViolation, match=r"d\(y\) depends"):
        level_set(M, ["y - x**2", "y"])


def test_empty_sets_are_refused():
    with pytest.raises(AxiomViolation, match="has no real solution"):
        level_set(M, "x**2 + y**2 + 1")
    with pytest.raises(AxiomViolation, match="contradicts the equations before it"):
        level_set(M, ["x*y - 1", "x"])
    with pytest.raises(AxiomViolation, match="no real solution"):
        level_set(M, "x**2 + x*y + y**2 + 1")
    with pytest.raises(AxiomViolation, match="at each real point where"):
        level_set(M, "x**2 + y**2")
    with pytest.raises(NoWitness, match="no real point was found"):
        level_set(M, "exp(x) - x")
    with pytest.raises(AxiomViolation, match="holds everywhere"):
        level_set(M, "0")


def test_functions_without_domain_are_unknown():
    f = 1 / (x**2 + y**2 + z**2 - 1)
    verdict = SPHERE.same(f, 0)
    assert verdict.status is Status.UNKNOWN and OutsideDomain.__name__ in verdict.reason


def test_what_vanishes_at_the_real_points_only():
    # The equations say z (x² + 1) = 0 and w = 0, so z = 0 at the real points, but not at the
    # complex ones, and x*z, one of the minors, does not tell.
    R4 = Manifold("R4", "x y z w")
    plane = level_set(R4, ["w - z*(x**2 + 1)", "w"], name="plane")
    verdict = plane.same(R4["z"], 0)
    assert verdict.status is Status.VERIFIED and "by z3" in verdict.evidence
    assert plane.same(R4["z"], 1).status is Status.REFUTED
    # x² + x*y + y² = 0 holds at the origin only, which lies on the line.
    (line,) = components(M, "x**3 - y**3")
    assert check(line == level_set(M, "x - y"))


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("exp(z*(x**2 + y**2 + z**2 - 1)) - 1", "exp(z*(x**2 + y**2 + z**2 - 2)) - 1"),
        ("sin(x**2 + y**2) - sin(1 - z**2)", "sin(x**2 + y**2) - sin(1 + z**2)"),
        ("exp(-x**2)*exp(-y**2) - exp(z**2)/E", "exp(-x**2)*exp(-y**2) - exp(z**2)"),
        ("f(x**2 + y**2) - f(1 - z**2)", "f(x**2 + y**2) - f(z**2)"),
    ],
)
def test_arguments_that_are_equal_on_the_set(true, false):
    R3 = Manifold("R3", "x y z", functions="f(t)")
    sphere = level_set(R3, "x**2 + y**2 + z**2 - 1")
    verdict = sphere.vanishes(R3.function(true))
    assert verdict.status is Status.VERIFIED and "arguments" in verdict.evidence
    assert sphere.vanishes(R3.function(false)).status is Status.REFUTED


@pytest.mark.parametrize(
    ("whole", "half"),
    [("sin(2*x) - y", "sin(x) - y"), ("exp(2*x) - y", "exp(x) - y"), ("cos(2*x)-y", "cos(x)-y")],
)
def test_finer_angles_and_exponents_that_come_later(whole, half):
    # The refined ring has as many generators as before, but others.
    R3 = Manifold("R3", "x y z")
    N = level_set(R3, whole)
    f = R3.function(whole)
    assert N.vanishes(f).status is Status.VERIFIED
    other = R3.function(half)
    assert N.vanishes(f).status is Status.VERIFIED
    assert N.vanishes(other).status is not Status.VERIFIED


def test_values_at_points_are_those_of_the_refined_ring():
    R2 = Manifold("R2", "x y z")
    circle = level_set(R2, ["x**2 + y**2 - 1"])
    for text in ("sin(y**2 + 2 - x**2)", "sin(2*x**2 + 6*y**2 + y - 2) - sin(y*(4*y + 1)/2)"):
        assert circle.vanishes(R2.function(text)).status is Status.REFUTED
    assert circle.vanishes(R2.function("sin(x**2 + y**2 - 1)")).status is Status.VERIFIED


def test_what_cannot_be_decided_is_unknown():
    # cos(x) <= 1 < exp(y) for y > 0 is not seen by algebra.
    S = Manifold("S", "x y z w", positive="y")
    plane = level_set(S, ["w - z*(exp(y) - cos(x))", "w"], name="plane")
    verdict = plane.same(S["z"], 0)
    assert verdict.status is Status.UNKNOWN
    assert "not in the ideal of the equations of" in verdict.reason
    with pytest.raises(AmbiguousTruth):
        bool(verdict)


def test_wrong_input_is_named():
    with pytest.raises(SpaceMismatch, match="is not on M, where S2 lies"):
        SPHERE.same(PLANE["u"], 0)
    with pytest.raises(DegreeMismatch, match="is no field"):
        SPHERE.is_tangent(x)
    with pytest.raises(DegreeMismatch, match="at least one equation"):
        level_set(M, [])
    with pytest.raises(TypeError, match="are restricted"):
        SPHERE.same("x", 0)
    with pytest.raises(SpaceMismatch, match="does not end on M"):
        SPHERE.receives(Map(M, PLANE, {"u": "x", "v": "y"}))


def test_how_they_look():
    assert repr(SPHERE) == "<the level set S2: x**2 + y**2 + z**2 - 1 = 0 (in M)>"
    assert repr(SPHERE.restrict(dx)) == "<the restriction of the 1-form dx (on M) to S2>"
    assert SPHERE.restrict(dx)._repr_latex_().startswith("$\\left.")
    assert SPHERE._repr_latex_().startswith("$")


def test_counterexamples_are_in_the_declared_domain():
    """Inequalities between parameters hold at the points of a level set, too."""
    M = Manifold("M", "x y", parameters="R r", domain=["r > 0", "R > r"])
    N = level_set(M, "x**2 + y**2 - R**2 - r**2")
    for point in N._variety.points(6):
        values = {**point.base, **point.coordinates}
        assert values["R"] > values["r"] > 0
    assert check(N.restrict(M.function("Abs(R - r)")) == M.function("R - r"))
    assert not N.vanishes(M.function("x - R"))


def test_an_equation_keeps_its_sign():
    M = Manifold("M", "x y", parameters="a", positive="a")
    for text in ("1 - x**2/a**2 - y**2", "x**2/a**2 + y**2 - 1"):
        (phi,) = level_set(M, text).equations
        ratio = phi / M.function(text)
        assert check(ratio == M.function("a**2"))
        assert not check(ratio == M.function("-a**2"))
