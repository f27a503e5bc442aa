"""Hypersurfaces given by one equation F = 0 that nobody has solved: normal, forms, curvatures.

The unit normal is ``n = grad F/|grad F|`` for the equation of the level set, so that with the
Hessian ``∇dF``, for tangent fields U and V of N = {F = 0} and the tangential projector P:

* the second fundamental form is ``h(U, V) = g(∇_U V, n) = -(∇dF)(U, V)/|dF|``, the shape operator
  ``S U = -∇_U n = -P(∇_U grad F)/|dF|``, with the signs of `diffgeo.metrics.Hypersurface`;
* ``tr S = -(ΔF - (∇dF)(grad F, grad F)/g(dF, dF))/|dF|``, and det S is a determinant of ``∇dF``
  bordered by dF, without a root where the dimension of N is even.

Everything is a restriction to N. For more equations there is `diffgeo.metrics.InducedMetric`.

Source: Goldman, Curvature formulas for implicit curves and surfaces, Computer Aided Geometric
Design 22 (2005); O'Neill, Semi-Riemannian Geometry (1983), chapter 4.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form
from diffgeo.calculus.requirements import require_kind
from diffgeo.errors import DegreeMismatch, NeedsSign
from diffgeo.metrics.hypersurfaces import Curved
from diffgeo.metrics.induced import InducedMetric
from diffgeo.metrics.pseudo_riemannian import Metric
from diffgeo.metrics.volumes import root_of
from diffgeo.rings.protocol import known_sign
from diffgeo.structures.tensor_algebra import composed
from diffgeo.structures.tensors import Tensor
from diffgeo.subsets.level_sets import LevelSet
from diffgeo.subsets.reduction_modulo_equations import shortened
from diffgeo.subsets.restrictions import Restriction
from diffgeo.verdicts.verdict import Verdict


class ImplicitHypersurface(Curved):
    """A hypersurface N = {F = 0} of a manifold with a metric.

    Parameters
    ----------
    space
        N, a level set with one equation, ``F = space.equations[0]``.
    ambient
        The metric g of M, of any signature.
    side
        1 for the normal along grad F, -1 for the opposite one.

    Raises
    ------
    DegreeMismatch
        N has several equations.
    AxiomViolation
        N is null (see `ImplicitNullHypersurface`).
    NeedsSign
        The sign of ``g(dF, dF)`` on N is not known: declare a domain of M.

    Examples
    --------
    >>> from diffgeo import Manifold, Metric, level_set
    >>> from diffgeo.metrics import ImplicitHypersurface
    >>> M = Manifold("M", "x y z", parameters="a b", positive="a b")
    >>> N = level_set(M, "(x**2 + y**2)/a**2 + z**2/b**2 - 1", name="spheroid")
    >>> N = ImplicitHypersurface(N, Metric.diagonal(M, x=1, y=1, z=1))
    >>> print(N.gauss_curvature, "|", bool(N.gauss_codazzi()))
    a**2*b**4*(b**2*x**2 + b**2*y**2 + a**2*z**2)/(b**4*x**2 + b**4*y**2 + a**4*z**2)**2 | True
    """

    def __init__(self, space: LevelSet, ambient: Metric, side: int = 1) -> None:
        require_kind(space, LevelSet, "take for a hypersurface", "a level set")
        if len(space.equations) != 1 or side not in (1, -1):
            raise DegreeMismatch(
                f"{space.name} has {len(space.equations)} equations, and a hypersurface one; a "
                "side is 1 or -1"
            )
        #: The first fundamental form.
        self.first: InducedMetric = InducedMetric(space, ambient)
        self.space: LevelSet = space
        self.ambient = ambient
        self.side = side
        (self._equation,) = space.equations
        conormal = d(self._equation)
        self._square = self._short(ambient.inner(conormal, conormal))
        sign = known_sign(space.space.chart.ring, self._square.element())
        if sign is None and ambient.signature == (space.space.dimension, 0):
            sign = 1
        if sign is None:
            raise NeedsSign(
                f"the sign of {self._square.summary()}, the square of a normal of {space.name}, "
                f"is not known: declare signs or a domain of {space.space}"
            )
        #: The square of the unit normal, 1 or -1.
        self.sign: int = sign

    @cached_property
    def normal(self) -> Restriction:
        """The unit normal n, a field along N."""
        return Restriction(self.space, self.ambient.gradient(self._equation) / self._length)

    @cached_property
    def second(self) -> Restriction:
        """The second fundamental form ``h(U, V) = g(∇_U V, n)``, symmetric."""
        return self.space.restrict(-self._hessian / self._length)

    @cached_property
    def third(self) -> Restriction:
        """The third fundamental form ``g(SU, SV)``."""
        S: Any = self.shape.representative
        return self.space.restrict(composed(self.ambient.tensor, S, S))

    @cached_property
    def shape(self) -> Restriction:
        """The shape operator of Weingarten, a (1,1) tensor: ``g(SU, V) = h(U, V)``."""
        turned = self.ambient.raised(self._hessian, 1).as_vector_form()
        return self.space.restrict(-(self.first.projector @ turned) / self._length)

    @cached_property
    def mean_curvature(self) -> Restriction:
        """The mean of the principal curvatures, ``tr S / m``."""
        g, gradient = self.ambient, self.ambient.gradient(self._equation)
        across = self._hessian(gradient, gradient) / self._square
        trace: Any = g.trace(self._hessian) - across
        return self._restricted(-trace / (self.space.dimension * self._length))

    @cached_property
    def gauss_curvature(self) -> Restriction:
        """The product of the principal curvatures, ``det S`` (of Gauss and Kronecker)."""
        M, m = self.space.space, self.space.dimension
        border = [e(self._equation) for e in M.frame]
        rows = [
            [*(self._hessian(e, f) for f in M.frame), slope]
            for e, slope in zip(M.frame, border, strict=True)
        ]
        bordered = linear.determinant([*rows, [*border, M.function(0)]])
        volume = (self.sign * self._square) ** (m // 2) * (self._length if m % 2 else 1)
        value = bordered / (self._square * self.ambient.determinant * volume)
        return self._restricted(-value if m % 2 == 0 else value)

    def gauss_codazzi(self) -> Verdict:
        """The verdict on the equations of Gauss and Codazzi (see `InducedMetric`)."""
        return self.first.gauss_codazzi()

    # --- looking at it ----------------------------------------------------------------

    def __str__(self) -> str:
        return f"the hypersurface {self.space}"

    def __repr__(self) -> str:
        return f"<{self}>"

    def _formula(self, write: Callable[[object], str]) -> str:
        return rf"{write(self.first)},\quad h = {write(self.second)}"

    # --- inside the library -----------------------------------------------------------

    @cached_property
    def _hessian(self) -> Tensor:
        """The tensor ``∇dF``."""
        return self.ambient.connection.derivative(d(self._equation))

    @cached_property
    def _length(self) -> Form:
        """``|grad F|`` on N, with the sign of the side."""
        return self.side * root_of(self.sign * self._square, "the length of a normal")

    def _short(self, f: Form) -> Form:
        return shortened([f.settled()], self.space.equations)[0]

    def _restricted(self, f: Form) -> Restriction:
        return self.space.restrict(self._short(f))

    def _root(self, square: Restriction) -> Restriction:
        function: Any = square.representative
        root = root_of(self._short(function), "the difference of principal curvatures")
        return self.space.restrict(root)
