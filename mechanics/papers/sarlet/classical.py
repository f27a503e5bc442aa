"""Section 1: the multiplier equations, and what is left when the multipliers are eliminated."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from diffgeo import check, d, interior
from diffgeo.calculus import linear_algebra as linear
from mechanics.model.lagrangian import cartan_form
from mechanics.papers.engine.claims import Judgement, NotCheckable, fact, same, states
from mechanics.papers.engine.terms import combined, termwise, transposed
from mechanics.papers.sarlet.book import claim
from mechanics.papers.sarlet.data import SMALL
from mechanics.papers.sarlet.equations import (
    free_hessian,
    hessian,
    printed_C,
    printed_Psi,
    reaction_terms,
)
from mechanics.papers.sarlet.scene import SectionScene

if TYPE_CHECKING:
    from diffgeo import Form, VectorForm


def reduced_equations(s: SectionScene, Gamma: VectorForm) -> list[Form]:
    """EL_α + B^a_α EL_a: what the multiplier equations say without the multipliers."""
    first, second = s.euler_lagrange(Gamma, s.L)
    return [combined(el, column, second) for el, column in zip(first, transposed(s.B), strict=True)]


def eliminated(s: SectionScene, added: list[Form]) -> list[Form]:
    """Γ(∂L̄/∂v^α) - X_α(L̄) - (what is added), along the motions of the datum's Γ."""
    return [s.Gamma(p) - X(s.Lbar) - term for p, X, term in zip(s.p_bar, s.X, added, strict=True)]


@claim("SAR-1.01", "first display", "definition", on="linear")
@states("constraints w^a = B^a_alpha(t,q) v^alpha + B^a(t,q), a = 1..m, n = k + m")
def solved_constraints(s: SectionScene) -> Judgement:
    """They are m independent affine equations; the class does not depend on coordinates."""
    phi, moved = constraint_functions(s), s.change.old
    values = [moved.sigma.pull(moved.J1[w]) for w in moved.equations]
    again = [V(g) for V in moved.vertical_frame for g in values]
    rank = linear.rank([[W(f) for W in s.W] for f in phi])
    rest = SectionScene(SMALL["at rest"])
    other = [rest.J1.vector_field({"xdot": 1})(f) for f in constraint_functions(rest)]
    return Judgement(
        printed={
            "affine": [V(b) == 0 for V in s.d_v for row in s.B for b in row],
            "coefficients on E": [
                b == s.section.rho.pull(s.zero.pull(b))
                for row, b0 in zip(s.B, s.B_0, strict=True)
                for b in (*row, b0)
            ],
            "m independent equations": same("rank of the derivatives by w", rank, s.m),
            "of the image of sigma": [s.sigma.pull(f) == 0 for f in phi],
            "n = k + m": same("fibres of E", len(s.E.fibre_names), s.k + s.m),
            "affine in all coordinates": [V(f) == 0 for V in moved.vertical_frame for f in again],
        },
        mutated={
            "homogeneous": [
                combined(0 * g, s.v, row) == g for g, row in zip(s.g, s.B, strict=True)
            ],
            "solved for any m velocities": fact(
                "udot = 0 determines xdot", not check(other[0] == 0), "the derivative is 0"
            ),
        },
        note="the constraints are affine, which the paper calls linear; integrable ones are not "
        "excluded",
    )


def constraint_functions(s: SectionScene) -> list[Form]:
    """w^a - g^a on J¹τ₁."""
    velocities = [s.J1[f"{y}dot"] for y in s.datum.dependent]
    return [w - s.section.p.pull(g) for w, g in zip(velocities, s.g, strict=True)]


