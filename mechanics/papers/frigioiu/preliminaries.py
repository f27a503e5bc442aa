"""Section II, to (13): TM × R, semisprays, the nonlinear connection of a Lagrangian."""

from __future__ import annotations

from typing import Any

from diffgeo import Distribution, Manifold, Map, bracket, check, product, tangent, torsion
from diffgeo.calculus import linear_algebra as linear
from diffgeo.structures import tensor_product
from mechanics.papers.engine.claims import Judgement, fact, nonzero, same, states
from mechanics.papers.engine.terms import entrywise, termwise, total
from mechanics.papers.frigioiu.book import claim, scene
from mechanics.papers.frigioiu.data import SMALL
from mechanics.papers.frigioiu.scene import TimeScene
from mechanics.spaces.rheonomic_geometry import FrameConnection, fibred_change, gauge_change


@claim("FHB-0", "II", "definition", "E = TM x R has dimension 2n + 1")
def the_manifold(s: TimeScene) -> Judgement:
    """The first jets of R × M are the product; J, C and ∂_t are lifted from the factors."""
    declared = s.jets.declarations([])["functions"]
    M = Manifold("M", [*s.datum.coordinates], functions=declared)
    TM, clock = tangent(M), Manifold("R", "t")
    P = product(TM, clock)
    same_names = {name: s.jets[name] for name in P.chart.coordinates}
    back = {name: P[name] for name in s.jets.chart.coordinates}
    phi = Map(s.jets, P, same_names, inverse=back)
    return Judgement(
        printed={
            "dim E": same("dimension", s.jets.dimension, 2 * s.n + 1),
            "the product": [
                phi.pull(P.lift(TM.vertical_endomorphism)) == s.structure.J,
                phi.pull(P.lift(TM.liouville_field)) == s.structure.liouville_field,
                phi.pull(P.lift(clock.frame[0])) == s.d_t,
            ],
        },
        mutated={
            "J is that of the jets": phi.pull(P.lift(TM.vertical_endomorphism)) == s.structure.S
        },
    )


@claim("FHB-1", "(1)", "definition", "V = span(V_1, ..., V_n, d_t)")
def vertical_distribution(s: TimeScene) -> Judgement:
    """The kernel of J, and of the projection to M; n + 1 fields, involutive."""
    V = s.structure.vertical
    fields = [*s.V, s.d_t]
    return Judgement(
        printed={
            "rank": same("rank", V.rank, s.n + 1),
            "Ker J": [s.structure.J(X) == 0 * X for X in fields],
            "tangent to the fibres of E -> M": [w(X) == 0 for w in s.dx for X in fields],
            "involutive": fact("involutive", bool(V.is_involutive())),
        },
        mutated={
            "Im J": same("rank", s.structure.vertical_of_jets.rank, s.n + 1),
            "with d_1": [w(s.X[0]) == 0 for w in s.dx],
        },
    )


@claim("FHB-2", "(2)", "definition", "J d_i = V_i, J V_i = J d_t = 0")
def tangent_structure(s: TimeScene) -> Judgement:
    """J = S + dt⊗C by the vertical endomorphism S of the jets."""
    J = s.structure.J
    written = total(w.tensor(A) for w, A in zip(s.dx, s.V, strict=True))
    return Judgement(
        printed={
            "J = V_i (x) dx^i": written == J,
            "J J = 0": J @ J == 0 * J,
            "J d_t = 0": J(s.d_t) == 0 * s.d_t,
        },
        mutated={
            "with dx^i - y^i dt": s.structure.S == J,
            "with the opposite sign": -written == J,
        },
    )


@claim("FHB-2b", "after (2)", "identity", "J is global and integrable", on="charts")
def integrable(s: TimeScene) -> Judgement:
    """½[J, J] = 0; J is kept by changes x(x') of coordinates, which are all that TM × R has."""
    (new, pull), (moving, pulled) = s.product_change, s.moving_change
    J = s.structure.J
    bent = s.y[0] * s.jets.dt.tensor(s.X[0]) + J
    return Judgement(
        printed={
            "the torsion vanishes": [torsion(J) == 0, s.structure.is_integrable()],
            "in all product charts": pull(J) == new.structure.J,
        },
        mutated={
            "in charts x(x', t)": pulled(J) == moving.structure.J,
            "for J + y^1 d_1 (x) dt": torsion(bent) == 0,
        },
        note="the product structure of E is part of what is given: coordinates that move, "
        "x = x(x', t), change J",
    )


