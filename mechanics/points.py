"""Real points of the set where functions vanish, found numerically.

Newton's method with least squares from many random starts; each point is polished until
its residual is at rounding level. Ranks are read from singular values. What is decided
here is evidence at these points, and messages that rest on it say so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from diffgeo import compile_functions
from diffgeo.errors import DiffGeoError

if TYPE_CHECKING:
    import numpy as np

    from diffgeo import Form, Manifold

STARTS = 60
WANTED = 5
#: Relative size below which a singular value counts as zero; points have residuals far below.
_RANK = 1e-5
_ON = 1e-11

#: What is put in the place of undefined functions: a sum of these over the arguments.
_BODY = "5/4*{0} - 2/9*{0}**2 + 1/11*{0}**3"


@dataclass
class Points:
    """Points of a set in a manifold, with values of its parameters."""

    space: Manifold
    values: list[np.ndarray]
    starts: int

    def __bool__(self) -> bool:
        return bool(self.values)

    def __len__(self) -> int:
        return len(self.values)

    def rank(self, functions: Sequence[Form], columns: Sequence[int] | None = None) -> int:
        """The largest rank of the differentials at the points (along some coordinates)."""
        import numpy as np

        best = 0
        for jacobian in self._jacobians(functions):
            chosen = jacobian if columns is None else jacobian[:, list(columns)]
            sizes = np.linalg.svd(
                chosen / np.maximum(abs(jacobian).max(axis=1), 1.0)[:, None], compute_uv=False
            )
            best = max(best, int((sizes > _RANK).sum()))
        return best

    def relation(self, functions: Sequence[Form], names: Sequence[str]) -> str:
        """A linear relation between the differentials at the first point."""
        import numpy as np

        jacobian = next(self._jacobians(functions))
        _, _, right = np.linalg.svd(jacobian.T)
        relation = right[-1] / right[-1][np.argmax(abs(right[-1]))]
        terms = [
            f"d({name})" if abs(c - 1) < 1e-6 else f"{c:.4g}*d({name})"
            for c, name in zip(relation, names, strict=True)
            if abs(c) > _RANK
        ]
        return f"{' + '.join(terms).replace('+ -', '- ')} = 0"

    def all_vanish(self, function: Form) -> bool:
        """Whether a function is zero, within rounding, at every point where it is defined."""
        compiled = _compile(self.space, [function])
        for point in self.values:
            try:
                here = abs(compiled(point)[0])
                near = max(abs(compiled(point * (1 + 1e-3 * k))[0]) for k in (1, 2, 3))
            except DiffGeoError:
                continue
            if here > 1e-9 * max(1.0, near):
                return False
        return True

    def _jacobians(self, functions: Sequence[Form]) -> Any:
        rows = [X(f) for f in functions for X in self.space.frame]
        compiled = _compile(self.space, rows)
        import numpy as np

        for point in self.values:
            yield np.array(compiled(point)).reshape(len(functions), self.space.dimension)


def find_points(space: Manifold, functions: Sequence[Form]) -> Points:
    """Points of ``space`` where all functions vanish; none if none was found."""
    import numpy as np

    n, m = space.dimension, len(functions)
    values = _compile(space, list(functions))
    slopes = _compile(space, [X(f) for f in functions for X in space.frame])
    random = np.random.default_rng(20110523)
    signs = np.array([space.chart.signs.get(name, 0) for name in space.chart.coordinates])
    found: list[np.ndarray] = []
    for _ in range(STARTS):
        start = random.uniform(-2, 2, n)
        start = np.where(signs, signs * abs(start), start)
        point = _newton(start, values, slopes, m)
        if point is not None and not (signs * point < 0).any():
            found.append(point)
            if len(found) == WANTED:
                break
    return Points(space, found, STARTS)


def _newton(
    point: np.ndarray, values: Callable[[Any], Any], slopes: Callable[[Any], Any], m: int
) -> np.ndarray | None:
    """Least-squares Newton steps, down to rounding level or None."""
    import numpy as np

    for _ in range(80):
        try:
            residual = np.array(values(point))
            jacobian = np.array(slopes(point)).reshape(m, -1)
        except DiffGeoError:
            return None
        scale = 1.0 + float(abs(jacobian).max())
        step = np.linalg.lstsq(jacobian, -residual, rcond=1e-12)[0]
        size = float(np.linalg.norm(step))
        if not np.isfinite(size):
            return None
        if abs(residual).max() < _ON * scale and size < 1e-9:
            return point + step
        point = point + (step if size < 1 else step / size)
    return None


def _compile(space: Manifold, functions: Sequence[Form]) -> Callable[[Any], Any]:
    chart = space.chart
    parameters = {
        name: chart.signs.get(name, 1) * (1 + 0.37 * k) for k, name in enumerate(chart.parameters)
    }
    concrete = {
        f"{name}({', '.join(arguments)})": _body(k, arguments)
        for k, (name, arguments) in enumerate(chart.functions.items())
    }
    return compile_functions(functions, chart.coordinates, parameters, concrete)


def _body(k: int, arguments: Sequence[str]) -> str:
    parts = [_BODY.format(name) for name in arguments]
    return f"{k + 2}/3 + " + " + ".join(f"({j + 1})*({p})" for j, p in enumerate(parts))
