"""Straight-line code as shared libraries of the system's C compiler."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from diffgeo.errors import ExpressionError
from diffgeo.interop.assignments import Assignments
from diffgeo.interop.dialects import c_text

if TYPE_CHECKING:
    import ctypes

    import numpy as np


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
        self._many.argtypes, self._many.restype = [size, pointer, pointer, size, pointer], None

    def __call__(self, variables: np.ndarray, parameters: np.ndarray) -> np.ndarray:
        """The values, (outputs, …), from (variables, …) and (parameters, …).

        Raises
        ------
        ValueError
            There are fewer or more of them: the library would read what stands behind the array.
        """
        import numpy as np

        for given, names in ((variables, self.code.variables), (parameters, self.code.parameters)):
            if len(given) != len(names):
                raise ValueError(f"{len(given)} rows are given for {', '.join(names)}")
        shape = np.broadcast_shapes(variables.shape[1:], parameters.shape[1:])
        wide = np.broadcast_to(
            np.asarray(variables, dtype=float).reshape(
                len(variables), *[1] * (len(shape) + 1 - variables.ndim), *variables.shape[1:]
            ),
            (len(variables), *shape),
        )
        v = np.ascontiguousarray(wide)
        count = math.prod(shape)
        common = parameters.ndim == 1 or count == 1
        given = parameters if common else np.broadcast_to(parameters, (len(parameters), *shape))
        p = np.ascontiguousarray(given, dtype=float)
        found = np.empty((len(self.code.outputs), *shape))
        self._many(count, v.ctypes.data, p.ctypes.data, 0 if common else 1, found.ctypes.data)
        return found

    def bound(self, parameters: Sequence[float]) -> Callable[[np.ndarray], np.ndarray]:
        """A function of one point: the fastest way to call it again and again.

        Its values are not looked at: where something is not defined they are not finite. The
        array that it returns is its own.
        """
        import numpy as np

        p = np.array(parameters, dtype=float)
        point = np.empty(len(self.code.variables))
        found = np.empty(len(self.code.outputs))
        one, at, fixed, to = self._one, point.ctypes.data, p.ctypes.data, found.ctypes.data

        def evaluate(values: np.ndarray) -> np.ndarray:
            if len(values) != len(point):  # one would be taken for all
                raise ValueError(f"{len(values)} values are given for {len(point)} variables")
            point[:] = values
            one(at, fixed, to)
            return found.copy()

        evaluate.keeps = p  # type: ignore[attr-defined]
        return evaluate


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
