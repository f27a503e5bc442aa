"""Section IV, from the general coefficients on a surface x3 = f(q1, q2, t), and section V.

The general formulas are judged for every f and every potential U = Π, with L = E_k - Π, g_ij
half of the mass matrix, g^ij its inverse.
"""

from __future__ import annotations

from typing import Any

from diffgeo import LinearConnection
from diffgeo.calculus import linear_algebra as linear
from mechanics.papers.engine.claims import Judgement, NotCheckable, Witness
from mechanics.papers.engine.terms import entrywise, total
from mechanics.papers.frigioiu.book import claim, on_surface
from mechanics.papers.frigioiu.example import MOVING_KINETIC, MOVING_SPRING, MOVING_U, MOVING_W
from mechanics.papers.frigioiu.surfaces import SurfaceScene
from mechanics.spaces.rheonomic_geometry import RheonomicSystem


def slope(s: SurfaceScene, *names: str) -> Any:
    """A derivative of f."""
    return s.reads(f"Derivative({s.datum.height}, {', '.join(names)})")


def raised(s: SurfaceScene, covector: list[Any], factor: object) -> list[Any]:
    """Values factor g^ih a_h with g = half of the mass matrix."""
    half = [[a / 2 for a in row] for row in s.system.mass_matrix]
    return [
        factor * total(a * b for a, b in zip(row, covector, strict=True))
        for row in linear.inverse(half)
    ]


def mass(s: SurfaceScene) -> Any:
    """The mass m."""
    return s.reads("m")


def along_g(s: SurfaceScene) -> list[Any]:
    """The brackets of 2G^i: what stands behind m g^i1 and m g^i2."""
    v, w = s.jets.velocities
    square = (
        v * v * slope(s, "x", "x") + w * w * slope(s, "y", "y") + 2 * slope(s, "x", "y") * v * w
    )
    xt, yt = slope(s, "x", "t"), slope(s, "y", "t")
    fx, fy, ft = slope(s, "x"), slope(s, "y"), slope(s, "t")
    return [
        (square + yt * w) * fx - xt * ft - w * xt * fy,
        (square + xt * v) * fy - yt * ft - v * yt * fx,
    ]


def along_time(s: SurfaceScene) -> list[Any]:
    """The brackets of N_0^i, (35)."""
    v, w = s.jets.velocities
    fx, fy, ft = slope(s, "x"), slope(s, "y"), slope(s, "t")
    xt, yt, tt = slope(s, "x", "t"), slope(s, "y", "t"), slope(s, "t", "t")
    return [
        2 * fx * xt * v + w * xt * fy + w * yt * fx + xt * ft + tt * fx,
        2 * fy * yt * w + v * xt * fy + v * yt * fx + yt * ft + tt * fy,
    ]


def along_velocities(s: SurfaceScene, first: bool) -> list[Any]:
    """The brackets of N_1^i, or of N_2^i."""
    v, w = s.jets.velocities
    fx, fy, xt, yt = slope(s, "x"), slope(s, "y"), slope(s, "x", "t"), slope(s, "y", "t")
    if first:
        inner = 2 * slope(s, "x", "x") * v + 2 * slope(s, "x", "y") * w
        return [inner * fx, inner * fy + xt * fy - fx * yt]
    inner = 2 * slope(s, "x", "y") * v + 2 * slope(s, "y", "y") * w
    return [inner * fx + fx * yt - xt * fy, inner * fy]


def are(field: Any, values: list[Any], sign: int = 1) -> list[Any]:
    """That a field has these components along the velocities."""
    jets = field.space
    return [field(y) == sign * a for y, a in zip(jets.velocities, values, strict=True)]


