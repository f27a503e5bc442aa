"""Moving surfaces and the theory `rheonomic`: section IV of Frigioiu, Hedrih and Bîrsan, corrected.

u = x - l Omega t, w = xdot - l Omega, W = 1 + 4 u²/l². All expected formulas are derived by hand
from Newton's equations in space with the reaction λ (-2 u/l, 0, 1).
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from diffgeo import check
from mechanics import System, compare, load, theories
from mechanics.analysis.moving_surface import MovingSurface
from mechanics.analysis.parabolic_cylinder import (
    HEIGHT,
    RATE,
    any_surface,
    extended,
    moving_cylinder,
    particle,
)
from mechanics.errors import BadSystem, BadValue, SingularConstraintMatrix, SingularLagrangian
from mechanics.motion.surface_plot import save_strip, strip
from mechanics.spaces.rheonomic_geometry import RheonomicSystem
from mechanics.testing import check_theory
from mechanics.theories.equality_on_constraints import Place
from mechanics.theories.registry import registered

U, W = "(x - l*Omega*t)", "(1 + 4*(x - l*Omega*t)**2/l**2)"
SPEED = "(xdot - l*Omega)"
#: λ = m zdd + c z + m g + b zd with z = u²/l; xdd from m xdd = -c x - b xd - (2 u/l) λ.
XDD = (
    f"-(c*x + b*xdot + (2*{U}/l)*(2*m*{SPEED}**2/l + c*{U}**2/l + m*g + 2*b*{U}*{SPEED}/l))/(m*{W})"
)
LAMBDA = f"(2*m*({SPEED}**2 + {U}*({XDD}))/l + c*{U}**2/l + m*g + 2*b*{U}*{SPEED}/l)"


@cache
def cylinder() -> MovingSurface:
    return moving_cylinder()


def true(*identities) -> bool:
    return all(bool(check(i, counterexample=False)) for i in identities)


def is_(function, text: str) -> bool:
    return true(function == cylinder().reduced.evolution_space.function(text))


# --- the theory -----------------------------------------------------------------------------------


def holonomic_systems() -> list[System]:
    """Systems without constraints, whose L and forces depend on time."""
    return [
        System(
            name="swelling plane",
            coordinates="x y",
            lagrangian="(1 + t**2)*(xdot**2 + 2*ydot**2)/2 + t*y*xdot - x*y*t",
            forces={"x": "-t*xdot", "y": "x*ydot"},
        ),
        System(
            name="surface",
            coordinates="x",
            lagrangian="(xdot**2 + (2*(x - t)*(xdot - 1))**2)/2 - (x - t)**2",
            forces={"x": "-xdot"},
        ),
    ]


def test_the_theory_passes_on_rheonomic_systems() -> None:
    report = check_theory("rheonomic", holonomic_systems(), seed=3)
    assert report
    names = {line.check for line in report.lines if line.answer.name == "HOLDS"}
    assert {"free", "natural", "gauge", "scaled", "scaling L alone"} <= names


def test_the_theory_is_registered_and_refuses() -> None:
    assert registered()["rheonomic"] is theories.rheonomic
    singular = System(coordinates="x y", lagrangian="xdot**2/2 + y*ydot")
    with pytest.raises(SingularLagrangian, match="no evolution semispray"):
        singular.dynamics("rheonomic")
    # A null direction of an indefinite mass matrix: det M = 1 - 1.
    null = System(
        coordinates="x y", lagrangian="(xdot**2 - ydot**2)/2", constraints=["xdot - ydot - t"]
    )
    with pytest.raises(SingularConstraintMatrix):
        null.dynamics("rheonomic")


def test_multipliers_in_the_form_of_the_paper() -> None:
    """M_st = g^ij φ_si φ_tj with g = half of the mass matrix, λ = -2 M^{-1} S_F(φ)."""
    system = System(
        coordinates="x y",
        parameters="m k",
        positive="m k",
        lagrangian="m*xdot**2/2 + k*ydot**2/2 - y",
        constraints=["ydot - x*xdot - t**2"],
        forces={"x": "t"},
    )
    made = system.dynamics("rheonomic")
    jets = system.evolution_space
    assert true(made.determinant == jets.function("2/k + 2*x**2/m"))
    # S_F(φ) = ydd - x xdd - xd² - 2 t with xdd = t/m, ydd = -1/k.
    expected = jets.function("-2*(-1/k - x*t/m - xdot**2 - 2*t)/(2/k + 2*x**2/m)")
    assert true(made.multipliers[0] == expected)
    assert not true(made.multipliers[0] == -expected)
    assert compare(system, ["rheonomic", "multipliers", "projection"]).agree
    # Claims: the equation of evolution, and the law of energy, where the reaction has the power
    # λ C(φ) = λ (ydot - x xdot), which is not 0.
    construction = theories.rheonomic.construct(system)
    for claim in theories.rheonomic.claims:
        assert true(claim.identity(system, construction))
    power = system.energy_balance(theory="rheonomic").reaction_power
    assert true(power == expected * jets.function("ydot - x*xdot"))


def test_the_comparison_covers_systems_with_time() -> None:
    assert compare(load("skate-on-a-belt"), ["rheonomic", "multipliers"]).agree
    assert compare(load("pursuit"), ["rheonomic", "multipliers"]).agree


# --- section IV -------------------------------------------------------------------------------


def test_the_equations_of_section_iv() -> None:
    surface = cylinder()
    accelerations = surface.dynamics.acceleration_functions
    assert is_(accelerations["x"], XDD)
    assert is_(accelerations["y"], "-(c*y + b*ydot)/m")
    # Without spring and damping xdd = -(4/l²) w² u/W - (2 g/l) u/W.
    expected = f"-(4/l**2)*{SPEED}**2*{U}/{W} - (2*g/l)*{U}/{W}"
    free = MovingSurface(
        System(
            coordinates="x y z",
            parameters="m g l Omega",
            positive="m l",
            lagrangian="m*(xdot**2 + ydot**2 + zdot**2)/2 - m*g*z",
        ),
        {"z": HEIGHT},
    )
    found = free.dynamics.acceleration_functions["x"]
    assert true(found == free.reduced.evolution_space.function(expected))
    assert not true(found == free.reduced.evolution_space.function(f"{expected} + g"))


def test_the_gallery_has_the_same_system() -> None:
    gallery, surface = load("moving-surface"), cylinder()
    for name, function in gallery.dynamics("rheonomic").acceleration_functions.items():
        expected = gallery.evolution_space.function({"x": XDD, "y": "-(c*y + b*ydot)/m"}[name])
        assert true(function == expected)
    L = surface.reduced.evolution_space.function(gallery.specification.lagrangian)
    assert true(surface.reduced.lagrangian == L)


def test_the_reduced_motion_is_the_motion_in_space() -> None:
    surface = cylinder()
    assert true(surface.related(), surface.is_ideal())
    free = surface.space.dynamics().field
    assert not true(surface.inclusion.related(surface.dynamics.field, free))
    assert surface.balance.balance.holds


def test_the_balance_of_energy() -> None:
    """m v²/2 + c r²/2 + m g z changes by the work of the surface and of the damping, -b v²."""
    surface = cylinder()
    pull, balance = surface.inclusion.pull, surface.balance
    z, speed = f"({U}**2/l)", f"(xdot**2 + ydot**2 + (2*{U}*{SPEED}/l)**2)"
    assert is_(pull(balance.energy), f"m*{speed}/2 + c*(x**2 + y**2 + {z}**2)/2 + m*g*{z}")
    assert is_(pull(balance.rate), f"-2*Omega*{U}*{LAMBDA} - b*{speed}")
    assert not is_(pull(balance.rate), f"-b*{speed}")
    # The motion is that of the reduced system, whose energy E_L = C(L) - L is another function.
    s = RheonomicSystem.of(surface.reduced)
    assert true(surface.dynamics.field(pull(balance.energy)) == pull(balance.rate))
    assert not true(s.energy == pull(balance.energy)) and true(s.energy_law())


def test_the_force_of_the_constraint() -> None:
    surface = cylinder()
    (multiplier,) = surface.multipliers
    assert is_(multiplier, LAMBDA) and not is_(multiplier, f"-{LAMBDA}")
    assert is_(surface.force["x"], f"-2*{U}*{LAMBDA}/l")
    assert is_(surface.force["y"], "0") and is_(surface.force["z"], LAMBDA)
    # Its power is λ ∂f/∂t, and Q_00 = λ ∂f/∂q^0 = -(2 u/l) λ.
    assert is_(surface.power, f"-2*Omega*{U}*{LAMBDA}")
    assert is_(surface.rheonomic_force(RATE), f"-2*{U}*{LAMBDA}/l")
    assert not is_(surface.rheonomic_force(RATE), f"2*{U}*{LAMBDA}/l")


def test_the_extended_system_gives_the_same_Q00() -> None:
    """(34): the third Lagrange equation, with the rheonomic coordinate as a coordinate."""
    system, surface = extended(), cylinder()
    made = system.dynamics("rheonomic")
    jets, place = system.evolution_space, Place(system)

    def there(text: str):
        return jets.function(text.replace("l*Omega*t", "q"))

    assert true(place.same(made.acceleration_functions["x"], there(XDD)))
    Q00 = f"-2*{U}*{LAMBDA}/l"
    assert true(place.same(made.multipliers[0], there(Q00)))
    assert not true(place.same(made.multipliers[0], there(f"{Q00} + m*g")))
    assert is_(surface.rheonomic_force(RATE), Q00)
    # In all three velocities L is regular (det = m³ 4 u²/l²); the matrix A is not the metric of M.
    model = RheonomicSystem.of(system)
    assert true(model.determinant == jets.function("4*m**3*(x - q)**2/l**2"))


def test_the_connections_of_section_iv() -> None:
    """N for the paper's Lagrangian, with N^0 = ½ L_tx' and the damping; δ_i ≠ H_i."""
    surface = cylinder()
    s = RheonomicSystem.of(surface.reduced)
    (Nx, Nxy, Nx0), (Nyx, Nyy, Ny0) = s.frame_connection.coefficients
    # L_x'x' = m W, so L_tx' = ∂_t (m W x' - (m W - m) l Omega) = m (x' - l Omega) ∂_t W.
    assert is_(Nx0, f"m*{SPEED}*(-8*Omega*{U}/l)/2") and is_(Ny0, "0")
    # 2 G^x - F^x/2 = (L_xx' x' - L_x - Q_x)/(m W), N = ½ ∂/∂x': L_xx' = m w W_x, and the part of
    # L_x with velocities is m w² W_x/2, W_x = 8 u/l². The damping: b W x' + const.
    slope = f"8*{U}/l**2"
    assert is_(Nx, f"(({slope})*(xdot + {SPEED}) - ({slope})*{SPEED})/(2*{W}) + b/(2*m)")
    assert is_(Nxy, "0") and is_(Nyx, "0") and is_(Nyy, "b/(2*m)")
    ((Hx, _), (_, Hy)) = s.evolution_connection.coefficients
    # -½ ∂xdd/∂x'.
    jets = surface.reduced.evolution_space
    assert true(Hx == -jets.vector_field(xdot=1)(jets.function(XDD)) / 2)
    assert is_(Hy, "b/(2*m)")
    assert not s.connections_coincide() and true(s.relation(), s.energy_law())
    assert s.frame_connection.is_integrable()


def slope(*names: str) -> str:
    return f"Derivative(f(x, y, t), {', '.join(names)})"


def test_every_surface() -> None:
    """z = f(x, y, t) and U(x, y, z) undefined; formulas by hand from Newton's equations."""
    surface = any_surface()
    jets = surface.reduced.evolution_space
    fx, fy, ft = slope("x"), slope("y"), slope("t")
    nu = f"(1 + {fx}**2 + {fy}**2)"
    # m xdd = -U_x - λ f_x, m ydd = -U_y - λ f_y, m zdd = -U_z + λ with z = f, so
    # λ ν = m D + U_z - f_x U_x - f_y U_y, D the part of zdd without accelerations.
    D = (
        f"({slope('x', 'x')}*xdot**2 + 2*{slope('x', 'y')}*xdot*ydot + {slope('y', 'y')}*ydot**2"
        f" + 2*{slope('x', 't')}*xdot + 2*{slope('y', 't')}*ydot + {slope('t', 't')})"
    )
    U = surface.space.evolution_space.functions([f"Derivative(U(x, y, z), {q})" for q in "xyz"])
    Ux, Uy, Uz = (surface.inclusion.pull(slope) for slope in U)
    (multiplier,) = surface.multipliers
    first, second, third = jets.functions([fx, fy, nu])
    expected = (jets.function(f"m*{D}") + Uz - first * Ux - second * Uy) / third
    assert true(multiplier == expected, surface.power == expected * jets.function(ft))
    assert not true(multiplier == expected + Ux)
    # 2 G^i = Q f_i/ν - z' (f_ti - f_i f_k f_kt/ν) + …, Q = f_ks y^k y^s + f_ts y^s;
    # N^0_i = ½ L_ti'.
    s = RheonomicSystem.of(surface.reduced)
    (Nx, _, N0), _ = s.frame_connection.coefficients
    tied = f"({fx}*{slope('x', 't')} + {fy}*{slope('y', 't')})"
    assert true(
        Nx
        == jets.function(
            f"((2*{slope('x', 'x')}*xdot + 2*{slope('x', 'y')}*ydot + {slope('x', 't')})*{fx}/{nu}"
            f" - {fx}*({slope('x', 't')} - {fx}*{tied}/{nu}))/2"
        )
    )
    rate = f"({fx}*xdot + {fy}*ydot + {ft})"
    moved = f"({slope('x', 't')}*xdot + {slope('y', 't')}*ydot + {slope('t', 't')})"
    assert true(jets.function(f"m*({moved}*{fx} + {rate}*{slope('x', 't')})/2") == N0)
    assert not true(jets.function(f"m*({moved}*{fx} - {rate}*{slope('x', 't')})/2") == N0)
    assert true(surface.related(), s.relation(), s.energy_law())


