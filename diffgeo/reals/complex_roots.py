"""Exact numbers in balls, and the complex roots of polynomials with such coefficients.

Roots are isolated: each ball contains exactly one of them, so that a part of a root whose ball does
not meet zero has its sign for certain.

Source: Johansson, Arb: efficient arbitrary-precision midpoint-radius interval arithmetic, IEEE
Transactions on Computers 66 (2017).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flint import acb, acb_poly, arb, arb_mat, ctx, fmpq, fmpq_poly

from diffgeo.errors import NotSupported, Refusal, Undecided, UndefinedSymbol
from diffgeo.rings.elementary_functions import ELEMENTARY

if TYPE_CHECKING:
    from sympy import Expr

#: Bits with which enclosures begin, and with which they end.
_BITS, _MOST_BITS = 128, 2048
#: Bits for coefficients that are in balls.
_FINE_BITS = 256
#: How small their balls become.
_NARROW = 2.0**-100
_NOT_ISOLATED = "roots could not be isolated: some of them are equal or very near"


@dataclass(frozen=True)
class Root:
    """A complex root: it differs from ``value`` by no more than ``radius``.

    Parameters
    ----------
    value, radius
        The centre of a ball that contains it, and its radius.
    real_sign
        The sign of its real part, 0 for a part that is exactly zero; None if it is not known.
    multiplicity
        How often it is a root.

    Examples
    --------
    >>> from diffgeo.reals.complex_roots import complex_roots
    >>> [(root.value, root.real_sign) for root in complex_roots([1, 0, 4])]
    [(2j, 0), (-2j, 0)]
    """

    value: complex
    radius: float
    real_sign: int | None
    multiplicity: int = 1


def ball(value: Fraction | int | Expr) -> arb:
    """A ball that contains an exact real number, with the precision of python-flint's context."""
    if isinstance(value, int | Fraction):
        return arb(fmpq(value.numerator, value.denominator))
    import sympy

    if value.is_Rational:
        return arb(fmpq(int(value.p), int(value.q)))
    if value is sympy.pi:
        return arb.pi()
    if value is sympy.E:
        return arb.const_e()
    parts = [ball(part) for part in value.args]
    if value.is_Add or value.is_Mul:
        total = parts[0]
        for part in parts[1:]:
            total = total + part if value.is_Add else total * part
        return total
    if value.is_Pow:
        exponent = value.args[1]
        if exponent.is_Rational:
            base, q = parts[0], int(exponent.q)
            return (base if q == 1 else base.root(q)) ** int(exponent.p)
        return (parts[0].log() * parts[1]).exp()
    name = value.func.__name__
    # Not by any other name: a function of the user may be called as a method of balls.
    function = getattr(arb, {"Abs": "__abs__", "sign": "sgn"}.get(name, name), None)
    if function is None or not parts or name not in ELEMENTARY:
        raise NotSupported(f"{value} is enclosed by no ball")
    found: arb = function(*parts)
    return found


def sign_of_number(value: Fraction | int | Expr) -> int:
    """The sign of an exact real number, by balls; it is 0 by its normal form.

    Raises
    ------
    Undecided
        It is zero or very small.
    NotSupported
        It is no number that is enclosed by balls.
    """
    from diffgeo.interop.parsing import Names
    from diffgeo.interop.sympy_bridge import from_sympy
    from diffgeo.rings.exact import ExactRing

    if not isinstance(value, int | Fraction) and value.is_Rational:
        value = Fraction(int(value.p), int(value.q))
    if isinstance(value, int | Fraction):
        return (value > 0) - (value < 0)
    with suppress(Refusal):  # the exact ring does not know all numbers
        ring = ExactRing(())
        if all(map(ring.certainly_zero, ring.ingest([from_sympy(value, Names())]))):
            return 0
    bits = _BITS
    while bits <= _MOST_BITS:
        with ctx.workprec(bits):
            found = ball(value)
        if found.is_finite() and not found.contains(0):
            return 1 if found > 0 else -1
        bits *= 4
    raise Undecided(f"{value} is zero or very small; which of these is not known")


