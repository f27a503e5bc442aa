"""Relative equilibria that are found, beside those that are known."""

from __future__ import annotations

import math

import pytest
from sets_by_hand import run

from mechanics import System, load
from mechanics.errors import NotApplicable

SPHERICAL = System(
    name="spherical pendulum", coordinates="theta phi", parameters="g l", positive="g l",
    lagrangian="l**2*(thetadot**2 + sin(theta)**2*phidot**2)/2 + g*l*cos(theta)",
    domain=["theta in (0, pi)"],
)  # fmt: skip
#: V' = x (x² - a) and y.
WELL = System(
    coordinates="x y", parameters="a b",
    lagrangian="(xdot**2 + ydot**2)/2 - (x**4/4 - a*x**2/2 + b*y**2/2)",
)  # fmt: skip


def test_the_bead_on_a_hoop() -> None:
    """sin θ = 0, or cos θ = g/(R Ω²): here 8/16, whose two angles are π/3 and 5π/3."""
    asked = load("rotating-hoop").equilibria()
    found = asked.found
    values = {"g": 8, "R": 1, "Omega": 4, "m": 1, "t": 0}
    angles = sorted(float(f.states.images["theta"].at(values)) for f in found)
    assert angles == pytest.approx([0, math.pi / 3, math.pi, 5 * math.pi / 3])
    assert [str(f) for f in asked.left] == ["Omega"]  # at rest without gravity all angles are
    top = next(f for f in found if str(f.states.images["theta"]) == "pi")
    assert top.at({"g": 10, "R": 1, "m": 1, "Omega": 1}).unstable.holds


def test_those_that_turn() -> None:
    assert not SPHERICAL.equilibria().found  # at rest they are θ = 0 and π, out of the domain
    (family,) = SPHERICAL.equilibria({"phidot": "u"}, "u").found
    angle = family.states.images["theta"].at({"g": 9, "l": 1, "u": 6, "t": 0, "phi": 0})
    assert math.cos(float(angle)) == pytest.approx(9 / 36)
    assert family.conclusion.startswith("stable to first order")


def test_of_the_sleigh_those_that_run_straight() -> None:
    states = {"xdot": "u*cos(theta)", "ydot": "u*sin(theta)", "thetadot": "w"}
    (family,) = load("chaplygin-sleigh").equilibria(states, "u w").found
    assert str(family.states.images["thetadot"]) == "0" and str(family) == "stable where u > 0"


def test_special_values_of_parameters_are_told() -> None:
    found = WELL.equilibria()
    assert {str(f.states.images["x"]) for f in found.found} == {"0", "sqrt(a)", "-sqrt(a)"}
    assert [str(f) for f in found.left] == ["b"]  # then y is arbitrary
    assert "where b = 0 there may be others" in found.report()
    assert found.report().endswith("of an angle one turn was searched.")
    assert str(found).endswith("were found: 3, and there may be others where b = 0")
    # The families are numbered.
    latex = found._repr_latex_()
    assert r"} &= \sqrt{a}" in latex and r"\dot{x}^{(1)} &= 0" in latex


def test_what_is_not_solved_is_told() -> None:
    quintic = System(coordinates="x", lagrangian="xdot**2/2 - x**6/6 + x**2/2 + x")
    found = quintic.equilibria()
    assert not found.found and [str(f) for f in found.left] == ["x + 1 - x**5"]


def test_an_odd_number_of_eigenvalues_that_are_zero_is_not_decided() -> None:
    """Of λ³ the coefficients of λ², 1 vanish as of a polynomial in λ²: its degree is odd."""
    found = load("knife-edge").equilibria()
    assert len(found.found) == 2
    assert all("not decided" in family.conclusion for family in found.found)


def test_without_symmetries_there_are_none(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(NotApplicable, match="no symmetry is known"):
        load("pursuit").equilibria()
    assert run(capsys, "stability", "pursuit", "--search")[0] == 2
    status, _, errors = run(capsys, "stability", "rotating-hoop", "--search", "--set", "g=1")
    assert status == 2 and "--search has the states for answer" in errors
    status, out, _ = run(capsys, "stability", "rotating-hoop", "--search", "--json")
    assert status == 0 and '"left": [\n    "Omega"\n  ]' in out
