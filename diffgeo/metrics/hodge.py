"""The Hodge star of a metric, the codifferential and the operator of Laplace and de Rham.

The law of the star is ``α * ⋆β = g(α, β) vol`` for forms of one degree. With s the sign of
the determinant of g and p the degree of α: ``⋆⋆α = s (-1)^{p(n-p)} α``. The codifferential is
the formal adjoint of d, ``g(dα, β) vol - g(α, δβ) vol = d(α * ⋆β)``, so that on p-forms

    ``δβ = (-1)^p ⋆^{-1} d ⋆β = s (-1)^{p + (p-1)(n-p+1)} ⋆ d ⋆β``

and ``Δ = dδ + δd`` is minus the divergence of the gradient on functions. δ and Δ do not
change with the orientation, nor if the volume is multiplied by a number; they are computed
without roots.

Sources: Abraham, Marsden and Ratiu, Manifolds, Tensor Analysis, and Applications (1988), chapter 7;
of the tensor of Cotton and York, Stephani et al., Exact Solutions of Einstein's Field Equations
(2nd ed. 2003).
"""

from __future__ import annotations

from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form, require_form
from diffgeo.calculus.protocols import in_each_chart
from diffgeo.calculus.requirements import require_kind, require_same_space
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import DegreeMismatch
from diffgeo.metrics.pseudo_riemannian import Metric
from diffgeo.signs import koszul
from diffgeo.structures.tensor_algebra import tensor_product
from diffgeo.structures.tensors import Tensor
from diffgeo.verdicts.verdict import Verdict, check


@in_each_chart(oriented=True)
def hodge_star(beta: Form, metric: Metric) -> Form:
    """The form ⋆β of degree n-p with ``α * ⋆β = g(α, β) vol``, for p-forms α and β.

    For 1-forms ``⋆(α*…*β) = i_{β♯} … i_{α♯} vol``.

    Parameters
    ----------
    beta
        A p-form.
    metric
        The metric g; its volume form orients the space of dimension n.

    Returns
    -------
    Form
        Of degree n - p.

    Raises
    ------
    NeedsSign
        The volume form of the metric is not known: give ``Metric(g, volume=...)``.

    Examples
    --------
    >>> from diffgeo import Manifold, Metric, d, hodge_star
    >>> M = Manifold("M", "t x")
    >>> g = Metric.diagonal(M, t=-1, x=1)
    >>> print(hodge_star(d(M["t"]), g))
    -dx
    """
    _require_form(beta, metric)
    return _star(beta, metric, metric.volume)


@in_each_chart(oriented=True)
def inverse_hodge_star(beta: Form, metric: Metric) -> Form:
    """The form α with ``⋆α = β``: ``s (-1)^{p(n-p)} ⋆β``.

    Parameters
    ----------
    beta
        A p-form.
    metric
        The metric, of a space of dimension n.

    Returns
    -------
    Form
        Of degree n - p.

    Raises
    ------
    NeedsSign
        As for `hodge_star`.

    Examples
    --------
    >>> from diffgeo import Manifold, Metric, d
    >>> from diffgeo.metrics import inverse_hodge_star
    >>> g = Metric.diagonal(Manifold("P", "r phi", positive="r"), r=1, phi="r**2")
    >>> r = g.space["r"]
    >>> print(inverse_hodge_star(d(r), g))
    -r dphi
    """
    _require_form(beta, metric)
    p = beta.degree
    return metric.sign * koszul(p * (metric.space.dimension - p)) * hodge_star(beta, metric)


@in_each_chart()
def codifferential(beta: Form, metric: Metric) -> Form:
    """The form δβ of degree p-1, for the formal adjoint δ of d; zero on functions.

    On 1-forms ``δα = -div α♯``; ``δδ = 0``.

    Parameters
    ----------
    beta
        A p-form.
    metric
        The metric, of a space of dimension n.

    Returns
    -------
    Form
        Of degree p - 1.

    Examples
    --------
    >>> from diffgeo import Manifold, Metric, d
    >>> from diffgeo.metrics import codifferential
    >>> g = Metric.diagonal(Manifold("P", "r phi", positive="r"), r=1, phi="r**2")
    >>> r = g.space["r"]
    >>> print(codifferential(d(r), g))
    -1/r
    """
    _require_form(beta, metric)
    p, n = beta.degree, metric.space.dimension
    if p == 0:
        return Form(metric.space, -1, {})
    # For vol = ρ μ with any volume form μ the star is ρ times that of μ, whose square on
    # k-forms is (-1)^{k(n-k)} g(μ, μ); and ρ² g(μ, μ) = ±1 gives dρ/ρ without a root.
    mu = metric._cube
    square = 1 / metric.determinant
    star = _star(beta, metric, mu)
    derivative = d(star) - (d(square) / (2 * square)) * star
    sign = koszul(p + (p - 1) * (n - p + 1))
    return sign * _star(derivative, metric, mu) / square