@claim("SAR-1.02", "second display", "definition", on="linear")
@states("EL_alpha(L) = -lam_a B^a_alpha, EL_a(L) = lam_a, EL_A = d/dt L_vA - L_qA")
def multiplier_equations(s: SectionScene) -> Judgement:
    """They say that i_Γ σ^*dθ_L = λ_a σ^*S₁^*d(w^a - g^a): the work of the reaction is zero.

    Both sides are affine in λ over the functions, hence λ = 0 and the unit vectors are enough.
    """
    work = interior(s.Gamma, s.sigma.pull(d(cartan_form(s.L, s.J1))))
    contact = [d(s.P[y]) - g * s.dt for y, g in zip(s.datum.dependent, s.g, strict=True)]
    S, J = s.J1.vertical_endomorphism, s.J1
    reaction = [s.sigma.pull(S.transpose(d(f))) for f in constraint_functions(s)]
    first, second = s.euler_lagrange(s.Gamma, s.L)
    zero, one = 0 * s.Lbar, 1 + 0 * s.Lbar
    units = [[one if a == b else zero for a in range(s.m)] for b in range(s.m)]

    def equations(lam: list[Form], sign: int) -> Form:
        by_x = [
            el + sign * combined(zero, lam, column)
            for el, column in zip(first, transposed(s.B), strict=True)
        ]
        by_y = [el - a for el, a in zip(second, lam, strict=True)]
        return combined(combined(0 * s.dt, by_x, s.theta), by_y, contact)

    def difference(lam: list[Form]) -> Form:
        return work - combined(0 * s.dt, lam, reaction)

    phi = constraint_functions(s)
    with_phi = [s.euler_lagrange(s.Gamma, J.time * f) for f in phi]
    return Judgement(
        printed={
            "i_Gamma sigma^* dtheta_L = lam_a sigma^* S^* d(w^a - g^a)": [
                difference(lam) == equations(lam, 1) for lam in ([zero] * s.m, *units)
            ],
            "the reaction is along eta^a": termwise(reaction, s.eta),
            "no virtual work": [r(X) == 0 for r in reaction for X in (s.Gamma, *s.X, *s.d_v)],
            "one lam at most": same(
                "rank", linear.rank([[e(Y) for Y in s.d_y] for e in reaction]), s.m
            ),
        },
        mutated={
            "EL_alpha = +lam_a B^a_alpha": [difference(lam) == equations(lam, -1) for lam in units],
            "EL_a = -lam_a": [difference([-a for a in lam]) == equations(lam, 1) for lam in units],
            "EL of L + t (w^a - g^a), the constraint added to L": [
                combined(by_x, column, by_y) == 0
                for xs, by_y in with_phi
                for by_x, column in zip(xs, transposed(s.B), strict=True)
            ],
        },
        note="with w^a - g^a for the constraints these multipliers have the sign of the library's",
    )


@claim("SAR-1.03", "third display", "theorem", on="linear")
@states("d/dt (dLbar/dv^alpha) = X_alpha(Lbar) + C^a_alpha dLbar/dw^a")
def elimination(s: SectionScene) -> Judgement:
    """EL_α + B^a_α EL_a = Γ(∂L̄/∂v^α) - X_α(L̄) - C^a_α σ^*(∂L/∂w^a) for every L and Γ.

    The print has ∂L̄/∂q̇^a. As the next line says, L̄ is a function of t, q^A and q̇^α: this
    derivative is zero, whether L̄ is on P or, as p^*L̄, on J¹τ₁.
    """
    found = reduced_equations(s, s.Gamma)
    extended = s.section.p.pull(s.Lbar)
    literal = [s.sigma.pull(W(extended)) for W in s.W]
    undotted = [Y(s.Lbar) for Y in s.d_y]

    def says(added: list[Form]) -> list[Any]:
        return termwise(found, eliminated(s, added))

    readings = {
        "dLbar/dq^a, without the dot": says(reaction_terms(s, s.C, undotted)),
        "-C^a_alpha dLbar/dq^a": says([-c for c in reaction_terms(s, s.C, undotted)]),
        "B^a_alpha dLbar/dq^a more": says(
            [combined(0 * s.Lbar, undotted, column) for column in transposed(s.B)]
        ),
    }
    if s.k == s.m:
        readings["dLbar/dv^a, with the index of the others"] = says(reaction_terms(s, s.C, s.p_bar))
    right = reaction_terms(s, s.C, s.l)
    return Judgement(
        printed={"dLbar/dw^a": says(reaction_terms(s, s.C, literal))},
        repaired={"i^*(dL/dw^a)": says(right)},
        correction="d/dt (dLbar/dv^alpha) = X_alpha(Lbar) + C^a_alpha i^*(dL/dw^a), as in "
        "section 5; Lbar does not depend on w^a",
        repair="a bar too many: i^*(dL/dw^a) for dLbar/dw^a",
        consequence="section 5 has the right term, from which the reduced equations are derived",
        readings=readings,
        mutated={
            "-C^a_alpha i^*(dL/dw^a)": says([-c for c in right]),
            "twice": says([2 * c for c in right]),
        },
    )


