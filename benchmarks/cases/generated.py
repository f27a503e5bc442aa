"""Forty systems from a seed, of up to 7 coordinates, 4 constraints and 10 parameters, and chains.

From the text of the system to the dynamics as a vector field, by both theories, beside SymPy's
``LagrangesMethod`` as in `dynamics`. Nobody writes a formula out, nor is anybody asked for one: the
accelerations are compared as numbers at a point of the constraint set.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from benchmarks import random_systems, values
from benchmarks.cases import dynamics
from benchmarks.harness import Case, Contender, Instance


def instances(quick: bool) -> list[Instance]:
    """The systems of `random_systems`, and its chains with a blade on each link."""
    made = random_systems.systems(3 if quick else random_systems.COUNT)
    made |= random_systems.chains((2,) if quick else random_systems.LINKS)
    return [Instance(label, data) for label, data in made.items()]


def _state(data: dict[str, Any]) -> dict[str, float]:
    """Coordinates, parameters and velocities, those of the constraints among them."""
    import sympy

    names = [*data["coordinates"], *data["parameters"]]
    at = {name: 0.3 + 0.07 * k for k, name in enumerate(names)}
    free = {f"{q}dot": 0.2 - 0.05 * k for k, q in enumerate(data["coordinates"])}
    read = [sympy.sympify(c).subs(at) for c in data["constraints"]]
    # Velocities that a constraint begins with are solved for: they are in no other one.
    own = [sympy.Symbol(c.split("dot")[0] + "dot") for c in data["constraints"]]
    solved = sympy.solve(read, own, dict=True)[0] if read else {}
    free |= {v.name: float(e.subs(free)) for v, e in solved.items()}
    return at | free


def _derive(theory: str, data: dict[str, Any]) -> Any:
    from mechanics import System

    return System(**data).dynamics(theory).acceleration_functions


def _answer(data: dict[str, Any], result: Any) -> tuple[tuple[Any, ...], str]:
    from diffgeo.calculus import compile_functions

    at = _state(data)
    parameters = {p: at.pop(p) for p in data["parameters"]}
    numbers = compile_functions(list(result.values()), list(at), parameters)(list(at.values()))
    return tuple(values.rough(float(a)) for a in numbers), ""


def _peer_answer(data: dict[str, Any], result: Any) -> tuple[tuple[Any, ...], str]:
    names, at = dynamics._symbols(data), _state(data)
    # Subexpressions occur thousands of times: each is evaluated once.
    given = {names[n]: value for n, value in at.items()}
    return tuple(map(values.rough, values.floats(result[1], given))), ""


CASE = Case(
    "generated",
    "Derivation of the equations of systems from a seed",
    instances,
    (
        *(
            Contender(name, dynamics._given, partial(_derive, name), _answer, role="ours")
            for name in ("projection", "multipliers")
        ),
        Contender(
            "SymPy LagrangesMethod",
            *(dynamics._peer, dynamics._lagranges_method, _peer_answer, ("sympy",)),
        ),
    ),
)
