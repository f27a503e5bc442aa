"""Equations of level sets: their factors, and the set of their zeros."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from diffgeo.errors import AxiomViolation, NotSupported
from diffgeo.forms import Form
from diffgeo.spaces import Manifold
from diffgeo.verdicts import check

if TYPE_CHECKING:
    from diffgeo.rings.exact.variety import Variety


def factors_of(space: Manifold, phi: Form) -> list[Form]:
    """The irreducible factors of a function that can vanish."""
    from diffgeo.rings.exact.ring import ExactRing
    from diffgeo.rings.exact.variety import components as factors

    ring = space.chart.ring
    if not isinstance(ring, ExactRing):
        raise NotSupported(f"level sets need the exact ring, which {space} does not have")
    return [space.scalar(e) for e in factors(ring, ring.expand(phi.element("take zeros of")))]


def irreducible(space: Manifold, phi: Form, name: str) -> Form:
    """The only factor of a function; `AxiomViolation` if there is none, or more than one."""
    factors = factors_of(space, phi)
    if not factors:
        what = "holds everywhere" if check(phi == 0) else "has no real solution"
        raise AxiomViolation(f"the equation {phi.summary()} = 0 of {name} on {space} {what}")
    if len(factors) > 1:
        parts = ", ".join(f"{factor.summary()} = 0" for factor in factors)
        raise AxiomViolation(
            f"the equation {phi.summary()} = 0 of {name} on {space} is reducible: take one of "
            f"{parts}, or components(...) for all of them"
        )
    return factors[0]


def variety_of(space: Manifold, equations: Sequence[Form], normal: Form, name: str) -> Variety:
    """The zeros of functions where a product of their differentials does not vanish."""
    from diffgeo.rings.exact.variety import Variety

    elements = [phi.element() for phi in equations]
    return Variety(space.chart.ring, elements, list(normal._terms.values()), name)  # type: ignore[arg-type]
