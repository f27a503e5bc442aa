"""Inverses of maps, semibasic forms as maps to the cotangent bundle, time limits."""

from __future__ import annotations

import threading
import time

import pytest
from hypothesis import given, settings

from diffgeo import (
    FibredManifold,
    Manifold,
    Map,
    check,
    cotangent,
    d,
    identity_map,
    inverse_map,
    jet,
)
from diffgeo.errors import (
    AxiomViolation,
    DegreeMismatch,
    NotSupported,
    SpaceMismatch,
    UndefinedSymbol,
)
from diffgeo.interop.deadline import TimeIsUp, deadline
from diffgeo.subsets import solution_branches, solution_families
from diffgeo.testing import automorphisms, forms, functions

M = Manifold("M", "x y z")
N = Manifold("N", "a b c")
E = FibredManifold("E", time="t", coordinates="q r")
J = jet(E, 1)
T = cotangent(E)
FEW = settings(max_examples=15, deadline=None)


def mutual(phi: Map) -> None:
    psi = inverse_map(phi)
    assert check(phi @ psi == identity_map(phi.target))
    assert check(psi @ phi == identity_map(phi.source))
    assert phi.inverse is psi and psi.inverse is phi and inverse_map(psi) is phi
    name, image = next(iter(phi.images.items()))
    wrong = Map(phi.source, phi.target, {**phi.images, name: 2 * image})
    assert not check(psi @ wrong == identity_map(phi.source))


def test_affine_with_conditions() -> None:
    # a = y, b = y x + z, c = x - z: x (1 + y) = b + c.
    phi = Map(M, N, {"a": "y", "b": "y*x + z", "c": "x - z"})
    mutual(phi)
    x, y, z = phi.inverse.images.values()
    assert check(x == N.function("(b + c)/(1 + a)")) and check(y == N.function("a"))
    assert check(z == N.function("(b + c)/(1 + a) - c"))
    assert not check(z == N.function("(b + c)/(1 + a) + c"))
    assert [str(c) for c in phi.inverse.conditions] == ["a + 1 != 0"]


def test_renaming_needs_no_solving() -> None:
    mutual(Map(M, N, {"a": "z", "b": "x", "c": "y"}))


@FEW
@given(functions(M), functions(M))
def test_triangular(f, g) -> None:
    free = {"x": "x", "y": "y", "z": "0"}
    f, g = (Map(M, M, free).pull(h) for h in (f, g))
    phi = Map(M, N, {"a": M["x"], "b": M["y"], "c": (1 + f * f) * M["z"] + g})
    mutual(phi)


@FEW
@given(automorphisms(M), forms(M, 1))
def test_it_is_the_given_inverse_where_there_is_one(phi, alpha) -> None:
    assert inverse_map(phi) is phi.inverse
    assert check(phi.pull(phi.inverse.pull(alpha)) == alpha)
    if not check(alpha == 0):
        assert not check(phi.pull(phi.inverse.pull(alpha)) == -alpha)


def test_not_affine() -> None:
    mutual(Map(M, N, {"a": "x", "b": "exp(y + x)", "c": "z*exp(y)"}))
    half = Manifold("H", "x y", positive="x")
    phi = Map(half, Manifold("K", "a b", positive="a"), {"a": "x**2", "b": "y - x"})
    mutual(phi)


def test_wrong_input() -> None:
    with pytest.raises(AxiomViolation, match="no local diffeomorphism"):
        inverse_map(Map(M, N, {"a": "x + y", "b": "2*x + 2*y", "c": "z"}))
    with pytest.raises(AxiomViolation, match="no local diffeomorphism"):
        inverse_map(Map(M, N, {"a": "x**2", "b": "x**4", "c": "z"}))
    with pytest.raises(SpaceMismatch, match="dimensions 3 and 2"):
        inverse_map(Map(M, Manifold("K", "a b"), {"a": "x", "b": "y"}))
    with pytest.raises(NotSupported, match="several branches"):
        inverse_map(Map(M, N, {"a": "x**2", "b": "y", "c": "z"}))
    with pytest.raises(NotSupported, match=r"give the inverse|several branches"):
        inverse_map(Map(M, N, {"a": "x + cos(x)/2", "b": "y", "c": "z"}))


