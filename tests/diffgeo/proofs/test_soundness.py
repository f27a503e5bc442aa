"""Normal forms against concrete geometry, and what PROVED, REFUTED and UNKNOWN may mean."""

from __future__ import annotations

import pickle
import subprocess
import sys
from fractions import Fraction
from operator import eq
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import (
    Manifold,
    Status,
    VectorForm,
    bracket,
    check,
    d,
    decompose,
    every_manifold,
    interior,
    lie,
    symbols_of_forms,
    symbols_of_vector_fields,
    symbols_of_vector_forms,
    torsion,
)
from diffgeo.errors import AmbiguousTruth, DegreeMismatch, NameClash, SpaceMismatch
from diffgeo.proofs import SymbolicForm, SymbolicOperator, symbols_of_derivations
from diffgeo.proofs import normal_form as normal
from diffgeo.proofs.indeterminate_polynomials import text
from diffgeo.proofs.instances import Instance, symbols_in
from diffgeo.proofs.models import Budget, satisfying
from diffgeo.proofs.refutation import Refuter
from diffgeo.proofs.relations import Consequences, Operations, relations_of
from diffgeo.proofs.sampling import sparse, sparse_form
from diffgeo.signs import koszul

X, Y = symbols_of_vector_forms("X Y", degree=0)
K, M = symbols_of_vector_forms("K M", degree=1)
B, E = symbols_of_vector_forms("B E", degree=2)
f = symbols_of_forms("f", degree=0)
alpha = symbols_of_forms("alpha", degree=1)
omega = symbols_of_forms("omega", degree=2)
IDENTITY = every_manifold.identity
SYMBOLS = (X, Y, K, M, B, E, f, alpha, omega)


# --- normal forms are true on concrete manifolds -------------------------------------------


