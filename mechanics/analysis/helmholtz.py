"""Helmholtz's conditions as 2-forms: whether a motion is that of a regular Lagrangian.

Let Γ be a motion on N, which is J¹π, the set of constraints in it, or its quotient by a group, with
the fields V along the fibres over the configurations. Without constraints Γ is the field of a
regular Lagrangian if and only if there is a closed 2-form ω with

    i_Γ ω = 0,    ω(V, W) = 0,    ω(V, ·) ≠ 0 for V ≠ 0

(ω = dΘ_L). On the set of constraints the same means: there is a Lagrangian on J¹π, regular there,
the motions of which are those of Γ if they begin on N. For let ω be such a form. It has a primitive
θ with θ(V) = 0; let ``l = θ(Γ)``, and p_i the components of θ along the positions. A function L
with the values l and the vertical derivatives p_i on N exists, as ``V(l) = p_i V(v^i)``, and
``L_Γ θ = dl`` are its Euler–Lagrange equations on N. The vertical derivatives of p_i along N are
the ω(V, ·), the others are free, and those of the second order can be chosen regular. The converse
is ω = dΘ_L on N. So all continuations of Γ to J¹π are asked about at once. What holds on a quotient
is pulled back from it.

The algebra: with ω(V, W) = 0 also ``Σ binom(k, i) ω(ad^i V, ad^{k-i} W) = 0``, ad = [Γ, ·], for all
k. Over the functions the ω for which this holds have a basis ω_k; then ω = f_k ω_k, and dω = 0 are
linear differential equations of first order for the f_k. They are completed to involution
(`diffgeo.structures.LinearDifferentialSystem`), so that it is known which values solutions ω have
at the generic point: if all are degenerate there is no regular Lagrangian of whatever class, and
otherwise there is one, if everything is analytic. That decides the inverse problem near the generic
point. Without constraints ω is the Hessian g, ``ω(V, [W, Γ]) = g(V, W)``, and these are Helmholtz's
conditions: g symmetric for Φ, ∇Φ, …, ∇g = 0, and vertical derivatives of g that are symmetric.

Douglas' cases, for two degrees of freedom, are I to IV by the rank 1 to 4 of I, Φ, ∇Φ, ∇∇Φ: as many
as 4 less that of the ω_k. In case II the g that the algebra allows annihilate one quadratic form q,
whose zeros are the eigenvectors of Φ. In IIb it is a square. In IIa there are two of them (complex
ones, too), and D_X X is a multiple of X where D_X q vanishes on X as well. IIa1, the separated
case, is where both have that property, IIa2, the semi-separated one, where one has, IIa3 where none
has it, as for ``x'' = 2 x y', y'' = 2 x x'``. In case III there is one g up to a factor: we write
IIIa where it is regular and IIIb where it is degenerate. (That Φ has one eigenvector only is no
subcase of III: ∇g is a multiple of g, so ∇ keeps the zeros of g, and the eigenvector is one of
them; then ∇Φ is a combination of I and Φ, which is case II.)

Sources: J. Douglas, Solution of the inverse problem of the calculus of variations, Trans. AMS 50
(1941); M. Crampin, On the differential geometry of the Euler–Lagrange equations, and the inverse
problem of Lagrangian dynamics, J. Phys. A 14 (1981); W. Sarlet, G. Thompson, G. E. Prince, The
inverse problem of the calculus of variations: the use of geometrical calculus in Douglas's
analysis, Trans. AMS 354 (2002); O. E. Fernandez, A. M. Bloch, Equivalence of the dynamics of
nonholonomic and variational nonholonomic systems for certain initial data, J. Phys. A 41 (2008).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations, count, islice, product
from math import comb
from typing import TYPE_CHECKING, TypeAlias

from diffgeo import bracket, d
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import TooLarge, Unexpanded
from diffgeo.structures import LinearDifferentialSystem
from mechanics.analysis.prescribed_derivatives import where_all_vanish
from mechanics.model.plain_answers import vanishes

if TYPE_CHECKING:
    from diffgeo import Form, VectorForm

    Row: TypeAlias = list[Form]
    Matrix: TypeAlias = list[Row]

#: So many combinations are looked at for a regular one, and for one of fewer terms.
MOST, FEWER = 3_000, 100
#: Of so many unknown functions equations are completed, without constraints and with them.
MANY, FEW = 16, 4
#: Douglas' names of the cases, for two degrees of freedom, by the number of the ω_k.
CASES: dict[int, str] = {3: "I", 2: "II", 1: "III", 0: "IV"}


class HelmholtzConditions:
    """The closed 2-forms that make a motion one of a Lagrangian.

    Parameters
    ----------
    motion
        Γ on N.
    vertical
        A commuting frame of the fields along the fibres of N.
    """

    def __init__(self, motion: VectorForm, vertical: Sequence[VectorForm]) -> None:
        self.motion, self.vertical = motion, tuple(vertical)
        self.space = motion.space
        self.horizontal = tuple(bracket(V, motion) for V in self.vertical)

    @cached_property
    def frame(self) -> list[VectorForm]:
        """A frame of N that begins with Γ, the V and the [V, Γ]."""
        found: list[VectorForm] = []
        for X in (self.motion, *self.vertical, *self.horizontal, *self.space.frame):
            if linear.rank([*map(_row, found), _row(X)]) > len(found):
                found.append(X)
        return found

    @cached_property
    def coframe(self) -> list[Form]:
        """The dual one."""
        rows, slopes = list(map(_row, self.frame)), list(map(d, self.space.coordinates))
        zero = self.space.function(0)
        found = []
        for X in self.frame:
            c = linear.solve(rows, [zero + int(X is Y) for Y in self.frame])
            found.append(linear.combination(c, slopes, 0 * slopes[0]).expanded())
        return found

    # --- algebra ---------------------------------------------------------------------------------

    @cached_property
    def multipliers(self) -> list[Form]:
        """A basis, over the functions, of the 2-forms ω with i_Γ ω = 0 that the algebra allows."""
        _, *others = self.coframe
        candidates = [a * b for a, b in combinations(others, 2)]
        chains = [[V] for V in self.vertical]
        rows: Matrix = []
        for k in count():
            new = [
                [
                    sum(
                        (
                            comb(k, i) * b(X, Y)
                            for i, (X, Y) in enumerate(zip(V, reversed(W), strict=True))
                        ),
                        start=self.space.function(0),
                    ).expanded()
                    for b in candidates
                ]
                for V, W in combinations(chains, 2)
            ]
            if not new or linear.rank([*rows, *new]) == len(rows):
                break
            rows += new
            dropped = linear.dependent(rows)
            rows = [row for j, row in enumerate(rows) if j not in dropped]
            for chain in chains:
                chain.append(bracket(self.motion, chain[-1]).expanded())
        self._rows = rows
        if len(rows) in (0, len(candidates)):
            return [] if rows else candidates
        zero = 0 * candidates[0]
        return [linear.combination(c, candidates, zero).expanded() for c in linear.kernel(rows)]

    @cached_property
    def exceptions(self) -> str | None:
        """Parameters outside of which the algebra allows no other 2-forms; None if undecided.

        There a minor of its equations, as large as their rank, is not the function 0.
        """
        _, rows = self.multipliers, self._rows
        columns = [list(column) for column in zip(*rows, strict=True)]
        dropped = linear.dependent(columns)
        kept = [column for k, column in enumerate(columns) if k not in dropped]
        try:
            return where_all_vanish([linear.determinant(kept).expanded()])
        except (Unexpanded, TooLarge):
            return None

    def matrix(self, omega: Form) -> Matrix:
        """The values ω(V, X), X in the frame without Γ; without constraints those of the Hessian.

        Its rank is the number of the V if ω is regular.
        """
        _, *others = self.frame
        return [[omega(V, X) for X in others[len(self.vertical) :]] for V in self.vertical]

    @cached_property
    def case(self) -> str | None:
        """Douglas' case, for two degrees of freedom and no constraints."""
        if len(self.vertical) != 2 or len(self.frame) != 5:
            return None
        try:
            case = CASES[len(self.multipliers)]
            if case == "III":
                return case + ("b" if self.is_excluded else "a")
            return case + self._kind_of_second if case == "II" else case
        except (Unexpanded, TooLarge):
            return None

    @property
    def _kind_of_second(self) -> str:
        """Of case II: b where Φ has one eigenvector, a1 to a3 by their derivatives."""
        zero = self.space.function(0)
        rows = [[a, b, c] for (a, b), (_, c) in map(self.matrix, self.multipliers)]
        ((first, middle, last),) = linear.kernel(rows)
        q = [last, -middle, first]  # of x², xy, y²: zero on the eigenvectors of Φ
        p, r, s = q
        if vanishes(r * r - 4 * p * s):
            return "b"
        V, W = self.vertical
        cubic = [
            along + across
            for along, across in zip([*map(V, q), zero], [zero, *map(W, q)], strict=True)
        ]
        multiples = [[*q, zero], [zero, *q]]
        if linear.rank([*multiples, cubic]) == 2:
            return "a1"
        shifted = [[*q, zero, zero], [zero, *q, zero], [zero, zero, *q]]
        resultant = linear.determinant([*shifted, [*cubic, zero], [zero, *cubic]])
        return "a2" if vanishes(resultant) else "a3"

    # --- differential equations ------------------------------------------------------------------

    @cached_property
    def completed(self) -> LinearDifferentialSystem:
        """The equations for the f_k in ``ω = f_k ω_k``."""
        slopes = [(omega, d(omega)) for omega in self.multipliers]
        equations = [
            [
                (omega(Y, Z) * X - omega(X, Z) * Y + omega(X, Y) * Z, slope(X, Y, Z).expanded())
                for omega, slope in slopes
            ]
            for X, Y, Z in combinations(self.frame, 3)
        ]
        return LinearDifferentialSystem(self.space, equations, self.frame)

    @property
    def _most(self) -> int:
        """Of so many functions the equations are completed."""
        return MANY if len(self.frame) == 1 + 2 * len(self.vertical) else FEW

    @cached_property
    def is_excluded(self) -> bool | None:
        """Whether all ω that the algebra allows are degenerate; None if undecided."""
        try:
            found = regular(list(map(self.matrix, self.multipliers)))
        except (Unexpanded, TooLarge):
            return None
        return None if found is None else not found

    @cached_property
    def has_regular(self) -> bool | None:
        """Whether there is a regular solution near the generic point; None if undecided."""
        if self.is_excluded is not False or len(self.multipliers) > self._most:
            return False if self.is_excluded else None
        try:
            values = self.completed.values
        except (Unexpanded, TooLarge):
            return None
        matrices = list(map(self.matrix, self.multipliers))
        found = regular([combined(c, matrices) for c in values])
        if not found:
            return None if found is None else False
        return True if self.completed.characters is not None else None

    @cached_property
    def generality(self) -> tuple[int, int] | None:
        """Solutions depend on so many functions of so many variables; None if there are none."""
        return self.completed.generality if self.has_regular else None


