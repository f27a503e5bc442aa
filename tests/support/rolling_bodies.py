"""Bodies that roll without slipping: Euler angles (z-x-z), the centre of mass over (x, y)."""

from __future__ import annotations

from collections.abc import Sequence

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


#: Rotations of space, on (u, v) of a sphere and on the body.
ROTATIONS = (
    {
        "v": "1",
        "phi": "-sin(phi)*cos(theta)/sin(theta)",
        "theta": "cos(phi)",
        "psi": "sin(phi)/sin(theta)",
    },
    {
        "u": "cos(v)",
        "v": "sin(u)*sin(v)/cos(u)",
        "phi": "cos(phi)*cos(theta)/sin(theta)",
        "theta": "sin(phi)",
        "psi": "-cos(phi)/sin(theta)",
    },
    {"u": "sin(v)", "v": "-sin(u)*cos(v)/cos(u)", "phi": "1"},
)


def ball_over_sphere(share: str, inertia: Sequence[str], rubber: bool = False) -> System:
    """A ball of radius 1, mass 1, on a sphere: n' = share ω × n for the direction n of its centre.

    n = (sin(u), -sin(v) cos(u), cos(v) cos(u)); the share is 1/(1 + radius of the sphere). A ball
    of rubber does not turn about n.
    """
    x, y, z = OMEGA
    constraints = [
        f"udot - ({share})*(cos(v)*{y} + sin(v)*{z})",
        f"vdot*cos(u) - ({share})*(cos(u)*{x} + sin(u)*sin(v)*{y} - sin(u)*cos(v)*{z})",
    ]
    if rubber:
        constraints.append(f"sin(u)*{x} - sin(v)*cos(u)*{y} + cos(v)*cos(u)*{z}")
    return System(
        name="Ball over a sphere",
        coordinates="u v phi theta psi",
        lagrangian=f"(udot**2 + cos(u)**2*vdot**2)/(2*({share})**2)"
        + "".join(f" + {i}*{w}**2/2" for i, w in zip(inertia, BODY, strict=True)),
        constraints=constraints,
    )


def ellipsoid(squares: tuple[int, int, int], product: str) -> System:
    """An ellipsoid that rolls on a plane, with the squares of its axes and a product of inertia.

    Its moments of inertia along these axes are 2, 2 or 3, and 4. With a product of inertia in the
    plane of the axes that lie, it is a rattleback.
    """
    second = 2 if squares[0] == squares[1] else 3
    support = " + ".join(f"{s}*{g}**2" for s, g in zip(squares, VERTICAL, strict=True))
    height = f"sqrt({support})"
    arm = [f"(-{s}*{g}/{height})" for s, g in zip(squares, VERTICAL, strict=True)]
    contact = [
        "(" + " + ".join(f"{r}*({axis[k]})" for r, axis in zip(arm, AXES, strict=True)) + ")"
        for k in range(3)
    ]
    # The rates of the vertical, seen from the body.
    rates = (
        "(cos(theta)*sin(psi)*thetadot + sin(theta)*cos(psi)*psidot)",
        "(cos(theta)*cos(psi)*thetadot - sin(theta)*sin(psi)*psidot)",
        "(-sin(theta)*thetadot)",
    )
    climb = " + ".join(f"{s}*{g}*{v}" for s, g, v in zip(squares, VERTICAL, rates, strict=True))
    spin = f"2*{BODY[0]}**2 + {second}*{BODY[1]}**2 + 4*{BODY[2]}**2"
    return System(
        name="Rolling ellipsoid",
        coordinates="x y phi theta psi",
        lagrangian=f"(xdot**2 + ydot**2 + ({climb})**2/({support}))/2 - 10*{height}"
        f" + ({spin} + 2*({product})*{BODY[0]}*{BODY[1]})/2",
        constraints=[
            f"xdot + {OMEGA[1]}*{contact[2]} - {OMEGA[2]}*{contact[1]}",
            f"ydot + {OMEGA[2]}*{contact[0]} - {OMEGA[0]}*{contact[2]}",
        ],
    )


def trailers(count: int, *masses: str) -> System:
    """A car, in front, with trailers: knife edges at (x, y), (x, y) - (cos, sin)(th1), ….

    The masses and the moments of inertia of car and trailers are given, or numbers.
    """
    m, m1, J, J1 = masses or ("2", "1", "3", "1")
    kinetic, constraints, velocity = [], [], ("xdot", "ydot")
    for k in range(count + 1):
        if k:
            velocity = (
                f"{velocity[0]} + sin(th{k})*th{k}dot",
                f"{velocity[1]} - cos(th{k})*th{k}dot",
            )
        vx, vy = velocity
        mass, inertia = (m1, J1) if k else (m, J)
        kinetic.append(f"{mass}*(({vx})**2 + ({vy})**2)/2 + {inertia}*th{k}dot**2/2")
        constraints.append(f"({vx})*sin(th{k}) - ({vy})*cos(th{k})")
    return System(
        name=f"Car with {count} trailers",
        coordinates=["x", "y", *(f"th{k}" for k in range(count + 1))],
        parameters=list(masses),
        positive=list(masses),
        lagrangian=" + ".join(kinetic),
        constraints=constraints,
    )
