"""A car with n trailers: 1 + n axles, each of which does not slip sideways.

Ours, in adapted velocities: the admissible velocities have a frame of two fields only, that of
driving and that of turning, so the constraint set C has two velocities v, w. There Θ_L, dΘ_L and
the energy E are pulled back, and the equations i_X Ω = dE, Ω = -dΘ_L, are asked for on the four
fields over admissible directions, as d'Alembert wants it. Decided are these equations, that the
constraints vanish on C, to which X is tangent, and X(E) = 0. The general theory
`mechanics.theories.projection_theory` does without that frame, on all velocities; beside what only
derives equations stands its time without the verdicts.

The peers: SageManifolds and plain flint (the floor) do the same as we do in adapted velocities.
SymPy's ``KanesMethod`` has the two velocities too, its ``LagrangesMethod`` multipliers; both
only derive the equations, with ``rhs()``, and have no means to decide the rest. The
accelerations are compared in double precision, by six digits.
"""

from __future__ import annotations

from typing import Any

from benchmarks import sage, trailers
from benchmarks import trailer_peers as peers
from benchmarks.harness import Case, Contender, Instance


def instances(quick: bool) -> list[Instance]:
    """1 to 10 trailers."""
    return [
        Instance(
            f"{n} trailers" if n > 1 else "1 trailer",
            trailers.trailers(n),
            series="trailers",
            size=n,
        )
        for n in ((1,) if quick else (1, 2, 3, 4, 6, 8, 10))
    ]


# --- ours, in adapted velocities -----------------------------------------------------------


def _given(data: trailers.Data) -> trailers.Data:
    import diffgeo.rings.exact  # loaded before the clock starts
    import mechanics.theories

    del diffgeo, mechanics
    return data


def _spaces(data: trailers.Data) -> Any:
    from diffgeo import Manifold, tangent

    declared = {"parameters": data["parameters"], "positive": data["positive"]}
    TQ = tangent(Manifold("Q", data["coordinates"], **declared))
    C = Manifold("C", [*data["coordinates"], *trailers.SPEEDS], **declared)
    L, *phi = TQ.functions([data["lagrangian"], *data["constraints"]])
    length = C.function("l")
    frame = trailers.admissible(
        *(data, C.function(0), lambda q: C.function(f"sin({q})")),
        *(lambda q: C.function(f"cos({q})"), lambda rate: rate / length),
    )
    X = [C.vector_field(components) for components in frame]
    return data, TQ, C, L, phi, X


def _adapted(state: Any) -> Any:
    from diffgeo import Map, check, d, interior
    from diffgeo.calculus import linear_algebra as linear

    data, TQ, C, L, phi, X = state
    start = C.function("v") * X[0] + C.function("w") * X[1]
    images = {q: C.function(q) for q in data["coordinates"]}
    onto = Map(C, TQ, images | {f"{q}dot": start(f) for q, f in images.items()})

    theta = onto.pull(TQ.vertical_endomorphism.transpose(d(L)))
    energy = onto.pull(TQ.liouville_field(L) - L)
    omega = -d(theta)
    V = C.frame[-2:]
    rest = interior(start, omega) - d(energy)
    rows = [[omega(U, Y) for U in V] for Y in X]
    a, b = linear.solve(rows, [-rest(Y) for Y in X])
    field = start + a * V[0] + b * V[1]

    equations = interior(field, omega) - d(energy)
    verdict = check(
        [
            *(onto.pull(f) == 0 for f in phi),
            *(equations(Y) == 0 for Y in (*X, *V)),
            field(energy) == 0,
        ]
    )
    return field, onto, verdict


def _adapted_answer(data: trailers.Data, result: Any) -> tuple[tuple[Any, ...], str]:
    from diffgeo.calculus import compile_functions

    field, onto, verdict = result
    functions = [field(onto.images[f"{q}dot"]) for q in data["coordinates"]]
    at = trailers.place(data)
    numbers = compile_functions(functions, list(at), trailers.PARAMETERS)(list(at.values()))
    return trailers.accelerations(bool(verdict), numbers, verdict.status.name)


# --- ours, on all velocities ---------------------------------------------------------------


def _system(data: trailers.Data) -> Any:
    from mechanics import System

    return System(**data, invariants={"E": data["lagrangian"]})


def _derive_only(system: Any) -> Any:
    dynamics = system.dynamics()
    return dynamics, (), dynamics.acceleration_functions


def _derive(system: Any) -> Any:
    dynamics, _, accelerations = _derive_only(system)
    checks = (*dynamics.preserves_constraints(), dynamics.conserves("E"))
    return dynamics, checks, accelerations


def _derive_answer(data: trailers.Data, result: Any) -> tuple[tuple[Any, ...], str]:
    from diffgeo.calculus import compile_functions

    _, checks, accelerations = result
    at = trailers.state_at(data)
    functions = list(accelerations.values())
    numbers = compile_functions(functions, list(at), trailers.PARAMETERS)(list(at.values()))
    kinds = {str(c.verdict.status.name) if c.verdict else "no verdict" for c in checks}
    note = ", ".join(sorted(kinds)) or "derivation only"
    return trailers.accelerations(all(c.holds for c in checks), numbers, note)


CASE = Case(
    "trailer",
    "A car with n trailers: equations, constraints preserved, energy conserved",
    instances,
    (
        Contender(
            *("adapted velocities", _given, _adapted, _adapted_answer),
            fresh=_spaces,
            role="ours",
        ),
        Contender("projection", _given, _derive, _derive_answer, fresh=_system, role="ours"),
        Contender(
            *("projection, derived only", _given, _derive_only, _derive_answer),
            fresh=_system,
            role="ours",
        ),
        Contender("flint", peers.flint, peers.flint_run, peers.flint_answer, role="floor"),
        Contender(
            "SymPy KanesMethod", peers.kane, peers.kanes_method, peers.kane_answer, ("sympy",)
        ),
        Contender(
            *("SymPy LagrangesMethod", peers.lagrange, peers.lagranges_method),
            *(peers.lagrange_answer, ("sympy",)),
        ),
        *sage.contenders(lambda data: data, peers.sage_objects, peers.sage_run, peers.sage_answer),
    ),
)
