"""Declared theories against concrete manifolds: each relation holds there, and no wrong sign."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from diffgeo import (
    Status,
    bracket,
    check,
    d,
    every_manifold,
    interior,
    lie,
    symbols_of_forms,
    symbols_of_vector_fields,
)
from diffgeo import symbols_of_functions as functions
from diffgeo import symbols_of_vector_forms as vector_forms
from diffgeo.proofs import Coordinates, FirstJets, TangentStructure
from diffgeo.proofs.instances import Instance, symbols_in
from diffgeo.proofs.proving import prove

ONE = {(): Fraction(1)}


def scaled(polynomial, factor):
    return {monomial: factor * value for monomial, value in polynomial.items()}


def coordinates(c: Coordinates, sizes: dict[str, int], **declared: str) -> Instance:
    """The symbols of coordinates as what they mean, and the names of the coordinates of R^n."""
    keys = [("t", 0)] if c.time else []
    keys += [(f"u_{i}", n) for i in c.index for n in range(sizes[i])]
    keys += [(a, n) for a, i in c.families.items() for n in range(sizes[i])]
    at = {key: f"x{number}" for number, key in enumerate(keys, start=1)}
    data = {}
    for i, index in c.index.items():
        places = [at[f"u_{i}", n] for n in range(sizes[i])]
        data[index.identity] = {(u, (u,)): ONE for u in places}
    for a, i in c.families.items():
        pairs = [(at[a, n], at[f"u_{i}", n]) for n in range(sizes[i])]
        data[c.symbols[a]] = {(u, ()): {(x,): Fraction(1)} for x, u in pairs}
        data[c.differential(a)] = {(u, (x,)): ONE for x, u in pairs}
        data[c.field(a)] = {(x, (u,)): ONE for x, u in pairs}
    for name, i in declared.items():
        f, df = c.declare(name, i)
        values, slopes = {}, {}
        for n in range(sizes[i]):
            first, second = (at[a, 0] for a in list(c.families)[:2])
            u = at[f"u_{i}", n]
            values[u, ()] = {(first, second): Fraction(n + 1), (second,): Fraction(1)}
            slopes[u, (first,)] = {(second,): Fraction(n + 1)}
            slopes[u, (second,)] = {(first,): Fraction(n + 1), (): Fraction(1)}
        data[f], data[df] = values, slopes
    if c.time:
        data[c.dt], data[c.d_t] = {("", (at["t", 0],)): ONE}, {(at["t", 0], ()): ONE}
    return Instance(data, len(keys))


CHARTS = [
    (Coordinates(time=True, q="A", v="A"), {"A": 1}),
    (Coordinates(time=True, q="A", v="A"), {"A": 2}),
    (Coordinates(x="i", y="i"), {"i": 2}),
    (Coordinates(time=True, x="i", v="i", y="a"), {"i": 1, "a": 2}),
]


@pytest.mark.parametrize(("chart", "sizes"), CHARTS, ids=map(str, range(len(CHARTS))))
def test_relations_of_coordinates_hold(chart, sizes) -> None:
    instance = coordinates(chart, sizes, g=list(sizes)[-1])
    for relation in chart.relations:
        for stated, text, _ in instance.identities(relation):
            assert check(stated).status is Status.VERIFIED, text


@pytest.mark.parametrize(("chart", "sizes"), CHARTS, ids=map(str, range(len(CHARTS))))
def test_each_sign_of_coordinates_matters(chart, sizes) -> None:
    """With the other sign of its right side each relation that has one fails."""
    instance = coordinates(chart, sizes, g=list(sizes)[-1])
    wrong = [r.left == -1 * r.right for r in chart.relations if symbols_in(r.right)]
    assert wrong
    for relation in wrong:
        failing = [not check(stated) for stated, _, _ in instance.identities(relation)]
        if is_nonzero(instance, relation):
            assert any(failing), relation


def is_nonzero(instance: Instance, relation) -> bool:
    """Whether what the relation says is not that something is zero."""
    return any(
        not check(s) for s, _, _ in instance.identities(relation.right == 0 * relation.right)
    )


def jets(n: int) -> tuple[FirstJets, Instance]:
    """S, dt, a field of second order and E on R^{2n+1}."""
    T = FirstJets()
    q, v = ([f"x{1 + k * n + i}" for i in range(1, n + 1)] for k in (0, 1))
    force = [{(v[0], "x1"): Fraction(1), (q[i],): Fraction(2)} for i in range(n)]
    S = {(v[i], (q[i],)): ONE for i in range(n)}
    S |= {(v[i], ("x1",)): {(v[i],): Fraction(-1)} for i in range(n)}
    xi = {("x1", ()): ONE}
    xi |= {(q[i], ()): {(v[i],): Fraction(1)} for i in range(n)}
    xi |= {(v[i], ()): force[i] for i in range(n)}
    # E sends ∂/∂v to ∂/∂q, and nothing else to anything but 0; E of dv - f dt.
    E = {(q[i], (v[i],)): ONE for i in range(n)}
    E |= {(q[i], ("x1",)): scaled(force[i], -1) for i in range(n)}
    return T, Instance({T.S: S, T.dt: {("", ("x1",)): ONE}, T.xi: xi, T.E: E}, 2 * n + 1)


def tangent_bundle(n: int) -> tuple[TangentStructure, Instance]:
    """J, C, a semispray, and F with F J = h, J F = v on R^{2n}."""
    T = TangentStructure()
    x, y = ([f"x{k * n + i}" for i in range(1, n + 1)] for k in (0, 1))
    # 2G^i = y^i y^1 + 2 x^i, so that N^i_j = ∂G^i/∂y^j.
    spray = [{tuple(sorted((y[i], y[0]))): Fraction(-1), (x[i],): Fraction(-2)} for i in range(n)]
    N = {}
    for i, j in product(range(n), repeat=2):
        entry = {}
        if i == j:
            entry[y[0],] = entry.get((y[0],), 0) + Fraction(1, 2)
        if j == 0:
            entry[y[i],] = entry.get((y[i],), 0) + Fraction(1, 2)
        N[i, j] = {m: value for m, value in entry.items() if value}
    J = {(y[i], (x[i],)): ONE for i in range(n)}
    C = {(y[i], ()): {(y[i],): Fraction(1)} for i in range(n)}
    S = {(x[i], ()): {(y[i],): Fraction(1)} for i in range(n)}
    S |= {(y[i], ()): spray[i] for i in range(n)}
    return T, Instance({T.J: J, T.C: C, T.S: S, T.F: almost_complex(n, x, y, N)}, 2 * n)


def almost_complex(n, x, y, N):
    """F = (∂_i - N^k_i ∂/∂y^k) ⊗ (dy^i + N^i_j dx^j) - ∂/∂y^i ⊗ dx^i."""
    F = {}

    def add(place, polynomial):
        total = F.setdefault(place, {})
        for monomial, value in polynomial.items():
            total[monomial] = total.get(monomial, 0) + value

    for i, j in product(range(n), repeat=2):
        if i == j:
            add((x[i], (y[i],)), ONE)
            add((y[i], (x[i],)), scaled(ONE, -1))
        add((x[i], (x[j],)), N[i, j])
        add((y[j], (y[i],)), scaled(N[j, i], -1))
        for k in range(n):
            squared = {}
            for a, b in product(N[k, i].items(), N[i, j].items()):
                monomial = tuple(sorted((*a[0], *b[0])))
                squared[monomial] = squared.get(monomial, 0) - a[1] * b[1]
            add((y[k], (x[j],)), squared)
    return {place: {m: v for m, v in p.items() if v} for place, p in F.items() if any(p.values())}


@pytest.mark.parametrize("make", [jets, tangent_bundle])
@pytest.mark.parametrize("n", [1, 2])
def test_relations_of_structures_hold(make, n) -> None:
    theory, instance = make(n)
    for relation in theory.relations:
        for stated, text, _ in instance.identities(relation):
            assert check(stated).status is Status.VERIFIED, text
    wrong = [r.left == -1 * r.right for r in theory.relations if symbols_in(r.right)]
    for relation in wrong:
        assert any(not check(s) for s, _, _ in instance.identities(relation)), relation


def test_projector_of_a_semispray() -> None:
    """[J, h] = 0 for every semispray, and h∘h = h."""
    T = TangentStructure()
    J, h, F = T.J, T.h, T.F
    split = [J @ h == J, h @ J == 0, h @ h == h, F @ h == -J]
    steps = [
        J @ T.Gamma == J,
        T.Gamma @ J == -J,
        bracket(J, h) == 0,
    ]
    assert check([bracket(J, h) == 0, *steps], assuming=T.semispray).status is Status.PROVED
    verdict = check(h @ h == h, assuming=T.relations, lemmas=[*steps, *split[:2]])
    assert verdict.status is Status.PROVED
    assert not prove(J @ T.Gamma == -J, T.semispray)[0]


def test_a_differential_in_coordinates() -> None:
    c = Coordinates(time=True, x="i", y="a")
    f = functions("f")
    given = [*c.relations, *c.function(f)]
    assert check(d(f) == c.d(f), assuming=given).status is Status.PROVED
    short = c.d(f) - lie(c.d_t, f) * c.dt
    assert not prove(d(f) == short, given)[0]


def test_an_index_is_inserted_into_no_form_of_the_manifold() -> None:
    c = Coordinates(q="A")
    w, f = symbols_of_forms("w", degree=2), symbols_of_vector_fields("f")
    index = c.index["A"]
    given = [*index.relations, *index.functions(f), *index.constant(w)]
    lemmas = index.vanishing(f, w)
    assert check(interior(f, w) == 0, assuming=given, lemmas=lemmas).status is Status.PROVED
    anything = symbols_of_vector_fields("g")
    assert not prove(interior(anything, w) == 0, given)[0]
    assert vector_forms("I_A", degree=1) is index.identity
    assert every_manifold.identity is not index.identity
