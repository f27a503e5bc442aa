"""Where the field of a theory lives, and how its points are states of motion.

A theory may live on J¹π, as all those of the library do, or on any other manifold whose points are
states: T^*Q, the Pontryagin bundle, J¹π × R^m. What others need to know of such a manifold is its
projection, and how a change of the coordinates of E acts on it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias, cast

from diffgeo import Form, Map, VectorForm, cotangent, identity_map, product
from diffgeo.bundles import FibreProduct, Product, TangentBundle, product_map, tangent_map
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import InconsistentSystem, SingularSystem
from mechanics.errors import BadTheory, NotApplicable
from mechanics.model.autonomous import AutonomousSystem
from mechanics.model.geometric_data import pulled_field

if TYPE_CHECKING:
    from diffgeo import Manifold
    from diffgeo.bundles import JetSpace
    from mechanics.model.systems import System

#: From the space of the system in new coordinates, that in the old ones, φ: E' → E and its
#: prolongation to the evolution spaces, to the induced map between the manifolds.
Change: TypeAlias = Callable[["StateSpace", "StateSpace", Map, Map], Map]


@dataclass(frozen=True)
class StateSpace:
    """The manifold on which a theory has its field.

    Attributes
    ----------
    projection : Map
        From the manifold to the evolution space J¹π, where a motion is of second order; or to E,
        where velocities are those of the field.
    change : callable or None
        How changes of coordinates act on the manifold; naturality is not decided without it.
    timed : Map or None
        Where a theory without time lives on a factor: the projection of R × M to M. Its field X
        becomes ``∂_t + X``.
    positions : Map or None
        There, the projection of M to the positions.
    quotient : Map or None
        Where a theory lives on a reduced space, such as a Lie algebra: the map from J¹π to it. The
        field is reconstructed on J¹π, where it is of second order; see `reduced`.

    Examples
    --------
    >>> from mechanics import load
    >>> from mechanics.theories import evolution, phase_space
    >>> system = load("knife-edge")
    >>> for space in (evolution(system), phase_space(system)):
    ...     print(space.manifold, "|", space.projection)
    ...
    J1(E) | the map J1(E) → J1(E)
    R × T*(M) | the map R × T*(M) → E
    """

    projection: Map
    change: Change | None = None
    timed: Map | None = None
    positions: Map | None = None
    quotient: Map | None = None

    @property
    def manifold(self) -> Manifold:
        """Where the field lives."""
        return self.projection.source

    @cached_property
    def homes(self) -> tuple[Manifold, ...]:
        """The manifolds on which a theory may give its answer."""
        below = self.timed or self.quotient
        return (self.manifold,) if below is None else (self.manifold, below.target)

    def raised(self, function: Form) -> Form:
        """A function on the factor without time, or on the reduced space, on the manifold."""
        below = self.timed or self.quotient
        if below is None or function.space is self.manifold:
            return function
        return below.pull(function)

    def raised_field(self, X: VectorForm) -> VectorForm:
        """A field on the factor without time as ``∂_t + X``; on a reduced space, reconstructed.

        Raises
        ------
        BadTheory
            No second-order field, or more than one, is over the field on the reduced space.
        """
        P = self.manifold
        if X.space is P:
            return X
        if self.quotient is not None:
            return self._reconstructed(X, self.quotient)
        assert isinstance(P, Product)
        (flow,) = P.factors[0].frame
        return P.lift(flow, 0) + P.lift(X, 1)

    def _reconstructed(self, X: VectorForm, quotient: Map) -> VectorForm:
        """The second-order field Γ on J¹π with ``Γ(q^*f) = q^*(X f)`` for the quotient q."""
        jets = cast("JetSpace", self.manifold)
        below = quotient.target.coordinates
        functions = [jets.time, *jets.positions, *quotient.pull(list(below))]
        rates = [1 + 0 * jets.time, *jets.velocities, *(quotient.pull(X(f)) for f in below)]
        try:
            return linear.solve_field(jets, lambda Y: [Y(f) for f in functions], rates)
        except (SingularSystem, InconsistentSystem) as error:
            raise BadTheory(
                f"no second-order field on {jets.name} is determined by the field on "
                f"{X.space.name}: {error}; velocities have to be functions of positions and on it"
            ) from None

    def motion(self, system: System, X: VectorForm) -> Map:
        """The map from the manifold to the evolution space: positions, and their rates along X."""
        jets = system.evolution_space
        if self.projection.target is jets:
            return self.projection
        down = self.projection.pull
        E = system.configuration_space
        places = [down(f) for f in E.coordinates]
        rates = [X(down(q)) for q in E.fibre_coordinates]
        names = [str(f) for f in jets.coordinates]
        return Map(self.manifold, jets, dict(zip(names, [*places, *rates], strict=True)))

    def lifted(self, X: VectorForm) -> VectorForm:
        """The lift of a field on the evolution space, which moves nothing else."""
        P = self.manifold
        if X.space is P:
            return X
        if not isinstance(P, Product):
            raise NotApplicable(f"fields on {X.space.name} are not lifted to {P.name}")
        return P.lift(X)

    def induced(self, new: StateSpace, change: Map, prolonged: Map) -> Map:
        """The map between the manifolds over a change of coordinates φ: E' → E."""
        if self.change is None:
            raise BadTheory(
                f"how changes of coordinates act on {self.manifold.name} is not said: give "
                "StateSpace(projection, change)"
            )
        return self.change(new, self, change, prolonged)


