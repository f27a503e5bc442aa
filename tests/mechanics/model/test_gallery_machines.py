"""Machines on wheels, a ball, the Heisenberg system: the literature, and rational numbers.

The numbers in ``data/gallery.json`` are accelerations and reactions that
``oracle/gallery.py`` computes from the geometry of each machine, without the packages and
without the system files. The formulas of the literature hold exactly on the constraint set;
each stands beside a wrong one, which is refuted.
"""

from __future__ import annotations

import ast
import importlib.util
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sympy as sp
from gallery_systems import gallery_dynamics

from diffgeo import check
from mechanics import Dynamics, System, theories

TESTS = Path(__file__).parents[2]
TABLE = json.loads((TESTS / "data" / "gallery.json").read_text("utf8"))
SYSTEMS: dict[str, Any] = TABLE["systems"]
ORACLE = TESTS / "support" / "gallery_oracle.py"
EVERY = pytest.mark.parametrize(
    "theory", [theories.projection, theories.multipliers, theories.omega_gamma], ids=str
)
BOTH = pytest.mark.parametrize("theory", [theories.projection, theories.multipliers], ids=str)

# --- rational points -----------------------------------------------------------------------


def exactly(expression: Any, name: str, point: dict[str, Any]) -> Any:
    """A SymPy expression at a point, as a rational number."""
    case = SYSTEMS[name]
    numbers = {key: sp.Rational(text) for key, text in point["values"].items()}
    values: dict[Any, Any] = {}
    for angle in case["angles"]:
        tau = numbers.pop(angle)
        values[f"sin({angle})"] = 2 * tau / (1 + tau**2)
        values[f"cos({angle})"] = (1 - tau**2) / (1 + tau**2)
    for control in case["controls"]:
        values[f"{control}(t)"] = numbers.pop(control)
    values |= numbers
    values |= {f"{key}dot": sp.Rational(text) for key, text in point["velocities"].items()}
    atoms = expression.atoms(sp.Symbol, sp.Function)
    found = expression.xreplace({a: values[str(a)] for a in atoms if str(a) in values})
    assert found.is_Rational, found
    return found


def disagreements(motion: Dynamics, name: str) -> list[str]:
    """What differs from the oracle: constraints, accelerations, reactions at its points."""
    system, shown = motion.system, motion.presentation
    coordinates = system.specification.coordinates
    constraints = [f.to_sympy() for f in system.constraints]
    multipliers = [f.to_sympy() for f in shown.multipliers]
    wrong = []
    for point in SYSTEMS[name]["points"]:
        wrong += ["constraint" for phi in constraints if exactly(phi, name, point) != 0]
        for q in coordinates:
            found = exactly(shown.accelerations[q].to_sympy(), name, point)
            if found != sp.Rational(point["accelerations"][q]):
                wrong.append(q)
            found = sum(
                exactly(f, name, point) * exactly(phi.diff(sp.Symbol(f"{q}dot")), name, point)
                for f, phi in zip(multipliers, constraints, strict=True)
            )
            if found != sp.Rational(point["reactions"][q]):
                wrong.append(f"reaction on {q}")
    return wrong


@EVERY
@pytest.mark.parametrize("name", SYSTEMS)
def test_accelerations_and_reactions_at_rational_points(name: str, theory: Any) -> None:
    assert disagreements(gallery_dynamics(name, theory), name) == []


