"""Theories that declare their data, their space and their principle.

An impostor whose multipliers are not those of its field is caught wherever one looks; theories of
other principles are known by the equations derived by hand that stand here.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from diffgeo import Manifold, Map, check
from diffgeo.bundles import fibre_derivative
from diffgeo.errors import DiffGeoError, NameClash
from diffgeo.subsets import inverse_map
from mechanics import System, compare, load_dynamics, theories
from mechanics.errors import BadTheory, NotApplicable, UnknownName
from mechanics.model.autonomous import AutonomousSystem
from mechanics.model.geometric_data import Datum
from mechanics.model.lagrangian import vertical_frame
from mechanics.spaces.lagrange_spaces import LagrangeSpace
from mechanics.spaces.lagrange_spaces.forced_systems import LagrangeSystem, ReactionFields
from mechanics.testing import check_theory, naturality
from mechanics.testing.conformance_report import Answer
from mechanics.testing.variations import in_other_coordinates
from mechanics.theories import Construction, Principle, Step, Theory, reactions_in
from mechanics.theories.state_spaces import StateSpace

PARTICLE = {
    "name": "particle",
    "coordinates": "x y z",
    "lagrangian": "(xdot**2 + ydot**2 + zdot**2)/2",
    "constraints": "zdot - y*xdot",
}
SERVO = Principle("servo", "EL = F + u Y", reactions=reactions_in("push"), ideal=False)


def particle(**more: object) -> System:
    return System(**PARTICLE, **more)


def servo() -> Theory:
    """The equations with multipliers for given reactions, as a theory that needs them."""
    return replace(
        theories.registry.with_multipliers(SERVO), name="servo", needs={"push": "codistribution"}
    )


def shifted(system: System) -> Construction:
    """The right multipliers, and a field that differs by a vertical one tangent to the set."""
    made = theories.multipliers.construct(system)
    return replace(made, field=made.field + vertical_frame(system.evolution_space)[1])


SHIFTED = Theory("shifted", "", "", shifted)


# --- the reaction is that of the field ---------------------------------------------------------


def test_a_field_that_is_not_that_of_its_multipliers_is_caught_everywhere() -> None:
    system = particle()
    made = system.dynamics(SHIFTED)
    assert made.is_coherent.holds is False
    assert made.is_coherent in made.checks()
    found = compare(system, ["multipliers", SHIFTED])
    assert found.agree is False and "NOT THAT OF ITS MULTIPLIERS (REFUTED)" in str(found)
    balance = system.energy_balance(theory=SHIFTED)
    assert balance.balance.holds is False
    assert balance.conclusion.endswith("the multipliers are not those of the field")
    # yd is what a unit force along y does per time.
    velocity = system.evolution_space["ydot"]
    assert check(made.on_constraints(balance.reaction_power, velocity))
    assert not check(made.on_constraints(balance.declared_power, velocity))
    assert "coherent" in check_theory(SHIFTED, [system]).failed_checks


@pytest.mark.parametrize("theory", theories.BUILT_IN, ids=str)
def test_the_theories_of_the_library_are_coherent(theory: Theory) -> None:
    assert particle().dynamics(theory).is_coherent.holds


def test_wrong_multipliers_of_the_right_field_are_caught() -> None:
    def construct(system: System) -> Construction:
        made = theories.multipliers.construct(system)
        return replace(made, multipliers=tuple(2 * f for f in made.multipliers))

    wrong = Theory("doubled", "", "", construct)
    assert particle().dynamics(wrong).is_coherent.holds is False
    found = compare(particle(), ["multipliers", wrong])
    (row,) = (theory for theory in found.theories if theory.name == "doubled")
    assert row.motion is not None and row.motion.holds and not row.coherent.holds
    assert found.agree is False


def test_it_is_said_whether_the_motion_or_the_multipliers_are_at_fault() -> None:
    def doubled(system: System) -> Construction:
        made = theories.multipliers.construct(system)
        return replace(made, multipliers=tuple(2 * f for f in made.multipliers))

    for theory, words in (
        (SHIFTED, "the multipliers are the right ones, and the motion is not"),
        (Theory("doubled", "", "", doubled), "the motion is the right one, and the multipliers"),
    ):
        lines = {line.check: line.note for line in check_theory(theory, [particle()])}
        assert words in lines["coherent"]


def test_the_evolution_space_is_its_own_space_of_states() -> None:
    def space(system: System) -> StateSpace:
        jets = system.evolution_space
        x, y = jets.velocities[:2]
        images = {str(f): f for f in jets.coordinates} | {str(x): y, str(y): x}
        return StateSpace(Map(jets, jets, images))

    with pytest.raises(BadTheory, match="by the identity"):
        particle().dynamics(replace(theories.multipliers, name="swapped", space=space))


# --- data ----------------------------------------------------------------------------------------

DATA = {
    "push": {"codistribution": [{"z": "1", "x": "ydot"}]},
    "frame": {"frame": [{"x": "1", "z": "y"}, {"y": "1"}]},
    "flux": {"form": {"x y": "z"}},
    "metric": {"metric": {"x x": "1", "x y": "z"}},
    "wall": {"hypersurface": "x - y**2"},
    "drag": {"function": "xdot**2"},
    "turn": {"action": [{"x": "-y", "y": "x"}]},
}


def test_data_are_read_from_text_and_from_files(tmp_path) -> None:  # type: ignore[no-untyped-def]
    system = particle(data=DATA)
    shown = {name: [str(part) for part in datum.parts] for name, datum in system.data.items()}
    assert shown["push"] == ["ydot dx + dz"]
    assert shown["frame"] == ["∂_x + y ∂_z", "∂_y"]
    assert shown["flux"] == ["z dx∧dy"]
    assert shown["metric"] == ["dx⊗dx + z dx⊗dy + z dy⊗dx"]
    path = tmp_path / "particle.toml"
    lines = [f"{key} = {value!r}" for key, value in PARTICLE.items() if key != "coordinates"]
    path.write_text(
        "\n".join(['coordinates = ["x", "y", "z"]', *lines])
        + '\n[data.push]\ncodistribution = [{ z = "1", x = "ydot" }]\n'
    )
    other = System.from_file(path)
    assert [str(part) for part in other.parts("push")] == shown["push"]


def test_data_are_pulled_back_with_the_system() -> None:
    system = particle(data=DATA)
    new = in_other_coordinates(system, {"t": "t + 1", "x": "2*x + t", "y": "y + x**2", "z": "z"})
    moved = new.system.data
    E = new.change.source
    assert check(moved["wall"].parts[0] == E.function("2*x + t - (y + x**2)**2"))
    assert check(moved["flux"].parts[0] == new.change.pull(system.parts("flux")[0]))
    for old, field in zip(system.parts("frame"), moved["frame"].parts, strict=True):
        assert check(new.change.related(field, old))
        assert not check(new.change.related(2 * field, old))
    (push,) = moved["push"].parts
    assert check(push == new.prolonged.pull(system.parts("push")[0]))


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"push": {"codistributions": []}}, "no kind of data 'codistributions'"),
        ({"push": {"codistribution": [{"u": "1"}]}}, "data.push.codistribution"),
        ({"push": {"frame": [{"x": "w"}]}}, "data.push.frame: "),
        ({"push": {"metric": {"x": "1"}}}, "data.push.metric: write each pair"),
        ({"push": {"metric": {"x y": "1", "y x": "2"}}}, "each pair of coordinates once"),
        ({"push": {"metric": {}}}, "each pair of coordinates once"),
        ({"push": {"form": {"x": "1", "x y": "1"}}}, "one degree"),
        ({"push": {"frame": 3}}, "is not of the shape of this kind"),
        ({"push": "1"}, "one entry, its kind"),
        ({"push": {}}, "one entry, its kind"),
    ],
)
def test_wrong_data_are_named(table, words) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(DiffGeoError, match=words):
        particle(data=table)


def test_a_missing_datum_is_a_clear_error() -> None:
    with pytest.raises(NotApplicable, match="needs the codistribution 'push', which is not given"):
        particle().dynamics(servo())
    with pytest.raises(NotApplicable, match=r"'push', which is a frame here; give data\.push\.cod"):
        particle(data={"push": {"frame": [{"x": "1"}]}}).dynamics(servo())
    with pytest.raises(UnknownName, match="no data 'pull'"):
        particle(data=DATA).parts("pull")
    variable = System(coordinates="x", variables="z", lagrangian="xdot**2/2 - z")
    with pytest.raises(NotApplicable, match="gives no rates, and the system has z"):
        variable.dynamics("projection")
    with pytest.raises(NameClash, match="both a coordinate and a variable"):
        System(coordinates="x", variables="x", lagrangian="xdot**2/2")


# --- another principle ---------------------------------------------------------------------------


def test_reactions_in_a_given_codistribution() -> None:
    """EL = u dz alone: xdd = ydd = 0, zdd = u = (y xd)d = xd yd."""
    system = particle(data={"push": {"codistribution": {"z": "1"}}})
    made = system.dynamics(servo())
    jets = system.evolution_space
    expected = {"x": "0", "y": "0", "z": "xdot*ydot"}
    for name, f in made.acceleration_functions.items():
        assert check(f == jets.function(expected[name]))
    assert not check(made.acceleration_functions["z"] == jets.function("-xdot*ydot"))
    assert all(answer.holds for answer in made.checks())
    found = compare(system, ["multipliers", servo()])
    assert found.agree  # they need not have the same motion
    assert "servo: follows another principle, servo: EL = F + u Y" in str(found)
    assert "accelerations are equal where 0 = " in str(found)


def test_data_as_objects() -> None:
    system = particle()
    alpha = system.configuration_space.form(1, {"z": "1", "x": "-y"})
    same = system.with_data(push=Datum("codistribution", (alpha,)))
    found = compare(same, ["multipliers", servo()])
    (row,) = (theory for theory in found.theories if theory.name == "servo")
    assert row.motion is not None and row.motion.holds  # they span Chetaev's reactions
    assert system.data == {}


def test_a_principle_is_judged_by_its_own_laws() -> None:
    system = particle(data={"push": {"codistribution": {"z": "1"}}}, forces={"x": "-ydot"})
    report = check_theory(servo(), [system])
    assert report, str(report)
    lines = {line.check: line for line in report}
    assert lines["spans"].answer is Answer.HOLDS
    assert "does not claim it (ideal)" in lines["holonomic"].note
    # Chetaev's motion under the servo's name has reactions where there are none.
    wrong = replace(servo(), name="wrong", construct=theories.multipliers.construct)
    assert {"coherent", "oracle"} <= set(check_theory(wrong, [system]).failed_checks)


def test_vakonomic_mechanics_is_a_theory(tmp_path) -> None:  # type: ignore[no-untyped-def]
    system = particle()
    made = system.dynamics("vakonomic")
    assert all(answer.holds for answer in made.checks())
    # x is cyclic for L - λ φ: its momentum has a term with λ.
    momentum = system.noether({"x": 1}, theory="vakonomic")
    assert check(momentum.momentum == made.manifold.function("xdot + lambda_1*y"))
    assert momentum.by_theorem and momentum.balance.holds
    assert system.energy_balance(theory="vakonomic").is_conserved.holds
    values = {"x": 0, "y": 0, "z": 0, "xdot": 1, "ydot": "1/2", "lambda_1": "1/3"}
    columns = made.simulate(values, until=2).columns
    kept = columns["xdot"] + columns["lambda_1"] * columns["y"]
    assert abs(kept - kept[0]).max() < 1e-9
    again = load_dynamics(made.save(tmp_path / "v.json"))
    assert [str(f) for f in again.rate_functions.values()] == [
        str(f) for f in made.rate_functions.values()
    ]
    assert check_theory("vakonomic", [system])


# --- the conformance test ------------------------------------------------------------------------


def test_the_step_at_fault_is_named() -> None:
    def construct(system: System) -> Construction:
        made = theories.multipliers.construct(system)
        jets = system.evolution_space
        flat = sum((v * v for v in jets.velocities), start=jets.function(0))
        steps = (*made.steps, Step("T", "T = v.v, as if the coordinates were cartesian", flat))
        X = made.field + flat * vertical_frame(jets)[0]
        return replace(made, field=X, steps=steps)

    report = check_theory(Theory("flat", "", "", construct), [particle()])
    (line,) = (line for line in report if line.check == "natural")
    assert line.answer is Answer.FAILS
    assert "the first step that is not natural is T: T = v.v" in line.note


def test_a_mistake_in_the_code_of_a_theory_loses_no_other_line() -> None:
    def construct(system: System) -> Construction:
        if len(system.constraints) > 1:
            raise KeyError("what")
        return theories.multipliers.construct(system)

    report = check_theory(Theory("clumsy", "", "", construct), [particle()])
    failed = {line.check: line.note for line in report.failures}
    assert set(failed) == {"redundant"}
    assert "KeyError: 'what' (test_declared_theories.py, line" in failed["redundant"]
    assert "natural" in {line.check for line in report.of(Answer.HOLDS)}


def test_a_claim_that_says_nothing_is_no_failure() -> None:
    silent = theories.Claim("nothing", lambda system, made: [])
    report = check_theory(replace(theories.multipliers, claims=(silent,)), [particle()])
    assert report
    assert [line.note for line in report if line.check == "claim: nothing"] == [
        "nothing is stated here"
    ]


def test_time_is_bounded() -> None:
    def construct(system: System) -> Construction:
        while len(system.constraints) > 1:
            pass
        return theories.multipliers.construct(system)

    report = check_theory(Theory("slow", "", "", construct), [particle()], seconds=3)
    (line,) = (line for line in report if line.check == "redundant")
    assert line.answer is Answer.UNDECIDED and "LimitExceeded" in line.note


def test_where_nothing_watches_the_time_there_is_no_limit(monkeypatch) -> None:  # type: ignore
    def start(thread: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("threading.Thread.start", start)
    assert check_theory(theories.multipliers, [particle()])


def test_what_is_refuted_is_refuted_for_every_seed() -> None:
    answers = [
        [(line.check, line.answer) for line in check_theory(SHIFTED, [particle()], seed=seed)]
        for seed in (0, 1, 2)
    ]
    assert answers[0] == answers[1] == answers[2]


def test_constraints_of_a_class_are_recombined_within_it() -> None:
    def construct(system: System) -> Construction:
        V = vertical_frame(system.evolution_space)
        if not check([v(w(f)) == 0 for v in V for w in V for f in system.constraints]):
            raise NotApplicable("a constraint is not affine in the velocities")
        return theories.multipliers.construct(system)

    report = check_theory(Theory("affine", "", "", construct), [particle()])
    (line,) = (line for line in report if line.check == "recombined")
    assert line.answer is Answer.HOLDS


def test_a_space_without_changes_of_coordinates_is_not_passed() -> None:
    def space(system: System) -> StateSpace:
        return replace(theories.evolution(system), change=None)

    report = check_theory(replace(theories.multipliers, name="still", space=space), [particle()])
    (line,) = (line for line in report if line.check == "natural")
    assert line.answer is Answer.FAILS and "give StateSpace(projection, change)" in line.note
    with pytest.raises(BadTheory, match="which the theory declares"):
        particle().dynamics(
            replace(theories.theory_named("vakonomic"), construct=theories.multipliers.construct)
        )


# --- other spaces --------------------------------------------------------------------------------


def on_velocities(system: System) -> Construction:
    """The semispray of a mechanical system on a Lagrange space, on TQ itself."""
    free = system.once(AutonomousSystem)
    theories.require_independent(system)
    space = LagrangeSystem(LagrangeSpace(free.lagrangian), free.force)
    reactions = ReactionFields(space, free.constraints)
    S = reactions.constrained(space.semispray)
    return Construction(S, tuple(reactions.multipliers), reactions.determinant, "det M")


def on_momenta(system: System) -> Construction:
    """The same on T^*Q, by the Legendre map."""
    free = system.once(AutonomousSystem)
    back = inverse_map(fibre_derivative(free.lagrangian))
    made = on_velocities(system)
    multipliers = tuple(map(back.pull, made.multipliers))
    return Construction(back.pull(made.field), multipliers, back.pull(made.determinant), "det M")


ON_TQ = Theory("on TQ", "", "", on_velocities, space=theories.velocity_space)
ON_DUAL = Theory("on T*Q", "", "", on_momenta, space=theories.phase_space)
SLOPE = {**PARTICLE, "lagrangian": f"{PARTICLE['lagrangian']} - x*z"}


def test_naturality_under_a_given_change() -> None:
    images = {"t": "t", "x": "2*x + y", "y": "y + x**2", "z": "z - x"}
    system = System(**SLOPE, data={"push": {"codistribution": {"z": "1 + x**2"}}})
    for theory in (servo(), theories.theory_named("vakonomic"), ON_TQ, ON_DUAL):
        assert check(naturality(theory, system, images)), theory.name

    def flat(system: System) -> Construction:
        made = on_momenta(system)
        return replace(made, field=made.field + made.field.space.frame[-1])

    assert not check(naturality(replace(ON_DUAL, construct=flat), system, images))


@pytest.mark.parametrize("theory", [ON_TQ, ON_DUAL], ids=str)
def test_a_theory_on_another_bundle_is_a_full_citizen(theory: Theory) -> None:
    system = System(**SLOPE)
    made = system.dynamics(theory)
    assert made.manifold is not system.evolution_space
    assert all(answer.holds for answer in made.checks())
    assert compare(system, ["multipliers", theory]).agree
    balance = system.energy_balance(theory=theory)
    assert balance.balance.holds and balance.is_conserved.holds
    start = {"x": 0, "y": 1, "z": 0, "xdot": 1, "ydot": 0.3}
    ours, known = (
        system.dynamics(t).simulate(start, until=2).columns for t in (theory, "multipliers")
    )
    assert max(abs(ours[name] - known[name]).max() for name in known) < 1e-8
    report = check_theory(theory, [system])
    assert report, str(report)
    assert {"natural", "gauge", "scaled", "oracle", "coherent"} <= {
        line.check for line in report.of(Answer.HOLDS)
    }


def test_a_wrong_theory_on_another_bundle_is_refuted() -> None:
    def doubled(system: System) -> Construction:
        made = on_velocities(system)
        return replace(made, field=2 * made.field)

    def kicked(system: System) -> Construction:
        made = on_momenta(system)
        return replace(made, field=made.field + made.field.space.frame[-1])

    system = System(**SLOPE)
    report = check_theory(replace(ON_TQ, construct=doubled), [system])
    assert {"second order", "coherent", "oracle"} <= set(report.failed_checks)
    report = check_theory(replace(ON_DUAL, construct=kicked), [system])
    assert {"tangent", "coherent", "oracle", "natural"} <= set(report.failed_checks)


def test_a_reduced_field_has_to_determine_the_motion() -> None:
    def space(system: System) -> StateSpace:
        jets = system.evolution_space
        line = Manifold("line", "s")
        return theories.reduced(Map(jets, line, {"s": jets["xdot"]}))

    def construct(system: System) -> Construction:
        line = system.once(space).quotient.target
        one = line.function(1)
        return Construction(line.frame[0], (one,), one, "1")

    with pytest.raises(BadTheory, match=r"no second-order field on .* is determined by the field"):
        particle().dynamics(Theory("lost", "", "", construct, space=space))
