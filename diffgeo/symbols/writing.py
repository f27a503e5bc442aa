"""Symbolic objects as text for readers and as Python code for counterexamples."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from diffgeo.symbols.objects import Symbolic, SymbolicOperator, is_zero


def text(thing: Symbolic) -> str:
    """The object as it was made: ``[K, M]``, ``i_K``, ``L_{[K, M]}``, ``d``."""
    kind, arguments = thing.kind, thing.arguments
    if kind == "symbol":
        return str(arguments[0])
    if kind in ("identity", "d"):
        return "id" if kind == "identity" else "d"
    if kind == "sum":
        return " + ".join(map(text, arguments)).replace("+ -", "- ") or "0"
    if kind == "multiple":
        factor, inner = arguments
        size = "" if abs(factor) == 1 else f"{abs(factor)}*"
        return f"{'-' if factor < 0 else ''}{size}{_factor(inner)}"
    if kind == "product":
        return "*".join(map(_factor, arguments))
    if kind == "bracket":
        return f"[{text(arguments[0])}, {text(arguments[1])}]"
    if kind == "composition":
        return "∘".join(map(_factor, arguments))
    if kind == "applied":
        return f"{_factor(arguments[0])}({text(arguments[1])})"
    letter = "L" if kind == "lie" else "i"
    index = text(arguments[0])
    operator = f"{letter}_{index}" if index.isidentifier() else f"{letter}_{{{index}}}"
    return operator if len(arguments) == 1 else f"{operator}({text(arguments[1])})"


def _factor(thing: Symbolic) -> str:
    plain = thing.kind not in ("sum", "multiple", "composition", "product") or is_zero(thing)
    return text(thing) if plain else f"({text(thing)})"


def code(thing: Symbolic, names: Mapping[Symbolic, str]) -> str:
    """A Python expression for the object, with the given names for its symbols."""
    kind, arguments = thing.kind, thing.arguments
    if kind == "symbol":
        return names[thing]
    if kind in ("identity", "d"):
        return "space.identity" if kind == "identity" else "d.on(space)"
    if kind == "applied":
        return code_of_value(arguments[0], code(arguments[1], names), names)
    inner = [code(a, names) for a in arguments if isinstance(a, Symbolic)]
    if kind == "sum":
        return f"({' + '.join(inner)})" if inner else "0"
    if kind == "multiple":
        return f"{_number(arguments[0])} * {inner[0]}"
    if kind == "product":
        return f"({inner[0]}) * ({inner[1]})"
    name = {"insertion": "interior"}.get(kind, kind)
    return f"{name}({', '.join(inner)})"


def code_of_value(operator: SymbolicOperator, form: str, names: Mapping[Symbolic, str]) -> str:
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


def _number(value: Any) -> str:
    return f"({value})" if value.denominator == 1 else f"Fraction({str(value)!r})"
