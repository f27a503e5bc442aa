"""Where constrained systems are regular, for all parameters: over the reals and over C."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from depth import some_of

from diffgeo import Status, check
from diffgeo.errors import ExpressionError, NotSupported, UndefinedSymbol
from mechanics import System
from mechanics.analysis.regularity import Regularity
from mechanics.analysis.regularity.definitions import (
    bordered_determinant,
    bordered_volume,
    condition_determinant,
    has_unique_motion,
    rank_of_dynamics,
    rank_on_canonical_distribution,
    rank_on_constraint_set,
)
from mechanics.analysis.regularity.families_of_systems import Family
from mechanics.errors import BadSystem, InconsistentConstraints
from mechanics.faces.command_line import main

CLASSICAL = "m*(xdot**2 + ydot**2 + zdot**2)/2"
KINETIC = {"coordinates": "x y z", "lagrangian": CLASSICAL, "positive": "m"}
QUADRATIC = KINETIC | {
    "parameters": "m E F K",
    "solved": {"zdot": "sqrt(E*xdot**2 + F*ydot**2 + K)"},
}
TWO_ROOTS = {"ydot": "sqrt(D*xdot**2 + E)", "zdot": "sqrt(F*xdot**2 + G)"}


@cache
def quadratic(field: str) -> Regularity:
    return Regularity(Family(**QUADRATIC), field, 120)


def decided(field: str = "real", **system: object) -> Regularity:
    found = Regularity(Family(**system), field, 60)
    assert found.cases.is_decided, found.cases.reasons
    return found


def classes(found: Regularity) -> dict[str, str]:
    return {name: text for name, text in found.formulas.items() if text != "never"}


# --- affine constraints with functions for coefficients ------------------------------------


def test_one_affine_constraint() -> None:
    arguments = "(t, x, y, z)"
    found = decided(
        **KINETIC,
        parameters="m",
        functions=[f"{f}{arguments}" for f in "ABC"],
        solved={"zdot": f"A{arguments}*xdot + B{arguments}*ydot + C{arguments}"},
    )
    assert classes(found) == {"everywhere": "always"}
    assert found.by_theorem
    assert found.check("always").status is Status.VERIFIED
    A = "A(t, x, y, z)"
    assert found.check(f"{A} != 0").status is Status.REFUTED


def test_two_affine_constraints() -> None:
    q = "(t, x, y, z)"
    found = decided(
        **KINETIC,
        parameters="m",
        functions=[f"{f}{q}" for f in "ABCD"],
        solved={"ydot": f"A{q}*xdot + B{q}", "zdot": f"C{q}*xdot + D{q}"},
    )
    assert classes(found) == {"everywhere": "always"}


def test_an_affine_constraint_over_complex_numbers() -> None:
    # det (1) is m²(1 + A² + B²): complex coefficients make it vanish.
    found = decided("complex", **KINETIC, parameters="m A B", solved={"zdot": "A*xdot + B*ydot"})
    assert found.formulas["nowhere"] == "A**2 + B**2 + 1 == 0"
    assert found.formulas["everywhere"] == "A**2 + B**2 + 1 != 0"


# --- one quadratic constraint ----------------------------------------------------------------


def quadratic_class(E: Fraction, F: Fraction, K: Fraction) -> str:
    """By hand: R > 0 somewhere, or R = 0 identically, and then (1) holds."""
    if max(E, F, K) > 0 or E == F == K == 0:
        return "everywhere"
    return "no points"


def complex_class(E: int, F: int, K: int) -> str:
    """By hand, from R = E a + F b + K and P = E(1 + E) a + F(1 + F) b + K in a = u², b = v².

    Singular points are those with P = 0 ≠ R.
    """
    if E == F == K == 0:
        return "everywhere"
    p, q = E * (1 + E), F * (1 + F)
    if p == q == K == 0:
        return "nowhere"
    # The zeros of P, which is not 0, lie in those of R: P is constant or proportional to R.
    if p == q == 0 or (p * F == q * E and p * K == K * E and q * K == K * F):
        return "everywhere"
    return "open dense"


VALUES = (-2, -1, 0, 1, 2)


def test_the_quadratic_constraint_over_the_reals() -> None:
    found = quadratic("real")
    assert found.cases.is_decided and found.by_theorem
    for E, F, K in product((-2, -1, Fraction(-1, 2), 0, 1), repeat=3):
        expected = quadratic_class(E, F, K)
        assert found.class_at({"m": 1, "E": E, "F": F, "K": K}) == expected, (E, F, K)


def test_the_quadratic_constraint_over_complex_numbers() -> None:
    found = quadratic("complex")
    assert found.cases.is_decided and not found.by_theorem
    for E, F, K in some_of([*product(VALUES, repeat=3)]):
        expected = complex_class(E, F, K)
        assert found.class_at({"m": 1, "E": E, "F": F, "K": K}) == expected, (E, F, K)


def test_the_quadratic_constraint_over_complex_numbers_by_another_route() -> None:
    """The same sentences with real and imaginary parts, by z3 instead of elimination."""
    import z3

    E, F, K, a, b, c, d = z3.Reals("E F K a b c d")  # u² = a + ic, v² = b + id.
    P = z3.And(E * (1 + E) * a + F * (1 + F) * b + K == 0, E * (1 + E) * c + F * (1 + F) * d == 0)
    R = z3.Or(E * a + F * b + K != 0, E * c + F * d != 0)
    some_root = z3.Or(E != 0, F != 0, K != 0)
    meaning = {
        "nowhere": z3.And(some_root, z3.ForAll([a, b, c, d], z3.Implies(R, P))),
        "everywhere": z3.ForAll([a, b, c, d], z3.Not(z3.And(P, R))),
    }
    for name, sentence in meaning.items():
        text = quadratic("complex").formulas[name]
        cells = [cell.split(" and ") for cell in text.split(" or ")]
        names = {"E": E, "F": F, "K": K}
        formula = z3.Or([z3.And([_literal(s, names) for s in cell]) for cell in cells])
        for wrong in (z3.And(formula, z3.Not(sentence)), z3.And(z3.Not(formula), sentence)):
            solver = z3.Solver()
            solver.add(wrong)
            assert solver.check() == z3.unsat, name
        solver = z3.Solver()
        solver.add(z3.Not(sentence))
        assert solver.check() == z3.sat  # The sentence is not trivial.


def _literal(text: str, names: dict[str, object]) -> object:
    """``E - F == 0`` or ``E != -1`` as a formula of z3."""
    left, relation, right = text.rpartition(" != ") if "!=" in text else text.rpartition(" == ")
    terms = left.split(" - ")
    value = names[terms[0]] - sum(names[t] for t in terms[1:]) - int(right)
    return value != 0 if "!=" in relation else value == 0


def test_sentences_are_proved_and_wrong_ones_refuted() -> None:
    found = quadratic("real")
    assert found.verdict().status is Status.VERIFIED
    right = "E > 0 or F > 0 or K > 0 or (E == 0 and F == 0 and K == 0)"
    assert found.check(right).status is Status.VERIFIED
    assert found.check("always", "everywhere", "no points").status is Status.VERIFIED
    assert found.check("never", "nowhere", "open dense", "partly").status is not Status.REFUTED
    wrong = "E > 0 or F > 0 or K >= 0"  # Adds K = 0 > E, F.
    assert found.check(wrong).status is Status.REFUTED


def test_the_printed_classification_is_refuted_by_a_regular_system() -> None:
    verdict = quadratic("real").check("E != 0 and E != -1 and F != 0 and F != -1 and K != 0")
    assert verdict.status is Status.REFUTED
    point = verdict.counterexample.point
    # A system that the print excludes is regular; the point shows a determinant that is not 0.
    assert quadratic_class(point["E"], point["F"], point["K"]) == "everywhere"
    assert point["E"] in (0, -1) or point["F"] in (0, -1) or point["K"] == 0
    assert (
        point["zdot"] ** 2
        == sum(point[p] * point.get(v, 0) ** 2 for p, v in (("E", "xdot"), ("F", "ydot")))
        + point["K"]
    )
    assert verdict.counterexample.value not in ("0", "nan")
    assert "regular at every point of Q" in str(verdict)


def test_an_implicit_quadratic_constraint() -> None:
    found = decided(
        **KINETIC, parameters="m A k", constraints=["A*xdot**2 + ydot**2 + zdot**2 - k"]
    )
    assert classes(found) == {
        "everywhere": "A < 0 or k > 0",
        "no points": "A >= 0 and k <= 0",
    }
    assert found.dependent_points == "some"  # k = 0: the apex of the cone.


# --- two quadratic constraints -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("second", "parameters", "expected"),
    [
        # (1) is m(1 + D + F) for E = G = 0; a root that vanishes identically drops out.
        ({"ydot": "sqrt(D*xdot**2)", "zdot": "sqrt(F*xdot**2)"}, "m D F", "D + F + 1 == 0"),
        # (D, E, F, G) = (0, E, -1, 0) and (-1, 0, 0, G).
        ({"ydot": "sqrt(E)", "zdot": "sqrt(F*xdot**2)"}, "m E F", "F == -1"),
        ({"ydot": "sqrt(D*xdot**2)", "zdot": "sqrt(G)"}, "m D G", "D == -1"),
    ],
)
def test_two_quadratic_constraints_that_are_regular_nowhere_over_complex_numbers(
    second: dict[str, str], parameters: str, expected: str
) -> None:
    found = decided("complex", **KINETIC, parameters=parameters, solved=second)
    assert found.formulas["nowhere"] == expected
    assert found.formulas["everywhere"] == expected.replace("==", "!=")


# --- other Lagrangians ---------------------------------------------------------------------------


def test_an_indefinite_kinetic_energy_with_a_light_like_constraint() -> None:
    lorentz = {"coordinates": "x y", "lagrangian": "(xdot**2 - ydot**2)/2"}
    assert classes(decided(**lorentz)) == {"everywhere": "always"}
    found = decided(**lorentz, parameters="a", constraints=["ydot - a*xdot"])
    assert classes(found) == {
        "everywhere": "a != -1 and a != 1",
        "nowhere": "a == -1 or a == 1",
    }
    assert not found.by_theorem
    assert found.check("a == 1 or a == -1", "nowhere").status is Status.VERIFIED
    refuted = found.check("a == 1", "nowhere")
    assert refuted.status is Status.REFUTED
    assert refuted.counterexample.point["a"] == -1
    assert refuted.counterexample.value == "0"


def test_a_constraint_that_is_regular_on_an_open_dense_set_only() -> None:
    # The Hessian diag(1, -1) on the tangent (ydot, xdot) of xdot² - ydot² = k: ydot² - xdot² = -k;
    # and on that of xdot² + ydot² = k: ydot² - xdot².
    lorentz = {"coordinates": "x y", "lagrangian": "(xdot**2 - ydot**2)/2", "parameters": "k"}
    hyperbola = decided(**lorentz, constraints=["xdot**2 - ydot**2 - k"])
    assert classes(hyperbola) == {"everywhere": "k != 0", "nowhere": "k == 0"}
    circle = decided(**lorentz, constraints=["xdot**2 + ydot**2 - k"])
    assert classes(circle) == {"open dense": "k > 0", "no points": "k <= 0"}
    refuted = circle.check("k > 0")
    assert refuted.status is Status.REFUTED
    point = refuted.counterexample.point
    assert point["xdot"] ** 2 == point["ydot"] ** 2  # A singular point, exactly.
    assert point["xdot"] ** 2 + point["ydot"] ** 2 == point["k"]


def test_a_singular_lagrangian_made_regular_by_a_constraint_and_vice_versa() -> None:
    singular = {"coordinates": "x y", "lagrangian": "xdot**2/2"}
    assert classes(decided(**singular)) == {"nowhere": "always"}
    assert classes(decided(**singular, constraints=["ydot - x*xdot"])) == {"everywhere": "always"}
    assert classes(decided(**singular, constraints=["xdot - y"])) == {"nowhere": "always"}


def test_a_function_that_vanishes_on_one_component_only() -> None:
    found = decided(coordinates="x y", lagrangian="(1 + ydot)*xdot**2", constraints=["ydot**2 - 1"])
    assert classes(found) == {"partly": "always"}


def test_an_exceptional_set_of_positions() -> None:
    found = decided(
        coordinates="x y", parameters="k", lagrangian="x*xdot**2/2 + ydot**2",
        constraints=["xdot - k*ydot"],
    )  # fmt: skip
    assert classes(found) == {"everywhere": "k == 0", "open dense": "k != 0"}


def test_signs_of_parameters_are_used() -> None:
    spring = {"coordinates": "x", "parameters": "m", "lagrangian": "m*xdot**2/2 - x**2"}
    assert classes(decided(**spring)) == {"everywhere": "m != 0", "nowhere": "m == 0"}
    assert classes(decided(**spring, assume="m > 0")) == {"everywhere": "always"}
    assert classes(decided(**spring, assume="m < 0")) == {"everywhere": "always"}
    assert not decided(**spring, assume="m < 0").by_theorem


def test_denominators_are_not_cleared() -> None:
    # At C = 0 nothing is defined, so that there are no points.
    found = decided(
        coordinates="x y", parameters="A C", lagrangian="xdot**2 + ydot**2",
        solved={"ydot": "A*xdot/C"},
    )  # fmt: skip
    assert classes(found) == {"everywhere": "C != 0", "no points": "C == 0"}


def test_no_points() -> None:
    empty = {
        "coordinates": "x y",
        "lagrangian": "xdot**2 + ydot**2",
        "constraints": ["xdot**2 + ydot**2 + 1"],
    }
    assert classes(decided(**empty)) == {"no points": "always"}
    # Over C it is a sphere: the Hessian on its tangent (ydot, -xdot) is 2(xdot² + ydot²) = -2.
    assert classes(decided("complex", **empty)) == {"everywhere": "always"}
    with pytest.raises(InconsistentConstraints):
        System(**empty)


def test_sines() -> None:
    sleigh = {
        "coordinates": "x y phi",
        "parameters": "m J",
        "lagrangian": "m*(xdot**2 + ydot**2)/2 + J*phidot**2/2",
        "constraints": ["xdot*sin(phi) - ydot*cos(phi)"],
    }
    assert classes(decided(**sleigh, positive="m J")) == {"everywhere": "always"}
    found = decided(**sleigh)
    assert found.check("m != 0 and J != 0").status is Status.VERIFIED
    assert found.check("m != 0").status is Status.REFUTED
    pulsating = decided(coordinates="x", parameters="a", lagrangian="(1 + a*cos(x))*xdot**2")
    assert pulsating.check("-1 < a and a < 1").status is Status.VERIFIED
    assert pulsating.check("a >= 1 or a <= -1", "open dense").status is Status.VERIFIED


def test_a_sine_of_something_that_occurs_elsewhere_is_not_guessed() -> None:
    found = Regularity(Family(coordinates="x", lagrangian="(x + sin(x))*xdot**2"), "real", 10)
    assert found.formulas["undecided"] == "always"
    assert "independent" in " ".join(found.cases.reasons)


# --- the definitions -----------------------------------------------------------------------------

THREE = {"coordinates": "x y z", "lagrangian": "(xdot**2 - ydot**2 + zdot**2)/2 + x*z"}
FREE = {"coordinates": "x y z", "lagrangian": "(xdot**2 + ydot**2 + zdot**2)/2"}
SYSTEMS = {
    # Rank on C, of the dynamics, on Q; one motion.
    "oscillator": ({"coordinates": "x", "lagrangian": "xdot**2 - x**2"}, (1, 1, 1, True)),
    # A vertical field is characteristic for the class on C.
    "no kinetic energy": ({"coordinates": "x", "lagrangian": "-x"}, (1, 2, 1, False)),
    "null": ({"coordinates": "x", "lagrangian": "xdot"}, (3, 3, 3, False)),
    # One constraint: the rank on Q, of even dimension, is even.
    "one constraint": (FREE | {"constraints": ["zdot - x*ydot"]}, (1, 1, 0, True)),
    "two constraints": (
        FREE | {"constraints": ["zdot - x*xdot", "ydot - z*xdot"]},
        (1, 1, 1, True),
    ),
    # Integrable constraints: regular, and the 2-form on Q is degenerate.
    "integrable": (FREE | {"constraints": ["zdot", "ydot - 2*xdot"]}, (1, 1, 3, True)),
    # Not regular, and the 2-form on Q has rank 1.
    "light-like": (THREE | {"constraints": ["zdot", "ydot - xdot"]}, (1, 2, 1, False)),
}


@pytest.mark.parametrize("name", SYSTEMS)
def test_definitions(name: str) -> None:
    data, (on_C, dynamics, on_Q, unique) = SYSTEMS[name]
    system = System(**data)
    assert rank_on_canonical_distribution(system) == on_C
    assert rank_of_dynamics(system) == dynamics
    assert rank_on_constraint_set(system) == on_Q
    assert has_unique_motion(system) is unique
    # Equivalent to (1): the dynamics, the motion, the bordered determinant, the volume.
    assert (dynamics == 1) is unique
    for thing in (bordered_determinant, condition_determinant, bordered_volume):
        assert bool(check(thing(system) == 0 * thing(system))) is not unique
    if unique:
        assert on_C == 1


def test_the_bordered_determinant_is_that_of_condition_1_up_to_a_square() -> None:
    system = System(**KINETIC, parameters="m a", constraints=["a*zdot - x*xdot - ydot"])
    border, condition = bordered_determinant(system), condition_determinant(system)
    # The velocity that is solved for is ydot, with coefficient -1.
    assert check(border == -condition)
    assert not check(border == condition)
    volume = bordered_volume(system)
    (value,) = volume.components.values()
    assert check(value * value == 4 * border * border)


def test_roots_in_denominators_leave_nothing() -> None:
    found = decided(
        coordinates="x y", parameters="E", lagrangian="xdot**2 + ydot**2",
        solved={"ydot": "1/sqrt(E*xdot**2)"},
    )  # fmt: skip
    assert found.formulas["no points"] == "E <= 0"
    found = decided(
        coordinates="x y", parameters="E F", lagrangian="xdot**2 + ydot**2",
        solved={"ydot": "sqrt(E*xdot**2)/F"},
    )  # fmt: skip
    assert found.check("E < 0 or F == 0", "no points").status is Status.VERIFIED


@pytest.mark.parametrize("change", [{"X": "y", "Y": "x"}, {"X": "x + t*y", "Y": "2*y - t**2"}])
def test_other_coordinates_change_nothing(change: dict[str, str]) -> None:
    """(x, y) ↦ (X, Y) on E over t, prolonged: the same classes; not so for a non-change."""
    import sympy

    t, x, y, xdot, ydot = sympy.symbols("t x y xdot ydot")
    new = {name: sympy.sympify(text) for name, text in change.items()}
    velocity = {
        f"{name}dot": f.diff(t) + f.diff(x) * xdot + f.diff(y) * ydot for name, f in new.items()
    }
    X, Y, Xdot, Ydot = sympy.symbols("X Y Xdot Ydot")
    lagrangian = Ydot**2 / 2 - Xdot**2 / 2 - X
    constraint = Xdot**2 + Ydot**2 - sympy.Symbol("k") - Y**2
    there = {X: new["X"], Y: new["Y"], Xdot: velocity["Xdot"], Ydot: velocity["Ydot"]}
    before = decided(
        coordinates="X Y", parameters="k", lagrangian=lagrangian, constraints=[constraint]
    )
    after = decided(
        coordinates="x y",
        parameters="k",
        lagrangian=lagrangian.subs(there, simultaneous=True),
        constraints=[constraint.subs(there, simultaneous=True)],
    )
    assert classes(before) == classes(after) == {"open dense": "always"}
    # Only the Lagrangian in the new coordinates: another system.
    other = decided(
        coordinates="x y", parameters="k", lagrangian=lagrangian.subs({Ydot: 0, Xdot: xdot, X: x}),
        constraints=[ydot**2 - 1],
    )  # fmt: skip
    assert classes(other) == {"everywhere": "always"}


# --- wrong input, faces ----------------------------------------------------------------------


def test_wrong_questions() -> None:
    found = quadratic("real")
    with pytest.raises(BadSystem, match="no class of regularity"):
        found.check("always", "sometimes")
    with pytest.raises(ExpressionError, match="no claim"):
        found.check("E >")
    with pytest.raises(ExpressionError, match="no comparison"):
        found.check("E + 1")
    with pytest.raises(UndefinedSymbol, match="no parameter"):
        found.check("xdot > 0")
    with pytest.raises(NotSupported, match="no value of the parameter"):
        found.class_at({"m": 1})
    with pytest.raises(NotSupported, match="field of numbers"):
        Regularity(Family(**QUADRATIC), "quaternions")
    with pytest.raises(NotSupported, match="over the reals"):
        quadratic("complex").check("always")


def test_a_time_limit_ends_undecided() -> None:
    found = Regularity(Family(**KINETIC, parameters="m D E F G", solved=TWO_ROOTS), "real", 0.0)
    assert found.formulas["undecided"] == "always"
    assert found.verdict().status in (Status.UNKNOWN, Status.REFUTED)


FILE = """
coordinates = ["x", "y"]
parameters = ["a"]
lagrangian = "(xdot**2 - ydot**2)/2"
constraints = ["ydot - a*xdot"]
assume = ["a > 0"]
"""


def run(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    return int(stop.value.code or 0), capsys.readouterr().out


def test_command_line(tmp_path, capsys) -> None:
    path = tmp_path / "cone.toml"
    path.write_text(FILE)
    code, out = run(["regularity", str(path)], capsys)
    assert code == 0 and "regular nowhere on Q: a == 1" in out
    code, out = run(["regularity", str(path), "--complex", "--json"], capsys)
    data = json.loads(out)
    assert code == 0 and data["field"] == "complex"
    assert data["regularity"]["undecided"] == "never"
    code, out = run(["regularity", "chaplygin-sleigh"], capsys)
    assert code == 0 and "regular at every point of Q: always" in out


def test_a_system_says_it() -> None:
    system = System(coordinates="x", parameters="m", lagrangian="m*xdot**2/2")
    found = system.regularity()
    assert found.formulas["everywhere"] == "m != 0"
    assert "m" in found.latex() and "everywhere" in repr(found)


@pytest.mark.parametrize(
    ("lagrangian", "expected"),
    [
        # The momenta vanish on v² = 1, and dΘ_L with them; near it they do not.
        ("(xdot**2 + ydot**2)**2/4 - (xdot**2 + ydot**2)/2", (3, 3, 4, False)),
        ("(xdot**2 + ydot**2)**2/4 - (xdot**2 + ydot**2)", (1, 1, 2, True)),
    ],
)
def test_ranks_are_those_on_the_constraint_set(
    lagrangian: str, expected: tuple[int, int, int, bool]
) -> None:
    speed = "xdot**2 + ydot**2 - 1"
    system = System(coordinates="x y", lagrangian=lagrangian, constraints=[speed])
    found = (
        rank_on_canonical_distribution(system),
        rank_of_dynamics(system),
        rank_on_constraint_set(system),
    )
    assert (*found, has_unique_motion(system)) == expected
    assert expected[3] is (system.regularity().formulas["nowhere"] == "never")
