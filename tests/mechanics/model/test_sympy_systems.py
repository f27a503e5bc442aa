"""Systems given by SymPy, compared at exact points with what `sympy.physics.mechanics` derives."""

from __future__ import annotations

import pickle

import pytest
import sympy as sp
from sympy.physics.mechanics import (
    KanesMethod,
    LagrangesMethod,
    Particle,
    PinJoint,
    Point,
    ReferenceFrame,
    RigidBody,
    dynamicsymbols,
    inertia,
)

from diffgeo.calculus import rationalised
from diffgeo.errors import (
    Contradiction,
    ExpressionError,
    InexactNumber,
    NameClash,
    NonReal,
    UndefinedSymbol,
)
from mechanics import System
from mechanics.errors import BadFile, BadSystem

t = dynamicsymbols._t
x, y, theta, s = dynamicsymbols("x y theta s")
m, J, g, k = sp.symbols("m J g k", positive=True)
alpha = sp.Symbol("alpha")
COORDINATES = [x, y, theta]
VELOCITIES = [q.diff(t) for q in COORDINATES]
#: A blade on an inclined plane, whose centre is moved along it; the plane is shaken.
LAGRANGIAN = (
    m * (x.diff(t) ** 2 + (y.diff(t) + s.diff(t)) ** 2) / 2
    + J * theta.diff(t) ** 2 / 2
    - m * g * sp.sin(alpha) * x
    - k * theta**2 / 2
)
BLADE = y.diff(t) * sp.cos(theta) - x.diff(t) * sp.sin(theta)
SYSTEM = System(coordinates=COORDINATES, lagrangian=LAGRANGIAN, constraints=BLADE)


def at_point(expression, turn, speed):
    """The exact value where cos θ is rational, at velocities along the blade."""
    angle = sp.atan(turn)
    point = {m: 2, J: 3, g: 5, k: sp.Rational(1, 7), alpha: sp.atan(sp.Rational(5, 12))}
    positions = {x: sp.Rational(2, 3), y: -1, theta: angle, s: 4}
    velocities = dict(
        zip(VELOCITIES, (speed * sp.cos(angle), speed * sp.sin(angle), 11), strict=True)
    )
    values = [{s.diff(t, 2): 13}, {**velocities, s.diff(t): 17}, {**positions, **point}]
    for chosen in values:
        expression = expression.subs(chosen)
    return sp.expand(expression)


def test_accelerations_and_reactions_are_those_of_sympy():
    found = SYSTEM.dynamics().to_sympy()
    # SymPy's own equations: M (q'', λ)ᵀ = F, solved at exact points.
    method = LagrangesMethod(LAGRANGIAN, COORDINATES, nonhol_coneqs=[BLADE])
    method.form_lagranges_equations()
    for turn, speed in ((sp.Rational(3, 4), 2), (sp.Rational(-8, 15), sp.Rational(7, 3))):
        mass = method.mass_matrix_full.applyfunc(lambda e: at_point(e, turn, speed))  # noqa: B023
        force = method.forcing_full.applyfunc(lambda e: at_point(e, turn, speed))  # noqa: B023
        solved = mass.LUsolve(force)
        accelerations = [at_point(f, turn, speed) for f in found["accelerations"].values()]
        assert accelerations == list(solved[3:6])
        multiplier = at_point(found["multipliers"][0], turn, speed)
        assert multiplier == solved[6] != 0
        # What needs no convention: m x'' = -m g sin α + the component of the reaction.
        reaction = at_point(found["reactions"]["x"], turn, speed)
        weight = at_point(-m * g * sp.sin(alpha), turn, speed)
        assert 2 * accelerations[0] == weight + reaction
        assert 2 * accelerations[0] != weight - reaction  # the other sign is wrong


def test_results_are_in_the_objects_of_the_user():
    found = SYSTEM.dynamics().to_sympy()
    for expression in found["accelerations"].values():
        assert expression.free_symbols <= {t, m, J, g, k, alpha}
        assert expression.atoms(sp.Function) <= {*COORDINATES, s, *map(sp.sin, (theta, alpha))} | {
            sp.cos(theta),
            sp.cos(alpha),
        }
    assert found["accelerations"]["theta"] == -k * theta / J
    assert SYSTEM.dynamics().accelerations == found["accelerations"]
    assert found["conditions"] == []
    assert SYSTEM.lagrangian.to_sympy().free_symbols == LAGRANGIAN.free_symbols
    assert sp.expand(SYSTEM.lagrangian.to_sympy() - LAGRANGIAN) == 0
    plain = SYSTEM.lagrangian.to_sympy(plain=True)
    assert sp.Symbol("m") in plain.free_symbols and m not in plain.free_symbols
    again = pickle.loads(pickle.dumps(SYSTEM.lagrangian))
    assert again.to_sympy() == SYSTEM.lagrangian.to_sympy()


