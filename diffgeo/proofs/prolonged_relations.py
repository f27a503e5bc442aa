"""Identities under relations in one dimension, as ideal membership.

The components of all symbols are undefined functions; they and their derivatives are
indeterminates. Relations between them, differentiated as often as the statement has derivatives
more, generate an ideal over the rationals. A function of which a power lies in it vanishes for all
data that satisfy the relations, on every manifold of that dimension. Others may vanish, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from diffgeo.errors import NotSupported
from diffgeo.proofs.hypotheses import Hypothesis
from diffgeo.proofs.instances import Instance
from diffgeo.reals.prolonged_ideals import order_of_derivatives, vanish_with
from diffgeo.verdicts.verdict import Identity

if TYPE_CHECKING:
    from diffgeo.calculus.forms import Form

_IDEAL = "the ideal of the relations and their derivatives"


def follows(stated: Sequence[Identity], relations: Sequence[Identity], instance: Instance) -> str:
    """Why concrete identities follow from symbolic relations between undefined functions.

    Raises
    ------
    NotSupported
        A relation is no equation; or no power of an identity lies in the ideal: that proves
        nothing.
    TooLarge
        There are too many indeterminates, or it takes too long.
    """
    given: list[Form] = []
    for relation in relations:
        if isinstance(relation, Hypothesis):
            raise NotSupported(f"{relation.summary()} is no equation between components")
        made = [c for c, _, _ in instance.identities(relation) if isinstance(c, Identity)]
        if not made:
            raise NotSupported(f"{relation.summary()} is not written in components")
        given += _components(made)
    asked = [f.to_sympy(plain=True) for f in _components(stated)]
    order = max(map(order_of_derivatives, asked), default=0)
    equations = []
    for function in given:
        level = [function]
        for _ in range(order - order_of_derivatives(function.to_sympy(plain=True)) + 1):
            equations += [f.to_sympy(plain=True) for f in level]
            level = [X(f) for f in level for X in instance.space.frame]
    if not vanish_with(asked, equations):
        raise NotSupported(f"no power of it lies in {_IDEAL}")
    return f"it lies in the radical of {_IDEAL}"


def _components(identities: Iterable[Identity]) -> list[Form]:
    """The functions that have to vanish."""
    found = []
    for identity in identities:
        value = identity.left - identity.right
        for part in value.components.values():
            found += [part] if part.degree == 0 else list(part.components.values())
    return found
