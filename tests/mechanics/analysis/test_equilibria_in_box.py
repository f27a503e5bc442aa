"""All relative equilibria in a box, where no formula gives them."""

from __future__ import annotations

import json
import math
from fractions import Fraction

import pytest
from scipy.optimize import brentq
from sets_by_hand import run

from diffgeo.errors import NotSupported, OutsideDomain
from mechanics import System, load
from mechanics.errors import BadValue

HOOP = {"g": 8, "R": 1, "m": 1, "Omega": 4}
COUPLED = System(
    name="two pendulums and a spring", coordinates="a b", parameters="c k",
    lagrangian="(adot**2 + bdot**2)/2 + cos(a) + cos(b) - c*(a - b)**2/2 - k*a**2/2",
)  # fmt: skip
#: In the frame that turns with the bodies, m1 = 1 - mu at -mu and m2 = mu at 1 - mu.
RESTRICTED = System(
    name="restricted problem", coordinates="x y", parameters="mu",
    lagrangian="((xdot - y)**2 + (ydot + x)**2)/2 + (1 - mu)/sqrt((x + mu)**2 + y**2)"
    " + mu/sqrt((x - 1 + mu)**2 + y**2)",
)  # fmt: skip


def test_the_bead_on_a_hoop() -> None:
    """sin θ = 0, or cos θ = 1/2; near the latter λ² = -R Ω² sin² θ/R = -12."""
    found = load("rotating-hoop").equilibria_in({"theta": (-4, 4)}, HOOP)
    angles = [-math.pi, -math.pi / 3, 0, math.pi / 3, math.pi]
    assert [float(e.zero.middle["theta"]) for e in found.found] == pytest.approx(angles)
    assert found.is_complete and all(check.holds is not None for check in found.checks())
    words = ["unstable", "stable to first order"]
    assert [e.conclusion for e in found.found] == [words[k] for k in (0, 1, 0, 1, 0)]
    assert found.found[1].spectrum.eigenvalues[0].value == pytest.approx(1j * math.sqrt(12))
    # The control: too slow a hoop has none beside.
    slow = load("rotating-hoop").equilibria_in({"theta": (-1, 1)}, {**HOOP, "Omega": 2})
    assert [e.conclusion for e in slow.found] == ["stable to first order"] and slow.is_complete


def test_springs_without_a_formula() -> None:
    """From the second equation a = b + sin(b)/c: the zeros of a function of b, by its signs."""
    c, k = 0.02, 0.01

    def height(b: float) -> float:
        a = b + math.sin(b) / c
        return math.sin(a) + c * (a - b) + k * a

    steps = [-4 + j / 500 + 1e-4 for j in range(4000)]
    expected = [
        brentq(height, s, s + 1 / 500) for s in steps if height(s) * height(s + 1 / 500) < 0
    ]
    expected = [b for b in expected if abs(b + math.sin(b) / c) < 4]
    found = COUPLED.equilibria_in({"a": (-4, 4), "b": (-4, 4)}, {"c": "1/50", "k": "1/100"})
    assert found.is_complete and len(expected) > 3
    assert sorted(float(e.zero.middle["b"]) for e in found.found) == pytest.approx(sorted(expected))
    assert {e.conclusion for e in found.found} == {"unstable", "stable to first order"}


@pytest.mark.parametrize("mu, stable", [("1/30", True), ("1/10", False)])
def test_the_triangle_of_lagrange(mu: str, stable: bool) -> None:
    """L4 at (1/2 - mu, √3/2), where 27 mu (1 - mu) < 1 is stable to first order (Gascheau)."""
    x = Fraction(1, 2) - Fraction(mu)
    y = Fraction(173, 200)
    box = {"x": (x - Fraction(1, 300), x + Fraction(1, 200)), "y": (y, y + Fraction(1, 200))}
    found = RESTRICTED.equilibria_in(box, {"mu": mu})
    (triangle,) = found.found
    assert float(triangle.zero.middle["y"]) == pytest.approx(math.sqrt(3) / 2, abs=1e-15)
    assert triangle.conclusion == ("stable to first order" if stable else "unstable")


def test_a_collinear_point_of_the_restricted_problem() -> None:
    """L3, by the equation on the line; it is unstable for all mu."""

    def force(x: float) -> float:
        return x - 0.9 * (x + 0.1) / abs(x + 0.1) ** 3 - 0.1 * (x - 0.9) / abs(x - 0.9) ** 3

    x = brentq(force, -1.2, -0.9)
    box = {"x": (Fraction(-11, 10), Fraction(-1)), "y": (Fraction(-1, 60), Fraction(1, 50))}
    found = RESTRICTED.equilibria_in(box, {"mu": "1/10"})
    (third,) = found.found
    assert found.is_complete and third.conclusion == "unstable"
    assert [*map(float, third.zero.middle.values())] == pytest.approx([x, 0], abs=1e-13)


