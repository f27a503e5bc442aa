"""Pages of the reference by chapter: ``.. chapter:: diffgeo.calculus``.

A chapter's page is its docstring, then a section for each module that the docstring names, in that
order: what the module says of itself, and its public names under the path by which users import
them. Base classes without a public name are shown too, since their methods are public. Where a
chapter has no public names of its own, all names of its modules are shown.

Names of public classes are links wherever docstrings mention them, and so are the paths on the list
of terms.
"""

from __future__ import annotations

import inspect
import re
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList
from sphinx.addnodes import pending_xref


def modules(chapter: ModuleType) -> list[ModuleType]:
    """The modules of a chapter, in the order in which its docstring names them."""
    page = re.split(r"\bModules\b", chapter.__doc__ or "")[-1]
    names = dict.fromkeys(re.findall(r"(?<!`)`([a-z_0-9]+)`(?!`)", page))
    files = {info.name for info in iter_modules(chapter.__path__) if not info.ispkg}
    return [import_module(f"{chapter.__name__}.{name}") for name in names if name in files]


@cache
def public(chapter: ModuleType) -> tuple[dict[int, str], set[type]]:
    """The paths by which objects are imported, shortest first, and all bases of public classes."""
    paths: dict[int, str] = {}
    bases: set[type] = set()
    top = import_module(chapter.__name__.partition(".")[0])
    for place in (top, *(getattr(top, name) for name in top.__all__), chapter):
        if not isinstance(place, ModuleType):
            continue
        for name in getattr(place, "__all__", ()):
            thing = getattr(place, name)
            paths.setdefault(id(thing), f"{place.__name__}.{name}")
            if isinstance(thing, type):
                bases.update(thing.__mro__)
    return paths, bases


def directives(chapter: ModuleType, module: ModuleType) -> list[str]:
    """What autodoc is told of a module: its own page, then its names in the order of the source."""
    paths, bases = public(chapter)
    lines = [f".. automodule:: {module.__name__}", "   :no-members:"]
    if module.__name__ in paths.values():  # a function has the name of its module
        lines.append("   :no-index:")
    lines.append("")
    every = not hasattr(chapter, "__all__")
    for name, thing in vars(module).items():
        own = getattr(thing, "__module__", None) == module.__name__ and not name.startswith("_")
        shown = every or id(thing) in paths or (isinstance(thing, type) and thing in bases)
        if not (own and shown and inspect.getdoc(thing)):
            continue
        path = paths.get(id(thing), f"{module.__name__}.{name}")
        if isinstance(thing, type):
            lines += [f".. autoclass:: {path}", "   :members:", "   :show-inheritance:", ""]
        elif inspect.isfunction(thing):
            lines += [f".. autofunction:: {path}", ""]
        elif id(thing) in paths:  # an object, such as `d`, is described where it is made
            lines += [f".. autodata:: {module.__name__}.{name}", "   :no-value:", ""]
    return lines


#: Modules whose first line is the title of their section.
SECTIONS: set[str] = set()


class Chapter(Directive):
    """The page of one chapter."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The docstring, and a section for each module."""
        chapter = import_module(self.arguments[0])
        page = nodes.container()
        self._parse(directives(chapter, chapter), page)
        found = list(page.children)
        for module in modules(chapter):
            heading = (module.__doc__ or module.__name__).splitlines()[0]
            section = nodes.section(ids=[nodes.make_id(module.__name__)], names=[module.__name__])
            section += nodes.title("", heading.rstrip(".").replace("`", ""))
            SECTIONS.add(module.__name__)
            self._parse(directives(chapter, module), section)
            found.append(section)
        return found

    def _parse(self, lines: list[str], node: nodes.Element) -> None:
        self.state.nested_parse(StringList(lines, self.arguments[0]), self.content_offset, node)


def without_title(app, what, name, obj, options, lines):  # type: ignore[no-untyped-def]
    """The first line of a module is not said twice."""
    if what == "module" and name in SECTIONS:
        del lines[0]


def link_paths(app, doctree):  # type: ignore[no-untyped-def]
    """Paths on the list of terms lead to the reference."""
    if app.env.docname == "reference/terms":
        for name in list(doctree.findall(nodes.literal)):
            about = {"refdomain": "py", "reftype": "obj", "reftarget": name.astext()}
            link = pending_xref("", refdoc=app.env.docname, **about)
            name.replace_self(link)
            link += name


def link_classes(app, env, node, contnode):  # type: ignore[no-untyped-def]
    """A class is found by its name alone, from every chapter."""
    name = node["reftarget"]
    if node.get("refdomain") != "py" or not name[:1].isupper() or "." in name:
        return None
    for package in ("diffgeo", "mechanics"):
        for path in public(import_module(package))[0].values():
            if path.endswith(f".{name}"):
                domain = env.get_domain("py")
                return domain.resolve_xref(
                    env, node["refdoc"], app.builder, "obj", path, node, contnode
                )
    return None


def setup(app):  # type: ignore[no-untyped-def]
    """Tell Sphinx of the directive and the links."""
    app.add_directive("chapter", Chapter)
    app.connect("autodoc-process-docstring", without_title)
    app.connect("doctree-read", link_paths)
    app.connect("missing-reference", link_classes)
    return {"parallel_read_safe": True}
