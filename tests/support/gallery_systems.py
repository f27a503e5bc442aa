"""Systems of the gallery and their dynamics, made once for all tests of a process."""

from __future__ import annotations

from functools import cache

from mechanics import Dynamics, System
from mechanics.theories import Theory

gallery_system = cache(System.from_gallery)


@cache
def gallery_dynamics(name: str, theory: Theory | str | None = None) -> Dynamics:
    return gallery_system(name).dynamics(theory)
