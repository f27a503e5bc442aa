"""[K, [K, K]] = 0 for random polynomial (1,1) tensors, with the Frölicher-Nijenhuis bracket.

Random polynomials of degree 2 with 3 terms. The exact ring proves the identity; germs bound
the probability that it is false by 2**-64. The peers compute both brackets by components and
expand. All agree on a value of [K, K] at a point before they are timed.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from benchmarks import components, random_data
from benchmarks.harness import Case, Contender, Instance
from benchmarks.random_data import Polynomial

#: K by rows: the value on dx^a is Σ_b K[a][b] dx^b.
Tensor = list[list[Polynomial]]


def instances(quick: bool) -> list[Instance]:
    """Dimensions 3 to 6, and 10."""
    return [Instance(f"dimension {n}", _tensor(n)) for n in ((3, 4) if quick else (3, 4, 5, 6, 10))]


def _tensor(n: int) -> Tensor:
    random = Random(n)
    return [[random_data.polynomial(random, n, 2, 3) for _ in range(n)] for _ in range(n)]


def _names(n: int) -> list[str]:
    return [f"x{k}" for k in range(n)]


def _value(numbers: Any) -> tuple[Any, ...]:
    """The answer: [K, [K, K]] = 0, and a coefficient of [K, K] at the point."""
    zero, value = numbers
    return zero, Fraction(str(value))


# --- ours ------------------------------------------------------------------------------


def _texts(data: Tensor) -> dict[str, dict[str, str]]:
    import diffgeo.rings.exact  # loaded before the clock starts

    del diffgeo
    names = _names(len(data))
    return {
        name: {other: random_data.text(p, names) for other, p in zip(names, row, strict=True)}
        for name, row in zip(names, data, strict=True)
    }


def _exact(texts: dict[str, dict[str, str]]) -> tuple[Any, Any]:
    from diffgeo import Manifold, bracket, check

    K = Manifold("M", list(texts)).vector_form(1, texts)
    square = bracket(K, K)
    return check(bracket(K, square) == 0, counterexample=False), square


def _exact_answer(data: Tensor, result: tuple[Any, Any]) -> tuple[tuple[Any, ...], str]:
    verdict, square = result
    names = _names(len(data))
    coefficient = square.components[names[0]].components[names[0], names[1]].to_sympy()
    point = dict(zip(names, map(str, random_data.point(len(data))), strict=True))
    return _value((bool(verdict), coefficient.subs(point))), verdict.status.name


def _germs(data: Tensor, **options: Any) -> tuple[Any, Any]:
    from diffgeo import Form, Manifold, VectorForm, bracket, check
    from diffgeo.rings.germ import GermRing

    names = _names(len(data))
    ring = GermRing(names, order=2, **options)
    M = Manifold("M", names, ring=ring)
    variables = [ring.generator(name) for name in names]
    values = [
        Form(M, 1, {1 << b: random_data.build(p, variables) for b, p in enumerate(row)})
        for row in data
    ]
    K = VectorForm(M, 1, values)
    square = bracket(K, K)
    identity = bracket(K, square) == 0
    return (identity if options else check(identity, counterexample=False)), square


def _germ_data(data: Tensor) -> Tensor:
    import diffgeo.rings.germ  # loaded before the clock starts

    del diffgeo
    return data


def _germ_answer(data: Tensor, result: tuple[Any, Any]) -> tuple[tuple[Any, ...], str]:
    verdict = result[0]
    names = _names(len(data))
    base = dict(zip(names, random_data.point(len(data)), strict=True))
    _, square = _germs(data, field="Q", points=1, base=base)
    value = square.components[names[0]].components[names[0], names[1]].element().array[0, 0]
    return _value((bool(verdict), value)), verdict.status.name


# --- peers -----------------------------------------------------------------------------


def _peer(module: str, data: Tensor) -> tuple[Any, list[Any], list[components.Form]]:
    import importlib

    algebra = importlib.import_module(module)
    x = [algebra.Symbol(name) for name in _names(len(data))]
    K: list[components.Form] = [
        {(b,): random_data.build(p, x) for b, p in enumerate(row)} for row in data
    ]
    return algebra.expand, x, K


def _sympy_ring(data: Tensor) -> tuple[Any, list[Any], list[components.Form]]:
    import sympy

    x = list(sympy.ring(_names(len(data)), sympy.ZZ)[1:])
    K: list[components.Form] = [
        {(b,): random_data.build(p, x) for b, p in enumerate(row)} for row in data
    ]
    return (lambda p: p), x, K


def _by_components(state: tuple[Any, list[Any], list[components.Form]]) -> tuple[bool, Any]:
    expand, x, K = state

    def diff(coefficient: Any, index: int) -> Any:
        return coefficient.diff(x[index])

    square = components.apply(components.bracket(K, 1, K, 1, diff), expand)
    cube = components.apply(components.bracket(K, 1, square, 2, diff), expand)
    return not any(cube), (square, x)


def _peer_answer(data: Tensor, result: tuple[bool, Any]) -> tuple[tuple[Any, ...], str]:
    import sympy

    zero, (square, x) = result
    coefficient = square[0][0, 1]
    coefficient = coefficient.as_expr() if hasattr(coefficient, "as_expr") else coefficient
    point = zip(map(str, x), random_data.point(len(data)), strict=True)
    values = {sympy.Symbol(name): sympy.Rational(str(value)) for name, value in point}
    return _value((zero, sympy.sympify(coefficient).subs(values))), ""


CASE = Case(
    "nijenhuis",
    "[K, [K, K]] = 0 for a random polynomial (1,1) tensor",
    instances,
    (
        Contender("exact ring", _texts, _exact, _exact_answer),
        Contender("germs", _germ_data, _germs, _germ_answer),
        Contender("SymPy ring", _sympy_ring, _by_components, _peer_answer, ("sympy",)),
        Contender(
            "SymPy expand",
            lambda data: _peer("sympy", data),
            _by_components,
            _peer_answer,
            ("sympy",),
        ),
        Contender(
            "symengine expand",
            lambda data: _peer("symengine", data),
            _by_components,
            _peer_answer,
            ("symengine",),
        ),
    ),
)
