"""No float decides anything in `mechanics` outside the modules that integrate and draw.

What is asked there (consistency, redundancy, regularity, points, signs) is asked of the exact
rings, of balls and of sentences about real numbers.
"""

import ast
from pathlib import Path

import mechanics

ROOT = Path(mechanics.__file__).parent
#: Integration, its initial values and its results; plots; the readers of their settings.
NUMERICAL = {
    *("energy_drift.py", "event_location.py", "initial.py", "integrate.py", "simulation.py"),
    *("simulation_on_sets.py", "trajectory.py", "values.py"),
    *("plot.py", "surface_plot.py"),
    *("cli.py", "files.py"),
}


def floats(source: str) -> list[str]:
    """Floats in a source: literals, conversions, and the modules that compute with them."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            found.append(f"line {node.lineno}: {node.value}")
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("float", "complex"):
            found.append(f"line {node.lineno}: float(...)")
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "compile_functions":
            found.append(f"line {node.lineno}: compile_functions")
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names = [getattr(node, "module", None) or "", *(a.name for a in node.names)]
            found += [f"line {node.lineno}: {n}" for n in names
                      if n.split(".")[0] in ("numpy", "scipy", "math", "cmath", "random")]  # fmt: skip
    return found


#: Time limits in seconds, which decide how long is waited and nothing else.
def is_time_limit(entry: str, lines: list[str]) -> bool:
    line = lines[int(entry.split()[1].rstrip(":")) - 1]
    return any(word in line for word in ("seconds", "TIME_LIMIT", "time", "elapsed", "interval"))


def test_no_float_outside_the_numerical_modules() -> None:
    wrong = []
    for path in sorted(ROOT.rglob("*.py")):
        if path.name in NUMERICAL and path.parent == ROOT:
            continue
        source = path.read_text(encoding="utf-8")
        lines = source.splitlines()
        wrong += [
            f"{path.relative_to(ROOT)}, {f}" for f in floats(source) if not is_time_limit(f, lines)
        ]
    assert not wrong, "\n".join(wrong)


def test_the_check_finds_floats() -> None:
    for source in ("x = 1e-9", "x = float(y)", "import numpy as np", "from math import sqrt",
                   "f = compile_functions([g], 'x')"):  # fmt: skip
        assert floats(source), source
    assert not floats("x = 10**9 + 1")
