"""The Postulate beside d'Alembert and Chetaev: multipliers and differences known by hand."""

from __future__ import annotations

import json
import math

import pytest

from diffgeo import check, d
from mechanics import System, compare, load
from mechanics.analysis.postulate import PostulateReading
from mechanics.errors import NotApplicable
from mechanics.faces.command_line import main
from mechanics.model.autonomous import AutonomousSystem
from mechanics.spaces.lagrange_spaces import LagrangeSystem

PLANE = "m*(xdot**2 + ydot**2)/2"
CENTRAL = "xdot**2/2 + ydot**2/2"


def read(constraints, lagrangian, coordinates="x y", **given) -> PostulateReading:
    system = System(
        coordinates=coordinates, lagrangian=lagrangian, constraints=constraints, **given
    )
    return PostulateReading(system.dynamics("multipliers"))


def slope(factor: str = "1") -> PostulateReading:
    """A particle that slides down a plane with the slope 3/4."""
    heavy = f"{PLANE} - m*g*y"
    return read(f"({factor})*(3*xdot - 4*ydot)", heavy, parameters="m g", positive="m")


def bead(potential: str = "m*g*y") -> PostulateReading:
    """A bead on a circle about the origin."""
    return read(
        "x*xdot + y*ydot", f"{PLANE} - {potential}", parameters="m g k", positive="m"
    )  # fmt: skip


def skate() -> PostulateReading:
    """A knife edge on a horizontal plane."""
    return read(
        "xdot*sin(phi) - ydot*cos(phi)", f"{PLANE} + J*phidot**2/2", "x y phi",
        parameters="m J", positive="m J",
    )  # fmt: skip


def contact(L: str, *more: str, coordinates: str = "x y z", drag: str = "0") -> PostulateReading:
    """Contact elements, zdot = y xdot, and other constraints."""
    forces = {q: f"-{drag}*{q}dot" for q in coordinates.split()} if drag != "0" else {}
    return read(["zdot - y*xdot", *more], L, coordinates, parameters="b", forces=forces)


def are(functions, *texts: str) -> bool:
    """Whether functions on one space are given by these formulas."""
    pairs = list(zip(functions, texts, strict=True))
    return all(bool(check(f == f.space.function(text), counterexample=False)) for f, text in pairs)


# --- where some lambda(x) keeps the constraints ----------------------------------------------


def test_a_plane_has_a_constant_reaction() -> None:
    """m xdd = 3 λ, m ydd + m g = -4 λ, 3 xdd = 4 ydd: 9 λ = -4 (m g + 4 λ), λ = -4 m g/25."""
    found = slope()
    assert found.status == "agrees" and are(found.multipliers, "-4*m*g/25")
    assert all(c.holds for c in found.checks) and are(found.difference.values(), "0", "0")
    assert found.ranks == (1,) and found.brackets == () and len(found.allowed) == 1
    # 25 xdd = -12 g: the part of gravity along (4, 3)/5.
    assert are(found.motion.acceleration_functions.values(), "-12*g/25", "-9*g/25")
    # Negative control: with the opposite reaction the plane is not kept.
    found = slope()
    found.__dict__["multipliers"] = tuple(-f for f in found.multipliers)
    assert found.same_motion.holds is False


def test_a_multiple_of_the_constraint_changes_nothing() -> None:
    """λ (1 + x²) a = ρ: the reaction is the same, and closed."""
    found = slope("1 + x**2")
    assert found.status == "agrees" and are(found.multipliers, "-4*m*g/25/(1 + x**2)")


def test_a_reaction_that_depends_on_the_position() -> None:
    """On y = const with the potential U the reaction is ∂U/∂y dy: closed if ∂²U/∂x∂y = 0."""
    found = read("ydot", f"{CENTRAL} - x**2 - y**3")
    assert found.status == "agrees" and are(found.multipliers, "3*y**2")
    found = read("ydot", f"{CENTRAL} - x*y")
    assert found.status == "differs" and found.position_only.holds
    assert found.closed.holds is False and check(found.slope == d(found.slope.space["x"]) * d(
        found.slope.space["y"]))  # fmt: skip
    assert are(found.difference.values(), "0", "-x") and not found.lasting


