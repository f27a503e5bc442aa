"""The pages of the gallery, which the documentation makes from the system files."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from mechanics import gallery, load

ROOT = Path(__file__).resolve().parents[2]
spec = importlib.util.spec_from_file_location(
    "gallery_pages", ROOT / "docs/extensions/gallery_pages.py"
)
pages = importlib.util.module_from_spec(spec)
spec.loader.exec_module(pages)


def test_each_system_stands_in_the_index_once(tmp_path: Path) -> None:
    names = (*gallery.names(), *gallery.singular_names())
    links = re.findall(r"\]\(([\w-]+)\.md\)", pages.index(tmp_path))
    assert sorted(links) == sorted(names)
    assert {pages.group(name) for name in names} == set(pages.GROUPS)
    assert pages.group("rotating-hoop") == "free" != pages.group("pursuit")


def test_a_page_has_pictures_equations_theories_and_file(tmp_path: Path) -> None:
    text = pages.page("pursuit", tmp_path)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["pursuit-small.png", "pursuit.png"]
    assert "<iframe srcdoc=" in text
    assert r"\ddot{x} &= -\frac{y \dot{y} f'(t)}" in text
    assert "| `omega_gamma` | equal (VERIFIED) | equal (VERIFIED) | conserved (VERIFIED) |" in text
    assert "`lagrange_space` does not apply: " in text
    assert "The energy is conserved, as the reaction does no work." in text
    assert gallery.path("pursuit").read_text(encoding="utf-8") in text


def test_of_singular_systems_the_sets_are_shown_and_the_motion_in_the_last(tmp_path: Path) -> None:
    text = pages.page("cawley", tmp_path)
    assert "P_3: dimension 5" in text and "<iframe" in text and (tmp_path / "cawley.png").exists()
    assert "![](cawley-small.png)" in pages.index(tmp_path)
    assert len(pages.motions("two-branches", load("two-branches"))) == 3


def test_where_there_is_no_motion_there_is_no_picture(tmp_path: Path) -> None:
    text = pages.page("inconsistent-constraint", tmp_path)
    assert "P_3" in text and not list(tmp_path.iterdir())


@pytest.mark.parametrize("text", ["a_b *c* [d](e) `f` $g$ <h> | {i}", "l'' = x^2 # ~"])
def test_text_is_no_markup(text: str) -> None:
    assert re.sub(r"\\(.)", r"\1", pages.plain(text)) == text
    assert not re.search(r"(?<!\\)[\[*_`$<|{~]", pages.plain(text))
