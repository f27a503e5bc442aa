"""Theories that are wrong, each in its own way, for tests of the tests.

A conformance test that passes one of them is worthless. They are written as a user would
write a theory; what is wrong with each is said in its title.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from diffgeo import Form, VectorForm, d
from diffgeo.calculus import linear_algebra as linear
from mechanics.errors import NotApplicable
from mechanics.model.lagrangian import cosymplectic_structure, euler_lagrange_field, vertical_frame
from mechanics.model.plain_answers import vanishes
from mechanics.model.systems import System
from mechanics.testing.variations import varied
from mechanics.theories import projection
from mechanics.theories.base import Construction
from mechanics.theories.registry import Theory

_honest = projection.construct


def _theory(name: str, title: str) -> Callable[[Callable[[System], Construction]], Theory]:
    return lambda construct: Theory(name, title, "wrong on purpose", construct)


@_theory("euclidean", "the reaction along the Euclidean gradient of the constraints")
def euclidean(system: System) -> Construction:
    """λ^i ∂φ_i/∂v^A ∂/∂v^A: raised by the coordinates instead of the mass matrix."""
    jets, phi = system.evolution_space, system.constraints
    Omega = cosymplectic_structure(system.lagrangian, jets)
    xi = euler_lagrange_field(Omega, jets, system.force)
    V = vertical_frame(jets)
    zero = 0 * xi
    Z = [sum((v(f) * v for v in V), start=zero) for f in phi]
    C = [[z(f) for z in Z] for f in phi]
    det = linear.determinant(C) if phi else jets.function(1)
    system.constraint_set.require_regular(det, "the determinant")
    reaction = linear.solve(C, [-xi(f) for f in phi]) if phi else []
    field = linear.combination(reaction, Z, xi)
    return Construction(field, tuple(reaction), det, "the determinant")


@_theory("frozen_vakonomic", "vakonomic equations with multipliers frozen at 1")
def frozen_vakonomic(system: System) -> Construction:
    """The variational principle of L + φ_1 + … + φ_m, sold as that of d'Alembert.

    It is coordinate-free, and right where the constraints are derivatives.
    """
    total = sum(system.constraints, start=system.lagrangian)
    return _honest(varied(system, lagrangian=total, same_set=True))


@_theory("forceless", "forces are forgotten")
def forceless(system: System) -> Construction:
    """The dynamics with F = 0."""
    return _honest(varied(system, force=0 * system.force, same_set=True))


def _tangent_vertical(system: System, energy: Form) -> VectorForm:
    """The projection P(W) of the vertical field W with i_W Ω_L = S^* dh."""
    jets = system.evolution_space
    Omega = cosymplectic_structure(system.lagrangian, jets)
    W = Omega.solve(jets.vertical_endomorphism.transpose(d(energy)))
    Q: VectorForm = _honest(system).step("Q")
    return W - Q(W)


@_theory("linear_only", "right for constraints that are linear in the velocities")
def linear_only(system: System) -> Construction:
    """A term with the second derivatives of the constraints in the velocities.

    It is a vertical field tangent to the constraint set, made without coordinates.
    """
    honest = _honest(system)
    V, C = vertical_frame(system.evolution_space), honest.determinant
    if not system.constraints or all(vanishes(v(C)) for v in V):
        return honest
    return replace(honest, field=honest.field + _tangent_vertical(system, C))


@_theory("choosy", "depends on the choice of the constraint functions")
def choosy(system: System) -> Construction:
    """A term with the values that ξ_L(φ_i) has, which are not those of A φ."""
    honest, jets = _honest(system), system.evolution_space
    if not system.constraints:
        return honest
    Omega = cosymplectic_structure(system.lagrangian, jets)
    xi = euler_lagrange_field(Omega, jets, system.force)
    rate = sum((xi(phi) for phi in system.constraints), start=jets.function(0))
    return replace(honest, field=honest.field + _tangent_vertical(system, rate))


@_theory("evasive", "not applicable to anything")
def evasive(system: System) -> Construction:
    """It cannot fail, and it says nothing."""
    raise NotApplicable("there is always a reason")


#: All of them.
IMPOSTORS = (euclidean, frozen_vakonomic, forceless, linear_only, choosy, evasive)
