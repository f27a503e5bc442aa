"""Whether an object extends smoothly to the whole of its chart, coefficient by coefficient."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Any

from diffgeo.calculus.forms import Form, describe
from diffgeo.calculus.multivectors import Multivector
from diffgeo.calculus.spaces import Manifold
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import DiffGeoError, NotSupported
from diffgeo.rings.protocol import Element
from diffgeo.structures.tensors import Tensor
from diffgeo.verdicts.counterexamples import Counterexample

#: So many simple points are looked at for a rational pole.
_POINTS = 200


@dataclass(frozen=True)
class Extended:
    """An object with coefficients in lowest terms, and where it is not smooth.

    ``extends`` is True, False or None (not decided); ``reason`` names the locus, and ``pole`` is a
    rational point of it, where one was found.
    """

    thing: Any
    extends: bool | None
    reason: str = ""
    pole: Pole | None = None


class Pole(Counterexample):
    """A point at which an object is not smooth: a function, ``residual``, vanishes there."""

    def _meaning(self) -> str:
        return "It is not smooth where this function is 0; its value at this point:"

    def __str__(self) -> str:
        where = ", ".join(f"{name} = {value}" for name, value in self.point.items())
        return f"{self.residual} is 0 at {where}"


def extend(thing: Any) -> Extended:
    """The object in lowest terms, and whether all coefficients are smooth on the chart.

    The coefficients of an object that is smooth in a chart are smooth there, so nothing is
    lost by looking at them one by one.
    """
    from diffgeo.rings.exact.poles import extend as extend_function
    from diffgeo.rings.exact.ring import ExactRing

    ring = thing.space.chart.ring
    if not isinstance(ring, ExactRing):
        raise NotSupported(
            f"poles are decided in the exact ring, which {thing.space} does not have"
        )
    troubles: dict[bool | None, str] = {}
    loci: list[str] = []

    def lowest(element: Element) -> Element:
        found = extend_function(ring, element)
        if not found.extends:
            text = f"not smooth where {found.locus} = 0: {found.reason}"
            if found.extends is None:
                text = f"perhaps {text}"
            troubles.setdefault(found.extends, text)
            if found.extends is False:
                loci.append(str(found.locus))
        return found.element

    made = map_coefficients(thing, lowest)
    for extends in (False, None):
        if extends in troubles:
            pole = _pole(ring, loci[0]) if loci else None
            return Extended(made, extends, troubles[extends], pole)
    return Extended(made, True)


def _pole(ring: Any, locus: str) -> Pole | None:
    """A simple rational point where a function of the coordinates vanishes."""
    from diffgeo.interop.evaluation import evaluate
    from diffgeo.rings.exact.rational_charts import simple_points

    for point in islice(simple_points(ring), _POINTS):
        try:
            value = evaluate(locus, {name: str(number) for name, number in point.items()})
        except DiffGeoError:  # not defined there
            continue
        if str(value) == "0":
            return Pole(dict(point), {}, "0", "", locus)
    return None


def map_coefficients(thing: object, change: Callable[[Element], Element]) -> Any:
    """The object of the same kind whose coefficients are changed."""
    if isinstance(thing, Form):
        return thing._map(change)
    if isinstance(thing, VectorForm):
        space: Manifold = thing.space
        values = [map_coefficients(thing.value(a), change) for a in range(space.dimension)]
        return VectorForm(space, thing.degree, values)
    if isinstance(thing, Multivector):
        return Multivector(thing.space, map_coefficients(thing._body, change))
    if isinstance(thing, Tensor):
        terms = {index: change(element) for index, element in thing._terms.items()}
        return Tensor(thing.space, thing.valence, terms)
    raise NotSupported(
        "fields on an atlas are forms, vector-valued forms, multivectors and tensors, not "
        f"{describe(thing)}"
    )
