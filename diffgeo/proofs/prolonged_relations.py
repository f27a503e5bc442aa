"""Identities under relations in one dimension, as ideal membership.

The components of all symbols are undefined functions; they and their derivatives are
indeterminates. Relations between them, differentiated as often as the statement has derivatives
more, generate an ideal over the rationals. A function of which a power lies in it vanishes for all
data that satisfy the relations, on every manifold of that dimension. Others may vanish, too.

Source: of differential ideals, E. R. Kolchin, Differential Algebra and Algebraic Groups (1973), I.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from diffgeo.errors import LimitExceeded, NotSupported, TooLarge
from diffgeo.limits import limit
from diffgeo.proofs.hypotheses import NoKernel
from diffgeo.proofs.instances import Instance
from diffgeo.verdicts.verdict import Identity

if TYPE_CHECKING:
    from sympy import Expr

    from diffgeo.calculus.forms import Form

#: Indeterminates, and seconds for a basis of the ideal.
MOST, SECONDS = 24, 8.0
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
    import sympy

    given: list[Form] = []
    for relation in relations:
        if isinstance(relation, NoKernel):
            raise NotSupported(f"{relation.summary()} is no equation between components")
        made = [c for c, _, _ in instance.identities(relation) if isinstance(c, Identity)]
        if not made:
            raise NotSupported(f"{relation.summary()} is not written in components")
        given += _components(made)
    asked = [f.to_sympy(plain=True) for f in _components(stated)]
    order = max(map(_order, asked), default=0)
    equations: list[Expr] = []
    for function in given:
        level = [function]
        for _ in range(order - _order(function.to_sympy(plain=True)) + 1):
            equations += [f.to_sympy(plain=True) for f in level]
            level = [X(f) for f in level for X in instance.space.frame]
    jets = {j: sympy.Dummy() for e in (*asked, *equations) for j in _jets(e)}
    if len(jets) > MOST:
        raise TooLarge(f"{len(jets)} components and derivatives; the limit is {MOST}")
    unknowns = [jets[j] for j in sorted(jets, key=lambda j: (-_order(j), str(j)))]
    try:
        with limit(seconds=SECONDS):
            ideal = [p for e in equations if (p := sympy.expand(e.xreplace(jets))) != 0]
            basis = sympy.groebner(ideal, *unknowns, order="grevlex")
            inside = all(_in_radical(sympy.expand(e.xreplace(jets)), basis) for e in asked)
    except LimitExceeded:
        raise TooLarge(f"a basis of the ideal of the relations takes over {SECONDS:g} s") from None
    if not inside:
        raise NotSupported(
            "no power of it lies in the ideal of the relations and their derivatives"
        )
    return "it lies in the radical of the ideal of the relations and their derivatives"


def _in_radical(f: Expr, basis: Any) -> bool:
    """Whether a power of f lies in an ideal: then with 1 - z f it contains 1 (Rabinowitsch)."""
    import sympy

    if basis.contains(f):
        return True
    z = sympy.Dummy()
    larger = sympy.groebner([*basis.exprs, 1 - z * f], z, *basis.gens, order="grevlex")
    return bool(larger.exprs == [1])


def _components(identities: Iterable[Identity]) -> list[Form]:
    """The functions that have to vanish."""
    found = []
    for identity in identities:
        value = identity.left - identity.right
        parts = value.components.values()
        for part in parts:
            found += [part] if part.degree == 0 else list(part.components.values())
    return found


def _jets(expression: Expr) -> set[Any]:
    from sympy import Derivative
    from sympy.core.function import AppliedUndef

    return {*expression.atoms(Derivative), *expression.atoms(AppliedUndef)}


def _order(expression: Expr) -> int:
    from sympy import Derivative

    return max((d.derivative_count for d in expression.atoms(Derivative)), default=0)
