"""Claims about signs of polynomials, written in and, or, not and comparisons."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from diffgeo.errors import ExpressionError, UndefinedSymbol
from diffgeo.reals.real_sentences import RealSentences

if TYPE_CHECKING:
    from sympy import Expr, Symbol
    from z3 import ArithRef, BoolRef

_RELATIONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "=", ast.NotEq: "!=", ast.Gt: ">", ast.Lt: "<", ast.GtE: ">=", ast.LtE: "<=",
}  # fmt: skip


def read_claim(text: str, space: object, parameters: Sequence[Symbol]) -> BoolRef:
    """A claim as a z3 formula in the parameters; nothing is evaluated.

    Raises
    ------
    ExpressionError
        The text is no such claim.
    UndefinedSymbol
        It speaks of something else than the parameters.
    """
    z = RealSentences(1.0)
    if text.strip() in ("always", "never"):
        return (z.all_of if text.strip() == "always" else z.any_of)(())
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ExpressionError(
            f"{text[:60]!r} is no claim; write comparisons, and, or, not: 'E > 0 or F == 1'"
        ) from None
    return _formula(tree, text, space, {s.name for s in parameters}, z)


def _formula(node: ast.AST, text: str, space: object, names: set[str], z: RealSentences) -> BoolRef:
    if isinstance(node, ast.BoolOp):
        parts = [_formula(v, text, space, names, z) for v in node.values]
        return (z.all_of if isinstance(node.op, ast.And) else z.any_of)(parts)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return z.z3.Not(_formula(node.operand, text, space, names, z))
    if isinstance(node, ast.Compare):
        sides = [_polynomial(n, space, names, z) for n in (node.left, *node.comparators)]
        pairs = zip(sides, node.ops, sides[1:], strict=False)
        return z.all_of(_compared(a, op, b, text) for a, op, b in pairs)
    raise ExpressionError(
        f"{ast.unparse(node)[:60]!r} is no comparison; write comparisons, and, or, not"
    )


def _compared(a: ArithRef, op: ast.cmpop, b: ArithRef, text: str) -> BoolRef:
    relation = _RELATIONS.get(type(op))
    if relation is None:
        raise ExpressionError(f"{text[:60]!r}: only ==, !=, <, >, <=, >= compare numbers")
    return {
        "=": a == b, "!=": a != b, ">": a > b, "<": a < b, ">=": a >= b, "<=": a <= b,
    }[relation]  # fmt: skip


def _polynomial(node: ast.expr, space: Any, names: set[str], z: RealSentences) -> ArithRef:
    formula = space.function(ast.unparse(node)).to_sympy(plain=True)
    formula = formula.xreplace({f: _named(str(f)) for f in _applied(formula)})
    for s in formula.free_symbols:
        if s.name not in names:
            raise UndefinedSymbol(f"{s.name!r} is no parameter; those are {', '.join(names)}")
    if not formula.is_polynomial():
        raise ExpressionError(f"{ast.unparse(node)[:60]!r} is no polynomial; clear denominators")
    return z.polynomial(formula)


def _applied(formula: Expr) -> Any:
    import sympy

    return formula.atoms(sympy.core.function.AppliedUndef)


def _named(name: str) -> Symbol:
    import sympy

    return sympy.Symbol(name)
