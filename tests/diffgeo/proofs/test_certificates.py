"""Certificates: the checker accepts what is proved, and nothing else; its axioms are true."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from itertools import combinations, product
from pathlib import Path
from random import Random

import pytest
from depth import QUICK

from diffgeo import Manifold, Map, Status, VectorForm, bracket, check, d, interior, lie
from diffgeo.calculus import Multivector
from diffgeo.proofs import checker
from diffgeo.proofs.certificate_lines import Lines
from diffgeo.proofs.certificates import Certificate
from diffgeo.proofs.checker import AXIOMS, FORMAT, Book
from tests.support.certificate_corruptions import (
    judged,
)
from tests.support.theorems import CALCULUS, CONTACT, ID, THEOREMS, K, M, P, X, alpha, eta

CHECKER = Path(checker.__file__)


@pytest.fixture(scope="module")
def certificates() -> list[Certificate]:
    """The certificates of all theorems; in the quick run less two that cost as much as the rest."""
    found = [
        check(identity, assuming=relations, lemmas=lemmas, counterexample=False).certificate
        for relations, identity, lemmas in THEOREMS
        if not (QUICK and "[J, S]" in str(identity))
    ]
    assert None not in found
    return found


# --- the checker ---------------------------------------------------------------------------


def test_the_checker_needs_nothing_but_python(certificates, tmp_path) -> None:
    text = CHECKER.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 200
    (tmp_path / "copy.py").write_text(text, encoding="utf-8")
    paths = [tmp_path / f"{number}.json" for number, _ in enumerate(certificates)]
    for path, certificate in zip(paths, certificates, strict=True):
        certificate.save(path)
    run = [sys.executable, "-I", "-S", str(tmp_path / "copy.py")]
    done = subprocess.run([*run, *map(str, paths)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == len(paths) and all(": proved: " in line for line in lines)
    document = json.loads(paths[0].read_text())
    document[0]["lines"][-1][1][0] = 7
    paths[0].write_text(json.dumps(document))
    (tmp_path / "none.json").write_text("[]")
    (tmp_path / "text.json").write_text("no JSON")
    bad = [tmp_path / name for name in ("none.json", "text.json", "missing.json")]
    done = subprocess.run([*run, *map(str, [*paths[:2], *bad])], capture_output=True, text=True)
    assert done.returncode == 1 and not done.stderr
    lines = done.stdout.splitlines()
    assert [": proved: " in line for line in lines] == [False, True, False, False, False]
    assert subprocess.run(run).returncode == 1


def test_the_checker_is_a_module_of_the_library(certificates, tmp_path) -> None:
    certificates[0].save(tmp_path / "theorem.json")
    run = [sys.executable, "-W", "error", "-m", "diffgeo.proofs.checker"]
    done = subprocess.run([*run, str(tmp_path / "theorem.json")], capture_output=True, text=True)
    assert done.returncode == 0 and not done.stderr, done.stderr
    assert done.stdout.endswith(
        "theorem.json: proved: L((id))(L((id))(alpha)) = (0), where alpha is any form of degree 1\n"
    )


def test_proved_means_that_the_checker_has_accepted(monkeypatch) -> None:
    identity = lie(X, alpha) == interior(X, d(alpha)) + d(interior(X, alpha))
    assert check(identity).status is Status.PROVED
    monkeypatch.setattr("diffgeo.proofs.certificates.decide", lambda _: (False, "out of order"))
    verdict = check(identity)
    assert verdict.status is Status.UNKNOWN and "out of order" in verdict.reason


def test_several_statements_have_several_certificates() -> None:
    both = check([d(d(alpha)) == 0, P @ P @ P == P], assuming=[P @ P == P])
    assert [len(document["relations"]) for document in both.certificate.documents] == [0, 1]
    joined = check([check(d(d(alpha)) == 0), check(lie(X, eta) == 0, assuming=CONTACT)])
    assert joined.status is Status.PROVED and len(joined.certificate.documents) == 2
    assert str(joined.certificate).count("proved: ") == 2
    assert len(joined.explain().steps) > len(both.explain().steps)
    assert check(P @ P == P).certificate is None
    kept = pickle.loads(pickle.dumps(joined))
    assert kept.certificate.to_json() == joined.certificate.to_json()
    assert json.loads(kept.certificate.to_json()) == list(joined.certificate.documents)


def test_a_certificate_is_the_same_each_time() -> None:
    identity = bracket(K, bracket(K, M)) == -bracket(bracket(K, M), K)
    first, second = (check(identity).certificate or check(0 * K == 0).certificate for _ in "12")
    assert first.to_json() == second.to_json()


# --- the axioms are true on concrete data ----------------------------------------------------


class Reading:
    """What terms and lines say on Rⁿ: vector-valued forms are the lists of their components."""

    def __init__(self, dimension: int, random: Random) -> None:
        self.book, self.random = Book(), random
        self.names = [f"x{number}" for number in range(1, dimension + 1)]
        self.space = Manifold(f"R{dimension}", self.names)
        self.known: dict[int, object] = {}

    def polynomial(self) -> str:
        words = ["1", *self.names, *("*".join(pair) for pair in combinations(self.names, 2))]
        chosen = self.random.sample(words, min(2, len(words)))
        return " + ".join(f"{self.random.randint(1, 4)}*{word}" for word in chosen)

    def form(self, degree: int):
        keys = combinations(self.names, degree)
        return self.space.form(degree, {key: self.polynomial() for key in keys})

    def symbol(self, sort: str, degree: int) -> int:
        term = self.book(sort, f"s{len(self.known)}", degree)
        if sort == "p":
            keys = combinations(self.names, degree)
            coefficients = {key: self.polynomial() for key in keys}
            self.known[term] = Multivector.from_components(self.space, degree, coefficients)
            return term
        if sort == "m":
            images = {name: self.polynomial() for name in self.names}
            self.known[term] = Map(self.space, self.space, images)
            return term
        count = 1 if sort == "f" else len(self.names)
        values = [self.form(degree) for _ in range(count)]
        self.known[term] = values[0] if sort == "f" else values
        return term

    def value(self, term: int):
        if term not in self.known:
            self.known[term] = self._value(term)
        return self.known[term]

    def _value(self, term: int):
        kind, *parts = self.book.terms[term]
        space = self.space
        if kind == "one":
            return space.function(1)
        if kind in ("x", "id"):
            coordinates = [space.function(name) for name in self.names]
            return coordinates if kind == "x" else [d(x) for x in coordinates]
        if kind == "bracket":
            found = bracket(*map(self.vector_form, parts))
            return [found.value(a) for a in range(len(self.names))]

        def of(*values):
            if kind == "back":
                return self.value(parts[0]).pull(values[0])
            if kind == "sum":
                terms = [c * value for (c, _), value in zip(parts, values, strict=True)]
                return sum(terms[1:], terms[0])
            return values[0] * values[1] if kind == "product" else self.act(parts[0], values[-1])

        given = [self.value(t) for _, t in parts] if kind == "sum" else [self.value(parts[1])]
        if kind == "product":
            given.insert(0, self.value(parts[0]))
        if not isinstance(given[-1], list):
            return of(*given)
        lists = [g if isinstance(g, list) else [g] * len(self.names) for g in given]
        return [of(*values) for values in zip(*lists, strict=True)]

    def vector_form(self, term: int):
        return VectorForm(self.space, self.book.types[term][1], self.value(term))

    def act(self, operator: int, form, component: int = 0):
        """The value of an operator on a form."""
        kind, *parts = self.book.terms[operator]
        if kind == "p":
            return interior(self.known[operator], form)
        if kind == "e":
            value = self.value(parts[0])
            return (value[component] if isinstance(value, list) else value) * form
        if kind in ("i", "L"):
            return (interior if kind == "i" else lie)(self.vector_form(parts[0]))(form)
        return self.total(self.book.operator(operator), form, component)

    def total(self, line, form, component: int):
        terms = []
        for word, value in line.items():
            image = form
            for letter in reversed(word):
                image = self.act(letter, image, component)
            terms.append(value * image)
        return sum(terms[1:], terms[0]) if terms else 0 * form

    def vanishes(self, line) -> bool:
        forms = [self.form(p) for p in range(min(2, len(self.names)) + 1)]
        components = range(len(self.names))
        return all(
            check(self.total(line, form, a) == 0, counterexample=False).status is Status.VERIFIED
            for form, a in product(forms, components)
        )


#: The sorts of the arguments of the axioms; t is f or v.
ARGUMENTS = {
    **{"product": "ft", "value": "t", "i": "vt", "L": "vt", "slots": "t"},
    **{"degree": "t", "insertions": "vv", "nilpotent": "", "lie": "v", "brackets": "vv"},
    **{"order": "pt", "multiplication": "p"},
    **{"mixed": "vv", "coordinate": "v", "d": "mt"},
}
#: Lines of one word (or of words that are zero for themselves) have no sign that could be wrong.
ZERO = {"nilpotent"}


def instance(name: str, reading: Reading, degrees: list[int], sort: str) -> tuple[dict, dict]:
    """A line of an axiom, and one that is wrong where the axiom has no sign."""
    book = reading.book
    sorts = ARGUMENTS[name].replace("t", sort)
    given = [reading.symbol(s, p * (s != "m")) for s, p in zip(sorts, degrees, strict=False)]
    if name == "value":
        K, N = reading.symbol("v", 1), reading.symbol("v", degrees[1])
        operator = book.commutator(book.L(K), book.compose(book.i(N), book.L(K)))
        given.insert(0, operator)
    if name == "slots":
        fields = [reading.symbol("v", degrees[1]) for _ in range(degrees[0] + 1)]
        few = book.sum(*book.inserted(given[0], *fields[1:]))
        wrong = book.operator(book.e(few))
        return book.equation(*AXIOMS[name](book, *given, *fields)), wrong
    if name in ("order", "multiplication"):
        return of_commutators(name, reading, *given)
    return book.equation(*AXIOMS[name](book, *given)), {}


def of_commutators(name: str, reading: Reading, P: int, *tensors: int) -> tuple[dict, dict]:
    """An axiom on a commutator of small order, and what it would say if that were larger by one."""
    book = reading.book
    p = -book.types[P][1]
    forms = [*map(book.e, tensors), *(book.e(reading.symbol("f", 1)) for _ in range(p))]
    tensor, larger = P, P
    for form in forms:
        tensor, larger = book.commutator(tensor, form), tensor
    made = AXIOMS[name](book, tensor)
    if name == "multiplication":
        larger = book.sum((1, larger), (-1, book.e(book.act(larger, book.one()))))
        return book.equation(*made), book.operator(larger) if p else {}
    return book.equation(*made), book.operator(larger)


@pytest.mark.parametrize("name", AXIOMS)
def test_axioms_are_true_and_their_signs_matter(name: str) -> None:
    assert set(ARGUMENTS) == set(AXIOMS)
    random = Random(name)
    caught: set[tuple[str, int]] = set()
    wanted: set[tuple[str, int]] = set()
    cases = list(product(range(1, 5), product((0, 1, 2), repeat=2), "fv"))
    random.shuffle(cases)
    for dimension, degrees, sort in [*cases[:10], (3, (1, 1), "f"), (3, (1, 1), "v")]:
        if "t" not in ARGUMENTS[name] and sort == "f":
            continue
        if max(degrees) > dimension or (dimension == 4 and sum(degrees) > 2):
            continue
        reading = Reading(dimension, random)
        line, wrong = instance(name, reading, list(degrees), sort)
        assert reading.vanishes(line), (dimension, degrees, sort)
        if dimension != 3 or degrees != (1, 1):
            continue
        if wrong:
            assert not reading.vanishes(wrong)
        elif len(line) > 1:
            for place, word in enumerate(line):
                wanted.add((sort, place))
                if not reading.vanishes({**line, word: -line[word]}):
                    caught.add((sort, place))
    assert caught == wanted


@pytest.mark.parametrize("name", AXIOMS)
def test_axioms_accept_nothing_else(name: str) -> None:
    """Whatever terms they are given, also operators: they refuse, or the line is true."""
    random = Random(name)
    reading = Reading(2, random)
    book = reading.book
    f, alpha = (reading.symbol("f", p) for p in (0, 1))
    X, J = (reading.symbol("v", k) for k in (0, 1))
    i, e = book.i(X), book.e(alpha)
    terms = [f, alpha, X, J, i, e, book.one(), book.id(), book.x(), book.L(J), book.e(J)]
    m = reading.symbol("m", 0)
    terms += [m, book.back(m, alpha), book.back(m, J)]
    terms += [book.act(i, alpha), book.product(f, J), book.compose(i, e), book.sum((2, i))]
    P, d_ = reading.symbol("p", 2), book.L(book.id())
    terms += [P, book.commutator(P, e), book.commutator(e, e), book.commutator(P, d_)]
    terms += [book.commutator(terms[-1], i), book.commutator(terms[-1], P)]
    cases = [given for n in range(3) for given in product(terms, repeat=n)]
    cases += [tuple(random.choices(terms, k=3)) for _ in range(60)]
    true = 0
    for given in cases:
        try:
            line = book.equation(*AXIOMS[name](book, *given))
        except (LookupError, TypeError, ValueError):
            continue
        assert reading.vanishes(line), [book.text(t) for t in given]
        true += 1
    assert true


def rule(reading: Reading, name: str, *arguments) -> dict:
    """The line that a rule of the checker makes, whose premise is line 0."""
    lines = Lines()
    lines.book, lines.values = reading.book, [arguments[0]]
    return lines._value(name, 0, *arguments[1:])


@pytest.mark.parametrize("dimension", [2, 3])
def test_rules_of_maps_are_true(dimension) -> None:
    """Lines are pulled back, and related fields have derivations that are; others have not."""
    reading = Reading(dimension, Random(dimension))
    book, names = reading.book, reading.names
    m, alpha, f = (reading.symbol(*of) for of in (("m", 0), ("f", 1), ("f", 0)))
    line = book.equation(book.product(f, alpha))
    line = {**line, (book.e(f), book.e(alpha)): -1}
    assert reading.vanishes(line) and reading.vanishes(rule(reading, "back", line, m))
    wrong = {word: abs(value) for word, value in line.items()}
    assert not reading.vanishes(rule(reading, "back", wrong, m))
    # x_n -> x_n + x_1 relates d_1 with d_1 + d_n, and dx_1 d_1 with dx_1 (d_1 + d_n).
    shear = {name: name for name in names} | {names[-1]: f"{names[-1]} + {names[0]}"}
    m = reading.symbol("m", 0)
    reading.known[m] = Map(reading.space, reading.space, shear)
    for degree in (0, 1):
        A, B = (reading.symbol("v", degree) for _ in "AB")
        unit = reading.space.function(1) if not degree else d(reading.space.function(names[0]))
        reading.known[A] = [unit, *[0 * unit] * (dimension - 1)]
        reading.known[B] = [*reading.known[A][:-1], reading.known[A][-1] + unit]
        premise = book.equation(book.act(book.L(A), book.back(m, book.x())), book.back(m, B))
        assert reading.vanishes(premise)
        for t in (alpha, reading.symbol("v", 1)):
            assert reading.vanishes(rule(reading, "related", premise, m, A, B, t))
        assert not reading.vanishes(rule(reading, "related", premise, m, A, A, alpha))


def test_words_on_two_manifolds_are_refused() -> None:
    """Letters of M and N meet in no word, term or line; a map goes one way, and so do fields."""
    book = Book()
    X, Y = book("v", "X@M", 0), book("v", "Y@N", 0)
    alpha, beta = book("f", "alpha@M", 1), book("f", "beta@N", 1)
    m = book("m", "m@M@N", 0)
    there, along, beside = book.back(m, beta), book.back(m, Y), book.back(book("m", "n@M@N", 0), Y)
    refused = [("product", alpha, beta), ("act", book.i(X), beta), ("bracket", X, Y)]
    refused += [("back", m, alpha), ("i", along), ("L", along), ("bracket", X, along)]
    refused += [("commutator", book.i(X), book.e(beta)), ("compose", book.i(X), book.i(Y))]
    refused += [("sum", (1, alpha), (1, beta)), ("sum", (1, along), (1, X)), ("back", m, there)]
    refused += [("sum", (1, along), (-1, beside)), ("sum", (1, book.e(along)), (1, book.e(beside)))]
    for term in refused:
        with pytest.raises(ValueError, match=r"mixed|no \w+ of"):
            book(*term)
    assert book.product(alpha, there) and book.act(book.i(X), along)
    given = {
        "format": FORMAT,
        "relations": [[2, 4]],
        "lines": [],
        "statement": [0, 0],
    }
    terms = [["f", "f@M", 0], ["f", "h@M", 0], ["product", 0, 1], ["one@M"], ["sum", [1, 3]]]
    terms += [["f", "w@N", 2], ["e", 5], ["sum", [0, 5]]]
    false = {**given, "terms": terms, "statement": [5, 7]}  # of f*h = 1 on M, w = 0 on N
    lines = [["product", 0, 1], ["sum", [1, [], 0, []], [-1, [], 1, []]]]
    assert not judged({**false, "lines": [*lines, ["sum", [1, [6], 2, []]], ["apply", 3, 5]]})[0]
    assert "ValueError: places" in judged({**false, "lines": [*lines, ["sum", [1, [6], 2, []]]]})[1]


def test_the_differential_is_nilpotent_and_lie_derivatives_are_not() -> None:
    reading = Reading(3, Random(1))
    book = reading.book
    D = book.L(reading.symbol("v", 1))
    assert reading.vanishes(book.equation(*AXIOMS["nilpotent"](book)))
    assert not reading.vanishes({(D, D): 1})


def test_the_theorems_are_many() -> None:
    assert len(THEOREMS) >= 120 and len(CALCULUS) >= 20
    statements = {(*map(str, given), str(identity)) for given, identity, _ in THEOREMS}
    assert len(statements) == len(THEOREMS)
    assert check(interior(ID, alpha) == alpha).certificate
