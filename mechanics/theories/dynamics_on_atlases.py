"""A theory on a manifold with several charts: its dynamics in each, which agree on the overlaps.

A theory is natural, so what it makes in one chart is what it makes in another; that is no
assumption here but a verdict for each pair of charts, on the constraint set.
"""

from __future__ import annotations

from functools import cached_property, partial
from itertools import combinations
from typing import TYPE_CHECKING

from mechanics.theories.checks import Check, judged
from mechanics.theories.registry import as_theory, theory_named
from mechanics.theories.relations import related

if TYPE_CHECKING:
    from diffgeo import Identity, Map, Verdict
    from mechanics.model.systems_on_atlases import SystemOnAtlas
    from mechanics.theories.dynamics import Dynamics
    from mechanics.theories.registry import Theory


class DynamicsOnAtlas:
    """The constrained dynamics of a system on a manifold with several charts.

    Parameters
    ----------
    system
        The system.
    theory
        A theory or its name; `projection` if it is left out.

    Attributes
    ----------
    system : SystemOnAtlas
    theory : Theory
    parts : dict
        The `Dynamics` in each chart, by the names of the charts.

    Examples
    --------
    >>> from diffgeo.atlases import circle
    >>> from mechanics import System
    >>> from mechanics.model.systems_on_atlases import SystemOnAtlas
    >>> from mechanics.theories import DynamicsOnAtlas
    >>> free = System(coordinates="u", lagrangian="2*udot**2/(1 + u**2)**2")
    >>> ring = SystemOnAtlas(circle(), free, {"north": "4 - u**2", "south": "4 - w**2"}, {})
    >>> [answer.holds for answer in DynamicsOnAtlas(ring).agree]
    [True]
    """

    def __init__(self, system: SystemOnAtlas, theory: Theory | str = "projection") -> None:
        self.system = system
        self.theory = theory_named(theory) if isinstance(theory, str) else as_theory(theory)
        self.parts: dict[str, Dynamics] = {
            name: self.theory(each) for name, each in system.systems.items()
        }

    @cached_property
    def agree(self) -> tuple[Check, ...]:
        """The motions, reactions and jumps in two charts are the same on their overlap."""
        return tuple(
            judged(f"the motions in the charts {one} and {other} are the same",
                   partial(self._related, one, other))
            for one, other in combinations(self.parts, 2)
        )  # fmt: skip

    def _related(self, one: str, other: str) -> list[Identity | Verdict]:
        chart = self.system.transition(one, other)
        return related(self.parts[one], self.parts[other], chart.change, chart.prolonged)

    def checks(self) -> dict[str, tuple[Check, ...]]:
        """All statements, by the names of the charts; those about two under ``overlaps``."""
        found = {name: part.checks() for name, part in self.parts.items()}
        return {**found, "overlaps": self.agree}

    def same_as(self, other: Dynamics) -> tuple[Check, ...]:
        """In each chart: `points` maps the motions to those of a system in space.

        Parameters
        ----------
        other
            The dynamics of a system whose coordinates are names of points, such as that on the
            level set which the manifold is, by a theory for that.

        Returns
        -------
        tuple of Check
            One for each chart.
        """
        return tuple(
            judged(
                f"in the chart {name} the motion is that of the theory {other.theory}",
                partial(_mapped, part, other, self.system.into_space(name, other.system)),
            )
            for name, part in self.parts.items()
        )

    def __repr__(self) -> str:
        return f"<DynamicsOnAtlas of {self.system.name} by {self.theory}>"


def _mapped(mine: Dynamics, other: Dynamics, into: Map) -> list[Identity | Verdict]:
    """That a map between evolution spaces takes motions to motions."""
    X, Y, up = mine.field, other.field, into.pull
    functions = other.system.evolution_space.coordinates
    return [mine.place.same(X(up(f)), up(Y(f)), f"the rate of {f}") for f in functions]
