"""The nonholonomic momentum map against the literature."""

from __future__ import annotations

import json

import numpy as np
import pytest
from gallery_systems import gallery_system
from scipy.integrate import simpson, solve_ivp

from diffgeo import check
from diffgeo.calculus import compile_functions
from mechanics import System
from mechanics.errors import NotApplicable
from mechanics.faces.command_line import main
from mechanics.testing.naturality_of_theories import pulled_back

#: Momenta, those that are conserved, horizontal symmetries.
GALLERY = {
    "vertical-rolling-disk": (2, 2, 0),
    "snakeboard": (2, 0, 1),
    "chaplygin-sleigh": (2, 0, 0),
    "nonholonomic-particle": (1, 0, 0),
    "rolling-ball": (2, 1, 0),
    "knife-edge": (0, 0, 0),
}


@pytest.mark.parametrize("name", GALLERY)
def test_the_gallery(name: str) -> None:
    found = gallery_system(name).nonholonomic_momentum()
    conserved = [J for J in found.momenta if J.is_conserved.holds]
    horizontal = [J for J in found.momenta if found.is_horizontal(J)]
    assert (len(found.momenta), len(conserved), len(horizontal)) == GALLERY[name]
    assert all(answer.holds for answer in found.equations)


def test_the_snakeboard() -> None:
    """pdot = 2 J0 cos² φ φd ψd - tan φ φd p for p = 2 m r² cot φ θd + J0 sin 2φ ψd."""
    found = gallery_system("snakeboard").nonholonomic_momentum()
    _, J = found.momenta
    system = found.system
    space, restrict = system.evolution_space, system.constraint_set.restrict
    p = space.function("2*m*r**2*thetadot*cos(phi)/sin(phi) + J0*sin(2*phi)*psidot")
    scale = space.function("2*cos(phi)**2")
    assert check(restrict(scale * J.momentum - p) == 0)
    motion = found.dynamics.regular.field
    ours = motion(scale) * J.momentum + scale * J.rate
    theirs = (
        space.function("2*J0*cos(phi)**2*phidot*psidot") - space.function("tan(phi)*phidot") * p
    )
    assert check(restrict(ours - theirs) == 0)
    assert not check(restrict(ours + theirs) == 0)


def test_the_momentum_equation_by_integration() -> None:
    """J_2 of the snakeboard by Newton's equations with multipliers, in matrices of numbers."""
    m, r, J0, J1 = 6.0, 0.2, 0.16, 0.01
    mass = np.diag([m, m, m * r**2, J0, 2 * J1])
    mass[2, 3] = mass[3, 2] = J0

    def rates(t: float, state: np.ndarray) -> np.ndarray:
        q, v = state[:5], state[5:]
        (s, c), (sp, cp) = (np.sin(q[2]), np.cos(q[2])), (np.sin(q[4]), np.cos(q[4]))
        A = np.array([[s, -c, 0, 0, 0], [c * sp, s * sp, -r * cp, 0, 0]])
        turn, steer = v[2], v[4]
        change = np.array([
            [c * turn, s * turn, 0, 0, 0],
            [c * cp * steer - s * sp * turn, s * cp * steer + c * sp * turn, r * sp * steer, 0, 0],
        ])  # fmt: skip
        left = np.block([[mass, A.T], [A, np.zeros((2, 2))]])
        force = np.array([0, 0, 0, -4 * np.sin(t) / 25, -np.sin(t) / 100])
        return np.concatenate([v, np.linalg.solve(left, np.concatenate([force, -change @ v]))[:5]])

    start = np.array([0, 0, 0, 0, 0.4, 0, 0, 0, 1, 0.5])
    times = np.linspace(0, 2, 401)
    run = solve_ivp(rates, (0, 2), start, "DOP853", times, rtol=1e-11, atol=1e-12).y.T

    board = gallery_system("snakeboard").specification
    given = System(
        coordinates=board.coordinates, parameters=board.parameters, constraints=board.constraints,
        lagrangian=str(board.lagrangian), forces={"psi": "-4*sin(t)/25", "phi": "-sin(t)/100"},
    )  # fmt: skip
    values = {"m": 6, "r": "1/5", "J0": "4/25", "J1": "1/100"}
    found = given.specialised(values).nonholonomic_momentum()
    _, J = found.momenta
    names = [str(x) for x in J.momentum.space.coordinates]
    columns = dict(zip(["x", "y", "theta", "psi", "phi"], run.T, strict=False))
    columns |= {f"{q}dot": v for q, v in zip(columns, run.T[5:], strict=True)} | {"t": times}
    compiled = compile_functions([J.momentum, J.rate], names)
    rows = np.array([compiled([columns[n][k] for n in names]) for k in range(len(times))])
    integral = simpson(rows[:, 1], x=times)
    change = rows[-1, 0] - rows[0, 0]
    assert abs(change - integral) < 1e-8 < 1e-3 < abs(change - 2 * integral)


def test_without_constraints_it_is_noether() -> None:
    system = System(coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2 - (x**2 + y**2)/2")
    found = system.nonholonomic_momentum()
    assert [found.is_horizontal(J) for J in found.momenta] == [True]
    assert all(J.is_conserved.holds for J in found.momenta)
    # A force that does work along the rotation changes it.
    turned = System(coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2", forces={"x": "-y"})
    (J,) = turned.nonholonomic_momentum([{"x": "-y", "y": "x"}]).momenta
    assert J.is_conserved.holds is False


def test_a_given_group_is_one_of_symmetries() -> None:
    particle = gallery_system("nonholonomic-particle")
    (J,) = particle.nonholonomic_momentum([{"x": "1"}, {"z": "1"}]).momenta
    assert str(J.field) == "∂_x + y ∂_z"
    assert not particle.nonholonomic_momentum([{"z": "1"}]).momenta
    with pytest.raises(NotApplicable, match="no symmetry"):
        particle.nonholonomic_momentum([{"y": "1"}])


def test_momenta_are_natural() -> None:
    """The momenta of the pulled-back group are the momenta, pulled back, up to the basis."""
    system = gallery_system("nonholonomic-particle")
    new, change = pulled_back(system, {"t": "t", "x": "x + y**2", "y": "2*y", "z": "z"})
    (ours,) = new.nonholonomic_momentum([{"x": "1"}, {"z": "1"}]).momenta
    (theirs,) = system.nonholonomic_momentum([{"x": "1"}, {"z": "1"}]).momenta
    restrict = new.constraint_set.restrict
    moved = change.pull(theirs.momentum), change.pull(theirs.rate)
    # X = ∂_x + 2 y ∂_z is the same field in both coordinates.
    assert check(restrict(ours.momentum - moved[0]) == 0)
    assert check(restrict(ours.rate - moved[1]) == 0)
    assert not check(restrict(ours.rate - 2 * moved[1]) == 0)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["momentum", "vertical-rolling-disk"])
    assert end.value.code == 0
    assert "J_1 = thetadot*(m*R**2 + I)" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["momentum", "snakeboard", "--json"])
    data = json.loads(capsys.readouterr().out)
    assert [c["horizontal"] for c in data["components"]] == [True, False]
    assert data["components"][0]["rate"] == "u(t)"
