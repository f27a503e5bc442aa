"""Geodesics, the exponential map and parallel transport with numbers, enclosed in balls.

The equations ``x' = v``, ``∇_v v = 0`` and ``∇_v w = 0`` are integrated by Taylor's formula with
its remainder (`diffgeo.reals.enclosed_flows`): the exact solution certainly lies in the balls. At
time 1 the position is ``exp_x(v)``.

Sources: do Carmo, Riemannian Geometry (1992), chapters 2 and 3; of the enclosures, those of
`diffgeo.reals.enclosed_flows`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from diffgeo.calculus.compilation import straight_line
from diffgeo.calculus.forms import Form, total
from diffgeo.calculus.maps import Map
from diffgeo.calculus.requirements import require_kind, require_mapping
from diffgeo.calculus.requirements_of_domain import declared_requirements, required
from diffgeo.calculus.spaces import Manifold
from diffgeo.connections.linear_connections import LinearConnection
from diffgeo.errors import InexactNumber, NotSupported, UndefinedSymbol
from diffgeo.subsets.integrals import Enclosure

#: Numbers by the names of coordinates.
Numbers = Mapping[str, Any]


def enclosed_geodesic(
    connection: LinearConnection,
    point: Numbers,
    velocity: Numbers,
    times: Sequence[int | Fraction],
    carried: Sequence[Numbers] = (),
) -> list[dict[str, Enclosure]]:
    """The geodesic with an initial velocity at some times, and vectors transported along it.

    Parameters
    ----------
    connection
        A linear connection, such as that of a metric.
    point
        Exact values of all coordinates, and of the parameters that occur.
    velocity
        Exact components by the names of coordinates; what is not named is 0.
    times
        Not negative, in their order; the motion begins at 0.
    carried
        Components of vectors that are parallel along the geodesic.

    Returns
    -------
    list of dict
        For each time the coordinates by their names, the velocity as ``v_x``, and the vectors as
        ``w1_x``, ``w2_x``, …

    Raises
    ------
    NotSupported
        It was not enclosed so far, as where it leaves the chart; or there is an undefined function.
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
    """
    from diffgeo.interop.exact_values import read_number
    from diffgeo.interop.sympy_bridge import to_sympy

    def number(name: str, value: Any) -> Any:
        return to_sympy(read_number(name, value))

    require_kind(connection, LinearConnection, "follow geodesics of", "a linear connection")
    space = connection.space
    names = space.chart.coordinates
    _require_values(space, point, [velocity, *carried])
    heads = ["v", *(f"w{k}" for k in range(1, len(carried) + 1))]
    fibres = [[f"{head}_{name}" for name in names] for head in heads]
    moving = [*names, *(name for fibre in fibres for name in fibre)]
    family = Manifold(f"vectors along curves in {space.name}", **space.declarations(moving))
    down = Map(family, space, {name: family[name] for name in names})
    gamma = {key: down.pull(f) for key, f in connection.coefficients.items()}
    speed = dict(zip(names, fibres[0], strict=True))

    def rate(z: str, fibre: dict[str, str]) -> Form:
        """``-Γ^z_xy v^x w^y``, for which ``∇_v w = 0``."""
        along = ((x, y, f) for (upper, x, y), f in gamma.items() if upper == z)
        return total(family, 0, (-f * family[speed[x]] * family[fibre[y]] for x, y, f in along))

    rates = [family[speed[name]] for name in names]
    for fibre in fibres:
        rates += [rate(z, dict(zip(names, fibre, strict=True))) for z in names]
    fixed = [name for name in space.chart.parameters if name in point]
    variables = [*_free(["time"], moving), *moving]
    asked = [*declared_requirements(family), *(r for r in required(rates) if r.relation == ">")]
    positive = [r.function if r.relation == ">" else r.function**2 for r in asked]
    inside = straight_line(positive, variables, fixed) if positive else None
    program = straight_line(rates, variables, fixed)
    state = [number(name, point[name]) for name in names]
    vectors = (velocity, *carried)
    state += [number(name, vector.get(name, 0)) for vector in vectors for name in names]
    wanted = [*map(_exact, times)]
    moments = [Fraction(0), *wanted]
    if any(time < before for before, time in zip(moments, wanted, strict=False)):
        raise NotSupported("times along a geodesic are not negative and in their order")
    given = {name: number(name, point[name]) for name in fixed}
    found = dict(program.flow_in_balls(given, moments, state, inside=inside))
    return [
        {name: Enclosure(*ball) for name, ball in zip(moving, found[time], strict=True)}
        for time in wanted
    ]


def _exact(time: object) -> Fraction:
    if not isinstance(time, int | Fraction):
        raise InexactNumber(f"a time along a geodesic is an integer or a Fraction, not {time!r}")
    return Fraction(time)


def _require_values(space: Manifold, point: Numbers, vectors: Sequence[Numbers]) -> None:
    for values in (point, *vectors):
        require_mapping(values, f"values on {space.name}", '{"x": 1, "y": 0}')
    names, parameters = space.chart.coordinates, space.chart.parameters
    if missing := [name for name in names if name not in point]:
        raise UndefinedSymbol(f"the point has no value of {', '.join(missing)}")
    wrong = [name for name in point if name not in (*names, *parameters)]
    wrong += [name for vector in vectors for name in vector if name not in names]
    if wrong:
        raise UndefinedSymbol(f"{', '.join(wrong)} is no coordinate of {space}")


def _free(wished: Sequence[str], taken: Sequence[str]) -> list[str]:
    """Names that are not taken."""
    return [next(n for k in range(len(taken) + 1) if (n := name + "_" * k) not in taken)
            for name in wished]  # fmt: skip
