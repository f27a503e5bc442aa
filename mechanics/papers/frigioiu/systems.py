"""Section III, (17) to theorem 3.2: mechanical systems, the evolution semispray, energy."""

from __future__ import annotations

from typing import Any

from diffgeo import interior
from mechanics.papers.engine.claims import Judgement, fact, states
from mechanics.papers.engine.terms import termwise, total
from mechanics.papers.frigioiu.book import claim
from mechanics.papers.frigioiu.product_charts import in_charts
from mechanics.papers.frigioiu.scene import TimeScene
from mechanics.theories import rheonomic_theory


@claim("FHB-17", "(17)", "definition", "Sigma = (M, L, F)", on="charts")
def mechanical_system(s: TimeScene) -> Judgement:
    """A regular L and a field F in Im J: what is asked for is the same in all product charts."""
    (new, pull), F = s.product_change, s.system.force_field
    return Judgement(
        printed={
            "L is regular": fact("rank n", s.system.is_regular()),
            "F in Im J": [s.structure.J(F) == 0 * F, s.jets.dt(F) == 0],
            "L in all product charts": fact("rank n", new.is_regular()),
            "F in all product charts": [
                pull(F) == new.force_field,
                new.structure.J(pull(F)) == 0 * F,
                new.jets.dt(pull(F)) == 0,
            ],
        },
        mutated={
            "every L": fact("L = x^i y^i is regular", s.degenerate.is_regular()),
            "every field in V = Ker J": s.jets.dt(F + s.d_t) == 0,
            "F is given by L": s.system.free.force_field == F,
        },
    )


@claim("FHB-18", "(18)", "definition", "F = F^i V_i, a vertical field")
def force_field(s: TimeScene) -> Judgement:
    """F is in the image of J; ½ i_F dΘ is the 1-form F_i (dx^i - y^i dt) of the force."""
    F, J = s.system.force_field, s.structure.J
    written = total(c * A for c, A in zip(s.F, s.V, strict=True))
    return Judgement(
        printed={
            "F^i V_i": written == F,
            "vertical": [J(F) == 0 * F, s.jets.dt(F) == 0],
            "(1/2) i_F dTheta is the form of the force": interior(F, s.system.d_cartan) / 2
            == s.system.force,
        },
        mutated={
            "every field in V = Ker J": s.jets.dt(F + s.d_t) == 0,
            "F_i V_i": total(c * A for c, A in zip(s.F_low, s.V, strict=True)) == F,
        },
        note="V of (1) contains d_t as well, F has no part along it: it is in Im J",
    )


@claim("FHB-19", "(19)", "definition", "d/dt L_yi - L_xi = F_i, F_i = g_ij F^j")
def lagrange_equations(s: TimeScene) -> Judgement:
    """``i_Z dΘ = F`` for a second-order field Z, component by component; S is the solution."""
    S, Z, n = s.system.evolution, _some_motion(s), range(s.n)
    contact = [s.jets.contact(q) for q in s.jets.base_space.coordinates[1:]]

    def both(sign: int) -> Any:
        terms = [(a - sign * f) * w for a, f, w in zip(_el(s, Z), s.F_low, contact, strict=True)]
        return interior(Z, s.system.d_cartan) - s.system.force == total(terms)

    lowered = [total(s.g[i][j] * s.F[j] for j in n) for i in n]
    return Judgement(
        printed={
            "i_Z dTheta - F = (EL_i - F_i) (dx^i - y^i dt)": both(1),
            "S solves them": [*termwise(_el(s, S), s.F_low), s.system.evolution_equation(S)],
            "F_i = g_ij F^j": termwise(lowered, s.F_low),
        },
        mutated={
            "= -F_i": both(-1),
            "every motion, for the library": s.system.evolution_equation(Z),
            "every motion": termwise(_el(s, Z), s.F_low),
            "= L_yiyj F^j": [a == 2 * f for a, f in zip(_el(s, S), s.F_low, strict=True)],
        },
    )


