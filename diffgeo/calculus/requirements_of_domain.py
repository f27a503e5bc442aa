"""Where functions are defined, as functions that are watched: on floats, and on boxes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from diffgeo.calculus import display
from diffgeo.calculus.compilation import EXPANDED_SIZE, StraightLine, concrete_functions
from diffgeo.calculus.declarations import names_of
from diffgeo.calculus.forms import Form

if TYPE_CHECKING:
    from diffgeo.calculus.spaces import Manifold

#: A condition with more terms stands in the determinants that are solved with.
WRITTEN_TERMS = 200


@dataclass(frozen=True)
class Requirement:
    """A function that has to stay different from zero, or positive, and what it is called.

    Attributes
    ----------
    function, relation, name
        The function, ``"!="``, ``">"`` or ``">="`` (against 0), and what messages call it.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.calculus import required
    >>> M = Manifold("M", "x y")
    >>> for each in required([M.function("log(x)/y")]):
    ...     print(each.name, each.relation)
    ...
    x >
    y !=
    """

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

    @property
    def is_large(self) -> bool:
        """Whether a linear system is in it that is not multiplied out."""
        from diffgeo.rings.exact.node import programme_order

        matrices = [
            node.arguments[0] if node.kind == "determinant" else node.arguments[0].matrix
            for node in programme_order([self.function.element("expand")])
            if node.kind in ("determinant", "solve")
        ]
        return any(len(matrix.rows) > EXPANDED_SIZE for matrix in matrices)

    def settled(self) -> Form | None:
        """The function multiplied out; None where it is too large for that.

        It has the conditions of its own formula, and none of how it was made.
        """
        from diffgeo.rings.exact.node import Node

        form = self.function if self.is_large else self.function.settled()
        element = form.element("expand")
        if isinstance(element, Node):
            return None
        return form.space.function(form.space.chart.ring.expression(element))


def signs_in(functions: Sequence[Form]) -> list[Form]:
    """The functions whose signs or absolute values occur in functions.

    Their zeros cut the domain: what has vanishing derivatives may have another value on each side.

    Parameters
    ----------
    functions
        Functions of one manifold.

    Returns
    -------
    list of Form
        Functions of the same manifold.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.calculus import signs_in
    >>> print(*signs_in([Manifold("M", "x y").function("y*sign(x - 1)")]))
    x - 1
    """
    from diffgeo.rings.exact.absolute_values import arguments_of_signs
    from diffgeo.rings.exact.ring import ExactRing

    found: dict[str, Form] = {}
    for form in functions:
        ring: object = form.space.chart.ring
        if isinstance(ring, ExactRing):
            element: Any = form.element("look into")
            for argument in arguments_of_signs(ring, element):
                found.setdefault(str(argument.polynomial), form.space.scalar(argument))
    return list(found.values())


def required(functions: Sequence[Form]) -> list[Requirement]:
    """Where functions are defined, as functions; nothing is expanded for it.

    Removable conditions are left out. A linear system that is kept unexpanded gives its
    determinant, unexpanded too.

    Parameters
    ----------
    functions
        Functions of one manifold.

    Returns
    -------
    list of Requirement
        Each a function with what is asked of it.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.calculus import required
    >>> (found,) = required([1 / Manifold("M", "x").coordinates[0]])
    >>> print(found.name, found.relation, 0)
    x != 0
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


def declared_requirements(space: Manifold) -> list[Requirement]:
    """What is declared on a space: the signs of its coordinates, and its domain.

    No function carries it as a condition, as it holds everywhere on the space; a path that is
    computed may leave the space all the same.

    Parameters
    ----------
    space
        A manifold.

    Returns
    -------
    list of Requirement
        Each a function of the space with what is asked of it.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.calculus import declared_requirements
    >>> M = Manifold("M", "x y", positive="x", domain="x**2 + y**2 < 1")
    >>> for each in declared_requirements(M):
    ...     print(each.name, each.relation)
    ...
    x >
    1 - (x**2 + y**2) >
    """
    chart = space.chart
    found = []
    for name in chart.coordinates:
        if name in chart.signs:
            f = space[name] * chart.signs[name]
            found.append(Requirement(f, ">", str(f)))
        elif name in chart.nonzero:
            found.append(Requirement(space[name], "!=", name))
    for condition in chart.domain:
        text = str(condition.expression)
        found.append(Requirement(space.function(condition.expression), condition.relation, text))
    return found


