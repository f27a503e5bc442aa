"""Section 8.2: L = F² of a Finsler space, with forces that depend on velocities; and damping."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo import bracket, d
from mechanics.papers.engine.claims import Judgement, Witness, fact, nonzero, refuted, states
from mechanics.papers.engine.index_balance import balanced
from mechanics.papers.engine.terms import entrywise, termwise
from mechanics.papers.miron_niminet.book import claim
from mechanics.papers.miron_niminet.equations import (
    extremals,
    second_order,
    spray_coefficients,
    square,
)
from mechanics.papers.miron_niminet.equivalence import deviation
from mechanics.papers.miron_niminet.lagrangians import (
    beta,
    elicoidal_components,
    extended,
    hessian,
    products,
)
from mechanics.papers.miron_niminet.scene import SystemScene
from mechanics.papers.miron_niminet.semispray import both, starred
from mechanics.spaces.lagrange_spaces import LagrangeSpace, LagrangeSystem

if TYPE_CHECKING:
    from diffgeo import Form, Identity


@claim("MN-8.12", "(8.12), (8.12')", "identity", on="finsler")
@states("F^2(x, y) = g_ij(x, y) y^i y^j, also along curves, where it is the kinetic energy")
def square_of_the_norm(s: SystemScene) -> Judgement:
    """Euler's theorem, twice: C(L) = 2L; and E_L = L."""
    f = s.some_multipliers
    other = LagrangeSpace(extended(s, f))
    g = s.space.metric
    return Judgement(
        printed={
            "C(F^2) = 2 F^2": s.space.is_finsler(),
            "F^2 = g_ij y^i y^j": square(s) == s.L,
            "along curves": g(s.S, s.S) == s.L,
            "the energy C(L) - L": s.space.energy == s.L,
        },
        mutated={
            "F^2 = (1/2) g_ij y^i y^j": square(s) == 2 * s.L,
            "of F^2 + lambda Q": other.metric(s.S, s.S) == other.lagrangian,
            "energy F^2/2": 2 * s.space.energy == s.L,
        },
        note="as for (8.2) it is twice the kinetic energy of the metric g",
    )


@claim("MN-8.13-8.15", "definition 8.1, (8.13)-(8.15)", "definition", on="finsler")
@states(
    "Finslerian systems Sigma = (M, F^2, F_i(x, y), Q_sigma) with Q_sigma = a_sigma,i(x) dx^i = 0 "
    "and the elicoidal tensor F_ij = dF_j/dy^i - dF_i/dy^j"
)
def finslerian_system(s: SystemScene) -> Judgement:
    """A case of (1.2): L = F² is regular, S is a spray, the elicoidal tensor is d_J F.

    Printed a_σ dx^i has the free index i, which Q_σ has not.
    """
    El = LagrangeSystem(s.space, s.force).elicoidal
    return Judgement(
        printed={"indices": Witness("Q_sigma = a_sigma dx^i", balanced)},
        repaired={
            "indices": balanced("Q_sigma = a_sigma,i dx^i"),
            "F^2 is regular": fact("rank g = n", s.space.is_regular()),
            "S is a spray: [C, S] = S": bracket(s.C, s.S) == s.S,
            "Q_sigma = a_sigma,i(x) y^i": [
                V(Q) == a
                for Q, row in zip(s.Q, s.a, strict=True)
                for V, a in zip(s.d_y, row, strict=True)
            ],
            "F_ij": elicoidal_components(s, El),
            "S* in all coordinates": [x for one in both(s) for x in s.motion_in_charts(one)],
        },
        mutated={
            "dF_i/dy^j - dF_j/dy^i": elicoidal_components(s, El, -1),
            "S* is a spray": bracket(s.C, s.system.semispray) == s.system.semispray,
            "a Riemann space": s.space.is_riemannian(),
        },
        correction="Q_sigma = a_sigma,i dx^i",
        repair="an index lost: a_sigma,i",
        damage="scan",
        consequence="what follows uses it with the right indices",
        note="(8.13) is the quadruple Sigma",
    )


