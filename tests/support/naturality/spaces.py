"""Spaces, groups of changes of coordinates and data that the statements share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from diffgeo import FibredManifold, Manifold, Map, cotangent, identity_map, jet, tangent
from diffgeo.bundles import cotangent_map, dual_jet, jet_momentum, tangent_map, vertical_bundle
from diffgeo.testing import automorphisms, fibred_automorphisms, rationals
from diffgeo.testing.random_automorphisms import curved_steps


def bent(
    group: st.SearchStrategy[Map], space: Manifold, stretch: bool = False, **options: Any
) -> st.SearchStrategy[Map]:
    """Changes of coordinates that are certainly not affine; if stretched, not of one volume."""
    steps = curved_steps(space, stretch=stretch, **options)
    return st.builds(lambda phi, step: phi @ step, group, steps)


# A plane, a space, a space of dimension 4; their changes of coordinates.
P = Manifold("P", "u v")
M = Manifold("M", "x y z")
W = Manifold("W", "q p x y")
changes_P, changes_M, changes_W = (
    bent(automorphisms(space, 1, 1, 1), space) for space in (P, M, W)
)

# A configuration space with its velocities and momenta.
Q = Manifold("Q", "x y")
TQ, PQ = tangent(Q), cotangent(Q)
changes_Q = bent(automorphisms(Q, 1, 1, 1), Q)
#: Rational changes that do not keep the coordinate volume, as polynomial ones do up to a factor.
stretched_P = bent(automorphisms(P, 1, 1, 1), P, stretch=True)
stretched_M = bent(automorphisms(M, 1, 1, 1), M, stretch=True)

# A configuration space over time, with its jets, covectors and vertical vectors.
E = FibredManifold("E", time="t", coordinates="x y")
J, DUAL, PAIRS, VERTICAL = jet(E, 1), dual_jet(E), jet_momentum(E), vertical_bundle(E)

# The same over a plane; and jets of second order.
B = Manifold("B", "r s")
F = FibredManifold("F", base=B, coordinates="u")
JF, JF2 = jet(F, 1), jet(F, 2)


def with_shifts(phi: Map, shift: Any) -> Map:
    """The time shifted too: ``t ↦ t + c``."""
    E = phi.source
    kept = {q: E[q] for q in E.chart.coordinates}
    time = E.coordinates[0]
    name = E.chart.coordinates[0]
    there, back = kept | {name: time + shift}, kept | {name: time - shift}
    return phi @ Map(E, E, there, inverse=back)


#: Fibred automorphisms, with another unit of time; those over ``t ↦ t + c``.
fibred = bent(fibred_automorphisms(E, 1, 1), E, base=["t"])
clocks = bent(
    st.builds(with_shifts, fibred_automorphisms(E, 1, 1, 1, fixed=["t"]), rationals()),
    E,
    base=["t"],
)
#: Those that change the base too; those over the identity of the base.
fibred_F = bent(bent(fibred_automorphisms(F, 1, 1, 1), F, base=["r", "s"]), F, base=["r", "s"])
over_plane = bent(
    fibred_automorphisms(F, 1, 1, 1, fixed=["r", "s"]), F, base=["r", "s"], fixed=["r", "s"]
)
stretched_fibres = bent(
    fibred_automorphisms(F, 1, 1, 1, fixed=["r", "s"]), F, True, base=["r", "s"], fixed=["r", "s"]
)
#: Fibred automorphisms that certainly change the unit of time.
stretched = st.builds(
    lambda phi, c: (
        phi
        @ Map(
            E,
            E,
            {"t": c * E["t"], "x": "x", "y": "y"},
            inverse={"t": E["t"] / c, "x": "x", "y": "y"},
        )
    ),
    fibred,
    st.sampled_from([2, 3, -1]),
)


def vertical_map(phi: Map) -> Map:
    """Vφ: the tangent map on vertical vectors."""

    def restricted(change: Map) -> Map:
        moved = tangent_map(change)
        images = {q: VERTICAL.projection.pull(f) for q, f in change.images.items()}
        images |= {v: VERTICAL.inclusion.pull(moved.images[v]) for v in VERTICAL.fibre_names}
        return Map(VERTICAL, VERTICAL, images)

    return _invertible(restricted, phi)


def pairs_map(phi: Map) -> Map:
    """The map of T*E ×_E J¹π that consists of the one of covectors and the one of jets."""

    def both(change: Map) -> Map:
        covectors, velocities = cotangent_map(change), J.prolong_fibred(change)
        images = {p: PAIRS.projection.pull(f) for p, f in covectors.images.items()}
        moved = {v: PAIRS.to_jets.pull(f) for v, f in velocities.images.items()}
        return Map(PAIRS, PAIRS, images | {v: moved[v] for v in PAIRS.fibre_names})

    return _invertible(both, phi)


def _invertible(functor: Callable[[Map], Map], phi: Map) -> Map:
    there = functor(phi)
    assert phi.inverse is not None
    there.inverse = functor(phi.inverse)
    return there


def unchanged(space: Manifold) -> Callable[[Map], Map]:
    """A second space, of which the coordinates stay as they are."""
    return lambda _: identity_map(space)
