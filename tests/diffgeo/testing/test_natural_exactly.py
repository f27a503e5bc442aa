"""Naturality for all changes of coordinates and all data at once."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from diffgeo import Manifold, Map, Tensor, bracket, check, d, lie, torsion
from diffgeo.bundles import tangent_map
from diffgeo.calculus import multivector, schouten
from diffgeo.errors import NameClash, NotSupported
from diffgeo.rings.exact import ExactRing
from diffgeo.testing import (
    forms,
    functions,
    linear_connections,
    metrics,
    multivectors,
    natural,
    projectors,
    vector_fields,
    vector_forms,
)
from diffgeo.testing.generic_data import UndefinedFunctions, elementary_changes, generic
from diffgeo.verdicts.verdict import Status

P = Manifold("P", "u v")
M = Manifold("M", "x y z")
LINE = Manifold("line", "s")


@pytest.mark.parametrize("space", [P, M], ids=str)
def test_elementary_changes_have_exact_inverses(space):
    changes = elementary_changes(space)
    assert len(changes) == space.dimension + 1
    for phi in changes:
        same = Map(space, space, {name: name for name in space.chart.coordinates})
        assert check(phi @ phi.inverse == same) and check(phi.inverse @ phi == same)
        assert not check(phi == same)


def test_they_generate_what_the_polynomial_fields_of_degree_two_need():
    """Shears have no divergence; conjugating one with the last change gives one that has."""
    *shears, last = elementary_changes(P)
    volume = d(P["u"]) * d(P["v"])
    assert all(check(phi.pull(volume) == volume) for phi in shears)
    along = last.pull(P.frame[0])
    divergence = lie(along, volume) == 0
    assert not check(divergence)
    # The field is (a + b u + c u²) ∂_u with c ≠ 0.
    rate = along(P["u"])
    X = P.frame[0]
    assert check(X(X(X(rate))) == 0) and not check(X(X(rate)) == 0)
    # Orientation is reversed once.
    assert check(last.pull(volume) == P.function("-2/(1 + 3*u)**2") * volume)


def test_a_line_has_changes_that_are_not_projective():
    with pytest.raises(NotSupported, match="has no parameters shift_ and bend_"):
        elementary_changes(LINE)
    copy = UndefinedFunctions(on_copies=True).space(LINE)
    for phi in elementary_changes(copy):
        same = Map(copy, copy, {"s": "s"})
        assert check(phi @ phi.inverse == same) and check(phi.inverse @ phi == same)
        assert not check(phi @ phi.inverse == Map(copy, copy, {"s": "2*s"}))
    for operation, data in ((d, functions(LINE)), (lie, vector_fields(LINE))):
        assert natural(operation, data, examples=5).status is Status.VERIFIED


def divergence(X):
    return X.space.frame[0](X(X.space.coordinates[0]))


def third_derivative(X):
    """Commutes with all projective changes: the operator of Bol on fields."""
    (D,), (x,), (name,) = X.space.frame, X.space.coordinates, X.space.chart.coordinates
    return Tensor.from_components(X.space, (0, 2), {(name, name): D(D(D(X(x))))})


@pytest.mark.parametrize("operation", [divergence, third_derivative])
@pytest.mark.parametrize("degree", [0, 2])
def test_impostors_on_a_line_are_refuted(operation, degree):
    verdict = natural(operation, vector_fields(LINE, degree), examples=10, shrink=False)
    assert verdict.status is Status.REFUTED, str(verdict)


def impostor(degree):
    """The identity on forms, but for those of one degree."""

    def operation(alpha):
        if alpha.degree == degree:
            for _ in range(5):
                alpha = lie(alpha.space.frame[0], alpha)
        return alpha

    return operation


@pytest.mark.parametrize("degree", [0, 1, 2])
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0)])
def test_all_kinds_of_data_are_generic(degree, order):
    """An impostor in one degree, of so high an order that random cases do not see it."""
    data = st.one_of(*(forms(P, p, 1, 1) for p in order))
    for examples in (1, 5):
        verdict = natural(impostor(degree), data, examples=examples)
        assert verdict.status in (Status.UNKNOWN, Status.REFUTED), str(verdict)
        honest = natural(lambda alpha: 2 * alpha, data, examples=examples)
        assert honest.status is Status.VERIFIED
        assert {"functions", "1-forms", "2-forms"} == set(honest.scope[7:].split(", or "))


def test_a_verdict_claims_no_more_than_the_kinds_that_were_drawn():
    # What a strategy may give beyond its branches is not known.
    hidden = st.integers(0, 9).flatmap(lambda k: forms(P, 2 if k == 9 else 0, 1, 1))
    verdict = natural(impostor(2), hidden, examples=1)
    assert verdict.status is Status.VERIFIED and verdict.scope == "P, for functions"
    lists = st.lists(functions(P, 1, 1), min_size=1, max_size=2)
    verdict = natural(lambda given: sum(given[1:], given[0]), lists, examples=10)
    assert verdict.scope == "P, for (functions), or (functions, functions)"
    two = st.one_of(functions(P, 1, 1), functions(LINE, 1, 1))
    verdict = natural(lambda f: slow(f) if f.space.dimension == 1 else f, two, examples=3)
    assert verdict.status is not Status.VERIFIED


@pytest.mark.parametrize(
    ("operation", "data"),
    [
        (d, [forms(M, 1)]),
        (torsion, [vector_forms(M, 1)]),
        (bracket, [vector_fields(M), vector_fields(M)]),
        (schouten, [multivectors(P, 2), multivectors(P, 1)]),
        (lambda g: g.connection.ricci, [metrics(P)]),
        (lambda c: (c.torsion, c.curvature), [linear_connections(P)]),
        (lambda D: D, [vector_forms(P, 1).map(lie)]),
        (lambda X, Y: multivector(X, Y), [vector_fields(P), vector_fields(P)]),
    ],
)
def test_constructions_are_verified_for_all_data(operation, data):
    verdict = natural(operation, *data, examples=2, exactly=True)
    assert verdict.status is Status.VERIFIED, str(verdict)
    assert "all data" in verdict.evidence and "2 random changes" in verdict.evidence


def test_lifts_join():
    from diffgeo import tangent

    def lift(X):
        return tangent(X.space).complete_lift(X)

    verdict = natural(lift, vector_fields(P), lifts=[tangent_map], examples=2)
    assert verdict.status is Status.VERIFIED
    TP = tangent(P)
    spoiled = natural(
        lambda X: TP.complete_lift(X) - TP.vertical_lift(X(P["u"]) * P.frame[0]),
        vector_fields(P),
        lifts=[tangent_map],
        examples=20,
    )
    assert spoiled.status is Status.REFUTED


def slow(f):
    """A derivative of high order, which all random cases of low degree survive."""
    for _ in range(7):
        f = f.space.frame[0](f)
    return f


def test_what_random_cases_miss_is_not_believed():
    assert natural(slow, functions(P, 1, 1), examples=3, exactly=False).status is Status.PROBED
    verdict = natural(slow, functions(P, 1, 1), examples=3)
    assert verdict.status is Status.UNKNOWN
    assert "with other components it fails" in verdict.reason


def test_what_is_about_one_space_is_asked_on_that_space():
    """Where the operation does not take its space from the data there is no copy."""
    own = Manifold("own", "x y")

    def same(X):
        return own.identity(X)

    assert natural(same, vector_fields(own), examples=2).status is Status.PROBED
    assert natural(same, vector_fields(own), examples=2, exactly=True).status is Status.VERIFIED

    def along_x(X):
        return own.frame[0] * X(own["x"])

    assert not natural(along_x, vector_fields(own), examples=20, shrink=False)


def test_what_generic_data_miss_is_refuted_by_random_cases():
    """A distinction of cases: undefined functions are in none of the special ones."""

    def special(X):
        return 1 if check(P.frame[0] == X, counterexample=False) else 2

    verdict = natural(special, st.just(P.frame[0]), examples=10)
    assert verdict.status is Status.REFUTED


def test_data_of_a_special_kind_are_probed():
    verdict = natural(torsion, projectors(M, 1), examples=2, exactly=True)
    assert verdict.status is Status.VERIFIED  # of all (1,1) tensors
    from diffgeo import AlmostProduct

    verdict = natural(
        lambda Q: AlmostProduct(Q).image.rank, projectors(M, 1), examples=2, exactly=True
    )
    assert verdict.status is Status.PROBED
    assert "not for all of them at once" in verdict.evidence and "P@P = P" in verdict.evidence


def test_large_data_are_left_to_random_cases():
    assert natural(torsion, vector_forms(M, 1), examples=2).status is Status.PROBED
    many = vector_forms(P, 1)
    verdict = natural(lambda *given: list(map(torsion, given)), *[many] * 5, examples=1)
    assert verdict.status is Status.PROBED


def test_generic_things_are_of_the_same_kind():
    functions_of = UndefinedFunctions()
    K = generic(P.identity, functions_of)
    assert functions_of.used == 4 and K.degree == 1 and not check(P.identity == K)
    with pytest.raises(NotSupported, match="Map is no tensor"):
        generic(Map(P, P, {"u": "u", "v": "v"}), functions_of)
    # They are known where maps go, and names that are taken are refused.
    again = Map(M, P, {"u": "x", "v": "y*z"}).pull(K.transpose(d(P["u"])))
    assert "a2_1_(x, y*z)" in str(again)


def test_declared_names_stay_what_they_are():
    ring = ExactRing(["x"], functions={"f": 1})
    ring.declare("g", 1)
    ring.declare("g", 1)
    for name, arity in (("g", 2), ("f", 1), ("x", 1)):
        with pytest.raises(NameClash, match="declared already"):
            ring.declare(name, arity)
