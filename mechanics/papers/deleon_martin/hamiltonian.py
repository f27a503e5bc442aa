"""Section 5, first half: the Legendre maps, the Hamiltonian section and its Reeb field.

Leg and leg are made for every L; what needs leg⁻¹ for such L that it is rational.
"""

from __future__ import annotations

from typing import Any

from diffgeo import FibredManifold, Map, check, d, identity_map, jet, pairing, wedge
from diffgeo.bundles import dual_jet
from diffgeo.calculus import linear_algebra as linear
from diffgeo.structures import AlmostCosymplectic
from mechanics.papers.deleon_martin.book import claim
from mechanics.papers.deleon_martin.lagrangian import energy
from mechanics.papers.deleon_martin.legendre import legendre
from mechanics.papers.engine.claims import Judgement, fact, nonzero, same, states
from mechanics.papers.engine.constrained_scene import Scene
from mechanics.papers.engine.terms import combined


def every_section() -> tuple[Any, Any, Any, Any]:
    """J¹π^* for n = 2, H, Ω_h and the Reeb field for h = (t, q, H, p), H an undefined function."""
    text = "H(t, x, y, p_x, p_y)"
    dual = dual_jet(FibredManifold("E", coordinates="x y", functions=text))
    ext, H = dual.extended, dual.function(text)
    above = {name: dual[name] for name in dual.chart.coordinates}
    h = Map(dual, ext, {**above, ext.momentum_names["t"]: H})
    Omega = h.pull(-d(ext.liouville_form))
    return dual, H, Omega, AlmostCosymplectic(Omega, dual.dt).reeb()


def slopes(phi: Map) -> list[Any]:
    """The matrix of the tangent map of φ, in the frames of both sides."""
    images = phi.images
    return [[X(f) for X in phi.source.frame] for f in images.values()]


@claim("DLMD-5.01", "Leg", "definition", "Leg(j)(X) = Theta_L(Xtilde) is well defined")
def legendre_map(s: Scene) -> Judgement:
    """Two lifts differ by a vertical vector, on which Θ_L vanishes; Leg^*λ_E = Θ_L."""
    a = legendre(s)
    return Judgement(
        printed={
            "independent of the lift": [pairing(s.Theta, V) == 0 for V in s.d_v],
            "Leg^* lambda_E = Theta_L": a.Leg.pull(a.extended.liouville_form) == s.Theta,
            "natural": s.change.pull(s.Theta)
            == s.change.pull(s.L) * s.eta + s.S.transpose(d(s.change.pull(s.L))),
        },
        mutated={"dL instead of Theta_L": [pairing(d(s.L), V) == 0 for V in s.d_v]},
    )


@claim("DLMD-5.02", "display Leg", "identity", "Leg(t,q,v) = (t,q,L-v p,p)")
def legendre_map_in_coordinates(s: Scene) -> Judgement:
    """Printed with q_1^A for the velocities on the left side."""
    a = legendre(s)
    momenta = a.extended.momentum_names
    images = {q: s.J[q] for q in s.E.chart.coordinates}
    for q, p in zip(s.datum.coordinates, s.momenta, strict=True):
        images[momenta[q]] = p
    printed = Map(s.J, a.extended, {**images, momenta["t"]: -energy(s)})
    wrong = Map(s.J, a.extended, {**images, momenta["t"]: energy(s)})
    return Judgement(
        printed={"Leg": a.Leg == printed},
        mutated={"p_t = v p - L": a.Leg == wrong},
        note="the velocities are called q_1 on the left side and qdot on the right",
    )


@claim("DLMD-5.03", "T_v^*E", "identity", "annihilator of V pi, rank 1")
def annihilator(s: Scene) -> Judgement:
    """The covectors that vanish on vertical vectors are the multiples of dt.

    Those at u, without the condition, have dimension n + 1.
    """
    E = s.E
    rows = [[pairing(d(x), V) for x in E.coordinates] for V in E.vertical_frame]
    kernel = linear.kernel(rows)
    forms = [
        sum((c * d(x) for c, x in zip(k, E.coordinates, strict=True)), start=0 * E.dt)
        for k in kernel
    ]
    sub, _inclusion = legendre(s).dual.annihilator
    return Judgement(
        printed={"T_u^*E, all covectors at u": same("rank", E.dimension, 1)},
        repaired={
            "rank": same("rank", len(kernel), 1),
            "spanned by dt": [f * E.dt == 0 for f in forms],
            "as a submanifold": same("dimension", sub.dimension, E.dimension + 1),
        },
        mutated={"rank n": same("rank", len(kernel), E.dimension)},
        correction="T_v^*E, the covectors that vanish on vertical vectors",
        repair="a letter: v for u in one place",
        damage="scan",
        consequence="the sequence (7) has the right letter",
    )


