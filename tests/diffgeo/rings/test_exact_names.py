"""Names that look like constants: every declared name is the user's symbol."""

from __future__ import annotations

import re
from contextlib import redirect_stdout
from io import StringIO

import pytest
import sympy

from diffgeo import Manifold, check, evaluate
from diffgeo.errors import NameClash
from diffgeo.interop.parsing import Names, parse
from diffgeo.interop.sympy_bridge import from_sympy
from diffgeo.interop.typeset import latex
from diffgeo.rings.elementary_functions import ELEMENTARY
from diffgeo.rings.exact.ring import ExactRing
from diffgeo.verdicts.verdict import Status

FORMULAS = (
    "exp(1)*n",
    "acos(-1)*n",
    "exp(2) + n",
    "sqrt(exp(1))*n",
    "exp(x)**(1/2)*n",
    "sin(acos(-1)/3 + x)*exp(-n)",
    "exp(n)/exp(3)",
    "log(2 + exp(1))**n",
    "atan2(n, acos(-1))*exp(1)",
)


@pytest.mark.parametrize("name", ["E", "pi", "e"])
@pytest.mark.parametrize("formula", FORMULAS)
def test_reading_what_is_shown(name: str, formula: str) -> None:
    ring = ExactRing(("x",), (name,))
    names = Names(("x", name))
    (element,) = ring.ingest([parse(re.sub(r"\bn\b", name, formula), names)])
    tree = ring.expression(element)
    (again,) = ring.ingest([parse(str(tree), names)])
    assert ring.equal(again, element)
    # SymPy reads the text if it is told what is a symbol.
    source = sympy.sympify(str(tree), locals={name: sympy.Symbol(name)})
    (third,) = ring.ingest([from_sympy(source, names)])
    assert ring.equal(third, element)


@pytest.mark.parametrize("name", [*ELEMENTARY, "Derivative", "Subs"])
def test_names_of_functions_are_not_given_to_variables(name: str) -> None:
    for coordinates, parameters in ((f"x {name}", ""), ("x", name)):
        with pytest.raises(NameClash, match=f"{name} is the name of a function.*rename"):
            Manifold("M", coordinates, parameters=parameters)


@pytest.mark.parametrize("name", ["ln", "abs", "expo", "Exp", "E", "pi", "N", "S", "I", "lambda_"])
def test_other_names_are_read_again(name: str) -> None:
    M = Manifold("M", ("x", name))
    texts = ("cosh({n})*{n}", "sqrt(x + {n}**2)", "log(1 + {n}**2)", "Abs(1 + x**2)*{n}")
    for text in texts:
        f = M.function(text.format(n=name))
        assert check(M.function(str(f)) == f).status is Status.VERIFIED
        assert check(M.function(str(f)) == f + 1).status is Status.REFUTED


def test_function_named_like_a_constant() -> None:
    M = Manifold("M", "x", functions="E(t)")
    f = M.function("exp(1)*E(x)")
    assert str(f) == "exp(1)*E(x)"
    assert check(M.function(str(f)) == f).status is Status.VERIFIED
    assert check(M.function("E(x)**2") == f).status is Status.REFUTED


@pytest.mark.parametrize(("name", "constant"), [("E", "exp(1)"), ("pi", "acos(-1)")])
def test_certificates_tell_a_name_from_a_constant(name: str, constant: str) -> None:
    M = Manifold("M", "x", parameters=name)
    verdict = check(M.function(f"{constant}*x") == M.function(f"{name}*x"))
    assert verdict.status is Status.REFUTED
    assert verdict.counterexample is not None
    printed = StringIO()
    with redirect_stdout(printed):
        exec(verdict.counterexample.code)
    status, left, right = printed.getvalue().splitlines()
    # The constant times x, and the name times x, where the name is 0.
    assert (status, left, right) == ("REFUTED", name, "0")


def test_values_of_names_shadow_the_constants() -> None:
    assert evaluate("E*exp(0) + pi", {"E": 2, "pi": 3}) == 5
    assert abs(float(evaluate("E*exp(1)", {"E": 2})) - 5.43656365691809) < 1e-12


def test_constants_are_short_where_the_name_is_free() -> None:
    M = Manifold("M", "x e")
    assert str(M.function("exp(1)*acos(-1)*x")) == "pi*x*E"


def test_latex_of_constants() -> None:
    N = Manifold("N", "x", parameters="e pi")
    assert N.function("exp(1)*acos(-1)").latex() == r"\arccos(-1) \exp(1)"
    assert N.function("exp(x) + e").latex() == r"e + \exp(x)"
    # The name need not occur in the same coefficient.
    assert N.function("exp(x)").latex() != Manifold("M", "x").function("exp(x)").latex()
    assert latex(parse("exp(x)*E", Names(("x",)))) == "e^{x} e"
    # A name may look like a constant by its LaTeX only.
    assert latex(parse("c*exp(x)", Names(("x", "c"))), {"c": "e"}) == r"e \exp(x)"
