"""Multivector fields and the Schouten-Nijenhuis bracket.

Multivector fields are the sections of ΛTM: functions (degree 0), vector fields (degree 1),
bivectors (degree 2), …. Their product is ``*``, as for forms.

Conventions: ``(X*Y)(α, β) = α(X)β(Y) - α(Y)β(X)`` without factorials; a 1-form is inserted
into the first slot; ``i_{P*Q} = i_P i_Q`` on forms, so that ``i_{X*Y} α = α(Y, X)``. The
Schouten bracket is fixed by ``[X, ·] = L_X`` and ``[P, Q] = -(-1)**((p-1)(q-1)) [Q, P]``;
it is a bracket of operators on forms, ``i_[P,Q] = [[i_P, d], i_Q]``, but its operators are no
derivations of Ω(M).

Sources: Koszul, Crochet de Schouten-Nijenhuis et cohomologie (1985); Marle, The Schouten-Nijenhuis
bracket and interior products (1997).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from diffgeo.calculus import display
from diffgeo.calculus.coefficients import Summable, not_combined, used_by
from diffgeo.calculus.compositions import symbolic
from diffgeo.calculus.forms import Form, describe, nothing, total
from diffgeo.calculus.named_components import Components, Componentwise, Key
from diffgeo.calculus.point_values import AtPoints
from diffgeo.calculus.protocols import Inserted
from diffgeo.calculus.requirements import (
    require_map_to,
    require_same_degree,
    require_same_space,
    require_vector_form,
)
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import DegreeMismatch
from diffgeo.rings.protocol import Element
from diffgeo.signs import indices, koszul
from diffgeo.verdicts.statements import Script, code_of

if TYPE_CHECKING:
    from diffgeo.calculus.maps import Map
    from diffgeo.calculus.spaces import FunctionLike, Manifold
    from diffgeo.rings.protocol import Condition

#: What stands for a multivector field: one of degree 0 or 1 may be a function or a field.
Multivectorial: TypeAlias = "Multivector | VectorForm | Form | int | Fraction"


class Multivector(Summable, Inserted, AtPoints, Componentwise, display.Described, display.Written):
    """A multivector field of degree p on a manifold.

    Made by `multivector` from vector fields, by `from_components`, and by arithmetic: ``+``,
    ``-``, ``*`` with multivectors, vector fields, functions and exact numbers, where ``*`` is
    the wedge product; ``/`` by functions and numbers. ``P(α, β, …)`` is the value on p
    1-forms. ``==`` makes an `Identity`, to be judged by ``check``.

    Parameters
    ----------
    space
        The manifold.
    body
        The coefficients on products of coordinate fields, as an element of the exterior
        algebra on as many generators, in which ``dx^a`` stands for ``∂_a``: algebra and
        coefficients' derivatives are those of `Form`.

    Examples
    --------
    >>> from diffgeo import Manifold, bracket, d
    >>> from diffgeo.calculus import multivector
    >>> M = Manifold("M", "x y z")
    >>> X, Y, Z = M.frame
    >>> P = M["z"] * multivector(X, Y)
    >>> print(P(d(M["x"]), d(M["y"])), "|", bracket(P, P))
    z | 0
    """

    _called = ("a multivector", "P")
    __slots__ = ("_body", "space")

    reads_others = True  # vector fields and functions are compared as multivectors

    def __init__(self, space: Manifold, body: Form) -> None:
        self.space = space
        self._body = body

    @classmethod
    def from_components(
        cls, space: Manifold, degree: int, coefficients: Mapping[Key, FunctionLike]
    ) -> Multivector:
        """The multivector with given coefficients: ``{("x", "y"): "z"}`` is z ∂_x∧∂_y.

        Keys are names (degree 1) or tuples of names, in any order; the order gives the sign.
        """
        return cls(space, space.form(degree, coefficients))

    @property
    def degree(self) -> int:
        """The degree; a multivector of negative degree, or above the dimension, is zero."""
        return self._body.degree

    @property
    def kind(self) -> str:
        """What messages call it."""
        return f"the multivector field (degree {self.degree})"

    # --- arithmetic ----------------------------------------------------------------

    def _plus(self, term: Multivector) -> Multivector:
        return Multivector(self.space, self._body + term._body)

    def __neg__(self) -> Multivector:
        return Multivector(self.space, -self._body)

    def __mul__(self, other: Multivectorial) -> Multivector:
        """Wedge product; ``P * Q = (-1)**(pq) Q * P``."""
        if isinstance(other, int | Fraction):
            return Multivector(self.space, self._body * other)
        factor = _coerce(other)
        if factor is None:
            return not_combined(self, other)
        require_same_space("multiply", self, factor)
        return Multivector(self.space, self._body * factor._body)

    def __rmul__(self, other: Multivectorial) -> Multivector:
        if isinstance(other, int | Fraction):
            return self * other
        factor = _coerce(other)
        return not_combined(self, other) if factor is None else factor * self

    def __truediv__(self, other: Form | int | Fraction) -> Multivector:
        """Quotient by a number or a function that is not identically zero."""
        if isinstance(other, int | Fraction):
            return Multivector(self.space, self._body / other)
        factor = _coerce(other) if isinstance(other, Form) else None
        if factor is None:
            return not_combined(self, other)
        require_same_space("divide", self, factor)
        return Multivector(self.space, self._body / factor._body)

    def __xor__(self, other: object) -> Multivector:
        raise TypeError("multivectors are multiplied with *; ^ binds weaker than +")

    __rxor__ = __xor__

    def __call__(self, *forms: Form) -> Form:
        """The function ``P(α, β, …)``; the number of 1-forms is the degree.

        Raises `DegreeMismatch` otherwise: ``P.insert(α)`` fills only the first slot.
        """
        if len(forms) != self.degree:
            raise DegreeMismatch(
                f"{describe(self)} takes {self.degree} 1-forms, not {len(forms)}; "
                "P.insert(alpha) fills the first slot"
            )
        result = self
        for alpha in forms:
            result = result.insert(alpha)
        return result._body

    # --- insertions and maps ---------------------------------------------------------

    def insert(self, alpha: Form) -> Multivector:
        """The insertion of a 1-form into the first slot, of degree p-1.

        An antiderivation of the product: ``(X*Q).insert(α) = α(X) Q - X * Q.insert(α)``.
        """
        if not isinstance(alpha, Form) or alpha.degree != 1:
            raise DegreeMismatch(
                f"a 1-form is inserted into {describe(self)}, not {describe(alpha)}"
            )
        require_same_space("insert", alpha, self)
        products = (
            alpha.contract(a) * self._body.contract(a)
            for a in range(self.space.dimension)
            if alpha.support() >> a & 1
        )
        used = used_by(self, alpha)
        return Multivector(self.space, total(self.space, self.degree - 1, products, used))

    def insert_into(self, alpha: Form) -> Form:
        """``i_P α``, a form of p degrees less: ``i_f α = f α`` and ``i_{P*Q} = i_P i_Q``.

        For ``|α| = p`` it is ``(-1)**(p(p-1)/2)`` times the full contraction ``α(X, Y, …)``
        of ``P = X*Y*…``.
        """
        require_same_space("insert", self, alpha)
        parts = []
        for mask, coefficient in self._body._terms.items():
            part = alpha
            for a in reversed(indices(mask)):
                part = part.contract(a)
            parts.append(self.space.scalar(coefficient) * part)
        return total(self.space, alpha.degree - self.degree, parts, used_by(self, alpha))

    def lie_derivative(self, X: VectorForm) -> Multivector:
        """``L_X P = [X, P]`` along a vector field; what ``lie(X, P)`` calls.

        Raises `DegreeMismatch` for a vector-valued form of positive degree: the insertions
        of multivectors and of vector-valued forms generate no common module.
        """
        require_vector_form(X, 0, f"take the Lie derivative of {describe(self)} along")
        return schouten(X, self)

    def pulled_back(self, phi: Map) -> Multivector:
        """``φ^*P`` for a map φ with inverse ψ: ``(φ^*P)(φ^*α, …) = φ^*(P(α, …))``."""
        require_map_to(self, phi)
        support = self._body.support()
        fields = {
            a: multivector(phi.pull(field))
            for a, field in enumerate(self.space.frame)
            if support >> a & 1
        }
        used = phi.pull(nothing(self)).used
        result = Multivector(phi.source, Form(phi.source, self.degree, {}, used))
        for mask, coefficient in self._body._terms.items():
            term = multivector(phi.pull(self.space.scalar(coefficient)))
            for a in indices(mask):
                term = term * fields[a]
            result = result + term
        return result

    def as_function(self) -> Form:
        """The function that a multivector of degree 0 is; else `DegreeMismatch`."""
        return self()

    def as_field(self) -> VectorForm:
        """The vector field that a multivector of degree 1 is; else `DegreeMismatch`."""
        if self.degree != 1:
            raise DegreeMismatch(f"{describe(self)} is no vector field: degree 1 is needed")
        slopes = [self._body.contract(a) for a in range(self.space.dimension)]
        return VectorForm(self.space, 0, slopes)

    # --- looking at it -------------------------------------------------------------

    @property
    def components(self) -> Components:
        """Coefficient functions by coordinate name (degree 1) or tuple of names (else).

        What is zero at sight is not listed, but is found (see `diffgeo.calculus.named_components`).
        """
        return self._body.components

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Conditions (``p != 0``, ``q > 0``) under which the multivector is defined."""
        return self._body.conditions

    @property
    def used(self) -> int:
        """The mask of all conditions that were used to make the multivector."""
        return self._body.used

    def summary(self, width: int = display.WIDTH) -> str:
        """The beginning of the text; what is too large to be written out is ``…``."""
        text = display.join_terms(self._written(display.BRIEF))
        return text if len(text) <= width else f"{text[: width - 2]} …"

    def expanded(self) -> Multivector:
        """The same multivector with every coefficient multiplied out into its normal form.

        Raises `Unexpanded` if the solution of a linear system in it is too large.
        """
        return Multivector(self.space, self._body.expanded())

    # --- inside the library --------------------------------------------------------

    def _written(self, style: display.Style) -> Iterator[str]:
        chart = self.space.chart
        for mask, element in sorted(self._body._terms.items(), key=lambda item: indices(item[0])):
            names = [chart.coordinates[a] for a in indices(mask)]
            if style.latex:
                basis = r" \wedge ".join(rf"\partial_{{{chart.latex_name(n)}}}" for n in names)
            else:
                basis = "∧".join(f"∂_{name}" for name in names)
            if term := display._scale(self.space, element, basis, style):
                yield term

    def _summand(self, other: object) -> Multivector | None:
        if isinstance(other, int | Fraction) and other == 0:
            return Multivector(self.space, Form(self.space, self.degree, {}))
        if isinstance(other, int | Fraction):
            other = self.space.function(other)
        term = _coerce(other)
        if term is None:
            return None
        require_same_space("add or compare", self, term)
        require_same_degree(self, term)
        return term

    def _residuals(self, other: Multivectorial) -> list[tuple[str, Element]]:
        """Labelled coefficients of ``self - other``."""
        names = self.space.chart.coordinates
        return [
            ("∧".join(f"∂_{names[a]}" for a in indices(mask)), element)
            for mask, element in (self - other)._body._conditioned_terms()
        ]


