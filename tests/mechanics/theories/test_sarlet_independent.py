"""Sarlet's tensors and the reduced motion against numbers computed without this library.

The file holds systems with polynomial non-linear constraints, second-order fields and exact
rational values at a point: components as matrices of derivatives and Lie brackets, the motion
and the multipliers as the solution of the equations of Chetaev on J¹τ₁ at the point.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from diffgeo import Manifold, Map, evaluate
from mechanics import System
from mechanics.papers.sarlet.curvatures import printed_jacobi, printed_Phi
from mechanics.papers.sarlet.data import Datum
from mechanics.papers.sarlet.scene import SectionScene

CASES = json.loads(
    (Path(__file__).parents[2] / "data" / "sarlet_independent.json").read_text("utf8")
)

Value = Callable[[Any], Fraction]


def made(case: dict[str, Any]) -> tuple[SectionScene, Value]:
    """The library's objects, and the exact value of a function at the point."""
    datum = Datum(
        case["name"],
        tuple(case["free"]),
        tuple(case["dependent"]),
        case["lagrangian"],
        tuple(case["equations"].items()),
        tuple(case["accelerations"].items()),
    )
    s = SectionScene(datum)
    return s, value_at(s.P, case["point"])


def value_at(space: Any, point: dict[str, Any]) -> Value:
    """The pullback of functions to a point."""
    functions = space.declarations(space.chart.coordinates)["functions"]
    place = Map(Manifold("place", "origin", functions=functions), space, point)
    return lambda f: Fraction(str(place.pull(f).to_sympy()))


def entries(value: Value, space: Any, K: Any) -> dict[str, Fraction]:
    """The components of a (1,1) tensor that are not zero: "argument value"."""
    names = space.chart.coordinates
    images = {name: K(space.vector_field({name: 1})) for name in names}
    found = {f"{a} {b}": value(images[a](space[b])) for a in names for b in names}
    return {key: number for key, number in found.items() if number}


def numbers(given: dict[str, str]) -> dict[str, Fraction]:
    return {key: Fraction(text) for key, text in given.items()}


@pytest.fixture(params=CASES, ids=lambda case: case["name"])
def case(request: pytest.FixtureRequest) -> Any:
    return request.param


def test_projectors(case: dict[str, Any]) -> None:
    s, value = made(case)
    for K, name in ((s.N, "N"), (s.of_Gamma.vertical_projector, "P_V")):
        expected = numbers(case[name])
        assert entries(value, s.P, K) == expected
        assert entries(value, s.P, 2 * K) != expected


def test_Psi(case: dict[str, Any]) -> None:
    s, value = made(case)
    for y, row in case["C"].items():
        for X, C, number in zip(s.X, s.C[case["dependent"].index(y)], row.values(), strict=True):
            assert value(s.of_Gamma.Psi(X)(s.P[y])) == value(C) == Fraction(number) != 0
            assert value(s.geometry.curvature(s.Gamma, X)(s.P[y])) == Fraction(number)


def test_connection_coefficients_and_Phi(case: dict[str, Any]) -> None:
    s, value = made(case)
    field, vertical = s.of_Gamma, {x: s.P[f"{x}dot"] for x in case["free"]}
    below = dict(zip(case["free"], s.d_x, strict=True))
    horizontal = dict(zip(case["free"], s.X, strict=True))
    for a, Q in below.items():
        lift, Phi = field.horizontal_projector(Q), field.Phi(horizontal[a])
        along = field.Phi_along(horizontal[a])
        for b, v in vertical.items():
            assert value(lift(v)) == -Fraction(case["Gamma"][a][b])
            assert value(Phi(v)) == -Fraction(case["Phi"][a][b])
            assert value(along(s.P[b])) == -Fraction(case["Phi"][a][b])
            curvature = field.curvature(s.Gamma, horizontal[a])
            assert value(curvature(v)) == -Fraction(case["Phi"][a][b])
    for y, Y in zip(case["dependent"], s.d_y, strict=True):
        for b, v in vertical.items():
            assert value(field.Phi(Y)(v)) == -Fraction(case["slopes"][y][b])


def test_printed_formulas_of_the_ledger(case: dict[str, Any]) -> None:
    s, value = made(case)
    jacobi = printed_jacobi(s)
    for row, name in zip(jacobi, case["free"], strict=True):
        assert list(map(value, row)) == [Fraction(n) for n in case["Phi"][name].values()]
    Phi = printed_Phi(s, jacobi)
    for y, Y in zip(case["dependent"], s.d_y, strict=True):
        found = [value(Phi(Y)(s.P[x])) for x in case["free"]]
        assert found == [-Fraction(n) for n in case["slopes"][y].values()]
    if s.k > 1:
        swapped = printed_jacobi(s, swap=True)
        assert value(swapped[0][1]) != value(jacobi[0][1])


def test_motion(case: dict[str, Any]) -> None:
    s, value = made(case)
    Gamma = s.reduced.field
    for x, number in case["motion"].items():
        assert value(Gamma(s.P[f"{x}dot"])) == Fraction(number)
        assert value(s.Gamma(s.P[f"{x}dot"])) != Fraction(number)
    for momentum, number in zip(s.l, case["l"].values(), strict=True):
        assert value(momentum) == Fraction(number)
    _, multipliers = s.euler_lagrange(Gamma, s.L)
    for found, number in zip(multipliers, case["multipliers"].values(), strict=True):
        assert value(found) == Fraction(number)


def test_motion_of_the_theory(case: dict[str, Any]) -> None:
    system = System(
        coordinates=[*case["free"], *case["dependent"]],
        lagrangian=case["lagrangian"],
        constraints=[f"{w} - ({g})" for w, g in case["equations"].items()],
    )
    point = dict(case["point"])
    for w, g in case["equations"].items():
        point[w] = str(evaluate(g, case["point"]))
    value, jets = value_at(system.evolution_space, point), system.evolution_space
    for theory in ("omega_gamma", "multipliers"):
        found = system.dynamics(theory)
        for x, number in case["motion"].items():
            assert value(found.field(jets[f"{x}dot"])) == Fraction(number)
        for multiplier, number in zip(found.multipliers, case["multipliers"].values(), strict=True):
            assert value(multiplier) == Fraction(number)
