"""How a derivation is written: the same functions, in a form that can be written out.

The solution of a large system is a graph of nested linear systems. Nested solutions swell
when they are multiplied out, while the bordered system of the multiplier equations, which
has the same solution, stays small. So what is too large is shown in the form that the
bordered system gives, after the two were compared; the verdict is part of the result.

Accelerations and multipliers are valid on the constraints, so multiples of these are left out
where that makes the formulas shorter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from diffgeo import Form, check
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import Refusal
from diffgeo.subsets import shortened
from mechanics.model.lagrangian import hessian

if TYPE_CHECKING:
    from diffgeo import Verdict
    from mechanics.theories.dynamics import Dynamics


@dataclass(frozen=True)
class Presentation:
    """The functions of a derivation in normal form, and how that was reached.

    ``rates`` are those of what a state has beside positions and velocities. ``verdict`` is None if
    the theory's own formulas were multiplied out; otherwise it says
    that the formulas shown, those of the multiplier equations, are equal to them.
    """

    accelerations: dict[str, Form]
    multipliers: tuple[Form, ...]
    determinant: Form
    determinant_name: str
    conditions: tuple[str, ...]
    verdict: Verdict | None = None
    rates: dict[str, Form] = field(default_factory=dict)


def present(dynamics: Dynamics) -> Presentation:
    """Write a derivation out.

    Raises
    ------
    Unexpanded, TooLarge
        If neither the theory's formulas nor those of the bordered system can be written.
    Undecided
        If the two could not be compared.
    """
    regular = dynamics.regular
    own = regular.acceleration_functions
    try:
        accelerations = _expanded(list(own.values()))
        multipliers = _expanded(regular.multipliers)
        (determinant,) = _expanded([dynamics.determinant])
        rates = _expanded(list(regular.rate_functions.values()))
    except Refusal:
        return _from_bordered_system(dynamics)
    conditions = dynamics.conditions
    shown = _on_constraints(dynamics, [*accelerations, *multipliers, *rates])
    return Presentation(
        dict(zip(own, shown, strict=False)),
        tuple(shown[len(own) : len(own) + len(multipliers)]),
        determinant,
        dynamics.determinant_name,
        conditions,
        rates=dict(zip(regular.rate_functions, shown[len(own) + len(multipliers) :], strict=True)),
    )


def _from_bordered_system(dynamics: Dynamics) -> Presentation:
    other = dynamics.reference
    if dynamics.theory.is_reference or other is None or not dynamics.is_on_jets:
        # There is no other form; the refusal that says so is raised here.
        _expanded([*dynamics.acceleration_functions.values(), *dynamics.multipliers])
        _expanded([dynamics.determinant, *dynamics.rate_functions.values()])
    assert other is not None
    own = [*dynamics.acceleration_functions.values(), *dynamics.multipliers]
    theirs = [*other.acceleration_functions.values(), *other.multipliers]
    verdict = check(
        [a == b for a, b in zip(own, theirs, strict=True)],
        name="the formulas shown, from the bordered system, are those of the theory",
    )
    if not verdict:
        raise AssertionError(f"{dynamics.theory} differs from the multiplier equations: {verdict}")
    shown = _on_constraints(dynamics, _expanded(theirs))
    count = len(dynamics.acceleration_functions)
    determinant, name = _determinant(dynamics, other)
    return Presentation(
        dict(zip(dynamics.acceleration_functions, shown[:count], strict=True)),
        tuple(shown[count:]),
        determinant,
        name,
        dynamics.conditions,
        verdict,
    )


def _determinant(dynamics: Dynamics, other: Dynamics) -> tuple[Form, str]:
    """The theory's determinant, or the bordered one if they vanish together."""
    try:
        (own,) = _expanded([dynamics.determinant])
        return own, dynamics.determinant_name
    except Refusal:
        pass
    (bordered,) = _expanded([other.determinant])
    inertia = linear.determinant(
        hessian(dynamics.system.lagrangian, dynamics.system.evolution_space)
    )
    product = dynamics.determinant * inertia
    for sign, word in ((1, ""), (-1, "minus ")):
        if check(product == sign * other.determinant, counterexample=False):
            name = dynamics.determinant_name.split(",")[0]
            return bordered, f"{other.determinant_name}; it is {word}{name} * det(d2L/dv2)"
    return bordered, other.determinant_name


def _on_constraints(dynamics: Dynamics, functions: Sequence[Form]) -> list[Form]:
    """The functions in short, with the same values on the constraints."""
    return shortened(functions, dynamics.constraints)


def _expanded(functions: Sequence[Form]) -> list[Form]:
    return [f.expanded() for f in functions]
