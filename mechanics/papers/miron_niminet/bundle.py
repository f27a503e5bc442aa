"""Section 2: the tangent bundle, semisprays, nonlinear connections."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo import bracket, d, lie
from diffgeo.calculus import linear_algebra as linear
from mechanics.papers.engine.claims import Judgement, Witness, nonzero, same, states
from mechanics.papers.engine.index_balance import balanced
from mechanics.papers.engine.terms import termwise, transposed
from mechanics.papers.miron_niminet.book import claim
from mechanics.papers.miron_niminet.scene import SprayScene

if TYPE_CHECKING:
    from diffgeo import Form, Identity, VectorForm


def negative(rows: list[list[Form]]) -> list[list[Form]]:
    """The matrix with the opposite sign."""
    return [[-f for f in row] for row in rows]


@claim("MN-2.01", "(2.1)", "definition", on="semispray")
@states("x~ = x~(x) with det != 0, y~^i = (dx~^i/dx^j) y^j")
def change_of_coordinates(s: SprayScene) -> Judgement:
    """The tangent map of φ; it keeps C."""
    old, (new_x, new_y) = s.old, ([s.change.pull(f) for f in fs] for fs in (s.x, s.y))
    A, flat = old.jacobian(new_x, old.d_x), [b.along(b.y, b.d_x) for b in (old, s)]
    return Judgement(
        printed={
            "y~^i = (dx~^i/dx^j) y^j": [
                f == old.along(row, old.y) for f, row in zip(new_y, A, strict=True)
            ],
            "det(dx~/dx) != 0": nonzero("the determinant", linear.determinant(A)),
            "x~ does not depend on y": [V(f) == 0 for V in old.d_y for f in new_x],
            "C is the same in all coordinates": s.change.related(old.C, s.C),
        },
        mutated={
            "y~^i = (dx~^j/dx^i) y^j": [
                f == old.along(row, old.y) for f, row in zip(new_y, transposed(A), strict=True)
            ],
            "y~ = y": termwise(new_y, old.y),
            "y^i d/dx^i is the same in all coordinates": s.change.related(*flat),
        },
    )


@claim("MN-2.02", "(2.2)", "definition", on="semispray")
@states(
    "J = d/dy^i (x) dx^i is an integrable tangent structure: J(d/dx^i) = d/dy^i, J(d/dy^i) = 0, "
    "J^2 = 0"
)
def tangent_structure(s: SprayScene) -> Judgement:
    """Im J = Ker J = V, [J, J] = 0, L_C J = -J."""
    J, others = s.J, [0 * b.J for b in (s.old, s)]
    for k, b in enumerate((s.old, s)):
        for y, X in zip(b.y, b.d_x, strict=True):
            others[k] = others[k] + d(y).tensor(X)
    rows = [[d(f)(J(X)) for X in s.TM.frame] for f in s.TM.coordinates]
    return Judgement(
        printed={
            "J(d/dx^i) = d/dy^i": [J(X) == V for X, V in zip(s.d_x, s.d_y, strict=True)],
            "J(d/dy^i) = 0": [J(V) == 0 for V in s.d_y],
            "J^2 = 0": J @ J == 0,
            "Im J = Ker J = V": same("rank of J", linear.rank(rows), s.n),
            "integrable": bracket(J, J) == 0,
            "L_C J = -J": bracket(s.C, J) == -J,
            "in all coordinates": s.change.related(s.old.J, J),
        },
        mutated={
            "L_C J = J": bracket(s.C, J) == J,
            "J(d/dy^i) = d/dx^i": [J(V) == X for X, V in zip(s.d_x, s.d_y, strict=True)],
            "dy^i (x) d/dx^i in all coordinates": s.change.related(*others),
            "f J is integrable": bracket(s.G[0] * J, s.G[0] * J) == 0,
        },
    )


@claim("MN-2.03", "(2.3)", "definition", "a semispray is a field S with J S = C", on="semispray")
def semispray(s: SprayScene) -> Judgement:
    """That is S(π^*f) = d_T f; two of them differ by a vertical field."""
    anew = s.change.pull(s.S)
    return Judgement(
        printed={
            "J S = C": s.J(s.S) == s.C,
            "S + V for vertical V": [s.J(s.S + s.G[0] * V) == s.C for V in s.d_y],
            "in all coordinates": s.old.J(anew) == s.old.C,
        },
        mutated={
            "J S = -C": s.J(s.S) == -s.C,
            "S + X for every X": [s.J(s.S + X) == s.C for X in s.d_x],
            "C is one": s.J(s.C) == s.C,
        },
    )


@claim("MN-2.03x", "after (2.3)", "theorem", on="semispray")
@states("if M is paracompact there are semisprays on TM")
def existence_of_semisprays(s: SprayScene) -> Judgement:
    """Over a chart there is one; a partition of unity of M makes one of these."""
    flat, moved = s.TM.semispray(), s.spray_with(s.K[0])
    f, g = s.TM.projection.pull(s.M.coordinates[0]), s.G[0]
    return Judgement(
        printed={
            "over a chart": s.J(flat) == s.C,
            "f S + (1 - f) S' is one": [
                s.J(f * a + (1 - f) * b) == s.C
                for a, b in ((s.S, flat), (s.S, moved), (flat, moved))
            ],
        },
        mutated={
            "S + S' is one": s.J(s.S + flat) == s.C,
            "f S is one": s.J(g * s.S) == s.C,
        },
        note="what paracompactness gives is the partition of unity f_a of M, sum f_a = 1; with it "
        "sum f_a S_a is a semispray by the second part",
    )


@claim("MN-2.04", "(2.4)", "identity", "S = y^i d/dx^i - 2 G^i(x, y) d/dy^i", on="semispray")
def semispray_in_coordinates(s: SprayScene) -> Judgement:
    """For any functions G^i over a chart."""
    V = s.G[-1] * s.d_y[0]
    G = [-(s.S + V)(y) / 2 for y in s.y]
    return Judgement(
        printed={
            "S = y^i d/dx^i - 2 G^i d/dy^i": s.spray_with(s.G) == s.S,
            "every semispray": s.spray_with(G) == s.S + V,
            "with any G^i": s.J(s.spray_with(s.K[0])) == s.C,
        },
        mutated={
            "+ 2 G^i": s.spray_with([-g for g in s.G]) == s.S,
            "- G^i": s.spray_with([g / 2 for g in s.G]) == s.S,
        },
    )


@claim("MN-2.05", "(2.5)", "identity", on="semispray")
@states("2 G~^i = (dx~^i/dx^j) 2 G^j - (dy~^i/dx^j) y^j")
def change_of_the_coefficients(s: SprayScene) -> Judgement:
    """Of the same semispray: G are read off from the field in the old coordinates."""
    old, moved = s.old, s.change.pull(s.S)
    doubled = [2 * s.change.pull(g) for g in s.G]
    new_x, new_y = ([s.change.pull(f) for f in fs] for fs in (s.x, s.y))
    A, B = old.jacobian(new_x, old.d_x), old.jacobian(new_y, old.d_x)

    def law(sign: int, A: list[list[Form]]) -> list[Identity]:
        return [
            left == old.along(a, [-moved(y) for y in old.y]) + sign * old.along(b, old.y)
            for left, a, b in zip(doubled, A, B, strict=True)
        ]

    return Judgement(
        printed={"2 G~^i": law(-1, A)},
        mutated={
            "+ (dy~^i/dx^j) y^j": law(1, A),
            "a tensor": law(0, A),
            "(dx~^j/dx^i) 2 G^j": law(-1, transposed(A)),
        },
    )


@claim("MN-2.06", "(2.6)", "identity", on="semispray")
@states("the integral curves of S: dx^i/dt = y^i, dy^i/dt + 2 G^i = 0")
def integral_curves(s: SprayScene) -> Judgement:
    """Along integral curves df/dt = S(f)."""
    return Judgement(
        printed={
            "dx^i/dt = y^i": [s.S(x) == y for x, y in zip(s.x, s.y, strict=True)],
            "dy^i/dt + 2 G^i = 0": [s.S(y) + 2 * g == 0 for y, g in zip(s.y, s.G, strict=True)],
        },
        mutated={
            "dy^i/dt = 2 G^i": [s.S(y) == 2 * g for y, g in zip(s.y, s.G, strict=True)],
            "dy^i/dt + G^i = 0": [s.S(y) + g == 0 for y, g in zip(s.y, s.G, strict=True)],
        },
    )


def supplementary(s: SprayScene, h: VectorForm) -> list[Identity]:
    """The statements that h projects along V."""
    return [h @ h == h, h @ s.J == 0, s.J @ h == s.J]


@claim("MN-2.07", "(2.7)", "definition", on="semispray")
@states("a nonlinear connection is a distribution N with T_u(TM) = N(u) + V(u)")
def nonlinear_connection(s: SprayScene) -> Judgement:
    """A projector h with kernel V: h² = h, hJ = 0, Jh = J."""
    id = s.TM.identity
    return Judgement(
        printed={
            "of a semispray": supplementary(s, s.h),
            "of no semispray": supplementary(s, s.other_h),
            "h + v = id": [s.h + s.v == id, s.v @ s.J == s.J],
            "regular": same(
                "rank of h",
                linear.rank([[d(f)(s.h(X)) for X in s.TM.frame] for f in s.TM.coordinates]),
                s.n,
            ),
        },
        mutated={
            "(id + [S, J])/2": supplementary(s, (id + bracket(s.S, s.J)) / 2),
            "id": supplementary(s, id),
            "h + h'": supplementary(s, s.h + s.other_h),
        },
    )


@claim("MN-2.08", "(2.8)", "definition", on="semispray")
@states("the adapted basis delta_i = d/dx^i - N^j_i d/dy^j, d/dy^i")
def adapted_basis(s: SprayScene) -> Judgement:
    """δ_i = h(∂/∂x^i), so that Jδ_i = ∂/∂y^i."""

    def spans(h: VectorForm, N: list[list[Form]]) -> list[Identity]:
        return [h(X) == D for X, D in zip(s.d_x, s.adapted(N), strict=True)]

    return Judgement(
        printed={
            "of a semispray": spans(s.h, s.N),
            "of no semispray": spans(s.other_h, s.other_N),
            "J delta_i = d/dy^i": [
                s.J(D) == V for D, V in zip(s.adapted(s.other_N), s.d_y, strict=True)
            ],
        },
        mutated={
            "+ N^j_i d/dy^j": spans(s.h, negative(s.N)),
            "N^i_j d/dy^j": spans(s.h, transposed(s.N)),
        },
    )


@claim("MN-2.08p", "(2.8')", "identity", on="semispray")
@states("its dual basis dx^i, delta y^i = dy^i + N^i_j dx^j")
def dual_basis(s: SprayScene) -> Judgement:
    """δy^i∘v = δy^i and δy^i∘J = dx^i.

    The index i of N^i_i is summed, so that the j of dx^j is left over.
    """

    def dual(forms: list[Form], N: list[list[Form]]) -> list[Identity]:
        fields = s.adapted(N)
        rows = [form(X) == 0 for form in forms for X in fields]
        pairs = [
            form(V) == (1 if i == j else 0)
            for i, form in enumerate(forms)
            for j, V in enumerate(s.d_y)
        ]
        return rows + pairs

    N, M = s.N, s.other_N
    return Judgement(
        printed={"indices": Witness("delta y^i = dy^i + N^i_i dx^j", balanced)},
        repaired={
            "indices": balanced("delta y^i = dy^i + N^i_j dx^j"),
            "of a semispray": dual(s.coadapted(N), N),
            "of no semispray": dual(s.coadapted(M), M),
            "dx^i(delta_j)": [
                dx(X) == (1 if i == j else 0)
                for i, dx in enumerate(s.dx)
                for j, X in enumerate(s.adapted(M))
            ],
            "dx^i(d/dy^j) = 0": [dx(V) == 0 for dx in s.dx for V in s.d_y],
        },
        mutated={
            "- N^i_j dx^j": dual(s.coadapted(negative(N)), N),
            "N^j_i dx^j": dual(s.coadapted(transposed(N)), N),
        },
        correction="delta y^i = dy^i + N^i_j dx^j",
        repair="an index: N^i_j for N^i_i",
        damage="scan",
        consequence="what follows uses it with the right indices",
    )


@claim("MN-2.09", "(2.9)", "theorem", on="semispray")
@states("N is integrable if and only if R^i_jk = delta_k N^i_j - delta_j N^i_k = 0")
def curvature(s: SprayScene) -> Judgement:
    """[δ_j, δ_k] = R^i_jk ∂/∂y^i, which is in N only where it is zero; R = ½[h, h] is a tensor."""

    def brackets(N: list[list[Form]], sign: int = 1) -> list[Identity]:
        D = s.adapted(N)
        return [
            bracket(D[j], D[k]) == sign * s.along([D[k](row[j]) - D[j](row[k]) for row in N], s.d_y)
            for j in s.places
            for k in range(j)
        ]

    def half(h: VectorForm, N: list[list[Form]], factor: int = 1) -> list[Identity]:
        K, D = bracket(h, h), s.adapted(N)
        pairs = [(D[j], D[k]) for j in s.places for k in range(j)]
        return [K(X, Y) == 2 * factor * bracket(X, Y) for X, Y in pairs]

    flat = s.TM.semispray()
    h = (s.TM.identity - bracket(flat, s.J)) / 2
    return Judgement(
        printed={
            "[delta_j, delta_k] = R^i_jk d/dy^i, of a semispray": brackets(s.N),
            "[delta_j, delta_k] = R^i_jk d/dy^i, of no semispray": brackets(s.other_N),
            "R = [h, h]/2": half(s.h, s.N) + half(s.other_h, s.other_N),
            "R = 0 for an integrable N": bracket(h, h) == 0,
            "in all coordinates": [
                s.change.related(bracket(new, new), bracket(h, h))
                for h in (s.h, s.other_h)
                for new in [s.change.pull(h)]
            ],
        },
        mutated={
            "delta_j N^i_k - delta_k N^i_j": brackets(s.N, -1),
            "every N is integrable": bracket(s.h, s.h) == 0,
            "R = [h, h]": half(s.h, s.N, 2),
        },
    )


@claim("MN-2.10", "(2.10)", "definition", on="semispray")
@states("autoparallel curves: dx^i/dt = y^i, delta y^i/dt = 0")
def autoparallels(s: SprayScene) -> Judgement:
    """The integral curves of hS, the same for all semisprays S: the one that is in N."""
    cases = ((s.h, s.N), (s.other_h, s.other_N))
    return Judgement(
        printed={
            "dx^i/dt = y^i": [s.J(h(s.S)) == s.C for h, _ in cases],
            "delta y^i/dt = 0": [form(h(s.S)) == 0 for h, N in cases for form in s.coadapted(N)],
            "dy^i/dt + N^i_j y^j = 0": [
                h(s.S)(y) + s.along(row, s.y) == 0
                for h, N in cases
                for y, row in zip(s.y, N, strict=True)
            ],
            "from every semispray": [h(s.S + V) == h(s.S) for h, _ in cases for V in s.d_y],
        },
        mutated={
            "the integral curves of S": s.h(s.S) == s.S,
            "dy^i/dt = N^i_j y^j": [
                s.h(s.S)(y) == s.along(row, s.y) for y, row in zip(s.y, s.N, strict=True)
            ],
        },
        note="for S itself they are its integral curves where N is made of a spray, [C, S] = S",
    )


@claim("MN-2.11", "after (2.10)", "theorem", on="semispray")
@states("N^i_j = dG^i/dy^j are the coefficients of a nonlinear connection")
def connection_of_a_semispray(s: SprayScene) -> Judgement:
    """H = ½(id - [S, J]); the functions of all coordinates together are one distribution."""

    def connection(factor: int, S: VectorForm, b: SprayScene = s) -> VectorForm:
        G = [-S(y) / 2 * factor for y in b.y]
        return b.connection_with(b.jacobian(G, b.d_y))

    def moved(factor: int) -> Identity:
        anew = connection(factor, s.change.pull(s.S), s.old)
        return s.change.related(anew, connection(factor, s.S))

    return Judgement(
        printed={
            "in all coordinates": moved(1),
            "supplementary to V": supplementary(s, connection(1, s.S)),
            "h = (id - [S, J])/2": connection(1, s.S) == (s.TM.identity - lie(s.S, s.J)) / 2,
        },
        mutated={
            "2 dG^i/dy^j": moved(2),
            "-dG^i/dy^j": moved(-1),
            "h = (id + [S, J])/2": connection(1, s.S) == (s.TM.identity + bracket(s.S, s.J)) / 2,
        },
    )
