"""Jets of the sections of a fibration, of every order and over any base.

Total derivatives and contact forms are in `diffgeo.bundles.splittings`, prolongation in
`diffgeo.bundles.prolongation`. Source: Saunders, The Geometry of Jet Bundles (1989), chapters 4 to
6.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, singledispatch
from typing import TYPE_CHECKING, overload

from diffgeo.bundles import lifts, prolongation
from diffgeo.bundles.fibrations import Fibration, made_over
from diffgeo.bundles.jet_coordinates import JetCoordinates
from diffgeo.bundles.splittings import HorizontalSplitting
from diffgeo.bundles.tangents import tangent
from diffgeo.calculus.brackets import interior
from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form, describe
from diffgeo.calculus.identity_maps import identity_map
from diffgeo.calculus.maps import Map
from diffgeo.calculus.requirements import (
    require_integer,
    require_mapping,
    require_vector_form,
    same_map,
)
from diffgeo.calculus.spaces import FunctionLike, Manifold
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import DegreeMismatch, NotSupported, SpaceMismatch, UndefinedSymbol
from diffgeo.structures.axioms import verify_axiom
from diffgeo.subsets.submanifolds import submanifold
from diffgeo.verdicts.verdict import Verdict, check

if TYPE_CHECKING:
    from diffgeo.atlases import AtlasBundle
    from diffgeo.atlases.fibred_atlases import FibredAtlas


class JetSpace(HorizontalSplitting):
    """The jets of order k of the sections of a fibration π: E → B; make it with `jet`.

    Attributes
    ----------
    fibration
        π; it is E itself for the preferred fibration of a `FibredManifold`.
    order
        k.
    base_space, projection
        The jets of order k-1 (E for k = 1) and the projection to them.
    derivatives
        The names of the coordinates.

    Examples
    --------
    >>> from diffgeo import FibredManifold, jet
    >>> J = jet(FibredManifold("E", time="t", coordinates="x y"), 1)
    >>> print(J.chart.coordinates, J.order, J.projection)
    ('t', 'x', 'y', 'xdot', 'ydot') 1 the map J1(E) → E
    >>> print(J.contact(J.fibration["x"]))
    -xdot dt + dx
    """

    def __init__(self, fibration: Fibration, order: int) -> None:
        if order < 1:
            raise DegreeMismatch(
                f"jets of {fibration} have order 1 or more, not {order}; those of order 0 are the "
                f"points of {fibration.total.name}"
            )
        below = fibration.total if order == 1 else jet(fibration, order - 1)
        self.fibration = fibration
        self.order = order
        self.derivatives = JetCoordinates(fibration, order)
        label = f"J{order}({fibration.label})"
        self.derivatives.refuse_clash(below, order, label)
        names = (*below.chart.coordinates, *self.derivatives.of_order(order))
        declared = below.declarations(names)
        declared["latex"] = {**declared["latex"], **self.derivatives.latex()}
        dots = {**below.chart.dots, **self.derivatives.dots()}
        super().__init__(label, **declared, dots=dots)
        self.base_space = below
        self.projection = Map(self, below, {name: self[name] for name in below.chart.coordinates})

    # --- projections -------------------------------------------------------------------

    def projection_to(self, order: int) -> Map:
        """The projection π_{k,l}: J^kπ → J^lπ; order 0 is E. All of them are fibrations."""
        if not 0 <= order <= self.order:
            raise DegreeMismatch(f"{self} projects to jets of order 0 to {self.order}, not {order}")
        result = identity_map(self)
        for below in range(self.order, order, -1):
            result = self.lowered(below).projection @ result
        return result

    def lowered(self, order: int) -> JetSpace:
        """The jets of order ≥ 1 of the same fibration."""
        return self if order == self.order else jet(self.fibration, order)

    # --- functions ---------------------------------------------------------------------

    @property
    def time(self) -> Form:
        """The time as a function on the jets."""
        self._require_line("a time")
        return self.base_coordinates[0]

    @cached_property
    def dt(self) -> Form:
        """The 1-form dt on the jets."""
        return d(self.time)

    @property
    def positions(self) -> tuple[Form, ...]:
        """The fibre coordinates of E as functions on the jets."""
        return tuple(self[q] for q in self.fibration.fibre_names)

    @property
    def velocities(self) -> tuple[Form, ...]:
        """The first derivatives of the positions."""
        return tuple(self[name] for name in self.derivatives.of_order(1))

    def derivative(self, position: str, *along: str) -> Form:
        """The derivative of a fibre coordinate along coordinates of the base, in any order.

        Raises `UndefinedSymbol` for other names, or for more than k of them.
        """
        places = self.fibration.base_names
        known = all(x in places for x in along)
        index = tuple(sorted(places.index(x) for x in along)) if known else ()
        name = self.derivatives.names.get((position, index)) if known else None
        if name is None:
            raise UndefinedSymbol(
                f"{self} has no derivative of {position} along {', '.join(along) or 'nothing'}: "
                f"derive one of {', '.join(self.fibration.fibre_names)} up to {self.order} times "
                f"along {', '.join(places)}"
            )
        return self[name]

    # --- embeddings --------------------------------------------------------------------

    @cached_property
    def embedding(self) -> Map:
        """The embedding into the tangent bundle of the space below: velocities with dt = 1."""
        bundle, velocity = tangent(self.base_space), self._total_velocity
        names = self.base_space.chart.coordinates
        positions = {name: self[name] for name in names}
        velocities = {bundle.velocity_names[q]: velocity.components[q] for q in names}
        return Map(self, bundle, {**positions, **velocities})

    @cached_property
    def holonomic_embedding(self) -> Map:
        """The embedding γ: J^kπ → J¹(π_{k-1}), for k ≥ 2: ``γ∘j^k s = j¹(j^{k-1} s)``."""
        repeated = self._repeated_jets()
        images = {q: self[q] for q in self.base_space.chart.coordinates}
        for (q, along), name in repeated.derivatives.names.items():
            images[name] = self[self.derivatives.raised(q, along[0]) if along else q]
        return Map(self, repeated, images)

    @cached_property
    def holonomic_submanifold(self) -> tuple[Manifold, Map]:
        """The image of `holonomic_embedding` as a submanifold of J¹(π_{k-1}), and its inclusion.

        There the derivatives of derivatives are those of higher order, and do not depend on
        the order in which they are taken.
        """
        repeated = self._repeated_jets()
        first: dict[str, str] = {}
        equations: dict[str, FunctionLike] = {}
        for (q, along), name in repeated.derivatives.names.items():
            if not along:
                continue
            higher = self.derivatives.raised(q, along[0])
            if higher in self.base_space.chart.coordinates:
                equations[name] = repeated[higher]
            elif higher in first:
                equations[name] = repeated[first[higher]]
            else:
                first[higher] = name
        return submanifold(repeated, equations, f"holonomic({repeated.name})")

    def _repeated_jets(self) -> JetSpace:
        below = self.base_space
        if not isinstance(below, JetSpace):
            raise NotSupported(
                f"{self} is embedded in repeated jets if its order is 2 or more: use order 2"
            )
        return jet(below.source_fibration, 1)

    # --- vertical endomorphisms and second-order fields --------------------------------

    def vertical_lift(self, K: VectorForm) -> VectorForm:
        """The vertical lift to J¹π of a vector-valued form K along J¹π → E with vertical values.

        J¹π ⊂ TE is an affine bundle over E, whose points differ by vertical vectors:
        ``K^v(…) = d/ds (z + s K(…))``. It is the vertical lift of TE at the points of `embedding`,
        which is tangent to J¹π because ``i_K dt = 0``; the only form with ``i_{K^v} π^*dF = 0``
        and ``i_{K^v} d(d_T F) = i_K dF`` for functions F on E. The vertical endomorphism is the
        lift of `contact_part`, ``S(X) = (Tπ(X) - dt(X) T)^v``.

        Raises
        ------
        SpaceMismatch
            K is not along the projection to E.
        AxiomViolation
            The values of K are not vertical.
        """
        self._require_first_order("a vertical lift of vertical vectors")
        over = lifts.vertical_lift_at(self.embedding, K)
        bundle = tangent(self.base_space)
        (rate,) = (bundle[bundle.velocity_names[t]] for t in self.fibration.base_names)
        verify_axiom(interior(over, d(rate)) == 0, "being vertical over time", describe(K))
        names = {q: self.derivatives.raised(q, 0) for q in self.fibration.fibre_names}
        rates = {q: bundle[bundle.velocity_names[q]] for q in names}
        return self.vector_form(
            K.degree, {v: interior(over, d(rates[q])) for q, v in names.items()}
        )

    @cached_property
    def vertical_endomorphism(self) -> VectorForm:
        """The (1,1) tensor S on J^kπ over time; on J¹π, ``S = (dq - qdot dt) ⊗ ∂/∂qdot``.

        On J¹π it is the `vertical_lift` of `contact_part`, and the only tensor with
        ``S^*(pullbacks of 1-forms from E) = 0`` and ``S^* d(d_T F) = dF - (d_T F) dt`` for every
        function F on E. It is `vertical_endomorphism_along` dt; in general
        ``S = Σ_j j (dq_{j-1} - q_j dt) ⊗ ∂/∂q_j`` and ``S^{k+1} = 0``.
        """
        self._require_line("a vertical endomorphism (see vertical_endomorphism_along)")
        return self.vertical_endomorphism_along(d(self.fibration.base.coordinates[0]))

    def vertical_endomorphism_along(self, eta: Form) -> VectorForm:
        """The (1,1) tensor S_η on J^kπ of a 1-form η on the base, closed if k > 1.

        The only one with ``S_η^*(pullbacks of 1-forms from E) = 0`` and, for the total
        derivatives along fields X on the base,
        ``i_{S_η} D_X - D_X i_{S_η} = η(X) i_v`` on forms on J^{k-1}π, S_η being that of order
        k-1 (0 on E) in the second term. On J¹π ``S_η^* d(D_X F) = η(X) contact(F)``.
        Source: Saunders, chapters 4 and 6 (vertical endomorphisms of forms).
        """
        base, below = self.fibration.base, self.base_space
        if eta.space is not base or eta.degree != 1:
            raise SpaceMismatch(
                f"a vertical endomorphism of {self} belongs to a 1-form on the base {base.name}, "
                f"not to {describe(eta)}"
            )
        if self.order > 1:
            verify_axiom(d(eta) == 0, "closedness", describe(eta))
        lower = below.vertical_endomorphism_along(eta) if isinstance(below, JetSpace) else None
        places = self.fibration.base_names
        values: dict[str, Form] = {}
        for name in below.chart.coordinates:
            if name in places:
                continue
            theta = self.contact(below[name])
            for i, X in enumerate(base.frame):
                value = self.source_projection.pull(eta(X)) * theta
                if lower is not None:
                    value += self.total_derivatives[i](lower.transpose(d(below[name])))
                values[self.derivatives.raised(name, i)] = value
        return self.vector_form(1, values)

    def second_order_field(
        self, accelerations: Mapping[str, FunctionLike] | None = None
    ) -> VectorForm:
        """The field ∂_t + qdot ∂_q + a ∂_qdot, with accelerations by position name (else 0)."""
        self._require_first_order("a second-order field")
        require_mapping(accelerations or {}, f"accelerations on {self}", '{"q": "-q"}')
        given = dict(accelerations or {})
        for name in given:
            if name not in self.fibration.fibre_names:
                raise UndefinedSymbol(
                    f"{name!r} is not a coordinate of the fibres of {self.fibration.label}; these "
                    f"are {', '.join(self.fibration.fibre_names)}"
                )
        raised = {self.derivatives.raised(name, 0): value for name, value in given.items()}
        return self.vector_field({**self._total_velocity.components, **raised})

    def is_second_order(self, X: VectorForm) -> Verdict:
        """Whether X is a second-order field: ``S X = 0`` and ``dt(X) = 1``.

        Equivalent: as a section of TJ¹π, X factors through J²π → J¹(π_1) → TJ¹π.
        """
        self._require_first_order("a second-order field")
        require_vector_form(X, 0, "call a second-order field")
        statement = (self.vertical_endomorphism(X) == 0) & (self.dt(X) == 1)
        return check(statement, name="S X = 0 and dt(X) = 1")

    # --- prolongation ------------------------------------------------------------------

    def prolong(self, section: Map) -> Map:
        """The prolongation ``j^k s: B → J^kπ`` of a section of E: with its derivatives.

        Raises `SpaceMismatch` or `AxiomViolation` if the map is no section.
        """
        self.fibration.require_section(section)
        return prolongation.prolonged_section(self, section)

    def prolong_fibred(self, phi: Map, source: Fibration | None = None) -> Map:
        """The prolongation J^kφ of a fibred map φ: E' → E to the jets.

        It sends the jet of a section s to that of φ∘s∘φ₀⁻¹, φ₀ the map of the bases below φ: over
        time the velocities are d_T(q∘φ)/d_T(t∘φ). It carries its inverse if φ does.

        Parameters
        ----------
        phi
            A map to E whose map of the bases is a local diffeomorphism.
        source
            The fibration of E', unless E' is a `FibredManifold` or E itself.

        Raises
        ------
        SpaceMismatch
            φ does not end in E, or E' has no known fibration.
        AxiomViolation
            φ does not send fibres into fibres, or φ₀ is no local diffeomorphism.
        """
        above = self.fibration.source_of(phi, source)
        self.fibration.require_fibred(phi, above)
        return prolongation.prolonged_map(self, phi, above, jet)

    def prolong_field(self, X: VectorForm) -> VectorForm:
        """The prolongation ``X^(k)`` to J^kπ of a field on E (projectable or not).

        The only field related to X under J^kπ → E whose flow keeps the contact forms:
        ``L_{X^(k)} θ`` is in the contact ideal. For a projectable X its flow is the prolonged
        flow of X. ``[X, Y]^(k) = [X^(k), Y^(k)]``. A field along J^mπ → E (a generalised field,
        which may depend on derivatives) becomes one along J^{m+k}π → J^kπ; if it is vertical,
        it commutes with total derivatives. Source: Olver, sections 2.3 and 5.1.

        Raises `SpaceMismatch` if X is no field on E, nor along jets.
        """
        require_vector_form(X, 0, "prolong")
        E, along = self.fibration.total, X.along
        order = X.target.order if along is not None and isinstance(X.target, JetSpace) else 0
        known = self.lowered(order).projection_to(0) if order else None
        if X.space is not E or (along is not known and not same_map(along, known)):
            raise SpaceMismatch(
                f"fields on {E.name}, or along jets of {self.fibration.label}, are prolonged to "
                f"{self}, not {describe(X)}"
            )
        return prolongation.prolonged_field(self, X, order, jet)

    # --- inside the library ------------------------------------------------------------

    def _require_first_order(self, what: str) -> None:
        self._require_line(what)
        if self.order != 1:
            raise NotSupported(f"{what} is made on jets of order 1, not on {self}: use jet(E, 1)")


@overload
def jet(fibration: Fibration, order: int = 1) -> JetSpace: ...
@overload
def jet(fibration: FibredAtlas, order: int = 1) -> AtlasBundle: ...
def jet(fibration: object, order: int = 1) -> object:
    """The jets of order ≥ 1 of the sections of a fibration; one object per order.

    Of a fibration of an atlas they are the atlas of the jets in its charts.

    Over the line of time the derivatives of a coordinate q are called qdot, qddot, …, over other
    bases q_x, q_xy, …; `NameClash` if such a name is declared. Jets of order 0 are the points of
    the total space.

    Parameters
    ----------
    fibration
        A `FibredManifold`, a `Fibration`, or a fibration of an atlas.
    order
        The order k ≥ 1.

    Returns
    -------
    JetSpace or AtlasBundle
        Of dimension ``b + n (b + k)!/(b! k!)`` over a base of dimension b, for n fibre coordinates.

    Raises
    ------
    NameClash
        The name of a derivative is declared.

    Examples
    --------
    >>> from diffgeo import FibredManifold, Manifold, jet
    >>> B = Manifold("B", "x y")
    >>> J = jet(FibredManifold("E", base=B, coordinates="u"), 2)
    >>> print(*J.coordinates)
    x y u u_x u_y u_xx u_xy u_yy
    >>> print(J.horizontal_differential(J.base_space["u_x"]))
    u_xx dx + u_xy dy
    """
    return jets_of(fibration, order)


@singledispatch
def jets_of(fibration: object, order: int) -> object:
    """What `jet` makes; kinds of fibrations of other spaces register here.

    Parameters
    ----------
    fibration, order
        A fibration of a kind that is registered, and k.

    Returns
    -------
    object
        Its jets.

    Examples
    --------
    >>> from diffgeo import FibredManifold, jet
    >>> from diffgeo.bundles import jets_of
    >>> E = FibredManifold("E", time="t", coordinates="x")
    >>> jets_of(E, 2) is jet(E, 2)
    True
    """
    require_integer(order, f"the order of jets of {fibration}")
    return made_over(
        fibration, ["jet", order], "jets of sections", lambda over: JetSpace(over, order)
    )
