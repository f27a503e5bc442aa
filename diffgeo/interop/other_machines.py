"""Straight-line code for JAX and heyoka, which differentiate and compile it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from diffgeo.errors import ExpressionError
from diffgeo.interop.assignments import Assignments
from diffgeo.interop.dialects import array_text, python_text


def jax_machine(code: Assignments) -> Callable[[Any, Any], Any]:
    """The function of `array_machine`, for JAX to transform; what is undefined is not finite.

    Raises
    ------
    ExpressionError
        JAX is not installed.
    """
    try:
        import jax.numpy as jnp
    except ImportError:
        raise ExpressionError("JAX is not installed: pip install diffgeo-mechanics[jax]") from None

    def factor(n: int, *entries: Any) -> tuple[Any, Any]:
        wide = jnp.stack(jnp.broadcast_arrays(*map(jnp.asarray, entries)), axis=-1)
        matrix = wide.reshape(*wide.shape[:-1], n, n)
        return matrix, jnp.linalg.det(matrix)

    def solve(n: int, factored: tuple[Any, Any], *right: Any) -> Any:
        wide = jnp.stack(jnp.broadcast_arrays(*map(jnp.asarray, right)), axis=-1)
        shape = jnp.broadcast_shapes(factored[0].shape[:-1], wide.shape)
        matrix = jnp.broadcast_to(factored[0], (*shape, n))
        found = jnp.linalg.solve(matrix, jnp.broadcast_to(wide, shape)[..., None])
        return jnp.moveaxis(found[..., 0], -1, 0)

    scope = {name: getattr(jnp, name) for name in dir(jnp) if not name.startswith("_")}
    scope |= {"factor": factor, "solve": solve, "pivot": lambda value, *_: value}
    scope["determinant"] = lambda size, factored: factored[1]
    exec(compile(array_text(code.without_primitives("JAX")), "<straight-line code>", "exec"), scope)
    compute = scope["compute"]

    def evaluate(variables: Any, parameters: Any) -> Any:
        values = map(jnp.asarray, compute(variables, parameters))
        shape = jnp.broadcast_shapes(*map(jnp.shape, variables), *map(jnp.shape, parameters))
        return jnp.stack([jnp.broadcast_to(value, shape) for value in values])

    return evaluate


def heyoka_machine(
    code: Assignments, variables: Sequence[Any], parameters: Sequence[float] | None = None
) -> list[Any]:
    """The values as expressions of heyoka, from those of the variables.

    Parameters are ``par[k]`` where their values are not given.

    Raises
    ------
    ExpressionError
        heyoka is not installed.
    """
    try:
        import heyoka as hy
    except ImportError:
        raise ExpressionError(
            "heyoka is not installed: pip install diffgeo-mechanics[heyoka]"
        ) from None

    def factor(n: int, *entries: Any) -> tuple[Any, Any, Any]:
        """Elimination of rows that carry the right side's order along, chosen by ``select``."""
        rows = [[hy.expression(0.0) + e for e in entries[i * n : i * n + n]] for i in range(n)]
        swaps: list[tuple[int, int, Any]] = []
        determinant = hy.expression(1.0)
        for k in range(n):
            for i in range(k + 1, n):
                larger = hy.gt(rows[i][k] ** 2.0, rows[k][k] ** 2.0)
                swaps.append((k, i, larger))
                pairs = list(zip(rows[k], rows[i], strict=True))
                rows[k] = [hy.select(larger, b, a) for a, b in pairs]
                rows[i] = [hy.select(larger, a, b) for a, b in pairs]
                determinant = hy.select(larger, -determinant, determinant)
            determinant = determinant * rows[k][k]
            for i in range(k + 1, n):
                part = rows[i][k] / rows[k][k]
                # Rows are swapped as a whole, with the parts that were eliminated.
                rows[i][k] = part
                rows[i][k + 1 :] = [
                    a - part * b for a, b in zip(rows[i][k + 1 :], rows[k][k + 1 :], strict=True)
                ]
        return rows, determinant, swaps

    def solve(n: int, factored: tuple[Any, Any, Any], *right: Any) -> list[Any]:
        rows, _, swaps = factored
        x = list(right)
        for k, i, larger in swaps:
            x[k], x[i] = hy.select(larger, x[i], x[k]), hy.select(larger, x[k], x[i])
        for i in range(n):
            for j in range(i):
                x[i] = x[i] - rows[i][j] * x[j]
        for i in range(n - 1, -1, -1):
            for j in range(i + 1, n):
                x[i] = x[i] - rows[i][j] * x[j]
            x[i] = x[i] / rows[i][i]
        return x

    def sign(x: Any) -> Any:
        return hy.select(hy.gt(x, 0.0), 1.0, hy.select(hy.lt(x, 0.0), -1.0, 0.0))

    scope = {name: getattr(hy, name) for name in dir(hy) if not name.startswith("_")}
    scope |= {"factor": factor, "solve": solve, "pivot": lambda value, *_: value, "sign": sign}
    scope |= {"determinant": lambda size, factored: factored[1], "pow": lambda x, y: x**y}
    scope["fabs"] = lambda x: hy.select(hy.gte(x, 0.0), x, -x)
    text = python_text(code.without_primitives("heyoka"))
    exec(compile(text, "<straight-line code>", "exec"), scope)
    names = [hy.par[k] for k in range(len(code.parameters))]
    bound = scope["bind"](*(names if parameters is None else map(hy.expression, parameters)))
    return [hy.expression(0.0) + value for value in bound(*variables)]
