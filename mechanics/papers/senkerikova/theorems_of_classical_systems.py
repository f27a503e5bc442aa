"""The computations of section 3 with arbitrary functions: what its theorems are read off from.

Functions v1, v2, A, …, m, V of which ∂/∂v1, ∂/∂v2 are supposed to give 1 and 0 as they do; a root r
is a function with r² = R, and ``s`` is 1/r. So each line holds wherever these functions exist.
"""

from __future__ import annotations

from typing import Any

from diffgeo import Identity, Verdict, check, symbols_of_functions, symbols_of_vector_fields
from mechanics.papers.senkerikova.book import LEDGER

theorem = LEDGER.theorem
v1, v2, m, V, A, B, C, D, E, F, G, K = symbols_of_functions("v1 v2 m V A B C D E F G K")
r, s, r1, s1, r2, s2 = symbols_of_functions("r s r1 s1 r2 s2")
d1, d2 = symbols_of_vector_fields("d1 d2")
CONSTANT = [X(f) == 0 for X in (d1, d2) for f in (m, V, A, B, C, D, E, F, G, K)]
VELOCITIES = [d1(v1) == 1, d1(v2) == 0, d2(v1) == 0, d2(v2) == 1]
GIVEN = [*VELOCITIES, *CONSTANT]


def square(f: Any) -> Any:
    """f²."""
    return f * f


def classical(*velocities: Any) -> Any:
    """(m/2) Σ v² - V."""
    return m * sum(map(square, velocities[1:]), start=square(velocities[0])) / 2 - V


# --- one and two affine constraints -----------------------------------------------------------

ONE_AFFINE = classical(v1, v2, A * v1 + B * v2 + C)
TWO_AFFINE = classical(v1, A * v1 + B, C * v1 + D)


@theorem("SEN-3.04", "SEN-3.05")
def one_affine_lagrangian() -> Verdict:
    """L̄ for v3 = A v1 + B v2 + C, expanded."""
    squares = v1 * v1 + A * A * v1 * v1 + v2 * v2 + B * B * v2 * v2 + C * C
    mixed = 2 * A * B * v1 * v2 + 2 * A * C * v1 + 2 * B * C * v2
    return check(m * (squares + mixed) / 2 - V == ONE_AFFINE)


@theorem("SEN-3.06", "SEN-3.07", "SEN-3.08", "SEN-3.09")
def one_affine_hessian() -> list[Verdict]:
    """The second derivatives of L̄, and of g, which are 0; L̄ for each v3 that has those of g."""
    g = A * v1 + B * v2 + C
    slopes = [d1(g) == A, d2(g) == B, *(X(Y(g)) == 0 for X, Y in ((d1, d1), (d1, d2), (d2, d2)))]
    L = classical(v1, v2, E)
    first = [d1(L) == m * v1 + m * A * E, d2(L) == m * v2 + m * B * E]
    said = [d1(d1(L)) == m + m * A * A, d2(d2(L)) == m + m * B * B, d1(d2(L)) == m * A * B]
    still = [X(f) == 0 for X in (d1, d2) for f in (m, V, A, B)]
    given = [*VELOCITIES, *still, d1(E) == A, d2(E) == B]
    return [check(slopes, assuming=GIVEN), check(said, assuming=given, lemmas=first)]


@theorem("SEN-3.10")
def one_affine_determinant() -> Verdict:
    """m²[(1 + A²)(1 + B²) - (AB)²] = m²(1 + A² + B²)."""
    product = (m + m * A * A) * (m + m * B * B) - square(m * A * B)
    return check(product == m * m + m * m * A * A + m * m * B * B)


@theorem("SEN-3.13", "SEN-3.14")
def two_affine_lagrangian() -> Verdict:
    """L̄ for v2 = A v1 + B, v3 = C v1 + D, expanded."""
    squares = v1 * v1 + A * A * v1 * v1 + C * C * v1 * v1 + B * B + D * D
    return check(m * (squares + 2 * A * B * v1 + 2 * C * D * v1) / 2 - V == TWO_AFFINE)


@theorem("SEN-3.15", "SEN-3.16", "SEN-3.17")
def two_affine_hessian() -> list[Verdict]:
    """∂²L̄/∂v1² = m(1 + A² + C²), and g has no second derivatives; L̄ for such v2 and v3."""
    slopes = [d1(A * v1 + B) == A, d1(C * v1 + D) == C]
    slopes += [d1(d1(g)) == 0 for g in (A * v1 + B, C * v1 + D)]
    L = classical(v1, E, F)
    given = [d1(v1) == 1, *(d1(f) == 0 for f in (m, V, A, C)), d1(E) == A, d1(F) == C]
    first = [d1(L) == m * v1 + m * A * E + m * C * F]
    said = d1(d1(L)) == m + m * A * A + m * C * C
    return [check(slopes, assuming=GIVEN), check(said, assuming=given, lemmas=first)]