def test_what_is_deduced():
    specification = SYSTEM.specification
    assert specification.coordinates == ("x", "y", "theta")
    assert {*specification.parameters} == {"m", "J", "g", "k", "alpha"}
    assert {*specification.positive} == {"m", "J", "g", "k"}
    assert specification.functions == ("s(t)",)
    # It is text from now on, and the same system.
    text = System(
        coordinates="x y theta",
        parameters="m J g k alpha",
        positive="m J g k",
        functions="s(t)",
        lagrangian=specification.lagrangian,
        constraints=specification.constraints,
    )
    names = [str(f) for f in text.dynamics().acceleration_functions.values()]
    assert names == [str(f) for f in SYSTEM.dynamics().acceleration_functions.values()]


def test_conditions_are_relations():
    a = sp.Symbol("a", real=True)
    found = System(coordinates=[x], lagrangian=a * x.diff(t) ** 2 / 2).dynamics().to_sympy()
    assert found["conditions"] == [sp.Ne(a, 0)]
    known = System(coordinates=[x], lagrangian=m * x.diff(t) ** 2 / 2).dynamics().to_sympy()
    assert known["conditions"] == []


def test_signs_of_symbols_are_used():
    """√(m²) is m for a positive m, and |m| for one of which nothing is assumed."""
    kinetic = "sqrt(m**2)*xdot**2/2"
    unknown = System(coordinates="x", parameters=[sp.Symbol("m", real=True)], lagrangian=kinetic)
    assert str(unknown.lagrangian) == "xdot**2*Abs(m)/2"
    assert str(System(coordinates="x", parameters=[m], lagrangian=kinetic).lagrangian) == (
        "m*xdot**2/2"
    )
    negative = System(
        coordinates="x", parameters=[sp.Symbol("m", negative=True)], lagrangian=kinetic
    )
    assert str(negative.lagrangian) == "-m*xdot**2/2"
    # Names that were declared as text have the assumptions of the symbols in formulas.
    mixed = System(coordinates="x", parameters="m", lagrangian=m * sp.Symbol("xdot") ** 2 / 2)
    assert mixed.specification.positive == ("m",)
    assert mixed.lagrangian.to_sympy() == m * sp.Symbol("xdot") ** 2 / 2


def test_symbols_as_coordinates_tables_and_functions():
    q, qdot, T = sp.symbols("q qdot T", real=True)
    F = sp.Function("F")
    system = System(
        coordinates=[q],
        time=T,
        lagrangian=qdot**2 / 2 - F(q),
        forces={q: -k * qdot},
        invariants={"energy": qdot**2 / 2 + F(q)},
    )
    assert system.specification.functions == ("F(q)",)
    assert system.dynamics().accelerations["q"] == -k * qdot - F(q).diff(q)
    rolling = System(
        coordinates=[x, y],
        lagrangian=(x.diff(t) ** 2 + y.diff(t) ** 2) / 2,
        solved={y.diff(t): x * x.diff(t)},
        constraint_forms=[],
    )
    assert rolling.specification.solved == {"ydot": "xdot*x"}
    form = System(
        coordinates=[x, y],
        lagrangian=(x.diff(t) ** 2 + y.diff(t) ** 2) / 2,
        constraint_forms={y: 1, x: -x},
    )
    assert form.dynamics().accelerations == rolling.dynamics().accelerations


def test_variables_beside_the_motion():
    z = dynamicsymbols("z")
    system = System(coordinates=[x], variables=[z], lagrangian=m * x.diff(t) ** 2 / 2 - k * z)
    assert system.specification.variables == ("z",)
    assert {*system.specification.parameters} == {"m", "k"}
    assert system.lagrangian.to_sympy() == m * x.diff(t) ** 2 / 2 - k * z


KINETIC = x.diff(t) ** 2 / 2