def evolution(system: System) -> StateSpace:
    """J¹π, or J¹π × Z for a system with variables of its own.

    Parameters
    ----------
    system
        With n coordinates and k variables of its own.

    Returns
    -------
    StateSpace
        Of dimension 2n + 1 + k.

    Examples
    --------
    >>> from mechanics import load
    >>> from mechanics.theories import evolution
    >>> print(evolution(load("knife-edge")).manifold.dimension)
    7
    """
    return StateSpace(identity_map(system.evolution_space), _prolonged)


def _prolonged(new: StateSpace, old: StateSpace, change: Map, prolonged: Map) -> Map:
    return prolonged


def reduced(quotient: Map) -> StateSpace:
    """A reduced space, such as a Lie algebra or (TQ)/G, by the map from J¹π to it.

    Positions that are lost are reconstructed: the field on J¹π is the one of second order that
    the map relates to that of the theory. So it is checked, compared and simulated there.

    Parameters
    ----------
    quotient
        The map from J¹π onto the reduced space.

    Returns
    -------
    StateSpace
        J¹π, with the map.

    Examples
    --------
    >>> from diffgeo import Manifold, Map
    >>> from mechanics import load
    >>> from mechanics.theories import reduced
    >>> jets = load("knife-edge").evolution_space
    >>> spin = Map(jets, Manifold("g", "w"), {"w": "phidot"})
    >>> print(reduced(spin).quotient, "|", reduced(spin).manifold)
    the map J1(E) → g | J1(E)
    """
    return StateSpace(identity_map(quotient.source), _prolonged, quotient=quotient)


def over_evolution(*factors: Manifold) -> Callable[[System], StateSpace]:
    """J¹π × M for manifolds M on which changes of coordinates do not act.

    Parameters
    ----------
    factors
        The manifolds M, such as one with a coordinate for each multiplier.

    Returns
    -------
    callable
        From a system to the `StateSpace`, for `Theory.space`.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from mechanics import load
    >>> from mechanics.theories import over_evolution
    >>> space = over_evolution(Manifold("R", "u"))
    >>> print(space(load("knife-edge")).manifold.dimension)
    8
    """

    def space(system: System) -> StateSpace:
        total = product(system.evolution_space, *factors)
        return StateSpace(total.projections[0], times_identity)

    return space


def times_identity(new: StateSpace, old: StateSpace, change: Map, prolonged: Map) -> Map:
    """The prolonged change on J¹π × M, with the identity on further factors."""
    above, below = new.manifold, old.manifold
    assert isinstance(above, Product) and isinstance(below, Product)
    pairs = zip(above.factors[1:], below.factors[1:], strict=True)
    same = (
        Map(N, M, dict(zip(map(str, M.coordinates), N.coordinates, strict=True))) for N, M in pairs
    )
    return product_map(above, below, prolonged, *same)


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
