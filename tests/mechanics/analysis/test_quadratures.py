"""Quadratures are constant on motions: exactly, along integrated ones, and no others are."""

from __future__ import annotations

import json
from dataclasses import replace
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


def _holds(found: Integrability) -> list[bool]:
    assert found.quadratures is not None
    return [bool(check(identity)) for identity in found.quadratures.identities()]


@pytest.mark.parametrize(
    ("name", "elementary"),
    [
        ("nonholonomic-particle", [True]),
        ("vertical-rolling-disk", [True, True]),
        ("knife-edge", [True, True]),
        ("chaplygin-sleigh", [True, True, False, False]),
    ],
)
def test_the_gallery(name: str, elementary: list[bool]) -> None:
    found = gallery_system(name).integrability()
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
    found = gallery_system("chaplygin-sleigh").integrability()
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


def _values(found: Integrability, k: int, points: dict[str, Any]) -> np.ndarray:
    """Values of the k-th primitive at points, by its text, SymPy and NumPy alone."""
    assert found.quadratures is not None
    return _evaluated(found.quadratures.to_dict()["constants"][k]["primitive"], points)


def _evaluated(text: str, points: dict[str, Any]) -> np.ndarray:
    named = {name: sympy.Symbol(name) for name in points}
    return sympy.lambdify([*points], sympy.sympify(text, named), "numpy")(*points.values())


def test_kepler_along_an_integrated_motion() -> None:
    """The hyperbola: equations written by hand, r' > 0."""
    k = 1.5

    def slope(_: float, s: np.ndarray) -> list[float]:
        r, _phi, v, w = s
        return [v, w, r * w**2 - k / r**2, -2 * v * w / r]

    times = np.linspace(0, 3, 13)
    run = solve_ivp(slope, (0, 3), [1, 0.3, 0.8, 1.7], t_eval=times, rtol=1e-11, atol=1e-12)
    r, phi, v, w = run.y
    found = KEPLER.integrability()
    values = dict(r=r, phi=phi, t=times, k=k, c1=r[0] ** 2 * w[0],
                  c2=v[0] ** 2 / 2 + r[0] ** 2 * w[0] ** 2 / 2 - k / r[0])  # fmt: skip
    assert str(found.integrals[0]) == "r**2*phidot"
    for index in (0, 1):
        q = _values(found, index, values)
        assert np.ptp(q) < 1e-8
        assert np.ptp(_values(found, index, values | {"t": 2 * times, "phi": 2 * phi})) > 0.1


def test_kepler_on_an_ellipse() -> None:
    """For a negative energy the quadrature of time has an arctangent instead of a logarithm."""
    found = KEPLER.integrability()
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


def test_the_sleigh_along_an_integrated_motion() -> None:
    """θ'' = -m a v θ'/(I + m a²), v' = a θ'²: written by hand."""
    m, a, inertia = 1.2, 0.7, 0.5

    def slope(_: float, s: np.ndarray) -> list[float]:
        _x, _y, theta, v, w = s
        turn = -m * a * v * w / (inertia + m * a**2)
        return [v * np.cos(theta), v * np.sin(theta), w, a * w**2, turn]

    times = np.linspace(0, 2, 4001)
    run = solve_ivp(slope, (0, 2), [0, 0, 0.4, 0.3, 1.1], t_eval=times, rtol=1e-11, atol=1e-12)
    x, y, theta, v, w = run.y
    found = gallery_system("chaplygin-sleigh").integrability()
    values = dict(t=times, theta=theta, thetadot=w, m=m, a=a, I=inertia,
                  c1=m * v[0] ** 2 / 2 + (inertia + m * a**2) * w[0] ** 2 / 2)  # fmt: skip
    for index in (0, 1):
        assert np.ptp(_values(found, index, values)) < 1e-8
    for position, wave in ((x, np.cos(theta)), (y, np.sin(theta))):
        factor = wave * (inertia + m * a**2) / (m * a * w)
        integral = np.concatenate([[0], np.cumsum((factor[1:] + factor[:-1]) / 2 * np.diff(w))])
        assert np.ptp(position + integral) < 1e-6 and np.ptp(position - integral) > 0.1


def test_the_command_shows_them(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["integrable", "vertical-rolling-disk"])
    assert end.value.code == 0
    assert "q_1 = t - phi/c2" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["integrable", "vertical-rolling-disk", "--json"])
    data = json.loads(capsys.readouterr().out)["quadratures"]
    assert data["solved"]["thetadot"] == "c1" and len(data["constants"]) == 2
    with pytest.raises(SystemExit):
        main(["integrable", "vertical-rolling-disk", "--format", "latex"])
    assert r"q_{1}" in capsys.readouterr().out
