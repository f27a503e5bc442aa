"""Metrics: flat and sharp, products of forms, volume, divergence, induced metrics."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from metric_examples import (
    FEW,
    M,
    P,
    X,
    Y,
    covectors,
    dx,
    dy,
    example,
    fields,
    half_plane,
    sphere,
    two_forms,
    vectors,
    x,
    y,
)

from diffgeo import Form, Manifold, Map, Metric, Tensor, check, d, lie
from diffgeo.calculus import multivector
from diffgeo.errors import (
    AmbiguousTruth,
    AxiomViolation,
    DegreeMismatch,
    NeedsSign,
    NonReal,
    SpaceMismatch,
)
from diffgeo.structures import tensor, tensor_product
from diffgeo.testing import (
    automorphisms,
    forms,
    functions,
    maps,
    metrics,
    multivectors,
    natural,
    tensors,
)

# --- flat, sharp, products -------------------------------------------------------------


@given(metrics(M), fields, fields, covectors, functions(M))
@FEW
def test_flat_and_sharp(g, U, V, alpha, f):
    assert check(g.flat(U)(V) == g(U, V)) and check(g(U, V) == g(V, U))
    assert check(g.sharp(g.flat(U)) == U) and check(g.flat(g.sharp(alpha)) == alpha)
    assert check(g(g.sharp(alpha), U) == alpha(U))
    assert check(g.inverse(alpha, dx) == g(g.sharp(alpha), g.sharp(dx)))
    assert check(g(g.gradient(f), U) == U(f))


@given(metrics(M), covectors, covectors, covectors, two_forms)
@FEW
def test_products_of_forms(g, alpha, beta, gamma, omega):
    """g(α*β, γ*δ) is a determinant; in general α♯ is inserted slot by slot."""
    inner = g.inner
    assert check(inner(alpha, beta) == g(g.sharp(alpha), g.sharp(beta)))
    determinant = inner(alpha, gamma) * inner(beta, dx) - inner(alpha, dx) * inner(beta, gamma)
    assert check(inner(alpha * beta, gamma * dx) == determinant)
    assert check(inner(alpha * beta, omega) == omega(g.sharp(alpha), g.sharp(beta)))
    assert check(inner(x, y) == x * y)


def test_products_of_forms_have_no_factorials():
    g = Metric.diagonal(M, x=1, y=1, z=1)
    assert check(g.inner(dx * dy, dx * dy) == 1) and check(g.inner(dx * dy, dy * dx) == -1)
    assert not check(g.inner(dx * dy, dx * dy) == 2)
    h = Metric.diagonal(M, x=2, y=1, z=1)
    assert check(h.inner(dx, dx) == h.inner(dx * dy, dx * dy)) and not check(h.inner(dx, dx) == 2)


@given(metrics(M), multivectors(M, 2), two_forms)
@FEW
def test_multivectors_and_forms(g, P_, omega):
    assert check(g.flat(g.sharp(omega)) == omega)
    assert check(g.sharp(g.flat(P_)) == P_)
    assert check(g.flat(multivector(X, Y)) == g.flat(X) * g.flat(Y))


@given(metrics(M), tensors(M, (1, 2), degree=1, size=2), covectors, fields, fields, fields)
@FEW
def test_raising_and_lowering(g, T, alpha, U, V, W):
    assert check(g.lower(T)(U, V, W) == T(g.flat(U), V, W))
    assert check(g.raised(T)(dx, alpha, U) == T(dx, g.sharp(alpha), U))
    assert check(g.raised(T, 2)(dx, alpha, U) == T(dx, U, g.sharp(alpha)))
    assert check(g.raised(g.lower(T)) == T)


@given(metrics(M), covectors, covectors)
@FEW
def test_trace(g, alpha, beta):
    assert check(g.trace(g.tensor).as_function() == 3)
    assert check(g.trace(tensor_product(alpha, beta)).as_function() == g.inner(alpha, beta))
    T = tensor_product(X, alpha, dy, beta)
    assert check(g.trace(T, 1, 3) == g.inner(alpha, beta) * tensor_product(X, dy))
    assert check(g.trace(T, 1, 2) == g.inner(alpha, dy) * tensor_product(X, beta))


def test_wrong_slots_and_factors_of_raising_and_traces_are_refuted():
    g = example()
    T = tensor_product(X, dx + y * dy, dy)
    assert check(g.lower(T)(X, X, Y) == T(g.flat(X), X, Y))
    assert not check(g.lower(T)(X, X, Y) == T(g.flat(Y), X, Y))
    assert not check(g.lower(T)(X, X, Y) == 2 * T(g.flat(X), X, Y))
    assert check(g.raised(T)(dx, dx, Y) == T(dx, g.sharp(dx), Y))
    assert not check(g.raised(T)(dx, dx, Y) == T(dx, Y, g.sharp(dx)))
    assert not check(g.raised(T, 2) == g.raised(T))
    S = tensor_product(X, dx + y * dy, dy, dx)
    assert not check(g.trace(S, 1, 2) == g.trace(S, 1, 3))
    assert not check(g.trace(g.tensor).as_function() == 2)
    # No slot is left: a function, which is multiplied like one.
    assert isinstance(g.trace(g.tensor), Form)
    assert check(g.trace(g.tensor) * dy == 3 * dy) and not check(g.trace(g.tensor) * dy == dy)
    with pytest.raises(DegreeMismatch, match="take as a function"):
        dy.as_function()


# --- volume, signature, divergence -----------------------------------------------------


@given(metrics(M), fields, functions(M, degree=1))
@FEW
def test_volume_and_divergence(g, U, f):
    vol = g.volume
    assert check(g.inner(vol, vol) == g.sign)
    assert check(lie(U, vol) == g.divergence(U) * vol)
    assert check(g.divergence(f * U) == f * g.divergence(U) + U(f))
    assert check(g.laplacian(f) == g.divergence(g.gradient(f)))


def test_divergence_with_a_wrong_factor_is_refuted():
    g, U = example(), x * X
    assert check(2 * g.divergence(U) == g.trace(lie(U, g)).as_function())
    assert not check(g.divergence(U) == g.trace(lie(U, g)).as_function())


def test_volumes_are_roots_of_determinants():
    g = Metric.diagonal(M, x="1 + y**2", y="(1 + z**2)**2", z="1")
    assert check(g.volume == M.form(3, {("x", "y", "z"): "sqrt(1 + y**2)*(1 + z**2)"}))
    h = half_plane()
    assert g.sign == 1 and check(h.volume == h.space.form(2, {("x", "y"): "1/y**2"}))
    g = Metric.diagonal(M, x="1 + y**2", y="-1", z="1")
    assert g.sign == -1 and check(g.inner(g.volume, g.volume) == -1)
    assert not check(g.inner(g.volume, g.volume) == 1)


def test_lengths():
    g = half_plane()
    u, v = g.space.coordinates
    U, V = g.space.frame
    assert check(g.norm(V) == 1 / v) and check(g.norm(3 * U + 4 * V) == 5 / v)
    assert check(g.norm(u * U + v * V) ** 2 == g(u * U + v * V, u * U + v * V))
    lorentzian = Metric.diagonal(P, x=-1, y=1)
    with pytest.raises(NonReal):
        lorentzian.norm(P.frame[0])
    assert not check(g.norm(V) == v)


def test_volumes_that_need_a_declaration():
    g = sphere()
    S = g.space
    assert check(g.volume == S.form(2, {("a", "b"): "Abs(sin(a))"}))
    assert not check(g.volume == S.form(2, {("a", "b"): "sin(a)"}))
    oriented = g.oriented(S.form(2, {("a", "b"): "sin(a)"}))
    assert oriented.sign == 1 and oriented.volume is not None
    with pytest.raises(AxiomViolation, match="is neither 1 nor -1"):
        g.oriented(S.form(2, {("a", "b"): "2*sin(a)"}))
    with pytest.raises(DegreeMismatch, match="a volume form on S2 has degree 2"):
        g.oriented(d(S["a"]))
    unknown = Metric.diagonal(P, x="x", y="y")
    with pytest.raises(NeedsSign, match="the sign of the determinant"):
        _ = unknown.volume


def test_signatures():
    assert sphere(3).signature == (3, 0) and half_plane().signature == (2, 0)
    exterior = Manifold("S", "t r theta phi", "m", positive="r m")
    values = {"t": "-(1 - 2*m/r)", "r": "1/(1 - 2*m/r)", "theta": "r**2"}
    g = Metric.diagonal(exterior, **values, phi="r**2*sin(theta)**2")
    assert g.signature == (3, 1) and g.sign == -1
    null = Metric.from_components(P, {("x", "y"): "1", ("x", "x"): "x"})
    assert null.signature == (1, 1) and null.sign == -1
    assert Metric.diagonal(P, x="-1", y="-1 - x**2").signature == (0, 2)
    assert Metric.diagonal(P, x="x", y="1").signature is None


@given(metrics(M, signs=(1, -1)))
@FEW
def test_the_signature_agrees_with_the_sign_of_the_determinant(g):
    if g.signature is not None:
        assert (-1) ** g.signature[1] == g.sign


# --- maps ------------------------------------------------------------------------------


def test_constructions_are_natural():
    some = metrics(P)
    assert natural(lambda g: (g.volume, g.inverse, g.sign), some, examples=12)
    assert natural(lambda g, U: g.divergence(U), some, vectors, examples=12)
    assert natural(lambda g, f: (g.gradient(f), g.laplacian(f)), some, functions(P), examples=12)
    assert natural(lambda g, a: g.sharp(a), some, forms(P, 2), examples=12)
    assert not natural(lambda g: g.determinant, some, examples=20, shrink=False)


def test_the_determinant_is_no_function():
    assert not natural(lambda g: g.determinant, metrics(P), examples=20, shrink=False)


@given(metrics(M), maps(P, M, degree=2, terms=2), vectors, vectors)
@FEW
def test_induced_metrics(g, phi, U, V):
    T = g.tensor.pulled_back(phi)
    images = [phi.tangent(W) for W in (U, V)]
    value = sum(
        phi.pull(g(a, b)) * images[0](f) * images[1](h)
        for f, a in zip(M.coordinates, M.frame, strict=True)
        for h, b in zip(M.coordinates, M.frame, strict=True)
    )
    assert check(T(U, V) == value)


def test_the_sphere_in_space():
    """The round metric is induced from R³; its curvature is 1."""
    S, R3 = Manifold("S", "a b"), Manifold("R3", "x y z")
    euclidean = Metric.diagonal(R3, x=1, y=1, z=1)
    inclusion = Map(S, R3, {"x": "sin(a)*cos(b)", "y": "sin(a)*sin(b)", "z": "cos(a)"})
    g = euclidean.pulled_back(inclusion)
    assert check(g == Metric.diagonal(S, a="1", b="sin(a)**2"))
    assert check(g.connection.sectional(*S.frame) == 1)
    with pytest.raises(AxiomViolation, match="is degenerate"):
        euclidean.pulled_back(Map(S, R3, {"x": "a", "y": "a", "z": "a"}))


@given(automorphisms(M))
@settings(max_examples=8)
def test_flat_space_is_flat_in_every_chart(phi):
    g = Metric.diagonal(M, x=1, y=-1, z=1).pulled_back(phi)
    assert check(g.connection.riemann == 0)
    assert not check(Metric.diagonal(P, x="1 + y**2", y=1).connection.riemann == 0)


# --- looking and refusals --------------------------------------------------------------


def test_how_metrics_show_themselves():
    g = Metric.from_components(P, {("x", "x"): "1", ("x", "y"): "x", ("y", "y"): "-1"})
    assert str(g) == "dx⊗dx + x dx⊗dy + x dy⊗dx - dy⊗dy"
    assert repr(g) == "<the metric dx⊗dx + x dx⊗dy + x dy⊗dx - dy⊗dy (on P)>"
    assert g._repr_latex_() == f"${g.latex()}$" and r"\otimes" in g.latex()
    assert [str(c) for c in Metric.diagonal(P, x="x", y=1).conditions] == ["x != 0"]
    assert check(tensor(g) == g.tensor) and check(g.determinant == -1 - P["x"] ** 2)
    assert check(g == g.oriented(g.volume)) and not check(g == Metric.diagonal(P, x=1, y=1))


def test_what_metrics_refuse():
    g, alpha = example(), y * dx
    with pytest.raises(AxiomViolation, match=r"g\(X, Y\) = g\(Y, X\) fails"):
        Metric(tensor_product(dx, dy))
    with pytest.raises(AxiomViolation, match="is degenerate: its rank is 2, and M has dimension 3"):
        Metric.from_components(M, {("x", "x"): 1, ("y", "y"): "x"})
    with pytest.raises(DegreeMismatch, match=r"type \(0, 2\) is needed"):
        Metric(M.identity)
    with pytest.raises(AxiomViolation, match="is given twice"):
        Metric.from_components(P, {("x", "y"): 1, ("y", "x"): 2})
    with pytest.raises(DegreeMismatch, match="forms of one degree have a product"):
        g.inner(alpha, dx * dy)
    with pytest.raises(DegreeMismatch, match="inner takes forms"):
        g.inner(X, Y)
    with pytest.raises(SpaceMismatch, match="multiply by the metric"):
        g.inner(d(P["x"]), d(P["x"]))
    with pytest.raises(SpaceMismatch, match="raise"):
        g.sharp(d(P["x"]))
    with pytest.raises(DegreeMismatch, match="take the gradient of"):
        g.gradient(alpha)
    with pytest.raises(DegreeMismatch, match="takes no vector field"):
        g.raised(Tensor.from_components(M, (1, 0), {"x": 1}), 0)
    with pytest.raises(AmbiguousTruth):
        bool(g)
