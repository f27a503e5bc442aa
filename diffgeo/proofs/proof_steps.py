"""Proofs of symbolic identities: what was used, and the steps for a reader."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, cast

from diffgeo.proofs.constructions import Exterior, Named, NamedDerivation, Number, Unit
from diffgeo.proofs.deduction import Summand
from diffgeo.proofs.instances import parts_of, symbols_in
from diffgeo.proofs.normal_form_display import NormalWriter
from diffgeo.proofs.rules import listed
from diffgeo.proofs.symbolic_display import LATEX, TEXT
from diffgeo.proofs.symbolic_objects import Symbolic
from diffgeo.verdicts.explanations import Step
from diffgeo.verdicts.verdict import Identity

if TYPE_CHECKING:
    from diffgeo.proofs.certificates import Certificate

#: Steps of one identity that are written out, and summands of a certificate.
MOST_STEPS = 40
MOST_SUMMANDS = 30
_GIVEN = (Named, Number, Unit, NamedDerivation, Exterior)


#: In the place of the number of a hypothesis, where of f df = 0 follows df = 0, or of f f w = 0
#: follows f w = 0.
SLOPE, FACTOR = -1, -2


@dataclass(frozen=True)
class Proof:
    """Equal normal forms, or a difference that is a combination of consequences of relations.

    Or the difference u vanishes because ``u*u`` does, or ``f*u`` for u = f*w, or all insertions of
    u into the tensors of a hypothesis: these are the premises.

    Parameters
    ----------
    identity
        What is proved.
    relations
        All declared relations, and behind them what the lemmas say.
    combination
        The combination of consequences that is ``left - right``; empty if the normal forms
        are equal without them.
    consequence_rules
        Names of the rules that made the consequences.
    certificate
        The proof as the checker has accepted it.
    lemmas
        Proofs of the last relations.
    premises
        Proofs of what has to vanish for the difference to vanish.
    hypothesis
        The number (from 1) of the relation `NoKernel` by which it does; 0 for a square.
    """

    #: Whether it is one of words of operators, which have no normal forms.
    by_words: ClassVar[bool] = False

    identity: Identity
    relations: Sequence[Identity] = ()
    combination: Sequence[Summand] = field(default=())
    consequence_rules: frozenset[str] = frozenset()
    certificate: Certificate | None = None
    lemmas: Sequence[Proof] = ()
    premises: Sequence[Proof] = ()
    hypothesis: int = 0

    @property
    def cancelled(self) -> Symbolic:
        """What is cancelled: the difference, or f if that is df; a product as it is written."""
        if self.hypothesis == SLOPE:
            return cast(Symbolic, self.identity.left.arguments[1])
        if self.hypothesis == FACTOR:
            return cast(Symbolic, self.identity.left)
        return self.difference

    @property
    def sides(self) -> tuple[Symbolic, Symbolic]:
        """Both sides of the identity."""
        return self.identity.left, self.identity.right

    @cached_property
    def difference(self) -> Symbolic:
        """``left - right``."""
        difference: Symbolic = self.identity.left - self.identity.right
        return difference

    @property
    def used(self) -> list[int]:
        """Numbers (from 1) of the relations in the combination."""
        return sorted(set().union(*(summand.numbers for summand in self.combination)))

    @property
    def inner(self) -> list[Proof]:
        """The premises, and the lemmas that were used."""
        first = len(self.relations) - len(self.lemmas)
        return [*self.premises, *(self.lemmas[n - first - 1] for n in self.used if n > first)]

    @property
    def assumed(self) -> Iterator[Identity]:
        """The declared relations that were used, here or in what was proved before."""
        first = len(self.relations) - len(self.lemmas)
        for number in [self.hypothesis, *self.used]:
            if 0 < number <= first:
                yield self.relations[number - 1]
        for proof in self.inner:
            yield from proof.assumed

    @property
    def rules(self) -> set[str]:
        """Names of the rules that made the normal forms of both sides and of the relations."""
        things = list(self.sides)
        for number in self.used:
            things += [self.relations[number - 1].left, self.relations[number - 1].right]
        found = set().union(*(part.own_rules for part in parts_of(*things)))
        return found.union(self.consequence_rules, *(proof.rules for proof in self.inner))

    def steps(self) -> list[Step]:
        """The rules, every part with its normal form, and how the two sides agree.

        What is proved before comes first, with its own steps.
        """
        before = [step for proof in self.inner for step in proof.steps()]
        return [*before, *self._own_steps()]

    def _own_steps(self) -> list[Step]:
        if self.premises:
            why = "since functions have no nilpotents"
            if self.hypothesis > 0:
                why = f"by the hypothesis {self.relations[self.hypothesis - 1]}"
            elif self.hypothesis == SLOPE:
                why += ", and of f df = 0 follows (Vf)³ = 0 for each field V"
            elif self.hypothesis == FACTOR:
                why += ", and so f w = 0 where f f w = 0"
            return [Step(f"this follows {why}", f"{self.identity}", self.identity.latex())]
        symbols = symbols_in(*self.sides, *(x for r in self.relations for x in (r.left, r.right)))
        names = {symbol.serial: str(symbol) for symbol in symbols}
        writers = NormalWriter(names, TEXT), NormalWriter(names, LATEX)
        rules = listed(self.rules)
        steps = [
            Step(f"rule {number}", rule.text, rule.latex)
            for number, rule in enumerate(rules, start=1)
        ] or [Step("no rule is needed but linearity")]
        numbers = {rule.name: number for number, rule in enumerate(rules, start=1)}
        rewritten: dict[str, Step] = {}
        for part in parts_of(*self.sides):
            if not isinstance(part.made, _GIVEN) and (step := _rewriting(part, writers, numbers)):
                rewritten.setdefault(step.formula, step)
        steps += list(rewritten.values())[:MOST_STEPS]
        if len(rewritten) > MOST_STEPS:
            more = len(rewritten) - MOST_STEPS
            steps.append(Step(f"{more} more expressions are brought to normal form"))
        return steps + (self._combination(writers) if self.combination else self._equal(writers))

    def _equal(self, writers: tuple[NormalWriter, NormalWriter]) -> list[Step]:
        plain, latex = (writer.element(self.sides[0].normal_form) for writer in writers)
        return [Step("both sides have the same normal form", plain, latex)]

    def _combination(self, writers: tuple[NormalWriter, NormalWriter]) -> list[Step]:
        steps = []
        for number in self.used:
            relation = self.relations[number - 1]
            residual = relation.left - relation.right
            declared = number <= len(self.relations) - len(self.lemmas)
            steps.append(
                Step(
                    "declared relation" if declared else "lemma, proved above",
                    f"R{number} = {residual} = 0",
                    f"R_{{{number}}} = {residual.latex()} = 0",
                )
            )
        written = []
        for writer in writers:
            terms = [
                writer.notation.factor(s.coefficient, s.consequence.history.made(writer))
                for s in self.combination[:MOST_SUMMANDS]
            ]
            written.append(writer.notation.sum(terms))
        more = len(self.combination) - MOST_SUMMANDS
        rest = f" (and {more} more terms)" if more > 0 else ""
        words = f"left - right is this combination of consequences, each of which vanishes{rest}"
        return [*steps, Step(words, *written)]


def _rewriting(
    part: Symbolic, writers: tuple[NormalWriter, NormalWriter], numbers: Mapping[str, int]
) -> Step | None:
    """An expression and its normal form with the rules that this used, unless it is one."""
    used = sorted(numbers[name] for name in part.own_rules)
    plain, latex = (writer.element(part.normal_form) for writer in writers)
    if not used and plain == str(part):
        return None
    words = f"by rule{'s' * (len(used) > 1)} {', '.join(map(str, used))}"
    return Step(
        words if used else "in other words",
        f"{part} = {plain}",
        f"{part.latex()} = {latex}",
    )
