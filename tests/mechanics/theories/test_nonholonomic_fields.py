"""Fields with constraints: a string of blades, whose motions are known, and what is natural."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from diffgeo import Fibration, Manifold, Map, check, jet

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "examples" / "theories"))
from nonholonomic_field import NonholonomicField

BASE, E = Manifold("B", "t s"), Manifold("E", "t s x y theta")
PI = Fibration(Map(E, BASE, {"t": "t", "s": "s"}))
J = jet(PI, 1)
WAVES = " + ".join(f"({q}_t**2 - {q}_s**2)/2" for q in ("x", "y", "theta"))
BLADES = NonholonomicField(
    J.function(WAVES), [J.function("x_t*sin(theta) - y_t*cos(theta)")], BASE["t"]
)
#: Sections with their multiplier: what lies still across blades along x is held in any shape, waves
#: glide along; all blades turn together as one does alone, with v = ω = 1.
KNOWN = [
    ({"x": "(s - t)**2", "y": "s**3", "theta": "0"}, "6*s"),
    ({"x": "sin(t)", "y": "-cos(t)", "theta": "t"}, "-1"),
]


def section(images: dict[str, str]) -> Map:
    return Map(BASE, E, {"t": "t", "s": "s", **images})


@pytest.mark.parametrize(("images", "multiplier"), KNOWN)
def test_known_motions(images: dict[str, str], multiplier: str) -> None:
    sigma, known = section(images), BASE.function(multiplier)
    assert BLADES.is_solution(sigma, [known])
    assert not BLADES.is_solution(sigma, [-known])
    assert not BLADES.is_solution(section(images | {"y": images["y"] + " + t"}), [known])
    (found,) = BLADES.multipliers
    assert check(jet(PI, 2).prolong(sigma).pull(found) == known)


@pytest.mark.parametrize(("images", "multiplier"), KNOWN)
@pytest.mark.parametrize("along", [0, 1], ids=["energy", "momentum"])
def test_energy_and_momentum(images: dict[str, str], multiplier: str, along: int) -> None:
    """D_t P^t + D_s P^s is the power of the reaction: 0 for the energy, not for the momentum."""
    current, (power,) = BLADES.balance(E.frame[along])
    j1, known = J.prolong(section(images)), BASE.function(multiplier)
    rates = [X(j1.pull(P)) for X, P in zip(BASE.frame, current, strict=True)]
    assert check(rates[0] + rates[1] == known * j1.pull(power))
    if along == 0:
        assert check(power == -BLADES.phi[0])
    elif images["theta"] == "0":
        assert not check(rates[0] + rates[1] == 0)
        assert not check(rates[0] + rates[1] == -known * j1.pull(power))


def test_it_is_natural() -> None:
    """Other coordinates of the fibres, that depend on the base: the same multipliers."""
    new = Manifold("N", "t s x y theta")
    pi = Fibration(Map(new, BASE, {"t": "t", "s": "s"}))
    change = Map(
        new, E, {"t": "t", "s": "s", "x": "x + y**2", "y": "y + s*t", "theta": "theta - t"}
    )
    there = J.prolong_fibred(change, pi)
    twice = jet(PI, 2).prolong_fibred(change, pi)
    made = NonholonomicField(there.pull(BLADES.L), [there.pull(f) for f in BLADES.phi], BASE["t"])
    (found,), (known,) = made.multipliers, BLADES.multipliers
    assert check(found == twice.pull(known))
    assert not check(found == -twice.pull(known))


def test_over_time_alone_it_is_the_equation_with_multipliers() -> None:
    """With one coordinate of the base: m x'' = -k x + λ y, ... of a particle with z' = y x'."""
    line, space = Manifold("R", "t"), Manifold("F", "t x y z", parameters="k")
    jets = jet(Fibration(Map(space, line, {"t": "t"})), 1)
    L = jets.function("(xdot**2 + ydot**2 + zdot**2)/2 - k*x**2/2")
    field = NonholonomicField(L, [jets.function("zdot - y*xdot")], line["t"])
    (found,) = field.multipliers
    assert check(found == field.J.function("(xdot*ydot - k*x*y)/(1 + y**2)"))
    assert not check(found == field.J.function("xdot*ydot/(1 + y**2)"))
