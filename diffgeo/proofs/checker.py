"""Decide certificates of theorems on every manifold: ``python checker.py FILE...``."""

import json
import sys
from contextlib import suppress
from fractions import Fraction
from hashlib import sha256
from typing import Any

FORMAT, WORK = "diffgeo certificate 2", 10**8  # letters of words that are written down at most
SYMBOLS = dict(f="form of degree {}", v="vector-valued form of degree {}", m="map", p="{}-vector")
SHAPES = {"one": ">f>1", "id": ">v>(id)", "e": "fvw>e>e({})", "i": "v>o>i({})", "x": ">v>(x)"}
SHAPES |= {"product": "f fvw>t>({}*{})", "act": "o fvw>t>{}({}{})", "bracket": "v v>v>[{}, {}]"}
SHAPES |= {"compose": "oc oc>e>({} @ {})", "commutator": "oc oc>e>[{}, {}]", "L": "v>o>L({})"}
SHAPES |= {"back": "m fvw>b>{}^*({}{})"}  # sorts > sort (w…: v along maps, o, c: operators) > text


def need(condition: object, reason: str) -> Any:  # or else nothing is proved
    if not condition:
        raise ValueError(reason)


class Book:  # all terms by number, with types: sort@manifold (of a map: two), degree p, m, n, …
    def __init__(self, work: int = 10**99) -> None:
        self.numbers, self.terms, self.types = dict[Any, int](), list[Any](), dict[int, Any]()
        self.work = work

    def paid(self, letters: int, value: Any = 1) -> Any:  # the value, before a file takes hours
        self.work -= letters + (sum(map(int.bit_length, value.as_integer_ratio())) ** 2 >> 9)
        return need(self.work > 0, f"too large: it needs more than {WORK} letters") or value

    def added(self, pairs: Any) -> dict[Any, Any]:  # multiples of words, tuples of letters
        total: dict[Any, Any] = {}
        for value, word in pairs:
            total[word] = self.paid(2 + len(word), total.get(word, 0) + value)
        need(len({self.types[x][0].split("@")[1] for w in total for x in w}) < 2, "places")
        return {word: value for word, value in total.items() if value}

    def __getattr__(self, kind: str) -> Any:
        return lambda *parts: self(kind, *parts)

    def __call__(self, *term: Any) -> int:  # the number of a term, which has a meaning
        kind, *args = term
        if kind in ("one", "id", "x") and args:  # that of the manifold on which a term is
            return self("@".join((kind, *filter(None, self.types[args[0]][0].split("@")[1:2]))))
        if self.paid(20) and term in self.numbers:
            return self.numbers[term]
        name, *at = names = str.split(args[0] if kind in SYMBOLS else kind, "@")
        place = "@" * (kind != "sum") + "@".join((*at, *at, "", "")[: 1 + (kind == "m")])
        if kind in SYMBOLS:
            sort, _, p, *more = term
            need(repr(p).isdigit() and (kind in "fv" or not (more or p * (kind == "m"))), "degree")
            sort, p = ("o", -p) if kind == "p" else (sort, p)  # i_P
        elif kind == "sum":
            sort, p, *more = like = self.types[args[0][1]]
            need(sort[0] != "m" and all(self.types[t] == like for _, t in args), "mixed")
        else:
            want, sort, _ = SHAPES[kind if args else name].split(">")
            sorts = [self.types[t][0].split("@") for t in args] or [("", *place.split("@")[1:])]
            (t, *_), place, there = sorts[-1], "@" + sorts[0][1], sorts[0][-1]
            got = "".join(s[0][:1] if s[1] == there or s is sorts[0] else "?" for s in sorts)
            need(all(a in b for a, b in zip(got, want.split(), strict=True)), f"no {kind} of {got}")
            of = {"t": t, "b": t if t == "f" else f"w{args[:1]}{t[1:]}"}  # along which maps
            of["e"] = "".join(["oc"[got.strip("fo") > ""], *(s[0][1:] for s in sorts)])
            sort, more = of.get(sort, sort), [n for t in args for n in self.types[t][2:]]
            p = sum(self.types[t][1] for t in args) + {"id": 1, "i": -1}.get(name, 0)
        need(all(map(str.isidentifier, (*names, *more))), "no name")
        self.terms += [term] * self.paid(len(f"{names}{sort}{place}{p}{more}") ** 2)
        self.types[len(self.terms) - 1] = (sort + place, p, *sorted(more))  # of no negative number
        return self.numbers.setdefault(term, len(self.terms) - 1)

    def operator(self, term: int) -> dict[Any, Any]:  # in letters; i, L, e are linear, e(1) is 1
        kind, *args = self.paid(20) and self.terms[term]
        of = self.terms[args[0]] if kind in ("i", "L", "e") else ("",)
        parts = [(c, self(kind, t)) for c, t in of[1:]] if of[0] == "sum" else args
        if "sum" in (kind, of[0]):
            return self.added((c * v, w) for c, t in parts for w, v in self.operator(t).items())
        if kind not in ("compose", "commutator"):
            return {() if of[0].startswith("one") else (term,): 1}
        (a, b), z = map(self.operator, args), all(self.types[t][1] % 2 for t in args) * 2 - 1
        ws = ((a[u] * b[v], u + v, v + u) for u in a for v in b)
        return self.added(p for c, w, v in ws for p in ((c, w), (z * c, v))[: 1 + (kind < "comp")])

    def equation(self, *sides: int, vector: str = "e") -> dict[Any, Any]:  # they are equal, or 0
        if kind := {"f": "e", "v": vector, "w": "e"}.get(self.types[sides[0]][0][0]):
            sides = tuple(self(kind, t) for t in sides)
        return self.operator(self.sum(*zip((1, -1), sides, strict=False)))

    def text(self, term: int) -> str:  # for the reader
        kind, *args = self.paid(999) and self.terms[term]
        if kind == "sum":
            return "(" + (" + ".join(f"{c}*{self.text(t)}" for c, t in args if c) or "0") + ")"
        texts = args[:1] if kind in SYMBOLS else [self.text(t) for t in args] or [f"({kind})"]
        at = "^a" * (self.types[term][0][0] in "vw" and "".join(texts)[:2] != "i(")
        return SHAPES.get(kind, ">>{}").split(">")[2].format(*texts, at)

    def values(self, operators: dict[Any, Any], term: int) -> Any:  # of a sum of words at it, as e
        for word, value, at in ((w, v, term) for w, v in operators.items()):
            for letter in reversed(word):
                (kind, s, *_), one = self.terms[letter], self.terms[at][0][:3] == "one"
                at = self.act(letter, at) if kind != "e" else s if one else self.product(s, at)
            yield value, self.e(at)

    def inserted(self, t: int, *fields: int) -> Any:  # :i(K) i(M) …: t, in different slots of t
        new = [] if fields else [(1, t)]
        for n, (i, K) in enumerate((self.i(fields[0]), K) for K in fields):
            z = self.types[i][1] * sum(self.types[M][1] - 1 for M in fields[1:n]) % 2 * 2 - 1
            rest = (*fields[1:n], self.act(i, K), *fields[n + 1 :]) if n else fields[1:]
            new += [(z * c, s) if n else (c, self.act(i, s)) for c, s in self.inserted(t, *rest)]
        return new

    def order(self, A: int) -> Any:  # at most so many insertions are in A, and no derivatives
        kind, B, *C = self.paid(20) and self.terms[A]
        if kind != "commutator":
            return {"e": 0, "i": 1, "p": -self.types[A][1]}[kind]
        twice = self.terms[B][::2] == ("commutator", self.L(self.id(B)))  # [[i_P, d], i_Q]
        parts = (self.terms[B][1] if twice else B, *C)
        need(not any(twice and self.order(t) + self.types[t][-1] for t in parts), "dx is in them")
        return sum(map(self.order, parts)) - 1

    def swapped(self, kind: str, K: int, M: int, first: int) -> Any:  # [D(K), i(M)], D is i or L
        z = self.types[D := self(kind, K)][1] * self.types[i := self.i(M)][1] % 2 * 2 - 1
        return self.commutator(D, i), self.sum((1, self.i(first)), (z, self(kind, self.act(i, K))))


