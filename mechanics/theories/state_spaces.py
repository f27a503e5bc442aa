"""Where the field of a theory lives, and how its points are states of motion.

A theory may live on J¹π, as all those of the library do, or on any other manifold whose points are
states: T^*Q, the Pontryagin bundle, J¹π × R^m. What others need to know of such a manifold is its
projection, and how a change of the coordinates of E acts on it.

Source: Saunders, The Geometry of Jet Bundles (1989), chapters 4 and 6.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias, cast

from diffgeo import Form, Map, Status, VectorForm, identity_map, product
from diffgeo.bundles import JetSpace, Product, jet, product_map
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import InconsistentSystem, SingularSystem, Undecided
from mechanics.errors import BadTheory, NotApplicable
from mechanics.model.plain_answers import vanishes
from mechanics.theories.equality_on_constraints import PlaceOfStates

if TYPE_CHECKING:
    from diffgeo import Manifold
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
    kept : tuple of Form
        There, the functions on J¹π that are 0 where the reduced space is a quotient.

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
    kept: tuple[Form, ...] = ()

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
        """The second-order field Γ with ``Γ(q^*f) = q^*(X f)`` for the quotient q, Γ(φ) = 0."""
        jets = cast("JetSpace", self.manifold)
        zero, places = 0 * jets.time, (jets.time, *jets.positions)
        known = [*zip(places, (1 + zero, *jets.velocities), strict=True)]
        below = quotient.target.coordinates
        given = [(quotient.pull(f), quotient.pull(X(f))) for f in below]
        # What does not depend on velocities has its rate on the set of the kept functions only.
        free = [V for V in jets.frame if all(vanishes(V(f)) for f in places)]
        fixed: list[tuple[Form, Form]] = []
        for f, rate in given:
            is_place = self.kept and all(vanishes(V(f)) for V in free)
            (fixed if is_place else known).append((f, rate))
        known += [(f, zero) for f in self.kept]
        functions, rates = map(list, zip(*known, strict=True))
        try:
            found = linear.solve_field(jets, lambda Y: [Y(f) for f in functions], rates)
        except (SingularSystem, InconsistentSystem) as error:
            raise BadTheory(
                f"no second-order field on {jets.name} is determined by the field on "
                f"{X.space.name}: {error}; velocities have to be functions of positions and on it"
            ) from None
        for f, rate in fixed:
            same = PlaceOfStates(jets, self.kept).same(found(f), rate)
            if same.status is Status.REFUTED:
                raise BadTheory(
                    f"the field on {X.space.name} gives {f.summary(40)} another rate than its "
                    "velocities; return the field to which the motion is related"
                )
            if same.status is Status.UNKNOWN:
                raise Undecided(
                    f"whether the field on {X.space.name} gives {f.summary(40)} the rate of its "
                    f"velocities is not decided: {same.reason}"
                )
        return found

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


def reduced(quotient: Map, kept: Sequence[Form] = ()) -> StateSpace:
    """A reduced space, such as a Lie algebra or (TQ)/G, by the map from J¹π to it.

    Positions that are lost are reconstructed: the field on J¹π is the one of second order that
    the map relates to that of the theory. So it is checked, compared and simulated there.

    Parameters
    ----------
    quotient
        The map from J¹π onto the reduced space.
    kept
        Functions on J¹π that stay 0, such as the constraints: where the reduced space is a quotient
        of their zero set only, as D/G is.

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
    return StateSpace(
        identity_map(quotient.source), _prolonged, quotient=quotient, kept=tuple(kept)
    )


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


def higher_jets(order: int) -> Callable[[System], StateSpace]:
    """J^kπ, for theories in which accelerations or more belong to the state.

    Parameters
    ----------
    order
        The order k, at least 2.

    Returns
    -------
    callable
        From a system to the `StateSpace`, of dimension 1 + (k + 1)n, for `Theory.space`.

    Examples
    --------
    >>> from mechanics import load
    >>> from mechanics.theories import higher_jets
    >>> higher_jets(2)(load("knife-edge")).manifold.dimension
    10
    """

    def space(system: System) -> StateSpace:
        return StateSpace(jet(system.configuration_space, order).projection_to(1), _of_jets)

    return space


def _of_jets(new: StateSpace, old: StateSpace, change: Map, prolonged: Map) -> Map:
    below = old.manifold
    assert isinstance(below, JetSpace)
    return below.prolong_fibred(change)