@claim("FHB-E15", "after (34)", "identity", "general 2G^i", on="moving surface")
def spray_coefficients(s: SurfaceScene) -> Judgement:
    """½ g^ih (m B_h + ∂Π/∂q^h): with g half of the mass matrix the factor ½ stays.

    The print has taken g^ij for the inverse of A. It is no slip of this line: (35) and the
    coefficients of the connection have it as well.
    """
    U = s.reads(f"U(x, y, {s.datum.height})")
    slopes = [X(U) for X in s.system.structure.transversal_frame]

    def with_(kinetic: object, potential: object) -> list[Any]:
        covector = [
            kinetic * mass(s) * B + potential * P for B, P in zip(along_g(s), slopes, strict=True)
        ]
        return are(s.system.frozen_spray, raised(s, covector, s.reads("1/2")), -1)

    return Judgement(
        printed={"m g^ih B_h + g^ih dPi/dq^h": with_(2, 2)},
        corrected={"half of it": with_(1, 1)},
        correction="(1/2) g^ih (m B_h + dPi/dq^h): the print holds if g^ij is the inverse of A, "
        "while g = A/2",
        consequence="(35) has the same error, so that the sum 2G + N_0 is twice the right one; the "
        "coefficients of the connection (FHB-E19) are computed with it",
        readings={"(m/2) g B + g dPi": with_(1, 2), "- g dPi": with_(2, -2)},
        mutated={"- dPi": with_(1, -1)},
    )


@claim("FHB-E16", "before (35)", "identity", "N_0^i = (1/2) g^ih d2L/dq^h dt", on="moving surface")
def time_coefficients(s: SurfaceScene) -> Judgement:
    """By the velocities, as in (21); a dot is missing."""
    system = s.system
    L = system.time_slope

    def with_(fields: Any, factor: str) -> list[Any]:
        return are(system.N0, raised(s, [X(L) for X in fields], s.reads(factor)))

    V, X = system.structure.vertical_frame, system.structure.transversal_frame
    return Judgement(
        printed={"d2L/dq dt": with_(X, "1/2")},
        repaired={"d2L/dqdot dt": with_(V, "1/2")},
        correction="N_0^i = (1/2) g^ih d2L/d(qdot^h) dt, as in (21)",
        repair="a dot lost: of q^h",
        damage="scan",
        consequence="(21) has the dot, and (35) is computed with it",
        readings={"g^ih d2L/dq dt": with_(X, "1")},
        mutated={"without 1/2": with_(V, "1")},
        note="(21) has the dot; it may be lost in the scanned text",
    )


@claim("FHB-35", "(35)", "identity", "N_0^i on a moving surface", on="moving surface")
def printed_time_coefficients(s: SurfaceScene) -> Judgement:
    """½ m g^ih (ż_t f_h + ż f_ht), as g is half of the mass matrix.

    The print has taken g^ij for the inverse of A, as in 2G^i.
    """

    def with_(factor: str) -> list[Any]:
        return are(s.system.N0, raised(s, along_time(s), s.reads(factor)))

    return Judgement(
        printed={"m g^ih (...)": with_("m")},
        corrected={"(m/2) g^ih (...)": with_("m/2")},
        correction="(m/2) g^ih (...): the print holds if g^ij is the inverse of A, while g = A/2",
        consequence="with 2G^i of FHB-E15, which has the same error, the sum 2G + N_0 is twice the "
        "right one; the motion, which does not use it, does not change",
        readings={"-m g^ih (...)": with_("-m")},
        mutated={"(m/4) g^ih (...)": with_("m/4")},
    )


