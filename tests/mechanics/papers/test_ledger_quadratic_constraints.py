"""Šenkeříková's theorems 3 and 4: the classification against zeros of polynomials by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from depth import some_of
from quadratic_systems import VALUES, coefficients, has_real_points, radicands

from diffgeo import check
from mechanics.papers import ledger
from mechanics.papers.senkerikova import classification as cases
from mechanics.papers.senkerikova.classification import COMPLEX_ONE, COMPLEX_TWO, complex_class
from mechanics.papers.senkerikova.entries import (
    ENTRIES,
    IRREDUNDANT,
    ISOTROPIC,
    REGULAR,
    formula,
    system,
)
from mechanics.papers.senkerikova.two_quadratic_proof import belongs, solves_the_equations

# --- by hand: N is zero where a root is not, a = (v1)^2 ------------------------------------------


def times(p: list[Fraction], q: list[Fraction]) -> list[Fraction]:
    found = [Fraction(0)] * (len(p) + len(q) - 1)
    for i, x in enumerate(p):
        for j, y in enumerate(q):
            found[i + j] += x * y
    return found


def trimmed(p: list[Fraction]) -> list[Fraction]:
    while p and p[-1] == 0:
        p = p[:-1]
    return p


def remainder(p: list[Fraction], q: list[Fraction]) -> list[Fraction]:
    p = trimmed(p)
    while len(p) >= len(q):
        factor, shift = p[-1] / q[-1], len(p) - len(q)
        p = trimmed([x - (factor * q[i - shift] if i >= shift else 0) for i, x in enumerate(p)])
    return p


def two_by_hand(*values: Fraction) -> str:
    """1 + Σ slope² a/P with the common denominator of the P that are not 0."""
    found = [[Fraction(y), Fraction(x)] for x, y in radicands(*values)]
    below = [Fraction(1)]
    for P in found:
        below = times(below, P)
    above = list(below)
    for i, P in enumerate(found):
        term = [Fraction(0), P[1] ** 2]
        for j, other in enumerate(found):
            term = times(term, other) if j != i else term
        size = max(len(above), len(term))
        pad = [p + [Fraction(0)] * (size - len(p)) for p in (above, term)]
        above = [x + y for x, y in zip(*pad, strict=True)]
    above, below = trimmed(above), trimmed(below)
    if not above:
        return "nowhere"
    # Zeros of N among those of P1 P2: N, of degree 2 at most, divides its square.
    return "open dense" if remainder(times(below, below), above) else "everywhere"


def one_by_hand(E: Fraction, F: Fraction, K: Fraction) -> str:
    """N and R are affine in a, b: a line N = 0 that lies in R = 0, or N constant."""
    N, R = (E * (1 + E), F * (1 + F), K), (E, F, K)
    if not any(R):
        return "everywhere"
    if not any(N):
        return "nowhere"
    proportional = all(N[i] * R[j] == N[j] * R[i] for i in range(3) for j in range(i))
    return "everywhere" if not any(N[:2]) or proportional else "open dense"


def test_complex_points_of_one_quadratic_constraint() -> None:
    library = cases.one_root("complex")
    for E, F, K in some_of([*product((*VALUES, 3), repeat=3)]):
        expected = one_by_hand(E, F, K)
        assert complex_class(COMPLEX_ONE, E, F, K) == expected, (E, F, K)
        assert library.class_at({"m": 1, "E": E, "F": F, "K": K}) == expected, (E, F, K)


def test_complex_points_of_two_quadratic_constraints() -> None:
    found = {v: complex_class(COMPLEX_TWO, *v) for v in coefficients()}
    assert {v: two_by_hand(*v) for v in found} == found
    assert set(found.values()) == {"everywhere", "open dense", "nowhere"}


@pytest.mark.parametrize("row", COMPLEX_TWO, ids=lambda row: row.text)
def test_every_row_is_needed(row: cases.Row) -> None:
    rest = tuple(r for r in COMPLEX_TWO if r is not row)
    assert any(complex_class(rest, *v) != two_by_hand(*v) for v in coefficients())


# --- the list ---------------------------------------------------------------------------------


def test_the_list_is_the_printed_one() -> None:
    assert list(ENTRIES) == [f"SEN-3.{i}" for i in range(68, 80)]
    claims = ledger("senkerikova").claims
    for id, entry in ENTRIES.items():
        assert claims[id].statement == f"(D,E,F,G) = ({', '.join(entry)}) is not regular"
    assert set(REGULAR) | set(ISOTROPIC) == set(ENTRIES)
    assert not set(REGULAR) & set(ISOTROPIC)


def test_solutions_of_the_equations() -> None:
    """The list, five of its entries, and N = 0 are the same; the singular systems are fewer."""
    singular = set()
    for v in coefficients():
        in_list = any(belongs(entry, v) for entry in ENTRIES.values())
        assert in_list == any(belongs(ENTRIES[id], v) for id in IRREDUNDANT)
        assert in_list == solves_the_equations(v)
        is_singular = any(belongs(ENTRIES[id], v) for id in ISOTROPIC)
        assert is_singular == (two_by_hand(*v) == "nowhere")
        assert not (is_singular and has_real_points(*v))
        singular |= {v} if is_singular else set()
    assert len(singular) > 10


@pytest.mark.parametrize(
    ("id", "squares"),
    [
        ("SEN-3.68", "0"),
        ("SEN-3.69", "D"),
        ("SEN-3.70", "F"),
        ("SEN-3.72", "F**2*xdot**2/(F*xdot**2 + G)"),
        ("SEN-3.74", "0"),
        ("SEN-3.75", "xdot**2/(G - xdot**2)"),
        ("SEN-3.76", "D**2*xdot**2/(D*xdot**2 + E)"),
        ("SEN-3.78", "0"),
        ("SEN-3.79", "xdot**2/(E - xdot**2)"),
    ],
)
def test_determinants_of_the_list(id: str, squares: str) -> None:
    s = system(ENTRIES[id])
    assert check(s.determinant == s.function(f"m*(1 + {squares})"))


def test_singular_entries_at_complex_points() -> None:
    """D = -2, F = 1: v1 = 1, v2 = sqrt(-2), v3 = 1, and 1 + 4/(-2) + 1 = 0; likewise the others."""
    for (D, E, F, G), a in (((-2, 0, 1, 0), 1), ((-1, 0, 0, 3), 4), ((0, 5, -1, 0), 9)):
        P1, P2 = D * a + E, F * a + G
        assert P1 * P2 != 0
        assert 1 + Fraction(D**2 * a, P1) + Fraction(F**2 * a, P2) == 0
        assert not has_real_points(D, E, F, G)


def test_formulas_of_the_entries() -> None:
    assert formula(ENTRIES["SEN-3.71"]) == "E == 0 and F == -1 - D and G == 0"
    assert cases.substituted("D*E + DE", ENTRIES["SEN-3.71"]) == "(D)*(0) + DE"
    assert check(
        system(ENTRIES["SEN-3.69"]).function(cases.substituted("F + D", ENTRIES["SEN-3.71"])) == -1
    )
