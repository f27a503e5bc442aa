"""The propagated degrees and heights bound the true numerators; error bounds follow."""

from __future__ import annotations

from fractions import Fraction
from math import inf, log2
from random import Random

import pytest
import sympy

from diffgeo.errors import Undecided
from diffgeo.rings.germs.germ_element import Germ
from diffgeo.rings.germs.germ_ring import GermRing
from diffgeo.rings.germs.numerator_bounds import Factor
from diffgeo.rings.germs.taylor import Residues, table

X, Y = sympy.symbols("x y")


class Exponential(sympy.Function):
    """Its own derivative, without the rewriting that `sympy.exp` does by itself."""

    def fdiff(self, argindex: int = 1) -> sympy.Expr:
        return self


class Shadow:
    """Germs beside the SymPy expressions they stand for, and the inverted polynomials."""

    def __init__(self, order: int = 3) -> None:
        self.ring = GermRing(["x", "y"], order)
        self.factors: dict[Factor, sympy.Expr] = {}
        self.draws: dict[sympy.Expr, sympy.Symbol] = {}
        self.rules: list[tuple[sympy.Expr, sympy.Expr]] = []

    def start(self) -> list[tuple[Germ, sympy.Expr]]:
        third = self.ring.rational(Fraction(2, 3))
        return [
            (self.ring.coordinate(0), X),
            (self.ring.coordinate(1), Y),
            (third, sympy.Rational(2, 3)),
        ]

    def in_draws(self, formula: sympy.Expr) -> sympy.Expr:
        """The formula as a rational function of the random draws."""
        for old, new in self.rules:
            formula = formula.subs(old, new)
        return formula

    def numerator(self, germ: Germ, formula: sympy.Expr) -> sympy.Poly:
        """The formula over the denominator that the germ's size claims for it."""
        cleared = self.in_draws(formula) * germ.size.scale
        for factor, (power, _) in germ.size.denominator.items():
            cleared *= self.factors[factor] ** power
        above, below = sympy.fraction(sympy.cancel(sympy.together(cleared)))
        assert below == 1, f"the claimed denominator of {formula} lacks {below}"
        variables = sorted(above.free_symbols, key=str) or [X]
        return sympy.Poly(above, *variables)

    def note(self, germ: Germ, candidates: dict[int, sympy.Expr]) -> None:
        """Name the factors that the last operation made, by their degrees."""
        for factor in germ.size.denominator:
            if factor not in self.factors:
                self.factors[factor] = candidates[factor.degree]

    def invert(self, germ: Germ, formula: sympy.Expr) -> tuple[Germ, sympy.Expr]:
        known = germ._inverse is not None
        inverse = 1 / germ
        if not known:
            self.note(inverse, {germ.size.degree: self.numerator(germ, formula).as_expr()})
        return inverse, 1 / formula

    def exponential(self, germ: Germ, formula: sympy.Expr) -> tuple[Germ, sympy.Expr]:
        result, function = self.ring.compose_exp(germ), Exponential(formula)
        self.note(result, {0: sympy.Integer(germ.size.scale)})
        self.rules.insert(0, (function, sympy.Symbol(f"e{len(self.rules)}")))
        return result, function

    def sine(self, germ: Germ, formula: sympy.Expr) -> tuple[Germ, sympy.Expr]:
        t = sympy.Symbol(f"t{len(self.rules)}")
        s, _ = self.ring.compose_sincos(germ)
        self.note(s, {2: 1 + t**2, 0: sympy.Integer(germ.size.scale)})
        self.rules.insert(0, (sympy.sin(formula), 2 * t / (1 + t**2)))
        self.rules.insert(0, (sympy.cos(formula), (1 - t**2) / (1 + t**2)))
        return s, sympy.sin(formula)

    def logarithm(self, germ: Germ, formula: sympy.Expr) -> tuple[Germ, sympy.Expr]:
        result, function = self.ring.compose_log(germ), sympy.log(formula)
        self.note(result, {germ.size.degree: self.numerator(germ, formula).as_expr()})
        self.rules.insert(0, (function, sympy.Symbol(f"l{len(self.rules)}")))
        return result, function

    def check(self, germ: Germ, formula: sympy.Expr, derivatives: int = 2) -> None:
        """Compare with the numerators of the germ and of its derivatives."""
        if germ.size is None:
            assert formula == 0
            return
        numerator = self.numerator(germ, formula)
        height = sum(abs(c) for c in numerator.coeffs())
        assert all(c.is_integer for c in numerator.coeffs())
        assert numerator.is_zero or numerator.total_degree() <= germ.size.degree
        assert numerator.is_zero or log2(height) <= germ.size.bits + 1e-9
        for k in range(2 if germ.order and derivatives else 0):
            lower = sympy.diff(formula, (X, Y)[k])
            self.check(self.ring.partial(germ, k), lower, derivatives - 1)


