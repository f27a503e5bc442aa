"""A simulation stops where the motion ends, also where one step would jump over it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq

from diffgeo.calculus import RequirementsAt, required
from mechanics import System
from mechanics.errors import BadValue
from mechanics.motion.compiled_motion import compiled_motion
from mechanics.motion.event_location import EventLocation

FORCED = System(coordinates="x", functions="f(t)", lagrangian="xdot**2/2 + f(t)*x")
ON_LINE = System(coordinates="x", functions="g(x)", lagrangian="xdot**2/2 - g(x)")


def bump(height: str, **settings: object):
    """The velocity is bounded by a bump that is thinner than a step; the motion ends at 3/2 b = 1.

    L is indefinite, so that 1 - b(t)**2 is the regularity.
    """
    system = System(
        coordinates="x y",
        lagrangian="(xdot**2 - ydot**2)/2",
        constraints=f"ydot - {height}*exp(-1000*(t - 5)**2)*xdot",
    )
    return system.simulate(x=0, y=0, xdot=1, until=10, **settings)


@pytest.mark.parametrize(("method", "rtol"), [("DOP853", 1e-10), ("RK45", 1e-6), ("LSODA", 1e-6)])
def test_a_singularity_within_one_step_ends_the_motion(method: str, rtol: float) -> None:
    motion = bump("3/2", method=method, rtol=rtol)
    end = brentq(lambda t: 1.5 * np.exp(-1000 * (t - 5) ** 2) - 1, 4.9, 5)
    assert end == pytest.approx(4.97986, abs=1e-5)
    assert end - 1e-6 < motion.t[-1] <= end and not motion.complete
    assert motion.cause == "domain" and "exp(-1000*(t - 5)**2)" in motion.stopped
    # (1 - b²) xdot² is constant: what is kept is the true motion.
    before = motion.t < 4.97
    b = 1.5 * np.exp(-1000 * (motion.t - 5) ** 2)
    constant = ((1 - b**2) * motion["xdot"] ** 2)[before]
    assert constant == pytest.approx(1, abs=1e3 * rtol)


def test_a_lower_bump_does_not_end_it() -> None:
    motion = bump("99/100")
    assert motion.complete and motion.t[-1] == 10 and not motion.warnings


@pytest.mark.parametrize(
    ("body", "end"),
    [
        ("1/sin(20*t + 1)/10**13", (np.pi - 1) / 20),
        ("1/(t - 3)**2/10**20", 3),
        ("1/Abs(t - 3)/10**13", 3),
        ("log(3 - t)/10**13", 3),
        ("sqrt(9 - t**2)", 3),
        ("tan(t)/10**13", np.pi / 2),
        ("exp(-1/(t - 3)**2)", 3),
    ],
)
def test_poles_of_a_function_that_is_given_end_it(body: str, end: float) -> None:
    motion = FORCED.simulate({"f(t)": body}, x=0, xdot=1, until=5)
    assert motion.t[-1] == pytest.approx(end, abs=1e-7) and motion.t[-1] <= end
    assert "for the function f" in motion.stopped and not motion.warnings


@pytest.mark.parametrize(
    "body",
    ["(t**2 - 1)/(t - 1)", "sqrt(t)", "1/(1 + t**2)", "sqrt(sin(t)**2)", "1/(t - 8)",
     "1/(10**(-9) + (t - 3)**2)/10**20", "Abs(t - 1)"],
)  # fmt: skip
def test_functions_without_poles_do_not(body: str) -> None:
    motion = FORCED.simulate({"f(t)": body}, x=0, xdot=1, until=5)
    assert motion.complete and motion.t[-1] == 5 and not motion.warnings


def test_poles_along_the_path_end_it() -> None:
    """The energy x'²/2 + 10^-13/(x - 2) moves on at unit velocity until the pole is there."""
    for body, relation in (("1/(x - 2)/10**13", "!="), ("log(2 - x)/10**13", ">")):
        motion = ON_LINE.simulate({"g(x)": body}, x=0, xdot=1, until=10)
        assert motion["x"][-1] == pytest.approx(2, abs=1e-6) and motion["x"][-1] <= 2
        assert motion.cause == "domain", relation


