"""The connection of Levi-Civita of a metric, and its curvatures.

``R(X, Y, Z, W) = g(R(X, Y)Z, W)``; on a sphere of radius 1 this is ``g(Y, Z)g(X, W) -
g(X, Z)g(Y, W)``, sectional curvatures are 1 and ``Ric = (n-1) g``.

Sources: O'Neill, Semi-Riemannian Geometry (1983), chapter 3; of the product of Kulkarni and Nomizu,
Besse, Einstein Manifolds (1987), chapter 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache, cached_property
from typing import TYPE_CHECKING

from diffgeo.calculus.brackets import bracket
from diffgeo.calculus.coefficients import union, used_by
from diffgeo.calculus.forms import Form
from diffgeo.calculus.sparse_components import sparse_rows
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.connections.linear_connections import LinearConnection
from diffgeo.errors import DegreeMismatch
from diffgeo.rings.protocol import Element, Product, expect_derivatives
from diffgeo.structures.tensor_algebra import tensor, tensor_product
from diffgeo.structures.tensors import Tensor
from diffgeo.subsets.domains import in_lowest_terms

if TYPE_CHECKING:
    from diffgeo.calculus.maps import Map
    from diffgeo.metrics.pseudo_riemannian import Metric


def koszul_formula(metric: Metric, X: VectorForm, Y: VectorForm, Z: VectorForm) -> Form:
    """The function ``g(∇_X Y, Z)`` by the formula of Koszul, which fixes the connection.

    ``2 g(∇_X Y, Z) = X g(Y, Z) + Y g(Z, X) - Z g(X, Y) + g([X, Y], Z) - g([Y, Z], X) +
    g([Z, X], Y)``.

    Parameters
    ----------
    metric
        The metric g.
    X, Y, Z
        Vector fields.

    Returns
    -------
    Form
        A function.

    Examples
    --------
    >>> from diffgeo import Manifold, Metric
    >>> from diffgeo.metrics import koszul_formula
    >>> g = Metric.diagonal(Manifold("P", "r phi", positive="r"), r=1, phi="r**2")
    >>> radial, turning = g.space.frame
    >>> print(koszul_formula(g, turning, turning, radial))
    -r
    """
    derivatives = X(metric(Y, Z)) + Y(metric(Z, X)) - Z(metric(X, Y))
    brackets = metric(bracket(X, Y), Z) - metric(bracket(Y, Z), X) + metric(bracket(Z, X), Y)
    return (derivatives + brackets) / 2


class LeviCivita(LinearConnection):
    """The only connection with ``∇g = 0`` and without torsion; make it with ``g.connection``.

    It is the formula of Koszul (see `koszul_formula`) on the coordinate frame, where the
    brackets are zero. All curvatures are computed once.

    Attributes
    ----------
    metric
        The metric g.

    Examples
    --------
    >>> from diffgeo import Manifold, Metric, check
    >>> H = Manifold("H", "x y", positive="y")
    >>> g = Metric.diagonal(H, x="1/y**2", y="1/y**2")
    >>> bool(check(g.connection.ricci == -g.tensor))
    True
    >>> print(g.connection.scalar)
    -2
    """

    def __init__(self, metric: Metric) -> None:
        self.metric = metric
        space = metric.space
        n, ring, g = range(space.dimension), space.chart.ring, metric.tensor._terms
        partial, vanishes, half = ring.partial, ring.vanishes, ring.rational(Fraction(1, 2))
        # The curvature needs the second ones.
        expect_derivatives(ring, list(g.values()), 2)
        #: The functions X g(Y, Z) of coordinate fields that are not zero; Y is not behind Z.
        self._slopes = {
            (a, b, c): slope
            for (b, c), f in g.items()
            if b <= c
            for a in n
            if not vanishes(slope := partial(f, a))
        }
        halves = ring.sum_products([(key, f, half, 1) for key, f in self._slopes.items()])
        # The 1-forms g(∇_e e', ·).
        self._lowered: dict[tuple[int, int], dict[int, Element]] = {
            (a, b): {} for a in n for b in n
        }
        for a in n:
            for b in range(a + 1):
                for c in n:
                    value = _first_kind(halves, a, b, c)
                    if value is not None and not vanishes(value):
                        self._lowered[a, b][c] = self._lowered[b, a][c] = value
        inverse = sparse_rows(metric._inverse_rows)
        self._used = used_by(metric.tensor, metric.inverse)
        self.space = space
        self._terms = [[{} for _ in n] for _ in n]
        products = [
            ((a, b, k), value, f, 1)
            for (a, b), form in self._lowered.items()
            if b <= a
            for c, value in form.items()
            for k, f in inverse[c].items()
        ]
        for (a, b, k), value in ring.sum_products(products).items():
            if not vanishes(value):
                self._terms[a][b][k] = self._terms[b][a][k] = value.under(self._used)

    @property
    def used(self) -> int:
        """The mask of all conditions that were used to make the connection."""
        return self._used | union(f for row in self._terms for field in row for f in field.values())

    @cached_property
    def _values(self) -> tuple[tuple[VectorForm, ...], ...]:  # type: ignore[override]
        space, n = self.space, range(self.space.dimension)
        nothing = Form(space, 0, {}, self._used)

        def field(terms: dict[int, Element]) -> VectorForm:
            return VectorForm(
                space, 0, [Form(space, 0, {0: terms[k]}) if k in terms else nothing for k in n]
            )

        fields = {(a, b): field(self._terms[a][b]) for a in n for b in n if b <= a}
        return tuple(tuple(fields[max(a, b), min(a, b)] for b in n) for a in n)

    # --- curvature -------------------------------------------------------------------

    @cached_property
    def riemann(self) -> Tensor:
        """The curvature as a tensor of type (0,4): ``R(X, Y, Z, W) = g(R(X, Y)Z, W)``.

        Computed for commuting fields from ``g(∇_X ∇_Y Z, W) = X g(∇_Y Z, W) - g(∇_Y Z, ∇_X W)``,
        where ``2 X g(∇_Y Z, W)`` is ``XZ g(Y, W) - XW g(Y, Z)`` and what is symmetric in X and Y,
        and from the symmetries in the pairs.
        """
        ring, lowered, values = self.space.chart.ring, self._lowered, self._terms
        half, second = ring.rational(Fraction(1, 2)), self._second_derivatives()
        products: list[Product[tuple[int, ...], Element]] = []
        for a, b, c, e in _pairs_of_pairs(self.space.dimension):
            for x, y, sign in ((a, b, 1), (b, a, -1)):
                for z, w, s in ((c, e, sign), (e, c, -sign)):
                    if (slope := second(x, z, y, w)) is not None:
                        products.append(((a, b, c, e), slope, half, s))
                other = lowered[x, e]
                products += [
                    ((a, b, c, e), f, other[k], -sign)
                    for k, f in values[y][c].items()
                    if k in other
                ]
        terms: dict[tuple[int, ...], Element] = {}
        for (a, b, c, e), value in ring.sum_products(products).items():
            opposite = -value
            for i, j, k, m in {(a, b, c, e), (c, e, a, b)}:
                terms[i, j, k, m] = terms[j, i, m, k] = value
                terms[j, i, k, m] = terms[i, j, m, k] = opposite
        return Tensor(self.space, (0, 4), terms, self.used)

    def _second_derivatives(self) -> Callable[[int, int, int, int], Element | None]:
        """The functions ``X Y g(Z, W)`` of coordinate fields, each made once; None for zero."""
        partial, slopes = self.space.chart.ring.partial, self._slopes

        @cache
        def made(a: int, b: int, c: int, e: int) -> Element | None:
            slope = slopes.get((a, c, e))
            return None if slope is None else partial(slope, b)

        def found(a: int, b: int, c: int, e: int) -> Element | None:
            return made(*((a, b) if a <= b else (b, a)), *((c, e) if c <= e else (e, c)))

        return found

    @cached_property
    def curvature(self) -> Tensor:
        """The curvature, of type (1,3): ``R(α, X, Y, Z) = α(R(X, Y)Z)``."""
        return self.metric.raised(self.riemann, 3)

    @cached_property
    def ricci(self) -> Tensor:
        """The Ricci tensor ``Ric(Y, Z) = tr(X ↦ R(X, Y)Z)``, symmetric."""
        n = range(self.space.dimension)
        inverse, riemann = self.metric.inverse._terms, self.riemann._terms
        products = [
            ((b, c), g, riemann[a, b, c, e], 1)
            for b in n
            for c in range(b + 1)
            for (a, e), g in inverse.items()
            if (a, b, c, e) in riemann
        ]
        terms: dict[tuple[int, ...], Element] = {}
        for (b, c), value in self.space.chart.ring.sum_products(products).items():
            terms[b, c] = terms[c, b] = value
        return Tensor(self.space, (0, 2), terms, self.riemann.used)

    @cached_property
    def scalar(self) -> Form:
        """The scalar curvature, the trace of the Ricci tensor by the metric."""
        return self.metric.trace(self.ricci).as_function()

    @cached_property
    def einstein(self) -> Tensor:
        """The Einstein tensor ``Ric - ½ scalar g``; its divergence is zero."""
        return self.ricci - self.scalar * self.metric.tensor / 2

    def sectional(self, X: VectorForm, Y: VectorForm) -> Form:
        """The sectional curvature ``g(R(X, Y)Y, X) / (g(X,X)g(Y,Y) - g(X,Y)²)`` of a plane.

        Raises `ZeroDenominator` if X and Y are dependent or span a degenerate plane.
        """
        g = self.metric
        area = g(X, X) * g(Y, Y) - g(X, Y) ** 2
        return (1 / area) * self.riemann(X, Y, Y, X)

    @cached_property
    def weyl(self) -> Tensor:
        """The conformal curvature of Weyl, of type (0,4) like `riemann`: its part without trace.

        Raises `DegreeMismatch` below dimension 3.
        """
        return self.riemann - kulkarni_nomizu(self.schouten, self.metric.tensor)

    @cached_property
    def schouten(self) -> Tensor:
        """The tensor P of Schouten, ``R = W + P∧g``: ``(Ric - scalar g/(2(n-1)))/(n-2)``.

        Raises `DegreeMismatch` below dimension 3.
        """
        n, g = self.space.dimension, self.metric.tensor
        if n < 3:
            raise DegreeMismatch(
                f"{self.space} has dimension {n}; Schouten's and Weyl's tensor needs 3 or more"
            )
        P: Tensor = (self.ricci - self.scalar * g / (2 * (n - 1))) / (n - 2)
        return P

    @cached_property
    def cotton(self) -> Tensor:
        """The tensor of Cotton, ``C(X, Y, Z) = (∇_X P)(Y, Z) - (∇_Y P)(X, Z)``.

        In dimension 3 it vanishes if and only if the metric is conformally flat.
        """
        slope = self.derivative(self.schouten)
        return slope - slope.permuted((1, 0, 2))

    def divergence(self, thing: object, slot: int = 0) -> Tensor:
        """The divergence of a tensor: the direction of ∇T contracted with one of its slots.

        For a vector field X it is ``div X`` (a tensor of type (0,0)); for the Einstein tensor 0.
        """
        p = tensor(thing).valence[0]
        slope = self.derivative(thing)
        if slot < p:
            traced: Tensor = slope.trace(slot, p)
            return traced
        return tensor(self.metric.trace(slope, p, slot + 1))

    def laplacian(self, thing: object) -> Tensor:
        """The trace of ``∇∇T`` by the metric (the Laplacian of the connection, of Bochner)."""
        T = tensor(thing)
        p = T.valence[0]
        return tensor(self.metric.trace(self.derivative(self.derivative(T)), p, p + 1))

    @cached_property
    def kretschmann(self) -> Form:
        """The function ``g(R, R)``, the full contraction of the curvature with itself.

        In coordinates R_{abcd} R^{abcd}, without factors for the symmetries.
        """
        # As a map of bivectors R has g(R, R) = 4 tr R²; a basis are the pairs of a < b.
        raised = self.metric.raised(self.metric.raised(self.riemann, 2), 3)._terms
        # Their denominators cancel, and would be squared.
        basis = {
            i: in_lowest_terms(self.space.scalar(a)).element()
            for i, a in raised.items()
            if i[0] < i[1] and i[2] < i[3]
        }
        paired = ((a, (*i[2:], *i[:2])) for i, a in basis.items())
        parts = (a * basis[i] for a, i in paired if i in basis)
        value = 4 * sum(parts, start=self.space.chart.ring.zero)
        return Form(self.space, 0, {0: value}, self.riemann.used)

    def pulled_back(self, phi: Map) -> LinearConnection:
        """The connection of the metric pulled back: naturality, for diffeomorphisms φ."""
        return LinearConnection(self.space, self._values).pulled_back(phi)


def kulkarni_nomizu(h: Tensor, k: Tensor) -> Tensor:
    """The product of two symmetric tensors of type (0,2) with the symmetries of a curvature.

    ``h(Y,Z)k(X,W) + h(X,W)k(Y,Z) - h(X,Z)k(Y,W) - h(Y,W)k(X,Z)``, so that the curvature of
    the unit sphere is half of the product of g with itself.

    Parameters
    ----------
    h, k
        Symmetric tensors of type (0,2).

    Returns
    -------
    Tensor
        Of type (0,4).

    Examples
    --------
    >>> from diffgeo import Manifold, Metric, check
    >>> from diffgeo.metrics import kulkarni_nomizu
    >>> g = Metric.diagonal(Manifold("S2", "a b"), a=1, b="cos(a)**2")
    >>> bool(check(g.connection.riemann == kulkarni_nomizu(g.tensor, g.tensor) / 2))
    True
    """
    # The first factor of the product has slots 0 and 1, the second 2 and 3.
    product, other = tensor_product(h, k), tensor_product(k, h)
    return (
        product.permuted((1, 2, 0, 3))
        + other.permuted((1, 2, 0, 3))
        - product.permuted((0, 2, 1, 3))
        - other.permuted((0, 2, 1, 3))
    )


def _first_kind(
    halves: Mapping[tuple[int, int, int], Element], a: int, b: int, c: int
) -> Element | None:
    """The function ``½(X g(Y, Z) + Y g(X, Z) - Z g(X, Y))`` of coordinate fields; None for zero."""
    if c in (a, b):
        # Two terms cancel.
        return halves.get((b, a, a) if c == a else (a, b, b))
    value = halves.get((c, b, a))
    total = None if value is None else -value
    for x, y in ((a, b), (b, a)):
        term = halves.get((x, y, c) if y <= c else (x, c, y))
        if term is not None:
            total = term if total is None else total + term
    return total


def _pairs_of_pairs(n: int) -> Iterator[tuple[int, int, int, int]]:
    """Index pairs a > b and c > e with (a, b) not before (c, e)."""
    pairs = [(a, b) for a in range(n) for b in range(a)]
    for k, (a, b) in enumerate(pairs):
        for c, e in pairs[: k + 1]:
            yield a, b, c, e
