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
        by_tangent = _by_tangent(expression.subs(positive), variable)
        if by_tangent is not None:
            return by_tangent.subs({p: s for s, p in positive.items()})
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


def _with_short_root(expression: Expr) -> Iterator[Expr]:
    """A rational multiple of one square root in the ways that SymPy knows integrals of."""
    import sympy

    powers = [p for p in expression.atoms(sympy.Pow) if p.exp.is_Rational and p.exp.q == 2]
    if len({p.base for p in powers}) == 1:
        square, root = powers[0].base, sympy.Dummy("w", positive=True)
        rest = expression.subs({p: root ** (2 * p.exp) for p in powers})
        rest = sympy.cancel((rest * root).subs(root**2, square))
        if not rest.has(root):
            square = sympy.expand(square)
            yield rest / sympy.sqrt(square)
            yield sympy.cancel(rest / square) * sympy.sqrt(square)


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
