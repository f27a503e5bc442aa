"""Components by index tuple, for the objects that store them: sparse sums and linear changes.

Used by tensors, metrics and linear connections; nothing here is public.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from diffgeo.calculus.forms import Form, describe, total
from diffgeo.calculus.requirements import (
    require_manifold,
    require_mapping,
    require_valence,
    require_vector_form,
)
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import DegreeMismatch, SpaceMismatch
from diffgeo.rings.protocol import Element

if TYPE_CHECKING:
    from diffgeo.calculus.named_components import Key
    from diffgeo.calculus.spaces import FunctionLike, Manifold
    from diffgeo.rings.protocol import FunctionRing, Product

Index = tuple[int, ...]
#: A linear change of one slot: what every old index becomes.
Rows = Sequence[Mapping[int, Element]]


def accumulate(*parts: Any) -> dict[Any, Element]:
    """The sums of ring elements that belong to one index, over several iterables of pairs."""
    terms: dict[Index, Element] = {}
    for part in parts:
        for index, a in part:
            terms[index] = terms[index] + a if index in terms else a
    return terms


def given_components(
    space: Manifold, valence: tuple[int, int], components: Mapping[Key, FunctionLike]
) -> dict[Index, Element]:
    """Components by tuples of coordinate names (one name for one slot) as terms of a tensor."""
    require_manifold(space, "give components on")
    require_valence(valence)
    require_mapping(components, f"components on {space}", '{("x", "y"): "z"}')
    terms: dict[Index, Element] = {}
    for key, function in zip(components, space.functions(components.values()), strict=True):
        names = tuple(key) if isinstance(key, tuple | list) else (key,)
        if len(names) != sum(valence):
            raise DegreeMismatch(
                f"{key!r} is no key of a tensor of type {valence} on {space}: give "
                f"{sum(valence)} coordinate names"
            )
        terms[tuple(space._index(name) for name in names)] = function.element()
    return terms


def changes(
    terms: Mapping[Index, Element], slot: int, rows: Rows, sign: int = 1
) -> Iterator[Product[Index, Element]]:
    """The products that `transformed` sums up, with a common sign."""
    for index, a in terms.items():
        before, after = index[:slot], index[slot + 1 :]
        for b, value in rows[index[slot]].items():
            yield (*before, b, *after), a, value, sign


def transformed(
    ring: FunctionRing[Element], terms: Mapping[Index, Element], slot: int, rows: Rows
) -> dict[Index, Element]:
    """Components after a linear change of one slot: index a becomes ``Σ rows[a][b] b``."""
    return ring.sum_products(list(changes(terms, slot, rows)))


def derived_terms(
    ring: FunctionRing[Element],
    valence: tuple[int, int],
    terms: Mapping[Index, Element],
    slopes: Mapping[int, Element],
    rows: Rows,
) -> dict[Index, Element]:
    """Components after a derivation: along a field, with given values on the coordinate fields."""
    products: list[Product[Index, Element]] = [
        (i, ring.partial(t, a), f, 1) for i, t in terms.items() for a, f in slopes.items()
    ]
    duals: list[dict[int, Element]] = [{} for _ in rows]
    for b, row in enumerate(rows):
        for k, value in row.items():
            duals[k][b] = value
    for slot in range(sum(valence)):
        upper = slot < valence[0]
        products += changes(terms, slot, rows if upper else duals, 1 if upper else -1)
    return ring.sum_products(products)


def field_terms(field: VectorForm) -> dict[int, Element]:
    """The components of a vector field that are not zero at sight, by index."""
    require_vector_form(field, 0, "use as a vector field")
    if field.along:
        raise SpaceMismatch(
            f"{describe(field)} fills no slot on {field.space}: pull the tensor back along the map"
        )
    values = (field.value(a) for a in range(field.space.dimension))
    return {a: value.element() for a, value in enumerate(values) if value._terms}


def form_terms(form: Form) -> dict[int, Element]:
    """The components of a 1-form that are not zero at sight, by index."""
    if form.degree != 1:
        raise DegreeMismatch(f"{describe(form)} fills no slot of a tensor: a 1-form does")
    return {mask.bit_length() - 1: a for mask, a in form._terms.items()}


def argument_terms(argument: Form | VectorForm) -> dict[int, Element]:
    """The components of what fills a slot, a 1-form or a vector field."""
    return form_terms(argument) if isinstance(argument, Form) else field_terms(argument)


def sum_of_fields(terms: Iterable[VectorForm]) -> VectorForm:
    """The sum of vector-valued forms of one space and degree, of which there is at least one."""
    given = list(terms)
    space, degree = given[0].space, given[0].degree
    rows = ([term.value(a) for term in given] for a in range(space.dimension))
    return VectorForm(space, degree, [total(space, degree, row) for row in rows])


def sparse_rows(rows: Sequence[Sequence[Form]]) -> list[dict[int, Element]]:
    """A matrix of functions as a linear change of a slot."""
    return [{b: f.element() for b, f in enumerate(row) if f._terms} for row in rows]


def parity(order: Sequence[int]) -> int:
    """The sign of the permutation that sorts different numbers."""
    inversions = sum(a > b for k, a in enumerate(order) for b in order[k + 1 :])
    return -1 if inversions % 2 else 1


def basis_text(space: Manifold, valence: tuple[int, int], index: Index, latex: bool = False) -> str:
    """The product of coordinate fields and differentials that belongs to an index tuple."""
    chart = space.chart
    factors = []
    for slot, a in enumerate(index):
        name = chart.coordinates[a]
        if slot < valence[0]:
            text = rf"\partial_{{{chart.latex_name(name)}}}" if latex else f"∂_{name}"
        else:
            text = rf"\mathrm{{d}}{chart.latex_name(name)}" if latex else f"d{name}"
        factors.append(text)
    return (r" \otimes " if latex else "⊗").join(factors)
