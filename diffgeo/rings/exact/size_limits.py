"""How large a power or a product can become, before it is expanded."""

from __future__ import annotations

from collections.abc import Sequence
from math import lgamma, log, log2
from typing import TYPE_CHECKING

from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx, fmpz

from diffgeo.errors import TooLarge
from diffgeo.limits import note_large

if TYPE_CHECKING:
    from diffgeo.rings.exact.element import Element

#: A power with more terms is not expanded, nor one with more bits in its coefficients.
POWER_TERMS = 100_000
POWER_BITS = 500_000_000
#: Nor is a product that takes more multiplications of terms (half a minute), or has more terms.
PRODUCTS = 2**28
PRODUCT_TERMS = 20_000_000
#: Nor are denominators cleared in a step that could bring more terms.
CLEAR_TERMS = 1_000_000
#: Larger operations are noted, for the message of a limit of time or memory.
_LARGE = 1_000
_LARGE_WORK = 1_000_000
#: A polynomial in several variables of higher degree in one of them, and one in a single variable
#: of higher degree, is taken apart into powers of squarefree factors only: more may not end.
FACTOR_DEGREE = 40
FACTOR_DEGREE_ALONE = 400
#: Nor are numbers with a larger cofactor of their small primes.
FACTOR_BITS = 180
#: The factors of so many polynomials are remembered.
_REMEMBERED = 2_000
#: Longer polynomials are not written out in messages.
_SHOWN = 30
_factors: dict[tuple[fmpq_mpoly_ctx, str], tuple[fmpq, list[tuple[fmpq_mpoly, int]]]] = {}


def require_small_power(base: Element, exponent: int) -> None:
    """Make sure that ``base**exponent`` can be expanded.

    Raises
    ------
    TooLarge
        If it has too many terms, or coefficients of too many digits.
    """
    polynomial = base.polynomial
    length = len(polynomial)
    if exponent < 2 or not length:
        return
    # Choose factors one by one; a term is a monomial in the box, and in the simplex, of degrees.
    terms = min(
        _log_binomial(length + exponent - 1, exponent),
        _log_monomials([exponent * int(n) for n in polynomial.degrees()]),
        _log_simplex(polynomial, exponent * int(polynomial.total_degree())),
    )
    if terms > log(POWER_TERMS):
        raise TooLarge(
            f"({_shown(base)})**{exponent} can have {_count(terms)} terms, more than "
            f"{POWER_TERMS:_}; introduce a coordinate or parameter for the base"
        )
    if terms > log(_LARGE):
        note_large(f"({_shown(base)})**{exponent}, of up to {_count(terms)} terms")
    if exponent < 16:
        return
    height = max(max(int(c.p).bit_length(), int(c.q).bit_length()) for c in polynomial.coeffs())
    bits = terms / log(2) + log2(exponent * (height + log2(length)))
    if bits > log2(POWER_BITS):
        raise TooLarge(
            f"({_shown(base)})**{exponent} has coefficients of too many digits; introduce a "
            "coordinate or parameter for the base"
        )


def require_small_product(left: Element, right: Element) -> None:
    """Make sure that ``left*right`` can be expanded.

    Raises
    ------
    TooLarge
        If it has too many terms, or needs too many multiplications.
    """
    p, q = left.polynomial, right.polynomial
    work = len(p) * len(q)
    if work > _LARGE_WORK:
        note_large(f"a product of {len(p)} by {len(q)} terms")
    if work <= PRODUCT_TERMS:
        return
    degrees = [int(m) + int(n) for m, n in zip(p.degrees(), q.degrees(), strict=True)]
    terms = min(log(work), _log_monomials(degrees))
    if work > PRODUCTS or terms > log(PRODUCT_TERMS):
        raise TooLarge(
            f"the product of {_shown(left)} and {_shown(right)} is too large to be expanded; "
            "introduce a coordinate or parameter for one of them"
        )


def power_terms(length: int, degree: int) -> int:
    """How many terms the power of a polynomial with ``length`` terms can have."""
    size = 1
    for k in range(degree):
        size = size * (length + k) // (k + 1)
    return size


