"""What tangent bundles and jets have in common: velocities over a space.

Everything is made from one derivation, the insertion ``i_T`` of the total velocity along
the projection to the space below: ``i_T dq = qdot`` (on jets over time also ``i_T dt = 1``).
The total derivative is ``d_T = [i_T, d]``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from diffgeo.calculus.brackets import bracket
from diffgeo.calculus.derivations import Derivation, d
from diffgeo.calculus.forms import Form, describe
from diffgeo.calculus.maps import Map
from diffgeo.calculus.operator_labels import named
from diffgeo.calculus.spaces import Manifold
from diffgeo.errors import DegreeMismatch, NameClash


class VelocitySpace(Manifold):
    """A space of velocities over another: i_T and what is made from it.

    Attributes
    ----------
    base_space, projection
        The space below and the projection to it.
    """

    base_space: Manifold
    projection: Map

    def _prolong(self, below: Manifold, velocities: Mapping[str, Form | int]) -> None:
        self.base_space = below
        names = below.chart.coordinates
        self.projection = Map(self, below, {name: self[name] for name in names})
        self._velocity_forms = {name: self.function(v) for name, v in velocities.items()}

    @cached_property
    def contraction(self) -> Derivation:
        """i_T, of degree -1 along the projection: a 1-form below becomes the function μ(T)."""
        contraction = Derivation.from_values(
            self.base_space, -1, {}, self._velocity_forms, along=self.projection
        )
        return named(contraction, "i_T", "i_T")

    @cached_property
    def total_derivative(self) -> Derivation:
        """``d_T = [i_T, d]``, of degree 0 along the projection; of forms, the complete lift."""
        total = bracket(self.contraction, d)
        return named(total, "d_T", r"\mathrm{d}_T")

    def contract(self, mu: Form) -> Form:
        """``i_T μ``: the function on this space that a 1-form below defines on velocities."""
        if mu.degree != 1:
            raise DegreeMismatch(f"contract acts on 1-forms, not on {describe(mu)}")
        return self.contraction(mu)


def velocity_name(name: str, order: int = 1) -> str:
    """Name of a time derivative by its order: x, xdot, xddot, …."""
    return f"{name}{'d' * order}ot" if order else name


def refuse_velocity_clash(below: Manifold, velocities: Sequence[str], label: str) -> None:
    """Raise `NameClash` if the name of a velocity is declared on the space below."""
    chart = below.chart
    for name in velocities:
        if name in (*chart.symbols, *chart.functions):
            raise NameClash(
                f"{name} is declared on {below} and is the name of a velocity on {label}; "
                "rename the declared one"
            )
