"""Code of counterexamples: it runs, makes both sides again, and shows what the verdict says."""

from __future__ import annotations

import pickle
from contextlib import redirect_stdout
from io import StringIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import (
    AlmostProduct,
    Distribution,
    EhresmannConnection,
    FibredManifold,
    Frame,
    Identity,
    LinearConnection,
    Manifold,
    Map,
    Metric,
    Multivector,
    NonlinearConnection,
    Status,
    Symplectic,
    Tensor,
    bracket,
    check,
    d,
    germs,
    interior,
    level_set,
    lie,
    sphere,
    tangent,
    zero_set,
)
from diffgeo.calculus import Form
from diffgeo.calculus.brackets import symbol
from diffgeo.errors import NotSupported
from diffgeo.metrics import InducedMetric, MixedForm
from diffgeo.structures import Ideal
from diffgeo.testing import functions, natural, vector_fields
from diffgeo.verdicts import Comparable
from diffgeo.verdicts.identities import Residuals


def manifold() -> Manifold:
    return Manifold("M", "x y z", parameters="k", functions="f(x) g(x,y)", positive="z")


M = manifold()
N = Manifold("N", "u v")
ATOMS = (
    "x",
    "y",
    "z",
    "k",
    "2",
    "1/3",
    "f(x)",
    "Derivative(f(x), x)",
    "g(x, y)",
    "f(x*y)",
    "exp(x)",
    "exp(1/20000)",
    "exp(-k*y/3)",
    "log(z)",
    "log(x**2 + 1)",
    "sqrt(2)",
    "sqrt(x**2 + y**2 + 1)",
    "sqrt(z)",
    "(x**2 + 1)**(1/3)",
    "sin(x/2)",
    "cos(k*x - y)",
    "1/(x - 3)",
    "pi",
    "atan(x)",
    "2**(1/3)",
    "sqrt(2 + sqrt(2))",
)
texts = st.recursive(
    st.sampled_from(ATOMS),
    lambda inner: st.tuples(inner, st.sampled_from("+-*"), inner).map(
        lambda parts: f"({parts[0]}) {parts[1]} ({parts[2]})"
    ),
    max_leaves=2,
)


def run(code: str) -> list[str]:
    """The lines that the code prints, on its own."""
    printed = StringIO()
    with redirect_stdout(printed):
        exec(compile(code, "counterexample", "exec"), {})
    return printed.getvalue().splitlines()


def requires(verdict, values: bool = True) -> list[str]:
    """The verdict is refuted, its code says so too, and both sides differ where it looks."""
    assert verdict.status is Status.REFUTED, verdict
    assert verdict.counterexample is not None, verdict
    code = verdict.counterexample.code
    assert "left = " in code and "right = " in code and "evaluate" not in code
    first, *rest = run(code)
    assert first == "REFUTED"
    if values:
        assert len(rest) == 2 and rest[0] != rest[1], rest
    return rest


@settings(max_examples=20)
@given(texts)
def test_what_is_written_reads_back(text: str) -> None:
    M = manifold()
    function = M.function(text)
    again = M.function(str(function))
    assert check(again == function).status is Status.VERIFIED
    assert check(again == -function - 1).status is Status.REFUTED


@settings(max_examples=8)
@given(texts, texts, st.sampled_from([-1, 2]))
def test_mutated_statements_have_code_that_runs(one: str, two: str, factor: int) -> None:
    M = manifold()
    a, b = M.function(one), M.function(two)
    assert check(d(a * b) == a * d(b) + b * d(a)).status is Status.VERIFIED
    mutated = check(d(a * b) == a * d(b) + factor * b * d(a))
    if check(b * d(a) == 0).status is Status.REFUTED:
        requires(mutated)
    assert check(a + b == b + a)
    requires(check(a + b == b + a + 1))


x, y, z = M.coordinates
X, Y = M.vector_field(x="y*f(x)", y="exp(z)"), M.vector_field(y="x", z="log(z)")
J = M.vector_form(1, {"x": {"y": "x*z"}, "y": {"x": "g(x, y)"}})
G = Metric.from_components(N, {("u", "u"): "1", ("u", "v"): "u", ("v", "v"): "2 + u**2"})
H = Metric.from_components(N, {("u", "u"): "1", ("v", "v"): "exp(u)"})


@pytest.mark.parametrize(
    "identity",
    [
        x * y + x == x * y,  # the residual does not depend on y, the sides do
        M.function("f(x)*z") == M.function("f(x)/z"),
        bracket(X, Y) == bracket(Y, X),
        lie(X, d(x) * d(y)) == d(interior(X, d(x) * d(z))),
        bracket(J, J) == -bracket(J, J),
        bracket(X, J) == bracket(X, 2 * J),
        Tensor.from_components(M, (1, 1), {("x", "y"): "sin(z)"})
        == Tensor.from_components(M, (1, 1), {("x", "y"): "z"}),
        Multivector.from_components(M, 2, {("x", "z"): "y"})
        == Multivector.from_components(M, 2, {("z", "x"): "y"}),
        G == H,
        Map(N, N, {"u": "v", "v": "exp(u)"}) == Map(N, N, {"u": "v", "v": "u"}),
        (x == x) & (d(x) == d(x)) & (d(x * y) == x * d(y)),
        (x == x) & (M.frame[0] == M.frame[1]),
        M.function("exp(1/20000)*x") == x,
    ],
    ids=lambda identity: identity.summary()[:40],
)
def test_both_sides_are_made_again(identity) -> None:
    requires(check(identity))


