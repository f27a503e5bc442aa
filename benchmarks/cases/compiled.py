"""Right-hand sides as numpy, C, JAX and heyoka compute them, beside code of the same kind by hand.

The formulas are derived with paper and pencil from the constraints and d'Alembert's principle,
with what occurs twice written once. For numpy, JAX and heyoka they are one text, since these read
alike; C has its own, compiled with the same flags. Derivation and compilation are not timed.

Of a row one state is asked for again and again, as a solver does, or 100,000 at once. CPU time is
that of the process: JAX computes in threads of its own.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from benchmarks.cases.motion import PENDULUM, SLEIGH, pendulum, sleigh
from benchmarks.harness import Case, Contender, Instance

Data = dict[str, Any]
Rates = Callable[[Any, Any, Any], Any]

CALLS, MEMBERS = 10_000, 100_000
#: How many times as long as by hand is too long.
AIM = 1.5
FLAGS = ("-O2", "-fPIC", "-shared", "-ffp-contract=off")


# --- by hand ---------------------------------------------------------------------------


def by_hand_sleigh(m: Any, t: Any, y: Any) -> Any:
    """With a = 1/2 and m = I = 1."""
    _, _, theta, u, v, w = y
    c, s = m.cos(theta), m.sin(theta)
    return [u, v, w, w * (0.5 * w * c - v), w * (u + 0.5 * w * s), -0.4 * w * (u * c + v * s)]


def by_hand_pendulum(m: Any, t: Any, y: Any) -> Any:
    """Two equal masses, l = 1 and g = 9.81."""
    p, q, u, v = y
    d = p - q
    c, s = m.cos(d), m.sin(d)
    low, high = m.sin(q), m.sin(p)
    below = 2.0 - c * c
    uu, vv = u * u, v * v
    first = -9.81 * (2.0 * high - c * low) - s * (vv + c * uu)
    second = 19.62 * (c * high - low) + s * (2.0 * uu + c * vv)
    return [u, v, first / below, second / below]


def by_hand_knife_edge(m: Any, t: Any, y: Any) -> Any:
    """``λ/m = -(g sin α sin φ + φ' u)`` with the speed u along the edge; g sin α = 4.905."""
    _, _, phi, u, v, w = y
    c, s = m.cos(phi), m.sin(phi)
    reaction = 4.905 * s + w * (u * c + v * s)
    return [u, v, w, 4.905 - reaction * s, reaction * c, 0.0]


def by_hand_disk(m: Any, t: Any, y: Any) -> Any:
    """``x' = R cos φ θ'`` and ``y' = R sin φ θ'``, differentiated; R = 1."""
    _, _, _, phi, u, v, spin, turn = y
    rate = turn * spin
    return [u, v, spin, turn, -m.sin(phi) * rate, m.cos(phi) * rate, 0.0, 0.0]


def by_hand_snakeboard(m: Any, t: Any, y: Any) -> Any:
    """The multiplier of the second constraint from its derivative; m = 6, r = 1/5.

    ``λ (sin²φ/m + r² cos²φ/(m r² - J0)) = -r cos φ u/(m r² - J0) - φ' (v cos φ + r θ' sin φ)``
    """
    _, _, theta, _, phi, a, b, turn, spin, steer = y
    c, s, cf, sf = m.cos(theta), m.sin(theta), m.cos(phi), m.sin(phi)
    wave = m.sin(t)
    torque = -0.16 * wave
    v = a * c + b * s
    left = sf * sf / 6.0 + 0.04 / 0.08 * cf * cf
    reaction = (-2.5 * cf * torque - steer * (v * cf + 0.2 * turn * sf)) / left
    ahead, aside = reaction * sf / 6.0, v * turn
    turning = -12.5 * (torque + 0.2 * reaction * cf)
    return [
        *(a, b, turn, spin, steer),
        *(ahead * c - aside * s, ahead * s + aside * c, turning, torque / 0.16 - turning),
        -0.5 * wave,
    ]


SNAKE_STATE = [0.1, 0.2, 0.3, 0.4, 0.5, 0.7 * math.cos(0.3), 0.7 * math.sin(0.3),
               0.7 / 0.2 * math.tan(0.5), 0.6, 0.8]  # fmt: skip
HAND: dict[str, tuple[Rates, Data, str]] = {
    "Chaplygin sleigh": (
        by_hand_sleigh, {**SLEIGH},
        """double u = Y(3), v = Y(4), w = Y(5), c = cos(Y(2)), s = sin(Y(2));
        O(0) = u; O(1) = v; O(2) = w;
        O(3) = w*(0.5*w*c - v); O(4) = w*(u + 0.5*w*s); O(5) = -0.4*w*(u*c + v*s);""",
    ),
    "double pendulum": (
        by_hand_pendulum, {**PENDULUM},
        """double p = Y(0), q = Y(1), u = Y(2), v = Y(3), c = cos(p - q), s = sin(p - q);
        double low = sin(q), high = sin(p), below = 2 - c*c, uu = u*u, vv = v*v;
        O(0) = u; O(1) = v;
        O(2) = (-9.81*(2*high - c*low) - s*(vv + c*uu))/below;
        O(3) = (19.62*(c*high - low) + s*(2*uu + c*vv))/below;""",
    ),
    "knife edge": (
        by_hand_knife_edge,
        {
            "system": "knife-edge",
            "parameters": {"m": 1.0, "J": 1.0, "g": 9.81, "alpha": math.pi / 6},
            "at": [0.1, 0.2, 0.3, 0.7 * math.cos(0.3), 0.7 * math.sin(0.3), 0.4],
        },
        """double u = Y(3), v = Y(4), w = Y(5), c = cos(Y(2)), s = sin(Y(2));
        double reaction = 4.905*s + w*(u*c + v*s);
        O(0) = u; O(1) = v; O(2) = w;
        O(3) = 4.905 - reaction*s; O(4) = reaction*c; O(5) = 0;""",
    ),
    "rolling disk": (
        by_hand_disk,
        {
            "system": "vertical-rolling-disk",
            "parameters": {"m": 1.0, "I": 0.5, "J": 0.25, "R": 1.0},
            "at": [0.1, 0.2, 0.3, 0.4, 2 * math.cos(0.4), 2 * math.sin(0.4), 2.0, 0.5],
        },
        """double spin = Y(6), turn = Y(7), rate = turn*spin;
        O(0) = Y(4); O(1) = Y(5); O(2) = spin; O(3) = turn;
        O(4) = -sin(Y(3))*rate; O(5) = cos(Y(3))*rate; O(6) = 0; O(7) = 0;""",
    ),
    "snakeboard": (
        by_hand_snakeboard,
        {
            "system": "snakeboard",
            "functions": {"u(t)": "-4*sin(t)/25", "w(t)": "-sin(t)/100"},
            "parameters": {"m": 6.0, "r": 0.2, "J0": 0.16, "J1": 0.01},
            "at": SNAKE_STATE,
        },
        """double a = Y(5), b = Y(6), turn = Y(7), spin = Y(8), steer = Y(9);
        double c = cos(Y(2)), s = sin(Y(2)), cf = cos(Y(4)), sf = sin(Y(4)), wave = sin(t);
        double torque = -0.16*wave, v = a*c + b*s, left = sf*sf/6 + 0.5*cf*cf;
        double reaction = (-2.5*cf*torque - steer*(v*cf + 0.2*turn*sf))/left;
        double ahead = reaction*sf/6, aside = v*turn, turning = -12.5*(torque + 0.2*reaction*cf);
        O(0) = a; O(1) = b; O(2) = turn; O(3) = spin; O(4) = steer;
        O(5) = ahead*c - aside*s; O(6) = ahead*s + aside*c; O(7) = turning;
        O(8) = torque/0.16 - turning; O(9) = -0.5*wave;""",
    ),
}  # fmt: skip


def _python(name: str) -> Any:
    rates = HAND[name][0]
    if name == "Chaplygin sleigh":
        return sleigh
    return pendulum if name == "double pendulum" else partial(rates, math)


def _numpy(name: str) -> Any:
    import numpy

    rates = HAND[name][0]

    def rate(t: float, y: Any) -> Any:
        found = numpy.empty_like(y)
        for k, row in enumerate(rates(numpy, t, y)):
            found[k] = row
        return found

    return rate


def _jax(name: str) -> Any:
    import jax
    import jax.numpy as jnp

    rates = HAND[name][0]
    return jax.jit(lambda t, y: jnp.stack(jnp.broadcast_arrays(*rates(jnp, t, y))))


def _heyoka(name: str) -> Any:
    import heyoka as hy

    data = HAND[name][1]
    state = hy.make_vars(*(f"y{k}" for k in range(len(data["at"]))))
    run = hy.cfunc([hy.expression(0.0) + r for r in HAND[name][0](hy, hy.time, state)], state)
    timed = name == "snakeboard"

    def rate(t: float, y: Any) -> Any:
        if not timed:
            return run(y)
        import numpy

        return run(y, time=t if y.ndim == 1 else numpy.full(y.shape[1], t))

    return rate


def _c(name: str) -> Any:
    import ctypes
    import subprocess
    import tempfile
    from pathlib import Path

    import numpy

    size, body = len(HAND[name][1]["at"]), HAND[name][2]
    text = f"""#include <math.h>
void one(double t, const double *restrict y, double *restrict out) {{
#define Y(k) y[k]
#define O(k) out[k]
    {body}
#undef Y
#undef O
}}
void many(double t, long n, const double *restrict y, double *restrict out) {{
#define Y(k) y[(k)*n + i]
#define O(k) out[(k)*n + i]
    for (long i = 0; i < n; i++) {{ {body} }}
}}
"""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "hand.c"), Path(folder, "hand.so")
        source.write_text(text, encoding="ascii")
        subprocess.run(["cc", *FLAGS, str(source), "-o", str(target), "-lm"], check=True)
        library = ctypes.CDLL(str(target))
    pointer, real = ctypes.c_void_p, ctypes.c_double
    library.one.argtypes, library.one.restype = [real, pointer, pointer], None
    library.many.argtypes, library.many.restype = [real, ctypes.c_long, pointer, pointer], None
    one, many = library.one, library.many
    point, value = numpy.empty(size), numpy.empty(size)
    at, to = point.ctypes.data, value.ctypes.data

    def rate(t: float, y: Any) -> Any:
        if y.ndim == 1:
            point[:] = y
            one(t, at, to)
            return value.copy()
        found = numpy.empty_like(y)
        many(t, y.shape[1], y.ctypes.data, found.ctypes.data)
        return found

    return rate


