"""Python source code of formulas, for use outside the library."""

from __future__ import annotations

import keyword
from collections.abc import Mapping, Sequence
from itertools import count

from diffgeo.interop.sympy_bridge import to_sympy
from diffgeo.rings.expression import Apply, Expression, Symbol, replace


def python_function(
    name: str,
    trees: Mapping[str, Expression],
    variables: Sequence[str],
    parameters: Sequence[str] = (),
    functions: Sequence[str] = (),
    summary: str = "",
) -> str:
    """The source of a function of floats; it imports nothing but `math`.

    Parameters
    ----------
    name
        Its name.
    trees
        What it returns, as a list; the names are for the docstring.
    variables
        Positional arguments, in order.
    parameters, functions
        Keyword arguments. Undefined functions are passed as callables, their derivatives
        under names of their own: ``f_1`` for f', ``g_1_0`` for the first partial derivative.
    summary
        The first line of the docstring.

    A name that is a Python keyword, or ``math``, gets an underscore.
    """
    import sympy
    from sympy.printing.pycode import PythonCodePrinter

    names = (*variables, *parameters, *functions)
    taken = {n for n in names if not keyword.iskeyword(n)} | {"math"}
    renamed = {n: _free(n, taken) if keyword.iskeyword(n) or n == "math" else n for n in names}
    derived: dict[tuple[str, tuple[int, ...]], str] = {}

    def rule(node: Expression) -> Expression | None:
        if isinstance(node, Symbol):
            return Symbol(renamed.get(node.name, node.name))
        if not isinstance(node, Apply):
            return None
        key = (node.function, node.orders)
        if key not in derived:
            base = renamed.get(node.function, node.function)
            wanted = f"{base}_{'_'.join(map(str, node.orders))}" if any(node.orders) else base
            derived[key] = _free(wanted, taken) if any(node.orders) else base
        arguments = tuple(replace(a, rule) for a in node.arguments)
        return Apply(derived[key], (0,) * len(arguments), arguments)

    expressions = [to_sympy(replace(tree, rule)) for tree in trees.values()]
    fresh = (sympy.Symbol(_free(f"s{k}", taken)) for k in count())
    shared, results = sympy.cse(expressions, symbols=fresh)
    printer = PythonCodePrinter({"fully_qualified_modules": True, "allow_unknown_functions": True})
    arguments = ", ".join(renamed[v] for v in variables)
    keywords = [renamed[p] for p in parameters] + sorted(derived.values())
    if keywords:
        arguments += ", *, " + ", ".join(keywords)
    lines = ["import math", "", "", f"def {name}({arguments}):"]
    lines.append(f'    """{summary or name}')
    lines += ["", f"    Returns [{', '.join(trees)}]."]
    for (function, orders), callable_name in sorted(derived.items(), key=lambda item: item[1]):
        if any(orders):
            lines.append(f"    {callable_name}: derivative of {function} of order {orders}.")
    lines.append('    """')
    lines += [f"    {symbol} = {printer.doprint(value)}" for symbol, value in shared]
    body = ", ".join(printer.doprint(value) for value in results)
    return "\n".join([*lines, f"    return [{body}]"])


def _free(name: str, taken: set[str]) -> str:
    """The name, with underscores if it is a keyword or taken."""
    free = name
    while keyword.iskeyword(free) or free in taken:
        free += "_"
    taken.add(free)
    return free
