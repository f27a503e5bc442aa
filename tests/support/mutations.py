"""Changes of the library that make it wrong, and a pytest plugin that runs tests under them.

A change is written as text, with names below `diffgeo` (those of `mechanics` in full):

- ``-1 calculus.brackets.bracket``: the results of a function, method or property have the wrong
  sign; ``2`` instead of ``-1`` is a wrong factor, ``0`` a term that is left out;
- ``swapped calculus.brackets.bracket``: the first two arguments are exchanged;
- ``flipped:2 mechanics.theories.projection_theory.construct``: the third sign or factor
  in its code, counted from 0 by `slips`, is wrong: + for -, x for -x, 2 x for a number x in a
  product;
- ``unsigned calculus.forms``: the signs of graded algebra that modules make are all ``+``,
  with ``opposite`` the opposite ones; ``calculus.forms.wedge_sign`` is one of them.

As a plugin (``python -m pytest -p mutations``) it reads lines of a test's name, a tab and a
change from the file that the environment variable MUTATIONS names, runs each of these tests
under its change in a process of its own, so that nothing computed wrongly is kept, and writes
what became of each to the file with the ending .results.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import os
import sys
from collections.abc import Callable, Iterator
from functools import cached_property, partial, wraps
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, Phase, settings

from diffgeo import Derivation, Form, Multivector, Tensor, VectorForm
from diffgeo.proofs.symbolic_objects import Symbolic

SCALABLE = (Form, VectorForm, Multivector, Tensor, Derivation, Symbolic)
SIGNS = ("koszul", "wedge_sign", "permutation_sign")

#: Whether a changed operation is at work: what it calls itself, and its multiplication by a
#: factor, is right.
_inside = [False]


def apply(change: str, patch: pytest.MonkeyPatch) -> None:
    """Make the library wrong, until the patch is undone."""
    what, _, name = change.partition(" ")
    if what in ("unsigned", "opposite"):
        for each in name.split():
            place, _, last = each.rpartition(".")
            module = importlib.import_module(f"diffgeo.{place if last in SIGNS else each}")
            for sign in [last] if last in SIGNS else SIGNS:
                if right := getattr(module, sign, None):
                    turned = partial(lambda right, *given: -right(*given), right)
                    patch.setattr(module, sign, turned if what == "opposite" else lambda *_: 1)
        return
    owner, attribute = located(name)
    right = vars(owner)[attribute]
    if what.startswith("flipped:"):
        _put(owner, attribute, _flipped(code_of(right), int(what[8:])), patch)
        return
    if isinstance(right, property | cached_property):

        def keep(self: Any, value: Any) -> None:
            vars(self)[attribute] = value  # what __init__ knows already

        read = _changed(what, lambda self: right.__get__(self, type(self)), 1)
        patch.setattr(owner, attribute, property(read, keep))
    elif isinstance(owner, type):
        _put(owner, attribute, _changed(what, code_of(right), 1), patch)
    else:
        _put(owner, attribute, _changed(what, right, 0), patch)


def code_of(member: Any) -> Any:
    """The function that a property, class method or static method is made of; a function itself."""
    for name in ("fget", "func", "__func__"):
        if found := getattr(member, name, None):
            return found
    return member


def _put(owner: Any, attribute: str, wrong: Any, patch: pytest.MonkeyPatch) -> None:
    """Put a function in the place of a member of a class, of its kind, or of a function."""
    right = vars(owner)[attribute]
    if isinstance(owner, type):
        kept = wrong if inspect.isfunction(right) else type(right)(wrong)
        if isinstance(kept, cached_property):
            kept.__set_name__(owner, attribute)
        patch.setattr(owner, attribute, kept)
        return
    # A function is called by the name that a module has imported.
    for module in list(sys.modules.values()):
        for key, value in list(getattr(module, "__dict__", {}).items()):
            if value is right:
                patch.setattr(module, key, wrong)


def slips(function: Any) -> list[Callable[[], None]]:
    """What makes one sign or factor in the code of a function wrong, each; see `_flipped`."""
    return _slips(_tree(function))


def _tree(function: Any) -> ast.Module:
    tree = ast.parse(dedent(inspect.getsource(inspect.unwrap(function))))
    made = tree.body[0]
    if isinstance(made, ast.FunctionDef):
        made.decorator_list = []
    return tree


def _slips(tree: ast.Module) -> list[Callable[[], None]]:
    """Signs and numerical factors, not those of indices and of text."""
    found: list[Callable[[], None]] = []
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            found.append(partial(setattr, node, "operand", ast.UnaryOp(ast.USub(), node.operand)))
        elif isinstance(node, ast.BinOp):
            ends = (node.left, node.right)
            numbers = [end for end in ends if getattr(end, "value", None) in (1, 2, 3, 4)]
            if any(isinstance(getattr(end, "value", None), str) for end in ends):
                continue
            if isinstance(node.op, ast.Add | ast.Sub):
                other = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
                found.append(partial(setattr, node, "op", other))
            elif isinstance(node.op, ast.Mult | ast.Div) and numbers:
                found.append(partial(setattr, numbers[0], "value", 2 * numbers[0].value))
        called = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "range"
        if called or isinstance(node, ast.JoinedStr):
            continue
        children = [node.value] if isinstance(node, ast.Subscript) else ast.iter_child_nodes(node)
        waiting += children
    return found


def _flipped(function: Any, number: int) -> Any:
    """The function with one sign or factor of its code made wrong."""
    right = inspect.unwrap(function)
    tree = _tree(right)
    _slips(tree)[number]()
    flags = annotations.compiler_flag
    code = compile(ast.fix_missing_locations(tree), right.__code__.co_filename, "exec", flags)
    made: dict[str, Any] = {}
    exec(code, vars(sys.modules[right.__module__]), made)
    return made[right.__name__]


def _changed(what: str, right: Callable[..., Any], first: int) -> Callable[..., Any]:
    """The wrong operation; ``first`` is the place of its first argument, after self."""

    @wraps(right)
    def wrong(*given: Any, **options: Any) -> Any:
        if _inside[0]:
            return right(*given, **options)
        _inside[0] = True
        try:
            if what != "swapped":
                return _multiplied(int(what), right(*given, **options))
            exchanged = given[first : first + 2][::-1]
            return right(*given[:first], *exchanged, *given[first + 2 :], **options)
        finally:
            _inside[0] = False

    return wrong


def _multiplied(factor: int, result: Any) -> Any:
    if isinstance(result, SCALABLE):
        return factor * result
    if type(result) in (tuple, list):
        return type(result)(_multiplied(factor, each) for each in result)
    if type(result) is dict:
        return {key: _multiplied(factor, each) for key, each in result.items()}
    return result


def located(name: str) -> tuple[Any, str]:
    """The module or class, and the name in it, of what a change is about."""
    parts = name.split(".")
    above = [] if parts[0] == "mechanics" else ["diffgeo"]
    for count in range(len(parts) - 1, 0, -1):
        try:
            owner: Any = importlib.import_module(".".join([*above, *parts[:count]]))
        except ModuleNotFoundError:
            continue
        for part in parts[count:-1]:
            owner = getattr(owner, part)
        return owner, parts[-1]
    raise ModuleNotFoundError(name)


# --- the plugin ----------------------------------------------------------------------------


def _given() -> Path | None:
    return Path(os.environ["MUTATIONS"]) if "MUTATIONS" in os.environ else None


def _changes() -> Iterator[tuple[str, str]]:
    if path := _given():
        for line in path.read_text(encoding="utf-8").splitlines():
            test, _, change = line.partition("\t")
            yield test, change


def pytest_runtest_protocol(item: pytest.Function, nextitem: Any) -> bool | None:
    """Run one test under its change, in a child process, and note whether it passed."""
    name = item.nodeid.partition("[")[0].removeprefix("tests/diffgeo/")
    change = dict(_changes()).get(name)
    if change is None:
        return None
    _use_few_examples(item)
    child = os.fork()
    if not child:
        ended = 2  # the change could not be made
        try:
            with pytest.MonkeyPatch.context() as patch:
                apply(change, patch)
                reports = runtestprotocol(item, log=False, nextitem=None)
            ended = any(report.failed for report in reports if report.when == "call")
        finally:
            os._exit(ended)
    _, status = os.waitpid(child, 0)
    if path := _given():
        became = ("passed", "failed", "not run")[min(os.waitstatus_to_exitcode(status) % 256, 2)]
        with path.with_suffix(".results").open("a", encoding="utf-8") as file:
            file.write(f"{name}\t{became}\n")
    return True


def _use_few_examples(item: pytest.Function) -> None:
    """The same few examples each time, and no smaller ones where they fail."""
    test: Any = item.obj
    found = getattr(test, "_hypothesis_internal_use_settings", None)
    if found is not None:
        test._hypothesis_internal_use_settings = settings(
            found,
            max_examples=min(found.max_examples, 10),
            phases=[Phase.explicit, Phase.generate],
            derandomize=True,
            database=None,
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        )
