"""Random metrics, connections, maps, … on atlases and on level sets: valid and simple."""

from __future__ import annotations

import re

import pytest
from depth import simplest
from hypothesis import HealthCheck, given, settings

from diffgeo import (
    Atlas,
    Manifold,
    Map,
    bracket,
    check,
    cotangent,
    d,
    identity_map,
    interior,
    jet,
    level_set,
    product,
    sphere,
    tangent,
)
from diffgeo.atlases import AtlasMap, plane, projective_space, torus
from diffgeo.errors import NotSupported, SpaceMismatch
from diffgeo.testing import (
    almost_complex_structures,
    automorphisms,
    coframes,
    diffeomorphisms,
    distributions,
    ehresmann_connections,
    fibre_metrics,
    fibred_automorphisms,
    fibred_maps,
    forms,
    frames,
    functions,
    linear_connections,
    maps,
    metrics,
    natural,
    nonlinear_connections,
    poisson_structures,
    projectable_fields,
    projectors,
    second_order_fields,
    sections,
    semisprays,
    sprays,
    symplectic_structures,
    tensors,
    vector_fields,
    vertical_fields,
)
from diffgeo.verdicts.verdict import Status

S2, PLANE, RP2, TORUS = sphere(2), plane(), projective_space(2), torus()
TS, PS = tangent(S2), cotangent(S2)
MOTION = product(Manifold("R", "t"), S2)
OVER_TIME = MOTION.fibration(0)
JETS = jet(OVER_TIME, 1)
M = Manifold("M", "x y z")
SPHERE = level_set(M, "x**2 + y**2 + z**2 - 1", name="S")
GRAPH = level_set(M, "z - x*y", name="G")
HYPERBOLOID = level_set(M, "x*y - z**2 - 1", name="H")
LEVEL_SETS = [SPHERE, GRAPH, HYPERBOLOID]


def fails(*identities):
    return check(list(identities), counterexample=False).status is Status.REFUTED


def is_simple(thing, largest=2):
    """Whether its text is short, and all numbers in it are small."""
    text = thing.summary(300)
    # Digits in names (u1) are no numbers.
    return len(text) <= 180 and all(int(n) <= largest for n in re.findall(r"(?<!\w)\d+", text))


#: A strategy, what fails for the simplest ones, and the largest number in the simplest other one.
ON_ATLASES = {
    "metrics": (lambda: metrics(S2), lambda g: fails(g.connection.curvature == 0), 2),
    "metrics of the plane": (lambda: metrics(PLANE), lambda g: fails(g.connection.ricci == 0), 2),
    "linear connections": (
        lambda: linear_connections(S2),
        lambda D: fails(D.torsion == 0) and fails(D.curvature == 0),
        2,
    ),
    "frames": (lambda: frames(S2), lambda e: not e.is_holonomic(), 2),
    "distributions": (
        lambda: distributions(MOTION),
        lambda D: D.rank == 2 and not D.is_involutive(),
        2,
    ),
    "projectors": (
        lambda: projectors(MOTION, 1),
        lambda P: fails(bracket(P, P) == 0),
        2,
    ),
    "semisprays": (lambda: semisprays(TS), lambda S: not TS.is_spray(S), 2),
    "sprays": (lambda: sprays(TS), lambda S: fails(TS.field(TS.charts[0].semispray()) == S), 2),
    "nonlinear connections": (
        lambda: nonlinear_connections(TS),
        lambda N: fails(N.weak_torsion == 0),
        2,
    ),
    "fibre metrics": (lambda: fibre_metrics(TS), lambda g: fails(g == 0), 2),
    "second-order fields": (
        lambda: second_order_fields(JETS),
        lambda X: fails(JETS.field(JETS.charts[0].second_order_field()) == X),
        2,
    ),
    "Ehresmann connections": (
        lambda: ehresmann_connections(TS, 1, 1),
        lambda h: not h.is_flat(),
        2,
    ),
    "vertical fields": (
        lambda: vertical_fields(OVER_TIME),
        lambda X: fails(X == 0),
        2,
    ),
    "projectable fields": (
        lambda: projectable_fields(OVER_TIME),
        lambda X: fails(X(time()) == 0),
        2,
    ),
    "symplectic structures": (
        lambda: symplectic_structures(S2),
        lambda w: fails(w.tensors[0] == 0),
        2,
    ),
    "Poisson structures": (
        lambda: poisson_structures(S2),
        lambda P: fails(P.tensors[0] == 0),
        2,
    ),
    "almost complex structures": (
        lambda: almost_complex_structures(S2),
        lambda J: fails(*(J.tensor == S2.field(_turned(c)) for c in S2.charts[:1])),
        2,
    ),
}


def time():
    return MOTION.projections[0].pull(MOTION.factors[0].charts[0]["t"])


def _turned(chart):
    (u, v), (U, V) = chart.coordinates, chart.frame
    return d(u).tensor(V) - d(v).tensor(U)


