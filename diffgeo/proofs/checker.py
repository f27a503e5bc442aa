"""Decide certificates of theorems on every manifold: ``python checker.py FILE...``.

This file needs nothing but Python and does not search. Who believes it believes the theorems.

On a chart's domain (of positive dimension) there are forms, vector-valued forms, and operators on
forms: i(K), L(K) and e(α), the product with α. A vector-valued form K also stands for its
components K^a in an arbitrary coordinate x^a: e(K) is the product with K^a, and operators act on
K by acting on components. Letters i(.), L(.), e(.) make polynomials that do not commute. A line
of a proof is a polynomial that is zero: an axiom, a declared relation, a sum of c*u*(line)*v with
words u, v, or made of a line by a rule: "lift" makes Σ c μ i(K) of Σ c μ K^a, "apply" makes
Σ c D(…E(t)) of Σ c D…E, for a form or components t. The last line is the statement: e(left) -
e(right), i(left) - i(right) or left - right, for forms, vector-valued forms or operators.
"""

import json
import sys
from fractions import Fraction
from functools import partial
from typing import Any

FORMAT, VERSION = "diffgeo certificate", 1
SYMBOLS = {"f": "form", "v": "vector-valued form"}
#: Sorts of the arguments, sort, text: f, v, o for operators, and t is f or v. x is a coordinate.
SHAPES = {"one": ">f>1", "id": ">v>id", "x": ">v>x", "i": "v>o>i_{}", "L": "v>o>L_{}"}
SHAPES |= {"e": "t>o>{}", "product": "ft>t>({}*{})", "act": "ot>t>{}({})"}
SHAPES |= {"bracket": "vv>v>[{}, {}]", "commutator": "oo>o>[{}, {}]", "compose": "oo>o>({} @ {})"}


def need(condition: bool, reason: str) -> None:
    """Refuse the certificate unless the condition holds."""
    if not condition:
        raise ValueError(reason)


def polynomial(pairs: Any) -> dict[Any, Any]:
    """The sum of multiples of words, which are tuples of letters."""
    total: dict[Any, Any] = {}
    for value, word in pairs:
        total[word] = total.get(word, 0) + value
    return {word: value for word, value in total.items() if value}


