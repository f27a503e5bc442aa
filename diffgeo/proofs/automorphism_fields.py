"""Data under a field of automorphisms of the tangent spaces, which keeps algebraic relations."""

from __future__ import annotations

from random import Random
from typing import Any

from diffgeo.calculus.brackets import interior
from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form
from diffgeo.calculus.multivectors import Multivector, multivector
from diffgeo.proofs.instances import Instance, components


def bent(instance: Instance, random: Random) -> Instance:
    """The data under ``A = id + N``, ``N = x_k dx_j⊗∂_i`` with i ≠ j.

    A is no differential of a map if x_k is not x_j, so that constant tensors with relations
    among each other become tensors that are not integrable, with the same relations. In the place
    of x_k is the sum of all coordinates but x_j as often: then more is not integrable.
    """
    names = instance.coordinates
    i, j = random.sample(range(len(names)), 2)
    others = [name for n, name in enumerate(names) if n != j]
    slope = random.choice([random.choice(others), " + ".join(others)])
    space = instance.space
    N = space.vector_form(1, {names[i]: {names[j]: slope}})

    def moved(value: Any) -> Any:
        # N∘N = 0 and N has rank 1: the inverse id - N in all slots is exp(-i_N) = 1 - i_N.
        if isinstance(value, Multivector):
            return value + multivector(N(space.frame[j])) * value.insert(d(space.coordinates[j]))
        value = value - interior(N, value)
        return value if isinstance(value, Form) else value + interior(value, N)

    data = {symbol: components(moved(value)) for symbol, value in instance.values.items()}
    return Instance(data, instance.dimension)
