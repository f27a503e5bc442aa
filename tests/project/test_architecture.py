"""What the documentation says of the tree is so: chapters, modules, names and terms."""

from __future__ import annotations

import ast
import re
import warnings
from functools import reduce
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("diffgeo", "mechanics")
ARCHITECTURE = (ROOT / "docs/explanation/architecture.md").read_text(encoding="utf-8")
TERMS = (ROOT / "docs/reference/terms.md").read_text(encoding="utf-8")


def folders() -> set[str]:
    """Every folder of the packages: ``diffgeo/rings/exact``."""
    files = (path for name in PACKAGES for path in (ROOT / name).rglob("*") if path.is_file())
    found = {path.parent.relative_to(ROOT).as_posix() for path in files}
    return {name for name in found if "__pycache__" not in name}


def said() -> set[str]:
    """Every folder and module that the page names by its path."""
    return set(re.findall(r"`((?:diffgeo|mechanics)/[\w/]+)`", ARCHITECTURE))


def test_every_folder_is_on_the_page() -> None:
    assert len(folders()) > 30
    assert folders() - set(PACKAGES) - said() == set()


def test_everything_on_the_page_exists() -> None:
    there = {name for name in said() if (ROOT / name).is_dir() or (ROOT / f"{name}.py").is_file()}
    assert said() - there == set()


@pytest.mark.parametrize("package", PACKAGES)
def test_chapters_stand_in_the_order_of_the_law(package: str) -> None:
    (law,) = re.findall(rf"^\d\. `{package}`: (.*?);", ARCHITECTURE, re.M | re.S)
    rows = re.findall(rf"^\| `{package}/(\w+)` \|", ARCHITECTURE, re.M)
    assert [name for name in re.findall(r"\w+", law) if name != "errors"] == rows


def test_the_page_of_a_chapter_names_its_modules() -> None:
    """In the order in which they are read; those of a paper follow its sections."""
    missing = {}
    for folder in folders() - set(PACKAGES):
        page = ROOT / folder / "__init__.py"
        of_a_paper = page.parent.parent.name == "papers" and page.parent.name != "engine"
        if of_a_paper or not page.exists():
            continue
        text = ast.get_docstring(ast.parse(page.read_text(encoding="utf-8"))) or ""
        modules = {path.stem for path in page.parent.glob("*.py")} - {"__init__"}
        modules |= {path.parent.name for path in page.parent.glob("*/__init__.py")}
        missing[folder] = modules - set(re.findall(r"`(\w+)`", text))
    assert {folder: names for folder, names in missing.items() if names} == {}


def resolved(path: str) -> Any:
    """The object of a path: the longest module in it, then attributes."""
    parts = path.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            module = import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        return reduce(getattr, parts[cut:], module)
    raise ModuleNotFoundError(path)


def on_the_list() -> set[str]:
    return set(re.findall(r"`((?:diffgeo|mechanics)\.[\w.]+)`", TERMS))


def test_every_name_on_the_list_of_terms_is_there() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # no path is deprecated
        for path in sorted(on_the_list()):
            assert resolved(path) is not None


def test_every_public_name_is_on_the_list_of_terms() -> None:
    """Under its shortest path; the strategies of `testing` are tables on a page of their own."""
    missing = set()
    for package in map(import_module, PACKAGES):
        inner = [getattr(package, name) for name in package.__all__]
        chapters = [place for place in inner if isinstance(place, ModuleType)]
        for place in (package, *chapters):
            if place.__name__.endswith(("errors", "testing", "theories", "gallery")):
                continue
            for name in {n for n in place.__all__ if getattr(place, n) not in chapters}:
                home = package if name in package.__all__ else place
                missing |= {f"{home.__name__}.{name}"} - on_the_list()
    assert missing == set()


def test_code_on_pages_imports_by_the_paths_of_today() -> None:
    """What the code blocks of the documentation import is there, and no path is deprecated."""
    blocks = [
        block
        for page in (ROOT / "docs").rglob("*.md")
        if "_build" not in page.parts
        for block in re.findall(
            r"^```(?:python|\{code-cell\}.*?)\n(.*?)^```",
            page.read_text(encoding="utf-8"),
            re.M | re.S,
        )
        if not re.search(r"^%%writefile .*\.toml", block, re.M)
    ]
    found = {
        (node.module, alias.name)
        for block in blocks
        if not re.match(r"(:.*\s+)?%%", block)  # a file that is written, a table
        for node in ast.walk(ast.parse(re.sub(r"^[:%!].*$", "", block, flags=re.M)))
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith(PACKAGES)
        for alias in node.names
    }
    assert len(found) > 50
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for module, name in sorted(found):
            assert resolved(f"{module}.{name}") is not None


def test_deprecated_names_come_with_a_warning_that_says_where_they_are() -> None:
    page = (ROOT / "docs/releasing.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(diffgeo[.\w]+)` \| (`\w+`.*) \|$", page, re.M)
    old = [(place, name) for place, names in rows for name in re.findall(r"`(\w+)`", names)]
    assert len(old) > 90
    top = import_module("diffgeo")
    for place, name in old:
        assert name not in top.__all__
        with pytest.warns(DeprecationWarning, match=rf"diffgeo\.{name} is {re.escape(place)}\."):
            found = getattr(top, name)
        assert found is getattr(
            import_module(place), "linear_algebra" if name == "linear" else name
        )
    with pytest.raises(AttributeError):
        _ = top.no_such_name
