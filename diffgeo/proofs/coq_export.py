"""Certificates as theorems for Coq, whose kernel knows nothing of this library.

``checker.v`` has the checker with a proof that it is right. A theorem says in plain terms what the
certificate states, for every calculus of forms; its proof is the certificate and a computation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from importlib.resources import files
from typing import Any

from diffgeo.errors import NotSupported
from diffgeo.proofs.checker import SYMBOLS, Book

_CONSTRUCTORS = {
    **{"one": "One", "id": "Id", "x": "X", "product": "Product", "act": "Act", "i": "I", "L": "L"},
    **{"bracket": "Bracket", "e": "E", "compose": "Compose", "commutator": "Commutator"},
}
_RULES = {"sum": "Total", "i": "AxI", "L": "AxL", "lift": "Lift", "apply": "Apply"}


def coq(documents: Iterable[dict[str, Any]]) -> str:
    """The text of a file for ``coqc``, with a theorem for each document."""
    parts = [files("diffgeo.proofs").joinpath("checker.v").read_text(encoding="utf-8")]
    parts += [_Theorem(document, number).text() for number, document in enumerate(documents, 1)]
    return "\n".join(parts)


class _Theorem:
    """One document in the words of Coq."""

    def __init__(self, document: dict[str, Any], number: int) -> None:
        if any(kind in SYMBOLS and parts[2:] for kind, *parts in document["terms"]):
            raise NotSupported("theorems about all degrees at once are not written for Coq")
        if any("@" in str(term[:2]) for term in document["terms"]):
            raise NotSupported("theorems about several manifolds are not written for Coq")
        self.document, self.number, self.book = document, number, Book()
        for kind, *parts in document["terms"]:
            given = [(Fraction(c), t) for c, t in parts] if kind == "sum" else parts
            self.book(kind, *given)
        self.names = {
            term: f"{name if name.isascii() else 's'}_{term}"
            for term, (kind, name, *_) in enumerate(map(_padded, self.book.terms))
            if kind in SYMBOLS
        }

    # --- terms and lines as data --------------------------------------------------------

    def _name(self, term: int) -> str:
        return f"term_{self.number}_{term}"

    def _term(self, term: int) -> str:
        kind, *parts = self.book.terms[term]
        if kind in SYMBOLS:
            return f"{kind.upper()} {term} {parts[1]}"
        if kind == "sum":
            *rest, last = [
                self._name(t) if c == 1 else f"(Scaled ({_number(c)}) {self._name(t)})"
                for c, t in parts
            ]
            return "".join(f"Plus {each} (" for each in rest) + last + ")" * len(rest)
        return " ".join([_CONSTRUCTORS[kind], *map(self._name, parts)])

    def _line(self, rule: str, *parts: Any) -> str:
        name = _RULES.get(rule, f"Ax{rule.capitalize()}")
        if rule == "sum":
            written = (
                f"({_number(Fraction(c))}, {self._list(u)}, {n}%nat, {self._list(v)})"
                for c, u, n, v in parts
            )
            return f"{name} [{'; '.join(written)}]"
        if rule == "cancel":
            (u, k), told = parts[:2], [f"{n}%nat" for n in parts[2:]]
            if k < 0:
                return f"CancelSquare {self._name(u)} {told[0]}"
            return f"CancelBy {self._name(u)} {k}%nat [{'; '.join(told)}]"
        if rule in ("lift", "apply"):
            return " ".join([name, f"{parts[0]}%nat", *map(self._name, parts[1:])])
        if rule == "slots":
            return f"{name} {self._name(parts[0])} {self._list(parts[1:])}"
        return " ".join([name, *map(self._name, parts)])

    def _list(self, terms: Sequence[int]) -> str:
        return f"[{'; '.join(map(self._name, terms))}]"

    # --- terms in plain words -------------------------------------------------------------

    def _component(self, term: int, index: str) -> str:
        """A form, or a component of a vector-valued form."""
        kind, *parts = self.book.terms[term]
        if kind in SYMBOLS:
            return self.names[term] if kind == "f" else f"({self.names[term]} {index})"
        if kind in ("one", "id", "x"):
            plain = {"one": "one C", "id": f"identity C {index}", "x": f"coordinate C {index}"}
            return f"({plain[kind]})"
        if kind == "sum":
            return _sum([(c, self._component(t, index)) for c, t in parts])
        if kind == "product":
            return (
                f"(wedge C {self._component(parts[0], index)} {self._component(parts[1], index)})"
            )
        if kind == "act":
            return self._value(parts[0], self._component(parts[1], index), index)
        (_, k), (_, m) = (self.book.types[t] for t in parts)
        return f"(fn_bracket C {k} {m} {' '.join(map(self._family, parts))} {index})"

    def _family(self, term: int) -> str:
        """A vector-valued form as the family of its components."""
        kind = self.book.terms[term][0]
        if kind in ("id", "x"):
            return "(identity C)" if kind == "id" else "(coordinate C)"
        return self.names[term] if kind == "v" else f"(fun b => {self._component(term, 'b')})"

    def _value(self, operator: int, argument: str, index: str) -> str:
        kind, *parts = self.book.terms[operator]
        if kind == "sum":
            return _sum([(c, self._value(t, argument, index)) for c, t in parts])
        if kind == "e":
            return f"(wedge C {self._component(parts[0], index)} {argument})"
        if kind in ("i", "L"):
            name = "insert" if kind == "i" else "lie"
            return f"({name} C {self._family(parts[0])} {argument})"
        first, second = parts
        there = self._value(first, self._value(second, argument, index), index)
        if kind == "compose":
            return there
        back = self._value(second, self._value(first, argument, index), index)
        sign = _number(Fraction(-self.book.sign(first, second)))
        return f"(add C {there} (scale C ({sign}) {back}))"

    def _equation(self, left: int, right: int) -> str:
        if self.book.types[left][0][0] in SYMBOLS:
            sides = (self._component(t, "a") for t in (left, right))
            return "forall a : index C, " + " = ".join(sides)
        sides = (self._value(t, "w", "a") for t in (left, right))
        return "forall (a : index C) (w : form C), " + " = ".join(sides)

    def _injective(self, terms: Sequence[int]) -> str:
        """Only the zero vector vanishes in all terms."""
        vanish = "".join(
            f"(forall a : index C, insert C V {self._component(t, 'a')} = zero C) -> "
            for t in terms
        )
        return f"forall V, (forall a, has C 0 (V a)) -> {vanish}forall a, V a = zero C"

    # --- the theorem ------------------------------------------------------------------------

    def text(self) -> str:
        """Terms, proof, and the theorem."""
        n, document = self.number, self.document
        terms = range(len(self.book.terms))
        found = [f"Definition {self._name(t)} := {self._term(t)}." for t in terms]
        lines = ";\n  ".join(self._line(*line) for line in document["lines"])
        pairs = [f"({self._name(s)}, {self._name(t)})" for s, t in document["relations"]]
        statement = ", ".join(map(self._name, document["statement"]))
        injective = document.get("injective", [])
        lists = [self._list(terms) for terms in injective]
        found += [
            f"Definition supposed_{n} : list (list term) := [{'; '.join(lists)}].",
            f"Definition relations_{n} : list (term * term) := [{'; '.join(pairs)}].",
            f"Definition proof_{n} : list line :=\n  [{lines}].",
        ]
        symbols = [(t, *self.book.terms[t]) for t in self.names]
        types = {"f": "form C", "v": "index C -> form C"}
        given = "".join(f" ({self.names[t]} : {types[kind]})" for t, kind, *_ in symbols)
        supposed = [
            f"has C {p} {self.names[t]}"
            if kind == "f"
            else f"(forall a, has C {p} ({self.names[t]} a))"
            for t, kind, _, p in symbols
        ]
        supposed += [f"({self._equation(*sides)})" for sides in document["relations"]]
        supposed += [f"({self._injective(terms)})" for terms in injective]
        arrows = "".join(f"  {each} ->\n" for each in supposed)
        values = {kind: self._valuation(kind, symbols) for kind in SYMBOLS}
        names = [*self.names.values(), *(f"{self.names[t]}_has" for t, *_ in symbols)]
        names += [f"R{number}" for number, _ in enumerate(pairs)]
        names += [f"N{number}" for number, _ in enumerate(lists)]
        found.append(
            f"Theorem theorem_{n} : forall (C : calculus){given},\n{arrows}"
            f"  {self._equation(*document['statement'])}.\n"
            f"Proof.\n  intros C {' '.join(names)}.\n"
            f"  refine (sound C (fun n p => {values['f']}) (fun n p a => {values['v']}) _ _\n"
            f"    supposed_{n} _ relations_{n} ({statement}) proof_{n} _ _).\n"
            "  - intros n p; homogeneous.\n  - intros n p a; homogeneous.\n"
            f"  - exact ({_forall('N', lists)}).\n  - vm_compute; reflexivity.\n"
            f"  - exact ({_forall('R', pairs)}).\nQed.\n"
            f"Print Assumptions theorem_{n}.\n"
        )
        return "\n".join(found)

    def _valuation(self, wanted: str, symbols: Sequence[tuple[int, str, str, int]]) -> str:
        """The function that gives the symbols of a kind by their numbers and degrees."""
        at = " a" if wanted == "v" else ""
        cases = "".join(
            f"| {t}%nat, {p}%nat => {self.names[t]}{at} "
            for t, kind, _, p in symbols
            if kind == wanted
        )
        return f"match n, p with {cases}| _, _ => zero C end" if cases else "zero C"


def _padded(term: tuple[Any, ...]) -> tuple[Any, ...]:
    return (*term, "", "")


def _number(value: Fraction) -> str:
    numerator = value.numerator if value > 0 else f"({value.numerator})"
    return f"{numerator} # {value.denominator}"


def _sum(parts: Sequence[tuple[Fraction, str]]) -> str:
    """As the terms are added in `_Theorem._term`."""
    *rest, last = [
        text if c == 1 else f"(scale C ({_number(c)}) {text})" if c else "(zero C)"
        for c, text in parts
    ]
    return "".join(f"(add C {each} " for each in rest) + last + ")" * len(rest)


def _forall(name: str, things: Sequence[str]) -> str:
    """That all in a list hold, as the hypotheses with this name and a number say."""
    proof = "Forall_nil _"
    for number, thing in reversed(list(enumerate(things))):
        proof = f"Forall_cons {thing} {name}{number} ({proof})"
    return proof
