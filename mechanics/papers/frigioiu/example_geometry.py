"""Section IV, from the general coefficients on a surface x3 = f(q1, q2, t), and section V.

The general formulas are judged for every f and every potential U = Π, with L = E_k - Π, g_ij
half of the mass matrix, g^ij its inverse.
"""

from __future__ import annotations

from typing import Any

from diffgeo import LinearConnection
from diffgeo.calculus import linear_algebra as linear
from mechanics.analysis.moving_surface import MovingSurface
from mechanics.analysis.parabolic_cylinder import any_surface, moving_cylinder
from mechanics.papers.engine.claims import Judgement, NotCheckable
from mechanics.papers.engine.terms import entrywise, total
from mechanics.papers.frigioiu.book import claim, once
from mechanics.papers.frigioiu.example import MOVING_KINETIC, MOVING_SPRING, MOVING_U, MOVING_W
from mechanics.spaces.rheonomic_geometry import RheonomicSystem

_HEIGHT = "f(x, y, t)"


@once
def general() -> RheonomicSystem:
    """L = E_k - U on any surface, and no other forces."""
    return RheonomicSystem.of(any_surface().reduced)


@once
def moving() -> MovingSurface:
    """The cylinder with the particle."""
    return moving_cylinder()


@once
def cylinder() -> RheonomicSystem:
    """L = E_k - E_p - m g x3 on the cylinder, with damping."""
    return RheonomicSystem.of(moving().reduced)


def slope(*names: str) -> Any:
    """A derivative of f."""
    return general().jets.function(f"Derivative({_HEIGHT}, {', '.join(names)})")


def raised(covector: list[Any], factor: object) -> list[Any]:
    """Values factor g^ih a_h with g = half of the mass matrix."""
    half = [[a / 2 for a in row] for row in general().mass_matrix]
    return [
        factor * total(a * b for a, b in zip(row, covector, strict=True))
        for row in linear.inverse(half)
    ]


def mass() -> Any:
    """The mass m."""
    return general().jets.function("m")


def along_g() -> list[Any]:
    """The brackets of 2G^i: what stands behind m g^i1 and m g^i2."""
    v, w = general().jets.velocities
    square = v * v * slope("x", "x") + w * w * slope("y", "y") + 2 * slope("x", "y") * v * w
    xt, yt = slope("x", "t"), slope("y", "t")
    fx, fy, ft = slope("x"), slope("y"), slope("t")
    return [
        (square + yt * w) * fx - xt * ft - w * xt * fy,
        (square + xt * v) * fy - yt * ft - v * yt * fx,
    ]


def along_time() -> list[Any]:
    """The brackets of N_0^i, (35)."""
    v, w = general().jets.velocities
    fx, fy, ft = slope("x"), slope("y"), slope("t")
    xt, yt, tt = slope("x", "t"), slope("y", "t"), slope("t", "t")
    return [
        2 * fx * xt * v + w * xt * fy + w * yt * fx + xt * ft + tt * fx,
        2 * fy * yt * w + v * xt * fy + v * yt * fx + yt * ft + tt * fy,
    ]


def along_velocities(first: bool) -> list[Any]:
    """The brackets of N_1^i, or of N_2^i."""
    v, w = general().jets.velocities
    fx, fy, xt, yt = slope("x"), slope("y"), slope("x", "t"), slope("y", "t")
    if first:
        inner = 2 * slope("x", "x") * v + 2 * slope("x", "y") * w
        return [inner * fx, inner * fy + xt * fy - fx * yt]
    inner = 2 * slope("x", "y") * v + 2 * slope("y", "y") * w
    return [inner * fx + fx * yt - xt * fy, inner * fy]


def are(field: Any, values: list[Any], sign: int = 1) -> list[Any]:
    """That a field has these components along the velocities."""
    jets = field.space
    return [field(y) == sign * a for y, a in zip(jets.velocities, values, strict=True)]


