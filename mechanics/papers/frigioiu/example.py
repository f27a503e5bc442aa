"""Section IV, to (34): a particle on a moving parabolic cylinder, in extended coordinates.

x, y, q are q^1, q^2, q^0; u = q^1 - q^0, and w its derivative.
"""

from __future__ import annotations

from typing import Any

from diffgeo import Map, d
from diffgeo.calculus import linear_algebra as linear
from mechanics.papers.engine.claims import Judgement, nonzero
from mechanics.papers.engine.terms import entrywise, total
from mechanics.papers.frigioiu.book import claim
from mechanics.papers.frigioiu.example_motion import motion_in_space
from mechanics.papers.frigioiu.surfaces import SurfaceScene

U, W = "(x - q)", "(xdot - qdot)"
KINETIC = f"m*(xdot**2 + ydot**2 + 4*{W}**2*{U}**2/l**2)/2"
SPRING = f"c*(x**2 + y**2 + {U}**4/l**2)/2"
#: The same where q0 = l Omega t.
MOVING_U, MOVING_W = "(x - l*Omega*t)", "(xdot - l*Omega)"
MOVING_KINETIC, MOVING_SPRING = (
    text.replace(W, MOVING_W).replace(U, MOVING_U) for text in (KINETIC, SPRING)
)


def work(s: SurfaceScene, Z: str = "Z", X: str = "X", Y: str = "Y") -> Any:
    """The pull-back of X dx + Y dy + Z dz to the extended coordinates."""
    force = (s.space.function(a) * d(s.space[q]) for a, q in ((X, "x"), (Y, "y"), (Z, "z")))
    return s.pull(total(force))


def along(s: SurfaceScene, one: str, two: str, zero: str) -> Any:
    """The form one dq^1 + two dq^2 + zero dq^0."""
    return total(s.reads(a) * d(s.jets[q]) for a, q in ((one, "x"), (two, "y"), (zero, "q")))


def mass_matrix(s: SurfaceScene) -> list[list[Any]]:
    """∂²E_k/∂q̇∂q̇ of the extended coordinates."""
    V = [s.jets.vector_field({f"{q}dot": 1}) for q in "xyq"]
    return [[A(B(s.surface.reduced.lagrangian)) for B in V] for A in V]


def printed_matrix(s: SurfaceScene) -> list[list[Any]]:
    """The matrix A."""
    k = f"4*{U}**2/l**2"
    rows = [[f"1 + {k}", "0", f"-{k}"], ["0", "1", "0"], [f"-{k}", "0", k]]
    return [[s.reads(f"m*({a})") for a in row] for row in rows]


@claim("FHB-E1", "IV", "definition", "the reaction, with friction", on="surface")
def reaction(s: SurfaceScene) -> Judgement:
    """λ grad f~ and its size, thus F_w, belong to the surface and not to the function f~.

    For h f~ with a function h > 0 the multiplier is λ/h: on the surface they are the same.
    """
    jets, i = s.space, s.surface.inclusion
    fields = [jets.vector_field({q: 1}) for q in "xyz"]
    f, h, multiplier = (jets.function(a) for a in ("z - f(x, y, q)", "1 + x**2 + z**2", "X*xdot"))

    def force(function: Any, factor: Any) -> list[Any]:
        return [factor * A(function) for A in fields]

    one, other = force(f, multiplier), force(h * f, multiplier / h)
    on_surface = [[i.pull(a) for a in both] for both in (one, other)]
    size, same_size = (total(a * a for a in both) for both in on_surface)
    along_v = i.pull(total(jets[f"{q}dot"] * A(f) for q, A in zip("xyz", fields, strict=True)))
    return Judgement(
        printed={
            "lambda grad f~": entrywise(on_surface[:1], on_surface[1:]),
            "its size, squared": size == same_size,
            "grad f~ (v) = - d_t f~ for f~ = 0": along_v
            == -i.pull(jets["qdot"] * jets.vector_field({"q": 1})(f)),
        },
        mutated={
            "with the same lambda": [
                i.pull(a) == b for a, b in zip(force(h * f, multiplier), on_surface[0], strict=True)
            ],
            "off the surface": entrywise([one], [other]),
        },
        condition="F_wT is tangential, as its index says: where the surface is at rest, or v is "
        "the velocity relative to it",
        without={"v, as in E_k, is tangential to the moving surface": along_v == 0},
        note="the friction is proportional to |v|, where Coulomb's has the direction of v only",
    )


