"""Maps: pullback, composition, related fields, naturality, submanifolds."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import (
    Manifold,
    Map,
    VectorForm,
    bracket,
    check,
    d,
    identity_map,
    interior,
    lie,
    submanifold,
    torsion,
)
from diffgeo.calculus import nijenhuis_richardson
from diffgeo.errors import AxiomViolation, SpaceMismatch, UndefinedSymbol
from diffgeo.testing import automorphisms, forms, functions, vector_fields, vector_forms

M = Manifold("M", "x y z", parameters="m", functions="f(x)")
N = Manifold("N", "u v", parameters="m", functions="f(x)")
x, y, z = M.coordinates
u, v = N.coordinates
FEW = settings(max_examples=12)


@st.composite
def maps(draw, source=M, target=N):
    return Map(source, target, {n: draw(functions(source)) for n in target.chart.coordinates})


@given(maps(), forms(N, 1), forms(N, 1), functions(N))
def test_pullback_is_a_morphism(phi, alpha, beta, f):
    assert check(phi.pull(alpha * beta) == phi.pull(alpha) * phi.pull(beta))
    assert check(phi.pull(f * alpha) == phi.pull(f) * phi.pull(alpha))
    assert check(phi.pull(d(alpha)) == d(phi.pull(alpha)))
    assert check(phi.pull(d(f)) == d(phi.pull(f)))


@given(maps(), maps(M, M), forms(N, 1))
def test_composition_is_contravariant(phi, psi, alpha):
    assert check((phi @ psi).pull(alpha) == psi.pull(phi.pull(alpha)))
    assert check(phi @ identity_map(M) == phi)
    assert check(identity_map(N) @ phi == phi)


def test_composition_has_an_order():
    phi, psi = (
        Map(M, M, {"x": x + 1, "y": y, "z": z}),
        Map(M, M, {"x": 2 * x, "y": y, "z": z}),
    )
    assert check((phi @ psi).pull(x) == 2 * x + 1)
    assert not check(phi @ psi == psi @ phi)


def test_parameters_and_functions_pass_through_or_are_given():
    phi = Map(M, N, {"u": "x*y", "v": "z"})
    assert check(phi.pull(N.function("m*u")) == M.function("m*x*y"))
    assert check(phi.pull(N.function("f(v)")) == M.function("f(z)"))
    half = Map(M, N, {"u": x, "v": y, "m": m_of(M) / 2})
    assert check(half.pull(N.function("m*u")) == M.function("m*x/2"))
    concrete = Map(M, N, {"u": x, "v": y}, functions={"f(s)": "m*s**2"})
    assert check(concrete.pull(N.function("Derivative(f(u), u)")) == M.function("2*m*x"))


def m_of(space):
    return space["m"]


@given(automorphisms(M), forms(M, 1), vector_fields(M))
def test_automorphisms_have_exact_inverses(phi, alpha, X):
    assert check(phi.inverse.pull(phi.pull(alpha)) == alpha)
    assert check(phi @ phi.inverse == identity_map(M))
    assert check(phi.pull(alpha)(phi.pull(X)) == phi.pull(alpha(X)))
    assert check(phi.related(phi.pull(X), X))
    for D in (interior(X), lie(X)):
        assert check(phi.pull(D)(phi.pull(alpha)) == phi.pull(D(alpha)))


def test_a_wrong_inverse_is_refused():
    with pytest.raises(AxiomViolation, match="inverse"):
        Map(M, M, {"x": "x + y**2", "y": y, "z": z}, inverse={"x": "x + y**2", "y": y, "z": z})


def tensors(degree=2):
    return st.integers(0, degree).flatmap(lambda k: vector_forms(M, k, degree=1, terms=1))


@given(automorphisms(M, terms=1), tensors(), tensors(1), vector_forms(M, 1, degree=1, terms=1))
@FEW
def test_brackets_are_natural(phi, K, P, S):
    assert check(bracket(phi.pull(K), phi.pull(P)) == phi.pull(bracket(K, P)))
    assert check(
        nijenhuis_richardson(phi.pull(K), phi.pull(P)) == phi.pull(nijenhuis_richardson(K, P))
    )
    assert check(torsion(phi.pull(S)) == phi.pull(torsion(S)))
    assert check(phi.related(bracket(phi.pull(K), phi.pull(P)), bracket(K, P)))


def test_a_construction_that_uses_coordinates_is_not_natural():
    """The sum of the components of a field is no function of the field alone."""

    def impostor(X: VectorForm):
        return sum(X.components.values(), start=0 * x)

    phi = Map(M, M, {"x": "x + y**2", "y": y, "z": z}, inverse={"x": "x - y**2", "y": y, "z": z})
    X = y * M.frame[1]
    assert not check(impostor(phi.pull(X)) == phi.pull(impostor(X)))
    assert check(lie(phi.pull(X), phi.pull(y * d(x))) == phi.pull(lie(X, y * d(x))))


def test_fields_are_not_related_by_chance():
    phi = Map(M, N, {"u": x, "v": y})
    assert check(phi.related(x * M.frame[0] + y * M.frame[2], u * N.frame[0]))
    assert not check(phi.related(x * M.frame[0] + y * M.frame[1], u * N.frame[0]))


@given(maps(), vector_fields(M), vector_fields(N), forms(N, 1), forms(N, 1))
def test_fields_along_a_map_are_derivations(phi, X, Y, alpha, beta):
    for D in (phi.tangent(X), phi.restrict(Y)):
        assert check(D(alpha * beta) == D(alpha) * phi.pull(beta) + phi.pull(alpha) * D(beta))
        assert check(bracket(d, D) == 0)
    assert check(phi.tangent(X)(alpha) == lie(X, phi.pull(alpha)))
    assert check(phi.restrict(Y)(alpha) == phi.pull(lie(Y, alpha)))


#: A local diffeomorphism without an inverse: (x + iy)², moved by an undefined function of z.
BRANCHED = Map(
    M,
    Manifold("W", "p q r", functions="f(r)"),
    {"p": "x**2 - y**2 + f(z)", "q": "2*x*y", "r": "z"},
)


def test_a_local_diffeomorphism_pulls_back_what_is_related():
    W = BRANCHED.target
    Y = W.vector_field(p="r*q", q="f(r)", r="p")
    K = d(W["q"]).tensor(Y) + W["p"] * W.identity
    for D in (Y, K, interior(Y), interior(K), lie(Y) + interior(K)):
        assert check(BRANCHED.related(BRANCHED.pull(D), D))
        assert not check(BRANCHED.related(BRANCHED.pull(D), 2 * D))
    assert check(BRANCHED.pull(bracket(Y, K)) == bracket(*BRANCHED.pull([Y, K])))


def test_fields_are_pulled_back_where_the_differentials_are_a_coframe():
    p, field = BRANCHED.target["p"], BRANCHED.target.frame[0]
    pulled = BRANCHED.pull(field)
    assert [str(c) for c in pulled.conditions] == ["x**2 + y**2 != 0"]
    assert not check(BRANCHED.related(-pulled, field))
    assert check(BRANCHED.pull(p * field) == BRANCHED.pull(p) * pulled)
    assert not check(BRANCHED.pull(p * field) == pulled)


def test_submanifold_by_solved_equations():
    P, inclusion = submanifold(M, {"z": "x*y + m"})
    assert P.chart.coordinates == ("x", "y")
    assert check(inclusion.pull(z) == P.function("x*y + m"))
    assert check(inclusion.pull(d(z)) == d(P.function("x*y")))
    assert not check(inclusion.pull(d(z)) == 0)
    Q, into = submanifold(P, {"y": P["x"] ** 2})
    assert check((inclusion @ into).pull(z) == Q.function("x**3 + m"))


@pytest.mark.parametrize(
    "equations, named",
    [({"z": "y", "y": "x"}, "refers to y"), ({"z": "z + x"}, "refers to z"), ({"q": "x"}, "'q'")],
)
def test_equations_that_are_not_solved_are_refused(equations, named):
    with pytest.raises(UndefinedSymbol, match=named):
        submanifold(M, equations)


def test_what_a_map_refuses():
    phi = Map(M, N, {"u": x, "v": y})
    with pytest.raises(UndefinedSymbol, match="no image of v"):
        Map(M, N, {"u": x})
    with pytest.raises(UndefinedSymbol, match="'w'"):
        Map(M, N, {"u": x, "v": y, "w": z})
    with pytest.raises(SpaceMismatch, match="N"):
        phi.pull(x)
    with pytest.raises(SpaceMismatch, match="nowhere a local diffeomorphism"):
        phi.pull(N.frame[0])
    with pytest.raises(SpaceMismatch, match="compose"):
        phi @ phi
    with pytest.raises(SpaceMismatch, match="bracket with d only"):
        bracket(phi.tangent(M.frame[0]), lie(N.frame[0]))
    with pytest.raises(SpaceMismatch, match="acts on forms on N"):
        interior(N.frame[0], d(x))
