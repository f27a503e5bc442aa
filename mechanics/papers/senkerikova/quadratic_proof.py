"""Section 3: the proof of theorem 3 from the second derivatives of g to its conclusion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo.calculus import linear_algebra as linear
from mechanics.papers.engine.claims import Judgement, Witness, fact, states
from mechanics.papers.senkerikova import classification as cases
from mechanics.papers.senkerikova.book import claim
from mechanics.papers.senkerikova.classical import written
from mechanics.papers.senkerikova.scene import ConstraintScene

if TYPE_CHECKING:
    from diffgeo import Verdict

R = f"({cases.R})"


def derivative(
    s: ConstraintScene, i: int, j: int, value: str, wrong: dict[str, tuple[str, str]]
) -> Judgement:
    """∂²g/∂v^i∂v^j against the printed value."""
    return written(s, s.d_v[i](s.d_v[j](s.g[0])), value, value, wrong)


def matrix_entry(
    s: ConstraintScene, i: int, j: int, values: list[str], wrong: dict[str, str]
) -> Judgement:
    """An entry of the matrix of (1) against the printed lines, and with the sum of its terms."""
    found = s.M[i][j]
    return Judgement(
        printed={text: found == s.function(text) for text in values},
        mutated={
            **{name: found == s.function(text) for name, text in wrong.items()},
            "plus the second term": s.condition_matrix(1)[i][j] == s.function(values[-1]),
        },
    )


@claim("SEN-3.30", "p. 7, proof 3", "computation", on="one quadratic")
@states("g_11 = -R^(-3/2) E^2 v1^2 + R^(-1/2) E for R = E v1^2 + F v2^2 + K")
def second_derivative_lines(s: ConstraintScene) -> Judgement:
    """With the first derivative R^(-1/2) E v1 in between."""
    found = s.d_v[0](s.g[0])
    printed = f"-E**2*xdot**2/sqrt{R}**3 + E/sqrt{R}"
    wrong = {"+ E^2": printed.removeprefix("-"), "R^(-1/2)": printed.replace("**3", "")}
    return Judgement(
        printed={
            "g_1": found == s.function(f"E*xdot/sqrt{R}"),
            "g_11": s.d_v[0](found) == s.function(printed),
        },
        mutated={name: s.d_v[0](found) == s.function(text) for name, text in wrong.items()},
    )


@claim("SEN-3.31", "p. 7, proof 3", "identity", "g_11 = E(F v2^2 + K)/R^(3/2)", on="one quadratic")
def second_derivative_11(s: ConstraintScene) -> Judgement:
    """The terms with v1 cancel."""
    value = f"E*(F*ydot**2 + K)/sqrt{R}**3"
    return derivative(s, 0, 0, value, {"E v1^2": ("F*ydot", "E*xdot")})


@claim("SEN-3.32", "p. 7, proof 3", "identity", "g_22 = F(E v1^2 + K)/R^(3/2)", on="one quadratic")
def second_derivative_22(s: ConstraintScene) -> Judgement:
    """The terms with v2 cancel."""
    value = f"F*(E*xdot**2 + K)/sqrt{R}**3"
    return derivative(s, 1, 1, value, {"F v2^2": ("E*xdot", "F*ydot")})


@claim("SEN-3.33", "p. 7, proof 3", "identity", "g_12 = -EF v1 v2/R^(3/2)", on="one quadratic")
def second_derivative_12(s: ConstraintScene) -> Judgement:
    """The scan has lost the sign."""
    value = f"-E*F*xdot*ydot/sqrt{R}**3"
    return derivative(s, 0, 1, value, {"+": ("-E*F", "E*F"), "R": ("3", "2")})


@claim("SEN-3.34", "p. 7, proof 3", "identity", on="one quadratic")
@states("M_11 = m[(1+E) - E(F v2^2 + K)/R] = m[1 + E^2 v1^2/R]")
def entry_M_11(s: ConstraintScene) -> Judgement:
    """Both lines."""
    lines = [f"m*(1 + E - E*(F*ydot**2 + K)/{R})", f"m*(1 + E**2*xdot**2/{R})"]
    return matrix_entry(s, 0, 0, lines, {"E": lines[1].replace("E**2", "E")})


@claim("SEN-3.35", "p. 7, proof 3", "identity", on="one quadratic")
@states("M_22 = m[(1+F) - F(E v1^2 + K)/R] = m[1 + F^2 v2^2/R]")
def entry_M_22(s: ConstraintScene) -> Judgement:
    """Both lines."""
    lines = [f"m*(1 + F - F*(E*xdot**2 + K)/{R})", f"m*(1 + F**2*ydot**2/{R})"]
    return matrix_entry(s, 1, 1, lines, {"F": lines[1].replace("F**2", "F")})


@claim("SEN-3.36", "p. 7, proof 3", "identity", "M_12 = m EF v1 v2/R", on="one quadratic")
def entry_M_12(s: ConstraintScene) -> Judgement:
    """Minus times minus: the second term is subtracted."""
    line = f"m*E*F*xdot*ydot/{R}"
    return matrix_entry(s, 0, 1, [line], {"-": f"-{line}"})


@claim("SEN-3.37", "p. 7, proof 3", "identity", on="one quadratic")
@states("det = m^2[1 + (E^2 v1^2 + F^2 v2^2)/R]")
def determinant_3(s: ConstraintScene) -> Judgement:
    """Of the printed matrix, and of (1)."""
    off = s.function(f"m*E*F*xdot*ydot/{R}")
    rows = [
        [s.function(f"m*(1 + E**2*xdot**2/{R})"), off],
        [off, s.function(f"m*(1 + F**2*ydot**2/{R})")],
    ]
    value = f"m**2*(1 + (E**2*xdot**2 + F**2*ydot**2)/{R})"
    return Judgement(
        printed={
            "of the printed matrix": linear.determinant(rows) == s.determinant,
            "m^2[...]": s.determinant == s.function(value),
        },
        mutated={
            "m[...]": s.determinant == s.function(value.replace("m**2", "m")),
            "- F^2": s.determinant == s.function(value.replace("+ F**2", "- F**2")),
        },
    )


@claim("SEN-3.38", "p. 7, proof 3", "computation", on="one quadratic")
@states("det = 0 if and only if E(1+E)v1^2 + F(1+F)v2^2 + K = 0, where R != 0")
def zeros_of_the_determinant(s: ConstraintScene) -> Judgement:
    """Det M R = m² N; over the reals neither has a zero where R > 0: N is R plus squares."""
    N, above = s.function(cases.N_ONE), s.function(cases.R)
    squares = s.function("E**2*xdot**2 + F**2*ydot**2")
    return Judgement(
        printed={
            "det M R = m^2 N": s.determinant * above == s.P["m"] ** 2 * N,
            "N = E^2 v1^2 + F^2 v2^2 + R": squares + above == N,
        },
        mutated={
            "det M = m^2 N": s.determinant == s.P["m"] ** 2 * N,
            "without K": s.determinant * above == s.P["m"] ** 2 * (N - s.function("K")),
            "E(1 - E)": s.function(cases.N_ONE.replace("(1 + E)", "(1 - E)")) == squares + above,
        },
        note="true at complex points, as it is at real ones; these have R > 0, so that N >= R > 0 "
        "and the equation has no solution in Q",
    )


@claim("SEN-3.39", "pp. 7-8, proof 3", "theorem", on="one quadratic")
@states("this holds for all v1, v2 if and only if all coefficients vanish")
def coefficients_of_3(s: ConstraintScene) -> Judgement:
    """They are derivatives of N; so also if v1, v2 are in an open set only, real or complex."""
    N, (v1, v2) = s.function(cases.N_ONE), s.d_v
    E, F, K = (s.function(text) for text in ("E*(1 + E)", "F*(1 + F)", "K"))
    zeros = cases.numerator(cases.N_ONE, "E F K")
    return Judgement(
        printed={
            "coefficients are derivatives of N": [
                v1(v1(N)) == 2 * E,
                v2(v2(N)) == 2 * F,
                N - s.P["xdot"] * v1(N) / 2 - s.P["ydot"] * v2(N) / 2 == K,
            ],
            "for all real (v1,v2)": zeros.check(
                "K == 0 and E*(1 + E) == 0 and F*(1 + F) == 0", "zero"
            ),
        },
        mutated={
            "all but K": zeros.check("E*(1 + E) == 0 and F*(1 + F) == 0", "zero"),
            "at some v": zeros.check(
                "K == 0 and E*(1 + E) == 0 and F*(1 + F) == 0", "zero", "dense", "mixed"
            ),
            "det M = 0 on all of the real Q, which may be empty": cases.one_root().check(
                "K == 0 and E*(1 + E) == 0 and F*(1 + F) == 0", "nowhere", "no points"
            ),
        },
        note="of the polynomial. For det M on Q the case R = 0 identically, E = F = K = 0, is "
        "another one (v3 = 0, det M = m^2), and the other solutions have no real point",
    )


@claim("SEN-3.40", "p. 8, proof 3", "computation", on="one quadratic")
@states("that is, K = 0 and (E = 0 or E = -1) and (F = 0 or F = -1)")
def solved_3(s: ConstraintScene) -> Judgement:
    """The factors of the coefficients."""
    zeros = cases.numerator(cases.N_ONE, "E F K")
    v1 = s.d_v[0]
    factors = s.function("2*E*(E - (-1))")
    return Judgement(
        printed={
            "for all real E, F, K": zeros.check(cases.COEFFICIENTS_ONE, "zero"),
            "two factors": v1(v1(s.function(cases.N_ONE))) == factors,
        },
        mutated={
            "E = 1": zeros.check(cases.COEFFICIENTS_ONE.replace("E == -1", "E == 1"), "zero"),
            "or instead of and": zeros.check(
                cases.COEFFICIENTS_ONE.replace("and (F", "or (F"), "zero"
            ),
        },
        note="four systems; (0,0,0) is not singular, because there R = 0 and not N/R = 0",
    )


def is_not_zero(N: str) -> Verdict:
    """That N in v1, v2 is not the zero polynomial for the coefficients of the print."""
    found = cases.numerator(N, "E F K")
    return found.check(cases.PRINTED_ONE, "nonzero", "dense", "mixed")


@claim("SEN-3.41", "p. 8, proof 3", "theorem", on="one quadratic")
@states("hence the regular constraints are those with E != 0, -1, F != 0, -1, K != 0")
def conclusion_3(s: ConstraintScene) -> Judgement:
    """The negation has "or", and is not "regular at every point" but "not nowhere"."""
    zeros = cases.numerator(cases.N_ONE, "E F K")
    not_zero = ("nonzero", "dense", "mixed")
    return Judgement(
        printed={"N is not the zero polynomial": Witness(cases.N_ONE, is_not_zero)},
        corrected={
            f"N is not the zero polynomial: {cases.NEGATED_ONE}": zeros.check(
                cases.NEGATED_ONE, *not_zero
            ),
            f"real, regular: {cases.REAL_ONE}": cases.one_root().check(cases.REAL_ONE),
        },
        correction="what follows from 3.40 is K != 0 or E != 0, -1 or F != 0, -1, and that N is "
        "not zero at all v. Regular at every point is more; with real points it is always so",
        consequence="Theorem 3 does not follow",
        readings={
            "N has no zero": zeros.check(cases.PRINTED_ONE, "nonzero"),
            "N has no zero, with or": zeros.check(cases.NEGATED_ONE, "nonzero"),
            "real, regular at every point, with or": cases.one_root().check(cases.NEGATED_ONE),
            "sufficient at complex points": fact(
                "(1,1,1) is regular at every point",
                cases.one_root("complex").class_at({"m": 1, "E": 1, "F": 1, "K": 1})
                == "everywhere",
            ),
        },
        mutated={
            "with and instead of or": zeros.check(cases.PRINTED_ONE, *not_zero),
            "det M = m^2": s.determinant == s.P["m"] ** 2,
        },
    )
