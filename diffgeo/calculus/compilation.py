"""Functions of a manifold as functions of floats, for simulation and plots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeGuard

from diffgeo.calculus.declarations import names_of
from diffgeo.calculus.forms import Form
from diffgeo.errors import ExpressionError, InexactNumber, SpaceMismatch
from diffgeo.rings.expression import Apply, Symbol, number

#: A condition with more terms stands in the determinants that are solved with.
WRITTEN_TERMS = 200


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


@dataclass(frozen=True)
class Requirement:
    """A function that has to stay different from zero, or positive, and what it is called."""

    function: Form
    relation: str
    name: str

    @classmethod
    def named(cls, function: Form, relation: str, name: str) -> Requirement:
        """With its formula behind the name, if there is one that is not too long."""
        from diffgeo.rings.exact.node import Node

        element: Any = function.element("name")
        if isinstance(element, Node) or len(element.polynomial) > WRITTEN_TERMS:
            return cls(function, relation, name)
        text = str(function)
        return cls(function, relation, f"{name} = {text if len(text) <= 60 else text[:57] + '...'}")


def required(functions: Sequence[Form]) -> list[Requirement]:
    """Where functions are defined, as functions; nothing is expanded for it.

    Removable conditions are left out. A linear system that is kept unexpanded gives its
    determinant, unexpanded too.
    """
    from diffgeo.rings.exact.node import Node, SquareMatrix, make_determinant, programme_order

    found: dict[int, Requirement] = {}
    for form in functions:
        space, element = form.space, form.element("ask for the domain of")
        ring: Any = space.chart.ring
        matrices = [
            node.arguments[0].matrix for node in programme_order([element]) if node.kind == "solve"
        ]
        for record in ring.domain.needed(element):
            condition = record.element
            if isinstance(condition, SquareMatrix):
                matrices.append(condition)
            elif isinstance(condition, Node):
                name = f"the unexpanded {record.origin}"
                made = Requirement(space.scalar(condition), record.relation, name)
                found.setdefault(id(condition), made)
            elif len(condition.polynomial) <= WRITTEN_TERMS or not matrices:
                name = str(ring.expression(condition))
                made = Requirement(space.scalar(condition), record.relation, name)
                found.setdefault(id(record), made)
        for matrix in matrices:
            if id(matrix) not in found:
                size = len(matrix.rows)
                name = f"the determinant of a {size}x{size} linear system"
                value = space.scalar(make_determinant(ring, matrix.rows))
                found[id(matrix)] = Requirement(value, "!=", name)
    return list(found.values())


class CompiledRequirements:
    """Requirements, and those of the concrete functions in them, on floats and on boxes.

    Parameters
    ----------
    requirements
        What is asked of functions of one manifold.
    functions
        The functions that will be computed; the concrete functions in them have to be defined.
    variables, parameters, concrete
        As for `compile_functions`.

    Attributes
    ----------
    functions : list of Form or None
        The functions that are asked for; None for the conditions of concrete functions.
    names, relations : list of str
        Of the requirements in the order of the values; a relation is ``"!="``, ``">"`` or
        ``">="``, against 0.
    """

    def __init__(
        self,
        requirements: Sequence[Requirement],
        functions: Sequence[Form],
        variables: str | Sequence[str],
        parameters: Mapping[str, float] | None = None,
        concrete: Mapping[str, str] | None = None,
    ) -> None:
        from diffgeo.interop.codegen import Program, compile_program
        from diffgeo.interop.programs import program_of
        from diffgeo.reals.enclosures import Enclosing, enclose_program
        from diffgeo.reals.natural_domain import domain_of_functions

        names = names_of(variables)
        formulas = concrete_functions(concrete or {}, [*names, *(parameters or {})])
        # The determinant that a theory names may be that of a system that is solved.
        requirements = list({_key(r): r for r in reversed(requirements)}.values())[::-1]
        asked = program_of([r.function.element("compile") for r in requirements])
        used = program_of([f.element("compile") for f in functions]).leaves if formulas else ()
        own = domain_of_functions([*asked.leaves, *used], formulas)
        leaves = tuple(c for _, c, _ in own)
        programs = [asked, Program(leaves, (), tuple(range(len(leaves))))]
        programs = [p for p in programs if p.outputs]
        # Each alone, for where only few are asked for.
        single = [program_of([r.function.element("compile")]) for r in requirements]
        self._programs = single + [Program((leaf,), (), (0,)) for leaf in leaves]

        def compiled(program: Program) -> Enclosing:
            return enclose_program(program, names, parameters, formulas)

        self._compile = compiled
        self._single: dict[int, Enclosing] = {}
        self.names = [r.name for r in requirements]
        self.functions: list[Form | None] = [r.function for r in requirements]
        self.functions += [None for _ in own]
        self.names += [f"{c} (for the function {name})" for name, c, _ in own]
        self.relations = [r.relation for r in requirements] + [relation for *_, relation in own]
        self._values = [compile_program(p, names, parameters, formulas) for p in programs]
        self._enclosures = [self._compile(p) for p in programs]

    def __call__(self, point: Sequence[float]) -> list[float]:
        """The values of the functions at a point; `OutsideDomain` where one is not defined."""
        return [value for compute in self._values for value in compute(point)]

    def enclose(
        self,
        box: Sequence[tuple[float, float]],
        rates: Sequence[tuple[float, float]] | None = None,
        asked: Sequence[int] | None = None,
    ) -> list[tuple[float, float]]:
        """An interval that holds all values of each function on a box, by ball arithmetic.

        With intervals for the rates of the variables along a path in the box: intervals that hold
        the rates of the functions. ``asked`` chooses functions by their numbers.
        """
        if asked is None or len(asked) == len(self.names):
            return [interval for enclose in self._enclosures for interval in enclose(box, rates)]
        found = []
        for k in asked:
            if k not in self._single:
                self._single[k] = self._compile(self._programs[k])
            found += self._single[k](box, rates)
        return found


def _key(requirement: Requirement) -> Any:
    element: Any = requirement.function.element("compare")
    if getattr(element, "kind", "") == "determinant":
        return (requirement.relation, "determinant", element.arguments[0].key())
    return (requirement.relation, requirement.name, id(element))


def names_in(functions: Sequence[Form]) -> set[str]:
    """Names of the variables and parameters that functions are made of; nothing is expanded.

    In an unexpanded function some of them may cancel.
    """
    from diffgeo.rings.exact.node import Node, children, programme_order

    found: set[str] = set()
    for form in functions:
        element = form.element("look into")
        parts = [c for node in programme_order([element]) for c in children(node)]
        for part in [element, *parts]:
            if not isinstance(part, Node):
                found |= part.ring.names_in(part)
    return found


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
