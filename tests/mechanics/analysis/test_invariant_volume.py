"""Invariant volumes against the literature, numerical flows and changes of coordinates."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from gallery_systems import gallery_system, sleigh_without_signs

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
    assert "only, unless c == 0 and k == 0; away" in str(some.invariant_volume())


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
