"""No float decides anything in `mechanics` outside the modules that integrate and draw.

What is asked there (consistency, redundancy, regularity, points, signs) is asked of the exact
rings, of balls and of sentences about real numbers.
"""

import ast
from pathlib import Path

import mechanics

ROOT = Path(mechanics.__file__).parent
#: Integration, its initial values, results and plots; the readers of their settings.
NUMERICAL = {"motion", "output_files.py", "model/system_files.py", "faces/command_line.py"}
#: What is compared with floats there is seconds, and the memory that is used.
WAITING = {"faces/progress.py", "faces/supervision.py"}
NUMERICAL_LIBRARIES = {"cmath", "mpmath", "numpy", "scipy"}
#: A float below this is a tolerance, wherever it stands.
SMALL = 0.01


def decisions(source: str) -> list[str]:
    """What may decide by floats: comparisons, tolerances, conversions, numerical libraries."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare):
            inside = (n for n in ast.walk(node) if isinstance(n, ast.Constant))
            found += [(node, str(n.value)) for n in inside if isinstance(n.value, float)]
        elif isinstance(node, ast.Constant) and isinstance(node.value, float):
            found += [(node, str(node.value))] if 0 < abs(node.value) < SMALL else []
        elif isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in ("float", "complex", "evalf", "compile_functions", "isclose"):
                found.append((node, name))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names = [getattr(node, "module", None) or "", *(a.name for a in node.names)]
            found += [(node, n) for n in names if n.split(".")[0] in NUMERICAL_LIBRARIES]
    return [f"line {node.lineno}: {what}" for node, what in found]


def test_no_float_outside_the_numerical_modules() -> None:
    wrong = []
    for path in sorted(ROOT.rglob("*.py")):
        inside = path.relative_to(ROOT)
        if {inside.as_posix(), inside.parts[0]} & (NUMERICAL | WAITING):
            continue
        found = decisions(path.read_text(encoding="utf-8"))
        wrong += [f"{path.relative_to(ROOT)}, {entry}" for entry in found]
    assert not wrong, "\n".join(wrong)


def test_the_check_finds_floats() -> None:
    for source in (
        "TOLERANCE = 1e-9",
        "zero = abs(x) < 0.5 * scale",
        "x = float(y)",
        "import numpy as np",
        "from scipy.linalg import null_space",
        "f = compile_functions([g], 'x')",
        "small = f.evalf() == 0",
    ):
        assert decisions(source), source
    assert not decisions("x = 10**9 + 1 > y\nfrom math import comb\ntell(0.5)")
