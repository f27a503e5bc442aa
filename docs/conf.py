"""Configuration of Sphinx. Warnings are errors: ``make docs``."""

from __future__ import annotations

import sys
import tomllib
from copy import copy
from pathlib import Path

from myst_nb.core import render

sys.path.insert(0, str(Path(__file__).parent / "extensions"))
from chapters import literal
from gallery_pages import digest

_root = Path(__file__).parents[1]
#: All that pages run: the library, the examples, Python.
_runs = [
    path
    for folder in ("diffgeo", "mechanics", "examples", "benchmarks")
    for path in (_root / folder).rglob("*")
    if path.is_file() and path.suffix != ".pyc"
]
with (_root / "pyproject.toml").open("rb") as file:
    _project = tomllib.load(file)["project"]


project = _project["name"]
author = _project["authors"][0]["name"]
project_copyright = f"2026, {author}"
version = release = _project["version"]

extensions = [
    "chapters",  # pages of the reference by chapter
    "error_index",
    "gallery_pages",
    "notebook_downloads",
    "sources",
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.mathjax",
    "sphinx-mathjax-offline",  # formulas are shown without a network, too
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
    "sphinx_copybutton",
    "sphinxcontrib.bibtex",
]
exclude_patterns = ["_build", "extensions", "jupyter_execute"]
default_role = "py:obj"  # `lie` in a docstring
# A name such as `coordinates` that several classes have is left unlinked.
suppress_warnings = ["ref.python"]

html_theme = "furo"
html_title = f"{project} {version}"
html_static_path = ["static"]
html_css_files = ["pages.css"]
html_js_files = ["wide_formulas.js"]

myst_enable_extensions = ["amsmath", "colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3

# What a page shows is what this version does: what was executed is kept for as long as page,
# library and Python are the same to the letter.
nb_execution_mode = "cache"
nb_execution_cache_path = str(_root / "docs" / "_build" / "executed" / digest(_runs))
nb_execution_in_temp = True
nb_execution_timeout = 120
nb_execution_show_tb = True  # a page that fails is a warning, hence an error
nb_merge_streams = True
nb_render_markdown_format = "myst"  # verdicts have formulas between dollar signs

bibtex_bibfiles = ["references.bib"]
bibtex_default_style = "unsrt"

autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "show-inheritance": True}
napoleon_google_docstring = False
napoleon_custom_sections = [("Attributes", "params_style")]  # several names before one text
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True


def _literal_mathematics(app, what, name, obj, options, lines):
    example = False  # which is shown letter by letter, until a blank line
    for number, line in enumerate(lines):
        example = bool(line.strip()) and (example or line.lstrip().startswith(">>>"))
        if not example and not line.lstrip().startswith(".. "):
            lines[number] = literal(line)


#: A character of no script, in the place of colons.
COLON = "\ue000"


def _sentences(app, what, name, obj, options, lines):
    """In the first line of a property what stands before a colon is no type, as napoleon holds."""
    if what in ("property", "attribute", "data") and lines:
        lines[0] = lines[0].replace(":", COLON)


def _colons(app, what, name, obj, options, lines):
    lines[:] = [line.replace(COLON, ":") for line in lines]


_merged = render.coalesce_streams


def _in_one_piece(outputs):
    """myst_nb ends a line wherever the parts end in which the output of a program has come."""
    found, streams = [], {}
    for output in map(copy, outputs):
        if output["output_type"] == "stream":
            first = streams.setdefault(output["name"], output)
            if first is not output:
                first["text"] += output["text"]
                continue
        found.append(output)
    return _merged(found)


render.coalesce_streams = _in_one_piece


def setup(app):
    app.connect("autodoc-process-docstring", _sentences, priority=400)
    app.connect("autodoc-process-docstring", _colons, priority=600)
    app.connect("autodoc-process-docstring", _literal_mathematics, priority=900)