@claim("SAR-1.04", "fourth display", "definition", "Lbar(t,q,v) = L(t,q,v,Bv+B)", on="linear")
def reduced_lagrangian(s: SectionScene) -> Judgement:
    """L̄ = σ^*L: a function on P, the same in all coordinates of E → M → R."""

    def put_in(sign: str) -> Form:
        text = s.datum.lagrangian
        for w, right in s.datum.equations:
            text = re.sub(rf"\b{w}\b", f"({sign}({right}))", text)
        return s.P.function(text)

    on_P, anew = s.change.on_P, s.change.old.sigma.pull(s.moved_L)
    return Judgement(
        printed={
            "by substitution": put_in("") == s.Lbar,
            "in all coordinates": on_P.pull(s.Lbar) == anew,
        },
        mutated={"with -(Bv + B)": put_in("-") == s.Lbar},
    )


@claim("SAR-1.05", "fourth display", "definition", on="linear")
@states("X_alpha = d_x^alpha + B^a_alpha d_y^a")
def horizontal_frame(s: SectionScene) -> Judgement:
    """The horizontal lifts of the ∂/∂x^α, on E by σ̃ and on P by σ̃₁."""
    below, above = s.section.connection_on_E, s.section.connection
    on_M = [s.section.M.vector_field({x: 1}) for x in s.datum.free]
    on_J0 = [s.J0.vector_field({x: 1}) for x in s.datum.free]
    wrong = [2 * Q - X for Q, X in zip(s.d_x, s.X, strict=True)]
    frame = [[e(X) for X in (*s.d_x, *s.d_y)] for e in s.eta]
    return Judgement(
        printed={
            "lifts by the connection on pi": [
                s.section.rho.related(X, below.lift(Q)) for X, Q in zip(s.X, on_M, strict=True)
            ],
            "lifts by the connection on pi_1": [
                above.lift(Q) == X for X, Q in zip(s.X, on_J0, strict=True)
            ],
            "eta^a(X_alpha) = 0": [e(X) == 0 for e in s.eta for X in s.X],
            "all such fields": same("rank of eta", linear.rank(frame), s.m),
        },
        mutated={"d_x - B d_y": [e(X) == 0 for e in s.eta for X in wrong]},
    )


@claim("SAR-1.06", "fourth display", "definition", on="linear")
@states("C^a_alpha = d/dt B^a_alpha - X_alpha(B^a_beta v^beta + B^a)")
def coefficients_C(s: SectionScene) -> Judgement:
    """C^a_α = η^a([Γ, X_α]): components of a tensor, for d/dt along curves that satisfy (1.01)."""
    T, change = s.section.total_time_derivative, s.change
    rate = [[T(s.zero.pull(b)) for b in row] for row in s.B]

    def entries(rows: list[list[Form]]) -> list[Any]:
        # η^a vanishes on Γ and X_α, hence dη^a(Γ, X_α) = -η^a([Γ, X_α]).
        return [
            entry == -interior(X, interior(s.Gamma, d(eta)))
            for row, eta in zip(rows, s.eta, strict=True)
            for entry, X in zip(row, s.X, strict=True)
        ]

    anew = change.geometry.field(s.moved_Gamma).Psi
    return Judgement(
        printed={
            "eta^a([Gamma, X_alpha])": entries(printed_C(s)),
            "a tensor": change.on_P.pull(printed_Psi(s, printed_C(s))) == anew,
            "d/dt B does not depend on the accelerations": [
                (s.Gamma + V)(b) == r
                for V in (0 * s.d_t, *s.d_v)
                for row, rates in zip(s.B, rate, strict=True)
                for b, r in zip(row, rates, strict=True)
            ],
        },
        mutated={"d/dt B + X(Bv + B)": entries(printed_C(s, 1))},
        note="the dummy index beta must not be the free index",
    )


