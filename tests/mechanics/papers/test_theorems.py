"""Theorems of the papers over symbols: proved, with certificates, and none of their mutants is."""

from __future__ import annotations

import importlib
import pkgutil
from itertools import count

import pytest

import mechanics.papers
from diffgeo import Status, check, symbols_of_forms, symbols_of_vector_forms
from diffgeo.proofs import SymbolicForm, deduction, proving
from diffgeo.proofs.proving import prove
from diffgeo.proofs.time_allowed import at_most
from diffgeo.verdicts.verdict import Identity
from mechanics.papers import ledger, titles

#: Consequences that are looked at for a mutant: the proofs of the theorems need fewer.
FEW = 40


def theorems() -> list[tuple[str, object]]:
    found = {}
    for paper in titles():
        for id, theorem in ledger(paper).theorems.items():
            found.setdefault((paper, theorem.prove), id)
    return [(f"{id} {prove.__name__}", prove) for (_, prove), id in found.items()]


THEOREMS = theorems()
MODULES = [
    importlib.import_module(info.name)
    for info in pkgutil.walk_packages(mechanics.papers.__path__, "mechanics.papers.")
    if "theorems" in info.name
]
each = pytest.mark.parametrize("state", [t for _, t in THEOREMS], ids=[i for i, _ in THEOREMS])
names = count()


@pytest.mark.parametrize("paper", titles())
def test_theorems_are_of_claims(paper: str) -> None:
    book = ledger(paper)
    assert {*book.theorems, *book.unproved} <= set(book.claims)


@each
def test_theorems_are_proved(state) -> None:
    for verdict in state():
        assert verdict.status is Status.PROVED, verdict
        assert verdict.certificate.require().startswith("proved: ")


def mutant(part: Identity) -> Identity:
    """The statement with another sign; where that is the same, with something arbitrary added."""
    left, right = part.left, part.right
    if right.normal_form:
        return left == -1 * right
    make = symbols_of_forms if isinstance(left, SymbolicForm) else symbols_of_vector_forms
    arbitrary = make(f"arbitrary{next(names)}", degree=left.degree)
    return left == right + arbitrary


@each
def test_mutants_are_not_proved(state, monkeypatch) -> None:
    """What is supposed is not so much that wrong statements follow."""
    stated = []

    def recorded(statement, *, assuming=(), lemmas=()):
        stated.append((statement, list(assuming), list(lemmas)))
        return check(statement, assuming=assuming, lemmas=lemmas)

    for module in MODULES:
        if "check" in vars(module):
            monkeypatch.setattr(module, "check", recorded)
    state.__wrapped__()
    for statement, relations, lemmas in stated:
        parts = statement if isinstance(statement, list) else [statement]
        facts = []
        for lemma in lemmas:
            facts.append(prove(lemma, relations, facts)[0])
        with monkeypatch.context() as short:
            short.setattr(proving, "MOST", FEW)
            short.setattr(deduction, "ROUNDS", 2)
            short.setattr(proving, "_premises", lambda _, known: [set(range(1, len(known) + 1))])
            for wrong in (mutant(parts[0]), mutant(parts[-1])):
                with at_most(0.3):
                    assert prove(wrong, relations, facts)[0] is None, wrong
