"""Changes of coordinates with undefined functions, for claims about all coordinates.

The shears x ↦ x + χ(the other coordinates) with an undefined χ, one for each coordinate, and one
change of a single coordinate generate the derivatives of all changes of coordinates
(`diffgeo.testing`). Here two opposite shears are composed: their Jacobian matrices and all higher
derivatives are undefined functions.
"""

from __future__ import annotations

from collections.abc import Sequence

from diffgeo import Manifold, Map
from diffgeo.testing import undefined


def sheared(
    space: Manifold,
    names: Sequence[str],
    besides: Sequence[str] = (),
    mark: str = "",
    shears: int = 2,
) -> Map:
    """The first coordinate plus χ of the others, then the last one plus ψ of the others.

    Parameters
    ----------
    space
        The space.
    names
        The coordinates that are changed and mixed.
    besides
        Others, on which χ and ψ depend and which are kept, such as the time.
    mark
        What tells the names of these functions from those of another change.
    shears
        With 1 the shear by χ alone.
    """
    same = {name: space[name] for name in space.chart.coordinates}
    found = Map(space, space, same, inverse=same)
    chosen = ((names[0], "chi", names[1:]), (names[-1], "psi", names[:-1]))[:shears]
    for name, function, rest in chosen:
        if places := [*besides, *rest]:
            shift = space.function(undefined(space, f"{function}{mark}", places))
            there, back = same | {name: space[name] + shift}, same | {name: space[name] - shift}
            found = Map(space, space, there, inverse=back) @ found
    return found
