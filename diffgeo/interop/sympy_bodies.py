"""Bodies, loads and frames of `sympy.physics.mechanics` as formulas: L, generalised forces.

Velocities may be written in generalised speeds u, as joints do; kinematical equations replace them by
the derivatives of the coordinates.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from diffgeo.errors import ExpressionError

if TYPE_CHECKING:
    from sympy import Expr


def formulas_of_bodies(
    frame: Any,
    bodies: Sequence[Any],
    coordinates: Sequence[Any],
    loads: Iterable[tuple[Any, Any]] = (),
    kinematics: Sequence[Expr] = (),
    constraints: Sequence[Expr] = (),
) -> tuple[Expr, dict[Any, Expr], list[Expr]]:
    """The Lagrangian, the generalised forces by coordinate, and constraints, without speeds.

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

    Raises
    ------
    ExpressionError
        Something else was given, or the speeds are not determined by the equations.
    """
    from sympy import S
    from sympy.physics.mechanics import Particle, RigidBody
    from sympy.physics.vector import Point, ReferenceFrame, dynamicsymbols

    if not isinstance(frame, ReferenceFrame):
        raise ExpressionError(f"{frame} is no frame of reference: give the inertial one first")
    t = dynamicsymbols._t
    speeds = _speeds(kinematics, [*coordinates, *(q.diff(t) for q in coordinates)])
    total = S.Zero
    for body in bodies:
        if not isinstance(body, Particle | RigidBody):
            raise ExpressionError(f"{body} is no RigidBody and no Particle of SymPy")
        total += (body.kinetic_energy(frame) - body.potential_energy).subs(speeds)
    forces = dict.fromkeys(coordinates, S.Zero)
    for place, load in loads:
        if isinstance(place, Point):
            velocity = place.vel(frame)
        elif isinstance(place, ReferenceFrame):
            velocity = place.ang_vel_in(frame)
        else:
            raise ExpressionError(f"a load acts at a point or on a frame, not on {place}")
        velocity = velocity.subs(speeds)
        for q in coordinates:
            along = velocity.diff(q.diff(t), frame, var_in_dcm=False)
            forces[q] += along.dot(load.subs(speeds))
    acting = {q: value for q, value in forces.items() if value != 0}
    return total, acting, [c.subs(speeds) for c in constraints]


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
