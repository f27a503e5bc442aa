"""Multivectors as symbols: their products, insertions and the Schouten-Nijenhuis bracket.

In a proof a multivector P is the operator i_P on forms, by which it is known:
``i_{P*Q} = i_P i_Q``, ``i_[P,Q] = [[i_P, d], i_Q]``, and ``[i_P, α] = (-1)^(p-1) i_{P.insert(α)}``
for 1-forms α. A function f and a vector field X are multivectors, whose operators are the product
with f and i_X.

Sources: Koszul, Crochet de Schouten-Nijenhuis et cohomologie (1985); Marle, The Schouten-Nijenhuis
bracket and interior products (1997).
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, TypeGuard

from diffgeo.calculus.multivectors import Multivector
from diffgeo.errors import DegreeMismatch, NotSupported
from diffgeo.proofs import normal_form as normal
from diffgeo.proofs.constructions import Bracket, Insertion, Number, Product, Value
from diffgeo.proofs.symbolic_objects import (
    Symbolic,
    SymbolicForm,
    SymbolicVectorForm,
    describe,
    operation,
)


class SymbolicMultivector(Symbolic):
    """A multivector field on every manifold: a symbol, or what operators make of symbols.

    ``*`` is the product of multivectors, among them functions and vector fields. Conventions are
    those of `diffgeo.calculus.Multivector`.

    Parameters
    ----------
    made, degree
        As for `Symbolic`; symbols are made by `symbols_of_multivectors`.

    Examples
    --------
    >>> from diffgeo import bracket, check
    >>> from diffgeo.proofs import symbols_of_multivectors
    >>> P, Q = symbols_of_multivectors("P Q", degree=2)
    >>> print(check(bracket(P, Q) == bracket(Q, P)).status.name)
    PROVED
    """

    noun = "multivector"
    is_derivation: ClassVar[bool] = False  # nor is its insertion

    def _summand(self, other: object) -> Any:
        if isinstance(other, int | Fraction) and other != 0:
            other = SymbolicForm(Number(Fraction(other)), 0)
        if isinstance(other, SymbolicForm | SymbolicVectorForm) and other.degree == 0:
            other = as_multivector(other)
        return super()._summand(other)

    def __mul__(self, other: Any) -> Any:
        """The product; ``P * Q = (-1)**(pq) Q * P``."""
        return _product(self, other) if isinstance(other, Symbolic) else super().__mul__(other)

    def __rmul__(self, other: Any) -> Any:
        return _product(other, self) if isinstance(other, Symbolic) else super().__rmul__(other)

    def _times(self, form: Any) -> Any:
        return _product(form, self)

    __xor__ = __rxor__ = Multivector.__xor__

    def insert(self, alpha: Any) -> SymbolicMultivector:
        """The insertion of a 1-form into the first slot, of degree p-1.

        An antiderivation of the product: ``(X*Q).insert(α) = α(X) Q - X * Q.insert(α)``.
        """
        if not isinstance(alpha, SymbolicForm) or alpha.degree != 1 or not self.degree:
            self._reject(alpha)
            raise DegreeMismatch(f"a 1-form is inserted into {describe(self)}, not {alpha}")
        return SymbolicMultivector(Insertion(alpha, self), self.degree - 1)

    def __call__(self, *forms: Any) -> SymbolicForm:
        """The function ``P(α, β, …)``; the number of 1-forms is the degree."""
        if len(forms) != self.degree:
            raise DegreeMismatch(
                f"{describe(self)} takes {self.degree} 1-forms, not {len(forms)}; "
                "P.insert(alpha) fills the first slot"
            )
        for alpha in forms:
            if not isinstance(alpha, SymbolicForm) or alpha.degree != 1:
                self._reject(alpha)
                raise DegreeMismatch(f"{describe(self)} takes 1-forms, not {alpha}")
        return SymbolicForm(Value(self, *forms), 0)

    def as_function(self) -> SymbolicForm:
        """The function that a multivector of degree 0 is; else `DegreeMismatch`."""
        return self()

    @cached_property
    def normal_form(self) -> normal.Element:
        """Refused: what is said of multivectors is proved by words of operators."""
        raise NotSupported(f"{describe(self)} has no normal form")


def is_multivectorial(thing: object) -> TypeGuard[Symbolic]:
    """Whether it is a multivector, or a function or vector field, which stand for one."""
    if isinstance(thing, SymbolicForm | SymbolicVectorForm):
        return bool(thing.degree == 0)
    return isinstance(thing, SymbolicMultivector)


def as_multivector(thing: Any) -> SymbolicMultivector:
    """A function or vector field as a multivector.

    Raises
    ------
    DegreeMismatch
        It is a form, or a vector-valued one, of positive degree.
    """
    if isinstance(thing, SymbolicMultivector):
        return thing
    if not is_multivectorial(thing):
        raise DegreeMismatch(
            f"{thing} is no multivector: functions, vector fields and their products are; "
            "P.insert(alpha) inserts a 1-form"
        )
    return SymbolicMultivector(Product(thing), isinstance(thing, SymbolicVectorForm))


@operation
def multivector(*factors: Any) -> SymbolicMultivector:
    """The product of functions, vector fields and multivectors."""
    first, *rest = map(as_multivector, factors)
    for factor in rest:
        first = first * factor
    return first


def schouten(P: Any, Q: Any) -> SymbolicMultivector:
    """``[P, Q]`` with ``i_[P,Q] = [[i_P, d], i_Q]``."""
    P, Q = as_multivector(P), as_multivector(Q)
    return SymbolicMultivector(Bracket(P, Q), P.degree + Q.degree - 1)


def _product(first: Any, second: Any) -> SymbolicMultivector:
    factors = [
        part
        for factor in map(as_multivector, (first, second))
        for part in (factor.arguments if isinstance(factor.made, Product) else (factor,))
    ]
    degree = sum(isinstance(f, SymbolicVectorForm) or f.degree for f in factors)
    return SymbolicMultivector(Product(*factors), degree)


def is_about_multivectors(things: Any) -> bool:
    """Whether one of these objects, with all parts, is a multivector."""
    return any(isinstance(thing, SymbolicMultivector) for thing in things)
