"""Hypersurfaces against the tables of textbooks; Gauss and Codazzi; slices of space-times."""

from __future__ import annotations

import pytest
from hypothesis import given
from metric_examples import FEW

from diffgeo import Manifold, Map, Metric, check
from diffgeo.errors import AxiomViolation, DegreeMismatch, NeedsSign, SpaceMismatch
from diffgeo.metrics import Hypersurface, Slicing, exact_solution
from diffgeo.structures import tensor_product
from diffgeo.testing import functions

M = Manifold("M", "x y z")
FLAT = Metric.diagonal(M, x=1, y=1, z=1)
P = Manifold("P", "u v")


def surface(x: str, y: str, z: str, parameters: str = "", domain=(), **declared) -> Hypersurface:
    N = Manifold("N", "u v", parameters, domain=domain, **declared)
    return Hypersurface(Map(N, M, {"x": x, "y": y, "z": z}), FLAT)


#: Gauss and mean curvature, up to the sign of the normal (do Carmo, Spivak).
TABLE = {
    "sphere": (
        *("R*sin(u)*cos(v)", "R*sin(u)*sin(v)", "R*cos(u)", "R", ["R > 0", "u in (0, pi)"]),
        *("1/R**2", "1/R"),
    ),
    "cylinder": ("R*cos(u)", "R*sin(u)", "v", "R", ["R > 0"], "0", "1/(2*R)"),
    "torus": (
        *("(R + r*cos(u))*cos(v)", "(R + r*cos(u))*sin(v)", "r*sin(u)"),
        *("R r", ["r > 0", "R > r"]),
        *("cos(u)/(r*(R + r*cos(u)))", "(R + 2*r*cos(u))/(2*r*(R + r*cos(u)))"),
    ),
    "catenoid": (*("cosh(u)*cos(v)", "cosh(u)*sin(v)", "u", "", (), "-1/cosh(u)**4", "0"),),
    "helicoid": ("u*cos(v)", "u*sin(v)", "c*v", "c", ["c > 0"], "-c**2/(u**2 + c**2)**2", "0"),
    "enneper": (
        *("u - u**3/3 + u*v**2", "v - v**3/3 + v*u**2", "u**2 - v**2", "", ()),
        *("-4/(1 + u**2 + v**2)**4", "0"),
    ),
    "saddle": (
        *("u", "v", "u*v", "", ()),
        *("-1/(1 + u**2 + v**2)**2", "-u*v/(1 + u**2 + v**2)**(3/2)"),
    ),
    "pseudosphere": (
        *("sin(u)*cos(v)", "sin(u)*sin(v)", "cos(u) + log(sin(u)) - log(1 + cos(u))"),
        *("", ["u in (0, pi/2)"], "-1", "-cos(u)/sin(u)/2 + sin(u)/cos(u)/2"),
    ),
}


@pytest.mark.parametrize("name", TABLE)
def test_surfaces_of_textbooks(name):
    *given_data, gauss, mean = TABLE[name]
    N = surface(*given_data)
    K, H = (N.space.function(f) for f in (gauss, mean))
    assert check(N.gauss_curvature == K) and not check(N.gauss_curvature == K + 1)
    assert check(N.mean_curvature**2 == H**2)
    assert bool(N.is_minimal()) is (mean == "0")
    assert bool(N.is_umbilic()) is (name == "sphere")
    assert N.gauss_codazzi()
    # The Theorema egregium.
    assert check(N.first.connection.scalar == 2 * K)
    third = N.third - 2 * N.mean_curvature * N.second + K * N.first.tensor
    assert check(third == 0)


def test_principal_curvatures():
    N = surface(*TABLE["torus"][:5])
    one, other = N.principal_curvatures
    assert {str(one), str(other)} == {"1/r", "cos(u)/(R + r*cos(u))"}
    assert check(one * other == N.gauss_curvature) and not check(one == other)
    ball = surface(*TABLE["sphere"][:5])
    assert ball.principal_curvatures[0] is ball.principal_curvatures[1]


@given(functions(P, 2, 2), functions(P, 1, 2))
@FEW
def test_gauss_and_codazzi_for_graphs(f, g):
    images = dict(zip("xyz", (P["u"], P["v"] + g**2, f), strict=True))
    metric = Metric.from_components(M, {("x", "x"): "1 + z**2", ("y", "y"): 1, ("z", "z"): 1})
    try:
        N = Hypersurface(Map(P, M, images), metric)
    except NeedsSign:
        return
    assert N.gauss_codazzi() and N.constraints()
    assert not check(N.second == N.second + N.first.tensor)


