"""Statements whose degrees are symbols, where it is known which numbers are odd, or which they are.

They are made again of symbols whose degrees are numbers. All things of one statement, its relations
and lemmas, are made by one `Case`: a symbol becomes the same symbol in each.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from diffgeo.errors import Refusal
from diffgeo.proofs.constructions import Named
from diffgeo.proofs.hypotheses import NoKernel, nondegenerate
from diffgeo.proofs.instance_counterexamples import InstanceCounterexample
from diffgeo.proofs.instances import parts_of
from diffgeo.proofs.proof_steps import Proof
from diffgeo.proofs.proving import on_forms, prove
from diffgeo.proofs.refutation import Refuter
from diffgeo.proofs.symbolic_degrees import Degree, Parities, Sign, small_numbers
from diffgeo.proofs.symbolic_maps import RelatedFields
from diffgeo.proofs.symbolic_objects import Symbolic, is_zero, known
from diffgeo.proofs.time_allowed import time_is_up
from diffgeo.verdicts.verdict import Identity

#: Numbers up to this, and so many choices of them, are tried in a counterexample.
LARGEST = 3
CHOICES = 20


class Case:
    """What a statement says for known numbers, or where it is known which of them are odd.

    Or for things in the place of symbols.
    """

    def __init__(
        self,
        numbers: Parities | Mapping[str, int],
        by: Mapping[Symbolic, Symbolic] = MappingProxyType({}),
    ) -> None:
        self.numbers = numbers
        self._made = {id(symbol): (symbol, thing) for symbol, thing in by.items()}
        self._symbols: dict[tuple[Any, ...], Symbolic] = {}

    def __str__(self) -> str:
        if isinstance(self.numbers, Parities):
            return str(self.numbers)
        return ", ".join(f"{name} = {number}" for name, number in self.numbers.items())

    def identity(self, stated: Identity) -> Identity:
        """The identity, or hypothesis."""
        if isinstance(stated, NoKernel):
            return nondegenerate(*map(self.thing, stated.tensors))
        if isinstance(stated, RelatedFields):
            related: Identity = stated.phi.related(self.thing(stated.X), self.thing(stated.Y))
            return related
        left, right = self.thing(stated.left), self.thing(stated.right)
        if isinstance(stated.left.degree, Degree):  # zero has a degree as soon as it is a multiple
            left, right = (0 * right if is_zero(left) else left), right
            right = 0 * left if is_zero(right) else right
        return Identity(left, right, stated.name)

    def thing(self, thing: Symbolic) -> Symbolic:
        """The object."""
        for part in parts_of(thing):
            if id(part) not in self._made:
                self._made[id(part)] = (part, self._thing(part))  # kept: it is known by its id
        return self._made[id(thing)][1]

    def _thing(self, thing: Any) -> Symbolic:
        if isinstance(thing.made, Named):
            return self._symbol(thing) if isinstance(thing.degree, Degree) else thing
        parts = [
            self._made[id(a)][1] if isinstance(a, Symbolic) else self._number(a)
            for a in thing.arguments
        ]
        degree = self._degree(thing.degree) if isinstance(thing.degree, Degree) else thing.degree
        same = all(a is b for a, b in zip(thing.arguments, parts, strict=True))
        if same and degree is thing.degree:
            return thing  # type: ignore[no-any-return]
        made: Symbolic = type(thing)(type(thing.made)(*parts), degree)
        return made

    def _symbol(self, thing: Symbolic) -> Symbolic:
        key = (type(thing), thing.degree, *thing.arguments)
        if key not in self._symbols:
            degree = self._degree(thing.degree)
            if isinstance(self.numbers, Parities):  # none of those that a user has declared
                self._symbols[key] = type(thing)(Named(*thing.arguments), degree)
            else:
                self._symbols[key] = known(type(thing), degree, *thing.arguments)
        return self._symbols[key]

    def _degree(self, degree: Any) -> int:
        by = self.numbers
        return by.degree(degree) if isinstance(by, Parities) else int(degree.at(by))

    def _number(self, number: Any) -> Any:
        if not isinstance(number, Sign):
            return number
        by = self.numbers
        value: Fraction = by.sign(number) if isinstance(by, Parities) else number.at(by)
        return value


def numbers_in(*stated: Identity) -> set[str]:
    """The symbols of numbers in the degrees and signs of what is stated."""
    found: set[str] = set()
    for part in parts_of(*(side for i in stated for side in (i.left, i.right))):
        for thing in (part.degree, *part.arguments):
            thing = thing.degree if isinstance(thing, Sign) else thing
            found |= thing.names if isinstance(thing, Degree) else set()
    return found


class DegreeCases:
    """The proofs of a statement for numbers that are even or odd, or numbers for which it is false.

    Parameters
    ----------
    identity, relations, lemmas
        The statement.
    names
        The symbols of numbers in it.

    Attributes
    ----------
    open
        What is not proved: where, which identity, and why.
    """

    def __init__(
        self,
        identity: Identity,
        relations: Sequence[Identity],
        lemmas: Sequence[Identity],
        names: Iterable[str],
    ) -> None:
        self.identity, self.relations, self.lemmas = identity, relations, lemmas
        self.names = sorted(names)
        self.cases = {parities: Case(parities) for parities in Parities.all(self.names)}
        self.open: list[tuple[Case, Identity, str]] = []

    def proofs(self, thorough: bool) -> list[Proof]:
        """The proofs that are found, by short searches or longer ones."""
        found: list[Proof] = []
        self.open = []
        for case in self.cases.values():
            wanted = [(i, case.identity(i)) for i in (*self.lemmas, *self.identity.parts)]
            given = on_forms([case.identity(r) for r in self.relations], *(i for _, i in wanted))
            facts: list[Proof] = []
            for stated, now in wanted:
                proof, reason = prove(now, given, facts, thorough)
                if proof is None:
                    self.open.append((case, stated, reason))
                elif len(facts) < len(self.lemmas):
                    facts.append(proof)
                else:
                    found.append(proof)
                if proof is None and len(facts) < len(self.lemmas):
                    break
        return found

    @property
    def reason(self) -> str:
        """Why it is not proved, and for which numbers it is."""
        case, stated, reason = self.open[0]
        return f"{stated.summary()} is not proved where {case}: {reason}{self.proved}"

    @property
    def proved(self) -> str:
        """The numbers for which it is proved."""
        failed = {id(case) for case, _, _ in self.open}
        where = {p for p, case in self.cases.items() if id(case) not in failed}
        for name in self.names:  # those that do not matter are not told
            less = {each.without(name) for each in where}
            where = less if 2 * len(less) == len(where) else where
        texts = sorted(map(str, where))
        return f"; proved where {' or '.join(texts)}" if texts else ""

    def counterexample(
        self, dimension: int | None, seed: int, small: bool
    ) -> tuple[InstanceCounterexample | None, str]:
        """A counterexample for small numbers, which are told."""
        lemmas = {id(lemma) for lemma in self.lemmas}
        for numbers in small_numbers(self.names, LARGEST, CHOICES):
            for parity, stated, _ in self.open:
                fits = isinstance(parity.numbers, Parities) and parity.numbers.includes(numbers)
                if not fits or id(stated) in lemmas or time_is_up():
                    continue
                case = Case(numbers)
                try:
                    given = [case.identity(r) for r in self.relations]
                    refuter = Refuter(case.identity(stated), given, seed, small)
                    found = refuter.search([dimension] if dimension else ())
                except Refusal:  # no form has this degree
                    continue
                if found is not None:
                    return found, str(case)
        return None, ""
