"""What distributions offer by entry points; what is broken among it breaks nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from diffgeo.errors import DiffGeoError

#: What the code of somebody else may raise while it is imported.
IMPORT_FAILURES = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    ImportError,
    LookupError,
    NameError,
    OSError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
)


def points(group: str) -> dict[str, EntryPoint]:
    """The entry points of a group by their names, sorted."""
    return {point.name: point for point in sorted(entry_points(group=group), key=lambda p: p.name)}


def load(
    point: EntryPoint,
    kind: str,
    error: type[DiffGeoError],
    *,
    origin: str = "",
    only_module: bool = False,
) -> Any:
    """The object of an entry point; the error names what kind of thing it should be, and whose."""
    try:
        return import_module(point.module) if only_module else point.load()
    except IMPORT_FAILURES as cause:
        raise error(
            f"the {kind} {point.name!r} of {origin or distribution(point)} cannot be loaded: "
            f"{reason(cause)}; repair or uninstall that distribution"
        ) from cause


def offered(thing: object, names: Iterable[str]) -> dict[str, Any]:
    """What somebody else's object has of these attributes."""
    return {name: getattr(thing, name) for name in names if hasattr(thing, name)}


def reason(cause: BaseException) -> str:
    """An exception in one line."""
    return " ".join(f"{type(cause).__name__}: {cause}".split())


def distribution(point: EntryPoint) -> str:
    """The distribution and the object of an entry point, for messages."""
    package = point.dist
    known = f"{package.name} {package.version}" if package else "an unknown distribution"
    return f"the distribution {known} (entry point {point.value})"
