"""The floor: the arithmetic that an answer needs, in python-flint and with nothing around it.

No names, no text, no degrees, no conditions, no verdicts: polynomials over the rationals in as
many variables as the answer needs, and formulas by components (`benchmarks.components`). Where
there are denominators, sines or roots, each is one more variable with its derivative:

* ``w = 1/p`` has ``∂w = -w² ∂p``; at the end each w is eliminated by the resultant with
  ``p w - 1``;
* ``s = sin x``, ``c = cos x`` have ``∂s = c``, ``∂c = -s``, and ``s² = 1 - c²`` is used after
  every product that `Algebra.reduce` is told of;
* an undefined function and each of its derivatives is a variable.

That is the best way known to us, not the best possible.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any


class Algebra:
    """Polynomials in named variables, with derivations and monic relations.

    Parameters
    ----------
    names
        The variables, the largest of the lexicographic order first: inverses, sines, the rest.
    coordinates
        Those names along which there are derivatives.
    """

    def __init__(self, names: Sequence[str], coordinates: Sequence[str]) -> None:
        from flint import Ordering, fmpq_mpoly_ctx

        self.names = list(names)
        self.context = fmpq_mpoly_ctx.get(tuple(names), Ordering.lex)
        self.variables = dict(zip(names, self.context.gens(), strict=True))
        self.zero = self.context.constant(0)
        #: For every coordinate the variables that depend on it, with their derivatives.
        self.slopes: list[list[tuple[int, Any]]] = [
            [(self.names.index(name), None)] for name in coordinates
        ]
        self.relations: list[Any] = []
        self.inverted: list[tuple[int, Any]] = []

    def __getitem__(self, name: str) -> Any:
        return self.variables[name]

    def set_slope(self, name: str, coordinate: int, slope: Any) -> None:
        """Say what the derivative of a variable along a coordinate is."""
        self.slopes[coordinate].append((self.names.index(name), slope))

    def set_angle(self, sine: str, cosine: str, coordinate: int) -> None:
        """Make two variables the sine and the cosine of a coordinate."""
        s, c = self[sine], self[cosine]
        self.set_slope(sine, coordinate, c)
        self.set_slope(cosine, coordinate, -s)
        self.relations.append(s * s + c * c - 1)

    def set_inverse(self, name: str, inverted: Any) -> None:
        """Make a variable the inverse of a polynomial in smaller variables."""
        w = self[name]
        for coordinate in range(len(self.slopes)):
            slope = self.diff(inverted, coordinate)
            if slope != 0:
                self.set_slope(name, coordinate, -(w**2) * slope)
        self.inverted.append((self.names.index(name), inverted * w - 1))

    def diff(self, p: Any, coordinate: int) -> Any:
        """The derivative along a coordinate."""
        result = self.zero
        degrees = p.degrees()
        for index, slope in self.slopes[coordinate]:
            if degrees[index] > 0:
                part = p.derivative(index)
                result = result + (part if slope is None else part * slope)
        return result

    def reduce(self, p: Any) -> Any:
        """The remainder by the relations of the angles."""
        for relation in self.relations:
            p = divmod(p, relation)[1]
        return p

    def is_zero(self, p: Any) -> bool:
        """Whether a polynomial is the zero function: inverses are eliminated."""
        p = self.reduce(p)
        for index, line in self.inverted:
            if p == 0:
                return True
            if p.degrees()[index] > 0:
                p = self.reduce(p.resultant(line, index))
        return p == 0


def polynomial(text: str, algebra: Algebra) -> Any:
    """The polynomial of a text, by Python's own syntax tree."""
    import ast

    operations = {
        ast.Add: lambda a, b: a + b,
        ast.Sub: lambda a, b: a - b,
        ast.Mult: lambda a, b: a * b,
        ast.Div: lambda a, b: a / b,
        ast.Pow: lambda a, b: a**b,
    }

    def build(node: Any) -> Any:
        if isinstance(node, ast.BinOp):
            return operations[type(node.op)](build(node.left), build(node.right))
        if isinstance(node, ast.UnaryOp):
            return -build(node.operand)
        return algebra[node.id] if isinstance(node, ast.Name) else node.value

    return build(ast.parse(text, mode="eval").body) + algebra.zero


def rough(p: Any, algebra: Algebra, at: Mapping[str, float]) -> float:
    """The value of a polynomial in double precision."""
    return math.fsum(
        float(Fraction(int(c.p), int(c.q)))
        * math.prod(at[v] ** int(e) for v, e in zip(algebra.names, exponents, strict=True) if e)
        for exponents, c in (p.terms() if p != 0 else ())
    )
