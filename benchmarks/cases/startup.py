"""What it costs to begin: fresh interpreters, CPU time of the whole process.

The peer of ``mechanics derive pursuit`` is a script that derives the same equations with
SymPy's ``LagrangesMethod``.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from benchmarks.harness import Case, Contender, Instance

OURS, SYMPY, SYMENGINE, BARE = "diffgeo, mechanics", "SymPy", "symengine", "bare Python"

_SCRIPT = """
from sympy import Function, Symbol
from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols
x, y = dynamicsymbols("x y")
t, m, f = dynamicsymbols._t, Symbol("m"), Function("f")
L = m*(x.diff(t)**2 + y.diff(t)**2)/2
method = LagrangesMethod(L, [x, y], nonhol_coneqs=[y*x.diff(t) + (f(t) - x)*y.diff(t)])
method.form_lagranges_equations()
print(method.rhs())
"""

COMMANDS: dict[str, dict[str, Sequence[str]]] = {
    "import": {
        OURS: ("-c", "import diffgeo, mechanics"),
        SYMPY: ("-c", "import sympy"),
        SYMENGINE: ("-c", "import symengine"),
        BARE: ("-c", "pass"),
    },
    "mechanics list": {OURS: ("-m", "mechanics", "list")},
    "mechanics derive pursuit": {
        OURS: ("-m", "mechanics", "derive", "pursuit"),
        SYMPY: ("-c", _SCRIPT),
    },
}


def instances(quick: bool) -> list[Instance]:
    """One row for each command."""
    return [Instance(label, c, (0,), tuple(c)) for label, c in COMMANDS.items()]


def _contender(name: str, *needs: str, role: str = "peer") -> Contender:
    def prepare(data: dict[str, Sequence[str]]) -> list[str]:
        return [sys.executable, *data[name]]

    return Contender(name, prepare, _run, _answer, needs, clock=_children, role=role)


def _run(command: list[str]) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(command, capture_output=True, check=False)


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _answer(data: object, result: Any) -> tuple[tuple[Any, ...], str]:
    return (result.returncode,), ""


CASE = Case(
    "startup",
    "Start-up",
    instances,
    (
        _contender(OURS, role="ours"),
        _contender(SYMPY, "sympy"),
        _contender(SYMENGINE, "symengine"),
        _contender(BARE, role="floor"),
    ),
)
