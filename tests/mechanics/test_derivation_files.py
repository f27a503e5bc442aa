"""Derived dynamics in files: read as they were written, or refused by name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import sympy

from diffgeo import Manifold, Status, check, from_data, germs, linear, to_data
from diffgeo.errors import ExpressionError, NotSupported, UndefinedSymbol
from mechanics import System, load, load_dynamics
from mechanics.errors import BadFile, UnknownName
from mechanics.theories.base import Theory

M = Manifold("M", "x y z", parameters="a", positive="y", functions="f(t)")


def again(functions: list[Any], space: Manifold | None = None) -> list[Any]:
    return from_data(space or M, json.loads(json.dumps(to_data(functions))))


def test_functions_with_their_conditions() -> None:
    texts = ["sin(x/2)*sqrt(y)/(x - z)", "f(x*y) + exp(x)*a", "f'(x)/x*x", "3/7", "0"]
    functions = M.functions(texts)
    for read, function in zip(again(functions), functions, strict=True):
        assert check(read == function).status is Status.VERIFIED
        assert read.conditions == function.conditions
        assert check(read == function + 1).status is Status.REFUTED


def test_functions_on_another_manifold_of_these_names() -> None:
    N = Manifold("N", "x y z", parameters="a", positive="y", functions="f(t)")
    (function,) = again([M.function("sin(x/2)/(x - z)")], N)
    assert function.space is N and check(function == N.function("sin(x/2)/(x - z)"))
    with pytest.raises(UndefinedSymbol, match="z"):
        again([M.function("z")], Manifold("plane", "x y"))


def test_unexpanded_solutions_stay_shared() -> None:
    rows = [[M.function(f"x**{i * j} + y**{j}*z + {i}") for j in range(4)] for i in range(4)]
    right = [M.function(f"sin(x)*z + {i}") for i in range(4)]
    solution = linear.solve(rows, right)
    data = to_data(solution)
    assert sum(entry[0] == "system" for entry in data["entries"]) == 1
    read = again(solution)
    for row, value in zip(rows, right, strict=True):
        total = sum((a * x for a, x in zip(row, read, strict=True)), start=M.function(0))
        assert check(total == value).status is Status.VERIFIED
        assert not check(total == 2 * value)
    assert [f.conditions for f in read] == [f.conditions for f in solution]


def test_germs_have_no_formulas() -> None:
    G = Manifold("G", "x", ring=germs(2))
    with pytest.raises(NotSupported, match="draw them again"):
        to_data([G.scalar(G.chart.ring.random())])


BAD_DATA = [
    {},
    [],
    None,
    {"generators": [], "entries": [["polynomial"]], "functions": [0]},
    {"generators": ["x"], "entries": [["polynomial", [0], [[[1], "1/0"]], []]], "functions": [0]},
    {"generators": ["x"], "entries": [["polynomial", [1], [[[1], "1/1"]], []]], "functions": [0]},
    {"generators": ["x"], "entries": [["polynomial", [0], [[[-1], "1/1"]], []]], "functions": [0]},
    {"generators": ["x"], "entries": [["polynomial", [0], [[[1.5], "1/1"]], []]], "functions": [0]},
    {"generators": [], "entries": [["sum", [0], []]], "functions": [0]},
    {"generators": [], "entries": [["system", 0, []]], "functions": [0]},
    {"generators": [], "entries": [["eval", "print(1)"]], "functions": [0]},
    {"generators": ["__import__('os')"], "entries": [], "functions": []},
    {"generators": [], "entries": [["polynomial", [], [], []]], "functions": [-1]},
    {"generators": [], "entries": [["matrix", [[]], None, False]], "functions": [0]},
    {
        "generators": ["x"],
        "entries": [["polynomial", [0], [[[1], "1"]], []], ["condition", "==", 0, ""]],
        "functions": [],
    },
]


@pytest.mark.parametrize("data", BAD_DATA, ids=range(len(BAD_DATA)))
def test_malformed_data(data: Any) -> None:
    with pytest.raises(ExpressionError) as info:
        from_data(M, data)
    assert "\n" not in str(info.value)


# --- files ---------------------------------------------------------------------------------


SYSTEMS = (
    "appell-hamel",
    "ball-on-turntable",
    "pursuit",
    "randers-geodesics",
    "relativistic-correction",
    "rolling-ball",
    "snakeboard",
    "varying-magnetic-field",
)


@pytest.mark.parametrize("name", SYSTEMS)
def test_nothing_is_derived_again(name: str, tmp_path: Path, monkeypatch: Any) -> None:
    dynamics = load(name).dynamics()
    path = dynamics.save(tmp_path / "derived.json")
    monkeypatch.setattr(Theory, "__call__", lambda *_: pytest.fail("derived again"))
    read = load_dynamics(path)
    assert read.system.name == dynamics.system.name and read.theory is dynamics.theory
    assert read.determinant_name == dynamics.determinant_name
    own = to_data([dynamics.field(q) for q in dynamics.system.evolution_space.coordinates])
    for mine, theirs in zip(
        from_data(read.system.evolution_space, own), read.system.evolution_space.coordinates,
        strict=True,
    ):  # fmt: skip
        assert check(mine == read.field(theirs), counterexample=False)


def test_what_is_read_is_the_dynamics(tmp_path: Path) -> None:
    dynamics = load("chaplygin-sleigh").dynamics()
    read = load_dynamics(dynamics.save(tmp_path / "derived.json"))
    assert read.accelerations == dynamics.accelerations
    assert read.conditions == dynamics.conditions
    assert all(each.holds for each in read.checks())
    assert read.steps == ()
    with pytest.raises(KeyError):
        read.step("C")


def test_formulas_that_were_given_by_sympy(tmp_path: Path) -> None:
    m, v = sympy.symbols("m xdot", positive=True)
    system = System(coordinates="x", parameters="m", positive="m", lagrangian=m * v**2 / 2)
    read = load_dynamics(system.dynamics().save(tmp_path / "derived.json"))
    assert read.accelerations == {"x": 0}


def _changed(data: dict[str, Any], **changes: Any) -> str:
    return json.dumps({**data, **changes})


def test_files_that_are_not_ours(tmp_path: Path) -> None:
    path = load("knife-edge").dynamics().save(tmp_path / "derived.json")
    data = json.loads(path.read_text())
    damaged = json.loads(path.read_text())
    damaged["functions"]["entries"][0][2] = []
    table = {
        "not JSON": ("name = 1", "not JSON"),
        "pickle": ("\x80\x04K\x01.", "not JSON"),
        "deep": ("[" * 100_000, "not JSON"),
        "a list": ("[1, 2]", "no derived dynamics"),
        "another format": (_changed(data, format="theirs"), "no derived dynamics"),
        "another version": (_changed(data, version=2), "of version 2"),
        "incomplete": (json.dumps({k: v for k, v in data.items() if k != "system"}), "incomplete"),
        "damaged": (json.dumps(damaged), "damaged"),
        "another theory": (_changed(data, theory="multipliers"), "damaged"),
    }
    for name, (text, message) in table.items():
        bad = tmp_path / f"{name}.json"
        bad.write_text(text, encoding="latin-1" if name == "pickle" else "utf-8")
        with pytest.raises(BadFile, match=message) as info:
            load_dynamics(bad)
        assert str(bad) in str(info.value) and "\n" not in str(info.value)
    with pytest.raises(BadFile, match="no such file"):
        load_dynamics(tmp_path / "missing.json")
    with pytest.raises(BadFile, match="no such file"):
        load_dynamics(tmp_path)


def test_a_theory_that_is_not_registered_here(tmp_path: Path) -> None:
    dynamics = load("knife-edge").dynamics()
    dynamics.theory = Theory("private", "t", "c", dynamics.theory.construct)
    path = dynamics.save(tmp_path / "derived.json")
    with pytest.raises(UnknownName, match="private"):
        load_dynamics(path)