@pytest.mark.parametrize(
    "identity",
    [
        interior(J) == 2 * interior(J),
        LinearConnection.from_coefficients(N, {("u", "u", "v"): "exp(v)"}) == G.connection,
    ],
    ids=lambda identity: identity.summary()[:40],
)
def test_derivations_and_connections(identity) -> None:
    requires(check(identity))


TM = tangent(N)
E = FibredManifold("E", base=Manifold("B", "t"), coordinates="q")
S = level_set(M, "x**2 + y**2 + z**2 - 1", "S")
bent = level_set(M, "z - f(x)")
round_, other = Metric.diagonal(M, x=1, y=1, z=1), Metric.diagonal(M, x=1, y=1, z="1 + x**2")
sphere_2 = sphere(2)
north, south = sphere_2.charts
ball = "4/(1 + u1**2 + u2**2)**2"
curve = Map(Manifold("R", "s"), N, {"u": "s", "v": "s**2"})
velocity = curve.tangent(curve.source.frame[0])
du, dv = d(N["u"]), d(N["v"])


@pytest.mark.parametrize(
    "identity",
    [
        lie(X) == lie(Y),
        velocity == 2 * velocity,
        symbol(velocity) == 2 * symbol(velocity),
        lie(X) @ lie(Y) == lie(Y) @ lie(X),
        round_.connection == other.connection,
        S.restrict(x) == y,
        S.restrict(d(x)) == S.restrict(d(y)),
        S.restrict(M.vector_field(x="-y", y="x")) == S.restrict(M.vector_field(x="-z", z="x")),
        bent.restrict(z) == bent.restrict(x),
        level_set(M, "x**2 + y**2 + z**2 - 4") == S,
        InducedMetric(S, round_) == InducedMetric(S, other),
        InducedMetric(S, round_).connection == InducedMetric(S, other).connection,
        sphere_2.field(north.function("u1")) == sphere_2.field(south.function("w2")),
        sphere_2.glue(Metric.diagonal(north, u1=ball, u2=ball))
        == sphere_2.glue(Metric.diagonal(north, u1=ball, u2=f"2*{ball}")),
        sphere_2.identity_map() == sphere_2.families[0](1),
        Frame(N, N.frame) == Frame(N, [N.frame[0] + N["v"] * N.frame[1], N.frame[1]]),
        Distribution(M, [X]) == Distribution(M, [Y]),
        Distribution.annihilated_by([d(z)]) == Distribution.annihilated_by([d(z) - y * d(x)]),
        Ideal([d(z)]) == Ideal([d(z) - y * d(x)]),
        AlmostProduct(du.tensor(N.frame[0])) == AlmostProduct(dv.tensor(N.frame[1])),
        Symplectic(du * dv) == Symplectic(2 * du * dv),
        NonlinearConnection.from_linear(G.connection)
        == NonlinearConnection.from_linear(H.connection),
        EhresmannConnection.from_coefficients(E, {"q": {"t": "q"}})
        == EhresmannConnection.from_coefficients(E, {"q": {"t": "t"}}),
        MixedForm(M, [x, d(x)]) == MixedForm(M, [x, d(y)]),
        Multivector(N, N["u"]) == Multivector(N, N["v"]),
        TM.vertical_lift(N.frame[0]) == TM.complete_lift(N.frame[0]),
    ],
    ids=lambda identity: f"{type(identity.left).__name__} {identity.summary()[:30]}",
)
def test_what_is_no_tensor_on_a_manifold_is_made_again_too(identity) -> None:
    requires(check(identity))


def test_zero_sets_are_made_again_without_values() -> None:
    requires(check(zero_set(M, ["x"]) == zero_set(M, ["y"])), values=False)


class Own(AlmostProduct):
    """A structure of a user."""


class OwnMetric(Metric):
    """A metric of a user."""


class Kernel(Comparable):
    """The kernel of a 1-form without zeros: a class of a user that says what equality means."""

    def __init__(self, alpha: Form) -> None:
        self.alpha, self.space, self.conditions = alpha, alpha.space, alpha.conditions

    def _comparand(self, other: object) -> object:
        return other if isinstance(other, Kernel) else None

    def _means(self, other: Kernel) -> Identity:
        return self.alpha * other.alpha == 0


class Value(Kernel):
    """One that says only with which functions it is judged."""

    def _means(self, other: Kernel) -> None:
        return None

    def _residuals(self, other: Kernel) -> Residuals:
        return [("at ∂_u", (self.alpha - other.alpha)(N.frame[0]).element())]


