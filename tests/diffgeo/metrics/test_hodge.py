"""The Hodge star, the codifferential and the operator of Laplace and de Rham."""

from __future__ import annotations

from functools import reduce
from operator import mul

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import Manifold, Metric, check, d, hodge_star, pairing, sphere
from diffgeo.atlases import orientation
from diffgeo.errors import DegreeMismatch, NeedsOrientation, NeedsSign, SpaceMismatch
from diffgeo.metrics import codifferential, inverse_hodge_star, is_harmonic, laplace_de_rham
from diffgeo.signs import koszul
from diffgeo.testing import forms, functions, metrics, natural

M = Manifold("M", "x y z")
x, y, z = M.coordinates
dx, dy, dz = d(x), d(y), d(z)
P = Manifold("P", "x y")
R4 = Manifold("R4", "t x y z")
FEW = settings(max_examples=15)
euclidean = Metric.diagonal(M, x=1, y=1, z=1)


@st.composite
def data(draw, number: int = 1, least: int = 0, most: int = 3):
    """A metric in dimension 2 or 3 and forms of one degree on its space."""
    space = draw(st.sampled_from([P, M]))
    g = draw(metrics(space))
    p = draw(st.integers(least, min(most, space.dimension)))
    return g, *(draw(forms(space, p, degree=2, terms=1)) for _ in range(number))


@given(data(number=2))
@FEW
def test_law_of_the_star(given_):
    g, alpha, beta = given_
    assert check(alpha * hodge_star(beta, g) == g.inner(alpha, beta) * g.volume)


@given(data())
@FEW
def test_square_of_the_star(given_):
    g, alpha = given_
    p, n = alpha.degree, g.space.dimension
    twice = hodge_star(hodge_star(alpha, g), g)
    assert check(twice == g.sign * koszul(p * (n - p)) * alpha)
    assert check(inverse_hodge_star(hodge_star(alpha, g), g) == alpha)
    assert check(hodge_star(inverse_hodge_star(alpha, g), g) == alpha)


def test_the_star_of_euclidean_space():
    star = {1: dx * dy * dz, dx: dy * dz, dy: dz * dx, dx * dy: dz, dx * dy * dz: M.function(1)}
    for alpha, value in star.items():
        alpha = M.function(1) if isinstance(alpha, int) else alpha
        assert check(hodge_star(alpha, euclidean) == value)
    assert not check(hodge_star(dy, euclidean) == dx * dz)


def test_the_star_of_minkowski_space():
    g = Metric.diagonal(R4, t=-1, x=1, y=1, z=1)
    dt, a, b, c = (d(f) for f in R4.coordinates)
    assert g.sign == -1 and check(g.volume == dt * a * b * c)
    assert check(hodge_star(dt, g) == -a * b * c) and check(hodge_star(a, g) == -dt * b * c)
    assert check(hodge_star(hodge_star(dt * a, g), g) == -dt * a)
    assert not check(hodge_star(hodge_star(dt * a, g), g) == dt * a)


@given(data(least=1))
@FEW
def test_codifferential_by_the_star(given_):
    """δ = s (-1)^{p + (p-1)(n-p+1)} ⋆d⋆, and the computation without roots agrees."""
    g, beta = given_
    p, n = beta.degree, g.space.dimension
    sign = g.sign * koszul(p + (p - 1) * (n - p + 1))
    assert check(codifferential(beta, g) == sign * hodge_star(d(hodge_star(beta, g)), g))


@given(data(least=1))
@FEW
def test_codifferential_is_the_adjoint_of_d(given_):
    """g(dα, β) vol - g(α, δβ) vol = d(α * ⋆β), here for α = f dx^1 … of one degree less."""
    g, beta = given_
    space, p = g.space, beta.degree
    alpha = reduce(mul, map(d, space.coordinates[: p - 1]), space.function("x*y + 1"))
    difference = g.inner(d(alpha), beta) - g.inner(alpha, codifferential(beta, g))
    assert check(difference * g.volume == d(alpha * hodge_star(beta, g)))


