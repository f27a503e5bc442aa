"""Real sets: factors without real zeros of their own are left out."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise

import pytest
import sympy
from depth import some

from diffgeo import Manifold, Status, check, level_set, zero_set
from diffgeo.errors import AxiomViolation, NotASubmanifold
from diffgeo.reals.real_zeros import have_common_zero
from diffgeo.subsets import components

# --- by hand ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "signs", "equation", "wanted"),
    [
        ("x", {}, "x**3 - 1", "x - 1"),
        ("x y", {}, "x**5 - 1", "x - 1"),
        ("x", {}, "(x**2 + 1)*(x - 1)", "x - 1"),
        ("x", {}, "x**3 - 2", "x**3 - 2"),
        ("x y", {}, "x**3 - y**3", "x - y"),
        ("x y", {}, "(x**2 + y**2 + 1)*(x + y)", "x + y"),
        ("x", {"positive": "x"}, "(x + 1)*(x - 2)", "x - 2"),
        ("x y", {"positive": "x y"}, "(x**2 + x*y + y)*(x - y)", "x - y"),
        ("x y", {}, "(x**2 + x*y + 2*y**2)*y", "y"),
        ("x y", {}, "(exp(x) + sin(y) + 1)*(x - y)", "x - y"),
        ("x y", {}, "(sqrt(x) + 1 + y**2)*(y - x)", "y - x"),
    ],
)
def test_one_real_branch(names: str, signs: dict[str, str], equation: str, wanted: str) -> None:
    M = Manifold("M", names, **signs)
    found, line = zero_set(M, [equation]), zero_set(M, [wanted])
    assert check(found == line)
    other = zero_set(M, [f"{wanted} + 3"])
    assert other is None or check(found == other).status is Status.REFUTED
    level = level_set(M, equation)
    assert check(level == level_set(M, wanted))
    assert len(components(M, equation)) == 1


@pytest.mark.parametrize(
    ("equation", "parts"),
    [
        ("x**2 - 1", {"x - 1", "x + 1"}),
        ("x**3 - x", {"x", "x - 1", "x + 1"}),
        ("(x**2 + y**2)*(x - 1)", {"x - 1", "x**2 + y**2"}),
        ("x*(x**2 + y**2 - 1)*(x**2 + 1)", {"x", "x**2 + y**2 - 1"}),
    ],
)
def test_real_unions_list_their_branches(equation: str, parts: set[str]) -> None:
    M = Manifold("M", "x y")
    with pytest.raises(NotASubmanifold) as info:
        zero_set(M, [equation])
    assert {str(part) for part in info.value.parts} == parts
    assert "not decided" not in str(info.value)
    with pytest.raises(AxiomViolation, match="is reducible"):
        level_set(M, equation)


def test_a_union_that_is_not_decided_says_so() -> None:
    M = Manifold("M", "x y")
    with pytest.raises(NotASubmanifold, match="over the reals was not decided"):
        zero_set(M, ["(exp(x) - x)*y"])


def test_empty_sets_have_a_name() -> None:
    M = Manifold("M", "x y")
    for equation in ("x**2 + 1", "x**2 + x + 1", "(x**2 + x*y + y**2 + 1)*(y**4 + 1)"):
        assert zero_set(M, [equation]) is None
        with pytest.raises(AxiomViolation, match="has no real solution"):
            level_set(M, equation)
    with pytest.raises(AxiomViolation, match=r"is empty.*has no real solution"):
        level_set(M, ["x**2 + y**2 - 1", "x + y - 3"])
    assert zero_set(M, ["x**2 + y**2 - 1", "x*y - 3"]) is None
    disc = Manifold("disc", "x y", domain=["x**2 + y**2 < 1"])
    with pytest.raises(AxiomViolation, match="has no real solution in the declared domain"):
        level_set(disc, "x - 3")


def test_conditions_of_the_functions_are_conditions_of_the_set() -> None:
    M = Manifold("M", "x y z")
    quotient, root = zero_set(M, ["x/y"]), zero_set(M, ["sqrt(z)*y"])
    assert [str(c) for c in quotient.conditions] == ["y != 0"]
    assert [str(c) for c in root.conditions] == ["z > 0"]
    for found, text, condition in ((quotient, "x", "y != 0"), (root, "y", "z > 0")):
        for verdict in (
            check(found == zero_set(M, [text])),
            check(zero_set(M, [text]) == found),
            found.vanishes(found.restrict(M[text])),
        ):
            assert verdict.status is Status.VERIFIED
            assert [str(c) for c in verdict.conditions] == [condition]
        assert check(found == zero_set(M, [f"{text} + 1"])).status is Status.REFUTED
    # A condition that holds on the whole set is none.
    assert not zero_set(M, ["x/y", "y - 1"]).conditions
    assert not zero_set(M, ["x/(y**2 + y + 1)"]).conditions
    # Where the function is not defined it has no zeros.
    assert zero_set(M, ["x/y", "y"]) is None


def test_what_may_vanish_is_not_divided_by() -> None:
    # The tangent bundle of the circle: at y = 0 it is as regular as elsewhere.
    M = Manifold("M", "x y u v")
    for equations in (["x**2 + y**2 - 1", "x*u + y*v"], ["x*u + y*v", "x**2 + y**2 - 1"]):
        found = zero_set(M, equations)
        assert not found.conditions and found.dimension == 2
        assert found.vanishes(found.restrict(M.function("x*u + y*v"))).status is Status.VERIFIED
        assert found.vanishes(found.restrict(M.function("x*v - y*u"))).status is Status.REFUTED


# --- at random, against oracles -----------------------------------------------------------------


def test_polynomials_in_one_variable_against_root_counting() -> None:
    rng = random.Random(5)
    M = Manifold("M", "x")
    x = sympy.Symbol("x")
    for _ in range(some(30)):
        p, q = (
            sum(rng.randint(-3, 3) * x**k for k in range(rng.randint(2, 5))) + x for _ in range(2)
        )
        first, second = M.function(str(p)).element(), M.function(str(q)).element()
        if p.is_number or q.is_number:
            continue
        ring = M.chart.ring
        roots, others = (set(sympy.Poly(f, x).real_roots()) for f in (p, q))
        assert have_common_zero(ring, [first]) is bool(roots)
        assert have_common_zero(ring, [first, second]) is bool(roots & others)
        assert have_common_zero(ring, [first], [second]) is bool(roots - others)
        factors = [f for f, _ in sympy.factor_list(p)[1] if sympy.Poly(f, x).count_roots()]
        if not factors:
            assert zero_set(M, [str(p)]) is None
        elif len(factors) == 1:
            assert zero_set(M, [str(p)]).dimension == 0
        else:
            with pytest.raises(NotASubmanifold) as info:
                zero_set(M, [str(p)])
            assert len(info.value.parts) == len(factors)


def test_quadratic_forms_against_their_signature() -> None:
    rng = random.Random(7)
    M = Manifold("M", "x y z")
    ring = M.chart.ring
    names = sympy.symbols("x y z")
    for _ in range(some(40)):
        matrix = sympy.zeros(3)
        for _ in range(3):
            row = sympy.Matrix([[rng.randint(-2, 2) for _ in names]])
            matrix += rng.choice([1, 1, 1, -1]) * row.T * row
        form = sympy.expand((sympy.Matrix([names]) * matrix * sympy.Matrix(names))[0])
        level = Fraction(rng.choice([-2, 0, 1, 3]))
        signs = {sympy.sign(v) for v in _signs(matrix)} - {0}
        # Values: all reals, one closed half-line, or 0 alone.
        attained = level == 0 or sympy.sign(level) in signs
        f = M.function(str(form - level)).element()
        assert have_common_zero(ring, [f]) is attained


def _signs(matrix: sympy.Matrix) -> list[int]:
    """The signs of the eigenvalues, by Descartes' rule: all roots are real."""
    t = sympy.Symbol("t")
    c = [v for v in matrix.charpoly(t).all_coeffs() if v != 0]
    positive = sum(1 for a, b in pairwise(c) if a * b < 0)
    c = [v for v in matrix.charpoly(t).as_expr().subs(t, -t).as_poly(t).all_coeffs() if v != 0]
    negative = sum(1 for a, b in pairwise(c) if a * b < 0)
    return [1] * positive + [-1] * negative
