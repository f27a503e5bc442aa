"""Pages of the reference by chapter: ``.. chapter:: diffgeo.calculus``.

A chapter's page is its docstring, then a section for each module that the docstring names, in that
order: what the module says of itself, a table of its public names under the paths by which users
import them, and its functions. A class has a page of its own, in the folder ``reference/api``,
which is written before the pages are read, with a table of its methods. Base classes without a
public name have one too, since their methods are public. Where a chapter has no public names of its
own, all names of its modules are shown.

Names of public classes are links wherever docstrings mention them, and so are the paths on the list
of terms.
"""

from __future__ import annotations

import inspect
import re
from enum import Enum
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList
from sphinx.addnodes import pending_xref
from sphinx.util.inspect import stringify_signature


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


def shown(chapter: ModuleType, module: ModuleType) -> dict[str, object]:
    """What a module contributes to its chapter's page, by path, in the order of the source."""
    paths, bases = public(chapter)
    every = not hasattr(chapter, "__all__")
    found: dict[str, object] = {}
    for name, thing in vars(module).items():
        own = getattr(thing, "__module__", None) == module.__name__ and not name.startswith("_")
        listed = every or id(thing) in paths or (isinstance(thing, type) and thing in bases)
        if own and listed and inspect.getdoc(thing):
            path = paths.get(id(thing), f"{module.__name__}.{name}")
            if isinstance(thing, type) or inspect.isfunction(thing):
                found[path] = thing
            elif id(thing) in paths:  # an object, such as `d`, is described where it is made
                found[f"{module.__name__}.{name}"] = thing
    return found


def directives(chapter: ModuleType, module: ModuleType) -> list[str]:
    """What autodoc is told of a module: its own page, its names, then its functions and objects."""
    lines = [f".. automodule:: {module.__name__}", "   :no-members:"]
    if module.__name__ in public(chapter)[0].values():  # a function has the name of its module
        lines.append("   :no-index:")
    lines.append("")
    things = shown(chapter, module)
    lines += table([(path, path, thing) for path, thing in things.items()])
    for path, thing in things.items():
        if inspect.isfunction(thing):
            lines += [f".. autofunction:: {path}", ""]
        elif not isinstance(thing, type):
            lines += [f".. autodata:: {path}", "   :no-value:", ""]
    return lines


def members(path: str, made: type, paths: dict[int, str]) -> dict[str, object]:
    """The public methods and properties by their paths, inherited ones behind the own."""
    found: dict[str, object] = {}
    names: set[str] = set()
    for base in made.__mro__:
        of = path if base is made else paths.get(id(base), f"{base.__module__}.{base.__name__}")
        ours = base.__module__.partition(".")[0] in ("diffgeo", "mechanics")
        for name, member in vars(base).items() if ours else ():
            member = getattr(member, "__func__", member)
            described = inspect.isroutine(member) or hasattr(member, "__get__")
            if described and name[0] != "_" and name not in names and inspect.getdoc(member):
                found[f"{of}.{name}"] = member
                names.add(name)
    return found


def class_page(path: str, made: type, chapter: ModuleType, place: str) -> str:
    """The page of a class: what it says, a table of all methods, and those that are its own."""
    found = members(path, made, public(chapter)[0])
    title = path.rpartition(".")[2]
    lines = [":orphan:", "", title, "=" * len(title), "", f"In :doc:`/{place}`.", ""]
    lines += [f".. autoclass:: {path}", "   :no-members:", "   :show-inheritance:", ""]
    rows = [(each, each.rpartition(".")[2], member) for each, member in found.items()]
    lines += [f"   {line}".rstrip() for line in table(rows)]
    for each, name, member in rows:
        if each == f"{path}.{name}":
            lines += [f"   .. auto{'method' if callable(member) else 'attribute'}:: {each}", ""]
    return "\n".join(lines)


def table(rows: list[tuple[str, str, object]]) -> list[str]:
    """Names as links, each with the first sentence that is said of it."""
    if not rows:
        return []
    lines = [".. list-table::", "   :class: summary", "   :widths: 30 70", ""]
    for path, name, thing in rows:
        first = " ".join((inspect.getdoc(thing) or "").partition("\n\n")[0].split())
        lines += [f"   * - :py:obj:`{name} <{path}>`", f"     - {literal(first)}"]
    return [*lines, ""]


def literal(text: str) -> str:
    """Formulas of docstrings, such as ``(−1)^{|α|}`` or ``S^*dL``, are no markup."""
    spans = text.split("``")
    spans[::2] = [span.replace("|", r"\|").replace("^*", r"^\*") for span in spans[::2]]
    return "``".join(spans)


def write_class_pages(app) -> None:  # type: ignore[no-untyped-def]
    """A page for each class of the chapters that pages show; what is the same stays as it is."""
    source = Path(app.srcdir)
    folder, pages = source / "reference" / "api", {}
    for page in sorted(source.rglob("*.md")):
        for name in re.findall(r"^\.\. chapter:: (\S+)", page.read_text(encoding="utf-8"), re.M):
            chapter, place = import_module(name), page.relative_to(source).with_suffix("")
            for module in (chapter, *modules(chapter)):
                for path, thing in shown(chapter, module).items():
                    if isinstance(thing, type):
                        pages[folder / f"{path}.rst"] = class_page(
                            path, thing, chapter, place.as_posix()
                        )
    folder.mkdir(parents=True, exist_ok=True)
    for old in set(folder.glob("*.rst")) - set(pages):
        old.unlink()
    for place, text in pages.items():
        if not place.exists() or place.read_text(encoding="utf-8") != text:
            place.write_text(text, encoding="utf-8")


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
    """The first line of a module is not said twice, and headings within it make no sections."""
    if what != "module":
        return
    if name in SECTIONS:
        del lines[0]
    for number in range(1, len(lines)):
        if lines[number] and not lines[number].strip("-"):
            lines[number - 1 : number + 1] = [f"**{lines[number - 1]}**", ""]


def signature(app, what, name, obj, options, given, returned):  # type: ignore[no-untyped-def]
    """A class is called as Python says, whatever its bases do when they make an object."""
    if what != "class":
        return None
    if issubclass(obj, Enum):
        return "", None
    try:
        return stringify_signature(inspect.signature(obj), show_annotation=False), None
    except (TypeError, ValueError):
        return None


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
    app.setup_extension("sphinx.ext.autodoc")
    app.add_directive("chapter", Chapter)
    app.connect("builder-inited", write_class_pages)
    app.connect("autodoc-process-docstring", without_title)
    app.connect("autodoc-process-signature", signature)
    app.connect("doctree-read", link_paths)
    app.connect("missing-reference", link_classes)
    return {"parallel_read_safe": True}