def regular(matrices: Sequence[Matrix]) -> list[int] | None:
    """Integer coefficients of a combination with independent rows; [] if there is none.

    A minor of n rows of a combination is a polynomial of degree at most n in each coefficient: it
    is 0 if it vanishes for all coefficients 0, …, n. None if these are too many.
    """
    if not matrices:
        return []
    n, size = len(matrices[0]), len(matrices)
    best, highest = [0] * size, 0
    for k, m in enumerate(matrices):  # those that each add to the rank
        more = [a + int(j == k) for j, a in enumerate(best)]
        reached = linear.rank(combined(more, matrices)) if highest else linear.rank(m)
        if reached > highest:
            best, highest = more, reached
    if highest == n:
        fewer = (c for m in range(1, sum(best)) for c in combinations(range(size), m))
        shorter = ([int(k in c) for k in range(size)] for c in islice(fewer, FEWER))
        return next((c for c in shorter if linear.rank(combined(c, matrices)) == n), best)
    if (n + 1) ** size > MOST:
        return None
    for c in sorted(product(range(n + 1), repeat=size), key=sum):
        if any(c) and linear.rank(combined(c, matrices)) == n:
            return list(c)
    return []


def combined(c: Sequence[Form | int], matrices: Sequence[Matrix]) -> Matrix:
    """The combination of matrices."""

    def entry(values: Sequence[Form]) -> Form:
        first, *_ = values
        return linear.combination(c, values, 0 * first)

    return [
        [entry(values) for values in zip(*rows, strict=True)]
        for rows in zip(*matrices, strict=True)
    ]


def _row(X: VectorForm) -> Row:
    return [X(x) for x in X.space.coordinates]