@in_each_chart()
def laplace_de_rham(alpha: Form, metric: Metric) -> Form:
    """The form ``Δα = dδα + δdα``; on functions minus the divergence of the gradient.

    Parameters
    ----------
    alpha
        A p-form.
    metric
        The metric, of a space of dimension n.

    Returns
    -------
    Form
        Of degree p.

    Examples
    --------
    >>> from diffgeo import Manifold, Metric
    >>> from diffgeo.metrics import laplace_de_rham
    >>> g = Metric.diagonal(Manifold("P", "r phi", positive="r"), r=1, phi="r**2")
    >>> r = g.space["r"]
    >>> print(laplace_de_rham(r**2, g))
    -4
    """
    _require_form(alpha, metric)
    if alpha.degree == 0:
        return codifferential(d(alpha), metric)
    return d(codifferential(alpha, metric)) + codifferential(d(alpha), metric)


@in_each_chart(oriented=True)
def cross_product(X: VectorForm, Y: VectorForm, metric: Metric) -> VectorForm:
    """The field ``X × Y = (⋆(X♭ * Y♭))♯`` in dimension 3: ``g(X × Y, Z) = vol(X, Y, Z)``.

    Parameters
    ----------
    X, Y
        Vector fields.
    metric
        g, in dimension 3; its volume form says what is right-handed.

    Returns
    -------
    VectorForm
        A vector field.

    Examples
    --------
    >>> from diffgeo import Manifold, Metric
    >>> from diffgeo.metrics import cross_product
    >>> M = Manifold("M", "x y z")
    >>> X, Y, Z = M.frame
    >>> print(cross_product(X, Y, Metric.diagonal(M, x=1, y=1, z=1)))
    ∂_z
    """
    _require_three(metric, "the cross product")
    field: VectorForm = metric.sharp(hodge_star(metric.flat(X) * metric.flat(Y), metric))
    return field


@in_each_chart(oriented=True)
def curl(X: VectorForm, metric: Metric) -> VectorForm:
    """The field ``curl X = (⋆ dX♭)♯`` in dimension 3; ``curl grad f = 0``, ``div curl X = 0``.

    Parameters
    ----------
    X
        A vector field.
    metric
        g, in dimension 3; its volume form says what is right-handed.

    Returns
    -------
    VectorForm
        A vector field.

    Examples
    --------
    >>> from diffgeo import Manifold, Metric
    >>> from diffgeo.metrics import curl
    >>> M = Manifold("M", "x y z")
    >>> print(curl(M.vector_field(x="-y", y="x"), Metric.diagonal(M, x=1, y=1, z=1)))
    2 ∂_z
    """
    _require_three(metric, "the curl")
    field: VectorForm = metric.sharp(hodge_star(d(metric.flat(X)), metric))
    return field


def cotton_york(metric: Metric) -> Tensor:
    """The tensor of Cotton and York in dimension 3: ``Y(·, Z) = ⋆ C(·, ·, Z)``.

    Symmetric, without trace and divergence; it changes its sign with the orientation. In
    coordinates ``Y_ab = ε_a^cd ∇_c P_db`` with the tensor P of Schouten.

    Parameters
    ----------
    metric
        g, in dimension 3, with its volume form.

    Returns
    -------
    Tensor
        Of type (0,2).

    Examples
    --------
    >>> from diffgeo.metrics import cotton_york, exact_solution
    >>> print(cotton_york(exact_solution("btz")))  # of constant curvature
    0
    """
    _require_three(metric, "the tensor of Cotton and York")
    columns = [
        hodge_star(metric.connection.cotton.insert(Z, 2).as_form(), metric)
        for Z in metric.space.frame
    ]
    coframe = [d(x) for x in metric.space.coordinates]
    parts = [tensor_product(a, dz) for a, dz in zip(columns, coframe, strict=True)]
    return sum(parts[1:], start=parts[0])


@in_each_chart()
def is_harmonic(alpha: Form, metric: Metric) -> Verdict:
    """The verdict on ``Δα = 0``.

    (On a compact Riemannian manifold it is equivalent to ``dα = 0`` and ``δα = 0``.)

    Parameters
    ----------
    alpha
        A p-form.
    metric
        The metric, of a space of dimension n.

    Returns
    -------
    Verdict
        With a counterexample where it is not.

    Examples
    --------
    >>> from diffgeo import Manifold, Metric, d
    >>> from diffgeo.metrics import is_harmonic
    >>> g = Metric.diagonal(Manifold("P", "r phi", positive="r"), r=1, phi="r**2")
    >>> r = g.space["r"]
    >>> is_harmonic(d(g.space["phi"]), g).status.name, is_harmonic(r, g).status.name
    ('VERIFIED', 'REFUTED')
    """
    return check(laplace_de_rham(alpha, metric) == 0, name="Laplace-de Rham of alpha = 0")


def _require_three(metric: Metric, what: str) -> None:
    require_kind(metric, Metric, f"take {what} with", "a Metric")
    if (n := metric.space.dimension) != 3:
        raise DegreeMismatch(f"{metric.space} has dimension {n}; {what} needs dimension 3")


def _star(beta: Form, metric: Metric, volume: Form) -> Form:
    """The star for a volume form, normalised or not: ``α * ⋆β = g(α, β) volume``."""
    p = beta.degree
    return koszul(p * (p - 1) // 2) * metric._raised(beta).insert_into(volume)


def _require_form(beta: Form, metric: Metric) -> None:
    require_kind(metric, Metric, "take the Hodge star with", "a Metric")
    require_form(beta, "take the Hodge star of")
    require_same_space("take the Hodge star of", beta, metric.tensor)
