"""Horizontal and contact parts on jets: total derivatives, d_H, contact forms.

Everything is made from one tensor, the horizontal part ``h = dx^i ⊗ D_i`` of the identity, a
vector-valued 1-form along the projection J^kπ → J^{k-1}π: ``i_h dx = dx``, ``i_h du = u_x dx``.
The horizontal differential is ``d_H = [i_h, d]``. Inserting a field X on the base gives its
holonomic lift T and the total derivative ``d_T = [i_T, d]`` along X; over the line of time
there is one T, with ``i_T dt = 1``, ``i_T dq = qdot``. What is left, ``v = id - h``, makes the
contact forms. Source: Saunders, The Geometry of Jet Bundles (1989), chapters 4 to 6.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo.bundles.fibrations import Fibration
from diffgeo.bundles.velocities import VelocitySpace
from diffgeo.calculus.brackets import interior, lie
from diffgeo.calculus.derivations import Derivation, d
from diffgeo.calculus.forms import Form, describe, total
from diffgeo.calculus.maps import Map
from diffgeo.calculus.requirements import require_vector_form
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import NotSupported, SpaceMismatch
from diffgeo.structures.distributions import Distribution, Ideal
from diffgeo.verdicts.verdict import Conjunction, check

if TYPE_CHECKING:
    from diffgeo.bundles.jet_coordinates import JetCoordinates
    from diffgeo.verdicts.verdict import Verdict


class HorizontalSplitting(VelocitySpace):
    """The splitting ``id = h + v`` along the projection of jets to those of one order less.

    Attributes
    ----------
    fibration
        The fibration π: E → B.
    order
        The order of the jets.
    derivatives
        The names of the coordinates of the jets.
    """

    fibration: Fibration
    order: int
    derivatives: JetCoordinates

    @cached_property
    def source_projection(self) -> Map:
        """The projection to the base, which sends a jet to its source."""
        below = self.base_space
        if isinstance(below, HorizontalSplitting):
            return below.source_projection @ self.projection
        return self.fibration.projection @ self.projection

    @cached_property
    def source_fibration(self) -> Fibration:
        """The jets as fibred over the base, π_k: J^kπ → B."""
        return Fibration(self.source_projection)

    @property
    def base_coordinates(self) -> tuple[Form, ...]:
        """The coordinates of the base as functions on the jets."""
        return tuple(self[x] for x in self.fibration.base_names)

    @cached_property
    def horizontal_part(self) -> VectorForm:
        """The tensor h along the projection, with ``h^*dF = d_H F``.

        The only vector-valued 1-form along J^kπ → J^{k-1}π that is the identity on forms from
        the base, annihilates vertical fields, and is the identity on prolonged sections:
        ``(j^k s)^* h^*α = (j^{k-1} s)^* α``.
        """
        dx = [d(x) for x in self.base_coordinates]
        values = {x: form for x, form in zip(self.fibration.base_names, dx, strict=True)}
        below = self.base_space.chart.coordinates
        for name in below:
            if name not in values:
                slopes = (self[self.derivatives.raised(name, i)] * a for i, a in enumerate(dx))
                values[name] = total(self, 1, slopes)
        return VectorForm(self.base_space, 1, [values[name] for name in below], self.projection)

    @cached_property
    def contact_part(self) -> VectorForm:
        """The tensor ``v = id - h`` along the projection, with ``v^*dF = contact(F)``."""
        projection, dimension = self.projection, self.base_space.dimension
        identity = [projection.differential(a) for a in range(dimension)]
        return VectorForm(self.base_space, 1, identity, projection) - self.horizontal_part

    @cached_property
    def horizontal_differential(self) -> Derivation:
        """``d_H = [i_h, d]``, of degree 1 along the projection; ``d_H F = Σ dx^i D_i F``.

        It commutes (as of odd degree: anticommutes) with d, and ``d_H d_H = 0``.
        """
        return lie(self.horizontal_part)

    @cached_property
    def vertical_differential(self) -> Derivation:
        """``d_V = [i_v, d]``, of degree 1 along the projection; ``d_H + d_V = d``."""
        return lie(self.contact_part)

    def holonomic_lift(self, X: VectorForm) -> VectorForm:
        """The field along the projection to which a field X on the base is lifted.

        It is tangent to the prolonged sections: ``T(j^{k-1} s)∘X = X^h∘j^k s``.
        """
        require_vector_form(X, 0, "lift")
        if X.space is not self.fibration.base:
            raise SpaceMismatch(
                f"fields on the base {self.fibration.base.name} are lifted to {self}, not "
                f"{describe(X)}"
            )
        pull, base = self.source_projection.pull, self.fibration.base
        moved = (pull(X(x)) for x in base.coordinates)
        over = self.vector_field(dict(zip(self.fibration.base_names, moved, strict=True)))
        return self.horizontal_part(over)

    def total_derivative_along(self, X: VectorForm | str) -> Derivation:
        """``d_T = [i_T, d]`` for the holonomic lift T of a field X on the base.

        The name of a coordinate of the base stands for its coordinate field.

        Of degree 0 along the projection: ``(j^k s)^* d_T F = L_X (j^{k-1} s)^* F``.
        """
        base = self.fibration.base
        field = base.vector_field({X: 1}) if isinstance(X, str) else X
        return lie(self.holonomic_lift(field))

    @cached_property
    def total_derivatives(self) -> tuple[Derivation, ...]:
        """The total derivatives along the frame of the base, ``D_i`` in the literature."""
        return tuple(self.total_derivative_along(X) for X in self.fibration.base.frame)

    @cached_property
    def contraction(self) -> Derivation:
        """i_T, of degree -1 along the projection, over the line: ``i_T dt = 1``."""
        return interior(self._total_velocity)

    @cached_property
    def _total_velocity(self) -> VectorForm:
        self._require_line("one total derivative (see total_derivative_along)")
        return self.holonomic_lift(self.fibration.base.frame[0])

    # --- contact forms -----------------------------------------------------------------

    def contact(self, F: Form) -> Form:
        """The contact form ``dF - d_H F`` of a function F on the space below.

        Over the line it is ``dF - (d_T F) dt``. Contact forms vanish when they are pulled
        back by a prolonged section.
        """
        F.element("make a contact form of")
        return interior(self.contact_part, d(F))

    @cached_property
    def contact_forms(self) -> tuple[Form, ...]:
        """Contact forms of order below k that generate the others."""
        below, places = self.base_space, self.fibration.base_names
        return tuple(self.contact(below[q]) for q in below.chart.coordinates if q not in places)

    @cached_property
    def cartan_distribution(self) -> Distribution:
        """Cartan's distribution, on which contact forms vanish; by fields that span it.

        It is tangent to the prolonged sections, and contains the fields that are vertical
        over the space below.
        """
        over = (self.holonomic_lift(X) for X in self.fibration.base.frame)
        moved = [self.vector_field(T.components) for T in over]
        vertical = [self.vector_field({name: 1}) for name in self.derivatives.of_order(self.order)]
        return Distribution(self, [*moved, *vertical])

    @cached_property
    def contact_ideal(self) -> Ideal:
        """The ideal generated by the contact forms; it vanishes on Cartan's distribution."""
        return Ideal._vanishing_on(self.cartan_distribution, self.contact_forms)

    def is_holonomic(self, section: Map) -> Verdict:
        """Whether a section B → J^kπ is the prolongation of a section of E.

        It is if and only if it pulls the contact forms back to zero.
        """
        self.source_fibration.require_section(section)
        parts = [section.pull(theta) == 0 for theta in self.contact_forms]
        return check(Conjunction(parts, f"{section} is holonomic"))

    # --- inside the library ------------------------------------------------------------

    def _require_line(self, what: str) -> None:
        if len(self.fibration.base_names) != 1:
            raise NotSupported(
                f"{self} has no {what.removeprefix('a ')}: that is for jets over the line of time, "
                f"and the base {self.fibration.base.name} has dimension "
                f"{len(self.fibration.base_names)}"
            )
