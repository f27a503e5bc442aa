"""Maps as symbols: pull-backs, related fields, and what may not be mixed."""

from __future__ import annotations

import json
import pickle
from random import Random

import pytest

from diffgeo import Status, check, d, interior, lie, symbols_of_forms, symbols_of_vector_fields
from diffgeo.errors import NameClash, SpaceMismatch
from diffgeo.proofs import symbols_of_degrees, symbols_of_manifolds, symbols_of_maps
from diffgeo.proofs.checker import FORMAT
from tests.support.certificate_corruptions import corrupted, judged
from tests.support.theorems_of_maps import (
    FALSEHOODS,
    ONE,
    SECTION,
    THEOREMS,
    H,
    M,
    N,
    X,
    Y,
    alpha,
    eta,
    omega,
    phi,
    psi,
    s,
)


def named(thing) -> str:
    return str(thing)[:50]


@pytest.mark.parametrize(("relations", "identity"), THEOREMS, ids=named)
def test_theorems_are_proved(relations, identity) -> None:
    verdict = check(identity, assuming=relations, counterexample=False)
    assert verdict.status is Status.PROVED, verdict
    assert verdict.certificate.require().startswith("proved: ")
    assert verdict.explain().steps


@pytest.mark.parametrize(("relations", "identity"), FALSEHOODS, ids=named)
def test_falsehoods_are_refuted(relations, identity) -> None:
    verdict = check(identity, assuming=relations)
    assert verdict.status is Status.REFUTED, verdict


def test_counterexamples_can_be_run(capsys) -> None:
    relations, identity = FALSEHOODS[8]
    exec(check(identity, assuming=relations).counterexample.code, {})
    assert capsys.readouterr().out.count("VERIFIED") == 2
    relations, identity = FALSEHOODS[2]
    exec(check(identity, assuming=relations).counterexample.code, {})
    assert "REFUTED" in capsys.readouterr().out


@pytest.mark.parametrize("said", [phi.pull(s.pull(eta)) == eta, X(H) == phi.pull(Y(s.pull(H)))])
def test_sections_go_into_manifolds_of_larger_dimension(said, capsys) -> None:
    """Where both have one, a section is a local diffeomorphism, and these are true or nearly so."""
    relations = [*SECTION, s.related(Y, X)]
    verdict = check(said, assuming=relations)
    assert verdict.status is Status.REFUTED and ", R1 (x1)" in verdict.counterexample.place
    exec(verdict.counterexample.code, {})
    lines = capsys.readouterr().out.splitlines()
    assert [line[:7] for line in lines] == ["REFUTED", "VERIFIE", "VERIFIE"]


def test_naturality_holds_in_all_degrees() -> None:
    p = symbols_of_degrees("p")
    w = symbols_of_forms("w", degree=p, on=N)
    for stated in (
        phi.pull(d(w)) == d(phi.pull(w)),
        interior(X, phi.pull(w)) == phi.pull(interior(Y, w)),
        lie(X, phi.pull(w)) == phi.pull(lie(Y, w)),
    ):
        assert check(stated, assuming=ONE).status is Status.PROVED
    assert check(phi.pull(d(w)) == -d(phi.pull(w))).status is Status.REFUTED


def test_corrupted_certificates_are_refused() -> None:
    """What is accepted nevertheless states the same, or replaces a map or symbol by another one."""
    random, accepted = Random(5), 0
    certificates = [check(stated, assuming=r).certificate for r, stated in THEOREMS[::4]]
    for _ in range(300):
        (document,) = random.choice(certificates).documents
        changed, what = corrupted(document, random)
        proved, text = judged(changed)
        if proved and text != judged(document)[1]:
            accepted += 1
            assert len(changed["relations"]) >= len(document["relations"]), (what, text)
    assert accepted < 12


