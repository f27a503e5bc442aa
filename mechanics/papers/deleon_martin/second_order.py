"""Section 2, second half: second jets, second-order equations, their solutions."""

from __future__ import annotations

from typing import Any

from diffgeo import Map, d, identity_map, jet, tangent
from mechanics.papers.deleon_martin.book import claim
from mechanics.papers.deleon_martin.spaces import Spaces
from mechanics.papers.engine.claims import Judgement, same, states
from mechanics.papers.engine.terms import combined, termwise


@claim("DLMD-2.09", "J^2pi", "definition", on="spaces")
@states("2-jets, coordinates (t,q,v,a), dim 3n+1, projections")
def second_jets(s: Spaces) -> Judgement:
    """Prolonged sections have the coordinates (t, s, s', s'')."""
    J2, time = s.J2, s.R.frame[0]
    curve = J2.prolong(s.section)
    slopes = [time(s.section.pull(s.E[q])) for q in s.names]
    accelerations = [J2[J2.derivatives.raised(J2.derivatives.raised(q, 0), 0)] for q in s.names]
    return Judgement(
        printed={
            "dimension": same("dim J^2pi", J2.dimension, 3 * s.n + 1),
            "a": [curve.pull(a) == time(f) for a, f in zip(accelerations, slopes, strict=True)],
            "pi_21": J2.projection_to(1) @ curve == s.prolonged,
            "pi_20": J2.projection_to(0) @ curve == s.section,
            "pi_2": J2.source_projection @ curve == identity_map(s.R),
        },
        mutated={
            "a = dq/dt": [curve.pull(a) == f for a, f in zip(accelerations, slopes, strict=True)]
        },
    )


@claim("DLMD-2.10", "gamma", "identity", on="spaces")
@states("J^2pi -> J^1(pi_1), (t,q,v,a) -> (t,q,v;v,a)")
def inclusion_gamma(s: Spaces) -> Judgement:
    """Characterised by γ∘j²s = j¹(j¹s)."""
    J2, gamma = s.J2, s.J2.holonomic_embedding
    above = jet(s.J.source_fibration, 1)
    raised = J2.derivatives.raised
    images = {name: J2[name] for name in s.J.chart.coordinates}
    wrong = dict(images)
    for q in s.names:
        first, second = (
            above.derivatives.names[q, (0,)],
            above.derivatives.names[raised(q, 0), (0,)],
        )
        images |= {first: J2[raised(q, 0)], second: J2[raised(raised(q, 0), 0)]}
        wrong |= {first: J2[raised(raised(q, 0), 0)], second: J2[raised(q, 0)]}
    curve = J2.prolong(s.section)
    return Judgement(
        printed={
            "in coordinates": gamma == Map(J2, above, images),
            "j^2 s -> j^1(j^1 s)": gamma @ curve == above.prolong(s.prolonged),
        },
        mutated={"(t,q,v;a,v)": Map(J2, above, wrong) @ curve == above.prolong(s.prolonged)},
    )


def _holonomic(s: Spaces) -> Map:
    """u∘γ: J²π → TJ¹π."""
    gamma = s.J2.holonomic_embedding
    return jet(s.J.source_fibration, 1).embedding @ gamma


def _as_map(s: Spaces, a: list[Any]) -> Map:
    """The section of J²π → J¹π with given accelerations."""
    raised = s.J2.derivatives.raised
    images = {name: s.J[name] for name in s.J.chart.coordinates}
    images |= {raised(raised(q, 0), 0): f for q, f in zip(s.names, a, strict=True)}
    return Map(s.J, s.J2, images)


@claim("DLMD-2.11", "u o gamma", "identity", "J^2pi -> J^1(pi_1) -> T J^1pi", on="spaces")
def inclusion_u_gamma(s: Spaces) -> Judgement:
    """(u∘γ)(j²s) is the tangent vector of j¹s; u∘γ is injective with its image in {τ = 1}."""
    TJ = tangent(s.J)
    both = _holonomic(s)
    curve = both @ s.J2.prolong(s.section)
    speed = s.prolonged.tangent(s.R.frame[0])
    tau = TJ[TJ.velocity_names["t"]]
    functions = [*s.J.coordinates, s.on_J("B")]
    raised = s.J2.derivatives.raised
    velocities = s.J.chart.coordinates[s.n + 1 :]
    return Judgement(
        printed={
            "spaces": same("ends on T J^1pi", both.target is TJ, True),
            "the tangent vector of j^1 s": [
                curve.pull(TJ.contract(d(f))) == speed(f) for f in functions
            ],
            "tau = 1": both.pull(tau) == 1,
            "injective": [
                *(both.pull(TJ[x]) == s.J2[x] for x in s.J.chart.coordinates),
                *(both.pull(TJ[TJ.velocity_names[v]]) == s.J2[raised(v, 0)] for v in velocities),
            ],
        },
        mutated={"tau = 0": both.pull(tau) == 0},
    )


