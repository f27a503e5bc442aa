"""Functions of which the later ones refine the earlier ones, with their identities."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Formula = Callable[..., Any]

#: What is read one after another, identities and near-identities of it; ``r`` reads more.
LATE: list[tuple[list[str], list[Formula], list[Formula]]] = [
    (
        ["cos(x)", "sin(x/2)"],
        [lambda r, a, b: (1 - a) / 2 - b**2, lambda r, a, b: a - 2 * r("cos(x/2)") ** 2 + 1],
        [lambda r, a, b: (1 + a) / 2 - b**2, lambda r, a, b: b + (a - 1) / 2],
    ),
    (
        ["sin(2*x)", "sin(x)*cos(x)"],
        [lambda r, a, b: a - 2 * b],
        [lambda r, a, b: a + 2 * b, lambda r, a, b: a - b],
    ),
    (
        ["sin(x + y)*t", "sin(x)", "sin(x/3)"],
        [lambda r, a, b, c: b - 3 * c + 4 * c**3],
        [lambda r, a, b, c: b - 3 * c - 4 * c**3, lambda r, a, b, c: a - t_times(r, b)],
    ),
    (
        ["sin(x + 1)", "sin(x)"],
        [lambda r, a, b: a - b * r("cos(1)") - r("cos(x)*sin(1)")],
        [lambda r, a, b: a - b * r("cos(1)") + r("cos(x)*sin(1)")],
    ),
    (
        # The argument of an arctangent may be an angle, too.
        ["sin(x)", "atan(x)", "sin(x/2)"],
        [
            lambda r, a, b, c: a - 2 * c * r("cos(x/2)"),
            lambda r, a, b, c: r("tan(2*atan(x))") - r("2*x/(1 - x**2)"),
        ],
        [lambda r, a, b, c: c, lambda r, a, b, c: a + 2 * c * r("cos(x/2)")],
    ),
    (
        ["exp(x)", "exp(x/2)"],
        [lambda r, a, b: a - b**2, lambda r, a, b: 1 / a - 1 / b**2],
        [lambda r, a, b: a - b, lambda r, a, b: a + b**2],
    ),
    (
        ["cosh(x)", "sinh(x/2)"],
        [lambda r, a, b: a - 1 - 2 * b**2],
        [lambda r, a, b: a + 1 - 2 * b**2],
    ),
    (["m**a", "m**(a/2)"], [lambda r, a, b: a - b**2], [lambda r, a, b: a - b**4]),
    (
        ["tan(x)", "tan(x/2)"],
        [lambda r, a, b: a - 2 * b / (1 - b**2)],
        [lambda r, a, b: a - 2 * b / (1 + b**2)],
    ),
    (
        ["1/(1 + cos(x))", "cos(x/2)"],
        [lambda r, a, b: a - 1 / (2 * b**2)],
        [lambda r, a, b: a - 1 / b**2],
    ),
    (
        ["1/sin(x)", "1/sin(x/2)"],
        [lambda r, a, b: a - b / (2 * r("cos(x/2)"))],
        [lambda r, a, b: a + b / (2 * r("cos(x/2)"))],
    ),
    (
        ["sin(sin(x))", "sin(sin(x)/2)"],
        [lambda r, a, b: a - 2 * b * r("cos(sin(x)/2)")],
        [lambda r, a, b: a - 2 * b * r("cos(x/2)")],
    ),
    (
        ["sin(sin(x))", "sin(x/2)"],
        [lambda r, a, b: a - r("sin(2*sin(x/2)*cos(x/2))")],
        [lambda r, a, b: a - r("sin(sin(x/2)*cos(x/2))")],
    ),
    (
        ["sin(x) + sin(x/2 + y*sin(x))", "sin(y*sin(x))"],
        [lambda r, a, b: a - r("sin(x) + sin(x/2)*cos(y*sin(x))") - r("cos(x/2)") * b],
        [lambda r, a, b: a - r("sin(x) + sin(x/2)*cos(y*sin(x))") + r("cos(x/2)") * b],
    ),
    (
        ["f(cos(x))", "cos(x/2)"],
        [lambda r, a, b: a - r("f(2*cos(x/2)**2 - 1)")],
        [lambda r, a, b: a - r("f(2*cos(x/2)**2)")],
    ),
    (
        ["log(2 + cos(x))", "cos(x/2)"],
        [lambda r, a, b: a - r("log(1 + 2*cos(x/2)**2)")],
        [lambda r, a, b: a + r("log(1 + 2*cos(x/2)**2)")],
    ),
    (
        ["sqrt(2 + cos(x))", "cos(x/2)"],
        [lambda r, a, b: a**2 - 1 - 2 * b**2],
        [lambda r, a, b: a**2 + 1 - 2 * b**2],
    ),
    (
        ["(2 + cos(x))**(1/3)", "cos(x/2)"],
        [lambda r, a, b: a**3 - 1 - 2 * b**2],
        [lambda r, a, b: a**3 + 1 - 2 * b**2],
    ),
    (
        ["sqrt(exp(x))", "exp(x)"],
        [lambda r, a, b: a**2 - b, lambda r, a, b: a - r("exp(x/2)")],
        [lambda r, a, b: a**2 + b, lambda r, a, b: a + r("exp(x/2)")],
    ),
    (
        ["exp(x)", "exp(x)**(1/3)"],
        [lambda r, a, b: a - b**3, lambda r, a, b: b - r("exp(x/3)")],
        [lambda r, a, b: a + b**3],
    ),
    (["m**(1/3)", "m**(1/9)"], [lambda r, a, b: a - b**3], [lambda r, a, b: a - b**2]),
    (["m**(1/3)", "m**(1/6)"], [lambda r, a, b: a - b**2], [lambda r, a, b: a + b**2]),
    (["sqrt(m)", "m**(1/4)"], [lambda r, a, b: a - b**2], [lambda r, a, b: a + b**2]),
    (
        ["sin(2*x/3 + y)", "cos(3*x/2 + 2*y)", "sin(2*x - y/2)"],
        [lambda r, a, b, c: a**2 + r("cos(2*x/3 + y)") ** 2 - 1],
        [lambda r, a, b, c: c - b, lambda r, a, b, c: a - r("cos(2*x/3 + y)")],
    ),
]
NAMES = [" then ".join(texts) for texts, _, _ in LATE]


def t_times(r: Callable[[str], Any], element: Any) -> Any:
    return r("t") * element
