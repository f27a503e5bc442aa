"""Equations that are not linear, solved by SymPy within a time limit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from diffgeo.interop.deadline import TimeIsUp, deadline

if TYPE_CHECKING:
    from sympy import Expr


def solutions(
    formulas: Mapping[str, Expr],
    known: Mapping[str, str],
    unknown: Sequence[str],
    seconds: float,
    checked: bool = True,
) -> list[dict[str, Expr]] | None:
    """Solutions of ``y = formula(x)`` for the unknown x, as SymPy proposes them.

    Nothing is promised about them: they are to be verified.

    Parameters
    ----------
    formulas
        SymPy expressions in the x by the names of the y.
    known
        The names of those x that equal a y.
    unknown
        The names of those x to solve for.
    seconds
        The time limit.
    checked
        Whether SymPy leaves out what it sees to be none, which may take most of the time.

    Returns
    -------
    list or None
        Formulas in the y by the names of the unknown x; None if the time was up.
    """
    import sympy

    hidden = {x: sympy.Dummy(x, real=True) for x in unknown}
    renamed = {sympy.Symbol(x): hidden[x] for x in unknown}
    renamed |= {sympy.Symbol(x): sympy.Symbol(y) for x, y in known.items()}
    equations = [f.subs(renamed, simultaneous=True) - sympy.Symbol(y) for y, f in formulas.items()]
    try:
        with deadline(seconds):
            found = sympy.solve(equations, list(hidden.values()), dict=True, check=checked)
    except TimeIsUp:
        return None
    except (NotImplementedError, ValueError, TypeError, AttributeError, ZeroDivisionError):
        # SymPy says so, in one of these ways, of equations that it has no method for.
        return []
    answers = [
        {x: solution[s] for x, s in hidden.items()}
        for solution in found
        if all(s in solution and not solution[s].has(*hidden.values()) for s in hidden.values())
    ]
    # A root of a square is written as sqrt(a**2) for a and -a alike: both are proposed, and
    # first, because a chart that has read the root of a square has a harder time with a.
    forced = [
        {x: sign * _forced(value) for x, value in answer.items()}
        for answer in answers
        for sign in (1, -1)
        if any(_forced(value) != value for value in answer.values())
    ]
    return forced + answers


def with_real_roots(expression: Expr) -> Expr:
    """The expression with real roots of odd order of negative numbers, too.

    For SymPy ``y**(1/3)`` is the principal root, which is real for positive y only.

    Examples
    --------
    >>> from sympy import cbrt
    >>> from sympy.abc import y
    >>> from diffgeo.reals.nonlinear_equations import with_real_roots
    >>> with_real_roots(1 + 1/cbrt(y))
    1 + sign(y)/Abs(y)**(1/3)
    """
    import sympy

    def is_odd_root(e: Expr) -> bool:
        return bool(e.is_Pow and e.exp.is_Rational and e.exp.q % 2 == 1 < e.exp.q)

    def real(e: Expr) -> Expr:
        return sympy.sign(e.base) ** (e.exp.p % 2) * sympy.Abs(e.base) ** e.exp

    return expression.replace(is_odd_root, real)


def _forced(expression: object) -> Expr:
    """The expression with ``sqrt(a**2*b)`` as ``a*sqrt(b)``, right up to signs."""
    import sympy

    return sympy.powdenest(sympy.expand_power_base(expression, force=True), force=True)
