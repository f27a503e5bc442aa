"""The normal form of symbolic forms, vector-valued forms and operators.

Equality is local. On the domain U of a chart with coordinates x: U → Rⁿ the vector-valued
forms are Ω(U)⊗Rⁿ, on which every derivation of Ω(U) acts componentwise; ``dx`` is id,
``i_K id = K``, ``L_K id = (-1)^k dK``, ``i_K M`` is the insertion, and the Frölicher-Nijenhuis
bracket is ``[K, M] = L_K M - (-1)^{km} L_M K``, which is ``[L_K, L_M] = L_{[K,M]}`` applied to
x. Neither n nor the chart occurs again: what follows are the rules

    [i_K, i_M] = i_{i_K M} - (-1)^{(k-1)(m-1)} i_{i_M K}
    [L_K, i_M] = i_{[K,M]} - (-1)^{k(m-1)} L_{i_M K}          [L_K, L_M] = L_{[K,M]}
    i_{ω*K} = ω*i_K      L_{ω*K} = ω*L_K + (-1)^{|ω|+k} dω*i_K      d = L_id, i_id = degree

of a Lie algebra of derivations over Ω, used to sort words of its enveloping algebra
(Poincaré, Birkhoff, Witt). On p-forms more than p insertions reduce to fewer, since the normally
ordered product of more than p insertions vanishes there (i_K i_M α = i_{i_K M} α for 1-forms).
Every step is a theorem; hence equal normal forms prove equality
on every manifold. Different normal forms prove nothing.

Data are nested tuples. A basis element ``(atom, word)`` is a sorted word of letters applied
to an atom ``(serial, degree)``; a letter ``(rank, -degree, basis)`` is L_b (rank 0), i_b
(rank 1) or i_id (rank 2); a monomial is a sorted tuple of scalar basis elements. An element
maps ``(monomial, tail)`` to its coefficient; the tail is None for a form, a basis element for
a vector-valued form and a word for an operator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from diffgeo.errors import TooLarge
from diffgeo.proofs.rules import note, remembered, tracing
from diffgeo.proofs.symbolic_degrees import LargeDegree
from diffgeo.signs import koszul

Atom = tuple[int, int]
Word = tuple[Any, ...]
Basis = tuple[Atom, Word]
Letter = tuple[int, int, Basis]
Monomial = tuple[Basis, ...]
#: Coefficients are integers wherever they can be: that is several times faster.
Number = int | Fraction
Element = dict[tuple[Monomial, Any], Number]

#: A normal form with more terms than this is refused.
MAX_TERMS = 20_000

ONE = 1
IDENTITY: Basis = ((0, 1), ())
D: Letter = (0, -1, IDENTITY)
DEGREE: Letter = (2, -1, IDENTITY)
UNIT: Element = {((), ()): ONE}


# --- degrees and letters -----------------------------------------------------------------


@lru_cache(maxsize=1 << 15)
def degree_of(basis: Basis) -> int:
    """The degree of a basis element as a form."""
    atom, word = basis
    return atom[1] + sum(letter_degree(letter) for letter in word)


def letter_degree(letter: Letter) -> int:
    """The degree of L_b is that of b, the degree of i_b is one less."""
    return -letter[1] - (1 if letter[0] else 0)


def monomial_degree(monomial: Monomial) -> int:
    """The degree of a product of forms."""
    return sum(map(degree_of, monomial))


def insertion_letter(basis: Basis) -> Letter:
    """The letter i_b."""
    if basis == IDENTITY:
        note("degree")
    return DEGREE if basis == IDENTITY else (1, -degree_of(basis), basis)


def lie_letter(basis: Basis) -> Letter:
    """The letter L_b."""
    return (0, -degree_of(basis), basis)


# --- pull-backs ---------------------------------------------------------------------------

#: What φ^* makes of a basis element is a symbol of its own: by its serial number the map and the
#: basis element, or None for the coordinates of the target, whose images are the map.
PULLED: dict[int, tuple[int, Basis | None]] = {}
_serials: dict[tuple[int, Basis | None], int] = {}
FIRST_PULLED = 1 << 40


def pulled(phi: int, element: Element) -> Element:
    """``φ^*`` of a form, or of the components of a vector-valued form: φ by its serial number."""
    parts: list[tuple[Number, Element]] = []
    for (monomial, tail), value in element.items():
        image: Element = {((), None): ONE}
        if tail is not None:
            image = pulled_basis(phi, tail)
        for basis in reversed(monomial):
            image = multiply(pulled_basis(phi, basis), image)
        parts.append((value, image))
    note("pull")
    return combine(parts)


def pulled_basis(phi: int, basis: Basis) -> Element:
    """``φ^*`` of a basis element, by φ^*∘d = d∘φ^*, also for id = dx."""
    if basis == IDENTITY:
        note("natural")
        return {((), (_pulled_atom(phi, None), (D,))): ONE}
    atom, word = basis
    if D not in word:
        return unit((_pulled_atom(phi, basis), ()))
    note("natural")
    place = word.index(D)
    sign = koszul(sum(letter_degree(letter) for letter in word[:place]))
    rest = pulled_basis(phi, (atom, (*word[:place], *word[place + 1 :])))
    return combine([(sign, act(D, rest))])


def _pulled_atom(phi: int, basis: Basis | None) -> Atom:
    serial = _serials.setdefault((phi, basis), FIRST_PULLED + len(_serials))
    PULLED[serial] = phi, basis
    if basis is None:
        return serial, 0
    degree: int = degree_of(basis)
    if isinstance(basis[0][1], LargeDegree):
        degree = LargeDegree(degree, 0, basis[0][1].halves)
    return (-serial if basis[0][0] < 0 else serial), degree


def related(phi: int, A: Element, B: Element, rank: int, basis: Basis) -> Element:
    """``i_A φ^*t - φ^* i_B t``, or with L (rank 0), which vanish if A and B are related."""
    note("related")
    (D_A, D_B), value = map(insertion if rank else lie, (A, B)), evaluate(basis[1], basis[0])
    left = through(D_A, pulled(phi, value), act)
    return combine([(1, left), (-1, pulled(phi, through(D_B, value, act)))])


# --- linear algebra over Ω ---------------------------------------------------------------


def combine(parts: Iterable[tuple[Number, Element]]) -> Element:
    """A rational linear combination; raises `TooLarge` beyond `MAX_TERMS` terms."""
    total: Element = {}
    for factor, element in parts:
        for key, value in element.items():
            total[key] = total.get(key, 0) + factor * value
        if len(total) > MAX_TERMS:
            raise TooLarge(f"the normal form has more than {MAX_TERMS} terms")
    return {key: _integer(value) for key, value in total.items() if value}


def _integer(value: Number) -> Number:
    return value.numerator if value.denominator == 1 else value


def multiply_monomials(first: Monomial, second: Monomial) -> tuple[int, Monomial]:
    """Sign (0 if the product vanishes) and sorted product."""
    sign, result = 1, list(first)
    for basis in second:
        odd = degree_of(basis) % 2
        place = len(result)
        while place and result[place - 1] > basis:
            place -= 1
            if odd and degree_of(result[place]) % 2:
                sign = -sign
        if place < len(result):
            note("commutative")
        if odd and place and result[place - 1] == basis:
            note("commutative")
            return 0, ()
        result.insert(place, basis)
    return sign, tuple(result)


def multiply(scalar: Element, element: Element) -> Element:
    """The product of a form with an element of an Ω-module."""
    found: Element = {}
    for (first, _), a in scalar.items():
        for (second, tail), b in element.items():
            sign, monomial = multiply_monomials(first, second)
            if sign:
                key = (monomial, tail)
                found[key] = found.get(key, 0) + sign * a * b
        if len(found) > MAX_TERMS:
            raise TooLarge(f"the normal form has more than {MAX_TERMS} terms")
    return {key: value for key, value in found.items() if value}


def _act(letter: Letter, element: Element, on_tail: Callable[[Letter, Any], Element]) -> Element:
    """The derivation rule: D(μ*t) = D(μ)*t + (-1)^{|D||μ|} μ*D(t)."""
    degree = letter_degree(letter)
    parts: list[tuple[Number, Element]] = []
    for (monomial, tail), value in element.items():
        if len(monomial) + (tail is not None) > 1:
            note("leibniz")
        before = 0
        for place, basis in enumerate(monomial):
            image = apply_letter(letter, basis)
            head: Element = {(monomial[:place], None): ONE}
            rest: Element = {(monomial[place + 1 :], tail): ONE}
            parts.append((value * koszul(degree * before), multiply(multiply(head, image), rest)))
            before += degree_of(basis)
        moved = multiply({(monomial, None): ONE}, on_tail(letter, tail))
        parts.append((value * koszul(degree * before), moved))
    return combine(parts)


# --- the action on forms and vector-valued forms -----------------------------------------


def act(letter: Letter, element: Element) -> Element:
    """The value of a derivation on a form or a vector-valued form."""
    return _act(letter, element, lambda x, tail: {} if tail is None else _on_tail(x, tail))


def _on_tail(letter: Letter, tail: Basis) -> Element:
    return apply_letter(letter, tail)


@remembered
def apply_letter(letter: Letter, basis: Basis) -> Element:
    """The value of a derivation on a basis element."""
    atom, word = basis
    return combine(
        (value, multiply({(monomial, None): ONE}, evaluate(sorted_word, atom)))
        for (monomial, sorted_word), value in push(letter, word).items()
    )


def unit(basis: Basis) -> Element:
    """A basis element as a form or vector-valued form."""
    return {((basis,), None): ONE} if basis[0][0] < 0 else {((), basis): ONE}


@remembered
def evaluate(word: Word, atom: Atom) -> Element:
    """A sorted word on an atom: more than p insertions reduce on p-forms, and id is dx."""
    factor, degree = 1, atom[1]
    while word and word[-1] == DEGREE and not isinstance(degree, LargeDegree):
        note("degree")
        factor, word = factor * degree, word[:-1]
    if atom == IDENTITY[0] and word:
        rank, _, basis = word[-1]
        note("identity" if rank else "identity_lie")
        value = unit(basis)
        if rank == 0:  # L_b id = (-1)^|b| db, and d id = 0
            value = {} if basis == IDENTITY else act(D, value)
            value = combine([(koszul(degree_of(basis)), value)])
        word = word[:-1]
    elif sum(letter[0] for letter in word) > degree:
        note("contractions" if degree else "functions")
        kept = len(word) - degree - 1
        value = contracted(word[kept:], atom) if degree else {}
        word = word[:kept]
    else:
        value, word = unit((atom, word)), ()
    for letter in reversed(word):
        value = act(letter, value)
    return combine([(factor, value)]) if factor else {}


# --- insertions into forms of small degree -----------------------------------------------


def contracted(word: Word, atom: Atom) -> Element:
    """A composition of p+1 insertions on a p-form, by compositions of at most p.

    The normally ordered product :i_1 … i_r: inserts into r different slots. It vanishes on
    p-forms for r > p; by ``i_K :i_1 … i_r: = :i_K i_1 … i_r: + Σ ± :i_1 … i_{i_K j} … i_r:``
    compositions are sums of such products, and those of at most p factors compositions.
    """
    most = atom[1]
    products: Element = {((), ()): ONE}
    for letter in reversed(word):

        def inserted(x: Letter, factors: tuple[Basis, ...]) -> Element:
            into = _into_factors(x, factors)
            more: Element = {((), (x[2], *factors)): ONE} if len(factors) < most else {}
            return combine([(1, more), (1, into)])

        products = _act(letter, products, inserted)
    return combine(
        (value, multiply({(monomial, None): ONE}, _ordered(factors, atom)))
        for (monomial, factors), value in products.items()
    )


def _into_factors(letter: Letter, factors: tuple[Basis, ...]) -> Element:
    """The sum of ``± :i_1 … i_{i_K j} … i_r:`` over j, as products of basis elements."""
    parts: list[tuple[Number, Element]] = []
    before = 0
    for place, basis in enumerate(factors):
        for (monomial, image), value in apply_letter(letter, basis).items():
            sign = koszul(before * (letter_degree(letter) + monomial_degree(monomial)))
            product = (*factors[:place], image, *factors[place + 1 :])
            parts.append((sign * value, {(monomial, product): ONE}))
        before += degree_of(basis) - 1
    return combine(parts)


@remembered
def _ordered(factors: tuple[Basis, ...], atom: Atom) -> Element:
    """The normally ordered product of insertions, on an atom, by compositions."""
    if not factors:
        return unit((atom, ()))
    letter, rest = insertion_letter(factors[0]), factors[1:]
    parts: list[tuple[Number, Element]] = [(1, act(letter, _ordered(rest, atom)))]
    for (monomial, product), value in _into_factors(letter, rest).items():
        image = multiply({(monomial, None): ONE}, _ordered(product, atom))
        parts.append((-value, image))
    return combine(parts)


# --- the enveloping algebra --------------------------------------------------------------


@remembered
def push(letter: Letter, word: Word) -> Element:
    """The sorted form of ``letter ∘ word``, where the word is sorted."""
    if not word or letter < word[0]:
        return {((), (letter, *word)): ONE}
    first, rest = word[0], word[1:]
    degree = letter_degree(letter)
    if letter == first:
        if degree % 2 == 0:
            return {((), (letter, *word)): ONE}
        note("square")
        return combine([(Fraction(1, 2), _times_word(commutator(letter, letter), rest))])
    note("order")
    swapped = compose_letter(first, push(letter, rest))
    sign = koszul(degree * letter_degree(first))
    return combine([(sign, swapped), (1, _times_word(commutator(letter, first), rest))])


def _times_word(derivation: Element, word: Word) -> Element:
    """The composition of a sum of ``μ * letter`` with a sorted word."""
    return combine(
        (value, multiply({(monomial, None): ONE}, push(letter, word)))
        for (monomial, (letter,)), value in derivation.items()
    )


def compose_letter(letter: Letter, operator: Element) -> Element:
    """The composition ``letter ∘ operator``."""
    return _act(letter, operator, push)


def compose(first: Element, second: Element) -> Element:
    """The composition of two operators."""
    return through(first, second, compose_letter)


def apply(operator: Element, form: Element) -> Element:
    """The value of an operator on a form."""
    return through(operator, form, act)


def through(
    operator: Element, element: Element, step: Callable[[Letter, Element], Element]
) -> Element:
    """The words of an operator, letter by letter from the right, on an element."""
    parts = []
    for (monomial, word), value in operator.items():
        image = element
        for letter in reversed(word):
            image = step(letter, image)
        parts.append((value, multiply({(monomial, None): ONE}, image)))
    return combine(parts)


@remembered
def commutator(first: Letter, second: Letter) -> Element:
    """The graded commutator of two letters, by the rules above."""
    if D in (first, second):
        note("nilpotent" if first == second else "cartan" if first[0] or second[0] else "commuting")
        with tracing():  # these cases of the general rules have names of their own
            return _commutator(first, second)
    note("insertions" if first[0] and second[0] else "mixed" if first[0] + second[0] else "lie")
    return _commutator(first, second)


def _commutator(first: Letter, second: Letter) -> Element:
    (lie_first, _, a), (lie_second, _, b) = first, second
    x: Element = {((), a): ONE}
    y: Element = {((), b): ONE}
    if lie_first == 0 and lie_second == 0:
        return lie(fn_bracket(x, degree_of(a), y, degree_of(b)))
    if lie_first == 0:
        sign = koszul(letter_degree(first) * letter_degree(second))
        inserted = insertion(fn_bracket(x, degree_of(a), y, degree_of(b)))
        return combine([(1, inserted), (-sign, lie(act(second, x)))])
    if lie_second == 0:
        sign = koszul(letter_degree(first) * letter_degree(second))
        return combine([(-sign, commutator(second, first))])
    sign = koszul(letter_degree(first) * letter_degree(second))
    return insertion(combine([(1, act(first, y)), (-sign, act(second, x))]))


# --- vector-valued forms as operators ----------------------------------------------------


def insertion(vector: Element) -> Element:
    """The operator i_K: linear over Ω."""
    if any(monomial for monomial, _ in vector):
        note("module")
    return {
        (monomial, (insertion_letter(basis),)): value for (monomial, basis), value in vector.items()
    }


def lie(vector: Element) -> Element:
    """The operator L_K: ``L_{ω*K} = ω*L_K + (-1)^{|ω|+k} dω*i_K``."""
    parts: list[tuple[Number, Element]] = []
    for (monomial, basis), value in vector.items():
        parts.append((value, {(monomial, (lie_letter(basis),)): ONE}))
        if not monomial:
            continue
        note("module_lie")
        sign = koszul(monomial_degree(monomial) + degree_of(basis))
        slope = act(D, {(monomial, None): ONE})
        parts.append((value * sign, multiply(slope, {((), (insertion_letter(basis),)): ONE})))
    return combine(parts)


def fn_bracket(x: Element, k: int, y: Element, m: int) -> Element:
    """The Frölicher-Nijenhuis bracket ``L_K M - (-1)^{km} L_M K`` of elements of degree k, m."""
    note("bracket")
    return combine([(1, through(lie(x), y, act)), (-koszul(k * m), through(lie(y), x, act))])
