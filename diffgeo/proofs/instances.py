"""Concrete instances of symbols: what a symbolic identity says on one manifold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, reduce
from keyword import iskeyword
from operator import matmul
from typing import Any

from diffgeo.calculus.brackets import bracket, interior, lie
from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form
from diffgeo.calculus.maps import Map
from diffgeo.calculus.multivectors import Multivector, multivector
from diffgeo.calculus.spaces import Manifold
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.proofs import constructions
from diffgeo.proofs import indeterminate_polynomials as polynomials
from diffgeo.proofs.hypotheses import NoKernel
from diffgeo.proofs.indeterminate_polynomials import Polynomial
from diffgeo.proofs.source_code import code, code_of_value
from diffgeo.proofs.symbolic_maps import SymbolicMap
from diffgeo.proofs.symbolic_multivectors import SymbolicMultivector
from diffgeo.proofs.symbolic_objects import Symbolic, SymbolicForm, SymbolicOperator, is_zero
from diffgeo.signs import koszul
from diffgeo.verdicts.verdict import Counterexample, Identity

_CONSTRUCTORS = {"Fraction", "Manifold", "Map", "Multivector", "bracket", "check", "d", "interior"}
_CONSTRUCTORS |= {"lie", "multivector", "space"}

#: A component: the coordinate whose field it multiplies ("" for a form), the differentials.
Place = tuple[str, tuple[str, ...]]
#: The components of a form or vector-valued form that are not zero.
Data = dict[Place, Polynomial]


@dataclass(frozen=True)
class InstanceCounterexample(Counterexample):
    """Concrete forms on a concrete manifold for which a symbolic identity fails.

    Attributes
    ----------
    place, instance, script
        The manifold; the forms by the names of the symbols (and ``test_form``, if the identity of
        operators fails on that form); the code. The rest is as for `Counterexample`: the point is
        one where a component is not zero.

    Examples
    --------
    >>> from diffgeo import check, d, symbols_of_forms
    >>> alpha, beta = symbols_of_forms("alpha beta", degree=1)
    >>> found = check(d(alpha * beta) == d(alpha) * beta + alpha * d(beta)).counterexample
    >>> print(found.place, found.instance["beta"], found.value)
    R3 (x1, x2, x3) form(1, {('x3',): 'x2'}) -2
    """

    place: str = ""
    instance: dict[str, str] = field(default_factory=dict)
    script: str = ""

    @property
    def code(self) -> str:
        """Python code that shows the failure; it needs nothing but `diffgeo`."""
        return self.script

    def __str__(self) -> str:
        given = ", ".join(f"{name} = {value}" for name, value in self.instance.items())
        return f"on {self.place} with {given}: {super().__str__()}"


def symbols_in(*things: Symbolic) -> list[Symbolic]:
    """The symbols that occur, in the order in which they do.

    When they were declared does not matter: the same statement gives the same counterexample.
    """
    return [thing for thing in parts_of(*things) if isinstance(thing.made, constructions.Named)]


def parts_of(*things: Any) -> list[Symbolic]:
    """All symbolic objects of which these are made, themselves included, parts first."""
    found: dict[int, Symbolic] = {}
    stack = [(thing, False) for thing in reversed(things)]
    while stack:
        thing, ready = stack.pop()
        if not isinstance(thing, Symbolic) or id(thing) in found:
            continue
        if ready:
            found[id(thing)] = thing
        else:
            stack.append((thing, True))
            stack += [(a, False) for a in reversed(thing.arguments)]
    return list(found.values())


def coordinate_names(dimension: int) -> list[str]:
    """The coordinates of the manifolds of instances."""
    return [f"x{i}" for i in range(1, dimension + 1)]


@lru_cache(maxsize=16)
def _space(dimension: int) -> Manifold:
    return Manifold(f"R{dimension}", coordinate_names(dimension))


@dataclass
class Instance:
    """Polynomial forms and vector-valued forms in the place of symbols, on one manifold.

    Parameters
    ----------
    data
        The components by symbol.
    dimension
        The dimension of the manifold.
    functions
        Undefined functions that occur, with their arguments.
    texts
        Coefficients given as text, by symbol, in the place of data.
    """

    data: Mapping[Symbolic, Data]
    dimension: int
    functions: tuple[str, ...] = ()
    texts: Mapping[Symbolic, dict[Place, str]] = field(default_factory=dict)

    @cached_property
    def coordinates(self) -> list[str]:
        """Names of the coordinates."""
        return coordinate_names(self.dimension)

    @cached_property
    def space(self) -> Manifold:
        """The manifold R^n."""
        if not self.functions:
            return _space(self.dimension)
        return Manifold(f"R{self.dimension}", self.coordinates, functions=self.functions)

    @cached_property
    def names(self) -> dict[Symbolic, str]:
        """Names of the symbols in Python code."""
        taken, names = {*_CONSTRUCTORS, "test_form"}, {}
        for symbol in self.data:
            name = str(symbol)
            while name in taken or iskeyword(name):
                name += "_"
            taken.add(name)
            names[symbol] = name
        return names

    @cached_property
    def values(self) -> dict[Symbolic, Any]:
        """The concrete objects in the place of the symbols."""
        found = {}
        for symbol, data in self.data.items():
            given: Mapping[Place, Any] = self.texts.get(symbol) or {
                place: polynomials.tree(p) for place, p in data.items()
            }
            found[symbol] = self.object(symbol, given)
        return found

    def with_values(self, data: Mapping[Symbolic, Data]) -> Instance:
        """The instance with data for more symbols; the values of the others are not made again."""
        other = Instance(data, self.dimension)
        found = Instance({**self.data, **data}, self.dimension)
        found.values = {**self.values, **other.values}
        return found

    @cached_property
    def source(self) -> dict[str, str]:
        """Python expressions for the concrete objects, by name."""
        return {
            self.names[symbol]: self.expression(symbol, self._written(symbol))
            for symbol in self.data
        }

    def _written(self, symbol: Symbolic) -> dict[Place, str]:
        if symbol in self.texts:
            return self.texts[symbol]
        return {place: polynomials.text(p) for place, p in self.data[symbol].items()}

    def object(self, symbol: Symbolic, given: Mapping[Place, Any]) -> Any:
        """The form or vector-valued form with the given components."""
        if isinstance(symbol, SymbolicMap):
            images = {x: self.space.function(given.get((x, ()), 0)) for x in self.coordinates}
            return Map(self.space, self.space, images)
        if isinstance(symbol, SymbolicForm):
            return self.space.form(symbol.degree, _nested(given).get("", {}))
        if isinstance(symbol, SymbolicMultivector):
            coefficients = _nested(given).get("", {})
            return Multivector.from_components(self.space, symbol.degree, coefficients)
        return self.space.vector_form(symbol.degree, _nested(given))

    def expression(self, symbol: Symbolic, given: Mapping[Place, str]) -> str:
        """The Python expression that makes the form or vector-valued form."""
        if isinstance(symbol, SymbolicMap):
            images = {x: given.get((x, ()), "0") for x in self.coordinates}
            return f"Map(space, space, {images!r})"
        if isinstance(symbol, SymbolicForm):
            return f"space.form({symbol.degree}, {_nested(given).get('', {})!r})"
        if isinstance(symbol, SymbolicMultivector):
            coefficients = _nested(given).get("", {})
            return f"Multivector.from_components(space, {symbol.degree}, {coefficients!r})"
        return f"space.vector_form({symbol.degree}, {_nested(given)!r})"

    # --- values -------------------------------------------------------------------

    def value(self, thing: Symbolic) -> Any:
        """The concrete object in the place of a symbolic one (operators: derivations only)."""
        match thing.made:
            case constructions.Named():
                return self.values[thing]
            case constructions.Applied((operator, form)):
                return self.apply(operator, self.value(form))
            case constructions.Sum(arguments):
                terms = [self.value(a) for a in arguments]
                return sum(terms[1:], terms[0]) if terms else self._zero(thing)
            case constructions.Multiple((factor, inner)):
                return factor * self.value(inner)
            case constructions.Number((number,)):
                return self.space.function(number)
            case constructions.Unit():
                return self.space.identity
            case constructions.Exterior():
                return d.on(self.space)
            case constructions.Along((phi, K)):
                forms = [self.value(phi).pull(form) for form in self._components(K)]
                return VectorForm(self.space, K.degree, forms)
            case constructions.Back((phi, form)):
                return self.value(phi).pull(self.value(form))
        parts = [self.value(a) for a in thing.operands]
        match thing.made:
            case constructions.Composition():
                same = Map(self.space, self.space, {x: x for x in self.coordinates})
                return reduce(matmul, parts, same)
            case constructions.NamedDerivation():
                return sum((lie(K) for K in parts[:-1]), interior(parts[-1]))
            case constructions.Product() if isinstance(thing, SymbolicMultivector):
                return multivector(*parts)
            case constructions.Product():
                return parts[0] * parts[1]
            case constructions.Insertion() if isinstance(thing, SymbolicMultivector):
                return parts[1].insert(parts[0])
            case constructions.Value():
                return parts[0](*parts[1:])
            case constructions.Composed():
                return interior(parts[1], parts[0])
            case constructions.Interior() | constructions.Insertion():
                return interior(*parts)
            case constructions.Lie():
                return lie(*parts)
        return bracket(*parts)

    def _components(self, K: Symbolic) -> list[Form]:
        value = self.value(K)
        return [value.value(n) for n in range(self.dimension)]

    def _zero(self, thing: Symbolic) -> Any:
        if isinstance(thing, SymbolicForm):
            return Form(self.space, thing.degree, {})
        if isinstance(thing, SymbolicMultivector):
            return Multivector.from_components(self.space, thing.degree, {})
        degree = thing.degree + isinstance(thing, SymbolicOperator)
        zero = VectorForm(self.space, degree, [Form(self.space, degree, {})] * self.dimension)
        return interior(zero) if isinstance(thing, SymbolicOperator) else zero

    def apply(self, operator: SymbolicOperator, form: Any) -> Any:
        """The value of an operator on a concrete form."""
        if isinstance(operator.made, constructions.Sum):
            zero = Form(self.space, operator.degree + form.degree, {})
            return sum((self.apply(a, form) for a in operator.arguments), zero)
        if operator.is_derivation:
            return self.value(operator)(form)
        match operator.made:
            case constructions.Multiple((factor, inner)):
                return factor * self.apply(inner, form)
            case constructions.Product((omega, inner)):
                return self.value(omega) * self.apply(inner, form)
            case constructions.Multiplication((omega,)):
                return self.value(omega) * form
            case constructions.Interior((P,)):
                return interior(self.value(P), form)
            case constructions.Lie((P,)):
                P = self.value(P)
                return interior(P, d(form)) - koszul(P.degree) * d(interior(P, form))
        first, second = operator.arguments
        there = self.apply(first, self.apply(second, form))
        if isinstance(operator.made, constructions.Composition):
            return there
        sign = koszul(first.degree * second.degree)
        return there - sign * self.apply(second, self.apply(first, form))

    # --- what an identity says ----------------------------------------------------

    def identities(
        self, identity: Identity, tests: Iterable[tuple[Any, str]] = ()
    ) -> Iterator[tuple[Identity, str, dict[str, str]]]:
        """Concrete identities that follow from a symbolic one, with their Python code.

        Operators are compared on test forms: pairs of a form and its Python expression;
        derivations are compared on generators if there are no test forms.
        """
        if isinstance(identity, NoKernel):
            return
        left, right = identity.left, identity.right
        tests = list(tests)
        direct = not isinstance(left, SymbolicOperator)
        if direct or (not tests and is_of_derivations(identity)):
            sides = [self._side(left), self._side(right)]
            if isinstance(sides[0][0], int):
                sides.reverse()
            if not isinstance(sides[0][0], int):
                yield sides[0][0] == sides[1][0], f"{sides[0][1]} == {sides[1][1]}", {}
            return
        for form, source in tests:
            values = [self.apply(side, form) for side in (left, right)]
            script = " == ".join(
                "0" if is_zero(side) else code_of_value(side, "test_form", self.names)
                for side in (left, right)
            )
            if not (is_zero(left) and is_zero(right)):
                yield values[0] == values[1], script, {"test_form": source}

    def _side(self, side: Symbolic) -> tuple[Any, str]:
        return (0, "0") if is_zero(side) else (self.value(side), code(side, self.names))

    def script(
        self, statement: str, extra: Mapping[str, str], relations: Iterable[Identity] = ()
    ) -> str:
        """A program that prints the verdicts on an identity and on relations for these data.

        Relations of operators that are no derivations, and hypotheses, are left out.
        """
        met = "".join(
            f"print(check({text}))  # expected: VERIFIED\n"
            for relation in relations
            for _, text, _ in self.identities(relation)
        )
        given = "\n".join(f"{name} = {text}" for name, text in {**self.source, **extra}.items())
        wanted = "from fractions import Fraction\n\n" if "Fraction(" in statement + met else ""
        maps = "Map, " if "Map(" in given else ""
        calculus = [
            name for name in ("Multivector", "multivector") if name in given + statement + met
        ]
        if calculus:
            wanted += f"from diffgeo.calculus import {', '.join(calculus)}\n"
        return (
            f"{wanted}from diffgeo import Manifold, {maps}bracket, check, d, interior, lie\n\n"
            f"space = Manifold({self.space.name!r}, {' '.join(self.coordinates)!r})\n"
            f"{given}\n"
            f"print(check({statement}))  # expected: REFUTED\n{met}"
        )


def components(value: Any) -> Data:
    """The data of a concrete form or vector-valued form with polynomial components.

    Raises
    ------
    NotSupported
        A component is no polynomial.
    """
    found: Data = {}
    parts = {"": value} if isinstance(value, Form) else value.components
    for direction, form in parts.items():
        for key, function in form.components.items():
            names = (key,) if isinstance(key, str) else tuple(key)
            element = function.element()
            polynomial = polynomials.from_expression(element.ring.expression(element))
            if polynomial:
                found[direction, names] = polynomial
    return found


def is_of_derivations(identity: Identity) -> bool:
    """Whether both sides are operators that were made as derivations."""
    sides = (identity.left, identity.right)
    return all(isinstance(side, SymbolicOperator) and side.is_derivation for side in sides)


def order_of(operator: SymbolicOperator) -> int:
    """How many derivations are composed in an operator at most."""
    if operator.is_derivation:
        return 1
    if isinstance(operator.made, constructions.Interior | constructions.Lie):
        return operator.arguments[0].degree  # type: ignore[no-any-return]
    below = [order_of(a) for a in operator.arguments if isinstance(a, SymbolicOperator)] or [0]
    return (
        max(below)
        if isinstance(
            operator.made, constructions.Sum | constructions.Multiple | constructions.Product
        )
        else sum(below)
    )


def _nested(given: Mapping[Place, Any]) -> dict[str, dict[Any, Any]]:
    nested: dict[str, dict[Any, Any]] = {}
    for (direction, names), text in given.items():
        nested.setdefault(direction, {})[names] = text
    return nested
