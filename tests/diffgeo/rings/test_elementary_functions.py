"""A formula in the table of elementary functions is all that a function needs."""

from __future__ import annotations

from math import tanh

import pytest

from diffgeo import Manifold, check
from diffgeo.interop.codegen import Program, compile_program
from diffgeo.interop.parsing import Names, parse
from diffgeo.interop.typeset import latex
from diffgeo.reals.enclosures import enclose_program
from diffgeo.reals.natural_domain import natural_domain
from diffgeo.rings.elementary_functions import ELEMENTARY, WRITTEN
from diffgeo.rings.expression import Call, Symbol, divide


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