@claim("FHB-3", "(3)", "definition", "a semispray: J S = C")
def semispray(s: TimeScene) -> Judgement:
    """C is the field of the dilations of the fibres of TM; dt(S) is free."""
    C, structure = s.structure.liouville_field, s.structure
    written = total(y * A for y, A in zip(s.y, s.V, strict=True))
    rate = s.x[0] * s.y[0]
    free = structure.semispray(rate)
    return Judgement(
        printed={
            "C = y^i V_i": written == C,
            "semisprays": [structure.J(X) == C for X in (s.system.evolution, free)],
            "with any rate of time": s.jets.dt(free) == rate,
            "with dt(S) = 1 of second order": structure.is_evolution(s.system.evolution),
        },
        mutated={
            "any semispray is of second order": structure.is_evolution(free),
            "2 S": structure.J(2 * s.system.evolution) == C,
            "d_t": structure.J(s.d_t) == C,
        },
    )


@claim("FHB-4", "(4)", "identity", "J S = C <=> S = y^i d_i - 2G^i V_i - G^0 d_t")
def local_form(s: TimeScene) -> Judgement:
    """J Z - C = (dx^i(Z) - y^i) V_i for every field Z: G^i and G^0 are arbitrary functions."""
    Z = total([*(q * y * X for q, y, X in zip(s.x, s.y, s.X, strict=True))])
    Z = Z + s.L * s.d_t + s.F_low[0] * s.V[0]
    J, C = s.structure.J, s.structure.liouville_field
    defect = [(w(Z) - y) * A for w, y, A in zip(s.dx, s.y, s.V, strict=True)]
    form = _general(s)
    return Judgement(
        printed={
            "=>": J(Z) - C == total(defect),
            "<=": J(form) == C,
        },
        mutated={
            "any field": J(Z) == C,
            "- y^i d_i": J(form - 2 * total(y * X for y, X in zip(s.y, s.X, strict=True))) == C,
        },
    )


@claim("FHB-5", "(5)", "identity", "integral curves: x' = y, y' + 2G = 0, t' + G^0 = 0")
def integral_curves(s: TimeScene) -> Judgement:
    """The functions x^i, y^i and t along S; the parameter is not time unless G^0 = -1."""
    S, t = _general(s), s.jets.time
    return Judgement(
        printed={
            "x' = y": [S(q) == y for q, y in zip(s.x, s.y, strict=True)],
            "y' + 2G = 0": [S(y) + G == 0 for y, G in zip(s.y, s.two_G, strict=True)],
            "t' + G^0 = 0": S(t) + s.L == 0,
        },
        mutated={
            "t' = G^0": S(t) == s.L,
            "y' + G = 0": [S(y) + G / 2 == 0 for y, G in zip(s.y, s.two_G, strict=True)],
            "the parameter is time": S(t) == 1,
        },
    )


@claim("FHB-6", "(6), (7)", "definition", "a nonlinear connection N: TE = N + V")
def nonlinear_connection(s: TimeScene) -> Judgement:
    """N is the image of a projector h with kernel V."""
    h, one = s.N.h, s.jets.identity
    vertical = [*s.V, s.d_t]
    return Judgement(
        printed={
            "a projector": h @ h == h,
            "id - h": one - h == s.N.vertical_projector,
            "three complementary ones": s.N.projectors(),
            "its kernel is V": [h(X) == 0 * X for X in vertical],
            "dimensions": same(
                "ranks", (s.N.horizontal.rank, s.structure.vertical.rank), (s.n, s.n + 1)
            ),
            "TE = N + V": same(
                "rank", Distribution(s.jets, [*s.N.horizontal_frame, *vertical]).rank, 2 * s.n + 1
            ),
        },
        mutated={
            "with the image of J": same(
                "rank", Distribution(s.jets, [*s.N.horizontal_frame, *s.V]).rank, 2 * s.n + 1
            ),
            "h = (1 - [S*, J])/2": [P @ P == P for P in [(one - s.N.tensor) / 2]],
        },
        note="E has odd dimension: (1 - [S, J])/2, a projector on TM, is none on TM x R; there are "
        "three, to the eigenvalues -1, 1, 0 of [S, J]",
    )


@claim("FHB-8", "(8), (9)", "definition", "delta_i = d_i - N_i^j V_j - N_i^0 d_t")
def adapted_basis(s: TimeScene) -> Judgement:
    """The horizontal fields over ∂/∂x^i."""
    h = s.N.h
    opposite = s.adapted(s.N_free, s.N_time, -1)
    return Judgement(
        printed={
            "horizontal": [h(X) == X for X in s.delta],
            "over d_i": [h(X) == Y for X, Y in zip(s.X, s.delta, strict=True)],
        },
        mutated={
            "d_i + N_i^j V_j + N_i^0 d_t": [h(X) == X for X in opposite],
            "without N_i^0": [h(X) == X for X in s.adapted(s.N_free, [0 * s.L] * s.n)],
        },
    )


