"""Declared signs under maps: where the images of coordinates and parameters have them."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import TYPE_CHECKING, Any

from diffgeo.errors import Contradiction, OutsideDomain, Refusal
from diffgeo.rings.exact.node import expanded
from diffgeo.rings.exact.points import require_witness

if TYPE_CHECKING:
    from diffgeo.rings.exact.element import Element
    from diffgeo.rings.exact.ring import ExactRing
    from diffgeo.rings.exact.transfer import RingMap

#: Declarations in words.
_KINDS = {1: "positive", -1: "negative", 0: "different from zero"}


def map_of_rings(
    source: ExactRing,
    target: ExactRing,
    images: Mapping[str, Element],
    functions: Mapping[str, Any],
    spaces: tuple[str, str],
    angles: Mapping[str, Any],
) -> RingMap:
    """The map of rings with given images, under the conditions that what is declared holds."""
    from diffgeo.rings.exact import induced_points  # noqa: F401  registers what it knows of the maps
    from diffgeo.rings.exact.angle_maps import AngleRingMap
    from diffgeo.rings.exact.transfer import RingMap

    mask = declared_conditions(source, target, images, spaces, angles)
    if angles:
        pull: RingMap = AngleRingMap(source, target, images, angles, mask, spaces)
    else:
        pull = RingMap(source, target, images, functions, mask)
    if source.domain.facts:
        from diffgeo.rings.exact.declared_domain import carried

        pull.mask |= carried(pull, spaces, angles)
    return pull


def declared_conditions(
    source: ExactRing,
    target: ExactRing,
    images: Mapping[str, Element],
    spaces: tuple[str, str],
    angles: Container[str] = (),
) -> int:
    """The conditions under which the images have the signs declared in the source.

    Angles have no image that could have a sign. A parameter may go to 0, the end of its declared
    range, where images are limits.

    Raises
    ------
    OutsideDomain
        An image has nowhere the declared sign.
    Contradiction
        A parameter that goes to its namesake is declared with the other sign there.
    NoWitness
        No point is found at which all images have the declared signs.
    """
    of, on = (f" on {name}" if name else "" for name in spaces)
    open_images = []
    for name, index in source.base.items():
        sign = source.domain.declared.get(index, 0)
        if name in angles or not (sign or index in source.domain.nonzero):
            continue
        if name not in images:
            if name not in target.base:
                continue  # refused by name where it occurs
            theirs = target.domain.declared.get(target.base[name], 0)
            if sign and theirs == -sign:
                raise Contradiction(
                    f"{name} is declared {_KINDS[sign]}{of} and {_KINDS[theirs]}{on}; keep one "
                    "sign, or rename one of the two"
                )
        image = expanded(images[name] if name in images else target.generator(name))
        if sign and name in source.parameters and image.constant == 0:
            # The end of the declared range: what is pulled back is the limit there.
            continue
        if not _is_declared(target, image, sign):
            open_images.append((name, sign, image))
    mask, before = 0, len(target.domain.records)
    try:
        for name, sign, image in open_images:
            found = target.domain.own_sign(image)
            wrong = ""
            if target.is_zero(image).zero:
                wrong = "0"
            elif found and found.value == -sign:
                wrong = _KINDS[-sign] if found.strict else f"nowhere {_KINDS[sign]}"
            if wrong:
                raise OutsideDomain(
                    f"{name} is declared {_KINDS[sign]}{of}, and its image {image} is {wrong}{on}; "
                    "change the image, or leave the declaration out"
                )
            value, relation = (image * sign, ">") if sign else (image, "!=")
            mask |= target.domain.require_locally(relation, value, f"the declared sign of {name}")
        if len(target.domain.records) > before:
            require_witness(target, mask, alone=True)
    except Refusal:
        del target.domain.records[before:]
        raise
    return mask


def _is_declared(ring: ExactRing, image: Element, sign: int) -> bool:
    """Whether the image is a coordinate or parameter with the same declaration (0: not zero)."""
    index = ring.tower.single_generator(image.polynomial)
    if index is None:
        return False
    declared = ring.domain.declared.get(index, 0)
    return declared == sign if sign else bool(declared) or index in ring.domain.nonzero
