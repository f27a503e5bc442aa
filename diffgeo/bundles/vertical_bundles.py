"""Vertical bundles: the vectors tangent to the fibres of a fibration.

Vπ → E is a subbundle of TE; its sections are the vertical fields. On it a 1-form on E is a
function, linear in the fibres, that depends on the form modulo semibasic ones only.

Source: Kolář, Michor and Slovák, Natural Operations in Differential Geometry (1993), § 9.
"""

from __future__ import annotations

from functools import cached_property, singledispatch
from typing import TYPE_CHECKING, overload

from diffgeo.bundles.fibrations import Fibration, made_over
from diffgeo.bundles.fibred_manifolds import FibredManifold
from diffgeo.bundles.lifts import with_inverse
from diffgeo.bundles.tangents import tangent, tangent_map
from diffgeo.calculus.forms import Form, describe
from diffgeo.calculus.maps import Map
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import SpaceMismatch
from diffgeo.structures.axioms import verify_axiom

if TYPE_CHECKING:
    from diffgeo.atlases import AtlasBundle
    from diffgeo.atlases.fibred_atlases import FibredAtlas


class VerticalBundle(FibredManifold):
    """The vertical bundle Vπ → E of a fibration; make it with `vertical_bundle`.

    Attributes
    ----------
    fibration
        π: E → B.

    Examples
    --------
    >>> from diffgeo import FibredManifold
    >>> from diffgeo.bundles import vertical_bundle
    >>> V = vertical_bundle(FibredManifold("E", time="t", coordinates="x y"))
    >>> print(V.chart.coordinates)
    ('t', 'x', 'y', 'xdot', 'ydot')
    """

    def __init__(self, fibration: Fibration) -> None:
        E, bundle = fibration.total, tangent(fibration.total)
        self.fibration = fibration
        self._velocity = {q: bundle.velocity_names[q] for q in fibration.fibre_names}
        names = tuple(self._velocity.values())
        latex = {name: bundle.chart.latex_name(name) for name in names}
        super().__init__(f"V({fibration.label})", coordinates=names, base=E, latex=latex)

    @cached_property
    def inclusion(self) -> Map:
        """The inclusion into TE: the vectors with ``Tπ = 0``."""
        bundle = tangent(self.base)
        images = {q: self[q] for q in self.base.chart.coordinates}
        for q, v in bundle.velocity_names.items():
            images[v] = self[v] if q in self._velocity else self.function(0)
        return Map(self, bundle, images)

    def contract(self, mu: Form) -> Form:
        """The function that a 1-form on E defines on vertical vectors."""
        return self.inclusion.pull(tangent(self.base).contract(mu))

    def field_section(self, X: VectorForm) -> Map:
        """The section E → Vπ that a vertical field is: ``contract(μ) ↦ μ(X)``."""
        verify_axiom(self.fibration.is_vertical(X), "being vertical", describe(X))
        return self.section({v: X(self.base[q]) for q, v in self._velocity.items()})

    def vertical_lift(self, X: VectorForm) -> VectorForm:
        """The field on Vπ, tangent to its fibres, with ``X^v(contract(μ)) = π^*(μ(X))``."""
        verify_axiom(self.fibration.is_vertical(X), "being vertical", describe(X))
        pull = self.projection.pull
        return self.vector_field({v: pull(X(self.base[q])) for q, v in self._velocity.items()})


@overload
def vertical_bundle(fibration: Fibration) -> VerticalBundle: ...
@overload
def vertical_bundle(fibration: FibredAtlas) -> AtlasBundle: ...
def vertical_bundle(fibration: object) -> object:
    """The vertical bundle Vπ of π: E → B, fibred over E; one object per fibration.

    Of a fibration of an atlas it is the atlas of the vertical bundles in its charts.

    Parameters
    ----------
    fibration
        A `Fibration`, a `FibredManifold`, or a fibration of an atlas.

    Returns
    -------
    VerticalBundle or AtlasBundle
        Of dimension ``dim E + n`` for fibres of dimension n.

    Examples
    --------
    >>> from diffgeo import FibredManifold
    >>> from diffgeo.bundles import vertical_bundle
    >>> print(*vertical_bundle(FibredManifold("E", coordinates="q")).coordinates)
    t q qdot
    """
    return vertical_of(fibration)


@singledispatch
def vertical_of(fibration: object) -> object:
    """What `vertical_bundle` makes; kinds of fibrations of other spaces register here."""
    return made_over(fibration, ["vertical bundle"], "vertical bundle", VerticalBundle)


def vertical_map(phi: Map, source: VerticalBundle, target: VerticalBundle) -> Map:
    """The vertical tangent map Vφ of a fibred map: Tφ on vertical vectors; with its inverse.

    ``inclusion ∘ Vφ = Tφ ∘ inclusion``.

    Raises `SpaceMismatch` if φ does not connect the spaces below, `AxiomViolation` if it is not
    fibred.
    """
    if phi.source is not source.base or phi.target is not target.base:
        raise SpaceMismatch(f"{phi} does not go from {source.base} to {target.base}")
    target.fibration.require_fibred(phi, source.fibration)

    def restricted(change: Map) -> Map:
        above, over = (source, target) if change is phi else (target, source)
        moved = tangent_map(change)
        pull = above.inclusion.pull
        images = {name: pull(f) for name, f in moved.images.items()}
        kept = {n: f for n, f in images.items() if n in over.chart.coordinates}
        return change.between(above, over, kept, above.projection)

    return with_inverse(restricted, phi)
