"""Section 3, second part: constraints, their 1-forms, the submanifold P_1."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from diffgeo import check, d, wedge
from diffgeo.calculus import linear_algebra as linear
from mechanics.papers.deleon_martin.book import claim, scene
from mechanics.papers.engine.claims import (
    Fact,
    Judgement,
    Witness,
    agree,
    fact,
    nonzero,
    same,
    states,
)
from mechanics.papers.engine.constrained_scene import Scene
from mechanics.papers.engine.random_data import SMALL
from mechanics.papers.engine.terms import sum_of, termwise


@claim("DLMD-3.10", "constraints", "definition", "m <= n independent affine constraints")
def constraints(s: Scene) -> Judgement:
    """phi_1 = xdot and phi_2 = xdot - x are independent functions with a singular C."""
    return Judgement(
        printed={
            "affine": [U(V(phi)) == 0 for phi in s.phi for U in s.d_v for V in s.d_v],
            "independent": same("rank of mu_iA", _fibre_rank(s), s.m),
            "m <= n": fact("m <= n", s.m <= s.n),
        },
        mutated={"one of them twice": same("rank", _fibre_rank(s, twice=True), s.m + 1)},
        condition="independent means independent on the fibres of pi_10 (with dt, the mu_i are "
        "linearly independent), not only independent functions",
        without={
            "independent functions, as phi_1 = xdot, phi_2 = xdot - x": Witness(
                scene(SMALL["dependent"]), is_regular_as_independent
            )
        },
    )


def is_regular_as_independent(s: Scene) -> list[Fact]:
    """That C is regular, as the constraints are independent functions."""
    return [
        nonzero("dphi_1 ^ ... is not zero", wedge(*map(d, s.phi))),
        nonzero("det C is not zero", linear.determinant(s.C)),
    ]


def _fibre_rank(s: Scene, *, twice: bool = False) -> int:
    rows = [[V(phi) for V in s.d_v] for phi in s.phi]
    return linear.rank([*rows, rows[0]] if twice else rows)


@claim("DLMD-3.11", "complete lift", "identity")
@states("coordinate formula of mu^c for mu = mu_A dq^A + h dt")
def complete_lift(s: Scene) -> Judgement:
    """Against the complete lift: (fα)^c = f^c α^v + f^v α^c and (dF)^c = d(d_T F)."""
    TE, E = s.TE, s.E
    pull, names = TE.projection.pull, s.datum.coordinates
    tau = TE[TE.velocity_names["t"]]
    vel = [TE[TE.velocity_names[q]] for q in names]
    d_t, *d_q = E.frame
    dt, dq = d(TE["t"]), [d(TE[q]) for q in names]

    def lift(mu: Any, sign: Any) -> Any:
        h, parts = mu(d_t), [mu(Q) for Q in d_q]
        result = tau * pull(d_t(h)) * dt + sign * pull(h) * d(tau)
        for part, form, v in zip(parts, dq, vel, strict=True):
            result += tau * pull(d_t(part)) * form + pull(part) * d(v)
            result += sum_of(
                TE, (w * pull(B(part)) * form for w, B in zip(vel, d_q, strict=True)), 1
            )
        return result + sum_of(TE, (w * pull(B(h)) * dt for w, B in zip(vel, d_q, strict=True)), 1)

    return Judgement(
        printed={"mu^c": [TE.complete_lift(mu) == lift(mu, 1) for mu in s.mu]},
        mutated={"-h dtau": [TE.complete_lift(mu) == lift(mu, -1) for mu in s.mu]},
    )


@claim("DLMD-3.12", "def. mubar", "definition", "mubar_i = J^*(mu_i^c restricted to tau = 1)")
def mubar(s: Scene) -> Judgement:
    """The form S^*dφ_i: a contact form that does not see h_i; natural."""
    moved = s.change.pull
    return Judgement(
        printed={
            "J^* d phi": [
                a == s.S.transpose(d(phi)) for a, phi in zip(s.mubar, s.phi, strict=True)
            ],
            "natural": [
                moved(a) == s.S.transpose(d(moved(phi)))
                for a, phi in zip(s.mubar, s.phi, strict=True)
            ],
            "a contact form": [s.J.contact_ideal.contains(a) for a in s.mubar],
        },
        mutated={
            "mu itself": [a == s.J.projection.pull(mu) for a, mu in zip(s.mubar, s.mu, strict=True)]
        },
    )


@claim("DLMD-3.13", "display mubar", "identity", "mubar_i = mu_iA dq^A - v^A mu_iA dt")
def mubar_in_coordinates(s: Scene) -> Judgement:
    """With the coefficients of mu_i on the frame of E."""

    def form(mu: Any, sign: Any) -> Any:
        parts = [s.J.projection.pull(mu(Q)) for Q in s.E.frame[1:]]
        return sum_of(
            s.J, (a * (dq - sign * v * s.eta) for a, dq, v in zip(parts, s.dq, s.v, strict=True)), 1
        )

    return Judgement(
        printed={"mubar": [a == form(mu, 1) for a, mu in zip(s.mubar, s.mu, strict=True)]},
        mutated={"+ v mu dt": [a == form(mu, -1) for a, mu in zip(s.mubar, s.mu, strict=True)]},
    )


@claim("DLMD-3.14", "muhat", "definition", "muhat_i(X) = mu_i(X) on TE")
def muhat(s: Scene) -> Judgement:
    """The function with X^*muhat = mu(X) for every vector field X, as a section of TE."""
    E = s.E
    q = E.coordinates[1]
    fields = [*E.frame, E.frame[0] + q**2 * E.frame[1], E.time * E.frame[1] - q * E.frame[0]]
    pairs = [(mu, X) for mu in s.mu for X in fields]
    return Judgement(
        printed={
            "X^* muhat = mu(X)": [
                s.TE.field_section(X).pull(s.TE.contract(mu)) == mu(X) for mu, X in pairs
            ]
        },
        mutated={
            "twice it": [
                s.TE.field_section(X).pull(2 * s.TE.contract(mu)) == mu(X) for mu, X in pairs
            ]
        },
    )


def _muhat_printed(s: Scene, i: int, h: int) -> Any:
    """mu_iA v^A + h τ with the h of another form."""
    TE, pull = s.TE, s.TE.projection.pull
    tau = TE[TE.velocity_names["t"]]
    vel = [TE[TE.velocity_names[q]] for q in s.datum.coordinates]
    parts = (pull(s.mu[i](Q)) * v for Q, v in zip(s.E.frame[1:], vel, strict=True))
    return sum_of(TE, parts) + pull(s.mu[h](s.E.frame[0])) * tau


@claim("DLMD-3.15", "display muhat", "identity", "muhat_i = mu_iA v^A + h tau")
def muhat_in_coordinates(s: Scene) -> Judgement:
    """The index of h is missing in print.

    One function h for all i is what the letters say, and is not meant.
    """
    m = range(s.m)
    found = [s.TE.contract(mu) for mu in s.mu]
    return Judgement(
        printed={"one h for all i": [found[i] == _muhat_printed(s, i, 0) for i in m]},
        repaired={"muhat": [found[i] == _muhat_printed(s, i, i) for i in m]},
        mutated={
            "without h tau": [
                found[i] == _muhat_printed(s, i, i) - s.TE.projection.pull(s.mu[i](s.E.frame[0]))
                for i in m
            ]
        },
        correction="muhat_i = mu_iA v^A + h_i tau",
        repair="an index lost: h_i for h",
        damage="scan",
        consequence="nothing: mu_i = mu_iA dq^A + h_i dt and phi_i have the index",
    )


@claim("DLMD-3.16", "restriction", "identity", "muhat_i at tau = 1 is phi_i")
def muhat_restricted(s: Scene) -> Judgement:
    """By the embedding of J¹π in TE; φ_i is made from its formula in coordinates."""
    pull = s.J.projection.pull
    printed = [
        sum_of(s.J, (pull(mu(Q)) * v for Q, v in zip(s.E.frame[1:], s.v, strict=True)))
        + pull(mu(s.E.frame[0]))
        for mu in s.mu
    ]
    found = [s.J.embedding.pull(s.TE.contract(mu)) for mu in s.mu]
    return Judgement(
        printed={"phi": termwise(found, printed)},
        mutated={
            "at tau = 0": [
                a == b - pull(mu(s.E.frame[0]))
                for a, b, mu in zip(found, printed, s.mu, strict=True)
            ]
        },
    )


@claim("DLMD-3.17", "independence", "assertion", "needs dt and all mu_i linearly independent")
def independence(s: Scene) -> Judgement:
    """π₁₀^*(dt∧μ_1∧…∧μ_m) = dt∧μ̄_1∧…: not zero iff the φ_i are independent on the fibres."""
    below = s.J.projection.pull(wedge(s.E.dt, *s.mu))
    above = wedge(s.eta, *s.mubar)
    small = scene(SMALL["dependent"])
    return Judgement(
        printed={
            "dt^mu = dt^mubar": below == above,
            "iff of maximal rank on the fibres": [
                agree(
                    "dt^mu != 0 iff rank mu_iA = m",
                    not check(below == 0, counterexample=False),
                    _fibre_rank(s) == s.m,
                ),
                agree("so for dependent forms", _with_dt(small), _fibre_rank(small) == small.m),
            ],
        },
        mutated={"without dt": s.J.projection.pull(wedge(*s.mu)) == wedge(*s.mubar)},
        condition="independent means independent on the fibres of pi_10; the assumption is "
        "sufficient, but not necessary for independent functions",
        without={
            "needed for independent functions phi_1 = xdot, phi_2 = xdot - x": Witness(
                small, is_independent_with_dt
            )
        },
    )


def _with_dt(s: Scene) -> bool:
    """Whether dt and all μ_i are independent."""
    return not check(wedge(s.E.dt, *s.mu) == 0)


def is_independent_with_dt(s: Scene) -> Fact:
    """That the φ_i are independent if and only if dt and all μ_i are."""
    independent = not check(wedge(*map(d, s.phi)) == 0)
    return agree("dphi_1^... != 0 iff dt^mu_1^... != 0", independent, _with_dt(s))


@claim(
    "DLMD-3.18",
    "P_1",
    "definition",
    "P_1 = {phi_i = 0}, affine subbundle, dim 2n+1-m",
    on="few constraints",
)
def constraint_submanifold(s: Scene) -> Judgement:
    """A level set; over each point of E the solutions of linear equations of rank m."""
    minors = [
        linear.determinant([[s.d_v[a](phi) for a in chosen] for phi in s.phi])
        for chosen in combinations(range(s.n), s.m)
    ]
    return Judgement(
        printed={
            "a submanifold": nonzero("dphi_1^... is not zero", wedge(*(d(f) for f in s.phi))),
            "dimension": same("dim P_1", s.P_1.dimension, 2 * s.n + 1 - s.m),
            "affine over E": [U(V(phi)) == 0 for phi in s.phi for U in s.d_v for V in s.d_v],
            "of maximal rank": fact("a minor is not zero", any(not check(m == 0) for m in minors)),
        },
        mutated={"dim 2n - m": same("dim P_1", s.P_1.dimension, 2 * s.n - s.m)},
        note="a subbundle where the rank of mu_iA is m at every point (see 3.17)",
    )
