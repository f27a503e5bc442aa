"""What changes of chart, frame, unit, scale and gauge do to rheonomic geometry."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from rheonomic_systems import true

from diffgeo import FibredManifold, check, jet
from diffgeo.errors import DegreeMismatch
from mechanics import System, load
from mechanics.errors import BadValue, UnknownName
from mechanics.spaces.rheonomic_geometry import (
    OBJECTS,
    RheonomicSystem,
    behaviour,
    fibred_change,
    gauge_change,
    scale_change,
)

# --- behaviour under changes ----------------------------------------------------------------------


@cache
def forced() -> RheonomicSystem:
    jets = jet(FibredManifold("E", coordinates="x y"))
    L = jets.function("(1 + x**2)*xdot**2 + ydot**2 + t*x*ydot + t*xdot**2")
    force = jets.function("-y*xdot") * jets.contact(jets.base_space["x"])
    return RheonomicSystem(jets, L, force)


PRODUCT = fibred_change(
    {"t": "t", "x": "x", "y": "y + x**2"}, {"t": "t", "x": "x", "y": "y - x**2"}
)
RHEONOMIC = {"t": "t + 1", "x": "x + t*y", "y": "y"}
BACK = {"t": "t - 1", "x": "x - (t - 1)*y", "y": "y"}
UNIT = fibred_change({"t": "3*t", "x": "x", "y": "y"}, {"t": "t/3", "x": "x", "y": "y"})

#: What needs the frame of reference.
OF_THE_FRAME = {
    "d_t", "C", "J", "V = Ker J", "energy", "g on TM x R", "N_0", "frozen spray", "S*", "delta t",
    "frame connection", "frame curvature", "frame f-structure", "frame metric G",
}  # fmt: skip
#: What is made of N^0, to which a scale of L and a gauge matter.
OF_N0 = {
    "S*", "delta t", "frame connection", "frame curvature", "frame f-structure", "frame metric G",
}  # fmt: skip


@pytest.mark.parametrize(
    "change, changed",
    [
        (PRODUCT, set()),
        (fibred_change(RHEONOMIC, BACK), OF_THE_FRAME),
        (fibred_change(RHEONOMIC, BACK, transport=True), set()),
        (
            UNIT,
            (OF_THE_FRAME - {"C", "V = Ker J"})
            | {"S_jet", "g on jets", "force field", "evolution"}
            | {"evolution f-structure", "Jacobi endomorphism"},
        ),
        (scale_change(2), OF_N0 | {"Theta", "energy", "g on TM x R", "g on jets"}),
        (gauge_change("t**2*x + x*y"), OF_N0 | {"Theta", "energy", "N_0", "frozen spray"}),
    ],
    ids=["x'(x)", "x'(t, x)", "x'(t, x) with the frame", "t' = 3t", "L -> 2L", "L + dphi/dt"],
)
def test_behaviour(change, changed: set[str]) -> None:
    found = behaviour(forced(), change)
    assert {*found.verdicts} == {*OBJECTS}
    assert {*OBJECTS} - found.invariant == changed
    assert "UNKNOWN" not in {v.status.name for v in found.verdicts.values()}
    assert str(found).startswith(f"under {change.name}")


#: What belongs to the motion, and with the scale of L to the system; without a frame.
OF_THE_MOTION = [
    "evolution", "evolution direction", "evolution connection", "evolution curvature",
    "evolution f-structure", "Jacobi endomorphism", "S_jet", "Im J", "Theta", "g on jets",
]  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
def test_random_changes(seed: int) -> None:
    """x' = a x + p(t), y' = b y + q(t, x) with random polynomials: exact inverses by hand."""
    chance = Random(seed)
    a, b = chance.choice([-1, 2, 3]), chance.choice([-2, 1, 5])
    p = f"{chance.choice([1, -2])}*t**{chance.choice([1, 2])}"
    q = f"{chance.choice([1, 3])}*t*x + {chance.choice([-1, 2])}*x**2"
    x = f"((x - ({p}))/({a}))"
    moving = fibred_change(
        {"t": "t - 2", "x": f"{a}*x + {p}", "y": f"{b}*y + {q}"},
        {
            "t": "t + 2",
            "x": x.replace("t", "(t + 2)"),
            "y": f"(y - ({q.replace('x', x).replace('t', '(t + 2)')}))/({b})",
        },
    )
    system = forced()
    found = behaviour(system, moving, [*OF_THE_MOTION, "frame connection", "J", "energy"])
    assert found.invariant == {*OF_THE_MOTION}
    still = fibred_change(
        {"t": "t - 2", "x": f"{a}*x", "y": f"{b}*y + x**2"},
        {"t": "t + 2", "x": f"x/({a})", "y": f"(y - (x/({a}))**2)/({b})"},
    )
    names = [*OF_THE_MOTION, "frame connection", "frame f-structure", "J", "energy", "delta t"]
    assert behaviour(system, still, names).invariant == {*names}


def test_accidental_invariance_and_unknown_names() -> None:
    jets = jet(FibredManifold("E", coordinates="x"))
    system = RheonomicSystem(jets, jets.function("xdot**2 - x**2"))
    names = ["frame connection"]
    assert behaviour(system, scale_change(5), names).invariant == {"frame connection"}
    with pytest.raises(UnknownName, match="no object 'torsion'"):
        behaviour(system, scale_change(5), ["torsion"])


def test_two_gauges_of_a_magnetic_field() -> None:
    """The same motion and J¹ connection; the frame connections, energies and momenta differ."""
    first, second = load("varying-magnetic-field"), load("varying-magnetic-field-landau")
    jets = first.evolution_space
    # The second Lagrangian, read on the jets of the first.
    landau = jets.function(second.specification.lagrangian)
    (derivative,) = jets.total_derivatives
    term = derivative(jets.base_space.function("-e*B(t)*x*y/2"))
    assert true(landau == first.lagrangian + term)
    assert not true(landau == first.lagrangian - term)
    one, two = RheonomicSystem(jets, first.lagrangian), RheonomicSystem(jets, landau)
    assert check(one.evolution == two.evolution).status.name == "VERIFIED"
    assert true(one.evolution_connection.P_H == two.evolution_connection.P_H)
    assert not true(one.frame_connection.h == two.frame_connection.h)
    assert not true(one.energy == two.energy)


def test_systems_of_the_library() -> None:
    system = System(coordinates="x", lagrangian="xdot**2/2 - x", forces={"x": "-t*xdot"})
    made = RheonomicSystem.of(system)
    assert true(made.evolution == system.dynamics().field)
    assert str(made).startswith("the rheonomic system of L =")


@pytest.mark.parametrize("factor", ["0", "x", "t", "x - x"])
def test_a_unit_is_a_constant(factor: str) -> None:
    jets = jet(FibredManifold("E", coordinates="x"))
    system = RheonomicSystem(jets, jets.function("t*xdot**2"))
    with pytest.raises(BadValue, match="no unit: give a constant"):
        behaviour(system, scale_change(factor), ["energy"])


def test_what_is_no_form_is_refused() -> None:
    jets = jet(FibredManifold("E", coordinates="x"))
    L = jets.function("xdot**2")
    for lagrangian, force in ((L, 7), ("xdot**2", None), (L, L)):
        with pytest.raises(DegreeMismatch, match=r"is no form of degree [01]$"):
            RheonomicSystem(jets, lagrangian, force)  # type: ignore[arg-type]
