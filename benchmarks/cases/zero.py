"""Is an expression zero? Identities, and near-identities that differ in one place.

All contenders get the same text. SymPy's have it read beforehand; ours is timed with
reading, the new manifold and its ring. SymPy offers no decision: as its users do, the result
of a simplification is compared with 0, and `equals` may answer that it does not know.
"""

from __future__ import annotations

from typing import Any

from benchmarks.harness import Case, Contender, Instance

NAMES = "x y z a"

#: Expressions that are zero, and changed ones that are not.
IDENTITIES = {
    "double angle": "sin(2*x) - 2*sin(x)*cos(x)",
    "addition": "cos(x + y + z) - cos(x)*cos(y + z) + sin(x)*sin(y + z)",
    "sum of squares": "sin(x)**4 - cos(x)**4 + cos(2*x)",
    "multiple angle": "cos(6*x) - 32*cos(x)**6 + 48*cos(x)**4 - 18*cos(x)**2 + 1",
    "tangents": "tan(x + y)*(1 - tan(x)*tan(y)) - tan(x) - tan(y)",
    "half angle": "tan(x/2) - sin(x)/(1 + cos(x))",
    "product of three": "4*sin(x)*sin(y)*sin(z) - sin(x + y - z) - sin(x - y + z) "
    "- sin(-x + y + z) + sin(x + y + z)",
    "rotations": "(cos(x*y)*cos(z) - sin(x*y)*sin(z))**2 + (sin(x*y)*cos(z) + cos(x*y)*sin(z))**2"
    " - 1",
    "partial fractions": "1/((x - y)*(x - z)) + 1/((y - x)*(y - z)) + 1/((z - x)*(z - y))",
    "Lagrange": "x**3/((x - y)*(x - z)) + y**3/((y - x)*(y - z)) + z**3/((z - x)*(z - y))"
    " - x - y - z",
    "Kerr": "(x**2 + a**2)**2 - a**2*(x**2 - 2*x + a**2)*sin(y)**2"
    " - (x**2 + a**2)*(x**2 + a**2*cos(y)**2) - 2*a**2*x*sin(y)**2",
    "rational in sines": "1/(1 + sin(x)) + 1/(1 - sin(x)) - 2/cos(x)**2",
    "Cayley": "((1 - tan(x/2)**2)/(1 + tan(x/2)**2))**2 + (2*tan(x/2)/(1 + tan(x/2)**2))**2 - 1",
    "determinant": "(2 + cos(x)**2)*(2 + sin(x)**2) - sin(x)**2*cos(x)**2 - 6",
    "exponentials": "exp(2*x)/(exp(x) + 1) - exp(x) + 1 - 1/(exp(x) + 1)",
    "square roots": "1/(sqrt(1 + x**2) - x) - sqrt(1 + x**2) - x",
    "six angles": "sin(x)**6 + cos(x)**6 + 3*sin(x)**2*cos(x)**2 - "
    "(sin(y)*cos(z) + cos(y)*sin(z))**2 - cos(y + z)**2",
}
NEAR = {
    "double angle'": "sin(2*x) - 2*sin(x)*cos(y)",
    "multiple angle'": "cos(6*x) - 32*cos(x)**6 + 48*cos(x)**4 - 18*cos(x)**2 + 1 + 1/10**9",
    "tangents'": "tan(x + y)*(1 - tan(x)*tan(y)) - tan(x) + tan(y)",
    "product of three'": "4*sin(x)*sin(y)*sin(z) - sin(x + y - z) - sin(x - y + z) "
    "- sin(-x + y + z) - sin(x + y + z)",
    "partial fractions'": "1/((x - y)*(x - z)) + 1/((y - x)*(y - z)) + 1/((z - x)*(y - z))",
    "Kerr'": "(x**2 + a**2)**2 - a**2*(x**2 - 2*x + a**2)*sin(y)**2"
    " - (x**2 + a**2)*(x**2 + a**2*cos(y)**2) - a**2*x*sin(y)**2",
    "rational in sines'": "1/(1 + sin(x)) + 1/(1 - sin(x)) - 2/cos(x)**2 + (x - x**3)/10**12",
    "square roots'": "1/(sqrt(1 + x**2) - x) - sqrt(1 + x**2) - x - 1/(10**9 + x**2)",
}
#: Asked for trigonometric expressions only.
TRIGSIMP = "SymPy trigsimp"
QUICK = ("double angle", "tangents", "Lagrange", "rational in sines", "tangents'", "Kerr'")


def instances(quick: bool) -> list[Instance]:
    """The identities, then the near-identities."""
    given = [_instance(f"{n}: 0", t, True) for n, t in IDENTITIES.items()]
    given += [_instance(f"{n}: not 0", t, False) for n, t in NEAR.items()]
    return [i for i in given if not quick or i.label.split(":")[0] in QUICK]


def _instance(label: str, text: str, zero: bool) -> Instance:
    trigonometric = any(name in text for name in ("sin", "cos", "tan"))
    asked = [c.name for c in CASE.contenders if trigonometric or c.name != TRIGSIMP]
    return Instance(label, text, (zero,), tuple(asked))


def _text(data: str) -> str:
    import diffgeo.rings.exact  # loaded before the clock starts

    del diffgeo
    return data


def _ours(text: str) -> bool:
    from diffgeo import Manifold, check

    return bool(check(Manifold("M", NAMES).function(text) == 0, counterexample=False))


def _read(data: str) -> Any:
    import sympy

    symbols = {name: sympy.Symbol(name, real=True) for name in NAMES.split()}
    return sympy.sympify(data, locals=symbols)


def _simplify(expression: Any) -> bool:
    import sympy

    return sympy.simplify(expression) == 0


def _trigsimp(expression: Any) -> bool:
    import sympy

    return sympy.trigsimp(expression) == 0


def _equals(expression: Any) -> bool | None:
    return expression.equals(0)


def _answer(data: object, result: bool | None) -> tuple[tuple[Any, ...], str]:
    return (result if result is None else bool(result),), ""


CASE = Case(
    "zero",
    "Zero test of identities and near-identities",
    instances,
    (
        Contender("exact ring", _text, _ours, _answer, role="ours"),
        Contender("SymPy simplify", _read, _simplify, _answer, ("sympy",)),
        Contender(TRIGSIMP, _read, _trigsimp, _answer, ("sympy",)),
        Contender("SymPy equals", _read, _equals, _answer, ("sympy",)),
    ),
)