class Book:
    """All terms by number; each is written once, with its sort and degree."""

    def __init__(self) -> None:
        self.numbers, self.terms = dict[Any, int](), list[Any]()
        self.sorts, self.degrees = list[str](), list[int]()

    def __getattr__(self, kind: str) -> Any:
        return partial(self, kind)

    def __call__(self, *term: Any) -> int:
        """The number of a term, which has a meaning or is refused."""
        if term in self.numbers:
            return self.numbers[term]
        kind, *args = term
        if kind in SYMBOLS:
            sort, name, degree = term
            need(str(name).isidentifier() and type(degree) is int and degree >= 0, "no symbol")
        elif kind == "sum":
            sort, degree, *parts = args
            need(sort in ("f", "v", "o") and type(degree) is int, "a sum without sort and degree")
            same = all((self.sorts[t], self.degrees[t]) == (sort, degree) for _, t in parts)
            need(same, "different sorts or degrees are added or compared")
        else:
            wanted, sort, _ = SHAPES[kind].split(">")
            given = "".join(self.sorts[t] for t in args)
            need(
                given in (wanted.replace("t", "f"), wanted.replace("t", "v")), f"{kind} of {given}"
            )
            sort = given[-1] if sort == "t" else sort
            degree = sum(self.degrees[t] for t in args) + {"id": 1, "i": -1}.get(kind, 0)
        for column, entry in ((self.terms, term), (self.sorts, sort), (self.degrees, degree)):
            column.append(entry)
        return self.numbers.setdefault(term, len(self.terms) - 1)

    def total(self, *parts: Any, like: int | None = None) -> int:
        """The sum of multiples of terms; without terms, zero as the term that it is like."""
        like = parts[0][1] if like is None else like
        return self("sum", self.sorts[like], self.degrees[like], *parts)

    def sign(self, a: int, b: int) -> int:
        """``(-1)^{|a||b|}``."""
        return -1 if self.degrees[a] * self.degrees[b] % 2 else 1

    def operator(self, term: int) -> dict[Any, Any]:
        """An operator in letters; i, L and e are linear, and e(1) is the identity."""
        kind, *args = self.terms[term]
        of = self.terms[args[0]] if kind in ("i", "L", "e") else ()
        if of[:1] == ("sum",):
            kind, args = "sum", [*of[1:3], *((c, self(kind, t)) for c, t in of[3:])]
        if kind == "sum":
            return polynomial((c * v, w) for c, t in args[2:] for w, v in self.operator(t).items())
        if kind not in ("compose", "commutator"):
            return {() if of == ("one",) else (term,): 1}
        a, b = map(self.operator, args)
        pairs = [(a[u] * b[v], u + v) for u in a for v in b]
        if kind == "commutator":
            pairs += [(-self.sign(*args) * a[u] * b[v], v + u) for u in a for v in b]
        return polynomial(pairs)

    def equation(self, left: int, right: int, vector: str = "e") -> dict[Any, Any]:
        """The line that states that two terms are equal, vector-valued forms by e or by i."""
        if kind := {"f": "e", "v": vector}.get(self.sorts[left]):
            left, right = self(kind, left), self(kind, right)
        return self.operator(self.total((1, left), (-1, right)))

    def text(self, term: int) -> str:
        """A term for the reader."""
        kind, *args = self.terms[term]
        if kind == "sum":
            return "(" + (" + ".join(f"{c}*{self.text(t)}" for c, t in args[2:]) or "0") + ")"
        return (
            args[0] if kind in SYMBOLS else SHAPES[kind].split(">")[2].format(*map(self.text, args))
        )

    def values(self, operators: dict[Any, Any], term: int) -> Any:
        """The value of a sum of words, whose letters act one after the other."""
        for word, value in operators.items():
            at = term
            for letter in reversed(word):
                kind, inner = self.terms[letter]
                at = self.product(inner, at) if kind == "e" else self.act(letter, at)
            yield value, at

    def applied(self, operators: dict[Any, Any], term: int) -> dict[Any, Any]:
        """The line that the value vanishes."""
        values = [(c, self.operator(self.e(at))) for c, at in self.values(operators, term)]
        return polynomial((c * p[w], w) for c, p in values for w in p)

    def inserted(self, t: int, *fields: int) -> Any:
        """``:i(K) i(M) …: t``, which inserts the fields into different slots of t."""
        if not fields:
            return [(1, t)]
        i, rest, passed = self.i(fields[0]), fields[1:], 0
        total = [(c, self.act(i, s)) for c, s in self.inserted(t, *rest)]
        for n, K in enumerate(rest):
            sign, into = -1 if passed * self.degrees[i] % 2 else 1, self.act(i, K)
            total += [(-sign * c, s) for c, s in self.inserted(t, *rest[:n], into, *rest[n + 1 :])]
            passed += self.degrees[K] - 1
        return total

    def slots(self, t: int, *fields: int) -> Any:
        """There are no more different slots than the degree."""
        need(len(fields) > self.degrees[t], "so many slots may be filled")
        total = self.total(*self.inserted(t, *fields))
        return total, self.total(like=total)

    def swapped(self, a: int, b: int, first: int, second: int) -> Any:
        """``[a, b] = first - (-1)^{|a||b|} second``."""
        return self.commutator(a, b), self.total((1, first), (-self.sign(a, b), second))

    def lift(self, line: dict[Any, Any]) -> Any:
        """A vector-valued form in the place of its components."""
        for (*forms, last), value in line.items():
            need(all(self.terms[x][0] == "e" for x in (*forms, last)), "no vector-valued form")
            need(all(self.sorts[self.terms[x][1]] == "f" for x in forms), "no vector-valued form")
            yield value, (*forms, self.i(self.terms[last][1]))