#: A wrong sign or factor in each system file, which the numbers must notice.
MISTAKES = {
    "car-with-trailer": ("*cos(alpha) - d*(thetadot", "*cos(alpha) + d*(thetadot"),
    "heisenberg": ("y*xdot - x*ydot", "y*xdot + x*ydot"),
    "roller-racer": ("I2*(thetadot + phidot)", "I2*(thetadot - phidot)"),
    "rolling-ball": ("2*phidot*psidot*cos", "phidot*psidot*cos"),
    "snakeboard": ("- r*thetadot*cos(phi)", "+ r*thetadot*cos(phi)"),
    "two-wheeled-carriage": ("xdot - a*thetadot*sin", "xdot + a*thetadot*sin"),
}


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_mistake_in_the_system_file_is_noticed(name: str) -> None:
    old, new = MISTAKES[name]
    s = System.from_gallery(name).specification
    wrong = replace(
        s,
        lagrangian=str(s.lagrangian).replace(old, new),
        constraints=tuple(str(c).replace(old, new) for c in s.constraints),
        solved={key: str(c).replace(old, new) for key, c in s.solved.items()},
        invariants={},
    )
    assert any(old in str(text) for text in (s.lagrangian, *s.constraints, *s.solved.values()))
    found = disagreements(theories.multipliers(System.from_specification(wrong)), name)
    assert len(found) >= len(SYSTEMS[name]["points"])


