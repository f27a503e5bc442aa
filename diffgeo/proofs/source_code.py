"""Symbolic objects as Python code, for counterexamples that can be pasted and run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from diffgeo.proofs import constructions
from diffgeo.proofs.symbolic_multivectors import SymbolicMultivector
from diffgeo.proofs.symbolic_objects import Symbolic, SymbolicForm, SymbolicOperator, is_zero

Names = Mapping[Any, str]


def code(thing: Symbolic, names: Names, space: str = "space") -> str:
    """A Python expression for the object, with the given names for symbols and manifolds.

    What may live on each manifold is written on the given space.
    """
    space = space if thing.home is None else names.get(thing.home, "space")
    match thing.made:
        case constructions.Named():
            return names[thing]
        case constructions.Number((value,)):
            return f"{space}.function({str(value)!r})"
        case constructions.Unit():
            return f"{space}.identity"
        case constructions.Exterior():
            return f"d.on({space})"
        case constructions.Applied((operator, form)):
            return code_of_value(operator, code(form, names, space), names, space)
    there = space
    if isinstance(thing.made, constructions.Back):
        there = names.get(thing.arguments[0].target, "space")
    inner = [code(a, names, there) for a in thing.operands]
    match thing.made:
        case constructions.Insertion((_, along)) if isinstance(
            along.made, constructions.Along
        ) and isinstance(along.arguments[1].made, constructions.Unit):
            return f"{names[along.arguments[0]]}.tangent({inner[0]})"
        case constructions.Along():
            return f"{inner[0]}.restrict({inner[1]})"
        case constructions.Back():
            return f"{inner[0]}.pull({inner[1]})"
        case constructions.NamedDerivation():
            parts = map("{}({})".format, ("lie", "interior")[-len(inner) :], inner)
            return f"({' + '.join(parts)})"
        case constructions.Composition():
            same = f"Map({space}, {space}, {{x: x for x in {space}.chart.coordinates}})"
            return f"({' @ '.join(inner)})" if inner else same
        case constructions.Sum():
            return f"({' + '.join(inner)})" if inner else _zero(thing, space)
        case constructions.Multiple((factor, _)):
            return f"{_number(factor)} * {inner[0]}"
        case constructions.Product() if isinstance(thing, SymbolicMultivector):
            return f"multivector({', '.join(inner)})"
        case constructions.Product():
            return f"({inner[0]}) * ({inner[1]})"
        case constructions.Insertion() if isinstance(thing, SymbolicMultivector):
            return f"({inner[1]}).insert({inner[0]})"
        case constructions.Value():
            return f"({inner[0]})({', '.join(inner[1:])})"
        case constructions.Composed():
            return f"interior({inner[1]}, {inner[0]})"
        case constructions.Interior() | constructions.Insertion():
            return f"interior({', '.join(inner)})"
        case constructions.Lie():
            return f"lie({', '.join(inner)})"
    return f"bracket({', '.join(inner)})"


def code_of_value(operator: SymbolicOperator, form: str, names: Names, space: str = "space") -> str:
    """A Python expression for the value of an operator on a form given by an expression."""
    if operator.is_derivation and not is_zero(operator):
        return f"({code(operator, names, space)})({form})"
    match operator.made:
        case constructions.Sum(terms):
            return f"({' + '.join(code_of_value(a, form, names, space) for a in terms) or 0})"
        case constructions.Multiple((factor, inner)):
            return f"{_number(factor)} * {code_of_value(inner, form, names, space)}"
        case constructions.Product((omega, inner)):
            return f"({code(omega, names, space)}) * {code_of_value(inner, form, names, space)}"
        case constructions.Multiplication((omega,)):
            return f"({code(omega, names, space)}) * {form}"
        case constructions.Interior((P,)):
            return f"interior({code(P, names, space)}, {form})"
        case constructions.Lie((P,)):
            P, sign = code(P, names, space), "+" if operator.degree % 2 == 0 else "-"
            return f"(interior({P}, d({form})) {sign} d(interior({P}, {form})))"
    first, second = operator.arguments
    there = code_of_value(first, code_of_value(second, form, names, space), names, space)
    if isinstance(operator.made, constructions.Composition):
        return there
    back = code_of_value(second, code_of_value(first, form, names, space), names, space)
    sign = "+" if first.degree * second.degree % 2 else "-"
    return f"({there} {sign} {back})"


def _zero(thing: Symbolic, space: str) -> str:
    """The zero of one degree; negative degrees occur inside operators only."""
    if isinstance(thing, SymbolicForm):
        return f"{space}.form({thing.degree}, {{}})"
    if isinstance(thing, SymbolicOperator):
        return f"interior({space}.vector_form({thing.degree + 1}, {{}}))"
    return f"{space}.vector_form({thing.degree}, {{}})"


def _number(value: Any) -> str:
    return f"({value})" if value.denominator == 1 else f"Fraction({str(value)!r})"
