"""Motions that jump: what happens where a state reaches a wall h = 0.

Between walls a motion is an integral curve. At a wall its velocity changes at once, and positions
do not: a `Jump` is a map J of the space of states to itself, over the identity of E. With the form
Θ of the principle, ``J^*Θ - Θ`` is [p_A] dq^A - [E] dt, the jumps of momentum and energy, and the
law of impacts is ``J^*Θ - Θ = μ dh + λ^i ρ_i`` on the constraint set with the reactions ρ_i: they
and the wall are all that acts in no time. Its part along virtual displacements is asked of every
theory; its part along time, that no energy is lost but to a wall which moves, is that of elastic
impacts.

Source: Fetecau, Marsden, Ortiz and West, Nonsmooth Lagrangian mechanics and variational collision
integrators, SIAM J. Applied Dynamical Systems 2 (2003).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING

from diffgeo import Form, Map, Status, check, d, identity_map
from diffgeo.bundles import Product, product_map
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import Undecided
from diffgeo.subsets import in_lowest_terms, strict_sign
from mechanics.model.plain_answers import vanishes
from mechanics.theories.checks import Check, judged
from mechanics.theories.equality_on_constraints import PlaceOfStates
from mechanics.wording import one_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from diffgeo import Verdict
    from mechanics.theories.dynamics import Dynamics
    from mechanics.theories.state_spaces import StateSpace


LAW = "J^*Theta - Theta = mu dh + lambda^i rho_i"


@dataclass(frozen=True)
class Jump:
    """What happens where a motion reaches a wall from the side h > 0.

    Attributes
    ----------
    wall : Form
        The function h on E, which is not negative along motions.
    map : Map
        J, from the space of states to itself: the state after the impact for that before.
    impulses : tuple of Form
        The functions μ and λ^i of the law, the wall's first.

    Examples
    --------
    >>> from diffgeo import Map
    >>> from mechanics import System
    >>> from mechanics.theories import Jump
    >>> ball = System(coordinates="y", lagrangian="ydot**2/2 - y")
    >>> J, (t, y) = ball.evolution_space, ball.configuration_space.coordinates
    >>> bounce = Jump(y, Map(J, J, {"t": "t", "y": "y", "ydot": "-ydot"}), (J.function("-2*ydot"),))
    >>> bool(bounce.is_involution())
    True
    """

    wall: Form
    map: Map
    impulses: tuple[Form, ...] = ()

    @property
    def name(self) -> str:
        """The wall, as it is called in answers."""
        return f"the wall {one_line(self.wall.readable())} = 0"

    def is_involution(self) -> Verdict:
        """Whether J∘J is the identity, as it is where an impact can be reversed.

        Returns
        -------
        Verdict
            On the whole space of states.
        """
        return check(self.map @ self.map == identity_map(self.map.source), name="J(J(x)) = x")

    def above(self, dynamics: Dynamics) -> Form:
        """The function h on the space of states of a motion."""
        jets = dynamics.system.evolution_space
        is_above = self.wall.space in (jets, dynamics.manifold)
        return dynamics.above(self.wall if is_above else jets.projection.pull(self.wall))


def raised(jump: Jump, space: StateSpace) -> Jump:
    """A jump on the factor M of a space of states R × M, which has no time, on that space."""
    P = space.manifold
    if jump.map.source is P:
        return jump
    assert isinstance(P, Product)
    clock = P.factors[0]
    same = Map(clock, clock, {str(f): f for f in clock.coordinates})
    impulses = tuple(map(space.raised, jump.impulses))
    return replace(jump, map=product_map(P, P, same, jump.map), impulses=impulses)


def require_jump(jump: object, space: StateSpace, count: int) -> tuple[str, str] | None:
    """What is wrong with an answer as a jump of these states with so many impulses; the repair."""
    if not isinstance(jump, Jump):
        return f"{jump!r:.60} as a jump", "return a mechanics.theories.Jump(wall, map, impulses)"
    homes = (space.manifold, *([space.timed.target] if space.timed else []))
    if not any(jump.map.source is jump.map.target is home for home in homes):
        names = " or ".join(home.name for home in homes)
        return f"the map {jump.map.summary()} at {jump.name}", f"return one from {names} to itself"
    if len(jump.impulses) != count:
        law = f"{LAW} has {count}: that of the wall, and one for each reaction"
        return f"{len(jump.impulses)} impulses at {jump.name}", law
    return None


# --- what is stated ----------------------------------------------------------------------------


def same_at(
    dynamics: Dynamics, jump: Jump, first: Form, second: Form | int, name: str = ""
) -> Verdict:
    """Whether two functions are equal at a wall: at all states, if they are."""
    difference = first - second
    everywhere = check(difference == 0, counterexample=False, name=name)
    if everywhere.status is Status.VERIFIED:
        return everywhere
    place = PlaceOfStates(dynamics.manifold, (jump.above(dynamics), *dynamics.constraints))
    return place.same(difference, 0, name)


def kept_at(dynamics: Dynamics, jump: Jump, function: Form) -> Verdict:
    """Whether a function on the space of states is the same before and after."""
    name = f"{function.summary(40)} after the impact"
    return same_at(dynamics, jump, jump.map.pull(function), function, name)


def related_jumps(ours: Dynamics, theirs: Dynamics, across: Map) -> list[Verdict]:
    """Whether a map of spaces of states takes the states after impacts to such states.

    A theory that knows no walls passes them: its jumps are the identity.
    """
    found: list[Verdict] = []
    for mine, given in zip_longest(ours.jumps, theirs.jumps):
        for f in theirs.manifold.coordinates:
            after = across.pull(given.map.pull(f) if given else f)
            before = across.pull(f)
            jump, moved = (mine, mine.map.pull(before)) if mine else (given, before)
            name = f"{f} after the impact at {jump.name}"
            found.append(same_at(ours, jump, moved, after, name))
    return found


def changes_nothing_but_velocities(dynamics: Dynamics, jump: Jump) -> list[Verdict]:
    """Time, positions, and the constraints are kept."""
    jets = dynamics.system.evolution_space
    places = [dynamics.above(f) for f in (jets.time, *jets.positions)]
    keys = [f"constraint {i} after the impact" for i, _ in enumerate(dynamics.constraints, 1)]
    left = zip(keys, map(jump.map.pull, dynamics.constraints), strict=True)
    return [
        *(kept_at(dynamics, jump, f) for f in places),
        *(same_at(dynamics, jump, f, 0, key) for key, f in left),
    ]


def momentum_law(dynamics: Dynamics, jump: Jump) -> list[Verdict]:
    """``(J^*Θ - Θ)(Y) = (μ dh + λ^i ρ_i)(Y)`` for fields Y with dt(Y) = 0."""
    above, principle = dynamics.above, dynamics.theory.principle
    Theta = principle.action(dynamics.system, dynamics.motion)
    reactions = principle.reactions(dynamics.system) if principle.reactions else ()
    forms = [d(jump.above(dynamics)), *map(above, reactions)]
    given = linear.combination(jump.impulses, forms, 0 * Theta)
    rest, dt = jump.map.pull(Theta) - Theta - given, above(dynamics.system.evolution_space.dt)
    frame = [Y for Y in dynamics.manifold.frame if vanishes(dt(Y))]
    return [same_at(dynamics, jump, rest(Y), 0, f"{LAW} on {Y}") for Y in frame]


def leads_back(dynamics: Dynamics, jump: Jump) -> list[Verdict]:
    """The rate of h changes its sign, or becomes 0: ``J^*Γ(h) = k Γ(h)`` with k not positive."""
    arriving = dynamics.field(jump.above(dynamics))
    leaving = jump.map.pull(arriving)
    k = in_lowest_terms(leaving / arriving)
    sign = 0 if vanishes(k) else strict_sign(k)
    if sign is None:
        raise Undecided(f"the sign of {k.summary(80)} is not known; declare those of its terms")
    other = (-k if sign > 0 else k) * arriving
    return [same_at(dynamics, jump, leaving, other, f"the rate after the impact at {jump.name}")]


#: What is stated of a jump.
STATED: tuple[Callable[[Dynamics, Jump], list[Verdict]], ...] = (
    changes_nothing_but_velocities,
    leads_back,
    momentum_law,
)


def checks_of_jumps(dynamics: Dynamics) -> tuple[Check, ...]:
    """At each wall: what is kept, that the motion comes back, and the law of the momentum."""
    words = ("positions and constraints are kept", "the motion is led back", f"{LAW}, up to dt,")
    return tuple(
        judged(f"{text} at {jump.name}", partial(stated, dynamics, jump))
        for jump in dynamics.jumps
        for text, stated in zip(words, STATED, strict=True)
    )


def also_at_walls(dynamics: Dynamics, function: Form, between: Check) -> Check:
    """That a function is conserved, by what holds between walls: there it must not jump either."""
    for jump in dynamics.jumps if between.holds else ():
        statement = f"{between.statement}, at {jump.name}"
        found = judged(statement, partial(kept_at, dynamics, jump, dynamics.above(function)))
        if not found.holds:
            return found
    return between
