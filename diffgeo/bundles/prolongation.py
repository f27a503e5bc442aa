"""Prolongation to jets: of sections, of fibred maps and of vector fields.

One rule makes all of them: the derivative of a prolonged coordinate is the total derivative of
the coordinate below it. So prolongations are the maps and the fields on jets that keep the
contact forms and are given on E. Sources: Saunders, The Geometry of Jet Bundles (1989), chapters
4 and 6; Olver, Applications of Lie Groups to Differential Equations (1993), sections 2.3 and 5.1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.forms import Form, total
from diffgeo.calculus.maps import Map
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import AxiomViolation, SingularSystem, ZeroDenominator

if TYPE_CHECKING:
    from diffgeo.bundles.fibrations import Fibration
    from diffgeo.bundles.jets import JetSpace

Jets = Callable[["Fibration", int], "JetSpace"]  #: how jets are made


def prolonged_section(jets: JetSpace, section: Map) -> Map:
    """The section ``j^k s`` of J^kπ: the derivatives of s along the base."""
    base, names = section.source, jets.derivatives.names
    images = dict(section.images)
    for (q, along), name in names.items():
        if along:
            images[name] = base.frame[along[-1]](images[names[q, along[:-1]]])
    return Map(base, jets, images, section.functions)


def prolonged_map(jets: JetSpace, phi: Map, source: Fibration, make: Jets) -> Map:
    """The map ``J^kφ`` that sends the jet of s to that of ``φ∘s∘φ₀⁻¹``; with its inverse."""
    result = _prolonged(jets, phi, source, make)
    if phi.inverse is not None:
        back = _prolonged(make(source, jets.order), phi.inverse, jets.fibration, make)
        result.inverse, back.inverse = back, result
    return result


def prolonged_field(jets: JetSpace, X: VectorForm, order: int, make: Jets) -> VectorForm:
    """The field ``X^(k)`` on J^kπ, with ``X^(k)(D_i F) = D_i(X F) - Σ_j D_i(X x^j) D_j F``.

    Here F is a function on the jets of one order less, x^j are the coordinates of the base and
    D_i the total derivatives along them: ``[X, D_i] = -Σ_j D_i(X x^j) D_j``. A field along
    J^mπ → E, with m the given order, becomes one along J^{m+k}π → J^kπ.
    """
    for raised in range(1, jets.order + 1):
        X = _raised_field(jets.lowered(raised), make(jets.fibration, order + raised), X)
    return X


def _prolonged(jets: JetSpace, phi: Map, source: Fibration, make: Jets) -> Map:
    for order in range(1, jets.order + 1):
        phi = _raised_map(jets.lowered(order), make(source, order), phi)
    return phi


def _raised_map(jets: JetSpace, above: JetSpace, phi: Map) -> Map:
    """``J^kφ: above → jets`` from ``J^{k-1}φ``: its derivatives are ``A⁻¹ D(q∘φ)``.

    A is the matrix of the total derivatives ``D_i(x^j∘φ)``.
    """
    below = phi.images
    images = {name: above.projection.pull(image) for name, image in below.items()}
    clocks = [below[x] for x in jets.fibration.base_names]
    rates = [[D(clock) for clock in clocks] for D in above.total_derivatives]
    divide = _division(rates, phi)
    slopes: dict[str, list[Form]] = {}
    for name in jets.derivatives.of_order(jets.order):
        q, along = jets.derivatives.meaning[name]
        lower = jets.derivatives.names[q, along[:-1]]
        if lower not in slopes:
            slopes[lower] = [D(below[lower]) for D in above.total_derivatives]
        images[name] = divide(slopes[lower], along[-1])
    return Map(above, jets, images, phi.functions)


def _division(rates: Sequence[Sequence[Form]], phi: Map) -> Callable[[Sequence[Form], int], Form]:
    """How the entries of ``A⁻¹ b`` are computed."""
    try:
        if len(rates) == 1:
            inverse = [[1 / rates[0][0]]]
        else:
            inverse = [[entry.settled() for entry in row] for row in linear.inverse(rates)]
    except (SingularSystem, ZeroDenominator) as singular:
        raise AxiomViolation(
            f"{phi} is not prolonged: the map of the bases below it is no local diffeomorphism"
        ) from singular
    space = rates[0][0].space
    return lambda slopes, row: total(
        space, 0, (c * slope for c, slope in zip(inverse[row], slopes, strict=True))
    )


def _raised_field(jets: JetSpace, above: JetSpace, X: VectorForm) -> VectorForm:
    below, derive = jets.base_space, above.total_derivatives
    over = None if above is jets else above.projection_to(jets.order)
    names = X.space.chart.coordinates
    values = {name: above.projection.pull(X.components[name]) for name in names}
    rates = [[D(X(below[x])) for x in jets.fibration.base_names] for D in derive]
    for name in jets.derivatives.of_order(jets.order):
        q, along = jets.derivatives.meaning[name]
        F = below[jets.derivatives.names[q, along[:-1]]]
        slopes = [D(F) for D in jets.total_derivatives]
        slopes = slopes if over is None else over.pull(slopes)
        drift = (rate * slope for rate, slope in zip(rates[along[-1]], slopes, strict=True))
        values[name] = derive[along[-1]](X(F)) - total(above, 0, drift)
    return VectorForm(jets, 0, [values[name] for name in jets.chart.coordinates], over)
