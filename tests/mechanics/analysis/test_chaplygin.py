"""Chaplygin systems against the literature, in both times, and in other coordinates."""

from __future__ import annotations

import json

import numpy as np
import pytest
from gallery_systems import gallery_system, sleigh_without_signs
from scipy.integrate import solve_ivp

from diffgeo import Map, check, d, interior
from mechanics import System
from mechanics.analysis.chaplygin import ChaplyginSystem
from mechanics.errors import NotApplicable
from mechanics.faces.command_line import main
from mechanics.model.plain_answers import vanishes
from mechanics.testing.naturality_of_theories import pulled_back

#: Is the tensor determined by its trace; is that a differential; the multiplier e^φ.
GALLERY = {
    "nonholonomic-particle": (True, True, "(y**2 + 1)**(-1/2)"),
    "vertical-rolling-disk": (True, True, "1"),
    "knife-edge": (True, True, "(cos(phi))"),
    "chaplygin-sleigh": (True, False, None),
    "suslov": (True, False, None),
    "car-with-trailer": (True, False, None),
    # No force acts on the ball; its equations of ω in space are no geodesics of the reduced metric.
    "rolling-ball": (False, True, None),
}


def coupled_balls(*inertia: int) -> System:
    """A ball and a body, which turns twice as fast about each of its axes."""

    def rates(p: str, q: str, r: str) -> list[str]:
        return [
            f"({p}dot*sin({q})*sin({r}) + {q}dot*cos({r}))",
            f"({p}dot*sin({q})*cos({r}) - {q}dot*sin({r}))",
            f"({p}dot*cos({q}) + {r}dot)",
        ]

    one, two = rates("a", "b", "c"), rates("u", "v", "w")
    energy = [f"{k}*{x}**2" for k, x in zip((1, 1, 1, *inertia), (*one, *two), strict=True)]
    return System(
        coordinates="a b c u v w",
        lagrangian=f"({' + '.join(energy)})/2",
        constraints=[f"{y} - 2*{x}" for x, y in zip(one, two, strict=True)],
    )


TURNS = [
    {"u": "1"},
    {"u": "-sin(u)*cos(v)/sin(v)", "v": "cos(u)", "w": "sin(u)/sin(v)"},
    {"u": "cos(u)*cos(v)/sin(v)", "v": "sin(u)", "w": "-cos(u)/sin(v)"},
]


def test_a_gauge_makes_no_force() -> None:
    """The tensor of two balls is skew for T, where C Ω' = 0; that of a ball and a top is not."""
    found = coupled_balls(1, 1, 1).chaplygin(TURNS)
    assert not all(vanishes(B) for _, _, B in found.tensor)
    assert found.is_hamiltonian.holds and "in its own time" in str(found)
    assert coupled_balls(1, 1, 2).chaplygin(TURNS).is_simple.holds is False


@pytest.mark.parametrize("name", GALLERY)
def test_the_gallery(name: str) -> None:
    simple, closed, multiplier = GALLERY[name]
    found = gallery_system(name).chaplygin()
    assert (found.is_simple.holds, found.has_multiplier.holds) == (simple, closed)
    shown = None if found.multiplier is None else str(found.multiplier)
    assert shown == multiplier
    assert found.is_hamiltonian.holds is (True if simple and closed else None)
    if multiplier not in (None, "1"):
        wrong = found.equations.differential
        assert wrong is not None and not check(wrong == 2 * wrong)


def test_the_multiplier_of_veselova() -> None:
    """(g, I⁻¹g)^{-1/2}, g = (sin θ sin ψ, sin θ cos ψ, cos θ), up to a constant."""
    found = gallery_system("veselova").chaplygin()
    assert found.is_hamiltonian.holds and found.equations.differential is not None
    E = found.system.configuration_space
    square = E.function("sin(theta)**2*(sin(psi)**2/I1 + cos(psi)**2/I2) + cos(theta)**2/I3")
    assert check(found.equations.differential == -d(square) / (2 * square))
    assert not check(found.equations.differential == d(square) / (2 * square))


