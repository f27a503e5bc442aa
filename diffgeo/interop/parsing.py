"""Formulas from text: a grammar over declared names; nothing is ever evaluated.

Numbers are exact (``0.1`` is 1/10). A declared name is the user's own, whatever else it
means in Python or SymPy. Parsing does not simplify: only arithmetic between literal
numbers is carried out, and sums and products are flattened.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from diffgeo.errors import ExpressionError, NameClash, TooLarge, UndefinedSymbol, ZeroDenominator
from diffgeo.homoglyphs import hint
from diffgeo.interop.syntax import place, syntax_tree
from diffgeo.interop.traversal import depth
from diffgeo.rings.elementary_functions import ELEMENTARY
from diffgeo.rings.expression import (
    ONE,
    ZERO,
    Apply,
    Call,
    Constant,
    Expression,
    Number,
    Power,
    Product,
    Sum,
    Symbol,
    replace,
)

if TYPE_CHECKING:
    from lark import Token

#: Limits that keep every later pass (text, SymPy, rings) fast and free of deep recursion.
MAX_EXPONENT = 10_000
MAX_DIGITS = 4_000
MAX_DEPTH = 100
MAX_ORDER = 100

_MAX_BITS = int(MAX_DIGITS * 3.3219)
_ALIASES: dict[str, str] = {
    "ln": "log",
    "abs": "Abs",
    "arcsin": "asin",
    "arccos": "acos",
    "arctan": "atan",
    "arctan2": "atan2",
}
_CONSTANTS = ("pi", "E")
_SPECIAL = ("Derivative", "Subs")


@dataclass(frozen=True)
class Names:
    """The names that a formula may use.

    Parameters
    ----------
    symbols
        Coordinates and parameters. They win over every built-in name.
    functions
        Undefined functions, with their numbers of arguments.

    Raises
    ------
    NameClash
        A name is declared both as a symbol and as a function.
    """

    symbols: Collection[str] = ()
    functions: Mapping[str, int] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "symbols", tuple(self.symbols))
        object.__setattr__(self, "functions", dict(self.functions or {}))
        both = sorted(set(self.symbols) & set(self.arities))
        if both:
            raise NameClash(f"{both[0]!r} is declared both as a symbol and as a function")

    @property
    def arities(self) -> Mapping[str, int]:
        """The numbers of arguments of the undefined functions."""
        return self.functions or {}


def parse(text: str, names: Names) -> Expression:
    """The expression tree of a formula.

    Sums, products, quotients, powers ``**``, decimal literals (exact), declared symbols and
    functions, `ELEMENTARY` functions (and ``ln abs arcsin arccos arctan arctan2``), ``pi``,
    ``E``, derivatives ``f'(t)``, ``Derivative(f(x, y), x, (y, 2))`` and
    ``Subs(Derivative(f(u), u), u, 2*t)``.

    Raises
    ------
    UndefinedSymbol
        A name is not declared; the message has the nearest declared name.
    ExpressionError
        The text is not a formula, or a function has the wrong number of arguments.
    TooLarge
        A limit is exceeded: length, brackets, depth, digits, exponent, order.
    ZeroDenominator
        Division by the number zero.
    """
    builder = _Builder(text, names)
    order: list[Any] = []
    stack = [syntax_tree(text)]
    while stack:
        node = stack.pop()
        order.append(node)
        stack.extend(c for c in node.children if not isinstance(c, str))
    values: dict[int, Any] = {}
    # Reversed, a root-right-left order is left-right-root: children come before parents.
    for node in reversed(order):
        children = [c if isinstance(c, str) else values[id(c)] for c in node.children]
        values[id(node)] = getattr(builder, str(node.data))(children)
    return builder.finish(values[id(order[0])])


def undefined_symbol(name: str, names: Names, where: str) -> UndefinedSymbol:
    """The error for an undeclared name: what is declared, and the nearest declared name."""
    known = ", ".join(_first(names.symbols)) or "none"
    return UndefinedSymbol(
        f"undefined symbol {_short(name)!r} {where}; declared: {known}"
        + _nearest(name, [*names.symbols, *names.arities, *_CONSTANTS])
    )


def undefined_function(name: str, names: Names, where: str) -> ExpressionError:
    """The error for a function that is neither declared nor elementary."""
    known = ", ".join(_first(names.arities)) or "none"
    near = _nearest(name, [*names.arities, *ELEMENTARY, *_ALIASES, *_SPECIAL])
    hint = "; a derivative is written Derivative(f(x), x)" if name in ("D", "diff") else near
    return ExpressionError(
        f"unknown function {_short(name)!r} {where}; declared functions: {known}{hint}"
    )


def wrong_arity(name: str, expected: int, given: int, where: str) -> ExpressionError:
    """The error for a function with the wrong number of arguments."""
    plural = "" if expected == 1 else "s"
    return ExpressionError(
        f"function {_short(name)!r} takes {expected} argument{plural}, not {given} {where}"
    )


def _first(names: Iterable[str], limit: int = 20) -> list[str]:
    listed = [_short(n) for n in names]
    return [*listed[:limit], *(["..."] if len(listed) > limit else [])]


def _short(name: str) -> str:
    return name if len(name) <= 40 else name[:37] + "..."


def _nearest(name: str, candidates: Sequence[str]) -> str:
    from difflib import get_close_matches

    alike = hint(name, candidates)
    if alike:
        return alike
    found = get_close_matches(name[:40], candidates, n=1)
    return f"; did you mean {found[0]!r}?" if found else ""


#: What stands below a node of the grammar: tokens, and what was read of them.
Children: TypeAlias = list[Any]


class _Builder:
    """Turns the nodes of the syntax tree into expressions, children first."""

    def __init__(self, text: str, names: Names) -> None:
        self.text = text
        self.names = names
        self.symbols = frozenset(names.symbols)
        # Undeclared names seen so far, left to right: a Subs around them may bind them.
        self.pending: list[Token] = []

    def at(self, token: Token) -> str:
        return place(self.text, token.start_pos)

    def finish(self, tree: Expression) -> Expression:
        if self.pending:
            token = self.pending[0]
            raise undefined_symbol(str(token), self.names, self.at(token))
        return self.limited(tree)

    def limited(self, tree: Expression) -> Expression:
        if depth(tree) > MAX_DEPTH:
            raise TooLarge(
                f"the formula nests more than {MAX_DEPTH} operations; split it up "
                f"({place(self.text, 0)})"
            )
        return tree

    # --- leaves

    def number(self, children: Children) -> Expression:
        (token,) = children
        mantissa, _, exponent = token.lower().partition("e")
        if len(mantissa) > MAX_DIGITS or (
            exponent and (len(exponent) > 6 or abs(int(exponent)) > MAX_DIGITS)
        ):
            raise self.too_long(token)
        return self.bounded(Fraction(str(token)), token)

    def name(self, children: Children) -> Expression:
        (token,) = children
        name = str(token)
        if name in self.symbols:
            return Symbol(name)
        if name in self.names.arities:
            raise ExpressionError(f"{name!r} is a function; write {name}(...) {self.at(token)}")
        if name in _CONSTANTS:
            return Constant(name)
        if not name.isidentifier():
            bad = next(c for c in name if not ("_" + c).isidentifier())
            raise ExpressionError(f"the character {bad!r} is not allowed {self.at(token)}")
        if name in ELEMENTARY or name in _ALIASES or name in _SPECIAL:
            raise ExpressionError(f"{name!r} is a function; write {name}(...) {self.at(token)}")
        self.pending.append(token)
        return Symbol(name)

    def tuple(self, children: Children) -> Any:
        return tuple(children)

    # --- arithmetic

    def sum(self, children: Children) -> Expression:
        terms: list[Expression] = []
        sign = "+"
        for child in children:
            if isinstance(child, str):
                sign = child
                token = child
                continue
            term = child if sign == "+" else self.negated(child, token)
            terms.extend(term.terms if isinstance(term, Sum) else (term,))
        if all(isinstance(t, Number) for t in terms):
            total = Fraction(0)
            for t in terms:
                assert isinstance(t, Number)
                total = self.bounded(total + t.value, token).value
            return Number(total)
        terms = [t for t in terms if t != ZERO]
        return terms[0] if len(terms) == 1 else Sum(tuple(terms))

    def product(self, children: Children) -> Expression:
        factors: list[Expression] = [children[0]]
        for token, factor in zip(children[1::2], children[2::2], strict=True):
            factors.append(factor if token == "*" else self.inverse(factor, token))
        return self.multiplied(factors, children[1])

    def signed(self, children: Children) -> Expression:
        *signs, tree = children
        return self.negated(tree, signs[0]) if signs.count("-") % 2 else tree

    def power(self, children: Children) -> Expression:
        tree: Expression = children[-1]
        negative = False
        for child in reversed(children[:-1]):
            if isinstance(child, str) and child in ("+", "-"):
                negative ^= child == "-"
            elif isinstance(child, str):
                tree = self.negated(tree, child) if negative else tree
                negative, token = False, child
            else:
                tree = self.raised(child, tree, token)
        return tree

    def multiplied(self, factors: Iterable[Expression], token: Token) -> Expression:
        # Zeros stay in the product: 0*log(-1) must still reach the ring and be refused.
        coefficient, rest = Fraction(1), []
        for factor in factors:
            for f in factor.factors if isinstance(factor, Product) else (factor,):
                if isinstance(f, Number):
                    coefficient = self.bounded(coefficient * f.value, token).value
                else:
                    rest.append(f)
        if coefficient == 1 and rest:
            return rest[0] if len(rest) == 1 else Product(tuple(rest))
        return Product((Number(coefficient), *rest)) if rest else Number(coefficient)

    def negated(self, tree: Expression, token: Token) -> Expression:
        return self.multiplied((Number(Fraction(-1)), tree), token)

    def inverse(self, tree: Expression, token: Token) -> Expression:
        match tree:
            case Number(value):
                if value == 0:
                    raise ZeroDenominator(f"division by zero {self.at(token)}")
                return Number(1 / value)
            case Power(base, Number(value)) if value > 0:
                return Power(base, Number(-value))
        return Power(tree, Number(Fraction(-1)))

    def raised(self, base: Expression, exponent: Expression, token: Token) -> Expression:
        if not isinstance(exponent, Number) or base == Constant("E"):
            return Power(base, exponent)  # E**n is no product, but a value of exp
        value = exponent.value
        total = abs(value.numerator)
        if isinstance(base, Power) and isinstance(base.exponent, Number):
            total *= max(1, abs(base.exponent.value.numerator))
        if max(total, value.denominator) > MAX_EXPONENT:
            raise TooLarge(f"an exponent larger than {MAX_EXPONENT} {self.at(token)}")
        if value == 1:
            return base
        # With exponent 0 a base stays as well: log(-1)**0 must still reach the ring.
        if isinstance(base, Number) and value.denominator == 1:
            q, n = base.value, value.numerator
            if q == 0 and n < 0:
                raise ZeroDenominator(f"division by zero {self.at(token)}")
            bits = max(abs(q.numerator), q.denominator).bit_length()
            if (bits - 1) * abs(n) > _MAX_BITS:
                raise self.too_long(token)
            return self.bounded(q**n, token)
        return Power(base, exponent)

    def bounded(self, value: Fraction, token: Token) -> Number:
        if max(value.numerator.bit_length(), value.denominator.bit_length()) > _MAX_BITS:
            raise self.too_long(token)
        return Number(value)

    def too_long(self, token: Token) -> TooLarge:
        return TooLarge(f"a number of more than {MAX_DIGITS} digits {self.at(token)}")

    # --- functions

    def call(self, children: Children) -> Expression:
        token, *arguments = children
        name, primes = str(token), 0
        if arguments and isinstance(arguments[0], str):
            primes = len(arguments.pop(0))
        if name in self.symbols:
            raise ExpressionError(
                f"{name!r} is a symbol, not a function; write * for a product {self.at(token)}"
            )
        if primes and name not in self.names.arities and name in (*ELEMENTARY, *_ALIASES):
            raise ExpressionError(f"primes are for declared functions {self.at(token)}")
        if name not in self.names.arities and name in _SPECIAL:
            build = self.derivative if name == "Derivative" else self.substitution
            return build(token, arguments)
        for argument in arguments:
            self.no_tuple(argument, token)
        if name in self.names.arities:
            self.check_arity(token, self.names.arities[name], arguments)
            if primes and len(arguments) != 1:
                raise ExpressionError(
                    f"primes are for functions of one argument; use Derivative {self.at(token)}"
                )
            if primes > MAX_ORDER:
                raise TooLarge(f"a derivative of order above {MAX_ORDER} {self.at(token)}")
            return Apply(name, (primes,) if primes else (0,) * len(arguments), tuple(arguments))
        name = _ALIASES.get(name, name)
        if name not in ELEMENTARY:
            raise undefined_function(name, self.names, self.at(token))
        self.check_arity(token, ELEMENTARY[name], arguments)
        if name == "sqrt":
            return self.raised(arguments[0], Number(Fraction(1, 2)), token)
        return Call(name, tuple(arguments))

    def check_arity(self, token: Token, expected: int, arguments: Children) -> None:
        if len(arguments) != expected:
            raise wrong_arity(str(token), expected, len(arguments), self.at(token))

    def no_tuple(self, argument: object, token: Token) -> None:
        if not isinstance(argument, Expression):
            raise ExpressionError(f"a list is not an argument of {token!s} {self.at(token)}")

    def derivative(self, token: Token, arguments: Children) -> Expression:
        if len(arguments) < 2 or not isinstance(arguments[0], Apply):
            raise ExpressionError(
                f"write Derivative(f(t), t) with a declared function f {self.at(token)}"
            )
        applied = self.limited(arguments[0])
        assert isinstance(applied, Apply)
        orders = list(applied.orders)
        for step in arguments[1:]:
            variable, count = step if isinstance(step, tuple) and len(step) == 2 else (step, ONE)
            self.no_tuple(variable, token)
            if not (isinstance(count, Number) and count.value.denominator == 1 and count.value > 0):
                raise ExpressionError(f"the order of a derivative is 1, 2, ... {self.at(token)}")
            orders[self.slot(applied, variable, token)] += int(count.value)
        if sum(orders) > MAX_ORDER:
            raise TooLarge(f"a derivative of order above {MAX_ORDER} {self.at(token)}")
        return Apply(applied.function, tuple(orders), applied.arguments)

    def slot(self, applied: Apply, variable: Expression, token: Token) -> int:
        slots = [k for k, a in enumerate(applied.arguments) if a == variable]
        others = (a for a in applied.arguments if a != variable)
        if len(slots) != 1 or any(variable == n for a in others for n in a.walk()):
            raise ExpressionError(
                f"a derivative along {_short(str(variable))!r} needs it as one argument of "
                f"{_short(str(applied))!r} and nowhere else in it; for f'(2*t) write "
                f"Subs(Derivative(f(u), u), u, 2*t) {self.at(token)}"
            )
        return slots[0]

    def substitution(self, token: Token, arguments: Children) -> Expression:
        if len(arguments) != 3 or not isinstance(arguments[0], Expression):
            raise ExpressionError(f"write Subs(formula, names, values) {self.at(token)}")
        bound, values = (a if isinstance(a, tuple) else (a,) for a in arguments[1:])
        if len(bound) != len(values) or not all(isinstance(b, Symbol) for b in bound):
            raise ExpressionError(f"Subs needs as many names to replace as values {self.at(token)}")
        inner = {b.name for b in bound}
        if len(inner) != len(bound):
            raise ExpressionError(f"Subs replaces a name twice {self.at(token)}")
        undeclared = inner - self.symbols
        for value in values:
            self.limited(value)
            for node in value.walk():
                if isinstance(node, Symbol) and node.name in undeclared:
                    raise undefined_symbol(node.name, self.names, self.at(token))
        self.pending = [
            p for p in self.pending if p.start_pos < token.start_pos or str(p) not in undeclared
        ]
        images = dict(zip(bound, values, strict=True))
        return replace(self.limited(arguments[0]), lambda node: images.get(node))