@claim("FHB-E15", "after (34)", "identity", "general 2G^i", on="surface")
def spray_coefficients(_: None) -> Judgement:
    """½ g^ih (m B_h + ∂Π/∂q^h): with g half of the mass matrix the factor ½ stays.

    The print has taken g^ij for the inverse of A. It is no slip of this line: (35) and the
    coefficients of the connection have it as well.
    """
    s = general()
    U = s.jets.function(f"U(x, y, {_HEIGHT})")
    slopes = [X(U) for X in s.structure.transversal_frame]

    def with_(kinetic: object, potential: object) -> list[Any]:
        covector = [
            kinetic * mass() * B + potential * P for B, P in zip(along_g(), slopes, strict=True)
        ]
        return are(s.frozen_spray, raised(covector, s.jets.function("1/2")), -1)

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


@claim("FHB-E16", "before (35)", "identity", "N_0^i = (1/2) g^ih d2L/dq^h dt", on="surface")
def time_coefficients(_: None) -> Judgement:
    """By the velocities, as in (21); a dot is missing."""
    s = general()
    L = s.time_slope

    def with_(fields: Any, factor: str) -> list[Any]:
        return are(s.N0, raised([X(L) for X in fields], s.jets.function(factor)))

    V, X = s.structure.vertical_frame, s.structure.transversal_frame
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


@claim("FHB-35", "(35)", "identity", "N_0^i on a moving surface", on="surface")
def printed_time_coefficients(_: None) -> Judgement:
    """½ m g^ih (ż_t f_h + ż f_ht), as g is half of the mass matrix.

    The print has taken g^ij for the inverse of A, as in 2G^i.
    """

    def with_(factor: str) -> list[Any]:
        return are(general().N0, raised(along_time(), general().jets.function(factor)))

    return Judgement(
        printed={"m g^ih (...)": with_("m")},
        corrected={"(m/2) g^ih (...)": with_("m/2")},
        correction="(m/2) g^ih (...): the print holds if g^ij is the inverse of A, while g = A/2",
        consequence="with 2G^i of FHB-E15, which has the same error, the sum 2G + N_0 is twice the "
        "right one; the motion, which does not use it, does not change",
        readings={"-m g^ih (...)": with_("-m")},
        mutated={"(m/4) g^ih (...)": with_("m/4")},
    )


@claim("FHB-E17", "after (35)", "identity", "2G^i + N_0^i of the cylinder", on="none")
def cylinder_coefficients(_: None) -> Judgement:
    """L = E_k - E_p adds the force of the spring; the print is that of E_k alone."""
    jets = cylinder().jets
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
            "with the weight in L": are(cylinder().free.evolution, with_("0", "0"), -1),
        },
        mutated={"without u^3": are(motion, with_("c*x/m", "c*y/m"), -1)},
        note="E_p is in the L of the paper, and Pi in its general formula for 2G^i",
    )


def _kinetic() -> RheonomicSystem:
    """E_k on the cylinder, with spring, weight and damping as forces."""
    s = cylinder()
    E_k = s.jets.function(MOVING_KINETIC)
    fields = s.structure.transversal_frame
    names = s.jets.base_space.coordinates[1:]
    Q = [s.force(X) + X(s.lagrangian - E_k) for X in fields]
    force = total(q * s.jets.contact(x) for q, x in zip(Q, names, strict=True))
    return RheonomicSystem(s.jets, E_k, force)


@claim("FHB-E18", "after (35)", "definition", "the semispray S0", on="none")
def semispray(_: None) -> Judgement:
    """2Γ0 = 2G + N_0 - Q^i/2 with Q^i = g^ij Q_j; the motion on the surface."""
    s, motion = _kinetic(), moving().dynamics.field
    twice = cylinder().free.evolution + s.force_field / 2
    return Judgement(
        printed={
            "J S = C": s.structure.J(s.evolution) == s.structure.liouville_field,
            "2G + N_0 - Q/2": s.evolution == s.free.evolution + s.force_field / 2,
            "the motion": s.evolution == motion,
        },
        mutated={"2G + N_0 - Q": s.free.evolution + s.force_field == motion},
        condition="the spring stands in Q or in L, not in both",
        without={"in both": twice == motion},
    )


