"""Expansions of functions, forms, fields and tensors in powers of a parameter.

Source: Nayfeh, Perturbation Methods (1973), chapter 1.
"""

from __future__ import annotations

from fractions import Fraction
from functools import singledispatch
from typing import Any, TypeVar

from diffgeo.calculus.brackets import lie
from diffgeo.calculus.forms import Form
from diffgeo.calculus.maps import Map
from diffgeo.calculus.multivectors import Multivector
from diffgeo.calculus.named_components import Components
from diffgeo.calculus.requirements import require_integer, told
from diffgeo.calculus.spaces import Manifold
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import UndefinedSymbol
from diffgeo.structures.tensors import Tensor

Thing = TypeVar("Thing")


def series_coefficients(thing: Thing, parameter: str, order: int) -> list[Thing]:
    """The coefficients ``c_k`` of ``Σ_k ε^k c_k``, the expansion in a parameter about 0.

    Parameters
    ----------
    thing
        A function, form, vector-valued form, multivector or tensor; of a metric ``g.tensor``.
    parameter
        The name ε of a parameter of the space.
    order
        The largest power.

    Returns
    -------
    list
        The coefficients of ε⁰, ε¹, …, of the kind of the thing, without ε.

    Raises
    ------
    UndefinedSymbol
        The space has no such parameter.
    OutsideDomain
        The thing, or a derivative of it, is not defined at ε = 0.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.structures import series_coefficients
    >>> M = Manifold("M", "r", parameters="m", positive="r")
    >>> print(*series_coefficients(M.function("1/(1 - 2*m/r)"), "m", 2), sep=" | ")
    1 | 2/r | 4/r**2
    """
    require_integer(order, "the order of an expansion", 0)
    space: Manifold = getattr(thing, "space", None)  # type: ignore[assignment]
    if space is None:
        _made_of(thing, None)
    if parameter not in space.chart.parameters:
        raise UndefinedSymbol(
            f"{parameter!r} is no parameter of {space}; they are "
            f"{', '.join(space.chart.parameters) or 'none'}"
        )
    declared = space.declarations((*space.chart.coordinates, parameter))
    declared["parameters"] = [n for n in declared["parameters"] if n != parameter]
    for word in ("positive", "negative", "nonzero"):
        # At 0, about which it is expanded, it has no sign.
        declared[word] = [n for n in declared[word] if n != parameter]
    family = Manifold(f"{space.name} x R", **declared)
    at_zero = Map(space, family, {**{str(x): x for x in space.coordinates}, parameter: 0})
    along = family.frame[-1]

    def coefficient(form: Form, k: int) -> Form:
        # Read again, as a pull-back would carry the declared sign of ε as a condition.
        terms = {key: f.formula for key, f in form.components.items()}
        raised = family.form(form.degree, terms)
        for n in range(1, k + 1):
            raised = lie(along, raised) * Fraction(1, n)
        return at_zero.pull(raised)

    return [_made_of(thing, lambda form, k=k: coefficient(form, k)) for k in range(order + 1)]


@singledispatch
def _made_of(thing: Any, change: Any) -> Any:
    """A thing whose coefficients are changed."""
    raise TypeError(f"{told(thing)} has no expansion: give a function, form, field or tensor")


@_made_of.register(Form)
def _(thing: Form, change: Any) -> Form:
    made: Form = change(thing)
    return made


@_made_of.register(VectorForm)
def _(thing: VectorForm, change: Any) -> VectorForm:
    return VectorForm(
        thing.space, thing.degree, [change(thing.value(k)) for k in range(thing.space.dimension)]
    )


@_made_of.register(Multivector)
def _(thing: Multivector, change: Any) -> Multivector:
    return Multivector.from_components(
        thing.space, thing.degree, _changed(thing.components, change)
    )


@_made_of.register(Tensor)
def _(thing: Tensor, change: Any) -> Tensor:
    return Tensor.from_components(thing.space, thing.valence, _changed(thing.components, change))


def _changed(components: Components, change: Any) -> dict[Any, Form]:
    return {key: change(value) for key, value in components.items()}
