"""Notebooks to download hold the files that their pages include."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
spec = importlib.util.spec_from_file_location(
    "notebook_downloads", ROOT / "docs/extensions/notebook_downloads.py"
)
downloads = importlib.util.module_from_spec(spec)
spec.loader.exec_module(downloads)


def test_included_files_become_cells_that_write_them() -> None:
    page = (ROOT / "docs/tutorials/add-my-own-theory.md").read_text(encoding="utf-8")
    cells = downloads.split(page, downloads.whole(page))
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


def test_a_file_of_which_parts_are_shown_is_written_once() -> None:
    page = (ROOT / "docs/tutorials/own_paper.md").read_text(encoding="utf-8")
    cells = downloads.split(page, downloads.whole(page))
    (written,) = [source for kind, source in cells if kind == "code"]
    assert written.startswith("%%writefile my_paper.py\n")
    assert downloads.split(page, {"my_paper.py"})[1] == ("markdown", "(See `my_paper.py`.)")
    assert downloads.split("# Nothing\n", set()) == [("markdown", "# Nothing")]


def test_every_step_of_the_ladder_is_a_notebook() -> None:
    index = (ROOT / "docs/index.md").read_text(encoding="utf-8")
    ladder = index.partition("## A ladder")[2].partition("At hand")[0]
    pages = [ROOT / "docs" / page for page in re.findall(r"\]\((\S+?\.md)\)", ladder)]
    pages += (ROOT / "docs/tutorials").glob("*.md")
    assert len(pages) > 20
    assert [
        page for page in pages if f"{{nb-download}}`{page.stem}.ipynb`" not in page.read_text()
    ] == []
