"""The energy and what changes it, against rates derived by hand."""

from __future__ import annotations

import json

import pytest
from gallery_systems import gallery_system

from diffgeo import Form, check
from diffgeo.errors import AxiomViolation, DegreeMismatch, SpaceMismatch
from mechanics import System, load
from mechanics.analysis.energy import EnergyBalance
from mechanics.faces.command_line import main
from mechanics.model import gallery
from mechanics.theories.base import Construction
from mechanics.theories.equality_on_constraints import Place
from mechanics.theories.registry import Theory


def on_set(system: System, function: Form, text: str) -> bool:
    """Whether a function is what the text says, at all points of the constraint set."""
    return bool(check(Place(system).same(function, system.evolution_space.function(text))))


def terms_are(balance: EnergyBalance, explicit: str, forces: str, reaction: str) -> None:
    system = balance.system
    assert on_set(system, balance.explicit, explicit)
    assert on_set(system, balance.force_power, forces)
    assert on_set(system, balance.reaction_power, reaction)
    assert on_set(system, balance.rate, f"{explicit} + ({forces}) + ({reaction})")


@pytest.mark.parametrize("name", gallery.names())
def test_the_balance_holds_in_the_gallery(name: str) -> None:
    balance = gallery_system(name).energy_balance()
    assert balance.balance.holds
    assert balance.balance.verdict.status.name == "VERIFIED"


# --- by hand -------------------------------------------------------------------------------


def test_friction_takes_energy() -> None:
    # xdd = -b xd - k x: d/dt (xd²/2 + k x²/2) = -b xd².
    system = System(
        coordinates="x", parameters="k b", lagrangian="xdot**2/2 - k*x**2/2",
        forces={"x": "-b*xdot"},
    )  # fmt: skip
    balance = system.energy_balance()
    terms_are(balance, "0", "-b*xdot**2", "0")
    assert not balance.is_conserved.holds and balance.forces_do_no_work.holds is False
    assert balance.conclusion == "not conserved: the forces do work"


def test_a_spring_that_changes() -> None:
    # E = xd²/2 + k(t) x²/2 and xdd = -k x: the rate is k' x²/2.
    system = System(coordinates="x", functions="k(t)", lagrangian="xdot**2/2 - k(t)*x**2/2")
    balance = system.energy_balance()
    terms_are(balance, "Derivative(k(t), t)*x**2/2", "0", "0")
    assert balance.conclusion == "not conserved: L depends on time"
    assert balance.is_autonomous.verdict.counterexample is not None


