"""Rigid bodies by rotors, without Euler angles, against the equations of quaternions by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

from diffgeo import Form, Manifold, Metric, d
from diffgeo.metrics import MixedForm, clifford_product
from mechanics import System, simulate

ROTOR = ["r0", "r1", "r2", "r3"]
RATES = [f"{name}dot" for name in ROTOR]
SQUARE = "(r0**2 + r1**2 + r2**2 + r3**2)"
#: A rotor of length 1 has no energy in its length, which makes the Lagrangian regular.
LENGTH = "(r0*r0dot + r1*r1dot + r2*r2dot + r3*r3dot)**2/2"

body = Manifold("body", "a b c", parameters=ROTOR + RATES)
euclid = Metric.diagonal(body, a=1, b=1, c=1)
da, db, dc = map(d, body.coordinates)
INERTIA = np.array([1.0, 2.0, 2.5])
START, TURN = np.array([0.6, 0.0, 0.8, 0.0]), np.array([0.7, 0.9, -0.4])


def rotor(names: list[str]) -> MixedForm:
    r0, r1, r2, r3 = map(body.function, names)
    return MixedForm(body, [r0, -(r1 * db * dc + r2 * dc * da + r3 * da * db)])


def axis(bivector: MixedForm) -> list[str]:
    """The angular velocity of R' = -ωR/2 (or -Rω/2), with the volume form i: B = iω."""
    part = bivector.part(2).components
    found: list[Form] = [-2 * part["b", "c"], -2 * part["c", "a"], -2 * part["a", "b"]]
    return [f"({f})" for f in found]


R, V = rotor(ROTOR), rotor(RATES)
IN_BODY = axis(clifford_product(R.reverse, V, euclid))
IN_SPACE = axis(clifford_product(V, R.reverse, euclid))
ENERGY = " + ".join(f"{i}*{w}**2/2" for i, w in zip(["A", "B", "C"], IN_BODY, strict=True))


def spun(r: Any, w: Any) -> np.ndarray:
    """r' = r w/2 with the product of quaternions, by hand."""
    a, b = r[0], r[1:]
    return 0.5 * np.array([-b @ w, *(a * w + np.cross(b, w))])


def vertical(r: Any) -> np.ndarray:
    """The third axis of space, seen from the body: r* k r, by hand."""
    a, b, c, e = r
    return np.array([2 * (b * e - a * c), 2 * (c * e + a * b), a * a - b * b - c * c + e * e])


def agrees(
    energy: str,
    constraints: list[str],
    turn: np.ndarray,
    acceleration: Callable[[Any, Any], Any],
    others: dict[str, float] | None = None,
    coordinates: tuple[str, ...] = (),
) -> float:
    """How far the motion of the library is from that of ``ω' = …`` by hand."""
    system = System(
        coordinates=[*coordinates, *ROTOR], parameters="A B C", positive="A B C",
        lagrangian=f"{energy} + {LENGTH}", constraints=constraints, holonomic=[f"{SQUARE} - 1"],
    )  # fmt: skip
    values = dict(zip([*ROTOR, *RATES], [*START, *spun(START, turn)], strict=True))
    values |= dict(zip("ABC", INERTIA, strict=True)) | (others or {})
    run = simulate(system.dynamics(), values, until=3, points=4, rtol=1e-10, atol=1e-12)

    def rates(_: float, y: np.ndarray) -> list[float]:
        return [*spun(y[:4], y[4:]), *acceleration(y[:4], y[4:])]

    by_hand = solve_ivp(rates, [0, 3], [*START, *turn], t_eval=run.t, rtol=1e-11, atol=1e-12)
    return float(max(abs(run[n] - by_hand.y[k]).max() for k, n in enumerate(ROTOR)))


def test_the_problem_of_suslov() -> None:
    # The third axis does not turn; with a product of inertia D = 1/2 of the axes 1 and 3.
    p, _, r = IN_BODY

    def acceleration(_: Any, w: Any) -> list[float]:
        return [-w[1] * w[0] / 2 / INERTIA[0], w[0] * w[0] / 2 / INERTIA[1], 0]

    turn = np.array([0.7, 0.9, 0])
    assert agrees(f"{ENERGY} + {p}*{r}/2", [r], turn, acceleration) < 1e-7
    assert agrees(f"{ENERGY} + {p}*{r}/3", [r], turn, acceleration) > 1e-3


def test_the_problem_of_veselova() -> None:
    # The body does not turn about the vertical.
    def acceleration(r: Any, w: Any) -> Any:
        free, g = np.cross(INERTIA * w, w), vertical(r)
        return (free - g * (g @ (free / INERTIA)) / (g @ (g / INERTIA))) / INERTIA

    turn = TURN - vertical(START) * (vertical(START) @ TURN)
    assert agrees(ENERGY, [IN_SPACE[2]], turn, acceleration) < 1e-7


def test_the_ball_of_chaplygin() -> None:
    # A ball of mass and radius 1 rolls; its angular momentum about the point of contact is fixed.
    def momentum(r: Any, w: Any) -> Any:
        g = vertical(r)
        return (INERTIA + 1) * w - g * (g @ w)

    def acceleration(r: Any, w: Any) -> Any:
        g = vertical(r)
        turned = np.cross(g, w)
        # K' = K × ω and γ' = γ × ω in the body.
        right = np.cross(momentum(r, w), w) + turned * (g @ w)
        return np.linalg.solve(np.diag(INERTIA + 1) - np.outer(g, g), right)

    rolling = [f"xdot - {IN_SPACE[1]}", f"ydot + {IN_SPACE[0]}"]
    energy = f"{ENERGY} + (xdot**2 + ydot**2)/2"
    others = dict.fromkeys(["x", "y"], 0.0)
    assert agrees(energy, rolling, TURN, acceleration, others, ("x", "y")) < 1e-7
