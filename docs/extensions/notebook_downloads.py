"""Notebooks to download need no checkout: files that a page includes are cells that write them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).parents[2] / "examples"
INCLUDED = re.compile(r"```\{literalinclude\} \S*?examples/(\S+)\n((?::.*\n)*)```\n?")
#: The line that leads to the notebook.
ITSELF = re.compile(r"^.*\{nb-download\}.*\n", re.MULTILINE)


def split(text: str) -> list[tuple[str, str]]:
    """The text of a cell as cells, ``(kind, source)``; of a part of a file the name is told."""
    first, *rest = INCLUDED.split(ITSELF.sub("", text))
    found = [("markdown", first)]
    for name, options, after in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
        source = (EXAMPLES / name).read_text(encoding="utf-8")
        if ":start-at:" in options:
            found.append(("markdown", f"(See `{name}`.)"))
        else:
            found.append(("code", f"%%writefile {name}\n{source}"))
        found.append(("markdown", after))
    return [(kind, source.strip("\n")) for kind, source in found if source.strip()]


def complete(notebook: Any) -> Any:
    """A notebook with cells for the files that it needs."""
    from nbformat.v4 import new_code_cell, new_markdown_cell

    make = {"code": new_code_cell, "markdown": new_markdown_cell}
    cells = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cells += [make[kind](source) for kind, source in split(cell.source)]
        else:
            cells.append(cell)
    notebook.cells = cells
    return notebook


def complete_all(app, exception) -> None:  # type: ignore[no-untyped-def]
    """After the build, all that can be downloaded."""
    import nbformat

    for path in (Path(app.outdir) / "_downloads").rglob("*.ipynb"):
        nbformat.write(complete(nbformat.read(path, as_version=4)), path)


def setup(app):  # type: ignore[no-untyped-def]
    """Tell Sphinx of it."""
    app.connect("build-finished", complete_all)
    return {"parallel_read_safe": True}
