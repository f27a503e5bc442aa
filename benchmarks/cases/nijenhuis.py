"""Nijenhuis torsion, and [K, [K, K]] = 0, of random polynomial (1,1) tensors.

Random polynomials of degree 2 with 3 terms. The exact ring proves the identity; germs bound
the probability that it is false by 2**-64. Of the torsion the answer is a value at a point; of
the identity the decision too. SageManifolds has no Frölicher-Nijenhuis bracket: it is asked
for the torsion, as (L_{Ke} K)(e') - K (L_e K)(e') on its frame.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

from benchmarks import components, floors, germ_floor, random_data, sage, values
from benchmarks.harness import Case, Contender, Instance
from benchmarks.random_data import Polynomial

#: K by rows: the value on dx^a is Σ_b K[a][b] dx^b. With it whether the identity is asked.
Tensor = list[list[Polynomial]]
Data = tuple[Tensor, bool]
EXACT, GERMS, NUMPY = "exact ring", "germs", "numpy"


def instances(quick: bool) -> list[Instance]:
    """Dimensions 3 to 10."""
    made = []
    for identity, label in ((False, "torsion"), (True, "[K, [K, K]] = 0")):
        left_out = (sage.AS_IT_COMES, sage.PLAIN) if identity else (GERMS, NUMPY)
        only = tuple(c.name for c in CASE.contenders if c.name not in left_out)
        for n in (3, 4) if quick else (3, 4, 6, 8, 10):
            data = (_tensor(n), identity)
            made.append(Instance(f"{label}, dimension {n}", data, only=only, series=label, size=n))
    return made


def _tensor(n: int) -> Tensor:
    random = Random(n)
    return [[random_data.polynomial(random, n, 2, 3) for _ in range(n)] for _ in range(n)]


def _names(n: int) -> list[str]:
    return [f"x{k}" for k in range(n)]


def _point(data: Data) -> dict[str, Fraction]:
    n = len(data[0])
    return dict(zip(_names(n), random_data.point(n), strict=True))


# --- ours ------------------------------------------------------------------------------


def _texts(data: Data) -> Any:
    import diffgeo.rings.exact  # loaded before the clock starts

    del diffgeo
    names = _names(len(data[0]))
    return {
        name: {other: random_data.text(p, names) for other, p in zip(names, row, strict=True)}
        for name, row in zip(names, data[0], strict=True)
    }, data[1]


def _exact_objects(state: Any) -> Any:
    from diffgeo import Manifold

    texts, identity = state
    return Manifold("M", list(texts)).vector_form(1, texts), identity


def _exact(state: Any) -> tuple[Any, Any]:
    from diffgeo import bracket, check

    K, identity = state
    square = bracket(K, K)
    if not identity:
        return None, square
    return check(bracket(K, square) == 0, counterexample=False), square


def _exact_answer(data: Data, result: tuple[Any, Any]) -> tuple[tuple[Any, ...], str]:
    verdict, square = result
    coefficient = square.components["x0"].components["x0", "x1"].to_sympy()
    value = values.of_sympy(coefficient, _point(data))
    return (bool(verdict), value) if data[1] else (value,), verdict.status.name if data[1] else ""


def _germ_data(data: Data) -> Data:
    import diffgeo.rings.germs.germ_ring  # loaded before the clock starts

    del diffgeo
    return data


def _germ_objects(data: Data, **options: Any) -> Any:
    from diffgeo import Form, Manifold, VectorForm
    from diffgeo.rings.germs.germ_ring import GermRing

    names = _names(len(data[0]))
    ring = GermRing(names, order=2, **options)
    M = Manifold("M", names, ring=ring)
    variables = [ring.generator(name) for name in names]
    rows = [
        Form(M, 1, {1 << b: random_data.build(p, variables) for b, p in enumerate(row)})
        for row in data[0]
    ]
    return VectorForm(M, 1, rows), data[1]


def _germ_answer(data: Data, result: tuple[Any, Any]) -> tuple[tuple[Any, ...], str]:
    from diffgeo import bracket

    verdict = result[0]
    K, _ = _germ_objects(data, field="Q", points=1, base=_point(data))
    coefficient = bracket(K, K).components["x0"].components["x0", "x1"]
    value = values.digits(Fraction(coefficient.element().array[0, 0]))
    return (bool(verdict), value), verdict.status.name


# --- by components ---------------------------------------------------------------------


def _rows(data: Data, x: list[Any]) -> list[components.Form]:
    return [{(b,): random_data.build(p, x) for b, p in enumerate(row)} for row in data[0]]


def _expressions(module: str, data: Data) -> Any:
    import importlib

    algebra = importlib.import_module(module)
    x = [algebra.Symbol(name) for name in _names(len(data[0]))]
    return algebra.expand, lambda f, a: f.diff(x[a]), _rows(data, x), data[1]


def _sympy_ring(data: Data) -> Any:
    import sympy

    x = list(sympy.ring(_names(len(data[0])), sympy.ZZ)[1:])
    return (lambda p: p), lambda f, a: f.diff(x[a]), _rows(data, x), data[1]


def _flint(data: Data) -> Any:
    names = _names(len(data[0]))
    algebra = floors.Algebra(names, names)
    return (lambda p: p), algebra.diff, _rows(data, list(algebra.variables.values())), data[1]


def _by_components(state: Any) -> tuple[bool, Any]:
    expand, diff, K, identity = state
    square = components.apply(components.bracket(K, 1, K, 1, diff), expand)
    if not identity:
        return False, square
    cube = components.apply(components.bracket(K, 1, square, 2, diff), expand)
    return not any(cube), square


def _answer(data: Data, zero: bool, value: str) -> tuple[tuple[Any, ...], str]:
    return (zero, value) if data[1] else (value,), ""


def _peer_answer(data: Data, result: Any) -> tuple[tuple[Any, ...], str]:
    coefficient = result[1][0][0, 1]
    coefficient = coefficient.as_expr() if hasattr(coefficient, "as_expr") else coefficient
    return _answer(data, result[0], values.of_sympy(coefficient, _point(data)))


def _flint_answer(data: Data, result: Any) -> tuple[tuple[Any, ...], str]:
    point = list(_point(data).values())
    return _answer(data, result[0], values.of_flint(result[1][0][0, 1], point))


def _numpy(data: Data) -> Any:
    return germ_floor.jets(data[0], seed=1)


def _numpy_run(state: Any) -> Any:
    return not germ_floor.cube(*state).any()


def _numpy_answer(data: Data, result: Any) -> tuple[tuple[Any, ...], str]:
    """The value of [K, K] at the point of comparison is an exact one: that of flint."""
    _, square = _by_components((*_flint(data)[:3], False))
    return _flint_answer(data, (bool(result), square))


# --- SageManifolds -----------------------------------------------------------------------


def _sage(data: Data, plain: bool) -> Any:
    tensor = data[0]
    M, chart = sage.space(_names(len(tensor)), plain)
    x = list(chart[:])
    K = M.tensor_field(1, 1)
    for a, row in enumerate(tensor):
        for b, p in enumerate(row):
            K[a, b] = random_data.build(p, x)
    return K, chart.frame()


def _sage_run(state: Any, plain: bool) -> Any:
    """Twice the torsion, by columns: components of [K, K](e_i, e_j) for i < j."""
    K, frame = state
    n = len(frame[:])
    rows = []
    for i in range(n):
        e = frame[i]
        first = K.lie_derivative(K(e))
        second = K.lie_derivative(e)
        rows.append(first - K.contract(1, second, 0))
    found = {}
    for i, j in combinations(range(n), 2):
        found[i, j] = [2 * rows[i][a, j].expr() for a in range(n)]
    return found


def _sage_answer(data: Data, result: Any) -> tuple[tuple[Any, ...], str]:
    return (sage.at(result[0, 1][0], _point(data)),), ""


def _by_expressions(name: str, module: str) -> Contender:
    def prepare(data: Data) -> Any:
        return _expressions(module, data)

    return Contender(name, prepare, _by_components, _peer_answer, (module,))


CASE = Case(
    "nijenhuis",
    "Nijenhuis torsion, and [K, [K, K]] = 0, of a random polynomial (1,1) tensor",
    instances,
    (
        Contender(EXACT, _texts, _exact, _exact_answer, fresh=_exact_objects, role="ours"),
        Contender(GERMS, _germ_data, _exact, _germ_answer, fresh=_germ_objects, role="ours"),
        Contender("flint", _flint, _by_components, _flint_answer, role="floor"),
        Contender(NUMPY, _numpy, _numpy_run, _numpy_answer, role="floor", against=GERMS),
        Contender("SymPy ring", _sympy_ring, _by_components, _peer_answer, ("sympy",)),
        _by_expressions("SymPy expand", "sympy"),
        _by_expressions("symengine expand", "symengine"),
        *sage.contenders(lambda data: data, _sage, _sage_run, _sage_answer),
    ),
)
