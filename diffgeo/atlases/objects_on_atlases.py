"""Geometric objects of every kind on a manifold with several charts.

An object on an atlas is an object in a chart, or in several that agree on the overlaps: the
transitions carry it by its own ``pulled_back``. Nothing else is asked of a kind of object, so
metrics, connections, distributions, structures and frames need no class of their own here, and
what they can do, they do chart by chart. An operation that depends on the chart is found out: its
values disagree on the overlap.

Source: Kolář, Michor and Slovák, Natural Operations in Differential Geometry (1993), chapter IV
(natural bundles).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import singledispatch
from inspect import ismethod
from typing import TYPE_CHECKING, Any, TypeAlias

from diffgeo.bundles.cotangents import CotangentBundle, cotangent
from diffgeo.bundles.tangents import TangentBundle, tangent
from diffgeo.calculus.coefficients import distinct
from diffgeo.calculus.derivations import Derivation
from diffgeo.calculus.display import Described, Shown
from diffgeo.calculus.forms import Form, describe
from diffgeo.calculus.maps import Map
from diffgeo.calculus.multivectors import Multivector
from diffgeo.calculus.protocols import OverCharts, PulledBack, WithOrientation
from diffgeo.calculus.spaces import Manifold
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import AxiomViolation, NeedsOrientation, NotSupported, SpaceMismatch
from diffgeo.structures.axioms import verify_axiom
from diffgeo.structures.tensors import Tensor
from diffgeo.verdicts.identities import Comparable, Identity, Residuals
from diffgeo.verdicts.statements import stated
from diffgeo.verdicts.verdict import Conjunction, Verdict, check

if TYPE_CHECKING:
    from diffgeo.atlases.atlas import Atlas
    from diffgeo.rings.protocol import Condition

#: What has coefficients, so that it is asked whether they extend (see `AtlasField`).
Local = Form | VectorForm | Multivector | Tensor

#: What there is in a chart, or is made of it: an object that is pulled back, an answer, a number.
Value: TypeAlias = Any


class AtlasObject(Comparable, OverCharts, Shown, Described):
    """A metric, connection, distribution, structure, frame, … on an atlas; made by `Atlas.glue`.

    It has the properties and methods of its values, which act chart by chart, and whose results
    are objects on the atlas (or on its tangent or cotangent bundle, …) again:
    ``metric.connection``, ``metric.is_killing(X)``, ``nabla(X, Y)``. Their values in several charts
    are verified to agree. ``==`` makes an `Identity`, decided in a chart where both sides are
    known.

    Parameters
    ----------
    atlas
        The atlas.
    things
        The object in one chart, or in several; then the values must agree on the overlaps.
    agreeing
        That they do is known, and not verified again.

    Attributes
    ----------
    space
        The atlas.

    Raises
    ------
    AxiomViolation, Undecided
        Values in two charts disagree, or it is not known whether they agree.
    SpaceMismatch
        A value lives on no chart of the atlas, or two on one.

    Examples
    --------
    >>> from diffgeo import Metric, check, sphere
    >>> S = sphere(2)
    >>> north, south = S.charts
    >>> factor = "4/(1 + u1**2 + u2**2)**2"
    >>> g = S.glue(Metric.diagonal(north, u1=factor, u2=factor))
    >>> bool(check(g.connection.ricci == g.tensor))
    True
    """

    reads_others = True  # says itself what it is compared with

    def __init__(self, atlas: Atlas, things: Iterable[Value], agreeing: bool = False) -> None:
        self.space = atlas
        self._given: dict[Manifold, Value] = {}
        self._carried: dict[Manifold, Value] = {}
        for thing in things:
            self._require_local(thing)
            if thing.space in self._given:
                raise SpaceMismatch(
                    f"two values are given in the chart {thing.space} of {atlas}: give one"
                )
            self._given[thing.space] = thing
        if not self._given:
            raise SpaceMismatch(f"an object on {atlas} needs a value in at least one chart")
        (home, first), *others = self._given.items()
        for chart, value in others if not agreeing else ():
            carried = atlas.transition(chart, home).pull(first)
            what = f"the values in the charts {home} and {chart} of {atlas}"
            verdict = check(carried == value, conditions=False)
            verify_axiom(verdict, "agreement on the overlap", what)

    @property
    def charts(self) -> tuple[Manifold, ...]:
        """The charts in which a value was given or made by operations on given ones."""
        return tuple(self._given)

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Conditions under which the given values are defined."""
        return distinct(c for value in self._given.values() for c in value.conditions)

    def on(self, chart: Manifold) -> Value:
        """The value in a chart: as given, or known on the overlap by the transition.

        Raises `OutsideDomain` if the value is not that of a function in this chart (it depends
        on an angle itself and not on its sine and cosine).
        """
        if chart in self._given:
            return self._given[chart]
        if chart not in self._carried:
            home = next(iter(self._given))
            phi = self.space.transition(chart, home)
            self._carried[chart] = phi.pull(self._given[home])
        return self._carried[chart]

    def pulled_back(self, phi: Map) -> Value:
        """``φ^*`` for a map φ that ends on one of the charts: the object on its source."""
        if phi.target not in self.space.charts:
            raise SpaceMismatch(
                f"{phi} does not end on a chart of {self.space}: compose it with a map that does"
            )
        return phi.pull(self.on(phi.target))

    # --- what the values can do ----------------------------------------------------

    def __getattr__(self, name: str) -> Value:
        given = self.__dict__.get("_given")
        if name.startswith("_") or not given or not hasattr(self._first, name):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        self.require_orientation(name)
        if ismethod(getattr(self._first, name)):
            return lambda *operands: self._each(
                lambda value, *rest: getattr(value, name)(*rest), *operands
            )
        return self._each(lambda value: getattr(value, name))

    def require_orientation(self, name: str) -> None:
        """Raise `NeedsOrientation` if the property of that name needs one that is not given."""
        if isinstance(self._first, WithOrientation) and self._first.needs_orientation(name):
            raise NeedsOrientation(
                f"{name} of {describe(self._first)} on {self.space} depends on an orientation, and "
                "charts may have different ones: give it by g.oriented(orientation(atlas)), with "
                "diffgeo.atlases.orientation"
            )

    def __call__(self, *operands: object) -> Value:
        """``g(X, Y)``, ``nabla(X, Y)``, …, as for the values."""
        return self._each(lambda value, *rest: value(*rest), *operands)

    def __add__(self, other: object) -> Value:
        return self._each(operator.add, other)

    def __sub__(self, other: object) -> Value:
        return self._each(operator.sub, other)

    def __and__(self, other: object) -> Value:
        return self._each(operator.and_, other)

    def __rmul__(self, other: object) -> Value:
        return chartwise(self.space, operator.mul, (other, self))

    def _each(self, operation: Callable[..., Value], *operands: object) -> Value:
        return chartwise(self.space, operation, (self, *operands))

    # --- comparison ----------------------------------------------------------------

    def _comparand(self, other: object) -> object:
        """Another object on the atlas, or a value in one of its charts."""
        self._placed(other)
        return other

    def _residuals(self, other: object) -> Residuals:
        mine, theirs = self._in_one_chart(other)
        return list(mine._residuals(theirs))

    def _in_one_chart(self, other: object) -> tuple[Any, Any]:
        """Both sides of an identity in a chart where both are known."""
        placed = self._placed(other)
        if not isinstance(placed, AtlasObject):
            return self._first, placed
        common = [chart for chart in self._given if chart in placed._given]
        chart = common[0] if common else next(iter(self._given))
        identity = self.on(chart) == placed.on(chart)
        return identity.left, identity.right

    # --- looking at it -------------------------------------------------------------

    @property
    def kind(self) -> str:
        """What messages call it."""
        return str(getattr(self._first, "kind", type(self._first).__name__))

    def __str__(self) -> str:
        return "; ".join(f"{chart.name}: {value}" for chart, value in self._given.items())

    def summary(self, width: int = 40) -> str:
        """The value in the first chart, cut short."""
        return str(self._first.summary(width))

    def __repr__(self) -> str:
        return f"<{describe(self._first)} as an object on {self.space.name}>"

    def _formula(self, write: Callable[[object], str]) -> str:
        """The values by chart."""
        rows = (rf"\text{{{c.name}}}:\ & {write(v)}" for c, v in self._given.items())
        return r"\begin{aligned}" + r" \\ ".join(rows) + r"\end{aligned}"

    # --- inside the library --------------------------------------------------------

    @property
    def _first(self) -> Value:
        return next(iter(self._given.values()))

    def _placed(self, operand: object) -> Value:
        return place(self.space, operand)

    def _require_local(self, thing: object) -> None:
        if not is_carried(thing):
            raise NotSupported(
                "objects on an atlas are given in its charts and are pulled back by transitions, "
                f"unlike {thing!r}"
            )
        require_on_a_chart(self.space, thing)