def test_what_is_not_excluded_is_told() -> None:
    """A function that comes nearer to 0 than the balls can tell, and is not as small as lost."""

    class Conditions:
        names, relations, varying = ["c"], ["!="], [True]

        def __call__(self, point: np.ndarray) -> list[float]:
            return [(point[0] - 1) ** 2 + 1e-9]

        def enclose(self, box: list, rates: list | None = None, asked: list | None = None) -> list:
            a, b = box[0]
            return [(-1.0, 1.0)] if a <= 1 + 1e-8 and b >= 1 - 1e-8 else [(1e-9, 4.0)]

    def values(t: float, y: np.ndarray) -> np.ndarray:
        return np.array(Conditions()((t, *y)))

    location = EventLocation(Conditions(), values, 0.0, np.zeros(1), 2.0, (1e-12, 1e-10))
    dense = lambda t: np.zeros((1, *np.shape(t)))  # noqa: E731
    assert location.locate(dense, 0.0, 2.0) is None
    (warning,) = location.warnings("t")
    assert warning.startswith("not excluded that c vanishes between t = 0.99999")
    location.confirm(1.00000001)
    assert not location.warnings("t")


def test_where_the_enclosures_are_spent_it_is_told_too() -> None:
    class Conditions:
        names, relations, varying = ["c"], [">"], [True]

        def __call__(self, point: np.ndarray) -> list[float]:
            return [1.0]

        def enclose(self, box: list, rates: list | None = None, asked: list | None = None) -> list:
            return [(-1.0, 3.0)]

    start = np.zeros(1)
    location = EventLocation(Conditions(), lambda t, y: np.ones(1), 0.0, start, 2.0, (1e-12, 1e-10))
    for k in range(20):
        assert location.locate(lambda t: np.zeros((1, *np.shape(t))), k / 10, k / 10 + 0.1) is None
    (warning,) = location.warnings("t")
    assert warning == "not excluded that c stops being positive between t = 0 and 2"


