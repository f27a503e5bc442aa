"""Section 4: the final constraint submanifold, its generators χ and the matrix C'."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from diffgeo import check, d, interior, level_set, wedge
from diffgeo.calculus import linear_algebra as linear
from mechanics.papers.deleon_martin.algorithm import block, chart_of
from mechanics.papers.deleon_martin.book import claim, once, scene
from mechanics.papers.deleon_martin.singular import (
    chain,
    chain_of,
    general,
    parameters,
    small,
    stable,
)
from mechanics.papers.engine.claims import Fact, Judgement, Witness, fact, nonzero, same, states
from mechanics.papers.engine.constrained_scene import Scene, projector
from mechanics.papers.engine.random_data import SMALL, Datum
from mechanics.papers.engine.terms import sum_of

if TYPE_CHECKING:
    from diffgeo import Form, Map, VectorForm
    from diffgeo.subsets import LevelSet


class Final:
    """The final submanifold of the example with k' = 2 < m = 3 < m' = 4, and its projectors.

    The χ are mixed, so that C'₁ is not symmetric and no column of C' is zero.
    """

    def __init__(self, datum: Datum, *chi: str) -> None:
        self.s = scene(datum)
        #: Generators of P_f.
        self.chi = [self.s.J.function(text) for text in chi]

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


_made = once(Final, by=str)


def final() -> Final:
    """The example, made once."""
    return _made(
        SMALL["partly determinate"],
        *("zdot + wdot + x", "wdot + t*x", "xdot + zdot + x", "x + (2 + y**2)*(wdot + t*x)"),
    )


def _found(s: Scene) -> Any:
    """The generators that the algorithm found."""
    return chain_of(s).final.equations


def _span(s: Scene, alpha: Form) -> Any:
    """That a 1-form is a combination of the dχ at the points of P_f."""
    volume = wedge(*(d(chi) for chi in _found(s)))
    return chain_of(s).final.same(volume * alpha, 0)


@claim("DLMD-4.10", "chi", "definition", "P_f cut out by m' >= m independent chi", on="singular")
def generators(given: Scene) -> Judgement:
    """Independent differentials on P_f are needed: φ² has the same zeros as φ, but Z(φ²) = 0."""
    a = final()
    found = chain("partly determinate").final
    return Judgement(
        printed={
            "they cut out P_f": a.P_f == found,
            "m' >= m": [
                fact("m' >= m", len(chi) >= x.m)
                for x, chi in [(a.s, a.chi), *((x, _found(x)) for x in stable(given))]
            ],
            "m' is the codimension": [
                same("dim P_f", chain_of(x).final.dimension, 2 * x.n + 1 - len(_found(x)))
                for x in stable(given)
            ],
            "dphi in the span of the dchi on P_f": [
                _span(x, d(phi)) for x in stable(given) for phi in x.phi
            ],
            "dimension": same("dim P_f", found.dimension, 2 * a.s.n + 1 - len(a.chi)),
            "independent": same("d chi_1^...", a.P_f.dimension, 5),
        },
        mutated={"m' = m": same("dim P_f", found.dimension, 2 * a.s.n + 1 - a.s.m)},
        condition="the differentials d chi are independent on P_f (locally such chi exist)",
        without={"functions with these zeros, such as chi^2": Witness(a, has_slopes_of_squares)},
    )


def has_slopes_of_squares(a: Final) -> Fact:
    """That some Z_i(χ²) is not zero on P_f."""
    squares = [Z(chi**2) for Z in a.s.Z for chi in a.chi]
    some = any(not a.P_f.same(f, 0) for f in squares)
    return fact("some Z_i(chi^2) is not zero on P_f", some, "all vanish, so that C' = 0")


@claim("DLMD-4.11", "C'", "definition", on="none")
@states("matrix of Z_{i'}(chi_{j'}), printed for 1 <= i' <= m'")
def matrix(_: None) -> Judgement:
    """There are m fields Z_i only, so the printed range of i' makes no sense for m' > m."""
    a = final()
    # The other way to read the range: a field for every chi. But J^*d chi is no combination of
    # the mubar_i then, so that these fields are no directions of the reaction.
    other, last = small("determinate"), chain("determinate").final.equations[-1]
    extra = other.structure.solve(other.S.transpose(d(last)))
    return Judgement(
        printed={"i' = 1, ..., m'": Witness(a, has_a_field_for_each_function)},
        correction="C'_{i j'} = Z_i(chi_{j'}) with 1 <= i <= m, 1 <= j' <= m'",
        repair="a prime too many: 1 <= i <= m",
        consequence="the rank k' is that of an m x m' matrix, so that k' <= m",
        repaired={
            "a matrix of rank k'": same("rank on P_f", _rank(), 2),
            "i_Z Omega_L = mubar": [
                interior(Z, a.s.Omega) == mu for Z, mu in zip(a.s.Z, a.s.mubar, strict=True)
            ],
        },
        readings={
            "Z_{i'} for chi_{i'}, as reactions": interior(extra, other.Omega) * other.mubar[0] == 0
        },
        mutated={"rank m": same("rank on P_f", _rank(), 3)},
        condition="the range of the first index",
    )


def has_a_field_for_each_function(a: Final) -> Fact:
    """That there are as many Z_i' as χ_j'."""
    return same("number of fields Z", len(a.s.Z), len(a.chi))


def _rank() -> int:
    """The rank of C' at the generic point of P_f."""
    return linear.rank([[final_chart().pull(f) for f in row] for row in final().C])


