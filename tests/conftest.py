"""Hypothesis profiles: HYPOTHESIS_PROFILE chooses; `ci` where CI is set, else `dev`."""

from __future__ import annotations

import gc
import os
import random
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# No profile has a deadline: a slow machine is not a wrong result. The first use of a ring also
# pays for imports, which Hypothesis would take for a slow strategy.
_COMMON = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}

settings.register_profile("dev", max_examples=30, **_COMMON)
# A landing is judged on the same examples each time; `dev` and `thorough` look for new ones.
settings.register_profile("ci", max_examples=100, print_blob=True, derandomize=True, **_COMMON)
settings.register_profile("thorough", max_examples=2000, print_blob=True, **_COMMON)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "dev"))

_TALLY = pytest.StashKey[str]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--confirm-nonzero",
        action="store_true",
        help="confirm every non-zero answer of the exact zero test by a ball at a real point",
    )


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
    return "the whole suite: about 10,000 tests, up to 9 minutes on two idle cores"


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    # Here and not in the fixture, whose output is captured.
    if _TALLY in config.stash:
        terminalreporter.write_line(f"non-zero answers: {config.stash[_TALLY]}")
