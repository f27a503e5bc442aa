"""Sets that are unions, conditions that fail, hidden holonomic constraints, the dual side."""

from __future__ import annotations

import json

import pytest
from sets_by_hand import Expected, compare, run

from diffgeo import Status, check, zero_set
from mechanics import System
from mechanics.algorithm import reductions
from mechanics.algorithm.constraint_algorithm import Reduction
from mechanics.errors import ConstraintAlgorithmStopped, SingularLagrangian
from mechanics.faces.reduction_report import data, latex, text


def function(system: System, formula: str):  # type: ignore[no-untyped-def]
    return system.evolution_space.function(formula)


# --- systems of other kinds, derived by hand -------------------------------------------------

MORE = {
    # EL_x: -yd - (yd - x) = 0, EL_y: xd - (-xd - y) = 0: 2 yd = x, 2 xd = -y, and their rates.
    "first order in the velocities": (
        {"coordinates": "x y", "lagrangian": "x*ydot - y*xdot - (x**2 + y**2)/2"},
        Expected([[], ["2*ydot - x", "2*xdot + y"]], {"x": "-x/4", "y": "-y/4"}),
    ),
    # L is homogeneous of degree 1: m (xdd sd - xd sdd)/sd² = -2 x sd, and EL_s follows. The
    # direction (xd, sd) of accelerations is free.
    "parametrised": (
        {
            "coordinates": "x s", "parameters": "m", "positive": "m",
            "lagrangian": "m*xdot**2/(2*sdot) - x**2*sdot",
        },
        Expected(
            [[]], {"x": "-2*x*sdot**2/m", "s": "0"}, (), (({"x": "xdot/sdot", "s": "1"}, ()),)
        ),
    ),
    # EL_y: xdd = 0, so zd = xdd = 0; then zdd = 0 and EL_z: zdd + x = 0: x = 0; its rate is
    # xd = z = 0. EL_x: ydd + z = λ: ydd is free.
    "four sets": (
        {
            "coordinates": "x y z", "lagrangian": "xdot*ydot + zdot**2/2 - x*z",
            "constraints": "xdot - z",
        },
        Expected(
            [
                ["xdot - z"], ["xdot - z", "zdot"], ["xdot - z", "zdot", "x"],
                ["xdot - z", "zdot", "x", "z"],
            ],
            {"x": "0", "z": "0"}, (None,), (({"y": "1"}, ("1",)),),
        ),
    ),
    # Cawley's with a force on z: EL_y: z² = 0, EL_z: xdd = y z + x = x, EL_x: zdd = z = 0.
    "Cawley's with a coupling": (
        {"coordinates": "x y z", "lagrangian": "xdot*zdot + y*z**2/2 + z*x"},
        Expected([[], ["z"], ["z", "zdot"]], {"x": "x", "z": "0"}, (), (({"y": "1"}, ()),)),
    ),
    # EL_x: xdd = yd, EL_y: ydd - zd + xd - y = 0, EL_z: z = yd, so y = xd, and zd = ydd follows.
    "two squares": (
        {"coordinates": "x y z", "lagrangian": "((xdot - y)**2 + (ydot - z)**2)/2"},
        Expected(
            [[], ["z - ydot"], ["z - ydot", "y - xdot"]],
            {"x": "ydot", "y": "zdot"}, (), (({"z": "1"}, ()),),
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MORE)
def test_more_systems(name: str) -> None:
    table, expected = MORE[name]
    reduction = System(**table).reduction()
    compare(reduction, expected)
    assert [str(a) for a in reduction.checks() if a.holds is not True] == []


# --- unions ------------------------------------------------------------------------------------


def test_two_branches() -> None:
    """Each motion is in x = 0 (where u y = 0) or in y = 0 (where u x = 0)."""
    reduction = System.from_gallery("two-branches").reduction()
    assert reduction.is_union and [str(f) for f in reduction.parts] == ["x", "y"]
    assert reduction.is_consistent and not reduction.is_unique and not reduction.refused
    none = {"x": "0", "y": "0"}
    expected = [
        Expected([["x", "u"], ["x", "u", "xdot", "udot"]], {**none, "u": "0"}),
        Expected([["x", "y"], ["x", "y", "xdot", "ydot"]], none, (), (({"u": "1"}, ()),)),
        Expected([["y", "u"], ["y", "u", "ydot", "udot"]], {**none, "u": "0"}),
    ]
    assert len(reduction.branches) == 3
    for branch, wanted in zip(reduction.branches, expected, strict=True):
        compare(branch, wanted)
    assert reduction.checks() and all(answer.holds for answer in reduction.checks())
    for ask in ("final", "field", "multipliers", "accelerations"):
        with pytest.raises(ConstraintAlgorithmStopped, match=r"P_2: .* union \(x = 0 or y = 0\)"):
            getattr(reduction, ask)


def test_constraints_that_are_a_union() -> None:
    """Two null lines: xdd = ±ydd along each, λ and one acceleration are free."""
    system = System(
        coordinates="x y", lagrangian="(xdot**2 - ydot**2)/2", constraints="xdot**2 - ydot**2"
    )
    reduction = system.reduction()
    assert reduction.stages == () and reduction.is_union
    lines = [str(branch.within[0]) for branch in reduction.branches]
    assert lines == ["xdot + ydot", "ydot - xdot"]
    for branch in reduction.branches:
        assert branch.final.dimension == 4 and len(branch.freedom) == 1
    with pytest.raises(ConstraintAlgorithmStopped, match="union"):
        system.reduction(strict=True)


def test_a_part_that_lies_in_another_is_left_out() -> None:
    """EL_u: x y = 0, EL_x: xdd = 0 (the force cancels u y), EL_y: ydd = u x.

    Within x = 0: y and u are free of conditions. Within y = 0: u x = 0; there x = 0 lies in the
    former set, and u = 0 is left.
    """
    system = System(
        coordinates="x y u", lagrangian="(xdot**2 + ydot**2)/2 + u*x*y", forces={"x": "-u*y"}
    )
    first, second = system.reduction().branches
    none = {"x": "0", "y": "0"}
    compare(first, Expected([["x"], ["x", "xdot"]], none, (), (({"u": "1"}, ()),)))
    compare(second, Expected([["y", "u"], ["y", "u", "ydot", "udot"]], {**none, "u": "0"}))


def test_a_part_without_motions_of_its_own() -> None:
    """L = xd² yd, φ = xd - y: EL_y: 2 xd xdd = 0, where xdd = yd, so y yd = 0 on P_1.

    Within yd = 0: xdd = ydd = 0 and EL_x: λ = 2 (xd yd)d = 0. Within y = 0 also yd = 0.
    """
    system = System(coordinates="x y", lagrangian="xdot**2*ydot", constraints="xdot - y")
    reduction = system.reduction()
    assert [str(f) for f in reduction.parts] == ["y", "ydot"]
    (branch,) = reduction.branches
    compare(branch, Expected([["xdot - y", "ydot"]], {"x": "0", "y": "0"}, ("0",)))
    assert "motions within another are left out" in text(reduction)
    assert "are left out" not in text(System.from_gallery("two-branches").reduction())


def test_parts_without_an_answer_are_told() -> None:
    # EL_u: x g = 0 with g that is zero at points only, and u g = 0 within x = 0.
    strange = "y**2 + sin(z)**2*y**2 + sin(z)**2"
    system = System(
        coordinates="x y z u", lagrangian=f"(xdot**2 + ydot**2 + zdot**2)/2 + u*x*({strange})"
    )
    reduction = system.reduction()
    assert len(reduction.refused) == 2
    for reason in reduction.refused:
        assert "not known to be a submanifold" in reason and " within " in reason
        assert "\n" not in reason
    assert reduction.is_consistent
    assert "Parts without an answer" in text(reduction)


def test_there_is_a_limit_to_the_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reductions, "PART_LIMIT", 2)
    with pytest.raises(ConstraintAlgorithmStopped, match="more than 2 parts of a union"):
        System.from_gallery("two-branches").reduction()


# --- where the rank drops ------------------------------------------------------------------------


def test_motions_where_the_rank_drops() -> None:
    """L = xd yd, φ = xd + x yd: C = -2x. Where x is not 0: xdd = x λ, ydd = λ, and the rate of φ.

    xdd + x ydd + xd yd = 0 gives 2 x λ = -xd yd = x yd². Within x = 0: xd = 0 = xdd, and ydd = λ
    is free.
    """
    system = System(coordinates="x y", lagrangian="xdot*ydot", constraints="xdot + x*ydot")
    reduction = system.reduction()
    compare(
        reduction,
        Expected([["xdot + x*ydot"]], {"x": "x*ydot**2/2", "y": "ydot**2/2"}, ("ydot**2/2",)),
    )
    (exception,) = reduction.exceptions
    assert isinstance(exception, Reduction)
    compare(exception, Expected([["x", "xdot"]], {"x": "0"}, (None,), (({"y": "1"}, ("1",)),)))
    assert all(answer.holds for answer in exception.checks())
    assert "within 2*x = 0: on P_1 of dimension 3, 1 free directions" in text(
        reduction, details=True
    )
    found = data(reduction, details=True)["details"]["where a condition fails"]
    assert [one["within"] for one in found] == [["2*x"]]
    with pytest.raises(ConstraintAlgorithmStopped, match="rank is not known to be constant"):
        system.reduction(strict=True)


def test_no_motions_where_the_rank_drops() -> None:
    # L = (xd² + x yd²)/2 - y: x ydd = -1 - xd yd; within x = 0 the equation of y is -1 = 0.
    system = System(coordinates="x y", lagrangian="(xdot**2 + x*ydot**2)/2 - y")
    (exception,) = system.reduction().exceptions
    # xd = 0 on x = 0, so the condition 1 + xd yd = 0 does not hold.
    assert isinstance(exception, Reduction) and not exception.is_consistent
    assert "within x = 0: none" in text(system.reduction(), details=True)


def test_exceptions_without_an_answer_are_reasons() -> None:
    # The Hessian drops where a function is zero that is zero at points only.
    strange = "y**2 + sin(z)**2*y**2 + sin(z)**2"
    system = System(coordinates="x y z", lagrangian=f"({strange})*xdot**2 + ydot**2 + zdot**2")
    (exception,) = system.reduction().exceptions
    assert isinstance(exception, str) and "not known to be a submanifold" in exception
    assert exception in text(system.reduction(), details=True)


# --- hidden holonomic constraints -------------------------------------------------------------


def test_a_hidden_holonomic_constraint_has_no_reaction() -> None:
    """φ = xd - y, xd - x: x = y on P_1. xdd = λ_1 + λ_2, ydd = 0; xdd = yd and xd = yd.

    So yd = xd = y = x on P_2, and 0 = ydd = yd on P_3; only the sum of the λ is determined.
    """
    system = System(
        coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2", constraints=["xdot - y", "xdot - x"]
    )
    sets = [["xdot - y", "x - y"], ["xdot - y", "x - y", "ydot - x"]]
    sets += [["xdot", "x", "y", "ydot"]]
    compare(
        system.reduction(),
        Expected(sets, {"x": "0", "y": "0"}, (None, None), (({}, ("-1", "1")),)),
    )
    assert all(answer.holds for answer in system.reduction().checks())


# --- the dual side -----------------------------------------------------------------------------

#: The sets M_k, and the rates on the last one; xdot = p_y, ydot = p_x, zdot = p_w, wdot = p_z.
DUAL = {
    "null-constraint": (
        [["p_y - a"], ["p_y - a", "y"], ["p_y - a", "y", "p_x"]],
        {"x": "a", "y": "0", "p_x": "0", "p_y": "0"},
    ),
    "free-reaction": (
        [["p_y - a", "p_w"], ["p_y - a", "p_w", "y"], ["p_y - a", "p_w", "y", "p_x"]],
        {"x": "a", "y": "0", "z": "0", "w": "p_z", "p_x": "0", "p_y": "0", "p_w": "0"},
    ),
    "inconsistent-constraint": ([["p_y - 1"], ["p_y - 1", "x"]], None),
}


@pytest.mark.parametrize("name", DUAL)
def test_the_algorithm_on_the_dual_side(name: str) -> None:
    """With E_h + λ^i Z_i on J¹π*, the paper's equations (6): other unknowns, other spaces."""
    reduction = System.from_gallery(name).reduction()
    dual, (sets, rates) = reduction.dual, DUAL[name]
    places = [stage.place for stage in dual.stages if stage.place is not None]
    assert len(places) == len(sets) and len(dual.stages) == len(reduction.stages)
    for place, equations in zip(places, sets, strict=True):
        assert check(place == zero_set(dual.ambient, equations))
        moved = zero_set(dual.ambient, [*equations[:-1], f"{equations[-1]} + 1"])
        assert not check(place == moved)
    answers = reduction.relatedness()
    assert all(answer.holds for answer in answers)
    known = [f"M_{k} = leg(P_{k})" for k in range(1, len(places) + 1)]
    assert [a.statement for a in answers[: len(places)]] == known
    assert dual.is_consistent is reduction.is_consistent is (rates is not None)
    leg = dual.side.legendre
    first, second = dual.stages[:2]
    assert check(reduction.stages[0].place == first.place.pulled_back(leg))
    assert check(reduction.stages[0].place == second.place.pulled_back(leg)).status is (
        Status.REFUTED
    )
    assert set(map(str, answers)) <= set(map(str, dual.checks()))
    if rates is None:
        return
    assert dual.final is not None
    for coordinate, rate in rates.items():
        found = dual.final.restrict(dual.field(dual.ambient[coordinate]))
        wanted = dual.final.restrict(dual.ambient.function(rate))
        assert check(found == wanted) and not check(found == wanted + 1)
        assert check(dual.rates[coordinate] == wanted)
    assert str(dual.multipliers[0]) == "x" and len(dual.freedom) == len(reduction.freedom)
    assert all(answer.holds for answer in dual.checks())


def test_wrong_motions_on_the_dual_are_refuted() -> None:
    reduction = System.from_gallery("free-reaction").reduction()
    dual = reduction.dual
    sideways = dual.ambient.vector_field(p_x=1)
    multipliers = tuple(-c for c in dual.multipliers)
    for identities in (
        dual.is_tangent(dual.field + sideways),
        dual._equations_hold(dual.field + sideways, dual.multipliers),
        dual._equations_hold(dual.field, multipliers),
        reduction.is_tangent(dual.carried()[0] + reduction._directions[0]),
    ):
        assert check(identities).status is Status.REFUTED
    # The multipliers of the dual, on J¹π, are those of the equations of motion.
    field, found = dual.carried()
    assert check(reduction.is_motion(field, found))
    assert not check(reduction.is_motion(field, tuple(-c for c in found)))


def test_unions_and_exceptions_have_a_dual_side() -> None:
    system = System(
        coordinates="x y", lagrangian="(xdot**2 - ydot**2)/2", constraints="xdot**2 - ydot**2"
    )
    dual = system.reduction().dual
    assert dual.is_union and len(dual.branches) == 2
    for branch in system.reduction().branches:
        assert all(answer.holds for answer in branch.relatedness())
        assert branch.dual.final.dimension == branch.final.dimension
    assert "M_1 is a union" in text(dual) and r"\cup" in latex(dual)
    assert len(data(dual)["branches"]) == 2


def test_a_singular_lagrangian_has_no_dual_side() -> None:
    reduction = System.from_gallery("cawley").reduction()
    with pytest.raises(SingularLagrangian):
        reduction.relatedness()


# --- faces -------------------------------------------------------------------------------------


def test_command_line_of_unions_and_of_the_dual(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "derive", "two-branches", "--check")
    assert status == 0
    for word in ("P_2 is a union; each analytic motion stays in one part",
                 "Sets within x = 0, u = 0", "Sets within y = 0, u = 0", "∂_udot to the field",
                 "VERIFIED"):  # fmt: skip
        assert word in out
    status, out, _ = run(capsys, "derive", "two-branches", "--json")
    answer = json.loads(out)
    assert answer["union"] == ["x", "y"] and [b["unique"] for b in answer["branches"]] == [
        True, False, True,
    ]  # fmt: skip
    status, out, _ = run(capsys, "derive", "two-branches", "--format", "latex")
    assert status == 0 and r"P_{2} &= \{x = 0\} \cup \{y = 0\}" in out
    side = ("--side", "hamiltonian")
    status, out, _ = run(capsys, "derive", "null-constraint", *side, "--check", "--details")
    assert status == 0
    for word in ("M_1, the constraints: dimension 4", "M_3: dimension 2", "p_y - a = 0",
                 "dx/dt = a", "lambda_1 = x", "VERIFIED: M_3 = leg(P_3)"):  # fmt: skip
        assert word in out
    status, out, _ = run(capsys, "derive", "free-reaction", *side, "--json")
    answer = json.loads(out)
    assert answer["side"] == "hamiltonian" and answer["rates"]["w"] == "p_z"
    assert answer["freedom"] == [{"field": "∂_p_z", "multipliers": ["0", "1"]}]
    status, out, err = run(capsys, "derive", "cawley", *side)
    assert status == 2 and not out and err.count("\n") == 1 and "singular" in err


def test_a_multiplier_as_a_coordinate_is_determined_everywhere() -> None:
    # L = m (xd² + yd²)/2 - m g y + λ (x² + y² - l²): m xdd = 2 λ x, m ydd = 2 λ y - m g, and on the
    # circle m (xd² + yd²) + 2 λ l² - m g y = 0, which determines λ at y = 0, too; its rate is
    # 2 l² λd = 3 m g yd.
    system = System(
        coordinates="x y s", parameters="m g l", positive="m g l",
        lagrangian="m*(xdot**2 + ydot**2)/2 - m*g*y + s*(x**2 + y**2 - l**2)",
    )  # fmt: skip
    reduction = system.reduction()
    assert not reduction.conditions and not reduction.exceptions and reduction.is_unique
    circle = ["x**2 + y**2 - l**2", "x*xdot + y*ydot"]
    tension = "m*(xdot**2 + ydot**2) + 2*s*l**2 - m*g*y"
    compare(
        reduction,
        Expected(
            [
                [],
                circle[:1],
                circle,
                [*circle, tension],
                [*circle, tension, "2*l**2*sdot - 3*m*g*ydot"],
            ],
            {"x": "2*s*x/m", "y": "2*s*y/m - g", "s": "3*m*g*(2*s*y/m - g)/(2*l**2)"},
        ),
    )
    final = reduction.final
    for formula, there in ((tension, True), (f"y**2*({tension})", True), (f"y - {tension}", False)):
        assert bool(final.vanishes(final.restrict(function(system, formula)))) is there
