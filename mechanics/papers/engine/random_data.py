"""Data on which claims are checked: seeded, shown, reproducible.

A `Datum` is text, so that it can be read and used again. Three kinds are made for every size:
*generic* data, whose Lagrangian and constraint forms are undefined functions, so that an exact
answer holds for all data of that dimension at once; *random* polynomial data, not quadratic in
the velocities and explicitly dependent on time; and classical examples.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from diffgeo import germs

_NAMES = ("x", "y", "z", "w")


@dataclass(frozen=True)
class Datum:
    """A constrained Lagrangian system over the line of time, as text.

    Attributes
    ----------
    name
        What it is called in outcomes.
    coordinates
        Those of the fibres.
    lagrangian
        L, in ``t``, coordinates and velocities.
    forms
        The constraint 1-forms by their coefficients, ``{"t": h, "x": mu_x, ...}``.
    parameters, functions, positive
        Declared names.
    """

    name: str
    coordinates: tuple[str, ...]
    lagrangian: str
    forms: tuple[dict[str, str], ...]
    parameters: str = ""
    functions: str = ""
    positive: str = ""

    def __str__(self) -> str:
        forms = "; ".join(
            " + ".join(f"({value}) d{name}" for name, value in form.items()) for form in self.forms
        )
        return f"{self.name}: L = {self.lagrangian}; mu: {forms or 'none'}"


@dataclass(frozen=True)
class Germs:
    """All systems with these coordinates: what they consist of are Taylor series at random points.

    Attributes
    ----------
    name
        What it is called in outcomes.
    coordinates
        Those of the configuration space.
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

    def base(self) -> dict[str, list[int]]:
        """What is chosen of the points, by coordinates."""
        return {}

    def ring(self) -> Any:
        """The ring of such series."""
        return germs(self.order, points=self.points, seed=self.seed, base=self.base())

    def __str__(self) -> str:
        return self.name


def generic(n: int, m: int) -> Datum:
    """All Lagrangians and all affine constraints: their coefficients are undefined functions."""
    q = _NAMES[:n]
    places = ", ".join(("t", *q))
    arguments = ", ".join(("t", *q, *(f"{name}dot" for name in q)))
    forms = tuple(
        {"t": f"h{i}({places})", **{name: f"mu{i}{name}({places})" for name in q}}
        for i in range(1, m + 1)
    )
    L, declared = f"L({arguments})", [f for form in forms for f in form.values()]
    name = f"undefined L, mu and h, n = {n}, m = {m}"
    return Datum(name, q, L, forms, functions=" ".join([L, *declared]))


def solved(n: int, m: int, *, quadratic: bool = False) -> Datum:
    """All affine constraints of rank m where they are solved for the first m velocities.

    Real points are known then. L is undefined too; if it is `quadratic`, ½ |v|² + A v - V with
    undefined A and V, so that leg is a diffeomorphism that is known.
    """
    q = _NAMES[:n]
    places = ", ".join(("t", *q))
    arguments = ", ".join(("t", *q, *(f"{name}dot" for name in q)))
    free = [{"t": f"h{i}({places})", **{name: f"mu{i}{name}({places})" for name in q[m:]}}
            for i in range(1, m + 1)]  # fmt: skip
    forms = tuple({**row, name: "1"} for row, name in zip(free, q, strict=False))
    declared = [f for row in free for f in row.values()]
    L, kind = f"L({arguments})", "L"
    if quadratic:
        potentials = [f"A{name}({places})" for name in q]
        pairs = zip(q, potentials, strict=True)
        terms = [f"{name}dot**2/2 + {A}*{name}dot" for name, A in pairs]
        declared += [*potentials, f"V({places})"]
        L, kind = f"{' + '.join(terms)} - V({places})", "A and V of L = |v|^2/2 + A v - V"
    else:
        declared.append(L)
    name = f"undefined {kind} and solved constraints, n = {n}, m = {m}"
    return Datum(name, q, L, forms, functions=" ".join(declared))


def random(n: int, m: int, seed: int, *, quadratic: bool = False) -> Datum:
    """A random polynomial Lagrangian and random affine constraints, h_i different from 0.

    The mass matrix is regular at the generic point; with ``quadratic`` it is constant,
    and leg is a global diffeomorphism.
    """
    draw = Random(f"{n} {m} {seed} {quadratic}")
    q = _NAMES[:n]
    velocities = [f"{name}dot" for name in q]
    # A unit triangular matrix A: the velocities A v are independent, whatever its entries are.
    rows = [[draw.randint(-2, 2) for _ in range(i)] for i in range(n)]
    moving = [
        " + ".join([v, *(f"{c}*{velocities[j]}" for j, c in enumerate(row) if c)])
        for v, row in zip(velocities, rows, strict=True)
    ]
    signs = [draw.choice(["", "", "-"]) for _ in q]
    terms = [f"{sign}({u})**2/2" for sign, u in zip(signs, moving, strict=True)]
    terms.append(f"{monomial(draw, ('t', *q), 2)}*{draw.choice(velocities)}")
    terms.append(monomial(draw, ("t", *q), 3))
    if not quadratic:
        terms.append(f"{monomial(draw, ('t', *q), 1)}*{draw.choice(velocities)}**3")
    forms = []
    for i in range(m):
        form = {"t": f"{monomial(draw, ('t', *q), 2)} + {draw.choice((1, 2, 3))}"}
        for j, name in enumerate(q):
            # The leading square block is triangular with 1 in its diagonal: independent.
            if j == i:
                form[name] = "1"
            elif j > i:
                form[name] = monomial(draw, ("t", *q), 1)
        forms.append(form)
    name = f"random {'quadratic' if quadratic else 'polynomial'}, n = {n}, m = {m}, seed {seed}"
    return Datum(name, q, " + ".join(terms), tuple(forms))


