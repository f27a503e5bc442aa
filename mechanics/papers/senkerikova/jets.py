"""Section 2, first part: fibred manifolds, jets, contact forms, distributions, Lagrangians."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diffgeo import Distribution, FibredManifold, Map, d, identity_map, jet
from mechanics.papers.deleon_martin.spaces import Spaces
from mechanics.papers.engine.claims import Judgement, same, states
from mechanics.papers.engine.constrained_scene import prolonged_change
from mechanics.papers.engine.terms import combined, termwise
from mechanics.papers.senkerikova.book import claim

if TYPE_CHECKING:
    from diffgeo import Form, VectorForm


def undefined_form(s: Spaces) -> Form:
    """A 1-form on J¹Y with undefined functions for its coefficients."""
    names = s.J.chart.coordinates
    return s.J.form(1, {name: s.on_J(f"X{i}") for i, name in enumerate(names)})


def vertical(s: Spaces) -> list[VectorForm]:
    """The fields ∂/∂v^s on J¹Y."""
    return [s.J.vector_field({f"{q}dot": 1}) for q in s.names]


@claim("SEN-2.01", "p. 2", "definition", on="spaces")
@states("pi: Y -> X fibred manifold, dim X = 1, dim Y = m + 1")
def fibred_manifold(s: Spaces) -> Judgement:
    """π is a submersion onto X: it has sections through every point, which are immersed."""
    pi, gamma = s.E.projection, s.section
    return Judgement(
        printed={
            "dim X": same("dim X", s.R.dimension, 1),
            "dim Y": same("dim Y", s.E.dimension, s.n + 1),
            "a submersion": same("coordinates of the fibres", len(s.E.fibre_names), s.n),
            "with sections": pi @ gamma == identity_map(s.R),
        },
        mutated={
            "dim Y = m": same("dim Y", s.E.dimension, s.n),
            "every curve is a section": pi
            @ Map(s.R, s.E, {"t": "2*t", **{q: gamma.pull(s.E[q]) for q in s.names}})
            == identity_map(s.R),
        },
    )


@claim("SEN-2.02", "p. 2, first display", "definition", on="spaces")
@states("J1Y is the union over x in X of the 1-jets at x of all sections")
def jets_of_sections(s: Spaces) -> Judgement:
    """A jet is the value and the first derivative at x, in all fibred coordinates.

    Each point of J¹Y is the jet of a section; two sections have the same 1-jet at x if they have
    the same values and derivatives at x, which no change of coordinates alters.
    """
    values = [f"a{i}" for i in range(s.n)]
    slopes = [f"b{i}" for i in range(s.n)]
    E = FibredManifold("Y", coordinates=s.names, parameters=["c", *values, *slopes])
    J, R = jet(E, 1), E.base
    images = {q: f"{a} + {b}*(t - c)" for q, a, b in zip(s.names, values, slopes, strict=True)}
    instant = Map(R, R, {"t": "c"})
    reached = J.prolong(Map(R, E, {"t": "t", **images})) @ instant
    phi = Map(
        s.E, s.E, {"t": s.E.time} | {q: s.E[q] + s.E.time * s.E[s.names[0]] ** 2 for q in s.names}
    )
    moved = s.J.prolong_fibred(phi) @ s.prolonged

    def arrives(names: list[str]) -> list[Any]:
        return [
            reached.pull(J[f"{q}dot"]) == R[name] for q, name in zip(s.names, names, strict=True)
        ]

    return Judgement(
        printed={
            "jets of sections of X, of which X over itself has one": same(
                "dimension of J1Y", R.dimension, J.dimension
            )
        },
        repaired={
            "every point is a jet": [
                *(reached.pull(J[q]) == R[a] for q, a in zip(s.names, values, strict=True)),
                *arrives(slopes),
            ],
            "value and derivative": s.J.is_holonomic(s.prolonged),
            "in all fibred coordinates": moved == s.J.prolong(phi @ s.section),
        },
        mutated={
            "the value determines the jet": arrives(values),
            "any rates": s.J.is_holonomic(s.lifted),
        },
        correction="the 1-jets of local sections of pi, as in the definition of contact forms",
        repair="a letter: pi for X",
        consequence="nothing: all sections that follow are those of pi",
    )


@claim("SEN-2.03", "p. 2", "definition", on="spaces")
@states(
    "coordinates (t), (t,q^s), (t,q^s,v^s), on J2Y also the second derivatives; dimensions 1, m+1, "
    "2m+1, 3m+1"
)
def coordinates(s: Spaces) -> Judgement:
    """Along a prolonged section they are its values and its derivatives."""
    time, twice = s.R.frame[0], s.J2.prolong(s.section)
    values = [s.section.pull(s.E[q]) for q in s.names]
    first = [s.prolonged.pull(v) for v in s.J.velocities]
    second = [twice.pull(s.J2[f"{q}ddot"]) for q in s.names]
    return Judgement(
        printed={
            "dimensions": [
                same("dim X", s.R.dimension, 1),
                same("dim Y", s.E.dimension, s.n + 1),
                same("dim J1Y", s.J.dimension, 2 * s.n + 1),
                same("dim J2Y", s.J2.dimension, 3 * s.n + 1),
            ],
            "velocities": [v == time(q) for v, q in zip(first, values, strict=True)],
            "second derivatives": [a == time(v) for a, v in zip(second, first, strict=True)],
            "pi_{2,1}, pi_{1,0}": [
                s.J2.projection @ twice == s.prolonged,
                s.J.projection @ s.prolonged == s.section,
            ],
        },
        mutated={
            "dim J2Y = 3m + 2": same("dim J2Y", s.J2.dimension, 3 * s.n + 2),
            "accelerations are velocities": termwise(second, first),
        },
    )


@claim("SEN-2.04", "p. 2", "definition", on="spaces")
@states("eta on J1Y is contact iff J1gamma^* eta = 0 for all sections gamma")
def contact_form(s: Spaces) -> Judgement:
    """These forms are an ideal that d and prolonged changes of coordinates keep.

    The pullback along J¹γ is a morphism of algebras that commutes with d; the sections of Y are
    the same ones in all coordinates. The definition means no condition in degree 2 and above.
    """
    pull, some = s.prolonged.pull, undefined_form(s)
    change = prolonged_change(s.E, s.J, s.names)
    omega = s.J.contact_forms
    return Judgement(
        printed={
            "dF - (d_T F) dt": [pull(s.J.contact(F)) == 0 for F in s.functions],
            "an ideal, closed under d": [
                pull(form) == 0 for w in omega for form in (w * some, some * w, d(w))
            ],
            "in all fibred coordinates": [pull(change.pull(w)) == 0 for w in omega],
        },
        mutated={
            "every 1-form": pull(some) == 0,
            "along every section of J1Y -> X": [s.lifted.pull(w) == 0 for w in omega],
        },
        note="dim X = 1: every form of degree 2 or more is contact",
    )


@claim("SEN-2.05", "p. 2", "theorem", on="spaces")
@states("the ideal of contact forms is locally generated by omega^s = dq^s - v^s dt")
def contact_ideal(s: Spaces) -> Judgement:
    """Contact 1-forms are combinations of the ω^s; but dt∧dv is contact and no multiple of them.

    The value of a 1-form η along a prolonged section is that of ``h(η) = i_T η`` on J²Y, where
    the accelerations are free: η is contact if and only if ``h(η) = 0``.
    """
    J, J2, pull, rho = s.J, s.J2, s.prolonged.pull, undefined_form(s)
    omega, v = J.contact_forms, J.velocities
    V, Q = vertical(s), [J.vector_field({q: 1}) for q in s.names]
    zero, up = J.function(0), J2.projection.pull
    value = J2.contract(rho)
    a = [J2[f"{q}ddot"] for q in s.names]
    slopes = [J2.vector_field({f"{q}ddot": 1})(value) for q in s.names]
    # rho with the coefficients of dv and h(rho) taken away.
    rest = sum((rho(e) * w for e, w in zip(Q, omega, strict=True)), start=0 * J.dt)
    level = sum((rho(e) * v_ for e, v_ in zip(Q, v, strict=True)), start=rho(J.frame[0]) + zero)
    remainder = sum((rho(e) * d(v_) for e, v_ in zip(V, v, strict=True)), start=level * J.dt)
    twice = J.dt * d(v[0])
    without: dict[str, Any] = {
        "contact forms of degree 2, such as dt*dv": J.contact_ideal.contains(twice)
    }
    if s.n > 1:
        differential = J.contact_ideal.closure()
        without["in the differential ideal, dv^1*dv^2"] = differential.contains(d(v[0]) * d(v[1]))
    return Judgement(
        printed={
            "omega^s are contact": [pull(w) == 0 for w in omega],
            "h = coefficients of dv times accelerations + the rest": [
                *(b == up(rho(e)) for b, e in zip(slopes, V, strict=True)),
                value == combined(up(level), slopes, a),
            ],
            "what is left without them is a combination of the omega^s": [
                rho == rest + remainder,
                J.contact_ideal.contains(rest),
            ],
            "dt*dv is contact, too": [pull(twice) == 0, pull(rho * rest + twice) == 0],
            "and in the differential ideal": J.contact_ideal.closure().contains(twice),
        },
        condition="the ideal of the contact 1-forms is meant: over X of dimension 1 every form of "
        "degree 2 or more is contact by the definition",
        without=without,
        mutated={
            "dq^s + v^s dt": [
                pull(d(q) + v_ * J.dt) == 0 for q, v_ in zip(J.positions, v, strict=True)
            ],
            "all 1-forms": J.contact_ideal.contains(rho),
        },
    )


@claim("SEN-2.06", "p. 2", "identity", on="spaces")
@states("on J2Y: the contact structure of omega^s and omegadot^s = dv^s - vdot^s dt")
def second_contact_forms(s: Spaces) -> Judgement:
    """They are the total derivatives of the ω^s and all contact 1-forms of J²Y below order 2."""
    J2, twice = s.J2, s.J2.prolong(s.section)
    v, a = [J2[f"{q}dot"] for q in s.names], [J2[f"{q}ddot"] for q in s.names]
    omega = [d(J2[q]) - v_ * J2.dt for q, v_ in zip(s.names, v, strict=True)]

    def dotted(sign: int) -> list[Form]:
        return [d(v_) - sign * a_ * J2.dt for v_, a_ in zip(v, a, strict=True)]

    made = Distribution.annihilated_by([*omega, *dotted(1)], J2)
    return Judgement(
        printed={
            "contact": [twice.pull(w) == 0 for w in (*omega, *dotted(1))],
            "generate": made == J2.cartan_distribution,
            "d_T omega^s": [
                J2.total_derivative(w) == e
                for w, e in zip(s.J.contact_forms, dotted(1), strict=True)
            ],
        },
        mutated={
            "dv + vdot dt": [twice.pull(w) == 0 for w in dotted(-1)],
            "omega^s alone": Distribution.annihilated_by(omega, J2) == J2.cartan_distribution,
        },
    )


@claim("SEN-2.07", "p. 2", "definition", on="spaces")
@states("a distribution on J1Y assigns to each point z a tangent vector of T_z J1Y")
def distribution(s: Spaces) -> Judgement:
    """A subspace: the contact distribution has rank m + 1, and no one vector is distinguished."""
    contact = s.J.cartan_distribution
    T, V = s.J.second_order_field(), vertical(s)
    f = s.on_J("B")
    other = [T + sum((f * e for e in V), start=0 * T), *(V[0] + e for e in V)]
    return Judgement(
        printed={"one vector": same("rank of the contact distribution", contact.rank, 1)},
        repaired={
            "a subspace, annihilated by 1-forms": [
                *(w(X) == 0 for w in s.J.contact_forms for X in (T, *V)),
                same("rank of the contact distribution", contact.rank, s.n + 1),
            ],
            "spanned by more than one choice of vectors": Distribution(s.J, other) == contact,
        },
        correction="a distribution assigns to each point a linear subspace of the tangent space, "
        "of locally constant dimension and spanned by smooth fields",
        repair="a word: a subspace for a vector",
        consequence="the canonical distribution is used as a subspace",
        readings={
            "a vector that spans the subspace": Distribution(s.J, [T]) == contact,
            "a vector field, though all its multiples span the same": T == 2 * T,
        },
        mutated={"the vertical subspaces": Distribution(s.J, V) == contact},
    )


@claim("SEN-2.08", "p. 2", "definition", "a Lagrangian is lambda = L dt", on="spaces")
def lagrangian(s: Spaces) -> Judgement:
    """The forms on J¹Y that vanish on vectors with dt = 0; along J¹γ the Lagrangian of γ."""
    L, J = s.on_J("B"), s.J
    lam, rho = L * J.dt, undefined_form(s)
    across = J.frame[1:]
    kept = rho - sum(
        (rho(e) * d(x) for e, x in zip(across, J.coordinates[1:], strict=True)), start=0 * J.dt
    )
    change = prolonged_change(s.E, J, s.names)
    return Judgement(
        printed={
            "horizontal": [lam(e) == 0 for e in across],
            "so are no others": [
                *(kept(e) == 0 for e in across),
                kept == rho(J.frame[0]) * J.dt,
            ],
            "in all fibred coordinates": change.pull(lam) == change.pull(L) * J.dt,
            "along sections": s.prolonged.pull(lam) == s.prolonged.pull(L) * d(s.R.coordinates[0]),
        },
        mutated={
            "L dq": [(L * d(J.positions[0]))(e) == 0 for e in across],
            "every 1-form is horizontal": rho == rho(J.frame[0]) * J.dt,
        },
    )
