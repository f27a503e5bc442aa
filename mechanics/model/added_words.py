"""Words that higher chapters add to the objects of lower ones.

A `System` is data, and knows nothing of theories, analysis or motion; yet ``system.dynamics()`` is
what everybody writes. So the class inherits what the chapter `faces` offers under its name. That
chapter is above all others, and offers its words when `mechanics` is imported, hence before any
class of it is made. What is offered only forwards; lower chapters do without it.
"""

from __future__ import annotations

from collections.abc import Callable

_OFFERED: dict[str, type] = {}


def offers(name: str) -> Callable[[type], type]:
    """Decorate a class whose methods the class of this name gets."""

    def keep(words: type) -> type:
        _OFFERED[name] = words
        return words

    return keep


def offered(name: str) -> type:
    """The class with the methods that are offered to the class of this name."""
    return _OFFERED[name]
