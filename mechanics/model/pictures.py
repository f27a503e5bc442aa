"""What a system looks like: shapes whose corners are functions of the state.

In a system file each is a table ``[[picture]]`` with its ``kind`` and its ``points``, two or three
formulas each, in time, coordinates, velocities and parameters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mechanics.wording import listed, nearest

#: The kinds of shapes, with the least and the largest number of their points.
KINDS: dict[str, tuple[int, int]] = {
    "dot": (1, 1),
    "line": (2, 99),
    "blade": (2, 2),
    "wall": (2, 99),
    "body": (3, 99),
    "circle": (2, 2),
    "wheel": (2, 2),
}
#: More shapes, or corners of one, are no picture.
MOST = 100


@dataclass(frozen=True)
class Shape:
    """One shape of a picture.

    Attributes
    ----------
    kind
        ``"dot"``; ``"line"`` through its points; ``"blade"``, a thick line; ``"wall"``, a line that
        is hatched; ``"body"``, a polygon; ``"circle"`` and ``"wheel"`` (which has a spoke), by the
        centre and a point of the rim. In space a circle is the outline of a sphere.
    points
        The corners, formulas for two or three Cartesian coordinates each.
    label
        What it is.
    trace
        Whether the path of its first point is drawn.
    """

    kind: str
    points: tuple[tuple[str | int, ...], ...]
    label: str = ""
    trace: bool = False


def read_picture(value: Any, check: Any) -> tuple[Shape, ...]:
    """The shapes of ``[[picture]]``; `check` reads entries and makes errors."""
    if isinstance(value, Mapping):
        value = [value]
    if not isinstance(value, (list, tuple)) or len(value) > MOST:
        raise check.fail("picture", f"must be a list of at most {MOST} tables [[picture]]")
    found = []
    for i, table in enumerate(value, 1):
        if isinstance(table, Shape):
            found.append(table)
            continue
        key = f"picture[{i}]"
        check.keys(table, ("kind", "points", "label", "trace"), key)
        kind = check.text(table.get("kind", "dot"), f"{key}.kind")
        if kind not in KINDS:
            hint = nearest(kind, [*KINDS]) or f"; the kinds are {listed(KINDS)}"
            raise check.fail(f"{key}.kind", f"there is no {kind!r}{hint}")
        points = table.get("points", ())
        if not isinstance(points, (list, tuple)):
            raise check.fail(f"{key}.points", 'must be a list of points such as [["x", "y"]]')
        corners = tuple(check.formulas(p, f"{key}.points[{k}]") for k, p in enumerate(points, 1))
        least, most = KINDS[kind]
        if not least <= len(corners) <= most:
            count = least if least == most else f"{least} to {most}"
            raise check.fail(f"{key}.points", f"a {kind} has {count}, here are {len(corners)}")
        sizes = {len(corner) for corner in corners}
        if sizes not in ({2}, {3}):
            raise check.fail(f"{key}.points", "each has two coordinates, or each has three")
        trace = table.get("trace", False)
        if not isinstance(trace, bool):
            raise check.fail(f"{key}.trace", "must be true or false")
        label = check.text(table.get("label", ""), f"{key}.label")
        found.append(Shape(kind, corners, label, trace))
    if len({len(shape.points[0]) for shape in found}) > 1:
        raise check.fail("picture", "its shapes lie in a plane, or in space; not some in each")
    return tuple(found)