@claim("DLMD-5.04", "(7)", "theorem", "0 -> T_v^*E -> T^*E -> J^1pi^* -> 0 exact, rank n")
def exact_sequence(s: Scene) -> Judgement:
    """ι is injective, ν surjective, ν∘ι = 0, and the ranks add up."""
    a = legendre(s)
    _, iota = a.dual.annihilator
    composed = a.nu @ iota
    momenta = list(a.dual.momentum_names.values())
    ranks = [linear.rank(slopes(phi)) for phi in (iota, a.nu)]
    n = s.n
    return Judgement(
        printed={
            "injective": same("rank of iota", ranks[0], n + 2),
            "surjective": same("rank of nu", ranks[1], 2 * n + 1),
            "nu o iota = 0": [composed.pull(a.dual[p]) == 0 for p in momenta],
            "exact": same("1 + n", 1 + len(momenta), n + 1),
            "rank n": same("rank of J^1pi^*", a.dual.dimension - s.E.dimension, n),
        },
        mutated={"rank n + 1": same("rank", a.dual.dimension - s.E.dimension, n + 1)},
    )


@claim("DLMD-5.05", "coordinates", "identity", "(t,q,p_t) on T_v^*E, (t,q,p_A) on J^1pi^*")
def coordinates(s: Scene) -> Judgement:
    """ν and ι are p_t ↦ forgotten and p_A = 0 in these coordinates."""
    a = legendre(s)
    below, momenta = s.E.chart.coordinates, a.extended.momentum_names
    sub, inclusion = a.dual.annihilator
    q = s.datum.coordinates
    dt_lift = a.extended.vertical_lift(s.E.dt)
    return Judgement(
        printed={
            "on T_v^*E": same("coordinates", sub.chart.coordinates, (*below, momenta["t"])),
            "on J^1pi^*": same(
                "coordinates", a.dual.chart.coordinates, (*below, *(momenta[x] for x in q))
            ),
            "p_A are functions on the quotient": [
                dt_lift(a.nu.pull(a.dual[momenta[x]])) == 0 for x in q
            ],
            "p_A = 0 on T_v^*E": [inclusion.pull(a.extended[momenta[x]]) == 0 for x in q],
        },
        mutated={"p_t is one, too": dt_lift(a.extended[momenta["t"]]) == 0},
    )


@claim("DLMD-5.06", "leg", "definition", "leg = nu o Leg")
def restricted_legendre_map(s: Scene) -> Judgement:
    """The fibre derivative: leg^*P_X = X^v(L) for vertical fields X on E."""
    a = legendre(s)
    momenta = [a.dual.momentum(X) for X in s.E.vertical_frame]
    return Judgement(
        printed={
            "leg^* p_A = dL/dv^A": [
                a.leg.pull(P) == V(s.L) for P, V in zip(momenta, s.d_v, strict=True)
            ],
            "over E": a.dual.projection @ a.leg == s.J.projection,
        },
        mutated={
            "-dL/dv^A": [a.leg.pull(P) == -V(s.L) for P, V in zip(momenta, s.d_v, strict=True)]
        },
        note="the sentence before the display says 'leg with nu' for Leg with nu",
    )


@claim("DLMD-5.07", "regular", "theorem", "Leg immersion, leg local diffeomorphism")
def regular_legendre_maps(s: Scene) -> Judgement:
    """Det Tleg = det W, hence iff L is regular."""
    a = legendre(s)
    det, W = linear.determinant(slopes(a.leg)), linear.determinant(s.hessian)
    return Judgement(
        printed={
            "det T leg = det W": det == W,
            "det W is not zero": nonzero("det W", W),
            "Leg is an immersion": same("rank of T Leg", linear.rank(slopes(a.Leg)), 2 * s.n + 1),
        },
        mutated={"det T leg = -det W": det == -W},
    )


