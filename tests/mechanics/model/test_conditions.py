"""Conditions of a motion are those of its equations: none is lost, and no removable one is left."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
import sympy as sp
from gallery_systems import gallery_dynamics, gallery_system

import mechanics
from diffgeo import Manifold, Status, Verdict, check
from diffgeo.errors import OutsideDomain, Refusal
from diffgeo.subsets import conditions_on
from mechanics import System, compare, load, theories
from mechanics.errors import NotApplicable
from mechanics.theories.checks import judged

#: What the motions of the gallery need, by every theory; all others need nothing.
NEEDED = {
    "appell-hamel": {"xdot**2 + ydot**2 != 0"},
    "ball-on-turntable": {"sin(theta) != 0"},
    "charged-particle-on-sphere": {"sin(theta) != 0"},
    "expanding-sphere": {"a(t) != 0", "sin(theta) != 0"},
    "parallel-velocities": {"m*xdot**2 + m*ydot**2 + M*udot**2 + M*vdot**2 != 0"},
    "pursuit": {"y**2 + (f(t) - x)**2 != 0"},
    "rolling-ball": {"sin(theta) != 0"},
    "snakeboard": {"m*r**2 - J0*sin(phi)**2 != 0"},
    "stoermer-dipole": {"r != 0", "sin(theta) != 0"},
    "suslov": {"sin(theta) != 0"},
    "veselova": {"sin(theta) != 0"},
}
#: Where a condition fails, exactly: the bordered determinant is 0, or the data are not smooth.
FAILS = {
    "ball-on-turntable": {"theta": 0},
    "charged-particle-on-sphere": {"theta": sp.pi},
    "parallel-velocities": {"xdot": 0, "ydot": 0, "udot": 0, "vdot": 0},
    "rolling-ball": {"theta": 0},
    "snakeboard": {"m": 1, "r": 1, "J0": 2, "phi": sp.pi / 4, "theta": 0},
    "stoermer-dipole": {"theta": 0},
    "suslov": {"theta": 0},
    "veselova": {"theta": 0},
}


def bordered(system: System) -> tuple[sp.Matrix, sp.Matrix]:
    """The matrix and the right side for accelerations and multipliers, made by SymPy alone."""
    s = system.specification
    q = [sp.Symbol(n) for n in s.coordinates]
    v = [sp.Symbol(n) for n in s.velocities]
    t = sp.Symbol(s.time)
    L, *phi = (_plain(f.to_sympy()) for f in (system.lagrangian, *system.constraints))
    F = [_plain(sp.sympify(str(system.forces.get(n, 0)))) for n in s.coordinates]

    def along(f: sp.Expr) -> sp.Expr:
        return sp.diff(f, t) + sum(sp.diff(f, a) * b for a, b in zip(q, v, strict=True))

    n, m = len(q), len(phi)
    A = sp.Matrix(m, n, lambda i, a: sp.diff(phi[i], v[a]))
    H = sp.Matrix(n, n, lambda a, b: sp.diff(L, v[a], v[b]))
    top = [F[a] + sp.diff(L, q[a]) - along(sp.diff(L, v[a])) for a in range(n)]
    matrix = sp.Matrix(sp.BlockMatrix([[H, -A.T], [A, sp.zeros(m, m)]])) if m else H
    return matrix, sp.Matrix([*top, *(-along(f) for f in phi)])


def _value(tree: Any) -> sp.Expr:
    """A number with square roots in normal form."""
    return sp.radsimp(sp.expand(tree))


def _plain(tree: Any) -> sp.Expr:
    """With symbols that have no assumptions."""
    tree = sp.sympify(tree)
    return tree.subs({x: sp.Symbol(x.name) for x in tree.free_symbols})


# --- the gallery -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", mechanics.model.gallery.names())
def test_every_theory_needs_what_the_equations_need(name: str) -> None:
    for theory in (*theories.BUILT_IN, theories.multipliers):
        try:
            motion = gallery_dynamics(name, theory)
        except NotApplicable:
            continue
        if "randers" in name:
            # One of them is the cube of the numerator of L, in pieces.
            assert len(motion.conditions) == 2, (theory.name, motion.conditions)
        else:
            assert {*motion.conditions} == NEEDED.get(name, set()), theory.name


@pytest.mark.parametrize("name", FAILS)
def test_where_a_condition_fails_the_equations_are_singular(name: str) -> None:
    system = gallery_system(name)
    matrix, _ = bordered(system)
    names = sorted({*matrix.free_symbols}, key=str)
    regular = {x: sp.Rational(2 * k + 3, 7) for k, x in enumerate(names)}
    assert abs(matrix.subs(regular).evalf().det()) > 1e-9
    singular = regular | {sp.Symbol(k): sp.sympify(v) for k, v in FAILS[name].items()}
    assert _value(matrix.subs(singular).applyfunc(_value).det()) == 0


# --- random systems ----------------------------------------------------------------------------

_COEFFICIENTS = ("sin(theta)", "cos(theta)", "1", "x", "sin(2*theta)", "cos(theta)**2", "y - 1")
_MASSES = ("1", "2", "2 + sin(theta)", "1 + x**2")
_ANGLES = (0, sp.pi / 2, sp.pi, -sp.pi / 2, sp.pi / 4)


def random_system(rng: random.Random) -> System:
    names = ["x", "y", "theta"]
    a, b = rng.choice(_COEFFICIENTS), rng.choice(_COEFFICIENTS)
    constraints = [f"({a})*xdot - ({b})*ydot" + rng.choice(("", " + thetadot", " - x*thetadot"))]
    if rng.random() < 0.4:
        names.append("z")
        constraints.append(f"zdot - ({rng.choice(_COEFFICIENTS)})*xdot")
    kinetic = " + ".join(f"({rng.choice(_MASSES)})*{n}dot**2/2" for n in names)
    potential = rng.choice(("0", "x", "cos(theta)", "x*y"))
    return System(
        coordinates=" ".join(names),
        lagrangian=f"{kinetic} - ({potential})",
        constraints=constraints,
        forces={"x": rng.choice(("0", "sin(theta)", "-xdot"))},
    )


def points_on(system: System, rng: random.Random, count: int) -> list[dict[sp.Symbol, sp.Expr]]:
    """Exact points of the constraint set over special angles, pivots of all kinds being 0 there."""
    found: list[dict[sp.Symbol, sp.Expr]] = []
    s = system.specification
    v = [sp.Symbol(n) for n in s.velocities]
    for _ in range(count):
        point = {sp.Symbol(n): sp.Integer(rng.choice((0, 1, -1))) for n in s.coordinates}
        point |= {sp.Symbol("theta"): rng.choice(_ANGLES), sp.Symbol("t"): sp.Integer(0)}
        rows = sp.Matrix(
            [[sp.diff(_plain(f.to_sympy()), w) for w in v] for f in system.constraints]
        ).subs(point)
        velocity = sum((rng.randint(1, 3) * k for k in rows.nullspace()), sp.zeros(len(v), 1))
        found.append(point | dict(zip(v, velocity, strict=True)))
    return found


@pytest.mark.parametrize("seed", range(8))
def test_the_equations_hold_where_conditions_were_dropped(seed: int) -> None:
    rng = random.Random(seed)
    system = random_system(rng)
    matrix, right = bordered(system)
    for theory in (theories.projection, theories.omega_gamma, theories.constrained_cartan):
        motion = system.dynamics(theory)
        shown = motion.presentation
        values = sp.Matrix(
            [_plain(f.to_sympy()) for f in (*shown.accelerations.values(), *shown.multipliers)]
        )
        needed = [_plain(sp.sympify(c.split(" != ")[0])) for c in motion.conditions]
        for point in points_on(system, rng, 4):
            at_point = matrix.subs(point)
            singular = _value(at_point.det()) == 0
            fails = any(_value(p.subs(point)) == 0 for p in needed)
            assert singular == fails, (theory.name, motion.conditions, point)
            if not singular:
                residual = at_point * values.subs(point) - right.subs(point)
                assert not any(map(_value, residual)), (theory.name, point)
                # The control: other accelerations do not satisfy them.
                assert any(map(_value, residual + at_point * sp.ones(len(values), 1)))


# --- conditions that are needed ----------------------------------------------------------------


@pytest.mark.parametrize("theory", theories.BUILT_IN, ids=str)
@pytest.mark.parametrize(
    ("lagrangian", "constraint", "needed"),
    [
        # The rank of the constraint drops; an acceleration has a pole; several motions.
        ("xdot**2/2 + ydot**2/2", "x*ydot", ("x != 0",)),
        ("cos(x)*xdot**2/2 + ydot**2/2", "ydot - y", ("cos(x) != 0",)),
        ("xdot**4 + ydot**2", "ydot", ("xdot != 0",)),
        # They are dependent only where both coefficients vanish: no coefficient alone.
        ("xdot**2/2 + ydot**2/2", "x*xdot + y*ydot", ("x**2 + y**2 != 0",)),
        # The inertia of a rotating pair is definite.
        ("xdot**2/2 + ydot**2/2", "ydot*sin(x) - xdot*cos(x)", ()),
    ],
)
def test_conditions_that_are_needed_stay(
    theory: Any, lagrangian: str, constraint: str, needed: tuple[str, ...]
) -> None:
    system = System(coordinates="x y", lagrangian=lagrangian, constraints=constraint)
    assert system.dynamics(theory).conditions == needed


def test_a_condition_on_parameters_stays_and_declared_signs_remove_it() -> None:
    data: dict[str, Any] = {
        "coordinates": "x y",
        "parameters": "m J",
        "lagrangian": "m*xdot**2/2 + J*ydot**2/2",
        "constraints": "xdot - ydot",
    }
    assert "m + J != 0" in System(**data).dynamics().conditions
    assert System(positive="m J", **data).dynamics().conditions == ()


def test_what_holds_on_the_whole_set_is_no_condition() -> None:
    M = Manifold("M", "x y", parameters="c", positive="c")
    circle = M.function("x**2 + y**2 - c**2")
    f = 1 / M.function("x**2 + y**2") + 1 / M.function("x")
    assert [*map(str, conditions_on(M, f.conditions, [circle]))] == ["x != 0"]
    # Without the declared sign c may be 0, and elsewhere the function may vanish.
    N = Manifold("N", "x y", parameters="c")
    g = 1 / N.function("x**2 + y**2")
    assert len(conditions_on(N, g.conditions, [N.function("x**2 + y**2 - c**2")])) == 1
    assert len(conditions_on(M, (1 / M.function("x**2 + y**2")).conditions, [])) == 1


def test_definite_quadratic_functions_are_no_condition() -> None:
    M = Manifold("M", "x y")
    assert (1 / M.function("x**2 + x*y + y**2 + 1")).conditions == ()
    assert len((1 / M.function("x**2 + 3*x*y + y**2 + 1")).conditions) == 1
    assert len((1 / M.function("x**2 + x*y + y**2")).conditions) == 1


# --- verdicts on the constraint set ------------------------------------------------------------


def test_rates_have_no_poles_of_solved_velocities() -> None:
    for name, coordinate in (("knife-edge", "y"), ("chaplygin-sleigh", "theta")):
        system = load(name)
        for theory in ("projection", "omega_gamma"):
            found = system.noether({coordinate: 1}, theory=theory)
            assert not any("/sin" in str(term) for term in found.terms().values())
            for answer in (*found.checks(), *system.energy_balance(theory=theory).checks()):
                assert answer.verdict is not None
                assert answer.verdict.conditions == (), answer
    # A pole of the motion itself stays.
    (answer,) = {
        str(c) for c in load("rolling-ball").energy_balance().is_conserved.verdict.conditions
    }
    assert answer == "sin(theta) != 0"


def test_where_the_constraint_is_dependent_nothing_is_claimed() -> None:
    system = System(coordinates="x y", lagrangian="xdot**2/2 + ydot**2/2", constraints="x*ydot")
    # On x = 0 the function is not 0, though x*ydot is.
    verdict = check(system.place.same(system.evolution_space["ydot"], 0))
    assert [*map(str, verdict.conditions)] == ["x != 0"]


def test_what_is_defined_nowhere_on_the_set_is_not_verified() -> None:
    """A condition excludes the set that the statement is about."""
    system = System(
        coordinates="x y",
        lagrangian="xdot**2/2 + ydot**2/2",
        constraints="xdot**2 + ydot**2 - 1",
        forces={"x": "1/(xdot**2 + ydot**2 - 1)"},
    )
    motion = system.dynamics()
    with pytest.raises(OutsideDomain, match="nothing is said"):
        _ = motion.conditions
    balance = system.energy_balance()
    statements = [*motion.checks()[1:], balance.balance, balance.is_conserved]
    assert all(s.holds is None and "nothing is said" in s.reason for s in statements)


def test_a_root_of_what_is_negative_on_the_set_is_not_verified() -> None:
    system = System(
        coordinates="x y",
        lagrangian="xdot**2/2 + ydot**2/2",
        constraints="xdot**2 + ydot**2 - 1",
        forces={"x": "sqrt(xdot**2 + ydot**2 - 2)"},
    )
    assert system.energy_balance().is_conserved.holds is None
    with pytest.raises(OutsideDomain):
        _ = system.dynamics().conditions


def test_what_cancels_is_compared_on_the_set() -> None:
    system = System(coordinates="x y", lagrangian="xdot**2/2 + ydot**2/2", constraints="ydot - x")
    jets, (phi,) = system.evolution_space, system.constraints
    written = jets["x"] * phi / phi
    same = judged("x is ydot", lambda: system.place.same(written, jets["ydot"]))
    other = judged("x is y", lambda: system.place.same(written, jets["y"]))
    assert (same.holds, other.holds) == (True, False)
    assert same.verdict is not None and same.verdict.conditions == ()
    assert judged("a pole", lambda: system.place.same(1 / phi, 0)).holds is None


def test_a_theory_that_divides_by_zero_on_the_set_does_not_apply() -> None:
    system = System(coordinates="x y", lagrangian="xdot**3/6 + ydot**2/2", constraints="xdot")
    with pytest.raises(NotApplicable, match="divides by what vanishes on the whole constraint set"):
        system.dynamics(theories.projection)
    found = compare(system)
    assert found.agree and "projection" in found.not_applicable
    assert system.dynamics("omega_gamma").conditions == ()


def test_a_motion_is_left_alone_where_it_differs_from_the_equations() -> None:
    from dataclasses import replace

    def wrong(system: System) -> Any:
        made = theories.omega_gamma.construct(system)
        jets = system.evolution_space
        return replace(made, field=made.field + jets.vector_field({"xdot": "1/sin(phi)"}))

    theory = replace(theories.omega_gamma, name="wrong", construct=wrong)
    assert "sin(phi) != 0" in theory(load("knife-edge")).conditions


# --- simulation --------------------------------------------------------------------------------


@pytest.mark.parametrize("theory", ["projection", "omega_gamma", "constrained_cartan"])
def test_a_run_passes_where_only_the_construction_divides_by_zero(theory: str) -> None:
    pytest.importorskip("scipy")
    skate = System(
        coordinates="x y theta",
        lagrangian="(xdot**2 + ydot**2 + thetadot**2)/2",
        constraints="xdot*sin(theta) - ydot*cos(theta)",
    )
    start = {"x": 0, "y": 0, "theta": "1/10", "thetadot": 1, "xdot": 1}
    run = skate.dynamics(theory).simulate(start, until=8)
    assert not run.stopped
    # Where a velocity has infinite accelerations it stops.
    bead = System(
        coordinates="x y", lagrangian="cos(x)*xdot**2/2 + ydot**2/2", constraints="ydot - y"
    )
    run = bead.dynamics(theory).simulate({"x": 0, "y": 1, "xdot": 1}, until=8)
    assert run.stopped


def test_functions_too_large_to_write_keep_their_conditions() -> None:
    motion = load("two-wheeled-carriage").dynamics()
    assert motion.domain == ()
    try:
        text = str(motion.presentation.determinant)
    except Refusal:
        text = ""
    assert "!=" not in text


@pytest.mark.parametrize(
    ("constraints", "parameters", "needed"),
    [
        # On the set the determinant has no zero, though it is no number there.
        (["xdot**2 - 2"], "", ()),
        (["xdot*ydot - 1"], "", ()),
        (["xdot**2 - 1", "ydot**2 - 1"], "", ()),
        (["x*ydot + y*xdot - 1", "xdot + 3*ydot"], "", ()),
        (["exp(xdot) - 1"], "", ()),
        # The parameters for which there are points say it.
        (["xdot**2 - k"], "k", ("k > 0",)),
        (["xdot**2 + 2*ydot**2 - k"], "k", ("k > 0",)),
        # Once, and not in its square too.
        (["sin(k)*ydot + m*xdot - m", "xdot + 3*ydot"], "m k", ("sin(k) - 3*m != 0",)),
        # What the data need stays: denominators and radicands are not taken for granted.
        (["xdot/ydot - x"], "", ("ydot != 0",)),
        (["sqrt(xdot) - ydot"], "", ("xdot > 0",)),
        (["xdot*ydot - y"], "", ("xdot**2 + ydot**2 != 0",)),
    ],
)
def test_what_equations_or_other_conditions_imply_is_no_condition(
    constraints: list[str], parameters: str, needed: tuple[str, ...]
) -> None:
    system = System(
        coordinates="x y",
        parameters=parameters,
        lagrangian="(xdot**2 + ydot**2)/2",
        constraints=constraints,
    )
    assert system.dynamics().conditions == needed


def test_pivots_go_away_where_only_random_evaluation_compares() -> None:
    # 2 + sin(z) times 2 + sin(y) minus sin(y)**2 is a pivot of the projection, and nothing else.
    system = System(
        coordinates="x y z",
        lagrangian="(2 + sin(z))*xdot**2/2 + (2 + sin(y))*ydot**2/2 + zdot**2/2"
        " + sin(y)*xdot*ydot + sqrt(y**2 + 1)*zdot + z",
        constraints="5/2*ydot + 1",
        forces={"y": "2*ydot"},
    )
    assert system.dynamics().conditions == system.dynamics("multipliers").conditions == ()


@pytest.mark.parametrize("status", [Status.VERIFIED, Status.PROBED, Status.UNKNOWN])
def test_a_condition_goes_only_where_the_comparison_is_verified(
    status: Status, monkeypatch: pytest.MonkeyPatch
) -> None:
    motion = load("snakeboard").dynamics()

    def answered(*given: object, **options: object) -> Verdict:
        return replace(check(*given, **options), status=status)

    monkeypatch.setattr("mechanics.theories.dynamics.check", answered)
    assert (motion.regular is motion) is (status is not Status.VERIFIED)
