"""The profile of Hypothesis, and how deep the tests look by it, see `support/depth.py`."""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator

import depth
import pytest
from hypothesis import HealthCheck, Phase, settings

# No profile has a deadline: a slow machine is not a wrong result. The first use of a ring also
# pays for imports, which Hypothesis would take for a slow strategy. To explain a failure it traces
# each line, in which Python 3.11 was seen to run forever, in `find` too.
_COMMON = {
    "deadline": None,
    "suppress_health_check": [HealthCheck.too_slow],
    "phases": [phase for phase in Phase if phase is not Phase.explain],
}

settings.register_profile("dev", max_examples=30, **_COMMON)
# A landing is judged on the same examples each time; the other ones look for new ones.
settings.register_profile("ci", max_examples=30, print_blob=True, derandomize=True, **_COMMON)
settings.register_profile("full", max_examples=30, print_blob=True, **_COMMON)
settings.register_profile("thorough", max_examples=2000, print_blob=True, **_COMMON)
settings.load_profile(depth.PROFILE)

_TALLY = pytest.StashKey[str]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--confirm-nonzero",
        action="store_true",
        help="confirm every non-zero answer of the exact zero test by a ball at a real point",
    )
    parser.addoption(
        "--record-costs", action="store_true", help="write what tests cost to tests/data/costs.txt"
    )


def pytest_configure(config: pytest.Config) -> None:
    # Longest files first, see `depth.choose`, and not those of most tests.
    config.option.loadscopereorder = False
    if config.getoption("--record-costs"):
        config.pluginmanager.register(depth.Recorder())


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    depth.choose(config, items)


def pytest_runtest_setup(item: pytest.Item) -> None:
    depth.cut(item)


@pytest.fixture(autouse=True)
def _germs_are_drawn_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Germs without a seed are other ones each time; tests shall not fail by luck."""
    from diffgeo.rings import factories

    drawn = random.Random(20261122)
    monkeypatch.setattr(factories.secrets, "randbits", drawn.getrandbits)


@pytest.fixture(autouse=True, scope="session")
def _confirm_nonzero(request: pytest.FixtureRequest) -> Iterator[None]:
    if not request.config.getoption("--confirm-nonzero"):
        yield
        return
    from diffgeo.testing import checking_answers

    with checking_answers() as tally:
        yield
    request.config.stash[_TALLY] = str(tally)


def pytest_collection_finish(session: pytest.Session) -> None:
    """What was imported stays, and tests make many small trees: collect rarely, and only these."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)


def pytest_report_header(config: pytest.Config) -> str:
    return depth.summary(config)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    # Here and not in the fixture, whose output is captured.
    if _TALLY in config.stash:
        terminalreporter.write_line(f"non-zero answers: {config.stash[_TALLY]}")
