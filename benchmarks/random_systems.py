"""Random constrained systems, the same for all contenders: as text, from a seed.

The kinetic energy is a sum of squares of independent combinations of the velocities, so that it is
regular; the constraints are affine in the velocities and independent, with the coefficients that
wheels, blades and rolling have. Sines, parameters and powers are drawn from few, as in a mechanism.
Besides, there are planar chains with a blade at the end of each link, whose mass matrices and
constraints are dense.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

#: The number of systems, and the seed of all of them.
COUNT = 40
SEED = 20
_MOST_COORDINATES = 7
_MOST_CONSTRAINTS = 4
_MOST_PARAMETERS = 10
#: The numbers of links of the chains.
LINKS = (2, 3, 4, 5)


def systems(count: int = COUNT, seed: int = SEED) -> dict[str, dict[str, Any]]:
    """The arguments of `mechanics.System` by label: ``"random 3: 5 coordinates, …"``."""
    made = {}
    for number in range(1, count + 1):
        random = Random(f"{seed} {number}")
        n = random.randint(2, _MOST_COORDINATES)
        m = random.randint(0, min(n - 1, _MOST_CONSTRAINTS))
        made[f"random {number}: {n} coordinates, {m} constraints"] = _system(random, n, m)
    return made


def chains(links: Sequence[int] = LINKS, seed: int = SEED) -> dict[str, dict[str, Any]]:
    """Planar chains with a blade on each link, by label: ``"chain with 2 blades"``.

    The first joint is free; each link has a mass at its end, which does not slip across the link,
    and a moment of inertia. The plane is inclined.
    """
    return {f"chain with {n} blades": _chain(Random(f"{seed} chain {n}"), n) for n in links}


def _chain(random: Random, n: int) -> dict[str, Any]:
    p = ["l", "g", *(f"p{k}" for k in range(1, random.randint(3, _MOST_PARAMETERS - 1)))]
    terms, constraints = [], []
    x, y, height = "xdot", "ydot", "x"
    for k in range(1, n + 1):
        a = f"a{k}"
        before = "".join(f" + l*cos({a} - a{i})*a{i}dot" for i in range(1, k))
        constraints.append(f"{a}dot*l{before} + ydot*cos({a}) - xdot*sin({a})")
        x, y, height = (
            f"{x} - l*sin({a})*{a}dot",
            f"{y} + l*cos({a})*{a}dot",
            f"{height} + l*cos({a})",
        )
        mass, inertia = random.sample(p[2:], 2)
        terms.append(
            f"{mass}*(({x})**2 + ({y})**2)/2 + {inertia}*{a}dot**2/2 - {mass}*g*({height})"
        )
    return {
        "coordinates": ["x", "y", *(f"a{k}" for k in range(1, n + 1))],
        "parameters": p,
        "positive": p,
        "functions": [],
        "lagrangian": " + ".join(terms),
        "constraints": constraints,
    }


def _system(random: Random, n: int, m: int) -> dict[str, Any]:
    q = [f"q{k}" for k in range(1, n + 1)]
    v = [f"{name}dot" for name in q]
    p = [f"p{k}" for k in range(1, random.randint(2, _MOST_PARAMETERS) + 1)]
    terms = []
    for k in range(n):
        # The k-th square has the k-th velocity and later ones: independent for every coefficient.
        moving = [v[k]]
        for j in random.sample(range(k + 1, n), min(n - k - 1, random.choice((0, 0, 1, 1, 2)))):
            moving.append(f"{random.choice(p)}*{_shape(random, q)}*{v[j]}")
        terms.append(f"{random.choice(p)}*({' + '.join(moving)})**2/2")
    for _ in range(random.randint(0, 2)):
        terms.append(f"-{random.choice(p)}*{_shape(random, q)}")
    if random.random() < 0.3:
        terms.append(f"{random.choice(p)}*{random.choice(q)}*{random.choice(v)}")
    return {
        "coordinates": q,
        "parameters": p,
        "positive": p,
        "functions": [],
        "lagrangian": " + ".join(terms),
        "constraints": _constraints(random, q, v, p, m),
    }


def _constraints(random: Random, q: list[str], v: list[str], p: list[str], m: int) -> list[str]:
    """Each has a velocity of its own, once with a sine and a cosine beside it like a blade."""
    own = random.sample(range(len(v)), m)
    others = [k for k in range(len(v)) if k not in own]
    made = []
    for k in own:
        j = random.choice(others)
        kind = random.choice(("blade", "rolling", "free", "free"))
        if kind == "blade":
            angle = random.choice(q)
            made.append(f"{v[k]}*cos({angle}) - {v[j]}*sin({angle})")
        elif kind == "rolling":
            made.append(f"{v[k]} - {random.choice(p)}*{_shape(random, q)}*{v[j]}")
        else:
            more = random.choice(others)
            affine = random.choice(("", "", f" - {random.choice(p)}"))
            factor = random.choice(p)
            made.append(f"{v[k]} - {_shape(random, q)}*{v[j]} - {factor}*{v[more]}{affine}")
    return made


def _shape(random: Random, q: list[str]) -> str:
    """A coefficient that depends on the configuration."""
    a = random.choice(q)
    return random.choice((f"sin({a})", f"cos({a})", a, f"{a}**2", f"cos({a})", f"sin({a})"))