@pytest.mark.parametrize(
    ("name", "most"), [("damped-randers-geodesics", 1_600), ("randers-geodesics", 1_600)]
)
def test_pieces_that_are_too_large_are_not_tried_again_and_again(
    name: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Steps are long there: halved from the whole each time they take twice, or half as much again.
    made = []
    enclose = RequirementsAt.enclose

    def counted(*given: Any, **settings: Any) -> Any:
        made.append(1)
        return enclose(*given, **settings)

    monkeypatch.setattr(RequirementsAt, "enclose", counted)
    motion = System.from_gallery(name).simulate()
    assert not motion.stopped and not motion.warnings and 0 < len(made) < most


def test_what_cannot_fail_is_not_watched() -> None:
    """All matrices of the car are regular on its constraints, by exact verdicts."""
    dynamics = System.from_gallery("car-with-trailer").dynamics()
    assert required(list(dynamics.acceleration_functions.values()))
    assert not compiled_motion(dynamics).conditions.names
    for name in ("chaplygin-sleigh", "pursuit", "rolling-ball", "snakeboard", "stoermer-dipole"):
        motion = System.from_gallery(name).dynamics()
        functions = dict(motion.system.specification.simulate.functions)
        assert len(compiled_motion(motion, functions).conditions.names) == len(motion.domain)
    # What is kept vanishes where the condition fails: not the determinant, which is constant here
    # and has the condition from its construction.
    rolling = System.from_gallery("appell-hamel").dynamics()
    assert compiled_motion(rolling).conditions.names == ["xdot**2 + ydot**2"]
    # The declared sign decides it: without it one determinant may vanish.
    table = {"coordinates": "x y", "parameters": "m", "lagrangian": "(xdot**2 + m*ydot**2)/2"}
    free = System(**table, constraints="x*xdot + ydot").dynamics()
    (name,) = compiled_motion(free).conditions.names
    assert "det" in name
    positive = System(**table, positive="m", constraints="x*xdot + ydot").dynamics()
    assert not compiled_motion(positive).conditions.names


@pytest.mark.parametrize("theory", ["projection", "vakonomic", "constraint_algorithm"])
@pytest.mark.parametrize(
    ("declared", "sign"),
    [
        ({"domain": "x < 1"}, 1),
        ({"domain": "x != 1"}, 1),
        ({"positive": "x"}, -1),
        ({"negative": "x"}, 1),
        ({"nonzero": "x"}, -1),
    ],
)
def test_what_is_declared_ends_the_motion(theory: str, declared: Any, sign: int) -> None:
    # The equations, of straight lines, would not notice.
    free = System(coordinates="x", lagrangian="xdot**2/2", **declared)
    start = 0 if "domain" in declared else -sign
    path = free.dynamics(theory).simulate({"x": start, "xdot": sign}, until=3)
    assert path.cause == "domain" and abs(path.t[-1] - 1) < 1e-6
    assert not free.dynamics(theory).simulate({"x": start, "xdot": -sign}, until=3).stopped


# Neither sign is declared; J cancels in the accelerations, but without it nothing turns the sled.
SLED = System(
    coordinates="x y a",
    parameters="m J",
    lagrangian="m*(xdot**2 + ydot**2)/2 + J*adot**2/2",
    constraints=["xdot*sin(a) - ydot*cos(a)"],
)
BEGIN = {"x": 0, "y": 0, "a": 0, "xdot": 1, "adot": 1, "until": 1}
OSCILLATOR = System(coordinates="x", parameters="m k", lagrangian="m*xdot**2/2 - k*x**2/2")


@pytest.mark.parametrize("theory", ["projection", "multipliers"])
@pytest.mark.parametrize(("values", "name"), [({"m": 1, "J": 0}, "J"), ({"m": 0, "J": 1}, "m")])
def test_values_for_which_nothing_is_derived_are_refused(values: dict, name: str, theory) -> None:
    dynamics = SLED.dynamics(theory)
    for run in (dynamics.simulate, dynamics.enclose):
        with pytest.raises(BadValue, match=rf"{name} = 0: .* derived where {name} != 0"):
            run(**values, **BEGIN)
        # The control: any other value, of either sign.
        assert not run(**{**values, name: -2}, **BEGIN, points=3).stopped


def test_conditions_join_parameters_exactly() -> None:
    # L = (xdot**2 + 2 a xdot ydot + 2 ydot**2)/2 has the determinant 2 - a**2.
    system = System(
        coordinates="x y",
        parameters="a",
        lagrangian="xdot**2/2 + a*xdot*ydot + ydot**2 - x**2 - y**2",
    )
    start = {"x": 1, "y": 0, "xdot": 0, "ydot": 0, "until": 1, "points": 3}
    with pytest.raises(BadValue, match=r"a = sqrt\(2\): .* derived where a\*\*2 - 2 != 0"):
        system.simulate(a="sqrt(2)", **start)
    # As a float it is a rational number, and not that root.
    assert system.simulate(a="99/70", **start).complete


def test_members_of_a_campaign_without_equations_are_refused_alone() -> None:
    pytest.importorskip("xarray")
    found = SLED.sweep({"J": "0:1:3", "m": "-1:1:3"}, **BEGIN, points=3)
    assert found["status"].values.tolist() == [[3, 3, 3], [0, 3, 0], [0, 3, 0]]


def test_stability_is_not_told_where_there_is_no_motion() -> None:
    found = OSCILLATOR.relative_equilibria({"x": "0"})
    with pytest.raises(BadValue, match=r"m = 0: .* derived where m != 0"):
        found.at(m=0, k=1)
    with pytest.raises(BadValue, match=r"m = 0: .* derived where m != 0"):
        OSCILLATOR.equilibria_in({"x": (-1, 1)}, {"m": 0, "k": 1})
    assert [s.conclusion for *_, s in found.along("m", -1, 1, k=1)] == [
        "unstable",
        "stable to first order",
    ]