@pytest.mark.parametrize("seed", range(12))
def test_sizes_bound_the_numerators_of_random_rational_functions(seed):
    random, shadow = Random(seed), Shadow()
    pool = shadow.start()
    for _ in range(6):
        (a, f), (b, g) = random.choice(pool), random.choice(pool)
        match random.choice(["+", "*", "-", "/", "d"]):
            case "+":
                new = (a + b, f + g)
            case "-":
                new = (a - b * 3, f - 3 * g)
            case "*":
                new = (a * b, f * g)
            case "/":
                new = shadow.invert(b, g)
                new = (a * new[0], f * new[1])
            case _:
                new = (shadow.ring.partial(a, 0), sympy.diff(f, X)) if a.order else (a, f)
        if new[0].size is not None and new[0].array.any():
            pool.append(new)
            shadow.check(*new)


def test_derivatives_have_the_heights_of_leibniz_and_faa_di_bruno():
    shadow = Shadow()
    (x, _), (y, _), _ = shadow.start()
    shadow.check(x * x, X**2)
    shadow.check(x**4 * y**3, X**4 * Y**3)
    shadow.check(*shadow.invert(x, X))
    shadow.check(*shadow.exponential(x * y, X * Y))


@pytest.mark.parametrize("function", ["exponential", "sine", "logarithm"])
@pytest.mark.parametrize("formula", [X * Y, X + 2, X / 3 + Y, Y / X, X / (3 * Y + 1)])
def test_sizes_bound_the_numerators_of_elementary_functions(function, formula):
    shadow = Shadow(order=2)
    (x, _), (y, _), _ = shadow.start()
    germ = {
        "x*y": lambda: x * y,
        "x + 2": lambda: x + 2,
        "x/3 + y": lambda: x / 3 + y,
        "y/x": lambda: y * shadow.invert(x, X)[0],
        "x/(3*y + 1)": lambda: x * shadow.invert(3 * y + 1, 3 * Y + 1)[0],
    }[str(formula)]()
    result, whole = getattr(shadow, function)(germ, formula)
    shadow.check(result, whole)
    shadow.check(result * x + germ, whole * X + formula)
    square = shadow.ring.partial(result, 0) * result
    shadow.check(square, sympy.diff(whole, X) * whole)


def test_bounds_grow_with_degrees_and_shrink_with_points():
    errors = []
    for points in (1, 2, 4, 8):
        ring = GermRing(["x", "y"], 2, points=points, seed=0)
        a = ring.coordinate(0) * ring.coordinate(1)
        powers = [ring.log2_error(a**k) for k in range(1, 12)]
        assert powers == sorted(powers)
        errors.append(powers[4])
        s, _ = ring.compose_sincos(a)
        assert ring.log2_error(s) >= ring.log2_error(a)
        before = ring.log2_error(a)
        ring.inverse(a + 1)
        assert ring.log2_error(a) > before  # points are conditioned on the inversion
        before = ring.log2_error(a)
        ring.power_root(a, 3)
        assert ring.log2_error(a) > before
    assert errors == sorted(errors, reverse=True)
    assert errors[0] == pytest.approx(errors[3] / 8, rel=0.01)
    assert ring.log2_error(ring.one) == -inf