#: All that is assumed; sections of Kolar, Michor, Slovak: Natural Operations (1993). d is L(id).
AXIOMS: dict[str, Any] = {
    "product": lambda b, s, t: (b.e(b.product(s, t)), b.compose(b.e(s), b.e(t))),
    "value": lambda b, P, t: (b.act(P, t), b.total(*b.values(b.operator(P), t), like=b.act(P, t))),
    "commute": lambda b, s, t: (
        b.compose(b.e(s), b.e(t)),
        b.total((b.sign(s, t), b.compose(b.e(t), b.e(s)))),
    ),
    "i": lambda b, K, t: (b.commutator(b.i(K), b.e(t)), b.e(b.act(b.i(K), t))),  # 8.1
    "L": lambda b, K, t: (b.commutator(b.L(K), b.e(t)), b.e(b.act(b.L(K), t))),  # 8.1
    "slots": Book.slots,  # 8.2
    "insertions": lambda b, K, M: b.swapped(  # 8.2
        b.i(K), b.i(M), b.i(b.act(b.i(K), M)), b.i(b.act(b.i(M), K))
    ),
    "lie": lambda b, K: (b.L(K), b.commutator(b.i(K), b.L(b.id()))),  # 8.3
    "brackets": lambda b, K, M: (b.commutator(b.L(K), b.L(M)), b.L(b.bracket(K, M))),  # 8.5
    "mixed": lambda b, K, M: b.swapped(  # 8.6
        b.L(K), b.i(M), b.i(b.bracket(K, M)), b.L(b.act(b.i(M), K))
    ),
    "components": lambda b, K, M: (
        b.bracket(K, M),
        b.total((1, b.act(b.L(K), M)), (-b.sign(K, M), b.act(b.L(M), K))),
    ),
    "coordinate": lambda b, K: (b.act(b.L(K), b.x()), K),
    "identity": lambda b, K: (b.act(b.i(K), b.id()), K),
    "closed": lambda b, K: (
        b.act(b.L(K), b.id()),
        b.total((b.sign(K, b.id()), b.act(b.L(b.id()), K))),
    ),
    "degree": lambda b, t: (b.act(b.i(b.id()), t), b.total((b.degrees[t], t))),
}


def read(certificate: Any) -> str:
    """The statement that a certificate proves; it is refused otherwise."""
    need((certificate["format"], certificate["version"]) == (FORMAT, VERSION), "another format")
    b, t, lines = Book(), list[int](), list[dict[Any, Any]]()
    for kind, *args in certificate["terms"]:
        if kind == "sum":
            args[2:] = [(Fraction(c), t[n]) for c, n in args[2:]]
        t.append(b(kind, *(args if kind in (*SYMBOLS, "sum") else [t[n] for n in args])))
    stated = [(t[m], t[n]) for m, n in (certificate["statement"], *certificate["relations"])]
    statement, *relations = (b.equation(*sides, vector="i") for sides in stated)
    for rule, *args in certificate["lines"]:
        if rule == "sum":
            parts = [
                (Fraction(c), [t[n] for n in u], lines[m], [t[n] for n in v]) for c, u, m, v in args
            ]
            lines.append(polynomial((c * q[w], (*u, *w, *v)) for c, u, q, v in parts for w in q))
        elif rule == "relation":
            lines.append(relations[args[0]])
        elif rule == "lift":
            lines.append(polynomial(b.lift(lines[args[0]])))
        elif rule == "apply":
            lines.append(b.applied(lines[args[0]], t[args[1]]))
        else:
            lines.append(b.equation(*AXIOMS[rule](b, *(t[n] for n in args))))
    need(lines[-1] == statement, "the last line is not the statement")
    symbols = [term for term in b.terms if term[0] in SYMBOLS]
    need(len({name for _, name, _ in symbols}) == len(symbols), "a name stands for two things")
    about = "".join(f", {SYMBOLS[kind]} {name} of degree {p}" for kind, name, p in symbols)
    said, *given = (f"{b.text(m)} = {b.text(n)}" for m, n in stated)
    return (
        said + " where " * bool(given) + " and ".join(given) + about.replace(",", " for every", 1)
    )


def decide(certificate: Any) -> tuple[bool, str]:
    """Whether a certificate proves what it states, and the statement or the reason."""
    try:
        return True, read(certificate)
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError) as error:
        return False, f"{type(error).__name__}: {error}"


def main(paths: list[str]) -> int:
    """One line for each file; the exit status is 0 if all are proved."""
    failed = False
    for path in paths:
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
        answers = [decide(each) for each in (found if isinstance(found, list) else [found])]
        good = bool(answers) and all(proved for proved, _ in answers)
        print(
            f"{path}: {'proved' if good else 'REFUSED'}: {'; '.join(text for _, text in answers)}"
        )
        failed |= not good
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
