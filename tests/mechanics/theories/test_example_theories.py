"""The theories in examples/theories: they conform, and their closed results hold."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from example_theories import (
    BLADE_ON_SPHERE,
    BRAKED,
    CARRIED,
    CURVED,
    DRAGGED,
    EXAMPLES,
    LIFTED,
    NAMES,
    ON_ORBITS,
    POINTS,
    SPHERE,
    example,
    module,
)

from diffgeo import check
from diffgeo.calculus import linear_algebra as linear
from mechanics import System, compare, load_dynamics
from mechanics.errors import NotApplicable
from mechanics.faces.command_line import main
from mechanics.model.geometric_data import Datum
from mechanics.testing import check_theory
from mechanics.theories import registered

#: The sleigh on the group of motions of the plane, with a frame of left-invariant fields.
SLEIGH = {
    "name": "sleigh",
    "coordinates": "x y theta",
    "parameters": "a",
    "lagrangian": "((xdot*cos(theta) + ydot*sin(theta))**2 + thetadot**2"
    " + (ydot*cos(theta) - xdot*sin(theta) + a*thetadot)**2)/2",
    "constraints": "xdot*sin(theta) - ydot*cos(theta)",
    "data": {
        "frame": {
            "frame": [
                {"x": "cos(theta)", "y": "sin(theta)"},
                {"x": "-sin(theta)", "y": "cos(theta)"},
                {"theta": "1"},
            ]
        }
    },
}


#: Where others than the standard systems are asked for: symmetric ones, surfaces.
JUDGED_ON = {
    "advected": [CARRIED, CARRIED | {"constraints": []}],
    "lie_algebroid": [SLEIGH],
    "orbits": [ON_ORBITS],
    "surface": [SPHERE, BLADE_ON_SPHERE],
    "second_order": [CURVED, LIFTED],
    "rayleigh": [BRAKED, DRAGGED],
}


@pytest.mark.parametrize("name", NAMES)
def test_it_conforms(name: str) -> None:
    given = [System(**table) for table in JUDGED_ON.get(name, ())]
    report = check_theory(example(name), given or None)
    assert report, str(report)


@pytest.mark.parametrize("name", NAMES)
def test_it_is_short(name: str) -> None:
    code = (EXAMPLES / f"{name}.py").read_text("utf8").splitlines()
    assert len(code) < 115


def test_they_are_installed_by_entry_points(tmp_path, monkeypatch, capsys) -> None:  # type: ignore
    """As a distribution they are known by name, on the command line and in files."""
    home = tmp_path / "theories_of_other_principles-0.1.dist-info"
    home.mkdir()
    (home / "METADATA").write_text("Metadata-Version: 2.1\nName: theories\nVersion: 0.1\n")
    lines = [f"{name} = {value}" for name, value in POINTS["mechanics.theories"].items()]
    (home / "entry_points.txt").write_text("\n".join(["[mechanics.theories]", *lines]))
    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.syspath_prepend(str(tmp_path))
    assert set(NAMES) <= set(registered())
    path = tmp_path / "knife.toml"
    path.write_text(
        'coordinates = ["x", "y", "theta"]\nvariables = ["z"]\nparameters = ["c"]\n'
        f'lagrangian = "{KNIFE["lagrangian"]}"\nconstraints = ["{KNIFE["constraints"]}"]\n'
        '[simulate]\nuntil = 1\nparameters = { c = "1/2" }\n'
        "initial = { x = 0, y = 0, theta = 0, xdot = 1, thetadot = 1, z = 0 }\n"
    )
    saved = tmp_path / "knife.json"

    def told(*arguments: str) -> str:
        with pytest.raises(SystemExit) as end:
            main(list(arguments))
        assert end.value.code == 0
        return str(capsys.readouterr().out)

    shown = told("derive", str(path), "--theory", "herglotz", "--check", "--save", str(saved))
    assert "principle: Herglotz" in shown and "z' = " in shown and "REFUTED" not in shown
    again = load_dynamics(saved)
    assert again.theory.name == "herglotz" and all(answer.holds for answer in again.checks())
    assert "theory herglotz" in told("simulate", str(saved))
    sphere = tmp_path / "sphere.toml"
    sphere.write_text(
        'coordinates = ["x", "y", "z"]\nparameters = ["g"]\n'
        f'lagrangian = "{SPHERE["lagrangian"]}"\n'
        '[data.surface]\nhypersurface = "x**2 + y**2 + z**2 - 1"\n'
    )
    ball = tmp_path / "ball.json"
    told("derive", str(sphere), "--theory", "surface", "--check", "--save", str(ball))
    again = load_dynamics(ball)
    assert len(again.equations) == 2 and all(answer.holds for answer in again.checks())


# --- contact mechanics -------------------------------------------------------------------------

KNIFE = {
    "name": "knife edge",
    "coordinates": "x y theta",
    "variables": "z",
    "parameters": "c",
    "lagrangian": "(xdot**2 + ydot**2 + thetadot**2)/2 - c*z",
    "constraints": "xdot*sin(theta) - ydot*cos(theta)",
}


def test_the_energy_of_a_knife_edge_decays() -> None:
    """E' = -c E, hence E = E_0 exp(-ct); the edge itself does no work."""
    system, herglotz = System(**KNIFE), example("herglotz")
    balance = system.energy_balance(theory=herglotz)
    jets = system.evolution_space
    assert balance.balance.holds and balance.reaction_vanishes.holds
    made = balance.dynamics
    assert check(made.on_constraints(balance.rate, jets.function("-c") * balance.energy))
    assert not check(made.on_constraints(balance.rate, jets.function("-2*c") * balance.energy))
    assert "the principle of Herglotz changes it" in balance.conclusion
    assert made.conditions == ()  # also for c = 0
    values = {"x": 0, "y": 0, "theta": 0.3, "xdot": 1, "thetadot": 0.7, "z": 0.2, "c": 0.5}
    columns = made.simulate(values, until=4).columns
    v = [columns[f"{q}dot"] for q in ("x", "y", "theta")]
    energy = sum(w**2 for w in v) / 2 + 0.5 * columns["z"]
    assert abs(energy - energy[0] * np.exp(-0.5 * columns["t"])).max() < 1e-9
    # The angular velocity obeys thetadd = -c thetad.
    assert abs(v[2] - 0.7 * np.exp(-0.5 * columns["t"])).max() < 1e-9


