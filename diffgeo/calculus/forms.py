"""Differential forms: the elements of the graded algebra Ω(M), functions among them.

A form of degree k is stored by its coefficients on the increasing products of the
differentials of the chart's coordinates (bit masks as keys). The product of Ω(M) is ``*``.
Conventions: determinant wedge, ``(α*β)(X, Y) = α(X)β(Y) - α(Y)β(X)`` without factorials;
``i_X`` fills the first slot.

Source: Lee, Introduction to Smooth Manifolds (2nd ed. 2013), chapter 14, whose convention for the
product is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, overload

from diffgeo.calculus import display
from diffgeo.calculus.coefficients import Coefficients, Summable, not_combined
from diffgeo.calculus.named_components import Components, components
from diffgeo.calculus.point_values import AtPoints
from diffgeo.calculus.protocols import Inserted
from diffgeo.calculus.requirements import (
    require_same_degree,
    require_same_space,
    require_vector_form,
    told,
)
from diffgeo.errors import DegreeMismatch, Refusal, ZeroDenominator
from diffgeo.rings.expression import Expression
from diffgeo.rings.protocol import Element, doubt
from diffgeo.signs import indices, koszul, wedge_sign
from diffgeo.verdicts.identities import Comparable
from diffgeo.verdicts.statements import Script, code_of

if TYPE_CHECKING:
    from diffgeo.calculus.spaces import Manifold
    from diffgeo.calculus.vector_forms import VectorForm
    from diffgeo.rings.protocol import Product


class Form(Summable, Coefficients, AtPoints, display.Written):
    """A homogeneous element of Ω(M); functions are the forms of degree 0.

    Made by the methods of `Manifold`, by ``d`` and by arithmetic (the class itself takes ring
    elements and does not check them): ``+ - * / **`` with forms,
    functions and exact numbers, where ``*`` is the wedge product. ``==`` makes an `Identity`,
    to be judged by ``check``; objects hash by identity.

    Parameters
    ----------
    space
        The manifold.
    degree
        The degree; a form of negative degree is zero.
    terms
        Coefficients by bit mask of the differentials; coefficients that certainly vanish
        are dropped, their conditions are kept.
    used
        The mask of conditions that were used besides those of the terms.

    Examples
    --------
    >>> from diffgeo import Manifold, d
    >>> M = Manifold("M", "x y")
    >>> x, y = M.coordinates
    >>> alpha = x * d(y) - y * d(x)
    >>> print(d(alpha), "|", alpha * alpha, "|", alpha(M.vector_field(x="-y", y="x")))
    2 dx∧dy | 0 | x**2 + y**2
    """

    _called = ("a form", "alpha")
    __slots__ = ("degree", "space")

    def __init__(
        self, space: Manifold, degree: int, terms: Mapping[int, Element], used: int = 0
    ) -> None:
        self.space = space
        self.degree = degree
        self._keep(terms, used)
        if self._cancelled and degree == 0 and 0 in self._terms:
            self._terms[0] = self._terms[0].under(self._cancelled)
            self._cancelled = 0

    # --- arithmetic ----------------------------------------------------------------

    def __add__(self, other: object) -> Form:
        form = self._summand(other)
        if form is None:
            return not_combined(self, other)
        if not (form._terms or form._cancelled):
            return self
        terms = dict(self._terms)
        for mask, a in form._terms.items():
            terms[mask] = terms[mask] + a if mask in terms else a
        return Form(self.space, self.degree, terms, self._cancelled | form._cancelled)

    def __neg__(self) -> Form:
        return self._map(lambda a: -a)

    def __pos__(self) -> Form:
        return self

    def __sub__(self, other: object) -> Form:
        form = self._summand(other)
        if form is None:
            return not_combined(self, other)
        if not (form._terms or form._cancelled):
            return self
        terms = dict(self._terms)
        for mask, a in form._terms.items():
            terms[mask] = terms[mask] - a if mask in terms else -a
        return Form(self.space, self.degree, terms, self._cancelled | form._cancelled)

    def __mul__(self, other: Form | int | Fraction) -> Form:
        """Wedge product; numbers and functions are forms of degree 0."""
        if isinstance(other, int | Fraction):
            return self._map(lambda a: a * other)
        if not isinstance(other, Form):
            return not_combined(self, other)
        require_same_space("multiply", self, other)
        terms = self.space.chart.ring.sum_products(list(wedge_products(self, other)))
        return Form(self.space, self.degree + other.degree, terms, self.used | other.used)

    def __rmul__(self, other: object) -> Form:
        if isinstance(other, int | Fraction):
            return self._map(lambda a: a * other)
        return not_combined(self, other)

    def __truediv__(self, other: object) -> Form:
        """Quotient by a number or a function that is not identically zero."""
        if isinstance(other, int | Fraction):
            return self._map(lambda a: a / other)
        if not isinstance(other, Form):
            return not_combined(self, other)
        require_same_space("divide", self, other)
        divisor = other.element("divide by")
        if self._terms:
            return self._map(lambda a: a / divisor)
        if (decision := self.space.chart.ring.is_zero(divisor)).zero:
            raise ZeroDenominator(f"division by {describe(other)}, which is zero{doubt(decision)}")
        return Form(self.space, self.degree, {}, (self._zero() / divisor).mask)

    def __rtruediv__(self, other: object) -> Form:
        if isinstance(other, int | Fraction):
            return self.space.function(other) / self
        return not_combined(self, other)

    def __pow__(self, exponent: int) -> Form:
        """Power in Ω(M): of a function, or of a form of even degree (a volume is ``ω**n``)."""
        if not isinstance(exponent, int):
            raise TypeError(
                f"the power {exponent!r} of {describe(self)} is not taken: exponents are integers, "
                'and roots and other powers are read from text, M.function(f"({f})**(1/2)")'
            )
        if self.degree == 0:
            return self.space.scalar(self.element("raise") ** exponent)
        if exponent < 0 or (self.degree % 2 and exponent > 1):
            raise DegreeMismatch(
                f"the power {exponent} of {describe(self)} is not taken: powers of forms are for "
                "even degrees and exponents >= 0 (odd forms have square zero)"
            )
        result = Form(self.space, 0, {0: self.space.chart.ring.one}, self.used)
        for _ in range(exponent):
            result = result * self
        return result

    def __xor__(self, other: object) -> Form:
        raise TypeError("forms are multiplied with * or wedge(...); ^ binds weaker than +")

    __rxor__ = __xor__

    def __call__(self, *fields: VectorForm) -> Form:
        """The function ``α(X, Y, …)``; the number of fields is the degree.

        Raises `DegreeMismatch` otherwise: fill only the first slot with ``interior(X, α)``.
        """
        if len(fields) != self.degree:
            wanted = f"{self.degree} vector field{'s' * (self.degree != 1)}"
            repair = "interior(X, alpha) fills the first slot"
            repair = repair if self.degree else "f.at(x=1) is the value of a function at a point"
            raise DegreeMismatch(f"{describe(self)} takes {wanted}, not {len(fields)}; {repair}")
        result = self
        for field in fields:
            require_vector_form(field, 0, "evaluate a form on")
            result = field.insert_into(result)
        return result

    def tensor(self, field: VectorForm) -> VectorForm:
        """``α ⊗ X``, the vector-valued form with ``i_{α⊗X} β = α * i_X β``."""
        return self * field

    # --- looking at it -------------------------------------------------------------

    @property
    def components(self) -> Components:
        """Coefficient functions by coordinate name (degree 1) or tuple of names (else).

        What is zero at sight is not listed, but is found (see `diffgeo.calculus.named_components`).
        """
        names = self.space.chart.coordinates
        terms = sorted(self._terms.items(), key=lambda item: indices(item[0]))
        found = [([names[i] for i in indices(m)], self._scalar(a)) for m, a in terms]
        return components(names, self.degree, found, self._scalar(), alternating=True)

    @property
    def formula(self) -> Expression:
        """The tree of a function; `DegreeMismatch` for forms of positive degree."""
        return self.space.chart.ring.expression(self.element("convert to SymPy"))

    def to_sympy(self, *, plain: bool = False) -> Any:
        """A function as a SymPy expression, a form of positive degree as an array of components.

        It is written in the SymPy objects with which the space was declared, with what SymPy
        assumes of them; names that were given as text are symbols of which nothing is assumed.
        With ``plain`` all names are.
        """
        if self.degree:
            return self.components.to_sympy(plain=plain)
        from diffgeo.interop.sympy_bridge import to_sympy

        return to_sympy(self.formula) if plain else self.space.chart.to_sympy(self.formula)

    def expanded(self) -> Form:
        """The same form with every coefficient multiplied out into its normal form.

        Raises `Unexpanded` if the solution of a linear system in it is too large.
        """
        return self._map(self.space.chart.ring.expand)

    def settled(self) -> Form:
        """The `expanded` form where that is small enough, else the form itself."""
        try:
            return self.expanded()
        except Refusal:
            return self

    def _described(self) -> str:
        """What the form is, how it begins and where it lives."""
        kind = "the function" if self.degree == 0 else f"the {self.degree}-form"
        return f"{kind} {display.summary(self)} (on {self.space.name})"

    # --- inside the library --------------------------------------------------------

    @property
    def _is_function(self) -> bool:
        return self.degree == 0

    def _written(self, style: display.Style) -> Iterator[str]:
        return display.terms_of_form(self, style)

    def element(self, purpose: str = "use") -> Element:
        """Ring element of a function; `DegreeMismatch` for a form of another degree."""
        if self.degree != 0:
            raise DegreeMismatch(
                f"cannot {purpose} {describe(self)}: a function (degree 0) is needed"
            )
        found: Element = self._terms[0] if 0 in self._terms else self._zero()
        return found

    def as_function(self) -> Form:
        """A function itself, as of a tensor without slots; `DegreeMismatch` for other forms."""
        self.element("take as a function")
        return self

    def under(self, used: int) -> Form:
        """The same form, with more conditions."""
        if not used & ~self.used:
            return self
        return Form(self.space, self.degree, self._terms, self._cancelled | used)

    def partial(self, index: int) -> Form:
        """Derivative of the coefficients along one coordinate (the chart's business)."""
        ring = self.space.chart.ring
        return self._map(lambda a: ring.partial(a, index))

    def contract(self, index: int) -> Form:
        """Insertion of one coordinate field (the chart's business)."""
        bit = 1 << index
        terms = {
            m ^ bit: a if koszul((m & (bit - 1)).bit_count()) > 0 else -a
            for m, a in self._terms.items()
            if m & bit
        }
        return Form(self.space, self.degree - 1, terms, self.used)

    def support(self) -> int:
        """Bit mask of the differentials that occur."""
        result = 0
        for mask in self._terms:
            result |= mask
        return result

    def _map(self, operation: Callable[[Element], Element]) -> Form:
        terms = {m: operation(a) for m, a in self._terms.items()}
        used = operation(self._zero()).mask if self._cancelled else 0
        return Form(self.space, self.degree, terms, used)

    def _summand(self, other: object) -> Form | None:
        if isinstance(other, int | Fraction):
            if other == 0:
                return Form(self.space, self.degree, {})
            other = self.space.function(other)
        if not isinstance(other, Form):
            return None
        require_same_space("add or compare", self, other)
        mixed = "; MixedForm(M, [alpha, beta]) adds forms of several degrees"
        require_same_degree(self, other, mixed)
        return other

    _elements = Coefficients.conditioned

    def _residuals(self, other: Form | int | Fraction) -> list[tuple[str, Element]]:
        """Labelled coefficients of ``self - other``; none is left if they are equal as written."""
        names = self.space.chart.coordinates
        difference = self - other
        return [
            ("∧".join(f"d{names[i]}" for i in indices(mask)), a)
            for mask, a in difference._conditioned_terms()
        ]


@code_of.register(Form)
def _code(form: Form, script: Script) -> str:
    space = script.space(form.space)
    if not form.degree:
        return f"{space}.function({script.text(form)})"
    return f"{space}.form({form.degree}, {script.table(form.components)})"


# --- operations on forms ---------------------------------------------------------------


@overload
def wedge(*factors: Form | int | Fraction) -> Form: ...
@overload
def wedge(*factors: *tuple[*tuple[Form | int | Fraction, ...], VectorForm]) -> VectorForm: ...
def wedge(*factors: Any) -> Any:  # type: ignore[misc]  # mypy compares no unpacked tuples
    """Product ``α * β * …`` in Ω(M); of degree the sum of the degrees.

    ``wedge(α, β) = (-1)**(|α||β|) wedge(β, α)``; the last factor may be vector-valued.

    Parameters
    ----------
    factors
        Forms, functions and numbers, at least one; the last may be a vector-valued form.

    Returns
    -------
    Form or VectorForm
        Of degree ``|α| + |β| + …``.

    Examples
    --------
    >>> from diffgeo import Manifold, d, wedge
    >>> M = Manifold("M", "x y")
    >>> x, y = M.coordinates
    >>> print(wedge(x, d(y), d(x)))
    -x dx∧dy
    """
    if not factors:
        raise TypeError("wedge needs at least one factor")
    for factor in factors:
        if not isinstance(factor, int | Fraction | Comparable):
            raise TypeError(
                f"wedge multiplies forms, functions and exact numbers, not {describe(factor)}"
            )
    result: Any = factors[0]
    for factor in factors[1:]:
        result = result * factor
    return result


def pairing(alpha: Form, field: VectorForm) -> Form:
    """The function ``α(X)`` of a 1-form and a vector field; ``α∘K`` for a vector-valued form.

    Parameters
    ----------
    alpha
        A 1-form.
    field
        A vector field, or a vector-valued form K of degree k.

    Returns
    -------
    Form
        A function, or the form ``α∘K`` of degree k.

    Raises
    ------
    DegreeMismatch
        `alpha` is no 1-form.
    SpaceMismatch
        They live on different spaces.

    Examples
    --------
    >>> from diffgeo import Manifold, d, pairing
    >>> M = Manifold("M", "x y")
    >>> print(pairing(d(M["x"]), M.vector_field(x="y", y=1)))
    y
    """
    if getattr(alpha, "degree", None) != 1:
        raise DegreeMismatch(f"pairing takes a 1-form, not {describe(alpha)}; use interior(X, ...)")
    if not isinstance(field, Inserted):
        raise TypeError(
            f"cannot pair {describe(alpha)} with {describe(field)}: a vector field is needed"
        )
    return field.insert_into(alpha)


# --- shared by forms, vector-valued forms and derivations ------------------------------


def total(space: Manifold, degree: int, forms: Iterable[Form], used: int = 0) -> Form:
    """The sum of many forms of one space and degree, with the mask of conditions used besides."""
    terms: dict[int, Element] = {}
    for form in forms:
        used |= form._cancelled
        for mask, a in form._terms.items():
            terms[mask] = terms[mask] + a if mask in terms else a
    return Form(space, degree, terms, used)


def nothing(thing: Any) -> Form:
    """The function 0 where an object of a space is defined: all of its conditions, and no more."""
    return Form(thing.space, 0, {}, thing.used)


def wedge_products(first: Form, second: Form) -> Iterator[Product[int, Element]]:
    """The products whose sums are the coefficients of ``first * second``."""
    for m, a in first._terms.items():
        for n, b in second._terms.items():
            if not m & n:
                yield m | n, a, b, wedge_sign(m, n)


def describe(thing: object) -> str:
    """Name of an object for error messages: what it is, how it begins, where it lives."""
    return display.describe(thing)


def require_form(thing: object, purpose: str, degree: int | None = None) -> None:
    """Raise `DegreeMismatch` unless a thing is a form (of a degree)."""
    kind = {None: "a form", 0: "a function (degree 0)"}.get(degree, f"a {degree}-form")
    if not isinstance(thing, Form) or degree not in (None, thing.degree):
        raise DegreeMismatch(f"cannot {purpose} {told(thing)}: {kind} is needed")
