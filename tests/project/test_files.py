"""The files of the project: size, docstrings, what the README promises, citation and licence."""

from __future__ import annotations

import ast
import os
import re
import tomllib
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted(path for name in ("diffgeo", "mechanics") for path in (ROOT / name).rglob("*.py"))
TEXT = {".bib", ".cfg", ".cff", ".css", ".md", ".py", ".toml", ".txt", ".yml", ""}
MADE = {
    ".git",
    "__pycache__",
    "_build",
    "build",
    "dist",
    "output",
    "generated",
}
MADE |= {".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".import_linter_cache"}

# A path below one of these folders is true on somebody's machine only.
MACHINE_PATH = re.compile(r"(?<![\w.~$)}-])/(?:root|home|Users|work|tmp|opt|mnt)/[\w.]")


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def texts() -> list[Path]:
    """Every text file that is written by hand."""
    found = []
    for folder, inner, names in os.walk(ROOT):
        inner[:] = [name for name in inner if name not in MADE and not name.startswith(".venv")]
        found += [Path(folder, n) for n in names if Path(n).suffix in TEXT and n not in MADE]
    return sorted(found)


def project() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_sources_are_found() -> None:
    assert {"diffgeo/__init__.py", "mechanics/__init__.py"} <= {relative(p) for p in SOURCES}
    assert ROOT / "README.md" in texts()


def test_no_file_is_long() -> None:
    lengths = {relative(p): p.read_text(encoding="utf-8").count("\n") for p in SOURCES}
    assert {name: lines for name, lines in lengths.items() if lines > 450} == {}


def test_every_module_says_what_it_is() -> None:
    silent = [p for p in SOURCES if not ast.get_docstring(ast.parse(p.read_text(encoding="utf-8")))]
    assert list(map(relative, silent)) == []


def test_no_machine_path() -> None:
    assert MACHINE_PATH.search("see /" + "home/someone/file")
    assert not MACHINE_PATH.search("docs/home/flow and https://example.org/home/page")
    found = {relative(p): MACHINE_PATH.findall(p.read_text(encoding="utf-8")) for p in texts()}
    assert {name: hits for name, hits in found.items() if hits} == {}


def test_commands_of_the_readme_exist() -> None:
    promised = set()
    for name in ("README.md", "CONTRIBUTING.md"):
        promised |= set(re.findall(r"\bmake ([a-z]+)", (ROOT / name).read_text(encoding="utf-8")))
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    assert {"demo", "test"} <= promised <= set(targets)


def test_links_of_the_readme_lead_somewhere() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)", text) if "://" not in link]
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_citation() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["cff-version"] == "1.2.0"
    assert citation["title"] == project()["name"]
    assert citation["version"] == project()["version"]
    assert citation["license"] == project()["license"] == "BSD-3-Clause"
    assert [a["name"] for a in citation["authors"]] == [a["name"] for a in project()["authors"]]


def test_recipe_and_workflow_say_the_same_as_the_project() -> None:
    recipe = yaml.safe_load((ROOT / ".ci" / "conda" / "recipe.yaml").read_text(encoding="utf-8"))
    assert recipe["context"]["version"] == project()["version"]
    same = {"lazy-loader": "lazy_loader", "matplotlib": "matplotlib-base"}
    needed = [re.split(r"(?=>=)", text) for text in project()["dependencies"]]
    asked = [f"{same.get(name, name)} {least}" for name, least in needed]
    assert recipe["requirements"]["run"][1:] == asked
    flow = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8"))
    pythons = flow["jobs"]["newest"]["strategy"]["matrix"]["python"]
    named = [c.rpartition(" ")[2] for c in project()["classifiers"] if ":: 3." in c]
    assert set(named) <= set(pythons)


def test_licence_and_changelog() -> None:
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert licence.startswith("BSD 3-Clause License\n")
    assert project()["authors"][0]["name"] in licence
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## [{project()['version']}]" in changelog


def test_theories_of_the_project_load() -> None:
    from importlib.metadata import entry_points

    declared = project()["entry-points"]["mechanics.theories"]
    points = {point.name: point for point in entry_points(group="mechanics.theories")}
    assert {"projection", "multipliers"} <= set(declared) <= set(points)
    for name, value in declared.items():
        assert points[name].value == value
        assert points[name].load().name == name
