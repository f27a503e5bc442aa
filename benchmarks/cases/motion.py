"""From equations to numbers: right-hand sides, runs, and many runs at once.

Ours and the peers start from derived equations, which nobody's time contains: ours from a
`Dynamics` that is compiled once, which is not timed either, as are SymPy's ``lambdify`` and the
compilation of heyoka. The hand-written functions are the printed formulas, in Python.

Runs are `scipy.integrate.solve_ivp` with DOP853 for all but heyoka, with the same tolerances and
output times; ours also finds initial velocities, watches what could be lost, and says how far
constraints and energy have drifted. Compared are final states, by six digits.
"""

from __future__ import annotations

import math
from typing import Any

from benchmarks.cases.dynamics import pendulum as equal_links
from benchmarks.harness import Case, Contender, Instance

Data = dict[str, Any]

SLEIGH: Data = {
    "system": "chaplygin-sleigh",
    "state": [0.0, 0.0, 0.0, -1.0, 0.0, 0.1],
    # On the constraint: elsewhere the printed formulas are others.
    "at": [0.1, 0.2, 0.3, math.cos(0.3), math.sin(0.3), 0.2],
    "parameters": {"m": 1.0, "I": 1.0, "a": 0.5},
    "until": 12.0,
}
PENDULUM: Data = {
    "system": {
        "name": "double pendulum",
        "coordinates": "p q",
        "parameters": "l g",
        "positive": "l g",
        "lagrangian": "l**2*(2*pdot**2 + qdot**2 + 2*pdot*qdot*cos(p - q))/2"
        " + g*l*(2*cos(p) + cos(q))",
    },
    "state": [1.0, 0.5, 0.0, 0.0],
    "at": [1.1, 0.6, 0.1, 0.2],
    "parameters": {"l": 1.0, "g": 9.81},
    "until": 3.0,
}
RTOL, ATOL, POINTS, CALLS = 1e-10, 1e-12, 401, 2_000
#: Long chains of equal pendulums.
LINKS = (5, 10, 20, 30)


def chain(n: int) -> Data:
    """A pendulum of n links that hangs on a slight curve."""
    at = [0.1 * k / n for k in range(1, n + 1)] + [0.0] * n
    parameters = {"m": 1.0, "l": 1.0, "g": 9.81}
    system = equal_links(n)
    return {
        **{"name": f"pendulum of {n} links", "system": system, "state": at, "at": at},
        **{"parameters": parameters, "until": 0.5, "links": n},
    }


def sleigh(t: float, y: Any, a: float = 0.5, m: float = 1.0, inertia: float = 1.0) -> list[float]:
    """The printed formulas."""
    _, _, theta, u, v, w = y
    c, s = math.cos(theta), math.sin(theta)
    turning = -m * a * w * (u * c + v * s) / (m * a**2 + inertia)
    return [u, v, w, w * (a * w * c - v), w * (u + a * w * s), turning]


def pendulum(t: float, y: Any, length: float = 1.0, g: float = 9.81) -> list[float]:
    """The textbook formulas of two equal masses."""
    p, q, u, v = y
    d = p - q
    c, s = math.cos(d), math.sin(d)
    below = length * (2 - c * c)
    first = -g * (2 * math.sin(p) - c * math.sin(q)) - length * s * (v * v + c * u * u)
    second = 2 * g * (c * math.sin(p) - math.sin(q)) + length * s * (2 * u * u + c * v * v)
    return [u, v, first / below, second / below]


def chain_by_hand(n: int, length: float = 1.0, g: float = 9.81) -> Any:
    """The mass matrix ``(n - max(i, j)) cos(a_i - a_j)``, filled and solved by numpy."""
    import numpy

    counts = n - numpy.maximum(*numpy.indices((n, n)))
    weights = numpy.arange(n, 0, -1) * g / length

    def rate(t: float, y: Any) -> Any:
        q, v = y[:n], y[n:]
        between = q[:, None] - q[None, :]
        force = -(counts * numpy.sin(between)) @ (v * v) - weights * numpy.sin(q)
        return numpy.concatenate([v, numpy.linalg.solve(counts * numpy.cos(between), force)])

    return rate


BY_HAND = {"Chaplygin sleigh": sleigh, "double pendulum": pendulum}


def instances(quick: bool) -> list[Instance]:
    """Right-hand sides, runs, and campaigns of two systems."""
    found = []
    for name, data in (("Chaplygin sleigh", SLEIGH), ("double pendulum", PENDULUM)):
        for kind in ("right-hand side", "run"):
            found.append(Instance(f"{name}: {kind}", {**data, "name": name, "kind": kind}))
    many = {**SLEIGH, "name": "Chaplygin sleigh", "kind": "many", "count": 20 if quick else 2_000}
    only = (OURS, "SciPy by hand")
    found.append(Instance(f"{many['count']} Chaplygin sleighs", many, only=only))
    for n in LINKS:
        data = chain(n)
        for kind in ("right-hand side", "run"):
            label, series = f"{data['name']}: {kind}", f"chain: {kind}"
            asked = (OURS, IN_C, "SciPy by hand")
            instance = Instance(label, {**data, "kind": kind}, None, asked, series, n)
            found.append(instance)
    return found[1:2] if quick else found


OURS, IN_C = "compiled, Python and numpy", "compiled, C"


