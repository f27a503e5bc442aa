"""Rolling bodies with published answers, and these by numbers that the library has not made.

The volumes of Routh's sphere and of Chaplygin's ball are known since 1884 and 1903; the ball is
integrable by them, and by the theorem of Euler and Jacobi, and it is not φ-simple.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from rolling_bodies import chaplygin_ball, ellipsoid, routh_sphere, trailers

from diffgeo import check
from diffgeo.calculus import compile_functions
from mechanics import System

SPHERE = routh_sphere()
#: a > l: the centre of mass lies in the sphere.
SPHERE_OF_NUMBERS = SPHERE.specialised({"m": 1, "a": 1, "l": "1/2", "A": 2, "C": 1, "g": 1})
BALL = chaplygin_ball(("1", "2", "3")).specialised({"m": 1, "a": 1})


@pytest.mark.parametrize("system", [SPHERE_OF_NUMBERS, BALL], ids=["sphere", "ball"])
def test_integrals_are_constant(system: System) -> None:
    dynamics = system.dynamics()
    assert all(dynamics.conserves(name).holds for name in system.invariants)
    (wrong, *_) = system.invariants.values()
    rate = dynamics.regular.field(wrong * system.evolution_space.function("cos(theta)"))
    assert not check(dynamics.on_constraints(rate, 0))


def test_the_sphere_of_routh() -> None:
    """ρ is the product of A + m r² and the factor of Routh's integral, for all parameters."""
    found = SPHERE.invariant_volume()
    assert found.has_basic_density.holds and found.is_invariant.holds
    assert found.chart_density is not None
    factors = {str(c): p for p, c in found.chart_density.factors}
    space = found.velocities.space
    routh = space.function("A*C + m*A*a**2*sin(theta)**2 + m*C*(l + a*cos(theta))**2")
    assert check(factors["1/2"] == routh) and not check(factors["1/2"] == 2 * routh)
    assert SPHERE_OF_NUMBERS.integrability(0).theorem == "Euler-Jacobi-Lie"


@pytest.mark.parametrize(
    ("system", "is_basic", "has_density"),
    [
        # A rattleback has attracting motions; a body of revolution has a measure (Chaplygin).
        (ellipsoid((1, 4, 9), "1/4"), False, False),
        (ellipsoid((1, 1, 4), "0"), True, True),
        # With the angle φ at the hitch and the mass M(φ), M v̇ = -M'(φ) φ̇ v/2 and th0 turns
        # evenly: M^{1/2}/φ̇ is a density for the speed v and thdot0, by hand.
        (trailers(1, "m", "m1", "J", "J1"), False, True),
        (trailers(2), False, False),
    ],
    ids=["rattleback", "ellipsoid of revolution", "one trailer", "two trailers"],
)
def test_obstructions_that_are_too_large_to_be_written(
    system: System, is_basic: bool, has_density: bool
) -> None:
    found = system.invariant_volume()
    assert found.has_basic_density.holds is is_basic
    assert (found.chart_density is not None) is has_density
    text = found.conclusion
    assert ("generic" in text) is bool(system.specification.parameters)


def test_the_ball_of_chaplygin() -> None:
    found = BALL.integrability(0)
    assert found.theorem == "Euler-Jacobi-Lie" and found.is_integrable
    assert len(found.integrals) == 4 and len(found.chosen) == 3
    # Besides sin θ its density is (1/(m a²) - (γ, (I + m a²)⁻¹ γ))^{1/2}, γ the vertical.
    density = found.volume.chart_density
    assert density is not None
    space = found.space
    given = space.function("1 - sin(theta)**2*(sin(psi)**2/2 + cos(psi)**2/3) - cos(theta)**2/4")
    (factor,) = (p for p, c in density.factors if str(c) == "1/2")
    assert check(factor == 24 * given) and not check(factor == 12 * given)
    general = chaplygin_ball()
    reduced = general.chaplygin([{"x": "1"}, {"y": "1"}])
    assert reduced.is_simple.holds is False and "not determined by its trace" in str(reduced)


@pytest.mark.parametrize("system", [SPHERE_OF_NUMBERS, BALL], ids=["sphere", "ball"])
def test_the_divergence_by_numbers(system: System) -> None:
    """div Γ + Γ(log ρ) = 0 by differences of the accelerations, on the six free velocities."""
    found = system.invariant_volume()
    density, dynamics, names = found.chart_density, system.dynamics(), system.specification
    assert density is not None
    velocities = names.velocities
    states = ("t", *names.coordinates, *velocities)
    shown = dynamics.presentation.accelerations
    place = system.constraint_set
    free = [v for v in velocities if v not in place.solved]
    chart = ("t", *names.coordinates, *free)
    solved = [place.restrict(system.evolution_space[v]) for v in place.solved]
    dependent = compile_functions(solved, chart)
    rates = compile_functions([shown[v.removesuffix("dot")] for v in free], states)
    powers = [(compile_functions([p], chart), float(Fraction(str(c)))) for p, c in density.factors]

    def full(z: np.ndarray) -> dict[str, float]:
        values = dict(zip(chart, z.tolist(), strict=True))
        return values | dict(zip(place.solved, dependent(z.tolist()), strict=True))

    def field(z: np.ndarray) -> np.ndarray:
        values = full(z)
        moving = [values[v] for v in velocities]
        return np.array([1.0, *moving, *rates([values[s] for s in states])])

    def log(z: np.ndarray) -> float:
        return sum(c * math.log(abs(p(z.tolist())[0])) for p, c in powers)

    z = np.array([0.0, 0.1, 0.2, 0.3, 1.1, 0.7, *(0.4, -0.6, 0.8)[: len(free)]])
    h, divergence, slope = 1e-5, 0.0, 0.0
    for k in range(len(z)):
        e = np.eye(len(z))[k] * h
        divergence += (field(z + e)[k] - field(z - e)[k]) / (2 * h)
        slope += (log(z + e) - log(z - e)) / (2 * h) * field(z)[k]
    assert abs(divergence + slope) < 1e-7 < abs(divergence)
