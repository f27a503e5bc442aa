"""All relative equilibria in a box, where no formula gives them.

The same equations as in `mechanics.analysis.equilibrium_search`, for exact values of all
parameters: as many as unknowns, or more. Each equilibrium that is told is proved to be there, alone
in a ball, and the rest of the box is excluded by balls, or what was not excluded is told. The
eigenvalues of the motion near it are in balls, too.

Where constraints act some of the equations follow from the others: of the accelerations that Γ has
and the orbits have not, those along which the constraints determine the velocities are left out.

Sources: J. E. Marsden, Lectures on Mechanics, 1992, chapter 5; R. E. Moore, R. B. Kearfott, M. J.
Cloud, Introduction to Interval Analysis, 2009, chapter 8.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING, Any

from diffgeo import Form, Map, Status, VectorForm, Verdict
from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus import names_in
from diffgeo.errors import Refusal, Undecided
from diffgeo.subsets import IsolatedZero, zeros_in_box
from mechanics.analysis.answers import Answer
from mechanics.analysis.equilibrium_search import missing_motion
from mechanics.analysis.relative_equilibria import (
    RelativeEquilibria,
    StatesUnderGroup,
    independent,
)
from mechanics.errors import BadValue
from mechanics.model.lagrangian import vertical_frame
from mechanics.model.plain_answers import vanishes
from mechanics.theories.checks import Check
from mechanics.theories.parameter_conditions import require_parameters
from mechanics.wording import Formulas, listed, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from diffgeo.calculus import FunctionLike
    from mechanics.analysis.spectral_stability import Spectrum
    from mechanics.output_files import Data
    from mechanics.theories.dynamics import Dynamics

_FOUND = "there is one relative equilibrium, and no other near it,"
_NO_OTHERS = "there are no other relative equilibria in the box"
_BY_BALLS = "by Krawczyk's test in balls"


@dataclass(frozen=True)
class NearEquilibrium:
    """A relative equilibrium in a ball.

    Attributes
    ----------
    zero
        Where it is.
    spectrum
        The eigenvalues of the normal motion there, and what follows; None if they are not known.
    why
        Why they are not.
    """

    zero: IsolatedZero
    spectrum: Spectrum | None
    why: str = ""

    @property
    def conclusion(self) -> str:
        """The answer about its stability in words."""
        return self.spectrum.conclusion if self.spectrum else f"not decided: {self.why}"


class EquilibriaInBox(Answer):
    """The relative equilibria in a box; `System.equilibria_in` makes it.

    Parameters
    ----------
    dynamics
        The motion, on J¹π.
    states
        The family in which they are looked for, as a map into J¹π.
    box
        Intervals for the coordinates of the family on which the equations depend.
    values
        Exact values of all parameters, and of coordinates that are not searched.
    group
        As for `RelativeEquilibria`.

    Attributes
    ----------
    found : tuple of NearEquilibrium
        In the order of their coordinates.
    left : tuple of mappings
        Boxes in which there may be others.

    Raises
    ------
    NotApplicable
        A field of the group is no symmetry, none is known, or the motion lives on another space.
    BadValue
        The box has other names than the equations, or a value is missing.
    NotSupported
        There are fewer equations than unknowns, or a side is no interval.
    OutsideDomain
        A value has another sign than is declared.

    Examples
    --------
    >>> import mechanics
    >>> hoop = mechanics.load("rotating-hoop")
    >>> found = hoop.equilibria_in({"theta": (-1, 2)}, {"g": 8, "R": 1, "m": 1, "Omega": 4})
    >>> [str(each.zero) for each in found.found], found.is_complete
    (['theta = 0', 'theta = 1.0471975511966'], True)
    """

    def __init__(
        self,
        dynamics: Dynamics,
        states: Map,
        box: Mapping[str, tuple[Fraction | int, Fraction | int]],
        values: Mapping[str, Any] | None = None,
        group: Sequence[VectorForm | Mapping[str, FunctionLike]] | None = None,
    ) -> None:
        self.system, self.box, self.values = dynamics.system, dict(box), dict(values or {})
        require_parameters(dynamics, self.values)
        asked = StatesUnderGroup(dynamics, states, group)
        equations, conditions = _equations(asked)
        needed = names_in(equations)
        self._require_names(states, needed)
        # Along coordinates on which no equation depends there are equilibria, too; along one that
        # has a value there need not be.
        self._near = _NearRelativeEquilibria(dynamics, states, asked.group, needed)
        result = zeros_in_box(equations, self.box, self.values)
        found, left = [], list(result.left)
        for zero in result.found:
            try:
                # Where one of them vanishes the equations do not suffice, or there is no motion.
                for f in conditions:
                    zero.sign(f)
            except Undecided:
                left.append(zero.box)
            else:
                found.append(self._judged(zero))
        self.found, self.left = tuple(found), tuple(left)

    def _require_names(self, states: Map, needed: set[str]) -> None:
        where, unknown = self.system.specification.where, map(str, states.source.coordinates)
        asked = [name for name in unknown if name in needed and name not in self.values]
        for name in self.box:
            if name not in asked:
                raise BadValue(
                    f"{where}: the equations do not depend on {name}: the box is for "
                    f"{listed(asked) or 'nothing'}"
                )
        for name in (n for n in asked if n not in self.box):
            raise BadValue(f"{where}: give an interval for {name}, as {name}=-4:4")
        for name in sorted(needed - self.box.keys() - self.values.keys()):
            raise BadValue(f"{where}: the value of {name} is missing: give {name}=1")

    def _judged(self, zero: IsolatedZero) -> NearEquilibrium:
        try:
            return NearEquilibrium(zero, self._near.near(zero))
        except Refusal as error:
            return NearEquilibrium(zero, None, str(error))

    @property
    def is_complete(self) -> bool:
        """Whether there are certainly no others in the box."""
        return not self.left

    @property
    def conclusion(self) -> str:
        """How many there are, and whether there may be more."""
        rest = "and there are no others" if self.is_complete else "and there may be others"
        return f"relative equilibria in the box: {len(self.found)}, {rest}"

    def checks(self) -> Iterable[Check]:
        """The verdicts: on each equilibrium and its stability, and that there are no others."""
        found = []
        for each in self.found:
            statement = f"{_FOUND} at {each.zero}"
            found.append(Check(statement, Verdict(Status.VERIFIED, statement, evidence=_BY_BALLS)))
            found += each.spectrum.checks if each.spectrum else []
        if self.is_complete:
            verdict = Verdict(Status.VERIFIED, _NO_OTHERS, evidence=_BY_BALLS)
            return [*found, Check(_NO_OTHERS, verdict)]
        return [*found, Check(_NO_OTHERS, None, f"not excluded: {self._told_left()}")]

    def named_formulas(self) -> Formulas:
        """No formulas: the states are in balls."""
        return {}

    def _told_left(self) -> str:
        shown = [
            ", ".join(f"{n} in ({a:.9g}, {b:.9g})" for n, (a, b) in box.items())
            for box in self.left[:10]
        ]
        more = len(self.left) - len(shown)
        return "; ".join([*shown, *([f"{more} more boxes"] if more else [])])

    def report(self) -> str:
        """The equilibria with what is known of their stability, and what is left open."""
        sides = ", ".join(f"{n} from {a} to {b}" for n, (a, b) in self.box.items())
        values = ", ".join(f"{n} = {v}" for n, v in self.values.items())
        lines = [
            f"{one_line(self.system.name)}: relative equilibria with {sides}"
            f"{f', for {values}' if values else ''}"
        ]
        for each in self.found:
            edge = "" if each.zero.inside else ", at the edge of the box or beyond it"
            lines.append(f"  {each.zero}  (± {each.zero.accuracy}{edge}): {each.conclusion}")
            lines += [f"    {line}" for line in each.spectrum.lines()] if each.spectrum else []
        lines += [] if self.found else ["  none"]
        rest = "certainly" if self.is_complete else f"perhaps, but for {self._told_left()}"
        lines.append(f"These are all in the box: {rest}.")
        return "\n".join(lines)

    def to_dict(self) -> Data:
        """As data for JSON; numbers are rounded, and radii include that."""
        return {
            "system": self.system.name,
            "box": {n: [str(a), str(b)] for n, (a, b) in self.box.items()},
            "values": {n: str(v) for n, v in self.values.items()},
            "complete": self.is_complete,
            "found": [
                {
                    "state": each.zero.to_dict(),
                    "inside": each.zero.inside,
                    "conclusion": each.conclusion,
                    "spectrum": each.spectrum and each.spectrum.to_dict(),
                }
                for each in self.found
            ],
            "left": [{n: [a, b] for n, (a, b) in box.items()} for box in self.left],
            "checks": [check.to_dict() for check in self.checks()],
        }


def _equations(asked: StatesUnderGroup) -> tuple[list[Form], list[Form]]:
    """Independent functions that vanish at relative equilibria alone; what must not vanish then."""
    missing = missing_motion(asked)
    up = vertical_frame(asked.system.evolution_space)
    places, accelerations = missing[: -len(up)], missing[-len(up) :]
    phi = asked.system.constraints
    rows = [[asked.states.pull(V(f)) for V in up] for f in phi]
    if not phi:
        inertia = [[asked.states.pull(U(V(asked.system.lagrangian))) for U in up] for V in up]
        zero = 0 * missing[0]
        forces = [linear.combination(accelerations, row, zero) for row in inertia]
        regular = linear.determinant(inertia)
        return [f for f in (*places, *forces) if not vanishes(f)], [regular]
    columns = independent(list(zip(*rows, strict=True)))
    kept = [a for a, used in zip(accelerations, columns, strict=True) if not used]
    block = [list(compress(row, columns)) for row in rows]
    chosen = independent(block)
    determinant = linear.determinant(list(compress(block, chosen)))
    return [f for f in (*places, *kept) if not vanishes(f)], [determinant]


class _NearRelativeEquilibria(RelativeEquilibria):
    """The linear motion at those states of a family that are relative equilibria."""

    def __init__(
        self,
        dynamics: Dynamics,
        states: Map,
        group: Sequence[VectorForm],
        needed: set[str],
    ) -> None:
        self._needed = needed
        super().__init__(dynamics, states, group)

    def _coefficients(self) -> list[Form]:
        columns = self.columns()
        chosen = independent(columns)
        rows = list(zip(*compress(columns, chosen), strict=True))
        found = iter(self._solved(rows, self.vector(self.field)))
        zero = self.states.source.function(0)
        return [next(found) if used else zero for used in chosen]

    def _solved(self, rows: Sequence[Sequence[Form]], right: Sequence[Form]) -> list[Form]:
        """By as many equations as there are unknowns: at relative equilibria all hold."""
        chosen = independent(rows)
        return linear.solve(list(compress(rows, chosen)), list(compress(right, chosen)))

    @property
    def _family_frame(self) -> Sequence[VectorForm]:
        space = self.states.source
        names = [n for n in map(str, space.coordinates) if n not in self._needed]
        return [space.vector_field({name: 1}) for name in names]
