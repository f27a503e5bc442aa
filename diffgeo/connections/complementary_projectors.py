"""What two complementary projectors make of fields and forms: parts, and derivatives by parts."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import TypeVar

from diffgeo.calculus.brackets import interior, lie, torsion
from diffgeo.calculus.derivations import Derivation
from diffgeo.calculus.forms import Form, describe
from diffgeo.calculus.spaces import Manifold
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import SpaceMismatch

Split = TypeVar("Split", Form, VectorForm)


class Splitting:
    """The splitting of tangent spaces into the images of ``h = id - v`` and of v.

    Kept by connections; that v is a projector is verified there, and that its image is
    involutive, on which the formulas for curvature and covariant differential rest.
    """

    space: Manifold
    vertical_projector: VectorForm

    @cached_property
    def horizontal_projector(self) -> VectorForm:
        """The (1,1) tensor ``h = id - v``."""
        return self.space.identity - self.vertical_projector

    @cached_property
    def curvature(self) -> VectorForm:
        """``R = ½[h, h]``: the vertical-valued 2-form ``R(X, Y) = v[hX, hY]``.

        It vanishes if one argument is vertical, and measures how far horizontal lifts are from
        a morphism of Lie algebras: ``R(X^h, Y^h) = [X^h, Y^h] - [X, Y]^h``.
        """
        return torsion(self.horizontal_projector)

    @cached_property
    def horizontal_derivative(self) -> Derivation:
        """``d_h = L_h``, of degree 1, with ``d_h∘d_h = L_R``."""
        return lie(self.horizontal_projector)

    def covariant_differential(self, form: Form) -> Form:
        """``Dα = d_h α + 2 i_R α``: the part of dα with one more horizontal slot than α.

        For a horizontal form it is the horizontal part of dα; on functions ``D = d_h``. The
        other parts of d have one more vertical slot, and two more horizontal ones, ``-i_R``.
        """
        return self.horizontal_derivative(form) + 2 * interior(self.curvature, form)

    def part(self, form: Form, horizontal: int) -> Form:
        """The part of a form with that many horizontal and else vertical slots.

        i_h multiplies it by their number, so that it is a projection to an eigenspace.
        """
        self._require_own(form)
        if not 0 <= horizontal <= form.degree:
            return Form(self.space, form.degree, {})
        count = interior(self.horizontal_projector)
        for number in range(form.degree + 1):
            if number != horizontal:
                form = (count(form) - number * form) * Fraction(1, horizontal - number)
        return form

    def horizontal_part(self, thing: Split) -> Split:
        """``hX`` of a vector field (``h∘K`` of a vector-valued form); ``α(h·, …, h·)``."""
        self._require_own(thing)
        if isinstance(thing, VectorForm):
            return interior(thing, self.horizontal_projector)
        return self.part(thing, thing.degree)

    def vertical_part(self, thing: Split) -> Split:
        """``vX`` of a vector field (``v∘K`` of a vector-valued form); ``α(v·, …, v·)``."""
        self._require_own(thing)
        if isinstance(thing, VectorForm):
            return interior(thing, self.vertical_projector)
        return self.part(thing, 0)

    def _require_own(self, thing: object) -> None:
        if not isinstance(thing, Form | VectorForm):
            raise TypeError(f"{self} splits forms and vector-valued forms, not {thing!r}")
        if thing.space is not self.space:
            raise SpaceMismatch(
                f"{self} splits what lives on {self.space}, not {describe(thing)}: pull it back "
                "with phi.pull"
            )
