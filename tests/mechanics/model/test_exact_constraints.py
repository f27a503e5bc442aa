"""What is decided of constraints that are not affine: exactly, in all units, for all parameters.

The expected answers are found by hand; see the comments at the cases.
"""

import json
from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from diffgeo import Status
from mechanics import System, errors, theories
from mechanics.faces.command_line import main

FREE = "(xdot**2 + ydot**2)/2"
FREE_IN_SPACE = "(xdot**2 + ydot**2 + zdot**2)/2"

#: Lagrangian, constraints, parameters, and the error or the conditions of the result.
CASES = {
    # Its gradient and det C vanish at xdot = ydot = 0 only, where c = 0.
    "speed": (FREE, ["xdot**2 + ydot**2 - c"], "c", {"c > 0"}),
    "speed above": (FREE, ["xdot**2 + ydot**2 + 2 - k"], "k", {"k > 2"}),
    # zdot**2 = k - 1; for k = 1 the differentials are dependent.
    "two speeds": (
        FREE_IN_SPACE,
        ["xdot**2 + ydot**2 - 1", "xdot**2 + ydot**2 + zdot**2 - k"],
        "k",
        {"k > 1"},
    ),
    # det C = -4 (xdot**2 - k**2 ydot**2) = -4 k (1 - k) ydot**2 there, so 0 for k = 1 and at rest.
    "cone": (
        "(xdot**2 - ydot**2)/2",
        ["xdot**2 - k*ydot**2"],
        "k",
        {"k > 0", "xdot + k*ydot != 0", "k*ydot - xdot != 0"},
    ),
    "null cone": (
        "(xdot**2 - ydot**2)/2",
        ["xdot**2 - ydot**2"],
        "",
        errors.SingularConstraintMatrix,
    ),
    "no speed": (FREE, ["xdot**2 + ydot**2 + 1 + k**2"], "k", errors.InconsistentConstraints),
    "no speed, twice": (FREE, ["(xdot**2 + ydot**2 + 1)**2"], "", errors.InconsistentConstraints),
    "other speeds": (
        FREE_IN_SPACE,
        ["xdot**2 + ydot**2 - 1", "xdot**2 + ydot**2 - k"],
        "k",
        errors.InconsistentConstraints,
    ),
    "square": (FREE, ["(xdot**2 + ydot**2 - 1)**2"], "", errors.RedundantConstraints),
    # The real points have xdot = ydot = 0, of codimension 2.
    "rest": (FREE, ["xdot**2 + ydot**2"], "", errors.RedundantConstraints),
    "twice": (
        FREE,
        ["xdot**2 - ydot**2 - 1", "x*(xdot**2 - ydot**2 - 1)"],
        "",
        errors.RedundantConstraints,
    ),
}


def made(lagrangian: str, constraints: list[str], parameters: str = "", **more: object) -> System:
    names = "x y z" if "zdot" in lagrangian else "x y"
    return System(
        coordinates=names, lagrangian=lagrangian, constraints=constraints, parameters=parameters,
        **more,
    )  # fmt: skip


def outcome(system_of: object) -> object:
    """The conditions of the result, or the kind of the error."""
    try:
        return set(system_of().dynamics().conditions)  # type: ignore[operator]
    except errors.BadSystem as error:
        assert "\n" not in str(error)
        return type(error)


@pytest.mark.parametrize("name", CASES)
def test_by_hand(name: str) -> None:
    lagrangian, constraints, parameters, expected = CASES[name]
    assert outcome(lambda: made(lagrangian, constraints, parameters)) == expected


@settings(max_examples=12, deadline=None)
@given(
    st.sampled_from(sorted(CASES)), st.randoms(use_true_random=False), st.sampled_from([-12, 12])
)
@example("cone", None, 12)
@example("two speeds", None, -12)
def test_nothing_else_matters(name: str, random: object, power: int) -> None:
    """Order and number of parameters, order and factors of constraints, units of L."""
    lagrangian, constraints, parameters, expected = CASES[name]
    names, factors = ["a", "b", *parameters.split()], ["1", "-3", "10**9", "1/10**9"]
    given = list(constraints)
    if random is not None:
        random.shuffle(names)  # type: ignore[attr-defined]
        random.shuffle(given)  # type: ignore[attr-defined]
        random.shuffle(factors)  # type: ignore[attr-defined]
    scaled = [f"({f})*({c})" for f, c in zip(factors, given, strict=False)]
    L = f"({Fraction(10) ** power})*({lagrangian})"
    assert outcome(lambda: made(L, scaled, " ".join(names))) == expected


