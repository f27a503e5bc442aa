"""Helmholtz's conditions for multipliers of a second-order field, completed to involution.

Γ is the field of a regular Lagrangian if and only if there is a symmetric tensor g on the vertical
vectors, its Hessian, that is not degenerate and satisfies

    ∇g = 0,    g(ΦX, Y) = g(X, ΦY),    D_X g(Y, Z) = D_Y g(X, Z),

where Φ is the Jacobi endomorphism, ∇ the dynamical covariant derivative, and D the derivative along
vertical fields that are constant on the fibres. As ∇g = 0, also ∇Φ, ∇∇Φ, … are symmetric for g.
Over the functions the g for which they are have a basis g_k; then g = f_k g_k, and what is left are
linear differential equations of first order for the f_k. They are completed to involution
(`diffgeo.structures.LinearDifferentialSystem`), so that it is known which values solutions g have
at the generic point: if all of them are degenerate there is no regular Lagrangian of whatever
class, and otherwise there is one, as everything is analytic. That decides the inverse problem near
the generic point, for any number of degrees of freedom.

Douglas' cases, for two degrees of freedom, are I to IV by the rank 1 to 4 of I, Φ, ∇Φ, ∇∇Φ. In case
II let q(X) = X ∧ ΦX, a quadratic form whose zeros are the eigenvectors of Φ. In IIb it is a square.
In IIa there are two eigenvectors X (over the complex numbers), and D_X X is a multiple of X where
X ∧ (D_X Φ)X = 0 as well, since (Φ - λ) D_X X = X(λ) X - (D_X Φ) X. IIa1, the separated case, is
where both have that property, IIa2, the semi-separated one, where one has, IIa3 where none has it.

Sources: J. Douglas, Solution of the inverse problem of the calculus of variations, Trans. AMS 50
(1941); W. Sarlet, G. Thompson, G. E. Prince, The inverse problem of the calculus of variations: the
use of geometrical calculus in Douglas's analysis, Trans. AMS 354 (2002).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations, combinations_with_replacement, product
from typing import TYPE_CHECKING, TypeAlias

from diffgeo.calculus import linear_algebra as linear
from diffgeo.connections import SecondOrderConnection
from diffgeo.errors import TooLarge, Unexpanded
from diffgeo.structures import LinearDifferentialSystem
from mechanics.model.lagrangian import vertical_frame
from mechanics.model.plain_answers import vanishes

if TYPE_CHECKING:
    from diffgeo import Form, VectorForm
    from diffgeo.bundles import JetSpace

    Row: TypeAlias = list[Form]
    Matrix: TypeAlias = list[Row]
    #: A field, its components, and those of its derivative ∇X.
    Moved: TypeAlias = tuple[VectorForm, Row, Row]

#: So many combinations are looked at for a regular one.
MOST = 3_000
#: Douglas' names of the cases, for two degrees of freedom, by the rank of I, Φ, ∇Φ, ∇∇Φ.
CASES: dict[int, str] = {1: "I", 2: "II", 3: "III", 4: "IV"}


class HelmholtzConditions:
    """The multipliers of a second-order field.

    Parameters
    ----------
    motion
        Γ on J¹π.
    jets
        J¹π.
    """

    def __init__(self, motion: VectorForm, jets: JetSpace) -> None:
        self.motion, self.jets = motion, jets
        self._vertical = vertical_frame(jets)
        self._connection = SecondOrderConnection(motion)

    # --- algebra ---------------------------------------------------------------------------------

    @cached_property
    def tensors(self) -> list[Matrix]:
        """The matrices of Φ, ∇Φ, …, as many as there are entries, on the vertical vectors."""
        K, nabla = self._connection.jacobi_endomorphism, self._connection.dynamical_derivative
        _, *others = self.jets.frame
        frame = [X for X, _ in zip(others, self.jets.velocities, strict=False)]
        found = []
        for _ in range(len(self.jets.velocities) + 1):
            found.append([[K(X)(v).expanded() for v in self.jets.velocities] for X in frame])
            K = nabla(K)
        return found

    @cached_property
    def multipliers(self) -> list[Matrix]:
        """A basis, over the functions, of the symmetric g for which Φ, ∇Φ, … are symmetric."""
        n = len(self.jets.velocities)
        places = list(combinations_with_replacement(range(n), 2))
        one, zero = self.jets.function(1), self.jets.function(0)
        units = [
            [[one if sorted((i, j)) == [p, q] else zero for j in range(n)] for i in range(n)]
            for p, q in places
        ]
        columns = [
            [
                linear.combination(a, g_b, zero) - linear.combination(b, g_a, zero)
                for K in self.tensors
                for (a, g_a), (b, g_b) in combinations(zip(K, g, strict=True), 2)
            ]
            for g in units
        ]
        rows = [list(row) for row in zip(*columns, strict=True)]
        vectors = linear.kernel(rows) if rows else [[one]]
        return [combined(c, units) for c in vectors]

    @cached_property
    def case(self) -> str | None:
        """Douglas' case, for two degrees of freedom."""
        if len(self.jets.velocities) != 2:
            return None
        one = self.jets.function(1)
        matrices = [[[one, 0 * one], [0 * one, one]], *self.tensors]
        case = CASES[linear.rank([[entry for row in m for entry in row] for m in matrices])]
        return case + self._kind_of_second if case == "II" else case

    @property
    def _kind_of_second(self) -> str:
        """Of case II: b where Φ has one eigenvector, a1 to a3 by their derivatives."""
        (first, *_), zero = self.tensors, self.jets.function(0)
        (a, b), (c, e) = first
        q = [b, e - a, -c]  # of x², xy, y²
        p, r, s = q
        if vanishes(r * r - 4 * p * s):
            return "b"
        V, W = self._vertical
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

    def _vector(self, X: VectorForm) -> Row:
        return [X(v) for v in self.jets.velocities]

    # --- differential equations ------------------------------------------------------------------

    @cached_property
    def completed(self) -> LinearDifferentialSystem:
        """The equations for the f_k in ``g = f_k g_k``."""
        nabla, Γ, g = self._connection.dynamical_derivative, self.motion, self.multipliers
        frame = [(X, self._vector(X), self._vector(nabla(X))) for X in self._vertical]

        def change(m: Matrix, X: Moved, Y: Moved) -> tuple[VectorForm, Form]:
            """``∇(f m)(X, Y)`` by what is applied to f and what is multiplied with it."""
            (_, x, moved_x), (_, y, moved_y) = X, Y
            value = _product(m, x, y)
            return value * Γ, Γ(value) - _product(m, moved_x, y) - _product(m, x, moved_y)

        def closure(m: Matrix, X: Moved, Y: Moved, Z: Moved) -> tuple[VectorForm, Form]:
            """``D_X(f m)(Y, Z) - D_Y(f m)(X, Z)``."""
            (U, x, _), (W, y, _), (_, z, _) = X, Y, Z
            a, b = _product(m, y, z), _product(m, x, z)
            return a * U - b * W, U(a) - W(b)

        equations = [
            [change(m, X, Y) for m in g] for X, Y in combinations_with_replacement(frame, 2)
        ]
        equations += [
            [closure(m, X, Y, Z) for m in g] for X, Y in combinations(frame, 2) for Z in frame
        ]
        return LinearDifferentialSystem(self.jets, equations)

    @cached_property
    def is_excluded(self) -> bool | None:
        """Whether all symmetric g that the algebra allows are degenerate; None if undecided."""
        found = regular(self.multipliers)
        return None if found is None else not found

    @cached_property
    def has_regular(self) -> bool | None:
        """Whether there is a regular solution near the generic point; None if undecided."""
        if self.is_excluded:
            return False
        try:
            values = self.completed.values
        except (Unexpanded, TooLarge):
            return None
        found = regular([combined(c, self.multipliers) for c in values])
        if not found:
            return None if found is None else False
        return True if self.completed.characters is not None else None

    @cached_property
    def generality(self) -> tuple[int, int] | None:
        """Solutions depend on so many functions of so many variables; None if there are none."""
        return self.completed.generality if self.has_regular else None


def regular(matrices: Sequence[Matrix]) -> list[int] | None:
    """Integer coefficients of a combination that is regular; [] if there is none.

    The determinant of a combination is a polynomial of degree at most n in each coefficient: it is
    0 if it vanishes for all coefficients 0, …, n. None if these are too many.
    """
    if not matrices:
        return []
    (first, *_), count = matrices, len(matrices)
    n = len(first)
    if (n + 1) ** count > MOST:
        return None
    for c in sorted(product(range(n + 1), repeat=count), key=sum):
        if any(c) and not vanishes(linear.determinant(combined(c, matrices))):
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


def _product(m: Matrix, x: Row, y: Row) -> Form:
    """m(x, y)."""
    first, *_ = x
    zero = 0 * first
    return linear.combination(x, [linear.combination(y, row, zero) for row in m], zero)
