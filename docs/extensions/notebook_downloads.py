"""Notebooks to download need no checkout: files that a page includes are cells that write them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).parents[2] / "examples"
INCLUDED = re.compile(r"```\{literalinclude\} \S*?examples/(\S+)\n((?::.*\n)*)```\n?")
#: The line that leads to the notebook.
ITSELF = re.compile(r"^.*\{nb-download\}.*\n", re.MULTILINE)


def whole(text: str) -> set[str]:
    """The files that a page includes as a whole."""
    return {name for name, options in INCLUDED.findall(text) if ":start-at:" not in options}


def split(text: str, written: set[str]) -> list[tuple[str, str]]:
    """The text of a cell as cells, ``(kind, source)``.

    Of a part of a file that is written elsewhere the name is told; else it is written here.
    """
    first, *rest = INCLUDED.split(ITSELF.sub("", text))
    found = [("markdown", first)]
    for name, options, after in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
        source = (EXAMPLES / name).read_text(encoding="utf-8")
        if ":start-at:" in options and name in written:
            found.append(("markdown", f"(See `{name}`.)"))
        else:
            found.append(("code", f"%%writefile {name}\n{source}"))
            written.add(name)
        found.append(("markdown", after))
    return [(kind, source.strip("\n")) for kind, source in found if source.strip()]


def complete(notebook: Any) -> Any:
    """A notebook with cells for the files that it needs."""
    from nbformat.v4 import new_code_cell, new_markdown_cell

    make = {"code": new_code_cell, "markdown": new_markdown_cell}
    texts = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    cells, written = [], whole("\n".join(texts))
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cells += [make[kind](source) for kind, source in split(cell.source, written)]
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