def is_carried(thing: object) -> bool:
    """Whether a thing lives in one chart and is carried by transitions."""
    if isinstance(thing, AtlasObject | Identity | Verdict | Map):
        return False
    pulled = isinstance(thing, Form | VectorForm | Derivation | PulledBack)
    return pulled and isinstance(getattr(thing, "space", None), Manifold)


def require_on_a_chart(atlas: Atlas, thing: Value) -> None:
    """Raise `SpaceMismatch` unless a thing lives on a chart of an atlas."""
    if thing.space not in atlas.charts:
        raise SpaceMismatch(
            f"{describe(thing)} lives on no chart of {atlas}; the charts are "
            f"{', '.join(c.name for c in atlas.charts)}"
        )


def place(atlas: Atlas, operand: Value) -> Value:
    """An operand as an object on an atlas or on one made of it; numbers and others as they are.

    Raises `SpaceMismatch` if it lives on another atlas, or on no chart.
    """
    if isinstance(operand, AtlasObject):
        if operand.space.root is not atlas.root:
            raise SpaceMismatch(
                f"an object on {atlas.name} and {operand!r} live on different atlases: pull one of "
                "them back along an AtlasMap"
            )
        return operand
    if not is_carried(operand):
        return operand
    for number in range(len(atlas.charts)):
        if home := home_of(atlas.root, number, operand.space):
            return made(home, [operand])
    require_on_a_chart(atlas, operand)
    return operand


