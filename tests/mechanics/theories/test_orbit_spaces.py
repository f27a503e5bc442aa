"""Theories on the space of orbits of a group: (J¹π)/G, and N/G of the constraint set."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from example_theories import ON_ORBITS, example

from diffgeo import Status, Verdict, check
from diffgeo.calculus import bracket
from diffgeo.errors import Undecided
from mechanics import System, compare, load
from mechanics.errors import BadTheory, NotApplicable
from mechanics.testing import check_theory
from mechanics.theories import Construction, Theory, orbits_of
from mechanics.theories.equality_on_constraints import PlaceOfStates

ORBITS = example("orbits")


def sleigh(**more: Any) -> System:
    """With other data, if they are given."""
    return System(**ON_ORBITS | {"data": {**ON_ORBITS["data"], **more}})  # type: ignore[dict-item]


def test_the_sleigh_on_the_quotient() -> None:
    """v' = a ω², (I + m a²) ω' = -m a v ω in two dimensions: v = c tanh(kt), and ω is a sech."""
    system = sleigh()
    made = system.dynamics(ORBITS)
    X, P = made.step("X"), made.step("E").space
    v, w = P.coordinates
    assert P.dimension == 2 and check(X(v) == P["a"] * w**2)
    inertia = P["I"] + P["m"] * P["a"] ** 2
    assert check(inertia * X(w) == -P["m"] * P["a"] * v * w)
    assert not check(X(v) == -P["a"] * w**2)
    assert check(X(made.step("E")) == 0)
    assert all(answer.holds for answer in made.checks())
    assert compare(system, ["multipliers", ORBITS]).agree
    assert system.energy_balance(theory=ORBITS).is_conserved.holds
    # m = 1, a = 1/2, I = 3/4: c² = v² + ω² and k = c/2.
    values = {"x": 0, "y": 0, "theta": 0, "xdot": 0, "thetadot": 2, "m": 1, "a": "1/2", "I": "3/4"}
    run = made.simulate(values, until=3)
    assert abs(run["s1"] - 2 * np.tanh(run["t"])).max() < 1e-8
    assert abs(run["s2"] - 2 / np.cosh(run["t"])).max() < 1e-8
    # The reconstruction: θ' = ω, so that θ is twice the Gudermann function.
    assert abs(run["theta"] - 4 * np.arctan(np.tanh(run["t"] / 2))).max() < 1e-8


def test_what_is_found_of_a_quotient_is_data_of_a_theory() -> None:
    """A rolling disk has constant speeds: the bracket on its D/G is 0."""
    disk = load("vertical-rolling-disk")
    disk = disk.with_data(**disk.reduced_motion().data)
    made = disk.dynamics(ORBITS)
    P = made.step("E").space
    assert P.dimension == 2 and all(check(made.step("X")(f) == 0) for f in P.coordinates)
    assert not check(made.step("E") == 0)
    assert compare(disk, ["multipliers", ORBITS]).agree
    with pytest.raises(NotApplicable, match="needs the action 'symmetry', which is not given"):
        load("vertical-rolling-disk").dynamics(ORBITS)


def test_without_constraints_the_bracket_is_one_of_poisson() -> None:
    """And with constraints that are not integrable it it is not."""
    turns = [{"x": "-y", "y": "x"}]
    free = System(
        coordinates="x y z", lagrangian="(xdot**2 + ydot**2 + zdot**2)/2 - z",
        data={"symmetry": {"action": [{"x": "1"}]},
              "invariants": {"invariants": ["y", "z", "xdot", "ydot", "zdot"]}},
    )  # fmt: skip
    Pi = free.dynamics(ORBITS).step("Pi")
    assert check(bracket(Pi, Pi) == 0)
    bound = System(
        coordinates="x y z", lagrangian="(xdot**2 + ydot**2 + zdot**2)/2",
        constraints="zdot - y*xdot",
        data={"symmetry": {"action": [{"z": "1"}]},
              "invariants": {"invariants": ["x", "y", "xdot", "ydot"]}},
    )  # fmt: skip
    made = bound.dynamics(ORBITS)
    Pi, (_, y, u, v) = made.step("Pi"), made.step("E").space.coordinates
    # ẍ = -y ẋ ẏ/(1 + y²), ÿ = 0.
    assert check((1 + y**2) * made.step("X")(u) == -y * u * v)
    assert check(made.step("X")(v) == 0) and check(made.step("X")(y) == v)
    assert not check(bracket(Pi, Pi) == 0)
    with pytest.raises(NotApplicable, match="is not kept by"):
        orbits_of("turn", "invariants")(
            System(coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2",
                   data={"turn": {"action": turns}, "invariants": {"invariants": "x**2"}})
        )  # fmt: skip


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"invariants": {"invariants": ["thetadot"]}}, "of 1 functions 1 are independent"),
        ({"invariants": {"invariants": ["thetadot", "thetadot**2"]}}, "2 functions 1 are"),
        ({"invariants": {"invariants": ["theta", "thetadot"]}}, "theta is not kept by"),
        ({"symmetry": {"action": [{"t": "1"}]}}, "moves the time"),
        ({"symmetry": {"action": [{"x": "1"}, {"x": "2"}]}}, "dependent everywhere"),
    ],
)
def test_data_that_do_not_divide_are_named(data: dict[str, Any], words: str) -> None:
    with pytest.raises(NotApplicable, match=words):
        sleigh(**data).dynamics(ORBITS)


def test_what_is_not_invariant_does_not_descend() -> None:
    slope = System(**ON_ORBITS | {"lagrangian": f"{ON_ORBITS['lagrangian']} - x"})  # type: ignore
    with pytest.raises(NotApplicable, match="is not kept by the group"):
        slope.dynamics(ORBITS)


def test_a_wrong_bracket_is_refuted() -> None:
    def construct(system: System) -> Construction:
        made = ORBITS.construct(system)
        return replace(made, field=-made.field)

    wrong = replace(ORBITS, name="wrong", construct=construct)
    failed = check_theory(wrong, [sleigh()]).failed_checks
    assert {"coherent", "oracle"} <= set(failed) and "natural" not in failed


def test_a_rate_of_the_shape_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The height z is a shape, and its rate the velocity that the constraint gives."""

    def construct(system: System) -> Construction:
        P = system.once(space).orbits
        z, u = P.coordinates
        return Construction(P.vector_field({str(z): rate(z, u)}), (0 * u,), 1 + 0 * u, "1")

    space, rate = orbits_of("shift", "left"), lambda z, u: u + z
    system = System(
        coordinates="x z", lagrangian="(xdot**2 + zdot**2)/2", constraints="zdot - xdot",
        data={"shift": {"action": [{"x": "1"}]}, "left": {"invariants": ["z", "xdot"]}},
    )  # fmt: skip
    theory = Theory("rates", "", "", construct, space=space)
    with pytest.raises(BadTheory, match="gives z another rate than its velocities"):
        system.dynamics(theory)
    rate = lambda z, u: u  # noqa: E731
    assert all(answer.holds for answer in system.dynamics(theory).checks())
    # Nor is one accepted that is not decided.
    open_ = Verdict(Status.UNKNOWN, "the rate", reason="too large")
    monkeypatch.setattr(PlaceOfStates, "same", lambda *_: open_)
    again = Theory("other rates", "", "", construct, space=space)
    with pytest.raises(Undecided, match="rate of its velocities is not decided: too large"):
        system.dynamics(again)