@FEW
@given(functions(J))
def test_semibasic_forms_are_maps(f) -> None:
    alpha = f * J.dt + J.vertical_endomorphism.transpose(d(f * f))
    F = T.semibasic_map(alpha, J.projection)
    assert check(F.pull(T.liouville_form) == alpha)
    assert check(T.projection @ F == J.projection)
    assert check(F.pull(T.liouville_form) == alpha + J.dt).status.name == "REFUTED"


def test_on_the_space_itself_it_is_the_section() -> None:
    alpha = E.form(1, {"t": "q*r", "q": "t", "r": "1"})
    assert check(T.semibasic_map(alpha, identity_map(E)) == T.form_section(alpha))


def test_what_is_not_semibasic() -> None:
    with pytest.raises(AxiomViolation, match="not semibasic"):
        T.semibasic_map(d(J["qdot"]), J.projection)
    with pytest.raises(SpaceMismatch, match="a semibasic form on N"):
        T.semibasic_map(d(E["q"]), J.projection)
    with pytest.raises(DegreeMismatch, match="1-forms"):
        T.semibasic_map(J.time, J.projection)


def spin() -> None:
    end = time.monotonic() + 30
    while time.monotonic() < end:
        pass


def test_a_deadline_ends_a_computation_in_any_thread() -> None:
    begin = time.monotonic()
    with pytest.raises(TimeIsUp), deadline(0.1):
        spin()
    assert time.monotonic() - begin < 10
    ended = []

    def work() -> None:
        try:
            with deadline(0.1):
                spin()
        except TimeIsUp:
            ended.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert ended == [True]


def test_a_deadline_that_is_kept_does_nothing() -> None:
    with deadline(0.05):
        total = sum(range(10))
    time.sleep(0.1)
    assert total == 45


def test_time_that_is_up_is_said() -> None:
    phi = Map(M, N, {"a": "exp(x) + x*y", "b": "y + exp(x*z) + x", "c": "z*x + exp(z)"})
    with pytest.raises(NotSupported, match=r"within 0.01 s"):
        inverse_map(phi, seconds=0.01)


# --- branches of a zero set ---------------------------------------------------------------

PLANE = Manifold("A", "x y z", "a", positive="a")


def test_both_branches_of_a_cone_with_their_domain() -> None:
    below, above = solution_branches(PLANE, ["z**2 - a**2*(x**2 + y**2)"], ["z"])
    for branch, sign in ((below, -1), (above, 1)):
        assert check(branch.images["z"] == sign * branch.source.function("a*sqrt(x**2 + y**2)"))
        assert not check(
            branch.images["z"] == -sign * branch.source.function("a*sqrt(x**2 + y**2)")
        )
        assert [str(c) for c in branch.conditions] == ["x**2 + y**2 != 0"]


def test_branches_of_two_equations() -> None:
    """x + y = z, x y = 2: two branches, real where z² > 8."""
    found = solution_branches(PLANE, ["x + y - z", "x*y - 2"], ["x", "y"])
    assert len(found) == 2
    for branch in found:
        x, y = branch.images["x"], branch.images["y"]
        assert check([x + y == branch.source["z"], x * y == 2])
        assert [str(c) for c in branch.conditions] == ["z**2 - 8 > 0"]


def test_a_branch_without_roots() -> None:
    (only,) = solution_branches(PLANE, ["y*z - x"], ["z"])
    assert check(only.images["z"] == only.source.function("x/y"))
    assert not check(only.images["z"] == only.source.function("y/x"))


@pytest.mark.parametrize("equation", ["z**5 - x*z - 1", "x**2 + y**2 + z**2 + 1"])
def test_no_branch_is_refused(equation: str) -> None:
    with pytest.raises(NotSupported, match="no solution was found that could be verified"):
        solution_branches(PLANE, [equation], ["z"])


def test_wrong_requests_for_branches() -> None:
    with pytest.raises(DegreeMismatch, match="1 equations on A are solved for as many"):
        solution_branches(PLANE, ["x - y"], ["x", "y"])
    with pytest.raises(UndefinedSymbol, match="'w' is not a coordinate"):
        solution_branches(PLANE, ["x - y"], ["w"])