@pytest.mark.parametrize("name", ON_ATLASES)
def test_objects_on_atlases(name):
    """They live there, exist in every chart, and the simplest one that is not trivial is simple."""
    make, condition, largest = ON_ATLASES[name]
    found = simplest(make(), condition)
    assert isinstance(found.space, Atlas) and len(found.charts) == 1
    (home,) = found.charts
    for chart in found.space.charts:
        assert found.on(chart).space is chart
    assert is_simple(found.on(home), largest), found.summary(300)


def test_what_they_are():
    """Axioms on the atlas: S is a semispray, a projector a projector, a coframe a basis."""

    @given(semisprays(TS, 1, 1), sprays(TS), projectors(S2, 1), coframes(S2))
    @settings(max_examples=5)
    def holds(S, spray, P, coframe):
        assert TS.is_semispray(S) and TS.is_spray(spray)
        assert check(P @ P == P) and fails(P == 0)
        assert fails(coframe[0] * coframe[1] == 0)

    holds()
    X = simplest(second_order_fields(JETS))
    assert JETS.is_second_order(X)
    V = simplest(vertical_fields(OVER_TIME), lambda X: fails(X == 0))
    assert check(V(time()) == 0)


# --- maps ----------------------------------------------------------------------------------


@pytest.mark.parametrize("space", [S2, PLANE, RP2, TORUS, TS, PS, MOTION], ids=str)
def test_automorphisms_of_atlases(space):
    """With exact inverse, and not only the identity; what one chart defines is known in all."""
    found = simplest(automorphisms(space, 1, 1, 1), lambda phi: fails(phi == identity_map(space)))
    assert isinstance(found, AtlasMap)
    assert check(found.inverse @ found == identity_map(space))
    assert check(found @ found.inverse == identity_map(space))
    assert is_simple(found, 2), found.summary(300)
    chart = space.charts[0]
    X = space.field(chart.frame[0])
    assert check(found.inverse.pull(found.pull(X)) == X)
    found = simplest(automorphisms(space, 1, 1, 1))
    assert check(found == identity_map(space))


def test_rotations_are_isometries():
    around = "4/(1 + u1**2 + u2**2)**2"
    north = S2.charts[0]
    area = S2.field(north.form(2, {("u1", "u2"): around}))

    @given(automorphisms(S2, steps=1), vector_fields(S2, 1, 1), forms(S2, 1, 1, 1))
    @settings(max_examples=6)
    def holds(phi, X, alpha):
        assert check(phi.pull(area) == area)
        assert not check(phi.pull(area) == -area)
        assert check(phi.pull(interior(X, alpha)) == interior(phi.pull(X), phi.pull(alpha)))

    holds()
    assert isinstance(simplest(diffeomorphisms(S2)), AtlasMap)


def test_atlases_without_known_automorphisms():
    a, b = Manifold("a", "s"), Manifold("b", "r")
    line = Atlas("unknown", [Map(a, b, {"r": "1/s"}, inverse={"s": "1/r"})])
    with pytest.raises(NotSupported, match="no automorphisms of unknown are known"):
        simplest(automorphisms(line))
    with pytest.raises(NotSupported, match="no coordinates stay fixed on S2"):
        automorphisms(S2, fixed=["u1"])


@pytest.mark.parametrize(
    ("source", "target"), [(S2, PLANE), (S2, M), (PLANE, S2)], ids=["S2, R2", "S2, M", "R2, S2"]
)
def test_maps_between_atlases(source, target):
    """They pull functions back to functions that are not constant."""
    found = simplest(
        maps(source, target, 1, 1), lambda f: any(map(_moves, f.local[0].images.values()))
    )
    assert found.source is source and is_simple(found)
    assert found.target is target or found.target.charts == (target,)
    chart = found.local[0].target
    assert found.pull(found.target.field(chart.coordinates[0])).space is source


def test_maps_to_and_from():
    assert simplest(maps(M, S2, 1, 1)).target in S2.charts
    assert simplest(maps(SPHERE, S2, 1, 1)).source is M
    with pytest.raises(SpaceMismatch, match="has no chart"):
        maps(M, SPHERE)


def _moves(f):
    return fails(d(f) == 0)


# --- level sets ------------------------------------------------------------------------------


@pytest.mark.parametrize("N", LEVEL_SETS, ids=lambda N: N.name)
def test_objects_on_level_sets(N):
    flat = simplest(metrics(N))
    curved = simplest(metrics(N), lambda g: fails(g == flat))
    assert curved.space is N and is_simple(curved)
    D = simplest(linear_connections(N), lambda D: fails(flat.connection == D))
    X, Y = (N.restrict(X) for X in _tangents(N)[:2])
    assert is_simple(D) and N.is_tangent(D(X, Y).representative)
    assert check(D(X, 2 * Y) == 2 * D(X, Y))
    assert is_simple(flat) and check(flat(X, Y) == flat(Y, X))


