"""Section 5, last part: the reduced dynamics and the classical procedure; remarks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo import check, d, interior
from diffgeo.calculus import linear_algebra as linear
from mechanics.model.lagrangian import cartan_form
from mechanics.papers.engine.claims import Judgement, NotCheckable, fact, nonzero, same, states
from mechanics.papers.engine.terms import combined, entrywise, termwise
from mechanics.papers.sarlet.book import claim
from mechanics.papers.sarlet.classical import constraint_functions, reduced_equations
from mechanics.papers.sarlet.equations import along_theta, balance, hessian, regularity_matrix
from mechanics.papers.sarlet.scene import SectionScene
from mechanics.papers.sarlet.witnesses import EVERY_FIELD, LINEAR, NON_LINEAR, Regular, regularity

if TYPE_CHECKING:
    from diffgeo import Form, Identity, VectorForm


#: Γ regular, L not.
SINGULAR_L = Regular(False, True, True)
#: L regular, Γ and L̄ not.
SINGULAR_B = Regular(True, False, False)


def momenta(s: SectionScene) -> list[Form]:
    """The functions i^*(∂L/∂v^A), the free momenta on P."""
    return [s.sigma.pull(p) for p in free_momenta(s)]


def free_momenta(s: SectionScene) -> list[Form]:
    """∂L/∂v^A on J¹τ₁."""
    names = (*s.datum.free, *s.datum.dependent)
    return [s.J1.vector_field({f"{q}dot": 1})(s.L) for q in names]


def legendre_rank(s: SectionScene) -> int:
    """The rank of Leg_L = (t, q^A, ∂L/∂v^A) at the generic point of J_σ."""
    functions = [*map(s.J1.projection.pull, s.E.coordinates), *free_momenta(s)]
    return linear.rank([[s.sigma.pull(X(f)) for f in functions] for X in s.J1.frame])


@claim("SAR-5.18", "third display after the Definition", "theorem", on="non-linear")
@states(
    "under that assumption xddot = f is equivalent to d/dt(dLbar/dv^alpha) = X_alpha(Lbar) + "
    "i^*(dL/dw^a) [d/dt(B^a_alpha) - X_alpha(g^a)]"
)
def differential_equations(s: SectionScene) -> Judgement:
    """Along curves with ẏ = g, d/dt is the derivative along a field X over T with f = ẍ.

    Then both sides differ by b(ẍ - f), with the matrix of SAR-5.17.
    """
    Gamma, b = s.reduced.field, regularity_matrix(s)
    offset = [a - Gamma(v) for a, v in zip(s.f, s.v, strict=True)]

    def by_matrix(rows: list[list[Form]]) -> list[Identity]:
        return [
            x == combined(0 * x, offset, column)
            for x, column in zip(balance(s, s.Gamma), zip(*rows, strict=True), strict=True)
        ]

    anything = SectionScene(EVERY_FIELD)
    fields = (anything.Gamma, anything.Gamma + anything.d_v[0])
    free = all(check(x == 0) for X in fields for x in balance(anything, X))
    frozen = s.C_of(s.section.second_order_field())
    return Judgement(
        printed={
            "difference of the sides = b (xddot - f)": by_matrix(b),
            "b is invertible": nonzero("the determinant", linear.determinant(b)),
            "satisfied by xddot = f": [x == 0 for x in balance(s, Gamma)],
        },
        mutated={
            "with the Hessian of Lbar for b": by_matrix(hessian(s)),
            "d/dt(B) without accelerations": [x == 0 for x in balance(s, Gamma, frozen)],
            "without the assumption": fact("L = udot with udot = xdot^2 determines f", not free),
        },
    )


@claim("SAR-5.19", "after the third display", "theorem", on="non-linear")
@states(
    "these are exactly the equations of the classical procedure with multipliers, under Chetaev's "
    "conditions"
)
def classical_procedure(s: SectionScene) -> Judgement:
    """i_Γ σ^*dθ_L ∈ span of σ^*S₁^*dφ_a, which needs neither π, N nor Ω, is i_ΓΩ_Γ = 0.

    The forms σ^*S₁^*dφ_a are the η^a, and i_ΓΩ_Γ = (I - N)^* i_Γ σ^*dθ_L for each Γ over T.
    """
    Gamma, S = s.Gamma, s.J1.vertical_endomorphism
    work = interior(Gamma, s.sigma.pull(d(cartan_form(s.L, s.J1))))
    found = interior(Gamma, s.reduced.Omega(Gamma))
    reaction = [s.sigma.pull(S.transpose(d(f))) for f in constraint_functions(s)]
    motion = s.reduced.field
    acting = interior(motion, s.sigma.pull(d(cartan_form(s.L, s.J1))))
    first, second = s.euler_lagrange(Gamma, s.L)
    by_x, by_y = s.euler_lagrange(motion, s.L)
    columns = list(zip(*s.B, strict=True))
    added = [s.euler_lagrange(Gamma, s.L + s.J1.time * f) for f in constraint_functions(s)]
    variational = [
        [combined(el, column, of_y) for el, column in zip(of_x, columns, strict=True)]
        for of_x, of_y in added
    ]
    return Judgement(
        printed={
            "EL_alpha + B^a_alpha EL_a are the sides": found
            == along_theta(s, reduced_equations(s, Gamma)),
            "i_Gamma Omega_Gamma = (I - N)^* i_Gamma i^*dtheta_L": found
            == work - s.N.transpose(work),
            "reactions are along eta^a": termwise(reaction, s.eta),
            "d'Alembert's principle for the motion": acting == combined(0 * s.dt, by_y, reaction),
            "EL_alpha = -lam_a dg^a/dv^alpha, EL_a = lam_a": [
                el == -combined(0 * el, by_y, column)
                for el, column in zip(by_x, columns, strict=True)
            ],
        },
        mutated={
            "EL_alpha - B^a_alpha EL_a": found
            == along_theta(
                s,
                [
                    combined(el, [-b for b in c], second)
                    for el, c in zip(first, columns, strict=True)
                ],
            ),
            "EL of L + t (w^a - g^a), the constraint added to L": [
                found == along_theta(s, sides) for sides in variational
            ],
            "i_Gamma i^*dtheta_L = 0, without reaction": acting == 0,
            "i_Gamma Omega_Gamma = i_Gamma i^*dtheta_L": found == work,
        },
    )


@claim("SAR-5.20", "last display", "definition", on="non-linear")
@states("Chetaev's conditions: delta y^a = (dg^a/dv^alpha) delta x^alpha")
def chetaev(s: SectionScene) -> Judgement:
    """Virtual are the vectors of E at a point of J_σ whose vertical lift is tangent to J_σ.

    S₁(TσX) = Tσ(SX) for these X, and the forms σ^*S₁^*dφ_a vanish on them: no choice of π.
    """
    S, sigma = s.J1.vertical_endomorphism, s.sigma
    reaction = [sigma.pull(S.transpose(d(f))) for f in constraint_functions(s)]
    slopes = [[V(g) for V in s.d_v] for g in s.g]

    def virtual(factor: int) -> list[VectorForm]:
        return [
            combined(Q, [factor * row[i] for row in slopes], s.d_y) for i, Q in enumerate(s.d_x)
        ]

    def tangent(fields: list[VectorForm]) -> list[Identity]:
        return [
            sigma.pull(S.transpose(d(f)))(X) == s.S(X)(sigma.pull(f))
            for X in fields
            for f in s.J1.coordinates
        ]

    rank = linear.rank([[r(Y) for Y in (*s.d_x, *s.d_y)] for r in reaction])
    kept = [combined(Q, s.g, s.d_y) for Q in s.d_x]
    return Judgement(
        printed={
            "the vertical lift is tangent to J_sigma": tangent(virtual(1)),
            "S_1^*dphi vanishes on them": [r(X) == 0 for r in reaction for X in virtual(1)],
            "on no other vertical vectors": same("codimension", rank, s.m),
            "N vanishes on them": [s.N(X) == 0 for X in virtual(1)],
        },
        mutated={
            "-dg/dv": tangent(virtual(-1)),
            "2 dg/dv": tangent(virtual(2)),
            "delta y = g": [r(X) == 0 for r in reaction for X in kept],
        },
    )


@claim("SAR-5.21", "last paragraph", "remark", on="non-linear")
@states(
    "a Hamiltonian picture on J^1tau_1 requires a regular free L; a reduced one is to be "
    "investigated under another condition, SAR-5.17"
)
def regularity_of_the_free_lagrangian(s: SectionScene) -> Judgement:
    """What it states: Leg_L is a local diffeomorphism only for a regular L, which 5.17 is not.

    Neither condition implies the other. Under 5.17 the free Legendre map is an immersion of P:
    b is the Hessian of L along the fibres of J_σ → E, V_β(i^*L_α) + B^a_α V_β(i^*L_a), so the
    derivative of Leg_L∘σ has no kernel (which can be so without 5.17, too). The momenta p_α of
    L̄ are other functions: their Jacobian is the Hessian of L̄.
    """
    b = regularity_matrix(s)
    names = [f"{x}dot" for x in s.datum.free]
    free = [s.sigma.pull(s.J1.vector_field({v: 1})(s.L)) for v in names]
    found = [regularity(SectionScene(datum)) for datum in NON_LINEAR.values()]
    affine = [regularity(SectionScene(datum)) for datum in LINEAR.values()]
    systems = [SectionScene(datum) for datum in (*NON_LINEAR.values(), *LINEAR.values())]
    legendre = [legendre_rank(system) for system in systems]
    bijective = [
        rank == system.J1.dimension for rank, system in zip(legendre, systems, strict=True)
    ]
    (only_L,) = [s for s, r in zip(systems[len(found) :], affine, strict=True) if r == SINGULAR_B]
    immersed = any(not check(only_L.d_v[0](m) == 0) for m in momenta(only_L))

    def jacobian(sign: int) -> list[Identity]:
        return [
            b[j][i] == combined(V(m), [sign * entry for entry in column], [V(f) for f in s.l])
            for j, V in enumerate(s.d_v)
            for i, (m, column) in enumerate(zip(free, zip(*s.B, strict=True), strict=True))
        ]

    return Judgement(
        printed={
            "regular with a singular L": [
                fact("a quadratic constraint, L = xdot^2/2", SINGULAR_L in found),
                fact("an affine constraint, L = xdot^2/2", SINGULAR_L in affine),
            ],
            "Leg_L is a local diffeomorphism where L is regular, and only there": [
                fact(system.datum.name, full == r.L)
                for system, full, r in zip(systems, bijective, (*found, *affine), strict=True)
            ],
            "under SAR-5.17 Leg_L o sigma is an immersion": jacobian(1),
        },
        mutated={
            "Leg_L is a local diffeomorphism where Gamma is regular": fact(
                "both", bijective == [r.Gamma for r in (*found, *affine)]
            ),
            "Leg_L o sigma is an immersion only under SAR-5.17": fact(
                "L = (xdot^2 - udot^2)/2 with udot = xdot", not immersed
            ),
            "a regular L is needed": fact("Gamma needs L", all(r.L for r in found if r.Gamma)),
            "a regular L is enough": fact("L makes Gamma", all(r.Gamma for r in found if r.L)),
            "a regular L is enough for affine constraints": fact(
                "L makes Gamma", all(r.Gamma for r in affine if r.L)
            ),
            "a regular Lbar is needed": fact(
                "Gamma needs Lbar", all(r.Lbar for r in found if r.Gamma)
            ),
            "a regular Lbar is enough": fact(
                "Lbar makes Gamma", all(r.Gamma for r in found if r.Lbar)
            ),
            "the momenta of Lbar have this Jacobian": entrywise(b, hessian(s)),
            "with -B": jacobian(-1),
        },
        note="what is usual, and what should be investigated, is not judged; the reduced Legendre "
        "map v |-> dLbar/dv is a chart where Lbar is regular, which is yet another condition; a "
        "Hamiltonian picture under SAR-5.17 is on the image of P in the dual of J^1tau_1",
    )


@claim("SAR-5.22", "section 4, last paragraph; section 5", "remark", on="none")
@states(
    "the controversy on non-linear constraints and physics; symmetries of Omega; the use of Phi; "
    "proofs elsewhere"
)
def other_remarks(_: object) -> NotCheckable:
    """No statements."""
    return NotCheckable(
        "remarks on experiments, on research to be done and on papers to be published state "
        "nothing that could be checked"
    )