@claim("FHB-E2", "IV", "definition", "x3 = f(q1, q2, q0)", on="surface")
def constraint(s: SurfaceScene) -> Judgement:
    """The inclusion of the surface, and its prolongation to velocities."""
    height = s.datum.height
    z = s.pull(s.space["zdot"])
    slopes = [f"Derivative({height}, {q})*{q}dot" for q in "xyq"]
    return Judgement(
        printed={
            "x3": s.pull(s.space["z"]) == s.reads(height),
            "its velocity": z == s.reads(" + ".join(slopes)),
        },
        mutated={"without q0": z == s.reads(" + ".join(slopes[:2]))},
    )


@claim("FHB-33", "(33)", "identity", "E_k in q1, q2, q0", on="surface")
def kinetic_energy(s: SurfaceScene) -> Judgement:
    """The pull-back of m v²/2."""
    height = s.datum.height

    def written(*kept: str) -> Any:
        slopes = " + ".join(f"Derivative({height}, {q})*{q}dot" for q in kept)
        return s.reads(f"m*(xdot**2 + ydot**2 + ({slopes})**2)/2")

    found = s.surface.reduced.lagrangian
    return Judgement(
        printed={"(33)": found == written(*"xyq")},
        mutated={"without q0": found == written(*"xy"), "2 E_k": 2 * found == written(*"xyq")},
    )


@claim("FHB-E3", "after (33)", "identity", "E_k of the cylinder", on="cylinder")
def kinetic_energy_on_the_cylinder(s: SurfaceScene) -> Judgement:
    """ż = 2 u w/l."""
    found = s.surface.reduced.lagrangian
    return Judgement(
        printed={"E_k": found == s.reads(KINETIC)},
        mutated={"w^2 u^2/l^2": found == s.reads(KINETIC.replace("4*", "1*"))},
    )


@claim("FHB-E4", "after (33)", "identity", "the matrix A", on="cylinder")
def masses(s: SurfaceScene) -> Judgement:
    """The Hessian of E_k."""
    double = [[2 * a for a in row] for row in printed_matrix(s)]
    return Judgement(
        printed={"A": entrywise(mass_matrix(s), printed_matrix(s))},
        mutated={"2 A": entrywise(mass_matrix(s), double)},
    )


@claim("FHB-E5", "after A", "identity", "delta r", on="cylinder")
def displacement(s: SurfaceScene) -> Judgement:
    """The components dx, dy, dz on the surface, q^0 varied too."""
    jets, i = s.space, s.surface.inclusion
    found = [i.pull(d(jets[q])) for q in "xyz"]
    k = f"2*{U}/l"

    def third(sign: str) -> Any:
        return found[2] == along(s, k, "0", f"{sign}{k}")

    return Judgement(
        printed={
            "q1, q2": [found[0] == along(s, "1", "0", "0"), found[1] == along(s, "0", "1", "0")],
            "x3": third("-"),
        },
        mutated={"+ delta q0": third("+"), "delta q0 = 0": found[2] == along(s, k, "0", "0")},
    )


@claim("FHB-E6", "after A", "identity", "virtual work", on="cylinder")
def virtual_work(s: SurfaceScene) -> Judgement:
    """X δx + Y δy + Z δz; the factor q^0 of the first line is not in the second."""
    k = f"2*Z*{U}/l"
    jets = s.jets
    found, written = work(s), along(s, f"X + {k}", "Y", f"-{k}")
    fixed = found - found(jets.vector_field({"q": 1})) * d(jets["q"])
    return Judgement(
        printed={"(F, delta r) q0": found * jets["q"] == written, "second line": found == written},
        repaired={"(F, delta r)": found == written},
        correction="delta W = (F, delta r), without the factor q^0",
        repair="a factor q^0 too many",
        consequence="the second line and the components Q_1, Q_2, Q_0 are right",
        readings={"at fixed q0": fixed == written, "-(F, delta r)": -found == written},
        mutated={"+ delta q0": found == along(s, f"X + {k}", "Y", k)},
        note="at t = 0, where q^0 = 0, the first line is 0",
    )


