"""The Clifford product of forms, and galgebra as an independent oracle."""

from __future__ import annotations

import subprocess
import sys
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import Manifold, Metric, check, d, hodge_star, interior
from diffgeo.calculus import multivector
from diffgeo.errors import AmbiguousTruth, DegreeMismatch, NotSupported, SpaceMismatch
from diffgeo.interop.galgebra_bridge import blade_product
from diffgeo.metrics import MixedForm, clifford_product, from_galgebra, to_galgebra
from diffgeo.testing import forms, functions, metrics, multivectors, natural, vector_fields

M = Manifold("M", "x y z")
x, y, z = M.coordinates
dx, dy, dz = d(x), d(y), d(z)
X, Y, Z = M.frame
P = Manifold("P", "x y")
FEW = settings(max_examples=10)
one_forms, two_forms = (forms(M, k, degree=1, terms=1) for k in (1, 2))
some = st.integers(0, 3).flatmap(lambda k: forms(M, k, degree=1, terms=1))
euclidean = Metric.diagonal(M, x=1, y=1, z=1)


# --- the product ---------------------------------------------------------------------------


@given(metrics(M), one_forms, some)
@FEW
def test_product_with_a_one_form(g, alpha, beta):
    """α β = α∧β + i_{α♯} β."""
    right = MixedForm(M, [alpha * beta, interior(g.sharp(alpha), beta)])
    assert check(clifford_product(alpha, beta, g) == right)
    assert check(clifford_product(alpha, alpha, g) == g.inner(alpha, alpha))


def test_products_with_wrong_signs_are_refuted():
    alpha, beta = x * dx, dx * dy
    found = clifford_product(alpha, beta, euclidean)
    assert check(found == interior(x * X, beta)) and check(found == x * dy)
    assert not check(found == -x * dy)
    assert check(clifford_product(beta, dx, euclidean) == -dy)
    assert check(clifford_product(dx * dy, dx * dy, euclidean) == -1)
    assert not check(clifford_product(dx * dy, dx * dy, euclidean) == 1)
    lorentzian = Metric.diagonal(M, x=-1, y=1, z=1)
    assert check(clifford_product(dx, dx, lorentzian) == -1)


@given(metrics(M, steps=1), some, some, one_forms, functions(M, degree=1, terms=1))
@FEW
def test_the_product_is_associative(g, alpha, beta, gamma, f):
    left = clifford_product(clifford_product(alpha, beta, g), gamma, g)
    assert check(left == clifford_product(alpha, clifford_product(beta, gamma, g), g))
    assert check(clifford_product(f * alpha, beta, g) == f * clifford_product(alpha, beta, g))


def test_the_product_is_not_graded_commutative():
    product = clifford_product(dx, x * dx + dy, euclidean)
    assert check(product + clifford_product(x * dx + dy, dx, euclidean) == 2 * x)
    assert not check(product == clifford_product(x * dx + dy, dx, euclidean))
    assert product.degrees == (0, 2) and check(product.part(2) == dx * dy)


@given(metrics(M, steps=1), two_forms)
@FEW
def test_scalar_part_is_the_product_of_forms(g, omega):
    """⟨ω ω⟩_0 = -g(ω, ω) for 2-forms: reversion gives (-1)^{p(p-1)/2}."""
    assert check(clifford_product(omega, omega, g).part(0) == -g.inner(omega, omega))


def test_naturality():
    assert natural(
        lambda g, a, b: clifford_product(a, b, g),
        metrics(P),
        forms(P, 1, terms=1),
        forms(P, 2, terms=1),
        examples=10,
    )
    impostor = Metric.diagonal(P, x=1, y=1)
    assert not natural(
        lambda a: clifford_product(a, a, impostor),
        forms(P, 1, terms=1),
        examples=15,
        shrink=False,
    )


# --- galgebra as an oracle -----------------------------------------------------------------


def parts(element, space=M):
    return from_galgebra(element, space)


