"""Declared relations: what follows is proved, the rest refuted by data that satisfy them."""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import Manifold, Status, bracket, check, d, interior, lie, torsion
from diffgeo.errors import SpaceMismatch, Undecided
from diffgeo.proofs import normal_form as normal
from diffgeo.proofs.automorphism_fields import bent
from diffgeo.proofs.deduction import Summand, deduce, verified
from diffgeo.proofs.elimination import Span, solution
from diffgeo.proofs.instances import Instance
from diffgeo.proofs.models import Budget, holds, satisfying
from diffgeo.proofs.proving import prove
from diffgeo.proofs.refutation import Refuter
from diffgeo.proofs.relations import relations_of
from tests.support.theorems import (
    COMPLEX,
    CONTACT,
    FALSEHOODS,
    HAMILTONIAN,
    ID,
    INTEGRABLE,
    PROJECTOR,
    SEMISPRAY,
    THEOREMS,
    H,
    J,
    K,
    M,
    N,
    P,
    Q,
    X,
    Y,
    alpha,
    f,
    omega,
)


@pytest.mark.parametrize(
    ("relations", "identity", "lemmas"),
    [theorem for theorem in THEOREMS if theorem[0]],
    ids=lambda thing: str(thing)[:60],
)
def test_theorems_are_proved(relations, identity, lemmas) -> None:
    verdict = check(identity, assuming=relations, lemmas=lemmas, counterexample=False)
    assert verdict.status is Status.PROVED, verdict
    assert verdict.scope == "every manifold"
    assert set(verdict.conditions) <= {str(relation) for relation in relations}
    assert "\n" not in str(verdict)
    assert verdict.certificate.require().startswith("proved: ")
    assert verdict.explain().steps
    if verdict.proof.combination:
        assert verdict.conditions
        assert check(identity, counterexample=False).status is not Status.PROVED


@pytest.mark.parametrize(("relations", "identity"), FALSEHOODS, ids=lambda thing: str(thing)[:60])
def test_what_does_not_follow_is_refuted(relations, identity) -> None:
    verdict = check(identity, assuming=relations)
    assert verdict.status is Status.REFUTED, verdict
    assert set(verdict.conditions) == set(map(str, relations))
    assert verdict.counterexample is not None and len(FALSEHOODS) >= 80


def test_only_the_relations_that_were_used_are_listed() -> None:
    verdict = check(lie(X, H) == 0, assuming=[*HAMILTONIAN, *PROJECTOR])
    assert verdict.conditions == ("i_X(omega) = d(H)",)
    verdict = check(d(d(f)) == 0, assuming=PROJECTOR)
    assert verdict.conditions == () and verdict.status is Status.PROVED


def test_relations_without_data_leave_the_answer_open() -> None:
    """No generator meets the relation, and an instance that violates it refutes nothing."""
    cubic = check(K == 0, assuming=[K @ K @ K == K + ID])
    assert cubic.status is Status.UNKNOWN
    assert "dimensions tried: none" in cubic.reason


@pytest.mark.parametrize(
    "relations",
    [PROJECTOR, COMPLEX, SEMISPRAY, HAMILTONIAN, CONTACT, INTEGRABLE, [bracket(K, M) == 0]],
    ids=lambda relations: str(relations[0]),
)
def test_counterexamples_satisfy_the_relations(relations) -> None:
    refuter = Refuter(K == 0, relations, 0)
    found = 0
    for dimension in (2, 3, 4):
        for seed in range(3):
            instance = satisfying(refuter.symbols, relations, dimension, Random(seed), Budget())
            if instance is not None:
                found += 1
                assert all(holds(instance, relation) for relation in relations)
    assert found


def test_holds_notices_a_violation() -> None:
    violated = [P @ P == 2 * P, d(omega) == omega * alpha]
    for wrong, relations in ((violated[0], PROJECTOR), (violated[1], HAMILTONIAN[:1])):
        refuter = Refuter(wrong, relations, 0)
        outcomes = set()
        for seed in range(12):
            instance = satisfying(refuter.symbols, relations, 3, Random(seed), Budget())
            outcomes.add(instance is not None and holds(instance, wrong))
        assert False in outcomes


def test_bent_data_satisfy_the_same_algebraic_relations() -> None:
    """J∘J = -id, α(X) = 1 and JX = Y hold still, and ω(X, Y) is the same function."""
    flat = Instance(
        {
            J: {("x1", ("x2",)): {(): Fraction(-1)}, ("x2", ("x1",)): {(): Fraction(1)}},
            alpha: {("", ("x1",)): {(): Fraction(1)}},
            X: {("x1", ()): {(): Fraction(1)}, ("x2", ()): {("x2",): Fraction(1)}},
            Y: {("x2", ()): {(): Fraction(1)}, ("x1", ()): {("x2",): Fraction(-1)}},
            omega: {("", ("x1", "x2")): {("x1",): Fraction(1)}},
        },
        2,
    )
    relations = [*COMPLEX, alpha(X) == 1, J(X) == Y]
    moved = [bent(flat, Random(seed)) for seed in range(8)]
    for instance in (flat, *moved):
        assert all(holds(instance, relation) for relation in relations)
        value = instance.values
        flux, before = value[omega](value[X], value[Y]), flat.values[omega]
        assert check(flux == before(flat.values[X], flat.values[Y]))
    assert {str(instance.values[J]) for instance in moved} != {str(flat.values[J])}


