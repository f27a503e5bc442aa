"""Multivectors in the prover: theorems, falsehoods, certificates, and what a foe may write."""

from __future__ import annotations

import pickle
from itertools import product
from random import Random

import pytest

from diffgeo import Manifold, Status, bracket, check, d, interior, lie
from diffgeo.calculus import multivector
from diffgeo.errors import DegreeMismatch, NameClash, SpaceMismatch
from diffgeo.proofs import (
    SymbolicMultivector,
    symbols_of_degrees,
    symbols_of_forms,
    symbols_of_manifolds,
    symbols_of_multivectors,
)
from diffgeo.proofs.checker import FORMAT, decide
from diffgeo.proofs.instances import Instance, symbols_in
from diffgeo.proofs.sampling import sparse
from tests.support.certificate_corruptions import judged
from tests.support.theorems_of_multivectors import (
    ALGEBRA,
    FALSEHOODS,
    SCHOUTEN,
    THEOREMS,
    A,
    P,
    Poisson,
    Q,
    X,
    Y,
    alpha,
    beta,
    cyclic,
    f,
    g,
    h,
    hamiltonian,
    omega,
    poisson,
)


def named(value: object) -> str:
    return str(value)[:60]


@pytest.mark.parametrize(("relations", "said", "lemmas"), THEOREMS, ids=named)
def test_theorems_are_proved_and_their_certificates_accepted(relations, said, lemmas) -> None:
    verdict = check(said, assuming=relations, lemmas=lemmas, counterexample=False)
    assert verdict.status is Status.PROVED, verdict
    assert decide(verdict.certificate.documents[0])[0]
    assert "words of operators" in str(verdict) and str(said) in str(verdict.explain())


@pytest.mark.parametrize(("relations", "said"), FALSEHOODS, ids=named)
def test_falsehoods_are_refuted(relations, said) -> None:
    assert check(said, assuming=relations).status is Status.REFUTED


@pytest.mark.parametrize("said", [*ALGEBRA, *SCHOUTEN], ids=named)
def test_theorems_are_true_of_concrete_multivectors(said) -> None:
    """By `diffgeo.calculus.multivectors`, which has components and its own signs."""
    random = Random(5)
    symbols = symbols_in(said.left, said.right)
    operators = "operator" in (said.left.noun, said.right.noun)
    for dimension in (3, 4):
        instance = Instance({s: sparse(s, dimension, random) for s in symbols}, dimension)
        tests = [(instance.space.form(p, _all(instance, p)), "") for p in range(dimension + 1)]
        for concrete, _, _ in instance.identities(said, tests if operators else ()):
            assert isinstance(concrete, bool) or check(concrete).status is Status.VERIFIED


def _all(instance: Instance, degree: int) -> dict:
    keys = product(instance.coordinates, repeat=degree)
    return {key: f"{key[0] if key else 'x1'}**2 + x2" for key in keys if [*key] == sorted({*key})}


def test_counterexamples_are_programs_that_show_the_failure(capsys) -> None:
    jacobi = cyclic(lambda x, y, z: poisson(x, poisson(y, z)), f, g, h) == 0
    for said, given in ((jacobi, []), (multivector(X, Y) == multivector(Y, X), [])):
        exec(check(said, assuming=given).counterexample.code, {})
        assert "REFUTED" in capsys.readouterr().out
    said = bracket(hamiltonian(f), hamiltonian(g)) == -hamiltonian(poisson(f, g))
    exec(check(said, assuming=Poisson).counterexample.code, {})
    printed = capsys.readouterr().out
    assert "REFUTED" in printed and "VERIFIED" in printed


def test_lemmas_and_several_statements() -> None:
    square = bracket(P, bracket(P, f)) == 0
    verdict = check([square, bracket(hamiltonian(f), P) == 0], assuming=Poisson, lemmas=[square])
    assert verdict.status is Status.PROVED and len(verdict.certificate.documents) == 2


def test_what_is_neither_proved_nor_refuted_says_what_was_tried() -> None:
    said = bracket(P, X) == 0
    verdict = check(said, assuming=[bracket(P, X) == f * P, f * f == 0, *Poisson], dimension=2)
    assert verdict.status in (Status.PROVED, Status.UNKNOWN)
    unknown = check(omega * omega * omega * alpha == 0, assuming=[bracket(P, P) == 0], seconds=1)
    assert unknown.status in (Status.UNKNOWN, Status.REFUTED)