def factored(polynomial: fmpq_mpoly) -> tuple[fmpq, list[tuple[fmpq_mpoly, int]]]:
    """The content and the irreducible factors; of high degree, the squarefree factors."""
    # Polynomials have no hash. The same denominators are factored again and again.
    key = polynomial.context(), str(polynomial)
    known = _factors.get(key)
    if known is None:
        if len(_factors) >= _REMEMBERED:
            _factors.clear()
        known = _factors[key] = _factored(polynomial)
    return known[0], list(known[1])


def _factored(polynomial: fmpq_mpoly) -> tuple[fmpq, list[tuple[fmpq_mpoly, int]]]:
    if _is_small(polynomial):
        whole: tuple[fmpq, list[tuple[fmpq_mpoly, int]]] = polynomial.factor()
        return whole
    note_large(
        f"the factors of a polynomial of {len(polynomial)} terms and degree "
        f"{int(polynomial.total_degree())}"
    )
    content, parts = polynomial.factor_squarefree()
    result: list[tuple[fmpq_mpoly, int]] = []
    for part, power in parts:
        if not _is_small(part):
            result.append((part, int(power)))
            continue
        inner, factors = part.factor()
        content = content * inner ** int(power)
        result += [(factor, int(n) * int(power)) for factor, n in factors]
    return content, result


def require_small_factoring(polynomial: fmpq_mpoly, what: str) -> None:
    """Make sure that a polynomial can be taken apart into irreducible factors.

    Raises
    ------
    TooLarge
        If its degree is too high for that.
    """
    if _is_small(polynomial) or all(_is_small(part) for part, _ in factored(polynomial)[1]):
        return
    raise TooLarge(
        f"{what} has a factor of degree {max(map(int, polynomial.degrees()))}, too high to be "
        "taken apart; introduce a coordinate or parameter for it"
    )


def prime_factors(number: int) -> list[tuple[fmpz, int]]:
    """The prime factors of a positive number.

    Raises
    ------
    TooLarge
        If it is too large to be taken apart.
    """
    if number.bit_length() > FACTOR_BITS:
        *_, (rest, _) = fmpz(number).factor(trial_limit=10_000)
        if rest.bit_length() > FACTOR_BITS and not rest.is_perfect_power() and not rest.is_prime():
            raise TooLarge(
                f"a number of {len(str(number))} digits cannot be taken apart into primes; "
                "introduce a parameter for it"
            )
    factors: list[tuple[fmpz, int]] = fmpz(number).factor()
    return factors


def _is_small(polynomial: fmpq_mpoly) -> bool:
    degrees = [int(n) for n in polynomial.degrees() if n > 0]
    return max(degrees, default=0) <= (FACTOR_DEGREE if len(degrees) > 1 else FACTOR_DEGREE_ALONE)


def require_small_clearing(length: int, inverted: fmpq_mpoly, degree: int, limit: int) -> None:
    """Make sure that a denominator can be cleared out of a function of ``length`` terms.

    Raises
    ------
    TooLarge
        If it could bring more terms than the limit.
    """
    size = length * power_terms(len(inverted), degree)
    if size > limit:
        raise TooLarge(
            f"clearing a denominator of {len(inverted)} terms and exponent {degree} needs up to "
            f"{_count(log(size))} terms, more than {limit:_}; introduce a coordinate or parameter "
            "for the denominator"
        )


def _log_binomial(n: int, k: int) -> float:
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)


def _log_monomials(degrees: Sequence[int]) -> float:
    """How many monomials have at most these degrees (the logarithm)."""
    return sum(log(n + 1) for n in degrees)


def _log_simplex(polynomial: fmpq_mpoly, degree: int) -> float:
    """How many monomials in the variables of a polynomial have at most this total degree."""
    variables = sum(1 for n in polynomial.degrees() if n > 0)
    return _log_binomial(degree + variables, variables)


def _shown(element: Element) -> str:
    length = len(element.polynomial)
    return str(element) if length <= _SHOWN else f"a function of {length} terms"


def _count(logarithm: float) -> str:
    power = logarithm / log(10)
    return f"{10**power:.3g}" if power < 9 else f"10**{power:.0f}"
