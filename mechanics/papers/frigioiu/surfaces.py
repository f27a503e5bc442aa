"""The particles of section IV, on surfaces that move: what the claims about them are stated of.

The moving cylinder, and any surface, are the library's (`mechanics.analysis.parabolic_cylinder`);
those with q for q^0 have the kinetic energy alone, as the paper's extended coordinates.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from mechanics.analysis.moving_surface import MovingSurface
from mechanics.analysis.parabolic_cylinder import any_surface, moving_cylinder
from mechanics.model.systems import System
from mechanics.spaces.rheonomic_geometry import RheonomicSystem

if TYPE_CHECKING:
    from diffgeo import Form
    from diffgeo.bundles import JetSpace


@dataclass(frozen=True)
class Particle:
    """A particle in space on a surface, as text.

    Attributes
    ----------
    name
        What it is called in outcomes.
    coordinates
        Those of space, with z, and of what moves the surface.
    lagrangian
        L, in ``t``, coordinates and velocities.
    height
        z on the surface.
    forces
        The components of the force that are not zero, by coordinates.
    parameters, functions, positive
        Declared names.
    """

    name: str
    coordinates: tuple[str, ...]
    lagrangian: str
    height: str
    forces: tuple[tuple[str, str], ...] = ()
    parameters: str = ""
    functions: str = ""
    positive: str = ""

    @classmethod
    def of(cls, surface: MovingSurface, name: str) -> Particle:
        """The text of a surface of the library."""
        given = surface.space.specification
        declared = (given.parameters, given.functions, given.positive)
        return cls(
            name,
            given.coordinates,
            str(given.lagrangian),
            str(surface.heights["z"]),
            tuple((q, str(f)) for q, f in given.forces.items()),
            *(" ".join(names) for names in declared),
        )

    def __str__(self) -> str:
        return f"{self.name}: L = {self.lagrangian}; z = {self.height}"


_CYLINDER = "the particle on the moving cylinder, for all its parameters"
_SURFACE = "undefined f(x, y, q): every moving surface"
_POTENTIAL = "undefined f(x, y, t) and U: every moving surface and potential"


def particles(family: str) -> Particle:
    """The particle that claims of a family are about."""
    if family == "moving cylinder":
        return Particle.of(moving_cylinder(), _CYLINDER)
    if family == "moving surface":
        return Particle.of(any_surface(), _POTENTIAL)
    name, height, functions = {
        "cylinder": (_CYLINDER, "(x - q)**2/l", ""),
        "surface": (_SURFACE, "f(x, y, q)", "f(x, y, q)"),
    }[family]
    L, parameters = "m*(xdot**2 + ydot**2 + zdot**2)/2", "m c g l X Y Z"
    return Particle(
        name, ("x", "y", "z", "q"), L, height, (), parameters, functions, positive="m l"
    )


class SurfaceScene:
    """A particle with its spaces and objects."""

    def __init__(self, datum: Particle) -> None:
        self.datum = datum

    @cached_property
    def surface(self) -> MovingSurface:
        """The surface, with the particle in space and on it."""
        given = self.datum
        space = System(
            name=given.name,
            coordinates=given.coordinates,
            lagrangian=given.lagrangian,
            forces=dict(given.forces),
            parameters=given.parameters,
            functions=given.functions,
            positive=given.positive,
        )
        return MovingSurface(space, {"z": given.height})

    @property
    def space(self) -> JetSpace:
        """The evolution space of the particle in space."""
        return self.surface.space.evolution_space

    @property
    def jets(self) -> JetSpace:
        """That of the particle on the surface."""
        return self.surface.reduced.evolution_space

    @property
    def motion(self) -> Any:
        """The motion on the surface."""
        return self.surface.dynamics.field

    @cached_property
    def system(self) -> RheonomicSystem:
        """The particle on the surface as a rheonomic system."""
        return RheonomicSystem.of(self.surface.reduced)

    def reads(self, text: str) -> Form:
        """A function of the coordinates of the surface."""
        return self.jets.function(text)

    def pull(self, thing: Any) -> Any:
        """What is in space, on the surface."""
        return self.surface.inclusion.pull(thing)
