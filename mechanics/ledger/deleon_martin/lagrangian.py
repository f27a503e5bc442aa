"""Section 3, first half: Cartan forms, regularity, the Euler–Lagrange field, constraints."""

from __future__ import annotations

from itertools import combinations
from math import factorial

from diffgeo import Map, check, d, interior, linear, pairing, wedge
from mechanics.lagrangian import cartan_form
from mechanics.ledger.claims import Judgement, agree, fact, nonzero, same
from mechanics.ledger.data import SMALL
from mechanics.ledger.deleon_martin.book import claim
from mechanics.ledger.scene import Scene, sum_of


def energy(s: Scene):  # type: ignore[no-untyped-def]
    """v^A p_A - L, in coordinates as it is printed."""
    return sum_of(s.J, (v * p for v, p in zip(s.v, s.momenta))) - s.L


@claim(
    "DLMD-3.01",
    where="Theta_L",
    kind="definition",
    statement="Theta_L = L eta + J^*(dL)",
)
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


@claim("DLMD-3.02", where="Omega_L", kind="definition", statement="Omega_L = -d Theta_L")
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


@claim(
    "DLMD-3.03",
    where="display Theta_L",
    kind="identity",
    statement="Theta_L = (L - v^A p_A) dt + p_A dq^A",
)
def cartan_form_in_coordinates(s: Scene) -> Judgement:
    """Both signs of the coefficient of dt are tried."""
    tail = sum_of(s.J, (p * dq for p, dq in zip(s.momenta, s.dq)), 1)
    return Judgement(
        printed={"Theta_L": s.Theta == -energy(s) * s.eta + tail},
        mutated={"(L + v p) dt + p dq": s.Theta == (energy(s) + 2 * s.L) * s.eta + tail},
    )


@claim(
    "DLMD-3.04",
    where="display Omega_L",
    kind="identity",
    statement="Omega_L = d(v^A p_A - L)^dt + dq^A^dp_A",
)
def cartan_2form_in_coordinates(s: Scene) -> Judgement:
    """The order in both wedges matters."""
    first = d(energy(s)) * s.eta
    second = sum_of(s.J, (dq * d(p) for dq, p in zip(s.dq, s.momenta)), 2)
    return Judgement(
        printed={"Omega_L": s.Omega == first + second},
        mutated={
            "dp^dq": s.Omega == first - second,
            "dt^d(vp - L)": s.Omega == second - first,
        },
    )


@claim(
    "DLMD-3.05",
    where="regular",
    kind="definition",
    statement="Hessian W_AB = L_{vA vB} nonsingular",
)
def regular(s: Scene) -> Judgement:
    """det W is a density on the fibres: det W' = D² det W, D the Jacobian of dq'/dq."""
    J, names = s.J, s.datum.coordinates
    scale = {"x": 2 * s.E["x"] + s.E["x"] ** 3}
    phi = J.prolong_fibred(Map(s.E, s.E, {"t": s.E.time + 1} | {q: s.E[q] for q in names} | scale))
    L = phi.pull(s.L)
    det = linear.determinant([[U(V(L)) for V in s.d_v] for U in s.d_v])
    old = phi.pull(linear.determinant(s.hessian))
    D = 2 + 3 * J["x"] ** 2
    return Judgement(
        printed={
            "nonsingular": nonzero("det W is not zero", linear.determinant(s.hessian)),
            "in all fibred coordinates": det == D**2 * old,
        },
        mutated={"det W is a function": det == old},
    )


@claim(
    "DLMD-3.06",
    where="regular <=> almost cosymplectic",
    kind="theorem",
    statement="eta ^ Omega_L^n != 0 iff det W != 0",
)
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


@claim(
    "DLMD-3.07",
    where="(1)",
    kind="theorem",
    statement="unique xi_L with i Omega_L = 0, eta = 1",
)
def reeb_field(s: Scene) -> Judgement:
    """Existence by the equations, uniqueness by the rank of X ↦ (i_X Ω, η(X))."""
    flat = [s.structure.flat(X) for X in s.J.frame]
    rank = linear.rank([[pairing(a, Y) for Y in s.J.frame] for a in flat])
    return Judgement(
        printed={
            "existence": [interior(s.xi, s.Omega) == 0, s.eta(s.xi) == 1],
            "uniqueness": same("rank of the flat map", rank, 2 * s.n + 1),
        },
        mutated={"xi_L + d_v": interior(s.xi + s.d_v[0], s.Omega) == 0},
    )


@claim("DLMD-3.08", where="item 1", kind="theorem", statement="xi_L is an NSODE")
def reeb_field_is_second_order(s: Scene) -> Judgement:
    """By the criterion of section 2."""
    return Judgement(
        printed={"J xi = 0, eta(xi) = 1": s.J.is_second_order(s.xi)},
        mutated={"xi_L + d_q": s.J.is_second_order(s.xi + s.d_q[0])},
    )


