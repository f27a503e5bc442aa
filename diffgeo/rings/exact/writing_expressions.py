"""From ring elements to expression trees.

The element itself is never touched: its numerator and denominator are cleared, cancelled
and factored on the way out. Reading the tree back gives the same element.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import prod
from typing import TYPE_CHECKING

from flint import fmpq, fmpq_mpoly

from diffgeo.errors import TooLarge
from diffgeo.rings import expression as tree
from diffgeo.rings.exact.absolute_values import signs_apart
from diffgeo.rings.exact.algebraic_numbers import in_multiples, shown_multiple
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.horner import Horner
from diffgeo.rings.exact.multiple_angles import trigonometric_sum
from diffgeo.rings.exact.size_limits import CLEAR_TERMS, factored, power_terms
from diffgeo.rings.exact.tower import Generator, Kind
from diffgeo.rings.expression import Apply, Call, Constant, Expression, Number, Symbol

if TYPE_CHECKING:
    from diffgeo.rings.exact.node import Node
    from diffgeo.rings.exact.ring import ExactRing

#: Larger polynomials are not factored; they are shown nested, by Horner's scheme.
FACTOR_TERMS = 2_000
#: Multiple angles are shown if the factored form has more than so many times their parts.
SHORTER = 1.5
#: Squares of differences are looked for among so many square terms.
SQUARES = 12
#: So many terms over one term are written one by one, where a number is among them.
PARTS = 3

#: Exponents by generator index.
Monomial = frozenset[tuple[int, int]]
#: The monomial and coefficient that decide the place of a term, and the term.
Shown = tuple[Monomial, Fraction, Expression]
_CONSTANT = (Kind.PARAMETER, Kind.CONSTANT, Kind.NUMBER)


def display(ring: ExactRing, element: Element | Node) -> Expression:
    """The tree of an element; an unexpanded one is expanded for it."""
    if not isinstance(element, Element):
        return element.expression()
    # It is written in several ways, and in each of its verdicts. New generators may change it.
    version, newest = ring.tower.version, next(reversed(ring.tower.generators), None)
    known = getattr(element, "_shown", None)
    if known is None or known[0] != version or known[1] is not newest:
        tree = _display(ring, element)
        newest = next(reversed(ring.tower.generators), None)
        known = element._shown = ring.tower.version, newest, tree
    return known[2]


def _display(ring: ExactRing, element: Element) -> Expression:
    _prepare(ring, element)
    inner, element = signs_apart(ring, element)
    shown = _without_signs(ring, element)
    return tree.multiply(shown, *(Call("sign", (display(ring, g),)) for g in inner))


def _without_signs(ring: ExactRing, element: Element) -> Expression:
    tower = ring.tower
    try:
        top, below = _cancelled(ring, element)
        denominator = _product(ring, below, FACTOR_TERMS)
    except TooLarge:
        # As it is: a polynomial in inverses, too.
        return polynomial_tree(ring, element.polynomial)
    if denominator is None:
        # Not multiplied out, only to be factored again.
        powers = [tree.power(polynomial_tree(ring, p), -n) for p, n in below]
        return tree.multiply(quotient_tree(ring, top, tower.constant(1)), *powers)
    return quotient_tree(ring, *_without_common_factor(top, denominator))


def _prepare(ring: ExactRing, element: Element) -> None:
    """Make the trees of the generators below, oldest first: nesting must not become recursion."""
    tower = ring.tower
    cache: dict[int, Expression] = ring.memory.setdefault("generator trees", {})
    stack, below = tower.used(element.polynomial), set()
    while stack:
        index = stack.pop()
        if index in cache or index in below:
            continue
        below.add(index)
        generator = tower.generators[index]
        arguments = generator.arguments or (generator.argument,)
        stack.extend(i for a in arguments if a is not None for i in tower.used(a.polynomial))
    for index in sorted(below):
        generator_tree(ring, index)


def lowest_terms(ring: ExactRing, element: Element) -> tuple[fmpq_mpoly, fmpq_mpoly]:
    """Numerator and denominator without common polynomial factors.

    Raises
    ------
    TooLarge
        If one of them has too many terms.
    """
    numerator, below = _cancelled(ring, element)
    denominator = _product(ring, below, CLEAR_TERMS)
    if denominator is None:
        raise TooLarge(
            f"the denominator of a function has more than {CLEAR_TERMS:_} terms; introduce a "
            "coordinate or parameter for it"
        )
    return _without_common_factor(numerator, denominator)


def _without_common_factor(
    numerator: fmpq_mpoly, denominator: fmpq_mpoly
) -> tuple[fmpq_mpoly, fmpq_mpoly]:
    common = numerator.gcd(denominator)
    if not common.is_constant():
        numerator = divmod(numerator, common)[0]
        denominator = divmod(denominator, common)[0]
    return numerator, denominator


def _product(
    ring: ExactRing, factors: list[tuple[fmpq_mpoly, int]], limit: int
) -> fmpq_mpoly | None:
    """The reduced product of powers, or ``None`` if it could have more terms."""
    if prod(power_terms(len(p), n) for p, n in factors) > limit:
        return None
    product = ring.tower.constant(1)
    for p, n in factors:
        product = product * ring.tower.lift(p) ** n
    return ring.tower.reduce(product)


def _cancelled(
    ring: ExactRing, element: Element
) -> tuple[fmpq_mpoly, list[tuple[fmpq_mpoly, int]]]:
    """The cleared numerator, and the denominators that do not divide it, with exponents."""
    tower = ring.tower
    numerator, exponents = tower.clear(element.polynomial)
    below = []
    for index, power in exponents.items():
        argument = tower.generators[index].argument
        assert argument is not None
        inverted = tower.lift(argument.polynomial)
        for k in range(power, 0, -1):
            quotient, rest = divmod(numerator, inverted)
            if len(rest):
                below.append((inverted, k))
                break
            numerator = quotient
    return numerator, below


def quotient_tree(ring: ExactRing, numerator: fmpq_mpoly, denominator: fmpq_mpoly) -> Expression:
    """A quotient of polynomials, factored, or with multiple angles where that is much shorter."""
    if not len(numerator):
        return tree.ZERO
    shown = _quotient_of_products(ring, numerator, denominator)
    parts = [_waves(ring, part) for part in (numerator, denominator)]
    if not any(parts):
        return shown
    pairs = zip(parts, (numerator, denominator), strict=True)
    top, bottom = (found or polynomial_tree(ring, part) for found, part in pairs)
    other = top if bottom == tree.ONE else tree.divide(top, bottom)
    return other if SHORTER * _size(other) < _size(shown) else shown


def _waves(ring: ExactRing, polynomial: fmpq_mpoly) -> Expression | None:
    """The polynomial with sines and cosines of multiple angles, if there are high powers."""

    @cache
    def angle(index: int, multiple: int) -> Expression:
        argument = ring.tower.generators[index].argument
        assert argument is not None
        return display(ring, argument * multiple)

    return trigonometric_sum(ring, polynomial, lambda i, n: generator_power(ring, i, n), angle)


def _size(expression: Expression) -> int:
    return sum(1 for _ in expression.walk())


def _quotient_of_products(
    ring: ExactRing, numerator: fmpq_mpoly, denominator: fmpq_mpoly
) -> Expression:
    """Both factored, with integer coefficients."""
    numerator, denominator = _shorter(ring, numerator), _shorter(ring, denominator)
    if len(numerator) <= FACTOR_TERMS and len(denominator) <= FACTOR_TERMS:
        # Where s**2 is written for 1 - c**2 there may be a factor s that was none before.
        numerator, denominator = _without_common_factor(numerator, denominator)
    top_content, top = _factored(ring, numerator)
    bottom_content, bottom = _factored(ring, denominator)
    content = top_content / bottom_content
    factors: list[Expression] = []
    if len(top) == 1 and not bottom and top[0][1] == 1 and content.denominator == 1:
        # A plain sum stays a sum: 2*x + 2*y rather than 2*(x + y).
        scale = fmpq(bottom_content.numerator, bottom_content.denominator)
        return polynomial_tree(ring, numerator / scale)
    if [n for _, n in top] == [1] and (whole := _number_and_rest(ring, numerator, denominator)):
        return whole
    if content < 0:
        # r/(r - 2*m) rather than -r/(2*m - r): such a factor has either sign with equal right.
        for part in (bottom, top):
            for k, (factor, power) in enumerate(part):
                signs = [c < 0 for c in factor.coeffs()]
                if content < 0 and power % 2 and 2 * sum(signs) == len(signs):
                    part[k], content = (-factor, power), -content
    if content != 1:
        factors.append(Number(content))
    factors += [_power_tree(ring, f, n) for f, n in top]
    factors += [_power_tree(ring, f, -n) for f, n in bottom]
    return tree.multiply(*factors)


def _number_and_rest(
    ring: ExactRing, numerator: fmpq_mpoly, denominator: fmpq_mpoly
) -> Expression | None:
    """``1 - 2*m/r`` for ``(r - 2*m)/r``: few terms over one, where a quotient is a number."""
    if not 1 < len(numerator) <= PARTS or len(denominator) != 1 or denominator.is_constant():
        return None
    [(below, divisor)] = ring.tower.terms(denominator)
    above = list(ring.tower.terms(numerator))
    number = [value for powers, value in above if powers == below]
    if not number or any((value / divisor).denominator != 1 for _, value in above):
        return None
    rest = []
    for powers, value in above:
        if powers != below:
            left = Counter(powers)
            left.subtract(below)
            monomial = frozenset((i, n) for i, n in left.items() if n)
            rest.append(_monomial(ring, monomial, value / divisor))
    whole = Number(number[0] / divisor)
    return tree.add(*((whole, *rest) if whole.value > 0 else (*rest, whole)))


def _power_tree(ring: ExactRing, factor: fmpq_mpoly, power: int) -> Expression:
    index = ring.tower.single_generator(factor)
    if index is not None and power > 0:
        return generator_power(ring, index, power)
    return tree.power(polynomial_tree(ring, factor), power)


def _factored(
    ring: ExactRing, polynomial: fmpq_mpoly
) -> tuple[Fraction, list[tuple[fmpq_mpoly, int]]]:
    if len(polynomial) > FACTOR_TERMS:
        return Fraction(1), [(polynomial, 1)]
    content, factors = factored(polynomial)
    value = Fraction(int(content.p), int(content.q))
    result = []
    for factor, power in factors:
        # Most positive terms first: -x - y is shown as minus (x + y).
        negative = sum(1 for c in factor.coeffs() if c < 0)
        if 2 * negative > len(factor):
            factor, value = -factor, value * (-1) ** int(power)
        result.append((factor, int(power)))
    # Single generators come first: parameters, then the others from old to new.
    generators = ring.tower.generators

    def order(item: tuple[fmpq_mpoly, int]) -> tuple[int, bool, int]:
        index = ring.tower.single_generator(item[0])
        if index is None:
            return len(item[0]), False, 0
        return 1, generators[index].kind not in _CONSTANT, index

    result.sort(key=order)
    return value, result


def polynomial_tree(ring: ExactRing, polynomial: fmpq_mpoly) -> Expression:
    """A polynomial in the functions that its generators stand for."""
    if len(polynomial) > FACTOR_TERMS:
        return Horner(ring.tower, lambda i, n: generator_power(ring, i, n)).tree(polynomial)
    terms = in_multiples(ring, ring.tower.terms(_shorter(ring, polynomial)))
    shown = _squares_of_differences(ring, terms)
    shown += [(m, value, _monomial(ring, m, value)) for m, value in terms.items()]
    # Oldest generators first, high powers first; but no leading minus without need.
    indices = range(len(ring.tower))

    def order(item: Shown) -> tuple[bool, list[int]]:
        powers = dict(item[0])
        return item[1] < 0, [-powers.get(i, 0) for i in indices]

    return tree.add(*(t for _, _, t in sorted(shown, key=order)))


def _squares_of_differences(ring: ExactRing, terms: dict[Monomial, Fraction]) -> list[Shown]:
    """Take ``k*a**2 - 2*k*a*b + k*b**2`` out of the terms and show it as ``k*(a - b)**2``."""
    roots = {
        frozenset((i, n // 2) for i, n in monomial): monomial
        for monomial in terms
        if monomial and all(n % 2 == 0 for _, n in monomial)
    }
    if not 2 <= len(roots) <= SQUARES or len(terms) < 4:
        return []
    found: list[Shown] = []
    for a, b in combinations(roots, 2):
        powers = Counter(dict(a))
        powers.update(dict(b))
        cross = frozenset(powers.items())
        value, mixed = terms.get(roots[a]), terms.get(cross)
        if value is None or mixed is None or terms.get(roots[b]) != value:
            continue
        if mixed == -2 * value and cross not in (roots[a], roots[b]):
            for monomial in (roots[a], roots[b], cross):
                del terms[monomial]
            one = Fraction(1)
            newer, older = sorted((a, b), key=lambda m: max(i for i, _ in m), reverse=True)
            base = tree.add(_monomial(ring, newer, one), tree.negate(_monomial(ring, older, one)))
            square = tree.power(base, 2)
            number = [] if value == 1 else [Number(value)]
            found.append((roots[a], value, tree.multiply(*number, square)))
    return found


def _monomial(ring: ExactRing, monomial: Iterable[tuple[int, int]], value: Fraction) -> Expression:
    """A term: the number, then parameters, then everything else from old to new."""
    generators, pi = ring.tower.generators, _constant(ring, "pi")
    factors: list[Expression] = [] if value == 1 else [Number(value)]
    for i, n in sorted(monomial, key=lambda p: (generators[p[0]].kind not in _CONSTANT, p[0])):
        number = shown_multiple(generators[i], n, pi) if generators[i].kind is Kind.NUMBER else None
        factors.append(number or generator_power(ring, i, n))
    return tree.multiply(*factors)


def _shorter(ring: ExactRing, polynomial: fmpq_mpoly) -> fmpq_mpoly:
    """For each angle the shorter of the forms with ``c**2`` or with ``s**2`` replaced."""
    tower = ring.tower
    if len(polynomial) > FACTOR_TERMS:
        return polynomial
    shortest = polynomial
    swapped: list[tuple[int, int]] = []
    for index in tower.used(polynomial):
        generator = tower.generators[index]
        if generator.kind is not Kind.COSINE or tower.degree(polynomial, index) < 2:
            continue
        # Divide by c**2 + s**2 - 1 as a polynomial in c: swap the two variables around, with all
        # that were swapped before, as the others are reduced to cosines.
        pairs = [*swapped, (index, generator.partner)]
        exchanged = _exchanged(ring, polynomial, pairs)
        candidate = _exchanged(ring, tower.reduce(exchanged), pairs)
        if len(candidate) < len(shortest):
            shortest, swapped = candidate, pairs
    return shortest


def _exchanged(ring: ExactRing, polynomial: fmpq_mpoly, pairs: list[tuple[int, int]]) -> fmpq_mpoly:
    """The polynomial with the two generators of each pair exchanged."""
    tower = ring.tower
    images = list(tower.context.gens())
    for first, second in pairs:
        one, other = tower.place(first), tower.place(second)
        images[one], images[other] = images[other], images[one]
    return polynomial.compose(*images, ctx=tower.context)


def generator_power(ring: ExactRing, index: int, exponent: int) -> Expression:
    """A power of the function that a generator stands for; exp(u)**2 is shown as exp(2*u)."""
    generator = ring.tower.generators[index]
    if generator.kind is Kind.EXPONENTIAL and generator.argument is not None:
        return _exponential(ring, generator.argument * exponent)
    if generator.kind is Kind.ROOT and generator.argument is not None and not generator.inside:
        power = Number(Fraction(exponent, generator.degree))
        return tree.power(display(ring, generator.argument), power)
    if generator.kind is Kind.INVERSE and generator.argument is not None:
        return tree.power(display(ring, generator.argument), -exponent)
    return tree.power(generator_tree(ring, index), exponent)


def generator_tree(ring: ExactRing, index: int) -> Expression:
    """The function that a generator stands for."""
    cache: dict[int, Expression] = ring.memory.setdefault("generator trees", {})
    if index not in cache:
        cache[index] = _generator_tree(ring, ring.tower.generators[index])
    return cache[index]


def _generator_tree(ring: ExactRing, generator: Generator) -> Expression:
    match generator.kind:
        case Kind.COORDINATE | Kind.PARAMETER:
            return Symbol(generator.name)
        case Kind.CONSTANT:
            return _constant(ring, generator.name)
        case Kind.NUMBER:
            return shown_multiple(generator, 1, _constant(ring, "pi"))
        case Kind.JET:
            arguments = tuple(display(ring, a) for a in generator.arguments)
            return Apply(generator.name, generator.orders, arguments)
        case Kind.ARCTANGENT:
            return _arctangent(ring, *generator.arguments)
    assert generator.argument is not None
    if generator.inside is not None:
        return Call("Abs", (display(ring, generator.inside),))
    inner = display(ring, generator.argument)
    match generator.kind:
        case Kind.ROOT:
            return tree.power(inner, Number(Fraction(1, generator.degree)))
        case Kind.INVERSE:
            return tree.power(inner, -1)
        case Kind.EXPONENTIAL:
            return _exponential(ring, generator.argument)
    return Call(generator.name, (inner,))


def _constant(ring: ExactRing, name: str) -> Expression:
    """The tree of ``pi`` or ``E``: written by functions if the name is declared for another."""
    if name not in ring.base and name not in ring.functions:
        return Constant(name)
    return Call("acos", (tree.MINUS_ONE,)) if name == "pi" else Call("exp", (tree.ONE,))


def _arctangent(ring: ExactRing, y: Element, x: Element) -> Expression:
    """``atan2(y, x)``, shown as ``atan(y)`` or ``asin(y)`` where it is one of them."""
    if x.constant == 1:
        return Call("atan", (display(ring, y),))
    root = ring.tower.single_generator(x.polynomial)
    is_root = root is not None and ring.tower.generators[root].kind is Kind.ROOT
    if is_root and ring.vanishes(x * x + y * y - 1):
        return Call("asin", (display(ring, y),))
    return Call("atan2", (display(ring, y), display(ring, x)))


def _exponential(ring: ExactRing, exponent: Element) -> Expression:
    """The exponential of an element; ``exp(a*log(x))`` is shown as ``x**a``."""
    value = exponent.constant
    if value is not None:
        base = _constant(ring, "E")
        if isinstance(base, Constant):
            return tree.power(base, Number(value))
        return Call("exp", (Number(value),))
    polynomial = exponent.polynomial
    for index in ring.tower.used(polynomial):
        log = ring.tower.generators[index]
        if log.kind is Kind.LOGARITHM and log.argument is not None:
            quotient, rest = divmod(polynomial, ring.tower.variable(index))
            if not len(rest):
                power = display(ring, Element(ring, quotient))
                return tree.power(display(ring, log.argument), power)
    return Call("exp", (display(ring, exponent),))
