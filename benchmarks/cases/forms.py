"""d, wedge, i_X and L_X of random polynomial forms without zero coefficients.

α and α' are 2-forms, β is a 3-form, X a vector field; the answers are dα, dβ, α∧α', i_X α,
i_X β, L_X α and L_X β. They are compared by one number for each: the sum of some coefficients at
a rational point with weights 1, 2, …. (`sympy.diffgeom` is no contender: its `LieDerivative` of
a 2-form raises a TypeError.)
"""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

from benchmarks import components, floors, random_data, sage, values
from benchmarks.harness import Case, Contender, Instance
from benchmarks.random_data import Polynomial

#: Dimension, coefficients of α, α' and β by increasing indices, components of X.
Data = tuple[int, tuple[dict[tuple[int, ...], Polynomial], ...], list[Polynomial]]
DEGREES = (2, 2, 3)
#: Degrees of the answers.
RESULTS = (3, 4, 4, 1, 2, 2, 3)


def instances(quick: bool) -> list[Instance]:
    """Dimensions 4, 6, 8."""
    return [
        Instance(f"dimension {n}", _data(n), series="forms", size=n)
        for n in ((3, 4) if quick else (4, 6, 8))
    ]


def _data(n: int) -> Data:
    random = Random(n)

    def polynomial() -> Polynomial:
        return random_data.polynomial(random, n, 3, 5)

    forms = tuple({i: polynomial() for i in combinations(range(n), p)} for p in DEGREES)
    return n, forms, [polynomial() for _ in range(n)]


def _names(n: int) -> list[str]:
    return [f"x{k}" for k in range(n)]