@claim("FHB-E7", "after delta W", "identity", "Q_1, Q_2, Q_0", on="cylinder")
def generalised_forces(s: SurfaceScene) -> Judgement:
    """The values of δW on the coordinate fields."""
    jets = s.jets
    found = [work(s)(jets.vector_field({q: 1})) for q in "xyq"]
    k = f"2*Z*{U}/l"

    def are(*texts: str) -> list[Any]:
        return [a == s.reads(b) for a, b in zip(found, texts, strict=True)]

    return Judgement(
        printed={"Q": are(f"X + {k}", "Y", f"-{k}")},
        mutated={"Q_0 with +": are(f"X + {k}", "Y", k), "Q_0 = 0": are(f"X + {k}", "Y", "0")},
    )


@claim("FHB-E8", "after Q", "definition", "F = -c r = ...", on="cylinder")
def spring(s: SurfaceScene) -> Judgement:
    """-c r has the third component -c u²/l; the weight is another force."""
    r = s.pull(s.space["z"])
    c, weight = s.reads("c"), s.reads("m*g")
    third = s.reads(f"-(c*{U}**2/l + m*g)")
    return Judgement(
        printed={"-c r": -c * r == third},
        corrected={"-c r - m g k": -c * r - weight == third},
        correction="F = -c r - m g k",
        consequence="no one force is meant: the components of Q are those with the weight "
        "(FHB-E9), E_p is that of the spring alone (FHB-E10)",
        readings={"-c r + m g k": -c * r + weight == third},
        mutated={"c r - m g k": c * r - weight == third},
    )


@claim("FHB-E9", "after F", "identity", "Q of spring and weight", on="cylinder")
def spring_forces(s: SurfaceScene) -> Judgement:
    """Q_0 = -(2/l) Z u with Z = -(c u²/l + m g): both terms are positive.

    The sign of the weight is no slip of this line: (34) has it, too.
    """
    found = work(s, f"-(c*{U}**2/l + m*g)", "-c*x", "-c*y")
    k, weight = f"2*c*{U}**3/l**2", f"2*m*g*{U}/l"
    jets = s.jets
    Q = [found(jets.vector_field({q: 1})) for q in "xyq"]
    Q_1 = Q[0] == s.reads(f"-c*x - {k} - {weight}")
    return Judgement(
        printed={
            "Q_1": Q_1,
            "Q_2": Q[1] == s.reads("-c*y"),
            "Q_0": Q[2] == s.reads(f"{k} - {weight}"),
        },
        corrected={"Q_1": Q_1, "Q_0": Q[2] == s.reads(f"{k} + {weight}")},
        correction="Q_0 = 2 c u^3/l^2 + 2 m g u/l",
        consequence="(34) is computed with the wrong sign; Q_1, Q_2 and the equations of q1 and q2 "
        "are right",
        readings={
            "-Q_0": -Q[2] == s.reads(f"{k} - {weight}"),
            "both terms negative": Q[2] == s.reads(f"-({k} + {weight})"),
        },
        mutated={"Q_1 without weight": Q[0] == s.reads(f"-c*x - {k}")},
    )


@claim("FHB-E10", "after Q", "identity", "E_p = (c/2) r^2", on="cylinder")
def potential(s: SurfaceScene) -> Judgement:
    """dE_p = -δW for F = -c r, the spring; not for the components with the weight before it."""
    forces = work(s, f"-(c*{U}**2/l + m*g)", "-c*x", "-c*y")
    spring = work(s, f"-c*{U}**2/l", "-c*x", "-c*y")
    E_p, weight = s.reads(SPRING), s.reads(f"m*g*{U}**2/l")
    squared = s.pull(s.space.function("c*(x**2 + y**2 + z**2)/2"))
    return Judgement(
        printed={"(c/2) r^2": squared == E_p, "dE_p = -(F, dr)": d(E_p) == -spring},
        mutated={"dE_p = (F, dr)": d(E_p) == spring, "+ m g x3": d(E_p + weight) == -spring},
        condition="F is the force -c r of the spring alone; the weight is left to Q",
        without={"F = -c r - m g k, as displayed": d(E_p) == -forces},
        note="the potential of the displayed components is (c/2) r^2 + m g x3",
    )


