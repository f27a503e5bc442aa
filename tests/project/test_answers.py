"""The table of all questions about the gallery: some of its answers are computed again."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

from mechanics import gallery

SCRIPT = Path(__file__).resolve().parents[2] / "docs" / "questions" / "answers.py"
spec = importlib.util.spec_from_file_location("answers", SCRIPT)
assert spec is not None and spec.loader is not None
answers = importlib.util.module_from_spec(spec)
spec.loader.exec_module(answers)
KEPT = json.loads(answers.FILE.read_text(encoding="utf-8"))

#: Systems and questions that cost little.
SAMPLE = {
    "nonholonomic-particle": ("volume", "to the quotient", "new time", "symmetries"),
    "heisenberg": ("volume", "momenta"),
    "chaplygin-sleigh": ("to the quotient", "momenta"),
    "vertical-rolling-disk": ("volume", "new time"),
    "knife-edge": ("volume", "complete solution"),
    "rotating-hoop": ("volume", "Lagrangian"),
}


def test_the_table_is_complete() -> None:
    assert sorted(KEPT) == sorted(gallery.names())
    assert all(set(row) == set(answers.ASKED) for row in KEPT.values())


@pytest.mark.parametrize("name", SAMPLE)
def test_what_is_kept_is_what_is_said(name: str) -> None:
    for question in SAMPLE[name]:
        assert answers.answer(name, question) == KEPT[name][question]


def test_a_question_that_does_not_apply() -> None:
    assert answers.answer("appell-hamel", "volume") == "–" == KEPT["appell-hamel"]["volume"]
