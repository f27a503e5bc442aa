"""Which tests state identities, which of them refute something, and what makes the others fail.

Read from the syntax tree: a test states identities if it asserts the truth of ``check(...)``,
``natural(...)`` or a question ``thing.is_...()``, itself or in a function of its module that it
calls. It has its own negative control if it asserts a negation, a refutation or a violated
axiom. For all others a line of `TABLE` names the change of the library that makes them fail.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
TABLE = HERE.parent / "data" / "negative_controls.txt"
TESTS = HERE.parent / "diffgeo"

#: Functions whose truth is an identity.
STATING = {"check", "natural"}
#: Questions to a ring about one element; the tests of rings ask them of zeros and of others.
OF_RINGS = {"is_zero", "is_file", "is_dir"}


def identity_tests() -> list[Path]:
    """The files with tests of identities."""
    return [path for path in sorted(TESTS.glob("*/test_*.py")) if path.parent.name != "interop"]


def uncontrolled(path: Path) -> Iterator[str]:
    """The tests of a file that state identities and refute nothing."""
    functions = {
        node.name: node
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
    }
    for name, node in functions.items():
        reached = list(_reached(node, functions))
        if (
            name.startswith("test")
            and any(_states(each) for each in reached)
            and not any(_refutes(each) for each in reached)
        ):
            yield f"{path.parent.name}/{path.name}::{name}"


def controls() -> dict[str, str]:
    """The change of the library that makes a test fail, by the name of the test."""
    found: dict[str, str] = {}
    change = ""
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line.startswith("    "):
            found[line.strip()] = change
        elif line and not line.startswith("#"):
            change = line
    return found


def _reached(
    node: ast.FunctionDef, functions: dict[str, ast.FunctionDef]
) -> Iterator[ast.FunctionDef]:
    """A function and the functions of its module that it calls, directly or not."""
    seen = {node.name}
    waiting = [node]
    while waiting:
        found = waiting.pop()
        yield found
        for part in ast.walk(found):
            if isinstance(part, ast.Name) and part.id in functions and part.id not in seen:
                seen.add(part.id)
                if not part.id.startswith("test"):
                    waiting.append(functions[part.id])


def _states(node: ast.FunctionDef) -> bool:
    return any(
        isinstance(part, ast.Call) and _states_truth(part.func)
        for statement in ast.walk(node)
        if isinstance(statement, ast.Assert)
        for part in ast.walk(statement.test)
    )


def _states_truth(called: ast.expr) -> bool:
    if isinstance(called, ast.Name):
        return called.id in STATING
    if not isinstance(called, ast.Attribute) or called.attr in OF_RINGS:
        return False
    return called.attr.startswith("is_")


def _refutes(node: ast.FunctionDef) -> bool:
    return any(
        (isinstance(part, ast.Assert | ast.Lambda) and _negates_a_call(part))
        or "REFUTED" in (getattr(part, "attr", ""), getattr(part, "value", ""))
        or (isinstance(part, ast.Call) and _expects_a_violation(part))
        for part in ast.walk(node)
    )


def _negates_a_call(statement: ast.Assert | ast.Lambda) -> bool:
    return any(
        isinstance(part, ast.UnaryOp)
        and isinstance(part.op, ast.Not)
        and any(isinstance(inner, ast.Call) for inner in ast.walk(part.operand))
        for part in ast.walk(statement)
    )


def _expects_a_violation(call: ast.Call) -> bool:
    text = ast.unparse(call)
    return text.startswith("pytest.raises(") and (
        "AxiomViolation" in text or "AssertionError" in text
    )
