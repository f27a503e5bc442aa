"""Heavy tops on the action algebroid so(3) × R³, and other motions that carry parameters along."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from example_theories import CARRIED, example

from diffgeo import check
from mechanics import System
from mechanics.errors import NotApplicable
from mechanics.model.geometric_data import Datum
from mechanics.testing import check_theory, naturality, pulled_back
from mechanics.theories import Construction

ADVECTED = example("advected")
W = (
    "(phidot*sin(th)*sin(psi) + thdot*cos(psi))",
    "(phidot*sin(th)*cos(psi) - thdot*sin(psi))",
    "(phidot*cos(th) + psidot)",
)
TURNS = [
    {"phi": "sin(psi)/sin(th)", "th": "cos(psi)", "psi": "-sin(psi)*cos(th)/sin(th)"},
    {"phi": "cos(psi)/sin(th)", "th": "-sin(psi)", "psi": "-cos(psi)*cos(th)/sin(th)"},
    {"psi": "1"},
]
MOVES = [{"g2": "g3", "g3": "-g2"}, {"g1": "-g3", "g3": "g1"}, {"g1": "g2", "g2": "-g1"}]

DATA = {"frame": {"frame": TURNS}, "transport": {"action": MOVES}, "rest": {"reference": {}}}


def top(inertia: str = "ABC", weight: str = "a*g1 + b*g2 + c*g3", **more: Any) -> System:
    """A body with principal moments of inertia, and its integrals."""
    squares = [f"{i}*{w}**2" for i, w in zip(inertia, W, strict=True)]
    area = " + ".join(f"{i}*{w}*g{k}" for k, (i, w) in enumerate(zip(inertia, W, strict=True), 1))
    table: dict[str, Any] = {
        "name": "heavy top",
        "coordinates": "phi th psi",
        "variables": "g1 g2 g3",
        "parameters": "A B C a b c",
        "positive": "A B C",
        "lagrangian": f"({' + '.join(squares)})/2 - ({weight})",
        "data": DATA,
        "invariants": {"length": "g1**2 + g2**2 + g3**2", "area": area, "spin": W[2]},
    }
    return System(**table | more)


def held(system: System) -> dict[str, bool | None]:
    return {name: system.dynamics(ADVECTED).conserves(name).holds for name in system.invariants}


def test_the_integrals_of_heavy_tops() -> None:
    """M·Γ and |Γ|² always; the spin of a top of Lagrange, and of no other."""
    system = top()
    assert held(system) == {"length": True, "area": True, "spin": False}
    assert held(top("AAC", "c*g3")) == {"length": True, "area": True, "spin": True}
    assert held(top("AAC", "a*g1"))["spin"] is False
    assert system.energy_balance(theory=ADVECTED).is_conserved.holds
    assert all(
        answer.holds for answer in system.dynamics(ADVECTED).checks()
        if "spin" not in answer.statement
    )  # fmt: skip


def test_the_equations_of_euler_and_poisson() -> None:
    """I w' = I w × w + grad × Γ of the potential, by hand."""
    X = top().dynamics(ADVECTED).step("X")
    f = X.space.function
    euler = {
        "w1": "((B - C)*w2*w3 + c*g2 - b*g3)/A",
        "w2": "((C - A)*w3*w1 + a*g3 - c*g1)/B",
        "w3": "((A - B)*w1*w2 + b*g1 - a*g2)/C",
        "g1": "g2*w3 - g3*w2",
        "g2": "g3*w1 - g1*w3",
        "g3": "g1*w2 - g2*w1",
    }
    for name, formula in euler.items():
        assert check(X(X.space[name]) == f(formula))
    assert not check(X(X.space["w1"]) == f("((B - C)*w2*w3 - c*g2 + b*g3)/A"))


