"""Theories compared on one system: verdicts, differences with exact points, refusals."""

from __future__ import annotations

import json

import pytest

from mechanics import System, compare, load
from mechanics.errors import NotApplicable, UnknownName
from mechanics.faces.command_line import main
from mechanics.testing.wrong_theories import euclidean, forceless
from mechanics.theories import multipliers, projection


def circle() -> System:
    """A constraint that is not affine in the velocities, and a force."""
    return System(
        name="circle",
        coordinates="x y",
        parameters="m",
        positive="m",
        lagrangian="m*(xdot**2 + 2*ydot**2)/2 - y",
        constraints=["xdot**2 + ydot**2 - 1 - t**2"],
        forces={"x": "-y*xdot"},
    )


def degenerate() -> System:
    return System(
        coordinates="x y z",
        lagrangian="xdot**2/2 + z*xdot + ydot**2/2 - z*y",
        constraints=["zdot - y*xdot"],
    )


def of(found, name):
    (theory,) = [t for t in found.theories if t.name == name]
    return theory


@pytest.mark.parametrize("system", ["knife-edge", "pursuit", "ball-on-turntable"])
def test_the_theories_agree_on_the_gallery(system: str) -> None:
    found = compare(load(system))
    assert found and found.reference == "multipliers"
    assert {"projection", "omega_gamma"} <= {t.name for t in found.theories}
    assert all(t.motion.holds and t.reaction.holds for t in found.theories if t.motion)


def test_constraints_that_are_not_affine_are_compared() -> None:
    found = compare(circle())
    # The constraint depends on the time, which one of the theories does not know.
    assert found.agree and set(found.not_applicable) <= {"lagrange_space"}
    assert found.to_dict()["theories"]["omega_gamma"]["accelerations"]["holds"]


def test_a_difference_comes_with_an_exact_point() -> None:
    found = compare(circle(), [multipliers, forceless, euclidean])
    assert not found and found.agree is False
    for name in ("forceless", "euclidean"):
        motion = of(found, name).motion
        assert motion.holds is False and motion.verdict.counterexample.point
        assert "DIFFERENT (REFUTED)" in of(found, name).row()
    assert f"at {next(iter(of(found, 'forceless').motion.verdict.counterexample.point))} = " in str(
        found
    )


def test_regularity_up_to_factors() -> None:
    """det C is the bordered determinant by det W; the choice of π adds the square of ∂φ/∂w."""
    found = compare(load("pursuit"))
    assert of(found, "projection").regularity.same
    other = of(found, "omega_gamma").regularity
    assert other.same is False and str(other.factor) == "1/y**2"
    assert of(found, "multipliers").regularity.same


def test_energy() -> None:
    assert of(compare(load("pursuit")), "projection").energy.holds
    lost = of(compare(circle()), "multipliers").energy
    assert lost.holds is False and lost.verdict.counterexample


def test_a_theory_that_does_not_apply_says_why() -> None:
    found = compare(degenerate())
    assert found.agree and "singular" in found.not_applicable["projection"]
    assert "projection: not applicable: the Lagrangian" in str(found)
    assert found.to_dict()["theories"]["projection"]["applicable"] is False


def test_refusals() -> None:
    with pytest.raises(NotApplicable, match="fewer than two theories"):
        compare(degenerate(), [projection, multipliers])
    with pytest.raises(NotApplicable, match="the reference projection does not apply"):
        compare(degenerate(), reference="projection")
    with pytest.raises(UnknownName, match="did you mean 'projection'"):
        compare(circle(), ["projecton", "multipliers"])


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["compare", "knife-edge", "--json"])
    data = json.loads(capsys.readouterr().out)
    assert end.value.code == 0 and data["agree"] is True and data["reference"] == "multipliers"
    with pytest.raises(SystemExit) as end:
        main(["compare", "knife-edge", "--theory", "projection", "--reference", "omega_gamma"])
    text = capsys.readouterr().out
    assert (
        end.value.code == 0 and "compared with omega_gamma" in text and "1/sin(phi)**2" not in text
    )
    with pytest.raises(SystemExit) as end:
        main(["compare", "cawley"])
    assert end.value.code == 2 and "fewer than two" in capsys.readouterr().err


def test_a_long_factor_stands_below_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    free = System(
        coordinates="x y z",
        lagrangian="(xdot**2 + ydot**2*(1 + x**2)**2 + zdot**2*x**2)/2",
        constraints="ydot - x*xdot",
    )
    found = compare(free, ["multipliers", "projection"])
    assert "the same up to the factor -1/(x**2" in str(found) and "factor of" not in str(found)
    monkeypatch.setattr("mechanics.analysis.comparison.CELL", 5)
    monkeypatch.setattr("mechanics.analysis.compared_theories.CELL", 5)
    lines = str(found).splitlines()
    assert any(line.startswith("  factor of projection: -1/") for line in lines)
    assert any("the same up to a factor " in line for line in lines)
