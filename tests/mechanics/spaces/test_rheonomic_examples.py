"""Systems with time that are not in the gallery, under all theories and against Newton by hand.

Each system comes with equations that hold on its constraint set, derived in the comment beside it
without Lagrange's equations: from Newton's law in space, relative motion or the balance of
momentum. ``qddot`` stands for an acceleration.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from diffgeo import check
from mechanics import System, compare
from mechanics.analysis.moving_surface import MovingSurface
from mechanics.spaces.rheonomic_geometry import RheonomicSystem
from mechanics.testing.wrong_theories import forceless
from mechanics.theories import multipliers
from mechanics.theories.equality_on_constraints import Place


@dataclass(frozen=True)
class Example:
    """A system, and equations of motion by hand."""

    system: dict[str, Any]
    equations: tuple[str, ...]
    name: str


EXAMPLES = [
    # A string of the length l(t): the angular momentum about the pin changes by the moment of
    # the weight, (l² θ')' = -g l sin θ.
    Example(
        {
            "coordinates": "theta", "parameters": "m g", "positive": "m", "functions": "l(t)",
            "lagrangian": "m*(l(t)**2*thetadot**2 + Derivative(l(t), t)**2)/2"
            " + m*g*l(t)*cos(theta)",
        },
        ("l(t)**2*thetaddot + 2*l(t)*Derivative(l(t), t)*thetadot + g*l(t)*sin(theta)",),
        "shortening pendulum",
    ),
    # A helix z = b (s - α(t)), radius a, that turns by α(t): the forces are along the normal
    # of the wire in the cylinder, (-b, a) up to length: a² s'' + b z'' = -b g for the component
    # along the wire, z'' = b (s'' - α'').
    Example(
        {
            "coordinates": "s z", "parameters": "m g a b", "positive": "m a b",
            "functions": "alpha(t)",
            "lagrangian": "m*(a**2*sdot**2 + zdot**2)/2 - m*g*z",
            "constraints": "zdot - b*(sdot - Derivative(alpha(t), t))",
        },
        (
            "a**2*sddot + b*zddot + b*g",
            "zddot - b*(sddot - Derivative(alpha(t), t, t))",
        ),
        "bead on a turning helix",
    ),
    # A trough z = k u²/2 that turns with Omega(t), in its frame: the forces of Coriolis, Euler
    # and the centrifugal one, the weight and the reaction N (-k u, 0, 1), N = z'' + g.
    Example(
        {
            "coordinates": "u w", "parameters": "m g k", "positive": "m",
            "functions": "Omega(t)",
            "lagrangian": "m*((udot - Omega(t)*w)**2 + (wdot + Omega(t)*u)**2 + (k*u*udot)**2)/2"
            " - m*g*k*u**2/2",
        },
        (
            "uddot - 2*Omega(t)*wdot - Derivative(Omega(t), t)*w - Omega(t)**2*u"
            " + k*u*(k*udot**2 + k*u*uddot + g)",
            "wddot + 2*Omega(t)*udot + Derivative(Omega(t), t)*u - Omega(t)**2*w",
        ),
        "particle in a turning trough",
    ),
    # m v' = e (E + v × B) - b |v|² v with the induced field (B'/2)(y, -x) and E(t) along x.
    Example(
        {
            "coordinates": "x y", "parameters": "m e b", "positive": "m",
            "functions": "B(t) E(t)",
            "lagrangian": "m*(xdot**2 + ydot**2)/2 + e*B(t)*(x*ydot - y*xdot)/2 + e*E(t)*x",
            "forces": {
                "x": "-b*(xdot**2 + ydot**2)*xdot", "y": "-b*(xdot**2 + ydot**2)*ydot",
            },
        },
        (
            "m*xddot - e*(E(t) + Derivative(B(t), t)*y/2 + B(t)*ydot)"
            " + b*(xdot**2 + ydot**2)*xdot",
            "m*yddot + e*(Derivative(B(t), t)*x/2 + B(t)*xdot) + b*(xdot**2 + ydot**2)*ydot",
        ),
        "charged particle with drag",
    ),
    # Gas leaves with the velocity xd - c: in dt the momentum (m xd) changes by -k x dt and by
    # what the gas carries off, m' (xd - c) dt. Hence m xdd = -k x - m' c.
    Example(
        {
            "coordinates": "x", "parameters": "k c", "functions": "m(t)", 
            "lagrangian": "m(t)*xdot**2/2 - k*x**2/2",
            "forces": {"x": "Derivative(m(t), t)*(xdot - c)"},
        },
        ("m(t)*xddot + k*x + Derivative(m(t), t)*c",),
        "rocket on a spring",
    ),
    # The momenta p = xd³/3 + a xd and q = (1 + t x) yd; p' = t yd²/2 - xd³, q' = 0.
    Example(
        {
            "coordinates": "x y", "functions": "a(t)",
            "lagrangian": "xdot**4/12 + a(t)*xdot**2/2 + (1 + t*x)*ydot**2/2",
            "forces": {"x": "-xdot**3"},
        },
        (
            "(xdot**2 + a(t))*xddot + Derivative(a(t), t)*xdot - t*ydot**2/2 + xdot**3",
            "(1 + t*x)*yddot + (x + t*xdot)*ydot",
        ),
        "quartic Lagrangian",
    ),
    # A skate that is steered, (xd, yd) = u (cos α, sin α): u' is the force along the edge, that
    # of a field E(t) along x, and the edge turns the velocity.
    Example(
        {
            "coordinates": "x y", "parameters": "m", "positive": "m",
            "functions": "alpha(t) E(t)",
            "lagrangian": "m*(xdot**2 + ydot**2)/2 + E(t)*x",
            "constraints": "xdot*sin(alpha(t)) - ydot*cos(alpha(t))",
        },
        (
            "m*(xddot*cos(alpha(t)) + yddot*sin(alpha(t))) - E(t)*cos(alpha(t))",
            "xddot*sin(alpha(t)) - yddot*cos(alpha(t))"
            " + Derivative(alpha(t), t)*(xdot*cos(alpha(t)) + ydot*sin(alpha(t)))",
        ),
        "steered skate",
    ),
    # The speed w(t) is prescribed and the reaction is along the velocity: v·a = w w', and across
    # it there is the weight only.
    Example(
        {
            "coordinates": "x y", "parameters": "m g", "positive": "m", "functions": "w(t)",
            "lagrangian": "m*(xdot**2 + ydot**2)/2 - m*g*y",
            "constraints": "xdot**2 + ydot**2 - w(t)**2",
        },
        (
            "xdot*xddot + ydot*yddot - w(t)*Derivative(w(t), t)",
            "xdot*(yddot + g) - ydot*xddot",
        ),
        "prescribed speed",
    ),
]  # fmt: skip
ALL = pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: e.name)


def made(example: Example) -> System:
    return System(name=example.name, **example.system)


def residual(dynamics, equation: str):
    """An equation by hand along the motion that was derived."""
    for name, function in dynamics.acceleration_functions.items():
        equation = equation.replace(f"{name}ddot", f"({function})")
    return dynamics.system.evolution_space.function(equation)


@ALL
def test_all_theories_that_apply_agree(example: Example) -> None:
    found = compare(made(example))
    assert found.agree and set(found.not_applicable) == {"lagrange_space"}
    assert "depends on the time" in found.not_applicable["lagrange_space"]
    assert len(found.theories) == 5
    statuses = {c.verdict.status.name for theory in found.theories for c in theory.checks}
    assert statuses == {"VERIFIED"}


@ALL
def test_the_equations_by_hand(example: Example) -> None:
    dynamics = made(example).dynamics("rheonomic")
    place = Place(dynamics.system)
    for equation in example.equations:
        assert check(place.same(residual(dynamics, equation), 0)).status.name == "VERIFIED"
        # Negative control: the first term with the opposite sign, and time added.
        first, *_ = dynamics.acceleration_functions
        wrong = equation.replace(f"{first}ddot", f"(-{first}ddot)")
        if wrong != equation:
            assert not check(place.same(residual(dynamics, wrong), 0))
        assert not check(place.same(residual(dynamics, f"{equation} + t"), 0))


@pytest.mark.parametrize("name", ["charged particle with drag", "rocket on a spring"])
def test_a_theory_without_the_forces_is_found_out(name: str) -> None:
    (example,) = [e for e in EXAMPLES if e.name == name]
    found = compare(made(example), [multipliers, forceless])
    assert found.agree is False
    (theory,) = [t for t in found.theories if t.motion]
    assert theory.motion.verdict.counterexample.point


def test_the_metric_of_the_quartic_lagrangian_is_not_riemannian() -> None:
    (example,) = [e for e in EXAMPLES if e.name == "quartic Lagrangian"]
    system = RheonomicSystem.of(made(example))
    X, _ = system.structure.transversal_frame
    V, _ = system.structure.vertical_frame
    g = system.metric(X, X)
    assert check(2 * g == system.jets.function("xdot**2 + a(t)"))
    assert check(V(g) == system.jets["xdot"])


def test_the_helix_as_a_moving_wire() -> None:
    """The same bead with one coordinate on the wire, φ = s - α: (a² + b²) φ'' = -a² α'' - b g."""
    space = System(
        coordinates="s z", parameters="m g a b", positive="m a b", functions="alpha(t)",
        lagrangian="m*(a**2*sdot**2 + zdot**2)/2 - m*g*z",
    )  # fmt: skip
    wire = MovingSurface(space, {"z": "b*(s - alpha(t))"})
    jets = wire.reduced.evolution_space
    (acceleration,) = wire.dynamics.acceleration_functions.values()
    by_hand = "(b**2*Derivative(alpha(t), t, t) - b*g)/(a**2 + b**2)"
    assert check(acceleration == jets.function(by_hand))
    assert not check(acceleration == jets.function(by_hand.replace("- b*g", "+ b*g")))
    assert check(wire.related())
    # The motor of the helix has the power λ ∂f/∂t = -b α' m (z'' + g).
    lift = f"b*({by_hand} - Derivative(alpha(t), t, t)) + g"
    assert check(wire.power == jets.function(f"-m*b*Derivative(alpha(t), t)*({lift})"))


def test_the_shortening_pendulum_in_the_plane() -> None:
    """Newton in Cartesian coordinates with the tension along the string, by Runge and Kutta.

    x² + z² = l² twice differentiated: λ l² = v² - g z - l'² - l l'', with a = -λ (x, z) - g e_z.
    """
    (example,) = [e for e in EXAMPLES if e.name == "shortening pendulum"]
    motion = made(example).simulate(
        {"l(t)": "2 - t/4", "m": 1, "g": 9.81, "theta": 0.5, "thetadot": 0}, until=2
    )

    def rate(t: float, state: np.ndarray) -> np.ndarray:
        x, z, u, w = state
        length, change = 2 - t / 4, -1 / 4
        tension = (u**2 + w**2 - 9.81 * z - change**2) / length**2
        return np.array([u, w, -tension * x, -tension * z - 9.81])

    l, angle, h, t = 2.0, 0.5, 1e-3, 0.0  # noqa: E741
    state = np.array([l * np.sin(angle), -l * np.cos(angle),
                      -np.sin(angle) / 4, np.cos(angle) / 4])  # fmt: skip
    for _ in range(2000):
        a = rate(t, state)
        b = rate(t + h / 2, state + h / 2 * a)
        c = rate(t + h / 2, state + h / 2 * b)
        e = rate(t + h, state + h * c)
        state, t = state + h / 6 * (a + 2 * b + 2 * c + e), t + h
    assert np.hypot(state[0], state[1]) == pytest.approx(1.5, abs=1e-9)
    assert motion["theta"][-1] == pytest.approx(np.arctan2(state[0], -state[1]), abs=1e-8)
