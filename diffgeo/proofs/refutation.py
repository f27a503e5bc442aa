"""Refutations by concrete instances, made small."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

from diffgeo.errors import Refusal
from diffgeo.proofs.automorphism_fields import bent
from diffgeo.proofs.completion import Completion
from diffgeo.proofs.dependence import degree_in
from diffgeo.proofs.dimensions import Dimensions
from diffgeo.proofs.hypotheses import NoKernel
from diffgeo.proofs.indeterminate_polynomials import Monomial, Polynomial, text, tree
from diffgeo.proofs.instance_counterexamples import InstanceCounterexample
from diffgeo.proofs.instances import (
    Data,
    Instance,
    Place,
    order_of,
    symbols_in,
)
from diffgeo.proofs.joint_tensors import JointTensors
from diffgeo.proofs.models import QUADRATIC, Budget, holds, satisfying
from diffgeo.proofs.sampling import simple_maps, sparse, sparse_form, wide
from diffgeo.proofs.standard_structures import standard_structures
from diffgeo.proofs.symbolic_maps import SymbolicMap
from diffgeo.proofs.symbolic_objects import (
    Symbolic,
    SymbolicForm,
    SymbolicOperator,
    SymbolicVectorForm,
)
from diffgeo.proofs.time_allowed import time_is_up
from diffgeo.verdicts.verdict import Identity, Status, check

#: Instances are made in these dimensions, and in larger ones if the degrees ask for it.
DIMENSIONS = (2, 3, 4)
LARGEST_DIMENSION = 9
#: That of tangent bundles of R^3, where all tensors have standard values.
LARGER = 6
ATTEMPTS = 3
RELATED_ATTEMPTS = 8
RELATED_ROUNDS = 12
#: Fields of automorphisms under which data with relations are looked at, if few data are found.
BENT = 6
#: Choices of maps between manifolds, of which something is supposed.
MAPS = 40
#: Data that satisfy relations are hard to make smaller: the smallest of so many is taken.
COMPARED = 4
WIDE_ATTEMPTS = 2
#: Rounds in which tensors that are recognised have nothing but standard values.
ROUNDS_OF_STANDARDS = 3
#: Consequences of relations that are looked at to solve for data.
MOST_CONSEQUENCES = 8
#: Trials that a counterexample is made smaller with.
SHRINKING = 120

Test = dict[Any, Polynomial]


class Refuter:
    """Looks for an instance of the declared relations at which an identity fails."""

    def __init__(
        self, identity: Identity, relations: Sequence[Identity], seed: int, small: bool = True
    ) -> None:
        self.small = small
        self.identity = identity
        self.relations = relations
        self.seed = seed
        sides = [side for i in (identity, *relations) for side in (i.left, i.right)]
        self.symbols = symbols_in(*sides)
        self._tensors = {s for s in self.symbols if isinstance(s, SymbolicVectorForm) and s.degree}
        self._linear = [*relations, *_linear_consequences(self.symbols, relations)]
        fields = [s for s in self.symbols if isinstance(s, SymbolicVectorForm) and not s.degree]
        self._fields = {*fields}
        self._skew = len(self._fields & {*symbols_in(*sides[:2])}) > 2 or identity.left.degree > 2
        self.tried: dict[int, None] = {}

    def __str__(self) -> str:
        """What was tried in vain."""
        dimensions = ", ".join(map(str, self.tried)) or "none"
        return f"no random polynomial instance refutes it (dimensions tried: {dimensions})"

    def search(
        self, dimensions: Sequence[int] = (), attempts: int = ATTEMPTS
    ) -> InstanceCounterexample | None:
        """A counterexample; ``tried`` has the dimensions in which there were instances."""
        wanted = COMPARED if self.small and self.relations else 1
        chosen = list(dimensions or self._dimensions())
        for turn in zip(*(self._rounds(n, attempts) for n in chosen), strict=True):
            for dimension, instances in zip(chosen, turn, strict=True):
                failures: list[tuple[Instance, Failure]] = []
                for instance, tests in instances:
                    self.tried[dimension] = None
                    if (found := self._failure(instance, tests)) is not None:
                        failures.append((instance, found))
                        if len(failures) == wanted:
                            break
                if failures:
                    instance, found = min(failures, key=lambda each: len(str(each[0].source)))
                    if self.small:
                        instance, found = self._smaller(instance, found)
                    return self._shown(instance, found)
        return None

    def _dimensions(self) -> Iterator[int]:
        if self._skew and self._tensors:  # on a surface, what is skew in three fields vanishes
            standard = standard_structures(self.relations, LARGER, Random(0))
            if self._tensors | self._fields <= standard.keys():
                yield LARGER
        yield from DIMENSIONS
        degrees = [symbol.degree for symbol in self.symbols]
        wanted = max(self.identity.left.degree + 1, max(degrees, default=0) + 1)
        if not self.relations:
            yield from range(DIMENSIONS[-1] + 1, min(wanted, LARGEST_DIMENSION) + 1)
        elif DIMENSIONS[-1] < self.identity.left.degree <= LARGEST_DIMENSION:
            yield self.identity.left.degree  # a form of that degree vanishes in the others
        if self.relations:
            yield 1  # last, since little is interesting there

    def _rounds(
        self, dimension: int, attempts: int
    ) -> Iterator[Iterator[tuple[Instance, list[Test]]]]:
        """Instances in one dimension, by rounds: the other dimensions have a turn in between."""
        random, budgets = (
            Random(f"{dimension}:{self.seed}"),
            (Budget(), Budget(), Budget(degrees=QUADRATIC)),
        )
        sides = (self.identity.left, self.identity.right)
        operators = [side for side in sides if isinstance(side, SymbolicOperator)]
        slots = max([2, *map(order_of, operators)])  # m insertions need forms of degree m
        tests = [sparse_form(p, dimension, random) for p in range(min(dimension, slots) + 1)]
        joint = JointTensors(self.relations, self.identity).values(dimension, random)
        if self.relations:
            for number in range(RELATED_ROUNDS):
                found = self._related(dimension, random, budgets, joint, number)
                yield ((instance, tests) for instance in found)
        else:
            yield ((each, tests) for each in self._unrelated(dimension, random, attempts))

    def _related(
        self,
        dimension: int,
        random: Random,
        budgets: Sequence[Budget],
        joint: Iterator[dict[Symbolic, Data]],
        number: int,
    ) -> Iterator[Instance]:
        nothing = Instance({symbol: {} for symbol in self.symbols}, dimension)
        if not number and all(holds(nothing, relation) for relation in self.relations):
            yield nothing
        maps = [symbol for symbol in self.symbols if isinstance(symbol, SymbolicMap)]
        if not maps and any(map(_needs_even_dimension, self.relations)) and dimension % 2:
            return
        found = []
        if number % 3 and dimension not in self.tried:  # where nothing was found is little hope
            return
        for attempt in range(RELATED_ATTEMPTS):
            if time_is_up():
                return
            standard = standard_structures(self.relations, dimension, random)
            known = bool(self._tensors & standard.keys())
            if known and number < ROUNDS_OF_STANDARDS and not attempt % 2:
                continue
            begun = next(joint, {}) if attempt % 4 > 1 and dimension != LARGER else {}
            if attempt % 2:
                begun = standard if begun.keys() & standard.keys() else {**begun, **standard}
            chosen = dimension
            if maps:
                chosen = self._chosen(dimension, attempt, random)
                begun = {} if chosen.others else begun
                begun = {**begun, **self._maps(chosen, random)}
            known &= bool(attempt % 2)
            relations = self._linear if known else self.relations
            budget = budgets[2 if known else attempt % 2]
            given = (self.symbols, relations, chosen, random, budget)
            instance = satisfying(
                *given, standard=attempt % 2 == 1, forms_first=attempt % 4 == 3, begun=begun
            )
            if instance is not None:
                found.append(instance)
                yield instance
        # Larger, and hard to make small.
        for instance in (
            (found * BENT)[: max(BENT, len(found))] if dimension > 1 and not maps else ()
        ):
            other = bent(instance, random)
            if all(holds(other, relation) for relation in self.relations):
                yield other

    def _chosen(self, dimension: int, attempt: int, random: Random) -> Dimensions:
        """The largest dimension for all manifolds, or for one of those between which maps go."""
        ends = [end for s in self.symbols if isinstance(s, SymbolicMap) for end in s.arguments[1:]]
        homes = list(dict.fromkeys(ends))
        operator = isinstance(self.identity.left, SymbolicOperator)
        if operator or attempt % 4 < 2:  # tests are forms in one dimension
            return Dimensions(dimension, {})
        largest = random.choice(homes)
        others = {home: random.randint(1, dimension) for home in homes if home is not largest}
        return Dimensions(dimension, others)

    def _maps(self, dimension: Dimensions, random: Random) -> dict[Symbolic, Data]:
        """Simple maps, if possible such ones as satisfy the relations that are about maps alone."""
        about = [r for r in self.relations if isinstance(r.left, SymbolicMap)]
        for _ in range(MAPS if about else 1):
            found = simple_maps(self.symbols, dimension, random)
            if all(holds(Instance(found, dimension), relation) for relation in about):
                break
        return found

    def _unrelated(self, dimension: int, random: Random, attempts: int) -> Iterator[Instance]:
        for _ in range(attempts):
            data = {symbol: sparse(symbol, dimension, random) for symbol in self.symbols}
            yield Instance(data, dimension)
        for _ in range(WIDE_ATTEMPTS if dimension >= DIMENSIONS[-1] else 0):
            yield Instance(wide(self.symbols, dimension, random), dimension)

    # --- failures -----------------------------------------------------------------

    def _failure(self, instance: Instance, tests: Sequence[Test]) -> Failure | None:
        """The first concrete identity that fails; None if all hold or are not decided."""
        operator = isinstance(self.identity.left, SymbolicOperator)
        for test in tests if operator else [None]:
            pairs = [] if test is None else [_form(instance, test, self.identity)]
            try:
                for concrete, statement, extra in instance.identities(self.identity, pairs):
                    if not isinstance(concrete, Identity):
                        continue  # 0 == 0
                    if check(concrete, counterexample=False).status is Status.REFUTED:
                        return Failure(concrete, statement, extra, test)
            except (Refusal, RecursionError):
                return None
        return None

    def _smaller(self, instance: Instance, failure: Failure) -> tuple[Instance, Failure]:
        """The same failure with as few and as small data as are found greedily."""
        left = SHRINKING
        improved = True
        while improved and left > 0 and not time_is_up():
            improved = False
            for change in _changes(instance, failure.test):
                changed = change(instance, failure.test)
                if changed is None:
                    continue  # an earlier change has left nothing to do
                candidate, test = changed
                left -= 1
                found = self._failure(candidate, [test] if test is not None else [{}])
                if found is None or not all(holds(candidate, r) for r in self.relations):
                    continue
                instance, failure, improved = candidate, found, True
                if left <= 0 or time_is_up():
                    break
        return instance, failure

    def _shown(self, instance: Instance, failure: Failure) -> InstanceCounterexample:
        found = check(failure.concrete).counterexample
        given = {**instance.source, **failure.extra}
        return InstanceCounterexample(
            point=dict(found.point) if found else {},
            functions=dict(found.functions) if found else {},
            value=found.value if found else "not zero",
            label=found.label if found else "",
            residual=found.residual if found else "",
            place=", ".join(
                f"{space.name} ({', '.join(space.chart.coordinates)})"
                for space in instance.spaces.values()
            ),
            instance={name: _plain(source) for name, source in given.items()},
            script=instance.script(failure.statement, failure.extra, self.relations),
        )


def _plain(source: str) -> str:
    """Code for a form or field, without the manifold on which it is."""
    before, _, after = source.partition(".")
    return after if before.startswith("space") and "(" not in before else source


def _linear_consequences(
    symbols: Sequence[Symbolic], relations: Sequence[Identity]
) -> list[Identity]:
    """What completion says of compositions that is linear in tensors which relations are not.

    So ``F∘h = -J`` is found of F∘J = h and F∘F = -id, with which data for F are solved for.
    """
    curved = [s for s in symbols if degree_in([s], relations) > 1]
    some = islice(Completion(relations).lemmas(), MOST_CONSEQUENCES)
    return [r for r, _ in some if any(degree_in([s], [r]) == 1 for s in curved)]


def _needs_even_dimension(relation: Identity) -> bool:
    """Whether a 2-form is supposed to have no kernel."""
    tensors = relation.tensors if isinstance(relation, NoKernel) else ()
    return len(tensors) == 1 and isinstance(tensors[0], SymbolicForm) and tensors[0].degree == 2


class Failure:
    """A concrete identity that fails, how it is written, and the test form it needed."""

    def __init__(
        self, concrete: Identity, statement: str, extra: dict[str, str], test: Test | None
    ) -> None:
        self.concrete = concrete
        self.statement = statement
        self.extra = extra
        self.test = test


def _form(instance: Instance, test: Test, identity: Identity) -> tuple[Any, str]:
    degree = len(next(iter(test))[1]) if test else 0
    given = {key: text(value) for (_, key), value in test.items()}
    form = instance.space_at(identity.left.home).form(
        degree, {key: tree(value) for (_, key), value in test.items()}
    )
    return form, f"space.form({degree}, {given!r})"


# --- smaller data ------------------------------------------------------------------------

State = tuple[Instance, Test | None]
Change = Callable[[Instance, Test | None], State | None]


def _changes(instance: Instance, test: Test | None) -> list[Change]:
    """Simplifications, the greatest first: whole symbols, components, terms, powers, numbers."""
    parts: list[tuple[Symbolic | None, Data]] = list(instance.data.items())
    if test is not None:
        parts.append((None, test))
    found: list[Change] = [
        _change(symbol, lambda data: {} if data else None)
        for symbol, _ in parts
        if symbol is not None
    ]
    for symbol, data in parts:
        found += [_change(symbol, _without_place(place)) for place in data]
    for symbol, data in parts:
        for place, polynomial in data.items():
            found += [_change(symbol, _without_term(place, m)) for m in polynomial]
    for symbol, data in parts:
        for place, polynomial in data.items():
            for monomial in polynomial:
                found += [_change(symbol, _lower(place, monomial, n)) for n in monomial]
            found += [_change(symbol, _ones(place))]
    return found


def _change(symbol: Symbolic | None, edit: Callable[[Data], Data | None]) -> Change:
    """A change of the data of one symbol, or of the test form."""

    def change(instance: Instance, test: Test | None) -> State | None:
        if symbol is None:
            edited = edit(test) if test is not None else None
            return (instance, edited) if edited else None
        value = edit(instance.data[symbol])
        if value is None:
            return None
        return Instance({**instance.data, symbol: value}, instance.dimension), test

    return change


def _without_place(place: Place) -> Callable[[Data], Data | None]:
    return lambda data: {p: v for p, v in data.items() if p != place} if place in data else None


def _without_term(place: Place, monomial: Monomial) -> Callable[[Data], Data | None]:
    def edit(data: Data) -> Data | None:
        polynomial = data.get(place, {})
        if monomial not in polynomial or len(polynomial) == 1:
            return None
        return {**data, place: {m: v for m, v in polynomial.items() if m != monomial}}

    return edit


def _lower(place: Place, monomial: Monomial, name: str) -> Callable[[Data], Data | None]:
    def edit(data: Data) -> Data | None:
        polynomial = dict(data.get(place, {}))
        shorter = list(monomial)
        shorter.remove(name)
        if monomial not in polynomial or tuple(shorter) in polynomial:
            return None
        polynomial[tuple(shorter)] = polynomial.pop(monomial)
        return {**data, place: polynomial}

    return edit


def _ones(place: Place) -> Callable[[Data], Data | None]:
    def edit(data: Data) -> Data | None:
        polynomial = data.get(place, {})
        if all(value == 1 for value in polynomial.values()):
            return None
        return {**data, place: dict.fromkeys(polynomial, Fraction(1))}

    return edit
