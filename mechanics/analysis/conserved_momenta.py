"""Conserved components of a nonholonomic momentum map, with functions on E as coefficients.

Let X_k, with momenta J_k, span the fields of D along the orbits of a group. A field X = g^k X_k has
the momentum g^k J_k, and that is conserved if and only if

    Γ(g^k) J_k + g^k Γ(J_k) = 0

on the constraint set N: a horizontal gauge symmetry.

If there is one field X only, this is ``Γ(J) + s J = 0`` with ``s = Γ(log |g|)``, a function that is
affine in the velocities. For J of degree 1 and Γ(J) of degree 2 in them s is read from coefficients
where J is not 0, and g exists, near the generic point, if and only if all other coefficients agree
and what log |g| is along D is compatible: that is decided by brackets (`PrescribedDerivatives`).
For several fields the g^k obey linear equations (`mechanics.analysis.equations_of_momenta`), which
say how many there are, unless they get too large. Those in a finite space of functions on E are
found by linear algebra over the constants.

Sources: L. Bates, H. Graumann, C. MacDonnell, Examples of gauge conservation laws in nonholonomic
systems, Reports on Mathematical Physics 37 (1996); F. Fassò, A. Giacobbe, N. Sansonetto, Gauge
conservation laws and the momentum equation in nonholonomic mechanics, ibid. 62 (2008).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo import d
from diffgeo.calculus import linear_algebra as linear
from diffgeo.subsets import irreducible_factors
from mechanics.analysis.densities import Density, density_with_rate, density_with_slope
from mechanics.analysis.equations_of_momenta import functions_by_equations
from mechanics.analysis.noether import Noether
from mechanics.analysis.prescribed_derivatives import (
    PrescribedDerivatives,
    simplest,
    where_all_vanish,
)
from mechanics.model.admissible_velocities import AdmissibleVelocities
from mechanics.model.coefficient_functions import configuration_functions, independent
from mechanics.model.plain_answers import vanishes
from mechanics.theories.checks import Check, judged

if TYPE_CHECKING:
    from diffgeo import Form, VectorForm
    from diffgeo.calculus import FunctionLike


class ConservedMultiple:
    """Whether a multiple g J of one momentum is conserved, with a function g on E.

    Parameters
    ----------
    component
        The momentum J of a field X on E.
    motion, velocities
        The field Γ on the constraint set N.
        The constraint set N.

    Attributes
    ----------
    is_decided : bool
        Whether J and its rate have degrees 1 and 2 in the velocities, so that g is decided on.
    obstructions : list of Form
        Functions on E that would have to be 0 for ``Γ(J) + s J = 0``.
    equations : PrescribedDerivatives or None
        What log |g| is along D, if there is such an s.
    """

    def __init__(
        self, component: Noether, motion: VectorForm, velocities: AdmissibleVelocities
    ) -> None:
        self.component, self._motion, self.velocities = component, motion, velocities
        restrict = component.system.constraint_set.restrict
        self._momentum: Form = restrict(component.momentum)
        self._rate: Form = restrict(component.rate)
        self.obstructions: list[Form] = []
        self.equations: PrescribedDerivatives | None = None
        vertical, down = velocities.vertical, velocities.section.pull
        quadratic = [V(W(self._rate)) for V in vertical for W in vertical]
        self.is_decided = velocities.is_affine(self._momentum) and all(
            vanishes(V(f)) for V in vertical for f in quadratic
        )
        if not self.is_decided:
            return
        live = [V for V in vertical if not vanishes(V(self._momentum))]
        if not live:
            self.is_decided = False
            return
        # V of ``Γ(J) + s J = 0``, twice and once.
        V, *_ = live
        change = V(self._momentum)
        along = -V(V(self._rate)) / (2 * change)
        self.slope: Form = -(V(self._rate) + along * self._momentum) / change
        rest = self._rate + self.slope * self._momentum
        self.obstructions = [
            f.settled()
            for f in map(down, [rest, *(W(rest) for W in vertical),
                                *(W(U(rest)) for W in vertical for U in vertical)])
            if not vanishes(f)
        ]  # fmt: skip
        if not self.obstructions:
            values = velocities.values(self.slope)
            self.equations = PrescribedDerivatives(velocities.fields, values)

    @cached_property
    def exists(self) -> Check:
        """Whether there is such a g near the generic point."""
        name = "a multiple of J_1 with a function on E is conserved"
        found = self.equations
        if not self.is_decided:
            return Check(name, None, "its rate has not the degree 2 in the velocities")
        if found is None:
            return judged(
                f"{name}: J_1 divides its rate",
                lambda: [f == 0 for f in simplest(self.obstructions)],
            )
        return judged(name, lambda: found.verdict)

    @cached_property
    def exceptions(self) -> str | None:
        """Parameters outside of which there is none, if there is none for generic ones."""
        if self.equations is None:
            return where_all_vanish(simplest(self.obstructions))
        return self.equations.exceptions

    @cached_property
    def density(self) -> Density | None:
        """|g| as a product of powers, if it was found."""
        if self.equations is None or self.equations.obstruction is not None:
            return None
        up = self.velocities.projection.pull
        given = (f for f in self.equations.values if not vanishes(f))
        found = {str(p): up(p) for f in given for p in irreducible_factors(f)}
        kept = density_with_rate(self._motion, self.slope, list(found.values()))
        if kept is not None or self.equations.differential is None:
            return kept
        below = density_with_slope(self.equations.differential)
        return None if below is None else Density((), up(below.exponent))

    @cached_property
    def conserved(self) -> Noether | None:
        """The momentum of g X, if g was found."""
        if self.density is None:
            return None
        g = self.velocities.section.pull(self.density.function)
        return Noether(self.component.dynamics, g * self.component.field)


def conserved_combinations(
    components: Sequence[Noether],
    order: int = 1,
    extra: Sequence[FunctionLike] = (),
    asked: list[list[Form]] | None = None,
) -> list[Noether]:
    """Conserved momenta of fields g^k X_k, all with g^k in a finite space of functions on E.

    Parameters
    ----------
    components
        The momenta J_k of the fields X_k.
    order, extra
        Of the functions, as for `configuration_functions`; those of `functions_by_equations` are
        added.
    asked
        The functions whose relations were asked for are added to it, for `where_more`.
    """
    if not components:
        return []
    first, *_ = components
    dynamics, system = first.dynamics, first.system
    place, E = system.constraint_set, system.configuration_space
    up = system.evolution_space.projection.pull
    Γ = dynamics.regular.field
    given = independent(list(configuration_functions(system, order, extra=extra)))
    functions = independent([*given, *functions_by_equations(components)])
    pairs = [(f, J) for f in functions for J in components]
    values = [
        (place.restrict(Γ(up(f)) * J.momentum) + place.restrict(up(f) * J.rate)).settled()
        for f, J in pairs
    ]
    down = AdmissibleVelocities(system).section.pull
    relations = linear.constant_relations(values)
    if asked is not None:
        asked.append(values[: len(given) * len(components)])
    fields = [
        linear.combination(map(down, c), [f * J.field for f, J in pairs], 0 * E.frame[0])
        for c in relations
    ]
    found = [Noether(dynamics, X) for X in fields if not vanishes(X)]
    return functionally_independent(sorted(found, key=lambda J: len(str(J.field))))


def functionally_independent(momenta: Iterable[Noether]) -> list[Noether]:
    """Those that are no functions of the ones before them, on the constraint set."""
    kept: list[Noether] = []
    rows: list[list[Form]] = []
    for J in momenta:
        value: Form = J.system.constraint_set.restrict(J.momentum)
        row = [d(value)(X) for X in value.space.frame]
        if linear.rank([*rows, row]) > len(rows):
            kept.append(J)
            rows.append(row)
    return kept
