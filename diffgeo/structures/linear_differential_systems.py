"""Linear differential equations of first order for some functions: whether they have solutions.

Equations ``Y_1(f_1) + b_1 f_1 + … + Y_r(f_r) + b_r f_r = 0`` with fields Y_k and functions b_k are
completed until they say about the f_k and their derivatives at a point all that follows.

1. A combination without derivatives is an equation for the values: ``f_k = n_k^j h_j`` with fewer
   functions h_j.
2. The derivatives of the equations are linear in the second derivatives. Combinations in which
   these cancel have to follow from the equations; if they do not they are new equations.
3. If nothing new comes the symbol is tested: let t_j be the dimension of the derivatives that the
   equations leave free and that vanish along j directions in general position. By Cartan
   ``dim (second derivatives left free) <= t_0 + t_1 + …``. If it is an equality the system is
   involutive. If not, the free derivatives become unknown functions.

An involutive system of analytic equations has a solution with any values of the f_k and of their
derivatives that the equations allow at a point (Cartan, Kähler), and how many is told by Cartan's
characters ``t_{j-1} - t_j``. So, near the generic point, it gives exactly the values of solutions.

Source: R. L. Bryant, S. S. Chern, R. B. Gardner, H. L. Goldschmidt, P. A. Griffiths, Exterior
Differential Systems, 1991, chapters III and IX; W. M. Seiler, Involution, 2010.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations_with_replacement, pairwise
from typing import TYPE_CHECKING, TypeAlias

from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.brackets import bracket
from diffgeo.errors import AxiomViolation

if TYPE_CHECKING:
    from diffgeo.calculus.forms import Form
    from diffgeo.calculus.spaces import Manifold
    from diffgeo.calculus.vector_forms import VectorForm

    Row: TypeAlias = list[Form]

#: So many times equations are added, and so many unknown functions there may be.
ROUNDS, UNKNOWN = 30, 16
#: The frame in general position has the rows (1, c, c², …) for these c: not small ones, along which
#: many equations are characteristic, as that of waves along (1, 1).
DIRECTIONS = (37, -41, 43, -47, 53, -59, 61, -67, 71, -73, 79, -83)


class LinearDifferentialSystem:
    """Linear homogeneous equations of first order for r functions, completed to involution.

    Parameters
    ----------
    space
        A manifold.
    equations
        Each a list of r pairs of a field Y_k and a function b_k: ``Y_k(f_k) + b_k f_k`` is to
        vanish, summed over k.
    frame
        A frame of the space in which the fields Y_k are simple; by default that of coordinates.

    Attributes
    ----------
    values : list of list of Form
        A basis of the vectors (f_1, …, f_r) that are values of solutions at the generic point;
        empty if 0 is the only solution.
    characters : tuple of int or None
        Cartan's characters; the last one that is not 0, the j-th, says that solutions depend on so
        many functions of j variables. None if it was not completed: then ``values`` are all
        that may be values of solutions.
    constants : int
        How many constants solutions depend on if all characters are 0.

    Raises
    ------
    AxiomViolation
        The equations are about different numbers of functions.

    Examples
    --------
    The differential equations of Cauchy and Riemann, and two that contradict each other.

    >>> from diffgeo import Manifold
    >>> from diffgeo.structures import LinearDifferentialSystem
    >>> M = Manifold("M", "x y")
    >>> X, Y = M.frame
    >>> zero = M.function(0)
    >>> found = LinearDifferentialSystem(M, [[(X, zero), (-Y, zero)], [(Y, zero), (X, zero)]])
    >>> len(found.values), found.characters
    (2, (2, 0))
    >>> LinearDifferentialSystem(M, [[(X, M.function("y"))], [(Y, zero)]]).values
    []
    """

    def __init__(
        self,
        space: Manifold,
        equations: Sequence[Sequence[tuple[VectorForm, Form]]],
        frame: Sequence[VectorForm] | None = None,
    ) -> None:
        self.space, self._frame = space, tuple(frame or space.frame)
        sizes = {len(equation) for equation in equations}
        if len(sizes) != 1:
            raise AxiomViolation(
                f"a system on {space} has equations for the same functions, at least one of each"
            )
        (self._unknown,) = sizes
        self._zero, self._one = space.function(0), space.function(1)
        rows = [[X(x) for x in space.coordinates] for X in self._frame]
        self._inverse = None if frame is None else [
            [a.expanded() for a in row] for row in linear.inverse(rows)
        ]  # fmt: skip
        #: The functions c in ``e_i e_j - e_j e_i = c^k e_k`` for i > j, those that are not 0.
        self._brackets = {} if frame is None else {
            (i, j): self._components(bracket(X, Y))
            for i, X in enumerate(self._frame) for j, Y in enumerate(self._frame[:i])
        }  # fmt: skip
        #: The values of the f_k as combinations of the unknown functions.
        self.values = self._unit(self._unknown)
        self._rows = [self._row(equation) for equation in equations]
        self.characters: tuple[int, ...] | None = None
        self.constants = 0
        for _ in range(ROUNDS):
            if self._is_complete() or not self._unknown or self._unknown > UNKNOWN:
                break
        if not self._unknown:
            self.characters = (0,) * len(self._frame)
        # A solution is determined by more than its values if derivatives became unknown.
        self.values = self._independent(self.values)

    def __repr__(self) -> str:
        return f"<LinearDifferentialSystem on {self.space}: {self}>"

    def __str__(self) -> str:
        if self.characters is None:
            return "not completed"
        count, variables = self.generality
        return f"{count} functions of {variables} variables, {len(self.values)} free values"

    def latex(self) -> str:
        """The values of solutions as rows, LaTeX source without dollar signs."""
        rows = [" & ".join(a.latex() for a in row) for row in self.values]
        return r"\begin{matrix}" + r" \\ ".join(rows) + r"\end{matrix}"

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    @property
    def generality(self) -> tuple[int, int]:
        """Solutions depend on so many functions of so many variables (0: constants)."""
        known = enumerate(self.characters or (), 1)
        return max(
            ((count, k) for k, count in known if count),
            key=lambda pair: pair[1],
            default=(self.constants, 0),
        )

    # --- equations as rows: the coefficients of e_i(f_k) for i and k, then those of f_k ----------

    def _row(self, equation: Sequence[tuple[VectorForm, Form]]) -> Row:
        slopes = zip(*(self._components(Y) for Y, _ in equation), strict=True)
        return [*chain(*slopes), *(b for _, b in equation)]

    def _components(self, Y: VectorForm) -> Row:
        """The a in ``Y = a^i e_i``."""
        values = [Y(x) for x in self.space.coordinates]
        if self._inverse is None:
            return values
        return [
            _inner(values, column, self._zero).expanded() for column in _transposed(self._inverse)
        ]

    def _parts(self, row: Row) -> tuple[list[Row], Row]:
        """The coefficients of e_i(f_k) for each i, and those of f_k."""
        r = self._unknown
        pieces = [row[k : k + r] for k in range(0, len(row), r)]
        return pieces[:-1], pieces[-1]

    def _unit(self, size: int) -> list[Row]:
        return [[self._one if i == j else self._zero for j in range(size)] for i in range(size)]

    def _vanishes(self, f: Form) -> bool:
        return self.space.chart.ring.vanishes(f.element())

    def _is_there(self, f: Form) -> bool:
        return not self._vanishes(f)

    def _independent(self, rows: Sequence[Row]) -> list[Row]:
        """Those rows that do not depend on simpler ones."""
        kept: list[Row] = []
        for row in sorted(rows, key=lambda row: sum(len(str(a)) for a in row)):
            if any(map(self._is_there, row)) and linear.rank([*kept, row]) > len(kept):
                kept.append(row)
        return kept

    def _combined(self, c: Sequence[Form], rows: Sequence[Row]) -> Row:
        """The combination of rows, written out."""
        terms = [(a, row) for a, row in zip(c, rows, strict=True) if not self._vanishes(a)]
        factors = [a for a, _ in terms]
        columns = zip(*(row for _, row in terms), strict=True)
        return [linear.combination(factors, column, self._zero).expanded() for column in columns]

    # --- the completion --------------------------------------------------------------------------

    def _is_complete(self) -> bool:
        """Take one step; whether nothing is left to do."""
        m, r = len(self._frame), self._unknown
        self._rows = self._independent(self._rows)
        symbols = [row[: m * r] for row in self._rows]
        without = linear.kernel(_transposed(symbols)) if symbols else []
        if without:
            found = [self._parts(self._combined(c, self._rows))[1] for c in without]
            self._substitute(linear.kernel(found))
            return False
        second, lower = self._prolonged()
        cancelling = linear.kernel(_transposed(second)) if second else []
        rows = self._independent([*self._rows, *(self._combined(c, lower) for c in cancelling)])
        if len(rows) > len(self._rows):
            self._rows = rows
            return False
        free = [self._free_along(symbols, j) for j in range(m + 1)]
        bound = linear.rank(second) if second else 0
        if m * (m + 1) // 2 * r - bound == sum(free[:-1]):
            self.characters = tuple(a - b for a, b in pairwise(free))
            self.constants = r
            return True
        self._add_unknown(symbols)
        return False

    def _free_along(self, symbols: list[Row], count: int) -> int:
        """The dimension of the free derivatives that vanish along so many directions."""
        m, r = len(self._frame), self._unknown
        given = [[self._one * c**i for i in range(m)] for c in DIRECTIONS[:count]]
        along = [[a * u for a in v for u in unit] for v in given for unit in self._unit(r)]
        rows = [*symbols, *along]
        return m * r - (linear.rank(rows) if rows else 0)

    def _prolonged(self) -> tuple[list[Row], list[Row]]:
        """The derivatives of the equations: second derivatives, and the others."""
        m, r = len(self._frame), self._unknown
        places = {p: k for k, p in enumerate(combinations_with_replacement(range(m), 2))}
        second, lower = [], []
        for row in self._rows:
            slopes, values = self._parts(row)
            for i, X in enumerate(self._frame):
                above = [[self._zero] * r for _ in places]
                below = [[X(a) for a in piece] for piece in (*slopes, values)]
                below[i] = [a + b for a, b in zip(below[i], values, strict=True)]
                for j, piece in enumerate(slopes):
                    place = places[min(i, j), max(i, j)]
                    above[place] = [a + b for a, b in zip(above[place], piece, strict=True)]
                    for k, c in enumerate(self._brackets.get((i, j), ())):
                        if not self._vanishes(c):
                            below[k] = [a + c * b for a, b in zip(below[k], piece, strict=True)]
                second.append([a for piece in above for a in piece])
                lower.append([a.expanded() for piece in below for a in piece])
        return second, lower

    def _substitute(self, basis: list[Row]) -> None:
        """Write the unknown functions as combinations of a basis of their values."""
        basis = [[a.expanded() for a in vector] for vector in basis]
        new = []
        for row in self._rows:
            slopes, values = self._parts(row)
            pieces = [[_inner(piece, v, self._zero) for v in basis] for piece in slopes]
            rest = [_inner(values, v, self._zero) for v in basis]
            for X, piece in zip(self._frame, slopes, strict=True):
                rest = [
                    a + _inner(piece, [X(x) for x in v], self._zero)
                    for a, v in zip(rest, basis, strict=True)
                ]
            new.append([a for piece in (*pieces, rest) for a in piece])
        self.values = [self._combined(v, self.values) for v in basis]
        self._rows, self._unknown = new, len(basis)

    def _add_unknown(self, symbols: list[Row]) -> None:
        """Make the free derivatives unknown functions: the equations give all derivatives."""
        m, r = len(self._frame), self._unknown
        every = self._unit(m * r)
        rows, free = list(symbols), []
        for k, unit in enumerate(every):
            if linear.rank([*rows, unit]) > len(rows):
                rows.append(unit)
                free.append(k)
        new = r + len(free)

        def wider(row: Row, extra: Row) -> Row:
            slopes, values = self._parts(row)
            padded = [[*piece, *[self._zero] * len(free)] for piece in slopes]
            return [a for piece in (*padded, [*values, *extra]) for a in piece]

        nothing = [self._zero] * len(free)
        rows = [wider(row, nothing) for row in self._rows]
        for k, unit in zip(free, self._unit(len(free)), strict=True):
            rows.append(wider([*every[k], *[self._zero] * r], [-a for a in unit]))
        self.values = [*self.values, *([self._zero] * len(self.values[0]) for _ in free)]
        self._rows, self._unknown = rows, new


def _transposed(rows: Sequence[Row]) -> list[Row]:
    return [list(column) for column in zip(*rows, strict=True)]


def _inner(a: Row, b: Row, zero: Form) -> Form:
    return linear.combination(a, b, zero)
