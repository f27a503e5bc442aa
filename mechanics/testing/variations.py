"""Systems made of other systems: other data on the same jets, and random choices.

What is drawn is polynomial with small coefficients and comes from a seed, so that a report can
be repeated.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from diffgeo import FibredManifold, Form, Map
from diffgeo.bundles import JetSpace
from mechanics.model.extended_jets import evolution_space
from mechanics.model.geometric_data import Datum, read_data
from mechanics.model.systems import System
from mechanics.model.systems_on import restricted, system_on, varied
from mechanics.theories.registry import Theory
from mechanics.wording import free_name

__all__ = [
    "Chance", "Leaf", "Moved", "in_other_coordinates", "leaf", "pulled_data", "supplied",
    "system_on", "varied",
]  # fmt: skip


@dataclass(frozen=True)
class Moved:
    """A system in other coordinates.

    Attributes
    ----------
    system
        With L, F, the φ_i and all geometric data pulled back.
    change, prolonged
        φ: E' → E, and J¹φ between the evolution spaces.
    """

    system: System
    change: Map
    prolonged: Map


def in_other_coordinates(system: System, images: Mapping[str, str]) -> Moved:
    """The system in other coordinates of the same names, by a local diffeomorphism φ: E' → E.

    They have a space of their own: what the change brings into its ring, such as angles, does not
    make other computations larger.
    """
    E, jets, s = system.configuration_space, system.evolution_space, system.specification
    declared = E.declarations((s.time, *s.coordinates))
    other = FibredManifold("E'", time=s.time, **declared | {"coordinates": s.coordinates})
    change = Map(other, E, images)
    prolonged = jets.prolong_fibred(change)
    new = system_on(
        evolution_space(other, s.variables),
        s,
        lagrangian=prolonged.pull(system.lagrangian),
        force=prolonged.pull(system.force),
        constraints=[prolonged.pull(phi) for phi in system.constraints],
        data=pulled_data(system, change, prolonged),
    )
    return Moved(new, change, prolonged)


def pulled_data(system: System, change: Map, prolonged: Map) -> dict[str, Datum]:
    """The geometric data of a system in other coordinates."""
    return {name: datum.pulled_back(change, prolonged) for name, datum in system.data.items()}


def supplied(system: System, theory: Theory, chance: Chance) -> System:
    """The system with random geometric data of the kinds that a theory needs, where it has none.

    A variable z joins L with the term c z.
    """
    s = system.specification
    kinds = theory.needs.items()
    wanted = [] if s.variables else [name for name, kind in kinds if kind == "variable"]
    taken = {s.time, *s.states, *s.parameters, *s.function_names}
    variables = [free_name(name, taken) for name in wanted]
    data = dict(system.data)
    if variables:
        E = system.configuration_space
        jets = evolution_space(E, (*s.variables, *variables))
        up = jets.projections[0].pull
        more = sum((chance.number() * z for z in jets.variables), start=up(system.lagrangian))
        system = system_on(
            jets,
            replace(s, variables=(*s.variables, *variables)),
            lagrangian=more,
            force=up(system.force),
            constraints=[up(phi) for phi in system.constraints],
            data=data,
        )
    for name, kind in kinds:
        if kind != "variable" and name not in data:
            data[name] = chance.datum(kind, system)
    return varied(system, data=data, same_set=True) if data else system


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
    value = free_name("c", {*E.chart.symbols, *E.chart.functions})
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

    def change(self, straight: bool = False) -> dict[str, str]:
        """A fibred automorphism over t ↦ t + c: triangular, and then a shear.

        Each coordinate is added to the next one in a random order, and the last to the first,
        so that no field of the coordinates is invariant. To one of them a product of two of those
        before it and the time is added, every other time: more makes theories larger and refutes no
        more. A straight change is affine.
        """
        shift = f"{self.time} + {self.number()}" if self.clock else self.time
        order = list(self.positions)
        self._random.shuffle(order)
        bent = self._random.randrange(min(1, len(order) - 1), len(order))
        images = {}
        for k, name in enumerate(order):
            terms = [f"{self._random.choice([-1, 2])}*{name}"]
            if k:
                terms.append(f"{self.number()}*{order[k - 1]}")
            terms.append(f"{self.number()}")
            before = (*self.clock, *order[:k])
            if before and not straight:
                terms[-1] += "*" + "*".join(
                    self._random.choices(before, k=1 + (k == bent and self._random.getrandbits(1)))
                )
            images[name] = " + ".join(terms)
        if len(order) > 1:
            images[order[0]] += f" + {self._random.choice([1, -1])}*({images[order[-1]]})"
        return {self.time: shift, **images}

    def datum(self, kind: str, system: System) -> Datum:
        """Geometric data of a kind: as many parts as there are constraints, where that is free."""
        count = max(1, len(system.constraints))
        names = self.positions
        single: dict[str, Callable[[], object]] = {
            "form": lambda: {n: self.polynomial(self.places) for n in names},
            "reference": lambda: {n: self.polynomial(names[:k] or ()) for k, n in enumerate(names)},
            "metric": lambda: {f"{n} {n}": f"1 + {n}**2" for n in names},
            "hypersurface": lambda: f"{names[-1]} + {self.polynomial(names[:-1])}",
            "function": lambda: self.polynomial(self.states),
            "accelerations": lambda: [
                f"{self.number()}*{n}ddot + {self.polynomial(self.states)}"
                for n in (names * count)[:count]
            ],
            "frame": lambda: [self._direction(0), *({n: "1"} for n in names[-2::-1])],
        }
        several = [self._direction(k % len(names)) for k in range(count)]
        read = single[kind]() if kind in single else several
        E, jets = system.configuration_space, system.evolution_space
        return read_data({"drawn": {kind: read}}, E, jets, "drawn")["drawn"]

    def _direction(self, last: int) -> dict[str, str]:
        """Components of a form or field: a number at one place, counted from the end."""
        names = self.positions[::-1]
        found = {names[last]: f"{self.number()}"}
        if len(names) > 1:
            found[names[last - 1]] = f"{self.number()}*{self._random.choice(self.places)}"
        return found

    def invertible(
        self, jets: JetSpace, size: int, names: Sequence[str] | None = None
    ) -> list[list[Form]]:
        """A matrix of functions on J¹π that is invertible everywhere: triangular up to order.

        They are functions of the names; `places` for functions on E, none for numbers. One diagonal
        entry is 1 + v² + q² with a velocity and a coordinate (or the time), the others are numbers;
        below the diagonal are multiples of coordinates and velocities.
        """
        m, special = range(size), self._random.randrange(size)
        states = self.states if names is None else names
        diagonal = [self._positive(states) if i == special else f"{self.number()}" for i in m]
        rows = [
            [diagonal[i] if i == j else self._multiple(states) if j < i else "0" for j in m]
            for i in m
        ]
        self._random.shuffle(rows)
        return [jets.functions(row) for row in rows]

    def _multiple(self, states: Sequence[str]) -> str:
        return f"{self.number()}*{self._random.choice(states)}" if states else f"{self.number()}"

    def _positive(self, states: Sequence[str]) -> str:
        if not states:
            return f"{self.number()}"
        last = states[-len(self.positions) :]  # velocities, if they occur
        return f"1 + {self._random.choice(last)}**2 + {self._random.choice(self.places)}**2"
