"""Section 4, second half: the projectors on the final constraint submanifold."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from diffgeo import check, d, interior, level_set, linear
from mechanics.ledger.claims import Judgement, fact, nonzero, same
from mechanics.ledger.deleon_martin.book import claim
from mechanics.ledger.deleon_martin.constrained import combination
from mechanics.ledger.deleon_martin.singular import chain, general, parameters, small
from mechanics.ledger.scene import projector, sum_of

if TYPE_CHECKING:
    from diffgeo import Form, LevelSet, VectorForm


class Final:
    """The final submanifold of the example with k' = 2 < m = 3 < m' = 4, and its projectors.

    The χ are mixed, so that C'₁ is not symmetric and no column of C' is zero.
    """

    def __init__(self) -> None:
        self.s = small("partly determinate")

    @cached_property
    def chi(self) -> list[Form]:
        """Generators of P_f."""
        f = self.s.J.function
        return [
            f("zdot + wdot + x"),
            f("wdot + t*x"),
            f("xdot + zdot + x"),
            f("x + (2 + y**2)*(wdot + t*x)"),
        ]

    @cached_property
    def P_f(self) -> LevelSet:
        """P_f."""
        return level_set(self.s.J, self.chi, "P_f")

    @cached_property
    def C(self) -> list[list[Form]]:
        """C' with m rows and m' columns."""
        return [[Z(chi) for chi in self.chi] for Z in self.s.Z]

    @property
    def k(self) -> int:
        """K' = rank C'."""
        return 2

    @cached_property
    def block_inverse(self) -> list[list[Form]]:
        """The inverse of C'₁, the leading block."""
        return linear.inverse([row[: self.k] for row in self.C[: self.k]])

    def projector(self, order: str) -> VectorForm:
        """Q with either order of the indices."""
        k = self.k
        return projector(self.s.J, self.block_inverse, self.s.Z[:k], self.chi[:k], order=order)

    @cached_property
    def Q(self) -> VectorForm:
        """Q = C'^{i'j'} Z_{j'} ⊗ dχ_{i'}."""
        return self.projector("ji")

    @cached_property
    def X(self) -> VectorForm:
        """ξ_L + λ^i Z_i with undetermined λ."""
        return general(self.s)  # type: ignore[no-any-return]

    @cached_property
    def PX(self) -> VectorForm:
        """P(X)."""
        return self.X - self.Q(self.X)

    @cached_property
    def multipliers(self) -> list[Form]:
        """Those of P(X): λ^{j'} - C'^{i'j'} X(χ_{i'}) for j' ≤ k', and λ^α."""
        k, lam = range(self.k), parameters(self.s)
        moved = [
            lam[j] - sum_of(self.s.J, (self.block_inverse[i][j] * self.X(self.chi[i]) for i in k))
            for j in k
        ]
        return [*moved, *lam[self.k :]]


_MADE: list[Final] = []


def final() -> Final:
    """The example, made once for each scene."""
    if not _MADE or _MADE[0].s is not small("partly determinate"):
        _MADE[:] = [Final()]
    return _MADE[0]


@claim(
    "DLMD-4.10",
    where="chi",
    kind="definition",
    statement="P_f cut out by m' >= m independent chi",
    on="none",
)
def generators(_: None) -> Judgement:
    """Independent differentials on P_f are needed: φ² has the same zeros as φ, but Z(φ²) = 0."""
    a = final()
    s = small("determinate")
    phi = s.phi[0]
    found = chain("partly determinate").final
    squares = [Z(chi**2) for Z in a.s.Z for chi in a.chi]
    return Judgement(
        witness=a.s.datum,
        printed={
            "they cut out P_f": a.P_f == found,
            "m' >= m": fact("m' >= m", len(a.chi) >= a.s.m),
            "dimension": same("dim P_f", found.dimension, 2 * a.s.n + 1 - len(a.chi)),
            "independent": same("d chi_1^...", a.P_f.dimension, 5),
        },
        mutated={"m' = m": same("dim P_f", found.dimension, 2 * a.s.n + 1 - a.s.m)},
        condition="the differentials d chi are independent on P_f (locally such chi exist)",
        without={
            "functions with these zeros, such as chi^2": fact(
                "some Z_i(chi^2) is not zero on P_f",
                any(not a.P_f.equal(f, 0) for f in squares),
                f"all vanish, so that C' = 0; and Z(phi^2) = 0 on P_1, phi = {phi}",
            )
        },
    )


