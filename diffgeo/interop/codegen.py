"""Functions of floats from expression trees and from unexpanded programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from diffgeo.errors import ExpressionError, OutsideDomain
from diffgeo.interop.assignments import Assignments
from diffgeo.interop.concrete import Concrete
from diffgeo.interop.lowering import assignments
from diffgeo.interop.machines import Bind, scalar_machine
from diffgeo.rings.expression import Expression

Compiled = Callable[[Sequence[float]], list[float]]
#: What Python raises where a function is not defined.
_UNDEFINED = (ArithmeticError, ValueError, OutsideDomain)


def compile_trees(
    trees: Sequence[Expression],
    variables: Sequence[str],
    parameters: Mapping[str, float] | None = None,
    functions: Mapping[str, Concrete] | None = None,
) -> Compiled:
    """A function that computes the trees from the values of the variables.

    Common subexpressions are shared between the trees.

    Parameters
    ----------
    trees
        What to compute; the answers come in this order.
    variables
        The symbols whose values are the argument, in this order.
    parameters
        Fixed values of the other symbols.
    functions
        ``{"f": (("t",), tree)}``: a concrete function for every undefined one; its body may
        use variables, parameters and the other functions. Derivatives are taken symbolically.

    Returns
    -------
    Compiled
        It raises `OutsideDomain` where a tree is not defined or not real, `ExpressionError`
        if the number of values is wrong.

    Raises
    ------
    UndefinedSymbol
        A symbol is neither a variable nor a parameter.
    ExpressionError
        No concrete function is given for an undefined one.
    NameClash
        A name is given twice.
    NonReal, ZeroDenominator
        A tree is nowhere real or defined.
    """
    program = Program(tuple(trees), (), tuple(range(len(trees))))
    return compile_program(program, variables, parameters, functions)


# --- programs ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """One instruction of a `Program`.

    ``Step("sum", slots)`` and ``Step("product", slots)`` combine slots;
    ``Step("power", (slot,), exponent)`` is an integer power;
    ``Step("determinant", matrix=rows)`` is the determinant of a square matrix;
    ``Step("solve", matrix=rows, right=slots)`` solves a square linear system and fills
    ``len(right)`` consecutive slots.
    """

    kind: Literal["sum", "product", "power", "determinant", "solve"]
    slots: tuple[int, ...] = ()
    exponent: int = 1
    matrix: tuple[tuple[int, ...], ...] = ()
    right: tuple[int, ...] = ()

    @property
    def width(self) -> int:
        """The number of slots that the result fills."""
        return len(self.right) if self.kind == "solve" else 1

    @property
    def operands(self) -> tuple[int, ...]:
        """The slots that are read."""
        return (*self.slots, *(s for row in self.matrix for s in row), *self.right)


@dataclass(frozen=True, slots=True)
class Program:
    """A computation that is not expanded into one formula.

    Slots are numbered: first the leaves, then the results of the steps in order.

    Parameters
    ----------
    leaves
        The expressions to start from.
    steps
        Instructions; each may read the slots filled before it.
    outputs
        The slots to return.

    Raises
    ------
    ExpressionError
        A slot is read before it is filled, or a matrix is not square.
    """

    leaves: tuple[Expression, ...]
    steps: tuple[Step, ...]
    outputs: tuple[int, ...]

    def __post_init__(self) -> None:
        filled = len(self.leaves)
        for k, step in enumerate(self.steps):
            _check_slots(step.operands, filled, f"step {k}")
            size = len(step.right) if step.kind == "solve" else len(step.matrix)
            if [len(r) for r in step.matrix] != [size] * size:
                raise ExpressionError(f"step {k} of the program has a non-square matrix")
            if step.kind == "power" and len(step.slots) != 1:
                raise ExpressionError(f"step {k} of the program raises {len(step.slots)} slots")
            filled += step.width
        _check_slots(self.outputs, filled, "the output")


def _check_slots(slots: Sequence[int], filled: int, where: str) -> None:
    for slot in slots:
        if not 0 <= slot < filled:
            raise ExpressionError(f"{where} of the program reads slot {slot} of {filled} filled")


def compile_program(
    program: Program,
    variables: Sequence[str],
    parameters: Mapping[str, float] | None = None,
    functions: Mapping[str, Concrete] | None = None,
) -> Compiled:
    """A function that runs the program from the values of the variables.

    Parameters and errors are those of `compile_trees`.

    Returns
    -------
    Compiled
        It raises `OutsideDomain` where a leaf is not defined, at a division by zero, and where
        the determinant of a linear system vanishes within rounding.
    """
    parameters = parameters or {}
    code = assignments(program, variables, list(parameters), functions)
    return on_points(code, scalar_machine(code), list(parameters.values()))


def on_points(code: Assignments, machine: Bind, parameters: Sequence[float]) -> Compiled:
    """A machine with values of the parameters, as a function of points that says what is wrong."""
    try:
        run = machine(*map(float, parameters))
        failed = ""
    except _UNDEFINED as error:
        failed = f"not defined or not real for these parameters: {error}"
    count, names = len(code.variables), code.variables

    def compute(values: Sequence[float]) -> list[float]:
        if failed:
            raise OutsideDomain(failed)
        if len(values) != count:
            raise ExpressionError(
                f"{count} values are needed ({', '.join(names)}), not {len(values)}"
            )
        # Floats of Python, not of numpy: these raise instead of returning nan.
        point = [float(v) for v in values]
        try:
            return run(*point)
        except _UNDEFINED as error:
            where = ", ".join(f"{n} = {v!r}" for n, v in zip(names, point, strict=True))
            raise OutsideDomain(f"not defined or not real at {where[:200]}: {error}") from error

    return compute
