"""Gauge momenta: published answers, and what is conserved along motions that are integrated.

The motions are those of Newton's equations with multipliers, in matrices that SymPy derives.
"""

from __future__ import annotations

import json

import numpy as np
import pytest
import sympy
from gallery_systems import gallery_system
from rolling_bodies import OMEGA, ROTATIONS
from scipy.integrate import simpson, solve_ivp

from diffgeo import check
from diffgeo.calculus import compile_functions
from diffgeo.calculus import linear_algebra as linear
from mechanics import NonholonomicMomentum, System
from mechanics.analysis.equations_of_momenta import (
    functions_by_equations,
    number_of_combinations,
)
from mechanics.analysis.noether import Noether
from mechanics.errors import NotApplicable
from mechanics.faces.command_line import main
from mechanics.testing.naturality_of_theories import pulled_back

PARTICLE = gallery_system("nonholonomic-particle")
HEISENBERG = System(
    name="Heisenberg, without controls", coordinates="x y z",
    lagrangian="(xdot**2 + ydot**2 + zdot**2)/2", constraints=["zdot - y*xdot + x*ydot"],
)  # fmt: skip
#: A car that steers with front wheels at the distance 1 before the rear axle, without inertia that
#: couples steering and heading.
CAR = System(
    name="Car", coordinates="x y theta phi", parameters="m I", positive="m I",
    lagrangian="m*(xdot**2 + ydot**2)/2 + I*thetadot**2/2 + phidot**2/2",
    constraints=[
        "xdot*sin(theta) - ydot*cos(theta)",
        "xdot*sin(theta + phi) - ydot*cos(theta + phi) - thetadot*cos(phi)",
    ],
)  # fmt: skip
KNIFE = System(
    name="Knife edge on a plane", coordinates="x y theta",
    lagrangian="(xdot**2 + ydot**2 + 3*thetadot**2)/2",
    constraints=["xdot*sin(theta) - ydot*cos(theta)"],
)  # fmt: skip
#: A disk of radius 1 that rolls and may fall (Appell, Korteweg 1900: Gauss' hypergeometric series).
DISK = System(
    name="Falling disk", coordinates="x y phi theta psi",
    lagrangian="(xdot**2 + ydot**2 + (cos(theta)*thetadot)**2)/2"
    " + (thetadot**2 + phidot**2*sin(theta)**2)/8 + (psidot + phidot*cos(theta))**2/4 - sin(theta)",
    constraints=[
        f"xdot - {OMEGA[1]}*sin(theta) + {OMEGA[2]}*cos(theta)*cos(phi)",
        f"ydot + {OMEGA[0]}*sin(theta) + {OMEGA[2]}*cos(theta)*sin(phi)",
    ],
)  # fmt: skip
#: A ball of radius 1 in a vertical cylinder (Neimark and Fufaev, chapter 3): it does not fall down.
CYLINDER = System(
    name="Ball in a cylinder", coordinates="u z phi theta psi",
    lagrangian="(9*udot**2 + zdot**2)/2 - z"
    " + (phidot**2 + thetadot**2 + psidot**2 + 2*phidot*psidot*cos(theta))/5",
    constraints=[f"3*udot + {OMEGA[2]}", f"zdot + {OMEGA[0]}*sin(u) - {OMEGA[1]}*cos(u)"],
)  # fmt: skip
#: Turns of the body about its own axes.
OWN_TURNS = (
    {"phi": "sin(psi)/sin(theta)", "theta": "cos(psi)", "psi": "-sin(psi)*cos(theta)/sin(theta)"},
    {"phi": "cos(psi)/sin(theta)", "theta": "-sin(psi)", "psi": "-cos(psi)*cos(theta)/sin(theta)"},
    {"psi": "1"},
)
#: Rotations of space, of a body with a fixed point.
TURNS = [{x: f for x, f in X.items() if x not in ("u", "v")} for X in ROTATIONS]


