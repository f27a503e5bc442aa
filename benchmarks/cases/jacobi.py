"""The Jacobi identity for random rational vector fields in dimension 3.

The answer is a decision (zero or not) about [X,[Y,Z]] + [Y,[Z,X]] + [Z,[X,Y]]. The same sum
with one sign changed is not zero; every contender is asked both. What is compared before the
timing is the decision and the value of [X,[Y,Z]] at a point.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

from benchmarks import random_data
from benchmarks.harness import Case, Contender, Instance
from benchmarks.random_data import Polynomial

NAMES = ("x", "y", "z")
#: Three fields of three components, each a numerator and a denominator, and the sign.
Data = tuple[list[list[tuple[Polynomial, Polynomial]]], int]


def instances(quick: bool) -> list[Instance]:
    """Denominators that are 1, one for each field, one for each component."""
    made = []
    kinds = {0: "polynomial", 1: "one denominator for each field", 2: "for each component"}
    for kind, label in kinds.items():
        for sign in (1, -1):
            if not quick or kind == 1:
                name = label if sign > 0 else f"{label}, wrong sign"
                made.append(Instance(name, (_fields(kind), sign)))
    return made


def _fields(kind: int) -> list[list[tuple[Polynomial, Polynomial]]]:
    random = Random(kind)
    one: Polynomial = {(0, 0, 0): 1}

    def denominator() -> Polynomial:
        return {(0, 0, 0): 5, **random_data.polynomial(random, 3, 1, 1), (1, 1, 0): 1}

    fields = []
    for _ in range(3):
        shared = denominator() if kind else one
        numerators = [random_data.polynomial(random, 3, 2, 3) for _ in NAMES]
        fields.append([(p, denominator() if kind == 2 else shared) for p in numerators])
    return fields


def _value(zero: bool, value: Any) -> tuple[tuple[Any, ...], str]:
    return (zero, Fraction(str(value))), ""


def _point() -> dict[str, Fraction]:
    return dict(zip(NAMES, random_data.point(3), strict=True))


def _brackets(
    data: tuple[list[Any], int], bracket: Callable[[Any, Any], Any]
) -> tuple[Any, Any, Any]:
    (X, Y, Z), _ = data
    return bracket(X, bracket(Y, Z)), bracket(Y, bracket(Z, X)), bracket(Z, bracket(X, Y))


# --- ours ------------------------------------------------------------------------------


def _texts(data: Data) -> tuple[list[dict[str, str]], int]:
    import diffgeo.rings.exact  # loaded before the clock starts

    del diffgeo
    fields = [
        {
            name: f"({random_data.text(p, NAMES)})/({random_data.text(q, NAMES)})"
            for name, (p, q) in zip(NAMES, field, strict=True)
        }
        for field in data[0]
    ]
    return fields, data[1]


def _exact(data: tuple[list[dict[str, str]], int]) -> tuple[bool, Any]:
    from diffgeo import Manifold, bracket, check

    M = Manifold("M", NAMES)
    fields = [M.vector_field(texts) for texts in data[0]]
    first, second, third = _brackets((fields, data[1]), bracket)
    identity = first + second + data[1] * third == 0
    return bool(check(identity, counterexample=False)), first


def _exact_answer(data: Data, result: tuple[bool, Any]) -> tuple[tuple[Any, ...], str]:
    values = {name: str(value) for name, value in _point().items()}
    return _value(result[0], result[1].components["x"].to_sympy().subs(values))


# --- peers: components are lists -------------------------------------------------------


def _peer(variables: list[Any], data: Data) -> tuple[list[list[Any]], int, list[Any]]:
    fields = [
        [random_data.build(p, variables) / random_data.build(q, variables) for p, q in field]
        for field in data[0]
    ]
    return fields, data[1], variables


def _sympy(data: Data) -> Any:
    import sympy

    return _peer(list(sympy.symbols(NAMES)), data)


def _symengine(data: Data) -> Any:
    import symengine

    return _peer([symengine.Symbol(name) for name in NAMES], data)


def _sympy_field(data: Data) -> Any:
    import sympy

    return _peer(list(sympy.field(NAMES, sympy.ZZ)[1:]), data)


def _diffgeom(data: Data) -> Any:
    import sympy
    from sympy.diffgeom import CoordSystem, Manifold, Patch

    system = CoordSystem("C", Patch("P", Manifold("M", 3)), sympy.symbols(NAMES, real=True))
    functions, frame = system.base_scalars(), system.base_vectors()
    fields, sign, _ = _peer(functions, data)
    made = [sum(c * e for c, e in zip(field, frame, strict=True)) for field in fields]
    return made, sign, functions


def _solve(zero: Callable[[Any], bool]) -> Callable[[Any], tuple[bool, Any]]:
    """The computation by components, with a decision whether an expression is zero."""

    def run(state: tuple[list[list[Any]], int, list[Any]]) -> tuple[bool, Any]:
        fields, sign, x = state

        def bracket(X: list[Any], Y: list[Any]) -> list[Any]:
            return [
                sum(X[b] * Y[a].diff(x[b]) - Y[b] * X[a].diff(x[b]) for b in range(3))
                for a in range(3)
            ]

        first, second, third = _brackets((fields, sign), bracket)
        terms = zip(first, second, third, strict=True)
        return all(zero(a + b + sign * c) for a, b, c in terms), (first[0], x)

    return run


def _together(expression: Any) -> bool:
    import sympy

    return sympy.expand(sympy.fraction(sympy.together(expression))[0]) == 0


def _cancel(expression: Any) -> bool:
    import sympy

    return sympy.cancel(expression) == 0


def _numerator(expression: Any) -> bool:
    import symengine

    return symengine.expand(expression.as_numer_denom()[0]) == 0


def _commutator(state: tuple[list[Any], int, list[Any]]) -> tuple[bool, Any]:
    from sympy.diffgeom import Commutator

    fields, sign, functions = state
    first, second, third = _brackets((fields, sign), Commutator)
    total = first + second + sign * third
    zero = all(_together(total.rcall(f)) for f in functions)
    return zero, (first.rcall(functions[0]), functions)


def _peer_answer(data: Data, result: tuple[bool, Any]) -> tuple[tuple[Any, ...], str]:
    import sympy

    zero, (expression, variables) = result
    expression = expression.as_expr() if hasattr(expression, "numer") else expression
    names = zip(variables, _point().values(), strict=True)
    values = {_symbol(v): sympy.Rational(str(value)) for v, value in names}
    return _value(zero, sympy.sympify(expression).subs(values))


def _symbol(variable: Any) -> Any:
    import sympy

    if hasattr(variable, "numer"):
        return variable.as_expr()
    return sympy.sympify(variable)


CASE = Case(
    "jacobi",
    "Jacobi identity of rational vector fields in dimension 3",
    instances,
    (
        Contender("exact ring", _texts, _exact, _exact_answer),
        Contender("SymPy together", _sympy, _solve(_together), _peer_answer, ("sympy",)),
        Contender("SymPy cancel", _sympy, _solve(_cancel), _peer_answer, ("sympy",)),
        Contender("SymPy field", _sympy_field, _solve(lambda e: e == 0), _peer_answer, ("sympy",)),
        Contender("sympy.diffgeom", _diffgeom, _commutator, _peer_answer, ("sympy",)),
        Contender("symengine", _symengine, _solve(_numerator), _peer_answer, ("symengine",)),
    ),
)
