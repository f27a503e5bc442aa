"""The field of half angles, where radicands are factored.

All generators but roots and inverses are independent, so with the tangents ``t`` of the
half angles in place of the sines and cosines the functions form a rational function
field, whose elements factor. It serves decisions only, never arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.size_limits import prime_factors, require_small_factoring
from diffgeo.rings.exact.tower import Kind

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing

#: A factorisation in the field: exponents of irreducible polynomials (by text) and primes.
Factors = dict[str, tuple[Any, int]]


def _field_context(ring: ExactRing) -> fmpq_mpoly_ctx:
    """One variable per generator; the variable of a cosine is the half-angle tangent."""
    return fmpq_mpoly_ctx.get([f"t{i}" for i in range(len(ring.tower))], Ordering.lex)


def factorise(ring: ExactRing, polynomial: fmpq_mpoly) -> Factors:
    """The factorisation of a polynomial without roots and inverses."""
    context = _field_context(ring)
    numerator, denominator = context.constant(0), context.constant(1)
    degrees: dict[int, int] = {}
    terms = list(ring.tower.terms(polynomial))
    for powers, _ in terms:
        for angle, n in _angle_degrees(ring, powers).items():
            degrees[angle] = max(degrees.get(angle, 0), n)
    for powers, value in terms:
        term = context.constant(1) * fmpq(value.numerator, value.denominator)
        used = dict.fromkeys(degrees, 0)
        for index, n in powers.items():
            generator = ring.tower.generators[index]
            if generator.kind is Kind.COSINE:
                used[index] += n
                term = term * (1 - context.gen(index) ** 2) ** n
            elif generator.kind is Kind.SINE:
                used[generator.partner] += n
                term = term * (2 * context.gen(generator.partner)) ** n
            else:
                term = term * context.gen(index) ** n
        for angle, n in degrees.items():
            term = term * (1 + context.gen(angle) ** 2) ** (n - used[angle])
        numerator = numerator + term
    for angle, n in degrees.items():
        denominator = denominator * (1 + context.gen(angle) ** 2) ** n
    return merge(_factors_of(numerator, 1), _factors_of(denominator, -1))


def _angle_degrees(ring: ExactRing, powers: dict[int, int]) -> dict[int, int]:
    result: dict[int, int] = {}
    for index, n in powers.items():
        generator = ring.tower.generators[index]
        if generator.kind in (Kind.SINE, Kind.COSINE):
            angle = index if generator.kind is Kind.COSINE else generator.partner
            result[angle] = result.get(angle, 0) + n
    return result


def _factors_of(polynomial: fmpq_mpoly, scale: int) -> Factors:
    require_small_factoring(polynomial, "a tangent of half an angle")
    content, parts = polynomial.factor()
    result: Factors = {}
    for factor, power in parts:
        # Monic, so that equal factors have equal texts.
        lead = factor.leading_coefficient()
        content = content * lead ** int(power)
        monic = factor / lead
        result[str(monic)] = (monic, scale * int(power))
    if content < 0:
        result["-1"] = (-1, scale)
    for integer, direction in ((content.p, scale), (content.q, -scale)):
        for prime, power in prime_factors(abs(int(integer))):
            key = f"prime {int(prime)}"
            old = result.get(key, (int(prime), 0))[1]
            result[key] = (int(prime), old + direction * int(power))
    return result


def merge(left: Factors, right: Factors) -> Factors:
    """The factorisation of the product."""
    result = dict(left)
    for key, (value, power) in right.items():
        result[key] = (value, result.get(key, (value, 0))[1] + power)
    return {k: (v, n) for k, (v, n) in result.items() if n}


def square_class(factors: Factors) -> frozenset[str]:
    """The factors with odd exponent."""
    return frozenset(key for key, (_, power) in factors.items() if power % 2)


def combination(wanted: frozenset[str], classes: Iterable[frozenset[str]]) -> list[int] | None:
    """Positions whose classes add up (modulo 2) to the wanted one, or ``None``."""
    # Gaussian elimination over the field with two elements on sets; symmetric difference
    # is addition. Each reduced row remembers which classes it is made of.
    rows: list[tuple[str, frozenset[str], frozenset[int]]] = []
    for position, square_class in enumerate(classes):
        current, origin = square_class, frozenset([position])
        for pivot, row, made_of in rows:
            if pivot in current:
                current, origin = current ^ row, origin ^ made_of
        if current:
            rows.append((min(current), current, origin))
    solution: frozenset[int] = frozenset()
    for pivot, row, made_of in rows:
        if pivot in wanted:
            wanted, solution = wanted ^ row, solution ^ made_of
    return None if wanted else sorted(solution)


def halve(factors: Factors) -> Factors:
    """A square root of a square, up to sign."""
    return {k: (v, n // 2) for k, (v, n) in factors.items() if k != "-1"}


def field_quotient(ring: ExactRing, factors: Factors) -> tuple[Element, Element]:
    """Numerator and denominator of a product of field polynomials, up to sign.

    ``t**j/(1 + t**2)**k`` with ``j <= 2*k`` is a polynomial in the sine and cosine, so
    the powers of ``1 + t**2`` in the denominator are used up first.
    """
    bottom: dict[int, int] = {}
    context = _field_context(ring)
    tangents = {
        f"t{g.index}^2 + 1": g.index for g in ring.tower.generators if g.kind is Kind.COSINE
    }
    scale = Fraction(1)
    top, under = context.constant(1), context.constant(1)
    for key, (value, power) in factors.items():
        if key.startswith("prime"):
            scale *= Fraction(value) ** power
        elif key == "-1":
            continue
        elif key in tangents and power < 0:
            bottom[tangents[key]] = -power
        elif power > 0:
            top = top * value.project_to_context(context) ** power
        else:
            under = under * value.project_to_context(context) ** (-power)
    above, excess = _in_sines(ring, top, bottom)
    below, other = _in_sines(ring, under, {})
    return above * other * scale, below * excess


def field_to_ring(ring: ExactRing, factors: Factors) -> Element:
    """The element of a product of field polynomials, up to sign."""
    numerator, denominator = field_quotient(ring, factors)
    value = denominator.constant
    return numerator * (1 / value) if value is not None else numerator / denominator


def _in_sines(
    ring: ExactRing, polynomial: fmpq_mpoly, bottom: dict[int, int]
) -> tuple[Element, Element]:
    """``polynomial / prod((1 + t**2)**k)`` in sines and cosines, as a quotient."""
    context = polynomial.context()
    angles = [g.index for g in ring.tower.generators if g.kind is Kind.COSINE]
    degrees = polynomial.degrees()
    highest = {a: max(bottom.get(a, 0), -(-max(0, int(degrees[a])) // 2)) for a in angles}
    # Angles that do not occur have conditions of their own.
    wanted = {a: k for a, k in highest.items() if k}
    total, under = ring.zero, ring.one
    for exponents, value in polynomial.terms():
        term = ring.rational(Fraction(int(value.p), int(value.q)))
        for index in range(context.nvars()):
            n = int(exponents[index])
            if index in wanted:
                term = term * _tangent_power(ring, index, n, wanted[index])
            elif n:
                term = term * ring.element_of(index) ** n
        total = total + term
    for angle, k in wanted.items():
        # What was divided by too much: 1 + t**2 = 2/(1 + c).
        excess = k - bottom.get(angle, 0)
        if excess:
            total = total * 2**excess
            under = under * (ring.element_of(angle) + 1) ** excess
    return total, under


def _tangent_power(ring: ExactRing, angle: int, j: int, k: int) -> Element:
    """``t**j/(1 + t**2)**k`` for ``j <= 2*k``."""
    cosine = ring.element_of(angle)
    sine = ring.element_of(ring.tower.generators[angle].partner)
    result = (sine * Fraction(1, 2)) ** (j % 2)
    result = result * ((1 - cosine) * Fraction(1, 2)) ** (j // 2)
    return result * ((1 + cosine) * Fraction(1, 2)) ** (k - j // 2 - j % 2)
