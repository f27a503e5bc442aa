"""What a user writes, with types: ``make lint`` has mypy read it in strict mode."""

from hypothesis.strategies import SearchStrategy as Strategy

from diffgeo import (
    Form,
    Identity,
    Manifold,
    Map,
    VectorForm,
    bracket,
    check,
    d,
    interior,
    level_set,
    wedge,
)
from diffgeo import tangent as tangent_bundle
from diffgeo.testing import functions, natural, vector_fields
from mechanics import Dynamics, System, Trajectory, compare
from mechanics.theories import Claim, Construction, Step, Theory, projection

M = Manifold("M", coordinates="x y z", functions="f(x, y)")
f: Form = M.function("f(x, y)")
X: VectorForm = M.vector_field(x="-y", y="x")
Y: VectorForm = M.vector_field(z="x*y")


def lie_derivative(alpha: Form) -> Form:
    """L_X α by the formula of Cartan."""
    return interior(X, d(alpha)) + d(interior(X, alpha))


def jacobi(Z: VectorForm) -> Identity:
    """The identity of Jacobi."""
    cyclic = bracket(X, bracket(Y, Z)) + bracket(Y, bracket(Z, X)) + bracket(Z, bracket(X, Y))
    return cyclic == 0


def geometry() -> None:
    """Forms, fields, maps and verdicts."""
    x, y, z = M.coordinates
    volume: Form = wedge(d(x), d(y), d(z))
    assert check(lie_derivative(volume) == 0)
    assert check(jacobi(M.vector_field(y="z")))
    shear = Map(M, M, {"x": x, "y": y, "z": z + x})
    moved_f, moved_volume = shear.pull((f, volume))
    assert check([moved_f == f, moved_volume == volume])
    assert shear.pull(X(f)).conditions == ()


def naturality() -> None:
    """Random data for constructions of one's own."""
    plane = Manifold("N", "u v")
    assert natural(bracket, vector_fields(plane), vector_fields(plane), examples=2)

    def first_slope(g: Form) -> Form:
        return plane.frame[0](g)

    assert not natural(first_slope, functions(plane))


def construct(system: System) -> Construction:
    """The motion of the projection theory under a name of one's own."""
    made: Construction = projection.construct(system)
    field: VectorForm = made.field
    return Construction(
        field,
        made.multipliers,
        made.determinant,
        made.determinant_name,
        (Step("X", "P(xi)", field, "the motion"),),
    )


def tangent(system: System, made: Construction) -> list[Identity]:
    """X(φ_i) = 0."""
    return [made.field(phi) == 0 for phi in system.constraints]


own = Theory("own", "a copy", "nobody", construct, (Claim("X is tangent", tangent),))


def motion() -> None:
    """A system, its dynamics by two theories, and a simulation."""
    sled = System(
        coordinates="x y phi",
        parameters="m J",
        positive="m J",
        lagrangian="m*(xdot**2 + ydot**2)/2 + J*phidot**2/2",
        constraints=["xdot*sin(phi) - ydot*cos(phi)"],
    )
    dynamics: Dynamics = sled.dynamics(own)
    field: VectorForm = dynamics.field
    assert field.degree == 0
    assert compare(sled, [own, projection]).agree
    values = {"m": 1, "J": 1, "xdot": 1, "phidot": 1}
    path: Trajectory = dynamics.simulate({**values, "x": 0, "y": 0, "phi": 0, "ydot": 0}, until=1)
    print(path)


def refused(sled: System) -> None:
    """What is wrong already before it runs: where mypy does not refuse it, it says so."""
    d(X)  # type: ignore[arg-type]  # a field in the place of a form
    lie_derivative(X)  # type: ignore[arg-type]
    X(X, f)  # type: ignore[call-overload]  # a function in the place of a field
    M.vector_field(x=0.5)  # type: ignore[arg-type]  # a float
    M.function(X)  # type: ignore[arg-type]  # a field in the place of a formula
    certain: bool = check(f == f)  # type: ignore[assignment]  # a verdict knows more than yes or no
    equal: bool = f == f  # type: ignore[assignment]  # an identity is to be checked
    check(f)  # type: ignore[arg-type]  # a form states nothing
    level_set(M, X)  # type: ignore[arg-type]
    tangent_bundle(M).complete_lift(M)  # type: ignore[type-var]  # a space in the place of what lives there
    fields: Strategy[Form] = vector_fields(M)  # type: ignore[assignment]
    sled.simulate({"x": [1]})  # type: ignore[dict-item]  # a list in the place of a number
    print(certain, equal, fields)


if __name__ == "__main__":
    geometry()
    naturality()
    motion()