@once
def final_chart() -> Map:
    """The inclusion of P_f."""
    return chart_of(final().s.J, chain("partly determinate").final.equations)[0]


@claim("DLMD-4.12", "rank hypothesis", "hypothesis", "rank C' = k' with k' < m", on="singular")
def rank_hypothesis(given: Scene) -> Judgement:
    """It excludes the case of determined multipliers: k' = m = 1 with C singular on P₁."""
    a = final()
    return Judgement(
        printed={
            "it can be satisfied": same("k'", _rank(), 2),
            "k' < m": fact("2 < 3", _rank() < a.s.m),
            "k' <= m": [fact("rank of m rows", ranks_of(x)[1] <= x.m) for x in stable(given)],
            "constant, as C' is": [
                d(f) == 0 for x in stable(given) for row in reduced(x) for f in row
            ],
        },
        mutated={"k' = m here": same("k'", _rank(), a.s.m)},
        condition="a restriction to undetermined multipliers: k' = m occurs (and is not excluded "
        "by C being singular on P_1), and all that follows holds for it, too",
        without={
            "for every singular C; L = xdot*ydot + (x^2+y^2)/2 + t*y, phi = xdot": Witness(
                small("determinate"), has_undetermined_multipliers
            )
        },
    )


def has_undetermined_multipliers(s: Scene) -> Fact:
    """That the rank k' of C' is less than m."""
    rank = linear.rank([[Z(chi) for chi in _found(s)] for Z in s.Z])
    return fact("k' < m", rank < s.m, f"k' = {rank}, m = {s.m}")


def reduced(s: Scene) -> list[list[Form]]:
    """C' for the generators that the algorithm found, on P_f."""
    inclusion = chart_of(s.J, _found(s))[0]
    return [[inclusion.pull(Z(chi)) for chi in _found(s)] for Z in s.Z]


def ranks_of(s: Scene) -> tuple[int, int]:
    """The rank k of C on P_1 and k' of C' on P_f."""
    on = s.on_P_1.pull
    return linear.rank([[on(f) for f in row] for row in s.C]), linear.rank(reduced(s))


@claim("DLMD-4.13", "rank hypothesis", "assertion", "k <= k'", on="singular")
def ranks(given: Scene) -> Judgement:
    """dφ_i is a combination of the dχ on P_f (see 4.10), so C = C'A there."""
    a = final()
    pairs = [(linear.rank(a.s.C), _rank()), *map(ranks_of, stable(given))]
    return Judgement(
        printed={
            "rank C <= rank C'": [fact(f"{k} <= {k2}", k <= k2) for k, k2 in pairs],
            "phi vanishes on P_f": [
                *(a.P_f.same(phi, 0) for phi in a.s.phi),
                *(chain_of(x).final.same(phi, 0) for x in stable(given) for phi in x.phi),
            ],
        },
        mutated={"k = k'": [fact(f"{k} = {k2}", k == k2) for k, k2 in pairs]},
        condition="k is the rank of C on P_1, which the print does not say; it uses k for the "
        "number of the final step",
        without={
            "k the number of the final step": Witness(
                small("determinate"), has_rank_of_the_number_of_steps
            )
        },
        note="for chi with independent differentials (4.10): for chi^2 the matrix C' would be 0",
    )


def has_rank_of_the_number_of_steps(s: Scene) -> Fact:
    """That the number of the final step is at most k'."""
    steps, known = len(chain_of(s).sets), ranks_of(s)[1]
    return fact("k <= k'", steps <= known, f"k = {steps}, k' = {known}")


@claim("DLMD-4.14", "block", "hypothesis", on="singular")
@states("leading k' x k' block invertible 'for simplicity'")
def leading_block(given: Scene) -> Judgement:
    """Locally by a choice of k' rows and columns; in the order of the algorithm it may be 0."""
    a = final()
    leading = [row[:2] for row in a.C[:2]]
    cases = [(rows, *block(rows)) for x in stable(given) if ranks_of(x)[1] for rows in [reduced(x)]]
    return Judgement(
        printed={
            "some rows and columns of every C'": [
                nonzero("det", linear.determinant([[rows[i][j] for j in chosen] for i in lines]))
                for rows, lines, chosen in cases
            ],
            "in a suitable order": nonzero("det C'_1", linear.determinant(leading)),
            "not symmetric in general": fact(
                "C'_12 != C'_21", not check(leading[0][1] == leading[1][0])
            ),
        },
        mutated={"the first 3 x 3 block": nonzero(
            "det", linear.determinant([[final_chart().pull(f) for f in r[:3]] for r in a.C])
        )},
        condition="after renumbering the Z and the chi, independently of each other, and locally",
        without={
            "chi in the order of the algorithm": Witness(small("determinate"), has_leading_entry)
        },
    )  # fmt: skip


def has_leading_entry(s: Scene) -> Fact:
    """That Z_1(χ_1) is not 0 for the first function that the algorithm finds."""
    return nonzero("Z_1(chi_1)", s.Z[0](_found(s)[0]))
