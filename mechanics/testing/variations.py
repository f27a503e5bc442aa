"""Systems made of other systems: other data on the same jets, and random choices.

What is drawn is polynomial with small coefficients and comes from a seed, so that a report can
be repeated.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from diffgeo import Form, Map
from diffgeo.bundles import JetSpace
from mechanics.model.systems import System
from mechanics.model.systems_on import restricted, system_on, varied

__all__ = ["Chance", "Leaf", "leaf", "moved", "system_on", "varied"]


def moved(system: System, images: dict[str, str]) -> tuple[System, Map]:
    """The system in other coordinates on the same jets, and the prolonged change J¹φ.

    φ: E → E is a fibred automorphism; L, F and the φ_i are pulled back along J¹φ.
    """
    E, jets = system.configuration_space, system.evolution_space
    change = jets.prolong_fibred(Map(E, E, images))
    new = system_on(
        jets,
        system.specification,
        lagrangian=change.pull(system.lagrangian),
        force=change.pull(system.force),
        constraints=[change.pull(phi) for phi in system.constraints],
    )
    return new, change


@dataclass(frozen=True)
class Leaf:
    """The leaf f = c of a function on E, and the free system on it.

    Attributes
    ----------
    system
        The reduced system without constraints: L and F pulled back along ``inclusion``.
    inclusion
        J¹i: J¹E_c → J¹E for the inclusion i of the leaf; c is a parameter.
    """

    system: System
    inclusion: Map


def leaf(system: System, rest: str) -> Leaf:
    """The leaf of ``f = q_n + rest``, where ``rest`` does not contain the last coordinate q_n."""
    E, s = system.configuration_space, system.specification
    last = s.coordinates[-1]
    value = "c"
    while value in E.chart.symbols or value in E.chart.functions:
        value += "_"
    return Leaf(*restricted(system, {last: f"{value} - ({rest})"}, [value], "leaf"))


class Chance:
    """Random functions, matrices and changes of coordinates from a seed.

    Parameters
    ----------
    system
        What is drawn are functions of its time, coordinates and velocities.
    seed
        Of the random choices.
    time_dependent
        Whether the time may occur.
    """

    def __init__(self, system: System, seed: str, time_dependent: bool = True) -> None:
        s = system.specification
        self._random = random.Random(seed)
        self.time = s.time
        self.clock = (s.time,) if time_dependent else ()
        self.positions = s.coordinates
        self.places = (*self.clock, *s.coordinates)
        self.velocities = s.velocities
        self.states = (*self.places, *s.velocities)

    def polynomial(self, names: Sequence[str]) -> str:
        """A sum of two monomials of degree one or two, not 0; a number if there are no names."""
        if not names:
            return str(self.number())
        terms = []
        for numbers in ((1, 2), (1, -3, 4)):  # no two of them cancel
            factors = self._random.choices(list(names), k=self._random.randint(1, 2))
            terms.append("*".join([str(self._random.choice(numbers)), *factors]))
        return " + ".join(f"({term})" for term in terms)

    def number(self) -> int:
        """A number that is neither 0 nor 1."""
        return self._random.choice([-3, -2, -1, 2, 3])

    def gauge(self) -> str:
        """A function F of time and coordinates; without time, F(q) + const t."""
        if self.clock:
            return self.polynomial(self.places)
        return f"{self.polynomial(self.positions)} + {self.number()}*{self.time}"

    def change(self) -> dict[str, str]:
        """A fibred automorphism over t ↦ t + c: triangular, and then a shear.

        Each coordinate is added to the next one in a random order, and the last to the first,
        so that no field of the coordinates is invariant.
        """
        shift = f"{self.time} + {self.number()}" if self.clock else self.time
        order = list(self.positions)
        self._random.shuffle(order)
        images = {}
        for k, name in enumerate(order):
            terms = [f"{self._random.choice([-1, 2])}*{name}"]
            if k:
                terms.append(f"{self.number()}*{order[k - 1]}")
            terms.append(self._monomial((*self.clock, *order[:k])))
            images[name] = " + ".join(terms)
        if len(order) > 1:
            images[order[0]] += f" + {self._random.choice([1, -1])}*({images[order[-1]]})"
        return {self.time: shift, **images}

    def _monomial(self, names: Sequence[str]) -> str:
        """A multiple of a product of one or two of the names; a number if there are none."""
        factors = self._random.choices(list(names), k=self._random.randint(1, 2)) if names else []
        return "*".join([f"{self.number()}", *factors])

    def invertible(self, jets: JetSpace, size: int) -> list[list[Form]]:
        """A matrix of functions on J¹π that is invertible everywhere: triangular up to order.

        One diagonal entry is 1 + v² + q² with a velocity and a coordinate (or the time), the
        others are numbers; below the diagonal are multiples of coordinates and velocities.
        """
        m = range(size)
        special = self._random.randrange(size)
        diagonal = [self._positive() if i == special else f"{self.number()}" for i in m]
        rows = [
            [diagonal[i] if i == j else self._multiple() if j < i else "0" for j in m] for i in m
        ]
        self._random.shuffle(rows)
        return [jets.functions(row) for row in rows]

    def _multiple(self) -> str:
        return f"{self.number()}*{self._random.choice(self.states)}"

    def _positive(self) -> str:
        velocity = self._random.choice(self.velocities)
        return f"1 + {velocity}**2 + {self._random.choice(self.places)}**2"
