"""Data of section 8: systems over Riemann spaces and over Finsler spaces.

They are systems as in `mechanics.papers.miron_niminet.data`, so that what is said of them is made
by the same code. For 8.1 L is quadratic in velocities and forces depend on positions only; for
8.2 L = F², and forces depend on velocities.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from random import Random

from mechanics.papers.engine.random_data import monomial
from mechanics.papers.miron_niminet.data import (
    NONHOLONOMIC,
    System,
    closed_reactions,
    coordinate_names,
    velocities,
)


@dataclass(frozen=True)
class FinslerSystem(System):
    """A system with L = F².

    Attributes
    ----------
    norm
        F, homogeneous of degree 1.
    """

    norm: str = ""


def classical_system(n: int, seed: int) -> System:
    """A random metric g_ij(x), whose determinant is not constant, and forces F_i(x)."""
    draw = Random(f"classical {n} {seed}")
    names = coordinate_names(n)
    y = velocities(names)
    bent = draw.choice(names)
    terms = [f"{v}**2" for v in y[1:]]
    terms.append(f"(1 + {bent}**2)*{y[0]}**2")
    terms.append(f"{monomial(draw, names, 2)}*{y[0]}*{y[-1]}")
    force = tuple(f"{monomial(draw, names, 2)} + {draw.choice(names)}" for _ in names)
    rows, multipliers, potential = closed_reactions(draw, n)
    name = f"random metric, n = {n}, seed {seed}"
    return System(name, names, " + ".join(terms), force, rows, multipliers, potential)


def generic_classical_system() -> System:
    """All metrics and all forces F_i(x) on a surface."""
    functions = "g11(x, y) g12(x, y) g22(x, y) F1(x, y) F2(x, y)"
    return System(
        "undefined metric, n = 2",
        ("x", "y"),
        "g11(x, y)*xdot**2 + 2*g12(x, y)*xdot*ydot + g22(x, y)*ydot**2",
        ("F1(x, y)", "F2(x, y)"),
        (("(1 + x**2)*(2 + y)", "(1 + x**2)*x"),),
        ("1/(1 + x**2)",),
        "2*x + x*y",
        functions,
    )


def riemannian_in_space() -> System:
    """All metrics, all forces F_i(x) and all constraints a = 0 in space."""
    names, places = coordinate_names(3), "(x, y, z)"
    y = velocities(names)
    g = {(i, j): f"g{i}{j}{places}" for i in range(3) for j in range(i, 3)}
    squares = (f"{1 if i == j else 2}*{f}*{y[i]}*{y[j]}" for (i, j), f in g.items())
    F, a = (tuple(f"{name}{i}{places}" for i in range(3)) for name in "Fa")
    declared = " ".join((*g.values(), *F, *a))
    name = "undefined metric, F and a, n = 3"
    return System(name, names, " + ".join(squares), F, (a,), functions=declared)


#: The plane in polar coordinates, with λa = dx.
POLAR = System(
    "polar coordinates",
    ("x", "y"),
    "xdot**2 + x**2*ydot**2",
    ("y", "0"),
    (("1 + y**2", "0"),),
    ("1/(1 + y**2)",),
    "x",
)


def classical_systems(seed: int, quick: bool) -> list[System]:
    """Random ones, completely nonholonomic ones, and all of them, for n = 2 and 3."""
    first = classical_system(2, seed)
    if quick:
        return [first]
    forces = (("0", "x", "z"), ("1", "0", "0"), ("0", "x", "0", "y"))
    without = [replace(one, force=F) for one, F in zip(NONHOLONOMIC, forces, strict=True)]
    exact = [generic_classical_system(), riemannian_in_space()]
    return [first, *without, POLAR, classical_system(3, seed), *exact]


def finsler_system(
    name: str, norm: str, force: tuple[str, ...], draw: Random, n: int = 2
) -> FinslerSystem:
    """The system of a norm, with the constraints and multipliers of `closed_reactions`."""
    rows, multipliers, potential = closed_reactions(draw, n)
    return FinslerSystem(
        name,
        coordinate_names(n),
        f"({norm})**2",
        force,
        rows,
        multipliers,
        potential,
        norm=norm,
    )


def finsler_in_space() -> FinslerSystem:
    """All norms F = y^1 P(x, y^2/y^1, y^3/y^1), all forces and all constraints a = 0 in space."""
    y = ", ".join(velocities(coordinate_names(3)))
    norm = "xdot*P(x, y, z, ydot/xdot, zdot/xdot)"
    F, a = (tuple(f"{name}{i}" for i in range(3)) for name in "Fa")
    F, a = tuple(f"{f}(x, y, z, {y})" for f in F), tuple(f"{f}(x, y, z)" for f in a)
    declared = " ".join(("P(x, y, z, u, v)", *F, *a))
    name, names = "undefined norm, F and a, n = 3", coordinate_names(3)
    return FinslerSystem(name, names, f"({norm})**2", F, (a,), functions=declared, norm=norm)


def randers_norm(n: int, seed: int) -> FinslerSystem:
    """F = α + β with a flat α and a random β, which is not closed."""
    draw = Random(f"Randers {n} {seed}")
    y = velocities(coordinate_names(n))
    squares = " + ".join(f"{v}**2" for v in y)
    norm = f"sqrt({squares}) + y*{y[0]}/{draw.choice((2, 3, 5))}"
    forces = (f"{draw.choice((1, 2, 3))}*x*ydot**2", "xdot*ydot", "y*xdot")
    return finsler_system(f"Randers, n = {n}, seed {seed}", norm, forces[:n], draw, n)


def finsler_systems(seed: int, quick: bool) -> list[System]:
    """Metrics of Randers for n = 2 and 3, of Kropina, of Minkowski, Riemannian ones; all, n = 3."""
    first = randers_norm(2, seed)
    if quick:
        return [first]
    draw = Random(f"Finsler {seed}")
    force = ("x*ydot", "y + xdot*ydot")
    kropina = "(xdot**2 + y*ydot**2)/(xdot + y*ydot)"
    minkowski = "(xdot**4 + ydot**4)**(1/4)"
    squares = [asdict(one) | {"norm": f"sqrt({one.lagrangian})"} for one in NONHOLONOMIC]
    return [
        first,
        *(FinslerSystem(**one | {"lagrangian": f"({one['norm']})**2"}) for one in squares),
        finsler_system("Kropina", kropina, force, draw),
        finsler_system("Minkowski", minkowski, force, draw),
        randers_norm(3, seed),
        finsler_in_space(),
    ]
