"""Integral curves of vector fields with numbers, enclosed in balls, from chart to chart.

In a chart ``x' = X(x)`` is integrated by Taylor's formula with its remainder
(`diffgeo.reals.enclosed_flows`). Where this does not go on, as the chart ends, the transitions of
the atlas carry the balls to the chart in which the next step is longest. The exact solution
certainly lies in the balls, whichever charts were taken.

Sources: Lee, Introduction to Smooth Manifolds (2nd ed. 2013), chapter 9; of the enclosures, those
of `diffgeo.reals.enclosed_flows`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import Any

from diffgeo.calculus.compilation import StraightLine, straight_line
from diffgeo.calculus.forms import Form
from diffgeo.calculus.maps import Map
from diffgeo.calculus.protocols import OverCharts
from diffgeo.calculus.requirements import require_mapping, require_vector_form
from diffgeo.calculus.requirements_of_domain import declared_requirements, required
from diffgeo.calculus.spaces import Manifold
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import InexactNumber, NotSupported, Refusal, UndefinedSymbol
from diffgeo.subsets.integrals import Enclosure

#: Numbers by the names of coordinates.
Numbers = Mapping[str, Any]
#: Of the numbers, if nothing else is asked for.
BITS = 80
#: Pairs (middle, radius).
Balls = list[tuple[Fraction, Fraction]]


class EnclosedPoint(dict[str, Enclosure]):
    """Where a curve is at one time: balls by the names of the coordinates of one chart.

    Parameters
    ----------
    chart
        The chart in which it lies.
    coordinates
        The balls.
    parameters
        Values of the parameters.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.subsets import enclosed_curve
    >>> M = Manifold("M", "x y")
    >>> [there] = enclosed_curve(M.vector_field(x="-y", y="x"), {"x": 1, "y": 0}, [1])
    >>> print(there.chart.name, there.value(M.function("x**2 + y**2")).radius < 10**-15)
    M True
    """

    def __init__(
        self, chart: Manifold, coordinates: Mapping[str, Enclosure], parameters: Numbers
    ) -> None:
        super().__init__(coordinates)
        self.chart, self.parameters = chart, parameters

    def __str__(self) -> str:
        balls = ", ".join(f"{name} = {ball}" for name, ball in self.items())
        return f"{balls} in {self.chart.name}"

    __repr__ = __str__

    def latex(self) -> str:
        """LaTeX source, without dollar signs."""
        names = map(self.chart.chart.latex_name, self)
        pairs = zip(names, self.values(), strict=True)
        return r",\; ".join(f"{name} = {ball.latex()}" for name, ball in pairs)

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def value(self, function: Any) -> Enclosure:
        """The value of a function on the chart, or on the atlas, in a ball."""
        if isinstance(function, OverCharts):
            function = function.on(self.chart)
        names = self.chart.chart.coordinates
        program = straight_line([function], names, list(self.parameters))
        balls = [(self[name].middle, self[name].radius) for name in names]
        [found] = program.on_balls(self.parameters, balls)
        return Enclosure(*found)


def enclosed_curve(
    X: Any, point: Numbers, times: Sequence[int | Fraction], bits: int = BITS
) -> list[EnclosedPoint]:
    """The integral curve of a vector field at some times, enclosed in balls.

    Parameters
    ----------
    X
        A vector field on a manifold or on an atlas; what is given in some charts only is followed
        where they are.
    point
        Exact values of all coordinates of one chart, and of the parameters that occur.
    times
        Not negative, in their order; the curve begins at 0.
    bits
        Of the numbers; with more of them the balls are smaller.

    Returns
    -------
    list of EnclosedPoint
        For each time the balls by the names of coordinates, and the ``chart`` they belong to.

    Raises
    ------
    NotSupported
        It was not enclosed so far, in any chart; or there is an undefined function.
    OutsideDomain
        The point is not known to lie in its chart.
    UndefinedSymbol
        A value is missing, or given for what is no coordinate.

    Examples
    --------
    A meridian of the sphere, from the south pole to the north pole, where the first chart ends:

    >>> from diffgeo import sphere
    >>> from diffgeo.subsets import enclosed_curve
    >>> S = sphere(2)
    >>> north, south = S.charts
    >>> X = S.field(north.vector_field(u1="(1 + u1**2 - u2**2)/2", u2="u1*u2"))
    >>> [there] = enclosed_curve(X, {"u1": 0, "u2": 0}, [3])
    >>> print(there.chart.name, f"{float(there['w1'].middle):.12f}")
    south 0.070914844303
    """
    charts = charts_of(X)
    values = {chart: _value_on(X, chart) for chart in charts}
    for field in values.values():
        require_vector_form(field(), 0, "take the integral curve of")
        break
    moving = [Moving(chart, chart, values[chart]) for chart in charts]
    change = X.space.transition if isinstance(X, OverCharts) else None
    return followed(moving, change, point, times, bits)


def charts_of(thing: Any) -> tuple[Manifold, ...]:
    """The charts on which something lives."""
    space = thing.space
    return tuple(space.charts) if isinstance(thing, OverCharts) else (space,)


def _value_on(X: Any, chart: Manifold) -> Callable[[], VectorForm]:
    return lambda: X.on(chart) if isinstance(X, OverCharts) else X


@dataclass(frozen=True)
class Moving:
    """What moves in one chart: states over it, and the vector field on them.

    Attributes
    ----------
    chart, states
        The chart, and a space over it whose first coordinates are those of the chart.
    field
        Makes the vector field on the states.
    """

    chart: Manifold
    states: Manifold
    field: Callable[[], VectorForm]

    @property
    def names(self) -> tuple[str, ...]:
        """Of the coordinates of states."""
        return self.states.chart.coordinates

    @cached_property
    def rates(self) -> list[Form]:
        """The right-hand sides."""
        X = self.field()
        return [X(x) for x in self.states.coordinates]

    def program(self, functions: Sequence[Form], parameters: Sequence[str]) -> StraightLine:
        """Functions of a time, which they do not contain, and of a state."""
        return straight_line(functions, [*free(["time"], self.names), *self.names], parameters)

    def positive(self) -> list[Form]:
        """Functions that are positive where the right-hand sides are defined."""
        needed = (r for r in required(self.rates) if r.relation == ">")
        asked = [*declared_requirements(self.states), *needed]
        return [r.function if r.relation == ">" else r.function**2 for r in asked]


def followed(
    moving: Sequence[Moving],
    change: Callable[[Manifold, Manifold], Map] | None,
    values: Numbers,
    times: Sequence[int | Fraction],
    bits: int = BITS,
) -> list[EnclosedPoint]:
    """What moves at some times, from chart to chart.

    Parameters
    ----------
    moving
        In each chart.
    change
        The map between two spaces of states, if there are several charts.
    values
        Exact numbers by the names of coordinates of one space of states, and of parameters.
    times
        Not negative, in their order.
    bits
        Of the numbers.
    """
    here = _chart_of(moving, values)
    fixed = [name for name in here.states.chart.parameters if name in values]
    given = {name: _number(name, values[name]) for name in fixed}
    wanted = [*map(_exact, times)]
    if any(time < before for before, time in zip([Fraction(0), *wanted], wanted, strict=False)):
        raise NotSupported("times along a curve are not negative and in their order")
    now: Fraction = Fraction(0)
    state: Sequence[Any] = [_number(name, values[name]) for name in here.names]
    found: dict[Fraction, EnclosedPoint] = {}
    steps = _steps(here, given, [now, *wanted], state, bits)
    step = longest = Fraction(0)
    while True:
        before, ended = now, None
        try:
            now, state = next(steps)
        except StopIteration:
            return [found[time] for time in wanted]
        except NotSupported as refusal:
            ended = refusal
        if now in wanted:
            balls = {n: Enclosure(*b) for n, b in zip(here.names, state, strict=True)}
            found[now] = EnclosedPoint(here.chart, balls, given)
        else:
            step, longest = now - before, max(longest, now - before)
        if ended or (change and step * 2 <= longest):
            # Steps become shorter where a chart ends.
            moments = [now, *(time for time in wanted if time > now)]
            others = (each for each in moving if each is not here)
            ways = (_begun(here, each, change, given, moments, state, bits) for each in others)
            best = max((way for way in ways if way), key=lambda way: way[0], default=None)
            if best and (ended or best[0] - now >= step):
                _, here, steps = best
            elif ended:
                raise ended
            longest = step


def _steps(
    here: Moving, given: Numbers, moments: Sequence[Fraction], state: Sequence[Any], bits: int
) -> Iterator[tuple[Fraction, Balls]]:
    fixed = list(given)
    positive = here.positive()
    inside = here.program(positive, fixed) if positive else None
    return here.program(here.rates, fixed).flow_in_balls(
        given, moments, state, bits=bits, inside=inside
    )


def _begun(
    here: Moving,
    other: Moving,
    change: Callable[[Manifold, Manifold], Map] | None,
    given: Numbers,
    moments: Sequence[Fraction],
    state: Sequence[Any],
    bits: int,
) -> tuple[Fraction, Moving, Iterator[tuple[Fraction, Balls]]] | None:
    """The first step in another chart, from a state in this one; None where there is none."""
    if change is None:
        return None
    try:
        phi = change(here.states, other.states)
        images = [phi.pull(x) for x in other.states.coordinates]
        there = straight_line(images, here.names, list(given)).on_balls(given, state, bits)
        steps = _steps(other, given, moments, there, bits)
        next(steps)
        first = next(steps)
    except Refusal:
        return None
    return first[0], other, chain([first], steps)


def _chart_of(moving: Sequence[Moving], values: Numbers) -> Moving:
    require_mapping(values, "values at a point", '{"x": 1, "y": 0}')
    known = {name for each in moving for name in (*each.names, *each.states.chart.parameters)}
    if wrong := [name for name in values if name not in known]:
        raise UndefinedSymbol(
            f"{', '.join(wrong)} is no coordinate of {', '.join(m.chart.name for m in moving)}"
        )
    here = max(moving, key=lambda each: len(set(each.names) & set(values)))
    if missing := [name for name in here.names if name not in values]:
        raise UndefinedSymbol(f"the point has no value of {', '.join(missing)}")
    return here


def _number(name: str, value: Any) -> Any:
    from diffgeo.interop.exact_values import read_number
    from diffgeo.interop.sympy_bridge import to_sympy

    return to_sympy(read_number(name, value))


def _exact(time: object) -> Fraction:
    if not isinstance(time, int | Fraction):
        raise InexactNumber(f"a time along a curve is an integer or a Fraction, not {time!r}")
    return Fraction(time)


def free(wished: Sequence[str], taken: Sequence[str]) -> list[str]:
    """Names that are not taken."""
    return [next(n for k in range(len(taken) + 1) if (n := name + "_" * k) not in taken)
            for name in wished]  # fmt: skip
