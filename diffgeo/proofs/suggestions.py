"""Lemmas that may be on the way to a statement; they are used if they are proved."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import Any

from diffgeo.calculus.brackets import bracket, interior
from diffgeo.calculus.derivations import d
from diffgeo.proofs.completion import Completion
from diffgeo.proofs.constructions import Bracket, Composed, Multiple, Named, Number, Product, Sum
from diffgeo.proofs.deduction import FEW, MOST
from diffgeo.proofs.hypotheses import NoKernel
from diffgeo.proofs.instances import parts_of
from diffgeo.proofs.symbolic_objects import (
    Symbolic,
    SymbolicForm,
    SymbolicVectorForm,
    every_manifold,
    is_zero,
)
from diffgeo.verdicts.verdict import Identity

#: Pairs of a 1-form and a field along which lemmas are tried, and of tensors one of which is a
#: bracket that are composed.
MOST_PAIRS = 2
MOST_BRACKETS = 12
#: Fields that are compared with brackets of others.
MOST_FIELDS = 4

#: To which of some candidates a thing is equal by what is known, if this is found easily, or, if
#: that is wanted, by a longer search for each.
Equal = Callable[..., Symbolic | None]
Lemma = tuple[Identity | None, Sequence[Identity]]


class Suggestions:
    """What may be easier to prove than a statement, by the symbols of what is supposed.

    Parameters
    ----------
    difference
        What the statement says to vanish.
    given
        What is supposed, and lemmas.
    equal
        Looks whether a thing is equal to one of some candidates.
    is_sum
        Whether it is found to be a sum of multiples of some; then that is known from then on.
    """

    def __init__(
        self,
        difference: Symbolic,
        given: Sequence[Identity],
        equal: Equal,
        is_sum: Callable[..., bool],
    ) -> None:
        self._difference, self._given = difference, given
        self._equal, self._is_sum = equal, is_sum
        sides = [side for identity in given for side in (identity.left, identity.right)]
        known, stated = parts_of(*sides), parts_of(difference)
        named = [part for part in known if isinstance(part.made, Named)]
        self._forms: list[Any] = [s for s in named if isinstance(s, SymbolicForm) and s.degree == 1]
        self._fields: list[Any] = [
            s for s in named if isinstance(s, SymbolicVectorForm) and not s.degree
        ]
        self._tensors: list[Any] = list(filter(_is_tensor, named))
        zero = [
            str(a) for i in given for a, b in ((i.left, i.right), (i.right, i.left)) if is_zero(b)
        ]
        brackets = [p for p in (*known, *stated) if _is_tensor(p) and isinstance(p.made, Bracket)]
        brackets = [p for p in brackets if str(p) not in zero]
        self._brackets: list[Any] = list({str(p): p for p in brackets}.values())
        # The only bracket in the statement of a named tensor with one that is none, and others.
        two: list[Any] = [p for p in stated if p.degree == 2 and isinstance(p.made, Bracket)]
        two = [p for p in two if isinstance(p, SymbolicVectorForm)]
        outer = [
            p.arguments for p in two if any(a is A for a in p.arguments for A in self._tensors)
        ]
        outer = [(J, A) if isinstance(J.made, Named) else (A, J) for J, A in outer]
        outer = [(J, A) for J, A in outer if not isinstance(A.made, Named)]
        alike = len(outer) == 1 and given and _on_one_manifold(*self._tensors, *outer[0])
        self._outer = outer[0] if alike else None
        #: Whether the statement is one on a bracket, for which there are lemmas of its own.
        self.of_a_bracket = self._outer is not None
        self._others = [p for p in two if not any(a is A for a in p.arguments for _, A in outer)]
        products = [p for p in known if _is_tensor(p) and isinstance(p.made, Product)]
        self._products = list({str(p): p for p in products}.values())

    def lemmas(self) -> Iterator[Lemma]:
        """In an order in which one may follow from those before it; with those, if it is known.

        None where the statement itself may follow.
        """
        yield from ((lemma, ()) for lemma in self._likely())
        yield from ((lemma, ()) for lemma in self._brackets_of_fields())
        yield from self._of_a_bracket()
        found = list(self._compositions())
        yield from ((lemma, ()) for lemma in found)
        yield from Completion([*self._given, *found]).lemmas()
        yield from ((lemma, ()) for lemma in self._vanishing_brackets())

    def _likely(self) -> Iterator[Identity]:
        yield from self._reciprocals()
        yield from self._common_factor()
        u: Any = self._difference
        if isinstance(u, SymbolicForm) and not u.degree:
            yield u * u == 0  # since u^4 vanishes, perhaps
        if len(self._forms) * len(self._fields) <= MOST_PAIRS:
            yield from self._along(self._difference)
            for tensor, field in _pairs(self._tensors, self._fields if self._forms else ()):
                yield from self._along(tensor(field))
                yield tensor(field) == 0
            for tensor, form in _pairs(self._tensors, self._forms if self._fields else ()):
                yield interior(tensor, form) == 0

    def _brackets_of_fields(self) -> Iterator[Identity]:
        """That a field is a bracket of two others, where fields are told by insertions."""
        if not any(isinstance(i, NoKernel) for i in self._given) or len(self._fields) > MOST_FIELDS:
            return
        for X, Y in combinations(self._fields, 2):
            for Z in self._fields:
                if Z is not X and Z is not Y and _on_one_manifold(X, Y, Z):
                    yield bracket(X, Y) == Z
                    yield bracket(X, Y) == -Z

    def _reciprocals(self) -> Iterator[Identity]:
        """The differential of a function h with ``f*h = 1``."""
        for identity in self._given:
            for side, one in (
                (identity.left, identity.right),
                (identity.right, identity.left),
            ):
                if isinstance(side.made, Product) and isinstance(one.made, Number):
                    f, h = side.arguments
                    slopes: Any = d
                    if f.degree == h.degree == 0 and isinstance(h, SymbolicForm):
                        yield slopes(h) * f * f == -one * slopes(f)
                        yield slopes(h) == -h * h * slopes(f)

    def _common_factor(self) -> Iterator[Identity]:
        """``f*(X - Y) == 0`` of f*X - f*Y."""
        u = self._difference
        terms = u.arguments if isinstance(u.made, Sum) else ()
        parts = [t.arguments if isinstance(t.made, Multiple) else (1, t) for t in terms]
        if parts and all(isinstance(part.made, Product) for _, part in parts):
            first, *rest = [part.arguments[0] for _, part in parts]
            if not first.degree and all(f is first for f in rest):
                others = [c * part.arguments[1] for c, part in parts]
                yield first * sum(others[1:], start=others[0]) == 0

    def _along(self, u: Any) -> Iterator[Identity]:
        """Parts of u, and products with it."""
        for form, field in _pairs(self._forms, self._fields):
            if not _on_one_manifold(u, form):
                continue
            if isinstance(u, SymbolicVectorForm) and not u.degree:
                yield u == form(u) * field
                yield form(u) * u == 0
            elif isinstance(u, SymbolicForm) and u.degree:
                yield u * field == 0
        field = isinstance(u, SymbolicVectorForm) and not u.degree
        for _, form in _pairs([u] if field else (), self._forms):
            yield form(u) == 0

    def _compositions(self) -> Iterator[Identity]:
        """Compositions of tensors with brackets, such as ``J∘[J, S] = J``."""
        others = [*self._brackets, *self._products]
        pairs = [pair for a, b in _pairs(self._tensors, others) for pair in ((a, b), (b, a))]
        products = _pairs(self._products, [*self._brackets, *self._products])
        more = {(str(a), str(b)): (a, b) for pair in products for a, b in (pair, pair[::-1])}
        for a, b in [*pairs[:MOST_BRACKETS], *list(more.values())[:MOST_BRACKETS]]:
            letters = [a, b, every_manifold.identity]
            found = self._equal(a @ b, [0 * a, *letters, *(-1 * x for x in letters)])
            for tensor, moved in ((a, b), (b, a)):  # such as [X, J] and J
                parts = moved.arguments if isinstance(moved.made, Bracket) else ()
                if found is None and any(part is tensor for part in parts):
                    found = self._equal(a @ b, [tensor, -1 * tensor], True)
            if found is not None:
                yield a @ b == found

    def _vanishing_brackets(self) -> Iterator[Identity]:
        """Parts of brackets of two tensors, for a statement like that the inverse of A is as A."""
        if self._difference.degree != 2 or len(self._tensors) != 2:
            return
        if not isinstance(self._difference, SymbolicVectorForm) or not self._given:
            return
        if len({id(A.home) for A in self._tensors}) > 1:
            return
        for A, B in (self._tensors, self._tensors[::-1]):
            for other in (B, B @ B) if A is self._tensors[0] else (B @ B,):
                both = bracket(A, other)
                yield A @ both == 0
                yield interior(A, both) == 0
                if other is B:
                    yield interior(B, both) == 0
                yield both == 0
            yield A @ bracket(B, B) == 0

    def _of_a_bracket(self) -> Iterator[Lemma]:
        """For a statement on a bracket [J, A]: those of J with all tensors, and what A is a sum of.

        Of ``[J, Φ] = 3R`` for a semispray these are [J, h] = 0, ``[J, [S, h]] = 4R``, [J, F] = R
        and ``Φ = [S, h] - F - J``.
        """
        if self._outer is None:
            return
        J, whole = self._outer
        brackets: list[Any] = [bracket(J, A) for A in (*self._tensors, *self._brackets)]
        waiting = [both for both in brackets if not self._is_sum(both, self._others, FEW)]
        yield from Completion(self._given).lemmas()
        one: Any = every_manifold.identity
        tensors = list(self._tensors)
        if isinstance(whole.made, Composed) and not isinstance(whole.arguments[0].made, Named):
            tensors.append(one - whole.arguments[0])
        for both in waiting:
            if all(isinstance(A.made, Named) for A in both.arguments):
                yield from ((B @ both == 0, ()) for B in tensors)
                self._is_sum(both, self._others, MOST)
        if self._is_sum(whole, [*self._brackets, *self._tensors, one], MOST):
            yield None, ()


def _is_tensor(thing: Any) -> bool:
    return isinstance(thing, SymbolicVectorForm) and thing.degree == 1


def _pairs(first: Iterable[Any], second: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """Pairs of things that live on one manifold, and have their values there."""
    return (pair for pair in product(first, second) if _on_one_manifold(*pair))


def _on_one_manifold(*things: Any) -> bool:
    homes = {id(thing.home) for thing in things if thing.home is not None}
    return len(homes) < 2 and not any(thing.along for thing in things)