def test_a_free_direction_destroys_it() -> None:
    """The particle with a second free coordinate: B = B_xy ⊗ ∂_x stays, and X(φ) id does not."""
    plain = {"coordinates": "x y z w", "constraints": "zdot - y*xdot"}
    squares = "(xdot**2 + ydot**2 + zdot**2 + wdot**2)/2"
    found = System(lagrangian=squares, **plain).chaplygin([{"z": "1"}])
    assert found.is_simple.holds is False and "not determined by its trace" in str(found)
    # So it is for every factor but 0, for which the constraint is integrable.
    plain["constraints"] = "zdot - a*y*xdot"
    scaled = System(lagrangian=squares, parameters="a", **plain).chaplygin([{"z": "1"}])
    assert "trace, unless a == 0, by" in str(scaled) and scaled.to_dict()["except"] == "a == 0"
    # With an integrable constraint of the same rank the tensor is zero.
    plain["constraints"] = "zdot - 2*x*xdot"
    flat = System(lagrangian=squares, **plain).chaplygin([{"z": "1"}])
    assert "in its own time" in str(flat) and flat.is_hamiltonian.holds


def test_one_degree_of_freedom_is_hamiltonian() -> None:
    system = System(coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2 - x**2",
                    constraints="ydot - x*xdot")  # fmt: skip
    found = system.chaplygin()
    assert "in its own time, by the group of ∂_y" in str(found) and found.is_hamiltonian.holds


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("snakeboard", "there are forces"),
        ("ball-on-turntable", "depends on time"),
        ("pursuit", "depends on time"),
        ("appell-hamel", "not affine"),
    ],
)
def test_what_is_none(name: str, reason: str) -> None:
    with pytest.raises(NotApplicable, match=reason):
        gallery_system(name).chaplygin()


def test_groups_that_are_none() -> None:
    particle = gallery_system("nonholonomic-particle")
    with pytest.raises(NotApplicable, match="no symmetry"):
        particle.chaplygin([{"y": "1"}])
    with pytest.raises(NotApplicable, match="complements"):
        particle.chaplygin([{"x": "1"}, {"z": "1"}])
    magnetic = System(coordinates="x y z", constraints="zdot - y*xdot",
                      lagrangian="(xdot**2 + ydot**2 + zdot**2)/2 + y*xdot")  # fmt: skip
    with pytest.raises(NotApplicable, match="kinetic minus potential"):
        magnetic.chaplygin()
    lopsided = System(coordinates="x y z", constraints="zdot - y*xdot",
                      lagrangian="(xdot**2 + ydot**2 + zdot**2)/2 - x**2 - z**2")  # fmt: skip
    with pytest.raises(NotApplicable, match="no group of symmetries"):
        lopsided.chaplygin()


def test_a_sleigh_without_signs_is_a_case_distinction() -> None:
    found = sleigh_without_signs().chaplygin()
    assert "unless a == 0" in str(found)
    (case,) = found.cases
    assert case.values == {"a": "0"} and case.answer is not None
    assert case.conclusion.startswith("Hamiltonian in the time tau")
    assert all(c.holds for c in case.answer.checks()) and not found.has_multiplier.holds


# --- by other means ------------------------------------------------------------------------------