def test_three_dimensions_with_a_multiplier() -> None:
    """Newton in space with λ solved for at each step, integrated apart from the library."""
    m, c, g, length, omega, b = 1.0, 1.0, 9.81, 1.0, 0.25, 0.1

    def rate(t, state):
        (x, y, z), v = state[:3], state[3:]
        u, w = x - length * omega * t, v[0] - length * omega
        normal = np.array([-2 * u / length, 0.0, 1.0])  # the gradient of z - u²/l
        force = -c * np.array([x, y, z]) - b * v - np.array([0.0, 0.0, m * g])
        # (z - u²/l)'' = 0: normal·a = 2 w²/l.
        reaction = (2 * w**2 / length - normal @ force / m) * m / (normal @ normal)
        return [*v, *((force + reaction * normal) / m)]

    x, y, u = 1.0, 0.5, 1.0
    start = [x, y, u**2 / length, 0.0, 0.0, 2 * u * (0 - length * omega) / length]
    ends = np.linspace(0, 6, 61)
    space = solve_ivp(rate, (0, 6), start, t_eval=ends, rtol=1e-10, atol=1e-11, method="DOP853")
    surface = cylinder().dynamics.simulate(until=6, points=61)
    assert space.y[0] == pytest.approx(surface["x"], abs=1e-6)
    assert space.y[1] == pytest.approx(surface["y"], abs=1e-6)
    z = (surface["x"] - length * omega * surface.t) ** 2 / length
    assert space.y[2] == pytest.approx(z, abs=1e-6)
    # A surface at rest is another motion.
    rest = cylinder().dynamics.simulate(Omega=0, until=6, points=61)
    assert abs(rest["x"] - surface["x"]).max() > 0.1


