"""Notebooks to download hold the files that their pages include."""

from __future__ import annotations

import importlib.util
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
spec = importlib.util.spec_from_file_location(
    "notebook_downloads", ROOT / "docs/extensions/notebook_downloads.py"
)
downloads = importlib.util.module_from_spec(spec)
spec.loader.exec_module(downloads)


def test_included_files_become_cells_that_write_them() -> None:
    page = (ROOT / "docs/tutorials/add-my-own-theory.md").read_text(encoding="utf-8")
    cells = downloads.split(page)
    written = dict(source.split("\n", 1) for kind, source in cells if kind == "code")
    assert set(written) == {
        "%%writefile my_theory/gauss_principle.py",
        "%%writefile my_theory/pyproject.toml",
    }
    for head, source in written.items():
        assert source.strip() == (ROOT / "examples" / head.split()[1]).read_text().strip()
    said = "".join(source for kind, source in cells if kind == "markdown")
    assert "literalinclude" not in said and "nb-download" not in said
    assert "# Add my own theory" in said and "Simulation, plots" in said


def test_of_a_part_the_file_is_named() -> None:
    page = (ROOT / "docs/tutorials/own_paper.md").read_text(encoding="utf-8")
    assert [kind for kind, _ in downloads.split(page)] == ["markdown"] * 7
    assert downloads.split("# Nothing\n") == [("markdown", "# Nothing")]
