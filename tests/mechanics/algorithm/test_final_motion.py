"""The constraint algorithm as a theory: derived, checked, compared and simulated as others."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from mechanics import System, compare, load, load_dynamics
from mechanics.errors import NotApplicable, RedundantConstraints, SingularConstraintMatrix
from mechanics.model.lagrangian import vertical_frame
from mechanics.testing import check_theory
from mechanics.testing.systems_for_checks import standard_systems
from mechanics.theories import theory_named

THEORY = theory_named("constraint_algorithm")
#: y has no inertia: its equation is y = x, and x oscillates.
SLAVE = {
    "name": "slave",
    "coordinates": "x y",
    "lagrangian": "xdot**2/2 - (y - x)**2/2 - x**2/2",
    "invariants": {"E": "(xdot**2 + x**2)/2"},
}


def test_it_applies_where_the_motion_is_unique() -> None:
    motion = System(**SLAVE).dynamics("constraint_algorithm")  # type: ignore[arg-type]
    assert [str(f) for f in motion.equations] == ["x - y", "ydot - xdot"]
    assert motion.reference is None and all(c.holds for c in motion.checks())
    run = motion.simulate(x=1, xdot=0, until=3)
    assert run.notes == ("from the set of the motions: y = 1, ydot = 0",)
    assert abs(run["y"] - np.cos(run.t)).max() < 1e-9
    assert motion.system.energy_balance(theory=THEORY).is_conserved.holds
    for name, why in (
        ("cawley", "not unique"),
        ("two-branches", "union of 3 sets"),
        ("inconsistent-constraint", "no motion"),
    ):
        with pytest.raises(NotApplicable, match=why):
            load(name).dynamics(THEORY)


def test_it_is_asked_where_reactions_are_not_determined() -> None:
    """A constraint along a null direction of L: no theory of the library answers."""
    system = load("null-constraint")
    with pytest.raises(SingularConstraintMatrix):
        system.dynamics("multipliers")
    motion = system.dynamics(THEORY)
    assert all(c.holds for c in motion.checks()) and len(motion.equations) == 2
    with pytest.raises(RedundantConstraints):
        twice = {**SLAVE, "constraints": ["xdot - ydot", "2*xdot - 2*ydot"]}
        System(**twice).dynamics(THEORY)  # type: ignore[arg-type]


def test_a_pendulum_with_its_tension(tmp_path) -> None:  # type: ignore[no-untyped-def]
    """Positions that the final set determines are found; the motion is that of the reduction."""
    system = load("pendulum-with-tension")
    motion = system.dynamics(THEORY)
    start = {"x": 0.6, "y": -0.8, "xdot": 0.4, "ydot": 0.3, "g": 1}
    run = motion.simulate(start, until=2)
    other = system.reduction().simulate(start, until=2)
    assert max(abs(run[name] - other[name]).max() for name in ("x", "y", "s")) < 1e-12
    kept = load_dynamics(motion.save(tmp_path / "pendulum.json"))
    assert len(kept.equations) == 4 and all(c.holds for c in kept.preserves_constraints())


def test_it_agrees_where_others_answer() -> None:
    for system in (load("regular-by-constraint"), load("nonholonomic-particle")):
        assert compare(system, ["multipliers", "constraint_algorithm"]).agree
        assert system.dynamics(THEORY).agrees_with(system.reference).holds


@pytest.mark.parametrize("name", ["null-constraint", "regular-by-constraint", "slave"])
def test_it_conforms(name: str) -> None:
    system = System(**SLAVE) if name == "slave" else load(name)  # type: ignore[arg-type]
    report = check_theory(THEORY, [system])
    assert report, str(report)
    assert {"natural", "coherent", "tangent", "free"} <= {
        line.check for line in report.lines if line.answer.name == "HOLDS"
    }


def test_it_conforms_on_regular_systems() -> None:
    known = {"prescribed speed", "one coordinate, constrained", "one coordinate, free"}
    report = check_theory(THEORY, [s for s in standard_systems() if s.name in known])
    assert report, str(report)


def test_a_wrong_one_is_refuted() -> None:
    """A field that leaves the final set, and multipliers of the other sign."""

    def pushed(system):  # type: ignore[no-untyped-def]
        made = THEORY.construct(system)
        return replace(made, field=made.field + vertical_frame(system.evolution_space)[-1])

    def turned(system):  # type: ignore[no-untyped-def]
        made = THEORY.construct(system)
        return replace(made, multipliers=tuple(-f for f in made.multipliers))

    def found(construct, system):  # type: ignore[no-untyped-def]
        return set(
            check_theory(replace(THEORY, name="w", construct=construct), [system]).failed_checks
        )

    # y has no inertia, so that only the set is left.
    assert {"tangent"} <= found(pushed, System(**SLAVE))  # type: ignore[arg-type]
    assert {"coherent"} <= found(turned, load("regular-by-constraint"))