@claim("MN-8.16", "(8.16), remark 1", "remark", on="finsler")
@states("L* = F^2 + lambda^sigma(x) a_sigma,i(x) y^i is not homogeneous in y")
def not_homogeneous(s: SystemScene) -> Judgement:
    """L* C(C(L*)) - C(L*)² = F² λQ: L* is no eigenfunction of C, unless λQ = 0."""
    C = s.C

    def defect(L: Form) -> Form:
        return L * C(C(L)) - C(L) ** 2

    L, of_Q = s.system.extended_lagrangian, s.along(s.Lambda, s.Q)
    kept = s.chetaev.extended_lagrangian
    return Judgement(
        printed={
            "L* = F^2 + lambda Q": s.L + of_Q == L,
            "C(L*) - 2 L* = -lambda Q": C(L) - 2 * L == -of_Q,
            "of no degree: L* C(C(L*)) - C(L*)^2 = F^2 lambda Q": defect(L) == s.L * of_Q,
            "which is not zero": [
                nonzero("C(L*) - 2 L*", C(L) - 2 * L),
                nonzero("F^2 lambda Q", defect(L)),
            ]
            if s.leaves_multipliers
            else C(L) == 2 * L,
            "by d'Alembert and Chetaev": nonzero("C(L*) - 2 L*", C(kept) - 2 * kept),
        },
        mutated={
            "C(L*) = 2 L*": C(L) == 2 * L,
            "C(L*) = L*": C(L) == L,
            "C(L*) - 2 L* = lambda Q": C(L) - 2 * L == of_Q,
        },
        condition="lambda^sigma a_sigma is not zero, as it is for completely nonholonomic "
        "constraints",
        without={
            "for every solution of (3.11), so for lambda = 0": refuted(
                "L* is not homogeneous for lambda = 0",
                C(extended(s, [0 * f for f in s.Lambda]))
                == 2 * extended(s, [0 * f for f in s.Lambda]),
            )
        },
    )


@claim("MN-8.17", "(8.17)", "identity", on="finsler")
@states("the fundamental tensor of L* is that of F^n: g*_ij(x, y) = g_ij(x, y)")
def the_same_fundamental_tensor(s: SystemScene) -> Judgement:
    """For every λ(x)."""
    kept = s.chetaev.extended_lagrangian
    return Judgement(
        printed={
            "under (3.11)": entrywise(hessian(s, s.system.extended_lagrangian), s.g),
            "for every lambda(x)": entrywise(hessian(s, extended(s, s.some_multipliers)), s.g),
        },
        mutated={
            "by d'Alembert and Chetaev": entrywise(hessian(s, kept), s.g),
            "of (F + lambda Q)^2, a norm of Randers": entrywise(
                hessian(s, s.L + s.along(s.Lambda, s.Q) ** 2), s.g
            ),
            "g*_ij = 2 g_ij": entrywise(hessian(s, 2 * s.system.extended_lagrangian), s.g),
        },
        note="for lambda(x, y) it is not so",
    )


@claim("MN-8.18", "(8.18)", "identity", on="finsler")
@states(
    "the Euler-Lagrange equations of L*: dF^2/dx^i - d/dt dF^2/dy^i + [d_i lambda a_j - d_j lambda "
    "a_i + lambda (d_i a_j - d_j a_i)] = 0, without y^j"
)
def equations_without_velocities(s: SystemScene) -> Judgement:
    """The bracket has two free indices: it is to be multiplied by y^j, as in (3.5), (8.7')."""
    f = s.some_multipliers
    L, S, rows = extended(s, f), extremals(s, f), beta(s, f)
    equations = s.euler_lagrange(S, s.L)

    def for_each_j(sign: int) -> list[Identity]:
        return [sign * rows[i][j] == equations[i] for i in s.places for j in s.places if i != j]

    return Judgement(
        printed={"for i, j": for_each_j(1)},
        mutated={
            "- [...] y^j": deviation(s, s.S, f, L, -1),
            "- lambda (d_i a_j - d_j a_i)": deviation(s, s.S, f, L, 1, -1),
        },
        repaired={
            "[...] y^j, along the extremals": [
                s.along(row, s.y) == e for row, e in zip(rows, equations, strict=True)
            ],
            "[...] y^j, E_i(L*) along every curve": deviation(s, s.S, f, L),
        },
        correction="dF^2/dx^i - d/dt dF^2/dy^i + [d_i lambda a_j - d_j lambda a_i + lambda (d_i "
        "a_j - d_j a_i)] y^j = 0",
        repair="a factor y^j lost",
        consequence="(8.19) is right, as it asks for the bracket to vanish",
        readings={
            "with the other sign": for_each_j(-1),
            "summed over j": [
                sum(row, start=s.zero) == e for row, e in zip(rows, equations, strict=True)
            ],
        },
        note="under (3.11) the bracket is zero, and so are both sides",
    )


