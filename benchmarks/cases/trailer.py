"""A car with n trailers: 1 + n axles, each of which does not slip sideways.

Ours: derivation by `mechanics.theories.projection` with the verdicts that every constraint is
preserved and that the energy is conserved on the constraints. The peer only derives: SymPy's
``LagrangesMethod`` with ``rhs()``; it has no means to decide the rest. The accelerations are
compared in double precision, by six digits.

There is no floor: the answer is a linear system that nobody solves in formulas, and verdicts
about it.
"""

from __future__ import annotations

import math
from typing import Any

from benchmarks import values
from benchmarks.harness import Case, Contender, Instance

PARAMETERS = {"m": 1.25, "I": 0.5, "l": 0.75}


def instances(quick: bool) -> list[Instance]:
    """1 to 10 trailers."""
    return [
        Instance(f"{n} trailers" if n > 1 else "1 trailer", _data(n), series="trailers", size=n)
        for n in ((1,) if quick else (1, 2, 3, 4, 6, 8, 10))
    ]


def _data(n: int) -> dict[str, Any]:
    """Angles h0 … hn of the axles; the axle k is l(cos h1 + … + cos hk) behind the first."""
    angles = [f"h{k}" for k in range(n + 1)]
    constraints, kinetic = [], []
    xdot, ydot = "xdot", "ydot"
    for k, h in enumerate(angles):
        if k:
            xdot += f" + l*sin({h})*{h}dot"
            ydot += f" - l*cos({h})*{h}dot"
        constraints.append(f"-({xdot})*sin({h}) + ({ydot})*cos({h})")
        kinetic.append(f"I*{h}dot**2/2")
    lagrangian = " + ".join(["m*(xdot**2 + ydot**2)/2", *kinetic])
    return {
        "coordinates": ["x", "y", *angles],
        "parameters": list(PARAMETERS),
        "positive": list(PARAMETERS),
        "lagrangian": lagrangian,
        "constraints": constraints,
    }


def _state(data: dict[str, Any]) -> dict[str, float]:
    """A point of the constraint set: the car has speed 0.8 and turns with 0.3."""
    angles = data["coordinates"][2:]
    at = {"x": 0.1, "y": 0.2} | {h: 0.3 + 0.1 * k for k, h in enumerate(angles)}
    at["xdot"], at["ydot"] = 0.8 * math.cos(at["h0"]), 0.8 * math.sin(at["h0"])
    at["h0dot"] = 0.3
    x, y, length = at["xdot"], at["ydot"], PARAMETERS["l"]
    for h in angles[1:]:
        s, c = math.sin(at[h]), math.cos(at[h])
        rate = (-x * s + y * c) / length
        at[f"{h}dot"] = rate
        x, y = x + length * s * rate, y - length * c * rate
    return at


def _answer(verdicts: tuple[Any, ...], numbers: Any, note: str = "") -> tuple[Any, str]:
    return (*verdicts, *(values.rough(float(a)) for a in numbers)), note


def _given(data: dict[str, Any]) -> dict[str, Any]:
    import diffgeo.rings.exact  # loaded before the clock starts
    import mechanics.theories

    del diffgeo, mechanics
    return data


def _system(data: dict[str, Any]) -> Any:
    from mechanics import System

    return System(**data, invariants={"E": data["lagrangian"]})


def _derive(system: Any) -> Any:
    dynamics = system.dynamics()
    return dynamics, (*dynamics.preserves_constraints(), dynamics.conserves("E"))


def _ours_answer(data: dict[str, Any], result: Any) -> tuple[tuple[Any, ...], str]:
    from diffgeo import compile_functions

    dynamics, checks = result
    at = _state(data)
    functions = list(dynamics.acceleration_functions.values())
    numbers = compile_functions(functions, list(at), PARAMETERS)(list(at.values()))
    kinds = {str(c.verdict.status.name) if c.verdict else "no verdict" for c in checks}
    holds = all(c.holds for c in checks)
    return _answer((holds,), numbers, ", ".join(sorted(kinds)))


def _peer(data: dict[str, Any]) -> Any:
    import sympy
    from sympy.physics.mechanics import dynamicsymbols

    names: dict[str, Any] = {p: sympy.Symbol(p) for p in PARAMETERS}
    for q in data["coordinates"]:
        names |= {q: dynamicsymbols(q), f"{q}dot": dynamicsymbols(q, 1)}
    read = [sympy.sympify(e, locals=names) for e in (data["lagrangian"], *data["constraints"])]
    return read[0], [names[q] for q in data["coordinates"]], read[1:]


def _lagranges_method(state: Any) -> Any:
    from sympy.physics.mechanics import LagrangesMethod

    lagrangian, q, constraints = state
    method = LagrangesMethod(lagrangian, q, nonhol_coneqs=constraints)
    method.form_lagranges_equations()
    return list(method.rhs())[len(q) : 2 * len(q)], q


def _peer_answer(data: dict[str, Any], result: Any) -> tuple[tuple[Any, ...], str]:
    import sympy

    accelerations, q = result
    at, time = _state(data), sympy.Symbol("t")
    given = {u.diff(time): at[f"{n}dot"] for u, n in zip(q, data["coordinates"], strict=True)}
    given |= {u: at[n] for u, n in zip(q, data["coordinates"], strict=True)}
    given |= {sympy.Symbol(p): value for p, value in PARAMETERS.items()}
    plain = {u: sympy.Symbol(f"u{k}") for k, u in enumerate(given)}
    flat = [sympy.sympify(a).subs(plain) for a in accelerations]
    function = sympy.lambdify(list(plain.values()), flat, cse=True)
    # What it does not decide counts as right, so that its time can be compared.
    return _answer((True,), function(*given.values()), "derivation only")


CASE = Case(
    "trailer",
    "A car with n trailers: equations, constraints preserved, energy conserved",
    instances,
    (
        Contender("mechanics", _given, _derive, _ours_answer, fresh=_system, role="ours"),
        Contender("SymPy LagrangesMethod", _peer, _lagranges_method, _peer_answer, ("sympy",)),
    ),
)
