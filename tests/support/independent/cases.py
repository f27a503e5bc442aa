"""A case: objects from formulas, exact values at its point, and their comparison."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import sympy

from diffgeo import Form, Manifold, Multivector, VectorForm, Verdict

Values = dict[str, str]


class Case:
    """One case: its inputs, in the names of the library, and the values of results."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.id: str = record["id"]
        self.space: dict[str, Any] = record["space"]
        self.names: list[str] = list(self.space["coordinates"])
        self.inputs: dict[str, Any] = record["inputs"]
        self.expected: dict[str, Any] = record["expected"]
        self._point: dict[str, str] = record["point"]
        self._seen: set[str] = set()

    def rename(self, names: Mapping[str, str]) -> None:
        """Replace names of coordinates in the formulas and in the point."""

        def renamed(thing: Any) -> Any:
            if isinstance(thing, str):
                return re.sub(r"[A-Za-z_]\w*", lambda word: names.get(word[0], word[0]), thing)
            if isinstance(thing, dict):
                return {key: renamed(value) for key, value in thing.items()}
            return [renamed(value) for value in thing] if isinstance(thing, list) else thing

        self.inputs = renamed(self.inputs)
        self.names = renamed(self.names)
        self._point = {renamed(key): value for key, value in self._point.items()}

    def value(self, function: Form) -> Fraction:
        """The exact value at the point."""
        if all(name.isidentifier() for name in self._point):
            return arithmetic(str(function), {k: Fraction(v) for k, v in self._point.items()})
        expression = function.to_sympy()
        names = {symbol.name: symbol for symbol in expression.free_symbols}
        given = {sympy.sympify(k, names): sympy.Rational(v) for k, v in self._point.items()}
        # the values of named functions come first, then those of the coordinates
        for functions in (True, False):
            chosen = {k: v for k, v in given.items() if k.is_Symbol is not functions}
            expression = expression.subs(chosen, simultaneous=True)
        return rational(expression)

    def same(self, name: str, values: Any) -> None:
        """Compare what the library found with the values that were stored under a name."""
        self._seen.add(name)
        assert self.flat(values) == stored(self.expected[name]), (self.id, name)

    def says(self, name: str, verdict: Verdict) -> None:
        """Compare the answer to a question with the one that was stored under a name."""
        self._seen.add(name)
        assert bool(verdict) is self.expected[name], (self.id, name)

    def flat(self, values: Any) -> dict[str, Fraction]:
        """Values that are not zero, by positions."""
        if isinstance(values, VectorForm):
            parts = [values.value(a) for a in range(values.space.dimension)]
            values = [part if values.degree else self.value(part) for part in parts]
        if isinstance(values, Form) and values.degree == 0:
            values = {"": values}
        elif isinstance(values, (Form, Multivector)):
            order = [str(coordinate) for coordinate in values.space.coordinates]
            values = {positions(order, key): part for key, part in values.components.items()}
        if isinstance(values, (list, tuple)):
            values = {str(index): part for index, part in enumerate(values)}
        if not isinstance(values, dict):
            values = {"": values}
        found: dict[str, Fraction] = {}
        for key, part in values.items():
            if isinstance(part, (dict, list, VectorForm)) or getattr(part, "degree", 0):
                inner = self.flat(part)
            else:
                inner = {"": part if isinstance(part, Fraction) else self.value(part)}
            for rest, number in inner.items():
                if number:
                    found[",".join(filter(None, (key, rest)))] = number
        return found

    def finish(self) -> None:
        """Every stored value has been compared."""
        assert self._seen == set(self.expected), (self.id, set(self.expected) - self._seen)


def arithmetic(formula: str, point: Mapping[str, Fraction]) -> Fraction:
    """The value of a rational formula, in rational numbers; exponents stay integers."""
    number = re.compile(r"(\*\*)?(?<![\w.])(\d+)")
    exact = number.sub(lambda found: found[0] if found[1] else f"Fraction({found[2]})", formula)
    return Fraction(eval(exact, {"Fraction": Fraction, "__builtins__": {}}, dict(point)))


def rational(number: Any) -> Fraction:
    assert number.is_Rational, number
    return Fraction(int(number.p), int(number.q))


def stored(values: Any) -> dict[str, Fraction]:
    """Stored values that are not zero, by positions."""
    if isinstance(values, (list, tuple)):
        values = {str(index): part for index, part in enumerate(values)}
    if not isinstance(values, dict):
        return {"": Fraction(values)} if Fraction(values) else {}
    nested = {key: stored(part) for key, part in values.items()}
    return {
        ",".join(filter(None, (key, rest))): number
        for key, part in nested.items()
        for rest, number in part.items()
    }


def positions(order: Sequence[str], key: Any) -> str:
    """The positions of coordinates, as text."""
    return ",".join(str(order.index(name)) for name in ((key,) if isinstance(key, str) else key))


def named(space: Manifold, key: str) -> tuple[str, ...]:
    """The names of coordinates at positions."""
    return tuple(str(space.coordinates[int(i)]) for i in key.split(",")) if key else ()


def form(space: Manifold, degree: int, text: Values) -> Form:
    if degree == 0:
        return space.function(text.get("", "0"))
    return space.form(degree, {named(space, key): value for key, value in text.items()})


def field(space: Manifold, text: Sequence[str]) -> VectorForm:
    names = [str(coordinate) for coordinate in space.coordinates]
    return space.vector_field(dict(zip(names, text, strict=True)))


def vector_form(space: Manifold, degree: int, text: Sequence[Values]) -> VectorForm:
    if degree == 0:
        return field(space, [part.get("", "0") for part in text])
    names = [str(coordinate) for coordinate in space.coordinates]
    parts = [form(space, degree, part) for part in text]
    return space.vector_form(degree, dict(zip(names, parts, strict=True)))


def endomorphism(space: Manifold, rows: Sequence[Sequence[str]]) -> VectorForm:
    return vector_form(space, 1, [{str(j): v for j, v in enumerate(row)} for row in rows])


def matrix(K: VectorForm) -> list[list[Form]]:
    """Row i has the component i of the images of the coordinate fields."""
    images = [[K(e).value(a) for a in range(K.space.dimension)] for e in K.space.frame]
    return [list(row) for row in zip(*images, strict=True)]


def by_fields(
    space: Manifold, operator: Callable[..., VectorForm], *slots: Sequence[VectorForm]
) -> dict[str, Form]:
    """Components of fields ``operator(X, Y, …)``, keys: component, then numbers of the fields."""
    found: dict[str, Form] = {}
    rows: list[tuple[tuple[int, ...], tuple[VectorForm, ...]]] = [((), ())]
    for fields in slots:
        rows = [((*i, k), (*v, x)) for i, v in rows for k, x in enumerate(fields)]
    for numbers, chosen in rows:
        for index, value in enumerate(map(operator(*chosen).value, range(space.dimension))):
            found[",".join(map(str, (index, *numbers)))] = value
    return found
