"""The fibre derivative of a Lagrangian, and the isomorphism of Tulczyjew.

Sources: Abraham and Marsden, Foundations of Mechanics (1978), 3.5; Tulczyjew, The Legendre
transformation (1977).
"""

from __future__ import annotations

from diffgeo.bundles.cotangents import cotangent
from diffgeo.bundles.tangents import TangentBundle, tangent, tangent_map
from diffgeo.calculus.forms import Form, describe
from diffgeo.calculus.maps import Map
from diffgeo.calculus.spaces import Manifold
from diffgeo.errors import SpaceMismatch


def fibre_derivative(L: Form) -> Map:
    """The fibre derivative FL: TM → T*M of a function L on TM, the map over M.

    Characterised by ``FL^*θ = J^*dL``, or by ``FL^*P_X = X^v(L)``. For a Lagrangian function
    that is the Legendre map.

    Raises `SpaceMismatch` if L is not on a tangent bundle, `DegreeMismatch` if it is no
    function.

    Parameters
    ----------
    L
        A function on TM.

    Returns
    -------
    Map
        From TM to T*M.

    Examples
    --------
    >>> from diffgeo import Manifold, tangent
    >>> from diffgeo.bundles import fibre_derivative
    >>> TQ = tangent(Manifold("Q", "q", "m"))
    >>> print(*fibre_derivative(TQ.function("m*qdot**2/2")).images.values())
    q m*qdot
    """
    bundle = L.space
    if not isinstance(bundle, TangentBundle):
        raise SpaceMismatch(
            f"the fibre derivative is of functions on a tangent bundle, not of {describe(L)}; use "
            "tangent(M)"
        )
    L.element("take the fibre derivative of")
    over = cotangent(bundle.base_space)
    images = {q: bundle[q] for q in over.momentum_names}
    images |= {p: bundle.vertical_lift(X)(L) for X, p in over._frame_momenta()}
    return Map(bundle, over, images)


def tulczyjew_isomorphism(space: Manifold) -> Map:
    """The isomorphism of Tulczyjew α: TT*M → T*TM over TM, with its inverse.

    Characterised by ``α^*θ_{TM} = d_T θ_M``; ``P_{X^c} ↦ d_T P_X`` and ``P_{X^v} ↦ P_X``. It
    exchanges the two projections of TT*M, to TM by Tπ and to T*M.

    Parameters
    ----------
    space
        M, of dimension n.

    Returns
    -------
    Map
        Between spaces of dimension 4n.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.bundles import tulczyjew_isomorphism
    >>> alpha = tulczyjew_isomorphism(Manifold("M", "x"))
    >>> print(alpha, "|", alpha.pull(alpha.target.liouville_form))
    the map T(T*(M)) → T*(T(M)) | p_xdot dx + p_x dxdot
    """
    momenta, velocities = cotangent(space), tangent(space)
    source, target = tangent(momenta), cotangent(velocities)
    over = tangent_map(momenta.projection)
    images = {q: over.image(a) for a, q in enumerate(velocities.chart.coordinates)}
    back = {q: target[q] for q in space.chart.coordinates}
    for X, p in momenta._frame_momenta():
        complete = target.momentum(velocities.complete_lift(X))
        vertical = target.momentum(velocities.vertical_lift(X))
        back |= {p: vertical, source.velocity_names[p]: complete}
    for q, v in velocities.velocity_names.items():
        momentum = momenta[momenta.momentum_names[q]]
        images[target.momentum_names[q]] = source.total_derivative(momentum)
        images[target.momentum_names[v]] = source.projection.pull(momentum)
        back[source.velocity_names[q]] = target[v]
    return Map(source, target, images, inverse=back)
