"""Concrete instances of symbols: what a symbolic identity says on one manifold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, reduce
from keyword import iskeyword
from operator import matmul
from typing import Any, cast

from diffgeo.calculus.brackets import bracket, interior, lie
from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form
from diffgeo.calculus.maps import Map
from diffgeo.calculus.multivectors import Multivector, multivector
from diffgeo.calculus.spaces import Manifold
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.proofs import constructions
from diffgeo.proofs import indeterminate_polynomials as polynomials
from diffgeo.proofs.dimensions import Dimensions, dimension_at
from diffgeo.proofs.hypotheses import Hypothesis
from diffgeo.proofs.indeterminate_polynomials import Polynomial
from diffgeo.proofs.source_code import code, code_of_value
from diffgeo.proofs.symbolic_maps import SymbolicMap
from diffgeo.proofs.symbolic_multivectors import SymbolicMultivector
from diffgeo.proofs.symbolic_objects import Symbolic, SymbolicForm, SymbolicOperator, is_zero
from diffgeo.signs import koszul
from diffgeo.verdicts.verdict import Identity

_CONSTRUCTORS = {"Fraction", "Manifold", "Map", "Multivector", "bracket", "check", "d", "interior"}
_CONSTRUCTORS |= {"lie", "multivector", "space"}

#: A component: the coordinate whose field it multiplies ("" for a form), the differentials.
Place = tuple[str, tuple[str, ...]]
#: The components of a form or vector-valued form that are not zero.
Data = dict[Place, Polynomial]


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
        """The manifold R^n, of the largest dimension."""
        if not self.functions:
            return _space(int(self.dimension))
        return Manifold(f"R{self.dimension}", self.coordinates, functions=self.functions)

    def space_at(self, home: Any) -> Manifold:
        """That in the place of an arbitrary manifold."""
        dimension = dimension_at(home, self.dimension)
        return self.space if dimension == self.dimension else _space(dimension)

    @cached_property
    def spaces(self) -> dict[str, Manifold]:
        """The manifolds by their names in Python code."""
        smaller = self.dimension.others if isinstance(self.dimension, Dimensions) else {}
        return {"space": self.space} | {f"space_{n}": _space(n) for n in sorted(smaller.values())}

    def space_name(self, home: Any) -> str:
        """The name of the manifold that is in the place of an arbitrary one."""
        dimension = dimension_at(home, self.dimension)
        return "space" if dimension == self.dimension else f"space_{dimension}"

    @cached_property
    def names(self) -> dict[Any, str]:
        """Names of the symbols in Python code, and those of smaller manifolds."""
        taken, names = {*_CONSTRUCTORS, "test_form", *self.spaces}, dict[Any, str]()
        for symbol in self.data:
            name = str(symbol)
            while name in taken or iskeyword(name):
                name += "_"
            taken.add(name)
            names[symbol] = name
        homes = self.dimension.others if isinstance(self.dimension, Dimensions) else {}
        return names | {home: self.space_name(home) for home in homes}

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
        space = self.space_at(symbol.home)
        if isinstance(symbol, SymbolicMap):
            target = self.space_at(symbol.target)
            images = {x: space.function(given.get((x, ()), 0)) for x in target.chart.coordinates}
            return Map(space, target, images)
        if isinstance(symbol, SymbolicForm):
            return space.form(symbol.degree, _nested(given).get("", {}))
        if isinstance(symbol, SymbolicMultivector):
            coefficients = _nested(given).get("", {})
            return Multivector.from_components(space, symbol.degree, coefficients)
        return space.vector_form(symbol.degree, _nested(given))

    def expression(self, symbol: Symbolic, given: Mapping[Place, str]) -> str:
        """The Python expression that makes the form or vector-valued form."""
        space = self.space_name(symbol.home)
        if isinstance(symbol, SymbolicMap):
            target = self.space_name(symbol.target)
            names = self.spaces[target].chart.coordinates
            images = {x: given.get((x, ()), "0") for x in names}
            return f"Map({space}, {target}, {images!r})"
        if isinstance(symbol, SymbolicForm):
            return f"{space}.form({symbol.degree}, {_nested(given).get('', {})!r})"
        if isinstance(symbol, SymbolicMultivector):
            coefficients = _nested(given).get("", {})
            return f"Multivector.from_components({space}, {symbol.degree}, {coefficients!r})"
        return f"{space}.vector_form({symbol.degree}, {_nested(given)!r})"

    # --- values -------------------------------------------------------------------

    def value(self, thing: Symbolic, space: Manifold | None = None) -> Any:
        """The concrete object in the place of a symbolic one (operators: derivations only).

        What may live on each manifold is the object on the given space.
        """
        if thing.home is not None or space is None:
            space = self.space_at(thing.home)
        match thing.made:
            case constructions.Named():
                return self.values[thing]
            case constructions.Applied((operator, form)):
                return self.apply(operator, self.value(form, space))
            case constructions.Sum(arguments):
                terms = [self.value(a, space) for a in arguments]
                return sum(terms[1:], terms[0]) if terms else _zero(thing, space)
            case constructions.Multiple((factor, inner)):
                return factor * self.value(inner, space)
            case constructions.Number((number,)):
                return space.function(number)
            case constructions.Unit():
                return space.identity
            case constructions.Exterior():
                return d.on(space)
            case constructions.Along((phi, K)):
                return _along(self.value(phi), self.value(K, self.space_at(phi.target)))
            case constructions.Back((phi, form)):
                return self.value(phi).pull(self.value(form, self.space_at(phi.target)))
        parts = [self.value(a, space) for a in thing.operands]
        for along in [part.space for part, a in zip(parts, thing.operands, strict=True) if a.along]:
            parts = [_moved(part, along) for part in parts]
        match thing.made:
            case constructions.Composition():
                target = self.space_at(cast(SymbolicMap, thing).target)
                same = Map(target, target, {x: x for x in target.chart.coordinates})
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

    def apply(self, operator: SymbolicOperator, form: Any) -> Any:
        """The value of an operator on a concrete form."""
        if isinstance(operator.made, constructions.Sum):
            zero = Form(form.space, operator.degree + form.degree, {})
            return sum((self.apply(a, form) for a in operator.arguments), zero)
        if operator.is_derivation:
            return self.value(operator, form.space)(form)
        match operator.made:
            case constructions.Multiple((factor, inner)):
                return factor * self.apply(inner, form)
            case constructions.Product((omega, inner)):
                return self.value(omega, form.space) * self.apply(inner, form)
            case constructions.Multiplication((omega,)):
                return self.value(omega, form.space) * form
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
        if isinstance(identity, Hypothesis):
            return
        left, right = identity.left, identity.right
        tests = list(tests)
        direct = not isinstance(left, SymbolicOperator)
        if direct or (not tests and is_of_derivations(identity)):
            home = next((side.home for side in (left, right) if side.home is not None), None)
            sides = [self._side(side, home) for side in (left, right)]
            if isinstance(sides[0][0], int):
                sides.reverse()
            if not isinstance(sides[0][0], int):
                yield sides[0][0] == sides[1][0], f"{sides[0][1]} == {sides[1][1]}", {}
            return
        for form, source in tests:
            values = [self.apply(side, form) for side in (left, right)]
            script = " == ".join(
                "0"
                if is_zero(side)
                else code_of_value(side, "test_form", self.names, self.space_name(left.home))
                for side in (left, right)
            )
            if not (is_zero(left) and is_zero(right)):
                yield values[0] == values[1], script, {"test_form": source}

    def _side(self, side: Symbolic, home: Any) -> tuple[Any, str]:
        if is_zero(side):
            return 0, "0"
        return self.value(side, self.space_at(home)), code(side, self.names, self.space_name(home))

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
        manifolds = "\n".join(
            f"{name} = Manifold({space.name!r}, {' '.join(space.chart.coordinates)!r})"
            for name, space in self.spaces.items()
        )
        calculus = [
            name for name in ("Multivector", "multivector") if name in given + statement + met
        ]
        if calculus:
            wanted += f"from diffgeo.calculus import {', '.join(calculus)}\n"
        return (
            f"{wanted}from diffgeo import Manifold, {maps}bracket, check, d, interior, lie\n\n"
            f"{manifolds}\n{given}\n"
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


def _along(phi: Map, K: VectorForm) -> VectorForm:
    """φ^*K, on the larger one of both manifolds, as if directions of the target were ones there."""
    count, others = (len(space.chart.coordinates) for space in (phi.target, phi.source))
    wide = phi.target if count > others else phi.source
    forms = [_moved(phi.pull(K.value(n)), wide) for n in range(count)]
    return VectorForm(wide, K.degree, [*forms, *[Form(wide, K.degree, {})] * (others - count)])


def _moved(value: Any, space: Manifold) -> Any:
    """What is on R^m, on R^n with n > m: as it is, whatever the other coordinates are."""
    names = value.space.chart.coordinates
    if value.space is space or len(names) == len(space.chart.coordinates):
        return value
    forget = Map(space, value.space, {x: x for x in names})
    if isinstance(value, Form):
        return forget.pull(value)
    forms = [forget.pull(value.value(n)) for n in range(len(names))]
    more = len(space.chart.coordinates) - len(names)
    return VectorForm(space, value.degree, [*forms, *[Form(space, value.degree, {})] * more])


def _zero(thing: Symbolic, space: Manifold) -> Any:
    """The zero of the kind and degree of an object."""
    if isinstance(thing, SymbolicForm):
        return Form(space, thing.degree, {})
    if isinstance(thing, SymbolicMultivector):
        return Multivector.from_components(space, thing.degree, {})
    degree = thing.degree + isinstance(thing, SymbolicOperator)
    zero = VectorForm(space, degree, [Form(space, degree, {})] * len(space.chart.coordinates))
    return interior(zero) if isinstance(thing, SymbolicOperator) else zero


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
