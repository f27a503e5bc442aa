"""Metrics by their components as text, with what the floor needs: inverses and denominators."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from benchmarks import random_data

Key = tuple[int, int]


@dataclass(frozen=True)
class Data:
    """A metric by its components g_ab, a <= b, as text.

    ``functions`` are undefined ones, of all coordinates. ``floor`` is the same metric and its
    inverse in the variables of the floor; ``inverses`` are its denominators.
    """

    names: list[str]
    parameters: list[str]
    metric: dict[Key, str]
    vacuum: bool
    functions: list[str] = field(default_factory=list)
    angle: int = -1
    inverses: dict[str, str] = field(default_factory=dict)
    floor: tuple[dict[Key, str], dict[Key, str]] = ({}, {})

    @property
    def point(self) -> dict[str, Fraction]:
        """Where results are compared."""
        names = self.names + self.parameters
        return dict(zip(names, random_data.point(len(names)), strict=True))

    def concrete(self, index: int, x: list[Any]) -> Any:
        """What replaces an undefined function at the point."""
        squares = sum((k + 1 + index) * v * v for k, v in enumerate(x))
        return index + 2 + squares + (index + 1) * x[0] * x[1]


def schwarzschild() -> Data:
    """The vacuum around a mass m."""
    return Data(
        ["t", "r", "th", "ph"],
        ["m"],
        {
            (0, 0): "-(1 - 2*m/r)",
            (1, 1): "1/(1 - 2*m/r)",
            (2, 2): "r**2",
            (3, 3): "r**2*sin(th)**2",
        },
        vacuum=True,
        angle=2,
        inverses={"u": "r", "v": "r - 2*m", "z": "s"},
        floor=(
            {(0, 0): "2*m*u - 1", (1, 1): "r*v", (2, 2): "r**2", (3, 3): "r**2*s**2"},
            {(0, 0): "-r*v", (1, 1): "1 - 2*m*u", (2, 2): "u**2", (3, 3): "u**2*z**2"},
        ),
    )


def kerr() -> Data:
    """The vacuum around a turning mass m, in the coordinates of Boyer and Lindquist."""
    S, D = "(r**2 + a**2*cos(th)**2)", "(r**2 - 2*m*r + a**2)"
    return Data(
        ["t", "r", "th", "ph"],
        ["m", "a"],
        {
            (0, 0): f"-1 + 2*m*r/{S}",
            (0, 3): f"-2*m*a*r*sin(th)**2/{S}",
            (1, 1): f"{S}/{D}",
            (2, 2): S,
            (3, 3): f"sin(th)**2*(r**2 + a**2 + 2*m*a**2*r*sin(th)**2/{S})",
        },
        vacuum=True,
        angle=2,
        inverses={"u": "r**2 + a**2*c**2", "v": D, "z": "s"},
        floor=(
            {
                (0, 0): "2*m*r*u - 1",
                (0, 3): "-2*m*a*r*s**2*u",
                (1, 1): "(r**2 + a**2*c**2)*v",
                (2, 2): "r**2 + a**2*c**2",
                (3, 3): "s**2*(r**2 + a**2) + 2*m*a**2*r*s**4*u",
            },
            {
                (0, 0): f"-((r**2 + a**2)**2 - a**2*{D}*s**2)*u*v",
                (0, 3): "-2*m*a*r*u*v",
                (1, 1): f"{D}*u",
                (2, 2): "u",
                (3, 3): f"({D} - a**2*s**2)*u*v*z**2",
            },
        ),
    )


def diagonal(n: int) -> Data:
    """Undefined functions of all coordinates on the diagonal."""
    names = [f"x{k}" for k in range(n)]
    arguments = ", ".join(names)
    return Data(
        names,
        [],
        {(k, k): f"f{k}({arguments})" for k in range(n)},
        vacuum=False,
        functions=[f"f{k}" for k in range(n)],
        inverses={f"w{k}": f"f{k}" for k in range(n)},
        floor=({(k, k): f"f{k}" for k in range(n)}, {(k, k): f"w{k}" for k in range(n)}),
    )
