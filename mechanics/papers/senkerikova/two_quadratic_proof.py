"""Section 3: the proof of theorem 4 from the determinant to the list of its zeros."""

from __future__ import annotations

from itertools import product

from mechanics.papers.engine.claims import Fact, Judgement, Witness, fact, same, states
from mechanics.papers.senkerikova import classification as cases
from mechanics.papers.senkerikova.book import claim
from mechanics.papers.senkerikova.entries import ENTRIES, IRREDUNDANT, formula
from mechanics.papers.senkerikova.scene import ConstraintScene

P1, P2 = f"({cases.P1})", f"({cases.P2})"
#: The coefficients of v1^4, v1^2 and 1.
C2, C1, C0 = "(1 + D + F)*D*F", "E*F + D*G + D**2*G + E*F**2", "E*G"
BRACKET = f"(1 + D + F)*{P1}*{P2} - D*E*{P2} - F*G*{P1}"
EXPANDED = (
    "D*F*xdot**4 + (E*F + D*G)*xdot**2 + E*G"
    " + D**2*F*xdot**4 + (D*E*F + D**2*G)*xdot**2 + D*E*G"
    " + D*F**2*xdot**4 + (E*F**2 + D*G*F)*xdot**2 + E*F*G"
    " - D*E*F*xdot**2 - D*E*G - F*G*D*xdot**2 - E*F*G"
)


@claim("SEN-3.60", "p. 9, proof 4", "identity", on="two quadratic")
@states("det = m[(1+D+F) - DE/P1 - FG/P2]")
def determinant_4(s: ConstraintScene) -> Judgement:
    """The 1x1 determinant of (1)."""
    value = f"m*((1 + D + F) - D*E/{P1} - F*G/{P2})"
    return Judgement(
        printed={"of (1)": s.determinant == s.function(value)},
        mutated={
            "+ FG/P2": s.determinant == s.function(value.replace("- F", "+ F")),
            "plus the second term": s.condition_matrix(1)[0][0] == s.function(value),
        },
    )


@claim("SEN-3.61", "p. 9, proof 4", "identity", on="two quadratic")
@states("= m[(1+D+F) P1 P2 - DE P2 - FG P1]")
def cleared(s: ConstraintScene) -> Judgement:
    """It is multiplied by P1 P2, which may vanish identically."""
    above, value = s.function(f"{P1}*{P2}"), s.function(f"m*({BRACKET})")
    return Judgement(
        printed={"det M": s.determinant == value},
        corrected={"det M P1 P2": s.determinant * above == value},
        correction="det M P1 P2 = m[...]; so where P1 or P2 is 0 for all v1, the bracket is 0 "
        "and det M need not be: most entries of the list come from there",
        consequence="most of the twelve entries of Theorem 4 come from the factor P1 P2, not from "
        "det M",
        readings={
            "det M P1": s.determinant * s.function(P1) == value,
            "det M P2": s.determinant * s.function(P2) == value,
            "det M sqrt(P1 P2)": s.determinant * s.g[0] * s.g[1] == value,
        },
        mutated={"- det M P1 P2": s.determinant * above == -value},
    )


@claim("SEN-3.62", "p. 9, proof 4", "identity", on="two quadratic")
@states("the bracket expanded, 15 terms")
def expanded_bracket(s: ConstraintScene) -> Judgement:
    """As identity of the two lines; neither is det M."""
    line = s.function(BRACKET)
    return Judgement(
        printed={"both lines": line == s.function(EXPANDED)},
        mutated={
            "- EG": line == s.function(EXPANDED.replace("+ E*G", "- E*G", 1)),
            "without the last": line == s.function(EXPANDED.removesuffix(" - E*F*G")),
            "it is det M": s.determinant == s.P["m"] * s.function(EXPANDED),
        },
    )


