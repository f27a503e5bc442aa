"""The law of coordinate-freeness, read from syntax trees.

In `mechanics/model/lagrangian.py` and in the folders `spaces`, `theories`, `analysis` and
`algorithm` geometry is written with the operations of `diffgeo` and nothing else. What the test
refuses there, by rules that need no knowledge of types:

* an import of a library of computer algebra or numerics, of `diffgeo._*`, or of anything of
  `diffgeo` that is not its public face; an import by computed name;
* an attribute that leads to coordinates (`components`, `chart`, `ring`, `to_sympy`), derivatives
  and contractions by number (`partial(0)`, `contract(1)`), or a private attribute of anything but
  `self`, `cls` and `super()`;
* functions, forms and fields from text or by the names of coordinates: an operation that makes
  them takes no string, no f-string, no dictionary with a string in it; constants are allowed;
* a subscript whose index is not an integer by its syntax: a number, a name that is bound only by
  `for ... in range(...)` or to `len(...)`, their sums and slices. So matrices C_ij and lists of
  constraints may be indexed, but not a space by the name of a coordinate. A dictionary may be
  read by its keys where its own file says that it is one (a literal, or an annotation
  `dict[...]`). That a form cannot be indexed at all is a property of its class, and tested here
  as such. Annotations, bases of classes and type aliases are free.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

import diffgeo

ROOT = Path(__file__).resolve().parents[2]
LAWFUL = ("model/lagrangian.py", "spaces", "theories", "analysis", "algorithm")
ENGINES = {
    *("flint", "galgebra", "jax", "lark", "mpmath", "numpy"),
    *("scipy", "sympy", "symengine", "z3"),
}
CHAPTERS = ("atlases", "bundles", "calculus", "connections", "errors", "metrics", "proofs")
CHAPTERS += ("notebooks", "structures", "subsets", "testing", "verdicts")
PUBLIC = {"diffgeo", *(f"diffgeo.{chapter}" for chapter in CHAPTERS)}
COORDINATES = {"chart", "components", "ring", "to_sympy"}
#: Operations that would take a number of a coordinate, or of a slot.
BY_NUMBER = {"contract", "partial", "partials"}
#: What makes functions, forms and fields; there from functions and numbers only.
MAKERS = {"form", "function", "functions", "one_form", "tensor", "vector_field", "vector_form"}
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
    """Names that are bound by iteration over ranges, or to a length, and in no other way."""
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
        match node:
            case ast.Assign(
                targets=[ast.Name() as target], value=ast.Call(func=ast.Name(id="len"))
            ):
                good.add(target.id)
                counted.add(target)
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


def mappings(tree: ast.AST) -> set[str]:
    """What the file itself says to be a dictionary: names, and ``self.name``."""

    def told(annotation: ast.expr | None) -> bool:
        text = ast.unparse(annotation) if annotation else ""
        return text.startswith(("dict[", "Mapping["))

    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict | ast.DictComp):
            found |= {ast.unparse(target) for target in node.targets}
        elif isinstance(node, ast.AnnAssign) and told(node.annotation):
            found.add(ast.unparse(node.target))
            found.add(f"self.{ast.unparse(node.target)}")  # a field of a dataclass
        elif isinstance(node, ast.arg) and told(node.annotation):
            found.add(node.arg)
        elif isinstance(node, ast.FunctionDef) and told(node.returns) and node.decorator_list:
            found.add(f"self.{node.name}")
    return found


def from_text(call: ast.Call) -> bool:
    """Whether an operation that makes functions or fields is given text, or names."""
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    inner = [node for argument in given for node in ast.walk(argument)]
    names = any(keyword.arg is None for keyword in call.keywords)
    texts = any(isinstance(n, ast.Constant) and isinstance(n.value, str) for n in inner)
    return names or texts or any(isinstance(n, ast.JoinedStr) for n in inner)


def offences(source: str) -> list[str]:
    """What in `source` breaks the law, as ``"line N: ..."``."""
    tree = ast.parse(source)
    harmless, indices, tables = annotations(tree), integers(tree), mappings(tree)
    found: list[tuple[int, str]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            found += [(node.lineno, text) for text in offences_of_import(node)]
        elif isinstance(node, ast.Attribute):
            if node.attr in COORDINATES | BY_NUMBER:
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
            and ast.unparse(node.value) not in tables
        ):
            found.append((node.lineno, f"subscripts {ast.unparse(node)}"))
        elif (
            isinstance(node, ast.Call)
            and getattr(node.func, "attr", getattr(node.func, "id", "")) in MAKERS
            and from_text(node)
        ):
            found.append((node.lineno, f"makes something from text: {ast.unparse(node)}"))
    return [f"line {line}: {text}" for line, text in sorted(found)]


def lawful_files() -> list[Path]:
    folders = [ROOT / "mechanics" / name for name in LAWFUL]
    return [p for folder in folders for p in (sorted(folder.rglob("*.py")) or [folder])]


def broken(paths: list[Path], law: Callable[[str], list[str]]) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}, {text}"
        for path in paths
        for text in law(path.read_text(encoding="utf-8"))
    ]


def test_the_law_has_subjects() -> None:
    names = {path.relative_to(ROOT / "mechanics").as_posix() for path in lawful_files()}
    assert {"model/lagrangian.py", "theories/base.py", "analysis/energy.py"} <= names
    assert len(names) > 30


def test_geometry_is_written_without_coordinates() -> None:
    assert broken(lawful_files(), offences) == []


def test_the_papers_see_only_public_faces() -> None:
    papers = sorted((ROOT / "mechanics" / "papers").rglob("*.py"))
    assert len(papers) > 50

    def law(source: str) -> list[str]:
        nodes = ast.walk(ast.parse(source))
        imports = [n for n in nodes if isinstance(n, ast.Import | ast.ImportFrom)]
        return [text for node in imports for text in offences_of_import(node)]

    # The engine reads a file that its user names; nothing else there imports by name.
    found = broken(papers, law)
    assert [text for text in found if "papers/engine" not in text or "importlib" not in text] == []


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
        "theta.partial(0)",
        "theta.contract(1)",
        "jets.function('xdot**2')",
        "E.function(f'{q} - 1')",
        "jets.vector_field({'x': 1})",
        "jets.vector_field(x=1)\njets.vector_field(**fields)",
        "system.names[key]",
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
        "jets.function(0)",
        "WORDS = {'zero': 'nowhere'}\ntext = WORDS[kind]",
        "def f(known: dict[str, int]) -> int:\n    return known[name]",
        "class A:\n    known: dict[str, int]\n    def f(self):\n        return self.known[name]",
    ],
)
def test_what_the_law_allows(source: str) -> None:
    assert offences(source) == []


@pytest.mark.parametrize("name", ["Form", "VectorForm", "Derivation", "Map"])
def test_no_geometric_object_can_be_indexed(name: str) -> None:
    assert not hasattr(getattr(diffgeo, name), "__getitem__")
