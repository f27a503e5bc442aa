"""Public names say what they take, what they give, and show it: the pages of the reference."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from enum import Enum
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
#: Where public names are listed, beside the chapters that are names of the packages themselves.
PLACES = ("diffgeo", "mechanics", "mechanics.papers", "mechanics.testing")
SECTION = re.compile(r"^(\w+)\n-{3,}\n(.*?)(?=^\w+\n-{3,}\n|\Z)", re.MULTILINE | re.DOTALL)


def public() -> dict[str, Any]:
    """The objects by the shortest paths by which they are imported."""
    found: dict[int, tuple[str, Any]] = {}
    tops = [import_module(name) for name in PLACES]
    inner = [getattr(top, name) for top in tops for name in top.__all__]
    for place in (*tops, *(thing for thing in inner if isinstance(thing, ModuleType))):
        for name in getattr(place, "__all__", ()):
            thing = getattr(place, name)
            if not isinstance(thing, ModuleType):
                found.setdefault(id(thing), (f"{place.__name__}.{name}", thing))
    return dict(found.values())


def asked(thing: Any) -> set[str]:
    """What has to be said of it: of parameters, of what is returned, and by an example."""
    if isinstance(thing, type):
        if issubclass(thing, (Enum, BaseException)) or inspect.isabstract(thing):
            return set()  # nobody makes one by its name
        takes = {"parameters"} if inspect.signature(thing).parameters else set()
        return takes | {"example"}
    if not inspect.isroutine(thing):
        return set()  # an object, such as a theory, whose class says the rest
    signature = inspect.signature(thing)
    takes = {"parameters"} if signature.parameters else set()
    gives = {"returns"} if signature.return_annotation not in ("None", None) else set()
    return takes | gives | {"example"}


def shared(path: str) -> str:
    """What a chapter says of all its names: that whose page has a section for parameters."""
    text = import_module(path.rpartition(".")[0]).__doc__ or ""
    return text if "\nParameters\n---" in text else ""


def said(thing: Any, beside: str = "") -> set[str]:
    """What is said: every parameter has to be named (attributes do, of what others make)."""
    text = f"{beside}\n{inspect.getdoc(thing) or ''}\n"
    sections: dict[str, str] = {}
    for title, body in SECTION.findall(text):
        sections[title] = sections.get(title, "") + body
    found = {"example"} if ">>>" in text else set()
    found |= {"returns"} if {"Returns", "Yields"} & set(sections) else set()
    if "Parameters" in sections and callable(thing):
        heads = re.findall(r"^[*\w][^:\n]*", sections["Parameters"], re.MULTILINE)
        named = {name.strip(" *") for head in heads for name in head.split(",")}
        if not {n for n in inspect.signature(thing).parameters if n[0] != "_"} - named:
            found.add("parameters")
    if "Attributes" in sections:
        found.add("parameters")
    return found


def lacking() -> dict[str, set[str]]:
    """What each name does not say."""
    names = {path: thing for path, thing in public().items() if asked(thing)}
    return {path: asked(thing) - said(thing, shared(path)) for path, thing in names.items()}


def test_every_name_says_all() -> None:
    """Its parameters, what it returns, and an example."""
    assert {path: what for path, what in lacking().items() if what} == {}


def test_every_name_is_described() -> None:
    """By words of its own, not by those of the class that it is an object of."""
    assert [path for path, thing in public().items() if not inspect.getdoc(thing)] == []


def test_every_name_has_a_source() -> None:
    """It is from a book or a paper, or is registered as a thing of the library, with a reason."""
    place = spec_from_file_location("sources", ROOT / "docs/extensions/sources.py")
    assert place and place.loader
    place.loader.exec_module(sources := module_from_spec(place))
    lines = (ROOT / "tests/data/without_source.txt").read_text("utf8").splitlines()
    ours = dict(line.split("\t") for line in lines)
    without = {sources.module_of(x) for x in public().values() if not sources.source_of(x)}
    assert without == set(ours) and all(ours.values())
    said = ["What. Source: Lee,\nchapter 1.\n\nMore.", "Data source: none.", None]
    assert [sources.stated(text) for text in said] == ["Source: Lee, chapter 1.", "", ""]


def test_no_object_shows_its_address_alone() -> None:
    classes = {path: thing for path, thing in public().items() if isinstance(thing, type)}
    silent = {path for path, thing in classes.items() if thing.__repr__ is object.__repr__}
    bases = {f"diffgeo.calculus.{name}" for name in ("AtPoints", "Represented")}
    bases |= {"diffgeo.subsets.Subset", "diffgeo.verdicts.Comparable"}
    assert silent == bases | {"diffgeo.calculus.SymPyNames", "diffgeo.limit"}


def test_what_says_nothing_is_seen() -> None:
    def silent(x: int, *rest: int) -> int:
        """Nothing."""
        return x

    def half(x: int, y: int) -> None:
        """One of two.

        Parameters
        ----------
        x
            A number.
        """

    def whole(x: int, *rest: int) -> int:
        """All.

        Parameters
        ----------
        x, rest
            Numbers.

        Returns
        -------
        int
            The first.

        Examples
        --------
        >>> whole(1)
        1
        """
        return x

    functions: tuple[Callable[..., Any], ...] = (silent, half, whole)
    assert [asked(f) - said(f) for f in functions] == [
        {"parameters", "returns", "example"},
        {"parameters", "example"},
        set(),
    ]
