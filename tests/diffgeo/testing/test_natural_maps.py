"""Maps, what lives along them and what lives on submanifolds, under changes of coordinates."""

from __future__ import annotations

import pytest

from diffgeo import FibredManifold, Manifold, Map, check, d, identity_map, jet, level_set
from diffgeo.bundles import tangent_map
from diffgeo.errors import SpaceMismatch
from diffgeo.structures import Ideal, tensor_product
from diffgeo.testing import (
    automorphisms,
    diffeomorphisms,
    fibred_automorphisms,
    fibred_diffeomorphisms,
    functions,
    maps,
    natural,
    vector_fields,
)
from diffgeo.testing.naturality import pull_back
from diffgeo.verdicts.verdict import Status

M = Manifold("M", "x y", parameters="m")
N = Manifold("N", "u v", parameters="m")
f = Map(M, N, {"u": "x*y", "v": "x/y", "m": "2*m"})
phi = Map(M, M, {"x": "x + y**2", "y": "y"}, inverse={"x": "x - y**2", "y": "y"})
psi = Map(N, N, {"u": "u", "v": "v + u"}, inverse={"u": "u", "v": "v - u"})


def test_a_map_is_changed_at_both_ends():
    assert check(pull_back([phi, psi], f) == psi.inverse @ f @ phi)
    assert check(pull_back([phi], f) == f @ phi)
    assert check(pull_back([psi], f) == psi.inverse @ f)
    assert check(pull_back([phi], identity_map(M)) == identity_map(M))
    with pytest.raises(SpaceMismatch, match="no change of coordinates of M is given"):
        pull_back([identity_map(Manifold("K", "s"))], f)
    with pytest.raises(SpaceMismatch, match="has no known inverse"):
        pull_back([Map(N, N, {"u": "u**3", "v": "v"})], f)


def test_a_field_along_a_map_is_changed_with_it():
    X = M.vector_field(x="y", y="x")
    moved = pull_back([phi, psi], f.tangent(X))
    # Tψ⁻¹∘Tf∘X∘φ is the tangent of the changed map on the changed field.
    assert check(moved == (psi.inverse @ f @ phi).tangent(phi.pull(X)))
    assert not check(moved == (psi.inverse @ f @ phi).tangent(X))


def test_what_lives_on_a_level_set_changes_with_the_space_around():
    circle = level_set(M, "x**2 + y**2 - 1")
    moved = pull_back([phi], circle.restrict(d(M["x"])))
    assert check(moved == phi.pull(circle).restrict(d(phi.pull(M["x"]))))


def test_operations_with_maps():
    assert natural(lambda a, b: a @ b, maps(M, M, 1, 1), maps(M, M, 1, 1), under=automorphisms(M))
    assert not natural(
        lambda a: Map(M, M, {"x": a.image(1), "y": a.image(0), "m": "m"}),
        maps(M, M, 1, 1),
        under=automorphisms(M),
        shrink=False,
    )


def test_only_changes_of_volume_refute_the_divergence_of_components():
    def divergence(X):
        return sum((e(X(x)) for x, e in zip(M.coordinates, M.frame, strict=True)), start=0)

    polynomial = natural(divergence, vector_fields(M), under=automorphisms(M), examples=60)
    assert polynomial.status is Status.PROBED  # the determinant of the slopes is a number
    rational = natural(divergence, vector_fields(M), under=diffeomorphisms(M), examples=60)
    assert rational.status is Status.REFUTED


def test_the_first_case_without_a_search_for_a_smaller_one():
    verdict = natural(lambda g: d(g)(M.frame[0]), functions(M), shrink=False, examples=60)
    assert verdict.status is Status.REFUTED


def test_a_map_shows_what_it_is_made_of():
    assert list(f.images) == ["u", "v", "m"]
    assert check(f.parameter_images["m"] == 2 * M["m"])
    assert not check(f.parameter_images["m"] == M["m"])
    assert f.parameter_images.keys() == {"m"}
    assert [str(c) for c in f.conditions] == ["y != 0"]
    concrete = Map(M, Manifold("K", "s", functions="g(s)"), {"s": "x"}, functions={"g(s)": "s**2"})
    assert concrete.functions == {"g(s)": "s**2"}
    f.images.clear()
    assert len(f.images) == 3
    assert tangent_map(phi).inverse is not None


def test_ideals_are_equal_if_each_lies_in_the_other():
    S = Manifold("S", "x y z")
    x, y, z = S.coordinates
    theta, area = d(z) - y * d(x), d(x) * d(y)
    assert check(Ideal([theta]) == Ideal([x * theta]))
    assert check(Ideal([theta, area]) == Ideal([2 * theta, area + theta * d(y)]))
    assert check(Ideal([], S) == Ideal([], S))
    for other in ([d(z)], [theta, area], [theta, d(x)]):
        assert not check(Ideal([theta]) == Ideal(other))
        assert not check(Ideal(other) == Ideal([theta]))
    with pytest.raises(SpaceMismatch, match="cannot compare"):
        _ = Ideal([theta]) == Ideal([d(M["x"])])


@pytest.mark.parametrize("lifted", [False, True])
def test_only_changes_of_time_that_are_not_affine_refute_second_derivatives_by_time(lifted):
    E = FibredManifold("E", base=Manifold("B", "t"), coordinates="q r")
    J = jet(E, 1)
    to_base, lifts = (
        (J.source_projection, [J.prolong_fibred, E.base_map])
        if lifted
        else (E.projection, [E.base_map])
    )

    def acceleration(f):
        second = E.base.frame[0](E.base.frame[0](f))
        dt = to_base.pull(d(E.base["t"]))
        return to_base.pull(second) * tensor_product(dt, dt)

    given = functions(E.base)
    affine = natural(acceleration, given, under=fibred_automorphisms(E), lifts=lifts)
    assert affine.status is Status.PROBED
    for fixed in ((), ("q", "r")):
        changes = fibred_diffeomorphisms(E, fixed=fixed)
        assert natural(acceleration, given, under=changes, lifts=lifts).status is Status.REFUTED
        assert natural(lambda f: d(f), given, under=changes, lifts=lifts, examples=5)
