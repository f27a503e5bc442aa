"""Vakonomic equations: against equations derived by hand, and against d'Alembert's.

For L = (xd² + yd² + zd²)/2 and φ = zd - y xd, the equations of L - λ φ are
xdd = -(λ y)d, ydd = λ xd, zdd = λd, and φ is constant:
λd (1 + y²) = yd (xd - λ y).
"""

from __future__ import annotations

import numpy as np
import pytest

from diffgeo import Map, check, d, lie
from diffgeo.bundles import product_map
from mechanics import System, compare, theories
from mechanics.errors import SingularConstraintMatrix
from mechanics.model.lagrangian import cartan_form
from mechanics.testing import check_theory, pulled_back
from mechanics.theories import Vakonomic, theory_named

PARTICLE = {
    "coordinates": "x y z",
    "lagrangian": "(xdot**2 + ydot**2 + zdot**2)/2",
    "constraints": ["zdot - y*xdot"],
}
RICH = System(
    coordinates="x y z", parameters="m", positive="m",
    lagrangian="m*(xdot**2 + ydot**2)/2 + zdot**2/2 + x*ydot - z",
    constraints=["zdot - y*xdot + t", "ydot + z*xdot"], forces={"x": "-ydot"},
)  # fmt: skip


def on(vakonomic: Vakonomic, text: str):  # type: ignore[no-untyped-def]
    return vakonomic.space.function(text)


def test_the_nonholonomic_particle_by_hand() -> None:
    found = theories.vakonomic(System(**PARTICLE))
    rate = "ydot*(xdot - lambda_1*y)/(1 + y**2)"
    expected = {"x": f"-({rate})*y - lambda_1*ydot", "y": "lambda_1*xdot", "z": rate}
    for name, function in found.acceleration_functions.items():
        assert check(function == on(found, expected[name]))
        assert not check(function == on(found, f"{expected[name]} + lambda_1"))
    assert check(found.multiplier_rates[0] == on(found, rate))
    assert not check(found.multiplier_rates[0] == on(found, f"-({rate})"))
    assert not check(found.determinant == 0)


def test_where_the_multipliers_vanish_it_is_the_motion_of_dalembert() -> None:
    found, oracle = theories.vakonomic(RICH), RICH.dynamics("multipliers")
    jets, pull = RICH.evolution_space, found.projection.pull

    def at(**values: str):  # type: ignore[no-untyped-def]
        section = found.space.slice(0, **values)
        motion = [section.pull(found.field(pull(f))) == oracle.field(f) for f in jets.coordinates]
        pairs = zip(found.multiplier_rates, oracle.multipliers, strict=True)
        return motion + [section.pull(rate) == value for rate, value in pairs]

    assert check(at(lambda_1="0", lambda_2="0"))
    assert not check(at(lambda_1="1", lambda_2="0"))
    assert not check(at(lambda_1="0", lambda_2="-1"))


def test_for_derivatives_the_multipliers_do_not_matter() -> None:
    """φ = d_T f: the same motion as d'Alembert's for all λ; for others it is another one."""
    for phi, same in (("zdot - y*xdot - x*ydot", True), ("zdot - y*xdot", False)):
        system = System(**{**PARTICLE, "constraints": [phi]})
        found, oracle = theories.vakonomic(system), system.dynamics("multipliers")
        pull = found.projection.pull
        identities = [
            found.field(pull(f)) == pull(oracle.field(f))
            for f in system.evolution_space.coordinates
        ]
        assert bool(check(identities)) is same


def test_it_is_natural() -> None:
    images = {"t": "t - 2", "x": "x + t*y", "y": "2*y - t**2", "z": "z + x*y"}
    new, change = pulled_back(RICH, images)
    ours, theirs = theories.vakonomic(new), theories.vakonomic(RICH)
    source, target = ours.space.factors[1], theirs.space.factors[1]
    same = Map(source, target, {str(f): f for f in source.coordinates})
    both = product_map(ours.space, theirs.space, change, same)
    assert check(both.related(ours.field, theirs.field))
    assert not check(both.related(2 * ours.field, theirs.field))
    shifted = Map(source, target, {str(f): f + 1 for f in source.coordinates})
    other = product_map(ours.space, theirs.space, change, shifted)
    assert not check(other.related(ours.field, theirs.field))


