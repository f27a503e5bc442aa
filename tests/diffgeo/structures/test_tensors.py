"""Tensors of every type: algebra, contractions, derivations, pull-back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import Manifold, Map, Tensor, bracket, check, d, interior, lie
from diffgeo.errors import AmbiguousTruth, AxiomViolation, DegreeMismatch, SpaceMismatch
from diffgeo.structures import multilinear, tensor, tensor_product
from diffgeo.testing import (
    forms,
    functions,
    maps,
    multivectors,
    natural,
    tensors,
    vector_fields,
    vector_forms,
)

M = Manifold("M", "x y z")
x, y, z = M.coordinates
dx, dy, dz = d(x), d(y), d(z)
X, Y, Z = M.frame
FEW = settings(max_examples=20)
fields, covectors = vector_fields(M, terms=1), forms(M, 1, terms=1)


# --- algebra ---------------------------------------------------------------------------


@given(tensors(M, (1, 2)), covectors, fields, fields, functions(M))
@FEW
def test_a_tensor_is_multilinear(T, alpha, U, V, f):
    assert check(T(alpha, U, f * V + U) == f * T(alpha, U, V) + T(alpha, U, U))
    assert check(T(f * alpha, U, V) == f * T(alpha, U, V))
    if not check(f * T(alpha, U, V) == 0):
        assert not check(T(f * alpha, U, V) == -f * T(alpha, U, V))
    assert check((f * T)(alpha, U, V) == f * T(alpha, U, V))
    assert check((T + T - 3 * T)(alpha, U, V) == -T(alpha, U, V))


@given(tensors(M, (1, 1)), tensors(M, (0, 1)), covectors, fields, fields)
@FEW
def test_values_of_a_product(T, S, alpha, U, V):
    value = T(alpha, U) * S(V)
    assert check(tensor_product(T, S)(alpha, U, V) == value)
    if not check(value == 0):
        assert not check(tensor_product(T, S)(alpha, U, V) == -value)


def test_a_product_has_an_order():
    T = tensor_product(dx, dy)
    assert check(T(X, Y) == 1) and check(T(Y, X) == 0)
    assert not check(tensor_product(dy, dx) == T)
    assert str(tensor_product(z, X, dx, Y)) == "z ∂_x⊗∂_y⊗dx"


@given(forms(M, 2), vector_forms(M, 2, terms=1), multivectors(M, 2), covectors, fields, fields)
@FEW
def test_other_objects_as_tensors_and_back(omega, K, P, alpha, U, V):
    assert check(tensor(omega)(U, V) == omega(U, V))
    assert check(tensor(K)(alpha, U, V) == alpha(K(U, V)))
    assert check(tensor(P)(alpha, dx) == P(alpha, dx))
    assert check(tensor(omega).as_form() == omega)
    assert check(tensor(K).as_vector_form() == K)
    assert check(tensor(U)(alpha) == alpha(U)) and check(tensor(x * y).as_function() == x * y)


def test_forms_become_tensors_without_factorials():
    assert check(tensor(dx * dy) == tensor_product(dx, dy) - tensor_product(dy, dx))
    assert not check(tensor(dx * dy) == (tensor_product(dx, dy) - tensor_product(dy, dx)) / 2)


@given(tensors(M, (1, 2)), covectors, fields, fields)
@FEW
def test_permutation_of_slots(T, alpha, U, V):
    assert check(T.permuted((0, 2, 1))(alpha, U, V) == T(alpha, V, U))
    if not check(T(alpha, U, V) == T(alpha, V, U)):
        assert not check(T.permuted((0, 2, 1))(alpha, U, V) == T(alpha, U, V))


def test_permutations_compose_in_the_order_of_arguments():
    T = tensor_product(dx, dy, dz)
    assert check(T.permuted((1, 2, 0))(Z, X, Y) == 1)
    assert check(T.permuted((1, 2, 0)) == tensor_product(dz, dx, dy))
    assert not check(T.permuted((1, 2, 0)) == tensor_product(dy, dz, dx))
    assert not check(T.permuted((1, 2, 0))(X, Y, Z) == 1)


@given(tensors(M, (0, 2)), fields, fields)
@FEW
def test_symmetric_and_alternating_part(T, U, V):
    assert check(T.symmetrised() + T.antisymmetrised() == T)
    assert check(2 * T.symmetrised()(U, V) == T(U, V) + T(V, U))
    assert check(2 * T.antisymmetrised().as_form()(U, V) == T(U, V) - T(V, U))


@given(tensors(M, (0, 3)))
@FEW
def test_parts_are_projections(T):
    symmetric, alternating = T.symmetrised(), T.antisymmetrised()
    assert check(symmetric.symmetrised() == symmetric)
    assert check(alternating.antisymmetrised() == alternating)
    assert check(symmetric.antisymmetrised() == 0)
    assert check(alternating.permuted((1, 0, 2)) == -alternating)


@given(vector_forms(M, 1, terms=1), vector_forms(M, 1, terms=1), fields)
@FEW
def test_contraction(K, N, U):
    """tr(K N) = tr(N K), and the contraction of K ⊗ U is KU."""
    assert check(tensor(K @ N).trace() == tensor(N @ K).trace())
    assert check(tensor_product(K, U).trace(1, 2).as_vector_form() == K(U))
    assert check(tensor_product(K, U).trace(0, 2) == tensor(K).trace().as_function() * tensor(U))


def test_the_trace_of_the_identity_is_the_dimension():
    assert check(tensor(M.identity).trace().as_function() == 3)
    assert not check(tensor_product(X, dy).trace() == tensor(M.function(1)))


@given(tensors(M, (1, 2)), covectors, fields, fields)
@FEW
def test_single_slots(T, alpha, U, V):
    assert check(T.insert(U, 2)(alpha, V) == T(alpha, V, U))
    assert check(T.insert(alpha)(U, V) == T(alpha, U, V))
    assert check(alpha(T.apply(U, V)) == T(alpha, U, V))


# --- multilinear functions ---------------------------------------------------------------


@given(vector_forms(M, 1, terms=1), fields, fields, covectors)
@FEW
def test_a_multilinear_function_is_a_tensor(K, U, V, alpha):
    def nijenhuis(beta, A, B):
        KA, KB = K(A), K(B)
        return beta(bracket(KA, KB) - K(bracket(KA, B)) - K(bracket(A, KB)) + K(K(bracket(A, B))))

    T = multilinear(M, (1, 2), nijenhuis, verify=False)
    assert check(T(alpha, U, V) == nijenhuis(alpha, U, V))
    assert check(T.as_vector_form() == bracket(K, K) / 2)


def test_functions_that_are_not_tensorial_are_refused():
    with pytest.raises(AxiomViolation, match="linearity over the functions in slot 1"):
        multilinear(M, (1, 2), lambda alpha, U, V: alpha(bracket(U, V)))
    with pytest.raises(AxiomViolation, match=r"in slot 0 fails for a function of type \(0, 1\)"):
        multilinear(M, (0, 1), lambda U: U(U(x * y)))
    T = multilinear(M, (0, 2), lambda U, V: (dx * dy)(U, V))
    assert check(T.as_form() == dx * dy)


# --- derivations -------------------------------------------------------------------------


@given(fields, tensors(M, (1, 2)), covectors, fields, fields)
@FEW
def test_lie_derivative_by_leibniz(U, T, alpha, V, W):
    left = lie(U, T)(alpha, V, W)
    inner = T(lie(U, alpha), V, W) + T(alpha, bracket(U, V), W) + T(alpha, V, bracket(U, W))
    assert check(left == U(T(alpha, V, W)) - inner)


def test_lie_derivative_with_a_wrong_sign_is_refuted():
    U, T = x * Y, tensor_product(dy, dy)
    value = lie(U, T)
    assert check(value(X, Y) == U(T(X, Y)) - T(bracket(U, X), Y) - T(X, bracket(U, Y)))
    assert not check(value(X, Y) == U(T(X, Y)) + T(bracket(U, X), Y) + T(X, bracket(U, Y)))
    # By hand: L_{x ∂_y} dy = dx.
    assert check(value == tensor_product(dx, dy) + tensor_product(dy, dx))


@given(fields, forms(M, 2, terms=1), vector_forms(M, 1, terms=1), multivectors(M, 2))
@FEW
def test_lie_derivatives_of_other_objects_agree(U, omega, K, P):
    assert check(lie(U, tensor(omega)) == tensor(lie(U, omega)))
    assert check(lie(U, tensor(K)) == tensor(lie(U, K)))
    assert check(lie(U, tensor(P)) == tensor(lie(U, P)))


@given(fields, fields, tensors(M, (1, 1)), functions(M))
@FEW
def test_lie_derivatives_represent_the_bracket(U, V, T, f):
    assert check(lie(bracket(U, V), T) == lie(U, lie(V, T)) - lie(V, lie(U, T)))
    assert check(lie(U, f * T) == U(f) * T + f * lie(U, T))
    assert check(lie(U, T.trace()) == lie(U, T).trace())


# --- maps ------------------------------------------------------------------------------


def test_constructions_are_natural():
    """The same tensors come out in every coordinate system."""
    kinds = st.sampled_from([(1, 1), (0, 2), (2, 0), (1, 2)])
    some = kinds.flatmap(lambda kind: tensors(M, kind, degree=1, terms=1, size=3))
    assert natural(lie, vector_fields(M, terms=1), some, examples=6)
    assert natural(lambda K: tensor(K).trace(), vector_forms(M, 1), examples=6)
    assert natural(tensor_product, tensors(M, (1, 1), size=2), forms(M, 1), examples=6)
    assert natural(lambda T: T.symmetrised(), tensors(M, (0, 2)), examples=6)
    assert natural(lambda T, U: T.insert(U, 2), tensors(M, (1, 2), size=2), fields, examples=6)
    assert not natural(lambda T: T(dx, X), tensors(M, (1, 1)), examples=20, shrink=False)


def test_a_trace_of_lower_slots_is_not_natural():
    """Σ T(e, e) over the coordinate frame depends on the coordinates."""

    def impostor(T):
        return T(X, X) + T(Y, Y) + T(Z, Z)

    assert not natural(impostor, tensors(M, (0, 2), degree=1, terms=1), examples=20, shrink=False)


N = Manifold("N", "u v")


@given(maps(N, M), forms(M, 1, terms=1), forms(M, 1, terms=1))
@FEW
def test_covariant_tensors_are_pulled_back_along_every_map(phi, alpha, beta):
    T = tensor_product(alpha, beta)
    assert check(phi.pull(T) == tensor_product(phi.pull(alpha), phi.pull(beta)))
    assert check(tensor(alpha * beta).pulled_back(phi) == tensor(phi.pull(alpha * beta)))


@given(maps(N, M, terms=1), tensors(M, (0, 2)), vector_fields(N, terms=1))
@FEW
def test_functoriality(phi, T, U):
    psi = Map(N, N, {"u": "u + v**2", "v": "u*v"})
    left = (phi @ psi).pull(T)
    assert check(left == psi.pull(phi.pull(T)))
    if not check(left == 0):
        assert not check(left == -psi.pull(phi.pull(T)))


# --- looking and refusals ------------------------------------------------------------------


def test_a_difference_keeps_the_conditions_of_what_is_equal_at_sight():
    T = Tensor.from_components(M, (0, 2), {("x", "y"): "1/x", ("y", "x"): "1/x", ("z", "z"): "1/y"})
    assert not (T - T).components and not (T - T.permuted((1, 0))).components
    assert sorted(map(str, (T - T).conditions)) == ["x != 0", "y != 0"]
    S = Tensor.from_components(M, (0, 2), {("x", "y"): "1/x"})
    difference = S - T
    assert set(difference.components) == {("y", "x"), ("z", "z")}
    assert check(difference.components["y", "x"] == -1 / x)
    assert not check(S.permuted((1, 0)) == S)


def test_how_tensors_show_themselves():
    T = Tensor.from_components(M, (1, 1), {("x", "y"): "x + 1", ("z", "z"): "-1"})
    assert str(T) == "(x + 1) ∂_x⊗dy - ∂_z⊗dz"
    assert T.latex() == (
        r"\left(x + 1\right)\, \partial_{x} \otimes \mathrm{d}y"
        r" - \partial_{z} \otimes \mathrm{d}z"
    )
    assert repr(T) == "<the (1,1) tensor (x + 1) ∂_x⊗dy - ∂_z⊗dz (on M)>"
    assert T._repr_latex_() == f"${T.latex()}$" and str(0 * T) == "0"
    assert check(T.components["x", "y"] == x + 1)
    (condition,) = (T / x).conditions
    assert str(condition) == "x != 0"
    assert (T + 7 * x**2 * T).summary(20) == "(x + 1)*(7*x**2 + …"


def test_what_tensors_refuse():
    T = tensor_product(dx, dy)
    other = Manifold("M", "x")
    with pytest.raises(DegreeMismatch, match="takes 0 1-forms and 2 vector fields, not 1"):
        T(X)
    with pytest.raises(DegreeMismatch, match=r"slot 0 of the \(0,2\) tensor"):
        T.insert(dx)
    with pytest.raises(DegreeMismatch, match="a 1-form does"):
        tensor(X).insert(dx * dy)
    with pytest.raises(DegreeMismatch, match="their types differ"):
        T + tensor(dx)
    with pytest.raises(DegreeMismatch, match="use tensor_product for"):
        T * dx
    with pytest.raises(DegreeMismatch, match="is no order of the slots"):
        tensor(M.identity).permuted((1, 0))
    with pytest.raises(DegreeMismatch, match="name those to be exchanged"):
        tensor(M.identity).symmetrised()
    with pytest.raises(DegreeMismatch, match="give 2 coordinate names"):
        Tensor.from_components(M, (0, 2), {"x": "1"})
    with pytest.raises(DegreeMismatch, match="all slots must be filled"):
        T.as_function()
    with pytest.raises(DegreeMismatch, match="is no form"):
        tensor(X).as_form()
    with pytest.raises(DegreeMismatch, match="is no vector-valued form"):
        T.as_vector_form()
    with pytest.raises(AxiomViolation, match="is not alternating"):
        T.as_form()
    with pytest.raises(SpaceMismatch, match="two different spaces of the same name"):
        T.insert(other.frame[0])
    with pytest.raises(SpaceMismatch, match="pulls back what lives on N"):
        T.pulled_back(Map(M, N, {"u": "x", "v": "y"}))
    with pytest.raises(SpaceMismatch, match="nowhere a local diffeomorphism"):
        tensor(M.identity).pulled_back(Map(M, M, {"x": "x", "y": "x", "z": "z"}))
    with pytest.raises(TypeError, match="there is no tensor in"):
        tensor(lie(X))
    with pytest.raises(TypeError, match="at least one factor"):
        tensor_product()
    with pytest.raises(AmbiguousTruth):
        bool(T)
    assert check(tensor(interior(X, dx * dy)) == tensor(dx * dy).insert(X))
