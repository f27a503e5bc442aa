"""Section 3: theorem 3, one quadratic constraint, and the beginning of its proof."""

from __future__ import annotations

from diffgeo import Identity, Map, check
from mechanics.papers.engine.claims import Judgement, Witness, fact, states
from mechanics.papers.senkerikova import classification as cases
from mechanics.papers.senkerikova import data
from mechanics.papers.senkerikova.book import claim, scene
from mechanics.papers.senkerikova.classical import entry, hessian, written
from mechanics.papers.senkerikova.introduction import ALWAYS, is_singular, sum_of_squares
from mechanics.papers.senkerikova.scene import ConstraintScene

CONIC = "A(t,x,y,z)*xdot**2 + B(t,x,y,z)*ydot**2 + C(t,x,y,z)*zdot**2 - k(t,x,y,z)"


@claim("SEN-3.19", "p. 6", "definition", on="conic")
@states("Q: A v1^2 + B v2^2 + C v3^2 = k; k constant, A, B, C functions of (t,q)")
def quadric(s: ConstraintScene) -> Judgement:
    """Where df/dv is not zero: v(f) = 2k along f = 0, so that only k = 0 has other points."""
    J = s.J1
    f, k = J.function(CONIC), J.function("k(t,x,y,z)")
    slopes = [e(f) for e in s.ambient_frame]
    names = (*s.datum.free, *s.datum.dependent)
    along = sum((J[f"{q}dot"] * e for q, e in zip(names, slopes, strict=True)), start=0 * f)
    velocities = {f"{q}dot" for q in names}
    rest = Map(J, J, {x: 0 if x in velocities else J[x] for x in J.chart.coordinates})
    singular = all(bool(check(rest.pull(e) == 0)) for e in slopes)
    return Judgement(
        printed={
            "v(f) = 2(f + k)": along == 2 * (f + k),
            "df/dv = (2A v1, 2B v2, 2C v3)": [
                e == 2 * J.function(f"{a}(t,x,y,z)*{q}dot")
                for e, a, q in zip(slopes, "ABC", names, strict=False)
            ],
        },
        condition="without the points where A v1 = B v2 = C v3 = 0; there are such only if k = 0",
        without={
            "df/dv != 0 at v = 0, where f = -k": fact("one is not 0", not singular, "(0,0,0)")
        },
        mutated={"v(f) = f + k": along == f + k, "v(f) = 2f": along == 2 * f},
        note="Q may be empty, as for A = B = C = 1 and k < 0",
    )


@claim("SEN-3.20", "p. 6", "computation", "divided by C: E = -A/C, F = -B/C, K = k/C", on="conic")
def divided(s: ConstraintScene) -> Judgement:
    """F = C (v3² - (E v1² + F v2² + K))."""
    J = s.J1

    def quotient(E: str, F: str, K: str) -> Identity:
        q = "(t,x,y,z)"
        right = f"{E}/C{q}*xdot**2 + {F}/C{q}*ydot**2 + {K}/C{q}"
        quotient = J["zdot"] ** 2 - J.function(right)
        return J.function(CONIC) == J.function(f"C{q}") * quotient

    A, B, k = ("A(t,x,y,z)", "B(t,x,y,z)", "k(t,x,y,z)")
    return Judgement(
        printed={"f/C": quotient(f"(-{A})", f"(-{B})", k)},
        mutated={
            "E = A/C": quotient(A, f"(-{B})", k),
            "K = -k/C": quotient(f"(-{A})", f"(-{B})", f"(-{k})"),
        },
        note="where C != 0; elsewhere another velocity can be solved for, or df/dv = 0",
    )


