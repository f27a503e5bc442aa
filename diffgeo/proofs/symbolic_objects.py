"""Symbols of forms and vector-valued forms on an arbitrary manifold, and what they generate.

A symbolic object is an expression tree: how it was made, of what. It is printed as it was
made; its normal form (`diffgeo.proofs.normal_form`) decides equality. The operators of `diffgeo`
(``d``, ``interior``, ``lie``, ``bracket``, ``nijenhuis_richardson``, ``torsion``) accept it.

Source: of the rules that symbols obey, Kolář, Michor and Slovák, Natural Operations (1993), § 8.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from itertools import count
from typing import Any, ClassVar, TypeVar
from weakref import WeakValueDictionary

from diffgeo.calculus.coefficients import Summable, not_combined
from diffgeo.calculus.derivations import d
from diffgeo.calculus.display import Shown
from diffgeo.calculus.forms import Form
from diffgeo.calculus.protocols import OnSpace, OwnOperations
from diffgeo.errors import AmbiguousTruth, DegreeMismatch, SpaceMismatch
from diffgeo.proofs import normal_form as normal
from diffgeo.proofs import normal_forms_of_symbols, symbolic_display
from diffgeo.proofs.constructions import (
    Applied,
    Composed,
    Composition,
    Construction,
    Exterior,
    Multiple,
    Multiplication,
    Named,
    Number,
    Product,
    Sum,
    Unit,
    Value,
)
from diffgeo.proofs.rules import tracing
from diffgeo.proofs.symbolic_degrees import Sign
from diffgeo.verdicts.explanations import short
from diffgeo.verdicts.verdict import Identity, Verdict

_serial = count(1)
Self = TypeVar("Self", bound="Symbolic")
#: The symbols that are in use, by what they are, degree and name.
_declared: WeakValueDictionary[tuple[Any, ...], Any] = WeakValueDictionary()

#: What modules above this one do with symbols, by name. Each registers what it defines, and
#: `diffgeo.proofs.declared_symbols`, where symbols are born, loads them.
OPERATIONS: dict[str, Callable[..., Any]] = {}
Function = TypeVar("Function", bound=Callable[..., Any])


def operation(function: Function) -> Function:
    """Register a function as the operation on symbols that has its name."""
    OPERATIONS[function.__name__] = function
    return function


class ArbitraryManifold:
    """The space on which symbols live: every manifold, of every dimension."""

    __module__ = "diffgeo.proofs"  # where pickles find it, with what can be done with symbols

    def __init__(self, name: str = "every manifold") -> None:
        self.name = name

    @property
    def identity(self) -> SymbolicVectorForm:
        """The identity of TM, a vector-valued 1-form; ``i_id α = |α| α`` and ``L_id = d``."""
        return _IDENTITY

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__

    def __reduce__(self) -> Any:
        return (
            "every_manifold" if self is every_manifold else (OPERATIONS["manifold"], (self.name,))
        )


every_manifold = Named.everywhere = ArbitraryManifold()


class Symbolic(Summable, OwnOperations, Shown):
    """What symbolic forms, vector-valued forms and operators have in common.

    Parameters
    ----------
    made
        How the object was made (see `diffgeo.proofs.constructions`).
    degree
        The degree, an integer or with symbols of numbers (`Degree`); sums are homogeneous.

    Examples
    --------
    >>> from diffgeo import d, lie, symbols_of_forms, symbols_of_vector_fields
    >>> from diffgeo.proofs import Symbolic
    >>> alpha, X = symbols_of_forms("alpha", degree=2), symbols_of_vector_fields("X")
    >>> print(lie(X, d(alpha)).degree, all(isinstance(s, Symbolic) for s in (alpha, X, lie(X))))
    3 True
    """

    reads_others = True  # says itself that it is not mixed with objects of one manifold
    _shows_what_made_it = True
    noun: ClassVar[str] = "object"

    def __init__(self, made: Construction, degree: Any) -> None:
        self.made = made
        self.degree = degree
        #: On which manifold it lives; None for d, id, numbers and zeros, which live on each.
        self.home, self.along = made.place(self.operands)
        self.serial = next(_serial) if isinstance(made, Named) else 0
        self._own_rules: set[str] = set()

    def __reduce__(self) -> tuple[Any, ...]:
        return OPERATIONS["restored"], (type(self), self.made, self.degree)

    @property
    def space(self) -> ArbitraryManifold:
        """The manifold on which it lives."""
        return self.home or every_manifold

    @property
    def arguments(self) -> tuple[Any, ...]:
        """The objects (or the number, or the name) it was made of."""
        return self.made.arguments

    def _plus(self: Self, term: Self) -> Self:
        parts = [x.arguments if isinstance(x.made, Sum) else (x,) for x in (self, term)]
        terms = (*parts[0], *parts[1])
        return terms[0] if len(terms) == 1 else type(self)(Sum(*terms), self.degree)

    def __neg__(self: Self) -> Self:
        negative: Self = self * -1
        return negative

    def __mul__(self: Self, other: Any) -> Any:
        if not isinstance(other, int | Fraction | Sign):
            return self._reject(other)
        if is_zero(self):  # along each map
            return self
        factor, thing = self.arguments if isinstance(self.made, Multiple) else (1, self)
        factor = (other if isinstance(other, Sign) else Fraction(other)) * factor
        return thing if factor == 1 else type(self)(Multiple(factor, thing), self.degree)

    def __rmul__(self, other: Any) -> Any:
        if isinstance(other, int | Fraction | Sign):
            return self * other
        return self._reject(other)

    def _times(self, form: Any) -> Any:
        """The product of a form with it."""
        return type(self)(Product(form, self), form.degree + self.degree)

    def __truediv__(self: Self, other: Any) -> Self:
        if not isinstance(other, int | Fraction):
            return self._reject(other)  # type: ignore[no-any-return]
        return self * (1 / Fraction(other))  # type: ignore[no-any-return]

    def _not_compared(self, other: object) -> Any:
        return NotImplemented

    def __bool__(self) -> bool:
        raise AmbiguousTruth(f"{describe(self)} has no truth value; ask check({self} == 0)")

    def __str__(self) -> str:
        return symbolic_display.text(self)

    def latex(self) -> str:
        """LaTeX source, without dollar signs."""
        return symbolic_display.latex(self)

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex()}$"

    def _summand(self: Self, other: object) -> Self | None:
        if isinstance(other, int | Fraction) and other == 0:
            return type(self)(Sum(), self.degree)
        if other is d and isinstance(self, SymbolicOperator):
            other = _D
        if not isinstance(other, type(self)):
            self._reject(other)
            return None
        if other.degree != self.degree:
            raise DegreeMismatch(
                f"cannot add or compare {describe(self)} and {describe(other)}: their degrees "
                f"{self.degree} and {other.degree} differ; sums are homogeneous"
            )
        return other

    def _reject(self, other: Any) -> Any:
        """Raise for a concrete object, and for a float; NotImplemented for anything else."""
        if not isinstance(other, Symbolic) and isinstance(other, OnSpace):
            self.refuse_mixture(other)
        return not_combined(self, other)

    # --- what the operators of diffgeo ask -------------------------------------------

    def refuse_mixture(self, other: Any) -> None:
        """Raise `SpaceMismatch`: the other operand lives on one manifold."""
        place = other.space.name if isinstance(other, OnSpace) else "one manifold"
        raise SpaceMismatch(
            f"cannot combine {describe(self)}, a symbol on every manifold, with an object on "
            f"{place}: state the identity with symbols only, or with objects on {place} only"
        )

    def dispatch(self, operation: str, *operands: Any) -> Any:
        """The operation of `diffgeo.calculus.brackets` of that name, on symbolic operands."""
        for operand in operands:
            if operand is not None and operand is not d and not isinstance(operand, Symbolic):
                self._reject(operand)
                raise TypeError(f"{operation} takes vector-valued forms, not {operand!r}")
        return OPERATIONS[operation](*operands)

    def _decide(self, identity: Identity, **options: Any) -> Verdict:
        verdict: Verdict = OPERATIONS["decide"](identity, **options)
        return verdict

    @cached_property
    def normal_form(self) -> normal.Element:
        """The normal form: a dictionary (see `diffgeo.proofs.normal_form`)."""
        for operand in self.operands:
            _ = operand.normal_form  # has a record of its rules of its own
        with tracing() as used:
            element = self._linear()
        self._own_rules = used
        return element

    @property
    def operands(self) -> tuple[Symbolic, ...]:
        """The symbolic objects that this one was made of."""
        return tuple(a for a in self.arguments if isinstance(a, Symbolic))

    @property
    def own_rules(self) -> set[str]:
        """The rules that made the normal form out of those of the operands."""
        _ = self.normal_form
        return self._own_rules

    def _linear(self) -> normal.Element:
        found = normal_forms_of_symbols.linear(self)
        return self._normal_form() if found is None else found

    def _normal_form(self) -> normal.Element:
        raise NotImplementedError


class SymbolicForm(Symbolic):
    """A form on every manifold: a symbol, or what operators make of symbols.

    Numbers are constant functions, as in ``alpha(X) == 1``.

    Parameters
    ----------
    made, degree
        As for `Symbolic`; symbols are made by ``diffgeo.symbols_of_forms`` and its like.

    Examples
    --------
    >>> from diffgeo import check, d, symbols_of_forms
    >>> alpha, beta = symbols_of_forms("alpha beta", degree=1)
    >>> gamma = alpha * beta
    >>> print(type(gamma).__name__, gamma.degree, check(gamma == -beta * alpha).status.name)
    SymbolicForm 2 PROVED
    """

    noun = "form"

    def _summand(self, other: object) -> SymbolicForm | None:
        if isinstance(other, int | Fraction) and other != 0:
            other = SymbolicForm(Number(Fraction(other)), 0)
        return super()._summand(other)

    def __mul__(self, other: Any) -> Any:
        """The product of forms, of a form with a vector-valued form, or with an operator."""
        if isinstance(other, Symbolic):
            return other._times(self)
        if other is d:
            return self * _D
        return super().__mul__(other)

    def __truediv__(self, other: Any) -> Any:
        if isinstance(other, SymbolicForm):
            raise TypeError(f"{other} has no inverse: state one with assuming=[{other}*h == 1]")
        return super().__truediv__(other)

    def __pow__(self, exponent: int) -> SymbolicForm:
        """The power, of functions and of forms of even degree."""
        odd = not isinstance(self.degree, int) or self.degree % 2
        if not isinstance(exponent, int) or exponent < 1 or (odd and exponent > 1):
            raise DegreeMismatch(f"the power {exponent!r} of {describe(self)} is not taken")
        return self if exponent == 1 else self * self ** (exponent - 1)

    __xor__ = Form.__xor__

    def __call__(self, *fields: Any) -> SymbolicForm:
        """The function ``α(X, Y, …)``; the number of fields is the degree."""
        _require_fields(self, fields)
        return SymbolicForm(Value(self, *fields), 0) if fields else self

    _normal_form = normal_forms_of_symbols.of_form


class SymbolicVectorForm(Symbolic):
    """A vector-valued form on every manifold; vector fields have degree 0.

    Parameters
    ----------
    made, degree
        As for `Symbolic`; symbols are made by ``diffgeo.symbols_of_forms`` and its like.

    Examples
    --------
    >>> from diffgeo import bracket, check, symbols_of_vector_fields
    >>> X, Y, Z = symbols_of_vector_fields("X Y Z")
    >>> K = bracket(X, bracket(Y, Z)) + bracket(Y, bracket(Z, X)) + bracket(Z, bracket(X, Y))
    >>> print(type(K).__name__, K.degree, check(K == 0).status.name)
    SymbolicVectorForm 0 PROVED
    """

    noun = "vector-valued form"

    def require_degree(self, degree: int, purpose: str) -> None:
        """Raise `DegreeMismatch` unless the degree is the given one."""
        if self.degree != degree:
            raise DegreeMismatch(f"cannot {purpose} {describe(self)}: degree {degree} is needed")

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, SymbolicForm) and not other.degree:
            return other * self
        return super().__mul__(other)

    def __matmul__(self, other: Any) -> SymbolicVectorForm:
        """Composition of values, ``(P @ K)(X, …) = P(K(X, …))`` for a (1,1) tensor P.

        It is the insertion ``i_K P``, for K of every degree.
        """
        if not isinstance(other, SymbolicVectorForm):
            return self._reject(other)  # type: ignore[no-any-return]
        self.require_degree(1, "compose with")
        return SymbolicVectorForm(Composed(self, other), other.degree)

    def __call__(self, *arguments: Any) -> Any:
        """``K(X, …)``: the vector field; ``X(f)``: the derivative of a function along a field."""
        if not self.degree and len(arguments) == 1 and isinstance(arguments[0], SymbolicForm):
            if arguments[0].degree:
                raise DegreeMismatch(f"{self}(…) differentiates functions; use lie({self}, …)")
            return self.dispatch("lie", self, *arguments)
        _require_fields(self, arguments)
        return SymbolicVectorForm(Value(self, *arguments), 0) if arguments else self

    def transpose(self, alpha: Any) -> SymbolicForm:
        """``K^*α = α∘K``, the 1-form ``X ↦ α(KX)``, of a (1,1) tensor and a 1-form."""
        self.require_degree(1, "transpose")
        if not isinstance(alpha, SymbolicForm) or alpha.degree != 1:
            self._reject(alpha)
            raise DegreeMismatch(f"transpose acts on 1-forms, not on {alpha}")
        return self.dispatch("interior", self, alpha)  # type: ignore[no-any-return]

    _normal_form = normal_forms_of_symbols.of_vector_form


class SymbolicOperator(Symbolic):
    """An operator on forms: d, i_K, L_K, their graded commutators, compositions ``D @ E``.

    Parameters
    ----------
    made, degree
        As for `Symbolic`; symbols are made by ``diffgeo.symbols_of_forms`` and its like.

    Examples
    --------
    >>> from diffgeo import bracket, check, interior, lie, symbols_of_vector_fields
    >>> X, Y = symbols_of_vector_fields("X Y")
    >>> D = bracket(lie(X), interior(Y))
    >>> print(type(D).__name__, D.degree, check(D == interior(bracket(X, Y))).status.name)
    SymbolicOperator -1 PROVED
    """

    noun = "operator"

    def __call__(self, form: Any) -> SymbolicForm:
        """The value on a symbolic form."""
        if not isinstance(form, SymbolicForm):
            self._reject(form)
            raise TypeError(f"{describe(self)} acts on symbolic forms, not on {form!r}")
        return SymbolicForm(Applied(self, form), self.degree + form.degree)

    def __matmul__(self, other: Any) -> SymbolicOperator:
        """The composition: ``(D @ E)(α) = D(E(α))``."""
        other = _D if other is d else other
        if not isinstance(other, SymbolicOperator):
            return self._reject(other)  # type: ignore[no-any-return]
        return SymbolicOperator(Composition(self, other), self.degree + other.degree)

    def __rmatmul__(self, other: Any) -> SymbolicOperator:
        return _D @ self if other is d else self._reject(other)

    @cached_property
    def is_derivation(self) -> bool:
        """Whether the object was made as a derivation; compositions are not."""
        parts = [getattr(a, "is_derivation", True) for a in self.arguments]
        return all(parts) and not isinstance(self.made, Composition | Multiplication)

    _normal_form = normal_forms_of_symbols.of_operator


def known(kind: type[Self], degree: Any, *name: Any) -> Self:
    """The symbol of a kind, degree, name and place: the same one as long as it is in use."""
    symbol: Self = _declared.setdefault((kind, degree, *name), kind(Named(*name), degree))
    return symbol


_IDENTITY = SymbolicVectorForm(Unit(), 1)
_D = OPERATIONS["d"] = SymbolicOperator(Exterior(), 1)


def exterior_derivative() -> SymbolicOperator:
    """The operator d on symbolic forms."""
    return _D


def _require_fields(thing: Symbolic, fields: tuple[Any, ...]) -> None:
    for field in fields:
        if not isinstance(field, SymbolicVectorForm):
            thing._reject(field)
            raise TypeError(f"{describe(thing)} takes vector fields, not {field!r}")
        field.require_degree(0, f"evaluate {thing} on")
    if len(fields) != thing.degree:
        raise DegreeMismatch(
            f"{describe(thing)} takes {thing.degree} vector fields, not {len(fields)}; "
            "interior(X, ...) fills the first slot"
        )


def is_zero(thing: Symbolic) -> bool:
    """Whether the object is the empty sum."""
    return isinstance(thing.made, Sum) and not thing.arguments


def describe(thing: Symbolic) -> str:
    """Name of a symbolic object for error messages."""
    return f"the symbolic {thing.noun} {short(str(thing))} of degree {thing.degree}"
