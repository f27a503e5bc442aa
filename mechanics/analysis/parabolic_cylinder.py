"""The example of section IV: a particle on a parabolic cylinder that moves along x.

The paper's Lagrangian and force, corrected: gravity is a force of the particle, not only of its
reaction; the spring acts once, by its potential; and L is regular in the two coordinates of
the surface, while the 3 × 3 matrix with the rheonomic coordinate belongs to another system.
Source: C. Frigioiu, K. Hedrih, I. G. Bîrsan, section IV.
"""

from __future__ import annotations

from mechanics.analysis.moving_surface import MovingSurface
from mechanics.model.systems import System

#: The rate of the rheonomic coordinate q^0 = l Omega t.
RATE = "l*Omega"

#: x^3 as a function of x^1 and of the rheonomic coordinate, here time.
HEIGHT = "(x - l*Omega*t)**2/l"


def particle() -> System:
    """The particle in space: a spring to the origin, gravity along -z, damping -b v."""
    return System(
        name="Particle on a moving parabolic cylinder",
        coordinates="x y z",
        parameters="m c g l Omega b",
        positive="m l",
        lagrangian="m*(xdot**2 + ydot**2 + zdot**2)/2 - c*(x**2 + y**2 + z**2)/2 - m*g*z",
        forces={"x": "-b*xdot", "y": "-b*ydot", "z": "-b*zdot"},
        source="C. Frigioiu, K. Hedrih, I. G. Bîrsan, section IV",
        simulate={
            "until": 6,
            "initial": {"x": 1, "y": "1/2", "xdot": 0, "ydot": 0},
            "parameters": {"m": 1, "c": 1, "g": "9.81", "l": 1, "Omega": "1/4", "b": "1/10"},
        },
    )


def moving_cylinder() -> MovingSurface:
    """The particle on the surface z = (x - l Omega t)²/l.

    Examples
    --------
    >>> from diffgeo import check
    >>> from mechanics.analysis.parabolic_cylinder import RATE, moving_cylinder
    >>> surface = moving_cylinder()
    >>> check(surface.power == surface.rheonomic_force(RATE)
    ...       * surface.reduced.evolution_space.function(RATE)).status.name
    'VERIFIED'
    """
    return MovingSurface(particle(), {"z": HEIGHT})


def any_surface() -> MovingSurface:
    """A particle in a potential U(x, y, z) on a surface z = f(x, y, t), both undefined.

    What holds for it holds for every surface and potential.
    """
    space = System(
        name="Particle on a moving surface",
        coordinates="x y z",
        parameters="m",
        positive="m",
        functions="f(x, y, t) U(x, y, z)",
        lagrangian="m*(xdot**2 + ydot**2 + zdot**2)/2 - U(x, y, z)",
        source="C. Frigioiu, K. Hedrih, I. G. Bîrsan, section IV",
    )
    return MovingSurface(space, {"z": "f(x, y, t)"})


def extended() -> System:
    """The same with the rheonomic coordinate q for l Omega t as a third coordinate.

    Its velocity is prescribed by a constraint; the multiplier is Q_00, equation (34).
    """
    return System(
        name="extended Lagrange system",
        coordinates="x y q",
        parameters="m c g l Omega b",
        positive="m l",
        lagrangian=(
            "m*(xdot**2 + ydot**2 + (2*(x - q)*(xdot - qdot)/l)**2)/2"
            " - c*(x**2 + y**2 + (x - q)**4/l**2)/2 - m*g*(x - q)**2/l"
        ),
        forces={
            "x": "-b*(xdot + 4*(x - q)**2*(xdot - qdot)/l**2)",
            "y": "-b*ydot",
            "q": "b*4*(x - q)**2*(xdot - qdot)/l**2",
        },
        constraints=["qdot - l*Omega"],
    )
