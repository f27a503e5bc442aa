"""From exact functions to germs: random values that satisfy the same relations.

Independent generators get independent values at each point; their Taylor series follow
from their differential equations. So a ring map to truncated series over a prime field is
determined by its values, and it commutes with derivatives.
"""

from __future__ import annotations

from typing import NoReturn

from diffgeo.errors import NeedsSign, NotSupported, OutsideDomain
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.tower import Generator, Kind
from diffgeo.rings.exact.transfer import Image, RingMap
from diffgeo.rings.protocol import certainly_nonzero_image


class GermMap(RingMap):
    """The map of an exact ring to a ring of germs, drawn once and remembered."""

    _splits = False

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise NotSupported(
            "a map to germs cannot be pickled, because it is the values that were drawn; draw new "
            "ones where it is read"
        )

    def _follow(self) -> None:
        """Values drawn for old generators do not fit those of a refinement."""
        if self._known and self._tower is not self.source.tower:
            raise OutsideDomain(
                "the functions were refined since this point was drawn; take another seed"
            )
        self._tower = self.source.tower

    def _adjoin_bases(self, ready: list[Generator]) -> None:
        """Germs need no bases: the generators of the source are independent already."""

    def _adjoins(self, element: Element) -> bool:
        """Germs keep nothing that would have to be undone."""
        return False

    def _image_of(self, element: Element) -> Image:
        """Germs carry no conditions: their values exist or they do not."""
        self._follow()
        return self._polynomial(element.polynomial)

    def _elementary(self, generator: Generator) -> Image:
        target = self.target
        if generator.kind is Kind.CONSTANT:
            return target.constant()
        if generator.kind is Kind.NUMBER:
            raise NotSupported(
                f"germs over prime fields have no values of {generator.name}; introduce a parameter"
            )
        if generator.kind is Kind.ARCTANGENT:
            y, x = (self(a) for a in generator.arguments)
            return target.compose_atan2(y, x)
        if generator.kind is Kind.PRIMITIVE:
            raise NotSupported(
                f"germs draw the values of independent functions, and that {generator.name} is "
                "independent of others is not proved; use the exact ring"
            )
        if generator.inside is not None:
            raise NeedsSign(
                f"germs over prime fields have no signs; declare that of {generator.inside}"
            )
        inner = self(generator.argument)
        match generator.kind:
            case Kind.SINE | Kind.COSINE:
                sine, cosine = target.compose_sincos(inner)
                # Both functions of one angle share their values.
                pair = {generator.index: sine, generator.partner: cosine}
                if generator.kind is Kind.COSINE:
                    pair = {generator.index: cosine, generator.partner: sine}
                self._known.update(pair)
                return self._known[generator.index]
            case Kind.EXPONENTIAL:
                return target.compose_exp(inner)
            case Kind.LOGARITHM:
                return target.compose_log(inner)
        return target.power_root(inner, generator.degree)

    def _jet(self, generator: Generator, arguments: list[Image]) -> Image:
        if generator.name in self._functions:
            return self._concrete(generator, arguments)
        # One random jet for each tuple of arguments, shared by all derivatives.
        key = ("jet", generator.name, tuple(id(a) for a in generator.arguments))
        if key not in self._nodes:
            self._nodes[key] = self.target.function(len(arguments))
        return self.target.apply(self._nodes[key], generator.orders, arguments)


@certainly_nonzero_image.register(GermMap)
def _(pull: GermMap, element: object) -> bool:
    # Germs have no points over prime fields besides their own.
    return False