def multivector(*factors: Multivectorial) -> Multivector:
    """The product ``X * Y * …`` of vector fields, functions and multivectors.

    ``multivector(X)`` is the vector field X as a multivector of degree 1, ``multivector(f)``
    the function f as one of degree 0; ``multivector(X, Y) = -multivector(Y, X)``.

    Parameters
    ----------
    factors
        Vector fields, functions and multivectors of one space, at least one.

    Returns
    -------
    Multivector
        Of degree the sum of the degrees.

    Raises
    ------
    DegreeMismatch
        A factor is a form or a vector-valued form of positive degree.
    SpaceMismatch
        The factors live on different spaces.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.calculus import multivector
    >>> print(multivector(*Manifold("M", "x y").frame))
    ∂_x∧∂_y
    """
    if (algebra := symbolic(*factors)) is not None:
        return algebra.dispatch("multivector", *factors)  # type: ignore[no-any-return]
    if not factors:
        raise TypeError("multivector needs at least one vector field, function or multivector")
    first, *rest = (_required(factor) for factor in factors)
    for factor in rest:
        first = first * factor
    return first


def schouten(P: Multivectorial, Q: Multivectorial) -> Multivector:
    """The Schouten-Nijenhuis bracket [P, Q], of degree p+q-1.

    Defined as an operator: ``[P, ·]`` is the graded derivation of degree p-1 of the algebra of
    multivectors, ``[P, Q*R] = [P, Q]*R + (-1)**((p-1)q) Q*[P, R]``, with the values on
    generators that follow from ``[X, Y]`` (Lie bracket), ``[X, f] = X(f)`` and the graded
    antisymmetry ``[P, Q] = -(-1)**((p-1)(q-1)) [Q, P]``. For a vector field ``[X, ·] = L_X``.
    It satisfies the graded identity of Jacobi
    ``[P, [Q, R]] = [[P, Q], R] + (-1)**((p-1)(q-1)) [Q, [P, R]]``, and
    ``i_[P,Q] = [[i_P, d], i_Q]`` on forms.

    Parameters
    ----------
    P, Q
        Multivectors of degrees p and q, or vector fields, or functions.

    Returns
    -------
    Multivector
        Of degree p + q - 1.

    Raises
    ------
    DegreeMismatch
        One is a form, or a vector-valued one, of positive degree.
    SpaceMismatch
        They live on different spaces.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.calculus import multivector, schouten
    >>> M = Manifold("M", "x y z")
    >>> X, Y, Z = M.frame
    >>> P = M["z"] * multivector(X, Y)
    >>> print(schouten(P, P), "|", schouten(P, M["x"] * Z))
    0 | -x ∂_x∧∂_y - z ∂_y∧∂_z
    """
    first, second = _required(P), _required(Q)
    require_same_space("take the Schouten bracket of", first, second)
    space, p, q = first.space, first.degree, second.degree
    body, other = first._body, second._body
    sign = koszul(p - 1)
    products = []
    for a in range(space.dimension):
        # A derivation D of degree p-1 is Σ D(x^a) * ∂_a Q + D(∂_a) * ι_a Q, without further
        # signs (see `diffgeo.calculus.derivations`). Here D(f) = [P, f] = (-1)**(p-1) ι_df P, and
        # D(∂_a) = -[∂_a, P] is minus the derivative of the coefficients.
        if (value := body.contract(a))._terms:
            products.append(sign * value * other.partial(a))
        if (value := other.contract(a))._terms:
            products.append(-(body.partial(a) * value))
    return Multivector(space, total(space, p + q - 1, products, used_by(body, other)))


