"""The Jacobi identity for random polynomial, rational and trigonometric vector fields.

The answer is a decision (zero or not) about [X,[Y,Z]] + [Y,[Z,X]] + [Z,[X,Y]]. The same sum
with one sign changed is not zero; every contender is asked both. What is compared before the
timing is the decision and the value of a component of [X,[Y,Z]] at a point.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from benchmarks import floors, random_data, sage, values
from benchmarks.harness import Case, Contender, Instance
from benchmarks.random_data import Polynomial

KINDS = ("polynomial", "rational", "three denominators", "trigonometric")
TITLES = {
    "polynomial": "polynomial",
    "rational": "one denominator for each field",
    "three denominators": "one for each component",
    "trigonometric": "trigonometric",
}


@dataclass(frozen=True)
class Data:
    """Three fields, by numerator and index of the denominator of each component.

    In the trigonometric fields the numerators are polynomials in the coordinates, their sines
    and their cosines. ``sign`` is that of the last term of the sum.
    """

    dimension: int
    trigonometric: bool
    fields: list[list[tuple[Polynomial, int]]]
    denominators: list[Polynomial]
    sign: int

    @property
    def names(self) -> list[str]:
        """The coordinates."""
        return [f"x{k}" for k in range(self.dimension)]

    @property
    def functions(self) -> list[str]:
        """What the numerators are polynomials in, as text."""
        if not self.trigonometric:
            return self.names
        return self.names + [f"{f}({x})" for f in ("sin", "cos") for x in self.names]

    @property
    def point(self) -> dict[str, Fraction]:
        """Where results are compared."""
        return dict(zip(self.names, random_data.point(self.dimension), strict=True))

    def rows(self, variables: list[Any], functions: list[Any]) -> list[list[Any]]:
        """The components in objects that have arithmetic."""
        below = [random_data.build(q, variables) for q in self.denominators]
        return [
            [
                random_data.build(p, functions) / below[q]
                if q >= 0
                else random_data.build(p, functions)
                for p, q in field
            ]
            for field in self.fields
        ]


def instances(quick: bool) -> list[Instance]:
    """Dimensions 3, 6, 10; some with a wrong sign in dimension 3."""
    made = []
    for kind in KINDS:
        sizes = (3,) if quick or kind == "three denominators" else (3, 6, 10)
        for n in sizes:
            label = f"{TITLES[kind]}, dimension {n}"
            expected = _only(kind, n)
            data = _data(kind, n, 1)
            made.append(Instance(label, data, only=expected, series=kind, size=n))
            if n == 3 and kind in KINDS[:2] and not quick:
                wrong = _data(kind, n, -1)
                made.append(Instance(f"{label}, wrong sign", wrong, only=expected))
    return made


def _only(kind: str, n: int) -> tuple[str, ...]:
    """Contenders for which the question makes sense: ``field`` has no sines."""
    left_out = {"SymPy field"} if kind == "trigonometric" else set()
    left_out |= {"sympy.diffgeom"} if n > 3 else set()
    return tuple(c.name for c in CASE.contenders if c.name not in left_out)


def _data(kind: str, n: int, sign: int) -> Data:
    random = Random(f"{kind} {n}")
    trigonometric = kind == "trigonometric"
    variables = 3 * n if trigonometric else n
    denominators: list[Polynomial] = []
    fields = []
    for _ in range(3):
        field = []
        for a in range(n):
            numerator = random_data.polynomial(random, variables, 2, 3)
            if kind == "three denominators" or (kind == "rational" and a == 0):
                first = random_data.polynomial(random, n, 1, 1)
                product = (1, 1) + (0,) * (n - 2)
                denominators.append({(0,) * n: 5, **first, product: 1})
            field.append((numerator, len(denominators) - 1))
        fields.append(field)
    return Data(n, trigonometric, fields, denominators, sign)


def _brackets(fields: list[Any], bracket: Callable[[Any, Any], Any]) -> tuple[Any, Any, Any]:
    X, Y, Z = fields
    return bracket(X, bracket(Y, Z)), bracket(Y, bracket(Z, X)), bracket(Z, bracket(X, Y))


# --- ours ------------------------------------------------------------------------------


def _texts(data: Data) -> Any:
    import diffgeo.rings.exact  # loaded before the clock starts

    del diffgeo
    names = data.names
    below = [random_data.text(q, names) for q in data.denominators]
    fields = []
    for field in data.fields:
        texts = {}
        for name, (p, q) in zip(names, field, strict=True):
            text = random_data.text(p, data.functions)
            texts[name] = f"({text})/({below[q]})" if q >= 0 else text
        fields.append(texts)
    return names, fields, data.sign


def _fields(state: Any) -> Any:
    from diffgeo import Manifold

    names, fields, sign = state
    M = Manifold("M", names)
    read = iter(M.functions(text for field in fields for text in field.values()))
    return [M.vector_field({name: next(read) for name in names}) for _ in fields], sign


def _exact(state: Any) -> tuple[bool, Any]:
    from diffgeo import bracket, check

    fields, sign = state
    first, second, third = _brackets(fields, bracket)
    identity = first + second + sign * third == 0
    return bool(check(identity, counterexample=False)), first


def _exact_answer(data: Data, result: tuple[bool, Any]) -> tuple[tuple[Any, ...], str]:
    component = result[1].components["x0"].to_sympy()
    return (result[0], values.of_sympy(component, data.point)), ""


# --- by components ---------------------------------------------------------------------


def _solve(diff: Callable[[Any, int], Any], zero: Callable[[Any], bool], state: Any) -> Any:
    """The computation by components, with a decision whether an expression is zero."""
    fields, sign = state
    n = len(fields[0])

    def bracket(X: list[Any], Y: list[Any]) -> list[Any]:
        return [
            sum(X[b] * diff(Y[a], b) - Y[b] * diff(X[a], b) for b in range(n)) for a in range(n)
        ]

    first, second, third = _brackets(fields, bracket)
    terms = zip(first, second, third, strict=True)
    return all(zero(a + b + sign * c) for a, b, c in terms), first[0]


def _flint(data: Data) -> Any:
    names = data.names
    inverses = [f"w{k}" for k in range(len(data.denominators))]
    sines = [f"{f}{x}" for f in "sc" for x in names] if data.trigonometric else []
    algebra = floors.Algebra([*inverses, *sines, *names], names)
    variables = [algebra[name] for name in names]
    if data.trigonometric:
        for a, x in enumerate(names):
            algebra.set_angle(f"s{x}", f"c{x}", a)
    for w, q in zip(inverses, data.denominators, strict=True):
        algebra.set_inverse(w, random_data.build(q, variables))
    functions = variables + [algebra[name] for name in sines]
    fields = [
        [
            random_data.build(p, functions) * (algebra[inverses[q]] if q >= 0 else 1)
            for p, q in field
        ]
        for field in data.fields
    ]
    return algebra, fields, data.sign


def _flint_run(state: Any) -> Any:
    algebra, fields, sign = state
    return _solve(algebra.diff, algebra.is_zero, (fields, sign)), algebra


def _flint_answer(data: Data, result: Any) -> tuple[tuple[Any, ...], str]:
    (zero, component), algebra = result
    point = data.point
    given: dict[str, Any] = dict(point)
    for k, q in enumerate(data.denominators):
        given[f"w{k}"] = 1 / Fraction(random_data.build(q, list(point.values())))
    if not data.trigonometric:
        return (zero, values.of_flint(component, [given[n] for n in algebra.names])), ""
    import sympy

    symbols = {f"s{x}": sympy.sin(sympy.Symbol(x)) for x in data.names}
    symbols |= {f"c{x}": sympy.cos(sympy.Symbol(x)) for x in data.names}
    expression = sympy.sympify(str(component).replace("^", "**"), locals=symbols)
    return (zero, values.of_sympy(expression, point)), ""


def _sympy(data: Data) -> Any:
    import sympy

    x = list(sympy.symbols(data.names))
    more = [f(v) for f in (sympy.sin, sympy.cos) for v in x] if data.trigonometric else []
    return data.rows(x, x + more), data.sign, x


def _symengine(data: Data) -> Any:
    import symengine

    x = [symengine.Symbol(name) for name in data.names]
    more = [f(v) for f in (symengine.sin, symengine.cos) for v in x] if data.trigonometric else []
    return data.rows(x, x + more), data.sign, x


def _sympy_field(data: Data) -> Any:
    import sympy

    x = list(sympy.field(data.names, sympy.ZZ)[1:])
    return data.rows(x, x), data.sign, x


def _by(zero: Callable[[Any], bool]) -> Callable[[Any], Any]:
    def run(state: Any) -> Any:
        fields, sign, x = state
        return _solve(lambda f, b: f.diff(x[b]), zero, (fields, sign))

    return run


def _together(expression: Any) -> bool:
    import sympy

    numerator = sympy.expand(sympy.fraction(sympy.together(expression))[0])
    return numerator == 0 or (numerator.has(sympy.sin) and _reduced(numerator))


def _cancel(expression: Any) -> bool:
    import sympy

    found = sympy.cancel(expression)
    return found == 0 or (found.has(sympy.sin) and _reduced(sympy.fraction(found)[0]))


def _reduced(numerator: Any) -> bool:
    """Sine squares are replaced, then it is expanded: enough for independent angles."""
    import sympy

    squares = {s**2: 1 - sympy.cos(s.args[0]) ** 2 for s in numerator.atoms(sympy.sin)}
    return sympy.expand(sympy.expand(numerator).subs(squares)) == 0


def _numerator(expression: Any) -> bool:
    """In the trigonometric rows the terms cancel without sin² + cos² = 1."""
    import symengine

    return symengine.expand(symengine.sympify(expression).as_numer_denom()[0]) == 0


def _diffgeom(data: Data) -> Any:
    import sympy
    from sympy.diffgeom import CoordSystem, Manifold, Patch

    patch = Patch("P", Manifold("M", data.dimension))
    system = CoordSystem("C", patch, sympy.symbols(data.names, real=True))
    x, frame = system.base_scalars(), system.base_vectors()
    more = [f(v) for f in (sympy.sin, sympy.cos) for v in x] if data.trigonometric else []
    rows = data.rows(list(x), [*x, *more])
    return [sum(c * e for c, e in zip(row, frame, strict=True)) for row in rows], data.sign, x


def _commutator(state: tuple[list[Any], int, list[Any]]) -> tuple[bool, Any]:
    from sympy.diffgeom import Commutator

    fields, sign, functions = state
    first, second, third = _brackets(fields, Commutator)
    total = first + second + sign * third
    return all(_together(total.rcall(f)) for f in functions), (first, functions[0], functions)


def _commutator_answer(data: Data, result: Any) -> tuple[tuple[Any, ...], str]:
    import sympy

    zero, (first, function, functions) = result
    plain = dict(zip(functions, map(sympy.Symbol, data.names), strict=True))
    expression = first.rcall(function).xreplace(plain)
    return (zero, values.of_sympy(expression, data.point)), ""


def _answer(data: Data, result: Any) -> tuple[tuple[Any, ...], str]:
    zero, expression = result
    expression = expression.as_expr() if hasattr(expression, "numer") else expression
    return (bool(zero), values.of_sympy(expression, data.point)), ""


# --- SageManifolds -----------------------------------------------------------------------


def _sage(data: Data, plain: bool) -> Any:
    from sage.functions.trig import cos, sin

    M, chart = sage.space(data.names, plain)
    x = list(chart[:])
    more = [f(v) for f in (sin, cos) for v in x] if data.trigonometric else []
    return [M.vector_field(row) for row in data.rows(x, x + more)], data.sign


def _sage_run(state: Any, plain: bool) -> Any:
    fields, sign = state
    first, second, third = _brackets(fields, lambda X, Y: X.bracket(Y))
    return sage.vanishes(first + second + sign * third, plain), first


def _sage_answer(data: Data, result: Any) -> tuple[tuple[Any, ...], str]:
    return (result[0], sage.at(result[1][0].expr(), data.point)), ""


CASE = Case(
    "jacobi",
    "Jacobi identity of random vector fields",
    instances,
    (
        Contender("exact ring", _texts, _exact, _exact_answer, fresh=_fields, role="ours"),
        Contender("flint", _flint, _flint_run, _flint_answer, role="floor"),
        Contender("SymPy together", _sympy, _by(_together), _answer, ("sympy",)),
        Contender("SymPy cancel", _sympy, _by(_cancel), _answer, ("sympy",)),
        Contender("SymPy field", _sympy_field, _by(lambda e: e == 0), _answer, ("sympy",)),
        Contender("sympy.diffgeom", _diffgeom, _commutator, _commutator_answer, ("sympy",)),
        Contender("symengine", _symengine, _by(_numerator), _answer, ("symengine",)),
        *sage.contenders(lambda data: data, _sage, _sage_run, _sage_answer),
    ),
)
