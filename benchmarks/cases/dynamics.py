"""Equations of motion of the gallery and of pendulums, solved for the accelerations.

Ours: from the text of the system to the dynamics as a vector field whose linear systems are solved
but not written out, with which the library computes and simulates, by the default theory
("projection") and by "multipliers"; and to the accelerations as SymPy expressions ("formulas").
The peer is SymPy's ``LagrangesMethod`` with the constraints on the velocities, the Lagrangian read
beforehand, ``form_lagranges_equations()`` and ``rhs()``.

The accelerations are compared exactly at a rational point of the constraint set, where sines
and cosines are rational points of the circle. The number of operations of the formulas is
printed: SymPy's are what ``rhs()`` returns, not simplified.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction
from functools import partial
from typing import Any

from benchmarks import values
from benchmarks.harness import Case, Contender, Instance

#: What replaces the undefined functions at the point of comparison.
CONCRETE = "t**2 + 3*t + 1/5"


def instances(quick: bool) -> list[Instance]:
    """The gallery, and pendulums of n equal links."""
    from mechanics import System
    from mechanics.model import gallery
    from mechanics.model.system_files import read_specification

    asked = ("pursuit", "chaplygin-sleigh") if quick else gallery.names()
    # The peer takes constraints that are affine in the velocities.
    names = [n for n in asked if System.from_gallery(n).constraint_set.is_exact]
    made = []
    for name in names:
        s = read_specification(gallery.path(name))
        constraints = [*s.constraints, *(f"{v} - ({e})" for v, e in s.solved.items())]
        keys = ("coordinates", "lagrangian", "parameters", "functions", "positive")
        data = {key: value for key, value in asdict(s).items() if key in keys}
        made.append(Instance(name, {**data, "constraints": constraints}))
    links = (2, 3) if quick else (2, 3, 4, 5)
    return made + [Instance(f"pendulum of {n} links", pendulum(n)) for n in links]


def pendulum(n: int) -> dict[str, Any]:
    """Equal masses m on massless links of length l, angles from the vertical."""
    terms = []
    for k in range(1, n + 1):
        links = range(1, k + 1)
        x = " + ".join(f"l*a{i}dot*cos(a{i})" for i in links)
        y = " + ".join(f"l*a{i}dot*sin(a{i})" for i in links)
        height = " + ".join(f"cos(a{i})" for i in links)
        terms.append(f"m*(({x})**2 + ({y})**2)/2 + m*g*l*({height})")
    return {
        "coordinates": [f"a{i}" for i in range(1, n + 1)],
        "parameters": ["m", "l", "g"],
        "positive": ["m", "l", "g"],
        "functions": [],
        "lagrangian": " + ".join(terms),
        "constraints": [],
    }


# --- ours ------------------------------------------------------------------------------


def _given(data: dict[str, Any]) -> dict[str, Any]:
    import diffgeo.rings.exact  # loaded before the clock starts

    del diffgeo
    return data


def _formulas(data: dict[str, Any]) -> tuple[Any, Mapping[str, Any]]:
    from mechanics import System

    return None, System(**data).dynamics().accelerations


def _field(theory: str, data: dict[str, Any]) -> tuple[Any, Any]:
    from mechanics import System

    gamma = System(**data).dynamics(theory)
    return gamma, gamma.acceleration_functions


def _field_answer(data: dict[str, Any], result: tuple[Any, Any]) -> tuple[tuple[Any, ...], str]:
    return _answer(data, (None, result[0].accelerations))[0], ""


# --- the peer --------------------------------------------------------------------------


def _symbols(data: dict[str, Any]) -> dict[str, Any]:
    """Coordinates as functions of time, their velocities, parameters, undefined functions."""
    import sympy
    from sympy.physics.mechanics import dynamicsymbols

    names: dict[str, Any] = {"t": dynamicsymbols._t}
    for q in data["coordinates"]:
        names[q] = dynamicsymbols(q)
        names[f"{q}dot"] = dynamicsymbols(q, 1)
    names |= {p: sympy.Symbol(p) for p in data["parameters"]}
    return names | {f.split("(")[0]: sympy.Function(f.split("(")[0]) for f in data["functions"]}


def _peer(data: dict[str, Any]) -> tuple[Any, list[Any], list[Any]]:
    import sympy

    names = _symbols(data)
    read = [sympy.sympify(e, locals=names) for e in (data["lagrangian"], *data["constraints"])]
    return read[0], [names[q] for q in data["coordinates"]], read[1:]


def _lagranges_method(state: tuple[Any, list[Any], list[Any]]) -> tuple[Any, Any]:
    from sympy.physics.mechanics import LagrangesMethod

    lagrangian, positions, constraints = state
    method = LagrangesMethod(lagrangian, positions, nonhol_coneqs=constraints or None)
    method.form_lagranges_equations()
    n = len(positions)
    return None, method.rhs()[n : 2 * n]


def _peer_answer(data: dict[str, Any], result: tuple[Any, Any]) -> tuple[tuple[Any, ...], str]:
    found = dict(zip(data["coordinates"], result[1], strict=True))
    return _answer(data, (None, found), _symbols(data))


# --- comparison ------------------------------------------------------------------------


def _answer(
    data: dict[str, Any], result: tuple[Any, Any], written: Mapping[str, Any] | None = None
) -> tuple[tuple[Any, ...], str]:
    """Exact accelerations at the point, and the size of the formulas; ``written`` in what."""
    import sympy

    time = sympy.Symbol("t")
    names = [*data["coordinates"], *data["parameters"]]
    point = {sympy.Symbol(n): sympy.Rational(2 * k + 3, 3 * k + 5) for k, n in enumerate(names)}
    point[time] = sympy.Rational(3, 2)
    angles = {n: sympy.Rational(2 * k + 1, k + 4) for k, n in enumerate(names)}

    circle = {}
    for n, h in angles.items():
        symbol = sympy.Symbol(n)
        circle[sympy.sin(symbol)] = 2 * h / (1 + h**2)
        circle[sympy.cos(symbol)] = (1 - h**2) / (1 + h**2)
        circle[sympy.tan(symbol)] = 2 * h / (1 - h**2)

    def value(expression: Any) -> Any:
        for f in data["functions"]:
            g = sympy.Function(f.split("(")[0])
            expression = expression.replace(g, lambda u: sympy.sympify(CONCRETE).subs(time, u))
        # Formulas that share subexpressions, each of which is evaluated once.
        return values.exactly(expression.doit() if data["functions"] else expression, known)

    reserved = {n: sympy.Symbol(n) for n in (*names, *(f"{q}dot" for q in data["coordinates"]))}
    velocities = [reserved[f"{q}dot"] for q in data["coordinates"]]
    known: dict[Any, Any] = {**circle, **point}
    constraints = [value(sympy.sympify(c, locals=reserved)) for c in data["constraints"]]
    solved = sympy.solve(constraints, velocities, dict=True)[0] if constraints else {}
    free = {v: sympy.Rational(k + 2, 2 * k + 5) for k, v in enumerate(velocities)}
    at = {v: sympy.sympify(solved.get(v, v)).xreplace(free) for v in velocities}
    rename = {sympy.Symbol(n): symbol for n, symbol in (written or {}).items()}
    known = {k.xreplace(rename): number for k, number in {**circle, **point, **at}.items()}

    accelerations = result[1]
    found = [value(accelerations[q]) for q in data["coordinates"]]
    # Roots, and what is periodic in the time, have no rational values: 25 digits.
    numbers = tuple(
        Fraction(str(f)) if f.is_Rational else values.digits(str(sympy.N(f, values.WORKING)))
        for f in found
    )
    size = sum(sympy.count_ops(a) for a in accelerations.values())
    return numbers, f"{size} ops"


CASE = Case(
    "dynamics",
    "Derivation of equations of motion, solved for the accelerations",
    instances,
    (
        *(
            Contender(name, _given, partial(_field, name), _field_answer, role="ours")
            for name in ("projection", "multipliers")
        ),
        Contender("projection, formulas", _given, _formulas, _answer, role="ours"),
        Contender("SymPy LagrangesMethod", _peer, _lagranges_method, _peer_answer, ("sympy",)),
    ),
)
