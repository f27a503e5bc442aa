"""Section 3, first part: Cartan forms, regularity, the Euler–Lagrange field."""

from __future__ import annotations

from math import factorial
from typing import Any

from diffgeo import Map, d, interior, wedge
from diffgeo.calculus import linear_algebra as linear
from mechanics.model.lagrangian import cartan_form, hessian
from mechanics.papers.deleon_martin.book import claim
from mechanics.papers.engine.claims import Judgement, nonzero, same, states
from mechanics.papers.engine.constrained_scene import Scene, flat_rank
from mechanics.papers.engine.terms import entrywise, sum_of, termwise


def energy(s: Scene) -> Any:
    """v^A p_A - L, in coordinates as it is printed."""
    return sum_of(s.J, (v * p for v, p in zip(s.v, s.momenta, strict=True))) - s.L


@claim("DLMD-3.01", "Theta_L", "definition", "Theta_L = L eta + J^*(dL)")
def poincare_cartan_form(s: Scene) -> Judgement:
    """The only Θ with Θ - L dt and all i_V dΘ, V vertical over E, in the contact ideal."""
    printed = s.L * s.eta + s.S.transpose(d(s.L))
    wrong = s.L * s.eta - s.S.transpose(d(s.L))
    ideal = s.J.contact_ideal
    moved = s.change.pull(printed)
    return Judgement(
        printed={
            "equal to L dt modulo contact forms": ideal.contains(printed - s.L * s.eta),
            "i_V dTheta is a contact form": [
                ideal.contains(interior(V, d(printed))) for V in s.d_v
            ],
            "natural": moved == cartan_form(s.change.pull(s.L), s.J),
        },
        mutated={
            "L eta - J^*(dL)": [ideal.contains(interior(V, d(wrong))) for V in s.d_v],
        },
        note="J^* is the transpose, alpha o J; on 1-forms the derivation i_J is the same",
    )


@claim("DLMD-3.02", "Omega_L", "definition", "Omega_L = -d Theta_L")
def poincare_cartan_2form(s: Scene) -> Judgement:
    """Closed, zero on pairs of vertical fields, Ω(∂_q, ∂_v) = W, natural."""
    Omega, n = -d(s.Theta), range(s.n)
    pairs = [(A, B) for A in n for B in n]
    values = {(A, B): interior(s.d_v[B], interior(s.d_q[A], Omega)) for A, B in pairs}
    return Judgement(
        printed={
            "closed": d(Omega) == 0,
            "vertical fields": [interior(V, interior(U, Omega)) == 0 for U in s.d_v for V in s.d_v],
            "Omega(d_q, d_v) = W": [values[A, B] == s.hessian[A][B] for A, B in pairs],
            "natural": s.change.pull(Omega) == -d(cartan_form(s.change.pull(s.L), s.J)),
        },
        mutated={"+ d Theta_L": [values[A, B] == -s.hessian[A][B] for A, B in pairs]},
    )


@claim("DLMD-3.03", "display Theta_L", "identity", "Theta_L = (L - v^A p_A) dt + p_A dq^A")
def cartan_form_in_coordinates(s: Scene) -> Judgement:
    """Both signs of the coefficient of dt are tried."""
    tail = sum_of(s.J, (p * dq for p, dq in zip(s.momenta, s.dq, strict=True)), 1)
    return Judgement(
        printed={"Theta_L": s.Theta == -energy(s) * s.eta + tail},
        mutated={"(L + v p) dt + p dq": s.Theta == (energy(s) + 2 * s.L) * s.eta + tail},
    )


@claim("DLMD-3.04", "display Omega_L", "identity", "Omega_L = d(v^A p_A - L)^dt + dq^A^dp_A")
def cartan_2form_in_coordinates(s: Scene) -> Judgement:
    """The order in both wedges matters."""
    first = d(energy(s)) * s.eta
    second = sum_of(s.J, (dq * d(p) for dq, p in zip(s.dq, s.momenta, strict=True)), 2)
    return Judgement(
        printed={"Omega_L": s.Omega == first + second},
        mutated={
            "dp^dq": s.Omega == first - second,
            "dt^d(vp - L)": s.Omega == second - first,
        },
    )


