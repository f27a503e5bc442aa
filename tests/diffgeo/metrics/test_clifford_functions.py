"""Inverses, exponentials and rotors in the Clifford algebra."""

from __future__ import annotations

import pytest
from hypothesis import given
from metric_examples import FEW, M, dx, dy, example

from diffgeo import Manifold, Metric, bracket, check, d, interior, lie
from diffgeo.errors import NeedsSign, NotSupported, SingularSystem, SpaceMismatch, ZeroDenominator
from diffgeo.metrics import (
    MixedForm,
    clifford_exponential,
    clifford_inverse,
    clifford_product,
    rotated,
)
from diffgeo.testing import forms, functions

FLAT = Metric.diagonal(M, x=1, y=1, z=1)
T = Manifold("T", "t x y z", parameters="a", positive="a")
dt, *_ = (d(f) for f in T.coordinates)
MINKOWSKI = Metric.diagonal(T, t=-1, x=1, y=1, z=1)


@given(functions(M, 1, 1), forms(M, 1, 1, 1), forms(M, 2, 1, 1))
@FEW
def test_inverses(f, alpha, beta):
    mixed = MixedForm(M, [3 + f**2, alpha, beta])
    for g in (FLAT, example()):
        inverse = clifford_inverse(mixed, g)
        assert check(clifford_product(mixed, inverse, g) == 1)
        assert check(clifford_product(inverse, mixed, g) == 1)
        assert not check(clifford_product(mixed, inverse, g) == 2)


def test_divisors_of_zero_have_no_inverse():
    for form in (MixedForm(M, [M.function(1), dx]), MixedForm(M, [dx, dx * dy])):
        with pytest.raises((SingularSystem, ZeroDenominator)):
            clifford_inverse(form, FLAT)


@given(forms(M, 1, 1, 1), forms(M, 2, 1, 1))
@FEW
def test_the_reverse_reverses_products(alpha, beta):
    left, right = MixedForm(M, [alpha, beta]), MixedForm(M, [beta])
    g = example()
    product = clifford_product(left, right, g)
    assert check(product.reverse == clifford_product(right.reverse, left.reverse, g))
    assert check(MixedForm(M, [dx * dy]).reverse == -(dx * dy)) and not check(
        MixedForm(M, [dx * dy]).reverse == dx * dy
    )


@given(functions(M, 2, 2), forms(M, 1, 2, 1))
@FEW
def test_the_differential_of_mixed_forms(f, alpha):
    mixed = MixedForm(M, [f, alpha])
    assert check(d(mixed) == MixedForm(M, [d(f), d(alpha)]))
    assert check(d(d(mixed)) == 0)
    assert not check(d(MixedForm(M, [M["x"]])) == 0)
    X = M.frame[0]
    assert check(lie(X, mixed) == d(interior(X, mixed)) + interior(X, d(mixed)))
    # Of a degree that d(i_X alpha) has not.
    assert not check(interior(X, d(mixed)) == lie(X, mixed) + d(M["x"] ** 9))
    with pytest.raises(SpaceMismatch, match="apply it to the parts"):
        lie(X)(mixed)
    with pytest.raises(TypeError, match="does not act on mixed forms"):
        bracket(X, mixed)


def test_exponentials():
    turn = clifford_exponential(T["a"] * d(T["x"]) * d(T["y"]), MINKOWSKI)
    boost = clifford_exponential(T["a"] * dt * d(T["x"]), MINKOWSKI)
    null = clifford_exponential((dt + d(T["x"])) * d(T["y"]), MINKOWSKI)
    wanted = {"cos(a)": turn, "cosh(a)": boost, "1": null}
    for formula, found in wanted.items():
        assert check(found.part(0) == T.function(formula))
        assert check(clifford_product(found, found.reverse, MINKOWSKI) == 1)
    assert not check(turn == boost)
    shifted = clifford_exponential(MixedForm(T, [T["x"], T["a"] * dt * d(T["x"])]), MINKOWSKI)
    assert check(shifted == T.function("exp(x)") * boost)
    with pytest.raises(NeedsSign):
        clifford_exponential(d(T["x"]) + T["t"] * dt, MINKOWSKI)
    both = d(T["x"]) * d(T["y"]) + dt * d(T["z"])
    with pytest.raises(NotSupported, match="no function"):
        clifford_exponential(both, MINKOWSKI)


def test_exponentials_solve_their_equation():
    line = Manifold("L", "s x y z", positive="s")
    g = Metric.diagonal(line, s=1, x=1, y=1, z=1)
    plane = d(line["x"]) * d(line["y"]) + 2 * d(line["y"]) * d(line["z"])
    rotor = clifford_exponential(line["s"] * plane, g)
    slope = MixedForm(line, (_along(line, part) for part in rotor.parts))
    assert check(slope == clifford_product(MixedForm(line, [plane]), rotor, g))
    assert not check(slope == rotor)


def _along(space, form):
    """The derivative of the coefficients along s."""
    terms = {m: space.chart.ring.partial(a, 0) for m, a in form._terms.items()}
    return type(form)(space, form.degree, terms)


def test_rotations():
    plane = Manifold("P", "x y z", parameters="a", positive="a")
    e1, e2, e3 = (d(f) for f in plane.coordinates)
    g = Metric.diagonal(plane, x=1, y=1, z=1)
    rotor = clifford_exponential(-plane["a"] / 2 * e1 * e2, g)
    cosine, sine = plane.functions(["cos(a)", "sin(a)"])
    assert check(rotated(e1, rotor, g) == MixedForm(plane, [cosine * e1 + sine * e2]))
    assert check(rotated(e3, rotor, g) == MixedForm(plane, [e3]))
    assert not check(rotated(e1, rotor, g) == MixedForm(plane, [cosine * e1 - sine * e2]))
    # A boost along x keeps the null direction, and stretches it.
    boost = clifford_exponential(T["a"] / 2 * dt * d(T["x"]), MINKOWSKI)
    null = dt + d(T["x"])
    moved = rotated(null, boost, MINKOWSKI)
    stretched = [
        check(moved == T.function(f) * MixedForm(T, [null])) for f in ("exp(a)", "exp(-a)")
    ]
    assert sum(map(bool, stretched)) == 1
