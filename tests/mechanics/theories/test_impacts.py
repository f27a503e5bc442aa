"""Impacts at walls: closed results, what is conserved, and jumps that are wrong."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from diffgeo import Map, d
from diffgeo.calculus import straight_line
from mechanics import System, compare, load_dynamics
from mechanics.errors import BadTheory, BadValue, NotApplicable
from mechanics.model.autonomous import AutonomousSystem
from mechanics.model.lagrangian import cosymplectic_structure, vertical_frame
from mechanics.testing import check_theory
from mechanics.testing.systems_for_checks import standard_systems
from mechanics.theories import Construction, Jump, Theory, velocity_space

EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "theories"


@pytest.fixture(scope="module")
def impacts() -> Theory:
    if str(EXAMPLES) not in sys.path:
        sys.path.insert(0, str(EXAMPLES))
    import impacts  # type: ignore[import-not-found]

    found: Theory = impacts.impacts
    return found


def plane(walls: object, lagrangian: str = "(xdot**2 + ydot**2)/2", **more: object) -> System:
    data = {"walls": {"hypersurface": walls}, **more.pop("data", {})}  # type: ignore[dict-item]
    return System(name="plane", coordinates="x y", lagrangian=lagrangian, data=data, **more)  # type: ignore[arg-type]


#: A disk that rolls upright, with a wall y = 0 that its rim hits.
PENNY = {
    "name": "penny",
    "coordinates": "x y theta phi",
    "parameters": "m I J R",
    "positive": "m I J R",
    "lagrangian": "m*(xdot**2 + ydot**2)/2 + I*thetadot**2/2 + J*phidot**2/2",
    "constraints": ["xdot - R*cos(phi)*thetadot", "ydot - R*sin(phi)*thetadot"],
    "data": {"walls": {"hypersurface": "y - R*sin(phi)"}},
}
ONE = {"m": 1, "I": 0.5, "J": 0.25, "R": 1}


# --- closed results ------------------------------------------------------------------------------


def test_a_wedge_is_unfolded(impacts: Theory) -> None:
    """In a wedge of π/4 the mirror images of the motion are one straight line."""
    momentum = {"l2": "(x*ydot - y*xdot)**2", "l": "x*ydot - y*xdot"}
    wedge = plane(["y", "x - y"], invariants=momentum)
    motion = wedge.dynamics(impacts)
    run = motion.simulate(x=3, y=1, xdot=-1, ydot=-0.11, until=12, points=301)
    x, y = 3 - run.t, 1 - 0.11 * run.t
    angle = np.mod(np.unwrap(np.arctan2(y, x)), np.pi / 2)
    folded = np.minimum(angle, np.pi / 2 - angle)
    assert abs(np.hypot(run["x"], run["y"]) - np.hypot(x, y)).max() < 1e-13
    assert abs(np.arctan2(run["y"], run["x"]) - folded).max() < 1e-13
    # The line crosses the images of the sides, at angles kπ/4, at these times.
    crossed = [(3 * np.tan(a) - 1) / (np.tan(a) - 0.11) for a in np.pi / 4 * np.array([1, 3, 4])]
    times = sorted([*crossed, 3.0])
    assert [i.time for i in run.impacts] == pytest.approx(times, abs=1e-9)
    assert [i.wall for i in run.impacts] == ["x - y", "y", "x - y", "y"]
    assert run.complete and not run.warnings and "impacts: 4" in run.report()
    assert run.data()["impacts"][1]["wall"] == "y"
    assert motion.conserves("l2").holds
    lost = motion.conserves("l")
    assert lost.holds is False and "at the wall y = 0" in lost.statement
    turned = wedge.noether({"x": "-y", "y": "x"}, theory=impacts)
    assert not turned.by_theorem and "an impact changes it" in turned.conclusion


def test_a_ball_bounces(impacts: Theory) -> None:
    """From the height 1 the times are √2(2k + 1); with e = 1/2 they accumulate at 3√2."""
    ball = plane("y", "(xdot**2 + ydot**2)/2 - y")
    start = {"x": 0, "y": 1, "xdot": 1, "ydot": 0}
    run = ball.dynamics(impacts).simulate(start, until=30)
    times = np.array([i.time for i in run.impacts])
    for name in ("midpoint", "lagrange_dalembert"):  # exact for this motion
        stepped = ball.dynamics(impacts).simulate(start, until=30, method=name, step=0.07)
        assert [i.time for i in stepped.impacts] == pytest.approx(times, abs=1e-8)
    assert abs(times - np.sqrt(2) * (2 * np.arange(11) + 1)).max() < 1e-9
    assert run.energy is not None and run.energy.relative < 1e-11
    assert "the energy is conserved" not in " ".join(run.warnings)
    soft = plane("y", "(xdot**2 + ydot**2)/2 - y", data={"restitution": {"function": "1/2"}})
    run = soft.dynamics(impacts).simulate(start, until=10)
    assert run.cause == "wall" and "accumulate" in run.stopped
    assert run.t[-1] == pytest.approx(3 * np.sqrt(2), abs=1e-5)
    assert run.impacts[1].time == pytest.approx(2 * np.sqrt(2), abs=1e-9)
    balance = soft.energy_balance(theory=impacts)
    assert balance.conclusion == "not conserved: an impact changes it"


@pytest.mark.parametrize(
    ("wall", "reached"), [("(y - 1)**2 - 1/10**14", 1 - 1e-7), ("(y - 1)*(y - 1 - 1/10**7)", 1)]
)
def test_a_thin_wall_is_not_stepped_over(impacts: Theory, wall: str, reached: float) -> None:
    run = plane(wall).dynamics(impacts).simulate(x=0, y=0, xdot=1, ydot=1, until=10)
    (impact,) = run.impacts
    assert impact.time == pytest.approx(reached, abs=3e-8)
    assert run["y"][-1] == pytest.approx(-8, abs=1e-6) and not run.warnings


def test_what_only_touches_a_wall_goes_on(impacts: Theory) -> None:
    run = plane("(y - 1)**2").dynamics(impacts).simulate(x=0, y=0, xdot=1, ydot=1, until=3)
    assert run.complete and not run.impacts and "wall 1: (y - 1)**2" in run.warnings[0]


def test_a_corner_of_a_product_of_walls_is_told(impacts: Theory) -> None:
    """The product is positive on both sides of the corner, and so says of no impact."""
    box = plane("(1 - x**2)*(1 - y**2)").dynamics(impacts)
    run = box.simulate(x=0, y=0, xdot=1, ydot=1, until=3)
    assert run["x"][-1] == pytest.approx(3) and not run.impacts
    (warning,) = run.warnings
    assert warning.startswith("not excluded that wall 1") and "t = 0.99999" in warning
    beside = box.simulate(x=0, y=0, xdot=1, ydot="1/2", until=2.5)
    assert len(beside.impacts) == 2 and not beside.warnings


def test_near_the_corner_of_a_product_the_state_after_is_known_or_refused(impacts: Theory) -> None:
    """Reflections at one wall and at once at the other: -1 to 1 is unfolded to a straight line."""
    box, apart = plane("(1 - x**2)*(1 - y**2)"), plane(["1 - x**2", "1 - y**2"])
    near, far = [10**-k for k in (5, 6, 7)], [10**-k for k in (1, 2, 3)]
    setting = {"values": {"x": 0, "xdot": 1, "ydot": 1}, "until": 2.5, "points": 3}
    found = box.sweep({"y": near + far}, theory=impacts, workers=1, **setting)
    assert found["status"].values.tolist() == [4, 4, 4, 0, 0, 0]
    assert np.allclose(found["y"].values[3:, -1], [-0.5 - y for y in far], rtol=0, atol=1e-8)
    for y in near:
        run = box.dynamics(impacts).simulate(x=0, y=y, xdot=1, ydot=1, until=2.5)
        assert run.cause == "wall" and "functions of their own" in run.stopped
        assert run.t[-1] < 1 and not run.warnings
        other = apart.dynamics(impacts).simulate(x=0, y=y, xdot=1, ydot=1, until=2.5)
        assert other.complete and other["y"][-1] == pytest.approx(-0.5 - y, abs=1e-9)


def test_bounces_are_swept(impacts: Theory) -> None:
    """Each member is what is simulated; one behind the wall is refused, and one rests at it."""
    ball = plane("y", "(xdot**2 + ydot**2)/2 - y")
    rest = {"x": 0, "xdot": 1, "ydot": 0}
    found = ball.sweep(
        {"y": [1, 2, -1, 0]}, theory=impacts, values=rest, until=5, points=11, workers=1
    )
    assert found["status"].values.tolist() == [0, 0, 3, 4]
    for k, y in enumerate((1, 2)):
        alone = ball.dynamics(impacts).simulate(rest, y=y, until=5, points=11)
        assert np.allclose(found["y"].values[k], alone["y"], rtol=0, atol=1e-11)
    with pytest.raises(BadValue, match="jumps at walls"):
        ball.dynamics(impacts).compile()


def test_endless_bounces_end(impacts: Theory, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the height 10⁻¹³ there are ten million in ten seconds, and none is special."""
    monkeypatch.setattr("mechanics.motion.impacts.ENDLESS", 40)
    ball = plane("y", "(xdot**2 + ydot**2)/2 - y").dynamics(impacts)
    run = ball.simulate(x=0, y=1e-13, xdot=1, ydot=0, until=10)
    assert run.cause == "wall" and "too many to be followed: there were 40" in run.stopped


