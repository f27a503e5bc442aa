"""Systems without time on TM: the jets of R × M are R × TM.

For the product E = R × M of the line of time with the coordinates' space M, ``J¹(R × M)`` is
``R × TM``, with the projection ρ: J¹ → TM and the inclusions of TM at fixed times. Functions and
forms that do not depend on time are those of TM, pulled back by ρ; a semispray S of TM has one
field ``Γ = ∂_t + S`` on the jets: ``dt(Γ) = 1``, related to S by ρ.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo import Form, Manifold, Map, lie, tangent
from diffgeo.bundles import TangentBundle
from diffgeo.calculus import linear_algebra as linear
from mechanics.errors import NotApplicable
from mechanics.model.extended_jets import require_no_variables
from mechanics.model.lagrangian import vertical_frame
from mechanics.model.plain_answers import vanishes

if TYPE_CHECKING:
    from diffgeo import VectorForm
    from mechanics.model.systems import System


class AutonomousSystem:
    """The data of a system that does not depend on time, on the tangent bundle TM.

    Parameters
    ----------
    system
        The system.

    Attributes
    ----------
    bundle : TangentBundle
        TM; its velocities have the names that they have on the jets.
    rho : Map
        The projection ρ: J¹ → TM.
    start : Map
        The inclusion TM → J¹ at the time 0; ``rho @ start`` is the identity.
    lagrangian, force, constraints
        L, the semibasic 1-form F_A dq^A, and the functions φ_i, on TM.

    Raises
    ------
    NotApplicable
        L, a force or a constraint depends on time; the message says which.

    Examples
    --------
    >>> from mechanics import System
    >>> from mechanics.model.autonomous import AutonomousSystem
    >>> system = System(coordinates="x", lagrangian="xdot**2/2", forces={"x": "-xdot"})
    >>> print(AutonomousSystem(system).force)
    -xdot dx
    """

    def __init__(self, system: System) -> None:
        self.system = system
        require_no_variables(system, "the geometry of TM")
        self._require_autonomous()
        E, jets, s = system.configuration_space, system.evolution_space, system.specification
        declared = E.declarations(s.coordinates)
        timed = {name for name, arguments in E.chart.functions.items() if s.time in arguments}
        kept = {name: a for name, a in E.chart.functions.items() if name not in timed}
        declared["functions"] = [f"{name}({', '.join(a)})" for name, a in kept.items()]
        self.bundle: TangentBundle = tangent(Manifold("M", **declared))
        names = self.bundle.chart.coordinates
        self.rho = Map(jets, self.bundle, {name: jets[name] for name in names})
        # Functions of time do not occur in the data: any value will do.
        values = {f"{f}({', '.join(E.chart.functions[f])})": "0" for f in timed}
        images = {name: self.bundle[name] for name in names}
        self.start = Map(
            self.bundle, jets, {s.time: self.bundle.function(0), **images}, functions=values
        )
        self.lagrangian: Form = self.start.pull(system.lagrangian)
        self.force: Form = self.start.pull(system.force)
        self.constraints: tuple[Form, ...] = tuple(map(self.start.pull, system.constraints))

    @cached_property
    def manifold(self) -> Manifold:
        """M."""
        return self.bundle.base_space

    def parts(self, name: str) -> list[Form]:
        """The functions and forms of a datum on J¹, on TM.

        Raises `NotApplicable` if one of them depends on time.
        """
        parts = list(self.system.parts(name))
        below = [self.start.pull(part) for part in parts]
        if not all(vanishes(a - self.rho.pull(b)) for a, b in zip(parts, below, strict=True)):
            raise NotApplicable(f"{self.system.specification.where}: data.{name} depends on time")
        return below

    def lift(self, semispray: VectorForm) -> VectorForm:
        """Γ = ∂_t + S on the jets, for a semispray S of TM."""
        jets = self.system.evolution_space
        rates = (self.rho.pull(semispray(v)) for v in self.bundle.velocities)
        return linear.combination(rates, vertical_frame(jets), jets.second_order_field())

    def _require_autonomous(self) -> None:
        system, s = self.system, self.system.specification
        flow, *_ = system.evolution_space.frame  # ∂_t
        data = [("the Lagrangian", system.lagrangian)]
        data += [(f"the force F_{name}", F) for name, F in system.forces.items()]
        data += zip(system.constraint_keys, system.constraints, strict=True)
        for what, function in data:
            if not vanishes(lie(flow, function)):
                raise NotApplicable(
                    f"{s.where}: {what} depends on the time {s.time}, and the Lagrange geometry "
                    "lives on TM, for systems without time; use another theory, or "
                    "mechanics.spaces.rheonomic_geometry for the geometry of a system with time"
                )
