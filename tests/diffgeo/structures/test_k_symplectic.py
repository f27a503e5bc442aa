"""k-vector fields and k-symplectic structures: field equations that are known otherwise."""

from __future__ import annotations

import pytest

from diffgeo import Distribution, Fibration, Manifold, Map, check, d, identity_map, jet
from diffgeo.bundles import euler_operator
from diffgeo.errors import AxiomViolation, DegreeMismatch, SpaceMismatch
from diffgeo.structures import KVectorField, Polysymplectic, Symplectic

M = Manifold("M", "u p s", parameters="c")
u, p, s = M.coordinates
WAVE = Polysymplectic(d(u) * d(p), d(u) * d(s))
PLANE = Manifold("plane", "t x", parameters="c")
#: Of L = u_t²/2 - u_x²/2 - V(u), with p = u_t and s = -u_x.
H = (p**2 - s**2) / 2


def lifted(u_of: str) -> Map:
    """A function with its momenta."""
    f = PLANE.function(u_of)
    return Map(PLANE, M, {"u": f, "p": PLANE.frame[0](f), "s": -PLANE.frame[1](f)})


@pytest.mark.parametrize(
    ("function", "field", "potential"),
    [
        # u = exp(t + x): u_t = u, p_t = u, s_t = -u, and the same along x.
        ("exp(t + x)", ({"u": "u", "p": "u", "s": "-u"},) * 2, "0"),
        ("exp(c*t)", ({"u": "p", "p": "c**2*u"}, {}), "-c**2*u**2/2"),
    ],
)
def test_integral_sections_solve_the_euler_lagrange_equations(
    function: str, field: tuple[dict[str, str], ...], potential: str
) -> None:
    X = KVectorField([M.vector_field(rates) for rates in field])
    phi = lifted(function)
    assert X.is_integral_section(phi)
    assert not X.is_integral_section(lifted(f"2*t + {function}"))
    # Hamilton's equations hold at the points of the section, where s = -u or s = 0.
    for error, expected in ((0, True), (u**3, False)):
        left, right = WAVE.flat(X), d(H + M.function(potential) + error)
        on_section = [phi.pull(left(e)) == phi.pull(right(e)) for e in M.frame]
        assert all(map(bool, map(check, on_section))) is expected
    E = Manifold("E", "t x u", parameters="c")
    J = jet(Fibration(Map(E, PLANE, {"t": "t", "x": "x"})), 1)
    L = J.function("u_t**2/2 - u_x**2/2") - J.function(potential)
    (expression,) = euler_operator(L).values()
    section = Map(PLANE, E, {"t": "t", "x": "x", "u": function})
    assert check(jet(J.fibration, 2).prolong(section).pull(expression) == 0)


def test_integrability_is_that_the_fields_commute() -> None:
    assert KVectorField(M.frame).is_integrable()
    assert not KVectorField([M.frame[0], u * M.frame[1]]).is_integrable()
    assert KVectorField([u * M.frame[1]]).is_integrable()
    # A field with Hamilton's equations that has no sections.
    X = KVectorField([p * M.frame[0] + s**2 * M.frame[1], -s * M.frame[0] - s**2 * M.frame[2]])
    assert WAVE.is_hamiltonian(X, H)
    assert not WAVE.is_hamiltonian(X, H + u)
    assert not X.is_integrable()


def test_polarisations() -> None:
    vertical = Distribution(M, M.frame[1:])
    assert WAVE.is_polarised_by(vertical)
    assert not WAVE.is_polarised_by(Distribution(M, M.frame[:2]))  # dim = 2, but not isotropic
    assert not WAVE.is_polarised_by(Distribution(M, M.frame[1:2]))  # too small
    # Polysymplectic, not k-symplectic: dimension 4 is no multiple of 3.
    N = Manifold("N", "a b e f")
    a, b, e, f = N.coordinates
    other = Polysymplectic(d(a) * d(b) + d(e) * d(f), d(a) * d(e))
    assert not other.is_polarised_by(Distribution(N, N.frame[:2]))


def test_one_form_is_symplectic() -> None:
    N = Manifold("N", "q p")
    omega = Symplectic(d(N["q"]) * d(N["p"]))
    energy = N["p"] ** 2 + N["q"] ** 3
    X = omega.hamiltonian_field(energy)
    assert Polysymplectic(omega.omega).is_hamiltonian(KVectorField([X]), energy)
    assert not Polysymplectic(omega.omega).is_hamiltonian(KVectorField([-X]), energy)
    assert list(KVectorField([X])) == [X]
    same = KVectorField([X]).pulled_back(identity_map(N))
    assert check(same == KVectorField([X]))
    assert not check(same == KVectorField([-X]))


def test_what_is_refused() -> None:
    with pytest.raises(AxiomViolation, match="common kernel of rank 1"):
        Polysymplectic(d(u) * d(p))
    with pytest.raises(AxiomViolation, match="d omega = 0"):
        Polysymplectic(d(u) * d(p), s * d(u) * d(p) + d(u) * d(s))
    with pytest.raises(DegreeMismatch, match="2-forms"):
        Polysymplectic(d(u))
    with pytest.raises(DegreeMismatch, match="as many fields"):
        WAVE.flat(KVectorField([M.frame[0]]))
    with pytest.raises(DegreeMismatch, match="at least one"):
        KVectorField([])
    with pytest.raises(SpaceMismatch, match="2 dimensions"):
        KVectorField(M.frame[:2]).is_integral_section(identity_map(M))