@claim("FHB-20", "(20), proposition 3.1", "theorem")
@states("(19) is equivalent to x'' + 2Gamma^i = (1/2) F^i")
def solved_equations(s: TimeScene) -> Judgement:
    """½ g^ih (EL_h - F_h) = a^i + 2Γ^i - ½ F^i for x'' = a, and g^ih is invertible."""
    Z = _some_motion(s)
    left = s.raised((a - f) / 2 for a, f in zip(_el(s, Z), s.F_low, strict=True))

    def right(factor: int, time: int = 1) -> list[Any]:
        rows = zip(s.y, s.two_G, s.N_0, s.F, left, strict=True)
        return [e == Z(y) + G + time * N - factor * F / 2 for y, G, N, F, e in rows]

    return Judgement(
        printed={"(1/2) g^ih (EL_h - F_h) = x'' + 2Gamma^i - F^i/2": right(1)},
        mutated={
            "= F^i": right(2),
            "= -F^i/2": right(-1),
            "2Gamma = 2G": right(1, 0),
        },
    )


@claim("FHB-21", "(21)", "definition")
@states("2Gamma^i = 2G^i + N_0^i with 2G^i, N_0^i by the derivatives of L")
def coefficients(s: TimeScene) -> Judgement:
    """N_0 by ``i_{N_0} dΘ = S^*d(∂_t L)``; 2G^i belongs to L at frozen time."""
    N_0 = total(c * A for c, A in zip(s.N_0, s.V, strict=True))
    frozen = s.system.free.frozen_spray
    S = s.system.free.evolution
    return Judgement(
        printed={
            "N_0": N_0 == s.system.N0,
            "2G": [frozen(y) == -G for y, G in zip(s.y, s.two_G, strict=True)],
            "2Gamma": [S(y) == -G - N for y, G, N in zip(s.y, s.two_G, s.N_0, strict=True)],
        },
        mutated={
            "N_0^i = g^ih L_tyh": 2 * N_0 == s.system.N0,
            "2Gamma = 2G": [S(y) == -G for y, G in zip(s.y, s.two_G, strict=True)],
        },
    )


@claim("FHB-22", "(22), theorem 3.1 a)", "theorem", on="charts")
@states("y d_x - 2 Gammacheck V + a d_t is a semispray")
def evolution_semispray(s: TimeScene) -> Judgement:
    """For every function a; with a = 1 it is global, in moving charts as well."""
    C, J = s.structure.liouville_field, s.structure.J
    moving, pulled = in_charts(s, "t")
    return Judgement(
        printed={
            "J S = C for all a": [J(_with_a(s, a)) == C for a in (0, 1, -2, s.L)],
            "2Gammacheck = 2Gamma - F/2": _with_a(s, 1) == s.system.evolution,
            "global": pulled(s.system.evolution) == moving.evolution,
        },
        mutated={
            "2Gammacheck = 2Gamma + F/2": _with_a(s, 1, -1) == s.system.evolution,
            "J S = 2C": J(_with_a(s, 1)) == 2 * C,
            "S* is global": pulled(s.system.connection_semispray) == moving.connection_semispray,
        },
        note="a is not explained; it is 1 where (22) is used, and in the example",
    )


@claim("FHB-T3.1p", "theorem 3.1, proof of a)", "proof")
@states("the coefficients of Scheck are G^i - F^i/2 and N_0^i")
def coefficients_in_the_proof(s: TimeScene) -> Judgement:
    """Every function is a coefficient of some semispray; of Š it is G^i - ¼ F^i."""

    def field(numerator: int, denominator: int) -> Any:
        rows = zip(s.y, s.X, s.two_G, s.F, s.N_0, s.V, strict=True)
        parts = [
            y * X - (2 * (G / 2 - numerator * F / denominator) + N) * A for y, X, G, F, N, A in rows
        ]
        return total(parts) + s.d_t

    S = s.system.evolution
    return Judgement(
        printed={"G^i - F^i/2": field(1, 2) == S},
        repaired={"G^i - F^i/4": field(1, 4) == S},
        correction="2 Gammacheck^i = 2G^i + N_0^i - F^i/2, so that the coefficients are "
        "G^i - F^i/4",
        repair="a numeral: 1/4 for 1/2",
        consequence="(22) and the theorem are right",
        readings={"G^i + F^i/2": field(-1, 2) == S, "G^i - F^i": field(1, 1) == S},
        mutated={"G^i + F^i/4": field(-1, 4) == S},
    )


