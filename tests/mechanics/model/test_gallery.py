"""The gallery against the literature: exact equations, closed forms, first integrals.

Each expected answer is derived in the comment beside it, independently of the library.
"""

from __future__ import annotations

import numpy as np
import pytest
from gallery_systems import gallery_dynamics, gallery_system

from diffgeo import Map, check
from mechanics import System
from mechanics.model import gallery
from mechanics.theories.equality_on_constraints import Place

#: The angular velocity in the body by Euler angles z-x-z, and its rate.
P = "phidot*sin(theta)*sin(psi) + thetadot*cos(psi)"
Q = "phidot*sin(theta)*cos(psi) - thetadot*sin(psi)"
R = "psidot + phidot*cos(theta)"
P_DOT = (
    "phiddot*sin(theta)*sin(psi) + thetaddot*cos(psi) + phidot*thetadot*cos(theta)*sin(psi)"
    " + phidot*psidot*sin(theta)*cos(psi) - thetadot*psidot*sin(psi)"
)
Q_DOT = (
    "phiddot*sin(theta)*cos(psi) - thetaddot*sin(psi) + phidot*thetadot*cos(theta)*cos(psi)"
    " - phidot*psidot*sin(theta)*sin(psi) - thetadot*psidot*cos(psi)"
)

#: Equations that hold on the constraint set, as functions that vanish there. The symbol
#: qddot stands for the acceleration.
EQUATIONS = {
    # Motion with a reaction λ (y, f - x): see the paper's last display.
    "pursuit": [
        "xddot*(y**2 + (f(t) - x)**2) + y*ydot*Derivative(f(t), t)",
        "yddot*(y**2 + (f(t) - x)**2) + (f(t) - x)*ydot*Derivative(f(t), t)",
    ],
    # xdd + x = λ, zdd + ε yd + z + ε z² = λ f: zdd - f xdd + … = 0 with the rate of xd + f zd = 0.
    "gearbox": [
        "xddot + f(y)*zddot + Derivative(f(y), y)*ydot*zdot", "yddot + y - epsilon*zdot",
        "zddot - f(y)*xddot + epsilon*ydot + z + epsilon*z**2 - x*f(y)",
    ],
    # xdd = -λ y, ydd = 0, zdd = λ, zdd = y xdd + yd xd: (1 + y²) xdd = -y xd yd.
    "nonholonomic-particle": [
        "(1 + y**2)*xddot + y*xdot*ydot", "yddot", "zddot*(1+y**2) - xdot*ydot"
    ],
    # The reaction at the contact has no moment about the vertical, and the constraint forces
    # do no work: both angular velocities are constant.
    "vertical-rolling-disk": [
        "thetaddot", "phiddot", "xddot + R*thetadot*phidot*sin(phi)",
        "yddot - R*thetadot*phidot*cos(phi)",
    ],
    # u = speed along the edge, w = thetadot: ud = a w², (I + m a²) wd = -m a u w
    # (Euler-Poincaré-Suslov). u = xd cos θ + yd sin θ, ud = xdd cos θ + ydd sin θ + 0.
    "chaplygin-sleigh": [
        "xddot*cos(theta) + yddot*sin(theta) - a*thetadot**2",
        "(I + m*a**2)*thetaddot + m*a*(xdot*cos(theta) + ydot*sin(theta))*thetadot",
        "-xddot*sin(theta) + yddot*cos(theta) - (xdot*cos(theta) + ydot*sin(theta))*thetadot",
    ],
    # I wd = I w × w + λ e_3 in the body; its first two components.
    "suslov": [
        f"I1*({P_DOT}) + ({Q})*(I13*({P}) + I23*({Q}))",
        f"I2*({Q_DOT}) - ({P})*(I13*({P}) + I23*({Q}))",
    ],
    # I wd = I w × w + λ g in the body: its component along the line of nodes, orthogonal to g.
    "veselova": [
        f"cos(psi)*(I1*({P_DOT}) + (I3 - I2)*({Q})*({R}))"
        f" - sin(psi)*(I2*({Q_DOT}) + (I1 - I3)*({P})*({R}))",
    ],
    # u = speed along the edge: ud = g sin α cos φ; phid is constant.
    "knife-edge": [
        "xddot*cos(phi) + yddot*sin(phi) - g*sin(alpha)*cos(phi)", "phiddot",
        "-xddot*sin(phi) + yddot*cos(phi) - (xdot*cos(phi) + ydot*sin(phi))*phidot",
    ],
    # m a_c = F, J wd = -a e_z × F with J = 2 m a²/5, rolling: (7/2) xdd = -d(Ω y)/dt,
    # (7/2) ydd = d(Ω x)/dt.
    "ball-on-turntable": [
        "7*xddot + 2*Omega(t)*ydot + 2*Derivative(Omega(t), t)*y",
        "7*yddot - 2*Omega(t)*xdot - 2*Derivative(Omega(t), t)*x",
        "phiddot + psiddot*cos(theta) - psidot*thetadot*sin(theta)",
    ],
    # No force acts in the plane: the reaction vanishes and ω is constant; its component along
    # the line of nodes changes only because that line turns.
    "rolling-ball": [
        "xddot", "yddot", "thetaddot + phidot*psidot*sin(theta)",
        "phiddot + psiddot*cos(theta) - psidot*thetadot*sin(theta)",
    ],
    # xdd = u - λ y, ydd = v + λ x, zdd = λ, zdd = y xdd - x ydd.
    "heisenberg": [
        "(1 + x**2 + y**2)*zddot - y*u(t) + x*v(t)", "xddot - u(t) + y*zddot",
        "yddot - v(t) - x*zddot",
    ],
    # The torque of the car's axle, and half of the rate of v² times the mass that it feels.
    "car-with-trailer": [
        "thetaddot",
        "(m + m1*cos(alpha)**2 + J1*sin(alpha)**2/d**2)*(xddot*cos(theta) + yddot*sin(theta))"
        "+ (J1/d**2 - m1)*sin(alpha)*cos(alpha)*alphadot*(xdot*cos(theta) + ydot*sin(theta))",
    ],
    # With the reaction λ across the second axle: m ud = λ sin φ, I1 θdd = -λ d1 cos φ,
    # I2 (θdd + φdd) = -λ d2.
    "roller-racer": [
        "I1*d2*thetaddot - I2*d1*cos(phi)*(thetaddot + phiddot)",
        "m*d2*(xddot*cos(theta) + yddot*sin(theta)) + I2*sin(phi)*(thetaddot + phiddot)",
    ],
    # The torques act on the rotor and on the wheels, which turn freely otherwise.
    "snakeboard": ["J0*(psiddot + thetaddot) - u(t)", "2*J1*phiddot - w(t)"],
    # u = speed along the heading, w = thetadot: (m + 2 J/R²) ud = m a w²,
    # (I + m a² + 2 J b²/R²) wd = -m a u w, R αdd = ud + b wd, R βdd = ud - b wd.
    "two-wheeled-carriage": [
        "(m + 2*J/R**2)*(xddot*cos(theta) + yddot*sin(theta)) - m*a*thetadot**2",
        "(I + m*a**2 + 2*J*b**2/R**2)*thetaddot"
        "+ m*a*(xdot*cos(theta) + ydot*sin(theta))*thetadot",
        "R*alphaddot - (xddot*cos(theta) + yddot*sin(theta)) - b*thetaddot",
        "R*betaddot - (xddot*cos(theta) + yddot*sin(theta)) + b*thetaddot",
    ],
    # φ = zd - k |v|: m (xdd, ydd) = -λ k (xd, yd)/|v|, m zdd = -m g + λ, zdd = k |v|'.
    "appell-hamel": [
        "xddot*ydot - yddot*xdot", "(1 + k**2)*zddot + g*k**2",
        "(1 + k**2)*(xdot*xddot + ydot*yddot) + g*zdot",
    ],
    # Newton on the unit sphere, F = e B v × n - b v, along theta and along phi.
    "charged-particle-on-sphere": [
        "m*(thetaddot - sin(theta)*cos(theta)*phidot**2) - e*B*sin(theta)*phidot + b*thetadot",
        "m*(sin(theta)*phiddot + 2*cos(theta)*thetadot*phidot) + e*B*thetadot"
        "+ b*sin(theta)*phidot",
    ],
    # m xdd = -b xd - λ y, m ydd = -b yd, λ = m zdd + b zd, zd = y xd.
    "damped-nonholonomic-particle": [
        "(1 + y**2)*(m*xddot + b*xdot) + m*y*xdot*ydot", "m*yddot + b*ydot",
        "zddot - y*xddot - xdot*ydot",
    ],
    # (γ m v)' = e v × B - b v with γ = 1 + v²/(2 c²): the velocity is turned at the rate
    # e B/(γ m), and m (1 + 3 v²/(2 c²)) |v|' = -b |v|.
    "relativistic-correction": [
        "m*(1 + (xdot**2 + ydot**2)/(2*c**2))*(xdot*yddot - ydot*xddot)"
        "+ e*B*(xdot**2 + ydot**2)",
        "m*(1 + 3*(xdot**2 + ydot**2)/(2*c**2))*(xdot*xddot + ydot*yddot)"
        "+ b*(xdot**2 + ydot**2)",
    ],
    # The length of ∫(|v| + β): circles of curvature -B, dβ = B dx∧dy; and F' = -b F.
    "randers-geodesics": [
        "xdot*yddot - ydot*xddot + B*sqrt(xdot**2 + ydot**2)**3",
        "(xdot*xddot + ydot*yddot)/sqrt(xdot**2 + ydot**2) - B*ydot*xdot - B*y*xddot",
    ],
    "damped-randers-geodesics": [
        "xdot*yddot - ydot*xddot + B*sqrt(xdot**2 + ydot**2)**3",
        "(xdot*xddot + ydot*yddot)/sqrt(xdot**2 + ydot**2) - B*ydot*xdot - B*y*xddot"
        "+ b*(sqrt(xdot**2 + ydot**2) - B*y*xdot)",
    ],
    # m v' = e v × B with B = mu (2 cos θ, sin θ, 0)/r³ along the unit vectors of r, θ, φ.
    "stoermer-dipole": [
        "m*(rddot - r*thetadot**2 - r*sin(theta)**2*phidot**2) + e*mu*sin(theta)**2*phidot/r**2",
        "m*(r*thetaddot + 2*rdot*thetadot - r*sin(theta)*cos(theta)*phidot**2)"
        "- 2*e*mu*sin(theta)*cos(theta)*phidot/r**2",
        "m*(r*sin(theta)*phiddot + 2*sin(theta)*rdot*phidot + 2*r*cos(theta)*thetadot*phidot)"
        "- e*mu*(rdot*sin(theta) - 2*r*thetadot*cos(theta))/r**3",
    ],
    # (xd, yd) = c (cos θ, sin θ), θd = -(g/c) cos θ: the part of gravity across the velocity.
    "constant-speed": ["xdot*xddot + ydot*yddot", "xdot*yddot - ydot*xddot + g*xdot"],
    # -m Tdd + e E xd = 2 λ Td, m xdd - e E Td + k = -2 λ xd, m ydd = -2 λ yd; 2 λ = k xd.
    "relativistic-particle": [
        "m*Tddot - e*E*xdot + k*xdot*Tdot", "m*xddot - e*E*Tdot + k*(1 + xdot**2)",
        "m*yddot + k*xdot*ydot",
    ],
    # m xdd = λ vd, m ydd = -m g - λ ud, M udd = -λ yd, M vdd = -M g + λ xd.
    "parallel-velocities": [
        "m*xddot*udot + (m*yddot + m*g)*vdot", "M*uddot*xdot + (M*vddot + M*g)*ydot",
        "m*xddot*xdot - (M*vddot + M*g)*vdot",
        "xddot*vdot + xdot*vddot - yddot*udot - ydot*uddot",
    ],
    # s = (xd - w) cos φ + yd sin φ: sd = -wd cos φ, and the derivative of the constraint.
    "skate-on-a-belt": [
        "phiddot", "xddot*cos(phi) + yddot*sin(phi)",
        "(xddot - Derivative(w(t), t))*sin(phi) - yddot*cos(phi)"
        "+ phidot*((xdot - w(t))*cos(phi) + ydot*sin(phi))",
    ],
    # In the frame of the pivot gravity is g + (a cos nu t)'' = g - a nu² cos nu t.
    "kapitza-pendulum": [
        "m*l**2*thetaddot + m*l*(g - a*nu**2*cos(nu*t))*sin(theta) + b*thetadot"
    ],
    # Along the hoop: gravity, and the centrifugal force m Omega² R sin θ across the axis.
    "rotating-hoop": ["R*thetaddot + g*sin(theta) - R*Omega**2*sin(theta)*cos(theta)"],
    # The same with the distance R (1 + sin θ) from the axis.
    "hoop-about-tangent": [
        "R*thetaddot + g*sin(theta) - R*Omega**2*(1 + sin(theta))*cos(theta)"
    ],
    # In the frame of the hoop, from its point O at rest: r = R (1 + cos θ, sin θ), the
    # centrifugal force m Omega² r and the force m Omega' r × e_z of Euler, along (-sin θ, cos θ).
    "horizontal-hoop": [
        "thetaddot + Omega(t)**2*sin(theta) + Derivative(Omega(t), t)*(1 + cos(theta))"
    ],
    # Great circles with the friction 2 a'/a of the expansion: (a² X')' is along X in space.
    "expanding-sphere": [
        "a(t)*thetaddot + 2*Derivative(a(t), t)*thetadot - a(t)*sin(theta)*cos(theta)*phidot**2",
        "a(t)*sin(theta)*phiddot + 2*Derivative(a(t), t)*sin(theta)*phidot"
        "+ 2*a(t)*cos(theta)*thetadot*phidot",
    ],
    # m v' = e (E + v × B) with E = (B'/2)(y, -x), in every gauge.
    "varying-magnetic-field": [
        "m*xddot - e*(Derivative(B(t), t)*y/2 + B(t)*ydot)",
        "m*yddot + e*(Derivative(B(t), t)*x/2 + B(t)*xdot)",
    ],
    "varying-magnetic-field-landau": [
        "m*xddot - e*(Derivative(B(t), t)*y/2 + B(t)*ydot)",
        "m*yddot + e*(Derivative(B(t), t)*x/2 + B(t)*xdot)",
    ],
    # Newton in space with the reaction λ (-2 u/l, 0, 1), u = x - l Omega t, z = u²/l,
    # zd = 2 u w/l, zdd = 2 (w² + u xdd)/l, w = xd - l Omega: λ = m zdd + c z + m g + b zd.
    "moving-surface": [
        "m*xddot + c*x + b*xdot + (2*(x - l*Omega*t)/l)*(m*g"
        "+ 2*m*((xdot - l*Omega)**2 + (x - l*Omega*t)*xddot)/l + c*(x - l*Omega*t)**2/l"
        "+ 2*b*(x - l*Omega*t)*(xdot - l*Omega)/l)",
        "m*yddot + c*y + b*ydot",
    ],
    # Newton in space with the reaction λ (-k x, -k y, 1), z = k r²/2: λ = m zdd + m g + b zd;
    # and the moment about the axis, on which λ does not act.
    "moving-paraboloid": [
        "m*xddot + b*xdot + k(t)*x*(m*g + m*(Derivative(k(t), t, t)*(x**2 + y**2)/2"
        "+ 2*Derivative(k(t), t)*(x*xdot + y*ydot) + k(t)*(xdot**2 + ydot**2 + x*xddot + y*yddot))"
        "+ b*(Derivative(k(t), t)*(x**2 + y**2)/2 + k(t)*(x*xdot + y*ydot)))",
        "m*(x*yddot - y*xddot) + b*(x*ydot - y*xdot)",
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", gallery.names())
def test_equations_of_the_literature(name: str) -> None:
    gamma = gallery_dynamics(name)
    jets, place = gamma.system.evolution_space, Place(gamma.system)
    for equation in EQUATIONS[name]:
        text = equation
        for coordinate, function in gamma.acceleration_functions.items():
            text = text.replace(f"{coordinate}ddot", f"({function})")
        assert check(place.same(jets.function(text), 0)).status.name == "VERIFIED"
        wrong = f"{text} + {gamma.system.specification.time}"
        assert not check(place.same(jets.function(wrong), 0))


@pytest.mark.parametrize("name", gallery.names())
def test_every_check_holds(name: str) -> None:
    gamma = gallery_dynamics(name)
    system, answers = gamma.system, gamma.checks()
    assert [a.statement for a in answers if a.holds is not True] == []
    assert len(answers) == 3 + len(system.constraints) + len(system.invariants)


def test_a_false_invariant_is_refuted() -> None:
    system = System(
        coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2", constraints="ydot - x*xdot",
        invariants={"momentum": "xdot"},
    )  # fmt: skip
    answer = system.dynamics().conserves("momentum")
    assert answer.holds is False and answer.verdict is not None
    assert answer.verdict.counterexample is not None


def test_pursuit_captures_when_the_textbook_says() -> None:
    # Target at speed u, pursuer at speed w > u; r the distance, p its projection on the way of
    # the target, a the angle between both: r' = u cos a - w, p' = u - w cos a, therefore
    # (w r + u p)' = u² - w². From r = d, p = 0 to r = p = 0: T = d w/(w² - u²). Here d = 4,
    # w = 2, u = 1: T = 8/3.
    motion = System.from_gallery("pursuit").simulate(y=4, ydot=-2, until=5)
    assert "det C" in motion.stopped
    assert motion.t[-1] == pytest.approx(8 / 3, abs=1e-4)
    assert motion["speed_squared"] == pytest.approx(4, rel=1e-6)


def test_nonholonomic_particle_in_closed_form() -> None:
    # yd = v, xd sqrt(1 + y²) = c, hence x = (c/v) asinh(v t) and z = (c/v)(sqrt(1 + y²) - 1).
    motion = System.from_gallery("nonholonomic-particle").simulate(xdot=3, ydot=2, until=4)
    y = 2 * motion.t
    assert motion["y"] == pytest.approx(y, abs=1e-8)
    assert motion["x"] == pytest.approx(1.5 * np.arcsinh(y), abs=1e-7)
    assert motion["z"] == pytest.approx(1.5 * (np.sqrt(1 + y**2) - 1), abs=1e-7)


def test_the_upper_position_of_the_pendulum_is_stable() -> None:
    # a² nu² = 36 > 2 g l = 19.62 and 4 < 19.62 (Kapitza).
    fast = System.from_gallery("kapitza-pendulum").simulate(until=10)
    slow = System.from_gallery("kapitza-pendulum").simulate(nu=20, until=5)
    assert fast["theta"][-1] == pytest.approx(np.pi, abs=0.02)
    assert abs(slow["theta"][-1] - np.pi) > 1


def test_the_bead_on_a_horizontal_hoop_is_a_pendulum() -> None:
    # On the separatrix of θ'' + ω² sin θ = 0, θ' = 2 ω cos(θ/2): θ = 2 arctan(sinh ω t).
    hoop = System.from_gallery("horizontal-hoop")
    motion = hoop.simulate({"Omega(t)": "3"}, theta=0, thetadot=6, until=1.5)
    assert motion["theta"] == pytest.approx(2 * np.arctan(np.sinh(3 * motion.t)), abs=1e-7)


def test_beads_rest_on_hoops_where_the_textbook_says() -> None:
    # g sin θ = R Ω² (1 + sin θ) cos θ with sin θ = 3/5: (3/5) g = (8/5) (4/5) R Ω².
    hoop = System.from_gallery("hoop-about-tangent")
    angle = float(np.arcsin(0.6))
    motion = hoop.simulate(theta=angle, g="128/15", Omega=2, until=5)
    assert motion["theta"] == pytest.approx(angle, abs=1e-9)
    moved = hoop.simulate(theta=angle, g="128/15", Omega=2.1, until=1)
    assert abs(moved["theta"] - angle).max() > 0.01


def positions(name: str, t, theta):
    """Where the bead is in space, from the geometry alone, and the gravity at g = 2."""
    from sympy import Matrix, cos, sin

    turned = 3 * t + t**2  # Omega = 3 + 2 t
    if name == "horizontal-hoop":
        centre = Matrix([cos(turned), sin(turned), 0])
        return centre + Matrix([cos(turned + theta), sin(turned + theta), 0]), 0
    distance = sin(theta) + (1 if name == "hoop-about-tangent" else 0)
    return Matrix([distance * cos(3 * t), distance * sin(3 * t), -cos(theta)]), 2


@pytest.mark.parametrize("name", ["rotating-hoop", "hoop-about-tangent", "horizontal-hoop"])
def test_beads_on_hoops_from_positions_in_space(name: str) -> None:
    """(r̈ + g e_z)·∂r/∂θ = 0 with m = R = 1, at numbers; r̈ by the chain rule in time."""
    import sympy

    t, theta, rate = sympy.symbols("t theta rate")
    r, gravity = positions(name, t, theta)

    def along(expression, acceleration):
        """The derivative of a function of t, θ and its rate."""
        return (
            expression.diff(t)
            + expression.diff(theta) * rate
            + expression.diff(rate) * acceleration
        )

    def residual(acceleration):
        inertia = along(along(r, 0), acceleration) + sympy.Matrix([0, 0, gravity])
        return inertia.dot(r.diff(theta))

    numbers = {"t": 0.3, "theta": 0.7, "rate": -1.1}
    zero, one = (float(residual(a).subs(numbers)) for a in (0, 1))
    expected = zero / (zero - one)
    (found,) = System.from_gallery(name).dynamics().accelerations.values()
    found = found.subs(sympy.Function("Omega")(sympy.Symbol("t")), 3 + 2 * t).doit()
    values = {"t": 0.3, "theta": 0.7, "thetadot": -1.1, "m": 1, "R": 1, "g": 2, "Omega": 3}
    got = float(found.subs({s: values[s.name] for s in found.free_symbols}))
    assert got == pytest.approx(expected, rel=1e-12)
    assert abs(expected) > 0.1


def test_peculiar_velocities_decay() -> None:
    # The speed a ω on the expanding sphere is proportional to 1/a = 1/(1 + t/4).
    motion = System.from_gallery("expanding-sphere").simulate()
    speed = np.hypot(motion["thetadot"], np.sin(motion["theta"]) * motion["phidot"])
    radius = 1 + motion.t / 4
    assert radius**2 * speed == pytest.approx(np.full_like(speed, speed[0]), rel=1e-7)


def test_disk_rolls_on_a_circle() -> None:
    # Radius R thetad/phid = 4, centre (0, 4).
    motion = System.from_gallery("vertical-rolling-disk").simulate()
    assert np.hypot(motion["x"], motion["y"] - 4) == pytest.approx(4, abs=1e-8)


def test_sleigh_turns_round() -> None:
    # Energy m u²/2 + (I + m a²) w²/2: (u, sqrt((I + m a²)/m) w) stays on a circle and ends on
    # its stable side, u > 0.
    motion = System.from_gallery("chaplygin-sleigh").simulate(until=40)
    u = motion["xdot"] * np.cos(motion["theta"]) + motion["ydot"] * np.sin(motion["theta"])
    radius = np.hypot(u, np.sqrt(1.25) * motion["thetadot"])
    assert radius == pytest.approx(radius[0], rel=1e-7)
    assert u[0] < 0 < u[-1] and u[-1] == pytest.approx(radius[0], rel=1e-5)


def test_knife_edge_in_closed_form() -> None:
    # u = (g sin α/w) sin wt, so x = g sin α/(2 w²) sin² wt, y = g sin α/(2 w²)(wt - sin(2wt)/2).
    motion = System.from_gallery("knife-edge").simulate(phidot=2)
    angle, scale = 2 * motion.t, 9.81 / 2 / 8
    assert motion["x"] == pytest.approx(scale * np.sin(angle) ** 2, abs=1e-7)
    assert motion["y"] == pytest.approx(scale * (angle - np.sin(2 * angle) / 2), abs=1e-7)


def test_ball_moves_on_a_circle_at_two_sevenths() -> None:
    # With xd = (0, 2/7) at (1, 0): the unit circle, angular frequency 2/7.
    motion = System.from_gallery("ball-on-turntable").simulate(until=6)
    assert motion["x"] == pytest.approx(np.cos(2 * motion.t / 7), abs=1e-8)
    assert motion["y"] == pytest.approx(np.sin(2 * motion.t / 7), abs=1e-8)


def test_ball_on_a_table_that_speeds_up() -> None:
    # xd + (2/7) Ω y and yd - (2/7) Ω x are constant for every Ω(t).
    motion = System.from_gallery("ball-on-turntable").simulate({"Omega(t)": "1 + t/3"}, until=3)
    assert max(d.largest for d in motion.invariant_drift) < 1e-8


def test_the_weight_of_appell_and_hamel_comes_to_rest() -> None:
    # |v|' = -k g/(1 + k²): the wheel stops after |v| (1 + k²)/(k g), and there the root ends;
    # the integration stops a little before.
    motion = System.from_gallery("appell-hamel").simulate(until=2)
    assert motion.t[-1] == pytest.approx(5 * 1.25 / (0.5 * 9.81), rel=1e-5)
    assert "leaves the domain" in motion.report()
    assert motion["y"] == pytest.approx(0.75 * motion["x"], abs=1e-12)


def test_a_projectile_of_constant_speed() -> None:
    # θ' = -(g/c) cos θ: artanh(sin θ) falls at the rate g/c.
    motion = System.from_gallery("constant-speed").simulate()
    expected = 5 * np.tanh(np.arctanh(4 / 5) - 9.81 / 5 * motion.t)
    assert motion["ydot"] == pytest.approx(expected, abs=1e-7)


def test_hyperbolic_motion() -> None:
    # xdd = Td, Tdd = xd from xd = 0, Td = 5/3; yd does not change.
    motion = System.from_gallery("relativistic-particle").simulate()
    assert motion["xdot"] == pytest.approx(5 / 3 * np.sinh(motion.t), rel=1e-8)
    assert motion["ydot"] == pytest.approx(4 / 3 + 0 * motion.t)


def test_the_reaction_of_parallel_velocities_vanishes_without_gravity() -> None:
    system = System.from_gallery("parallel-velocities")
    (multiplier,) = system.dynamics().multipliers
    J = system.evolution_space
    zero = Map(J, J, {**{x: J[x] for x in J.chart.coordinates}, "g": 0})
    assert check(zero.pull(multiplier) == 0) and not check(multiplier == 0)


@pytest.mark.parametrize("name", gallery.names())
def test_every_system_moves_and_keeps_its_constraints(name: str) -> None:
    motion = gallery_system(name).simulate(until=0.3, points=20)
    assert len(motion) == 20 and motion.t[-1] == pytest.approx(0.3)
    found = motion.data()
    assert all(size < 1e-7 for size in found["constraints"].values())
    assert all(drift["drift"] < 1e-7 for drift in found["invariants"].values())
