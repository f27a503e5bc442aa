"""A car with n trailers: Lagrangian, constraints, the frame of admissible velocities, a point.

The coordinates are the place x, y of the car, its heading h0, and the bends f1 … fn: the axle k
has the heading h0 - f1 - … - fk. Its constraint is written with those before it used, so that
its forward speed is that of the car times cos f1 … cos fk.
"""

from __future__ import annotations

import math
from typing import Any

from benchmarks import values

PARAMETERS = {"m": 1.25, "I": 0.5, "l": 0.75}
SPEEDS = {"v": 0.8, "w": 0.3}
Data = dict[str, Any]


def trailers(n: int) -> Data:
    """Lagrangian and constraints as text."""
    bends = [f"f{k}" for k in range(1, n + 1)]
    rate, speed = "h0dot", "(xdot*cos(h0) + ydot*sin(h0))"
    constraints, kinetic = ["-xdot*sin(h0) + ydot*cos(h0)"], ["I*h0dot**2/2"]
    for f in bends:
        rate += f" - {f}dot"
        constraints.append(f"{speed}*sin({f}) - l*({rate})")
        kinetic.append(f"I*({rate})**2/2")
        speed += f"*cos({f})"
    return {
        "coordinates": ["x", "y", "h0", *bends],
        "parameters": list(PARAMETERS),
        "positive": list(PARAMETERS),
        "lagrangian": " + ".join(["m*(xdot**2 + ydot**2)/2", *kinetic]),
        "constraints": constraints,
    }


def admissible(data: Data, zero: Any, sine: Any, cosine: Any, shorter: Any) -> list[dict[str, Any]]:
    """Components of the fields of driving (v = 1) and turning; ``shorter`` divides by l."""
    names = data["coordinates"][2:]
    driving, turning = {"x": cosine("h0"), "y": sine("h0")}, {"h0": zero + 1}
    speed, before = zero + 1, zero
    for f in names[1:]:
        rate = shorter(speed * sine(f))
        driving[f] = before - rate
        before, speed = rate, speed * cosine(f)
    if names[1:]:
        turning[names[1]] = zero + 1
    return [driving, turning]


def place(data: Data) -> dict[str, float]:
    """A point of the constraint set: all coordinates, v and w."""
    return {q: 0.1 + 0.1 * k for k, q in enumerate(data["coordinates"])} | SPEEDS


def state_at(data: Data) -> dict[str, float]:
    """The same point, with the velocities that belong to v and w."""
    at = place(data)
    fields = admissible(
        *(data, 0.0, lambda q: math.sin(at[q]), lambda q: math.cos(at[q])),
        lambda rate: rate / PARAMETERS["l"],
    )
    pairs = list(zip(SPEEDS.values(), fields, strict=True))
    state = {q: at[q] for q in data["coordinates"]}
    return state | {f"{q}dot": sum(u * X.get(q, 0.0) for u, X in pairs) for q in state}


def accelerations(holds: bool, numbers: Any, note: str = "") -> tuple[tuple[Any, ...], str]:
    """The answer that is compared: what was decided, and the accelerations."""
    return (holds, *(values.rough(float(a)) for a in numbers)), note
