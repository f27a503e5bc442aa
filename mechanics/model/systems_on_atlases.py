"""Systems whose configurations form a manifold with several charts.

The data are given in one chart of an `Atlas`, as a `System` in its coordinates, and carried to the
others by the transitions: L, forces, constraints and geometric data are pulled back along the
prolonged changes of coordinates, which leaves no choice. What is smooth on the whole of another
chart has no pole there in lowest terms.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from diffgeo import FibredManifold, Map
from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus import names_in
from diffgeo.subsets import in_lowest_terms
from mechanics.errors import BadSystem
from mechanics.model.extended_jets import evolution_space
from mechanics.model.system_files import PlotTable
from mechanics.model.systems_on import system_on
from mechanics.wording import listed, nearest

if TYPE_CHECKING:
    from diffgeo import Form, Manifold
    from diffgeo.atlases import Atlas
    from diffgeo.calculus import FunctionLike
    from mechanics.model.systems import System


@dataclass(frozen=True)
class ChangeOfChart:
    """A transition as a map of configurations with time, and its prolongation.

    Attributes
    ----------
    change : Map
        E → E' over the identity of time.
    prolonged : Map
        J¹E → J¹E'.
    """

    change: Map
    prolonged: Map


class SystemOnAtlas:
    """A system on a manifold with several charts.

    Parameters
    ----------
    atlas
        The manifold of configurations.
    system
        The system in one of the charts: its coordinates are those of the chart.
    inside
        For each chart, by its name, a formula in its coordinates that is positive where a
        simulation may use it; it goes to another chart where it is 0.
    points
        Functions on the manifold, by names, as formulas in the coordinates of the given chart:
        where the system is seen, as the points of a sphere in space.

    Attributes
    ----------
    systems : dict
        The system in each chart, by the names of the charts.
    inside, points : dict
        By the names of the charts: a function on E; functions on E by their names.

    Raises
    ------
    BadSystem
        The coordinates of the system are those of no chart, a formula for a chart is missing or
        for no chart, or the system has what is not carried to other charts.

    Examples
    --------
    >>> from diffgeo import sphere
    >>> from mechanics import System
    >>> from mechanics.model.systems_on_atlases import SystemOnAtlas
    >>> r = "(u1**2 + u2**2)"
    >>> free = System(coordinates="u1 u2", lagrangian=f"2*(u1dot**2 + u2dot**2)/(1 + {r})**2")
    >>> bounds = {"north": "4 - u1**2 - u2**2", "south": "4 - w1**2 - w2**2"}
    >>> ball = SystemOnAtlas(sphere(2), free, bounds, {"z": f"({r} - 1)/({r} + 1)"})
    >>> print(ball.points["south"]["z"])
    -(w1**2 + w2**2 - 1)/(w1**2 + w2**2 + 1)
    """

    def __init__(
        self,
        atlas: Atlas,
        system: System,
        inside: Mapping[str, FunctionLike],
        points: Mapping[str, FunctionLike],
    ) -> None:
        s, self.atlas = system.specification, atlas
        named = {chart.name: chart for chart in atlas.charts}
        homes = [n for n, c in named.items() if c.chart.coordinates == s.coordinates]
        if not homes:
            raise BadSystem(
                f"{s.where}: the coordinates {listed(s.coordinates)} are those of no chart of "
                f"{atlas.name}; its charts are {listed(named)}"
            )
        E = system.configuration_space
        declared = {*s.positive, *s.negative, *s.nonzero}
        declared |= names_in([E.function(c.expression) for c in E.chart.domain])
        if system.holonomic or not declared.isdisjoint(s.coordinates):
            raise BadSystem(
                f"{s.where}: holonomic constraints, signs and domains of coordinates belong to one "
                "chart; leave them out, or choose an atlas of the submanifold"
            )
        for name in named:
            if name not in inside:
                hint = nearest(name, [*inside]) or "; give a formula that is positive in it"
                raise BadSystem(f"{s.where}: inside lacks the chart {name!r}{hint}")
        for name in inside:
            if name not in named:
                hint = nearest(name, [*named]) or f"; they are {listed(named)}"
                raise BadSystem(f"{s.where}: {name!r} of inside is no chart{hint}")
        (self.home, *_) = homes
        self.name = system.name
        self.systems: dict[str, System] = {self.home: system}
        for name, chart in named.items():
            if name != self.home:
                self.systems[name] = self._carried(system, chart)
        spaces = {name: each.configuration_space for name, each in self.systems.items()}
        self.inside = {name: E.function(inside[name]) for name, E in spaces.items()}
        given = {key: spaces[self.home].function(formula) for key, formula in points.items()}
        self.points: dict[str, dict[str, Form]] = {self.home: given}
        for name in self.systems:
            if name != self.home:
                up = self.transition(name, self.home).change.pull
                self.points[name] = {key: in_lowest_terms(up(f)) for key, f in given.items()}

    def transition(self, source: str, target: str) -> ChangeOfChart:
        """The change from the coordinates of one chart to those of another."""
        one, other = self.systems[source], self.systems[target]
        chart = self.atlas.chart(target)
        phi = self.atlas.transition(self.atlas.chart(source), chart)
        change = _with_time(phi, one.configuration_space, other.configuration_space)
        return ChangeOfChart(change, other.evolution_space.prolong_fibred(change))

    def into_space(self, chart: str, space: System) -> Map:
        """The prolonged map by `points` to a system with coordinates of their names."""
        here, E = self.systems[chart].configuration_space, space.configuration_space
        points = {str(E.coordinates[0]): here.coordinates[0], **self.points[chart]}
        images = {name: points[name] for name in E.chart.coordinates}
        return space.evolution_space.prolong_fibred(Map(here, E, images))

    def _carried(self, system: System, chart: Manifold) -> System:
        """The system in the coordinates of another chart."""
        E, s = system.configuration_space, system.specification
        coordinates = chart.chart.coordinates
        declared = E.declarations((s.time,))
        declared.pop("coordinates")
        below = FibredManifold(chart.name, time=s.time, coordinates=coordinates, **declared)
        phi = self.atlas.transition(chart, self.atlas.chart(self.home))
        change = _with_time(phi, below, E)
        prolonged = system.evolution_space.prolong_fibred(change)
        jets = evolution_space(below, s.variables)

        def carried(f: Form) -> Form:
            return in_lowest_terms(prolonged.pull(f))

        force, zero = prolonged.pull(system.force), 0 * jets.dt
        contact = [jets.contact(q) for q in below.fibre_coordinates]
        components = [in_lowest_terms(force(X)) for X in jets.frame[1 : len(contact) + 1]]
        specification = replace(
            s, coordinates=coordinates, invariants={}, plot=PlotTable(), picture=(),
            simulate=replace(s.simulate, initial={}),
        )  # fmt: skip
        found = system_on(
            jets,
            specification,
            lagrangian=carried(system.lagrangian),
            force=linear.combination(components, contact, zero),
            constraints=[carried(phi) for phi in system.constraints],
            data={key: datum.pulled_back(change, prolonged) for key, datum in system.data.items()},
        )
        found.invariants = {key: carried(f) for key, f in system.invariants.items()}
        return found

    def __repr__(self) -> str:
        return f"<SystemOnAtlas {self.name} on {self.atlas.name}: {listed(self.systems)}>"


def _with_time(phi: Map, source: FibredManifold, target: FibredManifold) -> Map:
    """The map E → E' over the identity of time, of a map between charts of configurations."""
    chart = phi.source
    names = zip(chart.chart.coordinates, source.fibre_coordinates, strict=True)
    down = Map(source, chart, dict(names))
    images = [source.coordinates[0], *(down.pull(phi.pull(list(phi.target.coordinates))))]
    return Map(source, target, dict(zip(target.chart.coordinates, images, strict=True)))