@claim("SEN-3.63", "p. 9, proof 4", "identity", on="two quadratic")
@states("= (1+D+F)DF v1^4 + (EF + DG + D^2 G + EF^2)v1^2 + EG")
def numerator_4(s: ConstraintScene) -> Judgement:
    """As identity of the two lines."""
    N = s.function(cases.N_TWO)
    return Judgement(
        printed={"both lines": s.function(EXPANDED) == N, "the bracket": s.function(BRACKET) == N},
        mutated={
            "D G^2": s.function(EXPANDED) == s.function(cases.N_TWO.replace("D**2*G", "D*G**2")),
            "- EG": s.function(EXPANDED) == s.function(cases.N_TWO.replace("+ E*G", "- E*G")),
        },
    )


@claim("SEN-3.64", "p. 9, proof 4", "statement", on="two quadratic")
@states("det != 0 at all points but the roots of this quadratic in v1^2")
def off_the_roots(s: ConstraintScene) -> Judgement:
    """Det M = m N/(P1 P2) on Q; no root is a real point: N is positive there."""
    N = s.function(cases.N_TWO)
    squares = s.function(f"D**2*xdot**2*{P2} + F**2*xdot**2*{P1}")
    return Judgement(
        printed={
            "det M P1 P2 = m N": s.determinant * s.function(f"{P1}*{P2}") == s.P["m"] * N,
            "N = P1 P2 + D^2 v1^2 P2 + F^2 v1^2 P1": s.function(f"{P1}*{P2}") + squares == N,
        },
        mutated={
            "det M = m N": s.determinant == s.P["m"] * N,
            "N = P1 P2": s.function(f"{P1}*{P2}") == N,
        },
        note="on Q, where P1 P2 != 0. At real points P1, P2 > 0, so that N > 0: there are no "
        "roots. If a radicand is 0 for all v1 the statement is true for no point, as N = 0",
    )


@claim("SEN-3.65", "p. 9, proof 4", "computation", on="two quadratic")
@states("it holds for all v1 if and only if (1+D+F)DF = 0 and EF(1+F) + DG(1+D) = 0 and EG = 0")
def coefficients_of_4(s: ConstraintScene) -> Judgement:
    """The coefficients are derivatives of N; real or complex v1, in an open set."""
    (v1,), x = s.d_v, s.P["xdot"]
    N, c2, c1, c0 = (s.function(text) for text in (cases.N_TWO, C2, C1, C0))
    fourth = v1(v1(v1(v1(N))))
    without_second = cases.substituted(cases.N_TWO, ("0", "E", "F", "0"))
    return Judgement(
        printed={
            "of v1^4": fourth == 24 * c2,
            "of v1^2": v1(v1(N)) - x**2 * fourth / 2 == 2 * c1,
            "of 1": N - x**4 * c2 - x**2 * c1 == c0,
            "factors": s.function("E*F*(1 + F) + D*G*(1 + D)") == c1,
        },
        mutated={
            "the first and the last only": s.function(without_second) == 0,
            "of v1^2: EF + DG": v1(v1(N)) - x**2 * fourth / 2 == s.function("2*(E*F + D*G)"),
        },
        note="the scan has lost the signs for and, or; of the polynomial, not of det M",
    )


@claim("SEN-3.66", "p. 10, proof 4", "statement", on="none")
@states("in the first four possibilities E = G = 0, the next two use E = 0, the last two G = 0")
def grouping(_: object) -> Judgement:
    """The list has four entries of each kind."""
    listed = list(ENTRIES.values())

    def groups(first: int, second: int, third: int) -> bool:
        a, b, c = listed[:first], listed[first : first + second], listed[first + second :]
        zero = all(e[1] == e[3] == "0" for e in a) and all(e[1] == "0" for e in b)
        return zero and all(e[3] == "0" for e in c) and len(c) == third

    return Judgement(
        printed={
            "the first four": fact("E = G = 0", all(e[1] == e[3] == "0" for e in listed[:4])),
            "4 + 2 + 2 are all": Witness(LIST, has_four_two_and_two),
        },
        repaired={"4 + 4 + 4": fact("with E = G = 0, E = 0, G = 0", groups(4, 4, 4))},
        correction="the next four use E = 0, the last four G = 0; a misprint of the numbers",
        repair="two numerals: next four, last four",
        consequence="the list itself has the twelve entries",
        readings={
            "4 + 2 + 6": fact("the last six have G = 0", groups(4, 2, 6)),
            "4 + 6 + 2": fact("the middle six have E = 0", groups(4, 6, 2)),
        },
        mutated={"3 + 5 + 4 with G = 0 in the middle": fact("G = 0", listed[4][3] == "0")},
    )


