"""Files that nobody would write: each ends in one line and a status, and touches nothing."""

from __future__ import annotations

import random
from itertools import cycle
from pathlib import Path

import pytest

from mechanics.faces.command_line import main

PLANE = 'coordinates = ["x", "y"]\nlagrangian = "(xdot**2 + ydot**2)/2"\n'
START = "[simulate]\nuntil = 1\ninitial = { x = 1, y = 1, xdot = 1, ydot = 1 }\n"
BROKEN = {
    "empty": b"",
    "NUL": b'coordinates = ["x\x00"]',
    "UTF-16": PLANE.encode("utf-16"),
    "no UTF-8": b'name = "\xff"\n' + PLANE.encode(),
    "surrogate": b'name = "\xed\xa0\x80"\n' + PLANE.encode(),
    "escaped surrogate": b'name = "\\ud800"\n' + PLANE.encode(),
    "nested lists": b"a = " + b"[" * 5000 + b"]" * 5000,
    "nested tables": b"a = " + b"{a = " * 2000 + b"1" + b"}" * 2000,
    "a long key": b"a" + b".a" * 5000 + b" = 1",
    "too long": b"#" * 1_000_001,
    "types": b"coordinates = 1\nlagrangian = 2",
    "other types": b'coordinates = ["x"]\nlagrangian = ["x"]\nsimulate = 3',
    **{
        f"random {seed}": bytes(random.Random(seed).randrange(256) for _ in range(200))
        for seed in range(10)
    },
}
FORMULAS = [
    "(" * 300 + "x" + ")" * 300, "10**10**10", "9**9**9", "1e999999*xdot", "x**99999", "1/0",
    "0**-1", "xdot**2/(ydot**2 - ydot**2)", "xdot**2**2**2**2**2", "sqrt(" * 60 + "x" + ")" * 60,
    "x*" * 20_000 + "x", "-" * 60_000 + "x", '__import__("os").system("x")', "x.__class__",
    "lambda: 0", "xdot if x else 0", "xdot^2", "oo*xdot", "zoo", "nan", "I*xdot", "𝓍dot**2",
    "sin(10**50*x)*cos(x/9999991)*xdot", "Derivative(x, x)", "f(x)", "x(x)", "Subs(x, x)",
    "'", "\\\\",
]  # fmt: skip
SETTINGS = [
    "until = 1e400", "until = -1", "until = nan", "until = inf", 'until = "10**400"',
    "until = 1\npoints = 1", "until = 1\npoints = true", "until = 1\natol = 0",
    "until = 1\natol = -1e-300", "until = 1\nrtol = 0", "until = 1\nrtol = 1e308",
    'until = 1\nmethod = "__class__"', "until = 1e308\nstart = -1e308", "until = 1\nstart = 1e308",
]  # fmt: skip
VALUES = ["nan", "inf", '"1/0"', '"10**1000"', '"exp(10**6)"', "1979-05-27"]
VERBS = [
    ("derive",), ("derive", "--side", "hamiltonian", "--json"), ("compare",), ("energy",),
    ("integrals",), ("geometry",), ("regularity",), ("derive", "--format", "python"),
]  # fmt: skip


@pytest.fixture
def refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path, out = tmp_path / "hostile.toml", tmp_path / "out.csv"

    def run(data: bytes | str, *verb: str) -> None:
        data = data.encode() if isinstance(data, str) else data
        path.write_bytes(data)
        with pytest.raises(SystemExit) as stop:
            main([verb[0], str(path), *verb[1:], "--limit", "30"])
        said = capsys.readouterr()
        assert stop.value.code == 2, (data[:80], said.err)
        assert said.out == "" and said.err.startswith("mechanics: ") and len(said.err) < 2_100
        assert said.err.endswith("\n") and said.err[:-1].isprintable()
        assert path.read_bytes() == data and list(tmp_path.iterdir()) == [path]

    run.out = str(out)
    return run


def test_files_that_are_no_systems(refused) -> None:
    for data, verb in zip(BROKEN.values(), cycle(VERBS), strict=False):
        refused(data, *verb)


def test_formulas_that_are_none(refused) -> None:
    for formula, verb in zip(FORMULAS, cycle(VERBS), strict=False):
        text = formula.replace('"', '\\"')
        refused(f'coordinates = ["x", "y"]\nlagrangian = "{text}"\n', *verb)


def test_numbers_that_are_no_settings_and_no_initial_values(refused) -> None:
    constraint = 'constraints = ["xdot*y - ydot*x - x"]\n'
    for setting in SETTINGS:
        text = f"[simulate]\ninitial = {{ x = 1, y = 1, xdot = 1 }}\n{setting}\n"
        refused(PLANE + constraint + text, "simulate", "--out", refused.out)
    for value in VALUES:
        text = f"[simulate]\nuntil = 1\ninitial = {{ x = {value}, y = 1, xdot = 1 }}\n"
        refused(PLANE + constraint + text, "simulate", "--out", refused.out)
    text = "[simulate]\nuntil = 1\ninitial = { x = 1e308, y = 1e308, xdot = 1e308, ydot = 1 }\n"
    refused(PLANE + constraint + text, "simulate", "--out", refused.out)


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("begin", ["", "\ufeff"])
def test_harmless_files_are_read(tmp_path: Path, begin: str, ending: str, capsys) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes((begin + PLANE + START).replace("\n", ending).encode())
    with pytest.raises(SystemExit) as stop:
        main(["simulate", str(path)])
    assert not stop.value.code and capsys.readouterr().out.startswith("a: t = 0 … 1")
