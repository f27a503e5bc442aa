"""How forms and vector-valued forms are written, as text and as LaTeX.

One style everywhere: ``m*xdot dx - x dt∧dy`` for forms, ``x ∂_y`` for vector fields,
``(dx - xdot dt)⊗∂_xdot`` for vector-valued forms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from diffgeo.errors import Refusal
from diffgeo.rings.expression import Expression, Sum, Symbol
from diffgeo.signs import indices

if TYPE_CHECKING:
    from diffgeo.forms import Element, Form
    from diffgeo.spaces import Manifold
    from diffgeo.vector_forms import VectorForm

#: Stands for a coefficient that its ring cannot write down.
_NO_FORMULA = Symbol("…")

#: Length at which error messages cut an object short.
SHORT = 40


def form_terms(form: Form, latex: bool = False) -> Iterator[str]:
    """The terms of a form, each with its sign in front."""
    names = form.space.chart.coordinates
    differential = r"\mathrm{{d}}{}" if latex else "d{}"
    wedge = r" \wedge " if latex else "∧"
    for mask, element in sorted(form._terms.items(), key=lambda item: indices(item[0])):
        basis = wedge.join(
            differential.format(form.space.chart.latex_name(names[i]) if latex else names[i])
            for i in indices(mask)
        )
        yield _scale(form.space, element, basis, latex)


def vector_terms(tensor: VectorForm, latex: bool = False) -> Iterator[str]:
    """The terms of a vector-valued form, by coordinate field."""
    chart = tensor.space.chart
    for index, name in enumerate(chart.coordinates):
        value = tensor.value(index)
        if not value._terms:
            continue
        field = rf"\partial_{{{chart.latex_name(name)}}}" if latex else f"∂_{name}"
        if tensor.degree == 0:
            yield _scale(tensor.space, value.element(), field, latex)
            continue
        text = join_terms(form_terms(value, latex))
        several = len(value._terms) > 1
        product = r" \otimes " if latex else "⊗"
        yield (_parentheses(text, latex) if several else text) + product + field


def join_terms(terms: Iterable[str]) -> str:
    """A sum: terms that begin with a minus sign are subtracted; ``0`` if there are none."""
    text = ""
    for term in terms:
        if not text:
            text = term
        elif term.startswith("-"):
            text += f" - {term[1:]}"
        else:
            text += f" + {term}"
    return text or "0"


def describe(thing: Any) -> str:
    """What an object is, how it begins and where it lives, for messages."""
    from diffgeo.forms import Form
    from diffgeo.vector_forms import VectorForm

    if isinstance(thing, Form):
        kind = "the function" if thing.degree == 0 else f"the {thing.degree}-form"
        return f"{kind} {_shorten(form_terms(thing))} (on {thing.space.name})"
    if isinstance(thing, VectorForm):
        kinds = {0: "the vector field", 1: "the (1,1) tensor"}
        kind = kinds.get(thing.degree, f"the vector-valued {thing.degree}-form")
        return f"{kind} {_shorten(vector_terms(thing))} (on {thing.space.name})"
    return str(thing)


def _scale(space: Manifold, element: Element, basis: str, latex: bool) -> str:
    try:
        tree = space.chart.ring.expression(element)
    except Refusal:  # a germ or a large unexpanded solution has no formula; printing never fails
        tree = _NO_FORMULA
    text = _render(space, tree, latex)
    if not basis:
        return text
    if text in ("1", "-1"):
        return text[:-1] + basis
    if isinstance(tree, Sum):
        text = _parentheses(text, latex)
    return text + (r"\, " if latex else " ") + basis


def _render(space: Manifold, tree: Expression, latex: bool) -> str:
    if not latex:
        return str(tree)
    if tree is _NO_FORMULA:
        return r"\cdots"
    from diffgeo.interop.typeset import latex as render

    return render(tree, space.chart.latex_names)


def _parentheses(text: str, latex: bool) -> str:
    return rf"\left({text}\right)" if latex else f"({text})"


def _shorten(terms: Iterable[str]) -> str:
    shown: list[str] = []
    for term in terms:
        if sum(map(len, shown)) + len(term) > SHORT:
            return join_terms(shown) + " + …" if shown else term[: SHORT - 2] + " …"
        shown.append(term)
    return join_terms(shown)
