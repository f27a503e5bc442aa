"""Which coordinates are angles, and functions that have several values on a circle."""

from __future__ import annotations

import json
from math import atan, cos, isclose, pi, sin, tan

import pytest
from gallery_systems import gallery_system

from mechanics import System
from mechanics.faces.command_line import main
from mechanics.model.angles import Angles

PENDULUM = System(coordinates="q x", lagrangian="(qdot**2 + xdot**2)/2 + cos(q) + sin(3*q)*xdot")


def test_what_an_angle_is() -> None:
    assert Angles(PENDULUM).periods == {"q": "2*pi"} and Angles(PENDULUM).cyclic == ("x",)
    half = System(coordinates="q", lagrangian="qdot**2/2 + cos(q/2)")
    assert Angles(half).periods == {"q": "4*pi"}
    # A spring, a well of irrational width, and a parameter in the argument: no angles.
    for V in ("cos(q) + q**2", "cos(q) + cos(sqrt(2)*q)", "cos(k*q)"):
        lagrangian = f"qdot**2/2 + {V}"
        found = Angles(System(coordinates="q", lagrangian=lagrangian, parameters="k"))
        assert not found.periods and not found.cyclic
    # A force may break what L keeps.
    forced = System(coordinates="q", lagrangian="qdot**2/2 + cos(q)", forces={"q": "-q"})
    assert not Angles(forced).periods


FUNCTIONS = {
    "cos(q)*qdot": (lambda q: cos(q), True),
    "q*qdot": (lambda q: q, False),
    "cos(q/2)": (lambda q: cos(q / 2), False),
    "exp(sin(2*q))/(2 + cos(q))": (lambda q: sin(2 * q) / (2 + cos(q)), True),
    # The integral of 1/(5/4 + cos(q)) over the circle is no jump of a function on it.
    "atan(tan(q/2)/3)": (lambda q: atan(tan(q / 2) / 3), None),
}


@pytest.mark.parametrize("text", FUNCTIONS)
def test_functions_of_an_angle(text: str) -> None:
    at, known = FUNCTIONS[text]
    found = Angles(PENDULUM).periodicity(PENDULUM.evolution_space.function(text))
    assert found.holds is known and found.angles == (() if known else ("q",))
    if known is not None:  # the same by numbers
        assert isclose(at(1 + 2 * pi), at(1), abs_tol=1e-9) is known
    assert (str(found) == "") is (known is True)


def test_coordinates_that_may_be_angles() -> None:
    found = Angles(PENDULUM).periodicity(PENDULUM.evolution_space.function("x*xdot + sin(q)"))
    assert found.holds and found.others == ("x",) and "if that is an angle" in str(found)
    assert not Angles(PENDULUM).periodicity(PENDULUM.evolution_space.function("sin(x)")).others


def test_answers_say_it(capsys: pytest.CaptureFixture[str]) -> None:
    """A drum that a torque x' turns, on a shaft with springs: x' - φ has several values."""
    drum = System(coordinates="phi x", lagrangian="(phidot**2 + xdot**2)/2 + phidot*cos(phi)",
                  forces={"x": "phidot"})  # fmt: skip
    found = drum.first_integrals(1)
    words = "only locally: it is not periodic in phi"
    assert found.conclusion == f"first integrals: phidot, xdot - phi ({words})"
    assert [i["periodic"] for i in found.to_dict()["linear"]] == [True, False]
    assert words in found.report() and "only locally" in "".join(found.named_formulas())
    # A carriage with its mass before the axle: the density grows with the turns of the wheels.
    told = gallery_system("two-wheeled-carriage").invariant_volume()
    assert told.to_dict()["periodicity"]["not_in_cyclic_coordinates"] == ["alpha", "beta"]
    assert "not periodic in alpha, beta" in str(told)
    with pytest.raises(SystemExit):
        main(["volume", "nonholonomic-particle", "--json"])
    assert json.loads(capsys.readouterr().out)["periodicity"]["periodic"] is True
