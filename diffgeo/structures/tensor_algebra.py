"""Tensors made of other objects, of products and of multilinear functions.

Conventions: a form is the alternating tensor with ``T(X, Y, …) = α(X, Y, …)``, without
factorials; a vector-valued form K is ``T(α, X, …) = α(K(X, …))``; a multivector P is
``T(α, β, …) = P(α, β, …)``.

Source: Lee, Introduction to Smooth Manifolds (2nd ed. 2013), chapter 12.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from diffgeo.calculus.coefficients import used_by
from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form, describe, require_form
from diffgeo.calculus.requirements import (
    require_manifold,
    require_same_space,
    require_valence,
    require_vector_form,
)
from diffgeo.calculus.spaces import FunctionLike, Manifold
from diffgeo.calculus.sparse_components import Index, field_terms, form_terms, transformed
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import AxiomViolation, DegreeMismatch
from diffgeo.rings.protocol import Element
from diffgeo.structures.axioms import verify_axiom
from diffgeo.structures.components_of_tensors import components_of
from diffgeo.structures.tensors import Tensor

if TYPE_CHECKING:
    from diffgeo.calculus.multivectors import Multivector
    from diffgeo.calculus.named_components import Key


class WithTensor(Protocol):
    """What has a tensor, as a metric has."""

    space: Manifold
    tensor: Tensor


#: What is read as a tensor: a Tensor, a form, a vector-valued form, a multivector, a metric.
Tensorial: TypeAlias = "Tensor | Form | VectorForm | Multivector | WithTensor"


def tensor(thing: object) -> Tensor:
    """A form, vector-valued form, multivector (or metric) as the tensor that it is.

    A k-form is of type (0, k), a vector-valued k-form of type (1, k), a multivector of degree
    p of type (p, 0).

    Parameters
    ----------
    thing
        What has a tensor.

    Returns
    -------
    Tensor
        The same; a function is of type (0,0).

    Raises
    ------
    TypeError
        It is anything else.

    Examples
    --------
    >>> from diffgeo import Manifold, d, lie
    >>> from diffgeo.structures import tensor
    >>> M = Manifold("M", "x y")
    >>> x, y = M.coordinates
    >>> print(tensor(d(x) * d(y)))
    dx⊗dy - dy⊗dx
    >>> print(lie(x * M.frame[1], tensor(M.identity)))
    0
    """
    if isinstance(thing, Tensor):
        return thing
    given = components_of(thing)
    return Tensor(thing.space, *given)  # type: ignore[attr-defined]


def tensor_product(*factors: Tensorial) -> Tensor:
    """The product ``T⊗S⊗…``: upper slots of all factors in order, then their lower slots.

    ``(α⊗β)(X, Y) = α(X)β(Y)``; functions, forms, fields and multivectors are read as tensors.

    Parameters
    ----------
    factors
        Of types (p, q), (r, s), …

    Returns
    -------
    Tensor
        Of type (p + r + …, q + s + …).

    Raises
    ------
    SpaceMismatch
        The factors live on different spaces.

    Examples
    --------
    >>> from diffgeo import Manifold, d
    >>> from diffgeo.structures import tensor_product
    >>> M = Manifold("M", "x y")
    >>> print(tensor_product(d(M["x"]), M.frame[1]))
    ∂_y⊗dx
    """
    if not factors:
        raise TypeError("tensor_product needs at least one factor")
    first, *rest = (tensor(factor) for factor in factors)
    for factor in rest:
        require_same_space("multiply", first, factor)
        p, r = first.valence[0], factor.valence[0]
        first = Tensor(
            first.space,
            (p + r, first.valence[1] + factor.valence[1]),
            first.space.chart.ring.sum_products(
                [
                    (i[:p] + j[:r] + i[p:] + j[r:], a, b, 1)
                    for i, a in first._terms.items()
                    for j, b in factor._terms.items()
                ]
            ),
            used_by(first, factor),
        )
    return first


def bilinear_form(space: Manifold, components: Any) -> Tensor:
    """The tensor of type (0,2) with given components, by pairs of names or in rows.

    By names a component off the diagonal is given once, and the tensor is symmetric. Matrices
    of NumPy and SymPy are read as their rows.
    """
    require_manifold(space, "give components on")
    names = space.chart.coordinates
    if isinstance(components, Mapping):
        given = _by_pairs(space, components)
    else:
        # Matrices make Python's own numbers of what they hold.
        rows = components.tolist() if hasattr(components, "tolist") else components
        square = isinstance(rows, list | tuple) and len(rows) == len(names)
        if not square or not all(
            isinstance(r, list | tuple) and len(r) == len(names) for r in rows
        ):
            raise DegreeMismatch(
                f"{rows!r} does not give components on {space}: give {len(names)} rows of "
                f"{len(names)}, or a mapping such as {{({names[0]!r}, {names[-1]!r}): 1}}"
            )
        given = {
            (a, b): f
            for a, row in zip(names, rows, strict=True)
            for b, f in zip(names, row, strict=True)
        }
    return Tensor.from_components(space, (0, 2), given)


def _by_pairs(
    space: Manifold, components: Mapping[Key, FunctionLike]
) -> dict[tuple[str, str], Form]:
    """Components by pairs of names, each completed by the symmetric one."""
    names = space.chart.coordinates
    for key in components:
        if not isinstance(key, tuple) or len(key) != 2:
            raise DegreeMismatch(
                f"{key!r} is no key of a metric on {space}: give a pair of names, such as "
                f"({names[0]!r}, {names[0]!r})"
            )
        if key[0] != key[1] and key[::-1] in components:
            raise AxiomViolation(
                f"the component {key[0]}, {key[1]} of a metric on {space} is given twice: "
                "give one of the two orders"
            )
    values = dict(zip(components, space.functions(components.values()), strict=True))
    return values | {(b, a): value for (a, b), value in values.items()}


def multilinear(
    space: Manifold, valence: tuple[int, int], function: Callable[..., Form], verify: bool = True
) -> Tensor:
    """The tensor ``T(α, …, X, …) = function(α, …, X, …)`` of a C^∞-multilinear function.

    It is evaluated on coordinate differentials and on ``space.frame``. That it is linear over
    the functions is checked, slot by slot, on the multiples of these by a quadratic function
    of all coordinates (which a bracket or a derivative of an argument does not pass).

    Parameters
    ----------
    space
        The manifold.
    valence
        The type (p, q).
    function
        Of p 1-forms and q vector fields, to a function on the manifold.
    verify
        Whether its linearity is checked.

    Returns
    -------
    Tensor
        Of that type.

    Raises
    ------
    AxiomViolation
        The function is not linear over the functions in a slot.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.structures import multilinear
    >>> M = Manifold("M", "x y")
    >>> x, y = M.coordinates
    >>> print(multilinear(M, (0, 2), lambda X, Y: X(x) * Y(y)))
    dx⊗dy
    """
    require_manifold(space, "make a tensor on")
    require_valence(valence)
    arguments: list[Any] = [[d(x) for x in space.coordinates]] * valence[0]
    arguments += [space.frame] * valence[1]
    terms: dict[Index, Element] = {}
    for index in product(range(space.dimension), repeat=sum(valence)):
        chosen = [given[a] for given, a in zip(arguments, index, strict=True)]
        value = function(*chosen)
        require_form(value, "take as the value of a tensor", 0)
        terms[index] = value.element()
    result = Tensor(space, valence, terms)
    if verify:
        factor = probe(space)
        for slot in range(sum(valence)):
            given = [list(each) for each in arguments]
            given[slot] = [factor * each for each in given[slot]]
            _require_linear(result, function, factor, given, slot)
    return result


def composed(T: Tensorial, *tensors: VectorForm | None) -> Tensor:
    """The tensor ``S(α, …, X, …) = T(α∘K, …, NX, …)`` with a (1,1) tensor for every slot.

    None, for the identity, leaves a slot as it is. The first ones belong to the upper slots: for
    T of type (1,1) the result is ``K∘T∘N``.

    Parameters
    ----------
    T
        A tensor of type (p, q), or what `tensor` reads.
    tensors
        p + q (1,1) tensors, or None.

    Returns
    -------
    Tensor
        Of type (p, q).

    Raises
    ------
    DegreeMismatch
        There is not a (1,1) tensor or None for each slot.

    Examples
    --------
    >>> from diffgeo import Manifold, d
    >>> from diffgeo.structures import composed, tensor
    >>> M = Manifold("M", "x y")
    >>> x, y = M.coordinates
    >>> turn = d(x).tensor(M.frame[1])
    >>> print(composed(tensor(d(x) * d(y)), None, turn))
    dx⊗dx
    """
    T = tensor(T)
    if len(tensors) != T.rank:
        raise DegreeMismatch(
            f"{describe(T)} has {T.rank} slots, but {len(tensors)} (1,1) tensors are given: give "
            "one for every slot, None for the identity"
        )
    terms, used = dict(T._terms), T.used
    for slot, K in enumerate(tensors):
        if K is None:
            continue
        require_vector_form(K, 1, "compose a slot of a tensor with")
        require_same_space("compose with a tensor", K, T)
        used |= K.used
        if slot < T.valence[0]:
            rows = [field_terms(K(e)) for e in T.space.frame]
        else:
            rows = [form_terms(K.transpose(d(x))) for x in T.space.coordinates]
        terms = transformed(T.space.chart.ring, terms, slot, rows)
    return Tensor(T.space, T.valence, terms, used)


def probe(space: Manifold) -> Form:
    """A quadratic function of all coordinates, to test linearity over the functions with."""
    x = space.coordinates
    squares: list[Form] = [
        (2 * a + b + 3) * x[a] * x[b] for a in range(len(x)) for b in range(a + 1)
    ]
    return sum(((a + 2) * f for a, f in enumerate((*x, *squares))), start=space.function(1))


def _require_linear(
    result: Tensor,
    function: Callable[..., Form],
    factor: Form,
    arguments: Sequence[Sequence[object]],
    slot: int,
) -> None:
    space = result.space
    terms = {
        index: function(*(given[a] for given, a in zip(arguments, index, strict=True))).element()
        for index in product(range(space.dimension), repeat=result.rank)
    }
    verify_axiom(
        Tensor(space, result.valence, terms) == factor * result,
        f"linearity over the functions in slot {slot}",
        f"a function of type {result.valence} on {space}",
    )
