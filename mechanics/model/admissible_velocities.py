"""The admissible velocities as a distribution on E: X with ``i_X μ_i = 0``, for affine constraints.

Where the constraints are affine in the velocities the constraint set N is an affine bundle over E.
Its points are the values of fields ``X_0 + u^a X_a`` on E, with dt(X_0) = 1 and vertical X_a that
span the virtual displacements. A function on N that is affine along the fibres is then a linear
function on the distribution D of the X_0, X_a: its value on X_0 and X_a.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo import Distribution, Map
from diffgeo.calculus import signs_in
from mechanics.errors import NotApplicable
from mechanics.model.plain_answers import vanishes

if TYPE_CHECKING:
    from diffgeo import Form, VectorForm
    from mechanics.model.systems import System


class AdmissibleVelocities:
    """The constraint set of a system as an affine bundle over E.

    Attributes
    ----------
    system : System
        The system.
    space : Manifold
        The constraint set N, the source of its inclusion in J¹π.
    projection, section : Map
        N → E, and E → N by u = 0: functions that are constant along the fibres descend by it.
    vertical : tuple of VectorForm
        A commuting frame V_a of the fields on N that are vertical over E.
    speeds : tuple of Form
        Functions u_a on J¹π that are coordinates of the fibres: on N, V_a(u_b) is 1 or 0.
    fields : tuple of VectorForm
        X_0, X_a on E: the velocity that belongs to u = 0, and the displacements.

    Raises
    ------
    NotApplicable
        A constraint is not affine in the velocities.
    """

    def __init__(self, system: System) -> None:
        place, s = system.constraint_set, system.specification
        if not place.is_exact:
            raise NotApplicable(
                f"{s.where}: {place.remaining[0].summary(80)} = 0 is not affine in the velocities, "
                "so that the admissible velocities are no distribution on the configuration space; "
                "energy and first integrals are asked of such constraints, too"
            )
        self.system = system
        E, J = system.configuration_space, system.evolution_space
        self.space = N = place.source
        self.projection = Map(N, E, {q: N[q] for q in E.chart.coordinates})
        self.vertical = tuple(N.vector_field({v: 1}) for v in place.velocities)
        self.speeds = tuple(J[v] for v in place.velocities)
        self.section = Map(
            E, N, {x: E[x] if x in E.chart.coordinates else 0 for x in N.chart.coordinates}
        )
        velocities = [place.restrict(v) for v in J.velocities]
        rates = zip(*(self._parts(v) for v in velocities), strict=True)
        fields = [dict(zip(s.coordinates, values, strict=True)) for values in rates]
        fields[0] = {s.time: E.function(1), **fields[0]}
        self.fields: tuple[VectorForm, ...] = tuple(map(E.vector_field, fields))

    @property
    def distribution(self) -> Distribution:
        """D on E, spanned by X_0 and the X_a."""
        return Distribution(self.projection.target, self.fields)

    def is_affine(self, function: Form) -> bool:
        """Whether a function on N is affine along the fibres."""
        slopes = [V(function) for V in self.vertical]
        return all(vanishes(V(f)) for V in self.vertical for f in [*slopes, *signs_in(slopes)])

    def values(self, function: Form) -> list[Form]:
        """The values on X_0 and the X_a of a function on N that is affine along the fibres."""
        if not self.is_affine(function):
            raise NotApplicable(f"{function.summary(80)} is not affine in the velocities")
        return self._parts(function)

    def _parts(self, function: Form) -> list[Form]:
        return [self.section.pull(f) for f in (function, *(V(function) for V in self.vertical))]