def test_collinear_points_on_their_line() -> None:
    """With y = 0 given one equation holds by itself; L1 and L2 beside the body at 9/10.

    The stability is that in the plane: on the line alone L3 would not be decided.
    """

    def force(x: float) -> float:
        return x - 0.9 * (x + 0.1) / abs(x + 0.1) ** 3 - 0.1 * (x - 0.9) / abs(x - 0.9) ** 3

    found = RESTRICTED.equilibria_in({"x": (-2, 2)}, {"mu": "1/10", "y": 0})
    expected = [brentq(force, *sides) for sides in ((-1.5, -0.5), (0.3, 0.8), (1, 2))]
    assert [float(e.zero.middle["x"]) for e in found.found] == pytest.approx(expected, abs=1e-12)
    assert [e.conclusion for e in found.found] == ["unstable"] * 3
    # At the bodies the equations are not defined: what is left are boxes around them, and small.
    assert [{**box}["x"][0] < body < {**box}["x"][1] for box, body in
            zip(found.left, (-0.1, 0.9), strict=True)] == [True, True]  # fmt: skip
    assert all(b - a < 1 / 20 for box in found.left for a, b in box.values())
    # Off the line there is none: two equations for one unknown.
    beside = RESTRICTED.equilibria_in({"x": (1, 2)}, {"mu": "1/10", "y": "1/10"})
    assert not beside.found and beside.is_complete


def test_more_equations_than_unknowns() -> None:
    """V = x⁴/4 - x² + (y - 1)(x² - 2): at y = 1 both x = 0, where ∂V/∂y ≠ 0, and x² = 2."""
    spring = System(
        coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2 - x**4/4 + x**2 - (y - 1)*(x**2 - 2)"
    )
    found = spring.equilibria_in({"x": (-3, 3)}, {"y": 1})
    assert [str(e.zero) for e in found.found] == ["x = -1.4142135623731", "x = 1.4142135623731"]
    assert found.is_complete
    assert not spring.equilibria_in({"x": (-3, 3)}, {"y": 2}).found


def test_what_is_not_known_is_told() -> None:
    """At Ω² = g/R the lowest point is a threefold zero."""
    found = load("rotating-hoop").equilibria_in({"theta": (-1, 1)}, {**HOOP, "g": 16})
    assert not found.found and not found.is_complete
    assert "These are all in the box: perhaps, but for theta in (" in found.report()
    assert found.checks()[-1].holds is None  # type: ignore[index]


def test_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    given = [f"--set={name}={value}" for name, value in HOOP.items()]
    words = ("stability", "rotating-hoop", "--search", "--box", "theta=1/2:4", *given)
    status, out, _ = run(capsys, *words)
    assert status == 0 and "theta = 1.0471975511966" in out and out.count("theta = ") == 2
    assert out.endswith("These are all in the box: certainly.\n")
    status, out, _ = run(capsys, *words, "--json")
    told = json.loads(out)
    assert status == 0 and told["complete"] and len(told["found"]) == 2 and not told["left"]
    for wrong, message in [
        (("--box", "theta=1"), "write NAME=LOW:HIGH"),
        (("--box", "phi=0:1"), "do not depend on phi"),
        ((), "--search has the states for answer"),
    ]:
        status, _, errors = run(capsys, "stability", "rotating-hoop", "--search", *wrong, *given)
        assert status == 2 and message in errors
    status, _, errors = run(capsys, *words[:5], *given[1:])
    assert status == 2 and "the value of g is missing" in errors
    status, _, errors = run(capsys, "stability", "rotating-hoop", "--box", "theta=0:1")
    assert status == 2 and "give --search" in errors
    with pytest.raises(BadValue, match="give an interval for theta"):
        load("rotating-hoop").equilibria_in({}, HOOP)


def test_where_there_is_no_motion_there_is_no_equilibrium() -> None:
    """The centre in polar coordinates, and what is declared: the equations alone vanish there."""
    polar = System(
        coordinates="r phi",
        lagrangian="(rdot**2 + r**2*phidot**2)/2 - r**2/2 + b*r",
        parameters="b",
    )
    found = polar.equilibria_in({"r": (-1, 3)}, {"b": 0})
    assert not found.found and not found.is_complete
    ((low, high),) = [box["r"] for box in found.left]
    assert low < 0 < high and high - low < 1e-60
    shifted = polar.equilibria_in({"r": (1, 3)}, {"b": 2})  # the control
    assert [str(e.zero) for e in shifted.found] == ["r = 2"] and shifted.is_complete
    declared = {"coordinates": "x", "lagrangian": "xdot**2/2 - x**3/3 + x**2/2"}
    for more, told in (({}, ["x = 0", "x = 1"]), ({"nonzero": "x"}, ["x = 1"])):
        found = System(**declared, **more).equilibria_in({"x": (-1, 2)})
        assert [str(e.zero) for e in found.found] == told
    beyond = System(**declared, positive="x").equilibria_in({"x": (-1, 2)})
    assert [str(e.zero) for e in beyond.found] == ["x = 1"]


def test_a_radius_is_rounded_up() -> None:
    oscillator = System(coordinates="x", lagrangian="xdot**2/2 - x**2/2")
    (zero,) = oscillator.equilibria_in({"x": (-1, 2)}).found
    assert 0 < zero.zero.to_dict()["x"]["radius"] < 1e-60 and zero.zero.accuracy != "0.0e+00"
    with pytest.raises(NotSupported, match="beyond 1e\\+300"):
        oscillator.equilibria_in({"x": (-1, Fraction(10) ** 400)})


def test_values_have_the_declared_signs() -> None:
    values = {"g": 8, "m": 1, "Omega": 4}
    for radius in (-1, 0):
        with pytest.raises((OutsideDomain, BadValue), match=f"R = {radius}"):
            load("rotating-hoop").equilibria_in({"theta": (-1, 2)}, {**values, "R": radius})
