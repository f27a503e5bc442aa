"""Section 1, and the first half of section 2: jets and the vertical endomorphism J̃."""

from __future__ import annotations

from typing import Any

from diffgeo import Fibration, Map, d, identity_map, jet, product, tangent
from diffgeo.calculus import linear_algebra as linear
from diffgeo.testing import undefined
from mechanics.papers.deleon_martin.book import claim, scene
from mechanics.papers.deleon_martin.spaces import Spaces
from mechanics.papers.engine.claims import (
    Fact,
    Judgement,
    NotCheckable,
    Witness,
    nonzero,
    same,
    states,
)
from mechanics.papers.engine.constrained_scene import Scene, prolonged_change
from mechanics.papers.engine.random_data import SMALL
from mechanics.papers.engine.terms import combined, sum_of, termwise

# --- section 1 -----------------------------------------------------------------------------


@claim("DLMD-1.01", "intro", "definition")
@states("constraints affine in the velocities: phi_i = mu_iA(t,q) v^A + h_i(t,q)")
def affine_constraints(s: Scene) -> Judgement:
    """They are the contractions of 1-forms on E, and no change of coordinates leaves the class."""
    V, moved = s.d_v, [s.change.pull(phi) for phi in s.phi]
    values = [
        sum_of(
            s.J, (s.J.projection.pull(mu(X)) * v for X, v in zip(s.E.frame[1:], s.v, strict=True))
        )
        + s.J.projection.pull(mu(s.E.frame[0]))
        for mu in s.mu
    ]
    return Judgement(
        printed={
            "phi is the contraction of mu": termwise(s.phi, values),
            "affine": [a(b(phi)) == 0 for phi in s.phi for a in V for b in V],
            "in all fibred coordinates": [a(b(phi)) == 0 for phi in moved for a in V for b in V],
        },
        mutated={"its square is affine": [a(b(s.phi[0] ** 2)) == 0 for a in V for b in V]},
    )


@claim("DLMD-1.02", "intro", "theorem", "P(xi_L) is the constrained dynamics", on="light")
def announced_theorem(s: Scene) -> Judgement:
    """Against the equations of Lagrange and d'Alembert, EL_A = λ^i ∂φ_i/∂v^A and φ_i = 0."""
    i = s.on_P_1

    def residual(X: Any) -> Any:
        """EL_A of the field, which must be a combination of the ∂φ_i/∂v^A."""
        return [X(p) - Q(s.L) for p, Q in zip(s.momenta, s.d_q, strict=True)]

    reaction = [
        -sum_of(s.J, (a * V(phi) for a, phi in zip(s.Lambda, s.phi, strict=True))) for V in s.d_v
    ]
    return Judgement(
        printed={
            "Lagrange-d'Alembert": [
                i.pull(a) == i.pull(b) for a, b in zip(residual(s.X), reaction, strict=True)
            ],
            "tangent to P_1": [i.pull(s.X(phi)) == 0 for phi in s.phi],
            "of second order": s.J.is_second_order(s.X),
        },
        mutated={
            "xi_L instead of P(xi_L)": [i.pull(s.xi(phi)) == 0 for phi in s.phi],
            "the reaction with the other sign": [
                i.pull(a) == -i.pull(b) for a, b in zip(residual(s.X), reaction, strict=True)
            ],
        },
        condition="L is regular and the matrix C is regular (both assumed in section 3 only)",
        without={
            "for every regular L, such as xdot*ydot with phi = xdot": Witness(
                scene(SMALL["isotropic"]), has_regular_C
            )
        },
    )


def has_regular_C(s: Scene) -> Fact:
    """That the matrix C is regular."""
    return nonzero("C is regular", linear.determinant(s.C))


@claim("DLMD-1.03", "intro", "remark", on="none")
@states("historical statements about the cosymplectic approach and the literature")
def history(_: None) -> NotCheckable:
    """No statement about mathematical objects."""
    return NotCheckable("statements about the history of the subject and about other papers")


# --- section 2: spaces and maps --------------------------------------------------------------


@claim("DLMD-2.01", "def. of J^1pi", "definition", on="spaces")
@states("pi: E -> R fibred, dim E = n+1; J^1pi = 1-jets of local sections")
def first_jets(s: Spaces) -> Judgement:
    """Jets are the values of prolonged sections; those annihilate the contact forms."""
    pi_1 = s.J.source_projection
    return Judgement(
        printed={
            "dim E": same("dim E", s.E.dimension, s.n + 1),
            "j^1 s lies over s": s.J.projection @ s.prolonged == s.section,
            "j^1 s is a section of pi_1": pi_1 @ s.prolonged == identity_map(s.R),
            "j^1 s is holonomic": s.J.is_holonomic(s.prolonged),
        },
        mutated={"every section of pi_1 is a prolongation": s.J.is_holonomic(s.lifted)},
    )