def test_a_wall_that_moves(impacts: Theory) -> None:
    """The velocity relative to the wall is reversed; energy is kept in the frame of the wall."""
    piston = plane("x - u*t", parameters="u")
    (jump,) = piston.dynamics(impacts).jumps
    assert str(jump.map.images["xdot"]) == "2*u - xdot" and jump.is_involution()
    at_rest = piston.energy_balance(theory=impacts)
    E = piston.configuration_space
    moving = piston.energy_balance(E.frame[0] + E["u"] * E.frame[1], theory=impacts)
    assert at_rest.is_conserved.holds is False and moving.is_conserved.holds
    run = piston.dynamics(impacts).simulate(x=1, y=0, xdot=-1, ydot=0, u=1, until=2)
    assert run["xdot"][-1] == pytest.approx(3) and run.impacts[0].time == pytest.approx(0.5)


def test_a_penny_keeps_a_volume(impacts: Theory) -> None:
    """The jump is the reflection of ω = (θ', φ') in the metric (m R² + I, J) of the rolling."""
    penny = System(**PENNY)  # type: ignore[arg-type]
    motion = penny.dynamics(impacts)
    (jump,) = motion.jumps
    phi, omega = 0.7, np.array([-1.3, 0.4])
    normal = np.array([np.sin(phi), -np.cos(phi)])  # dh along the rolling, R = 1
    raised = normal / np.array([1.5, 0.25])
    expected = omega - 2 * (normal @ omega) / (normal @ raised) * raised
    names = [str(f) for f in motion.manifold.coordinates]
    code = straight_line([jump.map.images[n] for n in names], names, list(ONE))
    state = [0, 0, np.sin(phi), 0, phi, np.cos(phi) * omega[0], np.sin(phi) * omega[0], *omega]
    after = np.array(code.at(ONE)(state))
    assert after[-2:] == pytest.approx(expected, abs=1e-13)
    assert after[5:7] == pytest.approx(expected[0] * np.array([np.cos(phi), np.sin(phi)]))
    assert jump.is_involution() and all(c.holds for c in motion.checks())
    assert penny.energy_balance(theory=impacts).is_conserved.holds
    volume = penny.invariant_volume(theory=impacts)
    (kept,) = volume.is_kept_at_walls
    assert kept.holds and kept in volume.checks() and "wall" not in volume.conclusion
    run = motion.simulate(
        ONE | {"x": 0, "y": 3, "theta": 0, "phi": 1, "thetadot": -1, "phidot": 0.3}, until=20
    )
    assert len(run.impacts) > 3 and (run["y"] - np.sin(run["phi"])).min() > -1e-9
    assert run.energy is not None and run.energy.relative < 1e-8


