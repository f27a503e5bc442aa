"""Vector-valued forms Ω(M; TM): vector fields (degree 0), (1,1) tensors (degree 1), ….

K ∈ Ω^k(M; TM) is stored by what it does to generators: the k-forms ``i_K dx^a = K(x^a)``.
Along a Map φ: M → N these are the k-forms ``K(x^a)`` on M for the coordinates of N, and
K ∈ Ω^k(M; φ^*TN); vector fields along φ have degree 0.
Conventions: ``K.transpose(α) = α∘K``; ``i_{ω⊗X} α = ω * i_X α``.

Source: Kolář, Michor and Slovák, Natural Operations in Differential Geometry (1993), § 8.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, overload

from diffgeo.calculus import display
from diffgeo.calculus.coefficients import Summable, collect_conditions, not_combined, used_by
from diffgeo.calculus.forms import Form, describe, nothing, total
from diffgeo.calculus.named_components import Components, Componentwise
from diffgeo.calculus.point_values import AtPoints
from diffgeo.calculus.protocols import Inserted
from diffgeo.calculus.requirements import (
    WithoutChart,
    require_manifold,
    require_same_degree,
    require_same_space,
    same_map,
)
from diffgeo.errors import DegreeMismatch, SpaceMismatch
from diffgeo.rings.protocol import Element
from diffgeo.verdicts.statements import Script, code_of

if TYPE_CHECKING:
    from diffgeo.calculus.maps import Map
    from diffgeo.calculus.spaces import Manifold
    from diffgeo.rings.protocol import Condition


class VectorForm(Summable, Inserted, AtPoints, Componentwise, display.Written):
    """A vector-valued form of degree k; vector fields have degree 0.

    ``K(X, …)`` fills all slots of K (degree 1: the vector field KX), ``X(f)`` is the
    derivative of a function along a vector field, ``K @ N`` composes (1,1) tensors,
    ``omega * K`` is ω ∧ K. Brackets are in `diffgeo.calculus.derivations`. Made by the methods of
    `Manifold` (the class itself checks no more than the number of values).

    Parameters
    ----------
    space
        The manifold; along a map, the one to which the vectors are tangent.
    degree
        The degree k.
    values
        The k-forms ``i_K dx^a``, in the order of the chart's coordinates.
    along
        The Map φ: M → N for K ∈ Ω^k(M; φ^*TN); None for K ∈ Ω^k(N; TN).

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> M = Manifold("M", "x y")
    >>> X = M.vector_field(x="-y", y="x")
    >>> J = M.vector_form(1, {"x": {"y": -1}, "y": {"x": 1}})
    >>> print(X(M["x"]), "|", J(X), "|", J @ J)
    -y | -x ∂_x - y ∂_y | -dx⊗∂_x - dy⊗∂_y
    """

    _called = ("a vector-valued form", "K")
    __slots__ = ("_slopes", "_values", "along", "degree", "space")

    def __init__(
        self, space: Manifold, degree: int, values: Sequence[Form], along: Map | None = None
    ) -> None:
        if isinstance(space, WithoutChart):
            require_manifold(space, "make a vector-valued form on")
        self.space = space
        self.degree = degree
        self.along = along
        self._values = tuple(values)
        #: ``L_K dx^a`` by the number of the coordinate, as far as it was asked for: each Lie
        #: derivative and bracket takes it from here.
        self._slopes: dict[int, Form] = {}
        if len(self._values) != len(space.chart.coordinates):
            raise DegreeMismatch(
                f"a vector-valued form on {space.name} has {len(space.chart.coordinates)} values, "
                f"one for each coordinate, not {len(self._values)}: make it with "
                "M.vector_field(...) or M.vector_form(...)"
            )

    @property
    def target(self) -> Manifold:
        """The manifold on which the values live: the source of `along`, or `space` itself."""
        return self.along.source if self.along else self.space

    def __getstate__(self) -> object:
        state: Any = object.__getstate__(self)
        inherited, slots = state
        return inherited, {**slots, "_slopes": {}}  # they are made again

    # --- arithmetic ----------------------------------------------------------------

    def _plus(self, term: VectorForm) -> VectorForm:
        pairs = zip(self._values, term._values, strict=True)
        return self._with([a + b for a, b in pairs])

    def __neg__(self) -> VectorForm:
        return self._with([-a for a in self._values])

    def __rmul__(self, other: Form | int | Fraction) -> VectorForm:
        """``ω * K`` for a form, a function or a number ω."""
        if isinstance(other, Form):
            self._require_on_target(other, "multiply by")
            return self._with([other * a for a in self._values], self.degree + other.degree)
        if isinstance(other, int | Fraction):
            return self._with([other * a for a in self._values])
        return not_combined(self, other)

    def __mul__(self, other: Form | int | Fraction) -> VectorForm:
        if isinstance(other, Form) and other.degree != 0:
            raise TypeError("a form multiplies a vector-valued form from the left: omega * K")
        return self.__rmul__(other)

    def __truediv__(self, other: Form | int | Fraction) -> VectorForm:
        if not isinstance(other, Form | int | Fraction):
            return not_combined(self, other)
        return self._with([a / other for a in self._values])

    def __matmul__(self, other: VectorForm) -> VectorForm:
        """Composition ``(K @ N)(X, …) = K(N(X, …))`` of a (1,1) tensor K and any N.

        Either factor may be along a map φ: M → N: ``K @ N`` with N on M, or with K on N.
        """
        if not isinstance(other, VectorForm):
            return NotImplemented
        self.require_degree(1, "compose")
        if other.along is None:
            self._require_on_target(other, "compose with")
            return self._with([other.insert_into(a) for a in self._values], other.degree)
        if self.along is not None:
            raise SpaceMismatch(
                f"cannot compose {describe(self)} and {describe(other)}: both are along maps"
            )
        require_same_space("compose", self, other)
        return other._with([other.insert_into(a) for a in self._values])

    @overload
    def __call__(self, function: Form, /) -> Form: ...
    @overload
    def __call__(self, field: VectorForm, /, *fields: VectorForm) -> VectorForm: ...
    def __call__(self, *arguments: Any) -> object:
        """``K(X, Y, …)``: the vector field; ``X(f)``: the derivative of a function f.

        Raises `DegreeMismatch` for a wrong number or kind of arguments.
        """
        if self.degree == 0 and len(arguments) == 1 and isinstance(arguments[0], Form):
            function = arguments[0]
            require_same_space("differentiate along a field", self, function)
            function.element("differentiate (use lie(X, alpha) for)")
            carry = self.along.pull if self.along else _same
            slopes = (
                v * carry(function.partial(a)) for a, v in enumerate(self._values) if v._terms
            )
            return total(self.target, 0, slopes, self.used | self._carried(function))
        if len(arguments) != self.degree or not self.degree:
            raise DegreeMismatch(
                f"{describe(self)} takes {self.degree or 'one function or no'} vector fields, "
                f"not {len(arguments)} arguments; brackets are bracket(K, M) and lie(K, M)"
            )
        return self._with([value(*arguments) for value in self._values], 0)

    def transpose(self, alpha: Form) -> Form:
        """``K^*α = α∘K``, the 1-form ``X ↦ α(KX)``, of a (1,1) tensor and a 1-form.

        Along φ: M → N it takes 1-forms on N to 1-forms on M.
        """
        self.require_degree(1, "transpose")
        if getattr(alpha, "degree", None) != 1:
            raise DegreeMismatch(
                f"transpose acts on 1-forms, not on {describe(alpha)}; use interior(K) for it"
            )
        return self.insert_into(alpha)

    # --- looking at it -------------------------------------------------------------

    @property
    def components(self) -> Components:
        """The functions (k = 0) or k-forms ``i_K dx^a`` by coordinate name.

        What is zero at sight is not listed, but is found (see `diffgeo.calculus.named_components`).
        """
        names = self.space.chart.coordinates
        found = {n: value for n, value in zip(names, self._values, strict=True) if value._terms}
        used = used_by(*(value for value in self._values if not value._terms))
        zero = Form(self.target, self.degree, {}, used)
        return Components(found, names, 1, zero, place=f" on {self.space.name}")

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Conditions (``p != 0``, ``q > 0``) under which the object is defined."""
        return collect_conditions(self.target, self._elements())

    def _elements(self) -> Iterator[Element]:
        return (a for value in self._values for a in value.conditioned())

    @property
    def used(self) -> int:
        """The mask of all conditions that were used to make the object."""
        return used_by(*self._values)

    def expanded(self) -> VectorForm:
        """The same object with every coefficient multiplied out into its normal form.

        Raises `Unexpanded` if the solution of a linear system in it is too large.
        """
        return self._with([value.expanded() for value in self._values])

    def settled(self) -> VectorForm:
        """The object with those of its values `expanded` that are small enough for it."""
        return self._with([value.settled() for value in self._values])

    def _described(self) -> str:
        """What the object is, how it begins and where it lives."""
        kinds = {0: "the vector field", 1: "the (1,1) tensor"}
        kind = kinds.get(self.degree, f"the vector-valued {self.degree}-form")
        place = f"along {self.along}" if self.along else f"(on {self.space.name})"
        return f"{kind} {display.summary(self)} {place}"

    # --- inside the library --------------------------------------------------------

    def _written(self, style: display.Style) -> Iterator[str]:
        return display.terms_of_vector_form(self, style)

    def value(self, index: int) -> Form:
        """``i_K dx^a`` for the coordinate of that index."""
        return self._values[index]

    def under(self, used: int) -> VectorForm:
        """The same object, with more conditions."""
        return self._with([value.under(used) for value in self._values])

    def insert_into(self, alpha: Form) -> Form:
        """``i_K α = Σ_a (i_K dx^a) * i_{∂_a} α``; the sign-free form of the derivation rule."""
        require_same_space("insert", self, alpha)
        support = alpha.support()
        carry = self.along.pull if self.along else _same
        insertions = (
            value * carry(alpha.contract(index))
            for index, value in enumerate(self._values)
            if support >> index & 1 and value._terms
        )
        degree = alpha.degree + self.degree - 1
        return total(self.target, degree, insertions, self.used | self._carried(alpha))

    def require_degree(self, degree: int, purpose: str) -> None:
        """Raise `DegreeMismatch` unless the degree is the given one."""
        if self.degree != degree:
            kind = {0: "a vector field (degree 0)", 1: "a (1,1) tensor (degree 1)"}
            raise DegreeMismatch(f"cannot {purpose} {describe(self)}: {kind[degree]} is needed")

    def _summand(self, other: object) -> VectorForm | None:
        if isinstance(other, int | Fraction) and other == 0:
            return self._with([Form(self.target, self.degree, {})] * len(self._values))
        if not isinstance(other, VectorForm):
            return None
        require_same_space("add or compare", self, other)
        if self.along is not other.along and not same_map(self.along, other.along):
            raise SpaceMismatch(
                f"cannot add or compare {describe(self)} and {describe(other)}: they are along "
                "different maps"
            )
        require_same_degree(self, other)
        return other

    def _carried(self, form: Form) -> int:
        """The conditions of a form on `space` as those of the values."""
        return (self.along.pull(nothing(form)) if self.along else form).used

    def _with(self, values: Sequence[Form], degree: int | None = None) -> VectorForm:
        return VectorForm(self.space, self.degree if degree is None else degree, values, self.along)

    def _require_on_target(self, other: VectorForm | Form, action: str) -> None:
        if other.space is not self.target:
            raise SpaceMismatch(
                f"cannot {action} {describe(other)}: the values of {describe(self)} live on "
                f"{self.target.name}; pull it back with phi.pull, phi a Map from there"
            )

    def _residuals(self, other: VectorForm | int | Fraction) -> list[tuple[str, Element]]:
        """Labelled coefficients of ``self - other``."""
        names = self.space.chart.coordinates
        difference = self - other
        return [
            (f"{label} ⊗ ∂_{names[index]}" if label else f"∂_{names[index]}", a)
            for index, value in enumerate(difference._values)
            for label, a in value._residuals(0)
        ]


@code_of.register(VectorForm)
def _code(K: VectorForm, script: Script) -> str:
    space = script.space(K.space)
    if K.along is not None:
        values, along = script.all_of(K._values), script.space(K.along)
        return script.call(VectorForm, space, str(K.degree), values, along)
    if not K.degree:
        return f"{space}.vector_field({script.table(K.components)})"
    inner = (f"{n!r}: {script.table(f.components)}" for n, f in K.components.items())
    return f"{space}.vector_form({K.degree}, {{{', '.join(inner)}}})"


def _same(form: Form) -> Form:
    return form