@claim(
    "DLMD-4.11",
    where="C'",
    kind="definition",
    statement="matrix of Z_{i'}(chi_{j'}), printed for 1 <= i' <= m'",
    on="none",
)
def matrix(_: None) -> Judgement:
    """There are m fields Z_i only, so the printed range of i' makes no sense for m' > m."""
    a = final()
    rows = len(a.s.Z)
    # The other way to read the range: a field for every chi. But J^*d chi is no combination of
    # the mubar_i then, so that these fields are no directions of the reaction.
    other, last = small("determinate"), chain("determinate").final.equations[-1]
    extra = other.structure.solve(other.S.transpose(d(last)))
    return Judgement(
        witness=a.s.datum,
        printed={"i' = 1, ..., m'": same("number of fields Z", rows, len(a.chi))},
        correction="C'_{i j'} = Z_i(chi_{j'}) with 1 <= i <= m, 1 <= j' <= m'",
        corrected={
            "a matrix of rank k'": same("rank on P_f", _rank_on(a, a.C), 2),
            "i_Z Omega_L = mubar": [
                interior(Z, a.s.Omega) == mu for Z, mu in zip(a.s.Z, a.s.mubar, strict=True)
            ],
        },
        readings={
            "Z_{i'} for chi_{i'}, as reactions": interior(extra, other.Omega) * other.mubar[0] == 0
        },
        mutated={"rank m": same("rank on P_f", _rank_on(a, a.C), 3)},
        condition="the range of the first index",
    )


def _rank_on(a: Final, rows: list[list[Form]]) -> int:
    """The rank of a matrix at the generic point of P_f."""
    inclusion = small_chart(a)
    return linear.rank([[inclusion.pull(f) for f in row] for row in rows])


def small_chart(a: Final) -> Any:
    """The inclusion of P_f."""
    from mechanics.ledger.deleon_martin.algorithm import chart_of

    if "chart" not in a.__dict__:
        a.__dict__["chart"] = chart_of(a.s.J, chain("partly determinate").final.equations)[0]
    return a.__dict__["chart"]


@claim(
    "DLMD-4.12",
    where="rank hypothesis",
    kind="hypothesis",
    statement="rank C' = k' with k' < m",
    on="none",
)
def rank_hypothesis(_: None) -> Judgement:
    """It excludes the case of determined multipliers: k' = m = 1 with C singular on P₁."""
    a, s, c = final(), small("determinate"), chain("determinate")
    rows = [[Z(chi) for chi in c.final.equations] for Z in s.Z]
    return Judgement(
        witness=s.datum,
        printed={
            "it can be satisfied": same("k'", _rank_on(a, a.C), 2),
            "k' < m": fact("2 < 3", _rank_on(a, a.C) < a.s.m),
            "k' <= m always": fact("rank of m rows", linear.rank(rows) <= s.m),
        },
        mutated={"k' = m here": same("k'", _rank_on(a, a.C), a.s.m)},
        condition="a restriction to undetermined multipliers: k' = m occurs (and is not excluded "
        "by C being singular on P_1), and all that follows holds for it, too",
        without={
            "for every singular C; L = xdot*ydot + (x^2+y^2)/2 + t*y, phi = xdot": [
                fact("k' < m", linear.rank(rows) < s.m, f"k' = {linear.rank(rows)}, m = {s.m}"),
            ]
        },
    )


