"""Moving frames: dual coframes, the structure equations of Cartan, parallel frames."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import Frame, LinearConnection, Manifold, bracket, check, d
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import AxiomViolation, DegreeMismatch
from diffgeo.testing import coframes, functions, linear_connections, vector_fields

M = Manifold("M", "x y z")
x, y, z = M.coordinates
dx, dy, dz = d(x), d(y), d(z)
X, Y, Z = M.frame
FEW = settings(max_examples=15)
fields = vector_fields(M, degree=1, terms=1)
connections = linear_connections(M)


@st.composite
def frames(draw):
    """A frame of polynomial fields: the frame changed by triangular steps."""
    f, g, h = (draw(functions(M, degree=1, terms=1)) for _ in range(3))
    return X, Y + f * X, (1 + x**2) * Z + g * X + h * Y


@given(connections, frames(), fields, fields)
@FEW
def test_structure_equations_of_cartan(nabla, frame, U, V):
    moving = nabla.in_frame(frame)
    for a, theta in enumerate(moving.coframe):
        assert check(moving.torsion_forms[a](U, V) == theta(nabla.torsion(U, V)))
        for b, e in enumerate(frame):
            assert check(theta(e) == (1 if a == b else 0))
            assert check(moving.connection_forms[a][b](U) == theta(nabla(U, e)))
            value = theta(nabla.curvature.apply(U, V, e))
            assert check(moving.curvature_forms[a][b](U, V) == value)


def test_structure_equations_with_wrong_signs_are_refuted():
    nabla = LinearConnection.from_coefficients(M, {("x", "x", "y"): "z", ("z", "y", "x"): "1"})
    moving = nabla.in_frame([X, Y + z * X, Z])
    omega, theta = moving.connection_forms, moving.coframe
    R, T = nabla.curvature, nabla.torsion
    wrong_torsion = d(theta[0]) - sum(omega[0][b] * theta[b] for b in range(3))
    assert check(moving.torsion_forms[0](X, Y) == theta[0](T(X, Y)))
    assert not check(wrong_torsion(X, Y) == theta[0](T(X, Y)))
    wrong = d(omega[2][1]) - sum(omega[2][c] * omega[c][1] for c in range(3))
    value = theta[2](R.apply(X, Y, moving.frame[1]))
    assert check(moving.curvature_forms[2][1](X, Y) == value)
    assert not check(wrong(X, Y) == value)


@given(frames(), fields)
@FEW
def test_the_connection_of_a_parallel_frame(frame, U):
    nabla = LinearConnection.parallelising(frame)
    assert all(check(nabla(U, e) == 0) for e in frame)
    same = Frame(M, frame)
    assert check(LinearConnection.parallelising(same) == nabla)
    forms = zip(nabla.in_frame(same).coframe, nabla.in_frame(frame).coframe, strict=True)
    assert all(check(a == b) for a, b in forms)
    assert check(nabla.curvature == 0)
    assert check(nabla.torsion(frame[0], frame[1]) == -bracket(frame[0], frame[1]))


@given(coframes(M))
@FEW
def test_dual_coframes(coframe):
    """The frame dual to a coframe, from its dual functions, is dual."""
    rows = Frame(M, M.frame).coframe
    assert all(check(a == b) for a, b in zip(rows, (dx, dy, dz), strict=True))
    inverse = linear.inverse([[theta(e) for e in M.frame] for theta in coframe])
    fields = [
        sum((row[b] * e for row, e in zip(inverse, M.frame, strict=True)), start=0 * X)
        for b in range(3)
    ]
    for found, theta in zip(Frame(M, fields).coframe, coframe, strict=True):
        assert check(found == theta)


def test_what_frames_refuse():
    nabla = LinearConnection.from_coefficients(M, {("x", "x", "y"): "z"})
    assert "the frame ∂_x, " in repr(nabla.in_frame(M.frame))
    with pytest.raises(DegreeMismatch, match="a frame on M has 3 fields"):
        nabla.in_frame([X, Y])
    with pytest.raises(AxiomViolation, match="are dependent"):
        nabla.in_frame([X, Y, X + Y])
