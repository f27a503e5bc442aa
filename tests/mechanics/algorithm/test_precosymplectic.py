"""The algorithm of Gotay and Nester, without the second-order condition, by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from diffgeo import Status, check, zero_set
from mechanics import System
from mechanics.errors import ConstraintAlgorithmStopped
from mechanics.faces.reduction_report import data, latex, text
from mechanics.model import gallery
from mechanics.testing import systems


def vanishes(found, function: str) -> bool:  # type: ignore[no-untyped-def]
    return bool(found.final.vanishes(found.final.restrict(found.ambient.function(function))))


def test_first_order_in_the_velocities() -> None:
    """Ω_L = -2 dx∧dy + dV∧dt, V = (x² + y²)/2: X = ∂_t + (V_y dx - V_x dy)-rotation /2 + anything.

    i_X Ω_L = -2 (a dy - b dx) + X(V) dt - dV = 0: b = x/2, a = -y/2. No conditions, and the
    velocities are arbitrary; of second order it is where xd = a and yd = b, with accelerations.
    """
    system = System(coordinates="x y", lagrangian="x*ydot - y*xdot - (x**2 + y**2)/2")
    found = system.precosymplectic_reduction()
    assert len(found.stages) == 1 and found.final.dimension == 5
    x, y = found.ambient["x"], found.ambient["y"]
    assert check(found.field(x) == -y / 2) and check(found.field(y) == x / 2)
    assert not check(found.field(y) == -x / 2)
    assert [str(free.field) for free in found.freedom] == ["∂_xdot", "∂_ydot"]
    assert found.is_second_order().status is Status.REFUTED
    strong = system.reduction()
    assert strong.final.dimension == 3
    assert all(answer.holds for answer in found.checks())
    assert not found.is_solution(found.field + x * found.ambient.frame[1], ())


def test_a_square() -> None:
    """L = (xd - y)²/2, p = xd - y: Ω_L = dx∧dp + (p + y) dp∧dt + p dy∧dt, as E = p²/2 + p y.

    i_X Ω_L = (X(x) - p - y) dp - X(p) dx - p dy + …: X(x) = xd, X(p) = 0 and p = 0; then X(y)
    and X(yd) are free (of second order: X(y) = yd).
    """
    found = System(coordinates="x y", lagrangian="(xdot - y)**2/2").precosymplectic_reduction()
    assert [stage.dimension for stage in found.stages] == [5, 4]
    assert vanishes(found, "xdot - y") and not vanishes(found, "xdot + y")
    field, (xdot, ydot), y = found.field, found.ambient.velocities, found.ambient["y"]
    assert vanishes(found, str(field(found.ambient["x"]) - xdot))
    assert vanishes(found, str(field(xdot) - field(y)))
    rates = [(free.field(y), free.field(xdot), free.field(ydot)) for free in found.freedom]
    assert len(rates) == 2 and all(check(a == b) for a, b, _ in rates)
    assert not all(check(a == 0) for a, _, _ in rates) and all(a.holds for a in found.checks())


SAME = ["null-constraint", "free-reaction", "inconsistent-constraint"]


@pytest.mark.parametrize("name", SAME)
def test_for_a_regular_lagrangian_all_solutions_are_of_second_order(name: str) -> None:
    system = System.from_gallery(name)
    weak, strong = system.precosymplectic_reduction(), system.reduction()
    assert len(weak.stages) == len(strong.stages)
    for own, other in zip(weak.stages, strong.stages, strict=True):
        assert (own.place is None) == (other.place is None)
        assert own.place is None or check(own.place == other.place)
    if weak.final is not None:
        assert weak.is_second_order() and len(weak.freedom) == len(strong.freedom)
        moved = zero_set(weak.ambient, [weak.final.generators[0] + 1])
        assert not check(weak.stages[0].place == moved)
    else:
        with pytest.raises(ConstraintAlgorithmStopped, match="no motion"):
            _ = weak.field


@pytest.mark.parametrize("name", [n for n in gallery.singular_names() if n != "two-branches"])
def test_sets_of_motions_of_second_order_are_contained_in_these(name: str) -> None:
    system = System.from_gallery(name)
    weak, strong = system.precosymplectic_reduction().final, system.reduction().final
    if strong is None:
        return
    assert weak is not None
    assert all(strong.vanishes(strong.restrict(g)) for g in weak.generators)
    motion = system.reduction()
    assert system.precosymplectic_reduction().is_solution(
        motion.field, motion.multipliers
    ) or not check(weak == strong)


@settings(max_examples=5)
@given(systems(most=2))
def test_regular_systems_at_random(system: System) -> None:
    weak, strong = system.precosymplectic_reduction(), system.reduction()
    if strong.is_union:
        assert weak.is_union
        return
    assert weak.is_unique and weak.is_second_order()
    along = weak.final.inclusion.restrict
    assert check(along(weak.field) == along(strong.field))
    assert not check(along(weak.field) == along(strong.field + strong.ambient.frame[-1]))
    for own, other in zip(weak.multipliers, strong.multipliers, strict=True):
        assert check(weak.final.restrict(own) == weak.final.restrict(other))


def test_faces() -> None:
    found = System.from_gallery("cawley").precosymplectic_reduction()
    assert "Solutions, of second order or not, on P_" in text(found, details=True)
    answer = data(found, details=True)
    assert answer["side"] == "lagrangian" and set(answer["rates"]) == {
        "x", "y", "z", "xdot", "ydot", "zdot",
    }  # fmt: skip
    assert "P_{1} &= J^1\\pi " in latex(found)