def test_a_wrong_second_form_violates_the_equations():
    N = surface(*TABLE["saddle"][:5])
    N.__dict__["second"] = 2 * N.second
    assert not N.gauss_codazzi()


def test_the_side():
    N = surface(*TABLE["sphere"][:5])
    other = Hypersurface(N.map, FLAT, side=-1)
    assert check(other.second == -N.second) and check(other.mean_curvature == -N.mean_curvature)
    assert check(N.second == N.second) and not check(other.second == N.second)


def test_spheres_in_the_projective_plane():
    """The principal curvatures of a sphere of radius ρ are cot ρ, cot ρ, 2 cot 2ρ (R = tan ρ)."""
    g = exact_solution("fubini-study")
    S = Manifold("S", "theta phi psi", "R", domain=["R > 0", "theta in (0, pi)"])
    names = {"r": "R", "theta": "theta", "phi": "phi", "psi": "psi"}
    N = Hypersurface(Map(S, g.space, names), g)
    trace = S.function("2/R + (1 - R**2)/R")
    assert check((3 * N.mean_curvature) ** 2 == trace**2)
    assert N.gauss_codazzi() and N.constraints() and not N.is_umbilic()


def test_slices_of_space_times():
    S = Manifold("S", "r theta phi", "m", domain=["m > 0", "r > 2*m", "theta in (0, pi)"])
    angles = {"r": "r", "theta": "theta", "phi": "phi"}
    static = Hypersurface(Map(S, exact_solution("schwarzschild").space, {"t": 0, **angles}),
                          exact_solution("schwarzschild"))  # fmt: skip
    assert static.sign == -1 and static.is_geodesic() and static.constraints()
    g = exact_solution("eddington-finkelstein")
    falling = Hypersurface(Map(S, g.space, {"v": "r", **angles}), g)
    assert falling.constraints(0 * g.tensor) and not falling.is_geodesic()
    assert falling.gauss_codazzi()


def test_constraints_with_matter():
    g = exact_solution("vaidya")
    domain = ["r > 0", "theta in (0, pi)", "1 + 2*m(-r)/r > 0"]
    S = Manifold("S", "r theta phi", functions="m(u)", domain=domain)
    N = Hypersurface(Map(S, g.space, {"u": "-r", "r": "r", "theta": "theta", "phi": "phi"}), g)
    assert N.constraints() and N.gauss_codazzi()
    assert not N.constraints(0 * g.tensor)  # Vaidya's solution is no vacuum


def test_slicings():
    g = exact_solution("eddington-finkelstein")
    v, r = g.space["v"], g.space["r"]
    slicing = Slicing(g, v - r, g.space.frame[0])
    n = slicing.normal
    assert check(g(n, n) == -1) and check(g(n, slicing.shift) == 0)
    assert check(slicing.lapse**2 == g.space.function("r/(r + 2*m)"))
    assert check(slicing.shift == g.space.vector_field(v="2*m/(r + 2*m)", r="2*m/(r + 2*m)"))
    assert slicing.evolution()
    assert check(slicing.mean_curvature == -g.divergence(n))
    assert not check(slicing.mean_curvature == g.divergence(n))
    lowered = g.flat(n)
    assert check(slicing.spatial - tensor_product(lowered, lowered) == g.tensor)
    assert check(slicing.extrinsic.insert(n) == 0)
    universe = exact_solution("friedmann")
    dust = Slicing(universe, universe.space["t"], universe.space.frame[0])
    assert check(dust.mean_curvature == universe.space.function("-3*Derivative(a(t), t)/a(t)"))
    assert dust.evolution()


def test_refusals():
    g = exact_solution("minkowski")
    null = Manifold("N", "u y z")
    images = {"t": "u", "x": "u", "y": "y", "z": "z"}
    with pytest.raises(AxiomViolation, match="null"):
        Hypersurface(Map(null, g.space, images), g)
    with pytest.raises(AxiomViolation, match="no immersion"):
        surface("u", "u", "2*u")
    with pytest.raises(DegreeMismatch, match="dimension"):
        Hypersurface(Map(Manifold("L", "s"), M, {"x": "s", "y": 0, "z": 0}), FLAT)
    with pytest.raises(SpaceMismatch):
        Hypersurface(Map(P, P, {"u": "u", "v": "v"}), FLAT)
    with pytest.raises(DegreeMismatch, match="no surface"):
        _ = Hypersurface(Map(null, g.space, {**images, "x": "0"}), g).principal_curvatures
    with pytest.raises(AxiomViolation, match="T\\(t\\) = 1"):
        Slicing(g, 2 * g.space["t"], g.space.frame[0])
    with pytest.raises(AxiomViolation, match="no time"):
        Slicing(g, g.space["x"], g.space.frame[1])
