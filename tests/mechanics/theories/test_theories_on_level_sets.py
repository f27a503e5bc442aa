"""Theories whose states satisfy equations: motion on a level set, constraints on accelerations."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from example_theories import CURVED, SPHERE, example, module

from diffgeo import d
from diffgeo.calculus import linear_algebra as linear
from mechanics import System
from mechanics.errors import BadValue, NotApplicable
from mechanics.model.lagrangian import vertical_frame
from mechanics.testing import check_theory
from mechanics.theories import Theory
from mechanics.theories.registry import with_multipliers

# --- a level set as space of states ------------------------------------------------------------


def test_motion_on_a_sphere_that_no_chart_covers() -> None:
    """Great circles for g = 0, and the cone with ω² = g/|z|: both pass where a chart would end."""
    made = System(**SPHERE).dynamics(example("surface"))
    assert all(answer.holds for answer in made.checks()) and made.conditions == ()
    f = made.manifold.function
    speed = f("xdot**2 + ydot**2 + zdot**2")
    assert made.place.same(made.acceleration_functions["x"], f("g*x*z") - f("x") * speed)
    assert not made.place.same(made.acceleration_functions["z"], -f("z") * speed)
    start = {"x": 1, "y": 0, "z": 0, "xdot": 0, "ydot": 0, "zdot": 1, "g": 0}
    run = made.simulate(start, until=7).columns
    assert abs(run["z"] - np.sin(run["t"])).max() < 1e-8
    cone = {"x": 0.8, "y": 0, "z": -0.6, "xdot": 0, "ydot": 0.8 * 2, "zdot": 0, "g": 2.4}
    run = made.simulate(cone, until=4).columns
    assert abs(run["x"] - 0.8 * np.cos(2 * run["t"])).max() < 1e-8
    assert abs(run["z"] + 0.6).max() < 1e-8
    assert System(**SPHERE).energy_balance(theory=example("surface")).is_conserved.holds
    with pytest.raises(BadValue, match="no state on the set of the motions was found near"):
        made.simulate(start | {"x": 2}, until=1)
    less = {name: value for name, value in start.items() if name != "xdot"}
    assert made.simulate(less, until=1).notes == ("from the set of the motions: xdot = 0",)
    with pytest.raises(BadValue, match="not all positions and velocities"):
        made.compile()
    swept = made.sweep({"zdot": [1, 2], "x": [1, 2]}, values=start, until=1, points=5)
    assert swept["status"].values.tolist() == [[0, 3], [0, 3]]
    alone = made.simulate(start, zdot=2, until=1, points=5).columns
    assert abs(swept["z"].values[1, 0] - alone["z"]).max() < 1e-12


def test_friction_on_a_sphere() -> None:
    """The principle of Herglotz and a level set: 2E = |v|² + 2cw decays as exp(-ct)."""
    law = module("herglotz").HERGLOTZ

    def reactions(system):  # type: ignore[no-untyped-def]
        S = system.evolution_space.vertical_endomorphism
        return tuple(S.transpose(d(f)) for f in both.kept(system))

    both = replace(law, surface=lambda system: system.parts("surface"), reactions=reactions)
    needs = {"z": "variable", "surface": "hypersurface"}
    theory = replace(with_multipliers(both), name="rubbing", needs=needs)
    kinetic = "(xdot**2 + ydot**2 + zdot**2)/2"
    ball = System(**SPHERE | {"lagrangian": f"{kinetic} - g*w", "variables": "w"})
    report = check_theory(theory, [ball])
    assert report and "natural" in {x.check for x in report.lines if x.answer.name == "HOLDS"}
    start = {"x": 1, "y": 0, "z": 0, "xdot": 0, "ydot": 0, "zdot": 1, "w": 0, "g": 0.3}
    run = ball.dynamics(theory).simulate(start, until=4).columns
    # Along a great circle the angle has the velocity exp(-gt).
    assert abs(run["z"] - np.sin((1 - np.exp(-0.3 * run["t"])) / 0.3)).max() < 1e-8


def on_the_sphere_only(system, made):  # type: ignore[no-untyped-def]
    (f,), _ = made_surface().principle.level(system)
    return {"field": made.field + f * made.step("Z_0")}


def with_the_other_sign(system, made):  # type: ignore[no-untyped-def]
    return {
        "field": 2 * made.step("xi_L") - made.field,
        "multipliers": tuple(-f for f in made.multipliers),
    }


def along_the_coordinates(system, made):  # type: ignore[no-untyped-def]
    """The gradient of f of the coordinates in the place of that of the masses."""
    _, (rate,) = made_surface().principle.level(system)
    xi, V = made.step("xi_L"), vertical_frame(system.evolution_space)
    gradient = linear.combination([v(rate) for v in V], V, 0 * xi)
    mu = -xi(rate) / gradient(rate)
    return {"field": xi + mu * gradient, "multipliers": (mu,)}


def without_the_curvature(system, made):  # type: ignore[no-untyped-def]
    """Only forces are projected: v^A v^B ∂²f/∂q^A∂q^B is forgotten."""
    _, (rate,) = made_surface().principle.level(system)
    xi, Z = made.step("xi_L"), made.step("Z_0")
    mu = -(xi - system.evolution_space.second_order_field())(rate) / Z(rate)
    return {"field": xi + mu * Z, "multipliers": (mu,)}


def made_surface() -> Theory:
    return example("surface")


@pytest.mark.parametrize(
    ("change", "failing"),
    [
        (on_the_sphere_only, set()),
        (with_the_other_sign, {"tangent", "oracle"}),
        (along_the_coordinates, {"coherent", "oracle", "natural"}),
        (without_the_curvature, {"tangent", "oracle"}),
    ],
)
def test_what_is_wrong_on_a_sphere_is_refuted(change, failing) -> None:  # type: ignore
    """And what is right on the sphere alone is right."""

    def construct(system):  # type: ignore[no-untyped-def]
        made = made_surface().construct(system)
        return replace(made, **change(system, made))

    system = System(**SPHERE | {"lagrangian": "(xdot**2 + 2*ydot**2 + zdot**2)/2 - g*z"})
    report = check_theory(
        replace(made_surface(), name="other", construct=construct), [system], seconds=6
    )
    assert failing <= set(report.failed_checks) and bool(report.failures) is bool(failing)


# --- constraints on accelerations ----------------------------------------------------------------


def test_a_prescribed_curvature() -> None:
    """Forces across keep the speed: a circle. Forces along y keep x', on the same circle."""
    second_order = example("second_order")
    particle = System(**CURVED)
    motion = particle.dynamics(second_order)
    assert motion.manifold.dimension == 7 and all(c.holds for c in motion.checks())
    assert particle.energy_balance(theory=second_order).is_conserved.holds
    run = motion.simulate(x=0, y=0, xdot=1, ydot=0, k=2, until=3)
    assert run.notes == ("from the set of the motions: xddot = 0, yddot = 2",)
    assert abs(run["x"] - np.sin(2 * run.t) / 2).max() < 1e-8
    assert abs(run["y"] - (1 - np.cos(2 * run.t)) / 2).max() < 1e-8
    data = CURVED["data"] | {"reactions": {"codistribution": [{"y": "1"}]}}
    upward = System(**CURVED | {"data": data})
    balance = upward.energy_balance(theory=second_order)
    assert balance.is_conserved.holds is False and "the reaction does work" in balance.conclusion
    run = upward.dynamics(second_order).simulate(x=0, y=0, xdot=1, ydot=0, k=1, until=0.9)
    assert abs(run["x"] - run.t).max() < 1e-12
    assert abs(run["y"] - 1 + np.sqrt(1 - run.t**2)).max() < 1e-9
    with pytest.raises(NotApplicable, match="2 reactions keep 1 constraints"):
        twice = data | {"reactions": {"codistribution": [{"y": "1"}, {"x": "1"}]}}
        System(**CURVED | {"data": twice}).dynamics(second_order)
    with pytest.raises(NotApplicable, match="given by their rates"):
        System(**CURVED, constraints="xdot").dynamics(second_order)


def of_the_other_sign(made):  # type: ignore[no-untyped-def]
    return {"multipliers": tuple(-f for f in made.multipliers)}


def with_another_jerk(made):  # type: ignore[no-untyped-def]
    return {"field": made.field + made.field.space.frame[-1]}


def without_the_law(made):  # type: ignore[no-untyped-def]
    return {"equations": made.equations[1:]}


@pytest.mark.parametrize(
    ("change", "failing"),
    [
        (of_the_other_sign, {"coherent"}),
        (with_another_jerk, {"tangent"}),
        (without_the_law, {"coherent"}),
    ],
)
def test_what_is_wrong_on_higher_jets_is_refuted(change, failing) -> None:  # type: ignore
    second_order = example("second_order")

    def construct(system):  # type: ignore[no-untyped-def]
        made = second_order.construct(system)
        return replace(made, **change(made))

    wrong = replace(second_order, name="wrong", construct=construct)
    for seed in (0, 3):
        report = check_theory(wrong, [System(**CURVED)], seed=seed)
        assert failing <= set(report.failed_checks)
