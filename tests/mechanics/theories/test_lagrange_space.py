"""The theory lagrange_space, both readings of the multipliers, and its command."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import Manifold, check, d, identity_map, interior, tangent
from diffgeo.errors import AxiomViolation
from mechanics import System, compare, theories
from mechanics.errors import NotApplicable, SingularConstraintMatrix, SingularLagrangian
from mechanics.faces.command_line import main
from mechanics.faces.geometry_report import GeometryReport
from mechanics.model.autonomous import AutonomousSystem
from mechanics.spaces.lagrange_spaces import LagrangeSystem
from mechanics.testing import check_theory
from mechanics.testing.conformance_report import Answer
from mechanics.theories.equality_on_constraints import Place

THEORY = theories.lagrange_space


def cone() -> System:
    return System(
        coordinates="x y z",
        lagrangian="xdot**2/2 + ydot**2 + zdot**2/2 - z",
        constraints=["zdot**2 - xdot**2 - ydot**2"],
        forces={"y": "-ydot*xdot"},
    )


def all_prescribed() -> System:
    return System(
        coordinates="x y", lagrangian="(xdot**2 + 2*ydot**2)/2 - y",
        constraints=["xdot**2 + ydot**2 - 1", "xdot*ydot - x"], forces={"x": "y"},
    )  # fmt: skip


def line() -> System:
    return System(
        coordinates="x", lagrangian="(1 + x**2)*xdot**2/2 - x", constraints=["xdot - x"],
        forces={"x": "-xdot"},
    )  # fmt: skip


# --- the theory ------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [cone, all_prescribed, line], ids=lambda make: make.__name__)
def test_it_is_a_theory(make) -> None:
    report = check_theory("lagrange_space", [make()])
    assert report and report.of(Answer.HOLDS), str(report)
    assert "the Lagrangian depends" not in str(report)


def test_accelerations_by_hand() -> None:
    """m xdd = λ, m ydd = -λ x with xdd = (x ydot)': λ from ydd x + ydot xd = xdd."""
    sled = System(
        coordinates="x y", parameters="m", positive="m", lagrangian="m*(xdot**2 + ydot**2)/2",
        constraints=["xdot - x*ydot"],
    )  # fmt: skip
    made = sled.dynamics("lagrange_space")
    jets, restrict = sled.evolution_space, sled.constraint_set.restrict
    expected = restrict(jets.function("xdot*ydot/(1 + x**2)"))
    assert check(restrict(made.acceleration_functions["x"]) == expected)
    assert not check(restrict(made.acceleration_functions["x"]) == -expected)
    multiplier = restrict(jets.function("m*xdot*ydot/(1 + x**2)"))
    assert check(restrict(made.multipliers[0]) == multiplier)
    assert not check(restrict(made.multipliers[0]) == 2 * multiplier)
    # g is half of the mass matrix.
    X, _ = made.step("g").space.frame[:2]
    assert check(made.step("g")(X, X) == made.step("g").space.function("m/2"))


def test_it_is_compared_with_the_others() -> None:
    table = compare(cone())
    assert table.agree and "lagrange_space" in {theory.name for theory in table.theories}
    with_time = System(coordinates="x y", lagrangian="xdot**2 + t*ydot**2 + ydot**2")
    assert "depends on the time t" in compare(with_time).not_applicable["lagrange_space"]


@settings(max_examples=6)
@given(st.lists(st.integers(-2, 2), min_size=5, max_size=5))
def test_random_systems_agree_with_the_oracle(c) -> None:
    system = System(
        coordinates="x y z",
        lagrangian="(xdot**2 + 2*ydot**2 + zdot**2)/2 + x*zdot**3/3 + z*ydot - x*y",
        constraints=[f"zdot - ({c[0]}*y*xdot**2 + {c[1]}*xdot*ydot + {c[2]}*z*ydot) - {c[3]}*x"],
        forces={"x": f"{c[4]}*ydot*zdot"},
    )
    first, second = system.dynamics(THEORY), system.dynamics(theories.multipliers)
    assert check(Place(system).same_motion(first, second))


