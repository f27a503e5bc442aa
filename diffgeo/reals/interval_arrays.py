"""All values of programs over many boxes at once: intervals with arrays of floats for ends.

What `diffgeo.reals.enclosures` does with one ball, arithmetic on arrays does with as many boxes as
there are, in about the time of one. Ends are rounded outwards by some units in the last place.
Where a box meets a pole or leaves a domain, and for linear systems and functions that are not
elementary, the enclosure is the whole line.

Source: Moore, Kearfott and Cloud, Introduction to Interval Analysis, 2009, chapter 5.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from diffgeo.interop.dialects import NUMBERS, python_text
from diffgeo.reals.enclosures import BALLS, DERIVATIVES, Moving
from diffgeo.rings.elementary_functions import PRIMITIVES

if TYPE_CHECKING:
    import numpy as np

    from diffgeo.interop.assignments import Assignments

#: Functions of numpy are right to some units in the last place.
_ULPS = 8 * 2.0**-52
_TINY = 1e-300

#: Lower and upper ends, (functions, boxes) or (variables, boxes).
Ends = tuple["np.ndarray", "np.ndarray"]
EnclosingMany = Callable[..., Ends]


class Intervals:
    """Intervals by their lower and upper ends; ends that are no numbers stand for no bound."""

    __slots__ = ("high", "low")
    #: So that arrays leave arithmetic with it to it.
    __array_ufunc__ = None

    def __init__(self, low: Any, high: Any) -> None:
        self.low, self.high = low, high

    @staticmethod
    def of(value: Any) -> Intervals:
        """Itself, or the interval of one number."""
        return value if isinstance(value, Intervals) else Intervals(value, value)

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Moving):
            return NotImplemented
        other = Intervals.of(other)
        return _outwards(self.low + other.low, self.high + other.high)

    __radd__ = __add__

    def __neg__(self) -> Intervals:
        return Intervals(-self.high, -self.low)

    def __sub__(self, other: Any) -> Any:
        if isinstance(other, Moving):
            return NotImplemented
        other = Intervals.of(other)
        return _outwards(self.low - other.high, self.high - other.low)

    def __rsub__(self, other: Any) -> Any:
        return Intervals.of(other) - self

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Moving):
            return NotImplemented
        other = Intervals.of(other)
        return _hull(
            self.low * other.low, self.low * other.high,
            self.high * other.low, self.high * other.high,
        )  # fmt: skip

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        import numpy as np

        if isinstance(other, Moving):
            return NotImplemented
        other = Intervals.of(other)
        regular = np.where((other.low > 0) | (other.high < 0), 1.0, np.nan)
        return self * Intervals(regular / other.high, regular / other.low).rounded()

    def __rtruediv__(self, other: Any) -> Any:
        return Intervals.of(other) / self

    def rounded(self) -> Intervals:
        """Its ends moved outwards."""
        return _outwards(self.low, self.high)

    def square(self) -> Intervals:
        """The square, which is not negative."""
        import numpy as np

        a, b = self.low * self.low, self.high * self.high
        low = np.where((self.low <= 0) & (self.high >= 0), 0.0, np.minimum(a, b))
        # Of what has no bound nothing is known.
        return Intervals(np.maximum(low * (1 - _ULPS), 0.0), np.maximum(a, b) * (1 + _ULPS) + _TINY)

    def __abs__(self) -> Intervals:
        import numpy as np

        a, b = abs(self.low), abs(self.high)
        low = np.where((self.low <= 0) & (self.high >= 0), 0.0, np.minimum(a, b))
        return Intervals(low, np.maximum(a, b))

    def sgn(self) -> Intervals:
        """The sign."""
        import numpy as np

        return Intervals(np.sign(self.low), np.sign(self.high))

    def jump(self) -> Intervals:
        """The derivative of the sign: 0, or anything where it jumps."""
        import numpy as np

        flat = np.where((self.low > 0) | (self.high < 0), 0.0, np.nan)
        return Intervals(flat, flat)

    def _periodic(self, function: Callable[[Any], Any], top: float) -> Intervals:
        """A sine or cosine with the greatest values at top + 2πk."""
        import numpy as np

        ends = function(self.low), function(self.high)
        slack = _ULPS * (1 + np.maximum(abs(self.low), abs(self.high)))

        def meets(phase: float) -> Any:
            first = np.floor((self.low - slack - phase) / math.tau)
            return np.floor((self.high + slack - phase) / math.tau) > first

        low, high = np.minimum(*ends) - _ULPS, np.maximum(*ends) + _ULPS
        low = np.where(meets(top - math.pi), -1.0, low)
        return Intervals(low, np.where(meets(top), 1.0, high))

    def sin(self) -> Intervals:
        """The sine."""
        import numpy as np

        return self._periodic(np.sin, math.pi / 2)

    def cos(self) -> Intervals:
        """The cosine."""
        import numpy as np

        return self._periodic(np.cos, 0.0)

    def sinh(self) -> Any:
        """The hyperbolic sine."""
        return _FUNCTIONS["sinh"](self)

    def cosh(self) -> Any:
        """The hyperbolic cosine."""
        growing = _FUNCTIONS["exp"]
        return (growing(self) + growing(-self)) * 0.5

    def sqrt(self) -> Any:
        """The root, of what is not negative."""
        return _FUNCTIONS["sqrt"](self)


def _outwards(low: Any, high: Any) -> Intervals:
    return Intervals(low - (abs(low) * _ULPS + _TINY), high + (abs(high) * _ULPS + _TINY))


def _hull(*values: Any) -> Intervals:
    import numpy as np

    low, high = values[0], values[0]
    for value in values[1:]:
        low, high = np.minimum(low, value), np.maximum(high, value)
    return _outwards(low, high)


def _monotone(name: str) -> Callable[[Intervals], Intervals]:
    """A growing function; not a number where numpy has none."""
    import numpy as np

    function = getattr(np, name)

    def apply(x: Intervals) -> Intervals:
        low, high = function(x.low), function(x.high)
        # Where one end is outside of the domain nothing is known of the interval.
        defined = np.where(np.isnan(low) | np.isnan(high), np.nan, 0.0)
        return _outwards(low + defined, high + defined)

    return apply


#: What straight-line code does with intervals, by the names in it.
_FUNCTIONS: dict[str, Callable[[Intervals], Any]] = {
    **{name: _monotone(name) for name in ("sinh", "tanh", "exp", "log", "sqrt")},
    "asin": _monotone("arcsin"), "atan": _monotone("arctan"),
    "acos": lambda x: math.pi / 2 - _FUNCTIONS["asin"](x),
    "sin": Intervals.sin, "cos": Intervals.cos, "tan": lambda x: x.sin() / x.cos(),
    "cosh": Intervals.cosh, "Abs": abs, "sign": Intervals.sgn,
}  # fmt: skip
_SLOPES: dict[str, Callable[[Any, Any], Any]] = {
    **DERIVATIVES, "Abs": lambda x, _: x.sgn(), "sign": lambda x, _: x.jump()
}  # fmt: skip


def _unknown(*operands: Any) -> Any:
    import numpy as np

    nothing = Intervals(np.nan, np.nan)
    return Moving(nothing, nothing) if any(isinstance(x, Moving) for x in operands) else nothing


def _function(name: str) -> Callable[[Any], Any]:
    if name not in _FUNCTIONS:
        return _unknown
    plain, slope = _FUNCTIONS[name], _SLOPES[name]
    return lambda x: x.along(plain, slope) if isinstance(x, Moving) else plain(x)


def _square(x: Any) -> Any:
    if isinstance(x, Moving):
        return Moving(x.value.square(), x.rate * (x.value * 2.0))
    return x.square()


def _power(base: Any, exponent: Any) -> Any:
    return _function("exp")(exponent * _function("log")(base))


def _angle(y: Any, x: Any) -> Any:
    """The angle of a point with x > 0; of others nothing is known."""
    import numpy as np

    value = x.value if isinstance(x, Moving) else x
    right = Intervals(np.where(value.low > 0, 1.0, np.nan), 1.0)
    return _function("atan")(y / x * right)


def enclose_on_arrays(code: Assignments) -> EnclosingMany:
    """A function from many boxes, and values of parameters, to enclosures of the outputs.

    Boxes are lower and upper ends, an array (variables, boxes) each; parameters have the shape
    (parameters, boxes). With the ends of the rates of the variables along a path in each box, it
    encloses the rates of the outputs along that path. What is not known has infinite ends.
    """
    import numpy as np

    scope: dict[str, Any] = {name: _function(name) for name in (*PRIMITIVES, *BALLS)}
    scope |= {
        "square": _square, "power": _power, "pivot": lambda value, *_: value,
        "exact": lambda p, q: Intervals.of(p / q).rounded(),
        "near": lambda value: Intervals.of(value).rounded(),
        "factor": _unknown, "determinant": lambda size, factored: factored,
        "solve": lambda size, factored, *right: [_unknown(factored, *right)] * size,
        "atan2": _angle,
    }  # fmt: skip
    exec(compile(python_text(code, NUMBERS), "<straight-line code>", "exec"), scope)

    def enclose(box: Ends, parameters: np.ndarray, rates: Ends | None = None) -> Ends:
        low, high = (np.full((len(code.outputs), box[0].shape[1]), np.nan) for _ in range(2))
        given: list[Any] = [Intervals(*ends) for ends in zip(*box, strict=True)]
        if rates is not None:
            moved = [Intervals(*ends) for ends in zip(*rates, strict=True)]
            given = [Moving(x, v) for x, v in zip(given, moved, strict=True)]
        with np.errstate(all="ignore"):
            for k, value in enumerate(scope["bind"](*map(Intervals.of, parameters))(*given)):
                if rates is not None:
                    value = value.rate if isinstance(value, Moving) else Intervals(0.0, 0.0)
                low[k], high[k] = value.low, value.high
        known = np.isfinite(low) & np.isfinite(high)
        return np.where(known, low, -np.inf), np.where(known, high, np.inf)

    return enclose
