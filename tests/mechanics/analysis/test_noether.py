"""Momenta of vector fields: the momentum equation, and Noether's theorem where it applies."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import Form, Map, check, interior, inverse_map, pairing
from diffgeo.errors import AxiomViolation, DegreeMismatch, SpaceMismatch, UndefinedSymbol
from diffgeo.testing import forms, functions, vector_fields
from mechanics import System, load
from mechanics.analysis.noether import Noether
from mechanics.testing import pulled_back
from mechanics.theories.equality_on_constraints import Place

FREE = System(coordinates="x", parameters="m", lagrangian="m*xdot**2/2")
SLEIGH = load("chaplygin-sleigh")
SKATE = load("knife-edge")
BALL = load("ball-on-turntable")
PARTICLE = load("nonholonomic-particle")


def on_set(system: System, function: Form, text: str) -> bool:
    """Whether a function is what the text says, at all points of the constraint set."""
    return bool(check(Place(system).same(function, system.evolution_space.function(text))))


# --- without constraints -------------------------------------------------------------------


def test_a_symmetry_up_to_a_total_derivative() -> None:
    # Galilei: X = t ∂_x changes L by m xd, the total derivative of m x. J = m (t xd - x).
    boost = FREE.noether({"x": "t"}, "m*x")
    assert on_set(FREE, boost.momentum, "m*(t*xdot - x)")
    assert boost.is_symmetry.holds and boost.is_conserved.holds and boost.by_theorem
    for wrong in (None, "-m*x"):
        other = FREE.noether({"x": "t"}, wrong)
        assert other.balance.holds and not other.is_conserved.holds
        assert other.conclusion == "no first integral: X changes L"


def test_a_symmetry_that_moves_time() -> None:
    # X = t ∂_t + (x/2) ∂_x keeps L dt: J = m (x xd/2 - t xd²/2).
    scaling = FREE.noether({"t": "t", "x": "x/2"})
    assert on_set(FREE, scaling.momentum, "m*(x*xdot/2 - t*xdot**2/2)")
    assert scaling.by_theorem and scaling.is_conserved.holds
    assert not FREE.noether({"t": "t", "x": "x"}).is_conserved.holds


def test_the_momentum_of_time_is_minus_the_energy() -> None:
    assert check(SKATE.noether({"t": 1}).momentum == -SKATE.energy_balance().energy)


def test_forces_change_momenta() -> None:
    # xdd = -b xd: the momentum xd of ∂_x has the rate -b xd.
    system = System(
        coordinates="x", parameters="b", lagrangian="xdot**2/2", forces={"x": "-b*xdot"}
    )
    momentum = system.noether({"x": 1})
    assert on_set(system, momentum.force_power, "-b*xdot") and on_set(
        system, momentum.rate, "-b*xdot"
    )
    assert momentum.conclusion == "no first integral: the forces change it"


# --- symmetries that are admissible, or not ----------------------------------------------------


def test_turning_rates_of_the_skate_and_the_sleigh() -> None:
    turning = SKATE.noether({"phi": 1})
    assert on_set(SKATE, turning.momentum, "J*phidot") and turning.by_theorem
    # Of the sleigh the angular momentum about the contact is a momentum of the distribution that
    # L does not keep: (I + m a²) wd = -m a u w. About the origin it is the other way round.
    contact = SLEIGH.noether({"theta": 1})
    speed = "(xdot*cos(theta) + ydot*sin(theta))"
    assert on_set(SLEIGH, contact.momentum, "(I + m*a**2)*thetadot")
    assert on_set(SLEIGH, contact.lagrangian_rate, f"-m*a*{speed}*thetadot")
    assert not on_set(SLEIGH, contact.lagrangian_rate, f"m*a*{speed}*thetadot")
    assert all(c.holds for c in contact.is_admissible) and contact.is_symmetry.holds is False
    assert contact.is_symmetry.verdict.counterexample is not None
    origin = SLEIGH.noether({"x": "-y", "y": "x", "theta": 1})
    assert origin.is_symmetry.holds and all(c.holds for c in origin.preserves_constraints)
    assert [c.holds for c in origin.is_admissible] == [False]
    assert origin.conclusion == "no first integral: the reaction changes it"
    assert origin.is_conserved.verdict.counterexample is not None


def test_the_speed_of_the_sleigh_is_a_gauge_momentum() -> None:
    # X = cos θ ∂_x + sin θ ∂_y lies in the distribution: m ud = m a w².
    along = SLEIGH.noether({"x": "cos(theta)", "y": "sin(theta)"})
    assert on_set(SLEIGH, along.rate, "m*a*thetadot**2")
    assert on_set(SLEIGH, along.reaction_power, "0") and along.balance.holds
    assert not along.is_conserved.holds


def test_a_screw_of_the_nonholonomic_particle() -> None:
    # Turning about the x axis and shifting along it is in the distribution zd = y xd, and keeps L.
    screw = PARTICLE.noether({"x": -1, "y": "z", "z": "-y"})
    assert on_set(PARTICLE, screw.momentum, "z*ydot - y*zdot - xdot") and screw.by_theorem
    assert PARTICLE.noether({"y": 1}).by_theorem
    shift = PARTICLE.noether({"z": 1})
    assert shift.is_symmetry.holds and not shift.is_conserved.holds


def test_vector_integrals_of_the_ball_by_the_theorem() -> None:
    # The field a ∂_x + (turning about the y axis) rolls the ball along x; with the velocity of the
    # table the momentum is m a (7 xd + 2 Ω y)/5. The turning is of the Euler angles z-x-z.
    roll = {
        "x": "a", "theta": "sin(phi)", "psi": "-cos(phi)/sin(theta)",
        "phi": "cos(phi)*cos(theta)/sin(theta)",
    }  # fmt: skip
    momentum = BALL.noether(roll)
    assert on_set(BALL, momentum.momentum, "m*a*(7*xdot + 2*Omega(t)*y)/5")
    assert momentum.by_theorem and momentum.is_conserved.holds
    assert BALL.noether({"phi": 1}).by_theorem
    opposite = BALL.noether({**roll, "x": "-a"})
    assert opposite.is_symmetry.holds and not any(c.holds for c in opposite.is_admissible[:1])
    assert not opposite.is_conserved.holds


def test_conserved_though_no_hypothesis_holds() -> None:
    # For x ∂_y with L = (xd² + yd²)/2 and the force F_y = -xd yd/x: the contributions xd yd cancel.
    system = System(
        coordinates="x y", nonzero="x", lagrangian="(xdot**2 + ydot**2)/2",
        forces={"y": "-xdot*ydot/x"},
    )  # fmt: skip
    lucky = system.noether({"y": "x"})
    assert lucky.is_conserved.holds and not lucky.by_theorem
    assert "hypotheses of Noether's theorem do not hold" in lucky.conclusion


# --- identities for random fields ----------------------------------------------------------------

E = SKATE.configuration_space


@settings(max_examples=12)
@given(vector_fields(E, 1, 2), functions(E, 1, 2), st.integers(-2, 2))
def test_the_momentum_equation_holds_for_every_field(X, f, rate) -> None:
    t = E.time
    field = X - E.dt(X) * E.frame[0] + rate * t * E.frame[0]
    found = SKATE.noether(field, f)
    assert found.balance.holds
    right = found.lagrangian_rate + found.force_power - found.reaction_power
    flipped = check(found.rate == right)
    assert bool(flipped) == bool(check(found.reaction_power == 0))


def test_a_flipped_reaction_is_refuted() -> None:
    found = SKATE.noether({"y": 1})
    right = found.lagrangian_rate + found.force_power - found.reaction_power
    assert check(found.rate == right).status.name == "REFUTED"


@settings(max_examples=12)
@given(vector_fields(E, 1, 2), forms(E, 1, 1, 2))
def test_admissible_means_to_lie_in_the_distribution(X, mu) -> None:
    # For φ = i_T μ: (S X¹)(φ) = μ(X) - ξ φ with ξ = dt(X), so on φ = 0 it is μ(X).
    J = SKATE.evolution_space
    up = J.projection.pull
    phi = interior(J.second_order_field(), up(mu))
    S, raised = J.vertical_endomorphism, J.prolong_field(X)
    left = S(raised)(phi)
    xi = up(pairing(E.dt, X))
    assert check(left == up(mu(X)) - xi * phi)
    if not check(xi * phi == 0):
        assert not check(left == up(mu(X)) + xi * phi)


# --- wrong input ------------------------------------------------------------------------


def test_wrong_fields() -> None:
    with pytest.raises(AxiomViolation, match=r"not projectable: let its component along time"):
        SKATE.noether({"t": "x"})
    with pytest.raises(SpaceMismatch, match="fields on E"):
        SKATE.noether(SLEIGH.configuration_space.frame[1])
    with pytest.raises(SpaceMismatch, match="fields on E"):
        SKATE.noether(SKATE.evolution_space.second_order_field())
    with pytest.raises(DegreeMismatch, match="vector field"):
        SKATE.noether(E.dt)  # type: ignore[arg-type]
    with pytest.raises(UndefinedSymbol, match="'xdot'"):
        SKATE.noether({"x": "xdot"})
    with pytest.raises(UndefinedSymbol, match="'xdot'"):
        SKATE.noether({"x": 1}, "xdot")
    with pytest.raises(SpaceMismatch, match="pull"):
        SKATE.noether({"x": 1}, SKATE.evolution_space.velocities[0])


def test_a_field_along_the_jets_is_refused() -> None:
    total = SKATE.evolution_space.total_derivatives[0]
    with pytest.raises((SpaceMismatch, DegreeMismatch)):
        SKATE.noether(total)  # type: ignore[arg-type]


# --- how it shows itself -----------------------------------------------------------------


def test_it_shows_itself() -> None:
    found = SLEIGH.noether({"theta": 1})
    assert isinstance(found, Noether)
    report = found.report()
    for words in (
        "the momentum of X = ∂_theta", "change of L = ", "VERIFIED: rate of J",
        "REFUTED: X is a symmetry of L", "J is no first integral: X changes L",
    ):  # fmt: skip
        assert words in report
    assert repr(found) == "<Noether: the momentum of ∂_theta in Chaplygin sleigh>"
    assert r"\Gamma(J) &=" in found._repr_latex_()
    data = found.to_dict()
    assert data["conserved"] is False and data["by_theorem"] is False
    assert data["terms"]["R(X)"] == "0" and len(data["checks"]) == len(found.checks())


# --- without coordinates ----------------------------------------------------------------


def test_momenta_and_energies_are_natural() -> None:
    system = System(
        coordinates="x y", parameters="m", functions="f(t)",
        lagrangian="m*xdot**2/2 + ydot**2/2 - x*y*t", constraints=["ydot - x*xdot + f(t)"],
        forces={"x": "-ydot"},
    )  # fmt: skip
    images = {"t": "t + 1", "x": "x + t**2", "y": "2*y + x*t"}
    new, change = pulled_back(system, images)
    phi = Map(new.configuration_space, system.configuration_space, images)
    phi.inverse = inverse_map(phi)
    base = system.configuration_space
    X, f = base.vector_field({"x": "t*y", "y": "x", "t": "t"}), base.function("x*y")
    ours, theirs = new.noether(phi.pull(X), phi.pull(f)), system.noether(X, f)
    names = ("momentum", "rate", "lagrangian_rate", "force_power", "reaction_power")
    assert check([change.pull(getattr(theirs, n)) == getattr(ours, n) for n in names])
    like = new.noether({"x": "t*y", "y": "x", "t": "t"}, phi.pull(f))
    assert not check(change.pull(theirs.momentum) == like.momentum)
    # The energy is natural together with its frame, and depends on it.
    frame = base.vector_field({"t": 1, "x": "y"})
    moved = new.energy_balance(phi.pull(frame))
    assert check(change.pull(system.energy_balance(frame).energy) == moved.energy)
    assert not check(change.pull(system.energy_balance().energy) == new.energy_balance().energy)
