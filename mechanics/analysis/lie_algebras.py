"""Lie algebras of vector fields over the constants, by their structure constants.

``[X_i, X_j] = c_ij^k X_k`` with constants: numbers and functions of the parameters. The kind of an
algebra is read from its derived series, its lower central series and its Killing form κ (Cartan's
criterion), for generic values of the parameters.

* The radical R is what κ makes orthogonal to [A, A] (Cartan). By Levi's theorem A is the sum of R
  and a semisimple algebra isomorphic to A/R; small ones are known by their dimension and the
  signature of their Killing form. The sum is direct if and only if the last term of the derived
  series, which is perfect, is not larger than A/R.
* Solvable algebras of dimension 4 have the names of Patera and others
  (`mechanics.analysis.solvable_algebras`).
* The types I to IX of Bianchi in dimension 3: if [A, A] has dimension 2 it is abelian, and what
  ad X does on it, X outside, is known up to conjugation and a factor. It is a multiple of the
  identity for V. Else the type is IV if ``tr² - 4 det = 0``, VI for real eigenvalues and VII for
  others, with the parameter ``h = -tr²/(tr² - 4 det)``; h = 0 is VI_0 and VII_0. Where [A, A] has
  dimension 1 it is II or III, which is VI with h = -1.

Sources: N. Jacobson, Lie Algebras, 1962, chapter III; L. Bianchi, Sugli spazi a tre dimensioni che
ammettono un gruppo continuo di movimenti, 1898; G. F. R. Ellis, M. A. H. MacCallum, A class of
homogeneous cosmological models, Commun. Math. Phys. 12 (1969), for h.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from diffgeo import Form, VectorForm, bracket
from diffgeo.calculus import linear_algebra as linear
from diffgeo.subsets import strict_sign
from mechanics.analysis.noether import written
from mechanics.analysis.solvable_algebras import (
    sign_of_invariant,
    solvable_of_dimension_four,
    sum_of_terms,
)
from mechanics.model.plain_answers import vanishes

if TYPE_CHECKING:
    from mechanics.model.systems import System
    from mechanics.output_files import Data

#: Simple algebras and their sums, by the signature of the Killing form: in these dimensions that
#: tells them apart.
SEMISIMPLE = {
    (2, 1): "sl(2, R)", (0, 3): "so(3)",
    (4, 2): "sl(2, R) + sl(2, R)", (2, 4): "sl(2, R) + so(3)", (0, 6): "so(4)", (3, 3): "so(3, 1)",
    (5, 3): "sl(3, R)", (4, 4): "su(2, 1)", (0, 8): "su(3)",
    (0, 10): "so(5)", (4, 6): "so(4, 1)", (6, 4): "so(3, 2)",
}  # fmt: skip


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

    def _spanned(
        self, basis: Sequence[list[Form]], others: Sequence[list[Form]] = ()
    ) -> StructureConstants:
        """The subalgebra with a basis, or its quotient by an ideal that others span."""
        columns = [list(c) for c in zip(*basis, *others, strict=True)]
        products = [
            linear.solve(columns, self.bracket(a, b))[: len(basis)]
            for a, b in combinations(basis, 2)
        ]
        return StructureConstants(len(basis), self._one, products)

    def modulo(self, ideal: Sequence[list[Form]]) -> StructureConstants:
        """The quotient by an ideal."""
        every = self.span([*ideal, *self.basis])
        return self._spanned(every[len(ideal) :], ideal)

    # --- what kind of algebra ------------------------------------------------------------------

    def bracket(self, a: Sequence[Form], b: Sequence[Form]) -> list[Form]:
        """The coordinates of the bracket of two elements with given coordinates."""
        zero = 0 * a[0]
        total = [zero for _ in a]
        for (p, q), c in zip(combinations(zip(a, b, strict=True), 2), self.products, strict=True):
            # p and q are the i-th and j-th coordinates of both.
            (x, y), (z, w) = p, q
            factor = x * w - z * y
            total = [t + factor * k for t, k in zip(total, c, strict=True)]
        return total

    def action_of(
        self, X: Sequence[Form], on: Sequence[list[Form]], modulo: Sequence[list[Form]] = ()
    ) -> list[list[Form]]:
        """The matrix of ad X on vectors that, with others, span an ideal, modulo these; by rows."""
        columns = [list(c) for c in zip(*on, *modulo, strict=True)]
        return [linear.solve(columns, self.bracket(X, v))[: len(on)] for v in on]

    @cached_property
    def derived(self) -> list[list[Form]]:
        """A basis of [A, A]."""
        return self.span([self.bracket(a, b) for a, b in combinations(self.basis, 2)])

    @cached_property
    def centre(self) -> list[list[Form]]:
        """A basis of the elements that commute with all."""
        images = [[c for e in self.basis for c in self.bracket(a, e)] for a in self.basis]
        rows = [list(row) for row in zip(*images, strict=True)]
        return linear.kernel(rows)

    @cached_property
    def basis(self) -> list[list[Form]]:
        """That of the X_i, by coordinates."""
        one, n = self._one, self.dimension
        return [[one if i == j else 0 * one for j in range(n)] for i in range(n)]

    def span(self, rows: Sequence[list[Form]]) -> list[list[Form]]:
        """Of some vectors those that are independent of the ones before."""
        kept: list[list[Form]] = []
        for row in rows:
            if any(not vanishes(a) for a in row) and linear.rank([*kept, row]) > len(kept):
                kept.append(row)
        return kept

    def _series(self, step: Callable[[list[list[Form]]], list[list[Form]]]) -> tuple[int, ...]:
        terms = [self.basis]
        while terms[-1] and len(new := step(terms[-1])) < len(terms[-1]):
            terms.append(new)
        return tuple(map(len, terms))

    @cached_property
    def derived_series(self) -> tuple[int, ...]:
        """The dimensions of A, [A, A], [[A, A], [A, A]], … until they stay the same."""
        return self._series(
            lambda V: self.span([self.bracket(a, b) for a, b in combinations(V, 2)])
        )

    @cached_property
    def lower_series(self) -> tuple[int, ...]:
        """The dimensions of A, [A, A], [A, [A, A]], … until they stay the same."""
        return self._series(
            lambda V: self.span([self.bracket(a, b) for a in self.basis for b in V])
        )

    @cached_property
    def killing_form(self) -> list[list[Form]]:
        """The matrix of κ(a, b) = ``tr(ad a ad b)``."""
        zero = 0 * self._one

        adjoint = [[self.bracket(a, e) for e in self.basis] for a in self.basis]

        def trace(A: list[list[Form]], B: list[list[Form]]) -> Form:
            """Of the product, with B by its images and A by its values on the dual basis."""
            pairs = zip(zip(*A, strict=True), B, strict=True)
            return sum((linear.combination(a, b, zero) for a, b in pairs), start=zero).expanded()

        return [[trace(A, B) for B in adjoint] for A in adjoint]

    @cached_property
    def killing_rank(self) -> int:
        """The rank of the Killing form."""
        return linear.rank(self.killing_form) if self.dimension else 0

    @cached_property
    def radical(self) -> list[list[Form]]:
        """A basis of the largest solvable ideal, by coordinates."""
        zero, K = 0 * self._one, self.killing_form
        rows = [[linear.combination(v, row, zero) for row in K] for v in self.derived]
        return linear.kernel(rows) if rows else self.basis

    @cached_property
    def signature(self) -> tuple[int, int] | None:
        """How many squares of κ are positive and how many negative; None if that is not known.

        All eigenvalues are real: by the rule of Descartes as many are positive as there are changes
        of sign in the characteristic polynomial.
        """
        found = linear.characteristic_polynomial(self.killing_form)
        last = max(k for k, c in enumerate(found) if not vanishes(c))
        signs = [strict_sign(c.expanded()) for c in found if not vanishes(c)]
        if None in signs:
            return None
        positive = sum(a != b for a, b in pairwise(signs))
        return positive, last - positive

    @property
    def type(self) -> str:
        """The type: of Bianchi in dimension 3, of solvable ones in dimension 4, else Levi's parts.

        The kind alone where nothing more is known; see the module.
        """
        if not self.is_closed or not self.dimension:
            return self.kind
        if self.dimension == 3:
            return f"Bianchi type {self._bianchi}"
        if self.dimension == 4 and self.kind in ("solvable", "nilpotent"):
            return solvable_of_dimension_four(self)
        size = self.dimension - len(self.radical)
        if not size:
            return self.kind
        levi = SEMISIMPLE.get(self.modulo(self.radical).signature or (0, 0))
        levi = levi or f"semisimple of dimension {size}"
        if size == self.dimension:
            return levi
        joined = "+" if self.derived_series[-1] == size else "acting on"
        rest = self._spanned(self.radical)
        return f"{levi} {joined} a radical of dimension {rest.dimension}, {rest.kind}"

    @property
    def _bianchi(self) -> str:
        """I to IX, with h where there is one."""
        first, *rest = self.derived_series
        size = rest[0] if rest else first
        if size in (0, 1):
            return "I" if not size else "II" if self.kind == "nilpotent" else "III"
        if size == 3:
            return {(2, 1): "VIII", (0, 3): "IX"}.get(self.signature or (0, 0), "VIII or IX")
        plane = self.derived
        outside = next(e for e in self.basis if len(self.span([*plane, e])) == 3)
        a, b = self.action_of(outside, plane)
        trace, determinant = a[0] + b[1], a[0] * b[1] - a[1] * b[0]
        if vanishes(a[1]) and vanishes(b[0]) and vanishes(a[0] - b[1]):
            return "V"
        discriminant = (trace * trace - 4 * determinant).expanded()
        if vanishes(discriminant):
            return "IV"
        sign = sign_of_invariant(discriminant)
        name = {1: "VI", -1: "VII"}.get(sign or 0, "VI or VII")
        return f"{name}, h = {written((-trace * trace / discriminant).expanded())}"

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
            if value := sum_of_terms(c, names):
                found.append(f"[{a}, {b}] = {value}")
        return found

    def to_dict(self) -> Data:
        """The structure constants by pairs of fields, and the kind, as data for JSON."""
        pairs = combinations(range(1, self.dimension + 1), 2)
        return {
            "dimension": self.dimension,
            "closed": self.is_closed,
            "kind": self.kind,
            "type": self.type,
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
