"""Solutions of the equation of Hamilton and Jacobi against the literature and by other means."""

from __future__ import annotations

import json

import numpy as np
import pytest
from gallery_systems import gallery_system
from scipy.integrate import solve_ivp

from diffgeo import Map, check
from mechanics import System
from mechanics.analysis.hamilton_jacobi import HamiltonJacobi
from mechanics.analysis.separation import separated_solution
from mechanics.errors import BadSystem, NotApplicable
from mechanics.faces.command_line import main
from mechanics.testing.naturality_of_theories import pulled_back

KEPLER = System(
    coordinates="r theta phi", parameters="k", positive="k r",
    lagrangian="(rdot**2 + r**2*thetadot**2 + r**2*sin(theta)**2*phidot**2)/2 + k/r",
)  # fmt: skip
#: An electron in the fields of a nucleus and of a capacitor, in parabolic coordinates
#: (Epstein, Schwarzschild 1916).
STARK = System(
    coordinates="xi eta phi", parameters="k F", positive="k xi eta",
    lagrangian="((xi + eta)*(xidot**2/xi + etadot**2/eta)/4 + xi*eta*phidot**2)/2 "
    "+ 2*k/(xi + eta) - F*(xi - eta)/2",
)  # fmt: skip
#: Motion of Liouville's kind.
LIOUVILLE = System(
    coordinates="x y", functions="f(x) g(y) u(x) v(y)",
    lagrangian="(f(x) + g(y))*(xdot**2 + ydot**2)/2 - (u(x) + v(y))/(f(x) + g(y))",
)  # fmt: skip


def everything_holds(found: HamiltonJacobi, closed: bool = True) -> bool:
    *others, shut, invariant = found.checks()
    kept = all(c.holds for c in others) and bool(invariant.holds)
    return kept and shut.holds is closed and found.is_complete


# --- free systems --------------------------------------------------------------------------------


@pytest.mark.parametrize("system", [KEPLER, STARK, LIOUVILLE], ids=["Kepler", "Stark", "Liouville"])
def test_what_separates(system: System) -> None:
    found = system.hamilton_jacobi()
    assert everything_holds(found) and found.is_separated
    energy, *_ = found.constants
    assert check(found.energy == energy) and not check(found.energy == 2 * energy)


def test_the_momenta_of_kepler() -> None:
    """p_r² = 2E + 2k/r - l²/r², p_θ² = l² - p_φ²/sin²θ, p_φ constant; c2 = l²/2."""
    found = KEPLER.hamilton_jacobi()
    E, half, m = found.constants
    _, *frame = KEPLER.configuration_space.frame
    radial, polar, axial = (found.form(found.above.lift(X)) for X in frame)
    r, sin = found.above.function("r"), found.above.function("sin(theta)")
    k = found.above.function("k")
    assert check(radial * radial == 2 * E + 2 * k / r - 2 * half / r**2)
    assert check(polar * polar == 2 * half - m * m / sin**2)
    assert check(axial == m)
    assert not check(polar * polar == 2 * half + m * m / sin**2)


