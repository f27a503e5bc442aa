"""Functions written in short where equations hold: the same values, fewer terms."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import Manifold, Map, check, level_set
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import DegreeMismatch, SpaceMismatch
from diffgeo.subsets import independent_everywhere, shortened, without_solutions
from diffgeo.testing import functions

M = Manifold("M", "x y theta", "m", positive="m")
SLIDING = M.function("x*sin(theta) - y*cos(theta)")


@pytest.mark.parametrize(
    ("long", "short"),
    [
        ("x*cos(theta)*sin(theta) + y*sin(theta)**2", "y"),
        ("(x*cos(theta)**2 + y*sin(theta)*cos(theta))/(m + x)", "x/(m + x)"),
        ("x + y", "x + y"),
        ("m", "m"),
        ("x*sin(theta) - y*cos(theta)", "0"),
    ],
)
def test_by_hand(long: str, short: str) -> None:
    (found,) = shortened([M.function(long)], [SLIDING])
    assert str(found) == str(M.function(short))


def test_a_denominator_is_never_made_zero() -> None:
    """1/(x sin θ - y cos θ) has no values where the equation holds: it stays as it is."""
    f = 1 / SLIDING
    (found,) = shortened([f], [SLIDING])
    assert check(found == f)
    assert not check(found == -f)


def test_one_order_for_functions_that_belong_together() -> None:
    N = Manifold("N", "x y", "c", positive="c")
    circle = N.function("x**2 + y**2 - c**2")
    found = shortened(
        [N.function("x*y/(x**2 + y**2)"), N.function("-x**2/(x**2 + y**2)")], [circle]
    )
    assert [str(f) for f in found] == ["x*y/c**2", "-x**2/c**2"]


@settings(max_examples=40)
@given(st.data())
def test_equal_on_the_zero_set(data: st.DataObject) -> None:
    """f + g φ is shortened to something with the values of f on φ = 0, here the graph y = x t."""
    N = Manifold("N", "t x y")
    phi = N.function("y - x*t")
    graph = level_set(N, [phi])
    f, g = data.draw(functions(N, 2, 3)), data.draw(functions(N, 2, 2))
    (found,) = shortened([f + g * phi], [phi])
    # Terms are counted, not letters: a product of few factors may become a sum of as many terms.
    assert graph.same(found, f) and len(str(found)) <= len(str(f + g * phi)) + 8
    assert not graph.same(found + 1, f)
    onto = Map(N, N, {"t": N["t"], "x": N["x"], "y": N["x"] * N["t"]})
    assert check(onto.pull(found) == onto.pull(f))


def test_several_quotients_at_once() -> None:
    """Each quotient adds a generator to the ring, which must not disturb the next one."""
    N = Manifold("N", "x y u v")
    phi = N.function("u*y - v + x")
    tops = ("u**3*v*y + 2*u*v + y", "x*y*v**2 + 2*y*u**2*v**2 - 4*x*y**2*u*v - 2*y**2")
    given = [N.function(f"({t})/(2*x**2*y**2 + y**2*u**2 + 4*y*u*v + v**2 + 2)") for t in tops]
    onto = Map(N, N, {"x": N["x"], "y": N["y"], "u": N["u"], "v": N.function("u*y + x")})
    for f, g in zip(given, shortened(given, [phi]), strict=True):
        assert check(onto.pull(f) == onto.pull(g)) and not check(onto.pull(f) == -onto.pull(g))


def test_nothing_to_do() -> None:
    assert shortened([], [SLIDING]) == []
    (same,) = shortened([SLIDING], [])
    assert check(same == SLIDING)
    assert not check(same == 0)


def test_wrong_input() -> None:
    with pytest.raises(SpaceMismatch, match="pull them back to one space"):
        shortened([M["x"]], [Manifold("N", "x")["x"]])
    with pytest.raises(DegreeMismatch, match="cannot shorten"):
        shortened([M.form(1, {"x": 1})], [])


def test_a_factor_that_appears_with_the_other_form_of_a_square_is_cancelled() -> None:
    # Stored with 1 - cos(x)**2, the numerator is no multiple of sin(x) as a polynomial.
    M = Manifold("M", "x y")
    f = M.function("(y*sin(x) + 2*cos(x)*sin(x)**2)/(sin(x)*(y**2 + sin(x)**2))")
    assert str(f) == "(y + 2*cos(x)*sin(x))/(y**2 + sin(x)**2)"
    assert "sin(x) != 0" in [str(condition) for condition in f.conditions]
    assert check(f == M.function(str(f)))
    assert not check(f == M.function("(2*cos(x)*sin(x) - y)/(y**2 + sin(x)**2)"))


def test_solutions_are_eliminated_by_their_equations() -> None:
    """E = ½ g(v, v) changes by v·Fᵀμ, where g a = Fᵀμ and F v is what has to vanish."""
    N = Manifold("N", "x y z u v w")
    x, y, z, u, v, w = N.coordinates
    rows = [[1 + x**2, x * y, y * z], [x * y, 3 + y**2, z], [y * z, z, 5 + z**2 + x * u]]
    blade = [y, x * z, x + y]
    first, second, third = linear.solve(rows, [a * v for a in blade])
    velocity = (u, v, w)
    moved = [sum((r * a for r, a in zip(row, velocity, strict=True)), 0 * x) for row in rows]
    rate = moved[0] * first + moved[1] * second + moved[2] * third
    slip = y * u + x * z * v + (x + y) * w
    assert [str(f) for f in without_solutions(rate)] == [str(slip * v)]
    (left,) = without_solutions(rate - slip * v + x)  # nothing is lost
    assert check(left == x) and not check(left == 0)
    assert without_solutions(rate - slip * v) == [] and without_solutions(x * y) is None
    assert sorted(map(str, without_solutions(x + y * first))) == ["x", "y"]


@pytest.mark.parametrize(
    ("rows", "everywhere"),
    [
        ([["sin(x)", "-cos(x)"]], True),
        ([["x*sin(theta)", "x*cos(theta)"]], False),
        ([["1", "x"], ["x", "x**2 + 1"]], True),
        ([["1", "x"], ["x", "x**2"]], False),
        ([["1", "x"], ["x", "1"]], False),
        ([["m", "y", "0"], ["cos(x)", "sin(x)", "0"], ["x", "y", "m"]], False),
        ([["m", "0", "y"], ["0", "cos(x)", "sin(x)"]], True),
        ([["0", "0"]], False),
    ],
)
def test_independent_at_every_point(rows: list[list[str]], everywhere: bool) -> None:
    assert independent_everywhere([M.functions(row) for row in rows]) is everywhere
