"""Invariant volumes against the literature, numerical flows and changes of coordinates."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from gallery_systems import gallery_system, sleigh_without_signs
from scipy.integrate import solve_ivp

from diffgeo import Form, Map, check, d, lie
from diffgeo.calculus import linear_algebra as linear
from mechanics import System, load
from mechanics.analysis.invariant_volume import InvariantVolume
from mechanics.errors import NotApplicable
from mechanics.faces.command_line import main
from mechanics.model.lagrangian import hessian, vertical_frame
from mechanics.model.system_files import Simulation
from mechanics.testing.naturality_of_theories import pulled_back

#: Is there a basic density; if not, for which parameters the obstruction is 0.
GALLERY = {
    "vertical-rolling-disk": (True, None),
    "knife-edge": (True, None),
    "nonholonomic-particle": (True, None),
    "rolling-ball": (True, None),
    "ball-on-turntable": (True, None),
    "snakeboard": (True, None),
    "heisenberg": (True, None),
    "pursuit": (True, None),
    "veselova": (True, None),
    # Kozlov: if and only if the axis is a principal one.
    "suslov": (False, "I13 == 0 and I23 == 0"),
    # Asymptotically stable motions, since a > 0.
    "chaplygin-sleigh": (False, "never"),
    "car-with-trailer": (False, "never"),
    "damped-nonholonomic-particle": (False, "b == 0"),
}


def volume(name: str) -> InvariantVolume:
    return gallery_system(name).invariant_volume()


@pytest.mark.parametrize("name", GALLERY)
def test_the_gallery(name: str) -> None:
    basic, exceptions = GALLERY[name]
    found = volume(name)
    assert found.has_basic_density.holds is basic
    assert found.exceptions == exceptions
    assert found.is_invariant.holds is (None if found.density is None else True)
    if basic:
        assert found.density is not None and found.is_basic


#: Dimensions of the configurations, and whether ϑ is 0 on D.
CLARK_BLOCH = {
    "nonholonomic-particle": (3, False),
    "chaplygin-sleigh": (3, False),
    "vertical-rolling-disk": (4, True),
    "car-with-trailer": (4, False),
    "snakeboard": (5, False),
}


@pytest.mark.parametrize("name", CLARK_BLOCH)
def test_the_divergence_of_clark_and_bloch_is_without_the_factor_n(name: str) -> None:
    """div μ_C = -⟨ϑ, v⟩, ``ϑ = m^{αβ} L_{W_α} η_β`` and ``μ = (det m)^{1/2} μ_C``; not n times it.

    W_α is η_α by the metric, and m the Gram matrix; by linear algebra, without the library's σ.
    """
    system = gallery_system(name)
    E, J = system.configuration_space, system.evolution_space
    (_, *frame), (_, *slopes) = E.frame, map(d, E.coordinates)
    g = [[E.function(str(a)) for a in row] for row in hessian(system.lagrangian, J)]
    rows = [[E.function(str(V(J.function(str(phi))))) for V in vertical_frame(J)]
            for phi in system.constraints]  # fmt: skip
    eta = [linear.combination(row, slopes, 0 * slopes[0]) for row in rows]
    W = [linear.combination(linear.solve(g, row), frame, 0 * frame[0]) for row in rows]
    m = [[a(X) for X in W] for a in eta]
    inverse, size = linear.inverse(m), range(len(m))
    theta = sum((inverse[i][j] * lie(W[i], eta[j]) for i in size for j in size), 0 * slopes[0])
    det = linear.determinant(m)
    found = system.invariant_volume()
    value, half = (
        system.constraint_set.restrict(J.projection.pull(a)(found.dynamics.regular.field))
        for a in (theta, d(det) / det / 2)
    )
    n, vanishing = CLARK_BLOCH[name]
    assert n == len(frame)
    assert check(found.divergence - half == -value)
    assert bool(check(found.divergence - half == -n * value)) is vanishing
    assert bool(check(value == 0)) is vanishing


def test_densities_are_integrated() -> None:
    """x'' = -g(x) x'^2 keeps e^{2G} dx dx', G' = g: where G is elementary it is found."""
    given = {"coordinates": "x", "lagrangian": "xdot**2/2"}
    found = System(**given, forces={"x": "-xdot**2*cos(x)*x"}).invariant_volume()
    assert found.is_invariant.holds
    assert str(found.chart_density) == "exp(2*x*sin(x) + 2*cos(x))"
    # The divergence of ρ Γ on x, x' by differences of plain numbers; and of another density.

    def balance(k: float, x: float = 0.7, v: float = -1.3, h: float = 1e-5) -> float:
        def rho(x: float) -> float:
            return float(np.exp(k * (x * np.sin(x) + np.cos(x))))

        def force(v: float) -> float:
            return float(-(v**2) * x * np.cos(x))

        along = v * (rho(x + h) - rho(x - h))
        return (along + rho(x) * (force(v + h) - force(v - h))) / (2 * h)

    assert abs(balance(2)) < 1e-8 < 1e-2 < abs(balance(1))
    none = System(**given, forces={"x": "-xdot**2*exp(-x**2)"}).invariant_volume()
    assert none.has_basic_density.holds and none.density is None
    assert "df = 2*exp(-x**2) dx; f was not found in formulas" in str(none)


