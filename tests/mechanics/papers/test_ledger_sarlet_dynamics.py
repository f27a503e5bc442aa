"""Sections 4 and 5 of the ledger of Sarlet's paper, and the answers to what it leaves open.

Verdicts, systems worked out by hand, and wrong signs in the library that must change outcomes.
"""

from __future__ import annotations

import pytest
from wrong_signs import BRACKET, ENDOMORPHISM, INSERTION, PSI, TRANSPOSE, WEDGE, noticed

from diffgeo import VectorForm, check, interior
from mechanics.model.constraint_sections import JetSection
from mechanics.papers import ledger
from mechanics.papers.engine.judgement import judge
from mechanics.papers.engine.outcomes import CONDITION, HOLDS
from mechanics.papers.sarlet import answers as answered
from mechanics.papers.sarlet.equations import balance, printed_psi, rank_of, regularity_matrix
from mechanics.papers.sarlet.scene import SectionScene
from mechanics.papers.sarlet.witnesses import (
    EVERY_FIELD,
    LINEAR,
    NO_FIELD,
    NON_LINEAR,
    ON_A_SET,
    PRODUCT,
    regularity,
    small,
)

BOOK = ledger("sarlet")
#: What is not said in the print, by claim.
CONDITIONS = {
    "SAR-4.06": "!= 0",
    "SAR-5.03": "is not 0",
    "SAR-5.09": "is not 0",
    "SAR-5.17": "at each point",
}


@pytest.mark.parametrize("id", CONDITIONS)
def test_conditions_are_needed(id: str) -> None:
    outcome = judge(BOOK, BOOK.claims[id], quick=True)
    assert outcome.verdict == CONDITION and CONDITIONS[id] in outcome.condition
    assert outcome.counterexample is not None


@pytest.mark.parametrize("id", ["SAR-4.05", "SAR-5.19"])
def test_for_all_systems_of_a_size(id: str) -> None:
    """On the undefined functions, where an answer is one for all systems."""
    outcome = judge(BOOK, BOOK.claims[id])
    assert outcome.verdict == HOLDS and outcome.evidence in ("verified", "proved")
    assert sum(name.startswith("undefined") for name in outcome.used) == 3


# --- worked out by hand -----------------------------------------------------------------------


def parabola() -> SectionScene:
    """L = (ẋ² + u̇²)/2 + u with u̇ = ẋ²."""
    return SectionScene(small("parabola", "(xdot**2 + udot**2)/2 + u", "xdot**2"))


def test_forms_by_hand() -> None:
    """L̄ = v²/2 + v⁴/2 + u, p = v + 2v³, l = v², C = 2f, ψ = 2fv² θ - η, b = 1 + 4v²."""
    s = parabola()
    v = s.v[0]
    Gamma = s.section.second_order_field({"x": s.P.function("xdot*u")})
    theta, eta = s.theta[0], s.eta[0]
    assert check(eta == s.P.form(1, {"u": 1, "x": "-2*xdot", "t": "xdot**2"}))
    psi = 2 * v**3 * s.P["u"] * theta - eta
    assert check(s.reduced.psi(Gamma) == psi)
    assert check(s.reduced.theta == s.Lbar * s.dt + (v + 2 * v**3) * theta)
    assert check(regularity_matrix(s)[0][0] == 1 + 4 * v**2)
    assert check(s.reduced.determinant == 1 + 4 * v**2)


def test_motion_by_hand() -> None:
    """f + 2v(2vf - 1) = 0: EL_x + 2v EL_u with EL_x = f, EL_u = 2vf - 1."""
    s = parabola()
    f = s.reduced.field(s.v[0])
    assert check(f * (1 + 4 * s.v[0] ** 2) == 2 * s.v[0])
    left = balance(s, s.section.second_order_field({"x": "u"}))
    assert check(left[0] == s.P.function("u + 2*xdot*(2*xdot*u - 1)"))


def test_regularity_by_hand() -> None:
    """The determinants of L, L̄ and Γ: det ∂²L, ∂²L̄, b of the small systems."""
    for family in (NON_LINEAR, LINEAR, PRODUCT):
        assert {key: regularity(SectionScene(datum)) for key, datum in family.items()} == {
            key: key for key in family
        }
    expected = {"all": "1 + 4*xdot**2", "not L": "1", "not Lbar": "1", "only Gamma": "1"}
    for datum in NON_LINEAR.values():
        s = SectionScene(datum)
        value = s.P.function(expected.get(datum.name, "0"))
        assert check(regularity_matrix(s)[0][0] == value), datum.name


def test_where_nothing_is_determined() -> None:
    """u̇ + x: 2f = 2f + 1. u̇: 2f = 2f. ẋ³/6: v f = 0."""
    for datum, rest in ((NO_FIELD, "-1"), (EVERY_FIELD, "0"), (ON_A_SET, "xdot*u")):
        s = SectionScene(datum)
        Gamma = s.section.second_order_field({"x": "u"})
        assert check(balance(s, Gamma)[0] == s.P.function(rest)), datum.name


def test_kernel_by_hand() -> None:
    """L = u ẋ with u̇ = 0: Ω = du∧θ, of rank 2 though L̄ is singular; ∂_t + v∂_x, ∂_v in ker."""
    (datum,) = [d for d in LINEAR.values() if d.name == "none"]
    s = SectionScene(datum)
    Omega = s.reduced.Omega(s.Gamma)
    assert check(Omega == s.P.form(1, {"u": 1}) * s.theta[0])
    assert rank_of(s, Omega) == 2
    for X in (s.Gamma, s.d_v[0]):
        assert check(interior(X, Omega) == 0)


