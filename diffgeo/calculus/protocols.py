"""What things of different kinds have in common, without a common ancestor."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast, runtime_checkable

if TYPE_CHECKING:
    from diffgeo.calculus.forms import Form
    from diffgeo.calculus.maps import Map

Pulled = TypeVar("Pulled", covariant=True)
Operation = TypeVar("Operation", bound=Callable[..., Any])


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


class OverCharts:
    """What has a value in each chart of an atlas, which is its ``space``."""

    __slots__ = ()
    space: Any

    def on(self, chart: Any) -> Any:
        """The value in a chart."""
        raise NotImplementedError

    def require_orientation(self, name: str) -> None:
        """Raise `NeedsOrientation` if the property of that name needs one that is not given."""
        raise NotImplementedError


def in_each_chart(oriented: bool = False) -> Callable[[Operation], Operation]:
    """An operation that is done chart by chart to what lives on an atlas.

    One that is ``oriented`` needs the volume form of a metric among the operands.
    """

    def decorated(operation: Operation) -> Operation:
        @wraps(operation)
        def done(*operands: Any, **named: Any) -> Any:
            over = [x for x in (*operands, *named.values()) if isinstance(x, OverCharts)]
            if not over:
                return operation(*operands, **named)
            for operand in over if oriented else ():
                operand.require_orientation("volume")
            home: Any = over[0]
            count = len(operands)

            def there(*given: Any) -> Any:
                return operation(*given[:count], **dict(zip(named, given[count:], strict=True)))

            return home.space.chartwise(there, *operands, *named.values())

        return cast(Operation, done)

    return decorated
