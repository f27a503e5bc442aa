"""Relative equilibria and their stability, against numbers found otherwise."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from whipple_bicycle import GROUP, STRAIGHT, bicycle, linear_equations, polynomial_of

import mechanics
from diffgeo import Form, Manifold, Status, check
from mechanics import System
from mechanics.analysis.relative_equilibria import RelativeEquilibria
from mechanics.analysis.spectral_stability import SpectralStability
from mechanics.errors import BadSystem, NotApplicable

PENDULUM = System(
    coordinates="theta", parameters="m g l", positive="m g l",
    lagrangian="m*l**2*thetadot**2/2 + m*g*l*cos(theta)",
)  # fmt: skip


@pytest.fixture(scope="module")
def straight() -> RelativeEquilibria:
    return bicycle().relative_equilibria(STRAIGHT, "u", GROUP, theory="multipliers")


def test_the_bicycle_has_the_polynomial_of_the_benchmark(straight: RelativeEquilibria) -> None:
    """The nonlinear equations, linearised, are those of appendix A, exactly and for all speeds."""
    assert straight.is_equilibrium.holds
    M, C1, K0, K2 = linear_equations()
    space = straight.states.source
    assert len(straight.polynomial) == 5

    def same(expected: list[object]) -> list[Status]:
        pairs = zip(straight.polynomial, expected, strict=True)
        return [check(a == space.function(str(b)), counterexample=False).status for a, b in pairs]

    assert same(polynomial_of(M, C1, K0, K2)) == [Status.VERIFIED] * 5
    assert Status.REFUTED in same(polynomial_of(M, -C1, K0, K2))
    assert Status.REFUTED in same(polynomial_of(M, C1, K0, 2 * K2))


#: Table 2 of the benchmark, for speeds in m/s; of conjugate pairs one.
PUBLISHED = {
    0: [5.53094371765393, 3.13164324790656, -3.13164324790656, -5.53094371765393],
    1: [3.52696170990070 + 0.80774027519930j, -3.13423125066578, -7.11008014637442],
    2: [2.68234517512745 + 1.68066296590675j, -3.07158645641514, -8.67387984831737],
    5: [-0.32286642900409, -0.77534188219585 + 4.46486771378823j, -14.07838969279822],
    8: [0.14327879765713, -2.69348683581097 + 8.46037971396931j, -20.27940894394569],
}


@pytest.mark.parametrize("speed", PUBLISHED)
def test_the_bicycle_has_the_eigenvalues_of_the_benchmark(
    straight: RelativeEquilibria, speed: int
) -> None:
    spectrum = straight.at(u=speed)
    found = [r.value for r in spectrum.eigenvalues if r.value.imag >= 0]
    assert len(spectrum.eigenvalues) == 4
    for value, expected in zip(found, PUBLISHED[speed], strict=True):
        assert abs(value - expected) < 1e-12 * abs(expected) * 10
    assert spectrum.conclusion == ("stable" if speed == 5 else "unstable")
    assert all(r.radius < 1e-14 for r in spectrum.eigenvalues)


def test_weave_and_capsize_speed_of_the_bicycle(straight: RelativeEquilibria) -> None:
    ends = [(float(b), s.conclusion) for _, b, s in straight.along("u", 0, 10)]
    assert [word for _, word in ends] == ["unstable", "stable", "unstable"]
    assert ends[0][0] == pytest.approx(4.29238253634111, rel=1e-14)
    assert ends[1][0] == pytest.approx(6.02426201538837, rel=1e-14)


def test_the_sleigh_runs_with_its_mass_in_front() -> None:
    states = {"xdot": "u*cos(theta)", "ydot": "u*sin(theta)"}
    sleigh = mechanics.load("chaplygin-sleigh")
    found = sleigh.relative_equilibria(states, "u")
    assert str(found) == "stable where u > 0"
    assert sleigh.relative_equilibria(states, "u", positive="u").is_stable.holds
    backwards = {key: f"-{value}" for key, value in states.items()}
    assert sleigh.relative_equilibria(backwards, "u", positive="u").is_unstable.holds
    # udot = a w², (I + m a²) wdot = -m a u w: the eigenvalue is -m a u/(I + m a²).
    (root,) = found.at(m=2, I=3, a="1/2", u=5).eigenvalues
    assert root.value == pytest.approx(-5 / 3.5, rel=1e-15) and root.radius < 1e-15


def test_a_pendulum_hangs_and_falls() -> None:
    below, above = (PENDULUM.relative_equilibria({"theta": angle}) for angle in ("0", "pi"))
    assert above.is_unstable.holds and above.is_stable.holds is False
    # The linear motion of a conservative system does not decide that it is stable.
    assert below.is_stable.holds is False and below.is_unstable.holds is False
    assert below.is_oscillating is not None and below.is_oscillating.holds
    spectrum = below.at(m=1, g="981/100", l=2)
    assert [r.value.imag for r in spectrum.eigenvalues] == pytest.approx(
        [math.sqrt(9.81 / 2), -math.sqrt(9.81 / 2)], rel=1e-14
    )
    assert spectrum.conclusion == "stable to first order"
    with pytest.raises(NotApplicable, match="no relative equilibrium"):
        PENDULUM.relative_equilibria({"theta": 1})
    # It is at rest, but time is not in the group that is given.
    turning = System(coordinates="x phi", lagrangian="(xdot**2 + phidot**2)/2")
    with pytest.raises(NotApplicable, match="group of ∂_x; if there are other symmetries"):
        turning.relative_equilibria({"phidot": 0}, group=[{"x": 1}])


def test_friction_decides() -> None:
    data = {"coordinates": "q", "parameters": "k c", "lagrangian": "(qdot**2 - k*q**2)/2"}
    system = System(**data, positive="k c", forces={"q": "-c*qdot"})
    assert system.relative_equilibria({"q": 0}).is_stable.holds
    driven = System(**data, positive="k c", forces={"q": "c*qdot"})
    assert driven.relative_equilibria({"q": 0}).is_unstable.holds
    open_ = System(**data, forces={"q": "-c*qdot"}).relative_equilibria({"q": 0})
    assert open_.is_stable.holds is None and str(open_) == "stable where c > 0 and k*c > 0"


def test_a_pendulum_with_a_constraint_on_positions() -> None:
    """The same eigenvalues with two coordinates, on the circle that holds them."""
    planar = System(
        coordinates="x y", parameters="m g l", positive="m g l", holonomic="x**2 + y**2 - l**2",
        lagrangian="m*(xdot**2 + ydot**2)/2 - m*g*y",
    )  # fmt: skip
    states = {"x": 0, "y": "-l"}
    found, known = planar.relative_equilibria(states), PENDULUM.relative_equilibria({"theta": 0})
    assert [str(c) for c in found.polynomial] == [str(c) for c in known.polynomial]
    with pytest.raises(NotApplicable, match="not on the constraints"):
        planar.relative_equilibria({"x": 0, "y": "-2*l"})


def test_a_spherical_pendulum_turns() -> None:
    """cos θ = g/(l Ω²); the frequency of its nutation is Ω sqrt(1 + 3 cos² θ)."""
    system = System(
        coordinates="theta phi", parameters="g l", positive="g l",
        lagrangian="l**2*(thetadot**2 + sin(theta)**2*phidot**2)/2 + g*l*cos(theta)",
    )  # fmt: skip
    found = system.relative_equilibria(
        {"theta": "s", "phidot": "sqrt(g/(l*cos(s)))"}, "s", [{"t": 1}, {"phi": 1}]
    )
    numbers = {"g": 1, "l": 1, "s": "pi/3"}
    omega_2 = 1 / math.cos(math.pi / 3)
    expected = math.sqrt(omega_2 * (1 + 3 * math.cos(math.pi / 3) ** 2))
    assert sorted(r.value.imag for r in found.at(numbers).eigenvalues) == pytest.approx(
        [-expected, expected], rel=1e-14
    )


def test_what_is_no_symmetry_is_refused() -> None:
    with pytest.raises(NotApplicable, match="keeps L"):
        PENDULUM.relative_equilibria({"theta": 0}, (), [{"theta": 1}])
    with pytest.raises(BadSystem, match="no coordinate or velocity"):
        PENDULUM.relative_equilibria({"thet": 0})


def test_intervals_of_a_rotating_hoop() -> None:
    """The bottom is a minimum of the potential for R Ω² < g only."""
    found = mechanics.load("rotating-hoop").relative_equilibria({"theta": 0})
    parts = found.along("Omega", 0, 6, {"g": 10, "R": 1, "m": 1})
    assert [(float(b), s.conclusion) for _, b, s in parts] == [
        (pytest.approx(math.sqrt(10), rel=1e-15), "stable to first order"),
        (6.0, "unstable"),
    ]
    assert all(isinstance(a, Fraction) for a, _, _ in parts)


class Polynomial(SpectralStability):
    """The polynomial with such coefficients, which may be functions of k."""

    def __init__(self, *coefficients: int | str) -> None:
        self.coefficients = Manifold("M", "k").functions(coefficients)

    @property
    def polynomial(self) -> list[Form]:
        return self.coefficients


def test_eigenvalues_that_are_opposite_need_not_be_imaginary() -> None:
    """(λ + 1)(λ⁴ + 6λ² + 25) has the roots ±1 ± 2i: no coefficient is negative."""
    given = Polynomial(1, 1, 6, 6, 25, 25)
    assert given.is_stable.holds is False and given.is_unstable.holds is None
    assert "or opposite to each other" in given.is_unstable.reason
    assert given.at({}).unstable.holds and given.at({}).stable.holds is False


@pytest.mark.parametrize(
    "coefficients, oscillating, unstable",
    [
        ((1, 0, 5, 0, 4), True, False),  # ±i, ±2i
        ((1, 0, 6, 0, 25), False, True),  # ±1 ± 2i
        ((1, 0, 2, 0, 1), False, None),  # ±i twice
        ((1, 0, 1, 0, 0), False, None),  # ±i, 0 twice
        ((1, 0, -5, 0, 4), False, True),  # ±1, ±2
        ((1, 0, 14, 0, 49, 0, 36), True, False),  # ±i, ±2i, ±3i
        ((1, 0, 4, 0, 1, 0, -6), False, True),  # ±1, ±i√2, ±i√3
        ((1, 0), None, None),  # 0
    ],
)
def test_opposite_eigenvalues_are_decided(
    coefficients: tuple[int, ...], oscillating: bool | None, unstable: bool | None
) -> None:
    given = Polynomial(*coefficients)
    found = given.is_oscillating
    assert (found and found.holds) == oscillating if found else oscillating is None
    assert given.is_unstable.holds == unstable
    spectrum = given.at({})
    assert spectrum.unstable.holds == unstable and spectrum.stable.holds is False
    if found is not None:
        assert spectrum.oscillating is not None and spectrum.oscillating.holds == oscillating


def test_where_opposite_eigenvalues_are_imaginary() -> None:
    """μ² + 2kμ + 1 has different negative zeros for k > 1 only."""
    given = Polynomial(1, 0, "2*k", 0, 1)
    first, second = given.conditions
    assert str(first) == "k" and check(second == second.space.function("k**2 - 1"))
    assert given.conclusion.startswith("stable to first order where k > 0 and ")
    parts = given.along("k", -3, 3)
    assert [(float(b), s.conclusion) for _, b, s in parts] == [
        (1.0, "unstable"),
        (3.0, "stable to first order"),
    ]
