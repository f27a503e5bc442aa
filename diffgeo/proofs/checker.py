"""Decide certificates of theorems on every manifold: ``python checker.py FILE...``.

On a chart a line is a polynomial in operators i(K), L(K), e(α), e(K) (products with α, K^a) that is
0: given, an axiom, a sum of c*u*line*v, Σ c μ i(K) of Σ c μ K^a ("lift"), Σ c D(t) of Σ c D
("apply"), f of f*f or X of all i_X w ("cancel"). Degrees: p + 2*n + …, n is any natural number.
"""

import json
import re
import sys
from contextlib import suppress
from fractions import Fraction
from typing import Any

FORMAT, SYMBOLS = "diffgeo certificate 1", {"f": "form", "v": "vector-valued form"}
#: Sorts of arguments > sort > text. f, v, o: operators, c: those with K^a; t, e, p: by arguments.
SHAPES = {"one": ">f>1", "id": ">v>(id)", "e": "[fv]>e>e({})", "i": "v>o>i({})", "L": "v>o>L({})"}
SHAPES |= {"product": "f[fv]>t>({}*{})", "act": "o[fv]>t>{}({}{})", "bracket": "vv>v>[{}, {}]"}
SHAPES |= {"compose": "[oc]{2}>p>({} @ {})", "commutator": "[oc]{2}>p>[{}, {}]", "x": ">v>(x)"}


def need(condition: object, reason: str) -> None:
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
    """All terms by number; each is written once, with its sort and degree: p, and m, n, …."""

    def __init__(self) -> None:
        self.numbers, self.terms, self.types = dict[Any, int](), list[Any](), list[Any]()

    def __getattr__(self, kind: str) -> Any:
        return lambda *parts: self(kind, *parts)

    def __call__(self, *term: Any) -> int:
        """The number of a term, which has a meaning or is refused."""
        if term in self.numbers:
            return self.numbers[term]
        kind, *args = term
        if kind in SYMBOLS:
            sort, name, p, *more = term
            need(min(map(str.isidentifier, (name, *more))) and type(p) is int and p >= 0, "no name")
        elif kind == "sum":
            sort, p, *more = like = self.types[args[0][1]]
            need(all(t >= 0 and self.types[t] == like for _, t in args), "unlike terms")
        else:
            wanted, sort, _ = SHAPES[kind].split(">")
            got = "".join(self.types[t][0] for t in args)
            need(re.fullmatch(wanted, got) and min(args, default=0) >= 0, f"no {kind} of {got}")
            sort = {"t": got[-1:], "e": "oc"[got == "v"], "p": min(got or "-")}.get(sort, sort)
            p = sum(self.types[t][1] for t in args) + {"id": 1, "i": -1}.get(kind, 0)
            more = [number for t in args for number in self.types[t][2:]]
        self.terms.append(term)
        self.types.append((sort, p, *sorted(more)))
        return self.numbers.setdefault(term, len(self.terms) - 1)

    def sign(self, a: int, b: int) -> int:
        """``(-1)^{|a||b|}``."""
        return -1 if self.types[a][1] * self.types[b][1] % 2 else 1

    def operator(self, term: int) -> dict[Any, Any]:
        """An operator in letters; i, L and e are linear, and e(1) is the identity."""
        kind, *args = self.terms[term]
        of = self.terms[args[0]] if kind in ("i", "L", "e") else ()
        if of[:1] == ("sum",):
            kind, args = "sum", [(c, self(kind, t)) for c, t in of[1:]]
        if kind == "sum":
            return polynomial((c * v, w) for c, t in args for w, v in self.operator(t).items())
        if kind not in ("compose", "commutator"):
            return {() if of == ("one",) else (term,): 1}
        a, b = map(self.operator, args)
        back = -self.sign(*args) if kind == "commutator" else 0
        pairs = [(a[u] * b[v], u + v, v + u) for u in a for v in b]
        return polynomial(p for c, w, v in pairs for p in ((c, w), (back * c, v)))

    def equation(self, *sides: int, vector: str = "e") -> dict[Any, Any]:
        """The line that states that two terms are equal, or one is zero; one of operators."""
        if kind := {"f": "e", "v": vector}.get(self.types[sides[0]][0]):
            sides = tuple(self(kind, t) for t in sides)
        return self.operator(self.sum(*zip((1, -1), sides, strict=False)))

    def text(self, term: int) -> str:
        """A term for the reader."""
        kind, *args = self.terms[term]
        if kind == "sum":
            return "(" + (" + ".join(f"{c}*{self.text(t)}" for c, t in args if c) or "0") + ")"
        texts = args[:1] if kind in SYMBOLS else [self.text(t) for t in args]
        at = "^a" * (self.types[term][0] == "v" and "".join(texts)[:2] != "i(")
        return SHAPES.get(kind, ">>{}").split(">")[2].format(*texts, at)

    def values(self, operators: dict[Any, Any], term: int) -> Any:
        """The value of a sum of words, whose letters act one after the other, as e."""
        for word, value in operators.items():
            at = term
            for letter in reversed(word):
                kind, inner = self.terms[letter]
                at = self.act(letter, at) if kind != "e" or letter < 0 else self.product(inner, at)
            yield value, self.e(at)

    def inserted(self, t: int, *fields: int) -> Any:
        """``:i(K) i(M) …: t``: fields in different slots of t, of which there are |t| (8.2)."""
        if not fields:
            return [(1, t)]
        i, rest, passed = self.i(fields[0]), fields[1:], 0
        total = [(c, self.act(i, s)) for c, s in self.inserted(t, *rest)]
        for n, K in enumerate(rest):
            sign, into = -1 if passed * self.types[i][1] % 2 else 1, self.act(i, K)
            total += [(-sign * c, s) for c, s in self.inserted(t, *rest[:n], into, *rest[n + 1 :])]
            passed += self.types[K][1] - 1
        return total

    def swapped(self, kind: str, K: int, M: int, first: int) -> Any:
        """``[D(K), i(M)] = i(first) - (-1)^{|D(K)||i(M)|} D(i_M K)`` where D is i or L."""
        D, i = self(kind, K), self.i(M)
        last = (-self.sign(D, i), self(kind, self.act(i, K)))
        return self.commutator(D, i), self.sum((1, self.i(first)), last)

    def lift(self, line: dict[Any, Any]) -> Any:
        """A vector-valued form in the place of its components."""
        for word, value in line.items():
            kinds = [(x < 0 or self.terms[x][0], self.types[self.terms[x][1]][0]) for x in word]
            need(kinds == [("e", "f")] * (len(word) - 1) + [("e", "v")], "no vector-valued form")
            yield value, (*word[:-1], self.i(self.terms[word[-1]][1]))