@pytest.mark.parametrize(
    ("given", "error", "part"),
    [
        ({"lagrangian": 0.5 * x.diff(t) ** 2}, InexactNumber, "lagrangian.*0.5.*rationalised"),
        ({"lagrangian": KINETIC * x.diff(t, 2)}, UndefinedSymbol, "lagrangian.*lower order"),
        ({"lagrangian": sp.I * KINETIC}, NonReal, "lagrangian.*imaginary"),
        ({"lagrangian": sp.Symbol("z", imaginary=True) * KINETIC}, NonReal, "z is assumed not"),
        ({"lagrangian": m * KINETIC + sp.Symbol("m") * x}, NameClash, "two objects.*called m"),
        ({"lagrangian": m * KINETIC, "negative": "m"}, Contradiction, "m is declared positive"),
        ({"coordinates": [x + 1]}, ExpressionError, "coordinates.*no name"),
        ({"coordinates": [sp.Function("x")(t, m)]}, ExpressionError, "one argument"),
        ({"coordinates": [x, sp.Function("y")(sp.Symbol("u"))]}, BadSystem, "one time"),
        ({"coordinates": [sp.Function("l_{1}")(t)]}, BadFile, "not a name"),
        ({"coordinates": "x"}, UndefinedSymbol, "m"),
        ({"lagrangian": KINETIC + x.subs(t, t - 1)}, ExpressionError, "no delays"),
        ({"forces": {y: 1}}, BadFile, "'y' is not one of the coordinates"),
        ({"constraints": [sp.Eq(x.diff(t), 0.1)]}, InexactNumber, r"constraints\[1\]"),
    ],
)
def test_what_is_refused(given, error, part):
    arguments = {"coordinates": [x], "lagrangian": m * sp.Symbol("xdot") ** 2, **given}
    with pytest.raises(error, match=part):
        System(**arguments)


def test_floats_are_made_exact_and_told():
    exact, taken = rationalised(0.5 * m * x.diff(t) ** 2 - 9.81 * m * x)
    system = System(coordinates=[x], lagrangian=exact)
    assert system.dynamics().accelerations["x"] == -sp.Rational(981, 100)
    assert {text: str(value) for text, value in taken.items()} == {
        "0.5": "1/2",
        "-9.81": "-981/100",
    }
    third, _ = rationalised(sp.Float(1) / 3)
    assert third != sp.Rational(1, 3)  # nobody knows that it was meant


# --- bodies, loads and joints ---------------------------------------------------------------

q1, q2, u1, u2 = dynamicsymbols("q1 q2 u1 u2")
m1, m2, l1, l2, c = sp.symbols("m1 m2 l1 l2 c", positive=True)
N = ReferenceFrame("N")


def pendulum():
    """A double pendulum with speeds u, and a damper at its tip; SymPy's own tutorial, loaded."""
    A, B = (N.orientnew(name, "Axis", (q, N.z)) for name, q in (("A", q1), ("B", q2)))
    A.set_ang_vel(N, u1 * N.z)
    B.set_ang_vel(N, u2 * N.z)
    hinge = Point("O")
    hinge.set_vel(N, 0)
    P = hinge.locatenew("P", l1 * A.x)
    P.v2pt_theory(hinge, N, A)
    R = P.locatenew("R", l2 * B.x)
    R.v2pt_theory(P, N, B)
    bodies = [Particle("P", P, m1), Particle("R", R, m2)]
    loads = [(P, m1 * g * N.x), (R, m2 * g * N.x - c * R.vel(N)), (A, 3 * N.z)]
    return bodies, loads, [q1.diff(t) - u1, q2.diff(t) - u2]


