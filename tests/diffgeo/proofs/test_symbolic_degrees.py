"""Degrees that are symbols: what is proved holds for all numbers, and nothing else is proved."""

from __future__ import annotations

import json
import pickle
from itertools import product
from random import Random

import pytest
from depth import some_of

from diffgeo import (
    Status,
    bracket,
    check,
    d,
    interior,
    lie,
    symbols_of_forms,
    symbols_of_functions,
    symbols_of_vector_fields,
    symbols_of_vector_forms,
)
from diffgeo.errors import DegreeMismatch, ExpressionError, NameClash
from diffgeo.proofs import symbols_of_degrees
from diffgeo.proofs.checker import FORMAT
from diffgeo.proofs.degree_cases import Case, numbers_in
from diffgeo.proofs.symbolic_degrees import Parities
from tests.support.certificate_corruptions import corrupted, judged
from tests.support.theorems_in_all_degrees import (
    FALSEHOODS,
    THEOREMS,
    K,
    M,
    k,
    m,
    p,
    phi,
    psi,
    q,
    s,
)

X = symbols_of_vector_fields("X")


@pytest.fixture(scope="module")
def verdicts():
    return [check(stated, assuming=given) for given, stated in THEOREMS]


def test_theorems_are_proved_for_all_numbers(verdicts) -> None:
    """Once for each way in which the numbers are even or odd."""
    assert len(verdicts) >= 50
    for (given, stated), verdict in zip(THEOREMS, verdicts, strict=True):
        assert verdict.status is Status.PROVED, (str(stated), verdict.reason)
        numbers = numbers_in(stated, *given)
        assert len(verdict.certificate.documents) == 2 ** len(numbers)
        assert verdict.scope == f"every manifold, all numbers {', '.join(sorted(numbers))}"


def with_numbers(document: dict, numbers: dict[str, int]) -> dict:
    """The certificate for numbers in the place of their symbols, as there always was one."""
    written = json.loads(json.dumps(document))
    for term in written["terms"]:
        if term[0] in ("f", "v"):
            term[2:] = [term[2] + 2 * sum(numbers[name] for name in term[3:])]
    return written


def test_a_certificate_with_symbols_is_one_for_each_number(verdicts) -> None:
    """That is what a symbol in a degree means: a number in its place makes an ordinary proof."""
    random = Random(1)
    for verdict in verdicts:
        for document in verdict.certificate.documents:
            names = {n for kind, *rest in document["terms"] if kind in "fv" for n in rest[2:]}
            for _ in range(2):
                plain = with_numbers(document, {name: random.randrange(4) for name in names})
                accepted, text = judged(plain)
                assert accepted and "_half" not in text, text


def test_falsehoods_are_refuted_and_told_for_which_numbers() -> None:
    assert len(FALSEHOODS) >= 40
    for given, stated, *elsewhere in some_of(FALSEHOODS):
        verdict = check(stated, assuming=given)
        assert verdict.status is Status.REFUTED, (str(stated), verdict.reason)
        for where in filter(None, elsewhere):
            assert verdict.evidence.endswith(f"; proved where {where}"), verdict.evidence


@pytest.mark.parametrize("falsehood", [0, 3, 9, 10, 32])
def test_what_is_proved_for_some_parities_holds_for_small_numbers_of_them(falsehood) -> None:
    given, stated, where = FALSEHOODS[falsehood]
    names = sorted(numbers_in(stated))
    for numbers in product(range(4), repeat=len(names)):
        case = Case(dict(zip(names, numbers, strict=True)))
        assert not given
        status = check(case.identity(stated)).status
        said = ", ".join(
            f"{n} {'odd' if number % 2 else 'even'}"
            for n, number in zip(names, numbers, strict=True)
        )
        if said in where.split(" or "):
            assert status is Status.PROVED, (str(stated), str(case))
    assert {str(each) for each in Parities.all(names)} > set(where.split(" or "))


# --- what a foe may write ---------------------------------------------------------------------


def forged(terms, statement, lines, *relations) -> bool:
    """Whether the checker accepts it."""
    document = {"format": FORMAT, "terms": terms, "statement": statement}
    return judged({**document, "relations": list(relations), "lines": lines})[0]


SQUARE = [["order", 4], ["product", 0, 0], ["sum", [1, [], 1, []], ["1/2", [], 0, []]]]


@pytest.mark.parametrize("degree", [[0], [0, "n"], [1, "n"], [1, "m", "n"], [1]])
def test_a_square_vanishes_for_odd_degrees_only(degree) -> None:
    terms = [["f", "w", *degree], ["product", 0, 0], ["sum", [0, 1]], ["e", 0]]
    terms += [["commutator", 3, 3]]
    assert forged(terms, [1, 2], SQUARE) == bool(degree[0] % 2)


@pytest.mark.parametrize("degree", [[0], [0, "n"], [2, "n", "n"]])
def test_slots_are_counted_of_known_degrees_only(degree) -> None:
    """``i_X f = 0`` is true for functions, and for no other number n."""
    terms = [["v", "X", 0], ["f", "w", *degree], ["i", 0], ["act", 2, 1], ["sum", [0, 3]]]
    assert forged(terms, [3, 4], [["slots", 1, 0]]) == (degree == [0])
    terms = [["id"], *terms[1:]]
    assert forged(terms, [3, 4], [["degree", 1]]) == (degree == [0])


