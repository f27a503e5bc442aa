"""Functions of a manifold as functions of floats, for simulation and plots."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeGuard

from diffgeo.calculus.declarations import names_of
from diffgeo.calculus.forms import Form
from diffgeo.errors import ExpressionError, InexactNumber, Refusal, SpaceMismatch
from diffgeo.rings.expression import Apply, Symbol, number

if TYPE_CHECKING:
    from diffgeo.interop.assignments import Assignments
    from diffgeo.interop.compiled_c import CFunction

#: Programs with more leaves, and solutions of larger linear systems, are not multiplied out.
_WRITTEN_LEAVES = 200
EXPANDED_SIZE = 6
#: Names that C has for itself, or that the written file has.
_C_WORDS = (
    "auto|break|case|char|const|continue|default|do|double|else|enum|extern|float|"
    "for|goto|if|inline|int|long|register|restrict|return|short|signed|sizeof|static|"
    "struct|switch|typedef|union|unsigned|void|volatile|while|main|factor|solve|pivot|"
    "sign"
)


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

    Examples
    --------
    >>> from diffgeo import Manifold, calculus
    >>> f = Manifold("M", "x y", "a").function("a*x*y")
    >>> calculus.compile_functions([f], "x y", {"a": 2.0})([3.0, 4.0])
    [24.0]
    """
    values = parameters or {}
    return straight_line(functions, variables, list(values), concrete).at(values)


def straight_line(
    functions: Sequence[Form | int | Fraction],
    variables: str | Sequence[str],
    parameters: str | Sequence[str] = (),
    concrete: Mapping[str, str] | None = None,
) -> StraightLine:
    """Functions of one manifold as one list of assignments, for the machines that run it.

    Of unexpanded solutions of small linear systems the normal form is taken where it is less work.
    Arguments and errors are those of `compile_functions`, but parameters are names: their values
    are given to the machines.

    Parameters
    ----------
    functions, variables, concrete
        As for `compile_functions`.
    parameters
        Their names.

    Returns
    -------
    StraightLine
        The program.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.calculus import straight_line
    >>> M = Manifold("M", "x y", parameters="a")
    >>> code = straight_line([M.function("a*x**2 + y"), M.function("x**2/y")], "x y", "a")
    >>> code.at({"a": 2})([3, 4])
    [22.0, 2.25]
    >>> code.operations
    {'add': 1, 'divide': 1, 'multiply': 2}
    """
    from diffgeo.interop.codegen import Program
    from diffgeo.interop.lowering import assignments
    from diffgeo.interop.programs import program_of

    names, fixed = names_of(variables), names_of(parameters)
    forms = [f for f in functions if _require_function(f)]
    formulas = concrete_functions(concrete or {}, [*names, *fixed])
    if not forms:
        leaves = tuple(number(f) for f in functions if not isinstance(f, Form))
        program = Program(leaves, (), tuple(range(len(leaves))))
        return StraightLine(assignments(program, names, fixed, formulas))
    space = forms[0].space
    for function in forms:
        if function.space is not space:
            raise SpaceMismatch(
                f"the function {function} lives on {function.space.name}, not on {space.name}; "
                "pull it back first"
            )
    ring = space.chart.ring
    elements: list[Any] = [
        f.element("compile") if isinstance(f, Form) else ring.rational(f) for f in functions
    ]
    program = program_of(elements)
    codes = [assignments(program, names, fixed, formulas)]
    sizes = [len(step.matrix) for step in program.steps if step.matrix]
    others = [program_of(elements, shown=False)]
    if sizes and max(sizes) <= EXPANDED_SIZE and len(program.leaves) <= _WRITTEN_LEAVES:
        with suppress(Refusal):
            whole = [ring.expand(element) for element in elements]
            others += [program_of(whole), program_of(whole, shown=False)]
    known = {*map(id, program.leaves)}
    for other in others:
        # What is displayed is the same object again, unless something shorter was found.
        if len(other.steps) != len(program.steps) or not known.issuperset(map(id, other.leaves)):
            with suppress(Refusal):
                codes.append(assignments(other, names, fixed, formulas))
            known.update(map(id, other.leaves))
    return StraightLine(min(codes, key=lambda code: code.cost))


