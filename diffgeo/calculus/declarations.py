"""Declarations of names, of functions with their arguments, and of signs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from diffgeo.errors import Contradiction, ExpressionError, NameClash
from diffgeo.interop.sympy_names import declared_function, is_applied, is_sympy
from diffgeo.rings.elementary_functions import ELEMENTARY


def entries_of(declared: object) -> list[Any]:
    """What is declared, one by one: names given as text, or names and SymPy objects."""
    if isinstance(declared, str):
        return [name for name in re.split(r"[\s,]+", declared.strip()) if name]
    return list(declared) if isinstance(declared, Iterable) else [declared]


def names_of(declared: str | Sequence[str]) -> tuple[str, ...]:
    """Names given as text (``"x y z"``) or one by one, as names or as SymPy symbols.

    Raises `ExpressionError` if one is no name.
    """
    names = [name for entry in entries_of(declared) if (name := _name_of(entry)) != ""]
    for name in names:
        if not isinstance(name, str) or not name.isidentifier():
            raise ExpressionError(f"{name!r} is not a name: use letters, digits and underscores")
    return tuple(names)


def _name_of(name: object) -> Any:
    """The name of a SymPy symbol, or what was given."""
    return getattr(name, "name", name) if is_sympy(name) else name


def signs_of(space: str, positive: Sequence[str], negative: Sequence[str]) -> dict[str, int]:
    """The declared signs by name; `Contradiction` if a name has both."""
    for name in set(positive).intersection(negative):
        raise Contradiction(f"{name} is declared positive and negative on {space}; keep one sign")
    return {**dict.fromkeys(positive, 1), **dict.fromkeys(negative, -1)}


def signatures_of(declared: str | Sequence[str]) -> dict[str, tuple[str, ...]]:
    """``"f(t) g(x, y)"``, or functions of SymPy, as names with the names of their arguments.

    Raises
    ------
    ExpressionError
        The text does not declare functions.
    NameClash
        A name is declared twice, or is that of an elementary function.
    """
    if isinstance(declared, Iterable) and not isinstance(declared, str):
        declared = [declared_function(f) if is_applied(f) else f for f in declared]
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
