"""The components of what is read as a tensor, and the symmetries of its slots.

Forms, multivectors and vector-valued forms have components by increasing indices; tensors by all.
A class whose objects are tensors too, such as metrics, registers in `components_of`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import singledispatch
from itertools import permutations
from math import factorial
from typing import TYPE_CHECKING

from diffgeo.calculus.forms import Form, describe, total
from diffgeo.calculus.multivectors import Multivector
from diffgeo.calculus.sparse_components import Index, accumulate, parity
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import AxiomViolation, DegreeMismatch
from diffgeo.rings.protocol import Element
from diffgeo.signs import indices
from diffgeo.verdicts.verdict import check

if TYPE_CHECKING:
    from diffgeo.calculus.maps import Map
    from diffgeo.structures.tensors import Tensor

#: The type, the components, and the mask of the conditions that were used.
Given = tuple[tuple[int, int], Mapping[Index, Element], int]


@singledispatch
def components_of(thing: object) -> Given:
    """What a form, a vector-valued form, a multivector, a metric, … is as a tensor.

    Raises `TypeError` for anything else.
    """
    raise TypeError(
        f"there is no tensor in {describe(thing)}: give a form, a vector-valued form, a "
        "multivector or a metric"
    )


@components_of.register(Form)
def _(form: Form) -> Given:
    return (0, form.degree), alternating(form), form.used


@components_of.register(Multivector)
def _(P: Multivector) -> Given:
    return (P.degree, 0), alternating(P._body), P.used


@components_of.register(VectorForm)
def _(K: VectorForm) -> Given:
    return (1, K.degree), _of_vector_form(K), K.used


def _of_vector_form(K: VectorForm) -> dict[Index, Element]:
    return {
        (k, *index): a
        for k in range(K.space.dimension)
        for index, a in alternating(K.value(k)).items()
    }


def mean(T: Tensor, slots: Sequence[int], alternating: bool) -> Tensor:
    """The mean over the permutations of some slots, with their signs if alternating."""
    chosen = tuple(slots)
    if not chosen:
        if all(T.valence):
            raise DegreeMismatch(
                f"{describe(T)} has slots of both kinds: name those to be exchanged"
            )
        chosen = tuple(range(T.rank))
    if len(set(chosen)) < len(chosen) or not set(chosen) <= set(range(T.rank)):
        raise DegreeMismatch(
            f"{chosen} are no slots of {describe(T)}: give different numbers from 0 to {T.rank - 1}"
        )
    total = 0 * T
    for shuffled in permutations(chosen):
        moved = dict(zip(chosen, shuffled, strict=True))
        sign = parity(shuffled) if alternating else 1
        order = [moved.get(slot, slot) for slot in range(T.rank)]
        total = total + sign * T.permuted(order)
    return total / factorial(len(chosen))


def form_of(T: Tensor) -> Form:
    """The form that an alternating tensor of type (0, q) is (see `Tensor.as_form`)."""
    if T.valence[0]:
        raise DegreeMismatch(f"{describe(T)} is no form: type (0, q) is needed")
    terms = _increasing(T, 0)
    alpha = Form(T.space, T.valence[1], {mask: a for (_, mask), a in terms.items()}, T.used)
    _require_alternating(T, T._of(T.valence, alternating(alpha), alpha.used))
    return alpha


def vector_form_of(T: Tensor) -> VectorForm:
    """The vector-valued form that a tensor of type (1, q) is (see `Tensor.as_vector_form`)."""
    if T.valence[0] != 1:
        raise DegreeMismatch(f"{describe(T)} is no vector-valued form: type (1, q) is needed")
    values: list[dict[int, Element]] = [{} for _ in range(T.space.dimension)]
    for (upper, mask), a in _increasing(T, 1).items():
        values[upper[0]][mask] = a
    degree = T.valence[1]
    forms = [Form(T.space, degree, given, T._cancelled) for given in values]
    K = VectorForm(T.space, degree, forms)
    _require_alternating(T, T._of(T.valence, _of_vector_form(K), K.used))
    return K


def _require_alternating(T: Tensor, found: Tensor) -> None:
    if T.valence[1] > 1 and not check(found == T):
        raise AxiomViolation(
            f"{describe(T)} is not alternating: T.antisymmetrised(…) takes its alternating part"
        )


def _increasing(T: Tensor, upper: int) -> dict[tuple[Index, int], Element]:
    """The components with increasing lower indices, which become a bit mask."""
    return {
        (index[:upper], sum(1 << a for a in index[upper:])): value
        for index, value in T._terms.items()
        if all(a < b for a, b in zip(index[upper:], index[upper + 1 :], strict=False))
    }


def alternating(form: Form) -> dict[Index, Element]:
    """The components of a form in all orders of the indices, with their signs."""
    return accumulate(
        (shuffled, a if parity(shuffled) > 0 else -a)
        for mask, a in form._terms.items()
        for shuffled in permutations(indices(mask))
    )


def value_along(
    T: Tensor, phi: Map, fields: Sequence[VectorForm], upper: int | None = None
) -> Form:
    """The value of a tensor on fields along a map, in its lower slots: a function on the source.

    ``upper`` is the number of the component in the only upper slot, if there is one.
    """
    parts = []
    for index, a in T._terms.items():
        if upper is not None and index[0] != upper:
            continue
        part = phi.pull(T.space.scalar(a))
        for i, V in zip(index[T.valence[0] :], fields, strict=True):
            part = part * V.value(i)
        parts.append(part)
    return total(phi.source, 0, parts)
