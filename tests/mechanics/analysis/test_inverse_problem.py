"""The inverse problem against the literature: positives, algebraic negatives, Douglas' cases."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest
import sympy
from gallery_systems import gallery_system
from scipy.integrate import solve_ivp
from sympy import Rational

from diffgeo import check, d
from diffgeo.calculus import linear_algebra as linear
from mechanics import System
from mechanics.errors import NotApplicable
from mechanics.faces.command_line import main
from mechanics.model.lagrangian import cartan_form, euler_lagrange_form, hessian
from mechanics.model.systems_on import varied
from mechanics.testing.naturality_of_theories import pulled_back


def of(coordinates: str, **forces: str) -> System:
    """q'' = f(t, q, q'), as the force on a free particle."""
    energy = "+".join(f"{q}dot**2" for q in coordinates.split())
    return System(coordinates=coordinates, lagrangian=f"({energy})/2", forces=forces)


CUBE = "(x**2 + y**2)**(-3/2)"
#: Forces, settings; Douglas' case, a Lagrangian modulo gauge or None, how many are inequivalent.
POSITIVE = {
    "oscillator": ("x", {"x": "-x"}, {}, None, 1),
    "damped": ("x", {"x": "-xdot - x"}, {"factors": ["exp(t)"]}, None, 1),
    # Quadratic friction: L = e^{2x} xd², the geodesics of a flat metric in other coordinates.
    "quadratic friction": ("x", {"x": "-xdot**2"}, {"factors": ["exp(2*x)"]}, None, 1),
    "magnetic": ("x y", {"x": "ydot", "y": "-xdot"}, {}, "I", 1),
    "two oscillators": ("x y", {"x": "-x", "y": "-4*y"}, {}, "IIa1", 2),
    "equal oscillators": ("x y", {"x": "-x", "y": "-y"}, {}, "I", 3),
    # A charge in Minkowski's plane.
    "no eigenvector is separated": ("x y", {"x": "2*x*ydot", "y": "2*x*xdot"}, {}, "IIa3", 1),
    # L = xd yd + y²/2.
    "nilpotent": ("x y", {"x": "y"}, {}, "IIb", 2),
    "Kepler": ("x y", {"x": f"-x*{CUBE}", "y": f"-y*{CUBE}"},
               {"order": 0, "extra": ["1/sqrt(x**2 + y**2)"]}, "IIIa", 1),
}  # fmt: skip


@pytest.mark.parametrize("name", POSITIVE)
def test_lagrangians_are_found(name: str) -> None:
    coordinates, forces, settings, case, count = POSITIVE[name]
    system = of(coordinates, **forces)
    found = system.inverse_problem(**settings)
    assert found.lagrangian is not None and found.is_lagrangian.holds
    assert (found.case, len(found.lagrangians)) == (case, count)
    assert found.is_excluded is False
    # The same by another construction: the Euler–Lagrange field of L is the motion.
    again = System(coordinates=coordinates, lagrangian=str(found.lagrangian))
    jets, other = system.evolution_space, again.evolution_space
    for q in coordinates.split():
        ours = found.motion(jets[f"{q}dot"])
        theirs = again.dynamics().field(other[f"{q}dot"])
        assert check(jets.function(str(theirs)) == ours)
    wrong = found.lagrangian + jets[f"{coordinates.split()[0]}"] ** 3
    assert not check(euler_lagrange_form(wrong, jets, found.motion) == 0)
    for gauge in found.space.gauge:  # total derivatives satisfy their equations on every motion
        free = jets.second_order_field()
        assert check(euler_lagrange_form(gauge, jets, free) == 0)


@pytest.mark.parametrize("name", POSITIVE)
def test_lagrangians_by_the_equations_of_a_textbook(name: str) -> None:
    """d/dt ∂L/∂q' - ∂L/∂q = 0 at a rational point, by SymPy's partial derivatives alone."""
    coordinates, forces, settings, _, _ = POSITIVE[name]
    names = coordinates.split()
    symbols = sympy.symbols(["t", *names, *(f"{q}dot" for q in names)])
    scope = dict(zip(map(str, symbols), symbols, strict=True))
    values = dict(zip(symbols, map(Rational, ("1/3", "2/5", "3/7", "-5/4", "7/2")), strict=False))
    time, q, v = symbols[0], symbols[1 : 1 + len(names)], symbols[1 + len(names) :]
    f = [sympy.sympify(forces.get(name, "0"), scope) for name in names]

    def residues(L: sympy.Expr) -> list[sympy.Expr]:
        def along(g: sympy.Expr) -> sympy.Expr:
            rest = (a * g.diff(x) + b * g.diff(y) for x, y, a, b in zip(q, v, v, f, strict=True))
            return g.diff(time) + sum(rest)

        return [(along(L.diff(y)) - L.diff(x)).subs(values) for x, y in zip(q, v, strict=True)]

    for L in of(coordinates, **forces).inverse_problem(**settings).lagrangians:
        formula = sympy.sympify(str(L), scope)
        assert all(r.equals(0) for r in residues(formula))
        assert not all(r.equals(0) for r in residues(formula + q[0] ** 3))


def test_the_own_lagrangian_is_the_first_answer() -> None:
    # The metric of no polynomial of the space, so that it is found for no other reason.
    own = "exp(x*y)*(xdot**2 + ydot**2)/2"
    found = System(coordinates="x y", lagrangian=own).inverse_problem(0)
    assert found.has_own and found.is_excluded is False and found.is_lagrangian.holds
    first, *_ = found.lagrangians
    assert check(first == found.jets.function(own)) and "its own" in str(found)
    # Others besides; and none is its own where a force or a reaction acts.
    both = System(coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2 - x**2/2 - 2*y**2")
    assert len(both.inverse_problem(2).lagrangians) == 2
    pushed = System(coordinates="x y", lagrangian=own, forces={"x": "-xdot"})
    assert not pushed.inverse_problem(0).has_own
    assert not gallery_system("nonholonomic-particle").inverse_problem(0).has_own


#: Equations without any regular Lagrangian, by algebra; ẍ = x² + y², ÿ = 0 is Douglas' own.
NEGATIVE = {
    "Douglas": ({"x": "x**2 + y**2"}, "IIIb"),
    "one way": ({"x": "-ydot", "y": "-y"}, "IIIb"),
    "generic": ({"x": "x*ydot + y**2", "y": "x**3 - xdot*y"}, "IV"),
}


@pytest.mark.parametrize("name", NEGATIVE)
def test_what_has_none_is_excluded(name: str) -> None:
    forces, case = NEGATIVE[name]
    found = of("x y", **forces).inverse_problem()
    assert found.case == case and found.is_excluded is True
    assert found.lagrangian is None and "no regular Lagrangian" in str(found)


#: Forces; Douglas' case, and on how many functions of how many variables regular Hessians depend.
CASES = {
    "free": ({}, "I", (2, 3)),
    "separated": ({"x": "x**2", "y": "y*ydot"}, "IIa1", (2, 2)),
    "semi-separated": ({"x": "-x*ydot"}, "IIa2", (1, 2)),
    "one eigenvector": ({"x": "y"}, "IIb", (2, 2)),
    # L = xd yd + (x³ + y³)/3, but for a factor.
    "one Lagrangian": ({"x": "y**2", "y": "x**2"}, "IIIa", (1, 0)),
    "the particle of Rosenberg, reduced": ({"x": "-y*xdot*ydot/(1 + y**2)"}, "IIa1", (2, 2)),
    "Douglas": ({"x": "x**2 + y**2"}, "IIIb", None),
    "generic": ({"x": "x*ydot + y**2", "y": "x**3 - xdot*y"}, "IV", None),
}


@pytest.mark.parametrize("name", CASES)
def test_the_cases_of_douglas(name: str) -> None:
    forces, case, generality = CASES[name]
    found = of("x y", **forces).inverse_problem(0).conditions
    assert (found.case, found.generality) == (case, generality)
    assert found.has_regular is (generality is not None)


def geodesics(*rows: tuple[int, int]) -> System:
    """Of the group with [Z, X_i] = A_i^j X_j: (x, y)'' = z' A (x, y)', z'' = 0."""
    x, y = (f"zdot*({a}*xdot + {b}*ydot)" for a, b in rows)
    return of("x y z", x=x, y=y)


#: G. Thompson 2003: all groups of dimension 3 have Lagrangians; here by Bianchi's types, with how
#: many 2-forms the algebra allows.
GROUPS = {
    "IV": (((1, 1), (0, 1)), 3),
    "V": (((1, 0), (0, 1)), 4),
    "VI": (((1, 0), (0, 2)), 3),
    "VII": (((1, 1), (-1, 1)), 3),
}


@pytest.mark.parametrize("name", GROUPS)
def test_geodesics_of_groups(name: str) -> None:
    rows, count = GROUPS[name]
    found = geodesics(*rows).inverse_problem(0).conditions
    assert len(found.multipliers) == count and found.has_regular
    # With a friction that is not the same in all directions there is none.
    wrong = of("x y z", x="zdot*xdot - x", y="zdot*ydot - ydot*x", z="y")
    assert wrong.inverse_problem(0).is_excluded


def test_a_magnetic_field_that_varies() -> None:
    """x'' = -B y', y'' = B x' has L = v²/2 + A: that is not told."""
    found = of("x y", x="-(1 + x)*ydot", y="(1 + x)*xdot").inverse_problem(0).conditions
    assert (found.case, found.has_regular, found.generality) == ("IIa3", True, (2, 1))


#: Lagrangians: what is the motion of one is never excluded.
GIVEN = ("exp(x)*xdot**2/2 + (1 + x**2)*ydot**2/2 - x*y", "xdot**4/12 + ydot**2/2 + xdot*y*y")


@pytest.mark.parametrize("lagrangian", GIVEN)
def test_what_has_one_is_not_excluded(lagrangian: str) -> None:
    system = System(coordinates="x y", lagrangian=lagrangian)
    found = system.inverse_problem(0).conditions
    assert found.has_regular and found.is_excluded is False
    # Its 2-form is a combination of the multipliers, and has the values of the Hessian.
    jets = system.evolution_space
    own = d(cartan_form(system.lagrangian, jets))
    pairs = list(combinations(jets.frame, 2))
    rows = [[omega(X, Y) for X, Y in pairs] for omega in (*found.multipliers, own)]
    assert linear.rank(rows) == len(found.multipliers)
    assert check(
        own(found.vertical[0], found.horizontal[1]) == hessian(system.lagrangian, jets)[0][1]
    )


def test_three_degrees_of_freedom() -> None:
    """Oscillators have one each; a force that two of them make on the third excludes it."""
    good = of("x y z", x="x", y="4*y", z="9*z").inverse_problem(0)
    assert good.conditions.has_regular and good.case is None
    bad = of("x y z", x="y**2 + z**2").inverse_problem(0)
    assert bad.is_excluded is True


def test_equivalent_and_inequivalent_lagrangians() -> None:
    found = of("x y", x="-x", y="-4*y").inverse_problem()
    L = "(xdot**2 + ydot**2 - x**2 - 4*y**2)/2"
    assert found.is_equivalent(L, f"{L} + y*xdot + x*ydot + 2*t*x*xdot + x**2").holds
    # Of the same motion, but with another Hessian; and of another motion.
    assert found.is_equivalent(L, "(xdot**2 - x**2)/2 + ydot**2 - 4*y**2").holds is False
    assert found.is_equivalent(L, f"{L} + y*xdot").holds is False


#: Equations with symbolic parameters and a Lagrangian of the literature, up to gauge terms
#: (P. Caldirola 1941, E. Kanai 1948; R. Emden 1907; H. Bateman 1931), and a wrong one.
DAMPED = {
    "oscillator": ("x", {"x": "-c*xdot - k*x"}, "exp(c*t)*(xdot**2 - k*x**2)/2", "exp(k*t)"),
    "pendulum": ("x", {"x": "-c*xdot - k*sin(x)"}, "exp(c*t)*(xdot**2/2 + k*cos(x))", "x"),
    "Emden": ("x", {"x": "-c*xdot/t - x**5"}, "t**c*(xdot**2/2 - x**6/6)", "x*t**c"),
    "pair": ("x y", {"x": "-c*xdot - x", "y": "-k*ydot - y"},
             "exp(c*t)*(xdot**2 - x**2) - exp(k*t)*(ydot**2 - y**2)", "x*y"),
    "by the position": ("x", {"x": "-c*xdot**2 - k"}, "exp(2*c*x)*(c*xdot**2 - k)", "exp(c*x)"),
}  # fmt: skip


@pytest.mark.parametrize("name", DAMPED)
def test_factors_are_suggested_by_the_divergence(name: str) -> None:
    """The matrix of the Lagrangian that is known is a combination of those that are found."""
    coordinates, forces, known, wrong = DAMPED[name]
    energy = "+".join(f"{q}dot**2" for q in coordinates.split())
    found = System(
        coordinates=coordinates, lagrangian=f"({energy})/2", forces=forces,
        parameters="c k", positive="t",
    ).inverse_problem()  # fmt: skip
    jets = found.system.evolution_space
    assert found.is_lagrangian.holds
    for L, holds in ((known, True), (f"{known} + {wrong}", False)):
        (given,) = jets.functions([L])
        relations = linear.constant_relations([*found.lagrangians, *found.space.gauge, given])
        assert any(not check(c[-1] == 0) for c in relations) is holds


def test_where_a_lagrangian_is_degenerate() -> None:
    light = of("x", x="-xdot - x").inverse_problem()
    assert light.degenerate_for == "never" and "unless" not in str(light)
    heavy = System(coordinates="x", lagrangian="m*xdot**2/2", forces={"x": "-xdot"},
                   parameters="m").inverse_problem()  # fmt: skip
    assert heavy.degenerate_for == "m == 0" and str(heavy).endswith("unless m == 0")


def test_none_of_a_class_is_not_none() -> None:
    found = of("x", x="-xdot**3").inverse_problem()
    assert found.is_excluded is False and found.lagrangian is None
    assert str(found) == "no Lagrangian in the space that was searched, but there are regular ones"
    assert found.is_lagrangian.holds is None


def rests_on(system: System, lagrangian: str) -> bool:
    """Whether the Euler–Lagrange field of L is the motion under constraints, where these hold."""
    jets = system.evolution_space
    ours = system.dynamics()
    theirs = varied(system, lagrangian=jets.function(lagrangian), constraints=()).dynamics()
    return all(
        check(ours.on_constraints(ours.regular.field(v), theirs.regular.field(v)))
        for v in jets.velocities
    )


def test_lagrangians_of_motions_under_constraints() -> None:
    """O. Fernandez and A. Bloch 2008: the vertical disk; a sign, and it is the motion no more."""
    disk = gallery_system("vertical-rolling-disk")
    found = disk.inverse_problem(1)
    assert found.is_lagrangian.holds and found.is_excluded is False
    assert rests_on(disk, str(found.lagrangian))
    mixed = "R*thetadot*(xdot*cos(phi) + ydot*sin(phi))"
    published = f"-(xdot**2 + ydot**2)/2 + {mixed} + thetadot**2 + phidot**2"
    assert rests_on(disk, published)
    assert not rests_on(disk, published.replace("ydot*sin", "2*ydot*sin"))
    assert not rests_on(disk, f"{published} + theta")


def test_quotients_have_lagrangians() -> None:
    """A. Bloch, O. Fernandez, T. Mestdag 2009: f(y) xd²/yd + yd², f² = 1 + y², and a square."""
    particle = gallery_system("nonholonomic-particle")
    extra = ["sqrt(1 + y**2)*xdot**2/ydot", "(zdot - y*xdot)**2"]
    found = particle.inverse_problem(0, extra=extra)
    assert found.is_lagrangian.holds and rests_on(particle, str(found.lagrangian))
    assert found.quotient is not None and len(found.conditions.multipliers) == 4
    below = found.quotient.second_order.inverse_problem(0, extra=extra[:1])
    assert below.case == "IIa1" and below.is_lagrangian.holds


ACROSS = System(
    coordinates="x y z", constraints="zdot - y*xdot",
    lagrangian="(xdot**2 + ydot**2 + zdot**2)/2 - x**3*y - x*y**2",
)  # fmt: skip
SLEIGH = gallery_system("chaplygin-sleigh").specialised({"m": 1, "I": 1, "a": 1})


def test_what_algebra_excludes_under_constraints() -> None:
    """A particle in a potential, and the sleigh; on leaves every motion has a Lagrangian."""
    for bad in (ACROSS, SLEIGH):
        found = bad.inverse_problem(0)
        assert found.is_excluded and "no regular Lagrangian" in str(found)
    holonomic = System(
        coordinates="x y z", constraints="zdot - 2*x*xdot", lagrangian=str(ACROSS.lagrangian)
    )
    assert holonomic.inverse_problem(0).conditions.is_excluded is False


#: Motions on N by hand, in its coordinates: the sleigh, and particles with z' = y x'.
MOTIONS: dict[str, Callable[..., list[object]]] = {
    "sleigh": lambda x, y, th, v, w: [v * np.cos(th), v * np.sin(th), w, w**2, -v * w / 2],
    "across": lambda x, y, z, p, q: [
        p, q, y * p, (-y * q * p - 3 * x**2 * y - y**2) / (1 + y**2), -(x**3) - 2 * x * y],
    "free": lambda x, y, z, p, q: [p, q, y * p, -y * q * p / (1 + y**2), 0 * q],
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "count", "rank"), [("sleigh", 3, 1), ("across", 0, 0), ("free", 4, 2)]
)
def test_the_algebra_by_the_flow(name: str, count: int, rank: int) -> None:
    """ω(V, W) = 0 along the flow: its differential takes V ∧ W back to one point, in numbers."""

    def slope(z: np.ndarray) -> np.ndarray:  # by complex steps
        steps = z[:, None] + 1e-200j * np.eye(5)
        return np.imag(np.array(MOTIONS[name](*steps))) / 1e-200

    def rate(_: float, state: np.ndarray) -> np.ndarray:
        z, D = state[:5], state[5:].reshape(5, 5)
        return np.concatenate([np.array(MOTIONS[name](*z)), (slope(z) @ D).ravel()])

    pairs, found = list(combinations(range(5), 2)), []
    start = np.concatenate([[0.1, 0.2, 0.3, 0.7, 1.1], np.eye(5).ravel()])
    for end in (-2, 2):
        times = np.linspace(0, end, 30)
        flow = solve_ivp(rate, (0, end), start, "DOP853", times, rtol=1e-12, atol=1e-13)
        for D in flow.y[5:].T.reshape(-1, 5, 5):
            V, W = np.linalg.inv(D).T[3:]
            row = np.array([V[p] * W[q] - V[q] * W[p] for p, q in pairs])
            found.append(row / np.linalg.norm(row))
    _, sizes, rows = np.linalg.svd(np.array(found))
    kernel = rows[int((sizes > 1e-9).sum()) :]
    omega = np.zeros((5, 5))
    for k, form in enumerate(kernel, 1):
        for (p, q), a in zip(pairs, form, strict=True):
            omega[p, q], omega[q, p] = omega[p, q] + a / k, omega[q, p] - a / k
    assert len(kernel) == count and np.linalg.matrix_rank(omega[3:], tol=1e-8) == rank


def test_existence_names_what_it_supposes() -> None:
    found = gallery_system("pursuit").inverse_problem(0)
    assert str(found).endswith("but there are regular ones, if f is analytic")
    assert found.to_dict()["supposed_analytic"] == ["f"]
    with pytest.raises(NotApplicable, match="affine"):
        gallery_system("appell-hamel").inverse_problem(0)


def test_the_algebra_is_natural() -> None:
    """How many multipliers there are, and what is excluded, in other coordinates."""
    particle = gallery_system("nonholonomic-particle")
    for system, count, is_excluded in ((particle, 4, False), (SLEIGH, 3, True)):
        first, second, third = system.specification.coordinates
        images = {"t": "t", first: f"{first} + {third}**2", second: second, third: third}
        moved, _ = pulled_back(system, images)
        found = moved.inverse_problem(0).conditions
        assert len(found.multipliers) == count and found.is_excluded is is_excluded


def test_nothing_is_said_of_special_functions() -> None:
    """With f = y**2/2 the force has a potential."""
    given = {"coordinates": "x y", "lagrangian": "(xdot**2 + ydot**2)/2"}
    forces = {"x": "f(x, y)", "y": "x*y"}
    found = System(functions="f(x, y)", forces=forces, **given).inverse_problem(1)
    assert found.is_excluded and str(found).endswith(", for generic functions")
    special = System(forces=forces | {"x": "y**2/2"}, **given).inverse_problem(3)
    assert not special.is_excluded and special.is_lagrangian.holds


def test_friction_and_a_magnetic_field_together_exclude_it() -> None:
    """Φ is symmetric for the metric of the sphere up to the product e B b."""
    sphere = gallery_system("charged-particle-on-sphere")
    found = sphere.inverse_problem(1)
    assert found.is_excluded is True and str(found).endswith("unless B == 0 or b == 0 or e == 0")
    given = {"coordinates": "theta phi", "parameters": "m e B b", "positive": "m"}
    without = System(**given, lagrangian=str(sphere.lagrangian)).inverse_problem()
    assert without.is_excluded is False and without.is_lagrangian.holds
    slowed = str(sphere.lagrangian).replace("e*B", "0")
    forces = {"theta": "-b*thetadot", "phi": "-b*sin(theta)**2*phidot"}
    damped = System(**given, lagrangian=slowed, forces=forces).inverse_problem(
        factors=["exp(b*t/m)"]
    )
    assert damped.is_excluded is False and damped.is_lagrangian.holds


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["inverse", "nonholonomic-particle", "--order", "0", "--json"])
    assert end.value.code == 0
    data = json.loads(capsys.readouterr().out)
    assert data["excluded"] is False and data["lagrangian"] is None and data["multipliers"] == 4
    assert {(q["case"], q["regular"]) for q in data["quotients"]} == {("IIa1", True)}
