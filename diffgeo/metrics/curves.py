"""Curves in a manifold with a metric: curvature, torsion, parallel and Jacobi fields.

For a curve γ: I → M with the parameter t and ``D/dt = ∇^γ``: ``v = |γ'|``, ``a = D/dt γ'``,

* the curvature is ``κ = √(|γ'|²|a|² - g(γ', a)²)/v³``,
* the torsion, in dimension 3, is ``τ = vol(γ', a, D/dt a)/(|γ'|²|a|² - g(γ', a)²)``: positive on a
  right-handed helix.

Both do not depend on the parameter; no frame is needed where the curvature vanishes.

Sources: do Carmo, Differential Geometry of Curves and Surfaces (1976), chapter 1; of fields along
curves, do Carmo, Riemannian Geometry (1992), chapters 2 and 5.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from diffgeo.calculus.display import Shown
from diffgeo.calculus.forms import Form
from diffgeo.calculus.maps import Map
from diffgeo.calculus.requirements import require_kind
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.connections.along_maps import ConnectionAlong
from diffgeo.errors import DegreeMismatch
from diffgeo.metrics.pseudo_riemannian import Metric
from diffgeo.metrics.volumes import root_of
from diffgeo.structures.components_of_tensors import value_along
from diffgeo.structures.tensor_algebra import tensor
from diffgeo.verdicts.verdict import Verdict, check


class Curve(Shown):
    """A curve γ in a manifold with a metric.

    Parameters
    ----------
    gamma
        A map from a manifold of dimension 1.
    metric
        The metric of the manifold in which it ends.

    Raises
    ------
    DegreeMismatch, SpaceMismatch
        The map is no curve, or ends elsewhere.

    Examples
    --------
    >>> from diffgeo import Manifold, Map, Metric
    >>> from diffgeo.metrics import Curve
    >>> M, I = Manifold("M", "x y z"), Manifold("I", "t", parameters="a b", positive="a b")
    >>> helix = Map(I, M, {"x": "a*cos(t)", "y": "a*sin(t)", "z": "b*t"})
    >>> gamma = Curve(helix, Metric.diagonal(M, x=1, y=1, z=1))
    >>> print(gamma.curvature, gamma.torsion, sep=", ")
    a/(a**2 + b**2), b/(a**2 + b**2)
    """

    def __init__(self, gamma: Map, metric: Metric) -> None:
        require_kind(gamma, Map, "take for a curve", "a Map")
        require_kind(metric, Metric, "measure a curve with", "a Metric")
        if gamma.source.dimension != 1:
            raise DegreeMismatch(
                f"{gamma} is no curve: its source {gamma.source} has dimension "
                f"{gamma.source.dimension}"
            )
        self.map = gamma
        self.metric = metric
        self.space = gamma.source
        #: The covariant derivative along the curve.
        self.along = ConnectionAlong(metric.connection, gamma)
        (self._unit,) = gamma.source.frame
        #: The velocity γ', a field along the curve.
        self.velocity: VectorForm = self.along.tangent(self._unit)

    def derivative(self, V: VectorForm) -> VectorForm:
        """The covariant derivative ``D/dt V`` of a field along the curve."""
        return self.along(self._unit, V)

    def product(self, V: VectorForm, W: VectorForm) -> Form:
        """``g(V, W)`` of fields along the curve, a function of the parameter."""
        return value_along(self.metric.tensor, self.map, [V, W])

    @cached_property
    def acceleration(self) -> VectorForm:
        """``D/dt γ'``."""
        return self.derivative(self.velocity)

    @cached_property
    def speed(self) -> Form:
        """``√g(γ', γ')``; a refusal of the ring where there is no such root."""
        return root_of(self.product(self.velocity, self.velocity).settled(), "the speed")

    @cached_property
    def curvature(self) -> Form:
        """The curvature κ; a refusal of the ring where its root is not available."""
        return root_of(self._area, "the curvature") / self.speed**3

    @cached_property
    def torsion(self) -> Form:
        """The torsion τ, in dimension 3; its sign is that of the volume form of the metric."""
        if self.map.target.dimension != 3:
            raise DegreeMismatch(
                f"{self.map.target} has dimension {self.map.target.dimension}; the torsion of a "
                "curve needs dimension 3"
            )
        third = self.derivative(self.acceleration)
        fields = [self.velocity, self.acceleration, third]
        return value_along(tensor(self.metric.volume), self.map, fields) / self._area

    @cached_property
    def _area(self) -> Form:
        v, a = self.velocity, self.acceleration
        product = self.product
        return (product(v, v) * product(a, a) - product(v, a) ** 2).settled()

    # --- verdicts ---------------------------------------------------------------------

    def is_geodesic(self) -> Verdict:
        """The verdict on ``D/dt γ' = 0``."""
        return self.along.is_geodesic()

    def is_parallel(self, V: VectorForm) -> Verdict:
        """The verdict on ``D/dt V = 0``: V is transported in parallel."""
        return check(self.derivative(V) == 0, name="D/dt V = 0")

    def is_jacobi(self, V: VectorForm) -> Verdict:
        """The verdict on ``D²/dt² V + R(V, γ')γ' = 0``, the equation of Jacobi along a geodesic."""
        R = self.metric.connection.curvature
        n = self.map.target.dimension
        fields = [V, self.velocity, self.velocity]
        values = [value_along(R, self.map, fields, upper=k) for k in range(n)]
        turned = VectorForm(self.map.target, 0, values, self.map)
        bent = self.derivative(self.derivative(V))
        return check(bent + turned == 0, name="the equation of Jacobi")

    # --- looking at it ----------------------------------------------------------------

    def __str__(self) -> str:
        return f"the curve {self.map}"

    def __repr__(self) -> str:
        return f"<{self}>"

    def _formula(self, write: Callable[[object], str]) -> str:
        return write(self.map)
