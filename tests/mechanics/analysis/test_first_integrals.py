"""First integrals by ansatz: those of the literature are found, and no others."""

from __future__ import annotations

import json

import pytest
from gallery_systems import gallery_system

from diffgeo import Form, Manifold, Map, VectorForm, check, d
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import DegreeMismatch, UndefinedSymbol
from mechanics import System, load
from mechanics.analysis.first_integrals import FirstIntegrals
from mechanics.analysis.prescribed_derivatives import IntegrabilityConditions
from mechanics.errors import BadSystem, NotApplicable
from mechanics.faces.command_line import main
from mechanics.theories.checks import judged

PARTICLE = load("nonholonomic-particle")
DISK = load("vertical-rolling-disk")
PLANE = {"coordinates": "x y", "lagrangian": "(xdot**2 + ydot**2)/2"}


def spanned(system: System, by: list[Form], text: str) -> bool:
    """Whether a function is a combination of others and of constants, on the constraint set."""
    jets, restrict = system.evolution_space, system.constraint_set.restrict
    parts = [jets.function(1), *by, jets.function(text)]
    relations = linear.constant_relations([restrict(f) for f in parts])
    return any(relation[-1].components for relation in relations)


def agree(found: FirstIntegrals, degree_one: list[str], degree_two: list[str]) -> None:
    """Those found span the expected ones, and have their number; all are verified."""
    system = found.system
    one = [i.function for i in found.linear]
    assert len(one) == len(degree_one) and len(found.quadratic) == len(degree_two)
    assert all(spanned(system, one, text) for text in degree_one)
    products = [f * g for f in one for g in one]
    every = [*one, *products, *(i.function for i in found.quadratic)]
    assert all(spanned(system, every, text) for text in degree_two)
    assert [c.verdict.status.name for c in found.checks()] == ["VERIFIED"] * len(found.integrals)


# --- the gallery -----------------------------------------------------------------------------

GALLERY = {
    # phid is constant; along the edge ud = g sin α cos φ, so (u φd - g sin α sin φ)˙ = 0; energy.
    "knife-edge": (
        ["phidot"],
        [
            "m*(xdot**2 + ydot**2) + J*phidot**2 - 2*m*g*x*sin(alpha)",
            "(xdot*cos(phi) + ydot*sin(phi))*phidot - g*sin(alpha)*sin(phi)",
            # Of cycloids: where they begin, and where after turning by phi.
            "2*(ydot*phidot - x*phidot**2) + g*sin(alpha)*cos(phi)**2",
            "2*(xdot*phidot + y*phidot**2) - g*sin(alpha)*(phi + sin(phi)*cos(phi))",
        ],
        4,
    ),
    # Only the energy: ud = a w², (I + m a²) wd = -m a u w has no linear first integral.
    "chaplygin-sleigh": (
        [],
        [
            "m*((xdot - a*thetadot*sin(theta))**2 + (ydot + a*thetadot*cos(theta))**2)"
            " + I*thetadot**2"
        ],
        1,
    ),
    # Both rates; xdd = -φd yd and ydd = φd xd keep the centre of the circle.
    "vertical-rolling-disk": (
        ["thetadot", "phidot", "x*phidot - ydot", "y*phidot + xdot"], [], 4,
    ),
    # ydd = 0; y zdd + xdd = 0 by the reaction; energy.
    "nonholonomic-particle": (
        ["ydot", "z*ydot - y*zdot - xdot"], ["xdot**2 + ydot**2 + zdot**2"], 3,
    ),
    # Constant speed.
    "pursuit": ([], ["xdot**2 + ydot**2"], 1),
}  # fmt: skip


@pytest.mark.parametrize("name", GALLERY)
def test_the_gallery(name: str) -> None:
    degree_one, degree_two, rank = GALLERY[name]
    found = gallery_system(name).first_integrals(order=1)
    agree(found, degree_one, degree_two)
    assert found.rank == rank