def test_constraints_that_nothing_integrates_may_be_kept_by_the_free_motion() -> None:
    """p_z = zdot - y xdot is conserved if L does not depend on z; in space a ball just rolls."""
    found = contact("(xdot**2 + ydot**2 + (zdot - y*xdot)**2)/2")
    assert found.status == "agrees" and found.is_completely_nonholonomic
    assert are(found.multipliers, "0") and found.same_motion.holds
    ball = PostulateReading(load("rolling-ball").dynamics("multipliers"))
    assert ball.status == "agrees" and ball.ranks == (3, 5) and are(ball.multipliers, "0", "0")
    # Negative control: in the Euclidean metric (1 + y²) λ = xdot ydot.
    found = contact("(xdot**2 + ydot**2 + zdot**2)/2")
    assert found.status == "differs" and are(found.missing, "xdot*ydot/(1 + y**2)")
    # xdot = 0 and ydot = 0 last, also with resistance; not in a wind along y.
    assert found.lasting and contact("(xdot**2 + ydot**2 + zdot**2)/2", drag="b").lasting
    assert not contact("(xdot**2 + ydot**2 + zdot**2)/2 + y", drag="b").lasting
    damped = load("damped-nonholonomic-particle").dynamics("multipliers")
    assert PostulateReading(damped).lasting


# --- where there is none ----------------------------------------------------------------------


def test_the_skate() -> None:
    """Across the edge m φ' u is needed, u the speed along it; λ a is closed for λ = 0 only.

    da∧a = -(cos² + sin²) dx∧dy∧dφ up to sign: λ (a∧da) = 0.
    """
    found = skate()
    assert found.status == "differs" and found.ranks == (2, 3) and found.allowed == ()
    (equation,) = found.equations
    assert check(equation == -1)
    (a,) = found.forms
    volume = check(a * d(a) == 0)
    assert not volume and found.is_completely_nonholonomic
    assert are(found.needed, "-m*phidot*(xdot*cos(phi) + ydot*sin(phi))")
    # The free motion is straight, the other one turns with phidot.
    assert are(found.motion.acceleration_functions.values(), "0", "0", "0")
    assert are(found.difference.values(), "ydot*phidot", "-xdot*phidot", "0")
    assert found.lasting  # u and phidot are constant
    # With phi = ydot = phidot = m = 1 the speed along the edge is 1/sin 1.
    shown = found.position_only.verdict.counterexample
    assert set(shown.point) == {"phi", "ydot", "phidot", "m"} and set(shown.point.values()) == {1}
    assert float(shown.value) == pytest.approx(-1 / math.sin(1))
    assert found.same_motion.verdict.counterexample.point and "REFUTED" in str(found)


def test_the_skate_on_a_slope() -> None:
    """Where the edge turns, gravity comes in: λ = 0 lasts for no time."""
    found = PostulateReading(load("knife-edge").dynamics("projection"))
    across = "m*g*sin(alpha)*sin(phi)"
    assert are(found.needed, f"-m*phidot*(xdot*cos(phi) + ydot*sin(phi)) - {across}")
    assert found.closed.holds is False and not found.lasting and found.status == "differs"
    assert are(found.multipliers, "0")


def test_the_rolling_disk() -> None:
    """The point of contact turns with phidot; the flag is 2, 3, 4."""
    found = PostulateReading(load("vertical-rolling-disk").dynamics("multipliers"))
    assert found.ranks == (2, 3, 4) and found.is_completely_nonholonomic
    assert are(found.difference.values(), "ydot*phidot", "-xdot*phidot", "0", "0")
    assert found.lasting and len(found.equations) == 4
    # det of the equations: R² sin² + R² cos², never 0.
    p, q, r, s = found.equations
    assert check(p * s - q * r == p.space.function("R**2"))


def test_the_bead_on_a_circle() -> None:
    """x xdd + y ydd = -v² gives λ r² = m (g y - v²); dr² is closed, y dr² is not."""
    found = bead()
    assert found.status == "differs" and found.ranks == (1,)
    assert are(found.needed, "m*(g*y - xdot**2 - ydot**2)/(x**2 + y**2)")
    assert found.closed.holds is False and are(found.multipliers, "0")
    form = found.allowed[0]
    assert check(form * found.forms[0] == 0) and not check(form == 0)
    assert are(
        found.difference.values(),
        "x*(xdot**2 + ydot**2 - g*y)/(x**2 + y**2)",
        "y*(xdot**2 + ydot**2 - g*y)/(x**2 + y**2)",
    )
    assert "none of them at all states" in str(found)


