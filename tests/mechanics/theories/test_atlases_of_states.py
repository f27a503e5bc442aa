"""Theories on a sphere of two charts: they agree, and with the level set; motions change chart."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from diffgeo import sphere
from diffgeo.bundles import JetSpace
from mechanics import System
from mechanics.errors import BadSystem, BadValue
from mechanics.model.systems_on import varied
from mechanics.model.systems_on_atlases import SystemOnAtlas
from mechanics.motion.simulation_on_atlases import simulate_on_atlas
from mechanics.testing.wrong_theories import euclidean
from mechanics.theories import DynamicsOnAtlas, Theory

EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "theories"
R = "(u1**2 + u2**2)"
INSIDE = {"north": "4 - u1**2 - u2**2", "south": "4 - w1**2 - w2**2"}
POINTS = {"x": f"2*u1/({R} + 1)", "y": f"2*u2/({R} + 1)", "z": f"({R} - 1)/({R} + 1)"}
FLAT = {
    "name": "pendulum",
    "coordinates": "u1 u2",
    "parameters": "g",
    "lagrangian": f"2*(u1dot**2 + u2dot**2)/(1 + {R})**2 - g*({R} - 1)/({R} + 1)",
    "invariants": {"E": f"2*(u1dot**2 + u2dot**2)/(1 + {R})**2 + g*({R} - 1)/({R} + 1)"},
}
SPACE = {
    "name": "pendulum",
    "coordinates": "x y z",
    "parameters": "g",
    "lagrangian": "(xdot**2 + ydot**2 + zdot**2)/2 - g*z",
    "data": {"surface": {"hypersurface": "x**2 + y**2 + z**2 - 1"}},
}
BLADE = "zdot + z - x*ydot + y*xdot"


@pytest.fixture(scope="module")
def surface() -> Theory:
    if str(EXAMPLES) not in sys.path:
        sys.path.insert(0, str(EXAMPLES))
    import surface as module  # type: ignore[import-not-found]

    found: Theory = module.surface
    return found


def globe(system: System | None = None, **more: object) -> SystemOnAtlas:
    flat = system or System(**FLAT)  # type: ignore[arg-type]
    return SystemOnAtlas(sphere(2), flat, **{"inside": INSIDE, "points": POINTS, **more})  # type: ignore[arg-type]


def blade() -> System:
    """The pendulum with the constraint z' + z - x y' + y x' = 0, in the chart north."""
    flat = System(**FLAT)  # type: ignore[arg-type]
    jets, E = flat.evolution_space, flat.configuration_space
    assert isinstance(jets, JetSpace)
    (rate,) = jets.total_derivatives
    functions = [E.function(text) for text in POINTS.values()]
    (x, y, z), (xdot, ydot, zdot) = jets.projection.pull(functions), map(rate, functions)
    return varied(flat, constraints=[zdot + z - x * ydot + y * xdot])


@pytest.mark.parametrize("theory", ["projection", "multipliers"])
def test_the_charts_agree_with_each_other_and_with_the_level_set(
    theory: str, surface: Theory
) -> None:
    for flat, constraints in ((None, []), (blade(), [BLADE])):
        motion = DynamicsOnAtlas(globe(flat), theory)
        answers = motion.checks()
        assert set(answers) == {"north", "south", "overlaps"}
        assert all(c.holds for found in answers.values() for c in found)
        space = System(**SPACE, constraints=constraints)  # type: ignore[arg-type]
        assert all(c.holds for c in motion.same_as(space.dynamics(surface)))


def test_nothing_is_singular_at_a_pole() -> None:
    motion = DynamicsOnAtlas(globe())
    south = motion.parts["south"]
    assert not south.conditions and not south.system.lagrangian.conditions
    assert str(south.system.configuration_space.coordinates[1]) == "w1"


def test_what_is_wrong_is_refuted(surface: Theory) -> None:
    """A theory that is not natural differs from chart to chart; other masses are another motion."""
    (overlap,) = DynamicsOnAtlas(globe(blade()), euclidean).agree
    assert overlap.holds is False
    heavy = SPACE | {"lagrangian": "(xdot**2 + ydot**2 + 2*zdot**2)/2 - g*z"}
    space = System(**heavy).dynamics(surface)  # type: ignore[arg-type]
    assert [c.holds for c in DynamicsOnAtlas(globe()).same_as(space)] == [False, False]


def test_a_great_circle_passes_both_poles() -> None:
    motion = DynamicsOnAtlas(globe())
    run = simulate_on_atlas(motion, u1=1, u2=0, u1dot=2, u2dot=0, g=0, until=7, points=101)
    assert abs(run["x"] - np.cos(2 * run.t)).max() < 1e-8
    assert abs(run["z"] - np.sin(2 * run.t)).max() < 1e-8
    assert abs(run["zdot"] - 2 * np.cos(2 * run.t)).max() < 1e-8
    assert run.complete and not run.warnings and len(run) == 101
    assert set(run["chart"]) == {0.0, 1.0} and "in the chart south" in run.notes[0]
    assert run.invariant_drift[0].largest < 1e-9 and run.energy is not None
    assert run.energy.relative < 1e-8


def test_a_pendulum_moves_as_on_the_level_set(surface: Theory) -> None:
    motion = DynamicsOnAtlas(globe(blade()))
    run = simulate_on_atlas(motion, w1=0.3, w2=0.1, w2dot=0.5, g=1, until=4, points=41, rtol=1e-12)
    start = {name: float(run[name][0]) for name in ("x", "y", "z", "xdot", "ydot", "zdot")}
    space = System(**SPACE, constraints=[BLADE]).dynamics(surface)  # type: ignore[arg-type]
    other = space.simulate(start, g=1, until=4, points=41, rtol=1e-12)
    assert max(abs(run[name] - other[name]).max() for name in start) < 1e-7
    assert run["chart"][0] == 1 and run.constraint_drift[0].largest < 1e-8


def test_what_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSystem, match="those of no chart of S2"):
        globe(System(coordinates="a b", lagrangian="adot**2 + bdot**2"))
    with pytest.raises(BadSystem, match="inside lacks the chart 'south'"):
        globe(inside={"north": "1"})
    with pytest.raises(BadSystem, match="belong to one chart"):
        globe(System(**FLAT, positive="u1"))  # type: ignore[arg-type]
    with pytest.raises(BadSystem, match="belong to one chart"):
        globe(System(**FLAT, domain="u1**2 + u2**2 < 9"))  # type: ignore[arg-type]
    with pytest.raises(BadSystem, match="'west' of inside is no chart"):
        globe(inside={**INSIDE, "west": "1"})
    motion = DynamicsOnAtlas(globe())
    start = {"u1": 3, "u2": 0, "u1dot": 0, "u2dot": 1}
    with pytest.raises(BadValue, match="behind a wall"):
        simulate_on_atlas(motion, start, g=1, until=1)
    with pytest.raises(BadValue, match="give points"):
        simulate_on_atlas(DynamicsOnAtlas(globe(points={})), start, g=1, until=1)
    small = {"north": "4 - u1**2 - u2**2", "south": "1/16 - w1**2 - w2**2"}
    lost = simulate_on_atlas(
        DynamicsOnAtlas(globe(inside=small)), u1=1, u2=0, u1dot=2, u2dot=0, g=0, until=7
    )
    assert "inside of no chart" in lost.stopped and not lost.complete
    assert lost.plot(tmp_path / "lost.png").is_file()