# --- one quadratic constraint -----------------------------------------------------------------

R = E * v1 * v1 + F * v2 * v2 + K
ROOT = [r * r == R, r * s == 1]
#: Lemmas: the derivatives of the root and of 1/r.
SLOPES: list[Identity] = [
    *(X(R) == 2 * c * v for X, c, v in ((d1, E, v1), (d2, F, v2))),
    *(r * X(r) == c * v for X, c, v in ((d1, E, v1), (d2, F, v2))),
    *(X(r) == s * c * v for X, c, v in ((d1, E, v1), (d2, F, v2))),
    *(X(s) == -s * s * X(r) for X in (d1, d2)),
]


@theorem("SEN-3.24", "SEN-3.25", "SEN-3.29")
def quadratic_lagrangian() -> Verdict:
    """L̄ for v3 = r, r² = E v1² + F v2² + K."""
    sum_of_squares = v1 * v1 + E * v1 * v1 + v2 * v2 + F * v2 * v2 + K
    return check(classical(v1, v2, r) == m * sum_of_squares / 2 - V, assuming=ROOT)


@theorem("SEN-3.26", "SEN-3.27", "SEN-3.28")
def quadratic_hessian() -> Verdict:
    """The second derivatives of L̄."""
    reduced = m * (v1 * v1 + E * v1 * v1 + v2 * v2 + F * v2 * v2 + K) / 2 - V
    said = [
        d1(d1(reduced)) == m + m * E,
        d2(d2(reduced)) == m + m * F,
        d1(d2(reduced)) == 0,
    ]
    return check(said, assuming=GIVEN)


@theorem("SEN-3.30", "SEN-3.31", "SEN-3.32", "SEN-3.33")
def derivatives_of_the_root() -> list[Verdict]:
    """The second derivatives of g = r, with s = 1/r."""
    cube = s * s * s
    given = [*GIVEN, *ROOT]
    slopes = [check(step, assuming=[*given, *SLOPES[:n]]) for n, step in enumerate(SLOPES)]
    known = [*VELOCITIES, *CONSTANT, *SLOPES[4:]]
    second = [
        d1(d1(r)) == -cube * E * E * v1 * v1 + s * E,
        d2(d2(r)) == -cube * F * F * v2 * v2 + s * F,
        d1(d2(r)) == -cube * E * F * v1 * v2,
    ]
    expanded = [s == cube * R]
    printed = [
        -cube * E * E * v1 * v1 + s * E == cube * E * (F * v2 * v2 + K),
        -cube * F * F * v2 * v2 + s * F == cube * F * (E * v1 * v1 + K),
    ]
    return [
        *slopes,
        check(second, assuming=known),
        check(expanded, assuming=ROOT, lemmas=[s * r * r == s * R, s * s * r * r == 1]),
        check(printed, assuming=expanded),
    ]


@theorem("SEN-3.34", "SEN-3.35", "SEN-3.36", "SEN-3.37")
def quadratic_matrix() -> list[Verdict]:
    """M = L̄_vv - m r g_vv and its determinant, with ``q`` for 1/R = s²."""
    q = symbols_of_functions("q")
    cube = s * s * s
    given = [r * s == 1, q == s * s]
    one = [q * R == 1]
    M = [
        m + m * E - m * r * cube * E * (F * v2 * v2 + K),
        m + m * F - m * r * cube * F * (E * v1 * v1 + K),
        m * r * cube * E * F * v1 * v2,
    ]
    first = [
        m + m * E - m * q * E * (F * v2 * v2 + K),
        m + m * F - m * q * F * (E * v1 * v1 + K),
        m * q * E * F * v1 * v2,
    ]
    last = [m + m * q * E * E * v1 * v1, m + m * q * F * F * v2 * v2]
    det = m * m + m * m * q * (E * E * v1 * v1 + F * F * v2 * v2)
    return [
        check([a == b for a, b in zip(M, first, strict=True)], assuming=given),
        check([a == b for a, b in zip(first[:2], last, strict=True)], assuming=one),
        check(last[0] * last[1] - square(first[2]) == det),
    ]


@theorem("SEN-3.38")
def zeros_of_the_determinant() -> Verdict:
    """R times 1 + (E² v1² + F² v2²)/R is E(1+E) v1² + F(1+F) v2² + K."""
    q = symbols_of_functions("q")
    last = v1 * v1 * (E + E * E) + v2 * v2 * (F + F * F) + K
    slopes = E * E * v1 * v1 + F * F * v2 * v2
    return check(R + R * q * slopes == last, assuming=[q * R == 1])


