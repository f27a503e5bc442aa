"""Point symmetries against Lie's tables, the literature and numerical flows."""

from __future__ import annotations

import json
from itertools import combinations

import numpy as np
import pytest
from gallery_systems import gallery_system

from diffgeo import bracket, check
from diffgeo.calculus import linear_algebra as linear
from mechanics import System
from mechanics.analysis.lie_algebras import LieAlgebra
from mechanics.analysis.symmetries import Symmetries
from mechanics.errors import NotApplicable
from mechanics.faces.command_line import main
from mechanics.testing.naturality_of_theories import pulled_back

CIRCLE = [f"{p}{q}" for p in ("", "x*") for q in ("sin(t)", "cos(t)", "sin(2*t)", "cos(2*t)")]
CIRCLE += [f"x**2*{q}" for q in ("sin(t)", "cos(t)", "sin(2*t)", "cos(2*t)")]
#: x'' = f by L = xd²/2 + V: V, functions besides the monomials; symmetries of the equation with the
#: kind of their algebra, and Noether symmetries. The numbers 8, 3, 2, 1, 0 are Lie's.
LIE = {
    "free": ("0", [], 8, "semisimple", 5),
    "oscillator": ("-x**2/2", CIRCLE, 8, "semisimple", 5),
    "Ermakov": ("1/(2*x**2)", [], 3, "semisimple", 3),
    "x'' = x**2": ("x**3/3", [], 2, "solvable", 1),
    "x'' = e**x": ("exp(x)", [], 2, "solvable", 1),
    "pendulum": ("cos(x)", ["x", "t*x"], 1, "abelian", 1),
    "Painlevé I": ("2*x**3 + t*x", [], 0, "abelian", 0),
}


def of(potential: str, coordinates: str = "x") -> System:
    energy = "+".join(f"{q}dot**2" for q in coordinates.split())
    return System(coordinates=coordinates, lagrangian=f"({energy})/2 + {potential}")


def holds(found: Symmetries) -> bool:
    return all(answer.holds for answer in found.checks())


@pytest.mark.parametrize("name", LIE)
def test_the_table_of_lie(name: str) -> None:
    potential, extra, count, kind, noether = LIE[name]
    found = of(potential).symmetries(2, extra=extra)
    assert (len(found.symmetries), found.algebra.kind, len(found.noether)) == (count, kind, noether)
    assert len(found.conserving) == noether and holds(found)
    if count == 8:  # sl(3): its Killing form is not degenerate, and it is perfect
        assert found.algebra.killing_rank == 8 and found.algebra.derived_series == (8,)


