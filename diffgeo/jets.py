"""Fibred manifolds over time and their jets.

As on tangent bundles everything is made from one derivation, the insertion ``i_T`` of the
total velocity along the projection to the space below: ``i_T dt = 1``, ``i_T dq = qdot``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from diffgeo.derivations import d
from diffgeo.errors import AxiomViolation, DegreeMismatch, NotSupported, SpaceMismatch
from diffgeo.forms import Form
from diffgeo.maps import Map, identity_map
from diffgeo.operators import lie
from diffgeo.spaces import FunctionLike, Manifold, _names
from diffgeo.tangents import tangent
from diffgeo.vector_forms import VectorForm
from diffgeo.velocities import VelocitySpace, refuse_velocity_clash, velocity_name
from diffgeo.verdicts import check

if TYPE_CHECKING:
    from diffgeo.verdicts import Identity


class FibredManifold(Manifold):
    """A manifold fibred over the line of time, π: E → R.

    Parameters
    ----------
    name
        For messages.
    time
        Name of the time coordinate.
    coordinates
        Names of the fibre coordinates.
    declared
        Parameters, functions, signs and ring, as for `Manifold`.
    """

    def __init__(
        self,
        name: str,
        time: str = "t",
        coordinates: str | Sequence[str] = "",
        **declared: Any,
    ) -> None:
        super().__init__(name, (*_names(time), *_names(coordinates)), **declared)

    @property
    def time(self) -> Form:
        """The time as a function."""
        return self.coordinates[0]

    @cached_property
    def dt(self) -> Form:
        """The 1-form dt."""
        return d(self.time)

    @property
    def fibre_coordinates(self) -> tuple[Form, ...]:
        """The coordinate functions of the fibres."""
        return self.coordinates[1:]

    @cached_property
    def base(self) -> Manifold:
        """The line of time R."""
        return Manifold("R", **self.declarations(self.chart.coordinates[:1]))

    @cached_property
    def projection(self) -> Map:
        """π: E → R."""
        return Map(self, self.base, {self.chart.coordinates[0]: self.time})

    def section(self, **functions: FunctionLike) -> Map:
        """The section R → E with given functions of time for the fibre coordinates."""
        (time,) = self.base.chart.coordinates
        return Map(self.base, self, {time: self.base[time], **functions})


class JetSpace(VelocitySpace):
    """The jets of order k of the sections of E → R; make it with `jet`.

    Attributes
    ----------
    fibration
        E.
    order
        k.
    base_space, projection
        The jets of order k-1 (E itself for k = 1) and the projection to them.
    """

    def __init__(self, fibration: FibredManifold, order: int) -> None:
        below: Any = fibration if order == 1 else jet(fibration, order - 1)
        self.fibration = fibration
        self.order = order
        time, *fibre = fibration.chart.coordinates
        highest = [velocity_name(name, order) for name in fibre]
        dots = {**below.chart.dots, **{v: (q, order) for q, v in zip(fibre, highest, strict=True)}}
        name = f"J{order}({fibration.name})"
        names = (*below.chart.coordinates, *highest)
        refuse_velocity_clash(below, highest, name)
        super().__init__(name, **below.declarations(names), dots=dots)
        raised = {q: self[v] for q, v in zip(names[1:], names[1 + len(fibre) :], strict=False)}
        self._prolong(below, {time: 1, **raised})

    @cached_property
    def source_projection(self) -> Map:
        """The projection to the line of time."""
        below = self.base_space
        further = below.source_projection if isinstance(below, JetSpace) else below.projection  # type: ignore[attr-defined]
        return further @ self.projection

    @property
    def time(self) -> Form:
        """The time as a function on the jets."""
        return self.coordinates[0]

    @cached_property
    def dt(self) -> Form:
        """The 1-form dt on the jets."""
        return d(self.time)

    @property
    def positions(self) -> tuple[Form, ...]:
        """The fibre coordinates of E as functions on the jets."""
        return self.coordinates[1 : self.fibration.dimension]

    @property
    def velocities(self) -> tuple[Form, ...]:
        """The first time derivatives of the positions."""
        n = self.fibration.dimension - 1
        return self.coordinates[1 + n : 1 + 2 * n]

    def contact(self, F: Form) -> Form:
        """The contact form ``dF - (d_T F) dt`` of a function F on the space below.

        Contact forms vanish when they are pulled back by a prolonged section.
        """
        return d(self.projection.pull(F)) - self.total_derivative(F) * self.dt

    @cached_property
    def vertical_endomorphism(self) -> VectorForm:
        """The (1,1) tensor S on J¹π: ``S = (dq - qdot dt) ⊗ ∂/∂qdot``.

        The only one with ``S^*(pullbacks of 1-forms from E) = 0`` and
        ``S^* d(d_T F) = dF - (d_T F) dt`` for every function F on E; ``S² = 0``.
        """
        self._require_first_order("the vertical endomorphism")
        values = {
            velocity_name(name): self.contact(self.fibration[name])
            for name in self.fibration.chart.coordinates[1:]
        }
        return self.vector_form(1, values)

    @cached_property
    def embedding(self) -> Map:
        """The embedding into the tangent bundle of the space below: velocities with dt = 1."""
        bundle = tangent(self.base_space)
        positions = {name: self[name] for name in self.base_space.chart.coordinates}
        velocities = {
            bundle.velocity_names[name]: form for name, form in self._velocity_forms.items()
        }
        return Map(self, bundle, {**positions, **velocities})

    def second_order_field(
        self, accelerations: Mapping[str, FunctionLike] | None = None
    ) -> VectorForm:
        """The field ∂_t + qdot ∂_q + a ∂_qdot, with accelerations by position name (else 0)."""
        self._require_first_order("a second-order field")
        given = dict(accelerations or {})
        for name in given:
            self.fibration._index(name)
        raised = {velocity_name(name, 1): value for name, value in given.items()}
        return self.vector_field({**self._velocity_forms, **raised})

    def is_second_order(self, X: VectorForm) -> Identity:
        """The statement that X is a second-order field: ``S X = 0`` and ``dt(X) = 1``."""
        X.require_degree(0, "call a second-order field")
        return (self.vertical_endomorphism(X) == 0) & (self.dt(X) == 1)

    def prolong(self, section: Map) -> Map:
        """The prolongation R → J of a section R → E: with the time derivatives of its functions.

        Raises `AxiomViolation` if the map is no section.
        """
        E = self.fibration
        if section.source is not E.base or section.target is not E:
            raise SpaceMismatch(f"{section} is no section of {E}: give a Map from {E}.base to {E}")
        if not (E.projection @ section).coincides(identity_map(E.base)):
            raise AxiomViolation(f"{section} is no section: the time must go to itself")
        below = self.base_space
        lower = below.prolong(section) if isinstance(below, JetSpace) else section
        clock = E.base.frame[0]
        images = {name: lower.image(i) for i, name in enumerate(below.chart.coordinates)}
        for name in E.chart.coordinates[1:]:
            slope = lie(clock, images[velocity_name(name, self.order - 1)])
            images[velocity_name(name, self.order)] = slope
        return Map(E.base, self, images)

    def prolong_fibred(self, phi: Map) -> Map:
        """The prolongation J¹φ of a fibred map φ: E' → E to the jets (also of higher order).

        It sends the jet of a section σ to that of φ∘σ∘φ₀⁻¹, φ₀ the map of times below φ: the
        velocities are d_T(q∘φ)/d_T(t∘φ).

        Raises `SpaceMismatch` if φ does not end in the fibred manifold of these jets, and
        `AxiomViolation` if the image of the time depends on more than the time.
        """
        E = self.fibration
        if phi.target is not E or not isinstance(phi.source, FibredManifold):
            raise SpaceMismatch(f"{phi} is no fibred map to {E}: give a Map between fibrations")
        clock = phi.image(0)
        if any(not check(X(clock) == 0, counterexample=False) for X in phi.source.frame[1:]):
            raise AxiomViolation(f"{phi} is not fibred: the new time {clock} is no function of t")
        above = jet(phi.source, self.order)
        below = self.base_space
        lower = below.prolong_fibred(phi) if isinstance(below, JetSpace) else phi
        names = below.chart.coordinates
        images = {name: above.projection.pull(lower.image(i)) for i, name in enumerate(names)}
        rate = above.total_derivative(lower.image(0))
        for name in E.chart.coordinates[1:]:
            last = lower.image(names.index(velocity_name(name, self.order - 1)))
            images[velocity_name(name, self.order)] = above.total_derivative(last) / rate
        return Map(above, self, images)

    def _require_first_order(self, what: str) -> None:
        if self.order != 1:
            raise NotSupported(f"{what} is made on jets of order 1, not on {self}: use jet(E, 1)")


def jet(fibration: FibredManifold, order: int = 1) -> JetSpace:
    """The jets of order ≥ 1 of the sections of a fibred manifold; one object per order.

    The derivatives of a coordinate q are called qdot, qddot, …; `NameClash` if such a name
    is declared.
    """
    if order < 1:
        raise DegreeMismatch(f"jets of {fibration} have order 1 or more, not {order}")
    if ("jet", order) not in fibration._derived:
        fibration._derived["jet", order] = JetSpace(fibration, order)
    return fibration._derived["jet", order]  # type: ignore[return-value]
