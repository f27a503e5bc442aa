"""Textbook theorems that the prover is held to besides, and falsehoods under relations."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from diffgeo import Status, bracket, check
from diffgeo.proofs.instances import Instance, symbols_in
from diffgeo.proofs.models import holds
from tests.diffgeo.proofs.test_declared_theories import almost_complex
from tests.support.further_theorems import FALSE_BIANCHI, FALSEHOODS, THEOREMS, WRONG, X, Y, f, t
from tests.support.theorems import EXACT, GAMMA, ID

ONE = {(): Fraction(1)}


@pytest.mark.parametrize(
    ("relations", "identity", "lemmas"), THEOREMS, ids=lambda thing: str(thing)[:50]
)
def test_theorems_are_proved(relations, identity, lemmas) -> None:
    verdict = check(identity, assuming=relations, lemmas=lemmas, counterexample=False)
    assert verdict.status is Status.PROVED, verdict
    assert verdict.certificate.require().startswith("proved: ")


@pytest.mark.parametrize(("relations", "identity"), FALSEHOODS, ids=lambda thing: str(thing)[:50])
def test_falsehoods_are_refuted(relations, identity) -> None:
    verdict = check(identity, assuming=relations)
    assert verdict.status is Status.REFUTED, verdict


@pytest.mark.parametrize(
    ("relations", "identity"), FALSE_BIANCHI, ids=lambda thing: str(thing)[:50]
)
def test_wrong_signs_in_the_identity_of_bianchi_are_refuted(relations, identity) -> None:
    verdict = check(identity, assuming=relations, counterexample=False)
    assert verdict.status is Status.REFUTED, verdict


@pytest.mark.parametrize(
    ("relations", "identity", "lemmas"), WRONG, ids=lambda thing: str(thing)[:50]
)
def test_wrong_signs_of_connections_are_not_proved(relations, identity, lemmas) -> None:
    verdict = check(identity, assuming=relations, lemmas=lemmas, seconds=0.5)
    assert verdict.status is not Status.PROVED, verdict


def test_lemmas_are_found_by_completion() -> None:
    """Of J A + A J = id follows [J, S]∘[J, S] = id, and not its negative."""
    assert check(GAMMA @ GAMMA == ID, assuming=EXACT).status is Status.PROVED
    assert check(GAMMA @ GAMMA == -ID, assuming=EXACT).status is Status.REFUTED


def test_an_answer_comes_in_time_and_says_what_was_tried() -> None:
    relations, identity, _ = WRONG[-1]
    verdict = check(identity, assuming=relations, seconds=0.2)
    assert verdict.status is Status.UNKNOWN
    assert "the 0.2 s of seconds=0.2 are over" in verdict.reason
    with pytest.raises(TypeError, match="answer already"):
        check(check(X == X), seconds=1)


@pytest.mark.parametrize("n", [1, 2])
def test_relations_of_connections_hold(n) -> None:
    """On the tangent bundle of R^n, with the connection of ẍ^i = -y^i y^1 and the metric dx²."""
    x, y = ([f"x{k * n + i}" for i in range(1, n + 1)] for k in (0, 1))
    slope = {}
    for i, k in product(range(n), repeat=2):
        slope[i, k] = {(y[0],): Fraction(int(i == k), 2)} if i == k else {}
        if k == 0:
            slope[i, k][y[i],] = slope[i, k].get((y[i],), 0) + Fraction(1, 2)
    horizontal = {(x[i], (x[i],)): ONE for i in range(n)}
    for (i, k), entry in slope.items():
        if entry:
            horizontal[y[i], (x[k],)] = {m: -value for m, value in entry.items()}
    data = {
        t.J: {(y[i], (x[i],)): ONE for i in range(n)},
        t.h: horizontal,
        t.F: almost_complex(n, x, y, slope),
        t.C: {(y[i], ()): {(y[i],): Fraction(1)} for i in range(n)},
        t.E: {("", ()): {(name, name): Fraction(1, 2) for name in y}},
        # x¹ ∂_n, with its complete lift, and a constant field
        X: {(x[-1], ()): {(x[0],): Fraction(1)}, (y[-1], ()): {(y[0],): Fraction(1)}},
        Y: {(x[0], ()): ONE},
        f: {("", ()): {(x[0], x[0]): Fraction(1)}},
    }
    instance = Instance(data, 2 * n)
    relations = [*t.relations, *t.algebra, t.torsionless, *t.metric]
    relations += [*t.fields(X, Y), *t.functions(f)]
    for relation in relations:
        assert holds(instance, relation), relation
    wrong = [r.left == -1 * r.right for r in relations if symbols_in(r.right)]
    assert wrong
    for relation in wrong:
        assert not holds(instance, relation), relation
    assert not holds(instance, t.functions(t.E)[0])
    # by hand: Γ_1 = ½(id + e_1 e^1), Γ_2 = ½ e_2 e^1, so R(∂_2, ∂_1)∂_1 = ¼ ∂_2
    for factor, true in ((Fraction(1, 4), n == 2), (Fraction(-1, 4), False), (0, n == 1)):
        curved = t.is_curvature(factor * X, X, Y, Y)
        assert all(holds(instance, relation) for relation in curved) == true
    V = bracket(t.h(X), t.h(Y)) - t.h(bracket(X, Y))
    assert holds(instance, bracket(V, t.J(Y)) == t.curved(X, Y, Y))
    assert holds(instance, t.is_turning(0 * X, X, Y)) == (n == 1)
