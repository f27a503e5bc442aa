"""What shows that a germ is not zero: one of the points, and code that makes its ring again."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from diffgeo.errors import NotSupported, Undecided
from diffgeo.rings.germs.taylor import Field, Residues, Table
from diffgeo.rings.protocol import SampledRing

if TYPE_CHECKING:
    from diffgeo.rings.germs.germ_element import Germ

#: A point, no undefined functions, the value there, and no formula.
CounterexampleData: TypeAlias = tuple[dict[str, Fraction], dict[str, str], str, str]


class ShownByValues(SampledRing):
    """What a ring of germs shows instead of formulas."""

    coordinates: tuple[str, ...]
    parameters: tuple[str, ...]
    field: Field
    seed: int
    tables: list[Table]

    def generator(self, name: str) -> Germ:
        """The coordinate or parameter called ``name``."""
        raise NotImplementedError

    def values(self, element: Germ) -> list[Any]:
        """The values of a germ at the points."""
        return list(element.value.tolist())

    def series(self, element: Germ) -> list[list[Any]]:
        """The terms of order 0 and 1, as far as they are known."""
        known = self.tables[min(element.order, 1)].size
        return [list(row) for row in element.array[:, :known].tolist()]

    def counterexample(self, element: Germ) -> CounterexampleData:
        """The first point at which a germ has a value other than 0, and that value.

        Both are residues where the field is one of residues.

        Raises
        ------
        Undecided
            Only derivatives of it are not zero at these points.
        """
        for k, value in enumerate(self.values(element)):
            if value:
                primes = self.field.primes if isinstance(self.field, Residues) else None
                where = "" if primes is None else f" modulo {primes[k, 0]}"
                names = (*self.coordinates, *self.parameters)
                point = {n: Fraction(self.values(self.generator(n))[k]) for n in names}
                return point, {}, f"{value}{where}", ""
        raise Undecided(f"its values at the points of {self} are 0, not those of its derivatives")

    def code(self) -> str:
        """A call of `diffgeo.germs` that makes such a ring of order 1 at these points."""
        name, points = self.field.name, self.field.points
        kind: Any = type(self)
        again = kind(self.coordinates, 1, name, points, self.seed).field
        fields = [field for field in (self.field, again) if isinstance(field, Residues)]
        if any((field.primes != fields[0].primes).any() for field in fields):
            raise NotSupported(f"{self} is a part of another ring, and not made of a seed")
        return f"germs(1, field={name!r}, points={points}, seed={self.seed})"
