"""Data of sections 5 to 8: exact systems for n = 2 and n = 3, and all systems by random germs."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from mechanics.ledger.miron_niminet.data import System, monomial, randers_system


@dataclass(frozen=True)
class Germs:
    """A system of random Taylor series: L, F_i, a_σ and λ^σ(x) with (3.11).

    Attributes
    ----------
    name
        What it is called in outcomes.
    coordinates
        Those of M.
    order
        How many derivatives can be taken of L.
    points
        The number of random points.
    seed
        Of the series.
    """

    name: str
    coordinates: tuple[str, ...]
    order: int
    points: int
    seed: int

    def __str__(self) -> str:
        return self.name


def germs(n: int, seed: int) -> Germs:
    """All systems on spaces of this dimension, with n - 1 constraints."""
    return Germs(f"random germs, n = {n}, seed {seed}", ("x", "y", "z")[:n], 9 - n, 8, seed)


def plane_system(seed: int) -> System:
    """A random system for n = 2 whose metric has a determinant of first degree.

    L is cubic in the velocities and C_ijk depends on the position; one constraint with
    λ a = dφ, where a is not closed.
    """
    draw = Random(f"plane {seed}")
    c, e = (draw.choice((1, 2, -1)) for _ in range(2))
    q = ("x", "y")
    force = [
        f"{monomial(draw, ('x', 'y'), 2)}*{one}**2 + {c}*{two}*{three} + {monomial(draw, q, 2)}"
        for one, two, three in (("ydot", "xdot", "ydot"), ("xdot", "ydot", "xdot"))
    ]
    return System(
        f"plane, seed {seed}",
        q,
        f"2*xdot*ydot + ({c})*{draw.choice(q)}*xdot**2*ydot + ({e})*x*ydot**2"
        f" + {monomial(draw, q, 2)}*xdot + {monomial(draw, q, 2)}",
        tuple(force),
        (("(1 + x**2)*y", "(1 + x**2)*x"),),
        ("1/(1 + x**2)",),
        "x*y",
    )


def space_system(seed: int) -> System:
    """A random system for n = 3 with det g = -1, so that all its tensors are polynomials.

    L is cubic in the velocities, not the square of a metric; one constraint with λ a = dφ, where
    a is not closed.
    """
    draw = Random(f"space {seed}")
    c, e, f = (draw.choice((1, 2, -1)) for _ in range(3))
    q = ("x", "y", "z")
    pairs = (("ydot", "zdot"), ("zdot", "xdot"), ("xdot", "ydot"))
    force = [
        f"{monomial(draw, q, 1)}*{one}*{two} + ({draw.choice((1, 2, -1))})*{one}"
        f" + {monomial(draw, q, 2)}"
        for one, two in pairs
    ]
    return System(
        f"space, seed {seed}",
        q,
        f"2*xdot*zdot + ydot**2 + ({c})*{draw.choice(('x', 'y'))}*ydot*zdot**2"
        f" + ({e})*{draw.choice(('x', 'y'))}*zdot**3 + ({f})*{draw.choice(('x', 'y'))}*zdot**2"
        f" + {monomial(draw, q, 2)}*xdot + {monomial(draw, q, 2)}",
        tuple(force),
        (("0", "1 + x**2", "2*(1 + x**2)*z"),),
        ("1/(1 + x**2)",),
        "y + z**2",
    )


def plane_data(seed: int, quick: bool) -> list[System | Germs]:
    """For claims that say something for n = 2 too."""
    first = plane_system(seed)
    return [first] if quick else [first, randers_system(), *germ_data(seed)]


def space_data(seed: int, quick: bool) -> list[System | Germs]:
    """For claims that are empty for n = 2, such as those on cyclic sums."""
    first = space_system(seed)
    return [first] if quick else [first, *germ_data(seed)]


def germ_data(seed: int) -> list[Germs]:
    """All systems for n = 2 and for n = 3."""
    return [germs(2, seed), germs(3, seed)]