def test_a_wrong_principle_of_herglotz_is_refuted() -> None:
    """Without the momentum in ∂L/∂z p the field does not obey the law that is declared."""
    herglotz = example("herglotz")
    law = module("herglotz")

    def forgetful(system):  # type: ignore[no-untyped-def]
        made = herglotz.construct(system)
        jets = system.evolution_space
        (along_z,) = jets.variable_frame
        lost = law.contact(system)[2] * jets.vertical_endomorphism(jets.second_order_field())
        return replace(made, field=made.field + lost + system.lagrangian * along_z)

    wrong = replace(herglotz, name="forgetful", construct=forgetful)
    assert {"coherent", "oracle"} <= set(check_theory(wrong, [System(**KNIFE)]).failed_checks)


# --- virtual constraints -----------------------------------------------------------------------


@pytest.mark.parametrize(("push", "same"), [({"z": "2", "x": "-2*y"}, True), ({"z": "1"}, False)])
def test_a_servo_is_nonholonomic_if_it_pushes_as_reactions_do(push, same) -> None:  # type: ignore
    system = System(
        coordinates="x y z", lagrangian="(xdot**2 + ydot**2 + zdot**2)/2 - x*z",
        constraints="zdot - y*xdot", data={"controls": {"codistribution": push}},
    )  # fmt: skip
    found = compare(system, ["multipliers", example("virtual_constraints")])
    (row,) = (theory for theory in found.theories if theory.name == "virtual_constraints")
    assert row.motion is not None and row.motion.holds is same
    assert row.coherent.holds and found.agree