@claim("FHB-E17", "after (35)", "identity", "2G^i + N_0^i of the cylinder", on="moving cylinder")
def cylinder_coefficients(s: SurfaceScene) -> Judgement:
    """L = E_k - E_p adds the force of the spring; the print is that of E_k alone."""
    jets = s.jets
    u, w = MOVING_U, MOVING_W
    E_k, E_p = jets.function(MOVING_KINETIC), jets.function(MOVING_SPRING)
    kinetic, motion = (RheonomicSystem(jets, L).evolution for L in (E_k, E_k - E_p))

    def with_(*forces: str) -> list[Any]:
        first = jets.function(f"(4*{w}**2*{u}/l**2 + {forces[0]})/(1 + 4*{u}**2/l**2)")
        return [first, jets.function(forces[1])]

    spring = (f"c*x/m + 2*c*{u}**3/(m*l**2)", "c*y/m")
    return Judgement(
        printed={"of L = E_k - E_p": are(motion, with_("0", "0"), -1)},
        corrected={
            "with the spring": are(motion, with_(*spring), -1),
            "of E_k": are(kinetic, with_("0", "0"), -1),
        },
        correction="2G^1 + N_0^1 = ((4/l^2) w^2 u + c q1/m + 2 c u^3/(m l^2))/W, "
        "2G^2 + N_0^2 = c q2/m; the print belongs to E_k",
        consequence="with L = E_k - E_p the spring must not stand in Q again (FHB-E18)",
        readings={
            "opposite sign": are(motion, with_("0", "0")),
            "with the weight in L": are(s.system.free.evolution, with_("0", "0"), -1),
        },
        mutated={"without u^3": are(motion, with_("c*x/m", "c*y/m"), -1)},
        note="E_p is in the L of the paper, and Pi in its general formula for 2G^i",
    )


def _kinetic(given: SurfaceScene) -> RheonomicSystem:
    """E_k on the cylinder, with spring, weight and damping as forces."""
    s = given.system
    E_k = given.reads(MOVING_KINETIC)
    fields = s.structure.transversal_frame
    names = s.jets.base_space.coordinates[1:]
    Q = [s.force(X) + X(s.lagrangian - E_k) for X in fields]
    force = total(q * s.jets.contact(x) for q, x in zip(Q, names, strict=True))
    return RheonomicSystem(s.jets, E_k, force)


@claim("FHB-E18", "after (35)", "definition", "the semispray S0", on="moving cylinder")
def semispray(s: SurfaceScene) -> Judgement:
    """2Γ0 = 2G + N_0 - Q^i/2 with Q^i = g^ij Q_j; the motion on the surface."""
    of, motion = _kinetic(s), s.motion
    twice = s.system.free.evolution + of.force_field / 2
    return Judgement(
        printed={
            "J S = C": of.structure.J(of.evolution) == of.structure.liouville_field,
            "2G + N_0 - Q/2": of.evolution == of.free.evolution + of.force_field / 2,
            "the motion": of.evolution == motion,
        },
        mutated={"2G + N_0 - Q": of.free.evolution + of.force_field == motion},
        condition="the spring stands in Q or in L, not in both",
        without={"in both": twice == motion},
    )


@claim("FHB-E19", "after S0", "identity", "N_1^i, N_2^i", on="moving surface")
def connection(s: SurfaceScene) -> Judgement:
    """¼ m g^ih ∂B_h/∂q̇^j - ¼ ∂Q^i/∂q̇^j."""
    found = [list(row[:-1]) for row in s.system.free.frame_connection.coefficients]

    def with_(factor: str) -> list[Any]:
        made = [raised(s, along_velocities(s, j), s.reads(factor)) for j in (True, False)]
        return entrywise(found, made)

    cylinder = on_surface("moving cylinder")
    forced = _kinetic(cylinder)
    return Judgement(
        printed={
            "m g^ih (...)": with_("m"),
            "-(1/2) dQ/dqdot": Witness(cylinder, has_half_the_slopes),
        },
        corrected={"(m/4) g^ih (...)": with_("m/4"), "-(1/4) dQ/dqdot": _slopes(forced, 1)},
        correction="(m/4) g^ih (...) - (1/4) dQ^i/d(qdot^j): the brackets are right",
        consequence="the coefficients of the connection of the example are four times, and for "
        "the force twice, the right ones",
        readings={"(m/2) g^ih (...), g^ij inverse of A": with_("m/2")},
        mutated={"-m g^ih (...)": with_("-m"), "+(1/4) dQ/dqdot": _slopes(forced, -1)},
    )