@pytest.mark.parametrize("sort", ["f", "v"])
def test_only_functions_and_fields_are_cancelled(sort) -> None:
    """``w∧w = 0`` makes functions vanish, and insertions fields; not forms of unknown degree."""
    for degree in ([0], [0, "n"], [2], [1, "n"]):
        terms = [[sort, "w", *degree], ["f", "F", 2], ["sum", [0, 0]], ["sum", [0, 1]]]
        terms += [["product", 0, 0]] if sort == "f" else [["i", 0], ["act", 4, 1]]
        zero = len(terms)
        terms += [["sum", [0, zero - 1]]]
        document = {
            "format": FORMAT,
            "terms": terms,
            "statement": [0, 2],
            "relations": [[zero - 1, zero]],
            "lines": [["cancel", 0, -1 if sort == "f" else 0, 0]],
            "injective": [[1]],
        }
        assert judged(document)[0] == (degree == [0]), (sort, degree)


@pytest.mark.parametrize(
    "other",
    [["f", "v", 0], ["f", "v", 2], ["f", "v", 0, "m"], ["f", "v", 0, "n", "n"], ["v", "v", 0, "n"]],
)
def test_degrees_that_agree_for_some_numbers_are_unlike(other) -> None:
    terms = [["f", "w", 0, "n"], other, ["sum", [1, 0], [1, 1]]]
    assert not forged(terms, [2, 2], [["sum"]])
    assert forged([terms[0], ["f", "v", 0, "n"], terms[2]], [2, 2], [["sum"]])


@pytest.mark.parametrize("degree", [[0, 7], [0, "1/2"], [0, ""], [0, None], [0, ["n"]], [-1, "n"]])
def test_what_is_no_degree_is_refused(degree) -> None:
    terms = [["f", "w", *degree], ["sum", [0, 0]]]
    assert not forged(terms, [0, 0], [["sum"]]) and not forged(terms, [1, 1], [["sum"]])


def test_corrupted_certificates_prove_nothing_false(verdicts) -> None:
    """What is accepted says the same, or holds for small numbers."""
    random = Random(3)
    documents = [
        each for v in verdicts for each in v.certificate.documents if not each["relations"]
    ]
    accepted = 0
    for _ in range(300):
        document = random.choice(documents)
        changed, what = corrupted(document, random)
        proved, text = judged(changed)
        if proved and text != judged(document)[1]:
            names = {n for kind, *rest in changed["terms"] if kind in "fv" for n in rest[2:]}
            numbers = {name: random.randrange(2) for name in names}
            assert judged(with_numbers(changed, numbers))[0], what
            accepted += 1
    assert accepted < 20


# --- how it is written ------------------------------------------------------------------------


def test_numbers_are_written_and_compared() -> None:
    assert str((k - 1) * (m - 1)) == "1 - k - m + k*m"
    assert (k + m) - m == k and k - k == 0 and hash(k + 0) == hash(k)
    assert s(2 * k) == 1 and s(2 * k + 1) == -1 and s(k * k) == s(k) and s(k) * s(k) == 1
    assert str(s(k) * 2) == "2*(-1)^(k)" and str(-s(k * m)) == "-(-1)^(k*m)"
    assert (
        str(s(k) * K) == "(-1)^(k)*K" and (s(k * m) / 2 * K).latex() == r"\tfrac{1}{2} (-1)^{k m} K"
    )
    assert str(bracket(K, M).degree) == "k + m" and (phi * psi).degree == p + q
    assert (s(k) * K).arguments[1] is K and s(k) * (s(k) * K) is K


def test_what_has_no_meaning_is_refused() -> None:
    for degree in (k - 1, k * m, -k):
        with pytest.raises(DegreeMismatch, match="a sum of natural numbers"):
            symbols_of_forms("w", degree=degree)
    with pytest.raises(DegreeMismatch, match="differ"):
        _ = phi == psi
    with pytest.raises(DegreeMismatch, match="is not taken"):
        _ = phi**2
    with pytest.raises(DegreeMismatch, match="takes p vector fields"):
        phi(X)
    with pytest.raises(ExpressionError):
        symbols_of_degrees("2k")
    with pytest.raises(NameClash, match="a number in degrees"):
        check(symbols_of_functions("p") * phi == phi)
    with pytest.raises(TypeError):
        _ = k * phi


def test_they_are_kept_and_explained() -> None:
    kept = pickle.loads(pickle.dumps(K))
    assert kept is K
    verdict = check(lie(K, phi) == interior(K, d(phi)) + s(k) * d(interior(K, phi)))
    assert "where phi is any form of degree 1 + 2*p_half" in str(verdict.certificate)
    assert len(verdict.explain().steps) > 4
    assert check(symbols_of_vector_forms("K", degree=1) == 0).status is Status.REFUTED


def test_they_can_be_refuted_in_one_dimension() -> None:
    verdict = check(phi * phi == 0, dimension=2)
    assert verdict.status is Status.REFUTED and verdict.scope.endswith("where p = 0")
    assert check(phi * psi * phi == 0, assuming=[phi == 0]).status is Status.PROVED
    hard = check(phi == 0, assuming=[phi * psi == 0, psi == 0, phi == phi], seconds=1)
    assert hard.status is Status.REFUTED


def test_zero_of_any_degree() -> None:
    assert check([bracket(K, M) - bracket(K, M) == 0, 0 * phi == 0]).status is Status.PROVED
    assert check([bracket(K, M) == 0, 0 * phi == 0]).status is Status.REFUTED
