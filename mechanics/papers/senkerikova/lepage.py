"""Section 2, second part: the Lepage equivalent, extremals, the Euler–Lagrange equations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diffgeo import FibredManifold, d, interior, jet, lie
from mechanics.model.lagrangian import cartan_form
from mechanics.papers.deleon_martin.spaces import Spaces
from mechanics.papers.engine.claims import Fact, Judgement, Witness, nonzero, states
from mechanics.papers.senkerikova.book import claim, witness
from mechanics.papers.senkerikova.jets import undefined_form, vertical

if TYPE_CHECKING:
    from diffgeo import Form
    from mechanics.papers.senkerikova.scene import ConstraintScene


def undefined_lagrangian(s: Spaces) -> Form:
    """L, an undefined function on J¹Y."""
    return s.on_J("B")


def lepage_form(s: Spaces, momenta: list[Form]) -> Form:
    """L dt + p_s ω^s."""
    terms = (p * w for p, w in zip(momenta, s.J.contact_forms, strict=True))
    return sum(terms, start=undefined_lagrangian(s) * s.J.dt)


def euler_lagrange(s: Spaces) -> list[Form]:
    """E_s = ∂L/∂q^s - d/dt ∂L/∂v^s along the undefined section."""
    L, time, pull = undefined_lagrangian(s), s.R.frame[0], s.prolonged.pull
    return [
        pull(s.J.vector_field({q: 1})(L)) - time(pull(V(L)))
        for q, V in zip(s.names, vertical(s), strict=True)
    ]


@claim("SEN-2.09", "pp. 2-3", "theorem", on="spaces")
@states("every (first-order) Lagrangian has a unique Lepage equivalent theta_lambda")
def lepage_equivalent(s: Spaces) -> Judgement:
    """ρ with h(ρ) = λ and h(i_V dρ) = 0 for the V that are vertical over Y: p₁dρ is a source form.

    h is the value along prolonged sections, on jets of one order more. ``h(ρ) = L dt`` leaves
    ``ρ = L dt + p_s ω^s``, because no accelerations may occur; then ``h(i_V dρ) = V(L) - p(V)``,
    hence p = S^*dL. A candidate on J²Y with a term c ω̇ has h(i_V dρ) = -c for V = ∂/∂v̇.
    """
    J, J2, L, rho = s.J, s.J2, undefined_lagrangian(s), undefined_form(s)
    h, up, V = J2.contract, J2.projection.pull, vertical(s)
    theta = cartan_form(L, J)
    momenta = [s.on_J(f"X{i}") for i in range(s.n)]
    other = lepage_form(s, momenta)
    accelerate = [J2.vector_field({f"{q}ddot": 1}) for q in s.names]

    def source(form: Form) -> list[Form]:
        return [h(interior(e, d(form))) for e in V]

    return Judgement(
        printed={
            "h theta = lambda": h(theta) == up(L),
            "p_1 dtheta is a source form": [e == 0 for e in source(theta)],
            "no dv in a form with h(rho) = lambda": [
                A(h(rho)) == up(rho(e)) for A, e in zip(accelerate, V, strict=True)
            ],
            "L dt + p_s omega^s has h = lambda": h(other) == up(L),
            "and p_s is determined": [
                e == up(U(L) - p) for e, U, p in zip(source(other), V, momenta, strict=True)
            ],
            "nor is there another one on J2Y": _second_order_candidate(),
        },
        mutated={
            "without the condition on drho": other == theta,
            "lambda itself": [e == 0 for e in source(L * J.dt)],
            "with the other sign": [e == 0 for e in source(2 * L * J.dt - theta)],
        },
        note="uniqueness is that of dim X = 1, where no 2-contact terms can be added",
    )


def _second_order_candidate() -> list[Any]:
    """ρ = L dt + p ω + c ω̇ on J²Y for m = 1: h(i_V dρ) = 0 says c = 0 and p = ∂L/∂v."""
    E = FibredManifold(
        "Y", coordinates="x", functions="L(t,x,xdot) p(t,x,xdot,xddot) c(t,x,xdot,xddot)"
    )
    J2, J3 = jet(E, 2), jet(E, 3)
    L, p, c = J2.functions(["L(t,x,xdot)", "p(t,x,xdot,xddot)", "c(t,x,xdot,xddot)"])
    low, high = (J2.contact(J2.base_space[x]) for x in ("x", "xdot"))
    V, A = J2.vector_field({"xdot": 1}), J2.vector_field({"xddot": 1})
    h, up = J3.contract, J3.projection.pull
    first = L * J2.dt + p * low
    return [
        h(interior(A, d(first + c * high))) == -up(c),
        h(interior(V, d(first))) == up(V(L) - p),
    ]


@claim("SEN-2.10", "p. 3, first display", "identity", on="spaces")
@states("theta_lambda = L dt + (dL/dv^s) omega^s")
def lepage_in_coordinates(s: Spaces) -> Judgement:
    """Against L dt + S^*dL, which has no coordinates."""
    L, V = undefined_lagrangian(s), vertical(s)
    theta = cartan_form(L, s.J)
    printed = lepage_form(s, [e(L) for e in V])
    return Judgement(
        printed={"L dt + L_s omega^s": printed == theta},
        mutated={
            "L dt - L_s omega^s": 2 * L * s.J.dt - printed == theta,
            "L dt + L_s dq^s": sum(
                (e(L) * d(q) for e, q in zip(V, s.J.positions, strict=True)), start=L * s.J.dt
            )
            == theta,
        },
    )


@claim("SEN-2.11", "p. 3, second display", "theorem", on="spaces")
@states("extremals: J1gamma^* i_xi dtheta = 0 for all vertical fields xi on J1Y")
def extremals(s: Spaces) -> Judgement:
    """The first variation is J¹γ^*(i_ξ dθ) up to an exact form, for the prolonged ξ.

    For any field ξ on J¹Y, vertical or not, ``J¹γ^* i_ξ dθ = (ξ^s - ξ^0 γ'^s) E_s dt``: fields
    with dt(ξ) ≠ 0, or along ∂/∂v, add no equation.
    """
    J, pull, L = s.J, s.prolonged.pull, undefined_lagrangian(s)
    theta, dt = cartan_form(L, J), d(s.R.coordinates[0])
    E, Y = euler_lagrange(s), s.E
    moved = Y.vector_field({q: s.on_E("F") for q in s.names})
    xi = J.prolong_field(moved)
    X = s.X
    slip = [pull(X(q) - X(J.time) * v) for q, v in zip(J.positions, J.velocities, strict=True)]
    along = [pull(q) for q in (xi(q) for q in J.positions)]

    def says(factors: list[Form], sign: int) -> Form:
        terms = (f * e for f, e in zip(factors, E, strict=True))
        return sum(terms, start=0 * E[0]) * dt * sign

    variation = pull(interior(xi, d(theta))) + d(pull(theta(xi)))
    return Judgement(
        printed={
            "first variation": pull(lie(xi, L * J.dt)) == variation,
            "of which the first term is E_s xi^s dt": pull(interior(xi, d(theta)))
            == says(along, 1),
            "the same equations for all xi": pull(interior(X, d(theta))) == says(slip, 1),
            "none for xi along d/dv": [pull(interior(V, d(theta))) == 0 for V in vertical(s)],
        },
        mutated={
            "lambda in place of theta": [pull(interior(V, d(L * J.dt))) == 0 for V in vertical(s)],
            "without dt(xi) v^s": pull(interior(X, d(theta)))
            == says([pull(X(q)) for q in J.positions], 1),
            "every section": [pull(interior(e, d(theta))) == 0 for e in J.frame],
        },
        note="xi may be any field on J1Y; vertical over X is enough, vertical over Y is not",
    )


@claim("SEN-2.12", "p. 3, third display", "identity", on="spaces")
@states("Euler-Lagrange: dL/dq^s - d/dt dL/dv^s = 0")
def euler_lagrange_equations(s: Spaces) -> Judgement:
    """J¹γ^* i_ξ dθ = E_s dt for ξ = ∂/∂q^s: with the printed sign."""
    theta, pull = cartan_form(undefined_lagrangian(s), s.J), s.prolonged.pull
    dt, E = d(s.R.coordinates[0]), euler_lagrange(s)
    found = [pull(interior(s.J.vector_field({q: 1}), d(theta))) for q in s.names]
    L, time = undefined_lagrangian(s), s.R.frame[0]
    plus = [e + 2 * time(pull(V(L))) for e, V in zip(E, vertical(s), strict=True)]
    return Judgement(
        printed={"E_s dt": [a == e * dt for a, e in zip(found, E, strict=True)]},
        mutated={
            "-E_s dt": [a == -e * dt for a, e in zip(found, E, strict=True)],
            "dL/dq + d/dt dL/dv": [a == e * dt for a, e in zip(found, plus, strict=True)],
        },
    )


@claim("SEN-2.13", "p. 3", "statement", on="spaces")
@states("they are ordinary differential equations of second order")
def second_order_equations(s: Spaces) -> Judgement:
    """E_s is a function on J²Y, affine in the accelerations with the matrix -∂²L/∂v∂v."""
    J2, L, up = s.J2, undefined_lagrangian(s), s.J2.projection.pull
    V = vertical(s)
    E = [
        up(s.J.vector_field({q: 1})(L)) - J2.total_derivative(e(L))
        for q, e in zip(s.names, V, strict=True)
    ]
    A = [J2.vector_field({f"{q}ddot": 1}) for q in s.names]
    twice = J2.prolong(s.section)
    return Judgement(
        printed={
            "functions on J2Y": [
                twice.pull(a) == b for a, b in zip(E, euler_lagrange(s), strict=True)
            ],
            "the coefficients of the accelerations": [
                a(e) == -up(v(u(L)))
                for e, v in zip(E, V, strict=True)
                for a, u in zip(A, V, strict=True)
            ],
            "which occur": [nonzero("dE/dvdot", a(e)) for e in E for a in A],
        },
        condition="of order at most two; two if L is not affine in the velocities",
        without={"L = u*xdot": Witness(witness("affine"), has_accelerations)},
        mutated={
            "+ the Hessian": [
                a(e) == up(v(u(L)))
                for e, v in zip(E, V, strict=True)
                for a, u in zip(A, V, strict=True)
            ],
            "of first order": [a(e) == 0 for e in E for a in A],
        },
    )


def has_accelerations(s: ConstraintScene) -> Fact:
    """That ∂²L/∂v∂v, by the first velocity, is not 0."""
    V = s.ambient_frame[0]
    return nonzero("the acceleration occurs", V(V(s.L)))
