"""Systems of the gallery and their dynamics, made once for all tests of a process."""

from __future__ import annotations

from functools import cache

from mechanics import Dynamics, System
from mechanics.theories import Theory

gallery_system = cache(System.from_gallery)


@cache
def gallery_dynamics(name: str, theory: Theory | str | None = None) -> Dynamics:
    return gallery_system(name).dynamics(theory)


def sleigh_without_signs() -> System:
    """Chaplygin's sleigh whose blade may be anywhere: of its place a nothing is known."""
    return System(
        coordinates="x y theta", parameters="m I a", positive="m I",
        lagrangian=str(gallery_system("chaplygin-sleigh").lagrangian),
        constraints="xdot*sin(theta) - ydot*cos(theta)",
    )  # fmt: skip