@claim("DLMD-4.13", where="rank hypothesis", kind="assertion", statement="k <= k'", on="none")
def ranks(_: None) -> Judgement:
    """dφ_i is a combination of the dχ on P_f, so C = C'A there."""
    a, s, c = final(), small("determinate"), chain("determinate")
    pairs = [
        (linear.rank(a.s.C), _rank_on(a, a.C)),
        (
            linear.rank([[*s.C[0], 0 * s.J.time]]),
            linear.rank([[Z(chi) for chi in c.final.equations] for Z in s.Z]),
        ),
    ]
    steps = len(c.sets)
    return Judgement(
        witness=s.datum,
        printed={
            "rank C <= rank C'": [fact(f"{k} <= {k2}", k <= k2) for k, k2 in pairs],
            "phi vanishes on P_f": [a.P_f.equal(phi, 0) for phi in a.s.phi],
        },
        mutated={"k = k'": [fact(f"{k} = {k2}", k == k2) for k, k2 in pairs]},
        condition="k is the rank of C on P_1, which the print does not say; it uses k for the "
        "number of the final step",
        without={
            "k the number of the final step": fact(
                "k <= k'", steps <= pairs[1][1], f"k = {steps}, k' = {pairs[1][1]}"
            )
        },
    )


@claim(
    "DLMD-4.14",
    where="block",
    kind="hypothesis",
    statement="leading k' x k' block invertible 'for simplicity'",
    on="none",
)
def leading_block(_: None) -> Judgement:
    """Locally by a choice of k' rows and columns; in the order of the algorithm it may be 0."""
    a, s, c = final(), small("determinate"), chain("determinate")
    block = [row[:2] for row in a.C[:2]]
    first = s.Z[0](c.final.equations[0])
    return Judgement(
        witness=s.datum,
        printed={
            "in a suitable order": nonzero("det C'_1", linear.determinant(block)),
            "not symmetric in general": fact(
                "C'_12 != C'_21", not check(block[0][1] == block[1][0])
            ),
        },
        mutated={"the first 3 x 3 block": nonzero(
            "det", linear.determinant([[small_chart(a).pull(f) for f in r[:3]] for r in a.C])
        )},
        condition="after renumbering the Z and the chi, independently of each other, and locally",
        without={"chi in the order of the algorithm": nonzero("Z_1(chi_1)", first)},
    )  # fmt: skip


@claim(
    "DLMD-4.15",
    where="Q",
    kind="definition",
    statement="Q = C'^{i'j'} Z_{j'} (x) dchi_{i'}",
    on="none",
)
def projector_Q(_: None) -> Judgement:
    """Here C'₁ is not symmetric: only this order of the indices gives a projector."""
    a = final()
    return Judgement(
        printed={
            "Q Z = Z": [a.Q(Z) == Z for Z in a.s.Z[:2]],
            "d chi o Q = d chi": [a.Q.transpose(d(chi)) == d(chi) for chi in a.chi[:2]],
        },
        mutated={"C'^{i'j'} Z_{i'} (x) dchi_{j'}": [a.projector("ij")(Z) == Z for Z in a.s.Z[:2]]},
    )


@claim("DLMD-4.16", where="(P,Q)", kind="theorem", statement="almost product structure", on="none")
def almost_product(_: None) -> Judgement:
    """Q∘Q = Q, of rank k'."""
    a = final()
    other = a.projector("ij")
    P = a.s.J.identity - a.Q
    return Judgement(
        printed={"Q o Q = Q": a.Q @ a.Q == a.Q, "P o P = P": P @ P == P, "P o Q": P @ a.Q == 0},
        mutated={"the other order of indices": other @ other == other},
    )