def test_the_adjoint_with_a_wrong_sign_is_refuted():
    g, alpha, beta = euclidean, x * y * M.function(1), x * dx
    right = d(alpha * hodge_star(beta, g))
    delta = codifferential(beta, g)
    assert check((g.inner(d(alpha), beta) - alpha * delta) * g.volume == right)
    assert not check((g.inner(d(alpha), beta) + alpha * delta) * g.volume == right)
    assert check(delta == -1) and not check(delta == 1)


@given(metrics(M), forms(M, 2, terms=1), forms(M, 1, terms=1), functions(M))
@FEW
def test_codifferential_and_divergence(g, omega, alpha, f):
    assert check(codifferential(alpha, g) == -g.divergence(g.sharp(alpha)))
    assert check(codifferential(codifferential(omega, g), g) == 0)
    assert check(laplace_de_rham(f, g) == -g.laplacian(f))
    contraction = pairing(alpha, g.gradient(f))
    assert check(codifferential(f * alpha, g) == f * codifferential(alpha, g) - contraction)


@given(metrics(M, steps=1), forms(M, 2, terms=1))
@FEW
def test_codifferential_is_a_trace_of_the_covariant_derivative(g, omega):
    """δω = -Σ i_{e♯} ∇_e ω."""
    trace = g.trace(g.connection.derivative(omega), 0, 1)
    assert check(codifferential(omega, g) == -trace.as_form())


@given(data(most=2))
@FEW
def test_the_laplacian_commutes(given_):
    g, alpha = given_
    laplacian = laplace_de_rham(alpha, g)
    assert check(laplace_de_rham(hodge_star(alpha, g), g) == hodge_star(laplacian, g))
    if not check(laplacian == 0):
        assert not check(laplace_de_rham(hodge_star(alpha, g), g) == -hodge_star(laplacian, g))
    if alpha.degree < g.space.dimension:
        assert check(laplace_de_rham(d(alpha), g) == d(laplacian))
    if alpha.degree:
        left = laplace_de_rham(codifferential(alpha, g), g)
        assert check(left == codifferential(laplacian, g))


def test_stars_codifferentials_and_laplacians_with_wrong_signs():
    g = Metric.diagonal(M, x=1, y="1 + x**2", z=1)
    f, alpha, omega = x * y, y * z * dx + x * dz, z * dx * dy + y * dy * dz
    star = hodge_star(omega, g)
    assert check(hodge_star(star, g) == omega) and not check(hodge_star(star, g) == -omega)
    # In dimension 3 with signature +++, δ = (-1)^p ⋆d⋆.
    delta, twice = codifferential(omega, g), hodge_star(d(star), g)
    assert check(delta == twice) and not check(delta == -twice)
    trace = g.trace(g.connection.derivative(omega), 0, 1).as_form()
    assert check(delta == -trace) and not check(delta == trace)
    divergence = g.divergence(g.sharp(alpha))
    assert check(codifferential(alpha, g) == -divergence)
    assert not check(codifferential(alpha, g) == divergence)
    assert not check(laplace_de_rham(f, g) == g.laplacian(f))
    product = codifferential(f * alpha, g) - f * codifferential(alpha, g)
    assert check(product == -pairing(alpha, g.gradient(f)))
    assert not check(product == pairing(alpha, g.gradient(f))) and not check(product == 0)
    # Δ commutes with d, but δ does not.
    assert not check(d(codifferential(alpha, g)) == codifferential(d(alpha), g))


@given(metrics(M, steps=1), forms(M, 1, degree=1, terms=1))
@FEW
def test_weitzenbock(g, alpha):
    """Δα = -tr ∇²α + Ric(α♯, ·) on 1-forms."""
    nabla = g.connection
    rough = g.trace(nabla.derivative(nabla.derivative(alpha)), 0, 1).as_form()
    ricci = nabla.ricci.apply(g.sharp(alpha)).as_form()
    assert check(laplace_de_rham(alpha, g) == -rough + ricci)
    if not check(rough == 0):
        assert not check(laplace_de_rham(alpha, g) == rough + ricci)


