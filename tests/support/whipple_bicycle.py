"""The bicycle of Whipple with the parameters of the benchmark, nonlinear, and its linear equations.

Four rigid bodies: rear wheel R, rear frame B with the rider, front assembly H, front wheel F; x
points forwards, z down. Sources: F. J. W. Whipple, The stability of the motion of a bicycle, 1899;
J. P. Meijaard, J. M. Papadopoulos, A. Ruina, A. L. Schwab, Linearized dynamics equations for the
balance and steer of a bicycle: a benchmark and review, Proc. R. Soc. A 463 (2007), table 1 and
appendix A. The nonlinear system here knows nothing of the linear equations there.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import sympy as sp
from sympy import Matrix, Rational, cos, sin

from mechanics import System

BENCHMARK = {
    name: Rational(value)
    for name, value in {
        "w": "1.02", "c": "0.08", "g": "9.81", "rR": "0.3", "mR": "2", "IRxx": "0.0603",
        "IRyy": "0.12", "xB": "0.3", "zB": "-0.9", "mB": "85", "IBxx": "9.2", "IBxz": "2.4",
        "IByy": "11", "IBzz": "2.8", "xH": "0.9", "zH": "-0.7", "mH": "4", "IHxx": "0.05892",
        "IHxz": "-0.00756", "IHyy": "0.06", "IHzz": "0.00708", "rF": "0.35", "mF": "3",
        "IFxx": "0.1405", "IFyy": "0.28",
    }.items()
}  # fmt: skip
TILT = sp.pi / 10
#: Rear contact (x, y), yaw, roll, pitch, steer, and the turns of the wheels.
COORDINATES = ("x", "y", "psi", "phi", "chi", "delta", "thetaR", "thetaF")
#: Symmetries: time, translations, rotations of the plane, turns of the wheels.
GROUP: list[dict[str, Any]] = [
    {"t": 1}, {"x": 1}, {"y": 1}, {"psi": 1, "x": "-y", "y": "x"}, {"thetaR": 1}, {"thetaF": 1},
]  # fmt: skip
#: Straight ahead and upright with the velocity u.
STRAIGHT: dict[str, Any] = {
    "xdot": "u*cos(psi)", "ydot": "u*sin(psi)", "phi": 0, "chi": 0, "delta": 0,
    "thetaRdot": "-u/(3/10)", "thetaFdot": "-u/(35/100)",
}  # fmt: skip


@cache
def bicycle() -> System:
    """The nonlinear system: rolling without slipping, the height of the front contact holonomic."""
    p = BENCHMARK
    psi, phi, chi, delta = sp.symbols("psi phi chi delta")
    rates = {name: sp.Symbol(f"{name}dot") for name in COORDINATES}
    # Components of vectors: after yaw and roll (no sign), in the rear frame (B), in the front one.
    pitch = Matrix([[cos(chi), 0, -sin(chi)], [0, 1, 0], [sin(chi), 0, cos(chi)]])
    tilt = Matrix([[cos(TILT), 0, -sin(TILT)], [0, 1, 0], [sin(TILT), 0, cos(TILT)]])
    steer = Matrix([[cos(delta), sin(delta), 0], [-sin(delta), cos(delta), 0], [0, 0, 1]])
    front = steer * tilt

    def rolled(vector: Matrix) -> Matrix:
        roll = Matrix([[1, 0, 0], [0, cos(phi), sin(phi)], [0, -sin(phi), cos(phi)]])
        return roll * vector

    turn = rolled(Matrix([0, 0, rates["psi"]])) + Matrix([rates["phi"], 0, 0])
    down = rolled(Matrix([0, 0, 1]))
    contact = rolled(
        Matrix([
            rates["x"] * cos(psi) + rates["y"] * sin(psi),
            rates["y"] * cos(psi) - rates["x"] * sin(psi), 0,
        ])
    )  # fmt: skip
    up = Matrix([0, 0, -p["rR"]])
    centre = contact + turn.cross(up)
    wheel = turn + Matrix([0, rates["thetaR"], 0])
    slip = centre - wheel.cross(up)
    turn_B = pitch * (turn + Matrix([0, rates["chi"], 0]))
    to_B = Matrix([p["xB"], 0, p["zB"] + p["rR"]])
    velocity_B = pitch * centre + turn_B.cross(to_B)
    # The steering axis meets the ground at (w + c, 0, 0) when the bicycle stands upright.
    axis = Matrix([p["w"] + p["c"], 0, 0])
    to_axis = axis - Matrix([0, 0, -p["rR"]])
    velocity_axis = front * (pitch * centre + turn_B.cross(to_axis))
    turn_H = front * turn_B + Matrix([0, 0, rates["delta"]])
    to_H = tilt * (Matrix([p["xH"], 0, p["zH"]]) - axis)
    to_F = tilt * (Matrix([p["w"], 0, -p["rF"]]) - axis)
    velocity_H, velocity_F = (velocity_axis + turn_H.cross(r) for r in (to_H, to_F))
    turn_F = turn_H + Matrix([0, rates["thetaF"], 0])

    def inertia(body: str) -> Matrix:
        xx, xz, yy, zz = (p[f"I{body}{axes}"] for axes in ("xx", "xz", "yy", "zz"))
        return Matrix([[xx, 0, xz], [0, yy, 0], [xz, 0, zz]])

    def energy(mass: Any, velocity: Matrix, tensor: Matrix, rotation: Matrix) -> Any:
        return (mass * velocity.dot(velocity) + rotation.dot(tensor * rotation)) / 2

    kinetic = (
        energy(p["mR"], centre, sp.diag(p["IRxx"], p["IRyy"], p["IRxx"]), wheel)
        + energy(p["mB"], velocity_B, inertia("B"), turn_B)
        + energy(p["mH"], velocity_H, tilt * inertia("H") * tilt.T, turn_H)
        + energy(p["mF"], velocity_F, sp.diag(p["IFxx"], p["IFyy"], p["IFxx"]), turn_F)
    )
    down_B, down_H = pitch * down, front * pitch * down
    height = up.dot(down)
    depth = height + to_axis.dot(down_B)
    depths = {
        "R": height, "B": height + to_B.dot(down_B),
        "H": depth + to_H.dot(down_H), "F": depth + to_F.dot(down_H),
    }  # fmt: skip
    weight = p["g"] * sum(p[f"m{body}"] * depth for body, depth in depths.items())
    # The front wheel touches the ground below its centre, in its own plane.
    across = down_H[1]
    length = sp.sqrt(1 - across**2)
    to_ground = Matrix([down_H[0], 0, down_H[2]]) * p["rF"] / length
    slip_F = velocity_F + turn_F.cross(to_ground)
    heading = Matrix([down_H[2], 0, -down_H[0]])
    constraints = [slip[0], slip[1], slip_F[1], slip_F.dot(heading)]
    return System(
        name="bicycle",
        coordinates=COORDINATES,
        lagrangian=str(kinetic + weight),
        constraints=[str(c) for c in constraints],
        holonomic=str(depths["F"] + p["rF"] * length),
    )


def linear_equations() -> tuple[Matrix, Matrix, Matrix, Matrix]:
    """M, C₁, K₀, K₂ with ``M q̈ + v C₁ q̇ + (g K₀ + v² K₂) q = 0`` for q = (roll, steer)."""
    p: Any = type("Parameters", (), BENCHMARK)
    c, s = cos(TILT), sin(TILT)
    m_T = p.mR + p.mB + p.mH + p.mF
    x_T = (p.xB * p.mB + p.xH * p.mH + p.w * p.mF) / m_T
    z_T = (-p.rR * p.mR + p.zB * p.mB + p.zH * p.mH - p.rF * p.mF) / m_T
    T_xx = p.IRxx + p.IBxx + p.IHxx + p.IFxx + p.mR * p.rR**2 + p.mB * p.zB**2
    T_xx += p.mH * p.zH**2 + p.mF * p.rF**2
    T_xz = p.IBxz + p.IHxz - p.mB * p.xB * p.zB - p.mH * p.xH * p.zH + p.mF * p.w * p.rF
    T_zz = p.IRxx + p.IBzz + p.IHzz + p.IFxx + p.mB * p.xB**2 + p.mH * p.xH**2 + p.mF * p.w**2
    m_A = p.mH + p.mF
    x_A, z_A = (p.xH * p.mH + p.w * p.mF) / m_A, (p.zH * p.mH - p.rF * p.mF) / m_A
    A_xx = p.IHxx + p.IFxx + p.mH * (p.zH - z_A) ** 2 + p.mF * (p.rF + z_A) ** 2
    A_xz = p.IHxz - p.mH * (p.xH - x_A) * (p.zH - z_A) + p.mF * (p.w - x_A) * (p.rF + z_A)
    A_zz = p.IHzz + p.IFxx + p.mH * (p.xH - x_A) ** 2 + p.mF * (p.w - x_A) ** 2
    u_A = (x_A - p.w - p.c) * c - z_A * s
    A_ll = m_A * u_A**2 + A_xx * s**2 + 2 * A_xz * s * c + A_zz * c**2
    A_lx = -m_A * u_A * z_A + A_xx * s + A_xz * c
    A_lz = m_A * u_A * x_A + A_xz * s + A_zz * c
    mu = p.c * c / p.w
    S_F = p.IFyy / p.rF
    S_T = p.IRyy / p.rR + S_F
    S_A = m_A * u_A + mu * m_T * x_T
    mixed = A_lx + mu * T_xz
    M = Matrix([[T_xx, mixed], [mixed, A_ll + 2 * mu * A_lz + mu**2 * T_zz]])
    K0 = Matrix([[m_T * z_T, -S_A], [-S_A, -S_A * s]])
    K2 = Matrix([[0, (S_T - m_T * z_T) * c / p.w], [0, (S_A + S_F * s) * c / p.w]])
    C1 = Matrix([
        [0, mu * S_T + S_F * c + T_xz * c / p.w - mu * m_T * z_T],
        [-(mu * S_T + S_F * c), A_lz * c / p.w + mu * (S_A + T_zz * c / p.w)],
    ])  # fmt: skip
    return M, C1, K0, K2


def polynomial_of(M: Matrix, C1: Matrix, K0: Matrix, K2: Matrix) -> list[Any]:
    """The characteristic polynomial of the linear equations, as functions of u."""
    x, u = sp.symbols("lambda u")
    matrix = M * x**2 + u * C1 * x + BENCHMARK["g"] * K0 + u**2 * K2
    return [c / M.det() for c in sp.Poly(sp.expand(matrix.det()), x).all_coeffs()]