#: The entries as the paper lists them.
LIST = "; ".join(f"({', '.join(entry)})" for entry in ENTRIES.values())


def has_four_two_and_two(entries: str) -> Fact:
    """That a list has as many entries as the first four, the next two and the last two."""
    return same("entries", len(entries.split("; ")), 4 + 2 + 2)


@claim("SEN-3.67", "pp. 8, 10, proof 4", "theorem", on="two quadratic")
@states("the solutions of these equations are the 12 entries")
def solutions(s: ConstraintScene) -> Judgement:
    """Each entry solves them; and what solves them is in the list, by five identities."""
    c2, c1, c0 = (s.function(text) for text in (C2, C1, C0))
    E, G = s.function("E"), s.function("G")
    values = list(product((-2, -1, 0, 1), repeat=4))

    def among(ids: tuple[str, ...], at: tuple[int, ...]) -> bool:
        return any(belongs(ENTRIES[id], at) for id in ids)

    zeros = [v for v in values if solves_the_equations(v)]
    wrong = [v for v in values if among(tuple(ENTRIES), v) != (v in zeros)]
    needed = {
        id: not all(among(tuple(set(IRREDUNDANT) - {id}), v) for v in zeros) for id in IRREDUNDANT
    }
    missed = [v for v in zeros if not among(IRREDUNDANT, v)]
    return Judgement(
        printed={
            "each entry is a solution": [
                s.function(cases.substituted(text, entry)) == 0
                for entry in ENTRIES.values()
                for text in (C2, C1, C0)
            ],
            "E != 0: G = 0, and F = 0 or F = -1": E * c1 - s.function("D*(1 + D)") * c0
            == s.function("E**2*F*(1 + F)"),
            "G != 0: E = 0, and D = 0 or D = -1": G * c1 - s.function("F*(1 + F)") * c0
            == s.function("G**2*D*(1 + D)"),
            "F = -1: then D = 0": s.function(cases.substituted(C2, ("D", "E", "-1", "G")))
            == s.function("-D**2"),
            "D = -1: then F = 0": s.function(cases.substituted(C2, ("-1", "E", "F", "G")))
            == s.function("-F**2"),
            "E = G = 0: D = 0, F = 0 or 1 + D + F = 0": [
                c2 == s.function("(1 + D + F)*D*F"),
                s.function(cases.substituted(C1, ("D", "0", "F", "0"))) == 0,
            ],
            f"for {len(values)} numbers": same("solutions not in the list, or not so", wrong, []),
        },
        mutated={
            **{
                f"without ({', '.join(ENTRIES[id])})": fact("complete", not needed[id])
                for id in IRREDUNDANT
            },
            "(D, 0, F, 0) is one": s.function(cases.substituted(C2, ("D", "0", "F", "0"))) == 0,
            "(D, E, -1, 0) is one": s.function(cases.substituted(C2, ("D", "E", "-1", "0"))) == 0,
        },
        note="real or complex. Five entries are enough "
        f"({', '.join(f'({formula(ENTRIES[id])})' for id in IRREDUNDANT)}; "
        f"these miss {len(missed)} of the solutions), the other seven are special cases. They are "
        "the zeros of the polynomial, and not the singular systems: of the five, the first "
        "two have a radicand that is 0 identically",
    )


def solves_the_equations(at: tuple[int, ...]) -> bool:
    """Whether numbers (D, E, F, G) are zeros of all three coefficients."""
    D, E, F, G = at
    return (1 + D + F) * D * F == 0 == E * F * (1 + F) + D * G * (1 + D) and E * G == 0


def belongs(entry: tuple[str, ...], at: tuple[int, ...]) -> bool:
    """Whether numbers are of the form of an entry."""
    numbers = {"0": 0, "-1": -1, "-1 - D": -1 - at[0]}
    return all(
        name == value or numbers[value] == number
        for name, value, number in zip("DEFG", entry, at, strict=True)
    )
