"""Copying and pickling: immutable objects are their own copies, spaces are known by a token.

A space (and its function ring) is known by its identity, and identity does not survive a file or
another process. So each carries a random token: what is read where that space lives already is
that space again, and elsewhere it is made once for each process. Elements travel as formulas in
the generators of their ring, with their conditions (`diffgeo.rings.exact.pickling`).

Pickled data are code: read only what you have written yourself.
"""

from __future__ import annotations

from hashlib import blake2b
from secrets import token_hex
from typing import Any, Self
from weakref import WeakValueDictionary

#: The spaces and rings of this process by their tokens, as far as they are complete.
_LIVING: WeakValueDictionary[str, Identified] = WeakValueDictionary()


class Immutable:
    """Objects that nobody can change: a copy is the object itself."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self


class Identified(Immutable):
    """Objects that are equal only to themselves, also after they were pickled.

    Subclasses say in ``__getstate__`` what they are made of; `_complete` makes a new object of
    that, `_merge` may take from it what one that lives already does not know yet.
    """

    _token: str

    def __new__(cls, *_: object, **__: object) -> Self:
        """An object with a token of its own."""
        self = super().__new__(cls)
        self._token = token_hex(16)
        _LIVING[self._token] = self
        return self

    def name_after(self, origin: Identified, key: object) -> None:
        """Be known as what is derived from another object in the way that ``key`` says.

        Two processes that derive the same from one space derive the same space.
        """
        text = f"{origin._token} {_portable(key)}"
        _LIVING.pop(self._token, None)
        self._token = blake2b(text.encode(), digest_size=16).hexdigest()
        _LIVING.setdefault(self._token, self)

    def __reduce_ex__(self, protocol: object) -> tuple[object, ...]:
        state = self.__getstate__()
        return _found, (type(self), self._token), state, None, None, _fill

    def __getstate__(self) -> object:
        return dict(self.__dict__)

    def _complete(self, state: Any) -> None:
        self.__dict__.update(state)

    def _merge(self, state: object) -> None:
        pass


def _found(kind: type[Identified], token: str) -> Identified:
    """The living object with that token, or a new one, which is known when it is complete."""
    known = _LIVING.get(token)
    if known is not None:
        return known
    made = object.__new__(kind)
    made._token = token
    return made


def _fill(thing: Identified, state: object) -> None:
    if _LIVING.get(thing._token) is thing:
        thing._merge(state)
    else:
        thing._complete(state)
        _LIVING[thing._token] = thing


def _portable(key: object) -> str:
    """A key of a derived object as text that is the same in every process."""
    if isinstance(key, tuple):
        return f"({', '.join(map(_portable, key))})"
    return key._token if isinstance(key, Identified) else repr(key)
