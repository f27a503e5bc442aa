"""The Lagrange geometry against numbers that were computed without this library.

The file holds systems and exact values at one point each, from the paper's index formulas (in
their corrected form), evaluated with truncated Taylor series over Q in a program that shares
nothing with the library. ``*`` marks what belongs to S*, the rest belongs to S. Components that
are not listed are zero.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import pytest
from sympy import Poly, Symbol, sympify

from diffgeo import Form, Manifold, d, germs, tangent
from diffgeo.connections import cartan_tensor
from diffgeo.structures import tensor
from mechanics.spaces.lagrange_spaces import LagrangeGeometry, LagrangeSystem

CASES = json.loads((Path(__file__).parents[2] / "data" / "lagrange_spaces.json").read_text("utf8"))


def system_of(case: dict[str, Any]) -> LagrangeSystem:
    """The system on Taylor series at its point, modulo six large primes."""

    base = {name: Fraction(value) for name, value in case["point"].items()}
    order = 5 if len(case["coordinates"]) == 3 else 6
    ring = germs(order, points=6, base=base)
    TM = tangent(Manifold("M", case["coordinates"], ring=ring))
    names = TM.chart.coordinates

    def polynomial(text: str) -> Form:
        terms = Poly(sympify(text), *map(Symbol, names)).terms()
        return sum(
            (
                prod((x**k for x, k in zip(TM.coordinates, powers, strict=True) if k), start=one)
                * Fraction(int(c.p), int(c.q))
                for powers, c in terms
            ),
            start=0 * one,
        )

    one = TM.function(1)
    pairs = zip(map(polynomial, case["F"]), TM.coordinates, strict=False)
    force = sum((f * d(x) for f, x in pairs), start=0 * d(one))
    return LagrangeSystem(polynomial(case["L"]), force)


def has_value(function: Form, expected: str) -> bool:
    """Whether a function has this value at the point, modulo the primes."""
    ring = function.space.chart.ring
    right = ring.rational(Fraction(expected)).array[:, :1]
    return bool((function.element().array[:, :1] == right).all())


def components(G: LagrangeGeometry, T: Any) -> Callable[..., Any]:
    frame, T = G.adapted_frame, tensor(T)
    n = len(frame) // 2
    dy, delta = frame.coframe[n:], frame.fields[:n]
    if T.valence[0]:
        return lambda i, *lower: T(dy[i], *(delta[j] for j in lower))
    return lambda *lower: T(*(delta[j] for j in lower))


def of_geometry(G: LagrangeGeometry, TM: Any) -> Iterator[tuple[str, int, Callable[..., Any]]]:
    """Name, number of indices and components of every object."""
    D, n = G.metrical, TM.base_space.dimension
    frame, y = G.adapted_frame, TM.velocities
    delta, partial, dy = frame.fields[:n], frame.fields[n:], frame.coframe[n:]
    yield "N", 2, lambda i, j: -delta[j](y[i])
    yield "B", 3, lambda i, j, k: dy[i](G.connection.berwald_derivative(delta[k], partial[j]))
    yield "L", 3, lambda i, j, k: dy[i](D(delta[k], partial[j]))
    for name, rank, maker, attribute in (
        ("C", 3, D, "torsion_C"),
        ("R_torsion", 3, G, "curvature"),
        ("P_torsion", 3, D, "torsion_P"),
        ("D", 2, G, "deflection_h"),
        ("d", 2, G, "deflection_v"),
        ("em", 2, G, "electromagnetic"),
        ("jacobi", 2, G, "jacobi_endomorphism"),
        ("tension", 2, G, "tension"),
        ("R", 4, D, "curvature_R"),
        ("P", 4, D, "curvature_P"),
        ("S", 4, D, "curvature_S"),
        ("ricci_R", 2, D, "ricci_R"),
        ("ricci_P1", 2, D, "ricci_P1"),
        ("ricci_P2", 2, D, "ricci_P2"),
        ("ricci_S", 2, D, "ricci_S"),
    ):
        yield name, rank, lambda *index, m=maker, a=attribute: components(G, getattr(m, a))(*index)
    yield "scalar_R", 0, lambda: G.scalar_R
    yield "scalar_S", 0, lambda: G.scalar_S


def of_system(system: LagrangeSystem) -> Iterator[tuple[str, int, Callable[..., Any]]]:
    TM, free, passage = system.bundle, system.free_geometry, system.deformation
    y = TM.velocities
    yield "metric", 2, components(free, free.metric)
    yield "cartan", 3, components(free, cartan_tensor(free.connection, free.metric))
    yield "semispray", 1, lambda i: free.semispray(y[i])
    yield "semispray*", 1, lambda i: system.semispray(y[i])
    yield "K", 2, components(free, passage.tensor)
    yield "U", 3, lambda *index: components(free, passage.U)(*index)
    yield "Bbar", 3, lambda *index: components(free, passage.B)(*index)
    yield "elicoidal", 2, components(free, system.elicoidal)
    yield "theta_skew", 2, components(free, passage.skew_part)


#: What is compared in three dimensions; the rest takes a minute there.
SMALL = {
    *("metric", "cartan", "semispray", "semispray*", "K", "elicoidal", "theta_skew"),
    *("N", "*N", "*B", "*L", "*R_torsion", "*jacobi", "*D", "*em", "*P_torsion"),
}
#: Of S* only, in the plane.
CURVED = {"R", "P", "S", "ricci_R", "ricci_P1", "ricci_P2", "ricci_S", "scalar_R", "scalar_S"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_values(case: dict[str, Any]) -> None:
    system, names = system_of(case), case["coordinates"]
    objects = [*of_system(system)]
    objects += of_geometry(system.free_geometry, system.bundle)
    starred = of_geometry(system.geometry, system.bundle)
    objects += [(f"*{name}", *rest) for name, *rest in starred]
    assert {name for name, *_ in objects} == set(case["values"])
    if len(names) == 2:
        objects = [each for each in objects if each[0] not in CURVED]
    if len(names) == 3:
        objects = [each for each in objects if each[0] in SMALL]
    seen = 0
    for name, rank, value in objects:
        expected = case["values"][name]
        for index in product(range(len(names)), repeat=rank):
            key = " ".join(names[i] for i in index)
            right = expected if rank == 0 else expected.get(key, "0")
            assert has_value(value(*index), right), f"{name} at {key}"
            seen += right != "0"
    assert seen > 20
