"""Random data of every kind: they exist on every space, and shrink to small integers."""

from __future__ import annotations

import re
from functools import partial

import pytest
from depth import simplest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import (
    FibredManifold,
    Manifold,
    Map,
    bracket,
    check,
    d,
    identity_map,
    interior,
    jet,
    lie,
    product,
    sphere,
    tangent,
    testing,
)
from diffgeo.atlases import cylinder, plane
from diffgeo.errors import SpaceMismatch
from diffgeo.subsets.level_sets import level_set
from diffgeo.testing import (
    almost_complex_structures,
    automorphisms,
    coframes,
    contact_forms,
    cosymplectic_structures,
    diffeomorphisms,
    distributions,
    ehresmann_connections,
    fibre_metrics,
    fibred_automorphisms,
    fibred_diffeomorphisms,
    fibred_maps,
    forms,
    frames,
    functions,
    linear_connections,
    maps,
    metrics,
    multivectors,
    nonlinear_connections,
    poisson_structures,
    projectable_fields,
    projectors,
    rationals,
    second_order_fields,
    sections,
    semisprays,
    smooth_level_sets,
    sprays,
    symplectic_structures,
    tangent_fields,
    tensors,
    vector_fields,
    vector_forms,
    vertical_fields,
)

_find = partial(simplest, examples=1000)
M = Manifold("M", "x y z")
Q = Manifold("Q", "x y")
TQ = tangent(Q)
E = FibredManifold("E", time="t", coordinates="x y")
J = jet(E, 1)
F = FibredManifold("F", base=Q, coordinates="u")
PRODUCT = product(M, Manifold("A", "u v"))
SPHERE = level_set(M, "x**2 + y**2 + z**2 - 1")


def differs_from(thing):
    return lambda found: not check(found == thing, counterexample=False)


def moves(space):
    return differs_from(identity_map(space))


def is_curved(connection):
    return differs_from(0)(connection.curvature)


def is_not_zero(thing):
    return differs_from(0)(thing)


#: What is looked for, and how many letters the smallest case has at most.
SMALLEST = {
    "rationals": (rationals(), lambda q: q > 1, 1),
    "functions": (functions(M), is_not_zero, 1),
    "forms": (forms(M, 2), is_not_zero, 5),
    "vector_fields": (vector_fields(M), is_not_zero, 3),
    "vector_forms": (vector_forms(M, 1), is_not_zero, 6),
    "multivectors": (multivectors(M, 2), is_not_zero, 7),
    "tensors": (tensors(M, (1, 2)), is_not_zero, 9),
    "maps": (maps(M, Q), lambda f: is_not_zero(f.image(0)), 40),
    "automorphisms": (automorphisms(M), moves(M), 45),
    "diffeomorphisms": (diffeomorphisms(M), moves(M), 60),
    "fibred_automorphisms": (fibred_automorphisms(F), moves(F), 45),
    "fibred_diffeomorphisms": (fibred_diffeomorphisms(F), moves(F), 60),
    "fibred_maps": (fibred_maps(E, F), lambda f: is_not_zero(f.image(2)), 45),
    "projectable_fields": (projectable_fields(F), is_not_zero, 3),
    "vertical_fields": (vertical_fields(F), is_not_zero, 3),
    "sections": (sections(F), lambda s: is_not_zero(s.image(2)), 45),
    "coframes": (coframes(M), lambda c: is_not_zero(c[0] - d(M["x"])), 60),
    "metrics": (metrics(M), lambda g: is_not_zero(g.connection.curvature), 60),
    "linear_connections": (linear_connections(M), lambda c: is_not_zero(c.torsion), 18),
    "frames": (frames(Q), lambda f: not f.is_holonomic(), 60),
    "semisprays": (semisprays(TQ), differs_from(TQ.semispray()), 40),
    "sprays": (sprays(TQ), differs_from(TQ.semispray()), 45),
    "second_order_fields": (second_order_fields(J), differs_from(J.second_order_field()), 45),
    "projectors": (projectors(Q, 1), differs_from(d(Q["x"]).tensor(Q.frame[0])), 25),
    "ehresmann_connections": (ehresmann_connections(F), is_curved, 60),
    "nonlinear_connections": (
        nonlinear_connections(TQ),
        lambda c: is_not_zero(c.weak_torsion),
        80,
    ),
    "fibre_metrics": (fibre_metrics(TQ), lambda g: ("x", "y") in g.components, 60),
    "distributions": (distributions(M), lambda D: not D.is_involutive(), 50),
    "symplectic_structures": (
        symplectic_structures(TQ),
        lambda s: len(s.omega.components) > 2,
        80,
    ),
    "cosymplectic_structures": (
        cosymplectic_structures(M),
        lambda s: len(s.eta.components) > 1,
        80,
    ),
    "contact_forms": (contact_forms(M), lambda s: len(s.eta.components) > 2, 80),
    "poisson_structures": (poisson_structures(M), lambda p: len(p.bivector.components) > 1, 80),
    "almost_complex_structures": (
        almost_complex_structures(TQ),
        lambda s: not s.is_integrable(),
        140,
    ),
    "smooth_level_sets": (smooth_level_sets(M), lambda s: len(s.conormal[0].components) > 1, 20),
    "tangent_fields": (tangent_fields(SPHERE), is_not_zero, 40),
}


