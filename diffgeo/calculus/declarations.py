"""Declarations of names, of functions with their arguments, and of signs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from diffgeo.errors import Contradiction, ExpressionError, NameClash
from diffgeo.rings.elementary_functions import ELEMENTARY


def names_of(declared: str | Sequence[str]) -> tuple[str, ...]:
    """Names given as text (``"x y z"``) or one by one, as names or as SymPy symbols.

    Raises `ExpressionError` if one is no name.
    """
    if isinstance(declared, str):
        names: list[Any] = re.split(r"[\s,]+", declared.strip())
    elif isinstance(declared, Iterable):
        names = [_name_of(name) for name in declared]
    else:
        names = [_name_of(declared)]
    names = [name for name in names if name != ""]
    for name in names:
        if not isinstance(name, str) or not name.isidentifier():
            raise ExpressionError(f"{name!r} is not a name: use letters, digits and underscores")
    return tuple(names)


def _name_of(name: object) -> Any:
    """The name of a SymPy symbol, or what was given."""
    if type(name).__module__.partition(".")[0] == "sympy":
        return getattr(name, "name", name)
    return name


def signs_of(space: str, positive: Sequence[str], negative: Sequence[str]) -> dict[str, int]:
    """The declared signs by name; `Contradiction` if a name has both."""
    for name in set(positive).intersection(negative):
        raise Contradiction(f"{name} is declared positive and negative on {space}; keep one sign")
    return {**dict.fromkeys(positive, 1), **dict.fromkeys(negative, -1)}


def signatures_of(declared: str | Sequence[str]) -> dict[str, tuple[str, ...]]:
    """``"f(t) g(x, y)"`` as names with the names of their arguments.

    Raises
    ------
    ExpressionError
        The text does not declare functions.
    NameClash
        A name is declared twice, or is that of an elementary function.
    """
    if not isinstance(declared, Iterable) or not all(isinstance(f, str) for f in declared):
        raise ExpressionError(
            f"{declared!r} does not declare functions: write them with arguments, as in 'f(t)'"
        )
    text = declared if isinstance(declared, str) else " ".join(declared)
    found: dict[str, tuple[str, ...]] = {}
    rest = text
    while rest := rest.strip(" ,\t\n"):
        match = re.match(r"(\w+)\s*\(([^()]*)\)", rest)
        if not match or not match[1].isidentifier() or not names_of(match[2]):
            raise ExpressionError(
                f"{rest!r} does not declare functions: write them with arguments, as in 'f(t)'"
            )
        if match[1] in found or match[1] in ELEMENTARY:
            raise NameClash(f"the function name {match[1]} is already taken; rename it")
        found[match[1]] = names_of(match[2])
        rest = rest[match.end() :]
    return found
