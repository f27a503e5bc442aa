"""What the conformance test draws: groups, changes of coordinates, matrices, leaves."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from diffgeo import check, d
from diffgeo.calculus import linear_algebra as linear
from mechanics import System, theories
from mechanics.testing import pulled_back, standard_systems
from mechanics.testing.groups_of_changes import AUTONOMOUS, FIBRED, group_of
from mechanics.testing.variations import Chance, leaf, varied
from mechanics.theories.equality_on_constraints import Place, reaction


@cache
def system(name: str) -> System:
    (found,) = (s for s in standard_systems() if s.name == name)
    return found


def blade() -> System:
    return system("moving blade")


def test_the_group_is_not_chosen_by_the_author() -> None:
    assert group_of(theories.projection) is FIBRED
    assert group_of(replace(theories.projection, name="lagrange_space")) is FIBRED
    assert AUTONOMOUS.time_dependent is False


@pytest.mark.parametrize(
    ("time", "natural"), [("t - 3", True), ("2*t", False), ("-t", False)], ids=str
)
def test_outside_of_the_group_naturality_is_refuted(time: str, natural: bool) -> None:
    """Under t = c t' the field of the new data is not related to the old one, as dt is not."""
    images = {"t": time, "x": "x + t*y", "y": "2*y", "z": "z - x"}
    new, change = pulled_back(blade(), images)
    ours, theirs = theories.multipliers(new), theories.multipliers(blade())
    place = Place(new)
    identities = [
        place.same(ours.field(change.pull(f)), change.pull(theirs.field(f)))
        for f in blade().evolution_space.coordinates
    ]
    assert bool(check(identities)) is natural


def test_the_reaction_vanishes_on_leaves() -> None:
    rest = "x*t + y**2"
    (D,) = blade().evolution_space.total_derivatives
    f = blade().configuration_space.function(f"z + {rest}")
    below = leaf(blade(), rest).inclusion
    on_leaves = theories.multipliers(varied(blade(), constraints=[D(f)]))
    assert check(below.pull(reaction(on_leaves)) == below.source.form(1, {}))
    assert not check(below.pull(reaction(theories.multipliers(blade()))) == 0 * below.source.dt)


def test_autonomous_choices_do_not_contain_the_time() -> None:
    chance = Chance(blade(), "seed", time_dependent=False)
    for _ in range(20):
        assert "t" not in {*chance.places, *chance.states}
        assert not {"t*", "*t)"} & {chance.polynomial(chance.states)}
        assert chance.change()["t"] == "t"
    jets = blade().evolution_space
    (D,) = jets.total_derivatives
    value = D(blade().configuration_space.function(chance.gauge()))
    assert check(jets.frame[0](value) == 0)


@pytest.mark.parametrize("seed", range(8))
def test_changes_are_invertible(seed: int) -> None:
    """Jacobians are constants different from zero, and the new system is the old one moved."""
    chance = Chance(blade(), f"{seed}")
    images = chance.change()
    E = blade().configuration_space
    volume = d(E.coordinates[0])
    for q in E.coordinates[1:]:
        volume = volume * d(q)
    moved_volume = d(E.function(images["t"]))
    for name in blade().specification.coordinates:
        moved_volume = moved_volume * d(E.function(images[name]))
    factor = moved_volume(*E.frame)
    assert check(d(factor) == 0 * volume.space.form(1, {}))
    assert not check(factor == 0)
    new, change = pulled_back(blade(), images)
    assert check(new.lagrangian == change.pull(blade().lagrangian))


@pytest.mark.parametrize("seed", range(6))
def test_matrices_are_invertible(seed: int) -> None:
    two = system("two constraints")
    A = Chance(two, f"{seed}").invertible(two.evolution_space, 2)
    value = linear.determinant(A)
    assert not check(value == 0)
    velocities = [two.evolution_space.vertical_endomorphism(X) for X in two.evolution_space.frame]
    assert any(not check(V(value) == 0) for V in velocities)  # it depends on velocities


def test_a_leaf_lies_where_the_function_is_constant() -> None:
    """f∘i = c, and the leaf of the derivative: J¹i pulls d_T f back to zero."""
    rest = "x*t + y**2"
    found = leaf(blade(), rest)
    jets, E = blade().evolution_space, blade().configuration_space
    (D,) = jets.total_derivatives
    f = E.function(f"z + {rest}")
    below = found.inclusion
    assert check(below.pull(D(f)) == 0)
    assert check(below.pull(jets.projection.pull(f)) == below.source.function("c"))
    assert not check(below.pull(D(f + E["x"])) == 0)
