"""Configuration of Sphinx. Warnings are errors: ``make docs``."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "extensions"))

with (Path(__file__).parents[1] / "pyproject.toml").open("rb") as file:
    _project = tomllib.load(file)["project"]

project = _project["name"]
author = _project["authors"][0]["name"]
project_copyright = f"2026, {author}"
version = release = _project["version"]

extensions = [
    "chapters",  # pages of the reference by chapter
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

myst_enable_extensions = ["amsmath", "colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3

# Pages are executed each time: what a page shows is what this version does.
nb_execution_mode = "force"
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
napoleon_use_ivar = True
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True


def _literal_mathematics(app, what, name, obj, options, lines):
    """Formulas of docstrings, such as ``(−1)^{|α|}`` or ``S^*dL``, are no markup."""
    for number, line in enumerate(lines):
        if line.lstrip().startswith(".. ") or ">>>" in line:
            continue
        spans = line.split("``")
        spans[::2] = [span.replace("|", r"\|").replace("^*", r"^\*") for span in spans[::2]]
        lines[number] = "``".join(spans)


def setup(app):
    app.connect("autodoc-process-docstring", _literal_mathematics, priority=900)
