"""Structures with axioms, and linear algebra over functions."""

from __future__ import annotations

import pytest
from hypothesis import given

from diffgeo import (
    AlmostProduct,
    FibredManifold,
    Manifold,
    Status,
    check,
    d,
    interior,
    jet,
    pairing,
)
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import (
    AxiomViolation,
    DegreeMismatch,
    InconsistentSystem,
    SingularSystem,
    SpaceMismatch,
)
from diffgeo.structures import AlmostCosymplectic
from diffgeo.testing import functions, vector_fields

M = Manifold("M", "t q p r s", parameters="m", nonzero="m")
t, q, p, r, s = M.coordinates
STRUCTURE = AlmostCosymplectic(d(q) * d(p) + M["m"] * d(r) * d(s) - p * d(p) * d(t), d(t))


def test_reeb_field_by_hand():
    """ω = dq∧dp + m dr∧ds - p dp∧dt, η = dt: i_R ω = 0, η(R) = 1 give R = ∂_t - p ∂_q."""
    reeb = STRUCTURE.reeb()
    assert check(reeb == M.vector_field(t=1, q="-p"))
    assert not check(reeb == M.vector_field(t=1, q="p"))
    assert check(STRUCTURE.reeb(start=M.vector_field(t=1, s="q*t")) == reeb)


@given(vector_fields(M, degree=1, terms=1))
def test_solve_inverts_insertion(X):
    vertical = X - pairing(STRUCTURE.eta, X) * STRUCTURE.reeb()
    assert check(STRUCTURE.solve(interior(X, STRUCTURE.omega)) == vertical)
    flat = STRUCTURE.flat(X)
    assert check(flat == interior(X, STRUCTURE.omega) + pairing(STRUCTURE.eta, X) * STRUCTURE.eta)


def test_forms_that_do_not_vanish_on_the_reeb_field_have_no_solution():
    with pytest.raises(InconsistentSystem):
        STRUCTURE.solve(d(t))


def test_oscillator_on_jets():
    E = FibredManifold("E", coordinates="x", parameters="m k", positive="m k")
    J = jet(E)
    L = J.function("m*xdot**2/2 - k*x**2/2")
    theta = L * J.dt + J.vertical_endomorphism.transpose(d(L))
    gamma = AlmostCosymplectic(-d(theta), J.dt).reeb(start=J.second_order_field())
    assert J.is_second_order(gamma)
    assert check(gamma(J["xdot"]) == J.function("-k*x/m"))
    assert not check(gamma(J["xdot"]) == J.function("k*x/m"))


def test_axioms_of_almost_cosymplectic_structures():
    with pytest.raises(AxiomViolation, match=r"eta \* omega\*\*2 = 0 .*n = 2"):
        AlmostCosymplectic(d(q) * d(p), d(t))
    with pytest.raises(AxiomViolation, match="odd dimension"):
        plane = Manifold("P", "x y")
        AlmostCosymplectic(d(plane["x"]) * d(plane["y"]), d(plane["x"]))
    with pytest.raises(DegreeMismatch, match="2-form"):
        AlmostCosymplectic(d(q), d(t))


def test_almost_product():
    P = d(q).tensor(M.frame[1] + q * M.frame[2])
    structure = AlmostProduct(P)
    Q = structure.complement
    assert check(Q @ Q == Q) and check(P @ Q == 0) and check(Q @ P == 0)
    assert check(structure.projector + Q == M.identity)
    with pytest.raises(AxiomViolation, match="P@P"):
        AlmostProduct(2 * P)
    with pytest.raises(DegreeMismatch, match="project with"):
        AlmostProduct(M.frame[0])


def test_projector_along_fields_by_hand():
    alpha, beta = d(p) - q * d(t), d(r)
    Y = M.vector_field(p=1), M.vector_field(p=q, r=1)
    # beta(Y_2) = 1, but alpha(Y_2) = q is not 0.
    with pytest.raises(AxiomViolation, match="alpha_k"):
        AlmostProduct.along(M, [alpha, beta], Y)
    structure = AlmostProduct.along(M, [alpha, beta], [Y[0], Y[1] - q * Y[0]])
    P = structure.projector
    assert structure.verdict.status is Status.VERIFIED
    assert check([P @ P == P, P.transpose(alpha) == 0, P.transpose(beta) == 0, P(Y[0]) == 0])
    assert check(P(M.frame[0]) == M.vector_field(t=1, p=q))
    assert not check(P(M.frame[0]) == M.frame[0])
    assert check(AlmostProduct.along(M, [], []).projector == M.identity)
    for forms, fields in (([alpha], []), ([], Y), ([alpha], Y)):
        with pytest.raises(AxiomViolation, match="for each form"):
            AlmostProduct.along(M, forms, fields)


@given(functions(M, degree=1), functions(M, degree=1))
def test_solutions_solve(f, g):
    rows = [[q, f], [0, p]]
    solution = linear.solve(rows, [g, 1])
    assert check(q * solution[0] + f * solution[1] == g)
    assert check(p * solution[1] == 1)
    assert check(linear.determinant(rows) == q * p)


def test_inverse_rank_kernel():
    rows = [[q, p], [1, r]]
    inverse = linear.inverse(rows)
    for i in range(2):
        for j in range(2):
            entry = sum((rows[i][k] * inverse[k][j] for k in range(2)), start=0 * q)
            assert check(entry == (1 if i == j else 0))
    assert linear.rank(rows) == 2
    assert linear.rank([[q, p], [q * r, p * r]]) == 1
    (vector,) = linear.kernel([[q, p], [q * r, p * r]])
    assert check(q * vector[0] + p * vector[1] == 0)
    assert linear.kernel(rows) == []
    assert not check(linear.determinant(rows) == q * r + p)


def test_the_inverse_of_one_entry_in_every_row_and_column():
    zero = M.function(0)
    rows = [[zero, q, zero], [zero, zero, p * r], [M.function(2), zero, zero]]
    inverse = linear.inverse(rows)
    # By hand: q e_2 = f_1, p r e_3 = f_2, 2 e_1 = f_3.
    expected = [[0, 0, "1/2"], ["1/q", 0, 0], [0, "1/(p*r)", 0]]
    for row, by_hand in zip(inverse, expected, strict=True):
        for entry, value in zip(row, by_hand, strict=True):
            assert check(entry == M.function(value))
    assert not check(inverse[0][2] == 2)
    assert {str(c) for row in inverse for e in row for c in e.conditions} == {
        "q != 0",
        "p != 0",
        "r != 0",
    }
    angle = M.function("sin(q)**2 + cos(q)**2") - 1
    for hidden in (zero, angle):
        with pytest.raises(SingularSystem):
            linear.inverse([[q, zero], [zero, hidden]])
    with pytest.raises(SingularSystem):
        linear.inverse([[q, zero], [p, zero]])


def test_what_linear_algebra_refuses():
    other = Manifold("O", "q")
    with pytest.raises(SingularSystem):
        linear.solve([[q, p], [q * r, p * r]], [1, r])
    with pytest.raises(InconsistentSystem):
        linear.solve([[q], [p]], [1, 1])
    with pytest.raises(SpaceMismatch, match="one linear system"):
        linear.solve([[q]], [other["q"]])
    with pytest.raises(DegreeMismatch, match="square"):
        linear.determinant([[q, p]])
    with pytest.raises(DegreeMismatch, match="degree 0"):
        linear.rank([[d(q)]])
    with pytest.raises(SpaceMismatch, match="no space"):
        linear.rank([[1]])
