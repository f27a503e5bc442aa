"""What is found out about a system, for SymPy and for programs."""

from __future__ import annotations

from typing import Any

import pytest
import sympy
from sympy import Symbol, exp
from sympy.physics.mechanics import dynamicsymbols

from diffgeo.calculus import compile_functions, functions_of
from mechanics import System, load

OSCILLATOR = System(coordinates="x", lagrangian="xdot**2/2 - x**2/2")
DAMPED = System(coordinates="x", lagrangian="xdot**2/2", forces={"x": "-3*xdot - 2*x"})


def bare(expression: Any) -> Any:
    """The same with symbols of which nothing is assumed."""
    return sympy.sympify(str(expression))


def test_the_objects_of_the_user_come_back() -> None:
    m = Symbol("m", positive=True)
    q = dynamicsymbols("q")
    system = System(coordinates=[q], parameters=[m], lagrangian=m * q.diff() ** 2 / 2 - m * q**2)
    [(name, found)] = system.first_integrals().to_sympy().items()
    assert name == "f_{1}" and sympy.expand(found / m - q.diff() ** 2 / 2 - q**2) == 0
    plain = system.first_integrals().to_sympy(plain=True)[name]
    assert not plain.has(q) and plain.has(Symbol("q"))


def test_darboux_functions_and_their_integrals() -> None:
    found = DAMPED.darboux().to_sympy(plain=True)
    assert found["K_{1}"] == -1 and bare(found["P_{1}"] - 2 * Symbol("x")) == Symbol("xdot")
    assert any(each.has(exp) for name, each in found.items() if name.startswith("f"))


@pytest.mark.parametrize("name", ["noether", "energy_balance", "symmetries", "inverse_problem"])
def test_formulas_are_compiled(name: str) -> None:
    found = getattr(OSCILLATOR, name)(*([{"t": 1}] if name == "noether" else []))
    functions = functions_of(found.named_formulas())
    values = compile_functions(functions, "t x xdot")([0.0, 3.0, 4.0])
    assert len(values) == len(functions) and found.latex().count("&=") >= 1
    for expression in found.to_sympy().values():
        assert isinstance(expression, sympy.Basic | sympy.NDimArray)


def test_the_sides_of_hamilton_and_of_the_constraint_algorithm() -> None:
    found = OSCILLATOR.hamiltonian().to_sympy()
    assert bare(found["hamiltonian"]) == sympy.sympify("p_x**2/2 + x**2/2")
    assert bare(found["rates"]["p_x"]) == -Symbol("x")
    singular = System(coordinates="x y", lagrangian="xdot**2/2 + y*x")
    sets = singular.reduction().to_sympy()
    assert [[bare(f) for f in stage] for stage in sets["sets"]]
    sleigh = load("chaplygin-sleigh").reduction().to_sympy()
    assert set(sleigh["accelerations"]) == {"x", "y", "theta"} and len(sleigh["multipliers"]) == 1