@claim("FHB-E11", "after E_p", "identity", "L = E_k - E_p", on="cylinder")
def lagrangian(s: SurfaceScene) -> Judgement:
    """The square of (q1 - q0) stands inside of another square, and dots are missing."""
    L = s.surface.reduced.lagrangian - s.reads(SPRING)

    def with_(square: str) -> Any:
        return s.reads(f"m*(xdot**2 + ydot**2 + 4*({square})**2/l**2)/2 - {SPRING}") == L

    return Judgement(
        printed={"as printed": with_(f"{U}*{U}**2")},
        repaired={"w u": with_(f"{W}*{U}")},
        correction="L = (m/2)[dq1^2 + dq2^2 + (4/l^2) w^2 u^2] - E_p",
        repair="a numeral: the exponent 2 stands inside of the square",
        consequence="the equations of motion belong to the right L",
        readings={"w u^2": with_(f"{W}*{U}**2")},
        mutated={"2 w u": with_(f"2*{W}*{U}")},
        note="dots may be lost in the scanned text; the exponent 2 inside of the square is not",
    )


@claim("FHB-E12", "after L", "claim", "L is regular, G = A/2", on="cylinder")
def regular(s: SurfaceScene) -> Judgement:
    """The determinant is 4 m³u²/l² for three coordinates, m² (1 + 4u²/l²) for q1 and q2."""
    A = mass_matrix(s)
    reduced = s.jets
    at_rest = Map(
        reduced,
        reduced,
        {**{str(q): reduced[str(q)] for q in reduced.chart.coordinates}, "q": reduced["x"]},
    )
    two = linear.determinant([row[:2] for row in A[:2]])
    half = [[a / 2 for a in row] for row in A]
    printed = [[a / 2 for a in row] for row in printed_matrix(s)]
    return Judgement(
        printed={
            "G = A/2": entrywise(half, printed),
            "det = m^2 (1 + 4u^2/l^2)": two == s.reads(f"m**2*(1 + 4*{U}**2/l**2)"),
            "regular where q1 = q0": nonzero("the determinant", at_rest.pull(two)),
        },
        mutated={"G = A": entrywise(half, printed_matrix(s))},
        condition="q1 and q2 are the coordinates, q0 is a function of time; the printed matrix, "
        "in q1, q2, q0, is regular only where q1 != q0",
        without={
            "in q1, q2, q0, everywhere": nonzero("at q1 = q0", at_rest.pull(linear.determinant(A)))
        },
    )


@claim("FHB-E13", "after G", "theorem", "the extended system", on="moving surface")
def extended_system(s: SurfaceScene) -> Judgement:
    """Q_1 = -∂E_p/∂q1 is the spring already; with -∂E_p/∂q1 on the left it cancels out."""
    return _against_newton(
        s,
        {"- dE_p/dq = Q": (1, 1)},
        {"without E_p: = Q": (0, 1), "+ dE_p/dq = 0": (-1, 0)},
        {"+ dE_p/dq = Q": (-1, 1), "- dE_p/dq = 0": (1, 0)},
    )


def _against_newton(
    s: SurfaceScene, printed: dict[str, Any], corrected: dict[str, Any], readings: dict[str, Any]
) -> Judgement:
    """EL(E_k) - a ∂E_p/∂q - b Q along the motion on the surface, without weight and damping."""
    jets, S = s.jets, s.motion
    E_p = jets.function("U(x, y, f(x, y, t))")
    E_k = s.surface.reduced.lagrangian + E_p

    def balance(a: int, b: int) -> list[Any]:
        found = []
        for q in "xy":
            X, V = jets.vector_field({q: 1}), jets.vector_field({f"{q}dot": 1})
            Q = -X(E_p)
            found.append(S(V(E_k)) - X(E_k) - a * X(E_p) == b * Q)
        return found

    return Judgement(
        printed={name: balance(*signs) for name, signs in printed.items()},
        corrected={name: balance(*signs) for name, signs in corrected.items()},
        correction="the forces of the potential stand in Q or in -dE_p/dq on the right, once",
        readings={name: balance(*signs) for name, signs in readings.items()},
        mutated={"= 2 Q": balance(0, 2)},
        consequence="the equations of motion that are derived from it (FHB-E14) are those without "
        "E_p on the left, and right",
        note="judged for every surface and potential by the equations of q1 and q2; the third "
        "is FHB-34",
    )