@pytest.mark.parametrize(
    "identity",
    [
        Own(du.tensor(N.frame[0])) == Own(dv.tensor(N.frame[1])),
        OwnMetric(G.tensor) == OwnMetric(H.tensor),
        Kernel(du + N["u"] * dv) == Kernel(2 * du),
        (Kernel(du) == Kernel(2 * du)) & (Kernel(du) == Kernel(dv)),
    ],
    ids=["structure", "metric", "kernel", "kernels"],
)
def test_a_class_of_a_user_is_what_it_means(identity) -> None:
    requires(check(identity))


def test_what_says_nothing_about_its_meaning_is_shown_by_a_component() -> None:
    verdict = check(Value(du) == Value(3 * du + dv))
    assert verdict.counterexample is not None and "evaluate" in verdict.counterexample.code
    assert run(verdict.counterexample.code) == [verdict.counterexample.value]


@pytest.mark.parametrize("field", ["GF(p)", "Q"])
def test_germs_are_made_again_at_their_points(field: str) -> None:
    M = Manifold("M", "x y", parameters="a", ring=germs(2, field=field))
    x, y = M.coordinates
    f = M.scalar(M.chart.ring.random())
    X, bundle = M.vector_field(x=f / (1 + x * x)), tangent(M)
    for identity in [
        f * M["a"] == f,
        d(f * x) == f * d(x),
        lie(X) == 2 * lie(X),
        M.vector_field(y=f) == X,
        M.vector_form(1, {"x": {"y": f}}) == M.vector_form(1, {"y": {"x": f}}),
        Symplectic(d(x) * d(y)) == Symplectic(2 * d(x) * d(y)),
        Metric.diagonal(M, x=1, y=1) == Metric.diagonal(M, x=1, y=2),
        bundle.vertical_lift(X) == bundle.complete_lift(X),
    ]:
        requires(verdict := check(identity))
        assert ("modulo" in verdict.counterexample.value) == (field != "Q")
    found = check(f == 0).counterexample
    assert found.point.keys() == {"x", "y", "a"} and found.value.split()[0] == str(f.at()[0])


def test_germs_without_code() -> None:
    # Only derivatives differ, at a point that is given.
    M = Manifold("M", "x y", ring=germs(1, base={"x": 0, "y": 0}))
    verdict = check(M["x"] == 2 * M["x"])
    assert verdict.counterexample is None and "derivatives" in verdict.reason
    # Too many numbers to be written.
    M = Manifold("M", [f"x{k}" for k in range(30)], ring=germs(1, points=12))
    f = M.scalar(M.chart.ring.random())
    found = check(M.form(1, {name: f for name in M.chart.coordinates}) == 0).counterexample
    assert found is not None and found.code == "" and "```" not in found._repr_markdown_()
    # Points that no seed makes.
    ring, _ = M.chart.ring.subset([False, True] * 6)
    with pytest.raises(NotSupported, match="seed"):
        ring.code()


def test_a_function_that_vanishes_at_simple_points_has_a_counterexample() -> None:
    roots = "1 2 -1 3 -2 5 1/2 -1/3 0 1/10 -1/10 7 -7 20 2/7 50 -50 200 -200 1000 -1000"
    roots += " 10000 -10000"
    requires(check(M.function("*".join(f"(x - ({c}))" for c in roots.split())) == 0))


def test_functions_too_large_for_a_normal_form_have_one() -> None:
    u, v = N.function("1/(u + v + 1)**300"), N.function("1/(u - v + 2)**300")
    product = (u + v) * N.function("(u + v + 1)**2")
    other = N.function("1/(u + v + 1)**298") + v * N.function("(u + v + 1)**2")
    verdict = check(product == other + v)
    assert verdict.status is Status.REFUTED and verdict.counterexample is not None
    compile(verdict.counterexample.code, "counterexample", "exec")


def test_code_that_could_not_be_read_is_not_written() -> None:
    long = "+".join(f"x**{n}*y**{n + 1}/{n + 7}" for n in range(1, 1_500))
    factor = M.function("(x + y + 1)*(x - y - 2)*(x*y + 3)")
    found = check(factor * M.function(long) == 0).counterexample
    assert found is not None and len(found.residual) > 50_000 and found.code == ""


def test_the_code_outlives_the_spaces() -> None:
    verdict = check(d(x * y) == x * d(y))
    code = verdict.counterexample.code
    assert pickle.loads(pickle.dumps(verdict)).counterexample.code == code
    assert pickle.loads(pickle.dumps(verdict.counterexample)).code == code
    assert verdict.to_dict()["counterexample"]["code"] == code
    assert verdict.explain().code == code


def test_results_of_an_operation_that_is_not_natural() -> None:
    def divergence(X):
        space = X.space
        return sum((E(X(f)) for E, f in zip(space.frame, space.coordinates, strict=True)), 0)

    requires(natural(divergence, vector_fields(N), examples=10))
    requires(natural(lambda f: f * f.space.coordinates[0], functions(N), examples=10))