def test_code_with_relations_runs() -> None:
    found = check(N == 0, assuming=PROJECTOR).counterexample
    assert found is not None
    run = subprocess.run(
        [sys.executable, "-c", found.code], capture_output=True, text=True, check=True
    )
    assert run.stdout.startswith("REFUTED") and found.value in run.stdout
    assert run.stdout.splitlines()[1].startswith("VERIFIED")


@pytest.mark.parametrize(
    ("relations", "identity", "again"),
    [
        (PROJECTOR, N == 0, lambda P, **_: P @ P == P),
        (PROJECTOR, lie(X, P) == 0, lambda P, **_: P @ P == P),
        (COMPLEX, torsion(J) == 0, lambda J, space, **_: J @ J + space.identity == 0),
        (
            HAMILTONIAN[1:],
            lie(X, omega) == 0,
            lambda X, omega, H, **_: interior(X, omega) == d(H),
        ),
        ([bracket(K, M) == 0], bracket(K, K) == 0, lambda K, M, **_: bracket(K, M) == 0),
    ],
    ids=["projector", "invariance", "complex", "hamiltonian", "commuting"],
)
def test_small_counterexamples_still_satisfy_the_relations(relations, identity, again) -> None:
    found = check(identity, assuming=relations).counterexample
    assert found is not None
    names: dict = {}
    with contextlib.redirect_stdout(io.StringIO()) as output:
        exec(compile(found.code, "counterexample", "exec"), names)
    assert output.getvalue().startswith("REFUTED")
    given_names = {n: v for n, v in names.items() if n in (*found.instance, "space")}
    assert check(again(**given_names)).status is Status.VERIFIED


# --- soundness ----------------------------------------------------------------------------

POOL = {
    "projector": (PROJECTOR, [N, P @ N, interior(P, N), bracket(P, P @ P), interior(Q, N)]),
    "hamiltonian": (
        HAMILTONIAN,
        [lie(X, omega), omega, d(interior(X, omega)), interior(X, d(omega)), lie(X, d(alpha))],
    ),
    "commuting": (
        [bracket(K, M) == 0],
        [torsion(K + M), torsion(K), torsion(M), torsion(K - M), bracket(M, K)],
    ),
    "complex": (
        COMPLEX,
        [lie(X, J), J @ lie(X, J), lie(X, J) @ J, J @ J @ lie(X, J), lie(J(X), J)],
    ),
}


@given(
    st.sampled_from(sorted(POOL)),
    st.lists(st.sampled_from([0, 0, 1, -1, 2]), min_size=5, max_size=5),
    st.integers(0, 99),
)
@settings(max_examples=20)
def test_random_combinations_are_proved_only_if_true(name, factors, seed) -> None:
    relations, things = POOL[name]
    terms = [c * thing for c, thing in zip(factors, things, strict=False) if c]
    if not terms:
        return
    identity = sum(terms[1:], terms[0]) == 0
    proof, _ = prove(identity, relations)
    if proof is not None:
        assert Refuter(identity, relations, seed, small=False).search((2, 3)) is None


def test_a_certificate_that_does_not_add_up_is_not_believed() -> None:
    identity = P @ Q == 0
    target = normal.combine([(1, identity.left.normal_form)])
    given_relations = relations_of(1, PROJECTOR[0])
    certificate = deduce(target, given_relations).combination
    assert certificate
    assert verified(target, certificate, given_relations) == set()
    wrong = [Summand(2 * s.coefficient, s.consequence) for s in certificate]
    with pytest.raises(Undecided, match="add up"):
        verified(target, wrong, given_relations)


def test_elimination() -> None:
    rows = [{"a": 1, "b": 2}, {"b": 1, "c": -1}, {"a": 1, "c": 2}]
    span: Span[str] = Span(lambda key: key)
    assert [span.add(row, n) for n, row in enumerate(rows)] == [True, True, False]
    rest, combination = span.reduce({"a": 3, "b": 7, "c": -1})
    assert not rest and combination == {0: 3, 1: 1}
    assert span.reduce({"c": 1})[0]
    particular, relations = solution(rows, {"a": 2, "b": 4}, lambda key: key)
    assert particular == {0: 2} and relations == [{0: -1, 1: 2, 2: 1}]
    assert solution(rows, {"c": 1}, lambda key: key) is None


def test_misuse() -> None:
    with pytest.raises(TypeError, match="identities of symbols"):
        check(Manifold("S", "x y").identity == 0, assuming=[], dimension=2)
    space = Manifold("S", "x y")
    with pytest.raises(SpaceMismatch):
        check(P @ P == P, assuming=[space.identity == 0])
    with pytest.raises(SpaceMismatch):
        check(space.identity == 0, assuming=PROJECTOR)
    with pytest.raises(TypeError, match="needs an identity"):
        check(P @ P == P, assuming="P @ P == P")
    assert check(P @ P == P, assuming=P @ P == P).status is Status.PROVED
