"""Data in which refutations are short to read, by the names of families.

They are as simple as those in which the print fails and what is right holds can be: without a force
where that is possible, and with λa = d(xy), d(x²/2) or dy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mechanics.papers.miron_niminet.data import Semispray, System
from mechanics.papers.miron_niminet.special_data import FinslerSystem


def _line(name: str, lagrangian: str) -> System:
    return System(name, ("x",), lagrangian, ("0",), (("1",),), ("x",), "x**2/2")


def _surface(name: str, lagrangian: str) -> System:
    return System(name, ("x", "y"), lagrangian, ("0", "0"), (("y", "x"),), ("1",), "x*y")


def _space(name: str, force: str) -> System:
    return System(
        name,
        ("x", "y", "z"),
        "xdot*zdot + ydot**2",
        (force, "0", "0"),
        (("0", "1", "0"),),
        ("1",),
        "y",
    )


_FLAT = _surface("flat", "xdot*ydot")
_PLANE = (
    _FLAT,
    _surface("gyroscopic", "xdot*ydot + y*xdot"),
    _surface("gyroscopic with torsion", "xdot*ydot + y**2*xdot"),
    _surface("cubic", "xdot**2*ydot"),
    _surface("cubic and quadratic", "xdot**2*ydot + ydot**2"),
    _surface("cubic and curved", "y*xdot**2*ydot"),
)
_EUCLIDEAN = FinslerSystem(
    "plane",
    ("x", "y"),
    "xdot**2 + ydot**2",
    ("0", "0"),
    (("y", "x"),),
    ("1",),
    "x*y",
    norm="sqrt(xdot**2 + ydot**2)",
)
_SLOPE = System("slope", ("x", "y"), "xdot*ydot", ("0", "0"), (("x", "0"),), ("1",), "x**2/2")
_SYSTEMS = (
    _line("free on a line", "xdot**2"),
    _line("cubic on a line", "xdot**3"),
    _surface("cubic on a surface", "xdot**3 + ydot**2"),
    _FLAT,
    _SLOPE,
)
SMALLEST: Mapping[str, Sequence[Semispray | System]] = {
    "semispray": (Semispray("rest", ("x",), ("0",), (("0",),)),),
    "system": _SYSTEMS,
    "charts": _SYSTEMS,
    "plane": _PLANE,
    "curved": _PLANE,
    "space": (_space("turning", "z*ydot"), _space("turning faster", "ydot*zdot")),
    "classical": (_FLAT, _SLOPE),
    "finsler": (_EUCLIDEAN,),
    "damped": (_EUCLIDEAN,),
}
