"""Quadratures are constant on motions: exactly, along integrated ones, and no others are."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
import sympy
from gallery_systems import gallery_system
from scipy.integrate import solve_ivp

from diffgeo import check, d
from mechanics import System
from mechanics.analysis.integrability import Integrability
from mechanics.faces.command_line import main

KEPLER = System(name="Kepler", coordinates="r phi", parameters="k", positive="k r",
                lagrangian="(rdot**2 + r**2*phidot**2)/2 + k/r")  # fmt: skip
OSCILLATOR = System(name="oscillator", coordinates="x", parameters="k", positive="k",
                    lagrangian="(xdot**2 - k*x**2)/2")  # fmt: skip


@cache
def _found(system: str | System) -> Integrability:
    model = gallery_system(system) if isinstance(system, str) else system
    return model.integrability()


def _holds(found: Integrability) -> list[bool]:
    assert found.quadratures is not None
    return [bool(check(identity)) for identity in found.quadratures.identities()]


@pytest.mark.parametrize(
    ("name", "elementary"),
    [
        ("nonholonomic-particle", [True]),
        ("vertical-rolling-disk", [True]),
        ("knife-edge", [True]),
        ("chaplygin-sleigh", [True, True, False, False]),
    ],
)
def test_the_gallery(name: str, elementary: list[bool]) -> None:
    found = _found(name)
    assert found.quadratures is not None and all(_holds(found))
    assert [q.primitive is not None for q in found.quadratures.found] == elementary
    # A motion is where all integrals and quadratures are constant.
    assert len(found.integrals) + len(elementary) == len(found.space.frame) - 1


def test_wrong_quadratures_are_refuted() -> None:
    found = KEPLER.integrability()
    assert found.quadratures is not None and all(_holds(found))
    first, second = found.quadratures.found
    assert first.primitive is not None
    wrong_factor = replace(first, primitive=2 * first.primitive)
    levels = found.quadratures.levels
    assert [bool(check(i)) for i in wrong_factor.identities(levels)].count(False) == 1
    clock = found.space.coordinates[0]
    wrong_form = replace(second, form=second.form + d(clock))
    assert not all(bool(check(i)) for i in wrong_form.identities(levels))
    found.quadratures.found[1] = wrong_form
    assert found.checks()[-1].holds is False and found.is_integrable is None


def test_the_derived_algebra_comes_last() -> None:
    """The sleigh: t and θ first, then x and y, which rotations mix."""
    found = _found("chaplygin-sleigh")
    assert found.quadratures is not None
    assert [q.others for q in found.quadratures.found] == [0, 0, 2, 2]
    moved = [q.form for q in found.quadratures.found[2:]]
    # dx - cos θ v dt, with dt = -(I + m a²)/(m a v ω)·dω by the equations of the sleigh.
    N = found.space
    x, y, thetadot = N["x"], N["y"], N["thetadot"]
    slope = N.function("(I + m*a**2)/(m*a*thetadot)")
    assert check(moved[0] == d(x) + N.function("cos(theta)") * slope * d(thetadot))
    assert check(moved[1] == d(y) + N.function("sin(theta)") * slope * d(thetadot))


def test_levels_that_are_not_solved() -> None:
    """The forms are there all the same, and named where they are long."""
    found = gallery_system("veselova").integrability()
    assert found.quadratures is not None
    assert [q.others for q in found.quadratures.found] == [0, 1, 1]
    text = "\n".join(found.quadratures.lines(str))
    assert "not solved" in text and "i_Z … i_Γ(ρμ)/(df_1∧…)" in text
    assert "dphi + cos(theta) dpsi, where q_1 is constant" in text


# --- numbers -------------------------------------------------------------------------------------


def _evaluated(text: str, points: dict[str, Any], branch: int = 1) -> Any:
    """By SymPy and NumPy alone; on the other branch the roots in which coordinates are change sign.

    Where there are none the roots in which values of integrals are do.
    A logarithm is one of the absolute value, of which the derivative is the same.
    """
    named = {name: sympy.Symbol(name) for name in points}
    formula = sympy.sympify(text, named)
    moving = {named[name] for name, value in points.items() if np.ndim(value)}
    values = {symbol for name, symbol in named.items() if name[0] == "c" and name[1:].isdigit()}
    every = [p for p in formula.atoms(sympy.Pow) if (2 * p.exp).is_odd]
    roots = [p for p in every if p.free_symbols & moving]
    roots = roots or [p for p in every if p.free_symbols & values]
    formula = formula.xreplace({p: branch * p for p in roots})
    logarithm = {"log": lambda z: np.log(np.abs(z))}
    return sympy.lambdify([*points], formula, [logarithm, "numpy"])(*points.values())


Slope = Callable[..., Sequence[float]]


def _particle(x: float, y: float, z: float, v: float, w: float) -> Sequence[float]:
    return v, w, y * v, -y * v * w / (1 + y**2), 0


def _disk(
    x: float, y: float, theta: float, phi: float, v: float, w: float, *, R: float
) -> Sequence[float]:
    return R * np.cos(phi) * v, R * np.sin(phi) * v, v, w, 0, 0


def _edge(x: float, y: float, phi: float, v: float, w: float, **p: float) -> Sequence[float]:
    """The velocity v along the edge, as ydot = v sin φ."""
    return v * np.cos(phi), v * np.sin(phi), w, p["g"] * np.sin(p["alpha"]) * np.cos(phi), 0


def _sleigh(x: float, y: float, theta: float, v: float, w: float, **p: float) -> Sequence[float]:
    m, a = p["m"], p["a"]
    turn = -m * a * v * w / (p["I"] + m * a**2)
    return v * np.cos(theta), v * np.sin(theta), w, a * w**2, turn


def _kepler(r: float, phi: float, v: float, w: float, *, k: float) -> Sequence[float]:
    return v, w, r * w**2 - k / r**2, -2 * v * w / r


def _oscillator(x: float, v: float, *, k: float) -> Sequence[float]:
    return v, -k * x


SLEIGH = dict(m=1.2, a=0.7, I=0.5)
EDGE = dict(m=1.3, J=0.4, g=2.0, alpha=0.6)
#: System, its slope, written by hand, names of the state, parameters, starts with their branches,
#: and which primitive is shown for these.
RUNS = [
    ("nonholonomic-particle", _particle, "x y z xdot ydot", {},
     {(0.2, 0.3, -0.4, 0.7, 1.1): 1, (0.2, 0.3, -0.4, -0.7, 1.1): -1,
      (0.2, 0.3, -0.4, 0.7, -1.1): 1, (0.2, 0.3, -0.4, -0.7, -1.1): -1}, "primitive"),
    ("vertical-rolling-disk", _disk, "x y theta phi thetadot phidot", {"R": 0.8},
     {(0.1, 0.2, 0.3, 0.4, 1.5, 0.9): 1, (0.1, 0.2, 0.3, 0.4, -1.5, -0.9): 1}, "primitive"),
    ("knife-edge", _edge, "x y phi v phidot", EDGE,
     {(0.1, 0.2, 0.5, 0.7, 0.9): -1, (0.1, 0.2, 2.0, -1.5, -0.9): -1}, "primitive"),
    ("chaplygin-sleigh", _sleigh, "x y theta v thetadot", SLEIGH,
     {(0, 0, 0.4, 0.3, 1.1): 1, (0, 0, 0.4, -2.5, 0.6): -1, (0, 0, 0.4, 0.3, -1.1): 1},
     "primitive"),
    (KEPLER, _kepler, "r phi rdot phidot", {"k": 1.5},
     {(1, 0.3, 0.8, 1.7): 1, (3, 0.3, -1.4, 0.2): -1, (1, 0.3, 0.8, -1.7): 1}, "primitive"),
    (KEPLER, _kepler, "r phi rdot phidot", {"k": 1.5},
     {(1, 0.3, 0.3, 1.3): 1, (1, 0.3, -0.3, 1.3): -1}, "c2 < 0"),
    (OSCILLATOR, _oscillator, "x xdot", {"k": 2.0}, {(-0.3, 1.1): 1, (0.3, -1.1): -1}, "primitive"),
]  # fmt: skip


def _coordinate(text: str, values: dict[str, Any]) -> str:
    """The first that moves and in which the primitive is linear, with a constant factor."""
    named = {name: sympy.Symbol(name) for name in values}
    formula = sympy.sympify(text, named)
    moving = {named[name] for name, value in values.items() if np.ndim(value)}
    return next(
        name for name in values if named[name] in moving
        and (slope := sympy.cancel(formula.diff(named[name]))) != 0
        and not slope.free_symbols & moving
    )  # fmt: skip


@pytest.mark.parametrize(("system", "slope", "names", "parameters", "starts", "shown"), RUNS)
def test_they_are_constant_along_integrated_motions(
    system: str | System, slope: Slope, names: str, parameters: dict[str, float],
    starts: dict[tuple[float, ...], int], shown: str,
) -> None:  # fmt: skip
    """On each branch; not with a changed sign, and not on the branch that is not meant."""
    found = _found(system)
    assert found.quadratures is not None
    said: Any = found.quadratures.to_dict()
    primitives = [{**c, **c["otherwise"]}.get(shown) or c["primitive"] for c in said["constants"]]
    assert len({*starts.values()}) == 1 or "branch" in "\n".join(found.quadratures.lines(str))
    wrong_branch = []
    for start, branch in starts.items():
        times = np.linspace(0, 0.5, 7)
        run = solve_ivp(
            lambda _, s: slope(*s, **parameters), (0, 0.5), start, t_eval=times,
            method="DOP853", rtol=1e-12, atol=1e-12,
        )  # fmt: skip
        values = {"t": times, **dict(zip(names.split(), run.y, strict=True)), **parameters}
        if "v" in values:
            values["ydot"] = values["v"] * np.sin(values["theta" if "theta" in values else "phi"])
        levels = [_evaluated(str(f), values) for f in found.integrals]
        assert all(np.ptp(c) < 1e-9 for c in levels)
        values |= {f"c{k}": float(c[0]) for k, c in enumerate(levels, 1)}
        for name, solved in said["solved"].items():
            assert np.allclose(_evaluated(solved, values, branch), values[name], atol=1e-9)
        for F in filter(None, primitives):
            assert np.ptp(_evaluated(F, values, branch)) < 1e-8
            name = _coordinate(F, values)
            assert np.ptp(_evaluated(F, values | {name: -values[name]}, branch)) > 0.05
            wrong_branch.append(np.ptp(_evaluated(F, values, -branch)))
    assert len({*starts.values()}) == 1 or max(wrong_branch) > 0.05


def test_kepler_on_an_ellipse() -> None:
    """For a negative energy the quadrature of time has an arctangent instead of a logarithm."""
    found = _found(KEPLER)
    assert found.quadratures is not None
    ((condition, _),) = found.quadratures.found[0].otherwise
    assert condition == "c2 < 0"
    text = found.quadratures.to_dict()["constants"][0]["otherwise"][condition]
    # The equation of Kepler: t = √(A³/k)·(η - e sin η), r = A(1 - e cos η), for k = 2, A = 1.
    e, eta = 0.3, np.linspace(0.1, 3, 20)
    r = 1 - e * np.cos(eta)
    times = (eta - e * np.sin(eta)) / np.sqrt(2)
    points = dict(r=r, t=times, k=2.0, c1=np.sqrt(2 * (1 - e**2)), c2=-1.0)
    assert np.ptp(_evaluated(text, points)) < 1e-12
    assert np.ptp(_evaluated(text, points | {"t": eta / np.sqrt(2)})) > 0.1


def test_the_sleigh_moves_by_the_integrals_that_are_left() -> None:
    """x + ∫cos θ (I + m a²)/(m a ω) dω is constant, and so with y and the sine."""
    m, a, inertia = SLEIGH.values()
    run = solve_ivp(
        lambda _, s: _sleigh(*s, **SLEIGH), (0, 2), [0, 0, 0.4, 0.3, 1.1],
        t_eval=np.linspace(0, 2, 4001), rtol=1e-11, atol=1e-12,
    )  # fmt: skip
    x, y, theta, _, w = run.y
    for position, wave in ((x, np.cos(theta)), (y, np.sin(theta))):
        factor = wave * (inertia + m * a**2) / (m * a * w)
        integral = np.concatenate([[0], np.cumsum((factor[1:] + factor[:-1]) / 2 * np.diff(w))])
        assert np.ptp(position + integral) < 1e-6 and np.ptp(position - integral) > 0.1


def test_the_command_shows_them(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["integrable", "vertical-rolling-disk"])
    assert end.value.code == 0
    assert "q_1 = c1*t - c1*phi/c2" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["integrable", "vertical-rolling-disk", "--json"])
    data = json.loads(capsys.readouterr().out)["quadratures"]
    assert data["solved"]["thetadot"] == "c1" and len(data["constants"]) == 1
    with pytest.raises(SystemExit):
        main(["integrable", "vertical-rolling-disk", "--format", "latex"])
    assert r"q_{1}" in capsys.readouterr().out
