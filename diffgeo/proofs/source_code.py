"""Symbolic objects as Python code, for counterexamples that can be pasted and run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from diffgeo.proofs.symbolic_objects import Symbolic, SymbolicForm, SymbolicOperator, is_zero

Names = Mapping[Symbolic, str]


def code(thing: Symbolic, names: Names) -> str:
    """A Python expression for the object, with the given names for its symbols."""
    kind, arguments = thing.kind, thing.arguments
    if kind == "symbol":
        return names[thing]
    if kind == "number":
        return f"space.function({str(arguments[0])!r})"
    if kind in ("identity", "d"):
        return "space.identity" if kind == "identity" else "d.on(space)"
    if kind == "applied":
        return code_of_value(arguments[0], code(arguments[1], names), names)
    inner = [code(a, names) for a in arguments if isinstance(a, Symbolic)]
    if kind == "derivation":
        return f"({' + '.join(map('{}({})'.format, ('lie', 'interior')[-len(inner) :], inner))})"
    if kind == "sum":
        return f"({' + '.join(inner)})" if inner else _zero(thing)
    if kind == "multiple":
        return f"{_number(arguments[0])} * {inner[0]}"
    if kind == "product":
        return f"({inner[0]}) * ({inner[1]})"
    if kind == "value":
        return f"({inner[0]})({', '.join(inner[1:])})"
    if kind == "composed":
        return f"interior({inner[1]}, {inner[0]})"
    name = {"insertion": "interior"}.get(kind, kind)
    return f"{name}({', '.join(inner)})"


def code_of_value(operator: SymbolicOperator, form: str, names: Names) -> str:
    """A Python expression for the value of an operator on a form given by an expression."""
    if operator.is_derivation and not is_zero(operator):
        return f"({code(operator, names)})({form})"
    kind, arguments = operator.kind, operator.arguments
    if kind == "sum":
        return f"({' + '.join(code_of_value(a, form, names) for a in arguments) or 0})"
    if kind == "multiple":
        return f"{_number(arguments[0])} * {code_of_value(arguments[1], form, names)}"
    if kind == "product":
        return f"({code(arguments[0], names)}) * {code_of_value(arguments[1], form, names)}"
    first, second = arguments
    there = code_of_value(first, code_of_value(second, form, names), names)
    if kind == "composition":
        return there
    back = code_of_value(second, code_of_value(first, form, names), names)
    sign = "+" if first.degree * second.degree % 2 else "-"
    return f"({there} {sign} {back})"


def _zero(thing: Symbolic) -> str:
    """The zero of one degree; negative degrees occur inside operators only."""
    if isinstance(thing, SymbolicForm):
        return f"space.form({thing.degree}, {{}})"
    if isinstance(thing, SymbolicOperator):
        return f"interior(space.vector_form({thing.degree + 1}, {{}}))"
    return f"space.vector_form({thing.degree}, {{}})"


def _number(value: Any) -> str:
    return f"({value})" if value.denominator == 1 else f"Fraction({str(value)!r})"
