"""Data of sections 5 to 8: exact systems for n = 2 and n = 3, and all systems by random germs."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from mechanics.papers.engine.random_data import Germs, monomial
from mechanics.papers.miron_niminet.data import (
    NONHOLONOMIC,
    System,
    coordinate_names,
    velocities,
)
from mechanics.papers.miron_niminet.special_data import POLAR, finsler_systems


class RandersGerms(Germs):
    """Those with L = (α + β)², the square of a metric of Randers."""

    def base(self) -> dict[str, list[int]]:
        """Random velocities whose Euclidean length is rational.

        They are polynomials of second degree in random numbers, which doubles the degrees that
        the printed error bounds are made of.
        """
        draw = Random(f"length {self.seed}")
        chosen: dict[str, list[int]] = {v: [] for v in velocities(self.coordinates)}
        *first, last = chosen
        for _ in range(self.points):
            w, *u = (draw.randrange(1, 10**8) for _ in self.coordinates)
            for name, f in zip(first, u, strict=True):
                chosen[name].append(2 * f * w)
            chosen[last].append(sum(f * f for f in u) - w * w)
        return chosen


def germs(n: int, seed: int) -> Germs:
    """All systems on spaces of this dimension, with n - 1 constraints."""
    return Germs(f"random germs, n = {n}, seed {seed}", coordinate_names(n), 8 - n, 8, seed)


def randers_germs(n: int, seed: int) -> Germs:
    """L = (α + β)², with a flat α and any β, under all forces, with n - 1 constraints."""
    return RandersGerms(f"Randers germs, n = {n}, seed {seed}", coordinate_names(n), 8 - n, 8, seed)


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
        # With the y before xdot the field without forces is bent in all directions.
        f"2*xdot*zdot + ydot**2 + ({c})*(x + y)*ydot*zdot**2"
        f" + ({e})*(x - y)*zdot**3 + ({f})*{draw.choice(('x', 'y'))}*zdot**2"
        f" + {monomial(draw, q, 1)}*y*xdot + {monomial(draw, q, 2)}",
        tuple(force),
        (("0", "1 + x**2", "2*(1 + x**2)*z"),),
        ("1/(1 + x**2)",),
        "y + z**2",
    )


#: A free particle in space and a force whose elicoidal tensor is not closed along N*.
TURNING = System(
    "turning force",
    ("x", "y", "z"),
    "xdot**2 + ydot**2 + zdot**2",
    ("0", "z*xdot", "0"),
    (("1", "0", "0"),),
    ("0",),
)


#: A system for n = 3 whose Einstein tensors, that of h and that of v, are not zero.
CURVED = System(
    "curved space",
    ("x", "y", "z"),
    "2*xdot*zdot + ydot**2 + y**2*zdot**2 + xdot**2*ydot",
    ("0", "z*xdot", "0"),
    (("1", "0", "0"),),
    ("0",),
)


#: N = 0, and K^1_1 = y is all of K, for counterexamples that are short to write.
SIMPLE = System(
    "one component of K",
    ("x", "y"),
    "xdot**2 + ydot**2 + xdot*ydot**2",
    ("4*y*xdot", "4*y*xdot*ydot"),
    (("1", "0"),),
    ("0",),
)


def germ_data(seed: int, quick: bool) -> list[System | Germs]:
    """All systems for n = 3 and n = 2, and all over metrics of Randers."""
    first = germs(3, seed)
    if quick:
        return [first]
    return [first, germs(2, seed), randers_germs(2, seed), randers_germs(3, seed)]


def general_data(seed: int, quick: bool) -> list[System | Germs]:
    """For claims on all systems; completely nonholonomic ones besides."""
    first, *others = germ_data(seed, quick)
    contact, edge, engel = NONHOLONOMIC
    # A force that does not depend on velocities has no elicoidal tensor.
    turned = replace(edge, force=("ydot*adot", "0", "0"))
    return [first] if quick else [first, contact, turned, engel, *others]


def plane_data(seed: int, quick: bool) -> list[System | Germs]:
    """For claims that say something for n = 2 too."""
    first = plane_system(seed)
    if quick:
        return [first]
    return [
        first,
        POLAR,
        space_system(seed),
        *NONHOLONOMIC,
        germs(2, seed),
        germs(3, seed),
        randers_germs(2, seed),
    ]


def space_data(seed: int, quick: bool) -> list[System | Germs]:
    """For claims that are empty for n = 2, such as those on cyclic sums."""
    first = space_system(seed)
    return [first] if quick else [first, TURNING, SIMPLE, *NONHOLONOMIC, *germ_data(seed, quick)]


def curved_data(seed: int, quick: bool) -> list[System | Germs]:
    """For the curvatures of section 7, for n = 2 and n = 3."""
    first = plane_system(seed)
    if quick:
        return [first]
    systems = [first, SIMPLE, space_system(seed), *NONHOLONOMIC]
    return [*systems, *germ_data(seed, quick)]


def einstein_data(seed: int, quick: bool) -> list[System | Germs]:
    """For the Einstein tensors, which are zero in the plane and in flat space: for n = 3 always."""
    _, edge, engel = NONHOLONOMIC
    bent = (
        replace(edge, lagrangian="xdot**2 + ydot**2 + (1 + x**2)*adot**2"),
        replace(engel, lagrangian="xdot**2 + (1 + x**2)*ydot**2 + zdot**2 + wdot**2"),
    )
    curved = [datum for datum in curved_data(seed, quick) if datum not in (edge, engel)]
    return [*curved, CURVED] if quick else [*curved, *bent, CURVED]


def damped_data(seed: int, quick: bool) -> list[System | Germs]:
    """Finsler metrics on surfaces, and all metrics of Randers for n = 3."""
    surfaces = finsler_systems(seed, quick)
    return [*surfaces] if quick else [*surfaces[: 1 + len(NONHOLONOMIC)], randers_germs(3, seed)]
