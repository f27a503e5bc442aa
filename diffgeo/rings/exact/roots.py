"""Square roots, decided by square classes.

All generators but roots and inverses are independent, so with the tangents ``t`` of the
half angles in place of the sines and cosines the functions form a rational function
field, whose elements factor. A radicand is a square there up to its *class*: the
irreducible factors (and primes, and the sign) with odd exponent. A root whose class is a
combination of the classes of present roots is written in them; otherwise it is a new
generator. Adjoining dependent roots blindly would create zero divisors.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flint import Ordering, fmpq_mpoly, fmpq_mpoly_ctx, fmpz

from diffgeo.errors import NeedsSign, NestedRoot, NonReal, TooLarge
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.tower import Generator, Kind

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing

#: Larger radicands are refused: half angles double the degree for every angle.
RADICAND_TERMS = 500

#: A factorisation in the field: exponents of irreducible polynomials (by text) and primes.
Factors = dict[str, tuple[Any, int]]


@dataclass(slots=True)
class Root:
    """A root generator with the factorisation of its radicand."""

    index: int
    radicand: Element
    factors: Factors

    @property
    def square_class(self) -> frozenset[str]:
        """The class of the radicand modulo squares."""
        return _square_class(self.factors)


def square_root(ring: ExactRing, q: Element) -> Element:
    """The positive square root of a function, with the condition that it is positive.

    Raises
    ------
    NonReal
        If the radicand is known to be negative.
    NeedsSign
        If the root is plus or minus a known function whose sign is not known.
    NestedRoot
        If the radicand contains a root.
    """
    if ring.certainly_zero(q):
        return q
    numerator, denominator = _without_inverses(ring, q)
    if any(ring.tower.generators[i].kind is Kind.ROOT for i in ring.tower.used(numerator)):
        raise NestedRoot(
            f"sqrt({q}) has a root inside a root; write it without the inner root or introduce "
            "a coordinate for it"
        )
    if len(numerator) > RADICAND_TERMS:
        raise TooLarge(f"the radicand of a square root has {len(numerator)} terms; simplify it")
    radicand = Element(ring, numerator, q.mask)
    root = _root_of_polynomial(ring, radicand, q)
    return root / denominator


def _without_inverses(ring: ExactRing, q: Element) -> tuple[fmpq_mpoly, Element]:
    """``q = radicand / denominator**2`` with a radicand free of inverses, denominator > 0."""
    numerator, exponents = ring.tower.clear(q.polynomial)
    below: list[tuple[Element, int]] = []
    for index, power in exponents.items():
        argument = ring.tower.generators[index].argument
        assert argument is not None
        below.append((argument, (power + 1) // 2))
        if power % 2:
            numerator = ring.tower.reduce(numerator * ring.tower.lift(argument.polynomial))
    denominator = ring.one.under(q.mask)
    for argument, half in below:
        sign = ring.domain.signed(argument) if half % 2 else ring.one
        if sign is None:
            # That q is positive may settle it: sqrt(1/x) needs x > 0 anyway.
            ring.domain.require(">", ring.make(numerator).bare(), f"sqrt({q})")
            sign = ring.domain.signed(argument)
        if sign is None:
            # sqrt(N/p**2) = sqrt(N*p**2)/p**2 needs no sign of p.
            numerator = ring.tower.reduce(numerator * ring.tower.lift(argument.polynomial) ** 2)
            denominator = denominator * argument ** (half + 1)
        else:
            denominator = denominator * (argument * sign) ** half
    return ring.tower.lift(numerator), denominator


def _root_of_polynomial(ring: ExactRing, radicand: Element, shown: Element) -> Element:
    factors = _factorise(ring, radicand.polynomial)
    roots: list[Root] = ring.memory.setdefault("roots", [])
    for known in roots:
        if not len(known.radicand.polynomial - radicand.polynomial):
            return ring.element_of(known.index).under(radicand.mask)
    chosen = _combination(_square_class(factors), [r.square_class for r in roots])
    if chosen is None:
        return _new_root(ring, radicand, shown, factors, roots)
    # The product of the radicand and the chosen ones is a square h**2.
    total = factors
    product = ring.one
    for position in chosen:
        total = _merge(total, roots[position].factors)
        product = product * ring.element_of(roots[position].index)
    if total.get("-1", (None, 0))[1] % 4 == 2 and not chosen:
        raise NonReal(f"sqrt({shown}) is not real: the radicand is minus a square")
    h = _field_to_ring(ring, _halve(total))
    sign = ring.domain.signed(h)
    if sign is None:
        raise NeedsSign(
            f"cannot decide the sign of {h} in sqrt({shown}); declare it positive or negative"
        )
    result = h * sign / product if chosen else h * sign
    mask = ring.domain.require(">", radicand, f"sqrt({shown})") if chosen else 0
    return result.under(radicand.mask | mask)


def _new_root(
    ring: ExactRing, radicand: Element, shown: Element, factors: Factors, roots: list[Root]
) -> Element:
    """A new generator for the part of the radicand that is not a known square."""
    content, parts = radicand.polynomial.factor()
    outside, inside = ring.one, radicand
    for factor, power in parts:
        element = Element(ring, factor, radicand.mask)
        sign = ring.domain.signed(element)
        if power > 1 and sign is not None:
            half = int(power) // 2
            outside = outside * (element * sign) ** half
            inside = _exact_quotient(ring, inside, element ** (2 * half))
    square = _square_part(Fraction(int(content.p), int(content.q)))
    outside, inside = outside * square, inside * (1 / square**2)
    inside = inside.bare()
    mask = ring.domain.require(">", radicand.bare(), f"sqrt({shown})") | inside.mask
    index = ring.tower.append(Generator(-1, Kind.ROOT, "sqrt", inside, degree=2, mask=mask))
    ring.tower.relate_power(index, 2, inside.polynomial)
    roots.append(Root(index, inside, _factorise(ring, inside.polynomial)))
    return outside * ring.element_of(index).under(radicand.mask)


def _exact_quotient(ring: ExactRing, dividend: Element, divisor: Element) -> Element:
    quotient, _ = divmod(dividend.polynomial, divisor.polynomial)
    return Element(ring, quotient, dividend.mask)


def _square_part(value: Fraction) -> Fraction:
    """The largest rational s > 0 with ``value/s**2`` a square-free integer."""
    # a/b = a*b/b**2
    product = abs(value.numerator) * value.denominator
    square = 1
    for prime, power in fmpz(product).factor():
        square *= int(prime) ** (int(power) // 2)
    return Fraction(square, value.denominator)


# --- factorisation in the field of half angles ---------------------------------------


def _field_context(ring: ExactRing) -> fmpq_mpoly_ctx:
    """One variable per generator; the variable of a cosine is the half-angle tangent."""
    return fmpq_mpoly_ctx.get([f"t{i}" for i in range(len(ring.tower))], Ordering.lex)


def _factorise(ring: ExactRing, polynomial: fmpq_mpoly) -> Factors:
    context = _field_context(ring)
    numerator, denominator = context.constant(0), context.constant(1)
    degrees: dict[int, int] = {}
    terms = list(ring.tower.terms(polynomial))
    for powers, _ in terms:
        for angle, n in _angle_degrees(ring, powers).items():
            degrees[angle] = max(degrees.get(angle, 0), n)
    for powers, value in terms:
        term = context.constant(1) * _fraction(value)
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
    return _merge(_factors_of(numerator, 1), _factors_of(denominator, -1))


def _angle_degrees(ring: ExactRing, powers: dict[int, int]) -> dict[int, int]:
    result: dict[int, int] = {}
    for index, n in powers.items():
        generator = ring.tower.generators[index]
        if generator.kind in (Kind.SINE, Kind.COSINE):
            angle = index if generator.kind is Kind.COSINE else generator.partner
            result[angle] = result.get(angle, 0) + n
    return result


def _fraction(value: Fraction) -> Any:
    from flint import fmpq

    return fmpq(value.numerator, value.denominator)


def _factors_of(polynomial: fmpq_mpoly, scale: int) -> Factors:
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
        for prime, power in fmpz(abs(int(integer))).factor():
            key = f"prime {int(prime)}"
            old = result.get(key, (int(prime), 0))[1]
            result[key] = (int(prime), old + direction * int(power))
    return result


def _merge(left: Factors, right: Factors) -> Factors:
    result = dict(left)
    for key, (value, power) in right.items():
        result[key] = (value, result.get(key, (value, 0))[1] + power)
    return {k: (v, n) for k, (v, n) in result.items() if n}


def _square_class(factors: Factors) -> frozenset[str]:
    return frozenset(key for key, (_, power) in factors.items() if power % 2)


def _combination(wanted: frozenset[str], classes: Iterable[frozenset[str]]) -> list[int] | None:
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


def _halve(factors: Factors) -> Factors:
    return {k: (v, n // 2) for k, (v, n) in factors.items() if k != "-1"}


def _field_to_ring(ring: ExactRing, factors: Factors) -> Element:
    """The element of a product of field polynomials, up to sign.

    ``t**j/(1 + t**2)**k`` with ``j <= 2*k`` is a polynomial in the sine and cosine, so
    the powers of ``1 + t**2`` in the denominator are used up first.
    """
    numerator, denominator = ring.one, ring.one
    top: Any = None
    bottom: dict[int, int] = {}
    context = _field_context(ring)
    tangents = {
        f"t{g.index}^2 + 1": g.index for g in ring.tower.generators if g.kind is Kind.COSINE
    }
    top = context.constant(1)
    under = context.constant(1)
    for key, (value, power) in factors.items():
        if key.startswith("prime"):
            scale = Fraction(value) ** power
            numerator = numerator * scale
        elif key in tangents and power < 0:
            bottom[tangents[key]] = -power
        elif power > 0:
            top = top * value.project_to_context(context) ** power
        else:
            under = under * value.project_to_context(context) ** (-power)
    numerator = numerator * _in_sines(ring, top, bottom)
    denominator = denominator * _in_sines(ring, under, {})
    return numerator if denominator.constant == 1 else numerator / denominator


def _in_sines(ring: ExactRing, polynomial: fmpq_mpoly, bottom: dict[int, int]) -> Element:
    """``polynomial / prod((1 + t**2)**k)`` in sines and cosines."""
    context = polynomial.context()
    angles = [g.index for g in ring.tower.generators if g.kind is Kind.COSINE]
    degrees = polynomial.degrees()
    wanted = {a: max(bottom.get(a, 0), -(-max(0, degrees[a]) // 2)) for a in angles}
    total = ring.zero
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
            total = total * (2 / (ring.element_of(angle) + 1)) ** excess
    return total


def _tangent_power(ring: ExactRing, angle: int, j: int, k: int) -> Element:
    """``t**j/(1 + t**2)**k`` for ``j <= 2*k``."""
    cosine = ring.element_of(angle)
    sine = ring.element_of(ring.tower.generators[angle].partner)
    result = (sine * Fraction(1, 2)) ** (j % 2)
    result = result * ((1 - cosine) * Fraction(1, 2)) ** (j // 2)
    return result * ((1 + cosine) * Fraction(1, 2)) ** (k - j // 2 - j % 2)