def _dynamics(data: Data) -> Any:
    from mechanics import System, load

    given = data["system"]
    system = load(given) if isinstance(given, str) else System(**given)
    return system.dynamics()


def _calls(rate: Any, data: Data) -> Any:
    """The same point again and again: what a solver asks for."""
    import numpy

    y = numpy.array(data["at"])

    def run() -> Any:
        for _ in range(CALLS - 1):
            rate(0.5, y)
        return rate(0.5, y)

    return run


def _solved(rate: Any, data: Data) -> Any:
    import numpy
    from scipy.integrate import solve_ivp

    grid = numpy.linspace(0, data["until"], POINTS)

    def run() -> Any:
        return solve_ivp(
            rate, (0, data["until"]), data["state"], "DOP853", grid, rtol=RTOL, atol=ATOL
        ).y[:, -1]

    return run


def _ours(data: Data, backend: str) -> Any:
    dynamics = _dynamics(data)
    motion = dynamics.compile()
    if data["kind"] == "right-hand side":
        return _calls(motion.right_hand_side(data["parameters"], backend=backend), data)
    s = dynamics.system.specification
    start = dict(zip((*s.coordinates, *s.velocities), data["state"], strict=True))
    settings = {"until": data["until"], "rtol": RTOL, "atol": ATOL, "points": POINTS}
    if data["kind"] == "many":
        import numpy

        from mechanics.motion.campaign_members import Members
        from mechanics.motion.given_values import collect, merge

        table = merge(s, {**start, **data["parameters"]}, **settings)
        members = Members(motion, collect(dynamics, table))
        values = {"a": numpy.linspace(0.1, 0.5, data["count"])}
        names = (*s.coordinates, *s.velocities)

        def many() -> Any:
            found = members.compute(values)
            return [found[name][-1, -1] for name in names]

        return many
    if backend == "c":
        return _solved(motion.right_hand_side(data["parameters"], backend="c"), data)
    dynamics.simulate({**start, **data["parameters"]}, **settings)

    def run() -> Any:
        motion = dynamics.simulate({**start, **data["parameters"]}, **settings)
        return [motion[name][-1] for name in (*s.coordinates, *s.velocities)]

    return run


def _by_hand(data: Data) -> Any:
    rate = chain_by_hand(data["links"]) if "links" in data else BY_HAND[data["name"]]
    if data["kind"] == "right-hand side":
        return _calls(rate, data)
    if data["kind"] == "run":
        return _solved(rate, data)
    import numpy

    lengths = numpy.linspace(0.1, 0.5, data["count"])

    def many() -> Any:
        return [_solved(lambda t, y, a=a: sleigh(t, y, a), data)() for a in lengths][-1]

    return many


def _lambdified(data: Data) -> Any:
    """SymPy's functions of the formulas that we print."""
    import sympy

    dynamics = _dynamics(data)
    s = dynamics.system.specification
    names = [s.time, *s.coordinates, *s.velocities]
    formulas = list(dynamics.accelerations.values())
    known = {str(symbol): symbol for f in formulas for symbol in f.free_symbols}
    given = {known[n]: value for n, value in data["parameters"].items() if n in known}
    symbols = [known.get(name, sympy.Symbol(name)) for name in names]
    code = sympy.lambdify(symbols, [f.subs(given) for f in formulas], "math", cse=True)
    size = len(s.coordinates)

    def rate(t: float, y: Any) -> Any:
        return [*y[size:], *code(t, *y)]

    return _calls(rate, data) if data["kind"] == "right-hand side" else _solved(rate, data)


def _heyoka(data: Data) -> Any:
    import heyoka

    motion = _dynamics(data).compile()
    if data["kind"] == "right-hand side":
        return _calls(motion.right_hand_side(data["parameters"], backend="heyoka"), data)
    import numpy

    constants = [data["parameters"][name] for name in motion.parameters]
    taylor = heyoka.taylor_adaptive(
        motion.heyoka_system(), list(data["state"]), pars=constants, tol=RTOL
    )
    grid = numpy.linspace(0, data["until"], POINTS)

    def run() -> Any:
        taylor.time, taylor.state[:] = 0.0, data["state"]
        return taylor.propagate_grid(grid)[-1][-1]

    return run


def _answer(data: Data, result: Any) -> tuple[tuple[Any, ...], str]:
    return tuple(f"{value:.5e}" if abs(value) > 1e-7 else "0" for value in map(float, result)), ""


def _run(state: Any) -> Any:
    return state()


NOT_MANY = ("run", "right-hand side")
CASE = Case(
    "motion",
    "From equations to numbers: 2,000 right-hand sides, runs, and campaigns",
    instances,
    (
        Contender(OURS, lambda data: _ours(data, "python"), _run, _answer, role="ours"),
        Contender(
            IN_C,
            lambda data: _ours(data, "c") if data["kind"] in NOT_MANY else _ours(data, "python"),
            _run,
            _answer,
            role="ours",
        ),
        Contender("SciPy by hand", _by_hand, _run, _answer, ("scipy",), aim=0.5),
        Contender("SymPy lambdify", _lambdified, _run, _answer, ("sympy",), aim=0.5),
        Contender("heyoka", _heyoka, _run, _answer, ("heyoka",), aim=None),
    ),
)
