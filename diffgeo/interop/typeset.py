r"""LaTeX of expression trees, in the order of the tree (SymPy would rearrange it)."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from fractions import Fraction

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
    power,
)

_GREEK_NAMES = """
    alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau
    upsilon phi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega
    varepsilon vartheta varphi varrho varsigma
"""
_GREEK = frozenset(_GREEK_NAMES.split())
_SAME_NAME = ("sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "log")
_FUNCTIONS: dict[str, str] = {
    **{n: f"\\{n}" for n in _SAME_NAME},
    **{f"a{n}": f"\\arc{n}" for n in ("sin", "cos", "tan")},
    "atan2": "\\operatorname{atan2}",
    "sign": "\\operatorname{sgn}",
}
_SUM, _PRODUCT, _POWER, _ATOM = 1, 2, 4, 5


def latex(
    tree: Expression, names: Mapping[str, str] | None = None, declared: Collection[str] = ()
) -> str:
    r"""The tree in LaTeX (math mode, without delimiters).

    Greek names become Greek letters, ``x1`` and ``k_max`` get subscripts; what a name means
    is not guessed: that ``xdot`` is a velocity is said by ``names={"xdot": r"\dot{x}"}``.
    Derivatives of a function of one argument have primes (order at most three) or
    ``f^{(n)}``; of several distinct symbols, :math:`\partial` quotients; at other arguments
    :math:`\partial_k` is the derivative along the k-th slot.

    The numbers e and pi are written ``\exp(1)`` and ``\arccos(-1)`` where a name in the tree
    or among those ``declared`` looks like them.
    """
    return _Typesetter(tree, names or {}, declared).text(tree, 0)


def name_latex(name: str) -> str:
    """The LaTeX of a bare name: Greek letters, subscripts, several letters upright."""
    match = re.fullmatch(r"([^\W\d_]+)_?(\w+)?", name)
    if match is None:
        return "\\mathrm{" + name.replace("_", "\\_") + "}"
    head, tail = match.groups()
    text = _word(head)
    if not tail:
        return text
    parts = [p if p.isdigit() else _word(p) for p in tail.split("_") if p]
    return f"{text}_{{{','.join(parts)}}}" if parts else text


def _word(word: str) -> str:
    if word in _GREEK:
        return f"\\{word}"
    return word if len(word) == 1 else f"\\mathrm{{{word}}}"


class _Typesetter:
    def __init__(
        self, tree: Expression, names: Mapping[str, str], declared: Collection[str]
    ) -> None:
        self.names = names
        used = {n.name for n in tree.walk() if isinstance(n, Symbol)}
        self.taken = {self.name(name) for name in used.union(declared)}

    def name(self, name: str) -> str:
        return self.names[name] if name in self.names else name_latex(name)

    def text(self, tree: Expression, context: int) -> str:
        text, level = self.render(tree)
        return f"\\left({text}\\right)" if level < context else text

    def render(self, tree: Expression) -> tuple[str, int]:
        match tree:
            case Number(value):
                if value.denominator == 1:
                    return str(value), _SUM if value < 0 else _ATOM
                sign = "-" if value < 0 else ""
                text = f"{sign}\\frac{{{abs(value.numerator)}}}{{{value.denominator}}}"
                return text, _SUM if sign else _PRODUCT
            case Constant(name):
                text, long = ("\\pi", "\\arccos(-1)") if name == "pi" else ("e", "\\exp(1)")
                return (long if text in self.taken else text), _ATOM
            case Symbol(name):
                return self.name(name), _ATOM
            case Sum(terms):
                text = self.text(terms[0], _SUM)
                for term in terms[1:]:
                    part = self.text(term, _SUM)
                    text += f" - {part[1:]}" if part.startswith("-") else f" + {part}"
                return text, _SUM
            case Product(factors):
                return self.product(factors)
            case Power(base, exponent):
                return self.power(base, exponent)
            case Call(name, arguments):
                return self.call(name, arguments)
            case Apply():
                return self.apply(tree), _ATOM
        raise TypeError(f"not an expression: {tree!r}")

    def product(self, factors: tuple[Expression, ...]) -> tuple[str, int]:
        coefficient = Fraction(1)
        above: list[Expression] = []
        below: list[Expression] = []
        for factor in factors:
            if isinstance(factor, Number):
                coefficient *= factor.value
            elif _is_negative_power(factor):
                assert isinstance(factor, Power) and isinstance(factor.exponent, Number)
                below.append(power(factor.base, Number(-factor.exponent.value)))
            else:
                above.append(factor)
        sign = "-" if coefficient < 0 else ""
        numerator = self.juxtaposed(abs(coefficient.numerator), above, bool(below))
        if not below and coefficient.denominator == 1:
            return sign + numerator, _SUM if sign else _PRODUCT
        denominator = self.juxtaposed(coefficient.denominator, below, True)
        if not below and above:
            # A rational coefficient stands before the product, not under it.
            fraction = f"\\frac{{{abs(coefficient.numerator)}}}{{{coefficient.denominator}}}"
            text = f"{fraction} {self.juxtaposed(1, above, False)}"
        else:
            text = f"\\frac{{{numerator}}}{{{denominator}}}"
        return sign + text, _SUM if sign else _PRODUCT

    def juxtaposed(self, coefficient: int, factors: list[Expression], alone: bool) -> str:
        """Factors side by side; ``alone`` if braces already hold the product together."""
        parts = [] if coefficient == 1 and factors else [str(coefficient)]
        single = alone and len(factors) == 1 and not parts
        parts.extend(self.text(f, 0 if single else _PRODUCT) for f in factors)
        text = parts[0]
        for part in parts[1:]:
            text += (" \\cdot " if part[0].isdigit() or part.startswith("\\frac") else " ") + part
        return text

    def power(self, base: Expression, exponent: Expression) -> tuple[str, int]:
        if isinstance(exponent, Number):
            value = exponent.value
            if value < 0:
                return self.product((Power(base, exponent),))
            if value.numerator == 1 and value.denominator > 1:
                index = "" if value.denominator == 2 else f"[{value.denominator}]"
                return f"\\sqrt{index}{{{self.text(base, 0)}}}", _ATOM
            if isinstance(base, Call) and base.name in _FUNCTIONS and value.denominator == 1:
                head = f"{_FUNCTIONS[base.name]}^{{{value}}}"
                return head + self.arguments(base.arguments), _POWER
            above = str(value)
        else:
            above = self.text(exponent, 0)
        below = self.text(base, _ATOM)
        if isinstance(base, Symbol | Apply | Constant) and ("^" in below or "'" in below):
            below = f"{{{below}}}"
        return f"{below}^{{{above}}}", _POWER

    def call(self, name: str, arguments: tuple[Expression, ...]) -> tuple[str, int]:
        if name == "Abs":
            return f"\\left|{self.text(arguments[0], 0)}\\right|", _ATOM
        if name == "sqrt":
            return f"\\sqrt{{{self.text(arguments[0], 0)}}}", _ATOM
        if name == "exp" and "e" in self.taken:
            return "\\exp" + self.arguments(arguments), _ATOM
        if name == "exp":
            return f"e^{{{self.text(arguments[0], 0)}}}", _POWER
        written = _FUNCTIONS.get(name, f"\\operatorname{{{name}}}")
        return written + self.arguments(arguments), _ATOM

    def arguments(self, arguments: tuple[Expression, ...]) -> str:
        inner = ", ".join(self.text(a, 0) for a in arguments)
        if all(isinstance(a, Symbol | Number) for a in arguments):
            return f"({inner})"
        return f"\\left({inner}\\right)"

    def apply(self, tree: Apply) -> str:
        name, inner = self.name(tree.function), self.arguments(tree.arguments)
        total = sum(tree.orders)
        if total == 0:
            return name + inner
        if len(tree.orders) == 1:
            return name + ("'" * total if total <= 3 else f"^{{({total})}}") + inner
        plain = all(isinstance(a, Symbol) for a in tree.arguments)
        if plain and len(set(tree.arguments)) == len(tree.arguments):
            top = "\\partial" + (f"^{{{total}}}" if total > 1 else "")
            bottom = " ".join(
                f"\\partial {self.text(a, 0)}" + (f"^{{{n}}}" if n > 1 else "")
                for a, n in zip(tree.arguments, tree.orders, strict=True)
                if n
            )
            return f"\\frac{{{top} {name}}}{{{bottom}}}{inner}"
        slots = " ".join(
            f"\\partial_{{{k}}}" + (f"^{{{n}}}" if n > 1 else "")
            for k, n in enumerate(tree.orders, 1)
            if n
        )
        return f"{slots} {name}{inner}"


def _is_negative_power(tree: Expression) -> bool:
    return isinstance(tree, Power) and isinstance(tree.exponent, Number) and tree.exponent.value < 0
