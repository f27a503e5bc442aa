"""What a theory of constraints is, and where theories are found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from diffgeo.errors import DiffGeoError
from mechanics._text import nearest
from mechanics.errors import UnknownName

if TYPE_CHECKING:
    from diffgeo import Form, VectorForm
    from mechanics.dynamics import Dynamics
    from mechanics.systems import System

#: Entry points of this group are theories: objects of the class `Theory`.
GROUP = "mechanics.theories"


@dataclass(frozen=True)
class Step:
    """One line of a construction: a named object, the equation that makes it, its place."""

    name: str
    equation: str
    value: Any
    citation: str = ""


@dataclass(frozen=True)
class Construction:
    """What a theory answers.

    Attributes
    ----------
    field : VectorForm
        The second-order field on J¹π whose restriction to the constraints is the motion.
    multipliers : tuple of Form
        In the order of the constraints and in the public convention
        EL_A = F_A + λ^i ∂φ_i/∂v^A.
    determinant : Form
        The function whose non-vanishing on the constraints is the regularity.
    determinant_name : str
        Its name in this theory.
    steps : tuple of Step
        The intermediate objects, for display.
    """

    field: VectorForm
    multipliers: tuple[Form, ...]
    determinant: Form
    determinant_name: str
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Theory:
    """A theory of constraints: how (J¹π, L, forces, constraints) give a second-order field.

    Attributes
    ----------
    name : str
        The name used in `System.dynamics` and on the command line.
    title, citation : str
        What it is, and where it comes from.
    construct : callable
        From a `System` to a `Construction`, in geometric words only.
    """

    name: str
    title: str
    citation: str
    construct: Callable[[System], Construction]

    def __call__(self, system: System) -> Dynamics:
        """The constrained dynamics of a system according to this theory."""
        from mechanics.dynamics import Dynamics

        where = system.specification.where
        try:
            construction = self.construct(system)
        except DiffGeoError as error:
            # Geometry does not know which system it works for; the reader must.
            if str(error).startswith(where):
                raise
            raise type(error)(f"{where}: {error}") from None
        return Dynamics(system, self, construction)

    def __str__(self) -> str:
        return self.name


def registered() -> dict[str, Theory]:
    """All theories by name: the built-in ones, then those of installed entry points.

    An entry point cannot replace a built-in theory.
    """
    from importlib.metadata import entry_points

    from mechanics import theories

    found = {theory.name: theory for theory in theories.BUILT_IN}
    for point in sorted(entry_points(group=GROUP), key=lambda p: p.name):
        theory = found.get(point.name) or point.load()
        if isinstance(theory, Theory):
            found.setdefault(theory.name, theory)
    return found


def theory_named(name: str) -> Theory:
    """The theory of this name.

    Raises
    ------
    UnknownName
        With the nearest known name.
    """
    known = registered()
    theory = known.get(name)
    if theory is None:
        hint = nearest(name, list(known)) or f"; the theories are {', '.join(known)}"
        raise UnknownName(f"no theory {name!r}{hint}")
    return theory