class Reading:
    """What a normal form says on one instance: letters are derivations, Rⁿ is componentwise."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.atoms = {(0, 1): instance.space.identity}
        for symbol, value in instance.values.items():
            serial = -symbol.serial if isinstance(symbol, SymbolicForm) else symbol.serial
            self.atoms[serial, symbol.degree] = value

    def letter(self, letter):
        rank, _, basis = letter
        return interior(self.basis(basis)) if rank else lie(self.basis(basis))

    def basis(self, basis):
        atom, word = basis
        value = self.atoms[atom]
        for letter in reversed(word):
            value = self.act(letter, value)
        return value

    def act(self, letter, value):
        derivation = self.letter(letter)
        if not isinstance(value, VectorForm):
            return derivation(value)
        degree = value.degree + derivation.degree
        values = [derivation(value.value(a)) for a in range(self.instance.dimension)]
        return VectorForm(self.instance.space, degree, values)

    def monomial(self, monomial):
        value = self.instance.space.function(1)
        for basis in monomial:
            value = value * self.basis(basis)
        return value

    def total(self, element, form=None):
        terms = []
        for (monomial, tail), coefficient in element.items():
            value = self.monomial(monomial)
            if form is not None:
                inner = form
                for letter in reversed(tail):
                    inner = self.act(letter, inner)
                value = value * inner
            elif tail is not None:
                value = value * self.basis(tail)
            terms.append(coefficient * value)
        return sum(terms[1:], terms[0]) if terms else 0


def signed(strategy):
    return st.tuples(st.sampled_from([1, -1, 2, Fraction(1, 2)]), strategy).map(
        lambda pair: pair[0] * pair[1]
    )


def vectors(depth: int):
    atoms = st.sampled_from([X, Y, K, M, B, IDENTITY])
    if not depth:
        return atoms
    inner = vectors(depth - 1)
    return st.one_of(
        atoms,
        st.builds(bracket, inner, inner),
        st.tuples(inner, inner)
        .filter(lambda pair: sum(x.degree for x in pair))
        .map(lambda pair: interior(*pair)),
        st.builds(lambda a, v: a * v, forms(depth - 1), inner),
        st.builds(lambda u, v: u + v if u.degree == v.degree else u, inner, signed(inner)),
        st.builds(lambda u, v: u @ v, st.sampled_from([K, M, IDENTITY]), inner),
        st.sampled_from([K(X), M(K(Y)), B(X, Y), B(K(X), M(Y)), (K @ M)(X)]),
    )


def forms(depth: int):
    atoms = st.sampled_from([f, alpha, omega])
    if not depth:
        return atoms
    return st.one_of(
        atoms,
        st.builds(lambda D, a: D(a), operators(depth - 1), atoms),
        st.builds(lambda D, E, a: D(E(a)), operators(0), operators(0), atoms),
        st.sampled_from([alpha(K(X)), omega(X, M(Y)), X(Y(f)), K.transpose(M.transpose(alpha))]),
        st.builds(lambda a, b: a * b, atoms, forms(depth - 1)),
    )


def operators(depth: int):
    atoms = st.one_of(
        st.builds(interior, vectors(max(depth - 1, 0))), st.builds(lie, vectors(max(depth - 1, 0)))
    )
    if not depth:
        return atoms
    inner = operators(depth - 1)
    return st.one_of(
        atoms,
        st.builds(bracket, inner, inner),
        st.builds(lambda D, E: D @ E, inner, inner),
        st.builds(lambda a, D: a * D, forms(depth - 1), inner),
    )


def true_as_normal_form(thing, seed: int, dimension: int = 3) -> None:
    random = Random(seed)
    instance = Instance({s: sparse(s, dimension, random) for s in SYMBOLS}, dimension)
    reading = Reading(instance)
    if not isinstance(thing, SymbolicOperator):
        value, total = instance.value(thing), reading.total(thing.normal_form)
        assert check(value == total)
        assert check(value == 0) or not check(value == 2 * total)
        return
    for degree in range(3):
        given = {k: text(v) for (_, k), v in sparse_form(degree, dimension, random).items()}
        form = instance.space.form(degree, given)
        assert check(instance.apply(thing, form) == reading.total(thing.normal_form, form))


@given(vectors(2), st.integers(0, 9))
@settings(max_examples=40)
def test_normal_forms_of_vector_forms(thing, seed: int) -> None:
    true_as_normal_form(thing, seed)


@given(operators(2), st.integers(0, 9))
@settings(max_examples=40)
def test_normal_forms_of_operators(thing, seed: int) -> None:
    true_as_normal_form(thing, seed)


@given(forms(3), st.integers(0, 9))
@settings(max_examples=40)
def test_normal_forms_of_forms(thing, seed: int) -> None:
    true_as_normal_form(thing, seed)


@pytest.mark.parametrize(
    "inserted",
    [(B, E, B), (B, K, E), (K, B, E), (B, E, K), (X, B, E), (B, X, K), (B, E, B, K), (E, B, X, B)],
    ids=lambda given: " ".join(map(str, given)),
)
def test_normal_forms_of_many_insertions(inserted) -> None:
    """More insertions than slots, with odd ones among them, where signs matter."""
    for atom in (omega, B):
        thing = atom
        for field in reversed(inserted):
            thing = interior(field, thing)
        true_as_normal_form(thing, 1, dimension=5)


def test_a_wrong_normal_form_is_noticed() -> None:
    thing = bracket(K, M)
    thing.__dict__["normal_form"] = normal.combine([(2, thing.normal_form)])
    with pytest.raises(AssertionError):
        true_as_normal_form(thing, 0)


# --- consequences of relations are true where the relations hold ---------------------------

RELATED = {
    "projector": ([K @ K == K], [torsion(K), K @ torsion(K), interior(K, torsion(K))]),
    "closed": ([d(alpha) == 0], [lie(X, alpha), lie(K, lie(X, alpha)), d(lie(K, alpha) * f)]),
    "commuting": (
        [bracket(X, K) == 0],
        [lie(X) @ lie(K), interior(K) @ lie(X), lie(bracket(K, X))],
    ),
    "operators": ([lie(X) @ lie(Y) == 0], [lie(Y) @ lie(X) @ lie(K), lie(X) @ lie(Y)]),
    "products": ([f * alpha == 0], [f * lie(X, alpha), lie(X, f) * d(alpha), d(f) * alpha]),
}


@given(st.sampled_from(sorted(RELATED)), st.integers(0, 2), st.integers(0, 99))
@settings(max_examples=12)
def test_consequences_vanish_where_the_relations_hold(name, index, seed) -> None:
    relations, things = RELATED[name]
    thing = things[index % len(things)]
    given_relations = [r for n, i in enumerate(relations, 1) for r in relations_of(n, i)]
    instance = satisfying(list(SYMBOLS), relations, 3, Random(seed), Budget())
    assert instance is not None
    reading = Reading(instance)
    table = Operations({(r.number, r.part): r.element for r in given_relations})
    consequences = Consequences(given_relations, leading=False)
    found = [c for term in thing.normal_form for c in consequences.of_term(*term)]
    assert found
    for consequence in found[:6]:
        assert consequence.history.made(table) == consequence.element
        for degree in range(2) if isinstance(thing, SymbolicOperator) else [None]:
            given = {} if degree is None else sparse_form(degree, 3, Random(seed))
            shown = {k: text(v) for (_, k), v in given.items()}
            form = None if degree is None else instance.space.form(degree, shown)
            value = reading.total(consequence.element, form)
            assert isinstance(value, int) or check(value == 0)


# --- proved identities are not refuted -----------------------------------------------------


@given(operators(1), operators(1), st.sampled_from([1, -1]), st.integers(0, 9))
@settings(max_examples=10)
def test_proved_means_no_counterexample(D, E, sign: int, seed: int) -> None:
    right = sign * bracket(E, D)
    identity = bracket(D, E) == right
    verdict = check(identity, counterexample=False)
    if sign == -koszul(D.degree * E.degree):
        assert verdict.status is Status.PROVED
    if verdict.status is Status.PROVED:
        assert Refuter(identity, (), seed).search() is None


@given(vectors(1), vectors(1), st.sampled_from([1, -1]), st.integers(0, 9))
@settings(max_examples=10)
def test_commutators_of_random_vector_forms(u, v, sign: int, seed: int) -> None:
    identity = bracket(lie(u), interior(v)) == interior(bracket(u, v)) + sign * lie(interior(v, u))
    verdict = check(identity, counterexample=False)
    if sign == -koszul(u.degree * (v.degree - 1)):
        assert verdict.status is Status.PROVED
    if verdict.status is Status.PROVED:
        assert Refuter(identity, (), seed).search() is None


# --- unknown -------------------------------------------------------------------------------


def test_different_normal_forms_do_not_refute() -> None:
    """A true identity beyond the rules: here the rules are made to miss it."""
    left = bracket(K, M)
    left.__dict__["normal_form"] = {}
    verdict = check(left == bracket(M, K))
    assert verdict.status is Status.UNKNOWN
    assert "dimensions tried: 2, 3, 4" in verdict.reason
    with pytest.raises(AmbiguousTruth):
        bool(verdict)


def test_too_large_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(normal, "MAX_TERMS", 1)
    verdict = check(lie(K + M) == lie(K) + lie(M))
    assert verdict.status is Status.UNKNOWN
    assert "TooLarge" in verdict.reason


def test_false_only_in_large_dimensions_is_unknown() -> None:
    """A 10-form vanishes where instances are looked for; nothing is claimed."""
    assert check(symbols_of_forms("omega", degree=8) == 0).status is Status.REFUTED
    assert check(symbols_of_forms("omega", degree=10) == 0).status is Status.UNKNOWN


def test_several_identities() -> None:
    true, false = bracket(lie(K), d) == 0, bracket(K, M) == 0
    unknown = symbols_of_forms("omega", degree=10) == 0
    assert check([true, d == lie(IDENTITY)]).status is Status.PROVED
    assert check(true & unknown & false).status is Status.REFUTED
    assert check(true & unknown).status is Status.UNKNOWN


# --- counterexamples -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "identity",
    [
        bracket(lie(K), lie(M)) == Fraction(1, 2) * lie(bracket(K, M)),
        bracket(f * X, Y) == f * bracket(X, Y),
        lie(K) @ lie(M) == lie(M) @ lie(K) - bracket(interior(K), d) @ d,
        interior(X, d(alpha)) - lie(X, alpha) == 0,
        alpha * interior(K) == 0,
    ],
    ids=str,
)
def test_code_of_a_counterexample_runs(identity) -> None:
    verdict = check(identity)
    assert verdict.status is Status.REFUTED
    found = verdict.counterexample
    assert found is not None and found.instance
    assert all(str(s) in found.instance for s in symbols_in(identity.left, identity.right))
    run = subprocess.run(
        [sys.executable, "-c", found.code], capture_output=True, text=True, check=True
    )
    assert run.stdout.startswith("REFUTED")
    assert found.value in run.stdout
    assert verdict.to_dict()["counterexample"]["code"] == found.code


# --- mixing, misuse, printing --------------------------------------------------------------


def test_symbols_do_not_mix_with_concrete_objects() -> None:
    space = Manifold("P", "x y")
    field, form = space.vector_field(x="y"), space.form(1, {"x": "y"})
    mixtures = [
        lambda: eq(K, space.identity),
        lambda: space.identity == K,
        lambda: form + alpha,
        lambda: alpha - form,
        lambda: form * K,
        lambda: alpha * space.identity,
        lambda: bracket(K, space.identity),
        lambda: bracket(space.identity, K),
        lambda: bracket(lie(K), lie(field)),
        lambda: interior(field, alpha),
        lambda: lie(K, form),
        lambda: lie(K)(form),
        lambda: lie(field)(alpha),
        lambda: lie(K) @ lie(field),
        lambda: lie(K) == lie(field),
        lambda: check([d(alpha) == 0, d(form) == 0]),
    ]
    for mixture in mixtures:
        with pytest.raises(SpaceMismatch, match="every manifold") as caught:
            mixture()
        assert "\n" not in str(caught.value)


def test_misuse() -> None:
    with pytest.raises(DegreeMismatch):
        _ = K + X
    with pytest.raises(DegreeMismatch):
        symbols_of_forms("omega", degree=-1)
    with pytest.raises(ValueError, match="names of symbols"):
        symbols_of_forms("", degree=1)
    with pytest.raises(AmbiguousTruth):
        bool(K)
    with pytest.raises(AmbiguousTruth):
        bool(K == M)
    for wrong in (
        lambda: K * M,
        lambda: K * alpha,
        lambda: bracket(K, lie(K)),
        lambda: interior(alpha, K),
        lambda: lie(K)(M),
        lambda: K + 1,
        lambda: decompose(lie(K) @ lie(K)),
        lambda: decompose(K),
        lambda: lie(3, K),
    ):
        with pytest.raises(TypeError):
            wrong()


def test_names_of_symbols_in_code_are_names_of_python() -> None:
    space, keyword = symbols_of_vector_forms("space lambda", degree=1)
    found = check(bracket(space, keyword) == 0).counterexample
    assert found is not None
    assert set(found.instance) == {"space_", "lambda_"}
    compile(found.code, "counterexample", "exec")


def test_a_name_declared_again_is_the_same_symbol() -> None:
    # As when a cell of a notebook is run twice.
    other = symbols_of_vector_forms("K", degree=1)
    assert check(other == K).status is Status.PROVED
    assert check(lie(other) == lie(K)).status is Status.PROVED
    assert check(bracket(other, M) == bracket(M, K)).status is Status.PROVED
    assert check(bracket(other, M) == -bracket(M, K)).status is Status.REFUTED
    first, second = (symbols_of_derivations("D", degree=1) for _ in range(2))
    assert check(first == second).status is Status.PROVED
    assert check(first == -second).status is Status.REFUTED
    assert pickle.loads(pickle.dumps(other)) is K
    assert check(pickle.loads(pickle.dumps(lie(K))) == lie(K)).status is Status.PROVED


def test_relations_between_symbols_that_were_declared_again() -> None:
    first, again = (symbols_of_vector_forms("Pi", degree=1) for _ in range(2))
    projects = [first @ first == first]
    assert check(again @ again @ again == again, assuming=projects).status is Status.PROVED
    assert check(again @ again == -again, assuming=projects).status is Status.REFUTED


def test_a_name_of_two_things_is_refused() -> None:
    field, form = symbols_of_vector_fields("Y"), symbols_of_forms("Y", degree=1)
    with pytest.raises(NameClash, match=r"Y of degree 1 and .*Y of degree 0: rename"):
        check(form(field) == 0)
    one, two = (symbols_of_forms("beta", degree=p) for p in (1, 2))
    with pytest.raises(NameClash, match="beta stands for two things"):
        check(d(one) == two)
    with pytest.raises(NameClash, match="beta stands for two things"):
        check(d(one) == 0, assuming=[two == 0])
    derivation = symbols_of_derivations("beta", degree=1)
    with pytest.raises(NameClash, match="beta stands for two things"):
        check(derivation(one) == 0)


def test_printing() -> None:
    written = {
        "[K, M]": bracket(K, M),
        "L_{[K, M]}": lie(bracket(K, M)),
        "i_K(M)": interior(K, M),
        "[i_K, d]": bracket(interior(K), d),
        "i_K∘d - 2*(d∘i_K)": interior(K) @ d - 2 * (d @ interior(K)),
        "d(alpha)*i_K": d(alpha) * interior(K),
        "-1/2*(K + M)": -(K + M) / 2,
        "L_X(alpha)": lie(X, alpha),
        "id": IDENTITY,
    }
    assert {str(thing) for thing in written.values()} == set(written)
    assert str(lie(K) == d) == "L_K = d"