@claim("DLMD-2.12", "def. NSODE", "definition", on="spaces")
@states("xi with values in the image of u o gamma")
def second_order_equations(s: Spaces) -> Judgement:
    """Such fields are the sections of J²π → J¹π: the definition is one, free of choices."""
    TJ, sigma = tangent(s.J), _as_map(s, s.accelerations)
    field = TJ.field_section(s.nsode)
    # On the image dt = 1 and dq = v; an undefined field does not satisfy it.
    rates = [TJ.field_section(s.X).pull(TJ.contract(d(s.J[q]))) for q in ("t", *s.names)]
    return Judgement(
        printed={
            "a section of J^2pi": s.J2.projection @ sigma == identity_map(s.J),
            "factors through it": _holonomic(s) @ sigma == field,
        },
        mutated={"every field": termwise(rates, (s.J.function(1), *s.J.velocities))},
    )


@claim("DLMD-2.13", "local NSODE", "identity", "xi = d_t + v^A d_qA + xi^A d_vA", on="spaces")
def local_second_order(s: Spaces) -> Judgement:
    """Such fields factor through u∘γ, and every field that does is one of them."""
    TJ, both = tangent(s.J), _holonomic(s)
    sigma = _as_map(s, s.accelerations)
    n = s.n
    velocity = [both.pull(TJ.contract(d(x))) for x in s.J.coordinates[: n + 1]]
    expected = [s.J2.function(1), *(s.J2[v] for v in s.J.chart.coordinates[n + 1 :])]
    other = s.nsode + s.J.frame[0]
    return Judgement(
        printed={
            "if": TJ.field_section(s.nsode) == both @ sigma,
            "only if": termwise(velocity, expected),
        },
        mutated={"2 d_t + ...": TJ.field_section(other) == both @ sigma},
    )


@claim("DLMD-2.14", "NSODE criterion", "theorem", on="spaces")
@states("xi NSODE <=> J xi = 0 and eta(xi) = 1 (eta = dt)")
def criterion(s: Spaces) -> Judgement:
    """For an undefined field X the components of JX are X^A - v^A dt(X)."""
    X, J, n = s.X, s.J, s.n
    slopes = [X(q) - v * J.dt(X) for q, v in zip(J.positions, J.velocities, strict=True)]
    J_X = combined(0 * X, slopes, J.frame[n + 1 :])
    return Judgement(
        printed={
            "if J X = 0, eta(X) = 1 then X^A = v^A": s.S(X) == J_X,
            "conversely": [s.S(s.nsode) == 0, J.dt(s.nsode) == 1],
        },
        mutated={
            "J X = 0 alone": [s.S(0 * X) == 0, J.dt(0 * X) == 1],
            "eta(X) = 1 alone": s.S(J.frame[0]) == 0,
        },
    )


@claim("DLMD-2.15", "ODE of solutions", "identity", on="spaces")
@states("phi solution <=> qdd^A = xi^A(t,q,qd)")
def equations_of_solutions(s: Spaces) -> Judgement:
    """For an undefined section: Tj¹s∘∂_t - ξ∘j¹s has the components s'' - ξ(t,s,s'), else 0."""
    curve, time = s.prolonged, s.R.frame[0]
    defect = curve.tangent(time) - curve.restrict(s.nsode)
    second = [time(time(s.section.pull(s.E[q]))) for q in s.names]
    J = s.J
    return Judgement(
        printed={
            "d_t and d_q": [defect(x) == 0 for x in J.coordinates[: s.n + 1]],
            "d_v": [
                defect(v) == a - curve.pull(b)
                for v, a, b in zip(J.velocities, second, s.accelerations, strict=True)
            ],
        },
        mutated={
            "qdd = -xi": [
                defect(v) == a + curve.pull(b)
                for v, a, b in zip(J.velocities, second, s.accelerations, strict=True)
            ]
        },
    )


@claim("DLMD-2.16", "parenthetical remark", "assertion", on="spaces")
@states("every integral curve of an NSODE is a 1-jet prolongation")
def integral_curves(s: Spaces) -> Judgement:
    """c(t) = (t, s, r) integral: then s' = r. But c(t) = (t + 1, ...) is integral, too."""
    time, c = s.R.frame[0], s.lifted
    defect = c.tangent(time) - c.restrict(s.nsode)
    contact = [c.pull(theta) for theta in s.J.contact_forms]
    t = s.R.coordinates[0]
    shifted = Map(
        s.R, s.J, {"t": t + 1} | {q: t for q in s.names} | {f"{q}dot": 1 for q in s.names}
    )
    free = s.J.second_order_field()
    slope = [defect(s.J[q]) * d(t) for q in s.names]
    return Judgement(
        printed={
            "the contact forms on c are its defect": termwise(contact, slope),
            "and c is over t": s.J.source_projection @ c == identity_map(s.R),
        },
        mutated={"every curve over t is a prolongation": s.J.is_holonomic(c)},
        condition="the parameter is t; in general it is t up to a shift, as integral curves "
        "may be shifted",
        without={
            "c(t) = (t + 1, t, 1), an integral curve of d_t + v d_q": [
                shifted.related(time, free),
                s.J.source_projection @ shifted == identity_map(s.R),
            ]
        },
    )
