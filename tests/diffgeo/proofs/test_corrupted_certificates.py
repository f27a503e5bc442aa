"""What is changed in a certificate, and what a foe may write: damage, forgeries, size."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from random import Random

import pytest
from depth import QUICK, some

from diffgeo import check
from diffgeo.errors import Undecided
from diffgeo.proofs import checker
from diffgeo.proofs.certificates import Certificate, sealed
from diffgeo.proofs.checker import FORMAT, decide
from tests.support.certificate_corruptions import (
    contradiction,
    corrupted,
    is_believed_elsewhere,
    judged,
)
from tests.support.further_theorems import THEOREMS as FURTHER
from tests.support.theorems import THEOREMS

CHECKER = Path(checker.__file__)
#: Theorems by what is cancelled: f, of f f K and f f X.
CANCELLED = [(given, said, lemmas) for given, said, lemmas in FURTHER if "f*f*" in str(given)]


@pytest.fixture(scope="module")
def certificates() -> list[Certificate]:
    """The certificates of a third of the theorems, less two that cost as much as the rest."""
    return [
        check(identity, assuming=relations, lemmas=lemmas, counterexample=False).certificate
        for relations, identity, lemmas in (*THEOREMS[:: 3 if QUICK else 1], *CANCELLED)
        if not (QUICK and "[J, S]" in str(identity))
    ]


def test_no_damaged_certificate_is_accepted(certificates) -> None:
    """Each change of a sign, factor, letter, order, term or relation, and of the digest itself."""
    random = Random(7)
    for _ in range(some(10_000)):
        document = random.choice(certificates).documents[0]
        changed, what = corrupted(document, random)
        proved, text = decide(changed)
        assert not proved and text.startswith("REFUSED: ValueError: damaged"), (what, text)
    for digest in ("", None, 7, document["digest"][:-1], document["digest"].upper()):
        assert not decide({**document, "digest": digest})[0]
    assert decide(document)[0] and decide(sealed(document)) == decide(document)


def test_older_formats_are_refused_with_the_reason(certificates) -> None:
    new = certificates[0].documents[0]
    old = {key: value for key, value in new.items() if key != "digest"}
    for document in ({**old, "format": "diffgeo certificate 1"}, {**new, "format": None}):
        assert decide(document) == (False, "REFUSED: ValueError: it is no diffgeo certificate 2")
    assert decide(old)[1] == "REFUSED: ValueError: damaged: the digest is another one"


def test_forged_certificates_state_another_theorem(certificates) -> None:
    """With the digest made anew, what is accepted states the same, or another theorem.

    That one is proved without the checker, or, where normal forms do not find a proof, it has no
    counterexample.
    """
    random = Random(8)
    accepted = unproved = 0
    for _ in range(some(400)):
        document = random.choice(certificates).documents[0]
        changed, what = corrupted(document, random)
        proved, text = judged(changed)
        if proved and text != decide(document)[1] and not is_believed_elsewhere(changed):
            assert contradiction(changed) is None, (what, text)
            unproved += 1
        accepted += proved
    assert accepted < 40 and unproved < 8


def test_a_checker_that_is_wrong_would_be_noticed(certificates, monkeypatch) -> None:
    """The control of the test above: without the last line compared, falsehoods are accepted."""
    monkeypatch.setattr(checker, "need", lambda condition, reason: None)
    random, noticed = Random(8), 0
    for _ in range(60):
        changed, _ = corrupted(random.choice(certificates[:30]).documents[0], random)
        if judged(changed)[0] and not is_believed_elsewhere(changed):
            noticed += contradiction(changed) is not None
        if noticed:
            return
    raise AssertionError("no falsehood was noticed")


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("format",), "diffgeo certificate 3"),
        (("terms", 2, 2), 1.5),
        (("terms", 2, 2), -1),
        (("terms", 2, 1), "not a name"),
        (("terms", 1, 1), -1),
        (("statement",), [2, 2, 2]),
        (("lines",), []),
        (("lines", -1, 1, 0), "1/0"),
        (("lines", -1, 1, 0), None),
        (("lines", 0), ["no axiom"]),
        (("lines", 0), ["lift", 0]),
        (("lines", 0), ["slots", 2, 0]),
    ],
)
def test_malformed_certificates_are_refused(certificates, place, value) -> None:
    document = deepcopy(certificates[0].documents[0])
    at = document
    for key in place[:-1]:
        at = at[key]
    at[place[-1]] = value
    proved, text = judged(document)
    assert not proved and text.startswith("REFUSED: ")
    with pytest.raises(Undecided, match="REFUSED"):
        Certificate(document).require()
    assert not decide([])[0] and not decide(None)[0] and not decide({})[0]


def test_the_checker_withstands_attacks(tmp_path) -> None:
    """Each of these files would have a false statement proved, or one that reads as another."""
    field = [["v", "X", 0], ["i", 0], ["sum", [0, 0]]]
    given = {"format": FORMAT, "relations": []}
    stated = {**given, "terms": field, "statement": [0, 2]}
    assert not judged({**stated, "lines": [["slots", 1]]})[0]  # i(X) is no form of degree -1
    nothing = {**stated, "statement": [2, 2], "lines": [["sum"]]}
    assert judged(nothing)[0] and judged(list(nothing.items()))[0]
    assert not judged([*nothing.items(), ("statement", [0, 2])])[0]
    for name in (True, None, 7, "f²", "a b", "i(X)", "K, where M"):
        assert not judged({**nothing, "terms": [["v", name, 0], *field[1:]]})[0], name
    assert not judged({**nothing, "terms": [*field, field[0]]})[0]  # 3 would be another number
    for degree in (True, 1.0, -1, "1"):
        assert not judged({**nothing, "terms": [["v", "X", degree], *field[1:]]})[0], degree
    for c in (float("nan"), float("inf"), 0.5, "1/0", "1/2/3", "1e999999999", "one", None, []):
        assert not judged({**nothing, "terms": [*field[:2], ["sum", [c, 0]]]})[0], c
        assert not judged({**nothing, "lines": [["sum"], ["sum", [c, [], 0, []]]]})[0], c
    # the term with number -1 is another one after each term that is added
    function = [["f", "f", 0], ["one"], ["e", 0], ["e", 1]]
    lines = [["product", 0, 1], ["sum", [1, [-1], 0, []]]]
    hidden = {**given, "terms": function, "statement": [0, 0]}
    for last in (["apply", 1, 1], ["lift", 1]):
        assert not judged({**hidden, "lines": [*lines, last, ["sum"]]})[0]
    # nothing but the symbol is written as the symbol
    decoy = {**nothing, "terms": [*field, ["f", "i_X", 2], ["sum", [0, 1]]], "relations": [[1, 4]]}
    assert "where i(X) = (0), where" in judged(decoy)[1]
    componentwise = [["v", "Y", 0], ["L", 0], ["act", 4, 3], ["e", 5], ["act", 1, 3]]
    shown = judged({**nothing, "terms": [*field, *componentwise], "relations": [[5, 5], [7, 7]]})
    assert "L(X)(Y^a) = L(X)(Y^a), where i(X)(Y) = i(X)(Y)" in shown[1]
    greek = tmp_path / "greek.json"
    named = {**nothing, "terms": [["v", "\u03a9", 0], *field[1:]]}
    greek.write_text(json.dumps([sealed(named)]), encoding="utf-8")
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii"}
    run = [sys.executable, str(CHECKER), str(greek)]
    done = subprocess.run(run, capture_output=True, text=True, env=ascii_only)
    assert done.returncode == 0 and not done.stderr and "where \\u03a9 is any" in done.stdout
    deep = tmp_path / "deep.json"
    deep.write_text("[" * 100_000 + "]" * 100_000)
    twice = tmp_path / "twice.json"
    repeated = json.dumps(sealed(nothing)).replace("{", '{"lines": [],', 1)
    twice.write_text(f"[{repeated}]")
    run = [sys.executable, str(CHECKER), str(deep), str(twice)]
    done = subprocess.run(run, capture_output=True, text=True)
    assert done.returncode == 1 and not done.stderr and done.stdout.count("REFUSED") == 2


LARGE = {
    "words": ([["v", "X", 0], ["i", 0], *(["commutator", n, n] for n in range(1, 60))],
              ["value", 60, 0]),
    "numbers": ([["one"], ["e", 0], ["sum", [2, 1]], *(["compose", n, n] for n in range(2, 61))],
                ["value", 61, 0]),
    "texts": ([["f", "f", 0], *(["product", n, n] for n in range(60))], ["sum"]),
    "slots": ([["f", "f", 58], *(["v", f"X{n}", 0] for n in range(60))], ["slots", *range(60)]),
    "types": ([["f", "f", 0, "n"], *(["product", n, n] for n in range(60))], ["sum"]),
    "degrees": ([["f", "f", 1], *(["product", n, n] for n in range(60_000))], ["sum"]),
    "names": ([["f", "f" * 20_000, 0]], ["sum"]),
    "orders": ([["p", "P", 9], *(["commutator", n, n] for n in range(60))], ["order", 60]),
}  # fmt: skip


@pytest.mark.parametrize(("terms", "line"), LARGE.values(), ids=LARGE)
def test_what_would_take_too_long_is_refused(terms, line, monkeypatch) -> None:
    """Small files in which something doubles with each term: the work is counted."""
    monkeypatch.setattr(checker, "WORK", 10**6)  # it is the same with more
    last = len(terms) - 1 if line == ["sum"] else 0
    document = {"format": FORMAT, "relations": [], "statement": [last, last], "lines": [line]}
    proved, text = judged({**document, "terms": terms})
    assert not proved and "too large: it needs more than 1000000 letters" in text


def test_lines_that_double_are_refused(monkeypatch) -> None:
    """The words of a line are written twice in the next one; three of them are no trouble."""
    monkeypatch.setattr(checker, "WORK", 10**6)
    terms = [["f", "f", 0], ["e", 0], ["v", "X", 0], ["i", 2], ["f", "g", 0]]
    document = {"format": FORMAT, "terms": terms, "relations": [[0, 4]], "statement": [0, 0]}
    for number, allowed in ((3, True), (40, False)):
        lines = [["sum", [1, [1], n, []], [1, [3], n, []]] for n in range(number)]
        proved, text = judged({**document, "lines": [*lines, ["sum"]]})
        assert proved == allowed and ("too large" in text) != allowed