@claim("DLMD-5.08", "h", "theorem", "h = Leg o leg^{-1} is a section of nu", on="hyperregular")
def hamiltonian_section(s: Scene) -> Judgement:
    """ν∘h = id and h∘leg = Leg."""
    a = legendre(s)
    p_t = a.extended.momentum_names["t"]
    shifted = Map(a.dual, a.extended, {**a.h.images, p_t: a.H + 1})
    return Judgement(
        printed={
            "leg is a diffeomorphism": [
                a.leg @ a.inverse == identity_map(a.dual),
                a.inverse @ a.leg == identity_map(s.J),
            ],
            "nu o h = id": a.nu @ a.h == identity_map(a.dual),
            "h o leg = Leg": a.h @ a.leg == a.Leg,
            "the library has these maps": [
                a.hamiltonian.extended_legendre == a.Leg,
                a.hamiltonian.legendre == a.leg,
            ],
        },
        mutated={"h + 1": shifted @ a.leg == a.Leg},
    )


@claim("DLMD-5.09", "parenthesis", "assertion", on="none")
@states("only local sections for L merely regular")
def local_sections(_: None) -> Judgement:
    """L = √(1 + v²) is regular everywhere, and leg = v/√(1 + v²) is onto |p| < 1 only.

    For L = v³/3 on v ≠ 0 it is moreover two to one: two local sections over p > 0.
    """
    E = FibredManifold("E", coordinates="x", positive="u", parameters="u")
    J, dual = jet(E, 1), dual_jet(E)
    V, v, u = J.frame[2], J["xdot"], J["u"]
    p_t, p = dual.extended.momentum_names["t"], dual.extended.momentum_names["x"]
    above = {"t": J.time, "x": J["x"]}

    def maps(L: Any) -> tuple[Map, Map]:
        slope = V(L)
        return (
            Map(J, dual, {**above, p: slope}),
            Map(J, dual.extended, {**above, p: slope, p_t: L - v * slope}),
        )

    root = J.function("sqrt(1 + xdot**2)")
    leg, Leg = maps(root)
    H = Leg.pull(dual.extended[p_t])
    cubic, Cubic = maps(v**3 / 3)
    plus, minus = (Map(J, J, {**above, "xdot": w}) for w in (u, -u))
    energies = [(Cubic @ w).pull(dual.extended[p_t]) for w in (plus, minus)]
    return Judgement(
        printed={
            "L = sqrt(1 + v^2) is regular: W = (1 + v^2)^(-3/2)": V(V(root)) * root**3 == 1,
            "the image: 1 - p^2 = 1/(1 + v^2)": leg.pull(1 - dual[p] ** 2) * root**2 == 1,
            "a section over it: h^2 = 1 - p^2": [
                leg.pull(1 - dual[p] ** 2) == H**2,
                dual.reduction @ Leg == leg,
            ],
            "L = v^3/3: two velocities with one momentum": cubic @ plus == cubic @ minus,
            "with two energies": fact("two local sections", not check(energies[0] == energies[1])),
        },
        mutated={
            "h^2 = 1 + p^2": leg.pull(1 + dual[p] ** 2) == H**2,
            "one section for L = v^3/3": energies[0] == energies[1],
        },
        note="L = sqrt(1 + v^2): h = (1 - p^2)^(1/2) over |p| < 1, which is no momentum of L "
        "elsewhere; L = v^3/3, v not 0: p_t = -(2/3) p^(3/2) and +(2/3) p^(3/2) over p > 0",
    )


@claim("DLMD-5.10", "Omega_h", "definition", "Omega_h = h^*omega_E, eta_1 = dt", on="hyperregular")
def omega_h(s: Scene) -> Judgement:
    """With ω_E = -dλ_E it is dq∧dp - dH∧dt, and leg^* makes Ω_L of it."""
    a = legendre(s)
    q = [d(a.dual[x]) for x in s.datum.coordinates]
    p = [d(x) for x in a.dual.momenta]
    local = combined(0 * q[0] * q[0], q, p)
    plus = a.h.pull(d(a.extended.liouville_form))
    return Judgement(
        printed={
            "dq^dp - dH^dt": a.Omega_h == local - d(a.H) * a.eta_1,
            "closed": d(a.Omega_h) == 0,
        },
        mutated={"dq^dp + dH^dt": a.Omega_h == local + d(a.H) * a.eta_1},
        condition="omega_E = -d lambda_E; the print does not fix the sign, item 3 needs this one",
        without={"omega_E = +d lambda_E": a.leg.pull(plus) == s.Omega},
    )