# --- other surfaces -----------------------------------------------------------------------------


def test_a_curve_that_moves() -> None:
    """Two heights: a bead on a line that turns in a plane, x = r cos, y = r sin; r'' = Omega² r."""
    space = System(coordinates="r x y", parameters="Omega", lagrangian="(xdot**2 + ydot**2)/2")
    rod = MovingSurface(space, {"x": "r*cos(Omega*t)", "y": "r*sin(Omega*t)"}, "multipliers")
    (acceleration,) = rod.dynamics.acceleration_functions.values()
    jets = rod.reduced.evolution_space
    assert true(acceleration == jets.function("Omega**2*r"))
    # The force across the rod is 2 Omega r', and its power Omega r times that.
    assert true(rod.power == jets.function("2*Omega**2*r*rdot"))
    assert not true(rod.power == jets.function("Omega**2*r*rdot"))


def test_a_paraboloid_of_the_gallery() -> None:
    space = System(
        coordinates="x y z",
        parameters="m g b",
        functions="k(t)",
        positive="m",
        lagrangian="m*(xdot**2 + ydot**2 + zdot**2)/2 - m*g*z",
        forces={"x": "-b*xdot", "y": "-b*ydot", "z": "-b*zdot"},
    )
    surface = MovingSurface(space, {"z": "k(t)*(x**2 + y**2)/2"})
    gallery = load("moving-paraboloid")
    jets = surface.reduced.evolution_space
    assert true(surface.reduced.lagrangian == jets.function(gallery.specification.lagrangian))
    for name, X in zip("xy", jets.frame[1:3], strict=True):
        text = gallery.specification.forces[name]
        assert true(surface.reduced.force(X) == jets.function(text))
    assert not true(surface.reduced.lagrangian == surface.reduced.lagrangian * 2)


