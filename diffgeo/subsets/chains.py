"""Oriented cells and chains: what forms are integrated over.

A cell is a map from a box, whose coordinates in their order give the orientation; the ends of a
coordinate may depend on those before it, so that triangles and solids between graphs are cells,
too. A chain is a sum of cells with integers, and its boundary is the sum of the faces,

    ∂c = Σ_k (-1)^(k+1) (c at the upper end of x^k - c at the lower end),

k from 1.

Source: M. Spivak, Calculus on Manifolds (1965), chapter 4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from diffgeo.calculus.display import Shown
from diffgeo.calculus.forms import Form
from diffgeo.calculus.maps import Map
from diffgeo.calculus.requirements import require_integer, require_kind, require_mapping, told
from diffgeo.calculus.spaces import Manifold
from diffgeo.errors import (
    AxiomViolation,
    Contradiction,
    DegreeMismatch,
    OutsideDomain,
    Refusal,
    UndefinedSymbol,
)
from diffgeo.interop.typeset import latex as typeset
from diffgeo.subsets.domains import strict_sign

if TYPE_CHECKING:
    from diffgeo.calculus.spaces import FunctionLike

#: What boxes are called, faces of boxes too.
_BOX = "a box of "
#: A lower and an upper end.
Ends = tuple[Form, Form]


class Cell(Shown):
    """A map from a box; made by `cell`.

    Parameters
    ----------
    phi
        A map from a manifold whose coordinates are those of the box.
    ranges
        For each coordinate its ends, functions of the coordinates before it.

    Attributes
    ----------
    map : Map
        The map φ.
    closed : Manifold
        The coordinates without any declared sign or domain: the ends belong to it.
    ends : tuple
        For each coordinate the lower and the upper end, functions on `closed`.

    Raises
    ------
    UndefinedSymbol
        A coordinate has no range, or an end depends on a coordinate that comes later.
    AxiomViolation
        A lower end is not below the upper one, as far as that is known.

    Examples
    --------
    >>> from diffgeo import Manifold, identity_map
    >>> from diffgeo.subsets import Cell
    >>> print(Cell(identity_map(Manifold("M", "x y")), {"x": (0, 1), "y": (0, "x")}))
    x from 0 to 1, y from 0 to x
    """

    def __init__(self, phi: Map, ranges: Mapping[str, tuple[FunctionLike, FunctionLike]]) -> None:
        require_kind(phi, Map, "make a cell of", "a map from a box")
        require_mapping(ranges, "the ranges of a cell", '{"x": (0, 1)}')
        self.map = phi
        names = phi.source.chart.coordinates
        for name, ends in ranges.items():
            if not isinstance(ends, tuple | list) or len(ends) != 2:
                raise UndefinedSymbol(
                    f"the range of {name} is a pair of ends, as in {name}=(0, 1), not {told(ends)}"
                )
        if missing := set(names).symmetric_difference(ranges):
            raise UndefinedSymbol(
                f"a cell has a range for each coordinate of {phi.source}, and for nothing else: "
                f"see {', '.join(sorted(missing))}"
            )
        self.closed = part_of(phi.source, names)
        given = [[e.formula if isinstance(e, Form) else e for e in ranges[name]] for name in names]
        self.ends: tuple[Ends, ...] = tuple(
            (low, high) for low, high in map(self.closed.functions, given)
        )
        for k, (low, high) in enumerate(self.ends):
            before = part_of(phi.source, names[:k], self.conditions[:k])
            try:
                sign = strict_sign(before.function((high - low).formula))
            except UndefinedSymbol as refusal:
                raise UndefinedSymbol(
                    f"the ends of {names[k]} depend on coordinates before it only: {refusal}"
                ) from refusal
            if sign != 1:
                known = "is above" if sign else "is not known to be below"
                raise AxiomViolation(
                    f"the lower end {low} of {names[k]} {known} the upper end {high}: exchange "
                    "them, with a minus sign for the orientation, or declare the signs of "
                    "parameters"
                )

    @property
    def dimension(self) -> int:
        """The number of coordinates."""
        return self.closed.dimension

    @property
    def conditions(self) -> list[tuple[str, str]]:
        """For each coordinate the inequalities of its ends."""
        named = zip(self.closed.chart.coordinates, self.ends, strict=False)
        return [(f"({name}) > ({low})", f"({name}) < ({high})") for name, (low, high) in named]

    def faces(self) -> list[tuple[int, int, Map, Manifold]]:
        """For all choices of ends of some coordinates, the inclusion of this part of the box.

        The first number says of which coordinate, counted from 1, if it is only one; else 0. The
        second is 1 for its upper end and -1 for the lower one. The map goes from a space without
        declarations; the last entry is the open part itself, in which the ranges are declared.
        """
        found = []
        for choice in product((None, 0, 1), repeat=self.dimension):
            fixed = [k for k, end in enumerate(choice) if end is not None]
            coordinate = fixed[0] + 1 if len(fixed) == 1 else 0
            side = 0 if not coordinate else 2 * int(choice[fixed[0]] or 0) - 1
            try:
                found.append((coordinate, side, *self._face(choice)))
            except Contradiction:  # where ends meet, there is nothing between them
                continue
        return found

    def _face(self, choice: Sequence[int | None]) -> tuple[Map, Manifold]:
        names = self.closed.chart.coordinates
        kept = [name for name, end in zip(names, choice, strict=True) if end is None]
        face = part_of(self.map.source, kept)
        images: dict[str, Form] = {}
        ranges = []
        for name, end, ends in zip(names, choice, self.ends, strict=True):
            rest = {n: images.get(n, 0) for n in names}
            try:
                low, high = (Map(face, self.closed, rest).pull(e) for e in ends)
            except Refusal as refusal:
                raise OutsideDomain(
                    f"the ends of {name} are not smooth functions on the closed box ({self}): "
                    f"{refusal}"
                ) from refusal
            images[name] = face[name] if end is None else (low, high)[end]
            if end is None:
                ranges.append((f"({name}) > ({low})", f"({name}) < ({high})"))
        opened = part_of(self.map.source, kept, ranges)
        return Map(face, self.closed, images), opened

    def __str__(self) -> str:
        named = zip(self.closed.chart.coordinates, self.ends, strict=True)
        text = ", ".join(f"{name} from {low} to {high}" for name, (low, high) in named)
        point = ", ".join(f"{x} = {f}" for x, f in self.map.images.items())
        return text or f"the point {point}"

    def latex(self) -> str:
        """LaTeX source of the box, without dollar signs."""
        chart = self.closed.chart
        rows = zip(chart.coordinates, self.ends, strict=True)
        written = (
            f"{typeset(low.formula)} < {chart.latex_name(name)} < {typeset(high.formula)}"
            for name, (low, high) in rows
        )
        return r",\; ".join(written) or r"\text{a point}"


class Chain(Shown):
    """A sum of cells of one dimension, with integers.

    Parameters
    ----------
    terms
        Integers and cells.

    Raises
    ------
    DegreeMismatch
        The cells have different dimensions, or there is none.

    Examples
    --------
    >>> from diffgeo import Manifold, identity_map
    >>> from diffgeo.subsets import cell
    >>> print(cell(identity_map(Manifold("M", "x")), x=(0, 1)).boundary)
    -(the point x = 0) + (the point x = 1)
    """

    def __init__(self, terms: Sequence[tuple[int, Cell]]) -> None:
        for number, each in terms:
            require_integer(number, "how often a cell is in a chain")
            require_kind(each, Cell, "make a chain of", "a Cell")
        if len({c.dimension for _, c in terms}) != 1:
            raise DegreeMismatch("a chain is a sum of cells of one dimension, and not empty")
        self.terms = tuple(terms)

    @property
    def dimension(self) -> int:
        """The dimension of its cells."""
        return self.terms[0][1].dimension

    @property
    def boundary(self) -> Chain:
        """The sum of the faces; that of its boundary vanishes in every integral.

        Raises `DegreeMismatch` for points, which have none.
        """
        if not self.dimension:
            raise DegreeMismatch(f"points have no boundary, see {self}")
        found = []
        for number, each in self.terms:
            for coordinate, side, inclusion, _ in each.faces():
                if coordinate:
                    sign = side * (-1) ** (coordinate + 1)
                    found.append((sign * number, _part(each, coordinate - 1, inclusion)))
        return Chain(found)

    def __add__(self, other: Chain) -> Chain:
        require_kind(other, Chain, "add to a chain", "a chain")
        return Chain([*self.terms, *other.terms])

    def __neg__(self) -> Chain:
        return -1 * self

    def __sub__(self, other: Chain) -> Chain:
        return self + -other

    def __rmul__(self, number: int) -> Chain:
        return Chain([(number * n, each) for n, each in self.terms])

    def __str__(self) -> str:
        text = ""
        for number, each in self.terms:
            size = "" if abs(number) == 1 else f"{abs(number)} "
            text += (" - " if text else "-") if number < 0 else (" + " if text else "")
            text += f"{size}({each})"
        return text

    def latex(self) -> str:
        """LaTeX source, without dollar signs."""
        terms = (rf"{n:+d}\,\left[{each.latex()}\right]" for n, each in self.terms)
        return " ".join(terms).removeprefix("+")


def cell(phi: Map, /, **ranges: tuple[FunctionLike, FunctionLike]) -> Chain:
    """The chain of one cell: a map from the box in which coordinates lie between ends.

    Parameters
    ----------
    phi
        A map, whose source has the coordinates of the box; their order is the orientation.
    **ranges
        For each coordinate its lower and upper end: numbers such as ``"2*pi"``, parameters,
        functions of the coordinates before it.

    Returns
    -------
    Chain
        With the number 1.

    Raises
    ------
    UndefinedSymbol, AxiomViolation
        As for `Cell`.

    Examples
    --------
    >>> from diffgeo import Manifold, Map
    >>> from diffgeo.subsets import cell
    >>> box, plane = Manifold("box", "r phi"), Manifold("plane", "x y")
    >>> polar = Map(box, plane, {"x": "r*cos(phi)", "y": "r*sin(phi)"})
    >>> print(cell(polar, r=(0, 1), phi=(0, "2*pi")))
    (r from 0 to 1, phi from 0 to 2*pi)
    """
    return Chain([(1, Cell(phi, ranges))])


def part_of(
    space: Manifold, names: Sequence[str], conditions: Sequence[tuple[str, str]] = ()
) -> Manifold:
    """A space with some of the coordinates, and with ranges in place of signs and domains."""
    declared: dict[str, Any] = space.declarations(names)
    for word in ("positive", "negative", "nonzero"):
        declared[word] = [name for name in declared[word] if name not in names]
    declared["domain"] = [text for pair in conditions for text in pair]
    return Manifold(f"{_BOX}{space.name.removeprefix(_BOX)}", **declared)


def _part(each: Cell, coordinate: int, inclusion: Map) -> Cell:
    """A face as a cell: the map and the other ranges, restricted to it."""
    names = [n for k, n in enumerate(each.closed.chart.coordinates) if k != coordinate]
    formulas = {x: f.formula for x, f in each.map.images.items()}
    closed = {x: each.closed.function(f) for x, f in formulas.items()}
    images = {x: inclusion.pull(f) for x, f in closed.items()}
    phi = Map(inclusion.source, each.map.target, images, functions=each.map.functions)
    others = [e for k, e in enumerate(each.ends) if k != coordinate]
    ranges = {
        name: (inclusion.pull(low), inclusion.pull(high))
        for name, (low, high) in zip(names, others, strict=True)
    }
    return Cell(phi, ranges)
