"""Tensor fields of every type (p, q), and their derivations.

A tensor of type (p, q) is a C^∞-multilinear function of p 1-forms and q vector fields, in
this order: ``T(α, …, X, …)``. So a (1,1) tensor K is ``K(α, X) = α(KX)``, a metric has type
(0,2), a curvature type (1,3). Slots are counted from 0 in the order of the arguments.

A derivation D of the algebra of tensors that commutes with contractions is fixed by what it
does to functions, ``D f = X(f)``, and to vector fields; the Lie derivative and every
covariant derivative are derivations of this kind (`Tensor.derived`). What makes tensors
of other objects, and of multilinear functions, is in `diffgeo.structures.tensor_algebra`.

Sources: Lee, Introduction to Smooth Manifolds (2nd ed. 2013), chapter 12; of derivations, Kobayashi
and Nomizu, Foundations of Differential Geometry I (1963), chapter I.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from diffgeo.calculus import display
from diffgeo.calculus.brackets import bracket
from diffgeo.calculus.coefficients import Coefficients, Summable, not_combined, used_by
from diffgeo.calculus.forms import Form, describe, nothing
from diffgeo.calculus.named_components import Components, Componentwise, Key, components
from diffgeo.calculus.point_values import AtPoints
from diffgeo.calculus.requirements import (
    require_map_to,
    require_same_space,
    require_vector_form,
    same_map,
)
from diffgeo.calculus.sparse_components import (
    Index,
    accumulate,
    argument_terms,
    basis_text,
    derived_terms,
    field_terms,
    form_terms,
    given_components,
    transformed,
)
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import DegreeMismatch, NotSupported
from diffgeo.rings.protocol import Element
from diffgeo.structures.components_of_tensors import (
    Given,
    components_of,
    form_of,
    mean,
    value_along,
    vector_form_of,
)
from diffgeo.verdicts.statements import Script, code_of

if TYPE_CHECKING:
    from diffgeo.calculus.maps import Map
    from diffgeo.calculus.spaces import FunctionLike, Manifold


class Tensor(Summable, Coefficients, AtPoints, Componentwise, display.Described, display.Written):
    """A tensor field of type (p, q): p slots for 1-forms, then q slots for vector fields.

    Made by `from_components`, `tensor`, `multilinear`, `tensor_product` (the class itself takes
    ring elements and does not check them) and arithmetic: ``+``, ``-``, and ``*``,
    ``/`` with functions and exact numbers. ``T(α, …, X, …)`` is a function. ``==`` makes an
    `Identity`, to be judged by ``check``.

    Parameters
    ----------
    space
        The manifold.
    valence
        The type (p, q).
    terms
        Ring elements by index tuple, the p upper indices first; those not named are zero.
    used
        The mask of conditions that were used besides those of the terms.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.structures import tensor
    >>> M = Manifold("M", "x y")
    >>> T = tensor(M.vector_form(1, {"x": {"x": "x", "y": 1}}))
    >>> print(T.valence, "|", T.trace(), "|", T)
    (1, 1) | x | x ∂_x⊗dx + ∂_x⊗dy
    """

    _called = ("a tensor", "T")
    __slots__ = ("space", "valence")

    reads_others = True  # forms, vector-valued forms and multivectors are compared as tensors

    def __init__(
        self,
        space: Manifold,
        valence: tuple[int, int],
        terms: Mapping[Index, Element],
        used: int = 0,
    ) -> None:
        self.space = space
        self.valence = valence
        self._keep(terms, used)

    @classmethod
    def from_components(
        cls, space: Manifold, valence: tuple[int, int], components: Mapping[Key, FunctionLike]
    ) -> Tensor:
        """The tensor with given components: ``{("x", "y"): "z"}`` of type (0,2) is z dx⊗dy.

        Keys are tuples of coordinate names (a single name for one slot), upper indices first.
        """
        terms = given_components(space, valence, components)
        return cls(space, valence, terms)

    @property
    def kind(self) -> str:
        """What messages call the tensor."""
        return f"the ({self.valence[0]},{self.valence[1]}) tensor"

    @property
    def rank(self) -> int:
        """The number of slots, p + q."""
        return sum(self.valence)

    # --- arithmetic ----------------------------------------------------------------

    def _plus(self, term: Tensor) -> Tensor:
        terms = accumulate(self._terms.items(), term._terms.items())
        return self._of(self.valence, terms, self._cancelled | term._cancelled)

    def __sub__(self, other: object) -> Tensor:
        term = self._summand(other)
        if term is None:
            return not_combined(self, other)
        terms, used = dict(self._terms), self._cancelled | term._cancelled
        for index, b in term._terms.items():
            a = terms.get(index)
            if a is b:
                # Nothing is computed, as where a tensor is compared with itself permuted.
                del terms[index]
                used |= b.mask
            else:
                terms[index] = -b if a is None else a - b
        return self._of(self.valence, terms, used)

    def __neg__(self) -> Tensor:
        return self._of(self.valence, {i: -a for i, a in self._terms.items()}, self._cancelled)

    def __mul__(self, other: Form | int | Fraction) -> Tensor:
        """Multiple by a function or an exact number; tensors multiply in `tensor_product`."""
        factor: Any = other
        if isinstance(other, Form):
            require_same_space("multiply", other, self)
            factor = other.element("multiply a tensor by (use tensor_product for)")
        elif not isinstance(other, int | Fraction):
            return not_combined(self, other)
        terms = {i: a * factor for i, a in self._terms.items()}
        return self._of(self.valence, terms, self._cancelled | getattr(factor, "mask", 0))

    __rmul__ = __mul__

    def __truediv__(self, other: Form | int | Fraction) -> Tensor:
        if isinstance(other, int | Fraction):
            return self * (1 / Fraction(other))
        return self * (1 / other) if isinstance(other, Form) else not_combined(self, other)

    def __call__(self, *arguments: Form | VectorForm) -> Form:
        """The function ``T(α, …, X, …)``: p 1-forms, then q vector fields.

        Fields along one map, such as tangent vectors at a point, give a function on its source.

        Raises `DegreeMismatch` otherwise: fill single slots with ``T.insert`` or ``T.apply``.
        """
        if len(arguments) != self.rank:
            raise DegreeMismatch(
                f"{describe(self)} takes {self.valence[0]} 1-forms and {self.valence[1]} vector "
                f"fields, not {len(arguments)} arguments; T.insert fills one slot"
            )
        fields = [X for X in arguments if isinstance(X, VectorForm) and X.space is self.space]
        phi = fields[0].along if fields else None
        alike = len(fields) == self.rank and all(same_map(phi, X.along) for X in fields)
        if phi is not None and alike:
            return value_along(self, phi, fields)
        return self._filled(0, arguments).as_function()

    def insert(self, argument: Form | VectorForm, slot: int | None = None) -> Tensor:
        """The tensor with one slot filled: by a 1-form (an upper slot) or by a vector field.

        Without a slot the first one that takes this kind of argument is filled.
        """
        if slot is None:
            slot = 0 if isinstance(argument, Form) else self.valence[0]
        return self._filled(slot, [argument])

    def apply(self, *fields: VectorForm) -> Any:
        """The value on vector fields in the lower slots, from the first one on.

        With all of them filled a function (p = 0) or a vector field (p = 1), else a tensor:
        for a curvature ``R.apply(X, Y, Z)`` is the vector field R(X, Y)Z.
        """
        result = self._filled(self.valence[0], fields)
        if result.valence == (0, 0):
            return result.as_function()
        return result.as_vector_form() if result.valence == (1, 0) else result

    # --- slots ---------------------------------------------------------------------

    def trace(self, upper: int = 0, lower: int | None = None) -> Tensor:
        """The contraction of an upper with a lower slot, of type (p-1, q-1).

        Slots are counted among all of them; without a choice the first ones.
        """
        lower = self.valence[0] if lower is None else lower
        self._require_slot(upper, True)
        self._require_slot(lower, False)
        return self._of(
            (self.valence[0] - 1, self.valence[1] - 1),
            accumulate(
                (index[:upper] + index[upper + 1 : lower] + index[lower + 1 :], a)
                for index, a in self._terms.items()
                if index[upper] == index[lower]
            ),
            self.used,
        )

    def permuted(self, order: Sequence[int]) -> Tensor:
        """The tensor S with ``S(x_0, x_1, …) = T(x_order[0], x_order[1], …)``.

        Only slots of one kind may be exchanged.
        """
        place = tuple(order)
        kinds = [slot < self.valence[0] for slot in place]
        if sorted(place) != list(range(self.rank)) or sorted(kinds, reverse=True) != kinds:
            raise DegreeMismatch(
                f"{place} is no order of the slots of {describe(self)}: permute the upper "
                f"slots 0, …, {self.valence[0] - 1} and the lower ones after them among themselves"
            )
        back = [place.index(slot) for slot in range(self.rank)]
        terms = {tuple(index[k] for k in back): a for index, a in self._terms.items()}
        return self._of(self.valence, terms, self._cancelled)

    def symmetrised(self, *slots: int) -> Tensor:
        """The symmetric part in some slots: the mean over their permutations.

        Without a choice the slots of the one kind that the tensor has.
        """
        return mean(self, slots, alternating=False)

    def antisymmetrised(self, *slots: int) -> Tensor:
        """The alternating part in some slots: the mean over permutations with their signs.

        Without a choice the slots of the one kind that the tensor has.
        """
        return mean(self, slots, alternating=True)

    # --- derivations and maps --------------------------------------------------------

    def derived(self, X: VectorForm, images: Sequence[VectorForm]) -> Tensor:
        """The value D(T) of a derivation D that commutes with contractions.

        Parameters
        ----------
        X
            The vector field with ``D f = X(f)``.
        images
            The values of D on ``space.frame``: ``[X, e]`` for L_X, ``∇_X e`` for ∇_X.
        """
        require_same_space("derive", X, self)
        rows = [field_terms(image) for image in images]
        ring = self.space.chart.ring
        terms = derived_terms(ring, self.valence, self._terms, field_terms(X), rows)
        return self._of(self.valence, terms, used_by(self, X, *images))

    def lie_derivative(self, X: VectorForm) -> Tensor:
        """``L_X T``: ``(L_X T)(Y, …) = X(T(Y, …)) - T([X, Y], …) - …``."""
        require_vector_form(X, 0, "take the Lie derivative of a tensor along")
        return self.derived(X, [bracket(X, e) for e in self.space.frame])

    def pulled_back(self, phi: Map) -> Tensor:
        """``φ^*T``; upper slots need a local diffeomorphism, ``(φ^*T)(φ^*α, …) = φ^*(T(α, …))``.

        A tensor with lower slots only is pulled back along every map:
        ``(φ^*T)(X, …) = T(Tφ X, …)``.
        """
        require_map_to(self, phi)
        space = self.space
        terms = {i: phi.pull(space.scalar(a)).element() for i, a in self._terms.items()}
        if self.valence[0]:
            fields = [field_terms(phi.pull(e)) for e in space.frame]
        covectors = [form_terms(phi.differential(a)) for a in range(space.dimension)]
        for slot in range(self.rank):
            change = fields if slot < self.valence[0] else covectors
            terms = transformed(phi.source.chart.ring, terms, slot, change)
        return Tensor(phi.source, self.valence, terms, phi.pull(nothing(self)).used)

    # --- as other objects --------------------------------------------------------------

    def as_function(self) -> Form:
        """The function that a tensor of type (0,0) is; else `DegreeMismatch`."""
        if self.valence != (0, 0):
            raise DegreeMismatch(f"{describe(self)} is no function: all slots must be filled")
        return self._scalar(self._terms.get(()))

    def as_form(self) -> Form:
        """The form α with ``α(X, Y, …) = T(X, Y, …)``, for an alternating tensor of type (0, q).

        Raises `DegreeMismatch` for another type, `AxiomViolation` if T is not alternating.
        """
        return form_of(self)

    def as_vector_form(self) -> VectorForm:
        """The K with ``α(K(X, …)) = T(α, X, …)``, for type (1, q) and alternating in the fields.

        Raises `DegreeMismatch` for another type, `AxiomViolation` if T is not alternating.
        """
        return vector_form_of(self)

    # --- looking at it -------------------------------------------------------------

    @property
    def components(self) -> Components:
        """Coefficient functions by coordinate name (one slot) or tuple of names, upper first.

        What is zero at sight is not listed, but is found (see `diffgeo.calculus.named_components`).
        """
        names = self.space.chart.coordinates
        found = ((index, self._scalar(a)) for index, a in sorted(self._terms.items()))
        keyed = (([names[i] for i in index], value) for index, value in found)
        return components(names, self.rank, keyed, self._scalar())

    def expanded(self) -> Tensor:
        """The same tensor with every coefficient multiplied out into its normal form.

        Raises `Unexpanded` if the solution of a linear system in it is too large.
        """
        expand = self.space.chart.ring.expand
        terms = {i: expand(a) for i, a in self._terms.items()}
        return self._of(self.valence, terms, self._cancelled)

    def summary(self, width: int = display.WIDTH) -> str:
        """The beginning of the text; what is too large to be written out is ``…``."""
        text = ""
        for term in self._written(display.BRIEF):
            text = display.join_terms([text, term] if text else [term])
            if len(text) > width:
                return display.cut(text, width)
        return text or "0"

    # --- inside the library --------------------------------------------------------

    def _of(
        self, valence: tuple[int, int], terms: Mapping[Index, Element], used: int = 0
    ) -> Tensor:
        return Tensor(self.space, valence, terms, used)

    def _written(self, style: display.Style) -> Iterator[str]:
        for index, element in sorted(self._terms.items()):
            basis = basis_text(self.space, self.valence, index, style.latex)
            if term := display._scale(self.space, element, basis, style):
                yield term

    def _require_slot(self, slot: int, upper: bool) -> None:
        if not 0 <= slot < self.rank or (slot < self.valence[0]) is not upper:
            raise DegreeMismatch(
                f"slot {slot} of {describe(self)} takes no "
                f"{'1-form' if upper else 'vector field'}; slots are counted from 0"
            )

    def _filled(self, slot: int, arguments: Sequence[Form | VectorForm]) -> Tensor:
        """Consecutive slots filled, from the given one on."""
        result = self
        for argument in arguments:
            require_same_space("insert", argument, result)
            upper = isinstance(argument, Form)
            values = argument_terms(argument)
            result._require_slot(slot, upper)
            p, q = result.valence
            result = self._of(
                (p - upper, q - (not upper)),
                accumulate(
                    (index[:slot] + index[slot + 1 :], a * values[index[slot]])
                    for index, a in result._terms.items()
                    if index[slot] in values
                ),
                used_by(result, argument),
            )
        return result

    def _summand(self, other: object) -> Tensor | None:
        if isinstance(other, int | Fraction) and other == 0:
            return self._of(self.valence, {})
        if not isinstance(other, Tensor):
            try:
                given = components_of(other)
            except TypeError:
                return None
            other = Tensor(other.space, *given)  # type: ignore[attr-defined]
        require_same_space("add or compare", self, other)
        if other.valence != self.valence:
            raise DegreeMismatch(
                f"cannot add or compare {describe(self)} and {describe(other)}: their types differ"
            )
        return other

    _elements = Coefficients.conditioned

    def _residuals(self, other: Tensor | int | Fraction) -> list[tuple[str, Element]]:
        """Labelled components of ``self - other``."""
        return [
            (basis_text(self.space, self.valence, index), element)
            for index, element in (self - other)._conditioned_terms()
        ]


@code_of.register(Tensor)
def _code(T: Tensor, script: Script) -> str:
    if not T.rank:
        raise NotSupported("no code for a function as a tensor")
    space, table = script.space(T.space), script.table(T.components)
    script.imports.add("Tensor")
    return f"Tensor.from_components({space}, {T.valence}, {table})"


@components_of.register(Tensor)
def _given(T: Tensor) -> Given:
    return T.valence, T._terms, T.used
