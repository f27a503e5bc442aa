"""Identities for all data in one dimension, decided by indeterminate coefficients."""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys

import pytest

from diffgeo import (
    Status,
    bracket,
    check,
    d,
    every_manifold,
    interior,
    lie,
    symbols_of_forms,
    symbols_of_functions,
    symbols_of_vector_fields,
    symbols_of_vector_forms,
    torsion,
)
from diffgeo.errors import DiffGeoError
from diffgeo.proofs import decision as deciding
from diffgeo.proofs.decision import in_dimension

X, Y = symbols_of_vector_fields("X Y")
K, M = symbols_of_vector_forms("K M", degree=1)
B = symbols_of_vector_forms("B", degree=2)
f, g = symbols_of_functions("f g")
alpha = symbols_of_forms("alpha", degree=1)
omega = symbols_of_forms("omega", degree=2)

TRUE = [
    (1, d(alpha) == 0),
    (1, torsion(K) == 0),
    (2, alpha * omega == 0),
    (2, d(omega) == 0),
    (2, lie(X, omega) == d(interior(X, omega))),
    (2, omega * interior(B) == interior(omega * B)),
    (2, lie(B) @ lie(B) == 0),
    (3, omega * omega == 0),
    (3, d(f) * d(g) * omega == 0),
]

FALSE = [
    (1, lie(X, alpha) == 0),
    (1, f * d(g) == g * d(f)),
    (2, torsion(K) == 0),
    (2, lie(X, omega) == 0),
    (2, lie(K) @ lie(K) == 0),
    (3, d(omega) == 0),
    (3, alpha * d(alpha) == 0),
]


@pytest.mark.parametrize(("dimension", "identity"), TRUE, ids=str)
def test_verified(dimension: int, identity) -> None:
    verdict = check(identity, dimension=dimension)
    if verdict.status is Status.PROVED:
        assert verdict.scope == "every manifold"
        return
    assert verdict.status is Status.VERIFIED, verdict
    assert verdict.scope == f"every manifold of dimension {dimension}"
    assert "undefined functions" in verdict.evidence
    higher = check(identity, counterexample=False)
    assert higher.status is Status.REFUTED


@pytest.mark.parametrize(("dimension", "identity"), FALSE, ids=str)
def test_refuted(dimension: int, identity) -> None:
    verdict = check(identity, dimension=dimension)
    assert verdict.status is Status.REFUTED, verdict
    assert verdict.scope == f"every manifold of dimension {dimension}"
    found = verdict.counterexample
    assert found is not None
    assert f"R{dimension}" in str(found)
    run = subprocess.run(
        [sys.executable, "-c", found.code], capture_output=True, text=True, check=True
    )
    assert run.stdout.startswith("REFUTED")


def test_the_exact_ring_refutes_by_itself() -> None:
    """Without random instances: undefined functions give the counterexample."""
    assert in_dimension(bracket(X, Y) == 0, (), 1).status is Status.REFUTED
    verdict = in_dimension(lie(X, f) == f, (), 1)
    assert verdict.status is Status.REFUTED
    assert verdict.components == () and "REFUTED" in str(verdict.explain())
    found = verdict.counterexample
    assert found is not None and found.functions
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(found.code, "counterexample", "exec"), {})
    status, left, right = output.getvalue().split()
    assert status == "REFUTED" and int(left) - int(right) == int(found.value)


def test_true_identities_beyond_the_rules_are_verified() -> None:
    """An identity that the rules are made to miss is settled by the exact ring."""
    left = bracket(K, M)
    left.__dict__["normal_form"] = {}
    identity = left == bracket(M, K)
    verdict = check(identity, dimension=2)
    assert verdict.status is Status.VERIFIED
    unknown = check(identity)
    assert unknown.status is Status.UNKNOWN
    assert "holds exactly in dimension 1; it holds exactly in dimension 2" in unknown.reason


def test_size_limits_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    left = bracket(K, M)
    left.__dict__["normal_form"] = {}
    verdict = check(left == bracket(M, K), dimension=8)
    assert verdict.status is Status.UNKNOWN
    assert "TooLarge" in verdict.reason and "dimension 8" in verdict.reason
    monkeypatch.setattr(deciding, "MOST_FUNCTIONS", 3)
    assert "TooLarge" in check(left == bracket(M, K), dimension=2).reason


def test_relations_are_not_met_by_undefined_functions() -> None:
    verdict = check(K @ K @ K == K + M, assuming=[K @ K @ K @ K == M], dimension=2)
    assert verdict.status in (Status.REFUTED, Status.UNKNOWN)
    verdict = in_dimension(torsion(K) == 0, [K @ K == K], 3)
    assert verdict.status is Status.UNKNOWN and "TooLarge" in verdict.reason


def test_under_relations_a_dimension_is_decided_by_an_ideal() -> None:
    """Of lines and planes all fields of directions are integrable; complex curves are, too."""
    for relation in (K @ K == K, -every_manifold.identity == K @ K):
        verdict = check(bracket(K, K) == 0, assuming=[relation], dimension=2)
        assert verdict.status is Status.VERIFIED and "radical of the ideal" in verdict.evidence
    # Not every tensor of rank 1 is, nor is a projector in dimension 3.
    assert check(torsion(K) == 0, assuming=[K(X) == 0], dimension=2).status is Status.REFUTED
    assert check(torsion(K) == 0, assuming=[K @ K == K], dimension=3).status is Status.REFUTED
    verdict = in_dimension(d(alpha) == 0, [alpha(X) == 1], 2)
    assert verdict.status is Status.UNKNOWN and "no power of it" in verdict.reason


def test_dimensions_are_positive_integers() -> None:
    for wrong in (0, -1, 2.0, "2"):
        with pytest.raises(DiffGeoError, match="positive integer"):
            check(torsion(K) == 0, dimension=wrong)


def test_operators_are_tested_on_all_forms() -> None:
    """An operator that vanishes on functions and 1-forms only is found out in dimension 2."""
    ordered = interior(K) @ interior(K) == interior(K @ K)
    assert in_dimension(ordered, (), 2).status is Status.REFUTED
    assert in_dimension(ordered, (), 1).status is Status.VERIFIED
    operator = interior(B) @ interior(B)
    assert check(operator == 0, dimension=2).status is Status.VERIFIED
    second = interior(X) @ interior(Y)
    assert check(second == 0, dimension=2).status is Status.REFUTED
    assert check(second == 0, dimension=1).status is Status.VERIFIED


def test_components_are_listed_and_explained() -> None:
    verdict = check(d(f) * d(g) == 0, dimension=1)
    text = str(verdict.explain())
    assert verdict.status is Status.VERIFIED
    assert "every manifold of dimension 1" in text and "undefined functions" in text