@pytest.mark.parametrize(
    ("data", "what"),
    [
        ({"lagrangian": "xdot**2 + t*ydot"}, "the Lagrangian"),
        ({"forces": {"x": "t*xdot"}}, "the force F_x"),
        ({"constraints": ["ydot - x*xdot", "xdot - f(t)"]}, r"constraints\[2\]"),
    ],
)
def test_systems_with_time_are_not_applicable(data, what: str) -> None:
    system = System(
        **{"coordinates": "x y", "functions": "f(t)", "lagrangian": "xdot**2 + ydot**2", **data}
    )
    with pytest.raises(NotApplicable, match=f"{what} depends on the time t.*another theory"):
        system.dynamics(THEORY)


def test_unused_functions_of_time_and_functions_of_the_place() -> None:
    system = System(
        coordinates="x y", functions="f(t) V(x)", lagrangian="xdot**2 + ydot**2 - V(x)",
        constraints=["ydot - x*xdot"],
    )  # fmt: skip
    data = AutonomousSystem(system)
    assert (data.rho @ data.start).coincides(identity_map(data.bundle))
    first, second = system.dynamics(THEORY), system.dynamics(theories.multipliers)
    assert check(Place(system).same_motion(first, second))


def test_the_lift_to_the_jets() -> None:
    """Γ = ∂_t + S: dt(Γ) = 1, and Γ is related to S by ρ."""
    system = cone()
    data = AutonomousSystem(system)
    S = data.bundle.semispray({"x": "xdot*ydot", "z": "x"})
    Gamma = data.lift(S)
    assert check(system.evolution_space.dt(Gamma) == 1)
    assert check(data.rho.related(Gamma, S)) and not check(data.rho.related(2 * Gamma, S))
    assert check(data.rho.pull(data.lagrangian) == system.lagrangian)


def test_singular_data() -> None:
    with pytest.raises(SingularLagrangian, match=r"singular.*'multipliers'"):
        System(coordinates="x y", lagrangian="xdot**2/2").dynamics(THEORY)
    null = System(coordinates="x y", lagrangian="xdot*ydot", constraints=["xdot - y"])
    with pytest.raises(SingularConstraintMatrix, match="whole constraint set"):
        null.dynamics(THEORY)
    TM = tangent(Manifold("M", "x y"))
    with pytest.raises(SingularConstraintMatrix, match="do not determine"):
        LagrangeSystem.chetaev(TM.function("xdot*ydot"), None, [TM.function("xdot - y")])


# --- the two readings ------------------------------------------------------------------------

TM = tangent(Manifold("M", "x y z"))
L = TM.function("xdot**2 + ydot**2 + zdot**2")


def test_chetaev_keeps_the_constraints() -> None:
    Q = [TM.function("zdot - y*xdot"), TM.function("xdot**2 + ydot**2 - 1")]
    system = LagrangeSystem.chetaev(L, TM.function("xdot") * d(TM["y"]), Q)
    assert check(system.keeps_constraints()) and check(system.evolution())
    assert system.reading == "d'Alembert-Chetaev"
    # λ = -2 M^{-1} S_F(f) with M_στ = g^ij a_σi a_τj; here g = id and F_y = xdot.
    one = LagrangeSystem.chetaev(L, TM.function("xdot") * d(TM["y"]), Q[:1])
    expected = TM.function("2*xdot*ydot/(1 + y**2)")
    assert check(one.multipliers[0] == expected) and not check(one.multipliers[0] == -expected)
    free = LagrangeSystem(L)
    assert not check(free.semispray(Q[0]) == 0)


