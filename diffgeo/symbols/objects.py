"""Symbols of forms and vector-valued forms on an arbitrary manifold, and what they generate.

A symbolic object is an expression tree: ``kind`` and ``arguments``. It is printed as it was
made; its normal form (`diffgeo.symbols.normal`) decides equality. The operators of `diffgeo`
(``d``, ``interior``, ``lie``, ``bracket``, ``nijenhuis_richardson``, ``torsion``) accept it.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from diffgeo.derivations import d
from diffgeo.errors import AmbiguousTruth, DegreeMismatch, SpaceMismatch
from diffgeo.signs import koszul
from diffgeo.symbols import normal
from diffgeo.verdicts import Identity

if TYPE_CHECKING:
    from diffgeo.verdicts import Verdict

_serial = count(1)
Self = TypeVar("Self", bound="Symbolic")


class ArbitraryManifold:
    """The space on which symbols live: every manifold, of every dimension."""

    name = "every manifold"

    @property
    def identity(self) -> SymbolicVectorForm:
        """The identity of TM, a vector-valued 1-form; ``i_id α = |α| α`` and ``L_id = d``."""
        return _IDENTITY

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__


every_manifold = ArbitraryManifold()


class Symbolic:
    """What symbolic forms, vector-valued forms and operators have in common.

    Parameters
    ----------
    kind
        How the object was made: ``symbol``, ``identity``, ``sum``, ``multiple``, ….
    degree
        The degree; sums are homogeneous.
    arguments
        The objects (or the number, or the name) it was made of.
    """

    space = every_manifold
    noun: ClassVar[str] = "object"

    def __init__(self, kind: str, degree: int, arguments: tuple[Any, ...] = ()) -> None:
        self.kind = kind
        self.degree = degree
        self.arguments = arguments
        self.serial = next(_serial) if kind == "symbol" else 0

    def _make(self: Self, kind: str, degree: int, *arguments: Any) -> Self:
        return type(self)(kind, degree, arguments)

    def __add__(self: Self, other: object) -> Self:
        term = self._summand(other)
        if term is None:
            return NotImplemented
        parts = [x.arguments if x.kind == "sum" else (x,) for x in (self, term)]
        terms = (*parts[0], *parts[1])
        return terms[0] if len(terms) == 1 else self._make("sum", self.degree, *terms)

    __radd__ = __add__

    def __neg__(self: Self) -> Self:
        return self * -1

    def __sub__(self: Self, other: object) -> Self:
        term = self._summand(other)
        return NotImplemented if term is None else self + (-term)

    def __rsub__(self: Self, other: object) -> Self:
        return (-self) + other

    def __mul__(self: Self, other: Any) -> Any:
        if not isinstance(other, int | Fraction):
            return self._reject(other)
        factor, thing = self.arguments if self.kind == "multiple" else (1, self)
        factor = Fraction(other) * factor
        return thing if factor == 1 else self._make("multiple", self.degree, factor, thing)

    def __rmul__(self, other: Any) -> Any:
        if isinstance(other, int | Fraction):
            return self * other
        return self._reject(other)

    def __truediv__(self: Self, other: Any) -> Self:
        if not isinstance(other, int | Fraction):
            return self._reject(other)  # type: ignore[no-any-return]
        return self * (1 / Fraction(other))  # type: ignore[no-any-return]

    def __eq__(self, other: object) -> Identity:  # type: ignore[override]
        """Identity ``self = other``, to be decided by ``check``; 0 is the zero of every degree."""
        term = self._summand(other)
        return NotImplemented if term is None else Identity(self, term)

    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        raise AmbiguousTruth(f"{describe(self)} has no truth value; ask check({self} == 0)")

    def __str__(self) -> str:
        from diffgeo.symbols.writing import text

        return text(self)

    def __repr__(self) -> str:
        return f"<{describe(self)}>"

    def _summand(self: Self, other: object) -> Self | None:
        if isinstance(other, int | Fraction) and other == 0:
            return self._make("sum", self.degree)
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
        """Raise `SpaceMismatch` for a concrete object; NotImplemented for anything else."""
        if not isinstance(other, Symbolic) and hasattr(other, "space"):
            self.refuse_mixture(other)
        return NotImplemented

    # --- what the operators of diffgeo ask -------------------------------------------

    def refuse_mixture(self, other: Any) -> None:
        """Raise `SpaceMismatch`: the other operand lives on one manifold."""
        place = getattr(getattr(other, "space", None), "name", "one manifold")
        raise SpaceMismatch(
            f"cannot combine {describe(self)}, a symbol on every manifold, with an object on "
            f"{place}: state the identity with symbols only, or with objects on {place} only"
        )

    def dispatch(self, operation: str, *operands: Any) -> Any:
        """The operation of `diffgeo.operators` of that name, on symbolic operands."""
        for operand in operands:
            if operand is not None and operand is not d and not isinstance(operand, Symbolic):
                self._reject(operand)
                raise TypeError(f"{operation} takes vector-valued forms, not {operand!r}")
        return _OPERATIONS[operation](*operands)

    def decide(self, identity: Identity, name: str, seed: int) -> Verdict:
        """The verdict on an identity whose left side is this object."""
        from diffgeo.symbols.deciding import decide

        return decide(identity, name, seed)

    @cached_property
    def normal_form(self) -> normal.Element:
        """The normal form: a dictionary (see `diffgeo.symbols.normal`)."""
        if self.kind == "sum":
            return normal.combine((1, a.normal_form) for a in self.arguments)
        if self.kind == "multiple":
            factor, thing = self.arguments
            return normal.combine([(factor, thing.normal_form)])
        if self.kind == "product":
            form, thing = self.arguments
            return normal.multiply(form.normal_form, thing.normal_form)
        return self._normal_form()

    def _normal_form(self) -> normal.Element:
        raise NotImplementedError


class SymbolicForm(Symbolic):
    """A form on every manifold: a symbol, or what operators make of symbols."""

    noun = "form"

    def __mul__(self, other: Any) -> Any:
        """The product of forms, of a form with a vector-valued form, or with an operator."""
        if isinstance(other, Symbolic):
            return other._make("product", self.degree + other.degree, self, other)
        if other is d:
            return self * _D
        return super().__mul__(other)

    def _normal_form(self) -> normal.Element:
        if self.kind == "symbol":
            return {((((-self.serial, self.degree), ()),), None): normal.ONE}
        operator, form = self.arguments
        return normal.apply(operator.normal_form, form.normal_form)


class SymbolicVectorForm(Symbolic):
    """A vector-valued form on every manifold; vector fields have degree 0."""

    noun = "vector-valued form"

    def require_degree(self, degree: int, purpose: str) -> None:
        """Raise `DegreeMismatch` unless the degree is the given one."""
        if self.degree != degree:
            raise DegreeMismatch(f"cannot {purpose} {describe(self)}: degree {degree} is needed")

    def _normal_form(self) -> normal.Element:
        if self.kind == "identity":
            return {((), normal.IDENTITY): normal.ONE}
        if self.kind == "symbol":
            return {((), ((self.serial, self.degree), ())): normal.ONE}
        K, M = self.arguments
        if self.kind == "bracket":
            return normal.fn_bracket(K.normal_form, K.degree, M.normal_form, M.degree)
        return normal.through(normal.insertion(K.normal_form), M.normal_form, normal.act)


class SymbolicOperator(Symbolic):
    """An operator on forms: d, i_K, L_K, their graded commutators, compositions ``D @ E``."""

    noun = "operator"

    def __call__(self, form: Any) -> SymbolicForm:
        """The value on a symbolic form."""
        if not isinstance(form, SymbolicForm):
            self._reject(form)
            raise TypeError(f"{describe(self)} acts on symbolic forms, not on {form!r}")
        return SymbolicForm("applied", self.degree + form.degree, (self, form))

    def __matmul__(self, other: Any) -> SymbolicOperator:
        """The composition: ``(D @ E)(α) = D(E(α))``."""
        other = _D if other is d else other
        if not isinstance(other, SymbolicOperator):
            return self._reject(other)  # type: ignore[no-any-return]
        return self._make("composition", self.degree + other.degree, self, other)

    def __rmatmul__(self, other: Any) -> SymbolicOperator:
        return _D @ self if other is d else self._reject(other)  # type: ignore[no-any-return]

    @cached_property
    def is_derivation(self) -> bool:
        """Whether the object was made as a derivation; compositions are not."""
        parts = [a for a in self.arguments if isinstance(a, SymbolicOperator)]
        return self.kind != "composition" and all(a.is_derivation for a in parts)

    def _normal_form(self) -> normal.Element:
        if self.kind == "d":
            return {((), (normal.D,)): normal.ONE}
        if self.kind == "interior":
            return normal.insertion(self.arguments[0].normal_form)
        if self.kind == "lie":
            return normal.lie(self.arguments[0].normal_form)
        first, second = self.arguments
        left = normal.compose(first.normal_form, second.normal_form)
        if self.kind == "composition":
            return left
        sign = koszul(first.degree * second.degree)
        right = normal.compose(second.normal_form, first.normal_form)
        return normal.combine([(1, left), (-sign, right)])


_IDENTITY = SymbolicVectorForm("identity", 1)
_D = SymbolicOperator("d", 1)


def is_zero(thing: Symbolic) -> bool:
    """Whether the object is the empty sum."""
    return thing.kind == "sum" and not thing.arguments


def describe(thing: Symbolic) -> str:
    """Name of a symbolic object for error messages."""
    return f"the symbolic {thing.noun} {thing} of degree {thing.degree}"


# --- the operators of diffgeo on symbols -------------------------------------------------


def _interior(K: Any, thing: Any = None) -> Any:
    _require_vector_form("interior", K)
    if isinstance(thing, SymbolicVectorForm):
        return SymbolicVectorForm("insertion", K.degree + thing.degree - 1, (K, thing))
    operator = SymbolicOperator("interior", K.degree - 1, (K,))
    return operator if thing is None else operator(thing)


def _lie(K: Any, thing: Any = None) -> Any:
    _require_vector_form("lie", K)
    if isinstance(thing, SymbolicVectorForm):
        return _bracket(K, thing)
    operator = SymbolicOperator("lie", K.degree, (K,))
    return operator if thing is None else operator(thing)


def _bracket(first: Any, second: Any) -> Any:
    first, second = (_D if operand is d else operand for operand in (first, second))
    for kind in (SymbolicVectorForm, SymbolicOperator):
        if isinstance(first, kind) and isinstance(second, kind):
            return kind("bracket", first.degree + second.degree, (first, second))
    raise TypeError(
        "bracket takes two operators or two vector-valued forms, "
        f"not {describe(first)} and {describe(second)}; L_X f is lie(X, f)"
    )


def _nijenhuis_richardson(K: Any, M: Any) -> Any:
    for operand in (K, M):
        _require_vector_form("nijenhuis_richardson", operand)
    sign = koszul((K.degree - 1) * (M.degree - 1))
    return _interior(K, M) - sign * _interior(M, K)


def _decompose(D: Any) -> Any:
    raise TypeError(f"decompose takes a derivation on one manifold, not {describe(D)}")


def _exterior_derivative(form: Any) -> SymbolicForm:
    return _D(form)


def _require_vector_form(name: str, K: Any) -> None:
    if not isinstance(K, SymbolicVectorForm):
        raise TypeError(f"{name} takes a vector field or vector-valued form, not {K}")


_OPERATIONS: dict[str, Callable[..., Any]] = {
    "bracket": _bracket,
    "d": _exterior_derivative,
    "decompose": _decompose,
    "interior": _interior,
    "lie": _lie,
    "nijenhuis_richardson": _nijenhuis_richardson,
}


# --- making symbols ----------------------------------------------------------------------


def _names(names: str, degree: int) -> list[str]:
    found = names.replace(",", " ").split()
    if not found or not all(name.isidentifier() for name in found):
        raise ValueError(f"{names!r} does not list names of symbols, such as 'K M'")
    if not isinstance(degree, int) or degree < 0:
        raise DegreeMismatch(f"{names} cannot have degree {degree!r}: give an integer >= 0")
    return found


def symbols_of_vector_forms(names: str, *, degree: int) -> Any:
    """Symbols of vector-valued forms on every manifold; degree 0 are vector fields.

    One name gives the symbol, several names a tuple. Two calls give different symbols.

    >>> from diffgeo import bracket, check, lie, symbols_of_vector_forms
    >>> K, M = symbols_of_vector_forms("K M", degree=1)
    >>> check(bracket(lie(K), lie(M)) == lie(bracket(K, M))).status
    <Status.PROVED: 'PROVED'>
    """
    found = tuple(SymbolicVectorForm("symbol", degree, (n,)) for n in _names(names, degree))
    return found if len(found) > 1 else found[0]


def symbols_of_forms(names: str, *, degree: int) -> Any:
    """Symbols of forms on every manifold; degree 0 are functions.

    One name gives the symbol, several names a tuple. Two calls give different symbols.
    """
    found = tuple(SymbolicForm("symbol", degree, (n,)) for n in _names(names, degree))
    return found if len(found) > 1 else found[0]
