"""The floor and the peers of the case `trailer`: flint, SymPy, SageManifolds."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from benchmarks import components, floors, sage, trailers, values

# --- the floor -----------------------------------------------------------------------------


def flint(data: trailers.Data) -> Any:
    """Polynomials in the sines and cosines of the angles; i is the inverse of l."""
    coordinates = data["coordinates"]
    angles, rates = coordinates[2:], [f"{q}dot" for q in coordinates]
    circle = [f"{f}{q}" for f in "sc" for q in angles]
    along = [*coordinates, *trailers.SPEEDS]
    algebra = floors.Algebra([*circle, *rates, *along, *trailers.PARAMETERS, "i"], [*along, *rates])
    for k, q in enumerate(angles, 2):
        algebra.set_angle(f"s{q}", f"c{q}", k)
    algebra.relations.append(algebra["l"] * algebra["i"] - 1)
    texts = [data["lagrangian"], *data["constraints"]]
    for q in angles:
        texts = [t.replace(f"sin({q})", f"s{q}").replace(f"cos({q})", f"c{q}") for t in texts]
    L, *phi = (floors.polynomial(text, algebra) for text in texts)
    parts = trailers.admissible(
        *(data, algebra.zero, lambda q: algebra[f"s{q}"], lambda q: algebra[f"c{q}"]),
        lambda rate: rate * algebra["i"],
    )
    X = [[part.get(q, algebra.zero) for q in coordinates] for part in parts]
    return data, algebra, L, phi, X


def flint_run(state: Any) -> Any:
    """The same as ours, by components; equations are multiplied by the determinant."""
    data, algebra, L, phi, X = state
    coordinates = data["coordinates"]
    k, n = len(coordinates), len(coordinates) + 2
    v, w = algebra["v"], algebra["w"]
    start = [v * a + w * b for a, b in zip(*X, strict=True)]
    velocities = dict(zip((f"{q}dot" for q in coordinates), start, strict=True))
    images = [velocities.get(name, algebra[name]) for name in algebra.names]

    def pull(p: Any) -> Any:
        return algebra.reduce(p.compose(*images, ctx=algebra.context))

    slopes = [algebra.diff(L, n + a) for a in range(k)]
    energy = sum((algebra[f"{q}dot"] * p for q, p in zip(coordinates, slopes, strict=True)), -L)
    energy = pull(energy)
    theta: components.Form = {(a,): pull(p) for a, p in enumerate(slopes)}
    omega = components.exterior(theta, n, algebra.diff)  # this is dΘ, minus the form above
    slope = [algebra.diff(energy, a) for a in range(n)]

    def insert(field: list[Any]) -> list[Any]:
        found = components.insert([{(): f} for f in field], omega)
        pairs = zip((found.get((a,), algebra.zero) for a in range(n)), slope, strict=True)
        return [algebra.reduce(f + s) for f, s in pairs]

    zero, one = algebra.zero, algebra.zero + 1
    rest = insert([*start, zero, zero])
    Y = [[*x, zero, zero] for x in X] + [[zero] * k + [one, zero], [zero] * k + [zero, one]]

    def along(covector: list[Any], field: list[Any]) -> Any:
        return algebra.reduce(sum((a * b for a, b in zip(covector, field, strict=True)), zero))

    (p, q), (r, s) = (
        [along([omega.get((a, k + u), zero) for a in range(k)] + [zero] * 2, y) for u in (0, 1)]
        for y in Y[:2]
    )
    right = [along(rest, y) for y in Y[:2]]
    below = algebra.reduce(p * s - q * r)
    above = algebra.reduce(right[0] * s - right[1] * q), algebra.reduce(right[1] * p - right[0] * r)
    # The equations and the energy rate, times the determinant.
    lifted = [algebra.reduce(below * f) for f in start]
    inserted = components.insert([{(): f} for f in [*lifted, *above]], omega)
    equations = [inserted.get((a,), zero) + below * slope[a] for a in range(n)]
    holds = all(pull(f) == 0 for f in phi) and all(along(equations, y) == 0 for y in Y)
    holds = holds and along(slope, [*lifted, *above]) == 0
    return holds, (start, above, below), algebra


def flint_answer(data: trailers.Data, result: Any) -> tuple[tuple[Any, ...], str]:
    """The accelerations in double precision."""
    holds, (start, above, below), algebra = result
    at = {**trailers.place(data), **trailers.PARAMETERS, "i": 1 / trailers.PARAMETERS["l"]}
    for q in data["coordinates"][2:]:
        at |= {f"s{q}": math.sin(at[q]), f"c{q}": math.cos(at[q])}
    at = dict.fromkeys(algebra.names, 0.0) | at

    def value(p: Any) -> float:
        return floors.rough(p, algebra, at)

    speeds = [value(f) for f in start] + [value(f) / value(below) for f in above]
    numbers = [sum(value(algebra.diff(f, a)) * u for a, u in enumerate(speeds)) for f in start]
    return trailers.accelerations(holds, numbers)


# --- SymPy ---------------------------------------------------------------------------------


def _names(data: trailers.Data) -> dict[str, Any]:
    import sympy
    from sympy.physics.mechanics import dynamicsymbols

    names: dict[str, Any] = {p: sympy.Symbol(p) for p in trailers.PARAMETERS}
    for q in data["coordinates"]:
        names |= {q: dynamicsymbols(q), f"{q}dot": dynamicsymbols(q, 1)}
    return names


def lagrange(data: trailers.Data) -> Any:
    """Lagrangian, coordinates and constraints as expressions."""
    import sympy

    names = _names(data)
    read = [sympy.sympify(e, locals=names) for e in (data["lagrangian"], *data["constraints"])]
    return read[0], [names[q] for q in data["coordinates"]], read[1:]


def lagranges_method(state: Any) -> Any:
    """The accelerations with multipliers."""
    from sympy.physics.mechanics import LagrangesMethod

    lagrangian, q, constraints = state
    method = LagrangesMethod(lagrangian, q, nonhol_coneqs=constraints)
    method.form_lagranges_equations()
    return list(method.rhs())[len(q) : 2 * len(q)], q


def lagrange_answer(data: trailers.Data, result: Any) -> tuple[tuple[Any, ...], str]:
    """Its accelerations; the decisions are not asked."""
    import sympy

    accelerations, q = result
    at, time = trailers.state_at(data), sympy.Symbol("t")
    given = {u.diff(time): at[f"{n}dot"] for u, n in zip(q, data["coordinates"], strict=True)}
    given |= {u: at[n] for u, n in zip(q, data["coordinates"], strict=True)}
    # What it does not decide counts as right, so that its time can be compared.
    return trailers.accelerations(True, _evaluated(accelerations, given), "derivation only")


def _evaluated(expressions: Any, given: dict[Any, float]) -> list[float]:
    import sympy

    given = given | {sympy.Symbol(p): value for p, value in trailers.PARAMETERS.items()}
    return values.floats(expressions, given)


def kane(data: trailers.Data) -> Any:
    """A mass point and 1 + n bodies without mass that have the moments of inertia."""
    import sympy
    from sympy.physics.mechanics import dynamicsymbols

    names = _names(data)
    speeds = [dynamicsymbols(u) for u in trailers.SPEEDS]
    frame = trailers.admissible(
        *(data, sympy.Integer(0), lambda q: sympy.sin(names[q])),
        *(lambda q: sympy.cos(names[q]), lambda rate: rate / names["l"]),
    )
    rates = {
        q: sum(u * X.get(q, 0) for u, X in zip(speeds, frame, strict=True))
        for q in data["coordinates"]
    }
    return names, rates, speeds, data["coordinates"]


def kanes_method(state: Any) -> Any:
    """The equations for the two velocities, solved."""
    from sympy.physics.mechanics import (
        KanesMethod,
        Particle,
        Point,
        ReferenceFrame,
        RigidBody,
        inertia,
    )

    names, rates, speeds, coordinates = state
    N = ReferenceFrame("N")
    place = Point("P")
    place.set_vel(N, rates["x"] * N.x + rates["y"] * N.y)
    bodies: list[Any] = [Particle("car", place, names["m"])]
    heading, turning = names["h0"], rates["h0"]
    for k, q in enumerate(coordinates[2:]):
        if k:
            heading, turning = heading - names[q], turning - rates[q]
        B = ReferenceFrame(f"B{k}")
        B.orient_axis(N, N.z, heading)
        B.set_ang_vel(N, turning * N.z)  # by the velocities v, w
        bodies.append(RigidBody(f"axle{k}", place, B, 0, (inertia(B, 0, 0, names["I"]), place)))
    q = [names[c] for c in coordinates]
    kinematics = [names[f"{c}dot"] - rates[c] for c in coordinates]
    method = KanesMethod(N, q, speeds, kinematics)
    method.kanes_equations(bodies, [])
    return method.rhs(), rates, q, speeds


def kane_answer(data: trailers.Data, result: Any) -> tuple[tuple[Any, ...], str]:
    """Its accelerations; the decisions are not asked."""
    right, rates, q, speeds = result
    moving = [*q, *speeds]
    slopes = [
        sum(rates[c].diff(u) * r for u, r in zip(moving, right, strict=True))
        for c in data["coordinates"]
    ]
    given = dict(zip(moving, trailers.place(data).values(), strict=True))
    return trailers.accelerations(True, _evaluated(slopes, given), "derivation only")


# --- SageManifolds -------------------------------------------------------------------------


def sage_objects(data: trailers.Data, plain: bool) -> Any:
    """The constraint set with one chart, the admissible fields and the given texts."""
    from sage.calculus.var import var
    from sage.functions.trig import cos, sin

    for name in (*trailers.PARAMETERS, *(f"{q}dot" for q in data["coordinates"])):
        var(name)
    M, chart = sage.space([*data["coordinates"], *trailers.SPEEDS], plain)
    L, *phi = (sage.read(t) for t in (data["lagrangian"], *data["constraints"]))
    x = dict(zip([*data["coordinates"], *trailers.SPEEDS], chart[:], strict=True))
    length = sage.read("l")
    frame = trailers.admissible(
        *(data, sage.read("0"), lambda q: sin(x[q]), lambda q: cos(x[q])),
        lambda rate: rate / length,
    )
    X = [M.vector_field([*(part.get(q, 0) for q in data["coordinates"]), 0, 0]) for part in frame]
    return data, M, chart, L, phi, X


def sage_run(state: Any, plain: bool) -> Any:
    """The same as ours, on one chart."""
    from sage.matrix.constructor import matrix, vector

    data, M, chart, L, phi, X = state
    coordinates = data["coordinates"]
    x = dict(zip([*coordinates, *trailers.SPEEDS], chart[:], strict=True))
    rates = [sage.read(f"{q}dot") for q in coordinates]
    start = M.scalar_field(x["v"]) * X[0] + M.scalar_field(x["w"]) * X[1]
    onto = {u: start[a].expr() for a, u in enumerate(rates)}
    theta = M.one_form()
    for a, u in enumerate(rates):
        theta[a] = L.diff(u).subs(onto)
    energy = M.scalar_field((sum(u * L.diff(u) for u in rates) - L).subs(onto))
    omega = theta.exterior_derivative()  # minus the form above
    V = list(chart.frame()[:])[-2:]
    slope = energy.differential()
    rest = start.contract(omega) + slope
    rows = matrix([[-omega(U, Y).expr() for U in V] for Y in X])
    found = rows.solve_right(vector([rest(Y).expr() for Y in X]))
    field = start + sum(M.scalar_field(a) * U for a, U in zip(found, V, strict=True))
    equations = field.contract(omega) + slope
    decided: Callable[[Any], bool] = (
        sage.is_zero if plain else lambda e: bool(e.simplify_full().is_trivial_zero())
    )
    zeros = [f.subs(onto) for f in phi] + [equations(Y).expr() for Y in (*X, *V)]
    zeros.append(field(energy).expr())
    return all(decided(e) for e in zeros), [field(M.scalar_field(e)).expr() for e in onto.values()]


def sage_answer(data: trailers.Data, result: Any) -> tuple[tuple[Any, ...], str]:
    """The accelerations in double precision."""
    from sage.calculus.var import var

    at = {
        var(name): value for name, value in {**trailers.place(data), **trailers.PARAMETERS}.items()
    }
    return trailers.accelerations(result[0], [a.subs(at).n() for a in result[1]])