def test_what_is_said_of_special_parameters_holds() -> None:
    """The first obstruction of the car is 0 for J1 = m1 d², others are not: no exception."""
    car = load("car-with-trailer").specification
    system = System(
        coordinates=car.coordinates, parameters="m m1 J d", positive="m m1 J d",
        lagrangian=str(car.lagrangian).replace("J1", "m1*d**2"), constraints=car.constraints,
    )  # fmt: skip
    assert system.invariant_volume().has_basic_density.holds is False


def test_a_sleigh_without_signs_is_a_case_distinction() -> None:
    assert sleigh_without_signs().invariant_volume().exceptions == "a == 0"


def test_friction_has_no_volume_and_a_growing_mass_has() -> None:
    # xdd = -c xd, on TR: the divergence is -c.
    plain = {"coordinates": "x", "parameters": "c", "lagrangian": "xdot**2/2"}
    damped = System(**plain, forces={"x": "-c*xdot"}).invariant_volume()
    assert damped.has_basic_density.holds is False and damped.exceptions == "c == 0"
    # The same motion; its kinetic volume e^{ct} dx dxdot is kept, but it depends on time.
    growing = System(coordinates="x", parameters="c", lagrangian="exp(c*t)*xdot**2/2")
    found = growing.invariant_volume()
    assert found.preserves_kinetic_volume.holds and found.has_basic_density.holds is False
    # Where the motion depends on time, the volume may: xdd = -xd/t, volume t dt dx dxdot.
    ageing = System(coordinates="x", lagrangian="xdot**2/2", forces={"x": "-xdot/t"})
    found = ageing.invariant_volume()
    assert found.has_basic_density.holds and str(found.chart_density) == "t"


def test_friction_where_something_depends_on_time() -> None:
    # The divergence is -b: the volume e^{bt} dt dx dxdot is that of the extended motion.
    system = System(coordinates="x", functions="k(t)", parameters="b",
                    lagrangian="xdot**2/2 - k(t)*x**2/2", forces={"x": "-b*xdot"})  # fmt: skip
    assert str(system.invariant_volume().chart_density) == "exp(b*t)"


def test_an_exponential_density() -> None:
    # xdd = -xd yd, ydd = 0: the divergence is -yd, the density e^y.
    system = System(coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2",
                    forces={"x": "-xdot*ydot"})  # fmt: skip
    assert str(system.invariant_volume().chart_density) == "exp(y)"
    # The divergence -x yd belongs to x dy, which is not closed.
    system = System(coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2",
                    forces={"x": "-x*xdot*ydot"})  # fmt: skip
    found = system.invariant_volume()
    assert found.has_basic_density.holds is False and found.is_kinetic.holds
    assert found.equations is not None and found.equations.obstruction is not None
    assert found.to_dict()["obstruction"] is not None


def test_a_quadratic_friction_is_refuted_by_its_divergence() -> None:
    # The divergence -3 xd² is not linear in the velocities.
    system = System(coordinates="x", lagrangian="xdot**2/2", forces={"x": "-xdot**3"})
    found = system.invariant_volume()
    assert found.equations is None and found.has_basic_density.holds is False
    # dx dxdot/xdot³: the motion is xdot' = -xdot³.
    assert str(found.chart_density) == "xdot**(-3)" and found.is_invariant.holds
    assert "unless" not in str(found)
    # Without friction there is a volume.
    forces = {"x": "-c*xdot**3", "y": "k*x*ydot**4"}
    some = System(
        coordinates="x y", parameters="c k", lagrangian="(xdot**2 + ydot**2)/2", forces=forces
    )
    assert "only, unless c == 0 and k == 0; of velocities, too," in str(some.invariant_volume())


def test_constraints_that_are_not_affine_are_refused() -> None:
    with pytest.raises(NotApplicable, match="not affine in the velocities"):
        gallery_system("appell-hamel").invariant_volume()


# --- by other means -------------------------------------------------------------------------


