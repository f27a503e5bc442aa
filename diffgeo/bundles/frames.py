"""Moving frames: bases of vector fields, holonomic or not.

A frame e_a has its dual coframe θ^a and structure functions ``[e_a, e_b] = γ^c_ab e_c``, so
that ``dθ^c = -½ γ^c_ab θ^a * θ^b`` (sums over all a, b).

Source: Lee, Introduction to Smooth Manifolds (2nd ed. 2013), chapters 8 and 11.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, Self

from diffgeo.bundles.frame_labels import FrameLabel, read_labels, write
from diffgeo.calculus import display
from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.brackets import bracket, interior
from diffgeo.calculus.coefficients import distinct, union, used_by
from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form, describe, pairing, total
from diffgeo.calculus.multivectors import Multivector
from diffgeo.calculus.named_components import Components, Key, components
from diffgeo.calculus.requirements import require_mapping, require_valence
from diffgeo.calculus.spaces import FunctionLike, Manifold
from diffgeo.calculus.sparse_components import Index, field_terms, form_terms, transformed
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import AxiomViolation, DegreeMismatch, SpaceMismatch, UndefinedSymbol
from diffgeo.rings.protocol import Element
from diffgeo.structures.tensorial_objects import Composite
from diffgeo.structures.tensors import Tensor
from diffgeo.verdicts.statements import Script, code_of
from diffgeo.verdicts.verdict import Conjunction, Identity, check

if TYPE_CHECKING:
    from diffgeo.calculus.maps import Map
    from diffgeo.rings.protocol import Condition
    from diffgeo.structures.axioms import AlmostProduct
    from diffgeo.verdicts.verdict import Verdict


class Frame(Composite):
    """A moving frame: vector fields that are a basis at the generic point.

    Iterating gives the fields, ``frame["e_1"]`` one of them. ``==`` states that the fields
    are equal, in order.

    Parameters
    ----------
    space
        The manifold.
    fields
        As many vector fields as its dimension, linearly independent over the functions.
    names
        Their names, as text ``"X Y Z"`` or a sequence of names or of `FrameLabel`; without them
        ``e_1, e_2, …`` with the coframe ``θ^1, θ^2, …``.

    Raises
    ------
    SpaceMismatch, DegreeMismatch
        A field lives elsewhere or is none, or the number of fields or names is wrong.
    AxiomViolation
        The fields are dependent; the message names the dependency.

    Examples
    --------
    >>> from diffgeo import Frame, Manifold
    >>> M = Manifold("M", "x y z")
    >>> frame = Frame(M, [M.vector_field(x=1), M.vector_field(y=1, z="x"), M.vector_field(z=1)])
    >>> print(frame.write(M.vector_field(y=1)))
    e_2 - x e_3
    >>> print(*frame.coframe, sep=", ")
    dx, dy, -x dy + dz
    """

    def __init__(
        self,
        space: Manifold,
        fields: Iterable[VectorForm],
        names: str | Sequence[str | FrameLabel] | None = None,
    ) -> None:
        self.space = space
        self.fields: tuple[VectorForm, ...] = tuple(_own(space, X, 0) for X in fields)
        self.labels = read_labels(space, len(self.fields), names)
        rows = [[X(x) for x in space.coordinates] for X in self.fields]
        _require_basis(space, rows, [label.field for label in self.labels], "fields")

    @classmethod
    def from_coframe(
        cls,
        forms: Iterable[Form],
        names: str | Sequence[str | FrameLabel] | None = None,
    ) -> Frame:
        """The frame dual to given 1-forms: ``θ^a(e_b) = δ^a_b``.

        Raises as the frame does; the message names the dependency between the forms.
        """
        given = list(forms)
        if not given:
            raise DegreeMismatch("a coframe needs 1-forms, as many as the dimension of a space")
        space = given[0].space
        given = [_own(space, theta, 1) for theta in given]
        labels = read_labels(space, len(given), names)
        rows = [[pairing(theta, X) for X in space.frame] for theta in given]
        _require_basis(space, rows, [label.form for label in labels], "forms")
        columns = inverted(rows)
        zero = space.vector_field()
        fields = [linear.combination(c, space.frame, zero) for c in zip(*columns, strict=True)]
        frame = cls.__new__(cls)
        frame.space, frame.fields, frame.labels = space, tuple(fields), labels
        frame.__dict__["coframe"] = tuple(given)
        return frame

    def _with_coframe(self, forms: Iterable[Form]) -> Self:
        """The frame itself, whose coframe is known, so that no matrix has to be inverted."""
        self.__dict__["coframe"] = tuple(forms)
        return self

    @classmethod
    def adapted_to(
        cls, structure: AlmostProduct, names: str | Sequence[str | FrameLabel] | None = None
    ) -> Frame:
        """A frame of fields in the image of a projector, followed by fields in its kernel."""
        basis = (*structure.image.basis, *structure.kernel.basis)
        return cls(structure.space, basis, names)

    @cached_property
    def coframe(self) -> tuple[Form, ...]:
        """The dual 1-forms θ^a, ``θ^a(e_b) = δ^a_b``."""
        space = self.space
        matrix = inverted([[X(x) for X in self.fields] for x in space.coordinates])
        dual = [d(x) for x in space.coordinates]
        return tuple(
            total(space, 1, (c * dx for c, dx in zip(row, dual, strict=True))) for row in matrix
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the fields."""
        return tuple(label.field for label in self.labels)

    @cached_property
    def structure_functions(self) -> tuple[tuple[tuple[Form, ...], ...], ...]:
        """The functions ``γ[c][a][b] = θ^c([e_a, e_b])``, antisymmetric in a and b."""
        n = range(self.space.dimension)
        zero = self.space.function(0)
        pairs = {(a, b): bracket(self.fields[a], self.fields[b]) for a, b in combinations(n, 2)}

        def entry(theta: Form, a: int, b: int) -> Form:
            if a == b:
                return zero
            return pairing(theta, pairs[a, b]) if a < b else -pairing(theta, pairs[b, a])

        return tuple(tuple(tuple(entry(t, a, b) for b in n) for a in n) for t in self.coframe)

    def structure_equations(self) -> Identity:
        """The equations of Maurer and Cartan, ``dθ^c = -½ γ^c_ab θ^a * θ^b`` for every c."""
        planes = [(a, b, self.coframe[a] * self.coframe[b]) for a, b in self._pairs]
        parts = []
        for c, (label, theta) in enumerate(zip(self.labels, self.coframe, strict=True)):
            gamma = self.structure_functions[c]
            right = total(self.space, 2, (-gamma[a][b] * plane for a, b, plane in planes))
            parts.append(Identity(d(theta), right, f"d{label.form}"))
        return Conjunction(parts, f"the equations of Maurer and Cartan for {self}")

    def is_holonomic(self) -> Verdict:
        """Whether all structure functions vanish: e_a = ∂/∂x^a in some coordinates."""
        parts = [
            Identity(gamma[a][b], 0, f"({label.form})([{self.names[a]}, {self.names[b]}])")
            for label, gamma in zip(self.labels, self.structure_functions, strict=True)
            for a, b in self._pairs
        ]
        statement = Conjunction(parts) if parts else self == self
        return check(statement, name=f"{self} is holonomic")

    # --- decomposition -------------------------------------------------------------

    def components(self, thing: Form | VectorForm | Multivector | Tensor) -> Components:
        """The components of an object in this frame, by the names of the fields.

        Keys are names for vector fields and 1-forms, tuples of increasing names for k-forms
        and multivectors, tuples of names, upper slots first, for tensors; a vector-valued k-form
        K, k > 0, has the k-form θ^a∘K under the name of e_a. What is zero at sight is not listed,
        but is found (see `diffgeo.calculus.named_components`).
        """
        if getattr(thing, "space", self.space) is not self.space:
            raise SpaceMismatch(
                f"{self} has no components of {describe(thing)}: pull it back with phi.pull"
            )
        if isinstance(thing, Form):
            return self._keyed(thing, self.fields)
        if isinstance(thing, Multivector):
            return self._keyed(thing, self.coframe)
        if isinstance(thing, Tensor):
            return self._all_components(thing)
        if not isinstance(thing, VectorForm):
            raise TypeError(f"nothing to decompose in a frame in {thing!r}")
        values = ((name, interior(thing, theta)) for name, theta in self._dual)
        found = {name: value for name, value in values if value._terms}
        zero = Form(self.space, thing.degree, {}, used_by(thing, *self.coframe))
        return Components(found, self.names, 1, zero, place=f" in {self}")

    def vector_field(self, components: Mapping[str, FunctionLike]) -> VectorForm:
        """The vector field ``Σ X^a e_a`` with given components by name; others are zero."""
        given = self._given(components)
        fields = [self.fields[a] for a in given]
        return linear.combination(given.values(), fields, self.space.vector_field())

    def form(self, components: Mapping[str, FunctionLike]) -> Form:
        """The 1-form ``Σ α_a θ^a`` with given components by name; others are zero."""
        given = self._given(components)
        return total(self.space, 1, (f * self.coframe[a] for a, f in given.items()))

    def tensor(self, valence: tuple[int, int], components: Mapping[Key, FunctionLike]) -> Tensor:
        """The tensor ``Σ T^a…_b… e_a⊗…⊗θ^b⊗…`` with given components; others are zero.

        Keys are tuples of names of fields, upper slots first, as in `components`; for one slot a
        name.
        """
        require_valence(valence)
        require_mapping(components, f"components in {self}", '{("e_1", "e_2"): 1}')
        terms: dict[Index, Element] = {}
        for key, f in zip(components, self.space.functions(components.values()), strict=True):
            names = tuple(key) if isinstance(key, tuple | list) else (key,)
            if len(names) != sum(valence):
                raise DegreeMismatch(
                    f"{key!r} is no key of a tensor of type {valence} in {self}: give "
                    f"{sum(valence)} names of fields"
                )
            terms[tuple(self._index(name) for name in names)] = f.element()
        given = list(terms.values())
        up, down = map(field_terms, self.fields), map(form_terms, self.coframe)
        changes = list(up) if valence[0] else [], list(down) if valence[1] else []
        for slot in range(sum(valence)):
            rows = changes[slot >= valence[0]]
            terms = transformed(self.space.chart.ring, terms, slot, rows)
        slots = (*self.fields * bool(valence[0]), *self.coframe * bool(valence[1]))
        return Tensor(self.space, valence, terms, union(given) | used_by(*slots))

    def write(self, thing: Form | VectorForm | Multivector | Tensor) -> str:
        """An object as text, with the names of the frame."""
        return write(self, thing, display.TEXT)

    def latex_of(self, thing: Form | VectorForm | Multivector | Tensor) -> str:
        """An object in LaTeX, with the names of the frame and without dollar signs."""
        return write(self, thing, display.LATEX)

    # --- naturality and looking at it ------------------------------------------------

    def pulled_back(self, phi: Map) -> Frame:
        """The frame of the fields ``φ^*e_a`` on the source of a map with inverse."""
        return Frame(phi.source, [phi.pull(X) for X in self.fields], self.labels)

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Conditions under which the fields are defined and a basis."""
        things: tuple[VectorForm | Form, ...] = (*self.fields, *self.coframe)
        return distinct(c for thing in things for c in thing.conditions)

    def __getitem__(self, name: str) -> VectorForm:
        """The field of that name."""
        return self.fields[self._index(name)]

    def __iter__(self) -> Iterator[VectorForm]:
        return iter(self.fields)

    def __len__(self) -> int:
        return len(self.fields)

    @property
    def tensors(self) -> tuple[VectorForm, ...]:
        """The fields."""
        return self.fields

    @property
    def kind(self) -> str:
        """What messages call it."""
        return "the frame"

    def __str__(self) -> str:
        return f"the frame ({', '.join(self.names)}) on {self.space.name}"

    def summary(self, width: int = display.WIDTH) -> str:
        """The beginning of each field."""
        pairs = zip(self.names, self.fields, strict=True)
        return ", ".join(f"{name} = {X.summary(width)}" for name, X in pairs)

    def latex(self) -> str:
        """The fields as equations in LaTeX, without dollar signs."""
        return ",\\ ".join(
            f"{label.field_latex} = {X.latex()}"
            for label, X in zip(self.labels, self.fields, strict=True)
        )

    def _repr_latex_(self) -> str:
        labels = (label.field_latex for label in self.labels)
        return display.values_latex(zip(labels, self.fields, strict=True))

    # --- inside --------------------------------------------------------------------

    def _index(self, name: str) -> int:
        if name not in self.names:
            raise UndefinedSymbol(
                f"{name!r} names no field of {self}; its fields are {', '.join(self.names)}"
            )
        return self.names.index(name)

    def _given(self, components: Mapping[str, FunctionLike]) -> dict[int, Form]:
        places = [self._index(name) for name in components]
        return dict(zip(places, self.space.functions(components.values()), strict=True))

    def _keyed(self, thing: Form | Multivector, slots: Sequence[Any]) -> Components:
        found, degree = [], thing.degree
        for places in combinations(range(len(slots)), degree):
            coefficient = thing(*(slots[a] for a in places))
            if coefficient._terms:
                found.append(([self.names[a] for a in places], coefficient))
        zero = Form(self.space, 0, {}, used_by(thing, *slots))
        return components(self.names, degree, found, zero, alternating=True)

    def _all_components(self, tensor: Tensor) -> Components:
        upper, lower = tensor.valence
        found = []
        for key in product(range(len(self)), repeat=upper + lower):
            arguments = [
                self.coframe[a] if slot < upper else self.fields[a] for slot, a in enumerate(key)
            ]
            if (value := tensor(*arguments))._terms:
                found.append(([self.names[a] for a in key], value))
        zero = Form(self.space, 0, {}, used_by(tensor, *self.fields, *self.coframe))
        return components(self.names, tensor.rank, found, zero)

    @property
    def _dual(self) -> Iterator[tuple[str, Form]]:
        return zip(self.names, self.coframe, strict=True)

    @property
    def _pairs(self) -> Iterator[tuple[int, int]]:
        return combinations(range(self.space.dimension), 2)


def _own(space: Manifold, thing: object, degree: int) -> Any:
    """A vector field (degree 0) or a 1-form (degree 1) of a space."""
    kind, what = (VectorForm, "vector fields") if degree == 0 else (Form, "1-forms")
    if not isinstance(thing, kind) or thing.degree != degree:
        raise DegreeMismatch(f"a frame on {space.name} is made of {what}, not of {describe(thing)}")
    if thing.space is not space or getattr(thing, "along", None):
        raise SpaceMismatch(
            f"a frame on {space.name} is not made of {describe(thing)}: pull it back with phi.pull"
        )
    return thing


def _require_basis(
    space: Manifold, rows: Sequence[Sequence[Form]], names: Sequence[str], kind: str
) -> None:
    """Raise `AxiomViolation` that names a dependency between the rows, if there is one."""
    if linear.rank(rows) == space.dimension:
        return
    columns = [[row[k] for row in rows] for k in range(space.dimension)]
    relation = (entry.settled() for entry in linear.kernel(columns)[0])
    terms = [
        display._scale(space, c.element(), name, display.BRIEF)
        for name, c in zip(names, relation, strict=True)
        if c._terms
    ]
    raise AxiomViolation(
        f"the {kind} {', '.join(names)} on {space.name} are dependent: "
        f"{display.join_terms(filter(None, terms))} = 0; replace one of them"
    )


def inverted(rows: Sequence[Sequence[Form]]) -> list[list[Form]]:
    """The inverse matrix, written out where that is small; at once if rows have one entry."""
    entries = [[k for k, f in enumerate(row) if f._terms] for row in rows]
    if all(len(places) == 1 for places in entries):
        found = [[0 * f for f in row] for row in rows]
        for number, (place,) in enumerate(entries):
            found[place][number] = 1 / rows[number][place]
        return found
    return [[f.settled() for f in row] for row in linear.inverse(rows)]


@code_of.register(Frame)
def _code(frame: Frame, script: Script) -> str:
    return script.call(type(frame), script.space(frame.space), script.all_of(frame.fields))