def integrated(system: System, start: dict[str, float], until: float) -> dict[str, np.ndarray]:
    """A motion by ``M a = F + A^T λ``, ``A a = -A' v``: coordinates and velocities by name."""
    s = system.specification
    q, v = (list(sympy.symbols(names)) for names in (s.coordinates, s.velocities))
    L = system.lagrangian.to_sympy(plain=True)
    names = {str(x): x for x in (*q, *v)}
    L = L.subs({x: names.get(str(x), x) for x in L.free_symbols})
    A = sympy.Matrix([phi.to_sympy(plain=True) for phi in system.constraints])
    A = A.subs({x: names.get(str(x), x) for x in A.free_symbols}).jacobian(v)
    M = sympy.hessian(L, v)
    slope = sympy.Matrix([L.diff(x) for x in q]) - sympy.Matrix(
        [sum((L.diff(w, x) * y for x, y in zip(q, v, strict=True)), start=0) for w in v]
    )
    bent = (A * sympy.Matrix(v)).jacobian(q) * sympy.Matrix(v)
    numbers = sympy.lambdify([*q, *v], [M, A, slope, bent])
    n, m = len(q), A.rows

    def rates(_: float, state: np.ndarray) -> np.ndarray:
        mass, rows, force, curve = map(np.array, numbers(*state))
        left = np.block([[mass, rows.T], [rows, np.zeros((m, m))]])
        right = np.concatenate([force.ravel(), -curve.ravel()])
        return np.concatenate([state[n:], np.linalg.solve(left, right)[:n]])

    begin = np.array([start.get(str(x), 0.0) for x in (*q, *v)], dtype=float)
    rows = np.array(numbers(*begin)[1], dtype=float)
    begin[n:] -= np.linalg.pinv(rows) @ rows @ begin[n:]
    times = np.linspace(0, until, 801)
    run = solve_ivp(rates, (0, until), begin, "DOP853", times, rtol=1e-11, atol=1e-12)
    return {"t": times, **{str(x): row for x, row in zip((*q, *v), run.y, strict=True)}}


def along(J: Noether, motion: dict[str, np.ndarray]) -> np.ndarray:
    """The momentum and its rate."""
    names = [str(x) for x in J.momentum.space.coordinates]
    compiled = compile_functions([J.momentum, J.rate], names)
    return np.array([compiled(row) for row in zip(*(motion[n] for n in names), strict=True)]).T


START = {"x": 0.3, "y": 0.4, "theta": 0.9, "phi": 0.5, "psi": 0.2, "u": 1.6, "xdot": 1, "ydot": 0.7,
         "thetadot": 0.6, "phidot": 0.4, "psidot": 0.8, "udot": 0.3}  # fmt: skip
