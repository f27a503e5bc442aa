"""Section 2, third part: nonholonomic constraints, their ideal, and the reduced equations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo import Distribution, FibredManifold, Map, check, d, identity_map, jet
from diffgeo.calculus import linear_algebra as linear
from diffgeo.structures import Ideal
from mechanics.papers.engine.claims import Fact, Judgement, Witness, fact, same, states
from mechanics.papers.engine.terms import combined, termwise
from mechanics.papers.senkerikova.book import claim
from mechanics.papers.senkerikova.scene import ConstraintScene

if TYPE_CHECKING:
    from diffgeo import Form, Identity
    from diffgeo.bundles import JetSpace


def slopes(s: ConstraintScene, functions: list[Form]) -> list[list[Form]]:
    """ι^*(∂f^i/∂v^s), rows by i."""
    return [[s.sigma.pull(V(f)) for V in s.ambient_frame] for f in functions]


@claim("SEN-2.14", "p. 3", "definition", on="systems")
@states(
    "a nonholonomic constraint is a pair (Q, C): Q a submanifold of J1Y fibred over Y by pi_{1,0}, "
    "C the canonical distribution on Q"
)
def nonholonomic_constraint(s: ConstraintScene) -> Judgement:
    """ι is an embedding, π₁,₀∘ι a submersion onto Y; C contains the J¹γ in Q and V(Q → Y)."""
    rho, P = s.section.rho, s.P
    rank = linear.rank([[X(rho.pull(y)) for X in P.frame] for y in s.E.coordinates])
    return Judgement(
        printed={
            "embedded": s.section.p @ s.sigma == identity_map(P),
            "a submersion to Y": same("rank", rank, s.E.dimension),
            "onto Y": rho @ s.zero == identity_map(s.E),
            "C is on Q, of rank 2(m - k) + 1": same("rank", s.C_distribution.rank, 2 * s.n + 1),
            "C contains the tangents of prolonged sections": [f(s.Gamma) == 0 for f in s.phi],
            "and those along the fibres over Y": [f(V) == 0 for f in s.phi for V in s.d_v],
        },
        mutated={
            "C = TQ": [f(X) == 0 for f in s.phi for X in P.frame],
            "C is vertical over Y": [rho.tangent(X) == 0 for X in s.frame_C],
            "a diffeomorphism to Y": same("rank", rank, P.dimension),
        },
    )


@claim("SEN-2.15", "p. 3", "definition", on="systems")
@states("Q is given by f^i = 0 with rank(df^i/dv^s) = k, 1 <= k <= m-1, and codim Q = k")
def equations(s: ConstraintScene) -> Judgement:
    """The f^i are independent along Q, with a fibred manifold over Y for their zeros."""
    J, k = s.J1, s.constraints
    rows = slopes(s, s.cut_out)
    everything = [[s.sigma.pull(X(f)) for X in J.frame] for f in s.cut_out]
    on_Y = [J[q] for q in s.datum.dependent]
    return Judgement(
        printed={
            "f^i = 0 on Q": [s.sigma.pull(f) == 0 for f in s.cut_out],
            "rank k": same("rank of df/dv on Q", linear.rank(rows), k),
            "codim Q": [
                same("rank of the df^i", linear.rank(everything), k),
                same("dim J1Y - dim Q", J.dimension - s.P.dimension, k),
            ],
            "1 <= k <= m-1": same("m - k is positive", s.n > 0 and k > 0, True),
        },
        mutated={
            "rank k for functions on Y": same("rank", linear.rank(slopes(s, on_Y)), k),
            "rank k for the squares of the f^i": same(
                "rank", linear.rank(slopes(s, [f**2 for f in s.cut_out])), k
            ),
            "codim Q = m - k + 1": same("dim Q", s.P.dimension, J.dimension - s.n - 1),
        },
        note="with k = m the codimension is k as well; Q is then a system of the first order",
    )


@claim("SEN-2.16", "p. 3", "theorem", on="systems")
@states("equivalently, in normal form: v^{m-k+a} = g^a(t,q,v^1..v^{m-k})")
def normal_form(s: ConstraintScene) -> Judgement:
    """The implicit function theorem: where the derivatives by the last k velocities are regular."""
    J, W = s.J1, s.ambient_frame[s.n :]
    by_last = [[V(f) for V in W] for f in s.cut_out]
    solved = linear.solve(by_last, s.cut_out)
    last = [J[v] for v in s.section.equations]
    return Judgement(
        printed={
            "regular": same(
                "rank of df/dv^{m-k+a} on Q",
                linear.rank([[s.sigma.pull(e) for e in row] for row in by_last]),
                s.constraints,
            ),
            "f = 0 is solved by v^{m-k+a} = g^a": [
                v - x == s.section.p.pull(g) for v, x, g in zip(last, solved, s.g, strict=True)
            ],
            "the graph of g": [s.sigma.pull(v) == g for v, g in zip(last, s.g, strict=True)],
            "and nothing else of Q": s.section.p @ s.sigma == identity_map(s.P),
        },
        condition="locally on Q, and after renumbering the coordinates q^s",
        without={
            "xdot^2 + udot^2 = 1 is solved by one g": Witness(
                "xdot**2 + udot**2 - 1", has_one_value
            ),
            "xdot = 0 can be solved for udot": Witness("xdot", is_solvable),
        },
        mutated={
            "v = -g": [
                v - x == -s.section.p.pull(g) for v, x, g in zip(last, solved, s.g, strict=True)
            ]
        },
    )


def _plane() -> JetSpace:
    """J¹Y with the coordinates x, u of Y."""
    return jet(FibredManifold("Y", coordinates="x u"), 1)


def has_one_value(constraint: str) -> Fact:
    """That u̇ = 1 and u̇ = -1 over ẋ = 0 do not both obey a constraint."""
    J = _plane()
    points = [{name: sign * (name == "udot") for name in J.chart.coordinates} for sign in (1, -1)]
    values = [Map(J.source_fibration.base, J, at).pull(J.function(constraint)) for at in points]
    both = all(check(f == 0) for f in values)
    return fact("one udot over xdot = 0", not both, "1 and -1")


def is_solvable(constraint: str) -> Fact:
    """That a constraint can be solved for u̇."""
    J = _plane()
    slope = J.vector_field({"udot": 1})(J.function(constraint))
    return same("rank of df/dudot", linear.rank([[slope]]), 1)


@claim("SEN-2.17", "p. 3", "definition", on="systems")
@states("C is annihilated by phi^a = omega^{m-k+a} - (dg^a/dv^l) omega^l")
def canonical_distribution(s: ConstraintScene) -> Judgement:
    """Against ι^*S^*df^i, whose span does not depend on the f^i: no coordinates are in it."""
    S, pull = s.J1.vertical_endomorphism, s.sigma.pull
    last = [d(s.P[q]) - g * s.dt for q, g in zip(s.datum.dependent, s.g, strict=True)]

    def printed(sign: int) -> list[Form]:
        return [
            w + sign * combined(0 * s.dt, row, s.theta) for w, row in zip(last, s.B, strict=True)
        ]

    chetaev = [pull(S.transpose(d(f))) for f in s.cut_out]
    made = Distribution.annihilated_by(printed(-1), s.P)
    leaves = s.leaves
    return Judgement(
        printed={
            "iota^*S^*df^i has the same annihilator": [
                made == Distribution.annihilated_by(chetaev, s.P),
                Ideal(chetaev, s.P) == Ideal(printed(-1), s.P),
            ],
            "phi^a = iota^*S^*d(v - g)": termwise(printed(-1), s.phi),
            "zero on prolonged sections": [phi(s.Gamma) == 0 for phi in printed(-1)],
            "C": s.C_distribution == made,
            "on the leaves in J1Y": [
                leaves.is_annihilated(),
                leaves.dt == s.J1.dt,
                s.constrained.distribution.dt == s.dt,
                *(form == pull(phi) for form, phi in zip(s.phi, leaves.forms, strict=True)),
                same("rank", leaves.distribution.rank, 2 * s.n + 1),
            ],
        },
        mutated={
            "omega^{m-k+a} + (dg^a/dv^l) omega^l": [
                phi(X) == 0 for phi in printed(1) for X in s.frame_C
            ],
            "omega^{m-k+a} alone": [w(X) == 0 for w in last for X in s.frame_C],
        },
        note="omega^s is pulled back to Q, where v^{m-k+a} = g^a",
    )


@claim("SEN-2.18", "p. 3", "definition", on="systems")
@states("the constraint ideal I(C^0) is the ideal generated by the phi^a")
def constraint_ideal(s: ConstraintScene) -> Judgement:
    """The algebraic ideal: the forms that vanish on C. With the dφ^a it would be another one."""
    return Judgement(
        printed={
            "phi^a * beta": [s.ideal.contains(phi * s.beta) for phi in s.phi],
            "its forms vanish on C": [
                (phi * s.beta)(X, Y) == 0 for phi in s.phi for X in s.frame_C for Y in s.frame_C
            ],
            "is that of all forms that vanish on C": Ideal(s.C_distribution.annihilator, s.P)
            == s.ideal,
            "the equations of motion do not see it": [
                e == 0 for phi in s.phi for e in s.equations(s.Gamma, phi * s.beta)
            ],
        },
        mutated={
            "closed under d: dphi^a vanishes on C": [
                d(phi)(X, Y) == 0 for phi in s.phi for X in s.frame_C for Y in s.frame_C
            ],
            "the equations of motion do not see dphi^a": [
                e == 0 for phi in s.phi for e in s.equations(s.Gamma, d(phi))
            ],
        },
        note="algebraic: the differential ideal of the phi^a is larger, unless C is integrable",
    )


@claim("SEN-2.19", "p. 3", "definition", on="systems")
@states(
    "a constrained Lagrangian system is the class [iota^*dtheta], alpha_1 ~ alpha_2 iff alpha_1 - "
    "alpha_2 is in I(C^0)"
)
def constrained_system(s: ConstraintScene) -> Judgement:
    """An equivalence, since the ideal is a linear space; classes are restrictions to C."""
    one = s.alpha
    two = one + combined(0 * one, [phi * s.beta for phi in s.phi], [1] * len(s.phi))
    three = two + s.phi[0] * s.dt
    away = one + s.dt * d(s.v[0])
    e, leaves, free, beta = s.frame_C, s.leaves, d(s.lepage), d(s.J1[f"{s.datum.free[0]}dot"])
    pairs = [(X, Y) for i, X in enumerate(e) for Y in e[:i]]

    def on_C(form: Form) -> list[Identity]:
        return [form(X, Y) == one(X, Y) for X, Y in pairs]

    return Judgement(
        printed={
            "reflexive": s.ideal.congruent(one, one),
            "symmetric": [s.ideal.congruent(one, two), s.ideal.congruent(two, one)],
            "transitive": [s.ideal.congruent(two, three), s.ideal.congruent(one, three)],
            "the same on C": [*on_C(two), *on_C(three)],
            "and on the leaves in J1Y": leaves.same_class(free, free + leaves.forms[0] * beta),
        },
        mutated={
            "all 2-forms are equivalent": on_C(away),
            "all 2-forms on J1Y are equivalent": leaves.same_class(free, free + s.J1.dt * beta),
            "the same form": one == two,
        },
    )


@claim("SEN-2.28", "p. 3, footnote", "definition", on="systems")
@states("constraints that do not depend on velocities are holonomic, a submanifold of Y")
def holonomic(s: ConstraintScene) -> Judgement:
    """Their rank in the velocities is 0, so they are none of those of the definition above.

    A set of zeros with ∂_x and ∂_y among its tangent vectors at a point and with dimension 1
    elsewhere is no submanifold: the differentials have to be independent on the set.
    """
    E, J = s.E, s.J1
    q = [E[name] for name in s.datum.dependent]
    f = [y - E.time * E[s.datum.free[0]] ** 2 for y in q]
    above = [J.projection.pull(h) for h in f]
    names = {y: E.time * E[s.datum.free[0]] ** 2 for y in s.datum.dependent}
    rank = linear.rank([[X(h) for X in E.frame[1:]] for h in f])
    return Judgement(
        printed={
            "no velocities": same(
                "rank of df/dv",
                linear.rank([[V(h) for V in s.ambient_frame] for h in above]),
                0,
            ),
            "k independent functions on the fibres of Y": same("rank of df", rank, len(f)),
            "zero on a graph in Y": [
                Map(E, E, {x: names.get(x, E[x]) for x in E.chart.coordinates}).pull(h) == 0
                for h in f
            ],
        },
        mutated={
            "the constraints of this datum": same(
                "rank of df/dv", linear.rank(slopes(s, s.cut_out)), 0
            )
        },
        condition="the differentials of the functions are independent on the set",
        without={
            "x*y = 0 is one, open where its tangent vectors span the plane": Witness(
                "x*y", contains_the_diagonal
            )
        },
    )


def contains_the_diagonal(text: str) -> Fact:
    """A submanifold of the (x, y)-plane with both axes in it is a neighbourhood of 0."""
    E = FibredManifold("Y", coordinates="x y")
    product, R = E.function(text), E.base
    x_axis, y_axis, diagonal = (
        Map(R, E, {"t": 0, "x": x, "y": y}) for x, y in (("t", 0), (0, "t"), ("t", "t"))
    )
    both = check(x_axis.pull(product) == 0) and check(y_axis.pull(product) == 0)
    return fact(
        "the diagonal lies in it, or not both axes",
        not both or bool(check(diagonal.pull(product) == 0)),
        f"{text} = {diagonal.pull(product)} on the diagonal x = y = t",
    )
