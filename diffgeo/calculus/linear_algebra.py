"""Linear algebra over the functions of a manifold, at the generic point.

Matrices are lists of rows of functions (or exact numbers). Results carry in `.conditions`
what was assumed different from zero. Solutions of large systems may stay unexpanded
inside the ring; nothing here looks at them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import reduce
from itertools import chain, combinations_with_replacement
from math import prod
from typing import Any, TypeVar

from diffgeo.calculus.coefficients import union, used_by
from diffgeo.calculus.forms import Form, describe
from diffgeo.calculus.requirements import require_integer, require_same_degree, require_same_space
from diffgeo.calculus.spaces import Manifold
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import (
    DegreeMismatch,
    NeedsSign,
    NotSupported,
    SingularSystem,
    SpaceMismatch,
    ZeroDenominator,
)
from diffgeo.rings import protocol
from diffgeo.rings.protocol import Decision, Element, FormulaRing

Entry = Form | int | Fraction
Matrix = Sequence[Sequence[Entry]]
Thing = TypeVar("Thing")


def solve(rows: Matrix, right: Sequence[Entry]) -> list[Form]:
    """The solution of ``A x = b`` for a matrix of full column rank.

    Raises `SingularSystem` or `InconsistentSystem`.
    """
    space, matrix = _elements(rows, right)
    b = [_element(space, entry) for entry in right]
    used = union(chain(*matrix, b))
    return [space.scalar(a.under(used)) for a in space.chart.ring.solve(matrix, b)]


def combination(coefficients: Iterable[Any], things: Iterable[Thing], start: Thing) -> Thing:
    """``start + Σ f_a X_a``, for functions f_a and as many forms, fields or tensors X_a."""
    terms = (f * X for f, X in zip(coefficients, things, strict=True))
    return reduce(operator.add, terms, start)


def determinant(rows: Matrix) -> Form:
    """The determinant of a square matrix."""
    space, matrix = _elements(rows)
    _require_square(matrix, "determinant")
    return space.scalar(space.chart.ring.determinant(matrix).under(union(chain(*matrix))))


def pfaffian(rows: Sequence[Sequence[Form]]) -> Form:
    """The Pfaffian of an alternating matrix of functions, or of forms of even degree.

    By its first row: ``Pf(A) = Σ_j (-1)^j A_1j Pf(A without 1 and j)``; its square is the
    determinant.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.calculus import linear_algebra
    >>> a, b, c = (M := Manifold("M", "a b c")).coordinates
    >>> zero = M.function(0)
    >>> rows = [[zero, a, b, 0], [-a, zero, 0, c], [-b, 0, zero, 0], [0, -c, 0, zero]]
    >>> print(linear_algebra.pfaffian(rows))
    -b*c
    """
    if not rows:
        raise DegreeMismatch("an empty matrix has no Pfaffian on any space")
    if len(rows) == 2:
        return rows[0][1]
    others = range(1, len(rows))
    kept = {j: [k for k in others if k != j] for j in others}
    below = {j: pfaffian([[rows[a][b] for b in kept[j]] for a in kept[j]]) for j in others}
    parts: list[Form] = [(-1) ** (j + 1) * rows[0][j] * below[j] for j in others]
    return reduce(operator.add, parts)


def characteristic_polynomial(rows: Matrix) -> list[Form]:
    """The coefficients of ``det(λ - A)``, the highest first, which is 1.

    By the method of Faddeev and Le Verrier, which divides by numbers only.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.calculus import linear_algebra
    >>> M = Manifold("M", "x y")
    >>> rows = [[M["x"], 1], [0, M["y"]]]
    >>> print(*linear_algebra.characteristic_polynomial(rows), sep="; ")
    1; -x - y; x*y
    """
    space, matrix = _elements(rows)
    _require_square(matrix, "characteristic polynomial")
    ring, n = space.chart.ring, range(len(matrix))
    used = union(chain(*matrix))
    found, product = [ring.one], [[ring.zero for _ in n] for _ in n]
    for k in range(1, len(matrix) + 1):
        shifted = [[product[i][j] + found[-1] if i == j else product[i][j] for j in n] for i in n]
        product = [
            [reduce(operator.add, (matrix[i][m] * shifted[m][j] for m in n)) for j in n] for i in n
        ]
        trace = reduce(operator.add, (product[i][i] for i in n))
        found.append(trace * ring.rational(Fraction(-1, k)))
    return [space.scalar(c.under(used)) for c in found]


def hurwitz_determinants(coefficients: Sequence[Form]) -> list[Form]:
    """The leading principal minors of the matrix of Hurwitz.

    All roots of a polynomial with real coefficients, the highest first and positive, have negative
    real parts if and only if these n numbers are positive. If none of them is zero, so many roots
    have positive real parts as there are changes of sign in 1, Δ₁, Δ₂/Δ₁, …, Δₙ/Δₙ₋₁.

    Source: F. R. Gantmacher, The Theory of Matrices, volume 2, chapter XV, section 6.
    """
    n = len(coefficients) - 1
    zeros = [0 * coefficients[0]] * n
    padded = [*zeros, *coefficients, *zeros]
    rows = [[padded[n + 2 * j - i] for j in range(1, n + 1)] for i in range(1, n + 1)]
    return [determinant([row[:k] for row in rows[:k]]) for k in range(1, n + 1)]


def inverse(rows: Matrix, regular: bool = False) -> list[list[Form]]:
    """The inverse matrix; raises `SingularSystem`. The rank of a ``regular`` one is known."""
    space, matrix = _elements(rows)
    _require_square(matrix, "inverse")
    ring, used = space.chart.ring, union(chain(*matrix))
    n = range(len(matrix))
    places = [[j for j in n if not ring.vanishes(row[j])] for row in matrix]
    columns: list[list[Element]] = []
    zero = ring.zero
    if sorted(places) == [[j] for j in n]:
        # One entry in every row and column: nothing is to be solved. But |x| + x and |x| - x are
        # no functions 0, and their product is.
        with suppress(NeedsSign):
            if not regular and ring.rank(matrix) < len(matrix):
                raise SingularSystem(f"the matrix has no inverse at any point{doubt(rows)}")
        with suppress(ZeroDenominator):
            values = [(ring.one / row[j], j) for row, (j,) in zip(matrix, places, strict=True)]
            columns = [[value if k == j else zero for k in n] for value, j in values]
    if not columns:
        solver = ring.solver(matrix)
        columns = [solver([ring.one if i == j else zero for i in n]) for j in n]
    nothing = space.scalar(zero.under(used))
    found = [[column[i] for column in columns] for i in n]
    return [[nothing if a is zero else space.scalar(a.under(used)) for a in row] for row in found]


def rank(rows: Matrix) -> int:
    """The rank at the generic point, certified by the ring."""
    space, matrix = _elements(rows)
    return space.chart.ring.rank(matrix)


def doubt(rows: Matrix) -> str:
    """What a refusal because of a rank adds if the rank may be larger: with which probability."""
    space, matrix = _elements(rows)
    ring = space.chart.ring
    if isinstance(ring, protocol.FormulaRing):
        return protocol.doubt(ring.rank_decision(matrix))
    return protocol.doubt(Decision(True, False))


def kernel(rows: Matrix) -> list[list[Form]]:
    """A basis of the vectors x with ``A x = 0``, at the generic point."""
    space, matrix = _elements(rows)
    used = union(chain(*matrix))
    found = space.chart.ring.kernel(matrix)
    return [[space.scalar(a.under(used)) for a in vector] for vector in found]


def dependent(rows: Sequence[Sequence[Form]]) -> set[int]:
    """Positions of rows that depend on the others, as many as can be left out together.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.calculus import linear_algebra as linear
    >>> M = Manifold("M", "x")
    >>> linear.dependent([M.functions(["x", "1"]), M.functions(["x**2", "x"])])
    {1}
    """
    relations = kernel([list(column) for column in zip(*rows, strict=True)]) if rows else []
    zeros = [[a.space.chart.ring.vanishes(a.element()) for a in c] for c in relations]
    # Each vector of the basis has a position at which the others are 0.
    return {
        max(k for k, column in enumerate(zip(*zeros, strict=True))
            if not column[i] and column.count(False) == 1)
        for i in range(len(zeros))
    }  # fmt: skip


def constant_relations(functions: Sequence[Form]) -> list[list[Form]]:
    """A basis of the vectors c of constants with ``c^i f_i = 0``; all such relations.

    Constants are functions with ``dc = 0``: numbers and functions of the parameters, whose
    values are generic (at special values there may be more relations). Each vector has one
    entry 1, at a function that depends on those before it; its other entries lie at functions
    that are independent of those before them.

    Raises
    ------
    NotSupported
        The function ring of the space has no normal forms.
    Unexpanded, TooLarge
        A function is too large for its normal form.
    Undecided
        Random values of the parameters contradict each other.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.calculus import linear_algebra as linear
    >>> M = Manifold("M", "x", parameters="m")
    >>> f = M.functions(["1", "m*sin(x)**2", "cos(2*x)"])
    >>> print(*linear.constant_relations(f)[0], sep=", ")
    -1, 2/m, 1
    """
    space, (elements,) = _elements([functions])
    ring = space.chart.ring
    if not isinstance(ring, FormulaRing):
        raise NotSupported(
            f"constant relations need normal forms, which {ring!r} of {space} has not: use a "
            "Manifold with the exact ring"
        )
    return [[space.scalar(a) for a in c] for c in ring.constant_relations(elements)]


def generic_conditions(functions: Sequence[Form]) -> list[Form] | None:
    """Where `constant_relations` is complete also for special values of parameters.

    Parameters
    ----------
    functions
        Functions on one space.

    Returns
    -------
    list of Form or None
        Where none of them is the function 0 there are no other relations than the generic ones.
        None if a parameter occurs in a sine, a root, … of coordinates: these may be related then.

    Raises as `constant_relations`.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.calculus import linear_algebra as linear
    >>> M = Manifold("M", "x", parameters="m")
    >>> print(*linear.generic_conditions(M.functions(["x", "m*x + (m - 2)*x**2"])), sep=", ")
    1, m - 2, 1
    """
    space, (elements,) = _elements([functions])
    ring = space.chart.ring
    if not isinstance(ring, FormulaRing):
        return None
    found = ring.generic_conditions(elements)
    return None if found is None else [space.scalar(a) for a in found]


def monomials(space: Manifold, degree: int) -> list[Form]:
    """The monomials in all coordinates up to a degree, 1 first."""
    require_integer(degree, "the degree of a polynomial", 0)
    return [
        prod(chosen, start=space.function(1))
        for k in range(degree + 1)
        for chosen in combinations_with_replacement(space.coordinates, k)
    ]


def constant_solutions(
    candidates: Sequence[Thing],
    equation: Callable[[Thing], Sequence[Form]],
    asked: list[list[Form]] | None = None,
) -> list[Thing]:
    """A basis of the combinations ``c^k T_k`` with constants c that satisfy linear equations.

    Parameters
    ----------
    candidates
        Things T_k that are independent over the constants: functions, fields, tensors.
    equation
        The functions that have to vanish, linear over the constants; as many for each candidate,
        all on one space with the same parameters.
    asked
        The functions whose relations are asked for are added to it, for `generic_conditions`.

    Returns
    -------
    list
        Combinations of the things, independent over the constants.

    Raises as `constant_relations`.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.calculus import linear_algebra as linear
    >>> M = Manifold("M", "x y")
    >>> X, Y = M.frame
    >>> print(*linear.constant_solutions(M.functions(["x**2", "x*y", "y**2"]),
    ...                                  lambda f: [X(X(f)) + Y(Y(f))]), sep=", ")
    x*y, (y - x)*(x + y)
    """
    values = [list(equation(thing)) for thing in candidates]
    if not values:
        return []
    home: Manifold = candidates[0].space  # type: ignore[attr-defined]
    space = values[0][0].space if values[0] else home
    none, vanishes = space.function(0), space.chart.ring.vanishes
    found = [{k: space.function(1)} for k in range(len(values))]
    for column in zip(*values, strict=True):
        given = [combination(c.values(), (column[k] for k in c), none) for c in found]
        decisions = (space.chart.ring.is_zero(f.element()) for f in given)
        if all(decision.zero and decision.certain for decision in decisions):
            continue
        combined = []
        if asked is not None:
            asked.append(given)
        for relation in constant_relations(given):
            total: dict[int, Form] = {}
            for factor, vector in zip(relation, found, strict=True):
                if not vanishes(factor.element()):
                    for k, a in vector.items():
                        total[k] = total.get(k, none) + factor * a
            combined.append({k: a for k, a in total.items() if not vanishes(a.element())})
        found = combined
    zero: Any = 0 * candidates[0]  # type: ignore[operator]
    if space is not home:
        # Constants depend on parameters only, which both have.
        write = space.chart.ring.expression
        found = [{k: home.function(write(a.element())) for k, a in c.items()} for c in found]
    return [combination(c.values(), (candidates[k] for k in c), zero) for c in found]


def solve_field(
    space: Manifold,
    equations: Callable[[VectorForm], Sequence[Form]],
    right: Sequence[Entry],
) -> VectorForm:
    """The vector field X with ``equations(X) = right``.

    Parameters
    ----------
    space
        The manifold on which X lives.
    equations
        Sends a vector field to forms, linearly over the functions:
        ``lambda X: [interior(X, omega), eta(X)]``.
    right
        The forms they must equal; numbers for functions, 0 for every zero form.

    Raises
    ------
    SingularSystem, InconsistentSystem
        X is not unique, or does not exist.
    """
    return FieldEquations(space, equations).solve(right)


class FieldEquations:
    """Linear equations for a vector field, as for `solve_field`, with several right sides."""

    def __init__(self, space: Manifold, equations: Callable[[VectorForm], Sequence[Form]]) -> None:
        self.space = space
        #: What the equations send the frame to.
        self.sides = [list(equations(field)) for field in space.frame]
        self._solvers: dict[tuple[tuple[int, ...], ...], Callable[[list[Element]], Any]] = {}

    def solve(self, right: Sequence[Entry]) -> VectorForm:
        """The field X with ``equations(X) = right``; raises as `solve_field` does."""
        if any(len(side) != len(right) for side in self.sides):
            raise DegreeMismatch(
                f"the equations for a field on {self.space} give {len(self.sides[0])} forms, but "
                f"there are {len(right)} right sides"
            )
        values = [given + 0 * left for given, left in zip(right, self.sides[0], strict=True)]
        used = used_by(*values)
        for side in self.sides:
            for form, value in zip(side, values, strict=True):
                require_same_space("equate", form, value)
                require_same_degree(form, value)
                used |= form.used
        columns = list(zip(*self.sides, strict=True))
        masks = tuple(
            tuple(sorted({m for form in (*left, value) for m in form._terms}))
            for left, value in zip(columns, values, strict=True)
        )
        ring = self.space.chart.ring
        if masks not in self._solvers:
            self._solvers[masks] = ring.solver(
                [
                    [form._terms.get(mask, ring.zero) for form in left]
                    for left, rows in zip(columns, masks, strict=True)
                    for mask in rows
                ]
            )
        vector = [
            value._terms.get(mask, ring.zero)
            for value, rows in zip(values, masks, strict=True)
            for mask in rows
        ]
        solution = self._solvers[masks](vector)
        return VectorForm(self.space, 0, [self.space.scalar(a.under(used)) for a in solution])


def _elements(rows: Matrix, right: Sequence[Entry] = ()) -> tuple[Manifold, list[list[Element]]]:
    if not rows:
        raise DegreeMismatch("a matrix has at least one row")
    functions = [e for row in (*rows, right) for e in row if isinstance(e, Form)]
    if not functions:
        raise SpaceMismatch(
            "a matrix without functions lives on no space: write one of its numbers as a function, "
            "such as M.function(1)"
        )
    for entry in functions[1:]:
        require_same_space("put into one linear system", functions[0], entry)
    if len({len(row) for row in rows}) != 1:
        raise DegreeMismatch("the rows of a matrix must have one and the same length")
    if right and len(right) != len(rows):
        raise DegreeMismatch(f"{len(rows)} equations have {len(right)} right sides")
    return (space := functions[0].space), [[_element(space, e) for e in row] for row in rows]


def _element(space: Manifold, entry: Entry) -> Element:
    if isinstance(entry, Form):
        return entry.element("put into a matrix")
    if isinstance(entry, int | Fraction):
        return space.chart.ring.rational(entry)
    raise TypeError(f"matrix entries are functions or exact numbers, not {describe(entry)}")


def _require_square(matrix: Sequence[Sequence[Element]], what: str) -> None:
    if len(matrix) != len(matrix[0]):
        raise DegreeMismatch(
            f"the {what} needs a square matrix, not {len(matrix)} by {len(matrix[0])}"
        )
