"""How the objects of a moving frame are written: names of its fields and dual forms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from diffgeo.calculus import display
from diffgeo.calculus.brackets import interior
from diffgeo.calculus.forms import Form
from diffgeo.calculus.spaces import Manifold
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import DegreeMismatch
from diffgeo.structures.tensors import Tensor

if TYPE_CHECKING:
    from diffgeo.bundles.frames import Frame

#: What stands between names, in text and in LaTeX: for products ∧ and for products ⊗.
PRODUCTS = (("∧", r" \wedge "), ("⊗", r" \otimes "))


@dataclass(frozen=True)
class FrameLabel:
    r"""How a field of a frame and its dual form are written, as text and in LaTeX.

    Attributes
    ----------
    field, form
        As text, such as ``e_1`` and ``θ^1``.
    field_latex, form_latex
        In LaTeX.

    Examples
    --------
    >>> from diffgeo import Frame, Manifold
    >>> from diffgeo.bundles import FrameLabel
    >>> M = Manifold("M", "x y")
    >>> labels = [FrameLabel.of("X"), FrameLabel("u", "du", r"\mathbf{u}", r"\mathrm{d}u")]
    >>> e = Frame(M, [M.vector_field(x="1", y="x"), M.vector_field(y="1")], labels)
    >>> print([label.form for label in e.labels])
    ['X^*', 'du']
    """

    field: str
    form: str
    field_latex: str
    form_latex: str

    @classmethod
    def of(cls, name: str) -> FrameLabel:
        """A label from one name: the dual form of X is written ``X^*``."""
        from diffgeo.interop.typeset import name_latex

        return cls(name, f"{name}^*", name_latex(name), f"{name_latex(name)}^{{*}}")

    @classmethod
    def numbered(cls, number: int) -> FrameLabel:
        """The label ``e_1`` with the dual form ``θ^1``."""
        return cls(f"e_{number}", f"θ^{number}", f"e_{{{number}}}", rf"\theta^{{{number}}}")


def read_labels(
    space: Manifold, count: int, names: str | Sequence[str | FrameLabel] | None
) -> tuple[FrameLabel, ...]:
    """The labels of a frame of so many fields on a space; `DegreeMismatch` if they do not fit."""
    n = space.dimension
    if names is None:
        given: Sequence[str | FrameLabel] = [FrameLabel.numbered(a + 1) for a in range(n)]
    else:
        given = names.replace(",", " ").split() if isinstance(names, str) else names
    if count != n or len(given) != n:
        raise DegreeMismatch(
            f"a frame on {space.name} has {n} fields, its dimension, with as many names, not "
            f"{count} fields and {len(given)} names"
        )
    labels = tuple(x if isinstance(x, FrameLabel) else FrameLabel.of(x) for x in given)
    if len({label.field for label in labels}) < n:
        raise DegreeMismatch(
            f"two fields of a frame on {space.name} have one name: "
            f"{', '.join(label.field for label in labels)}; rename one"
        )
    return labels


def write(frame: Frame, thing: object, style: display.Style) -> str:
    """A form, vector-valued form, multivector or tensor in a style, with the names of a frame."""
    if not isinstance(thing, VectorForm) or not thing.degree:
        return display.join_terms(_terms(frame, thing, style))
    texts = []
    for label, theta in zip(frame.labels, frame.coframe, strict=True):
        inner = _terms(frame, interior(thing, theta), style)
        if inner:
            text = display.join_terms(inner)
            text = display._parentheses(text, style) if len(inner) > 1 else text
            field = label.field_latex if style.latex else label.field
            texts.append(text + (r" \otimes " if style.latex else "⊗") + field)
    return display.join_terms(texts)


def _terms(frame: Frame, thing: Any, style: display.Style) -> list[str]:
    labels = {label.field: label for label in frame.labels}
    found = []
    for key, value in frame.components(thing).items():
        used = [labels[name] for name in ((key,) if isinstance(key, str) else key)]
        # Fields come first: all slots of multivectors, the upper ones of tensors.
        upper = thing.valence[0] if isinstance(thing, Tensor) else len(used)
        upper = 0 if isinstance(thing, Form) else upper
        if style.latex:
            names = [x.field_latex if k < upper else x.form_latex for k, x in enumerate(used)]
        else:
            names = [x.field if k < upper else x.form for k, x in enumerate(used)]
        between = PRODUCTS[isinstance(thing, Tensor)][style.latex]
        basis = between.join(names)
        if term := display._scale(frame.space, value.element(), basis, style):
            found.append(term)
    return found