@pytest.mark.parametrize("power", [-60, -20, -12, -10, -4, 0, 4, 9, 60])
def test_a_speed_in_all_units(power: int) -> None:
    system = made(FREE, [f"xdot**2 + ydot**2 - {Fraction(10) ** power}"])
    dynamics = system.dynamics()
    assert dynamics.conditions == () and all(c.holds for c in dynamics.checks())
    below = f"xdot**2 + ydot**2 + {Fraction(10) ** power}"
    assert outcome(lambda: made(FREE, [below])) is errors.InconsistentConstraints


def test_declared_signs_and_undefined_functions() -> None:
    speed = ["xdot**2 + ydot**2 - c"]
    assert outcome(lambda: made(FREE, speed, "c", positive="c")) == set()
    negative = outcome(lambda: made(FREE, speed, "c", negative="c"))
    assert negative is errors.InconsistentConstraints
    found = made(FREE, ["xdot**2 + ydot**2 - f(t)"], functions="f(t)").dynamics().conditions
    assert "f(t) > 0" in found
    square = ["xdot**2 + ydot**2 + 1 + f(t)**2"]
    found = outcome(lambda: made(FREE, square, functions="f(t)"))
    assert found is errors.InconsistentConstraints


def test_open_questions_are_conditions() -> None:
    # Whether x sin(x) = k has solutions for all k: sin is no polynomial.
    system = made(FREE, ["xdot**2 + ydot**2 + x*sin(x) - k"], "k")
    (condition,) = (c for c in system.dynamics().conditions if "real points" in c)
    assert "independent of its argument" in condition
    verdict = system.constraint_set.vanishes(system.constraints[0])
    assert verdict.status is Status.VERIFIED
    assert system.constraint_set.vanishes(system.lagrangian).status is Status.REFUTED


def test_parameters_alone_are_no_constraint() -> None:
    with pytest.raises(errors.BadSystem, match="only parameters occur in k - 1 = 0"):
        made(FREE, ["k - 1"], "k")
    with pytest.raises(errors.InconsistentConstraints, match="special values of the parameters"):
        made(FREE, ["xdot - 1", "xdot - k"], "k")
    with pytest.raises(errors.InconsistentConstraints, match="never 0"):
        made(FREE, ["xdot - 1", "xdot + k**2"], "k")


# --- molecules and planets ------------------------------------------------------------------------

#: An oxygen atom in a trap of 10^-10 m; a planet and the sun; both with a given speed.
MOLECULE = made(
    "2.66e-26*(xdot**2 + ydot**2)/2 - 1e-21*(x**2 + y**2)/1e-20", ["xdot**2 + ydot**2 - 1e4"]
)
PLANET = made(
    "5.97e24*(xdot**2 + ydot**2)/2 + 6.674e-11*5.97e24*1.99e30/sqrt(x**2 + y**2)",
    ["xdot**2 + ydot**2 - 9e8"],
)
SLED = made("2.66e-26*(xdot**2 + ydot**2)/2", ["ydot - x*xdot/1e-10"])


@pytest.mark.parametrize("theory", theories.BUILT_IN, ids=str)
@pytest.mark.parametrize("system", [MOLECULE, PLANET, SLED], ids=["molecule", "planet", "sled"])
def test_derivations_in_si_units(system: System, theory: theories.Theory) -> None:
    assert all(check.holds for check in system.dynamics(theory).checks())


