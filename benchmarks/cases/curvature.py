"""Riemann and Ricci tensor of a metric, and whether it is Ricci-flat.

All components are asked for: the lowered Riemann tensor and the Ricci tensor. Compared are the
decision Ric = 0 (for the vacuum solutions), g(R(e_i,e_j)e_j, e_i) for some i, j, and two
components of Ric, at a rational point; undefined functions are given values there.

The floor has the inverse metric for nothing: it is written down with the metric, with one
variable for each sine, cosine, denominator and derivative of an undefined function.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, combinations_with_replacement
from typing import Any

from benchmarks import floors, sage, spacetimes, values
from benchmarks.harness import Case, Contender, Instance
from benchmarks.spacetimes import Data, Key


def instances(quick: bool) -> list[Instance]:
    """Vacuum solutions, then diagonal metrics with one undefined function for each entry."""
    made = [Instance("Schwarzschild", spacetimes.schwarzschild())]
    if not quick:
        made.append(Instance("Kerr", spacetimes.kerr()))
    for n in (3,) if quick else (3, 4, 5):
        label = f"diagonal, undefined functions, dimension {n}"
        # sympy.diffgeom loses the arguments of undefined functions.
        only = tuple(c.name for c in CASE.contenders if c.name != "sympy.diffgeom")
        made.append(
            Instance(label, spacetimes.diagonal(n), only=only, series="diagonal metric", size=n)
        )
    return made


def _value(
    data: Data, flat: bool, riemann: Callable[[int, int], str], ricci: Callable[[int, int], str]
) -> tuple[tuple[Any, ...], str]:
    """The answer, from g(R(e_i,e_j)e_j, e_i) and Ric(e_i, e_j)."""
    numbers = [riemann(i, j) for i, j in ((0, 1), (0, 2), (1, 2))]
    numbers += [ricci(0, 0), ricci(1, 1)]
    return ((flat,) if data.vacuum else ()) + tuple(numbers), ""


# --- ours ------------------------------------------------------------------------------


def _given(data: Data) -> Data:
    import diffgeo.rings.exact  # loaded before the clock starts

    del diffgeo
    return data


def _components(data: Data) -> Any:
    from diffgeo import Manifold

    arguments = ", ".join(data.names)
    functions = [f"{f}({arguments})" for f in data.functions]
    M = Manifold("M", data.names, parameters=data.parameters, functions=functions)
    read = M.functions(data.metric.values())
    keys = [(data.names[a], data.names[b]) for a, b in data.metric]
    return M, dict(zip(keys, read, strict=True)), data.vacuum


def _exact(state: Any) -> Any:
    from diffgeo import Metric, check

    M, components, vacuum = state
    connection = Metric.from_components(M, components).connection
    riemann, ricci = connection.riemann, connection.ricci
    flat = bool(check(ricci == 0, counterexample=False)) if vacuum else False
    return flat, riemann, ricci


def _exact_answer(data: Data, result: Any) -> tuple[tuple[Any, ...], str]:
    flat, riemann, ricci = result

    def at(tensor: Any, *key: int) -> str:
        found = tensor.components.get(tuple(data.names[a] for a in key))
        return "0" if found is None else _sympy_value(data, found.to_sympy())

    return _value(data, flat, lambda i, j: at(riemann, i, j, j, i), lambda i, j: at(ricci, i, j))


# --- by components ---------------------------------------------------------------------


def curvature(n: int, g: Any, inverse: Any, diff: Any, tidy: Callable[[Any], Any]) -> Any:
    """R_abcd for pairs a < b, c < d, and Ric_bd; ``tidy`` is applied to every coefficient."""
    r = range(n)
    slope = [[[tidy(diff(g[a][b], c)) for c in r] for b in r] for a in r]
    lower = [
        [[(slope[c][a][b] + slope[c][b][a] - slope[a][b][c]) / 2 for b in r] for a in r] for c in r
    ]
    upper = [
        [[tidy(sum(inverse[k][c] * lower[c][a][b] for c in r)) for b in r] for a in r] for k in r
    ]
    pairs = list(combinations(r, 2))
    riemann = {}
    for p, (a, b) in enumerate(pairs):
        for c, e in pairs[p:]:
            second = diff(slope[a][e][c], b) + diff(slope[b][c][e], a)
            second = (second - diff(slope[b][e][c], a) - diff(slope[a][c][e], b)) / 2
            products = sum(
                upper[k][b][c] * lower[k][a][e] - upper[k][b][e] * lower[k][a][c] for k in r
            )
            value = tidy(second + products)
            for i, j, s in ((a, b, 1), (b, a, -1)):
                for k, m, t in ((c, e, 1), (e, c, -1)):
                    riemann[i, j, k, m] = riemann[k, m, i, j] = s * t * value
    ricci = {
        (b, e): tidy(
            sum(
                inverse[a][c] * riemann[a, b, c, e] for a in r for c in r if (a, b, c, e) in riemann
            )
        )
        for b in r
        for e in r
        if b <= e
    }
    return riemann, ricci


def _matrix(n: int, entries: dict[Key, Any], zero: Any) -> list[list[Any]]:
    return [[entries.get((min(a, b), max(a, b)), zero) for b in range(n)] for a in range(n)]


def _flint(data: Data) -> Any:
    jets = []
    n = len(data.names)
    for f in data.functions:
        jets += [f]
        jets += [f"{f}_{i}" for i in range(n)]
        jets += [f"{f}_{i}_{j}" for i in range(n) for j in range(i, n)]
    circle = ["s", "c"] if data.angle >= 0 else []
    names = [*data.inverses, *circle, *jets, *data.names, *data.parameters]
    algebra = floors.Algebra(names, data.names)
    if circle:
        algebra.set_angle("s", "c", data.angle)
    for f in data.functions:
        for i in range(n):
            algebra.set_slope(f, i, algebra[f"{f}_{i}"])
            for j in range(n):
                pair = f"{f}_{min(i, j)}_{max(i, j)}"
                algebra.set_slope(f"{f}_{i}", j, algebra[pair])
    for w, text in data.inverses.items():
        algebra.set_inverse(w, floors.polynomial(text, algebra))
    g, inverse = (
        _matrix(n, {k: floors.polynomial(t, algebra) for k, t in part.items()}, algebra.zero)
        for part in data.floor
    )
    return n, g, inverse, algebra, data.vacuum


def _flint_run(state: Any) -> Any:
    n, g, inverse, algebra, vacuum = state
    riemann, ricci = curvature(n, g, inverse, algebra.diff, algebra.reduce)
    flat = vacuum and all(algebra.is_zero(r) for r in ricci.values())
    return flat, riemann, ricci, algebra.names


def _flint_answer(data: Data, result: Any) -> tuple[tuple[Any, ...], str]:
    import sympy

    flat, riemann, ricci, names = result
    meaning: dict[str, Any] = {n: sympy.Symbol(n) for n in names}
    x = [meaning[n] for n in data.names]
    if data.angle >= 0:
        meaning |= {"s": sympy.sin(x[data.angle]), "c": sympy.cos(x[data.angle])}
    for f in data.functions:
        whole = sympy.Function(f)(*x)
        meaning[f] = whole
        for i in range(len(x)):
            meaning[f"{f}_{i}"] = whole.diff(x[i])
            for j in range(i, len(x)):
                meaning[f"{f}_{i}_{j}"] = whole.diff(x[i], x[j])
    for w, text in data.inverses.items():
        meaning[w] = 1 / sympy.sympify(text, locals=meaning)

    def at(value: Any) -> str:
        return _sympy_value(data, sympy.sympify(str(value).replace("^", "**"), locals=meaning))

    return _value(data, flat, lambda i, j: at(riemann[i, j, i, j]), lambda i, j: at(ricci[i, j]))


def _sympy_value(data: Data, expression: Any) -> str:
    import sympy

    expression = sympy.sympify(expression)
    for index, f in enumerate(data.functions):

        def concrete(*x: Any, index: int = index) -> Any:
            return data.concrete(index, list(x))

        expression = expression.replace(sympy.Function(f), concrete)
    plain = {s: sympy.Symbol(s.name) for s in expression.free_symbols}
    return values.of_sympy(expression.doit().xreplace(plain), data.point)


def _read(data: Data) -> Any:
    import sympy

    names = {n: sympy.Symbol(n) for n in data.names + data.parameters}
    names |= {f: sympy.Function(f) for f in data.functions}
    return {k: sympy.sympify(t, locals=names) for k, t in data.metric.items()}, names


def _symengine(data: Data) -> Any:
    import symengine

    entries, _ = _read(data)
    converted = {k: symengine.sympify(e) for k, e in entries.items()}
    return data, converted, [symengine.Symbol(n) for n in data.names]


def _symengine_run(state: Any) -> Any:
    import symengine

    data, entries, x = state
    n = len(x)
    g = symengine.Matrix(_matrix(n, entries, symengine.Integer(0)))
    inverse = g.inv()
    rows = (
        [[g[a, b] for b in range(n)] for a in range(n)],
        [[inverse[a, b] for b in range(n)] for a in range(n)],
    )
    result = curvature(n, *rows, lambda f, a: f.diff(x[a]), symengine.expand)
    flat = data.vacuum and all(_symengine_zero(r) for r in result[1].values())
    return flat, *result


def _symengine_zero(expression: Any) -> bool:
    import symengine

    theta = symengine.Symbol("th")
    circle = {
        symengine.sin(theta): symengine.Symbol("s"),
        symengine.cos(theta): symengine.Symbol("c"),
    }
    s, c = circle.values()
    tangents = {symengine.tan(theta): s / c, symengine.cot(theta): c / s}
    rational = symengine.sympify(expression).subs(tangents).subs(circle)
    numerator = symengine.expand(rational.as_numer_denom()[0])
    # Even powers of s go, odd ones keep one factor.
    reduced = 0
    for term in symengine.Add.make_args(numerator):
        power = term.as_powers_dict().get(s, 0)
        reduced += (term / s**power) * s ** (power % 2) * (1 - c**2) ** (power // 2)
    return symengine.expand(reduced) == 0


def _expression_answer(data: Data, result: Any) -> tuple[tuple[Any, ...], str]:
    import sympy

    flat, riemann, ricci = result

    def at(value: Any) -> str:
        return _sympy_value(data, sympy.sympify(value))

    return _value(data, flat, lambda i, j: at(riemann[i, j, i, j]), lambda i, j: at(ricci[i, j]))


def _diffgeom(data: Data) -> Any:
    import sympy
    from sympy.diffgeom import CoordSystem, Manifold, Patch, TensorProduct

    patch = Patch("P", Manifold("M", len(data.names)))
    symbols = sympy.symbols(data.names, real=True)
    system = CoordSystem("C", patch, symbols)
    entries, names = _read(data)
    x, dx = system.base_scalars(), system.base_oneforms()
    given = {names[n]: v for n, v in zip(data.names, x, strict=True)}
    metric = 0
    for (a, b), entry in entries.items():
        for i, j in {(a, b), (b, a)}:
            metric += entry.subs(given) * TensorProduct(dx[i], dx[j])
    return metric, x, data


def _diffgeom_run(state: Any) -> Any:
    import sympy
    from sympy.diffgeom import metric_to_Ricci_components, metric_to_Riemann_components

    metric, x, data = state
    riemann = metric_to_Riemann_components(metric)
    ricci = metric_to_Ricci_components(metric)
    plain = dict(zip(x, map(sympy.Symbol, data.names), strict=True))
    entries = [ricci[a, b].subs(plain) for a, b in combinations_with_replacement(range(len(x)), 2)]
    flat = data.vacuum and all(sympy.simplify(e) == 0 for e in entries)
    return flat, riemann, ricci, x


def _diffgeom_answer(data: Data, result: Any) -> tuple[tuple[Any, ...], str]:
    import sympy

    flat, riemann, ricci, x = result
    plain = dict(zip(x, map(sympy.Symbol, data.names), strict=True))
    g = _matrix(len(x), _read(data)[0], sympy.Integer(0))

    def curved(i: int, j: int) -> str:
        terms = (g[i][m] * riemann[m, j, i, j].subs(plain) for m in range(len(x)))
        return _sympy_value(data, sum(terms))

    return _value(data, flat, curved, lambda i, j: _sympy_value(data, ricci[i, j].subs(plain)))


# --- SageManifolds -----------------------------------------------------------------------


def _sage(data: Data, plain: bool) -> Any:
    from sage.calculus.var import function, var

    M, chart = sage.space(data.names, plain)
    for p in data.parameters:
        var(p)
    g = M.metric("g")
    for (a, b), text in data.metric.items():
        if data.functions:
            g[a, b] = function(data.functions[a])(*chart[:])
        else:
            g[a, b] = sage.read(text)
    return g, data.vacuum


def _sage_run(state: Any, plain: bool) -> Any:
    g, vacuum = state
    riemann, ricci = g.riemann().down(g), g.ricci()
    return vacuum and sage.vanishes(ricci, plain), riemann, ricci


def _sage_answer(data: Data, result: Any) -> tuple[tuple[Any, ...], str]:
    from sage.calculus.var import function
    from sage.symbolic.ring import SR

    flat, riemann, ricci = result
    x = [SR.var(n) for n in data.names]

    def at(value: Any) -> str:
        expression = value.expr()
        for index, f in enumerate(data.functions):
            concrete = SR(data.concrete(index, x)).function(*x)
            expression = expression.substitute_function(function(f), concrete)
        return sage.at(expression, data.point)

    return _value(data, flat, lambda i, j: at(riemann[i, j, i, j]), lambda i, j: at(ricci[i, j]))


CASE = Case(
    "curvature",
    "Riemann and Ricci tensor of a metric",
    instances,
    (
        Contender("exact ring", _given, _exact, _exact_answer, fresh=_components, role="ours"),
        Contender("flint", _flint, _flint_run, _flint_answer, role="floor"),
        Contender("symengine", _symengine, _symengine_run, _expression_answer, ("symengine",)),
        Contender("sympy.diffgeom", _diffgeom, _diffgeom_run, _diffgeom_answer, ("sympy",)),
        *sage.contenders(lambda data: data, _sage, _sage_run, _sage_answer),
    ),
)