def chartwise(
    atlas: Atlas,
    operation: Callable[..., Value],
    operands: Iterable[object],
    agreeing: bool = False,
) -> Value:
    """The object made by an operation in every chart where all operands are given.

    If there is none, they are carried to the first one's chart. An operand that is an atlas stands
    for its charts. See `Atlas.chartwise`.
    """
    placed = [place(atlas, operand) for operand in operands]
    known = [operand for operand in placed if isinstance(operand, AtlasObject)]
    numbers = list(range(len(atlas.charts)))
    if known:
        given = [[o.space.charts.index(chart) for chart in o.charts] for o in known]
        numbers = [k for k in given[0] if all(k in other for other in given)] or given[0][:1]
    values = {k: operation(*(in_chart(operand, k) for operand in placed)) for k in numbers}
    return glued(atlas, values, agreeing)


def glued(atlas: Atlas, values: Mapping[int, object], agreeing: bool = False) -> Value:
    """What values in charts, by the numbers of these, are together.

    Answers are joined, numbers and names must be equal, and everything that is pulled back by
    transitions is one object.

    Raises
    ------
    AxiomViolation
        They disagree: what made them depends on the chart.
    NotSupported
        Such things are not carried from chart to chart.
    """
    return joined(next(iter(values.values())), atlas, values, agreeing)


@singledispatch
def joined(first: object, atlas: Atlas, values: Mapping[int, Value], agreeing: bool) -> Value:
    """What `glued` makes of values of the kind of the first one."""
    things = list(values.values())
    if isinstance(first, Verdict):
        return first if len(things) == 1 else check(things)
    if isinstance(first, Identity):
        return first if len(things) == 1 else Conjunction(things)
    if isinstance(first, tuple | list):
        if any(len(thing) != len(first) for thing in things):
            raise AxiomViolation(f"{_what(values, atlas)} are not as many")
        rows = zip(*things, strict=True)
        return type(first)(
            glued(atlas, dict(zip(values, row, strict=True)), agreeing) for row in rows
        )
    if is_carried(first):
        return made(homes(atlas, values, "space"), things, agreeing)
    if first is None or isinstance(first, bool | int | Fraction | str):
        if any(thing != first for thing in things):
            raise AxiomViolation(f"{_what(values, atlas)} differ: {', '.join(map(str, things))}")
        return first
    raise NotSupported(
        f"{type(first).__name__} is nothing that transitions of {atlas} carry from chart to chart: "
        "ask for it in one chart"
    )


def made(atlas: Atlas, things: Iterable[object], agreeing: bool = False) -> AtlasObject:
    """The field or object with values in charts of one atlas."""
    given = list(things)
    return kind_over_charts(given[0])(atlas, given, agreeing)


@singledispatch
def kind_over_charts(value: object) -> type[AtlasObject]:
    """The class of the objects with such values in charts."""
    return AtlasObject


def home_of(atlas: Atlas, number: int, space: Manifold) -> Atlas | None:
    """The atlas made of another one that has a space in the place of a chart; None if none has."""
    if atlas.charts[number] is space:
        return atlas
    for bundle in atlas.bundles:
        if found := home_of(bundle, number, space):
            return found
    if isinstance(space, TangentBundle | CotangentBundle):
        make: Callable[..., Value] = tangent if isinstance(space, TangentBundle) else cotangent
        below = home_of(atlas, number, space.base_space)
        return None if below is None else make(below)
    return None


def homes(atlas: Atlas, values: Mapping[int, object], end: str) -> Atlas:
    """The atlas whose charts are the sources, targets or spaces of values in charts."""
    for number, thing in values.items():
        space = getattr(thing, end)
        if home := home_of(atlas.root, number, space):
            return home
        raise NotSupported(
            f"{thing} lives on {space}, which is no chart of {atlas} nor of its bundles"
        )
    raise NotSupported(f"there is no value in any chart of {atlas}")


@singledispatch
def in_chart(operand: object, number: int) -> Value:
    """What an operand is in the chart of that number; most are the same in every chart."""
    return operand


@in_chart.register(AtlasObject)
def _value(operand: AtlasObject, number: int) -> Value:
    return operand.on(operand.space.charts[number])


def _what(values: Mapping[int, object], atlas: Atlas) -> str:
    names = ", ".join(atlas.charts[number].name for number in values)
    return f"the values in the charts {names} of {atlas}"


@stated.register(AtlasObject)
def _stated(left: AtlasObject, right: object, label: str) -> tuple[Any, Any]:
    return stated(*left._in_one_chart(right), label)