def test_as_many_controls_as_constraints() -> None:
    system = System(
        coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2", constraints="ydot - x*xdot",
        data={"controls": {"codistribution": [{"x": "1"}, {"y": "1"}]}},
    )  # fmt: skip
    report = check_theory(example("virtual_constraints"), [system])
    assert "2 controls do not determine" in report.lines[0].note


# --- Hamel's equations ------------------------------------------------------------------------

SUSLOV = {
    "name": "Suslov's body",
    "coordinates": "phi th psi",
    "parameters": "k",
    # Angular velocities in the body, and inertia with one product k.
    "lagrangian": "((phidot*sin(th)*sin(psi) + thdot*cos(psi))**2"
    " + (phidot*sin(th)*cos(psi) - thdot*sin(psi))**2 + 2*(phidot*cos(th) + psidot)**2)/2"
    " + k*(phidot*sin(th)*sin(psi) + thdot*cos(psi))*(phidot*cos(th) + psidot)",
    "constraints": "phidot*cos(th) + psidot",
    "data": {
        "frame": {
            "frame": [
                {"phi": "sin(psi)/sin(th)", "th": "cos(psi)", "psi": "-sin(psi)*cos(th)/sin(th)"},
                {"phi": "cos(psi)/sin(th)", "th": "-sin(psi)", "psi": "-cos(psi)*cos(th)/sin(th)"},
                {"psi": "1"},
            ]
        }
    },
}


def test_structure_functions_of_a_rotation_group_are_constant() -> None:
    """[X_1, X_2] = X_3 cyclically, so that γ_1^3 = w_2 and γ_2^3 = -w_1."""
    made = System(**SUSLOV).dynamics(example("hamel"))
    w = [made.step(f"w_{a}") for a in range(3)]
    gamma = made.step("gamma")
    assert check([gamma[0][2] == w[1], gamma[1][2] == -w[0], gamma[0][0] == 0, gamma[1][0] == w[2]])
    assert not check(gamma[0][2] == -w[1])
    assert all(answer.holds for answer in made.checks())


def test_the_body_of_suslov() -> None:
    """w_1' = -k w_1 w_2, w_2' = k w_1^2: w_1 = sech(kt), w_2 = tanh(kt) from w = (1, 0)."""
    system = System(**SUSLOV)
    made = system.dynamics(example("hamel"))
    first, second, _ = (made.step(f"w_{a}") for a in range(3))
    k = system.evolution_space["k"]
    assert check(made.on_constraints(made.field(first), -k * first * second))
    assert check(made.on_constraints(made.field(second), k * first**2))
    assert not check(made.on_constraints(made.field(second), -k * first**2))
    start = {"phi": 0, "th": 1, "psi": 0.2, "k": 0.5}
    start |= {"phidot": np.sin(0.2) / np.sin(1), "thdot": np.cos(0.2)}
    c = made.simulate(start, until=2).columns
    w_1 = c["phidot"] * np.sin(c["th"]) * np.sin(c["psi"]) + c["thdot"] * np.cos(c["psi"])
    w_2 = c["phidot"] * np.sin(c["th"]) * np.cos(c["psi"]) - c["thdot"] * np.sin(c["psi"])
    assert abs(w_1 - 1 / np.cosh(c["t"] / 2)).max() < 1e-8
    assert abs(w_2 - np.tanh(c["t"] / 2)).max() < 1e-8


