"""Spaces, strategies and metrics that the tests of metrics and of their curvature share."""

from __future__ import annotations

from hypothesis import settings

from diffgeo import Manifold, Metric, d
from diffgeo.testing import forms, vector_fields

M = Manifold("M", "x y z")
x, y, z = M.coordinates
dx, dy, dz = d(x), d(y), d(z)
X, Y, Z = M.frame
P = Manifold("P", "x y")
FEW = settings(max_examples=12)
fields, covectors = vector_fields(M, degree=1, terms=1), forms(M, 1, degree=1, terms=1)
vectors = vector_fields(P, degree=1, terms=1)
two_forms = forms(M, 2, degree=1, terms=1)


def example() -> Metric:
    """A metric that is neither diagonal nor definite."""
    return Metric.from_components(
        M, {("x", "x"): "1 + y**2", ("x", "y"): "z", ("y", "y"): "-1", ("z", "z"): "x**2 + 1"}
    )


def half_plane() -> Metric:
    H = Manifold("H", "x y", positive="y")
    return Metric.diagonal(H, x="1/y**2", y="1/y**2")


def sphere(n: int = 2) -> Metric:
    """The unit sphere, n = 2 or 3, in angles."""
    S = Manifold(f"S{n}", ["a", "b", "c", "d"][:n])
    values = ["1", "sin(a)**2", "sin(a)**2*sin(b)**2"][:n]
    return Metric.diagonal(S, **dict(zip(S.chart.coordinates, values, strict=True)))