@theorem("SEN-3.20")
def divided_conic() -> Verdict:
    """v3² = E v1² + F v2² + K with E = -A/C, F = -B/C, K = k/C; ``c`` is 1/C."""
    v3, k, c = symbols_of_functions("v3 k c")
    conic = [A * v1 * v1 + B * v2 * v2 + C * v3 * v3 == k, C * c == 1]
    solved = v3 * v3 == -c * A * v1 * v1 - c * B * v2 * v2 + c * k
    return check(solved, assuming=conic)


# --- two quadratic constraints ----------------------------------------------------------------

P1, P2 = D * v1 * v1 + E, F * v1 * v1 + G


@theorem("SEN-3.44", "SEN-3.45", "SEN-3.47")
def two_quadratic_lagrangian() -> Verdict:
    """L̄ for v2² = P1, v3² = P2."""
    roots = [r1 * r1 == P1, r2 * r2 == P2]
    squares = v1 * v1 + D * v1 * v1 + F * v1 * v1 + E + G
    return check(classical(v1, r1, r2) == m * squares / 2 - V, assuming=roots)


@theorem("SEN-3.48", "SEN-3.49")
def derivatives_of_both_roots() -> list[Verdict]:
    """g_11 = DE/P1^(3/2), and FG/P2^(3/2)."""
    found: list[Verdict] = []
    for root, one_over, slope, rest in ((r1, s1, D, E), (r2, s2, F, G)):
        P = slope * v1 * v1 + rest
        given = [*GIVEN, root * root == P, root * one_over == 1]
        steps = [
            d1(P) == 2 * slope * v1,
            root * d1(root) == slope * v1,
            d1(root) == one_over * slope * v1,
            d1(one_over) == -one_over * one_over * d1(root),
        ]
        cube = one_over * one_over * one_over
        found += [check(step, assuming=[*given, *steps[:n]]) for n, step in enumerate(steps)]
        second = d1(d1(root)) == -cube * slope * slope * v1 * v1 + one_over * slope
        expanded = one_over == cube * P
        powers = [one_over * root * root == one_over * P, one_over * one_over * root * root == 1]
        printed = -cube * slope * slope * v1 * v1 + one_over * slope == cube * slope * rest
        found += [
            check(second, assuming=[*GIVEN, *steps[2:]]),
            check(expanded, assuming=given[-2:], lemmas=powers),
            check(printed, assuming=[expanded]),
        ]
    return found


@theorem("SEN-3.46")
def two_quadratic_hessian() -> Verdict:
    """∂²L̄/∂v1² = (m/2) ∂/∂v1 [2(1+D+F)v1] = m(1+D+F)."""
    reduced = m * (v1 * v1 + D * v1 * v1 + F * v1 * v1 + E + G) / 2 - V
    said = [d1(d1(reduced)) == m + m * D + m * F, d1(reduced) == m * (v1 + D * v1 + F * v1)]
    return check(said, assuming=GIVEN)


@theorem("SEN-3.60", "SEN-3.61", "SEN-3.62", "SEN-3.63")
def two_quadratic_determinant() -> list[Verdict]:
    """m[(1+D+F) - DE/P1 - FG/P2] = (m/(P1 P2)) [(1+D+F) P1 P2 - DE P2 - FG P1], and the bracket.

    It is (1+D+F)DF v1⁴ + (EF + DG + D²G + EF²)v1² + EG. ``q1`` is 1/P1, ``q2`` is 1/P2.
    """
    q1, q2 = symbols_of_functions("q1 q2")
    cubes = s1 * s1 * s1, s2 * s2 * s2
    over = [r1 * s1 == 1, q1 == s1 * s1, r2 * s2 == 1, q2 == s2 * s2]
    one = m + m * D + m * F
    by_roots = one - m * r1 * cubes[0] * D * E - m * r2 * cubes[1] * F * G
    by_P = one - m * q1 * D * E - m * q2 * F * G
    whole = P1 * P2 + D * P1 * P2 + F * P1 * P2 - D * E * P2 - F * G * P1
    p1, p2 = symbols_of_functions("p1 p2")
    bracket = p1 * p2 + D * p1 * p2 + F * p1 * p2 - D * E * p2 - F * G * p1
    inverse = [q1 * p1 == 1, q2 * p2 == 1]
    x = v1 * v1
    fourth = D * F + D * D * F + D * F * F
    second = E * F + D * G + D * D * G + E * F * F
    return [
        check(by_roots == by_P, assuming=over),
        check(by_P == m * q1 * q2 * bracket, assuming=inverse),
        check(whole == fourth * x * x + second * x + E * G),
    ]
