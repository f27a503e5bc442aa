"""The theories of examples/theories, and systems with the data that they need."""

from __future__ import annotations

import importlib
import sys
import tomllib
from pathlib import Path
from types import ModuleType

from mechanics.theories import Theory

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "theories"
POINTS = tomllib.loads((EXAMPLES / "pyproject.toml").read_text("utf8"))["project"]["entry-points"]
NAMES = list(POINTS["mechanics.theories"])


def example(name: str) -> Theory:
    """The theory of an entry point."""
    module, _, attribute = POINTS["mechanics.theories"][name].partition(":")
    if str(EXAMPLES) not in sys.path:
        sys.path.insert(0, str(EXAMPLES))
    found: Theory = getattr(importlib.import_module(module), attribute)
    return found


def module(name: str) -> ModuleType:
    """The module with it."""
    example(name)
    return sys.modules[POINTS["mechanics.theories"][name].partition(":")[0]]


SPHERE = {
    "name": "pendulum",
    "coordinates": "x y z",
    "parameters": "g",
    "lagrangian": "(xdot**2 + ydot**2 + zdot**2)/2 - g*z",
    "data": {"surface": {"hypersurface": "x**2 + y**2 + z**2 - 1"}},
}
BLADE_ON_SPHERE = SPHERE | {
    "name": "blade on a sphere",
    "constraints": "zdot + z - x*ydot + y*xdot",
    "forces": {"x": "-xdot", "y": "z"},
}
#: A particle on a path of the curvature k, kept by forces across.
CURVED = {
    "name": "curved",
    "coordinates": "x y",
    "parameters": "k",
    "positive": "k",
    "lagrangian": "(xdot**2 + ydot**2)/2",
    "data": {
        "accelerations": {
            "accelerations": "xdot*yddot - ydot*xddot - k*sqrt(xdot**2 + ydot**2)**3"
        },
        "reactions": {"codistribution": [{"x": "-ydot", "y": "xdot"}]},
    },
}
#: In space, with a force and a reaction that is askew.
LIFTED = {
    "name": "lifted",
    "coordinates": "x y z",
    "lagrangian": "(xdot**2 + ydot**2 + zdot**2)/2 - z",
    "forces": {"y": "-ydot"},
    "data": {
        "accelerations": {"accelerations": "zddot + x*xdot*zdot - y"},
        "reactions": {"codistribution": [{"x": "y", "z": "1"}]},
    },
}
#: A blade with friction, and one of which it is not that of the coordinates.
BRAKED = {
    "name": "braked blade",
    "coordinates": "x y theta",
    "parameters": "c",
    "lagrangian": "(xdot**2 + ydot**2 + thetadot**2)/2",
    "constraints": "xdot*sin(theta) - ydot*cos(theta)",
    "data": {"dissipation": {"function": "c*(xdot**2 + ydot**2 + thetadot**2)/2"}},
}
DRAGGED = {
    "name": "dragged",
    "coordinates": "x y",
    "lagrangian": "(xdot**2 + ydot**2)/2 - y",
    "constraints": "ydot - x*xdot",
    "forces": {"x": "-x"},
    "data": {"dissipation": {"function": "xdot**2/2 + xdot*ydot"}},
}
#: The sleigh divided by the motions of the plane, given by their generators, and pushed.
ON_ORBITS = {
    "name": "sleigh on D/G",
    "coordinates": "x y theta",
    "parameters": "a m I",
    "positive": "m I",
    "lagrangian": "m*((xdot*cos(theta) + ydot*sin(theta))**2"
    " + (ydot*cos(theta) - xdot*sin(theta) + a*thetadot)**2)/2 + I*thetadot**2/2",
    "constraints": "xdot*sin(theta) - ydot*cos(theta)",
    "data": {
        "symmetry": {"action": [{"x": "1"}, {"y": "1"}, {"x": "-y", "y": "x", "theta": "1"}]},
        "invariants": {"invariants": ["xdot*cos(theta) + ydot*sin(theta)", "thetadot"]},
    },
}
#: A plane that carries the direction of gravity along x, as a pendulum does with its angle x.
CARRIED = {
    "name": "carried",
    "coordinates": "x y",
    "variables": "g1 g2",
    "lagrangian": "(xdot**2 + xdot*ydot + ydot**2)/2 - g1",
    "constraints": "ydot - 2*xdot",
    "forces": {"y": "-ydot"},
    "data": {
        "frame": {"frame": [{"x": "1"}, {"y": "1"}]},
        "transport": {"action": [{"g1": "g2", "g2": "-g1"}, {}]},
        "rest": {"reference": {}},
    },
}
