"""Metrics in the fibres of TM and the canonical metrical connection of a Lagrange space.

A metric in the fibres is a symmetric, semibasic tensor g of type (0,2) on TM: it vanishes if
an argument is vertical. Of a Lagrangian it is ``g(X, Y) = ½ (dd_J L)(JX, Y)``, half of the
Hessian along the fibres (half of the mass matrix).

Source: Miron and Anastasiei, The Geometry of Lagrange Spaces (1994), chapters IX and X.
"""

from __future__ import annotations

from collections.abc import Sequence

from diffgeo.bundles.tangents import TangentBundle
from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.brackets import bracket
from diffgeo.calculus.coefficients import used_by
from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form, describe, require_form, total
from diffgeo.calculus.requirements import require_kind, require_same_space
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.connections.distinguished_connections import (
    DistinguishedConnection,
    blocks_on_diagonal,
)
from diffgeo.connections.framed_connections import Weights
from diffgeo.connections.nonlinear_connections import NonlinearConnection, TangentStructure
from diffgeo.errors import AxiomViolation, DegreeMismatch, SpaceMismatch
from diffgeo.structures.axioms import verify_axiom
from diffgeo.structures.tensor_algebra import composed, multilinear
from diffgeo.structures.tensors import Tensor


def fibre_metric(bundle: TangentBundle, L: Form) -> Tensor:
    """The tensor ``g(X, Y) = ½ (dd_J L)(JX, Y)`` of a Lagrangian, with ``d_J L = dL∘J``.

    Symmetric and semibasic; ``g(X^c, Y^c) = ½ X^v(Y^v(L))`` for fields X, Y on M. It may be
    degenerate.

    Parameters
    ----------
    bundle
        TM.
    L
        A function on it.

    Returns
    -------
    Tensor
        Of type (0,2) on TM.

    Examples
    --------
    >>> from diffgeo import Manifold, tangent
    >>> from diffgeo.connections import fibre_metric
    >>> T = tangent(Manifold("M", "x y"))
    >>> print(fibre_metric(T, T.function("(xdot**2 + x*ydot**2)/2")))
    1/2 dx⊗dx + x/2 dy⊗dy
    """
    structure = TangentStructure.of(bundle)
    J = structure.vertical_endomorphism
    require_form(L, "make a metric in the fibres of", 0)
    if L.space is not J.space:
        raise SpaceMismatch(
            f"a metric in the fibres of {J.space} is that of a function on it, not of "
            f"{describe(L)}: pull it back with the projection"
        )
    slope = d(J.transpose(d(L)))

    def product(X: VectorForm, Y: VectorForm) -> Form:
        return slope(J(X), Y) / 2

    return multilinear(J.space, (0, 2), product, verify=False)


def cartan_tensor(nonlinear: NonlinearConnection, g: Tensor) -> Tensor:
    """The tensor ``C(X, Y, Z) = ½ (L_{JX} g)(Y, Z)`` of a metric in the fibres.

    Of type (0,3) and semibasic; symmetric in all arguments if g is that of a Lagrangian. It
    vanishes if and only if g is the lift of a metric on M.

    Parameters
    ----------
    nonlinear
        The nonlinear connection h on TM.
    g
        A semibasic symmetric tensor of type (0,2) on TM, such as `fibre_metric` gives.

    Returns
    -------
    Tensor
        Of type (0,3) on TM.

    Examples
    --------
    >>> from diffgeo import Manifold, tangent
    >>> from diffgeo.connections import SemisprayConnection, cartan_tensor, fibre_metric
    >>> TM = tangent(Manifold("M", "x"))
    >>> N = SemisprayConnection(TM.semispray({"x": "0"}))
    >>> print(cartan_tensor(N, fibre_metric(TM, TM.function("xdot**2/2 + xdot**3/6"))))
    1/4 dx⊗dx⊗dx
    """
    _require_connection(nonlinear)
    require_fibre_metric(nonlinear.structure, g)
    J = nonlinear.structure.vertical_endomorphism

    def value(X: VectorForm, Y: VectorForm, Z: VectorForm) -> Form:
        JX = J(X)
        return (JX(g(Y, Z)) - g(bracket(JX, Y), Z) - g(Y, bracket(JX, Z))) / 2

    return multilinear(g.space, (0, 3), value, verify=False)


def sasaki_lift(nonlinear: NonlinearConnection, g: Tensor) -> Tensor:
    """The metric ``G(X, Y) = g(X, Y) + g(KX, KY)`` on TM: H and V are orthogonal.

    K = F + J takes vertical fields to the horizontal ones with ``J∘K = v``; on both parts G is
    g. Non-degenerate if and only if g is non-degenerate in the fibres.

    Parameters
    ----------
    nonlinear
        The nonlinear connection h on TM.
    g
        A semibasic symmetric tensor of type (0,2) on TM, such as `fibre_metric` gives.

    Returns
    -------
    Tensor
        Of type (0,2) on TM.

    Examples
    --------
    >>> from diffgeo import Manifold, tangent
    >>> from diffgeo.connections import SemisprayConnection, fibre_metric, sasaki_lift
    >>> TM = tangent(Manifold("M", "x"))
    >>> N = SemisprayConnection(TM.semispray({"x": "-x*xdot"}))
    >>> print(sasaki_lift(N, fibre_metric(TM, TM.function("xdot**2/2"))))
    (x**2 + 4)/8 dx⊗dx + x/4 dx⊗dxdot + x/4 dxdot⊗dx + 1/2 dxdot⊗dxdot
    """
    _require_connection(nonlinear)
    require_fibre_metric(nonlinear.structure, g)
    K = nonlinear._adjoint
    return g + composed(g, K, K)


