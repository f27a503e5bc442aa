"""Values at a point, exact: numbers for functions, numbers by names for everything else.

Source: Lee, Introduction to Smooth Manifolds (2nd ed. 2013), chapter 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from diffgeo.calculus.named_components import Components
from diffgeo.calculus.protocols import Inserted
from diffgeo.calculus.requirements import require_mapping, told
from diffgeo.errors import NotSupported, OutsideDomain, UndefinedSymbol
from diffgeo.rings.expression import Apply, Expression, Symbol, names_in
from diffgeo.rings.protocol import FormulaRing, SampledRing

if TYPE_CHECKING:
    from diffgeo.calculus.charts import Chart
    from diffgeo.calculus.forms import Form
    from diffgeo.calculus.maps import Map
    from diffgeo.calculus.spaces import Manifold

#: An exact number: a Fraction, or a SymPy number such as sqrt(2) or pi.
Value: TypeAlias = Any
Point = Mapping[str, Value]
ZERO = Fraction(0)


class AtPoints:
    """What has values at points.

    Examples
    --------
    >>> from diffgeo import Manifold, d
    >>> M = Manifold("M", "x y")
    >>> x, y = M.coordinates
    >>> print((x / y).at(x=1, y=2), (x * d(y)).at(x="1/2", y=0))
    1/2 {'y': Fraction(1, 2)}
    """

    __slots__ = ()

    @property
    def _is_function(self) -> bool:
        """Whether it has one value, and not those of its components."""
        return False

    def at(
        self,
        point: Point | None = None,
        /,
        *,
        functions: Mapping[str, str] | None = None,
        **coordinates: Value,
    ) -> Value:
        """The exact value at a point: ``f.at(x=1, y="1/2")``, ``f.at({"x": 1, "y": "1/2"})``.

        Parameters
        ----------
        point, coordinates
            Values of coordinates and parameters, of all on which the value depends: integers,
            Fractions, text such as ``"1/2"`` or ``"sqrt(2)"``, SymPy numbers. Floats are refused.
        functions
            Concrete functions for undefined ones: ``{"f(t)": "t**2"}``.

        Returns
        -------
        Fraction, SymPy number, Components
            Of a function a Fraction, or an exact SymPy number where the value is not seen to be
            rational (``float`` reads both); of everything else the values of its `components`.
            Of a germ, for which no point is given, the list of its values at those of its ring.

        Raises
        ------
        UndefinedSymbol
            A value is missing, or is given for a name that the space does not have.
        OutsideDomain
            The object is not defined there: a denominator is zero, a root of a negative number.
        InexactNumber
            A value is a float.
        """
        thing: Any = self
        space = getattr(thing, "target", None) or thing.space
        return value_at(thing, Place(space, point, coordinates, functions))


class Place:
    """A point of a manifold, and concrete functions, to evaluate at.

    Raises `UndefinedSymbol` for names that the manifold does not have, `OutsideDomain` where
    declared signs are violated.
    """

    def __init__(
        self,
        space: Manifold,
        point: Point | None,
        coordinates: Point,
        functions: Mapping[str, str] | None,
    ) -> None:
        from diffgeo.interop.exact_values import concrete_functions, read_number

        self.space, chart = space, space.chart
        if point is not None:
            require_mapping(
                point, f"coordinates of a point of {space.name}", '{"x": 1, "y": "1/2"}'
            )
        given = {**(point or {}), **coordinates}
        require_symbols(space, given)
        self.values = {name: read_number(name, value) for name, value in given.items()}
        self.functions = concrete_functions(functions or {})
        # Functions may have been declared since, where they were needed.
        known = {*chart.functions}
        known |= {*chart.ring.functions} if isinstance(chart.ring, FormulaRing) else set()
        for name in self.functions:
            if name not in known:
                raise UndefinedSymbol(f"{name!r} is no undefined function of {space.name}")
        self._require_signs(chart)

    def __str__(self) -> str:
        return ", ".join(f"{name} = {value}" for name, value in self.values.items()) or "no point"

    def number(self, tree: Expression, thing: object) -> Value:
        """The exact value of an expression that belongs to a thing."""
        from diffgeo.interop.exact_values import exact_value

        self._require_names(tree, thing)
        try:
            return exact_value(tree, self.values, self.functions)
        except OutsideDomain as error:
            reason = str(error).removesuffix(" at the point")
            raise OutsideDomain(f"{told(thing)} is not defined at {self}: {reason}") from None

    def _require_names(self, tree: Expression, thing: object) -> None:
        missing: dict[str, None] = {}
        for node in tree.walk():
            if isinstance(node, Symbol) and node.name not in self.values:
                missing[node.name] = None
            if isinstance(node, Apply) and node.function not in self.functions:
                given = ", ".join(self.space.chart.functions.get(node.function, ("t",)))
                raise UndefinedSymbol(
                    f"{told(thing)} contains the undefined function {node.function}: say with "
                    f'functions={{"{node.function}({given})": "..."}} what it is'
                )
        if missing:
            example = ", ".join(f"{name}=..." for name in missing)
            raise UndefinedSymbol(
                f"the value of {told(thing)} depends on {', '.join(missing)}: give .at({example})"
            )

    def _require_signs(self, chart: Chart) -> None:
        from diffgeo.reals.complex_roots import sign_of_number

        for name in self.values:
            declared = chart.signs.get(name, 0)
            if not declared and name not in chart.nonzero:
                continue
            found = sign_of_number(self.number(self.values[name], self.space))
            if found != declared if declared else not found:
                kind = {1: "positive", -1: "negative", 0: "different from zero"}[declared]
                raise OutsideDomain(
                    f"{name} is declared {kind} on {self.space.name}, and not so at {self}"
                )
        for condition in chart.domain:
            if names_in(condition.expression) <= {*self.values}:
                sign = sign_of_number(self.number(condition.expression, self.space))
                if not sign or (condition.relation == ">" and sign < 0):
                    raise OutsideDomain(
                        f"{condition} is declared on {self.space.name}, and not so at {self}"
                    )

    def require_conditions(self, thing: Any) -> None:
        """Raise `OutsideDomain` where a condition of the thing is violated."""
        from diffgeo.reals.complex_roots import sign_of_number

        for condition in thing.conditions:
            if condition.removable:  # it has cancelled: the function has a value there
                continue
            sign = sign_of_number(self.number(condition.expression, thing))
            if not sign or (condition.relation == ">" and sign < 0):
                raise OutsideDomain(
                    f"{told(thing)} is not defined at {self}, because it needs {condition}"
                )


def require_symbols(space: Manifold, names: Iterable[str]) -> None:
    """Raise `UndefinedSymbol` for a name that is no coordinate or parameter of a manifold."""
    for name in names:
        if name not in space.chart.symbols:
            raise UndefinedSymbol(
                f"{name!r} is no coordinate or parameter of {space.name}; these are "
                f"{', '.join(space.chart.symbols)}"
            )


def value_at(thing: object, place: Place) -> Value:
    """The value of a function, or those of the components of anything else."""
    place.require_conditions(thing)
    return _value(thing, place)


def _value(thing: Any, place: Place) -> Value:
    is_function = isinstance(thing, AtPoints) and thing._is_function
    if is_function:
        ring = thing.space.chart.ring
        if isinstance(ring, SampledRing) and not place.values:
            return ring.values(thing.element())
        return place.number(thing.space.chart.ring.expression(thing.element()), thing)
    found = thing.components
    nested = bool(getattr(thing, "degree", 0)) and isinstance(thing, Inserted)
    zero: Value = ZERO
    if nested and isinstance(found, Components):
        zero = _value(found.zero, place)
    return found.map(lambda component: _value(component, place), zero)


def images_at(phi: Map, images: Mapping[str, Form], place: Place) -> dict[str, Value]:
    """The values of the images under a map by name; parameters may keep those that they have."""
    from diffgeo.interop.exact_values import exact_value

    chart = phi.target.chart
    found: dict[str, Value] = {}
    for name in chart.symbols:
        if name in images:
            found[name] = value_at(images[name], place)
        elif name in chart.coordinates:
            raise NotSupported(
                f"{phi} gives the differential of the angle {name}, not its value at a point"
            )
        elif name in place.values:
            found[name] = exact_value(place.values[name], {}, {})
    return found
