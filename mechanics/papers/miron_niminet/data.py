"""Data of the claims of Miron and Nimineț: semisprays, and mechanical systems on Lagrange spaces.

As in `mechanics.papers.engine.random_data`, a datum is text. The Lagrangians are not quadratic in
velocities (C_ijk ≠ 0), the forces depend on velocities in a non-linear way, and λ^σ a_σ is closed
for the multipliers λ^σ(x) of a datum although the a_σ are not.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from mechanics.papers.engine.random_data import monomial

_NAMES = ("x", "y", "z")


@dataclass(frozen=True)
class Semispray:
    """A semispray ``y^i ∂_i - 2G^i ∂/∂y^i``, and a tensor to change its connection by.

    Attributes
    ----------
    name
        What it is called in outcomes.
    coordinates
        Those of M.
    coefficients
        G^i, by the coordinates of M.
    change
        The values K^i_j, rows by i.
    functions
        Declared names.
    """

    name: str
    coordinates: tuple[str, ...]
    coefficients: tuple[str, ...]
    change: tuple[tuple[str, ...], ...]
    functions: str = ""

    def __str__(self) -> str:
        return f"{self.name}: G = ({', '.join(self.coefficients)})"


@dataclass(frozen=True)
class System:
    """A mechanical system Σ = (M, L, F, Q) with multipliers, as text.

    Attributes
    ----------
    name
        What it is called in outcomes.
    coordinates
        Those of M.
    lagrangian
        L.
    force
        F_i.
    constraints
        Rows a_σi of functions of x.
    multipliers
        λ^σ, functions of x with d(λ^σ a_σ) = 0; none where 0 is all that this leaves.
    potential
        A function φ of x with λ^σ a_σ = dφ.
    functions
        Declared names.
    """

    name: str
    coordinates: tuple[str, ...]
    lagrangian: str
    force: tuple[str, ...]
    constraints: tuple[tuple[str, ...], ...]
    multipliers: tuple[str, ...] = ()
    potential: str = "0"
    functions: str = ""

    def __str__(self) -> str:
        rows = ("; ".join(f"({', '.join(row)})" for row in self.constraints)) or "none"
        force = ", ".join(self.force)
        return f"{self.name}: L = {self.lagrangian}; F = ({force}); a = {rows}"


def coordinate_names(n: int) -> tuple[str, ...]:
    """The names of the coordinates of M."""
    return _NAMES[:n]


def velocities(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names of their velocities."""
    return tuple(f"{name}dot" for name in names)


# --- semisprays -------------------------------------------------------------------------------


def generic_semispray(n: int) -> Semispray:
    """All semisprays and all nonlinear connections."""
    names = _NAMES[:n]
    arguments = ", ".join((*names, *velocities(names)))
    G = tuple(f"G{name}({arguments})" for name in names)
    K = tuple(tuple(f"K{i}{j}({arguments})" for j in names) for i in names)
    declared = [*G, *(f for row in K for f in row)]
    return Semispray(f"undefined functions, n = {n}", names, G, K, " ".join(declared))


def random_semispray(n: int, seed: int) -> Semispray:
    """A random polynomial semispray, not homogeneous, with curvature."""
    draw = Random(f"semispray {n} {seed}")
    names = _NAMES[:n]
    y = velocities(names)

    def function() -> str:
        terms = [monomial(draw, (*names, *y), 2) for _ in range(2)]
        terms.append(f"{monomial(draw, names, 1)}*{draw.choice(y)}*{draw.choice(y)}**2")
        return " + ".join(terms)

    # The first terms: N^i_j is not symmetric and each G depends on every velocity.
    G = [
        " + ".join([f"{draw.choice(names)}*{v}**2*{k + 1}" for k, v in enumerate(y)])
        + f" + {function()}"
        for _ in names
    ]
    K = tuple(tuple(function() for _ in names) for _ in names)
    return Semispray(f"random, n = {n}, seed {seed}", names, tuple(G), K)


def semisprays(seed: int, quick: bool) -> list[Semispray]:
    """Random ones and all of them, for n = 2 and 3."""
    first = random_semispray(2, seed)
    known = [random_semispray(3, seed), generic_semispray(2), generic_semispray(3)]
    return [first] if quick else [first, *known]


# --- systems ----------------------------------------------------------------------------------


def closed_reactions(
    draw: Random, n: int
) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...], str]:
    """Rows a_σi, multipliers λ^σ(x) and a function φ with λ^σ a_σ = dφ; no a_σ is closed."""
    a, b = (draw.choice((1, 2, 3)) for _ in range(2))
    if n == 2:
        # λ a = d(a x + b xy + x²/2), a = (1 + x²) times that.
        slope = (f"{a} + {b}*y + x", f"{b}*x")
        row = (f"(1 + x**2)*({slope[0]})", f"(1 + x**2)*({slope[1]})")
        return (row,), ("1/(1 + x**2)",), f"{a}*x + {b}*x*y + x**2/2"
    # λ¹ a₁ + λ² a₂ = d(a x + b yz), with a₁ = (1, 0, y).
    rows = (("1", "0", "y"), (f"{a} - x", f"{b}*z", f"{b}*y - x*y"))
    return rows, ("x", "1"), f"{a}*x + {b}*y*z"


