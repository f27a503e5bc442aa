"""Changes of coordinates of E, and what a section σ: P → J¹τ₁ becomes.

An object made from the structure E → M → R is the same in all its coordinates: it agrees, along
the change, with the one that is made anew. What is given is given in the new coordinates and
brought into the old ones, for which no inverse of the change is needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo import FibredManifold, Map
from diffgeo.calculus import linear_algebra as linear
from diffgeo.testing import undefined
from mechanics.model.constraint_sections import JetSection
from mechanics.papers.engine.terms import combined
from mechanics.theories.reduced_geometry import ReducedGeometry

if TYPE_CHECKING:
    from diffgeo import Form
    from mechanics.papers.sarlet.scene import SectionScene


@dataclass(frozen=True)
class Change:
    """A section after and before a change φ of coordinates of E.

    Attributes
    ----------
    given : JetSection
        The section as it is given, in the new coordinates.
    on_E : Map
        φ from the old coordinates to these, over a change of the time.
    """

    given: JetSection
    on_E: Map

    @cached_property
    def on_J1(self) -> Map:
        """J¹φ."""
        return self.given.J1.prolong_fibred(self.on_E)

    @cached_property
    def old(self) -> JetSection:
        """The section in the old coordinates: of the jets that J¹φ sends to J_σ."""
        new, pull, J = self.given, self.on_J1.pull, self.on_J1.source
        w = [J[name] for name in new.equations]
        fields = [J.vector_field({name: 1}) for name in new.equations]
        phi = [pull(new.J1[v] - new.p.pull(new.sigma.pull(new.J1[v]))) for v in new.equations]
        rows = [[W(f) for W in fields] for f in phi]  # φ goes over a map of M: they are affine
        right = [combined(-f, row, w) for f, row in zip(phi, rows, strict=True)]
        solved = zip(new.equations, linear.solve(rows, right), strict=True)
        old_E = self.on_E.source
        assert isinstance(old_E, FibredManifold)
        return JetSection(old_E, dict(solved))

    @cached_property
    def on_P(self) -> Map:
        """φ_P: P → P' with σ'∘φ_P = J¹φ∘σ."""
        old, new = self.old, self.given
        ahead = self.on_J1 @ old.sigma
        return Map(old.P, new.P, {name: ahead.images[name] for name in new.P.chart.coordinates})

    @cached_property
    def geometry(self) -> ReducedGeometry:
        """S, N made from the section in the old coordinates."""
        return ReducedGeometry.on_section(self.old)


def projectable(s: SectionScene) -> Change:
    """Any change t ↦ t + 1, x ↦ x'(t, x), y ↦ y'(t, x, y) of the coordinates of E → M → R.

    The x' and y' are undefined functions. Of two x and two y only the first are new.
    """
    E, (free, dependent) = s.old_E, (s.datum.free, s.datum.dependent)
    many = len(free) + len(dependent) > 3
    images = {"t": E.time + 1}
    for names, arguments in ((free, ["t", *free]), (dependent, ["t", *free, *dependent])):
        changed = names[:1] if many else names
        images |= {q: E.function(undefined(E, f"new_{q}", arguments)) for q in changed}
    return _changed(s, images)


def clock(s: SectionScene) -> Change:
    """The change t ↦ 2t: another unit of time."""
    return _changed(s, {"t": 2 * s.old_E.time})


def mixing(s: SectionScene) -> Change:
    """The change x ↦ x + u on the section u̇ = 0: same E and J_σ, another fibration."""
    return _changed(s, {"x": s.old_E["x"] + s.old_E["u"]})


def _changed(s: SectionScene, images: dict[str, Form]) -> Change:
    """The change of some of the coordinates only."""
    E = s.old_E
    same = {name: E[name] for name in E.chart.coordinates}
    return Change(s.section, Map(E, s.E, same | images))
