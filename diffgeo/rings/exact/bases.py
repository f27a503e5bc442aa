"""Bases of angles and of exponents: which pairs and exponentials are generators.

The angles in use span a lattice modulo constants, and so do the exponents; the generators
belong to a basis of it, so that every angle is an integer combination of basis angles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from diffgeo.errors import NestedRoot
from diffgeo.rings.exact import constants
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.independence import Member, express, lattice_basis
from diffgeo.rings.exact.linear import shared
from diffgeo.rings.exact.tower import Generator, Kind

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing

#: If an angle would be a larger multiple of a basis angle, a shorter basis is looked for.
LARGEST_MULTIPLE = 8


def angle_family(ring: ExactRing) -> list[Member]:
    """The angles and arctangents that have generators, but those made of absolute values."""
    family = []
    for g in ring.tower.generators:
        if g.cases:
            continue
        if g.kind is Kind.COSINE and g.argument is not None:
            family.append(Member(g.argument))
        elif g.kind is Kind.ARCTANGENT:
            y, x = g.arguments
            family.append(Member(y, over=x, value=ring.element_of(g.index)))
    return family


def exponent_family(ring: ExactRing) -> list[Member]:
    """The same for exponents and the arguments of logarithms."""
    family = []
    for g in ring.tower.generators:
        if g.cases:
            continue
        if g.kind is Kind.EXPONENTIAL and g.argument is not None:
            family.append(Member(g.argument))
        elif g.kind is Kind.LOGARITHM and g.argument is not None:
            family.append(Member(g.argument, True, value=ring.element_of(g.index)))
    return family


def adjoin_angles(ring: ExactRing, angles: Sequence[Element]) -> None:
    """Extend or refine the basis of angles so that all given ones are integer combinations.

    Raises
    ------
    Refusal
        If the angles in use must be divided and a root refuses that.
    """
    wanted = [_without_turns(ring, angle) for angle in angles]
    wanted = [angle for angle in wanted if not ring.vanishes(angle)]
    for angle in _refine(ring, angle_family, wanted):
        new_angle(ring, constants.upright(ring, angle))


def new_angle(ring: ExactRing, angle: Element) -> tuple[Element, Element]:
    """Generators for the sine and the cosine of an angle."""
    theta = shared(ring, angle)
    cosine = ring.tower.append(Generator(-1, Kind.COSINE, "cos", theta, mask=theta.mask))
    sine = ring.tower.append(
        Generator(-1, Kind.SINE, "sin", theta, partner=cosine, mask=theta.mask)
    )
    ring.tower.generators[cosine].partner = sine
    ring.tower.relate_power(sine, 2, 1 - ring.tower.variable(cosine) ** 2)
    return ring.element_of(sine), ring.element_of(cosine)


def _without_turns(ring: ExactRing, angle: Element) -> Element:
    """The angle without a multiple of pi whose sine is known: that needs no generator."""
    constant = ring.tower.is_constant(angle.polynomial)
    known = constants.is_represented(constants.turn_part(ring, angle))
    return constants.without_turns(ring, angle) if known or constant else angle


def adjoin_exponents(ring: ExactRing, exponents: Sequence[Element]) -> None:
    """Extend the basis of exponents so that all given ones are integer combinations."""
    wanted = []
    for u in exponents:
        constant = ring.tower.is_constant(u.polynomial)
        wanted += constants.terms_of(ring, u) if constant else [u]
    for element in _refine(ring, exponent_family, wanted):
        new_exponential(ring, constants.upright(ring, element))


def new_exponential(ring: ExactRing, exponent: Element) -> Element:
    """A generator for the exponential of a function."""
    u = shared(ring, exponent)
    index = ring.tower.append(Generator(-1, Kind.EXPONENTIAL, "exp", u, mask=u.mask))
    return ring.element_of(index)


def _refine(
    ring: ExactRing,
    family: Callable[[ExactRing], list[Member]],
    wanted: Sequence[Element],
) -> list[Element]:
    """New members that make all wanted elements integer combinations modulo constants.

    Members that are there already are divided if they have to be.
    """
    wanted = [e for e in wanted if not ring.tower.cases(e.polynomial)]
    present = family(ring)
    chosen: list[Element] = []
    rows: list[list[Fraction]] = []
    for element in sorted(wanted, key=_simplicity):
        members = present + [Member(c) for c in chosen]
        row = express(ring, members, Member(element))
        if row is None:
            chosen.append(element)
            row = [Fraction(0)] * len(members) + [Fraction(1)]
        rows.append(row)
    if divide(ring, present, rows):
        return _refine(ring, family, wanted)
    rest = [row[len(present) :] for row in rows]
    full = [row + [Fraction(0)] * (len(chosen) - len(row)) for row in rest]
    if all(c.denominator == 1 for row in full for c in row):
        return chosen
    return _short_basis(ring, chosen, full)


def divide(ring: ExactRing, family: Sequence[Member], rows: Sequence[Sequence[Fraction]]) -> bool:
    """Refine the tower so that the combinations ``rows`` of the family become integral.

    Returns whether there was anything to do; if so, the family is no longer the present one.

    Raises
    ------
    NestedRoot
        If another part of an arctangent than its half is needed.
    Refusal
        If a root that has become dependent needs a sign that is not known.
    """
    from diffgeo.rings.exact.retirement import refine

    divisors: dict[int, int] = {}
    members: dict[int, int] = {}
    for position, member in enumerate(family):
        parts = lcm(*(r[position].denominator for r in rows if position < len(r)))
        if member.over is not None and parts > 2:
            raise NestedRoot(
                f"sine and cosine of a part of {member.primitive} are nested roots of order "
                f"{parts}, which are not represented; introduce a coordinate for the part"
            )
        index = _owner(ring, member)
        if index is not None:
            members[position] = index
            divisors[index] = parts
    if all(n == 1 for n in divisors.values()):
        return False
    block = [k for k in members if any(k < len(r) and r[k] for r in rows)]
    multiples = [abs(r[k]) * divisors[members[k]] for r in rows for k in block if k < len(r)]
    multiples += [Fraction(n) for n in divisors.values()]
    elements = [family[k].element for k in block]
    if max(multiples) > LARGEST_MULTIPLE and _level(ring, elements):
        units = [[Fraction(int(j == k)) for j in block] for k in block]
        lattice = units + [[r[k] if k < len(r) else Fraction(0) for k in block] for r in rows]
        basis = _short_basis(ring, elements, lattice)
        refine(ring, {}, basis, [members[k] for k in block])
    else:
        refine(ring, divisors)
    return True


def _owner(ring: ExactRing, member: Member) -> int | None:
    """The cosine or exponential of a member; there is none of a logarithm or an arctangent."""
    if member.value is not None:
        # Its argument may be an angle, too: sin(t) beside atan(t).
        return None
    for g in ring.tower.generators:
        if g.kind in (Kind.COSINE, Kind.EXPONENTIAL) and g.argument is member.element:
            return g.index
    return None


def _level(ring: ExactRing, elements: Sequence[Element]) -> bool:
    """Whether none of the functions of the elements may occur inside another of them."""
    depths: dict[int, int] = {}

    def depth(element: Element) -> int:
        result = 0
        for index in ring.tower.used(element.polynomial):
            if index not in depths:
                g = ring.tower.generators[index]
                inner = g.arguments if g.argument is None else (g.argument,)
                new = g.kind in (Kind.COSINE, Kind.SINE, Kind.EXPONENTIAL)
                depths[index] = max(map(depth, inner), default=0) + new
            result = max(result, depths[index])
        return result

    return len({depth(e) for e in elements}) == 1


def _short_basis(
    ring: ExactRing, elements: Sequence[Element], rows: Sequence[Sequence[Fraction]]
) -> list[Element]:
    """A basis of the lattice of combinations ``rows``, short as polynomials."""
    tower = ring.tower
    # Constant terms do not matter, except in angles that are numbers.
    numbers = all(tower.is_constant(e.polynomial) for e in elements)
    vectors: list[dict[tuple[tuple[int, int], ...], Fraction]] = []
    for row in rows:
        total = ring.zero
        for coefficient, element in zip(row, elements, strict=True):
            total = total + element * coefficient
        terms = tower.terms(total.polynomial)
        vectors.append(
            {
                tuple(sorted(powers.items())): value
                for powers, value in terms
                if numbers or not all(tower.generators[i].constant for i in powers)
            }
        )
    monomials = sorted({m for vector in vectors for m in vector})
    result = []
    for vector in lattice_basis([[v.get(m, Fraction(0)) for m in monomials] for v in vectors]):
        total = ring.zero
        for value, monomial in zip(vector, monomials, strict=True):
            term = ring.rational(value)
            for index, n in monomial:
                term = term * ring.element_of(index) ** n
            total = total + term
        result.append(total)
    return result


def _simplicity(element: Element) -> tuple[int, int]:
    polynomial = element.polynomial
    return len(polynomial), int(polynomial.total_degree())
