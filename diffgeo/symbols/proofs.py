"""Proofs of symbolic identities: what was used, and the steps for a reader."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from diffgeo.explanations import Step
from diffgeo.symbols.deduction import Summand
from diffgeo.symbols.instances import parts_of, symbols_in
from diffgeo.symbols.normal_writing import NormalWriter
from diffgeo.symbols.objects import Symbolic
from diffgeo.symbols.rules import listed
from diffgeo.symbols.writing import LATEX, TEXT
from diffgeo.verdicts import Identity

#: Steps of one identity that are written out, and summands of a certificate.
MOST_STEPS = 40
MOST_SUMMANDS = 30
_GIVEN = ("symbol", "identity", "derivation", "d")


@dataclass(frozen=True)
class Proof:
    """Equal normal forms, or a difference that is a combination of consequences of relations.

    Parameters
    ----------
    identity
        What is proved.
    relations
        All declared relations.
    certificate
        The combination of consequences that is ``left - right``; empty if the normal forms
        are equal without them.
    consequence_rules
        Names of the rules that made the consequences.
    """

    identity: Identity
    relations: Sequence[Identity] = ()
    certificate: Sequence[Summand] = field(default=())
    consequence_rules: frozenset[str] = frozenset()

    @property
    def sides(self) -> tuple[Symbolic, Symbolic]:
        """Both sides of the identity."""
        return self.identity.left, self.identity.right

    @property
    def used(self) -> list[int]:
        """Numbers (from 1) of the relations in the certificate."""
        return sorted(set().union(*(summand.numbers for summand in self.certificate)))

    @property
    def rules(self) -> set[str]:
        """Names of the rules that made the normal forms of both sides and of the relations."""
        things = list(self.sides)
        for number in self.used:
            things += [self.relations[number - 1].left, self.relations[number - 1].right]
        found = set().union(*(part.own_rules for part in parts_of(*things)))
        return found | self.consequence_rules

    def steps(self) -> list[Step]:
        """The derivation: every part with its normal form, and how the two sides agree."""
        symbols = symbols_in(*self.sides, *(x for r in self.relations for x in (r.left, r.right)))
        names = {symbol.serial: str(symbol) for symbol in symbols}
        writers = NormalWriter(names, TEXT), NormalWriter(names, LATEX)
        steps = [Step("rule used", rule.text, rule.latex) for rule in listed(self.rules)] or [
            Step("no rule is needed but linearity")
        ]
        parts = [part for part in parts_of(*self.sides) if part.kind not in _GIVEN]
        steps += [step for part in parts[:MOST_STEPS] for step in _rewriting(part, writers)]
        if len(parts) > MOST_STEPS:
            steps.append(Step(f"{len(parts) - MOST_STEPS} more expressions are brought to it"))
        return steps + (self._combination(writers) if self.certificate else self._equal(writers))

    def _equal(self, writers: tuple[NormalWriter, NormalWriter]) -> list[Step]:
        plain, latex = (writer.element(self.sides[0].normal_form) for writer in writers)
        return [Step("both sides have the same normal form", plain, latex)]

    def _combination(self, writers: tuple[NormalWriter, NormalWriter]) -> list[Step]:
        steps = []
        for number in self.used:
            r = self.relations[number - 1]
            steps.append(
                Step(
                    "declared relation",
                    f"R{number} = {r.left} - ({r.right}) = 0",
                    f"R_{{{number}}} = {r.left.latex()} - ({r.right.latex()}) = 0",
                )
            )
        written = []
        for writer in writers:
            terms = [
                writer.notation.factor(s.coefficient, writer.history(s.consequence.history))
                for s in self.certificate[:MOST_SUMMANDS]
            ]
            written.append(writer.notation.sum(terms))
        more = len(self.certificate) - MOST_SUMMANDS
        rest = f" (and {more} more terms)" if more > 0 else ""
        words = f"left - right is this combination of consequences, each of which vanishes{rest}"
        return [*steps, Step(words, *written)]


def _rewriting(part: Symbolic, writers: tuple[NormalWriter, NormalWriter]) -> Iterator[Step]:
    """An expression and its normal form with the rules that this used, unless it is one."""
    rules = "; ".join(rule.text for rule in listed(part.own_rules))
    plain, latex = (writer.element(part.normal_form) for writer in writers)
    if rules or plain != str(part):
        yield Step(
            f"by {rules}" if rules else "by linearity",
            f"{part} = {plain}",
            f"{part.latex()} = {latex}",
        )
