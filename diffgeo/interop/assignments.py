"""Straight-line code: functions as lists of assignments, which a machine runs in its language."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from diffgeo.errors import NotSupported
from diffgeo.rings.elementary_functions import PRIMITIVES


@dataclass(frozen=True, slots=True)
class Assignment:
    """One slot, and how it is computed.

    ``kind`` is ``"variable"`` and ``"parameter"`` (``value`` is its number), ``"constant"``
    (``value`` is a Fraction or a float), ``"add"``, ``"subtract"``, ``"multiply"``, ``"divide"``,
    ``"negate"``, ``"power"`` (real exponent), ``"call"`` (``value`` is the function),
    ``"pivot"`` (the first operand, not a number where it is within rounding of zero against the
    two products that the others are, whose difference it is), ``"factor"`` (a square matrix, by
    rows), ``"determinant"`` (of a factored matrix), ``"solve"`` (a factored matrix and a right
    side) or ``"unknown"`` (number ``value`` of a solution).
    """

    kind: str
    operands: tuple[int, ...] = ()
    value: object = None


@dataclass(frozen=True)
class Assignments:
    """Straight-line code for some functions of variables and parameters.

    Attributes
    ----------
    variables, parameters : tuple of str
        The names of the arguments; the two are computed with alike, but what depends on
        parameters alone can be computed beforehand.
    code : tuple of Assignment
        Slot by slot.
    outputs : tuple of int
        The slots that are the values of the functions.
    """

    variables: tuple[str, ...]
    parameters: tuple[str, ...]
    code: tuple[Assignment, ...]
    outputs: tuple[int, ...]

    @cached_property
    def varying(self) -> tuple[bool, ...]:
        """For each slot whether it depends on the variables."""
        found: list[bool] = []
        for each in self.code:
            found.append(each.kind == "variable" or any(found[k] for k in each.operands))
        return tuple(found)

    @cached_property
    def uses(self) -> Counter[int]:
        """How often each slot is read."""
        count = Counter(k for each in self.code for k in each.operands)
        count.update(self.outputs)
        return count

    @cached_property
    def operations(self) -> dict[str, int]:
        """How many operations of each kind one evaluation takes, for given parameters.

        Sums and products are counted by two operands; functions by their names; ``"solve 3"`` is
        a linear system of three unknowns, ``"factor 3"`` its elimination.
        """
        count: Counter[str] = Counter()
        for each, varies in zip(self.code, self.varying, strict=True):
            if not varies or each.kind in ("variable", "unknown"):
                continue
            name = each.kind
            if name == "call":
                name = str(each.value)
            elif name in ("factor", "solve"):
                name = f"{name} {each.value}"
            count[name] += 1
        return dict(sorted(count.items()))

    def without_primitives(self, machine: str) -> Assignments:
        """Itself, for machines that know no `Primitive`.

        Raises
        ------
        NotSupported
            A function is called of which values are known in Python only.
        """
        for each in self.code:
            if each.kind == "call" and each.value in PRIMITIVES:
                raise NotSupported(f"{machine} does not know {each.value}; choose Python or numpy")
        return self

    @property
    def cost(self) -> int:
        """An estimate of the work in additions, to choose between two ways to the same values."""
        total = 0
        for name, number in self.operations.items():
            kind, _, size = name.partition(" ")
            n = int(size or 0)
            unit = {"factor": n**3 + 10 * n, "solve": 2 * n * n + 10 * n}.get(
                kind, 1 if kind in ("add", "subtract", "multiply", "negate", "pivot") else 4
            )
            total += number * unit
        return total
