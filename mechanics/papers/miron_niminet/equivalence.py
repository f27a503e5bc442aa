"""Section 3 from (3.5): when L* is equivalent to L, and the Postulate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo import Distribution, Form, Manifold, Map, check, d, lie
from diffgeo.calculus import linear_algebra as linear
from mechanics.analysis.postulate import PostulateReading
from mechanics.papers.engine.claims import Judgement, Witness, fact, nonzero, same, states
from mechanics.papers.engine.terms import total
from mechanics.papers.miron_niminet import data
from mechanics.papers.miron_niminet.book import LEDGER, claim, scene
from mechanics.papers.miron_niminet.introduction import motion
from mechanics.papers.miron_niminet.lagrangians import beta, extended, products, same_metric
from mechanics.papers.miron_niminet.scene import SystemScene
from mechanics.spaces.lagrange_spaces import LagrangeSpace, LagrangeSystem

if TYPE_CHECKING:
    from diffgeo import Identity, VectorForm
    from mechanics.papers.engine.claims import Statement


def deviation(
    s: SystemScene, S: VectorForm, multipliers: list[Form], L: Form, sign: int = 1, inner: int = 1
) -> list[Identity]:
    """``E_i(L*) = E_i(L) + β_ij y^j`` for the paper's ``E_i = ∂_i - d/dt ∂/∂y^i``."""
    rows = zip(
        s.euler_lagrange(S, L),
        s.euler_lagrange(S, s.L),
        beta(s, multipliers, inner),
        strict=True,
    )
    return [-new == -old + sign * s.along(row, s.y) for new, old, row in rows]


@claim("MN-3.05", "(3.5)", "identity", on="system")
@states("E_i(L*) = E_i(L) + [d_i lambda a_j - d_j lambda a_i + lambda (d_i a_j - d_j a_i)] y^j")
def equations_of_the_extended_lagrangian(s: SystemScene) -> Judgement:
    """Along every curve, so with any semispray in the place of d/dt; for every λ(x)."""
    f = s.some_multipliers
    L, kept = extended(s, f), s.chetaev
    curves = [s.S, s.loose.semispray, s.S + s.d_y[0]]
    return Judgement(
        printed={
            "lambda(x)": [one for S in curves for one in deviation(s, S, f, L)],
            "the middle lines": [
                -new == -old + X(s.along(f, s.Q)) - s.S(product)
                for new, old, X, product in zip(
                    s.euler_lagrange(s.S, L),
                    s.euler_lagrange(s.S, s.L),
                    s.d_x,
                    products(s, f),
                    strict=True,
                )
            ],
        },
        mutated={
            "- [...] y^j": deviation(s, s.S, f, L, -1),
            "- lambda (d_i a_j - d_j a_i)": deviation(s, s.S, f, L, 1, -1),
            "by d'Alembert and Chetaev": deviation(
                s, s.S, list(kept.multipliers), kept.extended_lagrangian
            ),
        },
    )


@claim("MN-3.06", "theorem 3.1, (3.6)", "theorem", on="system")
@states(
    "L and L* are equivalent (the same solutions, g = g*) if and only if d_i lambda a_j - d_j "
    "lambda a_i + lambda (d_i a_j - d_j a_i) = 0"
)
def equivalent_lagrangians(s: SystemScene) -> Judgement:
    """S_{L*} - S = ½ g^ij β_jk y^k ∂/∂y^i, zero for all y only if β = 0, as β depends on x only."""
    f = s.some_multipliers
    other = LagrangeSpace(extended(s, f)).semispray
    b = beta(s, f)
    deflected = [s.along(row, s.y) for row in b]

    def moved(sign: int) -> VectorForm:
        return s.S + sign * s.along(s.raised(deflected), s.d_y) / 2

    return Judgement(
        printed={
            "S of L* = S + (1/2) g^ij beta_jk y^k d/dy^i": other == moved(1),
            "beta_ij y^j = 0 only for beta = 0": [
                V(left) == row[k]
                for left, row in zip(deflected, b, strict=True)
                for k, V in enumerate(s.d_y)
            ],
            "the same motions under (3.6)": [
                LagrangeSpace(s.system.extended_lagrangian).semispray == s.S,
                *(f == 0 for row in beta(s, s.Lambda) for f in row),
            ],
        },
        mutated={
            "the same motions for every lambda(x)": other == s.S,
            "S - (1/2) g^ij beta_jk y^k d/dy^i": other == moved(-1),
            "the same motions as (3.10)": LagrangeSpace(s.system.extended_lagrangian).semispray
            == LagrangeSystem(s.space, None, s.Q, s.Lambda).semispray,
        },
        note="proved by the derivative with respect to y^j of beta_ij y^j",
    )


