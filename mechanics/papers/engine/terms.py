"""Sums, and identities term by term: what printed formulas in coordinates are made of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from diffgeo import Form, Identity, Manifold

T = TypeVar("T")


def total(terms: Iterable[T]) -> T:
    """The sum of at least one term."""
    rest: list[Any] = list(terms)
    found: T = sum(rest[1:], start=rest[0])
    return found


def sum_of(space: Manifold, functions: Any, degree: int = 0) -> Form:
    """The sum of functions (or of forms of a degree), also of none."""
    return sum(functions, start=space.form(degree, {}))


def combined(zero: T, factors: Iterable[Any], things: Iterable[Any]) -> T:
    """f^α X_α for functions and fields or forms, also of none; `zero` is their zero."""
    start: Any = zero
    found: T = sum((f * X for f, X in zip(factors, things, strict=True)), start=start)
    return found


def termwise(one: Iterable[Any], other: Iterable[Any]) -> list[Identity]:
    """The identities of the terms of two sequences."""
    return [a == b for a, b in zip(one, other, strict=True)]


def entrywise(one: Iterable[Iterable[Any]], other: Iterable[Iterable[Any]]) -> list[Identity]:
    """The identities of the entries of two matrices."""
    rows = zip(one, other, strict=True)
    return [identity for row in rows for identity in termwise(*row)]


def transposed(rows: Iterable[Iterable[T]]) -> list[list[T]]:
    """The transposed matrix."""
    return [list(column) for column in zip(*rows, strict=True)]
