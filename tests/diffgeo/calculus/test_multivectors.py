"""Multivector fields and the Schouten-Nijenhuis bracket."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import Manifold, Map, Multivector, Status, bracket, check, d, lie, pairing
from diffgeo.calculus import multivector, schouten
from diffgeo.errors import AmbiguousTruth, DegreeMismatch, SpaceMismatch
from diffgeo.rings.germs.germ_ring import GermRing
from diffgeo.signs import koszul
from diffgeo.testing import automorphisms, forms, functions, vector_fields

M = Manifold("M", "x y z")
x, y, z = M.coordinates
X, Y, Z = M.frame
FEW = settings(max_examples=25)


def multivectors(*degrees: int) -> st.SearchStrategy:
    """Random multivectors: the coefficients of a random form, on products of ∂_x, ∂_y, ∂_z."""
    return st.sampled_from(degrees or (0, 1, 2, 3)).flatmap(
        lambda p: forms(M, p, degree=2, terms=1).map(
            lambda alpha: Multivector.from_components(M, p, alpha.components)
        )
    )


# --- algebra ---------------------------------------------------------------------------


@given(vector_fields(M), vector_fields(M), forms(M, 1, terms=1), forms(M, 1, terms=1))
@FEW
def test_value_of_a_product(U, V, alpha, beta):
    value = multivector(U, V)(alpha, beta)
    assert check(value == alpha(U) * beta(V) - alpha(V) * beta(U))


def test_value_of_a_product_has_no_factorials_and_an_order():
    assert check(multivector(X, Y)(d(x), d(y)) == 1)
    assert not check(multivector(Y, X)(d(x), d(y)) == 1)
    assert check(multivector(X, Y, Z)(d(x), d(y), d(z)) == 1)


@given(multivectors(), multivectors(), multivectors(0, 1))
@FEW
def test_the_product_is_graded_commutative_and_associative(P, Q, R):
    assert check(koszul(P.degree * Q.degree) * (Q * P) == P * Q)
    assert check((P * Q) * R == P * (Q * R))


def test_vector_fields_anticommute():
    U, V = multivector(x * Y), multivector(X)
    assert check(U * V == -(V * U))
    assert not check(U * V == V * U)


@given(multivectors(1, 2), multivectors(0, 1), forms(M, 1))
@FEW
def test_insertion_is_an_antiderivation(P, Q, alpha):
    sign = koszul(P.degree)
    right = P.insert(alpha) * Q
    if Q.degree:
        right = right + sign * P * Q.insert(alpha)
    assert check((P * Q).insert(alpha) == right)


def test_insertion_fills_the_first_slot():
    P = multivector(X, Y)
    assert check(P.insert(d(x)) == Y)
    assert not check(P.insert(d(x)) == -Y)
    assert check(P.insert(d(x) + z * d(y)).as_field() == Y - z * X)


@given(multivectors(0, 1, 2), multivectors(0, 1), forms(M, 3))
@FEW
def test_insertion_into_forms_is_a_representation(P, Q, alpha):
    assert check((P * Q).insert_into(alpha) == P.insert_into(Q.insert_into(alpha)))


def test_insertion_of_a_bivector_by_hand():
    alpha = M.form(2, {("x", "y"): "z"})
    assert check(multivector(X, Y).insert_into(alpha) == -z)
    assert check(multivector(X, Y).insert_into(alpha) == -alpha(X, Y))
    assert not check(multivector(X, Y).insert_into(alpha) == alpha(X, Y))


def test_arithmetic_with_fields_functions_and_numbers():
    P = x * multivector(X) + Y / 2
    assert check(P.as_field() == M.vector_field(x="x", y="1/2"))
    assert check(X * multivector(Y) == multivector(X, Y))
    assert check(multivector(x) == x) and check(x - multivector(x) == 0)
    assert check(multivector(x, X) / x == X) and check(2 * multivector(X) == X + X)
    assert check(multivector(x * y).as_function() == y * x)
    assert not check(multivector(x) == 1)
    assert str(multivector(x * X, Y) - 3 * multivector(Y, Z)) == "x ∂_x∧∂_y - 3 ∂_y∧∂_z"
    assert multivector(X, Y).latex() == r"\partial_{x} \wedge \partial_{y}"
    assert repr(multivector(X)) == "<the multivector field (degree 1) ∂_x (on M)>"
    assert check(multivector(X, Y).components["x", "y"] == 1)
    (condition,) = (multivector(X) / x).conditions
    assert str(condition) == "x != 0"


# --- the bracket -----------------------------------------------------------------------


@given(vector_fields(M), vector_fields(M), functions(M))
@FEW
def test_bracket_on_generators(U, V, f):
    assert check(schouten(U, V) == bracket(U, V))
    assert check(schouten(U, f) == U(f))
    assert check(schouten(f, U) == -U(f))
    assert check(schouten(f, f) == 0) and schouten(f, f).degree == -1


@given(multivectors(), multivectors())
@FEW
def test_graded_antisymmetry(P, Q):
    p, q = P.degree, Q.degree
    assert check(schouten(P, Q) == -koszul((p - 1) * (q - 1)) * schouten(Q, P))


def test_antisymmetry_is_graded():
    P, Q = x * multivector(X, Y), multivector(X, Z)
    assert check(schouten(P, Q) == schouten(Q, P))
    assert not check(schouten(P, Q) == -schouten(Q, P))


@given(multivectors(), multivectors(0, 1, 2), multivectors(0, 1))
@FEW
def test_graded_leibniz(P, Q, R):
    sign = koszul((P.degree - 1) * Q.degree)
    left, term = schouten(P, Q * R), sign * (Q * schouten(P, R))
    assert check(left == schouten(P, Q) * R + term)
    if not check(term == 0):
        assert not check(left == schouten(P, Q) * R - term)


def test_leibniz_with_a_wrong_sign_is_refuted():
    P, Q, R = multivector(X, Y), multivector(z * X), multivector(x * Z)
    assert check(schouten(P, Q * R) == schouten(P, Q) * R - Q * schouten(P, R))
    assert not check(schouten(P, Q * R) == schouten(P, Q) * R + Q * schouten(P, R))


@given(multivectors(), multivectors(), multivectors())
@settings(max_examples=40)
def test_graded_jacobi(P, Q, R):
    sign = koszul((P.degree - 1) * (Q.degree - 1))
    left = schouten(P, schouten(Q, R))
    assert check(left == schouten(schouten(P, Q), R) + sign * schouten(Q, schouten(P, R)))


def test_jacobi_with_a_wrong_sign_is_refuted():
    P, Q, R = z * multivector(X, Y), x * multivector(Y, Z), multivector(y * z)
    left = schouten(P, schouten(Q, R))
    first, second = schouten(schouten(P, Q), R), schouten(Q, schouten(P, R))
    assert check(left == first - second)
    assert not check(left == first + second)


@given(vector_fields(M), multivectors(2), forms(M, 1, terms=1), forms(M, 1, terms=1))
@FEW
def test_bracket_with_a_field_is_the_lie_derivative(U, P, alpha, beta):
    """L_U P by the rule of Leibniz for the contraction P(α, β)."""
    derived = U(P(alpha, beta)) - P(lie(U, alpha), beta) - P(alpha, lie(U, beta))
    assert check(schouten(U, P)(alpha, beta) == derived)


def test_lie_derivative_by_hand():
    """Along y ∂_x, with [y ∂_x, ∂_y] = -∂_x: the derivative of z ∂_y∧∂_z is -z ∂_x∧∂_z."""
    P = z * multivector(Y, Z)
    assert check(schouten(y * X, P) == -z * multivector(X, Z))
    assert not check(schouten(P, y * X) == -z * multivector(X, Z))


@given(multivectors(), multivectors(), st.sampled_from((0, 1, 2, 3)), st.data())
@settings(max_examples=40)
def test_bracket_through_insertions(P, Q, degree, data):
    """i_[P,Q] = [[i_P, d], i_Q], graded commutators of operators of degrees -p, 1, -q."""
    alpha = data.draw(forms(M, degree, terms=1))
    p, q = P.degree, Q.degree

    def lie_along(form):
        return P.insert_into(d(form)) - koszul(p) * d(P.insert_into(form))

    right = lie_along(Q.insert_into(alpha))
    right = right - koszul((p - 1) * q) * Q.insert_into(lie_along(alpha))
    assert check(schouten(P, Q).insert_into(alpha) == right)


def test_bracket_through_insertions_by_hand():
    """[∂_x∧∂_y, x ∂_z] = -∂_y∧∂_z, whose insertion into dy∧dz is 1."""
    P, Q, alpha = multivector(X, Y), multivector(x * Z), d(y) * d(z)
    left = schouten(P, Q).insert_into(alpha)
    assert check(schouten(P, Q) == -multivector(Y, Z)) and check(left == 1)
    assert not check(schouten(Q, P).insert_into(alpha) == left)
    assert not check(-schouten(P, Q).insert_into(alpha) == left)


@given(multivectors(), multivectors(), automorphisms(M))
@FEW
def test_naturality(P, Q, phi):
    left = schouten(P.pulled_back(phi), Q.pulled_back(phi))
    assert check(left == schouten(P, Q).pulled_back(phi))


@given(vector_fields(M), vector_fields(M), forms(M, 1), automorphisms(M))
@FEW
def test_pull_back_of_products_and_values(U, V, alpha, phi):
    P = multivector(U, V)
    assert check(P.pulled_back(phi) == multivector(phi.pull(U), phi.pull(V)))
    left = P.pulled_back(phi).insert(phi.pull(alpha))
    assert check(left == P.insert(alpha).pulled_back(phi))


def test_an_impostor_is_not_natural():
    """Σ [P, x^a] ∂_a Q, which differentiates the coefficients of Q and not those of P."""

    def impostor(P, Q):
        steps = (schouten(P, f) * schouten(U, Q) for f, U in zip((x, y, z), M.frame, strict=True))
        return sum(steps, start=0 * (P * Q).insert(d(x)))

    phi = shear()
    P, Q = x * multivector(X), multivector(y * X, Z)
    left = impostor(P.pulled_back(phi), Q.pulled_back(phi))
    assert not check(left == impostor(P, Q).pulled_back(phi))
    left = schouten(P.pulled_back(phi), Q.pulled_back(phi))
    assert check(left == schouten(P, Q).pulled_back(phi))


def shear():
    there, back = {"x": "x", "y": "y + x**2", "z": "z"}, {"x": "x", "y": "y - x**2", "z": "z"}
    return Map(M, M, there, inverse=back)


def test_jacobi_on_random_germs():
    """The same code on Taylor series at random points: random bivectors in dimension 5."""
    names = ("a", "b", "c", "u", "v")
    ring = GermRing(names, order=2)
    N = Manifold("N", names, ring=ring)

    def bivector():
        parts = [
            multivector(N.scalar(ring.random()), N.frame[i], N.frame[j])
            for i, j in ((0, 1), (1, 2), (2, 3), (3, 4), (0, 4))
        ]
        return sum(parts[1:], start=parts[0])

    P, Q, R = bivector(), bivector(), bivector()
    left = schouten(P, schouten(Q, R))
    first, second = schouten(schouten(P, Q), R), schouten(Q, schouten(P, R))
    assert check(left == first - second).status is Status.PROBED
    assert check(left == first + second).status is Status.REFUTED


# --- refusals --------------------------------------------------------------------------


def test_what_multivectors_refuse():
    other = Manifold("N", "x")
    P = multivector(X, Y)
    with pytest.raises(SpaceMismatch, match="live on M and N"):
        schouten(P, other.frame[0])
    with pytest.raises(SpaceMismatch, match="insert"):
        P.insert(d(other["x"]))
    with pytest.raises(SpaceMismatch, match="pulls back what lives on M"):
        multivector(other.frame[0]).pulled_back(shear())
    with pytest.raises(DegreeMismatch, match="is no multivector"):
        P * d(x)
    with pytest.raises(DegreeMismatch, match="sums are homogeneous"):
        P + X
    with pytest.raises(DegreeMismatch, match="takes 2 1-forms, not 1"):
        P(d(x))
    with pytest.raises(DegreeMismatch, match="a 1-form is inserted"):
        P.insert(d(x) * d(y))
    with pytest.raises(DegreeMismatch, match="degree 1 is needed"):
        P.as_field()
    with pytest.raises(AmbiguousTruth):
        bool(P)
    with pytest.raises(TypeError, match=r"with \*;"):
        P ^ P
    with pytest.raises(TypeError, match="not of"):
        multivector("X")
    assert check(pairing(d(x), P.insert(d(y)).as_field()) == -1)
