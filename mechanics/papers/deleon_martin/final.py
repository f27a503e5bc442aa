"""Section 4, last part: the projectors on the final constraint submanifold.

Proved for all sizes in `theorems_of_constraints`, and checked on an example with
k' = 2 < m = 3 < m' = 4.
"""

from __future__ import annotations

from typing import Any

from diffgeo import d, interior
from diffgeo.calculus import linear_algebra as linear
from mechanics.papers.deleon_martin.book import claim
from mechanics.papers.deleon_martin.final_set import Final, final
from mechanics.papers.deleon_martin.singular import parameters
from mechanics.papers.engine.claims import Judgement, Witness, nonzero, states
from mechanics.papers.engine.constrained_scene import projector


@claim("DLMD-4.15", "Q", "definition", "Q = C'^{i'j'} Z_{j'} (x) dchi_{i'}", on="none")
def projector_Q(_: None) -> Judgement:
    """Here C'₁ is not symmetric: only this order of the indices gives a projector.

    Q depends on the chosen block, at the points of P_f, too: the Z_i of the block span its image.
    """
    a = final()
    rows, columns = [1, 2], [0, 1]
    inverse = linear.inverse([[a.C[i][j] for j in columns] for i in rows])
    other = projector(a.s.J, inverse, [a.s.Z[i] for i in rows], a.chi[:2], order="ji")
    return Judgement(
        printed={
            "Q Z = Z": [a.Q(Z) == Z for Z in a.s.Z[:2]],
            "d chi o Q = d chi": [a.Q.transpose(d(chi)) == d(chi) for chi in a.chi[:2]],
        },
        mutated={
            "C'^{i'j'} Z_{i'} (x) dchi_{j'}": [a.projector("ij")(Z) == Z for Z in a.s.Z[:2]],
            "Q is the same for Z_2 and Z_3": a.P_f.same(a.Q(a.X), other(a.X)),
        },
        note="Q is made from the chosen block; another block gives another Q, on P_f, too",
    )


@claim("DLMD-4.16", "(P,Q)", "theorem", "almost product structure", on="none")
def almost_product(_: None) -> Judgement:
    """Q∘Q = Q, of rank k'."""
    a = final()
    other = a.projector("ij")
    P = a.s.J.identity - a.Q
    return Judgement(
        printed={"Q o Q = Q": a.Q @ a.Q == a.Q, "P o P = P": P @ P == P, "P o Q": P @ a.Q == 0},
        mutated={"the other order of indices": other @ other == other},
    )  # fmt: skip


@claim("DLMD-4.17", "X", "identity", "X = xi_L + lam^l Z_l + lam^a Z_a", on="none")
def splitting(_: None) -> Judgement:
    """The general solution of the first two equations; on P₁ the third leaves λ^a free."""
    a = final()
    s = a.s
    lam = parameters(s)
    X = s.xi + lam[0] * s.Z[0] + lam[1] * s.Z[1] + lam[2] * s.Z[2]
    return Judgement(
        printed={
            "i_X Omega_L": interior(X, s.Omega) == s.combination(lam),
            "eta(X) = 1": s.eta(X) == 1,
            "the Z_i are independent": nonzero(
                "mubar_1^mubar_2^mubar_3", s.mubar[0] * s.mubar[1] * s.mubar[2]
            ),
        },
        mutated={"without lam^a": interior(X - lam[2] * s.Z[2], s.Omega)
                 == s.combination(lam)},
    )  # fmt: skip


@claim("DLMD-4.18", "P(X)", "identity", on="none")
@states("P(X) = xi_L - C'^{i'j'} (xi_L(chi_{i'}) + lam^b Z_b(chi_{i'})) Z_{j'} + lam^a Z_a")
def projected_solution(_: None) -> Judgement:
    """For undetermined λ; the λ^l with l ≤ k' drop out."""
    a = final()
    s, k = a.s, range(a.k)
    lam = parameters(s)

    def printed(sign: object) -> Any:
        X = s.xi + lam[2] * s.Z[2]
        for i in k:
            for j in k:
                value = s.xi(a.chi[i]) + sign * lam[2] * s.Z[2](a.chi[i])
                X = X - a.block_inverse[i][j] * value * s.Z[j]
        return X

    return Judgement(
        printed={
            "P(X)": printed(1) == a.PX,
        },
        mutated={"-lam^b Z_b(chi)": printed(-1) == a.PX},
    )


@claim("DLMD-4.19", "first conclusion", "theorem", on="none")
@states("i_{P(X)} Omega_L = lam^i mubar_i on P_f")
def first_conclusion(_: None) -> Judgement:
    """With multipliers of P(X); those of X change unless X is tangent to P_f."""
    a = final()
    s = a.s
    reaction = interior(a.PX, s.Omega)
    return Judgement(
        printed={
            "some multipliers": reaction == s.combination(a.multipliers),
        },
        mutated={"none": reaction == 0},
        condition="lam^i are the multipliers of P(X), not those of X, which are other ones unless "
        "X is tangent to P_f",
        without={"the lam^i of X": Witness(a, has_multipliers_of_X)},
    )


def has_multipliers_of_X(a: Final) -> Any:
    """That i_{P(X)} Ω_L = λ^i μ̄_i on P_f with the λ^i of X."""
    reaction = interior(a.PX, a.s.Omega)
    return a.P_f.same(reaction, a.s.combination(parameters(a.s)))


@claim("DLMD-4.20", "second conclusion", "theorem", "eta(P(X)) = 1 on P_f", on="none")
def second_conclusion(_: None) -> Judgement:
    """The image of Q is vertical."""
    a = final()
    return Judgement(
        printed={
            "eta(P(X)) = 1": a.s.eta(a.PX) == 1,
        },
        mutated={"eta(Q(X)) = 1": a.s.eta(a.Q(a.X)) == 1},
    )


@claim("DLMD-4.21", "third conclusion", "theorem", on="none")
@states("P(X)(chi_{i'}) = 0 on P_f for all i' <= m'")
def third_conclusion(_: None) -> Judgement:
    """For i' > k', too, as the other columns of C' depend on the first k' on P_f."""
    a = final()
    return Judgement(
        printed={"i' <= k'": [a.PX(chi) == 0 for chi in a.chi[:2]],
                 "i' > k', on P_f": [a.P_f.same(a.PX(chi), 0) for chi in a.chi[2:]]},
        mutated={"X itself": [a.P_f.same(a.X(chi), 0) for chi in a.chi],
                 "off P_f": [a.PX(chi) == 0 for chi in a.chi[2:]]},
        note="for i' > k' two things are used on P_f: the other columns of C' depend on those of "
        "the block, and some xi_L + nu^i Z_i is tangent to P_f",
    )  # fmt: skip
