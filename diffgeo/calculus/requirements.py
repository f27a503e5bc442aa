"""What callers have to give: refusals of wrong input that name the thing and the repair.

Used at the doors of the library, not in inner loops; nothing here is public.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import shorten
from typing import TYPE_CHECKING, Any

from diffgeo.calculus.display import describe
from diffgeo.calculus.protocols import OnSpace, Pulling
from diffgeo.errors import DegreeMismatch, SpaceMismatch

if TYPE_CHECKING:
    from diffgeo.calculus.maps import Map

#: What is not wanted is shown up to this length.
_WIDTH = 120

_KINDS = {0: "a vector field (degree 0)", 1: "a (1,1) tensor (degree 1)"}


#: What a Manifold has and other spaces have not.
_CHARTED = (
    *("chart", "coordinates", "form", "frame", "function", "functions"),
    *("identity", "scalar", "vector_field", "vector_form"),
)


class Charted:
    """Spaces of one chart, with its algebra of forms: what a Manifold is."""


class WithoutChart:
    """Spaces that are no Manifold: what they lack says what to use instead."""

    @property
    def _instead(self) -> str:
        raise NotImplementedError

    def __getattr__(self, name: str) -> Any:
        if name in _CHARTED:
            raise AttributeError(f"there is no {name} here: {self._instead}")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __getitem__(self, name: object) -> Any:
        raise TypeError(f"there is no {name!r} here: {self._instead}")


def told(thing: object) -> str:
    """What was given, in one line for a message; text is quoted."""
    text = repr(thing) if isinstance(thing, str) else describe(thing)
    return shorten(text, _WIDTH, placeholder=" …")


def require_vector_form(thing: object, degree: int, purpose: str) -> None:
    """Raise `DegreeMismatch` unless a thing is a vector-valued form of a degree.

    The purpose completes "cannot …": "take the momentum of".
    """
    if not hasattr(thing, "require_degree"):
        raise DegreeMismatch(f"cannot {purpose} {told(thing)}: {_KINDS[degree]} is needed")
    thing.require_degree(degree, purpose)


def require_kind(thing: object, kind: type, purpose: str, needed: str) -> None:
    """Raise `TypeError` unless a thing is of a kind, which the last argument says in words."""
    if not isinstance(thing, kind):
        raise TypeError(f"cannot {purpose} {told(thing)}: {needed} is needed")


def require_map_to(thing: Any, phi: Any) -> None:
    """Raise `TypeError` or `SpaceMismatch` unless φ is a map to where a thing lives."""
    is_map = isinstance(phi, Pulling)
    if not is_map:
        raise TypeError(
            f"{told(thing)} is pulled back along a Map to {thing.space.name}, not along {told(phi)}"
        )
    if phi.target is not thing.space:
        raise SpaceMismatch(f"{phi} pulls back what lives on {phi.target.name}, not {told(thing)}")


def require_manifold(thing: object, purpose: str) -> None:
    """Raise `SpaceMismatch` unless a thing is a Manifold, which has one chart.

    Other spaces say in ``_instead`` what to use in their place.
    """
    if isinstance(thing, Charted):
        return
    repair = thing._instead if isinstance(thing, WithoutChart) else "a Manifold is needed"
    raise SpaceMismatch(f"cannot {purpose} {told(thing)}: {repair}")


def require_mapping(thing: object, what: str, example: str) -> None:
    """Raise `TypeError` unless a thing is a mapping (of names to values)."""
    if not isinstance(thing, Mapping):
        raise TypeError(f"{what} are given by name, as in {example}, not by {told(thing)}")


def require_sequence(thing: object, what: str) -> None:
    """Raise `TypeError` unless a thing is a sequence that is no text."""
    if isinstance(thing, str) or not isinstance(thing, Sequence):
        raise TypeError(f"{what} are given in a list, not by {told(thing)}")


def require_integer(value: object, what: str, least: int | None = None) -> None:
    """Raise `DegreeMismatch` unless a value is an integer that is large enough."""
    if not isinstance(value, int) or (least is not None and value < least):
        bound = "" if least is None else f" >= {least}"
        raise DegreeMismatch(f"{what} is an integer{bound}, not {value!r}")


def require_valence(valence: Any) -> None:
    """Raise `DegreeMismatch` unless a valence is a pair (p, q) of numbers of slots."""
    pair = isinstance(valence, tuple) and len(valence) == 2
    if not pair or not all(isinstance(number, int) and number >= 0 for number in valence):
        raise DegreeMismatch(f"the type of a tensor is a pair such as (0, 2), not {valence!r}")


def require_same_space(action: str, first: OnSpace, second: OnSpace) -> None:
    """Raise `SpaceMismatch` unless both objects live on one and the same space."""
    try:
        a, b = first.space, second.space
    except AttributeError:
        alien = second if isinstance(first, OnSpace) else first
        raise TypeError(
            f"cannot {action} {describe(first)} and {describe(second)}: {describe(alien)} lives on "
            "no manifold; make it an object of one first, such as M.function(...)"
        ) from None
    if a is b:
        return
    names = (
        "two different spaces of the same name" if a.name == b.name else f"{a.name} and {b.name}"
    )
    raise SpaceMismatch(
        f"cannot {action} {describe(first)} and {describe(second)}: they live on {names}; "
        f"pull one of them back with phi.pull, phi a Map between these spaces"
    )


def require_same_degree(first: Any, second: Any, repair: str = "") -> None:
    """Raise `DegreeMismatch` unless both objects have the same degree."""
    if first.degree != second.degree:
        raise DegreeMismatch(
            f"cannot add or compare {describe(first)} and {describe(second)}: "
            f"their degrees {first.degree} and {second.degree} differ; sums are homogeneous{repair}"
        )


def same_map(first: Map | None, second: Map | None) -> bool:
    """Whether two maps are given by the same formulas (as far as the ring sees at once)."""
    return first is not None and second is not None and first.coincides(second)