# --- what the paper leaves open ----------------------------------------------------------------


@pytest.fixture(scope="module")
def open_questions() -> tuple[answered.Answer, ...]:
    return answered.answers()


def test_what_depends_on_the_fibration(open_questions: tuple[answered.Answer, ...]) -> None:
    found: dict[str, set[bool]] = {}
    for answer in open_questions:
        if answer.question == answered.DEPENDENCE:
            found.setdefault(answer.statement, set()).add(answer.holds)
    assert {text for text, holds in found.items() if holds == {True}} == {
        "Lbar",
        "Gamma",
        "the reaction N^*(i_Gamma i^*dtheta_L)",
        "det b (dphi/dwdot)^2, w the coordinate that is solved for",
    }
    assert {text for text, holds in found.items() if holds == {False}} == {
        "S",
        "N",
        "P_V of the motion",
        "theta_Lbar",
        "psi of the motion",
        "Omega_Gamma of the motion",
        "the rank of Omega_Gamma",
    }


def test_refutations_have_points(open_questions: tuple[answered.Answer, ...]) -> None:
    wrong = [a for a in open_questions if not a.holds]
    assert len(wrong) == 21
    assert all("left - right" in a.shown or "found: " in a.shown for a in wrong)


def test_other_answers(open_questions: tuple[answered.Answer, ...]) -> None:
    wrong = {
        (a.question, a.statement)
        for a in open_questions
        if not a.holds and a.question != answered.DEPENDENCE
    }
    assert wrong == {
        (answered.RANK, "the rank is 2k only where Lbar is regular"),
        (answered.RANK, "the rank is 2k where Gamma is regular"),
        (answered.ENERGY, "Gamma(i^*E_L) = -i^*(dL/dt)"),
        (answered.ENERGY, "the reaction does no work"),
        (answered.ENERGY, "the energy is conserved"),
    }
    questions = {a.question for a in open_questions}
    assert questions == {
        answered.DEPENDENCE,
        answered.RANK,
        answered.REGULARITY,
        answered.ENERGY,
    }


def test_rates_of_energy_by_hand(open_questions: tuple[answered.Answer, ...]) -> None:
    """u̇ = x: λ = EL_u = ẋ - 1 times B = x; u̇ = xẋ: homogeneous, and conserved."""
    shown = {
        a.data.split("udot = ")[1]: a
        for a in open_questions
        if a.statement == "the energy is conserved"
    }
    assert shown["x"].shown == "found: rate x*(xdot - 1)"
    assert shown["x*xdot"].holds


def test_one_constraint_set_over_two_manifolds() -> None:
    """ẋu̇ = 1: over x, b = -2/v² for L = ẋ + ẋu̇; over u it is -2v²; the ratio is (du̇/dẋ)²."""
    both = answered.TwoFibrations(*answered.ONE_SIDED)
    P = both.one.geometry.space
    assert check(both.one.determinant == P.function("-2/xdot**2"))
    assert check(both.change.pull(both.other.determinant) == P.function("-2*xdot**2"))
    assert check(both.same(lambda r: r.field))
    assert not check(both.same(lambda r: r.theta))


def test_table(open_questions: tuple[answered.Answer, ...]) -> None:
    lines = answered.table(open_questions).splitlines()
    assert len(lines) == 2 + len({(a.statement, a.holds) for a in open_questions})
    assert {line.count("|") for line in lines} == {5}
    (row,) = [line for line in lines if line.startswith("| `` the rank of Omega_Gamma ``")]
    assert "fails" in row and "0 if udot is solved for, 2 if xdot is" in row


# --- wrong signs in the library change outcomes --------------------------------------------------


def wrong_N(patch: pytest.MonkeyPatch) -> None:
    """N as if the constraints had the velocity with the other sign."""
    right = JetSection.vertical_projector.func

    def reflected(section: JetSection) -> VectorForm:
        from diffgeo import d

        N, P = right(section), section.P
        fibres = (d(P[y]).tensor(P.vector_field({y: 1})) for y in section.dependent)
        return sum(fibres, start=0 * N) * 2 - N

    patch.setattr(JetSection, "vertical_projector", property(reflected))


test_a_wrong_sign_in_the_library_is_noticed = noticed(
    BOOK,
    (WEDGE, ["SAR-4.05", "SAR-5.16"]),
    (INSERTION, ["SAR-4.05", "SAR-5.10"]),
    (BRACKET, ["SAR-5.08", "SAR-5.11"]),
    (TRANSPOSE, ["SAR-4.02", "SAR-4.03", "SAR-5.13"]),
    (ENDOMORPHISM, ["SAR-4.05", "SAR-5.04"]),
    (wrong_N, ["SAR-4.03", "SAR-5.04", "SAR-5.05", "SAR-5.06", "SAR-5.20"]),
    (PSI, ["SAR-4.03", "SAR-5.10", "SAR-5.12", "SAR-5.16"]),
)


def test_a_wrong_sign_in_the_printed_form_is_noticed() -> None:
    """ψ with either sign turned is another form, for a system with C and ∂L̄/∂u not zero."""
    s = parabola()
    Gamma = s.section.second_order_field({"x": s.P.function("xdot*u")})
    C = [[2 * Gamma(s.v[0])]]
    assert check(s.reduced.psi(Gamma) == printed_psi(s, C))
    for signs in ((-1, 1), (1, -1)):
        assert not check(s.reduced.psi(Gamma) == printed_psi(s, C, *signs), counterexample=False)