def exterior(s: SystemScene, right: list[list[Form]]) -> list[Identity]:
    """``d(λ^σ a_σ)(∂_i, ∂_j)`` are these functions, for some λ(x)."""
    form = d(s.along(products(s, s.some_multipliers), s.dx))
    pairs = [(i, j) for i in s.places for j in s.places]
    return [form(s.d_x[i], s.d_x[j]) == right[i][j] for i, j in pairs]


@claim("MN-3.07", "theorem 3.1, (3.7)", "identity", on="system")
@states("(3.6) is the exterior equation d(lambda^sigma Q_sigma(x, dx)) = 0")
def exterior_equation(s: SystemScene) -> Judgement:
    """Of the form λ^σ a_σ on M, not of the function λ^σ Q_σ on TM."""
    f = s.some_multipliers
    slope = d(s.along(s.Lambda, s.Q))
    curls = [
        [s.along(f, [s.d_x[i](a[j]) - s.d_x[j](a[i]) for a in s.a]) for j in s.places]
        for i in s.places
    ]
    return Judgement(
        printed={
            "d(lambda^sigma a_sigma)(d_i, d_j) is the left side of (3.6)": exterior(s, beta(s, f)),
            "both vanish": [
                s.system.beta == 0,
                *(entry == 0 for row in beta(s, s.Lambda) for entry in row),
            ],
            "the library's d(lambda a)": [
                s.loose.beta(s.d_x[i], s.d_x[j]) == row[j]
                for i, row in enumerate(beta(s, f))
                for j in s.places
            ],
        },
        mutated={
            "without d lambda": exterior(s, curls),
            "- lambda (d_i a_j - d_j a_i)": exterior(s, beta(s, f, -1)),
            "of the function on TM": slope == 0,
            "for every lambda(x)": s.loose.beta == 0,
        },
    )


claim("MN-3.08", "(3.8)", "identity", on="system")(
    states("g_ij = (1/2) d^2L/dy^i dy^j = (1/2) d^2L*/dy^i dy^j = g*_ij")(same_metric)
)


@claim("MN-3.09", "(3.9)", "identity", on="system")
@states(
    "d(lambda^sigma a_sigma,j dx^j) = (1/2) [d_i lambda a_j - d_j lambda a_i + lambda (d_i a_j - "
    "d_j a_i)] dx^i ^ dx^j"
)
def exterior_derivative(s: SystemScene) -> Judgement:
    """With sums over all i and j, so the factor ½.

    Printed is ∂a_i/∂x^i - ∂a_i/∂x^j, in which three letters i stand in one term.
    """
    f = s.some_multipliers
    form = d(s.along(products(s, f), s.dx))

    def summed(entries: list[list[Form]]) -> Form:
        pairs = [(i, j) for i in s.places for j in s.places]
        return sum((entries[i][j] * s.dx[i] * s.dx[j] for i, j in pairs), start=0 * form)

    literal = beta(s, f)
    for k in s.places:
        for j in s.places:
            literal[k][j] += s.along(f, [s.d_x[k](a[k]) - s.d_x[k](a[j]) for a in s.a])
    return Judgement(
        printed={
            "d_i a_i - d_j a_i, letter by letter": form == summed(literal) / 2,
        },
        repaired={
            "1/2 of the sum": form == summed(beta(s, f)) / 2,
        },
        mutated={
            "without 1/2": form == summed(beta(s, f)),
            "- lambda (d_i a_j - d_j a_i)": form == summed(beta(s, f, -1)) / 2,
        },
        correction="the bracket is that of (3.6), with lambda (d_i a_j - d_j a_i)",
        repair="two indices: d a_j/dx^i - d a_i/dx^j",
        damage="scan",
        consequence="(3.6) has the right indices",
    )


