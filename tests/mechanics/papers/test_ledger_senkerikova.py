"""The ledger of Šenkeříková's paper on one small seeded datum for each claim.

Every outcome is the recorded one, every mutated form is refuted, and a wrong sign in an operation
of the library changes outcomes. The objects of the ledger are those of the library's theories,
and numbers found by hand.
"""

from __future__ import annotations

from typing import Any

import pytest
from wrong_signs import BRACKET, ENDOMORPHISM, INSERTION, TRANSPOSE, WEDGE, noticed

from diffgeo import Form, Map, check
from diffgeo.calculus import linear_algebra as linear
from mechanics.model.velocity_choice import choose_velocities
from mechanics.papers import ledger
from mechanics.papers.senkerikova import characteristic, ranks
from mechanics.papers.senkerikova.data import (
    SMALL,
    any_constraint,
    classical,
    polynomial,
    small,
    undefined,
)
from mechanics.papers.senkerikova.motions import reduced
from mechanics.papers.senkerikova.scene import ConstraintScene
from mechanics.theories.canonical_distribution import CanonicalDistribution
from mechanics.theories.constrained_cartan_theory import ConstrainedCartan

BOOK = ledger("senkerikova")


# --- data -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("size", [(2, 1), (1, 1), (1, 2), (2, 2)])
def test_random_data_are_regular_and_curved(size: tuple[int, int], seed: int) -> None:
    """(1) holds, C is not integrable, g and L are not quadratic, and depend on time."""
    s = ConstraintScene(polynomial(*size, seed))
    assert (s.n, s.constraints) == size
    assert characteristic.is_regular(s)
    assert not s.ideal.is_differential()
    assert not check(s.J1.frame[0](s.L) == 0, counterexample=False)
    assert not check(s.d_t(s.g[0]) == 0, counterexample=False)
    assert any(not check(V(V(V(s.Lbar))) == 0, counterexample=False) for V in s.d_v)
    assert any(not check(V(V(g)) == 0, counterexample=False) for V in s.d_v for g in s.g)


# --- independent numbers -----------------------------------------------------------------------


def value(s: ConstraintScene, f: Form, **point: int) -> str:
    """A function on Q at a point, whose other coordinates are 0."""
    images = {name: point.get(name, 0) for name in s.P.chart.coordinates}
    return str(Map(s.E.base, s.P, images).pull(f))


def test_condition_by_hand() -> None:
    """L = ẋu̇ + t u̇², u̇ = ẋ²: L̄ = ẋ³ + t ẋ⁴ and M = (6ẋ + 12tẋ²) - (ẋ + 2tẋ²)·2."""
    s = ConstraintScene(small("by hand", "xdot*udot + t*udot**2", {"udot": "xdot**2"}))
    assert check(s.determinant == s.P.function("4*xdot + 8*t*xdot**2"))
    assert value(s, s.determinant, t=1, xdot=2) == "40"
    # dim Q = 4: rank 4 on Q, and one direction in C.
    assert (s.kernel_on_Q, s.kernel_on_C, s.dynamical_rank) == (0, 1, 1)


def test_reduced_equation_by_hand() -> None:
    """L = ẋ³/6 + 9x² + u̇²/2: 18x - ẋẍ; L = (ẋ² + u̇²)/2 with u̇ = x: -ẍ."""
    cubic = ConstraintScene(SMALL["cubic"])
    (equation,) = reduced(cubic)
    assert check(equation == cubic.P.function("18*x"))
    driven = ConstraintScene(SMALL["driven particle"])
    x, xdot = driven.P["x"], driven.P["xdot"]
    (acceleration,) = (driven.reduced.field(v) for v in driven.v)
    # d/dt ẋ - (∂_x + 0 ∂_u)L̄ + L_u (∂_x g - d/dt 0) = ẍ - x + x.
    assert check(acceleration == 0)
    # The reaction: i_ξ α = (d/dt L_u) φ = ẋ (du - x dt).
    phi = driven.phi[0]
    fields = driven.P.frame
    assert [
        bool(check(driven.alpha(driven.reduced.field, X) == xdot * phi(X))) for X in fields
    ] == [True] * len(fields)
    assert check(phi(fields[0]) == -x)


@pytest.mark.parametrize(
    ("name", "ranks", "determinant"),
    [
        ("free particle", (2, 1, 2, 1), "1"),
        ("hyperbolic", (2, 3, 2, 3), "0"),
        ("hyperbolic, with a force", (0, 1, 1, 2), "0"),
        ("rank four", (1, 3, 1, 3), "0"),
        ("no kinetic energy of u", (2, 1, 2, 1), "1"),
        ("cubic", (2, 1, 2, 1), "xdot"),
        ("ridge", (2, 1, 2, 1), "-4*ydot**2"),
    ],
)
def test_witnesses(name: str, ranks: tuple[int, ...], determinant: str) -> None:
    s = ConstraintScene(SMALL[name])
    found = (s.kernel_on_Q, s.kernel_on_C, s.kernel_against_vertical, s.dynamical_rank)
    assert found == ranks
    assert str(s.determinant) == determinant


def test_table_of_ranks() -> None:
    """The last rank is 1 exactly where the determinant is not identically zero; no other is."""
    rows = ranks.rows()
    assert len(rows) == len(SMALL)
    regular = [row[2] != "0" for row in rows]
    columns = [[row[i] == "1" for row in rows] for i in range(3, 7)]
    assert [column == regular for column in columns] == [False, False, False, True]
    assert ranks.table().count("\n") == len(SMALL) + 1