def test_families_of_zeros_by_factors() -> None:
    """x y = 0 and y (y - 4) = 0: a line and a point; for a = 0 only the second is asked."""
    space = Manifold("M", "x y", parameters="a")
    families, left = solution_families(space, ["a*x*y", "y**2 - 4*y"])
    assert {tuple(str(f) for f in family.images.values()) for family in families} == {
        ("0", "4"), ("x", "0")
    }  # fmt: skip
    assert [str(f) for f in left] == ["a"]
    for family in families:
        assert check(family.pull(space.function("a*x*y")) == 0)
        assert check(family.pull(space.function("y**2 - 4*y")) == 0)
    wrong = space.function("y**2 + 4*y")
    assert not check([family.pull(wrong) == 0 for family in families])
    assert solution_families(space, ["x**2 + y**2 + 1"]) == ([], [])
    (everything,), _ = solution_families(space, ["x - x"])
    assert everything.source is space
    assert [str(f) for f in solution_families(space, ["x**5 - x - 1"])[1]] == ["x**5 - x - 1"]


@pytest.mark.parametrize("divisor", ["x", "x - 2*y", "x**5 - x - 1", "a"])
def test_zeros_of_a_quotient_are_those_of_its_numerator(divisor: str) -> None:
    """Where it is divided by 0 a function has no zeros, and none are left to be looked for."""
    space = Manifold("M", "x y", parameters="a")
    (family,), left = solution_families(space, [f"(y - 1)/({divisor})"])
    assert check(family.images["y"] == 1) and left == []
    assert not check(family.images["y"] == 2)
    assert solution_families(space, [f"1/({divisor})"]) == ([], [])
    (family,), _ = solution_families(space, ["x*(y - 1)", "y/x - 1"])  # where x = 0 is no y/x
    assert check(family.images["x"] == 1)


def test_families_of_zeros_are_whole_where_a_factor_is_a_graph() -> None:
    for text, images in (("x**3 - y", ["x", "x**3"]), ("x**2 - 2*y", ["x", "x**2/2"])):
        (family,), left = solution_families(PLANE, [text])
        assert [str(f) for f in family.images.values()] == [*images, "z"] and not left
        assert not check(family.pull(PLANE.function("x**3 + y")) == 0)


@pytest.mark.parametrize(
    ("equation", "images", "left"),
    [
        ("x**3 - a*y", ["x", "x**3/a"], ["a"]),  # for a = 0 it is x = 0
        ("x**2*y - a", ["x", "a/x**2"], ["a"]),  # for a = 0 it is x = 0 or y = 0
        ("x**3 - a", ["Abs(a)**(1/3)*sign(a)", "y"], ["a"]),
        ("x**3 - 2*y**3", ["2**(1/3)*(y**2*Abs(y))**(1/3)*sign(y)", "y"], []),
    ],
)
def test_odd_roots_of_negative_numbers_are_zeros(
    equation: str, images: list[str], left: list[str]
) -> None:
    space = Manifold("M", "x y", parameters="a")
    (family,), others = solution_families(space, [equation])
    assert [str(f) for f in family.images.values()] == images and list(map(str, others)) == left
    assert not any(c.relation == ">" and "a" in str(c) for c in family.conditions)
    assert check(family.pull(space.function(equation)) == 0)
    assert not check(family.pull(space.function(equation.replace("-", "+"))) == 0)
    for sign in (-1, 1):  # there are points on both sides
        point = {name: sign for name in family.source.chart.symbols}
        assert [f.at(point) for f in family.images.values()]


def test_zeros_are_where_the_function_is_defined() -> None:
    """y/x - 1 = 0 is x = y ≠ 0."""
    for text, condition in (("y/x - 1", "y != 0"), ("(y - 1)/x", "x != 0")):
        (family,), _ = solution_families(PLANE, [text])
        assert {str(c) for f in family.images.values() for c in f.conditions} == {condition}
    assert solution_families(PLANE, ["1/x"]) == ([], [])
