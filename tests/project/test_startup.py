"""Importing the packages is cheap: heavy libraries come when they are used."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
AT_IMPORT = "click flint galgebra hypothesis lark matplotlib mpmath numpy rich scipy sympy z3"
WHEN_LISTING = "galgebra hypothesis matplotlib scipy sympy z3"

LIST = """
from mechanics.faces.command_line import main
try:
    main(["list"])
except SystemExit as stop:
    assert not stop.code, stop.code
"""


def loaded(code: str, libraries: str) -> list[str]:
    """Which of the libraries a fresh interpreter has loaded after running `code`."""
    report = (
        f"\nimport sys\nprint('LOADED', *[n for n in {libraries.split()!r} if n in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code + report], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()[-1].split()[1:]


def test_the_probe_sees_a_library() -> None:
    assert "sympy" in loaded("import sympy", AT_IMPORT)


def test_importing_loads_nothing_heavy() -> None:
    assert loaded("import diffgeo, mechanics", AT_IMPORT) == []


@pytest.mark.parametrize("module", ["diffgeo", "mechanics"])
def test_importing_one_loads_nothing_heavy(module: str) -> None:
    assert loaded(f"import {module}", AT_IMPORT) == []


@pytest.mark.parametrize("name", ["gallery", "theories"])
def test_chapters_are_found_first(name: str) -> None:
    """Whatever was imported before."""
    code = f"from mechanics import {name}\nassert {name}.__name__.endswith('.{name}')"
    assert loaded(code, "sympy") == []


def test_listing_loads_no_computer_algebra() -> None:
    assert loaded(LIST, WHEN_LISTING) == []


DERIVE = """
import contextlib, io, sys
from mechanics.faces.command_line import main
with contextlib.redirect_stdout(io.StringIO()):
    try:
        main(["derive", "pursuit", "--theory", "multipliers"])
    except SystemExit as stop:
        assert not stop.code, stop.code
chapters = ("mechanics.theories.", "mechanics.faces.", "mechanics.papers", "mechanics.motion.")
print(*sorted(name for name in sys.modules if name.startswith(chapters)))
"""


def test_deriving_loads_one_theory_and_one_renderer() -> None:
    done = subprocess.run(
        [sys.executable, "-c", DERIVE], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    loaded = done.stdout.split()
    assert [name for name in loaded if name.endswith("_report")] == [
        "mechanics.faces.derivation_report"
    ]
    assert not [name for name in loaded if name.endswith("_theory")]
    assert not [name for name in loaded if name.startswith(("mechanics.papers", "mechanics.mot"))]
    assert len(loaded) <= 28


def test_no_public_name_is_that_of_a_module_beside_it() -> None:
    """Where it is, importing the module puts it in the place of what is meant."""
    hidden = []
    for stub in (p for name in ("diffgeo", "mechanics") for p in (ROOT / name).rglob("*.pyi")):
        for node in ast.walk(ast.parse(stub.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module is not None:
                beside = {path.stem for path in stub.parent.iterdir()}
                hidden += [f"{stub}: {a.name}" for a in node.names if a.name in beside]
    assert not hidden
