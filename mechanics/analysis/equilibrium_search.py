"""All relative equilibria that are found in a family of states, each with its stability.

A state of the family is a relative equilibrium if Γ = c^a ξ_a¹ there for some c. These are linear
equations for c: as many of them as the fields have rank are solved, and the others are functions on
the family. Their common zeros are found exactly, factor by factor (`solution_families`).

That what is found are relative equilibria is verified for each; that there are no others is not
claimed. Factors that were not solved, and values of parameters for which an equation holds by
itself, are told.

Source: J. E. Marsden, Lectures on Mechanics, 1992, chapter 5.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress
from typing import TYPE_CHECKING

from diffgeo import Form, Map, VectorForm
from diffgeo.calculus import linear_algebra as linear
from diffgeo.subsets import solution_families
from mechanics.analysis.answers import Answer
from mechanics.analysis.relative_equilibria import (
    RelativeEquilibria,
    StatesUnderGroup,
    independent,
)
from mechanics.model.lagrangian import vertical_frame
from mechanics.wording import Formulas, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from diffgeo.calculus import FunctionLike
    from mechanics.output_files import Data
    from mechanics.theories.checks import Check
    from mechanics.theories.dynamics import Dynamics


class EquilibriumSearch(Answer):
    """The relative equilibria in a family of states; `System.equilibria` makes it.

    Parameters
    ----------
    dynamics
        The motion, on J¹π.
    states
        The family in which they are looked for, as a map into J¹π.
    group
        As for `RelativeEquilibria`.

    Attributes
    ----------
    found : tuple of RelativeEquilibria
        A family of relative equilibria each.
    left : tuple of Form
        Where these functions vanish there may be more: factors that were not solved, and values of
        parameters for which an equation holds by itself.

    Raises
    ------
    NotApplicable
        A field of the group is no symmetry, none is known, or the motion lives on another space.

    Examples
    --------
    The bead on a rotating hoop leaves the bottom if the hoop is fast enough:

    >>> import mechanics
    >>> found = mechanics.load("rotating-hoop").equilibria()
    >>> [str(family.states.images["theta"]) for family in found.found[-2:]]
    ['pi', '0']
    """

    def __init__(
        self,
        dynamics: Dynamics,
        states: Map,
        group: Sequence[VectorForm | Mapping[str, FunctionLike]] | None = None,
    ) -> None:
        self.system = dynamics.system
        asked = StatesUnderGroup(dynamics, states, group)
        self.group = asked.group
        families, left = solution_families(states.source, _equations(asked))
        self.left = tuple(left)
        self.found = tuple(
            RelativeEquilibria(dynamics, states @ family, self.group) for family in families
        )

    @property
    def conclusion(self) -> str:
        """How many families there are, and whether there may be more."""
        more = ", and there may be others where " if self.left else ""
        where = " or ".join(f"{f.summary(60)} = 0" for f in self.left)
        return f"families of relative equilibria that were found: {len(self.found)}{more}{where}"

    def named_formulas(self) -> Formulas:
        """The states of the families, by the names of coordinates in LaTeX."""
        coordinates = self.system.evolution_space.coordinates
        several = len(self.found) > 1
        return {
            f.latex() + (f"^{{({k})}}" if several else ""): image
            for k, family in enumerate(self.found, 1)
            for f, image in zip(coordinates, family.states.images.values(), strict=True)
            if str(image) != str(f)
        }

    def checks(self) -> Iterable[Check]:
        """The verdicts on all families."""
        return [check for family in self.found for check in family.checks()]

    def report(self) -> str:
        """The families with what is known of their stability, and what is left open."""
        lines = [f"{one_line(self.system.name)}: relative equilibria that were found"]
        for family in self.found:
            lines += [f"  {_described(family)}", f"    {family.conclusion}"]
        lines += [] if self.found else ["  none"]
        lines += [f"  where {f.summary(100)} = 0 there may be others" for f in self.left]
        lines.append("That these are all is not claimed; of an angle one turn was searched.")
        return "\n".join(lines)

    def to_dict(self) -> Data:
        """As data for JSON."""
        return {
            "system": self.system.name,
            "found": [{"states": _described(f), **f.to_dict()} for f in self.found],
            "left": [str(f) for f in self.left],
        }


def missing_motion(asked: StatesUnderGroup) -> list[Form]:
    """The part of Γ that is not along the orbits, by components as `StatesUnderGroup.vector`.

    Its components vanish at relative equilibria, and at them alone; some vanish everywhere.
    """
    columns, moved = asked.columns(), asked.vector(asked.field)
    columns = list(compress(columns, independent(columns)))
    rows = list(zip(*columns, strict=True))
    solved = independent(rows)
    found = linear.solve(list(compress(rows, solved)), list(compress(moved, solved)))
    zero = 0 * moved[0]
    return [
        zero if used else value - linear.combination(found, row, zero)
        for row, value, used in zip(rows, moved, solved, strict=True)
    ]


def _equations(asked: StatesUnderGroup) -> list[Form]:
    """Functions on the family that vanish at relative equilibria, and only there."""
    missing = missing_motion(asked)
    zero = 0 * missing[0]
    # The same multiplied by the inertia, as forces, is mostly simpler.
    up = vertical_frame(asked.system.evolution_space)
    accelerations = missing[-len(up) :]
    inertia = [[asked.states.pull(U(V(asked.system.lagrangian))) for U in up] for V in up]
    forces = [linear.combination(accelerations, row, zero) for row in inertia]
    return [*forces, *missing]


def _described(family: RelativeEquilibria) -> str:
    """The states in words: what is not the coordinate itself, and not 0."""
    images = {name: str(f) for name, f in family.states.images.items()}
    told = [f"{name} = {text}" for name, text in images.items() if text not in (name, "0")]
    rest = [name for name, text in images.items() if text == "0"]
    conditions = [f"where {', '.join(map(str, family.states.conditions))}"]
    return " ".join([
        ", ".join([*told, *([f"{' = '.join(rest)} = 0"] if rest else [])]),
        *(conditions if family.states.conditions else []),
    ])  # fmt: skip
