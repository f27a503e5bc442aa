"""Bodies that roll without slipping: Euler angles (z-x-z), the centre of mass over (x, y)."""

from __future__ import annotations

from mechanics import System

#: The angular velocity in space.
OMEGA = (
    "(thetadot*cos(phi) + psidot*sin(phi)*sin(theta))",
    "(thetadot*sin(phi) - psidot*cos(phi)*sin(theta))",
    "(phidot + psidot*cos(theta))",
)
#: The angular velocity along the axes of the body, and the vertical seen from it.
BODY = (
    "(phidot*sin(theta)*sin(psi) + thetadot*cos(psi))",
    "(phidot*sin(theta)*cos(psi) - thetadot*sin(psi))",
    "(psidot + phidot*cos(theta))",
)
VERTICAL = ("(sin(theta)*sin(psi))", "(sin(theta)*cos(psi))", "cos(theta)")


#: The axes of the body, in space.
AXES = (
    (
        "cos(phi)*cos(psi) - sin(phi)*cos(theta)*sin(psi)",
        "sin(phi)*cos(psi) + cos(phi)*cos(theta)*sin(psi)",
        "sin(theta)*sin(psi)",
    ),
    (
        "-cos(phi)*sin(psi) - sin(phi)*cos(theta)*cos(psi)",
        "-sin(phi)*sin(psi) + cos(phi)*cos(theta)*cos(psi)",
        "sin(theta)*cos(psi)",
    ),
    ("sin(phi)*sin(theta)", "-cos(phi)*sin(theta)", "cos(theta)"),
)


def routh_sphere() -> System:
    """A sphere of radius a with its centre of mass at the distance l on an axis of symmetry.

    A and C are its moments of inertia about the centre of mass. Besides the energy the integrals of
    Jellett and of Routh are constant (E. J. Routh, Advanced Rigid Dynamics, 1884).
    """
    along, height = "l*sin(theta)", "(a + l*cos(theta))"
    return System(
        name="Sphere of Routh",
        coordinates="x y phi theta psi",
        parameters="m a l A C g",
        positive="m a l A C g",
        lagrangian=f"m*(xdot**2 + ydot**2 + ({along})**2*thetadot**2)/2"
        f" + A*(thetadot**2 + phidot**2*sin(theta)**2)/2 + C*{BODY[2]}**2/2 - m*g*{height}",
        constraints=[
            f"xdot - {OMEGA[1]}*{height} - {OMEGA[2]}*{along}*cos(phi)",
            f"ydot + {OMEGA[0]}*{height} - {OMEGA[2]}*{along}*sin(phi)",
        ],
        invariants={
            "jellett": f"A*a*{OMEGA[2]} + {BODY[2]}*((C - A)*a*cos(theta) + C*l)",
            "routh": f"{BODY[2]}*sqrt(A*C + m*A*a**2*sin(theta)**2 + m*C*(l + a*cos(theta))**2)",
        },
    )


def chaplygin_ball(inertia: tuple[str, str, str] = ("I1", "I2", "I3")) -> System:
    """A ball of radius a with its centre of mass in the middle, and any moments of inertia.

    Its angular momentum about the point of contact is constant in space (S. A. Chaplygin, 1903).
    """
    parameters = list(dict.fromkeys(name for name in inertia if name.isidentifier()))
    along = "(" + " + ".join(f"{w}*{g}" for w, g in zip(BODY, VERTICAL, strict=True)) + ")"
    momentum = [
        f"({i}*{w} + m*a**2*({w} - {g}*{along}))"
        for i, w, g in zip(inertia, BODY, VERTICAL, strict=True)
    ]
    return System(
        name="Ball of Chaplygin",
        coordinates="x y phi theta psi",
        parameters=["m", "a", *parameters],
        positive=["m", "a", *parameters],
        lagrangian="m*(xdot**2 + ydot**2)/2"
        + "".join(f" + {i}*{w}**2/2" for i, w in zip(inertia, BODY, strict=True)),
        constraints=[f"xdot - a*{OMEGA[1]}", f"ydot + a*{OMEGA[0]}"],
        invariants={
            f"momentum_{name}": " + ".join(
                f"{K}*({axis[j]})" for K, axis in zip(momentum, AXES, strict=True)
            )
            for j, name in enumerate("xyz")
        },
    )
