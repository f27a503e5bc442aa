"""The splitting of a space-time into slices: lapse, shift, extrinsic curvature (3+1, ADM).

For a function t with space-like level sets and a field T with ``T(t) = 1``: the lapse
``N = 1/√(-g(dt, dt))``, the unit normal to the future ``n = -N grad t``, the shift ``β = T - N n``
(tangent to the slices), and ``K(U, V) = -g(∇_U n, V)`` with the sign of York, so that
``L_T γ = -2N K + L_β γ``. All of them are objects on the space-time.

Sources: Misner, Thorne and Wheeler, Gravitation (1973), chapter 21; Gourgoulhon, 3+1 Formalism in
General Relativity (2012).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from diffgeo.calculus.derivations import d
from diffgeo.calculus.display import Shown
from diffgeo.calculus.forms import Form, require_form
from diffgeo.calculus.requirements import require_kind, require_same_space, require_vector_form
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import AxiomViolation, NeedsSign
from diffgeo.metrics.pseudo_riemannian import Metric
from diffgeo.metrics.volumes import root_of
from diffgeo.rings.protocol import known_sign
from diffgeo.structures.axioms import verify_axiom
from diffgeo.structures.tensor_algebra import composed, tensor, tensor_product
from diffgeo.structures.tensors import Tensor
from diffgeo.verdicts.verdict import Verdict, check


class Slicing(Shown):
    """The slices ``t = const`` of a Lorentzian manifold, of signature (-, +, …).

    Parameters
    ----------
    metric
        The metric g.
    time
        The function t.
    flow
        The field T with ``T(t) = 1``, along which points of slices are compared.

    Raises
    ------
    AxiomViolation
        ``T(t)`` is not 1, or t is not a time: ``g(dt, dt)`` is positive.
    NeedsSign
        The sign of ``g(dt, dt)``, or its root, is not known: declare a domain.

    Examples
    --------
    >>> from diffgeo.metrics import Slicing, exact_solution
    >>> g = exact_solution("eddington-finkelstein")
    >>> v, r = g.space["v"], g.space["r"]
    >>> slicing = Slicing(g, v - r, g.space.frame[0])
    >>> print(slicing.shift)
    2*m/(r + 2*m) ∂_v + 2*m/(r + 2*m) ∂_r
    """

    def __init__(self, metric: Metric, time: Form, flow: VectorForm) -> None:
        require_kind(metric, Metric, "slice by", "a Metric")
        require_form(time, "take for a time", 0)
        require_vector_form(flow, 0, "slice along")
        require_same_space("slice", time, metric.tensor)
        require_same_space("slice", flow, metric.tensor)
        verify_axiom(flow(time) == 1, "T(t) = 1", f"the field {flow.summary()}")
        self.metric = metric
        self.time = time
        self.flow = flow
        self.space = metric.space
        square = metric.inner(d(time), d(time)).settled()
        sign = known_sign(self.space.chart.ring, square.element())
        if sign is None:
            raise NeedsSign(
                f"the sign of {square.summary()}, the square of d({time.summary()}), is not known: "
                f"declare signs or a domain of {self.space}"
            )
        if sign > 0:
            raise AxiomViolation(
                f"{time.summary()} is no time of a metric with signature (-, +, …): the square of "
                "its differential is positive"
            )
        #: The lapse N, positive.
        self.lapse: Form = 1 / root_of(-square, "the lapse")
        #: The unit normal to the future.
        self.normal: VectorForm = -self.lapse * metric.gradient(time)
        #: The shift, tangent to the slices.
        self.shift: VectorForm = flow - self.lapse * self.normal

    @cached_property
    def projector(self) -> VectorForm:
        """The orthogonal projector to the slices, a (1,1) tensor."""
        return self.space.identity + self.metric.flat(self.normal).tensor(self.normal)

    @cached_property
    def spatial(self) -> Tensor:
        """The metric of the slices, ``γ = g + n♭⊗n♭``."""
        lowered = self.metric.flat(self.normal)
        gamma: Tensor = self.metric.tensor + tensor_product(lowered, lowered)
        return gamma

    @cached_property
    def extrinsic(self) -> Tensor:
        """The extrinsic curvature ``K(U, V) = -g(∇_U n, V)`` of tangents, zero on the normal."""
        slope = tensor(self.metric.connection.derivative(self.metric.flat(self.normal)))
        return -composed(slope, self.projector, self.projector)

    @cached_property
    def mean_curvature(self) -> Form:
        """The trace of K, ``-div n``."""
        return self.metric.trace(self.extrinsic)  # type: ignore[return-value]

    def evolution(self) -> Verdict:
        """The verdict on ``L_T γ = -2N K + L_β γ`` on the slices."""
        slope = self.spatial.lie_derivative(self.flow - self.shift)
        tangent = composed(slope, self.projector, self.projector)
        return check(tangent == -2 * self.lapse * self.extrinsic, name="L_T gamma = -2NK + L_beta")

    def __str__(self) -> str:
        return f"the slices {self.time.summary()} = const of {self.space}"

    def __repr__(self) -> str:
        return f"<{self}>"

    def _formula(self, write: Callable[[object], str]) -> str:
        parts = map(write, (self.lapse, self.shift, self.extrinsic))
        return r"N = {},\quad \beta = {},\quad K = {}".format(*parts)