def test_the_reaction_at_rest_is_used_where_it_is_allowed() -> None:
    """In the field -k r the reaction k holds the bead at rest, and what is left is free."""
    found = bead("k*(x**2 + y**2)/2")
    assert found.status == "differs" and are(found.multipliers, "k")
    assert are(found.motion.acceleration_functions.values(), "0", "0")
    assert are(found.missing, "-m*(xdot**2 + ydot**2)/(x**2 + y**2)") and found.lasting
    # In polar coordinates a = dr is r times shorter, and λ r times larger.
    polar = read(
        "rdot", "m*(rdot**2 + r**2*sdot**2)/2 - k*r**2/2", "r s", parameters="m k", positive="m r"
    )
    assert polar.status == "differs" and are(polar.multipliers, "k*r")
    assert are(polar.missing, "-m*r*sdot**2") and are(polar.difference.values(), "r*sdot**2", "0")


def test_constraints_of_which_a_part_is_integrable() -> None:
    """With wdot = 0 beside the contact form, dw is allowed and nothing else."""
    heavy = "(xdot**2 + ydot**2 + {0}**2 + wdot**2)/2 - 5*w"
    kept = contact(heavy.format("(zdot - y*xdot)"), "wdot", coordinates="x y z w")
    assert kept.status == "agrees" and kept.ranks == (2, 3) and len(kept.brackets) == 1
    assert are(kept.multipliers, "0", "5")
    (form,) = kept.allowed
    assert check(form == d(form.space["w"])) and not check(form == kept.forms[0])
    lost = contact(heavy.format("zdot"), "wdot", coordinates="x y z w")
    assert lost.status == "differs" and are(lost.multipliers, "0", "5")
    assert are(lost.missing, "xdot*ydot/(1 + y**2)", "0")


# --- the other code that solves for lambda(x) --------------------------------------------------

BOTH = [
    (["3*xdot - 4*ydot"], f"{CENTRAL} - y", "x y"),
    (["x*xdot + y*ydot"], f"{CENTRAL} - y", "x y"),
    (["ydot"], f"{CENTRAL} - x*y", "x y"),
    (["zdot - y*xdot"], "(xdot**2 + ydot**2 + (zdot - y*xdot)**2)/2", "x y z"),
    (["zdot - y*xdot"], "(xdot**2 + ydot**2 + zdot**2)/2", "x y z"),
    (["zdot", "(1 + y**2)*xdot"], "(xdot**2 + ydot**2 + zdot**2)/2 - z**2", "x y z"),
]


@pytest.mark.parametrize(("constraints", "lagrangian", "coordinates"), BOTH)
def test_it_agrees_with_the_lagrange_space(constraints, lagrangian, coordinates) -> None:
    found = read(constraints, lagrangian, coordinates)
    data = AutonomousSystem(found.system)
    arguments = (data.lagrangian, data.force, data.constraints)
    if found.status == "differs":
        with pytest.raises(NotApplicable):
            LagrangeSystem.postulate(*arguments)
    else:
        solved = LagrangeSystem.postulate(*arguments)
        texts = [str(f) for f in found.multipliers]
        assert found.status == "agrees" and are(solved.multipliers, *texts)


@pytest.mark.parametrize(
    ("form", "integrable"),
    [("x*xdot + 2*y*ydot + zdot", True), ("y*z*xdot + x*z*ydot + x*y*zdot", True),
     ("(1 + x**2)*(ydot + z*zdot)", True), ("zdot + x*ydot - y*xdot", False),
     ("x*ydot + y*zdot + z*xdot", False)],
)  # fmt: skip
def test_the_flag_is_the_theorem_of_frobenius(form: str, integrable: bool) -> None:
    """For one form in space: allowed reactions exist if and only if a∧da = 0."""
    found = read(form, "xdot**2 + ydot**2 + zdot**2", "x y z")
    (a,) = found.forms
    assert bool(check(a * d(a) == 0)) is integrable
    assert found.is_completely_nonholonomic is not integrable
    assert found.involutive.holds


# --- refusals, and what is shown ------------------------------------------------------------


def test_refusals() -> None:
    with pytest.raises(NotApplicable, match="not linear in the velocities"):
        read("xdot**2 - ydot**2 - 1", CENTRAL)
    with pytest.raises(NotApplicable, match="not linear in the velocities"):
        read("xdot - y", CENTRAL)
    with pytest.raises(NotApplicable, match="depends on the time"):
        read("xdot - t*ydot", CENTRAL)
    with pytest.raises(NotApplicable, match="there are none"):
        read([], CENTRAL)


