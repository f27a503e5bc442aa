"""All values of programs over boxes: ball arithmetic along the instructions of `Program`.

An enclosure holds every value that the function takes on the box, so that one without zero proves
that the function does not vanish there. Where a box meets a pole, or leaves the domain of a root or
logarithm, nothing is known: the enclosure is the whole line.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from flint import arb, arb_mat

from diffgeo.errors import ExpressionError, UndefinedSymbol
from diffgeo.interop.codegen import Program, Step
from diffgeo.interop.concrete import Concrete, insert_functions
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
Enclosing = Callable[[Sequence[Interval]], list[Interval]]

_EVERYTHING = (-math.inf, math.inf)
_FUNCTIONS: dict[str, Callable[..., Any]] = {
    **{name: getattr(arb, name) for name in ("sin", "cos", "tan", "cot", "sec", "csc")},
    **{name: getattr(arb, name) for name in ("sinh", "cosh", "tanh", "exp", "log", "sqrt")},
    **{name: getattr(arb, name) for name in ("asin", "acos", "atan")},
    "atan2": arb.atan2,
    "Abs": abs,
    "sign": arb.sgn,
}


def enclose_program(
    program: Program,
    variables: Sequence[str],
    parameters: Mapping[str, float] | None = None,
    functions: Mapping[str, Concrete] | None = None,
) -> Enclosing:
    """A function from a box, an interval for each variable, to enclosures of the outputs.

    Parameters and functions are those of `compile_program`; a float stands for itself.

    Raises
    ------
    UndefinedSymbol, ExpressionError
        A symbol without value, a function without a concrete one.
    """
    fixed = {name: arb(float(v)) for name, v in (parameters or {}).items()}
    writer = _Writer({name: k for k, name in enumerate(variables)}, fixed)
    leaves = [writer.slot(insert_functions(tree, functions or {})) for tree in program.leaves]
    count = len(variables)

    def enclose(box: Sequence[Interval]) -> list[Interval]:
        if len(box) != count:
            raise ExpressionError(f"{count} intervals are needed, not {len(box)}")
        balls = [_ball(low, high) for low, high in box]
        for operation, arguments in writer.code:
            balls.append(operation(*[balls[k] for k in arguments]))
        slots = [balls[k] for k in leaves]
        for step in program.steps:
            slots += _step(step, slots)
        return [_interval(slots[k]) for k in program.outputs]

    return enclose


class _Writer:
    """Instructions for trees, with equal subtrees computed once."""

    def __init__(self, variables: Mapping[str, int], fixed: Mapping[str, Any]) -> None:
        self.code: list[tuple[Callable[..., Any], tuple[int, ...]]] = []
        self._variables = variables
        self._fixed = fixed
        self._known: dict[Any, int] = {}

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

    def _constant(self, key: Any, value: Any) -> int:
        return self._append(("constant", key), lambda: value, ())

    def _append(self, key: Any, operation: Callable[..., Any], arguments: tuple[int, ...]) -> int:
        entry = (key, arguments)
        if entry not in self._known:
            self._known[entry] = len(self._variables) + len(self.code)
            self.code.append((operation, arguments))
        return self._known[entry]


def _ball(low: float, high: float) -> Any:
    return arb(low) if low == high else arb(low).union(arb(high))


def _interval(ball: Any) -> Interval:
    if not ball.is_finite():
        return _EVERYTHING
    # The ends are rounded to the nearest float: one step outwards keeps the enclosure.
    low, high = float(ball.lower()), float(ball.upper())
    return (math.nextafter(low, -math.inf), math.nextafter(high, math.inf))


def _sum(*values: Any) -> Any:
    return sum(values[1:], values[0])


def _product(*values: Any) -> Any:
    return math.prod(values[1:], start=values[0])


def _power(base: Any, exponent: Any) -> Any:
    return (exponent * base.log()).exp()


def _raised_to(exponent: Fraction) -> Callable[[Any], Any]:
    top, below = exponent.numerator, exponent.denominator

    def power(base: Any) -> Any:
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

    return power


def _step(step: Step, slots: Sequence[Any]) -> list[Any]:
    if step.kind == "sum":
        return [_sum(*[slots[k] for k in step.slots])]
    if step.kind == "product":
        return [_product(*[slots[k] for k in step.slots])]
    if step.kind == "power":
        return [_raised_to(Fraction(step.exponent))(slots[step.slots[0]])]
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


def _approximate_inverse(matrix: Any) -> Any:
    """The inverse of the midpoints in floats, as an exact matrix; None if there is none."""
    import numpy as np

    middle = np.array([[float(e.mid()) for e in row] for row in matrix.tolist()])
    try:
        inverse = np.linalg.inv(middle)
    except np.linalg.LinAlgError:
        return None
    return arb_mat(inverse.tolist()) if np.isfinite(inverse).all() else None