@claim("DLMD-3.05", "regular", "definition", "Hessian W_AB = L_{vA vB} nonsingular")
def regular(s: Scene) -> Judgement:
    """Det W is a density on the fibres: det W' = D² det W, D the Jacobian of dq'/dq."""
    J, names = s.J, s.datum.coordinates
    scale = {"x": 2 * s.E["x"] + s.E["x"] ** 3}
    phi = J.prolong_fibred(Map(s.E, s.E, {"t": s.E.time + 1} | {q: s.E[q] for q in names} | scale))
    L = phi.pull(s.L)
    det = linear.determinant([[U(V(L)) for V in s.d_v] for U in s.d_v])
    old = phi.pull(linear.determinant(s.hessian))
    D = 2 + 3 * J["x"] ** 2
    return Judgement(
        printed={
            "W_AB, the library's": entrywise(hessian(s.L, s.J), s.hessian),
            "nonsingular": nonzero("det W is not zero", linear.determinant(s.hessian)),
            "in all fibred coordinates": det == D**2 * old,
        },
        mutated={"det W is a function": det == old},
    )


@claim("DLMD-3.06", "regular <=> almost cosymplectic", "theorem")
@states("eta ^ Omega_L^n != 0 iff det W != 0")
def regular_is_cosymplectic(s: Scene) -> Judgement:
    """η∧Ω^n = ± n! det W dt∧dq¹∧…∧dv^n, for every L."""
    volume = wedge(s.eta, *s.dq, *(d(v) for v in s.v))
    power = wedge(s.eta, *(s.Omega for _ in range(s.n)))
    sign = (-1) ** (s.n * (s.n - 1) // 2)
    det = linear.determinant(s.hessian)
    return Judgement(
        printed={"eta^Omega^n": power == sign * factorial(s.n) * det * volume},
        mutated={
            "the trace of W": power == sign * factorial(s.n) * (det + s.hessian[0][0] + 1) * volume,
            "the other sign": power == -sign * factorial(s.n) * det * volume,
        },
    )


@claim("DLMD-3.07", "(1)", "theorem", "unique xi_L with i Omega_L = 0, eta = 1")
def reeb_field(s: Scene) -> Judgement:
    """Existence by the equations, uniqueness by the rank of X ↦ (i_X Ω, η(X))."""
    rank = flat_rank(s.structure, s.J.frame)
    return Judgement(
        printed={
            "existence": [interior(s.xi, s.Omega) == 0, s.eta(s.xi) == 1],
            "uniqueness": same("rank of the flat map", rank, 2 * s.n + 1),
            "the flat map X -> i_X Omega_L + eta(X) eta": [
                s.structure.flat(X) == interior(X, s.Omega) + s.eta(X) * s.eta for X in s.J.frame
            ],
        },
        mutated={"xi_L + d_v": interior(s.xi + s.d_v[0], s.Omega) == 0},
    )


@claim("DLMD-3.08", "item 1", "theorem", "xi_L is an NSODE")
def reeb_field_is_second_order(s: Scene) -> Judgement:
    """By the criterion of section 2."""
    return Judgement(
        printed={"J xi = 0, eta(xi) = 1": s.J.is_second_order(s.xi)},
        mutated={"xi_L + d_q": s.J.is_second_order(s.xi + s.d_q[0])},
    )


@claim("DLMD-3.09", "item 2 / (2)", "theorem", "its solutions solve the Euler-Lagrange equations")
def euler_lagrange_equations(s: Scene) -> Judgement:
    """In J²π: d/dt p_A - ∂L/∂q^A = W_AB (a^B - ξ^B), and W is regular, hence both directions."""
    from diffgeo import jet

    J2, names = jet(s.E, 2), s.datum.coordinates
    pull, rate = J2.projection.pull, J2.total_derivative
    a = [J2[f"{q}ddot"] for q in names]
    defect = [b - pull(s.xi(v)) for b, v in zip(a, s.v, strict=True)]
    EL = [rate(p) - pull(Q(s.L)) for p, Q in zip(s.momenta, s.d_q, strict=True)]
    rows = [[pull(w) for w in row] for row in s.hessian]
    forces = [sum_of(J2, (w * e for w, e in zip(row, defect, strict=True))) for row in rows]
    wrong = [rate(p) + pull(Q(s.L)) for p, Q in zip(s.momenta, s.d_q, strict=True)]
    return Judgement(
        printed={"EL_A = W_AB (a^B - xi^B)": termwise(EL, forces)},
        mutated={"d/dt p + dL/dq": termwise(wrong, forces)},
    )