def test_what_does_not_separate() -> None:
    quartic = System(coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2 - x**2*y**2")
    assert separated_solution(quartic) is None
    with pytest.raises(
        NotApplicable, match=r"no solution is separated.*those that are known.*degree"
    ):
        quartic.hamilton_jacobi()
    # In coordinates turned by a quarter of a right angle this one separates, in these it does not.
    turned = System(coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2 - x**3*y - x*y**3")
    assert separated_solution(turned) is None
    straight = System(coordinates="u v", lagrangian="(udot**2 + vdot**2)/2 - (u**4 - v**4)/2")
    assert everything_holds(straight.hamilton_jacobi(order=4))


def test_what_integrals_solve() -> None:
    """A magnetic field: L is not natural, two linear integrals that are not in involution."""
    charged = System(coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2 - y*xdot")
    found = charged.hamilton_jacobi()
    assert everything_holds(found, found.is_closed.holds is True)
    assert "first integrals" in found.origin


def test_an_action_is_verified() -> None:
    """Hamilton's principal function of a free particle, and of the oscillator."""
    free = System(coordinates="x", lagrangian="xdot**2/2")
    assert everything_holds(free.hamilton_jacobi(action="(x - a)**2/(2*t)", free="a"))
    wrong = free.hamilton_jacobi(action="(x - a)**2/t", free="a")
    assert wrong.holds is False and str(wrong).startswith("no solution")
    oscillator = System(coordinates="x", lagrangian="(xdot**2 - x**2)/2")
    action = "((x**2 + a**2)*cos(t) - 2*a*x)/(2*sin(t))"
    assert everything_holds(oscillator.hamilton_jacobi(action=action, free="a"))
    # Momenta may be given instead; with forces γ is not closed in time, and the equation differs.
    falling = System(coordinates="x", lagrangian="xdot**2/2", forces={"x": "-1"})
    assert falling.hamilton_jacobi(momenta={"x": "c - t"}, free="c").holds
    assert falling.hamilton_jacobi(momenta={"x": "c + t"}, free="c").holds is False
    with pytest.raises(BadSystem, match="or by an action"):
        free.hamilton_jacobi({"xdot": "1"}, action="x")
    with pytest.raises(BadSystem, match="'y'"):
        free.hamilton_jacobi(momenta={"y": "1"})


# --- constraints ---------------------------------------------------------------------------------

#: Whether the complete solution that is found is closed along displacements.
GALLERY = {
    "vertical-rolling-disk": True,
    "knife-edge": True,
    "nonholonomic-particle": True,
    "pursuit": True,
    "rolling-ball": False,
}


@pytest.mark.parametrize("name", GALLERY)
def test_the_gallery(name: str) -> None:
    assert everything_holds(gallery_system(name).hamilton_jacobi(), GALLERY[name])


def test_the_equation_does_not_need_closed_forms() -> None:
    """The knife edge with phi = w t: v = u + (g/w) sin α sin φ solves it, and dγ(∂_φ, ∂_s) ≠ 0."""
    speed = "(u + g*sin(alpha)*sin(phi)/w)"
    velocities = {"phidot": "w", "xdot": f"cos(phi)*{speed}", "ydot": f"sin(phi)*{speed}"}
    system = gallery_system("knife-edge")
    found = system.hamilton_jacobi(velocities, free="w u")
    assert everything_holds(found, closed=False)
    assert "d gamma not 0 on displacements" in str(found)
    velocities["xdot"] = "cos(phi)*u"
    assert system.hamilton_jacobi(velocities, free="w u").is_admissible.holds is False
    velocities["ydot"] = "sin(phi)*u"
    wrong = system.hamilton_jacobi(velocities, free="w u")
    assert [c.holds for c in wrong.checks()] == [True, False, True, False]


def test_the_sleigh() -> None:
    """u = A cos(kθ + δ), aw = -kA sin(kθ + δ) with k² = ma²/(I + ma²), here k = 1/2."""
    sleigh = System(
        coordinates="x y theta", constraints="xdot*sin(theta) - ydot*cos(theta)",
        lagrangian="((xdot - thetadot*sin(theta))**2 + (ydot + thetadot*cos(theta))**2)/2 "
        "+ 3*thetadot**2/2",
    )  # fmt: skip
    u, w = "(A*cos(theta/2) + B*sin(theta/2))", "(B*cos(theta/2) - A*sin(theta/2))/2"
    family = {"xdot": f"cos(theta)*{u}", "ydot": f"sin(theta)*{u}", "thetadot": w}
    found = sleigh.hamilton_jacobi(family, free="A B")
    assert everything_holds(found, found.is_closed.holds is True)
    assert check(found.energy == found.above.function("(A**2 + B**2)/2"))
    family["thetadot"] = f"2*{w}"
    assert sleigh.hamilton_jacobi(family, free="A B").holds is False
    waves = [f"{f}(theta/2){g}" for f in ("sin", "cos") for g in ("", "*sin(theta)", "*cos(theta)")]
    assert everything_holds(sleigh.hamilton_jacobi(extra=waves))


def test_trajectories_by_numbers() -> None:
    """The reduced field of three equations against the motion of six, integrated by the library."""
    system = gallery_system("nonholonomic-particle")
    found = system.hamilton_jacobi()
    x, y, u, v = 0.3, 0.4, 1.1, -0.6
    energy = (u * u * (1 + y * y) + v * v) / 2
    motion = system.simulate({"x": x, "y": y, "z": 0, "xdot": u, "ydot": v}, until=2)
    section = {str(q): f.to_sympy() for q, f in found.section.images.items()}

    def field(_: float, state: np.ndarray) -> list[float]:
        values = dict(zip("xyz", state, strict=True)) | {"c1": v, "c2": energy}
        return [float(section[f"{q}dot"].subs(values)) for q in "xyz"]

    end = solve_ivp(field, (0, 2), [x, y, 0], rtol=1e-9, atol=1e-11).y[:, -1]
    assert np.allclose([motion[q][-1] for q in "xyz"], end, atol=1e-6)


def test_a_solution_is_natural() -> None:
    """In other coordinates the same field is a solution, with the same form."""
    system = gallery_system("vertical-rolling-disk")
    images = {"t": "t", "x": "x + phi**2", "y": "y", "theta": "2*theta", "phi": "phi"}
    new, _ = pulled_back(system, images)
    family = {"phidot": "w", "thetadot": "u", "xdot": "R*cos(phi)*u", "ydot": "R*sin(phi)*u"}
    moved = {**family, "thetadot": "u/2", "xdot": "R*cos(phi)*u - 2*phi*w"}
    ours, theirs = (
        new.hamilton_jacobi(moved, free="w u"),
        system.hamilton_jacobi(family, free="w u"),
    )
    assert everything_holds(ours) and everything_holds(theirs)
    change = Map(ours.above, theirs.above, {**images, "w": "w", "u": "u"})
    assert check(ours.form == change.pull(theirs.form))
    assert not check(ours.form == 2 * change.pull(theirs.form))
    assert new.hamilton_jacobi(family, free="w u").is_admissible.holds is False


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["hamilton-jacobi", "rotating-hoop"])
    assert end.value.code == 0
    assert "constant on motions are" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["hamilton-jacobi", "vertical-rolling-disk", "--json"])
    data = json.loads(capsys.readouterr().out)
    assert data["solution"] and data["complete"] and data["closed"]
    given = ["--velocity", "phidot=w", "--free", "w"]
    with pytest.raises(SystemExit):
        main(["hamilton-jacobi", "vertical-rolling-disk", *given, "--json"])
    data = json.loads(capsys.readouterr().out)
    assert data["solution"] and not data["complete"] and data["constants"] == ["w"]


def test_higher_orders_are_tried_by_default() -> None:
    """Parabolic coordinates whose squares are those of Stark's effect: its field is of degree 4."""
    text = "(u**2 + v**2)*(udot**2 + vdot**2)/2 + 2/(u**2 + v**2) - {}"
    found = System(coordinates="u v", positive="u v", lagrangian=text.format("(u**2 - v**2)/2"))
    assert found.hamilton_jacobi().is_separated and found.hamilton_jacobi().is_complete
    other = System(coordinates="u v", positive="u v", lagrangian=text.format("u**2*v"))
    with pytest.raises(NotApplicable, match="functions of order 4"):
        other.hamilton_jacobi()


def test_elementary_quadratures(monkeypatch: pytest.MonkeyPatch) -> None:
    """∂S/∂c is constant on motions; that of the pendulum is no elementary function."""
    monkeypatch.setattr("diffgeo.calculus.antiderivatives.SECONDS", 120)
    thrown = System(coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2 - y")
    for system in (thrown, System(coordinates="x", lagrangian="(xdot**2 - x**2)/2")):
        found = system.hamilton_jacobi()
        assert len(found.quadratures) == len(found.constants)
        for _, terms in found.quadratures:
            total = sum((F for _, _, F in terms), start=0 * found.energy)
            assert check(found.field(total) == 0)
            assert not check(found.field(total + found.above.function("t")) == 0)
    ((_, (_, (_, _, elliptic))),) = gallery_system("rotating-hoop").hamilton_jacobi().quadratures
    assert elliptic is None


def test_what_was_given_and_is_refuted_is_status_1(capsys: pytest.CaptureFixture[str]) -> None:
    system = ["hamilton-jacobi", "vertical-rolling-disk"]
    for given, status in (
        (["--velocity", "phidot=t"], 1),
        (["--free", "h"], 2),
        (["--order", "-1"], 2),
    ):
        with pytest.raises(SystemExit) as ended:
            main([*system, *given])
        assert ended.value.code == status
    told = capsys.readouterr()
    assert "REFUTED" in told.out and "given by velocities, or by momenta" in told.err


def test_separation_with_functions_of_a_higher_order() -> None:
    """J. Stark's effect in parabolic coordinates: fourth powers, by default."""
    stark = System(
        coordinates="u v",
        parameters="k E",
        lagrangian="(u**2 + v**2)*(udot**2 + vdot**2)/2 + (2*k - E*(u**4 - v**4)/2)/(u**2 + v**2)",
    )
    found = stark.hamilton_jacobi()
    assert found.origin == "by separation of variables" and found.is_closed.holds
    # With squares it does not separate; the integral of degree 2 is found.
    assert separated_solution(stark, 2) is None
    found = stark.hamilton_jacobi(order=2)
    assert "by the first integrals" in found.origin and everything_holds(found)
