"""Cells cut where absolute values in a form on them have their zeros.

An absolute value is not smooth where it is zero, which is a set without volume. Between these zeros
it is one of two functions without it. A cell is cut along its last coordinate at zeros that are
functions of the others, and these where the order of the cuts changes (Collins: the decomposition
of a box into cylinders). Zeros are suggested by SymPy or by the slope of what is affine; that there
are no others is decided by the signs on each piece.

Source: Collins, Quantifier elimination for real closed fields by cylindrical algebraic
decomposition (1975).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

from diffgeo.calculus.forms import Form
from diffgeo.errors import DiffGeoError, NotSupported
from diffgeo.rings.expression import Call, Expression, names_in
from diffgeo.subsets.chains import Cell, part_of
from diffgeo.subsets.domains import strict_sign
from diffgeo.verdicts.verdict import check

if TYPE_CHECKING:
    from diffgeo.calculus.spaces import Manifold

#: Names of functions that are other ones for each sign of what they are applied to.
_CASES = {"Abs", "sign"}
#: Seconds for the zeros of one function.
SECONDS = 4.0
#: A cell is cut into so many pieces at most.
_MOST = 60


def pieces(each: Cell, omega: Any) -> list[Cell]:
    """The pieces of a cell in which absolute values in a form are written without them.

    What cannot be cut is one piece.
    """
    pulled = each.map.pull(omega)
    if not isinstance(pulled, Form) or not 0 < pulled.degree == each.dimension:
        return [each]
    return _cut_at_signs(each, pulled(*each.map.source.frame).formula, _MOST)


def _cut_at_signs(each: Cell, formula: Expression, most: int) -> list[Cell]:
    names = each.closed.chart.coordinates
    try:
        inside = part_of(each.map.source, names, each.conditions)
        found = _undecided(inside, inside.function(formula).formula)
        parts = _cut(each, found) if found else [each]
    except DiffGeoError:
        return [each]
    if not 1 < len(parts) <= most:
        return [each]
    # What stands in other absolute values may have its own now.
    return [p for part in parts for p in _cut_at_signs(part, formula, most // len(parts))]


def _undecided(inside: Manifold, formula: Expression) -> list[Form]:
    """What stands in absolute values, without another one in it, and has no known sign."""
    found: dict[str, Form] = {}
    for node in formula.walk():
        if isinstance(node, Call) and node.name in _CASES:
            (argument,) = node.arguments
            inner = [n for n in argument.walk() if isinstance(n, Call) and n.name in _CASES]
            if not inner and names_in(argument) & set(inside.chart.coordinates):
                f = inside.function(argument)
                if strict_sign(f) is None:
                    found.setdefault(str(f), f)
    return list(found.values())


def _cut(each: Cell, functions: Sequence[Form]) -> list[Cell]:
    """Pieces on which functions have no zeros."""
    rows = _boxes(each, each.dimension, [f.formula for f in functions])
    names = each.closed.chart.coordinates
    return [Cell(each.map, dict(zip(names, row, strict=True))) for row in rows]


#: The lower and the upper end of each coordinate.
Ends = list[tuple[Form, Form]]


def _boxes(each: Cell, count: int, functions: Sequence[Expression]) -> list[Ends]:
    """The ends of the first coordinates of pieces on which functions of them have no zeros."""
    if not count:
        return [[]]
    *_, name = names = each.closed.chart.coordinates[:count]
    space = part_of(each.map.source, names)
    low, high = each.ends[count - 1]
    cuts: dict[str, Expression] = {}
    outer = []
    for formula in functions:
        if name not in names_in(formula):
            outer.append(formula)
            continue
        for root in _zeros(space, formula, name, (low, high) if count == 1 else None):
            cuts.setdefault(str(root), root.formula)
    before = part_of(each.map.source, names[:-1])
    levels = [before.function(e) for e in (low.formula, *cuts.values(), high.formula)]
    apart = [a - b for a, b in combinations(levels, 2)]
    outer += [f.formula for f in apart if names_in(f.formula) & set(before.chart.coordinates)]
    found = []
    for box in _boxes(each, count - 1, outer):
        found += [[*box, ends] for ends in _between(each, before, box, levels)]
        if len(found) > _MOST:
            raise NotSupported("too many pieces")
    return found


def _between(
    each: Cell, before: Manifold, box: Ends, levels: Sequence[Form]
) -> list[tuple[Form, Form]]:
    """The gaps between functions that do not meet over a box, from the first one to the last."""
    names = before.chart.coordinates
    ranges = [(f"({n}) > ({low})", f"({n}) < ({high})")
              for n, (low, high) in zip(names, box, strict=True)]  # fmt: skip
    here = part_of(each.map.source, names, ranges)

    def is_above(a: Form, b: Form) -> bool:
        difference = here.function((a - b).formula)
        sign = strict_sign(difference)
        if sign is None and not check(difference == 0, counterexample=False):
            raise NotSupported(f"whether {a} is above {b} is not known")
        return sign == 1

    low, *cuts, high = levels
    inner: list[Form] = []
    for cut in cuts:
        if is_above(cut, low) and is_above(high, cut):
            place = sum(is_above(cut, other) for other in inner)
            if place == len(inner) or is_above(inner[place], cut):
                inner.insert(place, cut)
    closed = each.closed
    ends = [closed.function(f.formula) for f in (low, *inner, high)]
    return list(pairwise(ends))


def _zeros(
    space: Manifold, formula: Expression, name: str, ends: tuple[Form, Form] | None
) -> list[Form]:
    """Functions of the other coordinates at which a function may vanish."""
    from diffgeo.interop.sympy_integrals import proposed_zeros

    function = space.function(formula)
    slope = space.vector_field({name: 1})(function)
    if name not in names_in(slope.formula):
        return [space[name] - function / slope]
    if ends is None:
        raise NotSupported(f"{function} is not affine in {name}")
    expression, low, high = (f.to_sympy(plain=True) for f in (function, *ends))
    return space.functions(proposed_zeros(expression, name, low, high, SECONDS))
