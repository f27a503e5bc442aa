"""Initial states: velocities on the constraints, and whether the conditions hold there.

Velocities are found numerically; what is small is so against the data, never against 1, so that no
choice of units matters. Conditions are decided exactly wherever a float could be wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from diffgeo.errors import DiffGeoError
from mechanics.errors import BadValue, MissingValue
from mechanics.motion.given_values import missing

if TYPE_CHECKING:
    import numpy as np

    from diffgeo import Form

Vector = Callable[["np.ndarray"], "np.ndarray"]

_STEPS = 60
#: Against the change of a function when its arguments change by their own size: a residual that
#: counts as zero, one that is accepted, and a value whose sign is not left to floats.
_RESIDUAL = 1e-14
_WITHIN_ROUNDING = 1e-13
_ACCEPTED = 1e-9
_DOUBTFUL = 1e-6
#: A step that is small against the numbers that it changes.
CLOSE = 1e-12


def completed(
    state: np.ndarray, missing: Sequence[int], residual: Vector, slopes: Vector
) -> tuple[np.ndarray, bool] | None:
    """The zero of functions with the given entries of a state, by the method of Gauss and Newton.

    None where they do not determine the missing entries; else what was reached, and whether the
    steps became small.
    """
    import numpy as np

    columns, state = list(missing), state.copy()
    for _ in range(_STEPS):
        values, matrix = residual(state), slopes(state)
        rows, right = balanced(matrix[:, columns], -values)
        if not rows.size or np.linalg.matrix_rank(rows) < len(columns):
            return None
        step = np.linalg.lstsq(rows, right, rcond=None)[0]
        state[columns] += step
        is_still = (abs(step) <= CLOSE * abs(state[columns])).all()
        if is_still or are_small(values, matrix, state, _RESIDUAL):
            return state, True
    return state, False


def nearest(
    state: np.ndarray, residual: Vector, slopes: Vector, scale: np.ndarray
) -> tuple[np.ndarray, bool]:
    """The zero of functions nearest to a state, and whether it was found.

    Distances are those of ``scale⁻¹ state``.
    """
    import numpy as np

    first, before = state, np.inf
    for _ in range(_STEPS):
        values, matrix = residual(state), slopes(state)
        if are_small(values, matrix, state, _RESIDUAL):
            return state, True
        is_accepted = are_accepted(values, matrix, state)
        matrix, values = balanced(matrix, values)
        if is_accepted and abs(values).max() > before / 2:
            return state, True  # Rounding lets it come no nearer.
        before = abs(values).max()
        # The zero of the linearised functions for which the change is least.
        target = matrix @ (state - first) - values
        nearer = first + scale @ np.linalg.lstsq(matrix @ scale, target, rcond=None)[0]
        if not np.isfinite(nearer).all():
            break
        is_still = (abs(nearer - state) <= 1e-15 * abs(nearer)).all()
        state = nearer
        if is_still:
            break
    values = residual(state)
    return state, bool(np.isfinite(values).all()) and are_accepted(values, slopes(state), state)


def undetermined(names: Sequence[str], conditions: str, where: str = "") -> MissingValue:
    """The refusal of a motion some of whose initial values are missing and not determined."""
    what = f"the initial value of {', '.join(names)}"
    said = missing(what, "initial", f"{names[0]}=0")
    return MissingValue(said.replace(";", f", and {conditions} not determine it{where};", 1))


def project_velocities(
    v: np.ndarray, residual: Vector, slopes: Vector, metric: np.ndarray, what: str = "velocities"
) -> tuple[np.ndarray, str]:
    """The velocities (or positions) on the constraints nearest to the given ones, and the metric.

    The metric is the Hessian of L in the velocities where it is positive definite, else the
    Euclidean one.

    Raises
    ------
    BadValue
        None on the constraints were found.
    """
    import numpy as np

    how = "nearest in the metric of the Hessian of L"
    try:
        scale = np.linalg.inv(np.linalg.cholesky(metric)).T
    except np.linalg.LinAlgError:
        scale, how = np.eye(len(v)), "nearest in the Euclidean metric"
    v, found = nearest(v, residual, slopes, scale)
    if found:
        return v, how
    raise BadValue(
        f"no {what} on the constraints were found near the initial ones: largest |phi| is "
        f"{abs(residual(v)).max():.2e}; choose other initial values"
    )


def balanced(matrix: np.ndarray, right: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The rows of linear equations divided by their largest entries: ranks have no units."""
    import numpy as np

    if not matrix.size:
        return matrix, right
    sizes = abs(matrix).max(axis=1)
    sizes = np.where(sizes > 0, sizes, 1.0)
    return matrix / sizes[:, None], right / sizes


def are_small(
    values: np.ndarray, slopes: np.ndarray, arguments: np.ndarray, tolerance: float
) -> bool:
    """Whether functions are zero within a tolerance, against their change with the arguments."""
    return bool((abs(values) <= tolerance * (abs(slopes) @ abs(arguments))).all())


def are_accepted(values: np.ndarray, slopes: np.ndarray, arguments: np.ndarray) -> bool:
    """The same, where arguments that should be 0 carry the rounding of the largest one."""
    arguments = abs(arguments) + 1e-6 * abs(arguments).max(initial=0)
    return are_small(values, slopes, arguments, _ACCEPTED)


def sensitivities(
    functions: Callable[[Any], Any], point: np.ndarray, values: np.ndarray, step: float = 1e-8
) -> np.ndarray:
    """How much functions change, about, when their arguments change by their own size."""
    import numpy as np

    found = np.zeros(len(values))
    for signs in ((1, 1), (1, -1), (1, 1, -1), (-1, 1, 1, 1)):
        pattern = np.resize(signs, len(point))
        try:
            moved = np.array(functions(point * (1 + step * pattern)))
        except DiffGeoError:
            continue  # That is outside of the domain: the value is near its edge.
        found = np.fmax(found, abs(moved - values) / step)
    return found


def holds_at(
    function: Form | None,
    relation: str,
    value: float,
    sensitivity: float,
    state: Mapping[str, object],
    functions: Mapping[str, str],
    is_exact: bool,
) -> bool:
    """Whether a condition ``function relation 0`` holds at the initial state.

    A value that is no small part of the sensitivity has the sign that it seems to have. Else it is
    evaluated exactly; velocities that were computed are known up to rounding only, which is too
    little for a value that is within rounding of zero.

    Parameters
    ----------
    function
        The function, if there is one on the manifold: what concrete functions need has none.
    relation
        "!=", ">" or ">=".
    value, sensitivity
        The value in floats, and its entry of `sensitivities`.
    state, functions
        Exact values of coordinates and parameters, and the concrete functions.
    is_exact
        Whether no entry of the state was computed.
    """
    is_within_rounding = sensitivity > 0 and abs(value) <= _WITHIN_ROUNDING * sensitivity
    if is_within_rounding and not is_exact:
        value = 0.0
    elif function is None:
        value = 0.0 if is_within_rounding else value
    elif abs(value) <= _DOUBTFUL * sensitivity or sensitivity == 0:
        try:
            value = function.at(state, functions=functions)
        except DiffGeoError:  # Too large to be written out, or not defined there.
            value = 0.0 if is_within_rounding else value
    return bool(value != 0 if relation == "!=" else value >= 0 if relation == ">=" else value > 0)
