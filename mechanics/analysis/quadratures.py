"""The quadratures that a theorem on integrability implies, on levels of the first integrals.

Let S be a level of the r first integrals, of dimension s + 1 with s symmetries Z_a that are
independent of each other and of Γ (Lie), and α^a the dual 1-forms, ``α^a(Z_b) = δ^a_b`` and
α^a(Γ) = 0. By ``dα^a(X, Y) = -α^a([X, Y])`` the form α^a is closed if no bracket has a part along
Z_a, and ∫α^a is constant on motions. The algebra is solvable, so that there is one; the forms that
are not closed are so on levels of the ones before. With one symmetry less and an invariant volume
ρμ there is the form ``α = ρ i_Z … i_Γ μ / J`` with the volume μ of the coordinates on S, J the
Jacobian of the integrals by the coordinates that were solved for (Euler, Jacobi, Lie).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING

from diffgeo import Form, VectorForm, d, interior, wedge
from diffgeo.calculus import linear_algebra as linear
from mechanics.analysis.local_potentials import local_potential
from mechanics.model.plain_answers import vanishes

if TYPE_CHECKING:
    from mechanics.analysis.densities import Density
    from mechanics.model.solved_levels import SolvedLevels


@dataclass(frozen=True)
class Quadrature:
    """A 1-form α on the levels with α(Γ) = 0.

    Attributes
    ----------
    form : Form
        α.
    is_closed : bool
        Whether dα = 0: then ∫α is constant on motions.
    primitive : Form or None
        f with df = α, if it is elementary and was found.
    """

    form: Form
    is_closed: bool
    primitive: Form | None


def dual_quadratures(
    levels: SolvedLevels, motion: VectorForm, symmetries: Sequence[VectorForm]
) -> list[Quadrature]:
    """The forms that are dual to symmetries, on levels of a dimension more than these are."""
    fields = [levels.tangent(X) for X in (*symmetries, motion)]
    S = levels.inclusion.source
    rows, zero = [[X(x) for x in S.coordinates] for X in fields], S.function(0)
    slopes = list(map(d, S.coordinates))
    found = []
    for X, _ in zip(fields, symmetries, strict=False):
        c = linear.solve(rows, [zero + int(Y is X) for Y in fields])
        found.append(_quadrature(linear.combination(c, slopes, 0 * slopes[0])))
    return found


def last_quadrature(
    levels: SolvedLevels, motion: VectorForm, symmetries: Sequence[VectorForm], density: Density
) -> Quadrature:
    """That of an invariant volume, on levels of two dimensions more than there are symmetries."""
    S = levels.inclusion.source
    volume = wedge(*map(d, S.coordinates))
    fields = [levels.tangent(X) for X in (motion, *symmetries)]
    form = reduce(lambda beta, X: interior(X, beta), fields, volume)
    scale = levels.inclusion.pull(density.function) / levels.jacobian
    return _quadrature((scale * form).expanded())


def _quadrature(form: Form) -> Quadrature:
    is_closed = vanishes(d(form))
    return Quadrature(form, is_closed, local_potential(form) if is_closed else None)
