"""Maps between germ rings: substitution of germs for coordinates, and choice of points."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from diffgeo.errors import OutsideDomain
from diffgeo.rings.germs.germ_element import Germ
from diffgeo.rings.germs.germ_functions import Substitution
from diffgeo.rings.germs.numerator_bounds import Size
from diffgeo.rings.germs.taylor import Field

if TYPE_CHECKING:
    from diffgeo.rings.germs.germ_ring import GermRing


def _sibling(
    ring: GermRing, coordinates: Sequence[str], parameters: Sequence[str], field: Field
) -> GermRing:
    """A ring without values yet that shares the random stream and the account."""
    new = type(ring).__new__(type(ring))
    new._build(tuple(coordinates), tuple(parameters), ring.order, field, ring.seed, ring.rng)
    new.account = ring.account
    return new


def chart_at(
    ring: GermRing,
    coordinates: Sequence[str],
    images: Mapping[str, Germ],
    parameters: Sequence[str],
) -> GermRing:
    """A germ ring in other coordinates, based at the values of the images."""
    new = _sibling(ring, coordinates, parameters, ring.field)
    for name in (*coordinates, *parameters):
        image = images[name] if name in images else ring.generator(name)
        ring.own(image)
        size = Size(0) if image.size is None else image.size.value()
        new._values[name] = (image.array[:, :1], size)
    return new


def subset(ring: GermRing, keep: Sequence[bool]) -> tuple[GermRing, Callable[[Germ], Germ]]:
    """The ring at some of its points, and the restriction of germs."""
    mask = np.asarray(keep, dtype=bool)
    if not mask.any():
        raise OutsideDomain(f"no point of {ring} is left; use more points")
    new = _sibling(ring, ring.coordinates, ring.parameters, ring.field.select(mask))
    new._values = {name: (v[mask], size) for name, (v, size) in ring._values.items()}

    def restrict(element: Germ) -> Germ:
        ring.own(element)
        return Germ(new, element.order, element.array[mask], element.size)

    return new, restrict


def pullback(
    source: GermRing, target: GermRing, images: Mapping[str, Germ]
) -> Callable[[Germ], Germ]:
    """Germs of ``source``, based at the values of the images, as germs of ``target``."""
    arguments = []
    for name in (*source.coordinates, *source.parameters):
        image = images[name] if name in images else target.generator(name)
        target.own(image)
        if not np.array_equal(image.array[:, :1], source.generator(name).array[:, :1]):
            raise OutsideDomain(
                f"{source} is not based at the image of {name!r}; make it with chart_at(images)"
            )
        if name in source.coordinates:
            arguments.append(image)
        elif image.size is not None and (image.array[:, 1:] != 0).any():
            raise OutsideDomain(f"the parameter {name!r} of {source} must go to a constant")
    substitution = Substitution(target, arguments)

    def pull(element: Germ) -> Germ:
        source.own(element)
        if element.size is None:
            return target.zero
        if element is source.one:
            return target.one
        if (place := source.places.get(id(element), -1)) >= 0:
            return arguments[place]
        return substitution(source.tables[element.order], element.array, element.size)

    return pull
