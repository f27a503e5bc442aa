"""The elementary functions: their names, and the formulas of those that are written in others.

A function with a formula in `WRITTEN` needs nothing else: the exact ring goes by it, and so do
enclosures, Python code and natural domains where they know nothing better. A `Primitive` needs
nothing else either: it is known by the formula of its derivative and by balls. The others are
generators of the exact ring (see its `sines_and_exponentials` and `arctangents`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from diffgeo.errors import Contradiction, NameClash
from diffgeo.rings.expression import (
    Call,
    Expression,
    Number,
    Power,
    Symbol,
    add,
    divide,
    negate,
    number,
    power,
    replace,
)

if TYPE_CHECKING:
    from flint import arb


def _sin(x: Expression) -> Expression:
    return Call("sin", (x,))


def _cos(x: Expression) -> Expression:
    return Call("cos", (x,))


def _exponentials(x: Expression, sign: int) -> Expression:
    up, down = Call("exp", (x,)), Call("exp", (negate(x),))
    return add(up, down if sign > 0 else negate(down))


#: What a function is of its argument, in functions that are generators.
WRITTEN: dict[str, Callable[[Expression], Expression]] = {
    "tan": lambda x: divide(_sin(x), _cos(x)),
    "cot": lambda x: divide(_cos(x), _sin(x)),
    "sec": lambda x: power(_cos(x), -1),
    "csc": lambda x: power(_sin(x), -1),
    "sinh": lambda x: divide(_exponentials(x, -1), number(2)),
    "cosh": lambda x: divide(_exponentials(x, 1), number(2)),
    "tanh": lambda x: divide(_exponentials(x, -1), _exponentials(x, 1)),
    "sqrt": lambda x: Power(x, Number(Fraction(1, 2))),
}
#: All elementary functions that a tree may call, with their number of arguments.
ELEMENTARY: dict[str, int] = {
    **dict.fromkeys(["sin", "cos", "exp", "log", "asin", "acos", "atan", "Abs", "sign"], 1),
    "atan2": 2,
    **dict.fromkeys(WRITTEN, 1),
}


@dataclass(frozen=True)
class Primitive:
    """A function of one variable that is no formula in others, while its derivative is.

    In the exact ring it is a generator of its own. That it is independent of all other functions is
    not proved but asked of balls, each time that a "not zero" rests on it: where they do not tell,
    the zero test says `Undecided`. A "zero" rests on the derivative and the parity alone.

    Parameters
    ----------
    name
        As in formulas.
    derivative
        The formula of its derivative, of the formula of its argument.
    enclosure
        A ball that holds its values on a ball, at the precision of ``flint.ctx``.
    parity
        ``1`` for an even function, ``-1`` for an odd one.
    """

    name: str
    derivative: Callable[[Expression], Expression]
    enclosure: Callable[[arb], arb]
    parity: int = 0

    def value(self, x: float) -> float:
        """The value at a float, rounded."""
        from flint import arb

        return float(self.enclosure(arb(x)).mid())


#: The functions known by their derivatives, by name.
PRIMITIVES: dict[str, Primitive] = {}


def add_function(function: Primitive) -> None:
    """Let all formulas know a function; in the process, for good.

    Raises
    ------
    NameClash
        A function of this name is known already.
    Contradiction
        The formula of the derivative applies the function itself.
    """
    if function.name in ELEMENTARY:
        raise NameClash(f"a function {function.name} is known already; choose another name")
    slope = function.derivative(Symbol("x"))
    if any(isinstance(node, Call) and node.name == function.name for node in slope.walk()):
        raise Contradiction(
            f"the derivative of {function.name} is {slope}, which applies the function itself; a "
            "function of the exact ring has a derivative in other functions"
        )
    PRIMITIVES[function.name] = function
    ELEMENTARY[function.name] = 1


def written_out(tree: Expression, known: Callable[[str], bool]) -> Expression:
    """The tree with the formulas of those functions in it that are not known."""

    def rule(node: Expression) -> Expression | None:
        if not isinstance(node, Call) or node.name not in WRITTEN or known(node.name):
            return None
        return WRITTEN[node.name](replace(node.arguments[0], rule))

    return replace(tree, rule)


@cache
def grows_exponentially(name: str) -> bool:
    """Whether the exponential of the argument is in a function."""
    one = number(1)
    formula = WRITTEN[name](one) if name in WRITTEN else Call(name, (one,))
    return any(isinstance(node, Call) and node.name == "exp" for node in formula.walk())
