"""Linear connections by their coefficients in a moving frame, ``D_a e_b = w^c_ab e_c``.

A connection that preserves parts of the tangent space has few coefficients in a frame that is
adapted to them, and many, which are large sums, in coordinates. The latter are made when they are
asked for; fields are differentiated in the frame.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.coefficients import used_by
from diffgeo.calculus.forms import Form, total
from diffgeo.calculus.requirements import require_same_space, require_vector_form
from diffgeo.calculus.sparse_components import field_terms
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.connections.linear_connections import Kind, LinearConnection
from diffgeo.rings.protocol import Element

if TYPE_CHECKING:
    from diffgeo.bundles.frames import Frame
    from diffgeo.rings.protocol import Product

#: The functions ``w^c`` that are not zero at sight, by c.
Weights = Mapping[int, Form]


def weights(forms: Sequence[Form], field: VectorForm) -> dict[int, Form]:
    """The values of 1-forms on a field that are not zero at sight, by number."""
    found = ((a, theta(field)) for a, theta in enumerate(forms))
    return {a: f for a, f in found if f._terms}


class FramedConnection(LinearConnection):
    """The linear connection with ``D_a e_b = weights[a][b][c] e_c`` for a frame e.

    Parameters
    ----------
    frame
        The fields e_a, with their dual forms.
    weights
        The coefficients that are not zero.
    used
        The mask of the conditions of all coefficients.
    """

    def __init__(self, frame: Frame, weights: Sequence[Sequence[Weights]], used: int) -> None:
        self.space = frame.space
        self._frame = frame
        self._weights = weights
        # As a function: a mask counts in one ring, and would not travel.
        self._zero = Form(frame.space, 0, {}, used | used_by(*frame.fields, *frame.coframe))

    @property
    def used(self) -> int:
        """The mask of all conditions that were used to make the connection."""
        return self._zero.used

    def weight(self, a: int, b: int, c: int) -> Form:
        """The coefficient of e_c in ``D_a e_b``, with the conditions of the connection."""
        return self._weights[a][b].get(c, self._zero).under(self.used)

    @cached_property
    def _values(self) -> tuple[tuple[VectorForm, ...], ...]:  # type: ignore[override]
        frame = self.space.frame
        rows = list(zip(*(self._on_frame(X) for X in frame), strict=True))
        return tuple(zip(*rows, strict=True))

    @cached_property
    def _terms(self) -> list[list[dict[int, Element]]]:  # type: ignore[override]
        return [[field_terms(value) for value in row] for row in self._values]

    def __call__(self, X: VectorForm, thing: Kind) -> Kind:
        """``D_X`` of a function, field, form or tensor; of fields in the frame."""
        if not isinstance(thing, VectorForm) or thing.degree or thing.along:
            return super().__call__(X, thing)
        require_vector_form(X, 0, "differentiate covariantly along")
        require_same_space("differentiate covariantly", X, self)
        require_same_space("differentiate covariantly", thing, self)
        turned = self._turned(X, self._rates(X), weights(self._frame.coframe, thing))
        return turned.under(thing.used)

    # --- inside --------------------------------------------------------------------

    def _rates(self, X: VectorForm) -> list[dict[int, Form]]:
        """The coefficients of ``D_X e_b``."""
        ring, along = self.space.chart.ring, weights(self._frame.coframe, X)
        rates = []
        for b in range(len(self._frame.fields)):
            products: list[Product[int, Element]] = [
                (c, f.element(), w.element(), 1)
                for a, f in along.items()
                for c, w in self._weights[a][b].items()
            ]
            sums = ring.sum_products(products)
            rates.append({c: self.space.scalar(value) for c, value in sums.items()})
        return rates

    def _turned(
        self, X: VectorForm, rates: Sequence[Weights], parts: Mapping[int, Form]
    ) -> VectorForm:
        """``D_X (f^b e_b) = X(f^b) e_b + f^b D_X e_b``."""
        space = self.space
        terms: dict[int, list[Form]] = {}
        for b, f in parts.items():
            if (slope := X(f))._terms:
                terms.setdefault(b, []).append(slope)
            for c, w in rates[b].items():
                terms.setdefault(c, []).append(f * w)
        sums = [total(space, 0, each) for each in terms.values()]
        fields = [self._frame.fields[c] for c in terms]
        result: VectorForm = linear.combination(sums, fields, space.vector_field())
        return result.under(self.used | X.used)

    @cached_property
    def _parts_of_frame(self) -> list[dict[int, Form]]:
        return [weights(self._frame.coframe, e) for e in self.space.frame]

    def _on_frame(self, X: VectorForm) -> list[VectorForm]:
        """``D_X`` of the coordinate fields."""
        rates = self._rates(X)
        return [self._turned(X, rates, parts) for parts in self._parts_of_frame]

    @cached_property
    def _along_own(self) -> dict[int, list[VectorForm]]:
        return {}

    def _along(self, X: VectorForm) -> list[VectorForm]:
        for a, e in enumerate(self._frame.fields):
            if e is X:
                if a not in self._along_own:
                    self._along_own[a] = self._on_frame(X)
                return self._along_own[a]
        return self._on_frame(X)
