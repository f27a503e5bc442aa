"""`natural` confirms coordinate-free constructions and refutes those that use coordinates."""

from __future__ import annotations

import io
from contextlib import redirect_stdout

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from diffgeo import (
    Distribution,
    FibredManifold,
    Manifold,
    bracket,
    check,
    d,
    interior,
    jet,
    lie,
    torsion,
)
from diffgeo.calculus import schouten
from diffgeo.errors import AxiomViolation, DiffGeoError, SpaceMismatch, Undecided
from diffgeo.structures import Ideal
from diffgeo.testing import (
    automorphisms,
    forms,
    functions,
    maps,
    multivectors,
    natural,
    vector_fields,
    vector_forms,
)
from diffgeo.verdicts.verdict import Status

M = Manifold("M", "x y z")
N = Manifold("N", "u v")
E = FibredManifold("E", time="t", coordinates="x y")
J = jet(E, 1)


@pytest.mark.parametrize(
    ("operation", "data"),
    [
        (d, [forms(M, 1)]),
        (interior, [vector_forms(M, 1), forms(M, 2)]),
        (lie, [vector_forms(M, 1), forms(M, 1)]),
        (bracket, [vector_forms(M, 1), vector_forms(M, 1)]),
        (schouten, [multivectors(M, 2), multivectors(M, 2)]),
        (torsion, [vector_forms(M, 1)]),
        (lambda X, Y: Distribution(M, [X, Y]).derived(), [vector_fields(M), vector_fields(M)]),
        (lambda X, Y: Distribution(M, [X, Y]).rank, [vector_fields(M), vector_fields(M)]),
        (lambda alpha: Ideal([alpha], M).is_differential(), [forms(M, 1)]),
        (
            lambda X, f: {"slope": X(f), "statement": d(f)(X) == X(f)},
            [vector_fields(M), functions(M)],
        ),
    ],
)
def test_coordinate_free_operations_pass(operation, data):
    verdict = natural(operation, *data, examples=10)
    assert verdict.status is Status.PROBED
    assert "each exactly" in verdict.evidence


def half_bracket(X, Y):
    """DY·X without the other half: the derivative of the components."""
    return M.vector_field({n: X(Y(M[n])) for n in M.chart.coordinates})


def euclidean_gradient(f):
    return M.vector_field({n: X(f) for n, X in zip(M.chart.coordinates, M.frame, strict=True)})


def slope_of_components(alpha):
    return M.form(1, {n: M.frame[0](f) for n, f in alpha.components.items()})


def transposed(K):
    """The transposed matrix, as if there were a metric."""
    rows = [d(M[n]) for n in M.chart.coordinates]
    return sum(
        (
            (K.transpose(row)(X) * d(M[n])).tensor(Y)
            for row, Y in zip(rows, M.frame, strict=True)
            for n, X in zip(M.chart.coordinates, M.frame, strict=True)
        ),
        0 * K,
    ) - sum(
        ((K.transpose(row)(X) * row).tensor(X) for row, X in zip(rows, M.frame, strict=True)),
        0 * K,
    )


@pytest.mark.parametrize(
    ("impostor", "data"),
    [
        (half_bracket, [vector_fields(M), vector_fields(M)]),
        (euclidean_gradient, [functions(M)]),
        (slope_of_components, [forms(M, 1)]),
        (transposed, [vector_forms(M, 1)]),
        (lambda f: len(str(f)), [functions(M)]),
        (lambda X: X.components["x"], [vector_fields(M)]),
        (lambda X: X(M["x"]) == 0, [vector_fields(M)]),
        (
            lambda X: 1 if check(M.frame[0] == X, counterexample=False) else 2,
            [st.just(M.frame[0])],
        ),
    ],
)
def test_impostors_are_refuted_with_a_small_case(impostor, data):
    verdict = natural(impostor, *data, examples=100)
    assert verdict.status is Status.REFUTED
    assert len(verdict.counterexample.change) < 200
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(verdict.counterexample.code, {})
    if verdict.counterexample.residual:
        status, *sides = printed.getvalue().splitlines()
        assert status == "REFUTED" and len(set(sides)) == 2
    else:
        assert printed.getvalue().strip() == f"<{verdict.counterexample.change}>"
        assert "# data: " in verdict.counterexample.code
    assert str(verdict).startswith("REFUTED: ")
    assert "is natural" in str(verdict)