def test_the_ball_on_a_turntable_for_every_prescribed_motion() -> None:
    # 7 xdd = -2 d(Ω y)/dt, 7 ydd = 2 d(Ω x)/dt, and the spin about the vertical.
    found = load("ball-on-turntable").first_integrals(1)
    expected = ["phidot + psidot*cos(theta)", "7*xdot + 2*Omega(t)*y", "7*ydot - 2*Omega(t)*x"]
    agree(found, expected, [])
    assert not spanned(found.system, [i.function for i in found.linear], "7*xdot - 2*Omega(t)*y")


# --- without constraints ------------------------------------------------------------


def test_a_free_particle() -> None:
    free = System(**PLANE)
    found = free.first_integrals()
    agree(found, ["xdot", "ydot", "x*ydot - y*xdot"], [])
    assert found.products == 9 and found.rank == 3  # the energy is a sum of products
    # t and its products bring in the motion of the centre; four are independent.
    timed = free.first_integrals(1, extra=["t"])
    agree(timed, ["xdot", "ydot", "x*ydot - y*xdot", "x - t*xdot", "y - t*ydot"], [])
    assert timed.rank == 4


def test_kepler_has_the_vector_of_laplace_runge_and_lenz() -> None:
    # A = v × (r × v) - k r/|r|.
    kepler = System(
        coordinates="x y", parameters="k", positive="k",
        lagrangian="(xdot**2 + ydot**2)/2 + k/sqrt(x**2 + y**2)",
    )  # fmt: skip
    found = kepler.first_integrals(order=2)
    agree(
        found,
        ["x*ydot - y*xdot"],
        [
            "(xdot**2 + ydot**2)/2 - k/sqrt(x**2 + y**2)",
            "ydot*(x*ydot - y*xdot) - k*x/sqrt(x**2 + y**2)",
            "-xdot*(x*ydot - y*xdot) - k*y/sqrt(x**2 + y**2)",
        ],
    )
    assert found.rank == 3


STARK = System(
    coordinates="x y", parameters="k E",
    lagrangian="(xdot**2 + ydot**2)/2 + k/sqrt(x**2 + y**2) - E*y",
)  # fmt: skip
RADIUS = "sqrt(x**2 + y**2 + z**2)"
MONOPOLE = System(
    coordinates="x y z", parameters="k",
    lagrangian=f"(xdot**2 + ydot**2 + zdot**2)/2 + k*z*(x*ydot - y*xdot)/({RADIUS}*(x**2 + y**2))",
)  # fmt: skip


def test_orders_by_default() -> None:
    """J. Stark's effect and H. Poincaré's monopole: coefficients of order 2, and it is said."""
    found = STARK.first_integrals()
    assert found.rank == len(found.quadratic) == 2 and found.order == 2
    assert "of order 2" in found.space
    assert len(STARK.first_integrals(functions=["1"]).quadratic) == 1
    moment = MONOPOLE.first_integrals(1, functions=["1", "x", "y", "z"])
    published = [f"{a}*{b}dot - {b}*{a}dot + k*{c}/{RADIUS}" for a, b, c in ("xyz", "yzx", "zxy")]
    agree(moment, published, [])
    assert STARK.first_integrals(functions=["1"]).order is None
    # L is not defined at rest, and not quadratic: neither potentials nor momenta are searched.
    space = load("randers-geodesics").first_integrals(1).space
    assert "momenta" not in space and "functions of the configuration" not in space


