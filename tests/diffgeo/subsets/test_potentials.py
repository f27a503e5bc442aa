"""Potentials of closed forms, and why there may be none."""

from __future__ import annotations

import pytest

from diffgeo import Form, Manifold, check, d, interior, sphere
from diffgeo.errors import AxiomViolation, DegreeMismatch, NotSupported, OutsideDomain
from diffgeo.subsets import potential

M = Manifold("M", "x y z")
WINDING = {"x": "-y/(x**2 + y**2)", "y": "x/(x**2 + y**2)"}


def is_potential(form: Form, omega: Form) -> bool:
    return bool(check(d(form) == omega)) and not form.conditions


def test_the_potential_of_poincare() -> None:
    x, y, z = M.coordinates
    radial = M.vector_field(x="x", y="y", z="z")
    for omega in (d(x**2 * y + z), d(z) * d(x**2 * y), 2 * x * y * z * d(x) * d(y) * d(z)):
        found = potential(omega)
        assert is_potential(found, omega) and not is_potential(2 * found, omega)
        # This is the potential along the rays from the origin.
        assert omega.degree == 1 or check(interior(radial, found) == 0)
    assert check(potential(d(x) * d(y)) == (x * d(y) - y * d(x)) / 2)


def test_poles_that_are_removable_are_avoided() -> None:
    omega = d(M.function("exp(x)*sin(y)") * d(M["x"]))
    assert check(potential(omega) == M.function("exp(x)*sin(y)") * d(M["x"]))
    assert is_potential(potential(omega), omega)
    assert not is_potential(2 * potential(omega), omega)


def test_the_winding_form_and_the_field_of_a_charge() -> None:
    for domain in ((), "x**2 + y**2 > 0"):
        P = Manifold("P", "x y", domain=domain)
        with pytest.raises(AxiomViolation, match=r"unit circle .* is 2\*pi"):
            potential(P.form(1, WINDING))
    # On a half plane it is the angle.
    H = Manifold("H", "x y", positive="x")
    assert check(potential(H.form(1, WINDING)) == H.function("atan(y/x)"))
    R = Manifold("R", "x y z")
    r = "sqrt(x**2 + y**2 + z**2)**3"
    flux = R.form(2, {("x", "y"): f"z/{r}", ("y", "z"): f"x/{r}", ("z", "x"): f"y/{r}"})
    with pytest.raises(AxiomViolation, match=r"unit sphere .* is 4\*pi"):
        potential(flux)


def test_domains() -> None:
    D = Manifold("D", "x y", domain="x**2 + y**2 < 1")
    for text in ("x*y**3 + 1/(1 - x**2 - y**2)", "sqrt(1 - x**2 - y**2)"):
        assert is_potential(potential(d(D.function(text))), d(D.function(text)))
    ring = Manifold("A", "x y", domain=["x**2 + y**2 > 1", "x**2 + y**2 < 4"])
    with pytest.raises(OutsideDomain, match="star-shaped about x = 3/2"):
        potential(d(ring.function("x*y")), {"x": "3/2", "y": 0})
    with pytest.raises(OutsideDomain):
        potential(d(D.function("x")), {"x": 2, "y": 0})
    # The circle about (1, 0) runs through the pole: the integral over it is pi, and no period.
    slit = Manifold("P", "x y", domain="y + 3*x + 1 > 0")
    with pytest.raises(OutsideDomain, match="star-shaped"):
        potential(slit.form(1, WINDING), {"x": 1, "y": 0})


def test_refusals() -> None:
    with pytest.raises(AxiomViolation, match="dω = 0"):
        potential(M.form(1, {"x": "y"}))
    with pytest.raises(DegreeMismatch):
        potential(M["x"])
    S = sphere(2)
    with pytest.raises(NotSupported, match="on an atlas"):
        potential(d(S.field(S.charts[0]["u1"])))
    F = Manifold("F", "q p", functions="V(q)")
    with pytest.raises(NotSupported, match="antiderivative"):
        potential(d(F.function("V(q)")))
