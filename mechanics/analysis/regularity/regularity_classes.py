"""Where a constrained system is regular, as conditions on its parameters.

A point of the constraint set Q is a point of J¹π where L and the constraints are defined (roots of
positive numbers), the constraints hold, and the forms S^*dφ_a are independent. The system is
regular there if the Hessian of L, restricted to the vectors tangent to the fibre of Q → E, is
non-degenerate: condition (1), see `mechanics.analysis.regularity.definitions`.

**Theorem.** If the Hessian of L in the velocities is positive (or negative) definite on Q, as for
L = T - V with a positive definite T, the system is regular at every point of Q, whatever the
constraints are.

Source: P. Šenkeříková, Mechanical systems with differential constraints and the problem of
regularity (in Czech).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo.subsets import FunctionOnSet, ZeroCases
from mechanics.analysis.regularity.definitions import (
    bordered_determinant,
    leading_minors,
    rank_minors,
)
from mechanics.analysis.regularity.families_of_systems import Family
from mechanics.errors import BadSystem
from mechanics.wording import one_line

if TYPE_CHECKING:
    from diffgeo import Form, Verdict
    from mechanics.model.systems import System
    from mechanics.output_files import Data

#: How a system can be, and what the bordered determinant does on Q then.
CLASSES = {
    "everywhere": "nonzero",
    "open dense": "dense",
    "partly": "mixed",
    "nowhere": "zero",
    "no points": "empty",
    "undecided": "undecided",
}
WORDS = {
    "everywhere": "regular at every point of Q",
    "open dense": "regular on an open dense subset of Q only",
    "partly": "regular on some open subset of Q, singular on another",
    "nowhere": "regular nowhere on Q",
    "no points": "Q has no points",
    "undecided": "undecided",
}
THEOREM = (
    "the Hessian of L is definite on Q, so that its restriction to the fibres of Q is: regular "
    "wherever the forms S^*dphi are independent"
)


class Regularity:
    """The regularity of a system for all values of its parameters.

    Parameters
    ----------
    system
        Its declared signs are used.
    field
        "real", or "complex" for complex points and parameters: roots are then all numbers with
        the right square, and declared signs say only that a number is not 0.
    seconds
        The time limit. What is not decided by then is undecided, never guessed.

    Examples
    --------
    >>> from mechanics import System
    >>> spring = System(coordinates="x", parameters="m", lagrangian="m*xdot**2/2 - x**2/2")
    >>> print(spring.regularity().formulas["everywhere"])
    m != 0
    """

    def __init__(self, system: System, field: str = "real", seconds: float = 60.0) -> None:
        self.system = system
        self.field = field
        self._family = system if isinstance(system, Family) else Family.of(system)
        k, m = len(system.constraints), len(system.specification.coordinates)
        if k > m:
            raise BadSystem(
                f"{system.specification.where}: {k} constraints on {m} velocities are dependent "
                "everywhere; remove some"
            )
        self.cases = ZeroCases(self._make, field, seconds)

    def _make(self, zeroed: tuple[str, ...]) -> FunctionOnSet | None:
        family = self._family.without_roots(zeroed) if zeroed else self._family
        if family is None:
            return None
        # What was divided by stays so where the quotients cancel.
        given = (self._family.lagrangian, *self._family.constraints)
        divided = {str(c.expression) for f in given for c in f.conditions if c.relation == "!="}
        space = family.evolution_space
        return FunctionOnSet(
            function=bordered_determinant(family),
            equations=family.constraints,
            ranks=rank_minors(family),
            defined=(family.lagrangian,),
            leading=leading_minors(family),
            nonzero=tuple(space.function(text) for text in sorted(divided)) if zeroed else (),
        )

    # --- the answer ----------------------------------------------------------------------

    @cached_property
    def determinant(self) -> Form:
        """The bordered determinant; where it vanishes on Q the system is not regular."""
        return self.cases.whole.function

    @cached_property
    def formulas(self) -> dict[str, str]:
        """The parameters for each of `CLASSES`: text in and, or and comparisons."""
        found: dict[str, str] = self.cases.formulas
        return {name: found[kind] for name, kind in CLASSES.items()}

    @property
    def by_theorem(self) -> bool:
        """Whether the Hessian of L is positive definite on Q for all parameters."""
        return self.cases.is_definite

    @property
    def dependent_points(self) -> str:
        """Whether the constraints hold somewhere with dependent S^*dφ_a; see `ZeroCases`.

        Those points are none of Q: there the constraints are no constraint.
        """
        return self.cases.dependent_points

    def class_at(self, values: Mapping[str, object]) -> str:
        """Which of `CLASSES` it is for exact values of all parameters."""
        kind = self.cases.kind_at(values)
        return next(name for name, k in CLASSES.items() if k == kind)

    def check(self, claim: str, *classes: str) -> Verdict:
        """Whether a formula in the parameters holds exactly where the system is of a class.

        VERIFIED: both implications are proved for all parameters, by z3. REFUTED: with exact
        parameters, the class there and, where there is one, a point of Q at which the determinant
        vanishes. UNKNOWN: z3 did not decide it in time.

        Parameters
        ----------
        claim
            As in ``"E > 0 or (F != -1 and K == 0)"``, or "always", "never".
        classes
            Some of `CLASSES`; by default "everywhere".
        """
        names = classes or ("everywhere",)
        for name in names:
            if name not in CLASSES:
                raise BadSystem(
                    f"{name!r} is no class of regularity; those are {', '.join(CLASSES)}"
                )
        found = self.cases.check(claim, *(CLASSES[name] for name in names))
        example = found.counterexample
        if example is not None:
            kind = next(name for name, k in CLASSES.items() if k == example.label)
            example = replace(example, label=WORDS[kind])
        said = f"{' or '.join(WORDS[name] for name in names)} exactly where {claim}"
        return replace(found, subject=said, counterexample=example)

    def verdict(self) -> Verdict:
        """The formula for "regular at every point", proved as two real sentences."""
        return self.check(self.formulas["everywhere"], "everywhere")

    # --- looking at it -------------------------------------------------------------------

    def __str__(self) -> str:
        lines = [
            f"{WORDS[name]}: {text}" for name, text in self.formulas.items() if text != "never"
        ]
        lines.append(f"singular points: where {self.determinant} = 0")
        if self.dependent_points != "none":
            lines.append(
                "points where the constraints hold and the forms S^*dphi are dependent, no points "
                f"of Q: for {self.dependent_points} parameters"
            )
        lines += [f"note: {reason}" for reason in self.cases.reasons]
        if self.by_theorem:
            lines.append(f"by the theorem: {THEOREM}")
        return "\n".join([f"{one_line(self.system.name)}, {self.field} points", *lines])

    def __repr__(self) -> str:
        found = {name: text for name, text in self.formulas.items() if text != "never"}
        return f"<regularity of {self.system.name}, {self.field}: {found}>"

    def latex(self) -> str:
        """The determinant in LaTeX."""
        return self.determinant.latex()

    def _repr_latex_(self) -> str:
        return f"${self.latex()} \\neq 0$"

    def to_dict(self) -> Data:
        """As data for JSON."""
        return {
            "system": self.system.name,
            "field": self.field,
            "regularity": self.formulas,
            "determinant": str(self.determinant),
            "by_theorem": self.by_theorem,
            "dependent_points": self.dependent_points,
            "reasons": list(self.cases.reasons),
        }
