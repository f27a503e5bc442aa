"""The abstract and section 1: what the paper announces."""

from __future__ import annotations

from typing import Any

from diffgeo import Identity, Map, check
from diffgeo.calculus import linear_algebra as linear
from mechanics.analysis.regularity.definitions import has_unique_motion
from mechanics.papers.engine.claims import Fact, Judgement, Witness, fact, nonzero, same, states
from mechanics.papers.engine.terms import combined, transposed
from mechanics.papers.senkerikova import data
from mechanics.papers.senkerikova.book import claim, scene, witness
from mechanics.papers.senkerikova.characteristic import (
    is_regular,
    is_semispray,
    one_motion,
    one_smooth_semispray,
    solves,
)
from mechanics.papers.senkerikova.constraints import slopes
from mechanics.papers.senkerikova.motions import along, reduced
from mechanics.papers.senkerikova.scene import ConstraintScene


def free_determinant(s: ConstraintScene) -> Any:
    """det(∂²L/∂v^s∂v^r) on J¹Y: whether the system without the constraint is regular."""
    V = s.ambient_frame
    return linear.determinant([[a(b(s.L)) for b in V] for a in V])


@claim("SEN-0.01", "abstract", "theorem", on="none")
@states("a regular Lagrangian system can become non-regular by a constraint")
def regular_becomes_singular(_: object) -> Judgement:
    """(ẋ² - u̇²)/2 with u̇ = ẋ: all motions, or none if a force is added. Not if L is definite."""
    many, none = witness("hyperbolic"), witness("hyperbolic, with a force")
    convex = scene(data.any_constraint(1))
    return Judgement(
        printed={
            "regular without the constraint": [
                nonzero("det of the Hessian of L", free_determinant(s)) for s in (many, none)
            ],
            "all x(t) are motions, u = x": many.is_extremal({"x": "r(t)", "u": "r(t)"}),
            "no acceleration is possible": fact(
                "the reduced equation is 1 = 0",
                bool(check(reduced(none)[0] == 1)) and bool(check(none.determinant == 0)),
            ),
            "in each case rank 2 or more": [
                fact("not regular", s.dynamical_rank > 1) for s in (many, none)
            ],
        },
        mutated={
            "by every constraint": check(witness("hyperbolic, at rest").determinant == 0),
            "the classical L by some constraint": sum_of_squares(convex, 0),
        },
        note="never where the Hessian of L by the velocities is definite, as for the classical L",
    )


@claim("SEN-0.02", "abstract", "theorem", on="affine")
@states(
    "for the classical L every constraint affine in the velocities gives regular equations on Q"
)
def affine_constraints(s: ConstraintScene) -> Judgement:
    """M = m(1 + G^T G) with G = (∂g^a/∂v^l): x·Mx = m(|x|² + |Gx|²) is positive."""
    mass = s.P["m"]

    def matrix(sign: int) -> list[Identity]:
        columns = transposed(s.B)
        return [
            s.M[i][j] == mass * (int(i == j) + sign * combined(0 * mass, a, b))
            for i, a in enumerate(columns)
            for j, b in enumerate(columns)
        ]

    return Judgement(
        printed={
            "affine": [V(b) == 0 for V in s.d_v for row in s.B for b in row],
            "M = m(1 + G^T G)": matrix(1),
            "for this datum": [
                same("rank of the dynamical distribution", s.dynamical_rank, 1),
                same("a unique motion, by the library", has_unique_motion(s.system), True),
            ],
        },
        mutated={
            "M = m(1 - G^T G)": matrix(-1),
            "every regular L": fact("hyperbolic is regular", is_regular(witness("hyperbolic"))),
        },
        note="m != 0 and real coefficients; the same M for every g, affine or not",
    )


def sum_of_squares(s: ConstraintScene, least: int = 1) -> Identity:
    """Det M = m^n (1 + Σ (∂g^a/∂v^l)²), for k = 1 or n = 1."""
    squares = combined(0 * s.Lbar, [b for row in s.B for b in row], [b for r in s.B for b in r])
    return s.determinant == s.P["m"] ** s.n * (least + squares)


#: What the classification calls non-regular, with a real point in Q.
EXCLUDED = {
    "E = F = -1, K = 1: v3 = sqrt(1 - v1^2 - v2^2)": {"zdot": "sqrt(1 - xdot**2 - ydot**2)"},
    "K = 0: v3 = sqrt(v1^2 + v2^2)": {"zdot": "sqrt(xdot**2 + ydot**2)"},
    "E = 0: v3 = sqrt(v2^2 + 1)": {"zdot": "sqrt(ydot**2 + 1)"},
}


def is_singular(s: ConstraintScene) -> Identity:
    """That the determinant of (1) is 0 at all points of Q."""
    return s.determinant == 0


def excluded() -> dict[str, Witness]:
    """That they are singular."""
    scenes = {name: scene(data.classical(name, given)) for name, given in EXCLUDED.items()}
    return {name: Witness(s, is_singular) for name, s in scenes.items()}


