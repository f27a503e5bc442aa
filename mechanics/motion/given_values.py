"""Values for a simulation: what is given, what is missing, what it means as numbers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from diffgeo.calculus import names_in
from diffgeo.errors import DiffGeoError
from mechanics.errors import BadValue, MissingValue
from mechanics.model.system_files import Number, Simulation
from mechanics.motion.geometric_integrators import METHODS
from mechanics.wording import listed, nearest, shorten, words

if TYPE_CHECKING:
    from mechanics.model.system_files import Specification
    from mechanics.theories.dynamics import Dynamics

#: More steps than that are a mistake.
MOST_STEPS = 10_000_000
#: SciPy takes no smaller one: it is a hundred times the rounding error.
SMALLEST_RTOL = 2.3e-14
SCIPY_METHODS = ("DOP853", "RK45", "RK23", "Radau", "BDF", "LSODA")


@dataclass(frozen=True)
class Values:
    """Everything an integration needs, as numbers and concrete functions.

    ``velocities`` lacks those that the constraints must supply.
    """

    start: float
    until: float
    positions: dict[str, float]
    velocities: dict[str, float]
    parameters: dict[str, float]
    functions: dict[str, str]
    method: str
    rtol: float
    atol: float
    points: int
    step: float | None = None
    notes: list[str] = field(default_factory=list)
    #: What was given for the time, positions, velocities and parameters, exactly.
    exact: dict[str, Number | Fraction] = field(default_factory=dict)

    @property
    def settings(self) -> dict[str, object]:
        """Those of the integrator, which a trajectory tells."""
        found = {"method": self.method, "rtol": self.rtol, "atol": self.atol}
        return found if self.step is None else {**found, "step": self.step}


def number(value: Number, what: str) -> float:
    """A float from a number or from text such as ``"pi/4"``.

    Raises
    ------
    BadValue
        The value is not a finite real number.
    """
    from diffgeo import evaluate

    try:
        result = float(evaluate(value, {}) if isinstance(value, str) else value)
    except (DiffGeoError, TypeError, ValueError, OverflowError) as error:
        raise BadValue(
            f"{what} = {shorten(str(value), 40)} is not a number ({shorten(str(error), 120)}); "
            'write for example 0.5, "1/3" or "pi/4"'
        ) from None
    if result != result or result in (float("inf"), float("-inf")):
        raise BadValue(f"{what} = {value} is not finite")
    return result


def has_own_states(dynamics: Dynamics) -> bool:
    """Whether the states of a motion are others than the points of the evolution space."""
    return not dynamics.is_on_jets or bool(dynamics.rate_functions or dynamics.equations)


def specification_of_states(dynamics: Dynamics) -> Specification:
    """The specification of its system, with the other coordinates of its states as variables."""
    s = dynamics.system.specification
    if not has_own_states(dynamics):
        return s
    names = map(str, dynamics.manifold.coordinates)
    known = {s.time, *s.coordinates, *s.velocities}
    return replace(s, variables=tuple(name for name in names if name not in known))


#: Entries of the table that are no values of the system's own names.
SETTINGS = ("until", "method", "rtol", "atol", "step", "points")


def merge(s: Specification, values: Mapping[str, Number] | None, /, **named: Any) -> Simulation:
    """The ``[simulate]`` table overridden by keywords or by ``--set``.

    Names of coordinates, velocities, parameters, functions (``f`` or ``f(t)``) and the time
    (its initial value) are sorted into their places. Other entries are changed where they are
    given.
    """
    table = s.simulate
    initial, parameters = dict(table.initial), dict(table.parameters)
    functions = {_head(k): (k, v) for k, v in table.functions.items()}
    changes = {key: named.pop(key, None) for key in SETTINGS}
    settings = {key: value for key, value in changes.items() if value is not None}
    for key, value in {**(values or {}), **named}.items():
        name = _head(str(key))
        if name in s.states:
            initial[name] = value
        elif name in s.parameters:
            parameters[name] = value
        elif name in s.function_names:
            functions[name] = (key, str(value))
        elif name == s.time:
            settings["start"] = value
        else:
            known = (*s.states, *s.parameters, *s.function_names, s.time)
            hint = nearest(name, known) or f"; the names are {listed(known)}"
            raise BadValue(f"simulate: {name!r} is not a name of this system{hint}")
    declared = dict(zip(s.function_names, s.functions, strict=True))
    concrete = {
        (key if "(" in key else declared[name]): text for name, (key, text) in functions.items()
    }
    return replace(table, initial=initial, parameters=parameters, functions=concrete, **settings)


def _head(key: str) -> str:
    return key.split("(")[0].strip()


def collect(dynamics: Dynamics, table: Simulation) -> Values:
    """Check that nothing is missing, and turn everything into numbers.

    A parameter that the equations of motion do not contain need not be given.

    Raises
    ------
    MissingValue
        Names what is missing and where to give it.
    BadValue
        A value is not a number, or a setting is out of range.
    """
    s = dynamics.system.specification
    notes: list[str] = []
    if table.until is None:
        raise MissingValue(missing("the final time", "until", "until=10", "--until 10"))
    start, until = number(table.start, s.time), number(table.until, "until")
    if until - start == float("inf"):
        raise BadValue(f"the time from {start:g} to {until:g} is too long; give a smaller until")
    if until <= start:
        raise BadValue(f"until = {until:g} is not after the initial time {start:g}")
    known = (*SCIPY_METHODS, *METHODS)
    if table.method not in known:
        hint = nearest(str(table.method), known) or f"; the methods are {', '.join(known)}"
        raise BadValue(f"no integration method {table.method!r}{hint}")
    rtol, atol = number(table.rtol, "rtol"), number(table.atol, "atol")
    if not (SMALLEST_RTOL <= rtol < 1 and atol > 0):
        raise BadValue(
            f"rtol must lie between {SMALLEST_RTOL:g} and 1, and atol must be positive; "
            f"{'rtol' if not SMALLEST_RTOL <= rtol < 1 else 'atol'} is "
            f"{rtol if not SMALLEST_RTOL <= rtol < 1 else atol:g}"
        )
    if not isinstance(table.points, int) or not 2 <= table.points <= 1_000_000:
        raise BadValue(f"points must be a whole number from 2 to 1000000, not {table.points!r}")
    step = _step(table, until - start)
    for name in s.coordinates:
        if name not in table.initial:
            what = f"the initial value of {name}"
            raise MissingValue(missing(what, "initial", f"{name}=0"))
    needed = _needed(dynamics, table.parameters)
    parameters = {}
    for name in s.parameters:
        if name in table.parameters:
            parameters[name] = number(table.parameters[name], name)
        elif needed is None or name in needed:
            raise MissingValue(
                missing(f"the value of the parameter {name}", "parameters", f"{name}=1")
            )
        else:
            parameters[name] = -1.0 if name in s.negative else 1.0
            notes.append(
                f"{name} does not occur in the equations of motion; {parameters[name]:g} is used "
                "for invariants and regularity"
            )
        require_sign(s, name, parameters[name])
    given = {_head(key) for key in table.functions}
    for declaration in s.functions:
        if _head(declaration) not in given:
            what, option = f"the function {declaration}", f'--set "{declaration}=..."'
            raise MissingValue(missing(what, "functions", f'{{"{declaration}": "..."}}', option))
    _require_functions(dynamics, table.functions, parameters)
    positions = {name: number(table.initial[name], name) for name in s.coordinates}
    for name, value in positions.items():
        require_sign(s, name, value)
    return Values(
        start=start,
        until=until,
        positions=positions,
        velocities={v: number(table.initial[v], v) for v in s.velocities if v in table.initial},
        parameters=parameters,
        functions=dict(table.functions),
        method=table.method,
        rtol=rtol,
        atol=atol,
        points=table.points,
        step=step,
        notes=notes,
        exact=_exact(table, {**parameters, s.time: table.start}),
    )


def _step(table: Simulation, duration: float) -> float | None:
    """The length of the steps, of a method that has steps of one length."""
    if table.method not in METHODS:
        if table.step is not None:
            raise BadValue(
                f"step = {table.step}: {table.method} chooses its steps by rtol and atol; "
                f"with steps of one length there are {', '.join(METHODS)}"
            )
        return None
    if table.step is None:
        return duration / (table.points - 1)
    step = number(table.step, "step")
    if not step > 0 or duration / step > MOST_STEPS:
        raise BadValue(f"step = {step:g} is not positive, or takes more than {MOST_STEPS:,} steps")
    return step


def no_fixed_steps(s: Specification, given: Values) -> BadValue:
    """For a space of states on which there are no such methods."""
    return BadValue(
        f"{s.name}: {given.method} integrates motions on the evolution space, and here is another "
        f"space of states; use {', '.join(SCIPY_METHODS)}"
    )


def _exact(table: Simulation, others: Mapping[str, Number]) -> dict[str, Number | Fraction]:
    """The given values as exact ones: a float is the rational number that it stands for."""
    return as_exact({**others, **table.parameters, **table.initial})


def as_exact(given: Mapping[str, Number]) -> dict[str, Number | Fraction]:
    """Exact values of numbers and texts: a float is the rational number that it stands for."""
    return {n: Fraction(v) if isinstance(v, float) else v for n, v in given.items()}


def require_motion(dynamics: object) -> None:
    """Raise `BadValue` unless it is what a theory derives: a system moves by its dynamics."""
    from mechanics.theories.dynamics import Dynamics

    if not isinstance(dynamics, Dynamics):
        raise BadValue(
            f"a motion is that of a Dynamics, such as system.dynamics(), not {dynamics!r}"
        )


def _require_functions(
    dynamics: Dynamics, functions: Mapping[str, str], parameters: Mapping[str, float]
) -> None:
    """Each concrete function is a formula; the message names the one that is not."""
    from diffgeo.calculus import compile_functions

    s, jets = dynamics.system.specification, dynamics.system.evolution_space
    for key, text in functions.items():
        # Derivatives are taken along the arguments, so that nothing else may vary.
        varying = {s.time, *s.coordinates, *s.velocities} - words(key.partition("(")[2])
        found = words(text) & varying
        if found:
            raise BadValue(
                f"{key} = {shorten(text, 40)}: {listed(sorted(found))} is no argument of "
                f"{_head(key)}; write the function in its arguments and parameters"
            )
        others = {k: text if k == key else "0" for k, text in functions.items()}
        try:
            compile_functions([jets.time], jets.chart.coordinates, parameters, others)
        except DiffGeoError as error:
            raise BadValue(f"{key} = {shorten(functions[key], 40)}: {error}") from None


def missing(what: str, key: str, assignment: str, option: str = "") -> str:
    """What is said of a value that was not given, in Python, on the command line, in a file."""
    option = option or f"--set {assignment}"
    return f"simulate: {what} is missing; give {assignment}, {option}, or {key!r} in [simulate]"


def require_sign(s: Specification, name: str, value: float) -> None:
    """Refuse a value whose sign is not the declared one, by `BadValue`."""
    for group, holds, word in (
        (s.positive, value > 0, "positive"),
        (s.negative, value < 0, "negative"),
        (s.nonzero, value != 0, "different from zero"),
    ):
        if name in group and not holds:
            raise BadValue(f"{name} = {value:g}, but the system declares {name} to be {word}")


def _needed(dynamics: Dynamics, given: Collection[str]) -> set[str] | None:
    """Names in the equations of motion and constraints; None if too large to look at.

    Formulas are made only where a parameter is not given that could cancel.
    """
    functions = (
        *dynamics.acceleration_functions.values(),
        *dynamics.rate_functions.values(),
        *dynamics.constraints,
        *(jump.above(dynamics) for jump in dynamics.jumps),
        *(jump.map.pull(f) for jump in dynamics.jumps for f in dynamics.manifold.coordinates),
    )
    names = names_in(functions)
    if names & set(dynamics.system.specification.parameters) <= set(given):
        return names
    try:
        return names_in([function.expanded() for function in functions])
    except DiffGeoError:
        return None