def test_both_times() -> None:
    """Hamilton's equations in τ are the motion in t: xdd = -(y xd yd + V_x)/(1 + y²), ydd = -V_y.

    ℓ = ((1 + y²) xd² + yd²)/2 - V, P = e^φ p with e^φ = (1 + y²)^{-1/2}, dτ = e^φ dt:
    H = (P_x² + (1 + y²) P_y²)/2 + V.
    """
    system = System(
        coordinates="x y z", lagrangian="(xdot**2 + ydot**2 + zdot**2)/2 - (x**2 + y**2 + x*y)/2",
        constraints="zdot - y*xdot",
    )  # fmt: skip
    found = system.chaplygin()
    assert str(found.multiplier) == "(y**2 + 1)**(-1/2)" and found.is_hamiltonian.holds

    def newton(t: float, s: np.ndarray) -> list[float]:
        x, y, u, v = s
        return [u, v, -(y * u * v + x + y / 2) / (1 + y * y), -y - x / 2]

    def hamilton(tau: float, s: np.ndarray) -> list[float]:
        x, y, px, py, _ = s
        slope = np.sqrt(1 + y * y)
        return [px, (1 + y * y) * py, -x - y / 2, -y * py * py - y - x / 2, slope]

    u, v, y0 = 0.8, -0.5, 0.6
    scale = 1 / np.sqrt(1 + y0**2)
    start = [0.2, y0, (1 + y0**2) * u * scale, v * scale, 0.0]
    accuracy = {"rtol": 1e-11, "atol": 1e-12, "dense_output": True}
    new = solve_ivp(hamilton, (0, 3), start, **accuracy)
    end = new.y[4][-1]
    old = solve_ivp(newton, (0, end), [0.2, y0, u, v], **accuracy)
    for tau in np.linspace(0, 3, 7):
        x, y, _, _, t = new.sol(tau)
        assert np.allclose(old.sol(t)[:2], [x, y], atol=1e-8)
    motion = system.simulate({"x": 0.2, "y": y0, "z": 0, "xdot": u, "ydot": v}, until=float(end))
    assert np.allclose([motion["x"][-1], motion["y"][-1]], new.y[:2, -1], atol=1e-7)


def test_the_volume_is_that_of_the_multiplier() -> None:
    """e^{(r-1)φ} ds dp, here with dp = (1 + y²) dxd dyd: the density (1 + y²)^{1/2}."""
    system = gallery_system("nonholonomic-particle")
    phi = system.chaplygin().equations.differential
    density = system.invariant_volume().chart_density
    assert phi is not None and density is not None
    y = system.configuration_space["y"]
    slope = phi + d(1 + y * y) / (1 + y * y)
    for X in phi.space.frame:
        factors = [(str(p), str(c)) for p, c in density.factors]
        assert factors == [("y**2 + 1", "1/2")]
        assert check(interior(X, slope) == interior(X, d(y * y)) / (2 * (1 + y * y)))


@pytest.mark.parametrize("name", ["nonholonomic-particle", "chaplygin-sleigh"])
def test_the_tensor_is_natural(name: str) -> None:
    system = gallery_system(name)
    E = system.configuration_space
    images = {"t": "t"} | {q: q for q in system.specification.coordinates}
    images |= {"y": "y + x**2" if name == "nonholonomic-particle" else "y + 2*x"}
    new, _ = pulled_back(system, images)
    group = [{"z": "1"}] if "z" in images else [{"x": "1", "y": "-2"}]
    given = [{"z": "1"}] if "z" in images else [{"x": "1"}]
    ours, theirs = ChaplyginSystem(new.dynamics(), group), ChaplyginSystem(system.dynamics(), given)
    assert ours.is_simple.holds is theirs.is_simple.holds
    assert ours.has_multiplier.holds is theirs.has_multiplier.holds
    if theirs.equations.differential is None:
        return
    down = Map(new.configuration_space, E, images)
    moved = down.pull(theirs.equations.differential)
    assert ours.equations.differential is not None
    assert check(ours.equations.differential == moved)
    assert not check(ours.equations.differential == 2 * moved)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["hamiltonise", "nonholonomic-particle"])
    assert end.value.code == 0
    assert "d tau = (y**2 + 1)**(-1/2) dt, by the group of ∂_z" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["hamiltonise", "suslov", "--json"])
    data = json.loads(capsys.readouterr().out)
    assert data["hamiltonian"] is False and data["except"] == "I13 == 0 and I23 == 0"