AXIOMS: dict[str, Any] = {  # all that is assumed; sections of Kolář, Michor, Slovák; d is L(id)
    "product": lambda b, s, t: (b.e(b.product(s, t)), b.compose(b.e(s), b.e(t))),
    "value": lambda b, P, t: (b.sum((-1, b.e(b.act(P, t))), *b.values(b.operator(P), t)),),
    "i": lambda b, K, t: (b.commutator(b.i(K), b.e(t)), b.e(b.act(b.i(K), t))),  # 8.2
    "L": lambda b, K, t: (b.commutator(b.L(K), b.e(t)), b.e(b.act(b.L(K), t))),  # 8.3
    "slots": lambda b, t, *K: (b.e(b.sum(*b.inserted(t, *K))),) * (len(K) > b.types[t][-1]),
    "degree": lambda b, t: (b.act(b.i(b.id(t)), t), b.sum((b.types[t][-1], t))),  # if p is all
    "insertions": lambda b, K, M: b.swapped("i", K, M, b.act(b.i(K), M)),  # 8.2
    "nilpotent": lambda b, *t: (b.compose(b.L(b.id(*t)), b.L(b.id(*t))),),
    "lie": lambda b, K: (b.L(K), b.commutator(b.i(K), b.L(b.id(K)))),  # 8.3
    "brackets": lambda b, K, M: (b.commutator(b.L(K), b.L(M)), b.L(b.bracket(K, M))),  # 8.5
    "mixed": lambda b, K, M: b.swapped("L", K, M, b.bracket(K, M)),  # 8.6
    "order": lambda b, A: (A,) * (b.order(A) < 0 or b.order(A) + b.types[A][-1] < 0),
    "multiplication": lambda b, A: (A, b.e(b.act(A, b.one(A)))) * (b.order(A) <= 0),
    "coordinate": lambda b, K: (b.act(b.L(K), b.x(K)), K),
    "d": lambda b, m, t: (b.act(b.L(b.id(m)), b.back(m, t)), b.back(m, b.act(b.L(b.id(t)), t))),
}


