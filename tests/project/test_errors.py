"""Each error says what it comes from and what to do about it."""

from __future__ import annotations

import re

import pytest

import diffgeo.errors
import mechanics.errors

ERRORS = [
    thing
    for module in (diffgeo.errors, mechanics.errors)
    for thing in vars(module).values()
    if isinstance(thing, type) and thing.__module__ == module.__name__
]


def says(text: str | None) -> list[str]:
    """The words that begin a paragraph that says something, of those that an error has to have."""
    return re.findall(r"^\s*(Cause|Repair): \S+ \S+ \S+", text or "", re.MULTILINE)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.__name__)
def test_cause_and_repair(error: type) -> None:
    assert issubclass(error, diffgeo.errors.DiffGeoError)
    assert says(error.__doc__) == ["Cause", "Repair"]


def test_what_says_neither_is_seen() -> None:
    assert says("A sign is not known.") == says(None) == []
    assert says("No.\n\n    Cause: a b c.\n\n    Repair: \n") == ["Cause"]
    assert len(ERRORS) > 40
