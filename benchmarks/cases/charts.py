"""A 2-form and a (1,1) tensor, to spherical coordinates and back.

Random polynomials in x, y, z are the coefficients. Compared are values of the spherical
components at a point, and the decision that the way back gives what was given. Back, the
radius is a square root and the angles are known by their sines and cosines; we go by
cylindrical coordinates, where the distance from the axis is a positive coordinate.

There is no floor: the bare arithmetic of the way back is a substitution into every
coefficient, for which flint alone has no radicals.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

from benchmarks import random_data, sage, values
from benchmarks.harness import Case, Contender, Instance
from benchmarks.random_data import Polynomial

CARTESIAN, SPHERICAL = ("x", "y", "z"), ("r", "th", "ph")
TO_CARTESIAN = {"x": "r*sin(th)*cos(ph)", "y": "r*sin(th)*sin(ph)", "z": "r*cos(th)"}
POINT = {"r": Fraction(5, 3), "th": Fraction(4, 5), "ph": Fraction(2, 7)}
#: Coefficients of dx∧dy, dx∧dz, dy∧dz, and rows of the tensor: K dx^a = Σ K[a][b] dx^b.
Data = tuple[list[Polynomial], list[list[Polynomial]]]


def instances(quick: bool) -> list[Instance]:
    """Coefficients of degree 1, 2, 4."""
    return [
        Instance(f"degree {k}", _data(k), series="chart change", size=k)
        for k in ((1,) if quick else (1, 2, 4))
    ]


def _data(degree: int) -> Data:
    random = Random(degree)

    def polynomial() -> Polynomial:
        return random_data.polynomial(random, 3, degree, 3)

    return [polynomial() for _ in range(3)], [[polynomial() for _ in range(3)] for _ in range(3)]


# --- ours ------------------------------------------------------------------------------


def _texts(data: Data) -> Any:
    import diffgeo.rings.exact  # loaded before the clock starts

    del diffgeo
    form, rows = data
    pairs = combinations(CARTESIAN, 2)
    coefficients = {
        pair: random_data.text(p, CARTESIAN) for pair, p in zip(pairs, form, strict=True)
    }
    tensor = {
        a: {b: random_data.text(p, CARTESIAN) for b, p in zip(CARTESIAN, row, strict=True)}
        for a, row in zip(CARTESIAN, rows, strict=True)
    }
    return coefficients, tensor


def _charts(state: Any) -> Any:
    from diffgeo import Manifold
    from diffgeo.atlases.angles import angle_chart

    cartesian = Manifold("cartesian", "x y z")
    cylindrical = Manifold("cylindrical", "rho ph z", positive="rho")
    spherical = Manifold("spherical", "r th ph", positive="r")
    radius, distance = "sqrt(x**2 + y**2)", "sqrt(rho**2 + z**2)"
    first = angle_chart(
        cylindrical,
        cartesian,
        {"x": "rho*cos(ph)", "y": "rho*sin(ph)", "z": "z"},
        {"rho": radius, "z": "z"},
        {"ph": (f"x/{radius}", f"y/{radius}")},
    )
    second = angle_chart(
        spherical,
        cylindrical,
        {"rho": "r*sin(th)", "ph": "ph", "z": "r*cos(th)"},
        {"r": distance, "ph": "ph"},
        {"th": (f"z/{distance}", f"rho/{distance}")},
    )
    form, tensor = state
    return (first, second), cartesian.form(2, form), cartesian.vector_form(1, tensor)


def _exact(state: Any) -> Any:
    from diffgeo import check

    (first, second), form, tensor = state
    there = [second.pull(first.pull(thing)) for thing in (form, tensor)]
    back = [first.inverse.pull(second.inverse.pull(thing)) for thing in there]
    same = [check(a == b, counterexample=False) for a, b in zip(back, (form, tensor), strict=True)]
    return all(same), there


def _exact_answer(data: Data, result: Any) -> tuple[tuple[Any, ...], str]:
    same, (form, tensor) = result
    pairs = list(combinations(SPHERICAL, 2))
    found = [form.components[pair].to_sympy() for pair in pairs]
    for name in SPHERICAL:
        row = tensor.components[name].components
        found += [row[other].to_sympy() for other in SPHERICAL]
    return _answer(same, found)


def _answer(same: bool, found: list[Any]) -> tuple[tuple[Any, ...], str]:
    return (same, *(values.of_sympy(value, POINT) for value in found)), ""


# --- by components -----------------------------------------------------------------------


def _sympy(data: Data) -> Any:
    import sympy

    x, y, z = sympy.symbols(CARTESIAN, real=True)
    r = sympy.Symbol("r", positive=True)
    th, ph = sympy.symbols("th ph", real=True)
    forward = dict(zip((x, y, z), _forward(sympy, r, th, ph), strict=True))
    form, rows = data
    return (
        [random_data.build(p, (x, y, z)) for p in form],
        [[random_data.build(p, (x, y, z)) for p in row] for row in rows],
        forward,
        (r, th, ph),
    )


def _forward(library: Any, r: Any, th: Any, ph: Any) -> tuple[Any, Any, Any]:
    sin, cos = library.sin, library.cos
    return r * sin(th) * cos(ph), r * sin(th) * sin(ph), r * cos(th)


def _sympy_run(state: Any) -> Any:
    import sympy

    form, rows, forward, q = state
    x = tuple(forward)
    J = sympy.Matrix([[e.diff(v) for v in q] for e in forward.values()])
    inverse = J.inv().applyfunc(sympy.trigsimp)

    def two_form(coefficients: list[Any], jacobian: Any) -> list[Any]:
        pairs = list(combinations(range(3), 2))
        return [
            sum(
                f * (jacobian[a, i] * jacobian[b, j] - jacobian[a, j] * jacobian[b, i])
                for f, (a, b) in zip(coefficients, pairs, strict=True)
            )
            for i, j in pairs
        ]

    there = two_form([f.subs(forward, simultaneous=True) for f in form], J)
    K = sympy.Matrix(rows).subs(forward, simultaneous=True)
    moved = inverse * K * J

    rho, radius = sympy.sqrt(x[0] ** 2 + x[1] ** 2), sympy.sqrt(sum(v**2 for v in x))
    r, th, ph = q
    circle = {
        sympy.sin(th): rho / radius,
        sympy.cos(th): x[2] / radius,
        sympy.sin(ph): x[1] / rho,
        sympy.cos(ph): x[0] / rho,
        sympy.tan(th): rho / x[2],
        sympy.tan(ph): x[1] / x[0],
        r: radius,
    }

    def back(expression: Any) -> Any:
        return sympy.expand_trig(expression).subs(circle, simultaneous=True)

    returned = two_form([back(f) for f in there], inverse.applyfunc(back))
    other = J.applyfunc(back) * moved.applyfunc(back) * inverse.applyfunc(back)
    differences = [a - b for a, b in zip(returned, form, strict=True)]
    differences += list(other - sympy.Matrix(rows))
    same = all(sympy.simplify(e) == 0 for e in differences)
    return same, [*there, *moved]


def _sympy_answer(data: Data, result: Any) -> tuple[tuple[Any, ...], str]:
    import sympy

    plain = [e.xreplace({s: sympy.Symbol(s.name) for s in e.free_symbols}) for e in result[1]]
    return _answer(result[0], plain)


# --- SageManifolds -----------------------------------------------------------------------


def _sage(data: Data, plain: bool) -> Any:
    from sage.functions.other import sqrt
    from sage.functions.trig import arctan2, cos, sin

    M, cartesian = sage.space(CARTESIAN, plain)
    spherical = M.chart("r:(0,+oo) th:(0,pi) ph:(-pi,pi)")
    r, th, ph = spherical[:]
    x, y, z = cartesian[:]
    change = spherical.transition_map(
        cartesian, [r * sin(th) * cos(ph), r * sin(th) * sin(ph), r * cos(th)]
    )
    change.set_inverse(
        sqrt(x**2 + y**2 + z**2),
        arctan2(sqrt(x**2 + y**2), z),
        arctan2(y, x),
        check=False,
    )
    form, rows = data
    alpha, K = M.diff_form(2), M.tensor_field(1, 1)
    given, frame = [], cartesian.frame()
    for (a, b), p in zip(combinations(range(3), 2), form, strict=True):
        alpha.add_comp(frame)[a, b, cartesian] = random_data.build(p, (x, y, z))
    for a, row in enumerate(rows):
        for b, p in enumerate(row):
            K.add_comp(frame)[a, b, cartesian] = random_data.build(p, (x, y, z))
    given = [alpha, K]
    return M, cartesian, spherical, given


def _sage_run(state: Any, plain: bool) -> Any:
    """There; then new tensors are made of the spherical components, and back."""
    M, cartesian, spherical, given = state
    frame, old = spherical.frame(), cartesian.frame()
    found, same = [], True
    for thing in given:
        array = thing.comp(frame)
        keys = list(array.non_redundant_index_generator())
        there = [array[[*key]].expr(spherical) for key in keys]
        found += there
        copy = M.diff_form(2) if thing is given[0] else M.tensor_field(1, 1)
        for key, value in zip(keys, there, strict=True):
            copy.add_comp(frame)[(*key, spherical)] = value
        back, original = copy.comp(old), thing.comp(old)
        for key in original.non_redundant_index_generator():
            difference = back[[*key]].expr(cartesian) - original[[*key]].expr(cartesian)
            same = same and (
                sage.is_zero(difference) if plain else bool(difference.simplify_full() == 0)
            )
    return same, found


def _sage_answer(data: Data, result: Any) -> tuple[tuple[Any, ...], str]:
    return (result[0], *(sage.at(value, POINT) for value in result[1])), ""


CASE = Case(
    "charts",
    "A 2-form and a (1,1) tensor, to spherical coordinates and back",
    instances,
    (
        Contender("exact ring", _texts, _exact, _exact_answer, fresh=_charts, role="ours"),
        Contender("SymPy simplify", _sympy, _sympy_run, _sympy_answer, ("sympy",)),
        *sage.contenders(lambda data: data, _sage, _sage_run, _sage_answer),
    ),
)
