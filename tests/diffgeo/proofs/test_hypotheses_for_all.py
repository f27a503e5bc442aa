"""What holds for all fields, functions or forms is used at some of them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from diffgeo import (
    Status,
    bracket,
    check,
    d,
    symbols_of_forms,
    symbols_of_functions,
    symbols_of_vector_fields,
    symbols_of_vector_forms,
)
from diffgeo.errors import DegreeMismatch, NotSupported
from diffgeo.proofs import for_all, symbols_of_degrees
from diffgeo.proofs.instances import Instance
from diffgeo.proofs.models import holds

V, W, X, Y = symbols_of_vector_fields("V W X Y")
f, g = symbols_of_functions("f g")
alpha = symbols_of_forms("alpha", degree=1)
K = symbols_of_vector_forms("K", degree=1)
STILL = for_all((V, W), K(bracket(V, W)) == bracket(K(V), W))
CLOSED = for_all((V, W), alpha(bracket(V, W)) == V(alpha(W)) - W(alpha(V)))


@pytest.mark.parametrize(
    ("supposed", "identity"),
    [
        (for_all(V, V(f) == 0), bracket(X, f * Y) == f * bracket(X, Y)),
        (for_all(V, alpha(V) == V(f)), alpha(bracket(X, Y)) == X(alpha(Y)) - Y(alpha(X))),
        (CLOSED, d(alpha)(X, Y) == 0),
        (
            for_all((V, W), K(bracket(V, W)) == bracket(K(V), W)),
            K(bracket(X, Y)) == bracket(X, K(Y)),
        ),
        (for_all(g, X(g) == 0), bracket(X, Y)(f) == 0),
        (for_all(alpha, d(alpha)(X, Y) == 0), d(g * d(f))(X, Y) == 0),
    ],
    ids=str,
)
def test_instances_prove(supposed, identity) -> None:
    verdict = check(identity, assuming=[supposed])
    assert verdict.status is Status.PROVED and verdict.conditions
    assert all(" for " in condition for condition in verdict.conditions)
    (document,) = verdict.certificate.documents
    assert len(document["relations"]) == len(verdict.conditions)
    # Of one thing alone it does not follow.
    assert not check(identity, assuming=[supposed.stated], counterexample=False)


@pytest.mark.parametrize(
    ("supposed", "identity"),
    [
        (for_all(V, V(f) == 0), f == 0),
        (for_all(V, V(f) == 0), X(g) == 0),
        (for_all(g, X(g) == 0), Y(f) == 0),
    ],
    ids=str,
)
def test_what_does_not_follow_is_refuted(supposed, identity) -> None:
    verdict = check(identity, assuming=[supposed])
    assert verdict.status is Status.REFUTED
    assert verdict.conditions == (str(supposed),)


def test_hypotheses_are_decided_on_data() -> None:
    """α = df for f = x²/2, where α(V) = V(f), and for x² not."""
    form = {("", ("x1",)): {("x1",): Fraction(1)}}
    half, whole = ({("", ()): {("x1", "x1"): Fraction(c)}} for c in (Fraction(1, 2), 1))
    supposed = for_all(V, alpha(V) == V(f))
    assert holds(Instance({alpha: form, f: half}, 2), supposed)
    assert not holds(Instance({alpha: form, f: whole}, 2), supposed)
    square = for_all(f, f * f == f)  # not decided: it is no linear equation
    assert not holds(Instance({alpha: form}, 2), square)


def test_lemmas_for_all_stand_for_their_instances() -> None:
    leibniz = for_all((V, W), bracket(V, f * W) == f * bracket(V, W) + V(f) * W)
    assert check(bracket(X, f * Y) == f * bracket(X, Y) + X(f) * Y, lemmas=[leibniz])
    wrong = for_all((V, W), bracket(V, f * W) == f * bracket(V, W))
    verdict = check(bracket(X, f * Y) == f * bracket(X, Y), lemmas=[wrong], seconds=2)
    assert verdict.status is Status.REFUTED


def test_they_are_made_of_symbols() -> None:
    with pytest.raises(DegreeMismatch, match="no symbol"):
        for_all(bracket(X, Y), bracket(X, Y)(f) == 0)
    with pytest.raises(NotSupported, match="degrees are symbols"):
        omega = symbols_of_forms("omega", degree=symbols_of_degrees("k"))
        check(d(d(omega)) == 0 * d(d(omega)), assuming=[for_all(V, V(f) == 0)])
    with pytest.raises(NotSupported, match="hypothesis"):
        check(CLOSED)
    with pytest.raises(DegreeMismatch, match="is given no symbol"):
        for_all((), V(f) == 0)