@claim("FHB-10", "(10)", "identity")
@states("the dual basis: dx^i, dy^i + N^i_j dx^j, delta t = dt + N^0_i dx^i")
def dual_basis(s: TimeScene) -> Judgement:
    """All values on the adapted basis."""
    fields = [*s.delta, *s.V, s.d_t]

    def values(forms: list[Any]) -> list[Any]:
        return [
            w(X) == (1 if i == j else 0) for i, w in enumerate(forms) for j, X in enumerate(fields)
        ]

    opposite = s.delta_y(s.N_free, -1)
    return Judgement(
        printed={
            "dual": values([*s.dx, *s.delta_y(s.N_free), s.delta_t]),
            "delta t = dt + (1/2) d_J(d_t L)": s.delta_t == s.N.delta_t,
        },
        mutated={
            "dy^i - N^i_j dx^j": values([*s.dx, *opposite, s.delta_t]),
            "dt": values([*s.dx, *s.delta_y(s.N_free), s.jets.dt]),
        },
    )


@claim("FHB-10b", "after (10)", "definition", on="charts")
@states("L is smooth on E minus {(x, 0, 0)} and continuous there")
def differentiable_lagrangian(s: TimeScene) -> Judgement:
    """The points (x, 0, 0) are a closed set, and the same one in all product charts.

    There the velocities are linear in the old ones, ``C(y'^i) = y'^i``, and t' = t.
    """
    (_, pull), (_, pulled) = s.product_change, s.moving_change
    kept, t, C = {q: q for q in s.datum.coordinates}, s.jets.time, s.structure.liouville_field
    _, later = fibred_change({**kept, "t": "t + 1"}, {**kept, "t": "t - 1"}).act(s.system)

    def left_out(change: Any) -> list[Any]:
        return [*(C(change(y)) == change(y) for y in s.y), change(t) == t]

    return Judgement(
        printed={"the same points in all product charts": left_out(pull)},
        mutated={
            "in charts x(x', t)": left_out(pulled),
            "with another origin of time": left_out(later),
        },
        note="y = 0 is left out at t = 0 only; homogeneous functions need it to be left out always",
    )


@claim("FHB-11", "(11)", "identity", "g_ij = (1/2) L_yiyj, a (0,2) d-tensor", on="charts")
def metric(s: TimeScene) -> Judgement:
    """½ dd_J L(JX, Y); it is kept by changes of product charts, and symmetric."""
    (new, pull), (moving, pulled) = s.product_change, s.moving_change
    g, n = s.system.metric, range(s.n)
    shown = [[g(A, B) for B in s.X] for A in s.X]
    on_jets = s.system.metric_of_jets
    contact = [s.jets.contact(q) for q in s.jets.base_space.coordinates[1:]]
    return Judgement(
        printed={
            "half of the Hessian": entrywise(shown, s.g),
            "symmetric": [s.g[i][j] == s.g[j][i] for i in n for j in n],
            "a tensor on product charts": new.metric == pull(g),
            "rank n": [
                nonzero("the determinant", s.system.determinant),
                s.system.determinant == linear.determinant([[2 * a for a in row] for row in s.g]),
            ],
            "g_ij (dx^i - y^i dt) (x) (dx^j - y^j dt) on jets": on_jets
            == total(s.g[i][j] * tensor_product(contact[i], contact[j]) for i in n for j in n),
        },
        mutated={
            "the Hessian": entrywise(shown, [[2 * a for a in row] for row in s.g]),
            "a tensor on charts x(x', t)": moving.metric == pulled(g),
        },
    )


@claim("FHB-11b", "after (11)", "definition")
@states("RL^n = (M, L), L regular and g of constant signature")
def lagrange_space(s: TimeScene) -> Judgement:
    """Regularity makes g invertible; the signature is asked for as well, as E~ is connected.

    For L = y³, n = 1, g = 3y: of rank 1 at a generic point, positive for y > 0, negative for
    y < 0, and of rank 0 at (x, 0, t) with t ≠ 0, which is in E~.
    """
    n = range(s.n)
    inverse = [[total(s.inverse[i][k] * s.g[k][j] for k in n) for j in n] for i in n]
    unit = [[1 if i == j else 0 for j in n] for i in n]
    cubic = scene(SMALL["cubic"])
    even = cubic.g[0][0] == 3 * cubic.y[0]
    constant = fact("L = y^3 has g of one sign", not check(even))
    return Judgement(
        printed={"g is invertible": entrywise(inverse, unit)},
        mutated={
            "every L": fact("L = x^i y^i is regular", s.degenerate.is_regular()),
            "regular at a generic point implies constant signature": constant,
        },
    )