def test_weitzenbock_needs_its_curvature_with_its_sign():
    S = Manifold("S", "a b")
    g = Metric.diagonal(S, a=1, b="sin(a)**2")
    nabla, alpha = g.connection, d(S["b"])
    rough = g.trace(nabla.derivative(nabla.derivative(alpha)), 0, 1).as_form()
    ricci = nabla.ricci.apply(g.sharp(alpha)).as_form()
    assert check(laplace_de_rham(alpha, g) == -rough + ricci)
    assert not check(laplace_de_rham(alpha, g) == -rough)
    assert not check(laplace_de_rham(alpha, g) == -rough - ricci)


def test_harmonic_forms():
    f = x**2 - y**2
    assert is_harmonic(f, euclidean) and not is_harmonic(x**2 + y**2, euclidean)
    assert is_harmonic(x * dy, euclidean) and not is_harmonic(x**2 * dy, euclidean)
    assert check(laplace_de_rham(x**2 * M.function(1), euclidean) == -2)
    wave = Metric.diagonal(P, x=-1, y=1)
    u, v = P.coordinates
    assert is_harmonic((u - v) ** 3 + (u + v) ** 2, wave) and not is_harmonic(u**2 - v**2, wave)


def test_maxwell():
    """The field of a charge solves dF = 0 = δF off the charge."""
    E = Manifold("E", "t r theta phi", "q", positive="r")
    g = Metric.diagonal(E, t=-1, r=1, theta="r**2", phi="r**2*sin(theta)**2")
    F = d(E.form(1, {"t": "q/r"}))
    assert check(codifferential(F, g) == 0)
    assert not check(codifferential(d(E.form(1, {"t": "q/r**2"})), g) == 0)


def test_constructions_are_natural():
    some = metrics(P)
    assert natural(lambda g, a: hodge_star(a, g), some, forms(P, 1), examples=4)
    assert natural(lambda g, a: codifferential(a, g), some, forms(P, 2), examples=4)
    assert natural(lambda g, a: laplace_de_rham(a, g), some, forms(P, 1, terms=1), examples=3)
    euclidean = Metric.diagonal(P, x=1, y=1)
    assert not natural(lambda a: hodge_star(a, euclidean), forms(P, 1), examples=20, shrink=False)


def test_a_star_without_the_metric_is_not_natural():
    def impostor(alpha):
        return hodge_star(alpha, Metric.diagonal(P, x=1, y=1))

    assert not natural(impostor, forms(P, 1, terms=1), examples=20, shrink=False)


def test_what_the_star_refuses():
    unknown = Metric.diagonal(P, x="x", y="1")
    with pytest.raises(NeedsSign, match="the sign of the determinant x of a metric on P"):
        hodge_star(d(P["x"]), unknown)
    # The codifferential needs neither root nor sign.
    assert check(codifferential(d(P["x"]), unknown) == 1 / (2 * P["x"] ** 2))
    with pytest.raises(SpaceMismatch, match="take the Hodge star of"):
        hodge_star(dx, unknown)
    with pytest.raises(DegreeMismatch, match="a form is needed"):
        hodge_star(M.frame[0], euclidean)
    assert check(codifferential(x * y, euclidean) == 0)


def test_over_several_charts() -> None:
    """Coordinates of the space around it are eigenfunctions on the sphere, with the value 2."""
    S = sphere(2)
    factor = "4/(1 + u1**2 + u2**2)**2"
    g = S.glue(Metric.diagonal(S.charts[0], u1=factor, u2=factor))
    height = S.glue(S.charts[0].function("u1/(1 + u1**2 + u2**2)"))
    assert check(laplace_de_rham(height, g) == 2 * height)
    assert not check(laplace_de_rham(height, metric=g) == -2 * height)
    oriented = g.oriented(orientation(S))
    assert check(codifferential(d(height), g) == laplace_de_rham(height, g))
    assert check(hodge_star(hodge_star(d(height), oriented), oriented) == -d(height))
    with pytest.raises(NeedsOrientation, match="S2"):
        hodge_star(height, g)
    assert is_harmonic(S.glue(S.charts[0].function(1)), g)
    assert not is_harmonic(height, g)
