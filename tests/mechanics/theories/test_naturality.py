"""Coordinate-freeness: constructions commute with changes of coordinates.

The group of the theories here is that of the fibred automorphisms of E over t ↦ t + c;
outside it, and for impostors that use coordinates, naturality must be refuted.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import FibredManifold, Map, check, d, jet
from mechanics import System, theories
from mechanics.model.lagrangian import cartan_form, vertical_frame
from mechanics.testing import naturality, pulled_back
from mechanics.testing.groups_of_changes import group_of
from mechanics.theories import Theory

SYSTEMS = {
    "affine": {
        "coordinates": "x y z",
        "parameters": "m",
        "functions": "f(t)",
        "lagrangian": "m*(xdot**2 + ydot**2)/2 + zdot**2/2 + y*xdot - x*z*t",
        "constraints": ["zdot - y*xdot + f(t)"],
        "forces": {"x": "-ydot"},
    },
    "non-affine": {
        "coordinates": "x y",
        "parameters": "m",
        "functions": "f(t)",
        "lagrangian": "m*(xdot**2 + ydot**2)/2 - y",
        "constraints": ["xdot**2 + ydot**2 - f(t)**2"],
    },
}
#: Those that are for systems with time too; the others have their own tests.
FIBRED = [theory for theory in theories.BUILT_IN if group_of(theory).time_dependent]
BOTH = pytest.mark.parametrize("theory", FIBRED, ids=str)


@st.composite
def changes(draw: st.DrawFn, names: list[str]) -> dict[str, str]:
    """Fibred polynomial automorphisms over t ↦ t + c: triangular, so that they are invertible."""
    images = {"t": f"t + {draw(st.integers(-2, 2))}"}
    for k, name in enumerate(names):
        others = ["t", *names[:k]]
        factors = draw(st.lists(st.sampled_from(others), min_size=1, max_size=2))
        scale = draw(st.sampled_from(["1", "2", "-1"]))
        images[name] = f"{scale}*{name} + {draw(st.integers(-2, 2))}*{'*'.join(factors)}"
    return images


@BOTH
@pytest.mark.parametrize("kind", SYSTEMS)
@settings(max_examples=6)
@given(data=st.data())
def test_theories_are_natural(theory: Theory, kind: str, data: st.DataObject) -> None:
    system = System(**SYSTEMS[kind])
    images = data.draw(changes(SYSTEMS[kind]["coordinates"].split()))
    assert check(naturality(theory, system, images))


CHANGE = {"t": "t + 1", "x": "x + t**2", "y": "2*y + x*t"}


@BOTH
def test_an_impostor_is_refuted(theory: Theory) -> None:
    """A theory that adds the coordinate field of the first velocity is not natural."""

    def construct(system: System):  # type: ignore[no-untyped-def]
        honest = theory.construct(system)
        return replace(honest, field=honest.field + vertical_frame(system.evolution_space)[1])

    impostor = Theory("impostor", "", "", construct)
    system = System(**SYSTEMS["non-affine"])
    assert check(naturality(theory, system, CHANGE))
    assert not check(naturality(impostor, system, CHANGE))


def test_the_steps_of_the_projection_are_natural() -> None:
    system = System(**SYSTEMS["affine"])
    new, change = pulled_back(system, {**CHANGE, "z": "z + x*y"})
    ours, theirs = new.dynamics(), system.dynamics()
    for name in ("Theta_L", "Omega_L", "mu_1"):
        assert check(change.pull(theirs.step(name)) == ours.step(name)), name
    for name in ("xi_L", "Z_1"):
        assert check(change.related(ours.step(name), theirs.step(name))), name
    assert check(change.pull(theirs.step("C")[0][0]) == ours.step("C")[0][0])
    alpha = theirs.system.evolution_space.form(1, {"x": "ydot", "t": "z", "xdot": "x", "zdot": "t"})
    left = change.pull(theirs.step("Q").transpose(alpha))
    assert check(left == ours.step("Q").transpose(change.pull(alpha)))
    assert not check(left == -ours.step("Q").transpose(change.pull(alpha)))


def test_the_vertical_endomorphism_belongs_to_the_unit_of_time() -> None:
    """Under t' = c t it is multiplied by c; under t' = t + c it is natural."""
    E = FibredManifold("E", time="t", coordinates="x y")
    F = FibredManifold("F", time="t", coordinates="x y")
    for time, natural in (("t + 3", True), ("2*t", False)):
        change = jet(E, 1).prolong_fibred(Map(F, E, {"t": time, "x": "x + t*y", "y": "y"}))
        S, below = jet(F, 1).vertical_endomorphism, jet(E, 1)
        xdot = below["xdot"]
        left = change.pull(below.vertical_endomorphism.transpose(d(xdot)))
        verdict = check(left == S.transpose(d(change.pull(xdot))))
        assert bool(verdict) is natural
        if not natural:
            # S = θ ⊗ ∂/∂v, and velocities are halved by t ↦ 2t while θ = dx - v dt is not.
            assert check(left == 2 * S.transpose(d(change.pull(xdot))))


def test_the_cartan_form_does_not_depend_on_the_unit_of_time() -> None:
    """L dt and S^*dL scale together if the action is kept: L' = c L∘J¹φ for t = c t'."""
    E = FibredManifold("E", time="t", coordinates="x")
    F = FibredManifold("F", time="t", coordinates="x")
    change = jet(E, 1).prolong_fibred(Map(F, E, {"t": "2*t", "x": "x"}))
    L = jet(E, 1).function("xdot**2/2 - x**2*t")
    pulled = change.pull(cartan_form(L, jet(E, 1)))
    assert check(pulled == cartan_form(2 * change.pull(L), jet(F, 1)))
    assert not check(pulled == cartan_form(change.pull(L), jet(F, 1)))
