"""Who imports whom, read from the syntax trees: imports inside functions count.

What stands under ``if TYPE_CHECKING:`` is no import at run time and does not count. An import
loads more than it names: the packages that the module lies in, and the module from which a lazy
package takes a name; `loads` counts these, too.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("diffgeo", "mechanics")


@dataclass(frozen=True)
class Import:
    """One module imports another; `name` is what the statement asks for."""

    importer: str
    imported: str
    name: str
    line: int


def modules() -> dict[str, Path]:
    """The modules of both packages with their files."""
    found = {}
    for path in sorted(p for package in PACKAGES for p in (ROOT / package).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def imports() -> list[Import]:
    """All imports of our modules by our modules."""
    known = modules()
    return [found for name, path in known.items() for found in _of_module(name, path, known)]


def _of_module(importer: str, path: Path, known: dict[str, Path]) -> Iterator[Import]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            node.body = []
    package = importer if path.name == "__init__.py" else importer.rpartition(".")[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            asked = [(alias.name, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, *([node.module] if node.module else [])])
            asked = [(f"{base}.{alias.name}", alias.name) for alias in node.names]
            # A package is asked for its modules.
            asked += [(base, "")] if any(dotted in known for dotted, _ in asked) else []
        else:
            continue
        for dotted, name in asked:
            while dotted and dotted not in known:
                dotted = dotted.rpartition(".")[0]
            if dotted and dotted != importer:
                yield Import(importer, dotted, name, node.lineno)


def loads(
    edges: Iterable[Import] | None = None, packages: dict[str, dict[str, str]] | None = None
) -> list[Import]:
    """What imports load: what they name, the packages around it, and the homes of lazy names.

    The package at the top is loaded before all of its modules, and is left out among them.
    """
    packages = lazy_names() if packages is None else packages
    found = []
    for edge in imports() if edges is None else edges:
        loaded = [edge.imported]
        while edge.name in packages.get(loaded[-1], {}):
            loaded.append(packages[loaded[-1]][edge.name])
        for module in loaded:
            parts = module.split(".")
            around = [".".join(parts[:n]) for n in range(1, len(parts))]
            if parts[0] == edge.importer.partition(".")[0]:
                del around[0]
            found += [replace(edge, imported=name) for name in (*around, module)]
    return [edge for edge in found if edge.importer != edge.imported]


def lazy_names() -> dict[str, dict[str, str]]:
    """The packages, with the module or package from which each takes its lazy names."""
    found: dict[str, dict[str, str]] = {}
    for package, path in modules().items():
        if (stub := path.with_suffix(".pyi")).exists():
            tree = ast.parse(stub.read_text(encoding="utf-8"))
            found[package] = {
                alias.name: f"{package}.{node.module or alias.name}"
                for node in ast.walk(tree)
                if isinstance(node, ast.ImportFrom)
                for alias in node.names
            }
    return found


def cycles(edges: Iterable[Import]) -> list[list[str]]:
    """The sets of modules that reach each other, by Tarjan's algorithm."""
    following: dict[str, list[str]] = {}
    for edge in edges:
        following.setdefault(edge.importer, []).append(edge.imported)
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(module: str) -> None:
        number[module] = lowest[module] = len(number)
        stack.append(module)
        for other in following.get(module, ()):
            if other not in number:
                visit(other)
            if other in stack:
                lowest[module] = min(lowest[module], lowest[other])
        if lowest[module] == number[module]:
            component = stack[stack.index(module) :]
            del stack[stack.index(module) :]
            if len(component) > 1:
                found.append(sorted(component))

    for module in list(following):
        if module not in number:
            visit(module)
    return found
