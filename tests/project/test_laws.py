"""The laws of the house: who may import whom, where floats live, where no coordinate occurs.

Imports inside functions count. The same layers stand as contracts in ``pyproject.toml``, for
editors and for ``make lint``; that both say the same is tested here.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib import import_module

import pytest
from import_graph import ROOT, Import, cycles, imports, loads, modules

#: From low to high; chapters of one row may import each other only where a row says so.
LAYERS = {
    "diffgeo": (
        ("copying", "errors", "homoglyphs", "limits", "notebooks", "signs"),
        ("rings",),
        ("interop",),
        ("reals",),
        ("calculus", "verdicts"),
        ("structures",),
        ("subsets",),
        ("bundles",),
        ("atlases", "connections"),
        ("metrics",),
        ("proofs",),
        ("testing",),
    ),
    "mechanics": (
        ("entry_points", "errors", "output_files", "wording"),
        ("model",),
        ("spaces",),
        ("theories",),
        ("analysis",),
        ("algorithm",),
        ("motion",),
        ("testing",),
        ("faces",),
        ("papers",),
    ),
}
#: Chapters of one row that may import each other.
TOGETHER = ({"calculus", "verdicts"}, set(LAYERS["diffgeo"][0]))
TOGETHER += ({"entry_points", "errors", "output_files", "wording"},)
#: What `mechanics` may import of `diffgeo`: the package, its chapters, and these.
PUBLIC = {"errors", "homoglyphs", "limits", "notebooks", "testing", "calculus", "verdicts"}
PUBLIC |= {"structures", "subsets", "bundles", "atlases", "connections", "metrics", "proofs"}
#: The face of a package: made of everything, imported by nothing of its own.
FACES = {"__main__"}


def chapter(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def level(package: str, name: str) -> int:
    return next(i for i, row in enumerate(LAYERS[package]) if name in row)


def upward(edge: Import) -> bool:
    """Whether a module imports what stands above it, or beside it without leave."""
    package = edge.importer.split(".")[0]
    if edge.imported.split(".")[0] != package:
        return package == "diffgeo"
    own, other = chapter(edge.importer), chapter(edge.imported)
    if own in FACES or own == other:
        return False
    if not own:  # the package itself makes its face ready
        return chapter(edge.imported) == "papers"
    if not other:
        return True
    above, here = level(package, other), level(package, own)
    return above > here or (above == here and not any({own, other} <= t for t in TOGETHER))


def test_every_module_has_a_chapter() -> None:
    for package, rows in LAYERS.items():
        known = {name for row in rows for name in row} | FACES | {""}
        found = {chapter(module) for module in modules() if module.split(".")[0] == package}
        assert found <= known, f"no place among the layers: {sorted(found - known)}"
        flat = [path for path in (ROOT / package).glob("*.py")]
        assert len(flat) <= 8, f"{package}/ has {len(flat)} modules beside its chapters"


def test_imports_run_downwards() -> None:
    wrong = [f"{e.importer}:{e.line} -> {e.imported}" for e in imports() if upward(e)]
    assert not wrong, "imports that run upwards:\n" + "\n".join(wrong)


def test_no_module_is_in_a_cycle() -> None:
    """But for `diffgeo.rings.exact`, which is one facade with its engine."""
    edges = [e for e in loads() if not e.importer.startswith("diffgeo.rings.exact")]
    assert cycles(edges) == []


#: What packages load of their own when they are imported. A `System` has the words of higher
#: chapters (`mechanics.model.added_words`), which are offered before it is made.
EAGER = {
    "mechanics": {
        *("faces", "faces.conveniences", "faces.question_words"),
        *("model", "model.added_words"),
    }
}
PACKAGES = """
import importlib, sys
for package in sys.argv[1:]:
    for name in [name for name in sys.modules if name.split(".")[0] in ("diffgeo", "mechanics")]:
        del sys.modules[name]
    if "." in package:
        importlib.import_module(package.rpartition(".")[0])
    before = set(sys.modules)
    importlib.import_module(package)
    inside = [name for name in sys.modules if name.startswith(package + ".")]
    print(package, *(name.removeprefix(package + ".") for name in inside if name not in before))