@claim(
    "DLMD-3.09",
    where="item 2 / (2)",
    kind="theorem",
    statement="its solutions solve the Euler-Lagrange equations",
)
def euler_lagrange_equations(s: Scene) -> Judgement:
    """In J²π: d/dt p_A - ∂L/∂q^A = W_AB (a^B - ξ^B), and W is regular, hence both directions."""
    from diffgeo import jet

    J2, names = jet(s.E, 2), s.datum.coordinates
    pull, rate = J2.projection.pull, J2.total_derivative
    a = [J2[f"{q}ddot"] for q in names]
    defect = [b - pull(s.xi(v)) for b, v in zip(a, s.v)]
    EL = [rate(p) - pull(Q(s.L)) for p, Q in zip(s.momenta, s.d_q)]
    rows = [[pull(w) for w in row] for row in s.hessian]
    forces = [sum_of(J2, (w * e for w, e in zip(row, defect))) for row in rows]
    wrong = [rate(p) + pull(Q(s.L)) for p, Q in zip(s.momenta, s.d_q)]
    return Judgement(
        printed={"EL_A = W_AB (a^B - xi^B)": [x == y for x, y in zip(EL, forces)]},
        mutated={"d/dt p + dL/dq": [x == y for x, y in zip(wrong, forces)]},
    )


# --- constraints --------------------------------------------------------------------------------


@claim(
    "DLMD-3.10",
    where="constraints",
    kind="definition",
    statement="m <= n independent affine constraints",
)
def constraints(s: Scene) -> Judgement:
    """phi_1 = xdot and phi_2 = xdot - x are independent functions with a singular C."""
    small = Scene(SMALL["dependent"])
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
            "independent functions, as phi_1 = xdot, phi_2 = xdot - x": [
                nonzero("dphi_1 ^ dphi_2 is not zero", d(small.phi[0]) * d(small.phi[1])),
                nonzero("det C is not zero", linear.determinant(small.C)),
            ]
        },
    )


def _fibre_rank(s: Scene, *, twice: bool = False) -> int:
    rows = [[V(phi) for V in s.d_v] for phi in s.phi]
    return linear.rank([*rows, rows[0]] if twice else rows)


@claim(
    "DLMD-3.11",
    where="complete lift",
    kind="identity",
    statement="coordinate formula of mu^c for mu = mu_A dq^A + h dt",
)
def complete_lift(s: Scene) -> Judgement:
    """Against the complete lift, which is fixed by (f α)^c = f^c α^v + f^v α^c, (dF)^c = d(d_T F)."""
    TE, E = s.TE, s.E
    pull, names = TE.projection.pull, s.datum.coordinates
    tau = TE[TE.velocity_names["t"]]
    vel = [TE[TE.velocity_names[q]] for q in names]
    d_t, *d_q = E.frame
    dt, dq = d(TE["t"]), [d(TE[q]) for q in names]

    def lift(mu, sign):  # type: ignore[no-untyped-def]
        h, parts = mu(d_t), [mu(Q) for Q in d_q]
        result = tau * pull(d_t(h)) * dt + sign * pull(h) * d(tau)
        for part, form, v in zip(parts, dq, vel):
            result += tau * pull(d_t(part)) * form + pull(part) * d(v)
            result += sum_of(TE, (w * pull(B(part)) * form for w, B in zip(vel, d_q)), 1)
        return result + sum_of(TE, (w * pull(B(h)) * dt for w, B in zip(vel, d_q)), 1)

    return Judgement(
        printed={"mu^c": [TE.complete_lift(mu) == lift(mu, 1) for mu in s.mu]},
        mutated={"-h dtau": [TE.complete_lift(mu) == lift(mu, -1) for mu in s.mu]},
    )


@claim(
    "DLMD-3.12",
    where="def. mubar",
    kind="definition",
    statement="mubar_i = J^*(mu_i^c restricted to tau = 1)",
)
def mubar(s: Scene) -> Judgement:
    """The form S^*dφ_i: a contact form that does not see h_i; natural."""
    moved = s.change.pull
    return Judgement(
        printed={
            "J^* d phi": [a == s.S.transpose(d(phi)) for a, phi in zip(s.mubar, s.phi)],
            "natural": [moved(a) == s.S.transpose(d(moved(phi))) for a, phi in zip(s.mubar, s.phi)],
            "a contact form": [s.J.contact_ideal.contains(a) for a in s.mubar],
        },
        mutated={"mu itself": [a == s.J.projection.pull(mu) for a, mu in zip(s.mubar, s.mu)]},
    )


