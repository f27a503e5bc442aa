"""Fields, forms and tensors that were written with `sympy.diffgeom`."""

from __future__ import annotations

from typing import Any

from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form, wedge
from diffgeo.calculus.maps import Map
from diffgeo.calculus.requirements import require_manifold
from diffgeo.calculus.spaces import Manifold
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import DegreeMismatch
from diffgeo.interop.sympy_patches import change_of_systems, names_of_system, terms_of
from diffgeo.structures.tensor_algebra import tensor_product
from diffgeo.structures.tensors import Tensor


def space_of_system(system: Any, **declared: Any) -> Manifold:
    """The manifold with the coordinates of a ``CoordSystem`` of SymPy.

    Parameters
    ----------
    system
        The coordinate system, whose symbols are the coordinates; what SymPy assumes of them is a
        declared sign.
    declared
        What is declared besides, as for `diffgeo.Manifold`: parameters, a domain, ….

    Returns
    -------
    Manifold
        A new one each time.

    Examples
    --------
    >>> from sympy.diffgeom.rn import R2_p
    >>> from diffgeo.structures import space_of_system
    >>> print(repr(space_of_system(R2_p, domain="rho > 0")))
    <Manifold polar (rho, theta)>
    """
    return Manifold(str(system.name), list(system.symbols), **declared)


def from_sympy_diffgeom(field: Any, space: Manifold) -> Form | VectorForm | Tensor:
    """A scalar field, vector field, form or tensor of `sympy.diffgeom` on a manifold.

    Parameters
    ----------
    field
        A sum of scalars, ``BaseVectorField``, ``Differential``, ``WedgeProduct`` and
        ``TensorProduct``.
    space
        With the coordinates of its coordinate system, as `space_of_system` makes it.

    Returns
    -------
    Form, VectorForm or Tensor
        ``Metric`` reads the tensor of a metric. A wedge product is the product of forms here.

    Raises
    ------
    DegreeMismatch
        The terms are of different kinds.
    NotSupported
        Fields are multiplied without saying how.

    Examples
    --------
    >>> from sympy.diffgeom import TensorProduct
    >>> from sympy.diffgeom.rn import R2_p
    >>> from diffgeo import Metric
    >>> from diffgeo.structures import from_sympy_diffgeom, space_of_system
    >>> rho, theta = R2_p.coord_functions()
    >>> drho, dtheta = R2_p.base_oneforms()
    >>> g = TensorProduct(drho, drho) + rho**2 * TensorProduct(dtheta, dtheta)
    >>> P = space_of_system(R2_p, domain="rho > 0")
    >>> print(Metric(from_sympy_diffgeom(g, P)).volume)
    rho drho∧dtheta
    """
    require_manifold(space, "read a field of SymPy on")
    parts: list[Any] = []
    for term in terms_of(field):
        coefficient = space.function(term.coefficient)
        factors: list[Any] = [
            d(space[name]) if kind == "d" else space.vector_field({name: 1})
            for kind, name in term.factors
        ]
        if not factors:
            parts.append(coefficient)
        elif len(factors) == 1:
            parts.append(coefficient * factors[0])
        elif term.alternating and all(isinstance(factor, Form) for factor in factors):
            parts.append(coefficient * wedge(*factors))
        else:
            parts.append(coefficient * tensor_product(*factors))
    if not parts:
        return space.function(0)
    try:
        total: Form | VectorForm | Tensor = sum(parts[1:], start=parts[0])
    except TypeError as error:
        raise DegreeMismatch(f"{field} adds fields of different kinds: {error}") from error
    return total


def map_of_systems(source: Any, target: Any, here: Manifold, there: Manifold) -> Map:
    """The change of coordinates between two systems of one patch of SymPy.

    Parameters
    ----------
    source, target
        The coordinate systems.
    here, there
        Manifolds with their coordinates.

    Returns
    -------
    Map
        Without an inverse: SymPy does not say where there is one.

    Examples
    --------
    >>> from sympy.diffgeom.rn import R2_p, R2_r
    >>> from diffgeo.structures import map_of_systems, space_of_system
    >>> P, R = space_of_system(R2_p), space_of_system(R2_r)
    >>> print(map_of_systems(R2_p, R2_r, P, R).pull(R["x"]))
    rho*cos(theta)
    """
    missing = {*names_of_system(target)} - {*there.chart.coordinates}
    if missing:
        raise DegreeMismatch(f"{there} has no coordinates {', '.join(sorted(missing))}")
    return Map(here, there, change_of_systems(source, target))
