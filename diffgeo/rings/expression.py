"""Expression trees: the neutral form in which formulas enter and leave a function ring.

A tree is inert: it is parsed from text or converted from SymPy, read into a ring
(which decides what it means) and made from a ring element for display. Nothing is
simplified here, so that no rewriting happens outside the ring's exact arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction


class Expression:
    """Base class of all nodes; immutable, compared and hashed by structure."""

    __slots__ = ()

    @property
    def children(self) -> tuple[Expression, ...]:
        """The direct subexpressions."""
        return ()

    def walk(self) -> Iterator[Expression]:
        """All nodes, parents before children, without recursion."""
        stack: list[Expression] = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    def __str__(self) -> str:
        return to_text(self)


@dataclass(frozen=True, slots=True)
class Number(Expression):
    """An exact rational number."""

    value: Fraction


@dataclass(frozen=True, slots=True)
class Constant(Expression):
    """A named real constant: ``pi`` or ``E`` (the base of the natural logarithm)."""

    name: str


@dataclass(frozen=True, slots=True)
class Symbol(Expression):
    """A coordinate or a parameter, by the user's name."""

    name: str


@dataclass(frozen=True, slots=True)
class Sum(Expression):
    """A sum of at least two terms."""

    terms: tuple[Expression, ...]

    @property
    def children(self) -> tuple[Expression, ...]:
        """The terms."""
        return self.terms


@dataclass(frozen=True, slots=True)
class Product(Expression):
    """A product of at least two factors."""

    factors: tuple[Expression, ...]

    @property
    def children(self) -> tuple[Expression, ...]:
        """The factors."""
        return self.factors


@dataclass(frozen=True, slots=True)
class Power(Expression):
    """``base ** exponent`` (quotients are products with exponent -1)."""

    base: Expression
    exponent: Expression

    @property
    def children(self) -> tuple[Expression, ...]:
        """Base and exponent."""
        return (self.base, self.exponent)


@dataclass(frozen=True, slots=True)
class Call(Expression):
    """One of the `diffgeo.rings.elementary_functions` applied to its arguments."""

    name: str
    arguments: tuple[Expression, ...]

    @property
    def children(self) -> tuple[Expression, ...]:
        """The arguments."""
        return self.arguments


@dataclass(frozen=True, slots=True)
class Apply(Expression):
    """A partial derivative of an undefined function at given arguments.

    ``Apply("f", (1, 0), (x, y))`` is the first partial derivative of ``f`` along its
    first slot, evaluated at ``(x, y)``; all orders zero is ``f(x, y)`` itself.
    """

    function: str
    orders: tuple[int, ...]
    arguments: tuple[Expression, ...]

    @property
    def children(self) -> tuple[Expression, ...]:
        """The arguments."""
        return self.arguments


ZERO = Number(Fraction(0))
ONE = Number(Fraction(1))
MINUS_ONE = Number(Fraction(-1))


def number(value: int | Fraction) -> Number:
    """The tree of an exact number."""
    return Number(Fraction(value))


def _is_number(tree: Expression, value: int) -> bool:
    # Cheaper than comparing trees: most nodes are no numbers.
    return isinstance(tree, Number) and tree.value == value


def add(*terms: Expression) -> Expression:
    """A sum that drops zeros and does not nest; no further rewriting."""
    flat = [
        u for t in terms for u in (t.terms if isinstance(t, Sum) else (t,)) if not _is_number(u, 0)
    ]
    if not flat:
        return ZERO
    return flat[0] if len(flat) == 1 else Sum(tuple(flat))


def multiply(*factors: Expression) -> Expression:
    """A product that drops ones and does not nest; no further rewriting."""
    flat = [
        u
        for f in factors
        for u in (f.factors if isinstance(f, Product) else (f,))
        if not _is_number(u, 1)
    ]
    if any(_is_number(u, 0) for u in flat):
        return ZERO
    if not flat:
        return ONE
    return flat[0] if len(flat) == 1 else Product(tuple(flat))


def power(base: Expression, exponent: Expression | int) -> Expression:
    """``base ** exponent``; the exponents 0 and 1 are carried out."""
    exponent = number(exponent) if isinstance(exponent, int) else exponent
    if _is_number(exponent, 1):
        return base
    return ONE if _is_number(exponent, 0) else Power(base, exponent)


def divide(numerator: Expression, denominator: Expression) -> Expression:
    """``numerator / denominator`` as a product with exponent -1."""
    return multiply(numerator, power(denominator, -1))


def negate(tree: Expression) -> Expression:
    """``-tree``; the sign of a leading number is changed in place."""
    if isinstance(tree, Number):
        return Number(-tree.value)
    if isinstance(tree, Product) and isinstance(tree.factors[0], Number):
        return multiply(Number(-tree.factors[0].value), *tree.factors[1:])
    return multiply(MINUS_ONE, tree)


def names_in(tree: Expression) -> set[str]:
    """The names of the symbols in a tree."""
    return {node.name for node in tree.walk() if isinstance(node, Symbol)}


