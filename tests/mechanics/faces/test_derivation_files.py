"""Derived dynamics in files: read as they were written, or refused by name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import sympy

from diffgeo import Manifold, Status, check, germs, limit
from diffgeo.calculus import from_data, to_data
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import ExpressionError, NotSupported, TooLarge, UndefinedSymbol
from mechanics import System, load, load_dynamics
from mechanics.errors import BadFile, BadValue, UnknownName
from mechanics.faces.command_line import main
from mechanics.faces.derivation_files import _digest
from mechanics.theories import conditions_on_parameters, require_parameters
from mechanics.theories.registry import Theory

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


def of_unknown_mass() -> System:
    return System(
        coordinates="x y", parameters="m a", constraints="ydot - a*x*xdot",
        lagrangian="m*(xdot**2 + ydot**2)/2 - y",
    )  # fmt: skip


@pytest.mark.parametrize("theory", ["multipliers", "projection"])
def test_what_is_asked_of_parameters_is_read(theory: str, tmp_path: Path, monkeypatch: Any) -> None:
    system = of_unknown_mass()
    path = system.dynamics(theory).save(tmp_path / "derived.json")
    asked = [(r.name, r.relation) for r in conditions_on_parameters(system.dynamics(theory))]
    monkeypatch.setattr(Theory, "__call__", lambda *_: pytest.fail("derived again"))
    read = load_dynamics(path)
    assert asked and asked == [(r.name, r.relation) for r in conditions_on_parameters(read)]
    with pytest.raises(BadValue, match="m != 0"):
        require_parameters(read, {"m": 0})


@pytest.mark.parametrize("key", ["relations", "functions"])
def test_forged_conditions_on_parameters(key: str, tmp_path: Path) -> None:
    path = of_unknown_mass().dynamics().save(tmp_path / "derived.json")
    data = json.loads(path.read_text())
    for wrong in (None, [], ["<"], 3):
        data["parameters"][key] = wrong
        content = {k: v for k, v in data.items() if k not in ("format", "version", "digest")}
        path.write_text(json.dumps({**data, "digest": _digest(content)}))
        with pytest.raises(BadFile):
            load_dynamics(path)


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


HIGH = ["sin(x/2)", "sqrt(x**2 + 1)", "x"]


@pytest.mark.parametrize("generator", HIGH)
@pytest.mark.parametrize("power", [3000, 10**6, 10**12, 2**64])
def test_high_powers_end(generator: str, power: int) -> None:
    """They took more memory than there is, which ended the process."""
    entry = ["polynomial", [0], [[[power], "1/1"]], []]
    data = {"generators": [generator], "entries": [entry], "functions": [0]}
    with limit(300, megabytes=3000):
        if power > 10**6 or (power > 3000 and generator != "x"):
            with pytest.raises(TooLarge, match=r"exponent|too large") as info:
                from_data(M, data)
            assert "\n" not in str(info.value)
        else:
            (read,) = from_data(M, data)
            assert check(read == M.function(generator) ** power, counterexample=False)


def test_what_is_wrong_is_said_briefly() -> None:
    for wrong in ("9" * 5000, ["9"] * 5000):
        for data in (
            {"generators": [], "entries": [[wrong, []]], "functions": []},
            {"generators": [], "entries": [["polynomial", wrong, [], []]], "functions": []},
        ):
            with pytest.raises(ExpressionError) as info:
                from_data(M, data)
            assert len(str(info.value)) < 300


# --- on the command line -------------------------------------------------------------------


def run(*arguments: object) -> int:
    with pytest.raises(SystemExit) as stop:
        main([str(a) for a in arguments])
    return stop.value.code or 0


def test_derive_saves_and_simulate_reads(tmp_path: Path, capsys, monkeypatch) -> None:
    path, table = tmp_path / "knife.json", tmp_path / "knife.csv"
    assert run("derive", "knife-edge", "--theory", "multipliers", "--save", path) == 0
    assert "wrote" in capsys.readouterr().err
    assert run("simulate", "knife-edge", "--theory", "multipliers", "--json") == 0
    direct = json.loads(capsys.readouterr().out)
    monkeypatch.setattr(Theory, "__call__", lambda *_: pytest.fail("derived again"))
    assert run("simulate", path, "--out", table, "--json") == 0
    read = json.loads(capsys.readouterr().out)
    assert read["theory"] == "multipliers" and table.exists()
    assert read["final"] == pytest.approx(direct["final"], rel=1e-6)
    assert run("simulate", path, "--theory", "multipliers", "--json") == 0
    capsys.readouterr()
    refusals = {
        ("simulate", path, "--theory", "projection"): "derived by the theory multipliers",
        ("simulate", path, "--out", path, "--force"): "is the input",
        ("derive", "knife-edge", "--save", table, "--out", table): "given twice",
        ("derive", "knife-edge", "--save", path, "--side", "hamiltonian"): "leave out --side",
    }
    for arguments, message in refusals.items():
        assert run(*arguments) == 2
        error = capsys.readouterr().err
        assert message in error and error.count("\n") == 1


def test_derivations_replace_derivations_only(tmp_path: Path, capsys) -> None:
    mine = tmp_path / "mine.json"
    mine.write_text('{"format": "mine"}')
    assert run("derive", "knife-edge", "--save", mine) == 2
    assert "was not written by mechanics" in capsys.readouterr().err
    assert mine.read_text() == '{"format": "mine"}'
    assert run("simulate", mine) == 2
    assert "no derived dynamics of this library" in capsys.readouterr().err
    for name in ("knife-edge", "pursuit"):
        assert run("derive", name, "--save", mine, "--force") == 0
    assert run("derive", "knife-edge", "--save", mine) == 0
    assert load_dynamics(mine).system.name == load("knife-edge").name
    with pytest.raises(BadValue, match="is the input"):
        load_dynamics(mine).save(mine, force=True)
    source = tmp_path / "free.toml"
    source.write_text('coordinates = ["x"]\nlagrangian = "xdot**2/2"\n')
    assert run("derive", source, "--save", source, "--force") == 2
    assert source.read_text().startswith("coordinates")


def test_what_has_no_derivation_is_not_saved(tmp_path: Path, capsys) -> None:
    assert run("derive", "free-reaction", "--save", tmp_path / "a.json") == 2
    assert capsys.readouterr().err.count("\n") == 1 and not list(tmp_path.iterdir())


def test_names_that_no_encoding_has(tmp_path: Path) -> None:
    system = System(coordinates="x", lagrangian="xdot**2/2", name="\ud800 ÄΩ")
    read = load_dynamics(system.dynamics().save(tmp_path / "derived.json"))
    assert read.system.name == system.name


def test_a_theory_that_is_not_registered_here(tmp_path: Path) -> None:
    dynamics = load("knife-edge").dynamics()
    dynamics.theory = Theory("private", "t", "c", dynamics.theory.construct)
    path = dynamics.save(tmp_path / "derived.json")
    with pytest.raises(UnknownName, match="private"):
        load_dynamics(path)