@code_of.register(Multivector)
def _code(P: Multivector, script: Script) -> str:
    if not P.degree:
        script.imports.add("Multivector")
        return f"Multivector({script.space(P.space)}, {code_of(P._body, script)})"
    space, table = script.space(P.space), script.table(P.components)
    script.imports.add("Multivector")
    return f"Multivector.from_components({space}, {P.degree}, {table})"


# --- helpers ---------------------------------------------------------------------------


def _coerce(thing: object) -> Multivector | None:
    """A multivector, vector field or function as a multivector; None for anything else."""
    if isinstance(thing, Multivector):
        return thing
    if not isinstance(thing, Form | VectorForm):
        return None
    if thing.degree != 0:
        raise DegreeMismatch(
            f"{describe(thing)} is no multivector: functions, vector fields and their "
            "products are; P.insert(alpha) inserts a 1-form"
        )
    if isinstance(thing, Form):
        return Multivector(thing.space, thing)
    space = thing.space
    one = space.chart.ring.one
    parts = (thing.value(a) * Form(space, 1, {1 << a: one}) for a in range(space.dimension))
    return Multivector(space, total(space, 1, parts))


def _required(thing: object) -> Multivector:
    found = _coerce(thing)
    if found is None:
        raise TypeError(
            "multivectors are made of vector fields, functions and multivectors, "
            f"not of {describe(thing)}"
        )
    return found
