"""The index of errors: ``.. errors:: diffgeo.errors mechanics.errors``.

All error classes of some modules, in their order: what happened, its cause and its repair, as the
docstring of the class says.
"""

from __future__ import annotations

import re
from importlib import import_module

from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList


def entry(error: type) -> list[str]:
    """The class as a link; below it meaning, cause and repair from its docstring."""
    paragraphs = [" ".join(p.split()) for p in re.split(r"\n\s*\n", error.__doc__ or "")]
    said = dict(p.split(": ", 1) for p in paragraphs if p.startswith(("Cause: ", "Repair: ")))
    lines = [f":py:exc:`{error.__module__}.{error.__name__}`", f"   {paragraphs[0]}", ""]
    for word in ("Cause", "Repair"):
        lines += [f"   **{word}:** {said[word]}", ""]
    return lines


class Errors(Directive):
    """The index."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """One entry for each class."""
        lines: list[str] = []
        for name in self.arguments[0].split():
            for thing in vars(import_module(name)).values():
                if isinstance(thing, type) and thing.__module__ == name:
                    lines += entry(thing)
        page = nodes.container()
        self.state.nested_parse(StringList(lines, name), self.content_offset, page)
        return list(page.children)


def setup(app):  # type: ignore[no-untyped-def]
    """Tell Sphinx of the directive."""
    app.add_directive("errors", Errors)
    return {"parallel_read_safe": True}
