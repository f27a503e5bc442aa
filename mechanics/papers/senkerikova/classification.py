"""Where the systems of theorems 3 and 4 are regular, for all constant coefficients.

Over the reals every statement is a sentence about the coefficients, proved for all of them by
`mechanics.analysis.regularity`. Over the complex numbers Q are the complex points of the printed
normal form: each root is not zero there, or its radicand vanishes identically. A polynomial that is
zero on such an open set is the zero polynomial, so that "regular nowhere" is a matter of
coefficients.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from diffgeo.subsets import FunctionOnSet, ZeroCases
from mechanics.analysis.regularity import Regularity
from mechanics.analysis.regularity.families_of_systems import Family
from mechanics.papers.senkerikova.book import once

if TYPE_CHECKING:
    from diffgeo import Verdict

#: v3 = sqrt(R); v2 = sqrt(P1), v3 = sqrt(P2).
R = "E*xdot**2 + F*ydot**2 + K"
P1, P2 = "D*xdot**2 + E", "F*xdot**2 + G"
ONE = {"zdot": f"sqrt({R})"}
TWO = {"ydot": f"sqrt({P1})", "zdot": f"sqrt({P2})"}

#: det M = m² N/R, and m N/(P1 P2).
N_ONE = "E*(1 + E)*xdot**2 + F*(1 + F)*ydot**2 + K"
N_TWO = "(1 + D + F)*D*F*xdot**4 + (E*F + D*G + D**2*G + E*F**2)*xdot**2 + E*G"

#: The conditions of theorem 3, and what its proof gives.
PRINTED_ONE = "E != 0 and E != -1 and F != 0 and F != -1 and K != 0"
COEFFICIENTS_ONE = "K == 0 and (E == 0 or E == -1) and (F == 0 or F == -1)"
NEGATED_ONE = "K != 0 or (E != 0 and E != -1) or (F != 0 and F != -1)"
COEFFICIENTS_TWO = (
    "(1 + D + F)*D*F == 0 and E*F + D*G + D**2*G + E*F**2 == 0 and (E == 0 or G == 0)"
)

#: Real coefficients and points: regular at every point of Q; for all others Q has no points.
REAL_ONE = "E > 0 or F > 0 or K > 0 or (E == 0 and F == 0 and K == 0)"
REAL_TWO = (
    "(D > 0 and F > 0) or (E > 0 and G > 0)"
    " or (D > 0 and G > 0 and D*G - E*F > 0) or (E > 0 and F > 0 and E*F - D*G > 0)"
    " or (D == 0 and E == 0 and (F > 0 or G > 0)) or (F == 0 and G == 0 and (D > 0 or E > 0))"
    " or (D == 0 and E == 0 and F == 0 and G == 0)"
)


def family(names: str, equations: dict[str, str]) -> Family:
    """The systems with L of (2), constant coefficients and these normal forms.

    V has no part in the condition of regularity.
    """
    return Family(
        coordinates="x y z",
        lagrangian="m*(xdot**2 + ydot**2 + zdot**2)/2",
        parameters=f"m {names}".split(),
        positive="m",
        solved=equations,
    )


@once
def one_root(field: str = "real") -> Regularity:
    """Theorem 3."""
    return Regularity(family("E F K", ONE), field, 120)


@once
def two_roots(field: str = "real") -> Regularity:
    """Theorem 4."""
    return Regularity(family("D E F G", TWO), field, 300)


@once
def few(names: str, v2: str, v3: str, field: str = "real") -> Regularity:
    """The systems of one entry of the list."""
    return Regularity(family(names, {"ydot": v2, "zdot": v3}), field, 60)


@once
def numerator(text: str, names: str, field: str = "real") -> ZeroCases:
    """For which coefficients a polynomial in v1, v2 is zero identically, and where else."""
    function = family(names, {"zdot": "0"}).evolution_space.function(text)
    return ZeroCases(lambda zeroed: FunctionOnSet(function), field, 60)


def contained(found: Regularity, formula: str, *names: str) -> Verdict:
    """That the systems with a formula are of these classes (others may be of them as well)."""
    known = [text for name in names if (text := found.formulas[name]) != "never"]
    return found.check(" or ".join(f"({text})" for text in (*known, formula)), *names)


def substituted(text: str, entry: tuple[str, ...]) -> str:
    """A formula in D, E, F, G for the coefficients of an entry."""
    values = dict(zip("DEFG", entry, strict=True))
    return re.sub(r"\b[DEFG]\b", lambda found: f"({values[found.group()]})", text)


# --- over the complex numbers ---------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """One line of the classification: a class, a formula, and the formula for given numbers."""

    name: str
    text: str
    holds: Callable[..., bool]


#: Theorem 3; what is in no row is regular on an open dense subset only.
COMPLEX_ONE = (
    Row(
        "nowhere",
        "K = 0; E, F in {0, -1}, not both 0",
        lambda E, F, K: K == 0 and {E, F} <= {0, -1} and -1 in (E, F),
    ),
    Row("everywhere", "K != 0; E, F in {0, -1}", lambda E, F, K: K != 0 and {E, F} <= {0, -1}),
    Row(
        "everywhere",
        "K = 0; E F (E - F) = 0; E, F != -1",
        lambda E, F, K: K == 0 and E * F * (E - F) == 0 and -1 not in (E, F),
    ),
)

#: Theorem 4. The three families meet in (0, 0, -1, 0) and (-1, 0, 0, 0).
COMPLEX_TWO = (
    Row("nowhere", "E = G = 0, 1 + D + F = 0", lambda D, E, F, G: E == G == 0 and D + F == -1),
    Row("nowhere", "D = -1, E = F = 0", lambda D, E, F, G: D == -1 and E == F == 0),
    Row("nowhere", "D = G = 0, F = -1", lambda D, E, F, G: F == -1 and D == G == 0),
    Row(
        "everywhere",
        "D = 0; G != 0 and F in {0, -1}, or G = 0 and F != -1",
        lambda D, E, F, G: D == 0 and (F in (0, -1) if G != 0 else F != -1),
    ),
    Row(
        "everywhere",
        "F = 0; E != 0 and D in {0, -1}, or E = 0 and D != -1",
        lambda D, E, F, G: F == 0 and (D in (0, -1) if E != 0 else D != -1),
    ),
    Row(
        "everywhere",
        "D F != 0; E = G = 0, 1 + D + F != 0",
        lambda D, E, F, G: D * F != 0 and E == G == 0 and 1 + D + F != 0,
    ),
    Row(
        "everywhere",
        "D F != 0; E = 0 != G; D = -1 or 1 + D + F = 0",
        lambda D, E, F, G: D * F != 0 and E == 0 != G and (D == -1 or 1 + D + F == 0),
    ),
    Row(
        "everywhere",
        "D F != 0; G = 0 != E; F = -1 or 1 + D + F = 0",
        lambda D, E, F, G: D * F != 0 and G == 0 != E and (F == -1 or 1 + D + F == 0),
    ),
    Row(
        "everywhere",
        "D F E G != 0; E F = D G and D + F in {0, -1}",
        lambda D, E, F, G: D * F * E * G != 0 and E * F == D * G and D + F in (0, -1),
    ),
    Row(
        "everywhere",
        "D F E G != 0; E + G = 0 and 1 + D + F = 0",
        lambda D, E, F, G: D * F * E * G != 0 and E + G == 0 and 1 + D + F == 0,
    ),
)


def complex_class(rows: tuple[Row, ...], *values: int | Fraction) -> str:
    """The class of the complex system with these coefficients, from a table."""
    return next((row.name for row in rows if row.holds(*values)), "open dense")


# --- the table on the page of the paper -----------------------------------------------------------

_WORDS = {
    "everywhere": "regular at every point of Q",
    "open dense": "on an open dense subset only",
    "nowhere": "regular nowhere",
    "no points": "Q has no points",
}


def table() -> str:
    """Markdown: which coefficients belong to which class, over the reals and over C.

    The real formulas are proved for all coefficients before they are shown.
    """
    lines = ["| theorem | points | class | coefficients |", "|---|---|---|---|"]
    for number, rows, found, formula in (
        (3, COMPLEX_ONE, one_root(), REAL_ONE),
        (4, COMPLEX_TWO, two_roots(), REAL_TWO),
    ):
        proved = found.check(formula) and found.check("always", "everywhere", "no points")
        if not proved:
            raise AssertionError(f"theorem {number}: the real classification is not proved")
        lines += [
            _line(number, "real", "everywhere", f"`{formula}`"),
            _line(number, "real", "open dense", "never"),
            _line(number, "real", "nowhere", "never"),
            _line(number, "real", "no points", "all others"),
        ]
        for name in ("everywhere", "nowhere"):
            texts = [f"`{row.text}`" for row in rows if row.name == name]
            lines.append(_line(number, "complex", name, "<br>".join(texts)))
        lines.append(_line(number, "complex", "open dense", "all others"))
    return "\n".join(lines)


def _line(number: int, points: str, name: str, text: str) -> str:
    return f"| {number} | {points} | {_WORDS[name]} | {text} |"
