"""Proofs of statements about multivectors, and what a reader is told of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from diffgeo.errors import Refusal
from diffgeo.proofs.certificate_writer import Writer
from diffgeo.proofs.certificates import Certificate, sealed
from diffgeo.proofs.hypotheses import NoKernel
from diffgeo.proofs.operator_words import WordSearch
from diffgeo.proofs.proof_steps import Proof
from diffgeo.proofs.rules import listed
from diffgeo.verdicts.explanations import Step
from diffgeo.verdicts.verdict import Identity


@dataclass(frozen=True)
class WordProof(Proof):
    """Multiples of axioms and relations, by words of operators, that add up to the statement.

    Parameters
    ----------
    numbers
        The relations that were used, from 1.
    """

    by_words: ClassVar[bool] = True

    numbers: tuple[int, ...] = ()

    @property
    def used(self) -> list[int]:
        """Numbers (from 1) of the relations that were used."""
        return list(self.numbers)

    @property
    def rules(self) -> set[str]:
        """Names of the rules that are peculiar to multivectors."""
        return {"multivector", "schouten", "order"}

    def _own_steps(self) -> list[Step]:
        rules = listed(self.rules)
        steps = [Step(f"rule {n}", rule.text, rule.latex) for n, rule in enumerate(rules, start=1)]
        for number in self.used:
            relation = self.relations[number - 1]
            steps.append(Step("declared relation", str(relation), relation.latex()))
        (document,) = self.certificate.documents if self.certificate else ({"lines": []},)
        words = f"by {len(document['lines'])} lines of words of operators, in the certificate"
        return [*steps, Step(words, str(self.identity), self.identity.latex())]


def prove_by_words(
    identity: Identity, relations: Sequence[Identity] = (), facts: Sequence[Proof] = ()
) -> tuple[Proof | None, str]:
    """A proof with its certificate, or why there is none.

    Facts are proved before; what is supposed to have no kernel is not used.
    """
    try:
        writer = Writer(relations)
        given = [n for n, relation in enumerate(relations) if not isinstance(relation, NoKernel)]
        known = [writer.line("relation", number) for number in given]
        search = WordSearch(writer, known)
        for fact in facts:
            line = _line(writer, search, fact.identity)[2]
            if line is not None:
                known.append(line)
                search = WordSearch(writer, known)
        left, right, line = _line(writer, search, identity)
        if line is None:
            end = "all that fit" if search.complete else "the search was cut"
            return None, (
                f"not a sum of multiples of {search.tried} axioms and relations by words ({end})"
            )
        document: dict[str, Any] = writer.document(left, right, line)
        certificate = Certificate(sealed(document))
        certificate.require()
    except (Refusal, RecursionError) as refusal:
        return None, f"no certificate: {type(refusal).__name__}: {refusal}"
    used = tuple(number + 1 for number in writer.used(line))
    return WordProof(identity, relations, certificate=certificate, numbers=used), ""


def _line(writer: Writer, search: WordSearch, stated: Identity) -> tuple[int, int, int | None]:
    left, right = writer.both(stated)
    return left, right, search.line(writer.book.equation(left, right, vector="i"))
