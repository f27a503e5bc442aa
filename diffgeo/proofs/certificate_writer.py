"""The certificate of a proof: statement, relations and combination, written for the checker."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from diffgeo.errors import NotSupported, Undecided
from diffgeo.proofs import normal_form as normal
from diffgeo.proofs.certificate_lines import Lines, Place, Polynomial, Word, add
from diffgeo.proofs.checker import FORMAT, SYMBOLS
from diffgeo.proofs.constructions import (
    Back,
    Bracket,
    Composed,
    Composition,
    Exterior,
    Insertion,
    Interior,
    Lie,
    Multiple,
    Multiplication,
    Named,
    NamedDerivation,
    Number,
    Product,
    Sum,
    Unit,
    Value,
)
from diffgeo.proofs.hypotheses import NoKernel
from diffgeo.proofs.instances import parts_of
from diffgeo.proofs.multivector_terms import of_multivector
from diffgeo.proofs.normal_form import Basis
from diffgeo.proofs.proof_steps import Proof
from diffgeo.proofs.relations import is_word, sort_of
from diffgeo.proofs.symbolic_degrees import LARGE, as_written
from diffgeo.proofs.symbolic_maps import RelatedFields, SymbolicMap
from diffgeo.proofs.symbolic_multivectors import SymbolicMultivector, is_about_multivectors
from diffgeo.proofs.symbolic_objects import (
    Symbolic,
    SymbolicForm,
    every_manifold,
    is_zero,
)
from diffgeo.signs import koszul
from diffgeo.verdicts.verdict import Identity

_SORTS = {"form": "f", "vector": "v", "operator": "o"}
#: Rules whose first argument is a line.
_OF_LINES = ("lift", "apply", "back", "related")


def document(proof: Proof) -> dict[str, Any]:
    """The certificate of a proof, as data for JSON.

    Raises
    ------
    Undecided
        The proof does not add up.
    TooLarge
        It has too many steps.
    """
    writer = Writer(proof.relations[: len(proof.relations) - len(proof.lemmas)])
    return writer.document(*writer.theorem(proof))


class Writer(Lines):
    """Writes statements as terms, and what was made of the relations as lines."""

    def __init__(self, relations: Sequence[Identity]) -> None:
        super().__init__()
        self._stated = relations
        self._lines_of_lemmas: dict[int, int] = {}
        self._terms: dict[tuple[int, str], int] = {}
        self._atoms: dict[int, int] = {}
        zero = self._zero = SymbolicForm(Sum(), 0)  # kept: terms are known by the id of the object
        stated = [(zero, zero) if isinstance(r, NoKernel) else (r.left, r.right) for r in relations]
        self._sides = [self.both(Identity(left, right, "")) for left, right in stated]
        self.relations = [self.book.equation(*sides, vector="i") for sides in self._sides]

    # --- terms ------------------------------------------------------------------------

    def both(self, stated: Identity) -> tuple[int, int]:
        """Both sides: what may live anywhere lives where the other side does."""
        first, second = stated.left, stated.right
        place = next((_mark(side) for side in (first, second) if side.home is not None), "")
        if getattr(first, "along", ()) != getattr(second, "along", ()):  # zero, along no map
            first, second = (
                0 * b if is_zero(a) else a for a, b in ((first, second), (second, first))
            )
        return self.term(first, place), self.term(second, place)

    def term(self, thing: Symbolic, place: str = "") -> int:
        """The term of a symbolic object; if it may live anywhere, of that at a place such as @N."""
        place = place if thing.home is None else _mark(thing)
        if (id(thing), place) not in self._terms:
            inner = f"@{thing.arguments[0].target}" if isinstance(thing.made, Back) else place
            parts = [self.term(part, inner) for part in thing.operands]
            self._terms[id(thing), place] = self._term(thing, parts, place)
        return self._terms[id(thing), place]

    def _term(self, thing: Symbolic, parts: list[int], place: str) -> int:
        book, sort = self.book, _SORTS[sort_of(thing)]
        if any(isinstance(part, SymbolicMultivector) for part in (thing, *thing.operands)):
            zero = () if thing.arguments else (self._some("o", -thing.degree, place),)
            term, symbol = of_multivector(book, thing, [*parts, *zero], place)
            return self._atoms.setdefault(thing.serial, term) if symbol else term
        match thing.made:
            case Named((name, *where)) if isinstance(thing, SymbolicMap):
                term = book("m", "@".join((name, *map(str, where))), 0)
                return self._atoms.setdefault(thing.serial, term)
            case Named((name, *_)):
                sign = -1 if sort == "f" else 1
                term = book(sort, name + place, *as_written(thing.degree))
                return self._atoms.setdefault(sign * thing.serial, term)
            case Unit():
                return book(f"id{place}")
            case Exterior():
                return book("L", book(f"id{place}"))
            case Number((value,)):
                return book("sum", (Fraction(value), book(f"one{place}")))
            case Multiple((factor, _)):
                return book("sum", (Fraction(factor), parts[0]))
            case Back():
                return book("back", *parts)
            case Sum(()):
                return book("sum", (0, self._some(sort, thing.degree, place)))
            case Sum():
                return book("sum", *((Fraction(1), part) for part in parts))
            case NamedDerivation():
                terms = zip(("L", "i")[2 - len(parts) :], parts, strict=True)
                made = [(Fraction(1), book(kind, part)) for kind, part in terms]
                return book("sum", *made)
            case Product() if sort == "o":
                return book("compose", book("e", parts[0]), parts[1])
            case Product():
                return book("product", *parts)
            case Composition():
                return book("compose", *parts)
            case Bracket():
                return book("commutator" if sort == "o" else "bracket", *parts)
            case Multiplication():
                return book("e", *parts)
            case Interior() | Lie():
                return book("i" if isinstance(thing.made, Interior) else "L", *parts)
            case Insertion():
                return book("act", book("i", parts[0]), parts[1])
            case Composed():
                return book("act", book("i", parts[1]), parts[0])
            case Value():
                for field in parts[1:]:
                    parts[0] = book("act", book("i", field), parts[0])
                return parts[0]
        D, t = parts
        whole = sort != "f" or book.operator(book.e(t)) == {(book.e(t),): 1}
        if not whole and is_about_multivectors(parts_of(thing)):  # i_P of a sum is that of parts
            return book("act", book.compose(D, book.e(t)), book.one(t))
        return book("act", *parts)

    def _some(self, sort: str, degree: int, place: str) -> Any:
        """A term without symbols, of which zero is a multiple."""
        if degree >= LARGE - 1:
            raise NotSupported("a zero whose degree is a symbol: write it as a multiple by 0")
        term = self.book(f"{'x' if sort == 'v' else 'one'}{place}")
        for _ in range(abs(degree)):
            letter = self.d(term) if degree > 0 else self.book.i(self.book.x(term))
            term = self.book.act(letter, term)
        return self.book.e(term) if sort == "o" else term

    def _basis(self, basis: Basis, place: str = "") -> int:
        """The term; of id at a place such as @N."""
        (serial, _), word = basis
        if serial and serial not in self._atoms:
            phi, inner = normal.PULLED[abs(serial)]
            m = self._atoms[phi]
            at = self.book.types[m][0].rpartition("@")[2]
            there = self.book(f"x@{at}") if inner is None else self._basis(inner)
            self._atoms[serial] = self.book.back(m, there)
        term = self._atoms[serial] if serial else self.book(f"id{place}")
        for letter in reversed(self._word(word, self._mark(term))):
            term = self.book("act", letter, term)
        return term

    def _mark(self, term: int) -> str:
        place: str = self.book.types[term][0].split("@")[1]
        return place and f"@{place}"

    def _place(self, line: int) -> str:
        """The mark of the manifold on which a line is."""
        return next((self._mark(x) for word in self.values[line] for x in word), "")

    def _word(self, word: normal.Word, place: str) -> Word:
        return tuple(self.book("i" if x[0] else "L", self._basis(x[2], place)) for x in word)

    def _product(self, monomial: Iterable[Basis], place: str) -> Word:
        return tuple(self.book("e", self._basis(basis, place)) for basis in monomial)

    # --- theorems ---------------------------------------------------------------------

    def theorem(self, proof: Proof) -> tuple[int, int, int]:
        """Both sides of a statement, and the line that says that they are equal."""
        self._prepare(proof)
        left, right = self.both(proof.identity)
        if proof.premises:
            u = self.term(proof.cancelled)
            zeros = [self._lines_of_lemmas[id(premise)] for premise in proof.premises]
            return left, right, self.line("cancel", u, proof.hypothesis - 1, *zeros)
        rest = self.book.equation(left, right)  # of components: the statement is its lift
        used: dict[Place, Any] = {}
        for summand in proof.combination:
            place: Place = ((), summand.consequence.history.made(self), ())
            used[place] = used.get(place, 0) + summand.coefficient
        for (_, line, _), factor in used.items():
            add(rest, self.values[line], -factor)
        if self.reduced(rest, used):
            raise Undecided("the lines of the proof do not add up to the statement")
        line = self.added(used)
        lifted = self.book.types[left][0][0] == "v"
        return left, right, self.line("lift", line) if lifted else line

    def _prepare(self, proof: Proof) -> None:
        """Write the lines of what was proved before, so that they have numbers."""
        first = len(proof.relations) - len(proof.lemmas)
        for inner in proof.inner:
            if id(inner) not in self._lines_of_lemmas:
                self._lines_of_lemmas[id(inner)] = self.theorem(inner)[2]
        self._lemmas_of = {
            first + place: (lemma, self._lines_of_lemmas[id(lemma)])
            for place, lemma in enumerate(proof.lemmas, start=1)
            if id(lemma) in self._lines_of_lemmas
        }

    # --- the steps of a history, as lines ---------------------------------------------

    def applied(self, inner: int, basis: normal.Basis) -> int:
        """The value of an operator."""
        return self.line("apply", inner, self._basis(basis, self._place(inner)))

    def related(self, number: int, rank: int, basis: Basis) -> int:
        """``i_A φ^* = φ^* i_B`` at a basis element, or with L = [i, d]."""
        book, (line, stated) = self.book, self._of_number(number)
        assert isinstance(stated, RelatedFields)
        A, B, m = (self.term(thing) for thing in (stated.X, stated.Y, stated.phi))
        if book.terms[B][0] == "sum":  # as one term, whose pull-back is one
            B = book.act(book.e(book.one(B)), B)
        line = self._made_to(
            book.equation(book.act(book.L(A), book.back(m, book.x(B))), book.back(m, B)), line
        )
        t = self._basis(basis, self._mark(B))
        inserted = self.line("related", line, m, A, B, t)
        if rank:
            return inserted
        d, sign = self.d(A), -koszul(book.types[book.i(A)][1])
        first = self.line("related", line, m, A, B, book.act(self.d(t), t))
        return self.added({((), first, ()): 1, ((), self.commuted(d, inserted), ()): sign})

    def _made_to(self, wanted: Polynomial, line: int) -> int:
        """The line with these words, which has the same normal form as another one."""
        rest, used = dict(wanted), dict[Place, Any]({((), line, ()): 1})
        add(rest, self.values[line], -1)
        if self.reduced(rest, used):
            raise Undecided("fields are not related as the lines of the proof say")
        return self.added(used)

    def pulled(self, phi: int, inner: int) -> int:
        """The pull-back of forms, or of components."""
        return self.line("back", self._simplified(inner), self._atoms[phi])

    def composed(self, prefix: normal.Word, inner: int, suffix: normal.Word) -> int:
        """The operator between derivations."""
        place = self._place(inner)
        return self.added({(self._word(prefix, place), inner, self._word(suffix, place)): 1})

    def multiplied(
        self, before: normal.Monomial, inner: int, after: normal.Monomial, tail: Any
    ) -> int:
        """The product."""
        place = self._place(inner)
        behind = self._product(after, place)
        if tail is not None:
            last = self._word(tail, place) if is_word(tail) else self._product([tail], place)
            behind += last
        return self.added({(self._product(before, place), inner, behind): 1})

    def relation(self, number: int, part: str) -> int:
        """A relation, or one of the K and N of a derivation ``L_K + i_N`` that vanishes."""
        line, stated = self._of_number(number)
        left, place = stated.left, self._place(line)
        if sort_of(left) == "vector" and not left.along:
            return self.line("apply", line, self.book(f"id{place}"))
        if not part:
            return line
        K = self._simplified(self.line("apply", line, self.book(f"x{place}")))
        if part == "K":
            return K
        rest = self.added({((), line, ()): 1, ((), self.derivation(0, K), ()): -1})
        return self.line("apply", self._simplified(rest), self.book(f"id{place}"))

    def _of_number(self, number: int) -> tuple[int, Identity]:
        """The line of a relation or lemma, and what it states."""
        if number in self._lemmas_of:
            lemma, line = self._lemmas_of[number]
            return line, lemma.identity
        return self.line("relation", number - 1), self._stated[number - 1]

    def acted(self, letters: normal.Word, line: int) -> int:
        """Derivations applied, the last one first."""
        for letter in reversed(self._word(letters, self._place(line))):
            line = self.commuted(letter, line)
        return line

    def derivation(self, rank: int, line: int) -> int:
        """``i_R`` or ``L_R`` of the components of R."""
        inserted = self.line("lift", self._simplified(line))
        if rank:
            return inserted
        d = self.book.L(self.book(f"id{self._place(inserted)}"))
        sign = self.sign(d, inserted)
        return self.added({((), inserted, (d,)): 1, ((d,), inserted, ()): -sign})

    def _simplified(self, line: int) -> int:
        used: dict[Place, Any] = {}
        self.reduced(self.values[line], used)
        return self.added({((), line, ()): 1} | {place: -c for place, c in used.items()})

    # --- the document -----------------------------------------------------------------

    def document(self, left: int, right: int, line: int) -> dict[str, Any]:
        """What is needed for a theorem, numbered anew."""
        needed = self._needed(line)
        first = [n for n in needed if self.lines[n][0] == "relation"]
        lines = [n for n in needed if self.lines[n][0] != "relation"]
        used = [self.lines[n][1] for n in first]
        stated = [(left, right), *(self._sides[number] for number in used)]
        terms: set[int] = set()
        cancelled = {self.lines[n][2] for n in lines if self.lines[n][0] == "cancel"}
        hypotheses = sorted(n for n in cancelled if n >= 0)
        injective = [[self.term(w) for w in self._stated[n].tensors] for n in hypotheses]
        waiting = [t for sides in (*stated, *injective) for t in sides]
        waiting += [t for n in lines for t in self._terms_of(self.lines[n])]
        while waiting:
            if (term := waiting.pop()) not in terms:
                terms.add(term)
                waiting += self._parts(self.book.terms[term])
        name = {term: number for number, term in enumerate(sorted(terms))}
        place = {line: number for number, line in enumerate(first + lines)}

        def written_term(kind: str, *parts: Any) -> list[Any]:
            if kind == "sum":
                return [kind, *([_number(c), name[t]] for c, t in parts)]
            return [kind, *(parts if kind in SYMBOLS else (name[t] for t in parts))]

        def written(rule: str, *parts: Any) -> list[Any]:
            if rule == "sum":
                return [
                    rule,
                    *(
                        [_number(c), [name[t] for t in a], place[n], [name[t] for t in b]]
                        for c, a, n, b in parts
                    ),
                ]
            if rule == "cancel":
                u, number, *zeros = parts
                by = hypotheses.index(number) if number >= 0 else number
                return [rule, name[u], by, *(place[n] for n in zeros)]
            if rule in _OF_LINES:
                return [rule, place[parts[0]], *(name[t] for t in parts[1:])]
            return [rule, *(name[t] for t in parts)]

        supposed = {"injective": [[name[t] for t in tensors] for tensors in injective]}
        return {
            "format": FORMAT,
            "terms": [written_term(*self.book.terms[term]) for term in sorted(terms)],
            "statement": [name[left], name[right]],
            "relations": [[name[s], name[t]] for s, t in stated[1:]],
            "lines": [written(*self.lines[line]) for line in lines],
            **(supposed if injective else {}),
        }

    def used(self, line: int) -> list[int]:
        """The relations that a line needs, numbered from 0."""
        return [self.lines[n][1] for n in self._needed(line) if self.lines[n][0] == "relation"]

    def _needed(self, line: int) -> list[int]:
        found: set[int] = set()
        waiting = [line]
        while waiting:
            if (line := waiting.pop()) not in found:
                found.add(line)
                rule, *parts = self.lines[line]
                if rule == "sum":
                    waiting += [inner for _, _, inner, _ in parts]
                elif rule in _OF_LINES:
                    waiting.append(parts[0])
                elif rule == "cancel":
                    waiting += parts[2:]
        return sorted(found)

    def _terms_of(self, line: tuple[Any, ...]) -> list[int]:
        rule, *parts = line
        if rule == "sum":
            return [t for _, a, _, b in parts for t in (*a, *b)]
        if rule == "cancel":
            return parts[:1]
        return parts[1:] if rule in _OF_LINES else parts

    @staticmethod
    def _parts(term: tuple[Any, ...]) -> list[int]:
        kind, *parts = term
        if kind == "sum":
            return [t for _, t in parts]
        return [] if kind in SYMBOLS else parts


def _mark(thing: Symbolic) -> str:
    return "" if thing.home is every_manifold else f"@{thing.home}"


def _number(value: Any) -> int | str:
    value = Fraction(value)
    return value.numerator if value.denominator == 1 else str(value)
