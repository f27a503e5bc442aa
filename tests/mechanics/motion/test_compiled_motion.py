"""Equations of motion as programs: every backend, the same values; compiled once."""

from __future__ import annotations

from fractions import Fraction
from importlib.util import find_spec

import numpy as np
import pytest

from diffgeo.errors import ExpressionError
from mechanics import System
from mechanics.errors import BadValue
from mechanics.motion.compiled_motion import CompiledMotion, compiled_motion
from mechanics.motion.right_hand_sides import BACKENDS

VALUES = (
    *("chaplygin-sleigh", "car-with-trailer", "snakeboard", "pursuit"),
    "nonholonomic-particle",  # without parameters
)


def compiled(name: str) -> tuple[CompiledMotion, dict[str, float], np.ndarray]:
    system = System.from_gallery(name)
    motion = system.dynamics().compile(dict(system.specification.simulate.functions))
    rng = np.random.default_rng(3)
    values = {n: float(rng.uniform(0.5, 2)) for n in motion.parameters}
    return motion, values, rng.uniform(0.2, 1, 2 * motion.size)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("name", VALUES)
def test_all_backends_give_the_values_of_the_formulas(
    name: str, backend: str, tmp_path, monkeypatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    motion, values, y = compiled(name)
    if backend in ("jax", "heyoka") and find_spec(backend) is None:
        with pytest.raises(ExpressionError, match=rf"diffgeo-mechanics\[{backend}\]"):
            motion.right_hand_side(values, backend=backend)(0.3, y)
        return
    if backend == "jax":
        import jax

        jax.config.update("jax_enable_x64", True)
    found = np.asarray(motion.right_hand_side(values, backend=backend)(0.3, y))
    floats = dict(zip(motion.variables, [0.3, *y], strict=True)) | values
    point = {n: Fraction(float(v)) for n, v in floats.items() if n != "t"} | {"t": Fraction(0.3)}
    accelerations = motion.dynamics.acceleration_functions.values()
    # The formulas, evaluated by rational numbers and mpmath.
    expected = [float(f.at(point, functions=motion.functions)) for f in accelerations]
    assert found[: motion.size] == pytest.approx(y[motion.size :], rel=1e-15)
    assert found[motion.size :] == pytest.approx(expected, rel=2e-14)
    assert found[motion.size :] != pytest.approx([e * 1.001 + 1e-3 for e in expected], rel=2e-14)


@pytest.mark.parametrize("backend", ["python", *(["heyoka"] if find_spec("heyoka") else [])])
def test_these_take_members_times_states(backend: str) -> None:
    motion, values, y = compiled("chaplygin-sleigh")
    rate = motion.right_hand_side(values, backend=backend)
    many = np.stack([y, y * 1.1, y * 0.9], axis=1)
    found = rate(0.0, many)
    assert found.shape == (6, 3)
    for k in range(3):
        assert found[:, k] == pytest.approx(rate(0.0, many[:, k]), rel=1e-15)
    free, _, z = compiled("nonholonomic-particle")
    rate = free.right_hand_side(backend=backend)
    assert rate(0.0, np.stack([z, z], axis=1))[:, 1] == pytest.approx(rate(0.0, z), rel=1e-15)


def test_members_times_states(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    motion, values, y = compiled("chaplygin-sleigh")
    many = np.stack([y, y * 1.1, y * 0.9], axis=1)
    masses = np.array([1.0, 2.0, 3.0])
    for backend in ("numpy", "c"):
        found = motion.right_hand_side({**values, "m": masses}, backend=backend)(0.0, many)
        for k in range(3):
            one = motion.right_hand_side({**values, "m": masses[k]})(0.0, many[:, k])
            assert found[:, k] == pytest.approx(one, rel=1e-13)


@pytest.mark.parametrize("backend", ["python", "numpy", "c", "heyoka"])
def test_a_state_has_its_length(backend: str, tmp_path, monkeypatch) -> None:
    """A library would read what stands behind a shorter array."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    if backend == "heyoka" and find_spec(backend) is None:
        return
    motion, values, y = compiled("chaplygin-sleigh")
    rate = motion.right_hand_side(values, backend=backend)
    assert np.shape(rate(0.0, list(y))) == (6,)
    for wrong in (y[:5], y[:1], [], np.zeros((5, 2)), np.zeros((7, 2)), [*y, 0.0], 1.0):
        with pytest.raises((BadValue, ValueError, TypeError)):
            rate(0.0, wrong)
    with pytest.raises(BadValue, match=r"shape \(5, 2\); its rows are x, y, theta"):
        rate(0.0, np.zeros((5, 2)))


def test_a_motion_is_compiled_once(monkeypatch) -> None:
    dynamics = System.from_gallery("chaplygin-sleigh").dynamics()
    assert dynamics.compile() is dynamics.compile() is compiled_motion(dynamics)
    first = dynamics.simulate(until=1)

    def again(*_: object) -> None:
        raise AssertionError("compiled again")

    monkeypatch.setattr(CompiledMotion, "program", again)
    assert dynamics.simulate(until=1, a=0.5)["theta"].tolist() == first["theta"].tolist()


def test_what_is_asked_wrongly() -> None:
    motion, values, _ = compiled("chaplygin-sleigh")
    with pytest.raises(BadValue, match="the value of the parameter m is missing"):
        motion.right_hand_side(I=1, a=1)
    with pytest.raises(BadValue, match="'b' is no parameter of Chaplygin sleigh"):
        motion.right_hand_side(values, b=1)
    with pytest.raises(BadValue, match="no backend 'cuda'"):
        motion.right_hand_side(values, backend="cuda")


def test_names_in_the_c_file_cannot_end_their_comment() -> None:
    system = System(coordinates="q", lagrangian="qdot**2/2 - k*q**2/2", parameters="k")
    lines = system.dynamics().compile().c_source().splitlines()
    assert lines[:3] == ["/* v = t, q, qdot */", "/* p = k */", "/* out = d q/d t, d qdot/d t */"]
    greek = System(coordinates="θ", lagrangian="θdot**2/2").dynamics().compile().c_source()
    assert greek.isascii() and "<U+03B8>" in greek


def test_a_large_system_is_judged_without_a_formula() -> None:
    """The determinant of eight unknowns has no formula that could be evaluated exactly."""
    from diffgeo import Manifold
    from diffgeo.calculus import Requirement
    from diffgeo.calculus import linear_algebra as linear

    M = Manifold("M", [f"x{i}" for i in range(8)])
    x = [M.function(f"x{i}") for i in range(8)]
    rows = [[x[(i * j) % 8] * x[j] + int(i == j) for j in range(8)] for i in range(8)]
    large = Requirement(linear.solve(rows, x)[0], "!=", "large")
    assert large.is_large and large.settled() is None
    small = Requirement(x[0] * x[1], "!=", "small")
    assert not small.is_large and small.settled() is not None


def test_values_for_which_nothing_is_derived_are_refused() -> None:
    """m x'' = -m g says nothing where m = 0, though m is cancelled in what is compiled."""
    system = System(coordinates="x", lagrangian="m*xdot**2/2 - m*g*x", parameters="m, g")
    motion = system.dynamics().compile()
    with pytest.raises(BadValue, match=r"m = 0: the equations of motion are derived where m != 0"):
        motion.right_hand_side(m=0, g=1)
    assert list(motion.right_hand_side(m="1/3", g=2)(0.0, [5.0, 7.0])) == [7, -2]
    declared = System(coordinates="x", lagrangian="m*xdot**2/2", parameters="m", positive="m")
    with pytest.raises(BadValue, match="m = -1, but the system declares m to be positive"):
        declared.dynamics().compile().right_hand_side(m=-1)