def test_bodies_move_as_by_kane():
    bodies, loads, kinematics = pendulum()
    system = System.from_bodies(
        N, *bodies, coordinates=[q1, q2], loads=loads, kinematics=kinematics
    )
    found = system.dynamics().accelerations
    kane = KanesMethod(N, q_ind=[q1, q2], u_ind=[u1, u2], kd_eqs=kinematics)
    kane.kanes_equations(bodies, loads)
    point = {m1: 2, m2: 3, l1: 5, l2: 7, g: 10, c: sp.Rational(1, 3)}
    angles = {q1: sp.atan(sp.Rational(3, 4)), q2: sp.atan(sp.Rational(-5, 12))}

    def value(expression):
        for chosen in ({q1.diff(t): u1, q2.diff(t): u2}, {u1: 11, u2: -2}, angles, point):
            expression = expression.subs(chosen)
        return sp.expand(sp.expand_trig(expression))

    solved = kane.mass_matrix.applyfunc(value).LUsolve(kane.forcing.applyfunc(value))
    assert [value(f) for f in found.values()] == [sp.expand(f) for f in solved]
    # Without the damper it is another motion.
    bare = System.from_bodies(
        N, *bodies, coordinates=[q1, q2], loads=loads[:1], kinematics=kinematics
    )
    assert [value(f) for f in bare.dynamics().accelerations.values()] != list(solved)


def test_joints_are_bodies_with_kinematics():
    wall, bar = RigidBody("wall", frame=N), RigidBody("bar", mass=m1, inertia=None)
    joint = PinJoint("hinge", wall, bar, q1, u1, child_point=-l1 * bar.x, joint_axis=N.z)
    loads = [(bar.masscenter, m1 * g * N.x)]
    system = System.from_bodies(N, bar, coordinates=[q1], loads=loads, kinematics=list(joint.kdes))
    spin = next(iter(system.lagrangian.to_sympy().free_symbols - {m1, l1, t}))  # its moment
    expected = -m1 * g * l1 * sp.sin(q1) / (m1 * l1**2 + spin)
    given = {m1: 2, l1: 3, g: 5, spin: 7, q1: sp.atan(sp.Rational(3, 4))}
    assert system.dynamics().accelerations["q1"].subs(given) == expected.subs(given)
    # The joint alone says as much.
    same = System.from_bodies(N, joint, loads=loads)
    assert same.dynamics().accelerations["q1"] == system.dynamics().accelerations["q1"]


def test_a_slider_on_a_crank_is_a_chain_of_joints_with_a_loop():
    """The crank of length 2 l1 turns, and the rod of length 2 l2 behind it ends on the axis."""
    angle, tilt = dynamicsymbols("angle tilt")
    ground, arm, rod = (RigidBody(name, mass=m1, inertia=None) for name in ("G", "A", "B"))
    frame = ground.frame
    turn = PinJoint("turn", ground, arm, angle, child_point=-l1 * arm.x, joint_axis=frame.z)
    hinge = PinJoint(
        "hinge", arm, rod, tilt,
        parent_point=l1 * arm.x, child_point=-l2 * rod.x, joint_axis=arm.z,
    )  # fmt: skip
    loop = (rod.masscenter.pos_from(ground.masscenter) + l2 * rod.x).dot(frame.y)
    system = System.from_bodies(frame, turn, hinge, holonomic=[loop])
    assert system.specification.coordinates == ("angle", "tilt")
    found = system.dynamics().accelerations
    L = system.lagrangian.to_sympy()
    method = LagrangesMethod(L, [angle, tilt], hol_coneqs=[loop])
    method.form_lagranges_equations()
    # The loop is closed here, and the velocities keep it closed.
    a = sp.atan(sp.Rational(3, 4))
    spins = {n: 11 for n in L.free_symbols - {m1, l1, l2, t}}
    point = {angle: a, tilt: -2 * a, l1: 5, l2: 5, m1: 7} | spins

    def value(f):
        return sp.expand(sp.expand_trig(f.subs({angle.diff(t): 3, tilt.diff(t): -6}).subs(point)))

    matrix, right = (f.applyfunc(value) for f in (method.mass_matrix_full, method.forcing_full))
    expected = list(matrix.LUsolve(right))[2:4]
    assert [value(f) for f in found.values()] == expected and expected[0] != 0


@pytest.mark.parametrize(
    ("given", "part"),
    [
        ({"frame": "N"}, "no frame"),
        ({"bodies": ["P"]}, "no RigidBody"),
        ({"loads": [(q1, N.x)]}, "point or on a frame"),
        ({"loads": [1]}, "1 is no load"),
        ({"loads": [(q1, "N.x")]}, "is no load"),
        ({"coordinates": [sp.Symbol("q1")]}, "no coordinate of bodies"),
        ({"kinematics": [q1.diff(t) - u1]}, "u1|as many"),
        ({"kinematics": [q1.diff(t) - u1, q2.diff(t) - u2 * u1]}, "linear"),
    ],
)
def test_bodies_that_are_refused(given, part):
    bodies, loads, kinematics = pendulum()
    arguments = {"loads": loads, "kinematics": kinematics, "frame": N, "bodies": bodies, **given}
    if part == "u1|as many":
        arguments["kinematics"] = [q1.diff(t) - u1 - u2]
    with pytest.raises(ExpressionError, match=part):
        System.from_bodies(
            arguments["frame"],
            *arguments["bodies"],
            coordinates=arguments.get("coordinates", [q1, q2]),
            loads=arguments["loads"],
            kinematics=arguments["kinematics"],
        )