@claim(
    "DLMD-3.13",
    where="display mubar",
    kind="identity",
    statement="mubar_i = mu_iA dq^A - v^A mu_iA dt",
)
def mubar_in_coordinates(s: Scene) -> Judgement:
    """With the coefficients of mu_i on the frame of E."""

    def form(mu, sign):  # type: ignore[no-untyped-def]
        parts = [s.J.projection.pull(mu(Q)) for Q in s.E.frame[1:]]
        return sum_of(s.J, (a * (dq - sign * v * s.eta) for a, dq, v in zip(parts, s.dq, s.v)), 1)

    return Judgement(
        printed={"mubar": [a == form(mu, 1) for a, mu in zip(s.mubar, s.mu)]},
        mutated={"+ v mu dt": [a == form(mu, -1) for a, mu in zip(s.mubar, s.mu)]},
    )


@claim("DLMD-3.14", where="muhat", kind="definition", statement="muhat_i(X) = mu_i(X) on TE")
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


def _muhat_printed(s: Scene, i: int, h: int):  # type: ignore[no-untyped-def]
    """mu_iA v^A + h τ with the h of another form."""
    TE, pull = s.TE, s.TE.projection.pull
    tau = TE[TE.velocity_names["t"]]
    vel = [TE[TE.velocity_names[q]] for q in s.datum.coordinates]
    parts = (pull(s.mu[i](Q)) * v for Q, v in zip(s.E.frame[1:], vel))
    return sum_of(TE, parts) + pull(s.mu[h](s.E.frame[0])) * tau


@claim(
    "DLMD-3.15",
    where="display muhat",
    kind="identity",
    statement="muhat_i = mu_iA v^A + h tau",
)
def muhat_in_coordinates(s: Scene) -> Judgement:
    """The index of h is missing in print."""
    m = range(s.m)
    found = [s.TE.contract(mu) for mu in s.mu]
    return Judgement(
        printed={"muhat": [found[i] == _muhat_printed(s, i, i) for i in m]},
        mutated={
            "without h tau": [
                found[i] == _muhat_printed(s, i, i) - s.TE.projection.pull(s.mu[i](s.E.frame[0]))
                for i in m
            ]
        },
        condition="h is h_i: the index is missing in print",
        without={"one h for all i": [found[i] == _muhat_printed(s, i, 0) for i in m]},
    )


@claim(
    "DLMD-3.16",
    where="restriction",
    kind="identity",
    statement="muhat_i at tau = 1 is phi_i",
)
def muhat_restricted(s: Scene) -> Judgement:
    """By the embedding of J¹π in TE; φ_i is made from its formula in coordinates."""
    pull = s.J.projection.pull
    printed = [
        sum_of(s.J, (pull(mu(Q)) * v for Q, v in zip(s.E.frame[1:], s.v))) + pull(mu(s.E.frame[0]))
        for mu in s.mu
    ]
    found = [s.J.embedding.pull(s.TE.contract(mu)) for mu in s.mu]
    return Judgement(
        printed={"phi": [a == b for a, b in zip(found, printed)]},
        mutated={
            "at tau = 0": [
                a == b - pull(mu(s.E.frame[0])) for a, b, mu in zip(found, printed, s.mu)
            ]
        },
    )


@claim(
    "DLMD-3.17",
    where="independence",
    kind="assertion",
    statement="needs dt and all mu_i linearly independent",
)
def independence(s: Scene) -> Judgement:
    """π₁₀^*(dt∧μ_1∧…∧μ_m) = dt∧μ̄_1∧…: not zero iff the φ_i are independent on the fibres."""
    below = s.J.projection.pull(wedge(s.E.dt, *s.mu))
    above = wedge(s.eta, *s.mubar)
    small = Scene(SMALL["dependent"])
    needed = not check(small.E.dt * small.mu[0] * small.mu[1] == 0)
    return Judgement(
        printed={
            "dt^mu = dt^mubar": below == above,
            "iff of maximal rank on the fibres": agree(
                "dt^mu != 0 iff rank mu_iA = m",
                not check(below == 0, counterexample=False),
                _fibre_rank(s) == s.m,
            ),
        },
        mutated={"without dt": s.J.projection.pull(wedge(*s.mu)) == wedge(*s.mubar)},
        condition="independent means independent on the fibres of pi_10; the assumption is "
        "sufficient, but not necessary for independent functions",
        without={
            "needed for independent functions phi_1 = xdot, phi_2 = xdot - x": agree(
                "dphi_1^dphi_2 != 0 iff dt^mu_1^mu_2 != 0",
                not check(d(small.phi[0]) * d(small.phi[1]) == 0),
                needed,
            )
        },
    )


@claim(
    "DLMD-3.18",
    where="P_1",
    kind="definition",
    statement="P_1 = {phi_i = 0}, affine subbundle, dim 2n+1-m",
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
