"""Section III, theorem 3.3 to 3.4: the nonlinear connection with forces and its brackets."""

from __future__ import annotations

from typing import Any

from diffgeo import Distribution, bracket, check, interior
from mechanics.papers.engine.claims import Judgement, agree, fact, same, states
from mechanics.papers.engine.terms import entrywise, termwise, total, transposed
from mechanics.papers.frigioiu.book import claim, scene
from mechanics.papers.frigioiu.data import SMALL
from mechanics.papers.frigioiu.scene import Matrix, TimeScene


@claim("FHB-23a", "(23), theorem 3.3", "theorem", on="metrical")
@states("Ncheck^i_j = N^i_j - (1/4) V_j F^i, Ncheck^0_j = (1/2) L_tyj")
def connection_with_forces(s: TimeScene) -> Judgement:
    """The connection of S* = y d_x - (2G - F/2) V - ½ (∂_t L) ∂_t, by brackets."""
    found = s.checked.coefficients
    vertical, time = [list(row[:-1]) for row in found], [row[-1] for row in found]
    S, frozen, of_motion = s.system.evolution, s.system.frozen_spray, s.system.evolution_connection
    halves = ((G - F / 2) / 2 for G, F in zip(s.two_G, s.F, strict=True))
    rows = list(zip(s.y, s.X, halves, s.V, strict=True))
    moved = list(zip(s.N_checked, s.slopes(s.N_0), strict=True))
    H = of_motion.horizontal_frame

    def derived(X: Any) -> Any:
        return sum(
            (P(bracket(S, P(X))) for P in (of_motion.P_H, of_motion.P_V)), start=0 * S
        ) + of_motion.P_S(bracket(S, of_motion.P_S(X)))

    return Judgement(
        printed={
            "Ncheck^i_j": entrywise(vertical, s.N_checked),
            "Ncheck^0_j": termwise(time, s.N_time),
            "the semispray with time frozen": [
                frozen == total(y * X - 2 * G * A for y, X, G, A in rows),
                s.system.connection_semispray == frozen - s.d_t(s.L) / 2 * s.d_t,
            ],
            "that of the evolution semispray": entrywise(
                of_motion.coefficients,
                [[a + b / 2 for a, b in zip(*rows, strict=True)] for rows in moved],
            ),
            "how they are related": s.system.relation(),
            "its projectors and curvature": [
                *of_motion.projectors(),
                of_motion.P_H(S) == 0 * S,
                s.jets.identity == of_motion.P_H + of_motion.P_V + of_motion.P_S,
                interior(S, of_motion.curvature) == of_motion.jacobi_endomorphism,
                *(of_motion.dynamical_derivative(X) == derived(X) for X in s.X),
                *(bracket(X, Y) == of_motion.curvature(X, Y) for X in H for Y in H),
            ],
        },
        mutated={
            "- (1/2) V_j F^i": entrywise(vertical, _forced(s, s.N_free, 2)),
            "+ (1/4) V_j F^i": entrywise(vertical, _forced(s, s.N_free, -1)),
            "that of the evolution semispray": entrywise(
                [list(row) for row in s.system.evolution_connection.coefficients], s.N_checked
            ),
        },
        note="the evolution semispray with N_0 has another connection, on the jets",
    )


@claim("FHB-23b", "(23), theorem 3.3", "identity")
@states("Ncheck^i_j = V_j Gcheck^i, Gcheck^i = 2G^i - F^i/2")
def twice(s: TimeScene) -> Judgement:
    """V_j(2G^i - ½F^i) is twice Ň^i_j."""
    slopes, forces = s.slopes(s.two_G), s.slopes(s.F)

    def combined(of_G: int, of_F: int) -> list[Any]:
        """¼ (of_G V_j 2G + of_F V_j F)."""
        made = [
            [(of_G * a + of_F * b) / 4 for a, b in zip(*rows, strict=True)]
            for rows in zip(slopes, forces, strict=True)
        ]
        return entrywise(s.N_checked, made)

    return Judgement(
        printed={"Gcheck = 2G - F/2": combined(4, -2)},
        repaired={"Gcheck = G - F/4": combined(2, -1)},
        correction="Gcheck^i = G^i - F^i/4, half of what is printed",
        repair="a factor 2 lost on the left: 2 Gcheck^i = 2G^i - F^i/2",
        consequence="the coefficients Ncheck of the same line are right, and so is what is made "
        "of them; section IV differentiates twice the coefficients (FHB-E19)",
        readings={"Gcheck = G - F/2": combined(2, -2), "Gcheck = 2G - F/4": combined(4, -1)},
        mutated={"Gcheck = G + F/4": combined(2, 1)},
    )


