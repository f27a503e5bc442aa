"""Data of the claims of Frigioiu, Hedrih and Bîrsan: L(x, y, t) and forces F_i(x, y, t).

As in `mechanics.papers.engine.random_data`, a datum is text. The *generic* one has an undefined
Lagrangian and an undefined force, so that an exact answer holds for all systems of that size;
*random* ones are polynomial and regular, explicitly dependent on time, not quadratic in the
velocities, with forces that depend on them.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from mechanics.papers.engine.random_data import Germs

_NAMES = ("x", "y", "z")


@dataclass(frozen=True)
class Datum:
    """A rheonomic system, as text.

    Attributes
    ----------
    name
        What it is called in outcomes.
    coordinates
        The x^i.
    lagrangian
        L, in ``t``, coordinates and velocities.
    forces
        The F_i, one for each coordinate.
    functions
        Declared names.
    """

    name: str
    coordinates: tuple[str, ...]
    lagrangian: str
    forces: tuple[str, ...]
    functions: str = ""

    def __str__(self) -> str:
        forces = ", ".join(self.forces)
        return f"{self.name}: L = {self.lagrangian}; F = ({forces})"


def generic(n: int) -> Datum:
    """All Lagrangians and all forces with n coordinates."""
    x, forces = _NAMES[:n], ("f", "h", "k")[:n]
    places = ", ".join(("t", *x, *(f"{name}dot" for name in x)))
    slots = ", ".join(("t", *x, *(f"u{i}" for i in range(n))))
    return Datum(
        f"undefined L and F, n = {n}",
        x,
        f"L({places})",
        tuple(f"{f}({places})" for f in forces),
        " ".join(f"{f}({slots})" for f in ("L", *forces)),
    )


def random(n: int, seed: int) -> Datum:
    """A random polynomial Lagrangian and random forces with n coordinates."""
    draw = Random(f"rheonomic {n} {seed}")
    x = _NAMES[:n]
    v = tuple(f"{name}dot" for name in x)
    a = [draw.choice((2, 3, 5)) for _ in x]
    terms = [f"{c}*{u}**2" for c, u in zip(a, v, strict=True)]
    # The metric depends on position, time and velocity; L_ty is not 0 and depends on both.
    terms.append(f"{draw.choice(('t', '2*t', '-t'))}*{x[0]}*{v[0]}**2")
    terms.append(f"{draw.choice((1, -1, 2))}*{v[0]}**3")
    terms.append(f"{draw.choice((1, 2, -1))}*t**2*{x[0]}*{v[-1]}")
    for i in range(1, n):
        # The first two velocities are coupled; more blocks of the metric would be slow to invert.
        other = v[0] if i == 1 else v[i]
        terms.append(f"{draw.choice((1, 2, -3))}*{x[1]}*{other}*{v[i]}")
        terms.append(f"{draw.choice((1, -2))}*t*{x[i]}*{v[i - 1]}")
    terms.append(f"{draw.choice((1, -1, 3))}*t*{'*'.join(x)}")
    forces = [f"{draw.choice((1, -1, 2))}*{draw.choice(x)}*{v[-1]}**2" for _ in x]
    forces[0] += f" - t*{v[0]}"
    forces[-1] += f" + {draw.choice(x)}*{v[0]}"
    return Datum(f"random, n = {n}, seed {seed}", x, " + ".join(terms), tuple(forces))


def data(family: str, seed: int, quick: bool) -> list[Datum | Germs]:
    """Two, three and one random coordinates, and everything undefined for n = 1, "regular" n = 2.

    "charts": undefined for n = 1, 2, 3, of what is the same in all product charts.
    What is made of the metrical connections is too large for undefined functions of five variables:
    where the claim is about one system in one chart, germs of them are in their place.
    """
    if quick:
        return [random(2, seed)]
    if family == "charts":
        return [random(2, seed), generic(1), generic(2), generic(3)]
    found: list[Datum | Germs] = [random(2, seed), random(3, seed), random(1, seed), generic(1)]
    if family == "metrical":
        return [*found, Germs(f"random germs, n = 2, seed {seed}", _NAMES[:2], 6, 8, seed)]
    return [*found, generic(2)] if family == "regular" else found


#: Where refutations are short to read.
SMALLEST = (
    Datum("cubic", ("x",), "xdot**3", ("0",)),
    Datum("damped", ("x",), "xdot**2", ("xdot",)),
    Datum("driven and cubic", ("x",), "xdot**3", ("t",)),
    Datum("growing mass", ("x",), "t*xdot**2", ("0",)),
)


#: Small systems, witnesses of what does not hold without a hypothesis.
SMALL = {
    datum.name: datum
    for datum in (
        Datum("free", ("x",), "xdot**2", ("0",)),
        Datum("swinging", ("x",), "xdot**2 + t**2*xdot", ("0",)),
        # Flat and stationary, where d(delta t) is not zero.
        Datum("pulsating", ("x",), "xdot**2 + t*xdot**3", ("0",)),
        Datum("cubic", ("x",), "xdot**3", ("0",)),
        Datum("indefinite", ("x", "y"), "xdot**2 - ydot**2", ("0", "0")),
        Datum("turned", ("x", "y"), "xdot**2 + ydot**2 + t*x*ydot", ("-t*ydot", "t*xdot")),
        Datum("curved", ("x", "y"), "(1 + x**2*y**2)*xdot**2 + ydot**2", ("0", "0")),
    )
}
