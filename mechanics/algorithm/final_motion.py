"""The constraint algorithm as a theory: the motion on the final submanifold, where it is unique.

It applies to every system for which the algorithm ends with one motion, also where a Lagrangian is
singular or reactions are not determined on the whole constraint set. The equations of the final
submanifold are those of the construction, so that all is decided on it, and motions begin there.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING

from diffgeo.calculus import linear_algebra as linear
from diffgeo.subsets import in_lowest_terms
from mechanics.algorithm.constraint_algorithm import Reduction
from mechanics.errors import (
    ConstraintAlgorithmStopped,
    NotApplicable,
    SingularConstraintMatrix,
    SingularLagrangian,
)
from mechanics.model.constraint_set import ConstraintSet
from mechanics.model.lagrangian import vertical_frame
from mechanics.model.plain_answers import vanishes
from mechanics.theories.base import Construction, Step
from mechanics.theories.principles import CHETAEV
from mechanics.theories.registry import Theory, reference

if TYPE_CHECKING:
    from mechanics.model.systems import System
    from mechanics.theories.dynamics import Dynamics

CITATION = (
    "M. J. Gotay, J. M. Nester, Presymplectic Lagrangian systems I, "
    "Ann. Inst. H. Poincaré A 30 (1979)"
)

DETERMINANT = "the product of what the algorithm divides by"


def construct(system: System) -> Construction:
    """The field and multipliers of `Reduction`, with the equations of its last set.

    Raises
    ------
    RedundantConstraints
        A constraint depends on the others.
    NotApplicable
        There is no motion, the last set is a union, or motions are not unique.
    """
    with suppress(SingularConstraintMatrix):  # reactions may be dependent, functions may not
        ConstraintSet(system).require_independent()
    try:
        found = system.once(Reduction)
        if found.is_union or found.final is None:
            raise NotApplicable(
                f"the final set is a union of {len(found.branches)} sets: use "
                "System.reduction().branches" if found.is_union else "no motion obeys the equations"
            )  # fmt: skip
    except ConstraintAlgorithmStopped as error:
        raise NotApplicable(str(error)) from None
    free = [each.field for each in found.freedom if not vanishes(each.field)]
    if free:
        raise NotApplicable(f"the motion is not unique: multiples of {free[0]} may be added")
    known = {str(phi) for phi in system.constraints}
    equations = tuple(g for g in found.final.generators if str(g) not in known)
    law = "some motion is tangent to the set before"
    steps = tuple(Step(f"P_{stage.number}", law, stage.new) for stage in found.stages)
    jets = system.evolution_space
    accelerations = [in_lowest_terms(found.field(v)) for v in jets.velocities]
    field = linear.combination(accelerations, vertical_frame(jets), jets.second_order_field())
    multipliers = tuple(map(in_lowest_terms, found.multipliers))
    divisors = {str(f): f for stage in found.stages for f in stage.divisors}
    examined = prod(divisors.values(), start=jets.function(1))
    return Construction(field, multipliers, examined, DETERMINANT, steps, equations)


def known_motion(system: System) -> Dynamics | None:
    """The equations with multipliers, where they determine a motion on the constraint set."""
    try:
        return None if system.undetermined else reference(system)
    except (SingularConstraintMatrix, SingularLagrangian):
        return None


theory = Theory(
    name="constraint_algorithm",
    title="motion on the final submanifold of the constraint algorithm",
    citation=CITATION,
    construct=construct,
    principle=replace(CHETAEV, name="d'Alembert on the final submanifold", singular=True),
    oracle=known_motion,
)
