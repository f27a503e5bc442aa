"""What things of different kinds have in common, without a common ancestor."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable


@runtime_checkable
class OnSpace(Protocol):
    """What lives on a space: forms, fields, tensors, metrics; a level set, in the one around it."""

    @property
    def space(self) -> Any:
        """The space: a manifold, a level set, an atlas."""
