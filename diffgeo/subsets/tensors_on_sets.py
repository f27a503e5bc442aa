"""Tensors on level sets.

At every point of a level set N the tangent space is spanned by the values of
``P.insert(dφ_1)…insert(dφ_m)``, for products P of m+1 fields of a frame. A tensor on N is what a
tensor T on M is on tangent vectors; in its upper slots T has to be tangent to N.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING

from diffgeo.calculus.derivations import d
from diffgeo.calculus.multivectors import multivector
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.structures.tensors import Tensor
from diffgeo.verdicts.verdict import Conjunction, Identity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diffgeo.calculus.forms import Form
    from diffgeo.subsets.level_sets import LevelSet
    from diffgeo.verdicts.identities import Residuals


def spanning_fields(level_set: LevelSet) -> tuple[VectorForm, ...]:
    """Fields on M, tangent to N everywhere, whose values span the tangent spaces of N."""
    found = []
    for chosen in combinations(level_set.space.frame, len(level_set.equations) + 1):
        made = multivector(*chosen)
        for normal in level_set.conormal:
            made = made.insert(normal)
        found.append(made.as_field())
    return tuple(found)


def generic_tangents(level_set: LevelSet) -> tuple[VectorForm, ...]:
    """Tangent fields whose values span the tangent spaces at almost all points of N.

    Where there is one equation, as many as the dimension: those of products with one field of the
    frame on which its differential does not vanish on N, which is irreducible.
    """
    if len(level_set.equations) > 1:
        return spanning_fields(level_set)
    (phi,) = level_set.equations
    frame = level_set.space.frame
    across = next(e for e in frame if not level_set.vanishes(e(phi), counterexample=False))
    return tuple(across(phi) * e - e(phi) * across for e in frame if e is not across)


def values_on(level_set: LevelSet, T: Tensor) -> Residuals:
    """Labelled functions that vanish on N if and only if T does on tangent vectors."""
    upper, lower = T.valence
    coframe = [d(x) for x in level_set.space.coordinates]
    fields = spanning_fields(level_set)
    found = []
    for forms in product(coframe, repeat=upper):
        for chosen in product(range(len(fields)), repeat=lower):
            value = _at(T, forms, [fields[k] for k in chosen])
            label = f"on tangent fields {', '.join(map(str, chosen))}" if lower else ""
            found += [(label, element) for _, element in value._residuals(0)]
    return found


def tangency(level_set: LevelSet, T: Tensor) -> Identity:
    """The statement that the upper slots of T are tangent to N, on tangent vectors."""
    upper, lower = T.valence
    coframe = [d(x) for x in level_set.space.coordinates]
    fields = spanning_fields(level_set)
    parts = []
    for slot, normal in product(range(upper), level_set.conormal):
        for others in product(coframe, repeat=upper - 1):
            forms = (*others[:slot], normal, *others[slot:])
            for chosen in product(fields, repeat=lower):
                value = _at(T, forms, chosen)
                parts.append(level_set.restrict(value) == 0)
    return Conjunction(parts) if parts else level_set.restrict(level_set.space.function(0)) == 0


def _at(T: Tensor, forms: Sequence[Form], fields: Sequence[VectorForm]) -> Form:
    if not T.rank:
        return T.as_function()
    return T(*forms, *fields)
