"""Densities of invariant volumes in formulas: two kinds of products that are searched.

Let Γ be a motion on the constraint set N and σ its divergence, so that a density ρ is wanted with
``Γ(log ρ) = -σ``:

* powers of given functions, times e^h (`density_with_rate`): a linear system for the exponents. The
  functions are the factors of what f is prescribed to be, and, where no ρ on the configurations
  serves, those of σ, of the velocities and of the accelerations;
* one power |P|^c, P = a^j b_j with undetermined constants in a finite space V of polynomials in the
  velocities. As ``Γ(P) = -(1/c) σ P`` the function P is an eigenfunction of Γ with the weight σ
  (`weighted_eigenfunctions`); all P of V that belong to a rational c are found.

V is spanned by functions that are constant along the coordinate fields that keep the motion: the P
of one exponent are a space that these fields map to itself, and nilpotently where V consists of
polynomials in such a coordinate, so that then nothing is lost.
"""

from __future__ import annotations

from functools import cached_property
from math import comb
from typing import TYPE_CHECKING

from diffgeo import bracket, d
from diffgeo.errors import TooLarge, Unexpanded
from diffgeo.subsets import irreducible_factors
from mechanics.analysis.ansatz import polynomials_on
from mechanics.analysis.densities import Density, density_of_one_factor, density_with_rate
from mechanics.analysis.noether import written
from mechanics.analysis.prescribed_derivatives import is_written
from mechanics.model.coefficient_functions import configuration_functions
from mechanics.model.plain_answers import vanishes

if TYPE_CHECKING:
    from diffgeo import Form
    from mechanics.analysis.invariant_volume import InvariantVolume

#: Degrees in the velocities and orders of coefficients: spaces V, the first of them always.
SPACES = ((1, 1), (1, 2), (2, 1), (2, 2))
#: Of others none of a larger dimension is searched.
MOST = 60


class DensitySearch:
    """Densities for the motion of an `InvariantVolume`; see the module."""

    def __init__(self, volume: InvariantVolume) -> None:
        self.volume, self.system, self.velocities = volume, volume.system, volume.velocities
        self.motion, self.divergence = volume.motion, volume.divergence

    def product(self, divergence: Form) -> Density | None:
        """A product of powers, times e^h, with ``Γ(log ρ)`` minus the given function."""
        if not is_written(divergence):
            return None
        try:
            basic, add = self._basic_factors, self._additive
            if self.volume.has_basic_density.holds:
                return density_with_rate(self.motion, -divergence, basic, add)
            return density_with_rate(self.motion, -divergence, [*basic, *self.factors])
        except (Unexpanded, TooLarge):
            return None

    @cached_property
    def _basic_factors(self) -> list[Form]:
        """Factors on E, on N, of what f is prescribed to be, and of the kinetic volume."""
        up = self.velocities.projection.pull
        equations = self.volume.equations
        given = [] if equations is None else list(equations.values)
        if equations is not None and (slope := equations.differential) is not None:
            given += [slope(X) for X in slope.space.frame]
        above = [p for p, _ in self.volume.kinetic_density.factors]
        above += [f for V in self.velocities.vertical for f in [V(self.divergence)]]
        functions = [*map(up, given), *above]
        found = {str(p): p for f in functions if not vanishes(f) for p in irreducible_factors(f)}
        basic = [p for p in found.values() if all(vanishes(V(p)) for V in self.velocities.vertical)]
        flow, *_ = self.velocities.space.frame
        return [p for p in basic if not self.volume.is_autonomous or vanishes(flow(p))]

    @cached_property
    def _additive(self) -> list[Form]:
        """Functions that the exponent is combined of."""
        up = self.velocities.projection.pull
        functions = [up(h) for h in configuration_functions(self.system, 2, timed=True)]
        flow, *_ = self.velocities.space.frame
        kept = [h for h in functions if not vanishes(d(h))]
        return [h for h in kept if not self.volume.is_autonomous or vanishes(flow(h))]

    @cached_property
    def factors(self) -> list[Form]:
        """Factors of the accelerations and of the divergence that depend on velocities."""
        place, Γ = self.system.constraint_set, self.motion
        speeds = [place.restrict(v) for v in self.system.evolution_space.velocities]
        functions = [self.divergence, *speeds, *(Γ(v) for v in speeds)]
        found = {str(p): p for f in functions if not vanishes(f) for p in irreducible_factors(f)}
        vertical = self.velocities.vertical
        return [p for p in found.values() if not all(vanishes(V(p)) for V in vertical)]

    @cached_property
    def of_one_factor(self) -> Density | None:
        """A density |P|^c with P in one of the spaces V."""
        if not is_written(self.divergence):
            return None
        found = (
            density_of_one_factor(self.motion, -self.divergence, space) for space in self.spaces
        )
        return next(filter(None, found), None)

    @cached_property
    def spaces(self) -> list[list[Form]]:
        """The spaces V, none of them contained in another one that is listed."""
        frame, up = self.velocities.space.frame, self.velocities.projection.pull
        kept = [X for X in frame if vanishes(bracket(X, self.motion))]
        count = len(self.system.evolution_space.velocities)
        found: dict[tuple[int, int], list[Form]] = {}
        for degree, order in SPACES:
            functions = configuration_functions(self.system, order)
            functions = tuple(f for f in functions if all(vanishes(X(up(f))) for X in kept))
            if not found or len(functions) * comb(count + degree, degree) <= 2 * MOST:
                space = polynomials_on(self.velocities, degree, functions)
                if not found or len(space) <= MOST:
                    found[degree, order] = space
        return [
            space
            for (m, n), space in found.items()
            if not any(m <= k and n <= j for k, j in found if (k, j) != (m, n))
        ]

    @property
    def searched(self) -> list[str]:
        """What was searched, in words."""
        return [
            "products of powers of factors of the divergence, of the accelerations and of what f "
            "has to be, times e^h",
            *(
                f"|P|^c with a rational c, P a combination of {', '.join(map(written, space))}"
                for space in self.spaces
            ),
        ]
