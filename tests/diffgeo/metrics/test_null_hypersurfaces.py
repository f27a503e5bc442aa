"""Horizons and light cones: generators, expansion, surface gravity, Raychaudhuri's equation."""

from __future__ import annotations

import pytest

from diffgeo import Manifold, Map, Metric, check, level_set
from diffgeo.errors import AxiomViolation, DegreeMismatch, SpaceMismatch
from diffgeo.metrics import ImplicitNullHypersurface, NullHypersurface, exact_solution

FLAT = exact_solution("minkowski")
AROUND = {"x": "r*sin(theta)*cos(phi)", "y": "r*sin(theta)*sin(phi)", "z": "r*cos(theta)"}


def test_the_horizon_of_schwarzschild():
    g = exact_solution("eddington-finkelstein")
    M = g.space
    horizon = ImplicitNullHypersurface(level_set(M, "r - 2*m", name="H"), g)
    assert check(horizon.generator == M.frame[0])
    assert check(horizon.surface_gravity == M.function("1/(4*m)"))
    assert not check(horizon.surface_gravity == M.function("1/(2*m)"))
    assert horizon.is_geodesic() and check(horizon.expansion == 0) and horizon.raychaudhuri()
    N = Manifold("N", "v theta phi", parameters="m", domain=["m > 0", "theta in (0, pi)"])
    images = {"v": "v", "r": "2*m", "theta": "theta", "phi": "phi"}
    same = NullHypersurface(Map(N, M, images), g)
    assert check(same.generator == N.frame[0]) and same.is_geodesic()
    assert check(same.surface_gravity == N.function("1/(4*m)")) and same.raychaudhuri()
    # The parameter exp(κv) is affine.
    affine = NullHypersurface(same.map, g, N.vector_field(v="exp(-v/(4*m))"))
    assert check(affine.surface_gravity == 0) and not check(affine.generator == same.generator)


def test_light_cones():
    M = FLAT.space
    cone = level_set(M, "t**2 - x**2 - y**2 - z**2", name="C")
    future = M.vector_field(t=1, x="x/t", y="y/t", z="z/t")
    light = ImplicitNullHypersurface(cone, FLAT, future)
    assert check(light.expansion == M.function("2/t")) and check(light.surface_gravity == 0)
    assert light.is_umbilic() and light.raychaudhuri() and not light.is_geodesic()
    N = Manifold("N", "r theta phi", domain=["r > 0", "theta in (0, pi)"])
    phi = Map(N, M, {"t": "r", **AROUND})
    same = NullHypersurface(phi, FLAT)
    assert check(phi.pull(light.expansion.representative) == same.expansion)
    assert check(phi.pull(light.second.representative) == same.second)
    assert same.is_umbilic() and same.raychaudhuri()
    # Another parameter of the generators: B and θ become f times as large, κ becomes f'.
    other = NullHypersurface(phi, FLAT, N.vector_field(r="r*(2 + sin(phi))"))
    factor = N.function("r*(2 + sin(phi))")
    assert check(other.expansion == factor * same.expansion) and other.raychaudhuri()
    assert check(other.surface_gravity == N.function("2 + sin(phi)"))
    assert check(other.second == factor * same.second) and not check(other.second == same.second)


def test_light_that_is_not_round():
    """The light of a line, t² = x² + y², has shear; its trace with the shear is positive."""
    M = FLAT.space
    wave = level_set(M, "t**2 - x**2 - y**2", name="W")
    light = ImplicitNullHypersurface(wave, FLAT, M.vector_field(t=1, x="x/t", y="y/t"))
    assert check(light.expansion == M.function("1/t")) and not light.is_umbilic()
    assert light.raychaudhuri() and not check(light.second == 0)


