"""How deep the tests look: everything, or less of what costs much, so that the run is quick.

The profile of Hypothesis says it, for what Hypothesis does not draw too. In the quick run (`dev`,
and `ci`, which is always the same) a function that `data/costs.txt` records as costly runs a share
of its cases, of its random examples, and of what its loops ask of `some`; each keeps at least one
case, unless that alone is dear: then it is in some samples only, together with all that shares a
fixture of the module with it. Of functions with the same cases, which share what they compute, the
costliest decides.
What is named (a folder, a file, a case, -k) runs as a whole.
"""

from __future__ import annotations

import math
import os
import random
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, Phase, find, settings
from hypothesis import strategies as st

T = TypeVar("T")
PROFILE = os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev")
#: Whether time does not matter (`make test-thorough`).
THOROUGH = PROFILE == "thorough"
QUICK = PROFILE in ("ci", "dev")
#: What costs less, in seconds, is never cut; what costs n times as much costs ∛n times as much.
CHEAP = 0.12
#: Nor are cases worth to be left out that cost less than this.
FAST = 0.01
#: A case that costs n times as much is in one of n samples, n > 1.
DEAR = 1.5
#: As few random examples find little: no fewer are left.
FEWEST = 5
#: Which cases the quick run takes: other ones each day, but a landing is judged on the same ones.
#: It is handed on to the processes of pytest-xdist.
SAMPLE = os.environ.setdefault("SAMPLE", "0" if PROFILE == "ci" else str(date.today().toordinal()))
TABLE = Path(__file__).resolve().parents[1] / "data" / "costs.txt"

_share = 1.0
#: What tests say of their examples.
_settings: dict[Any, settings] = {}


def some(number: int) -> int:
    """How many of so many repetitions the running test makes: a share of them if it is costly."""
    return max(min(number, FEWEST), round(_share * number))


def some_of(things: Sequence[T]) -> list[T]:
    """Those of so many things that the running test looks at, as the sample says."""
    chosen = random.Random(SAMPLE).sample(range(len(things)), some(len(things)))
    return [things[k] for k in sorted(chosen)]


def recorded() -> dict[str, tuple[float, int]]:
    """The seconds and the number of cases of costly functions, and of all in a run of a depth."""
    rows = (line.split("\t") for line in TABLE.read_text("utf8").splitlines())
    return {name: (float(seconds), int(cases)) for seconds, cases, name in rows}


def summary(config: pytest.Config) -> str:
    """What the run is going to do, and how long that takes where the costs were recorded."""
    known, depth = recorded(), "quick" if QUICK else "full"
    seconds, cases = known[depth]
    cores = getattr(config.option, "numprocesses", None) or 1
    all_of_it = f"{known['full'][1]:,} tests"
    what = (
        f"{cases:,} of {all_of_it} (sample {SAMPLE}, see CONTRIBUTING.md)" if QUICK else all_of_it
    )
    time = f"about {seconds / cores / 60:.2g} minutes on {cores} cores like ours"
    if THOROUGH:
        depth, time = "thorough", "hours"
    if not _is_whole(config):
        return f"depth: all of what is named; the whole is {depth}: {what}, {time}"
    return f"depth: {depth}, {what}, {time}" + "; make test-full runs all" * QUICK


