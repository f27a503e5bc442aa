"""Absolute values, signs and arctangents where signs are not declared: decided by cases."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import ctx

from diffgeo import (
    Fibration,
    Manifold,
    Map,
    check,
    d,
    errors,
    germs,
    inverse_map,
    level_set,
    submanifold,
    zero_set,
)
from diffgeo.calculus import linear_algebra, polynomial_flow, signs_in
from diffgeo.rings.exact.points import RealPoint
from tests.diffgeo.rings.strategies import read, ring_of

#: What holds everywhere, and what holds for some signs only.
TRUE = [
    ("sqrt(x**2)", "Abs(x)"),
    ("sqrt(1 - sin(x)**2)", "Abs(cos(x))"),
    ("sqrt((1 + cos(x))/2)", "Abs(cos(x/2))"),
    ("sqrt((x - 1)**2)*sqrt((x + 1)**2)", "Abs(1 - x**2)"),
    ("sqrt(x**2*y**2)", "Abs(x)*Abs(y)"),
    ("sign(x*y/t**3)", "sign(x)*sign(y)*sign(t)"),
    ("sign(x)*Abs(x)", "x"),
    ("Abs(x)**3", "x**3*sign(x)"),
    ("Abs(x + Abs(x))", "x + Abs(x)"),
    ("Abs(Abs(x) - Abs(y))**2", "x**2 + y**2 - 2*Abs(x*y)"),
    ("sqrt(x**2 + 2*Abs(x) + 1)", "1 + Abs(x)"),
    ("sqrt(Abs(x))*sqrt(Abs(y))", "sqrt(Abs(x*y))"),
    ("(x**2)**(1/3)", "Abs(x)**(2/3)"),
    ("log(Abs(x))", "log(x**2)/2"),
    ("exp(-Abs(x))", "cosh(x) - sign(x)*sinh(x)"),
    ("sin(Abs(x))", "sign(x)*sin(x)"),
    ("sqrt(cosh(x) - 1)", "sqrt(2)*Abs(sinh(x/2))"),
    # Where x - 1 is positive, so is x; where x + |x| is not zero, too.
    ("sign(x - 1)*(1 + sign(x))", "sign(x - 1) - 1 + sign(x) + sign(x*(x - 1)) - sign(x) + 1"),
    ("(1 + sign(x - 1))*(1 - sign(x))", "0"),
    ("sign(sinh(x))", "sign(x)"),
    ("sqrt(log(x)**2)", "sign(x - 1)*log(x)"),
    ("1/(x + Abs(x))", "1/(2*x)"),
    ("atan(1/x)", "pi/2*sign(x) - atan(x)"),
    ("atan2(y, x)", "atan(y/x) + pi*(1 - sign(x))/2*sign(y)"),
    ("atan2(x, y) + atan2(y, x)", "pi/2 - pi*(1 - sign(x))*(1 - sign(y))/2"),
    ("atan(x) + atan(y)", "atan((x + y)/(1 - x*y)) + pi/2*sign(x)*(1 - sign(1 - x*y))"),
    ("acos(2*x**2 - 1)", "2*acos(Abs(x))"),
    ("sin(asin(sin(x)))", "sin(x)"),
]
FALSE = [
    ("sqrt(x**2)", "x"),
    ("sqrt(x**2)", "-x"),
    ("sqrt(1 - sin(x)**2)", "cos(x)"),
    ("Abs(x + y)", "Abs(x) + Abs(y)"),
    ("Abs(x - 1) + Abs(x + 1)", "2*Abs(x)"),  # differs between -1 and 1 only
    ("sign(x - 1)", "sign(x)"),
    ("sign(x - 1)", "sign(x - 1 - 1/10**6)"),
    ("log(Abs(x*y))", "log(Abs(x)) - log(Abs(y))"),
    ("atan(1/x)", "pi/2 - atan(x)"),
    ("atan2(y, x)", "atan(y/x)"),
    ("2*atan(x)", "asin(2*x/(1 + x**2))"),
    ("atan(x) + atan(y)", "atan((x + y)/(1 - x*y))"),
    ("asin(sin(x))", "x"),
]


@pytest.mark.parametrize(("left", "right"), TRUE)
def test_identities_of_absolute_values(left: str, right: str) -> None:
    for order in ((left, right), (right, left)):
        ring = ring_of()
        a, b = (read(ring, text)[0] for text in order)
        assert ring.certainly_zero(a - b)
        assert not ring.certainly_zero(a + b + Fraction(1, 7))


@pytest.mark.parametrize(("left", "right"), FALSE)
def test_what_holds_for_some_signs_only(left: str, right: str) -> None:
    M = Manifold("M", "x y")
    verdict = check(M.function(left) == M.function(right))
    assert verdict.status.name == "REFUTED"
    # The point that is shown is one at which balls tell the two sides apart.
    ring = ring_of(("x", "y"))
    difference = read(ring, f"{left} - ({right})")[0]
    point = {name: Fraction(0) for name in ring.base} | dict(verdict.counterexample.point)
    with ctx.workprec(200):
        assert RealPoint(ring, point).evaluate(difference.polynomial) != 0


def test_derivatives_are_those_off_the_zeros() -> None:
    M = Manifold("M", "x y")
    f = M.function("Abs(x*y)")
    slope = check(d(f) == M.function("sign(x*y)") * d(M.function("x*y")))
    assert slope
    assert {"x != 0", "y != 0"} <= {str(c) for c in slope.conditions}
    assert not check(d(f) == d(M.function("x*y")))
    assert check(d(M.function("sign(x)")) == 0)


def test_a_declared_or_stated_sign_is_used_as_before() -> None:
    M = Manifold("M", "x y", positive="x")
    assert str(M.function("sqrt(x**2)*Abs(y)")) == "x*Abs(y)"
    N = Manifold("N", "x")
    assert str(N.function("sqrt(x**2) + log(x)")) == "x + log(x)"
    assert check((N.function("Abs(x)") - N.function("x")) * N.function("log(x)") == 0)
    assert not check((N.function("Abs(x)") + N.function("x")) * N.function("log(x)") == 0)


def test_ranks_that_depend_on_a_sign_are_refused() -> None:
    ring = ring_of()
    size, x, one = read(ring, "Abs(x)", "x", "1")
    assert ring.rank([[size, x], [x, size]]) == 1
    assert ring.rank([[size, one], [x, 1 + size]]) == 2
    with pytest.raises(errors.NeedsSign, match="rank of a matrix may depend on the sign of x"):
        ring.rank([[size + x]])
    (solution,) = ring.solve([[size + 1]], [x + read(ring, "sign(x)")[0]])
    assert ring.certainly_zero(solution - read(ring, "sign(x)")[0])


def test_relations_with_constant_coefficients_hold_in_each_case() -> None:
    def relations(*texts: str) -> list[list[str]]:
        ring = ring_of()
        found = ring.constant_relations(read(ring, *texts))
        return [[str(ring.expression(c)) for c in row] for row in found]

    assert relations("Abs(x)", "x") == []
    assert relations("Abs(x)", "x", "1", "x + Abs(x)") == [["-1", "-1", "0", "1"]]
    assert relations("exp(Abs(x))", "cosh(x)", "sign(x)*sinh(x)") == [["-1", "1", "1"]]
    assert relations("exp(Abs(x))", "cosh(x)", "sinh(x)") == []
    # sign(x) = 1 where x > 1, and sign(x - 1) = -1 where x < 0
    signs = "1", "sign(x)*sign(x - 1)", "sign(x)", "sign(x - 1)"
    assert relations(*signs) == [["1", "-1", "-1", "1"]]
    # x is positive where its root is
    assert relations("sqrt(x)*Abs(x)", "x*sqrt(x)") == [["-1", "1"]]
    M = Manifold("M", "x", parameters="m a")
    relation = linear_algebra.constant_relations(M.functions(["m*Abs(x)", "x", "Abs(x)"]))
    assert [str(c) for c in relation[0]] == ["-1/m", "0", "1"]
    # For which sign of m, or how far from a?
    for pair in (["Abs(m)*x", "m*x"], ["Abs(x)*sqrt(x - a)", "x*sqrt(x - a)"]):
        with pytest.raises(errors.NeedsSign, match="constant coefficients"):
            linear_algebra.constant_relations(M.functions(pair))


def test_what_is_dependent_in_all_cases_only_is_no_pivot() -> None:
    ring = ring_of()
    one, left, right, plus, minus = read(
        ring, "1", "exp(Abs(x))", "cosh(x) + sign(x)*sinh(x)", "x + Abs(x)", "Abs(x) - x"
    )
    dependent = [[left, right], [one, one]]
    ((first, second),) = ring.kernel(dependent)
    assert ring.certainly_zero(first + second)
    with pytest.raises(errors.SingularSystem, match="rank 1"):
        ring.solve(dependent, [one, one])
    assert ring.rank_decision(dependent).certain
    assert not ring.kernel([[left, right], [one, -one]])
    # The kernels of |x| + x and |x| - x side by side are spanned by another vector in each case.
    for matrix in ([[plus, ring.zero], [ring.zero, minus]], [[plus, minus]]):
        with pytest.raises(errors.NeedsSign, match="echelon form of a matrix"):
            ring.kernel(matrix)


def test_the_image_of_a_function_without_points_of_its_domain_is_refused() -> None:
    M, N = Manifold("M", "x y"), Manifold("N", "t")
    size = M.function("Abs(x - y)")
    with pytest.raises(errors.OutsideDomain, match="y - x = 0"):
        Map(N, M, {"x": "t", "y": "t"}).pull(size)
    assert check(Map(N, M, {"x": "-t", "y": "t"}).pull(size) == N.function("2*Abs(t)"))
    assert not check(Map(N, M, {"x": "-t", "y": "t"}).pull(size) == N.function("-2*t"))


def test_what_is_asked_is_asked_where_all_is_defined() -> None:
    N, M = Manifold("N", "t"), Manifold("M", "x y")
    x, size = M.functions(["x", "Abs(x)"])
    for other in ("log(t)", "sqrt(t)", "1/(t + Abs(t))"):
        assert check(Map(N, M, {"x": "t", "y": other}).pull(size) == N["t"])
        assert not check(Map(N, M, {"x": "-t", "y": other}).pull(size) == -N["t"])
    left = 1 / (x + size) * d(M["y"]) + size * d(x)
    assert check(left == 1 / (2 * x) * d(M["y"]) + x * d(x))
    assert not check(left == 1 / (2 * x) * d(M["y"]) - x * d(x))
    assert zero_set(M, (x + size) * M["y"] - 1).vanishes(x - size)
    assert not zero_set(M, (x + size) * M["y"] - 1).vanishes(x + size)


def test_linear_equations_on_a_set_have_pivots_with_common_points() -> None:
    M = Manifold("M", "x y")
    x, y, size = M.functions(["x", "y", "Abs(x)"])
    # Where one pivot is not 0, the other one is: (|x| + x)*(|x| - x) = 0.
    with pytest.raises(errors.NeedsSign, match="rank of linear equations"):
        zero_set(M).solve([[x + size, 0 * x], [0 * x, size - x]], [y, y])
    assert zero_set(M).solve([[size, 0 * x], [0 * x, size + 1]], [y, y]).rank == 2


def test_germs_have_no_signs() -> None:
    ring = ring_of()
    (size,) = read(ring, "Abs(x) - x")
    with pytest.raises(errors.NeedsSign, match="germs"):
        ring.germs(1)(size)
    with pytest.raises(errors.Refusal):
        Manifold("M", "x", ring=germs(order=1)).function("Abs(x)")


def test_a_division_by_zero_in_all_cases_is_refused() -> None:
    ring = ring_of()
    with pytest.raises(errors.ZeroDenominator):
        read(ring, "1/((1 + sign(x - 1))*(1 - sign(x)))")
    # 1/(x + |x|) and 1/(x - |x|) have no common point.
    with pytest.raises(errors.NoWitness):
        read(ring, "1/(x + Abs(x))", "1/(x - Abs(x))")


def test_an_absolute_value_is_not_affine() -> None:
    """Its slope is a sign, whose derivative is zero."""
    M = Manifold("M", "x y")
    N = zero_set(M, M.function("Abs(x) - 1"))
    assert N.vanishes(M["x"] ** 2 - 1)
    assert not N.vanishes(M["x"] - 1)


def test_what_has_no_derivative_may_differ_on_the_two_sides_of_a_zero() -> None:
    M = Manifold("M", "x y", parameters="t")
    assert [str(g) for g in signs_in(M.functions(["y*sign(x - 1)", "Abs(x - 1)"]))] == ["x - 1"]
    # 2 x + |x - 1| is x + 1 for x < 1 and 3 x - 1 beyond it: no affine function of x.
    for image in ("2*x + Abs(x - 1)", "x*sign(x - 1)"):
        with pytest.raises(errors.NotSupported, match="could not be solved for x"):
            inverse_map(Map(M, M, {"x": image, "y": "y"}))
    with pytest.raises(errors.NeedsSign, match="sign of x - 1"):
        inverse_map(Map(M, M, {"x": "x + Abs(x - 1)", "y": "y"}))
    inverse = inverse_map(Map(M, M, {"x": "x", "y": "y*sign(x - 1) + Abs(x)"}))
    assert check(inverse.images["y"] == M.function("(y - Abs(x))*sign(x - 1)"))
    assert not check(inverse.images["y"] == M.function("y - Abs(x)"))
    with pytest.raises(errors.NotSupported, match="not of degree one"):
        level_set(M, "2*x + Abs(x - 1) - y").graph("x")
    assert str(level_set(M, "2*x + Abs(x - 1) - y").graph("y")[1].images["y"]) == "2*x + Abs(x - 1)"
    with pytest.raises(errors.UndefinedSymbol, match="refers to y"):
        submanifold(M, {"y": "x*sign(y - 1)"})
    for slope in ("Abs(x)", "sign(x)"):
        with pytest.raises(errors.NotSupported, match="no flow across the zeros of x"):
            polynomial_flow(M.vector_field(x=1, y=slope), M["t"])
    assert str(polynomial_flow(M.vector_field(x="Abs(y)"), M["t"]).images["x"]) == "x + t*Abs(y)"


def test_fibres_that_are_cut_are_not_known_to_carry_one_value() -> None:
    E = Manifold("E", "x q")
    pi = Fibration(Map(E, Manifold("B", "x"), {"x": "x"}))
    for cut in ("sign(q)", "x*sign(q - 1)"):
        assert "sign of q" in pi.is_basic(E.function(cut)).reason
        assert pi.is_projectable(E.vector_field(x=cut)).status.name == "UNKNOWN"
        with pytest.raises(errors.Undecided, match="sign of q"):
            pi.descend(E.function(cut))
    assert pi.is_fibred(Map(E, E, {"x": "x*sign(q)", "q": "q"})).status.name == "UNKNOWN"
    assert str(pi.descend(E.function("sign(x*q)*sign(q)"))) == "sign(x)"
    assert not pi.is_basic(E.function("Abs(q)"))