def complex_roots(coefficients: Sequence[Fraction | int | Expr]) -> list[Root]:
    """The roots of a polynomial with exact real coefficients, the highest first.

    Parameters
    ----------
    coefficients
        The first of them is not zero.

    Returns
    -------
    list of Root
        By real parts, from the largest; conjugate ones stand together.

    Raises
    ------
    NotSupported
        Roots could not be isolated: some are equal, and coefficients are not rational.
    """
    rest = list(coefficients)
    zeros = 0
    while len(rest) > 1 and rest[-1] == 0:
        zeros += 1
        rest.pop()
    found = [Root(0j, 0.0, 0, zeros)] if zeros else []
    if all(isinstance(c, int | Fraction) for c in rest):
        rational = [fmpq(c.numerator, c.denominator) for c in reversed(rest)]
        with ctx.workprec(_BITS):
            found += [_root(z, n) for z, n in fmpq_poly(rational).complex_roots()]
    else:
        found += [_root(z) for z in _isolated(rest)]
    return sorted(found, key=_order)


def _order(root: Root) -> tuple[float, float, float]:
    return (-root.value.real, abs(root.value.imag), -root.value.imag)


def roots_in_balls(coefficients: Sequence[arb]) -> list[Root]:
    """The roots of a polynomial whose real coefficients are in balls, as `complex_roots` does."""
    if len(coefficients) == 1:
        return []
    with ctx.workprec(_FINE_BITS):
        try:
            found = acb_poly([acb(c) for c in reversed(coefficients)]).roots(tol=_NARROW)
        except (ValueError, ArithmeticError):
            raise NotSupported(_NOT_ISOLATED) from None
        return sorted(map(_root, found), key=_order)


def hurwitz_in_balls(coefficients: Sequence[arb]) -> list[arb]:
    """The determinants of Hurwitz of a polynomial with coefficients in balls, the highest first."""
    n = len(coefficients) - 1

    def entry(i: int, j: int) -> arb:
        k = 2 * j - i + 1
        return coefficients[k] if 0 <= k <= n else arb(0)

    with ctx.workprec(_FINE_BITS):
        return [
            arb_mat([[entry(i, j) for j in range(size)] for i in range(size)]).det()
            for size in range(1, n + 1)
        ]


def real_roots(formula: Expr, name: str) -> list[Fraction]:
    """Rational numbers near the real roots of the numerator of a formula in one symbol.

    In their order, one for each root, up to rounding to floats; complex roots whose balls meet the
    real line are among them, so that there is no real root besides.

    Raises
    ------
    UndefinedSymbol
        It contains other symbols.
    NotSupported
        It is no polynomial there, or roots could not be isolated.
    """
    import sympy

    others = sorted(s.name for s in formula.free_symbols if s.name != name)
    if others:
        raise UndefinedSymbol(f"the roots in {name} depend on {', '.join(others)}: give values")
    symbol = next(iter(formula.free_symbols), sympy.Symbol(name))
    numerator = sympy.numer(sympy.together(formula))
    try:
        found = sympy.Poly(numerator, symbol).all_coeffs()
    except sympy.PolynomialError:
        raise NotSupported(f"{formula} is not rational in {name}") from None
    coefficients = [Fraction(int(c.p), int(c.q)) if c.is_Rational else c for c in found]
    roots = complex_roots(coefficients) if coefficients[0] != 0 else []
    return sorted({Fraction(r.value.real) for r in roots if not r.value.imag})


def _isolated(coefficients: Sequence[Any]) -> list[acb]:
    if len(coefficients) == 1:
        return []
    bits = _BITS
    while bits <= _MOST_BITS:
        with ctx.workprec(bits):
            enclosed = [acb(ball(c)) for c in reversed(coefficients)]
            # It may be given up only by an error, whose kinds python-flint does not document.
            try:
                return list(acb_poly(enclosed).roots(tol=_NARROW, maxprec=2 * bits))
            except (ValueError, ArithmeticError):
                bits *= 4
    raise NotSupported(_NOT_ISOLATED)


def _root(found: acb, multiplicity: int = 1) -> Root:
    real, imaginary = found.real, found.imag
    sign = 0 if real == 0 else None
    if not real.contains(0):
        sign = 1 if real > 0 else -1
    parts = [0.0 if part.contains(0) else float(part.mid()) for part in (real, imaginary)]
    value = complex(*parts)
    # Rounding to floats is half a unit in the last place for each part.
    away = (real - parts[0]).abs_upper() + (imaginary - parts[1]).abs_upper()
    radius = float(away) + 2.0**-52 * abs(value)
    return Root(value, radius, sign, multiplicity)