def test_matter_bends_light():
    """In Vaidya's solution cones u = const are without shear, and Ric(ℓ, ℓ) = 0 on them."""
    g = exact_solution("vaidya")
    cone = ImplicitNullHypersurface(level_set(g.space, "u - 1"), g)
    assert check(cone.expansion == g.space.function("-2/r")) and cone.raychaudhuri()
    # Ingoing light in a universe of dust is focused: Ric(ℓ, ℓ) is not zero.
    M = Manifold("F", "eta x y z", domain=["eta > 0"])
    dust = Metric.diagonal(M, eta="-eta**4", x="eta**4", y="eta**4", z="eta**4")
    plane = ImplicitNullHypersurface(level_set(M, "eta - x"), dust)
    assert plane.raychaudhuri() and not check(plane._focusing == 0)
    twice = ImplicitNullHypersurface(plane.space, dust, 2 * plane.generator.representative)
    plane.__dict__["expansion"] = twice.expansion
    assert not plane.raychaudhuri() and twice.raychaudhuri()


def test_the_horizon_of_kerr():
    """κ = (r₊ - m)/(r₊² + a²) for ∂_v + Ω ∂_φ with Ω = a/(r₊² + a²), in Kerr's own coordinates."""
    domain = ["m > a", "a > 0", "r > m", "theta in (0, pi)"]
    M = Manifold("M", "v r theta phi", parameters="m a", domain=domain)
    S, s2 = "(r**2 + a**2*cos(theta)**2)", "sin(theta)**2"
    delta = "(r**2 - 2*m*r + a**2)"
    g = Metric.from_components(
        M,
        {
            ("v", "v"): f"-(1 - 2*m*r/{S})",
            ("v", "r"): 1,
            ("v", "phi"): f"-2*m*a*r*{s2}/{S}",
            ("r", "phi"): f"-a*{s2}",
            ("theta", "theta"): S,
            ("phi", "phi"): f"((r**2 + a**2)**2 - {delta}*a**2*{s2})*{s2}/{S}",
        },
    )
    killing = M.vector_field(v=1, phi="a/(r**2 + a**2)")
    horizon = ImplicitNullHypersurface(level_set(M, delta), g, killing)
    gravity = M.function("(r - m)/(r**2 + a**2)")
    assert check(horizon.surface_gravity == gravity)
    assert not check(horizon.surface_gravity == 2 * gravity)
    assert horizon.is_geodesic() and check(horizon.expansion == 0)


def test_refusals():
    M = FLAT.space
    N = Manifold("N", "r theta phi", domain=["r > 0", "theta in (0, pi)"])
    with pytest.raises(AxiomViolation, match="N is null"):
        ImplicitNullHypersurface(level_set(M, "t - 2*x"), FLAT)
    wall = level_set(M, "t - x")
    with pytest.raises(AxiomViolation, match="multiple of grad F"):
        ImplicitNullHypersurface(wall, FLAT, M.frame[0])
    with pytest.raises(AxiomViolation, match="field 0"):
        ImplicitNullHypersurface(wall, FLAT, 0 * M.frame[0])
    with pytest.raises(DegreeMismatch, match="2 equations"):
        ImplicitNullHypersurface(level_set(M, ["t - x", "y"]), FLAT)
    with pytest.raises(AxiomViolation, match="no null hypersurface"):
        NullHypersurface(Map(N, M, {"t": "2*r", **AROUND}), FLAT)
    cone = Map(N, M, {"t": "r", **AROUND})
    with pytest.raises(AxiomViolation, match="lying in the radical"):
        NullHypersurface(cone, FLAT, N.frame[1])
    with pytest.raises(AxiomViolation, match="field 0"):
        NullHypersurface(cone, FLAT, 0 * N.frame[0])
    with pytest.raises(AxiomViolation, match="field 0"):
        NullHypersurface(Map(N, M, {"t": 1, **AROUND, "x": "theta", "y": "phi", "z": 2}), FLAT)
    with pytest.raises(DegreeMismatch, match="no hypersurface"):
        NullHypersurface(Map(Manifold("L", "s"), M, dict.fromkeys("txyz", "s")), FLAT)
    with pytest.raises(SpaceMismatch):
        NullHypersurface(Map(N, N, {"r": "r", "theta": "theta", "phi": "phi"}), FLAT)
