"""The determinant whose factors contain all Darboux functions of a finite space of functions.

For a finite space V of functions with a basis b_j let W = (Γ^i b_j), i = 0, …, dim V - 1, be the
Wronskian of V along a motion Γ.

* The b_j are dependent with first integrals as coefficients if and only if det W = 0 (Wronski). If
  A and B in V have a quotient f that is a first integral, A - f B = 0 is such a relation; so there
  is none if det W is not 0, and else the kernel of W is spanned by vectors of first integrals.
* Let P in V be a Darboux function. With a basis of V that contains P one column of W is a multiple
  of P, as each Γ^i(P) is: P divides det W (J. V. Pereira's extactic). So the irreducible factors of
  det W contain those of all Darboux functions in V, where the functions have unique factors: they
  are rational, and V is spanned by polynomials in the coordinates. Factors are those over the
  rational functions of the parameters; what has complex or irrational coefficients appears in the
  product with its conjugates. For special values of parameters more may split.
* Where the determinant is too large those with a constant cofactor k still are found, for rational
  k: the largest subspace of V that Γ maps to itself has a matrix, and k is an eigenvalue of it. So
  are those whose cofactor is a multiple of the divergence.
* If det W = 0 the same is said of columns that are independent, up to the numerators of first
  integrals, of which there are infinitely many.

Source: C. Christopher, J. Llibre, J. V. Pereira, Multiplicity of invariant algebraic curves in
polynomial vector fields, Pacific J. Math. 229 (2007).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from time import process_time

from diffgeo import Form, VectorForm, bracket, d, limit
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import LimitExceeded, TooLarge, Unexpanded
from diffgeo.subsets import irreducible_factors
from mechanics.model.coefficient_functions import independent
from mechanics.model.plain_answers import vanishes

#: For the relations, and once more for the determinant.
SECONDS = 20.0


class ExtacticDeterminant:
    """The Wronskian of a space V of functions along a motion, and its determinant.

    Parameters
    ----------
    motion
        The field Γ.
    basis
        A basis b_j of V.
    asked
        The functions whose relations are asked for are added to it, for `where_more`.
    """

    def __init__(self, motion: VectorForm, basis: Sequence[Form], asked: list[list[Form]]) -> None:
        self.motion, self.basis, self._asked = motion, list(basis), asked
        self.space = motion.space

    @cached_property
    def polynomials(self) -> list[Form]:
        """A basis of the first integrals in V, without constants."""
        found = linear.constant_solutions(self.basis, lambda f: [self.motion(f)], self._asked)
        return [f.expanded() for f in found if not vanishes(d(f))]

    @cached_property
    def _columns(self) -> list[Form]:
        """Functions of V that span it together with 1 and the `polynomials`."""
        one = self.space.function(1)
        every = independent([one, *self.polynomials, *self.basis])
        return [one, *every[1 + len(self.polynomials) :]]

    def _wronskian(self, functions: Sequence[Form]) -> list[list[Form]]:
        rows = [list(functions)]
        for _ in functions[1:]:
            rows.append([self.motion(f).expanded() for f in rows[-1]])
        return rows

    @cached_property
    def relations(self) -> list[list[Form]] | None:
        """First integrals c with ``c^j b_j = 0``, a basis of these relations between columns.

        None if that took longer than `SECONDS`, or if functions became too large.
        """
        try:
            with limit(SECONDS, clock=process_time):
                rows = self._wronskian(self._columns)
                if linear.rank(rows) == len(rows):
                    return []
                return [[c.expanded() for c in vector] for vector in linear.kernel(rows)]
        except (Unexpanded, TooLarge, LimitExceeded):
            return None

    @cached_property
    def determinant(self) -> Form | None:
        """The determinant of columns that are independent; None as for `relations`."""
        if self.relations is None:
            return None
        try:
            with limit(SECONDS, clock=process_time):
                columns = [list(c) for c in zip(*self._wronskian(self._columns), strict=True)]
                dropped = linear.dependent(columns) if self.relations else set()
                kept = [f for k, f in enumerate(self._columns) if k not in dropped]
                return linear.determinant(self._wronskian(kept)).expanded()
        except (Unexpanded, TooLarge, LimitExceeded):
            return None

    @cached_property
    def eigenfunctions(self) -> list[Form]:
        """Functions P of V with ``Γ(P) = k P`` or ``k σ P``: all, but for irrational constants k.

        σ is the divergence of Γ for the coordinates.
        """
        coframe = zip(self.space.frame, self.space.coordinates, strict=True)
        divergence = sum((bracket(X, self.motion)(x) for X, x in coframe), start=0 * self.basis[0])
        weights = [self.space.function(1)]
        weights += [] if vanishes(d(divergence)) else [divergence]
        return [
            P
            for w in weights
            for P, _ in weighted_eigenfunctions(self.motion, self.basis, w, self._asked)
        ]


def weighted_eigenfunctions(
    motion: VectorForm, basis: Sequence[Form], weight: Form, asked: list[list[Form]]
) -> list[tuple[Form, Form]]:
    """Functions P spanned by a basis with ``Γ(P) = k w P``, and the constants k.

    They are all, but for irrational k: they lie in the largest subspace W with Γ(W) in w W, and
    there k is an eigenvalue.

    Parameters
    ----------
    motion, basis
        The field Γ, and functions that are independent over the constants.
    weight
        The function w, not zero.
    asked
        The functions whose relations are asked for are added to it, for `where_more`.
    """
    space, Γ = list(basis), motion
    smaller: list[Form] = []
    zero = 0 * weight
    while len(smaller) != len(space):
        space = smaller or space
        asked.append([*(weight * f for f in space), *map(Γ, space)])
        relations = linear.constant_relations(asked[-1])
        tails = [c[len(space) :] for c in relations]
        found = [linear.combination(c, space, zero).expanded() for c in tails]
        smaller = independent(found) if found else []
        if not smaller:
            return []
    rows: list[list[Form]] = []
    for f in space:
        ((*c, last),) = linear.constant_relations([*(weight * g for g in space), Γ(f)])
        rows.append([-a / last for a in c])
    clock, *_ = motion.space.frame
    time, *_ = motion.space.coordinates
    value = zero
    for coefficient in linear.characteristic_polynomial(rows):
        value = value * time + coefficient
    kept = []
    for factor in irreducible_factors(value.expanded()):
        slope = clock(factor)
        if vanishes(d(slope)):
            k = (time - factor / slope).expanded()
            eigen = partial(lambda k, f: [Γ(f) - k * weight * f], k)
            solutions = linear.constant_solutions(space, eigen, asked)
            kept += [(f.expanded(), k) for f in solutions]
    return kept