def test_potentials_are_integrated() -> None:
    """M. Hénon, C. Heiles: with cubes in the ratios 1 : 1 and 1 : 6 integrable, else not."""

    def quadratic(cube: str, square: str = "0") -> FirstIntegrals:
        potential = f"{square} + x**2*y + ({cube})*y**3"
        lagrangian = f"(xdot**2 + ydot**2)/2 - ({potential})"
        return System(coordinates="x y", lagrangian=lagrangian).first_integrals()

    agree(quadratic("1/3"), [], ["(xdot**2 + ydot**2)/2 + x**2*y + y**3/3",
                                 "xdot*ydot + x**3/3 + x*y**2"])  # fmt: skip
    agree(quadratic("2"), [], ["(xdot**2 + ydot**2)/2 + x**2*y + 2*y**3",
                               "x**4/4 + x**2*y**2 + x*xdot*ydot - y*xdot**2"])  # fmt: skip
    assert len(quadratic("-1/3", "(x**2 + y**2)/2").integrals) == 1
    assert len(quadratic("1").integrals) == 1
    # W. Smorodinsky, P. Winternitz: three, in spaces without any potential.
    known = System(
        coordinates="x y", lagrangian="(xdot**2 + ydot**2 - x**2 - y**2)/2 - 1/x**2 - 1/y**2"
    )
    found = known.first_integrals(functions=["1", "x", "y", "x**2", "x*y", "y**2"])
    assert found.rank == len(found.integrals) == 3 and found.without_formula == 0
    # Under a constraint the function is found along brackets: z' = y x', V = (x² + y² + z²)/2.
    bound = System(
        coordinates="x y z", constraints="zdot - y*xdot",
        lagrangian="(xdot**2 + ydot**2 + zdot**2 - x**2 - y**2 - z**2)/2",
    )  # fmt: skip
    agree(bound.first_integrals(functions=["1"]), [],
          ["xdot**2 + ydot**2 + zdot**2 + x**2 + y**2 + z**2", "ydot**2 + y**2"])  # fmt: skip


def test_integrability_conditions_are_natural() -> None:
    """Fields of a contact distribution: what a function has along them, moved by a map."""
    M = Manifold("M", "x y z")
    X, Y = M.vector_field({"x": 1, "z": "y"}), M.vector_field({"y": 1})
    f, g = M.function("x*z + y**3"), M.function("x*y")
    N = Manifold("N", "a b c")
    change = Map(N, M, {"x": "a + b**2", "y": "b", "z": "c - a*b"})
    inverse = Map(M, N, {"a": "x - y**2", "b": "y", "c": "z + x*y - y**3"})

    def moved(Z: VectorForm) -> VectorForm:
        return N.vector_field({str(u): change.pull(Z(inverse.pull(u))) for u in N.coordinates})

    for wrong in (0 * f, g):
        values = [X(f), Y(f) + wrong]
        fields = [moved(Z) for Z in (X, Y)]
        here = IntegrabilityConditions([X, Y])(values)
        there = IntegrabilityConditions(fields)([change.pull(v) for v in values])
        solvable = [all(check(h == 0) for h in rests) for rests in (here, there)]
        assert solvable == [str(wrong) == "0"] * 2
    assert check(IntegrabilityConditions([X, Y]).differential([X(f), Y(f)]) == d(f))


def test_the_oscillator_has_the_tensor_of_fradkin() -> None:
    oscillator = System(
        coordinates="x y", parameters="k", lagrangian="(xdot**2 + ydot**2 - k*x**2 - k*y**2)/2"
    )
    tensor = ["xdot**2 + k*x**2", "ydot**2 + k*y**2", "xdot*ydot + k*x*y"]
    found = oscillator.first_integrals(order=2)
    agree(found, ["x*ydot - y*xdot"], tensor)
    assert found.rank == 3
    # Different springs leave two energies.
    other = System(
        coordinates="x y", parameters="k h", lagrangian="(xdot**2 + ydot**2 - k*x**2 - h*y**2)/2"
    )
    agree(other.first_integrals(order=2), [], ["xdot**2 + k*x**2", "ydot**2 + h*y**2"])


# --- constraints that are not affine ------------------------------------------------------


