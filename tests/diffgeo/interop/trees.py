"""Random expression trees."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from diffgeo.interop.parsing import Names
from diffgeo.rings.expression import (
    Apply,
    Call,
    Constant,
    Expression,
    Number,
    Power,
    Product,
    Sum,
    Symbol,
)

SYMBOLS = ("x", "y", "lambda", "in", "E_1")
NAMES = Names(SYMBOLS, {"f": 1, "g": 2})

numbers = st.builds(lambda p, q: Number(Fraction(p, q)), st.integers(-6, 6), st.integers(1, 6))
symbols = st.sampled_from([Symbol(s) for s in SYMBOLS])


def _arithmetic(children: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    several = st.lists(children, min_size=2, max_size=4).map(tuple)
    exponents = st.integers(-3, 3).map(lambda n: Number(Fraction(n)))
    return st.one_of(several.map(Sum), several.map(Product), st.builds(Power, children, exponents))


#: Trees made of rational numbers, symbols and the four operations.
rational_trees = st.recursive(st.one_of(numbers, symbols), _arithmetic, max_leaves=12)


def _all(children: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    halves = st.sampled_from([Number(Fraction(n, 2)) for n in (-3, -1, 1, 3)])
    unary = st.sampled_from(["sin", "cos", "exp", "atan", "sinh", "Abs", "tan", "log"])
    return st.one_of(
        _arithmetic(children),
        st.builds(Power, children, halves),
        st.builds(lambda n, a: Call(n, (a,)), unary, children),
        st.builds(lambda a, b: Call("atan2", (a, b)), children, children),
        st.builds(lambda n, a: Apply("f", (n,), (a,)), st.integers(0, 2), children),
        st.builds(
            lambda m, n, a, b: Apply("g", (m, n), (a, b)),
            st.integers(0, 1),
            st.integers(0, 2),
            children,
            children,
        ),
    )


#: Trees with every kind of node.
trees = st.recursive(st.one_of(numbers, symbols, st.just(Constant("pi"))), _all, max_leaves=8)

#: The same without pi: sin(pi) is zero exactly, and never numerically.
value_trees = st.recursive(st.one_of(numbers, symbols), _all, max_leaves=8)