@claim("SEN-3.21", "p. 6", "computation", "normal form v3 = sqrt(E v1^2 + F v2^2 + K)", on="conic")
def normal_form(s: ConstraintScene) -> Judgement:
    """One half of Q: v3 and -v3 are both solutions, and v3 = 0 is no point of a graph."""
    f, g = s.J1.function(CONIC), s.g[0]
    mirror = Map(s.J1, s.J1, {x: s.J1[x] for x in s.J1.chart.coordinates} | {"zdot": -s.J1["zdot"]})
    return Judgement(
        printed={
            "on the graph f = 0": s.sigma.pull(f) == 0,
            "g = sqrt(E v1^2 + F v2^2 + K)": g
            == s.function("sqrt((-A/C)*xdot**2 + (-B/C)*ydot**2 + k/C)"),
        },
        condition="v3 > 0: one half of Q, and C != 0; the other half is v3 = -sqrt(...), and where "
        "v3 = 0 another velocity is the function",
        without={
            "f = 0 only on the graph": s.sigma.pull(mirror.pull(s.solved[0])) == 0 * g,
        },
        mutated={
            "g^2 = -(E v1^2 + ...)": g**2 == s.function("A/C*xdot**2 + B/C*ydot**2 - k/C"),
        },
        note="with v3 also -v3 is a solution, because f contains squares only",
    )


@claim("SEN-3.23", "p. 6, Theorem 3", "theorem", on="one quadratic")
@states("v3 = sqrt(E v1^2 + F v2^2 + K): regular if and only if E != 0, -1, F != 0, -1, K != 0")
def theorem_3(s: ConstraintScene) -> Judgement:
    """Regular at all real points. Over C nowhere regular are three systems, without real points."""
    real, complex_ = cases.one_root(), cases.one_root("complex")
    excluded = {
        "E = 0": "sqrt(F*ydot**2 + K)",
        "E = -1": "sqrt(-xdot**2 + F*ydot**2 + K)",
        "F = 0": "sqrt(E*xdot**2 + K)",
        "F = -1": "sqrt(E*xdot**2 - ydot**2 + K)",
        "K = 0": "sqrt(E*xdot**2 + F*ydot**2)",
    }
    printed = {
        f"{name}: det M = 0": Witness(
            scene(data.classical(f"theorem 3 with {name}", {"zdot": g}, "E F K")), is_singular
        )
        for name, g in excluded.items()
    }
    nowhere = [("nowhere", (-1, 0, 0)), ("nowhere", (0, -1, 0)), ("nowhere", (-1, -1, 0))]
    some = [("everywhere", (0, 0, 0)), ("everywhere", (-1, -1, 1)), ("everywhere", (2, 2, 0))]
    dense = [("open dense", (1, 1, 1)), ("open dense", (-1, 3, 0))]
    return Judgement(
        printed=printed,
        corrected={
            "det M = m^2(1 + g_1^2 + g_2^2), not 0 at any real point": sum_of_squares(s),
            f"real, regular at every point: {cases.REAL_ONE}": real.check(cases.REAL_ONE),
            "real, all others: no points": real.check("always", "everywhere", "no points"),
            "complex points, some of each class": [
                fact(f"(E,F,K) = {v}: {name}", complex_.class_at(_values(*v)) == name)
                for name, v in (*nowhere, *some, *dense)
            ],
            "complex, nowhere: det M R = m^2 N with N = 0 for all v": [
                s.determinant * s.function(cases.R) == s.P["m"] ** 2 * s.function(cases.N_ONE),
                cases.numerator(cases.N_ONE, "E F K").check(cases.COEFFICIENTS_ONE, "zero"),
            ],
        },
        correction=f"{ALWAYS}. Real: Q has points if and only if {cases.REAL_ONE}, and then the "
        "system is regular at all of them. At complex points it is regular nowhere if and only if "
        "K = 0 and (E,F) is (-1,0), (0,-1) or (-1,-1), and everywhere if K != 0 and E, F are 0 or "
        "-1, or K = 0 and E F (E - F) = 0 and E, F != -1; else on an open dense subset",
        consequence="no quadratic constraint with real points is excluded",
        readings={
            "real, regular at every point": real.check(cases.PRINTED_ONE),
            "real, not singular at every point": real.check(
                cases.PRINTED_ONE, "everywhere", "open dense", "partly"
            ),
            "real, also where Q is empty": real.check(cases.PRINTED_ONE, "everywhere", "no points"),
            "complex, regular at every point": fact(
                "(1,1,1) is", complex_.class_at(_values(1, 1, 1)) == "everywhere"
            ),
            "complex, on an open dense subset": fact(
                "(0,1,1) is not", complex_.class_at(_values(0, 1, 1)) == "nowhere"
            ),
            f"complex, with or instead of and: {cases.NEGATED_ONE}": fact(
                "(0,0,0) is singular", complex_.class_at(_values(0, 0, 0)) == "nowhere"
            ),
        },
        note="(0,0,0) is v3 = 0, an affine constraint; for functions E, F, K of (t,q) all of this "
        "holds at each (t,q)",
        mutated={
            "det M = m^2(g_1^2 + g_2^2)": sum_of_squares(s, 0),
            "for K >= 0": real.check("E > 0 or F > 0 or K >= 0"),
            "K = 0 alone": real.check(f"({cases.REAL_ONE}) and K != 0"),
        },
    )


