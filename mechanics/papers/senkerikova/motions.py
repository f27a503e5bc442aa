"""Section 2, fourth part: constrained extremals, the reduced equations, Chetaev's equations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo import d, interior
from diffgeo.calculus import linear_algebra as linear
from mechanics.papers.engine.claims import Judgement, same, states
from mechanics.papers.engine.terms import combined, termwise, transposed
from mechanics.papers.senkerikova.book import claim
from mechanics.papers.senkerikova.constraints import slopes
from mechanics.papers.senkerikova.scene import ConstraintScene
from mechanics.theories import constrained_cartan_theory

if TYPE_CHECKING:
    from diffgeo import Form, Identity, VectorForm
    from mechanics.papers.engine.claims import Statement


@claim("SEN-2.20", "p. 3", "theorem", on="systems")
@states(
    "constrained extremals: J1gamma^* i_zeta alpha = 0 for the generators zeta of C, alpha any "
    "representative of [iota^*dtheta]"
)
def constrained_extremals(s: ConstraintScene) -> Judgement:
    """φ^a is zero on ζ and along J¹γ, hence so is i_ζ(φ^a∧β) for every β.

    That J¹γ lies in Q is part of it: α is a form on Q. The equation of a semispray ζ = Γ₀ in C is
    a consequence of the others.
    """
    other = s.alpha + combined(0 * s.alpha, [phi * s.beta for phi in s.phi], [1] * len(s.phi))
    away = s.alpha + combined(0 * s.alpha, [d(phi) for phi in s.phi], [1] * len(s.phi))
    e, found = s.frame_C, s.equations(s.Gamma)
    semispray, *rest = found
    factor = s.P.function("t + 2")
    return Judgement(
        printed={
            "any representative": termwise(s.equations(s.Gamma, other), found),
            "generators are enough": [
                s.alpha(factor * X + Y, s.Gamma) == factor * found[i] + found[i - 1]
                for i, (X, Y) in enumerate(zip(e, e[-1:] + e, strict=False))
            ],
            "zeta = d/dv^l says nothing": [value == 0 for value in rest[s.n :]],
            "nor does a semispray in C": semispray == 0,
        },
        mutated={
            "modulo the dphi^a": termwise(s.equations(s.Gamma, away), found),
            "for all zeta on Q": [s.alpha(X, s.Gamma) == other(X, s.Gamma) for X in s.P.frame],
        },
    )


@claim("SEN-2.21", "p. 3 (named, not displayed)", "identity", on="systems")
@states(
    "reduced equations: d_{c,l}Lbar - d_c/dt Lbar_l - (L_{n+a} o iota)(d_{c,l}g^a - d_c/dt g^a_l) "
    "= 0"
)
def reduced_equations(s: ConstraintScene) -> Judgement:
    """J¹γ^* i_ζ α for ζ = ∂/∂q^l + (∂g^a/∂v^l) ∂/∂q^{n+a}, up to fields along ∂/∂v."""
    found = s.equations(s.Gamma)[1 : s.n + 1]
    lifted = [s.alpha(X, s.Gamma) for X in s.X]

    def says(values: list[Form]) -> list[Identity]:
        return termwise(found, values)

    return Judgement(
        printed={
            "J1gamma^* i_W alpha": says(reduced(s)),
            "zeta = d/dq^l + g^a_l d/dq^{n+a}": termwise(found, lifted),
            "the library's": says(list(s.constrained.reduced_equations(s.Gamma))),
        },
        mutated={
            "+ (L_{n+a} o iota)": says(reduced(s, outer=1)),
            "d_{c,l}g^a + d_c/dt g^a_l": says(reduced(s, inner=1)),
            "without the last term": says(reduced(s, outer=0)),
        },
    )


def reduced(s: ConstraintScene, outer: int = -1, inner: int = -1) -> list[Form]:
    """The printed left-hand sides, d_c/dt along the motions of `Gamma`."""
    columns = transposed(s.B)
    return [
        X(s.Lbar)
        - s.Gamma(p)
        + outer
        * combined(
            0 * s.Lbar, s.l, [X(g) + inner * s.Gamma(b) for g, b in zip(s.g, column, strict=True)]
        )
        for X, p, column in zip(s.X, s.p_bar, columns, strict=True)
    ]


def along(s: ConstraintScene, Gamma: VectorForm) -> list[Form]:
    """d/dt L_s - ∂L/∂q^s, first by the free coordinates, then by the others."""
    first, second = s.euler_lagrange(Gamma, s.L)
    return [*first, *second]


def made_by_the_theory(s: ConstraintScene) -> list[Statement]:
    """Krupková's motion on Q, and on the leaves of the constraints in J¹Y with multipliers.

    There it is the field with Chetaev's equations i_X dθ = λ_a S^*df^a and X(f^a) = 0.
    """
    xi, made = s.constrained.field, constrained_cartan_theory.construct(s.system)
    X, S = made.field, s.J1.vertical_endomorphism
    reactions = [S.transpose(d(f)) for f in s.solved]
    return [
        *(e == 0 for e in s.equations(xi)),
        *(form(xi) == 0 for form in (*s.theta, *s.phi)),
        s.dt(xi) == 1,
        interior(X, d(s.lepage)) == combined(0 * s.J1.dt, made.multipliers, reactions),
        *(X(f) == 0 for f in s.solved),
        s.J1.dt(X) == 1,
        constrained_cartan_theory.is_of_second_order(s.system, made),
    ]


@claim("SEN-2.22", "pp. 2-3", "theorem", on="systems")
@states("reduced <=> Chetaev: d/dt L_s - dL/dq^s = mu_a df^a/dv^s, f^a = 0")
def chetaev(s: ConstraintScene) -> Judgement:
    """Each set of equations is a linear combination of the other.

    The vectors e_l + g^a_l e_{n+a} span the kernel of ι^*(df^i/dv^s): contracting Chetaev's
    equations with them leaves the reduced ones. Conversely the last k of Chetaev's equations have
    exactly one solution μ, and with it the first m - k are the reduced ones.
    """
    EL, rows, n = along(s, s.Gamma), slopes(s, s.cut_out), s.n
    columns = transposed(rows)
    zero = 0 * s.Lbar
    mu = list(linear.solve([column for column in columns[n:]], EL[n:]))
    left = [e - combined(zero, mu, column) for e, column in zip(EL, columns, strict=True)]
    B = transposed(s.B)

    def contracted(sign: int) -> list[Form]:
        return [e + sign * combined(zero, b, EL[n:]) for e, b in zip(EL[:n], B, strict=True)]

    holonomic = [e + combined(zero, mu, column) for e, column in zip(EL, columns, strict=True)]
    return Judgement(
        printed={
            "mu is eliminated": [
                row[i] + combined(zero, b, row[n:]) == 0 for row in rows for i, b in enumerate(B)
            ],
            "what is left are the reduced equations": [
                a == -b for a, b in zip(contracted(1), reduced(s), strict=True)
            ],
            "there is one mu": same(
                "rank of df/dv^{n+a}", linear.rank([row[n:] for row in rows]), s.constraints
            ),
            "with it Chetaev's equations are the reduced ones": [
                *(a == -b for a, b in zip(left[:n], reduced(s), strict=True)),
                *(e == 0 for e in left[n:]),
            ],
            "f = 0": [s.sigma.pull(f) == 0 for f in s.cut_out],
            "the theory 'constrained_cartan' finds motion and multipliers": made_by_the_theory(s),
        },
        mutated={
            "EL_l - g^a_l EL_{n+a}": [
                a == -b for a, b in zip(contracted(-1), reduced(s), strict=True)
            ],
            "mu with the other sign": [e == 0 for e in holonomic[n:]],
        },
    )
