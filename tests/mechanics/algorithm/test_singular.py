"""The constraint algorithm against sequences derived by hand and against linear algebra."""

from __future__ import annotations

import json

import pytest
import sympy
from depth import QUICK
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from sets_by_hand import Expected, compare, run

from diffgeo import Status, check
from mechanics import System
from mechanics.algorithm.constraint_algorithm import Reduction
from mechanics.errors import BadSystem, ConstraintAlgorithmStopped
from mechanics.faces.reduction_report import data, text
from mechanics.model import gallery
from mechanics.testing import pulled_back, systems

#: The derivations are in the comments; every set is given by all its equations.
GALLERY = {
    # EL_x: zdd = 0, EL_z: xdd = y z, EL_y: -z²/2 = 0. Then zd = 0; ydd is free.
    "cawley": Expected(
        [[], ["z"], ["z", "zdot"]], {"x": "0", "z": "0"}, (), (({"y": "1"}, ()),)
    ),
    # EL_z: r² (θd - z) = 0 and r > 0; EL_θ: d/dt(r² (θd - z)) = 0 holds with θdd = zd;
    # EL_r: rdd = r (θd - z)² - k r = -k r; zdd is free.
    "gauge-particle": Expected(
        [[], ["thetadot - z"]], {"r": "-k*r", "theta": "zdot"}, (), (({"z": "1"}, ()),)
    ),
    # xdd = 2 s x, ydd = 2 s y - g on the unit circle: 0 = x xdd + y ydd + v² = 2 s - g y + v²;
    # 2 sd = g yd - 2 (xd xdd + yd ydd) = 3 g yd, as 2 v·a = -2 g yd by x·v = 0;
    # 2 sdd = 3 g ydd.
    "pendulum-with-tension": Expected(
        [
            [],
            ["x**2 + y**2 - 1"],
            ["x**2 + y**2 - 1", "x*xdot + y*ydot"],
            ["x**2 + y**2 - 1", "x*xdot + y*ydot", "2*s - g*y + xdot**2 + ydot**2"],
            [
                "x**2 + y**2 - 1", "x*xdot + y*ydot", "2*s - g*y + xdot**2 + ydot**2",
                "2*sdot - 3*g*ydot",
            ],
        ],
        {"x": "2*s*x", "y": "2*s*y - g", "s": "3*g*(2*s*y - g)/2"},
    ),
    # EL_x: ydd + x = λ, EL_y: xdd + y = 0, xdd = 0: y = 0, yd = 0, ydd = 0: λ = x.
    "null-constraint": Expected(
        [["xdot - a"], ["xdot - a", "y"], ["xdot - a", "y", "ydot"]],
        {"x": "0", "y": "0"}, ("x",),
    ),
    # The same, and EL_z: wdd = λ_2, EL_w: zdd = 0.
    "free-reaction": Expected(
        [
            ["xdot - a", "zdot"], ["xdot - a", "zdot", "y"],
            ["xdot - a", "zdot", "y", "ydot"],
        ],
        {"x": "0", "y": "0", "z": "0"}, ("x", None), (({"w": "1"}, ("0", "1")),),
    ),
    # EL_x: xdd + yd = -λ, EL_y: y - xd = λ, and yd = xd.
    "regular-by-constraint": Expected(
        [["ydot - xdot"]], {"x": "-y", "y": "-y"}, ("y - xdot",)
    ),
    # EL_y: xdd + x = 0 and xdd = 0: x = 0, but xd = 1.
    "inconsistent-constraint": Expected([["xdot - 1"], ["xdot - 1", "x"]]),
}  # fmt: skip


def test_the_gallery_is_complete() -> None:
    assert {*GALLERY, "two-branches"} == {*gallery.singular_names()}
    assert not {*gallery.names()} & {*gallery.singular_names()}


@pytest.mark.parametrize("name", GALLERY)
def test_gallery(name: str) -> None:
    reduction = System.from_gallery(name).reduction()
    compare(reduction, GALLERY[name])
    answers = reduction.checks()
    assert [str(a) for a in answers if a.holds is not True] == []
    assert any("second order" in a.statement for a in answers) is reduction.is_consistent


# --- other systems, derived by hand -----------------------------------------------------------


def test_a_lagrangian_that_is_a_square() -> None:
    # EL_x: xdd = yd, EL_y: xd - y = 0, whose rate is the first: ydd is free.
    system = System(coordinates="x y", lagrangian="(xdot - y)**2/2")
    compare(
        system.reduction(),
        Expected([[], ["xdot - y"]], {"x": "ydot"}, (), (({"y": "1"}, ()),)),
    )