def disc(rolls):
    """A disc that rolls on a plane: by its coordinates, or with the rolling put into velocities."""
    yaw, lean, spin = dynamicsymbols("yaw lean spin")
    Y = N.orientnew("Y", "Axis", (yaw, N.z))
    L = Y.orientnew("L", "Axis", (lean, Y.x))
    R = L.orientnew("R", "Axis", (spin, L.y))
    contact, r = Point("C"), sp.Symbol("r", positive=True)
    if rolls:
        contact.set_vel(N, 0)
        centre = contact.locatenew("G", r * L.z)
        centre.v2pt_theory(contact, N, R)
        where = []
    else:
        contact.set_vel(N, x.diff(t) * N.x + y.diff(t) * N.y)
        centre = contact.locatenew("G", r * L.z)
        centre.set_vel(N, contact.vel(N) + (r * L.z).dt(N))
        where = [x, y]
    body = RigidBody("disc", centre, R, m, (inertia(L, J, 2 * J, J), centre))
    body.potential_energy = m * g * r * sp.cos(lean)
    # The material point of contact rests.
    slip = centre.vel(N) + R.ang_vel_in(N).cross(-r * L.z)
    return body, [*where, yaw, lean, spin], [slip.dot(N.x), slip.dot(N.y)], r


def test_a_rolling_disc_moves_as_by_kane():
    body, coordinates, slip, r = disc(rolls=False)
    system = System.from_bodies(N, body, coordinates=coordinates, constraints=slip)
    found = list(system.dynamics().accelerations.values())
    yaw, lean, spin = coordinates[2:]
    rates = {yaw.diff(t): 2, lean.diff(t): sp.Rational(1, 3), spin.diff(t): -5}
    place = {yaw: sp.atan(sp.Rational(3, 4)), lean: sp.atan(sp.Rational(5, 12)), spin: 0}
    place |= {m: 2, J: 3, g: 10, r: 7, x: 0, y: 0}

    # Kane's equations of the disc into whose velocities the rolling was put, with speeds q'.
    rolling, angles, _, _ = disc(rolls=True)
    u = dynamicsymbols("u1:4")
    kane = KanesMethod(
        N, q_ind=angles, u_ind=u, kd_eqs=[q.diff(t) - w for q, w in zip(angles, u, strict=True)]
    )
    kane.kanes_equations([rolling], [(rolling.masscenter, -m * g * N.z)])

    def value(expression):
        expression = expression.subs(dict(zip(u, (2, sp.Rational(1, 3), -5), strict=True)))
        return sp.expand(expression.subs(rates).subs(place))

    solved = kane.mass_matrix.applyfunc(value).LUsolve(kane.forcing.applyfunc(value))
    # The velocities of the contact, by the constraints, which are linear.
    rest = [sp.expand(e.subs(rates).subs(place)) for e in slip]
    velocities = sp.solve(rest, [x.diff(t), y.diff(t)])
    theirs = [sp.expand(e) for e in solved]
    ours = [sp.expand(f.subs(velocities).subs(rates).subs(place)) for f in found[2:]]
    assert ours == theirs
    assert [-f for f in ours] != theirs


def test_rolling_that_was_put_into_velocities_is_refused():
    body, angles, _, _ = disc(rolls=True)
    with pytest.raises(BadSystem, match=r"velocity of G, .*constraint was put into it"):
        System.from_bodies(N, body, coordinates=angles)
    body, coordinates, slip, _ = disc(rolls=False)
    body.frame.set_ang_vel(N, coordinates[2].diff(t) * N.z)  # not that of its orientation
    with pytest.raises(BadSystem, match="velocity of R, "):
        System.from_bodies(N, body, coordinates=coordinates, constraints=slip)
