"""What `==` states between objects of different kinds, and what it refuses."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from operator import add, mul, sub, truediv

import pytest
import sympy

from diffgeo import (
    Frame,
    Manifold,
    Metric,
    check,
    d,
    identity_map,
    lie,
    sphere,
    symbols_of_forms,
)
from diffgeo.bundles import LieAlgebroid
from diffgeo.calculus import multivector
from diffgeo.connections import BundleConnection
from diffgeo.errors import DegreeMismatch, InexactNumber, SpaceMismatch
from diffgeo.metrics import MixedForm
from diffgeo.structures import Poisson, tensor
from diffgeo.subsets import zero_set

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


def test_no_two_kinds_ask_each_other_for_ever():
    algebra = LieAlgebroid.algebra("u v", {})
    bundle, poisson = BundleConnection(M, [[0]]), Poisson(multivector(X, Y))
    kinds = [Frame(M, M.frame), algebra, poisson, bundle, G.connection, identity_map(M)]
    kinds += [zero_set(M, [x]), MixedForm(M, [x]), lie(X), X, G]
    for left, right in permutations(kinds, 2):
        with pytest.raises(TypeError, match="different kinds"):
            left == right  # noqa: B015
    assert check(kinds[0] == Frame(M, M.frame))
    assert not check(kinds[0] == Frame(M, (Y, X)))


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


ATLAS = sphere(2)
SUMMABLE = [
    x,
    d(x),
    X,
    multivector(X, Y),
    tensor(d(x)),
    lie(X),
    d @ lie(X),
    MixedForm(M, [x, d(x)]),
    symbols_of_forms("alpha", degree=1),
    ATLAS.field(ATLAS.charts[0].function("u1")),
]


@pytest.mark.parametrize("thing", SUMMABLE, ids=lambda thing: type(thing).__name__)
@pytest.mark.parametrize("operation", [add, sub, mul, truediv])
def test_a_float_is_refused_by_every_operation(operation, thing):
    with pytest.raises(InexactNumber, match=r"0\.5 is a float.*Fraction\('0\.5'\)"):
        operation(thing, 0.5)
    with pytest.raises(InexactNumber, match=r"0\.5 is a float"):
        operation(0.5, thing)
    # What is no number at all is still for Python to refuse.
    with pytest.raises(TypeError):
        operation(thing, object())


def test_an_exact_number_is_taken_where_the_float_is_refused():
    assert check(Fraction("0.5") * d(x) == d(x) / 2)
    assert not check(Fraction("0.5") * d(x) == d(x))
