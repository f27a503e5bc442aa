"""Friction by a function of Rayleigh on phase space, and what a wrong one is told."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from example_theories import BRAKED, DRAGGED, example, module

from diffgeo import d
from diffgeo.calculus import linear_algebra as linear
from mechanics import System
from mechanics.motion import watched_members
from mechanics.testing import check_theory


def test_friction_on_phase_space() -> None:
    """With R = c T all speeds decay as exp(-ct): E = E₀ exp(-2ct)."""
    blade = System(**BRAKED)  # type: ignore[arg-type]
    theory = example("rayleigh")
    start = {"x": 0, "y": 0, "theta": 0, "xdot": 1, "thetadot": 2, "c": 0.5}
    run = blade.dynamics(theory).simulate(start, until=1).columns
    energy = (run["xdot"] ** 2 + run["ydot"] ** 2 + run["thetadot"] ** 2) / 2
    assert abs(energy - 2.5 * np.exp(-run["t"])).max() < 1e-9
    balance = blade.energy_balance(theory=theory)
    assert balance.is_conserved.holds is False and "Rayleigh" in balance.conclusion


def changed_by(share):  # type: ignore[no-untyped-def]
    """A construction to which a share of the friction, or of the reaction, is added."""

    def construct(system):  # type: ignore[no-untyped-def]
        given = module("rayleigh")
        made = given.construct(system)
        free = system.once(given.AutonomousSystem)
        back, omega = given.inverse_map(given.fibre_derivative(free.lagrangian)), made.field.space
        form = share(free, made, *free.parts("dissipation"))
        return replace(made, field=made.field + omega.symplectic.sharp(back.pull(form)))

    return construct


@pytest.mark.parametrize(
    ("share", "failing"),
    [
        (lambda free, made, R: -2 * free.bundle.vertical_endomorphism.transpose(d(R)),
         {"coherent", "free", "tangent"}),
        (lambda free, made, R: linear.combination(
            [v for v in free.bundle.velocities], map(d, free.bundle.velocities), 0 * d(R)),
         {"coherent", "free", "natural", "recombined", "tangent"}),
    ],
    ids=["the other sign", "a form that is not horizontal"],
)  # fmt: skip
def test_wrong_friction_is_refuted(share, failing: set[str]) -> None:  # type: ignore[no-untyped-def]
    wrong = replace(example("rayleigh"), name="wrong", construct=changed_by(share))
    assert set(check_theory(wrong, [System(**DRAGGED)]).failed_checks) == failing  # type: ignore[arg-type]


def test_momenta_are_not_what_is_scaled() -> None:
    """L → cL and L → L + d_T f change momenta, and not the motions."""
    theory = example("rayleigh")
    free = DRAGGED | {"data": {"dissipation": {"function": "0"}}}
    claims = replace(theory, principle=replace(theory.principle, scales=True))
    assert check_theory(claims, [System(**free)])  # type: ignore[arg-type]
    report = check_theory(claims, [System(**DRAGGED)])  # type: ignore[arg-type]
    assert report.failed_checks == ("scaled",) and "scales=False" in str(report)


def test_members_of_a_sweep_are_integrated_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is the motion that a simulation computes, with initial values that are found."""
    system, theory = System(**BRAKED), example("rayleigh")  # type: ignore[arg-type]
    start = {"x": 0, "y": 0, "theta": 0.3, "xdot": 1, "thetadot": 1}
    alone = [system.dynamics(theory).simulate(start, c=c, until=2) for c in (0.2, 0.9)]

    def never(*_: object) -> None:
        raise AssertionError("one member after the other")

    monkeypatch.setattr(watched_members, "integrate", never)
    found = system.sweep({"c": [0.2, 0.9]}, theory=theory, values=start, until=2)
    for name in ("x", "theta", "ydot", "p_y", "constraint_1"):
        for k, run in enumerate(alone):
            assert abs(found[name].values[k] - run[name]).max() < 1e-12
    assert (found["status"] == 0).all() and (found["end"] == 2).all()
