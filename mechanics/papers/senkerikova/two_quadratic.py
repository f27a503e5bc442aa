"""Section 3: theorem 4, two quadratic constraints, and its proof up to the determinant."""

from __future__ import annotations

from mechanics.papers.engine.claims import Judgement, Witness, fact, same, states
from mechanics.papers.engine.terms import termwise
from mechanics.papers.senkerikova import classification as cases
from mechanics.papers.senkerikova.book import claim
from mechanics.papers.senkerikova.classical import hessian, written
from mechanics.papers.senkerikova.entries import (
    ENTRIES,
    IRREDUNDANT,
    determinant_of,
    formula,
    system,
)
from mechanics.papers.senkerikova.introduction import ALWAYS, is_singular, sum_of_squares
from mechanics.papers.senkerikova.scene import ConstraintScene

P1, P2 = f"({cases.P1})", f"({cases.P2})"


@claim("SEN-3.42", "p. 8, Theorem 4", "theorem", on="two quadratic")
@states(
    "v2 = sqrt(D v1^2 + E), v3 = sqrt(F v1^2 + G): regular if and only if (D,E,F,G) is none of the "
    "12 entries 3.68 to 3.79"
)
def theorem_4(s: ConstraintScene) -> Judgement:
    """Regular at all real points. Three of the 12 families are singular, and have none."""
    real, root = cases.two_roots(), "sqrt(xdot**2 + 1)"
    return Judgement(
        printed={
            f"({', '.join(ENTRIES[id])}): det M = 0": Witness(system(ENTRIES[id]), is_singular)
            for id in ("SEN-3.68", "SEN-3.69", "SEN-3.72", "SEN-3.75", "SEN-3.76")
        },
        corrected={
            "det M = m(1 + g1_1^2 + g2_1^2), not 0 at any real point": sum_of_squares(s),
            f"real, regular at every point: {cases.REAL_TWO}": real.check(cases.REAL_TWO),
            "real, all others: no points": real.check("always", "everywhere", "no points"),
            "the three singular families have no real point": cases.contained(
                real,
                " or ".join(f"({formula(ENTRIES[id])})" for id in IRREDUNDANT[2:]),
                "no points",
            ),
            "complex, det M = m N/(P1 P2) with N = 0 for all v1 there": [
                s.determinant * s.function(f"{P1}*{P2}") == s.P["m"] * s.function(cases.N_TWO),
                *(
                    s.function(cases.substituted(cases.N_TWO, ENTRIES[id])) == 0
                    for id in IRREDUNDANT[2:]
                ),
            ],
        },
        correction=f"{ALWAYS}. Real: Q has points if and only if {cases.REAL_TWO}, and then the "
        "system is regular at all of them. At complex points it is regular nowhere if and only if "
        "(D,E,F,G) is (D,0,-1-D,0), (-1,0,0,G) or (0,E,-1,0), entries 3.71, 3.73 and 3.77; "
        "everywhere, or on an open dense subset only, by the table of the classification",
        consequence="no quadratic constraints with real points are excluded",
        readings={
            "real, regular at every point": real.check(_none(), "everywhere"),
            "real, also where Q is empty": real.check(_none(), "everywhere", "no points"),
            "complex, not nowhere": fact(
                "(0,0,0,0) is singular", determinant_is(ENTRIES["SEN-3.68"], "0")
            ),
            "complex, regular at every point": fact(
                "(1,1,1,1), no entry of the list, is",
                cases.few("", root, root, "complex").class_at({"m": 1}) == "everywhere",
            ),
        },
        note="a radicand that is 0 identically (D = E = 0, or F = G = 0) is a constraint v2 = 0 or "
        "v3 = 0, and the polynomial of the proof vanishes because it was multiplied by it",
        mutated={
            "det M = m(g1_1^2 + g2_1^2)": sum_of_squares(s, 0),
            "real, without D G - E F > 0": real.check(
                cases.REAL_TWO.replace(" and D*G - E*F > 0", "")
            ),
        },
    )


def _none() -> str:
    """That (D,E,F,G) is in none of the five families of which the list consists."""
    return (
        "(D != 0 or E != 0) and (F != 0 or G != 0) and (E != 0 or G != 0 or 1 + D + F != 0)"
        " and (D != -1 or E != 0 or F != 0) and (D != 0 or G != 0 or F != -1)"
    )


def determinant_is(entry: tuple[str, ...], value: str) -> bool:
    """Whether det M/m of an entry is written so."""
    found = determinant_of(entry)
    return str(found / found.space["m"]) == value


@claim("SEN-3.43", "p. 8", "definition", on="two quadratic")
@states("Q: v2 = sqrt(D v1^2 + E), v3 = sqrt(F v1^2 + G); D, E, F, G constants or functions")
def setting_4(s: ConstraintScene) -> Judgement:
    """Where both radicands are positive or vanish identically."""
    real = cases.two_roots()
    return Judgement(
        printed={
            "g1^2 = P1, g2^2 = P2": [
                s.g[0] ** 2 == s.function(cases.P1),
                s.g[1] ** 2 == s.function(cases.P2),
            ],
            "codimension": same("dim J - dim Q", s.J1.dimension - s.P.dimension, 2),
            "there are real points, and the system is regular there": real.check(cases.REAL_TWO),
        },
        condition="where D v1^2 + E and F v1^2 + G are positive, or 0 for all v1; such real v1 "
        f"exist if and only if {cases.REAL_TWO}",
        without={
            "for all D, E, F, G there are real points": real.check("always"),
        },
        mutated={
            "g1^2 = P2": s.g[0] ** 2 == s.function(cases.P2),
            "if all are positive only": real.check("D > 0 and E > 0 and F > 0 and G > 0"),
        },
        note="where one of the roots is 0 at a point, v1 or another velocity is to be eliminated",
    )


