"""Data of Šenkeříková's claims: Lagrangians on J¹Y and constraints in normal form.

As text (`mechanics.papers.sarlet.data.Datum`: the free coordinates are the q^l, the dependent
ones the q^{m-k+a}). *Generic* data have undefined functions for L, g^a and the accelerations;
*random* ones are polynomial, explicitly dependent on time, not quadratic in the velocities.
"""

from __future__ import annotations

import re
from dataclasses import replace

from mechanics.papers.sarlet.data import Datum, generic, random


def arguments(datum: Datum) -> str:
    """The coordinates of Q, as the arguments of a function on it."""
    names = ("t", *datum.free, *datum.dependent, *(f"{x}dot" for x in datum.free))
    return ", ".join(names)


def with_form(datum: Datum) -> Datum:
    """The datum with undefined functions b0, b1, … on Q, the coefficients of a 1-form."""
    places = arguments(datum)
    count = len(places.split(","))
    declared = " ".join(f"b{i}({places})" for i in range(count))
    return replace(datum, functions=f"{datum.functions} {declared}".strip())


def polynomial(n: int, k: int, seed: int) -> Datum:
    """A random polynomial system, m = n + k; L and the g^a depend on time for every seed."""
    found = random(n, k, seed, linear=False)
    x, u = found.free[0], found.dependent[0]
    return replace(
        found,
        name=f"random polynomials, m = {n + k}, k = {k}, seed {seed}",
        lagrangian=f"{found.lagrangian} + t*{x}dot**2*{u}dot",
        equations=tuple((v, f"{g} + t*{x}dot**2") for v, g in found.equations),
    )


def undefined(n: int, k: int) -> Datum:
    """All systems with m = n + k: L, g^a and the accelerations are undefined functions."""
    found = generic(n, k, linear=False)
    return replace(found, name=f"undefined L and g, m = {n + k}, k = {k}")


def systems(seed: int, quick: bool) -> list[Datum]:
    """Constraints of every kind; (m, k) = (3,1), (2,1), (3,2), and (4,2) as random data."""
    smallest = polynomial(2, 1, seed)
    if quick:
        return [smallest]
    return [
        smallest,
        undefined(1, 1),
        undefined(2, 1),
        undefined(1, 2),
        polynomial(1, 1, seed),
        polynomial(1, 2, seed),
        polynomial(2, 2, seed),
    ]


def small(
    name: str, lagrangian: str, equations: dict[str, str], free: str = "x", functions: str = ""
) -> Datum:
    """A system with the constraints ``{"udot": "xdot"}``."""
    dependent = tuple(velocity.removesuffix("dot") for velocity in equations)
    names = tuple(free.split())
    rest = tuple((x, "0") for x in names)
    return Datum(
        name, names, dependent, lagrangian, tuple(equations.items()), rest, functions=functions
    )


#: Systems made for one purpose each; r(t) is the undefined motion of a coordinate.
SMALL = {
    datum.name: datum
    for datum in (
        small("affine", "u*xdot", {"udot": "0"}),
        small("free particle", "(xdot**2 + udot**2)/2", {"udot": "0"}),
        small("free particle, along the diagonal", "(xdot**2 + udot**2)/2", {"udot": "xdot"}),
        # Its reaction is not zero.
        small("driven particle", "(xdot**2 + udot**2)/2", {"udot": "x"}),
        # Regular on J1Y; with the constraint the equation is 0 = 0.
        small("hyperbolic", "(xdot**2 - udot**2)/2", {"udot": "xdot"}, functions="r(t)"),
        small("hyperbolic, at rest", "(xdot**2 - udot**2)/2", {"udot": "0"}),
        # With the constraint the equation is 0 = 1.
        small("hyperbolic, with a force", "(xdot**2 - udot**2)/2 + x", {"udot": "xdot"}),
        # Singular on J1Y.
        small("no kinetic energy of u", "xdot**2/2", {"udot": "x"}),
        # (1) is xdot != 0; at xdot = 0 there are two motions (x = 0) or none.
        small("cubic", "xdot**3/6 + 9*x**2 + udot**2/2", {"udot": "0"}),
        # (1) fails where ydot = 0; there x(t) is arbitrary.
        small("ridge", "xdot*ydot**2 + udot**2/2", {"udot": "0"}, "x y", functions="r(t)"),
        # The 2-form on Q has rank 4 in dimension 5, and its kernel no second-order field.
        small(
            "rank four",
            "(xdot**2 - udot**2)/2 + (x + u)*wdot + w",
            {"udot": "xdot", "wdot": "0"},
        ),
    )
}