def monomial(draw: Random, names: tuple[str, ...], degree: int) -> str:
    """A monomial of at most this degree with a small coefficient, never zero."""
    number = draw.choice(("1", "2", "-1", "3", "-2"))
    chosen = [draw.choice(names) for _ in range(draw.randint(1, degree))]
    return "*".join([f"({number})", *chosen])


def singular(n: int, m: int, null: int, seed: int) -> Datum:
    """A random regular Lagrangian and random constraints with C of rank m - null.

    In velocities u = A v the mass matrix has `null` blocks ((0, 1), (1, 0)) and signs; the
    constraints mix the first velocity of every block and some of the others. Their h_i and the
    potential are of first and second degree in the positions and depend on time; t u^3 makes L
    not quadratic in the velocities, while leg keeps a polynomial inverse. On the zeros of the
    constraints the conditions of the algorithm are of first degree, hence of constant rank.
    """
    draw = Random(f"singular {n} {m} {null} {seed}")
    q, sign = _NAMES[:n], (1, -1)
    rows = [[draw.randint(-1, 1) for _ in range(i)] + [1] + [0] * (n - i - 1) for i in range(n)]
    u = [f"({_combination(row, [f'{name}dot' for name in q])})" for row in rows]
    firsts, others = list(range(0, 2 * null, 2)), list(range(2 * null, n))
    terms = [f"{u[a]}*{u[a + 1]} + t*{u[a]}**3/3" for a in firsts]
    terms += [f"({draw.choice(sign)})*{u[b]}**2/2" for b in others]
    pairs = [(i, j) for i in range(n) for j in range(i, n)]
    sizes = [draw.choice((0, 0, 1, -1, 2)) for _ in pairs]
    terms += [f"({c})*{q[i]}*{q[j]}/2" for c, (i, j) in zip(sizes, pairs, strict=True) if c]
    terms += [f"({draw.choice((1, 2, -1))})*t*{name}" for name in q]
    chosen = [rows[a] for a in (firsts + others)[:m]]
    # Sums with the rows before, then with the rows after: no row of C need be zero.
    before = [(i, j) for i in range(m) for j in range(i)][::-1]
    after = [(i, j) for i in range(m) for j in range(i + 1, m)]
    for i, j in before + after:
        c = draw.choice(sign) * (1 if j < i else 2)
        chosen[i] = [a + c * b for a, b in zip(chosen[i], chosen[j], strict=True)]
    forms = []
    for row in chosen:
        h = f"({draw.choice((1, -1, 2))})*{draw.choice(('t', 't', *q))} + {draw.choice((1, 2))}"
        forms.append({"t": h, **{name: str(c) for name, c in zip(q, row, strict=True) if c}})
    return Datum(
        f"random singular, n = {n}, m = {m}, rank C = {m - null}, seed {seed}",
        q,
        " + ".join(terms),
        tuple(forms),
        parameters=" ".join(f"l{i + 1}" for i in range(m)),
    )


def _combination(row: list[int], names: list[str]) -> str:
    return " + ".join(f"({c})*{name}" for c, name in zip(row, names, strict=True) if c)


def pursuit() -> Datum:
    """The curve of pursuit, with an undefined function f of time."""
    return Datum(
        "curve of pursuit",
        ("x", "y"),
        "m*(xdot**2 + ydot**2)/2",
        ({"x": "y", "y": "f(t) - x"},),
        parameters="m",
        functions="f(t)",
        positive="m",
    )


