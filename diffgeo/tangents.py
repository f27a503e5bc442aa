"""Tangent bundles and their canonical objects.

On TM the vertical endomorphism J and the field of Liouville C carry the linear structure of
the fibres; semisprays are the fields with ``JS = C``, the differential equations of second
order on M. Source: Grifone, Structure presque-tangente et connexions I (1972).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo.forms import Form
from diffgeo.operators import bracket
from diffgeo.spaces import FunctionLike, Manifold
from diffgeo.vector_forms import VectorForm
from diffgeo.velocities import VelocitySpace, refuse_velocity_clash, velocity_name

if TYPE_CHECKING:
    from diffgeo.verdicts import Identity


class TangentBundle(VelocitySpace):
    """The tangent bundle of a manifold; make it with `tangent`.

    Its total derivative d_T along the projection is the complete lift of forms, and
    ``contract(μ)`` is the function ``X ↦ μ(X)``.

    Attributes
    ----------
    base_space, projection
        M and π: TM → M.
    velocity_names
        The names of the fibre coordinates by those of the coordinates of M.
    """

    def __init__(self, below: Manifold) -> None:
        names = below.chart.coordinates
        dots = dict(below.chart.dots)
        self.velocity_names = {name: _velocity_above(below, name) for name in names}
        dots |= {v: _dotted(below, name) for name, v in self.velocity_names.items()}
        label = f"T({below.name})"
        refuse_velocity_clash(below, list(self.velocity_names.values()), label)
        coordinates = (*names, *self.velocity_names.values())
        super().__init__(label, **below.declarations(coordinates), dots=dots)
        self._prolong(below, {name: self[v] for name, v in self.velocity_names.items()})

    @property
    def velocities(self) -> tuple[Form, ...]:
        """The fibre coordinates."""
        return self.coordinates[self.base_space.dimension :]

    @cached_property
    def vertical_endomorphism(self) -> VectorForm:
        """The (1,1) tensor J: the only one with ``J^*π^*μ = 0`` and ``J^*d(d_T f) = π^*df``.

        Its kernel and its image are the vertical fields, so ``J² = 0``; it takes the complete
        lift of a field to the vertical lift.
        """
        pull = self.projection.pull
        values = {v: pull(form) for v, form in self._over_base(self.base_space.identity).items()}
        return self.vector_form(1, values)

    @cached_property
    def liouville_field(self) -> VectorForm:
        """The field C of the dilations of the fibres.

        The only one with ``C(π^*f) = 0`` and ``C(contract(μ)) = contract(μ)`` for functions f
        and 1-forms μ on M.
        """
        return self.vector_field({v: self[v] for v in self.velocity_names.values()})

    def semispray(self, accelerations: Mapping[str, FunctionLike] | None = None) -> VectorForm:
        """The semispray S with given functions ``S(d_T q)``, by the names of coordinates q of M.

        Accelerations not named are zero. Semisprays are the fields with ``S(π^*f) = d_T f``.
        """
        given = dict(accelerations or {})
        for name in given:
            self.base_space._index(name)
        raised = {self.velocity_names[name]: value for name, value in given.items()}
        return self.vector_field({**self._velocity_forms, **raised})

    def is_semispray(self, X: VectorForm) -> Identity:
        """The statement ``JX = C``: X is a differential equation of second order on M."""
        X.require_degree(0, "call a semispray")
        return self.vertical_endomorphism(X) == self.liouville_field

    def is_spray(self, X: VectorForm) -> Identity:
        """The statement ``JX = C`` and ``[C, X] = X``: a semispray of quadratic forces."""
        return self.is_semispray(X) & (bracket(self.liouville_field, X) == X)

    def _over_base(self, tensor: VectorForm) -> dict[str, Form]:
        """The forms ``i_K dq`` of a vector-valued form on M, by the name of the velocity."""
        return {self.velocity_names[q]: form for q, form in tensor.components.items()}


def tangent(space: Manifold) -> TangentBundle:
    """The tangent bundle of a manifold; one object per manifold."""
    if "tangent" not in space._derived:
        space._derived["tangent"] = TangentBundle(space)
    return space._derived["tangent"]  # type: ignore[return-value]


def _velocity_above(below: Manifold, name: str) -> str:
    """Velocity of a coordinate in TM; over jets ``xdot`` is taken, so the rule adds ``_dot``."""
    taken = below.chart.coordinates
    plain = velocity_name(name)
    return plain if plain not in taken and name not in below.chart.dots else f"{name}_dot"


def _dotted(below: Manifold, name: str) -> tuple[str, int]:
    base, order = below.chart.dots.get(name, (name, 0))
    return base, order + 1
