"""Lie algebras of vector fields over the constants, by their structure constants.

``[X_i, X_j] = c_ij^k X_k`` with constants: numbers and functions of the parameters. The kind of an
algebra is read from its derived series, its lower central series and its Killing form (Cartan's
criterion), for generic values of the parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from diffgeo import Form, VectorForm, bracket
from diffgeo.calculus import linear_algebra as linear
from mechanics.analysis.noether import written
from mechanics.model.plain_answers import vanishes

if TYPE_CHECKING:
    from mechanics.model.systems import System
    from mechanics.output_files import Data


class StructureConstants:
    """A Lie algebra by its structure constants ``[X_i, X_j] = c_ij^k X_k``.

    Attributes
    ----------
    dimension : int
        How many X_i there are.
    products : list
        The coordinates of ``[X_i, X_j]`` for i < j; they end where a bracket leaves the span.
    """

    def __init__(self, dimension: int, one: Form, products: list[list[Form]]) -> None:
        self.dimension, self.products, self._one = dimension, products, one

    @property
    def is_closed(self) -> bool:
        """Whether all brackets are combinations of the X_i."""
        return len(self.products) == self.dimension * (self.dimension - 1) // 2

    @property
    def is_solvable(self) -> bool:
        """Whether the derived series ends with 0."""
        return self.is_closed and self.derived_series[-1] == 0

    # --- what kind of algebra ------------------------------------------------------------------

    def _bracket(self, a: Sequence[Form], b: Sequence[Form]) -> list[Form]:
        """The coordinates of the bracket of two elements with given coordinates."""
        zero = 0 * a[0]
        total = [zero for _ in a]
        for (p, q), c in zip(combinations(zip(a, b, strict=True), 2), self.products, strict=True):
            # p and q are the i-th and j-th coordinates of both.
            (x, y), (z, w) = p, q
            factor = x * w - z * y
            total = [t + factor * k for t, k in zip(total, c, strict=True)]
        return total

    @cached_property
    def _basis(self) -> list[list[Form]]:
        one, n = self._one, self.dimension
        return [[one if i == j else 0 * one for j in range(n)] for i in range(n)]

    def _span(self, rows: Sequence[list[Form]]) -> list[list[Form]]:
        """Of some vectors those that are independent of the ones before."""
        kept: list[list[Form]] = []
        for row in rows:
            if any(not vanishes(a) for a in row) and linear.rank([*kept, row]) > len(kept):
                kept.append(row)
        return kept

    def _series(self, step: Callable[[list[list[Form]]], list[list[Form]]]) -> tuple[int, ...]:
        terms = [self._basis]
        while terms[-1] and len(new := step(terms[-1])) < len(terms[-1]):
            terms.append(new)
        return tuple(map(len, terms))

    @cached_property
    def derived_series(self) -> tuple[int, ...]:
        """The dimensions of A, [A, A], [[A, A], [A, A]], … until they stay the same."""
        return self._series(
            lambda V: self._span([self._bracket(a, b) for a, b in combinations(V, 2)])
        )

    @cached_property
    def lower_series(self) -> tuple[int, ...]:
        """The dimensions of A, [A, A], [A, [A, A]], … until they stay the same."""
        return self._series(
            lambda V: self._span([self._bracket(a, b) for a in self._basis for b in V])
        )

    @cached_property
    def killing_rank(self) -> int:
        """The rank of the Killing form ``tr(ad a ad b)``."""
        zero = 0 * self._one

        adjoint = [[self._bracket(a, e) for e in self._basis] for a in self._basis]

        def trace(A: list[list[Form]], B: list[list[Form]]) -> Form:
            """Of the product, with B by its images and A by its values on the dual basis."""
            pairs = zip(zip(*A, strict=True), B, strict=True)
            return sum((linear.combination(a, b, zero) for a, b in pairs), start=zero)

        rows = [[trace(A, B) for B in adjoint] for A in adjoint]
        return linear.rank(rows) if rows else 0

    @property
    def kind(self) -> str:
        """In words: abelian, nilpotent, solvable, semisimple, or none of them."""
        if not self.is_closed:
            return "not closed: brackets leave the space that was searched"
        if self.derived_series[-1] == 0:
            if len(self.derived_series) <= 2:
                return "abelian"
            return "nilpotent" if self.lower_series[-1] == 0 else "solvable"
        return "semisimple" if self.killing_rank == self.dimension else "with a Levi part"

    def lines(self, letter: str = "X") -> list[str]:
        """The brackets that are not zero."""
        names = [f"{letter}_{k}" for k in range(1, self.dimension + 1)]
        found = []
        for (a, b), c in zip(combinations(names, 2), self.products, strict=False):
            terms = [_term(k, x) for k, x in zip(c, names, strict=True) if not vanishes(k)]
            if terms:
                found.append(f"[{a}, {b}] = {' + '.join(terms).replace('+ -', '- ')}")
        return found

    def to_dict(self) -> Data:
        """The structure constants by pairs of fields, and the kind, as data for JSON."""
        pairs = combinations(range(1, self.dimension + 1), 2)
        return {
            "dimension": self.dimension,
            "closed": self.is_closed,
            "kind": self.kind,
            "derived_series": list(self.derived_series) if self.is_closed else None,
            "brackets": [
                {"of": list(pair), "is": [str(a) for a in c]}
                for pair, c in zip(pairs, self.products, strict=False)
            ],
        }


#: Lie's types of the algebras of dimension 2: whether they are abelian, the dimension of orbits.
LIE_TYPES = {(True, 2): "I", (True, 1): "II", (False, 2): "III", (False, 1): "IV"}


class LieAlgebra(StructureConstants):
    """The Lie algebra that fields span over the constants, if their brackets stay in the span.

    Attributes
    ----------
    fields : tuple of VectorForm
        A basis.
    """

    def __init__(self, fields: Sequence[VectorForm], system: System) -> None:
        self.fields = tuple(fields)
        self.jets = system.evolution_space
        products: list[list[Form]] = []
        symbols = [self._symbol(X) for X in self.fields]
        for X, Y in combinations(self.fields, 2):
            c = self._coordinates(self._symbol(bracket(X, Y)), symbols)
            if c is None:
                break
            products.append(c)
        super().__init__(len(self.fields), self.jets.function(1), products)

    @cached_property
    def orbit_dimension(self) -> int:
        """The dimension of its orbits in E, at the generic point."""
        rows = [[X(x) for x in X.space.coordinates] for X in self.fields]
        return linear.rank(rows) if rows else 0

    @property
    def lie_type(self) -> str | None:
        """Lie's type I to IV, for an algebra of dimension 2: how it acts decides quadratures."""
        if self.dimension != 2 or not self.is_closed:
            return None
        return LIE_TYPES[self.kind == "abelian", self.orbit_dimension]

    @property
    def action(self) -> str:
        """How it acts on E, in words: "transitive", or the dimension of the orbits."""
        dimension = self.jets.projection.target.dimension
        full = self.orbit_dimension == dimension
        words = "transitive" if full else f"with orbits of dimension {self.orbit_dimension}"
        return words if self.lie_type is None else f"{words}, Lie's type {self.lie_type}"

    def to_dict(self) -> Data:
        """As for structure constants, and the action on E."""
        return {**super().to_dict(), "orbits": self.orbit_dimension, "lie_type": self.lie_type}

    def _symbol(self, X: VectorForm) -> Form:
        """A field as a function on J¹π, from which it can be read: ``ξ + X(q) v``."""
        up, E = self.jets.projection.pull, X.space
        time, *positions = E.coordinates
        pairs = zip(positions, self.jets.velocities, strict=True)
        return sum((up(X(q)) * v for q, v in pairs), start=up(X(time)))

    @staticmethod
    def _coordinates(X: Form, basis: Sequence[Form]) -> list[Form] | None:
        """The coefficients of a combination of others with constants, or None."""
        for *c, last in linear.constant_relations([*basis, X]):
            if not vanishes(last):
                return [-a / last for a in c]
        return None


def _term(factor: Form, name: str) -> str:
    text = written(factor)
    if text in ("1", "-1"):
        return text[:-1] + name
    return f"{text}*{name}" if text.lstrip("-").isalnum() else f"({text})*{name}"