@claim("DLMD-2.02", "coordinates of J^1pi", "identity", on="spaces")
@states("coordinates (t,q,v), dimension 2n+1")
def coordinates_of_jets(s: Spaces) -> Judgement:
    """j¹s = (t, s^A, ds^A/dt) in the coordinates of J¹π."""
    time = s.R.frame[0]
    pull, place = s.prolonged.pull, s.section.pull
    return Judgement(
        printed={
            "dimension": same("dim J^1pi", s.J.dimension, 2 * s.n + 1),
            "t": pull(s.J.time) == s.R.coordinates[0],
            "q": [pull(s.J[q]) == place(s.E[q]) for q in s.names],
            "v": [
                pull(v) == time(place(s.E[q])) for v, q in zip(s.J.velocities, s.names, strict=True)
            ],
        },
        mutated={
            "v = q": [
                pull(v) == place(s.E[q]) for v, q in zip(s.J.velocities, s.names, strict=True)
            ]
        },
    )


@claim("DLMD-2.03", "projections", "identity", "pi_10(t,q,v) = (t,q), pi_1(t,q,v) = t", on="spaces")
def projections(s: Spaces) -> Judgement:
    """Characterised by π₁₀∘j¹s = s and π₁∘j¹s = id for every section."""
    names, J, E = ("t", *s.names), s.J, s.E
    pi_10 = Map(J, E, {name: J[name] for name in names})
    pi_1 = Map(J, s.R, {"t": J.time})
    wrong = {name: J[f"{name}dot"] if name in s.names else J[name] for name in names}
    return Judgement(
        printed={
            "pi_10": [J.projection == pi_10, pi_10 @ s.prolonged == s.section],
            "pi_1": [J.source_projection == pi_1, pi_1 @ s.prolonged == identity_map(s.R)],
            "pi o pi_10 = pi_1": E.projection @ pi_10 == pi_1,
        },
        mutated={"(t,q,v) -> (t,v)": Map(J, E, wrong) @ s.prolonged == s.section},
    )


@claim("DLMD-2.04", "embedding", "identity", on="spaces")
@states("J^1pi -> TE, (t,q,v) -> (t,q;1,v); image {tau = 1}")
def embedding(s: Spaces) -> Judgement:
    """ι(j¹s) is the tangent vector of s: ι∘j¹s = Ts∘∂_t."""
    J, iota = s.J, s.J.embedding
    velocity = {"t": s.J.function(1)} | {q: v for q, v in zip(s.names, J.velocities, strict=True)}
    images = {name: J[name] for name in ("t", *s.names)}
    images |= {s.TE.velocity_names[q]: v for q, v in velocity.items()}
    tau = s.TE[s.TE.velocity_names["t"]]
    speed = s.section.tangent(s.R.frame[0])
    speeds = J.chart.coordinates[s.n + 1 :]
    curve = iota @ s.prolonged
    back = {name: s.TE[name] for name in ("t", *s.names)}
    back |= {v: s.TE[s.TE.velocity_names[q]] for q, v in zip(s.names, speeds, strict=True)}
    return Judgement(
        printed={
            "in coordinates": iota == Map(J, s.TE, images),
            "has a left inverse": Map(s.TE, J, back) @ iota == identity_map(J),
            "the tangent vector of a section": [
                curve.pull(s.TE.contract(d(f))) == speed(f) for f in s.functions
            ],
            "image": [
                iota.pull(tau) == 1,
                same("dimension of {tau = 1}", s.TE.dimension - 1, J.dimension),
            ],
        },
        mutated={"image {tau = 0}": iota.pull(tau) == 0},
    )


