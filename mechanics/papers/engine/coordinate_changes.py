"""A change of coordinates that stands for all: of three, ``(x, y, z) ↦ (y, z, f(x, y, z))``.

The function f is undefined. What agrees along the change with what is made anew of the changed
data, for undefined data, agrees along inverses and compositions of such changes, which are all.

- With f = x the cyclic permutation is one, hence each change of one coordinate by a function of all
  is a composition of them.
- Transvections and dilations, which generate GL_n, change one coordinate.
- A local diffeomorphism φ with dφ = id at a point is, near it, a composition of changes of one
  coordinate: each ψ_k = (φ^1, …, φ^k, x^{k+1}, …, x^n) is a local diffeomorphism there, and
  ψ_k∘ψ_{k-1}^{-1} changes the k-th coordinate only.

The change of the first coordinate alone would not do: dy is the same along x' = f(x, y).
"""

from __future__ import annotations

from collections.abc import Sequence

from diffgeo import Form, Manifold
from diffgeo.testing import undefined


def any_coordinates(space: Manifold, names: Sequence[str], *also: str) -> dict[str, Form]:
    """Images of the coordinates of a space under any change of those with these names.

    The undefined function depends on them and on the coordinates that are given `also`. For
    undefined data only it stands for all changes.
    """
    new = space.function(undefined(space, "_".join(["new", *also]), [*also, *names]))
    kept = {q: space[q] for q in space.chart.coordinates}
    return kept | dict(zip(names, [*(space[q] for q in names[1:]), new], strict=True))