@claim("SEN-3.44", "p. 9, proof 4", "computation", on="two quadratic")
@states("Lbar = (m/2)[v1^2 + D v1^2 + E + F v1^2 + G] - V")
def reduced_4(s: ConstraintScene) -> Judgement:
    """Against ι^*L."""
    line = "m*(xdot**2 + D*xdot**2 + E + F*xdot**2 + G)/2 - V"
    return written(s, s.Lbar, "iota^*L", line, {"+ V": ("- V", "+ V"), "- G": ("+ G", "- G")})


@claim("SEN-3.45", "p. 9, proof 4", "computation", on="two quadratic")
@states("= (m/2)[(1+D+F)v1^2 + E + G] - V")
def expanded_4(s: ConstraintScene) -> Judgement:
    """Against ι^*L."""
    line = "m*((1 + D + F)*xdot**2 + E + G)/2 - V"
    wrong = {"(D+F)": ("1 + D", "D"), "E - G": ("E + G", "E - G")}
    return written(s, s.Lbar, "expanded", line, wrong)


@claim("SEN-3.46", "p. 9, proof 4", "computation", on="two quadratic")
@states("d^2Lbar/dv1^2 = (m/2) d/dv1 [(1+D+F)v1] = m(1+D+F)")
def entry_of_4(s: ConstraintScene) -> Judgement:
    """The line in between has lost a factor 2; the value is right."""
    m, v1, found = s.P["m"], s.d_v[0], hessian(s)[0][0]
    line, value = s.function("(1 + D + F)*xdot"), s.function("m*(1 + D + F)")
    return Judgement(
        printed={
            "the second derivative of Lbar": found == value,
            "(m/2) d/dv1 [(1+D+F)v1] = m(1+D+F)": m * v1(line) / 2 == value,
        },
        repaired={
            "(m/2) d/dv1 [2(1+D+F)v1] = m(1+D+F)": m * v1(2 * line) / 2 == value,
            "the line is dLbar/dv1": m * line == s.p_bar[0],
        },
        correction="(m/2) d/dv1 [2(1+D+F)v1] = m(1+D+F), as in the other proofs; a misprint "
        "without consequence",
        repair="a factor 2 lost in the line between",
        consequence="the value, which is used, is right",
        readings={"both sides with 1/2": found == m * v1(line) / 2},
        mutated={
            "m(1+D-F)": found == s.function("m*(1 + D - F)"),
            "2m(1+D+F)": found == 2 * value,
        },
    )


@claim("SEN-3.47", "p. 9, proof 4", "computation", on="two quadratic")
@states("dL/dv2 = m v2 and dL/dv3 = m v3, on Q m sqrt(P1) and m sqrt(P2)")
def momenta_4(s: ConstraintScene) -> Judgement:
    """On J¹Y, and pulled back to Q."""
    above = [e(s.L) for e in s.ambient_frame[1:]]
    values = [s.function(f"m*sqrt{P1}"), s.function(f"m*sqrt{P2}")]
    return Judgement(
        printed={
            "m v2, m v3": [
                a == s.J1["m"] * s.J1[v] for a, v in zip(above, ("ydot", "zdot"), strict=True)
            ],
            "on Q": termwise(s.l, values),
        },
        mutated={"exchanged": termwise(s.l, reversed(values))},
    )


@claim("SEN-3.48", "p. 9, proof 4", "identity", on="two quadratic")
@states("g1_11 = -P1^(-3/2) D^2 v1^2 + P1^(-1/2) D = DE/P1^(3/2) for P1 = D v1^2 + E")
def second_derivative_1(s: ConstraintScene) -> Judgement:
    """All three lines."""
    v1, g = s.d_v[0], s.g[0]
    first, last = f"-D**2*xdot**2/sqrt{P1}**3 + D/sqrt{P1}", f"D*E/sqrt{P1}**3"
    return Judgement(
        printed={
            "D v1/sqrt(P1)": v1(g) == s.function(f"D*xdot/sqrt{P1}"),
            "the sum": v1(v1(g)) == s.function(first),
            "DE/P1^(3/2)": v1(v1(g)) == s.function(last),
        },
        mutated={
            "+ D^2 v1^2": v1(v1(g)) == s.function(first.removeprefix("-")),
            "D^2 E": v1(v1(g)) == s.function(f"D*{last}"),
        },
    )


@claim("SEN-3.49", "p. 9, proof 4", "identity", on="two quadratic")
@states("g2_11 = FG/P2^(3/2) for P2 = F v1^2 + G")
def second_derivative_2(s: ConstraintScene) -> Judgement:
    """As for g¹."""
    v1, wrong = s.d_v[0], {"-FG": ("F*G", "-F*G"), "EF": ("F*G", "E*F")}
    return written(s, v1(v1(s.g[1])), "FG/P2^(3/2)", f"F*G/sqrt{P2}**3", wrong)
