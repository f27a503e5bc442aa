"""Special values of parameters: the formulas that name them, and the systems."""

from __future__ import annotations

import pytest
from gallery_systems import gallery_system

from diffgeo import check
from diffgeo.errors import OutsideDomain
from mechanics import System
from mechanics.errors import BadSystem
from mechanics.faces.command_line import main
from mechanics.model.special_parameters import special_values, specialised

SYSTEM = System(coordinates="x", parameters="a b c", lagrangian="a*xdot**2/2 - b*x**2 - c*x")


@pytest.mark.parametrize(
    ("formula", "values"),
    [
        ("a == 0", [{"a": "0"}]),
        ("a == 0 and b == 0 and a - 2*b == 0", [{"a": "0", "b": "0"}]),
        ("a == 0 or b - c == 0", [{"a": "0"}, {"b": "c"}]),
        ("a == 0 or b == 0 and c == 0", [{"a": "0"}, {"b": "0", "c": "0"}]),
        ("(a == 0 or b == 0) and c == 0", [{"a": "0", "c": "0"}, {"b": "0", "c": "0"}]),
        ("2*(a + b) == 4*c and a == b", [{"a": "c", "b": "c"}]),
        ("a*b - 1 == 0", []),  # not linear with a number as its factor
        ("a == 0 and a - 1 == 0", []),
        ("a == 0 and b != 0 or c == 0", [{"c": "0"}]),
        ("(a + 1) == (b + 1)", [{"a": "b"}]),
        ("never", []),
        ("", []),
    ],
)
def test_formulas_are_solved(formula: str, values: list[dict[str, str]]) -> None:
    assert special_values(SYSTEM, formula) == values


def test_special_systems() -> None:
    special = specialised(SYSTEM, {"b": "2*a", "c": 0})
    assert special.specification.parameters == ("a",)
    assert check(special.lagrangian == special.evolution_space.function("a*xdot**2/2 - 2*a*x**2"))
    assert not check(special.lagrangian == special.evolution_space.function("a*xdot**2/2"))
    assert special.dynamics().accelerations["x"] == -4 * special.configuration_space["x"].to_sympy()
    with pytest.raises(BadSystem, match="'d' is no parameter"):
        specialised(SYSTEM, {"d": 0})
    suslov = specialised(gallery_system("suslov"), {"I13": 0, "I23": 0})
    assert suslov.constraints and "energy" in suslov.invariants
    assert all(c.holds for c in suslov.dynamics().checks())


def test_cases_of_a_volume(capsys: pytest.CaptureFixture[str]) -> None:
    """Both products of inertia with the axis vanish: the axis is a principal one."""
    found = gallery_system("suslov").invariant_volume()
    (case,) = found.cases
    assert case.values == {"I13": "0", "I23": "0"}
    assert case.conclusion.startswith("an invariant volume") and not found.has_basic_density.holds
    assert found.report().count("Cases of the parameters\n  I13 = 0, I23 = 0: an inv") == 1
    name = "damped-nonholonomic-particle"
    for given, answer in (("b=0", "There is an invariant volume"), ("b=1", "Answer: none")):
        with pytest.raises(SystemExit):
            main(["volume", name, "--case", given])
        assert answer in capsys.readouterr().out


def test_several_cases() -> None:
    forces = {"x": "a*(b**2 - c**2)*xdot"}
    system = System(coordinates="x y z", parameters="a b c", constraints="zdot - y*xdot",
                    lagrangian="(xdot**2 + ydot**2 + zdot**2)/2", forces=forces)  # fmt: skip
    found = system.invariant_volume()
    assert [c.values for c in found.cases] == [{"a": "0"}, {"b": "-c"}, {"b": "c"}]
    assert all(c.answer.has_basic_density.holds for c in found.cases)