@claim("FHB-24", "(24)", "definition", "the basis delta_i, V_i, d_t")
def adapted_basis(s: TimeScene) -> Judgement:
    """The fields δ_i span Ň; the ∂_i, which the denominator names, are not in it.

    The basis is adapted to the sum of Ň and V.
    """
    h, fields = s.checked.h, [*s.delta_checked, *s.V, s.d_t]
    return Judgement(
        printed={"with d/dx^i, as in the denominator": [h(X) == X for X in s.X]},
        repaired={
            "a basis": same("rank", Distribution(s.jets, fields).rank, 2 * s.n + 1),
            "delta_i is in Ncheck": [h(X) == X for X in s.delta_checked],
            "V_i, d_t are in V": [h(X) == 0 * X for X in (*s.V, s.d_t)],
        },
        mutated={
            "without d_t": same("rank", Distribution(s.jets, fields[:-1]).rank, 2 * s.n + 1),
            "adapted to N": [s.N.h(X) == X for X in s.delta_checked],
        },
        correction="delta_i = delta/delta x^i of (25), d/dy^i, d/dt",
        repair="a letter: delta x^i for the partial x^i in the denominator",
        damage="scan",
        consequence="(25) has the right letter",
    )


@claim("FHB-25", "(25)", "definition")
@states("delta_i = d_i - Ncheck_j^i V_j - Ncheck_j^0 d_t + (1/4) V_i F^j V_j")
def adapted_fields(s: TimeScene) -> Judgement:
    """The term with F is in Ň already, by (23); the indices i and j of Ň are interchanged."""
    h = s.checked.h

    def horizontal(N: Matrix) -> list[Any]:
        return [h(X) == X for X in s.adapted(N, s.N_time)]

    turned = transposed(s.N_checked)
    return Judgement(
        printed={
            "with Ncheck and the term with F": horizontal(_forced(s, s.N_checked, 1)),
        },
        repaired={
            "with N and the term with F": horizontal(_forced(s, s.N_free, 1)),
            "with Ncheck, without it": horizontal(s.N_checked),
        },
        correction="d_i - N_i^j V_j - N_i^0 d_t + (1/4) V_i F^j V_j with N of (12): with Ncheck of "
        "(23) the forces are counted twice",
        repair="an accent: N of (12) for Ncheck",
        consequence="the brackets (26), (27) are right for the fields with Ncheck alone; (28) has "
        "the same slip",
        readings={
            "indices as printed": horizontal(_forced(s, turned, 1)),
            "- (1/4) V_i F^j": horizontal(_forced(s, s.N_checked, -2)),
        },
        mutated={"with N alone": horizontal(s.N_free)},
    )


@claim("FHB-26a", "(26), (27)", "identity")
@states("[delta_j, delta_h] = R^a_jh d_a, R^a_jh = delta_h N^a_j - delta_j N^a_h")
def curvature(s: TimeScene) -> Judgement:
    """R = ½[h, h] on horizontal fields."""
    n, delta = range(s.n), s.delta_checked
    R = s.checked.curvature

    def written(sign: int) -> list[Any]:
        found = []
        for j in n:
            for h in n:
                X, Y, one, two = delta[j], delta[h], s.N_checked[j], s.N_checked[h]
                field = sign * (Y(s.N_time[j]) - X(s.N_time[h])) * s.d_t
                for i, V in enumerate(s.V):
                    field = field + sign * (Y(one[i]) - X(two[i])) * V
                found.append(bracket(X, Y) == field)
        return found

    return Judgement(
        printed={
            "[delta_j, delta_h]": written(1),
            "R = [h, h]/2": [R(X, Y) == bracket(X, Y) for X in delta for Y in delta],
            "its parts R^i_jh and R^0_jh": s.checked.curvature_v
            + s.checked.curvature_0.tensor(s.d_t)
            == R,
        },
        mutated={
            "the opposite sign": written(-1),
            "[h, h]": [R(X, Y) == 2 * bracket(X, Y) for X in delta for Y in delta],
        },
    )


@claim("FHB-26b", "(26)", "identity", "[delta_j, d_t] = d_t N^i_j V_i + d_t N^0_j d_t")
def brackets_with_time(s: TimeScene) -> Judgement:
    """The derivatives of the coefficients by t."""
    return _brackets(s, s.d_t)


@claim("FHB-26c", "(26)", "identity", "[delta_j, V_h] = V_h N^i_j V_i + V_h N^0_j d_t")
def brackets_with_velocities(s: TimeScene) -> Judgement:
    """The derivatives of the coefficients by y^h, for the last h."""
    return _brackets(s, s.V[-1], s.V)