def test_the_code_of_a_change_declares_what_the_space_does():
    space = Manifold("A", "u v", parameters="m", functions="f(u)", positive="m")
    verdict = natural(lambda X: len(str(X)), st.just(space.frame[0]), under=automorphisms(space))
    code = verdict.counterexample.code
    assert "parameters=('m',), functions=['f(u)'], positive=['m'])" in code
    with redirect_stdout(io.StringIO()):
        exec(code, {})


def test_lifts_say_how_a_change_acts_above():
    time_keeping = automorphisms(E, fixed=["t"])

    def endomorphism(f):
        return J.vertical_endomorphism.transpose(d(J.total_derivative(f)))

    assert natural(endomorphism, functions(E), under=time_keeping, lifts=[J.prolong_fibred])
    with pytest.raises(SpaceMismatch, match="say in lifts"):
        natural(endomorphism, functions(E), under=time_keeping)


def test_the_canonical_tensors_of_a_space_are_natural():
    # No data: the object itself has to be the same in all coordinates.
    assert natural(lambda: M.identity, under=automorphisms(M))
    assert not natural(lambda: M.frame[0], under=automorphisms(M), shrink=False)
    time_keeping = automorphisms(E, fixed=["t"])

    def prolonged(phi):
        there, back = J.prolong_fibred(phi), J.prolong_fibred(phi.inverse)
        there.inverse, back.inverse = back, there
        return there

    lifts = [prolonged]
    assert natural(lambda: J.vertical_endomorphism, under=time_keeping, lifts=lifts, examples=10)
    assert not natural(lambda: 2 * J.frame[3], under=time_keeping, lifts=lifts, shrink=False)


def test_one_sided_failure_is_a_refutation():
    def needs_fixed_origin(X):
        """Refuses fields that do not begin with ∂_x: a condition on coordinates."""
        if not check(X(M["x"]) == 1, counterexample=False):
            raise AxiomViolation("the field does not begin with ∂_x")
        return X

    verdict = natural(needs_fixed_origin, st.just(M.frame[0]))
    assert verdict.status is Status.REFUTED
    assert "does not begin" in str(verdict)


def test_bad_use_and_no_answer():
    with pytest.raises(DiffGeoError, match="no argument of the operation lives on a space"):
        natural(lambda n: n, st.integers())

    def refuse(X):
        raise Undecided("nobody knows")

    verdict = natural(refuse, vector_fields(M), examples=3)
    assert verdict.status is Status.UNKNOWN
    assert "nobody knows" in verdict.reason
    assert natural(lambda: M.identity, under=automorphisms(M), name="id").subject == "id is natural"
    assert not natural(lambda: M.frame[0], under=automorphisms(M), examples=20, shrink=False)


@settings(max_examples=10)
@given(maps(M, N), forms(N, 1))
def test_random_maps_commute_with_d(phi, alpha):
    assert check(phi.pull(d(alpha)) == d(phi.pull(alpha)))
    if not check(phi.pull(d(alpha)) == 0):
        assert not check(phi.pull(d(alpha)) == -d(phi.pull(alpha)))


def test_what_is_no_question_is_refused():
    with pytest.raises(TypeError, match="is a return missing"):
        natural(lambda X: None, vector_fields(M), shrink=False)
    with pytest.raises(TypeError, match="means nothing in other coordinates"):
        natural(lambda X: str(X), vector_fields(M), shrink=False)
    with pytest.raises(DiffGeoError, match="say with under="):
        natural(d, functions(jet(E, 1)), lifts=[jet(E, 1).prolong_fibred])
    with pytest.raises(DiffGeoError, match="a positive number of examples"):
        natural(d, functions(M), examples=0)
    with pytest.raises(DiffGeoError, match="strategies for its arguments"):
        natural(d, M["x"])

    def never(X):
        raise AxiomViolation("no such thing")

    # One case: of refused ones many would be drawn.
    once = settings(phases=[Phase.generate], database=None)
    change = find(automorphisms(M), lambda phi: True, settings=once)
    verdict = natural(never, st.just(M.frame[0]), under=st.just(change))
    assert verdict.status is Status.UNKNOWN
    assert "no such thing" in verdict.reason