@claim("FHB-12a", "(12)", "identity", "N^i_j = (1/4) V_j[g^ih (L_yhxk y^k - L_xh)] = V_j G^i")
def connection_of_the_lagrangian(s: TimeScene) -> Judgement:
    """The vertical parts of the projector ½(T² - T), T = [S*, J]."""
    found = [list(row[:-1]) for row in s.N.coefficients]
    J1 = [list(row) for row in s.system.free.evolution_connection.coefficients]
    return Judgement(
        printed={"V_j G^i": entrywise(found, s.N_free)},
        mutated={
            "V_j(2G^i)": entrywise(found, s.slopes(s.two_G)),
            "the connection of the motion": entrywise(J1, s.N_free),
        },
        note="the connection of the evolution field on the jets has V_j (2G^i + N_0^i)/2 instead: "
        "(12) leaves out (1/2) V_j N_0^i, and belongs to the frame of reference",
    )


@claim("FHB-12b", "(12)", "definition", "N^0_j = (1/2) L_tyj")
def time_coefficients(s: TimeScene) -> Judgement:
    """They belong to the semispray with G^0 = ½ ∂_t L, not to one with G^0 constant."""
    found = [row[-1] for row in s.N.coefficients]
    constant = FrameConnection(s.structure, s.system.free.evolution)
    return Judgement(
        printed={
            "(1/2) L_tyj": termwise(found, s.N_time),
            "V_j G^0, G^0 = (1/2) L_t": [
                V(s.d_t(s.L)) / 2 == b for V, b in zip(s.V, found, strict=True)
            ],
        },
        mutated={
            "L_tyj": [a == 2 * b for a, b in zip(found, s.N_time, strict=True)],
            "of the evolution semispray": constant.delta_t == s.delta_t,
        },
        note="the semispray of motion has G^0 = -1 and would give N^0_j = 0",
    )


@claim("FHB-12c", "before (12)", "theorem", on="charts")
@states("a nonlinear connection is determined by L")
def canonical_connection(s: TimeScene) -> Judgement:
    """It is made of L and J, and natural in product charts; not of the equations of motion alone.

    L + dφ/dt has the same equations of motion, and another N.
    """
    (new, pull), (moving, pulled) = s.product_change, s.moving_change
    (derivative,) = s.jets.total_derivatives
    q = s.datum.coordinates[0]
    gauge = derivative(s.jets.base_space.function(f"t**2*{q}"))
    other = type(s.system)(s.jets, s.L + gauge)
    library, _ = gauge_change(f"t**2*{q}").act(s.system.free)
    return Judgement(
        printed={
            "the library's L + dphi/dt": library.lagrangian == s.L + gauge,
            "in all product charts": pull(s.N.h) == new.free.frame_connection.h,
            "V is its complement": [s.N.h(X) == 0 * X for X in (*s.V, s.d_t)],
        },
        mutated={
            "in charts x(x', t)": pulled(s.N.h) == moving.free.frame_connection.h,
            "determined by the equations of motion": other.frame_connection.h == s.N.h,
        },
        note="L -> kL, another unit of time and L -> L + dphi/dt change N^0: it depends on L, "
        "not on the motion",
    )


@claim("FHB-13", "(13)", "definition", "F(delta_i) = -V_i, F(V_i) = delta_i, F(d_t) = 0")
def f_structure(s: TimeScene) -> Judgement:
    """F = h∘[S, h] - J for any semispray S; an f-structure of rank 2n."""
    f, h = s.N.f, s.N.h
    by_motion = h @ bracket(s.system.evolution, h) - s.structure.J
    return Judgement(
        printed={
            "F(delta_i) = -V_i": [f(X) == -A for X, A in zip(s.delta, s.V, strict=True)],
            "F(V_i) = delta_i": [f(A) == X for X, A in zip(s.delta, s.V, strict=True)],
            "F(d_t) = 0": f(s.d_t) == 0 * s.d_t,
            "F F = -1 on delta_i, V_i": [f(f(X)) == -X for X in (*s.delta, *s.V)],
            "F = h [S, h] - J": by_motion == f,
            "K = F + J": [
                *(s.N.K(A) == X for X, A in zip(s.delta, s.V, strict=True)),
                *(s.N.K(X) == 0 * X for X in (*s.delta, s.d_t)),
            ],
        },
        mutated={"F(delta_i) = V_i": [f(X) == A for X, A in zip(s.delta, s.V, strict=True)]},
        condition="an almost complex structure on the span of the delta_i and V_i, as it is "
        "called; on E, of odd dimension, there is none",
        without={"an almost complex structure on E, F F = -1": f @ f == -s.jets.identity},
    )


def _general(s: TimeScene) -> Any:
    """A semispray with 2G^i of the Lagrangian and G^0 = L."""
    spray = total(y * X - G * A for y, X, G, A in zip(s.y, s.X, s.two_G, s.V, strict=True))
    return spray - s.L * s.d_t
