from __future__ import annotations

import pytest
from hypothesis import given

from diffgeo.interop.parsing import Names, parse
from diffgeo.interop.sympy_bridge import latex
from diffgeo.interop.typeset import name_latex

from .trees import trees

N = Names(
    ["x", "y", "t", "m", "xdot", "theta", "phi1", "k_max", "lambda"], {"f": 1, "g": 2, "Phi": 1}
)
DOTS = {"xdot": r"\dot{x}", "m": "m_{e}^{*}"}


@pytest.mark.parametrize(
    "text, expected",
    [
        ("x", "x"),
        ("-x/2", r"-\frac{1}{2} x"),
        ("2/3", r"\frac{2}{3}"),
        ("xdot**2/2", r"\frac{1}{2} \dot{x}^{2}"),
        ("m**2", "{m_{e}^{*}}^{2}"),
        ("x - 2*y", "x - 2 y"),
        ("x - (y - t)", r"x - \left(y - t\right)"),
        ("2*3**x", r"2 \cdot 3^{x}"),
        ("2*(x + y)", r"2 \left(x + y\right)"),
        ("(-x)**2", r"\left(-x\right)^{2}"),
        ("(x**2)**3", r"\left(x^{2}\right)^{3}"),
        ("x/(2*y)", r"\frac{x}{2 y}"),
        ("(x + y)/(x - y)", r"\frac{x + y}{x - y}"),
        ("1/(x*(1 + y))", r"\frac{1}{x \left(1 + y\right)}"),
        ("1/x**2", r"\frac{1}{x^{2}}"),
        ("sqrt(x + y)", r"\sqrt{x + y}"),
        ("x**(1/3)", r"\sqrt[3]{x}"),
        ("x**(3/2)", "x^{3/2}"),
        ("1/sqrt(x)", r"\frac{1}{\sqrt{x}}"),
        ("theta*phi1", r"\theta \phi_{1}"),
        ("k_max*lambda*pi", r"k_{\mathrm{max}} \lambda \pi"),
        ("sin(x)**2", r"\sin^{2}(x)"),
        ("sin(x)**-1", r"\frac{1}{\sin(x)}"),
        ("asin(2*x)", r"\arcsin\left(2 x\right)"),
        ("atan2(y, x)", r"\operatorname{atan2}(y, x)"),
        ("exp(-x)", "e^{-x}"),
        ("exp(x)**2", r"\left(e^{x}\right)^{2}"),
        ("Abs(x)*sign(y)", r"\left|x\right| \operatorname{sgn}(y)"),
        ("f(t)", "f(t)"),
        ("f'(t)", "f'(t)"),
        ("Phi''(t)", r"\Phi''(t)"),
        ("f'(t)**2", "{f'(t)}^{2}"),
        ("f''''(2*t)", r"f^{(4)}\left(2 t\right)"),
        ("Derivative(g(x, y), x)", r"\frac{\partial g}{\partial x}(x, y)"),
        (
            "Derivative(g(x, y), x, (y, 2))",
            r"\frac{\partial^{3} g}{\partial x \partial y^{2}}(x, y)",
        ),
        ("Subs(Derivative(g(u, x), (u, 2)), u, 2*t)", r"\partial_{1}^{2} g\left(2 t, x\right)"),
    ],
)
def test_samples(text, expected):
    assert latex(parse(text, N), DOTS) == expected


def test_names():
    assert latex(parse("xdot", N)) == r"\mathrm{xdot}"
    assert name_latex("x1") == "x_{1}"
    assert name_latex("Gamma_1_2") == r"\Gamma_{1,2}"
    assert name_latex("mass") == r"\mathrm{mass}"
    assert name_latex("_x") == r"\mathrm{\_x}"
    assert name_latex("x_") == "x"


@given(trees)
def test_delimiters_match(tree):
    text = latex(tree)
    assert text.count("{") == text.count("}")
    assert text.count(r"\left") == text.count(r"\right")
