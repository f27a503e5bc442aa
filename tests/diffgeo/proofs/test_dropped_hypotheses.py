"""Theorems of the corpus with a hypothesis dropped or a sign turned are refuted by small models."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import pytest
from depth import some_of

from diffgeo import Identity, Status, bracket, check, d, interior
from diffgeo.proofs import indeterminate_polynomials as polynomials
from diffgeo.proofs import nowhere_zero
from tests.support import further_theorems, theorems, theorems_of_maps
from tests.support.theorems import ALMOST_CONTACT, GAMMA, ID, SEMISPRAY, A, H, J, X, alpha, f, g

CORPUS = [*theorems.THEOREMS, *theorems_of_maps.THEOREMS]
COMMUTES, CLOSED, SEMI, HOMOGENEOUS = SEMISPRAY
KERNEL = J @ A + A @ J == ID
jets = further_theorems.j
THETA = further_theorems.th


def dropped(statements: Sequence[Any]) -> Iterator[tuple[list[Identity], Identity]]:
    for given, said, *_ in statements:
        for number in range(len(given)):
            yield [*given[:number], *given[number + 1 :]], said


#: False statements of which no model is found: a non-closed 2-form and two functions in involution
#: in dimension 4, and maps between manifolds of different dimensions, one of them a section.
OPEN = {
    "[X, Y] = 0 / i_X(omega) = d(H); i_Y(omega) = d(f); nondegenerate(omega); omega(X, Y) = 0",
    "eta = 0 / phi∘s = id; s^*(eta) = 0",
    "phi^*(omega) = Omega / phi∘s = id; s^*(Omega) = omega",
}


def test_each_hypothesis_is_needed_or_not() -> None:
    """Without it the theorem is refuted, or proved all the same."""
    for given, said in some_of(list(dropped(CORPUS))):
        verdict = check(said, assuming=given)
        name = f"{said.summary()} / {'; '.join(r.summary() for r in given)}"
        assert verdict.status in (Status.PROVED, Status.REFUTED) or name in OPEN, name


@pytest.mark.parametrize(
    ("given", "said"),
    [
        # J∘J = 0 without [J, J] = 0, and conversely
        ([COMMUTES, SEMI, HOMOGENEOUS], J @ GAMMA == J),
        ([COMMUTES, SEMI, HOMOGENEOUS], bracket(J, GAMMA) == 0),
        ([CLOSED, SEMI, HOMOGENEOUS, KERNEL], GAMMA @ GAMMA == ID),
        ([COMMUTES, SEMI, HOMOGENEOUS, KERNEL], GAMMA @ GAMMA == ID),
        (jets.second_order[1:], interior(jets.S, THETA) == 0),
        # functions without zeros
        ([f * H == 1], d(f) * H * H == d(H)),
        ([nowhere_zero(f), X(f) == f], X == 0),
        # algebraic types with a quarter turn beside other eigenvalues
        (ALMOST_CONTACT[:1], interior(theorems.phi, theorems.eta)(theorems.xi) == 0),
    ],
    ids=lambda thing: thing.summary() if isinstance(thing, Identity) else None,
)
def test_models_beyond_polynomials_and_standard_tensors(given: Any, said: Identity) -> None:
    verdict = check(said, assuming=given)
    assert verdict.status is Status.REFUTED
    printed: list[str] = []
    exec(verdict.counterexample.code, {"print": lambda v: printed.append(str(v))})  # type: ignore[union-attr]
    assert printed[0].startswith("REFUTED")
    assert len(printed) > len(given) - 1 and all(t.startswith("VERIFIED") for t in printed[1:])


def test_theorems_under_the_same_relations_are_not_refuted() -> None:
    """The controls: signs as they are, and a hypothesis that is not needed."""
    assert check(d(f) * H * H == -d(H), assuming=[f * H == 1]).status is Status.PROVED
    assert check(J @ GAMMA == J, assuming=SEMISPRAY).status is Status.PROVED
    without_dt = [r for r in jets.second_order if r is not jets.structure[1]]
    assert check(interior(jets.S, THETA) == 0, assuming=without_dt).status is not Status.REFUTED


def test_a_statement_is_refuted_where_its_lemma_is_not_proved() -> None:
    verdict = check(f == g, assuming=[f * f == g * g], lemmas=[f * g == g * g])
    assert verdict.status is Status.REFUTED
    unproved = check(alpha == 0, assuming=[alpha == 0], lemmas=[d(f) == 0])
    assert unproved.status is Status.UNKNOWN and "lemma" in unproved.reason


def test_searches_for_proofs_keep_manifolds_apart() -> None:
    """Tensors on the source are not composed with those on the target."""
    m = theorems_of_maps
    on_source = [m.TENSORS[0]]
    moved = m.phi.tangent(bracket(m.X, m.X2))
    for given, said in (
        (m.ONE, moved == 0),
        (on_source, m.phi.related(bracket(m.X, m.J), bracket(m.Y, m.JN))),
    ):
        assert check(said, assuming=given).status is Status.REFUTED
    assert check(moved == 0, assuming=[*m.TWO, bracket(m.Y, m.Y2) == 0]).status is Status.PROVED


def test_exponentials_as_variables() -> None:
    """``exp(x)`` and ``exp(-x)`` are inverse to each other, and differentiated."""
    e, inverse = polynomials.exponential("x"), polynomials.exponential("x", -1)
    assert polynomials.times(e, inverse) == polynomials.ONE
    assert polynomials.times(e, e) != polynomials.ONE
    x = {("x",): Fraction(1)}
    product = polynomials.times(inverse, polynomials.times(inverse, x))
    changed = {("exp(-x)", "exp(-x)"): Fraction(1), ("exp(-x)", "exp(-x)", "x"): Fraction(-2)}
    assert polynomials.derivative(product, "x") == changed
    assert polynomials.from_expression(polynomials.tree(product)) == product
    assert polynomials.text(product) == "exp(-x)**2*x"
    assert not polynomials.is_unit(product)
    assert polynomials.is_unit(inverse)
    assert ("exp(-x)", "exp(x)") not in polynomials.monomials(["exp(-x)", "exp(x)"], 2)
