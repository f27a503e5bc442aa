"""Antiderivatives that SymPy proposes; they are to be checked by whoever asks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from diffgeo.interop.deadline import TimeIsUp, deadline

if TYPE_CHECKING:
    from sympy import Expr

#: What SymPy may raise where it knows no integral.
_FAILURES = TimeIsUp, ArithmeticError, AttributeError, NotImplementedError, TypeError, ValueError


def proposed_antiderivative(
    expression: Expr, name: str, seconds: float, negative: bool = False
) -> Any:
    """An expression that may be an antiderivative by the symbol of this name, or None.

    Every symbol is taken as positive meanwhile, this one as ``negative`` if that is said: other
    signs are for the check.
    """
    import sympy

    if negative:
        turned = {s: -s for s in expression.free_symbols if str(s) == name}
        found = proposed_antiderivative(expression.subs(turned), name, seconds)
        return None if found is None else -found.subs(turned)
    symbols = sorted(expression.free_symbols, key=str)
    positive = {s: sympy.Dummy(str(s), positive=True) for s in symbols}
    variable = next((p for s, p in positive.items() if str(s) == name), None)
    if variable is None:
        return expression * sympy.Symbol(name)
    sympy.integrate(1 / (1 + variable**2), variable)  # loads what integrates, outside of the limit
    with suppress(*_FAILURES), deadline(seconds):
        for rule in (_by_tangent, _over_short_root):
            by_rule = rule(expression.subs(positive), variable)
            if by_rule is not None:
                return by_rule.subs({p: s for s, p in positive.items()})
        ways = *_with_short_root(expression), *_with_whole_angles(expression), expression
        for written in dict.fromkeys(ways):
            found = _without_jumps(sympy.integrate(written.subs(positive), variable))
            if not found.has(sympy.Integral, sympy.Piecewise, sympy.floor):
                return found.subs({p: s for s, p in positive.items()})
    return None


def proposed_zeros(expression: Expr, name: str, low: Expr, high: Expr, seconds: float) -> list[Any]:
    """Expressions that may be all zeros between two ends, by the symbol of this name."""
    import sympy

    variable = sympy.Dummy(name, real=True)
    written = expression.subs(sympy.Symbol(name), variable)
    sympy.solveset(variable - 1, variable)  # loads what solves, outside of the limit
    with suppress(*_FAILURES), deadline(seconds):
        found = sympy.solveset(written, variable, sympy.Interval.open(low, high))
        if isinstance(found, sympy.FiniteSet):
            return list(found)
    return []


def _by_one_root(expression: Expr) -> tuple[Expr, Expr] | None:
    """The functions f and R with ``f/√R`` as the expression, f without roots."""
    import sympy

    powers = [p for p in expression.atoms(sympy.Pow) if p.exp.is_Rational and p.exp.q == 2]
    if len({p.base for p in powers}) == 1:
        square, root = powers[0].base, sympy.Dummy("w", positive=True)
        rest = expression.subs({p: root ** (2 * p.exp) for p in powers})
        rest = sympy.cancel((rest * root).subs(root**2, square))
        if not rest.has(root):
            return rest, sympy.expand(square)
    return None


def _with_short_root(expression: Expr) -> Iterator[Expr]:
    """A rational multiple of one square root in the ways that SymPy knows integrals of."""
    import sympy

    if found := _by_one_root(expression):
        rest, square = found
        yield rest / sympy.sqrt(square)
        yield sympy.cancel(rest / square) * sympy.sqrt(square)


def _over_short_root(expression: Expr, x: Expr) -> Expr | None:
    """The integral of ``f/√R`` for R of degree 2 and f rational with simple poles.

    With q = R(p) that of ``1/((x - p)√R)`` is an arctangent for q < 0 and a logarithm for q > 0;
    for polynomials the degree is lowered by ``d(x^n √R)``.
    """
    import sympy

    constant, expression = expression.as_independent(x, as_Add=False)
    found = _by_one_root(expression)
    if found is None or not found[1].is_polynomial(x):
        return None
    roots = [p for p in sympy.Mul.make_args(constant) if p.is_Pow and abs(p.exp) * 2 == 1]
    # Into the root, of which SymPy has taken them out.
    scale = constant * sympy.prod(p.base / p if p.exp > 0 else 1 / p for p in roots)
    found = found[0] * scale, sympy.expand(found[1] * sympy.prod(p.base for p in roots))
    if sympy.degree(found[1], x) == 4 and not found[1].coeff(x, 1) and not found[1].coeff(x, 3):
        u = sympy.Dummy("u", positive=True)  # x**2, if f is odd
        by_square = sympy.cancel(found[0] / (2 * x)).subs(x**2, u)
        if by_square.has(x):
            return None
        by_square = _over_short_root(by_square / sympy.sqrt(found[1].subs(x**2, u)), u)
        return None if by_square is None else by_square.subs(u, x**2)
    if sympy.degree(found[1], x) != 2:
        return None
    above, below = (part.as_poly(x) for part in sympy.cancel(found[0]).as_numer_denom())
    square = sympy.Poly(found[1], x)
    if above is None or below is None:
        return None
    a, b, _ = square.all_coeffs()
    slope, root = square.diff(x).as_expr(), sympy.sqrt(square.as_expr())
    whole, remainder = sympy.div(above, below)
    poles = sympy.roots(below)
    if len(poles) != below.degree():
        return None
    total = sympy.Integer(0)
    for p in poles:
        q = sympy.factor(square.eval(p))
        if not q:
            return None
        line = 2 * q + slope.subs(x, p) * (x - p)
        scale = sympy.sqrt(-q if q.is_negative else q)
        residue = sympy.cancel(remainder.eval(p) / below.diff(x).eval(p)) / scale
        if q.is_negative:
            total += residue * sympy.atan(line / (2 * scale * root))
        else:
            total -= residue * sympy.log((line + 2 * scale * root) / (x - p))
    while (n := whole.degree()) > 0:
        k = whole.LC() / (n * a)
        total += k * x ** (n - 1) * root
        lower = (n - 1) * x ** (n - 2) * square.as_expr() + x ** (n - 1) * slope / 2
        whole = sympy.Poly(sympy.expand(whole.as_expr() - sympy.cancel(k) * lower), x)
    k, a = whole.as_expr(), sympy.factor(a)
    scale = sympy.sqrt(-a if a.is_negative else a)
    if a.is_negative:
        return total - k / scale * sympy.atan(slope / (2 * scale * root))
    return total + k / scale * sympy.log(2 * scale * root + 2 * a * x + b) if k else total


def _with_whole_angles(expression: Expr) -> Iterator[Expr]:
    """Rational in sines and cosines of an angle instead of its half, if it can be written so."""
    import sympy
    from sympy.simplify.fu import TR8

    def has_halves(expression: Expr) -> bool:
        waves = expression.atoms(sympy.sin, sympy.cos)
        return any(wave.args[0].as_coeff_Mul()[0].q == 2 for wave in waves)

    if has_halves(expression) and not has_halves(found := sympy.together(TR8(expression))):
        yield found


def _by_tangent(expression: Expr, variable: Expr) -> Expr | None:
    """The integral of a quotient that is rational in the tangent of one angle.

    The tangent of half the angle makes it long.
    """
    import sympy

    angles = {wave.args[0] for wave in expression.atoms(sympy.sin, sympy.cos)}
    if len(angles) != 1:
        return None
    (angle,) = angles
    speed = angle.diff(variable)
    if not speed or speed.has(variable):
        return None
    sine, cosine, tangent = sympy.symbols("s c u", real=True)
    rational = expression.subs({sympy.sin(angle): sine, sympy.cos(angle): cosine})
    if rational.is_polynomial(sine, cosine):
        return None
    rational = sympy.cancel(rational.subs(sine, tangent * cosine))
    rational = sympy.cancel(rational.subs(cosine, 1 / sympy.sqrt(1 + tangent**2)))
    if rational.has(variable) or not rational.is_rational_function(tangent):
        return None
    found = sympy.integrate(sympy.factor(rational / (1 + tangent**2)), tangent)
    if found.has(sympy.Integral, sympy.log):
        return None
    plain, others = (found / speed).expand().as_independent(sympy.atan, as_Add=True)
    plain = sympy.cancel(plain.subs(tangent, sine / cosine))
    plain = plain.subs({sine: sympy.sin(angle), cosine: sympy.cos(angle)})
    return plain + _turned(others.subs(tangent, sympy.tan(angle)))


def _without_jumps(expression: Expr) -> Expr:
    """Without the steps at the jumps of arctangents, which are written continuously instead."""
    import sympy

    if not expression.has(sympy.floor):
        return expression
    return _turned(expression.replace(sympy.floor, lambda _: sympy.Integer(0)))


def _turned(expression: Expr) -> Expr:
    """With ``atan(k*tan(u) + c)`` and its jumps written continuously, u and an angle within ±π/2.

    The tangent of the angle is ``(k*tan(u) + c - tan(u))/(1 + tan(u)*(k*tan(u) + c))``.
    """
    import sympy

    def turned(argument: Expr) -> Expr:
        tangents = argument.atoms(sympy.tan)
        if len(tangents) != 1 or not (line := argument.as_poly(*tangents)) or line.degree() != 1:
            return sympy.atan(argument)
        (u,) = tangents.pop().args
        k, c = line.all_coeffs()
        sine, cosine = sympy.sin(u), sympy.cos(u)
        above = ((k - 1) * sine + c * cosine) * cosine
        return u + sympy.atan(above / (cosine**2 + (k * sine + c * cosine) * sine))

    return expression.replace(sympy.atan, turned)


def with_real_logarithms(expression: Expr, is_negative: Callable[[Expr], bool]) -> Expr:
    """The expression with ``log(-a)`` for ``log(a)`` where a is negative: both have ``da/a``."""
    import sympy

    def real(argument: Expr) -> Expr:
        return sympy.log(-argument if is_negative(argument) else argument)

    return expression.replace(sympy.log, real)