def value(found: InvariantVolume, point: dict[str, float]) -> float:
    """The density for the coordinates of N at a point."""
    import sympy as sp

    assert found.chart_density is not None
    names = {n: sp.Symbol(n) for n in point}
    text = sp.sympify(str(found.chart_density), locals=names)
    return abs(float(text.subs({names[n]: v for n, v in point.items()})))


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("nonholonomic-particle", {"y": 0.3, "xdot": 1.0, "ydot": 0.7}),
        ("chaplygin-sleigh", {"theta": 0.8, "ydot": 0.6, "thetadot": 0.5}),
        ("veselova", {"theta": 1.1, "psi": 0.4, "thetadot": 0.7, "psidot": 0.9}),
    ],
)
def test_the_flow_keeps_the_volume(name: str, start: dict[str, float]) -> None:
    """det DΦ · ρ(Φ(p)) = ρ(p), with DΦ by differences of trajectories; and ρ is not constant."""
    found = volume(name)
    names = list(map(str, found.velocities.space.coordinates))[1:]
    parameters = dict(found.system.specification.simulate.parameters)
    origin = np.array([start.get(n, 0.0) for n in names])
    bare = replace(found.system.specification, simulate=Simulation(parameters=parameters))
    dynamics = System.from_specification(bare).dynamics()

    def flow(point: np.ndarray) -> np.ndarray:
        values = dict(zip(names, map(float, point), strict=True))
        motion = dynamics.simulate(values, until=0.8, points=2, rtol=1e-11, atol=1e-12)
        return np.array([motion[n][-1] for n in names])

    step = 1e-4
    columns = [(flow(origin + step * e) - flow(origin - step * e)) / (2 * step)
               for e in np.eye(len(names))]  # fmt: skip
    jacobian = abs(np.linalg.det(np.array(columns)))
    numbers = {n: float(eval_rational(v)) for n, v in parameters.items()}
    before = value(found, dict(zip(names, origin, strict=True)) | numbers)
    after = value(found, dict(zip(names, flow(origin), strict=True)) | numbers)
    assert jacobian * after == pytest.approx(before, rel=1e-6)
    assert abs(jacobian - 1) > 1e-2


def eval_rational(number: object) -> float:
    from fractions import Fraction

    return float(Fraction(str(number)))


P, Q, R = (
    "(phidot*sin(theta)*sin(psi) + thetadot*cos(psi))",
    "(phidot*sin(theta)*cos(psi) - thetadot*sin(psi))",
    "(psidot + phidot*cos(theta))",
)


def suslov(c: str, **products: str) -> System:
    """The inhomogeneous problem of Suslov: moments of inertia 1, 2, 4, the third velocity is c."""
    mixed = " + ".join(
        f"({value})*{R}*{w}" for w, value in zip((P, Q), products.values(), strict=True)
    )
    return System(
        coordinates="phi theta psi",
        parameters="c",
        lagrangian=f"({P}**2 + 2*{Q}**2 + 4*{R}**2)/2 + {mixed}",
        constraints=f"{R} - ({c})",
    )


def test_one_factor_with_undetermined_coefficients() -> None:
    """The density 1/(I23 w2 + (I3 - I1) c), and by the equations of Euler, Poincaré and Suslov."""
    found = suslov("c", I13="0", I23="1").invariant_volume()
    assert found.has_basic_density.holds is False and found.is_invariant.holds
    assert found.density is not None
    ((factor, power),) = found.density.factors
    published = found.velocities.space.function(f"-{Q} - 3*c")
    assert check(factor == published) and check(power == -1)
    assert not check(factor == found.velocities.space.function(f"{Q} - 3*c"))

    def field(w: np.ndarray, c: float = 0.7) -> np.ndarray:
        m2, m3 = 2 * w[1] + c, w[1] + 4 * c
        return np.array([m2 * c - m3 * w[1], (m3 * w[0] - w[0] * c) / 2])

    def flow(w: np.ndarray) -> np.ndarray:
        end = solve_ivp(lambda _, w: field(w), (0, 0.5), w, rtol=1e-11, atol=1e-12)
        return np.array(end.y[:, -1])

    start, step = np.array([0.4, -0.3]), 1e-4
    ends = [(flow(start + step * e) - flow(start - step * e)) / (2 * step) for e in np.eye(2)]
    stretched = abs(np.linalg.det(np.array(ends)))
    assert stretched == pytest.approx((flow(start)[1] + 2.1) / (start[1] + 2.1), rel=1e-6)
    assert abs(stretched - 1) > 1e-2


def test_no_factor_is_found_where_none_is_published() -> None:
    # L. García-Naranjo, A. Maciejewski, J. Marrero, M. Przybylska 2014: not with both products.
    found = suslov("1", I13="1", I23="1").invariant_volume()
    assert found.has_basic_density.holds is False and found.density is None
    assert any("a rational c" in line for line in found.to_dict()["searched"])
    with_zero = suslov("c", I13="0", I23="0").invariant_volume()
    assert with_zero.has_basic_density.holds and with_zero.is_basic


