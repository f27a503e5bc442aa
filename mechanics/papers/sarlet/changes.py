"""Changes of coordinates of E, and what a section σ: P → J¹τ₁ becomes.

An object made from the structure E → M → R is the same in all its coordinates: it agrees, along
the change, with the one that is made anew from the changed section.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from diffgeo import Map
from diffgeo.testing import undefined
from mechanics.model.constraint_sections import JetSection
from mechanics.theories.reduced_geometry import ReducedGeometry

if TYPE_CHECKING:
    from diffgeo import FibredManifold
    from mechanics.papers.sarlet.scene import SectionScene


@dataclass(frozen=True)
class Change:
    """A section before and after a change φ of coordinates of E.

    Attributes
    ----------
    before : JetSection
        The section as it is given.
    on_E : Map
        φ: E → E, over a change of the time, with its inverse.
    equations : mapping, optional
        The changed section in solved form. It can be left out where φ is over a map of M.
    """

    before: JetSection
    on_E: Map
    equations: Mapping[str, Any] | None = None

    @cached_property
    def on_J1(self) -> Map:
        """J¹φ."""
        return self.before.J1.prolong_fibred(self.on_E)

    @cached_property
    def after(self) -> JetSection:
        """The section of the image of J_σ under J¹φ, in the same coordinates."""
        old, over = self.before, self.on_J1
        if self.equations is not None:
            return JetSection(old.E, self.equations)
        assert over.inverse is not None
        # w'∘J¹φ on J_σ, a function of time, positions and the velocities of M.
        values = {w: old.p.pull(old.sigma.pull(over.images[w])) for w in old.equations}
        return JetSection(old.E, {w: over.inverse.pull(f) for w, f in values.items()})

    @cached_property
    def on_P(self) -> Map:
        """P → P' with σ'∘φ_P = J¹φ∘σ, and its inverse."""
        old, new, over = self.before, self.after, self.on_J1
        assert over.inverse is not None
        ahead, back = over @ old.sigma, over.inverse @ new.sigma
        names = old.P.chart.coordinates
        return Map(
            old.P,
            new.P,
            {name: ahead.images[name] for name in names},
            inverse={name: back.images[name] for name in names},
        )

    @cached_property
    def geometry(self) -> ReducedGeometry:
        """S, N made from the changed section."""
        return ReducedGeometry.on_section(self.after)


def projectable(s: SectionScene) -> Change:
    """The change t ↦ t + 1, x ↦ x'(t, x), y ↦ y'(t, x, y): one of the coordinates of E → M → R.

    Shears of the first x and of the first y, by undefined functions of all that they may contain.
    Those of the other coordinates are the same with other names, where the data are undefined
    functions. They keep volumes: x ↦ x'(x) of one coordinate alone is not among them.
    """
    E, (free, dependent) = s.E, (s.datum.free, s.datum.dependent)
    found = _changed(E, {"t": E.time + 1}, {"t": E.time - 1})
    for (first, *rest), others in ((free, ["t"]), (dependent, ["t", *free])):
        shift = E.function(undefined(E, f"new_{first}", [*others, *rest]))
        found = _changed(E, {first: E[first] + shift}, {first: E[first] - shift}) @ found
    return Change(s.section, found)


def clock(s: SectionScene) -> Change:
    """The change t ↦ 2t: another unit of time."""
    E = s.E
    return Change(s.section, _changed(E, {"t": 2 * E.time}, {"t": E.time / 2}))


def mixing(s: SectionScene) -> Change:
    """The change x ↦ x + u on the section u̇ = 0: same E and J_σ, another fibration."""
    E, equations = s.E, dict(s.datum.equations)
    over = _changed(E, {"x": E["x"] + E["u"]}, {"x": E["x"] - E["u"]})
    return Change(s.section, over, equations)


def _changed(E: FibredManifold, images: dict[str, Any], inverse: dict[str, Any]) -> Map:
    """The map that changes some of the coordinates only."""
    same = {name: E[name] for name in E.chart.coordinates}
    return Map(E, E, same | images, inverse=same | inverse)
