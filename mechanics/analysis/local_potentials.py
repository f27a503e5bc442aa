"""Functions whose differentials are given closed 1-forms, near the generic point.

One coordinate after the other is integrated along, that of the shortest component first; what is
left does not depend on it any more. What is returned is verified. Periods about
holes of the domain are not asked for: such a function may have several values there, as an angle
has. `diffgeo.subsets.potential` is for potentials on a whole star-shaped domain.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo import d
from diffgeo.calculus import antiderivative
from diffgeo.errors import TooLarge, Unexpanded
from mechanics.model.plain_answers import vanishes

if TYPE_CHECKING:
    from diffgeo import Form


def local_potential(omega: Form, seconds: float | None = None) -> Form | None:
    """A function f with ``df = ω`` where both are defined; None if none was found.

    Parameters
    ----------
    omega
        A 1-form; if it is not closed there is none.
    seconds
        For each `antiderivative`.
    """
    space = omega.space
    total: Form = space.function(0)
    try:
        if not vanishes(d(omega)):
            return None
        left = list(space.frame)
        while left:
            rests = [((omega(X) - X(total)).expanded(), X) for X in left]
            rests = [(rest, X) for rest, X in rests if not vanishes(rest)]
            if not rests:
                break
            rest, X = min(rests, key=lambda pair: len(str(pair[0])))
            part = antiderivative(rest, X, seconds)
            if part is None:
                return None
            total = total + part
            left = [Y for Y in left if Y is not X]
        return total.expanded() if vanishes(d(total) - omega) else None
    except (Unexpanded, TooLarge):
        return None
