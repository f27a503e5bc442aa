"""A function is added in one place: by its formula, or by that of its derivative and its balls."""

from __future__ import annotations

import pickle
from fractions import Fraction
from math import erf, tanh
from pathlib import Path

import numpy as np
import pytest
import sympy

from diffgeo import Manifold, Map, check
from diffgeo.errors import Contradiction, NameClash, NotSupported, Undecided
from diffgeo.interop.codegen import Program, compile_program
from diffgeo.interop.compiled_c import c_machine
from diffgeo.interop.evaluation import evaluate_tree
from diffgeo.interop.lowering import assignments
from diffgeo.interop.machines import array_machine
from diffgeo.interop.parsing import Names, parse
from diffgeo.interop.sympy_bridge import from_sympy, to_sympy
from diffgeo.interop.typeset import latex
from diffgeo.reals.enclosures import enclose_program
from diffgeo.reals.natural_domain import natural_domain
from diffgeo.rings.elementary_functions import (
    ELEMENTARY,
    PRIMITIVES,
    WRITTEN,
    Primitive,
    add_function,
)
from diffgeo.rings.exact import ExactRing
from diffgeo.rings.expression import (
    Call,
    Constant,
    Expression,
    Symbol,
    divide,
    multiply,
    negate,
    number,
    power,
)