def test_the_equations_on_the_algebra_itself() -> None:
    """On so(3): w_1' = -k w_1 w_2, w_2' = k w_1^2 for w_3 = 0; it is reconstructed on the group."""
    system = System(**SUSLOV)
    made = system.dynamics(example("lie_algebroid"))
    X, g = made.step("X"), made.step("l").space
    w_1, w_2 = g["w1"], g["w2"]
    assert check(X(w_1) + g["k"] * w_1 * w_2 == -w_2 * g["w3"])
    assert check(X(g["w3"]) == 0)
    assert not check(X(w_2) == 0)
    assert all(answer.holds for answer in made.checks())
    assert compare(system, ["multipliers", example("lie_algebroid"), example("hamel")]).agree
    plane = System(
        coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2 - x",
        data={"frame": {"frame": [{"x": "1"}, {"y": "1"}]}},
    )  # fmt: skip
    with pytest.raises(NotApplicable, match="depends on more than shape and the velocities w"):
        plane.dynamics(example("lie_algebroid"))


#: A body in a field of gravity: rotations about the vertical are left, M is the sphere of γ.
TOP = SUSLOV | {
    "name": "top",
    "parameters": "A B C m",
    "positive": "A B C",
    "lagrangian": "(A*(phidot*sin(th)*sin(psi) + thdot*cos(psi))**2"
    " + B*(phidot*sin(th)*cos(psi) - thdot*sin(psi))**2 + C*(phidot*cos(th) + psidot)**2)/2"
    " - m*cos(th)",
    "constraints": [],
    "data": SUSLOV["data"] | {"shape": {"invariants": ["th", "psi"]}},
}


def test_a_heavy_top_lives_on_the_quotient_by_turns_about_the_vertical() -> None:
    """The equations of Euler and Poisson: I w' = I w × w - m γ × e_3 and γ' = γ × w."""
    top = System(**TOP)
    made = top.dynamics(example("lie_algebroid"))
    X, A = made.step("X"), made.step("A")
    assert A.base.dimension == 2 and A.rank == 3
    f = A.space.function
    gamma = [f("sin(s1)*sin(s2)"), f("sin(s1)*cos(s2)"), f("cos(s1)")]
    w, inertia = A.linear_coordinates, [f(name) for name in "ABC"]

    def cross(u, v):  # type: ignore[no-untyped-def]
        return [u[k - 2] * v[k - 1] - u[k - 1] * v[k - 2] for k in range(3)]

    p = [i * v for i, v in zip(inertia, w, strict=True)]
    turn, weight = cross(p, w), cross(gamma, [f("0"), f("0"), f("1")])
    for k in range(3):
        assert check(X(p[k]) == turn[k] + f("m") * weight[k])
        assert check(X(gamma[k]) == cross(gamma, w)[k])
    assert not check(X(p[0]) == turn[0] - f("m") * weight[0])
    assert check(X(linear.combination(p, gamma, f("0"))) == 0)  # the momentum about the vertical
    assert all(answer.holds for answer in made.checks())
    assert compare(top, ["multipliers", example("lie_algebroid")]).agree


SLOPE = SLEIGH | {
    "name": "sleigh on a slope",
    "lagrangian": f"{SLEIGH['lagrangian']} - x",
    "forces": {"theta": "-thetadot"},
    "data": SLEIGH["data"] | {"shape": {"invariants": ["x", "theta"]}},
}


def test_a_quotient_with_a_constraint_and_a_force() -> None:
    slope = System(**SLOPE)
    report = check_theory(example("lie_algebroid"), [slope])
    assert report, str(report)
    assert {"natural", "oracle", "scaling L alone"} <= {
        line.check for line in report.lines if line.answer.name == "HOLDS"
    }
    less = slope.with_data(shape=Datum("invariants", (slope.configuration_space["y"],)))
    with pytest.raises(NotApplicable, match="depends on more than shape"):
        less.dynamics(example("lie_algebroid"))


def test_all_positions_as_shape_are_hamels_equations() -> None:
    plane = System(
        coordinates="x y", lagrangian="(xdot**2 + (1 + x**2)*ydot**2)/2 - x*y",
        constraints="ydot - x*xdot",
        data={"frame": {"frame": [{"x": "1", "y": "x"}, {"y": "1 + x**2"}]},
              "shape": {"invariants": ["x", "y"]}},
    )  # fmt: skip
    assert compare(plane, ["multipliers", example("lie_algebroid"), example("hamel")]).agree


