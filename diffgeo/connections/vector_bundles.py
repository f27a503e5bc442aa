"""Connections on vector bundles, and forms with values in them.

Over a chart a vector bundle E of rank r has a frame e_1, …, e_r, and a connection a matrix A of
1-forms, ``∇e_j = A^i_j e_i``. On forms with values in E the connection is

    (d_∇ η)^i = dη^i + A^i_j ∧ η^j,    d_∇ d_∇ η = F ∧ η,    F = dA + A∧A,

and F, with values in the endomorphisms of E, satisfies ``d_∇ F = 0`` (Bianchi). Duals, sums,
tensor products and pulled-back bundles have their connections by the rule of Leibniz.

Source: S. Kobayashi, K. Nomizu, Foundations of Differential Geometry I and II, 1963 and 1969,
chapters III and XII.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any

from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.brackets import interior
from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form, require_form, total
from diffgeo.calculus.requirements import (
    require_integer,
    require_kind,
    require_manifold,
    require_map_to,
    require_same_space,
    require_sequence,
)
from diffgeo.connections.linear_connections import LinearConnection
from diffgeo.errors import DegreeMismatch
from diffgeo.signs import permutation_sign
from diffgeo.structures.axioms import verify_axiom
from diffgeo.structures.tensorial_objects import Composite
from diffgeo.verdicts.verdict import Identity, Verdict, check

if TYPE_CHECKING:
    from diffgeo.calculus.maps import Map
    from diffgeo.calculus.spaces import Manifold
    from diffgeo.calculus.vector_forms import VectorForm

#: A square matrix of forms of one degree.
Forms = tuple[tuple[Form, ...], ...]


class BundleForm(Composite):
    """A form with values in a vector bundle, by its entries in the frame; sections have degree 0.

    Parameters
    ----------
    entries
        The forms η^i of one degree.

    Raises
    ------
    DegreeMismatch
        There is none, or their degrees differ.

    Examples
    --------
    >>> from diffgeo import Manifold, d
    >>> from diffgeo.connections import BundleForm
    >>> x, y = Manifold("M", "x y").coordinates
    >>> print(d(x) * BundleForm([x, y]) + BundleForm([d(y), d(x)]))
    the form with values (x dx + dy, (y + 1) dx) on M
    """

    kind = "the form with values"

    def __init__(self, entries: Sequence[Form]) -> None:
        require_sequence(entries, "the entries of a form with values")
        for entry in entries:
            require_form(entry, "take for an entry of a form with values")
        self.entries = tuple(entries)
        if len({form.degree for form in self.entries}) != 1:
            raise DegreeMismatch("a form with values has entries, and all of one degree")
        self.space = self.entries[0].space
        self.degree = self.entries[0].degree
        for form in self.entries:
            require_same_space("make a form with values of", self.entries[0], form)

    @property
    def rank(self) -> int:
        """That of the bundle."""
        return len(self.entries)

    @property
    def tensors(self) -> tuple[Form, ...]:
        """The entries."""
        return self.entries

    def map(self, operation: Callable[[Form], Form]) -> BundleForm:
        """The operation on each entry, such as the star of Hodge or multiples."""
        return BundleForm([operation(form) for form in self.entries])

    def pulled_back(self, phi: Map) -> BundleForm:
        """``φ^*η``, with values in the pulled-back bundle."""
        require_map_to(self, phi)
        return self.map(phi.pull)

    def __add__(self, other: BundleForm) -> BundleForm:
        self._require_alike(other)
        return BundleForm([a + b for a, b in zip(self.entries, other.entries, strict=True)])

    def __neg__(self) -> BundleForm:
        return self.map(lambda form: -form)

    def __sub__(self, other: BundleForm) -> BundleForm:
        return self + -other

    def __rmul__(self, factor: Form | int | Fraction) -> BundleForm:
        """``α ∧ η`` for a form, a function or a number."""
        return self.map(lambda form: factor * form)

    def _comparand(self, other: object) -> Composite | None:
        if isinstance(other, int) and other == 0:
            return self.map(lambda form: 0 * form)
        if isinstance(other, BundleForm):
            self._require_alike(other)
        return super()._comparand(other)

    def _require_alike(self, other: BundleForm) -> None:
        require_kind(other, BundleForm, f"add to {self}", "a form with values in the same bundle")
        if (self.rank, self.degree) != (other.rank, other.degree):
            raise DegreeMismatch(f"cannot add or compare {self} and {other}: rank or degree differ")


class BundleConnection(Composite):
    """A connection ``∇ = d + A`` on a vector bundle with a frame, over a chart.

    ``∇(X, s)`` is the covariant derivative of a section; ``==`` makes an `Identity`.

    Parameters
    ----------
    space
        The base manifold M.
    matrix
        The 1-forms ``A^i_j``, or 0: ``∇e_j = A^i_j e_i``.

    Raises
    ------
    DegreeMismatch
        The matrix is not square, or an entry is no 1-form.

    Examples
    --------
    A monopole of Dirac, as a bundle of planes over the sphere, and its number of Euler:

    >>> from diffgeo import Manifold, d, identity_map
    >>> from diffgeo.connections import BundleConnection
    >>> from diffgeo.subsets import cell, integral
    >>> S = Manifold("S", "theta phi")
    >>> a = S.function("(cos(theta) - 1)/2") * d(S["phi"])
    >>> nabla = BundleConnection(S, [[0, -a], [a, 0]])
    >>> print(integral(nabla.euler_form(), cell(identity_map(S), theta=(0, "pi"), phi=(0, "2*pi"))))
    1
    """

    kind = "the connection on a vector bundle"

    def __init__(self, space: Manifold, matrix: Sequence[Sequence[Form | int]]) -> None:
        require_manifold(space, "make a connection over")
        require_sequence(matrix, "the rows of the matrix of a connection")
        for row in matrix:
            require_sequence(row, "the 1-forms in a row of the matrix of a connection")
        self.space = space
        zero = space.form(1, {})
        self.matrix: Forms = tuple(
            tuple(zero if isinstance(a, int) and a == 0 else _own(space, a) for a in row)
            for row in matrix
        )
        if not self.matrix or {len(row) for row in self.matrix} != {len(self.matrix)}:
            raise DegreeMismatch("a connection on a vector bundle has a square matrix of 1-forms")

    @classmethod
    def of_linear(cls, connection: LinearConnection) -> BundleConnection:
        """A linear connection as one on the tangent bundle, with the frame of the coordinates."""
        require_kind(connection, LinearConnection, "make a connection of", "a linear connection")
        frame = connection.space.frame
        return cls(connection.space, connection.in_frame(frame).connection_forms)

    @property
    def rank(self) -> int:
        """The rank of the bundle."""
        return len(self.matrix)

    @property
    def tensors(self) -> tuple[Form, ...]:
        """The 1-forms, row by row."""
        return tuple(form for row in self.matrix for form in row)

    # --- derivatives ---------------------------------------------------------------------

    def __call__(self, X: VectorForm, section: BundleForm) -> BundleForm:
        """The covariant derivative ``∇_X s = i_X d_∇ s`` of a section."""
        _require_values(section)
        if section.degree:
            raise DegreeMismatch(f"{section} is no section: exterior differentiates forms")
        return self.exterior(section).map(lambda form: interior(X, form))

    def exterior(self, value: BundleForm) -> BundleForm:
        """``d_∇ η``, a form with values of one degree more; ``d_∇ d_∇ η = F ∧ η``."""
        _require_values(value)
        require_same_space("differentiate", self, value)
        if value.rank != self.rank:
            raise DegreeMismatch(
                f"{value} has {value.rank} entries, and the bundle the rank {self.rank}"
            )
        return value.map(d) + BundleForm(self._product(self.matrix, value.entries))

    # --- curvature -----------------------------------------------------------------------

    @cached_property
    def curvature_forms(self) -> Forms:
        """The 2-forms ``F^i_j = dA^i_j + A^i_k ∧ A^k_j``."""
        columns = [
            [a + b for a, b in zip(map(d, column), self._product(self.matrix, column), strict=True)]
            for column in zip(*self.matrix, strict=True)
        ]
        return tuple(zip(*columns, strict=True))

    @property
    def curvature(self) -> BundleForm:
        """F as a 2-form with values in the endomorphisms, row by row."""
        return BundleForm([form for row in self.curvature_forms for form in row])

    def is_flat(self) -> Verdict:
        """Whether F = 0: locally there are frames of parallel sections."""
        return check(Identity(self.curvature, self.curvature._comparand(0), "the curvature is 0"))

    def bianchi(self) -> Verdict:
        """The verdict on the identity of Bianchi, ``d_∇ F = 0``."""
        derivative = self.endomorphisms.exterior(self.curvature)
        return check(Identity(derivative, derivative._comparand(0), "the identity of Bianchi"))

    # --- other bundles -------------------------------------------------------------------

    @property
    def dual(self) -> BundleConnection:
        """On the dual bundle, with the dual frame: ``-A`` transposed."""
        return BundleConnection(
            self.space, [[-a for a in col] for col in zip(*self.matrix, strict=True)]
        )

    @property
    def endomorphisms(self) -> BundleConnection:
        """On ``E ⊗ E^*``, whose sections are matrices row by row: ``∇N = dN + A N - N A``."""
        return self.tensor(self.dual)

    def tensor(self, other: BundleConnection) -> BundleConnection:
        """On the tensor product, with the frame ``e_1 ⊗ f_1, e_1 ⊗ f_2, …``."""
        require_same_space("take the tensor product of", self, other)
        places = [(i, a) for i in range(self.rank) for a in range(other.rank)]
        zero = self.space.form(1, {})
        return BundleConnection(
            self.space,
            [
                [(self.matrix[i][j] if a == b else zero) + (other.matrix[a][b] if i == j else zero)
                 for j, b in places]
                for i, a in places
            ],
        )  # fmt: skip

    def direct_sum(self, other: BundleConnection) -> BundleConnection:
        """On the direct sum, with the frame of the one and then that of the other."""
        require_same_space("take the direct sum of", self, other)
        zero = self.space.form(1, {})
        rows = [[*row, *[zero] * other.rank] for row in self.matrix]
        rows += [[*[zero] * self.rank, *row] for row in other.matrix]
        return BundleConnection(self.space, rows)

    def in_frame(self, change: Sequence[Sequence[Form | int]]) -> BundleConnection:
        """The same connection in the frame ``e'_j = g^i_j e_i``: ``g⁻¹ A g + g⁻¹ dg``.

        Raises `SingularSystem` if g has no inverse.
        """
        if [len(row) for row in change] != [self.rank] * self.rank:
            raise DegreeMismatch(
                f"a change of the frame of {self} is a matrix of {self.rank} rows and columns"
            )
        g = [self.space.functions(row) for row in change]
        columns = [
            [a + d(f) for a, f in zip(self._product(self.matrix, column), column, strict=True)]
            for column in zip(*g, strict=True)
        ]
        inverse = linear.inverse(g)
        changed = [self._product(inverse, column) for column in columns]
        return BundleConnection(self.space, list(zip(*changed, strict=True)))

    def pulled_back(self, phi: Map) -> BundleConnection:
        """On the pulled-back bundle over the source of a map."""
        require_map_to(self, phi)
        return BundleConnection(phi.source, [[phi.pull(a) for a in row] for row in self.matrix])

    # --- characteristic forms --------------------------------------------------------------

    def pontryagin_form(self) -> Form:
        """``p_1 = -tr(F∧F)/8π²``, closed; another connection changes it by an exact form."""
        F, pi = self.curvature_forms, self.space.function("pi")
        n = range(self.rank)
        trace = total(self.space, 4, (F[i][j] * F[j][i] for i in n for j in n))
        return -1 / (8 * pi**2) * trace

    def euler_form(self) -> Form:
        """``Pf(F)/(2π)^m`` of a bundle of rank 2m with a metric, in an oriented orthonormal frame.

        A complex line bundle with ``∇s = i a s`` is one of planes with ``A = [[0, -a], [a, 0]]``,
        and this is its first form of Chern.

        Raises
        ------
        DegreeMismatch
            The rank is odd.
        AxiomViolation, Undecided
            A is not alternating: the frame is not orthonormal for a parallel metric.
        """
        if self.rank % 2:
            raise DegreeMismatch(f"a bundle of rank {self.rank} has no Euler form: it is odd")
        self._require_alternating("the Euler form of the connection")
        circle = (2 * self.space.function("pi")) ** (self.rank // 2)
        return linear.pfaffian(self.curvature_forms) / circle

    def chern_form(self, k: int) -> Form:
        """``c_k`` in ``det(1 + iΦ/2π)`` of a bundle of complex rank m in a unitary frame.

        The real frame is ``e_1, i e_1, e_2, i e_2, …``, and Φ the curvature as a complex matrix. So
        a line bundle has its Euler form as ``c_1``, and ``p_1 = c_1² - 2c_2``.

        Raises
        ------
        DegreeMismatch
            The rank is odd, or k is not among 0, …, m.
        AxiomViolation, Undecided
            The matrix of the connection is not antihermitian.
        """
        require_integer(k, "the number of a form of Chern", 0)
        half, odd = divmod(self.rank, 2)
        if odd or k > half:
            raise DegreeMismatch(f"a bundle of rank {self.rank} has no form c_{k} of Chern")
        self._require_alternating("the forms of Chern of the connection")
        A, F, m = self.matrix, self.curvature_forms, range(half)
        for a in m:
            for b in m:
                below, right = A[2 * a + 1][2 * b], A[2 * a][2 * b + 1]
                for left, other in ((A[2 * a][2 * b], A[2 * a + 1][2 * b + 1]), (below, -right)):
                    verify_axiom(left == other, "commuting with i", "the matrix of the connection")
        terms = []
        for chosen in combinations(m, k):
            for order in permutations(range(k)):
                real, imaginary = self.space.function(permutation_sign(order)), None
                for a, place in zip(chosen, order, strict=True):
                    # i times the entry of the curvature
                    b = chosen[place]
                    re, im = -F[2 * a + 1][2 * b], F[2 * a][2 * b]
                    if imaginary is None:
                        real, imaginary = real * re, real * im
                    else:
                        real, imaginary = real * re - imaginary * im, real * im + imaginary * re
                terms.append(real)
        return total(self.space, 2 * k, terms) / (2 * self.space.function("pi")) ** k

    def _require_alternating(self, what: str) -> None:
        opposite = Identity(self, self.dual, "A is alternating")
        verify_axiom(check(opposite), "an alternating matrix", what)

    def _comparand(self, other: object) -> Composite | None:
        if isinstance(other, BundleConnection) and other.rank != self.rank:
            raise DegreeMismatch(f"cannot compare {self} and {other}: the ranks differ")
        return super()._comparand(other)

    def _product(self, rows: Sequence[Sequence[Form]], column: Sequence[Form]) -> list[Form]:
        """A matrix of forms times a column of forms."""
        degree = rows[0][0].degree + column[0].degree
        return [
            total(self.space, degree, (a * b for a, b in zip(row, column, strict=True)))
            for row in rows
        ]


def _require_values(value: object) -> None:
    require_kind(value, BundleForm, "differentiate", "a form with values in the bundle")


def _own(space: Manifold, form: Any) -> Form:
    if not isinstance(form, Form) or form.degree != 1:
        raise DegreeMismatch(f"an entry of the matrix of a connection is a 1-form, not {form}")
    require_same_space("make a connection of", space.function(0), form)
    return form
