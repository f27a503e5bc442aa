"""Bases of angles and of exponents: which pairs and exponentials are generators.

The angles in use span a lattice modulo constants, and so do the exponents; the generators
belong to a basis of it, so that every angle is an integer combination of basis angles.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from diffgeo.errors import LateRefinement, NotSupported
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.independence import Member, express, lattice_basis
from diffgeo.rings.exact.tower import Generator, Kind

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing


def angle_family(ring: ExactRing) -> list[Member]:
    """The angles that have generators."""
    return [
        Member(g.argument)
        for g in ring.tower.generators
        if g.kind is Kind.COSINE and g.argument is not None
    ]


def exponent_family(ring: ExactRing) -> list[Member]:
    """The exponents and the arguments of logarithms that have generators."""
    kinds = (Kind.EXPONENTIAL, Kind.LOGARITHM)
    return [
        Member(g.argument, g.kind is Kind.LOGARITHM)
        for g in ring.tower.generators
        if g.kind in kinds and g.argument is not None
    ]


def adjoin_angles(ring: ExactRing, angles: Sequence[Element]) -> None:
    """Extend the basis of angles so that all given angles are integer combinations.

    Raises
    ------
    LateRefinement
        If an angle is a fraction of one that is in the basis already.
    """
    for angle in _refine(ring, angle_family(ring), angles, "angle"):
        theta = (angle - _turns(ring, angle)).bare()
        cosine = ring.tower.append(Generator(-1, Kind.COSINE, "cos", theta, mask=theta.mask))
        sine = ring.tower.append(
            Generator(-1, Kind.SINE, "sin", theta, partner=cosine, mask=theta.mask)
        )
        ring.tower.generators[cosine].partner = sine
        ring.tower.relate_power(sine, 2, 1 - ring.tower.variable(cosine) ** 2)


def _turns(ring: ExactRing, angle: Element) -> Element:
    """The constant part of an angle if it is a multiple of pi/12: it needs no generator."""
    from diffgeo.rings.exact.elementary import pi

    for powers, value in ring.tower.terms(angle.polynomial):
        kinds = [(ring.tower.generators[i].kind, n) for i, n in powers.items()]
        if kinds == [(Kind.CONSTANT, 1)] and (value * 12).denominator == 1:
            return pi(ring) * value
    return ring.zero


def adjoin_exponents(ring: ExactRing, exponents: Sequence[Element]) -> None:
    """Extend the basis of exponents so that all given ones are integer combinations."""
    for element in _refine(ring, exponent_family(ring), exponents, "exponent"):
        u = element.bare()
        ring.tower.append(Generator(-1, Kind.EXPONENTIAL, "exp", u, mask=u.mask))


def _refine(
    ring: ExactRing, present: list[Member], wanted: Sequence[Element], what: str
) -> list[Element]:
    """New members that make all wanted elements integer combinations modulo constants."""
    chosen: list[Element] = []
    rows: list[list[Fraction]] = []
    for element in sorted(wanted, key=_simplicity):
        family = present + [Member(c) for c in chosen]
        row = express(ring, family, Member(element))
        if row is None:
            chosen.append(element)
            row = [Fraction(0)] * len(family) + [Fraction(1)]
        require_integers(ring, present, row, element, what)
        rows.append(row[len(present) :])
    full = [row + [Fraction(0)] * (len(chosen) - len(row)) for row in rows]
    if all(c.denominator == 1 for row in full for c in row):
        return chosen
    result = []
    for vector in lattice_basis(full):
        total = ring.zero
        for coefficient, element in zip(vector, chosen, strict=True):
            total = total + element * coefficient
        result.append(total)
    return result


def _simplicity(element: Element) -> tuple[int, int]:
    polynomial = element.polynomial
    return len(polynomial), int(polynomial.total_degree())


def require_integers(
    ring: ExactRing, present: list[Member], row: list[Fraction], element: Element, what: str
) -> None:
    """Refuse fractions of members that are fixed."""
    for member, coefficient in zip(present, row, strict=False):
        # A logarithm in the basis contributes a power of its argument, so a third is a root.
        if coefficient.denominator == 1 or (member.logarithmic and coefficient.denominator % 4):
            continue
        if member.logarithmic:
            raise NotSupported(
                f"exp({element}) contains ({member.element})**({coefficient}), and roots of "
                "this order are not represented; introduce a coordinate or parameter for the root"
            )
        raise LateRefinement(
            f"the {what} {element} contains {coefficient} of {member.element}, which was "
            f"fixed before; give both expressions together, in one call"
        )
