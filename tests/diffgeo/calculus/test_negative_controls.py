"""Every test of identities has a negative control: something that would make it fail.

A test asserts a refutation itself, or it is listed in `data/negative_controls.txt` under a
change of the library (a wrong sign, factor or order of arguments) that makes it fail. Some of
the listed tests are run under their change here, all of them with HYPOTHESIS_PROFILE=thorough.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from mutations import SIGNS, apply, located
from negative_controls import HERE, TABLE, TESTS, controls, identity_tests, uncontrolled

from diffgeo import Manifold, bracket, check, d, interior, wedge

PATHS = [str(HERE), str(HERE.parents[1])]
CONTROLS = controls()
#: One test of every so many is run under its change.
STRIDE = 45


def test_every_test_of_identities_has_a_negative_control() -> None:
    without = {name for path in identity_tests() for name in uncontrolled(path)}
    missing = sorted(without - set(CONTROLS))
    assert not missing, (
        f"tests of identities without a negative control: {', '.join(missing)}; assert in each "
        f"that a wrong sign, factor or index is refuted, or name in {TABLE.name} a change of "
        "the library that makes it fail"
    )
    spare = sorted(set(CONTROLS) - without)
    assert not spare, f"no longer to be listed in {TABLE.name}: {', '.join(spare)}"


def test_changes_are_about_what_exists() -> None:
    for change in set(CONTROLS.values()):
        what, _, name = change.partition(" ")
        if what == "unsigned":
            module = import_module(f"diffgeo.{name}")
            assert any(hasattr(module, sign) for sign in SIGNS), change
        elif what != "none:":
            owner, attribute = located(name)
            assert attribute in vars(owner), f"{change}: rename it in {TABLE.name}"


def test_wrong_libraries_are_noticed(tmp_path: Path) -> None:
    names = sorted(name for name, change in CONTROLS.items() if not change.startswith("none"))
    if os.environ.get("HYPOTHESIS_PROFILE") != "thorough":
        names = names[::STRIDE]
    assert survivors(tmp_path, {name: CONTROLS[name] for name in names}) == []


def test_a_change_that_changes_nothing_is_told(tmp_path: Path) -> None:
    name = "calculus/test_brackets.py::test_the_lie_bracket_has_an_order"
    for change in ("1 calculus.brackets.bracket", "-1 calculus.brackets.no_such_operation"):
        assert survivors(tmp_path, {name: change}) == [f"{name} under {change}"]


def survivors(folder: Path, changes: dict[str, str]) -> list[str]:
    """The tests that pass although the library is wrong."""
    given = folder / "changes.txt"
    given.write_text("\n".join(f"{name}\t{change}" for name, change in changes.items()))
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "mutations", "-p", "no:cacheprovider"]
        + [f"tests/diffgeo/{name}" for name in changes],
        cwd=TESTS.parents[1],
        env={**os.environ, "MUTATIONS": str(given), "PYTHONPATH": os.pathsep.join(PATHS)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode in (0, 5), ran.stdout + ran.stderr
    lines = given.with_suffix(".results").read_text().splitlines()
    killed = {line.partition("\t")[0] for line in lines if line.endswith("failed")}
    return [f"{name} under {change}" for name, change in changes.items() if name not in killed]


def test_what_the_changes_do(monkeypatch: pytest.MonkeyPatch) -> None:
    M = Manifold("M", "x y")
    X, Y, alpha = M["x"] * M.frame[1], M.frame[0], d(M["x"]) * d(M["y"])
    right, one = bracket(X, Y), interior(X, alpha)
    for change, factor in (
        ("-1 calculus.brackets.bracket", -1),
        ("swapped calculus.brackets.bracket", -1),
    ):
        with monkeypatch.context() as patch:
            apply(change, patch)
            assert check(bracket(X, Y) == factor * right)
    with monkeypatch.context() as patch:
        apply("2 calculus.forms.Form.contract", patch)
        assert check(interior(X, alpha) == 2 * one) and not check(interior(X, alpha) == one)
    with monkeypatch.context() as patch:
        apply("unsigned calculus.forms", patch)
        assert check(wedge(d(M["y"]), d(M["x"])) == alpha)
    assert check(bracket(X, Y) == right) and not check(right == 0)
