"""Certificates as theorems for Coq, whose kernel knows nothing of this library.

Each manifold is a calculus of forms, and each map a morphism between two.

``checker.v`` has the checker with a proof that it is right. A theorem says in plain terms what the
certificate states, for every calculus of forms; its proof is the certificate and a computation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from importlib.resources import files
from typing import Any

from diffgeo.proofs.checker import SYMBOLS, Book
from diffgeo.signs import koszul

_CONSTRUCTORS = {
    **{"one": "One", "id": "Id", "x": "X", "product": "Product", "act": "Act", "i": "I", "L": "L"},
    **{"bracket": "Bracket", "e": "E", "compose": "Compose", "commutator": "Commutator"},
}
_RULES = {"sum": "Total", "i": "AxI", "L": "AxL", "lift": "Lift", "apply": "Apply"}
_RULES |= {"back": "Pull", "related": "Related"}


#: The checker, for Coq.
CHECKER = files("diffgeo.proofs").joinpath("checker.v")


def coq(documents: Iterable[dict[str, Any]]) -> str:
    """The text of a file for ``coqc``, which begins with the checker."""
    return "\n".join([CHECKER.read_text(encoding="utf-8"), theorems(documents)])


def theorems(documents: Iterable[dict[str, Any]]) -> str:
    """The text of a theorem for each document, for a file that has or requires the checker."""
    return "\n".join(_Theorem(document, n).text() for n, document in enumerate(documents, 1))


class _Theorem:
    """One document in the words of Coq."""

    def __init__(self, document: dict[str, Any], number: int) -> None:
        self.document, self.number, self.book = document, number, Book()
        for kind, *parts in document["terms"]:
            given = [(Fraction(c), t) for c, t in parts] if kind == "sum" else parts
            self.book(kind, *given)
        terms = self.book.terms
        self.symbols = [t for t, (kind, *_) in enumerate(terms) if kind in SYMBOLS]
        self.names = {t: _plain(terms[t][1], n) for n, t in enumerate(self.symbols)}
        self.maps = [t for t in self.symbols if terms[t][0] == "m"]
        self.places = sorted(
            {at for kind, *_ in self.book.types.values() for at in kind.split("@")[1:]}
        )
        self.calculi = [_plain(at, n) if at else "C" for n, at in enumerate(self.places)]
        self.numbers = sorted({name for _, _, *more in self.book.types.values() for name in more})
        self.halves = {
            name: name if name.isascii() else f"n_{k}" for k, name in enumerate(self.numbers)
        }

    # --- terms and lines as data --------------------------------------------------------

    def _name(self, term: int) -> str:
        return f"term_{self.number}_{term}"

    def _term(self, term: int) -> str:
        kind, *parts = self.book.terms[term]
        if kind == "p":
            return f"Multi {self.symbols.index(term)} {parts[1]}"
        if kind in SYMBOLS:
            halves = f"[{'; '.join(f'{self.numbers.index(n)}%nat' for n in parts[2:])}]"
            return f"{kind.upper()} {self.symbols.index(term)} {parts[1]} {halves}"
        if kind == "back":
            return f"Back {self._map(parts[0])} {self._name(parts[1])}"
        if kind == "sum":
            *rest, last = [
                self._name(t) if c == 1 else f"(Scaled ({_number(c)}) {self._name(t)})"
                for c, t in parts
            ]
            return "".join(f"Plus {each} (" for each in rest) + last + ")" * len(rest)
        return " ".join([_CONSTRUCTORS[kind.split("@")[0]], *map(self._name, parts)])

    def _map(self, m: int) -> str:
        """The number of a map, and that of the manifold to which it goes."""
        return f"{self.maps.index(m)}%nat {self._place(m, -1)}%nat"

    def _place(self, term: int, which: int = 1) -> int:
        """The number of the manifold of a term; of a map, to which it goes if ``which`` is -1."""
        return self.places.index(self.book.types[term][0].split("@")[which])

    def _calculus(self, term: int) -> str:
        return self.calculi[self._place(term)]

    def _components(self, term: int) -> int:
        """The manifold whose coordinates the components of a vector-valued form have."""
        while self.book.types[term][0][0] == "w":
            term = self.book.terms[term][-1]
            term = term[1] if isinstance(term, tuple) else term
        return self._place(term)

    def _lines(self) -> Iterable[str]:
        """All lines with their manifolds."""
        places = [self._place(left) for left, _ in self.document["relations"]]
        stated = self._place(self.document["statement"][0])
        for rule, *parts in self.document["lines"]:
            if rule == "sum":
                place = places[parts[0][2]] if parts else stated
            elif rule in ("lift", "apply"):
                place = places[parts[0]]
            elif rule == "nilpotent":
                place = self._place(parts[0]) if parts else 0
            else:
                place = self._place(parts[rule in ("back", "related")])
            places.append(place)
            yield f"({place}%nat, {self._line(rule, *parts)})"

    def _line(self, rule: str, *parts: Any) -> str:
        name = _RULES.get(rule, f"Ax{rule.capitalize()}")
        if rule == "sum":
            written = (
                f"({_number(Fraction(c))}, {self._list(u)}, {n}%N, {self._list(v)})"
                for c, u, n, v in parts
            )
            return f"{name} [{'; '.join(written)}]"
        if rule == "cancel":
            (u, k), told = parts[:2], [f"{n}%N" for n in parts[2:]]
            if k < -2:
                f, w = map(self._name, self.book.terms[u][1:])
                return f"CancelFactor {f} {w} {told[0]}"
            if k < 0:
                return f"Cancel{'Square' if k == -1 else 'Slope'} {self._name(u)} {told[0]}"
            return f"CancelBy {self._name(u)} {k}%nat [{'; '.join(told)}]"
        if rule in ("lift", "apply"):
            return " ".join([name, f"{parts[0]}%N", *map(self._name, parts[1:])])
        if rule == "slots":
            return f"{name} {self._name(parts[0])} {self._list(parts[1:])}"
        if rule in ("back", "related"):
            told, m, *terms = parts
            return " ".join([name, self._map(m), f"{told}%N", *map(self._name, terms)])
        if rule == "d":
            return f"{name} {self._map(parts[0])} {self._name(parts[1])}"
        return " ".join([name, *map(self._name, parts[: 0 if rule == "nilpotent" else None])])

    def _list(self, terms: Sequence[int]) -> str:
        return f"[{'; '.join(map(self._name, terms))}]"

    # --- terms in plain words -------------------------------------------------------------

    def _component(self, term: int, index: str) -> str:
        """A form, or a component of a vector-valued form."""
        kind, *parts = self.book.terms[term]
        if kind in SYMBOLS:
            return self.names[term] if kind == "f" else f"({self.names[term]} {index})"
        C, kind = self._calculus(term), kind.split("@")[0]
        if kind in ("one", "id", "x"):
            plain = {"one": f"one {C}", "id": f"identity {C} {index}"}
            return f"({plain.get(kind, f'coordinate {C} {index}')})"
        if kind == "back":
            return f"({self.names[parts[0]]} {self._component(parts[1], index)})"
        if kind == "sum":
            return _sum([(c, self._component(t, index)) for c, t in parts], C)
        if kind == "product":
            left, right = (self._component(t, index) for t in parts)
            return f"(wedge {C} {left} {right})"
        if kind == "act":
            return self._value(parts[0], self._component(parts[1], index), index)
        degrees = " ".join(self._degree(t) for t in parts)
        return f"(fn_bracket {C} {degrees} {' '.join(map(self._family, parts))} {index})"

    def _degree(self, term: int) -> str:
        """The degree, in which names of numbers stand twice."""
        _, p, *more = self.book.types[term]
        if not more:
            return str(p) if p >= 0 else f"({p})"
        return f"({p} + 2 * sum_of [{'; '.join(self.halves[name] for name in more)}])"

    def _family(self, term: int) -> str:
        """A vector-valued form as the family of its components."""
        kind = self.book.terms[term][0].split("@")[0]
        if kind in ("id", "x"):
            return f"({'identity' if kind == 'id' else 'coordinate'} {self._calculus(term)})"
        return self.names[term] if kind == "v" else f"(fun b => {self._component(term, 'b')})"

    def _value(self, operator: int, argument: str, index: str) -> str:
        kind, *parts = self.book.terms[operator]
        C = self._calculus(operator)
        if kind == "sum":
            return _sum([(c, self._value(t, argument, index)) for c, t in parts], C)
        if kind == "p":
            return f"({self.names[operator]} {argument})"
        if kind == "e":
            return f"(wedge {C} {self._component(parts[0], index)} {argument})"
        if kind in ("i", "L"):
            name = "insert" if kind == "i" else "lie"
            return f"({name} {C} {self._family(parts[0])} {argument})"
        first, second = parts
        there = self._value(first, self._value(second, argument, index), index)
        if kind == "compose":
            return there
        back = self._value(second, self._value(first, argument, index), index)
        degrees = [self.book.types[t][1] for t in (first, second)]
        sign = _number(Fraction(-koszul(degrees[0] * degrees[1])))
        if self.book.types[first][2:] or self.book.types[second][2:]:
            sign = f"- sg ({self._degree(first)} * {self._degree(second)})"
        return f"(add {C} {there} (scale {C} ({sign}) {back}))"

    def _each(self, term: int) -> str:
        """What is said of all components."""
        vector = self.book.types[term][0][0] in "vw"
        return f"forall a : index {self.calculi[self._components(term)]}, " if vector else ""

    def _equation(self, left: int, right: int) -> str:
        if self.book.types[left][0][0] in "fvw":
            return self._each(left) + " = ".join(self._component(t, "a") for t in (left, right))
        sides = (self._value(t, "w", "a") for t in (left, right))
        return f"forall w : form {self._calculus(left)}, " + " = ".join(sides)

    def _injective(self, terms: Sequence[int]) -> str:
        """Only the zero vector vanishes in all terms."""
        C = self._calculus(terms[0])
        vanish = "".join(
            f"({self._each(t)}insert {C} V {self._component(t, 'a')} = zero {C}) -> " for t in terms
        )
        return f"forall V, (forall a, has {C} 0 (V a)) -> {vanish}forall a, V a = zero {C}"

    # --- the theorem ------------------------------------------------------------------------

    def text(self) -> str:
        """Terms, proof, and the theorem."""
        n, document = self.number, self.document
        terms = [t for t in range(len(self.book.terms)) if t not in self.maps]
        found = [f"Definition {self._name(t)} := {self._term(t)}." for t in terms]
        lines = ";\n  ".join(self._lines())
        pairs = [self._on(s, self._name(s), self._name(t)) for s, t in document["relations"]]
        left, right = document["statement"]
        statement = self._on(left, self._name(left), self._name(right))
        injective = document.get("injective", [])
        lists = [self._on(terms[0], self._list(terms)) for terms in injective]
        maps = [
            f"({k}%nat, {self._place(m)}%nat, {self._place(m, -1)}%nat)"
            for k, m in enumerate(self.maps)
        ]
        cases = [f"{_pattern(k, self.places)} => {C}" for k, C in enumerate(self.calculi)]
        calculi = " ".join(self.calculi)
        found += [
            f"Definition maps_{n} : list (nat * nat * nat) := [{'; '.join(maps)}].",
            f"Definition supposed_{n} : list (nat * list term) := [{'; '.join(lists)}].",
            f"Definition relations_{n} : equations := [{'; '.join(pairs)}].",
            f"Definition proof_{n} : list (nat * line) :=\n  [{lines}].",
            f"Definition calculi_{n} ({calculi} : calculus) (m : nat) :="
            f" match m with {' | '.join(cases)} end.",
        ]
        tensors = [t for t in self.symbols if t not in self.maps]
        given = f" ({calculi} : calculus)"
        given += "".join(f" ({name} : nat)" for name in self.halves.values())
        given += "".join(f" ({self.names[t]} : {self._type(t)})" for t in self.symbols)
        supposed = [self._sort(t) for t in tensors]
        supposed += [f"morphism {self._type(m, ' ')} {self.names[m]}" for m in self.maps]
        supposed += [f"({self._equation(*sides)})" for sides in document["relations"]]
        supposed += [f"({self._injective(terms)})" for terms in injective]
        arrows = "".join(f"  {each} ->\n" for each in supposed)
        names = [*self.calculi, *self.halves.values(), *self.names.values()]
        names += [f"{self.names[t]}_has" for t in tensors]
        for mark, things in (("P", maps), ("R", pairs), ("N", lists)):
            names += [f"{mark}{number}" for number, _ in enumerate(things)]
        numbers = "".join(f"{k} => {name} | " for k, name in enumerate(self.halves.values()))
        found.append(
            f"Theorem theorem_{n} : forall{given},\n{arrows}"
            f"  {self._equation(left, right)}.\n"
            f"Proof.\n  intros {' '.join(names)}.\n"
            f"  refine (sound maps_{n} supposed_{n} (calculi_{n} {calculi})\n"
            f"    (fun n => match n with {numbers}_ => O end)%nat\n"
            f"    {self._valuation('f')}\n    {self._valuation('v')}\n"
            f"    {self._valuation('p')}\n    {self._pulls()}\n"
            f"    _ _ _ _ _ relations_{n} {statement} proof_{n} _ _).\n"
            "  - intros m n p h; homogeneous.\n  - intros m n p h a; homogeneous.\n"
            "  - intros m n p; homogeneous.\n"
            f"  - exact ({_forall('P', maps)}).\n  - exact ({_forall('N', lists)}).\n"
            f"  - vm_compute; reflexivity.\n  - exact ({_forall('R', pairs)}).\nQed.\n"
            f"Print Assumptions theorem_{n}.\n"
        )
        return "\n".join(found)

    def _on(self, term: int, *texts: str) -> str:
        return f"({self._place(term)}%nat, {', '.join(texts)})"

    def _type(self, symbol: int, arrow: str = " -> ") -> str:
        """The type of a symbol; of a map with a space instead of an arrow, the two calculi."""
        C, kind = self._calculus(symbol), self.book.terms[symbol][0]
        if kind == "m":
            form = "" if arrow == " " else "form "
            return f"{form}{self.calculi[self._place(symbol, -1)]}{arrow}{form}{C}"
        kinds = {"f": f"form {C}", "v": f"index {C} -> form {C}", "p": f"form {C} -> form {C}"}
        return kinds[kind]

    def _sort(self, symbol: int) -> str:
        """What is supposed of the data of a form, vector-valued form or multivector."""
        C, name, (kind, _, p, *_) = (
            self._calculus(symbol),
            self.names[symbol],
            self.book.terms[symbol],
        )
        if kind == "p":
            return f"multivector {C} {p} {name}"
        degree = self._degree(symbol)
        return (
            f"has {C} {degree} {name}"
            if kind == "f"
            else f"(forall a, has {C} {degree} ({name} a))"
        )

    def _valuation(self, wanted: str) -> str:
        """The function that gives the symbols of a kind by manifold, number and degree."""
        C = f"(calculi_{self.number} {' '.join(self.calculi)} m)"
        start, arguments, numbers = {
            "f": ("", "n p h", "nat -> nat -> list nat"),
            "v": (f"index {C} -> ", "n p h", "nat -> nat -> list nat"),
            "p": (f"form {C} -> ", "n p", "nat -> nat"),
        }[wanted]
        found = ""
        for place, name in enumerate(self.calculi):
            zero = f"zero {name}" if wanted == "f" else f"fun _ => zero {name}"
            cases = "".join(
                f"| {k}%nat, {parts[1]}%nat{self._halves(parts[2:]) * (wanted != 'p')}"
                f" => {self.names[t]} "
                for k, t in enumerate(self.symbols)
                for sort, *parts in [self.book.terms[t]]
                if sort == wanted and self._place(t) == place
            )
            given = ", ".join(arguments.split())
            rest = ", ".join("_" * len(arguments.split()))
            cases = f"match {given} with {cases}| {rest} => {zero} end" if cases else zero
            found += f"| {_pattern(place, self.places)} => fun {arguments} => {cases} "
        kind = f"{numbers} -> {start}form {C}"
        return f"(fun m => match m as m return {kind} with {found}end)"

    def _halves(self, names: Sequence[str]) -> str:
        return f", [{'; '.join(f'{self.numbers.index(n)}%nat' for n in names)}]"

    def _pulls(self) -> str:
        """The function that gives the maps by number and manifolds."""
        C = f"calculi_{self.number} {' '.join(self.calculi)}"
        cases = "".join(
            f"| {k}%nat, {self._place(m)}%nat, {self._place(m, -1)}%nat => {self.names[m]} "
            for k, m in enumerate(self.maps)
        )
        kind = f"form ({C} n) -> form ({C} m)"
        if not cases:
            return f"(fun _ m _ _ => zero ({C} m))"
        return (
            f"(fun phi m n => match phi, m as m, n as n return {kind} with {cases}"
            f"| _, m, _ => fun _ => zero ({C} m) end)"
        )


def _plain(name: str, number: int) -> str:
    """A name for Coq, by a number that no other one has."""
    name = name.split("@")[0]
    return f"{name if name.isascii() else 's'}_{number}"


def _pattern(place: int, places: Sequence[str]) -> str:
    """The number of a manifold; the last one stands for all that follow."""
    return "_" if place == len(places) - 1 else f"{place}%nat"


def _number(value: Fraction) -> str:
    numerator = value.numerator if value > 0 else f"({value.numerator})"
    return f"{numerator} # {value.denominator}"


def _sum(parts: Sequence[tuple[Fraction, str]], C: str) -> str:
    """As the terms are added in `_Theorem._term`."""
    *rest, last = [
        text if c == 1 else f"(scale {C} ({_number(c)}) {text})" if c else f"(zero {C})"
        for c, text in parts
    ]
    return "".join(f"(add {C} {each} " for each in rest) + last + ")" * len(rest)


def _forall(name: str, things: Sequence[str]) -> str:
    """That all in a list hold, as the hypotheses with this name and a number say."""
    proof = "Forall_nil _"
    for number, thing in reversed(list(enumerate(things))):
        proof = f"Forall_cons {thing} {name}{number} ({proof})"
    return proof
