"""Damping, an example for section 8: F_i = -b g_ij y^j in a Finsler space."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mechanics.papers.engine.claims import Judgement, states
from mechanics.papers.miron_niminet.book import claim
from mechanics.papers.miron_niminet.lagrangians import extended
from mechanics.papers.miron_niminet.metrical_scene import IndexGeometry, MetricalScene
from mechanics.spaces.lagrange_spaces import LagrangeSpace, LagrangeSystem

if TYPE_CHECKING:
    from diffgeo import Form, Identity


@claim("MN-8.d", "added to section 8", "example", on="damped")
@states(
    "damping F_i = -b y_i with a constant b: N*^i_j = N^i_j + (b/4) delta^i_j, L*^i_jk = L^i_jk - "
    "(b/4) C^i_jk, the electromagnetic tensor is 0, R*^i_jk = R^i_jk"
)
def damping(s: MetricalScene) -> Judgement:
    """K = -(b/4) J, so [h, K] = 0 = [K, K] for constant b; 𝓕* = 𝓕."""
    b = 3
    y_low = [s.along(row, s.y) for row in s.g]

    def damped(space: LagrangeSpace, factor: Form | int) -> LagrangeSystem:
        return LagrangeSystem(space, -factor * s.along(y_low, s.dx))

    Sigma, free = damped(s.space, b), s.free
    G = Sigma.geometry
    beyond = damped(LagrangeSpace(extended(s, s.some_multipliers)), b)
    change = 4 * (IndexGeometry(s, G).L("ijk") - s.plain.L("ijk"))
    C = s.plain.C("ijk")
    printed: dict[str, list[Identity] | Identity] = {
        "N* = N + (b/4) delta": [
            4 * (G.h - free.h) == -b * s.J,
            4 * (beyond.geometry.h - beyond.free_geometry.h) == -b * s.J,
        ],
        "no electromagnetic tensor": G.electromagnetic == 0,
        "L* = L - (b/4) C": change == -b * C,
        "R*^i_jk = R^i_jk": [
            G.curvature == free.curvature,
            beyond.geometry.curvature == beyond.free_geometry.curvature,
        ],
        "energy: S*(F^2) = -b F^2": Sigma.semispray(s.L) == -b * s.L,
    }
    mutated: dict[str, list[Identity] | Identity] = {
        "N* = N - (b/4) delta": 4 * (G.h - free.h) == b * s.J,
        "L* = L + (b/4) C": change == b * C,
        "N* = N + (b/2) delta": 2 * (G.h - free.h) == -b * s.J,
        "R* = R for b(x)": damped(s.space, s.x[1]).geometry.curvature == free.curvature,
        "no elicoidal tensor for b(x, y)": damped(s.space, s.y[0]).elicoidal == 0,
    }
    return Judgement(
        printed=printed,
        mutated=mutated,
        condition="L is homogeneous of degree 2, as in section 8, for the electromagnetic tensor",
        without={"of F^2 + lambda(x) Q, not homogeneous": beyond.geometry.electromagnetic == 0},
        note="without homogeneity the electromagnetic tensor is that without damping; energy: "
        "S*(F^2) = -b F^2",
    )