BY_HAND = {"python": _python, "numpy": _numpy, "c": _c, "jax": _jax, "heyoka": _heyoka}
KINDS = {"python": "Python", "numpy": "numpy", "c": "C", "jax": "JAX", "heyoka": "heyoka"}


# --- rows ------------------------------------------------------------------------------


def instances(quick: bool) -> list[Instance]:
    """One state again and again, and many at once; neither as numpy, nor as Python, is used."""
    found = []
    for name in HAND:
        for many, left in ((False, "numpy"), (True, "Python")):
            label = f"{name}: {f'{MEMBERS:,} states' if many else 'one state'}"
            only = tuple(c for k in KINDS.values() if k != left for c in (k, f"{k} by hand"))
            found.append(Instance(label, {"name": name, "many": many}, None, only))
    return found[:2] if quick else found


def _ours(backend: str, data: Data) -> Any:
    from mechanics import System, load

    given = HAND[data["name"]][1]
    text = given["system"]
    system = load(text) if isinstance(text, str) else System(**text)
    motion = system.dynamics().compile(given.get("functions"))
    return motion.right_hand_side(given["parameters"], backend=backend)


def _prepared(backend: str, by_hand: bool, data: Data) -> Any:
    import numpy

    if backend == "jax":
        import jax

        jax.config.update("jax_enable_x64", True)
    y = numpy.array(HAND[data["name"]][1]["at"])
    count = 20 if data["many"] else CALLS
    if data["many"]:
        y = numpy.repeat(y[:, None], MEMBERS, axis=1)
    if backend == "jax":
        import jax.numpy as jnp

        y = jnp.asarray(y)
    rate = BY_HAND[backend](data["name"]) if by_hand else _ours(backend, data)

    def run() -> Any:
        found = rate(0.5, y)
        for _ in range(count - 1):
            found = rate(0.5, y)
        return numpy.asarray(found)

    return run


def _answer(data: Data, result: Any) -> tuple[tuple[Any, ...], str]:
    values = result[:, -1] if data["many"] else result
    return tuple(f"{v:.9e}" if abs(v) > 1e-13 else "0" for v in map(float, values)), ""


def _run(state: Any) -> Any:
    return state()


def _contenders() -> list[Contender]:
    found = []
    for backend, name in KINDS.items():
        needs = (backend,) if backend in ("jax", "heyoka") else ()
        for by_hand in (False, True):
            found.append(
                Contender(
                    f"{name} by hand" if by_hand else name,
                    partial(_prepared, backend, by_hand),
                    _run,
                    _answer,
                    needs,
                    clock=time.process_time,
                    role="peer" if by_hand else "ours",
                    aim=1 / AIM,
                    against=name if by_hand else "",
                )
            )
    return found


CASE = Case(
    "compiled",
    f"Right-hand sides of each kind beside code by hand: {CALLS:,} calls, or 20 of {MEMBERS:,}",
    instances,
    tuple(_contenders()),
)