#: Small systems made for one purpose each.
SMALL = {
    # Omega_L = 0: what needs a regular Lagrangian fails.
    "degenerate": Datum("L = xdot, phi = xdot", ("x",), "xdot", ({"x": "1"},)),
    # C = -W^xx = 0 although L is regular: the mass matrix is not definite.
    "isotropic": Datum("L = xdot*ydot, phi = xdot", ("x", "y"), "xdot*ydot", ({"x": "1"},)),
    # Independent functions whose 1-forms are dependent with dt.
    "dependent": Datum(
        "phi_1 = xdot, phi_2 = xdot - x",
        ("x", "y"),
        "(xdot**2 + ydot**2)/2",
        ({"x": "1"}, {"t": "-x", "x": "1"}),
    ),
    # Two constraints with C = -((1, 2), (2, 4)).
    "rank one": Datum(
        "L = xdot*ydot + zdot^2/2 + y, phi_1 = xdot + zdot, phi_2 = 3 xdot + 2 zdot",
        ("x", "y", "z"),
        "xdot*ydot + zdot**2/2 + y",
        ({"x": "1", "z": "1"}, {"x": "3", "z": "2"}),
        parameters="l1 l2",
    ),
    # P_2 is y + t = 0, P_3 is ydot + 1 = 0, and there the multiplier is determined.
    "determinate": Datum(
        "L = xdot*ydot + (x^2 + y^2)/2 + t*y, phi = xdot",
        ("x", "y"),
        "xdot*ydot + (x**2 + y**2)/2 + t*y",
        ({"x": "1"},),
        parameters="l1",
    ),
    "inconsistent": Datum(
        "L = xdot*ydot + y, phi = xdot",
        ("x", "y"),
        "xdot*ydot + y",
        ({"x": "1"},),
        parameters="l1",
    ),
    # P_2 = {ydot = 0, y = x^2/2} is a submanifold; P_3 = {x*xdot = 0} in it is two that meet.
    "crossing": Datum(
        "L = xdot*ydot + x*y - x^3/6, phi = ydot",
        ("x", "y"),
        "xdot*ydot + x*y - x**3/6",
        ({"y": "1"},),
    ),
    # C = 0 everywhere, all P_k are submanifolds and P_4 = P_3, but there the multiplier is
    # (2 ydot^2 - 1)/y, with a pole at y = 0: Z(y^2 ydot + zdot) = -y^2 changes its rank.
    "pole": Datum(
        "L = xdot*ydot + zdot^2/2 - y*z - y^4/12, phi = xdot",
        ("x", "y", "z"),
        "xdot*ydot + zdot**2/2 - y*z - y**4/12",
        ({"x": "1"},),
    ),
    # m = 3 multipliers, two of them determined on the final submanifold, where also x = 0.
    "partly determinate": Datum(
        "L = xdot*ydot + (zdot^2 + wdot^2)/2 + x*y + t*z + z*w, phi = zdot, wdot, xdot + zdot",
        ("x", "y", "z", "w"),
        "xdot*ydot + (zdot**2 + wdot**2)/2 + x*y + t*z + z*w",
        ({"z": "1"}, {"w": "1"}, {"x": "1", "z": "1"}),
        parameters="l1 l2 l3",
    ),
    # Not quadratic in the velocities, and leg has a polynomial inverse.
    "cubic": Datum(
        "cubic Lagrangian",
        ("x", "y"),
        "xdot*ydot + t*x*ydot**3/3 + x*y*ydot - t*x",
        ({"t": "y + 2", "x": "1", "y": "x"},),
    ),
    "oscillator": Datum(
        "driven oscillator with rolling constraint",
        ("x", "y"),
        "(xdot**2 + ydot**2)/2 - x**2/2 + t*y",
        ({"t": "t", "x": "y", "y": "1"},),
    ),
}


_FREE = "(xdot**2 + ydot**2)/2"
_LINE = Datum("free on a line, phi = xdot", ("x",), "xdot**2", ({"x": "1"},))
_PLANE = (
    Datum("free, phi = ydot", ("x", "y"), _FREE, ({"y": "1"},)),
    Datum("free, phi = xdot, ydot", ("x", "y"), _FREE, ({"x": "1"}, {"y": "1"})),
    Datum(
        "moving, phi = xdot + 1, ydot + 2",
        ("x", "y"),
        "xdot*ydot",
        ({"t": "1", "x": "1"}, {"t": "2", "y": "1"}),
    ),
    Datum("falling, phi = ydot + 1", ("x", "y"), f"{_FREE} + y", ({"t": "1", "y": "1"},)),
)
_REGULAR = ("regular", "light", "hyperregular", "small hyperregular")
#: Where refutations are short to read, by the names of families.
SMALLEST = {
    **dict.fromkeys(_REGULAR, (_LINE, *_PLANE)),
    "singular": (
        Datum("isotropic", ("x", "y"), "xdot*ydot", ({"x": "1"},), parameters="l1"),
        Datum(
            "isotropic, m = 2",
            ("x", "y", "z"),
            "xdot*ydot + zdot**2/2",
            ({"x": "1"}, {"z": "1"}),
            parameters="l1 l2",
        ),
        Datum(
            "cubic, m = 2",
            ("x", "y"),
            "xdot**3 + ydot**2",
            ({"x": "1", "y": "1"}, {"y": "1"}),
            parameters="l1 l2",
        ),
    ),
}


def regular_data(seed: int, quick: bool) -> list[Datum]:
    """Regular Lagrangians with affine constraints of several sizes."""
    smallest = random(3, 2, seed)
    if quick:
        return [smallest]
    return [
        generic(1, 1),
        generic(2, 1),
        random(2, 2, seed),
        smallest,
        random(3, 1, seed + 1),
        SMALL["oscillator"],
    ]
