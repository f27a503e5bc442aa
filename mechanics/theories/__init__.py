"""Theories of nonholonomic constraints: one small object each."""

from __future__ import annotations

from mechanics.theories.base import Claim, Construction, Step, Theory

# Bound after the submodules of the same names, so that `theories.projection` is the theory.
from mechanics.theories.constrained_cartan import constrained_cartan
from mechanics.theories.lagrange_space import lagrange_space
from mechanics.theories.multipliers import multipliers
from mechanics.theories.omega_gamma import omega_gamma
from mechanics.theories.projection import projection
from mechanics.theories.registry import broken, registered, theory_named
from mechanics.theories.rheonomic import rheonomic
from mechanics.theories.vakonomic import Vakonomic, vakonomic

BUILT_IN = (projection, omega_gamma, constrained_cartan, lagrange_space, rheonomic, multipliers)

__all__ = [
    "BUILT_IN",
    "Claim",
    "Construction",
    "Step",
    "Theory",
    "Vakonomic",
    "broken",
    "constrained_cartan",
    "lagrange_space",
    "multipliers",
    "omega_gamma",
    "projection",
    "registered",
    "rheonomic",
    "theory_named",
    "vakonomic",
]
