"""Expressions from SymPy and to SymPy; the function stays the same, the form may not.

SymPy is imported when one of these functions is first called.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from diffgeo.errors import (
    ExpressionError,
    InexactNumber,
    NonReal,
    NotSupported,
    TooLarge,
    UndefinedSymbol,
    ZeroDenominator,
)
from diffgeo.interop.parsing import Names, undefined_function, undefined_symbol, wrong_arity
from diffgeo.interop.traversal import fold
from diffgeo.interop.typeset import latex
from diffgeo.rings.elementary_functions import ELEMENTARY
from diffgeo.rings.expression import (
    Apply,
    Call,
    Constant,
    Expression,
    Number,
    Power,
    Product,
    Sum,
    Symbol,
)

if TYPE_CHECKING:
    import sympy
    from sympy import Basic, Expr

    from diffgeo.rings.protocol import Condition

__all__ = ["from_sympy", "latex", "to_sympy"]


def from_sympy(
    expr: object,
    names: Names | None = None,
    stands_for: Mapping[Basic, Expression] | None = None,
) -> Expression:
    """The tree of a SymPy expression (or of an int, a Fraction).

    Symbols and undefined functions are known by their names only; assumptions are dropped (they are
    declared signs, see `diffgeo.interop.sympy_names`).
    ``Derivative`` and ``Subs`` of undefined functions become `Apply`; where a chain rule is
    needed (``Derivative(f(2*t), t)``) it is carried out.

    Parameters
    ----------
    expr
        A scalar SymPy expression. Text is refused: SymPy would evaluate it; use `parse`.
    names
        If given, only these symbols and functions are allowed.
    stands_for
        What objects are read as that are no symbols: coordinates ``x(t)``, and their velocities.

    Raises
    ------
    InexactNumber
        A floating-point number.
    NonReal
        The imaginary unit.
    NotSupported
        ``zoo``, ``oo``, ``nan``, ``Piecewise``, a special function, a matrix, ..., by name.
    UndefinedSymbol, ExpressionError
        A name is not among ``names``; text instead of an expression.
    """
    import sympy

    try:
        source = sympy.sympify(expr, strict=True)
    except (sympy.SympifyError, TypeError):
        raise ExpressionError(
            f"a formula is given as a SymPy expression, not as {type(expr).__name__}"
            + ("; text is read by parse" if isinstance(expr, str) else "")
        ) from None
    try:
        return _Reader(names).read(source, stands_for or {})
    except RecursionError:
        raise TooLarge("the SymPy expression is nested too deeply; split it up") from None


class _Reader:
    """Reads SymPy nodes; ``bound`` holds what the variables of an enclosing Subs stand for."""

    def __init__(self, names: Names | None) -> None:
        self.names = names

    def read(self, e: Basic, bound: Mapping[Basic, Expression]) -> Expression:
        import sympy
        from sympy.core.function import AppliedUndef

        if e in bound:
            return bound[e]
        if isinstance(e, sympy.Rational):
            return Number(Fraction(int(e.p), int(e.q)))
        if isinstance(e, sympy.Symbol):
            return self.symbol(e)
        if isinstance(e, sympy.Add | sympy.Mul):
            parts = tuple(self.read(a, bound) for a in e.args)
            if len(parts) == 1:
                return parts[0]
            return Sum(parts) if isinstance(e, sympy.Add) else Product(parts)
        if isinstance(e, sympy.Pow):
            return Power(self.read(e.base, bound), self.read(e.exp, bound))
        if isinstance(e, AppliedUndef):
            return self.apply(e, (0,) * len(e.args), bound)
        if isinstance(e, sympy.Derivative):
            return self.derivative(e, bound)
        if isinstance(e, sympy.Subs):
            inner = {v: self.read(p, bound) for v, p in zip(e.variables, e.point, strict=True)}
            return self.read(e.expr, {**bound, **inner})
        if isinstance(e, sympy.Float):
            raise InexactNumber(
                f"the floating-point number {e} is not exact; write it as a Rational, "
                "or read it as a decimal fraction by diffgeo.calculus.rationalised"
            )
        if e is sympy.pi or e is sympy.E:
            return Constant(str(e))
        if e is sympy.I:
            raise NonReal("the imaginary unit I is not real; functions here are real")
        if (name := type(e).__name__) in ELEMENTARY:
            return Call(name, tuple(self.read(a, bound) for a in e.args))
        kind = str(e) if not getattr(e, "args", ()) else type(e).__name__
        raise NotSupported(f"SymPy's {kind} is not supported; rewrite it by elementary functions")

    def symbol(self, e: sympy.Symbol) -> Expression:
        if self.names is not None and e.name not in self.names.symbols:
            raise undefined_symbol(e.name, self.names, "in a SymPy expression")
        if not e.is_commutative:
            raise NotSupported(f"the non-commutative symbol {e.name!r} is not a function")
        return Symbol(e.name)

    def apply(
        self, e: Basic, orders: Sequence[int], bound: Mapping[Basic, Expression]
    ) -> Expression:
        name = str(e.func)
        if self.names is not None:
            if name not in self.names.arities:
                raise undefined_function(name, self.names, "in a SymPy expression")
            if self.names.arities[name] != len(e.args):
                raise wrong_arity(
                    name, self.names.arities[name], len(e.args), "in a SymPy expression"
                )
        return Apply(name, tuple(orders), tuple(self.read(a, bound) for a in e.args))

    def derivative(self, e: Basic, bound: Mapping[Basic, Expression]) -> Expression:
        from sympy.core.function import AppliedUndef

        if e.expr in bound and e.expr.args == e.variables[:1]:
            raise UndefinedSymbol(
                f"{e} is no coordinate here: of {e.expr} there are derivatives of lower order only"
            )
        if isinstance(e.expr, AppliedUndef):
            orders = [0] * len(e.expr.args)
            for variable, count in e.variable_count:
                slots = [k for k, a in enumerate(e.expr.args) if a == variable]
                clean = sum(a.has(variable) for a in e.expr.args) == 1
                if len(slots) != 1 or not clean or not count.is_Integer:
                    break
                orders[slots[0]] += int(count)
            else:
                return self.apply(e.expr, orders, bound)
        carried_out = e.doit()
        if carried_out == e:
            raise NotSupported(f"SymPy's {e} is not a derivative of an undefined function")
        return self.read(carried_out, bound)


def to_sympy(
    tree: Expression,
    symbols: Mapping[str, sympy.Symbol] | None = None,
    functions: Mapping[str, Callable[..., Expr]] | None = None,
) -> Expr:
    """The SymPy expression of a tree, with exact rationals.

    By default a name becomes a plain ``Symbol(name)`` (no assumption, so that SymPy's
    automatic rewriting holds for every real value) and a plain ``Function(name)``.

    Raises
    ------
    ZeroDenominator
        SymPy finds a division by zero.
    """
    import sympy

    symbols, functions = symbols or {}, functions or {}

    singular = (sympy.zoo, sympy.nan, sympy.oo, -sympy.oo)

    def build(node: Expression, values: Sequence[Expr]) -> Expr:
        # At once: SymPy cannot go on with nan, and 1/zoo would come out as 0.
        result = construct(node, values)
        if result in singular:
            raise ZeroDenominator(f"division by zero in {str(node)[:80]!r}")
        return result

    def construct(node: Expression, values: Sequence[Expr]) -> Expr:
        match node:
            case Number(value):
                return sympy.Rational(value.numerator, value.denominator)
            case Constant(name):
                return sympy.pi if name == "pi" else sympy.E
            case Symbol(name):
                return symbols[name] if name in symbols else sympy.Symbol(name)
            case Sum():
                return sympy.Add(*values)
            case Product():
                return sympy.Mul(*values)
            case Power():
                return sympy.Pow(*values)
            case Call(name):
                return getattr(sympy, name, sympy.Function(name))(*values)
            case Apply(name, orders):
                function = functions[name] if name in functions else sympy.Function(name)
                return _applied(function, orders, values)
        raise TypeError(f"not an expression: {node!r}")

    return fold(tree, build)


def array(entries: Sequence[Any], shape: tuple[int, ...]) -> Any:
    """An array of SymPy of expressions, or of arrays of one shape."""
    from sympy import Array, NDimArray

    stacked = any(isinstance(entry, NDimArray) for entry in entries)
    return Array(entries) if stacked else Array(entries, shape)


def relation(
    condition: Condition,
    symbols: Mapping[str, sympy.Symbol] | None = None,
    functions: Mapping[str, Callable[..., Expr]] | None = None,
) -> Basic:
    """A condition (``p != 0``, ``q > 0``) as a relation of SymPy; names as in `to_sympy`."""
    import sympy

    made = {"!=": sympy.Ne, ">": sympy.Gt, ">=": sympy.Ge, "<": sympy.Lt, "<=": sympy.Le}
    return made[condition.relation](to_sympy(condition.expression, symbols, functions), 0)


def _applied(function: Callable[..., Expr], orders: Sequence[int], values: Sequence[Expr]) -> Expr:
    import sympy

    if not any(orders):
        return function(*values)
    plain = all(v.is_Symbol for v in values) and len(set(values)) == len(values)
    variables = list(values) if plain else [sympy.Dummy(f"xi_{k + 1}") for k in range(len(values))]
    steps = [(v, n) for v, n in zip(variables, orders, strict=True) if n]
    derivative = sympy.Derivative(function(*variables), *steps)
    return derivative if plain else sympy.Subs(derivative, tuple(variables), tuple(values))
