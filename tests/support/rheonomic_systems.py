"""Rheonomic systems for tests: one coordinate with everything undefined, two with everything."""

from __future__ import annotations

from functools import cache

from diffgeo import FibredManifold, check, jet
from mechanics.spaces.rheonomic_geometry import RheonomicSystem


def true(*identities) -> bool:
    return all(bool(check(i, counterexample=False)) for i in identities)


@cache
def line() -> RheonomicSystem:
    """n = 1 with an undefined Lagrangian and an undefined force."""
    jets = jet(FibredManifold("E", coordinates="x", functions="L(t, x, w) f(t, x, w)"))
    L, f = jets.functions(["L(t, x, xdot)", "f(t, x, xdot)"])
    return RheonomicSystem(jets, L, f * jets.contact(jets.base_space["x"]))


@cache
def plane() -> RheonomicSystem:
    """n = 2, with a velocity-dependent metric, N^0 ≠ 0, and forces."""
    jets = jet(FibredManifold("E", coordinates="x y"))
    E = jets.base_space
    L = jets.function("(1 + x**2)*xdot**2 + ydot**2 + t*x*ydot + t*xdot**2 + xdot**3/3")
    fx, fy = jets.functions(["-y*xdot", "x*ydot**2"])
    return RheonomicSystem(jets, L, fx * jets.contact(E["x"]) + fy * jets.contact(E["y"]))
