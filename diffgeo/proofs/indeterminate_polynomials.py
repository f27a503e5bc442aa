"""Polynomials with rational coefficients as dictionaries: the coefficients of instances.

A polynomial maps a monomial, the sorted tuple of its variables with repetition, to its
coefficient; ``{("x", "x"): 2}`` is 2*x**2. The functions ``exp(x)`` and ``exp(-x)`` of a variable
x, which have no zeros, may be variables of their own: monomials do not contain both.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement

from diffgeo.errors import NotSupported
from diffgeo.interop.traversal import fold
from diffgeo.rings.expression import (
    Call,
    Expression,
    Number,
    Power,
    Product,
    Sum,
    Symbol,
    add,
    multiply,
    number,
)

Monomial = tuple[str, ...]
Polynomial = dict[Monomial, Fraction]

ZERO: Polynomial = {}
ONE: Polynomial = {(): Fraction(1)}


def plus(*polynomials: Polynomial) -> Polynomial:
    """The sum."""
    total: Polynomial = {}
    for polynomial in polynomials:
        for monomial, value in polynomial.items():
            total[monomial] = total.get(monomial, Fraction(0)) + value
    return {monomial: value for monomial, value in total.items() if value}


def times(first: Polynomial, second: Polynomial) -> Polynomial:
    """The product."""
    return plus(*({_product(m, n): a * b} for m, a in first.items() for n, b in second.items()))


def _product(first: Monomial, second: Monomial) -> Monomial:
    names = [*first, *second]
    for name in [name for name in names if name.startswith("exp(")]:
        if name in names and (inverse := reciprocal(name)) in names:
            names.remove(name)
            names.remove(inverse)
    return tuple(sorted(names))


def exponential(variable: str, sign: int = 1) -> Polynomial:
    """``exp(x)`` of a variable x, or ``exp(-x)``."""
    return {(f"exp({variable})" if sign > 0 else f"exp(-{variable})",): Fraction(1)}


def reciprocal(name: str) -> str:
    """The name of ``exp(-x)`` for that of ``exp(x)``, and conversely."""
    return name.replace("exp(-", "exp(") if "(-" in name else name.replace("exp(", "exp(-")


def is_unit(polynomial: Polynomial) -> bool:
    """Whether the polynomial is a number, not 0, times exponentials."""
    return len(polynomial) == 1 and all(n.startswith("exp(") for m in polynomial for n in m)


def scaled(polynomial: Polynomial, factor: Fraction | int) -> Polynomial:
    """The product with a number."""
    return {m: a * factor for m, a in polynomial.items()} if factor else {}


def derivative(polynomial: Polynomial, variable: str) -> Polynomial:
    """The partial derivative."""
    found: Polynomial = {}
    for monomial, value in polynomial.items():
        if power := monomial.count(variable):
            rest = list(monomial)
            rest.remove(variable)
            found[tuple(rest)] = value * power
    along = [
        {m: value * (m.count(f"exp({variable})") - m.count(f"exp(-{variable})"))}
        for m, value in polynomial.items()
    ]
    return plus(found, *along)


def determinant(rows: Sequence[Sequence[Polynomial]]) -> Polynomial:
    """The determinant, by its first row."""
    if not rows:
        return ONE
    return plus(
        *(
            scaled(times(entry, determinant([[*r[:j], *r[j + 1 :]] for r in rows[1:]])), (-1) ** j)
            for j, entry in enumerate(rows[0])
            if entry
        )
    )


def text(polynomial: Polynomial) -> str:
    """The polynomial as text that `Manifold.function` reads."""
    written = ""
    for monomial, value in sorted(polynomial.items(), key=lambda item: (len(item[0]), item[0])):
        size = [] if abs(value) == 1 and monomial else [str(abs(value))]
        factors = [
            name if (power := monomial.count(name)) == 1 else f"{name}**{power}"
            for name in dict.fromkeys(monomial)
        ]
        sign = ("-" if value < 0 else "") if not written else (" - " if value < 0 else " + ")
        written += sign + "*".join(size + factors)
    return written or "0"


def tree(polynomial: Polynomial) -> Expression:
    """The polynomial as an expression tree."""
    return add(
        *(multiply(number(value), *map(_leaf, monomial)) for monomial, value in polynomial.items())
    )


def _leaf(name: str) -> Expression:
    if not name.startswith("exp("):
        return Symbol(name)
    variable = name[4:-1].removeprefix("-")
    return Call("exp", (multiply(number(-1 if "(-" in name else 1), Symbol(variable)),))


def monomials(variables: Iterable[str], degree: int) -> list[Monomial]:
    """All monomials up to a degree, small ones first."""
    names = list(variables)
    found = (m for k in range(degree + 1) for m in combinations_with_replacement(names, k))
    return [m for m in found if not any(reciprocal(x) in m for x in m if x.startswith("exp("))]


def from_expression(tree: Expression) -> Polynomial:
    """The polynomial that a tree writes.

    Raises
    ------
    NotSupported
        The tree is no polynomial.
    """

    def combine(node: Expression, below: object) -> Polynomial:
        values: list[Polynomial] = list(below)  # type: ignore[call-overload]
        match node:
            case Number(value):
                return {(): value} if value else {}
            case Symbol(name):
                return {(name,): Fraction(1)}
            case Sum():
                return plus(*values)
            case Product():
                product = ONE
                for factor in values:
                    product = times(product, factor)
                return product
            case Power(_, Number(exponent)) if exponent.denominator == 1 and exponent >= 0:
                raised = ONE
                for _ in range(int(exponent)):
                    raised = times(raised, values[0])
                return raised
            case Power(_, Number(exponent)) if exponent.denominator == 1 and is_unit(values[0]):
                ((monomial, value),) = values[0].items()
                inverse = tuple(sorted(map(reciprocal, monomial))) * int(-exponent)
                return {tuple(sorted(inverse)): 1 / value ** int(-exponent)}
            case Call("exp") if all(
                len(m) == 1 and a.denominator == 1 and not m[0].startswith("exp(")
                for m, a in values[0].items()
            ):
                names = [(m[0], int(a)) for m, a in values[0].items()]
                units = [next(iter(exponential(x, k))) * abs(k) for x, k in names]
                return {tuple(sorted(name for unit in units for name in unit)): Fraction(1)}
        raise NotSupported(f"{node} is no polynomial")

    return fold(tree, combine)
