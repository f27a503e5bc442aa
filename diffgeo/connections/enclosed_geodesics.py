"""Geodesics, the exponential map, parallel transport and fields of Jacobi, enclosed in balls.

The equations ``x' = v``, ``∇_v v = 0``, ``∇_v w = 0`` and ``∇_v ∇_v J = -R(J, v)v`` are integrated
by Taylor's formula with its remainder, from chart to chart (`diffgeo.subsets.enclosed_curve`): the
exact solution certainly lies in the balls. At time 1 the position is ``exp_x(v)``, and ``J`` with
``J(0) = 0``, ``∇_vJ(0) = w`` is the derivative of ``exp_x`` at v along w.

Sources: do Carmo, Riemannian Geometry (1992), chapters 2, 3 and 5; of the enclosures, those of
`diffgeo.reals.enclosed_flows`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from diffgeo.calculus.forms import Form, total
from diffgeo.calculus.maps import Map
from diffgeo.calculus.protocols import OverCharts
from diffgeo.calculus.requirements import require_kind, require_mapping
from diffgeo.calculus.spaces import Manifold
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.connections.linear_connections import LinearConnection
from diffgeo.errors import NotSupported, UndefinedSymbol
from diffgeo.structures.components_of_tensors import value_along
from diffgeo.subsets.enclosed_curves import (
    BITS,
    EnclosedPoint,
    Moving,
    Numbers,
    charts_of,
    followed,
)
from diffgeo.verdicts.verdict import check


def enclosed_geodesic(
    connection: Any,
    point: Numbers,
    velocity: Numbers,
    times: Sequence[int | Fraction],
    carried: Sequence[Numbers] = (),
    jacobi: Sequence[tuple[Numbers, Numbers]] = (),
    bits: int = BITS,
) -> list[EnclosedPoint]:
    """The geodesic with an initial velocity at some times, and vectors that move along it.

    On an atlas it goes on in another chart where one ends.

    Parameters
    ----------
    connection
        A linear connection, such as that of a metric, on a manifold or on an atlas; what is given
        in some charts only is followed where they are.
    point
        Exact values of all coordinates of one chart, and of the parameters that occur.
    velocity
        Exact components by the names of coordinates; what is not named is 0.
    times
        Not negative, in their order; the motion begins at 0.
    carried
        Components of vectors that are parallel along the geodesic.
    jacobi
        Of fields of Jacobi: the initial vectors, and their initial covariant derivatives.
    bits
        Of the numbers; with more of them the balls are smaller.

    Returns
    -------
    list of EnclosedPoint
        For each time the coordinates by their names, the velocity as ``v_x``, the parallel vectors
        as ``w1_x``, ``w2_x``, …, and the fields of Jacobi as ``J1_x``, with derivatives ``K1_x``.
        The names tell the chart.

    Raises
    ------
    NotSupported
        It was not enclosed so far, as where it leaves all charts; there is an undefined function;
        or the connection of a field of Jacobi has torsion.
    OutsideDomain
        The point is not in the chart: a declared sign, or the domain, is not known to hold there.
    UndefinedSymbol
        A value is missing, or given for what is no coordinate.

    Examples
    --------
    In the hyperbolic half plane, where ``y = 1/cosh t``:

    >>> from diffgeo import Manifold, Metric
    >>> from diffgeo.connections import enclosed_geodesic
    >>> H = Manifold("H", "x y", positive="y")
    >>> g = Metric.diagonal(H, x="1/y**2", y="1/y**2")
    >>> [at_1] = enclosed_geodesic(g.connection, {"x": 0, "y": 1}, {"x": 1}, [1])
    >>> f"{float(at_1['y'].middle):.12f}", at_1["y"].radius < 10**-12
    ('0.648054273664', True)

    A great circle of the sphere through both poles, where one of the two charts ends:

    >>> from diffgeo import sphere
    >>> S = sphere(2)
    >>> factor = "4/(1 + u1**2 + u2**2)**2"
    >>> g = S.glue(Metric.diagonal(S.charts[0], u1=factor, u2=factor))
    >>> start, right = {"u1": 0, "u2": 0}, {"u2": 1}
    >>> [there] = enclosed_geodesic(g.connection, start, {"u1": "1/2"}, [3], [right])
    >>> f"{float(there['w1'].middle):.12f} {float(there['w1_w2'].middle):.12f}"
    '0.070914844303 1.005028915142'
    """
    connections = {}
    for chart in charts_of(connection):
        local = connection.on(chart) if isinstance(connection, OverCharts) else connection
        require_kind(local, LinearConnection, "follow geodesics of", "a linear connection")
        connections[chart] = local
    if jacobi and not all(check(each.torsion == 0) for each in connections.values()):
        raise NotSupported(
            f"fields of Jacobi of {connection!r} are not enclosed, as it has torsion or that is "
            "not decided: take the connection of a metric"
        )
    fibres = [f"w{k}" for k in range(1, len(carried) + 1)]
    pairs = [(f"J{k}", f"K{k}") for k in range(1, len(jacobi) + 1)]
    heads = ["v", *fibres, *(head for pair in pairs for head in pair)]
    vectors = [velocity, *carried, *(vector for pair in jacobi for vector in pair)]
    families = {chart: _Vectors(each, heads, pairs) for chart, each in connections.items()}
    here = _chart_with(point, [*connections])
    values = dict(point)
    for head, vector in zip(heads, vectors, strict=True):
        require_mapping(vector, f"components on {here.name}", '{"x": 1, "y": 0}')
        names = here.chart.coordinates
        if wrong := [name for name in vector if name not in names]:
            raise UndefinedSymbol(f"{', '.join(wrong)} is no coordinate of {here}")
        values |= {f"{head}_{name}": vector.get(name, 0) for name in names}
    several = isinstance(connection, OverCharts)
    moving = [Moving(chart, each.space, each.field) for chart, each in families.items()]
    spaces = {each.space: each for each in families.values()}

    def change(source: Manifold, target: Manifold) -> Map:
        below = connection.space.transition(spaces[source].base, spaces[target].base)
        return spaces[source].carried(below, spaces[target])

    return followed(moving, change if several else None, values, times, bits)


class _Vectors:
    """Points of a chart with as many vectors at each as there are heads of names."""

    def __init__(
        self, connection: LinearConnection, heads: Sequence[str], pairs: Sequence[tuple[str, str]]
    ) -> None:
        self.connection, self.heads, self.pairs = connection, heads, pairs
        self.base: Manifold = connection.space
        names = self.base.chart.coordinates
        moving = [*names, *(f"{head}_{name}" for head in heads for name in names)]
        title = f"vectors along curves in {self.base.name}"
        self.space = Manifold(title, **self.base.declarations(moving))
        self.down = Map(self.space, self.base, {name: self.space[name] for name in names})

    def vector(self, head: str) -> list[Form]:
        return [self.space[f"{head}_{name}"] for name in self.base.chart.coordinates]

    def field(self) -> VectorForm:
        """``x' = v``, ``∇_v w = 0``, ``∇_v J = K`` and ``∇_v K = -R(J, v)v``."""
        names, v = self.base.chart.coordinates, self.vector("v")
        gamma = {key: self.down.pull(f) for key, f in self.connection.coefficients.items()}
        rates = dict(zip(names, v, strict=True))
        speed, more = dict(rates), {}
        for j, k in self.pairs:
            more[j], more[k] = self.vector(k), [-f for f in self._bent(self.vector(j), v)]
        for head in self.heads:
            w = dict(zip(names, self.vector(head), strict=True))
            for n, z in enumerate(names):
                terms = [-f * speed[x] * w[y] for (upper, x, y), f in gamma.items() if upper == z]
                terms += more.get(head, [])[n : n + 1]
                rates[f"{head}_{z}"] = total(self.space, 0, terms)
        return self.space.vector_field(rates)

    def _bent(self, J: Sequence[Form], v: Sequence[Form]) -> list[Form]:
        """``R(J, v)v``."""
        fields = [VectorForm(self.base, 0, values, self.down) for values in (J, v, v)]
        R = self.connection.curvature
        return [value_along(R, self.down, fields, upper=n) for n in range(len(v))]

    def carried(self, below: Map, other: _Vectors) -> Map:
        """A transition with its tangent map, on all vectors."""
        names = other.base.chart.coordinates
        images = {name: self.down.pull(below.pull(other.base[name])) for name in names}
        slopes = {}
        frame = self.base.frame
        for name in names:
            image = below.pull(other.base[name])
            slopes[name] = [self.down.pull(X(image)) for X in frame]
        for head in self.heads:
            w = self.vector(head)
            for name in names:
                products = [f * y for f, y in zip(slopes[name], w, strict=True)]
                images[f"{head}_{name}"] = total(self.space, 0, products)
        return Map(self.space, other.space, images)


def _chart_with(point: Numbers, charts: Sequence[Manifold]) -> Manifold:
    """The chart whose coordinates have values."""
    require_mapping(point, "values at a point", '{"x": 1, "y": 0}')
    return max(charts, key=lambda chart: len(set(chart.chart.coordinates) & set(point)))
