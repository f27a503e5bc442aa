"""Ehresmann connections: horizontal complements of the vertical fields of a fibration.

A connection on π: E → B is its vertical projector v, a (1,1) tensor on E whose image is
Ker Tπ; its horizontal projector is ``h = id - v``. Conventions:

- curvature ``R = ½[h, h] = ½[v, v]``, so that ``R(X, Y) = v[hX, hY]``;
- ``[h, R] = 0`` (Bianchi), by the identity of Jacobi for h, h, h;
- ``d_h = L_h``, with ``d_h∘d_h = L_R``.

Source: Kolář, Michor, Slovák, Natural Operations in Differential Geometry (1993), § 9; the
sign of R is theirs for ``½[v, v]``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Self

from diffgeo.bundles.frame_labels import FrameLabel
from diffgeo.bundles.frames import Frame
from diffgeo.bundles.jets import JetSpace
from diffgeo.calculus import display
from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.brackets import bracket, interior, symbol
from diffgeo.calculus.derivations import Derivation, d
from diffgeo.calculus.forms import Form, describe, pairing, total
from diffgeo.calculus.identity_maps import identity_map
from diffgeo.calculus.maps import Map
from diffgeo.calculus.requirements import require_map_to, require_mapping, require_vector_form
from diffgeo.calculus.spaces import FunctionLike
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.connections.adapted_frames import (
    fibred_frame,
    horizontal_label,
    projection_of,
    vertical_label,
)
from diffgeo.connections.complementary_projectors import Splitting
from diffgeo.errors import AxiomViolation, DegreeMismatch, SpaceMismatch, UndefinedSymbol
from diffgeo.structures.axioms import verify_axiom
from diffgeo.structures.distributions import Distribution
from diffgeo.structures.tensorial_objects import Composite
from diffgeo.verdicts.statements import Script, code_of
from diffgeo.verdicts.verdict import Conjunction, Identity, check

if TYPE_CHECKING:
    from diffgeo.verdicts.verdict import Verdict


class EhresmannConnection(Splitting, Composite):
    """A connection on a fibration π: E → B, given by its vertical projector.

    Characterised by ``Tπ∘v = 0`` and ``vV = V`` for vertical fields V; then ``v∘v = v`` and
    the image of v is Ker Tπ. ``==`` states that two connections on E are the same.

    Parameters
    ----------
    fibration
        The projection π as a Map, or a space with such a ``projection``.
    vertical_projector
        v, a (1,1) tensor on E.

    Raises
    ------
    SpaceMismatch, DegreeMismatch
        The tensor lives on another space, or is none.
    AxiomViolation
        π is no submersion, or v is no projector onto its vertical fields.
    Undecided
        An axiom could not be decided.

    Examples
    --------
    >>> from diffgeo import EhresmannConnection, Manifold, Map
    >>> E, B = Manifold("E", "x y z"), Manifold("B", "x y")
    >>> pi = Map(E, B, {"x": "x", "y": "y"})
    >>> connection = EhresmannConnection.from_coefficients(pi, {"z": {"y": "x"}})
    >>> print(connection.curvature)
    dx∧dy⊗∂_z
    """

    def __init__(self, fibration: object, vertical_projector: VectorForm) -> None:
        projection = projection_of(fibration)
        space = projection.source
        _require_tensor(space, vertical_projector)
        self.projection: Map = projection
        self.space = space
        self.base = projection.target
        self.vertical_projector = vertical_projector
        v = vertical_projector
        #: The verdicts on both axioms, with their evidence and conditions.
        self.verdicts = (
            verify_axiom(
                Conjunction(
                    [interior(v, projection.pull(d(x))) == 0 for x in self.base.coordinates]
                ),
                "Tπ∘v = 0 (the image of v is vertical)",
                lambda: f"v = {describe(v)}",
            ),
            verify_axiom(
                Conjunction([v(V) == V for V in self.vertical_frame]),
                "v(V) = V for vertical fields V",
                lambda: f"v = {describe(v)}",
            ),
        )

    # --- other ways to give one ----------------------------------------------------

    @classmethod
    def from_horizontal_projector(cls, fibration: object, h: VectorForm) -> Self:
        """The connection with ``v = id - h``: ``h∘h = h`` with kernel Ker Tπ."""
        projection = projection_of(fibration)
        _require_tensor(projection.source, h)
        return cls._made(fibration, projection.source.identity - h)

    @classmethod
    def from_forms(cls, fibration: object, forms: Iterable[Form]) -> Self:
        """The connection whose horizontal fields are annihilated by given 1-forms on E.

        As many as the dimension of the fibres: the `annihilator` of a distribution D makes the
        connection whose horizontal distribution is D. Raises `AxiomViolation` if a vertical
        field is annihilated by all of them.
        """
        projection = projection_of(fibration)
        given = list(forms)
        space, base = projection.source, projection.target
        for eta in given:
            if not isinstance(eta, Form) or eta.space is not space or eta.degree != 1:
                raise SpaceMismatch(
                    f"a connection on {space} is given by 1-forms on it, not by {describe(eta)}"
                )
        vertical = fibred_frame(projection).fields[base.dimension :]
        values = [[pairing(eta, V) for V in vertical] for eta in given]
        if len(given) != len(vertical) or (given and linear.rank(values) < len(given)):
            doubt = linear.doubt(values) if len(given) == len(vertical) else ""
            raise AxiomViolation(
                f"the {len(given)} forms {', '.join(eta.summary() for eta in given)} on {space} "
                f"define no connection on {projection}{doubt}: give {len(vertical)} forms that are "
                "independent on the fibres"
            )
        # v = Σ η^a ⊗ V_a with η^a(V_b) = δ.
        inverse = linear.inverse(values) if given else []
        v = 0 * space.identity
        for V, row in zip(vertical, inverse, strict=True):
            pairs = zip((entry.settled() for entry in row), given, strict=True)
            dual = total(space, 1, (c * eta for c, eta in pairs))
            v = v + dual.tensor(V)
        return cls._made(fibration, v)

    @classmethod
    def from_lift(cls, fibration: object, lift: Callable[[VectorForm], VectorForm]) -> Self:
        """The connection with given horizontal lifts of vector fields on the base.

        ``lift`` is linear over functions; it is asked for the coordinate fields of the base.
        Raises `AxiomViolation` if a lift is not related to its field.
        """
        projection = projection_of(fibration)
        space, base = projection.source, projection.target
        h = 0 * space.identity
        for x, X in zip(base.coordinates, base.frame, strict=True):
            lifted = lift(X)
            if not isinstance(lifted, VectorForm) or lifted.space is not space:
                raise SpaceMismatch(
                    f"the lift of {describe(X)} is a vector field on {space}, not "
                    f"{describe(lifted)}"
                )
            verify_axiom(projection.related(lifted, X), "Tπ∘X^h = X∘π", f"X^h = {describe(lifted)}")
            h = h + projection.pull(d(x)).tensor(lifted)
        return cls.from_horizontal_projector(fibration, h)

    @classmethod
    def from_coefficients(
        cls, fibration: object, coefficients: Mapping[str, Mapping[str, FunctionLike]]
    ) -> Self:
        """The connection with the horizontal lifts ``∂_x + B^y_x ∂_y``: ``{"y": {"x": B}}``.

        x are coordinates of the base, y fibre coordinates, B functions on E; what is not
        named is zero. The horizontal fields are annihilated by ``dy - B^y_x π^*dx``.
        """
        projection = projection_of(fibration)
        frame = fibred_frame(projection)
        space, base = projection.source, projection.target
        fibre = [label.form[1:] for label in frame.labels[base.dimension :]]
        require_mapping(coefficients, "coefficients of a connection", '{"y": {"x": 1}}')
        for name, by_base in coefficients.items():
            require_mapping(by_base, "coefficients of a connection", '{"y": {"x": 1}}')
            if name not in fibre:
                raise UndefinedSymbol(
                    f"{name!r} is no fibre coordinate of {projection}; those are {', '.join(fibre)}"
                )
        v = 0 * space.identity
        for name, vertical in zip(fibre, frame.fields[base.dimension :], strict=True):
            given = coefficients.get(name, {})
            values = space.functions(given.values())
            below = [projection.pull(d(base[x])) for x in given]
            slopes = total(space, 1, (B * dx for B, dx in zip(values, below, strict=True)))
            v = v + (d(space[name]) - slopes).tensor(vertical)
        return cls._made(fibration, v)

    @classmethod
    def from_section(cls, section: Map) -> Self:
        """The connection of a section σ: E → J¹π of the first jets of a fibration.

        The horizontal planes are the images of the jets: ``h^*dF = σ^*(d_H F)``. Raises
        `SpaceMismatch` if the map does not end in first jets, `AxiomViolation` if it is no
        section.
        """
        jets = section.target
        if not isinstance(jets, JetSpace) or jets.order != 1:
            raise SpaceMismatch(f"{section} is no section of first jets: give a Map E → jet(π, 1)")
        E = jets.base_space
        if section.source is not E or not (jets.projection @ section).coincides(identity_map(E)):
            raise AxiomViolation(f"{section} is no section of {jets.projection}")
        slopes = jets.horizontal_differential
        along = Derivation(
            E,
            1,
            lambda a: section.pull(slopes.on_function(a)),
            lambda a: section.pull(slopes.on_differential(a)),
        )
        return cls.from_horizontal_projector(jets.fibration, symbol(along))

    @classmethod
    def _made(cls, fibration: object, vertical_projector: VectorForm) -> Self:
        """The connection of this class that a vertical projector makes."""
        return cls(fibration, vertical_projector)

    # --- what it is made of --------------------------------------------------------

    @cached_property
    def fibred_frame(self) -> Frame:
        """The coordinate fields of the base, lifted along fibre coordinates, and vertical ones."""
        return fibred_frame(self.projection)

    @property
    def vertical_frame(self) -> tuple[VectorForm, ...]:
        """A basis of the vertical fields."""
        return self.fibred_frame.fields[self.base.dimension :]

    @cached_property
    def adapted_frame(self) -> Frame:
        """The horizontal lifts δ_x of the coordinate fields of the base, and vertical fields.

        The dual forms are dx and ``δy = dy∘v``.
        """
        n = self.base.dimension
        labels = [
            *self._horizontal_labels,
            *(vertical_label(label) for label in self.fibred_frame.labels[n:]),
        ]
        fields = [*self._lifts, *self.vertical_frame]
        dual = self.fibred_frame.coframe
        forms = [*dual[:n], *map(self.vertical_projector.transpose, dual[n:])]
        if len({label.field for label in labels}) < len(labels):
            return Frame(self.space, fields)._with_coframe(forms)
        return Frame(self.space, fields, labels)._with_coframe(forms)

    @cached_property
    def vertical(self) -> Distribution:
        """The vertical distribution Ker Tπ, the image of v."""
        return Distribution(self.space, self.vertical_frame)

    @cached_property
    def horizontal(self) -> Distribution:
        """The horizontal distribution, the image of h and kernel of v."""
        return Distribution(self.space, self._lifts)

    def lift(self, field: VectorForm) -> VectorForm:
        """The horizontal lift of a vector field X on B: horizontal, and π-related to X."""
        require_vector_form(field, 0, "lift")
        if field.space is not self.base:
            raise SpaceMismatch(f"{self} lifts vector fields on {self.base}, not {describe(field)}")
        result = self.space.vector_field()
        for x, lifted in zip(self.base.coordinates, self._lifts, strict=True):
            result = result + self.projection.pull(field(x)) * lifted
        return result

    def section(self, jets: JetSpace) -> Map:
        """The section E → J¹π of the first jets whose images are the horizontal planes.

        Raises `SpaceMismatch` for jets of another fibration or order.
        """
        same = jets.base_space is self.space and jets.fibration.base is self.base
        if jets.order != 1 or not same or not jets.fibration.projection.coincides(self.projection):
            raise SpaceMismatch(f"{self} is a section of the first jets of {self.projection}")
        images = {name: self.space[name] for name in self.space.chart.coordinates}
        for q in jets.fibration.fibre_names:
            for a, X in enumerate(self._lifts):
                images[jets.derivatives.raised(q, a)] = X(self.space[q])
        return Map(self.space, jets, images)

    # --- curvature -----------------------------------------------------------------

    def is_flat(self) -> Verdict:
        """Whether R = 0, equivalently whether the horizontal distribution is involutive."""
        return check(self.curvature == 0, name=f"the curvature of {self} vanishes")

    def bianchi(self) -> Identity:
        """The identity ``[h, R] = 0`` of Bianchi."""
        return bracket(self.horizontal_projector, self.curvature) == 0

    # --- sections --------------------------------------------------------------------

    def covariant_derivative(self, section: Map, along: Map | None = None) -> VectorForm:
        """``∇s = v∘Ts``: the vertical-valued 1-form along a section s: B → E.

        More generally for a section along a map φ: N → B, which has to be given: a Map
        s: N → E with ``π∘s = φ``, such as a field of vectors along a curve.

        Raises
        ------
        SpaceMismatch
            The map does not go from B (or N) to E.
        AxiomViolation
            It is no section (along φ).
        """
        if not isinstance(section, Map) or section.target is not self.space:
            raise SpaceMismatch(
                f"{self} derives maps to {self.space}, not {section}: compose it first"
            )
        below = identity_map(self.base) if along is None else along
        if section.source is not below.source:
            raise SpaceMismatch(
                f"{section} is no section over {self.base}: give the map phi over which it is "
                f"one, covariant_derivative(s, along=phi), from {section.source} to {self.base}"
            )
        verify_axiom(
            self.projection @ section == below,
            "π∘s = id" if along is None else "π∘s = φ",
            f"s = {section}",
        )
        return symbol(section.restrict(self.vertical_projector))

    def is_parallel(self, section: Map, along: Map | None = None) -> Verdict:
        """Whether ``∇s = 0``: a section s (along a map φ, if given) is horizontal."""
        derivative = self.covariant_derivative(section, along)
        return check(derivative == 0, name=f"{section} is parallel")

    # --- naturality, comparison and looking at it --------------------------------------

    def pulled_back(self, phi: Map) -> EhresmannConnection:
        """The connection ``φ^*v`` on ``π∘φ``, for a map φ to E with inverse."""
        require_map_to(self, phi)
        return EhresmannConnection(self.projection @ phi, phi.pull(self.vertical_projector))

    @property
    def tensors(self) -> tuple[VectorForm]:
        """The vertical projector."""
        return (self.vertical_projector,)

    @property
    def kind(self) -> str:
        """What messages call it."""
        return "the connection"

    def __str__(self) -> str:
        return f"the connection ({self.summary()}) on {self.space.name}"

    def summary(self, width: int = display.WIDTH) -> str:
        """The beginning of the horizontal fields, ``δ_x = ∂_x + …``, which determine v.

        In the adapted frame v itself is ``δy⊗∂_y`` for every connection: only the frame says
        which one it is.
        """
        pairs = zip(self._horizontal_labels, self._lifts, strict=True)
        text = ", ".join(f"{label.field} = {X.summary(width)}" for label, X in pairs)
        return text if len(text) <= 2 * width else f"{text[: 2 * width - 2]} …"

    def latex(self) -> str:
        """The horizontal fields as equations in LaTeX, without dollar signs."""
        return display.values_latex(self._horizontal_latex, whole=True)

    def _repr_latex_(self) -> str:
        return display.values_latex(self._horizontal_latex)

    # --- inside --------------------------------------------------------------------

    @cached_property
    def _lifts(self) -> tuple[VectorForm, ...]:
        transversal = self.fibred_frame.fields[: self.base.dimension]
        return tuple(X - self.vertical_projector(X) for X in transversal)

    @property
    def _horizontal_labels(self) -> list[FrameLabel]:
        chart = self.base.chart
        return [horizontal_label(chart, name) for name in chart.coordinates]

    @property
    def _horizontal_latex(self) -> list[tuple[str, VectorForm]]:
        names = (label.field_latex for label in self._horizontal_labels)
        return list(zip(names, self._lifts, strict=True))


def _require_tensor(space: object, thing: object) -> None:
    if not isinstance(thing, VectorForm) or thing.degree != 1:
        raise DegreeMismatch(
            f"a connection on {space} has a (1,1) tensor as projector, not {describe(thing)}"
        )
    if thing.space is not space:
        raise SpaceMismatch(
            f"the projector of a connection on {space} is not {describe(thing)}: pull it back "
            "with phi.pull, phi a Map with an inverse"
        )


@code_of.register(EhresmannConnection)
def _code(connection: EhresmannConnection, script: Script) -> str:
    projector = code_of(connection.vertical_projector, script)
    return script.call(type(connection), script.space(connection.projection), projector)
