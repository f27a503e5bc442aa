"""Section 3: the classical Lagrangian, and what the proofs of its theorems have in common.

v1, v2, v3 are xdot, ydot, zdot; A, B, C, … are undefined functions of t, x, y, z, so that each
identity holds for all coefficients.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo import FibredManifold, Identity, Map, jet
from mechanics.papers.engine.claims import Fact, Judgement, Witness, fact, nonzero, same, states
from mechanics.papers.engine.terms import entrywise
from mechanics.papers.senkerikova import data
from mechanics.papers.senkerikova.book import claim, scene, witness
from mechanics.papers.senkerikova.characteristic import is_regular, is_semispray, solves
from mechanics.papers.senkerikova.introduction import free_determinant, sum_of_squares
from mechanics.papers.senkerikova.scene import ConstraintScene

if TYPE_CHECKING:
    from diffgeo import Form


@claim("SEN-3.01", "p. 4, (2)", "definition", on="one affine")
@states("L = T - V = (m/2)(v1^2 + v2^2 + v3^2) - V(t,q)")
def classical_lagrangian(s: ConstraintScene) -> Judgement:
    """T is quadratic in the velocities, positive definite; V does not depend on them."""
    J, m = s.J1, s.J1["m"]
    T = m * sum((v**2 for v in J.velocities), start=J.function(0)) / 2
    V = J.projection.pull(s.E.function("V(t,x,y,z)"))
    rates = [e(s.L) for e in s.ambient_frame]
    by_velocity = sum(
        (J[f"{q}dot"] * p for q, p in zip((*s.datum.free, *s.datum.dependent), rates, strict=True)),
        start=J.function(0),
    )
    return Judgement(
        printed={
            "T - V": s.L == T - V,
            "T is of degree two": by_velocity == 2 * T,
            "the mass matrix is m": [
                a(p) == (m if i == j else 0 * m)
                for i, a in enumerate(s.ambient_frame)
                for j, p in enumerate(rates)
            ],
            "regular": free_determinant(s) == m**3,
            "dim X = 1, dim of the fibres 3": same("dim Y", s.E.dimension, 4),
        },
        mutated={"T + V": s.L == T + V, "without 1/2": s.L == 2 * T - V},
    )


@claim("SEN-3.02", "p. 4", "statement", on="none")
@states("the condition of regularity depends on L and on the constraint")
def depends(_: object) -> Judgement:
    """One L with two constraints, one constraint with two Lagrangians: (1) holds for one of two."""
    at_rest, diagonal = witness("hyperbolic, at rest"), witness("hyperbolic")
    free = witness("free particle, along the diagonal")
    return Judgement(
        printed={
            "on the constraint": [at_rest.determinant == 1, diagonal.determinant == 0],
            "on L": [free.determinant == 2, diagonal.determinant == 0],
            "the same two": [
                same("L", at_rest.datum.lagrangian, diagonal.datum.lagrangian),
                same("constraint", free.datum.equations, diagonal.datum.equations),
            ],
        },
        mutated={
            "not on the constraint": [at_rest.determinant == 0, diagonal.determinant == 0],
            "not on L": [free.determinant == 0, diagonal.determinant == 0],
        },
        note="for the Lagrangian (2) the determinant depends on the constraint, but it is never 0",
    )


@claim("SEN-3.02b", "p. 4", "statement", on="none")
@states("announced: constraints affine, and polynomial of second degree, in the velocities")
def announced(_: object) -> Judgement:
    """Those of theorems 1 to 4, with the squares of the roots; not the general polynomial."""
    affine = [scene(data.one_affine()), scene(data.two_affine())]
    J = affine[0].J1
    names = ("xdot", "ydot", "zdot")
    V = [J.vector_field({v: 1}) for v in names]
    quadratic = [
        J.function(f)
        for f in (
            "A(t,x,y,z)*xdot**2 + B(t,x,y,z)*ydot**2 + C(t,x,y,z)*zdot**2 - m",
            "ydot**2 - A(t,x,y,z)*xdot**2 - B(t,x,y,z)",
            "zdot**2 - A(t,x,y,z)*xdot**2 - B(t,x,y,z)",
        )
    ]
    mixed = [a(b(f)) for i, a in enumerate(V) for b in V[:i] for f in quadratic]
    origin = Map(J, J, {x: 0 if x in names else J[x] for x in J.chart.coordinates})
    slopes = [origin.pull(a(f)) for a in V for f in quadratic]
    return Judgement(
        printed={
            "theorems 1, 2: affine": [
                U(W(g)) == 0 for s in affine for g in s.g for U in s.d_v for W in s.d_v
            ],
            "theorems 3, 4: of degree two": [
                *(a(b(c(f))) == 0 for f in quadratic for a in V for b in V for c in V),
                *(nonzero("second derivative", V[0](V[0](f))) for f in quadratic),
            ],
            "with squares only": [f == 0 for f in (*mixed, *slopes)],
        },
        mutated={
            "theorems 3, 4: affine": [a(a(f)) == 0 for f in quadratic for a in V],
        },
        condition="polynomial of second degree: of squares and a term without velocities, in the "
        "two forms of Theorems 3 and 4; mixed and linear terms are not considered",
        without={
            "every polynomial of second degree is of these forms": Witness(
                "zdot - xdot*ydot", is_of_squares
            )
        },
        note="zdot = xdot*ydot is a quadric without centre: no linear change of the velocities "
        "makes it one of squares",
    )


def is_of_squares(constraint: str) -> list[Identity]:
    """That a constraint has no mixed terms in the velocities, and no linear ones."""
    J = jet(FibredManifold("Y", coordinates="x y z"), 1)
    f, names = J.function(constraint), ("xdot", "ydot", "zdot")
    V = [J.vector_field({v: 1}) for v in names]
    origin = Map(J, J, {x: 0 if x in names else J[x] for x in J.chart.coordinates})
    mixed = [a(b(f)) == 0 for i, a in enumerate(V) for b in V[:i]]
    return [*mixed, *(origin.pull(a(f)) == 0 for a in V)]


# --- what proofs have in common -------------------------------------------------------


def written(
    s: ConstraintScene, found: Form, name: str, line: str, wrong: dict[str, tuple[str, str]]
) -> Judgement:
    """A function against a printed line; in each wrong form a piece of the line is another."""
    return Judgement(
        printed={name: found == s.function(line)},
        mutated={
            label: found == s.function(line.replace(*piece)) for label, piece in wrong.items()
        },
    )


def hessian(s: ConstraintScene) -> list[list[Form]]:
    """∂²L̄/∂v^l∂v^s."""
    return [[V(U(s.Lbar)) for U in s.d_v] for V in s.d_v]


def second_term(s: ConstraintScene) -> list[Form]:
    """ι^*(∂L/∂v^{n+a}) ∂²g^a/∂v^l∂v^s."""
    return [
        a - b
        for one, two in zip(hessian(s), s.M, strict=True)
        for a, b in zip(one, two, strict=True)
    ]


def positive(s: ConstraintScene) -> list[Identity | Fact]:
    """Det M = m^n(1 + squares) with m > 0: positive for all real coefficients."""
    return [sum_of_squares(s), fact("m > 0 is assumed", "m" in s.datum.positive.split())]


def theorem(s: ConstraintScene) -> Judgement:
    """The system is regular at every point of Q, and its motions are those of one semispray."""
    return Judgement(
        printed={
            "det M > 0": positive(s),
            "rank 1": same("rank of the dynamical distribution", s.dynamical_rank, 1),
            "one semispray": [*is_semispray(s, s.reduced.field), *solves(s, s.reduced.field)],
        },
        mutated={
            "det M = m^n(A^2 + ...)": sum_of_squares(s, 0),
            "for every regular L": fact("(1) holds", is_regular(witness("hyperbolic"))),
            "with accelerations zero": solves(s, s.start),
        },
        note="for real coefficients and m != 0; regular in the sense of (1), while the kernel of "
        f"iota^*dtheta on Q, of the printed definition, has rank {s.kernel_on_Q}",
    )


def entry(s: ConstraintScene, i: int, j: int, line: str, value: str, wrong: str) -> Judgement:
    """∂²L̄/∂v^i∂v^j, from half of m times the derivative of `line` along v^i."""
    m, found = s.P["m"], hessian(s)[i][j]
    return Judgement(
        printed={
            "(m/2) d/dv of the line": m * s.d_v[i](s.function(line)) / 2 == s.function(value),
            "the line is dLbar/dv": m * s.function(line) / 2 == s.p_bar[j],
            "the derivative of Lbar": found == s.function(value),
        },
        mutated={
            wrong: found == s.function(wrong),
            "without 1/2": m * s.d_v[i](s.function(line)) == s.function(value),
        },
    )


def vanishing_term(s: ConstraintScene) -> Judgement:
    """The second term of (1) is zero for affine g, not for g with squares."""
    square = scene(data.classical("zdot = xdot^2", {"zdot": "xdot**2"}))
    return Judgement(
        printed={
            "second derivatives of g": [V(U(g)) == 0 for V in s.d_v for U in s.d_v for g in s.g],
            "the term": [term == 0 for term in second_term(s)],
            "(1) is the Hessian of Lbar": entrywise(hessian(s), s.M),
        },
        mutated={
            "for every g": [term == 0 for term in second_term(square)],
            "because dL/dv^{n+a} is zero": [p == 0 for p in s.l],
        },
    )


def positivity(s: ConstraintScene) -> Judgement:
    """Det M = m^n(1 + squares)."""
    return Judgement(
        printed={"m^n (1 + squares)": positive(s)},
        mutated={
            "m^n (squares)": sum_of_squares(s, 0),
            "for every regular L": fact("det M > 0", is_regular(witness("hyperbolic"))),
        },
        note="for real coefficients; with A = i and the others 0 the determinant is zero",
    )