def test_the_postulate_with_given_multipliers() -> None:
    """λ(x) with d(λ a) = 0: a = dz - y dx has none but 0, a = y dx + x dy has λ = f(xy)."""
    closed = TM.function("y*xdot + x*ydot")
    system = LagrangeSystem.postulate(L, None, [closed], [TM.function("x*y")])
    assert check(system.postulate_holds()) and check(system.beta == 0)
    assert check(interior(system.semispray, system.lagrange_space.omega)
                 == system.reaction - d(system.lagrange_space.energy))  # fmt: skip
    assert check(system.extended_lagrangian == L + TM.function("x*y") * closed)
    # K comes from the forces alone when g depends on x only.
    assert check(system.deformation.tensor == 0) and check(system.elicoidal == 0)
    with pytest.raises(AxiomViolation, match=r"\(3\.11\), fails"):
        LagrangeSystem.postulate(L, None, [closed], [TM.function("x")])
    with pytest.raises(AxiomViolation, match="depends on velocities"):
        LagrangeSystem.postulate(L, None, [closed], [TM.function("xdot")])
    with pytest.raises(NotApplicable, match="not linear"):
        LagrangeSystem.postulate(L, None, [TM.function("xdot**2 - ydot**2")], [TM.function("1")])
    with pytest.raises(NotApplicable, match="not linear"):
        LagrangeSystem.postulate(L, None, [TM.function("xdot - y")])


def test_the_postulate_solved() -> None:
    """Multipliers λ(x) that keep the constraints, where there are such."""
    falling = L - TM["z"]
    system = LagrangeSystem.postulate(falling, None, [TM.function("zdot")])
    assert check(system.multipliers[0] == 1) and check(system.keeps_constraints())
    with pytest.raises(NotApplicable, match="which depends on velocities also"):
        LagrangeSystem.postulate(L, None, [TM.function("zdot - y*xdot")])
    # In the plane: EL_x = λ has λ = -F_x on xdot = 0, and d(λ dx) = 0 asks for λ = λ(x).
    force = TM.function("y") * d(TM["x"])
    with pytest.raises(NotApplicable, match=r"d\(lambda Q\) = 0"):
        LagrangeSystem.postulate(L, force, [TM.function("xdot")])


# --- the command ------------------------------------------------------------------------------

SPHERE = """
coordinates = ["x", "y"]
parameters = ["b"]
lagrangian = "xdot**2 + cos(x)**2*ydot**2"
forces = { x = "-b*xdot" }
"""


def run(capsys, *arguments: str) -> str:
    with pytest.raises(SystemExit) as end:
        main(list(arguments))
    assert end.value.code == 0
    return capsys.readouterr().out


def test_the_command(capsys, tmp_path) -> None:
    path = tmp_path / "sphere.toml"
    path.write_text(SPHERE, "utf8")
    found = json.loads(run(capsys, "geometry", str(path), "--json"))
    assert found["semispray"]["y"] == "2*xdot*ydot*sin(x)/cos(x)"
    assert found["nonlinear_connection"]["x x"] == "b/4"
    assert found["L"] == {
        "x y y": "cos(x)*sin(x)", "y x y": "-sin(x)/cos(x)", "y y x": "-sin(x)/cos(x)",
    }  # fmt: skip
    assert found["C"] == {} and found["scalar_R"] == {"": "2"}
    text = run(capsys, "geometry", str(path))
    assert "L*^x_(y y) = cos(x)*sin(x)" in text and "  R* = 2" in text
    latex = run(capsys, "geometry", str(path), "--format", "latex")
    assert r"\overset{*}{N}{}^{x}{}_{x} &= \frac{1}{4} b" in latex
    short = run(capsys, "geometry", str(path), "--no-curvature")
    assert "Ricci" not in short and "Ricci" in text


def test_the_command_with_constraints_and_its_refusals(capsys) -> None:
    found = json.loads(run(capsys, "geometry", "nonholonomic-particle", "--no-curvature", "--json"))
    assert found["multipliers"]["reading"] == "d'Alembert-Chetaev"
    assert len(found["multipliers"]["values"]) == 1
    with pytest.raises(SystemExit) as end:
        main(["geometry", "pursuit"])
    assert end.value.code == 2 and "depends on the time" in capsys.readouterr().err


def test_the_report_in_a_notebook() -> None:
    report = GeometryReport(line(), curvature=False)
    assert report._repr_latex_().startswith("$$") and "metric" in str(report)
