"""Accelerations and reactions of gallery systems at rational points, by SymPy alone.

Nothing here comes from the two packages or from the system files. Each machine is set up
anew from its geometry: positions, headings and rotation matrices are differentiated, every
axle says that its velocity has no component across it, every wheel that its point of contact
rests. Then W a - Aᵀ λ = F + ∂L/∂q - (∂²L/∂v∂q) v, A a = -(∂A/∂q v) v is solved with the
bordered matrix, in rational numbers: an angle is given by the tangent τ of its half, so that
its sine and cosine are 2τ/(1 + τ²) and (1 - τ²)/(1 + τ²). What is kept is the reaction Aᵀ λ,
which does not depend on how the constraints are written.

``python tests/support/gallery_oracle.py`` writes ``tests/data/gallery.json``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import sympy as sp

FILE = Path(__file__).parents[1] / "data" / "gallery.json"
cos, sin, half = sp.cos, sp.sin, sp.Rational(1, 2)


@dataclass
class Machine:
    """A kinetic energy, generalised forces and conditions linear in the velocities."""

    coordinates: str
    angles: str
    parameters: str = ""
    controls: str = ""
    kinetic: Any = 0
    conditions: list[Any] = field(default_factory=list)
    forces: dict[str, str] = field(default_factory=dict)
    free: str = ""  # velocities that are chosen; the others follow from the conditions

    def __post_init__(self) -> None:
        self.q = [sp.Symbol(n) for n in self.coordinates.split()]
        self.v = [sp.Symbol(f"{n}dot") for n in self.coordinates.split()]

    def symbols(self) -> list[Any]:
        """Coordinates, velocities and parameters, in this order."""
        return [*self.q, *self.v, *(sp.Symbol(n) for n in self.parameters.split())]

    def rate(self, expression: Any) -> Any:
        """The derivative along a motion of a function (or matrix) of the coordinates."""
        terms = [expression.diff(q) * v for q, v in zip(self.q, self.v, strict=True)]
        return sum(terms[1:], terms[0])


def direction(angle: Any) -> Any:
    """The unit vector of a heading."""
    return sp.Matrix([cos(angle), sin(angle)])


def square(vector: Any) -> Any:
    """The squared length."""
    return (vector.T * vector)[0]


def across(velocity: Any, heading: Any) -> Any:
    """The component of a velocity to the left of a heading."""
    return (velocity.T * direction(heading + sp.pi / 2))[0]


def along(velocity: Any, heading: Any) -> Any:
    """The component of a velocity along a heading."""
    return (velocity.T * direction(heading))[0]


def rotation(phi: Any, theta: Any, psi: Any) -> Any:
    """The rotation with the Euler angles z-x-z, from the body to space."""

    def about_z(angle: Any) -> Any:
        return sp.Matrix([[cos(angle), -sin(angle), 0], [sin(angle), cos(angle), 0], [0, 0, 1]])

    about_x = sp.Matrix([[1, 0, 0], [0, cos(theta), -sin(theta)], [0, sin(theta), cos(theta)]])
    return about_z(phi) * about_x * about_z(psi)


def heisenberg() -> Machine:
    """A point of unit mass; the rate of height is minus twice the rate of the area swept."""
    machine = Machine("x y z", "", controls="u v", forces={"x": "u", "y": "v"}, free="x y")
    x, y, _z, xd, yd, zd = machine.symbols()
    machine.kinetic = (xd**2 + yd**2 + zd**2) / 2
    area = (x * yd - y * xd) / 2
    machine.conditions = [zd + 2 * area]
    return machine


def rolling_ball() -> Machine:
    """The angular velocity from the rotation matrix; the lowest point of the ball rests."""
    machine = Machine("x y phi theta psi", "phi theta psi", "m I a", free="x y phi")
    x, y, phi, theta, psi, *_, m, inertia, a = machine.symbols()
    turn = rotation(phi, theta, psi)
    spin = machine.rate(turn) * turn.T  # antisymmetric
    omega = sp.Matrix([spin[2, 1], spin[0, 2], spin[1, 0]])
    centre = machine.rate(sp.Matrix([x, y, 0]))
    machine.kinetic = m * square(centre) / 2 + inertia * square(omega) / 2
    contact = centre + omega.cross(sp.Matrix([0, 0, -a]))
    machine.conditions = [contact[0], contact[1]]
    return machine


def two_wheeled_carriage() -> Machine:
    """A body with its centre of mass before the axle; two wheels whose contacts rest."""
    machine = Machine("x y theta alpha beta", "theta alpha beta", "m I J R a b", free="x theta")
    x, y, theta, *_ = machine.symbols()
    thetad, alphad, betad = machine.v[2:]
    m, inertia, wheel, radius, a, b = machine.symbols()[10:]
    axle, left = sp.Matrix([x, y]), direction(theta + sp.pi / 2)
    centre = machine.rate(axle + a * direction(theta))
    machine.kinetic = (
        m * square(centre) + inertia * thetad**2 + wheel * (alphad**2 + betad**2)
    ) / 2
    right_hub, left_hub = machine.rate(axle - b * left), machine.rate(axle + b * left)
    machine.conditions = [
        across(right_hub, theta),
        along(right_hub, theta) - radius * alphad,
        along(left_hub, theta) - radius * betad,
    ]
    return machine


def roller_racer() -> Machine:
    """Two axles joined by a hinge; both have no velocity across them."""
    machine = Machine("x y theta phi", "theta phi", "m I1 I2 d1 d2", free="theta phi")
    x, y, theta, phi, *_ = machine.symbols()
    m, inertia1, inertia2, d1, d2 = machine.symbols()[8:]
    first = sp.Matrix([x, y])
    second = first + d1 * direction(theta) + d2 * direction(theta + phi)
    machine.kinetic = (
        m * square(machine.rate(first))
        + inertia1 * machine.rate(theta) ** 2
        + inertia2 * machine.rate(theta + phi) ** 2
    ) / 2
    machine.conditions = [
        across(machine.rate(first), theta),
        across(machine.rate(second), theta + phi),
    ]
    return machine


def snakeboard() -> Machine:
    """Board, rotor and two axles turned by phi and -phi; the axles do not move across."""
    machine = Machine(
        "x y theta psi phi", "theta psi phi", "m r J0 J1",
        controls="u w", forces={"psi": "u", "phi": "w"}, free="theta psi phi",
    )  # fmt: skip
    x, y, theta, psi, phi = machine.q
    m, r, rotor, wheels = machine.symbols()[10:]
    centre = sp.Matrix([x, y])
    board = m * r**2 - rotor - 2 * wheels
    machine.kinetic = (
        m * square(machine.rate(centre))
        + board * machine.rate(theta) ** 2
        + rotor * machine.rate(theta + psi) ** 2
        + wheels * machine.rate(theta + phi) ** 2
        + wheels * machine.rate(theta - phi) ** 2
    ) / 2
    machine.conditions = [
        across(machine.rate(centre + r * direction(theta)), theta + phi),
        across(machine.rate(centre - r * direction(theta)), theta - phi),
    ]
    return machine


def car_with_trailer() -> Machine:
    """Two axles at the distance d, of which the second one is behind the hitch."""
    machine = Machine("x y theta alpha", "theta alpha", "m m1 J J1 d", free="x theta")
    x, y, theta, alpha, *_ = machine.symbols()
    m, m1, inertia, inertia1, d = machine.symbols()[8:]
    car = sp.Matrix([x, y])
    trailer = car - d * direction(theta - alpha)
    machine.kinetic = (
        m * square(machine.rate(car))
        + inertia * machine.rate(theta) ** 2
        + m1 * square(machine.rate(trailer))
        + inertia1 * machine.rate(theta - alpha) ** 2
    ) / 2
    machine.conditions = [
        across(machine.rate(car), theta),
        across(machine.rate(trailer), theta - alpha),
    ]
    return machine


MACHINES: dict[str, Callable[[], Machine]] = {
    "car-with-trailer": car_with_trailer,
    "heisenberg": heisenberg,
    "roller-racer": roller_racer,
    "rolling-ball": rolling_ball,
    "snakeboard": snakeboard,
    "two-wheeled-carriage": two_wheeled_carriage,
}


def numbers(seed: int) -> Callable[[], Any]:
    """Small rationals different from 0, always the same sequence for a seed."""
    state = seed

    def following() -> Any:
        nonlocal state
        state = (state * 1103515245 + 12345) % 2**31
        top, bottom = 1 + state // 2**16 % 7, 1 + state // 2**22 % 5
        return sp.Rational(top if state // 2**27 % 2 else -top, bottom)

    return following


def solve(machine: Machine, point: dict[str, Any], free: dict[str, Any]) -> dict[str, Any]:
    """The velocities, accelerations and reactions at a point.

    ``point`` has the coordinates (an angle by the tangent of its half), parameters and
    controls; ``free`` the velocities that are chosen.
    """
    values: dict[Any, Any] = {sp.Symbol(n): v for n, v in point.items()}
    for name in machine.angles.split():
        tau = values.pop(angle := sp.Symbol(name))
        values[sin(angle)] = 2 * tau / (1 + tau**2)
        values[cos(angle)] = (1 - tau**2) / (1 + tau**2)

    def at(matrix: Any) -> Any:
        return matrix.applyfunc(lambda e: sp.expand_trig(sp.sympify(e)).xreplace(values))

    q, v = sp.Matrix(machine.q), sp.Matrix(machine.v)
    momenta = sp.Matrix([machine.kinetic]).jacobian(v).T
    conditions = sp.Matrix(machine.conditions)
    rows = at(conditions.jacobian(v))
    known = [name in free for name in machine.coordinates.split()]
    chosen = sp.Matrix([free.get(n, 0) for n in machine.coordinates.split()])
    wanted = [i for i, k in enumerate(known) if not k]
    supplied = rows[:, wanted].LUsolve(-rows * chosen)
    for place, i in enumerate(wanted):
        chosen[i] = supplied[place]
    values.update(zip(machine.v, chosen, strict=True))
    inertia = at(momenta.jacobian(v))
    force = at(sp.Matrix([sp.Symbol(machine.forces.get(n, "0")) if n in machine.forces else 0
                          for n in machine.coordinates.split()]))  # fmt: skip
    gradient = at(sp.Matrix([machine.kinetic]).jacobian(q).T)
    load = force + gradient - at(momenta.jacobian(q)) * chosen
    drift = -at(conditions.jacobian(q)) * chosen
    count = len(machine.conditions)
    bordered = sp.BlockMatrix([[inertia, -rows.T], [rows, sp.zeros(count, count)]]).as_explicit()
    solution = bordered.LUsolve(load.col_join(drift))
    return {
        "velocities": list(chosen),
        "accelerations": list(solution[: len(machine.q)]),
        "reactions": list(rows.T * solution[len(machine.q) :, :]),
    }


def points(machine: Machine, count: int, following: Callable[[], Any]) -> list[dict[str, Any]]:
    """Random rational points on the constraint set, with what holds there."""
    found: list[dict[str, Any]] = []
    while len(found) < count:
        point = {n: following() for n in machine.coordinates.split()}
        point |= {n: abs(following()) for n in machine.parameters.split()}
        point |= {n: following() for n in machine.controls.split()}
        free = {n: following() for n in machine.free.split()}
        if any(abs(point[n]) == 1 for n in machine.angles.split()):
            continue  # a right angle: the free velocities may not determine the others
        answer = solve(machine, point, free)

        def named(values: Sequence[Any]) -> dict[str, str]:
            names = machine.coordinates.split()
            return {
                n: str(Fraction(int(v.p), int(v.q))) for n, v in zip(names, values, strict=True)
            }

        found.append(
            {
                "values": {n: str(v) for n, v in point.items()},
                **{key: named(values) for key, values in answer.items()},
            }
        )
    return found


def table(count: int = 4) -> dict[str, Any]:
    """Everything that the file holds."""
    systems = {}
    for seed, (name, make) in enumerate(MACHINES.items(), 20):
        machine, following = make(), numbers(seed)
        systems[name] = {
            "angles": machine.angles.split(),
            "controls": machine.controls.split(),
            "points": points(machine, count, following),
        }
    about = "written by tests/support/gallery_oracle.py; angles by the tangents of their halves"
    return {"about": about, "systems": systems}


if __name__ == "__main__":
    FILE.write_text(json.dumps(table(), indent=1) + "\n", "utf8")
