"""Chains of equal pendulums: the derivation stays a linear system, however long they are."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.cases.dynamics import pendulum
from benchmarks.cases.pendulum import PARAMETERS, _numpy_run, _state
from benchmarks.trailers import trailers
from diffgeo import Status, check
from diffgeo.calculus import compile_functions
from mechanics import System


@pytest.mark.parametrize("links", [3, 6])
def test_accelerations_of_a_chain_against_its_mass_matrix(links: int) -> None:
    """By hand: M_ij = (n - max(i, j)) m l² cos(a_i - a_j), solved by numpy at one state."""
    dynamics = System(**pendulum(links)).dynamics()
    at = _state(links)
    functions = list(dynamics.acceleration_functions.values())
    found = compile_functions(functions, list(at), PARAMETERS)(list(at.values()))
    by_hand = _numpy_run(links)
    assert np.allclose(np.array(found, dtype=float), by_hand, rtol=1e-9, atol=1e-9)
    assert not np.allclose(np.array(found, dtype=float), -by_hand)


def test_thirty_links_are_derived_unexpanded() -> None:
    dynamics = System(**pendulum(30)).dynamics()
    accelerations = dynamics.acceleration_functions
    assert len(accelerations) == 30
    (condition,) = dynamics.field.conditions
    assert str(condition) == "(determinant of a 30x30 linear system) != 0"
    verdict = check(dynamics.system.evolution_space.is_second_order(dynamics.field))
    assert verdict.status is Status.VERIFIED


def test_the_energy_of_a_car_with_trailers_is_conserved_without_expansion() -> None:
    """X(E) is the power of the constraint forces, multiples of constraints: at every point, as the
    constraints of the axles are independent everywhere."""
    data = trailers(4)
    invariants = {"E": data["lagrangian"], "E'": f"{data['lagrangian']} + I*h0dot*f1dot"}
    dynamics = System(**data, invariants=invariants).dynamics()
    found = dynamics.conserves("E")
    assert found.verdict.status is Status.VERIFIED and found.verdict.conditions == ()
    assert found.verdict.evidence == "linear equations and constraints"
    assert dynamics.conserves("E'").verdict.status is Status.REFUTED