def test_appell_and_hamel() -> None:
    # The reaction keeps the horizontal direction, and zdd = -g k²/(1 + k²); so xd is a constant
    # multiple of zd, and (xd zd)˙ = 2 xd zdd.
    machine = System(
        coordinates="x y z", parameters="k g", positive="k g",
        lagrangian="(xdot**2 + ydot**2 + zdot**2)/2 - g*z",
        constraints="xdot**2 + ydot**2 - zdot**2/k**2",
    )  # fmt: skip
    found = machine.first_integrals(order=1)
    expected = [
        "(xdot**2 + ydot**2 + zdot**2)/2 + g*z",
        "(1 + k**2)*xdot*zdot + 2*g*k**2*x",
        "(1 + k**2)*ydot*zdot + 2*g*k**2*y",
    ]
    assert found.linear == () and found.rank == len(found.quadratic) == 3
    functions = [i.function for i in found.quadratic]
    jets, restrict = machine.evolution_space, found.inclusion.pull
    for text in expected:
        parts = [jets.function(1), *functions, jets.function(text)]
        relations = linear.constant_relations([restrict(f) for f in parts])
        assert any(relation[-1].components for relation in relations)
    assert [c.verdict.status.name for c in found.checks()] == ["VERIFIED"] * 3


def test_parallel_velocities_without_gravity() -> None:
    # Reactions λ (vd, -ud) and λ (-yd, xd): with (ud, vd) = r (xd, yd) they are normal to both
    # velocities, so both speeds are constant, and r with them. Then λ = 0.
    pair = System(
        coordinates="x y u v", parameters="m M", positive="m M",
        lagrangian="m*(xdot**2 + ydot**2)/2 + M*(udot**2 + vdot**2)/2",
        constraints="xdot*vdot - ydot*udot",
    )  # fmt: skip
    found = pair.first_integrals(functions=["1"])
    assert sorted(map(str, found.linear)) == ["udot", "vdot", "xdot", "ydot"]
    assert found.rank == 3 and found.quadratic == ()
    # Four velocities with one relation between their products.
    assert found.products == 4 + 10 - 1


def test_parameters_are_generic() -> None:
    # The sleigh with its mass above the edge (a = 0) has more.
    texts = load("chaplygin-sleigh").specification
    above = System(
        coordinates="x y theta", parameters="m I", positive="m I",
        lagrangian=str(texts.lagrangian).replace("a*", "0*"), constraints=list(texts.constraints),
    )  # fmt: skip
    assert "thetadot" in map(str, above.first_integrals().linear)


# --- the space that is searched ------------------------------------------------------------


def test_the_space_is_the_users() -> None:
    narrow = PARTICLE.first_integrals(functions=["1"])
    agree(narrow, ["ydot"], ["xdot**2 + ydot**2 + zdot**2"])
    wide = PARTICLE.first_integrals(1, extra=["sqrt(1 + y**2)"])
    agree(wide, ["ydot", "z*ydot - y*zdot - xdot", "xdot*sqrt(1 + y**2)"], [])
    y = PARTICLE.configuration_space["y"]
    forms = PARTICLE.first_integrals(1, functions=[y, "1"], theory="multipliers")
    agree(forms, ["ydot"], [])
    assert forms.theory == "multipliers"


def test_the_space_is_told() -> None:
    found = PARTICLE.first_integrals(1, order=1, extra=["sqrt(1 + y**2)"])
    assert "combinations of 1, x, y, z, sqrt(y**2 + 1), and the momenta, and" in found.space
    report = found.report()
    assert f"{found.size} functions, of which {found.dimension} are independent" in report
    assert "others outside of it are possible" in report
    # 5 functions, 1 and three velocities, three momenta; zd = y xd and momenta that are velocities.
    assert (found.size, found.dimension) == (23, 19)


def test_a_wrong_first_integral_is_refuted() -> None:
    gamma = PARTICLE.dynamics()
    for text in ("xdot", "z*ydot - y*zdot + xdot", "ydot + z"):
        f = PARTICLE.evolution_space.function(text)
        answer = judged("constant", lambda f=f: gamma.on_constraints(gamma.field(f), 0))
        assert answer.holds is False and answer.verdict.counterexample is not None