def test_compare_lists_the_reading(capsys: pytest.CaptureFixture[str]) -> None:
    found = compare(load("vertical-rolling-disk"))
    # A reading that differs is no theory that fails.
    assert found.agree and "postulate" not in {t.name for t in found.theories}
    reading = found.readings["postulate"]
    assert reading.status == "differs" and "DIFFERS" in str(found)
    assert "<pre style" in found._repr_html_() and r"\Delta \ddot{x}" in found.latex()
    assert compare(load("pursuit")).readings == {}  # depends on time
    assert "not linear" in compare(load("constant-speed")).readings["postulate"]
    assert compare(load("knife-edge"), ["multipliers", "projection"]).readings == {}
    with pytest.raises(SystemExit) as end:
        main(["compare", "knife-edge", "--format", "latex"])
    assert end.value.code == 0
    shown = capsys.readouterr().out
    assert r"\begin{array}" in shown and r"\text{the Postulate: differs}" in shown
    assert r"constrained\_cartan" in shown


def test_the_command_says_why(capsys: pytest.CaptureFixture[str], tmp_path) -> None:
    with pytest.raises(SystemExit) as end:
        main(["compare", "knife-edge"])
    text = capsys.readouterr().out
    assert end.value.code == 0 and "lambda = 0 is all that is allowed" in text
    assert "ker a: 2, 3, in dimension 3" in text and "no lambda(x) keeps the constraints" in text
    with pytest.raises(SystemExit) as end:
        main(["compare", "rolling-ball", "--json"])
    data = json.loads(capsys.readouterr().out)["readings"]["postulate"]
    assert end.value.code == 0 and data["status"] == "agrees" and data["multipliers"] == ["0", "0"]
    assert data["flag"] == [3, 5] and data["dimension"] == 5 and len(data["equations"]) == 2
    path = tmp_path / "bent.toml"
    path.write_text('coordinates = ["x", "y"]\nlagrangian = "xdot**2 + ydot**2"\n'
                    'constraints = ["xdot**2 - 4*ydot**2 - 1"]\n', "utf8")  # fmt: skip
    with pytest.raises(SystemExit) as end:
        main(["compare", str(path), "--json"])
    data = json.loads(capsys.readouterr().out)["readings"]["postulate"]
    assert data["applicable"] is False and "not linear" in data["reason"]


def test_faces() -> None:
    found = slope()
    assert repr(found).startswith("<PostulateReading of") and "AGREES" in str(found)
    assert found._repr_latex_().startswith("$$") and r"\frac{4}{25} m g" in found.latex()
    assert found.to_dict()["agree_where"] == [] and found.to_dict()["lasting"] is True


RANDERS = "(sqrt(xdot**2 + ydot**2 + zdot**2) + xdot/2)**2/2"


def test_multipliers_without_a_value_at_rest_are_read_at_a_velocity() -> None:
    """A Finsler space, where nothing is defined at rest; zdot = 0 is kept by λ = -F_z."""

    def forced(force: str) -> PostulateReading:
        return read("zdot", RANDERS, "x y z", forces={"z": force})

    allowed = forced("-z")
    assert allowed.status == "agrees" and are(allowed.multipliers, "z")
    X = allowed.velocity
    assert not check(X == 0) and check(allowed.forms[0](X) == 0)
    assert "at rest" not in str(allowed)
    not_closed = forced("-x")
    assert not_closed.status == "differs" and not_closed.position_only.holds
    assert are(not_closed.rest_multipliers, "x") and are(not_closed.multipliers, "0")
    assert rf"_{{\dot x = {not_closed.velocity.latex()}}}" in not_closed.latex()
    turning = forced("-xdot")
    assert turning.status == "differs" and not turning.position_only.holds
    assert are(turning.multipliers, "0")
    assert check(slope().velocity == 0)


def test_what_is_too_large_does_not_hide_that_it_differs() -> None:
    forces = {q: f"-{q}dot" for q in "xyz"}
    found = compare(
        System(coordinates="x y z", lagrangian=RANDERS, constraints="zdot - y*xdot", forces=forces),
        ["multipliers", "lagrange_space"],
    ).readings["postulate"]
    assert isinstance(found, PostulateReading) and found.status == "differs"
    assert found.is_completely_nonholonomic and not found.lasting
    assert "DIFFERS" in str(found)
    assert json.loads(json.dumps(found.to_dict()))["status"] == "differs"
