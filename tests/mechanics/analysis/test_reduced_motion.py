"""Motions on quotients: against equations derived by hand, and by integration above and below."""

from __future__ import annotations

import json

import numpy as np
import pytest
from gallery_systems import gallery_system
from rolling_bodies import chaplygin_ball
from scipy.integrate import solve_ivp

from diffgeo import Map, check
from diffgeo.calculus import compile_functions
from mechanics import ReducedMotion, System
from mechanics.errors import NotApplicable
from mechanics.faces.command_line import main
from mechanics.testing.naturality_of_theories import pulled_back

SLEIGH = gallery_system("chaplygin-sleigh").specialised({"m": 2, "I": 3, "a": "1/2"})


def holds(found: ReducedMotion) -> bool:
    return all(answer.holds for answer in found.checks())


#: Dimensions with time, before and after, and the number of invariants that are found.
GALLERY = {
    "chaplygin-sleigh": (6, 3, 2),
    "vertical-rolling-disk": (7, 3, 2),
    "snakeboard": (9, 5, 4),
    "nonholonomic-particle": (6, 4, 3),
    "rolling-ball": (9, 5, 4),
    "veselova": (6, 5, 4),
}


@pytest.mark.parametrize("name", GALLERY)
def test_the_gallery(name: str) -> None:
    before, after, count = GALLERY[name]
    found = gallery_system(name).reduced_motion()
    assert len(found.motion.space.frame) == before and len(found.field.space.frame) == after
    assert len(found.invariants) >= count and holds(found)


def test_the_sleigh_by_hand() -> None:
    """v' = a ω², ω' = -m a v ω/(I + m a²), with the velocity (0, v) of the knife at θ = π/2."""
    found = gallery_system("chaplygin-sleigh").reduced_motion()
    S = found.field.space
    assert check(found.field(S["ydot"]) == S.function("a*thetadot**2"))
    assert check(found.field(S["thetadot"]) == S.function("-m*a*ydot*thetadot/(I + m*a**2)"))
    assert not check(found.field(S["ydot"]) == S.function("-a*thetadot**2"))
    x, y, turned = found.velocities_of_group
    assert check(x == 0) and check(y == S["ydot"])
    assert check(turned == -S["thetadot"]) and found.algebra.is_solvable  # e_3 turns backwards


def test_reconstruction_by_integration() -> None:
    """g = (b, α) acts by (x, y, θ) → (R(α)(x, y) + b, θ + α)."""
    found = SLEIGH.reduced_motion()
    _, *rates = (found.field(x) for x in found.field.space.coordinates)
    program = compile_functions([*rates, *found.velocities_of_group], ("t", "ydot", "thetadot"))

    def below(t: float, z: np.ndarray) -> list[float]:
        v, w, _, _, alpha = z
        dv, dw, c1, c2, c3 = program([t, v, w])
        cos, sin = np.cos(alpha), np.sin(alpha)
        return [dv, dw, c1 * cos - c2 * sin, c1 * sin + c2 * cos, -c3]

    def above(t: float, z: np.ndarray) -> list[float]:
        v, w, _, _, theta = z
        m, inertia, a = 2, 3, 0.5
        turning = -m * a * v * w / (inertia + m * a**2)
        return [a * w**2, turning, v * np.cos(theta), v * np.sin(theta), w]

    def end(field: object, start: list[float]) -> np.ndarray:
        return solve_ivp(field, (0, 3), start, rtol=1e-10, atol=1e-11).y[:, -1]

    *reduced, x, y, alpha = end(below, [0.4, 1.1, 0, 0, 0])
    whole = end(above, [0.4, 1.1, 0, 0, np.pi / 2])
    assert np.allclose([*reduced, x, y, alpha + np.pi / 2], whole, atol=1e-7)
    assert not np.allclose([x, y], [0, 0], atol=0.1)


def test_the_ball_of_chaplygin() -> None:
    """The invariants obey the equations of motion of the angular velocity, in numbers."""
    found = chaplygin_ball(("1", "2", "3")).specialised({"m": 1, "a": 1}).reduced_motion()
    first, whole, *_ = found.checks()
    assert first.holds and whole.holds and len(found.field.space.frame) == 6
    assert len(found.group) == 3


def test_a_group_that_is_given() -> None:
    """x → e^s x, with a slice at x = 1: coordinates vanish on no orbit."""
    system = System(
        coordinates="x y", positive="x", lagrangian="(xdot**2/x**2 + ydot**2)/2 - y*xdot/x"
    )
    found = system.reduced_motion([{"x": "x"}])
    S = found.field.space
    assert holds(found) and check(found.velocities_of_group[0] == S["xdot"])
    # u = x'/x has u' = y', and y'' = -u.
    assert check(found.field(S["xdot"]) == S["ydot"])
    assert check(found.field(S["ydot"]) == -S["xdot"])
    with pytest.raises(NotApplicable, match="do not serve"):
        system.reduced_motion([{"x": "1"}])
    with pytest.raises(NotApplicable, match="no fields do not serve"):
        system.reduced_motion([])


def test_the_reduced_motion_is_natural() -> None:
    """That of the pulled-back system is related to it by the change of the shape."""
    particle = gallery_system("nonholonomic-particle")
    new, _ = pulled_back(particle, {"t": "t", "x": "x + y**2", "y": "2*y", "z": "z"})
    ours, theirs = (s.reduced_motion([{"z": "1"}]) for s in (new, particle))
    shape = {"t": "t", "x": "x + y**2", "y": "2*y", "xdot": "xdot + 2*y*ydot", "ydot": "2*ydot"}
    change = Map(ours.field.space, theirs.field.space, shape)
    for f in theirs.field.space.coordinates:
        rate = change.pull(theirs.field(f))
        assert check(ours.field(change.pull(f)) == rate)
    x, wrong = change.pull([theirs.field.space["xdot"], theirs.field.space["ydot"]])
    assert not check(ours.field(x) == wrong)


def test_reasons_why_fields_do_not_serve() -> None:
    particle = gallery_system("nonholonomic-particle")
    for group, reason in (
        ([{"y": "1"}], "does not keep the constraints"),
        ([{"x": "1"}, {"x": "z"}], "not free"),
        ([{"t": "1"}], "along the fibres"),
        ([{"x": "1 + z**2"}, {"z": "1"}], "no Lie algebra"),
    ):
        with pytest.raises(NotApplicable, match=reason):
            particle.reduced_motion(group)


def test_no_group() -> None:
    system = System(coordinates="x", lagrangian="xdot**2/2 - x**4")
    with pytest.raises(NotApplicable, match="no group was found"):
        system.reduced_motion()


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["quotient", "chaplygin-sleigh"])
    assert end.value.code == 0
    text = capsys.readouterr().out
    assert "in 3 dimensions with time instead of 6" in text and "by quadratures" in text
    with pytest.raises(SystemExit):
        main(["quotient", "chaplygin-sleigh", "--json"])
    data = json.loads(capsys.readouterr().out)
    assert data["equations"]["ydot"] == "a*thetadot**2" and data["algebra"]["kind"] == "solvable"