def test_constraints_on_positions_and_further_data_are_kept() -> None:
    data = {"wall": {"hypersurface": "y - k"}, "aid": {"distribution": [{"x": "k", "y": 1}]}}
    system = System(
        coordinates="x y",
        parameters="k l",
        lagrangian="(xdot**2 + ydot**2)/2 - k*y",
        holonomic=["x**2 + y**2 - k*l**2"],
        data=data,
    )
    found = specialised(system, {"k": 2})
    assert [str(h) for h in found.holonomic] == ["x**2 + y**2 - 2*l**2"]
    (wall,), (field,) = found.parts("wall"), found.parts("aid")
    assert str(wall) == "y - 2" and str(field) == "2 ∂_x + ∂_y"
    assert [str(phi) for phi in found.constraints] == ["2*x*xdot + 2*y*ydot"]


def test_what_is_no_value_of_a_parameter() -> None:
    system = System(coordinates="x", parameters="a k m", positive="a m",
                    lagrangian="m*xdot**2/2 - k*x**2 - a*x")  # fmt: skip
    for value in ("x", "t"):
        with pytest.raises(BadSystem, match="varies on E"):
            specialised(system, {"k": value})
    for value in (0, -1):
        with pytest.raises(OutsideDomain):
            specialised(system, {"m": value})
    assert specialised(system, {"k": 0}).specification.positive == ("a", "m")


def test_a_case_that_is_not_declared_is_left_out() -> None:
    """The friction (a + b)*xdot is 0 for no positive a, b; the answer stands without the case."""
    for positive, count in (("a b", 0), ("", 1)):
        system = System(coordinates="x y z", parameters="a b", positive=positive,
                        constraints="zdot - y*xdot", forces={"x": "(a + b)*xdot"},
                        lagrangian="(xdot**2 + ydot**2 + zdot**2)/2")  # fmt: skip
        assert len(system.invariant_volume().cases) == count


def test_domains_pictures_and_functions_have_the_values_too() -> None:
    system = System(
        coordinates="x y",
        parameters="R m a",
        functions="f(t)",
        lagrangian="m*(xdot**2 + ydot**2)/2 + f(t)*x",
        domain=["x**2 + y**2 < R**2", "m > 1"],
        plot={"also": [{"x": "x + a", "y": "R*y"}]},
        picture=[{"kind": "dot", "points": [["x/a", "y"]]}],
        simulate={"functions": {"f(t)": "a*t"}},
    )
    found = specialised(specialised(system, {"R": "2*a", "m": 2}), {"a": 1})
    assert [str(c) for c in found.configuration_space.chart.domain] == ["4 - x**2 - y**2 > 0"]
    assert found.specification.plot.also[0]["x"] == "x + 1"
    start = {"x": 0, "y": 0, "xdot": 1, "ydot": 0}
    path = found.dynamics().simulate(start, until=9)
    assert path.cause == "domain" and abs(path["x"][-1] - 2) < 1e-6
    assert abs(path.t[-1] + path.t[-1] ** 3 / 12 - 2) < 1e-6
    for values in ({"m": 1}, {"R": 0}):
        with pytest.raises(OutsideDomain, match="is declared on E"):
            specialised(system, values)
    # No picture where it is not defined.
    assert not specialised(system, {"a": 0}).specification.picture


def test_a_case_is_dropped_only_for_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    """a = 0 makes a certain division by zero; one that is only probable is told."""
    system = System(
        coordinates="x", parameters="a b", lagrangian="xdot**2/2 - x**2/a", forces={"x": "-b*xdot"}
    )
    found = system.symmetries(1)
    assert {tuple(case.values) for case in found.cases} == {("b",)}

    def doubtful(*_: object) -> System:
        error = OutsideDomain("a + b is probably 0")
        error.certain = False
        raise error

    monkeypatch.setattr("mechanics.analysis.answers.specialised", doubtful)
    cases = system.symmetries(1).cases
    assert {case.conclusion for case in cases} == {"not answered: a + b is probably 0"}
