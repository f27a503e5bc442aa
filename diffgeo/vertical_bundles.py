"""Vertical bundles: the vectors tangent to the fibres of a fibration.

Vπ → E is a subbundle of TE; its sections are the vertical fields. On it a 1-form on E is a
function, linear in the fibres, that depends on the form modulo semibasic ones only.
"""

from __future__ import annotations

from functools import cached_property

from diffgeo.errors import SpaceMismatch
from diffgeo.fibrations import Fibration
from diffgeo.fibred_manifolds import FibredManifold
from diffgeo.forms import Form, describe
from diffgeo.maps import Map
from diffgeo.structures import verify_axiom
from diffgeo.tangents import tangent
from diffgeo.vector_forms import VectorForm


class VerticalBundle(FibredManifold):
    """The vertical bundle Vπ → E of a fibration; make it with `vertical_bundle`.

    Attributes
    ----------
    fibration
        π: E → B.
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
        return self.inclusion.pull(tangent(self.base).contract(mu))  # type: ignore[no-any-return]

    def field_section(self, X: VectorForm) -> Map:
        """The section E → Vπ that a vertical field is: ``contract(μ) ↦ μ(X)``."""
        verify_axiom(self.fibration.is_vertical(X), "being vertical", describe(X))
        return self.section({v: X(self.base[q]) for q, v in self._velocity.items()})

    def vertical_lift(self, X: VectorForm) -> VectorForm:
        """The field on Vπ, tangent to its fibres, with ``X^v(contract(μ)) = π^*(μ(X))``."""
        verify_axiom(self.fibration.is_vertical(X), "being vertical", describe(X))
        pull = self.projection.pull
        return self.vector_field({v: pull(X(self.base[q])) for q, v in self._velocity.items()})


def vertical_bundle(fibration: Fibration) -> VerticalBundle:
    """The vertical bundle Vπ of π: E → B, fibred over E; one object per fibration."""
    if not isinstance(fibration, Fibration):
        raise SpaceMismatch(
            f"{fibration} is no fibration, so it has no vertical bundle: use a FibredManifold, or "
            "Fibration(projection)"
        )
    derived = fibration.total._derived
    key = ("vertical bundle", *fibration.key)
    if key not in derived:
        derived[key] = VerticalBundle(fibration.preferred())
    return derived[key]  # type: ignore[return-value]