def test_symbols() -> None:
    again = symbols_of_multivectors("P", degree=2)
    assert again is P and isinstance(P, SymbolicMultivector) and P.degree == 2
    assert pickle.loads(pickle.dumps(bracket(P, Q))).degree == 3
    assert str(bracket(P, f * Q)) == "[P, f*Q]" and r"\wedge" in (P * Q).latex()
    assert P(d(f), d(g)).degree == 0 and A.insert(alpha).degree == 2
    assert symbols_of_multivectors("c", degree=0).as_function().degree == 0


def test_errors_name_the_object_and_the_repair() -> None:
    with pytest.raises(DegreeMismatch, match="takes 2 1-forms, not 1"):
        P(alpha)
    with pytest.raises(DegreeMismatch, match="takes 1-forms, not omega"):
        P(alpha, omega)
    with pytest.raises(DegreeMismatch, match="a 1-form is inserted"):
        P.insert(omega)
    with pytest.raises(DegreeMismatch, match="is no multivector"):
        P * alpha
    with pytest.raises(DegreeMismatch, match="is no multivector"):
        alpha * P
    with pytest.raises(DegreeMismatch, match="degrees 3 and 2 differ"):
        _ = bracket(P, Q) == P
    with pytest.raises(DegreeMismatch, match="multivectors have a known one"):
        symbols_of_multivectors("S", degree=symbols_of_degrees("k"))
    with pytest.raises(TypeError, match=r"multiplied with \*"):
        P ^ Q
    with pytest.raises(SpaceMismatch):
        bracket(P, Manifold("M", "x y").vector_field(x=1))
    with pytest.raises(NameClash):
        check(P * symbols_of_forms("P", degree=0) == 0)
    M, N = symbols_of_manifolds("M N")
    S, T = (symbols_of_multivectors("S", degree=2, on=place) for place in (M, N))
    with pytest.raises(SpaceMismatch):
        bracket(S, T)


# --- what a foe may write ---------------------------------------------------------------------


def forged(terms, statement, lines, *relations) -> bool:
    document = {"format": FORMAT, "terms": terms, "statement": statement}
    return judged({**document, "relations": list(relations), "lines": lines})[0]


#: i_P, i_Q of degree 2 and 3, e(α), e(ω), e(f), i_N, d, i_X with their symbols.
GIVEN = [
    *(["p", "P", 2], ["p", "Q", 3], ["f", "a", 1], ["e", 2], ["f", "w", 2], ["e", 4]),
    *(
        ["f", "f", 0],
        ["e", 6],
        ["v", "N", 1],
        ["i", 8],
        ["id"],
        ["L", 10],
        ["v", "X", 0],
        ["i", 12],
    ),
]
i_P, i_Q, e_a, e_w, e_f, i_N, D, i_X = 0, 1, 3, 5, 7, 9, 11, 13


def vanishes(*commutators: tuple[int, int]) -> bool:
    """Whether the axiom says that the last of these commutators vanishes, which are numbered on."""
    terms = [*GIVEN, *(["commutator", *pair] for pair in commutators)]
    last = len(terms) - 1
    terms.append(["sum", [0, last]])
    return forged(terms, [last, last + 1], [["order", last]])


