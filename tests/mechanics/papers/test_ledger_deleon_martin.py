"""The ledger of de León and Martín de Diego on one small seeded datum for each claim.

Every outcome is the recorded one, every mutated form is refuted, and a wrong sign in an operation
of the library changes outcomes.
"""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
from wrong_signs import BRACKET, ENDOMORPHISM, INSERTION, TRANSPOSE, WEDGE, noticed

from diffgeo.bundles.jets import JetSpace
from mechanics.faces.command_line import main
from mechanics.papers import ledger
from mechanics.papers.engine import recorded_outcomes as recorded

BOOK = ledger("deleon-martin")
FOLDER = Path(__file__).parents[3] / "mechanics" / "papers"
KEYS = {
    *("id", "paper", "where", "statement", "verdict", "condition", "evidence", "bound"),
    *("counterexample", "correction", "correction_evidence", "seconds"),
}


# --- wrong signs in the library change outcomes ----------------------------------------------


def wrong_contact_forms(patch: pytest.MonkeyPatch) -> None:
    """dF + (d_T F) dt."""
    right = JetSpace.contact
    patch.setattr(
        JetSpace, "contact", lambda self, F: right(self, F) + 2 * self.horizontal_differential(F)
    )


test_a_wrong_sign_in_the_library_is_noticed = noticed(
    BOOK,
    (WEDGE, ["DLMD-3.04", "DLMD-3.06", "DLMD-6.05"]),
    (INSERTION, ["DLMD-3.02", "DLMD-6.09", "DLMD-3.22"]),
    (BRACKET, ["DLMD-3.11", "DLMD-3.13", "DLMD-6.12"]),
    (ENDOMORPHISM, ["DLMD-2.07", "DLMD-2.08", "DLMD-3.03", "DLMD-6.08"]),
    (TRANSPOSE, ["DLMD-3.01", "DLMD-3.13", "DLMD-6.08"]),
    ("-1 structures.axioms.AlmostCosymplectic.solve", ["DLMD-3.22", "DLMD-6.09", "DLMD-5.19"]),
    (wrong_contact_forms, ["DLMD-2.07", "DLMD-2.06"]),
)


# --- the faces --------------------------------------------------------------------------------


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        main(["verify", *arguments])
    captured = capsys.readouterr()
    return int(stop.value.code or 0), captured.out, captured.err


def test_json_of_one_claim(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("deleon-martin", "--claim", "DLMD-6.04, Theta_L", "--json")
    status, out, err = call(capsys, *arguments)
    assert (status, err) == (0, "")
    (data,) = json.loads(out)
    assert set(data) >= KEYS
    assert (data["id"], data["verdict"], data["evidence"]) == ("DLMD-6.04", "misprint", "refuted")
    assert data["parts"] == {"Theta_L": "refuted"}
    assert data["correction_evidence"] == "verified"


def test_text_of_some_claims(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = call(capsys, "--claim", "dlmd-1.03", "--claim", "DLMD-3.34", "--quick")
    assert status == 0
    assert "1 not-checkable, 1 holds-under-condition" in out
    assert "condition: C is regular" in out


def test_an_outcome_that_is_not_the_recorded_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorded, "outcomes", lambda paper: {"DLMD-6.10": {"verdict": "false"}})
    status, _, err = call(capsys, "--claim", "DLMD-6.10")
    assert status == 1
    assert err == "not as expected: DLMD-6.10: holds, recorded is false\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["deleon"], "did you mean 'deleon-martin'?"),
        (["--claim", "DLMD-7.01"], "no claim 'DLMD-7.01'; did you mean"),
        (["--claim", "X"], "they run from DLMD-1.01 to "),
    ],
)
def test_bad_requests(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = call(capsys, *arguments)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_no_ledger_reads_recorded_outcomes() -> None:
    readers = set()
    for path in sorted(FOLDER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [a.name for a in getattr(node, "names", []) if isinstance(a, ast.alias)]
            names.append(getattr(node, "module", None) or "")
            names += [node.value] if isinstance(node, ast.Constant) else []
            if any("recorded" in str(name) for name in names if len(str(name)) < 60):
                readers.add(path.relative_to(FOLDER).as_posix())
    assert readers == {"engine/verify_command.py", "engine/recorded_outcomes.py"}