def test_what_loses_energy_keeps_less(impacts: Theory) -> None:
    """The control: with e = 1/2 neither the volume nor the energy is kept, nor is J reversible."""
    data = PENNY["data"] | {"restitution": {"function": "1/2"}}  # type: ignore[operator]
    soft = System(**PENNY | {"data": data})  # type: ignore[arg-type]
    volume = soft.invariant_volume(theory=impacts)
    assert volume.is_kept_at_walls[0].holds is False
    assert "it is false that the volume is kept at the wall" in volume.conclusion
    assert not soft.energy_balance(theory=impacts).is_conserved.holds
    motion = soft.dynamics(impacts)
    assert not motion.jumps[0].is_involution() and all(c.holds for c in motion.checks())
    report = check_theory(impacts, [plane("y", data={"restitution": {"function": "e"}},
                                          parameters="e")])  # fmt: skip
    (line,) = (x for x in report.lines if x.check == "jumps")
    assert line.answer.name == "UNDECIDED" and "the sign of -e" in line.note


# --- where there is no motion any more ------------------------------------------------------------


def test_an_end_at_a_wall(impacts: Theory) -> None:
    corner = plane(["y", "x"]).dynamics(impacts)
    run = corner.simulate(x=1, y=1, xdot=-1, ydot=-1, until=3)
    assert run.cause == "wall" and "at once" in run.stopped and run.t[-1] == pytest.approx(1)
    with pytest.raises(BadValue, match="behind a wall: x is -1"):
        corner.simulate(x=-1, y=1, xdot=-1, ydot=-1, until=3)
    started = corner.simulate(x=0, y=1, xdot=-1, ydot=0, until=3)
    assert started["x"][-1] == pytest.approx(3) and len(started.impacts) == 1
    projected = corner.simulate(x=1, y=2, xdot=-1, ydot=0, until=3, project=True)
    assert projected["x"][-1] == pytest.approx(2)


