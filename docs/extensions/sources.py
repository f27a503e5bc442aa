"""Where a public name is from: ``Source: …`` in its docstring, or in that of its module.

One paragraph for what belongs together stands in the module; the page of each name shows it.
"""

from __future__ import annotations

import inspect
import re
import sys
from typing import Any

_PARAGRAPH = re.compile(r"(?:^|(?<=\.\s))Sources?:\s.*?(?=\n\s*\n|\Z)", re.MULTILINE | re.DOTALL)


def stated(docstring: str | None) -> str:
    """The sentence of a docstring that names its sources, empty where there is none."""
    found = _PARAGRAPH.search(docstring or "")
    return " ".join(found[0].split()) if found else ""


def module_of(thing: Any) -> str:
    """The module that defines a function or class, or the class of an object."""
    return (thing if hasattr(thing, "__qualname__") else type(thing)).__module__


def source_of(thing: Any) -> str:
    """What is said of the source of a thing, by itself or by its module."""
    module = sys.modules.get(module_of(thing))
    own = stated(inspect.getdoc(thing)) or getattr(thing, "citation", "")  # of a theory
    return own or stated(module and module.__doc__)


def add_source(app, what, name, obj, options, lines):  # type: ignore[no-untyped-def]
    """What only the module says is shown with each of its classes and functions."""
    source = source_of(obj) if what in ("class", "function", "data") else ""
    if source and not stated(inspect.getdoc(obj)):
        lines += ["", source, ""]


def setup(app):  # type: ignore[no-untyped-def]
    """Tell Sphinx of it."""
    app.setup_extension("sphinx.ext.autodoc")
    app.connect("autodoc-process-docstring", add_source, priority=800)
    return {"parallel_read_safe": True}
