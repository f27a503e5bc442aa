"""A motion as programs: everything that a simulation computes, compiled once.

The programs do not depend on values of parameters; they are kept by the `Dynamics`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from diffgeo.calculus import (
    CompiledRequirements,
    Requirement,
    StraightLine,
    declared_requirements,
    required,
)
from diffgeo.calculus import straight_line as program
from diffgeo.errors import DiffGeoError
from diffgeo.subsets import conditions_on
from mechanics.analysis.energy import EnergyBalance
from mechanics.errors import BadValue
from mechanics.model.lagrangian import fields_along_fibres, vertical_frame
from mechanics.motion.given_values import as_exact, has_own_states, number, require_sign
from mechanics.motion.right_hand_sides import Rate, heyoka, right_hand_side
from mechanics.theories.parameter_conditions import require_parameters
from mechanics.wording import listed, nearest

if TYPE_CHECKING:
    from diffgeo import Form
    from mechanics.model.system_files import Number
    from mechanics.theories.dynamics import Dynamics


def compiled_motion(
    dynamics: Dynamics, functions: Mapping[str, str] | None = None, between_walls: bool = False
) -> CompiledMotion:
    """The programs of a motion, made once for each choice of concrete functions.

    Of one that jumps at walls only if what is `between_walls` is asked for.

    Raises
    ------
    BadValue
        Its states are not positions and velocities, or jump; `simulate` integrates it.
    """
    if dynamics.jumps and not between_walls:
        raise BadValue(
            f"{dynamics.system.name}: this motion jumps at walls, so that its equations alone do "
            "not make it; simulate it"
        )
    if has_own_states(dynamics):
        raise BadValue(
            f"{dynamics.system.name}: the states of this motion are not all positions and "
            "velocities, so it is not compiled for other machines; simulate it"
        )
    dynamics = dynamics.regular
    key = ("compiled", *sorted((functions or {}).items()))
    if key not in dynamics.kept:
        dynamics.kept[key] = CompiledMotion(dynamics, dict(functions or {}))
    found: CompiledMotion = dynamics.kept[key]
    return found


class CompiledMotion:
    """The equations of motion as straight-line programs; `Dynamics.compile` makes it.

    Parameters
    ----------
    dynamics
        What is compiled.
    functions
        Concrete functions, ``{"f(t)": "t**2"}``, for all that the system declares.

    Examples
    --------
    >>> import mechanics
    >>> motion = mechanics.load("chaplygin-sleigh").dynamics().compile()
    >>> motion.variables
    ('t', 'x', 'y', 'theta', 'xdot', 'ydot', 'thetadot')
    >>> rate = motion.right_hand_side(m=1, I=1, a=0.5)
    >>> rate(0.0, [0, 0, 0, -1, 0, 0.1]).tolist()[3:]
    [0.005000000000000001, -0.1, 0.04000000000000001]
    """

    def __init__(self, dynamics: Dynamics, functions: dict[str, str]) -> None:
        self.dynamics, self.functions = dynamics, functions
        self.system = dynamics.system
        self.size = len(self.system.specification.coordinates)

    @property
    def variables(self) -> tuple[str, ...]:
        """Time, coordinates and velocities: the arguments of all programs."""
        return tuple(self.system.evolution_space.chart.coordinates)

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters, in the order of their values."""
        return tuple(self.system.specification.parameters)

    def program(self, functions: Sequence[Form]) -> StraightLine:
        """Functions on J¹π as a program with these variables and parameters."""
        return program(functions, self.variables, self.parameters, self.functions)

    @cached_property
    def rate(self) -> StraightLine:
        """The velocities, then the accelerations."""
        jets = self.system.evolution_space
        velocities = [jets[name] for name in self.system.specification.velocities]
        return self.program([*velocities, *self.dynamics.acceleration_functions.values()])

    @cached_property
    def inside(self) -> StraightLine | None:
        """Functions that are positive where the motion is in the domain; None for no such."""
        rates = [*self.dynamics.acceleration_functions.values()]
        asked = declared_requirements(self.system.evolution_space)
        asked += [r for r in required(rates) if r.relation == ">"]
        positive = [r.function if r.relation == ">" else r.function**2 for r in asked]
        return self.program(positive) if positive else None

    @property
    def operations(self) -> dict[str, int]:
        """How many operations of each kind one evaluation of the right-hand side takes."""
        return self.rate.operations

    # --- what users ask for ------------------------------------------------------------

    def right_hand_side(
        self,
        values: Mapping[str, Number] | None = None,
        *,
        backend: str = "python",
        **named: Number,
    ) -> Rate:
        """The function ``f(t, y)`` of ``y = (q, v)`` for values of the parameters.

        Parameters
        ----------
        values, named
            The parameters by name. For numbers it is asked whether the equations are derived
            there; for arrays of them it is not.
        backend
            With all of them ``y`` may have the shape (2n, members). ``"python"``: floats one by
            one. ``"numpy"``: parameters may be arrays of members, too. ``"c"``: the system's
            compiler makes a shared library of it, once. ``"jax"``: for JAX to trace. ``"heyoka"``:
            heyoka's compiled function.

        Returns
        -------
        Callable
            Where the accelerations are not defined its values are not finite.

        Raises
        ------
        BadValue
            A parameter is missing or unknown or has not the declared sign, the equations are not
            derived for these values, or there is no such backend.
        ExpressionError
            What the backend needs is not installed.
        """
        given = self.values({**(values or {}), **named}, arrays=backend not in ("python", "heyoka"))
        return right_hand_side(self.rate, given, backend)

    def heyoka_system(self) -> list[tuple[Any, Any]]:
        """The equations for heyoka's ``taylor_adaptive``: pairs of a variable and its rate.

        Parameters are ``par[k]`` in the order of `parameters`.
        """
        hy = heyoka()
        variables = list(map(hy.expression, self.variables[1:]))
        rates = self.rate.in_heyoka([hy.time, *variables])
        return list(zip(variables, rates, strict=True))

    def values(self, given: Mapping[str, Any], arrays: bool = False) -> list[Any]:
        """The values of the parameters in their order."""
        for name in given:
            if name not in self.parameters:
                raise BadValue(
                    f"{name!r} is no parameter of {self.system.name}"
                    f"{nearest(name, self.parameters) or f'; they are {listed(self.parameters)}'}"
                )
        missing = [name for name in self.parameters if name not in given]
        if missing:
            raise BadValue(f"the value of the parameter {missing[0]} is missing")
        found, exact = [], {}
        for name in self.parameters:
            value = given[name]
            if not (arrays and hasattr(value, "ndim") and value.ndim):
                exact[name], value = value, number(value, name)
                require_sign(self.system.specification, name, value)
            found.append(value)
        require_parameters(self.dynamics, as_exact(exact))
        return found

    def c_source(self, name: str = "evaluate") -> str:
        """The right-hand side as a C file; its arguments are told in its first lines."""
        arguments = [
            f"v = {', '.join(self.variables)}",
            f"p = {', '.join(self.parameters) or 'unused'}",
            f"out = {', '.join(f'd {n}/d {self.variables[0]}' for n in self.variables[1:])}",
        ]
        told = "\n".join(
            f"/* {''.join(c if c.isascii() and c.isalnum() else _readable(c) for c in line)} */"
            for line in arguments
        )
        return f"{told}\n{self.rate.c_source(name)}"

    # --- what a simulation needs besides -----------------------------------------------

    @cached_property
    def residuals(self) -> StraightLine:
        """The constraints."""
        return self.program(self.system.constraints)

    @cached_property
    def places(self) -> StraightLine:
        """The holonomic constraints."""
        return self.program(self.system.holonomic)

    @cached_property
    def place_slopes(self) -> StraightLine:
        """The derivatives of the holonomic constraints along positions, row by row."""
        fields = fields_along_fibres(self.system.evolution_space)
        return self.program([W(h) for h in self.system.holonomic for W in fields])

    @cached_property
    def multipliers(self) -> StraightLine:
        """The multipliers of the constraints."""
        return self.program(self.dynamics.multipliers)

    @cached_property
    def slopes(self) -> StraightLine:
        """The derivatives of the constraints along velocities, row by row."""
        fields = vertical_frame(self.system.evolution_space)
        return self.program([V(f) for f in self.system.constraints for V in fields])

    @cached_property
    def hessian(self) -> StraightLine:
        """The second derivatives of L along velocities."""
        fields, L = vertical_frame(self.system.evolution_space), self.system.lagrangian
        return self.program([V(W(L)) for V in fields for W in fields])

    @cached_property
    def invariants(self) -> StraightLine:
        """The declared invariants."""
        return self.program(list(self.system.invariants.values()))

    @cached_property
    def reduced(self) -> StraightLine:
        """The coordinates of the reduced space, for a theory that has its field there."""
        quotient = self.dynamics.space.quotient
        return self.program(quotient.pull(list(quotient.target.coordinates)) if quotient else [])

    @cached_property
    def energy(self) -> StraightLine | None:
        """The energy and the Lagrangian; None if they cannot be computed."""
        try:
            return self.program([EnergyBalance(self.dynamics).energy, self.system.lagrangian])
        except DiffGeoError:
            return None

    @cached_property
    def curves(self) -> list[tuple[str, StraightLine]]:
        """The other moving points of the plot, with their labels."""
        jets = self.system.evolution_space
        return [
            (str(curve.get("label", "")), self.program(jets.functions([curve["x"], curve["y"]])))
            for curve in self.system.specification.plot.also
        ]

    @cached_property
    def corners(self) -> StraightLine:
        """The coordinates of the points of all shapes of the picture, one after the other."""
        s, jets = self.system.specification, self.system.evolution_space
        texts = [text for shape in s.picture for point in shape.points for text in point]
        try:
            return self.program(jets.functions(texts))
        except DiffGeoError as error:
            raise type(error)(f"{s.where}: picture: {error}") from None

    @cached_property
    def conditions(self) -> CompiledRequirements:
        """The functions that must not vanish (or stay positive), det C first."""
        dynamics = self.dynamics
        asked: list[Requirement] = []
        if dynamics.multipliers:
            name = dynamics.determinant_name.split(",")[0]
            asked.append(Requirement.named(dynamics.determinant, "!=", name))
        motion = [*dynamics.acceleration_functions.values(), *dynamics.multipliers]
        # What is declared follows from nothing else: it is watched always.
        declared = declared_requirements(self.system.evolution_space)
        return CompiledRequirements(
            [*may_fail([*asked, *required(motion)], dynamics), *declared],
            motion, self.variables, self.parameters, self.functions,
        )  # fmt: skip


def may_fail(requirements: Sequence[Requirement], dynamics: Dynamics) -> list[Requirement]:
    """The requirements without those that hold on the constraints, by an exact verdict.

    Left out is also what cannot fail as long as others hold that are kept.
    """
    space, constraints = dynamics.system.evolution_space, dynamics.system.constraints
    left: dict[int, list[str]] = {}
    single: dict[str, int] = {}
    for k, requirement in enumerate(requirements):
        function = requirement.settled() if requirement.relation == "!=" else None
        if function is None:
            continue
        try:
            found = conditions_on(space, (1 / function).conditions, constraints)
        except (DiffGeoError, ZeroDivisionError):
            continue
        left[k] = [str(condition) for condition in found]
        # Of those that vanish where one and the same condition fails the first is kept.
        if len(left[k]) == 1 and not function.conditions:
            single.setdefault(left[k][0], k)
    return [
        requirement
        for k, requirement in enumerate(requirements)
        if k not in left or k in single.values() or not single.keys() >= set(left[k])
    ]


def _readable(character: str) -> str:
    return character if character in " ,=_()/" else f"<U+{ord(character):04X}>"