"""


def test_packages_load_nothing_of_their_own() -> None:
    """So that importing a module from them is no import of what stands beside it."""
    found = modules()
    packages = [name for name, path in found.items() if path.name == "__init__.py"]
    command = [sys.executable, "-c", PACKAGES, *packages]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    loaded = {name: set(own) for name, *own in map(str.split, done.stdout.splitlines())}
    assert set(loaded) == set(packages)
    assert loaded.pop("diffgeo.rings.exact")  # the exception of the law
    assert {name: own for name, own in loaded.items() if own} == EAGER


def test_mechanics_sees_the_public_chapters_only() -> None:
    wrong = []
    for edge in imports():
        crosses = edge.importer.startswith("mechanics") and edge.imported.startswith("diffgeo")
        if crosses and edge.imported not in {"diffgeo", *(f"diffgeo.{c}" for c in PUBLIC)}:
            # `from diffgeo.calculus import linear_algebra` names a module that is public.
            package, _, name = edge.imported.rpartition(".")
            if name != edge.name or name not in import_module(package).__all__:
                wrong.append(f"{edge.importer}:{edge.line} -> {edge.imported}")
    assert not wrong, "not of a public chapter:\n" + "\n".join(wrong)


def test_the_contracts_say_the_same() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    for package, rows in LAYERS.items():
        (contract,) = (c for c in contracts if c.get("containers") == [package])
        told = [set(row.replace("|", ":").split(" : ")) for row in reversed(contract["layers"])]
        assert [{name.strip("() ") for name in row} for row in told] == [set(r) for r in rows]
        assert not contract.get("ignore_imports")


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("diffgeo.calculus.forms", "diffgeo.structures.tensors"),
        ("diffgeo.atlases.atlas", "diffgeo.connections.semisprays"),
        ("diffgeo.rings.protocol", "diffgeo"),
        ("diffgeo.errors", "mechanics.errors"),
        ("mechanics.faces.command_line", "mechanics.papers"),
        ("mechanics.model.systems", "mechanics.theories"),
    ],
)
def test_an_upward_import_is_noticed(importer: str, imported: str) -> None:
    assert upward(Import(importer, imported, "name", 1))


def test_a_cycle_is_noticed() -> None:
    edges = [Import(a, b, "", 1) for a, b in ("ab", "bc", "ca", "cd")]
    assert cycles(edges) == [["a", "b", "c"]]
    assert cycles([Import("a", "b", "", 1), Import("a", "c", "", 1), Import("b", "c", "", 1)]) == []


def test_what_an_import_loads_besides_what_it_names_is_noticed() -> None:
    """The packages of a module, and the home of a lazy name; not the top of the importer."""
    lazy = {"p": {"q": "p.q"}, "p.q": {"Name": "p.q.home"}}

    def loaded(importer: str, imported: str, name: str) -> set[str]:
        return {e.imported for e in loads([Import(importer, imported, name, 1)], lazy)}

    assert loaded("a", "p.q.c", "thing") == {"p", "p.q", "p.q.c"}
    assert loaded("p.b", "p.q", "Name") == {"p.q", "p.q.home"}
    assert loaded("p.q.b", "p.q.c", "thing") == {"p.q", "p.q.c"}
    face = [Import("p.q", "p.q.b", "", 1), Import("p.q.b", "p.q.c", "", 1)]
    assert cycles(face) == [] and cycles(loads(face, lazy)) == [["p.q", "p.q.b"]]
    home = [Import("p.q.home", "b", "", 1), Import("b", "p.q", "Name", 1)]
    assert cycles(home) == [] and cycles(loads(home, lazy)) == [["b", "p.q.home"]]