def always_regular() -> dict[str, list[Identity]]:
    """Whatever the constraint is: det M is m^n times a sum of squares with 1 among them."""
    return {
        f"det M = m^{3 - k}(1 + sum of squares) for every g, k = {k}": [
            sum_of_squares(scene(data.any_constraint(k)))
        ]
        for k in (1, 2)
    }


def vanishes_somewhere(s: ConstraintScene) -> Fact:
    """That det M vanishes for some g at a point where L and g are real and smooth."""
    certificate = check(sum_of_squares(s))
    return fact("det M = 0 at a point of some Q", not certificate, f"|det M| >= |m|^{s.n}")


def vanishing(k: int) -> Witness:
    """That det M vanishes at a point for some of all k constraints."""
    return Witness(scene(data.any_constraint(k)), vanishes_somewhere)


ALWAYS = (
    "for the classical L the system is regular at every point of every Q: "
    "det M = m^n det(1 + G^T G), G = (dg^a/dv^l), and this is m^n times 1 plus squares. What "
    "vanishes in the paper's formulas does so only where a radicand is negative, or is "
    "a denominator that was cleared"
)


@claim("SEN-0.03", "abstract", "theorem", on="any constraint")
@states("for constraints quadratic in the velocities the analogous statement is no longer valid")
def quadratic_constraints(_: object) -> Judgement:
    """It is valid: M is the Hessian of T on the tangents to Q, and T is positive definite."""
    sphere = scene(data.classical("sphere", {"xdot": "sqrt(1 - ydot**2 - zdot**2)"}))
    return Judgement(
        printed={"some are singular, k = 1": vanishing(1), "k = 2": vanishing(2)},
        corrected=always_regular(),
        correction=ALWAYS,
        consequence="the analogue for quadratic constraints holds, at all real points",
        readings={
            **excluded(),
            "where the root is zero: there another velocity can be solved for": sphere.determinant
            == 0,
        },
        note="points of f = 0 with df/dv = 0, such as v = 0 for K = 0, are in no constraint Q",
        mutated={"det M = m^2 (squares)": sum_of_squares(scene(data.any_constraint(1)), 0)},
    )


@claim("SEN-0.04", "abstract", "computation", on="none")
@states("a classification of quadratic constraints by regularity is given")
def classification(_: object) -> Judgement:
    """Of the constraints that Theorems 3 and 4 call non-regular none is."""
    axis = scene(data.classical("v2 = v3 = 0", {"ydot": "0", "zdot": "0"}))
    return Judgement(
        printed={**excluded(), "D = E = F = G = 0: v2 = v3 = 0": Witness(axis, is_singular)},
        corrected={**always_regular(), "also v2 = v3 = 0": axis.determinant == axis.P["m"]},
        correction=f"there is nothing to classify: {ALWAYS}",
        consequence="Theorems 3 and 4 become one statement without exceptions",
        readings={"non-regular at some points": vanishing(1), "k = 2": vanishing(2)},
        mutated={"det M = m^2 (squares)": sum_of_squares(scene(data.any_constraint(1)), 0)},
    )


@claim("SEN-1.01", "p. 1", "definition", on="systems")
@states(
    "nonholonomic constraints: restrictions on positions and velocities, possibly time dependent, "
    "modelled by a submanifold of J1Y"
)
def constraints(s: ConstraintScene) -> Judgement:
    """A curve obeys f(t, q, dq/dt) = 0 if and only if its prolongation lies in Q."""
    names = (*s.datum.free, *s.datum.dependent)
    R = s.E.base
    images = {q: f"{i + 1}*t**2 + {i}" for i, q in enumerate(names)}
    section = Map(R, s.E, {"t": "t", **images})
    curve, time = s.J1.prolong(section), R.frame[0]
    speeds = [time(section.pull(s.E[q])) for q in s.datum.dependent]
    right = [(s.section.p @ curve).pull(g) for g in s.g]
    rank = linear.rank(slopes(s, s.cut_out))
    return Judgement(
        printed={
            "f along a prolonged curve": [
                curve.pull(f) == v - g for f, v, g in zip(s.solved, speeds, right, strict=True)
            ],
            "velocities are restricted": same("rank of df/dv", rank, s.constraints),
            "positions are not": s.section.rho @ s.zero
            == Map(s.E, s.E, {x: s.E[x] for x in s.E.chart.coordinates}),
            "a submanifold": same("codimension", s.J1.dimension - s.P.dimension, s.constraints),
        },
        mutated={
            "every curve obeys them": [curve.pull(f) == 0 for f in s.solved],
            "they do not depend on time": [s.d_t(g) == 0 for g in s.g],
        },
    )