@claim("MN-8.19", "(8.19)", "identity", on="finsler")
@states(
    "L* and F^2 give the same Euler-Lagrange equations: then d(lambda^sigma Q_sigma(x, dx)) = 0"
)
def condition_on_multipliers(s: SystemScene) -> Judgement:
    """E_i(L*) - E_i(F²) = β_ij y^j, which is zero for all y only if β = d(λ^σ a_σ) = 0."""
    f = s.some_multipliers
    form = d(s.along(products(s, f), s.dx))
    rows = zip(s.euler_lagrange(s.S, s.L), s.euler_lagrange(s.S, extended(s, f)), strict=True)
    differences = [e - w for e, w in rows]

    def slopes(sign: int) -> list[Identity]:
        return [
            V(e) == sign * form(X, Y)
            for e, X in zip(differences, s.d_x, strict=True)
            for V, Y in zip(s.d_y, s.d_x, strict=True)
        ]

    return Judgement(
        printed={
            "the equations differ by d(lambda a)(d_i, d_j) y^j": slopes(1),
            "under (8.19) they are the same": extremals(s, s.Lambda) == s.S,
            "(8.19) for the multipliers of the Postulate": s.system.postulate_holds(),
        },
        mutated={
            "d(lambda a)(d_j, d_i)": slopes(-1),
            "for every lambda(x)": form == 0,
            "of the function lambda Q on TM": d(s.along(s.Lambda, s.Q)) == 0,
            "by d'Alembert and Chetaev": s.chetaev.postulate_holds(),
        },
    )


@claim("MN-8.20", "(8.20)", "definition", "S* = y^i d/dx^i - 2 G*^i(x, y) d/dy^i", on="finsler")
def finslerian_semispray(s: SystemScene) -> Judgement:
    """JS* = C, in both readings. The print is vertical: J takes it to 0, not to C."""
    Sigma = s.system
    G = starred(s, Sigma)
    literal = s.along([y - 2 * g for y, g in zip(s.y, G, strict=True)], s.d_y)
    return Judgement(
        printed={
            "y^i d/dy^i - 2 G*^i d/dy^i, letter by letter": s.J(literal) == s.C,
        },
        repaired={
            "J S* = C": [s.J(one.semispray) == s.C for one in both(s)],
            "y^i d/dx^i - 2 G*^i d/dy^i": [
                one.semispray == s.spray_with(starred(s, one)) for one in both(s)
            ],
            "(4.2): i_S* dd_J L = Phi - dE_L": [one.evolution() for one in both(s)],
        },
        mutated={
            "+ 2 G*^i": Sigma.semispray == s.spray_with([-g for g in G]),
            "a spray": bracket(s.C, Sigma.semispray) == Sigma.semispray,
        },
        correction="S* = y^i d/dx^i - 2 G*^i d/dy^i",
        repair="a letter: d/dx^i for d/dy^i",
        damage="scan",
        consequence="(4.2) and (8.21) are right",
    )


@claim("MN-8.21", "(8.21)", "identity", on="finsler")
@states(
    "2 G*^i = 2 G^i - (1/2) (F^i + lambda^sigma(x) a_sigma^i), 2 G^i = gamma^i_jk(x, y) y^j y^k"
)
def finslerian_coefficients(s: SystemScene) -> Judgement:
    """γ^i_jk are Christoffel symbols along x of g(x, y); in both readings."""
    Sigma, f = s.system, s.some_multipliers
    plain = LagrangeSystem(s.space)
    return Judgement(
        printed={
            name: one.semispray == spray_coefficients(s, one) for name, one in s.readings.items()
        },
        mutated={
            "+ (1/2) (F^i + lambda a^i)": Sigma.semispray == spray_coefficients(s, Sigma, -1),
            "without 1/2": Sigma.semispray == spray_coefficients(s, Sigma, 2),
            "of every Lagrangian: of F^2 + lambda Q, with the same g_ij": extremals(s, f)
            == spray_coefficients(s, LagrangeSystem(s.space, None, s.Q, [0 * one for one in f])),
            "a_sigma^i depends on x only": [
                V(one) == 0 for V in s.d_y for row in s.a_up for one in row
            ],
            "G* = G": Sigma.semispray == plain.semispray,
        },
        note="printed a_sigma^i for a_sigma^i(x, y); it rests on the homogeneity of F",
    )