@claim("FHB-E14", "before (34)", "theorem", "x1'' and x2''", on="moving cylinder")
def equations_of_motion(s: SurfaceScene) -> Judgement:
    """Newton's equations in space with the force of the surface, on the surface."""
    jets, S = s.jets, s.motion
    w = f"(1 + 4*{MOVING_U}**2/l**2)"
    forces = f"c*x + 2*c*{MOVING_U}**3/l**2 + 2*m*g*{MOVING_U}/l"

    def are(sign: str, *, damped: bool) -> list[Any]:
        drag = (f"b*(xdot + 4*{MOVING_U}**2*{MOVING_W}/l**2)", "b*ydot") if damped else ("0", "0")
        first = f"-({forces} {sign} 4*m*{MOVING_W}**2*{MOVING_U}/l**2 + {drag[0]})/(m*{w})"
        return [
            S(jets["xdot"]) == jets.function(first),
            S(jets["ydot"]) == jets.function(f"-(c*y + {drag[1]})/m"),
        ]

    b = jets.function("b")
    undamped = S + total(
        b / jets.function("m") * f * jets.vector_field({v: 1})
        for v, f in (
            ("xdot", jets.function(f"(xdot + 4*{MOVING_U}**2*{MOVING_W}/l**2)/{w}")),
            ("ydot", jets["ydot"]),
        )
    )
    first = f"-({forces} + 4*m*{MOVING_W}**2*{MOVING_U}/l**2)/(m*{w})"
    return Judgement(
        printed={
            "b = 0": [
                undamped(jets["xdot"]) == jets.function(first),
                undamped(jets["ydot"]) == jets.function("-c*y/m"),
            ],
            "with -b v": are("+", damped=True),
        },
        mutated={"opposite sign of w^2": are("-", damped=True)},
        condition="without the damping -b v, and the friction, that the example begins with",
        without={"with b": are("+", damped=False)},
    )


@claim("FHB-34", "(34)", "theorem", "the equation of Q_00", on="moving cylinder")
def rheonomic_force(s: SurfaceScene) -> Judgement:
    """The left side and the spring are divided by m, the weight and Q_00 are not.

    Spring and weight have the wrong sign, as Q_0 = 2cu³/l² + 2mgu/l. The damping is included here.
    """
    jets, S = s.jets, s.motion
    Q_00 = s.surface.rheonomic_force("l*Omega")
    p = jets.function(f"-4*{MOVING_W}*{MOVING_U}**2/l**2")
    left = S(p) + jets.function(f"4*{MOVING_W}**2*{MOVING_U}/l**2")
    drag = jets.function(f"4*b*{MOVING_U}**2*{MOVING_W}/l**2")

    def is_(mass: str, right: str) -> Any:
        return jets.function(mass) * left == jets.function(right) + drag + Q_00

    k, weight = f"2*c*{MOVING_U}**3/l**2", f"2*m*g*{MOVING_U}/l"
    return Judgement(
        printed={"(34)": is_("1", f"-{k}/m - {weight}")},
        corrected={
            "m (...) = Q_0 + Q_00": is_("m", f"{k} + {weight}"),
            "the motion and force of the library": motion_in_space(s.surface),
        },
        correction="m (d/dt(-(4/l^2) w u^2) + (4/l^2) w^2 u) = 2 c u^3/l^2 + 2 m g u/l + Q_00",
        consequence="by (34) spring and weight have the wrong sign in Q_00, and the mass is "
        "missing",
        readings={
            "with Q_0 of the print": is_("m", f"{k} - {weight}"),
            "with the mass": is_("m", f"-{k} - {weight}"),
        },
        mutated={"without Q_0": is_("m", "0")},
        note="Q_00 is the power lambda d_t f of the surface, divided by the rate of q0; the "
        "damping -b v is included",
    )
