"""Manifolds and their charts.

A manifold is an identity object: two manifolds with equal names and coordinates are
different spaces, and objects of different spaces do not mix. The chart is the only place
that knows coordinates; everything else is said in the algebra Ω(M).

Source: Lee, Introduction to Smooth Manifolds (2nd ed. 2013), chapter 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from diffgeo.calculus import display
from diffgeo.calculus.charts import make_chart, no_factory
from diffgeo.calculus.declarations import names_of, signatures_of, signs_of
from diffgeo.calculus.forms import Form, describe
from diffgeo.calculus.requirements import Charted, require_integer, require_mapping
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.copying import Identified
from diffgeo.errors import DegreeMismatch, ExpressionError, SpaceMismatch, UndefinedSymbol
from diffgeo.interop.sympy_names import assumed_signs, objects_in
from diffgeo.rings.expression import Expression, names_in
from diffgeo.rings.protocol import Element, FunctionRing, SampledRing
from diffgeo.signs import wedge_sign
from diffgeo.verdicts.statements import Script, code_of, declaration

if TYPE_CHECKING:
    from diffgeo.calculus.named_components import Key

Space = TypeVar("Space", bound="Manifold")


class SymPyExpression(Protocol):
    """What is known here of the expressions of SymPy, which has no types."""

    @property
    def free_symbols(self) -> set[Any]:
        """The symbols in it."""


#: What is read as a function: text, an exact number, a tree, a SymPy expression, a Form.
FunctionLike: TypeAlias = str | int | Fraction | Expression | Form | SymPyExpression


class Manifold(Charted, display.Shown, Identified):
    """A manifold with one chart, known by its algebra of forms.

    Parameters
    ----------
    name
        For messages only, not empty; identity is the object.
    coordinates, parameters
        Names, as text (``"x y z"``), or a sequence of names or of SymPy objects: symbols, and
        functions of the time such as ``x(t)``. What SymPy assumes of these is a declared sign, and
        `Form.to_sympy` writes in them.
    functions
        Undefined functions with their arguments: ``"f(t) g(x, y)"``. The arguments show how
        many there are; they need not be declared, and any functions may fill them.
    positive, negative, nonzero
        Coordinates or parameters with a declared sign, or declared different from zero.
    domain
        The open set on which the chart is, by strict inequalities: ``"x**2 + y**2 < 1"``, or
        several, ``["r > 0", "theta in (0, pi)", "sin(phi) > 0"]``. They hold at every point: signs
        follow from them, roots and angles are simplified, maps that leave the set are refused.
    ring
        A function ring, or a factory called like `ExactRing` (which is the default). Only a
        factory also serves the spaces derived from this one (jets, submanifolds).
    dots
        Which coordinates are velocities of which (for LaTeX); jets and tangent bundles say so.
    latex
        LaTeX of names that are not to be written by the usual rules; derived spaces keep it.
    sympy
        SymPy objects that names stand for, besides those that are given as coordinates, parameters
        and functions; derived spaces keep them.

    Raises
    ------
    NameClash
        Two declared names coincide.
    UndefinedSymbol
        A sign or LaTeX is declared for a name that is not.
    Contradiction
        A name is declared positive and negative, or the domain seems to be empty.

    Examples
    --------
    >>> from diffgeo import Manifold, check, d, lie
    >>> M = Manifold("M", "x y", parameters="a", functions="f(x,y)")
    >>> X, alpha = M.vector_field(x="f(x,y)"), M.form(1, {"x": "a*y"})
    >>> print(d(alpha), "|", check(lie(X, d(alpha)) == d(lie(X, alpha))).status.name)
    -a dx∧dy | VERIFIED
    >>> from diffgeo import Metric
    >>> M = Manifold("M", "theta phi", domain="theta in (0, pi)")
    >>> print(M.function("sqrt(1 - cos(theta)**2)"))
    sin(theta)
    >>> print(Metric.diagonal(M, theta=1, phi="sin(theta)**2").volume)
    sin(theta) dtheta∧dphi
    """

    def __init__(
        self,
        name: str,
        coordinates: str | Sequence[str],
        parameters: str | Sequence[str] = "",
        functions: str | Sequence[str] = "",
        positive: str | Sequence[str] = "",
        negative: str | Sequence[str] = "",
        nonzero: str | Sequence[str] = "",
        domain: object = (),
        ring: FunctionRing[Element] | Callable[..., FunctionRing[Element]] | None = None,
        dots: Mapping[str, tuple[str, int]] | None = None,
        latex: Mapping[str, str] | None = None,
        sympy: Mapping[str, Any] | None = None,
    ) -> None:
        if not isinstance(name, str) or not name.strip():
            raise ExpressionError(f"a manifold is called by some text, such as 'M', not {name!r}")
        if latex is not None:
            require_mapping(latex, "LaTeX texts", '{"q": "\\theta"}')
        self.name = name
        self._derived: dict[object, Any] = {}
        objects = objects_in(coordinates) | objects_in(parameters)
        assumed = assumed_signs(objects)
        called = {name: f.func for name, f in objects_in(functions).items()}
        self.chart = make_chart(
            name,
            names_of(coordinates),
            names_of(parameters),
            signatures_of(functions),
            signs_of(
                name,
                (*names_of(positive), *assumed["positive"]),
                (*names_of(negative), *assumed["negative"]),
            ),
            tuple(dict.fromkeys((*names_of(nonzero), *assumed["nonzero"]))),
            ring,
            dict(dots or {}),
            dict(latex or {}),
            {**(sympy or {}), **objects, **called},
            domain,
        )

    @property
    def dimension(self) -> int:
        """Number of coordinates."""
        return len(self.chart.coordinates)

    @cached_property
    def coordinates(self) -> tuple[Form, ...]:
        """The coordinate functions."""
        return tuple(self[name] for name in self.chart.coordinates)

    @cached_property
    def frame(self) -> tuple[VectorForm, ...]:
        """The coordinate vector fields."""
        return tuple(self.vector_field({name: 1}) for name in self.chart.coordinates)

    @cached_property
    def identity(self) -> VectorForm:
        """The identity of TM as a (1,1) tensor; ``i_id α = |α| α`` and ``L_id = d``."""
        one = self.chart.ring.one
        return VectorForm(self, 1, [Form(self, 1, {1 << a: one}) for a in range(self.dimension)])

    def __getitem__(self, name: str) -> Form:
        """The coordinate or parameter of that name, as a function."""
        if name not in self.chart.symbols:
            raise UndefinedSymbol(
                f"{name!r} is not declared on {self.name}; its names are "
                f"{', '.join(self.chart.symbols)}"
            )
        return self.scalar(self.chart.ring.generator(name))

    def function(self, value: FunctionLike) -> Form:
        """The function given by text, an exact number, a tree or a SymPy expression."""
        return self.functions([value])[0]

    def functions(self, values: Iterable[FunctionLike]) -> list[Form]:
        """Many functions at once: the ring sees all of them before it converts one."""
        given = list(values)
        for value in given:
            if isinstance(value, Form):
                self._require_own(value)
                value.element("use as a function")
        raw = [value for value in given if not isinstance(value, Form | int | Fraction)]
        read = iter(self.chart.read(raw) if raw else ())
        constant = self.chart.ring.rational
        return [
            value
            if isinstance(value, Form)
            else self.scalar(constant(value) if isinstance(value, int | Fraction) else next(read))
            for value in given
        ]

    def form(self, degree: int, coefficients: Mapping[Key, FunctionLike]) -> Form:
        """The form with given coefficients: ``form(2, {("x", "y"): "x"})`` is x dx∧dy.

        Keys are names (degree 1) or tuples of names, in any order; the order gives the sign.
        """
        require_integer(degree, "the degree of a form")
        require_mapping(coefficients, f"coefficients on {self.name}", '{"x": 1, "y": "x**2"}')
        elements = [f.element() for f in self.functions(coefficients.values())]
        terms: dict[int, Element] = {}
        for key, element in zip(coefficients, elements, strict=True):
            names = tuple(key) if isinstance(key, tuple | list) else (key,)
            if len(names) != degree or len(set(names)) != degree:
                raise DegreeMismatch(
                    f"{key!r} is no key of a {degree}-form on {self.name}: "
                    f"give {degree} different coordinate names"
                )
            mask, sign = 0, 1
            for bit in (1 << self._index(name) for name in names):
                sign *= wedge_sign(mask, bit)
                mask |= bit
            element = element if sign > 0 else -element
            terms[mask] = terms[mask] + element if mask in terms else element
        return Form(self, degree, terms)

    def vector_field(
        self, components: Mapping[str, FunctionLike] | None = None, /, **named: FunctionLike
    ) -> VectorForm:
        """The vector field with given components; those not named are zero."""
        if components is not None:
            require_mapping(components, f"components on {self.name}", '{"x": 1, "y": "x**2"}')
        given = {**(components or {}), **named}
        positions = [self._index(name) for name in given]
        values = [Form(self, 0, {})] * self.dimension
        for index, value in zip(positions, self.functions(given.values()), strict=True):
            values[index] = value
        return VectorForm(self, 0, values)

    def vector_form(
        self, degree: int, values: Mapping[str, Form | Mapping[Key, FunctionLike]]
    ) -> VectorForm:
        """The vector-valued form K with given forms ``i_K dx``; those not named are zero.

        Each value is a form of that degree or a mapping of its coefficients.
        """
        require_integer(degree, "the degree of a vector-valued form")
        require_mapping(values, f"values on {self.name}", '{"x": {"y": 1}}')
        result = [Form(self, degree, {})] * self.dimension
        for name, value in values.items():
            form = value if isinstance(value, Form) else self.form(degree, value)
            self._require_own(form)
            if form.degree != degree:
                raise DegreeMismatch(
                    f"the value on {name} of a vector-valued {degree}-form on {self.name} "
                    f"cannot be {describe(form)}: give a {degree}-form"
                )
            result[self._index(name)] = form
        return VectorForm(self, degree, result)

    def __str__(self) -> str:
        return self.name

    def latex(self) -> str:
        """LaTeX source: the name and the coordinates."""
        return display.space_latex(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name} ({', '.join(self.chart.coordinates)})>"

    # --- inside the library --------------------------------------------------------

    def derived(self, key: object, make: Callable[[], Space]) -> Space:
        """The space that is made from this one in the way that the key says, made once."""
        if key not in self._derived:
            space = make()
            space.name_after(self, key)
            if isinstance(ring := space.chart.ring, Identified):
                ring.name_after(self, ("ring", key))
            self._derived.setdefault(key, space)
        return self._derived[key]  # type: ignore[no-any-return]

    def _merge(self, state: Any) -> None:
        for key, space in state["_derived"].items():
            self._derived.setdefault(key, space)

    def scalar(self, element: Element) -> Form:
        """The function given by a ring element."""
        return Form(self, 0, {0: element})

    def declarations(self, coordinates: Sequence[str]) -> dict[str, Any]:
        """Arguments that declare a space with other coordinates and else like this one."""
        chart = self.chart
        kept = {*coordinates, *chart.parameters}
        return {
            "coordinates": tuple(coordinates),
            "parameters": chart.parameters,
            "functions": [f"{n}({', '.join(a)})" for n, a in chart.functions.items()],
            "positive": [n for n, sign in chart.signs.items() if sign > 0 and n in kept],
            "negative": [n for n, sign in chart.signs.items() if sign < 0 and n in kept],
            "nonzero": [n for n in chart.nonzero if n in kept],
            "domain": [c for c in chart.domain if names_in(c.expression) <= kept],
            "ring": chart.make_ring or no_factory(self.name),
            "latex": {name: text for name, text in chart.latex.items() if name in kept},
            "sympy": chart.sympy,
        }

    def allowed_number(self, name: str) -> int | Fraction:
        """A number that a coordinate or parameter may be: 0, else what its declaration allows."""
        if any(name in names_in(c.expression) for c in self.chart.domain):
            return self._inner_point[name]
        return self.chart.signs.get(name, int(name in self.chart.nonzero))

    @cached_property
    def _inner_point(self) -> dict[str, Fraction]:
        """A point of a declared domain."""
        from diffgeo.rings.exact.points import require_witness

        ring: Any = self.chart.ring
        return require_witness(ring)

    def _index(self, name: str) -> int:
        if name not in self.chart.coordinates:
            raise UndefinedSymbol(
                f"{name!r} is not a coordinate of {self.name}; its coordinates are "
                f"{', '.join(self.chart.coordinates)}"
            )
        return self.chart.coordinates.index(name)

    def _require_own(self, form: Form) -> None:
        if form.space is not self:
            raise SpaceMismatch(
                f"{describe(form)} is not on {self.name}: pull it back with phi.pull, "
                f"phi a Map from {self.name}"
            )


@code_of.register(Manifold)
def _code(space: Manifold, script: Script) -> str:
    script.imports.add("Manifold")
    if isinstance(space.chart.ring, SampledRing):
        script.imports.add("germs")
    return declaration(space)
