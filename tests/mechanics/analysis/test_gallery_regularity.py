"""Where systems of the gallery are regular, and which theories say so."""

from __future__ import annotations

import pytest
from gallery_systems import gallery_system

from diffgeo import check
from mechanics import compare, load

#: By the theorem (definite kinetic energy), by hand (M = 1), and by null directions (M = 0).
CLASSES = {
    "knife-edge": "everywhere",
    "appell-hamel": "everywhere",
    "relativistic-particle": "everywhere",
    "regular-by-constraint": "everywhere",
    "null-constraint": "nowhere",
    "free-reaction": "nowhere",
}


@pytest.mark.parametrize("name", CLASSES)
def test_regularity(name: str) -> None:
    found = gallery_system(name).regularity()
    assert found.formulas[CLASSES[name]] == "always"
    assert all(text == "never" for key, text in found.formulas.items() if key != CLASSES[name])


def test_a_singular_lagrangian_under_the_theories_that_apply() -> None:
    found = compare(load("regular-by-constraint"))
    assert found.agree and set(found.not_applicable) == {
        "projection",
        "lagrange_space",
        "rheonomic",
    }
    (theory,) = [t for t in found.theories if t.name == "constrained_cartan"]
    field, jets = theory.dynamics.field, found.system.evolution_space
    assert check(field(jets["xdot"]) + jets["y"] == jets["xdot"] - jets["ydot"])
    assert not check(field(jets["xdot"]) - jets["y"] == jets["xdot"] - jets["ydot"])
