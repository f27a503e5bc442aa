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


#: A range ``x in (a, b)``, and what stands between the sides of comparisons.
_RANGE = re.compile(r"(.+?)\s+in\s+\((.*)\)\s*\Z", re.DOTALL)
_RELATIONS = re.compile(r"(<=|>=|!=|==|<|>|=)")


def inequalities_of(entries: Iterable[Any]) -> list[tuple[Any, str, Any]]:
    """``"0 < x < 1"``, ``"theta in (0, pi)"``, ``"x != y and r > 0"``: sides with ``>`` or ``!=``.

    What is given are texts and relations of SymPy. The greater side is first.

    Raises
    ------
    ExpressionError
        Something is no strict inequality: a domain is an open set.
    """
    found: list[tuple[Any, str, Any]] = []
    for entry in entries:
        if is_sympy(entry) and getattr(entry, "is_Relational", False):
            found += _sorted([entry.lhs, entry.rhs], [entry.rel_op], entry)
        elif isinstance(entry, str):
            for part in re.split(r"\band\b", entry):
                found += _comparisons(part)
        else:
            raise _no_inequality(entry)
    return found


def _comparisons(text: str) -> list[tuple[Any, str, Any]]:
    if match := _RANGE.match(text.strip()):
        ends = split_at_commas(match[2])
        if len(ends) != 2:
            raise _no_inequality(text)
        low, high = ([] if end.strip() in ("oo", "-oo") else [end] for end in ends)
        sides, relations = [*low, match[1], *high], ["<"] * (len(low) + len(high))
        return _sorted(sides, relations, text)
    sides = _RELATIONS.split(text)
    return _sorted([side.strip() for side in sides[::2]], sides[1::2], text)


def split_at_commas(text: str) -> list[str]:
    """What stands between commas outside of parentheses.

    Parameters
    ----------
    text
        A list of formulas.

    Returns
    -------
    list of str
        Its parts, as they stand.

    Examples
    --------
    >>> from diffgeo.calculus import split_at_commas
    >>> split_at_commas("x=1,y=atan2(y, x)")
    ['x=1', 'y=atan2(y, x)']
    """
    depth, parts = 0, [""]
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def _sorted(sides: list[Any], relations: list[str], given: object) -> list[tuple[Any, str, Any]]:
    if not relations or not {"<", ">", "!="}.issuperset(relations) or "" in map(str, sides):
        raise _no_inequality(given)
    found = []
    for left, relation, right in zip(sides, relations, sides[1:], strict=False):
        found.append((right, ">", left) if relation == "<" else (left, relation, right))
    return found


def _no_inequality(given: object) -> ExpressionError:
    return ExpressionError(
        f"{given!r} does not declare an open domain: write strict inequalities such as 'r > 0', "
        "'theta in (0, pi)', 'x != y' or 'x**2 + y**2 < 1'"
    )


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