def test_the_equations_are_those_of_the_lagrangian_with_multipliers() -> None:
    """A second route: Euler–Lagrange equations of L - λ φ with λ as further coordinates."""
    s = PARTICLE
    extended = System(
        coordinates="x y z lambda_1",
        lagrangian=f"{s['lagrangian']} - lambda_1*({s['constraints'][0]})",
    )
    jets, found = extended.evolution_space, theories.vakonomic(System(**s))
    rates = {**found.acceleration_functions, "lambda_1": None}
    text = {name: str(f) for name, f in rates.items() if f is not None}
    X = jets.second_order_field(text)
    # On the section λd = Γ(λ) the equations of q hold; those of λ are the constraint.
    form = lie(X, cartan_form(extended.lagrangian, jets)) - d(extended.lagrangian)
    names = ["t", "x", "y", "z", "xdot", "ydot", "zdot", "lambda_1"]
    images = {name: found.space[name] for name in names}
    rate = str(found.multiplier_rates[0])
    section = Map(found.space, jets, {**images, "lambda_1dot": rate})
    for direction in jets.frame[1:4]:
        assert check(section.pull(form(direction)) == 0)
    wrong = Map(found.space, jets, {**images, "lambda_1dot": f"{rate} + 1"})
    assert not check([wrong.pull(form(direction)) == 0 for direction in jets.frame[1:4]])


def test_without_constraints_it_is_the_free_motion() -> None:
    system = System(coordinates="x", lagrangian="xdot**2/2 - x**3", forces={"x": "t"})
    found = theories.vakonomic(system)
    assert found.multipliers == ()
    (acceleration,) = found.acceleration_functions.values()
    assert check(acceleration == on(found, "t - 3*x**2"))


def test_names_of_multipliers_do_not_clash() -> None:
    found = theories.vakonomic(System(**PARTICLE, parameters="lambda_1"))
    assert [str(value) for value in found.multipliers] == ["lambda__1"]


def test_errors() -> None:
    singular = System(
        coordinates="x y", lagrangian="xdot**2/2", constraints=["xdot*y - 1"], name="s"
    )
    with pytest.raises(SingularConstraintMatrix, match=r"^System.*vakonomic equations do not"):
        theories.vakonomic(singular)
    assert theory_named("vakonomic").principle.name == "vakonomic"
    assert "vakonomic" not in theories.registered()


def test_geodesics_of_heisenberg_are_circles() -> None:
    """L = (x'² + y'²)/2 among curves with z' = (xy' - yx')/2: circles of radius |v/λ|, or lines.

    The multiplier is constant, and z grows by the area that the circle encloses, v²/λ² π.
    """
    group = System(
        name="Heisenberg",
        coordinates="x y z",
        lagrangian="(xdot**2 + ydot**2)/2",
        constraints="zdot - (x*ydot - y*xdot)/2",
        invariants={"speed": "xdot**2 + ydot**2"},
    )
    motion = group.dynamics("vakonomic")
    (rate,) = motion.rate_functions.values()
    assert str(rate) == "0" and all(c.holds for c in motion.checks())
    assert motion.conserves("speed").holds
    assert group.energy_balance(theory="vakonomic").is_conserved.holds
    assert check_theory("vakonomic", [group])
    start = {"x": 0, "y": 0, "z": 0, "xdot": 1, "ydot": 0}
    turn = motion.simulate(start, lambda_1=2, until=np.pi)
    assert abs(turn["x"] ** 2 + (turn["y"] + 0.5) ** 2 - 0.25).max() < 1e-8
    assert turn["z"][-1] == pytest.approx(-np.pi / 4, abs=1e-8)
    line = motion.simulate(start, lambda_1=0, until=2)
    assert line["x"][-1] == pytest.approx(2) and abs(line["y"]).max() < 1e-12
    # D'Alembert's motions are the lines alone, so that the principles differ unless λ = 0.
    found = compare(group, ["multipliers", "vakonomic"])
    assert "follows another principle" in str(found) and "0 = ydot*lambda_1" in str(found)