@claim("SAR-1.07", "after the fourth display", "theorem", on="linear")
@states("det(d^2 Lbar/dv dv) != 0 implies that the equations can be solved for the accelerations")
def regularity(s: SectionScene) -> Judgement:
    """The equations are affine in the accelerations, with the Hessian of L̄ as their matrix."""
    found = reduced_equations(s, s.Gamma)

    def slope(V: Any, factor: int) -> list[Form]:
        moved = reduced_equations(s, s.Gamma + factor * V)
        return [a - b for a, b in zip(moved, found, strict=True)]

    def by_hessian(rows: list[list[Form]], factors: tuple[int, ...]) -> list[Any]:
        return [
            a == factor * h
            for factor in factors
            for V, row in zip(s.d_v, rows, strict=True)
            for a, h in zip(slope(V, factor), row, strict=True)
        ]

    solved = reduced_equations(s, s.reduced.field)
    diagonal = SectionScene(SMALL["along the diagonal"])
    (remainder,) = reduced_equations(diagonal, diagonal.Gamma)
    unsolvable = check(diagonal.d_v[0](diagonal.p_bar[0]) == 0) and not check(remainder == 0)
    nothing = SectionScene(SMALL["no Lagrangian"])
    trivial = all(check(r == 0) for r in reduced_equations(nothing, nothing.Gamma))
    return Judgement(
        printed={
            "affine, with the Hessian of Lbar": by_hessian(hessian(s), (1, 2)),
            "solved where its determinant is not 0": [r == 0 for r in solved],
            "the condition of this datum": fact(
                "det is not 0", not check(linear.determinant(hessian(s)) == 0)
            ),
        },
        mutated={
            "with the Hessian of L by v": by_hessian(free_hessian(s, s.datum.free), (1,)),
            "a regular L is enough": fact(
                "L = (xdot^2 - udot^2)/2 + x with udot = xdot has a motion", not unsolvable
            ),
            "only then": fact("L = 0 has no motion", not trivial),
        },
        note="it is necessary, too, for one and only one solution",
    )


@claim("SAR-1.08", "fifth display", "theorem", on="linear")
@states("the result: xddot^alpha = f^alpha(t,q,v), ydot^a = B^a_alpha v^alpha + B^a")
def mixed_system(s: SectionScene) -> Judgement:
    """One field Γ on P over the canonical T; with it, and λ_a = EL_a, the multiplier equations."""
    Gamma = s.reduced.field
    first, second = s.euler_lagrange(Gamma, s.L)
    affine = [combined(b0, s.v, row) for b0, row in zip(s.B_0, s.B, strict=True)]
    return Judgement(
        printed={
            "EL_alpha = -lam_a B^a_alpha, EL_a = lam_a": [
                el == -combined(0 * el, second, column)
                for el, column in zip(first, transposed(s.B), strict=True)
            ],
            "dx/dt = v": [Gamma(s.P[x]) == v for x, v in zip(s.datum.free, s.v, strict=True)],
            "dy/dt = Bv + B": [
                Gamma(s.P[y]) == g for y, g in zip(s.datum.dependent, affine, strict=True)
            ],
            "no other f": same("rank of the Hessian", linear.rank(hessian(s)), s.k),
        },
        mutated={
            "other accelerations": [r == 0 for V in s.d_v for r in reduced_equations(s, Gamma + V)],
        },
    )


@claim("SAR-1.09", "before the second display", "prose", on="none")
@states(
    "the classical way: multipliers for the non-independence of the variations in Hamilton's "
    "integral principle"
)
def classical_way(_: object) -> NotCheckable:
    """Its content is (1.02), where adding the constraints to L is a mutated form."""
    return NotCheckable(
        "a description of how the equations are usually found; what comes out is SAR-1.02"
    )
