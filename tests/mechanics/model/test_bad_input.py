"""Every kind of bad input: the exception's class, and what its one line says."""

from __future__ import annotations

import pytest

from diffgeo import errors as geometry
from mechanics import System, errors, load, theories
from mechanics.faces.command_line import main

PLANE = {"coordinates": "x y", "lagrangian": "(xdot**2 + ydot**2)/2"}
SPACE = {"coordinates": "x y z", "lagrangian": "(xdot**2 + ydot**2 + zdot**2)/2"}
FIRST, SECOND, THIRD = "constraints[1]", "constraints[2]", "constraints[3]"

CASES = {
    "undefined symbol": (
        PLANE, {"constraints": "xdot + q"}, geometry.UndefinedSymbol, (FIRST, "'q'", "declared"),
    ),
    "velocity of an unknown coordinate": (
        PLANE, {"constraints": "zdot + xdot"}, geometry.UndefinedSymbol,
        (FIRST, "velocity of 'z'", "ydot"),
    ),
    "acceleration": (
        PLANE, {"constraints": "xddot"}, geometry.UndefinedSymbol, ("acceleration", "velocities"),
    ),
    "holonomic": (
        PLANE, {"constraints": "x + y"}, errors.HolonomicConstraint,
        (FIRST, "no velocity", "holonomic", "choose coordinates", "'holonomic'"),
    ),
    "multiple": (
        PLANE, {"constraints": ["xdot + y*ydot", "2*xdot + 2*y*ydot"]},
        errors.RedundantConstraints, (f"-2*{FIRST} + {SECOND} = 0", "remove"),
    ),
    "multiple by a function": (
        PLANE, {"constraints": ["xdot + y", "x*xdot + x*y"]},
        errors.RedundantConstraints, (f"-x*{FIRST} + {SECOND} = 0",),
    ),
    "product": (
        PLANE, {"constraints": ["xdot + y", "(xdot + y)*(ydot - x)"]},
        errors.RedundantConstraints, (f"d({SECOND}) = (ydot - x)*d({FIRST})", f"remove {SECOND}"),
    ),
    "sum": (
        SPACE, {"constraints": ["xdot + y", "ydot - x", "xdot + ydot + y - x"]},
        errors.RedundantConstraints, (FIRST, SECOND, THIRD, "= 0"),
    ),
    "square": (
        PLANE, {"constraints": "(xdot - y)**2"}, errors.RedundantConstraints,
        (f"at every real point of the constraint set d({FIRST}) = 0",),
    ),
    "multiple of one that is not affine": (
        PLANE, {"constraints": ["xdot**2 - ydot**2 - 1", "3*xdot**2 - 3*ydot**2 - 3"]},
        errors.RedundantConstraints, (f"-3*d({FIRST}) + d({SECOND}) = 0",),
    ),
    "function times one that is not affine": (
        PLANE, {"constraints": ["xdot**2 - ydot**2 - 1", "x*(xdot**2 - ydot**2 - 1)"]},
        errors.RedundantConstraints, (f"every real point of the constraint set d({SECOND}) = x*d",),
    ),
    "inconsistent": (
        PLANE, {"constraints": ["xdot", "xdot - 1"]}, errors.InconsistentConstraints,
        (f"-{FIRST} + {SECOND} = -1", "never 0"),
    ),
    "inconsistent, not affine": (
        PLANE, {"constraints": ["xdot", "xdot*ydot - 1"]}, errors.InconsistentConstraints,
        (f"on {FIRST}", "never 0"),
    ),
    "constant": (
        PLANE, {"constraints": "1"}, errors.InconsistentConstraints, ("1 = 0 never holds",),
    ),
    "no real points": (
        PLANE, {"constraints": "xdot**2 + ydot**2 + 1"}, errors.InconsistentConstraints,
        ("has no real point", "z3"),
    ),
    "zero": (PLANE, {"constraints": "xdot - xdot"}, errors.BadSystem, ("identically 0", "remove")),
    "clash of coordinates": (
        PLANE, {"coordinates": "x xdot"}, geometry.NameClash, ("'xdot'", "velocity", "rename"),
    ),
    "clash with a parameter": (
        PLANE, {"parameters": "xdot"}, geometry.NameClash, ("'xdot'", "parameter"),
    ),
    "clash with a function": (
        PLANE, {"functions": "x(t)"}, geometry.NameClash, ("'x'", "function"),
    ),
    "code": (PLANE, {"constraints": "__import__('os')"}, geometry.ExpressionError, (FIRST,)),
    "attribute": (PLANE, {"constraints": "xdot.real"}, geometry.ExpressionError, ("attribute",)),
    "lambda": (PLANE, {"constraints": "lambda: 1"}, geometry.ExpressionError, (FIRST,)),
    "huge": (PLANE, {"constraints": "x + "*2_500_000 + "xdot"}, geometry.TooLarge, (FIRST,)),
    "nested": (
        PLANE,
        {"constraints": "("*10_000_000 + "xdot" + ")"*10_000_000},
        geometry.TooLarge,
        (FIRST,),
    ),
    "division by zero": (
        PLANE, {"constraints": "xdot/(x - x)"}, geometry.ZeroDenominator, (FIRST,),
    ),
    "sign of no name": (PLANE, {"positive": "q"}, errors.BadSystem, ("'q'", "x and y")),
    "assumption": (PLANE, {"assume": "x + y > 0"}, errors.BadFile, ("'x + y > 0'", "m > 0")),
    "float": (PLANE, {"constraints": 0.5}, errors.BadFile, ("inexact", "1/2")),
    "force on no coordinate": (PLANE, {"forces": {"z": "1"}}, errors.BadFile, ("'z'", "x and y")),
    "solved for no velocity": (PLANE, {"solved": {"x": "y"}}, errors.BadFile, ("'x'", "xdot")),
    "solved for itself": (
        PLANE, {"solved": {"xdot": "y*xdot"}}, errors.BadSystem, ("contains xdot", "substitute"),
    ),
    "velocity in a 1-form": (
        PLANE, {"constraint_forms": [{"x": "ydot"}]}, errors.BadSystem,
        ("constraint_forms[1].x", "velocity", "'constraints'"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_message(name: str) -> None:
    base, change, kind, words = CASES[name]
    with pytest.raises(kind) as caught:
        System(**{**base, **change})
    text = str(caught.value)
    assert "\n" not in text and len(text) < 600
    for word in words:
        assert word in text


def test_singular_lagrangian_names_a_theory_that_does_without() -> None:
    system = System(coordinates="x y", lagrangian="xdot**2/2", constraints="ydot - x*xdot")
    with pytest.raises(errors.SingularLagrangian, match=r"singular.*'multipliers'"):
        system.dynamics(theories.projection)
    assert str(system.dynamics(theories.multipliers).accelerations["x"]) == "0"


@pytest.mark.parametrize("theory", theories.BUILT_IN, ids=str)
@pytest.mark.parametrize("constraint", ["xdot", "xdot - y"])
def test_singular_constraint_matrix(theory: theories.Theory, constraint: str) -> None:
    # For L = xdot*ydot the covector dx is null: Z is along d/dydot and Z(phi) = 0.
    system = System(coordinates="x y", lagrangian="xdot*ydot", constraints=constraint)
    with pytest.raises(errors.SingularConstraintMatrix, match=r"whole constraint set.*algorithm"):
        system.dynamics(theory)


@pytest.mark.parametrize(
    ("constraints", "found"),
    [(["xdot - y", "xdot - x"], "imply y - x = 0"), (["xdot", "xdot*ydot - x"], "becomes -x = 0")],
)
def test_hidden_holonomic_constraints_are_left_to_the_algorithm(
    constraints: list[str], found: str
) -> None:
    system = System(**{**PLANE, "constraints": constraints})
    calls = [system.dynamics, lambda: system.dynamics("multipliers"), system.hamiltonian]
    calls += [lambda: theories.projection(system), lambda: theories.multipliers(system)]
    for call in calls:
        with pytest.raises(errors.SingularConstraintMatrix) as caught:
            call()
        assert found in str(caught.value) and "System.reduction()" in str(caught.value)
        assert "\n" not in str(caught.value) and len(str(caught.value)) < 600
    assert system.reduction().is_consistent


def test_loss_of_rank_at_special_points_is_a_condition() -> None:
    gamma = System(**PLANE, constraints="x*xdot + y*ydot - t*x").dynamics()
    assert gamma.conditions == ("x**2 + y**2 != 0",)


def test_names_of_python_and_sympy_are_names() -> None:
    system = System(
        coordinates="lambda E", parameters="I beta", lagrangian="I*lambdadot**2 + beta*Edot**2",
        constraints="lambdadot - E*Edot", positive="I beta",
    )  # fmt: skip
    names = {s.name for s in system.dynamics().accelerations["lambda"].free_symbols}
    assert names == {"I", "beta", "E", "Edot"}


def test_unknown_names_suggest() -> None:
    with pytest.raises(errors.UnknownName, match="did you mean 'pursuit'"):
        load("persuit")
    with pytest.raises(errors.UnknownName, match="did you mean 'projection'"):
        load("pursuit").dynamics("projektion")


@pytest.mark.parametrize(
    ("given", "part"),
    [
        ({"points": "a"}, "points must be a whole number from 2 to 1000000, not 'a'"),
        ({"points": 2.5}, "not 2.5"),
        ({"method": 3}, "no integration method 3; the methods are"),
        ({"limit": "a"}, "limit = a is not a number"),
        ({"limit": float("nan")}, "limit = nan is not finite"),
        ({"progress": 3}, "progress is a function"),
        ({"values": [1]}, "initial values are given by name"),
        ({"values": {1: 2}}, "'1' is not a name of this system"),
    ],
)
def test_what_simulate_refuses(given: dict[str, object], part: str) -> None:
    system = System(coordinates="x", lagrangian="xdot**2/2")
    with pytest.raises(errors.BadValue) as caught:
        system.simulate(**{"values": {"x": 1, "xdot": 0}, "until": 1, **given})
    assert part in str(caught.value) and "\n" not in str(caught.value)


def test_a_frame_of_reference_is_a_field_on_the_configuration_space() -> None:
    system = System(coordinates="x", lagrangian="xdot**2/2")
    for wrong in ("x", 3, system.lagrangian):
        with pytest.raises(geometry.DegreeMismatch, match="a vector field on"):
            system.energy_balance(wrong)
    assert system.energy_balance(system.configuration_space.frame[0])


@pytest.mark.parametrize("option", ["--limit", "--memory"])
def test_a_bound_is_a_number(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["derive", "pursuit", option, "nan"])
    assert "'nan' is no number" in capsys.readouterr().err
