"""Wrong input gives an error of the library or a TypeError: one line that names the repair.

The table ``data/wrong_input.txt`` has lines ``call => error: part of the message``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy
import pytest
import sympy
from hypothesis import find
from public_names import public_names

import diffgeo
from diffgeo import FibredManifold, Frame, LinearConnection, Manifold, Metric, check, errors
from diffgeo.bundles import QuasiVelocities
from diffgeo.calculus import linear_algebra
from diffgeo.errors import SingularSystem
from diffgeo.signs import koszul

TABLE = Path(__file__).parents[2] / "data" / "wrong_input.txt"
CASES = [
    tuple(part.strip() for part in line.split(" => "))
    for line in TABLE.read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]
M, P = Manifold("M", "x y z"), Manifold("P", "a b")
g = Metric.diagonal(M, x=1, y=1, z=1)


def _names() -> dict[str, Any]:
    names: dict[str, Any] = public_names()
    names |= {"linear": linear_algebra, "koszul": koszul}
    names |= {"sympy": sympy, "numpy": numpy, "M": M, "P": P, "g": g}
    names |= {"natural": diffgeo.testing.natural, "functions": diffgeo.testing.functions}
    names |= {"linear": linear_algebra, "koszul": koszul}
    names |= zip("xyz", M.coordinates, strict=True)
    names |= zip("ab", P.coordinates, strict=True)
    names |= zip(("ex", "ey", "ez"), M.frame, strict=True)
    E = FibredManifold("E", base=Manifold("B", "t"), coordinates="q")
    plane = FibredManifold("F", base=Manifold("C", "s w"), coordinates="u")
    T = diffgeo.tangent(P)
    names |= {"E": E, "t": E["t"], "q": E["q"], "T": T, "J": diffgeo.jet(E, 1)}
    names |= {"J2": diffgeo.jet(E, 2), "JF": diffgeo.jet(plane, 2)}
    names["nabla"] = LinearConnection.from_coefficients(M, {})
    names["connection"] = diffgeo.EhresmannConnection.from_coefficients(E, {})
    names["velocities"] = QuasiVelocities(Frame(P, P.frame), T)
    names["S"] = diffgeo.sphere(2)
    names["N"] = diffgeo.level_set(M, "x**2 + y**2 + z**2 - 1")
    return names


NAMES = _names()


@pytest.mark.parametrize(("call", "expected"), CASES, ids=[call for call, _ in CASES])
def test_wrong_input(call, expected):
    name, _, part = expected.partition(": ")
    with pytest.raises(getattr(errors, name, TypeError)) as caught:
        eval(call, dict(NAMES))
    message = str(caught.value)
    assert part in message
    assert "\n" not in message


@pytest.mark.parametrize("rank", [-1, 7])
def test_projectors_have_a_possible_rank(rank):
    with pytest.raises(errors.DegreeMismatch, match="a rank from 0 to 2"):
        find(diffgeo.testing.projectors(P, rank=rank), lambda _: True)


def test_names_of_sympy_symbols():
    space = Manifold("Q", sympy.symbols("u v"), parameters=sympy.Symbol("k"), positive=["k"])
    assert space.chart.symbols == ("u", "v", "k")


def test_covariant_derivative_along_a_map():
    identity = diffgeo.identity_map(NAMES["E"])
    connection = NAMES["connection"]
    along = connection.covariant_derivative(identity, along=connection.projection)
    assert check(along.components["q"] == diffgeo.d(NAMES["q"]))
    with pytest.raises(errors.AxiomViolation, match="π∘s = id"):
        base = connection.base
        connection.is_parallel(diffgeo.Map(base, NAMES["E"], {"t": "2*t", "q": "t"}))


def test_total_derivatives_by_name():
    JF = NAMES["JF"]
    named = JF.total_derivative_along("w")
    assert check(named == JF.total_derivatives[1])
    assert not check(named == JF.total_derivatives[0])


def test_matrices_give_metrics():
    rows = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    for given in (rows, numpy.eye(3, dtype=int), sympy.eye(3)):
        assert check(Metric.from_components(M, given) == g)
    sheared = Metric.from_components(M, [[1, "x", 0], ["x", 2, 0], [0, 0, 1]])
    named = {("x", "x"): 1, ("y", "y"): 2, ("z", "z"): 1, ("x", "y"): "x"}
    assert check(sheared == Metric.from_components(M, named))
    assert not check(sheared == g)


def test_spaces_without_a_chart_say_what_to_use():
    """What a user tries first on a sphere, as an atlas and as a level set."""
    sphere = diffgeo.sphere(2)
    space = diffgeo.Manifold("M", "x y z")
    level = diffgeo.level_set(space, "x**2 + y**2 + z**2 - 1", name="S")
    zeros = diffgeo.zero_set(space, ["x - y"])
    for thing, repair in ((sphere, r"S2.chart\(…\)"), (level, r"N.graph"), (zeros, "its source")):
        for name in ("vector_field", "form", "coordinates", "frame"):
            with pytest.raises(AttributeError, match=f"there is no {name} here: .*{repair}"):
                getattr(thing, name)
        with pytest.raises(TypeError, match=f"there is no 'x' here: .*{repair}"):
            thing["x"]
        with pytest.raises(AttributeError, match="no attribute 'nothing'"):
            thing.nothing  # noqa: B018
        with pytest.raises(errors.SpaceMismatch, match=repair):
            diffgeo.submanifold(thing, {"x": 0})
    metric = diffgeo.Metric.diagonal(sphere.charts[0], u1=1, u2=1)
    with pytest.raises(errors.NotSupported, match=r"made by Atlas\.glue"):
        sphere.field(metric)
    with pytest.raises(TypeError, match="pull other objects back along an inclusion"):
        level.restrict(diffgeo.Metric.diagonal(space, x=1, y=1, z=1))


def test_constructions_on_what_has_no_chart():
    with pytest.raises(
        errors.SpaceMismatch, match=r"the fibred manifold E over S2: .*S2.chart\(…\)"
    ):
        diffgeo.FibredManifold("E", base=diffgeo.sphere(2), coordinates="q")
    with pytest.raises(errors.SpaceMismatch, match=r"coordinates on S2: .*S2.chart\(…\)"):
        diffgeo.submanifold(diffgeo.sphere(2), {"u1": 0})


def test_a_diagonal_of_divisors_of_zero_has_no_inverse() -> None:
    """(|x| + x)(|x| - x) = 0: one of them is 0 at each point."""
    line = Manifold("N", "x y")
    zero = line.function(0)
    right, left, other = line.functions(["abs(x) + x", "abs(x) - x", "abs(y) - y"])
    with pytest.raises(SingularSystem, match="no inverse at any point"):
        linear_algebra.inverse([[right, zero], [zero, left]])
    (row, _) = linear_algebra.inverse([[right, zero], [zero, other]])
    assert check(row[0] * right == 1) and not check(row[0] * right == 2)