@given(metrics(M, steps=1), vector_fields(M, 1, 1), multivectors(M, 2, degree=1, terms=1))
@settings(max_examples=6)
def test_wedge_and_contraction_agree_with_galgebra(g, U, Q):
    algebra = to_galgebra(g)
    u, q = to_galgebra(U, algebra), to_galgebra(Q, algebra)
    assert check(parts(u ^ q)[3] == multivector(U) * Q)
    omega = g.flat(Q)
    # The left contraction of a vector with a bivector, u⌋q, is i_u of the 2-form.
    assert check(g.flat(parts(u < q)[1]) == interior(U, omega))
    assert check(parts(u | u)[0] == multivector(g(U, U)))


@pytest.mark.parametrize(("p", "q"), list(product(range(4), repeat=2)))
@given(metrics(M, steps=1), st.data())
@settings(max_examples=3)
def test_wedge_and_contraction_agree_in_all_degrees(p, q, g, data):
    """P ^ Q is the product of multivectors; the left contraction P⌋Q is i_P of Q♭.

    Both follow (P∧R)⌋Q = P⌋(R⌋Q), that is i_{P∧R} = i_P i_R.
    """
    P_, Q = (data.draw(multivectors(M, k, degree=1, terms=1)) for k in (p, q))
    algebra = to_galgebra(g)
    first, second = to_galgebra(P_, algebra), to_galgebra(Q, algebra)
    wedge = parts(first ^ second)
    assert all(check(part == (P_ * Q if k == p + q else 0)) for k, part in enumerate(wedge))
    inserted = parts(first < second)
    expected = interior(P_, g.flat(Q)) if p <= q else M.function(0)
    for k, part in enumerate(inserted):
        assert check(g.flat(part) == (expected if k == q - p else 0))


def test_galgebra_refutes_other_contractions():
    algebra = to_galgebra(euclidean)
    plane, line = to_galgebra(multivector(X, Y), algebra), to_galgebra(X, algebra)
    volume = multivector(X, Y, Z)
    omega, inserted = euclidean.flat(volume), plane < to_galgebra(volume, algebra)
    assert check(euclidean.flat(parts(inserted)[1]) == interior(multivector(X, Y), omega))
    assert not check(euclidean.flat(parts(inserted)[1]) == interior(multivector(Y, X), omega))
    assert not check(parts(line ^ to_galgebra(Y, algebra))[2] == multivector(Y, X))


@given(metrics(M, steps=1), one_forms, two_forms)
@settings(max_examples=6)
def test_clifford_product_agrees_with_galgebra(g, alpha, omega):
    """(αω)♯ = α♯ ω♯, with the concrete metric inside galgebra on the right side."""
    algebra = to_galgebra(g)
    product = to_galgebra(g.sharp(alpha), algebra) * to_galgebra(g.sharp(omega), algebra)
    found = MixedForm(M, (g.flat(P_) for P_ in parts(product)))
    assert check(clifford_product(alpha, omega, g) == found)


@pytest.mark.parametrize("p", range(4))
@given(metrics(M, steps=1), st.data())
@settings(max_examples=4)
def test_hodge_star_agrees_with_galgebra(p, g, data):
    """⋆β is the reversion of β times the volume form, ⋆β = β~ vol, in the Clifford algebra."""
    beta = data.draw(forms(M, p, degree=1, terms=1))
    algebra = to_galgebra(g)
    element = to_galgebra(g.sharp(beta), algebra).rev() * to_galgebra(g.sharp(g.volume), algebra)
    assert check(g.flat(parts(element)[3 - p]) == hodge_star(beta, g))


def test_the_oracle_has_opinions():
    """A star with the wrong sign, a product in the wrong order: not what galgebra says."""
    g = euclidean
    algebra = to_galgebra(g)
    element = to_galgebra(g.sharp(dx * dy), algebra) * to_galgebra(g.sharp(g.volume), algebra)
    assert not check(g.flat(parts(element)[1]) == hodge_star(dx * dy, g))
    assert check(-g.flat(parts(element)[1]) == hodge_star(dx * dy, g))
    product = to_galgebra(X, algebra) * to_galgebra(Y, algebra)
    assert not check(parts(product)[2] == multivector(Y, X))