@claim("MN-3.10", "Postulate, (3.10), (3.11)", "definition", on="system")
@states(
    "the equations of evolution: d/dt dL/dy^i - dL/dx^i = F_i + lambda^sigma(x) a_sigma,i, where "
    "d(lambda^sigma Q_sigma(x, dx)) = 0"
)
def postulate(s: SystemScene) -> Judgement:
    """λ^σ a_σ = dφ is a potential force: the motions of L + φ under F, for λ^σ that are given."""
    Sigma, S = s.system, s.system.semispray
    phi = s.TM.function(s.datum.potential)
    in_potential = LagrangeSystem(s.L + phi, s.force)
    opposite = LagrangeSystem(s.L - phi, s.force)
    of_L = LagrangeSystem(Sigma.extended_lagrangian, s.force)
    kept = all(bool(check(one, counterexample=False)) for one in Sigma.keeps_constraints())
    return Judgement(
        printed={
            "(3.10)": motion(s, S, s.L, Sigma.total_force),
            "(3.11)": Sigma.postulate_holds(),
            "lambda = lambda(x)": [V(f) == 0 for V in s.d_y for f in s.Lambda],
            "a potential force: the motions of L + phi": in_potential.semispray == S,
            "lambda = 0 where the constraints are completely nonholonomic": [
                statement for datum in data.NONHOLONOMIC for statement in no_multipliers(datum)
            ],
            "on an inclined line lambda = -4/25 keeps the constraint": kept_by_the_postulate(),
        },
        mutated={
            "with -lambda": motion(s, S, s.L, s.force - Sigma.reaction),
            "the motions of L - phi": opposite.semispray == S,
            "the motions of L* under F": of_L.semispray == S,
            "Q_sigma = 0 is kept": fact("S*(Q_sigma) = 0", kept),
            "by d'Alembert and Chetaev": s.chetaev.postulate_holds(),
            "lambda = 0 for all constraints": fact("a = dx", completely(data.TRANSLATED)),
            "with lambda = 0 a contact form is kept": [
                S(Q) == 0
                for contact in [SystemScene(data.NONHOLONOMIC[0])]
                for S in [contact.system.semispray]
                for Q in contact.Q
            ],
        },
        condition="lambda^sigma(x) are given with Sigma",
        without={
            "Sigma and (3.11) alone: with L = xdot^2 + ydot^2, Q = xdot the S* of lambda = x is "
            "that of lambda = 0": Witness(scene(data.TRANSLATED), is_selected)
        },
        note="(3.11) is linear in lambda and selects none; Q_sigma = 0 of (1.3) is no part of "
        "the Postulate and is not kept by its motions in general; where it is, lambda are the "
        "multipliers of d'Alembert and Chetaev. Where brackets of fields in Q = 0 span TM, "
        "lambda = 0: the Postulate is then the motion without constraints",
    )


def is_selected(s: SystemScene) -> Identity:
    """That the motions for λ = x and for λ = 0, which both obey (3.11), are the same."""
    x = s.x[0]
    one, other = (LagrangeSystem.postulate(s.space, s.force, s.Q, [f]) for f in (x, 0 * x))
    return one.semispray == other.semispray


