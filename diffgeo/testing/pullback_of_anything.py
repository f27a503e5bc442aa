"""Things in other coordinates: the pull-back of whatever an operation takes or gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from diffgeo.calculus.brackets import lie, symbol
from diffgeo.calculus.derivations import Derivation
from diffgeo.calculus.identity_maps import identity_map
from diffgeo.calculus.maps import Map
from diffgeo.calculus.protocols import OnSpace
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import SpaceMismatch


def pull_back(changes: Iterable[Map], thing: object) -> Any:
    """A thing in other coordinates, by that change which ends in the space where it lives.

    A Map, and what lives along one, is changed at both ends, ``ψ⁻¹∘f∘φ``; a space of which no
    change is given stays as it is there. Sections, projections and prolonged maps are compared
    in this way.
    """
    changes = list(changes)
    if isinstance(thing, tuple | list):
        return type(thing)(pull_back(changes, each) for each in thing)
    if isinstance(thing, Mapping):
        return {key: pull_back(changes, each) for key, each in thing.items()}
    if isinstance(thing, Map):
        return _conjugated(changes, thing)
    if isinstance(thing, VectorForm | Derivation) and thing.along is not None:
        return _pull_along(changes, thing)
    if not isinstance(thing, OnSpace):
        return thing
    space = thing.space
    phi = _change_of(changes, space)
    if phi is None and isinstance(space, OnSpace):  # a submanifold changes with the space around it
        phi = _change_of(changes, space.space)
    if phi is None:
        raise _no_change(changes, space)
    pulled: Any = phi.pull(cast(Any, thing))  # what cannot be pulled back is refused
    return pulled


def _conjugated(changes: Sequence[Map], f: Map) -> Map:
    """``ψ⁻¹∘f∘φ`` for a map f and changes φ, ψ of its spaces; one of them may stay as it is."""
    before, after = _change_of(changes, f.source), _change_of(changes, f.target)
    if before is None and after is None:
        raise _no_change(changes, f.source)
    if after is not None:
        f = _inverse(after) @ f
    return f if before is None else f @ before


def _pull_along(changes: Sequence[Map], thing: VectorForm | Derivation) -> VectorForm | Derivation:
    """``φ^*∘D∘(ψ⁻¹)^*`` for D along a map f, which becomes a derivation along ``ψ⁻¹∘f∘φ``."""
    f = cast(Map, thing.along)
    D = lie(thing) if isinstance(thing, VectorForm) else thing
    before = _change_of(changes, f.source) or identity_map(f.source)
    after = _change_of(changes, f.target) or identity_map(f.target)
    back = _inverse(after)
    moved = Derivation(
        f.target,
        D.degree,
        lambda a: before.pull(D(back.image(a))),
        lambda a: before.pull(D(back.differential(a))),
        _conjugated(changes, f),
    )
    return symbol(moved) if isinstance(thing, VectorForm) else moved


def _change_of(changes: Iterable[Map], space: object) -> Map | None:
    return next((phi for phi in changes if phi.target is space), None)


def _inverse(phi: Map) -> Map:
    if phi.inverse is None:
        raise SpaceMismatch(
            f"{phi} has no known inverse, so it is no change of coordinates: give "
            "Map(..., inverse=...)"
        )
    return phi.inverse


def _no_change(changes: Iterable[Map], space: object) -> SpaceMismatch:
    known = ", ".join(phi.target.name for phi in changes)
    return SpaceMismatch(
        f"no change of coordinates of {space} is given, only of {known}: say in lifts how "
        "it follows from one of these"
    )
