"""Concrete functions in the place of undefined ones, with all derivatives carried out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from diffgeo.errors import ExpressionError
from diffgeo.interop.sympy_bridge import from_sympy, to_sympy
from diffgeo.rings.expression import Apply, Expression, Symbol, replace

#: The names of the arguments and the tree of a function; other symbols stay free.
Concrete = tuple[tuple[str, ...], Expression]


def insert_functions(tree: Expression, functions: Mapping[str, Concrete]) -> Expression:
    """The tree with the undefined functions in ``functions`` replaced by their trees.

    A body may use the other functions of the mapping, not itself. Functions that are not
    in the mapping stay as they are.

    Raises
    ------
    ExpressionError
        A function has another number of arguments than it is used with.
    """

    def rule(node: Expression) -> Expression | None:
        if not isinstance(node, Apply) or node.function not in functions:
            return None
        names, body = functions[node.function]
        if len(names) != len(node.arguments):
            raise ExpressionError(
                f"function {node.function!r} is given with {len(names)} arguments and used "
                f"with {len(node.arguments)}"
            )
        derivative = differentiated(body, names, node.orders)
        others = {n: f for n, f in functions.items() if n != node.function}
        images: dict[Expression, Expression] = {
            Symbol(n): replace(a, rule) for n, a in zip(names, node.arguments, strict=True)
        }
        # Arguments first: a free symbol in another body may be named like an argument here.
        return insert_functions(replace(derivative, lambda n: images.get(n)), others)

    return replace(tree, rule)


@lru_cache(maxsize=256)
def differentiated(body: Expression, names: tuple[str, ...], orders: tuple[int, ...]) -> Expression:
    """The partial derivative of ``body`` of the given orders along the given symbols.

    All symbols are real. At isolated points (the kink of ``Abs``, the jump of ``sign``) the
    answer is the one of the neighbourhood.
    """
    if not any(orders):
        return body
    import sympy

    symbols: dict[str, sympy.Symbol] = {}
    functions: dict[str, type] = {}
    for node in body.walk():
        if isinstance(node, Symbol):
            symbols[node.name] = sympy.Symbol(node.name, real=True)
        elif isinstance(node, Apply):
            functions[node.function] = sympy.Function(node.function, real=True)
    steps = [(n, k) for n, k in zip(names, orders, strict=True) if k]
    if any(n not in symbols for n, _ in steps):
        return from_sympy(0)
    derivative = to_sympy(body, symbols, functions).diff(*((symbols[n], k) for n, k in steps))
    return from_sympy(derivative.replace(sympy.DiracDelta, lambda *_: sympy.S.Zero))
