"""Systems with parameters whose constraints may have no points, or vanishing roots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from diffgeo.subsets import FunctionOnSet
from mechanics.model.system_files import Specification
from mechanics.model.systems import System


class Family(System):
    """A system of which nothing is examined at points: for some parameters it may have none.

    Made like a `System`. Derive nothing from it; ask for its regularity.
    """

    def _examine(self) -> None:
        pass

    @classmethod
    def of(cls, system: System) -> Family:
        """The family of a system."""
        return cls.from_specification(system.specification)

    def without_roots(self, radicands: Sequence[str]) -> Family | None:
        """The family where these radicands vanish identically, and their square roots with them.

        None if one of these roots stands in a denominator.
        """
        zero = [self.evolution_space.function(r) for r in radicands]
        formulas = [
            FunctionOnSet.without_roots(f, zero) for f in (self.lagrangian, *self.constraints)
        ]
        if any(f is None for f in formulas):
            return None
        lagrangian, *constraints = formulas
        given: dict[str, Any] = {
            "lagrangian": lagrangian,
            "constraints": tuple(constraints),
            "constraint_forms": (),
            "holonomic": (),
            "solved": {},
            "forces": {},
            "invariants": {},
        }
        specification: Specification = replace(self.specification, **given)
        return self.from_specification(specification)