def decide(certificate: Any) -> tuple[bool, str]:  # is it a proof; its statement, or why not
    try:
        b, has = Book(WORK), dict(certificate)
        need(len(has) == len(certificate) and has["format"] == FORMAT, f"it is no {FORMAT}")
        digest, text = has.pop("digest", ""), json.dumps(has, sort_keys=True)
        need(digest == sha256(text.encode()).hexdigest(), "damaged: the digest is another one")
        for n, (kind, *a) in enumerate(has["terms"]):
            a = [(Fraction(*map(int, str(c).split("/"))), t) for c, t in a] if kind == "sum" else a
            need(b(kind, *a) == n, "twice")
        stated, injective = (has["statement"], *has["relations"]), has.get("injective", [])
        statement, *lines = (b.equation(*sides, vector="i") for sides in stated)
        for rule, *args in has["lines"]:
            if rule == "sum":
                args = [(Fraction(*map(int, str(c).split("/"))), *rest) for c, *rest in args]
                pairs = ((c * a, (*u, *w, *v)) for c, u, n, v in args for w, a in lines[n].items())
                lines.append(b.added(pairs))
            elif rule in ("lift", "back"):  # of a sum of products: of components: Σ f K, or
                of = ((c, [dict([b.terms[x]])["e"] for x in w]) for w, c in lines[args[0]].items())
                ws = ((c, (*map(b.e, f), b.i(K))) for c, (*f, K) in of if all(map(b.product, f, f)))
                if rule == "back":  # from N, to which the map goes
                    ws = ((c, tuple(b.e(b.back(args[1], t)) for t in f)) for c, f in of)
                lines.append(b.added(ws))
            elif rule == "cancel":  # by the k-th of what is supposed injective, or of u u = 0,
                (u, k), told = args[:2], [lines[n] for n in args[2:]] or [0]  # u du = 0, f u = 0
                f, v = b.terms[u][1] if k < -2 else u, b.act(b.L(b.id(u)), u) if k == -2 else u
                ts = [b.product(f, v)] if k < 0 else [b.act(b.i(u), w) for w in injective[k]]
                need(told == [b.equation(t, vector="i") for t in ts] and b.types[f][-1] == 0, "no")
                lines.append(b.equation(v, vector="i"))  # follow u = 0, du = 0, f w = 0 for u = f w
            elif rule == "apply":  # the value of an operator
                lines.append(b.operator(b.sum(*b.values(lines[args[0]], args[1]))))
            elif rule == "related":  # i_A m^*t = m^*(i_B t), if L_A m^*x = m^*B; 8.15
                n, m, A, B, t = args
                need(lines[n] == b.equation(b.act(b.L(A), b.back(m, b.x(B))), b.back(m, B)), "no")
                lines.append(b.equation(b.act(b.i(A), b.back(m, t)), b.back(m, b.act(b.i(B), t))))
            else:
                lines.append(b.equation(*AXIOMS[rule](b, *args)))
        need(lines[-1] == statement, "the last line is not the statement")
        symbols = [(t[0], t[1], t[2:]) for t in b.terms if t[0] in SYMBOLS]
        need(len({n for _, n, _ in symbols}) == len(symbols), "a name stands for two things")
        texts, plus = [f"{b.text(m)} = {b.text(n)}" for m, n in stated], " + 2*".join
        texts += [f"only 0 has no insertion in {', '.join(map(b.text, ws))}" for ws in injective]
        texts += [f"{n} is any {SYMBOLS[k].format(plus(map(str, p)))}" for k, n, p in symbols]
        return True, "proved: " + ", where ".join(texts)
    except Exception as error:  # whatever is wrong, nothing is proved
        return False, f"REFUSED: {type(error).__name__}: {error}"


if __name__ == "__main__":
    good = len(sys.argv) > 1
    for path in sys.argv[1:]:
        found = [(False, "REFUSED: no certificates can be read")]
        with suppress(Exception), open(path, encoding="utf-8") as file:
            found = [decide(each) for each in json.load(file, object_pairs_hook=list)] or found
        print(*(ascii(text)[1:-1] for text in (path, *(text for _, text in found))), sep=": ")
        good &= all(proved for proved, _ in found)
    sys.exit(not good)