def test_classical_determinants_at_points() -> None:
    """E = -1, F = 3, K = 2 at v = (1, 1): R = 4 and det = 1 + (1 + 9)/4; two roots likewise."""
    one = ConstraintScene(classical("one", {"zdot": "sqrt(-xdot**2 + 3*ydot**2 + 2)"}))
    mass = one.P["m"]
    at = {"xdot": 1, "ydot": 1}
    assert value(one, one.determinant / mass**2, **at) == "7/2"
    two = ConstraintScene(
        classical("two", {"ydot": "sqrt(3*xdot**2 + 1)", "zdot": "sqrt(-xdot**2 + 5)"})
    )
    # v = 1: P1 = P2 = 4, 1 + 9/4 + 1/4.
    assert value(two, two.determinant / two.P["m"], xdot=1) == "7/2"


def test_bare_names_of_functions() -> None:
    s = ConstraintScene(classical("one", {"zdot": "A*xdot + B"}, "A B"))
    assert check(s.function("A*xdot + B") == s.g[0])
    assert check(s.function("A(t,x,y,z)*xdot + B") == s.g[0])
    assert not check(s.function("B*xdot + A") == s.g[0], counterexample=False)


@pytest.mark.parametrize("k", [1, 2])
def test_no_constraint_of_the_classical_lagrangian_is_singular(k: int) -> None:
    s = ConstraintScene(any_constraint(k))
    assert str(s.g[0]).startswith("g0(")
    assert check(s.determinant == characteristic_form(s))


def characteristic_form(s: ConstraintScene) -> Form:
    """m^n det(1 + G^T G), expanded by hand for one constraint or one free velocity."""
    total = s.P.function(1)
    for row in s.B:
        for b in row:
            total = total + b * b
    return s.P["m"] ** s.n * total


# --- the theories of the library ------------------------------------------------------------


def identified(s: ConstraintScene) -> Map:
    """Q in the evolution space of the library's system."""
    J = s.system.evolution_space
    names = s.J1.chart.coordinates
    same = Map(s.J1, J, {n: s.J1[n] for n in names}, inverse={n: J[n] for n in names})
    return same @ s.sigma


@pytest.mark.parametrize(
    "datum",
    [undefined(1, 1), polynomial(2, 1, 0), polynomial(1, 2, 1)],
    ids=str,
)
def test_the_ledger_has_the_matrix_of_the_theory(datum: Any) -> None:
    s = ConstraintScene(datum)
    choice = choose_velocities(s.system, datum.dependent)
    made = ConstrainedCartan(CanonicalDistribution(s.system, choice))
    on_Q = identified(s).pull
    for ours, public in zip(s.M, made.condition_matrix, strict=True):
        for a, b in zip(ours, public, strict=True):
            assert check(a == on_Q(b))
    assert check(on_Q(made.determinant) == s.determinant**2)


@pytest.mark.parametrize("theory", ["multipliers", "constrained_cartan"])
@pytest.mark.parametrize("size", [(1, 1), (1, 2)])
def test_the_ledger_makes_the_field_of_the_theories(size: tuple[int, int], theory: str) -> None:
    s = ConstraintScene(polynomial(*size, 3))
    gamma, inclusion = s.system.dynamics(theory), identified(s)
    assert check(inclusion.related(s.reduced.field, gamma.field))
    assert not check(inclusion.related(s.start, gamma.field), counterexample=False)


def test_frame_of_C() -> None:
    s = ConstraintScene(polynomial(2, 2, 0))
    assert linear.rank([[X(y) for X in s.frame_C] for y in s.P.coordinates]) == 5
    assert all(check(phi(X) == 0) for phi in s.phi for X in s.frame_C)


# --- wrong signs in the library change outcomes ----------------------------------------------


def wrong_condition(patch: pytest.MonkeyPatch) -> None:
    """The second term of (1) is added."""
    right = ConstraintScene.condition_matrix
    patch.setattr(ConstraintScene, "condition_matrix", lambda self, factor=-1: right(self, -factor))


test_a_wrong_sign_in_the_library_is_noticed = noticed(
    BOOK,
    (WEDGE, ["SEN-1.02", "SEN-2.09", "SEN-2.11", "SEN-2.17", "SEN-2.21", "SEN-2.26"]),
    (INSERTION, ["SEN-2.05", "SEN-2.08", "SEN-2.12", "SEN-2.20", "SEN-2.25"]),
    (BRACKET, ["SEN-1.03", "SEN-2.06", "SEN-2.23", "SEN-2.24"]),
    (ENDOMORPHISM, ["SEN-1.04", "SEN-2.10", "SEN-2.17", "SEN-2.26", "SEN-3.03"]),
    (TRANSPOSE, ["SEN-2.09", "SEN-2.10", "SEN-2.21", "SEN-2.27", "SEN-3.12"]),
    (wrong_condition, ["SEN-3.34", "SEN-3.37", "SEN-3.38", "SEN-3.60", "SEN-3.64", "SEN-3.75"]),
    (
        "-1 mechanics.model.constraint_sections.JetSection.total_time_derivative",
        ["SEN-1.02", "SEN-1.03", "SEN-2.21"],
    ),
)
