"""Null hypersurfaces: generators, null second fundamental form, expansion, shear, surface gravity.

N is null if its normal is tangent to it: the induced tensor q is degenerate, and its radical is
spanned by the normal ℓ, whose integral curves are null geodesics, the generators of N. There is no
unit of length on them, so that all of this depends on the choice of ℓ:

* ``∇_ℓ ℓ = κ ℓ``, where κ is the surface gravity, 0 if the parameter is affine;
* ``B(U, V) = g(∇_U ℓ, V) = ½(L_ℓ q)(U, V)`` is symmetric with ``B(ℓ, ·) = 0``, so it lives on
  ``TN/ℓ``, where q is a metric of dimension n - 2; the expansion θ is its trace, the shear
  ``σ = B - θ/(n-2) q``. A positive θ says that areas grow along ℓ;
* the equation of Raychaudhuri, ``ℓ(θ) = κθ - |B|² - Ric(ℓ, ℓ)``.

If ℓ becomes fℓ, B and θ become fB and fθ, and κ becomes ``fκ + ℓ(f)``.

Source: Gourgoulhon and Jaramillo, A 3+1 perspective on null hypersurfaces and isolated horizons,
Physics Reports 423 (2006); Poisson, A Relativist's Toolkit (2004), chapters 2, 3 and 5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.derivations import d
from diffgeo.calculus.display import Shown
from diffgeo.calculus.forms import Form, total
from diffgeo.calculus.maps import Map
from diffgeo.calculus.requirements import require_kind, require_same_space, require_vector_form
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.connections.along_maps import ConnectionAlong
from diffgeo.errors import AxiomViolation, DegreeMismatch, SpaceMismatch
from diffgeo.metrics.hypersurfaces import OnHypersurface
from diffgeo.metrics.pseudo_riemannian import Metric
from diffgeo.structures.axioms import verify_axiom
from diffgeo.structures.components_of_tensors import value_along
from diffgeo.structures.tensor_algebra import composed, tensor_product
from diffgeo.structures.tensors import Tensor
from diffgeo.subsets.level_sets import LevelSet
from diffgeo.subsets.reduction_modulo_equations import shortened
from diffgeo.subsets.restrictions import Restriction
from diffgeo.verdicts.verdict import Verdict, check


class NullGeometry(Shown):
    """What is asked of a null hypersurface N, however it is given."""

    ambient: Metric
    #: The induced tensor q, degenerate.
    first: OnHypersurface
    #: The field ℓ on N that spans the radical of q.
    generator: OnHypersurface
    second: OnHypersurface
    expansion: OnHypersurface
    surface_gravity: OnHypersurface
    #: ``|B|²`` and ``Ric(ℓ, ℓ)`` on N.
    _square: OnHypersurface
    _focusing: OnHypersurface

    @cached_property
    def shear(self) -> OnHypersurface:
        """The shear ``σ = B - θ/(n-2) q``, without trace."""
        m = max(1, self.ambient.space.dimension - 2)  # on a line in a surface B is zero
        return self.second - self.expansion / m * self.first

    def is_geodesic(self) -> Verdict:
        """The verdict on ``B = 0``: ℓ is a Killing field of q, as on horizons of black holes."""
        return check(self.second == 0, name="B = 0")

    def is_umbilic(self) -> Verdict:
        """The verdict on ``σ = 0``: the generators spread equally in all directions."""
        return check(self.shear == 0, name="shear = 0")

    def raychaudhuri(self) -> Verdict:
        """The verdict on ``ℓ(θ) = κθ - |B|² - Ric(ℓ, ℓ)``."""
        slope = self.surface_gravity * self.expansion - self._square - self._focusing
        return check(self.generator(self.expansion) == slope, name="the equation of Raychaudhuri")

    def __str__(self) -> str:
        return f"the null hypersurface with the generator {self.generator.summary()}"

    def __repr__(self) -> str:
        return f"<{self}>"

    def _formula(self, write: Callable[[object], str]) -> str:
        return rf"\ell = {write(self.generator)},\quad B = {write(self.second)}"


def require_generator(factor: OnHypersurface) -> None:
    """Raise `AxiomViolation` if what stands before a generator vanishes on N."""
    if check(factor == 0, counterexample=False):
        raise AxiomViolation("the field 0 is no generator of a null hypersurface")


def first_nonzero(functions: Iterable[OnHypersurface]) -> int:
    """The number of the first function that does not vanish on N."""
    return next(k for k, f in enumerate(functions) if not check(f == 0, counterexample=False))


class NullHypersurface(NullGeometry):
    """A null hypersurface φ: N → M in parameters.

    Parameters
    ----------
    phi
        The immersion, from a manifold with one dimension less.
    ambient
        The metric g of M.
    generator
        A field ℓ on N that spans the radical of ``φ^*g``; if not given, one is solved for.

    Raises
    ------
    SpaceMismatch, DegreeMismatch
        φ does not end where the metric lives, or is no hypersurface.
    AxiomViolation
        N is not null, φ is no immersion, or ℓ is zero or not in the radical.

    Examples
    --------
    >>> from diffgeo import Manifold, Map
    >>> from diffgeo.metrics import NullHypersurface, exact_solution
    >>> g = exact_solution("minkowski")
    >>> N = Manifold("N", "r theta phi", domain=["r > 0", "theta in (0, pi)"])
    >>> around = {"x": "r*sin(theta)*cos(phi)", "y": "r*sin(theta)*sin(phi)", "z": "r*cos(theta)"}
    >>> cone = NullHypersurface(Map(N, g.space, {"t": "r", **around}), g)
    >>> print(cone.generator, "|", cone.expansion, "|", bool(cone.is_umbilic()))
    ∂_r | 2/r | True
    """

    def __init__(self, phi: Map, ambient: Metric, generator: VectorForm | None = None) -> None:
        require_kind(phi, Map, "take for a null hypersurface", "a Map")
        require_kind(ambient, Metric, "take a null hypersurface with", "a Metric")
        if phi.target is not ambient.space:
            raise SpaceMismatch(f"{phi} does not end on {ambient.space}, where the metric lives")
        self.map = phi
        self.ambient = ambient
        self.space = phi.source
        frame = self.space.frame
        if self.space.dimension != phi.target.dimension - 1:
            raise DegreeMismatch(f"{phi} is no hypersurface of {phi.target}")
        self.first: Tensor = ambient.tensor.pulled_back(phi)
        radical = linear.kernel([[self.first(e, f) for f in frame] for e in frame])
        if len(radical) != 1:
            raise AxiomViolation(
                f"{phi} is no null hypersurface: the radical of the induced tensor has dimension "
                f"{len(radical)}"
            )
        if generator is None:
            generator = VectorForm(self.space, 0, radical[0])
        require_vector_form(generator, 0, "take for a generator")
        require_same_space("take for a generator", generator, self.first)
        verify_axiom(self.first.insert(generator) == 0, "lying in the radical", generator.summary())
        #: The generator ℓ.
        self.generator: VectorForm = generator
        self._along = ConnectionAlong(ambient.connection, phi)
        #: The same as a field along φ.
        self._image = self._along.tangent(generator)
        require_generator(self._image)

    @cached_property
    def second(self) -> Tensor:
        """The null second fundamental form ``B(U, V) = g(∇_U ℓ, V)``."""
        return self.first.lie_derivative(self.generator) / 2

    @cached_property
    def expansion(self) -> Form:
        """The expansion θ, the trace of B on ``TN/ℓ``."""
        return self._trace(self._weingarten)

    @cached_property
    def surface_gravity(self) -> Form:
        """The function κ with ``∇_ℓ ℓ = κ ℓ``."""
        bent = self._along(self.generator, self._image)
        k = first_nonzero(self._image.value(k) for k in range(self.map.target.dimension))
        return (bent.value(k) / self._image.value(k)).settled()

    @cached_property
    def _weingarten(self) -> VectorForm:
        """The (1,1) tensor with ``q(bU, V) = B(U, V)`` in a complement of ℓ."""
        x = self.space.coordinates[first_nonzero(map(self.generator, self.space.coordinates))]
        omega = d(x) / self.generator(x)
        return (
            Metric(self.first + tensor_product(omega, omega))
            .raised(self.second, 1)
            .as_vector_form()
        )

    @cached_property
    def _square(self) -> Form:
        return self._trace(self._weingarten @ self._weingarten)

    @cached_property
    def _focusing(self) -> Form:
        return value_along(self.ambient.connection.ricci, self.map, [self._image, self._image])

    def _trace(self, b: VectorForm) -> Form:
        """The trace of an endomorphism of TN."""
        pairs = zip(self.space.frame, self.space.coordinates, strict=True)
        return total(self.space, 0, (b(e)(x) for e, x in pairs)).settled()


class ImplicitNullHypersurface(NullGeometry):
    """A null hypersurface N = {F = 0}; what lives on it are restrictions.

    Parameters
    ----------
    space
        N, a level set with one equation.
    ambient
        The metric g of M, of Lorentzian (or another indefinite) signature.
    generator
        A field ℓ on M that is a multiple of grad F on N; if not given, ``grad F`` for
        ``F = space.equations[0]``.

    Raises
    ------
    DegreeMismatch
        N has several equations.
    AxiomViolation
        N is not null, or ℓ is no multiple of its normal or zero on N.

    Examples
    --------
    >>> from diffgeo import level_set
    >>> from diffgeo.metrics import ImplicitNullHypersurface, exact_solution
    >>> g = exact_solution("eddington-finkelstein")
    >>> horizon = level_set(g.space, "r - 2*m", name="H")
    >>> horizon = ImplicitNullHypersurface(horizon, g)
    >>> print(horizon.generator, "|", horizon.surface_gravity, "|", bool(horizon.is_geodesic()))
    ∂_v | 1/(2*r) | True
    """

    def __init__(
        self, space: LevelSet, ambient: Metric, generator: VectorForm | None = None
    ) -> None:
        require_kind(space, LevelSet, "take for a null hypersurface", "a level set")
        require_kind(ambient, Metric, "take a null hypersurface with", "a Metric")
        if len(space.equations) != 1:
            raise DegreeMismatch(f"{space.name} has {len(space.equations)} equations, not one")
        self.space: LevelSet = space
        self.ambient = ambient
        (F,) = space.equations
        require_same_space("take a null hypersurface with", F, ambient.tensor)
        self._gradient = gradient = ambient.gradient(F)
        self._norm = ambient.inner(d(F), d(F))
        verify_axiom(
            Restriction(space, self._norm) == 0, "g(dF, dF) = 0 (N is null)", f"N = {space.name}"
        )
        frame, names = space.space.frame, space.space.coordinates
        across = first_nonzero(Restriction(space, e(F)) for e in frame)
        #: The number κ of grad F: ``d g(dF, dF) = 2κ dF`` on N.
        self._own_gravity = self._short(frame[across](self._norm) / (2 * frame[across](F)))
        self._factor = space.space.function(1)
        if generator is None:
            generator = VectorForm(space.space, 0, [self._short(gradient(x)) for x in names])
        else:
            require_vector_form(generator, 0, "take for a generator")
            require_same_space("take for a generator", generator, ambient.tensor)
            along = names[first_nonzero(Restriction(space, gradient(x)) for x in names)]
            self._factor = self._short(generator(along) / gradient(along))
            multiple = Restriction(space, generator - self._factor * gradient) == 0
            verify_axiom(multiple, "being a multiple of grad F", generator.summary())
            require_generator(Restriction(space, self._factor))
        #: The generator ℓ.
        self.generator: Restriction = space.restrict(generator)

    @cached_property
    def first(self) -> Restriction:
        """The induced tensor q, degenerate."""
        return self.space.restrict(self.ambient.tensor)

    @cached_property
    def second(self) -> Restriction:
        """The null second fundamental form ``B(U, V) = g(∇_U ℓ, V)`` of tangent fields."""
        return self.space.restrict(self._factor * self._hessian)

    @cached_property
    def expansion(self) -> Restriction:
        """The expansion θ, the trace of B on ``TN/ℓ``."""
        trace: Any = self.ambient.trace(self._hessian) - 2 * self._own_gravity
        return self._restricted(self._factor * trace)

    @cached_property
    def surface_gravity(self) -> Restriction:
        """The function κ with ``∇_ℓ ℓ = κ ℓ``."""
        return self._restricted(self._gradient(self._factor) + self._factor * self._own_gravity)

    @cached_property
    def _hessian(self) -> Tensor:
        """The tensor ``∇dF``."""
        (F,) = self.space.equations
        return self.ambient.connection.derivative(d(F))

    @cached_property
    def _square(self) -> Restriction:
        # On TM ⊃ TN ⊃ ℓ the endomorphism ∇grad F has κ at the ends, and B between.
        turned = self.ambient.raised(self._hessian, 1)
        trace: Any = self.ambient.trace(composed(self._hessian, turned.as_vector_form(), None))
        return self._restricted(self._factor**2 * (trace - 2 * self._own_gravity**2))

    @cached_property
    def _focusing(self) -> Restriction:
        field: Any = self.generator.representative
        return self.space.restrict(self.ambient.connection.ricci(field, field))

    def _short(self, f: Form) -> Form:
        return shortened([f.settled()], self.space.equations)[0]

    def _restricted(self, f: Form) -> Restriction:
        return self.space.restrict(self._short(f))
