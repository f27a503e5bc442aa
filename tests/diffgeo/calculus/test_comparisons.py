"""What `==` states between objects of different kinds, and what it refuses."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from operator import add, sub

import pytest
import sympy

from diffgeo import Manifold, Metric, check, d, lie, symbols_of_forms
from diffgeo.calculus import multivector
from diffgeo.errors import DegreeMismatch, InexactNumber, SpaceMismatch
from diffgeo.structures import tensor

M = Manifold("M", "x y")
x, y = M.coordinates
X, Y = M.frame
G = Metric.diagonal(M, x=1, y="1 + x**2")


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (tensor(M.identity), M.identity),
        (M.identity, tensor(M.identity)),
        (tensor(d(x) * d(y)), d(x) * d(y)),
        (tensor(multivector(X, Y)), multivector(X, Y)),
        (G.tensor, G),
        (G, G.tensor),
        (G.connection.scalar, G.trace(G.connection.ricci)),
        (multivector(X), X),
        (X, multivector(X)),
        (tensor(x), x),
    ],
)
def test_the_same_object_of_another_kind(left, right):
    assert check(left == right)
    if not isinstance(right, Metric):
        assert not check(left == 2 * right)


@pytest.mark.parametrize(
    ("compare", "error", "part"),
    [
        (lambda: x == 0.5, InexactNumber, "Fraction"),
        (lambda: X == 0.5, InexactNumber, "Fraction"),
        (lambda: x == "x", TypeError, r"M\.function"),
        (lambda: x == sympy.Symbol("x"), TypeError, r"M\.function"),
        (lambda: lie(X) == X, TypeError, r"lie\(X\)"),
        (lambda: lie(X) == lie, None, ""),
        (lambda: d(x) == X, TypeError, "different kinds"),
        (lambda: X == G, TypeError, "different kinds"),
        (lambda: G == X, TypeError, "different kinds"),
        (lambda: x == Manifold("N", "x")["x"], SpaceMismatch, "two|pull"),
        (lambda: x == symbols_of_forms("f", degree=0), SpaceMismatch, "manifold"),
    ],
)
def test_slips_are_errors_and_not_false(compare, error, part):
    if error is None:
        assert compare() is False
        return
    with pytest.raises(error, match=part):
        compare()


def test_objects_are_found_in_containers_by_identity():
    assert x in {x: 1}
    assert {X: 1}[X] == 1
    assert (x == Fraction(1, 2)).left is x


def test_different_kinds_are_not_added():
    for first, second in permutations((d(x), X, lie(X), multivector(X, Y), tensor(X)), 2):
        for operation in (add, sub):
            try:
                operation(first, second)
            except (TypeError, DegreeMismatch, SpaceMismatch):
                continue  # and not a RecursionError
            assert {type(first).__name__, type(second).__name__} & {"Tensor", "Multivector"}
