"""Cartan form, Reeb field and Euler-Lagrange equations of planar pendulums with n links.

From the Lagrangian as a function on the evolution space: Θ_L, Ω_L = -dΘ_L with its
regularity, the Reeb field of (Ω_L, dt), and the Euler-Lagrange form. SymPy's
``LagrangesMethod`` gives the equations and, with ``rhs()``, the accelerations; in
SageManifolds Θ_L and dΘ_L are forms on a chart, and the field is found from the components of
dΘ_L by Sage's linear algebra. The accelerations are compared in double precision, by six digits.

Our field keeps its linear system unsolved, so the floor does not solve one either: it is Θ_L,
dΘ_L and i_X dΘ_L by components over flint, with a sine and a cosine for every angle. In the
largest row, the floor is the mass matrix at a point and its solution with numpy.

On germs nothing is a formula: the field is found at random points over prime fields, and the
timed run ends with the verdict that it is of second order and that i_X dΘ_L = 0, with its bound.
"""

from __future__ import annotations

from typing import Any

from benchmarks import components, floors, sage, values
from benchmarks.cases.dynamics import pendulum
from benchmarks.harness import Case, Contender, Instance

#: The number of links.
Data = int
PARAMETERS = {"m": 1.25, "l": 0.75, "g": 9.5}
GERMS, FLINT, NUMPY = "germs", "flint", "numpy, at a point"


def instances(quick: bool) -> list[Instance]:
    """2 to 8 links, and 30."""
    small = tuple(c.name for c in CASE.contenders if c.name != NUMPY)
    made = [
        Instance(f"{n} links", n, only=small, series="pendulum", size=n)
        for n in ((2,) if quick else (2, 3, 4, 6, 8))
    ]
    large = (CASE.contenders[0].name, GERMS, FLINT, NUMPY)
    return made if quick else [*made, Instance("30 links", 30, only=large)]


def _angles(n: int) -> list[str]:
    return [f"a{k}" for k in range(1, n + 1)]


def _state(n: int) -> dict[str, float]:
    """Values of angles and velocities where accelerations are compared."""
    state = {q: 0.3 + 0.1 * k for k, q in enumerate(_angles(n))}
    return state | {f"{q}dot": 0.2 - 0.05 * k for k, q in enumerate(_angles(n))}


def _answer(accelerations: Any) -> tuple[tuple[Any, ...], str]:
    return tuple(values.rough(float(a)) for a in accelerations), ""


# --- ours ------------------------------------------------------------------------------


def _given(n: Data) -> Data:
    import mechanics.model.lagrangian  # loaded before the clock starts

    del mechanics
    return n


def _lagrangian(n: Data) -> Any:
    from diffgeo import FibredManifold, jet

    data = pendulum(n)
    E = FibredManifold(
        "E",
        time="t",
        coordinates=data["coordinates"],
        parameters=data["parameters"],
        positive=data["positive"],
    )
    J = jet(E, 1)
    return J, J.function(data["lagrangian"])


def _exact(state: Any) -> Any:
    from mechanics.model.lagrangian import (
        cosymplectic_structure,
        euler_lagrange_field,
        euler_lagrange_form,
    )

    J, L = state
    structure = cosymplectic_structure(L, J)
    equations = euler_lagrange_form(L, J, J.second_order_field())
    return J, euler_lagrange_field(structure, J), equations


def _exact_answer(n: Data, result: Any) -> tuple[tuple[Any, ...], str]:
    from diffgeo.calculus import compile_functions

    J, field, _ = result
    accelerations = [field(field(q)) for q in J.positions]
    at = _state(n)
    return _answer(compile_functions(accelerations, list(at), PARAMETERS)(list(at.values())))


# --- germs: Taylor series of second order at random points, no formulas ------------------


def _on_germs(n: Data, **options: Any) -> Any:
    """The Lagrangian on evolution spaces whose functions are germs, read by the exact ring."""
    from diffgeo import FibredManifold, jet
    from diffgeo.rings.germs.germ_ring import GermRing

    data = pendulum(n)
    names = ["t", *_angles(n), *(f"{q}dot" for q in _angles(n)), *PARAMETERS]
    # E and J¹π have to be based at the same point.
    base = {name: 1_000 + 37 * k**2 for k, name in enumerate(names)} | options.pop("base", {})

    def ring(coordinates: Any, parameters: Any = (), **_: Any) -> GermRing:
        at = {name: base[name] for name in (*coordinates, *parameters)}
        return GermRing(coordinates, 2, parameters=parameters, base=at, **options)

    given = {k: data[k] for k in ("coordinates", "parameters", "positive")}
    read, L = _lagrangian(n)
    J = jet(FibredManifold("E", time="t", ring=ring, **given), 1)
    ours, exact = J.chart.ring, read.chart.ring
    carry = exact.pullback(ours, {name: ours.generator(name) for name in exact.base})
    return J, J.scalar(carry(L.element()))