def test_time_is_no_condition() -> None:
    # EL_y: t = 0: no motion.
    reduction = System(coordinates="x y", lagrangian="xdot**2/2 + t*y").reduction()
    compare(reduction, Expected([[], ["t"]]))
    with pytest.raises(ConstraintAlgorithmStopped, match="P_3 is empty"):
        _ = reduction.field


def test_the_rank_is_found_anew_on_the_smaller_set() -> None:
    # EL_x: yd²/2 + u = 0, EL_u: x = 0, EL_y: x ydd + xd yd + 1 = 0, which for x = 0 has no
    # accelerations in it: all three cut out P_2. The rate of x is 0 and contradicts the third.
    system = System(coordinates="x y u", lagrangian="x*ydot**2/2 + u*x - y")
    compare(system.reduction(), Expected([[], ["x", "2*u + ydot**2", "xdot*ydot + 1"]]))


def test_sums_of_squares_are_replaced() -> None:
    # EL_u: x² + y² = 0, that is x = y = 0: their rates, then 0 = 0; udd is free.
    system = System(coordinates="x y u", lagrangian="(xdot**2 + ydot**2)/2 + u*(x**2 + y**2)")
    sets = [[], ["x", "y"], ["x", "y", "xdot", "ydot"]]
    compare(system.reduction(), Expected(sets, {"x": "0", "y": "0"}, (), (({"u": "1"}, ()),)))
    # EL_u: x² + 1 = 0 has no real solution.
    empty = System(coordinates="x u", lagrangian="xdot**2/2 + u*(x**2 + 1)")
    compare(empty.reduction(), Expected([[]]))


def test_an_equation_that_is_not_solved() -> None:
    # EL_y: cos y = 0: y is constant, and yd = ydd = 0.
    system = System(coordinates="x y", lagrangian="xdot**2/2 + sin(y)")
    reduction = system.reduction()
    compare(reduction, Expected([[], ["cos(y)"], ["cos(y)", "ydot"]], {"x": "0", "y": "0"}))
    assert not reduction.final.is_solved


def test_multipliers_are_unique_where_the_matrix_becomes_regular() -> None:
    # L = xd yd, φ = xd - y: C = 0, xdd = 0 = yd; then ydd = λ = 0.
    system = System(coordinates="x y", lagrangian="xdot*ydot", constraints="xdot - y")
    compare(
        system.reduction(),
        Expected([["xdot - y"], ["xdot - y", "ydot"]], {"x": "0", "y": "0"}, ("0",)),
    )


def test_forces() -> None:
    # L = xd yd, φ = xd: xdd = F_y = -x (as EL_y = xdd), so x = 0 and then 0 = 0; ydd = λ + 0.
    system = System(
        coordinates="x y", lagrangian="xdot*ydot", constraints="xdot", forces={"y": "-x"}
    )
    compare(
        system.reduction(),
        Expected([["xdot"], ["xdot", "x"]], {"x": "0"}, (None,), (({"y": "1"}, ("1",)),)),
    )


def test_a_regular_system_ends_at_once() -> None:
    system = System.from_gallery("pursuit")
    reduction = system.reduction()
    assert len(reduction.stages) == 1 and reduction.is_unique
    gamma, final = system.dynamics(), reduction.final
    for own, other in zip(reduction.multipliers, gamma.multipliers, strict=True):
        assert check(final.restrict(own) == final.restrict(other))
    assert check(final.inclusion.restrict(reduction.field) == final.inclusion.restrict(gamma.field))


def plane(constraint: str, potential: str = "0") -> System:
    return System(
        coordinates="x y",
        lagrangian=f"(xdot**2 + ydot**2)/2 - ({potential})",
        constraints=constraint,
    )


@pytest.mark.parametrize(
    ("potential", "parts"),
    [
        ("0", {"x = 0, xdot = 0", "xdot = 0", "y = 0, ydot = 0"}),
        # A force across x = 0, where there is no reaction, leaves no motion in it.
        ("x", {"xdot = 0", "y = 0, ydot = 0"}),
        ("x + y", {"xdot = 0"}),
    ],
)
def test_each_factor_of_a_constraint_may_have_motions(potential: str, parts: set[str]) -> None:
    # x y xdot = 0: S^*dphi = x y dx, so that there is a reaction only where xdot = 0.
    reduction = plane("x*y*xdot", potential).reduction()
    consistent = [branch for branch in reduction.branches if branch.is_consistent]
    assert {str(branch.final) for branch in consistent} == parts


# --- properties -----------------------------------------------------------------------------