def _values(E: int, F: int, K: int) -> dict[str, int]:
    return {"m": 1, "E": E, "F": F, "K": K}


@claim("SEN-3.24", "p. 6, proof 3", "computation", on="one quadratic")
@states("Lbar = (m/2)[v1^2 + v2^2 + E v1^2 + F v2^2 + K] - V")
def reduced_3(s: ConstraintScene) -> Judgement:
    """Against ι^*L."""
    line = "m*(xdot**2 + ydot**2 + E*xdot**2 + F*ydot**2 + K)/2 - V"
    return written(s, s.Lbar, "iota^*L", line, {"+ V": ("- V", "+ V"), "- K": ("+ K", "- K")})


@claim("SEN-3.25", "p. 6, proof 3", "computation", on="one quadratic")
@states("= (m/2)[(1+E)v1^2 + (1+F)v2^2 + K] - V")
def expanded_3(s: ConstraintScene) -> Judgement:
    """Against ι^*L."""
    line = "m*((1 + E)*xdot**2 + (1 + F)*ydot**2 + K)/2 - V"
    wrong = {"E v1^2": ("(1 + E)", "E"), "(1 - F)v2^2": ("(1 + F)", "(1 - F)")}
    return written(s, s.Lbar, "expanded", line, wrong)


@claim("SEN-3.26", "p. 6, proof 3", "computation", on="one quadratic")
@states("d^2Lbar/dv1^2 = (m/2) d/dv1 (2(1+E)v1) = m(1+E)")
def entry_11_of_3(s: ConstraintScene) -> Judgement:
    """With its intermediate line."""
    return entry(s, 0, 0, "2*(1 + E)*xdot", "m*(1 + E)", "m*(1 + F)")


@claim("SEN-3.27", "p. 6, proof 3", "computation", on="one quadratic")
@states("d^2Lbar/dv2^2 = (m/2) d/dv2 (2(1+F)v2) = m(1+F)")
def entry_22_of_3(s: ConstraintScene) -> Judgement:
    """With its intermediate line."""
    return entry(s, 1, 1, "2*(1 + F)*ydot", "m*(1 + F)", "m*(1 - F)")


@claim("SEN-3.28", "p. 6, proof 3", "computation", "d^2Lbar/dv1 dv2 = 0", on="one quadratic")
def entry_12_of_3(s: ConstraintScene) -> Judgement:
    """In both orders; the entry of (1) is not zero."""
    found = hessian(s)
    return Judgement(
        printed={"0": [found[0][1] == 0, found[1][0] == 0]},
        mutated={"the entry of (1)": s.M[0][1] == 0, "also d^2Lbar/dv1^2": found[0][0] == 0},
    )


@claim("SEN-3.29", "p. 6, proof 3", "computation", on="one quadratic")
@states("dL/dv3 = m v3, and on Q m sqrt(E v1^2 + F v2^2 + K)")
def momentum_3(s: ConstraintScene) -> Judgement:
    """On J¹Y, and pulled back to Q."""
    above = s.ambient_frame[-1](s.L)
    value = s.function(f"m*sqrt({cases.R})")
    return Judgement(
        printed={"m v3": above == s.J1["m"] * s.J1["zdot"], "on Q": s.l[0] == value},
        mutated={
            "m R": s.l[0] == s.function(f"m*({cases.R})"),
            "half of it": 2 * s.l[0] == value,
        },
    )
