"""Hypersurfaces given by parameters, φ: N → M: normal, fundamental forms, curvatures; slices.

With the unit normal n, ``ε = g(n, n) = ±1``, and the connection ∇ of M along φ:

* the first fundamental form is ``φ^*g``, the second one ``h(U, V) = g(∇_U Tφ V, n)``, so that
  ``∇_U Tφ V = Tφ(D_U V) + ε h(U, V) n`` (Gauss) and ``∇_U n = -Tφ(S U)`` (Weingarten) for the shape
  operator S with ``g(SU, V) = h(U, V)``;
* principal curvatures are the eigenvalues of S, the mean curvature is their mean, the curvature
  of Gauss and Kronecker their product. A sphere has h > 0 for its inner normal;
* for a space-like slice with a normal to the future h is York's extrinsic curvature ``K = -∇n``.

Sources: O'Neill, Semi-Riemannian Geometry (1983), chapter 4; of slices, Misner, Thorne and Wheeler,
Gravitation (1973), chapter 21.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeAlias

from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.display import Shown
from diffgeo.calculus.forms import Form, total
from diffgeo.calculus.maps import Map
from diffgeo.calculus.requirements import require_kind
from diffgeo.calculus.spaces import Manifold
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.connections.along_maps import ConnectionAlong
from diffgeo.errors import AxiomViolation, DegreeMismatch, NeedsSign, SpaceMismatch
from diffgeo.metrics.levi_civita import kulkarni_nomizu
from diffgeo.metrics.pseudo_riemannian import Metric
from diffgeo.metrics.volumes import root_of
from diffgeo.rings.protocol import Element, known_sign
from diffgeo.structures.components_of_tensors import value_along
from diffgeo.structures.tensors import Tensor
from diffgeo.verdicts.verdict import Conjunction, Verdict, check

#: Functions and tensors on a chart of N, or restrictions to a level set N.
OnHypersurface: TypeAlias = Any


class Curved(Shown):
    """What is asked of a hypersurface N with a unit normal, however N is given."""

    space: OnHypersurface
    first: OnHypersurface
    second: OnHypersurface
    mean_curvature: OnHypersurface
    gauss_curvature: OnHypersurface

    @cached_property
    def principal_curvatures(self) -> tuple[OnHypersurface, OnHypersurface]:
        """The eigenvalues ``H ± √(H² - K)`` of S for a surface, the larger one first.

        Raises `DegreeMismatch` in other dimensions, a refusal of the ring where there is no root.
        """
        if self.space.dimension != 2:
            raise DegreeMismatch(f"{self.space} is no surface; ask for the eigenvalues of `shape`")
        H, K = self.mean_curvature, self.gauss_curvature
        if check(H * H == K, counterexample=False):
            return H, H
        root = self._root(H * H - K)
        return H + root, H - root

    def _root(self, square: OnHypersurface) -> OnHypersurface:
        raise NotImplementedError

    def is_minimal(self) -> Verdict:
        """The verdict on ``tr S = 0``."""
        return check(self.mean_curvature == 0, name="mean curvature = 0")

    def is_umbilic(self) -> Verdict:
        """The verdict on ``h = H φ^*g``: all principal curvatures are equal."""
        return check(self.second == self.mean_curvature * self.first.tensor, name="h = H g")

    def is_geodesic(self) -> Verdict:
        """The verdict on ``h = 0``: geodesics of N are geodesics of M."""
        return check(self.second == 0, name="h = 0")


class Hypersurface(Curved):
    """A hypersurface φ: N → M of a manifold with a metric, in parameters.

    Parameters
    ----------
    phi
        The immersion, from a manifold with one dimension less.
    ambient
        The metric g of M, of any signature.
    side
        1 for the normal with which ``(Tφ e_1, …, Tφ e_m, n)`` has the orientation of the
        coordinates of M times ``ε``; -1 for the opposite one.

    Raises
    ------
    SpaceMismatch, DegreeMismatch
        φ does not end where the metric lives, or is no hypersurface.
    AxiomViolation
        φ is no immersion at the generic point, or N is null: its normal is tangent.
    NeedsSign
        The sign or the root of the square of the normal is not known: declare a domain of N.

    See Also
    --------
    ImplicitHypersurface : of a level set.
    NullHypersurface : where the normal is tangent.

    Examples
    --------
    >>> from diffgeo import Manifold, Map, Metric
    >>> from diffgeo.metrics import Hypersurface
    >>> M = Manifold("M", "x y z")
    >>> N = Manifold("N", "u v", parameters="R r", domain=["r > 0", "R > r"])
    >>> tube = "(R + r*cos(u))"
    >>> images = {"x": f"{tube}*cos(v)", "y": f"{tube}*sin(v)", "z": "r*sin(u)"}
    >>> torus = Hypersurface(Map(N, M, images), Metric.diagonal(M, x=1, y=1, z=1))
    >>> print(torus.gauss_curvature)
    cos(u)/(r*(R + r*cos(u)))
    """

    def __init__(self, phi: Map, ambient: Metric, side: int = 1) -> None:
        require_kind(ambient, Metric, "take a hypersurface with", "a Metric")
        require_kind(phi, Map, "take for a hypersurface", "a Map")
        if phi.target is not ambient.space:
            raise SpaceMismatch(f"{phi} does not end on {ambient.space}, where the metric lives")
        self.map = phi
        self.ambient = ambient
        self.space: Manifold = phi.source
        self.side = side
        if self.space.dimension != phi.target.dimension - 1 or side not in (1, -1):
            raise DegreeMismatch(
                f"{phi} is no hypersurface: {self.space} has dimension {self.space.dimension}, and "
                f"{phi.target} {phi.target.dimension}; a side is 1 or -1"
            )
        self._along = ConnectionAlong(ambient.connection, phi)
        self._tangents = [self._along.tangent(e) for e in self.space.frame]
        conormal = self._conormal()
        if all(check(f == 0, counterexample=False) for f in conormal):
            raise AxiomViolation(f"{phi} is no immersion: its tangents are dependent")
        n = range(len(conormal))
        raised = [
            total(self.space, 0, (self._pull(ambient._inverse_rows[i][j]) * conormal[j] for j in n))
            for i in n
        ]
        square = total(self.space, 0, (raised[i] * conormal[i] for i in n)).settled()
        if check(square == 0, counterexample=False):
            raise AxiomViolation(f"{phi} is null: its normal is tangent to it, so it has no length")
        sign = known_sign(self.space.chart.ring, square.element())
        if sign is None:
            raise NeedsSign(
                f"the sign of {square.summary()}, the square of a normal of {phi}, is not known: "
                f"declare signs or a domain of {self.space}"
            )
        #: The square of the unit normal, 1 or -1.
        self.sign: int = sign
        length = root_of(sign * square, "the length of a normal")
        values = [side * f / length for f in raised]
        #: The unit normal, a field along φ.
        self.normal = VectorForm(phi.target, 0, values, phi)

    # --- fundamental forms ------------------------------------------------------------

    @cached_property
    def first(self) -> Metric:
        """The first fundamental form, the induced metric ``φ^*g``."""
        return Metric(self.ambient.tensor.pulled_back(self.map))

    @cached_property
    def second(self) -> Tensor:
        """The second fundamental form ``h(U, V) = g(∇_U Tφ V, n)``, symmetric."""
        rows: dict[tuple[int, ...], Element] = {}
        for a, U in enumerate(self.space.frame):
            for b in range(a + 1):
                value = self._product(self._along(U, self._tangents[b]), self.normal)
                rows[a, b] = rows[b, a] = value.element()
        return Tensor(self.space, (0, 2), rows, self.normal.used)

    @cached_property
    def third(self) -> Tensor:
        """The third fundamental form ``g(SU, SV)``."""
        S = self.shape
        frame = self.space.frame
        rows: dict[tuple[int, ...], Element] = {
            (a, b): self.first(S(e), S(f)).element()
            for a, e in enumerate(frame)
            for b, f in enumerate(frame)
        }
        return Tensor(self.space, (0, 2), rows, self.second.used)

    @cached_property
    def shape(self) -> VectorForm:
        """The shape operator of Weingarten, a (1,1) tensor: ``g(SU, V) = h(U, V)``."""
        result: VectorForm = self.first.raised(self.second, 1).as_vector_form()
        return result

    # --- curvatures -------------------------------------------------------------------

    @cached_property
    def mean_curvature(self) -> Form:
        """The mean of the principal curvatures, ``tr S / m``."""
        m = self.space.dimension
        return total(self.space, 0, (self._entries[k][k] for k in range(m))) / m

    @cached_property
    def gauss_curvature(self) -> Form:
        """The product of the principal curvatures, ``det S`` (of Gauss and Kronecker)."""
        return linear.determinant(self._entries).settled()

    # --- verdicts ---------------------------------------------------------------------

    def gauss_codazzi(self) -> Verdict:
        """The verdict on the equations of Gauss and of Codazzi and Mainardi.

        ``R(X, Y, Z, W)`` of N is that of M plus ``ε (h(Y, Z)h(X, W) - h(X, Z)h(Y, W))``, and
        ``(D_X h)(Y, Z) - (D_Y h)(X, Z) = g(R(Tφ X, Tφ Y)Tφ Z, n)``.
        """
        riemann = self.ambient.connection.riemann
        products = kulkarni_nomizu(self.second, self.second) * self.sign / 2
        gauss = self.first.connection.riemann == riemann.pulled_back(self.map) + products
        slope = self.first.connection.derivative(self.second)
        codazzi = slope - slope.permuted((1, 0, 2)) == self._mixed(riemann)
        both = Conjunction([gauss, codazzi])
        return check(both, name="the equations of Gauss and Codazzi")

    def constraints(self, source: Tensor | None = None) -> Verdict:
        """The verdict on the constraints of Hamilton and of the momenta, for the Einstein tensor G.

        ``2 G(n, n) = -ε scalar + (tr S)² - tr S²`` and ``G(n, Tφ X) = (d tr S - div h)(X)``. They
        hold for every hypersurface; with a source T for G they are what data on N have to satisfy.

        Parameters
        ----------
        source
            A tensor of type (0,2) on M in place of the Einstein tensor; 0 is vacuum.
        """
        G = self.ambient.connection.einstein if source is None else source
        nabla, S = self.first.connection, self.shape
        m = self.space.dimension
        trace = m * self.mean_curvature
        squares = total(
            self.space,
            0,
            (S(S(e))(x) for e, x in zip(self.space.frame, self.space.coordinates, strict=True)),
        )
        energy = 2 * value_along(G, self.map, [self.normal, self.normal]) == (
            trace**2 - squares - self.sign * nabla.scalar
        )
        momenta = nabla.divergence(self.second)
        parts = [energy]
        for e, tangent in zip(self.space.frame, self._tangents, strict=True):
            flow = value_along(G, self.map, [self.normal, tangent])
            parts.append(flow == e(trace) - momenta(e))
        return check(Conjunction(parts), name="the constraints")

    # --- looking at it ----------------------------------------------------------------

    def __str__(self) -> str:
        return f"the hypersurface {self.map}"

    def __repr__(self) -> str:
        return f"<{self}>"

    def _formula(self, write: Callable[[object], str]) -> str:
        return rf"{write(self.first)},\quad h = {write(self.second)}"

    # --- inside the library -----------------------------------------------------------

    @cached_property
    def _entries(self) -> list[list[Form]]:
        """The matrix of the shape operator."""
        m = range(self.space.dimension)
        return [[self.shape(e)(self.space.coordinates[k]) for e in self.space.frame] for k in m]

    def _root(self, square: Form) -> Form:
        return root_of(square.settled(), "the difference of principal curvatures")

    def _pull(self, f: Form) -> Form:
        return self.map.pull(f)

    def _conormal(self) -> list[Form]:
        """The 1-form along φ that is zero on tangents: the minors of their matrix."""
        n = self.map.target.dimension
        rows = [[T.value(k) for k in range(n)] for T in self._tangents]
        found = []
        for k in range(n):
            minor = [[row[j] for j in range(n) if j != k] for row in rows]
            value = linear.determinant(minor).settled()
            found.append(value if (n - 1 - k) % 2 == 0 else -value)
        return found

    def _product(self, U: VectorForm, V: VectorForm) -> Form:
        """``g(U, V)`` of fields along φ."""
        return value_along(self.ambient.tensor, self.map, [U, V])

    def _mixed(self, riemann: Tensor) -> Tensor:
        """The tensor ``R(Tφ X, Tφ Y, Tφ Z, n)``."""
        m = range(self.space.dimension)
        tangents = self._tangents
        rows: dict[tuple[int, ...], Element] = {
            (a, b, c): value_along(
                riemann, self.map, [tangents[a], tangents[b], tangents[c], self.normal]
            ).element()
            for a in m
            for b in m
            for c in m
        }
        return Tensor(self.space, (0, 3), rows)