@pytest.mark.parametrize("N", LEVEL_SETS, ids=lambda N: N.name)
def test_projectors_on_level_sets(N):
    """P² = P on N, tangent to N, of every rank; of rank 1 neither 0 nor the identity."""
    for rank in range(3):

        @given(projectors(N, rank, 1, 1))
        @settings(max_examples=3, suppress_health_check=list(HealthCheck))
        def holds(P):
            assert check(P @ P == P) and N.is_tangent(P.representative)

        holds()
    P = simplest(projectors(N, 1))
    assert fails(P == 0) and fails(N.restrict(M.identity) == P)
    other = simplest(projectors(N, 1), lambda Q: fails(Q == P))
    assert len(other.summary(400)) < 300


@pytest.mark.parametrize("kind", [(0, 2), (1, 1)], ids=str)
def test_tensors_on_level_sets(kind):
    N = GRAPH
    found = simplest(tensors(N, kind, 1, 1), lambda T: fails(T == 0))
    assert found.space is N and found.degree == 2
    # What is tangent to N has the slopes of its equation as factors.
    assert is_simple(found, 4), found.summary(300)
    upper = simplest(tensors(N, (2, 0), 1, 1))
    assert upper.degree == 2 and N.is_tangent(upper.representative)


@pytest.mark.parametrize("N", LEVEL_SETS, ids=lambda N: N.name)
def test_semisprays_on_level_sets(N):
    TN = tangent(N)
    bundle = TN.space
    J, C = TN.restrict(bundle.vertical_endomorphism), TN.restrict(bundle.liouville_field)
    for strategy in (semisprays(TN, 1, 1), sprays(TN)):
        S = simplest(strategy)
        assert check(J(S) == C) and TN.is_tangent(S.representative)
        other = simplest(strategy, lambda R, S=S: fails(R == S))
        assert check(J(other) == C)
    assert check(bracket(C, other) == other)


@pytest.mark.parametrize("N", LEVEL_SETS, ids=lambda N: N.name)
def test_automorphisms_of_level_sets(N):
    """They keep the equations, have exact inverses and carry what lives on N to N."""
    phi = simplest(automorphisms(N, 1, 1, 1), lambda phi: fails(phi == identity_map(M)))
    assert check(phi.inverse @ phi == identity_map(M)) and N.pulled_back(phi) is N
    assert all(check(phi.pull(e) == e) for e in N.equations)
    assert len(phi.summary(300)) < 120
    assert all(phi.pull(N.restrict(X)).space is N for X in _tangents(N))
    moved = [phi.pull(N.restrict(f)) == N.restrict(f) for f in M.coordinates]
    assert fails(*moved)


def test_level_sets_without_known_automorphisms():
    cubic = level_set(M, "x**3 + y**3 + z**3 - 1", name="cubic")
    with pytest.raises(NotSupported, match="no automorphisms of cubic are known"):
        simplest(automorphisms(cubic))


@pytest.mark.parametrize(
    "strategy", [frames, distributions, symplectic_structures, nonlinear_connections]
)
def test_what_is_refused_on_level_sets(strategy):
    with pytest.raises(SpaceMismatch, match=r"cannot make random .* has no chart; N\.graph"):
        simplest(strategy(SPHERE))


@pytest.mark.parametrize(
    "strategy", [sections, fibred_automorphisms, lambda pi: fibred_maps(pi, pi)]
)
def test_what_is_refused_on_fibrations_of_atlases(strategy):
    with pytest.raises(SpaceMismatch, match="is no fibration of one chart"):
        simplest(strategy(OVER_TIME))


def test_natural_on_spaces_without_a_chart():
    """The group is that of their automorphisms; what reads a chart is refuted."""
    quick = dict(examples=6, shrink=False, exactly=False)
    verdict = natural(lambda g: g.connection.ricci, metrics(S2), **quick)
    assert verdict.status is Status.PROBED
    home = S2.charts[0]
    slope = natural(lambda f: S2.field(f.on(home).partial(0)), functions(S2), **quick)
    assert slope.status is Status.REFUTED
    on_sphere = natural(
        lambda g, X: g.connection(X, X), metrics(SPHERE), vector_fields(SPHERE), **quick
    )
    assert on_sphere.status is Status.PROBED
    spoiled = natural(
        lambda X: SPHERE.restrict(X.representative(M["z"])), vector_fields(SPHERE), **quick
    )
    assert spoiled.status is Status.REFUTED


def test_semisprays_live_on_tangent_bundles():
    for space in (S2, M):
        with pytest.raises(SpaceMismatch, match="is no tangent bundle: use tangent"):
            simplest(semisprays(space))
    with pytest.raises(SpaceMismatch, match="is not made by tangent"):
        simplest(semisprays(SPHERE))
    assert simplest(functions(SPHERE)).space is SPHERE


def _tangents(N):
    """Fields tangent to N: P.insert(dφ) of products of coordinate fields."""
    (phi,) = N.equations
    X, Y, Z = M.frame
    return [X(phi) * Y - Y(phi) * X, Y(phi) * Z - Z(phi) * Y]
