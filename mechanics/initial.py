"""Initial velocities: completed from the constraints and projected onto them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from mechanics.errors import BadValue, MissingValue

if TYPE_CHECKING:
    import numpy as np

Vector = Callable[["np.ndarray"], "np.ndarray"]

_STEPS = 60
_RESIDUAL = 1e-13


def complete_velocities(
    v: np.ndarray, missing: Sequence[int], residual: Vector, slopes: Vector, names: Sequence[str]
) -> np.ndarray:
    """The velocities whose missing ones are determined by the constraints.

    Raises
    ------
    MissingValue
        The constraints do not determine all of the missing ones.
    """
    import numpy as np

    columns = list(missing)
    for _ in range(_STEPS):
        matrix = slopes(v)[:, columns]
        if not matrix.size or np.linalg.matrix_rank(matrix) < len(columns):
            break
        step = np.linalg.lstsq(matrix, -residual(v), rcond=None)[0]
        v = v.copy()
        v[columns] += step
        if abs(step).max() <= 1e-14 * (1 + abs(v).max()):
            return v
    else:
        return v
    text = ", ".join(names[i] for i in missing)
    example = names[missing[0]]
    raise MissingValue(
        f"simulate: the initial value of {text} is missing, and the constraints do not determine "
        f"it there; give it with --set {example}=0 or in [simulate] as 'initial'"
    )


def project_velocities(
    v: np.ndarray, residual: Vector, slopes: Vector, metric: np.ndarray
) -> tuple[np.ndarray, str]:
    """The velocities on the constraints nearest to the given ones, and the metric used.

    The metric is the Hessian of L in the velocities where it is positive definite, else the
    Euclidean one.

    Raises
    ------
    BadValue
        No velocities on the constraints were found.
    """
    import numpy as np

    how = "nearest in the metric of the Hessian of L"
    try:
        np.linalg.cholesky(metric)
        inverse = np.linalg.inv(metric)
    except np.linalg.LinAlgError:
        inverse, how = np.eye(len(v)), "nearest in the Euclidean metric"
    first = v
    for _ in range(_STEPS):
        phi = residual(v)
        if not phi.size or abs(phi).max() <= _RESIDUAL * (1 + abs(v).max()):
            return v, how
        matrix = slopes(v)
        # Minimise |w - first|² in the metric on the linearised constraints.
        target = matrix @ (v - first) - phi
        gram = matrix @ inverse @ matrix.T
        w = first + inverse @ matrix.T @ np.linalg.lstsq(gram, target, rcond=None)[0]
        if not np.isfinite(w).all():
            break
        if abs(w - v).max() <= 1e-15 * (1 + abs(w).max()):
            v = w
            break
        v = w
    phi = residual(v)
    if np.isfinite(phi).all() and abs(phi).max() <= 1e-9 * (1 + abs(v).max()):
        return v, how
    raise BadValue(
        f"no velocities on the constraints were found near the initial ones: largest |phi| is "
        f"{abs(phi).max():.2e}; choose other initial values"
    )
