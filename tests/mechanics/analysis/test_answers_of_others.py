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


#: Angular velocities in the body by Euler's angles.
OMEGA = (
    "phidot*sin(theta)*sin(psi) + thetadot*cos(psi)",
    "phidot*sin(theta)*cos(psi) - thetadot*sin(psi)",
    "phidot*cos(theta) + psidot",
)
SPACE = ["sin(phi)", "cos(phi)", "sin(phi)*cos(theta)/sin(theta)", "cos(phi)*cos(theta)/sin(theta)",
         "sin(phi)/sin(theta)", "cos(phi)/sin(theta)"]  # fmt: skip


def body(moments: str, rest: str = "0", constraints: str | tuple[()] = ()) -> System:
    energy = " + ".join(f"{A}*({w})**2/2" for A, w in zip(moments.split(), OMEGA, strict=True))
    names = "A B C e k g"
    return System(coordinates="phi theta psi", lagrangian=f"{energy} + {rest}", parameters=names,
                  positive="A B C", constraints=constraints)  # fmt: skip


def integrals(system: System, order: int, **settings: object) -> int:
    return len(system.first_integrals(2, order=order, **settings).integrals)


def cubic(a: str) -> System:
    """Hénon's and Heiles' potential with a cube of one's own."""
    return plane(f"(x**2 + y**2)/2 + x**2*y + ({a})*y**3")


HEISENBERG = particle("zdot - (y*xdot - x*ydot)/2")
SKATE = System(
    coordinates="x y phi", parameters="g", constraints="xdot*sin(phi) - ydot*cos(phi)",
    lagrangian="(xdot**2 + ydot**2 + phidot**2)/2 + g*x",
)  # fmt: skip


def carriage(offset: str) -> System:
    """On two wheels with a common axis, the centre of mass before it."""
    across, along = "xdot*sin(th) - ydot*cos(th)", "xdot*cos(th) + ydot*sin(th)"
    energy = "xdot**2 + ydot**2 + 2*thdot**2 + aldot**2 + bedot**2"
    return System(
        coordinates="x y th al be",
        lagrangian=f"({energy})/2 - {offset}*thdot*({across})",
        constraints=[across, f"{along} + thdot + aldot", f"{along} - thdot + bedot"],
    )


def polynomials(force: str, *powers: str) -> int:
    return len(on_a_line(force).darboux(2, functions=["1", *powers]).functions)