#: x'' = f with f that depends on t and x', too: functions besides the monomials of order 1;
#: symmetries, the kind, the dimension of orbits. Of the tables of Lie, and of Mahomed and Leach.
TABLES: dict[str, tuple[str, list[str], int, str, int]] = {
    # Linear after a change of t and x: 8.
    "modified Emden": ("-3*x*xdot - x**3", [
        "t**2", "t*x", "x**2", "t**2*x", "t*x**2", "x**3", "t**3*x**3", "t**3*x**2", "t**2*x**3",
        "t**2*x**2", "t*x**3", "t**3*x", "t**3", "t**4", "t**4*x", "t**4*x**2", "t**4*x**3"],
        8, "semisimple", 2),
    "x'' = x'**2": ("xdot**2", [
        f"{p}{q}" for p in ("", "t*", "t**2*") for q in ("exp(x)", "exp(-x)")] + ["t**2"],
        8, "semisimple", 2),
    # sl(2), and the two solvable algebras of dimension 3.
    "Ermakov, Pinney": ("-x + x**(-3)", [
        "sin(2*t)", "cos(2*t)", "x*sin(2*t)", "x*cos(2*t)"], 3, "semisimple", 2),
    "x'' = x'**4": ("xdot**4", [], 3, "solvable", 2),
    "x'' = e**(-x')": ("exp(-xdot)", [], 3, "solvable", 2),
    # Dimension 2, Lie's type III; Emden and Fowler in a case where a second one appears.
    "x'' = x**5": ("x**5", [], 2, "solvable", 2),
    "Emden, Fowler": ("x**2*t**(-5)", ["t**2", "t*x"], 2, "solvable", 2),
    "Lane, Emden": ("-2*xdot/t - x**5", ["t**2", "t*x"], 1, "abelian", 1),
    "x'' = t x' + x'**3": ("t*xdot + xdot**3", ["t**2", "t*x"], 1, "abelian", 1),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_the_tables(name: str) -> None:
    force, extra, count, kind, orbits = TABLES[name]
    system = System(coordinates="x", lagrangian="xdot**2/2", forces={"x": force})
    algebra = system.symmetries(1, extra=extra).algebra
    assert (algebra.dimension, algebra.kind, algebra.orbit_dimension) == (count, kind, orbits)
    assert algebra.lie_type == ("III" if count == 2 else None)


def test_the_four_types_of_lie() -> None:
    plane = of("0")
    E = plane.configuration_space
    pairs = {
        "I": ({"t": "1"}, {"x": "1"}),
        "II": ({"x": "1"}, {"x": "t"}),
        "III": ({"x": "1"}, {"t": "t", "x": "x"}),
        "IV": ({"x": "1"}, {"x": "x"}),
    }
    for kind, fields in pairs.items():
        algebra = LieAlgebra([E.vector_field(X) for X in fields], plane)
        assert algebra.lie_type == kind and algebra.to_dict()["lie_type"] == kind
        assert ("transitive" in algebra.action) is (kind in ("I", "III"))


def test_central_forces() -> None:
    # 1/r: time, rotation and Kepler's third law, which is no Noether symmetry.
    kepler = of("1/sqrt(x**2 + y**2)", "x y").symmetries()
    assert len(kepler.symmetries) == 3 and len(kepler.noether) == 2 and holds(kepler)
    # 1/r²: sl(2) of time and the rotation; all of them give first integrals.
    inverse = of("1/(x**2 + y**2)", "x y").symmetries(2)
    assert len(inverse.symmetries) == len(inverse.noether) == len(inverse.conserving) == 4
    algebra = inverse.algebra
    assert algebra.kind == "with a Levi part" and algebra.derived_series == (4, 3)
    assert algebra.killing_rank == 3


def test_rotations_in_space() -> None:
    found = of("sqrt(x**2 + y**2 + z**2)", "x y z").symmetries(functions=["1", "x", "y", "z"])
    # Time and so(3), and the scaling of (x'' = x/r) needs t.
    assert len(found.noether) == 4 and found.noether_algebra.derived_series == (4, 3)
    assert found.noether_algebra.killing_rank == 3


#: Symmetries of the motion, Noether symmetries, and momenta that are conserved.
GALLERY = {
    "nonholonomic-particle": (6, 3, ["xdot**2 + ydot**2 + zdot**2", "ydot", "y - t*ydot",
                                     "z*ydot - y*zdot - xdot"]),
    # A knife edge may be shifted across itself; along the slope with a change of time.
    "knife-edge": (5, 3, ["phidot", "m*(xdot**2 + ydot**2) + J*phidot**2 - 2*m*g*x*sin(alpha)"]),
    # The momentum of rolling belongs to a field whose coefficients are no constants.
    "vertical-rolling-disk": (8, 5, [
        "thetadot", "phidot", "m*(xdot**2 + ydot**2) + I*thetadot**2 + J*phidot**2"]),
    "chaplygin-sleigh": (5, 4, [
        "m*((xdot - a*thetadot*sin(theta))**2 + (ydot + a*thetadot*cos(theta))**2)"
        " + I*thetadot**2"]),
    "veselova": (3, 2, [
        "I1*(phidot*sin(theta)*sin(psi) + thetadot*cos(psi))**2"
        " + I2*(phidot*sin(theta)*cos(psi) - thetadot*sin(psi))**2"
        " + I3*(psidot + phidot*cos(theta))**2"]),
}  # fmt: skip


@pytest.mark.parametrize("name", GALLERY)
def test_the_gallery(name: str) -> None:
    motion, noether, momenta = GALLERY[name]
    found = gallery_system(name).symmetries()
    assert (len(found.symmetries), len(found.noether), len(found.integrals)) == (
        motion, noether, len(momenta)
    )  # fmt: skip
    assert holds(found)
    restrict = found.system.constraint_set.restrict
    ours = [restrict(J.momentum) for J in found.integrals]
    ours += [restrict(f) for f in (found.system.evolution_space.function(1),)]
    for text in momenta:
        wanted = restrict(found.system.evolution_space.function(text))
        assert linear.constant_relations([*ours, wanted])
        assert not linear.constant_relations([*ours, wanted**3])


def test_a_gauge_symmetry_is_found_with_its_coefficient() -> None:
    roots = ["1/sqrt(1 + y**2)", "y/sqrt(1 + y**2)"]
    found = gallery_system("nonholonomic-particle").symmetries(extra=roots)
    restrict = found.system.constraint_set.restrict
    wanted = restrict(found.system.evolution_space.function("xdot*sqrt(1 + y**2)"))
    assert linear.constant_relations([*(restrict(J.momentum) for J in found.integrals), wanted])


def test_forces_and_what_is_no_symmetry() -> None:
    damped = System(coordinates="x", lagrangian="xdot**2/2", forces={"x": "-xdot"})
    found = damped.symmetries()
    # ∂_x conserves xd only without the force; with e^t L it is one of another Lagrangian.
    assert len(found.noether) > 0 and not found.integrals
    equations = found._equations
    _, _, wrong, *_ = equations.fields  # t ∂_t
    assert not all(check(value(wrong) == 0) for value in equations.invariance)


def test_constraints_that_are_not_affine_are_refused() -> None:
    with pytest.raises(NotApplicable, match="not affine"):
        gallery_system("appell-hamel").symmetries()


# --- the algebra -----------------------------------------------------------------------------


def test_the_structure_constants_are_those_of_the_brackets() -> None:
    found = of("0").symmetries(2)
    algebra = found.algebra
    pairs = combinations(algebra.fields, 2)
    E = found.system.configuration_space
    down = found._equations.velocities.section.pull
    for (X, Y), c in zip(pairs, algebra.products, strict=True):
        terms = (down(a) * Z for a, Z in zip(c, algebra.fields, strict=True))
        assert check(bracket(X, Y) == sum(terms, start=0 * X))
    assert algebra.to_dict()["dimension"] == 8 and E.dimension == 2


def test_kinds_of_algebras() -> None:
    plane = of("0", "x y")
    E = plane.configuration_space

    def kind(*fields: dict[str, str]) -> str:
        return LieAlgebra([E.vector_field(X) for X in fields], plane).kind

    assert kind({"x": "1"}, {"y": "1"}) == "abelian"
    assert kind({"x": "1"}, {"y": "1"}, {"y": "x"}) == "nilpotent"
    assert kind({"x": "1"}, {"x": "x"}) == "solvable"
    assert kind({"x": "1"}, {"x": "x"}, {"x": "x**2"}) == "semisimple"
    assert kind({"x": "1"}, {"x": "x"}, {"x": "x**2"}, {"y": "1"}) == "with a Levi part"
    assert kind({"x": "1"}, {"x": "x**3"}).startswith("not closed")


# --- by other means ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "is_symmetry"),
    [({"t": "y"}, True), ({"x": "x", "z": "z"}, True), ({"y": "y"}, False), ({"t": "x"}, False)],
)
def test_flows_send_motions_to_motions(field: dict[str, str], is_symmetry: bool) -> None:
    """Of the nonholonomic particle: xdd = -y xd yd/(1 + y²), ydd = 0, zd = y xd, by differences."""
    y0, ydot, xdot0 = 0.4, 0.7, 1.3
    t = np.linspace(0, 1, 4001)
    y = y0 + ydot * t
    c = xdot0 * np.sqrt(1 + y0**2)
    x = c / ydot * (np.arcsinh(y) - np.arcsinh(y0))
    z = c / ydot * (np.sqrt(1 + y**2) - np.sqrt(1 + y0**2))
    epsilon = 0.3
    flowed = {"t": t, "x": x, "y": y, "z": z}
    old = dict(flowed)
    for name, text in field.items():  # linear fields, or coefficients that the flow keeps
        scaled, moved = old[name] * np.exp(epsilon), old[name] + epsilon * old[text]
        flowed[name] = scaled if text == name else moved
    velocity = {q: np.gradient(flowed[q], flowed["t"], edge_order=2) for q in "xyz"}
    xdd = np.gradient(velocity["x"], flowed["t"], edge_order=2)
    residual = np.abs(xdd * (1 + flowed["y"] ** 2) + flowed["y"] * velocity["x"] * velocity["y"])
    residual += np.abs(velocity["z"] - flowed["y"] * velocity["x"])
    residual += np.abs(np.gradient(velocity["y"], flowed["t"], edge_order=2))
    assert bool(residual[5:-5].max() < 1e-4) is is_symmetry
    system = gallery_system("nonholonomic-particle")
    found = system.symmetries()
    E = system.configuration_space
    given = LieAlgebra([X.field for X in found.symmetries], system)
    wanted = given._symbol(E.vector_field(field))
    symbols = [given._symbol(X) for X in given.fields]
    assert (given._coordinates(wanted, symbols) is not None) is is_symmetry