AXIOMS: dict[str, Any] = {  # all that is assumed; sections of Kolář, Michor, Slovák; d is L(id)
    "product": lambda b, s, t: (b.e(b.product(s, t)), b.compose(b.e(s), b.e(t))),
    "value": lambda b, P, t: (b.sum((-1, b.e(b.act(P, t))), *b.values(b.operator(P), t)),),
    "commute": lambda b, s, t: (b.commutator(b.e(s), b.e(t)),),
    "i": lambda b, K, t: (b.commutator(b.i(K), b.e(t)), b.e(b.act(b.i(K), t))),  # 8.2
    "L": lambda b, K, t: (b.commutator(b.L(K), b.e(t)), b.e(b.act(b.L(K), t))),  # 8.3
    "slots": lambda b, t, *K: (b.e(b.sum(*b.inserted(t, *K) * (len(K) > b.types[t][-1]))),),
    "degree": lambda b, t: (b.act(b.i(b.id()), t), b.sum((b.types[t][-1], t))),  # both if p is all
    "insertions": lambda b, K, M: b.swapped("i", K, M, b.act(b.i(K), M)),  # 8.2
    "nilpotent": lambda b: (b.compose(b.L(b.id()), b.L(b.id())),),
    "lie": lambda b, K: (b.L(K), b.commutator(b.i(K), b.L(b.id()))),  # 8.3
    "brackets": lambda b, K, M: (b.commutator(b.L(K), b.L(M)), b.L(b.bracket(K, M))),  # 8.5
    "mixed": lambda b, K, M: b.swapped("L", K, M, b.bracket(K, M)),  # 8.6
    "coordinate": lambda b, K: (b.act(b.L(K), b.x()), K),
    "components": lambda b, K, M: (
        b.sum((1, b.bracket(K, M)), (b.sign(K, M), b.act(b.L(M), K)), (-1, b.act(b.L(K), M))),
    ),
}


def decide(certificate: Any) -> tuple[bool, str]:
    """Whether a certificate (or its items) proves what it states, and the statement or reason."""
    try:
        b, has = Book(), dict(certificate)
        need(len(has) == len(certificate) and has["format"] == FORMAT, "another format")
        for n, (kind, *a) in enumerate(has["terms"]):
            need(b(kind, *([(Fraction(c), t) for c, t in a] if kind == "sum" else a)) == n, "twice")
        stated, injective = (has["statement"], *has["relations"]), has.get("injective", [])
        statement, *lines = (b.equation(*sides, vector="i") for sides in stated)
        for rule, *args in has["lines"]:
            if rule == "sum":
                args = [(c if type(c) is int else Fraction(c), *rest) for c, *rest in args]
                pairs = ((c * a, (*u, *w, *v)) for c, u, n, v in args for w, a in lines[n].items())
                lines.append(polynomial(pairs))
            elif rule == "lift":
                lines.append(polynomial(b.lift(lines[args[0]])))
            elif rule == "cancel":  # by the k-th of what is supposed to be injective, or by itself
                (u, k), told = args[:2], [lines[n] for n in args[2:]]
                ts = [b.product(u, u)] if k < 0 else [b.act(b.i(u), w) for w in injective[k]]
                need(told == [b.equation(t, vector="i") for t in ts] and b.types[u][-1] == 0, "no")
                lines.append(b.equation(u, vector="i"))
            elif rule == "apply":
                lines.append(b.operator(b.sum(*b.values(lines[args[0]], args[1]))))
            else:
                lines.append(b.equation(*AXIOMS[rule](b, *args)))
        need(lines[-1] == statement, "the last line is not the statement")
        symbols = [(t[0], t[1], t[2:]) for t in b.terms if t[0] in SYMBOLS]
        need(len({n for _, n, _ in symbols}) == len(symbols), "a name stands for two things")
        texts, plus = [f"{b.text(m)} = {b.text(n)}" for m, n in stated], " + 2*".join
        texts += [f"only 0 has no insertion in {', '.join(map(b.text, ws))}" for ws in injective]
        texts += [f"{n} is any {SYMBOLS[k]} of degree {plus(map(str, p))}" for k, n, p in symbols]
        return True, "proved: " + ", where ".join(texts)
    except Exception as error:  # whatever is wrong, nothing is proved
        return False, f"REFUSED: {type(error).__name__}: {error}"


if __name__ == "__main__":
    good = len(sys.argv) > 1
    for path in sys.argv[1:]:
        found = [(False, "REFUSED: no certificates can be read")]
        with suppress(Exception), open(path, encoding="utf-8") as file:
            found = [decide(each) for each in json.load(file, object_pairs_hook=list)] or found
        print(path, *(text for _, text in found), sep=": ")
        good &= all(proved for proved, _ in found)
    sys.exit(not good)