def lane_emden(index: int) -> list[int]:
    lagrangian = f"t**2*(xdot**2/2 - x**{index + 1}/{index + 1})"
    found = System(coordinates="x", lagrangian=lagrangian).symmetries()
    return [len(found.symmetries), len(found.noether)]


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
    "x'' = x'³": (lambda: len(on_a_line("xdot**3").symmetries(4).symmetries), 8),
    "Painlevé II": (lambda: len(on_a_line("2*x**3 + t*x").symmetries(2).symmetries), 0),
    # A scaling, t ∂_t - 3 x ∂_x, and nothing else: t occurs in no other way.
    "Thomas, Fermi": (
        lambda: len(on_a_line("t**(-1/2)*x**(3/2)").symmetries(functions=[
            "1", "t", "x", "t**2", "t*x", "x**2"]).symmetries), 1),
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
    # A. P. Veselov, L. E. Veselova 1988: left-invariant metric, right-invariant constraint.
    "plane motions, LR": (lambda: System(
        coordinates="x y phi", constraints=["xdot + y*phidot"],
        lagrangian="(xdot*cos(phi) + ydot*sin(phi))**2/2 + phidot**2/2"
        " + (ydot*cos(phi) - xdot*sin(phi))**2",
    ).invariant_volume().has_basic_density.holds, True),
    # With u' = -(y v + z y u) u/(1 + y² + z²) and v' = 0 by hand: 2 z y/(1 + y² + z²) would have to
    # be affine in y.
    "Engel": (lambda: System(
        coordinates="x y z w", constraints=["zdot - y*xdot", "wdot - z*xdot"],
        lagrangian="(xdot**2 + ydot**2 + zdot**2 + wdot**2)/2",
    ).invariant_volume().has_basic_density.holds, False),
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
    "x'' = x⁵": (lambda: len(on_a_line("x**5").symmetries(2).symmetries), 2),
    "x'' = x⁻²": (lambda: len(on_a_line("x**(-2)", positive="x").symmetries(2).symmetries), 2),
    "x'' = x⁻³": (lambda: len(on_a_line("x**(-3)", positive="x").symmetries(2).symmetries), 3),
    # V. Ermakov 1880: sl(2). P. Painlevé's first equation has none.
    "Ermakov": (lambda: len(on_a_line("x**(-3) - x", positive="x").symmetries(functions=[
        "1", "x", "cos(2*t)", "sin(2*t)", "x*cos(2*t)", "x*sin(2*t)"]).symmetries), 3),
    "Painlevé I": (lambda: len(on_a_line("6*x**2 + t").symmetries(2).symmetries), 0),
    # F. Mahomed, P. Leach 1985: x'' + 3 x x' + x³ = 0 is linearisable, other factors give 2.
    "x'' + x x' + x³": (lambda: len(on_a_line("-x*xdot - x**3").symmetries(2).symmetries), 2),
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
    "Kepler": (lambda: [len(plane("-1/sqrt(x**2 + y**2)").symmetries().symmetries),
                        len(plane("-1/sqrt(x**2 + y**2)").symmetries().noether)], [3, 2]),
    "Toda, two particles": (lambda: plane("exp(x - y)").integrability(0).theorem, "Lie"),
    "Hénon, Heiles": (
        lambda: plane("(x**2 + y**2)/2 + x**2*y - y**3/3").integrability(0).theorem, None),
    # A potential along the velocities leaves Chaplygin's multiplier; one across, the volume.
    "contact oscillator": (lambda: particle("zdot - y*xdot", "(x**2 + y**2)/2").chaplygin()
                           .is_hamiltonian.holds, True),
    "contact particle that falls": (lambda: particle("zdot - y*xdot", "z").invariant_volume()
                                    .has_basic_density.holds, True),
    # T. Bountis, H. Segur, F. Vivaldi 1982: two integrals for 1/3 and 2, one for others.
    "Hénon, Heiles, 1/3": (lambda: integrals(cubic("1/3"), 4), 2),
    "Hénon, Heiles, 2": (lambda: integrals(cubic("2"), 4), 2),
    "Hénon, Heiles, 1": (lambda: integrals(cubic("1"), 4), 1),
    # C. Holt 1982: the second integral is a cubic.
    "Holt": (lambda: integrals(System(
        coordinates="x y", positive="y",
        lagrangian="(xdot**2 + ydot**2)/2 - y**(-2/3)*(x**2 + 3*y**2/4)"), 2), 1),
    # P. Winternitz and others 1966: three integrals of degree 2.
    "Smorodinsky, Winternitz": (lambda: integrals(System(
        coordinates="x y", positive="x y",
        lagrangian="(xdot**2 + ydot**2 - x**2 - y**2)/2 - 1/x**2 - 1/y**2"), 2,
        extra=["x**2/y**2", "y**2/x**2"]), 3),
    "x² y²": (lambda: integrals(plane("x**2*y**2"), 4), 1),
    # F. Calogero 1971, of two particles; M. Toda 1967, of three: his integral is a cubic.
    "Calogero, two particles": (lambda: plane("1/(x - y)**2").integrability(2).theorem,
                                "first integrals"),
    "Toda, three particles": (lambda: System(
        coordinates="x y z", lagrangian="(xdot**2 + ydot**2 + zdot**2)/2 - exp(x - y) - exp(y - z)"
    ).integrability().theorem, None),
    # C. Neumann 1859: on the sphere functions of the radius are not determined along the motion.
    "Neumann": (lambda: System(
        coordinates="x y z", constraints="x*xdot + y*ydot + z*zdot",
        lagrangian="(xdot**2 + ydot**2 + zdot**2 - x**2 - 2*y**2 - 3*z**2)/2"
    ).integrability().theorem, "Euler-Jacobi-Lie"),
    # The tops: of Lagrange, of Euler and Poinsot (so(3) of space, and time), of Kovalevskaya,
    # whose fourth integral is of degree 4.
    "Lagrange's top": (lambda: body("A A C", "e*cos(theta)").integrability().theorem, "Lie"),
    "Euler, Poinsot": (
        lambda: body("1 2 3").integrability(0, extra=SPACE).theorem, "Lie"),
    "symmetries of the free top": (
        lambda: body("1 2 3").symmetries(0, extra=SPACE).algebra.type,
        "so(3) + a radical of dimension 1, abelian"),
    "Kovalevskaya": (
        lambda: body("2 2 1", "g*sin(theta)*sin(psi)").integrability().theorem, None),
    # Suslov's body in a field along the second or first axis (E. Kharlamova-Zabelina 1957), and
    # with a rotor, which makes no couple across the constraint: ω_1 and ω_2 stay.
    "Kharlamova, Zabelina": (
        lambda: body("A B C", "e*sin(theta)*sin(psi)", OMEGA[2]).integrability(
            1, extra=["sin(theta)*sin(psi)"]).theorem, "Euler-Jacobi-Lie"),
    "Suslov's gyrostat": (
        lambda: body("A B C", f"k*({OMEGA[0]})", OMEGA[2]).integrability().theorem, "Lie"),
    # R. Brockett 1981: straight lines in the plane below; a volume, and Hamiltonian.
    "Heisenberg's particle": (lambda: str(HEISENBERG.invariant_volume().chart_density), "1"),
    "Heisenberg's particle in a new time": (
        lambda: HEISENBERG.chaplygin().is_hamiltonian.holds, True),
    "Heisenberg's particle, its momentum": (
        lambda: [J.is_conserved.holds for J in HEISENBERG.nonholonomic_momentum().momenta],
        [False]),
    # Y. Neimark, N. Fufaev 1972: the skate on an incline has an integral that is no momentum.
    # The energy, two for the velocities, and two for where the cycloid is.
    "a skate on an incline": (lambda: [integrals(SKATE, 1), len(
        SKATE.nonholonomic_momentum().momenta)], [5, 0]),
    # Neimark and Fufaev 1972: on the cover of the angles there is a volume.
    "a carriage": (lambda: carriage("0").chaplygin().is_hamiltonian.holds, True),
    "a carriage, its mass before the axis": (
        lambda: [carriage("1").invariant_volume().has_basic_density.holds,
                 "exp(" in str(carriage("1").invariant_volume().chart_density)], [True, True]),
    # R. Emden's isothermal balls of gas: two symmetries, with a logarithm.
    "Emden, isothermal": (lambda: len(on_a_line("-2*xdot/t - exp(x)").symmetries(
        functions=["1", "t", "x", "log(t)", "t*log(t)"]).symmetries), 1),
    "Emden, isothermal, of cylinders": (lambda: len(on_a_line("-xdot/t - exp(x)").symmetries(
        functions=["1", "t", "x", "log(t)", "t*log(t)"]).symmetries), 2),
}  # fmt: skip


@pytest.mark.parametrize("name", ANSWERS)
def test_the_answer(name: str) -> None:
    asked, answer = ANSWERS[name]
    assert asked() == answer
