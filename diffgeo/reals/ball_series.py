"""Straight-line code on power series of balls, and on series with their gradients.

What is enclosed by balls is enclosed by the coefficients of series: those of the solution of a
differential equation, and with gradients those of its derivatives along initial values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flint import arb

from diffgeo.errors import NotSupported, OutsideDomain
from diffgeo.interop.assignments import Assignments
from diffgeo.interop.dialects import NUMBERS, python_text
from diffgeo.reals.enclosures import BALLS, Moving
from diffgeo.reals.taylor_models import TaylorModel
from diffgeo.rings.elementary_functions import PRIMITIVES


class Gradient:
    """Rates along several directions, each a number, a ball or a series; missing ones are 0."""

    __slots__ = ("parts",)

    def __init__(self, parts: Mapping[int, Any]) -> None:
        self.parts = parts

    def __add__(self, other: Gradient) -> Gradient:
        both = dict(self.parts)
        for k, b in other.parts.items():
            both[k] = both[k] + b if k in both else b
        return Gradient(both)

    def __sub__(self, other: Gradient) -> Gradient:
        return self + -other

    def __neg__(self) -> Gradient:
        return Gradient({k: -a for k, a in self.parts.items()})

    def __mul__(self, factor: Any) -> Gradient:
        return Gradient({k: a * factor for k, a in self.parts.items()})

    __rmul__ = __mul__

    def __truediv__(self, divisor: Any) -> Gradient:
        return Gradient({k: a / divisor for k, a in self.parts.items()})


class _Eliminated:
    """A linear system of series, solved by elimination; pivots are chosen by their middles."""

    def __init__(self, size: int, entries: Sequence[Any]) -> None:
        self.rows = [list(entries[k * size : (k + 1) * size]) for k in range(size)]

    def solve(self, right: Sequence[Any]) -> list[Any]:
        rows = [[*row, b] for row, b in zip(self.rows, right, strict=True)]
        n = range(len(rows))
        for k in n:
            best = max(n[k:], key=lambda i: _size(rows[i][k]))
            rows[k], rows[best] = rows[best], rows[k]
            for i in n[k + 1 :]:
                factor = rows[i][k] / rows[k][k]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k], strict=True)]
        found: list[Any] = []
        for k in reversed(n):
            value = rows[k][-1]
            for j, known in zip(n[k + 1 :], found, strict=True):
                value = value - rows[k][j] * known
            found.insert(0, value / rows[k][k])
        return found


def _size(entry: Any) -> float:
    return abs(float(_first(entry).mid()))


def _refused(name: str) -> Callable[..., Any]:
    def refuse(*given: Any) -> Any:
        raise NotSupported(f"no power series is known of {name}")

    return refuse


def _plain(x: Any) -> Any:
    return x * x


def _first(entry: Any) -> arb:
    """The value at the beginning; of a Taylor model all of its values."""
    value = entry.value if isinstance(entry, Moving) else entry
    if isinstance(value, TaylorModel):
        return value.ball
    return value if isinstance(value, arb) else value[0]


def _sign(x: Any) -> arb:
    value = _first(x)
    if value.contains(0):
        raise OutsideDomain("an absolute value has no power series where it may be 0")
    return value.sgn()


def _angle(y: Any, x: Any) -> Any:
    """In the half plane in which the point lies: two of them have their edge at the cut."""
    if _first(x) > 0:
        return BALLS["atan"](y / x)
    return _sign(y) * (arb.pi() / 2) - BALLS["atan"](x / y)


#: What arb_series lacks is refused.
_MACHINE: dict[str, Any] = {
    **BALLS,
    "determinant": _refused("determinant"),
    "Abs": lambda x: x * _sign(x),
    "sign": _sign,
    "atan2": _angle,
    "sinh": lambda x: (BALLS["exp"](x) - BALLS["exp"](-x)) * (arb(1) / 2),
    "cosh": lambda x: (BALLS["exp"](x) + BALLS["exp"](-x)) * (arb(1) / 2),
    "tanh": lambda x: 1 - 2 / (BALLS["exp"](2 * x) + 1),
    "square": _plain,
    "factor": lambda size, *entries: _Eliminated(size, entries),
    "solve": lambda size, factored, *right: factored.solve(right),
}


def series_machine(code: Assignments) -> Callable[..., Callable[..., list[Any]]]:
    """From balls for the parameters to a function of balls, series, or `Moving` ones."""
    scope = {**{name: _refused(name) for name in PRIMITIVES}, **_MACHINE}
    exec(compile(python_text(code, NUMBERS), "<straight-line code>", "exec"), scope)
    bind = scope["bind"]

    def bound(*parameters: Any) -> Callable[..., list[Any]]:
        run = bind(*parameters)

        def compute(*variables: Any) -> list[Any]:
            try:
                found: list[Any] = run(*variables)
            except (ZeroDivisionError, ValueError) as error:
                raise OutsideDomain(f"a function is not defined on a box: {error}") from None
            return found

        return compute

    return bound
