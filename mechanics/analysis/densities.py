"""Positive functions as products of powers, by their logarithms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from diffgeo import d
from diffgeo.calculus import exponential, power
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import TooLarge, Unexpanded
from diffgeo.subsets import irreducible_factors, strict_sign
from mechanics.analysis.extactic_determinants import weighted_eigenfunctions
from mechanics.analysis.local_potentials import local_potential
from mechanics.analysis.noether import written
from mechanics.model.added_words import offered
from mechanics.model.plain_answers import vanishes

if TYPE_CHECKING:
    from diffgeo import Form, VectorForm
    from mechanics.faces.conveniences import DensityConveniences as _Conveniences
else:
    _Conveniences = offered("Density")


@dataclass(frozen=True)
class Density(_Conveniences):
    """A positive function ``|p_1|^{c_1} … |p_k|^{c_k} e^h`` by its logarithm.

    Attributes
    ----------
    factors : tuple of pairs
        The functions p_i with their exponents, constants c_i.
    exponent : Form
        The function h.
    """

    factors: tuple[tuple[Form, Form], ...]
    exponent: Form

    @property
    def slope(self) -> Form:
        """The differential of its logarithm."""
        return sum((c * d(p) / p for p, c in self.factors), start=d(self.exponent))

    @property
    def function(self) -> Form:
        """The function itself; its factors are taken to be positive."""
        made: Form = self.exponent.space.function(1)
        for p, c in self.factors:
            made = made * power(p, c)
        return made if vanishes(self.exponent) else made * exponential(self.exponent)

    def rate(self, field: VectorForm) -> Form:
        """The derivative of its logarithm."""
        return sum((c * field(p) / p for p, c in self.factors), start=field(self.exponent))

    def __mul__(self, other: Density) -> Density:
        """The product."""
        exponent = (self.exponent + other.exponent).expanded()
        return Density((*self.factors, *other.factors), exponent)

    def __str__(self) -> str:
        parts = []
        for p, c in self.factors:
            base = written(p) if written(p).isidentifier() else f"({written(p)})"
            parts.append(base if written(c) == "1" else f"{base}**({written(c)})")
        if not vanishes(self.exponent):
            parts.append(f"exp({written(self.exponent)})")
        return "*".join(parts) or "1"

    def latex(self) -> str:
        """LaTeX source, without dollar signs."""
        parts = [rf"\left|{p.latex()}\right|^{{{c.latex()}}}" for p, c in self.factors]
        if not vanishes(self.exponent):
            parts.append(f"e^{{{self.exponent.latex()}}}")
        return " ".join(parts) or "1"


def density_with_rate(
    field: VectorForm, rate: Form, factors: Sequence[Form], functions: Sequence[Form] = ()
) -> Density | None:
    """A density ``|p|^c e^h`` whose logarithm has a given derivative along a field.

    The p are among the factors, h is a combination of the functions with constants. None if there
    is none, or if what would have to be compared is too large to be written out.
    """
    rates = [field(p) / p for p in factors] + [field(h) for h in functions]
    try:
        relations = linear.constant_relations([*rates, -rate])
    except (Unexpanded, TooLarge):
        return None
    count = len(factors)
    for *c, last in relations:
        if vanishes(last):
            continue
        pairs = zip(factors, c[:count], strict=True)
        kept = tuple((_upright(p), a / last) for p, a in pairs if not vanishes(a))
        h = linear.combination(c[count:], functions, 0 * rate) / last
        return Density(kept, h.expanded())
    return None


def density_of_one_factor(field: VectorForm, rate: Form, space: Sequence[Form]) -> Density | None:
    """A density ``|P|^c`` whose logarithm has a given derivative along a field; P is undetermined.

    P is a combination, with constants, of functions that are independent over the constants. As
    ``field(P) = (1/c) rate P`` it is an eigenfunction for a weight, the rate; all P are found that
    belong to a rational c. None if there is none, or if functions are too large.
    """
    try:
        found = weighted_eigenfunctions(field, space, rate, [])
    except (Unexpanded, TooLarge):
        return None
    # The factors of P do not depend on how it was found, its denominators and conditions do.
    parts = (irreducible_factors(P) for P, k in found if not vanishes(k))
    return next(filter(None, (density_with_rate(field, rate, p) for p in parts)), None)


def density_with_slope(slope: Form) -> Density | None:
    """A density e^h with dh given, if h was found; see `local_potential`."""
    h = local_potential(slope)
    return None if h is None else Density((), h)


def _upright(p: Form) -> Form:
    """The function or its negative: positive, if that is known."""
    return -p if strict_sign(p) == -1 else p