@pytest.fixture
def coth(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new function: its name and its formula, in one table."""
    monkeypatch.setitem(ELEMENTARY, "coth", 1)
    formula = lambda x: divide(Call("cosh", (x,)), Call("sinh", (x,)))  # noqa: E731
    monkeypatch.setitem(WRITTEN, "coth", formula)


@pytest.mark.usefixtures("coth")
def test_the_ring_knows_a_new_function() -> None:
    M = Manifold("M", "x")
    (X,), f = M.frame, M.function("coth(2*x)")
    assert check(X(f) == 2 * (1 - f * f))
    assert check(f * M.function("tanh(2*x)") == 1)
    assert check(X(f) == 2 * (1 + f * f)).status.name == "REFUTED"


@pytest.mark.usefixtures("coth")
def test_everything_else_knows_a_new_function() -> None:
    tree = parse("coth(1/x)", Names(("x",)))
    program = Program((tree,), (), (0,))
    ((value,), ((low, high),)) = (
        compile_program(program, "x")([2.0]),
        enclose_program(program, "x")([(2.0, 2.0)]),
    )
    assert low <= value <= high and high - low < 1e-9
    assert low <= 1 / tanh(0.5) <= high
    assert latex(tree).startswith(r"\operatorname{coth}")
    assert [relation for _, relation in natural_domain(tree)] == ["!=", "!="]
    assert (Symbol("x"), "!=") in natural_domain(tree)


def test_an_unknown_function_is_refused() -> None:
    with pytest.raises(Exception, match="coth"):
        Manifold("M", "x").function("coth(x)")


# --- a function with a generator of its own --------------------------------------------


def _bell(x: Expression) -> Expression:
    """``2/sqrt(pi) exp(-x**2)``."""
    half = power(Constant("pi"), number(Fraction(-1, 2)))
    return multiply(number(2), half, Call("exp", (negate(power(x, 2)),)))


def _add(monkeypatch: pytest.MonkeyPatch, function: Primitive) -> None:
    """What `add_function` does, until the test ends."""
    for table in (ELEMENTARY, PRIMITIVES):
        monkeypatch.setitem(table, function.name, None)
        del table[function.name]
    add_function(function)


@pytest.fixture
def error_function(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error function, in this file alone."""
    _add(monkeypatch, Primitive("erf", _bell, lambda x: x.erf(), parity=-1))


@pytest.mark.usefixtures("error_function")
def test_the_ring_knows_a_function_by_its_derivative() -> None:
    M = Manifold("M", "x,y")
    (X, Y), f = M.frame, M.function("erf(x*y) + exp(erf(x))")
    slope = "2/sqrt(pi)*(y*exp(-x**2*y**2) + exp(-x**2)*exp(erf(x)))"
    assert check(X(f) == M.function(slope))
    assert check(X(f) == M.function(slope.replace("+", "-"))).status.name == "REFUTED"
    assert check(X(Y(f)) == Y(X(f)))
    for zero in ("erf(x) + erf(-x)", "erf((x + y)**2) - erf(x**2 + 2*x*y + y**2)", "erf(0)"):
        assert check(M.function(zero) == 0), zero
    for other in (
        "erf(2*x) - 2*erf(x)",
        "erf(erf(x)) - erf(x)",
        "erf(1) - erf(2)",
        "erf(x)**2 - 1",
    ):
        assert check(M.function(other) == 0).status.name == "REFUTED", other
    halves = Map(M, M, {"x": "x/2", "y": "y"})
    assert check(halves.pull(f) == M.function("erf(x*y/2) + exp(erf(x/2))"))
    assert check(pickle.loads(pickle.dumps(f)) == f)
    assert check(M.function("sin(x)*erf(sin(x)) - 2*sin(x/2)*cos(x/2)*erf(sin(x))") == 0)


@pytest.mark.usefixtures("error_function")
def test_an_independence_that_is_not_true_makes_no_wrong_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """``erfc = 1 - erf`` is told as if it were another function: no "not zero" follows."""
    _add(monkeypatch, Primitive("erfc", lambda x: negate(_bell(x)), lambda x: x.erfc()))
    M = Manifold("M", "x")
    (X,) = M.frame
    total = M.function("erf(x) + erfc(x)")
    assert check(X(total) == 0) and check(total == 1).status.name == "UNKNOWN"
    with pytest.raises(Undecided, match="no differential"):
        M.function("exp(erf(x) + erfc(x))")
    assert check(total == 2).status.name == "REFUTED"


@pytest.mark.usefixtures("error_function")
def test_machines_know_a_function_by_its_balls(tmp_path: Path) -> None:
    tree = parse("erf(x)*y", Names(("x", "y")))
    program = Program((tree,), (), (0,))
    wanted = 2 * erf(0.75)
    ((low, high),) = enclose_program(program, "xy")([(0.75, 0.75), (2.0, 2.0)])
    assert low <= wanted <= high and high - low < 1e-9
    assert compile_program(program, "xy")([0.75, 2.0]) == pytest.approx([wanted], rel=1e-14)
    value = evaluate_tree(tree, {"x": Fraction(3, 4), "y": Fraction(2)}, digits=30)
    assert float(value) == pytest.approx(wanted, rel=1e-15)
    code = assignments(program, "xy")
    found = array_machine(code)(np.array([[0.75, 0.5], [2.0, 1.0]]), np.empty((0, 2)))
    assert found[0] == pytest.approx([wanted, erf(0.5)], rel=1e-14)
    with pytest.raises(NotSupported, match="C does not know erf"):
        c_machine(code, tmp_path)
    assert to_sympy(tree) == sympy.erf(sympy.Symbol("x")) * sympy.Symbol("y")
    assert set(from_sympy(to_sympy(tree)).children) == set(tree.children)
    assert latex(tree).startswith(r"\operatorname{erf}") and not natural_domain(tree)
    ring = ExactRing("x")
    with pytest.raises(NotSupported, match="independent"):
        ring.germs(2, points=1, seed=1)(ring.ingest([Call("erf", (Symbol("x"),))])[0])


def test_what_cannot_be_added_is_refused() -> None:
    with pytest.raises(NameClash, match="sin"):
        add_function(Primitive("sin", lambda x: Call("cos", (x,)), lambda x: x.sin()))
    with pytest.raises(Contradiction, match="itself"):
        add_function(Primitive("own", lambda x: Call("own", (x,)), lambda x: x.exp()))
