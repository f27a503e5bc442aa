"""Holonomic rheonomic constraints: a system on a surface that moves.

The surface is given by ``q^a = f^a(q, t)`` for some coordinates of a system in space. The motion
on it is that of the reduced system, L and F pulled back along J¹i for the inclusion i of the
surface in space-time: no multiplier occurs. The force of the constraint is recovered from the
constraints ``d_T(q^a - f^a) = 0`` in space,

    R = λ_a d(q^a - f^a) on displacements at fixed time,   power R(v) = λ_a ∂f^a/∂t:

an ideal constraint does no work on displacements along the surface, but a surface that moves does
work on the particle.

Source: C. Frigioiu, K. Hedrih, I. G. Bîrsan, Lagrangian geometrical model of the rheonomic
mechanical systems, section IV; V. A. Vujičić, K. Hedrih, The rheonomic constraints change force,
Facta Universitatis 1 (1993).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from mechanics.analysis.energy import EnergyBalance
from mechanics.errors import BadSystem
from mechanics.model.systems_on import restricted, varied
from mechanics.theories.equality_on_constraints import reaction
from mechanics.theories.registry import derive

if TYPE_CHECKING:
    from diffgeo import Form, Identity
    from diffgeo.calculus import FunctionLike
    from mechanics.model.systems import System
    from mechanics.theories.dynamics import Dynamics
    from mechanics.theories.registry import Theory


class MovingSurface:
    """A system in space that is kept on a moving surface.

    Parameters
    ----------
    space
        The system in space, with its forces and without constraints.
    heights
        The formulas f^a in time and the other coordinates, by the names of the coordinates q^a.
    theory
        By which the motion is made.

    Attributes
    ----------
    reduced : System
        The system on the surface, in the other coordinates.
    inclusion : Map
        J¹i, from the evolution space of the reduced system to that of the system in space.

    Raises
    ------
    BadSystem
        The system has constraints, or a height belongs to no coordinate, or to all.

    Examples
    --------
    A bead on a line that is lifted with acceleration a feels the force m (g + a):

    >>> from mechanics import System
    >>> from mechanics.analysis.moving_surface import MovingSurface
    >>> bead = System(coordinates="x z", parameters="m g a", positive="m",
    ...               lagrangian="m*(xdot**2 + zdot**2)/2 - m*g*z")
    >>> line = MovingSurface(bead, {"z": "a*t**2/2"})
    >>> print(line.multipliers[0], "|", line.power)
    m*(g + a) | m*a*t*(g + a)
    """

    def __init__(
        self, space: System, heights: Mapping[str, FunctionLike], theory: Theory | str = "rheonomic"
    ) -> None:
        names = space.specification.coordinates
        where = space.specification.where
        if space.constraints:
            raise BadSystem(
                f"{where}: a surface is given by heights alone; leave out the constraints of the "
                "system in space"
            )
        if unknown := [q for q in heights if q not in names]:
            raise BadSystem(
                f"{where}: {', '.join(unknown)} is no coordinate; heights are given for some of "
                f"{', '.join(names)}"
            )
        if not 0 < len(heights) < len(names):
            raise BadSystem(
                f"{where}: a surface needs heights for some of its coordinates {', '.join(names)}, "
                "and others that stay free"
            )
        self.space = space
        self.heights: dict[str, FunctionLike] = dict(heights)
        self.theory = theory
        self.reduced, self.inclusion = restricted(space, self.heights)

    # --- the motion --------------------------------------------------------------------------

    @cached_property
    def dynamics(self) -> Dynamics:
        """The motion on the surface."""
        return derive(self.reduced, self.theory)

    @cached_property
    def in_space(self) -> Dynamics:
        """The motion in space under the constraints ``d_T(q^a - f^a) = 0``, on every leaf."""
        E, jets = self.space.configuration_space, self.space.evolution_space
        (derivative,) = jets.total_derivatives
        names, (_, *positions) = self.space.specification.coordinates, E.coordinates
        constraints = [
            derivative(q - E.function(self.heights[name]))
            for name, q in zip(names, positions, strict=True)
            if name in self.heights
        ]
        return derive(varied(self.space, constraints=constraints), self.theory)

    def related(self) -> Identity:
        """The statement that J¹i takes the motion on the surface to that in space."""
        return self.inclusion.related(self.dynamics.field, self.in_space.field)

    # --- the force of the constraint ---------------------------------------------------------

    @cached_property
    def multipliers(self) -> tuple[Form, ...]:
        """λ_a along the motion, functions on the evolution space of the surface."""
        return tuple(self.inclusion.pull(f) for f in self.in_space.multipliers)

    @cached_property
    def force(self) -> dict[str, Form]:
        """The components R_A of the force of the constraint along the coordinates of space."""
        jets = self.space.evolution_space
        fields = jets.frame[1 : len(jets.positions) + 1]
        R = reaction(self.in_space)
        names = self.space.specification.coordinates
        return {q: self.inclusion.pull(R(X)) for q, X in zip(names, fields, strict=True)}

    @cached_property
    def power(self) -> Form:
        """The power R_A v^A = λ_a ∂f^a/∂t of that force, on the evolution space of the surface."""
        return self.inclusion.pull(self.balance.reaction_power)

    @cached_property
    def balance(self) -> EnergyBalance:
        """The balance of energy in space: the work of forces and of the moving surface."""
        return EnergyBalance(self.in_space)

    def rheonomic_force(self, rate: FunctionLike) -> Form:
        """The generalised force Q_00 of the constraint along a rheonomic coordinate q^0, (34).

        For a surface that depends on time by q^0 = φ(t) only, with the ``rate`` φ'(t):
        ``Q_00 = λ_a ∂f^a/∂q^0``, the power is Q_00 φ'.
        """
        return self.power / self.reduced.evolution_space.function(rate)

    def is_ideal(self) -> Identity:
        """The statement that the force does no work on displacements along the surface."""
        R = self.inclusion.pull(reaction(self.in_space))
        return R == 0 * R

    def __str__(self) -> str:
        written = ", ".join(f"{q} = {f}" for q, f in self.heights.items())
        return f"{self.space.name} on the surface {written}"

    def __repr__(self) -> str:
        return f"<MovingSurface: {self}>"

    def _repr_latex_(self) -> str:
        return f"$L = {self.reduced.lagrangian.latex()}$"
