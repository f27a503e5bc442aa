"""The inverse problem against the literature: positives, algebraic negatives, Douglas' cases."""

from __future__ import annotations

import json

import pytest
from gallery_systems import gallery_system

from diffgeo import check
from diffgeo.calculus import linear_algebra as linear
from mechanics import System
from mechanics.analysis.inverse_problem import InverseProblem
from mechanics.errors import NotApplicable
from mechanics.faces.command_line import main
from mechanics.model.lagrangian import euler_lagrange_form, hessian


def of(coordinates: str, **forces: str) -> System:
    """q'' = f(t, q, q'), as the force on a free particle."""
    energy = "+".join(f"{q}dot**2" for q in coordinates.split())
    return System(coordinates=coordinates, lagrangian=f"({energy})/2", forces=forces)


CUBE = "(x**2 + y**2)**(-3/2)"
#: Forces, settings; Douglas' case, a Lagrangian modulo gauge or None, how many are inequivalent.
POSITIVE = {
    "oscillator": ("x", {"x": "-x"}, {}, None, 1),
    "damped": ("x", {"x": "-xdot - x"}, {"factors": ["exp(t)"]}, None, 1),
    # Quadratic friction: L = e^{2x} xd², the geodesics of a flat metric in other coordinates.
    "quadratic friction": ("x", {"x": "-xdot**2"}, {"factors": ["exp(2*x)"]}, None, 1),
    "magnetic": ("x y", {"x": "ydot", "y": "-xdot"}, {}, "I", 1),
    "two oscillators": ("x y", {"x": "-x", "y": "-4*y"}, {}, "IIa1", 2),
    "equal oscillators": ("x y", {"x": "-x", "y": "-y"}, {}, "I", 3),
    # L = xd yd + y²/2.
    "nilpotent": ("x y", {"x": "y"}, {}, "IIb", 2),
    "Kepler": ("x y", {"x": f"-x*{CUBE}", "y": f"-y*{CUBE}"},
               {"order": 0, "extra": ["1/sqrt(x**2 + y**2)"]}, "III", 1),
}  # fmt: skip


@pytest.mark.parametrize("name", POSITIVE)
def test_lagrangians_are_found(name: str) -> None:
    coordinates, forces, settings, case, count = POSITIVE[name]
    system = of(coordinates, **forces)
    found = system.inverse_problem(**settings)
    assert found.lagrangian is not None and found.is_lagrangian.holds
    assert (found.case, len(found.lagrangians)) == (case, count)
    assert found.is_excluded is False
    # The same by another construction: the Euler–Lagrange field of L is the motion.
    again = System(coordinates=coordinates, lagrangian=str(found.lagrangian))
    jets, other = system.evolution_space, again.evolution_space
    for q in coordinates.split():
        ours = found.motion(jets[f"{q}dot"])
        theirs = again.dynamics().field(other[f"{q}dot"])
        assert check(jets.function(str(theirs)) == ours)
    wrong = found.lagrangian + jets[f"{coordinates.split()[0]}"] ** 3
    assert not check(euler_lagrange_form(wrong, jets, found.motion) == 0)
    for gauge in found.gauge:  # total derivatives satisfy their equations on every motion
        free = jets.second_order_field()
        assert check(euler_lagrange_form(gauge, jets, free) == 0)


#: Equations without any regular Lagrangian, by algebra; ẍ = x² + y², ÿ = 0 is Douglas' own.
NEGATIVE = {
    "Douglas": ({"x": "x**2 + y**2"}, "III"),
    "one way": ({"x": "-ydot", "y": "-y"}, "III"),
    "generic": ({"x": "x*ydot + y**2", "y": "x**3 - xdot*y"}, "IV"),
}


@pytest.mark.parametrize("name", NEGATIVE)
def test_what_has_none_is_excluded(name: str) -> None:
    forces, case = NEGATIVE[name]
    found = of("x y", **forces).inverse_problem()
    assert found.case == case and found.is_excluded is True
    assert found.lagrangian is None and "no regular Lagrangian" in str(found)


#: Forces; Douglas' case, and on how many functions of how many variables regular Hessians depend.
CASES = {
    "free": ({}, "I", (2, 3)),
    "separated": ({"x": "x**2", "y": "y*ydot"}, "IIa1", (2, 2)),
    "semi-separated": ({"x": "-x*ydot"}, "IIa2", (1, 2)),
    "one eigenvector": ({"x": "y"}, "IIb", (2, 2)),
    # L = xd yd + (x³ + y³)/3, but for a factor.
    "one Lagrangian": ({"x": "y**2", "y": "x**2"}, "III", (1, 0)),
    "the particle of Rosenberg, reduced": ({"x": "-y*xdot*ydot/(1 + y**2)"}, "IIa1", (2, 2)),
    "Douglas": ({"x": "x**2 + y**2"}, "III", None),
    "generic": ({"x": "x*ydot + y**2", "y": "x**3 - xdot*y"}, "IV", None),
}