@pytest.mark.parametrize("name", SMALLEST)
def test_random_data_shrink_to_small_integers(name):
    strategy, condition, size = SMALLEST[name]
    found = _find(strategy, condition)
    text = _text(found)
    assert len(text) <= size, f"{len(text)} letters: {text}"
    assert all(int(n) <= 2 for n in re.findall(r"\d+", text)), text


def test_every_strategy_is_looked_at():
    tools = {"NaturalityCounterexample", "Tally", "WrongAnswer", "checking_answers", "natural"}
    assert set(testing.__all__) - tools == {"undefined", *SMALLEST}


@pytest.mark.parametrize("space", [TQ, J, E, PRODUCT, jet(F, 2)], ids=str)
@pytest.mark.parametrize(
    "strategy",
    [
        functions,
        vector_fields,
        lambda space: forms(space, 2),
        lambda space: vector_forms(space, 1),
        lambda space: multivectors(space, 2),
        lambda space: tensors(space, (1, 1)),
        automorphisms,
        diffeomorphisms,
        metrics,
        linear_connections,
        lambda space: projectors(space, 2),
        distributions,
    ],
)
def test_there_are_random_data_on_every_space(space, strategy):
    found = _find(strategy(space))
    assert (found.target if isinstance(found, Map) else found.space) is space


S2, POLAR = sphere(2, ("p", "q")), plane()
WITHOUT_CHART = [SPHERE, S2, POLAR, cylinder()]
ON_ALL = {
    "functions": lambda space: functions(space, 1, 1),
    "forms": lambda space: forms(space, 1, 1, 1),
    "vector_fields": lambda space: vector_fields(space, 1, 1),
    "vector_forms": lambda space: vector_forms(space, 1, 1, 1),
    "multivectors": lambda space: multivectors(space, 2, 1, 1),
}


@pytest.mark.parametrize("space", WITHOUT_CHART, ids=str)
@pytest.mark.parametrize("kind", ON_ALL)
def test_forms_and_fields_on_spaces_without_a_chart(space, kind):
    found = _find(ON_ALL[kind](space), is_not_zero)
    assert found.space is space
    text = found.summary(200)
    # What is tangent to a level set has the slopes of its equation as factors, here 2x, 2y, 2z.
    largest = 4 if space is SPHERE else 2
    assert len(text) <= 120 and all(int(n) <= largest for n in re.findall(r"\d+", text)), text


@pytest.mark.parametrize("space", WITHOUT_CHART[1:], ids=str)
def test_tensors_on_atlases(space):
    found = _find(tensors(space, (0, 2), 1, 1), is_not_zero)
    assert found.space is space and len(found.summary(200)) <= 20


@pytest.mark.parametrize("space", [S2, SPHERE], ids=str)
def test_identities_on_spaces_without_a_chart(space):
    """Data on an atlas come from different charts; on a level set they are tangent to it."""
    fields = vector_fields(space, 1, 1)

    @given(fields, fields, forms(space, 1, 1, 1), vector_forms(space, 1, 1, 1))
    @settings(max_examples=5)
    def holds(X, Y, alpha, K):
        assert check(lie(X, alpha) == interior(X, d(alpha)) + d(interior(X, alpha)))
        assert check(bracket(X, Y) == -bracket(Y, X))
        assert check(d(alpha)(X, Y) == lie(X, alpha(Y)) - lie(Y, alpha(X)) - alpha(bracket(X, Y)))
        assert check(interior(K, alpha)(X) == alpha(K(X)))

    holds()
    wrong = st.tuples(fields, forms(space, 1, 1, 1)).filter(
        lambda pair: (
            not check(
                lie(*pair) == interior(pair[0], d(pair[1])) - d(interior(*pair)),
                counterexample=False,
            )
        )
    )
    assert _find(wrong)


def test_random_data_are_given_in_charts_of_functions():
    """A polar angle is no function on the plane; where it is asked for, its chart is taken."""
    assert _charts_of(POLAR) == {"cartesian"}
    assert _charts_of(S2) == {"north", "south"}
    asked = _find(functions(POLAR, names=["r"]), is_not_zero)
    assert asked.charts[0].name == "polar"


@pytest.mark.parametrize("strategy", [frames, distributions, lambda space: maps(Q, space)])
def test_what_needs_a_manifold_says_so(strategy):
    with pytest.raises(SpaceMismatch, match=r"has no chart; N\.graph"):
        _find(strategy(SPHERE))


def test_smooth_changes_are_curved_and_stretch():
    phi = _find(diffeomorphisms(Q))
    volume = d(Q["x"]) * d(Q["y"])
    assert len(phi.pull(volume).components) == 1
    assert not check(phi.pull(volume) == volume, counterexample=False)
    line = Manifold("line", "s")
    assert _find(diffeomorphisms(line)).inverse is not None


def _charts_of(atlas):
    """The charts in which random functions are given."""
    charts = set()

    @given(functions(atlas))
    @settings(max_examples=30, derandomize=True, database=None)
    def draw(f):
        charts.add(f.charts[0].name)

    draw()
    return charts


def _text(thing):
    if isinstance(thing, Map):
        return ", ".join(f"{n} = {f.summary()}" for n, f in thing.images.items())
    if isinstance(thing, tuple):
        return ", ".join(map(str, thing))
    return thing.summary(200) if hasattr(thing, "summary") else str(thing)
