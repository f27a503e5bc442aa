"""Solvable Lie algebras of dimension 4 by their names.

The nilradical N, the largest nilpotent ideal, has dimension 2, 3 or 4. Its elements are those X for
which ``tr(ad X P)`` vanishes for all products P of at most three ad Y: in a basis in which all ad Y
are triangular (over the complex numbers) these are ``Σ λ_i(X) p(λ_i)`` with the four weights λ_i,
and polynomials p of degree 3 take every value on them.

* A centre that is not in [A, A] splits off: ``R + B`` with B of dimension 3.
* N = A: the algebra of Engel, A(4,1).
* N abelian of dimension 3: by Jordan's form of ad X on N, X outside, up to a factor: A(4,2) to
  A(4,6), which are 1, 1 with one eigenvector and a; 0, 0 with one eigenvector and 1; 1, 1, 1 with
  one eigenvector; diagonal; one real eigenvalue and a complex pair.
* N the algebra of Heisenberg: by ad X on N/[N, N] up to a factor: A(4,7) to A(4,11), which are 1, 1
  with one eigenvector; 1, -1; 1, b; i, -i; a ± i.
* N of dimension 2: two affine algebras of the real line, or the one of the complex line, A(4,12).

Sources: G. M. Mubarakzyanov, On solvable Lie algebras, Izv. Vyssh. Uchebn. Zaved. Mat. 1963; the
names are those of J. Patera, R. T. Sharp, P. Winternitz, H. Zassenhaus, Invariants of real low
dimension Lie algebras, J. Math. Phys. 17 (1976).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement
from math import prod
from typing import TYPE_CHECKING

from diffgeo import d
from diffgeo.calculus import linear_algebra as linear
from diffgeo.subsets import in_lowest_terms, strict_sign
from mechanics.analysis.noether import written
from mechanics.model.plain_answers import vanishes
from mechanics.model.special_parameters import factors_of_parameters

if TYPE_CHECKING:
    from diffgeo import Form
    from mechanics.analysis.lie_algebras import StructureConstants


def sign_of_invariant(function: Form) -> int | None:
    """The sign of a function of the parameters, by squares that are left out; None if unknown."""
    one = function.space.function(1)
    factors = [function.space.function(str(p)) for p in factors_of_parameters(function)]
    square = in_lowest_terms(function / prod(factors, start=one) ** 2)
    return strict_sign(square if vanishes(d(square)) else function)


def solvable_of_dimension_four(algebra: StructureConstants) -> str:
    """The name of a solvable algebra of dimension 4 that is not abelian."""
    basis, derived = algebra.basis, algebra.derived
    for z in algebra.centre:
        if len(algebra.span([*derived, z])) > len(derived):
            return f"R + {algebra.modulo([z]).type}"
    N = nilradical(algebra)
    if len(N) == 4:
        return "A(4,1)"
    outside = next(e for e in basis if len(algebra.span([*N, e])) > len(N))
    if len(N) == 2:
        return _two_dimensional(algebra, N)
    inner = algebra.span([algebra.bracket(a, b) for a, b in combinations(N, 2)])
    if not inner:
        return _abelian(algebra.action_of(outside, N))
    across = algebra.span([*inner, *N])[1:]
    return _heisenberg(algebra.action_of(outside, across, inner))


def nilradical(algebra: StructureConstants) -> list[list[Form]]:
    """A basis of the largest nilpotent ideal of a solvable algebra of dimension at most 4."""
    ad = [algebra.action_of(e, algebra.basis) for e in algebra.basis]
    rows = [[_trace(A, algebra.basis) for A in ad]]
    for count in (1, 2, 3):
        for chosen in combinations_with_replacement(ad, count):
            first, *others = chosen
            product = first
            for other in others:
                product = _product(product, other)
            rows.append([_trace(A, product) for A in ad])
    return linear.kernel(rows)


def _two_dimensional(algebra: StructureConstants, N: list[list[Form]]) -> str:
    """By a combination without trace of what acts on N."""
    left, right = algebra.span([*N, *algebra.basis])[2:]
    A, B = (algebra.action_of(X, N) for X in (left, right))
    ((a, _), (_, e)), ((b, _), (_, f)) = A, B
    a, b = a + e, b + f
    free = [[b * p - a * q for p, q in zip(*rows, strict=True)] for rows in zip(A, B, strict=True)]
    sign = sign_of_invariant(linear.determinant(A if vanishes(a) else free).expanded())
    real = "aff(R) + aff(R)"
    return {-1: real, 1: "A(4,12)"}.get(sign or 0, f"{real} or A(4,12)")


def _heisenberg(m: list[list[Form]]) -> str:
    (a, b), (c, e) = m
    trace, discriminant = a + e, ((a - e) ** 2 + 4 * b * c).expanded()
    sign = 0 if vanishes(discriminant) else sign_of_invariant(discriminant)
    if vanishes(trace):
        return {1: "A(4,8)", -1: "A(4,10)"}.get(sign or 0, "A(4,8) or A(4,10)")
    if sign == 0:
        return "A(4,9), b = 1" if vanishes(b) and vanishes(c) else "A(4,7)"
    h = (trace * trace / discriminant).expanded()
    if sign is None:
        return f"A(4,9) or A(4,11), a**2 = {written(-h)}"
    return (
        f"A(4,9), (1 + b)**2/(1 - b)**2 = {written(h)}" if sign > 0
        else f"A(4,11), a**2 = {written(-h)}"
    )  # fmt: skip


def _abelian(M: list[list[Form]]) -> str:
    _, p, q, r = linear.characteristic_polynomial(M)
    zero = 0 * p
    if vanishes(r):
        return "A(4,3)"
    discriminant = (
        18 * p * q * r - 4 * p * p * p * r + p * p * q * q - 4 * q * q * q - 27 * r * r
    ).expanded()
    if vanishes(discriminant):
        triple = vanishes((p * p - 3 * q).expanded())
        root = (-p / 3 if triple else (9 * r - p * q) / (2 * (p * p - 3 * q))).expanded()
        shifted = [[e - (root if i == j else zero) for j, e in enumerate(row)]
                   for i, row in enumerate(M)]  # fmt: skip
        rank = 0 if all(vanishes(e) for row in shifted for e in row) else linear.rank(shifted)
        if triple and rank == 2:
            return "A(4,4)"
        a = written(((-p - 2 * root) / root).expanded())
        diagonal = rank == (0 if triple else 1)
        return f"A(4,5), eigenvalues 1, 1, {a}" if diagonal else f"A(4,2), a = {a}"
    sign = sign_of_invariant(discriminant)
    name = {1: "A(4,5)", -1: "A(4,6)"}.get(sign or 0, "A(4,5) or A(4,6)")
    return f"{name}, eigenvalues the zeros of {_scaled(p, q, r)}"


def _scaled(p: Form, q: Form, r: Form) -> str:
    """``s**3 + p*s**2 + q*s + r`` for a multiple of s by which it does not depend on X."""
    one = p * 0 + 1
    if not vanishes(p):
        c = (-one, (q / p**2).expanded(), (-r / p**3).expanded())
    elif not vanishes(q):
        factor = (q**3 / r**2).expanded()
        c = (0 * one, factor, factor)
    else:
        c = (0 * one, 0 * one, -one)
    return sum_of_terms((one, *c), ("s**3", "s**2", "s", ""))


def sum_of_terms(factors: Sequence[Form], names: Sequence[str]) -> str:
    """``a*X + b*Y + ...`` without the terms that are 0."""
    pairs = zip(factors, names, strict=True)
    terms = [_term(a, x) for a, x in pairs if not vanishes(a)]
    return " + ".join(terms).replace("+ -", "- ")


def _term(factor: Form, name: str) -> str:
    text = written(factor)
    if not name:
        return text
    if text in ("1", "-1"):
        return text[:-1] + name
    return f"{text}*{name}" if text.lstrip("-").isalnum() else f"({text})*{name}"


def _trace(A: list[list[Form]], B: list[list[Form]]) -> Form:
    """Of A B."""
    zero = 0 * A[0][0]
    pairs = zip(A, zip(*B, strict=True), strict=True)
    return sum((linear.combination(row, column, zero) for row, column in pairs), start=zero)


def _product(A: list[list[Form]], B: list[list[Form]]) -> list[list[Form]]:
    zero = 0 * A[0][0]
    columns = list(zip(*B, strict=True))
    return [[linear.combination(row, c, zero) for c in columns] for row in A]