class CompiledRequirements:
    """Requirements, and those of the concrete functions in them, compiled once.

    Parameters
    ----------
    requirements
        What is asked of functions of one manifold.
    functions
        The functions that will be computed; the concrete functions in them have to be defined.
    variables, parameters, concrete
        As for `straight_line`.

    Attributes
    ----------
    functions : list of Form or None
        The functions that are asked for, to be evaluated exactly; None for the conditions of
        concrete functions, and for what is too large.
    names, relations : list of str
        Of the requirements in the order of the values; a relation is ``"!="``, ``">"`` or
        ``">="``, against 0.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.calculus import CompiledRequirements, required
    >>> M = Manifold("M", "x", "a")
    >>> f = M.function("1/(x - a)")
    >>> asked = CompiledRequirements(required([f]), [f], "x", "a")
    >>> print(asked.names, asked.relations, asked.at({"a": 1.0})([3.0]))
    ['a - x'] ['!='] [-2.0]
    """

    def __init__(
        self,
        requirements: Sequence[Requirement],
        functions: Sequence[Form],
        variables: str | Sequence[str],
        parameters: str | Sequence[str] = (),
        concrete: Mapping[str, str] | None = None,
    ) -> None:
        from diffgeo.interop.codegen import Program
        from diffgeo.interop.lowering import assignments
        from diffgeo.interop.programs import program_of
        from diffgeo.reals.natural_domain import domain_of_functions

        self._variables, self._parameters = names_of(variables), names_of(parameters)
        names = [*self._variables, *self._parameters]
        self._formulas = concrete_functions(concrete or {}, names)
        # The determinant that a theory names may be that of a system that is solved.
        requirements = list({_key(r): r for r in reversed(requirements)}.values())[::-1]
        asked = program_of([r.function.element("compile") for r in requirements])
        formulas = self._formulas
        used = program_of([f.element("compile") for f in functions]).leaves if formulas else ()
        own = domain_of_functions([*asked.leaves, *used], formulas)
        leaves = tuple(c for _, c, _ in own)
        programs = [asked, Program(leaves, (), tuple(range(len(leaves))))]
        self._programs = [p for p in programs if p.outputs]
        # Each alone, for where only few are asked for.
        single = [program_of([r.function.element("compile")]) for r in requirements]
        self._single = single + [Program((leaf,), (), (0,)) for leaf in leaves]
        self.names = [r.name for r in requirements]
        self.functions: list[Form | None] = [
            None if r.is_large else r.function for r in requirements
        ]
        self.functions += [None for _ in own]
        self.names += [f"{c} (for the function {name})" for name, c, _ in own]
        self.relations = [r.relation for r in requirements] + [relation for *_, relation in own]
        self.values = [
            StraightLine(assignments(p, self._variables, self._parameters, formulas))
            for p in self._programs
        ]

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {_written(self)}>"

    @property
    def varying(self) -> list[bool]:
        """Whether each depends on the variables."""
        return [part.code.varying[slot] for part in self.values for slot in part.code.outputs]

    def at(self, parameters: Mapping[str, float]) -> RequirementsAt:
        """The requirements for values of the parameters."""
        return RequirementsAt(self, parameters)

    def enclosing(
        self, parameters: Mapping[str, float], k: int | None
    ) -> Callable[..., list[tuple[float, float]]]:
        """Enclosures of requirement k, or of all; see `diffgeo.reals.enclosures`."""
        from diffgeo.reals.enclosures import enclose_program

        programs = self._programs if k is None else [self._single[k]]
        parts = [enclose_program(p, self._variables, parameters, self._formulas) for p in programs]
        return lambda *box: [interval for part in parts for interval in part(*box)]


class RequirementsAt:
    """Requirements for given parameters, on floats and on boxes.

    Attributes
    ----------
    functions, names, relations : list
        Those of `CompiledRequirements`.
    varying : list of bool
        Whether each depends on the variables.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.calculus import CompiledRequirements, required
    >>> f = Manifold("M", "x", "a").function("1/(x - a)")
    >>> at = CompiledRequirements(required([f]), [f], "x", "a").at({"a": 1.0})
    >>> ((low, high),) = at.enclose([(2.0, 3.0)])
    >>> print(at.varying, at([3.0]), low <= -2 <= -1 <= high)
    [True] [-2.0] True
    """

    def __init__(self, compiled: CompiledRequirements, parameters: Mapping[str, float]) -> None:
        self._compiled, self._parameters = compiled, parameters
        self.functions, self.names = compiled.functions, compiled.names
        self.relations = compiled.relations
        self._values = [part.at(parameters) for part in compiled.values]
        self.varying = compiled.varying
        self._enclosing: dict[int | None, Callable[..., list[tuple[float, float]]]] = {}

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {_written(self)}>"

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
        whole = asked is None or len(asked) == len(self.names)
        found: list[tuple[float, float]] = []
        for k in [None] if whole or asked is None else asked:
            if k not in self._enclosing:
                self._enclosing[k] = self._compiled.enclosing(self._parameters, k)
            found += self._enclosing[k](box, rates)
        return found


def _written(asked: CompiledRequirements | RequirementsAt) -> str:
    pairs = zip(asked.names, asked.relations, strict=True)
    return display.cut(", ".join(f"{name} {relation} 0" for name, relation in pairs), 200)


def _key(requirement: Requirement) -> Any:
    element: Any = requirement.function.element("compare")
    if getattr(element, "kind", "") == "determinant":
        return (requirement.relation, "determinant", element.arguments[0].key())
    return (requirement.relation, requirement.name, id(element))
