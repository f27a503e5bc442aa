"""Section 3: theorems 1 and 2 with every step of their proofs, one or two affine constraints."""

from __future__ import annotations

from diffgeo.calculus import linear_algebra as linear
from mechanics.papers.engine.claims import Judgement, same, states
from mechanics.papers.senkerikova.book import claim
from mechanics.papers.senkerikova.classical import (
    entry,
    hessian,
    positivity,
    theorem,
    vanishing_term,
    written,
)
from mechanics.papers.senkerikova.scene import ConstraintScene

# --- theorem 1 ------------------------------------------------------------------------------


@claim("SEN-3.03", "p. 4, Theorem 1", "theorem", on="one affine")
@states("L of (2), v3 = A v1 + B v2 + C with functions A, B, C of (t,q): always regular")
def theorem_1(s: ConstraintScene) -> Judgement:
    """Det M = m²(1 + A² + B²), and the motion is one smooth semispray on Q."""
    return theorem(s)


@claim("SEN-3.04", "p. 4, proof 1", "computation", on="one affine")
@states("Lbar = (m/2)[v1^2 + v2^2 + (A v1 + B v2 + C)^2] - V")
def reduced_1(s: ConstraintScene) -> Judgement:
    """Against ι^*L."""
    line = "m*(xdot**2 + ydot**2 + (A*xdot + B*ydot + C)**2)/2 - V"
    wrong = {"+ V": ("- V", "+ V"), "A v1 - B v2": ("+ B*ydot", "- B*ydot")}
    return written(s, s.Lbar, "iota^*L", line, wrong)


@claim("SEN-3.05", "p. 4, proof 1", "computation", on="one affine")
@states("= (m/2)[(1+A^2)v1^2 + (1+B^2)v2^2 + 2AB v1v2 + 2AC v1 + 2BC v2 + C^2] - V")
def expanded_1(s: ConstraintScene) -> Judgement:
    """Against ι^*L."""
    line = (
        "m*((1 + A**2)*xdot**2 + (1 + B**2)*ydot**2 + 2*A*B*xdot*ydot"
        " + 2*A*C*xdot + 2*B*C*ydot + C**2)/2 - V"
    )
    wrong = {"AB v1v2": ("2*A*B", "A*B"), "- 2BC v2": ("+ 2*B*C", "- 2*B*C")}
    return written(s, s.Lbar, "expanded", line, wrong)


@claim("SEN-3.06", "p. 4, proof 1", "computation", on="one affine")
@states("d^2Lbar/dv1^2 = (m/2) d/dv1 (2(1+A^2)v1 + 2AB v2 + 2AC) = m(1+A^2)")
def entry_11(s: ConstraintScene) -> Judgement:
    """With its intermediate line."""
    line = "2*(1 + A**2)*xdot + 2*A*B*ydot + 2*A*C"
    return entry(s, 0, 0, line, "m*(1 + A**2)", "m*(1 - A**2)")


@claim("SEN-3.07", "p. 4, proof 1", "computation", on="one affine")
@states("d^2Lbar/dv2^2 = (m/2) d/dv2 (2(1+B^2)v2 + 2AB v1 + 2BC) = m(1+B^2)")
def entry_22(s: ConstraintScene) -> Judgement:
    """With its intermediate line."""
    line = "2*(1 + B**2)*ydot + 2*A*B*xdot + 2*B*C"
    return entry(s, 1, 1, line, "m*(1 + B**2)", "m*(1 + A**2)")


@claim("SEN-3.08", "p. 4, proof 1", "computation", on="one affine")
@states("d^2Lbar/dv1 dv2 = (1/2)m 2AB = mAB")
def entry_12(s: ConstraintScene) -> Judgement:
    """In both orders of the derivatives."""
    found, value = hessian(s), s.function("m*A*B")
    return Judgement(
        printed={
            "(1/2)m 2AB": s.function("m*2*A*B/2") == value,
            "mAB": [found[0][1] == value, found[1][0] == value],
        },
        mutated={"2mAB": found[0][1] == 2 * value, "-mAB": found[0][1] == -value},
    )


@claim("SEN-3.09", "p. 5, proof 1", "computation", on="one affine")
@states("the second term of (1) is zero, because g is affine")
def second_term_1(s: ConstraintScene) -> Judgement:
    """The second derivatives of g by the velocities, and with them the whole term."""
    return vanishing_term(s)