@claim(
    "DLMD-4.17",
    where="X",
    kind="identity",
    statement="X = xi_L + lam^l Z_l + lam^a Z_a",
    on="none",
)
def splitting(_: None) -> Judgement:
    """The general solution of the first two equations; on P₁ the third leaves λ^a free."""
    a = final()
    s = a.s
    lam = parameters(s)
    X = s.xi + lam[0] * s.Z[0] + lam[1] * s.Z[1] + lam[2] * s.Z[2]
    return Judgement(
        printed={
            "i_X Omega_L": interior(X, s.Omega) == combination(s, lam, s.mubar),
            "eta(X) = 1": s.eta(X) == 1,
            "the Z_i are independent": nonzero(
                "mubar_1^mubar_2^mubar_3", s.mubar[0] * s.mubar[1] * s.mubar[2]
            ),
        },
        mutated={"without lam^a": interior(X - lam[2] * s.Z[2], s.Omega)
                 == combination(s, lam, s.mubar)},
    )  # fmt: skip


@claim(
    "DLMD-4.18",
    where="P(X)",
    kind="identity",
    statement="P(X) = xi_L - C'^{i'j'} (xi_L(chi_{i'}) + lam^b Z_b(chi_{i'})) Z_{j'} + lam^a Z_a",
    on="none",
)
def projected_solution(_: None) -> Judgement:
    """For undetermined λ; the λ^l with l ≤ k' drop out."""
    a = final()
    s, k = a.s, range(a.k)
    lam = parameters(s)

    def printed(sign: Any) -> Any:
        X = s.xi + lam[2] * s.Z[2]
        for i in k:
            for j in k:
                value = s.xi(a.chi[i]) + sign * lam[2] * s.Z[2](a.chi[i])
                X = X - a.block_inverse[i][j] * value * s.Z[j]
        return X

    return Judgement(
        printed={"P(X)": printed(1) == a.PX},
        mutated={"-lam^b Z_b(chi)": printed(-1) == a.PX},
    )


@claim(
    "DLMD-4.19",
    where="first conclusion",
    kind="theorem",
    statement="i_{P(X)} Omega_L = lam^i mubar_i on P_f",
    on="none",
)
def first_conclusion(_: None) -> Judgement:
    """With multipliers of P(X); those of X change unless X is tangent to P_f."""
    a = final()
    s = a.s
    reaction = interior(a.PX, s.Omega)
    return Judgement(
        witness=a.s.datum,
        printed={"some multipliers": reaction == combination(s, a.multipliers, s.mubar)},
        mutated={"none": reaction == 0},
        condition="lam^i are the multipliers of P(X), not those of X, which are other ones unless "
        "X is tangent to P_f",
        without={"the lam^i of X": a.P_f.equal(reaction, combination(s, parameters(s), s.mubar))},
    )


@claim(
    "DLMD-4.20",
    where="second conclusion",
    kind="theorem",
    statement="eta(P(X)) = 1 on P_f",
    on="none",
)
def second_conclusion(_: None) -> Judgement:
    """The image of Q is vertical."""
    a = final()
    return Judgement(
        printed={"eta(P(X)) = 1": a.s.eta(a.PX) == 1},
        mutated={"eta(Q(X)) = 1": a.s.eta(a.Q(a.X)) == 1},
    )


@claim(
    "DLMD-4.21",
    where="third conclusion",
    kind="theorem",
    statement="P(X)(chi_{i'}) = 0 on P_f for all i' <= m'",
    on="none",
)
def third_conclusion(_: None) -> Judgement:
    """For i' > k', too, as the other columns of C' depend on the first k' on P_f."""
    a = final()
    return Judgement(
        printed={"i' <= k'": [a.PX(chi) == 0 for chi in a.chi[:2]],
                 "i' > k', on P_f": [a.P_f.equal(a.PX(chi), 0) for chi in a.chi[2:]]},
        mutated={"X itself": [a.P_f.equal(a.X(chi), 0) for chi in a.chi],
                 "off P_f": [a.PX(chi) == 0 for chi in a.chi[2:]]},
        note="P_f is final and the rank of C' constant; both are used for i' > k'",
    )  # fmt: skip
