"""The law of layers, read from syntax trees.

In `mechanics/model/lagrangian`, `spaces`, `theories`, `analysis` and `algorithm` geometry is
written with the operations of `diffgeo` and nothing else. What the test refuses there, by rules
that need no knowledge of types:

* an import of a library of computer algebra or numerics, of `diffgeo._*`, or of anything of
  `diffgeo` that is not public (`from diffgeo import ...`, `from diffgeo.bundles import ...`); an
  import by computed name;
* an attribute that leads to coordinates (`components`, `chart`, `ring`, `to_sympy`), or a private
  attribute of anything but `self`, `cls` and `super()`;
* a subscript whose index is not an integer by its syntax: a number, a name that is bound only by
  `for ... in range(...)`, their sums and slices. So matrices C_ij and lists of constraints may be
  indexed, but neither a space by the name of a coordinate nor anything by a key. That a form
  cannot be indexed at all is a property of its class, and tested here as such. Annotations,
  bases of classes and type aliases are free.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import diffgeo

ROOT = Path(__file__).resolve().parents[2]
#: Folders where geometry is written with the operations of `diffgeo` and nothing else.
LAWFUL = ("model/lagrangian", "spaces", "theories", "analysis", "algorithm")
#: What stands in these folders and is no geometry, or is not yet without coordinates.
EXCEPTIONS = {
    "analysis/ansatz.py": "an ansatz is made for the components of a field",
    "analysis/coefficient_functions.py": "equations for coefficients are solved by SymPy",
    "analysis/regularity/__init__.py": "classes of systems have names",
    "theories/closed_formulas.py": "formulas are shown in coordinates",
    "theories/dynamics.py": "formulas are shown in coordinates",
    "theories/equality_on_constraints.py": "what is known is kept by its text",
    "theories/registry.py": "theories are found by their names",
}
ENGINES = {
    *("flint", "galgebra", "jax", "lark", "mpmath", "numpy"),
    *("scipy", "sympy", "symengine", "z3"),
}
CHAPTERS = (
    *("atlases", "bundles", "calculus", "connections", "errors", "metrics"),
    *("proofs", "structures", "subsets", "testing", "verdicts"),
)
PUBLIC = {"diffgeo", *(f"diffgeo.{chapter}" for chapter in CHAPTERS)}
COORDINATES = {"chart", "components", "ring", "to_sympy"}
LOOPHOLES = {"__getitem__", "__import__", "eval", "exec", "getattr", "getitem", "vars"}


def annotations(tree: ast.AST) -> set[ast.AST]:
    """Every node that lies in an annotation, a base class or a type alias."""
    roots: list[ast.AST | None] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            roots.append(node.returns)
        elif isinstance(node, ast.arg | ast.AnnAssign):
            roots.append(node.annotation)
            if isinstance(node, ast.AnnAssign) and "TypeAlias" in ast.unparse(node.annotation):
                roots.append(node.value)
        elif isinstance(node, ast.ClassDef):
            roots.extend(node.bases)
    return {inner for root in roots if root is not None for inner in ast.walk(root)}


def is_range(node: ast.expr, ranges: set[str]) -> bool:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id == "range"
    return isinstance(node, ast.Name) and node.id in ranges


def integers(tree: ast.AST) -> set[str]:
    """Names that are bound by iteration over ranges and in no other way in the whole file."""
    pairs: list[tuple[ast.expr, ast.expr]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target, value = node.targets[0], node.value
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                pairs += zip(target.elts, value.elts, strict=False)
            else:
                pairs.append((target, value))
    ranges = {t.id for t, v in pairs if isinstance(t, ast.Name) and is_range(v, set())}
    good: set[str] = set()
    counted: set[ast.Name] = set()
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.For | ast.comprehension)
            and isinstance(node.target, ast.Name)
            and is_range(node.iter, ranges)
        ):
            good.add(node.target.id)
            counted.add(node.target)
    bad = {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node not in counted
    }
    bad |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    return good - bad


def is_integer(index: ast.expr | None, names: set[str]) -> bool:
    match index:
        case None:  # an open end of a slice
            return True
        case ast.Constant(value=value):
            return type(value) is int
        case ast.Name(id=name):
            return name in names
        case ast.UnaryOp(operand=operand):
            return is_integer(operand, names)
        case ast.BinOp(left=left, right=right):
            return is_integer(left, names) and is_integer(right, names)
        case ast.Slice(lower=lower, upper=upper, step=step):
            return all(is_integer(part, names) for part in (lower, upper, step))
        case ast.Call(func=ast.Name(id="len")):
            return True
    return False


def imported(node: ast.Import | ast.ImportFrom) -> list[str]:
    """Absolute names of the modules that a statement imports (relative imports stay inside)."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if node.level:
        return []
    names = [node.module or ""]
    return names + [f"{node.module}.{alias.name}" for alias in node.names]


def private(name: str) -> bool:
    return name.startswith("_") and not (name.startswith("__") and name.endswith("__"))


