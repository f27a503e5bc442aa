"""Functions of a manifold as functions of floats, for simulation and plots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TypeGuard

from diffgeo.declarations import names_of
from diffgeo.errors import ExpressionError, InexactNumber, SpaceMismatch
from diffgeo.forms import Form


def compile_functions(
    functions: Sequence[Form | int | Fraction],
    variables: str | Sequence[str],
    parameters: Mapping[str, float] | None = None,
    concrete: Mapping[str, str] | None = None,
) -> Callable[[Sequence[float]], list[float]]:
    """A numeric function that evaluates functions of one manifold together.

    Formulas share their common subexpressions; linear systems whose solution was kept
    unexpanded are solved numerically at each call.

    Parameters
    ----------
    functions
        Functions (forms of degree 0) of one manifold, and exact numbers.
    variables
        Names of the coordinates, in the order of the argument of the result, as text
        (``"x y z"``) or as a sequence.
    parameters
        Values of the parameters.
    concrete
        Formulas for the undefined functions, ``{"f(t)": "t**2"}``.

    Returns
    -------
    Callable
        It raises `OutsideDomain` where a function is not defined.

    Raises
    ------
    SpaceMismatch
        If the functions live on different manifolds.
    DegreeMismatch
        If one of them is a form of positive degree.
    TypeError, InexactNumber
        If one of them is neither a form nor a number; if it is a float.
    UndefinedSymbol, ExpressionError
        If a value or a formula is missing or malformed.
    """
    from diffgeo.interop.codegen import Program, compile_program
    from diffgeo.interop.programs import program_of
    from diffgeo.rings.expression import number

    names = names_of(variables)
    forms = [f for f in functions if _require_function(f)]
    formulas = concrete_functions(concrete or {}, [*names, *(parameters or {})])
    if not forms:
        leaves = tuple(number(f) for f in functions if not isinstance(f, Form))
        program = Program(leaves, (), tuple(range(len(leaves))))
        return compile_program(program, names, parameters, formulas)
    space = forms[0].space
    for function in forms:
        if function.space is not space:
            raise SpaceMismatch(
                f"the function {function} lives on {function.space.name}, not on {space.name}; "
                "pull it back first"
            )
    ring = space.chart.ring
    elements = [
        f.element("compile") if isinstance(f, Form) else ring.rational(f) for f in functions
    ]
    return compile_program(program_of(elements), names, parameters, formulas)


def _require_function(function: object) -> TypeGuard[Form]:
    """Whether it is a function of a manifold and not a number; errors for anything else."""
    if isinstance(function, Form):
        function.element("compile")
        return True
    if isinstance(function, float):
        raise InexactNumber(f"{function!r} is a float; write it as a Fraction")
    if not isinstance(function, int | Fraction):
        raise TypeError(
            f"a function or an exact number can be compiled, not {function!s:.80} of type "
            f"{type(function).__name__}; compile the components of a field"
        )
    return False


def concrete_functions(formulas: Mapping[str, str], names: Sequence[str]) -> dict:
    """Parse ``{"f(t)": "t**2"}`` into argument names and trees.

    Raises
    ------
    ExpressionError
        If a left side is not a function with named arguments, or a formula is malformed.
    """
    from diffgeo.interop.parsing import Names, parse
    from diffgeo.rings.expression import Apply, Symbol

    heads = {}
    for head in formulas:
        name = head.partition("(")[0].strip()
        arguments = [a.strip() for a in head.partition("(")[2].rstrip(") ").split(",")]
        tree = parse(head, Names(arguments, {name: len(arguments)}))
        if not isinstance(tree, Apply) or not all(isinstance(a, Symbol) for a in tree.arguments):
            raise ExpressionError(f"{head!r} is not a function with named arguments, like f(t)")
        heads[head] = (name, tuple(arguments))
    arities = {name: len(arguments) for name, arguments in heads.values()}
    return {
        name: (arguments, parse(formulas[head], Names([*names, *arguments], arities)))
        for head, (name, arguments) in heads.items()
    }


def python_source(
    name: str,
    functions: Mapping[str, Form],
    variables: str | Sequence[str],
    parameters: str | Sequence[str] = (),
    summary: str = "",
) -> str:
    """Python source of a function that computes functions of a manifold from floats.

    It imports nothing but `math`. Undefined functions and their derivatives are passed as
    callables by keyword: ``f``, ``f_1`` for f', ``g_1_0`` for the first partial derivative.

    Raises
    ------
    Unexpanded
        If a solution of a linear system is too large to be written out.
    """
    from diffgeo.interop.source import python_function

    trees = {
        key: form.space.chart.ring.expression(form.element("write as source"))
        for key, form in functions.items()
    }
    undefined = [f for form in functions.values() for f in form.space.chart.functions]
    undefined = list(dict.fromkeys(undefined))
    return python_function(
        name, trees, names_of(variables), names_of(parameters), undefined, summary
    )
