"""Python source code of formulas, for use outside the library."""

from __future__ import annotations

import keyword
import unicodedata
from collections.abc import Mapping, Sequence
from itertools import count

from diffgeo.errors import ExpressionError
from diffgeo.interop.sympy_bridge import to_sympy
from diffgeo.rings.expression import Apply, Expression, Symbol, replace

#: What the code itself uses, and what cannot be assigned.
_USED = frozenset({"math", "abs", "__debug__"})


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
        The first line of the docstring, whatever it contains.

    A name that is a Python keyword, or one that the code itself uses, gets an underscore.

    Raises
    ------
    ExpressionError
        The name of the function, or one of its arguments, is no identifier.
    """
    import sympy
    from sympy.printing.pycode import PythonCodePrinter

    names = (*variables, *parameters, *functions)
    for text in (name, *names):
        if not text.isidentifier():
            raise ExpressionError(f"{text!r} is no name in Python: use letters, digits and _")
    if keyword.iskeyword(name):
        raise ExpressionError(f"{name!r} is a keyword of Python; choose another name")
    taken = {n for n in names if not _reserved(n)} | _USED
    renamed = {n: _free(n, taken) if _reserved(n) else n for n in names}
    derived: dict[tuple[str, tuple[int, ...]], str] = {}
    called: dict[str, str] = {}

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
            called[f"called {len(called)}"] = derived[key]
        # Under its own name SymPy might take it for a function that it knows, such as erf.
        number = list(derived).index(key)
        arguments = tuple(replace(a, rule) for a in node.arguments)
        return Apply(f"called {number}", (0,) * len(arguments), arguments)

    expressions = [to_sympy(replace(tree, rule)) for tree in trees.values()]
    fresh = (sympy.Symbol(_free(f"s{k}", taken)) for k in count())
    shared, results = sympy.cse(expressions, symbols=fresh)
    printer = PythonCodePrinter(
        {"fully_qualified_modules": True, "user_functions": called, "reserved_word_suffix": ""}
    )
    arguments = ", ".join(renamed[v] for v in variables)
    keywords = [renamed[p] for p in parameters] + sorted(derived.values())
    if keywords:
        arguments += ", *, " + ", ".join(keywords)
    lines = ["import math", "", "", f"def {name}({arguments}):"]
    lines.append(f'    """{_quoted(summary or name)}')
    lines += ["", f"    Returns [{_quoted(', '.join(trees))}]."]
    for (function, orders), callable_name in sorted(derived.items(), key=lambda item: item[1]):
        if any(orders):
            lines.append(f"    {callable_name}: derivative of {function} of order {orders}.")
    lines.append('    """')
    lines += [f"    {symbol} = {printer.doprint(value)}" for symbol, value in shared]
    body = ", ".join(printer.doprint(value) for value in results)
    return "\n".join([*lines, f"    return [{body}]"])


def _reserved(name: str) -> bool:
    # Python reads identifiers in their compatibility form.
    return keyword.iskeyword(name) or unicodedata.normalize("NFKC", name) in _USED


def _quoted(text: str) -> str:
    """Text within a string in triple quotes: nothing in it ends the string or is obeyed."""
    return "".join(
        f"\\{c}" if c in '\\"' else c if c.isprintable() else c.encode("unicode_escape").decode()
        for c in text
    )


def _free(name: str, taken: set[str]) -> str:
    """The name, with underscores if it is a keyword or taken."""
    free = name
    while keyword.iskeyword(free) or free in taken:
        free += "_"
    taken.add(free)
    return free
