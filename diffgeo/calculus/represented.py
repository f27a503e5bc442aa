"""Objects that stand for forms and fields elsewhere: arithmetic and operators pass through.

Restrictions to a level set and fields on an atlas are known by representatives on manifolds
with a chart. Whatever is done to them, ``+ - * /``, ``@``, evaluation, ``d``, ``interior``,
``lie``, ``bracket``, …, is done to representatives; the class says on which.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

from diffgeo.calculus import brackets
from diffgeo.calculus.coefficients import not_combined
from diffgeo.calculus.derivations import d
from diffgeo.calculus.protocols import OwnOperations
from diffgeo.errors import AmbiguousTruth, SpaceMismatch
from diffgeo.verdicts.identities import Comparable

#: What an operation makes: mostly an object of the same kind, at times a number or an answer.
Made: TypeAlias = Any
_OPERATIONS: dict[str, Callable[..., Made]] = {
    "d": d,
    "interior": brackets.interior,
    "lie": brackets.lie,
    "bracket": brackets.bracket,
    "nijenhuis_richardson": brackets.nijenhuis_richardson,
}


class Represented(Comparable, OwnOperations):
    """What such objects have in common; subclasses define `apply`.

    Examples
    --------
    >>> from diffgeo import Manifold, d, level_set, lie
    >>> from diffgeo.calculus import Represented
    >>> M = Manifold("M", "x y")
    >>> circle = level_set(M, "x**2 + y**2 - 1")
    >>> f, turn = circle.restrict(M["x"]), circle.restrict(M.vector_field(x="-y", y="x"))
    >>> print(isinstance(f, Represented), "|", lie(turn, d(f)) + d(f))
    True | dx - dy
    """

    reads_others = True  # says itself what it is compared with

    def apply(self, operation: Callable[..., Made], *operands: object) -> Made:
        """The object made by an operation from objects of this kind and exact numbers."""
        raise NotImplementedError

    def accepts(self, other: object) -> bool:
        """Whether an object can be combined with this one."""
        return isinstance(other, Represented | int | Fraction)

    def _require_comparable(self, other: object) -> None:
        """Raise `SpaceMismatch` unless an accepted object lives where this one does."""
        raise NotImplementedError

    # --- arithmetic ----------------------------------------------------------------

    def _binary(self, operation: Callable[..., Made], other: object) -> Made:
        if not self.accepts(other):
            return not_combined(self, other)
        return self.apply(operation, self, other)

    def _reflected(self, operation: Callable[..., Made], other: object) -> Made:
        if not self.accepts(other):
            return not_combined(self, other)
        return self.apply(operation, other, self)

    def __add__(self, other: object) -> Made:
        return self._binary(operator.add, other)

    def __radd__(self, other: object) -> Made:
        return self._reflected(operator.add, other)

    def __sub__(self, other: object) -> Made:
        return self._binary(operator.sub, other)

    def __rsub__(self, other: object) -> Made:
        return self._reflected(operator.sub, other)

    def __mul__(self, other: object) -> Made:
        return self._binary(operator.mul, other)

    def __rmul__(self, other: object) -> Made:
        return self._reflected(operator.mul, other)

    def __truediv__(self, other: object) -> Made:
        return self._binary(operator.truediv, other)

    def __rtruediv__(self, other: object) -> Made:
        return self._reflected(operator.truediv, other)

    def __matmul__(self, other: object) -> Made:
        return self._binary(operator.matmul, other)

    def __pow__(self, exponent: int) -> Made:
        return self.apply(operator.pow, self, exponent)

    def __neg__(self) -> Made:
        return self.apply(operator.neg, self)

    def __call__(self, *arguments: object) -> Made:
        """``α(X, Y, …)``, ``X(f)``, ``K(X)``, as for the objects that are represented."""
        return self.apply(lambda first, *rest: first(*rest), self, *arguments)

    def _comparand(self, other: object) -> object:
        """What is accepted; 0 is the zero of every degree."""
        if not self.accepts(other):
            return None
        self._require_comparable(other)
        return other

    def __bool__(self) -> bool:
        raise AmbiguousTruth(f"{self!r} has no truth value; ask check(a == b)")

    # --- the operators of `diffgeo.calculus.brackets` ------------------------------------------

    def dispatch(self, operation: str, *operands: object) -> Made:
        """The operator of that name (``d``, ``lie``, …) on objects of this kind.

        Raises `TypeError` if the operator would make a derivation: give it its argument.
        """
        if operation not in _OPERATIONS:
            raise TypeError(f"{operation} does not act on {self!r}; use its representatives")
        given = [operand for operand in operands if operand is not None]
        if operation in ("interior", "lie") and len(given) < 2:
            raise TypeError(f"{operation} needs what it acts on: {operation}(X, alpha)")
        for operand in given:
            if not self.accepts(operand):
                raise TypeError(
                    f"{operation} cannot combine {self!r} and {operand!r}: bring both to the "
                    "same place first"
                )
        return self.apply(_OPERATIONS[operation], *given)

    def refuse_mixture(self, D: object) -> None:
        """A derivation of Ω(M) does not act on such an object."""
        raise SpaceMismatch(f"{D} does not act on {self!r}: apply it to a representative")
