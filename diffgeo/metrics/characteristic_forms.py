r"""The Euler form and the Pontryagin form of a metric, made of its curvature.

With the curvature forms ``Ω_ij = g(R(·,·)e_j, e_i)``, the Pfaffian is a form of top degree,

    e = Pf(Ω) / (2π)^m   on a space of dimension 2m,     p_1 = -tr(Ω∧Ω) / 8π²,

so that e = K vol/2π on a surface. The integral of e over a closed oriented Riemannian manifold is
the number of Euler (Chern), that of p_1 in dimension 4 three times the signature (Hirzebruch).

Sources: S. Chern, A simple intrinsic proof of the Gauss-Bonnet formula, Annals of Mathematics 45
(1944); Kobayashi and Nomizu, Foundations of Differential Geometry II (1969), chapter XII.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo.calculus.forms import Form
from diffgeo.calculus.linear_algebra import pfaffian
from diffgeo.calculus.protocols import in_each_chart
from diffgeo.errors import DegreeMismatch

if TYPE_CHECKING:
    from diffgeo.metrics.pseudo_riemannian import Metric


@in_each_chart(oriented=True)
def euler_form(metric: Metric) -> Form:
    """The Euler form ``Pf(Ω)/(2π)^m``: its integral is the number of Euler.

    Parameters
    ----------
    metric
        A metric on a space of dimension 2m, with its volume form for the orientation.

    Returns
    -------
    Form
        Of top degree.

    Raises
    ------
    DegreeMismatch
        The dimension is odd.
    NeedsSign
        The volume form needs a root, and a sign is not known.

    Examples
    --------
    The sphere, whose number of Euler is 2:

    >>> from diffgeo import Manifold, Metric, identity_map
    >>> from diffgeo.metrics import euler_form
    >>> from diffgeo.subsets import cell, integral
    >>> S = Manifold("S", "theta phi", domain=["theta in (0, pi)"])
    >>> e = euler_form(Metric.diagonal(S, theta=1, phi="sin(theta)**2"))
    >>> print(e, "|", integral(e, cell(identity_map(S), theta=(0, "pi"), phi=(0, "2*pi"))))
    sin(theta)/(2*pi) dtheta∧dphi | 2
    """
    space = metric.space
    if space.dimension % 2 or not space.dimension:
        raise DegreeMismatch(f"{space} has no Euler form: its dimension is odd, or 0")
    # On the frame of coordinates, whose volume is not 1.
    forms = _curvature_forms(metric)
    circle = (2 * space.function("pi")) ** (space.dimension // 2)
    return pfaffian(forms) / (metric.volume(*space.frame) * circle)


@in_each_chart()
def pontryagin_form(metric: Metric) -> Form:
    """The first Pontryagin form ``-tr(Ω∧Ω)/8π²``, of degree 4; it is the same for ``f g``.

    Parameters
    ----------
    metric
        A metric of any signature.

    Returns
    -------
    Form
        A closed 4-form.

    Examples
    --------
    >>> from diffgeo.metrics import exact_solution, pontryagin_form
    >>> print(pontryagin_form(exact_solution("schwarzschild")))
    0
    """
    from diffgeo.connections.vector_bundles import BundleConnection

    return BundleConnection.of_linear(metric.connection).pontryagin_form()


def _curvature_forms(metric: Metric) -> list[list[Form]]:
    """The 2-forms ``g(R(·,·)e_j, e_i)`` on the frame of coordinates."""
    frame, riemann = metric.space.frame, metric.connection.riemann
    return [[riemann.insert(f, 3).insert(e, 2).as_form() for e in frame] for f in frame]