@claim("DLMD-2.05", "remark", "identity", "E = R x Q gives J^1pi = R x TQ", on="spaces")
def trivial_fibration(s: Spaces) -> Judgement:
    """The identification sends j¹(id, c) to (t, tangent vector of c), for every curve c in Q."""
    from diffgeo import Manifold

    Q, line = Manifold("Q", s.names), Manifold("R", "t")
    E = product(line, Q)
    J = jet(Fibration(E.projections[0]), 1)
    target = product(line, tangent(Q))
    names = target.chart.coordinates
    phi = Map(J, target, {n: J[n] for n in names}, inverse={n: target[n] for n in names})
    images = {q: line.function(undefined(line, f"s_{q}", ["t"])) for q in s.names}
    c = Map(line, Q, images)
    section = Map(line, E, {"t": "t", **images})
    arrived = phi @ J.prolong(section)
    TQ, speed = tangent(Q), c.tangent(line.frame[0])
    J_Q = target.lift(TQ.vertical_endomorphism)
    C_Q = target.lift(TQ.liouville_field)
    dt = d(target["t"])
    return Judgement(
        printed={
            "a diffeomorphism": same("has an inverse", phi.inverse is not None, True),
            "prolonged curves": [
                (target.projections[1] @ arrived).pull(TQ.contract(d(q))) == speed(q)
                for q in Q.coordinates
            ],
            "J becomes J_Q - dt (x) C": phi.pull(J_Q - dt.tensor(C_Q)) == J.vertical_endomorphism,
        },
        mutated={"J becomes J_Q": phi.pull(J_Q) == J.vertical_endomorphism},
    )


# --- section 2: the vertical endomorphism ------------------------------------------------------


@claim("DLMD-2.06", "intrinsic J", "definition", on="spaces")
@states(
    "Tpi_10(X) - Tphi Tpi_1(X) is pi-vertical; its vertical lift is tangent to {tau = 1}; J well "
    "defined"
)
def intrinsic_endomorphism(s: Spaces) -> Judgement:
    """W = Tπ₁₀X - dt(X) T along π₁₀ (T = Tφ(∂_t)); W^v(F) = 0 and W^v(d_T F) = W(F)."""
    X, J, S = s.X, s.J, s.S
    clock, rate, pull = J.dt(X), J.total_derivative, J.projection.pull
    slope = {f: X(pull(f)) - clock * rate(f) for f in s.functions}
    lifted = J.embedding.tangent(S(X))
    change = prolonged_change(s.E, J, s.names)
    tau = s.TE[s.TE.velocity_names["t"]]
    return Judgement(
        printed={
            "pi-vertical": X(J.time) - clock * rate(s.E.time) == 0,
            "the vertical lift": [
                *(S(X)(pull(f)) == 0 for f in s.functions),
                *(lifted(s.TE.contract(d(f))) == W for f, W in slope.items()),
            ],
            "tangent to {tau = 1}": lifted(tau) == 0,
            "made of projections and vertical lift": J.vertical_lift(J.contact_part) == S,
            # Such tensors agree on F and d_T F, hence there is one; it has no coordinates.
            "independent of the coordinates": change.related(S, S),
        },
        mutated={
            "Tpi_10(X) + Tphi Tpi_1(X)": [
                lifted(s.TE.contract(d(f))) == W + 2 * clock * rate(f) for f, W in slope.items()
            ],
            "lifted with another sign": J.vertical_lift(J.contact_part) == -S,
        },
    )


@claim("DLMD-2.07", "display J on basis", "identity")
@states("J d_t = -v^A d_vA, J d_qA = d_vA, J d_vA = 0")
def endomorphism_on_frame(s: Scene) -> Judgement:
    """The values of the intrinsic tensor on the frame of the coordinates."""
    rotation = combined(0 * s.d_t, s.v, s.d_v)
    return Judgement(
        printed={
            "d_t": s.S(s.d_t) == -rotation,
            "d_q": [s.S(Q) == V for Q, V in zip(s.d_q, s.d_v, strict=True)],
            "d_v": [s.S(V) == 0 for V in s.d_v],
        },
        mutated={"J d_t = v^A d_vA": s.S(s.d_t) == rotation},
    )


@claim("DLMD-2.08", "display J tensor", "identity", "J = (dq^A - v^A dt) (x) d_vA")
def endomorphism_as_tensor(s: Scene) -> Judgement:
    """Natural under fibred changes of coordinates over t ↦ t + c, not over t ↦ 2t."""
    printed = wrong = 0 * s.S
    for dq, v, V in zip(s.dq, s.v, s.d_v, strict=True):
        printed += (dq - v * s.eta).tensor(V)
        wrong += (dq + v * s.eta).tensor(V)
    scaled = s.J.prolong_fibred(
        Map(
            s.E,
            s.E,
            {"t": 2 * s.E.time} | {q: s.E[q] for q in s.datum.coordinates},
            inverse={"t": s.E.time / 2} | {q: s.E[q] for q in s.datum.coordinates},
        )
    )
    return Judgement(
        printed={"J": printed == s.S, "natural": s.change.related(printed, printed)},
        mutated={
            "(dq + v dt) (x) d_v": wrong == s.S,
            "natural under t -> 2t": scaled.pull(printed) == printed,
        },
    )