@pytest.mark.parametrize(
    ("system", "size", "speed", "until"),
    [(MOLECULE, "1e-10", 1e2, "1e-12"), (PLANET, "1.5e11", 3e4, "1e6")],
    ids=["molecule", "planet"],
)
def test_simulations_in_si_units(system: System, size: str, speed: float, until: str) -> None:
    start = {"x": size, "y": 0, "xdot": 0, "ydot": speed}
    trajectory = system.simulate(start, until=until, points=5)
    assert not trajectory.stopped and not trajectory.notes
    assert abs(trajectory["constraint_1"]).max() < 1e-8 * speed**2
    nearer = system.simulate({**start, "ydot": 0.9 * speed}, until=until, points=5)
    assert "projected" in nearer.notes[0]
    assert abs(nearer["constraint_1"][0]) < 1e-13 * speed**2


def test_initial_conditions_are_decided_exactly() -> None:
    # det C = -(x**2 + y**2), which is small and not 0.
    radial = made(FREE, ["x*ydot - y*xdot"])
    start = {"x": "1e-9", "y": 0, "xdot": "1e-9", "ydot": 0}
    assert not radial.simulate(start, until=1, points=3).stopped
    with pytest.raises(errors.BadValue, match="off the domain: det C"):
        radial.simulate({"x": 0, "y": 0, "xdot": 1, "ydot": 0}, until=1)
    # 1 - cos(x) is 0 for 2*pi, and not for numbers near it.
    turning = System(
        coordinates="x y", lagrangian="xdot**2/2 + ydot**2/(2*(1 - cos(x)))", parameters="k"
    )
    for start, allowed in (("2*pi", False), ("1e-5", True), ("0", False)):
        values = {"x": start, "y": 0, "xdot": 0, "ydot": 0}
        if allowed:
            assert not turning.simulate(values, until="1e-6", points=3).stopped
        else:
            with pytest.raises(errors.BadValue, match="off the domain"):
                turning.simulate(values, until="1e-6")


def test_initial_velocities_in_all_units() -> None:
    for power in (-10, 0, 10):
        L, a = f"({Fraction(10) ** (2 * power)})*{FREE}", Fraction(10) ** power
        sled = made(L, [f"ydot - x*xdot/({a})"])
        start = {"x": str(a), "y": 0, "xdot": str(a)}
        found = sled.simulate(start, until=1, points=3)
        assert found["ydot"][0] == pytest.approx(float(a), rel=1e-13)


def test_command_line(tmp_path, capsys) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "speed.toml"
    file.write_text(
        'coordinates = ["x", "y"]\nparameters = ["k"]\n'
        'lagrangian = "2.66e-26*(xdot**2 + ydot**2)/2 - 1e-26*y"\n'
        'constraints = ["xdot**2 + ydot**2 + 2 - k"]\n'
    )
    with pytest.raises(SystemExit) as ended:
        main(["derive", str(file), "--json"])
    assert not ended.value.code
    assert "k > 2" in json.loads(capsys.readouterr().out)["conditions"]


def test_absolute_values_of_velocities_are_not_affine() -> None:
    """Their slopes have no derivative, and differ on the two sides of a zero."""
    made = {"coordinates": "x y", "lagrangian": "(xdot**2 + ydot**2)/2 + x*y"}
    bent = System(**made, constraints=["2*xdot + Abs(xdot - 1) - 2*ydot - Abs(ydot - 1)"])
    assert not bent.constraint_set.is_exact
    crossed = System(**made, constraints=["Abs(xdot) - Abs(ydot)"])
    # xdot^2 = ydot^2: the acceleration is that of grad(x y) along the line of the velocity.
    x, y = (crossed.dynamics().accelerations[q] for q in ("x", "y"))
    values = {"x": 2, "y": 5, "xdot": 3, "ydot": 3}
    assert (x.subs(values), y.subs(values)) == (Fraction(7, 2), Fraction(7, 2))
    values["ydot"] = -3
    assert (x.subs(values), y.subs(values)) == (Fraction(3, 2), -Fraction(3, 2))
    assert System(**made, constraints=["xdot*sign(x) - ydot"]).constraint_set.is_exact
    with pytest.raises(errors.BadSystem, match="some signs of xdot and says no more of a motion"):
        System(**made, constraints=["sign(xdot) - 1"])