@pytest.mark.parametrize("name", CASES)
def test_the_cases_of_douglas(name: str) -> None:
    forces, case, generality = CASES[name]
    found = of("x y", **forces).inverse_problem(0).conditions
    assert (found.case, found.generality) == (case, generality)
    assert found.has_regular is (generality is not None)


#: Lagrangians: what is the motion of one is never excluded.
GIVEN = ("exp(x)*xdot**2/2 + (1 + x**2)*ydot**2/2 - x*y", "xdot**4/12 + ydot**2/2 + xdot*y*y")


@pytest.mark.parametrize("lagrangian", GIVEN)
def test_what_has_one_is_not_excluded(lagrangian: str) -> None:
    system = System(coordinates="x y", lagrangian=lagrangian)
    found = system.inverse_problem(0).conditions
    assert found.has_regular and found.is_excluded is False
    # Its Hessian is one of the solutions: symmetric for Φ, as a combination of the multipliers.
    own = [entry for row in hessian(system.lagrangian, found.jets) for entry in row]
    rows = [[entry for row in m for entry in row] for m in found.multipliers]
    assert linear.rank([*rows, own]) == len(rows)


def test_three_degrees_of_freedom() -> None:
    """Oscillators have one each; a force that two of them make on the third excludes it."""
    good = of("x y z", x="x", y="4*y", z="9*z").inverse_problem(0)
    assert good.conditions.has_regular and good.case is None
    bad = of("x y z", x="y**2 + z**2").inverse_problem(0)
    assert bad.is_excluded is True


def test_equivalent_and_inequivalent_lagrangians() -> None:
    found = of("x y", x="-x", y="-4*y").inverse_problem()
    L = "(xdot**2 + ydot**2 - x**2 - 4*y**2)/2"
    assert found.is_equivalent(L, f"{L} + y*xdot + x*ydot + 2*t*x*xdot + x**2").holds
    # Of the same motion, but with another Hessian; and of another motion.
    assert found.is_equivalent(L, "(xdot**2 - x**2)/2 + ydot**2 - 4*y**2").holds is False
    assert found.is_equivalent(L, f"{L} + y*xdot").holds is False


def test_none_of_a_class_is_not_none() -> None:
    found = of("x", x="-xdot - x").inverse_problem()
    assert found.is_excluded is False and found.lagrangian is None
    assert str(found) == "no Lagrangian in the space that was searched, but there are regular ones"
    assert found.is_lagrangian.holds is None


def test_constraints_are_refused() -> None:
    with pytest.raises(NotApplicable, match="without constraints"):
        gallery_system("knife-edge").inverse_problem()


def test_the_case_is_natural() -> None:
    """Douglas' case and the exclusion in other coordinates: x = X + Y², y = Y."""
    # ẍ = x² + y² gives Ẍ = x² + y² - 2 Ẏ², as Ÿ = 0.
    moved = of("x y", x="(x + y**2)**2 + y**2 - 2*ydot**2")
    found: InverseProblem = moved.inverse_problem()
    assert found.case == "III" and found.is_excluded


def test_nothing_is_said_of_special_functions() -> None:
    """With f = y**2/2 the force has a potential."""
    given = {"coordinates": "x y", "lagrangian": "(xdot**2 + ydot**2)/2"}
    forces = {"x": "f(x, y)", "y": "x*y"}
    found = System(functions="f(x, y)", forces=forces, **given).inverse_problem(1)
    assert found.is_excluded and str(found).endswith(", for generic functions")
    special = System(forces=forces | {"x": "y**2/2"}, **given).inverse_problem(3)
    assert not special.is_excluded and special.is_lagrangian.holds


def test_friction_and_a_magnetic_field_together_exclude_it() -> None:
    """Φ is symmetric for the metric of the sphere up to the product e B b."""
    sphere = gallery_system("charged-particle-on-sphere")
    found = sphere.inverse_problem(1)
    assert found.is_excluded is True and "for generic values" in str(found)
    given = {"coordinates": "theta phi", "parameters": "m e B b", "positive": "m"}
    without = System(**given, lagrangian=str(sphere.lagrangian)).inverse_problem()
    assert without.is_excluded is False and without.is_lagrangian.holds
    slowed = str(sphere.lagrangian).replace("e*B", "0")
    forces = {"theta": "-b*thetadot", "phi": "-b*sin(theta)**2*phidot"}
    damped = System(**given, lagrangian=slowed, forces=forces).inverse_problem(
        factors=["exp(b*t/m)"]
    )
    assert damped.is_excluded is False and damped.is_lagrangian.holds


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["inverse", "charged-particle-on-sphere", "--order", "1", "--json"])
    assert end.value.code == 0
    data = json.loads(capsys.readouterr().out)
    assert data["excluded"] is True and data["lagrangian"] is None and data["case"] == "IV"
