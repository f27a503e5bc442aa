"""Antiderivatives that SymPy suggests; whether one is true is decided by whoever asked."""

from __future__ import annotations

from collections.abc import Collection

from diffgeo.errors import DiffGeoError
from diffgeo.interop.deadline import TimeIsUp, deadline
from diffgeo.interop.sympy_bridge import from_sympy, to_sympy
from diffgeo.rings.expression import Expression, names_in

#: Seconds after which no suggestion is waited for.
SECONDS = 10.0


def suggested(tree: Expression, name: str, positive: Collection[str] = ()) -> Expression | None:
    """A function whose derivative by a name may be the given one; None if there is no suggestion.

    Of a distinction of cases the first one is taken: ``sin(a*x)/a``, where a is not 0.
    """
    import sympy

    symbols = {
        n: sympy.Symbol(n, real=True, positive=n in positive or None) for n in names_in(tree)
    }
    variable = symbols.setdefault(name, sympy.Symbol(name, real=True))
    try:
        with deadline(SECONDS):
            found = sympy.integrate(to_sympy(tree, symbols), variable)
            found = found.replace(
                lambda e: isinstance(e, sympy.Piecewise), lambda e: e.args[0].expr
            )
            if found.has(sympy.Integral, sympy.I, sympy.zoo, sympy.nan):
                return None
            return from_sympy(found)
    # A suggestion may fail in whatever way: SymPy raises exceptions of every class here.
    except (TimeIsUp, DiffGeoError, ArithmeticError, ValueError, TypeError, AttributeError):
        return None
    except (NotImplementedError, RecursionError, LookupError):
        return None