# --- section 3: L = (m/2)(v1^2 + v2^2 + v3^2) - V(t,q) --------------------------------------

#: The coordinates q^1, q^2, q^3 and one more for other sizes.
COORDINATES = ("x", "y", "z", "w")


def classical(
    name: str, equations: dict[str, str], functions: str = "", *, dimension: int = 3
) -> Datum:
    """The Lagrangian (2) with constraints in normal form.

    `functions` are the names of undefined functions on Y, such as ``"A B C"``.
    """
    names = COORDINATES[:dimension]
    places = ", ".join(("t", *names))
    dependent = tuple(velocity.removesuffix("dot") for velocity in equations)
    free = tuple(q for q in names if q not in dependent)
    squares = " + ".join(f"{q}dot**2" for q in names)
    declared = " ".join(f"{name}({places})" for name in ("V", *functions.split()))
    return Datum(
        name,
        free,
        dependent,
        f"m*({squares})/2 - V({places})",
        tuple((v, _applied(right, functions.split(), places)) for v, right in equations.items()),
        tuple((x, "0") for x in free),
        parameters="m",
        functions=declared,
        positive="m",
    )


def _applied(text: str, names: list[str], places: str) -> str:
    """Text with ``A`` written ``A(t, x, y, z)``."""
    for name in names:
        text = re.sub(rf"\b{name}\b", f"{name}({places})", text)
    return text


def one_affine() -> Datum:
    """Věta 1."""
    return classical("Theorem 1", {"zdot": "A*xdot + B*ydot + C"}, "A B C")


def two_affine() -> Datum:
    """Věta 2."""
    return classical("Theorem 2", {"ydot": "A*xdot + B", "zdot": "C*xdot + D"}, "A B C D")


def affine(seed: int, quick: bool) -> list[Datum]:
    """Affine constraints with undefined coefficients, (m, k) = (3,1), (3,2), (2,1), (4,2)."""
    if quick:
        return [one_affine()]
    return [
        one_affine(),
        two_affine(),
        classical("one in the plane", {"ydot": "A*xdot + B"}, "A B", dimension=2),
        classical(
            "two in dimension four",
            {"zdot": "A*xdot + B*ydot + C", "wdot": "D*xdot + F*ydot + G"},
            "A B C D F G",
            dimension=4,
        ),
    ]


def conic() -> Datum:
    """The constraint of Věta 3 before it is divided: half of A v1² + B v2² + C v3² = k."""
    return classical("Before Theorem 3", {"zdot": "sqrt((k - A*xdot**2 - B*ydot**2)/C)"}, "A B C k")


def one_quadratic() -> Datum:
    """Věta 3."""
    return classical("Theorem 3", {"zdot": "sqrt(E*xdot**2 + F*ydot**2 + K)"}, "E F K")


def two_quadratic() -> Datum:
    """Věta 4."""
    return classical(
        "Theorem 4",
        {"ydot": "sqrt(D*xdot**2 + E)", "zdot": "sqrt(F*xdot**2 + G)"},
        "D E F G",
    )


def any_constraint(k: int) -> Datum:
    """Any k constraints v = g(t,q,v) with undefined g, in dimension three."""
    places, free = "t, x, y, z", ("xdot", "ydot")[: 3 - k]
    on_Q = ", ".join((places, *free))
    solved = ("ydot", "zdot")[2 - k :]
    found = classical(f"any {k} constraints", {v: f"g{i}" for i, v in enumerate(solved)})
    return replace(
        found,
        equations=tuple((v, f"g{i}({on_Q})") for i, v in enumerate(solved)),
        functions=" ".join([found.functions, *(f"g{i}({on_Q})" for i in range(k))]),
    )
