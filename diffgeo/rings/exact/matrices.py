"""Matrices with entries in a ring, at the generic point: what others do, as methods."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, cast

from diffgeo.rings.exact import equations, linear, linear_relations, ranks
from diffgeo.rings.exact.exclusion import exclusive

if TYPE_CHECKING:
    from diffgeo.rings.exact.element import Element
    from diffgeo.rings.exact.node import Function
    from diffgeo.rings.exact.ranks import Matrix
    from diffgeo.rings.exact.ring import ExactRing
    from diffgeo.rings.protocol import Decision


class LinearAlgebra:
    """Matrices with entries in a ring."""

    @property
    def _ring(self) -> ExactRing:
        return cast("ExactRing", self)

    @exclusive
    def solve(self, matrix: Matrix, right: Sequence[Function]) -> list[Function]:
        """The unique solution of a linear system, kept unexpanded."""
        return equations.solve(self._ring, matrix, right)

    def solver(self, matrix: Matrix) -> Callable[[Sequence[Function]], list[Function]]:
        """`solve` for several right sides: what the matrix decides is decided once."""
        return equations.Equations(self._ring, matrix).solve

    @exclusive
    def determinant(self, matrix: Matrix) -> Function:
        """The determinant; unexpanded if it is too large."""
        return linear.determinant(self._ring, matrix)

    @exclusive
    def rank(self, matrix: Matrix) -> int:
        """The rank at the generic point."""
        return ranks.rank(self._ring, matrix)

    @exclusive
    def rank_decision(self, matrix: Matrix) -> Decision:
        """Whether the rank is certainly not larger, or with which error."""
        return ranks.rank_decision(self._ring, matrix)

    @exclusive
    def kernel(self, matrix: Matrix) -> list[list[Function]]:
        """A basis of the null space at the generic point."""
        return equations.kernel(self._ring, matrix)

    @exclusive
    def constant_relations(self, functions: Sequence[Function]) -> list[list[Element]]:
        """A basis of the vectors c with ``Σ c_i f_i = 0`` that depend on no coordinate."""
        return linear_relations.constant_relations(self._ring, functions)

    @exclusive
    def generic_conditions(self, functions: Sequence[Function]) -> list[Element] | None:
        """Where none of these is 0 there are no other relations than the generic ones."""
        return linear_relations.generic_conditions(self._ring, functions)
