"""Angles as coordinates: maps to a chart on which a coordinate counts modulo its period.

Polar coordinates (r, φ) give a map to the plane; back, only r, cos φ and sin φ are functions
of the point, and dφ is a 1-form. Such an `AngleMap` pulls back the functions of r, cos φ and
sin φ, all forms with such coefficients, and fields, for which dφ is enough.

Source: Lee, Introduction to Smooth Manifolds (2nd ed. 2013), chapter 4 (local diffeomorphisms and
coverings).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from diffgeo.calculus.brackets import interior
from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form
from diffgeo.calculus.maps import Map
from diffgeo.calculus.spaces import FunctionLike, Manifold
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import AxiomViolation, OutsideDomain, UndefinedSymbol
from diffgeo.signs import indices
from diffgeo.structures.axioms import verify_axiom


class LocalDiffeomorphism(Map):
    """A Map whose inverse is known by its differentials.

    Vector-valued forms are pulled back by ``i_{φ^*K} dx = φ^*(i_K ψ^*dx)``, ψ the inverse; this
    asks for the 1-forms ψ^*dx only, not for the functions ψ^*x.

    Parameters
    ----------
    source, target, images, functions, inverse
        As for `Map`.

    Examples
    --------
    >>> from diffgeo import Manifold, check
    >>> from diffgeo.atlases import LocalDiffeomorphism
    >>> polar, plane = Manifold("P", "r phi", positive="r"), Manifold("R2", "x y")
    >>> psi = LocalDiffeomorphism(polar, plane, {"x": "r*cos(phi)", "y": "r*sin(phi)"})
    >>> turn, same = polar.vector_field(phi=1), plane.vector_field(x="-y", y="x")
    >>> print(check(psi.related(turn, same)).status.name)
    VERIFIED
    """

    def pull(self, thing: Any) -> Any:
        """As `Map.pull`."""
        if isinstance(thing, VectorForm) and thing.space is self.target and self.inverse:
            back = self.inverse
            dimension = self.source.dimension
            values = [self.pull(interior(thing, back.differential(a))) for a in range(dimension)]
            return VectorForm(self.source, thing.degree, values)
        return super().pull(thing)

    def between(
        self, source: Manifold, target: Manifold, images: Mapping[str, FunctionLike], below: Map
    ) -> LocalDiffeomorphism:
        """As `Map.between`."""
        return LocalDiffeomorphism(source, target, images, self.functions)

    @property
    def _composed_as(self) -> type[Map]:
        return LocalDiffeomorphism


class AngleMap(LocalDiffeomorphism):
    """The inverse of a local diffeomorphism that is periodic in angles.

    Parameters
    ----------
    inverse
        The local diffeomorphism ψ: N → M, such as ``x = r cos φ, y = r sin φ``.
    images
        For the coordinates of N that are functions on M, these functions.
    angles
        For each other coordinate its cosine and its sine, as functions on M.

    Raises
    ------
    UndefinedSymbol
        A coordinate has neither an image nor a cosine and sine.
    AxiomViolation, Undecided
        The functions are not inverse to ψ, or this could not be decided.

    Examples
    --------
    >>> from diffgeo import Manifold, d
    >>> from diffgeo.atlases import AngleMap, LocalDiffeomorphism
    >>> polar, plane = Manifold("P", "r phi", positive="r"), Manifold("R2", "x y")
    >>> psi = LocalDiffeomorphism(polar, plane, {"x": "r*cos(phi)", "y": "r*sin(phi)"})
    >>> r = "sqrt(x**2 + y**2)"
    >>> chi = AngleMap(psi, {"r": r}, {"phi": (f"x/{r}", f"y/{r}")})
    >>> print(chi.pull(d(polar["phi"])))
    -y/(x**2 + y**2) dx + x/(x**2 + y**2) dy
    """

    def __init__(
        self,
        inverse: LocalDiffeomorphism,
        images: Mapping[str, FunctionLike],
        angles: Mapping[str, tuple[FunctionLike, FunctionLike]],
    ) -> None:
        self._make(inverse.target, inverse.source, images, angles)
        self.inverse = inverse
        self._verify(inverse)
        inverse.inverse = self

    def _make(
        self,
        source: Manifold,
        target: Manifold,
        images: Mapping[str, FunctionLike],
        angles: Mapping[str, tuple[FunctionLike, FunctionLike]],
    ) -> None:
        self.source, self.target, self.inverse = source, target, None
        names = target.chart.coordinates
        if missing := [n for n in names if n not in images and n not in angles]:
            raise UndefinedSymbol(
                f"{', '.join(missing)} on {self.target} needs an image on {self.source}, or its "
                "cosine and sine"
            )
        values = self.source.functions(images.values())
        self._images: dict[str, Form] = dict(zip(images, values, strict=True))
        self._functions: dict[str, str] = {}
        self._products: dict[int, Form] = {}
        self._angles: dict[str, tuple[Form, Form]] = {}
        for name, pair in angles.items():
            cosine, sine = self.source.functions(pair)
            self._angles[name] = (cosine, sine)
        self._carry_declared_signs()

    def between(
        self, source: Manifold, target: Manifold, images: Mapping[str, FunctionLike], below: Map
    ) -> AngleMap:
        """As `Map.between`, with the same angles."""
        # The inverse comes with the functor that makes these maps, which keeps compositions.
        made = AngleMap.__new__(AngleMap)
        angles = {name: (below.pull(c), below.pull(s)) for name, (c, s) in self._angles.items()}
        made._make(source, target, images, angles)
        return made

    def _after(self, other: Map) -> AngleMap:
        angles = {name: (other.pull(c), other.pull(s)) for name, (c, s) in self._angles.items()}
        made = AngleMap.__new__(AngleMap)
        made._make(other.source, self.target, self._composed_images(other), angles)
        return made

    def image(self, index: int) -> Form:
        """``φ^*x^a``; `OutsideDomain` for an angle, which is no function on the source."""
        name = self.target.chart.coordinates[index]
        if name in self._angles:
            raise OutsideDomain(
                f"the angle {name} is no function on {self.source}: only its sine and cosine are"
            )
        return self._images[name]

    def differential(self, index: int) -> Form:
        """``φ^*dx^a``; of an angle ``c ds - s dc``."""
        name = self.target.chart.coordinates[index]
        if name not in self._angles:
            return d(self._images[name])
        cosine, sine = self._angles[name]
        return cosine * d(sine) - sine * d(cosine)

    def coincides(self, other: Map) -> bool:
        """Whether both are one and the same object."""
        return self is other

    def __repr__(self) -> str:
        return f"<{self}, angles {', '.join(self._angles)}>"

    # --- inside the library --------------------------------------------------------

    @cached_property
    def ring_map(self) -> Any:
        """The map of functions; of the angles it knows cosine and sine."""
        images = {name: form.element() for name, form in self._images.items()}
        angles = {name: (c.element(), s.element()) for name, (c, s) in self._angles.items()}
        spaces = (self.target.name, self.source.name)
        ring, there = self.target.chart.ring, self.source.chart.ring
        return ring.pullback(there, images, spaces=spaces, angles=angles)

    def _product(self, mask: int) -> Form:
        if mask not in self._products and mask.bit_count() == 1:
            (index,) = indices(mask)
            self._products[mask] = self.differential(index)
        return super()._product(mask)

    def _verify(self, inverse: LocalDiffeomorphism) -> None:
        what = f"the inverse of {inverse}"
        for name, image in self._images.items():
            verify_axiom(inverse.pull(image) == self.target[name], f"its value {name}", what)
        for name, (cosine, sine) in self._angles.items():
            expected = self.target.functions([f"cos({name})", f"sin({name})"])
            pulled = inverse.pull([cosine, sine])
            for mine, theirs, word in zip(pulled, expected, ("cosine", "sine"), strict=True):
                verify_axiom(mine == theirs, f"its {word} of {name}", what)
        for index, name in enumerate(self.source.chart.coordinates):
            composed = self._pull_form(inverse.image(index))
            verify_axiom(composed == self.source[name], f"its composition to {name}", what)

    def _require_names(self, images: Mapping[str, object], functions: Mapping[str, str]) -> None:
        raise AxiomViolation(f"{self} is made by AngleMap only")


def angle_chart(
    polar: Manifold,
    cartesian: Manifold,
    there: Mapping[str, FunctionLike],
    images: Mapping[str, FunctionLike],
    angles: Mapping[str, tuple[FunctionLike, FunctionLike]],
) -> LocalDiffeomorphism:
    """The local diffeomorphism from a chart with angles, with its verified `AngleMap` back."""
    forward = LocalDiffeomorphism(polar, cartesian, there)
    AngleMap(forward, images, angles)
    return forward
