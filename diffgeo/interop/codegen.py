"""Functions of floats from expression trees and from unexpanded programs.

User names never reach the generated code: every symbol becomes a SymPy dummy first.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from diffgeo.errors import (
    ExpressionError,
    NameClash,
    NonReal,
    OutsideDomain,
    UndefinedSymbol,
)
from diffgeo.interop.concrete import Concrete, insert_functions
from diffgeo.interop.sympy_bridge import to_sympy
from diffgeo.rings.elementary_functions import written_out
from diffgeo.rings.expression import (
    Apply,
    Expression,
    Symbol,
)

Compiled = Callable[[Sequence[float]], list[float]]


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
    import sympy

    parameters = dict(parameters or {})
    names = [*variables, *parameters]
    for k, name in enumerate(names):
        if name in names[:k]:
            raise NameClash(f"{name!r} is given twice among the variables and parameters")
    whole = [insert_functions(t, functions or {}) for t in trees]
    concrete = [written_out(t, math.__dict__.__contains__) for t in whole]
    for tree in concrete:
        _check_closed(tree, names)
    symbols = {name: sympy.Dummy(f"v{k}") for k, name in enumerate(names)}
    expressions = [to_sympy(t, symbols) for t in concrete]
    for tree, expression in zip(concrete, expressions, strict=True):
        if expression.has(sympy.I):
            raise NonReal(f"{str(tree)[:80]!r} is not real")
    # The builtin abs would turn a complex intermediate value into a real one; fabs refuses it.
    code = sympy.lambdify(
        list(symbols.values()), expressions, modules=[{"abs": math.fabs}, "math"], cse=True
    )
    fixed = [float(v) for v in parameters.values()]
    count = len(names) - len(fixed)

    def compute(values: Sequence[float]) -> list[float]:
        if len(values) != count:
            raise ExpressionError(
                f"{count} values are needed ({', '.join(variables)}), not {len(values)}"
            )
        # Floats of Python, not of numpy: these raise instead of returning nan.
        point = [float(v) for v in values]
        try:
            return [float(v) for v in code(*point, *fixed)]
        except (ArithmeticError, ValueError, TypeError) as error:
            where = ", ".join(f"{n} = {v!r}" for n, v in zip(variables, point, strict=True))
            raise OutsideDomain(f"not defined or not real at {where[:200]}: {error}") from error

    return compute


def _check_closed(tree: Expression, names: Sequence[str]) -> None:
    for node in tree.walk():
        if isinstance(node, Symbol) and node.name not in names:
            raise UndefinedSymbol(
                f"no value for {node.name!r}; variables and parameters: {', '.join(names)}"
            )
        if isinstance(node, Apply):
            raise ExpressionError(f"no concrete function is given for {node.function!r}")


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

    The leaves are compiled by `compile_trees` (same parameters, same errors); the steps are
    interpreted.

    Returns
    -------
    Compiled
        It raises `OutsideDomain` where a leaf is not defined, at a division by zero, and where
        the determinant of a linear system vanishes within rounding.
    """
    leaves = compile_trees(program.leaves, variables, parameters, functions)
    steps = [(k, s.kind, s) for k, s in enumerate(program.steps)]
    outputs = program.outputs

    def compute(values: Sequence[float]) -> list[float]:
        slots = leaves(values)
        for k, kind, step in steps:
            if kind == "sum":
                slots.append(math.fsum([slots[i] for i in step.slots]))
            elif kind == "product":
                slots.append(math.prod([slots[i] for i in step.slots], start=1.0))
            elif kind == "power":
                slots.append(_power(slots[step.slots[0]], step.exponent, k))
            elif kind == "determinant":
                slots.append(_determinant(step, slots))
            else:
                slots.extend(_solve(step, slots, k))
        return [slots[i] for i in outputs]

    return compute


def _power(base: float, exponent: int, k: int) -> float:
    try:
        return base**exponent
    except ArithmeticError as error:
        raise OutsideDomain(f"step {k}: {base!r} has no power {exponent}: {error}") from error


def _determinant(step: Step, slots: Sequence[float]) -> float:
    import numpy as np

    return float(np.linalg.det(np.array([[slots[i] for i in row] for row in step.matrix])))


def _solve(step: Step, slots: Sequence[float], k: int) -> list[float]:
    """The solution, after rows and columns are scaled so that rounding is judged fairly."""
    import numpy as np

    size = len(step.right)
    if size == 0:
        return []
    matrix = np.array([[slots[i] for i in row] for row in step.matrix])
    right = np.array([slots[i] for i in step.right])
    rows = np.abs(matrix).max(axis=1)
    if np.isfinite(rows).all() and rows.all():
        matrix, right = matrix / rows[:, None], right / rows
        columns = np.abs(matrix).max(axis=0)
        if columns.all():
            matrix = matrix / columns
            with suppress(np.linalg.LinAlgError):
                inverse = np.linalg.inv(matrix)
                condition = np.abs(inverse).sum(axis=0).max() * np.abs(matrix).sum(axis=0).max()
                if condition * np.finfo(float).eps < 1:
                    solution: list[float] = (np.linalg.solve(matrix, right) / columns).tolist()
                    return solution
    raise OutsideDomain(
        f"step {k}: the determinant of the {size}x{size} linear system vanishes within rounding; "
        "the solution is not defined (not regular) at this point"
    )