def choose(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what the quick run has no time for; let workers begin with the longest files."""
    known = recorded()
    groups: dict[tuple[str, ...], dict[str, list[pytest.Item]]] = defaultdict(dict)
    for item in items:
        file, _, function = _function(item).partition("::")
        key = (file, *item.callspec.params) if hasattr(item, "callspec") else (file, function)
        groups[key].setdefault(_function(item), []).append(item)
    files: dict[str, float] = defaultdict(float)
    dropped: set[str] = set()
    absent: set[tuple[str, str]] = set()
    quick = QUICK and _is_whole(config)
    for (file, *_), functions in groups.items():
        ids = {name: {_id(case) for case in cases} for name, cases in functions.items()}
        for name, cases in functions.items():
            above = [known[n][0] for n in ids if n in known and ids[name] <= ids[n]]
            share = (CHEAP / max(CHEAP, *above)) ** (2 / 3) if quick and above else 1.0
            files[file] += share * known.get(name, (0, 0))[0]
            cases.sort(key=lambda case: zlib.crc32(f"{SAMPLE} {_id(case)}".encode()))
            keep = max(1, round(share * len(cases)))
            if quick and keep == 1 and name in known:
                seconds, number = known[name]
                samples = max(1, math.ceil(seconds / max(1, number) / DEAR))
                keep = int(zlib.crc32(f"{SAMPLE} {name}".encode()) % samples == 0)
                absent |= set() if keep else {(file, each) for each in _made_once(cases[0])}
            dropped.update(case.nodeid for case in cases[keep:])
            for item in cases[:keep]:
                item.stash[_SHARE] = min(1, share * len(cases) / keep)
    of = {item.nodeid: item.nodeid.partition("::")[0] for item in items}
    dropped.update(i.nodeid for i in items if absent & {(of[i.nodeid], f) for f in _made_once(i)})
    if dropped:
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid in dropped])
    items[:] = [item for item in items if item.nodeid not in dropped]
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: -files[item.nodeid.partition("::")[0]])


def _made_once(item: Any) -> set[str]:
    """The fixtures of its module that a test uses: whichever test is first pays for them."""
    known = getattr(getattr(item, "_fixtureinfo", None), "name2fixturedefs", {})
    return {name for name, found in known.items() if found and found[-1].scope == "module"}


_SHARE = pytest.StashKey[float]()


def cut(item: pytest.Item) -> None:
    """Give the test that is about to run its share."""
    global _share
    _share = item.stash.get(_SHARE, 1.0)
    test: Any = getattr(item, "function", None)
    if _share < 1 and getattr(test, "is_hypothesis_test", False):
        own = _settings.setdefault(test, test._hypothesis_internal_use_settings or settings.default)
        test._hypothesis_internal_use_settings = settings(own, max_examples=some(own.max_examples))


def _function(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[0]


def _id(item: Any) -> str:
    return item.callspec.id if hasattr(item, "callspec") else ""


def _is_whole(config: pytest.Config) -> bool:
    named = config.option.keyword or config.option.markexpr
    return not named and all(Path(a).resolve() in TABLE.parents for a in config.args)


class Recorder:
    """The plugin of ``--record-costs``, which writes `data/costs.txt` anew."""

    def __init__(self) -> None:
        self.used, self.cases = defaultdict[str, float](float), defaultdict[str, set](set)
        self.last = self.now()

    @staticmethod
    def now() -> float:
        return sum(os.times()[:4])  # of the processes that tests have started, too

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Iterator[None]:
        report: Any = yield
        last, self.last = self.last, self.now()
        report.user_properties.append(("cpu", self.last - last))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name = report.nodeid.partition("[")[0]
        self.used[name] += dict(report.user_properties)["cpu"]
        self.cases[name].add(report.nodeid)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workerinput"):
            return
        rows = recorded()
        if not QUICK:
            found = {n: (s, len(self.cases[n])) for n, s in self.used.items()}
            costly = {n: (s, k) for n, (s, k) in found.items() if s > max(CHEAP, FAST * k)}
            rows = {"quick": rows["quick"], **costly}
        rows["quick" if QUICK else "full"] = (
            sum(self.used.values()),
            sum(map(len, self.cases.values())),
        )
        lines = [f"{s:.1f}\t{cases}\t{name}\n" for name, (s, cases) in sorted(rows.items())]
        TABLE.write_text("".join(lines), "utf8")


def simplest(
    strategy: st.SearchStrategy[T],
    condition: Callable[[T], Any] = lambda _: True,
    examples: int = 150,
) -> T:
    """The simplest example with a property; it fails if there is none."""
    return find(
        strategy,
        condition,
        settings=settings(
            max_examples=examples,
            derandomize=True,
            database=None,
            phases=[Phase.generate, Phase.shrink],
            suppress_health_check=list(HealthCheck),
            deadline=None,
        ),
    )
