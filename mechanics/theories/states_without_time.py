"""Spaces of states of systems without time: R × TQ, R × T^*Q, R × (TQ ⊕ T^*Q), and others over Q.

A theory gives its answer on the factor without time.

Source: H. Yoshimura, J. E. Marsden, Dirac structures in Lagrangian mechanics, J. Geom. Phys. 57
(2006).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from diffgeo import Map, cotangent, identity_map, product
from diffgeo.bundles import FibreProduct, Product, TangentBundle, product_map, tangent_map
from mechanics.model.autonomous import AutonomousSystem
from mechanics.model.geometric_data import pulled_field
from mechanics.theories.state_spaces import StateSpace

if TYPE_CHECKING:
    from mechanics.model.systems import System


def over_time(
    system: System, projection: Map, change: Callable[[Map, Map, Map], Map]
) -> StateSpace:
    """R × M for a manifold M with a projection to a manifold Q of positions without time.

    Parameters
    ----------
    system
        The system; its coordinates are those of Q, in their order.
    projection
        From M to Q; or to TQ, where a motion is of second order.
    change
        From the projection to Q of the system in new coordinates, that in the old ones and the map
        φ₀ of the positions to the induced map of the manifolds M.

    Returns
    -------
    StateSpace
        Of dimension 1 + dim M.

    Examples
    --------
    >>> from diffgeo import identity_map
    >>> from mechanics import load
    >>> from mechanics.model.autonomous import AutonomousSystem
    >>> from mechanics.theories import over_time
    >>> system = load("knife-edge")
    >>> Q = system.once(AutonomousSystem).manifold
    >>> print(over_time(system, identity_map(Q), lambda new, old, phi: phi).manifold)
    R × M
    """
    E, jets = system.configuration_space, system.evolution_space
    target, positions = projection.target, projection
    has_velocities = isinstance(target, TangentBundle)
    if isinstance(target, TangentBundle):
        positions = target.projection @ projection
    total = product(E.base, projection.source)
    clock, down = total.projections
    time = clock.pull(clock.target.coordinates[0])
    images = [time, *(projection @ down).pull(list(target.coordinates))]
    below = jets if has_velocities else E
    names = map(str, below.coordinates)
    to_states = Map(total, below, dict(zip(names, images, strict=True)))

    def timed(new: StateSpace, old: StateSpace, phi: Map, prolonged: Map) -> Map:
        above, below = new.manifold, old.manifold
        assert isinstance(above, Product) and isinstance(below, Product) and new.positions
        places = new.positions.target
        start = [places.function(0), *places.coordinates]
        at_once = Map(places, phi.source, dict(zip(map(str, E.coordinates), start, strict=True)))
        _, *moved = at_once.pull(phi.pull(list(phi.target.coordinates)))
        here = dict(zip(map(str, positions.target.coordinates), moved, strict=True))
        clocks = (above.factors[0], below.factors[0])
        same = Map(*clocks, {str(clocks[1].coordinates[0]): clocks[0].coordinates[0]})
        phi_0 = Map(places, positions.target, here)
        return product_map(above, below, same, change(new.positions, positions, phi_0))

    return StateSpace(to_states, timed, down, positions)


def velocity_space(system: System) -> StateSpace:
    """R × TQ, for systems without time; a theory gives its answer on TQ.

    Parameters
    ----------
    system
        With n coordinates.

    Returns
    -------
    StateSpace
        Of dimension 2n + 1.

    Raises
    ------
    NotApplicable
        The system depends on time.

    Examples
    --------
    >>> from mechanics import load
    >>> from mechanics.theories import velocity_space
    >>> print(velocity_space(load("knife-edge")).timed)
    the map R × T(M) → T(M)
    """
    TQ = system.once(AutonomousSystem).bundle
    return over_time(system, identity_map(TQ), lambda new, old, phi: tangent_map(phi))


def phase_space(system: System) -> StateSpace:
    """R × T^*Q, for systems without time; a theory gives its answer on T^*Q.

    Parameters
    ----------
    system
        With n coordinates.

    Returns
    -------
    StateSpace
        Of dimension 2n + 1.

    Raises
    ------
    NotApplicable
        The system depends on time.

    Examples
    --------
    >>> from mechanics import load
    >>> from mechanics.theories import phase_space
    >>> print(phase_space(load("knife-edge")).manifold.chart.coordinates)
    ('t', 'x', 'y', 'phi', 'p_x', 'p_y', 'p_phi')
    """
    Q = system.once(AutonomousSystem).manifold
    return over_time(system, cotangent(Q).projection, _of_momenta)


def pontryagin(system: System) -> StateSpace:
    """R × (TQ ⊕ T^*Q), for systems without time; a theory gives its answer on TQ ⊕ T^*Q.

    Parameters
    ----------
    system
        With n coordinates.

    Returns
    -------
    StateSpace
        Of dimension 3n + 1.

    Raises
    ------
    NotApplicable
        The system depends on time.

    Examples
    --------
    >>> from mechanics import load
    >>> from mechanics.theories import pontryagin
    >>> print(pontryagin(load("knife-edge")).manifold.dimension)
    10
    """
    velocities, _ = system.once(velocities_and_momenta).projections
    return over_time(system, velocities, _of_pairs)


def velocities_and_momenta(system: System) -> FibreProduct:
    """The Pontryagin bundle TQ ⊕ T^*Q of a system without time.

    Parameters
    ----------
    system
        With n coordinates.

    Returns
    -------
    FibreProduct
        Of dimension 3n.

    Examples
    --------
    >>> from mechanics import load
    >>> from mechanics.theories import velocities_and_momenta
    >>> print(velocities_and_momenta(load("knife-edge")).chart.coordinates)
    ('x', 'y', 'phi', 'xdot', 'ydot', 'phidot', 'p_x', 'p_y', 'p_phi')
    """
    free = system.once(AutonomousSystem)
    return FibreProduct(free.bundle, cotangent(free.manifold))


def _of_momenta(new: Map, old: Map, phi: Map) -> Map:
    """The map T^*Q' → T^*Q of covectors over a local diffeomorphism."""
    above, below = cotangent(phi.source), cotangent(phi.target)
    places = [above.projection.pull(f) for f in phi.pull(list(phi.target.coordinates))]
    momenta = [above.momentum(pulled_field(phi, X)) for X in phi.target.frame]
    names = map(str, (*below.base_coordinates, *below.momenta))
    return Map(above, below, dict(zip(names, [*places, *momenta], strict=True)))


def _of_pairs(new: Map, old: Map, phi: Map) -> Map:
    above, below = new.source, old.source
    assert isinstance(above, FibreProduct) and isinstance(below, FibreProduct)
    velocities, momenta = above.projections
    return below.pair(tangent_map(phi) @ velocities, _of_momenta(new, old, phi) @ momenta)
