"""Level sets as hypersurfaces, against textbooks and against the same surfaces in parameters."""

from __future__ import annotations

import pytest

from diffgeo import Manifold, Map, Metric, check, level_set
from diffgeo.errors import AxiomViolation, DegreeMismatch, NeedsSign, SpaceMismatch
from diffgeo.metrics import Hypersurface, ImplicitHypersurface, InducedMetric, exact_solution


def surface(equation: str, parameters: str = "", names: str = "x y z", **declared):
    M = Manifold("M", names, parameters, **declared)
    metric = Metric.diagonal(M, **dict.fromkeys(M.chart.coordinates, 1))
    return ImplicitHypersurface(level_set(M, equation), metric)


#: Equation, declarations, curvature of Gauss, mean curvature for the normal along grad F
#: (do Carmo, Differential Geometry of Curves and Surfaces; Goldman 2005).
P = "(x**2/a**4 + y**2/b**4 + z**2/c**4)"
TORUS = "(x**2 + y**2 + z**2 + R**2 - r**2)**2 - 4*R**2*(x**2 + y**2)"
TABLE = {
    "sphere": ("x**2 + y**2 + z**2 - R**2", "R", ["R > 0"], "1/R**2", "-1/R"),
    "inside out": ("R**2 - x**2 - y**2 - z**2", "R", ["R > 0"], "1/R**2", "1/R"),
    "ellipsoid": (
        *("x**2/a**2 + y**2/b**2 + z**2/c**2 - 1", "a b c", ["a > 0", "b > 0", "c > 0"]),
        f"1/(a**2*b**2*c**2*{P}**2)",
        f"(x**2 + y**2 + z**2 - a**2 - b**2 - c**2)/(2*a**2*b**2*c**2*sqrt({P})**3)",
    ),
    "torus": (
        *(TORUS, "R r", ["r > 0", "R > r"]),
        # These are (ρ - R)/(r²ρ) and -(2ρ - R)/(2rρ), as 2Rρ = ρ² + R² - r² + z².
        "(x**2 + y**2 + r**2 - z**2 - R**2)/(2*r**2*(x**2 + y**2))",
        "-(x**2 + y**2 + z**2 - r**2)/(2*r*R*sqrt(x**2 + y**2))",
    ),
    "catenoid": ("x**2 + y**2 - cosh(z)**2", "", [], "-1/cosh(z)**4", "0"),
    "saddle": (
        *("z - x*y", "", []),
        "-1/(1 + x**2 + y**2)**2",
        "-x*y/(1 + x**2 + y**2)**(3/2)",
    ),
    "cone": ("x**2 + y**2 - z**2", "", ["z > 0"], "0", "-1/(2*sqrt(2)*z)"),
}


@pytest.mark.parametrize("name", TABLE)
def test_surfaces_of_textbooks(name):
    equation, parameters, domain, gauss, mean = TABLE[name]
    N = surface(equation, parameters, domain=domain)
    M = N.space.space
    assert check(N.gauss_curvature == M.function(gauss))
    assert not check(N.gauss_curvature == M.function(gauss) + 1)
    assert check(N.mean_curvature == M.function(mean))
    assert bool(N.is_minimal()) is (mean == "0") and not N.is_geodesic()
    assert bool(N.is_umbilic()) is (name in ("sphere", "inside out"))
    assert N.gauss_codazzi()
    third = N.third - 2 * N.mean_curvature * N.second + N.gauss_curvature * N.first.tensor
    assert check(third == 0)
    one, other = N.principal_curvatures
    assert check(one * other == N.gauss_curvature)


def test_a_torus_with_and_without_parameters():
    N = surface(TORUS, "R r", domain=["r > 0", "R > r"])
    M, tube = N.space.space, "(R + r*cos(u))"
    T = Manifold("T", "u v", parameters="R r", domain=["r > 0", "R > r"])
    phi = Map(T, M, {"x": f"{tube}*cos(v)", "y": f"{tube}*sin(v)", "z": "r*sin(u)"})
    other = Hypersurface(phi, N.ambient, side=-1)
    for ours, theirs in (
        (N.gauss_curvature, other.gauss_curvature),
        (N.mean_curvature, other.mean_curvature),
        (N.second, other.second),
        (N.first.tensor, other.first.tensor),
    ):
        assert check(phi.pull(ours.representative) == theirs)
    assert not check(phi.pull(N.second.representative) == -other.second)


def test_hyperbolic_space():
    """In Minkowski space x² + y² - t² = -1 has the curvature -1: the normal is time-like."""
    M = Manifold("M", "t x y")
    g = Metric.diagonal(M, t=-1, x=1, y=1)
    H = ImplicitHypersurface(level_set(M, "x**2 + y**2 - t**2 + 1"), g)
    assert H.sign == -1 and H.is_umbilic() and H.gauss_codazzi()
    assert check(H.gauss_curvature == 1) and check(H.mean_curvature == -1)
    assert not check(H.gauss_curvature == -1)
    boost, turn = M.vector_field(t="x", x="t"), M.vector_field(x="-y", y="x")
    K = H.first.connection.curvature(boost, turn, turn)
    assert check(-H.first(turn, turn) * boost + H.first(boost, turn) * turn == K)


def test_slices_of_a_curved_space():
    g = exact_solution("schwarzschild")
    assert ImplicitHypersurface(level_set(g.space, "t"), g).is_geodesic()
    # The photon sphere r = 3m is umbilic (Claudel, Virbhadra and Ellis 2001), and others are not.
    assert ImplicitHypersurface(level_set(g.space, "r - 3*m"), g).is_umbilic()
    assert not ImplicitHypersurface(level_set(g.space, "r - 4*m"), g).is_umbilic()


def test_equations_of_gauss_and_codazzi_for_two_equations():
    """The torus of Clifford in R⁴: flat, and minimal in the sphere."""
    M = Manifold("M", "x y z w")
    N = level_set(M, ["x**2 + y**2 - 1", "z**2 + w**2 - 1"], name="T")
    g = InducedMetric(N, Metric.diagonal(M, x=1, y=1, z=1, w=1))
    X, Y = M.vector_field(x="-y", y="x"), M.vector_field(z="-w", w="z")
    x = M["x"]
    assert check(g.bending(X, X)(x) == -x) and check(g.bending(X, Y)(x) == 0)
    assert not check(g.bending(X, X)(x) == 0)
    assert check(g.connection.curvature(X, Y, Y) == 0)
    assert g.gauss_codazzi()


def test_a_projector_of_another_metric_violates_the_equations():
    N = surface("z - x*y")
    other = Metric.diagonal(N.space.space, x=1, y=1, z=2)
    N.first.__dict__["projector"] = InducedMetric(N.space, other).projector
    assert not N.gauss_codazzi()


def test_refusals():
    M = Manifold("M", "t x y")
    g = Metric.diagonal(M, t=-1, x=1, y=1)
    with pytest.raises(AxiomViolation, match="degenerate"):
        ImplicitHypersurface(level_set(M, "t - x"), g)
    with pytest.raises(NeedsSign, match="square of a normal"):
        ImplicitHypersurface(level_set(M, "t - x**2"), g)
    with pytest.raises(DegreeMismatch, match="2 equations"):
        ImplicitHypersurface(level_set(M, ["t", "x"]), g)
    with pytest.raises(DegreeMismatch, match="no surface"):
        _ = surface("x**2 + y**2 - 1", names="x y").principal_curvatures
    with pytest.raises(SpaceMismatch):
        ImplicitHypersurface(level_set(Manifold("L", "s u"), "s"), g)