def test_what_it_does_not_apply_to(impacts: Theory) -> None:
    with pytest.raises(NotApplicable, match="not quadratic"):
        plane("x", "xdot**4 + xdot**2 + ydot**2").dynamics(impacts)
    with pytest.raises(NotApplicable, match="determine the rate of y"):
        plane("y", constraints="ydot").dynamics(impacts)
    with pytest.raises(NotApplicable, match="needs the hypersurface 'walls'"):
        System(coordinates="x", lagrangian="xdot**2").dynamics(impacts)


# --- citizens -------------------------------------------------------------------------------------


def test_jumps_are_compared_and_kept_in_files(impacts: Theory, tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    box = plane(["y", "1 + x - y"], constraints="ydot - x*xdot")
    motion = box.dynamics(impacts)
    found = compare(box, ["multipliers", impacts])
    assert found.agree and "it jumps at the wall y = 0, the wall" in str(found)
    (row,) = (t for t in found.theories if t.name == "impacts")
    assert row.motion is not None and row.motion.holds is False
    assert compare(box, [impacts]).agree
    monkeypatch.setattr("mechanics.theories.registry.theory_named", lambda name: impacts)
    again = load_dynamics(motion.save(tmp_path / "box.json"))
    one, other = (m.simulate(x=1, y=1, xdot=-1, until=4) for m in (motion, again))
    assert len(one.impacts) == 1
    assert [i.time for i in one.impacts] == [i.time for i in other.impacts]
    with pytest.raises(BadValue, match="jumps at walls"):
        motion.compile()


def test_a_jump_on_the_tangent_bundle() -> None:
    """A theory without time: a ball on TQ that bounces at x = 0."""

    def construct(system: System) -> Construction:
        TQ = system.once(AutonomousSystem).bundle
        field = TQ.vector_field({"x": "xdot", "xdot": "-1"})
        jump = Jump(system.parts("walls")[0], Map(TQ, TQ, {"x": "x", "xdot": "-xdot"}),
                    (TQ.function("-2*xdot"),))  # fmt: skip
        return Construction(field, (), TQ.function(1), "1", jumps=(jump,))

    theory = Theory("on TQ", "", "", construct, space=velocity_space)
    ball = System(coordinates="x", lagrangian="xdot**2/2 - x",
                  data={"walls": {"hypersurface": "x"}})  # fmt: skip
    motion = ball.dynamics(theory)
    assert all(check.holds for check in motion.checks())
    run = motion.simulate(x=1, xdot=0, until=8)
    assert [i.time for i in run.impacts] == pytest.approx([2**0.5, 3 * 2**0.5, 5 * 2**0.5])
    for jumps, message in (
        ((lambda: 0,), "as a jump"),
        ((replace(motion.jumps[0], impulses=()),), "0 impulses"),
    ):
        wrong = replace(theory, construct=lambda s, j=jumps: replace(construct(s), jumps=j))
        with pytest.raises(BadTheory, match=message):
            wrong(ball)


# --- wrong jumps ----------------------------------------------------------------------------------


def moved(system, jump, W, factor=-2):  # type: ignore[no-untyped-def]
    """The jump exp(μ W) with the rate of h turned around, whatever W is."""
    jets = system.evolution_space
    rate = jets.total_derivatives[0](jump.wall)
    mu = factor * rate / W(rate)
    images = {str(f): f + mu * W(f) for f in jets.coordinates}
    return Jump(jump.wall, Map(jets, jets, images), (mu, *(0 * f for f in jump.impulses[1:])))


def through_the_wall(system, jump):  # type: ignore[no-untyped-def]
    jets = system.evolution_space
    same = Map(jets, jets, {str(f): f for f in jets.coordinates})
    return Jump(jump.wall, same, tuple(0 * f for f in jump.impulses))


def with_the_other_sign(system, jump):  # type: ignore[no-untyped-def]
    return replace(jump, impulses=tuple(-f for f in jump.impulses))


def without_constraints(system, jump):  # type: ignore[no-untyped-def]
    jets = system.evolution_space
    Omega = cosymplectic_structure(system.lagrangian, jets)
    rate = jets.total_derivatives[0](jump.wall)
    return moved(system, jump, Omega.solve(-jets.vertical_endomorphism.transpose(d(rate))))


def along_the_coordinates(system, jump):  # type: ignore[no-untyped-def]
    V = vertical_frame(system.evolution_space)
    rate = system.evolution_space.total_derivatives[0](jump.wall)
    return moved(system, jump, sum((v(rate) * v for v in V[1:]), start=V[0](rate) * V[0]))


def without_coming_back(system, jump):  # type: ignore[no-untyped-def]
    """A plastic impact, which loses energy: it is no elastic one, and obeys the law up to dt."""
    jets = system.evolution_space
    images = {str(f): (f + jump.map.pull(f)) / 2 for f in jets.coordinates}
    return Jump(jump.wall, Map(jets, jets, images), tuple(f / 2 for f in jump.impulses))


CLAIM = "claim: J^*Theta - Theta = mu dh + lambda^i rho_i"


@pytest.mark.parametrize(
    ("change", "failing", "why"),
    [
        (through_the_wall, {"jumps"}, "the motion is led back"),
        (with_the_other_sign, {"jumps", CLAIM}, "up to dt"),
        (without_constraints, {"jumps"}, "positions and constraints are kept"),
        (along_the_coordinates, {"jumps", "natural", CLAIM}, "positions and constraints are kept"),
        (without_coming_back, {CLAIM}, ""),
    ],
)
def test_wrong_jumps_are_refuted(impacts: Theory, change, failing, why) -> None:  # type: ignore[no-untyped-def]
    """At the law that fails, and the same for every seed."""

    def construct(system):  # type: ignore[no-untyped-def]
        made = impacts.construct(system)
        return replace(made, jumps=tuple(change(system, jump) for jump in made.jumps))

    wrong = replace(impacts, name="wrong", construct=construct)
    for seed in (0, 7) if change is through_the_wall else (0,):
        report = check_theory(wrong, standard_systems()[:1], seed=seed)
        assert set(report.failed_checks) == failing
        assert why in " ".join(line.note for line in report.failures)


# --- what holds between walls only ----------------------------------------------------------------


def test_a_billiard_is_not_taken_for_its_motion_between_walls(impacts: Theory) -> None:
    oval = plane("1 - x**2 - 2*y**2 - x**4")
    for ask in (oval.integrability, oval.hamilton_jacobi, oval.symmetries):
        with pytest.raises(NotApplicable, match="the motion jumps at walls"):
            ask(theory=impacts)
    assert oval.hamilton_jacobi().holds
    jumping = oval.first_integrals(1, order=0, theory=impacts)
    assert not jumping.integrals and not jumping.between_walls
    assert all(i.check.holds for i in oval.first_integrals(1, order=0).integrals)


@pytest.mark.parametrize(
    ("wall", "degree", "kept"),
    [
        ("y", 2, {"xdot", "(xdot**2 + ydot**2)/2", "ydot*(y*xdot - x*ydot)"}),
        ("x - y", 1, {"xdot + ydot"}),
        ("1 - x**2 - y**2", 1, {"y*xdot - x*ydot"}),
        ("x - u*t", 2, {"ydot", "(xdot**2 + ydot**2 - 2*u*xdot)/2"}),
    ],
)
def test_first_integrals_are_those_that_walls_keep(
    impacts: Theory, wall: str, degree: int, kept: set[str]
) -> None:
    """Combinations of those between walls, too: along a line, around a point, of a mirror image."""
    found = plane(wall, parameters="u").first_integrals(degree, order=1, theory=impacts)
    assert set(map(str, found.integrals)) == kept
    assert all(i.check.holds for i in found.integrals) and not found.between_walls


def test_a_wall_that_is_not_solved_for_a_position(impacts: Theory) -> None:
    found = plane("cos(x) + sin(x)").first_integrals(1, order=0, theory=impacts)
    assert [str(i.function) for i in found.integrals] == ["ydot"]
    (lost,) = found.between_walls
    assert str(lost.function) == "xdot" and lost.check.holds is False
    assert "Between walls only" in found.report() and found.to_dict()["between_walls"]


def test_what_rests_at_a_wall_ends(impacts: Theory) -> None:
    ball = plane("y", "(xdot**2 + ydot**2)/2 - y").dynamics(impacts)
    run = ball.simulate(x=0, y=0, xdot=1, ydot=0, until=5)
    assert run.cause == "wall" and "accumulate" in run.stopped and run.t[-1] < 1e-9