# A few systems with three coordinates take minutes.
@settings(max_examples=6, deadline=None)
@given(systems(most=2 if QUICK else 3))
@example(plane("x*y*xdot"))
def test_regular_systems_at_random(system: System) -> None:
    reduction = system.reduction()
    if reduction.is_union:
        # A constraint such as t*xdot or x*xdot: there is the motion with xdot = 0; there may be
        # more within x = 0, in which there is no reaction, and there are none within t = 0.
        assert any(branch.is_consistent for branch in reduction.branches)
        return
    assert len(reduction.stages) == 1 and reduction.is_unique
    gamma, final = system.dynamics(), reduction.final
    along = final.inclusion.restrict
    assert check(along(reduction.field) == along(gamma.field))
    other = along(gamma.field + 1 * reduction._directions[0])
    assert check(along(reduction.field) == other).status is Status.REFUTED


def matrices(rows: int, columns: int) -> st.SearchStrategy[sympy.Matrix]:
    entry = st.sampled_from([0, 0, 0, 1, -1, 2])
    return st.lists(entry, min_size=rows * columns, max_size=rows * columns).map(
        lambda entries: sympy.Matrix(rows, columns, entries)
    )


@settings(max_examples=50, deadline=None)
@given(
    matrices(2, 3), matrices(3, 3), matrices(3, 3), matrices(1, 3), matrices(1, 3), st.booleans()
)
def test_linear_systems_against_linear_algebra(
    root: sympy.Matrix, magnetic: sympy.Matrix, potential: sympy.Matrix,
    velocity: sympy.Matrix, position: sympy.Matrix, constrained: bool,
) -> None:  # fmt: skip
    """Subspaces of the linear phase space, with the same definition of P_{k+1}."""
    M, K = root.T * sympy.diag(1, -1) * root, potential + potential.T
    q = sympy.Matrix(sympy.symbols("x y z"))
    v = sympy.Matrix(sympy.symbols("xdot ydot zdot"))
    L = (v.T * M * v / 2 + q.T * magnetic * v - q.T * K * q / 2)[0]
    given_constraints = [str((velocity * v + position * q)[0])] if constrained else []
    assume(not constrained or any(velocity))
    try:
        system = System(coordinates="x y z", lagrangian=str(L), constraints=given_constraints)
    except BadSystem:
        assume(False)
        raise
    reduction = system.reduction()
    A = velocity if constrained else sympy.zeros(0, 3)
    C = A.row_join(position if constrained else sympy.zeros(0, 3))
    # M a = (G - Gᵀ) v - K q + Aᵀ λ, G_ij q_i v_j: d/dt(Gᵀ q) = Gᵀ v.
    force = (magnetic - magnetic.T).row_join(-K)
    wanted = linear_sequence(M, force, A, C)
    assert [stage.dimension - 1 for stage in reduction.stages] == [6 - c.rank() for c in wanted]
    final = reduction.final
    state = [*v, *q]
    for row in wanted[-1].tolist():
        function = str(sum(c * s for c, s in zip(row, state, strict=True)))
        assert final.vanishes(final.restrict(system.evolution_space.function(function)))
    assert all(c.holds for c in reduction.checks())


def linear_sequence(M, force, A, C) -> list[sympy.Matrix]:
    """The matrices of the sets P_k = {C (v, q) = 0}; ends where the rank stays."""
    n, m = M.shape[0], A.shape[0]
    sequence = [C]
    while True:
        C = sequence[-1]
        Cv, Cq = C[:, :n], C[:, n:]
        # M a - Aᵀ λ = force s, Cv a = -Cq v.
        left = M.row_join(-A.T).col_join(Cv.row_join(sympy.zeros(C.shape[0], m)))
        right = force.col_join((-Cq).row_join(sympy.zeros(C.shape[0], n)))
        null = left.T.nullspace()
        conditions = [C] if C.shape[0] else []
        conditions += [w.T * right for w in null]
        smaller = sympy.Matrix.vstack(*conditions) if conditions else C
        if smaller.rank() == C.rank():
            return sequence
        sequence.append(smaller)


@pytest.mark.parametrize("name", ["cawley", "null-constraint", "free-reaction", "gauge-particle"])
def test_naturality(name: str) -> None:
    system = System.from_gallery(name)
    names = system.specification.coordinates
    images = {"t": "t + 2", **{n: n for n in names}}
    images[names[1]] = f"{names[1]} + 2*{names[0]} + t*{names[-1]}"
    images[names[-1]] = f"{names[-1]} + {names[0]}**2" if name != "gauge-particle" else names[-1]
    if name == "gauge-particle":
        system = System(
            coordinates="r theta z", parameters="k",
            lagrangian="(rdot**2 + (1 + r**2)*(thetadot - z)**2 - k*r**2)/2",
        )  # fmt: skip
    new, change = pulled_back(system, images)
    theirs, ours = system.reduction(), new.reduction()
    assert [s.dimension for s in ours.stages] == [s.dimension for s in theirs.stages]
    assert [s.rank for s in ours.stages] == [s.rank for s in theirs.stages]
    for own, other in zip(ours.stages, theirs.stages, strict=True):
        assert check(own.place == other.place.pulled_back(change))
    assert check(ours.final == ours.stages[0].place).status is Status.REFUTED
    assert len(ours.freedom) == len(theirs.freedom)