@claim("FHB-T3.1b", "theorem 3.1 b)", "theorem", "Scheck depends only on Sigma")
def of_the_system_alone(s: TimeScene) -> Judgement:
    """With a = 1 it is the only field with ``i_S dΘ = F`` and dt(S) = 1."""
    S = s.system.evolution
    return Judgement(
        printed={
            "i_S dTheta = F": interior(S, s.system.d_cartan) == s.system.force,
            "dt(S) = 1": s.jets.dt(S) == 1,
            "(22)": _with_a(s, 1) == S,
        },
        mutated={
            "on L only": s.system.free.evolution == S,
            "i_S dTheta = 0": interior(S, s.system.d_cartan) == 0 * s.system.force,
        },
        condition="a = 1, which (22) does not say",
        without={"for every a": _with_a(s, 2) == S},
        note="it is made of dTheta and the force: no frame of reference is needed",
    )


@claim("FHB-T3.1c", "theorem 3.1 c)", "theorem")
@states("the integral curves of Scheck are the evolution curves")
def integral_curves(s: TimeScene) -> Judgement:
    """Along curves of Š the derivative by t is Š/a: y = dx/dt and (20) hold for a = 1."""

    def equations(a: int) -> list[Any]:
        S = _with_a(s, a) / a
        velocity = [S(x) == y for x, y in zip(s.x, s.y, strict=True)]
        rows = zip(s.y, s.two_G, s.N_0, s.F, strict=True)
        return velocity + [S(y) + G + N == F / 2 for y, G, N, F in rows]

    free = s.system.free.evolution
    return Judgement(
        printed={"y = dx/dt and (20)": equations(1)},
        mutated={
            "without the force": [
                free(y) + G + N == F / 2
                for y, G, N, F in zip(s.y, s.two_G, s.N_0, s.F, strict=True)
            ],
        },
        condition="a = 1, which (22) does not say",
        without={"a = 2": equations(2)},
        note="for a = 0 time does not pass",
    )


@claim("FHB-EL", "before theorem 3.2", "definition", "E_L = C(L) - L")
def energy(s: TimeScene) -> Judgement:
    """E_L = -Θ(∂_t): it belongs to the frame of reference."""
    written = total(y * A(s.L) for y, A in zip(s.y, s.V, strict=True)) - s.L
    moving, pulled = s.moving_change
    return Judgement(
        printed={
            "y^i L_yi - L": written == s.system.energy,
            "-Theta(d_t)": -s.system.cartan_form(s.d_t) == written,
        },
        mutated={
            "C(L) + L": written + 2 * s.L == s.system.energy,
            "in charts x(x', t)": pulled(written) == moving.energy,
        },
    )


@claim("FHB-T3.2", "theorem 3.2", "theorem", "dE_L/dt = y^i F_i - L_t on evolution curves")
def energy_law(s: TimeScene) -> Judgement:
    """S(E_L) = ½ F(E_L) - ∂_t L, and ½ F(E_L) = y^i F_i is the power of the force."""
    S, E = s.system.evolution, s.system.energy
    made = rheonomic_theory.construct(s.without_constraints)
    power = total(y * f for y, f in zip(s.y, s.F_low, strict=True))
    return Judgement(
        printed={
            "S(E_L)": S(E) == power - s.d_t(s.L),
            "y^i F_i = (1/2) F(E_L)": s.system.force_field(E) / 2 == power,
            "the library's law and power": [s.system.energy_law(), s.system.power() == power],
            "the theory 'rheonomic'": [
                made.field == S,
                rheonomic_theory.energy_law(s.without_constraints, made),
            ],
        },
        mutated={
            "+ L_t": S(E) == power + s.d_t(s.L),
            "(1/2) y^i F_i": S(E) == power / 2 - s.d_t(s.L),
            "y^i F^i": S(E) == total(y * f for y, f in zip(s.y, s.F, strict=True)) - s.d_t(s.L),
        },
    )


def _el(s: TimeScene, Z: Any) -> list[Any]:
    """Z(L_yi) - L_xi."""
    return [Z(A(s.L)) - X(s.L) for A, X in zip(s.V, s.X, strict=True)]


def _some_motion(s: TimeScene) -> Any:
    """A second-order field that has nothing to do with L."""
    return s.jets.second_order_field() + total(
        (x * y + s.F_low[0]) * A for x, y, A in zip(s.x, s.y, s.V, strict=True)
    )


def _with_a(s: TimeScene, a: Any, sign: int = 1) -> Any:
    """y^i ∂/∂x^i - (2G^i + N_0^i - ½F^i) ∂/∂y^i + a ∂_t, (22)."""
    rows = zip(s.y, s.X, s.two_G, s.N_0, s.F, s.V, strict=True)
    spray = total(y * X - (G + N - sign * F / 2) * A for y, X, G, N, F, A in rows)
    return spray + a * s.d_t