#: The motions of d'Alembert and Chetaev, compared with the Postulate; made once.
reading = LEDGER.once(lambda s: PostulateReading(s.on_jets.dynamics("lagrange_space")), by=id)


def completely(datum: data.System) -> bool:
    """Whether the constraint distribution of a datum generates TM, by the library."""
    return reading(scene(datum)).is_completely_nonholonomic


def no_multipliers(datum: data.System) -> list[Statement]:
    """That λ = 0 is all that d(λ^σ a_σ) = 0 allows, for undefined functions λ^σ(x).

    On fields X, Y of D = ker a it says λ^σ a_σ([X, Y]) = 0, and so on along the derived flag of D,
    up to fields W with a_σ(W) of rank m. With λ = 0 the motion is that without constraints, and
    it is not the motion of d'Alembert and Chetaev.
    """
    s, M = (
        scene(datum),
        Manifold("M", datum.coordinates, functions=" ".join(multipliers := _functions(datum))),
    )
    found, m, n = reading(s), len(s.Q), len(datum.coordinates)
    a = [M.form(1, dict(zip(datum.coordinates, row, strict=True))) for row in datum.constraints]
    rho = total(M.function(f) * form for f, form in zip(multipliers, a, strict=True))
    D = Distribution.annihilated_by(a, M).basis
    rows = [found.equations[i : i + m] for i in range(0, len(found.equations), m)]
    return [
        *(d(rho)(X, Y) == -rho(lie(X, Y)) for X in D for Y in D),
        same("ranks of the derived flag", found.ranks, tuple(range(n - m, n + 1))),
        same("rank of the a(W)", linear.rank(rows), m),
        *(
            form == form.space.form(1, dict(zip(datum.coordinates, row, strict=True)))
            for form, row in zip(found.forms, datum.constraints, strict=True)
        ),
        fact("nothing but 0 is allowed", found.is_completely_nonholonomic and not found.allowed),
        same("the Postulate and d'Alembert-Chetaev", found.status, "differs"),
        *unreacted(s, found),
        s.system.semispray == LagrangeSystem(s.space, s.force).semispray,
        nonzero("lambda of d'Alembert and Chetaev", s.chetaev.multipliers[-1]),
    ]


def unreacted(s: SystemScene, found: PostulateReading) -> list[Statement]:
    """What λ = 0 leaves out: λ^σ of d'Alembert and Chetaev, in accelerations -½ λ^σ a_σ^i.

    On the set where the constraints hold.
    """
    jets = s.on_jets.evolution_space
    at = s.on_jets.constraint_set.restrict
    rates = zip(found.difference.values(), zip(*s.a_up, strict=True), strict=True)
    names = {name: jets[name] for name in s.TM.chart.coordinates}
    lifted = Map(jets, s.TM, names).pull
    return [
        *(at(a) == at(b) for a, b in zip(found.missing, found.needed, strict=True)),
        *(at(2 * rate + s.along(found.needed, map(lifted, column))) == 0 for rate, column in rates),
    ]


def kept_by_the_postulate() -> list[Statement]:
    """A particle that falls along 3x = 4z, with the multiplier that the library finds."""
    s = scene(data.INCLINED)
    found = reading(s)
    (value,) = found.multipliers
    return [
        value == value.space.function(data.INCLINED.multipliers[0]),
        found.slope == 0,
        *(f == 0 for f in found.missing),
        same("the Postulate and d'Alembert-Chetaev", found.status, "agrees"),
        *(fact(answer.statement, answer.holds is True, answer.reason) for answer in found.checks),
        *LagrangeSystem.postulate(s.space, s.force, s.Q).keeps_constraints(),
    ]


def _functions(datum: data.System) -> list[str]:
    """Undefined functions λ^σ(x)."""
    return [f"l{i}({', '.join(datum.coordinates)})" for i in range(len(datum.constraints))]