def test_the_numbers_are_those_of_the_oracle() -> None:
    imported = [
        name.split(".")[0]
        for node in ast.walk(ast.parse(ORACLE.read_text("utf8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else
                     [alias.name for alias in node.names])
    ]  # fmt: skip
    assert not {"diffgeo", "mechanics"} & set(imported) and "sympy" in imported
    specification = importlib.util.spec_from_file_location("oracle_of_the_gallery", ORACLE)
    assert specification is not None and specification.loader is not None
    oracle = importlib.util.module_from_spec(specification)
    sys.modules[specification.name] = oracle
    specification.loader.exec_module(oracle)
    again = oracle.table(count=1)["systems"]
    assert list(again) == list(SYSTEMS)
    for name, case in again.items():
        assert case["points"] == SYSTEMS[name]["points"][:1]


# --- the literature ------------------------------------------------------------------------

SNAKEBOARD_ENERGY = (
    "m*(xdot**2 + ydot**2 + r**2*thetadot**2)/2"
    " + J0*psidot**2/2 + J0*psidot*thetadot + J1*phidot**2"
)
SNAKEBOARD_MOMENTUM = "(2*m*r**2*cot(phi)*thetadot + J0*sin(2*phi)*psidot)"
SPEED = "(xdot*cos(theta) + ydot*sin(theta))"
RACER_MOMENTUM = f"m*{SPEED}*(d1*cos(phi) + d2) + (I1*thetadot + I2*(thetadot + phidot))*sin(phi)"

#: System, quantity, its rate along the motion on the constraint set, and a wrong rate.
RATES = [
    # Bloch, Krishnaprasad, Marsden, Murray: momentum equation of the snakeboard.
    ("snakeboard", SNAKEBOARD_MOMENTUM,
     f"2*J0*cos(phi)**2*phidot*psidot - tan(phi)*phidot*{SNAKEBOARD_MOMENTUM}",
     f"2*J0*cos(phi)**2*phidot*psidot + tan(phi)*phidot*{SNAKEBOARD_MOMENTUM}"),
    # The torques act on the rotor and, with moment of inertia 2 J1, on the wheels.
    ("snakeboard", "J0*(psidot + thetadot)", "u(t)", "-u(t)"),
    ("snakeboard", "2*J1*phidot", "w(t)", "2*w(t)"),
    # The reactions do no work: the power is that of the torques.
    ("snakeboard", SNAKEBOARD_ENERGY, "u(t)*psidot + w(t)*phidot", "u(t)*psidot - w(t)*phidot"),
    # Along the symmetry that turns both bodies about the point where the lines of the axles
    # meet, (speed, turning rate) = (d1 cos φ + d2, sin φ): ṗ = ∂L/∂ξ · d(d1 cos φ + d2, sin φ)/dt.
    ("roller-racer", RACER_MOMENTUM,
     f"phidot*(cos(phi)*(I1*thetadot + I2*(thetadot + phidot)) - m*d1*sin(phi)*{SPEED})",
     f"phidot*(cos(phi)*(I1*thetadot + I2*(thetadot + phidot)) + m*d1*sin(phi)*{SPEED})"),
    ("roller-racer", "m*(xdot**2 + ydot**2)/2 + I1*thetadot**2/2 + I2*(thetadot + phidot)**2/2",
     "0", "phidot"),
    # A Chaplygin sleigh whose mass and moment of inertia are raised by the wheels.
    ("two-wheeled-carriage", f"(m + 2*J/R**2)*{SPEED}", "m*a*thetadot**2", "-m*a*thetadot**2"),
    ("two-wheeled-carriage", "(I + m*a**2 + 2*J*b**2/R**2)*thetadot",
     f"-m*a*{SPEED}*thetadot", f"m*a*{SPEED}*thetadot"),
    ("two-wheeled-carriage", "R*alphadot - b*thetadot",
     "m*R**2*a*thetadot**2/(m*R**2 + 2*J)", "m*R**2*a*thetadot**2/(m*R**2 + J)"),
    # The centre moves uniformly; the angular velocity is constant in space.
    ("rolling-ball", "xdot", "0", "ydot"),
    ("rolling-ball", "ydot", "0", "xdot"),
    ("rolling-ball", "thetadot*cos(phi) + psidot*sin(phi)*sin(theta)", "0", "thetadot"),
    ("rolling-ball", "thetadot*sin(phi) - psidot*cos(phi)*sin(theta)", "0", "thetadot"),
    ("rolling-ball", "phidot + psidot*cos(theta)", "0", "thetadot"),
    # xdd = u - λ y, ydd = v + λ x, zdd = λ = y xdd - x ydd.
    ("heisenberg", "zdot", "(y*u(t) - x*v(t))/(1 + x**2 + y**2)",
     "(y*u(t) + x*v(t))/(1 + x**2 + y**2)"),
    ("heisenberg", "xdot", "((1 + x**2)*u(t) + x*y*v(t))/(1 + x**2 + y**2)",
     "((1 + x**2)*u(t) - x*y*v(t))/(1 + x**2 + y**2)"),
    ("heisenberg", "ydot", "((1 + y**2)*v(t) + x*y*u(t))/(1 + x**2 + y**2)",
     "((1 + y**2)*v(t) - x*y*u(t))/(1 + x**2 + y**2)"),
    ("heisenberg", "(xdot**2 + ydot**2 + zdot**2)/2", "u(t)*xdot + v(t)*ydot", "u(t)*xdot"),
    # The trailer turns with the rate v sin α/d, the mass felt by the
    # car is m + m1 cos² α + J1 sin² α/d².
    ("car-with-trailer", "theta - alpha", f"{SPEED}*sin(alpha)/d", f"-{SPEED}*sin(alpha)/d"),
    ("car-with-trailer", "thetadot", "0", "alphadot"),
    ("car-with-trailer", f"{SPEED}**2*(m + m1*cos(alpha)**2 + J1*sin(alpha)**2/d**2)",
     "0", f"{SPEED}*alphadot"),
]  # fmt: skip


@BOTH
@pytest.mark.parametrize(
    ("name", "quantity", "rate", "wrong"), RATES, ids=[f"{r[0]}-{i}" for i, r in enumerate(RATES)]
)
def test_rates_of_the_literature(
    name: str, quantity: str, rate: str, wrong: str, theory: theories.Theory
) -> None:
    gamma = gallery_dynamics(name, theory)
    jets, restrict = gamma.system.evolution_space, gamma.system.constraint_set.restrict
    found = gamma.field(jets.function(quantity))
    assert check(restrict(found - jets.function(rate)) == 0).status.name == "VERIFIED"
    assert check(restrict(found - jets.function(wrong)) == 0).status.name == "REFUTED"


@BOTH
def test_the_plane_exerts_no_friction_on_the_ball(theory: theories.Theory) -> None:
    # The centre moves uniformly. On an inclined plane it does not: m g sin α pulls, the ball
    # falls with (5/7) g sin α if it is homogeneous, m a²/(m a² + I) in general.
    gamma = gallery_dynamics("rolling-ball", theory)
    assert all(check(multiplier == 0) for multiplier in gamma.multipliers)
    slope = System.from_specification(
        replace(gamma.system.specification, forces={"x": "m"}, invariants={})
    ).dynamics(theory)
    jets, restrict = slope.system.evolution_space, slope.system.constraint_set.restrict
    found = slope.acceleration_functions["x"]
    assert check(restrict(found - jets.function("m*a**2/(m*a**2 + I)")) == 0)
    assert not check(restrict(found - jets.function("m*a**2/(m*a**2 - I)")) == 0)
    assert not check(slope.multipliers[0] == 0)


def test_without_controls_the_heisenberg_particle_moves_on_lines() -> None:
    system = System.from_specification(
        replace(System.from_gallery("heisenberg").specification, forces={})
    )
    gamma = system.dynamics()
    restrict = system.constraint_set.restrict
    for acceleration in gamma.acceleration_functions.values():
        assert check(restrict(acceleration) == 0).status.name == "VERIFIED"
        assert not check(restrict(acceleration + 1) == 0)
    # Pushed along y = 1 it would leave the line, were there no reaction.
    pushed = gallery_dynamics("heisenberg", theories.projection).acceleration_functions["z"]
    assert not check(pushed == 0)


def test_the_constraint_set_is_solved_where_nothing_can_vanish() -> None:
    # The coefficient of phidot is 1, that of psidot, which stands before it, is cos(theta).
    suslov = System(
        coordinates="psi theta phi",
        lagrangian="(psidot**2*sin(theta)**2 + thetadot**2 + (psidot*cos(theta) + phidot)**2)/2",
        constraints=["psidot*cos(theta) + phidot"],
    )
    assert suslov.constraint_set.solved == ("phidot",)
    assert not suslov.constraint_set.inclusion.images["phidot"].conditions


def test_the_constraint_set_is_solved_as_the_user_solved_it() -> None:
    # zdot has the coefficient 1; xdot, the first velocity, would be divided by y.
    gamma = gallery_dynamics("heisenberg", theories.projection)
    place = gamma.system.constraint_set
    assert place.solved == ("zdot",)
    balance = gamma.field(gamma.system.lagrangian)
    jets = gamma.system.evolution_space
    verdict = check(place.restrict(balance - jets.function("u(t)*xdot + v(t)*ydot")) == 0)
    assert verdict.status.name == "VERIFIED" and "y != 0" not in str(verdict)


def test_controls_drive_the_heisenberg_particle_along_the_fibre() -> None:
    # x = sin t, y = 1 - cos t; zd = y xd - x yd = cos t - 1: after a turn, 2 π below, which is
    # minus twice the area of the circle.
    motion = System.from_gallery("heisenberg").simulate()
    assert motion["x"] == pytest.approx(np.sin(motion.t), abs=1e-7)
    assert motion["y"] == pytest.approx(1 - np.cos(motion.t), abs=1e-7)
    assert motion["z"] == pytest.approx(np.sin(motion.t) - motion.t, abs=1e-7)
    assert motion["z"][-1] == pytest.approx(-2 * np.pi, abs=1e-7)


def test_the_carriage_turns_round() -> None:
    # (m + 2 J/R²) u² + (I + m a² + 2 J b²/R²) w² is constant, and u ends on its stable side.
    motion = System.from_gallery("two-wheeled-carriage").simulate(until=30)
    u = motion["xdot"] * np.cos(motion["theta"]) + motion["ydot"] * np.sin(motion["theta"])
    heavy, inert = 1 + 2 / 20 * 16, 1 / 2 + 1 / 4 + 2 / 20 / 4 * 16
    radius = np.hypot(u, np.sqrt(inert / heavy) * motion["thetadot"])
    assert radius == pytest.approx(radius[0], rel=1e-7)
    assert u[0] < 0 < u[-1] and u[-1] == pytest.approx(radius[0], rel=1e-4)


def test_the_snakeboard_is_driven_forward() -> None:
    # Rotor and wheels in phase drive it along +x, in opposite phase along -x.
    forward = System.from_gallery("snakeboard").simulate(until=10)
    backward = System.from_gallery("snakeboard").simulate(
        {"w(t)": "sin(t)/100", "phidot": "-1/2"}, until=10
    )
    assert forward["x"][-1] > 1 and forward["x"] == pytest.approx(-backward["x"], abs=1e-7)


def test_the_trailer_falls_in_line_behind_a_car_that_goes_straight() -> None:
    # ad = -v sin α/d: tan(α/2) decreases as exp(-s/d) with the way s of the car.
    motion = System.from_gallery("car-with-trailer").simulate(thetadot=0, until=6)
    assert motion["y"] == pytest.approx(0 * motion.t, abs=1e-9)
    tangent = np.tan(np.pi / 3) * np.exp(-motion["x"])
    assert np.tan(motion["alpha"] / 2) == pytest.approx(tangent, abs=1e-7)


def test_two_trailers() -> None:
    # Headings instead of hitch angles. J θdd = 0, and the car feels the mass
    # m + m1 c1² + J1 (s1/d1)² + c1² (m2 c2² + J2 (s2/d2)²), c1 = cos(θ - θ1), c2 = cos(θ1 - θ2).
    first = "(xdot + d1*theta1dot*sin(theta1))", "(ydot - d1*theta1dot*cos(theta1))"
    second = (
        "(xdot + d1*theta1dot*sin(theta1) + d2*theta2dot*sin(theta2))",
        "(ydot - d1*theta1dot*cos(theta1) - d2*theta2dot*cos(theta2))",
    )
    felt = (
        "m + m1*cos(theta - theta1)**2 + J1*sin(theta - theta1)**2/d1**2"
        "+ cos(theta - theta1)**{power}*(m2*cos(theta1 - theta2)**2"
        "+ J2*sin(theta1 - theta2)**2/d2**2)"
    )
    system = System(
        coordinates="x y theta theta1 theta2", parameters="m m1 m2 J J1 J2 d1 d2",
        positive="m m1 m2 J J1 J2 d1 d2",
        lagrangian="m*(xdot**2 + ydot**2)/2 + J*thetadot**2/2 + J1*theta1dot**2/2"
        f" + J2*theta2dot**2/2 + m1*({first[0]}**2 + {first[1]}**2)/2"
        f" + m2*({second[0]}**2 + {second[1]}**2)/2",
        constraints=[
            "xdot*sin(theta) - ydot*cos(theta)",
            f"{first[0]}*sin(theta1) - {first[1]}*cos(theta1)",
            f"{second[0]}*sin(theta2) - {second[1]}*cos(theta2)",
        ],
        invariants={
            "turning_rate": "thetadot",
            "travel": f"{SPEED}**2*({felt.format(power=2)})",
            "wrong": f"{SPEED}**2*({felt.format(power=1)})",
        },
    )  # fmt: skip
    motion = system.dynamics(theories.multipliers).simulate(
        dict(x=0, y=0, theta=0, theta1=-1, theta2=-2, xdot=1, thetadot="1/2",
             m=1, m1=2, m2=3, J=1, J1="1/3", J2="1/4", d1=1, d2="3/2"), until=8,
    )  # fmt: skip
    turning, travel, wrong = (drift.largest for drift in motion.invariant_drift)
    assert max(turning, travel) < 1e-8 and wrong > 1e-2
    assert max(drift.largest for drift in motion.constraint_drift) < 1e-8
