"""One thread at a time: towers grow, are refined, and go back when an adjunction is refused.

A tower that grows while another thread is in the middle of a product would give wrong answers.
So whatever reads or changes a tower holds one lock for all rings: maps lead from one ring to
another, and with a lock for each two threads could wait for each other for ever. Threads take
turns operation by operation; what should run at the same time belongs in processes, to which
spaces and all that lives on them can be sent.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from threading import RLock
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from diffgeo.errors import Undecided

if TYPE_CHECKING:
    from diffgeo.rings.exact.tower import Generator, Tower

Operation = TypeVar("Operation", bound=Callable[..., Any])

LOCK = RLock()
#: The generators that the operations under way have made, with their towers.
growth: list[tuple[Tower, Generator]] = []
_depth = 0

if hasattr(os, "register_at_fork"):
    # A child has one thread: it must not wait for one that it does not have.
    os.register_at_fork(
        before=LOCK.acquire, after_in_parent=LOCK.release, after_in_child=LOCK.release
    )


def exclusive(operation: Operation) -> Operation:
    """The operation, one thread at a time."""

    @wraps(operation)
    def alone(*arguments: Any, **options: Any) -> Any:
        global _depth
        with LOCK:
            _depth += 1
            try:
                return operation(*arguments, **options)
            except Exception:
                raise
            except BaseException:
                # Ctrl-C or a limit, between any two steps: a relation may be missing.
                if _depth == 1:
                    _close_half_made()
                raise
            finally:
                _depth -= 1
                if not _depth:
                    growth.clear()

    return alone  # type: ignore[return-value]


class Interrupted:
    """In the place of the relations of a tower that was left half-made: whoever asks is refused."""

    def __bool__(self) -> NoReturn:
        raise Undecided(
            "a computation was interrupted while it made functions of this space, so nothing more "
            "is said about them: make the space anew"
        )

    __iter__ = __reversed__ = __len__ = __bool__


def close(tower: Tower) -> None:
    """Let a tower refuse every question from now on."""
    tower.falling = tower.cancelling = Interrupted()  # type: ignore[assignment]
    tower.powers = tower.inverses = tower.inverted = -1


def _close_half_made() -> None:
    """Close the towers in which generators are left that no transaction has taken back."""
    for tower, generator in growth:
        index = generator.index
        if index < len(tower.generators) and tower.generators[index] is generator:
            close(tower)