SLEIGH = gallery_system("chaplygin-sleigh").specialised({"m": 2, "I": 3, "a": "1/2"})
#: The system, its group and the functions besides, momenta and what is conserved.
KNOWN = {
    # A multiple by (1 + y²)^{-1/2} (Bloch, Krishnaprasad, Marsden, Murray, section 5).
    "particle": (PARTICLE, None, 1, (), 1, 1),
    "Heisenberg": (HEISENBERG, None, 1, (), 1, 1),
    "car": (CAR.specialised({"m": 2, "I": 3}), None, 1, (), 1, 1),
    # Speed, turning and so the middle of the circle.
    "knife edge": (KNIFE, None, 1, (), 2, 4),
    # dv/dθ = a ω, dω/dθ = -k v: with sines and cosines of κθ, which are no functions on a circle.
    "sleigh": (SLEIGH, None, 1, (), 2, 2),
    # Hypergeometric coefficients: none that are elementary.
    "disk": (DISK, None, 1, (), 2, 0),
    "cylinder": (
        CYLINDER, [{"u": "1", "phi": "1"}, *OWN_TURNS], 0,
        ("z", "sin(phi - u)/sin(theta)", "sin(phi - u)*cos(theta)/sin(theta)"), 2, 2,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", KNOWN)
def test_published_answers_by_integration(name: str) -> None:
    system, group, order, extra, count, conserved = KNOWN[name]
    found = NonholonomicMomentum(system.dynamics(), group, order, extra)
    assert (len(found.momenta), len(found.conserved)) == (count, conserved)
    assert all(c.holds for c in found.equations)
    motion = integrated(system, START, 1.0)
    for J in found.conserved:
        assert J.is_conserved.holds
        value, _ = along(J, motion)
        assert np.ptp(value) < 1e-7 * max(1, abs(value[0]))
    for J in found.momenta:
        value, rate = along(J, motion)
        change = simpson(rate, x=motion["t"])
        assert abs(value[-1] - value[0] - change) < 1e-7 * max(1, abs(change))
        if not J.is_conserved.holds:  # the motion tells a wrong equation from a right one
            assert abs(value[-1] - value[0] - 2 * change) > 1e-3


def test_how_many_there_are_is_decided() -> None:
    """For whatever functions: Gauss' series of the disk, and none of a car with an inertia more."""
    disk = DISK.nonholonomic_momentum()
    assert not disk.conserved and disk.existing == 2
    assert "  2 exist, with functions g^k that were not found in formulas" in disk.report()
    # Besides speed, turning and the middle: (x² + y²) ω/2 - (x sin θ - y cos θ) v.
    knife = KNIFE.nonholonomic_momentum()
    assert number_of_combinations(knife.momenta, knife.velocities) == 5
    assert number_of_combinations(knife.momenta[:1], knife.velocities) == 1
    none = gallery_system("snakeboard").nonholonomic_momentum()
    assert none.existing == 0 and "  none, whatever functions" in none.report()


def test_what_the_equations_suggest() -> None:
    """The matrix of the sleigh has the eigenvalues ±iκ, κ² = m a²/(I + m a²)."""
    found = SLEIGH.nonholonomic_momentum()
    cosine, sine = functions_by_equations(found.momenta)
    X = SLEIGH.configuration_space.vector_field(theta=1)
    assert check(X(X(cosine)) == -cosine / 7) and not check(X(X(cosine)) == -cosine / 6)
    assert check(cosine**2 + sine**2 == 1)
    assert all(found.periodicity(J).angles == ("theta",) for J in found.conserved)
    assert not functions_by_equations(DISK.nonholonomic_momentum().momenta)
    # Over its knife the speed and the turning are constant.
    assert not functions_by_equations(KNIFE.nonholonomic_momentum().momenta)


def test_one_momentum_is_decided() -> None:
    """For whatever function on E: yes with its formula, or no with what would have to be 0."""
    found = PARTICLE.nonholonomic_momentum()
    assert found.multiple is not None and found.multiple.exists.holds
    (J,) = found.conserved
    restrict = PARTICLE.constraint_set.restrict
    known = PARTICLE.evolution_space.function("xdot*sqrt(1 + y**2)")
    assert check(restrict(J.momentum - known) == 0)
    assert not check(restrict(J.momentum - 2 * known) == 0)
    steered = System(
        coordinates=CAR.specification.coordinates, parameters="m I J", positive="m I",
        lagrangian="m*(xdot**2 + ydot**2)/2 + I*thetadot**2/2 + J*thetadot*phidot + phidot**2/2",
        constraints=list(map(str, CAR.specification.constraints)),
    )  # fmt: skip
    coupled = steered.nonholonomic_momentum()
    assert coupled.multiple is not None and coupled.multiple.exists.holds is False
    assert not coupled.conserved and "J == 0" in str(coupled.exceptions).split(" or ")
    (conclusion,) = (c.conclusion for c in coupled.cases if c.values == {"J": "0"})
    assert "conserved besides" in conclusion and "  none, unless" in coupled.report()


def test_suslov() -> None:
    """Along rotations of space: two, conserved if the axis is a principal one (Suslov, 1946)."""
    suslov = gallery_system("suslov").specialised({"I1": 1, "I2": 2, "I3": 2})
    parts = ["sin(psi)", "cos(psi)", "sin(psi)/sin(theta)", "cos(psi)/sin(theta)"]
    values = {"I13": "1/2", "I23": "1/4"}
    found = suslov.specialised(values).nonholonomic_momentum(TURNS, order=0, extra=parts)
    assert len(found.momenta) == 2 and not found.conserved
    principal = suslov.specialised({"I13": 0, "I23": 0})
    found = principal.nonholonomic_momentum(TURNS, order=0, extra=parts)
    restrict, J = principal.constraint_set.restrict, principal.evolution_space.function
    first, second = (restrict(p.momentum) for p in found.conserved)
    # I1 ω1 and I2 ω2, up to constants.
    known = [
        restrict(J("phidot*sin(theta)*sin(psi) + thetadot*cos(psi)")),
        restrict(J("phidot*sin(theta)*cos(psi) - thetadot*sin(psi)")),
    ]
    relations = linear.constant_relations([*known, first, second])
    assert len(relations) == 2
    assert not linear.constant_relations([*known, first * known[0]])


def test_horizontal_symmetries_are_found_whatever_the_basis() -> None:
    """A constant combination in D, of fields none of which lies in it."""
    system = System(
        coordinates="x y z", lagrangian="(xdot**2 + ydot**2 + zdot**2)/2",
        constraints=["(1 + z**2)*(xdot - ydot)"],
    )  # fmt: skip
    found = system.nonholonomic_momentum([{"x": "1"}, {"y": "1"}])
    assert [str(J.field) for J in found.momenta] == ["∂_x + ∂_y"]
    assert [found.is_horizontal(J) for J in found.momenta] == [True]
    assert found.momenta[0].is_conserved.holds


def test_dependent_and_wrong_groups() -> None:
    shifts = [{"x": "1"}, {"z": "1"}]
    with pytest.raises(NotApplicable, match="are dependent"):
        PARTICLE.nonholonomic_momentum([*shifts, {"x": "2", "z": "3"}])
    with pytest.raises(NotApplicable, match="no symmetry"):
        PARTICLE.nonholonomic_momentum([*shifts, {"y": "1"}])
    # More fields than dimensions of an orbit: what they span counts once.
    plane = System(
        coordinates="x y z", lagrangian="(xdot**2 + ydot**2 + zdot**2)/2", constraints=["zdot"]
    )
    found = plane.nonholonomic_momentum([{"x": "1"}, {"y": "1"}, {"x": "-y", "y": "x"}])
    assert len(found.momenta) == 3 and all(J.is_conserved.holds for J in found.momenta)


def test_conserved_momenta_are_natural() -> None:
    """They are those of the pulled-back group, pulled back, up to a constant factor."""
    new, change = pulled_back(PARTICLE, {"t": "t", "x": "x + y**2", "y": "2*y", "z": "z"})
    shifts = [{"x": "1"}, {"z": "1"}]
    (ours,), (theirs,) = (s.nonholonomic_momentum(shifts).conserved for s in (new, PARTICLE))
    restrict = new.constraint_set.restrict
    square = restrict(ours.momentum) ** 2 / restrict(change.pull(theirs.momentum)) ** 2
    N = square.space
    assert all(check(X(square) == 0) for X in N.frame)
    wrong = square * N["y"]
    assert not all(check(X(wrong) == 0) for X in N.frame)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["momentum", "nonholonomic-particle", "--field", "x=1", "--field", "z=1"]
    with pytest.raises(SystemExit) as end:
        main([*given, "--json"])
    data = json.loads(capsys.readouterr().out)
    assert end.value.code == 0 and [c["momentum"] for c in data["conserved"]] == [
        "xdot*sqrt(y**2 + 1)"
    ]
    for field, reason in (("y=1", "no symmetry"), ("x", "write NAME=VALUE"), ("w=1", "w")):
        with pytest.raises(SystemExit) as end:
            main([*given, "--field", field])
        assert end.value.code and reason in capsys.readouterr().err