def test_wrong_motions_are_refuted() -> None:
    reduction = System.from_gallery("free-reaction").reduction()
    jets = reduction.system.evolution_space
    sideways = jets.vector_field(ydot=1)
    refuted = [
        reduction.is_tangent(reduction.field + sideways),
        reduction.is_motion(reduction.field + sideways, reduction.multipliers),
        reduction.is_motion(reduction.field, tuple(-c for c in reduction.multipliers)),
        reduction.is_motion(reduction.field, tuple(c + 1 for c in reduction.multipliers)),
    ]
    for identities in refuted:
        assert check(identities).status is Status.REFUTED
    # Each direction of freedom needs its own multiplier.
    (free,) = reduction.freedom
    assert not check(reduction.is_motion(reduction.field + free.field, reduction.multipliers))


# --- refusals -----------------------------------------------------------------------------------


def stopped(**table: object) -> str:
    with pytest.raises(ConstraintAlgorithmStopped) as caught:
        System(name="s", **table).reduction()
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_refusals_by_name() -> None:
    with pytest.raises(ConstraintAlgorithmStopped, match=r"stops at P_1: .*union: x = 0, y = 0"):
        System.from_gallery("two-branches").reduction(strict=True)
    # EL_u: a curve of one real point, whose singularity no sum of squares explains.
    message = stopped(
        coordinates="x y u",
        lagrangian="(xdot**2 + ydot**2)/2 + u*(x**2 + sin(y)**2*x**2 + sin(y)**2)",
    )
    assert "not known to be a submanifold" in message


def test_ranks_that_drop() -> None:
    # EL_y: x ydd + xd yd = 0: the Hessian has rank 2 but for x = 0.
    system = System(coordinates="x y", lagrangian="xdot**2/2 + x*ydot**2/2")
    reduction = system.reduction()
    assert reduction.conditions == ("x != 0",) and reduction.is_unique
    with pytest.raises(ConstraintAlgorithmStopped, match=r"rank .* constant: .* where x = 0"):
        system.reduction(strict=True)
    assert System.from_gallery("cawley").reduction(strict=True).is_consistent


def test_step_limit() -> None:
    with pytest.raises(ConstraintAlgorithmStopped, match="no end after 2 steps"):
        Reduction(System.from_gallery("pendulum-with-tension"), limit=2)


# --- faces ----------------------------------------------------------------------------------------


def test_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "derive", "free-reaction", "--check")
    assert status == 0
    for word in ("P_1, the constraints: dimension 7", "P_3: dimension 5", "y = 0", "lambda_1 = x",
                 "∂_wdot to the field, 1 to lambda_2", "VERIFIED: the field is tan"):  # fmt: skip
        assert word in out
    status, out, _ = run(capsys, "derive", "null-constraint", "--json", "--check", "--details")
    answer = json.loads(out)
    assert len(answer["details"]["final"]) == 3
    assert status == 0 and answer["unique"] and answer["multipliers"] == ["x"]
    assert [s["dimension"] for s in answer["stages"]] == [4, 3, 2]
    assert all(c["holds"] for c in answer["checks"])
    status, out, _ = run(capsys, "derive", "inconsistent-constraint")
    assert status == 0 and "P_3: empty" in out and "inconsistent: there is no motion" in out
    status, out, _ = run(capsys, "derive", "inconsistent-constraint", "--format", "latex")
    assert status == 0 and r"P_{3} &= \emptyset" in out
    status, out, _ = run(capsys, "derive", "cawley", "--format", "latex")
    assert status == 0 and r"P_{2} &= \{z = 0\} \subset P_{1}" in out and r"\ddot{x} &= 0" in out
    for arguments in (("cawley", "--format", "python"), ("cawley", "--side", "hamiltonian")):
        status, out, err = run(capsys, "derive", *arguments)
        assert status == 2 and not out and err.count("\n") == 1
    status, out, _ = run(capsys, "list")
    assert status == 0 and "Systems for the constraint algorithm" in out and "cawley" in out


def test_faces_of_an_empty_result() -> None:
    reduction = System.from_gallery("inconsistent-constraint").reduction()
    assert "accelerations" not in data(reduction) and data(reduction)["consistent"] is False
    assert "inconsistent" in repr(reduction) and "never holds" in text(reduction)
    assert str(reduction) == text(reduction)
    assert reduction._repr_latex_().startswith("$$\\begin{aligned}")
    assert reduction.stages[-1].conditions == () and reduction.stages[-1].dimension is None
