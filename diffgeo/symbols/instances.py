"""Concrete instances of symbols: what a symbolic identity says on one manifold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from keyword import iskeyword
from math import comb
from random import Random
from typing import Any

from diffgeo.derivations import d
from diffgeo.operators import bracket, interior, lie
from diffgeo.signs import koszul
from diffgeo.spaces import Manifold
from diffgeo.symbols.objects import Symbolic, SymbolicForm, SymbolicOperator
from diffgeo.symbols.writing import code, code_of_value
from diffgeo.verdicts import Counterexample, Identity

_CONSTRUCTORS = ("Fraction", "Manifold", "bracket", "check", "d", "interior", "lie", "space")


@dataclass(frozen=True)
class InstanceCounterexample(Counterexample):
    """Concrete forms on a concrete manifold for which a symbolic identity fails.

    ``instance`` gives the forms by the names of the symbols (and ``test_form``, if the identity
    of operators fails on that form); the point is one where a component is not zero.
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
    """The symbols that occur, in the order in which they were declared."""
    found: set[Symbolic] = set()
    pending: list[Any] = list(things)
    seen: set[int] = set()
    while pending:
        thing = pending.pop()
        if not isinstance(thing, Symbolic) or id(thing) in seen:
            continue
        seen.add(id(thing))
        if thing.kind == "symbol":
            found.add(thing)
        pending += thing.arguments
    return sorted(found, key=lambda symbol: symbol.serial)


@dataclass
class Instance:
    """Random sparse polynomial forms in the place of symbols, on one manifold."""

    symbols: list[Symbolic]
    dimension: int
    random: Random
    values: dict[Symbolic, Any] = field(default_factory=dict)
    source: dict[str, str] = field(default_factory=dict)
    names: dict[Symbolic, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.coordinates = [f"x{i}" for i in range(1, self.dimension + 1)]
        self.space = Manifold(f"R{self.dimension}", self.coordinates)
        taken = {*_CONSTRUCTORS, "test_form"}
        for symbol in self.symbols:
            name = str(symbol)
            while name in taken or iskeyword(name):
                name += "_"
            taken.add(name)
            self.names[symbol] = name
            degree = symbol.degree
            if isinstance(symbol, SymbolicForm):
                self.values[symbol], self.source[name] = self.form(degree)
                continue
            given = {}
            chosen = self.random.sample(self.coordinates, min(self.dimension, 2 + (degree > 1)))
            for coordinate in sorted(chosen):
                given[coordinate] = self._coefficients(degree)
            self.values[symbol] = self.space.vector_form(degree, given)
            self.source[name] = f"space.vector_form({degree}, {given!r})"

    def form(self, degree: int) -> tuple[Any, str]:
        """A random form and the Python expression that makes it."""
        given = self._coefficients(degree)
        return self.space.form(degree, given), f"space.form({degree}, {given!r})"

    def _coefficients(self, degree: int) -> dict[tuple[str, ...], str]:
        if degree > self.dimension:
            return {}
        keys = list(combinations(self.coordinates, degree))
        chosen = self.random.sample(keys, min(2 + (degree > 1), comb(self.dimension, degree)))
        return {key: self._polynomial() for key in sorted(chosen)}

    def _polynomial(self) -> str:
        """One or two monomials of degree at most 2."""
        terms = {}
        for _ in range(self.random.randint(1, 2)):
            factors = sorted(self.random.choices(self.coordinates, k=self.random.randint(0, 2)))
            factor = self.random.randint(1, 3)
            size = [] if factor == 1 and factors else [str(factor)]
            terms["*".join(factors)] = "*".join(size + factors)
        return " + ".join(terms.values())

    # --- values -------------------------------------------------------------------

    def value(self, thing: Symbolic) -> Any:
        """The concrete object in the place of a symbolic one (operators: derivations only)."""
        kind, arguments = thing.kind, thing.arguments
        if kind == "symbol":
            return self.values[thing]
        if kind == "applied":
            return self.apply(arguments[0], self.value(arguments[1]))
        if kind == "sum":
            return sum((self.value(a) for a in arguments[1:]), self.value(arguments[0]))
        if kind == "multiple":
            return arguments[0] * self.value(arguments[1])
        if kind == "identity":
            return self.space.identity
        if kind == "d":
            return d.on(self.space)
        inner = [self.value(a) for a in arguments]
        if kind == "product":
            return inner[0] * inner[1]
        if kind in ("interior", "insertion"):
            return interior(*inner)
        return lie(*inner) if kind == "lie" else bracket(*inner)

    def apply(self, operator: SymbolicOperator, form: Any) -> Any:
        """The value of an operator on a concrete form."""
        if operator.is_derivation:
            return self.value(operator)(form)
        kind, arguments = operator.kind, operator.arguments
        if kind == "sum":
            first, *rest = (self.apply(a, form) for a in arguments)
            return sum(rest, first)
        if kind == "multiple":
            return arguments[0] * self.apply(arguments[1], form)
        if kind == "product":
            return self.value(arguments[0]) * self.apply(arguments[1], form)
        first, second = arguments
        there = self.apply(first, self.apply(second, form))
        if kind == "composition":
            return there
        sign = koszul(first.degree * second.degree)
        return there - sign * self.apply(second, self.apply(first, form))

    def identities(self, left: Symbolic, right: Symbolic) -> Iterator[tuple[Identity, str, dict]]:
        """Concrete identities that follow from ``left = right``, with their Python code."""
        if not isinstance(left, SymbolicOperator):
            sides = [self._side(left), self._side(right)]
            yield sides[0][0] == sides[1][0], f"{sides[0][1]} == {sides[1][1]}", {}
            return
        for degree in range(min(self.dimension, 2) + 1):
            form, source = self.form(degree)
            sides = [self._side_on(side, form) for side in (left, right)]
            script = f"{sides[0][1]} == {sides[1][1]}"
            yield sides[0][0] == sides[1][0], script, {"test_form": source}

    def _side(self, side: Symbolic) -> tuple[Any, str]:
        empty = side.kind == "sum" and not side.arguments
        return (0, "0") if empty else (self.value(side), code(side, self.names))

    def _side_on(self, side: Any, form: Any) -> tuple[Any, str]:
        if side.kind == "sum" and not side.arguments:
            return 0, "0"
        return self.apply(side, form), code_of_value(side, "test_form", self.names)

    def script(self, statement: str, extra: dict[str, str]) -> str:
        """A program that states the identity on this instance and prints its verdict."""
        given = "\n".join(f"{name} = {text}" for name, text in {**self.source, **extra}.items())
        wanted = "from fractions import Fraction\n\n" if "Fraction(" in statement else ""
        return (
            f"{wanted}from diffgeo import Manifold, bracket, check, d, interior, lie\n\n"
            f"space = Manifold({self.space.name!r}, {' '.join(self.coordinates)!r})\n"
            f"{given}\n"
            f"print(check({statement}))  # expected: REFUTED\n"
        )
