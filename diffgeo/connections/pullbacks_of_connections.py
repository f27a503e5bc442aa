"""Linear connections pulled back by diffeomorphisms."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from diffgeo.calculus.maps import Map
    from diffgeo.calculus.vector_forms import VectorForm
    from diffgeo.connections.linear_connections import LinearConnection


def pulled_values(connection: LinearConnection, phi: Map) -> list[list[VectorForm]]:
    """The fields ``(φ^*∇)_X Y`` for X and Y in the frame of the source of φ.

    They are known by ``φ^*α((φ^*∇)_X Y) = X(φ^*α(Y)) - φ^*(∇α)(X, Y)`` for 1-forms α of a coframe
    of the target: so only the frame is pulled back, and no derivative of what is made by it is
    taken.
    """
    target, frame = phi.target, phi.source.frame
    fields = phi.pull(target.frame)
    slopes = [phi.differential(k) for k in range(target.dimension)]
    turned = [
        phi.pull(connection.derivative(target.form(1, {name: 1})))
        for name in target.chart.coordinates
    ]

    def value(X: VectorForm, Y: VectorForm) -> VectorForm:
        result = 0 * X
        for e, slope, S in zip(fields, slopes, turned, strict=True):
            result = result + (X(slope(Y)) - S(X, Y)) * e
        return result

    return [[value(X, Y) for Y in frame] for X in frame]
