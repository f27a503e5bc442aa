"""Maps between manifolds with several charts."""

from __future__ import annotations

from collections.abc import Iterable

from diffgeo.atlases.atlas import Atlas
from diffgeo.atlases.fields import AtlasField
from diffgeo.display import Shown, inside
from diffgeo.errors import OutsideDomain, SpaceMismatch
from diffgeo.maps import Map
from diffgeo.structures import verify_axiom


class AtlasMap(Shown):
    """A smooth map between atlases, by its expressions in charts.

    Parameters
    ----------
    source, target
        The atlases.
    local
        Maps from charts of the source to charts of the target. Where two of them meet they
        must be the same map: ``f_2 ∘ φ = ψ ∘ f_1`` with transitions φ and ψ.

    Raises
    ------
    AxiomViolation
        Two expressions disagree.
    SpaceMismatch
        A map does not go from a chart of the source to one of the target, or there is none.
    """

    def __init__(self, source: Atlas, target: Atlas, local: Iterable[Map]) -> None:
        self.source = source
        self.target = target
        self.local = tuple(local)
        if not self.local:
            raise SpaceMismatch(f"a map {source} → {target} needs its expression in a chart")
        for f in self.local:
            if f.source not in source.charts or f.target not in target.charts:
                raise SpaceMismatch(f"{f} does not go from a chart of {source} to one of {target}")
        first, *others = self.local
        for f in others:
            phi = source.transition(first.source, f.source)
            psi = target.transition(first.target, f.target)
            try:
                left, right = f @ phi, psi @ first
            except OutsideDomain:
                # One of them maps its whole chart to where the other chart ends.
                continue
            verify_axiom(left == right, "agreement of its expressions in charts", str(self))

    def pull(self, field: AtlasField) -> AtlasField:
        """``φ^*`` of a field on the target; fields need local expressions with inverses."""
        if field.space is not self.target:
            raise SpaceMismatch(f"{self} pulls back fields on {self.target}, not {field!r}")
        values = {}
        for f in self.local:
            if f.source not in values:
                values[f.source] = f.pull(field.on(f.target))
        return AtlasField(self.source, values.values())

    def __str__(self) -> str:
        return f"the map {self.source} → {self.target}"

    def _repr_latex_(self) -> str:
        local = r" \quad\text{or}\quad ".join(map(inside, self.local))
        return f"${local}$"

    def __repr__(self) -> str:
        return f"<{self}: {'; '.join(map(repr, self.local))}>"
