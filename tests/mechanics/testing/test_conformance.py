"""The conformance test of theories: right theories pass, and every impostor is caught.

An impostor is caught by the checks that are meant for it and passes others, so that none of
the checks could be left out.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from diffgeo import Status, VectorForm, check, d
from diffgeo.errors import AmbiguousTruth, NotSupported
from mechanics import System, theories
from mechanics.errors import (
    BadTheory,
    NotApplicable,
    RedundantConstraints,
    SingularConstraintMatrix,
    SingularLagrangian,
)
from mechanics.model.lagrangian import euler_lagrange_form
from mechanics.testing import Report, check_theory, standard_systems, wrong_theories
from mechanics.testing.conformance_report import Answer, Line
from mechanics.testing.theory_checks import CHECKS
from mechanics.testing.variations import varied
from mechanics.theories import Claim, Construction, Theory

BOTH = pytest.mark.parametrize("theory", theories.BUILT_IN, ids=str)
NAMES = [item.name for item in CHECKS]


@cache
def systems() -> list[System]:
    """Made once: what all theories share is computed once."""
    return list(standard_systems())


@cache
def system(name: str) -> System:
    (found,) = (s for s in systems() if s.name == name)
    return found


def blade() -> System:
    return system("moving blade")


def speed() -> System:
    return system("prescribed speed")


# --- right theories ------------------------------------------------------------------------


@BOTH
def test_right_theories_pass(theory: Theory) -> None:
    report = check_theory(theory, systems())
    assert report, str(report)
    assert not report.failures
    held = {line.check for line in report.of(Answer.HOLDS)}
    claims = {f"claim: {claim.statement}" for claim in theory.claims}
    assert held == {*NAMES, "redundant", *claims}  # each check says something on some system
    assert {line.system for line in report} == {s.name for s in standard_systems()}


def test_other_choices_and_more_examples() -> None:
    report = check_theory("multipliers", [speed()], examples=3, seed=5)
    assert report and report.seed == 5
    assert str(report).count("\n") == len(report.lines) + 2


def test_a_report_can_be_repeated() -> None:
    one = [system("one coordinate, constrained")]
    first, second = (str(check_theory(wrong_theories.euclidean, one, seed=2)) for _ in range(2))
    assert first == second
    other = check_theory(wrong_theories.euclidean, one, seed=3)
    assert [(x.check, x.answer) for x in other] == [
        (x.check, x.answer) for x in check_theory(wrong_theories.euclidean, one)
    ]


def test_a_singular_lagrangian_is_not_applicable_to_projection_only() -> None:
    singular = System(
        name="singular", coordinates="x y", lagrangian="xdot**2/2 - y", constraints="ydot - x*xdot"
    )
    with pytest.raises(SingularLagrangian):
        theories.projection(singular)
    (line,) = check_theory(theories.projection, [singular])
    assert line.answer is Answer.NOT_APPLICABLE
    assert line.note.startswith("the Lagrangian") and "\n" not in line.note
    assert not check_theory(theories.projection, [singular])  # nothing was checked


@BOTH
def test_where_nothing_determines_the_reaction_no_theory_is_applicable(theory: Theory) -> None:
    null = System(
        name="null", coordinates="x y", lagrangian="xdot*ydot - x*y", constraints="xdot - y"
    )
    hidden = System(
        name="hidden", coordinates="x y", lagrangian="xdot**2 + ydot**2",
        constraints=["xdot - y", "xdot - x"],
    )  # fmt: skip
    report = check_theory(theory, [null, hidden])
    assert {line.answer for line in report} == {Answer.NOT_APPLICABLE}
    assert all(line.note and "\n" not in line.note for line in report)

    def construct(system: System) -> Construction:
        raise SingularConstraintMatrix("that is not so")

    # The same words are wrong where the oracle has an answer.
    (line,) = check_theory(Theory("careless", "", "", construct), [speed()])
    assert line.answer is Answer.FAILS and "that is not so" in line.note


# --- impostors -----------------------------------------------------------------------------

#: For each impostor the systems, the checks that catch it there, and some that it passes.
CAUGHT = {
    "euclidean": (
        ("moving blade", "prescribed speed"),
        {"coherent", "oracle", "natural", "holonomic", "scaled"},
        {"second order", "tangent", "free", "gauge", "redundant"},
    ),
    "frozen_vakonomic": (
        ("moving blade",),
        {"coherent", "oracle", "recombined", "scaled"},
        {"second order", "tangent", "free", "natural", "holonomic", "gauge"},
    ),
    "forceless": (
        ("moving blade",),
        {"coherent", "oracle", "free", "holonomic", "scaling L alone"},
        {"second order", "tangent", "natural", "recombined", "scaled", "gauge"},
    ),
    "linear_only": (
        ("prescribed speed",),
        {"coherent", "oracle", "recombined", "scaled"},
        {"second order", "tangent", "free", "natural", "holonomic", "gauge"},
    ),
    "choosy": (
        ("moving blade",),
        {"coherent", "oracle", "recombined", "holonomic", "scaled"},
        {"second order", "tangent", "free", "natural", "redundant"},
    ),
}


@pytest.mark.parametrize("name", CAUGHT)
def test_an_impostor_is_caught(name: str) -> None:
    (impostor,) = (theory for theory in wrong_theories.IMPOSTORS if theory.name == name)
    places, caught, passed = CAUGHT[name]
    report = check_theory(impostor, [system(place) for place in places])
    assert not report
    assert set(report.failed_checks) == caught, str(report)
    assert passed <= {line.check for line in report.of(Answer.HOLDS)}
    for line in report.failures:
        if line.check != "scaling L alone":
            assert line.verdict is not None and line.verdict.status is Status.REFUTED
            # On the curve of a moved constraint the point need not be rational.
            shown = ("left - right (", "the value at the point")
            assert any(text in line.evidence for text in shown)


def test_the_one_that_is_right_for_linear_constraints_only() -> None:
    """On linear constraints only the matrices A with velocities show what is wrong."""
    report = check_theory(wrong_theories.linear_only, [blade()])
    assert report.failed_checks == ("recombined",)


def test_all_impostors_are_listed() -> None:
    assert {theory.name for theory in wrong_theories.IMPOSTORS} == {*CAUGHT, "evasive"}


def test_a_theory_that_is_never_applicable_does_not_pass() -> None:
    report = check_theory(wrong_theories.evasive)
    assert not report and not report.failures
    assert {line.answer for line in report} == {Answer.NOT_APPLICABLE}
    assert report.lines[0].note == "there is always a reason"


def sabotaged(**changes: object) -> Theory:
    """A theory that is right up to one part of its answer."""

    def construct(system: System) -> Construction:
        made = theories.multipliers.construct(system)
        return replace(made, **{name: change(system, made) for name, change in changes.items()})

    return Theory("sabotaged", "", "", construct)


def first_vertical(system: System, made: Construction) -> VectorForm:
    jets = system.evolution_space
    return made.field + jets.vertical_endomorphism(jets.frame[1])


def slower(system: System, made: Construction) -> VectorForm:
    return 2 * made.field


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"field": first_vertical}, {"tangent", "oracle", "free", "natural", "holonomic"}),
        ({"field": slower}, {"second order", "oracle", "free", "holonomic"}),
        ({"multipliers": lambda s, m: tuple(-a for a in m.multipliers)}, {"oracle"}),
        ({"multipliers": lambda s, m: tuple(a + 1 for a in m.multipliers)}, {"recombined"}),
    ],
    ids=["not tangent", "not of second order", "sign of the reaction", "constant reaction"],
)
def test_small_changes_are_caught(change: dict[str, object], expected: set[str]) -> None:
    report = check_theory(sabotaged(**change), [blade()])
    assert expected <= set(report.failed_checks), str(report)


def forces_turned(system: System) -> Construction:
    return theories.multipliers.construct(varied(system, force=-system.force, same_set=True))


def reaction_lost(system: System) -> Construction:
    made = theories.multipliers.construct(system)
    return replace(made, field=theories.multipliers.construct(varied(system, constraints=())).field)


def multipliers_turned(system: System) -> Construction:
    made = theories.multipliers.construct(system)
    return replace(made, multipliers=tuple(-f for f in made.multipliers))


@pytest.mark.parametrize(
    ("construct", "words"),
    [
        (wrong_theories.forceless.construct, "the field lacks the forces F"),
        (forces_turned, "the field has the forces F with the other sign"),
        (reaction_lost, "the field lacks the reaction"),
        (multipliers_turned, "the multipliers are those of the field with the other sign"),
        (
            wrong_theories.linear_only.construct,
            "the multipliers are the right ones, and the motion is not",
        ),
    ],
)
def test_a_term_that_is_missing_is_named(construct, words) -> None:  # type: ignore
    report = check_theory(Theory("wrong", "", "", construct), [speed()])
    (line,) = (line for line in report if line.check == "coherent")
    assert line.answer is Answer.FAILS and line.note == words


def test_what_a_further_choice_leaves_open_takes_nothing_away() -> None:
    """Whatever the seed, an honest theory has the answers of the first choice."""
    given = [system("as many constraints as coordinates, not affine")]
    first, other = (check_theory("multipliers", given, seed=seed) for seed in (0, 5))
    assert [line.answer for line in first] == [line.answer for line in other]
    assert first and other


def test_multipliers_in_another_order_are_caught() -> None:
    table = {"coordinates": "x y z", "lagrangian": "(xdot**2 + 2*ydot**2 + zdot**2)/2 - z"}
    two = System(name="two", **table, constraints=["zdot - y*xdot", "ydot - t"])
    wrong = sabotaged(multipliers=lambda s, m: tuple(sorted(m.multipliers, key=str)))
    assert "permuted" in check_theory(wrong, [two]).failed_checks


def test_a_theory_that_is_not_invariant_under_gauge_is_caught() -> None:
    """Its reaction has a term with L itself."""
    wrong = sabotaged(multipliers=lambda s, m: tuple(a + s.lagrangian for a in m.multipliers))
    failed = check_theory(wrong, [blade()]).failed_checks
    assert {"gauge", "oracle", "recombined"} <= set(failed)
    assert not {"scaled", "second order", "tangent"} & set(failed)


def test_a_redundant_constraint_has_to_be_refused() -> None:
    """It is refused by name; to accept it, or to let linear algebra fail, is wrong."""

    def accepting(system: System) -> Construction:
        kept = system.constraints[:1]
        made = theories.multipliers.construct(varied(system, constraints=kept, same_set=True))
        zero = system.evolution_space.function(0)
        return replace(
            made, multipliers=(*made.multipliers, *[zero for _ in system.constraints[1:]])
        )

    def careless(system: System) -> Construction:
        zero_inverse(system)
        return theories.multipliers.construct(system)

    def zero_inverse(system: System):  # type: ignore[no-untyped-def]
        from diffgeo.calculus import linear_algebra as linear

        rows = [[system.evolution_space.function(len(system.constraints) - 2)]]
        return linear.inverse(rows)[0][0]

    for construct, note in ((accepting, "is accepted"), (careless, "require_regular")):
        one = system("one coordinate, constrained")
        report = check_theory(Theory("careless", "", "", construct), [one])
        (line,) = (line for line in report if line.check == "redundant")
        assert line.answer is Answer.FAILS and note in line.note
    with pytest.raises(RedundantConstraints):
        system_of_text = {"coordinates": "x y", "lagrangian": "xdot**2 + ydot**2"}
        System(**system_of_text, constraints=["xdot - y", "2*xdot - 2*y"])


# --- claims, and theories outside of their hypotheses ----------------------------------------


def test_claims_are_checked() -> None:
    def equations(system: System, made: Construction):  # type: ignore[no-untyped-def]
        S = system.evolution_space.vertical_endomorphism
        pairs = zip(made.multipliers, system.constraints, strict=True)
        reaction = sum((a * S.transpose(d(f)) for a, f in pairs), start=system.force)
        return [
            euler_lagrange_form(system.lagrangian, system.evolution_space, made.field) == reaction
        ]

    def free(system: System, made: Construction):  # type: ignore[no-untyped-def]
        L, jets = system.lagrangian, system.evolution_space
        return euler_lagrange_form(L, jets, made.field) == system.force

    claims = (Claim("EL = F + R", equations), Claim("EL = F", free))
    report = check_theory(replace(theories.multipliers, claims=claims), [speed()])
    assert report.failed_checks == ("claim: EL = F",)
    assert "claim: EL = F + R" in {line.check for line in report.of(Answer.HOLDS)}


def test_the_claims_of_the_projection_can_fail() -> None:
    """They are about its own steps: with another field both are refuted."""
    construct = theories.projection.construct

    def moved_away(system: System) -> Construction:
        made = construct(system)
        return replace(made, field=first_vertical(system, made))

    report = check_theory(replace(theories.projection, construct=moved_away), [blade()])
    failed = {name for name in report.failed_checks if name.startswith("claim: ")}
    assert failed == {f"claim: {claim.statement}" for claim in theories.projection.claims}


def test_not_applicable_to_some_systems() -> None:
    def construct(system: System) -> Construction:
        if len(system.constraints) > 1:
            raise NotApplicable("more than one constraint")
        return theories.multipliers.construct(system)

    one = Theory("one", "", "", construct)
    report = check_theory(one, [speed(), system("as many constraints as coordinates")])
    assert report
    (line,) = (x for x in report if x.system == "as many constraints as coordinates")
    assert (line.check, line.note) == ("all", "more than one constraint")


def autonomous(extra: bool) -> Theory:
    """A theory for systems without time; with ``extra`` it uses the first coordinate."""

    def construct(system: System) -> Construction:
        jets = system.evolution_space
        data = [system.lagrangian, *system.constraints, *system.forces.values()]
        if not check([jets.frame[0](f) == 0 for f in data]):
            raise NotApplicable("the data depend on time")
        made = theories.multipliers.construct(system)
        return replace(made, field=first_vertical(system, made)) if extra else made

    return Theory("autonomous", "", "", construct)


def test_a_theory_that_refuses_time_is_judged_without_it() -> None:
    report = check_theory(autonomous(extra=False), systems())
    assert report, str(report)
    judged = {line.check: line for line in report.of(Answer.HOLDS)}
    assert {"natural", "recombined", "gauge", "holonomic"} <= set(judged)
    note = "drawn without the time, with which: the data depend on time"
    assert judged["natural"].note == note
    refused = {line.system for line in report if line.check == "all"}
    assert refused == {"moving blade", "prescribed speed", "two constraints"} | {
        s.name for s in standard_systems() if s.name.startswith(("as many", "one"))
    }
    wrong = check_theory(autonomous(extra=True), [system("without time")])
    assert {"natural", "oracle", "tangent"} <= set(wrong.failed_checks)


def test_a_reducible_constraint_set_is_not_blamed_on_the_theory() -> None:
    two_lines = System(
        name="two lines", coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2",
        constraints=["xdot**2 - x**2*ydot**2"],
    )  # fmt: skip
    report = check_theory(theories.multipliers, [two_lines])
    assert not report.failures
    with pytest.raises(AmbiguousTruth, match="reducible"):
        bool(report)


def test_a_refusal_of_the_ring_is_undecided() -> None:
    def construct(system: System) -> Construction:
        raise NotSupported("that is too hard")

    report = check_theory(Theory("refusing", "", "", construct), [speed()])
    with pytest.raises(AmbiguousTruth, match="1 are undecided, the first: all on prescribed"):
        bool(report)


def test_an_answer_that_is_no_construction_fails() -> None:
    report = check_theory(Theory("none", "", "", lambda system: None), [speed()])  # type: ignore
    assert not report
    assert "BadTheory: the theory 'none' returns a NoneType" in str(report)


# --- the report --------------------------------------------------------------------------------


def test_a_report_prints_as_a_table() -> None:
    report = check_theory(wrong_theories.forceless, [system("one coordinate, free")])
    text, table = str(report), report._repr_html_()
    assert text.startswith("theory forceless: ")
    assert "scaling L alone  one coordinate, free  FAILS" in text
    assert "<td>scaling L alone</td><td>one coordinate, free</td><td><span" in table
    assert table.count(">FAILS</span>") == len(report.failures)
    assert table.count("<tr>") == len(report.lines) + 1
    assert repr(report) == text and list(report) == list(report.lines)
    assert all(len(line) < 260 for line in text.splitlines())


def test_the_truth_of_a_report() -> None:
    def report(*answers: Answer) -> Report:
        return Report("T", tuple(Line("c", "s", answer) for answer in answers))

    assert report(Answer.HOLDS, Answer.NOT_APPLICABLE)
    assert not report(Answer.HOLDS, Answer.FAILS, Answer.UNDECIDED)
    assert not report(Answer.NOT_APPLICABLE)
    assert not report()
    assert "nothing was checked" in report().summary
    with pytest.raises(AmbiguousTruth):
        bool(report(Answer.HOLDS, Answer.UNDECIDED))


def test_what_can_be_judged() -> None:
    with pytest.raises(BadTheory, match="has no name, title, citation and construct"):
        check_theory(object())