def test_a_wrong_sign_on_the_algebra_is_refuted() -> None:
    theory = example("lie_algebroid")

    def construct(system):  # type: ignore[no-untyped-def]
        made = theory.construct(system)
        return replace(made, field=-made.field, multipliers=tuple(-f for f in made.multipliers))

    wrong = replace(theory, name="wrong", construct=construct)
    failed = check_theory(wrong, [System(**SLEIGH)]).failed_checks
    assert {"coherent", "oracle"} <= set(failed)
    assert "natural" not in failed


def test_fields_that_are_no_frame() -> None:
    sled = {"coordinates": "x y", "lagrangian": "(xdot**2 + ydot**2)/2"}
    for fields in ([{"x": "1"}], [{"x": "1"}, {"x": "y"}]):
        system = System(**sled, data={"frame": {"frame": fields}})
        with pytest.raises(NotApplicable, match="no frame of the vertical fields"):
            system.dynamics(example("hamel"))


# --- implicit Lagrangian systems ----------------------------------------------------------------


def test_the_vertical_disk() -> None:
    """Its forward and turning speeds are constant, and the motion is that of the multipliers."""
    disk = System(
        name="disk", coordinates="x y theta phi", parameters="m I J R", positive="m I J R",
        lagrangian="m*(xdot**2 + ydot**2)/2 + I*thetadot**2/2 + J*phidot**2/2",
        constraints=["xdot - R*cos(phi)*thetadot", "ydot - R*sin(phi)*thetadot"],
    )  # fmt: skip
    made = disk.dynamics(example("dirac"))
    zero = 0 * made.manifold.coordinates[0]
    for name in ("theta", "phi"):
        assert check(made.acceleration_functions[name] == zero)
    assert not check(made.acceleration_functions["x"] == zero)
    assert compare(disk, ["multipliers", example("dirac")]).agree
    assert all(answer.holds for answer in made.checks())


def test_an_lc_circuit_has_a_degenerate_lagrangian() -> None:
    """One inductor and one capacitor in a loop: b = cos(t/√(lC))."""
    circuit = System(
        name="circuit", coordinates="a b", parameters="l C", positive="l C",
        lagrangian="l*adot**2/2 - b**2/(2*C)", constraints="adot - bdot",
    )  # fmt: skip
    made = circuit.dynamics(example("dirac"))
    assert check(made.acceleration_functions["b"] == made.manifold.function("-b/(l*C)"))
    assert all(answer.holds for answer in made.checks())
    assert circuit.energy_balance(theory=example("dirac")).is_conserved.holds
    columns = made.simulate({"a": 1, "b": 1, "adot": 0, "l": 1, "C": 0.25}, until=3).columns
    assert abs(columns["b"] - np.cos(2 * columns["t"])).max() < 1e-8


def test_implicit_systems_are_for_linear_constraints() -> None:
    speed = System(
        coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2", constraints="xdot**2 + ydot**2 - 1"
    )
    with pytest.raises(NotApplicable, match="not linear in the velocities"):
        speed.dynamics(example("dirac"))


def test_a_wrong_momentum_is_refuted() -> None:
    dirac = example("dirac")

    def construct(system):  # type: ignore[no-untyped-def]
        made = dirac.construct(system)
        return replace(made, field=made.field + made.field.space.frame[-1])

    sled = {"coordinates": "x y", "lagrangian": "(xdot**2 + ydot**2)/2"}
    wrong = replace(dirac, name="wrong", construct=construct)
    report = check_theory(wrong, [System(**sled, constraints="ydot - x*xdot")])
    assert {"tangent", "claim: (X, dE - F) in D"} <= set(report.failed_checks)
