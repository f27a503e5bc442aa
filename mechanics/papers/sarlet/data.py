"""Data of Sarlet's claims: a fibration E → M, a section w^a = g^a, a Lagrangian.

As in `mechanics.papers.engine.random_data`, a datum is text. *Generic* data have undefined
functions for L, g^a (or B^a_α, B^a) and the accelerations f^α, so that an exact answer holds for
all data of that size; *random* ones are polynomial, explicitly dependent on time and not quadratic
in velocities.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from mechanics.papers.engine.random_data import monomial

_FREE = ("x", "y", "z")
_DEPENDENT = ("u", "w")


@dataclass(frozen=True)
class Datum:
    """A Lagrangian system with constraints solved for velocities, as text.

    Attributes
    ----------
    name
        What it is called in outcomes.
    free, dependent
        The coordinates x^α of M, and y^a along the fibres of E → M.
    lagrangian
        L, in ``t``, coordinates and velocities.
    equations
        g^a by the velocities w^a: ``{"udot": "x*xdot"}``.
    accelerations
        f^α of some second-order field, by the coordinates x^α.
    parameters, functions, positive
        Declared names.
    linear
        Whether the g^a are affine in the v^α.
    """

    name: str
    free: tuple[str, ...]
    dependent: tuple[str, ...]
    lagrangian: str
    equations: tuple[tuple[str, str], ...]
    accelerations: tuple[tuple[str, str], ...]
    parameters: str = ""
    functions: str = ""
    positive: str = ""
    linear: bool = False

    def __str__(self) -> str:
        constraints = "; ".join(f"{v} = {g}" for v, g in self.equations)
        return f"{self.name}: L = {self.lagrangian}; {constraints or 'no constraints'}"


def generic(k: int, m: int, *, linear: bool) -> Datum:
    """All Lagrangians, all constraints of the kind, and all second-order fields."""
    x, y = _FREE[:k], _DEPENDENT[:m]
    v = tuple(f"{name}dot" for name in x)
    on_E = ", ".join(("t", *x, *y))
    on_P = ", ".join(("t", *x, *y, *v))
    on_J = ", ".join((on_P, *(f"{name}dot" for name in y)))
    L, accelerations = f"L({on_J})", tuple((name, f"f{name}({on_P})") for name in x)
    declared = [L, *(f for _, f in accelerations)]
    equations = []
    for a in y:
        if linear:
            slopes = [f"B{a}{name}({on_E})" for name in x]
            declared += [f"B{a}({on_E})", *slopes]
            terms = [f"{slope}*{name}dot" for slope, name in zip(slopes, x, strict=True)]
            equations.append((f"{a}dot", " + ".join([*terms, f"B{a}({on_E})"])))
        else:
            declared.append(f"g{a}({on_P})")
            equations.append((f"{a}dot", f"g{a}({on_P})"))
    name = f"undefined L and {'linear' if linear else 'non-linear'} constraints, k = {k}, m = {m}"
    functions, constraints = " ".join(declared), tuple(equations)
    return Datum(name, x, y, L, constraints, accelerations, functions=functions, linear=linear)


def random(k: int, m: int, seed: int, *, linear: bool) -> Datum:
    """A random polynomial Lagrangian, random constraints and a random second-order field."""
    draw = Random(f"{k} {m} {seed} {linear}")
    x, y = _FREE[:k], _DEPENDENT[:m]
    v, w = ([f"{name}dot" for name in names] for names in (x, y))
    places = ("t", *x, *y)
    terms = [f"{u}**2/2" for u in (*v, *w)]
    terms.append(f"{monomial(draw, places, 2)}*{draw.choice(v)}*{draw.choice(w or v)}")
    terms.append(f"{monomial(draw, places, 1)}*{draw.choice(v)}**3")
    terms += [f"{monomial(draw, places, 2)}*{u}" for u in w]
    terms.append(monomial(draw, places, 3))
    equations = []
    for velocity in w:
        parts = [f"{monomial(draw, places, 1)}*{u}" for u in v]
        parts.append(f"{monomial(draw, places, 2)} + {draw.choice((1, 2, 3))}")
        if not linear:
            parts.append(f"{monomial(draw, places, 1)}*{draw.choice(v)}*{draw.choice(v)}")
            parts.append(f"{draw.choice((1, -1, 2))}*{draw.choice(v)}**2")
        equations.append((velocity, " + ".join(parts)))
    # The last term: every f depends on the y^a, and not linearly on the velocities.
    f = [
        (
            name,
            " + ".join(
                [
                    *(monomial(draw, (*places, *v), 2) for _ in range(2)),
                    f"{draw.choice(y)}*{draw.choice(v)}**2",
                ]
            ),
        )
        for name in x
    ]
    kind = "linear" if linear else "non-linear"
    name = f"random {kind}, k = {k}, m = {m}, seed {seed}"
    return Datum(name, x, y, " + ".join(terms), tuple(equations), tuple(f), linear=linear)


def data(seed: int, quick: bool, *, linear: bool) -> list[Datum]:
    """Data with linear, or with non-linear constraints, of sizes (1,1), (2,1), (1,2), (2,2).

    Undefined functions for one constraint, and for two.
    """
    if quick:
        return [random(2, 1, seed, linear=linear)]
    return [
        generic(1, 1, linear=linear),
        generic(2, 1, linear=linear),
        random(2, 1, seed, linear=linear),
        generic(1, 2, linear=linear),
        random(2, 2, seed, linear=linear),
    ]


def small(name: str, lagrangian: str, right: str, *, linear: bool = False) -> Datum:
    """A system with coordinates x, u and the constraint u̇ = right."""
    equations, no_acceleration = (("udot", right),), (("x", "0"),)
    return Datum(name, ("x",), ("u",), lagrangian, equations, no_acceleration, linear=linear)


#: Small systems, witnesses of what does not hold without a hypothesis.
SMALL = {
    datum.name: datum
    for datum in (
        small("drift", "xdot**2/2 + udot**2/2", "x", linear=True),
        small("at rest", "xdot**2/2 + udot**2/2", "0", linear=True),
        small("along the diagonal", "xdot**2/2 - udot**2/2 + x", "xdot", linear=True),
        small("free velocity", "udot**2/2 + x", "0", linear=True),
        small("no Lagrangian", "0", "xdot", linear=True),
        small("turning rail", "udot", "t*xdot", linear=True),
        small("square", "xdot**2/2 + udot**2/2", "xdot**2"),
    )
}
