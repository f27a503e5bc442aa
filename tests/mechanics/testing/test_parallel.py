"""Theories and random identities on several processes: the same answers."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from diffgeo import Identity, Manifold, Status, d, lie
from mechanics import System
from mechanics.errors import BadValue
from mechanics.independent_tasks import completed
from mechanics.testing import check_seeds, check_theory
from mechanics.theories import Theory, projection
from mechanics.theories.base import Construction

SYSTEMS = [System.from_gallery(name) for name in ("nonholonomic-particle", "pursuit")]


def without_reaction(system: System) -> Construction:
    made = projection.construct(system)
    return replace(made, multipliers=tuple(0 * value for value in made.multipliers))


FORGETFUL = Theory("forgetful", "a theory that loses its reaction", "none", without_reaction)


def formula_of_cartan(seed: int, wrong: int = 0) -> Identity:
    random = Random(seed)
    M = Manifold("M", "x y z")
    f, g, h = (M.function(random.choice(("x*y", "sin(z)", "x**2 + y"))) for _ in range(3))
    X = M.vector_field(x=f, y=g, z=h)
    form = g * d(h) + f * d(M["x"])
    return lie(X, d(form)) == d(lie(X, form)) + wrong * d(M["x"]) * d(M["y"])


def wrong_formula(seed: int) -> Identity:
    return formula_of_cartan(seed, wrong=seed % 2)


def test_identities_by_seed() -> None:
    found = check_seeds(wrong_formula, [4, 3, 2, 3], workers=2)
    assert list(found) == [4, 3, 2]
    assert [found[k].status for k in found] == [Status.VERIFIED, Status.REFUTED, Status.VERIFIED]
    alone = check_seeds(wrong_formula, found)
    assert [v.counterexample for v in found.values()] == [v.counterexample for v in alone.values()]


def test_a_theory_on_several_processes() -> None:
    alone = check_theory("projection", SYSTEMS)
    assert str(check_theory("projection", SYSTEMS, workers=2)) == str(alone) and alone
    wrong = check_theory(FORGETFUL, SYSTEMS, workers=2)
    assert not wrong and "coherent" in wrong.failed_checks


def test_what_cannot_be_sent_and_counts() -> None:
    with pytest.raises(BadValue, match="cannot be sent to other processes"):
        check_seeds(lambda seed: formula_of_cartan(seed), [1], workers=2)
    with pytest.raises(BadValue, match="workers = -1 is no whole number from 0 on"):
        list(completed(str, [(1, 1)], workers=-1))


class Unreadable(Exception):
    """An error that no other process reads: it is made of more than its words."""

    def __init__(self, what: str, where: str) -> None:
        super().__init__(f"{what} in {where}")


def failing(number: int) -> int:
    raise Unreadable("a mistake", f"task {number}")


def test_an_error_that_cannot_be_sent_back_is_no_lack_of_memory() -> None:
    with pytest.raises(BadValue, match="Unreadable: a mistake in task 1"):
        list(completed(failing, [(1, 1)], workers=2))
    with pytest.raises(Unreadable):
        list(completed(failing, [(1, 1)]))
