"""Spin connections: the rule of Leibniz, the formula of Lichnerowicz, eigenspinors of spheres."""

from __future__ import annotations

import pytest

from diffgeo import Frame, Manifold, Metric, check
from diffgeo.errors import AxiomViolation, SpaceMismatch
from diffgeo.metrics import (
    MixedForm,
    SpinConnection,
    clifford_exponential,
    clifford_product,
    exact_solution,
)

FUNCTIONS = "f0(x,y) f1(x,y) f2(x,y) f3(x,y)"
SURFACES = {
    "plane in polar coordinates": ({"x": 1, "y": "x**2"}, 0),
    "sphere": ({"x": 1, "y": "sin(x)**2"}, 2),
    "hyperbolic plane": ({"x": 1, "y": "sinh(x)**2"}, -2),
    "de Sitter": ({"x": -1, "y": "cosh(x)**2"}, 2),
}


def any_spinor(spin: SpinConnection) -> MixedForm:
    f = [spin.space.function(f"f{k}(x,y)") for k in range(4)]
    one, two = spin.coframe
    return MixedForm(spin.space, [f[0], f[1] * one + f[2] * two, f[3] * one * two])


@pytest.mark.parametrize("name", SURFACES)
def test_the_formula_of_lichnerowicz_for_all_spinors_of_surfaces(name: str) -> None:
    components, scalar = SURFACES[name]
    M = Manifold("M", "x y", functions=FUNCTIONS, domain="x in (0, pi)")
    g = Metric.diagonal(M, **components)
    spin = SpinConnection(g)
    psi = any_spinor(spin)
    assert check(g.connection.scalar == scalar) and spin.lichnerowicz(psi)
    square, trace = spin.dirac(spin.dirac(psi)), spin.laplacian(psi)
    assert bool(check(square == trace)) is (scalar == 0)
    assert not check(square == trace + (1 - g.connection.scalar / 4) * psi)
    # The rule of Leibniz for the action of 1-forms fixes the connection.
    X, alpha = M.vector_field(x="y", y=1), spin.coframe[0] + M["x"] * spin.coframe[1]
    left = spin.derivative(X, clifford_product(alpha, psi, g))
    right = clifford_product(alpha, spin.derivative(X, psi), g)
    assert check(left == clifford_product(g.connection(X, alpha), psi, g) + right)
    assert not check(left == right)


def test_eigenspinors_of_the_sphere() -> None:
    """The eigenvalues of D² on the unit sphere are -(n + 1)²; those of n = 0 are parallel up to
    a product: ∇_X ψ = ±½ X ψ would be their equation with θ^a θ^a = -1."""
    S = Manifold("S", "theta phi", domain="theta in (0, pi)")
    g = Metric.diagonal(S, theta=1, phi="sin(theta)**2")
    spin = SpinConnection(g)
    rotor = clifford_exponential(S["phi"] / 2 * spin.coframe[0] * spin.coframe[1], g)
    psi = S.function("cos(theta/2)") * rotor
    assert check(spin.dirac(spin.dirac(psi)) == -psi)
    assert check(spin.dirac(psi) == -clifford_product(
        S.function("sin(theta/2)") * spin.coframe[0], rotor, g))  # fmt: skip
    assert not check(spin.dirac(spin.dirac(psi)) == -4 * psi)
    bad = S.function("sin(theta/2)") * rotor
    assert not check(spin.dirac(spin.dirac(bad)) == -bad)


def test_another_frame_turns_spinors_by_a_rotor() -> None:
    M = Manifold("M", "x y", functions=FUNCTIONS, domain="x > 0")
    g = Metric.diagonal(M, x=1, y="x**2")
    polar = SpinConnection(g)
    straight = [M.vector_field(x="cos(y)", y="-sin(y)/x"), M.vector_field(x="sin(y)", y="cos(y)/x")]
    spin = SpinConnection(g, Frame(M, straight))
    assert check(spin.bivector(M.frame[1]) == 0) and not check(polar.bivector(M.frame[1]) == 0)
    rotor = clifford_exponential(M["y"] / 2 * polar.coframe[0] * polar.coframe[1], g)
    # Even constants of the straight frame, seen in the polar one.
    assert check(polar.derivative(M.frame[1], rotor) == 0)
    wrong = clifford_exponential(-M["y"] / 2 * polar.coframe[0] * polar.coframe[1], g)
    assert not check(polar.derivative(M.frame[1], wrong) == 0)


def test_space_times() -> None:
    """In vacuum D² is the wave operator of spinors; with a cosmological constant it is not."""
    for name, is_vacuum in (("schwarzschild", True), ("de-sitter", False)):
        g = exact_solution(name)
        spin = SpinConnection(g)
        assert spin.signs == [-1, 1, 1, 1]
        t, r, theta, _ = g.space.coordinates
        psi = MixedForm(g.space, [r**2 + t, theta * spin.coframe[0] * spin.coframe[3]])
        assert spin.lichnerowicz(psi)
        square = spin.dirac(spin.dirac(psi))
        assert bool(check(square == spin.laplacian(psi))) is is_vacuum
        assert not check(square == -spin.laplacian(psi))


def test_refusals_and_display() -> None:
    M = Manifold("M", "x y")
    g = Metric.diagonal(M, x=1, y=1)
    with pytest.raises(AxiomViolation, match="not orthonormal"):
        SpinConnection(g, Frame(M, [M.vector_field(x=1, y=1), M.frame[1]]))
    with pytest.raises(SpaceMismatch):
        SpinConnection(g, Frame(Manifold("N", "u v"), Manifold("N", "u v").frame))
    S = Manifold("S", "x y", positive="x")
    spin = SpinConnection(Metric.diagonal(S, x=1, y="x**2"))
    assert spin.latex() == r"\omega_{12} = -\mathrm{d}y" and "e_1 = ∂_x" in str(spin)
