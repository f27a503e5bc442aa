"""Lines of a proof for the checker, found by rewriting non-commutative polynomials.

The rules of `diffgeo.proofs.normal_form` are used again, in another algebra: each use subtracts a
line, which is an axiom of `diffgeo.proofs.checker` or a lemma, itself a sum of lines. Nothing
remains at the end, and what was subtracted is the proof.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from diffgeo.errors import TooLarge
from diffgeo.proofs.checker import AXIOMS, Book
from diffgeo.signs import koszul

#: Steps of rewriting after which a proof is too long to be written down.
MOST_STEPS = 400_000

Word = tuple[int, ...]
Polynomial = dict[Word, Any]
#: What is subtracted: left * line * right.
Place = tuple[Word, int, Word]


def add(
    total: Polynomial, other: Polynomial, factor: Any, left: Word = (), right: Word = ()
) -> None:
    """Add ``factor * left * other * right`` in place."""
    for word, value in other.items():
        word = (*left, *word, *right)
        value = total.get(word, 0) + factor * value
        if value:
            total[word] = value
        else:
            total.pop(word, None)


class Lines:
    """Lines with their polynomials, and how words of letters are brought to normal form by them."""

    def __init__(self) -> None:
        self.book = Book()
        self.lines: list[tuple[Any, ...]] = []
        self.values: list[Polynomial] = []
        self.relations: list[Polynomial] = []
        self.steps = 0
        self._numbers: dict[tuple[Any, ...], int] = {}
        self._lemmas: dict[Word, int | None] = {}
        self._redexes: dict[Word, tuple[Place, Any] | None] = {}
        self._orders: dict[int, tuple[Any, ...]] = {}
        self._opaque = False
        self._of_forms: Any = ({}, {})

    # --- lines ------------------------------------------------------------------------

    def line(self, rule: str, *arguments: int) -> int:
        """An axiom, a relation, or what a rule makes of an earlier line."""
        key = (rule, *arguments)
        if key not in self._numbers:
            self._numbers[key] = self._append(key, self._value(rule, *arguments))
        return self._numbers[key]

    def _value(self, rule: str, *arguments: int) -> Polynomial:
        book = self.book
        if rule == "relation":
            return self.relations[arguments[0]]
        if rule == "cancel":
            u, number = arguments[:2]
            v = book.act(self.d(u), u) if number == -2 else u
            return book.equation(v, vector="i")
        if rule == "lift":
            letters = book.terms
            components = self.values[arguments[0]]
            return {(*w[:-1], book.i(letters[w[-1]][1])): c for w, c in components.items()}
        if rule == "back":
            words = self.values[arguments[0]]
            return {tuple(self._back(x, arguments[1]) for x in w): c for w, c in words.items()}
        if rule == "related":
            _, m, A, B, t = arguments
            return book.equation(
                book.act(book.i(A), book.back(m, t)), book.back(m, book.act(book.i(B), t))
            )
        if rule == "apply":
            return book.operator(book.sum(*book.values(self.values[arguments[0]], arguments[1])))
        return book.equation(*AXIOMS[rule](book, *arguments))

    def _back(self, letter: int, m: int) -> int:
        return int(self.book.e(self.book.back(m, self.book.terms[letter][1])))

    def _append(self, line: tuple[Any, ...], value: Polynomial) -> int:
        self.lines.append(line)
        self.values.append(value)
        return len(self.lines) - 1

    def added(self, summands: Mapping[Place, Any]) -> int:
        """The sum of multiples of lines."""
        if len(summands) == 1:
            (((left, line, right), factor),) = summands.items()
            if factor == 1 and not left and not right:
                return line
        value: Polynomial = {}
        for (left, line, right), factor in summands.items():
            add(value, self.values[line], factor, left, right)
        return self._append(("sum", *((c, *place) for place, c in summands.items())), value)

    def d(self, term: int) -> int:
        """The exterior derivative on the manifold of a term."""
        d: int = self.book.L(self.book.id(term))
        return d

    def nilpotent(self, term: int) -> int:
        """``d d = 0`` there."""
        place = self.book.id(term)
        return self.line("nilpotent", *(() if self.book.terms[place] == ("id",) else (place,)))

    def kind(self, term: int) -> str:
        """The kind of a term, without its manifold."""
        return str(self.book.terms[term][0]).split("@")[0]

    def commuted(self, letter: int, line: int) -> int:
        """The graded commutator of a letter with a line."""
        sign = self.sign(letter, line)
        return self.added({((letter,), line, ()): 1, ((), line, (letter,)): -sign})

    def sign(self, letter: int, line: int) -> int:
        """The sign by which a letter passes a line."""
        word = next(iter(self.values[line]), ())
        return koszul(self.book.types[letter][1] * sum(self.book.types[x][1] for x in word))

    # --- rewriting --------------------------------------------------------------------

    def reduced(self, rest: Polynomial, used: dict[Place, Any]) -> Polynomial:
        """The normal form of a polynomial, and what is subtracted, which is added to ``used``."""
        rest, waiting = dict(rest), list(rest)
        while waiting:
            word = waiting.pop()
            value = rest.get(word)
            if not value or (found := self._redex(word)) is None:
                continue
            place, leading = found
            factor = value * leading if leading in (1, -1) else Fraction(value) / leading
            self._subtract(rest, used, place, factor)
            left, line, right = place
            waiting += [(*left, *inner, *right) for inner in self.values[line]]
        return rest

    def _subtract(
        self, rest: Polynomial, used: dict[Place, Any], place: Place, factor: Any
    ) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooLarge(f"the proof has more than {MOST_STEPS} steps")
        left, line, right = place
        factor = factor.numerator if factor.denominator == 1 else factor
        add(rest, self.values[line], -factor, left, right)
        used[place] = used.get(place, 0) + factor
        if not used[place]:
            del used[place]

    def _redex(self, word: Word) -> tuple[Place, Any] | None:
        """Where a word is not normal, with the coefficient there of the line that is subtracted.

        Letters that are not normal come first: then the lemmas on pairs need not know them.
        """
        if word not in self._redexes:
            found = None
            for length in (1, 2):
                for start in range(len(word) - length + 1):
                    part = word[start : start + length]
                    if (line := self.lemma(part)) is not None:
                        place = (word[:start], line, word[start + length :])
                        found = (place, self.values[line][part])
                        break
                if found:
                    break
            self._redexes[word] = found
        return self._redexes[word]

    def lemma(self, word: Word) -> int | None:
        """The line with the normal form of one or two letters; None if they are normal."""
        if word not in self._lemmas:
            rules = self._rule_for_letter(*word) if len(word) == 1 else self._rule_for_pair(*word)
            self._lemmas[word] = self._proved(word, rules) if isinstance(rules, list) else rules
        return self._lemmas[word]

    def _proved(self, word: Word, rules: list[tuple[int, Word]]) -> int:
        """The line that begins with lines for words that occur, each subtracted where it does."""
        rest: Polynomial = {word: 1}
        used: dict[Place, Any] = {}
        for line, leading in rules:
            for found in list(rest):
                starts = range(len(found) - len(leading) + 1)
                at = next((n for n in starts if found[n : n + len(leading)] == leading), None)
                if at is not None:
                    place = (found[:at], line, found[at + len(leading) :])
                    factor = Fraction(rest[found]) / self.values[line][leading]
                    self._subtract(rest, used, place, factor)
        self.reduced(rest, used)
        return self.added(used)

    def _normal(self, letter: int) -> bool:
        return self.book.operator(letter) == {(letter,): 1} and self.lemma((letter,)) is None

    def _rule_for_letter(self, letter: int) -> Any:
        kind, term, *_ = self.book.terms[letter]
        if kind == "p":
            return None
        if kind == "i":
            line = self.lemma((self.book("e", term),))
            return None if line is None else self.line("lift", line)
        if kind == "L":
            normal_term = self.lemma((self.book("e", term),)) is None
            return None if normal_term else [(self.line("lie", term), (letter,))]
        rule = self._rule_for_form(term)
        if isinstance(rule, int):
            return [(rule, (letter,))]
        return rule and [
            (name if isinstance(name, int) else self.line(*name), word or (letter,))
            for name, word in rule
        ]

    def _rule_for_form(self, term: int) -> Any:
        """The axioms that begin the normal form of a form or vector-valued form."""
        book = self.book
        kind, *parts = book.terms[term]
        if kind == "back":
            return self._rule_for_pull_back(*parts)
        if kind == "product":
            return [(("product", *parts), ())]
        if kind == "bracket":  # its components are those of [L_K, L_M] at the coordinates
            x = book.x(term)
            at_x = self.line("apply", self.line("brackets", *parts), x)
            return [(("coordinate", term), ()), (at_x, (book.e(book.act(book.L(term), x)),))]
        if kind != "act":
            return None
        P, u = parts
        if book.operator(P) != {(P,): 1} or book.terms[P][0] == "e":
            return [(("value", P, u), ())]
        if book.terms[u][0] == "act":
            Q, w = book.terms[u][1:]
            one = "p" in (book.terms[P][0], book.terms[Q][0]) and book.operator(Q) == {(Q,): 1}
            if one and (known := self.lemma((P, Q))) is not None:
                return [(self.line("apply", known, w), (book.e(term),))]
        if book.terms[P][0] == "p":
            return self._rule_for_multivector(P, u)
        insertion, K = book.terms[P][0] == "i", book.terms[P][1]
        derivation = ((book.terms[P][0], K, u), ())
        if not self._normal(P) or not self._normal(book.e(u)):
            return [derivation]
        inner = self.kind(u)
        if inner == "id":
            return self._on_identity(P, K)
        if inner == "x" and not insertion:
            return [(("coordinate", K), ())]
        if inner == "act":
            Q, w = book.terms[u][1:]
            if book.terms[Q][0] != "p" and self._swapped(P, Q):
                return [derivation, ((*book.terms[Q], w), (book("e", u),))]
        elif insertion and self.kind(K) == "id" and not book.types[u][2:]:
            return [(("degree", u), ())]
        fields: list[int] = []
        at = term
        while book.terms[at][0] == "act" and book.terms[book.terms[at][1]][0] == "i":
            fields.append(book.terms[book.terms[at][1]][1])
            at = book.terms[at][2]
        _, degree, *more = book.types[at]
        if len(fields) > degree and not more and book.terms[at][0] != "act":
            return [(("slots", at, *fields), ())]
        return None

    def _rule_for_multivector(self, P: int, u: int) -> Any:
        """That of e(i_P u): u becomes a product of forms, of which functions stand before i_P.

        With p forms it is the commutator of i_P with them, and less with more, by their order.
        """
        book, one, value = self.book, self.book.one(u), self.book.e(self.book.act(P, u))
        if -book.types[P][1] > book.types[u][1] and not book.types[u][2:]:
            return [(("slots", book.act(P, u)), ())]
        if book.operator(book.e(u)) != {(book.e(u),): 1}:
            return None
        used: dict[Place, Any] = {}
        with self._forms():
            rest = self.reduced({(P, book.e(u)): 1}, used)
        word = next(iter(rest), ())
        if len(rest) != 1 or word[:1] != (P,) or list(book.values(rest, one)) != [(1, value)]:
            return [(self.line("apply", self.added(used), one), (value,))]
        forms, whole = [book.terms[letter][1] for letter in word[1:]], (value,)
        more = len(forms) + book.types[P][1]
        if more < 0 or (more == 0 and self._opaque):
            return None
        D = P
        for form in forms:
            D = book.commutator(D, book.e(form))
        if more:
            return [(self.line("apply", self.line("order", D), one), whole)]
        at_one = (book.e(book.act(D, one)),)
        return [(self.line("value", D, one), whole), (self.line("multiplication", D), at_one)]

    @contextmanager
    def _forms(self) -> Iterator[None]:
        """Insertions of multivectors into forms are forms, and not made commutators."""
        before = self._lemmas, self._redexes, self._opaque
        (self._lemmas, self._redexes), self._opaque = self._of_forms, True
        yield
        self._lemmas, self._redexes, self._opaque = before

    def _rule_for_pull_back(self, m: int, u: int) -> Any:
        """That of e(φ^*u), by what e(u) is equal to, and φ^* d = d φ^*; also for id = dx."""
        book, whole = self.book, (self.book.e(self.book.back(m, u)),)
        if self.kind(u) == "id":
            x, line = book.x(u), self.line("back", self.line("coordinate", u), m)
            return [(line, whole), (self.line("d", m, x), (self._of_d(m, x),))]
        if (known := self.lemma((book.e(u),))) is not None:
            return [(self.line("back", known, m), whole)]
        letters, at = [], u
        while self.kind(at) == "act":
            letters.append(book.terms[at][1])
            at = book.terms[at][2]
            if letters[-1] != self.d(u):
                continue
            for letter in reversed(letters[:-1]):
                at = book.act(letter, at)
            rules = [(self.line("d", m, at), (self._of_d(m, at),))]
            if len(letters) > 1:  # d and what stands before it commute
                known = self.lemma((book.e(book.act(self.d(u), at)),))
                rules[:0] = [] if known is None else [(self.line("back", known, m), whole)]
            return rules
        return None

    def _of_d(self, m: int, term: int) -> int:
        letter: int = self.book.e(self.book.back(m, self.book.act(self.d(term), term)))
        return letter

    def _on_identity(self, P: int, K: int) -> int:
        """``i_K dx = K`` and ``L_K dx = (-1)^k dK``, by ``id = dx``, ``L_K x = K``."""
        book, d, x = self.book, self.d(K), self.book.x(K)
        X, sign = book.e(x), koszul(book.types[P][1])
        at_x = [self.line("L", K, x), self.line("coordinate", K)]  # [L, X] = K
        used = [(-1, self.line(book.terms[P][0], K, book.id(K)))]
        used += [(-1, self.commuted(P, self.line("coordinate", book.id(K))))]
        used += [(-1, self.commuted(P, self.line("L", book.id(K), x)))]
        if book.i(K) == P:
            used += [(1, line) for line in at_x] + [(1, self.commuted(X, self.line("lie", K)))]
            at_x = [self.line("i", K, x), self.line("slots", x, K)]
        else:
            used += [(-1, self.commuted(X, self._with_d(K))), (sign, self.line("L", book.id(K), K))]
        used += [(sign, self.commuted(d, line)) for line in at_x]
        total: dict[Place, Any] = {}
        for factor, line in used:
            total[(), line, ()] = total.get(((), line, ()), 0) + factor
        return self.added(total)

    def _with_d(self, K: int) -> int:
        """``[L_K, d] = [[i_K, d], d] = i_K d d - d d i_K = 0``."""
        i, lie, nilpotent = (self.book.i(K),), self.line("lie", K), self.nilpotent(K)
        if self.book.id(K) == K:
            return self.added({((), nilpotent, ()): 2})
        d, sign = (self.d(K),), koszul(self.book.types[K][1])
        used = {((), lie, d): 1, (d, lie, ()): -sign, (i, nilpotent, ()): 1, ((), nilpotent, i): -1}
        return self.added(used)

    def _rule_for_pair(self, first: int, second: int) -> Any:
        book = self.book
        (kind, K, *_), (other, M, *_) = book.terms[first], book.terms[second]
        if "p" in (kind, other):
            vanish = book.commutator(first, second)
            few = book.order(vanish) + book.types[vanish][1] < 0 if {kind, other} <= {*"pie"} else 0
            swapped = few and (other == "e" or (kind != "e" and self._swapped(first, second)))
            return [(self.line("order", vanish), (first, second))] if swapped else None
        if kind != "e" and other == "e":
            return [(self.line(kind, K, M), (first, second))]
        if (kind == "e" and other != "e") or not self._swapped(first, second):
            return None
        if kind == "e":
            name: tuple[Any, ...] = ("order", book.commutator(first, second))
        elif kind == "L" and self.d(K) in (first, second):
            return [(self._with_d(M if first == self.d(K) else K), (first, second))]
        elif kind == "L":
            name = ("brackets", K, M)
        elif other == "i":
            name = ("insertions", K, M)
        else:
            name = ("lie", K) if second == self.d(K) else ("mixed", M, K)
        return [(self.line(*name), (first, second))]

    def _swapped(self, first: int, second: int) -> bool:
        """Whether two letters stand in the wrong order, or an odd one twice."""
        if first == second:
            return bool(self.book.types[first][1] % 2)
        return self._order(first) > self._order(second)

    def _order(self, letter: int) -> tuple[Any, ...]:
        if letter not in self._orders:
            kind, term, *_ = self.book.terms[letter]
            term = letter if kind == "p" else term
            vector, identity = self.book.types[term][0][0] in "vw", self.kind(term) == "id"
            last = vector if kind == "e" else identity and kind == "i"
            self._orders[letter] = (
                ("e", "L", "p", "i").index(kind),
                last,
                kind != "e" or self.book.types[letter][1] > 0,  # functions are the first
                -self.book.types[letter][1],
                self.book.text(term),
            )
        return self._orders[letter]