@claim("FHB-26d", "(26)", "identity", "[delta/delta y^j, V_h] = [V_j, d_t] = [d_t, d_t] = 0")
def vertical_brackets(s: TimeScene) -> Judgement:
    """Coordinate fields commute. No field δ/δy^j is defined, and δ/δx^j do not commute with V_h."""
    fields = [*s.V, s.d_t]
    return Judgement(
        printed={
            "with delta/delta x^j": [bracket(X, A) == 0 * A for X in s.delta_checked for A in s.V]
        },
        repaired={"V_j, d_t commute": [bracket(A, B) == 0 * A for A in fields for B in fields]},
        mutated={
            "y^1 V_1 and V_1": bracket(s.y[0] * s.V[0], s.V[0]) == 0 * s.d_t,
            "C and V_j": [bracket(s.structure.liouville_field, A) == 0 * A for A in s.V],
        },
        readings={
            "with delta/delta x^j, for d_t": [bracket(X, s.d_t) == 0 * X for X in s.delta_checked]
        },
        correction="[d/dy^j, V_h] = [V_j, d_t] = [d_t, d_t] = 0",
        repair="a letter: d/dy^j for delta/delta y^j, which is not defined",
        consequence="nothing: the brackets of delta/delta x^j are those of the lines above",
    )


@claim("FHB-28", "(28)", "identity")
@states("dual basis: dy^i + Ncheck^i_j dx^j - (1/4) V_j F^i dx^j, dt + Ncheck^0_i dx^i")
def dual_basis(s: TimeScene) -> Judgement:
    """As (25): with Ň of (23) the forces are counted twice."""
    fields = [*s.delta_checked, *s.V, s.d_t]

    def dual(forms: list[Any], shift: int) -> list[Any]:
        return [
            w(X) == (1 if i + shift == j else 0)
            for i, w in enumerate(forms)
            for j, X in enumerate(fields)
        ]

    def of(N: Matrix) -> list[Any]:
        return dual(s.delta_y(N), s.n)

    return Judgement(
        printed={
            "delta y^i": of(_forced(s, s.N_checked, 1)),
            "delta t": dual([s.delta_t], 2 * s.n),
        },
        repaired={
            "with N of (12)": of(_forced(s, s.N_free, 1)),
            "with Ncheck, without F": of(s.N_checked),
            "delta t": dual([s.delta_t], 2 * s.n),
        },
        correction="delta y^i = dy^i + N^i_j dx^j - (1/4) V_j F^i dx^j with N of (12)",
        repair="an accent: N of (12) for Ncheck",
        consequence="the forms are dual to the corrected fields (25); the metric (32) is to be "
        "made of these",
        readings={
            "+ (1/4) V_j F^i with N": of(_forced(s, s.N_free, -1)),
            "dual to (25) as printed": [
                w(X) == 0
                for w in s.delta_y(s.N_checked)
                for X in s.adapted(_forced(s, s.N_checked, 1), s.N_time)
            ],
        },
        mutated={"with N alone": of(s.N_free), "dt": dual([s.jets.dt], 2 * s.n)},
    )


@claim("FHB-T3.4", "theorem 3.4", "theorem", "Ncheck is integrable iff R^i_jh = R^0_jh = 0")
def integrability(s: TimeScene) -> Judgement:
    """The brackets of horizontal fields are vertical, so that they are in Ň only if they vanish."""
    others = [scene(SMALL[name]) for name in ("free", "indefinite", "turned", "curved")]
    turned, curved = others[2:]

    def flat(t: TimeScene, part: str) -> bool:
        return bool(check(getattr(t.checked, part) == 0, counterexample=False))

    def integrable(t: TimeScene) -> bool:
        return bool(t.checked.horizontal.is_involutive())

    h, delta = s.checked.h, s.delta_checked
    return Judgement(
        printed={
            "the brackets are vertical": [h(bracket(X, Y)) == 0 * X for X in delta for Y in delta],
            "integrable iff R = 0": [
                agree(
                    str(t.datum.name),
                    integrable(t),
                    flat(t, "curvature_v") and flat(t, "curvature_0"),
                )
                for t in (s, *others)
            ],
        },
        mutated={
            "iff R^i_jh = 0": agree("turned", integrable(turned), flat(turned, "curvature_v")),
            "iff R^0_jh = 0": agree("curved", integrable(curved), flat(curved, "curvature_0")),
            "always": fact("curved", integrable(curved)),
        },
    )


def _forced(s: TimeScene, N: Matrix, factor: int) -> Matrix:
    """N^i_j - ¼ factor V_j F^i."""
    return [
        [a - factor * b / 4 for a, b in zip(*rows, strict=True)]
        for rows in zip(N, s.slopes(s.F), strict=True)
    ]


def _brackets(s: TimeScene, A: object, fields: list[Any] | None = None) -> Judgement:
    """The brackets of δ_j with vertical fields: the derivatives of the coefficients."""

    def written(N: Matrix, sign: int = 1, time: int = 1) -> list[Any]:
        found = []
        for B in fields or [A]:
            for X, row, at in zip(s.delta_checked, N, s.N_time, strict=True):
                parts = total(B(c) * V for c, V in zip(row, s.V, strict=True))
                found.append(bracket(X, B) == sign * (parts + time * B(at) * s.d_t))
        return found

    return Judgement(
        printed={"as printed": written(s.N_checked)},
        mutated={
            "the opposite sign": written(s.N_checked, -1),
            "without the part along d_t": written(s.N_checked, 1, 0),
            "with N of (12)": written(s.N_free),
        },
    )
