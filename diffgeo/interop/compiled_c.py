"""Straight-line code as shared libraries of the system's C compiler."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from diffgeo.errors import ExpressionError
from diffgeo.interop.assignments import Assignments
from diffgeo.interop.dialects import c_text

if TYPE_CHECKING:
    import ctypes

    import numpy as np

#: So many points are copied to where their addresses are known: to ask numpy for them costs more.
_FEW = 256


def c_machine(code: Assignments, directory: str | Path | None = None) -> CFunction:
    """The code as a function of the system's C compiler, from a cache if it was compiled before.

    Parameters
    ----------
    code
        The code.
    directory
        Where shared libraries are kept; by default in the user's cache.

    Raises
    ------
    ExpressionError
        There is no compiler, or it fails.
    """
    return CFunction(code, _library(c_text(code.without_primitives("C"), "evaluate"), directory))


class CFunction:
    """Straight-line code in a shared library, on arrays as `array_machine` makes it."""

    def __init__(self, code: Assignments, library: ctypes.CDLL) -> None:
        import ctypes

        self.code = code
        self._one, self._many = library.evaluate, library.evaluate_many
        pointer, size = ctypes.c_void_p, ctypes.c_long
        self._one.argtypes, self._one.restype = [pointer] * 3, None
        self._many.argtypes, self._many.restype = [size, *[pointer] * 5], None
        self._counts = len(code.variables), len(code.parameters)
        self._few = _Copies(*self._counts, len(code.outputs), _FEW)

    def __call__(
        self, variables: np.ndarray, parameters: np.ndarray, first: float | np.ndarray | None = None
    ) -> np.ndarray:
        """The values, (outputs, …), from (variables, …) and (parameters, …).

        The first variable may be given apart from the others.

        Raises
        ------
        ValueError
            There are fewer or more of them: the library would read what stands behind the array.
        """
        import numpy as np

        counts = len(variables) + (first is not None), len(parameters)
        if counts != self._counts:
            self._refuse(*counts)
        if (
            variables.ndim == 2
            and variables.shape[1] <= _FEW
            and (parameters.ndim == 1 or parameters.shape[1:] == variables.shape[1:])
            and (first is None or isinstance(first, float | int))
        ):
            return self._few.values(self._many, variables, parameters, first)
        apart = [] if first is None else [np.asarray(first, dtype=float)]
        shapes = {row.shape for row in apart} | {variables.shape[1:], parameters.shape[1:]}
        shape = max(shapes, key=len) if len(shapes - {()}) < 2 else np.broadcast_shapes(*shapes)
        # What they keep is read by the library: they live until it has returned.
        rows = [*(_Rows(each[None], shape) for each in apart), _Rows(variables, shape)]
        given = _Rows(parameters, shape)
        found = np.empty((len(self.code.outputs), *shape))
        count = math.prod(shape)
        self._many(count, *_addresses(rows), *_addresses([given]), found.ctypes.data)
        return found

    def _refuse(self, *counts: int) -> NoReturn:
        names = self.code.variables, self.code.parameters
        number, wanted = next((n, m) for n, m in zip(counts, names, strict=True) if n != len(m))
        raise ValueError(f"{number} rows are given for {', '.join(wanted)}")

    def bound(self, parameters: Sequence[float]) -> Callable[[float, Sequence[float]], np.ndarray]:
        """A function of the first variable and the others: the fastest way to call it often.

        Its values are not looked at: where something is not defined they are not finite. The
        array that it returns is its own.
        """
        import numpy as np

        p = np.array(parameters, dtype=float)
        own = _Copies(len(self.code.variables), 0, len(self.code.outputs), 1)
        one, fixed, count = self._one, p.ctypes.data, len(self.code.variables) - 1

        def evaluate(first: float, rest: Sequence[float]) -> np.ndarray:
            if len(rest) != count:  # one would be taken for all
                raise ValueError(f"{len(rest) + 1} values are given for {count + 1} variables")
            point, others, found, at, to = own.point
            point[0] = first
            others[:] = rest
            one(at, fixed, to)
            return found.copy()

        evaluate.keeps = p  # type: ignore[attr-defined]
        return evaluate


class _Copies(threading.local):
    """Room for a few points and their values, with its addresses.

    Each thread has its own: while the library computes, other threads run.
    """

    def __init__(self, variables: int, parameters: int, outputs: int, points: int) -> None:
        import ctypes

        import numpy as np

        self.room = np.empty((variables, points)), np.empty((parameters, points))
        self.found = np.empty(outputs * points)
        self.outputs, self.to = outputs, self.found.ctypes.data
        places, steps = [], []
        for rows in self.room:
            n, start = len(rows), rows.ctypes.data
            places.append((ctypes.c_size_t * n)(*(start + 8 * points * k for k in range(n))))
            steps.append((ctypes.c_long * n)(*[1] * n))
        self.places, self.steps, self.common = places, steps, (ctypes.c_long * parameters)()
        self.views: dict[int, list[np.ndarray]] = {}
        #: Of one point the first variable, the others, the values, and the addresses.
        moving = self.room[0]
        self.point = moving[:1, 0], moving[1:, 0], self.found, moving.ctypes.data, self.to

    def _view(self, count: int) -> list[np.ndarray]:
        """The places of so many points: the first variable, others, all, parameters, values."""
        moving, fixed = (rows[:, :count] for rows in self.room)
        found = self.found[: self.outputs * count].reshape(self.outputs, count)
        return self.views.setdefault(count, [moving[:1], moving[1:], moving, fixed, found])

    def values(
        self,
        run: Callable[..., None],
        variables: np.ndarray,
        parameters: np.ndarray,
        first: float | None,
    ) -> np.ndarray:
        """The values at points, a column for each."""
        count, steps = variables.shape[1], self.steps[1]
        head, others, moving, fixed, found = self.views.get(count) or self._view(count)
        if first is None:
            moving[:] = variables
        else:
            head[:] = first
            others[:] = variables
        if parameters.ndim == 1:
            steps = self.common
            self.room[1][:, 0] = parameters
        else:
            fixed[:] = parameters
        run(count, self.places[0], self.steps[0], self.places[1], steps, self.to)
        return found.copy()


class _Rows:
    """Addresses of rows, and the steps from one number to the next, as `evaluate_many` reads them.

    They are valid as long as this object lives.
    """

    def __init__(self, given: np.ndarray, shape: tuple[int, ...]) -> None:
        import numpy as np

        self.step = 1 if math.prod(given.shape[1:]) > 1 else 0
        if self.step and given.shape[1:] != shape:
            wide = given.reshape(len(given), *[1] * (len(shape) + 1 - given.ndim), *given.shape[1:])
            given = np.broadcast_to(wide, (len(given), *shape))
        self.kept = np.ascontiguousarray(given, dtype=float)
        size = 8 * math.prod(self.kept.shape[1:])
        start = self.kept.__array_interface__["data"][0]
        self.at = [start + size * k for k in range(len(given))]


def _addresses(parts: Sequence[_Rows]) -> tuple[Any, Any]:
    """The arrays of C for rows one after the other."""
    import ctypes

    at = [address for part in parts for address in part.at]
    steps = [part.step for part in parts for _ in part.at]
    n = len(at)
    return (ctypes.c_size_t * n)(*at), (ctypes.c_long * n)(*steps)


def _library(text: str, directory: str | Path | None) -> ctypes.CDLL:
    import ctypes
    import os
    import shutil
    import subprocess
    import sys
    import tempfile

    compiler = os.environ.get("CC", "").split() or [
        next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), "")
    ]
    if not compiler[0]:
        raise ExpressionError(
            "no C compiler was found (cc, gcc, clang): install one, name it in the variable CC, or "
            "choose another backend"
        )
    flags = ["-O2", "-fPIC", "-shared", "-ffp-contract=off"]
    key = "\n".join([text, *compiler, *flags, sys.platform])
    name = blake2b(key.encode(), digest_size=16).hexdigest()
    if directory is None:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        directory = Path(base) / "diffgeo-mechanics"
    folder = Path(directory)
    path = folder / f"{name}.so"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if path.exists():
            with suppress(OSError):  # A damaged file is made again.
                return ctypes.CDLL(str(path))
        with tempfile.TemporaryDirectory(dir=folder) as made:
            source, target = Path(made) / "code.c", Path(made) / "code.so"
            source.write_text(text, encoding="ascii")
            command = [*compiler, *flags, str(source), "-o", str(target), "-lm"]
            run = subprocess.run(command, capture_output=True, text=True, check=False)
            if run.returncode:
                raise ExpressionError(f"the C compiler {compiler[0]} failed: {run.stderr[:500]}")
            # Whole or not at all, also when two processes do it.
            os.replace(target, path)
        return ctypes.CDLL(str(path))
    except OSError as error:
        raise ExpressionError(
            f"the compiled code could not be kept in {folder} or run: {error}; give another "
            "directory"
        ) from None
