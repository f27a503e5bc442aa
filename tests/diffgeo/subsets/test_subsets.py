"""Every kind of subset answers the same questions, and in the same way."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import isabstract

import pytest

from diffgeo import Manifold, Status, check, d, level_set, submanifold, zero_set
from diffgeo.errors import AxiomViolation, NotSupported, SpaceMismatch
from diffgeo.subsets import EmbeddedSubset, LevelSet, LocallyClosedSet, Subset, ZeroSet
from mechanics.model.constraint_set import ConstraintSet
from mechanics.model.systems import System

M = Manifold("M", "x y z")
#: The graph z = x*y, in every way to give it.
GRAPH = M.function("z - x*y")
INCLUSION = submanifold(M, {"z": "x*y"})[1]
SYSTEM = System(
    name="knife", time="t", coordinates="x y z", lagrangian="(xdot**2 + ydot**2 + zdot**2)/2",
    constraints=["zdot - y*xdot"],
)  # fmt: skip
BENT = System(
    name="pursuit", time="t", coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2",
    constraints=["xdot**2 + ydot**2 - 1"],
)  # fmt: skip
EXAMPLES: dict[str, tuple[Subset, str, str]] = {
    "embedded": (EmbeddedSubset(INCLUSION), "z - x*y", "z**2 - x"),
    "embedded level set": (
        EmbeddedSubset(INCLUSION, level_set(INCLUSION.source, "x**2 + y**2 - 1")),
        "z**2 - x**2 + x**4",
        "z**2 - x",
    ),
    "level set": (level_set(M, "x**2 + y**2 + z**2 - 1"), "(x**2 + y**2)**2 - (1 - z**2)**2", "x"),
    "solved zero set": (zero_set(M, [GRAPH]), "z**2 - x**2*y**2", "z**2 - x"),
    "zero set": (zero_set(M, ["x**2 + y**2 - 1", "z - x"]), "x*z + y**2 - 1", "x*y"),
    "locally closed": (LocallyClosedSet(M, [GRAPH], [M["x"]]), "z - x*y", "z + x*y"),
    "constraint set": (SYSTEM.constraint_set, "zdot**2 - y**2*xdot**2", "zdot - xdot"),
    "bent constraint set": (BENT.constraint_set, "(xdot**2 + ydot**2)**2 - 1", "xdot"),
}


def kinds(of: type[Subset] = Subset) -> Iterator[type[Subset]]:
    """All subclasses of the library."""
    for kind in of.__subclasses__():
        if kind.__module__.partition(".")[0] in ("diffgeo", "mechanics"):
            yield kind
        yield from kinds(kind)


def test_every_kind_has_an_example() -> None:
    shown = {type(example) for example, _, _ in EXAMPLES.values()}
    concrete = {kind for kind in kinds() if not isabstract(kind)}
    assert concrete == shown >= {LevelSet, ZeroSet, ConstraintSet}


@pytest.fixture(params=EXAMPLES)
def given(request: pytest.FixtureRequest) -> tuple[Subset, str, str]:
    return EXAMPLES[request.param]


def test_what_vanishes(given: tuple[Subset, str, str]) -> None:
    S, zero, other = given
    f, g = S.space.function(zero), S.space.function(other)
    for counterexample in (True, False):
        assert S.vanishes(f, counterexample=counterexample).status is Status.VERIFIED
        assert S.vanishes(g, counterexample=counterexample).status is Status.REFUTED
    assert S.same(f + g, g).status is Status.VERIFIED
    assert S.same(f + g, 2 * g).status is Status.REFUTED


def test_restrictions_are_of_the_same_kind(given: tuple[Subset, str, str]) -> None:
    S, _, other = given
    g = S.space.function(other)
    assert S.restrict(g).degree == 0 and S.restrict(d(g)).degree == 1
    assert check(S.restrict(g) * d(S.restrict(g)) == S.restrict(g * d(g)))
    assert not check(2 * S.restrict(g) * d(S.restrict(g)) == S.restrict(g * d(g)))


def test_size_and_points(given: tuple[Subset, str, str]) -> None:
    S = given[0]
    assert S.dimension is None or 0 < S.dimension <= S.space.dimension
    assert isinstance(S.conditions, tuple)
    assert S.witness


def test_no_set_takes_what_lives_elsewhere(given: tuple[Subset, str, str]) -> None:
    other = Manifold("K", "x").function("x")
    for ask in (given[0].restrict, given[0].vanishes):
        with pytest.raises(SpaceMismatch):
            ask(other)


@pytest.mark.parametrize("name", ["embedded", "solved zero set", "constraint set"])
def test_tangent_fields(name: str) -> None:
    S = EXAMPLES[name][0]
    x, z, slope = ("x", "z", "y") if S.space is M else ("xdot", "zdot", "y")
    along = S.space.vector_field({x: 1, z: slope})
    f = S.space[x] * S.space[z]
    assert S.same(along(f), S.space.function(f"{z} + {slope}*{x}"))
    restricted = S.restrict(along)
    assert restricted.space is S.restrict(f).space
    assert S.vanishes(restricted(S.restrict(f)) - S.restrict(along(f)))
    with pytest.raises(AxiomViolation, match="tangency"):
        S.restrict(S.space.vector_field({x: 1}))


def test_fields_on_a_level_set_of_the_source() -> None:
    circle = EXAMPLES["embedded level set"][0]
    around = M.vector_field(x="-y", y="x", z="x**2 - y**2")
    assert str(circle.restrict(around)) == "-y ∂_x + x ∂_y"
    with pytest.raises(AxiomViolation, match="tangency"):
        circle.restrict(M.vector_field(x="x", y="y", z="2*x*y"))


def test_a_locally_closed_set_need_not_have_tangent_spaces() -> None:
    with pytest.raises(NotSupported, match="tangent spaces"):
        EXAMPLES["locally closed"][0].restrict(M.vector_field(x="1", z="y"))


def test_the_rank_on_the_set_is_not_the_one_around_it(given) -> None:
    subset, zero, nonzero = given
    f, g = subset.space.function(zero), subset.space.function(nonzero)
    rank, verdict = subset.rank([[g, f], [g, 2 * f]])  # of determinant f g
    assert rank == 1 and verdict.status is Status.VERIFIED
    assert subset.rank([[g, f], [f, g]])[0] == 2
    assert subset.rank([[f, f * g]])[0] == 0
    assert subset.rank([])[0] == 0
