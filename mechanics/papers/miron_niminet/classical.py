"""Section 8.1: L = g_ij(x) y^i y^j, with forces F_i(x)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo import d, interior
from diffgeo.calculus import linear_algebra as linear
from mechanics.papers.engine.claims import Judgement, fact, nonzero, states
from mechanics.papers.engine.terms import entrywise
from mechanics.papers.miron_niminet.book import claim
from mechanics.papers.miron_niminet.connection import coefficients
from mechanics.papers.miron_niminet.equations import (
    christoffel,
    extremals,
    linear_in_velocities,
    middle,
    second_order,
    spray_coefficients,
    square,
)
from mechanics.papers.miron_niminet.equivalence import deviation
from mechanics.papers.miron_niminet.lagrangians import beta, extended, products
from mechanics.papers.miron_niminet.scene import SystemScene
from mechanics.papers.miron_niminet.semispray import both
from mechanics.spaces.lagrange_spaces import LagrangeSpace, LagrangeSystem

if TYPE_CHECKING:
    from diffgeo import Form, Identity, VectorForm

#: How far section 8.1 reaches.
POSITIONS_ONLY = (
    "for lambda(x); with the multipliers lambda(x, y) of d'Alembert and Chetaev, of second degree "
    "in velocities, it fails"
)


def constant_along_fibres(s: SystemScene, functions: list[Form]) -> list[Identity]:
    """That they depend on x only."""
    return [V(f) == 0 for V in s.d_y for f in functions]


@claim("MN-8.01", "(8.1), (8.2)", "definition", on="classical")
@states("classical systems: L = g_ij(x) y^i y^j and F_i(x); the associated Riemann space is L^n")
def classical(s: SystemScene) -> Judgement:
    """C_ijk = 0, and L is its own energy."""
    entries = [f for row in s.g for f in row]
    velocity_force = LagrangeSystem(s.space, s.y[0] * s.force)
    return Judgement(
        printed={
            "L = g_ij y^i y^j with g_ij = (1/2) d^2L/dy^i dy^j": square(s) == s.L,
            "g_ij and F_i depend on x only": constant_along_fibres(s, [*entries, *s.F]),
            "C_ijk = 0": s.space.is_riemannian(),
            "energy": s.space.energy == s.L,
            "S* in all coordinates": [x for one in both(s) for x in s.motion_in_charts(one)],
        },
        mutated={
            "with g_ij = d^2L/dy^i dy^j": 2 * square(s) == s.L,
            "energy L/2": 2 * s.space.energy == s.L,
            "S* with forces y^1 F_i": velocity_force.semispray
            == LagrangeSystem(s.space, s.force).semispray,
            "any L": LagrangeSpace(s.L + s.y[0] ** 3).is_riemannian(),
        },
        note="L is twice the kinetic energy (1/2) g_ij y^i y^j, hence (1/2) in (8.9)",
    )


@claim("MN-8.03", "(8.3)", "identity", on="classical")
@states("the elicoidal tensor vanishes: F_ij(x, y) = 0")
def no_elicoidal_tensor(s: SystemScene) -> Judgement:
    """d_J F = 0 for F_i(x), and so for F + λ^σ(x) a_σ."""
    return Judgement(
        printed={
            "of F": LagrangeSystem(s.space, s.force).elicoidal == 0,
            "of F + lambda(x) a": s.system.elicoidal == 0,
        },
        mutated={
            "dF = 0": d(s.force) == 0,
            "of forces y^1 F_i": LagrangeSystem(s.space, s.y[0] * s.force).elicoidal == 0,
            "of F + lambda(x, y) a, d'Alembert-Chetaev": s.chetaev.elicoidal == 0,
        },
        note="of the external forces in both readings, of all forces only with lambda(x)",
    )


@claim("MN-8.05", "proposition 8.1, (8.5), (8.6)", "proposition", on="classical")
@states(
    "L* = g_ij(x) y^i y^j + lambda^sigma(x) a_sigma,i(x) y^i is a Lagrangian of electrodynamics "
    "with potentials A_i = lambda^sigma a_sigma,i"
)
def electrodynamics(s: SystemScene) -> Judgement:
    """The extremals of L* move under the force -i_S dA, which has no power."""
    f = s.some_multipliers
    A = s.along(products(s, f), s.dx)
    S = extremals(s, f)

    def lorentz(sign: int) -> VectorForm:
        return LagrangeSystem(s.space, -sign * interior(s.S, d(A))).semispray

    L = s.system.extended_lagrangian
    return Judgement(
        printed={
            "L* = g_ij y^i y^j + A_i y^i": square(s) + s.system.reaction(s.S) == L,
            "A_i = A_i(x)": constant_along_fibres(s, products(s, s.Lambda)),
            "for every lambda(x)": square(s) + A(s.S) == extended(s, f),
            "the force of Lorentz": lorentz(1) == S,
            "which has no power": S(s.space.energy) == 0,
            "under (3.11) dA = 0": s.system.beta == 0,
        },
        mutated={
            "A_i = -lambda a_i": square(s) - s.system.reaction(s.S) == L,
            "the opposite force": lorentz(-1) == S,
            "dA = 0 for every lambda(x)": d(A) == 0,
            "A_i(x) by d'Alembert and Chetaev": constant_along_fibres(
                s, products(s, list(s.chetaev.multipliers))
            ),
        },
        note="under (3.11) A is closed: the electromagnetic field dA is zero",
    )


@claim("MN-8.07", "proposition 8.2, (8.7)", "identity", on="classical")
@states(
    "the Euler-Lagrange equations of L*: dL/dx^i - d/dt dL/dy^i + [d_i lambda Q + lambda d_i Q - "
    "d/dt (lambda a_i)] = 0"
)
def equations_of_the_electrodynamic_lagrangian(s: SystemScene) -> Judgement:
    """Along the extremals of L*, and the left side is E_i(L*) along every curve."""
    f = s.some_multipliers

    def left(S: VectorForm, sign: int = 1) -> list[Form]:
        rows = zip(s.euler_lagrange(S, s.L), middle(s, S, f, sign), strict=True)
        return [-e + m for e, m in rows]

    S, L = extremals(s, f), extended(s, f)
    return Judgement(
        printed={"as it ends, along every curve": [e == 0 for e in left(s.S)]},
        repaired={
            "= 0 along the extremals": [e == 0 for e in left(S)],
            "the left side is E_i(L*)": [
                e == -w for e, w in zip(left(s.S), s.euler_lagrange(s.S, L), strict=True)
            ],
        },
        mutated={
            "+ d/dt (lambda a_i)": [e == 0 for e in left(S, -1)],
            "along S*": [e == 0 for e in left(s.loose.semispray)],
        },
        correction="the same expression, = 0 along the extremals of L*",
        repair="= 0 lost at the end",
        damage="scan",
        consequence="(8.7') has it",
    )


def letter_by_letter(s: SystemScene, f: list[Form]) -> list[list[Form]]:
    """``∂_iλ a_j - ∂_jλ a_i + λ (∂_i a_i - ∂_j a_j)``, the letters of (8.7')."""
    curl = beta(s, f)
    turned = beta(s, f, -1)
    # Half their sum is the part without λ(∂_i a_j - ∂_j a_i).
    return [
        [
            (curl[i][j] + turned[i][j]) / 2
            + s.along(f, [s.d_x[i](a[i]) - s.d_x[j](a[j]) for a in s.a])
            for j in s.places
        ]
        for i in s.places
    ]


@claim("MN-8.07p", "(8.7')", "identity", on="classical")
@states(
    "dL/dx^i - d/dt dL/dy^i + [d_i lambda a_j - d_j lambda a_i + lambda (d_i a_j - d_j a_i)] y^j = "
    "0"
)
def expanded_equations(s: SystemScene) -> Judgement:
    """(3.5) for these L; for every λ(x).

    Printed is ∂a_i/∂x^i - ∂a_i/∂x^j, in which three letters i stand in one term.
    """
    f = s.some_multipliers
    L, S = extended(s, f), extremals(s, f)

    def vanishes(rows: list[list[Form]], sign: int = 1) -> list[Identity]:
        pairs = zip(s.euler_lagrange(S, s.L), rows, strict=True)
        return [sign * s.along(row, s.y) == e for e, row in pairs]

    return Judgement(
        printed={
            "d_i a_i - d_j a_j, letter by letter": vanishes(letter_by_letter(s, f)),
        },
        repaired={
            "= 0 along the extremals": vanishes(beta(s, f)),
            "the left side is E_i(L*)": deviation(s, s.S, f, L),
        },
        mutated={
            "- [...] y^j": vanishes(beta(s, f), -1),
            "- lambda (d_i a_j - d_j a_i)": vanishes(beta(s, f, -1)),
        },
        correction="the bracket is that of (3.5), with lambda (d_i a_j - d_j a_i)",
        repair="two indices: d a_j/dx^i - d a_i/dx^j",
        damage="scan",
        consequence="(3.5) has the right indices",
    )


@claim("MN-8.08", "proposition 8.3, (8.8)", "proposition", on="classical")
@states("L* and L are equivalent if and only if d[lambda^sigma a_sigma,i] ^ dx^i = 0")
def equivalence_of_the_electrodynamic_lagrangian(s: SystemScene) -> Judgement:
    """S_{L*} - S = ½ g^ij β_jk y^k ∂/∂y^i with β_jk dx^j⊗dx^k = d(λ^σ a_σ)."""
    f = s.some_multipliers
    A = products(s, f)
    form = sum((d(a) * dx for a, dx in zip(A, s.dx, strict=True)), start=0 * d(s.dx[0]))
    rows = [[form(X, Y) for Y in s.d_x] for X in s.d_x]
    deflected = s.raised([s.along(row, s.y) for row in rows])

    def moved(sign: int) -> VectorForm:
        return s.S + sign * s.along(deflected, s.d_y) / 2

    closed = [d(a) * dx for a, dx in zip(products(s, s.Lambda), s.dx, strict=True)]
    return Judgement(
        printed={
            "S of L* = S + (1/2) g^ij beta_jk y^k d/dy^i": extremals(s, f) == moved(1),
            "beta_jk y^k = 0 only for beta = 0": [
                V(s.along(row, s.y)) == row[k] for row in rows for k, V in enumerate(s.d_y)
            ],
            "under (8.8) the same motions": [
                extremals(s, s.Lambda) == s.S,
                sum(closed[1:], start=closed[0]) == 0,
            ],
        },
        mutated={
            "- (1/2) g^ij beta_jk y^k": extremals(s, f) == moved(-1),
            "dx^i ^ d[lambda a_i]": -form == d(s.along(A, s.dx)),
            "for every lambda(x)": extremals(s, f) == s.S,
        },
        note="as theorem 3.1",
    )


@claim("MN-8.09", "theorem 8.1, (8.9)", "theorem", on="classical")
@states(
    "the equations of evolution are d^2x^i/dt^2 + Gamma^i_jk dx^j/dt dx^k/dt = (1/2) g^is [F_s + "
    "lambda^sigma a_sigma,s]"
)
def equations_of_evolution(s: SystemScene) -> Judgement:
    """In both readings; the factor ½ as L is twice the kinetic energy."""
    Gamma = christoffel(s)
    return Judgement(
        printed={name: second_order(s, one) for name, one in s.readings.items()}
        | {"Gamma^i_jk(x)": constant_along_fibres(s, list(Gamma.values.values()) or [s.zero])},
        mutated={
            "- Gamma^i_jk": second_order(s, s.system, -1),
            "without 1/2": second_order(s, s.system, 1, 2),
            "without forces": second_order(s, s.system, 1, 0),
        },
    )


@claim("MN-8.10", "theorem 8.2, (8.10), (8.11)", "theorem", on="classical")
@states(
    "S* = y^i d/dx^i - 2 G*^i d/dy^i with 2 G*^i = Gamma^i_jk y^j y^k - (1/2) (F^i + lambda^sigma "
    "a_sigma^i)"
)
def classical_semispray(s: SystemScene) -> Judgement:
    """In both readings."""
    Sigma = s.system
    ups = [*s.F_up, *(f for row in s.a_up for f in row)]
    return Judgement(
        printed={
            name: one.semispray == spray_coefficients(s, one) for name, one in s.readings.items()
        }
        | {"F^i(x), a_sigma^i(x)": constant_along_fibres(s, ups)},
        mutated={
            "+ (1/2) (F^i + lambda a^i)": Sigma.semispray == spray_coefficients(s, Sigma, -1),
            "2 Gamma^i_jk y^j y^k": Sigma.semispray == spray_coefficients(s, Sigma, 1, 2),
            "without 1/2": Sigma.semispray == spray_coefficients(s, Sigma, 2),
        },
    )


@claim("MN-T8.3", "theorem 8.3", "theorem", on="classical")
@states("the integral curves of S* are the evolution curves of Sigma")
def evolution_curves(s: SystemScene) -> Judgement:
    """EL_i = Φ_i along S*, which is the only such semispray."""

    def motion(S: VectorForm, system: LagrangeSystem, sign: int = 1) -> list[Identity]:
        force = [system.total_force(X) for X in s.d_x]
        return [e == sign * f for e, f in zip(s.euler_lagrange(S, s.L), force, strict=True)]

    Sigma, V = s.system, s.along(s.F_up, s.d_y)
    rows = zip(s.euler_lagrange(Sigma.semispray + V, s.L), s.F, s.d_x, strict=True)
    kept = Sigma.semispray(s.Q[0]) == 0
    return Judgement(
        printed={
            **{name: motion(one.semispray, one) for name, one in s.readings.items()},
            "of S* + V only for V = 0": [e == Sigma.total_force(X) + 2 * f for e, f, X in rows],
            "g is not degenerate": nonzero("det g", linear.determinant(s.g)),
            "by d'Alembert and Chetaev Q = 0 is kept": s.chetaev.keeps_constraints(),
        },
        mutated={
            "of S": motion(s.S, Sigma),
            "with opposite forces": motion(Sigma.semispray, Sigma, -1),
            "by the Postulate Q = 0 is kept": kept,
        },
        note="evolution curves are those of (3.10); Q_sigma = 0 is kept only by the multipliers of "
        "d'Alembert and Chetaev",
    )


@claim("MN-T8.4", "theorem 8.4", "theorem", on="classical")
@states("N* = N, with N^i_j = Gamma^i_jk(x) y^k: N* does not depend on forces and constraints")
def same_nonlinear_connection(s: SystemScene) -> Judgement:
    """K^i_j = ¼ ∂(F^i(x) + λ^σ(x) a_σ^i(x))/∂y^j = 0."""
    Gamma = christoffel(s)
    N = linear_in_velocities(s, Gamma)
    other = LagrangeSystem(s.space, s.y[0] * s.force)
    return Judgement(
        printed={
            "N* = N": s.system.geometry.h == s.free.h,
            "for every lambda(x)": s.loose.geometry.h == s.free.h,
            "N^i_j = Gamma^i_jk y^k": entrywise(coefficients(s, s.system.geometry), N),
        },
        mutated={
            "N^i_j = -Gamma^i_jk y^k": entrywise(
                coefficients(s, s.free), [[-f for f in row] for row in N]
            ),
            "N^i_j = G^i": entrywise(coefficients(s, s.free), [[g for _ in s.places] for g in s.G]),
            "S* = S": s.system.semispray == s.S,
            "for forces y^1 F_i": other.geometry.h == s.free.h,
            "d'Alembert-Chetaev": s.chetaev.geometry.h == s.free.h,
        },
        note=POSITIONS_ONLY,
    )


@claim("MN-8.L", "after theorem 8.4", "identity", on="classical")
@states(
    "C Gamma(N*) has the coefficients L*^i_jk = Gamma^i_jk(x), C^i_jk = 0; so it is a Cartan "
    "connection"
)
def cartan_connection(s: SystemScene) -> Judgement:
    """Metrical, without torsion T and S, with deflections 0 and δ; S* is not horizontal for it."""
    Gamma, G = christoffel(s), s.system.geometry
    D = G.metrical
    frame = [G.h(X) for X in s.d_x]

    def law(sign: int) -> list[Identity]:
        return [
            d(y)(D(X, V)) == sign * Gamma[i, j, k]
            for i, y in enumerate(s.y)
            for j, V in enumerate(s.d_y)
            for k, X in enumerate(frame)
        ]

    kept = s.chetaev.geometry
    return Judgement(
        printed={
            "L*^i_jk = Gamma^i_jk": law(1),
            "C^i_jk = 0": [d(y)(D(W, V)) == 0 for y in s.y for V in s.d_y for W in s.d_y],
            "y^i_|j = 0": D.deflection_h == 0,
            "y^i|_j = delta^i_j": D.deflection_v == s.J,
            "metrical": [D.h_derivative(s.space.metric) == 0, D.v_derivative(s.space.metric) == 0],
            "without torsion": [D.torsion_T == 0, D.torsion_S == 0],
        },
        mutated={
            "L*^i_jk = -Gamma^i_jk": law(-1),
            "y^i_|j = delta^i_j": D.deflection_h == s.J,
            "d'Alembert-Chetaev: y^i_|j = 0": kept.connection.horizontal_projector == s.free.h,
            "flat: Gamma^i_jk = 0": fact("Gamma = 0", not Gamma.values),
            "its autoparallels are the integral curves of S*: v*(S*) = 0": G.v(s.system.semispray)
            == 0,
        },
        note="a Cartan connection is a metrical one with the deflections y^i_|j = 0, y^i|_j = "
        "delta^i_j and T = S = 0, as that of a Finsler space; its autoparallels are not the "
        "integral curves of S*: 2 v*(S*) = (F^i + lambda^sigma a_sigma^i) d/dy^i; "
        + POSITIONS_ONLY,
    )
