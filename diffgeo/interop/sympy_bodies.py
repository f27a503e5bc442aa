"""Bodies, loads and frames of `sympy.physics.mechanics` as formulas: L, generalised forces.

Velocities may be written in generalised speeds u, as joints do; kinematical equations replace them
by the derivatives of the coordinates. Lagrange's equations hold for velocities of positions that
are functions of the coordinates: d/dt ∂v/∂q' = ∂v/∂q. Into others a constraint was put.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from diffgeo.errors import ExpressionError
from diffgeo.interop.sympy_names import is_applied

if TYPE_CHECKING:
    from sympy import Expr


def formulas_of_bodies(
    frame: Any,
    bodies: Sequence[Any],
    coordinates: Sequence[Any],
    loads: Iterable[tuple[Any, Any]] = (),
    kinematics: Sequence[Expr] = (),
    constraints: Sequence[Expr] = (),
) -> tuple[Expr, dict[Any, Expr], list[Expr], dict[str, Expr]]:
    """The Lagrangian, the generalised forces by coordinate, and constraints, without speeds.

    Last, by what they are about, expressions that vanish if and only if all velocities are those of
    positions, and angular velocities those of orientations, in these coordinates.

    Parameters
    ----------
    frame
        The inertial frame N.
    bodies
        Bodies and particles with their potential energies; L is the sum of T - V.
    coordinates
        The functions q(t).
    loads
        Pairs of a point and a force, or of a frame and a torque; a force F adds ``F·∂v/∂q'``.
    kinematics
        Equations that vanish, by which the speeds are known: linear, as many as there are.
    constraints
        Expressions in which the speeds are replaced, too.

    Returns
    -------
    tuple
        The Lagrangian; forces by the names of coordinates; constraints; and those expressions.

    Raises
    ------
    ExpressionError
        Something else was given, or the speeds are not determined by the equations.

    Examples
    --------
    >>> from sympy.abc import g, m
    >>> from sympy.physics.mechanics import Particle, Point, ReferenceFrame, dynamicsymbols
    >>> from diffgeo.calculus import formulas_of_bodies
    >>> N, P, O, z = ReferenceFrame("N"), Point("P"), Point("O"), dynamicsymbols("z")
    >>> P.set_pos(O, z * N.z)
    >>> P.set_vel(N, z.diff() * N.z)
    >>> L, forces, *_ = formulas_of_bodies(N, [Particle("b", P, m)], [z], [(P, -m * g * N.z)])
    >>> print(L, forces)
    m*Derivative(z(t), t)**2/2 {z(t): -g*m}
    """
    from sympy import S
    from sympy.physics.mechanics import Particle, RigidBody
    from sympy.physics.vector import Point, ReferenceFrame, Vector, dynamicsymbols

    if not isinstance(frame, ReferenceFrame):
        raise ExpressionError(f"{frame} is no frame of reference: give the inertial one first")
    t = dynamicsymbols._t
    for q in coordinates:
        if not is_applied(q) or q.args != (t,):
            raise ExpressionError(f"{q} is no coordinate of bodies: give functions q({t})")
    speeds = _speeds(kinematics, [*coordinates, *(q.diff(t) for q in coordinates)])
    total, held = S.Zero, _Held(frame, coordinates, speeds)
    for body in bodies:
        if not isinstance(body, Particle | RigidBody):
            raise ExpressionError(f"{body} is no RigidBody and no Particle of SymPy")
        held.add(body.masscenter)
        if isinstance(body, RigidBody):
            held.add(body.frame)
        total += (body.kinetic_energy(frame) - body.potential_energy).subs(speeds)
    forces = dict.fromkeys(coordinates, S.Zero)
    for pair in loads:
        place, load = pair if isinstance(pair, tuple | list) and len(pair) == 2 else (pair, None)
        if not isinstance(load, Vector):
            raise ExpressionError(f"{pair} is no load: give a point and a force, (P, F*N.x)")
        if isinstance(place, Point):
            velocity = place.vel(frame)
        elif isinstance(place, ReferenceFrame):
            velocity = place.ang_vel_in(frame)
        else:
            raise ExpressionError(f"a load acts at a point or on a frame, not on {place}")
        held.add(place)
        velocity = velocity.subs(speeds)
        for q in coordinates:
            along = velocity.diff(q.diff(t), frame, var_in_dcm=False)
            forces[q] += along.dot(load.subs(speeds))
    acting = {q: value for q, value in forces.items() if value != 0}
    return total, acting, [c.subs(speeds) for c in constraints], held.residuals


def bodies_of_joints(frame: Any, things: Sequence[Any]) -> tuple[list[Any], list[Any], list[Expr]]:
    """The bodies that are given or joined, and the coordinates and kinematical equations of joints.

    Parameters
    ----------
    frame
        The inertial frame; a joined body to which it belongs is the ground, and left out.
    things
        Bodies, particles and joints of SymPy.

    Returns
    -------
    tuple
        Bodies, each once; functions q(t); equations for the speeds.

    Examples
    --------
    >>> from sympy.physics.mechanics import PinJoint, RigidBody
    >>> from diffgeo.calculus import bodies_of_joints
    >>> wall, door = RigidBody("wall"), RigidBody("door")
    >>> hinge = PinJoint("hinge", wall, door)
    >>> bodies, coordinates, equations = bodies_of_joints(wall.frame, [hinge])
    >>> bodies == [door], coordinates, len(equations)
    (True, [q_hinge(t)], 1)
    """
    from sympy.physics.mechanics.joint import Joint

    bodies: list[Any] = []
    coordinates: list[Any] = []
    equations: list[Expr] = []
    for thing in things:
        if isinstance(thing, Joint):
            coordinates += thing.coordinates
            equations += thing.kdes
        for body in (thing.parent, thing.child) if isinstance(thing, Joint) else (thing,):
            ground = isinstance(thing, Joint) and getattr(body, "frame", None) == frame
            if not ground and not any(body is other for other in bodies):
                bodies.append(body)
    return bodies, coordinates, equations


class _Held:
    """What has to vanish, for velocities to be those of positions and orientations."""

    def __init__(self, frame: Any, coordinates: Sequence[Any], speeds: dict[Any, Expr]) -> None:
        self.frame, self.coordinates, self.speeds = frame, coordinates, speeds
        self.residuals: dict[str, Expr] = {}

    def add(self, place: Any) -> None:
        """The conditions on the velocity of a point, or the angular velocity of a frame."""
        from sympy.physics.vector import Point

        found = self._point(place) if isinstance(place, Point) else self._frame(place)
        for k, residual in enumerate(found, 1):
            if residual != 0:
                self.residuals[f"{place}, component {k}"] = residual

    def _point(self, point: Any) -> list[Expr]:
        from sympy.physics.vector import dynamicsymbols

        t = dynamicsymbols._t
        velocity = point.vel(self.frame).subs(self.speeds).to_matrix(self.frame)
        return [v.diff(q.diff(t)).diff(t) - v.diff(q) for v in velocity for q in self.coordinates]

    def _frame(self, frame: Any) -> list[Expr]:
        from sympy.physics.vector import dynamicsymbols

        try:
            turned = self.frame.dcm(frame)
        except ValueError:
            raise ExpressionError(
                f"the orientation of {frame} in {self.frame} is not known: orient it by the "
                "coordinates, of which its angular velocity is the derivative"
            ) from None
        rate = turned.diff(dynamicsymbols._t) * turned.T  # the matrix of ω ×, in the inertial frame
        omega = frame.ang_vel_in(self.frame).subs(self.speeds).to_matrix(self.frame)
        return [rate[2, 1] - omega[0], rate[0, 2] - omega[1], rate[1, 0] - omega[2]]


def _speeds(equations: Sequence[Expr], known: Sequence[Any]) -> dict[Any, Expr]:
    """The speeds as functions of coordinates and velocities."""
    from sympy import Matrix, linear_eq_to_matrix
    from sympy.core.function import AppliedUndef
    from sympy.polys.matrices.exceptions import DMNonInvertibleMatrixError
    from sympy.solvers.solveset import NonlinearError

    if not equations:
        return {}
    found = set().union(*(Matrix([e]).atoms(AppliedUndef) for e in equations)) - {*known}
    speeds = sorted(found, key=str)
    told = f"the speeds {', '.join(map(str, speeds))}"
    if len(speeds) != len(equations):
        raise ExpressionError(
            f"{len(equations)} kinematical equations do not determine {told}: give as many "
            "equations as speeds, such as u - q.diff(t)"
        )
    try:
        matrix, right = linear_eq_to_matrix(list(equations), speeds)
        solved = matrix.LUsolve(right)
    except (NonlinearError, ValueError, DMNonInvertibleMatrixError):
        raise ExpressionError(
            f"the kinematical equations do not determine {told}: they are linear in them, and "
            "independent"
        ) from None
    return dict(zip(speeds, solved, strict=True))
