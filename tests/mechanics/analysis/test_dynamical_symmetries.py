"""Symmetries that depend on velocities, and adjoint ones, against the literature and flows."""

from __future__ import annotations

import numpy as np
import pytest
from gallery_systems import gallery_system
from scipy.integrate import solve_ivp

from diffgeo import Manifold, bracket, check, d, lie
from diffgeo.calculus import compile_functions
from diffgeo.calculus import linear_algebra as linear
from diffgeo.connections import SecondOrderConnection
from mechanics import DynamicalSymmetries, System
from mechanics.analysis.local_potentials import local_potential
from mechanics.faces.command_line import main

KEPLER = System(coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2 + 1/sqrt(x**2 + y**2)")


def holds(found: DynamicalSymmetries) -> bool:
    return all(answer.holds for answer in found.checks())


def depends(found: DynamicalSymmetries, text: str) -> bool:
    """Whether a function depends on the first integrals that were found."""
    f = found.velocities.space.function(text)
    rows = [[X(g) for X in f.space.frame] for g in found.integrals]
    return linear.rank([*rows, [X(f) for X in f.space.frame]]) == len(rows)


def test_the_hidden_symmetries_of_kepler() -> None:
    """The rotation, the energy, and the two components of the vector of Laplace, Runge, Lenz."""
    found = KEPLER.dynamical_symmetries(1, functions=["1", "x", "y"])
    assert found.cartan is not None and holds(found)
    assert len(found.symmetries) == len(found.cartan) == 4 and len(found.integrals) == 3
    momentum = "(x*ydot - y*xdot)"
    for text in (f"{momentum}*ydot - x/sqrt(x**2 + y**2)", momentum, "xdot**2 + ydot**2"
                 " - 2/sqrt(x**2 + y**2)"):  # fmt: skip
        assert depends(found, text)
    assert not depends(found, "xdot")
    # Kepler's third law is no Cartan symmetry.
    third = KEPLER.dynamical_symmetries(1, functions=["1", "t", "x", "y"])
    assert third.cartan is not None and len(third.symmetries) == 5 and len(third.cartan) == 4


def test_adjoint_symmetries_solve_the_adjoint_equation() -> None:
    """∇∇α + Φ^*α = 0 for the parts along the velocities, by another operator."""
    system = System(coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2 - x**2/2 - x*y")
    found = system.dynamical_symmetries(1, functions=["1", "x", "y"])
    connection = SecondOrderConnection(found.dynamics.regular.field)
    assert found.forms and holds(found)
    Γ, V = found.motion, found.velocities.vertical
    rows = connection.jacobi_endomorphism
    jets = system.evolution_space
    _, X, Y, *_ = jets.frame
    down = system.constraint_set.restrict
    phi = [[down(rows(Z)(v)) for v in jets.velocities] for Z in (X, Y)]
    for alpha in found.forms:
        # The coefficients of ∇ vanish: there is no friction.
        a = [alpha(W) for W in V]
        adjoint = [Γ(Γ(a[i])) + phi[i][0] * a[0] + phi[i][1] * a[1] for i in range(2)]
        assert all(check(f == 0) for f in adjoint)
        assert not check(adjoint[0] + a[0] * a[0] + 1 == 0)


def test_closed_forms_have_potentials() -> None:
    """The one closed invariant form of the Kepler problem is the differential of its areal law."""
    found = KEPLER.dynamical_symmetries(1, functions=["1", "x", "y"])
    [law] = found.potentials
    assert law is not None and check(law == found.velocities.space.function("x*ydot - y*xdot"))
    assert depends(found, "x*ydot - y*xdot") and "d(x*ydot - y*xdot) = " in found.report()
    # Local ones of an angle; none of what is not closed, or has no elementary one.
    M = Manifold("M", "x y", domain=["x > 0"])
    x, y = M.coordinates
    turning = (x * d(y) - y * d(x)) / (x**2 + y**2)
    angle = local_potential(turning)
    assert angle is not None and check(d(angle) == turning) and not check(d(angle) == 2 * turning)
    assert (
        local_potential(y * d(x)) is None
        and local_potential(M.function("exp(x**2)") * d(x)) is None
    )


def test_invariant_forms_and_symmetries_under_constraints() -> None:
    found = gallery_system("nonholonomic-particle").dynamical_symmetries(1, functions=["1", "y"])
    assert holds(found) and depends(found, "ydot")
    Γ = found.motion
    for Y in found.symmetries:
        assert check(bracket(Y, Γ) == 0 * Γ)
        assert not check(bracket(found.velocities.space["y"] * Y, Γ) == 0 * Γ)
    assert all(check(d(alpha) == 0 * d(alpha)) for alpha in found.closed)
    assert all(check(lie(Γ, alpha) == 0 * alpha) for alpha in found.forms)
    assert found.cartan is None


def test_the_flow_of_a_symmetry_sends_motions_to_motions() -> None:
    """Of the Runge–Lenz symmetry, by integration of both flows in either order."""
    found = KEPLER.dynamical_symmetries(1, functions=["1", "x", "y"])
    names = ("t", "x", "y", "xdot", "ydot")
    assert found.cartan is not None

    def flow(field: object, z: np.ndarray, until: float) -> np.ndarray:
        rates = compile_functions([field(f) for f in found.velocities.space.coordinates], names)
        run = solve_ivp(lambda _, w: rates(w.tolist()), (0, until), z, rtol=1e-11, atol=1e-12)
        return run.y[:, -1]

    z = np.array([0.0, 1.0, 0.2, 0.1, 0.9])
    for Y in found.cartan:
        there = flow(found.motion, flow(Y, z, 0.1), 0.7)
        back = flow(Y, flow(found.motion, z, 0.7), 0.1)
        assert np.abs(there - back).max() < 1e-8 < np.abs(there - flow(found.motion, z, 0.7)).max()


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["symmetries", "nonholonomic-particle", "--velocities", "1", "--order", "0"])
    assert end.value.code == 0
    text = capsys.readouterr().out
    assert "Dynamical symmetries: 5" in text and "others outside" in text
