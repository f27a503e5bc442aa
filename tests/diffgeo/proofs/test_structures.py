"""Theorems about structures by hypotheses and lemmas, and falsehoods under relations."""

from __future__ import annotations

from copy import deepcopy

import pytest

from diffgeo import Status, check, d, interior
from diffgeo.errors import DegreeMismatch
from diffgeo.proofs import nondegenerate, nowhere_zero
from diffgeo.proofs.checker import AXIOMS, FORMAT, decide
from diffgeo.proofs.instances import Instance
from diffgeo.proofs.models import holds
from tests.support.certificate_corruptions import judged
from tests.support.theorems import (
    ALMOST_CONTACT,
    EXACT,
    GAMMA,
    ID,
    SPLIT,
    H,
    X,
    Y,
    alpha,
    f,
    omega,
    phi,
    xi,
)


def test_each_lemma_is_proved_or_nothing_is() -> None:
    false = check(X == 0, assuming=[f * X == 0], lemmas=[X == 0])
    assert false.status is Status.REFUTED
    verdict = check(f * X == 0, assuming=[f * X == 0], lemmas=[X == 0])
    assert verdict.status is Status.UNKNOWN and "lemma" in verdict.reason
    with pytest.raises(TypeError, match="answer already"):
        check(check(d(d(f)) == 0), lemmas=[d(d(f)) == 0])


def test_a_proof_shows_its_lemmas_and_what_was_cancelled() -> None:
    steps = check(GAMMA @ GAMMA == ID, assuming=EXACT, lemmas=SPLIT).explain().steps
    assert sum("lemma" in step.words for step in steps) >= 2
    steps = check(X == 0, assuming=[interior(X, omega) == 0, nondegenerate(omega)]).explain().steps
    assert "nondegenerate(omega)" in steps[-1].words
    steps = check(phi(xi) == 0, assuming=ALMOST_CONTACT).explain().steps
    assert any("nilpotents" in step.words for step in steps)


def test_hypotheses_are_in_the_certificate_and_cannot_be_left_out() -> None:
    given = [interior(X, omega) == interior(Y, omega), nondegenerate(omega)]
    certificate = check(X == Y, assuming=given).certificate
    assert "(insert C V omega_" in certificate.to_coq()
    (document,) = certificate.documents
    assert decide(document)[0] and "only 0 has no insertion in omega" in decide(document)[1]
    (cancel,) = (line for line in document["lines"] if line[0] == "cancel")
    for place, value in ((2, -1), (2, 1), (3, 0), (1, 0)):
        changed = deepcopy(document)
        next(line for line in changed["lines"] if line[0] == "cancel")[place] = value
        assert changed == document or not judged(changed)[0], (place, value)
    for change in ({"injective": []}, {"injective": [[]]}):
        assert not judged({**document, **change})[0]
    assert len(cancel) == 4 and "cancel" not in AXIOMS


def test_only_squares_of_functions_and_fields_are_cancelled() -> None:
    """``α∧α = 0`` and ``i_X X = 0`` always hold, and so does nothing else because of them."""
    terms = [["f", "a", 1], ["product", 0, 0], ["e", 1], ["one"], ["sum", [0, 0]]]
    terms += [["e", 0], ["commutator", 5, 5]]
    lines = [["order", 6], ["sum", ["1/2", [], 0, []]], ["product", 0, 0]]
    lines += [["sum", [1, [], 2, []], [1, [], 1, []]], ["cancel", 0, -1, 3]]
    document = {"format": FORMAT, "terms": terms, "statement": [0, 4]}
    assert not judged({**document, "relations": [], "lines": lines})[0]
    vanishing = {**document, "statement": [1, 1], "relations": [], "lines": [["sum"]]}
    assert judged(vanishing)[0]
    field = [["v", "X", 0], ["i", 0], ["act", 1, 0], ["sum", [0, 0]]]
    for by in (-1, 0):
        stated = {**document, "terms": field, "statement": [0, 3], "relations": [], "injective": []}
        assert not judged({**stated, "lines": [["slots", 0, 0], ["cancel", 0, by, 0]]})[0]
    # Nor is dα by α∧dα, or dg by f dg: d f is by f df, for functions f.
    for degree, other in ((1, "f"), (0, "g"), (0, "f")):
        symbols = [["f", "f", degree], ["f", other, degree]][: 1 + (other == "g")]
        u, here = len(symbols) - 1, len(symbols)
        terms = [*symbols, ["id"], ["L", here], ["act", here + 1, u], ["product", 0, here + 2]]
        terms += [["sum", [0, here + 3]], ["sum", [0, here + 2]]]
        stated = {**document, "terms": terms, "statement": [here + 2, here + 5]}
        stated |= {"relations": [[here + 3, here + 4]], "lines": [["cancel", u, -2, 0]]}
        assert judged(stated)[0] == ((degree, other) == (0, "f")), (degree, other)
    # f X = 0 is by f f X = 0 for functions f, not by g f X = 0, nor α X = 0 by α∧α X = 0.
    for degree, by in ((0, 0), (0, 1), (1, 0)):
        terms = [["f", "f", degree], ["f", "g", degree], ["v", "X", 0], ["product", 0, 2]]
        terms += [["product", by, 3], ["sum", [0, 4]], ["sum", [0, 3]]]
        stated = {**document, "terms": terms, "statement": [3, 6], "relations": [[4, 5]]}
        for u, accepted in ((3, (degree, by) == (0, 0)), (4, False), (2, False), (0, False)):
            assert judged({**stated, "lines": [["cancel", u, -3, 0]]})[0] == accepted, (degree, by)
    # X = 0 does not follow since nothing is inserted into nothing.
    assert not judged({**stated, "injective": [[]], "lines": [["cancel", 0, 0]]})[0]


def test_hypotheses_are_decided_on_data() -> None:
    area = Instance({omega: {("", ("x1", "x2")): {(): 1}}}, 2)
    assert holds(area, nondegenerate(omega))
    assert not holds(Instance({omega: {("", ("x1", "x2")): {("x1",): 1}}}, 2), nondegenerate(omega))
    assert not holds(Instance(area.data, 3), nondegenerate(omega))
    contact = {alpha: {("", ("x1",)): {(): 1}, ("", ("x3",)): {("x2",): -1}}}
    assert holds(Instance(contact, 3), nondegenerate(alpha, d(alpha)))
    assert not holds(Instance(contact, 3), nondegenerate(d(alpha)))


def test_what_is_no_hypothesis_is_refused() -> None:
    for wrong in ((), (H,), (X,), (d,)):
        with pytest.raises(DegreeMismatch):
            nondegenerate(*wrong)
    for thing in (X, omega, d(H), 2 * f):
        with pytest.raises(DegreeMismatch):
            nowhere_zero(thing)