@claim("SEN-1.02", "p. 2", "theorem", on="systems")
@states(
    "Chetaev's equations are replaced by the reduced equations on Q, which describe the same "
    "dynamics"
)
def same_dynamics(s: ConstraintScene) -> Judgement:
    """The motion of the reduced equations satisfies Chetaev's, with one μ; no other field does.

    Both are affine in the accelerations, so that a field of the second kind is enough (SEN-2.22).
    """
    xi, rows, n = s.reduced.field, slopes(s, s.cut_out), s.n
    columns = transposed(rows)
    zero = 0 * s.Lbar

    def remainders(X: Any) -> list[Any]:
        EL = along(s, X)
        mu = linear.solve(columns[n:], EL[n:])
        return [e - combined(zero, mu, column) for e, column in zip(EL, columns, strict=True)]

    return Judgement(
        printed={
            "Chetaev's equations": [e == 0 for e in remainders(xi)],
            "on Q": is_semispray(s, xi),
            "reduced = Chetaev's without mu": [
                a == -b for a, b in zip(remainders(s.Gamma)[:n], reduced(s), strict=True)
            ],
        },
        mutated={
            "other accelerations": [e == 0 for e in remainders(xi + s.d_v[0])],
            "without a reaction": [e == 0 for e in along(s, xi)],
        },
    )


@claim("SEN-1.03", "p. 2", "definition", on="systems")
@states(
    "regular: the equations can locally be represented by a unique smooth second-order field "
    "(semispray)"
)
def regular_equations(s: ConstraintScene) -> Judgement:
    """One semispray where (1) holds; where det M is identically zero there is none, or many."""
    many, none = witness("hyperbolic"), witness("hyperbolic, with a force")
    return Judgement(
        printed={
            "one": same("rank of the equations for fields of C", s.dynamical_rank, 1),
            "semispray": is_semispray(s, s.reduced.field),
            "which solves them": solves(s, s.reduced.field),
            "many or none where det M = 0": [
                *solves(many, many.start),
                *solves(many, many.start + many.d_v[0]),
                fact("none", bool(check(reduced(none)[0] == 1))),
            ],
        },
        mutated={
            "'hyperbolic' is regular": same("rank", many.dynamical_rank, 1),
            "there is another one": solves(s, s.reduced.field + s.d_v[0]),
        },
        note="less than (1): in the system 'ridge' one smooth semispray solves the equations, and "
        "(1) fails where ydot = 0",
    )


@claim("SEN-1.04", "p. 2", "theorem", on="systems")
@states("then the Cauchy problem has exactly one maximal solution")
def cauchy_problem(s: ConstraintScene) -> Judgement:
    """Where (1) holds the equations are those of one smooth field: Picard and Lindelöf.

    L = xdot*ydot^2 + udot^2/2 with udot = 0: the one smooth semispray with M(xddot, yddot) = 0
    is that with accelerations zero, since det M = -4 ydot^2 vanishes on no open set. But every
    x(t) with y = 0 satisfies the equations.
    """
    return Judgement(
        printed=one_motion(s),
        condition="(1) holds at every point of Q: the equations are equivalent to those of the "
        "field; that only one smooth semispray solves them is not enough",
        without={
            "one smooth semispray and hence one solution": Witness(
                witness("ridge"), has_one_motion_for_one_semispray
            )
        },
        mutated={"the semispray with accelerations 0": solves(s, s.start)},
    )


def has_one_motion_for_one_semispray(s: ConstraintScene) -> Fact:
    """That not all x = r(t) are motions with y = u = 0 where there is one smooth semispray."""
    unique = one_smooth_semispray(s)
    more = all(map(check, s.is_extremal({"x": "r(t)", "y": "0", "u": "0"})))
    return fact(
        "one motion through each jet with ydot = 0",
        not (unique and more),
        "x = r(t), y = 0, u = 0 for every function r",
    )


@claim("SEN-1.05", "p. 2", "theorem", on="none")
@states("a regular Lagrangian system may become non-regular by a constraint, and conversely")
def both_ways(_: object) -> Judgement:
    """(ẋ² - u̇²)/2 with u̇ = ẋ; and ẋ²/2 on the (x, u)-plane with u̇ = x."""
    lost, kept = witness("hyperbolic"), witness("hyperbolic, at rest")
    won = witness("no kinetic energy of u")
    return Judgement(
        printed={
            "regular, then not": [
                nonzero("det of the Hessian of L", free_determinant(lost)),
                lost.determinant == 0,
            ],
            "not, then regular": [free_determinant(won) == 0, won.determinant == 1],
        },
        mutated={
            "by every constraint": kept.determinant == 0,
            "a singular L stays singular": won.determinant == 0,
        },
    )


@claim("SEN-1.06", "p. 2", "theorem", on="any constraint")
@states(
    "affine constraints are always regular; for quadratic ones the analogous statement is not "
    "valid, and they are classified"
)
def main_results(_: object) -> Judgement:
    """The first statement holds, the second does not."""
    affine = [scene(data.one_affine()), scene(data.two_affine())]
    return Judgement(
        printed={
            "affine constraints are regular": [sum_of_squares(s) for s in affine],
            "some quadratic ones are singular, k = 1": vanishing(1),
            "k = 2": vanishing(2),
        },
        corrected=always_regular(),
        correction=ALWAYS,
        consequence="Theorems 3 and 4 become one statement without exceptions",
        readings=dict(excluded()),
        mutated={"det M = m^2 (squares)": sum_of_squares(affine[0], 0)},
    )