@claim("MN-8.23", "theorem 8.5, (8.23)", "theorem", on="finsler")
@states(
    "the integral curves of S* are the solutions of d^2x^i/dt^2 + gamma^i_jk(x, dx/dt) dx^j/dt "
    "dx^k/dt = (1/2) (F^i + lambda^sigma a_sigma^i), the equations of evolution"
)
def finslerian_evolution(s: SystemScene) -> Judgement:
    """In both readings; (8.23) is EL_i = Φ_i."""

    def motion(system: LagrangeSystem, sign: int) -> list[Identity]:
        return [
            e == sign * system.total_force(X)
            for e, X in zip(s.euler_lagrange(system.semispray, s.L), s.d_x, strict=True)
        ]

    Sigma = s.system
    return Judgement(
        printed={name: second_order(s, one) for name, one in s.readings.items()}
        | {"EL_i = F_i + lambda a_i": [part for one in both(s) for part in motion(one, 1)]},
        mutated={
            "- gamma^i_jk": second_order(s, Sigma, -1),
            "without 1/2": second_order(s, Sigma, 1, 2),
            "without forces": second_order(s, Sigma, 1, 0),
            "EL_i = -F_i - lambda a_i": motion(Sigma, -1),
        },
        note="there is no (8.22)",
    )


@claim("MN-8.geo", "after (8.23)", "remark", on="finsler")
@states("for F_i = 0, lambda^sigma = 0 these are the equations of the geodesics of F^n")
def geodesics(s: SystemScene) -> Judgement:
    """Extremals of the length ∫F dt with constant speed: horizontal, and S is a spray."""
    F = s.TM.function(s.datum.norm)
    free = LagrangeSystem(s.space, None, s.Q, [0 * f for f in s.Lambda])
    Sigma = s.system
    return Judgement(
        printed={
            "S* = S": free.semispray == s.S,
            "extremals of the length": [e == 0 for e in s.euler_lagrange(s.S, F)],
            "of constant speed": s.S(F) == 0,
            "autoparallels of N": s.free.v(s.S) == 0,
            "for every parameter: [C, S] = S": bracket(s.C, s.S) == s.S,
        },
        mutated={
            "with forces": [e == 0 for e in s.euler_lagrange(Sigma.semispray, F)],
            "with forces, of constant speed": Sigma.semispray(F) == 0,
            "with constraints alone, d'Alembert-Chetaev": LagrangeSystem.chetaev(
                s.space, None, s.Q
            ).semispray
            == s.S,
        },
    )


@claim("MN-T8.6", "theorem 8.6", "theorem", on="finsler")
@states(
    'Sigma may be considered as the dynamical system S* on TM, where lambda^sigma(x) satisfy "the '
    'exterior equation (8.13)"'
)
def dynamical_system(s: SystemScene) -> Judgement:
    """S* is determined by Σ and λ; (8.13) is the quadruple Σ, the exterior equation is (8.19)."""
    Sigma = s.system
    other = LagrangeSystem.postulate(s.space, s.force, s.Q, [2 * f for f in s.Lambda])
    V = s.along(s.F_up, s.d_y)
    force = [Sigma.total_force(X) for X in s.d_x]
    return Judgement(
        printed={
            "S* is a semispray": s.J(Sigma.semispray) == s.C,
            "(8.19)": Sigma.postulate_holds(),
            "its curves are the motions": termwise(s.euler_lagrange(Sigma.semispray, s.L), force),
        },
        mutated={
            "of S* + V": termwise(s.euler_lagrange(Sigma.semispray + V, s.L), force),
            "(8.19) determines lambda: S* is the same for 2 lambda": other.semispray
            == Sigma.semispray,
            "by d'Alembert and Chetaev (8.19) holds": s.chetaev.postulate_holds(),
        },
        condition="the exterior equation is (8.19), and the multipliers are given with Sigma",
        without={
            "(8.13), the quadruple Sigma, is an equation for lambda: (8.19) for every lambda(x)": (
                s.loose.postulate_holds()
            )
        },
        note="with lambda(x, y) of d'Alembert and Chetaev S* is determined by Sigma alone, and "
        "keeps Q_sigma = 0",
    )