@given(metrics(M))
@settings(max_examples=6)
def test_there_and_back(g):
    assert check(from_galgebra(to_galgebra(g), M) == g)


@given(st.integers(0, 3).flatmap(lambda p: multivectors(M, p)))
@FEW
def test_multivectors_there_and_back(Q):
    found = parts(to_galgebra(Q, to_galgebra(euclidean)))
    assert all(check(part == (Q if k == Q.degree else 0)) for k, part in enumerate(found))


def test_symbols_of_galgebra_are_read_by_name():
    S = Manifold("S", "r theta", "m", functions="f(r)")
    g = Metric.diagonal(S, r="f(r)", theta="m*r**2*sin(theta)**2")
    algebra = to_galgebra(g)
    assert list(map(str, algebra.basis)) == [
        "e_r",
        "e_theta",
    ]
    assert check(from_galgebra(algebra, S) == g)
    line = Manifold("L", "s")
    h = Metric.diagonal(line, s="s")
    assert check(clifford_product(d(line["s"]), d(line["s"]), h) == 1 / line["s"])
    assert check(from_galgebra(to_galgebra(h), line) == h)


# --- mixed forms, refusals -----------------------------------------------------------------


@given(some, some, some, functions(M, degree=1))
@FEW
def test_mixed_forms_are_an_algebra(alpha, beta, gamma, f):
    mixed = MixedForm(M, [alpha, beta])
    assert check(mixed + gamma - gamma == mixed)
    assert check((mixed * gamma) == MixedForm(M, [alpha * gamma, beta * gamma]))
    assert check(gamma * mixed == MixedForm(M, [gamma * alpha, gamma * beta]))
    assert check(f * mixed - mixed * f == 0) and check(2 * mixed == mixed + mixed)


def test_how_mixed_forms_show_themselves():
    mixed = MixedForm(M, [M.function(1), -x * dx * dy])
    assert str(mixed) == "1 - x dx∧dy" and str(MixedForm(M)) == "0"
    assert mixed.latex() == r"1 - x\, \mathrm{d}x \wedge \mathrm{d}y"
    assert mixed._repr_latex_() == f"${mixed.latex()}$"
    assert repr(mixed) == "<the mixed form 1 - x dx∧dy (on M)>"
    assert {str(c) for c in (1 / x * mixed).conditions} == {"x != 0"}
    assert not check(mixed == 1)


def test_refusals(monkeypatch):
    with pytest.raises(SpaceMismatch, match="multiply by the metric"):
        clifford_product(d(P["x"]), d(P["x"]), euclidean)
    with pytest.raises(DegreeMismatch, match="takes forms, not the vector field"):
        clifford_product(X, dx, euclidean)
    with pytest.raises(DegreeMismatch, match="an algebra of 3 basis vectors is none on P"):
        from_galgebra(to_galgebra(euclidean), P)
    with pytest.raises(TypeError, match="needs the algebra of a metric"):
        to_galgebra(X)
    with pytest.raises(AmbiguousTruth):
        bool(MixedForm(M, [dx]))
    blade_product.cache_clear()
    monkeypatch.setitem(sys.modules, "galgebra.ga", None)
    with pytest.raises(NotSupported, match="pip install"):
        to_galgebra(euclidean)


def test_the_import_of_galgebra_leaves_print_and_sympy_alone() -> None:
    """It puts a `print` of its own in the place of Python's, which writes derivatives as D{t}x.

    And its way to write in the place of SymPy's, which writes z(t) as z.
    """
    program = """
import builtins
before = builtins.print
from diffgeo import Manifold, Metric, d
from diffgeo.metrics import clifford_product
M = Manifold("M", "x y")
dx, dy = map(d, M.coordinates)
clifford_product(dx, dy, Metric.diagonal(M, x=1, y=1))
import sys
assert "galgebra.printer" in sys.modules
assert builtins.print is before
import sympy
t, z = sympy.Symbol("t"), sympy.Function("z")
assert repr([z(t), sympy.Matrix([z(t)])]) == "[z(t), Matrix([[z(t)]])]"
"""
    subprocess.run([sys.executable, "-c", program], check=True)