@claim("DLMD-5.11", "item 1", "theorem", "(Omega_h, eta_1) almost cosymplectic", on="hyperregular")
def hamiltonian_structure(s: Scene) -> Judgement:
    """η₁∧Ω_h^n = ± n! dt∧dq∧dp for every section h."""
    from math import factorial

    a, n = legendre(s), s.n
    volume = wedge(a.eta_1, *(d(a.dual[x]) for x in s.datum.coordinates), *map(d, a.dual.momenta))
    power = wedge(a.eta_1, *(a.Omega_h for _ in range(n)))
    size = (-1) ** (n * (n - 1) // 2) * factorial(n)
    dual, _, Omega, _ = every_section()
    return Judgement(
        printed={
            "eta_1^Omega_h^n": power == size * volume,
            "for undefined H, n = 2": wedge(dual.dt, Omega, Omega)
            == -2 * wedge(*map(d, dual.coordinates)),
        },
        mutated={"the other sign": power == -size * volume},
    )


@claim("DLMD-5.12", "item 2", "theorem", "q' = -H_p, p' = H_q", on="hyperregular")
def hamilton_equations(s: Scene) -> Judgement:
    """With the paper's H, h = (t,q,H,p), which is minus the energy."""
    a = legendre(s)
    d_p, d_q = a.dual.frame[s.n + 1 :], a.dual.frame[1 : s.n + 1]
    q = [a.dual[x] for x in s.datum.coordinates]
    dual, H, _, X = every_section()
    by = dict(zip(dual.chart.coordinates, dual.frame, strict=True))
    return Judgement(
        printed={
            "q' = -H_p": [a.E_h(x) == -V(a.H) for x, V in zip(q, d_p, strict=True)],
            "p' = H_q": [a.E_h(p) == V(a.H) for p, V in zip(a.dual.momenta, d_q, strict=True)],
            "dt = 1": a.eta_1(a.E_h) == 1,
            "for undefined H, n = 2": [
                X(dual[x]) == value
                for x, p in (("x", "p_x"), ("y", "p_y"))
                for x, value in ((x, -by[p](H)), (p, by[x](H)))
            ],
        },
        mutated={
            "q' = H_p": [a.E_h(x) == V(a.H) for x, V in zip(q, d_p, strict=True)],
            "p' = -H_q": [a.E_h(p) == -V(a.H) for p, V in zip(a.dual.momenta, d_q, strict=True)],
        },
        note="the paper's H = p_t o h is minus the usual Hamiltonian function",
    )


@claim("DLMD-5.13", "item 3", "theorem", on="hyperregular")
@states("leg^*Omega_h = Omega_L, leg^*eta_1 = eta")
def structures_are_related(s: Scene) -> Judgement:
    """For ω_E = -dλ_E; for the other sign leg^*Ω_h = -Ω_L."""
    a = legendre(s)
    plus = a.h.pull(d(a.extended.liouville_form))
    return Judgement(
        printed={
            "leg^* Omega_h = Omega_L": a.leg.pull(a.Omega_h) == s.Omega,
            "leg^* eta_1 = eta": a.leg.pull(a.eta_1) == s.eta,
        },
        mutated={"leg^* Omega_h = 2 Omega_L": a.leg.pull(a.Omega_h) == 2 * s.Omega},
        condition="omega_E = -d lambda_E",
        without={"omega_E = +d lambda_E": a.leg.pull(plus) == s.Omega},
    )


@claim("DLMD-5.14", "item 4", "theorem", "xi_L and E_h leg-related", on="hyperregular")
def reeb_fields_are_related(s: Scene) -> Judgement:
    """Tleg∘ξ_L = E_h∘leg, whatever the sign of ω_E is."""
    a = legendre(s)
    return Judgement(
        printed={"related": a.leg.related(s.xi, a.E_h)},
        mutated={"xi_L and -E_h": a.leg.related(s.xi, -a.E_h)},
    )
