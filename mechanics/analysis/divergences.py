"""Volumes of the constraint set, and the divergence that a motion has for them.

The constraint set N has a volume for each commuting frame, and the volume μ of the kinetic energy:
with a chart of it, ``μ = (det W det W_D)^{1/2} dt∧dq∧du``, where W is the Hessian of L in all
velocities and W_D that of its restriction to N. Without constraints it is dt∧Ω_L^n up to a factor,
and for kinetic energies the Riemannian volume of the configurations times that of the admissible
velocities. A motion Γ has a divergence σ for it, ``L_Γ μ = σ μ``.

A function M with ``Γ(log M) = -div Γ`` is a last multiplier of Jacobi. Where there is a Lagrangian
without constraints the determinant of its Hessian is one for the chart of J¹π. So the diagonal
entries of the matrix of which the divergence is the trace suggest factors of Lagrangians, such as
e^{ct} for a friction that is c times the velocity (`suggested_factors`).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo import bracket, d
from diffgeo.calculus import exponential
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import Refusal
from mechanics.analysis.densities import Density
from mechanics.analysis.local_potentials import local_potential
from mechanics.analysis.prescribed_derivatives import PrescribedDerivatives
from mechanics.model.coefficient_functions import independent
from mechanics.model.lagrangian import hessian
from mechanics.model.plain_answers import vanishes

if TYPE_CHECKING:
    from diffgeo import Form, VectorForm
    from mechanics.model.admissible_velocities import AdmissibleVelocities


class Divergence:
    """The divergence of a motion on the set of affine constraints.

    Parameters
    ----------
    motion
        Γ on N.
    velocities
        N as a bundle over E.
    """

    def __init__(self, motion: VectorForm, velocities: AdmissibleVelocities) -> None:
        self.motion, self.velocities = motion, velocities

    @cached_property
    def in_chart(self) -> Form:
        """The divergence for the volume that is 1 on the commuting frame of N."""
        N = self.velocities.space
        coframe = zip(N.frame, N.coordinates, strict=True)
        return sum((bracket(X, self.motion)(x) for X, x in coframe), start=0 * N.coordinates[0])

    @cached_property
    def kinetic_density(self) -> Density:
        """The density of μ for that volume: ``(det W det W_D)^{1/2}``."""
        system, V = self.velocities.system, self.velocities.vertical
        restrict = system.constraint_set.restrict
        rows = [[restrict(entry) for entry in row] for row in
                hessian(system.lagrangian, system.evolution_space)]  # fmt: skip
        L = restrict(system.lagrangian)
        inner = [[v(w(L)) for w in V] for v in V]
        half = self.velocities.space.function(1) / 2
        determinants = [linear.determinant(m).settled() for m in (rows, inner) if m]
        kept = tuple((p, half) for p in determinants if not vanishes(d(p)))
        return Density(kept, 0 * half)

    @cached_property
    def kinetic(self) -> Form:
        """σ on N with ``L_Γ μ = σ μ``."""
        return (self.in_chart + self.kinetic_density.rate(self.motion)).settled()


def suggested_factors(motion: VectorForm, velocities: AdmissibleVelocities) -> list[Form]:
    """Functions f on E with ``Γ(log f) = -s`` for parts s of the divergence along the fibres.

    The parts are each diagonal entry V_a(Γ(u_a)) and their mean, trace by dimension, where they are
    affine in the velocities and such an f exists and is found in formulas. Nothing rests on them
    but the space that is searched.
    """
    restrict, fibres = velocities.system.constraint_set.restrict, velocities.vertical
    speeds = map(restrict, velocities.speeds)
    entries = [V(motion(u)) for V, u in zip(fibres, speeds, strict=True)]
    if not entries:
        return []
    mean = Fraction(1, len(entries)) * sum(entries, start=0 * entries[0])
    found: list[Form] = []
    for s in (*entries, mean):
        try:
            f = _factor(s, velocities)
        except Refusal:
            continue
        if f is not None and not vanishes(d(f)):
            found.append(f)
    one = velocities.projection.target.function(1)
    return independent([one, *found])[1:]


def _factor(part: Form, velocities: AdmissibleVelocities) -> Form | None:
    if vanishes(part) or not velocities.is_affine(part):
        return None
    values: Sequence[Form] = [-g for g in velocities.values(part)]
    slope = PrescribedDerivatives(velocities.fields, values).differential
    logarithm = None if slope is None else local_potential(slope)
    return None if logarithm is None else exponential(logarithm)