FORGED = {
    "2 phi as a map: (2 phi)^*(f f) = (2 phi)^*f (2 phi)^*f": {
        "terms": [
            ["m", "phi@M@N", 0],
            ["sum", [2, 0]],
            ["f", "f@N", 0],
            ["product", 2, 2],
            ["back", 1, 3],
            ["back", 1, 2],
            ["product", 5, 5],
        ],
        "statement": [4, 6],
        "lines": [
            ["product", 2, 2],
            ["back", 0, 1],
            ["product", 5, 5],
            ["sum", [1, [], 1, []], [-1, [], 2, []]],
        ],
    },
    "a manifold whose name is a sentence": {
        "terms": [["one@M) = 0, where M"], ["product", 0, 0]],
        "statement": [1, 0],
        "lines": [["product", 0, 0]],
    },
}
TRUE = {
    **FORGED["2 phi as a map: (2 phi)^*(f f) = (2 phi)^*f (2 phi)^*f"],
    "terms": [
        ["m", "phi@M@N", 0],
        ["m", "psi@M@N", 0],
        *FORGED["2 phi as a map: (2 phi)^*(f f) = (2 phi)^*f (2 phi)^*f"]["terms"][2:],
    ],
}


@pytest.mark.parametrize("forged", FORGED.values(), ids=FORGED)
def test_forged_certificates_are_refused(forged) -> None:
    common = {"format": FORMAT, "relations": []}
    assert not judged({**common, **forged})[0]
    assert judged({**common, **TRUE})[0]  # the same, of a map


def test_what_lives_on_different_manifolds_is_not_mixed() -> None:
    on_m = symbols_of_forms("u", degree=1, on=M)
    for wrong in (
        lambda: alpha * on_m,
        lambda: alpha + on_m,
        lambda: phi.pull(on_m),
        lambda: interior(X, alpha),
        lambda: phi.related(Y, X),
        lambda: phi @ psi,
        lambda: phi == psi,
        lambda: interior(phi.pull(Y), on_m),
        lambda: X + phi.pull(Y),
        lambda: check(alpha == phi.pull(alpha)),
        lambda: check(phi.pull(Y) == symbols_of_maps("phi2", source=M, target=N).pull(Y)),
        lambda: check(alpha == 0, assuming=[X == Y]),
    ):
        with pytest.raises(SpaceMismatch):
            wrong()
    with pytest.raises(SpaceMismatch, match="declared"):
        symbols_of_maps("chi", source=M, target="N")
    for wrong in (lambda: phi + phi, lambda: 2 * phi, lambda: -phi):
        with pytest.raises(TypeError, match="no sums"):
            wrong()
    supposed = check(phi == phi)
    assert supposed.status is Status.UNKNOWN and "supposed" in supposed.reason
    with pytest.raises(TypeError, match="pulls back"):
        phi.pull(3)
    with pytest.raises(TypeError, match="relates"):
        phi.related(X, alpha)
    same = symbols_of_vector_fields("X", on=N)
    with pytest.raises(NameClash):
        check(phi.tangent(X) == phi.pull(same))


def test_maps_and_their_symbols_are_known_by_name() -> None:
    assert symbols_of_manifolds("M") is M and symbols_of_maps("phi", source=M, target=N) is phi
    kept = pickle.loads(pickle.dumps(psi.pull(psi.target.identity)))
    assert kept.home is N and pickle.loads(pickle.dumps(phi)) is phi
    assert (str((s @ phi).source), str((s @ phi).target)) == ("M", "M")
    assert str(phi.pull(omega)) == "phi^*(omega)" and "^*" in phi.pull(omega).latex()


def test_theorems_for_coq_have_a_calculus_for_each_manifold() -> None:
    certificate = check(phi.related(X, Y), assuming=[phi.related(X, Y)]).certificate
    assert "m^*" not in str(certificate) and json.loads(certificate.to_json())
    theorem = certificate.to_coq().partition("\nTheorem theorem_1")[2]
    assert "(M_0 N_1 : calculus)" in theorem and "morphism N_1 M_0 phi_" in theorem


@pytest.mark.parametrize(("map_degree", "form_degree", "proved"), [(0, 1, True), (1, 0, False)])
def test_maps_have_no_degree(map_degree: int, form_degree: int, proved: bool) -> None:
    """``(φ^*α)² = 0`` for 1-forms α; not for functions, whatever degree is said to be that of φ."""
    terms = [["m", "phi@M@N", map_degree], ["f", "alpha@N", form_degree]]
    terms += [["back", 0, 1], ["product", 2, 2], ["sum", ["0", 3]], ["e", 2], ["commutator", 5, 5]]
    lines = [["product", 2, 2], ["order", 6], ["sum", [1, [], 0, []], ["1/2", [], 1, []]]]
    certificate = {"format": FORMAT, "terms": terms, "statement": [3, 4]}
    found, _ = judged([*certificate.items(), ("relations", []), ("lines", lines)])
    assert found is proved