@claim("FHB-E19", "after S0", "identity", "N_1^i, N_2^i", on="none")
def connection(_: None) -> Judgement:
    """¼ m g^ih ∂B_h/∂q̇^j - ¼ ∂Q^i/∂q̇^j."""
    s = general()
    found = [list(row[:-1]) for row in s.free.frame_connection.coefficients]

    def with_(factor: str) -> list[Any]:
        made = [raised(along_velocities(j), s.jets.function(factor)) for j in (True, False)]
        return entrywise(found, made)

    forced = _kinetic()

    return Judgement(
        printed={"m g^ih (...)": with_("m"), "-(1/2) dQ/dqdot": _slopes(forced, 2)},
        corrected={"(m/4) g^ih (...)": with_("m/4"), "-(1/4) dQ/dqdot": _slopes(forced, 1)},
        correction="(m/4) g^ih (...) - (1/4) dQ^i/d(qdot^j): the brackets are right",
        consequence="the coefficients of the connection of the example are four times, and for "
        "the force twice, the right ones",
        readings={"(m/2) g^ih (...), g^ij inverse of A": with_("m/2")},
        mutated={"-m g^ih (...)": with_("-m"), "+(1/4) dQ/dqdot": _slopes(forced, -1)},
    )


def _slopes(s: RheonomicSystem, factor: int) -> list[Any]:
    """Ň - N = -¼ factor ∂Q^i/∂q̇^j."""
    one, two = s.frame_connection.coefficients, s.free.frame_connection.coefficients
    F, V = s.force_field, s.structure.vertical_frame
    return [
        -4 * (a - b) == factor * A(F(y))
        for A, left, right in zip(V, one, two, strict=True)
        for y, a, b in zip(s.jets.velocities, left[:-1], right[:-1], strict=True)
    ]


@claim("FHB-E20", "after N", "theorem", "N0 determines the metrical connection", on="none")
def metrical_connection(_: None) -> Judgement:
    """The one of the mass matrix, over N0."""
    s = _kinetic()
    D = s.frame_connection.metrical(s.metric).connection
    flat = LinearConnection.parallelising(list(s.frame_connection.adapted_frame))
    return Judgement(
        printed={
            "D g = 0": D.derivative(s.metric) == 0,
            "D h = 0": D.derivative(s.frame_connection.h) == 0,
            "D F = 0": D.derivative(s.frame_connection.f) == 0,
        },
        mutated={"every connection": flat.derivative(s.metric) == 0},
    )


@claim("FHB-C1", "V", "claim", "g is half of the mass matrix", on="surface")
def half_of_the_masses(_: None) -> Judgement:
    """For q1 and q2 on any surface: A_ij = m (δ_ij + f_i f_j)."""
    s, m = general(), mass()
    X = s.structure.transversal_frame
    fields = [slope("x"), slope("y")]
    A = [[m * (int(i == j) + a * b) for j, b in enumerate(fields)] for i, a in enumerate(fields)]
    shown = [[2 * s.metric(a, b) for b in X] for a in X]
    return Judgement(
        printed={"2 g = A": entrywise(shown, A)},
        mutated={"g = A": entrywise(shown, [[2 * a for a in row] for row in A])},
    )


@claim("FHB-C2", "V", "theorem", "integral curves of S0 are evolution curves", on="none")
def evolution_curves(_: None) -> Judgement:
    """S0 solves the Lagrange equations of L and Q, however the forces are shared by L and Q.

    The evolution curves are those of Σ0 = (M, L, Q), with the same Q as in S0.
    """
    s, surface, rest = _kinetic(), moving(), cylinder()
    twice = RheonomicSystem(s.jets, rest.lagrangian, s.force)

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
            "all forces in Q": solved(s),
            "the damping in Q": solved(rest),
            "the spring in both": solved(twice),
            "dt(S0) = 1": [a.jets.dt(a.evolution) == 1 for a in (s, rest, twice)],
            "in space": surface.inclusion.related(s.evolution, surface.in_space.field),
        },
        mutated={
            "without forces": solved(s, 0),
            "with Q for Q/2": solved(s, 2),
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
