"""What runs straight-line code: Python on floats, numpy and JAX on arrays, compiled C.

The text that is executed is made by `diffgeo.interop.dialects` alone. All machines give the same
values up to rounding. Where something is not defined Python raises, and the others give what is not
finite.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from diffgeo.errors import OutsideDomain
from diffgeo.interop.assignments import Assignments
from diffgeo.interop.dialects import array_text, python_text
from diffgeo.rings.elementary_functions import PRIMITIVES

if TYPE_CHECKING:
    import numpy as np

#: A difference is within rounding of zero below this part of its terms.
_ROUNDING = 4 * 2.0**-52
#: So many states at once: what is computed on the way stays in the cache of the processor.
_BLOCK = 8192
#: Larger matrices are factored by LAPACK.
_LARGEST_IN_PYTHON = 5

Bind = Callable[..., Callable[..., list[float]]]
OnArrays = Callable[["Sequence[Any] | np.ndarray", "np.ndarray"], "np.ndarray"]


def scalar_machine(code: Assignments) -> Bind:
    """From values of the parameters to a function of the variables, all floats of Python.

    The functions raise `OutsideDomain`, an `ArithmeticError` or a `ValueError` where something is
    not defined.
    """
    scope: dict[str, Any] = {**vars(math), "pow": math.pow}
    scope |= {name: function.value for name, function in PRIMITIVES.items()}
    scope |= {"pivot": _pivot, "sign": _sign, "factor": _factor, "solve": _solve}
    scope["determinant"] = lambda size, factored: factored[1]
    exec(compile(python_text(code), "<straight-line code>", "exec"), scope)
    return scope["bind"]  # type: ignore[no-any-return]


def _sign(x: float) -> float:
    return float((x > 0) - (x < 0))


def _pivot(value: float, first: float, second: float) -> float:
    if not abs(value) > _ROUNDING * (abs(first) + abs(second)):
        raise _singular(2)
    return value


def _singular(size: int) -> OutsideDomain:
    return OutsideDomain(
        f"the determinant of the {size}x{size} linear system vanishes within rounding; "
        "the solution is not defined (not regular) at this point"
    )


#: Rows of the factors or an array, the determinant, the order of the rows, whether it is regular.
_Factored = tuple[Any, float, Any, bool]


def _factor(n: int, *entries: float) -> _Factored:
    """Elimination with partial pivoting, rows and columns scaled to judge what is small."""
    if n > _LARGEST_IN_PYTHON:
        return _factor_large(n, entries)
    rows = [list(entries[i * n : i * n + n]) for i in range(n)]
    scales = [max(map(abs, row)) for row in rows]
    regular = True
    for i in range(n):
        if not scales[i] > 0:
            regular, scales[i] = False, 1.0
    columns = [max(abs(rows[i][j]) / scales[i] for i in range(n)) for j in range(n)]
    order = list(range(n))
    determinant = 1.0
    for k in range(n):
        best = max(range(k, n), key=lambda i: abs(rows[i][k]) / scales[i])
        if best != k:
            rows[k], rows[best] = rows[best], rows[k]
            scales[k], scales[best] = scales[best], scales[k]
            order[k], order[best] = order[best], order[k]
            determinant = -determinant
        upper = rows[k]
        top = upper[k]
        determinant *= top
        if not abs(top) > 2.0**-51 * n * scales[k] * columns[k]:
            regular = False
            if top == 0:
                continue
        for i in range(k + 1, n):
            row = rows[i]
            part = row[k] = row[k] / top
            if part:
                for j in range(k + 1, n):
                    row[j] -= part * upper[j]
    return rows, determinant, order, regular


def _factor_large(n: int, entries: Sequence[float]) -> _Factored:
    import numpy as np
    from scipy.linalg.lapack import dgetrf

    matrix = np.array(entries).reshape(n, n)
    sizes = abs(matrix).max(axis=1)
    if not (np.isfinite(sizes).all() and (sizes > 0).all()):
        return matrix, 0.0 if np.isfinite(sizes).all() else math.nan, sizes, False
    matrix /= sizes[:, None]
    columns = abs(matrix).max(axis=0)
    factors, order, _ = dgetrf(matrix)
    diagonal = factors.diagonal()
    determinant = float(diagonal.prod() * sizes.prod())
    if (order != np.arange(n)).sum() % 2:
        determinant = -determinant
    regular = bool((abs(diagonal) > 2.0**-51 * n * columns).all())
    return factors, determinant, (order, sizes), regular


def _solve(n: int, factored: _Factored, *right: float) -> list[float]:
    rows, _, order, regular = factored
    if not regular:
        raise _singular(n)
    if n > _LARGEST_IN_PYTHON:
        import numpy as np
        from scipy.linalg.lapack import dgetrs

        pivots, sizes = order
        found: list[float] = dgetrs(rows, pivots, np.array(right) / sizes)[0].tolist()
        return found
    x = [right[i] for i in order]
    for i in range(1, n):
        row, value = rows[i], x[i]
        for j in range(i):
            value -= row[j] * x[j]
        x[i] = value
    for i in range(n - 1, -1, -1):
        row, value = rows[i], x[i]
        for j in range(i + 1, n):
            value -= row[j] * x[j]
        x[i] = value / row[i]
    return x


# --- arrays -----------------------------------------------------------------------------


def array_machine(code: Assignments) -> OnArrays:
    """A function of variables, an array (number, …) or rows, and of parameters (number, …).

    The shapes behind the first axis are broadcast against each other; the result has the shape
    (outputs, …). What is not defined is not a number.
    """
    import numpy as np

    scope: dict[str, Any] = {
        name: getattr(np, name)
        for name in (
            *("sin", "cos", "tan", "sinh", "cosh", "tanh", "exp", "log", "sqrt", "sign", "abs"),
            *("arcsin", "arccos", "arctan", "arctan2", "power"),
        )
    }
    scope |= {n: np.vectorize(f.value, otypes=[float]) for n, f in PRIMITIVES.items()}
    scope |= {"pivot": _pivots, "factor": _factors, "solve": _solutions}
    scope["determinant"] = lambda size, factored: factored[1]
    exec(compile(array_text(code), "<straight-line code>", "exec"), scope)
    compute = scope["compute"]

    def evaluate(variables: Sequence[Any] | np.ndarray, parameters: np.ndarray) -> np.ndarray:
        rows = set(map(np.shape, variables))
        shape = np.broadcast_shapes(*rows, parameters.shape[1:])
        found = np.empty((len(code.outputs), *shape))
        length = shape[-1] if shape else 1
        with np.errstate(all="ignore"):
            for start in range(0, length, _BLOCK):
                part = slice(start, start + _BLOCK)
                here = found
                v, p = variables, parameters
                if length > _BLOCK:
                    here = found[..., part]
                    v = [_within(row, part, length) for row in variables]
                    p = _within(parameters, part, length) if parameters.ndim > 1 else parameters
                for k, values in enumerate(compute(v, p)):
                    here[k] = values
                # One pass where all is finite: else the sum is not.
                if not np.isfinite(here.sum()):
                    here[~np.isfinite(here)] = np.nan
        return found

    return evaluate


def _within(row: Any, part: slice, length: int) -> Any:
    """The part along the last axis of what has this length; what is broadcast along it stays."""
    shape = getattr(row, "shape", ())
    return row[..., part] if shape and shape[-1] == length else row


def _pivots(value: Any, first: Any, second: Any) -> Any:
    import numpy as np

    return np.where(abs(value) > _ROUNDING * (abs(first) + abs(second)), value, np.nan)


def _factors(n: int, *entries: Any) -> tuple[Any, Any]:
    """A stack of matrices with scales, and their determinants."""
    import numpy as np

    shape = np.broadcast_shapes(*(np.shape(e) for e in entries))
    rows = np.empty((n, n, *shape))
    for k, entry in enumerate(entries):
        rows[k // n, k % n] = entry
    scales = abs(rows).max(axis=1)
    regular = (scales > 0).all(axis=0)
    scales = np.where(scales > 0, scales, 1.0)
    columns = (abs(rows) / scales[:, None]).max(axis=0)
    order = np.broadcast_to(np.arange(n).reshape(n, *[1] * len(shape)), (n, *shape)).copy()
    determinant = np.ones(shape)
    for k in range(n):
        best = k + (abs(rows[k:, k]) / scales[k:]).argmax(axis=0)
        determinant = np.where(best != k, -determinant, determinant)
        for each in (rows, scales, order):
            index = best[None] if each is not rows else best[None, None]
            wide = np.broadcast_to(index, (1, *each.shape[1:]))
            taken = np.take_along_axis(each, wide, axis=0)
            np.put_along_axis(each, wide, each[k : k + 1].copy(), axis=0)
            each[k] = taken[0]
        top = rows[k, k]
        determinant = determinant * top
        regular &= abs(top) > 2.0**-51 * n * scales[k] * columns[k]
        rows[k + 1 :, k] /= np.where(top == 0, 1.0, top)
        rows[k + 1 :, k + 1 :] -= rows[k + 1 :, k, None] * rows[k, None, k + 1 :]
    return (rows, order, regular), determinant


def _solutions(n: int, factored: tuple[Any, Any], *right: Any) -> Any:
    import numpy as np

    rows, order, regular = factored[0]
    shape = np.broadcast_shapes(rows.shape[2:], *(np.shape(b) for b in right))
    x = np.empty((n, *shape))
    for k, value in enumerate(right):
        x[k] = value
    x = np.take_along_axis(x, np.broadcast_to(order, x.shape), axis=0)
    for i in range(1, n):
        x[i] -= (rows[i, :i] * x[:i]).sum(axis=0)
    for i in range(n - 1, -1, -1):
        x[i] = (x[i] - (rows[i, i + 1 :] * x[i + 1 :]).sum(axis=0)) / rows[i, i]
    return np.where(regular, x, np.nan)
