"""A program as the function f(t, y) that solvers call, by each of the backends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from diffgeo.errors import ExpressionError, OutsideDomain
from mechanics.errors import BadValue
from mechanics.wording import listed, nearest

if TYPE_CHECKING:
    import numpy as np

    from diffgeo.calculus import StraightLine

#: What runs a program.
BACKENDS = ("python", "numpy", "c", "jax", "heyoka")
#: What Python raises where a function is not defined.
_UNDEFINED = (ArithmeticError, ValueError, OutsideDomain)
Rate = Callable[[float, Any], Any]


def right_hand_side(code: StraightLine, given: Sequence[Any], backend: str) -> Rate:
    """The function of time and state that a program is, for values of its parameters.

    Its arguments and errors are those of `CompiledMotion.right_hand_side`.
    """
    import numpy as np

    if backend == "python":
        return python_rate(code, given)
    if backend == "c" and not any(getattr(value, "ndim", 0) for value in given):
        library = code.in_c()
        one, constants = library.bound(given), np.array(given, dtype=float)

        def c_rate(t: float, y: Any) -> Any:
            if getattr(y, "ndim", 1) == 1:
                return one(t, y)
            return library(_rows(code, y), constants, t)

        return c_rate
    if backend in ("numpy", "c"):
        values = np.array(np.broadcast_arrays(*given) if given else [], dtype=float)
        if backend == "numpy":
            # Rows, not a copy of them: large arrays cost more than what is computed with them.
            return lambda t, y: code.on_arrays([t, *_rows(code, y)], values)
        library = code.in_c()
        return lambda t, y: library(_rows(code, y), values, t)
    if backend == "jax":
        traced = code.in_jax()  # refused with the remedy where JAX is not installed
        import jax

        # Rows, not an array of them: a time that does not occur is no argument of what is compiled.
        compiled: Rate = jax.jit(lambda t, y: traced([t, *y], given))
        return compiled
    if backend == "heyoka":
        return _heyoka_rate(code, given)
    raise BadValue(
        f"no backend {backend!r}{nearest(backend, BACKENDS) or f'; they are {listed(BACKENDS)}'}"
    )


def _heyoka_rate(code: StraightLine, given: Sequence[float]) -> Rate:
    import numpy as np

    hy = heyoka()
    variables = list(map(hy.expression, code.variables[1:]))
    run = hy.cfunc(code.in_heyoka([hy.time, *variables], given), variables)
    timed, shape = run.is_time_dependent, (len(variables),)

    def rate(t: float, y: Any) -> Any:
        if not timed and getattr(y, "shape", None) == shape and y.flags.c_contiguous:
            return run(y)
        rows = np.ascontiguousarray(_rows(code, y))
        if not timed:
            return run(rows)
        return run(rows, time=t if rows.ndim == 1 else np.full(rows.shape[1], t, dtype=float))

    return rate


def heyoka() -> Any:
    """The module; `ExpressionError` where it is not installed."""
    try:
        import heyoka as module
    except ImportError:
        raise ExpressionError(
            "heyoka is not installed: pip install diffgeo-mechanics[heyoka]"
        ) from None
    return module


def _rows(code: StraightLine, y: Any) -> np.ndarray:
    """The state as an array with a row for each variable but the time."""
    import numpy as np

    rows, names = np.asarray(y, dtype=float), code.variables[1:]
    if rows.ndim == 0 or len(rows) != len(names):
        raise BadValue(f"y has the shape {rows.shape}; its rows are {listed(names)}")
    return rows


def python_rate(code: StraightLine, given: Sequence[float]) -> Rate:
    """The right-hand side in Python; not a number where it is not defined."""
    import numpy as np

    count = len(code.code.outputs)
    try:
        run = code.bound(dict(zip(code.parameters, given, strict=True)))
    except _UNDEFINED:
        return lambda t, y: np.full(count, np.nan)

    def rate(t: float, y: Any) -> Any:
        try:
            return np.array(run(t, *(y.tolist() if hasattr(y, "tolist") else map(float, y))))
        except _UNDEFINED:
            return np.full(count, np.nan)
        except TypeError:
            many = _rows(code, y)
            if many.ndim == 1:
                raise
            found = [rate(t, one) for one in many.reshape(len(many), -1).T]
            return np.array(found).T.reshape(count, *many.shape[1:])

    return rate
