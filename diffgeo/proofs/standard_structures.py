"""Standard values of the tensors of a tangent structure and of first jets, in coordinates.

On TR^n, with coordinates x and y, they are ``J = dx^i ⊗ ∂/∂y^i`` and ``C = y^i ∂/∂y^i``; on first
jets, with coordinates t, x and y, ``S = (dx^i - y^i dt) ⊗ ∂/∂y^i``, for which [S, S] = 2dt⊗S.
Tensors are recognised by their relations; fields and functions are found for them by solving.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from diffgeo.proofs.constructions import Bracket, Composed, Named, Value
from diffgeo.proofs.instances import Data, coordinate_names, symbols_in
from diffgeo.proofs.symbolic_objects import Symbolic, SymbolicForm, is_zero
from diffgeo.verdicts.verdict import Identity

ONE = Fraction(1)


def standard_structures(relations: Sequence[Identity], dimension: int) -> dict[Symbolic, Data]:
    """Values for a tensor with ``J∘J = 0``, and for what relations tie to it."""
    both = [pair for r in relations for pair in ((r.left, r.right), (r.right, r.left))]
    nilpotent = (
        left.arguments[0]
        for left, right in both
        if isinstance(left.made, Composed) and is_zero(right) and _is_of_one_symbol(left)
    )
    tensor = next(nilpotent, None)
    if tensor is None:
        return {}
    times = list(_times(tensor, both))
    names = coordinate_names(dimension)
    if len(names) % 2 != len(times):
        return {}
    t, rest = names[: len(times)], names[len(times) :]
    pairs = list(zip(rest, rest[len(rest) // 2 :], strict=False))
    values: Data = {(y, (x,)): {(): ONE} for x, y in pairs}
    found: dict[Symbolic, Data] = {tensor: values}
    found.update({time: {("", (t[0],)): {(): ONE}} for time in times})
    if times:
        values.update({(y, (t[0],)): {(y,): -ONE} for _, y in pairs})
    for left, right in both:
        applied = isinstance(left.made, Value) and left.arguments[0] is tensor
        if applied and isinstance(right.made, Named) and not times:
            found[right] = {(y, ()): {(y,): ONE} for _, y in pairs}
    return found


def _is_of_one_symbol(square: Symbolic) -> bool:
    first, second = square.arguments
    return first is second and isinstance(first.made, Named) and not isinstance(first, SymbolicForm)


def _times(tensor: Symbolic, both: Sequence[tuple[Symbolic, Symbolic]]) -> Iterator[SymbolicForm]:
    """The 1-form dt of which [S, S] is a multiple: none of a tangent structure."""
    for left, right in both:
        if isinstance(left.made, Bracket) and set(left.arguments) == {tensor}:
            forms = [s for s in symbols_in(right) if isinstance(s, SymbolicForm) and s.degree == 1]
            yield from forms[:1]
            return