@pytest.mark.parametrize("name", ["nonholonomic-particle", "chaplygin-sleigh"])
def test_symmetries_are_natural(name: str) -> None:
    """In other coordinates the fields are those, pulled back, if the ansatz is."""
    system = gallery_system(name)
    first, second, *_ = system.specification.coordinates
    images = {q: q for q in (system.specification.time, *system.specification.coordinates)}
    images[first] = f"2*{first} + {second}**2"
    new, change = pulled_back(system, images)
    theirs = system.symmetries()
    texts = [str(f).replace(first, f"({images[first]})") for f in theirs.functions]
    more = [f"{second}*({text})" for text in texts]  # the frame changes with 2 y
    ours = new.symmetries(functions=[*texts, *more])
    for field in (X.field for X in theirs.symmetries):
        below = change.target.projection.target
        assert field.space is below
    assert len(ours.symmetries) >= len(theirs.symmetries) and holds(ours)
    assert len(ours.noether) == len(theirs.noether)


def test_parameters_for_which_there_are_more() -> None:
    """ẍ = -a x - b ẋ: for other values of a and b there are no more than for generic ones."""
    system = System(
        coordinates="x", parameters="a b", lagrangian="xdot**2/2", forces={"x": "-a*x - b*xdot"}
    )
    found = system.symmetries(1)
    assert found.exceptions == "b == 0 or a == 0" and "unless b == 0 or a == 0" in found.report()
    counts = {frozenset(case.values): len(case.answer.symmetries) for case in found.cases}
    assert len(found.symmetries) == 2
    assert counts == {frozenset("a"): 3, frozenset("ab"): 6}
    assert "b = 0, a = 0: " in found.report() and len(found.to_dict()["cases"]) == 2
    # Linearisable for k = 3 and k = -3; for k = 0 there are as many as for others.
    known = System(coordinates="x", parameters="k", lagrangian="xdot**2/2",
                   forces={"x": "-k*x*xdot - x**3"}).symmetries(2)  # fmt: skip
    assert [dict(case.values) for case in known.cases] == [{"k": "-3"}, {"k": "3"}]
    assert len(system.specialised({"a": "2", "b": "3"}).symmetries(1).symmetries) == 2
    positive = System(coordinates="x", parameters="a", positive="a", lagrangian="xdot**2/2",
                      forces={"x": "-a*x"})  # fmt: skip
    assert positive.symmetries(1).exceptions == "never"
    # In sin(k x) a parameter may be special in other ways.
    waves = System(coordinates="x", parameters="k", lagrangian="xdot**2/2 + cos(k*x)")
    assert waves.symmetries(1).exceptions is None


