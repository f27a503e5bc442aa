"""Copying and pickling: immutable objects are their own copies, and spaces stay in one process."""

from __future__ import annotations

from typing import Any, NoReturn, Self

from diffgeo.errors import NotSupported


class Immutable:
    """Objects that nobody can change: a copy is the object itself."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self


class Unpicklable(Immutable):
    """Objects that belong to a space, which is known by its identity.

    Pickling them, or anything that contains them, raises `NotSupported`.
    """

    __slots__ = ()

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        # Without slots of another class: an object may be pickled before it is complete.
        name = getattr(self, "name", "")
        place = getattr(getattr(self, "space", None), "name", "")
        raise NotSupported(
            f"{type(self).__name__}{f' {name}' if name else ''}{f' on {place}' if place else ''} "
            "cannot be pickled, because spaces are known by identity: store str(...) or "
            "verdict.to_dict(), and declare the space again where it is read"
        )