def test_heights_beyond_the_primes_count():
    ring = GermRing(["x"], 1)
    x = ring.coordinate(0)
    low, high = ring.log2_error(x + 1), ring.log2_error(x + 10**40)
    assert low < high < -80
    unlucky = ring.rational(int(ring.field.primes[0, 0]))
    decision = ring.is_zero(unlucky)  # one unlucky prime of four
    assert not decision.zero and decision.certain


def test_a_bound_that_is_not_reached_is_not_claimed():
    ring = GermRing(["x", "y"], 1, points=2)
    a = ring.coordinate(0)
    nil = a * a - a**2
    with pytest.raises(Undecided, match="more points"):
        ring.is_zero(nil)
    decision = ring.is_zero(nil, log2_bound=-50)
    assert decision.zero and not decision.certain and decision.log2_bound < -50
    assert "degree <= 2" in decision.how and "2 random points" in decision.how


def test_supplied_germs_say_which_degree_is_assumed():
    ring = GermRing(["x"], 1)
    known = ring.germ([[1, 2]] * 4, degree=3)
    assert "assuming" not in ring.is_zero(known + known - 2 * known).how
    bare = ring.germ([[1, 2]] * 4)
    assert "assuming degree <= 64" in ring.is_zero(bare + bare - 2 * bare).how


def test_the_error_of_small_fields_is_what_the_bound_says():
    """With few values per draw, a polynomial of degree D is missed no more often than D/values."""
    span, trials = 16, 1500
    from diffgeo.rings.germs.taylor import Rationals

    ring = GermRing(["x", "y"], 0, "Q", points=trials, seed=2)
    assert isinstance(ring.field, Rationals)
    small = {n: [v % span for v in map(int, ring.generator(n).value)] for n in "xy"}
    ring = GermRing(["x", "y"], 0, "Q", points=trials, base=small)
    x, y = ring.coordinate(0), ring.coordinate(1)
    for element in (x - y, x * y, x * (x - 1) * (y - 2), x * x - y):
        missed = sum(v == 0 for v in element.value) / trials
        assert missed <= element.size.degree / span + 0.02
        assert missed > 0


def test_points_have_primes_of_their_own():
    ring = GermRing(["x"], 1, points=6)
    assert isinstance(ring.field, Residues)
    assert len(set(ring.field.primes[:, 0].tolist())) == 6


def test_tables_agree_with_a_direct_count():
    for variables, order in ((1, 4), (3, 3), (0, 2), (10, 2)):
        where = table(variables, order)
        assert all(
            sum(a) <= sum(b) for a, b in zip(where.exponents, where.exponents[1:], strict=False)
        )
        pairs = sum(sum(a) + sum(b) <= order for a in where.exponents for b in where.exponents)
        assert len(where.left) == pairs


def test_the_geometry_runs_on_germs():
    """Graded Jacobi identities for random (1,1) tensors: [K, [K, K]] = 0, and a false relative."""
    from diffgeo import Manifold, bracket, check

    names = ["a", "b", "c"]
    ring = GermRing(names, 2, seed=1)
    M = Manifold("M", names, ring=ring)
    K, N = (
        M.vector_form(1, {n: M.form(1, {m: M.scalar(ring.random()) for m in names}) for n in names})
        for _ in range(2)
    )
    square = bracket(K, K)
    verdict = check(bracket(K, square) == 0)
    assert verdict.status.name == "PROBED" and verdict.log2_bound < -100 and verdict.seed == 1
    assert not check(square == 0)
    assert check(2 * bracket(K, bracket(K, N)) == bracket(square, N))
    assert not check(bracket(K, bracket(K, N)) == 0)
