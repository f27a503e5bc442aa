"""What is certainly not zero on a set, without its restriction: never what vanishes there."""

from __future__ import annotations

import pytest

from diffgeo import Manifold, Map, submanifold
from diffgeo.calculus import linear_algebra as linear
from diffgeo.rings.protocol import certainly_nonzero_image
from diffgeo.subsets import EmbeddedSubset, LocallyClosedSet
from diffgeo.verdicts import Status


def saddle() -> tuple[Manifold, EmbeddedSubset]:
    M = Manifold("M", "x y z u", parameters="a", positive="a")
    _, inclusion = submanifold(M, {"u": "x*y*sin(z)/a"})
    return M, EmbeddedSubset(inclusion)


@pytest.mark.parametrize(
    "text",
    [
        "a*u - x*y*sin(z)",
        "a**2*u**2 - x**2*y**2*(1 - cos(z)**2)",
        "1/(1 + u**2) - a**2/(a**2 + x**2*y**2*sin(z)**2)",
        "sin(u + z) - sin(u)*cos(z) - cos(u)*sin(z)",
        "exp(u)*exp(-x*y*sin(z)/a) - 1",
        "sqrt(1 + a**2*u**2) - sqrt(1 + x**2*y**2*sin(z)**2)",
    ],
)
def test_what_vanishes_is_not_certainly_nonzero(text: str) -> None:
    M, S = saddle()
    zero = M.function(text)
    assert not S.certainly_nonzero(zero) and S.vanishes(zero)
    other = zero + M["x"] ** 3
    assert S.certainly_nonzero(other)
    assert S.vanishes(other, counterexample=False).status is Status.REFUTED


def test_unexpanded_solutions() -> None:
    """On the set the second unknown is that of the equations with ``u`` replaced."""
    M, S = saddle()
    x, y, z, u = M.functions(["x", "y + 2", "sin(z)", "u"])
    rows = [[x, y, u], [u, x + 1, y], [y, z, x * y + 3]]
    first, second, _ = linear.solve(rows, [u, x, z])
    image = M.function("x*y*sin(z)/a")
    there = [[image if e is u else e for e in row] for row in rows]
    same = linear.solve(there, [image, x, z])
    assert not S.certainly_nonzero(second - same[1]) and S.vanishes(second - same[1])
    assert S.certainly_nonzero(second - same[0]) and S.certainly_nonzero(first)


def test_a_subset_of_the_source_and_germs_are_asked_elsewhere() -> None:
    M = Manifold("M", "x y")
    source, inclusion = submanifold(M, {"y": "x**2"})
    inner = EmbeddedSubset(inclusion, LocallyClosedSet(source, [source["x"]]))
    assert inner.vanishes(M["y"]) and not inner.certainly_nonzero(M["y"])
    assert EmbeddedSubset(inclusion).certainly_nonzero(M["y"])
    assert not certainly_nonzero_image(M.chart.ring.germs(1), M["y"].element())


def test_what_rests_on_a_conjecture_is_not_certain() -> None:
    """That e and pi are algebraically independent is not proved; each alone is transcendental."""
    M, line = Manifold("M", "x y z"), Manifold("line", "s")
    S = EmbeddedSubset(Map(line, M, {"x": "exp(1)", "y": "pi", "z": "s"}))
    assert not S.certainly_nonzero(M["x"] * M["y"] - 1)
    assert S.certainly_nonzero(M["x"] ** 2 - 7) and S.certainly_nonzero(M["y"] - M["z"])
