"""The natural domain of a formula: where its denominators, roots and logarithms are defined."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from diffgeo.errors import DiffGeoError
from diffgeo.interop.concrete import Concrete, differentiated, insert_functions
from diffgeo.interop.sympy_bridge import to_sympy
from diffgeo.rings import expression as tree
from diffgeo.rings.elementary_functions import PRIMITIVES, WRITTEN
from diffgeo.rings.expression import Apply, Call, Expression, Number, Power, Symbol, replace

if TYPE_CHECKING:
    from sympy import Expr

#: A function, and how it has to compare with 0: ``"!="``, ``">"`` or ``">="``.
Inequality = tuple[Expression, str]
_TWO = Number(Fraction(2))
_HOLE: Expression = Symbol("")
#: Functions whose formula has a denominator that vanishes nowhere.
_EVERYWHERE = ("tanh",)


def natural_domain(formula: Expression) -> list[Inequality]:
    """What has to hold for the formula to be defined, in order of appearance."""
    found: dict[Inequality, None] = {}
    for node in formula.walk():
        condition = _condition(node)
        if condition is not None and not isinstance(condition[0], Number):
            found[condition] = None
    return list(found)


def _condition(node: Expression) -> Inequality | None:
    match node:
        case Power(base, Number(value)) if value.denominator == 1:
            return (base, "!=") if value < 0 else None
        case Power(base, Number(value)):
            return (base, ">" if value < 0 else ">=")
        case Power(tree.Constant(), _):
            return None
        case Power(base, _):
            return (base, ">")
        case Call("log", (x,)):
            return (x, ">")
        case Call("asin" | "acos", (x,)):
            return (tree.add(tree.ONE, tree.negate(Power(x, _TWO))), ">=")
        case Call(name, (x,)) if name in (*WRITTEN, *PRIMITIVES) and name not in _EVERYWHERE:
            # Its formula, or that of its derivative, has one denominator, or one root.
            formula = WRITTEN[name] if name in WRITTEN else PRIMITIVES[name].derivative
            for function, relation in natural_domain(formula(_HOLE)):
                if _HOLE in function.walk():
                    return replace(function, {_HOLE: x}.get), relation
        case Call("atan2", (y, x)):
            # Zero on the cut, where the angle jumps.
            square = tree.add(Power(x, _TWO), Power(y, _TWO))
            return (tree.add(Power(square, Number(Fraction(1, 2))), x), "!=")
    return None


def domain_of_functions(
    formulas: Sequence[Expression], functions: Mapping[str, Concrete]
) -> list[tuple[str, Expression, str]]:
    """Where the concrete functions that the formulas apply are defined: (function, c, relation).

    A denominator that cancels in a function leaves no condition.
    """
    found: dict[tuple[str, Expression, str], None] = {}
    applied = {n for f in formulas for n in f.walk() if isinstance(n, Apply)}
    for node in sorted(applied, key=str):
        if node.function not in functions:
            continue
        names, body = functions[node.function]
        others = {n: f for n, f in functions.items() if n != node.function}
        body = insert_functions(body, others)
        lowest = _in_lowest_terms(body, names)
        inequalities = [pair for pair in natural_domain(body) if pair[1] != "!="]
        inequalities += natural_domain(lowest)
        if any(node.orders):
            inequalities += natural_domain(differentiated(lowest, names, node.orders))
        images: dict[Expression, Expression] = {
            Symbol(n): insert_functions(a, functions)
            for n, a in zip(names, node.arguments, strict=True)
        }
        for function, relation in inequalities:
            found[(node.function, replace(function, images.get), relation)] = None
    return _each_once(found)


def _each_once(found: Iterable[tuple[str, Expression, str]]) -> list[tuple[str, Expression, str]]:
    """Without those that are written in another order, and those that follow from a stricter one.

    What is positive does not vanish.
    """
    strictest: dict[Expr, tuple[str, Expression, str]] = {}
    for name, function, relation in found:
        key = (name, to_sympy(function))
        if key not in strictest or relation == ">":
            strictest[key] = (name, function, relation)
    return list(strictest.values())


def _in_lowest_terms(body: Expression, names: Sequence[str]) -> Expression:
    """The formula with common factors cancelled; as it is where the exact ring cannot read it."""
    from diffgeo.rings.exact import ExactRing

    symbols = {n.name for n in body.walk() if isinstance(n, Symbol)}
    ring = ExactRing(names, sorted(symbols - set(names)))
    try:
        (element,) = ring.ingest([body])
        return ring.expression(element)
    except DiffGeoError:
        return body
