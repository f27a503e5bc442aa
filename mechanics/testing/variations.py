"""Systems made of other systems: other data on the same jets, and random choices.

What is drawn is polynomial with small coefficients and comes from a seed, so that a report can
be repeated.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from diffgeo import FibredManifold, Form, JetSpace, Map, jet
from mechanics.constraint_set import ConstraintSet
from mechanics.files import Specification
from mechanics.systems import System


def system_on(
    jets: JetSpace,
    specification: Specification,
    *,
    lagrangian: Form,
    force: Form,
    constraints: Sequence[Form] = (),
    constraint_set: ConstraintSet | None = None,
) -> System:
    """A system whose data are given as forms on J¹π.

    Parameters
    ----------
    jets
        The evolution space of a `FibredManifold`.
    specification
        Where names come from; its formulas are not read.
    lagrangian, force, constraints
        L, the 1-form F_A (dq^A - v^A dt), and the functions φ_i.
    constraint_set
        The set where the constraints vanish, if it is known; it is not looked for then, and
        that the constraints are independent is not checked.
    """
    system = System.__new__(System)
    system.specification = replace(
        specification, lagrangian="", constraints=(), constraint_forms=(), solved={}, forces={}
    )
    system.name = specification.name
    total = jets.fibration.total
    if not isinstance(total, FibredManifold):
        raise TypeError(f"{jets} are not the jets of a FibredManifold")
    system.configuration_space = total
    system.evolution_space = jets
    system.lagrangian = lagrangian
    system.force = force
    system.constraints = tuple(constraints)
    system.constraint_keys = [f"constraints[{i}]" for i in range(1, len(constraints) + 1)]
    system.invariants = {}
    fields = jets.frame[1 : len(jets.positions) + 1]
    names = specification.coordinates
    system.forces = {q: force(X) for q, X in zip(names, fields, strict=True)}
    if constraint_set is not None:
        system.constraint_set = constraint_set
    else:
        system.constraint_set.require_independent()
    return system


def varied(
    system: System,
    *,
    lagrangian: Form | None = None,
    force: Form | None = None,
    constraints: Sequence[Form] | None = None,
    same_set: bool = False,
) -> System:
    """The system with other data on its evolution space.

    With ``same_set`` the new constraints are known to vanish where the old ones do.
    """
    return system_on(
        system.evolution_space,
        system.specification,
        lagrangian=system.lagrangian if lagrangian is None else lagrangian,
        force=system.force if force is None else force,
        constraints=system.constraints if constraints is None else constraints,
        constraint_set=system.constraint_set if same_set else None,
    )


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
    *kept, last = s.coordinates
    value = "c"
    while value in E.chart.symbols or value in E.chart.functions:
        value += "_"
    declared = E.declarations((s.time, *kept))
    declared.pop("coordinates")
    declared["parameters"] = [*declared.get("parameters", ()), value]
    below = FibredManifold("leaf", time=s.time, coordinates=kept, **declared)
    images = {name: below[name] for name in (s.time, *kept)}
    inclusion = system.evolution_space.prolong_fibred(
        Map(below, E, {**images, last: f"{value} - ({rest})"})
    )
    reduced = system_on(
        jet(below, 1),
        replace(s, coordinates=tuple(kept)),
        lagrangian=inclusion.pull(system.lagrangian),
        force=inclusion.pull(system.force),
    )
    return Leaf(reduced, inclusion)


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
