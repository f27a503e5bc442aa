"""The small systems on which theories are tested unless others are given."""

from __future__ import annotations

from typing import Any

from mechanics.model.systems import System

_TABLES: tuple[dict[str, Any], ...] = (
    {
        "name": "moving blade",
        "coordinates": "x y z",
        "parameters": "m",
        "positive": "m",
        "functions": "f(t)",
        "lagrangian": "m*(xdot**2 + ydot**2)/2 + zdot**2/2 + y*xdot - x*z*t",
        "constraints": ["zdot - y*xdot + f(t)"],
        "forces": {"x": "-ydot", "z": "x"},
    },
    {
        "name": "prescribed speed",
        "coordinates": "x y",
        "parameters": "m",
        "positive": "m",
        "lagrangian": "m*(xdot**2 + 2*ydot**2)/2 - y",
        "constraints": ["xdot**2 + ydot**2 - 1 - t**2"],
        "forces": {"x": "-y*xdot"},
    },
    {
        "name": "two constraints",
        "coordinates": "x y z",
        "lagrangian": "(xdot**2 + 2*ydot**2 + zdot**2)/2 - z",
        "constraints": ["zdot - y", "ydot - x*xdot - t"],
        "forces": {"y": "xdot"},
    },
    {
        "name": "without time",
        "coordinates": "x y z",
        "lagrangian": "(xdot**2 + 2*ydot**2 + zdot**2)/2 - x*z",
        "constraints": ["zdot - y*xdot"],
    },
    {
        "name": "two constraints without time",
        "coordinates": "x y z",
        "lagrangian": "(xdot**2 + 2*ydot**2 + zdot**2)/2 - z",
        "constraints": ["zdot - y*xdot", "ydot - x*xdot"],
        "forces": {"y": "xdot"},
    },
    {
        "name": "as many constraints as coordinates",
        "coordinates": "x y",
        "lagrangian": "((1 + x**2)*xdot**2 + 2*ydot**2 + xdot*ydot)/2 - x*y",
        "constraints": ["xdot - y", "ydot + x*xdot - t"],
        "forces": {"x": "y"},
    },
    {
        "name": "as many constraints as coordinates, not affine",
        "coordinates": "x y",
        "lagrangian": "(xdot**2 + 2*ydot**2)/2 - y",
        "constraints": ["xdot**2 + ydot**2 - 1 - t**2", "xdot*ydot - x"],
        "forces": {"x": "y"},
    },
    {
        "name": "one coordinate, constrained",
        "coordinates": "x",
        "lagrangian": "(1 + x**2)*xdot**2/2 - x",
        "constraints": ["xdot - t*x"],
        "forces": {"x": "-xdot"},
    },
    {
        "name": "one coordinate, free",
        "coordinates": "x",
        "lagrangian": "(1 + x**2)*xdot**2/2 - x*t",
        "forces": {"x": "-xdot"},
    },
)


def standard_systems() -> list[System]:
    """Small systems: affine and not, with time and without, n = 1, and m = 0, 1, 2 and n.

    Returns
    -------
    list of System
        What `check_theory` takes if it is given none.

    Examples
    --------
    >>> from mechanics.testing import standard_systems
    >>> print(*(system.name for system in standard_systems()[:3]), sep=", ")
    moving blade, prescribed speed, two constraints
    """
    return [System(**table) for table in _TABLES]
