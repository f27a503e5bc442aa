"""What derivations make of forms: one by one, or of many forms at once.

A ring whose elements are arrays does that for all coefficients together; see `derivations`
for the formula.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import add, sub
from typing import TYPE_CHECKING, Any

from diffgeo.calculus.forms import Form, nothing, wedge_products
from diffgeo.rings.protocol import Element, SampledRing

if TYPE_CHECKING:
    from diffgeo.calculus.derivations import Derivation
    from diffgeo.rings.protocol import Act, Product

Values = Callable[[int], Form]


class ValuesTogether:
    """Values by the index of a coordinate, which can be made together."""

    def __init__(self, make: Callable[[Sequence[int]], list[Form]]) -> None:
        self.make = make

    def __call__(self, index: int) -> Form:
        """One value by itself."""
        return self.make([index])[0]


def make_all(values: Values, known: dict[int, Form], dimension: int) -> None:
    """Make all values together, if none of them is known and that is possible."""
    if not known and isinstance(values, ValuesTogether):
        known.update(enumerate(values.make(range(dimension))))


def images(derivation: Derivation, forms: Sequence[Form], sign: int = 1) -> list[Form]:
    """±D(α) for several forms α on the space on which D acts."""
    return sums_of_images((derivation, forms, sign))


def sums_of_images(*terms: tuple[Derivation, Sequence[Form], int]) -> list[Form]:
    """``±D(α) ± E(β) …`` for several α, as many β, and so on."""
    target = terms[0][0].target
    ring = target.chart.ring
    if isinstance(ring, SampledRing) and all(D.along is None for D, _, _ in terms):
        sums = ring.sums_of_images([_act(*term) for term in terms])
        if sums is not None:
            degrees = [alpha.degree + terms[0][0].degree for alpha in terms[0][1]]
            return [Form(target, *made) for made in zip(degrees, sums, strict=True)]
    found: list[Form] = []
    for D, forms, sign in terms:
        values = [_image(D, alpha) for alpha in forms]
        if found:
            found = list(map(add if sign > 0 else sub, found, values))
        else:
            found = values if sign > 0 else [-value for value in values]
    return found


def _act(derivation: Derivation, forms: Sequence[Form], sign: int) -> Act[Any]:
    """The coefficients that a ring needs; of differentials that do not occur no values are made."""
    support = 0
    for alpha in forms:
        support |= alpha.support()
    indices = range(derivation.space.dimension)
    used = [k for k in indices if support >> k & 1]
    rates = dict(zip(used, derivation.on_differentials(used), strict=True))
    return (
        [value._terms for value in derivation.on_functions(indices)],
        [rates[k]._terms if k in rates else {} for k in indices],
        [alpha._terms for alpha in forms],
        sign,
    )


def _image(derivation: Derivation, alpha: Form) -> Form:
    """The formula, with the conditions of all that was used."""
    carry: Callable[[Form], Form] = derivation.along.pull if derivation.along else lambda form: form
    support = alpha.support()
    used = carry(nothing(alpha)).used if derivation.along else alpha.used
    products: list[Product[int, Element]] = []
    for index in range(derivation.space.dimension):
        if (value := derivation.on_function(index))._terms:
            products += wedge_products(value, carry(alpha.partial(index)))
        used |= value.used
        if not support >> index & 1:
            continue
        if (value := derivation.on_differential(index))._terms:
            products += wedge_products(value, carry(alpha.contract(index)))
        used |= value.used
    terms = derivation.target.chart.ring.sum_products(products)
    return Form(derivation.target, alpha.degree + derivation.degree, terms, used)