def _germs(n: Data) -> Any:
    # So many points that the verdict on 30 links has its bound below 2**-64.
    return _on_germs(n, points=6)


def _germs_run(state: Any) -> Any:
    from diffgeo import check, interior
    from mechanics.model.lagrangian import cosymplectic_structure, euler_lagrange_field

    J, L = state
    structure = cosymplectic_structure(L, J)
    field = euler_lagrange_field(structure, J)
    return check([J.is_second_order(field), interior(field, structure.omega) == 0])


def _germs_answer(n: Data, verdict: Any) -> tuple[tuple[Any, ...], str]:
    """The accelerations by the same formulas on germs over the floats, at the common point."""
    from diffgeo import d, interior
    from diffgeo.calculus import linear_algebra as linear

    J, L = _on_germs(n, field="float", points=1, base={**_state(n), **PARAMETERS, "t": 0.0})
    omega = -d(L * J.dt + J.vertical_endomorphism.transpose(d(L)))
    force = interior(J.second_order_field(), omega)
    positions, velocities = J.frame[1 : n + 1], J.frame[n + 1 :]
    rows = [[omega(V, X) for V in velocities] for X in positions]
    found = linear.solve(rows, [-force(X) for X in positions])
    if not verdict:
        return (None,), str(verdict)
    answer, _ = _answer([f.element().array[0, 0] for f in found])
    return answer, verdict.status.name


# --- floors ----------------------------------------------------------------------------


def _flint(n: Data) -> Any:
    names = _angles(n)
    velocities = [f"{q}dot" for q in names]
    circle = [f"{f}{q}" for f in "sc" for q in names]
    algebra = floors.Algebra(
        [*circle, *velocities, *names, *PARAMETERS, "t"], ["t", *names, *velocities]
    )
    for k, q in enumerate(names, 1):
        algebra.set_angle(f"s{q}", f"c{q}", k)
    m, length, g = (algebra[p] for p in PARAMETERS)
    lagrangian = algebra.zero
    x = y = height = algebra.zero
    for q in names:
        x += length * algebra[f"{q}dot"] * algebra[f"c{q}"]
        y += length * algebra[f"{q}dot"] * algebra[f"s{q}"]
        height += algebra[f"c{q}"]
        lagrangian += algebra.reduce(m * (x * x + y * y) / 2 + m * g * length * height)
    return algebra, lagrangian, n


def _flint_run(state: Any) -> Any:
    """Θ = L dt + Σ p (dq - v dt), dΘ, and its insertion of the field without accelerations."""
    algebra, L, n = state
    velocities = [algebra[f"{q}dot"] for q in _angles(n)]
    momenta = [algebra.diff(L, n + 1 + k) for k in range(n)]
    theta: components.Form = {(k,): p for k, p in enumerate(momenta, 1)}
    energy = sum((p * v for p, v in zip(momenta, velocities, strict=True)), start=algebra.zero)
    theta[0,] = L - energy
    omega = components.exterior(theta, 2 * n + 1, algebra.diff)
    field: list[components.Form] = [{(): algebra.context.constant(1)}]
    field += [{(): v} for v in velocities] + [{}] * n
    force = components.insert(field, omega)
    matrix = [[omega.get((1 + a, n + 1 + b), 0) for b in range(n)] for a in range(n)]
    return matrix, [algebra.reduce(force.get((1 + a,), algebra.zero)) for a in range(n)], algebra


def _flint_answer(n: Data, result: Any) -> tuple[tuple[Any, ...], str]:
    import math

    import numpy

    matrix, force, algebra = result
    at = {**_state(n), **PARAMETERS, "t": 0.0}
    for q in _angles(n):
        at |= {f"s{q}": math.sin(at[q]), f"c{q}": math.cos(at[q])}

    def value(p: Any) -> float:
        return floors.rough(p, algebra, at)

    rows = numpy.array([[value(p) for p in row] for row in matrix])
    return _answer(numpy.linalg.solve(rows, [value(p) for p in force]))