def test_an_affine_constraint_does_work() -> None:
    # ydot = x, so xdd = 0 and the reaction is ydd = xd; its power is xd ydot = x xd.
    system = System(coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2", constraints="ydot - x")
    balance = system.energy_balance()
    terms_are(balance, "0", "0", "x*xdot")
    assert [c.holds for c in balance.is_ideal] == [False]
    assert balance.is_ideal[0].verdict.counterexample is not None
    assert balance.conclusion == "not conserved: the reaction does work"


def test_contributions_may_cancel() -> None:
    # As before, with the force F_y = -xd along y: its power -x xd makes up for the reaction, which
    # becomes ydd - F_y = 2 xd and has the power 2 x xd: not enough.
    plane = {"coordinates": "x y", "lagrangian": "(xdot**2 + ydot**2)/2"}
    system = System(**plane, constraints="ydot - x", forces={"y": "-xdot"})
    terms_are(system.energy_balance(), "0", "-x*xdot", "2*x*xdot")
    # F_x = -x makes xdd = -x, and E = (xd² + x²)/2 is constant: -x xd + x xd.
    other = System(**plane, constraints="ydot - x", forces={"x": "-x"}).energy_balance()
    terms_are(other, "0", "-x*xdot", "x*xdot")
    assert other.is_conserved.holds and other.conclusion == "conserved, as the contributions cancel"


def test_a_homogeneous_constraint_that_depends_on_time_does_no_work() -> None:
    balance = load("pursuit").energy_balance()
    assert balance.is_conserved.holds and all(c.holds for c in balance.is_ideal)
    assert on_set(balance.system, balance.reaction_power, "0")


def test_constraints_that_are_not_affine() -> None:
    # Appell and Hamel: homogeneous of degree 2, so v dφ/dv = 2 φ = 0.
    falling = {"coordinates": "x y z", "parameters": "g", "positive": "g"}
    lagrangian = "(xdot**2 + ydot**2 + zdot**2)/2 - g*z"
    machine = System(**falling, lagrangian=lagrangian, constraints="xdot**2 + ydot**2 - zdot**2")
    assert machine.energy_balance().is_conserved.holds
    # Constant speed: E = c²/2 + g z, so the reaction has the power g zd.
    cruise = System(**falling, lagrangian=lagrangian, constraints="xdot**2 + ydot**2 + zdot**2 - 1")
    balance = cruise.energy_balance()
    terms_are(balance, "0", "0", "g*zdot")
    assert not on_set(cruise, balance.reaction_power, "-g*zdot")
    assert balance.is_conserved.holds is False


# --- frames of reference ---------------------------------------------------------------------


def test_the_energy_in_a_moving_frame() -> None:
    # In the frame ∂_t + w ∂_x it is xd²/2 - w xd: the momentum comes in.
    system = System(coordinates="x", parameters="w", lagrangian="xdot**2/2")
    frame = system.configuration_space.vector_field(t=1, x="w")
    balance = system.energy_balance(frame)
    assert on_set(system, balance.energy, "xdot**2/2 - w*xdot")
    assert balance.is_conserved.holds


def test_moving_energy_of_the_ball_on_a_turntable() -> None:
    # F. Fassò, N. Sansonetto, J. Nonlinear Sci. 26 (2016): in the frame of a table that turns
    # uniformly the constraints are homogeneous, and the ball's energy there is constant.
    def ball(omega: str) -> EnergyBalance:
        s = load("ball-on-turntable").specification
        system = System(
            coordinates=s.coordinates, parameters="m a w", positive="m a",
            lagrangian=str(s.lagrangian),
            constraints=[str(c).replace("Omega(t)", f"({omega})") for c in s.constraints],
        )  # fmt: skip
        turn = {"t": 1, "x": f"-({omega})*y", "y": f"({omega})*x", "phi": omega}
        return system.energy_balance(system.configuration_space.vector_field(turn))

    uniform = ball("w")
    assert all(c.holds for c in uniform.is_ideal) and uniform.is_conserved.holds
    # Speeding up, L depends on time in that frame.
    faster = ball("w*t")
    assert all(c.holds for c in faster.is_ideal) and faster.reaction_does_no_work.holds
    assert faster.is_conserved.holds is False
    assert faster.conclusion == "not conserved: L depends on time"


# --- what must fail --------------------------------------------------------------------------


def test_a_flipped_sign_of_the_reaction_is_refuted() -> None:
    right = System(coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2", constraints="ydot - x")

    def construct(system: System) -> Construction:
        gamma = system.dynamics()
        wrong = tuple(-m for m in gamma.multipliers)
        return Construction(gamma.field, wrong, gamma.determinant, "det C")

    flipped = Theory("flipped", "wrong multipliers", "", construct)
    verdict = right.energy_balance(theory=flipped).balance.verdict
    assert verdict.status.name == "REFUTED" and verdict.counterexample is not None


@pytest.mark.parametrize(
    ("frame", "error", "words"),
    [
        ({"t": 2}, AxiomViolation, ("frame of reference", "has to be 1")),
        ({"t": "x"}, AxiomViolation, ("not projectable",)),
        ({"x": 1}, AxiomViolation, ("frame of reference",)),
    ],
)
def test_wrong_frames(frame, error, words) -> None:
    system = load("pursuit")
    field = system.configuration_space.vector_field(frame)
    with pytest.raises(error) as raised:
        system.energy_balance(field)
    assert all(word in str(raised.value) for word in words)


def test_what_is_no_field_on_the_configurations() -> None:
    system = load("pursuit")
    with pytest.raises(SpaceMismatch, match="prolonged"):
        system.energy_balance(system.evolution_space.second_order_field())
    with pytest.raises(DegreeMismatch, match="vector field"):
        system.energy_balance(system.configuration_space.dt)  # type: ignore[arg-type]


# --- how it shows itself -----------------------------------------------------------------


def test_it_shows_itself(capsys: pytest.CaptureFixture[str]) -> None:
    balance = load("ball-on-turntable").energy_balance()
    assert "not conserved: the reaction does work" in str(balance)
    assert repr(balance) == "<EnergyBalance of Ball on a turntable by projection>"
    assert r"\Gamma(E_L) &=" in balance._repr_latex_()
    with pytest.raises(SystemExit) as stop:
        main(["energy", "ball-on-turntable", "--json"])
    data = json.loads(capsys.readouterr().out)
    assert not stop.value.code and data["conserved"] is False
    assert data["terms"]["explicit"] == data["terms"]["forces"] == "0"
    jets = load("ball-on-turntable").evolution_space
    assert check(jets.function(data["energy"]) == jets.function(str(balance.energy)))
    with pytest.raises(SystemExit) as stop:
        main(["energy", "chaplygin-sleigh"])
    assert not stop.value.code
    assert "conserved, as the reaction does no work" in capsys.readouterr().out
    with pytest.raises(SystemExit) as stop:
        main(["energy", "chaplygin-sleigh", "--theory", "nothing"])
    assert stop.value.code == 2 and "nothing" in capsys.readouterr().err
