"""What things of different kinds have in common, without a common ancestor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar, runtime_checkable

if TYPE_CHECKING:
    from diffgeo.calculus.maps import Map

Pulled = TypeVar("Pulled", covariant=True)


@runtime_checkable
class OnSpace(Protocol):
    """What lives on a space: forms, fields, tensors, metrics; a level set, in the one around it."""

    @property
    def space(self) -> Any:
        """The space: a manifold, a level set, an atlas."""


class PulledBack(Protocol[Pulled]):
    """What says itself how a map pulls it back: tensors, metrics, connections, frames."""

    def pulled_back(self, phi: Map, /) -> Pulled:
        """``φ^*`` of the object."""