def test_no_first_integral_is_no_error() -> None:
    driven = System(coordinates="x", functions="u(t)", lagrangian="xdot**2/2", forces={"x": "u(t)"})
    found = driven.first_integrals()
    agree(found, [], [])
    assert found.rank == 0 and str(found) == "first integrals: none in this space"


# --- wrong input ------------------------------------------------------------


@pytest.mark.parametrize("degree", [0, 3, -1])
def test_other_degrees(degree: int) -> None:
    with pytest.raises(DegreeMismatch, match="degree 1 or 2"):
        PARTICLE.first_integrals(degree)


def test_other_wrong_input() -> None:
    with pytest.raises(DegreeMismatch, match="whole number"):
        PARTICLE.first_integrals(1, order=-1)
    with pytest.raises(UndefinedSymbol, match="'xdot'"):
        PARTICLE.first_integrals(1, extra=["xdot"])
    with pytest.raises(BadSystem, match="limit is 2000"):
        DISK.first_integrals(2, order=6)
    cubic = System(**PLANE, constraints="xdot**3 + ydot**3 - 1")
    with pytest.raises(NotApplicable, match="of degree one or two in no velocity"):
        cubic.first_integrals()


# --- how it shows itself ------------------------------------------------------------


def test_it_shows_itself(capsys: pytest.CaptureFixture[str]) -> None:
    found = DISK.first_integrals(1, order=1)
    assert repr(found) == "<FirstIntegrals of Vertical rolling disk: 4>"
    assert str(found).startswith("first integrals: thetadot, phidot")
    assert r"f_{1} &= \dot{\theta}" in found._repr_latex_()
    assert found.linear[0]._repr_latex_() == r"$\dot{\theta}$"
    assert repr(found.linear[0]) == "<FirstIntegral thetadot>"
    with pytest.raises(SystemExit) as stop:
        main(["integrals", "vertical-rolling-disk", "--degree", "1", "--json"])
    data = json.loads(capsys.readouterr().out)
    assert not stop.value.code
    assert [f["function"] for f in data["linear"]][:2] == ["thetadot", "phidot"]
    assert data["functionally_independent"] == 4 and data["searched"]["functions"] > 0
    with pytest.raises(SystemExit) as stop:
        main(["integrals", "nonholonomic-particle", "--degree", "1", "--with", "sqrt(1+y**2)"])
    assert not stop.value.code and "xdot*sqrt(y**2 + 1)" in capsys.readouterr().out
    with pytest.raises(SystemExit) as stop:
        main(["integrals", "pursuit", "--degree", "3"])
    assert stop.value.code == 2 and "degree 1 or 2" in capsys.readouterr().err


def test_parameters_for_which_there_are_more() -> None:
    """Two oscillators turn into each other if they are equal; Hénon and Heiles' is known."""
    found = System(
        coordinates="x y", parameters="a b", lagrangian="(xdot**2 + ydot**2 - a*x**2 - b*y**2)/2"
    ).first_integrals(order=1)
    counts = {str(case).partition(":")[0]: len(case.answer.integrals) for case in found.cases}
    assert len(found.integrals) == 2
    # In resonance 1 : 2 there is the third integral of parabolic coordinates.
    resonant = {"a = 4*b": 3, "a = b/4": 3}
    assert counts == {"a = 0": 2, "b = 0": 2, "a = b": 4, "a = 0, b = 0": 3} | resonant
    assert "unless a == 0 or b == 0 or b - a == 0 or b - 4*a == 0 or " in found.report()
    plane = "(xdot**2 + ydot**2 - x**2 - y**2)/2 - x**2*y + a*y**3"
    found = System(coordinates="x y", parameters="a", lagrangian=plane).first_integrals(order=1)
    assert [case.values for case in found.cases] == [{"a": "-2"}, {"a": "-1/3"}]
    assert all(len(case.answer.integrals) == 2 for case in found.cases)
    assert found.to_dict()["cases"] == [case.to_dict() for case in found.cases]
    assert len(found.integrals) == 1