# --- how it is shown -------------------------------------------------------------------------


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["symmetries", "nonholonomic-particle"])
    assert end.value.code == 0
    text = capsys.readouterr().out
    assert "X_5 = y ∂_t" in text and "[X_1, X_4] = X_1" in text and "others outside" in text
    with pytest.raises(SystemExit):
        main(["symmetries", "nonholonomic-particle", "--json"])
    data = json.loads(capsys.readouterr().out)
    assert data["algebra"]["kind"] == "solvable" and len(data["symmetries"]) == 6
    assert all(c["holds"] for c in data["checks"])


def test_gauge_functions_are_integrated() -> None:
    """H. Poincaré 1896: rotations about a monopole; their f is in no space that was searched."""
    r = "sqrt(x**2 + y**2 + z**2)"
    monopole = System(
        coordinates="x y z", parameters="k",
        lagrangian=f"(xdot**2 + ydot**2 + zdot**2)/2 + k*z*(x*ydot - y*xdot)/({r}*(x**2 + y**2))",
    ).symmetries(functions=["1", "x", "y", "z"])  # fmt: skip
    turns = [X for X in monopole.noether if str(X.field) == "z ∂_y - y ∂_z"]
    assert [str(X.gauge) for X in turns] == [f"k*x*{r}/(x**2 + y**2)"]
    assert len(monopole.noether) == len(monopole.integrals) == 4 and holds(monopole)
    moments = [J.momentum for J in monopole.integrals]
    published = monopole.dynamics.system.evolution_space.function(f"y*zdot - z*ydot + k*x/{r}")
    assert any(check(published == J) or check(-published == J) for J in moments)
    # With a field that depends on time the rotation asks for a gauge function of order 2.
    landau = gallery_system("varying-magnetic-field-landau").symmetries()
    assert [str(X.field) for X in landau.noether] == ["y ∂_x - x ∂_y"] and holds(landau)
    # L is not defined at the velocities 0.
    assert len(gallery_system("randers-geodesics").symmetries().symmetries) == 3
    # A field in the plane that is nowhere the same: nothing but time.
    plane = System(
        coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2 + x**2*y*ydot + x*y**3*ydot"
    )
    assert [str(X.field) for X in plane.symmetries().noether] == ["∂_t"]


def test_fields_that_are_not_projectable_have_no_momentum() -> None:
    """On leaves z - x is constant, and so (z - x) ∂_t is a symmetry as ∂_t is."""
    squares = "(xdot**2 + ydot**2 + (y**2 + 1)*zdot**2)/2"
    system = System(coordinates="x y z", lagrangian=squares, constraints="zdot - xdot")
    found = system.symmetries()
    assert {"∂_t", "(z - x) ∂_t"} <= {str(X.field) for X in found.symmetries}
    assert 0 < len(found.integrals) < len(found.conserving)
    assert all(check.holds for check in found.checks())
    assert "component along time depends on time only" in found.report()