def _numpy_run(n: Data) -> Any:
    import numpy

    state = numpy.array(list(_state(n).values()))
    q, v = state[:n], state[n:]
    counts = n - numpy.maximum(*numpy.indices((n, n)))
    m, length, g = PARAMETERS.values()
    difference = q[:, None] - q[None, :]
    mass = m * length**2 * counts * numpy.cos(difference)
    force = -m * length**2 * (counts * numpy.sin(difference)) @ (v * v)
    force -= m * g * length * numpy.arange(n, 0, -1) * numpy.sin(q)
    return numpy.linalg.solve(mass, force)


# --- SymPy -----------------------------------------------------------------------------


def _sympy(n: Data) -> Any:
    import sympy
    from sympy.physics.mechanics import dynamicsymbols

    data = pendulum(n)
    names: dict[str, Any] = {p: sympy.Symbol(p) for p in PARAMETERS}
    for q in data["coordinates"]:
        names |= {q: dynamicsymbols(q), f"{q}dot": dynamicsymbols(q, 1)}
    return sympy.sympify(data["lagrangian"], locals=names), [names[q] for q in _angles(n)]


def _sympy_run(state: Any) -> Any:
    from sympy.physics.mechanics import LagrangesMethod

    method = LagrangesMethod(*state)
    method.form_lagranges_equations()
    return method.rhs(), state[1]


def _sympy_answer(n: Data, result: Any) -> tuple[tuple[Any, ...], str]:
    import sympy

    accelerations, q = list(result[0])[n:], result[1]
    at, time = _state(n), sympy.Symbol("t")
    given = {u.diff(time): at[f"{name}dot"] for u, name in zip(q, _angles(n), strict=True)}
    given |= {u: at[name] for u, name in zip(q, _angles(n), strict=True)}
    given |= {sympy.Symbol(p): value for p, value in PARAMETERS.items()}
    return _answer(values.floats(accelerations, given))


# --- SageManifolds -----------------------------------------------------------------------


def _sage(n: Data, plain: bool) -> Any:
    from sage.calculus.var import var

    names = _angles(n)
    for p in PARAMETERS:
        var(p)
    M, chart = sage.space(["t", *names, *(f"{q}dot" for q in names)], plain)
    return M, chart, sage.read(pendulum(n)["lagrangian"]), n


def _sage_run(state: Any, plain: bool) -> Any:
    from sage.matrix.constructor import matrix, vector

    M, chart, L, n = state
    x = chart[:]
    momenta = [L.diff(v) for v in x[n + 1 :]]
    theta = M.one_form()
    theta[0] = L - sum(p * v for p, v in zip(momenta, x[n + 1 :], strict=True))
    for k, p in enumerate(momenta, 1):
        theta[k] = p
    omega = theta.exterior_derivative()
    start = M.vector_field([1, *x[n + 1 :], *([0] * n)])
    force = start.contract(omega)
    rows = matrix([[omega[1 + a, n + 1 + b].expr() for b in range(n)] for a in range(n)])
    return rows.solve_right(vector([force[1 + a].expr() for a in range(n)]))


def _sage_answer(n: Data, result: Any) -> tuple[tuple[Any, ...], str]:
    from sage.calculus.var import var

    at = {var(name): value for name, value in {**_state(n), **PARAMETERS}.items()}
    return _answer(a.subs(at).n() for a in result)


CASE = Case(
    "pendulum",
    "Cartan form, Reeb field and equations of planar pendulums",
    instances,
    (
        Contender("exact ring", _given, _exact, _exact_answer, fresh=_lagrangian, role="ours"),
        Contender(GERMS, _given, _germs_run, _germs_answer, fresh=_germs, role="ours"),
        Contender(FLINT, _flint, _flint_run, _flint_answer, role="floor"),
        Contender(
            *(NUMPY, _given, _numpy_run, lambda n, a: _answer(a)), role="floor", against=GERMS
        ),
        Contender("SymPy LagrangesMethod", _sympy, _sympy_run, _sympy_answer, ("sympy",)),
        *sage.contenders(lambda n: n, _sage, _sage_run, _sage_answer),
    ),
)
