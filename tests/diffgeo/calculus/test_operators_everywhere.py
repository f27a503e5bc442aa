"""Derivations along maps decompose; one `lie` and one `bracket` for every kind of object."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import (
    Distribution,
    Frame,
    Manifold,
    Map,
    NonlinearConnection,
    Symplectic,
    VectorForm,
    bracket,
    check,
    d,
    decompose,
    interior,
    jet,
    lie,
    tangent,
)
from diffgeo.bundles.fibred_manifolds import FibredManifold
from diffgeo.calculus import multivector, schouten
from diffgeo.errors import DegreeMismatch, NotSupported, SpaceMismatch
from diffgeo.metrics import MixedForm
from diffgeo.structures import AlmostComplex, Ideal
from diffgeo.testing import automorphisms, forms, frames, functions, vector_fields, vector_forms
from diffgeo.verdicts.verdict import Status

M = Manifold("M", "x y z")
N = Manifold("N", "u v")
MAPS = st.tuples(functions(M), functions(M)).map(
    lambda images: Map(M, N, {"u": images[0], "v": images[1]})
)


def along(phi: Map, degree: int) -> st.SearchStrategy[VectorForm]:
    """Vector-valued forms along φ: M → N."""
    return st.tuples(forms(M, degree), forms(M, degree)).map(
        lambda values: VectorForm(N, degree, values, phi)
    )


def refuted(identity: object) -> bool:
    return check(identity, counterexample=False).status is Status.REFUTED


@settings(max_examples=20)
@given(st.data(), MAPS, st.integers(0, 2), st.integers(0, 2))
def test_derivations_along_maps_decompose_uniquely(data, phi, k, n):
    K = data.draw(along(phi, k))
    L = data.draw(along(phi, k + 1))
    D = lie(K) + interior(L)
    first, second = decompose(D)
    assert check([first == K, second == L])
    assert check(lie(first) + interior(second) == D)
    assert refuted(first + K == K) or check(K == 0)
    # L_K along φ commutes with d, and i_L vanishes on functions.
    assert check(bracket(d, lie(K)) == 0)
    f = data.draw(functions(N))
    assert check([interior(L)(f) == 0, lie(K)(f) == interior(K, d(f))])


@settings(max_examples=20)
@given(MAPS, vector_fields(M), vector_fields(N), vector_forms(N, 1), vector_forms(M, 1))
def test_fields_along_a_map(phi, X, Y, K, L):
    TX, YX = decompose(phi.tangent(X))[0], decompose(phi.restrict(Y))[0]
    f = N.function("u**2*v")
    assert check(TX(f) == X(phi.pull(f)))
    assert check(YX(f) == phi.pull(Y(f)))
    # Tφ∘X for a tensor L on the source is composition on the right, K∘φ on the left.
    TL, KM = decompose(phi.tangent(lie(L)))[0], decompose(phi.restrict(lie(K)))[0]
    assert check((TL @ L)(X) == TL(L(X)))
    assert check((K @ TL).transpose(d(f)) == TL.transpose(K.transpose(d(f))))
    assert check(interior(KM)(d(f)) == phi.pull(interior(K, d(f))))


def test_the_total_velocity_is_a_field_along_the_projection():
    E = FibredManifold("E", time="t", coordinates="q")
    J = jet(E, 1)
    T, rest = decompose(J.total_derivative)
    assert str(T) == "∂_t + qdot ∂_q"
    assert check(rest == 0)
    assert check(interior(T) == J.contraction)
    assert refuted(2 * T == T)


def test_fields_along_different_maps_do_not_mix():
    phi, psi = Map(M, N, {"u": "x", "v": "y"}), Map(M, N, {"u": "y", "v": "x"})
    X = M.vector_field(x=1, y="x")
    first, second = (decompose(f.tangent(X))[0] for f in (phi, psi))
    same = Map(M, N, {"u": "x + 0", "v": "y"})
    assert check(decompose(same.tangent(X))[0] == first)
    assert not check(decompose(same.tangent(X))[0] == 2 * first)
    with pytest.raises(SpaceMismatch, match="along different maps"):
        check(first == second)
    with pytest.raises(SpaceMismatch, match="values of the vector field"):
        N["u"] * first
    with pytest.raises(SpaceMismatch, match="both are along maps"):
        tensor = VectorForm(N, 1, [d(M["x"]), d(M["y"])], phi)
        tensor @ tensor
    assert "along the map M → N" in repr(first)


@settings(max_examples=20)
@given(vector_fields(M), vector_fields(M), vector_fields(M), forms(M, 2), vector_forms(M, 1))
def test_one_lie_derivative_and_one_bracket(X, Y, Z, alpha, K):
    P = multivector(Y, Z)
    assert check(lie(X, P) == schouten(X, P))
    assert check(bracket(X, P) == lie(X, P))
    assert check(lie(X, P) == multivector(bracket(X, Y), Z) + multivector(Y, bracket(X, Z)))
    assert check(lie(X, lie(K)) == lie(bracket(X, K)))
    assert check(lie(X, interior(K)) == interior(bracket(X, K)))
    assert check(interior(P, alpha) == interior(Y, interior(Z, alpha)))
    with pytest.raises(DegreeMismatch, match="vector field"):
        lie(K, P)


@settings(max_examples=20)
@given(automorphisms(M), vector_fields(M), vector_fields(M), vector_fields(M))
def test_the_lie_derivative_of_multivectors_is_natural(phi, X, Y, Z):
    P = multivector(Y, Z)
    left = phi.pull(lie(X, P))
    assert check(left == lie(phi.pull(X), phi.pull(P)))
    if not check(left == 0):
        assert not check(left == -lie(phi.pull(X), phi.pull(P)))


def test_lie_derivatives_of_mixed_forms_and_of_d():
    X, f = M.vector_field(x="y", y="x*z"), M.function("x*z")
    mixed = MixedForm(M, [f, d(f) * d(M["y"])])
    assert check(lie(X, mixed) == MixedForm(M, [lie(X, f), lie(X, d(f) * d(M["y"]))]))
    assert not check(lie(X, mixed) == lie(X, f)) and not check(lie(X, mixed) == -lie(X, mixed))
    assert check(lie(X, mixed * mixed) == lie(X, mixed) * mixed + mixed * lie(X, mixed))
    assert check(lie(X, d) == 0) and check(lie(d(f).tensor(X), d) == 0)
    K = d(f).tensor(X)
    assert check(lie(K, mixed) == MixedForm(M, [lie(K, part) for part in mixed.parts]))
    assert not check(lie(K, mixed) == -lie(K, mixed))


@settings(max_examples=10)
@given(frames(M, 1, 1), vector_fields(M, 1, 1), vector_fields(M, 1, 1))
def test_lie_derivatives_of_frames(frame, X, Y):
    """Those of the fields; of the dual coframe they are minus the transposed ones."""
    turned = lie(X, frame)
    for e, moved in zip(frame, turned, strict=True):
        assert check(moved == bracket(X, e))
        for theta in frame.coframe:
            assert check(lie(X, theta)(e) == -theta(moved))
    for both, one, other in zip(lie(X + Y, frame), turned, lie(Y, frame), strict=True):
        assert check(both == one + other)


def test_lie_derivatives_of_structures():
    """A rotation keeps the area and moves the frame; a dilation doubles the area."""
    P = Manifold("P", "x y")
    rotation, dilation = P.vector_field(x="-y", y="x"), P.vector_field(x="x", y="y")
    area = Symplectic(d(P["x"]) * d(P["y"]))
    (turned,), (stretched,) = lie(rotation, area), lie(dilation, area)
    assert check(turned == 0) and check(stretched == 2 * area.omega)
    assert not check(stretched == 0) and not check(stretched == area.omega)
    (shrunk,) = lie(dilation, area.poisson)
    assert check(shrunk == -2 * area.poisson.bivector) and not check(
        shrunk == 2 * area.poisson.bivector
    )
    moved = lie(rotation, Frame(P, P.frame))
    assert check((moved[0] == -P.frame[1]) & (moved[1] == P.frame[0]))
    assert not check(moved[0] == P.frame[1])
    quarter = AlmostComplex(P.vector_form(1, {"x": -d(P["y"]), "y": d(P["x"])}))
    assert check(lie(rotation, quarter)[0] == 0)
    assert not check(lie(P.vector_field(x="x"), quarter)[0] == 0)


def test_lie_derivatives_of_connections():
    """Along a complete lift X^c: zero for the flat connection if X is affine, else its Hessian."""
    TM = tangent(Manifold("L", "x y"))
    flat = NonlinearConnection.from_coefficients(TM, {})
    base = TM.base_space
    (kept,) = lie(TM.complete_lift(base.vector_field(x="y", y="x + 1")), flat)
    assert check(kept == 0)
    (moved,) = lie(TM.complete_lift(base.vector_field(x="y**2")), flat)
    expected = 2 * TM["ydot"] * d(TM["y"]).tensor(TM.frame[2])
    assert check(moved == expected) and not check(moved == -expected)


def test_what_has_no_lie_derivative():
    x, y, z = M.coordinates
    D, ideal, X = Distribution(M, M.frame[:2]), Ideal([d(z) - y * d(x)]), M.frame[0]
    for spanned in (D, ideal):
        with pytest.raises(NotSupported, match=r"has no Lie derivative: .* ask thing.is_symmetry"):
            lie(X, spanned)
    with pytest.raises(DegreeMismatch, match="Lie derivative of the frame along"):
        lie(M.identity, Frame(M, M.frame))
    with pytest.raises(SpaceMismatch):
        lie(N.frame[0], Frame(M, M.frame))
