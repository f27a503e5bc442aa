"""What things of different kinds have in common, without a common ancestor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar, runtime_checkable

if TYPE_CHECKING:
    from diffgeo.calculus.forms import Form
    from diffgeo.calculus.maps import Map

Pulled = TypeVar("Pulled", covariant=True)


@runtime_checkable
class OnSpace(Protocol):
    """What lives on a space: forms, fields, tensors, metrics; a level set, in the one around it."""

    @property
    def space(self) -> Any:
        """The space: a manifold, a level set, an atlas."""


@runtime_checkable
class PulledBack(Protocol[Pulled]):
    """What says itself how a map pulls it back: tensors, metrics, connections, frames."""

    def pulled_back(self, phi: Map, /) -> Pulled:
        """``φ^*`` of the object."""


class Pulling:
    """What pulls back: maps, and maps of atlases."""

    def pull(self, thing: Any) -> Any:
        """``φ^*`` of an object on the target."""
        raise NotImplementedError


class Inserted:
    """What is inserted into forms: vector-valued forms and multivectors."""

    __slots__ = ()

    def insert_into(self, alpha: Form) -> Form:
        """``i_K α``."""
        raise NotImplementedError


@runtime_checkable
class Summarized(Protocol):
    """What may be too large to be written out, and says how its text begins."""

    def summary(self, width: int = ..., /) -> str:
        """The beginning of the text."""


class OwnOperations:
    """What d, interior, lie, bracket, … are told by itself: symbols, and what is represented."""

    __slots__ = ()

    def dispatch(self, operation: str, *operands: Any) -> Any:
        """The operation of `diffgeo.calculus.brackets` of that name."""
        raise NotImplementedError

    def refuse_mixture(self, other: object) -> None:
        """Raise `SpaceMismatch`: a derivation of one Ω(M) does not act on it."""
        raise NotImplementedError


@runtime_checkable
class WithOrientation(Protocol):
    """What has properties that depend on an orientation, about which charts need not agree."""

    def needs_orientation(self, name: str) -> bool:
        """Whether the property of that name depends on one that was not given."""
