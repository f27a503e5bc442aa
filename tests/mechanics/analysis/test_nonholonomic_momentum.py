"""The nonholonomic momentum map against the literature."""

from __future__ import annotations

import json

import pytest
from gallery_systems import gallery_system

from diffgeo import check
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
    scale = space.function("-2*cos(phi)**2")
    assert check(restrict(scale * J.momentum - p) == 0)
    motion = found.dynamics.regular.field
    ours = motion(scale) * J.momentum + scale * J.rate
    theirs = (
        space.function("2*J0*cos(phi)**2*phidot*psidot") - space.function("tan(phi)*phidot") * p
    )
    assert check(restrict(ours - theirs) == 0)
    assert not check(restrict(ours + theirs) == 0)


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