@pytest.mark.parametrize(
    ("commutators", "true"),
    [
        ([(i_P, i_Q)], True),
        ([(i_P, e_f)], True),
        ([(i_P, i_X)], True),
        ([(i_P, e_a)], False),
        ([(i_P, e_w)], False),
        ([(i_P, i_N)], False),
        ([(i_N, i_N)], False),
        ([(i_X, e_a)], False),
        ([(e_a, e_w)], True),
        ([(i_P, D)], False),
        ([(D, D)], False),
        ([(D, e_f)], False),
        ([(i_P, D), (14, i_Q)], False),
        ([(i_P, D), (14, i_Q), (15, i_X)], True),
        ([(i_P, D), (14, e_f)], False),
        ([(i_P, D), (14, e_f), (15, i_Q)], True),
        ([(i_P, D), (14, e_a), (15, i_Q)], False),
        ([(i_P, D), (14, i_N), (15, i_Q)], False),
        ([(i_N, D), (14, i_Q), (15, i_Q)], False),
        ([(i_P, e_a), (14, e_a)], False),
        ([(i_P, e_a), (14, e_w), (15, e_w)], True),
        ([(i_Q, e_a), (14, e_w), (15, e_w)], False),
        ([(i_Q, e_w), (14, e_w), (15, e_w), (16, e_w)], True),
        ([(i_P, e_w), (14, i_Q)], False),
        ([(i_P, e_w), (14, i_Q), (15, i_P)], True),
        ([(i_P, i_N), (14, i_Q)], True),
    ],
)
def test_only_commutators_of_small_order_vanish(commutators, true: bool) -> None:
    """[Q, α] = 0, [[i_P, d], i_N] and the like are refused; insertions of multivectors commute."""
    assert vanishes(*commutators) is true


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_products_with_forms_are_of_order_zero(number: int) -> None:
    """[… [i_Q, ω], …, ω] is the product with its value at 1 if there are three, no fewer, ω."""
    terms, last = [*GIVEN, ["one"]], i_Q
    for _ in range(number):
        terms.append(["commutator", last, e_w])
        last = len(terms) - 1
    terms += [["act", last, 14], ["e", len(terms)]]
    stated = [last, len(terms) - 1]
    assert forged(terms, stated, [["multiplication", last]]) is (number == 3)
    assert not forged(terms, stated, [["order", last]])


def test_multivectors_have_known_degrees_and_one_manifold() -> None:
    zero = [["p", "P", 2], ["commutator", 0, 0], ["sum", [0, 1]]]
    assert forged(zero, [1, 2], [["order", 1]])
    for symbol in (
        ["p", "P", 2, "n"],
        ["p", "P", -2],
        ["p", "P", "2"],
        ["p", "P"],
        ["p", "P", True],
    ):
        assert not forged([symbol, *zero[1:]], [1, 2], [["order", 1]]), symbol
    both = [["p", "P@M", 2], ["p", "Q@N", 2], ["commutator", 0, 1], ["sum", [0, 2]]]
    assert not forged(both, [2, 3], [["order", 2]])
    same = [["p", "P@M", 2], ["p", "Q@M", 2], *both[2:]]
    assert forged(same, [2, 3], [["order", 2]])
    twice = [["p", "P", 2], ["f", "P", 2], ["commutator", 0, 0], ["sum", [0, 2]]]
    assert not forged(twice, [2, 3], [["order", 2]])
    for kind in ("i", "L", "e"):  # it is an operator already, and no field or form
        assert not forged([["p", "P", 2], [kind, 0], ["sum", [0, 1]]], [1, 2], [["order", 1]])


def test_a_changed_sign_is_refused() -> None:
    said = bracket(hamiltonian(f), hamiltonian(g)) == hamiltonian(poisson(f, g))
    (document,) = check(said, assuming=Poisson).certificate.documents
    *lines, (rule, *parts) = document["lines"]
    assert rule == "sum" and len(parts) > 20
    for n in range(len(parts)):
        changed = [[f"-{c}" if n == k else c, *rest] for k, (c, *rest) in enumerate(parts)]
        changed[n][0] = changed[n][0].removeprefix("--")
        assert not judged({**document, "lines": [*lines, [rule, *changed]]})[0], n
    assert not judged({**document, "relations": []})[0]


def test_theorems_for_coq_say_what_is_supposed() -> None:
    said = bracket(P, bracket(P, f)) == 0
    text = check(said, assuming=Poisson).certificate.to_coq()
    theorem = text[text.index("Theorem theorem_1") :]
    assert "multivector C 2 P_0" in theorem and "Multi 0 2" in text


def test_operators_beside_forms() -> None:
    """A form in a commutator is the product with it, also where there is no multivector."""
    assert check(bracket(interior(X), alpha) == bracket(alpha, interior(X))).status is Status.PROVED
    assert check(bracket(lie(X), omega)(beta) == lie(X, omega) * beta).status is Status.PROVED
    assert check(bracket(lie(X), omega)(beta) == lie(X, beta) * omega).status is Status.REFUTED
