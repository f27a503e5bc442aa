"""Conditions of coefficients that cancel are kept, and verdicts list what their statement needs."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import Manifold, Map, Metric, Tensor, bracket, check, d, interior, lie, wedge
from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus import multivector
from diffgeo.metrics import MixedForm
from diffgeo.structures import tensor, tensor_product
from diffgeo.testing import functions


def texts(thing):
    return {str(c) for c in thing.conditions}


def removable(thing):
    return {str(c) for c in thing.conditions if c.removable}


def plane(**signs):
    return Manifold("M", "x y", **signs)


def test_a_function_that_cancels_has_a_removable_condition():
    M = plane()
    for text in ("1/x - 1/x", "x*(1/x)", "0/x"):
        f = M.function(text)
        assert texts(f) == removable(f) == {"x != 0"}
    f = M.function("1/x") - M.function("1/x")
    assert texts(check(f == 0)) == {"x != 0"}
    assert not removable(M.function("1/x"))
    assert texts(M.function("x - x")) == set()


def test_a_condition_is_removable_if_it_is_so_in_every_coefficient():
    M = plane()
    alpha = M.form(1, {"x": "x*(1/x)", "y": "1/x"})
    assert [(str(c), c.removable) for c in alpha.conditions] == [("x != 0", False)]
    assert removable(M.form(1, {"x": "x*(1/x)"})) == {"x != 0"}


def test_what_holds_by_declarations_is_no_condition():
    M = plane(positive="x")
    X = M.vector_field(x="1/x", y="1/x - 1/x")
    assert not X.conditions
    assert not check(bracket(X, X) == 0).conditions
    assert not check(lie(X) == lie(X)).conditions


def test_a_root_that_cancels_where_the_sign_is_known_by_a_logarithm():
    M = plane()
    f = M.function("(sqrt(x**2) - x)*log(x)")
    assert str(f) == "0"
    assert texts(check(f == 0)) == {"x > 0"}
    assert texts(check(d(f) == 0)) == {"x > 0"}
    assert not removable(f)
    g = Metric.diagonal(M, x=1, y="1 + (abs(x) - x)*log(x)")
    connection = g.connection
    for flat in (connection.riemann, connection.curvature, connection.ricci, connection.torsion):
        assert texts(check(flat == 0)) == {"x > 0"}
    assert texts(check(connection.scalar == 0)) == {"x > 0"}


def everything(M):
    """Objects of every kind that are zero, or do not depend on x, and need ``x != 0``."""
    zero, one = M.function("1/x - 1/x"), M.function("x*(1/x)")
    alpha = M.form(1, {"x": "1/x"})
    X = M.vector_field(x="1/x", y="y/x")
    dy = d(M["y"])
    K = alpha.tensor(M.frame[1])
    g = Metric.diagonal(M, x=one, y=1)
    yield from (zero, one - 1, zero * M["y"], 0 * M.function("1/x"), M.function("1/x") * 0)
    yield from (M.function("1/x") ** 0, zero / 2, zero / (1 + M["y"] ** 2), d(zero), zero * dy)
    yield from (wedge(alpha, alpha), alpha * dy * dy, d(alpha), d(d(M.function("1/x"))))
    yield from (alpha - alpha, 0 * alpha, interior(M.frame[1], alpha), alpha(M.frame[1]))
    yield from (bracket(X, X), X - X, X(M.function(1)), X(M["y"]) - X(M["y"]), lie(X, zero))
    yield from (interior(X, interior(X, dy * alpha)), interior(X, M["y"]), K @ K, bracket(K, K))
    yield from (lie(X), interior(X), lie(X) - lie(X), zero * lie(X), bracket(lie(X), lie(X)))
    yield from (lie(X) @ lie(X), interior(X) @ interior(X), d @ (zero * interior(X)))
    yield from (multivector(X, X), multivector(X) - multivector(X), multivector(X).insert(dy * 0))
    yield from (tensor(zero * dy), tensor_product(zero, dy), tensor(alpha) - tensor(alpha))
    yield from (tensor(K).trace(), lie(X, tensor(0 * dy)), tensor(alpha).insert(M.frame[1]))
    yield from (MixedForm(M, [zero, dy]), MixedForm(M, [alpha]) * alpha)
    yield from (g, g.connection, g.connection.curvature, g.gradient(M["y"]), g.flat(0 * X))
    yield from (linear.solve([[one]], [0])[0], linear.determinant([[zero, 1], [1, 1]]) + 1)
    yield from (linear.inverse([[one, 0], [0, 1]])[0][1], linear.kernel([[one, zero]])[0][0])
    yield Map(M, M, {"x": zero, "y": "y"})
    yield Tensor.from_components(M, (1, 1), {("x", "y"): zero})


def test_everything_keeps_conditions_of_what_cancels():
    M = plane()
    count = 0
    for thing in everything(M):
        assert "x != 0" in texts(thing), f"{thing!r} has lost its condition"
        assert "x != 0" in texts(check(thing == thing)), f"the verdict on {thing!r} has lost it"
        count += 1
    assert count > 50
    assert not check(M.function("1/x") == M.function("2/x"))


def test_components_keep_what_has_cancelled():
    M = plane()
    zero = M.form(1, {"x": "1/x - 1/x"})
    assert texts(zero.components["x"]) == {"x != 0"}
    assert texts(tensor(zero).components["x"]) == {"x != 0"}
    X = M.vector_field(x="1/x - 1/x", y="1/y")
    assert texts(X(M["x"])) == {"x != 0", "y != 0"}
    assert texts(X.components["x"]) == {"x != 0"}


def test_pulled_back_conditions_are_those_of_the_image():
    M, N = plane(), Manifold("N", "u v")
    phi = Map(N, M, {"x": "u + v", "y": "v"})
    zero = M.form(1, {"y": "1/x - 1/x"})
    for thing in (zero, zero * zero, tensor(zero), M.function("1/x - 1/x")):
        assert texts(phi.pull(thing)) == {"u + v != 0"}


def test_verdicts_on_derivations_list_the_conditions_of_the_data():
    M, N = plane(), Manifold("N", "u v")
    X = M.vector_field(x="y/x")
    assert texts(check(lie(X) == lie(X))) == {"x != 0"}
    assert not check(lie(X) == 2 * lie(X))
    assert texts(check(bracket(lie(X), lie(X)) == 0)) == {"x != 0"}
    assert texts(check(interior(X) == interior(X))) == {"x != 0"}
    phi = Map(M, N, {"u": "y", "v": "y"})
    verdict = check(phi.related(X, N.vector_field()))
    assert verdict and texts(verdict) == {"x != 0"}


def test_a_length_keeps_what_its_formula_does_not_show():
    M = plane()
    g = Metric.diagonal(M, x=1, y=1)
    assert texts(g.norm(M.function("x*(1/x)") * M.frame[1])) == {"x != 0"}


M = Manifold("M", "x y z")
#: Functions with denominators that are not zero everywhere.
quotients = st.builds(
    lambda f, g, n: f + g / (M["x"] - n), functions(M, 1), functions(M, 1), st.integers(-3, 3)
)


def mask(*elements):
    result = 0
    for element in elements:
        result |= element.mask
    return result


@settings(max_examples=40, deadline=None)
@given(st.lists(quotients, min_size=6, max_size=6))
def test_conditions_are_those_of_all_ring_elements_that_enter(given_functions):
    """The union of those of the sums of products in the ring, however many of them vanish."""
    a, b = given_functions[:3], given_functions[3:]
    p, q = [f.element() for f in a], [f.element() for f in b]
    names = M.chart.coordinates
    alpha, beta = (M.form(1, dict(zip(names, row, strict=True))) for row in (a, b))
    X = M.vector_field(dict(zip(names, a, strict=True)))
    n = range(3)
    partial = M.chart.ring.partial
    sums = [p[k] + q[k] for k in n]
    products = [p[i] * q[k] - p[k] * q[i] for i in n for k in range(i)]
    slopes = [partial(p[i], k) - partial(p[k], i) for i in n for k in range(i)]
    value = p[0] * q[0] + p[1] * q[1] + p[2] * q[2]
    derivative = sum((p[k] * partial(q[0], k) for k in n), start=M.chart.ring.zero)
    for found, expected in [
        (alpha + beta, sums),
        (alpha - alpha, p),
        (alpha * beta, products),
        (d(alpha), slopes),
        (interior(X, beta), [value]),
        (beta(X), [value]),
        (X(b[0]), [derivative]),
        (tensor(alpha) - tensor(beta), sums),
        (multivector(X) * multivector(X), p),
    ]:
        assert found.used == mask(*expected), found
    for found in (lie(X, beta), bracket(X, X), tensor_product(alpha, X)):
        assert found.used & mask(*p) == mask(*p)


@settings(max_examples=25, deadline=None)
@given(quotients, quotients, st.integers(-3, 3))
def test_a_result_is_nowhere_where_its_data_are_not(f, g, n):
    """Where a denominator of the data vanishes, a condition of the result is violated."""
    point = {"x": n, "y": 2, "z": 5}
    alpha, X = f * d(M["y"]), g * M.frame[2]
    results = [alpha * alpha, alpha(X), X(f) - X(f), lie(X, alpha), bracket(X, f * M.frame[1])]
    for k, result in enumerate(results):
        data = (f,) if k == 0 else (f, g)
        assert violated(result, point) == any(violated(h, point) for h in data), result


def violated(thing, point):
    return any(str(M.function(c.expression).at(point)) == "0" for c in thing.conditions)


def test_what_is_pulled_back_to_zero_is_refuted_inside_of_its_domain():
    N, M = Manifold("N", "u", parameters="a", negative="u"), plane(parameters="a")
    phi = Map(M, N, {"u": "x"})
    x = M["x"]
    for left, right in [
        (phi.pull(N.form(1, {"u": "a - a"})), d(x)),
        (
            phi.pull(Tensor.from_components(N, (0, 2), {("u", "u"): "0*u"})),
            tensor_product(d(x), d(x)),
        ),
    ]:
        verdict = check(left == right)
        assert verdict.status.name == "REFUTED" and texts(verdict) == {"-x > 0"}
        assert verdict.counterexample.everywhere[0]["x"] < 0