class StraightLine:
    """Functions as straight-line code, and the machines that run it.

    All machines give the same values up to rounding. Linear systems are solved with pivots that
    are chosen at each evaluation.

    Parameters
    ----------
    code
        The assignments.

    Examples
    --------
    >>> from diffgeo import Manifold, calculus
    >>> f = Manifold("M", "x y", "a").function("a*x + y")
    >>> calculus.straight_line([f], "x y", "a").at({"a": 2.0})([1.0, 3.0])
    [5.0]
    """

    def __init__(self, code: Assignments) -> None:
        self.code = code

    def __reduce__(self) -> tuple[object, ...]:
        return StraightLine, (self.code,)

    def __repr__(self) -> str:
        return f"<a program in {', '.join((*self.variables, *self.parameters))}>"

    @property
    def variables(self) -> tuple[str, ...]:
        """The names of the variables, in the order of a point."""
        return self.code.variables

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters, in their order."""
        return self.code.parameters

    @property
    def operations(self) -> dict[str, int]:
        """How many operations of each kind one evaluation takes, for given parameters.

        ``"solve 3"`` is a linear system of three unknowns, ``"factor 3"`` its elimination.
        """
        return self.code.operations

    @cached_property
    def _scalar(self) -> Any:
        from diffgeo.interop.machines import scalar_machine

        return scalar_machine(self.code)

    def at(self, parameters: Mapping[str, float]) -> Callable[[Sequence[float]], list[float]]:
        """A function of a point, in Python, for values of the parameters.

        It raises `OutsideDomain` where a function is not defined.
        """
        from diffgeo.interop.codegen import on_points

        return on_points(self.code, self._scalar, [parameters[name] for name in self.parameters])

    def bound(self, parameters: Mapping[str, float]) -> Callable[..., list[float]]:
        """The same as a function of as many floats, without looking at its arguments.

        Where a function is not defined it raises `OutsideDomain`, an `ArithmeticError` or a
        `ValueError`.
        """
        given = [float(parameters[name]) for name in self.parameters]
        bound: Callable[..., list[float]] = self._scalar(*given)
        return bound

    @cached_property
    def on_arrays(self) -> Callable[[Any, Any], Any]:
        """A function of arrays (variables, …) and (parameters, …), by numpy.

        What stands behind the first axis is broadcast; the result is (functions, …), and not a
        number where a function is not defined.
        """
        from diffgeo.interop.machines import array_machine

        return array_machine(self.code)

    @cached_property
    def enclosing_on_arrays(self) -> Callable[..., tuple[Any, Any]]:
        """Enclosures on many boxes; see `diffgeo.reals.interval_arrays.enclose_on_arrays`."""
        from diffgeo.reals.interval_arrays import enclose_on_arrays

        return enclose_on_arrays(self.code)

    def in_c(self, directory: str | None = None) -> CFunction:
        """The function of arrays as compiled C; its `bound` is a function of one point.

        The shared library is made by the system's compiler and kept in the directory, by default
        the user's cache.
        """
        from diffgeo.interop.compiled_c import c_machine

        return c_machine(self.code, directory)

    def flow_in_balls(
        self,
        parameters: Mapping[str, Any],
        times: Sequence[Fraction],
        state: Sequence[Any],
        order: int = 32,
        bits: int = 128,
        inside: StraightLine | None = None,
    ) -> Iterator[tuple[Fraction, list[tuple[Fraction, Fraction]]]]:
        """The solution of the equations whose right-hand sides these functions are, enclosed.

        Their variables are the time and what moves, in the order of the functions. ``inside`` are
        functions of the same variables and parameters that are positive in the domain. See
        `diffgeo.reals.enclosed_flows.enclosed_flow`; all values are exact.
        """
        from diffgeo.reals.ball_series import series_machine
        from diffgeo.reals.enclosed_flows import enclosed_flow

        given = [parameters[name] for name in self.parameters]
        domain = None if inside is None else series_machine(inside.code)
        return enclosed_flow(series_machine(self.code), given, times, state, order, bits, domain)

    def on_balls(
        self, parameters: Mapping[str, Any], point: Sequence[Any], bits: int = 128
    ) -> list[tuple[Fraction, Fraction]]:
        """The values on balls around a point, as `diffgeo.reals.enclosed_flows.enclosed_values`."""
        from diffgeo.reals.ball_series import series_machine
        from diffgeo.reals.enclosed_flows import enclosed_values

        given = [parameters[name] for name in self.parameters]
        return enclosed_values(series_machine(self.code), given, point, bits)

    def in_jax(self) -> Callable[[Any, Any], Any]:
        """The function of arrays for JAX, which differentiates and compiles it."""
        from diffgeo.interop.other_machines import jax_machine

        return jax_machine(self.code)

    def in_heyoka(
        self, variables: Sequence[Any], parameters: Sequence[float] | None = None
    ) -> list[Any]:
        """The functions as expressions of heyoka, of its variables and values of the parameters.

        Parameters are ``par[k]`` where their values are not given.
        """
        from diffgeo.interop.other_machines import heyoka_machine

        return heyoka_machine(self.code, variables, parameters)

    def c_source(self, name: str = "evaluate") -> str:
        """The text of a C file with the functions ``name`` and ``name_many``, to be kept.

        Raises
        ------
        ExpressionError
            The name is none in C.
        """
        from diffgeo.interop.dialects import c_text

        if not re.fullmatch(rf"(?!(?:{_C_WORDS})$)[A-Za-z][A-Za-z0-9_]{{0,60}}", name):
            raise ExpressionError(
                f"{name!r} is no name for a function in C: use letters, digits, _"
            )
        return c_text(self.code, name)


def names_in(functions: Sequence[Form]) -> set[str]:
    """Names of the variables and parameters that functions are made of; nothing is expanded.

    In an unexpanded function some of them may cancel.

    Parameters
    ----------
    functions
        Functions of one manifold.

    Returns
    -------
    set of str
        Coordinates and parameters.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.calculus import names_in
    >>> names_in([Manifold("M", "x y").function("x**2")])
    {'x'}
    """
    from diffgeo.rings.exact.node import Node, children, programme_order

    given: list[Any] = [form.element("look into") for form in functions]
    # Unexpanded functions share most of what they are made of.
    parts = given + [c for node in programme_order(given) for c in children(node)]
    leaves = {id(part): part for part in parts if not isinstance(part, Node)}
    return {name for part in leaves.values() for name in part.ring.names_in(part)}


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


def concrete_functions(formulas: Mapping[str, str], names: Sequence[str]) -> dict[str, Any]:
    """Parse ``{"f(t)": "t**2"}`` into argument names and trees.

    Raises
    ------
    ExpressionError
        If a left side is not a function with named arguments, or a formula is malformed.
    """
    from diffgeo.interop.parsing import Names, parse

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

    Parameters
    ----------
    name
        Of the function that is written.
    functions
        Functions of one manifold by the names that comments give them.
    variables, parameters
        Names, in the order of the arguments.
    summary
        The first line of its docstring.

    Returns
    -------
    str
        The source; the function gives a list, in the order of ``functions``.

    Raises
    ------
    Unexpanded
        If a solution of a linear system is too large to be written out.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.calculus import python_source
    >>> M = Manifold("M", "x y")
    >>> print(python_source("area", {"a": M.function("x*y")}, "x y").splitlines()[-1].strip())
    return [x*y]
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