def test_it_is_the_top_in_the_angles_of_euler() -> None:
    """The vertical γ(φ, θ, ψ) of a body moves as Γ does: their difference turns, too."""
    made = top().dynamics(ADVECTED)
    X, f = made.field, made.manifold.function
    w = [f(text) for text in W]
    gamma = ["sin(th)*sin(psi)", "sin(th)*cos(psi)", "cos(th)"]
    D = [f(f"g{k} - {text}") for k, text in enumerate(gamma, 1)]
    for k in range(3):
        assert check(X(D[k]) == D[k - 2] * w[k - 1] - D[k - 1] * w[k - 2])
    start = {"phi": 0, "th": 1, "psi": 0, "phidot": 0.3, "thdot": 0.1, "psidot": 2}
    start |= {"g1": 0, "g2": np.sin(1), "g3": np.cos(1)}
    values = {"A": 1, "B": 1.5, "C": 0.5, "a": 0.2, "b": 0, "c": 1}
    run = made.simulate({**start, **values}, until=2)
    plain = top(weight="a*sin(th)*sin(psi) + b*sin(th)*cos(psi) + c*cos(th)", variables="",
                data={}, invariants={})  # fmt: skip
    known = plain.dynamics().simulate({**{k: start[k] for k in start if k[0] != "g"}, **values},
                                      until=2)  # fmt: skip
    assert max(abs(run[q] - known[q]).max() for q in ("phi", "th", "psi")) < 1e-7


def test_a_body_of_suslov_in_a_field() -> None:
    """With w_3 = 0 in a field along the first axis, A w_1' = 0 and B w_2' = a g_3."""
    system = top(weight="a*g1", constraints=[W[2]])
    made = system.dynamics(ADVECTED)
    w = [made.manifold.function(text) for text in W]
    a, A, B, g3 = (made.manifold[name] for name in ("a", "A", "B", "g3"))
    assert check(made.on_constraints(made.field(w[0])))
    assert check(made.on_constraints(B * made.field(w[1]), a * g3))
    assert not check(made.on_constraints(A * made.field(w[0]), a * g3))
    assert made.is_coherent.holds


def test_a_pendulum_that_carries_its_vertical() -> None:
    """x'' = -g_2 with g_1' = g_2 x', g_2' = -g_1 x': g = (-cos x, sin x) makes x'' = -sin x."""
    system = System(**CARRIED | {"constraints": [], "forces": {}, "lagrangian":
                    "(xdot**2 + ydot**2)/2 - g1"})  # type: ignore[dict-item]  # fmt: skip
    start = {"x": 1, "y": 0, "xdot": 0, "ydot": 0, "g1": -np.cos(1), "g2": np.sin(1)}
    run = system.dynamics(ADVECTED).simulate(start, until=3)
    swing = System(coordinates="x", lagrangian="xdot**2/2 + cos(x)").dynamics()
    known = swing.simulate(x=1, xdot=0, until=3)
    assert abs(run["x"] - known["x"]).max() < 1e-8


def test_variables_that_are_carried_the_other_way_are_refuted() -> None:
    system = System(**CARRIED)  # type: ignore[arg-type]

    def turned(system: System) -> Construction:
        made, jets = ADVECTED(system), system.evolution_space
        pairs = zip(jets.variables, jets.variable_frame, strict=True)
        field = made.field - sum((2 * made.field(z) * V for z, V in pairs), start=0 * made.field)
        return replace(ADVECTED.construct(system), field=field)

    wrong = replace(ADVECTED, name="wrong", construct=turned)
    assert "coherent" in check_theory(wrong, [system]).failed_checks


def test_what_rests_is_a_datum() -> None:
    """Seen from a moving frame the variables are carried as before, as the datum moves, too."""
    plane = {"constraints": [], "forces": {}, "lagrangian": "(xdot**2 + ydot**2)/2 - g1"}
    system, images = System(**CARRIED | plane), {"t": "t", "x": "x + 2*t", "y": "y"}  # type: ignore
    assert check(naturality(ADVECTED, system, images))
    (here,) = (X for X in pulled_back(system, images)[0].parts("rest"))
    assert str(here) == "∂_t - 2 ∂_x"

    def construct(system: System) -> Construction:
        still = Datum("reference", (system.configuration_space.frame[0],))
        made = ADVECTED(system.with_data(**system.data | {"rest": still}))
        return replace(ADVECTED.construct(system), field=made.field)

    assert not check(naturality(replace(ADVECTED, construct=construct), system, images))


def test_transport_fits_the_frame() -> None:
    data = DATA | {"transport": {"action": MOVES[:2]}}
    with pytest.raises(NotApplicable, match="one field for each of the frame"):
        top(data=data).dynamics(ADVECTED)