@claim("SEN-3.10", "p. 5, proof 1", "identity", on="one affine")
@states("det = m^2[(1+A^2)(1+B^2) - (AB)^2] = m^2(1 + A^2 + B^2)")
def determinant_1(s: ConstraintScene) -> Judgement:
    """The determinant of (1), of the printed matrix, and both right-hand sides."""
    rows = [
        [s.function("m*(1 + A**2)"), s.function("m*A*B")],
        [s.function("m*A*B"), s.function("m*(1 + B**2)")],
    ]
    return Judgement(
        printed={
            "of the printed matrix": linear.determinant(rows) == s.determinant,
            "m^2[(1+A^2)(1+B^2) - (AB)^2]": s.determinant
            == s.function("m**2*((1 + A**2)*(1 + B**2) - (A*B)**2)"),
            "m^2(1 + A^2 + B^2)": s.determinant == s.function("m**2*(1 + A**2 + B**2)"),
        },
        mutated={
            "m(1 + A^2 + B^2)": s.determinant == s.function("m*(1 + A**2 + B**2)"),
            "+ (AB)^2": s.determinant == s.function("m**2*((1 + A**2)*(1 + B**2) + (A*B)**2)"),
        },
    )


@claim("SEN-3.11", "p. 5, proof 1", "theorem", on="one affine")
@states("the determinant is positive, always")
def positive_1(s: ConstraintScene) -> Judgement:
    """A sum of squares of real functions, one of which is m²; m != 0 is enough."""
    return positivity(s)


# --- theorem 2 ------------------------------------------------------------------------------


@claim("SEN-3.12", "p. 5, Theorem 2", "theorem", on="two affine")
@states("L of (2), v2 = A v1 + B, v3 = C v1 + D with functions of (t,q): always regular")
def theorem_2(s: ConstraintScene) -> Judgement:
    """Det M = m(1 + A² + C²), and the motion is one smooth semispray on Q."""
    return theorem(s)


@claim("SEN-3.13", "p. 5, proof 2", "computation", on="two affine")
@states("Lbar = (m/2)[v1^2 + (A v1 + B)^2 + (C v1 + D)^2] - V")
def reduced_2(s: ConstraintScene) -> Judgement:
    """Against ι^*L."""
    line = "m*(xdot**2 + (A*xdot + B)**2 + (C*xdot + D)**2)/2 - V"
    wrong = {"+ V": ("- V", "+ V"), "C v1 - D": ("+ D", "- D")}
    return written(s, s.Lbar, "iota^*L", line, wrong)


@claim("SEN-3.14", "p. 5, proof 2", "computation", on="two affine")
@states("= (m/2)[(1+A^2+C^2)v1^2 + (2AB+2CD)v1 + B^2 + D^2] - V")
def expanded_2(s: ConstraintScene) -> Judgement:
    """Against ι^*L."""
    line = "m*((1 + A**2 + C**2)*xdot**2 + (2*A*B + 2*C*D)*xdot + B**2 + D**2)/2 - V"
    wrong = {"2AB - 2CD": ("+ 2*C*D", "- 2*C*D"), "without D^2": (" + D**2", "")}
    return written(s, s.Lbar, "expanded", line, wrong)


@claim("SEN-3.15", "p. 5, proof 2", "computation", on="two affine")
@states("d^2Lbar/dv1^2 = (m/2) d/dv1 (2(1+A^2+C^2)v1 + 2AB + 2CD) = m(1+A^2+C^2)")
def entry_of_2(s: ConstraintScene) -> Judgement:
    """With its intermediate line."""
    line = "2*(1 + A**2 + C**2)*xdot + 2*A*B + 2*C*D"
    return entry(s, 0, 0, line, "m*(1 + A**2 + C**2)", "m*(1 + A**2 + B**2)")


@claim("SEN-3.16", "p. 5, proof 2", "computation", on="two affine")
@states("only the first term of (1) contributes")
def second_term_2(s: ConstraintScene) -> Judgement:
    """The second derivatives of g^1 and g^2 by the velocity are zero."""
    return vanishing_term(s)


@claim("SEN-3.17", "p. 5, proof 2", "identity", on="two affine")
@states("the determinant of the 1x1 matrix is m(1 + A^2 + C^2)")
def determinant_2(s: ConstraintScene) -> Judgement:
    """The determinant of (1)."""
    return Judgement(
        printed={
            "1x1": same("rows of M", (len(s.M), len(s.M[0])), (1, 1)),
            "m(1 + A^2 + C^2)": s.determinant == s.function("m*(1 + A**2 + C**2)"),
        },
        mutated={
            "m^2(1 + A^2 + C^2)": s.determinant == s.function("m**2*(1 + A**2 + C**2)"),
            "m(1 + A^2 + B^2)": s.determinant == s.function("m*(1 + A**2 + B**2)"),
        },
    )


@claim("SEN-3.18", "p. 5, proof 2", "theorem", "m(1 + A^2 + C^2) > 0", on="two affine")
def positive_2(s: ConstraintScene) -> Judgement:
    """M > 0 times 1 and squares of real functions."""
    return positivity(s)
