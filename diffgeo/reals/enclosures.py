"""All values of programs over boxes: ball arithmetic along the instructions of `Program`.

An enclosure holds every value that the function takes on the box, so that one without zero proves
that the function does not vanish there. Where a box meets a pole, or leaves the domain of a root or
logarithm, nothing is known: the enclosure is the whole line.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from flint import arb, arb_mat

from diffgeo.errors import ExpressionError, UndefinedSymbol
from diffgeo.interop.codegen import Program, Step
from diffgeo.interop.concrete import Concrete, insert_functions
from diffgeo.rings.elementary_functions import written_out
from diffgeo.rings.expression import (
    Call,
    Constant,
    Expression,
    Number,
    Power,
    Product,
    Sum,
    Symbol,
)

#: The lower and upper end of an interval.
Interval = tuple[float, float]
Enclosing = Callable[..., list[Interval]]

_EVERYTHING = (-math.inf, math.inf)
_NAMES = {"Abs": "__abs__", "sign": "sgn"}
#: The derivatives of functions of one variable, from the argument and the value.
_DERIVATIVES: dict[str, Callable[[arb, arb], arb]] = {
    "sin": lambda x, _: x.cos(),
    "cos": lambda x, _: -x.sin(),
    "tan": lambda _, f: 1 + f * f,
    "cot": lambda _, f: -1 - f * f,
    "sec": lambda x, f: f * x.tan(),
    "csc": lambda x, f: -f * x.cot(),
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


class _Moving:
    """A ball and the ball of its rate along a path: arithmetic with both."""

    __slots__ = ("rate", "value")

    def __init__(self, value: arb, rate: arb) -> None:
        self.value, self.rate = value, rate

    def __add__(self, other: _Moving) -> _Moving:
        return _Moving(self.value + other.value, self.rate + other.rate)

    def __mul__(self, other: _Moving) -> _Moving:
        rate = self.rate * other.value + self.value * other.rate
        return _Moving(self.value * other.value, rate)

    def along(
        self, function: Callable[[arb], arb], derivative: Callable[[arb, arb], arb]
    ) -> _Moving:
        """A function of it."""
        value = function(self.value)
        return _Moving(value, derivative(self.value, value) * self.rate)


#: A ball, or one that moves; instructions are the same for both.
Ball: TypeAlias = Any


def _function(name: str) -> Callable[..., Ball]:
    def plain(x: arb) -> arb:
        return getattr(x, _NAMES.get(name, name))()

    def apply(x: Ball) -> Ball:
        return x.along(plain, _DERIVATIVES[name]) if isinstance(x, _Moving) else plain(x)

    return apply


def _angle(y: Ball, x: Ball) -> Ball:
    if not isinstance(y, _Moving):
        return arb.atan2(y, x)
    square = x.value * x.value + y.value * y.value
    rate = (x.value * y.rate - y.value * x.rate) / square
    return _Moving(arb.atan2(y.value, x.value), rate)


_FUNCTIONS: dict[str, Callable[..., Ball]] = {
    **{name: _function(name) for name in _DERIVATIVES},
    "atan2": _angle,
}


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
    fixed = {name: arb(float(v)) for name, v in (parameters or {}).items()}
    writer = _Writer({name: k for k, name in enumerate(variables)}, fixed)
    trees = [insert_functions(tree, functions or {}) for tree in program.leaves]
    leaves = [writer.slot(written_out(tree, _FUNCTIONS.__contains__)) for tree in trees]
    count = len(variables)

    def enclose(box: Sequence[Interval], rates: Sequence[Interval] | None = None) -> list[Interval]:
        if len(box) != count or (rates is not None and len(rates) != count):
            raise ExpressionError(f"{count} intervals are needed, not {len(box)}")
        balls = [_ball(low, high) for low, high in box]
        if rates is not None:
            balls = [_Moving(b, _ball(*r)) for b, r in zip(balls, rates, strict=True)]
        for operation, arguments in writer.code:
            value = operation(*map(balls.__getitem__, arguments))
            balls.append(_Moving(value, arb(0)) if rates is not None and not arguments else value)
        slots = [balls[k] for k in leaves]
        for step in program.steps:
            slots += _step(step, slots)
        if rates is not None:
            return [_interval(slots[k].rate) for k in program.outputs]
        return [_interval(slots[k]) for k in program.outputs]

    return enclose


class _Writer:
    """Instructions for trees, with equal subtrees computed once."""

    def __init__(self, variables: Mapping[str, int], fixed: Mapping[str, arb]) -> None:
        self.code: list[tuple[Callable[..., Ball], tuple[int, ...]]] = []
        self._variables = variables
        self._fixed = fixed
        self._known: dict[Hashable, int] = {}

    def slot(self, tree: Expression) -> int:
        """Where the value of the tree will stand."""
        from diffgeo.interop.traversal import fold

        return fold(tree, self._node)

    def _node(self, node: Expression, below: Sequence[int]) -> int:
        match node:
            case Symbol(name) if name in self._variables:
                return self._variables[name]
            case Symbol(name):
                if name not in self._fixed:
                    raise UndefinedSymbol(f"no value for {name!r} to enclose a function")
                return self._constant(name, self._fixed[name])
            case Number(value):
                return self._constant(value, arb(value.numerator) / value.denominator)
            case Constant(name):
                return self._constant(name, arb.pi() if name == "pi" else arb.const_e())
            case Sum():
                return self._append("sum", _sum, tuple(below))
            case Product():
                return self._append("product", _product, tuple(below))
            case Power(_, Number(value)):
                return self._append(("power", value), _raised_to(value), (below[0],))
            case Power():
                return self._append("power", _power, tuple(below))
            case Call(name):
                return self._append(name, _FUNCTIONS[name], tuple(below))
        raise ExpressionError(f"no concrete function is given for {str(node)[:80]!r}")

    def _constant(self, key: Hashable, value: arb) -> int:
        return self._append(("constant", key), lambda: value, ())

    def _append(
        self, key: Hashable, operation: Callable[..., Ball], arguments: tuple[int, ...]
    ) -> int:
        entry = (key, arguments)
        if entry not in self._known:
            self._known[entry] = len(self._variables) + len(self.code)
            self.code.append((operation, arguments))
        return self._known[entry]


def _ball(low: float, high: float) -> arb:
    return arb(low) if low == high else arb(low).union(arb(high))


def _interval(ball: arb) -> Interval:
    if not ball.is_finite():
        return _EVERYTHING
    # The ends are rounded to the nearest float: one step outwards keeps the enclosure.
    low, high = float(ball.lower()), float(ball.upper())
    return (math.nextafter(low, -math.inf), math.nextafter(high, math.inf))


def _sum(*values: Ball) -> Ball:
    return sum(values[1:], values[0])


def _product(*values: Ball) -> Ball:
    return math.prod(values[1:], start=values[0])


def _power(base: Ball, exponent: Ball) -> Ball:
    return _FUNCTIONS["exp"](exponent * _FUNCTIONS["log"](base))


def _raised_to(exponent: Fraction) -> Callable[[Ball], Ball]:
    top, below = exponent.numerator, exponent.denominator

    def power(base: arb) -> arb:
        if below != 1:
            base = base.sqrt() if below == 2 else base.root(below)
        n = abs(top)
        if n % 2 == 0:
            # An even power is not negative, which a product of balls does not know.
            low, high = base.abs_lower(), base.abs_upper()
            value = (low**n).union(high**n) if n else arb(1)
        else:
            value = _product(*[base] * n)
        return 1 / value if top < 0 else value

    def moving(base: Ball) -> Ball:
        if not isinstance(base, _Moving):
            return power(base)
        lower = _raised_to(exponent - 1) if exponent != 0 else None
        factor = arb(top) / below
        return base.along(power, lambda x, _: factor * lower(x) if lower else arb(0))

    return moving


def _step(step: Step, slots: Sequence[Ball]) -> list[Ball]:
    if step.kind == "sum":
        return [_sum(*[slots[k] for k in step.slots])]
    if step.kind == "product":
        return [_product(*[slots[k] for k in step.slots])]
    if step.kind == "power":
        return [_raised_to(Fraction(step.exponent))(slots[step.slots[0]])]
    if slots and isinstance(slots[0], _Moving):
        return _moving_step(step, slots)
    size = len(step.matrix)
    unknown = [arb.nan()] * (size if step.kind == "solve" else 1)
    matrix = arb_mat([[slots[k] for k in row] for row in step.matrix])
    inverse = _approximate_inverse(matrix)
    if inverse is None:
        return unknown
    # Near the identity elimination costs no accuracy, however wide or skew the matrix is.
    near = inverse * matrix
    if step.kind == "determinant":
        return [near.det() / inverse.det()]
    right = inverse * arb_mat([[slots[k]] for k in step.right])
    try:
        return list(near.solve(right).entries())
    except (ZeroDivisionError, ValueError):
        return unknown


def _moving_step(step: Step, slots: Sequence[_Moving]) -> list[Ball]:
    """(A⁻¹b)' = A⁻¹(b' - A' A⁻¹b) and (det A)' = det A tr(A⁻¹A')."""
    values = [s.value for s in slots]
    solution = _step(step, values)
    matrix = arb_mat([[values[k] for k in row] for row in step.matrix])
    change = arb_mat([[slots[k].rate for k in row] for row in step.matrix])
    inverse = _approximate_inverse(matrix)
    unknown = [_Moving(value, arb.nan()) for value in solution]
    if inverse is None:
        return unknown
    near = inverse * matrix
    try:
        if step.kind == "determinant":
            return [_Moving(solution[0], solution[0] * near.solve(inverse * change).trace())]
        right = arb_mat([[slots[k].rate] for k in step.right])
        moved = right - change * arb_mat([[value] for value in solution])
        rates = near.solve(inverse * moved).entries()
    except (ZeroDivisionError, ValueError):
        return unknown
    return [_Moving(value, rate) for value, rate in zip(solution, rates, strict=True)]


def _approximate_inverse(matrix: arb_mat) -> arb_mat | None:
    """The inverse of the midpoints in floats, as an exact matrix; None if there is none."""
    import numpy as np

    middle = np.array([[float(e.mid()) for e in row] for row in matrix.tolist()])
    try:
        inverse = np.linalg.inv(middle)
    except np.linalg.LinAlgError:
        return None
    return arb_mat(inverse.tolist()) if np.isfinite(inverse).all() else None