def has_half_the_slopes(s: SurfaceScene) -> list[Any]:
    """Ň - N = -½ ∂Q^i/∂q̇^j."""
    return _slopes(_kinetic(s), 2)


def _slopes(s: RheonomicSystem, factor: int) -> list[Any]:
    """Ň - N = -¼ factor ∂Q^i/∂q̇^j."""
    one, two = s.frame_connection.coefficients, s.free.frame_connection.coefficients
    F, V = s.force_field, s.structure.vertical_frame
    return [
        -4 * (a - b) == factor * A(F(y))
        for A, left, right in zip(V, one, two, strict=True)
        for y, a, b in zip(s.jets.velocities, left[:-1], right[:-1], strict=True)
    ]


@claim(
    "FHB-E20", "after N", "theorem", "N0 determines the metrical connection", on="moving cylinder"
)
def metrical_connection(s: SurfaceScene) -> Judgement:
    """The one of the mass matrix, over N0."""
    system = _kinetic(s)
    N, g = system.frame_connection, system.metric
    D, flat = N.metrical(g).connection, LinearConnection.parallelising(list(N.adapted_frame))
    return Judgement(
        printed={
            "D g = 0": D.derivative(g) == 0,
            "D h = 0": D.derivative(N.h) == 0,
            "D F = 0": D.derivative(N.f) == 0,
        },
        mutated={"every connection": flat.derivative(g) == 0},
    )


@claim("FHB-C1", "V", "claim", "g is half of the mass matrix", on="moving surface")
def half_of_the_masses(s: SurfaceScene) -> Judgement:
    """For q1 and q2 on any surface: A_ij = m (δ_ij + f_i f_j)."""
    system, m = s.system, mass(s)
    X = system.structure.transversal_frame
    fields = [slope(s, "x"), slope(s, "y")]
    A = [[m * (int(i == j) + a * b) for j, b in enumerate(fields)] for i, a in enumerate(fields)]
    shown = [[2 * system.metric(a, b) for b in X] for a in X]
    return Judgement(
        printed={"2 g = A": entrywise(shown, A)},
        mutated={"g = A": entrywise(shown, [[2 * a for a in row] for row in A])},
    )


@claim("FHB-C2", "V", "theorem", "integral curves of S0 are evolution curves", on="moving cylinder")
def evolution_curves(s: SurfaceScene) -> Judgement:
    """S0 solves the Lagrange equations of L and Q, however the forces are shared by L and Q.

    The evolution curves are those of Σ0 = (M, L, Q), with the same Q as in S0.
    """
    of, surface, rest = _kinetic(s), s.surface, s.system
    twice = RheonomicSystem(of.jets, rest.lagrangian, of.force)

    def solved(system: RheonomicSystem, factor: int = 1) -> list[Any]:
        L, S = system.lagrangian, system.free.evolution + factor * system.force_field / 2
        V, X = system.structure.vertical_frame, system.structure.transversal_frame
        velocities = zip(system.jets.positions, system.jets.velocities, strict=True)
        return [
            *(S(A(L)) - B(L) == system.force(B) for A, B in zip(V, X, strict=True)),
            *(S(q) == v for q, v in velocities),
        ]

    return Judgement(
        printed={
            "all forces in Q": solved(of),
            "the damping in Q": solved(rest),
            "the spring in both": solved(twice),
            "dt(S0) = 1": [a.jets.dt(a.evolution) == 1 for a in (of, rest, twice)],
            "in space": surface.inclusion.related(of.evolution, surface.in_space.field),
        },
        mutated={
            "without forces": solved(of, 0),
            "with Q for Q/2": solved(of, 2),
            "in space, the spring in both": surface.inclusion.related(
                twice.evolution, surface.in_space.field
            ),
        },
        note="which forces are in Q is the question of FHB-E18, not of this statement",
    )


@claim("FHB-C3", "V", "claim", "the description is easy to obtain", on="none")
def easy(_: None) -> NotCheckable:
    """An opinion."""
    return NotCheckable("a judgement of value, not a mathematical statement")
