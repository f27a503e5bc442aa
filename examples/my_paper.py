"""A ledger of one's own: three formulas of a note on a constrained particle, judged.

``mechanics verify my_paper.py`` runs it; the tutorial "My own paper" explains it line by line.
"""

from __future__ import annotations

from typing import Any

from diffgeo import Verdict, bracket, check, every_manifold, symbols_of_vector_forms, torsion
from mechanics import System
from mechanics.papers.engine.claims import Judgement, Ledger, Witness, states

#: Every Lagrangian, and every constraint that is linear in the velocities, of two coordinates.
ALL_LINEAR = System(
    name="undefined L(x, y, v), a and b",
    coordinates="x y",
    functions="L(x, y, xdot, ydot) a(x, y) b(x, y)",
    lagrangian="L(x, y, xdot, ydot)",
    constraints="a(x, y)*xdot + b(x, y)*ydot",
)
#: A constraint with a drift: the reaction does work.
DRIVEN = System(
    name="driven", coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2", constraints="ydot - x"
)
#: A bead on the parabola y = x² in a field of gravity.
BEAD = System(
    name="bead",
    coordinates="x y",
    parameters="m g",
    positive="m",
    lagrangian="m*(xdot**2 + ydot**2)/2 - m*g*y",
    constraints="ydot - 2*x*xdot",
)


def data(family: str, seed: int, quick: bool) -> list[tuple[str, Any]]:
    """The systems on which the claims of a family are checked, with their names."""
    systems = {"linear": [ALL_LINEAR], "bead": [BEAD]}.get(family, [None])
    return [(system.name if system else "every manifold", system) for system in systems]


LEDGER = Ledger("my-paper", "A note on a constrained particle", data)


def rate(system: System) -> Any:
    """dE/dt along the motion, for the energy E = v ∂L/∂v - L, on the constraint set."""
    jets, L = system.evolution_space, system.lagrangian
    energy = sum((v * jets.vector_field({f"{q}dot": 1})(L)
                  for q, v in zip("xy", jets.velocities, strict=True)), start=-L)  # fmt: skip
    made = system.dynamics("multipliers")
    return system.constraint_set.restrict(made.field(energy))


def is_conserved(system: System) -> Any:
    """That dE/dt = 0."""
    return rate(system) == 0


@LEDGER.claim("N-1", "(1)", "theorem", "dE/dt = 0: the reaction does no work", on="linear")
def energy(system: System) -> Judgement:
    """By the library's motion; for constraints with a drift it is false."""
    velocity = system.constraint_set.restrict(system.evolution_space.velocities[0])
    return Judgement(
        printed={"dE/dt = 0": is_conserved(system)},
        mutated={"dE/dt = xdot": rate(system) == velocity},
        condition="L does not depend on time, and the constraints are linear in the velocities",
        without={"for ydot = x": Witness(DRIVEN, is_conserved)},
    )


@LEDGER.claim("N-2", "(2)", "identity", on="bead")
@states("lambda = m (g + 2 xdot^2)/(1 + 4 x^2)")
def multiplier(system: System) -> Judgement:
    """By the library's motion, on the constraint set."""
    (found,) = system.dynamics("projection").multipliers
    on_it = system.constraint_set.restrict

    def printed(text: str) -> Any:
        return on_it(found) == on_it(system.evolution_space.function(text))

    return Judgement(
        printed={"lambda": printed("m*(g + 2*xdot**2)/(1 + 4*x**2)")},
        mutated={"xdot^2 for 2 xdot^2": printed("m*(g + xdot**2)/(1 + 4*x**2)")},
    )


def torsions() -> Verdict:
    """The projectors P and Q = id - P have the same torsion: on every manifold, for every P."""
    P = symbols_of_vector_forms("P", degree=1)
    return check(torsion(every_manifold.identity - P) == torsion(P))


@LEDGER.claim("N-3", "(3)", "theorem", "[Q, Q] = [P, P] for Q = id - P", on="none")
def torsion_of_the_complement(_: None) -> Judgement:
    """Over symbols; the verdict carries a certificate."""
    P = symbols_of_vector_forms("P", degree=1)
    Q = every_manifold.identity - P
    return Judgement(
        printed={"[Q, Q] = [P, P]": torsions()},
        mutated={"[Q, P] = [P, P]": bracket(Q, P) == bracket(P, P)},
    )