def test_one_factor_is_natural() -> None:
    """Damped oscillators along two axes, and the same turned and scaled: P comes along."""
    forces = {"x": "-xdot - x", "y": "0"}
    here = System(coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2", forces=forces)
    # x = a + b, y = a - b
    there = System(
        coordinates="a b",
        lagrangian="adot**2 + bdot**2",
        forces={"a": "-adot - bdot - a - b", "b": "-adot - bdot - a - b"},
    )
    densities = [s.invariant_volume().density for s in (here, there)]
    assert densities[0] is not None and densities[1] is not None
    N = densities[1].exponent.space
    ((p, c),), ((q, e),) = (each.factors for each in densities)
    down = {"x": "a + b", "y": "a - b", "xdot": "adot + bdot", "ydot": "adot - bdot"}
    moved = Map(N, p.space, {"t": "t", **down}).pull(p)
    assert check(d(moved / q) == 0 * d(N["a"])) and str(c) == str(e) == "-1"
    assert not check(d(N["a"] * moved / q) == 0 * d(N["a"]))


def test_the_volume_of_the_kinetic_energy_needs_no_formulas() -> None:
    """A rubber ball of Chaplygin: the divergence is too large to be written out, and 0."""
    w = (
        "thetadot*cos(phi) + psidot*sin(theta)*sin(phi)",
        "thetadot*sin(phi) - psidot*sin(theta)*cos(phi)",
        "phidot + psidot*cos(theta)",
    )
    ball = System(
        coordinates="x y phi theta psi",
        lagrangian=f"({P}**2 + 2*{Q}**2 + 3*{R}**2 + xdot**2 + ydot**2)/2",
        constraints=[f"xdot - ({w[1]})", f"ydot + {w[0]}", w[2]],
    )
    found = ball.invariant_volume()
    assert found.has_basic_density.holds and found.to_dict()["divergence"] == "0"


def test_the_volume_of_veselova() -> None:
    """(g, I⁻¹g)^{1/2} dg dw with (w, g) = 0, where g = (sin θ sin ψ, sin θ cos ψ, cos θ).

    w = thetadot n + psidot h with the line of nodes n and h = e_3 - cos(θ) g, |h| = sin θ, both
    orthogonal to g: dg dw = sin θ dφ dθ dψ · sin θ dthetadot dpsidot.
    """
    found = volume("veselova")
    N = found.velocities.space
    square = N.function(
        "sin(theta)**4*(sin(theta)**2*sin(psi)**2/I1 + sin(theta)**2*cos(psi)**2/I2"
        " + cos(theta)**2/I3)"
    )
    ours = found.chart_density
    assert ours is not None
    theirs = found.motion(square) / (2 * square)
    assert check(ours.rate(found.motion) == theirs)
    assert not check(ours.rate(found.motion) == 2 * theirs)


def divergence_above(found: InvariantVolume) -> Form:
    """σ on J¹π, constant along the solved velocities."""
    return found.system.constraint_set.retraction.pull(found.divergence)


@pytest.mark.parametrize("name", ["nonholonomic-particle", "knife-edge", "heisenberg", "suslov"])
def test_the_divergence_is_natural(name: str) -> None:
    system = gallery_system(name)
    first, second, *_ = system.specification.coordinates
    images = {q: q for q in (system.specification.time, *system.specification.coordinates)}
    images[first] = f"2*{first} + {second}**2"
    new, change = pulled_back(system, images)
    ours, theirs = new.invariant_volume(), system.invariant_volume()
    moved = change.pull(divergence_above(theirs))
    difference = divergence_above(ours) - moved
    assert check(new.constraint_set.restrict(difference) == 0)
    assert ours.has_basic_density.holds is theirs.has_basic_density.holds
    if not check(theirs.divergence == 0):
        assert not check(new.constraint_set.restrict(difference + moved) == 0)


def test_the_obstruction_does_not_depend_on_the_chart() -> None:
    """A closed 1-form on D stays closed: the verdict in polar coordinates."""
    system = gallery_system("chaplygin-sleigh")
    new, _ = pulled_back(system, {"t": "t", "x": "x*cos(y)", "y": "x*sin(y)", "theta": "theta"})
    assert new.invariant_volume().has_basic_density.holds is False
    assert isinstance(new.evolution_space.projection, Map)


# --- how it is shown -------------------------------------------------------------------------


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["volume", "damped-nonholonomic-particle"])
    assert end.value.code == 0
    text = capsys.readouterr().out
    assert "Obstruction" in text and "unless b == 0" in text
    with pytest.raises(SystemExit):
        main(["volume", "nonholonomic-particle", "--json"])
    data = json.loads(capsys.readouterr().out)
    assert data["density"] == "(y**2 + 1)**(1/2)" and data["basic"] is True
    assert [c["holds"] for c in data["checks"]] == [True, True, True, True]
