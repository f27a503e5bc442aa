"""Random points that a map of rings brings along: whether an image is certainly not zero.

A map of rings, followed by the residues at a modular point of its target, gives residues of the
functions of its source. One that is not zero proves that the image is not zero; the image itself,
whose linear systems would have to be solved anew, is never made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import fmpq_mpoly

from diffgeo.rings.exact.confirmation import rests_on_conjecture
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.exclusion import exclusive
from diffgeo.rings.exact.modular import ModularPoint, evaluate_modular
from diffgeo.rings.exact.programme_evaluation import residue_of_node
from diffgeo.rings.exact.ranks import residue
from diffgeo.rings.exact.tower import Generator, Kind
from diffgeo.rings.exact.transfer import RingMap
from diffgeo.rings.protocol import certainly_nonzero_image

if TYPE_CHECKING:
    from diffgeo.rings.exact.node import Function


class _InducedPoint:
    """The residues of the source's functions that a point of the target induces."""

    def __init__(self, pull: RingMap, point: ModularPoint) -> None:
        self._pull, self._point = pull, point
        self.prime = point.prime
        self._known: dict[int, int] = {}
        self.images: list[Function] = []

    def evaluate(self, polynomial: fmpq_mpoly) -> int:
        ring = self._pull.source
        values = [0] * len(ring.tower.generators)
        for index in ring.tower.used(polynomial):
            if index not in self._known:
                self._known[index] = self._value(ring.tower.generators[index])
            values[index] = self._known[index]
        return evaluate_modular(ring, polynomial, values, self.prime)

    def _value(self, generator: Generator) -> int:
        if generator.kind is Kind.INVERSE and generator.argument is not None:
            # A new denominator of the target would be asked for its sign.
            return pow(self.evaluate(generator.argument.polynomial), -1, self.prime)
        ring = self._pull.source
        image = self._pull(Element(ring, ring.tower.variable(generator.index)))
        self.images.append(image)
        return residue(image, self._point)


@certainly_nonzero_image.register(RingMap)
@exclusive
def _(pull: RingMap, element: Function) -> bool:
    if rests_on_conjecture(pull.source, element):
        return False
    point = pull.target.modular_point(0)
    point.extend()
    tower, attempt = pull.source.tower, point.attempt
    induced = _InducedPoint(pull, point)
    try:
        if isinstance(element, Element):
            value = induced.evaluate(element.polynomial)
        else:
            value = residue_of_node(element, induced)
    except (ZeroDivisionError, ValueError):
        return False
    if value and rests_on_conjecture(pull.target, *induced.images):
        return False
    # Residues of different draws, or of other generators, do not belong together.
    return bool(value) and point.attempt == attempt and pull.source.tower is tower