def is_own(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        node = node.func
    return isinstance(node, ast.Name) and node.id in {"self", "cls", "super"}


def offences_of_import(node: ast.Import | ast.ImportFrom) -> list[str]:
    found = []
    names = imported(node)
    for name in names:
        top, *rest = name.split(".")
        if top in ENGINES:
            found.append(f"imports {name}")
        elif name in {"importlib", "importlib.import_module", "operator"}:
            found.append(f"imports {name}, a way around this test")
        elif top == "diffgeo" and any(private(part) for part in rest):
            found.append(f"imports {name}, which is private")
    if isinstance(node, ast.Import):
        modules = [name for name in names if name.startswith("diffgeo")]
    else:
        modules = [node.module or ""] if not node.level else []
        modules += [n for n in names if n in {"diffgeo.rings", "diffgeo.interop"}]
    found += [
        f"imports {module}, which is not the public face of diffgeo"
        for module in modules
        if module.split(".")[0] == "diffgeo" and module not in PUBLIC
    ]
    return found


def offences(source: str) -> list[str]:
    """What in `source` breaks the law, as ``"line N: ..."``."""
    tree = ast.parse(source)
    harmless, indices = annotations(tree), integers(tree)
    found: list[tuple[int, str]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            found += [(node.lineno, text) for text in offences_of_import(node)]
        elif isinstance(node, ast.Attribute):
            if node.attr in COORDINATES:
                found.append((node.lineno, f"reads .{node.attr}"))
            elif node.attr in LOOPHOLES:
                found.append((node.lineno, f"uses {node.attr}, a way around this test"))
            elif private(node.attr) and not is_own(node.value):
                found.append((node.lineno, f"reads the private .{node.attr}"))
        elif isinstance(node, ast.Name) and node.id in LOOPHOLES:
            found.append((node.lineno, f"uses {node.id}, a way around this test"))
        elif (
            isinstance(node, ast.Subscript)
            and node not in harmless
            and not is_integer(node.slice, indices)
        ):
            found.append((node.lineno, f"subscripts {ast.unparse(node)}"))
    return [f"line {line}: {text}" for line, text in sorted(found)]


def lawful_files() -> list[Path]:
    below = {ROOT / "mechanics" / name for name in LAWFUL}
    everything = (ROOT / "mechanics").rglob("*.py")
    return sorted(p for p in everything if below & {p.with_suffix(""), *p.parents})


def test_the_law_has_subjects() -> None:
    names = {path.relative_to(ROOT / "mechanics").as_posix() for path in lawful_files()}
    assert {"model/lagrangian.py", "theories/projection.py", "theories/multipliers.py"} <= names


def test_geometry_is_written_without_coordinates() -> None:
    found = {
        path.relative_to(ROOT / "mechanics").as_posix(): offences(path.read_text(encoding="utf-8"))
        for path in lawful_files()
    }
    offenders = {name: lines for name, lines in found.items() if lines}
    assert {name: lines for name, lines in offenders.items() if name not in EXCEPTIONS} == {}
    assert set(EXCEPTIONS) == set(offenders), "an exception that is needed no more"


def ledger_files() -> list[Path]:
    return sorted((ROOT / "mechanics" / "papers").rglob("*.py"))


def test_the_ledger_has_files() -> None:
    names = {path.relative_to(ROOT / "mechanics" / "papers").as_posix() for path in ledger_files()}
    assert {"engine/judgement.py", "deleon_martin/pursuit.py"} <= names


def test_the_ledgers_see_only_public_faces() -> None:
    found = []
    for path in ledger_files():
        # The modules of a paper are found by its name; nothing else there imports by name.
        finds_papers = path.parent.name == "papers" and path.name == "__init__.py"
        found += [
            f"{path.relative_to(ROOT).as_posix()}: {text}"
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Import | ast.ImportFrom)
            for text in offences_of_import(node)
            if not (finds_papers and "importlib" in text)
        ]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "import sympy",
        "import numpy as np",
        "def f():\n    from sympy import Symbol",
        "import scipy.integrate",
        "from flint import fmpq",
        "from diffgeo._cache import cached",
        "from diffgeo import _cache",
        "import diffgeo.rings",
        "import diffgeo.rings.exact as e",
        "from diffgeo.rings import exact",
        "from diffgeo import rings",
        "from diffgeo.interop.parsing import parse",
        "from diffgeo import interop",
        "from diffgeo.calculus.forms import Form",
        "import importlib",
        "from operator import itemgetter",
        "__import__('sympy')",
        "theta.components",
        "theta.components['x']",
        "space.chart.names",
        "theta.ring",
        "theta.to_sympy()",
        "theta._values",
        "self.form._values",
        "jets['x']",
        "theta['x'] = 1",
        "theta[name]",
        "theta['x', 'y']",
        "values: list[int] = jets['x']",
        "theta.terms[key]",
        "for i in range(3): pass\nfor i in names: theta[i]",
        "def f(i):\n    return [theta[i] for i in range(3)]",
        "[theta[a] for a in space.coordinates]",
        "[theta[a] for a, v in enumerate(names)]",
        "import_module('sympy')\nfrom importlib import import_module",
        "theta.__getitem__(0)",
        "getattr(theta, 'components')",
    ],
)
def test_an_offence_is_caught(source: str) -> None:
    assert offences(source)


@pytest.mark.parametrize(
    "source",
    [
        "from diffgeo import d, interior, lie",
        "import diffgeo",
        "from diffgeo.errors import SpaceMismatch",
        "from mechanics.model.systems import System",
        "from .base import Theory",
        "def f(forms: list[int]) -> tuple[int, ...]:\n    first, *rest = forms\n    return first",
        "class A(Generic[T]):\n    values: dict[str, int]",
        "self._values",
        "super().__init__()",
        "type(theta).__name__",
        "for form, field in zip(forms, fields): form(field)",
        "from importlib.metadata import entry_points",
        "m = range(len(phi))\nC = [[Z[i](phi[j]) for j in m] for i in m]",
        "n, m = range(2), range(3)\nrows = [[V[b](phi[i + 1]) for b in n] for i in m]",
        "tail = solution[len(V) :]",
        "first = rows[0]",
    ],
)
def test_what_the_law_allows(source: str) -> None:
    assert offences(source) == []


@pytest.mark.parametrize("name", ["Form", "VectorForm", "Derivation", "Map"])
def test_no_geometric_object_can_be_indexed(name: str) -> None:
    assert not hasattr(getattr(diffgeo, name), "__getitem__")