def canonical_metrical(nonlinear: NonlinearConnection, g: Tensor) -> DistinguishedConnection:
    """The canonical metrical d-connection D of a metric g in the fibres.

    The only linear connection on TM with ``Dh = 0``, ``DJ = 0``, ``Dg = 0`` and without the
    torsions ``hT(hX, hY)`` and ``vT(vX, vY)``. By the formula of Koszul for the horizontal
    fields, with horizontal parts of brackets, and for the vertical fields:

        2 g(D_X Y, Z) = X g(Y, Z) + Y g(X, Z) - Z g(X, Y)
                        + g([X, Y], Z) - g([X, Z], Y) - g([Y, Z], X).

    ``DJ = 0`` gives the rest: ``D_{hX} JY = J D_{hX} Y`` and ``D_{vX} Y = K D_{vX} JY`` for Y
    horizontal.

    Parameters
    ----------
    nonlinear
        The nonlinear connection h on TM.
    g
        A semibasic symmetric tensor of type (0,2) on TM, such as `fibre_metric` gives.

    Returns
    -------
    DistinguishedConnection
        D.

    Raises
    ------
    AxiomViolation
        g is not symmetric, not semibasic, or degenerate in the fibres.

    Examples
    --------
    >>> from diffgeo import Manifold, check, tangent
    >>> from diffgeo.connections import SemisprayConnection, canonical_metrical, fibre_metric
    >>> TM = tangent(Manifold("M", "x", positive="x"))
    >>> g = fibre_metric(TM, TM.function("x*xdot**2/2"))
    >>> N = SemisprayConnection(TM.semispray({"x": "-xdot**2/(2*x)"}))
    >>> print(check(canonical_metrical(N, g).derivative(g) == 0).status.name)
    VERIFIED
    """
    _require_connection(nonlinear)
    require_fibre_metric(nonlinear.structure, g)
    frame, n = nonlinear.normal_frame, nonlinear.space.dimension // 2
    horizontal, vertical = frame.fields[:n], frame.fields[n:]
    gram = [[g(X, Y) for Y in horizontal] for X in horizontal]
    if linear.rank(gram) < n:
        raise AxiomViolation(
            f"{describe(g)} is degenerate in the fibres of {nonlinear.space}{linear.doubt(gram)}: "
            "a regular Lagrangian is needed"
        )
    inverse = [[entry.settled() for entry in row] for row in linear.inverse(gram)]
    # g(KX, KY) has the same matrix on the fields Jδ_i.
    values = [*_koszul(horizontal, gram, inverse), *_koszul(vertical, gram, inverse)]
    used = used_by(g, *(entry for row in inverse for entry in row))
    return blocks_on_diagonal(nonlinear, values, used)


def require_fibre_metric(structure: TangentStructure, g: Tensor) -> None:
    """Raise `AxiomViolation` unless g is symmetric and semibasic, of type (0,2)."""
    J = structure.vertical_endomorphism
    require_same_space("use as a metric in the fibres", g, J)
    if not isinstance(g, Tensor) or g.valence != (0, 2):
        raise DegreeMismatch(f"a metric in the fibres is a tensor of type (0,2), not {describe(g)}")

    def thing() -> str:
        return f"g = {describe(g)}"

    verify_axiom(g.permuted((1, 0)) == g, "g(X, Y) = g(Y, X)", thing)
    verify_axiom(composed(g, J, None) == 0, "g(JX, Y) = 0 (g is semibasic)", thing)


def _require_connection(nonlinear: NonlinearConnection) -> None:
    require_kind(nonlinear, NonlinearConnection, "lift a metric with", "a NonlinearConnection")


def _koszul(
    fields: Sequence[VectorForm],
    gram: Sequence[Sequence[Form]],
    inverse: Sequence[Sequence[Form]],
) -> list[list[Weights]]:
    """The coefficients of ``D_X Y`` for the fields of one part with a Gram matrix."""
    size = range(len(fields))

    # No brackets enter: those of the δ_i, which are lifts of coordinate fields, are vertical, and
    # the Jδ_i, vertical lifts of these, commute.
    def twice(x: int, y: int, z: int) -> Form:
        return fields[x](gram[y][z]) + fields[y](gram[x][z]) - fields[z](gram[x][y])

    rows: list[list[Weights]] = []
    for x in size:
        row: list[Weights] = []
        for y in size:
            values = [twice(x, y, z) / 2 for z in size]
            found = {
                k: total(gram[0][0].space, 0, (inverse[k][z] * values[z] for z in size))
                for k in size
            }
            row.append({k: f for k, f in found.items() if f._terms})
        rows.append(row)
    return rows
