"""Signs beside numbers: of angles, exponentials and sines, as ``pi - A`` and ``1 - sin(t)``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from flint import fmpq_mpoly

from diffgeo.rings.exact.sign_rules import Sign
from diffgeo.rings.exact.tower import Kind

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing


def sign_beside_number(
    ring: ExactRing, polynomial: fmpq_mpoly, sign: Callable[[fmpq_mpoly], Sign | None]
) -> Sign | None:
    """The sign of a polar angle, an exponential or a wave plus a number, of two terms.

    An angle is between -pi and pi, or their halves, ``exp(u) - 1`` has the sign of u, and
    ``1 - sin(t)`` is positive where the cosine does not vanish.
    """
    tower = ring.tower
    terms = {i: c for k, c in tower.terms(polynomial) for i in k if k == {i: 1}}
    turns = terms.pop(ring.memory.get("pi", -1), None)
    if len(terms) != 1:
        return None
    ((index, multiple),) = terms.items()
    generator = tower.generators[index]
    if generator.kind is Kind.EXPONENTIAL and generator.argument is not None:
        is_difference = not len(polynomial - tower.constant(multiple) * (tower.variable(index) - 1))
        found = sign(generator.argument.polynomial) if is_difference else None
        return found and found.times(Sign(1 if multiple > 0 else -1, True, generator.mask))
    if generator.kind in (Kind.SINE, Kind.COSINE):
        # Where the cosine does not vanish, the sine is neither 1 nor -1.
        number = polynomial - tower.variable(index) * tower.constant(multiple)
        is_one = not (
            len(number - tower.constant(multiple)) and len(number + tower.constant(multiple))
        )
        other = sign(tower.variable(generator.partner)) if is_one else None
        if other is None or not other.strict:
            return None
        value = 1 if number.leading_coefficient() > 0 else -1
        return Sign(value, True, generator.mask | other.mask)
    if turns is None or generator.kind is not Kind.ARCTANGENT:
        return None
    angle = Sign(1 if turns > 0 else -1, True, generator.mask)
    if abs(turns) >= abs(multiple):
        return angle
    right = sign(generator.arguments[1].polynomial)
    if right is None or right.value < 0 or 2 * abs(turns) < abs(multiple):
        return None
    strict = right.strict or 2 * abs(turns) > abs(multiple)
    return replace(angle, strict=strict, mask=generator.mask | right.mask)
