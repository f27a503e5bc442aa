"""Answers that are known, with as many negative ones; each with its author, or the reason."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mechanics import System
from mechanics.analysis.helmholtz import HelmholtzConditions


def on_a_line(force: str, **settings: object) -> System:
    return System(coordinates="x", lagrangian="xdot**2/2", forces={"x": force}, **settings)


def helmholtz(x: str, y: str) -> HelmholtzConditions:
    plane = System(coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2", forces={"x": x, "y": y})
    return plane.inverse_problem(0).conditions


def particle(constraint: str, potential: str = "0") -> System:
    return System(
        coordinates="x y z",
        lagrangian=f"(xdot**2 + ydot**2 + zdot**2)/2 - ({potential})",
        constraints=constraint,
    )


def sleigh(offset: str) -> System:
    return System(
        coordinates="x y th",
        lagrangian=f"((xdot - {offset}*thdot*sin(th))**2 + (ydot + {offset}*thdot*cos(th))**2"
        " + thdot**2)/2",
        constraints="xdot*sin(th) - ydot*cos(th)",
    )


def plane(potential: str) -> System:
    return System(coordinates="x y", lagrangian=f"(xdot**2 + ydot**2)/2 - ({potential})")


HEISENBERG_GROUP = System(
    coordinates="x y z", lagrangian="(xdot**2 + ydot**2 + zdot**2)/2", forces={"z": "xdot*ydot"}
)
KNIFE = System(
    coordinates="x y phi",
    lagrangian="(xdot**2 + ydot**2 + phidot**2)/2",
    constraints="xdot*sin(phi) - ydot*cos(phi)",
)


def polynomials(force: str, *powers: str) -> int:
    return len(on_a_line(force).darboux(2, functions=["1", *powers]).functions)


def lane_emden(index: int) -> list[int]:
    lagrangian = f"t**2*(xdot**2/2 - x**{index + 1}/{index + 1})"
    found = System(coordinates="x", lagrangian=lagrangian).symmetries()
    return [len(found.motion), len(found.noether)]


#: What is asked, and the answer.
ANSWERS: dict[str, tuple[Callable[[], object], object]] = {
    # K. Odani 1995: no algebraic curve is invariant.
    "van der Pol": (lambda: on_a_line("(1 - x**2)*xdot - x").darboux(1, 3).functions, ()),
    # With friction a it is integrable for the stiffness 2 a²/9: (x' + a x/3)² + x⁴/2.
    "Duffing, integrable": (lambda: polynomials("-3*xdot - 2*x - x**3", "x", "x**2", "x**4"), 1),
    "Duffing": (lambda: polynomials("-xdot - x - x**3", "x", "x**2", "x**4"), 0),
    # M. Ablowitz, A. Zeppetella 1979: fronts of Fisher's equation with the speed 5/√6, scaled.
    "Fisher, speed 5/√6": (
        lambda: polynomials("-5*xdot - 6*x + 6*x**2", "x", "x**2", "x**3"), 1),
    "Fisher": (lambda: polynomials("-3*xdot - 6*x + 6*x**2", "x", "x**2", "x**3"), 0),
    # S. Lie: cubic in the velocity, and linear after exchanging t and x.
    "x'' = x'³": (lambda: len(on_a_line("xdot**3").symmetries(4).motion), 8),
    "Painlevé II": (lambda: len(on_a_line("2*x**3 + t*x").symmetries(2).motion), 0),
    # A scaling, t ∂_t - 3 x ∂_x, and nothing else: t occurs in no other way.
    "Thomas, Fermi": (
        lambda: len(on_a_line("t**(-1/2)*x**(3/2)").symmetries(functions=[
            "1", "t", "x", "t**2", "t*x", "x**2"]).motion), 1),
    # J. Jauch, E. Hill 1940: su(2), three independent integrals.
    "isotropic oscillator": (
        lambda: len(System(
            coordinates="x y", lagrangian="(xdot**2 + ydot**2 - x**2 - y**2)/2"
        ).dynamical_symmetries(1, functions=["1", "x", "y"]).integrals), 3),
    # The canonical connection of the affine group of the line: x' e^(-y) and y' are constant.
    "affine group": (lambda: helmholtz("xdot*ydot", "0").has_regular, True),
    # H. Bateman 1931: each damped oscillator has a Lagrangian of its own.
    "two dampings": (lambda: helmholtz("-xdot - x", "-2*ydot - y").has_regular, True),
    # Damping and gyroscopic forces together, with different springs: Φ, ∇Φ exclude it.
    "damping, gyroscopic forces": (
        lambda: helmholtz("-xdot + ydot - x", "-ydot - xdot - 2*y").has_regular, False),
    # S. A. Chaplygin 1911; Y. Neimark, N. Fufaev 1972.
    "sleigh over its knife": (
        lambda: sleigh("0").invariant_volume().has_basic_density.holds, True),
    "sleigh": (lambda: sleigh("1").invariant_volume().has_basic_density.holds, False),
    # By Chaplygin's theorem one that has a volume is Hamiltonian in a new time: rank D = 2.
    "contact": (lambda: particle("zdot - x*ydot + y*xdot").invariant_volume()
                .has_basic_density.holds, True),
    "z' = y² x'": (lambda: particle("zdot - y**2*xdot").invariant_volume()
                   .has_basic_density.holds, True),
    "z' = x y' in a new time": (lambda: particle("zdot - x*ydot").chaplygin()
                                .is_hamiltonian.holds, True),
    "with a force across": (lambda: particle("zdot - y*xdot", "x**2*y").chaplygin()
                            .is_hamiltonian.holds, True),
    # Both at once, and equal: the real part of exp((1 + i) t) z'^2.
    "damping and gyroscopic forces alone": (
        lambda: helmholtz("-xdot + ydot", "-ydot - xdot").has_regular, True),
    # G. Thompson 2003: connections of Lie groups. z - x y/2 has no acceleration: it is flat.
    "Heisenberg's group": (
        lambda: HEISENBERG_GROUP.inverse_problem(2).is_lagrangian.holds, True),
    # A. Bloch, O. Fernandez, T. Mestdag 2009: the knife edge on a plane has Lagrangians.
    "knife edge on a plane": (lambda: KNIFE.inverse_problem(0).is_excluded, False),
    "sleigh over its knife, inverse problem": (
        lambda: sleigh("0").inverse_problem(0).is_excluded, False),
    "sleigh, inverse problem": (lambda: sleigh("1").inverse_problem(0).is_excluded, True),
    # Rayleigh's equation has, as that of van der Pol, no invariant algebraic curve.
    "Rayleigh": (lambda: on_a_line("xdot - xdot**3 - x").darboux(2, 2).functions, ()),
    "steady Burgers": (lambda: len(on_a_line("x*xdot").darboux(1, 2).quotients), 1),
    "quadratic friction": (
        lambda: str(on_a_line("-xdot**2").darboux().integrals[0]), "xdot*exp(x)"),
    # S. Lie: x'' = x^n has 2 symmetries, but for n = -3 (3) and n = 0, 1 (8).
    "x'' = x⁵": (lambda: len(on_a_line("x**5").symmetries(2).motion), 2),
    "x'' = x⁻²": (lambda: len(on_a_line("x**(-2)", positive="x").symmetries(2).motion), 2),
    "x'' = x⁻³": (lambda: len(on_a_line("x**(-3)", positive="x").symmetries(2).motion), 3),
    # V. Ermakov 1880: sl(2). P. Painlevé's first equation has none.
    "Ermakov": (lambda: len(on_a_line("x**(-3) - x", positive="x").symmetries(functions=[
        "1", "x", "cos(2*t)", "sin(2*t)", "x*cos(2*t)", "x*sin(2*t)"]).motion), 3),
    "Painlevé I": (lambda: len(on_a_line("6*x**2 + t").symmetries(2).motion), 0),
    # F. Mahomed, P. Leach 1985: x'' + 3 x x' + x³ = 0 is linearisable, other factors give 2.
    "x'' + x x' + x³": (lambda: len(on_a_line("-x*xdot - x**3").symmetries(2).motion), 2),
    # R. Emden, J. H. Lane: only for the index 5 the scaling is a symmetry of L, too.
    "Lane, Emden, 5": (lambda: lane_emden(5), [1, 1]),
    "Lane, Emden, 3": (lambda: lane_emden(3), [1, 0]),
    # The factor e^t serves if all friction is alike, and for no other.
    "Hénon, Heiles, with friction": (
        lambda: helmholtz("-x - 2*x*y - xdot", "-y - x**2 + y**2 - ydot").generality, (1, 0)),
    "Hénon, Heiles, with two frictions": (
        lambda: helmholtz("-x - 2*x*y - xdot", "-y - x**2 + y**2 - 2*ydot").case, "IV"),
    "logarithmic potential with friction": (
        lambda: helmholtz("-xdot - x/(x**2 + y**2)", "-ydot - y/(x**2 + y**2)").generality, (1, 0)),
    # Geodesics of a plane of constant curvature have a family of Lagrangians; of a connection
    # without a metric they may have none.
    "half plane of Poincaré": (
        lambda: helmholtz("2*xdot*ydot/y", "(ydot**2 - xdot**2)/y").generality, (1, 2)),
    "a connection without Lagrangians": (
        lambda: helmholtz("-y*xdot*ydot", "-x*xdot*ydot").has_regular, False),
    "straight lines, slowed down": (
        lambda: helmholtz("-xdot*(xdot**2 + ydot**2)", "-ydot*(xdot**2 + ydot**2)").case, "I"),
    "one drives the other": (lambda: helmholtz("ydot", "y").has_regular, False),
    # Forces that are no gradient: Φ is symmetric for an indefinite metric, in two dimensions.
    "circulatory forces": (lambda: helmholtz("-x - y", "x - 2*y").has_regular, True),
    "springs in one direction": (lambda: helmholtz("-x", "-x - y").has_regular, True),
    # Time, rotations, and Kepler's third law, which is no symmetry of L.
    "Kepler": (lambda: [len(plane("-1/sqrt(x**2 + y**2)").symmetries().motion),
                        len(plane("-1/sqrt(x**2 + y**2)").symmetries().noether)], [3, 2]),
    "Toda, two particles": (lambda: plane("exp(x - y)").integrability(0).theorem, "Lie"),
    "Hénon, Heiles": (
        lambda: plane("(x**2 + y**2)/2 + x**2*y - y**3/3").integrability(0).theorem, None),
    # A potential along the velocities leaves Chaplygin's multiplier; one across, the volume.
    "contact oscillator": (lambda: particle("zdot - y*xdot", "(x**2 + y**2)/2").chaplygin()
                           .is_hamiltonian.holds, True),
    "contact particle that falls": (lambda: particle("zdot - y*xdot", "z").invariant_volume()
                                    .has_basic_density.holds, True),
}  # fmt: skip


@pytest.mark.parametrize("name", ANSWERS)
def test_the_answer(name: str) -> None:
    asked, answer = ANSWERS[name]
    assert asked() == answer
