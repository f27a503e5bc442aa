"""Which velocities the constraints are solved for: the fibration π: E → M of Sarlet's theory.

Source: W. Sarlet, A direct geometrical construction of the dynamics of non-holonomic Lagrangian
systems, sections 1 and 5. The constraint set is a section of J¹τ₁ → π^*J¹τ₀ where the
determinant of ∂φ_a/∂w^b, for the velocities w along the fibres of π, does not vanish.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from diffgeo import d
from diffgeo.calculus import linear_algebra as linear
from mechanics.errors import BadSystem, NotApplicable, SingularConstraintMatrix, UnknownName
from mechanics.model.plain_answers import is_certain, vanishes
from mechanics.wording import listed, nearest

if TYPE_CHECKING:
    from diffgeo import Form, VectorForm
    from mechanics.model.systems import System


@dataclass(frozen=True)
class VelocityChoice:
    """A choice of the velocities for which the constraints are solved: of π: E → M.

    Attributes
    ----------
    dependent : tuple of str
        The coordinates along the fibres of π.
    along, across : tuple of VectorForm
        Frames on E of the vertical fields of π, and of a complement over time.
    condition : Form
        det(∂φ_a/∂w^b) on J¹τ₁: the choice is valid where it does not vanish.
    """

    dependent: tuple[str, ...]
    along: tuple[VectorForm, ...]
    across: tuple[VectorForm, ...]
    condition: Form


def choose_velocities(system: System, dependent: Sequence[str] | None = None) -> VelocityChoice:
    """The velocities to solve the constraints for: the given ones, or the best ones.

    The best are those whose determinant is a constant, or else contains the fewest terms; it
    must not vanish on the whole constraint set.

    Raises
    ------
    UnknownName, BadSystem
        The given names are no coordinates, or not as many as there are constraints.
    NotApplicable
        The constraints cannot be solved for the given velocities anywhere.
    SingularConstraintMatrix
        They can be solved for no velocities: the forms S^*dφ_i are dependent on the set.
    """
    names = system.specification.coordinates
    count = len(system.constraints)
    if dependent is not None:
        choice = _given_choice(system, dependent)
        if _is_nowhere(system, choice):
            velocities = listed(f"{name}dot" for name in choice.dependent)
            raise NotApplicable(
                f"{system.specification.where}: the constraints determine {velocities} nowhere: "
                "the determinant of their derivatives vanishes; solve for other velocities"
            )
        return choice
    best: tuple[int, VelocityChoice] | None = None
    for chosen in combinations(names, count):
        choice = _choice(system, chosen)
        if _is_nowhere(system, choice):
            continue
        size = 0 if vanishes(d(choice.condition)) else len(str(choice.condition))
        if best is None or size < best[0]:
            best = (size, choice)
        if size == 0:
            break
    if best is None:
        raise SingularConstraintMatrix(
            f"{system.specification.where}: the constraints determine no {count} of the "
            "velocities: the forms S^*dphi are dependent on the constraint set; use the constraint "
            "algorithm, System.reduction(), or remove or reformulate one of the constraints"
        )
    return best[1]


def _given_choice(system: System, dependent: Sequence[str]) -> VelocityChoice:
    where, names = system.specification.where, system.specification.coordinates
    for name in dependent:
        if name not in names:
            raise UnknownName(
                f"{where}: {name!r} is no coordinate{nearest(name, names)}; choose the dependent "
                f"velocities among those of {listed(names)}"
            )
    if len({*dependent}) != len(system.constraints) or len(dependent) != len({*dependent}):
        raise BadSystem(
            f"{where}: {len(system.constraints)} constraints are solved for as many velocities, "
            f"not for those of {listed(dependent) or 'no coordinate'}"
        )
    return _choice(system, dependent)


def _choice(system: System, dependent: Sequence[str]) -> VelocityChoice:
    E, J, phi = system.configuration_space, system.evolution_space, system.constraints
    W = [J.vector_field({f"{name}dot": 1}) for name in dependent]
    rows = [[w(f) for w in W] for f in phi]
    return VelocityChoice(
        tuple(dependent),
        tuple(E.vector_field({name: 1}) for name in dependent),
        tuple(E.vector_field({name: 1}) for name in E.fibre_names if name not in dependent),
        linear.determinant(rows) if rows else J.function(1),
    )


def _is_nowhere(system: System, choice: VelocityChoice) -> bool:
    """Whether the constraints certainly determine these velocities at no point of their set."""
    return is_certain(system.constraint_set.vanishes(choice.condition, counterexample=False))
