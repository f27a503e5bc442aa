"""The quick run takes less of what costs much, says so, and the same again when it is asked."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import depth
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

COSTS = (
    "60\t300\tquick\n600\t400\tfull\n"
    "25\t100\ttests/a.py::test_sweep\n1\t1\ttests/a.py::test_drawn\n4\t1\ttests/b.py::test_one"
)


@settings(max_examples=40)
@given(st.integers())
def drawn(number: int) -> None:
    """Nothing is asked of it."""


def item(node: str, case: Any = None, function: Any = None) -> Any:
    made = SimpleNamespace(nodeid=node, function=function, stash=pytest.Stash())
    if case is not None:
        made.nodeid += f"[{case}]"
        made.callspec = SimpleNamespace(id=str(case), params={"case": case})
    return made


def configuration(*args: str, **given: Any) -> Any:
    hook = SimpleNamespace(pytest_deselected=lambda items: None)
    option = SimpleNamespace(keyword="", markexpr="", numprocesses=2)
    return SimpleNamespace(args=list(args), option=option, hook=hook, **given)


@pytest.fixture(autouse=True)
def _costs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "costs.txt").write_text(COSTS)
    monkeypatch.setattr(depth, "TABLE", tmp_path / "costs.txt")
    monkeypatch.setattr(depth, "QUICK", True)
    monkeypatch.setattr(depth, "_share", 1.0)
    monkeypatch.setattr(depth, "CHEAP", 0.25)
    monkeypatch.setattr(depth, "DEAR", 6.0)


def chosen(config: Any, sample: str, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    monkeypatch.setattr(depth, "SAMPLE", sample)
    items = [item("tests/a.py::test_sweep", case) for case in range(100)]
    items += [item("tests/a.py::test_control", case) for case in range(90, 96)]
    items += [item("tests/a.py::test_others", case) for case in range(98, 104)]
    items += [item("tests/a.py::test_drawn", function=drawn), item("tests/b.py::test_one")]
    depth.choose(config, items)
    return items


def test_costly_functions_keep_a_share(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = configuration(str(depth.TABLE.parent))
    found = chosen(whole, "1", monkeypatch)
    count = [sum(name in case.nodeid for case in found) for name in ("sweep", "control", "others")]
    assert count == [5, 1, 6]  # of 25 s ∛(0.25² 25) s, and one at least
    assert {case.nodeid for case in found[-2:]} == {
        "tests/a.py::test_drawn",
        "tests/b.py::test_one",
    }
    again, other = (chosen(whole, sample, monkeypatch) for sample in "12")
    assert [case.nodeid for case in again] == [case.nodeid for case in found]
    assert [case.nodeid for case in other] != [case.nodeid for case in found]
    named = configuration(__file__)
    assert len(chosen(named, "1", monkeypatch)) == 114
    monkeypatch.setattr(depth, "QUICK", False)
    assert len(chosen(whole, "1", monkeypatch)) == 114


def test_what_shares_a_fixture_with_a_dear_test_is_in_its_samples(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (depth.TABLE).write_text("60\t300\tquick\n600\t400\tfull\n25\t1\ttests/a.py::test_dear")
    shared = SimpleNamespace(name2fixturedefs={"made": [SimpleNamespace(scope="module")]})
    alone = SimpleNamespace(name2fixturedefs={"made": [SimpleNamespace(scope="function")]})
    kept = set()
    for sample in range(20):
        monkeypatch.setattr(depth, "SAMPLE", str(sample))
        items = [item(f"tests/a.py::test_{name}") for name in ("dear", "cheap", "other")]
        for each, fixtures in zip(items, (shared, shared, alone), strict=True):
            each._fixtureinfo = fixtures
        depth.choose(configuration(str(depth.TABLE.parent)), items)
        kept.add(tuple(each.nodeid.rpartition("_")[2] for each in items))
    assert kept == {("dear", "cheap", "other"), ("other",)}


def test_workers_begin_with_the_longest_files(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = configuration(str(depth.TABLE.parent), workerinput={})
    monkeypatch.setattr(depth, "QUICK", False)
    assert chosen(worker, "1", monkeypatch)[0].nodeid == "tests/a.py::test_sweep[0]"
    (depth.TABLE).write_text(COSTS.replace("4\t1\t", "400\t1\t"))
    assert chosen(worker, "1", monkeypatch)[0].nodeid == "tests/b.py::test_one"


def test_examples_and_loops_are_a_share_too(monkeypatch: pytest.MonkeyPatch) -> None:
    test = chosen(configuration(str(depth.TABLE.parent)), "1", monkeypatch)[-2]
    for _ in range(2):
        depth.cut(test)
        assert drawn._hypothesis_internal_use_settings.max_examples == 16
        assert (depth.some(100), depth.some(6), depth.some(2)) == (40, 5, 2)
        assert len(set(depth.some_of(range(100)))) == 40
    depth.cut(item("tests/b.py::test_of_no_cost"))
    assert depth.some(100) == 100 and depth.some_of("abc") == ["a", "b", "c"]


def test_the_header_says_what_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, named = configuration(str(depth.TABLE.parent)), configuration(__file__)
    monkeypatch.setattr(depth, "SAMPLE", "7")
    said = depth.summary(whole)
    assert "quick, 300 of 400 tests (sample 7" in said and "about 0.5 minutes on 2 cores" in said
    assert said.endswith("make test-full runs all")
    assert depth.summary(named).startswith("depth: all of what is named")
    monkeypatch.setattr(depth, "QUICK", False)
    assert depth.summary(whole) == "depth: full, 400 tests, about 5 minutes on 2 cores like ours"
