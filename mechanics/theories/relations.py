"""Maps that take the motions of one dynamics to those of another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mechanics.theories.jumps import related_jumps

if TYPE_CHECKING:
    from diffgeo import Identity, Map, Verdict
    from mechanics.theories.dynamics import Dynamics


def related(
    ours: Dynamics, theirs: Dynamics, change: Map, prolonged: Map, factor: int = 1
) -> list[Identity | Verdict]:
    """That a change of coordinates relates two dynamics, and their reactions up to a factor.

    The first is that of the pulled-back data.
    """
    return related_by(ours, theirs, theirs.space.induced(ours.space, change, prolonged), factor)


def related_by(
    ours: Dynamics, theirs: Dynamics, across: Map, factor: int = 1
) -> list[Identity | Verdict]:
    """That a map of the spaces of states relates two dynamics, and their reactions."""
    X, Y, place = ours.field, theirs.field, ours.place
    mine, given = ours.declared_reaction, across.pull(factor * theirs.declared_reaction)
    rates = [
        place.same(X(across.pull(f)), across.pull(Y(f)), f"the rate of {f}")
        for f in theirs.manifold.coordinates
    ]
    rates += related_jumps(ours, theirs, across)
    if ours.is_on_jets:
        return [*rates, place.same(mine, given, "the reaction form")]
    frame = ours.manifold.frame
    return [*rates, *(place.same(mine(Z), given(Z), f"the reaction on {Z}") for Z in frame)]