def random_system(n: int, seed: int) -> System:
    """A random polynomial system: cubic in velocities, with n - 1 constraints.

    For n = 2 the one constraint is a multiple of a differential, as it must be for (3.11) with
    λ ≠ 0. For n = 3 the two are not integrable.
    """
    draw = Random(f"system {n} {seed}")
    names = _NAMES[:n]
    y = velocities(names)
    terms = [f"{v}**2" for v in y]
    terms.append(f"{draw.choice(names)}*{y[0]}*{y[1]}")
    terms.append(f"{monomial(draw, names, 1)}*{y[0]}**3/3")
    terms.append(f"{draw.choice((1, 2, -1))}*{y[-1]}**2*{y[0]}")
    terms.append(f"{monomial(draw, names, 2)}*{draw.choice(y)}")
    terms.append(monomial(draw, names, 2))
    # The last term: the forces depend on velocities, and no two of them alike.
    force = [
        f"{monomial(draw, (*names, *y), 2)} + {monomial(draw, names, 1)}*{y[(k + 1) % n]}**2"
        f" + {k + 2}*{y[0]}*{y[1]}"
        for k in range(n)
    ]
    rows, multipliers, potential = closed_reactions(draw, n)
    return System(
        f"random, n = {n}, seed {seed}",
        names,
        " + ".join(terms),
        tuple(force),
        rows,
        multipliers,
        potential,
    )


def generic_system() -> System:
    """All Lagrangians and all forces on a surface, with the constraint d(2x + xy) = 0."""
    functions = "L(x, y, xdot, ydot) F1(x, y, xdot, ydot) F2(x, y, xdot, ydot)"
    return System(
        "undefined L and F, n = 2",
        ("x", "y"),
        "L(x, y, xdot, ydot)",
        ("F1(x, y, xdot, ydot)", "F2(x, y, xdot, ydot)"),
        (("(1 + x**2)*(2 + y)", "(1 + x**2)*x"),),
        ("1/(1 + x**2)",),
        "2*x + x*y",
        functions,
    )


def constrained_in_space() -> System:
    """All Lagrangians, all forces and all constraints a = 0 in space; λ = 0 by the Postulate."""
    names = _NAMES[:3]
    arguments = ", ".join((*names, *velocities(names)))
    L, F = f"L({arguments})", tuple(f"F{i}({arguments})" for i in (1, 2, 3))
    row = tuple(f"a{i}({', '.join(names)})" for i in (1, 2, 3))
    declared = " ".join((L, *F, *row))
    return System("undefined L, F and a, n = 3", names, L, F, (row,), functions=declared)


def randers_system() -> System:
    """L = (α + β)², a Finsler metric, under a force that depends on velocities."""
    return System(
        "Randers",
        ("x", "y"),
        "(sqrt(xdot**2 + ydot**2) + y*xdot/3)**2",
        ("x*ydot**2", "xdot*ydot"),
        (("(1 + x**2)*(2 + y)", "(1 + x**2)*x"),),
        ("1/(1 + x**2)",),
        "2*x + x*y",
    )


#: A free particle in the plane on curves with ẏ = xẋ: its multiplier is 2ẋ²/(1 + x²).
PARABOLA = System("parabolas", ("x", "y"), "xdot**2 + ydot**2", ("0", "0"), (("-x", "1"),), ("0",))


#: A free particle in the plane with a = dx: every λ(x) obeys (3.11), and moves it otherwise.
TRANSLATED = System(
    "lambda(x) dx", ("x", "y"), "xdot**2 + ydot**2", ("0", "0"), (("1", "0"),), ("x",), "x**2/2"
)


#: Constraints that are completely nonholonomic: λ = 0 is all that the Postulate leaves, so that no
#: multipliers are given. A contact form, a knife edge that slides down a plane, and Engel's pair.
NONHOLONOMIC = (
    System(
        "contact form",
        ("x", "y", "z"),
        "xdot**2 + ydot**2 + zdot**2 + x*ydot*zdot",
        ("0", "x*ydot", "xdot**2"),
        (("-y", "0", "1"),),
    ),
    System(
        "knife edge",
        ("x", "y", "a"),
        "xdot**2 + ydot**2 + adot**2",
        ("1", "0", "0"),
        (("sin(a)", "-cos(a)", "0"),),
    ),
    System(
        "Engel's distribution",
        ("x", "y", "z", "w"),
        "xdot**2 + ydot**2 + zdot**2 + wdot**2",
        ("0", "x*wdot", "0", "y"),
        (("-z", "1", "0", "0"), ("-w", "0", "1", "0")),
    ),
)


#: A particle of weight 1 on the line 3x = 4z, with the multiplier that keeps it there.
INCLINED = System(
    "inclined line", ("x", "z"), "xdot**2 + zdot**2", ("0", "-1"), (("3", "-4"),), ("-4/25",)
)


def systems(seed: int, quick: bool) -> list[System]:
    """Random ones for n = 2 and 3, completely nonholonomic ones, and all for n = 2."""
    first = random_system(2, seed)
    if quick:
        return [first]
    return [first, *NONHOLONOMIC, random_system(3, seed), randers_system(), generic_system()]


def systems_in_charts(seed: int, quick: bool) -> list[System]:
    """The same, and all for n = 3: for what is said in all coordinates."""
    return [*systems(seed, quick), *([] if quick else [constrained_in_space()])]