def _keys(n: int, degree: int) -> list[tuple[int, ...]]:
    """The coefficients that are compared: some of them, with the first and the last."""
    keys = list(combinations(range(n), degree))
    return keys if len(keys) < 6 else [*keys[:: len(keys) // 4], keys[-1]]


# --- ours ------------------------------------------------------------------------------


def _texts(data: Data) -> Any:
    import diffgeo.rings.exact  # loaded before the clock starts

    del diffgeo
    n, forms, field = data
    names = _names(n)
    texts = [
        {tuple(names[a] for a in i): random_data.text(p, names) for i, p in form.items()}
        for form in forms
    ]
    return names, texts, dict(zip(names, (random_data.text(p, names) for p in field), strict=True))


def _objects(state: Any) -> Any:
    from diffgeo import Manifold

    names, texts, field = state
    M = Manifold("M", names)
    forms = [M.form(p, text) for p, text in zip(DEGREES, texts, strict=True)]
    return *forms, M.vector_field(field)


def _exact(state: Any) -> list[Any]:
    from diffgeo import d, interior, lie

    alpha, other, beta, X = state
    return [
        d(alpha),
        d(beta),
        alpha * other,
        interior(X, alpha),
        interior(X, beta),
        lie(X, alpha),
        lie(X, beta),
    ]


def _exact_answer(data: Data, result: list[Any]) -> tuple[tuple[Any, ...], str]:
    names = _names(data[0])
    point = dict(zip(names, random_data.point(len(names)), strict=True))
    numbers = []
    for degree, form in zip(RESULTS, result, strict=True):
        found = form.components
        terms = []
        for weight, key in enumerate(_keys(len(names), degree), 1):
            named = tuple(names[a] for a in key)
            f = found.get(named[0] if degree == 1 else named)
            terms += [] if f is None else [weight * f.to_sympy()]
        numbers.append(values.of_sympy(sum(terms), point))
    return tuple(numbers), ""


# --- by components -----------------------------------------------------------------------


def _components(n: int, forms: Any, field: list[Any], diff: components.Diff) -> list[Any]:
    alpha, other, beta = forms
    X: list[components.Form] = [{(): f} for f in field]
    return [
        components.exterior(alpha, n, diff),
        components.exterior(beta, n, diff),
        components.wedge(alpha, other),
        components.insert(X, alpha),
        components.insert(X, beta),
        components.lie(X, 0, alpha, diff),
        components.lie(X, 0, beta, diff),
    ]


def _build(data: Data, variables: list[Any]) -> Any:
    n, forms, field = data
    made = [{i: random_data.build(p, variables) for i, p in form.items()} for form in forms]
    return n, made, [random_data.build(p, variables) for p in field]


def _flint(data: Data) -> Any:
    algebra = floors.Algebra(_names(data[0]), _names(data[0]))
    return *_build(data, list(algebra.variables.values())), algebra.diff


def _flint_answer(data: Data, result: list[Any]) -> tuple[tuple[Any, ...], str]:
    point = random_data.point(data[0])
    numbers = []
    for degree, form in zip(RESULTS, result, strict=True):
        total = values.weighted([form.get(key, 0) for key in _keys(data[0], degree)])
        numbers.append(values.of_flint(total, point) if total != 0 else "0")
    return tuple(numbers), ""


def _expressions(module: str, data: Data) -> Any:
    import importlib

    algebra = importlib.import_module(module)
    x = [algebra.Symbol(name) for name in _names(data[0])]
    return *_build(data, x), lambda f, a: f.diff(x[a]), algebra.expand


def _expanded(state: Any) -> Any:
    *given, expand = state
    return [{k: expand(f) for k, f in form.items()} for form in _components(*given)]


def _expressions_answer(data: Data, result: list[Any]) -> tuple[tuple[Any, ...], str]:
    point = dict(zip(_names(data[0]), random_data.point(data[0]), strict=True))
    numbers = []
    for degree, form in zip(RESULTS, result, strict=True):
        total = values.weighted([form.get(key, 0) for key in _keys(data[0], degree)])
        numbers.append(values.of_sympy(total, point))
    return tuple(numbers), ""


def _by_expressions(name: str, module: str) -> Contender:
    def prepare(data: Data) -> Any:
        return _expressions(module, data)

    return Contender(name, prepare, _expanded, _expressions_answer, (module,))


# --- SageManifolds -----------------------------------------------------------------------


def _sage(data: Data, plain: bool) -> Any:
    n, forms, field = data
    M, chart = sage.space(_names(n), plain)
    x = list(chart[:])
    made = []
    for degree, form in zip(DEGREES, forms, strict=True):
        made.append(M.diff_form(degree))
        for i, p in form.items():
            made[-1][list(i)] = random_data.build(p, x)
    return *made, M.vector_field([random_data.build(p, x) for p in field])


def _sage_run(state: Any, plain: bool) -> list[Any]:
    alpha, other, beta, X = state
    return [
        alpha.exterior_derivative(),
        beta.exterior_derivative(),
        alpha.wedge(other),
        X.contract(alpha),
        X.contract(beta),
        alpha.lie_derivative(X),
        beta.lie_derivative(X),
    ]


def _sage_answer(data: Data, result: list[Any]) -> tuple[tuple[Any, ...], str]:
    point = dict(zip(_names(data[0]), random_data.point(data[0]), strict=True))
    numbers = []
    for degree, form in zip(RESULTS, result, strict=True):
        if degree > data[0]:
            numbers.append("0")
            continue
        array = form.comp()
        found = [array[list(key)].expr() for key in _keys(data[0], degree)]
        numbers.append(sage.at(values.weighted(found), point))
    return tuple(numbers), ""


CASE = Case(
    "forms",
    "d, wedge, i_X, L_X of random polynomial forms",
    instances,
    (
        Contender("exact ring", _texts, _exact, _exact_answer, fresh=_objects, role="ours"),
        Contender("flint", _flint, lambda s: _components(*s), _flint_answer, role="floor"),
        _by_expressions("symengine", "symengine"),
        _by_expressions("SymPy expand", "sympy"),
        *sage.contenders(lambda data: data, _sage, _sage_run, _sage_answer),
    ),
)
