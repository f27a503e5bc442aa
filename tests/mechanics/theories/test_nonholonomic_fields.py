"""Fields with constraints: a string of blades, whose motions are known, and what is natural."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from diffgeo import Fibration, Manifold, Map, check, jet
from diffgeo.errors import AxiomViolation

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


# --- a rod that rolls: the example of the source ------------------------------------------------

PARAMETERS = {"parameters": "rho alpha beta K R", "positive": "rho alpha beta K R"}
LINE = Manifold("B", "t s", **PARAMETERS)
RODS = Manifold("E", "t s x y theta z v lam mu", **PARAMETERS)
RODS_1 = jet(Fibration(Map(RODS, LINE, {"t": "t", "s": "s"})), 1)
#: The slopes z = x_s, v = y_s are fields of their own, so that bending is of the first order.
BENDING = RODS_1.function(
    "rho*(x_t**2 + y_t**2)/2 + alpha*theta_t**2/2 - beta*theta_s**2/2 - K*(z_s**2 + v_s**2)/2"
    " + lam*(z - x_s) + mu*(v - y_s)"
)
ROLLING = [RODS_1.function("x_t + R*theta_t*y_s"), RODS_1.function("y_t - R*theta_t*x_s")]
ROD = NonholonomicField(BENDING, ROLLING, LINE["t"])
#: EL and the coefficients of the reactions, by hand: with lam = -K x_sss these are the equations
#: ρ x_tt + K x_ssss = ν, ρ y_tt + K y_ssss = μ, α θ_tt - β θ_ss = R (ν y_s - μ x_s) of the rod.
BY_HAND = {
    "x": ("rho*x_tt - lam_s", "1", "0"),
    "y": ("rho*y_tt - mu_s", "0", "1"),
    "theta": ("alpha*theta_tt - beta*theta_ss", "R*y_s", "-R*x_s"),
    "z": ("-K*z_ss - lam", "0", "0"),
    "v": ("-K*v_ss - mu", "0", "0"),
    "lam": ("x_s - z", "0", "0"),
    "mu": ("y_s - v", "0", "0"),
}


def test_the_equations_of_a_rolling_rod() -> None:
    for W, V, formulas in zip(ROD.W, RODS.frame[2:], BY_HAND.values(), strict=True):
        inertia, *reactions = formulas
        assert check(ROD.inertia(W) == ROD.J.function(inertia))
        for rho, text in zip(ROD.reactions, reactions, strict=True):
            assert check(rho(RODS_1.prolong_field(V)) == RODS_1.function(text))
    assert not check(ROD.inertia(ROD.W[2]) == ROD.J.function("alpha*theta_tt + beta*theta_ss"))


def test_friction_holds_a_bent_rod_by_twisting_it() -> None:
    """y = s⁴ at rest: the ground pushes with 24 K, and the twist is θ = 12 R K s²/β."""
    images = {"t": "t", "s": "s", "x": "s", "y": "s**4", "theta": "12*R*K*s**2/beta", "z": "1",
              "v": "4*s**3", "lam": "0", "mu": "-24*K*s"}  # fmt: skip
    bent, pushes = Map(LINE, RODS, images), LINE.functions(["0", "24*K"])
    assert ROD.is_solution(bent, pushes)
    assert not ROD.is_solution(bent, [-f for f in pushes])
    untwisted = Map(LINE, RODS, images | {"theta": "0"})
    assert not ROD.is_solution(untwisted, pushes)


def test_energy_and_momentum_of_a_rolling_rod() -> None:
    """D_A P^A = λ^a ρ_a(X) for all solutions: no power for the energy, which rolling keeps."""
    for X in RODS.frame[:3]:
        assert ROD.is_balanced(X)
    (_, powers), (_, others) = ROD.balance(RODS.frame[0]), ROD.balance(RODS.frame[1])
    for phi, power, other in zip(ROD.phi, powers, others, strict=True):
        assert check(power == -phi) and not check(other == -phi)
    with pytest.raises(AxiomViolation, match="no symmetry"):
        ROD.is_balanced(RODS.vector_field({"theta": "theta"}))
