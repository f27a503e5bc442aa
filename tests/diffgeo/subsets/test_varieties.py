"""Zero sets: what is solved, what is kept, what is empty, what is refused; linear systems."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import Manifold, Map, Status, check, identity_map, zero_set
from diffgeo.errors import NotASubmanifold, SpaceMismatch
from diffgeo.reals.real_algebra import has_no_real_zero
from diffgeo.subsets import ZeroSet, irreducible_factors, nowhere_zero
from diffgeo.subsets.factored_equations import real_generators
from diffgeo.testing import automorphisms, functions

M = Manifold("M", "x y z", parameters="m", positive="m")
ALL = zero_set(M)
FEW = settings(max_examples=12, deadline=None)


def described(*equations: str) -> tuple[int, bool, list[str]]:
    place = zero_set(M, equations)
    assert place is not None
    return place.dimension, place.is_solved, [str(c) for c in place.conditions]


# --- which sets there are ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("equations", "dimension", "solved", "conditions"),
    [
        ([], 3, True, []),
        (["x - y", "2*x - 2*y"], 2, True, []),
        (["z - x**2"], 2, True, []),
        (["x*z - y"], 2, True, []),  # solved for y
        (["x*y - 1"], 2, True, []),  # x = 0 does not meet it
        (["x*y - z*x**2 - z"], 2, True, []),  # the slope of z has no zeros
        (["x**4 + y**4 + z**4 - 1"], 2, False, []),
        (["x**2 + y**2 - 1"], 2, False, []),
        (["x**2 + y**2 - 1", "z - x"], 1, False, []),
        (["x**2 + y**2 - 1", "x - z"], 1, False, []),
        (["x**2 + (y - z)**2"], 1, True, []),  # the bases of the squares
        (["x**2 + m*y**2 + 3*z**2"], 0, True, []),
        (["(x - y)**2"], 2, True, []),
        (["x**2 + y**2 - 1", "x - 1"], 1, True, []),
        (["(x**2 + 1)*(y - z)"], 2, True, []),
        (["cos(x)"], 2, False, []),
        (["x**3 - x - 1"], 2, False, []),
    ],
)
def test_sets(equations: list[str], dimension: int, solved: bool, conditions: list[str]) -> None:
    assert described(*equations) == (dimension, solved, conditions)
    place = zero_set(M, equations)
    assert all(place.vanishes(place.restrict(M.function(e))) for e in equations)
    assert not place.vanishes(place.restrict(M.function("x + 2*y**2 + z + 7")))
    r, inclusion = place.retraction, place.inclusion
    assert check(r @ inclusion == identity_map(place.source))
    assert len(place.generators) == 3 - dimension


def test_points_that_are_lost_are_conditions() -> None:
    # No coordinate has a slope without zeros on this set, and at x = y = 0 all slopes vanish.
    place = zero_set(M, ["z*x - y**2*x - y**3"])
    assert place.dimension == 2 and [str(c) for c in place.conditions] == ["x != 0"]
    # Later equations may not use these points.
    with pytest.raises(NotASubmanifold, match=r"only where the conditions x != 0 fail"):
        place.cut([place.source["x"]])


@pytest.mark.parametrize(
    "equations",
    [
        ["x**2 + y**2 + 1"],
        ["x**2 + 2*x*y + 2*y**2 + 2*y + 2"],  # (x + y)² + (y + 1)² + 1
        ["x - y", "x - y - 1"],
        ["-x**4 - 1"],
        ["x**2 + y**2 + z**2 + m"],
        ["x**2 + y**2", "x - 1"],
        ["exp(x)"],
        ["m"],
        ["x**2 + y**2 - 1", "x**2 + y**2 - 2"],
        ["x**4 + y**4 + x*y + 5", "y - x**2"],
    ],
)
def test_empty(equations: list[str]) -> None:
    assert zero_set(M, equations) is None


@pytest.mark.parametrize(
    ("equations", "words"),
    [
        (["x*y"], ["union", "x = 0", "y = 0", "declare coordinates positive or nonzero"]),
        (["x**2 - y**2"], ["union", "y - x = 0", "x + y = 0"]),
        (["x**2 + sin(y)**2*x**2 + sin(y)**2"], ["not known to be a submanifold"]),
    ],
)
def test_refusals(equations: list[str], words: list[str]) -> None:
    with pytest.raises(NotASubmanifold) as caught:
        zero_set(M, equations)
    # The parts of a union are told.
    parts = [text for text in words if text.endswith(" = 0")]
    assert {f"{part} = 0" for part in caught.value.parts} == {*parts}
    for word in words:
        assert word in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("equations", "expected"),
    [
        (["x*y", "x"], ["x"]),
        (["x*y", "x*z", "y*z", "y - 1"], ["y - 1", "x", "z"]),
        (["x*y", "(x - 1)*z", "z - 1"], ["x - 1", "y", "z - 1"]),
        # y z = 0 and x y = 0 are unions until x = 1 is known.
        (["y*z", "x*y", "x - 1"], ["x - 1", "y"]),
    ],
)
def test_factors_are_decided_by_the_other_equations(
    equations: list[str], expected: list[str]
) -> None:
    place = zero_set(M, equations)
    assert check(place == zero_set(M, expected))
    assert place.dimension == M.dimension - len(expected)
    assert not check(place == zero_set(M, [*expected[:-1], f"{expected[-1]} + 1"]))
    assert check(zero_set(M, equations[::-1]) == place)


def test_signs_leave_parts_out() -> None:
    half = Manifold("H", "x y", positive="x")
    assert str(zero_set(half, ["x*y"])) == "y = 0"
    assert zero_set(half, ["x*y**2 + x"]) is None
    # x is positive, so nothing is solved for it without a look at its sign.
    assert zero_set(half, ["x + y"]).inclusion.source.chart.coordinates == ("x",)


@FEW
@given(functions(M, 2, 2), functions(M, 1, 1))
def test_a_graph(f, g) -> None:
    flat = Map(M, M, {"x": "x", "y": "y", "z": "0"})
    f = flat.pull(f)
    place = zero_set(M, [M["z"] - f])
    assert check(place.restrict(M["z"] - f) == 0)
    assert check(
        place.restrict(g) == place.restrict(flat.pull(g)) + place.restrict(g - flat.pull(g))
    )
    assert place.dimension == 2 and not place.vanishes(place.restrict(M["z"] - f + 1))


@FEW
@given(automorphisms(M))
def test_preimages(phi) -> None:
    for equations in (["z - x*y"], ["x", "y - z**2"]):
        place = zero_set(M, equations)
        pulled = place.pulled_back(phi)
        assert pulled.dimension == place.dimension
        assert check(pulled == zero_set(M, [phi.pull(M.function(e)) for e in equations]))
        other = zero_set(M, [phi.pull(M.function(e)) + 1 for e in equations])
        assert check(pulled == other).status is Status.REFUTED


def test_equality_and_writing() -> None:
    circle = zero_set(M, ["x**2 + y**2 - 1", "z"])
    assert check(circle == zero_set(M, ["z", "x**2 + y**2 + z - 1"]))
    assert check(circle == zero_set(M, ["z", "x**2 + y**2 - 2"])).status is Status.REFUTED
    assert str(circle) == "z = 0, x**2 + y**2 - 1 = 0" and "dimension 1" in repr(circle)
    assert circle._repr_latex_().startswith("$") and "z = 0" in circle.latex()
    assert ALL is not None and isinstance(ALL, ZeroSet)
    with pytest.raises(SpaceMismatch, match="different manifolds"):
        _ = circle == zero_set(Manifold("K", "x"), ["x"])
    with pytest.raises(SpaceMismatch, match="does not end"):
        circle.pulled_back(identity_map(Manifold("K", "x")))
    assert nowhere_zero(M.function("x**2 + 1")) and not nowhere_zero(M.function("x"))
    assert not nowhere_zero(M.function("0"))


# --- linear systems -----------------------------------------------------------------------


def numbers(rows: int, columns: int):
    entry = st.integers(-2, 2)
    return st.lists(
        st.lists(entry, min_size=columns, max_size=columns), min_size=rows, max_size=rows
    )


@FEW
@given(numbers(3, 4))
def test_numbers_against_sympy(table) -> None:
    rows = [[M.function(e) for e in row[:3]] for row in table]
    right = [M.function(row[3]) for row in table]
    answer = ALL.solve(rows, right)
    A, b = sympy.Matrix([row[:3] for row in table]), sympy.Matrix([row[3] for row in table])
    assert answer.rank == A.rank()
    assert bool(answer.compatibility) == (A.row_join(b).rank() > A.rank())
    assert len(answer.kernel) == 3 - A.rank() and not answer.divisors
    for vector in answer.kernel:
        assert A * _numbers(vector) == sympy.zeros(3, 1)
    if not answer.compatibility:
        assert A * _numbers(answer.particular) == b


def _numbers(vector) -> sympy.Matrix:
    return sympy.Matrix([sympy.Rational(Fraction(str(f))) for f in vector])


@FEW
@given(st.lists(functions(M, 1, 2), min_size=6, max_size=6))
def test_functions_on_a_level_set(entries) -> None:
    sphere = zero_set(M, ["x**2 + y**2 + z**2 - 1"])
    rows, right = [entries[:2], entries[2:4]], [entries[4], entries[5]]
    answer = sphere.solve(rows, right)
    for vector in answer.kernel:
        for row in rows:
            assert sphere.vanishes(
                sum((a * b for a, b in zip(row, vector, strict=True)), start=0 * row[0])
            )
    if not answer.compatibility:
        for row, b in zip(rows, right, strict=True):
            left = sum((a * c for a, c in zip(row, answer.particular, strict=True)), start=-b)
            assert sphere.vanishes(left)


def test_one_equation_makes_others_solvable_that_were_kept() -> None:
    S = Manifold("S", "x y z p q")
    x, y, z, p, q = S.coordinates
    kept = zero_set(S, [x**2 - z**2 + (x - z) * y**2 + y, p**2 + q**2 - 1])
    smaller = kept.cut([kept.restrict(x - z)])
    assert smaller is not None and smaller.dimension == 2
    assert smaller.vanishes(y) and smaller.vanishes(p**2 + q**2 - 1) and not smaller.vanishes(q)


def test_rank_on_the_set_is_not_the_rank_around_it() -> None:
    circle = zero_set(M, ["x**2 + y**2 - 1"])
    x, y, one = M["x"], M["y"], M.function(1)
    # det = x² + y² - 1.
    answer = circle.solve([[x, one - y], [one + y, x]], [one, one])
    assert answer.rank == 1 and len(answer.kernel) == 1
    (condition,) = answer.compatibility
    assert not circle.vanishes(condition)
    assert ALL.solve([[x, one - y], [one + y, x]], [one, one]).rank == 2
    # x = ±1 at y = 0 only: the pivots may vanish.
    assert answer.divisors and all(not nowhere_zero(f) for f in answer.divisors)


# --- real algebra -------------------------------------------------------------------------


def test_sums_of_squares() -> None:
    def bases(formula, **declared):
        found = real_generators(Manifold("M", "x y", "m", **declared).function(formula))
        return None if found is None else [*map(str, found)]

    assert bases("x**2 + y**2") == ["x", "y"]
    assert bases("-x**2 - 4*(y - x)**2") == ["(5*x - 4*y)/5", "y"]
    assert bases("x**2 + m*y**2") == [] and bases("x**2 + m*y**2", positive="m") == ["x", "y"]
    assert bases("x**2 - y**2") == bases("x*y") == bases("x**3") == bases("x**2 + y**2 - 1") == []
    assert bases("x**2 + (y**2 - 1)**2") == ["x", "(y - 1)*(y + 1)"]
    assert bases("x**2 + 2") is None and bases("x**2 + m**2") is None
    # Signs of numbers that are no fractions, and of functions of parameters.
    assert bases("x**2 + (sqrt(2) - 1)*y**2") == bases("x**2 + exp(m)*y**2") == ["x", "y"]
    assert bases("x**2 + (sqrt(2) - 3/2)*y**2") == bases("x**2 + sin(m)*y**2") == []
    # The constant that is left is a zero which only its normal form shows.
    root = bases("x**2 + 2*sin(m)*x + 1 - cos(m)**2 + y**2")
    assert root == ["x + sin(m)", "y"]


def test_no_real_zero() -> None:
    x, y = sympy.symbols("x y")
    assert has_no_real_zero([x**2 + 1], ["x"], 5)
    assert has_no_real_zero([x + y, x**2 + y**2 + 1], ["x", "y"], 5)
    assert not has_no_real_zero([x**2 - 2], ["x"], 5)
    # Parameters are generic; what is no rational function of them has no answer.
    a, value = sympy.Symbol("a"), sympy.Function("f")(0)
    assert has_no_real_zero([x - a, x - 2 * a], ["x"], 5)
    assert not has_no_real_zero([x - a, x**2 - a**2], ["x"], 5)
    assert not has_no_real_zero([a * x**2 + 1], ["x"], 5)
    assert not has_no_real_zero([x - value, x * y - 1], ["x", "y"], 5)
    assert not has_no_real_zero([x - sympy.sqrt(2), x - 1], ["x"], 5)
    assert not has_no_real_zero([sympy.sin(x) - 2], ["x"], 5)
    assert not has_no_real_zero([x**2 + y**2], ["x", "y"], 5)
    hard = [(x + y + 1) ** 9 * (x - 3 * y) ** 7 - 2, (x - y) ** 11 + x**3 + 1]
    assert not has_no_real_zero(hard, ["x", "y"], 0.01)


def test_zero_sets_are_asked_about_functions_around_them():
    M, other = Manifold("M", "x y z"), Manifold("N", "x y z")
    S = zero_set(M, ["z - x*y"])
    for f, status in ((M.function("z - x*y"), "VERIFIED"), (M.function("z + x*y"), "REFUTED")):
        assert S.vanishes(f).status == S.vanishes(S.restrict(f)).status == status
        assert bool(S.vanishes(f)) is (status == "VERIFIED")
    with pytest.raises(SpaceMismatch, match="its source"):
        S.vanishes(other.function("z - x*y"))


# --- factors ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "factors"),
    [
        ("m*(x**2 - y**2)/(z**2 + 1)", {"x + y", "y - x", "z**2 + 1"}),
        ("x**3/y**2", {"x", "y"}),
        ("m**2 + 1", set()),
        ("tan(x)*sqrt(1 + y**2)", {"sin(x)", "cos(x)", "sqrt(y**2 + 1)"}),
    ],
)
def test_irreducible_factors(text: str, factors: set[str]) -> None:
    """Of numerator and denominator, positive ones too; constants are none."""
    assert {str(p) for p in irreducible_factors(M.function(text))} == factors