def replace(tree: Expression, rule: Callable[[Expression], Expression | None]) -> Expression:
    """The tree with every node for which ``rule`` answers replaced by the answer (top down).

    The rest keeps its shape: 0 in the place of x leaves ``x*x**-1`` undefined, not zero.
    """
    answer = rule(tree)
    if answer is not None:
        return answer
    match tree:
        case Sum(terms):
            return Sum(tuple(replace(t, rule) for t in terms))
        case Product(factors):
            return Product(tuple(replace(f, rule) for f in factors))
        case Power(base, exponent):
            return Power(replace(base, rule), replace(exponent, rule))
        case Call(name, arguments):
            return Call(name, tuple(replace(a, rule) for a in arguments))
        case Apply(function, orders, arguments):
            return Apply(function, orders, tuple(replace(a, rule) for a in arguments))
    return tree


# --- text --------------------------------------------------------------------------

_SUM, _PRODUCT, _POWER, _ATOM = 1, 2, 4, 5


def to_text(tree: Expression) -> str:
    """The tree as a string that this library's parser and SymPy both read."""
    # Children first: deeply nested trees must not become a deep recursion.
    rendered: Rendered = {}
    stack: list[tuple[Expression, bool]] = [(tree, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            rendered[id(node)] = _render(node, rendered)
        elif id(node) not in rendered:
            stack.append((node, True))
            stack.extend((child, False) for child in node.children)
    return _text(tree, 0, rendered)


#: Text and binding strength by identity of the node.
Rendered = dict[int, tuple[str, int]]


def _text(tree: Expression, context: int, rendered: Rendered) -> str:
    # Nodes that are made on the way, such as 1/x without its sign, are not in the table.
    text, level = rendered.get(id(tree)) or _render(tree, rendered)
    return f"({text})" if level < context else text


def _render(tree: Expression, rendered: Rendered) -> tuple[str, int]:
    match tree:
        case Number(value):
            if value.denominator != 1:
                return str(value), _SUM if value < 0 else _PRODUCT
            return str(value), _SUM if value < 0 else _ATOM
        case Constant(name) | Symbol(name):
            return name, _ATOM
        case Sum(terms):
            parts = [_text(terms[0], _SUM, rendered)]
            for term in terms[1:]:
                text = _text(term, _SUM, rendered)
                parts.append(f" - {text[1:]}" if text.startswith("-") else f" + {text}")
            return "".join(parts), _SUM
        case Product(factors):
            return _render_product(factors, rendered)
        case Power(base, exponent):
            if exponent == Number(Fraction(1, 2)):
                return f"sqrt({_text(base, 0, rendered)})", _ATOM
            if isinstance(exponent, Number) and exponent.value < 0:
                return _render_product((tree,), rendered)
            return f"{_text(base, _ATOM, rendered)}**{_text(exponent, _ATOM, rendered)}", _POWER
        case Call(name, arguments):
            return f"{name}({', '.join(_text(a, 0, rendered) for a in arguments)})", _ATOM
        case Apply():
            return _render_apply(tree, rendered), _ATOM
    raise TypeError(f"not an expression: {tree!r}")


def _render_product(factors: tuple[Expression, ...], rendered: Rendered) -> tuple[str, int]:
    sign, above, below = "", [], []
    for factor in factors:
        if isinstance(factor, Number):
            value = factor.value
            if value < 0:
                sign, value = ("" if sign else "-"), -value
            if value.numerator != 1:
                above.append(str(value.numerator))
            if value.denominator != 1:
                below.append(str(value.denominator))
        elif (
            isinstance(factor, Power)
            and isinstance(factor.exponent, Number)
            and factor.exponent.value < 0
        ):
            reciprocal = power(factor.base, Number(-factor.exponent.value))
            below.append(_text(reciprocal, _POWER, rendered))
        else:
            above.append(_text(factor, _POWER, rendered))
    text = sign + ("*".join(above) or "1")
    if below:
        text += "/" + (below[0] if len(below) == 1 else f"({'*'.join(below)})")
    return text, _SUM if sign else _PRODUCT


def _render_apply(tree: Apply, rendered: Rendered) -> str:
    arguments = ", ".join(_text(a, 0, rendered) for a in tree.arguments)
    if not any(tree.orders):
        return f"{tree.function}({arguments})"
    plain = all(isinstance(a, Symbol) for a in tree.arguments)
    if plain and len(set(tree.arguments)) == len(tree.arguments):
        return _derivative(f"{tree.function}({arguments})", tree.orders, tree.arguments)
    # A derivative at a composite argument: SymPy writes it with a bound variable.
    used = {n.name for n in tree.walk() if isinstance(n, Symbol)}
    bound: list[Expression] = []
    for k in range(len(tree.arguments)):
        name = f"_xi_{k + 1}"
        while name in used:
            name += "_"
        bound.append(Symbol(name))
    inner = f"{tree.function}({', '.join(str(b) for b in bound)})"
    names = ", ".join(str(b) for b in bound)
    derivative = _derivative(inner, tree.orders, tuple(bound))
    return f"Subs({derivative}, ({names},), ({arguments},))"


def _derivative(text: str, orders: tuple[int, ...], variables: tuple[Expression, ...]) -> str:
    steps = [
        str(v) if n == 1 else f"({v}, {n})" for n, v in zip(orders, variables, strict=True) if n
    ]
    return f"Derivative({text}, {', '.join(steps)})"
