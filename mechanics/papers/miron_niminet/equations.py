"""The equations of section 8, for L = g_ij(x) y^i y^j and for L = F² alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mechanics.papers.miron_niminet.indices import Components, christoffel_symbols
from mechanics.papers.miron_niminet.lagrangians import extended, products
from mechanics.spaces.lagrange_spaces import LagrangeSpace, LagrangeSystem

if TYPE_CHECKING:
    from diffgeo import Form, Identity, VectorForm
    from mechanics.papers.miron_niminet.scene import SystemScene


def christoffel(s: SystemScene) -> Components:
    """γ^i_jk = ½ g^ih (∂_k g_hj + ∂_j g_hk - ∂_h g_jk), with partial derivatives along x."""
    up = Components.matrix(s.inverse_g)
    dg = Components.of(s.TM, s.n, 3, lambda h, j, k: s.d_x[k](s.g[h][j]))
    return christoffel_symbols(up, dg).to("ijk")


def twice(s: SystemScene, symbols: Components) -> list[Form]:
    """γ^i_jk y^j y^k."""
    y = Components.row(s.y)
    found = (symbols("ijk") * y("j") * y("k")).to("i")
    return [found[(i,)] for i in s.places]


def linear_in_velocities(s: SystemScene, symbols: Components) -> list[list[Form]]:
    """γ^i_jk y^k, rows by i."""
    found = (symbols("ijk") * Components.row(s.y)("k")).to("ij")
    return [[found[i, j] for j in s.places] for i in s.places]


def square(s: SystemScene) -> Form:
    """g_ij y^i y^j."""
    return s.along(s.y, [s.along(row, s.y) for row in s.g])


def second_order(
    s: SystemScene, system: LagrangeSystem, sign: int = 1, numerator: int = 1
) -> list[Identity]:
    """``d²x^i/dt² + γ^i_jk y^j y^k = ½ (F^i + λ^σ a_σ^i)`` along S*."""
    up = s.force_up(system.multipliers)
    squares = twice(s, christoffel(s))
    return [
        2 * (system.semispray(y) + sign * q) == numerator * f
        for y, q, f in zip(s.y, squares, up, strict=True)
    ]


def spray_coefficients(
    s: SystemScene, system: LagrangeSystem, numerator: int = 1, factor: int = 1
) -> VectorForm:
    """``y^i ∂_i - (γ^i_jk y^j y^k - ½ (F^i + λ^σ a_σ^i)) ∂/∂y^i``."""
    up = s.force_up(system.multipliers)
    squares = twice(s, christoffel(s))
    G = [(factor * q - numerator * f / 2) / 2 for q, f in zip(squares, up, strict=True)]
    return s.spray_with(G)


def middle(s: SystemScene, S: VectorForm, f: list[Form], sign: int = 1) -> list[Form]:
    """``∂_iλ^σ Q_σ + λ^σ ∂_iQ_σ - d/dt (λ^σ a_σi)`` along a semispray."""
    return [
        s.along([X(one) for one in f], s.Q) + s.along(f, [X(Q) for Q in s.Q]) - sign * S(product)
        for X, product in zip(s.d_x, products(s, f), strict=True)
    ]


def extremals(s: SystemScene, multipliers: list[Form]) -> VectorForm:
    """The semispray of L + λ^σ Q_σ."""
    return LagrangeSpace(extended(s, multipliers)).semispray
