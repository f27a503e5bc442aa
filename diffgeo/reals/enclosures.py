"""All values of programs over boxes: ball arithmetic along their straight-line code.

An enclosure holds every value that the function takes on the box, so that one without zero proves
that the function does not vanish there. Where a box meets a pole, or leaves the domain of a root or
logarithm, nothing is known: the enclosure is the whole line.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from flint import arb, arb_mat

from diffgeo.errors import ExpressionError
from diffgeo.interop.assignments import Assignments
from diffgeo.interop.codegen import Program
from diffgeo.interop.concrete import Concrete
from diffgeo.interop.dialects import NUMBERS, python_text
from diffgeo.interop.lowering import assignments
from diffgeo.rings.elementary_functions import PRIMITIVES

#: The lower and upper end of an interval.
Interval = tuple[float, float]
Enclosing = Callable[..., list[Interval]]

_EVERYTHING = (-math.inf, math.inf)
_NAMES = {"Abs": "__abs__", "sign": "sgn"}
#: The derivatives of functions of one variable, from the argument and the value.
DERIVATIVES: dict[str, Callable[[arb, arb], arb]] = {
    "sin": lambda x, _: x.cos(),
    "cos": lambda x, _: -x.sin(),
    "tan": lambda _, f: 1 + f * f,
    "sinh": lambda x, _: x.cosh(),
    "cosh": lambda x, _: x.sinh(),
    "tanh": lambda _, f: 1 - f * f,
    "exp": lambda _, f: f,
    "log": lambda x, _: 1 / x,
    "sqrt": lambda _, f: 1 / (2 * f),
    "asin": lambda x, _: 1 / (1 - x * x).sqrt(),
    "acos": lambda x, _: -1 / (1 - x * x).sqrt(),
    "atan": lambda x, _: 1 / (1 + x * x),
    "Abs": lambda x, _: x.sgn() if not x.contains(0) else arb(0, 1),
    "sign": lambda x, _: arb(0) if not x.contains(0) else arb.nan(),
}


class Moving:
    """A ball and the ball of its rate along a path: arithmetic with both.

    Rates are on the left of products: they may be of a kind that balls and series do not know.
    """

    __slots__ = ("rate", "value")

    def __init__(self, value: arb, rate: arb) -> None:
        self.value, self.rate = value, rate

    def __add__(self, other: Ball) -> Moving:
        if isinstance(other, Moving):
            return Moving(self.value + other.value, self.rate + other.rate)
        return Moving(self.value + other, self.rate)

    __radd__ = __add__

    def __neg__(self) -> Moving:
        return Moving(-self.value, -self.rate)

    def __sub__(self, other: Ball) -> Moving:
        if isinstance(other, Moving):
            return Moving(self.value - other.value, self.rate - other.rate)
        return Moving(self.value - other, self.rate)

    def __rsub__(self, other: arb) -> Moving:
        return Moving(other - self.value, -self.rate)

    def __mul__(self, other: Ball) -> Moving:
        if not isinstance(other, Moving):
            return Moving(self.value * other, self.rate * other)
        rate = self.rate * other.value + other.rate * self.value
        return Moving(self.value * other.value, rate)

    __rmul__ = __mul__

    def __truediv__(self, other: Ball) -> Moving:
        if not isinstance(other, Moving):
            return Moving(self.value / other, self.rate / other)
        value = self.value / other.value
        return Moving(value, (self.rate - other.rate * value) / other.value)

    def __rtruediv__(self, other: arb) -> Moving:
        value = other / self.value
        return Moving(value, -(self.rate * value) / self.value)

    def along(
        self, function: Callable[[arb], arb], derivative: Callable[[arb, arb], arb]
    ) -> Moving:
        """A function of it."""
        value = function(self.value)
        return Moving(value, self.rate * derivative(self.value, value))


#: A ball, or one that moves; instructions are the same for both.
Ball: TypeAlias = Any


def _function(name: str) -> Callable[..., Ball]:
    def plain(x: arb) -> arb:
        if name in PRIMITIVES:
            return PRIMITIVES[name].enclosure(x)
        return getattr(x, _NAMES.get(name, name))()

    # A rate about which nothing is said may be any.
    slope = DERIVATIVES.get(name, lambda *_: arb.nan())

    def apply(x: Ball) -> Ball:
        return x.along(plain, slope) if isinstance(x, Moving) else plain(x)

    return apply


def _angle(y: Ball, x: Ball) -> Ball:
    if not isinstance(y, Moving) and not isinstance(x, Moving):
        return arb.atan2(y, x)
    (a, b), (c, d) = _both(y), _both(x)
    return Moving(arb.atan2(a, c), (b * c - d * a) / (c * c + a * a))


def _both(ball: Ball) -> tuple[arb, arb]:
    return (ball.value, ball.rate) if isinstance(ball, Moving) else (ball, arb(0))


def _power(base: Ball, exponent: Ball) -> Ball:
    return BALLS["exp"](exponent * BALLS["log"](base))


def _square(base: Ball) -> Ball:
    """A square is not negative, which a product of balls does not know."""
    if isinstance(base, Moving):
        return Moving(_square(base.value), base.rate * (2 * base.value))
    low, high = base.abs_lower(), base.abs_upper()
    return (low * low).union(high * high)


def _exact(numerator: int, denominator: int) -> arb:
    return arb(numerator) / denominator


def _near(value: float) -> arb:
    """A real number that was rounded to a float."""
    return arb(value, abs(value) * 2.0**-52)


#: What straight-line code does with balls.
BALLS: dict[str, Callable[..., Ball]] = {
    **{name: _function(name) for name in DERIVATIVES},
    "atan2": _angle, "power": _power, "square": _square, "exact": _exact, "near": _near,
    "pivot": lambda value, *_: value,
    "factor": lambda size, *entries: _Factored(size, entries),
    "solve": lambda size, factored, *right: factored.solve(right),
    "determinant": lambda size, factored: factored.determinant(),
}  # fmt: skip


def enclose_program(
    program: Program,
    variables: Sequence[str],
    parameters: Mapping[str, float] | None = None,
    functions: Mapping[str, Concrete] | None = None,
) -> Enclosing:
    """A function from a box, an interval for each variable, to enclosures of the outputs.

    With a second argument, intervals for the rates of the variables along a path in the box, it
    encloses the rates of the outputs along that path.

    Parameters and functions are those of `compile_program`; a float stands for itself.

    Raises
    ------
    UndefinedSymbol, ExpressionError
        A symbol without value, a function without a concrete one.
    """
    parameters = parameters or {}
    code = assignments(program, variables, list(parameters), functions)
    compute = ball_machine(code)(*(arb(float(value)) for value in parameters.values()))
    count = len(variables)

    def enclose(box: Sequence[Interval], rates: Sequence[Interval] | None = None) -> list[Interval]:
        if len(box) != count or (rates is not None and len(rates) != count):
            raise ExpressionError(f"{count} intervals are needed, not {len(box)}")
        balls = [_ball(low, high) for low, high in box]
        if rates is None:
            return [_interval(value) for value in compute(*balls)]
        moving = [Moving(b, _ball(*r)) for b, r in zip(balls, rates, strict=True)]
        return [_interval(_both(value)[1]) for value in compute(*moving)]

    return enclose


def ball_machine(code: Assignments) -> Callable[..., Callable[..., list[Ball]]]:
    """From balls of the parameters to a function of balls for the variables."""
    scope: dict[str, Any] = {**{name: _function(name) for name in PRIMITIVES}, **BALLS}
    exec(compile(python_text(code, NUMBERS), "<straight-line code>", "exec"), scope)
    return scope["bind"]  # type: ignore[no-any-return]


def _ball(low: float, high: float) -> arb:
    return arb(low) if low == high else arb(low).union(arb(high))


def _interval(ball: arb) -> Interval:
    if not ball.is_finite():
        return _EVERYTHING
    # The ends are rounded to the nearest float: one step outwards keeps the enclosure.
    low, high = float(ball.lower()), float(ball.upper())
    return (math.nextafter(low, -math.inf), math.nextafter(high, math.inf))


class _Factored:
    """A matrix of balls, multiplied by the inverse of its midpoints.

    Near the identity elimination costs no accuracy, however wide or skew the matrix is.
    """

    def __init__(self, size: int, entries: Sequence[Ball]) -> None:
        self.moves = any(isinstance(e, Moving) for e in entries)
        values = [[_both(e)[0] for e in entries[k * size : (k + 1) * size]] for k in range(size)]
        rates = [[_both(e)[1] for e in entries[k * size : (k + 1) * size]] for k in range(size)]
        matrix = arb_mat(values)
        self.size, self.change = size, arb_mat(rates)
        self.inverse = _approximate_inverse(matrix)
        self.near = None if self.inverse is None else self.inverse * matrix

    def _solved(self, right: arb_mat) -> arb_mat | None:
        if self.near is None or self.inverse is None:
            return None
        try:
            return self.near.solve(self.inverse * right)
        except (ZeroDivisionError, ValueError):
            return None

    def determinant(self) -> Ball:
        """(det A)' = det A tr(A⁻¹A')."""
        unknown = arb.nan()
        if self.near is None or self.inverse is None:
            return Moving(unknown, unknown) if self.moves else unknown
        value = self.near.det() / self.inverse.det()
        if not self.moves:
            return value
        moved = self._solved(self.change)
        return Moving(value, unknown if moved is None else value * moved.trace())

    def solve(self, right: Sequence[Ball]) -> list[Ball]:
        """(A⁻¹b)' = A⁻¹(b' - A' A⁻¹b)."""
        pairs = [_both(b) for b in right]
        moves = self.moves or any(isinstance(b, Moving) for b in right)
        found = self._solved(arb_mat([[value] for value, _ in pairs]))
        if found is None:
            unknown = arb.nan()
            return [Moving(unknown, unknown) if moves else unknown] * self.size
        if not moves:
            return list(found.entries())
        rates = self._solved(arb_mat([[rate] for _, rate in pairs]) - self.change * found)
        changes = [arb.nan()] * self.size if rates is None else rates.entries()
        return [Moving(v, r) for v, r in zip(found.entries(), changes, strict=True)]


def _approximate_inverse(matrix: arb_mat) -> arb_mat | None:
    """The inverse of the midpoints in floats, as an exact matrix; None if there is none."""
    import numpy as np

    middle = np.array([[float(e.mid()) for e in row] for row in matrix.tolist()])
    try:
        inverse = np.linalg.inv(middle)
    except np.linalg.LinAlgError:
        return None
    return arb_mat(inverse.tolist()) if np.isfinite(inverse).all() else None