def test_what_is_no_surface() -> None:
    space = particle()
    with pytest.raises(BadSystem, match="s is no coordinate"):
        MovingSurface(space, {"s": "x"})
    with pytest.raises(BadSystem, match="others that stay free"):
        MovingSurface(space, {})
    bound = System(coordinates="x y", lagrangian="xdot**2 + ydot**2", constraints="ydot - x")
    with pytest.raises(BadSystem, match="leave out the constraints"):
        MovingSurface(bound, {"y": "t"})


def test_a_strip_of_frames(tmp_path) -> None:
    figure = strip(cylinder(), until=1, frames=3)
    assert [axes.get_title() for axes in figure.axes] == ["t = 0", "t = 0.5", "t = 1"]
    # The path of the last frame lies on the surface as it was: z = (x - t/4)².
    motion = cylinder().dynamics.simulate(until=1)
    x, _, z = figure.axes[-1].lines[0].get_data_3d()
    assert x == pytest.approx(motion["x"], abs=1e-9)
    assert z == pytest.approx((motion["x"] - motion.t / 4) ** 2, abs=1e-9)
    path = save_strip(tmp_path / "strip.png", cylinder(), until=1, frames=2)
    assert path.read_bytes().startswith(b"\x89PNG")
    with pytest.raises(BadValue, match="at least 2"):
        strip(cylinder(), frames=1)
